// What doubles tell of a query in front of whole numbers: that a coordinate, or a plane that turns, parts A
// and B at all times.

#include "math/rounding.h"
#include "math/vec3.h"
#include "narrow/deform/exact_parts.h"

// ---- a coordinate

// Whether coordinate k of all vertices of A is below that of all of B, or above, at a time. Those of B begin
// with `first_b`.
static bool parted_at(const toi_vec3* v, uint32_t first_b, uint32_t count, int k, bool below)
{
    for (uint32_t i = 0; i < first_b; ++i) {
        for (uint32_t j = first_b; j < count; ++j) {
            double a = v3_coordinate(v[i], k), b = v3_coordinate(v[j], k);
            if (!(below ? a < b : a > b)) {
                return false;
            }
        }
    }
    return true;
}

// Most queries that are asked: a coordinate parts A and B at both times, and so at all between.
static bool parted_by_coordinate(const toi_primitive_query* query)
{
    uint32_t count = toi_primitive_vertex_count(query->kind),
             first_b = query->kind == TOI_PRIMITIVE_EE ? 2 : 1;
    for (int k = 0; k < 3; ++k) {
        for (int below = 0; below < 2; ++below) {
            if (parted_at(query->start, first_b, count, k, below != 0) &&
                parted_at(query->end, first_b, count, k, below != 0)) {
                return true;
            }
        }
    }
    return false;
}

// ---- the volume

// Bound of the error of a coefficient of the volume, which is s^(3 - i) t^i times one or three determinants,
// relative to E, the sum of the six products of three magnitudes M, each the larger of a coordinate of a
// difference at both times. Three differences, a product and its subtraction from another, the sum of two
// cross products, the product with w, and three sums are 10 factors 1 + r, |r| <= u: gamma(10) 3 E. The
// computed E has 8 such factors, and the bound two more: 31 u E would do.
#define VOLUME_BOUND (32.0 * TI_U)

// What underflow adds: each of less than 100 products is off by 2^-1075, and is multiplied by at most
// VOLUME_MOST after that. Differences that are larger are left to whole numbers.
#define VOLUME_UNDERFLOW 0x1p-700
#define VOLUME_MOST 0x1p300

// Differences as exact_pair has them, at one time.
typedef struct differences {
    toi_vec3 p, q, w;
} differences;

static differences differences_of(toi_primitive_kind kind, const toi_vec3* v)
{
    if (kind == TOI_PRIMITIVE_EE) {
        return (differences){v3_sub(v[1], v[0]), v3_sub(v[3], v[2]), v3_sub(v[2], v[0])};
    }
    return (differences){v3_sub(v[2], v[1]), v3_sub(v[3], v[1]), v3_sub(v[0], v[1])};
}

static toi_vec3 larger(toi_vec3 a, toi_vec3 b)
{
    return v3_max(v3_max(a, v3_negate(a)), v3_max(b, v3_negate(b)));
}

// Coefficients of the volume that all have one sign: it is never zero.
static bool parted_by_plane(const toi_primitive_query* query)
{
    differences a = differences_of(query->kind, query->start), b = differences_of(query->kind, query->end);
    toi_vec3 p = larger(a.p, b.p), q = larger(a.q, b.q), w = larger(a.w, b.w);
    toi_vec3 most = v3_max(v3_max(p, q), w);
    double size =
        (w.x * (p.y * q.z + p.z * q.y) + w.y * (p.z * q.x + p.x * q.z)) + w.z * (p.x * q.y + p.y * q.x);
    double error = VOLUME_BOUND * size + VOLUME_UNDERFLOW;
    toi_vec3 first = v3_cross(a.p, a.q), last = v3_cross(b.p, b.q),
             both = v3_add(v3_cross(a.p, b.q), v3_cross(b.p, a.q));
    double c[4] = {v3_dot(first, a.w), v3_dot(first, b.w) + v3_dot(both, a.w),
                   v3_dot(both, b.w) + v3_dot(last, a.w), v3_dot(last, b.w)};
    double sign = c[0] < 0.0 ? -1.0 : 1.0;
    return v3_norm1(most) <= VOLUME_MOST && sign * c[0] > error && sign * c[1] > error &&
           sign * c[2] > error && sign * c[3] > error;
}

bool ti_exact_parted(const toi_primitive_query* query)
{
    bool planes = query->kind == TOI_PRIMITIVE_VF || query->kind == TOI_PRIMITIVE_EE;
    return parted_by_coordinate(query) || (planes && parted_by_plane(query));
}
