// Triangles of S that are near, with a bound of the time each: those that need a chain are candidates.

#ifndef TI_NARROW_TRACE_WALK_LEAF_H
#define TI_NARROW_TRACE_WALK_LEAF_H

#include "narrow/trace/walk_chain.h"

// Of what is equally near the first one counts.
static inline void take_nearest(walk* w, const ti_chain* chain, const uint32_t triangle[2])
{
    ti_walk_found* f = w->found;
    double best = f->triangle[0] == NOT_FOUND ? HUGE_VAL : f->chain.distance;
    if (chain->distance < best || (chain->distance == best && comes_first(w, triangle, f->triangle))) {
        f->chain = *chain;
        f->triangle[0] = triangle[0];
        f->triangle[1] = triangle[1];
    }
}

static inline void measure_gap(walk* w, uint32_t triangle_of_s, toi_vec3 guess)
{
    pair p;
    const uint32_t triangle[2] = {w->triangle, triangle_of_s};
    put_pair(w, triangle, &p);
    const ti_couple pieces = {.m = &p.m, .s = &p.s, .guess = guess, .fan = triangle_of_s != TI_NONE};
    if (w->near_here == NULL) {
        w->gap = d_min(ti_start_gap(w->course, &pieces, w->terms.enough), w->gap);
        return;
    }
    ti_chain chain;
    ti_chain_nearest(w->course, &pieces, w->near_here, &chain);
    if (chain.outcome == TI_REACH_STOP) {
        take_nearest(w, &chain, triangle);
    }
}

static inline void sides_of_four(const ti_four* s, ti_v4 side[6])
{
    const ti_v4* p[3] = {s->x, s->y, s->z};
    for (int c = 0; c < 3; ++c) {
        side[c] = f4_min(f4_min(p[c][0], p[c][1]), p[c][2]);
        side[3 + c] = f4_max(f4_max(p[c][0], p[c][1]), p[c][2]);
    }
}

static inline void measure_lane(walk* w, const ti_four* s, double normal[3][4], uint32_t i, uint32_t triangle,
                                double key)
{
    // From M to the plane of the triangle.
    toi_vec3 n = v3(normal[0][i], normal[1][i], normal[2][i]);
    toi_vec3 corner = v3(s->x[0][i], s->y[0][i], s->z[0][i]);
    toi_vec3 point = v3(w->profile.x[0], w->profile.y[0], w->profile.z[0]);
    toi_vec3 g = v3_dot(n, v3_sub(corner, point)) < 0.0 ? v3_negate(n) : n;
    if (w->rests) {
        measure_gap(w, triangle, g);
    } else {
        add_candidate(w, key, triangle, n, g);
    }
}

static inline ti_v4 along_four(const ti_ways* n, ti_v4 x, ti_v4 y, ti_v4 z)
{
    return n->x * x + n->y * y + n->z * z;
}

// Of four triangles those behind whose planes the piece of M at hand does not begin wholly: a face with one
// side stops nothing that does. The points of M are as at the start, from the pivot, as the triangles are.
static inline int begin_in_front(const walk* w, const ti_four* s, const ti_ways* n)
{
    ti_v4 most = f4_set(-HUGE_VAL);
    const toi_mesh* mesh = w->query->mover->mesh;
    const bool whole = w->triangle == TI_NONE;
    for (uint32_t i = 0; i < (whole ? w->points.count : 3); ++i) {
        toi_vec3 y = whole ? v3(w->points.x[i], w->points.y[i], w->points.z[i])
                           : ti_course_put(w->course, mesh->local[mesh->triangles[w->triangle].vertex[i]]);
        most = f4_max(along_four(n, f4_set(y.x), f4_set(y.y), f4_set(y.z)), most);
    }
    ti_v4 plane = along_four(n, s->x[0], s->y[0], s->z[0]);
    return ~m4_bits((ti_m4)(most < plane - f4_set(2.0 * w->course->rounding)));
}

static inline ti_v4 bound_times(const walk* w, const ti_four* s, const ti_ways* n)
{
    const ti_course* c = w->course;
    if (c->turns) {
        return bound_of_turn(&w->profile, s, n, c->axis, w->part.tau, w->need);
    }
    if (w->profile.count == 1) {
        return bound_of_point(&w->profile, s, c->by, w->need);
    }
    return bound_of_straight(&w->profile, s, n, c->by, w->need);
}

// Bounds the times of four triangles, some lanes of them; those that need a chain become candidates.
static inline void bound_four(walk* w, ti_four* s, const uint32_t triangle[4], int lanes)
{
    if (!w->profiled) {
        profile_whole(w, &w->profile);
        w->profiled = true;
    }
    shift_four(s, w->course->pivot);
    ti_ways n = normals_of(s);
    double normal[3][4], key[4] = {0.0, 0.0, 0.0, 0.0};
    w->found->leaves += (uint32_t)__builtin_popcount((unsigned)lanes);
    if (w->query->one_sided) {
        lanes &= begin_in_front(w, s, &n);
    }
    if (w->rests) {
        shift_four(s, w->part.shift);
        lanes &= m4_bits((ti_m4)(apart_now(&w->profile, s, &n) < f4_set(w->reach)));
    } else {
        ti_v4 first = bound_times(w, s, &n);
        lanes &= m4_bits((ti_m4)(first <= f4_set(w->most_key)));
        f4_store(key, first);
    }
    f4_store(normal[0], n.x);
    f4_store(normal[1], n.y);
    f4_store(normal[2], n.z);
    for (uint32_t i = 0; lanes >> i != 0; ++i) {
        if (lanes >> i & 1) {
            measure_lane(w, s, normal, i, triangle[i], key[i]);
        }
    }
}

// The triangles that are near.
static inline void bound_near(walk* w)
{
    ti_four s;
    const uint32_t count = w->near_count;
    if (count == 0) {
        return;
    }
    for (uint32_t i = count; i < 4; ++i) {
        w->near[i] = w->near[0];
    }
    w->near_count = 0;
    load_four(w->query->still->mesh, w->near, &s);
    bound_four(w, &s, w->near, (1 << count) - 1);
}

// Triangles of a leaf, at most four, the last one repeated.
typedef struct leaf {
    uint32_t triangle[4];
    ti_four corners;
} leaf;

// Loads a leaf; returns which of its triangles the piece of M at hand may meet.
static inline int open_leaf(const walk* w, uint32_t begin, uint32_t count, leaf* l)
{
    ti_v4 side[6];
    const uint32_t last = begin + count - 1;
    l->triangle[0] = begin;
    l->triangle[1] = count > 1 ? begin + 1 : last;
    l->triangle[2] = count > 2 ? begin + 2 : last;
    l->triangle[3] = last;
    load_four(w->query->still->mesh, l->triangle, &l->corners);
    sides_of_four(&l->corners, side);
    return ((1 << count) - 1) & m4_bits(sweep_meets_boxes(&w->sweep, side, w->most));
}

// Those of a leaf that are met are bounded at once.
static inline void bound_leaf(walk* w, uint32_t begin, uint32_t count)
{
    leaf l;
    int lanes = open_leaf(w, begin, count, &l);
    if (lanes != 0) {
        bound_four(w, &l.corners, l.triangle, lanes);
    }
}

// Those that are met wait until there are four.
static inline void visit_leaf(walk* w, uint32_t begin, uint32_t count)
{
    int lanes = (1 << count) - 1;
    if (!w->query->brute) {
        leaf l;
        lanes = open_leaf(w, begin, count, &l);
    }
    for (uint32_t i = 0; lanes >> i != 0; ++i) {
        if (lanes >> i & 1) {
            w->near[w->near_count++] = begin + i;
            if (w->near_count == 4) {
                bound_near(w);
            }
        }
    }
}

static inline void visit_whole(walk* w)
{
    toi_vec3 pivot = v3_add(w->course->pivot, w->part.shift);
    toi_vec3 guess = v3_negate(v3_add(pivot, turned(w, w->course->base)));
    ++w->found->leaves;
    if (w->rests) {
        measure_gap(w, TI_NONE, guess);
    } else {
        add_candidate(w, 0.0, TI_NONE, guess, guess);
    }
}

#endif
