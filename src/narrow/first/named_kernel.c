// Names a contact that was found on the hulls of whole bodies, where it is plain: one vertex of a body over
// the inside of a face of the other, or two edges that cross inside of both. Everything else is left to the
// walk of contacts_kernel.c, and both give the same name.
//
// Along the normal n the bodies are apart by f, so two points within reach are no deeper than depth = reach -
// f below the supports along n. Such a point of a convex piece with diameter 2 R is a mean of its vertices;
// those deeper than w have at most the weight depth/w in it, so it is within 2 R depth/w of the hull of the
// vertices no deeper than w, the band. With w = sqrt(2 R depth) that is w again. Two points within reach also
// differ by at most sqrt(reach^2 - f^2) across n. So no features but those of the bands count, and no others
// touch these farther from their rims than the sum of the three lengths, the margin.

#include "math/distance.h"
#include "narrow/first/contacts.h"
#include "narrow/first/kernel.h"

#define ti_contact_name TI_KERNEL(ti_contact_name)

enum { MAX_BAND = 8, MAX_NODES = 64 };

// The points of a body that are not deep below its support.
typedef struct band {
    uint32_t point[MAX_BAND];
    uint32_t count; // MAX_BAND + 1: too many
} band;

static void add_points(band* out, const ti_shape* s, uint32_t begin, uint32_t end, toi_vec3 m, double least)
{
    for (uint32_t i = begin; i < end; ++i) {
        double value = (s->x[i] * m.x + s->y[i] * m.y) + s->z[i] * m.z;
        bool repeated = i > 0 && s->vertex[i] == s->vertex[i - 1];
        if (!(value >= least) || repeated) {
            continue;
        }
        if (out->count >= MAX_BAND) {
            out->count = MAX_BAND + 1;
            return;
        }
        out->point[out->count++] = i;
    }
}

// Points that are at least `least` along n.
static band band_of(const ti_shape* s, toi_vec3 n, double least)
{
    band out = {.count = 0};
    uint32_t stack[MAX_NODES], count = 1;
    toi_vec3 m = v3_scale(s->scale, n);
    if (s->count <= TI_PATCH_POINTS) {
        add_points(&out, s, 0, s->count, m, least);
        return out;
    }
    stack[0] = 1;
    while (count > 0 && out.count <= MAX_BAND) {
        const ti_node* node = &s->tree->nodes[stack[--count]];
        ti_v4 bound = bound_boxes(node, m);
        for (uint32_t i = 0; i < node->count; ++i) {
            if (!(bound[i] >= least)) {
                continue;
            }
            if (node->child[i] == TI_NONE) {
                add_points(&out, s, node->point[i], node->point[i + 1], m, least);
            } else if (count < MAX_NODES) {
                stack[count++] = node->child[i];
            } else {
                out.count = MAX_BAND + 1;
            }
        }
    }
    return out;
}

// The half-edge between two vertices, TI_NONE where no polygon has that edge.
static bool is_edge(const toi_mesh* mesh, uint32_t v, uint32_t w)
{
    const ti_topology* t = &mesh->topology;
    for (int turn = 0; turn < 2; ++turn) {
        for (uint32_t i = t->vertex_first[v]; i < t->vertex_first[v + 1]; ++i) {
            uint32_t h = t->vertex_corner[i], begin = mesh->face_offsets[t->face_of[h]];
            uint32_t end = mesh->face_offsets[t->face_of[h] + 1];
            if (mesh->corners[h + 1 < end ? h + 1 : begin] == w) {
                return true;
            }
        }
        uint32_t swap = v;
        v = w;
        w = swap;
    }
    return false;
}

// What stands on one side of the contact.
typedef struct side {
    const ti_track* track;
    uint32_t vertex[MAX_BAND];
    toi_vec3 at[MAX_BAND]; // axes of A, from its centre
    uint32_t count;
} side;

static side side_of(const ti_search* search, int which, toi_vec3 n, double least)
{
    const ti_frame* f = &search->frame;
    const ti_shape* s = &search->whole[which];
    side out = {.track = &search->duel->body[which]};
    band b = band_of(s, which ? v3_negate(frame_to_b(f, n)) : n, least);
    out.count = b.count;
    for (uint32_t i = 0; i < b.count && i < MAX_BAND; ++i) {
        toi_vec3 p = shape_point(s, b.point[i]);
        out.vertex[i] = s->vertex[b.point[i]];
        out.at[i] = which ? v3_add(frame_from_b(f, p), f->offset) : p;
    }
    return out;
}

// Whether a point projects into the edge, farther than the margin from its ends.
static bool inside_edge(toi_vec3 p, toi_vec3 a, toi_vec3 b, double margin)
{
    toi_vec3 d = v3_sub(b, a);
    double length = v3_length(d), along = v3_dot(v3_sub(p, a), d);
    return along > margin * length && along < (length - margin) * length;
}

// A lone vertex at p that faces of the other body are tried for.
typedef struct spot {
    toi_vec3 p, n;
    double reach, margin;
} spot;

// The corners of a face, which all must be in the band. On a body that is not convex another face may be as
// near where the band has more than this one; faces that are not convex are left to the walk.
static bool corners_of(const side* s, uint32_t face, toi_vec3 corner[MAX_BAND], uint32_t* count)
{
    const toi_mesh* mesh = s->track->mesh;
    uint32_t begin = mesh->face_offsets[face];
    *count = mesh->face_offsets[face + 1] - begin;
    if (*count > s->count || (*count < s->count && !mesh->info.convex)) {
        return false;
    }
    for (uint32_t i = 0; i < *count; ++i) {
        uint32_t k = 0;
        while (k < s->count && s->vertex[k] != mesh->corners[begin + i]) {
            ++k;
        }
        if (k == s->count) {
            return false;
        }
        corner[i] = s->at[k];
    }
    return *count > 2;
}

// Whether the point projects along n into a face, farther than the margin from its edges, and is within reach
// of its plane: the back of a thin plate is not.
static bool is_over_face(const side* s, uint32_t face, const spot* at)
{
    toi_vec3 corner[MAX_BAND];
    uint32_t count;
    if (!corners_of(s, face, corner, &count)) {
        return false;
    }
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 d = v3_sub(corner[i + 1 < count ? i + 1 : 0], corner[i]);
        double across = v3_dot(at->n, v3_cross(d, v3_sub(at->p, corner[i]))) / v3_length(d);
        low = fmin(low, across);
        high = fmax(high, across);
    }
    toi_vec3 normal = v3_cross(v3_sub(corner[1], corner[0]), v3_sub(corner[2], corner[0]));
    double height = fabs(v3_dot(normal, v3_sub(at->p, corner[0])));
    return (low > at->margin || high < -at->margin) && height <= at->reach * fabs(v3_dot(normal, at->n));
}

// The one face of the band that the vertex is well over; TI_NONE where the walk has to say.
static uint32_t face_under(const side* s, const spot* at)
{
    const ti_topology* t = &s->track->mesh->topology;
    uint32_t found = TI_NONE;
    for (uint32_t k = 0; k < s->count && s->count <= MAX_BAND; ++k) {
        for (uint32_t i = t->vertex_first[s->vertex[k]]; i < t->vertex_first[s->vertex[k] + 1]; ++i) {
            uint32_t face = t->face_of[t->vertex_corner[i]];
            if (face == found || !is_over_face(s, face, at)) {
                continue;
            }
            if (found != TI_NONE) {
                return TI_NONE;
            }
            found = face;
        }
    }
    return found;
}

static toi_feature vertex_of(const side* s)
{
    return (toi_feature){TOI_FEATURE_VERTEX, {s->vertex[0], 0}};
}

static toi_feature edge_of(const side* s)
{
    uint32_t v = s->vertex[0], w = s->vertex[1];
    return (toi_feature){TOI_FEATURE_EDGE, {v < w ? v : w, v < w ? w : v}};
}

static bool name_edges(const side* a, const side* b, double margin, toi_contact* out)
{
    if (!is_edge(a->track->mesh, a->vertex[0], a->vertex[1]) ||
        !is_edge(b->track->mesh, b->vertex[0], b->vertex[1])) {
        return false;
    }
    const toi_vec3 ta[3] = {a->at[0], a->at[1], a->at[1]}, tb[3] = {b->at[0], b->at[1], b->at[1]};
    ti_gap g = ti_feature_gap(TI_GAP_EE, 0, 0, ta, tb);
    toi_vec3 da = v3_sub(a->at[1], a->at[0]), db = v3_sub(b->at[1], b->at[0]);
    double sine = v3_length(v3_cross(da, db)) / (v3_length(da) * v3_length(db));
    // An end of one edge is farther from the other by the sine of the angle between them.
    if (!(sine > 0x1p-20) || !inside_edge(g.point_a, a->at[0], a->at[1], margin / sine) ||
        !inside_edge(g.point_b, b->at[0], b->at[1], margin / sine)) {
        return false;
    }
    out->kind = TOI_CONTACT_EE;
    out->a = edge_of(a);
    out->b = edge_of(b);
    return true;
}

// The bands of both bodies along n and the margin. False where they are not apart along n.
static bool bands_of(const ti_search* search, toi_vec3 n, side out[2], double* margin)
{
    const ti_duel* duel = search->duel;
    toi_vec3 m = v3_negate(frame_to_b(&search->frame, n));
    const double support[2] = {shape_farthest(&search->whole[0], n, 0).value,
                               shape_farthest(&search->whole[1], m, 0).value};
    double apart = (v3_dot(n, search->frame.offset) - support[1]) - support[0];
    double reach = ti_contact_reach(duel), depth = fmax(reach - apart, reach - duel->separation);
    if (!(apart > 0.0)) {
        return false;
    }
    *margin = sqrt(depth * (reach + apart));
    for (int k = 0; k < 2; ++k) {
        double width = fmax(depth, sqrt(2.0 * duel->body[k].radius * depth));
        out[k] = side_of(search, k, n, support[k] - width);
        *margin += width;
    }
    return true;
}

// Names the contact of `found`, which stands on the hulls. False where more than one pair of features may be
// within reach.
bool ti_contact_name(const ti_duel* duel, const ti_found* found, toi_contact* out)
{
    ti_search search = {.duel = duel};
    search.whole[0] = shape_of_body(&duel->body[0]);
    search.whole[1] = shape_of_body(&duel->body[1]);
    frame_at(duel, found->time, &search.frame);
    toi_vec3 n = frame_from_world(&search.frame, found->normal);
    side both[2], *a = &both[0], *b = &both[1];
    double margin, reach = ti_contact_reach(duel);
    if (!bands_of(&search, n, both, &margin)) {
        return false;
    }
    out->kind = TOI_CONTACT_NONE;
    if (a->count == 1) {
        uint32_t face = face_under(b, &(spot){a->at[0], n, reach, margin});
        out->kind = face == TI_NONE ? TOI_CONTACT_NONE : TOI_CONTACT_VF;
        out->a = vertex_of(a);
        out->b = (toi_feature){TOI_FEATURE_FACE, {face, 0}};
    } else if (b->count == 1) {
        uint32_t face = face_under(a, &(spot){b->at[0], n, reach, margin});
        out->kind = face == TI_NONE ? TOI_CONTACT_NONE : TOI_CONTACT_FV;
        out->a = (toi_feature){TOI_FEATURE_FACE, {face, 0}};
        out->b = vertex_of(b);
    } else if (a->count == 2 && b->count == 2) {
        name_edges(a, b, margin, out);
    }
    toi_vec3 middle = v3_scale(0.5, v3_add(found->point[0], found->point[1]));
    middle = v3_add(frame_to_world(&search.frame, middle), search.frame.center_a);
    out->point = ti_contact_world(duel, found->time, middle);
    out->normal = found->normal;
    out->time = found->time;
    out->gap = ti_scale(found->distance, duel->exponent);
    return out->kind != TOI_CONTACT_NONE;
}
