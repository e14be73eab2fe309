// How long two bodies on rational motions are far from each other: the ways of their origins in long double.

#include "cmocka_toi.h"
#include "motion/apart.h"
#include "rational_support.h"
#include "support/real_bernstein.h"

enum { CASES = 3000, TIMES = 100 };

static double apart(const toi_motion* const motion[2], double distance, ti_span span)
{
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    double t = ti_motions_apart(&arena, motion, distance, span);
    ti_arena_destroy(&arena);
    return t;
}

static rvec origin_at(const toi_motion* motion, real t)
{
    if (motion->kind == TOI_MOTION_TRANSLATION) {
        return r3_add(r3_wide(motion->pose.position), r3_scale(t, r3_wide(motion->by)));
    }
    real s;
    const toi_rational* m = rational_at(motion, (double)t, &s);
    const double* c = &m->translation[0].x;
    uint32_t count = m->translation_count;
    real w = m->weights != NULL ? real_bernstein(m->weights, 1, count, s) : 1.0L;
    rvec p = {real_bernstein(c, 3, count, s), real_bernstein(c + 1, 3, count, s),
              real_bernstein(c + 2, 3, count, s)};
    return r3_scale(1.0L / w, p);
}

static real distance_at(const toi_motion* const motion[2], real t)
{
    return r3_length(r3_sub(origin_at(motion[1], t), origin_at(motion[0], t)));
}

static void origins_are_as_far_as_told(void** state)
{
    (void)state;
    test_random random = random_start(1);
    uint32_t ended = 0, sharp = 0, all = 0;
    for (int i = 0; i < CASES; ++i) {
        random_rational a, b;
        random_rational_make(&random, 1.0, 1 + i % 2, &a);
        random_rational_make(&random, 4.0, 1 + i % 3, &b);
        const toi_motion* const motion[2] = {&a.motion, &b.motion};
        double distance = random_between(&random, 0.1, 2.0), from = i % 4 == 0 ? 0.3 : 0.0;
        double to = i % 5 == 0 ? 0.7 : 1.0, t = apart(motion, distance, (ti_span){from, to});
        assert_true(t >= from && t <= to);
        for (int k = 0; k <= TIMES && t > from; ++k) {
            double at = from + (t - from) * k / TIMES;
            assert_true(distance_at(motion, (real)at) > (real)distance);
        }
        all += t == to;
        if (t > from && t < to) {
            ++ended;
            sharp += distance_at(motion, (real)t) < 1.01L * (real)distance;
        }
    }
    print_message("%u end within, %u of them near the distance; %u last to the end\n", ended, sharp, all);
    assert_true(ended > CASES / 10 && sharp > ended - ended / 5 && all > CASES / 20);
}

// From 10 to -10 along x, 3 aside: 5 away at x = 4, when t = 0.3.
static void a_straight_way_is_known(void** state)
{
    (void)state;
    const toi_quat no_turn = {1.0, 0.0, 0.0, 0.0};
    for (int exponent = -300; exponent <= 300; exponent += 100) {
        double unit = ldexp(1.0, exponent);
        const toi_motion rest = {.pose = {.quaternion = no_turn}};
        const toi_motion past = {.kind = TOI_MOTION_TRANSLATION,
                                 .pose = {{10.0 * unit, 3.0 * unit, 0.0}, no_turn},
                                 .by = {-20.0 * unit, 0.0, 0.0}};
        const toi_motion* const motion[2] = {&rest, &past};
        double t = apart(motion, 5.0 * unit, (ti_span){0.0, 1.0});
        assert_true(t <= 0.3 && t > 0.3 - 1e-3);
        assert_true(apart(motion, 2.9 * unit, (ti_span){0.0, 1.0}) == 1.0);
        assert_true(apart(motion, 5.0 * unit, (ti_span){0.5, 1.0}) == 0.5);
        assert_true(apart(motion, 5.0 * unit, (ti_span){0.75, 1.0}) == 1.0);
    }
}

static void what_is_not_known_is_not_told(void** state)
{
    (void)state;
    const toi_quat no_turn = {1.0, 0.0, 0.0, 0.0};
    const toi_motion rest = {.pose = {.quaternion = no_turn}};
    const toi_motion turns = {.kind = TOI_MOTION_ROTATION,
                              .pose = {{10.0, 0.0, 0.0}, no_turn},
                              .axis = {0.0, 0.0, 1.0},
                              .angle = 1.0};
    const toi_motion* const motion[2] = {&rest, &turns};
    assert_true(apart(motion, 1.0, (ti_span){0.25, 1.0}) == 0.25);
    const toi_motion away = {.kind = TOI_MOTION_TRANSLATION, .pose = {{10.0, 0.0, 0.0}, no_turn}};
    const toi_motion* const far[2] = {&rest, &away};
    double t = 0.0;
    uint32_t failed = 0;
    for (size_t limit = 1; t < 1.0; limit += 1 + limit / 4) {
        ti_arena arena;
        ti_arena_init(&arena, NULL, limit);
        t = ti_motions_apart(&arena, far, 1.0, (ti_span){0.0, 1.0});
        assert_true(t == 0.0 || t == 1.0);
        failed += t == 0.0;
        ti_arena_destroy(&arena);
    }
    assert_true(failed > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(origins_are_as_far_as_told),
        cmocka_unit_test(a_straight_way_is_known),
        cmocka_unit_test(what_is_not_known_is_not_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
