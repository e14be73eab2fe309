// Drifting boxes: those proved apart are so at every time, by the stated gap, in long double; those that
// touch are never proved apart, whatever was rounded.

#include "random_point.h"

#include "broad/swept.h"
#include "math/vec3.h"

typedef long double real;

static ti_swept swept_box(toi_vec3 middle, toi_vec3 half, toi_vec3 drift, double margin)
{
    return (ti_swept){{v3_sub(middle, half), v3_add(middle, half)}, drift, margin};
}

// Squared distance of two boxes at time t.
static real distance2(const ti_swept* a, const ti_swept* b, real t)
{
    real sum = 0;
    for (int i = 0; i < 3; ++i) {
        real moved = ((real)(&b->drift.x)[i] - (real)(&a->drift.x)[i]) * t;
        real above = (real)(&b->box.lower.x)[i] - (real)(&a->box.upper.x)[i] + moved;
        real below = (real)(&a->box.lower.x)[i] - (real)(&b->box.upper.x)[i] - moved;
        real gap = above > below ? above : below;
        sum += gap > 0 ? gap * gap : 0;
    }
    return sum;
}

// The smallest over a fine grid of times, and near the best of them.
static real nearest(const ti_swept* a, const ti_swept* b)
{
    real from = 0, to = 1;
    for (int round = 0; round < 12; ++round) {
        real best = from, width = (to - from) / 16;
        for (int i = 1; i <= 16; ++i) {
            real t = from + width * i;
            best = distance2(a, b, t) < distance2(a, b, best) ? t : best;
        }
        from = best - width > 0 ? best - width : 0;
        to = best + width < 1 ? best + width : 1;
    }
    return sqrtl(distance2(a, b, from) < distance2(a, b, to) ? distance2(a, b, from) : distance2(a, b, to));
}

static ti_swept random_swept(test_random* random, double shift)
{
    toi_vec3 middle = v3_add(random_point(random, 3.0), v3(shift, -shift, shift));
    toi_vec3 half = {random_unit(random), random_unit(random), random_unit(random)};
    return swept_box(middle, half, random_point(random, 6.0),
                     random_below(random, 2) ? 0.0 : random_unit(random));
}

static void bodies_proved_apart_keep_the_gap_that_is_stated(void** state)
{
    (void)state;
    test_random random = random_start(32);
    int apart = 0, near = 0, tight = 0;
    for (int i = 0; i < 20000; ++i) {
        double shift = i % 2 ? 0.0 : 1e6;
        ti_swept a = random_swept(&random, shift), b = random_swept(&random, shift);
        real distance = nearest(&a, &b), margin = (real)a.margin + (real)b.margin;
        if (!ti_swept_apart(&a, &b)) {
            ++near;
            // Each axis keeps its margin apart, so the corner of both may be nearer than it looks.
            assert_true(distance <= 1.7320508075688773L * margin + 1e-7L);
            continue;
        }
        ++apart;
        real gap = (real)ti_swept_gap(&a, &b);
        assert_true(ti_swept_apart(&b, &a));
        assert_true(gap >= margin * (1 - 1e-15L) && gap <= distance);
        tight += gap >= distance * 0.999L;
    }
    printf("%d apart, %d not, %d gaps within 0.1 %%\n", apart, near, tight);
    assert_true(apart > 10000 && near > 3000 && tight > apart * 9 / 10);
}

static void bodies_that_just_touch_are_not_apart(void** state)
{
    (void)state;
    test_random random = random_start(33);
    for (int i = 0; i < 20000; ++i) {
        // Integers below 2^20 and times that are powers of two: all exact. B passes a corner of A at time t.
        toi_vec3 drift = v3(random_below(&random, 2000) - 1000.0, random_below(&random, 2000) - 1000.0,
                            random_below(&random, 2000) - 1000.0);
        double t = ldexp(1.0, -(int)random_below(&random, 10));
        toi_vec3 half = v3(random_below(&random, 9), random_below(&random, 9), random_below(&random, 9));
        toi_vec3 sign = v3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
        toi_vec3 offset = v3(2 * half.x * sign.x, 2 * half.y * sign.y, 2 * half.z * sign.z);
        toi_vec3 a_drift = v3(random_below(&random, 100), 0, 0);
        ti_swept a = swept_box(v3(5, 6, 7), half, a_drift, 0.0);
        toi_vec3 start = v3_sub(v3_add(v3(5, 6, 7), offset), v3_scale(t, drift));
        ti_swept b = swept_box(start, half, v3_add(drift, a_drift), 0.0);
        assert_false(ti_swept_apart(&a, &b));
        assert_false(ti_swept_apart(&b, &a));
    }
}

static double random_grid(test_random* random, double lower, double upper, double unit)
{
    return unit * floor(random_between(random, lower, upper) / unit);
}

// The nearest double not above a long double.
static double at_most(real x)
{
    double d = (double)x;
    return (real)d > x ? nextafter(d, -(double)INFINITY) : d;
}

// B leaves A along x just when it reaches A along y, both rounded by less than a unit in the last place
// towards a touch. All is exact in 64 bits: drifts are multiples of 2^-55, their difference times t of 2^-61,
// and below 4.
static void bodies_that_meet_by_less_than_a_rounding_are_not_apart(void** state)
{
    (void)state;
    test_random random = random_start(39);
    for (int i = 0; i < 20000; ++i) {
        double t = (1.0 + random_below(&random, 63)) / 64.0;
        toi_vec3 p = {random_grid(&random, 0.125, 0.25, 0x1p-55), random_grid(&random, 0.125, 0.25, 0x1p-55),
                      0};
        toi_vec3 q = {random_grid(&random, 1.0, 2.0, 0x1p-52), random_grid(&random, 1.0, 2.0, 0x1p-52), 0};
        toi_vec3 lower = {0, random_grid(&random, 1.0, 2.0, 0x1p-52), 0};
        toi_vec3 upper = {random_grid(&random, 1.0, 2.0, 0x1p-52), 2, 1};
        ti_swept a = {{lower, upper}, p, 0.0};
        double leaves = at_most((real)upper.x - ((real)q.x - (real)p.x) * (real)t);
        double reaches = -at_most(((real)q.y - (real)p.y) * (real)t - (real)lower.y);
        ti_swept b = {{{leaves, reaches - 1.0, 0}, {leaves + 1.0, reaches, 1}}, q, 0.0};
        assert_false(ti_swept_apart(&a, &b));
        assert_false(ti_swept_apart(&b, &a));
        b.box.upper.y -= 1e-14;
        assert_true(ti_swept_apart(&a, &b));
    }
}

static void numbers_out_of_range_prove_nothing(void** state)
{
    (void)state;
    const double inf = (double)INFINITY, nan = (double)NAN;
    ti_swept a = swept_box(v3(0, 0, 0), v3(1, 1, 1), v3(1, 0, 0), 0.0), b = a;
    b.box = (toi_bounds){{-inf, -inf, -inf}, {inf, inf, inf}};
    assert_false(ti_swept_apart(&a, &b));
    b.box = (toi_bounds){{nan, nan, nan}, {nan, nan, nan}};
    assert_false(ti_swept_apart(&a, &b));
    b = swept_box(v3(5, 5, 5), v3(1, 1, 1), v3(nan, nan, nan), 0.0);
    assert_false(ti_swept_apart(&a, &b));
    a.drift = v3(1e308, 1e308, 1e308);
    b.drift = v3(-1e308, -1e308, -1e308); // the difference overflows
    assert_false(ti_swept_apart(&a, &b));
    b = swept_box(v3(5, 0, 0), v3(1, 1, 1), v3(1e308, 1e308, nextafter(1e308, 0.0)), inf);
    assert_false(ti_swept_apart(&a, &b));
}

static void the_frame_changes_nothing(void** state)
{
    (void)state;
    test_random random = random_start(34);
    for (int i = 0; i < 20000; ++i) {
        ti_swept a = random_swept(&random, 0.0), b = random_swept(&random, 0.0);
        if (ti_swept_apart(&a, &b)) {
            continue;
        }
        toi_vec3 velocity = random_point(&random, i % 3 ? 10.0 : 1e9);
        toi_bounds p = ti_swept_bounds(&a, velocity), q = ti_swept_bounds(&b, velocity);
        assert_true(p.lower.x <= q.upper.x && q.lower.x <= p.upper.x);
        assert_true(p.lower.y <= q.upper.y && q.lower.y <= p.upper.y);
        assert_true(p.lower.z <= q.upper.z && q.lower.z <= p.upper.z);
    }
}

static void scaling_by_a_power_of_two_scales_the_gap(void** state)
{
    (void)state;
    test_random random = random_start(35);
    for (int i = 0; i < 5000; ++i) {
        ti_swept a = random_swept(&random, 0.0), b = random_swept(&random, 0.0), p = a, q = b;
        double scale = ldexp(1.0, (int)random_below(&random, 400) - 200);
        ti_swept* two[2] = {&p, &q};
        for (int k = 0; k < 2; ++k) {
            two[k]->box =
                (toi_bounds){v3_scale(scale, two[k]->box.lower), v3_scale(scale, two[k]->box.upper)};
            two[k]->drift = v3_scale(scale, two[k]->drift);
            two[k]->margin *= scale;
        }
        assert_int_equal(ti_swept_apart(&a, &b), ti_swept_apart(&p, &q));
        if (ti_swept_apart(&a, &b)) {
            assert_true(ti_swept_gap(&p, &q) == scale * ti_swept_gap(&a, &b));
        }
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(bodies_proved_apart_keep_the_gap_that_is_stated),
        cmocka_unit_test(bodies_that_just_touch_are_not_apart),
        cmocka_unit_test(bodies_that_meet_by_less_than_a_rounding_are_not_apart),
        cmocka_unit_test(numbers_out_of_range_prove_nothing),
        cmocka_unit_test(the_frame_changes_nothing),
        cmocka_unit_test(scaling_by_a_power_of_two_scales_the_gap),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
