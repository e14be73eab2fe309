// Closest points of two polytopes at one time, by the method of Gilbert, Johnson and Keerthi.

#include "narrow/boxes/polytope_state.h"

enum { MOST_STEPS = 64 };

// What is left of a distance once no more is gained, relative to it.
static const double GAIN = 1e-12;

// Far above the rounding of vertices, and of a share of the size of both.
static const double FLAT = 1e-14;

// How much each corner of a simplex around the origin counts.
static void weigh(const ti_simplex* s, toi_vec3 nearest, double weight[4])
{
    weight[3] = 0.0;
    if (s->count < 4) {
        sx_weights(s, nearest, weight);
        return;
    }
    static const int face[4][3] = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};
    double sum = 0.0;
    for (int i = 0; i < 4; ++i) {
        toi_vec3 p = s->w[face[i][0]], q = s->w[face[i][1]], r = s->w[face[i][2]];
        weight[i] = fabs(v3_dot(p, v3_cross(q, r)));
        sum += weight[i];
    }
    for (int i = 0; i < 4; ++i) {
        weight[i] = sum > 0.0 ? weight[i] / sum : 0.25;
    }
}

// Weights that rounding makes negative are none.
static void keep_inside(uint32_t count, double weight[4])
{
    double sum = 1.0;
    for (uint32_t i = 0; i < count; ++i) {
        if (weight[i] < 0.0) {
            sum -= weight[i];
            weight[i] = 0.0;
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        weight[i] /= sum;
    }
}

static void set_points(const ti_polytope_pair* pair, toi_vec3 nearest, ti_polytope_state* s)
{
    double weight[4];
    weigh(&s->simplex, nearest, weight);
    keep_inside(s->simplex.count, weight);
    s->in_a = s->in_b = v3(0.0, 0.0, 0.0);
    for (uint32_t i = 0; i < s->simplex.count; ++i) {
        s->in_a = v3_madd(s->in_a, weight[i], pair->a->vertices[s->simplex.a[i]]);
        s->in_b = v3_madd(s->in_b, weight[i], pair->b->vertices[s->simplex.b[i]]);
    }
}

// Whether four corners are in a plane, up to the rounding of bodies of that size: then it would be chance
// whether a point off that plane is in their simplex.
static bool is_flat(const ti_simplex* s, double size)
{
    toi_vec3 u = v3_sub(s->w[1], s->w[0]), v = v3_sub(s->w[2], s->w[0]), w = v3_sub(s->w[3], s->w[0]);
    toi_vec3 n = v3_cross(u, v);
    return fabs(v3_dot(n, w)) <= FLAT * size * v3_length(n);
}

// Of a simplex that is flat the closest point is that of one of its sides.
static bool reduce_to_side(ti_simplex* s, ti_nearest* out)
{
    const ti_simplex all = *s;
    out->distance2 = HUGE_VAL;
    for (int i = 0; i < 4; ++i) {
        ti_simplex side = all;
        ti_nearest nearest;
        side.a[i] = all.a[3];
        side.b[i] = all.b[3];
        side.w[i] = all.w[3];
        side.count = 3;
        sx_reduce(&side, &nearest);
        if (nearest.distance2 < out->distance2) {
            *out = nearest;
            *s = side;
        }
    }
    return out->distance2 > 0.0;
}

void ti_polytope_state_closest(const ti_polytope_pair* pair, bool flat, ti_polytope_state* s)
{
    toi_vec3 v = v3_dot(s->place.offset, s->place.offset) > 0.0 ? s->place.offset : v3(1.0, 0.0, 0.0);
    ti_nearest nearest = {v, HUGE_VAL, 0};
    s->apart = true;
    s->simplex.count = 0;
    double size = v3_length(pair->a->half) + v3_length(pair->b->half) + v3_length(s->place.offset);
    for (int step = 0; step < MOST_STEPS; ++step) {
        double most;
        uint32_t a = ti_farthest_vertex(pair->a, v, &most);
        uint32_t b = ti_farthest_vertex(pair->b, v3_negate(ti_turn_normal(s->place.row, v)), &most);
        toi_vec3 w = v3_sub(ti_place_to_a(&s->place, pair->b->vertices[b]), pair->a->vertices[a]);
        if (step > 0 && (!(v3_dot(v, w) < nearest.distance2 * (1.0 - GAIN)) || sx_holds(&s->simplex, a, b))) {
            break;
        }
        uint32_t at = s->simplex.count++;
        s->simplex.a[at] = a;
        s->simplex.b[at] = b;
        s->simplex.w[at] = w;
        bool side = s->simplex.count == 4 && (flat || is_flat(&s->simplex, size));
        if (!(side ? reduce_to_side : sx_reduce)(&s->simplex, &nearest)) {
            s->apart = false;
            nearest.point = v3(0.0, 0.0, 0.0);
            break;
        }
        v = nearest.point;
    }
    s->direction = v;
    set_points(pair, nearest.point, s);
}

void ti_polytope_state_reduce(const ti_polytope_pair* pair, ti_polytope_state* s)
{
    ti_nearest nearest = {.distance2 = 0.0};
    if (s->simplex.count < 4) {
        sx_reduce(&s->simplex, &nearest);
    }
    set_points(pair, nearest.point, s);
}
