// Vectors and quaternions in long double, for truth that owes nothing to src/math.

#ifndef TOI_TESTS_REAL_H
#define TOI_TESTS_REAL_H

#include "toi/types.h"

#include <math.h>

typedef long double real;

typedef struct rvec {
    real x, y, z;
} rvec;

typedef struct rquat {
    real w, x, y, z;
} rquat;

// Rows of a matrix.
typedef struct rmat {
    rvec row[3];
} rmat;

static inline real r_min(real a, real b)
{
    return a < b ? a : b;
}

static inline real r_max(real a, real b)
{
    return a > b ? a : b;
}

static inline rvec r3(real x, real y, real z)
{
    return (rvec){x, y, z};
}

static inline rvec r3_wide(toi_vec3 a)
{
    return (rvec){(real)a.x, (real)a.y, (real)a.z};
}

static inline toi_vec3 r3_round(rvec a)
{
    return (toi_vec3){(double)a.x, (double)a.y, (double)a.z};
}

static inline rvec r3_add(rvec a, rvec b)
{
    return (rvec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline rvec r3_sub(rvec a, rvec b)
{
    return (rvec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline rvec r3_scale(real s, rvec a)
{
    return (rvec){s * a.x, s * a.y, s * a.z};
}

static inline real r3_dot(rvec a, rvec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline rvec r3_cross(rvec a, rvec b)
{
    return (rvec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline real r3_length(rvec a)
{
    return sqrtl(r3_dot(a, a));
}

static inline rvec r3_unit(rvec a)
{
    return r3_scale(1.0L / r3_length(a), a);
}

// Any vector that is not along a.
static inline rvec r3_across(rvec a)
{
    rvec b = fabsl(a.x) < fabsl(a.y) ? r3(1.0L, 0.0L, 0.0L) : r3(0.0L, 1.0L, 0.0L);
    return r3_cross(a, b);
}

static inline rquat rq_wide(toi_quat q)
{
    rquat a = {(real)q.w, (real)q.x, (real)q.y, (real)q.z};
    real n = sqrtl(a.w * a.w + a.x * a.x + a.y * a.y + a.z * a.z);
    return (rquat){a.w / n, a.x / n, a.y / n, a.z / n};
}

static inline rquat rq_conjugate(rquat q)
{
    return (rquat){q.w, -q.x, -q.y, -q.z};
}

static inline rquat rq_mul(rquat a, rquat b)
{
    rvec va = {a.x, a.y, a.z}, vb = {b.x, b.y, b.z};
    rvec v = r3_add(r3_add(r3_scale(a.w, vb), r3_scale(b.w, va)), r3_cross(va, vb));
    return (rquat){a.w * b.w - r3_dot(va, vb), v.x, v.y, v.z};
}

static inline rquat rq_axis_angle(rvec unit, real angle)
{
    real s = sinl(0.5L * angle);
    return (rquat){cosl(0.5L * angle), s * unit.x, s * unit.y, s * unit.z};
}

// q v q* - v, so that small turns of long arms lose nothing.
static inline rvec rq_turn_change(rquat q, rvec v)
{
    rvec u = {q.x, q.y, q.z}, once = r3_scale(2.0L, r3_cross(u, v));
    return r3_add(r3_scale(q.w, once), r3_cross(u, once));
}

static inline rvec rq_turn(rquat q, rvec v)
{
    return r3_add(v, rq_turn_change(q, v));
}

static inline rmat rm_from_quat(rquat q)
{
    rvec x = rq_turn(q, r3(1.0L, 0.0L, 0.0L)), y = rq_turn(q, r3(0.0L, 1.0L, 0.0L));
    rvec z = rq_turn(q, r3(0.0L, 0.0L, 1.0L));
    return (rmat){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}

static inline rvec rm_apply(const rmat* m, rvec v)
{
    return (rvec){r3_dot(m->row[0], v), r3_dot(m->row[1], v), r3_dot(m->row[2], v)};
}

#endif
