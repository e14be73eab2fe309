// Vectors, turns and 3 x 3 matrices: what a simulation needs beside the types of toi.

#ifndef SAMPLES_VEC_H
#define SAMPLES_VEC_H

#include <math.h>
#include <toi/types.h>

// A 3 x 3 matrix by rows.
typedef struct mat3 {
    toi_vec3 row[3];
} mat3;

static inline toi_vec3 v3(double x, double y, double z)
{
    return (toi_vec3){x, y, z};
}

static inline toi_vec3 v3_add(toi_vec3 a, toi_vec3 b)
{
    return v3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline toi_vec3 v3_sub(toi_vec3 a, toi_vec3 b)
{
    return v3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline toi_vec3 v3_scale(toi_vec3 a, double s)
{
    return v3(a.x * s, a.y * s, a.z * s);
}

// a + s b
static inline toi_vec3 v3_madd(toi_vec3 a, double s, toi_vec3 b)
{
    return v3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline double v3_dot(toi_vec3 a, toi_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline toi_vec3 v3_cross(toi_vec3 a, toi_vec3 b)
{
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double v3_length(toi_vec3 a)
{
    return sqrt(v3_dot(a, a));
}

static inline double v3_distance(toi_vec3 a, toi_vec3 b)
{
    return v3_length(v3_sub(a, b));
}

// Of unit length; zero stays zero.
static inline toi_vec3 v3_unit(toi_vec3 a)
{
    double length = v3_length(a);
    return length > 0.0 ? v3_scale(a, 1.0 / length) : a;
}

// Some unit vector at a right angle to a unit vector.
static inline toi_vec3 v3_perpendicular(toi_vec3 n)
{
    toi_vec3 other = fabs(n.x) < 0.6 ? v3(1.0, 0.0, 0.0) : v3(0.0, 1.0, 0.0);
    return v3_unit(v3_cross(n, other));
}

// Without the part of `a` that goes along the unit vector `n`, where it goes along and not against it.
static inline toi_vec3 v3_not_into(toi_vec3 a, toi_vec3 n)
{
    return v3_madd(a, -fmax(v3_dot(a, n), 0.0), n);
}

static inline toi_quat q_multiply(toi_quat a, toi_quat b)
{
    return (toi_quat){
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

static inline toi_quat q_conjugate(toi_quat q)
{
    return (toi_quat){q.w, -q.x, -q.y, -q.z};
}

static inline toi_quat q_unit(toi_quat q)
{
    double s = 1.0 / sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (toi_quat){q.w * s, q.x * s, q.y * s, q.z * s};
}

static inline toi_vec3 q_rotate(toi_quat q, toi_vec3 v)
{
    toi_vec3 u = v3(q.x, q.y, q.z);
    toi_vec3 t = v3_scale(v3_cross(u, v), 2.0);
    return v3_add(v3_madd(v, q.w, t), v3_cross(u, t));
}

static inline toi_vec3 q_unrotate(toi_quat q, toi_vec3 v)
{
    return q_rotate(q_conjugate(q), v);
}

// The rotation that takes the coordinate axes to three unit vectors at right angles, right-handed.
static inline toi_quat q_from_axes(toi_vec3 x, toi_vec3 y, toi_vec3 z)
{
    // One of the four is at least 1/2; the others follow from it.
    double w = 1.0 + x.x + y.y + z.z, i = 1.0 + x.x - y.y - z.z, j = 1.0 - x.x + y.y - z.z;
    if (w >= 1.0) {
        return q_unit((toi_quat){w, y.z - z.y, z.x - x.z, x.y - y.x});
    }
    if (i >= 1.0) {
        return q_unit((toi_quat){y.z - z.y, i, x.y + y.x, z.x + x.z});
    }
    if (j >= 1.0) {
        return q_unit((toi_quat){z.x - x.z, x.y + y.x, j, y.z + z.y});
    }
    return q_unit((toi_quat){x.y - y.x, z.x + x.z, y.z + z.y, 1.0 - x.x - y.y + z.z});
}

static inline mat3 m3_from_quat(toi_quat q)
{
    toi_vec3 x = q_rotate(q, v3(1.0, 0.0, 0.0));
    toi_vec3 y = q_rotate(q, v3(0.0, 1.0, 0.0));
    toi_vec3 z = q_rotate(q, v3(0.0, 0.0, 1.0));
    return (mat3){{v3(x.x, y.x, z.x), v3(x.y, y.y, z.y), v3(x.z, y.z, z.z)}};
}

static inline toi_vec3 m3_apply(const mat3* m, toi_vec3 v)
{
    return v3(v3_dot(m->row[0], v), v3_dot(m->row[1], v), v3_dot(m->row[2], v));
}

// The matrix that is `diagonal` along the axes that the rotation turns the coordinate axes to.
static inline mat3 m3_turned_diagonal(toi_quat q, toi_vec3 diagonal)
{
    mat3 r = m3_from_quat(q);
    mat3 m;
    for (int i = 0; i < 3; ++i) {
        toi_vec3 s = v3(r.row[i].x * diagonal.x, r.row[i].y * diagonal.y, r.row[i].z * diagonal.z);
        m.row[i] = m3_apply(&r, s);
    }
    return m;
}

// x with m x = v, for an m that is not singular.
static inline toi_vec3 m3_solve(const mat3* m, toi_vec3 v)
{
    toi_vec3 a = m->row[0], b = m->row[1], c = m->row[2];
    toi_vec3 bc = v3_cross(b, c), ca = v3_cross(c, a), ab = v3_cross(a, b);
    double s = 1.0 / v3_dot(a, bc);
    return v3_scale(v3_add(v3_add(v3_scale(bc, v.x), v3_scale(ca, v.y)), v3_scale(ab, v.z)), s);
}

#endif
