// Sine, cosine and inverse tangent by plain double arithmetic: no libm, no fused multiply-add, equal bits on
// every compiler. Every function states its largest error; u = 2^-53, an ulp is that of the exact result.

#ifndef TI_MATH_TRIG_H
#define TI_MATH_TRIG_H

#define TOI_PI 0x1.921fb54442d18p+1
#define TOI_HALF_PI 0x1.921fb54442d18p+0
#define TOI_QUARTER_PI 0x1.921fb54442d18p-1

// Largest errors, derived in trig.c.
#define TI_SINCOS_ULP 1.2   // ti_sincos: sine and cosine, in ulp
#define TI_SINC_ULP 3.0     // ti_sinc_cos: sinc, in ulp
#define TI_COS_ULP 1.2      // ti_sinc_cos: cosine, in ulp
#define TI_ATAN2_ULP 3.5    // ti_atan2_nonneg, in ulp
#define TI_HALF_COT_ULP 6.0 // ti_half_cot, in ulp

// Sine and cosine of x radians, within TI_SINCOS_ULP for every finite x; NaN for the others.
void ti_sincos(double x, double* sine, double* cosine);

// The angle in [0, pi] of the point (c, s), s >= 0, within TI_ATAN2_ULP also for tiny s, as long as the angle
// is not below 2^-1022; 0 for (0, 0). Both must be finite.
double ti_atan2_nonneg(double s, double c);

// h cot(h) for h in [0, pi/2], 1 at 0, within TI_HALF_COT_ULP.
double ti_half_cot(double h);

// ti_sinc_cos for h above pi/4.
void ti_sinc_cos_far(double h, double* sinc, double* cosine);

// (sin(h)/h - 1)/h^2 as a polynomial of z = h^2: a minimax fit for h up to pi/4; z times its error is below
// 2^-57.3.
static inline double ti_sinc_tail(double z)
{
    const double p0 = -0x1.5555555555549p-3, p1 = 0x1.111111110f881p-7, p2 = -0x1.a01a019c126bep-13;
    const double p3 = 0x1.71de3578751fcp-19, p4 = -0x1.ae5e66d57e49fp-26, p5 = 0x1.5d932f768829dp-33;
    double zz = z * z;
    return (p0 + z * p1) + zz * ((p2 + z * p3) + zz * (p4 + z * p5));
}

// (cos(h) - 1 + h^2/2)/h^4 as a polynomial of z = h^2: a minimax fit for h up to pi/4; z^2 times its error is
// below 2^-59.9.
static inline double ti_cos_tail(double z)
{
    const double q0 = 0x1.555555555554cp-5, q1 = -0x1.6c16c16c15184p-10, q2 = 0x1.a01a019cb26fbp-16;
    const double q3 = -0x1.27e4f80a76e94p-22, q4 = 0x1.1ee9ec4818e69p-29, q5 = -0x1.8faecf667df34p-37;
    double zz = z * z;
    return (q0 + z * q1) + zz * ((q2 + z * q3) + zz * (q4 + z * q5));
}

// sin(h)/h and cos(h) for finite h >= 0, within TI_SINC_ULP and TI_COS_ULP. Up to pi/4 without a division,
// and without a special case near 0.
static inline void ti_sinc_cos(double h, double* sinc, double* cosine)
{
    if (h <= TOI_QUARTER_PI) {
        double z = h * h;
        *sinc = 1.0 + z * ti_sinc_tail(z);
        *cosine = 1.0 - (0.5 * z - (z * z) * ti_cos_tail(z));
    } else {
        ti_sinc_cos_far(h, sinc, cosine);
    }
}

#endif
