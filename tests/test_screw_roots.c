// Roots of contact functions, against closed forms and against dense sampling.

#include "cmocka_toi.h"
#include "math/rounding.h"
#include "narrow/screw/roots.h"
#include "support/generate.h"

#include <math.h>

enum { ROOTS = 64 };

static int find(const ti_function* f, double from, double to, ti_root roots[ROOTS])
{
    ti_root_search search;
    int count = 0;
    ti_root_search_begin(&search, f, from, to, 100000);
    while (count < ROOTS && ti_root_search_next(&search, &roots[count])) {
        ++count;
    }
    return count;
}

// a + b sin(th s)/th + c (1 - cos(th s))/th^2 + d s
static ti_function height(double angle, double a, double b, double c, double d)
{
    ti_function f = {{a, b, c, d, 0.0, 0.0}, angle, 0.0, 4e-16, 4e-16};
    f.bend = sqrt(angle * b * angle * b + c * c);
    return f;
}

static void a_line_has_one_root(void** state)
{
    (void)state;
    ti_root roots[ROOTS];
    ti_function f = height(0.0, -0.5, 0.0, 0.0, 1.25);
    assert_int_equal(find(&f, 0.0, 1.0, roots), 1);
    assert_int_equal(roots[0].kind, TI_ROOT_CROSSING);
    assert_near(roots[0].s, 0.4, 1e-16);
    assert_int_equal(find(&f, 0.0, 0.3, roots), 0);
    assert_int_equal(find(&f, 0.41, 1.0, roots), 0);
}

// sin(th s)/th has its roots at k pi/th.
static void every_turn_has_its_roots(void** state)
{
    (void)state;
    ti_root roots[ROOTS];
    ti_function f = height(100.0, 0.0, 1.0, 0.0, 0.0);
    int count = find(&f, 0.0, 1.0, roots);
    assert_int_equal(count, 32);
    for (int k = 0; k < count; ++k) {
        assert_int_equal(roots[k].kind, TI_ROOT_CROSSING);
        assert_near(roots[k].s, k * acos(-1.0) / 100.0, 1e-15);
    }
}

static void the_helix_reaches_its_plane(void** state)
{
    (void)state;
    ti_root roots[ROOTS];
    ti_twist twist = {{0.0, 1.2, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.3, 0.0}, 1.2};
    ti_plane plane = {{0.0, 0.0, 1.0}, -0.5};
    ti_function f = ti_function_height(&twist, v3(1.0, 0.0, 0.0), plane, 1.0, 1e-15);
    assert_int_equal(find(&f, 0.0, 1.0, roots), 1);
    assert_near(roots[0].s, asin(0.5) / 1.2, 2e-16);
}

static void a_touch_is_one_tangent_root(void** state)
{
    (void)state;
    ti_root roots[ROOTS];
    // (1 - cos(2 s))/4 - sin(2)/4 ... moved so that it touches zero at s = 0.3: f = C(s) - C(0.3) - C'(0.3)
    // part
    double th = 2.0, at = 0.3;
    ti_function f = height(th, 0.0, -sin(th * at) / th, cos(th * at), 0.0);
    f.c[0] = -(f.c[1] * sin(th * at) / th + f.c[2] * (1.0 - cos(th * at)) / (th * th));
    int count = find(&f, 0.0, 1.0, roots);
    assert_int_equal(count, 1);
    assert_int_equal(roots[0].kind, TI_ROOT_TANGENT);
    assert_near(roots[0].s, at, 1e-7);
    assert_true(fabs(roots[0].s - at) <= roots[0].error);
    f.c[0] += 4e-15;
    assert_int_equal(find(&f, 0.0, 1.0, roots), 0);
    f.c[0] -= 1e-12;
    assert_int_equal(find(&f, 0.0, 1.0, roots), 2);
    assert_true(roots[0].s < at && at < roots[1].s);
    assert_true(roots[0].slope < 0.0 && roots[1].slope > 0.0);
}

static void zero_all_along_is_one_sustained_root(void** state)
{
    (void)state;
    ti_root roots[ROOTS];
    ti_function f = height(1.0, 1e-17, 0.0, 0.0, 0.0);
    assert_int_equal(find(&f, 0.25, 0.75, roots), 1);
    assert_int_equal(roots[0].kind, TI_ROOT_SUSTAINED);
    assert_true(roots[0].s == 0.25 && roots[0].until == 0.75);
}

// Something that stays within rounding of zero for long, but is not zero, ends at the limit: one root from
// there to the end, and none is lost.
static void a_search_without_end_is_ended(void** state)
{
    (void)state;
    ti_function f = height(1e6, 0.0, 1.0, 0.0, 0.0);
    ti_root_search search;
    ti_root root = {0};
    int count = 0;
    double last = -1.0;
    ti_root_search_begin(&search, &f, 0.0, 1.0, 1000);
    while (ti_root_search_next(&search, &root)) {
        assert_true(root.s >= last);
        last = root.until;
        ++count;
    }
    assert_true(count < 1000);
    assert_int_equal(root.kind, TI_ROOT_SUSTAINED);
    assert_true(root.until == 1.0);
}

static void a_window_of_no_length_tells_a_crossing(void** state)
{
    (void)state;
    ti_root roots[ROOTS];
    ti_function f = height(1.0, 0.0, 1.0, 0.0, 0.0);
    assert_int_equal(find(&f, 0.0, 0.0, roots), 1);
    assert_int_equal(roots[0].kind, TI_ROOT_CROSSING);
    assert_true(roots[0].slope == 1.0);
}

static ti_function random_function(gen_random* random, double angle)
{
    ti_function f = {.angle = angle, .rounding = 1e-15, .slope_rounding = 1e-15 * (1.0 + angle)};
    bool lines = gen_chance(random, 0.5);
    for (int k = 0; k < 6; ++k) {
        f.c[k] = k < 4 || lines ? gen_between(random, -1.0, 1.0) * (k == 0 ? 0.3 : 1.0) : 0.0;
    }
    const double* c = f.c;
    f.bend =
        fabs(c[1]) * angle * fmin(angle, 1.0) + fabs(c[2]) + fabs(c[4]) * (2.0 + angle) + 3.0 * fabs(c[5]);
    return f;
}

// Between samples so close that a root on both sides of an extremum would show in the slope, a change of sign
// is a root; each must be found, and none where there is no change.
static void roots_are_those_of_dense_sampling(void** state)
{
    (void)state;
    gen_random random = {random_start(7).state};
    enum { SAMPLES = 2000 };
    int found = 0, several = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        ti_function f = random_function(&random, gen_size(&random, 0.01, 13.0));
        ti_root roots[ROOTS];
        int count = find(&f, 0.0, 1.0, roots), next = 0;
        double before = ti_function_at(&f, 0.0).f;
        for (int i = 1; i <= SAMPLES; ++i) {
            double s = (double)i / SAMPLES, value = ti_function_at(&f, s).f;
            bool crosses = (before > 0.0) != (value > 0.0);
            while (next < count && roots[next].s <= s && !crosses) { // a pair within one step
                assert_true(next + 1 < count && roots[next + 1].s <= s);
                next += 2;
            }
            if (crosses) {
                assert_true(next < count);
                assert_true(roots[next].s >= s - 1.0 / SAMPLES - 1e-15 && roots[next].s <= s + 1e-15);
                ++next;
            }
            before = value;
        }
        assert_true(next == count || (next + 1 == count && roots[next].s > 1.0 - 1e-15));
        found += count;
        several += count > 1;
    }
    print_message("%d roots, %d functions with several\n", found, several);
    assert_true(found > 1000 && several > 100);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_line_has_one_root),
        cmocka_unit_test(every_turn_has_its_roots),
        cmocka_unit_test(the_helix_reaches_its_plane),
        cmocka_unit_test(a_touch_is_one_tangent_root),
        cmocka_unit_test(zero_all_along_is_one_sustained_root),
        cmocka_unit_test(a_search_without_end_is_ended),
        cmocka_unit_test(a_window_of_no_length_tells_a_crossing),
        cmocka_unit_test(roots_are_those_of_dense_sampling),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
