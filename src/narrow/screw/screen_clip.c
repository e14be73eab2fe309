// Steps one and two of the collision screen: vertices in its frame, the facing parts of facets that can meet
// the other body, and sub-edges [Buss05, sections 4.2, 8 and 9].

#include "math/rounding.h"
#include "narrow/screw/screen_parts.h"

// Most lifts of one part: past them the search is not complete.
enum { MOST_LIFTS = 4096 };

static void box_add(ti_screen_box* box, const ti_screen_box* other)
{
    for (int k = 0; k < 2; ++k) {
        double* own[3] = {&box->r[k], &box->y[k], &box->phi[k]};
        const double theirs[3] = {other->r[k], other->y[k], other->phi[k]};
        for (int c = 0; c < 3; ++c) {
            *own[c] = k == 0 ? d_min(*own[c], theirs[c]) : d_max(*own[c], theirs[c]);
        }
    }
}

static const ti_screen_box empty_box = {{HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, -HUGE_VAL}};

// r is at least that of the middle of the corners less the distance of the furthest one. Azimuths rise or
// fall all along a side, so those of the corners bound the facet unless it meets the half-plane phi = pi;
// that is the case too where it goes around the axis.
static ti_screen_box facet_box(const ti_screen_frame* f, const ti_screen_body* body, const ti_facet* facet)
{
    const uint32_t* corner = &body->mesh->features.corner[facet->corner_begin];
    uint32_t count = facet->corner_end - facet->corner_begin;
    ti_screen_box box = empty_box;
    toi_vec3 middle = {0, 0, 0};
    bool cut = false;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t v = corner[i], w = corner[i + 1 < count ? i + 1 : 0];
        toi_vec3 x = body->x[v];
        const ti_screen_box point = {{body->r[v], body->r[v]}, {x.y, x.y}, {body->phi[v], body->phi[v]}};
        box_add(&box, &point);
        middle = v3_madd(middle, 1.0 / count, x);
        ti_screen_cut at;
        cut = cut || ti_screen_cut_azimuth(f, x, body->x[w], &at);
    }
    double far = 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 d = v3_sub(body->x[corner[i]], middle);
        far = d_max(far, f->straight ? 0.0 : d.x * d.x + d.z * d.z);
    }
    if (!f->straight) {
        box.r[0] = d_min(box.r[0], ti_screen_radius(f, middle) - sqrt(far));
    }
    if (cut) {
        box.phi[0] = -TOI_PI;
        box.phi[1] = TOI_PI;
    }
    return box;
}

void ti_screen_body_init(ti_screen_body* body, int which, const toi_allocator* allocator)
{
    *body = (ti_screen_body){.which = which, .complete = true};
    body->edges = ti_array_make(sizeof(ti_screen_edge), allocator);
    body->vertices = ti_array_make(sizeof(ti_screen_vertex), allocator);
    body->records = ti_array_make(sizeof(ti_screen_record), allocator);
    body->crossings = ti_array_make(sizeof(ti_screen_crossing), allocator);
    body->half_plane = ti_array_make(sizeof(ti_screen_crossing), allocator);
}

void ti_screen_body_release(ti_screen_body* body)
{
    ti_array_release(&body->edges);
    ti_array_release(&body->vertices);
    ti_array_release(&body->records);
    ti_array_release(&body->crossings);
    ti_array_release(&body->half_plane);
}

toi_status ti_screen_pose(const ti_screen_placing* placing, const ti_screen_frame* f, ti_arena* arena,
                          ti_screen_body* body)
{
    const toi_mesh* mesh = placing->mesh;
    const ti_features* features = &mesh->features;
    uint32_t vertex_count = mesh->vertex_count, facet_count = features->facet_count;
    body->mesh = mesh;
    body->box = empty_box;
    body->x = ti_arena_allocate(arena, vertex_count, sizeof *body->x);
    body->r = ti_arena_allocate(arena, vertex_count, sizeof *body->r);
    body->phi = ti_arena_allocate(arena, vertex_count, sizeof *body->phi);
    body->boxes = ti_arena_allocate(arena, facet_count, sizeof *body->boxes);
    body->normal = ti_arena_allocate(arena, facet_count, sizeof *body->normal);
    body->lifts = ti_arena_allocate(arena, 2 * (size_t)facet_count, sizeof *body->lifts);
    body->copy_first = ti_arena_allocate(arena, 2 * (size_t)facet_count, sizeof *body->copy_first);
    if (!body->x || !body->r || !body->phi || !body->boxes || !body->normal || !body->lifts ||
        !body->copy_first) {
        return TOI_ERROR_MEMORY;
    }
    for (uint32_t v = 0; v < vertex_count; ++v) {
        toi_vec3 x =
            xf_point(&placing->rotation, placing->position, v3_scale(placing->scale, mesh->local[v]));
        body->x[v] = ti_screen_placed(f, x);
        body->r[v] = ti_screen_radius(f, body->x[v]);
        body->phi[v] = ti_screen_azimuth(f, body->x[v]);
    }
    for (uint32_t i = 0; i < facet_count; ++i) {
        body->normal[i] = ti_screen_turned(f, m3_apply(&placing->rotation, features->facets[i].normal));
        body->boxes[i] = facet_box(f, body, &features->facets[i]);
        box_add(&body->box, &body->boxes[i]);
    }
    return TOI_OK;
}

// ---- facing parts

// Lifts in which what is in a box can meet the other body: its box, and where its outline is drawn, that.
static ti_screen_lifts meet_other(const ti_screen_frame* f, const ti_screen_body* body,
                                  const ti_screen_box* box, const ti_screen_box* other)
{
    if (other == NULL) {
        return body->whole;
    }
    ti_screen_lifts lifts = body->which == 0 ? ti_screen_meet(f, box, other) : ti_screen_meet(f, other, box);
    if (body->all && lifts.first > lifts.last) {
        return body->whole;
    }
    if (body->which == 1 && lifts.first <= lifts.last) {
        lifts = (ti_screen_lifts){0, 0};
    }
    if (body->outline != NULL) {
        while (lifts.first <= lifts.last &&
               !ti_screen_in_outline(f, body->outline, box, lifts.first * TI_TURN)) {
            ++lifts.first;
        }
        while (lifts.first < lifts.last &&
               !ti_screen_in_outline(f, body->outline, box, lifts.last * TI_TURN)) {
            --lifts.last;
        }
    }
    return lifts;
}

// The parts of a facet and their lifts. @return whether any is kept
static bool keep_facet(const ti_screen_frame* f, ti_screen_body* body, uint32_t index,
                       const ti_screen_box* other)
{
    const ti_facet* facet = &body->mesh->features.facets[index];
    const uint32_t* corner = body->mesh->features.corner;
    bool has[2] = {false, false};
    for (uint32_t i = facet->corner_begin; i < facet->corner_end; ++i) {
        has[ti_screen_side(f, body, body->normal[index], body->x[corner[i]]) < 0.0 ? 0 : 1] = true;
    }
    ti_screen_lifts lifts = meet_other(f, body, &body->boxes[index], other);
    if (lifts.last - (double)lifts.first > MOST_LIFTS) {
        body->complete = false;
        lifts.last = lifts.first + MOST_LIFTS;
    }
    bool any = false;
    for (uint32_t side = 0; side < 2; ++side) {
        bool keep = has[side] && (body->keep[side] || !facet->solid);
        ti_screen_lifts* part = &body->lifts[2 * index + side];
        *part = keep ? lifts : (ti_screen_lifts){0, -1};
        body->copy_first[2 * index + side] = body->copy_count;
        if (part->first <= part->last) {
            body->copy_count += (uint32_t)(part->last - part->first) + 1;
            any = true;
        }
    }
    return any;
}

// ---- sub-edges

bool ti_screen_cut_side(toi_vec3 x0, toi_vec3 x1, double value0, double value1, ti_screen_cut* cut)
{
    if ((value0 < 0.0) == (value1 < 0.0)) {
        return false;
    }
    cut->u = value0 / (value0 - value1);
    cut->x = v3_madd(x0, cut->u, v3_sub(x1, x0));
    return true;
}

// The plane x = 0 counts to the side x > 0, whose azimuth there is +pi.
bool ti_screen_cut_azimuth(const ti_screen_frame* f, toi_vec3 x0, toi_vec3 x1, ti_screen_cut* cut)
{
    if (f->straight || (x0.x >= 0.0) == (x1.x >= 0.0)) {
        return false;
    }
    cut->u = x0.x / (x0.x - x1.x);
    cut->x = v3_madd(x0, cut->u, v3_sub(x1, x0));
    cut->x.x = 0.0;
    return f->rho + cut->x.z < 0.0;
}

// As ti_screen_part_at; TI_NONE where the part is not kept.
static uint32_t kept_part_at(const ti_screen_body* body, uint32_t facet, const double value[2], double u)
{
    uint32_t part = ti_screen_part_at(facet, value, u);
    return ti_screen_keeps(body, part) ? part : TI_NONE;
}

static ti_screen_lifts join(const ti_screen_body* body, const uint32_t part[2])
{
    ti_screen_lifts all = {INT32_MAX, INT32_MIN};
    for (int k = 0; k < 2; ++k) {
        if (part[k] != TI_NONE) {
            ti_screen_lifts lifts = body->lifts[part[k]];
            all.first = lifts.first < all.first ? lifts.first : all.first;
            all.last = lifts.last > all.last ? lifts.last : all.last;
        }
    }
    return all;
}

// The points at which a span is split, in order, with its ends.
static int split_span(const ti_screen_frame* f, const ti_screen_span* span, double value[2][2],
                      ti_screen_cut at[5], int* half_plane)
{
    int count = 1;
    at[0] = (ti_screen_cut){span->x[0], 0.0};
    for (int k = 0; k < 2; ++k) {
        if (span->facet[k] != TI_NONE &&
            ti_screen_cut_side(span->x[0], span->x[1], value[k][0], value[k][1], &at[count])) {
            ++count;
        }
    }
    if (count == 3 && at[2].u < at[1].u) {
        ti_screen_cut swap = at[1];
        at[1] = at[2];
        at[2] = swap;
    }
    *half_plane = -1;
    ti_screen_cut cut;
    if (ti_screen_cut_azimuth(f, span->x[0], span->x[1], &cut)) {
        int i = count++;
        for (; i > 1 && at[i - 1].u > cut.u; --i) {
            at[i] = at[i - 1];
        }
        at[i] = cut;
        *half_plane = i;
    }
    at[count] = (ti_screen_cut){span->x[1], 1.0};
    return count;
}

toi_status ti_screen_add_span(const ti_screen_frame* f, ti_screen_body* body, const ti_screen_span* span)
{
    double value[2][2] = {{1.0, 1.0}, {1.0, 1.0}};
    for (int k = 0; k < 2; ++k) {
        for (int end = 0; end < 2 && span->facet[k] != TI_NONE; ++end) {
            value[k][end] = ti_screen_side(f, body, body->normal[span->facet[k]], span->x[end]);
        }
    }
    ti_screen_cut at[5];
    int half_plane, count = split_span(f, span, value, at, &half_plane);
    for (int i = 0; i < count; ++i) {
        ti_screen_edge edge = {.crease = span->crease, .vertex = {TI_NONE, TI_NONE}};
        for (int k = 0; k < 2; ++k) {
            // Pieces are told apart by where they start: `at` is sorted.
            edge.part[k] = span->facet[k] == TI_NONE ? span->part[k]
                                                     : kept_part_at(body, span->facet[k], value[k], at[i].u);
        }
        edge.lifts = join(body, edge.part);
        if (edge.lifts.first > edge.lifts.last) {
            continue;
        }
        bool right = span->x[half_plane >= 0 && i >= half_plane ? 1 : 0].x >= 0.0;
        for (int end = 0; end < 2; ++end) {
            int k = i + end;
            edge.x[end] = at[k].x;
            edge.u[end] = at[k].u;
            edge.phi[end] =
                k == 0 ? span->phi[0] : (k == count ? span->phi[1] : ti_screen_azimuth(f, at[k].x));
            edge.vertex[end] = k == 0 ? span->vertex[0] : (k == count ? span->vertex[1] : TI_NONE);
            if (k == half_plane) {
                edge.phi[end] = right ? TOI_PI : -TOI_PI;
            }
        }
        for (int end = 0; end < 2; ++end) { // on the axis there is no azimuth
            if (edge.x[end].x == 0.0 && f->rho + edge.x[end].z == 0.0 && !f->straight) {
                edge.phi[end] = edge.phi[1 - end];
            }
        }
        ti_screen_edge* new_edge = ti_array_push(&body->edges);
        if (new_edge == NULL) {
            return TOI_ERROR_MEMORY;
        }
        *new_edge = edge;
    }
    return TOI_OK;
}

// A crease with its first facet on each side. Others, of edges of more than two facets, get virtual edges.
static toi_status add_crease(const ti_screen_frame* f, ti_screen_body* body, uint32_t index)
{
    const ti_features* features = &body->mesh->features;
    const ti_crease* crease = &features->creases[index];
    uint32_t lo = crease->vertex[0], hi = crease->vertex[1];
    ti_screen_span span = {{body->x[lo], body->x[hi]},
                           {body->phi[lo], body->phi[hi]},
                           {lo, hi},
                           body->proper && crease->edge_class == TI_EDGE_REFLEX ? TI_NONE : index,
                           {TI_NONE, TI_NONE},
                           {TI_NONE, TI_NONE}};
    ti_screen_span more = span;
    more.crease = TI_NONE;
    toi_status status = TOI_OK;
    for (uint32_t i = crease->wing_begin; i < crease->wing_end && status == TOI_OK; ++i) {
        // A facet whose side runs from the first vertex to the second has the crease to its left.
        uint32_t facet = features->wing[i], side = features->corner[features->wing_corner[i]] == lo ? 0 : 1;
        if (span.facet[side] == TI_NONE) {
            span.facet[side] = facet;
        } else {
            more.facet[side] = facet;
            more.facet[1 - side] = TI_NONE;
            status = ti_screen_add_span(f, body, &more);
        }
    }
    return status == TOI_OK ? ti_screen_add_span(f, body, &span) : status;
}

// A vertex that can touch, in the lifts in which it can meet the other body.
static toi_status add_vertex(const ti_screen_frame* f, ti_screen_body* body, uint32_t v,
                             const ti_screen_box* other)
{
    const ti_features* features = &body->mesh->features;
    if (body->proper && features->tip_class[v] == TI_TIP_HOLLOW) {
        return TOI_OK;
    }
    bool kept = false;
    for (uint32_t i = features->sector_first[v]; i < features->sector_first[v + 1] && !kept; ++i) {
        uint32_t facet = features->sector[i].facet;
        double value = ti_screen_side(f, body, body->normal[facet], body->x[v]);
        kept = body->keep[value < 0.0 ? 0 : 1] || !features->facets[facet].solid;
    }
    if (!kept) {
        return TOI_OK;
    }
    const ti_screen_box box = {
        {body->r[v], body->r[v]}, {body->x[v].y, body->x[v].y}, {body->phi[v], body->phi[v]}};
    ti_screen_lifts lifts = meet_other(f, body, &box, other);
    for (int32_t k = lifts.first; k <= lifts.last && k - lifts.first <= MOST_LIFTS; ++k) {
        ti_screen_vertex* vertex = ti_array_push(&body->vertices);
        if (vertex == NULL) {
            return TOI_ERROR_MEMORY;
        }
        *vertex = (ti_screen_vertex){ti_screen_project(f, body->x[v], body->phi[v] + k * TI_TURN), v, k};
    }
    return TOI_OK;
}

toi_status ti_screen_clip(const ti_screen_frame* f, const ti_screen_box* other, ti_screen_body* body)
{
    const ti_features* features = &body->mesh->features;
    uint32_t kept = 0;
    toi_status status = TOI_OK;
    for (uint32_t i = 0; i < features->facet_count; ++i) {
        kept += keep_facet(f, body, i, other) ? 1 : 0;
    }
    if (kept == 0) {
        return TOI_OK;
    }
    uint64_t sides = 0, wings = 0;
    for (uint32_t i = 0; i < features->facet_count; ++i) {
        sides += features->facets[i].corner_end - features->facets[i].corner_begin;
    }
    for (uint32_t i = 0; i < features->crease_count; ++i) {
        wings += features->creases[i].wing_end - features->creases[i].wing_begin;
    }
    body->flat_sides = sides != wings;
    for (uint32_t i = 0; i < features->crease_count && status == TOI_OK; ++i) {
        status = add_crease(f, body, i);
    }
    for (uint32_t i = 0; i < features->facet_count && status == TOI_OK; ++i) {
        if (ti_screen_keeps(body, 2 * i) || ti_screen_keeps(body, 2 * i + 1)) {
            status = ti_screen_clip_facet(f, body, i);
        }
    }
    for (uint32_t i = 0; i < features->tip_count && status == TOI_OK; ++i) {
        status = add_vertex(f, body, features->tip[i], other);
    }
    return status;
}
