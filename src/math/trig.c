// Sine, cosine and inverse tangent. The polynomials are minimax fits (Remez) made for this file;
// test_exact_trig holds every function to its stated bound.
//
// Error of ti_sinc_cos up to pi/4, with z = h^2 <= 0.617 rounded by at most u/2:
//   cosine 1 - (z/2 - z^2 Q), in [0.707, 1], where an ulp is u: half of z's error u/4; z^2 Q <= 0.0155, with
//   four roundings 0.06 u; the inner difference <= 0.293, u/4; the outer one u/2; the fit 0.02 u: together
//   below 1.1 u. sinc 1 + z P, in [0.9, 1]: z's error times 1/6, u/12; P <= 1/6 with its roundings 0.2 u,
//   times z 0.12 u; the product <= 0.1, u/16; the sum u/2; the fit 0.06 u: together below 0.85 u.
// Error of ti_sincos: the angle is reduced to r + tail, |r| <= pi/4 (1 + 2^-29), |tail| <= ulp(r)/2, with a
// relative error below 2^-70.
//   sine r + (r z P + tail (1 - z/2)): relative to r, z P has the error (1/12 + 0.12 + 1/16) u = 0.27 u; the
//   product with r 0.1 u; the dropped term of the tail 0.02 u; the inner sum 0.11 u; the fit 0.06 u: together
//   0.56 u. Since sin(r) >= 0.9 r, that is 0.63 ulp, and the last rounding 0.5: below 1.2 ulp. cosine as
//   above with r tail inside, which adds less than 0.01 u: below 1.2 ulp.
// Sinc above pi/4 is the quotient by h: 2 * 1.2 u + 0.5 ulp, below 3 ulp.

#include "math/trig.h"

#include "core/assert.h"
#include "math/rounding.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

// An angle as quadrant * pi/2 + (r + tail).
typedef struct reduced_angle {
    double r, tail;
    uint32_t quadrant; // only its last two bits count
} reduced_angle;

// Up to here k = x 2/pi rounded is below 2^20.
#define NEAR_LIMIT 0x1p20

// Three words of 33 bits and one of 53 [CodyWaite80]: pi/2 = W1 + W2 + W3 + W4 + 2^-159.8.
// k < 2^20 makes k W1, k W2 and k W3 exact. x - k W1 is exact (x and k W1 are within a factor of two) and, as
// k W2, a multiple of 2^-66. So a, if below 2^-13, is exact and b zero; otherwise b <= 2^-53 a. In the same
// way c, a multiple of 2^-101, is exact and d zero if c is below 2^-48. What is left out is then the rounding
// of (b + d) - k W4: at most 2^-105 |r|, or 2^-136 where b is zero, and no double is nearer to a multiple of
// pi/2 than 2^-62 (but 0).
static reduced_angle reduce_near(double x)
{
    const double w1 = 0x1.921fb54400000p+0, w2 = 0x1.0b4611a600000p-34;
    const double w3 = 0x1.3198a2e000000p-69, w4 = 0x1.b839a252049c1p-104;
    const double two_over_pi = 0x1.45f306dc9c883p-1;
    uint32_t quadrant = (uint32_t)(x * two_over_pi + 0.5);
    double k = (double)quadrant;
    double b, d;
    double a = ti_two_sum(x - k * w1, -(k * w2), &b);
    double c = ti_two_sum(a, -(k * w3), &d);
    double low = (b + d) - k * w4;
    double r = c + low;
    return (reduced_angle){r, (c - r) + low, quadrant};
}

// The bits of 2/pi after the point, after 64 zero bits.
static const uint32_t two_over_pi_bits[40] = {
    0x00000000u, 0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u,
    0xfe5163abu, 0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu, 0xfe1deb1cu, 0xb129a73eu,
    0xe88235f5u, 0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u, 0x835339f4u, 0x9c845f8bu, 0xbdf9283bu,
    0x1ff897ffu, 0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu, 0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u, 0x9e5fea2du,
    0x7527bac7u, 0xebe5f17bu, 0x3d0739f7u, 0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u, 0x56033046u, 0xfc7b6babu,
};

enum { LIMBS = 6 }; // 192 bits

// product = m * (192 bits of 2/pi from the bit at `first` on), modulo 2^192, lowest limb first.
static void multiply_window(uint64_t m, uint32_t first, uint32_t product[LIMBS])
{
    uint32_t window[LIMBS];
    const uint32_t* from = two_over_pi_bits + first / 32;
    uint32_t shift = first % 32;
    for (int i = 0; i < LIMBS; ++i) {
        uint64_t two = (uint64_t)from[i] << 32 | from[i + 1];
        window[LIMBS - 1 - i] = (uint32_t)(two << shift >> 32);
        product[i] = 0;
    }
    for (int i = 0; i < 2; ++i) {
        uint64_t factor = i == 0 ? m & UINT32_MAX : m >> 32;
        uint64_t carry = 0;
        for (int j = 0; i + j < LIMBS; ++j) {
            carry += factor * window[j] + product[i + j];
            product[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
    }
}

// (high, middle, ...) 2^-128 as a fraction below 1, times pi/2, as r + tail. The fraction is at least 2^-62,
// so `high` is not zero. Parts of 26 bits make the two large products exact; what is left out is below 2^-75
// of the result.
static reduced_angle times_half_pi(uint64_t high, uint64_t middle)
{
    const double h1 = 0x1.921fb50000000p+0, h2 = 0x1.110b460000000p-26, h3 = 0x1.1a62633145c07p-54;
    int shift = 0;
    while (high >> 63 == 0 && shift < 63) {
        high = high << 1 | middle >> 63;
        middle <<= 1;
        ++shift;
    }
    double a = (double)(high >> 38) * 0x1p-26;
    double b = (double)(high >> 12 & 0x3ffffffu) * 0x1p-52;
    double c = (double)((high & 0xfffu) << 41 | middle >> 23) * 0x1p-105;
    double low = (a * h2 + b * h1) + ((a * h3 + b * h2) + c * h1);
    double r = a * h1 + low;
    double tail = (a * h1 - r) + low;
    return (reduced_angle){ldexp(r, -shift), ldexp(tail, -shift), 0};
}

// Any x >= 1 [PayneHanek83]. With x = m 2^e, the bits of 2/pi above 2^(2 - e) only add multiples of 4 to x
// 2/pi and are left out; 192 bits from there on leave an error below 2^53 2^-190. The nearest that a double
// comes to a multiple of pi/2 is 2^-61 [Muller16], so the error is below 2^-75 of the fraction.
static reduced_angle reduce_far(double x)
{
    int exponent;
    uint64_t m = (uint64_t)ldexp(frexp(x, &exponent), 53);
    uint32_t p[LIMBS];
    multiply_window(m, (uint32_t)(exponent - 53 + 62), p);

    uint64_t high = (uint64_t)p[5] << 32 | p[4];
    uint64_t middle = (uint64_t)p[3] << 32 | p[2];
    uint64_t low = (uint64_t)p[1] << 32 | p[0];
    uint32_t quadrant = p[5] >> 30;
    high = high << 2 | middle >> 62;
    middle = middle << 2 | low >> 62;
    bool negative = high >> 63 != 0;
    if (negative) { // the fraction is at least 1/2: count from the next quadrant; ~ is 1 - it, less 2^-128
        ++quadrant;
        high = ~high;
        middle = ~middle;
    }
    reduced_angle angle = times_half_pi(high, middle);
    if (negative) {
        angle.r = -angle.r;
        angle.tail = -angle.tail;
    }
    angle.quadrant = quadrant;
    return angle;
}

void ti_sincos(double x, double* sine, double* cosine)
{
    double size = fabs(x);
    reduced_angle angle = {size, 0.0, 0};
    if (!(size <= TOI_QUARTER_PI)) {
        if (!isfinite(x)) {
            *sine = *cosine = x - x; // NaN
            return;
        }
        angle = size <= NEAR_LIMIT ? reduce_near(size) : reduce_far(size);
    }
    double r = angle.r, tail = angle.tail;
    double z = r * r;
    double s = r + (r * (z * ti_sinc_tail(z)) + tail * (1.0 - 0.5 * z));
    double c = 1.0 - (0.5 * z - ((z * z) * ti_cos_tail(z) - r * tail));
    bool swap = (angle.quadrant & 1) != 0;
    double sine_of_size = swap ? c : s;
    double cosine_of_size = swap ? s : c;
    bool sine_negative = ((angle.quadrant & 2) != 0) != (signbit(x) != 0);
    *sine = sine_negative ? -sine_of_size : sine_of_size;
    *cosine = ((angle.quadrant + 1) & 2) != 0 ? -cosine_of_size : cosine_of_size;
}

void ti_sinc_cos_far(double h, double* sinc, double* cosine)
{
    double sine;
    ti_sincos(h, &sine, cosine);
    *sinc = sine / h;
}

// atan(y) for |y| <= tan(pi/8): a minimax fit, its error below 2^-58 of the result.
static double atan_near(double y)
{
    static const double p[11] = {
        -0x1.555555555553dp-2, 0x1.99999999958f9p-3, -0x1.24924922b179ap-3, 0x1.c71c70e7c6b53p-4,
        -0x1.745cf90f5bf3cp-4, 0x1.3b111cb2d6343p-4, -0x1.10ebe13324c54p-4, 0x1.df119cffdddaap-5,
        -0x1.9cdd1dafe9737p-5, 0x1.37efc0f032d1dp-5, -0x1.25a2e0399112bp-6,
    };
    double z = y * y;
    double sum = p[10];
    for (int i = 9; i >= 0; --i) {
        sum = p[i] + z * sum;
    }
    return y + y * (z * sum);
}

// The angle is base +- atan(y) with |y| <= tan(pi/8), base a multiple of pi/4 in two words. y has up to three
// roundings (3 u), atan's own part adds 0.2 u and half an ulp: 3.7 u of at most pi/8, so 1.5 u, at worst on a
// result just above pi/8, where an ulp is u/2: 3 ulp, and half an ulp for the last sum. Near 0 the base is 0
// and y = s/c has one rounding: 2 ulp.
double ti_atan2_nonneg(double s, double c)
{
    const double tan_eighth_pi = 0x1.a827999fcef32p-2;
    static const double base[5] = {0.0, TOI_QUARTER_PI, TOI_HALF_PI, 0x1.2d97c7f3321d2p+1, TOI_PI};
    static const double base_tail[5] = {0.0, 0x1.1a62633145c07p-55, 0x1.1a62633145c07p-54,
                                        0x1.a79394c9e8a0ap-54, 0x1.1a62633145c07p-53};
    TI_ASSERT(!(s < 0.0));
    double a = fabs(c);
    if (s > 0x1p1000 || a > 0x1p1000) { // keeps s + a finite
        s *= 0x1p-30;
        a *= 0x1p-30;
    }
    int octant; // of the base in the right half plane, in quarters of pi
    double y;
    if (s <= tan_eighth_pi * a) {
        octant = 0;
        y = a > 0.0 ? s / a : 0.0;
    } else if (a <= tan_eighth_pi * s) {
        octant = 2;
        y = -(a / s);
    } else {
        octant = 1;
        y = (s - a) / (s + a);
    }
    double near = atan_near(y);
    if (c < 0.0) {
        octant = 4 - octant;
        near = -near;
    }
    return base[octant] + (near + base_tail[octant]);
}

// cos / (sin / h): up to pi/4 both are within 1.1 u (and cos >= 0.7), beyond it h cos / sin has 2.4 u twice
// and one rounding more; with the last one 6 ulp at most.
double ti_half_cot(double h)
{
    double sinc, cosine;
    ti_sinc_cos(h, &sinc, &cosine);
    return cosine / sinc;
}
