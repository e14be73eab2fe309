// Closest points of two convex pieces by a simplex in their difference (Gilbert, Johnson and Keerthi). It
// only proposes directions: what is proved is proved by evaluating the separation along them. So it may stop
// early, and does.

#include "narrow/first/kernel.h"

enum { EXACT_ROUNDS = 40, COARSE_ROUNDS = 8 };

// When a simplex of an earlier time is made anew (is_stale, renew): pieces of this many points in all are
// round enough.
enum { ROUND_POINTS = 128 };
static const double STALE_COSINE = 0.9, REACH_FACTOR = 0.25;

static toi_vec3 difference(const ti_frame* f, const ti_match* match, uint32_t a, uint32_t b)
{
    toi_vec3 xb = v3_add(frame_from_b(f, shape_point(match->b, b)), f->offset);
    return v3_sub(xb, shape_point(match->a, a));
}

// The separation along a direction without proof, from the points of the last one.
static inline ti_apart far_along(const ti_frame* f, const ti_match* match, toi_vec3 n, const ti_apart* last)
{
    ti_farthest a = shape_far(match->a, n, last->a);
    ti_farthest b = shape_far(match->b, v3_negate(frame_to_b(f, n)), last->b);
    return (ti_apart){n, (v3_dot(n, f->offset) - b.value) - a.value, a.index, b.index};
}

static void add_corner(const ti_frame* f, const ti_match* match, const ti_apart* apart, ti_simplex* s)
{
    if (!sx_holds(s, apart->a, apart->b)) {
        s->a[s->count] = apart->a;
        s->b[s->count] = apart->b;
        s->w[s->count] = difference(f, match, apart->a, apart->b);
        ++s->count;
    }
}

// Whether the simplex, made at another time, says nothing now: its direction is far from the last one that
// kept the pieces apart. Where these have slid along each other the old closest points differ by how far
// they slid more than by the gap.
static bool is_stale(const ti_match* match, const ti_simplex* simplex)
{
    bool worth = match->a->count + match->b->count >= ROUND_POINTS;
    if (!worth || !(v3_dot(match->last, match->last) > 0.0)) {
        return false;
    }
    ti_nearest p;
    ti_simplex s = *simplex;
    return !sx_reduce(&s, &p) || !(v3_dot(p.point, match->last) > STALE_COSINE * sqrt(p.distance2));
}

// Makes the simplex anew near the last direction. With differences w_i of support points at hand the next
// direction is that of the point nearest to the origin of their hull moved by `reach` along the best
// direction so far, which keeps it near that one: the proximal form of a cutting plane method, and for reach
// 0 the search below. For two balls and the sum of their radii as reach the first one is exact; smaller ones
// follow where that brought the pieces apart.
static void renew(const ti_frame* f, const ti_match* match, ti_simplex* simplex, ti_apart* best)
{
    double reach = match->a->radius + match->b->radius;
    *best = far_along(f, match, match->last, best);
    simplex->count = 0;
    add_corner(f, match, best, simplex);
    for (uint32_t round = 1; round < 4 && simplex->count == round; ++round) {
        ti_nearest p;
        ti_simplex moved = *simplex;
        for (uint32_t i = 0; i < moved.count; ++i) {
            moved.w[i] = v3_madd(moved.w[i], reach, best->normal);
        }
        if (!sx_reduce(&moved, &p)) {
            return;
        }
        ti_apart next = far_along(f, match, v3_scale(1.0 / sqrt(p.distance2), p.point), best);
        add_corner(f, match, &next, simplex);
        if (next.now > best->now) {
            *best = next;
            reach *= REACH_FACTOR;
        }
    }
}

// The search itself; c->along is not proved.
static void approach(const ti_frame* f, const ti_match* match, double slack, ti_simplex* simplex,
                     ti_closest* c)
{
    int rounds = slack > 0.05 ? COARSE_ROUNDS : EXACT_ROUNDS;
    for (int round = 0; round < rounds; ++round) {
        ti_nearest p;
        if (!sx_reduce(simplex, &p)) {
            c->distance = c->along.now = 0.0;
            return;
        }
        c->distance = sqrt(p.distance2);
        c->along = far_along(f, match, v3_scale(1.0 / c->distance, p.point), &c->along);
        uint32_t count = simplex->count;
        if (c->along.now >= c->distance * (1.0 - slack) || count == 4) {
            return;
        }
        add_corner(f, match, &c->along, simplex);
        if (simplex->count == count) {
            return;
        }
    }
}

// `simplex` is where the search starts (count 0: anywhere) and where it ended. It ends when f is at least 1 -
// `slack` of the distance; a slack above 0.05 also limits the rounds to a few.
ti_closest ti_closest_points(const ti_search* search, const ti_match* match, double slack,
                             ti_simplex* simplex)
{
    const ti_frame* f = &search->frame;
    if (simplex->count == 0) {
        *simplex = (ti_simplex){.count = 1, .a = {match->hint_a}, .b = {match->hint_b}};
    }
    for (uint32_t i = 0; i < simplex->count; ++i) {
        simplex->w[i] = difference(f, match, simplex->a[i], simplex->b[i]);
    }
    ti_closest c = {.apart = false, .along = {.a = simplex->a[0], .b = simplex->b[0]}};
    if (is_stale(match, simplex)) {
        renew(f, match, simplex, &c.along);
    }
    approach(f, match, slack, simplex, &c);
    if (c.distance > 0.0 && (shape_climbs(match->a) || shape_climbs(match->b))) {
        c.along = apart_along(f, match, c.along.normal, c.along.a, c.along.b);
    }
    c.apart = c.along.now > 0.0;
    return c;
}

// Distinct points of one side of a simplex; `other` is one that is not the first.
static uint32_t distinct(const uint32_t* index, uint32_t count, uint32_t* other)
{
    uint32_t found = 1;
    for (uint32_t i = 1; i < count; ++i) {
        bool seen = false;
        for (uint32_t j = 0; j < i; ++j) {
            seen = seen || index[j] == index[i];
        }
        if (!seen) {
            ++found;
            *other = index[i];
        }
    }
    return found;
}

// How fast the direction of two edges, ea x eb, turns when they turn at wa and wb. Zero where they are nearly
// parallel or it turns much faster than the bodies do: then it is of no use.
toi_vec3 ti_edge_turn(toi_vec3 ea, toi_vec3 eb, toi_vec3 wa, toi_vec3 wb)
{
    const toi_vec3 none = {0.0, 0.0, 0.0};
    toi_vec3 c = v3_cross(ea, eb);
    double length = v3_length(c);
    if (!(length > 0x1p-20 * v3_length(ea) * v3_length(eb))) {
        return none;
    }
    toi_vec3 rate = v3_add(v3_cross(v3_cross(wa, ea), eb), v3_cross(ea, v3_cross(wb, eb)));
    toi_vec3 n = v3_scale(1.0 / length, c);
    toi_vec3 n_rate = v3_scale(1.0 / length, rate);
    toi_vec3 turn = v3_cross(n, v3_madd(n_rate, -v3_dot(n_rate, n), n));
    return v3_length(turn) < 3.0 * (v3_length(wa) + v3_length(wb)) ? turn : none;
}

// A turn for the direction that the witness suggests: that of the body whose face carries it, or of two
// edges.
toi_vec3 ti_witness_turn(const ti_search* search, const ti_match* match, const ti_simplex* s)
{
    const ti_frame* f = &search->frame;
    toi_vec3 wa = f->spin_a, wb = frame_from_b(f, f->spin_b);
    uint32_t other_a = s->a[0], other_b = s->b[0];
    uint32_t of_a = distinct(s->a, s->count, &other_a), of_b = distinct(s->b, s->count, &other_b);
    if (of_a == 1 && of_b == 1) {
        return v3(0.0, 0.0, 0.0);
    }
    if (of_a == 1 || of_b == 1) {
        return of_a == 1 ? wb : wa;
    }
    if (s->count == 2) {
        return v3_scale(0.5, v3_add(wa, wb));
    }
    if (of_a == 3 || of_b == 3) {
        return of_a == 3 ? wa : wb;
    }
    toi_vec3 ea = v3_sub(shape_point(match->a, other_a), shape_point(match->a, s->a[0]));
    toi_vec3 eb = v3_sub(shape_point(match->b, other_b), shape_point(match->b, s->b[0]));
    return ti_edge_turn(ea, frame_from_b(f, eb), wa, wb);
}
