// A piece takes v to R(v + o) + P, with R v = q v q*/|q|^2 and no weights. So its origin is at
//     R o + P = (q o q* + |q|^2 P)/|q|^2,
// a polynomial of degree 2n + m over one of degree 2n, for the degrees n of q and m of P; |q|^2 times
// 1 = (s + (1 - s))^m has the other one's degree. Coefficient k of a product is a mean of the products of the
// coefficients i and j with i + j = k, by the weights C(n, i) C(m, j)/C(n + m, k), and no rounding is in
// these binomials.
//
// Rounding, with A, D and B the largest length of a coefficient of q, of o and of P, g(k) = gamma(k)
// (math/rounding.h). Sums of lengths bound sums of absolute values, and a product of quaternions by the
// absolute values of one is at most twice their lengths.
// - |q|^2: each dot g(4), times a weight, n additions, a quotient: g(n + 6) A^2.
// - q o q*: both products 2 g(4) A^2 D, of the sum g(n + 2) A^2 D: g(n + 18) A^2 D.
// - q o q* + |q|^2 P: of the second term g(1) more, their sum g(1), the weights, m additions and the quotient
//   g(m + 2): g(n + m + 21) A^2 (D + B).
// - The weights: g(n + 6 + m + 2) A^2.
// A value is a mean of coefficients, so it errs by no more. The origin, numerator by weight w, is at most
// D + B from where its frame has it, so it is off by (g(n + m + 21) + g(n + m + 8)) A^2 (D + B)/w at most.
// What turns is of rational_turn.c, where |q| >= 1 but for roundings: w > 1 - 2^-40.

#include "motion/rational_offset.h"

#include "core/assert.h"
#include "math/bernstein.h"
#include "math/pose.h"
#include "math/rounding.h"
#include "math/scalar.h"
#include "motion/length.h"
#include "motion/rational_turn.h"

// Degrees of q, of P and of the products.
enum { MOST_TURN = TI_MOST_TURN_DEGREE, MOST_WAY = 1, MOST = 2 * MOST_TURN + MOST_WAY };

static bool has_offset(const ti_rational_piece* piece)
{
    return v3_largest(piece->offset) > 0.0;
}

uint32_t ti_rational_offset_count(const ti_rational_piece* piece)
{
    const toi_rational* m = &piece->motion;
    return has_offset(piece) ? 2 * (m->rotation_count - 1) + m->translation_count : m->translation_count;
}

// |q|^2 and q o q*, both of degree 2n.
typedef struct squares {
    double norm[2 * MOST_TURN + 1];
    toi_vec3 turned[2 * MOST_TURN + 1];
    uint32_t degree;
} squares;

static double dot4(toi_quat a, toi_quat b)
{
    return ((a.w * b.w + a.x * b.x) + a.y * b.y) + a.z * b.z;
}

static squares squares_of(const toi_rational* m, toi_vec3 o)
{
    double choose[MOST_TURN + 1], whole[2 * MOST_TURN + 1];
    uint32_t n = m->rotation_count - 1;
    squares out = {.degree = 2 * n};
    ti_binomials(n, choose);
    ti_binomials(2 * n, whole);
    for (uint32_t i = 0; i <= n; ++i) {
        toi_quat once = q_mul(m->rotation[i], (toi_quat){0.0, o.x, o.y, o.z});
        for (uint32_t j = 0; j <= n; ++j) {
            toi_quat twice = q_mul(once, q_conjugate(m->rotation[j])); // its real part cancels that of (j, i)
            double weight = choose[i] * choose[j];
            out.norm[i + j] += weight * dot4(m->rotation[i], m->rotation[j]);
            out.turned[i + j] = v3_madd(out.turned[i + j], weight, v3(twice.x, twice.y, twice.z));
        }
    }
    for (uint32_t k = 0; k <= 2 * n; ++k) {
        toi_vec3 x = out.turned[k];
        out.norm[k] /= whole[k];
        out.turned[k] = v3(x.x / whole[k], x.y / whole[k], x.z / whole[k]);
    }
    return out;
}

static double rounding_of(const ti_rational_piece* piece)
{
    const toi_rational* m = &piece->motion;
    int degrees = (int)(m->rotation_count + m->translation_count) - 2;
    double longest = 0.0, way = 0.0;
    for (uint32_t k = 0; k < m->rotation_count; ++k) {
        longest = d_max(ti_quaternion_length(m->rotation[k]), longest);
    }
    for (uint32_t k = 0; k < m->translation_count; ++k) {
        way = d_max(ti_length(m->translation[k]), way);
    }
    double share = ti_gamma(degrees + 21) + ti_gamma(degrees + 8);
    return (1.0 + 0x1p-38) * share * (longest * longest) * (way + ti_length(piece->offset));
}

double ti_rational_offset_write(const ti_rational_piece* piece, toi_vec3* translation, double* weights)
{
    const toi_rational* m = &piece->motion;
    uint32_t way = m->translation_count - 1;
    TI_ASSERT(has_offset(piece) && m->weights == NULL);
    TI_ASSERT(m->rotation_count - 1 <= MOST_TURN && way <= MOST_WAY);
    squares square = squares_of(m, piece->offset);
    uint32_t degree = square.degree + way;
    double choose[2 * MOST_TURN + 1], choose_way[MOST_WAY + 1], whole[MOST + 1];
    ti_binomials(square.degree, choose);
    ti_binomials(way, choose_way);
    ti_binomials(degree, whole);
    for (uint32_t k = 0; k <= degree; ++k) {
        translation[k] = v3(0.0, 0.0, 0.0);
        weights[k] = 0.0;
    }
    for (uint32_t i = 0; i <= square.degree; ++i) {
        for (uint32_t j = 0; j <= way; ++j) {
            toi_vec3 sum = v3_madd(square.turned[i], square.norm[i], m->translation[j]);
            double weight = choose[i] * choose_way[j];
            translation[i + j] = v3_madd(translation[i + j], weight, sum);
            weights[i + j] += weight * square.norm[i];
        }
    }
    for (uint32_t k = 0; k <= degree; ++k) {
        toi_vec3 x = translation[k];
        translation[k] = v3(x.x / whole[k], x.y / whole[k], x.z / whole[k]);
        weights[k] /= whole[k];
    }
    return rounding_of(piece);
}
