// Which way two triangles that meet part.

#include "math/distance.h"
#include "math/predicates.h"
#include "math/rounding.h"
#include "narrow/overlap/segment.h"

// Directions shorter than this, of unit vectors and differences of these, are rounding.
static const double SHORT = 0x1p-40;

// To a length of about one, without underflow.
static toi_vec3 magnified(toi_vec3 v)
{
    double size = fmax(fmax(fabs(v.x), fabs(v.y)), fabs(v.z));
    return size > 0.0 ? ti_scale3(v, -ti_exponent_above(size)) : v;
}

static toi_vec3 unit(toi_vec3 v)
{
    v = magnified(v);
    double length = v3_length(v);
    return length > 0.0 ? v3_scale(1.0 / length, v) : v;
}

// A triangle as a normal has it: with an area a unit normal to its front, else the direction of its longest
// edge, zero for a point.
typedef struct facing {
    toi_vec3 direction;
    bool flat;
} facing;

static toi_vec3 longest_edge(const toi_vec3 t[3])
{
    toi_vec3 longest = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; ++i) {
        toi_vec3 e = v3_sub(t[(i + 1) % 3], t[i]);
        longest = v3_norm1(e) > v3_norm1(longest) ? e : longest;
    }
    return longest;
}

// Corners are taken from the first one and magnified, so that no product underflows.
static facing facing_of(const toi_vec3 t[3])
{
    toi_vec3 edge = longest_edge(t), local[3];
    double size = v3_norm1(edge);
    if (ti_collinear(t[0], t[1], t[2])) {
        return (facing){unit(edge), true};
    }
    for (int i = 0; i < 3; ++i) {
        local[i] = ti_scale3(v3_sub(t[i], t[0]), -ti_exponent_above(size));
    }
    return (facing){unit(ti_triangle_normal(local)), false};
}

// From the middle of a to that of b, but for the length.
static toi_vec3 between(const toi_vec3 a[3], const toi_vec3 b[3])
{
    return v3_add(v3_add(v3_sub(b[0], a[0]), v3_sub(b[1], a[1])), v3_sub(b[2], a[2]));
}

static toi_vec3 across(toi_vec3 v, toi_vec3 n)
{
    v = v3_madd(v, -v3_dot(v, n), n);
    return v3_madd(v, -v3_dot(v, n), n);
}

// Both look the same way: in their plane, from the middle of one to that of the other.
static toi_vec3 sideways(const toi_vec3 a[3], const toi_vec3 b[3], toi_vec3 n)
{
    toi_vec3 way = across(unit(between(a, b)), n);
    return v3_length(way) > SHORT ? unit(way) : n;
}

// Two segments: across both, to the side that the middle of b is on; of parallel ones, away from their line;
// along it if they are on one.
static toi_vec3 beside(const toi_vec3 a[3], const toi_vec3 b[3], toi_vec3 d, toi_vec3 e)
{
    toi_vec3 n = v3_cross(d, e), way = unit(between(a, b));
    if (v3_length(n) > SHORT) {
        return unit(v3_dot(n, way) < 0.0 ? v3_negate(n) : n);
    }
    toi_vec3 off = across(way, v3_dot(d, d) > 0.0 ? d : e);
    if (v3_length(off) > SHORT) {
        return unit(off);
    }
    return v3_dot(way, way) > 0.0 ? way : v3(0.0, 0.0, 1.0);
}

toi_vec3 ti_faces_normal(const toi_vec3 a[3], const toi_vec3 b[3])
{
    facing of_a = facing_of(a), of_b = facing_of(b);
    if (of_a.flat && of_b.flat) {
        return beside(a, b, of_a.direction, of_b.direction);
    }
    if (of_a.flat || of_b.flat) {
        return of_b.flat ? of_a.direction : v3_negate(of_b.direction);
    }
    toi_vec3 n = v3_sub(of_a.direction, of_b.direction);
    if (v3_length(n) > SHORT) {
        return unit(n);
    }
    return sideways(a, b, unit(v3_add(of_a.direction, of_b.direction)));
}
