// Outward rounding against nextafter over every binade, floats over every binade, powers of two, gamma in
// long double.

#include "cmocka_toi.h"
#include "math/rounding.h"

// Calls check for numbers of every exponent and both signs: powers of two, their neighbours and random ones.
static void for_each_binade(void (*check)(double), int lowest, int highest, uint64_t seed)
{
    test_random random = random_start(seed);
    for (int k = lowest; k <= highest; ++k) {
        double power = ldexp(1.0, k);
        double numbers[24] = {power, nextafter(power, 0.0), nextafter(power, HUGE_VAL), 1.5 * power};
        for (int i = 4; i < 24; ++i) {
            numbers[i] = power * (1.0 + random_unit(&random));
        }
        for (int i = 0; i < 24; ++i) {
            check(numbers[i]);
            check(-numbers[i]);
        }
    }
}

static void check_up_and_down(double x)
{
    double next = nextafter(x, HUGE_VAL), after = nextafter(next, HUGE_VAL);
    assert_true(ti_up(x) == next || ti_up(x) == after);
    next = nextafter(x, -HUGE_VAL);
    after = nextafter(next, -HUGE_VAL);
    assert_true(ti_down(x) == next || ti_down(x) == after);
    assert_true(ti_down(x) == -ti_up(-x));
}

static void up_is_the_next_double_or_the_one_after(void** state)
{
    (void)state;
    for_each_binade(check_up_and_down, -1074, 1023, 11);
    check_up_and_down(0.0);
    check_up_and_down(-0.0);
    check_up_and_down(nextafter(DBL_MAX, 0.0));
    assert_true(ti_up(DBL_MAX) == HUGE_VAL && ti_down(-DBL_MAX) == -HUGE_VAL);
    assert_true(ti_up(HUGE_VAL) == HUGE_VAL && isnan(ti_up((double)NAN)));
}

static void check_float(double x)
{
    float up = ti_float_up(x), down = ti_float_down(x);
    assert_true((double)up >= x && (double)down <= x);
    if (fabs(x) <= (double)FLT_MAX) { // the tightest pair around x
        assert_true((double)nextafterf(up, -(float)HUGE_VAL) < x);
        assert_true((double)nextafterf(down, (float)HUGE_VAL) > x);
    }
}

static void float_up_and_down_are_the_tightest_floats_around(void** state)
{
    (void)state;
    for_each_binade(check_float, -160, 140, 12);
    check_float(0.0);
    check_float((double)FLT_MAX);
    check_float(DBL_TRUE_MIN);
    check_float(-DBL_TRUE_MIN);
    check_float((double)FLT_TRUE_MIN);
    check_float(0.1);
}

static void float_beyond_the_range_is_outward(void** state)
{
    (void)state;
    double beyond = nextafter((double)FLT_MAX, HUGE_VAL);
    float infinity = (float)HUGE_VAL;
    assert_true(ti_float_up(beyond) == infinity && ti_float_down(beyond) == FLT_MAX);
    assert_true(ti_float_up(-beyond) == -FLT_MAX && ti_float_down(-beyond) == -infinity);
    assert_true(ti_float_up(DBL_MAX) == infinity && ti_float_down(DBL_MAX) == FLT_MAX);
    assert_true(ti_float_up(HUGE_VAL) == infinity && ti_float_down(HUGE_VAL) == infinity);
    assert_true(ti_float_up(-HUGE_VAL) == -infinity && ti_float_down(-HUGE_VAL) == -infinity);
    assert_true(ti_float_up((double)NAN) == infinity && ti_float_down((double)NAN) == -infinity);
}

static void check_exponent(double x)
{
    if (x == 0.0) { // the neighbour of the smallest number
        return;
    }
    int k = ti_exponent_up(x);
    double scaled = ti_scale(fabs(x), -k);
    assert_true(scaled > 0.5 && scaled <= 1.0);
}

static void exponent_puts_the_size_between_a_half_and_one(void** state)
{
    (void)state;
    for_each_binade(check_exponent, -1074, 1023, 13);
    assert_int_equal(ti_exponent_up(1.0), 0);
    assert_int_equal(ti_exponent_up(-1.0), 0);
    assert_int_equal(ti_exponent_up(nextafter(1.0, 2.0)), 1);
    assert_int_equal(ti_exponent_up(DBL_TRUE_MIN), -1074);
}

static void gamma_bounds_n_roundings(void** state)
{
    (void)state;
    for (int n = 0; n < 100000; n += 1 + n / 50) {
        long double nu = (long double)n * 0x1p-53L;
        long double exact = nu / (1.0L - nu);
        assert_true((long double)ti_gamma(n) >= exact);
        assert_true((long double)ti_gamma(n) <= exact * (1.0L + 0x1p-49L));
    }
}

static void two_sum_leaves_nothing_out(void** state)
{
    (void)state;
    test_random random = random_start(14);
    for (int i = 0; i < 10000; ++i) {
        double a = ldexp(random_between(&random, -1.0, 1.0), (int)random_below(&random, 10));
        double b = ldexp(random_between(&random, -1.0, 1.0), -(int)random_below(&random, 10));
        double error;
        double sum = ti_two_sum(a, b, &error);
        assert_true(sum == a + b);
        // Exact in integers: both are multiples of 2^-62 below 2^10 in size.
        __extension__ typedef __int128 wide;
        wide exact = (wide)ldexp(a, 63) + (wide)ldexp(b, 63);
        assert_true(exact == (wide)ldexp(sum, 63) + (wide)ldexp(error, 63));
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(up_is_the_next_double_or_the_one_after),
        cmocka_unit_test(float_up_and_down_are_the_tightest_floats_around),
        cmocka_unit_test(float_beyond_the_range_is_outward),
        cmocka_unit_test(exponent_puts_the_size_between_a_half_and_one),
        cmocka_unit_test(gamma_bounds_n_roundings),
        cmocka_unit_test(two_sum_leaves_nothing_out),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
