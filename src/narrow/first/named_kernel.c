// Names a contact that was found on the hulls of whole bodies, where it is plain: one vertex of a body is
// alone within reach of the other, or two edges are. Everything else is left to the walk of
// contacts_kernel.c, and both give the same name.

#include "math/distance.h"
#include "narrow/first/contacts.h"
#include "narrow/first/kernel.h"

#define ti_contact_name TI_KERNEL(ti_contact_name)

enum { MAX_BAND = 8, MAX_NODES = 64 };

// The points of a body that are within reach of its support.
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

static band band_of(const ti_shape* s, toi_vec3 n, double reach)
{
    band out = {.count = 0};
    uint32_t stack[MAX_NODES], count = 1;
    toi_vec3 m = v3_scale(s->scale, n);
    double least = shape_farthest(s, n, 0).value - reach;
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

// The lowest face around a vertex, or of those the lowest that holds all given vertices; TI_NONE without one.
static uint32_t lowest_face(const toi_mesh* mesh, const uint32_t* vertex, uint32_t count)
{
    const ti_topology* t = &mesh->topology;
    for (uint32_t i = t->vertex_first[vertex[0]]; i < t->vertex_first[vertex[0] + 1]; ++i) {
        uint32_t face = t->face_of[t->vertex_corner[i]], found = 1;
        for (uint32_t k = 1; k < count; ++k) {
            bool holds = false;
            for (uint32_t h = mesh->face_offsets[face]; h < mesh->face_offsets[face + 1]; ++h) {
                holds = holds || mesh->corners[h] == vertex[k];
            }
            found += holds;
        }
        if (found == count) {
            return face;
        }
    }
    return TI_NONE;
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

static side side_of(const ti_search* search, int which, toi_vec3 n, double reach)
{
    const ti_frame* f = &search->frame;
    const ti_shape* s = &search->whole[which];
    side out = {.track = &search->duel->body[which]};
    band b = band_of(s, which ? v3_negate(frame_to_b(f, n)) : n, reach);
    out.count = b.count;
    for (uint32_t i = 0; i < b.count && i < MAX_BAND; ++i) {
        toi_vec3 p = shape_point(s, b.point[i]);
        out.vertex[i] = s->vertex[b.point[i]];
        out.at[i] = which ? v3_add(frame_from_b(f, p), f->offset) : p;
    }
    return out;
}

// Whether a point projects into the edge, farther than `reach` from its ends.
static bool inside_edge(toi_vec3 p, toi_vec3 a, toi_vec3 b, double reach)
{
    toi_vec3 d = v3_sub(b, a);
    double length = v3_length(d), along = v3_dot(v3_sub(p, a), d);
    return along > reach * length && along < (length - reach) * length;
}

// Whether a point projects into a face whose corners are all in the band, farther than `reach` from its
// edges. Faces that are not convex are left to the walk.
static bool inside_face(const toi_mesh* mesh, uint32_t face, const side* s, toi_vec3 n, toi_vec3 p,
                        double reach)
{
    uint32_t begin = mesh->face_offsets[face], count = mesh->face_offsets[face + 1] - begin;
    toi_vec3 corner[MAX_BAND];
    if (count > s->count) {
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t k = 0;
        while (k < s->count && s->vertex[k] != mesh->corners[begin + i]) {
            ++k;
        }
        if (k == s->count) {
            return false;
        }
        corner[i] = s->at[k];
    }
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 d = v3_sub(corner[i + 1 < count ? i + 1 : 0], corner[i]);
        double across = v3_dot(n, v3_cross(d, v3_sub(p, corner[i]))) / v3_length(d);
        low = fmin(low, across);
        high = fmax(high, across);
    }
    return low > reach || high < -reach;
}

// The one face of the band that holds the projection of p well inside; TI_NONE without one.
static uint32_t face_around(const side* s, toi_vec3 n, toi_vec3 p, double reach)
{
    const toi_mesh* mesh = s->track->mesh;
    const ti_topology* t = &mesh->topology;
    for (uint32_t k = 0; k < s->count; ++k) {
        for (uint32_t i = t->vertex_first[s->vertex[k]]; i < t->vertex_first[s->vertex[k] + 1]; ++i) {
            uint32_t face = t->face_of[t->vertex_corner[i]];
            if (inside_face(mesh, face, s, n, p, reach)) {
                return face;
            }
        }
    }
    return TI_NONE;
}

static toi_feature vertex_of(const side* s)
{
    return (toi_feature){TOI_FEATURE_VERTEX, {s->vertex[0], 0}};
}

// The face that a lone vertex at p touches: TI_NONE where the walk has to say.
static uint32_t face_at(const side* s, toi_vec3 n, toi_vec3 p, double reach)
{
    const toi_mesh* mesh = s->track->mesh;
    if (s->count > MAX_BAND) {
        return TI_NONE;
    }
    if (s->count > 2) {
        return face_around(s, n, p, reach);
    }
    if (s->count == 2 &&
        !(is_edge(mesh, s->vertex[0], s->vertex[1]) && inside_edge(p, s->at[0], s->at[1], reach))) {
        return TI_NONE;
    }
    return lowest_face(mesh, s->vertex, s->count);
}

static toi_feature edge_of(const side* s)
{
    uint32_t v = s->vertex[0], w = s->vertex[1];
    return (toi_feature){TOI_FEATURE_EDGE, {v < w ? v : w, v < w ? w : v}};
}

static bool name_edges(const side* a, const side* b, double reach, toi_contact* out)
{
    if (!is_edge(a->track->mesh, a->vertex[0], a->vertex[1]) ||
        !is_edge(b->track->mesh, b->vertex[0], b->vertex[1])) {
        return false;
    }
    const toi_vec3 ta[3] = {a->at[0], a->at[1], a->at[1]}, tb[3] = {b->at[0], b->at[1], b->at[1]};
    ti_gap g = ti_feature_gap(TI_GAP_EE, 0, 0, ta, tb);
    toi_vec3 da = v3_sub(a->at[1], a->at[0]), db = v3_sub(b->at[1], b->at[0]);
    if (!(v3_length(v3_cross(da, db)) > 0x1p-20 * v3_length(da) * v3_length(db)) ||
        !inside_edge(g.point_a, a->at[0], a->at[1], reach) ||
        !inside_edge(g.point_b, b->at[0], b->at[1], reach)) {
        return false;
    }
    out->kind = TOI_CONTACT_EE;
    out->a = edge_of(a);
    out->b = edge_of(b);
    return true;
}

// Names the contact of `found`, which stands on the hulls. False where more than one pair of features is
// within reach.
bool ti_contact_name(const ti_duel* duel, const ti_found* found, toi_contact* out)
{
    ti_search search = {.duel = duel};
    search.whole[0] = shape_of_body(&duel->body[0]);
    search.whole[1] = shape_of_body(&duel->body[1]);
    frame_at(duel, found->time, &search.frame);
    double reach = ti_contact_reach(duel) - duel->separation;
    toi_vec3 n = frame_from_world(&search.frame, found->normal);
    side a = side_of(&search, 0, n, reach), b = side_of(&search, 1, n, reach);
    out->kind = TOI_CONTACT_NONE;
    if (a.count == 1) {
        uint32_t face = face_at(&b, n, a.at[0], reach);
        out->kind = face == TI_NONE ? TOI_CONTACT_NONE : TOI_CONTACT_VF;
        out->a = vertex_of(&a);
        out->b = (toi_feature){TOI_FEATURE_FACE, {face, 0}};
    } else if (b.count == 1) {
        uint32_t face = face_at(&a, n, b.at[0], reach);
        out->kind = face == TI_NONE ? TOI_CONTACT_NONE : TOI_CONTACT_FV;
        out->a = (toi_feature){TOI_FEATURE_FACE, {face, 0}};
        out->b = vertex_of(&b);
    } else if (a.count == 2 && b.count == 2) {
        name_edges(&a, &b, reach, out);
    }
    toi_vec3 middle = v3_scale(0.5, v3_add(found->point[0], found->point[1]));
    middle = v3_add(frame_to_world(&search.frame, middle), search.frame.center_a);
    out->point = ti_contact_world(duel, found->time, middle);
    out->normal = found->normal;
    out->time = found->time;
    out->gap = ti_scale(found->distance, duel->exponent);
    return out->kind != TOI_CONTACT_NONE;
}
