// Vectors of three doubles, by value.

#ifndef TI_MATH_VEC3_H
#define TI_MATH_VEC3_H

#include "toi/types.h"

#include <math.h>

static inline toi_vec3 v3(double x, double y, double z)
{
    return (toi_vec3){x, y, z};
}

static inline toi_vec3 v3_add(toi_vec3 a, toi_vec3 b)
{
    return (toi_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline toi_vec3 v3_sub(toi_vec3 a, toi_vec3 b)
{
    return (toi_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline toi_vec3 v3_scale(double s, toi_vec3 a)
{
    return (toi_vec3){s * a.x, s * a.y, s * a.z};
}

static inline toi_vec3 v3_negate(toi_vec3 a)
{
    return (toi_vec3){-a.x, -a.y, -a.z};
}

// a + s b
static inline toi_vec3 v3_madd(toi_vec3 a, double s, toi_vec3 b)
{
    return (toi_vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline double v3_dot(toi_vec3 a, toi_vec3 b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

static inline toi_vec3 v3_cross(toi_vec3 a, toi_vec3 b)
{
    return (toi_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double v3_length(toi_vec3 a)
{
    return sqrt(v3_dot(a, a));
}

// The sum of the coordinates without their signs: at least the length, and cheaper.
static inline double v3_norm1(toi_vec3 a)
{
    return (fabs(a.x) + fabs(a.y)) + fabs(a.z);
}

// What turning a vector about an axis makes of it (Rodrigues), by the sine and versine of the angle; or of an
// axis that is not of unit length, with both divided by its length and the square of that.
static inline toi_vec3 v3_turned(toi_vec3 v, toi_vec3 axis, double sine, double versine)
{
    toi_vec3 once = v3_cross(axis, v);
    return v3_madd(v3_madd(v, sine, once), versine, v3_cross(axis, once));
}

// The point of the segment from `start` to `start` + `span` that is nearest to x; `start` where it has no
// length.
static inline toi_vec3 v3_nearest_on_segment(toi_vec3 start, toi_vec3 span, toi_vec3 x)
{
    double length2 = v3_dot(span, span);
    double share = length2 > 0.0 ? v3_dot(v3_sub(x, start), span) / length2 : 0.0;
    return v3_madd(start, share < 0.0 ? 0.0 : (share > 1.0 ? 1.0 : share), span);
}

// Coordinate by coordinate.
static inline toi_vec3 v3_min(toi_vec3 a, toi_vec3 b)
{
    return (toi_vec3){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z};
}

static inline toi_vec3 v3_max(toi_vec3 a, toi_vec3 b)
{
    return (toi_vec3){a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z};
}

static inline bool v3_finite(toi_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static inline bool v3_equal(toi_vec3 a, toi_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static inline double v3_coordinate(toi_vec3 a, int axis)
{
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

#endif
