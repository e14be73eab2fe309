// Normals of polygons, and whether a planar one is convex.

#include "mesh/features_parts.h"

// Newell's sum over the triangles from corner 0, a sum of magnitudes that bounds its rounding, and the
// largest squared distance from corner 0.
typedef struct newell {
    toi_vec3 normal;
    double magnitude;
    double reach2;
} newell;

static newell sum_plain(const toi_vec3* local, const uint32_t* corner, uint32_t count)
{
    toi_vec3 origin = local[corner[0]];
    toi_vec3 before = v3_sub(local[corner[1]], origin);
    double before2 = v3_dot(before, before);
    newell sum = {.normal = {0.0, 0.0, 0.0}, .reach2 = before2};
    for (uint32_t i = 2; i < count; ++i) {
        toi_vec3 now = v3_sub(local[corner[i]], origin);
        double now2 = v3_dot(now, now);
        sum.normal = v3_add(sum.normal, v3_cross(before, now));
        sum.magnitude += 0.5 * (before2 + now2);
        sum.reach2 = now2 > sum.reach2 ? now2 : sum.reach2;
        before = now;
        before2 = now2;
    }
    return sum;
}

// a - b as a sum of two doubles, exactly.
typedef struct pair {
    double high, low;
} pair;

static pair difference(double a, double b)
{
    pair d;
    d.high = ti_two_sum(a, -b, &d.low);
    return d;
}

// sum += sign a b, but for terms of order u^2.
static void add_product(pair* sum, double sign, pair a, pair b)
{
    double product = sign * a.high * b.high, carry;
    double rest = fma(sign * a.high, b.high, -product) + sign * (a.high * b.low + a.low * b.high);
    sum->high = ti_two_sum(sum->high, product, &carry);
    sum->low += carry + rest;
}

// The same sum with about twice the digits: its error is below 2^-98 `magnitude`.
static toi_vec3 sum_twice(const toi_vec3* local, const uint32_t* corner, uint32_t count)
{
    toi_vec3 o = local[corner[0]];
    pair total[3] = {{0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}};
    pair a[3], b[3];
    for (uint32_t i = 1; i < count; ++i) {
        toi_vec3 x = local[corner[i]];
        b[0] = difference(x.x, o.x);
        b[1] = difference(x.y, o.y);
        b[2] = difference(x.z, o.z);
        for (int c = 0; i > 1 && c < 3; ++c) {
            int d = (c + 1) % 3, e = (c + 2) % 3;
            add_product(&total[c], 1.0, a[d], b[e]);
            add_product(&total[c], -1.0, a[e], b[d]);
        }
        for (int c = 0; c < 3; ++c) {
            a[c] = b[c];
        }
    }
    return v3(total[0].high + total[0].low, total[1].high + total[1].low, total[2].high + total[2].low);
}

// For few corners the plain sum is off by about 6 u magnitude, which tilts the plane by 6 u
// magnitude/|normal| and moves it by that times its reach: at most 24 u where it is used. Slivers and large
// facets of odd shape take the long way.
bool ti_facet_normal(const toi_vec3* local, const uint32_t* corner, uint32_t count, toi_vec3* normal)
{
    newell sum = sum_plain(local, corner, count);
    toi_vec3 n = sum.normal;
    double wanted2 = sum.magnitude * sum.magnitude * sum.reach2;
    if (!(wanted2 <= 16.0 * v3_dot(n, n)) || wanted2 < 0x1p-900) {
        n = sum_twice(local, corner, count);
    }
    double largest = fmax(fmax(fabs(n.x), fabs(n.y)), fabs(n.z));
    if (!(largest > 0.0)) {
        return false;
    }
    n = ti_scale3(n, -ti_exponent_above(largest));
    *normal = v3_scale(1.0 / v3_length(n), n);
    return true;
}

// ---- convex

enum { FEW_CORNERS = 32 };

static toi_vec3 side_vector(const toi_mesh* mesh, const ti_facet* facet, uint32_t corner)
{
    return v3_sub(facet_point(mesh, facet_next(facet, corner)), facet_point(mesh, corner));
}

// Every corner is on the inner side of every side.
static bool holds_corners(const toi_mesh* mesh, const ti_facet* facet, double tolerance)
{
    for (uint32_t i = facet->corner_begin; i < facet->corner_end; ++i) {
        toi_vec3 side = side_vector(mesh, facet, i), inwards = v3_cross(facet->normal, side);
        double least = -tolerance * v3_length(side);
        for (uint32_t k = facet->corner_begin; k < facet->corner_end; ++k) {
            if (!(v3_dot(inwards, v3_sub(facet_point(mesh, k), facet_point(mesh, i))) >= least)) {
                return false;
            }
        }
    }
    return true;
}

// The same for many corners, by the turn at each of them, without a tolerance.
static bool turns_left(const toi_mesh* mesh, const ti_facet* facet)
{
    toi_vec3 before = side_vector(mesh, facet, facet->corner_end - 1);
    for (uint32_t i = facet->corner_begin; i < facet->corner_end; ++i) {
        toi_vec3 now = side_vector(mesh, facet, i);
        if (!(v3_dot(v3_cross(facet->normal, before), now) >= 0.0)) {
            return false;
        }
        before = now;
    }
    return true;
}

// Along its first side a polygon that winds once goes forwards once and backwards once.
static bool winds_once(const toi_mesh* mesh, const ti_facet* facet, double tolerance)
{
    toi_vec3 first = side_vector(mesh, facet, facet->corner_begin);
    double least = tolerance * v3_length(first);
    bool forwards = true;
    uint32_t changes = 0;
    for (uint32_t i = facet->corner_begin; i < facet->corner_end; ++i) {
        double along = v3_dot(first, side_vector(mesh, facet, i));
        if (fabs(along) > least && (along > 0.0) != forwards) {
            forwards = !forwards;
            ++changes;
        }
    }
    return changes <= 2;
}

bool ti_facet_is_convex(const toi_mesh* mesh, const ti_facet* facet, double tolerance)
{
    uint32_t count = facet_corner_count(facet);
    if (count == 3) {
        return true;
    }
    bool inside = count <= FEW_CORNERS ? holds_corners(mesh, facet, tolerance) : turns_left(mesh, facet);
    return inside && winds_once(mesh, facet, tolerance);
}
