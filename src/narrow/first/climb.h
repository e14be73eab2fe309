// The farthest point of a whole body along a direction, by climbing along the edges of its hull.

#ifndef TI_NARROW_FIRST_CLIMB_H
#define TI_NARROW_FIRST_CLIMB_H

#include "narrow/first/shape.h"

// More ties, looks around or edges at a point, and the boxes are the better way.
enum { CLIMB_TIES = 16, CLIMB_LOOKS = 64, CLIMB_EDGES = 128 };

// Steps after which a hint is no longer thought near.
enum { CLIMB_NEAR = 4 };

// The computed m.q of a point, |q| <= 1 in local units, is off by at most 3.1 u |m|, u = 2^-53. Two of them
// that differ by more than this times the sum of the magnitudes of m's coordinates differ in fact; that has
// room for the rounding of their difference.
#define CLIMB_SURE (8.0 * 0x1p-53)

// An error bound of the computed m.(q - p) over the sum of the magnitudes of its products: each product
// passes a rounded difference, its own rounding and at most two sums, four factors 1 + r with |r| <= u, and
// the sum of the magnitudes as many. What underflow adds is far below CLIMB_UNDERFLOW.
#define CLIMB_BOUND (4.0000001 * 0x1p-53)
#define CLIMB_UNDERFLOW 0x1p-900

static inline bool shape_climbs(const ti_shape* s)
{
    return s->count > TI_PATCH_POINTS && s->mesh->support.neighbor_first != NULL;
}

// m.q of four neighbours: neighbors[i] and the three after it.
static inline ti_v4 neighbor_values(const ti_shape* s, toi_vec3 m, uint32_t i)
{
    const uint16_t* q = &s->mesh->support.neighbors[i];
    ti_v4 x = {s->x[q[0]], s->x[q[1]], s->x[q[2]], s->x[q[3]]};
    ti_v4 y = {s->y[q[0]], s->y[q[1]], s->y[q[2]], s->y[q[3]]};
    ti_v4 z = {s->z[q[0]], s->z[q[1]], s->z[q[2]], s->z[q[3]]};
    return (x * f4_set(m.x) + y * f4_set(m.y)) + z * f4_set(m.z);
}

// The neighbour of a point that seems farthest along m.
static inline ti_farthest highest_neighbor(const ti_shape* s, toi_vec3 m, uint32_t p)
{
    const ti_support* support = &s->mesh->support;
    uint32_t begin = support->neighbor_first[p], end = support->neighbor_first[p + 1];
    ti_v4 best = neighbor_values(s, m, begin);
    ti_m4 at = {0, 1, 2, 3}, current = at;
    for (uint32_t i = begin + 4; i < end; i += 4) {
        ti_v4 value = neighbor_values(s, m, i);
        current += (ti_m4){4, 4, 4, 4};
        ti_m4 better = (ti_m4)(value > best);
        best = f4_select(better, value, best);
        at = (ti_m4)f4_select(better, (ti_v4)current, (ti_v4)at);
    }
    ti_farthest found = largest_lane(best, at);
    return (ti_farthest){found.value, support->neighbors[begin + found.index]};
}

// A first point for a climb: down the boxes that reach farthest, without a look at the others.
static inline uint32_t start_of_climb(const ti_shape* s, toi_vec3 m)
{
    const ti_node* node = &s->mesh->tree.nodes[1];
    for (;;) {
        ti_v4 bound = bound_boxes(node, m);
        for (uint32_t i = 0; i < TI_TREE_WIDTH; ++i) {
            bound[i] = node->point[i] < node->point[i + 1] ? bound[i] : -HUGE_VAL;
        }
        uint32_t i = lane_of_largest(bound);
        if (node->point[i] == node->point[i + 1]) { // m is no number
            return 0;
        }
        if (node->child[i] == TI_NONE) {
            return node->point[i];
        }
        node = &s->mesh->tree.nodes[node->child[i]];
    }
}

// The higher of a point of a climb and the start that the boxes give: for a hint that turned out to be far
// away.
static inline ti_farthest higher_start(const ti_shape* s, toi_vec3 m, ti_farthest at)
{
    uint32_t start = start_of_climb(s, m);
    double value = value_at(s, m, start);
    return value > at.value ? (ti_farthest){value, start} : at;
}

// A point at which no neighbour seems higher, and the highest of them.
typedef struct ti_top {
    ti_farthest at;
    double next;
    bool found; // false: the way is too long, and the boxes are the better one
} ti_top;

static inline ti_top climb(const ti_shape* s, toi_vec3 m, uint32_t hint)
{
    uint32_t start = hint != 0 ? hint : start_of_climb(s, m);
    ti_farthest at = {value_at(s, m, start), start};
    for (uint32_t steps = 1; steps * steps <= 16 * s->count; ++steps) {
        ti_farthest up = highest_neighbor(s, m, at.index);
        if (!(up.value > at.value)) {
            return (ti_top){at, up.value, true};
        }
        at = steps == CLIMB_NEAR && hint != 0 ? higher_start(s, m, up) : up;
    }
    return (ti_top){.found = false};
}

// Whether m.(q - p) is surely positive, surely negative, or neither (a tie).
typedef struct ti_rise {
    double value, error;
} ti_rise;

static inline ti_rise rise_along(const ti_shape* s, toi_vec3 m, uint32_t p, uint32_t q)
{
    double x = m.x * (s->x[q] - s->x[p]), y = m.y * (s->y[q] - s->y[p]), z = m.z * (s->z[q] - s->z[p]);
    return (ti_rise){(x + y) + z, CLIMB_BOUND * ((fabs(x) + fabs(y)) + fabs(z)) + CLIMB_UNDERFLOW};
}

// The points of a climb from which no edge surely rises.
typedef struct ti_summit {
    uint32_t point[CLIMB_TIES];
    uint32_t count;
} ti_summit;

static inline bool summit_has(const ti_summit* summit, uint32_t point)
{
    for (uint32_t i = 0; i < summit->count; ++i) {
        if (summit->point[i] == point) {
            return true;
        }
    }
    return false;
}

// Looks at the edges of a member: the end of one that surely rises out of the summit, or TI_NONE if there is
// none; then the ends of ties are added to the summit, whose count exceeds CLIMB_TIES where there are too
// many. Ties are not transitive, so an edge between two members may well rise. `sure`: values that differ by
// more differ in fact.
static inline uint32_t look_around(const ti_shape* s, toi_vec3 m, uint32_t p, double sure, ti_summit* summit)
{
    const ti_support* support = &s->mesh->support;
    uint32_t begin = support->neighbor_first[p], end = support->neighbor_first[p + 1];
    ti_v4 low = f4_set(value_at(s, m, p) - sure);
    if (end - begin > CLIMB_EDGES) {
        summit->count = CLIMB_TIES + 1;
        return TI_NONE;
    }
    for (uint32_t i = begin; i < end; i += 4) {
        int near = m4_bits(~(ti_m4)(neighbor_values(s, m, i) < low));
        for (uint32_t k = 0; near >> k != 0; ++k) {
            uint32_t q = support->neighbors[i + k];
            if (!(near >> k & 1) || summit_has(summit, q)) {
                continue;
            }
            ti_rise r = rise_along(s, m, p, q);
            if (r.value > r.error) {
                return q;
            }
            if (r.value < -r.error) {
                continue;
            }
            if (summit->count == CLIMB_TIES) {
                summit->count = CLIMB_TIES + 1;
                return TI_NONE;
            }
            summit->point[summit->count++] = q;
        }
    }
    return TI_NONE;
}

static inline ti_farthest best_of_summit(const ti_shape* s, toi_vec3 m, const ti_summit* summit)
{
    ti_farthest best = {0.0, TI_NONE};
    for (uint32_t i = 0; i < summit->count; ++i) {
        uint32_t p = summit->point[i];
        double value = value_at(s, m, p);
        if (best.index == TI_NONE || value > best.value || (value == best.value && p < best.index)) {
            best = (ti_farthest){value, p};
        }
    }
    return best;
}

// Spreads from a point over ties, and from a higher one where that is found.
static inline ti_farthest farthest_of_ties(const ti_shape* s, toi_vec3 m, uint32_t top, double sure)
{
    ti_summit summit = {{top}, 1};
    uint32_t looked = 0, looks = 0;
    while (looked < summit.count && summit.count <= CLIMB_TIES && looks < CLIMB_LOOKS) {
        uint32_t up = look_around(s, m, summit.point[looked], sure, &summit);
        ++looked;
        ++looks;
        if (up != TI_NONE) {
            summit.point[0] = up;
            summit.count = 1;
            looked = 0;
        }
    }
    return looked < summit.count ? farthest_of_tree(s, m, summit.point[0]) : best_of_summit(s, m, &summit);
}

// Climbs from the hint to a point without a rising edge, and spreads from there over ties. If every edge
// that leaves the set so found surely falls, the exact maximum is in the set: let w be a member of largest
// exact m.w. None of its edges rises, and the hull lies in the cone at w that these edges span, so w is a
// farthest point. Only where all facets at w are in one plane that m is normal to do the edges not span the
// cone; then all these edges are ties, so are those that follow over the whole face, and at a corner of the
// face the cone is spanned. Points that differ by less than rounding can tell stay ties, so nothing is taken
// on trust. Where the ties are too many or the way is too long the boxes decide.
static inline ti_farthest farthest_by_climbing(const ti_shape* s, toi_vec3 m, uint32_t hint)
{
    ti_top top = climb(s, m, hint);
    if (!top.found) {
        return farthest_of_tree(s, m, hint);
    }
    double sure = CLIMB_SURE * ((fabs(m.x) + fabs(m.y)) + fabs(m.z)) + CLIMB_UNDERFLOW;
    return top.next < top.at.value - sure ? top.at : farthest_of_ties(s, m, top.at.index, sure);
}

static inline ti_farthest farthest_of_many(const ti_shape* s, toi_vec3 m, uint32_t hint)
{
    return shape_climbs(s) ? farthest_by_climbing(s, m, hint) : farthest_of_tree(s, m, hint);
}

// Farthest point along n, a direction in the axes of the body; `value` is in units of the pair. A hint of
// zero knows nothing.
static inline ti_farthest shape_farthest(const ti_shape* s, toi_vec3 n, uint32_t hint)
{
    toi_vec3 m = v3_scale(s->scale, n);
    if (s->count <= TI_PATCH_POINTS) {
        return farthest_of_run(s, 0, s->count, m);
    }
    return farthest_of_many(s, m, hint);
}

// The same without proof: where points are tied to rounding another may be farther.
static inline ti_farthest shape_far(const ti_shape* s, toi_vec3 n, uint32_t hint)
{
    toi_vec3 m = v3_scale(s->scale, n);
    if (s->count <= TI_PATCH_POINTS) {
        return farthest_of_run(s, 0, s->count, m);
    }
    if (!shape_climbs(s)) {
        return farthest_of_tree(s, m, hint);
    }
    ti_top top = climb(s, m, hint);
    return top.found ? top.at : farthest_of_tree(s, m, hint);
}

#endif
