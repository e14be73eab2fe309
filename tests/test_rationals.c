// Motions of rational pieces: poses against sums of powers in long double, what is refused and how it is
// named, and which motions are the same.

#include "cmocka_toi.h"
#include "motion/path.h"
#include "motion/rationals.h"
#include "rational_support.h"

static double off(const real exact[3], toi_vec3 x)
{
    real sum = 0.0L;
    const double seen[3] = {x.x, x.y, x.z};
    for (int i = 0; i < 3; ++i) {
        sum += (exact[i] - (real)seen[i]) * (exact[i] - (real)seen[i]);
    }
    return (double)sqrtl(sum);
}

static void poses_are_those_of_the_piece_that_runs(void** state)
{
    (void)state;
    test_random random = random_start(1);
    for (int i = 0; i < 300; ++i) {
        random_rational r;
        random_rational_make(&random, 3.0, 1 + random_below(&random, RATIONAL_PIECES), &r);
        for (int k = 0; k < 20; ++k) {
            double t = k == 0 ? 0.0 : (k == 1 ? 1.0 : random_unit(&random));
            if (k == 2) {
                t = r.pieces[random_below(&random, r.motion.rational_count)].until;
            }
            toi_vec3 v = random_point(&random, 1.0);
            real exact[3];
            rational_point(&r.motion, t, v, exact);
            double error = off(exact, toi_pose_point(toi_motion_pose(&r.motion, t), v));
            assert_true(error <= 1e-12);
        }
        toi_vec3 first =
            v3_scale(1.0 / (r.pieces[0].weights != NULL ? r.weights[0][0] : 1.0), r.translation[0][0]);
        toi_pose start = toi_motion_pose(&r.motion, -1.0);
        assert_near(v3_length(v3_sub(start.position, first)), 0.0, 1e-15 * 10.0);
    }
}

// A linear quaternion with linear positions is a motion between two poses by nlerp.
static void linear_pieces_are_nlerp(void** state)
{
    (void)state;
    test_random random = random_start(2);
    for (int i = 0; i < 300; ++i) {
        toi_quat q[2];
        toi_vec3 p[2];
        p[0] = random_point(&random, 2.0);
        p[1] = random_point(&random, 2.0);
        toi_motion between = {.kind = TOI_MOTION_BETWEEN, .path = TOI_PATH_NLERP};
        for (int k = 0; k < 2; ++k) {
            q[k] = random_coefficient(&random, (toi_quat){0.0, 0.0, 0.0, 0.0}, 1.0);
            toi_pose* pose = k == 0 ? &between.pose : &between.end;
            *pose = ti_pose_unit((toi_pose){p[k], q[k]});
            q[k] = pose->quaternion;
        }
        if (q[0].w * q[1].w + q[0].x * q[1].x + q[0].y * q[1].y + q[0].z * q[1].z < 0.0) {
            q[1] = (toi_quat){-q[1].w, -q[1].x, -q[1].y, -q[1].z};
        }
        toi_rational piece = {.rotation = q, .rotation_count = 2, .translation = p, .translation_count = 2};
        toi_motion rational = {.kind = TOI_MOTION_RATIONAL, .rationals = &piece, .rational_count = 1};
        assert_int_equal(toi_motion_check(&rational, NULL), TOI_OK);
        for (int k = 0; k <= 10; ++k) {
            toi_vec3 v = random_point(&random, 1.0);
            toi_vec3 x = toi_pose_point(toi_motion_pose(&rational, k / 10.0), v);
            toi_vec3 y = toi_pose_point(toi_motion_pose(&between, k / 10.0), v);
            assert_near(v3_length(v3_sub(x, y)), 0.0, 1e-14);
        }
    }
}

// ---- what is refused

typedef struct sample {
    toi_quat q[3];
    toi_vec3 p[3];
    double w[3], matrix[9];
    toi_rational pieces[3];
    toi_motion motion;
} sample;

// Three pieces that go along x and turn about z.
static void make_sample(sample* s)
{
    *s = (sample){.q = {{1, 0, 0, 0}, {1, 0, 0, 1}, {1, 0, 0, 0}},
                  .p = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}},
                  .w = {1, 1, 1},
                  .matrix = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    s->pieces[0] = (toi_rational){.rotation = s->q,
                                  .rotation_count = 2,
                                  .translation = s->p,
                                  .weights = s->w,
                                  .translation_count = 2,
                                  .until = 0.25};
    s->pieces[1] = (toi_rational){.rotation = s->q + 1,
                                  .rotation_count = 2,
                                  .translation = s->p + 1,
                                  .translation_count = 1,
                                  .until = 0.5};
    s->pieces[2] = (toi_rational){.rotation = s->q + 2,
                                  .rotation_count = 1,
                                  .translation = s->p + 1,
                                  .translation_count = 2,
                                  .until = 1.0};
    s->motion = (toi_motion){.kind = TOI_MOTION_RATIONAL, .rationals = s->pieces, .rational_count = 3};
}

static void assert_refused(sample* s, const char* why, uint64_t index)
{
    toi_error error = {0};
    assert_int_equal(toi_motion_check(&s->motion, NULL), TOI_ERROR_INVALID);
    assert_int_equal(toi_motion_check(&s->motion, &error), TOI_ERROR_INVALID);
    if (strstr(error.text, why) == NULL || error.index != index || error.status != TOI_ERROR_INVALID) {
        fail_msg("'%s' (index %llu) is not '%s' (index %llu)", error.text, (unsigned long long)error.index,
                 why, (unsigned long long)index);
    }
    make_sample(s);
}

static void the_wrong_piece_is_named(void** state)
{
    (void)state;
    sample s;
    make_sample(&s);
    assert_int_equal(toi_motion_check(&s.motion, NULL), TOI_OK);
    s.motion.rational_count = 0;
    assert_refused(&s, "at least one", 0);
    s.motion.rationals = NULL;
    assert_refused(&s, "at least one", 0);
    s.pieces[1].until = 0.25;
    assert_refused(&s, "until is not above that of the piece before", 1);
    s.pieces[2].until = 0.75;
    assert_refused(&s, "until of the last piece is not 1", 2);
    s.pieces[0].until = 0.0;
    assert_refused(&s, "until is not above 0", 0);
    s.pieces[1].until = (double)NAN;
    assert_refused(&s, "until is not above 0", 1);
    s.pieces[1].rotation = NULL;
    assert_refused(&s, "rotation needs from 1 to 65 coefficients, has 0", 1);
    s.pieces[1].rotation_count = 66;
    assert_refused(&s, "rotation needs from 1 to 65 coefficients, has 66", 1);
    s.pieces[2].translation_count = 0;
    assert_refused(&s, "translation needs", 2);
    s.q[0].y = (double)INFINITY;
    assert_refused(&s, "not finite", 0);
    s.w[1] = -1.0;
    assert_refused(&s, "weights", 0);
    s.q[1] = (toi_quat){-1, 0, 0, 0};
    assert_refused(&s, "rotation is not certain", 0);
}

static void matrices_are_for_boxes_alone(void** state)
{
    (void)state;
    sample s;
    make_sample(&s);
    s.pieces[2].rotation = NULL;
    s.pieces[2].rotation_count = 0;
    s.pieces[2].matrix = s.matrix;
    s.pieces[2].matrix_count = 1;
    assert_true(ti_rationals_valid(&s.motion, true, NULL));
    sample copy = s;
    assert_refused(&s, "for boxes alone", 2);
    s = copy;
    s.motion.rationals = s.pieces;
    toi_error error = {0};
    s.matrix[4] = (double)NAN;
    s.pieces[2].matrix = s.matrix;
    assert_false(ti_rationals_valid(&s.motion, true, &error));
    assert_non_null(strstr(error.text, "not finite"));
    s.matrix[4] = 1.5; // a jump
    assert_false(ti_rationals_valid(&s.motion, true, &error));
    assert_true(error.index == 2 && strstr(error.text, "0.5 off") != NULL);
    s.matrix[4] = 1.0;
    s.pieces[2].rotation = s.q;
    s.pieces[2].rotation_count = 1;
    assert_false(ti_rationals_valid(&s.motion, true, &error));
    assert_non_null(strstr(error.text, "rotation and a matrix"));
}

static void pieces_that_do_not_join_are_refused(void** state)
{
    (void)state;
    sample s;
    make_sample(&s);
    toi_vec3 p[2] = {{1, 0x1p-30, 0}, {1, 0, 0}};
    toi_quat q[2] = {{1, 0, 0x1p-31, 0}, {1, 0, 0, 0}};
    s.pieces[2].translation = p;
    s.pieces[2].rotation = q;
    assert_int_equal(toi_motion_check(&s.motion, NULL), TOI_OK);
    assert_near(ti_rational_jump(&s.motion, 2, 2.0), 0x1p-30 + 2.0 * 0x1p-30, 1e-15);
    assert_near(ti_rational_jump(&s.motion, 1, 2.0), 0.0, 1e-15);
    p[0].y = 0x1.01p-30;
    assert_refused(&s, "it starts 9.35e-10 from where the piece before ends", 2);
    s.pieces[2].rotation = q;
    q[0].y = 0x1.01p-31;
    assert_refused(&s, "matrix is 9.35e-10 off", 2);
    s.pieces[2].rotation = q;
    q[0] = (toi_quat){-3, 0, 0, 0}; // turned alike
    assert_int_equal(toi_motion_check(&s.motion, NULL), TOI_OK);
    assert_near(ti_rational_jump(&s.motion, 2, 2.0), 0.0, 1e-15);
}

// ---- motions that are the same

static void motions_with_the_same_pieces_are_the_same(void** state)
{
    (void)state;
    sample s, t;
    make_sample(&s);
    make_sample(&t);
    assert_true(ti_motion_same(&s.motion, &t.motion));
    t.pieces[1].until = 0.75;
    assert_false(ti_motion_same(&s.motion, &t.motion));
    make_sample(&t);
    t.q[1].x = 1e-9;
    assert_false(ti_motion_same(&s.motion, &t.motion));
    make_sample(&t);
    t.pieces[0].weights = NULL; // they were 1
    assert_true(ti_motion_same(&s.motion, &t.motion));
    t.pieces[2].translation_count = 1;
    assert_false(ti_motion_same(&s.motion, &t.motion));
    toi_motion rest = {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY};
    assert_false(ti_motion_same(&s.motion, &rest));
    toi_rational still = {.rotation = (toi_quat[]){{1, 2, 0, 0}, {1, 2, 0, 0}},
                          .rotation_count = 2,
                          .translation = (toi_vec3[]){{1, 2, 3}, {1, 2, 3}},
                          .weights = (double[]){2, 2},
                          .translation_count = 2};
    toi_motion resting = {.kind = TOI_MOTION_RATIONAL, .rationals = &still, .rational_count = 1};
    assert_true(ti_motion_same(&resting, &rest));
    still.weights = (double[]){2, 1};
    assert_false(ti_motion_same(&resting, &rest));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_are_those_of_the_piece_that_runs),
        cmocka_unit_test(linear_pieces_are_nlerp),
        cmocka_unit_test(the_wrong_piece_is_named),
        cmocka_unit_test(matrices_are_for_boxes_alone),
        cmocka_unit_test(pieces_that_do_not_join_are_refused),
        cmocka_unit_test(motions_with_the_same_pieces_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
