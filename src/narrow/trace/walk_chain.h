// Pairs of pieces that need a chain, the earliest bound first.

#ifndef TI_NARROW_TRACE_WALK_CHAIN_H
#define TI_NARROW_TRACE_WALK_CHAIN_H

#include "narrow/trace/walk_mover.h"

// A piece that is none: nothing is found yet.
#define NOT_FOUND (TI_NONE - 1)

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

// A stop that needs no search: along the normal of a triangle of S the deepest point of M is within tolerance
// and over the inside of it. What its distance from the point below it on the triangle is more than along the
// normal, by rounding, is as little as a search asks for.
static inline bool stops_on_face(const walk* w, const pair* p, const candidate* c, const ti_place* from,
                                 ti_chain* chain)
{
    const ti_zone* z = &w->found->zone;
    const ti_stand at = stand_at(w->course, from);
    const toi_vec3 n = c->guess;
    const uint32_t deepest = is_point(w) ? 0 : ti_farthest_of(&p->m, 0, p->m.count, stand_home(&at, n)).index;
    const toi_vec3 x = stand_point(&at, &p->m, deepest);
    const toi_vec3 a = v3_sub(still_point(&p->s, 0), x), b = v3_sub(still_point(&p->s, 1), x),
                   d = v3_sub(still_point(&p->s, 2), x);
    const double low = d_min(v3_dot(n, a), d_min(v3_dot(n, b), v3_dot(n, d)));
    if (!(low > 0.0 && low <= z->keep + z->tolerance)) {
        return false;
    }
    const double u = v3_dot(n, v3_cross(b, d)), v = v3_dot(n, v3_cross(d, a)), t = v3_dot(n, v3_cross(a, b)),
                 share = 1.0 / (u + v + t);
    if (!(u * share > 0.0 && v * share > 0.0 && t * share > 0.0)) {
        return false;
    }
    const toi_vec3 below = v3_madd(v3_madd(v3_scale(u * share, a), v * share, b), t * share, d);
    const double distance = v3_length(below);
    if (!(distance - low <= TI_CLOSE_PART * z->tolerance && distance <= z->keep + z->tolerance)) {
        return false;
    }
    chain->outcome = TI_REACH_STOP;
    chain->place = *from;
    chain->distance = distance;
    chain->normal = n;
    chain->simplex = (ti_simplex){3, {deepest, deepest, deepest}, {0, 1, 2}, {a, b, d}};
    chain->weight[0] = u * share;
    chain->weight[1] = v * share;
    chain->weight[2] = t * share;
    chain->low = chain->over.is = false;
    chain->steps = 0;
    return true;
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
    if (!pieces.fan || !stops_on_face(w, &p, c, &range.from, &chain)) {
        ti_chain_run(w->course, &w->found->zone, &pieces, &range, &chain);
    }
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

#endif
