// Motions evaluated in long double by other formulas than those of src/motion: rotation matrices by the
// series of the exponential, screws by their axis, quaternions by slerp and nlerp themselves. And random
// motions.

#ifndef TOI_TESTS_MOTION_REFERENCE_H
#define TOI_TESTS_MOTION_REFERENCE_H

#include "cmocka_toi.h"

#include "motion/path.h"

typedef long double real;

typedef struct vec {
    real x, y, z;
} vec;

typedef struct quat {
    real w, x, y, z;
} quat;

static inline vec wide(toi_vec3 a)
{
    return (vec){(real)a.x, (real)a.y, (real)a.z};
}

static inline vec add(vec a, vec b)
{
    return (vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vec times(real s, vec a)
{
    return (vec){s * a.x, s * a.y, s * a.z};
}

static inline vec sub(vec a, vec b)
{
    return add(a, times(-1.0L, b));
}

static inline vec cross(vec a, vec b)
{
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline real dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline real length(vec a)
{
    return sqrtl(dot(a, a));
}

static inline vec unit(vec a)
{
    real size = fmaxl(fabsl(a.x), fmaxl(fabsl(a.y), fabsl(a.z)));
    a = times(1.0L / size, a);
    return times(1.0L / length(a), a);
}

// exp(W) v - v by the series of the exponential, W = [w]x, in steps so that the series is short. As a
// difference, so that far axes lose nothing.
static inline vec turn_by_series(vec w, vec v)
{
    int parts = 1 + (int)(4.0L * length(w));
    vec step = times(1.0L / parts, w), change = {0.0L, 0.0L, 0.0L};
    for (int i = 0; i < parts; ++i) {
        vec term = add(v, change);
        for (int k = 1; k <= 16; ++k) {
            term = times(1.0L / k, cross(step, term));
            change = add(change, term);
        }
    }
    return change;
}

// The matrix polynomial of m3_from_quat in real numbers: v + 2 w (a x v) + 2 a x (a x v).
static inline vec rotate_by_polynomial(toi_quat q, vec v)
{
    vec a = {(real)q.x, (real)q.y, (real)q.z};
    vec once = cross(a, v);
    // a x (a x v) is a (a.v) - v (a.a), which is what the polynomial has, whatever the length of q.
    return add(v, add(times(2.0L * (real)q.w, once), times(2.0L, cross(a, once))));
}

static inline quat widen(toi_quat q)
{
    quat a = {(real)q.w, (real)q.x, (real)q.y, (real)q.z};
    real n = sqrtl(a.w * a.w + a.x * a.x + a.y * a.y + a.z * a.z);
    return (quat){a.w / n, a.x / n, a.y / n, a.z / n};
}

// Shortest rotation vector from q0 to q1, by the four coordinates of the product.
static inline vec rotation_vector(toi_quat from, toi_quat to)
{
    quat a = widen(to), b = widen(from);
    real w = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
    vec va = {a.x, a.y, a.z}, vb = {b.x, b.y, b.z};
    vec v = sub(sub(times(b.w, va), times(a.w, vb)), cross(va, vb));
    if (w < 0.0L) {
        v = times(-1.0L, v);
        w = -w;
    }
    real n = length(v);
    return n == 0.0L ? (vec){0, 0, 0} : times(2.0L * asinl(fminl(n, 1.0L)) / n, v);
}

// Angles above a right angle lose digits in asin; there the half angle comes from its cosine.
static inline vec rotation_vector_exact(toi_quat from, toi_quat to)
{
    vec v = rotation_vector(from, to);
    if (length(v) < 1.5L) {
        return v;
    }
    quat a = widen(to), b = widen(from);
    real w = fabsl(a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z);
    return times(2.0L * acosl(w), unit(v));
}

static inline vec join_by_screw(const toi_motion* m, vec w, vec start, real u)
{
    vec p0 = wide(m->pose.position), d = sub(wide(m->end.position), p0);
    real th = length(w);
    vec n = unit(w), along = times(dot(d, n), n), across = sub(d, along);
    // A point of the axis, from the start position: across/2 + n x across cot(th/2)/2.
    vec c = add(times(0.5L, across), times(0.5L / tanl(0.5L * th), cross(n, across)));
    return add(add(add(p0, start), turn_by_series(times(u, w), sub(start, c))), times(u, along));
}

static inline vec join(const toi_motion* m, const ti_path* path, vec v, real u)
{
    toi_quat q0 = path->start.quaternion, q1 = ti_pose_unit(m->end).quaternion;
    vec w = rotation_vector_exact(q0, q1), start = rotate_by_polynomial(q0, v);
    vec p0 = wide(m->pose.position), d = sub(wide(m->end.position), p0);
    real th = length(w);
    if (m->path == TOI_PATH_SCREW && th > 1e-18L) {
        return join_by_screw(m, w, start, u);
    }
    real turned = u;
    if (m->path == TOI_PATH_NLERP && th > 0.0L) {
        real h = 0.5L * th;
        turned = 2.0L * atan2l(u * sinl(h), 1.0L - u + u * cosl(h)) / th;
    }
    return add(add(add(p0, start), times(u, d)), turn_by_series(times(turned, w), start));
}

// World point of v at t by the formulas of the public header, written with axes and centres.
static inline vec reference(const toi_motion* m, const ti_path* path, vec v, real t)
{
    vec p = wide(m->pose.position), start = rotate_by_polynomial(path->start.quaternion, v);
    switch (m->kind) {
    case TOI_MOTION_TRANSLATION:
        return add(add(p, start), times(t, wide(m->by)));
    case TOI_MOTION_ROTATION:
    case TOI_MOTION_SCREW: {
        vec n = unit(wide(m->axis)), arm = add(sub(p, wide(m->point)), start);
        vec x = add(add(p, start), turn_by_series(times(t * (real)m->angle, n), arm));
        return m->kind == TOI_MOTION_ROTATION ? x : add(x, times(t * (real)m->advance, n));
    }
    case TOI_MOTION_SPIN: {
        vec n = unit(wide(m->axis)), center = rotate_by_polynomial(path->start.quaternion, wide(m->point));
        vec arm = sub(start, center);
        return add(add(add(p, start), times(t, wide(m->by))),
                   turn_by_series(times(t * (real)m->angle, n), arm));
    }
    case TOI_MOTION_BETWEEN:
        return join(m, path, v, t);
    case TOI_MOTION_STATIC:
    case TOI_MOTION_KEYFRAMES:
    case TOI_MOTION_MOVES:
    case TOI_MOTION_RATIONAL:
    case TOI_MOTION_VERTICES:
        break;
    }
    return add(p, start);
}

// The magnitude L of the rounding bound, for the point v.
static inline double magnitude(const ti_path* path, toi_vec3 v)
{
    double duration = path->t1 - path->t0, th = v3_length(path->turn) * duration;
    double orbit = v3_length(path->orbit) * duration;
    double k = v3_length(v3_cross(path->turn, path->orbit)) * duration * duration;
    double turned = v3_length(v) * (1.0 + fmin(th, 1.0) + fmin(0.5 * th * th, 2.0));
    double arc = th > 0.0 ? fmin(0.5 * k, 2.0 * k / (th * th)) : 0.5 * k;
    return (1.0 + th) * (turned + v3_length(path->start.position) + orbit + arc +
                         duration * (v3_length(path->drift) + path->lever));
}

// ---- random motions

static inline double random_size(test_random* random, double least, double most)
{
    return exp(random_between(random, log(least), log(most)));
}

// One number a statement: the order of evaluation within an initialiser differs between compilers.
static inline toi_vec3 random_direction(test_random* random)
{
    double x = random_between(random, -1, 1);
    double y = random_between(random, -1, 1);
    double z = random_between(random, -1, 1);
    toi_vec3 a = {x, y, z};
    return v3_length(a) > 0.1 ? a : (toi_vec3){0.0, 1.0, 0.0};
}

static inline toi_vec3 random_vector(test_random* random, double least, double most)
{
    double size = random_size(random, least, most);
    return v3_scale(size, random_direction(random));
}

static inline toi_quat random_quaternion(test_random* random)
{
    double w = random_between(random, -1, 1);
    toi_vec3 a = random_direction(random);
    return (toi_quat){w, a.x, a.y, a.z};
}

static inline toi_pose random_pose(test_random* random, double least, double most)
{
    toi_vec3 position = random_vector(random, least, most);
    return (toi_pose){position, random_quaternion(random)};
}

static inline double random_angle(test_random* random)
{
    switch (random_below(random, 4)) {
    case 0:
        return random_size(random, 1e-12, 1e-3);
    case 1:
        return 3.141592653589793 - random_size(random, 1e-9, 1e-3);
    case 2:
        return random_between(random, -9.5, 9.5);
    default:
        return random_between(random, 0.0, 3.1415);
    }
}

// The quaternion of a turn by angle after q.
static inline toi_quat turned_by(toi_quat q, toi_vec3 axis, double angle)
{
    real h = 0.5L * (real)angle, s = sinl(h);
    vec n = unit(wide(axis));
    toi_quat r = {(double)cosl(h), (double)(s * n.x), (double)(s * n.y), (double)(s * n.z)};
    return q_mul(r, q);
}

static inline toi_motion random_motion(test_random* random)
{
    toi_motion m = {.kind = (toi_motion_kind)(1 + random_below(random, 5))};
    m.path = (toi_path)random_below(random, 3);
    m.pose = random_pose(random, 1e-6, 1e9);
    m.point = random_vector(random, 1e-6, 1e9);
    m.axis = random_vector(random, 1e-9, 1e9);
    m.angle = random_angle(random);
    m.by = random_vector(random, 1e-6, 1e6);
    m.advance = random_size(random, 1e-6, 1e6);
    m.advance *= random_between(random, -1.0, 1.0);
    double turn = fmod(fabs(random_angle(random)), 3.1415926);
    m.end.quaternion = turned_by(m.pose.quaternion, random_direction(random), turn);
    m.end.position = v3_add(m.pose.position, random_vector(random, 1e-6, 1e6));
    if (random_below(random, 8) == 0) {
        // A point of the axis that is far away along the axis.
        m.point = v3_madd(m.pose.position, 1e6, m.axis);
    }
    return m;
}

#endif
