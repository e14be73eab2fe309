// Four doubles at once. A kernel is one .c file compiled twice: for AVX2, and plain, where the compiler
// splits each operation into what the machine has. Every operation here is the same IEEE operation in each
// lane, so both give equal bits; tests hold them to it. This header alone knows which of the two is being
// compiled.

#ifndef TI_MATH_SIMD_H
#define TI_MATH_SIMD_H

#include <math.h>
#include <stdint.h>
#include <string.h>

// Name of a kernel function in the build at hand: TI_KERNEL(ti_walk) is ti_walk_avx2 or ti_walk_plain.
#ifdef TI_KERNEL_AVX2
#include <immintrin.h>
#define TI_KERNEL(name) name##_avx2
#else
#define TI_KERNEL(name) name##_plain
#endif

// Lanes, and masks of as many: every bit of a lane set or clear.
typedef double ti_v4 __attribute__((vector_size(32)));
typedef int64_t ti_m4 __attribute__((vector_size(32)));
typedef float ti_q4 __attribute__((vector_size(16)));
typedef int32_t ti_i4 __attribute__((vector_size(16)));
typedef float ti_f8 __attribute__((vector_size(32)));
typedef int32_t ti_m8 __attribute__((vector_size(32)));

// The machine's minimum and maximum, as they are without it: where `a is b` a, else b.
#ifdef TI_KERNEL_AVX2
#define TI_PICK(lanes, mask, native, machine, is, a, b) (lanes) machine((native)(a), (native)(b))
#else
#define TI_PICK(lanes, mask, native, machine, is, a, b) \
    (lanes)(((mask)(a is b) & (mask)(a)) | (~(mask)(a is b) & (mask)(b)))
#endif

// What is the same for lanes of any number and width. NAME_min is a < b ? a : b and NAME_max a > b ? a : b,
// so a NaN in either gives b.
#define TI_LANES(NAME, number, lanes, mask, native, machine, suffix)         \
    static inline lanes NAME##_load(const number* p)                         \
    {                                                                        \
        lanes v;                                                             \
        memcpy(&v, p, sizeof v);                                             \
        return v;                                                            \
    }                                                                        \
    static inline void NAME##_store(number* p, lanes v)                      \
    {                                                                        \
        memcpy(p, &v, sizeof v);                                             \
    }                                                                        \
    static inline lanes NAME##_min(lanes a, lanes b)                         \
    {                                                                        \
        return TI_PICK(lanes, mask, native, machine##min_##suffix, <, a, b); \
    }                                                                        \
    static inline lanes NAME##_max(lanes a, lanes b)                         \
    {                                                                        \
        return TI_PICK(lanes, mask, native, machine##max_##suffix, >, a, b); \
    }

TI_LANES(f4, double, ti_v4, ti_m4, __m256d, _mm256_, pd)
TI_LANES(q4, float, ti_q4, ti_i4, __m128, _mm_, ps)
TI_LANES(f8, float, ti_f8, ti_m8, __m256, _mm256_, ps)

// ---- four doubles

static inline ti_v4 f4_set(double a)
{
    return (ti_v4){a, a, a, a};
}

// Widening float to double is exact.
static inline ti_v4 f4_load_float(const float* p)
{
#ifdef TI_KERNEL_AVX2
    return (ti_v4)_mm256_cvtps_pd(_mm_loadu_ps(p));
#else
    return (ti_v4){(double)p[0], (double)p[1], (double)p[2], (double)p[3]};
#endif
}

static inline ti_v4 f4_select(ti_m4 mask, ti_v4 yes, ti_v4 no)
{
#ifdef TI_KERNEL_AVX2
    return (ti_v4)_mm256_blendv_pd((__m256d)no, (__m256d)yes, (__m256d)mask);
#else
    return (ti_v4)((mask & (ti_m4)yes) | (~mask & (ti_m4)no));
#endif
}

// As f4_select, where only the sign bits of the mask count.
static inline ti_v4 f4_choose(ti_m4 mask, ti_v4 yes, ti_v4 no)
{
#ifdef TI_KERNEL_AVX2
    return (ti_v4)_mm256_blendv_pd((__m256d)no, (__m256d)yes, (__m256d)mask);
#else
    return f4_select((ti_m4)(mask < 0), yes, no);
#endif
}

static inline ti_v4 f4_sqrt(ti_v4 a)
{
#ifdef TI_KERNEL_AVX2
    return (ti_v4)_mm256_sqrt_pd((__m256d)a);
#else
    return (ti_v4){sqrt(a[0]), sqrt(a[1]), sqrt(a[2]), sqrt(a[3])};
#endif
}

static inline ti_v4 f4_abs(ti_v4 a)
{
    const ti_m4 mask = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};
    return (ti_v4)((ti_m4)a & mask);
}

// The sign bits alone: xor with them flips the sign where `a` is negative.
static inline ti_m4 f4_sign(ti_v4 a)
{
    const ti_m4 mask = {INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN};
    return (ti_m4)a & mask;
}

static inline ti_v4 f4_flip(ti_v4 a, ti_m4 sign)
{
    return (ti_v4)((ti_m4)a ^ sign);
}

// One bit a lane, lane 0 lowest: its highest bit.
static inline int m4_bits(ti_m4 mask)
{
#ifdef TI_KERNEL_AVX2
    return _mm256_movemask_pd((__m256d)mask);
#else
    return (mask[0] < 0) | (mask[1] < 0) << 1 | (mask[2] < 0) << 2 | (mask[3] < 0) << 3;
#endif
}

// Lanes 1, 0, 3, 2, and lanes 2, 3, 0, 1.
static inline ti_v4 f4_swap_near(ti_v4 a)
{
    return (ti_v4){a[1], a[0], a[3], a[2]};
}

static inline ti_v4 f4_swap_far(ti_v4 a)
{
    return (ti_v4){a[2], a[3], a[0], a[1]};
}

// Lane from[i] of a in lane i; each is 0 to 3.
static inline ti_v4 f4_pick(ti_v4 a, const uint32_t from[4])
{
#ifdef TI_KERNEL_AVX2
    __m256i lanes =
        _mm256_slli_epi64(_mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i*)(const void*)from)), 1);
    __m256i both =
        _mm256_or_si256(lanes, _mm256_slli_epi64(_mm256_add_epi64(lanes, _mm256_set1_epi64x(1)), 32));
    return (ti_v4)_mm256_permutevar8x32_ps((__m256)a, both);
#else
    return (ti_v4){a[from[0]], a[from[1]], a[from[2]], a[from[3]]};
#endif
}

// Three doubles and 0, without a look at what follows.
static inline ti_v4 f4_load3(const double* p)
{
#ifdef TI_KERNEL_AVX2
    return (ti_v4)_mm256_maskload_pd(p, _mm256_setr_epi64x(-1, -1, -1, 0));
#else
    return (ti_v4){p[0], p[1], p[2], 0.0};
#endif
}

// The three doubles at each of four places, the first of each in *x, and so on: reads nothing beyond them.
static inline void f4_gather3(const double* const p[4], ti_v4* x, ti_v4* y, ti_v4* z)
{
#ifdef TI_KERNEL_AVX2
    const __m256i three = _mm256_setr_epi64x(-1, -1, -1, 0);
    __m256d p0 = _mm256_maskload_pd(p[0], three), p1 = _mm256_maskload_pd(p[1], three);
    __m256d p2 = _mm256_maskload_pd(p[2], three), p3 = _mm256_maskload_pd(p[3], three);
    __m256d xz01 = _mm256_unpacklo_pd(p0, p1), y01 = _mm256_unpackhi_pd(p0, p1);
    __m256d xz23 = _mm256_unpacklo_pd(p2, p3), y23 = _mm256_unpackhi_pd(p2, p3);
    *x = (ti_v4)_mm256_insertf128_pd(xz01, _mm256_castpd256_pd128(xz23), 1);
    *y = (ti_v4)_mm256_insertf128_pd(y01, _mm256_castpd256_pd128(y23), 1);
    *z = (ti_v4)_mm256_permute2f128_pd(xz01, xz23, 0x31);
#else
    *x = (ti_v4){p[0][0], p[1][0], p[2][0], p[3][0]};
    *y = (ti_v4){p[0][1], p[1][1], p[2][1], p[3][1]};
    *z = (ti_v4){p[0][2], p[1][2], p[2][2], p[3][2]};
#endif
}

static inline int m4_first(ti_m4 mask)
{
    return __builtin_ctz((unsigned)m4_bits(mask) | 8U);
}

// The first lane that has the largest value; lane 3 where there is a NaN that hides it. Without a branch:
// which it is cannot be foretold.
static inline int f4_lane_of_max(ti_v4 a)
{
    ti_v4 pairs = f4_max(a, f4_swap_near(a));
    return m4_first((ti_m4)(a == f4_max(pairs, f4_swap_far(pairs))));
}

static inline int f4_lane_of_min(ti_v4 a)
{
    ti_v4 pairs = f4_min(a, f4_swap_near(a));
    return m4_first((ti_m4)(a == f4_min(pairs, f4_swap_far(pairs))));
}

static inline double f4_hmin(ti_v4 a)
{
    double lo = a[0] < a[1] ? a[0] : a[1], hi = a[2] < a[3] ? a[2] : a[3];
    return lo < hi ? lo : hi;
}

static inline double f4_hmax(ti_v4 a)
{
    double lo = a[0] > a[1] ? a[0] : a[1], hi = a[2] > a[3] ? a[2] : a[3];
    return lo > hi ? lo : hi;
}

// ---- four floats

static inline ti_q4 q4_set(float a)
{
    return (ti_q4){a, a, a, a};
}

static inline int i4_bits(ti_i4 mask)
{
#ifdef TI_KERNEL_AVX2
    return _mm_movemask_ps((__m128)mask);
#else
    return (mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8);
#endif
}

// ---- eight floats

static inline ti_f8 f8_set(float a)
{
    return (ti_f8){a, a, a, a, a, a, a, a};
}

static inline ti_f8 f8_abs(ti_f8 a)
{
    const ti_m8 mask = {INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX,
                        INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX};
    return (ti_f8)((ti_m8)a & mask);
}

// The nearest whole number towards zero, for |a| < 2^31.
static inline ti_f8 f8_truncate(ti_f8 a)
{
    return __builtin_convertvector(__builtin_convertvector(a, ti_m8), ti_f8);
}

static inline int m8_bits(ti_m8 mask)
{
#ifdef TI_KERNEL_AVX2
    return _mm256_movemask_ps((__m256)mask);
#else
    int bits = 0;
    for (int i = 0; i < 8; ++i) {
        bits |= (int)(mask[i] & 1) << i;
    }
    return bits;
#endif
}

#endif
