// What passes through what at time 0: faces, exactly. Where faces only touch, a vertex and a face or two
// edges of them do, and the paths of these tell it.

#include "broad/tree.h"
#include "math/edge_cross.h"
#include "math/triangles.h"
#include "narrow/overlap/keep.h"
#include "narrow/overlap/segment.h"
#include "world/deform.h"
#include "world/deform_contacts.h"

#include <math.h>

static ti_faces faces_of(const ti_deforming* body)
{
    return (ti_faces){.triangles = body->mesh->triangles,
                      .vertices = body->start,
                      .triangle_count = body->mesh->triangle_count,
                      .vertex_count = body->mesh->vertex_count};
}

static void corners_of(const ti_deforming* body, const ti_triangle* t, toi_vec3 corner[3])
{
    for (int k = 0; k < 3; ++k) {
        corner[k] = body->start[t->vertex[k]];
    }
}

// Keeps the crossing of the lowest faces.
static void take_crossing(ti_deform_search* s, ti_face_pair pair, const toi_vec3 a[3], const toi_vec3 b[3])
{
    ti_deform_found* found = &s->part->found;
    const ti_deform_slot* slot = ti_deform_slot_at(s->find->deform, s->part->slot);
    uint32_t x = s->a->mesh->triangles[pair.a].face, y = s->b->mesh->triangles[pair.b].face;
    bool swap = s->a == s->b && y < x;
    ti_face_segment segment = ti_faces_segment(a, b);
    toi_deform_contact c = {.a = slot->a, .b = slot->b, .kind = TOI_PRIMITIVE_NONE};
    c.feature_a = (toi_feature){TOI_FEATURE_FACE, {swap ? y : x, 0}};
    c.feature_b = (toi_feature){TOI_FEATURE_FACE, {swap ? x : y, 0}};
    c.point = v3_add(v3_scale(0.5, segment.p), v3_scale(0.5, segment.q));
    c.t_exact = s->find->query->exact ? 0.0 : HUGE_VAL;
    if (!found->crosses || ti_deform_before(&c, &found->crossing)) {
        found->crosses = true;
        found->crossing = c;
    }
}

static void take_relation(ti_deform_search* s, ti_face_pair pair, const toi_vec3 a[3], const toi_vec3 b[3])
{
    ti_meeting meeting = ti_triangles_relation(a, b);
    s->part->found.touches = s->part->found.touches || meeting == TI_MEET_TOUCH;
    if (meeting == TI_MEET_CROSS) {
        take_crossing(s, pair, a, b);
    }
}

// ---- neighbours

static bool are_neighbours(const ti_deforming* body, const ti_triangle* x, const ti_triangle* y)
{
    return ti_deform_has(body, x, y->vertex[0]) || ti_deform_has(body, x, y->vertex[1]) ||
           ti_deform_has(body, x, y->vertex[2]);
}

// Two triangles that have a vertex in common meet elsewhere too where an edge of one that has none of the
// other's vertices meets the other: from the common vertex to another common point there is a segment, and
// where it goes on it leaves one of both, by such an edge. Triangles with two vertices in common meet
// elsewhere only in one plane, where features touch.
static void take_edges(ti_deform_search* s, ti_face_pair pair, bool swap)
{
    const ti_triangle* x = &s->a->mesh->triangles[swap ? pair.b : pair.a];
    const ti_triangle* y = &s->a->mesh->triangles[swap ? pair.a : pair.b];
    toi_vec3 face[3];
    corners_of(s->a, y, face);
    for (int k = 0; k < 3; ++k) {
        uint32_t v = x->vertex[k], w = x->vertex[k < 2 ? k + 1 : 0];
        if (v == w || ti_deform_has(s->a, y, v) || ti_deform_has(s->a, y, w)) {
            continue;
        }
        toi_vec3 edge[3] = {s->a->start[v], s->a->start[w], s->a->start[w]};
        if (ti_edge_crosses(edge[0], edge[1], face)) {
            take_crossing(s, pair, edge, face);
        }
    }
}

// Takes neighbours, and moves the others to the front. Returns how many these are.
static size_t take_neighbours(ti_deform_search* s, ti_face_pair* pairs, size_t count)
{
    const ti_triangle* triangles = s->a->mesh->triangles;
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        if (are_neighbours(s->a, &triangles[pairs[i].a], &triangles[pairs[i].b])) {
            take_edges(s, pairs[i], false);
            take_edges(s, pairs[i], true);
        } else {
            pairs[kept++] = pairs[i];
        }
    }
    return kept;
}

bool ti_deform_keep_start(void* context, ti_face_pair* pairs, size_t* count)
{
    ti_deform_search* s = context;
    const toi_deform* d = s->find->deform;
    const ti_deform_slot* slot = ti_deform_slot_at(d, s->part->slot);
    if (!ti_deform_count(s->find, *count)) {
        return false;
    }
    size_t left = slot->a == slot->b ? take_neighbours(s, pairs, *count) : *count;
    toi_bounds both = ti_box_around(ti_deform_bounds_at(d, slot->a), ti_deform_bounds_at(d, slot->b));
    ti_faces a = faces_of(s->a), b = faces_of(s->b);
    left = ti_pairs_keep(&a, &b, ti_pairs_scale(&both), pairs, left);
    for (size_t i = 0; i < left; ++i) {
        toi_vec3 x[3], y[3];
        corners_of(s->a, &s->a->mesh->triangles[pairs[i].a], x);
        corners_of(s->b, &s->b->mesh->triangles[pairs[i].b], y);
        take_relation(s, pairs[i], x, y);
    }
    *count = 0;
    return true;
}
