// Quaternions, rotation matrices and poses. xf_point is the one formula that poses a vertex everywhere.

#ifndef TI_MATH_POSE_H
#define TI_MATH_POSE_H

#include "math/vec3.h"

// Rows of a matrix.
typedef struct ti_mat3 {
    toi_vec3 row[3];
} ti_mat3;

static inline toi_quat q_conjugate(toi_quat q)
{
    return (toi_quat){q.w, -q.x, -q.y, -q.z};
}

static inline toi_quat q_mul(toi_quat a, toi_quat b)
{
    return (toi_quat){
        ((a.w * b.w - a.x * b.x) - a.y * b.y) - a.z * b.z,
        ((a.w * b.x + a.x * b.w) + a.y * b.z) - a.z * b.y,
        ((a.w * b.y - a.x * b.z) + a.y * b.w) + a.z * b.x,
        ((a.w * b.z + a.x * b.y) - a.y * b.x) + a.z * b.w,
    };
}

static inline bool q_equal(toi_quat a, toi_quat b)
{
    return a.w == b.w && a.x == b.x && a.y == b.y && a.z == b.z;
}

static inline double q_norm2(toi_quat q)
{
    return ((q.w * q.w + q.x * q.x) + q.y * q.y) + q.z * q.z;
}

// Unit quaternion along q. One whose squared norm is within 2^-50 of 1 is left as it is, so that
// normalising twice changes nothing.
static inline toi_quat q_normalize(toi_quat q)
{
    double norm2 = q_norm2(q);
    if (fabs(norm2 - 1.0) <= 0x1p-50) {
        return q;
    }
    double s = sqrt(norm2);
    return (toi_quat){q.w / s, q.x / s, q.y / s, q.z / s};
}

static inline ti_mat3 m3_from_quat(toi_quat q)
{
    return (ti_mat3){{
        {1.0 - 2.0 * (q.y * q.y + q.z * q.z), 2.0 * (q.x * q.y - q.w * q.z), 2.0 * (q.x * q.z + q.w * q.y)},
        {2.0 * (q.x * q.y + q.w * q.z), 1.0 - 2.0 * (q.x * q.x + q.z * q.z), 2.0 * (q.y * q.z - q.w * q.x)},
        {2.0 * (q.x * q.z - q.w * q.y), 2.0 * (q.y * q.z + q.w * q.x), 1.0 - 2.0 * (q.x * q.x + q.y * q.y)},
    }};
}

// The rotation q v q*/|q|^2 of a quaternion of any norm but zero. To first order, with u = 2^-53: |q|^2 is
// within 4 u and s within 5 u of itself, which moves the matrix by 5 u |R - I| <= 10 u; the entries beside
// the diagonal are within 6 u (|xy| + |wz|) besides, those on it within 6 u (y^2 + z^2) + u, together 13 u in
// the norm of Frobenius: 23 u for the matrix.
static inline ti_mat3 m3_rotation_of(toi_quat q)
{
    double s = 2.0 / q_norm2(q);
    return (ti_mat3){{
        {1.0 - s * (q.y * q.y + q.z * q.z), s * (q.x * q.y - q.w * q.z), s * (q.x * q.z + q.w * q.y)},
        {s * (q.x * q.y + q.w * q.z), 1.0 - s * (q.x * q.x + q.z * q.z), s * (q.y * q.z - q.w * q.x)},
        {s * (q.x * q.z - q.w * q.y), s * (q.y * q.z + q.w * q.x), 1.0 - s * (q.x * q.x + q.y * q.y)},
    }};
}

static inline ti_mat3 m3_transposed(const ti_mat3* m)
{
    return (ti_mat3){{{m->row[0].x, m->row[1].x, m->row[2].x},
                      {m->row[0].y, m->row[1].y, m->row[2].y},
                      {m->row[0].z, m->row[1].z, m->row[2].z}}};
}

static inline toi_vec3 m3_apply(const ti_mat3* m, toi_vec3 v)
{
    return (toi_vec3){v3_dot(m->row[0], v), v3_dot(m->row[1], v), v3_dot(m->row[2], v)};
}

static inline toi_vec3 m3_apply_transposed(const ti_mat3* m, toi_vec3 v)
{
    return (toi_vec3){
        (m->row[0].x * v.x + m->row[1].x * v.y) + m->row[2].x * v.z,
        (m->row[0].y * v.x + m->row[1].y * v.y) + m->row[2].y * v.z,
        (m->row[0].z * v.x + m->row[1].z * v.y) + m->row[2].z * v.z,
    };
}

// a b
static inline ti_mat3 m3_product(const ti_mat3* a, const ti_mat3* b)
{
    ti_mat3 c;
    for (int i = 0; i < 3; ++i) {
        toi_vec3 r = a->row[i];
        c.row[i] = v3_madd(v3_madd(v3_scale(r.x, b->row[0]), r.y, b->row[1]), r.z, b->row[2]);
    }
    return c;
}

// ((R_i0 x + R_i1 y) + R_i2 z) + p_i: the posed doubles, on which start states and face pairs are exact.
static inline toi_vec3 xf_point(const ti_mat3* rotation, toi_vec3 position, toi_vec3 v)
{
    return v3_add(m3_apply(rotation, v), position);
}

#endif
