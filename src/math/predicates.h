// Exact signs of orientation determinants for any finite doubles: a filter in doubles, then expansions, then,
// for coordinates of wildly different sizes, whole numbers of many words. The answers depend on the
// coordinates alone.

#ifndef TI_MATH_PREDICATES_H
#define TI_MATH_PREDICATES_H

#include "math/vec3.h"

// Bound of the rounding error of the determinant with rows b - a, c - a, d - a, relative to the sum P of the
// magnitudes of its six monomials. Each monomial passes three rounded differences, two products, one
// subtraction and at most two sums: eight factors 1 + r with |r| <= u = 2^-53. The computed P has the same
// count, so error/P is at most
// ((1 + u)^8 - 1)/(1 - u)^8 < 8 u + 101 u^2, and forming the bound itself rounds by less than 20 u^2 more.
#define TI_ORIENT3D_BOUND (8.0000001 * 0x1p-53)

// As above with two differences, one product and one subtraction.
#define TI_ORIENT2D_BOUND (4.0000001 * 0x1p-53)

// What underflow adds: a product of two differences is off by at most 2^-1075, two of them are multiplied by
// each coordinate of d - a, and the last products are off by 2^-1075 each. In all below 2^-1072 (1 + |d -
// a|_1), and this figure is larger and far from the subnormal numbers, which are slow.
#define TI_UNDERFLOW_BOUND 0x1p-900

// The plane through three points, for the sides of several points. The points may be in one line.
typedef struct ti_plane {
    toi_vec3 a, b, c;
    toi_vec3 normal;    // (b - a) x (c - a), rounded
    toi_vec3 magnitude; // the same with magnitudes added
} ti_plane;

static inline ti_plane ti_plane_through(toi_vec3 a, toi_vec3 b, toi_vec3 c)
{
    toi_vec3 u = v3_sub(b, a), v = v3_sub(c, a);
    double yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z, xy = u.x * v.y, yx = u.y * v.x;
    return (ti_plane){a,
                      b,
                      c,
                      {yz - zy, zx - xz, xy - yx},
                      {fabs(yz) + fabs(zy), fabs(zx) + fabs(xz), fabs(xy) + fabs(yx)}};
}

// The exact sign when the filter cannot tell; `count` points d, one to three, whose determinants are added.
int ti_orient3d_slow(toi_vec3 a, toi_vec3 b, toi_vec3 c, const toi_vec3* d, int count);

// Exact sign of ((b - a) x (c - a)) . (d - a): 1 when a, b, c turn counter-clockwise seen from d, -1 when
// clockwise, 0 when the four are in one plane.
static inline int ti_plane_side(const ti_plane* plane, toi_vec3 d)
{
    toi_vec3 w = v3_sub(d, plane->a);
    toi_vec3 size = {fabs(w.x), fabs(w.y), fabs(w.z)};
    double det = v3_dot(w, plane->normal);
    double bound = TI_ORIENT3D_BOUND * v3_dot(size, plane->magnitude) +
                   TI_UNDERFLOW_BOUND * (((size.x + size.y) + size.z) + 1.0);
    // An overflow makes the bound infinite or not a number, and both comparisons false.
    if (det > bound) {
        return 1;
    }
    if (det < -bound) {
        return -1;
    }
    return ti_orient3d_slow(plane->a, plane->b, plane->c, &d, 1);
}

static inline int ti_orient3d(toi_vec3 a, toi_vec3 b, toi_vec3 c, toi_vec3 d)
{
    ti_plane plane = ti_plane_through(a, b, c);
    return ti_plane_side(&plane, d);
}

// The determinant itself, right within 2^-45 of itself where every coordinate is 0 or from 2^-300 to 2^300 in
// magnitude; elsewhere its sign alone is.
double ti_orient3d_value(toi_vec3 a, toi_vec3 b, toi_vec3 c, toi_vec3 d);

// In the plane of x and y, with up to three points c.
int ti_orient2d_slow(toi_vec3 a, toi_vec3 b, const toi_vec3* c, int count);

// Exact sign of (b - a) x (c - a) in the plane of x and y: 1 when a, b, c turn counter-clockwise.
static inline int ti_orient_xy(toi_vec3 a, toi_vec3 b, toi_vec3 c)
{
    double left = (b.x - a.x) * (c.y - a.y), right = (b.y - a.y) * (c.x - a.x);
    double det = left - right;
    double bound = TI_ORIENT2D_BOUND * (fabs(left) + fabs(right)) + TI_UNDERFLOW_BOUND;
    if (det > bound) {
        return 1;
    }
    if (det < -bound) {
        return -1;
    }
    return ti_orient2d_slow(a, b, &c, 1);
}

// The same of the points seen along `axis`: the coordinates y, z for axis 0; z, x for 1; x, y for 2.
int ti_orient2d(toi_vec3 a, toi_vec3 b, toi_vec3 c, int axis);

// A point that is the mean of one to three points: a vertex, the middle of an edge, the centroid of a
// triangle. It is never rounded: determinants are linear in each point, so the sign for the mean is that of
// the sum.
typedef struct ti_mean {
    toi_vec3 point[3];
    int count;
} ti_mean;

// Exact signs, with the mean d for the last point.
int ti_orient3d_mean(toi_vec3 a, toi_vec3 b, toi_vec3 c, const ti_mean* d);
int ti_orient2d_mean(toi_vec3 a, toi_vec3 b, const ti_mean* c, int axis);

// Exact sign of coordinate `axis` of a minus that of the mean b.
int ti_compare_mean(toi_vec3 a, const ti_mean* b, int axis);

// Whether the three points are in one line, or in one place.
bool ti_collinear(toi_vec3 a, toi_vec3 b, toi_vec3 c);

// The coordinates in the order next, last, axis: a turn of the coordinate frame that looks along `axis`.
static inline toi_vec3 v3_along(toi_vec3 a, int axis)
{
    return axis == 0 ? v3(a.y, a.z, a.x) : axis == 1 ? v3(a.z, a.x, a.y) : a;
}

#endif
