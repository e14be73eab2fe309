// Fits oriented boxes: a few frames are measured, the box of least surface is rounded to float and then
// checked against every point with a bound on the rounding of the check itself.

#include "bvh/box.h"

#include "core/assert.h"
#include "math/rounding.h"

// Half-axes of a point would be zero. This floor has no effect on anything larger, and its cube is a normal
// double.
static const double thinnest = 0x1p-100;

typedef struct extent {
    double lower[3], upper[3]; // of the coordinates relative to the first point
} extent;

// ---- frames

// One rotation of the cyclic Jacobi method: clears a[p][q] of a symmetric matrix; rows of v gather the
// rotations.
static void rotate_pair(double a[3][3], toi_vec3 v[3], int p, int q)
{
    if (!(fabs(a[p][q]) > 0.0)) {
        return;
    }
    double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    double t = 1.0 / (fabs(theta) + sqrt(theta * theta + 1.0));
    t = theta < 0.0 ? -t : t;
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    double pq = a[p][q];
    int r = 3 - p - q;
    double rp = a[r][p], rq = a[r][q];
    a[p][p] -= t * pq;
    a[q][q] += t * pq;
    a[p][q] = a[q][p] = 0.0;
    a[r][p] = a[p][r] = c * rp - s * rq;
    a[r][q] = a[q][r] = s * rp + c * rq;
    toi_vec3 vp = v[p], vq = v[q];
    v[p] = v3_madd(v3_scale(c, vp), -s, vq);
    v[q] = v3_madd(v3_scale(s, vp), c, vq);
}

static toi_vec3 mean_of(const toi_vec3* points, uint32_t count)
{
    toi_vec3 sum = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < count; ++i) {
        sum = v3_add(sum, v3_sub(points[i], points[0]));
    }
    return v3_madd(points[0], 1.0 / (double)count, sum);
}

static void covariance_of(const toi_vec3* points, uint32_t count, double a[3][3])
{
    toi_vec3 mean = mean_of(points, count);
    double xx = 0.0, xy = 0.0, xz = 0.0, yy = 0.0, yz = 0.0, zz = 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 d = v3_sub(points[i], mean);
        xx += d.x * d.x;
        xy += d.x * d.y;
        xz += d.x * d.z;
        yy += d.y * d.y;
        yz += d.y * d.z;
        zz += d.z * d.z;
    }
    a[0][0] = xx;
    a[1][1] = yy;
    a[2][2] = zz;
    a[0][1] = a[1][0] = xy;
    a[0][2] = a[2][0] = xz;
    a[1][2] = a[2][1] = yz;
}

// The cyclic Jacobi method converges quadratically; ten sweeps are more than 3 x 3 ever needs, and a frame
// that is not quite the principal one only makes a looser box.
void ti_frames_add_principal(ti_frames* frames, const toi_vec3* points, uint32_t count)
{
    double a[3][3];
    covariance_of(points, count, a);
    ti_mat3* frame = &frames->frame[frames->count++];
    *frame = (ti_mat3){{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    for (int sweep = 0; sweep < 10; ++sweep) {
        rotate_pair(a, frame->row, 0, 1);
        rotate_pair(a, frame->row, 0, 2);
        rotate_pair(a, frame->row, 1, 2);
    }
}

void ti_frames_add_triangle(ti_frames* frames, const toi_vec3 corner[3])
{
    toi_vec3 normal = v3_cross(v3_sub(corner[1], corner[0]), v3_sub(corner[2], corner[0]));
    double normal_length = v3_length(normal);
    // Below this the squares lose digits to underflow; such a triangle is far smaller than its body.
    if (!(normal_length > 0x1p-400)) {
        return;
    }
    normal = v3_scale(1.0 / normal_length, normal);
    for (int i = 0; i < 3; ++i) {
        toi_vec3 edge = v3_sub(corner[(i + 1) % 3], corner[i]);
        edge = v3_madd(edge, -v3_dot(edge, normal), normal);
        edge = v3_scale(1.0 / v3_length(edge), edge);
        frames->frame[frames->count++] = (ti_mat3){{edge, normal, v3_cross(edge, normal)}};
    }
}

// ---- measuring

static extent measure(const toi_vec3* points, uint32_t count, const ti_mat3* frame)
{
    extent e = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (uint32_t i = 1; i < count; ++i) {
        toi_vec3 s = m3_apply(frame, v3_sub(points[i], points[0]));
        e.lower[0] = s.x < e.lower[0] ? s.x : e.lower[0];
        e.upper[0] = s.x > e.upper[0] ? s.x : e.upper[0];
        e.lower[1] = s.y < e.lower[1] ? s.y : e.lower[1];
        e.upper[1] = s.y > e.upper[1] ? s.y : e.upper[1];
        e.lower[2] = s.z < e.lower[2] ? s.z : e.lower[2];
        e.upper[2] = s.z > e.upper[2] ? s.z : e.upper[2];
    }
    return e;
}

static double surface(const extent* e)
{
    double a = e->upper[0] - e->lower[0], b = e->upper[1] - e->lower[1], c = e->upper[2] - e->lower[2];
    return (a * b + b * c) + c * a;
}

static void swap_axes(ti_mat3* frame, extent* e, int i, int j)
{
    if (e->upper[i] - e->lower[i] >= e->upper[j] - e->lower[j]) {
        return;
    }
    toi_vec3 row = frame->row[i];
    double lower = e->lower[i], upper = e->upper[i];
    frame->row[i] = frame->row[j];
    e->lower[i] = e->lower[j];
    e->upper[i] = e->upper[j];
    frame->row[j] = row;
    e->lower[j] = lower;
    e->upper[j] = upper;
}

// The frame of least surface, the first of equal ones, with its longest axis first.
static extent best_frame(const toi_vec3* points, uint32_t count, const ti_frames* frames, ti_mat3* best)
{
    *best = (ti_mat3){{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    extent best_extent = measure(points, count, best);
    for (uint32_t i = 0; i < frames->count; ++i) {
        extent e = measure(points, count, &frames->frame[i]);
        if (surface(&e) < surface(&best_extent)) {
            *best = frames->frame[i];
            best_extent = e;
        }
    }
    swap_axes(best, &best_extent, 0, 1);
    swap_axes(best, &best_extent, 1, 2);
    swap_axes(best, &best_extent, 0, 1);
    return best_extent;
}

// ---- rounding to float

static toi_vec3 half_axis(const ti_fit* box, int k)
{
    return (toi_vec3){(double)box->axis[3 * k], (double)box->axis[3 * k + 1], (double)box->axis[3 * k + 2]};
}

static toi_vec3 fit_center(const ti_fit* box)
{
    return (toi_vec3){(double)box->center[0], (double)box->center[1], (double)box->center[2]};
}

static double dot_abs(toi_vec3 a, toi_vec3 b)
{
    return (fabs(a.x * b.x) + fabs(a.y * b.y)) + fabs(a.z * b.z);
}

// Whether the box is proved to hold the points. By Cramer's rule s_k = N_k / det with N_k = cross_k . (p -
// center), cross_k the cross product of the other two half-axes and det = axis_0 . cross_0. With u = 2^-53:
// products of two floats are exact in double, so a coordinate of cross_k has a relative error of at most u; p
// - center is rounded once; product and two sums add three more, so N_k is off by at most 5.1 u sum
// |cross_k,c| |p_c - center_c|, and det by at most 4.1 u sum |axis_0,c| |cross_0,c|. Eight u cover these, the
// rounding of the sums themselves and of the comparison. Underflow is far away: half-axes are at least 2^-100
// long, so det is at least about 2^-300.
static bool holds(const ti_fit* box, const toi_vec3* points, uint32_t count)
{
    toi_vec3 axis[3] = {half_axis(box, 0), half_axis(box, 1), half_axis(box, 2)};
    ti_mat3 cross = {{v3_cross(axis[1], axis[2]), v3_cross(axis[2], axis[0]), v3_cross(axis[0], axis[1])}};
    toi_vec3 center = fit_center(box), reach = {0.0, 0.0, 0.0}, most = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 d = v3_sub(points[i], center), s = m3_apply(&cross, d);
        reach.x = fabs(d.x) > reach.x ? fabs(d.x) : reach.x;
        reach.y = fabs(d.y) > reach.y ? fabs(d.y) : reach.y;
        reach.z = fabs(d.z) > reach.z ? fabs(d.z) : reach.z;
        most.x = fabs(s.x) > most.x ? fabs(s.x) : most.x;
        most.y = fabs(s.y) > most.y ? fabs(s.y) : most.y;
        most.z = fabs(s.z) > most.z ? fabs(s.z) : most.z;
    }
    double slack = 8.0 * TI_U;
    double det = fabs(v3_dot(axis[0], cross.row[0])) - slack * dot_abs(axis[0], cross.row[0]);
    return det > 0.0 && most.x + slack * dot_abs(cross.row[0], reach) <= det &&
           most.y + slack * dot_abs(cross.row[1], reach) <= det &&
           most.z + slack * dot_abs(cross.row[2], reach) <= det;
}

// A box along the coordinate axes holds its points for certain: |p - center| is rounded by at most u, and for
// parallel axes 2^-50 covers that. The last resort for points that `holds` could not settle in an oriented
// box.
static void store_aligned(const toi_vec3* points, uint32_t count, ti_fit* box)
{
    toi_vec3 reach = {0.0, 0.0, 0.0}, center = fit_center(box);
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 d = v3_sub(points[i], center);
        reach = (toi_vec3){fmax(reach.x, fabs(d.x)), fmax(reach.y, fabs(d.y)), fmax(reach.z, fabs(d.z))};
    }
    for (int c = 0; c < 9; ++c) {
        box->axis[c] = 0.0F;
    }
    box->axis[0] = ti_float_up(reach.x * (1.0 + 0x1p-50) + thinnest);
    box->axis[4] = ti_float_up(reach.y * (1.0 + 0x1p-50) + thinnest);
    box->axis[8] = ti_float_up(reach.z * (1.0 + 0x1p-50) + thinnest);
}

// A stored half-axis differs from h_k u_k by at most 2^-24 h_k, so in the stored box a point moves by at most
// 2^-24 (h_0 + h_1 + h_2) against each side; twice that is added, which also gives flat sets their thickness.
static void store_axes(const ti_mat3* frame, const double half[3], double pad, ti_fit* box)
{
    double more = pad * ((half[0] + half[1]) + half[2]) + thinnest;
    for (int k = 0; k < 3; ++k) {
        toi_vec3 g = v3_scale(half[k] + more, frame->row[k]);
        box->axis[3 * k] = (float)g.x;
        box->axis[3 * k + 1] = (float)g.y;
        box->axis[3 * k + 2] = (float)g.z;
    }
}

// The farthest corner is at least as far as the centre, and at least half a diagonal away, so the sum of four
// floats has an error of a few u of its length; 2^-48 covers it and that of the square.
static void store_sizes(ti_fit* box)
{
    toi_vec3 center = fit_center(box), g0 = half_axis(box, 0), g1 = half_axis(box, 1), g2 = half_axis(box, 2);
    double radius2 = 0.0, size2 = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        toi_vec3 g = v3_scale(corner & 1 ? 1.0 : -1.0, g0);
        g = v3_madd(g, corner & 2 ? 1.0 : -1.0, g1);
        g = v3_madd(g, corner & 4 ? 1.0 : -1.0, g2);
        toi_vec3 p = v3_add(center, g);
        size2 = fmax(size2, v3_dot(g, g));
        radius2 = fmax(radius2, v3_dot(p, p));
    }
    box->size = ti_float_up(sqrt(size2) * (1.0 + 0x1p-48));
    box->radius = ti_float_up(sqrt(radius2) * (1.0 + 0x1p-48));
}

void ti_box_fit(const toi_vec3* points, uint32_t count, const ti_frames* frames, ti_fit* box)
{
    TI_ASSERT(count > 0);
    ti_mat3 frame;
    extent e = best_frame(points, count, frames, &frame);

    toi_vec3 offset = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; ++k) {
        offset = v3_madd(offset, 0.5 * (e.lower[k] + e.upper[k]), frame.row[k]);
    }
    toi_vec3 center = v3_add(points[0], offset);
    box->center[0] = (float)center.x;
    box->center[1] = (float)center.y;
    box->center[2] = (float)center.z;

    toi_vec3 s = m3_apply(&frame, v3_sub(fit_center(box), points[0]));
    double half[3] = {fmax(e.upper[0] - s.x, s.x - e.lower[0]), fmax(e.upper[1] - s.y, s.y - e.lower[1]),
                      fmax(e.upper[2] - s.z, s.z - e.lower[2])};
    bool held = false;
    double pad = 0x1p-23;
    for (int i = 0; i < 5 && !held; ++i, pad *= 4.0) {
        store_axes(&frame, half, pad, box);
        held = holds(box, points, count);
    }
    if (!held) {
        store_aligned(points, count, box);
    }
    store_sizes(box);
}
