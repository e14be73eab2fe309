// Segments and triangles in whole numbers.
//
// Differences are below 2^15, so that the determinants of three of them are below 6 * 2^45: all in 64 bits.

#include "exact_ray.h"

int3 int3_from(toi_vec3 v)
{
    return (int3){(int64_t)v.x, (int64_t)v.y, (int64_t)v.z};
}

static int3 sub(int3 a, int3 b)
{
    return (int3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static int3 cross(int3 a, int3 b)
{
    return (int3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static int64_t dot(int3 a, int3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static int64_t size_of(int64_t x)
{
    return x < 0 ? -x : x;
}

static int sign(int64_t x)
{
    return (x > 0) - (x < 0);
}

// On which side of the plane a b c the point d is.
static int side(int3 a, int3 b, int3 c, int3 d)
{
    return sign(dot(cross(sub(b, a), sub(c, a)), sub(d, a)));
}

// On which side of the line a b the point c is, all in a plane with normal n.
static int side_in_plane(int3 a, int3 b, int3 c, int3 n)
{
    int3 m = cross(sub(b, a), sub(c, a));
    int64_t large = size_of(n.x) > size_of(n.y) ? size_of(n.x) : size_of(n.y);
    if (size_of(n.z) >= large) {
        return sign(m.z) * sign(n.z);
    }
    return size_of(n.x) >= size_of(n.y) ? sign(m.x) * sign(n.x) : sign(m.y) * sign(n.y);
}

static bool between(int64_t a, int64_t b, int64_t x)
{
    return (a <= x && x <= b) || (b <= x && x <= a);
}

static bool segments_meet_in_plane(int3 p, int3 q, int3 a, int3 b, int3 n)
{
    int s1 = side_in_plane(p, q, a, n), s2 = side_in_plane(p, q, b, n);
    int s3 = side_in_plane(a, b, p, n), s4 = side_in_plane(a, b, q, n);
    if (s1 == 0 && s2 == 0) { // on one line
        return (between(p.x, q.x, a.x) && between(p.y, q.y, a.y) && between(p.z, q.z, a.z)) ||
               (between(p.x, q.x, b.x) && between(p.y, q.y, b.y) && between(p.z, q.z, b.z)) ||
               (between(a.x, b.x, p.x) && between(a.y, b.y, p.y) && between(a.z, b.z, p.z));
    }
    return s1 * s2 <= 0 && s3 * s4 <= 0;
}

static bool meets_in_plane(int3 p, int3 q, const int3 t[3], int3 n)
{
    int s0 = side_in_plane(t[0], t[1], p, n), s1 = side_in_plane(t[1], t[2], p, n);
    int s2 = side_in_plane(t[2], t[0], p, n);
    bool inside = s0 >= 0 && s1 >= 0 && s2 >= 0;
    return inside || segments_meet_in_plane(p, q, t[0], t[1], n) ||
           segments_meet_in_plane(p, q, t[1], t[2], n) || segments_meet_in_plane(p, q, t[2], t[0], n);
}

bool exact_segment_meets(int3 p, int3 q, const int3 t[3])
{
    int at_p = side(t[0], t[1], t[2], p), at_q = side(t[0], t[1], t[2], q);
    if (at_p * at_q > 0) {
        return false;
    }
    if (at_p == 0 && at_q == 0) {
        return meets_in_plane(p, q, t, cross(sub(t[1], t[0]), sub(t[2], t[0])));
    }
    int s0 = side(p, q, t[0], t[1]), s1 = side(p, q, t[1], t[2]), s2 = side(p, q, t[2], t[0]);
    return (s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0);
}

static double clamp01(double x)
{
    return fmin(fmax(x, 0.0), 1.0);
}

static double segment_distance(toi_vec3 p, toi_vec3 q, toi_vec3 a, toi_vec3 b)
{
    toi_vec3 u = v3_sub(q, p), w = v3_sub(b, a);
    double uu = v3_dot(u, u), ww = v3_dot(w, w), uw = v3_dot(u, w), least = HUGE_VAL;
    double determinant = uu * ww - uw * uw;
    double s =
        determinant > 0.0 ? (v3_dot(v3_sub(a, p), u) * ww - v3_dot(v3_sub(a, p), w) * uw) / determinant : 0.0;
    // The nearest points are inside both, or at an end of one: for each guess of one take the best of the
    // other.
    const double guesses[3] = {clamp01(s), 0.0, 1.0};
    for (int i = 0; i < 3; ++i) {
        toi_vec3 on_pq = v3_madd(p, guesses[i], u), on_ab = v3_madd(a, guesses[i], w);
        double t = clamp01(v3_dot(v3_sub(on_pq, a), w) / ww), r = clamp01(v3_dot(v3_sub(on_ab, p), u) / uu);
        least = fmin(least, v3_distance(on_pq, v3_madd(a, t, w)));
        least = fmin(least, v3_distance(on_ab, v3_madd(p, r, u)));
    }
    return least;
}

// HUGE_VAL where the point is not above the triangle.
static double height_over(toi_vec3 p, const toi_vec3 t[3])
{
    toi_vec3 n = v3_unit(v3_cross(v3_sub(t[1], t[0]), v3_sub(t[2], t[0])));
    for (int i = 0; i < 3; ++i) {
        if (v3_dot(v3_cross(n, v3_sub(t[(i + 1) % 3], t[i])), v3_sub(p, t[i])) < 0.0) {
            return HUGE_VAL;
        }
    }
    return fabs(v3_dot(n, v3_sub(p, t[0])));
}

double ray_distance(toi_vec3 p, toi_vec3 q, const toi_vec3 t[3])
{
    double least = fmin(height_over(p, t), height_over(q, t));
    for (int i = 0; i < 3; ++i) {
        least = fmin(least, segment_distance(p, q, t[i], t[(i + 1) % 3]));
    }
    return least;
}
