// A link along a direction that turns: on edges and vertices the direction of the nearest points turns while
// M does, and links along one that stands still or turns with M converge slowly.
//
// With n(alpha) = Rot(Om alpha) n, M at alpha, r and s the points of M and S from the pivot as they stand
// now,
//     f(alpha) >= F(alpha) = min (n + alpha Om x n).s - max (n + alpha (Om x n + n x k)).r - B alpha^2/2
// as each n.x is at least or at most its tangent less or plus B_x alpha^2/2: in the frame that turns with n a
// point of S turns by -Om, its second derivative is at most |Om|^2 |s|, and for M (k - Om)^2 + [k, Om] as
// matrices of cross products, at most (|k - Om|^2 + |k x Om|) |r| (docs/methods/first.md). F is concave, so
// it is at least the floor up to where it is evaluated to be.
//
// Bounds: a value of F errs as f does, with directions of length up to 1 + alpha (|Om| + 1); alpha stays
// below 2 tau <= 4, and |Om| below TI_MOST_TURN, so by at most 16 times that at the very end of such a link.
// It is compared with the floor plus that: see turning_link. B is computed to a few u; 1 + 2^-40 covers
// them.

#ifndef TI_NARROW_TRACE_TURNING_H
#define TI_NARROW_TRACE_TURNING_H

#include "math/scalar.h"
#include "narrow/trace/gap.h"

typedef struct ti_turning {
    const ti_couple* pieces;
    const ti_stand* stand;
    toi_vec3 n, n_rate_s, n_rate_m; // rates of the tangents of points of S and of M
    double offset, offset_s;        // of the pivot: n.pivot, n_rate_s.pivot
    double bend, speed;             // B; |Om| + 1
} ti_turning;

// Faster turning directions are of no use.
static const double TI_MOST_TURN = 3.0;
enum { TI_TURNING_ROUNDS = 8 };

// Largest squared distance of a point from another.
static inline double reach2_of(const ti_points* p, toi_vec3 from)
{
    ti_v4 most = f4_set(0.0);
    for (uint32_t i = 0; i < p->count; i += 4) {
        ti_v4 x = f4_load(p->x + i) - f4_set(from.x), y = f4_load(p->y + i) - f4_set(from.y);
        ti_v4 z = f4_load(p->z + i) - f4_set(from.z);
        most = f4_max(x * x + y * y + z * z, most);
    }
    return f4_hmax(most);
}

// Distinct points of one side of a simplex; `other` is one that is not the first.
static inline uint32_t distinct_corners(const uint32_t* index, uint32_t count, uint32_t* other)
{
    uint32_t found = 1;
    for (uint32_t i = 1; i < count; ++i) {
        bool seen = index[i] == index[0] || (i == 2 && index[2] == index[1]);
        if (!seen) {
            ++found;
            *other = index[i];
        }
    }
    return found;
}

// The part of v across n and, where that is not zero, across an edge.
static inline toi_vec3 across(toi_vec3 v, toi_vec3 n, toi_vec3 edge)
{
    double length2 = v3_dot(edge, edge);
    v = length2 > 0.0 ? v3_madd(v, -v3_dot(v, edge) / length2, edge) : v;
    return v3_madd(v, -v3_dot(v, n), n);
}

// How the direction of the nearest points turns, per radian that M turns. Zero where nothing is known.
static inline toi_vec3 turn_of_witness(const ti_stand* at, const ti_couple* p, toi_vec3 axis,
                                       const ti_seen* seen, const ti_simplex* sx)
{
    const toi_vec3 none = {0.0, 0.0, 0.0};
    uint32_t other_m = sx->a[0], other_s = sx->b[0];
    uint32_t of_m = distinct_corners(sx->a, sx->count, &other_m);
    uint32_t of_s = distinct_corners(sx->b, sx->count, &other_s);
    toi_vec3 n = seen->normal;
    toi_vec3 m = stand_point(at, p->m, sx->a[0]), s = still_point(p->s, sx->b[0]);
    toi_vec3 em = v3_sub(stand_point(at, p->m, other_m), m), es = v3_sub(still_point(p->s, other_s), s);
    if (of_m == 3 || of_s == 3) {
        return none; // a face: the links of fixed directions are right
    }
    if (of_m == 1) { // a vertex of M passes a vertex or an edge: the normal follows its velocity
        toi_vec3 v = v3_negate(v3_cross(axis, v3_sub(m, at->pivot)));
        return v3_scale(1.0 / seen->distance, v3_cross(n, across(v, n, es)));
    }
    if (of_s == 1) { // a vertex of S passes an edge of M: the same as M sees it
        toi_vec3 v = v3_negate(v3_cross(axis, v3_sub(s, at->pivot)));
        return v3_madd(axis, 1.0 / seen->distance, v3_cross(n, across(v, n, em)));
    }
    toi_vec3 c = v3_cross(em, es);
    double length = v3_length(c);
    if (!(length > 0x1p-20 * v3_length(em) * v3_length(es))) {
        return none;
    }
    length = v3_dot(c, n) < 0.0 ? -length : length;
    toi_vec3 rate = v3_scale(1.0 / length, v3_cross(v3_cross(axis, em), es));
    return v3_cross(n, across(rate, n, none));
}

static inline ti_turning turning_of(const ti_stand* at, const ti_couple* p, toi_vec3 axis, toi_vec3 om,
                                    const ti_along* a)
{
    ti_turning t = {.pieces = p, .stand = at, .n = a->normal};
    double om2 = v3_dot(om, om);
    toi_vec3 d = v3_sub(axis, om);
    double reach_s = sqrt(reach2_of(p->s, at->pivot)), reach_m = sqrt(reach2_of(p->m, v3(0.0, 0.0, 0.0)));
    t.bend = (om2 * reach_s + (v3_dot(d, d) + v3_length(v3_cross(axis, om))) * reach_m) * (1.0 + 0x1p-40);
    t.n_rate_s = v3_cross(om, t.n);
    t.n_rate_m = v3_add(t.n_rate_s, v3_cross(t.n, axis));
    t.offset = a->offset;
    t.offset_s = v3_dot(t.n_rate_s, at->pivot);
    t.speed = sqrt(om2) + 1.0;
    return t;
}

// F at alpha, and the tangent of the two points that decide it.
typedef struct ti_tangent {
    double value, now, rate;
} ti_tangent;

static inline ti_tangent tangent_at(const ti_turning* t, double alpha)
{
    toi_vec3 ns = v3_madd(t->n, alpha, t->n_rate_s), nm = v3_madd(t->n, alpha, t->n_rate_m);
    ti_farthest s = ti_farthest_of(t->pieces->s, 0, t->pieces->s->count, v3_negate(ns));
    ti_farthest m = ti_farthest_of(t->pieces->m, 0, t->pieces->m->count, stand_home(t->stand, nm));
    toi_vec3 xs = v3_sub(still_point(t->pieces->s, s.index), t->stand->pivot);
    toi_vec3 xm = v3_sub(stand_point(t->stand, t->pieces->m, m.index), t->stand->pivot);
    ti_tangent out;
    out.value = ((-s.value - (t->offset + alpha * t->offset_s)) - m.value) - 0.5 * t->bend * alpha * alpha;
    out.now = v3_dot(t->n, v3_sub(xs, xm));
    out.rate = v3_dot(t->n_rate_s, xs) - v3_dot(t->n_rate_m, xm);
    return out;
}

// Where `now` + rate alpha - bend alpha^2/2 is down to the target.
static inline double parabola_root(const ti_tangent* t, double bend, double target)
{
    double room = t->now - target, root = sqrt(t->rate * t->rate + 2.0 * bend * room);
    return t->rate < 0.0 ? 2.0 * room / (root - t->rate) : (t->rate + root) / bend;
}

// How far a turning direction leads, as tau; 0 where it does not lead beyond `tau`. Angles are 2 tau here,
// which is more than 2 atan(tau): a safe angle alpha gives tau = alpha/2 <= tan(alpha/2).
static inline double turning_link(const ti_turning* t, double rest, double tau, const ti_zone* zone,
                                  double rounding)
{
    double most = d_min(2.0 * rest, 32.0 * tau), alpha = most;
    for (int round = 0; round < TI_TURNING_ROUNDS && alpha > 2.0 * tau; ++round) {
        ti_tangent at = tangent_at(t, alpha);
        if (at.value >= zone->floor + alpha * t->speed * rounding) {
            return 0.5 * alpha;
        }
        double root = parabola_root(&at, t->bend, zone->target);
        alpha = root < alpha ? root : 0.5 * alpha;
    }
    return 0.0;
}

#endif
