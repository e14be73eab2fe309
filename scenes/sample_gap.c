// Distance of two posed triangle soups by brute force: segments against segments, points against triangles,
// and segments that pierce triangles.

#include "scenes/sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct vec {
    double x, y, z;
} vec;

static vec at(const double* p)
{
    return (vec){p[0], p[1], p[2]};
}

static vec sub(vec a, vec b)
{
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static vec along(vec a, double s, vec d)
{
    return (vec){a.x + s * d.x, a.y + s * d.y, a.z + s * d.z};
}

static double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vec cross(vec a, vec b)
{
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static double clamp01(double s)
{
    return s > 0.0 ? fmin(s, 1.0) : 0.0;
}

// Squared distance of a point from a segment.
static double point_segment(vec p, vec a, vec b)
{
    vec d = sub(b, a);
    double length = dot(d, d);
    double s = length > 0.0 ? clamp01(dot(sub(p, a), d) / length) : 0.0;
    vec e = sub(p, along(a, s, d));
    return dot(e, e);
}

// Squared distance of two segments: of their ends, and of the two points of the lines that face each other.
static double segment_segment(vec a, vec b, vec c, vec d)
{
    double best = fmin(fmin(point_segment(a, c, d), point_segment(b, c, d)),
                       fmin(point_segment(c, a, b), point_segment(d, a, b)));
    vec u = sub(b, a), v = sub(d, c), w = sub(a, c);
    double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
    double det = uu * vv - uv * uv;
    if (det > 0.0) {
        double s = (uv * vw - vv * uw) / det;
        double r = (uu * vw - uv * uw) / det;
        if (s > 0.0 && s < 1.0 && r > 0.0 && r < 1.0) {
            vec e = sub(along(a, s, u), along(c, r, v));
            best = fmin(best, dot(e, e));
        }
    }
    return best;
}

// Whether a point of the plane of a triangle lies within it.
static bool within(vec p, const vec t[3], vec n)
{
    for (int i = 0; i < 3; ++i) {
        if (dot(cross(sub(t[(i + 1) % 3], t[i]), sub(p, t[i])), n) < 0.0) {
            return false;
        }
    }
    return true;
}

// Squared distance of a segment from the inside of a triangle: 0 where it pierces it, else of its ends where
// they stand over it. Its sides are left to segment_segment.
static double segment_triangle(vec a, vec b, const vec t[3])
{
    vec n = cross(sub(t[1], t[0]), sub(t[2], t[0]));
    double nn = dot(n, n);
    if (!(nn > 0.0)) {
        return TI_FAR;
    }
    double ha = dot(sub(a, t[0]), n);
    double hb = dot(sub(b, t[0]), n);
    double best = TI_FAR;
    if (within(along(a, -ha / nn, n), t, n)) {
        best = ha * ha / nn;
    }
    if (within(along(b, -hb / nn, n), t, n)) {
        best = fmin(best, hb * hb / nn);
    }
    if (((ha <= 0.0 && hb >= 0.0) || (ha >= 0.0 && hb <= 0.0)) && ha != hb &&
        within(along(a, ha / (ha - hb), sub(b, a)), t, n)) {
        return 0.0;
    }
    return best;
}

static double triangle_triangle(const double* pa, const double* pb)
{
    vec a[3] = {at(pa), at(pa + 3), at(pa + 6)};
    vec b[3] = {at(pb), at(pb + 3), at(pb + 6)};
    double best = TI_FAR;
    for (int i = 0; i < 3; ++i) {
        best = fmin(best, segment_triangle(a[i], a[(i + 1) % 3], b));
        best = fmin(best, segment_triangle(b[i], b[(i + 1) % 3], a));
        for (int j = 0; j < 3; ++j) {
            best = fmin(best, segment_segment(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
        }
    }
    return best;
}

static double* make_numbers(size_t count)
{
    double* numbers = malloc((count > 0 ? count : 1) * sizeof(double));
    if (numbers == NULL) {
        fputs("out of memory\n", stderr);
        exit(5);
    }
    return numbers;
}

// Writes three coordinates; returns the distance from the origin.
static double put_point(double* to, toi_vec3 p)
{
    to[0] = p.x;
    to[1] = p.y;
    to[2] = p.z;
    return sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
}

static ti_sampled_body make_body(const ti_scene_body* body)
{
    toi_mesh_info info;
    toi_mesh_get_info(body->mesh, &info);
    ti_sampled_body s = {.body = body, .count = info.triangles};
    s.corners = make_numbers(9 * (size_t)s.count);
    s.ends = make_numbers(9 * (size_t)s.count);
    s.posed = make_numbers(9 * (size_t)s.count);
    s.boxes = make_numbers(6 * (size_t)s.count);
    for (uint32_t i = 0; i < s.count; ++i) {
        uint32_t v[3];
        toi_mesh_triangle(body->mesh, i, v);
        for (int k = 0; k < 3; ++k) {
            bool deforms = body->motion.kind == TOI_MOTION_VERTICES;
            toi_vec3 start = toi_mesh_vertex(body->mesh, v[k]);
            toi_vec3 end = deforms ? body->motion.to[v[k]] : start;
            size_t at_corner = 9 * (size_t)i + 3 * (size_t)k;
            s.radius = fmax(s.radius, put_point(s.corners + at_corner, start));
            s.radius = fmax(s.radius, put_point(s.ends + at_corner, end));
        }
    }
    return s;
}

ti_sampler ti_sampler_make(const ti_scene_body* a, const ti_scene_body* b)
{
    return (ti_sampler){make_body(a), make_body(b)};
}

static void release_body(ti_sampled_body* s)
{
    free(s->corners);
    free(s->ends);
    free(s->posed);
    free(s->boxes);
}

void ti_sampler_release(ti_sampler* sampler)
{
    release_body(&sampler->a);
    release_body(&sampler->b);
}

static void pose_body(ti_sampled_body* s, double t)
{
    toi_pose pose = toi_motion_pose(&s->body->motion, t);
    for (size_t i = 0; i < 3 * (size_t)s->count; ++i) {
        const double *v = s->corners + 3 * i, *w = s->ends + 3 * i;
        toi_vec3 p = {v[0] + t * (w[0] - v[0]), v[1] + t * (w[1] - v[1]), v[2] + t * (w[2] - v[2])};
        put_point(s->posed + 3 * i, toi_pose_point(pose, p));
    }
    for (size_t i = 0; i < s->count; ++i) {
        for (int k = 0; k < 3; ++k) {
            const double* p = s->posed + 9 * i + k;
            s->boxes[6 * i + k] = fmin(p[0], fmin(p[3], p[6]));
            s->boxes[6 * i + 3 + k] = fmax(p[0], fmax(p[3], p[6]));
        }
    }
}

// Squared distance of two boxes.
static double box_box(const double* a, const double* b)
{
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) {
        double d = fmax(0.0, fmax(a[k] - b[3 + k], b[k] - a[3 + k]));
        sum += d * d;
    }
    return sum;
}

double ti_sampler_gap(ti_sampler* sampler, double t, double limit)
{
    const ti_sampled_body* a = &sampler->a;
    const ti_sampled_body* b = &sampler->b;
    pose_body(&sampler->a, t);
    pose_body(&sampler->b, t);
    double best = limit * limit;
    double whole[6] = {TI_FAR, TI_FAR, TI_FAR, -TI_FAR, -TI_FAR, -TI_FAR};
    for (size_t j = 0; j < 6 * (size_t)b->count; ++j) {
        whole[j % 6] = j % 6 < 3 ? fmin(whole[j % 6], b->boxes[j]) : fmax(whole[j % 6], b->boxes[j]);
    }
    for (size_t i = 0; i < a->count; ++i) {
        if (!(box_box(a->boxes + 6 * i, whole) < best)) {
            continue;
        }
        for (size_t j = 0; j < b->count && best > 0.0; ++j) {
            if (box_box(a->boxes + 6 * i, b->boxes + 6 * j) < best) {
                best = fmin(best, triangle_triangle(a->posed + 9 * i, b->posed + 9 * j));
            }
        }
    }
    return sqrt(best);
}

bool ti_sampler_may_meet(const ti_sampler* sampler, uint32_t samples)
{
    double reach = sampler->a.radius + sampler->b.radius;
    double last = TI_FAR;
    for (uint32_t i = 0; i <= samples; ++i) {
        double t = (double)i / samples;
        toi_vec3 p = toi_motion_pose(&sampler->a.body->motion, t).position;
        toi_vec3 q = toi_motion_pose(&sampler->b.body->motion, t).position;
        double x = p.x - q.x, y = p.y - q.y, z = p.z - q.z;
        double distance = sqrt(x * x + y * y + z * z);
        // Between two samples the distance is not below the smaller by more than what it changes there.
        double slack = i == 0 ? 0.0 : fabs(distance - last) + 0.01 * reach;
        if (distance - slack <= reach) {
            return true;
        }
        last = distance;
    }
    return false;
}
