// Vectors of space in the lanes of vectors: four directions or points at once.

#ifndef TI_MATH_SIMD3_H
#define TI_MATH_SIMD3_H

#include "math/pose.h"
#include "math/simd.h"

// Three vectors of four lanes: a direction or a point in each lane.
typedef struct ti_w3 {
    ti_v4 x, y, z;
} ti_w3;

static inline ti_w3 w3_set(toi_vec3 v)
{
    return (ti_w3){f4_set(v.x), f4_set(v.y), f4_set(v.z)};
}

static inline toi_vec3 w3_lane(ti_w3 v, int i)
{
    return (toi_vec3){v.x[i], v.y[i], v.z[i]};
}

// Point at[i] in lane i.
static inline ti_w3 w3_gather(const toi_vec3* points, const uint32_t at[4])
{
    const double* const p[4] = {&points[at[0]].x, &points[at[1]].x, &points[at[2]].x, &points[at[3]].x};
    ti_w3 v;
    f4_gather3(p, &v.x, &v.y, &v.z);
    return v;
}

static inline ti_v4 w3_dot(ti_w3 a, ti_w3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline ti_w3 w3_cross(ti_w3 a, ti_w3 b)
{
    return (ti_w3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline ti_w3 w3_add(ti_w3 a, ti_w3 b)
{
    return (ti_w3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline ti_w3 w3_sub(ti_w3 a, ti_w3 b)
{
    return (ti_w3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline ti_w3 w3_scale(ti_v4 s, ti_w3 a)
{
    return (ti_w3){s * a.x, s * a.y, s * a.z};
}

static inline ti_w3 w3_select(ti_m4 mask, ti_w3 yes, ti_w3 no)
{
    return (ti_w3){f4_select(mask, yes.x, no.x), f4_select(mask, yes.y, no.y), f4_select(mask, yes.z, no.z)};
}

static inline ti_w3 w3_choose(ti_m4 mask, ti_w3 yes, ti_w3 no)
{
    return (ti_w3){f4_choose(mask, yes.x, no.x), f4_choose(mask, yes.y, no.y), f4_choose(mask, yes.z, no.z)};
}

static inline ti_w3 w3_rotate(const ti_mat3* m, ti_w3 v)
{
    return (ti_w3){w3_dot(w3_set(m->row[0]), v), w3_dot(w3_set(m->row[1]), v), w3_dot(w3_set(m->row[2]), v)};
}

// The bits of xf_point in each lane.
static inline ti_w3 w3_point(const ti_mat3* rotation, toi_vec3 position, ti_w3 v)
{
    return w3_add(w3_rotate(rotation, v), w3_set(position));
}

static inline ti_w3 w3_rotate_back(const ti_mat3* m, ti_w3 v)
{
    ti_w3 r0 = w3_set(m->row[0]), r1 = w3_set(m->row[1]), r2 = w3_set(m->row[2]);
    return (ti_w3){r0.x * v.x + r1.x * v.y + r2.x * v.z, r0.y * v.x + r1.y * v.y + r2.y * v.z,
                   r0.z * v.x + r1.z * v.y + r2.z * v.z};
}

static inline ti_w3 w3_abs(ti_w3 a)
{
    return (ti_w3){f4_abs(a.x), f4_abs(a.y), f4_abs(a.z)};
}

static inline ti_w3 w3_min(ti_w3 a, ti_w3 b)
{
    return (ti_w3){f4_min(a.x, b.x), f4_min(a.y, b.y), f4_min(a.z, b.z)};
}

static inline ti_w3 w3_max(ti_w3 a, ti_w3 b)
{
    return (ti_w3){f4_max(a.x, b.x), f4_max(a.y, b.y), f4_max(a.z, b.z)};
}

// Unit length, and turned to the side of `towards`. A zero vector stays zero.
static inline ti_w3 w3_unit_towards(ti_w3 n, ti_w3 towards)
{
    ti_v4 length = f4_sqrt(w3_dot(n, n));
    ti_m4 some = (ti_m4)(length > f4_set(0.0));
    ti_v4 inverse = f4_flip(f4_set(1.0) / f4_select(some, length, f4_set(1.0)), f4_sign(w3_dot(n, towards)));
    return w3_scale(inverse, n);
}

#endif
