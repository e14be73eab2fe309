// Sine, cosine and inverse tangent against Arb: the largest error over random and hard arguments is within
// the stated bound, and a hash of results is the one that every compiler must give.

#include "cmocka_toi.h"
#include "math/trig.h"

#include <arb.h>
#include <float.h>

enum { BITS = 1400 }; // enough to reduce any double

typedef struct scratch {
    arb_t x, y, exact, other;
    double smallest; // sine or cosine seen
    double sine_ulp, cosine_ulp, sinc_ulp, near_cosine_ulp, atan_ulp, cot_ulp;
} scratch;

static void scratch_start(scratch* t)
{
    memset(t, 0, sizeof *t);
    t->smallest = 1.0;
    arb_init(t->x);
    arb_init(t->y);
    arb_init(t->exact);
    arb_init(t->other);
}

static void scratch_end(scratch* t)
{
    arb_clear(t->x);
    arb_clear(t->y);
    arb_clear(t->exact);
    arb_clear(t->other);
    flint_cleanup();
}

static slong precision_of(double x)
{
    int exponent;
    frexp(x, &exponent);
    return exponent > 60 ? BITS : 140 + abs(exponent > -60 ? exponent : 60);
}

// Distance of a value from the exact ball in ulp of the exact one (the gap of the doubles in its binade);
// infinite for NaN.
static double error_in_ulp(double value, const arb_t exact)
{
    arb_t difference;
    arb_init(difference);
    double middle = arf_get_d(arb_midref(exact), ARF_RND_DOWN);
    int exponent;
    frexp(middle, &exponent);
    int ulp = exponent - 53 < -1074 ? -1074 : exponent - 53;
    arb_set_d(difference, value);
    arb_sub(difference, difference, exact, 128);
    arb_mul_2exp_si(difference, difference, -ulp);
    double error = fabs(arf_get_d(arb_midref(difference), ARF_RND_UP)) + mag_get_d(arb_radref(difference));
    arb_clear(difference);
    return isfinite(value) ? error : HUGE_VAL;
}

static void keep_largest(double* largest, double error)
{
    if (!(error <= *largest)) {
        *largest = error;
    }
}

static void check_sincos(scratch* t, double x)
{
    double s, c;
    ti_sincos(x, &s, &c);
    arb_set_d(t->x, x);
    arb_sin_cos(t->exact, t->other, t->x, precision_of(x));
    t->smallest = fmin(t->smallest, x == 0.0 ? 1.0 : fmin(fabs(s), fabs(c)));
    keep_largest(&t->sine_ulp, error_in_ulp(s, t->exact));
    keep_largest(&t->cosine_ulp, error_in_ulp(c, t->other));
}

static void check_sinc(scratch* t, double h)
{
    double s, c;
    ti_sinc_cos(h, &s, &c);
    arb_set_d(t->x, h);
    arb_sinc(t->exact, t->x, precision_of(h));
    arb_cos(t->other, t->x, precision_of(h));
    keep_largest(&t->sinc_ulp, error_in_ulp(s, t->exact));
    keep_largest(&t->near_cosine_ulp, error_in_ulp(c, t->other));
}

static void check_atan2(scratch* t, double s, double c)
{
    arb_set_d(t->y, s);
    arb_set_d(t->x, c);
    arb_atan2(t->exact, t->y, t->x, 128);
    keep_largest(&t->atan_ulp, error_in_ulp(ti_atan2_nonneg(s, c), t->exact));
}

static void check_cot(scratch* t, double h)
{
    arb_set_d(t->x, h);
    arb_cot(t->exact, t->x, precision_of(h));
    arb_mul(t->exact, t->exact, t->x, precision_of(h));
    keep_largest(&t->cot_ulp, error_in_ulp(ti_half_cot(h), t->exact));
}

// A double with an exponent between the two, of either sign.
static double random_wide(test_random* random, int lowest, int highest)
{
    double m = 1.0 + random_unit(random);
    int exponent = lowest + (int)random_below(random, (uint32_t)(highest - lowest + 1));
    return ldexp(random_bits(random) & 1 ? m : -m, exponent);
}

static void sine_and_cosine_are_within_their_bound_for_random_angles(void** state)
{
    (void)state;
    test_random random = random_start(1);
    scratch t;
    scratch_start(&t);
    for (int i = 0; i < 300000; ++i) {
        check_sincos(&t, random_between(&random, -10.0, 10.0));
        check_sincos(&t, random_wide(&random, -40, 19));
    }
    for (int i = 0; i < 20000; ++i) {
        check_sincos(&t, random_wide(&random, -1074, 1023));
        check_sincos(&t, random_wide(&random, 18, 70));
    }
    printf("sine %.3f ulp, cosine %.3f ulp\n", t.sine_ulp, t.cosine_ulp);
    assert_true(t.sine_ulp <= TI_SINCOS_ULP && t.cosine_ulp <= TI_SINCOS_ULP);
    assert_true(t.sine_ulp > 0.5 && t.cosine_ulp > 0.5);
    scratch_end(&t);
}

static void check_neighbours(scratch* t, double x)
{
    double below = x, above = x;
    for (int i = 0; i < 3; ++i) {
        check_sincos(t, below);
        check_sincos(t, above);
        check_sincos(t, -above);
        below = nextafter(below, 0.0);
        above = nextafter(above, DBL_MAX);
    }
}

static void sine_and_cosine_are_within_their_bound_for_hard_angles(void** state)
{
    (void)state;
    scratch t;
    scratch_start(&t);
    for (int k = 0; k < 20000; ++k) {
        check_neighbours(&t, (double)k * TOI_QUARTER_PI);
    }
    for (int k = 0; k < 1024; ++k) {
        check_neighbours(&t, ldexp(TOI_HALF_PI, k - 1));
        check_neighbours(&t, ldexp(1.0, k));
    }
    // The double nearest to a multiple of pi/2 [Muller16].
    check_neighbours(&t, ldexp(6381956970095103.0, 797));
    const double others[] = {DBL_MAX, DBL_MIN, DBL_TRUE_MIN, 0.0, 0x1p20, 1.0 + 0x1p20, 0x1p-27, 0x1p-511};
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        check_neighbours(&t, others[i]);
    }
    printf("sine %.3f ulp, cosine %.3f ulp\n", t.sine_ulp, t.cosine_ulp);
    assert_true(t.sine_ulp <= TI_SINCOS_ULP && t.cosine_ulp <= TI_SINCOS_ULP);
    scratch_end(&t);
}

// Convergents of the continued fraction of 2^e (2/pi) give the doubles m 2^e that come closest to multiples
// of pi/2.
static void hardest_angle_of_each_exponent_is_within_the_bound(void** state)
{
    (void)state;
    scratch t;
    scratch_start(&t);
    arb_t rest;
    fmpz_t a, q0, q1, q2;
    arb_init(rest);
    fmpz_init(a), fmpz_init(q0), fmpz_init(q1), fmpz_init(q2);
    int count = 0;
    for (int e = -52; e <= 971; ++e) {
        arb_const_pi(rest, 2 * BITS);
        arb_inv(rest, rest, 2 * BITS);
        arb_mul_2exp_si(rest, rest, e + 1);
        fmpz_zero(q1);
        fmpz_one(q0); // q of the convergent before the first is 0, then 1
        fmpz_zero(q2);
        for (bool first = true; fmpz_bits(q0) <= 53; first = false) {
            if (!first && fmpz_bits(q0) > 45) {
                check_sincos(&t, ldexp(fmpz_get_d(q0), e));
                ++count;
            }
            arf_get_fmpz(a, arb_midref(rest), ARF_RND_FLOOR);
            arb_sub_fmpz(rest, rest, a, 2 * BITS);
            arb_inv(rest, rest, 2 * BITS);
            if (first) {
                fmpz_zero(q1);
                continue;
            }
            fmpz_mul(q2, a, q0);
            fmpz_add(q2, q2, q1);
            fmpz_set(q1, q0);
            fmpz_set(q0, q2);
        }
    }
    printf("%d angles, as near as 2^%.2f: sine %.3f ulp, cosine %.3f ulp\n", count, log2(t.smallest),
           t.sine_ulp, t.cosine_ulp);
    assert_true(count > 2000);
    assert_true(t.smallest < 0x1p-60 && t.smallest > 0x1p-61); // the known nearest is 2^-60.9
    assert_true(t.sine_ulp <= TI_SINCOS_ULP && t.cosine_ulp <= TI_SINCOS_ULP);
    fmpz_clear(a), fmpz_clear(q0), fmpz_clear(q1), fmpz_clear(q2);
    arb_clear(rest);
    scratch_end(&t);
}

static void sinc_and_cosine_are_within_their_bounds(void** state)
{
    (void)state;
    test_random random = random_start(2);
    scratch t;
    scratch_start(&t);
    for (int i = 0; i < 150000; ++i) {
        check_sinc(&t, random_between(&random, 0.0, TOI_QUARTER_PI));
        check_sinc(&t, random_between(&random, 0.0, 12.0));
        check_sinc(&t, fabs(random_wide(&random, -60, 20)));
    }
    const double others[] = {0.0,    DBL_TRUE_MIN, 0x1p-27, TOI_QUARTER_PI,
                             TOI_PI, TOI_HALF_PI,  0x1p300, DBL_MAX};
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        check_sinc(&t, others[i]);
        check_sinc(&t, nextafter(others[i], DBL_MAX));
    }
    printf("sinc %.3f ulp, cosine %.3f ulp\n", t.sinc_ulp, t.near_cosine_ulp);
    assert_true(t.sinc_ulp <= TI_SINC_ULP && t.near_cosine_ulp <= TI_COS_ULP);
    scratch_end(&t);
}

static void atan2_is_within_its_bound(void** state)
{
    (void)state;
    test_random random = random_start(3);
    scratch t;
    scratch_start(&t);
    for (int i = 0; i < 100000; ++i) {
        double angle = random_between(&random, 0.0, TOI_PI);
        check_atan2(&t, fabs(sin(angle)), cos(angle));
        check_atan2(&t, random_unit(&random), random_between(&random, -1.0, 1.0));
        check_atan2(&t, fabs(random_wide(&random, -300, 300)), random_wide(&random, -300, 300));
    }
    const double sizes[] = {0.0, 0x1p-1022, 0x1p-600, 0.41421356237309503, 0.41421356237309509, 1.0,
                            2.5, 0x1p1000,  DBL_MAX};
    const size_t count = sizeof sizes / sizeof *sizes;
    for (size_t i = 0; i < count * count; ++i) {
        double s = sizes[i / count], c = sizes[i % count];
        check_atan2(&t, s, -c);
        if (c == 0.0 || s / c >= DBL_MIN || s == 0.0) {
            check_atan2(&t, s, c);
        }
    }
    printf("atan2 %.3f ulp\n", t.atan_ulp);
    assert_true(t.atan_ulp <= TI_ATAN2_ULP);
    scratch_end(&t);
}

static void half_cot_is_within_its_bound(void** state)
{
    (void)state;
    test_random random = random_start(4);
    scratch t;
    scratch_start(&t);
    for (int i = 0; i < 100000; ++i) {
        check_cot(&t, random_between(&random, 0x1p-40, TOI_HALF_PI));
        check_cot(&t, fabs(random_wide(&random, -60, -1)));
        check_cot(&t, TOI_HALF_PI - fabs(random_wide(&random, -53, -2)));
    }
    check_cot(&t, TOI_HALF_PI);
    check_cot(&t, DBL_TRUE_MIN);
    printf("h cot h %.3f ulp\n", t.cot_ulp);
    assert_true(t.cot_ulp <= TI_HALF_COT_ULP);
    assert_true(ti_half_cot(0.0) == 1.0);
    scratch_end(&t);
}

static void special_values_are_exact(void** state)
{
    (void)state;
    double s, c;
    ti_sincos(0.0, &s, &c);
    assert_true(s == 0.0 && !signbit(s) && c == 1.0);
    ti_sincos(-0.0, &s, &c);
    assert_true(s == 0.0 && signbit(s) && c == 1.0);
    ti_sinc_cos(0.0, &s, &c);
    assert_true(s == 1.0 && c == 1.0);
    const double not_finite[] = {HUGE_VAL, -HUGE_VAL, (double)NAN};
    for (int i = 0; i < 3; ++i) {
        ti_sincos(not_finite[i], &s, &c);
        assert_true(isnan(s) && isnan(c));
        ti_sinc_cos(fabs(not_finite[i]), &s, &c);
        assert_true(isnan(s) && isnan(c));
    }
    assert_true(ti_atan2_nonneg(0.0, 0.0) == 0.0 && ti_atan2_nonneg(0.0, 2.0) == 0.0);
    assert_true(ti_atan2_nonneg(0.0, -2.0) == TOI_PI && ti_atan2_nonneg(3.0, 0.0) == TOI_HALF_PI);
    assert_true(ti_atan2_nonneg(5.0, 5.0) == TOI_QUARTER_PI);
}

static uint64_t hash_double(uint64_t hash, double value)
{
    unsigned char bytes[sizeof value];
    memcpy(bytes, &value, sizeof value);
    for (size_t i = 0; i < sizeof bytes; ++i) {
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    }
    return hash;
}

static void results_have_the_same_bits_on_every_compiler(void** state)
{
    (void)state;
    test_random random = {5};
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < 25000; ++i) {
        double s, c;
        double x = i % 2 == 0 ? random_between(&random, -20.0, 20.0) : random_wide(&random, -1022, 1023);
        ti_sincos(x, &s, &c);
        hash = hash_double(hash_double(hash, s), c);
        ti_sinc_cos(random_between(&random, 0.0, 4.0), &s, &c);
        hash = hash_double(hash_double(hash, s), c);
        double y = random_unit(&random);
        hash = hash_double(hash, ti_atan2_nonneg(y, random_between(&random, -1.0, 1.0)));
        hash = hash_double(hash, ti_half_cot(random_between(&random, 0.0, TOI_HALF_PI)));
    }
    printf("hash %016llx\n", (unsigned long long)hash);
    assert_true(hash == 0xb27368fe0fc4bb7cu);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(sine_and_cosine_are_within_their_bound_for_random_angles),
        cmocka_unit_test(sine_and_cosine_are_within_their_bound_for_hard_angles),
        cmocka_unit_test(hardest_angle_of_each_exponent_is_within_the_bound),
        cmocka_unit_test(sinc_and_cosine_are_within_their_bounds),
        cmocka_unit_test(atan2_is_within_its_bound),
        cmocka_unit_test(half_cot_is_within_its_bound),
        cmocka_unit_test(special_values_are_exact),
        cmocka_unit_test(results_have_the_same_bits_on_every_compiler),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
