// Chords of rational motions: the motion in long double is within the bend of every chord, and comes near it;
// chords tile the time; and boxes of whole motions hold every corner at every time.

#include "motion/bounds.h"
#include "motion/path.h"
#include "motion/pieces.h"
#include "motion/rationals.h"
#include "rational_support.h"

enum { SAMPLES = 32 };

static double off(const real exact[3], toi_vec3 x)
{
    real a = exact[0] - (real)x.x, b = exact[1] - (real)x.y, c = exact[2] - (real)x.z;
    return (double)sqrtl(a * a + b * b + c * c);
}

// Largest distance of sampled points from the chord, over its bend.
static double share_of_bend(test_random* random, const toi_motion* motion, const ti_path* path, double radius)
{
    double worst = 0.0;
    for (int k = 0; k <= SAMPLES; ++k) {
        double t = k == SAMPLES ? path->t1 : path->t0 + (path->t1 - path->t0) * k / SAMPLES;
        toi_vec3 v = random_point(random, 1.0);
        v = v3_scale(0.999999 * radius / v3_length(v), v);
        toi_vec3 x = toi_pose_point(ti_path_posed(path, t), v);
        real exact[3];
        // At a joint the piece before ends.
        rational_point(motion, k == SAMPLES ? nextafter(t, 0.0) : t, v, exact);
        double error = off(exact, x);
        if (!(error <= path->bend + 1e-14)) {
            fail_msg("off by %g at %.17g, bend %g", error, t, path->bend);
        }
        worst = fmax(worst, error / path->bend);
    }
    return worst;
}

static void motions_are_within_the_bend_of_their_chords(void** state)
{
    (void)state;
    test_random random = random_start(1);
    double worst = 0.0, sum = 0.0;
    uint32_t chords = 0, tight = 0;
    for (int i = 0; i < 200; ++i) {
        random_rational r;
        random_rational_make(&random, 3.0, 1 + random_below(&random, RATIONAL_PIECES), &r);
        ti_chord_terms terms = {.radius = pow(10.0, random_between(&random, -2.0, 1.0)), .longest = 1.0};
        terms.limit = pow(10.0, random_between(&random, -7.0, 1.0));
        ti_pieces on;
        ti_pieces_begin_chords(&r.motion, &terms, &on);
        for (int k = 0; k < 40; ++k) {
            assert_true(on.path.t0 < on.path.t1 && on.path.t1 <= 1.0);
            assert_true(on.path.bend <= 2.0 * terms.limit + 1e-12);
            double share = share_of_bend(&random, &r.motion, &on.path, terms.radius);
            worst = fmax(worst, share);
            sum += share;
            tight += share > 0.1;
            ++chords;
            if (on.path.t1 == 1.0) {
                break;
            }
            double end = on.path.t1;
            ti_pieces_next(&on);
            assert_true(on.path.t0 == end);
        }
    }
    print_message("%u chords; of the bend %.3f at most, %.3f on average\n", (unsigned)chords, worst,
                  sum / chords);
    assert_true(worst > 0.5 && worst <= 1.0 && tight > chords / 10);
}

static void a_constant_velocity_is_one_chord(void** state)
{
    (void)state;
    toi_quat q = {1, 2, 3, 4};
    toi_vec3 p[2] = {{0, 1, 2}, {5, 3, 1}};
    toi_rational piece = {.rotation = &q, .rotation_count = 1, .translation = p, .translation_count = 2};
    toi_motion m = {.kind = TOI_MOTION_RATIONAL, .rationals = &piece, .rational_count = 1};
    ti_pieces on;
    ti_chord_terms terms = {.radius = 1.0, .limit = 1e-300, .longest = 1.0};
    ti_pieces_begin_chords(&m, &terms, &on);
    assert_true(on.path.t1 == 1.0 && on.path.bend < 1e-13);
    assert_near(on.path.drift.x, 5.0, 1e-15);
    assert_near(v3_length(on.path.turn), 0.0, 0.0);
}

// Nothing is within the ball of its own bend where pieces jump.
static void a_jump_is_in_the_bend_of_the_chord_after_it(void** state)
{
    (void)state;
    toi_quat q[2] = {{1, 0, 0, 0}, {1, 0, 0, 0x1p-33}};
    toi_vec3 p[2] = {{1, 0, 0}, {1, 0, 0x1p-32}};
    toi_rational pieces[2] = {
        {.rotation = q, .rotation_count = 1, .translation = p, .translation_count = 1, .until = 0.5},
        {.rotation = q + 1, .rotation_count = 1, .translation = p + 1, .translation_count = 1, .until = 1.0}};
    toi_motion m = {.kind = TOI_MOTION_RATIONAL, .rationals = pieces, .rational_count = 2};
    assert_int_equal(toi_motion_check(&m, NULL), TOI_OK);
    ti_pieces on;
    ti_chord_terms terms = {.radius = 2.0, .limit = 1e-300, .longest = 1.0};
    ti_pieces_begin_chords(&m, &terms, &on);
    assert_true(on.path.bend < 1e-13);
    ti_pieces_next(&on);
    assert_near(on.path.bend, 0x1p-32 + 2.0 * 0x1p-32, 1e-13);
    ti_pieces_restart(&on, 0.75, 1e-300);
    assert_true(on.path.bend < 1e-13);
}

static void boxes_hold_the_body_at_every_time(void** state)
{
    (void)state;
    test_random random = random_start(2);
    double longer = 0.0;
    for (int i = 0; i < 200; ++i) {
        random_rational r;
        random_rational_make(&random, 3.0, 1 + random_below(&random, RATIONAL_PIECES), &r);
        toi_mesh mesh = {0};
        toi_vec3 middle = random_point(&random, 1.0);
        toi_vec3 half = random_between_vec(&random, 0.0, 1.0);
        mesh.info.bounds = (toi_bounds){v3_sub(middle, half), v3_add(middle, half)};
        toi_vec3 velocity = i % 2 ? random_point(&random, 1.0) : v3(0.0, 0.0, 0.0);
        toi_bounds box = ti_motion_bounds_drifting(&r.motion, &mesh, velocity);
        toi_bounds seen = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
        for (int k = 0; k <= 400; ++k) {
            double t = k / 400.0;
            for (int c = 0; c < 8; ++c) {
                toi_vec3 v = v3_add(
                    middle, v3(c & 1 ? half.x : -half.x, c & 2 ? half.y : -half.y, c & 4 ? half.z : -half.z));
                real x[3];
                rational_point(&r.motion, t, v, x);
                toi_vec3 at = v3_madd(v3((double)x[0], (double)x[1], (double)x[2]), -t, velocity);
                seen.lower = v3(fmin(seen.lower.x, at.x), fmin(seen.lower.y, at.y), fmin(seen.lower.z, at.z));
                seen.upper = v3(fmax(seen.upper.x, at.x), fmax(seen.upper.y, at.y), fmax(seen.upper.z, at.z));
            }
        }
        assert_true(seen.lower.x >= box.lower.x && seen.lower.y >= box.lower.y &&
                    seen.lower.z >= box.lower.z);
        assert_true(seen.upper.x <= box.upper.x && seen.upper.y <= box.upper.y &&
                    seen.upper.z <= box.upper.z);
        longer += v3_length(v3_sub(box.upper, box.lower)) / v3_length(v3_sub(seen.upper, seen.lower)) / 200.0;
    }
    print_message("diagonals %.3f times those of the samples on average\n", longer);
    assert_true(longer < 1.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motions_are_within_the_bend_of_their_chords),
        cmocka_unit_test(a_constant_velocity_is_one_chord),
        cmocka_unit_test(a_jump_is_in_the_bend_of_the_chord_after_it),
        cmocka_unit_test(boxes_hold_the_body_at_every_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
