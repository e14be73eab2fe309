// Distances of candidate pairs: far is what the separation along a direction proves, near what two points
// prove, and what neither tells is measured with exact signs.

#include "narrow/overlap/within.h"

#include "core/assert.h"
#include "math/distance_exact.h"
#include "math/rounding.h"
#include "math/triangles.h"
#include "math/within.h"
#include "narrow/overlap/keep.h"

// Two triangles in the frame of the pair: corners less a_0, times a power of two that makes the largest |x|_1
// of a corner x at least 1/2 and less than 1.
typedef struct local_pair {
    toi_vec3 a[3], b[3];
    int exponent; // of the power of two that was divided by
} local_pair;

// False where all corners are in one place.
static bool localize(const toi_vec3 a[3], const toi_vec3 b[3], local_pair* p)
{
    double size = 0.0;
    for (int k = 0; k < 3; ++k) {
        p->a[k] = v3_sub(a[k], a[0]);
        p->b[k] = v3_sub(b[k], a[0]);
        size = fmax(size, fmax(v3_norm1(p->a[k]), v3_norm1(p->b[k])));
    }
    if (!(size > 0.0 && size <= DBL_MAX)) {
        return false;
    }
    p->exponent = ti_exponent_above(size);
    for (int k = 0; k < 3; ++k) {
        p->a[k] = ti_scale3(p->a[k], -p->exponent);
        p->b[k] = ti_scale3(p->b[k], -p->exponent);
    }
    return true;
}

// In the frame L is at least 1/2 and less than 1, and corners are off by u L of what they are.

// Farther is what a separation beyond this proves: it is right within 46 u L, and corners within u L each.
#define SEPARATION_ROUNDING (48.0 * TI_U)

// Nearer is what has two points, or a distance by exact signs, up to this: these are right within 18 u L and
// 20 u L, and corners within u L each. So nothing is missed, and what is found is at most 54 u, which is 108
// u L, farther.
#define POINTS_ROUNDING (32.0 * TI_U)

// Each box apart from the other by more along an axis; differences of coordinates are right within u of
// themselves.
static bool boxes_far(const toi_vec3 a[3], const toi_vec3 b[3], double within)
{
    toi_vec3 a_low = v3_min(v3_min(a[0], a[1]), a[2]), a_high = v3_max(v3_max(a[0], a[1]), a[2]);
    toi_vec3 b_low = v3_min(v3_min(b[0], b[1]), b[2]), b_high = v3_max(v3_max(b[0], b[1]), b[2]);
    toi_vec3 d = v3_max(v3_sub(b_low, a_high), v3_sub(a_low, b_high));
    double far = within * (1.0 + 4.0 * TI_U) + DBL_TRUE_MIN;
    return d.x > far || d.y > far || d.z > far;
}

static void scaled_corners(const ti_faces* faces, uint32_t triangle, double scale, toi_vec3 corner[3])
{
    ti_faces_corners(faces, triangle, corner);
    for (int k = 0; k < 3; ++k) {
        corner[k] = v3_scale(scale, corner[k]);
    }
}

static bool are_within(const toi_vec3 a[3], const toi_vec3 b[3], double within)
{
    local_pair p;
    if (boxes_far(a, b, within)) {
        return false;
    }
    if (!localize(a, b, &p)) {
        return true;
    }
    double asked = ti_scale(within, -p.exponent) * (1.0 + 4.0 * TI_U);
    ti_gap gap = ti_triangle_gap(p.a, p.b);
    if (!ti_is_within(ti_separation_along(gap.normal, p.a, p.b),
                      ti_within_limit(asked, SEPARATION_ROUNDING))) {
        return false;
    }
    double limit = ti_within_limit(asked, POINTS_ROUNDING);
    return ti_is_within(ti_gap_reached(&gap, p.a, p.b), limit) || ti_triangles_meet(p.a, p.b) ||
           ti_is_within(ti_triangle_gap_exact(p.a, p.b).distance, limit);
}

size_t ti_pairs_keep_within(const ti_faces* a, const ti_faces* b, const ti_within_terms* terms,
                            ti_face_pair* pairs, size_t count)
{
    TI_ASSERT(terms->within >= 0.0 && terms->scale > 0.0);
    if (terms->within == 0.0) {
        return ti_pairs_keep(a, b, terms->scale, pairs, count);
    }
    double within = fmax(terms->within * terms->scale, DBL_TRUE_MIN);
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        toi_vec3 p[3], q[3];
        scaled_corners(a, pairs[i].a, terms->scale, p);
        scaled_corners(b, pairs[i].b, terms->scale, q);
        pairs[kept] = pairs[i];
        kept += are_within(p, q, within);
    }
    return kept;
}
