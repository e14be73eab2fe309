// Coarse bodies around the bodies, drawn first in large pixels: only what projects into the outline of the
// other one is drawn in small ones [Buss05, section 10].

#include "math/predicates.h"
#include "math/rounding.h"
#include "narrow/screw/screen_parts.h"

// Pixels of an outline are this much larger.
#define LARGER 4.0

// ---- the box of a mesh as a mesh of its own, in its local frame

typedef struct box_mesh {
    toi_mesh mesh;
    toi_vec3 local[8];
    ti_facet facets[6];
    uint32_t corner[24], wing[24], wing_corner[24], tip_crease_first[9];
    ti_crease creases[12];
} box_mesh;

static const uint32_t box_corners[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                           {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

// The corner of a side of the box at which the side from v to w, or from w to v, starts.
static uint32_t side_start(uint32_t side, uint32_t v, uint32_t w)
{
    const uint32_t* at = box_corners[side];
    uint32_t i = 0;
    while (!(at[i] == v && at[(i + 1) % 4] == w) && !(at[i] == w && at[(i + 1) % 4] == v)) {
        ++i;
    }
    return 4 * side + i;
}

// Edge from v to v + (1 << axis), and the two facets that have it.
static void add_box_edge(box_mesh* box, uint32_t v, uint32_t axis)
{
    uint32_t i = box->mesh.features.crease_count++, w = v | 1u << axis;
    ti_crease* crease = &box->creases[i];
    *crease = (ti_crease){{v, w}, 2 * i, 2 * i, TI_EDGE_CONVEX, true};
    for (uint32_t other = 1; other < 3; ++other) {
        uint32_t across = (axis + other) % 3;
        uint32_t side = 2 * across + (v >> across & 1u);
        box->wing_corner[crease->wing_end] = side_start(side, v, w);
        box->wing[crease->wing_end++] = side;
    }
}

static void make_box(const toi_mesh* mesh, box_mesh* box)
{
    toi_vec3 low = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    const ti_points* hull = &mesh->support.points; // those local coordinates that are extreme
    for (uint32_t i = 0; i < hull->count; ++i) {
        toi_vec3 x = {hull->x[i], hull->y[i], hull->z[i]};
        low = v3_min(low, x);
        high = v3_max(high, x);
    }
    *box = (box_mesh){.mesh = {.vertex_count = 8, .exponent = mesh->exponent, .center = mesh->center}};
    ti_features* features = &box->mesh.features;
    *features = (ti_features){.facets = box->facets,
                              .facet_count = 6,
                              .corner = box->corner,
                              .creases = box->creases,
                              .wing = box->wing,
                              .wing_corner = box->wing_corner,
                              .tip_crease_first = box->tip_crease_first};
    box->mesh.local = box->local;
    for (uint32_t v = 0; v < 8; ++v) {
        box->local[v] = v3(v & 1 ? high.x : low.x, v & 2 ? high.y : low.y, v & 4 ? high.z : low.z);
        for (uint32_t axis = 0; axis < 3; ++axis) {
            if ((v >> axis & 1u) == 0) {
                add_box_edge(box, v, axis);
            }
        }
    }
    for (uint32_t i = 0; i < 6; ++i) {
        double sign = i % 2 == 0 ? -1.0 : 1.0;
        toi_vec3 n = {i / 2 == 0 ? sign : 0.0, i / 2 == 1 ? sign : 0.0, i / 2 == 2 ? sign : 0.0};
        box->facets[i] = (ti_facet){
            .normal = n, .corner_begin = 4 * i, .corner_end = 4 * i + 4, .convex = true, .solid = true};
        memcpy(&box->corner[4 * i], box_corners[i], sizeof box_corners[i]);
    }
}

// ---- outlines

// Where a coarse mesh is, given in the coordinates of a mesh of the pair.
static ti_screen_placing place_coarse(const ti_screw_pair* pair, int k, const toi_mesh* coarse)
{
    const toi_mesh* mesh = pair->mesh[k];
    ti_screen_placing p = ti_screen_place(pair, k);
    toi_vec3 apart = v3_sub(coarse->center, mesh->center);
    toi_vec3 shift = v3_scale(p.scale, ti_scale3(apart, -mesh->exponent));
    p.position = xf_point(&p.rotation, p.position, shift);
    p.scale = ti_scale(p.scale, coarse->exponent - mesh->exponent);
    p.mesh = coarse;
    return p;
}

// The hull of the heights in each row. It is that of the whole body: h is linear in azimuth and height on a
// cylinder, so over what a body has of it h is largest on its surface, at an edge of a face, where a face is
// along the flow, or at the half-plane phi = pi, and all these are drawn.
static toi_status take_spans(const ti_screen_frame* f, const ti_screen_body* body, const int32_t row[2],
                             ti_arena* arena, ti_screen_outline* outline)
{
    size_t rows = (size_t)(row[1] - row[0] + 1);
    outline->row[0] = row[0];
    outline->row[1] = row[1];
    outline->per_pixel = f->per_pixel;
    outline->span = ti_arena_allocate(arena, rows, sizeof *outline->span);
    if (outline->span == NULL) {
        return TOI_ERROR_MEMORY;
    }
    for (size_t i = 0; i < rows; ++i) {
        outline->span[i][0] = HUGE_VAL;
        outline->span[i][1] = -HUGE_VAL;
    }
    const ti_screen_record* records = body->records.data;
    for (size_t i = 0; i < body->records.count; ++i) {
        const ti_screen_record* record = &records[i];
        double* span = outline->span[record->row - row[0]];
        span[0] = d_min(d_min(record->from.h, record->to.h) - record->error.h, span[0]);
        span[1] = d_max(d_max(record->from.h, record->to.h) + record->error.h, span[1]);
    }
    return TOI_OK;
}

static toi_status draw_both(const ti_screen_frame* f, const ti_screen_placing placing[2], ti_arena* arena,
                            ti_screen_body body[2], ti_screen_outline outline[2])
{
    enum { MOST_RECORDS = 1 << 16, MOST_ROWS = 1 << 16 };
    toi_status status = TOI_OK;
    for (int k = 0; k < 2 && status == TOI_OK; ++k) {
        body[k].keep[0] = body[k].keep[1] = true;
        status = ti_screen_pose(&placing[k], f, arena, &body[k]);
    }
    if (status != TOI_OK) {
        return status;
    }
    ti_screen_lifts lifts = ti_screen_meet(f, &body[0].box, &body[1].box);
    int32_t row[2];
    ti_screen_rows(f, &body[0].box, &body[1].box, false, row);
    bool apart = lifts.first > lifts.last || row[0] > row[1];
    if (apart || lifts.last - (double)lifts.first > MOST_RECORDS || (double)row[1] - row[0] > MOST_ROWS) {
        outline[0].nothing = outline[1].nothing = apart;
        outline[0].unknown = outline[1].unknown = !apart;
        return TOI_OK;
    }
    body[0].whole = lifts;
    for (int k = 0; k < 2 && status == TOI_OK; ++k) {
        status = ti_screen_clip(f, NULL, &body[k]);
        status = status == TOI_OK ? ti_screen_rasterize(f, row, MOST_RECORDS, &body[k]) : status;
        outline[k].unknown = !body[k].complete;
        status = status == TOI_OK ? take_spans(f, &body[k], row, arena, &outline[k]) : status;
    }
    return status;
}

// Whether spans of both are in one row.
static bool spans_meet(const ti_screen_outline outline[2])
{
    for (int32_t i = 0; i <= outline[0].row[1] - outline[0].row[0]; ++i) {
        const double *a = outline[0].span[i], *b = outline[1].span[i];
        if (a[0] <= b[1] && b[0] <= a[1]) {
            return true;
        }
    }
    return false;
}

toi_status ti_screen_outlines(const ti_screw_pair* pair, const ti_screen_frame* frame,
                              const ti_screen_def* def, ti_arena* arena, ti_screen_outline outline[2])
{
    ti_screen_frame f = *frame;
    f.per_pixel /= LARGER;
    f.noise /= LARGER;
    f.robust = true;
    f.time_error = HUGE_VAL;
    box_mesh box[2];
    ti_screen_placing placing[2];
    ti_screen_body body[2];
    for (int k = 0; k < 2; ++k) {
        if (def->coarse[k] != NULL) {
            placing[k] = place_coarse(pair, k, def->coarse[k]);
        } else {
            make_box(pair->mesh[k], &box[k]);
            placing[k] = place_coarse(pair, k, &box[k].mesh);
        }
        outline[k] = (ti_screen_outline){.nothing = false};
        ti_screen_body_init(&body[k], k, &arena->allocator);
    }
    toi_status status = draw_both(&f, placing, arena, body, outline);
    if (status == TOI_OK && outline[0].span != NULL && !outline[0].unknown && !outline[1].unknown &&
        !spans_meet(outline)) {
        outline[0].nothing = outline[1].nothing = true;
    }
    for (int k = 0; k < 2; ++k) {
        ti_screen_body_release(&body[k]);
    }
    return status;
}

bool ti_screen_in_outline(const ti_screen_frame* f, const ti_screen_outline* outline,
                          const ti_screen_box* box, double turn)
{
    if (outline->unknown) {
        return true;
    }
    double h[2], scale = outline->per_pixel;
    ti_screen_heights(f, box, turn, h);
    double low = d_max(floor((box->r[0] - f->slack) * scale), outline->row[0]);
    double high = d_min(floor((box->r[1] + f->slack) * scale), outline->row[1]);
    for (double row = low; row <= high; row += 1.0) {
        const double* span = outline->span[(int32_t)row - outline->row[0]];
        if ((h[0] - f->slack) * scale <= span[1] && (h[1] + f->slack) * scale >= span[0]) {
            return true;
        }
    }
    return false;
}

// From a point that is outside of no plane of a triangle every triangle is seen from its back or edge on. The
// angles at which it sees them have one sign, and so their sum over a closed surface is not zero: the point
// is inside.
bool ti_screen_encloses(const toi_mesh* coarse, const toi_mesh* fine)
{
    if (!coarse->info.closed || !coarse->info.manifold || !coarse->info.oriented ||
        coarse->triangle_count == 0) {
        return false;
    }
    for (uint32_t i = 0; i < coarse->triangle_count; ++i) {
        const uint32_t* v = coarse->triangles[i].vertex;
        ti_plane plane =
            ti_plane_through(coarse->vertices[v[0]], coarse->vertices[v[1]], coarse->vertices[v[2]]);
        for (uint32_t j = 0; j < fine->vertex_count; ++j) {
            if (ti_vertex_used(fine, j) && ti_plane_side(&plane, fine->vertices[j]) > 0) {
                return false;
            }
        }
    }
    return true;
}
