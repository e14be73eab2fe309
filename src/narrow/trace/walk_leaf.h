// Pairs of pieces: those of triangles of S that are near, with a bound of the time each, and chains for those
// that need one, the earliest bound first.

#ifndef TI_NARROW_TRACE_WALK_LEAF_H
#define TI_NARROW_TRACE_WALK_LEAF_H

#include "narrow/trace/walk_mover.h"

// A piece that is none: nothing is found yet.
#define NOT_FOUND (TI_NONE - 1)

// ---- chains

static inline void put_triangle_of_m(const walk* w, uint32_t triangle, double room[3][4], ti_points* p)
{
    outline o;
    outline_of_triangle(w, triangle, &o);
    for (int i = 0; i < 4; ++i) {
        room[0][i] = o.x[i];
        room[1][i] = o.y[i];
        room[2][i] = o.z[i];
    }
    *p = (ti_points){room[0], room[1], room[2], 4};
}

static inline void put_triangle_of_s(const walk* w, uint32_t triangle, double room[3][4], ti_points* p)
{
    const toi_mesh* mesh = w->query->still->mesh;
    for (int i = 0; i < 4; ++i) {
        toi_vec3 v = mesh->local[mesh->triangles[triangle].vertex[i < 3 ? i : 0]];
        room[0][i] = v.x;
        room[1][i] = v.y;
        room[2][i] = v.z;
    }
    *p = (ti_points){room[0], room[1], room[2], 4};
}

// Both pieces of a pair, with room for the corners of triangles.
typedef struct pair {
    ti_points m, s;
    double room[2][3][4];
} pair;

static inline void put_pair(const walk* w, const uint32_t triangle[2], pair* p)
{
    const ti_walk_query* q = w->query;
    if (triangle[0] == TI_NONE) {
        p->m = w->points;
    } else {
        put_triangle_of_m(w, triangle[0], p->room[0], &p->m);
    }
    if (triangle[1] == TI_NONE) {
        p->s = q->still->mesh->support.points;
    } else {
        put_triangle_of_s(w, triangle[1], p->room[1], &p->s);
    }
}

static inline uint32_t face_of(const toi_mesh* mesh, uint32_t triangle)
{
    return triangle == TI_NONE ? 0 : mesh->triangles[triangle].face;
}

// The order of pairs that stop at the same place: by their faces, then by their triangles.
static inline bool comes_first(const walk* w, const uint32_t a[2], const uint32_t b[2])
{
    const toi_mesh* mesh[2] = {w->query->mover->mesh, w->query->still->mesh};
    for (int k = 0; k < 2; ++k) {
        uint32_t x = face_of(mesh[k], a[k]), y = face_of(mesh[k], b[k]);
        if (x != y) {
            return x < y;
        }
    }
    return a[0] != b[0] ? a[0] < b[0] : a[1] < b[1];
}

// What is known of the part once the best place has changed. The tangent to it errs by a few u, and the
// fraction of an angle is at most that of its tangent times 1 + tau^2/3, for tan x <= x (1 + tan^2 x/3).
static inline void narrow_part(walk* w)
{
    const ti_place* best = &w->found->chain.place;
    w->most_key = w->course->turns ? w->part.tau : 1.0;
    w->most = w->rests ? 0.0F : 1.0F;
    if (w->rests || !(w->best < w->part.to.order)) {
        return;
    }
    if (!w->course->turns) {
        w->most_key = w->best;
        w->most = ti_float_up(w->best);
    } else if (w->found->triangle[0] != NOT_FOUND && best->order == w->best) {
        bool last;
        double tau =
            rest_of_turn(&(ti_course){.cosine = best->cosine, .sine = best->sine}, &w->part.from, &last);
        w->most_key = tau * (1.0 + 0x1p-48) + 0x1p-48;
        w->most =
            ti_float_up(d_min(1.0, w->most_key / w->part.tau * (1.0 + 0.34 * w->part.tau * w->part.tau)));
    }
}

static inline void take_stop(walk* w, const ti_chain* chain, const uint32_t triangle[2])
{
    ti_walk_found* f = w->found;
    bool first = f->triangle[0] == NOT_FOUND ? chain->place.order <= w->best : chain->place.order < w->best;
    if (!first && !(chain->place.order == w->best && comes_first(w, triangle, f->triangle))) {
        return;
    }
    f->chain = *chain;
    f->triangle[0] = triangle[0];
    f->triangle[1] = triangle[1];
    w->best = chain->place.order;
    narrow_part(w);
}

// Whether the whole of M is beyond a side of a triangle of S, in its plane, from the key of a candidate of a
// rotation up to where it is of interest. Tried for the side that the middle of M is beyond the most.
static inline bool passes_beside(const walk* w, const candidate* c)
{
    const toi_mesh* mesh = w->query->still->mesh;
    const uint32_t* v = mesh->triangles[c->triangle[1]].vertex;
    const ti_stretch in = {c->key, w->most_key, w->need};
    toi_vec3 middle = turned(w, w->course->base), pivot = w->course->pivot, best = {0.0, 0.0, 0.0};
    double most = 0.0, length = 1.0;
    for (int i = 0; i < 3; ++i) {
        toi_vec3 p = v3_sub(mesh->local[v[i]], pivot), q = v3_sub(mesh->local[v[i == 2 ? 0 : i + 1]], pivot);
        toi_vec3 side = v3_sub(q, p), n = v3_cross(c->normal, side); // inwards, as from M to S
        double beyond = v3_dot(n, v3_sub(p, middle)), length2 = v3_dot(side, side);
        if (beyond > 0.0 && beyond * beyond * length > most * most * length2) {
            most = beyond;
            length = length2;
            best = n;
        }
    }
    if (!(most > 0.0)) {
        return false;
    }
    toi_vec3 n = v3_scale(1.0 / v3_length(best), best);
    double level = HUGE_VAL;
    for (int i = 0; i < 3; ++i) {
        level = d_min(v3_dot(n, v3_sub(mesh->local[v[i]], pivot)), level);
    }
    return stays_apart(&w->profile, n, w->course->axis, level, &in);
}

static inline void run_candidate(walk* w, const candidate* c)
{
    pair p;
    ti_chain chain;
    ti_chain_range range = {w->part.from, d_min(w->best, w->part.to.order), 0};
    if (c->key > w->most_key) {
        return;
    }
    bool single = c->triangle[0] == TI_NONE && c->triangle[1] != TI_NONE;
    if (w->course->turns && single && passes_beside(w, c)) {
        return;
    }
    put_pair(w, c->triangle, &p);
    if (c->key > 0.0) {
        range.from =
            w->course->turns ? place_after_turn(&w->part.from, c->key) : (ti_place){c->key, 1.0, 0.0};
    }
    range.max_steps = w->query->terms->max_steps - w->found->steps;
    const ti_couple pieces = {.m = &p.m, .s = &p.s, .guess = c->guess, .fan = c->triangle[1] != TI_NONE};
    ti_chain_run(w->course, &w->found->zone, &pieces, &range, &chain);
    w->found->steps += chain.steps;
    w->found->low |= chain.low;
    if (chain.outcome == TI_REACH_STOP || chain.outcome == TI_REACH_STUCK) {
        take_stop(w, &chain, c->triangle);
    }
}

// Runs the candidate of the smallest key.
static inline void run_first(walk* w)
{
    uint32_t first = 0;
    for (uint32_t i = 1; i < w->candidate_count; ++i) {
        first = w->candidates[i].key < w->candidates[first].key ? i : first;
    }
    candidate c = w->candidates[first];
    w->candidates[first] = w->candidates[--w->candidate_count];
    run_candidate(w, &c);
}

// The smallest key, as a fraction of the part; for the order of work alone.
static inline float first_fraction(const walk* w)
{
    double first = HUGE_VAL;
    for (uint32_t i = 0; i < w->candidate_count; ++i) {
        first = d_min(w->candidates[i].key, first);
    }
    return (float)(w->course->turns ? first / w->part.tau : first);
}

static inline void add_candidate(walk* w, double key, uint32_t triangle_of_s, toi_vec3 normal, toi_vec3 guess)
{
    if (w->candidate_count == MOST_CANDIDATES) {
        run_first(w);
    }
    candidate* c = &w->candidates[w->candidate_count++];
    *c = (candidate){key, {w->triangle, triangle_of_s}, normal, guess};
}

// ---- leaves

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

static inline void measure_lane(walk* w, const ti_four* s, double normal[3][4], uint32_t i, double key)
{
    // From M to the plane of the triangle.
    toi_vec3 n = v3(normal[0][i], normal[1][i], normal[2][i]);
    toi_vec3 corner = v3(s->x[0][i], s->y[0][i], s->z[0][i]);
    toi_vec3 point = v3(w->profile.x[0], w->profile.y[0], w->profile.z[0]);
    toi_vec3 g = v3_dot(n, v3_sub(corner, point)) < 0.0 ? v3_negate(n) : n;
    if (w->rests) {
        measure_gap(w, w->near[i], g);
    } else {
        add_candidate(w, key, w->near[i], n, g);
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

// Bounds the times of the triangles that are near; those that need a chain become candidates.
static inline void bound_near(walk* w)
{
    ti_four s;
    uint32_t count = w->near_count;
    if (count == 0) {
        return;
    }
    for (uint32_t i = count; i < 4; ++i) {
        w->near[i] = w->near[0];
    }
    if (!w->profiled) {
        profile_whole(w, &w->profile);
        w->profiled = true;
    }
    load_four(w->query->still->mesh, w->near, &s);
    shift_four(&s, w->course->pivot);
    ti_ways n = normals_of(&s);
    double normal[3][4], key[4] = {0.0, 0.0, 0.0, 0.0};
    int lanes = (1 << count) - 1;
    if (w->query->one_sided) {
        lanes &= begin_in_front(w, &s, &n);
    }
    if (w->rests) {
        shift_four(&s, w->part.shift);
        lanes &= m4_bits((ti_m4)(apart_now(&w->profile, &s, &n) < f4_set(w->reach)));
    } else {
        ti_v4 first = w->course->turns
                          ? bound_of_turn(&w->profile, &s, &n, w->course->axis, w->part.tau, w->need)
                          : bound_of_straight(&w->profile, &s, &n, w->course->by, w->need);
        lanes &= m4_bits((ti_m4)(first <= f4_set(w->most_key)));
        f4_store(key, first);
    }
    f4_store(normal[0], n.x);
    f4_store(normal[1], n.y);
    f4_store(normal[2], n.z);
    w->near_count = 0;
    w->found->leaves += count;
    for (uint32_t i = 0; lanes >> i != 0; ++i) {
        if (lanes >> i & 1) {
            measure_lane(w, &s, normal, i, key[i]);
        }
    }
}

// The piece of M at hand and triangles of S.
static inline void visit_leaf(walk* w, uint32_t begin, uint32_t count)
{
    int lanes = (1 << count) - 1;
    if (!w->query->brute) {
        const uint32_t last = begin + count - 1;
        const uint32_t four[4] = {begin, count > 1 ? begin + 1 : last, count > 2 ? begin + 2 : last, last};
        ti_four s;
        ti_v4 side[6];
        load_four(w->query->still->mesh, four, &s);
        sides_of_four(&s, side);
        lanes &= m4_bits(sweep_meets_boxes(&w->sweep, side, w->most));
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
