// Motions as rational ones: which of them are exact, the intervals of boxes on them, memory, and what is
// refused.

#include "cmocka_toi.h"
#include "failing_allocator.h"
#include "math/vec3.h"
#include "motion/rationals.h"
#include "rational_support.h"
#include "support/solid_pairs.h"

static toi_rational_motion convert(const toi_motion* m, double radius)
{
    toi_rational_motion made;
    toi_error error = {0};
    if (toi_motion_to_rational(m, radius, NULL, &made, &error) != TOI_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(toi_motion_check(&made.motion, NULL), TOI_OK);
    return made;
}

// ---- what is exact

static bool same_turn(toi_quat a, toi_quat b)
{
    return (a.w == b.w && a.x == b.x && a.y == b.y && a.z == b.z) ||
           (a.w == -b.w && a.x == -b.x && a.y == -b.y && a.z == -b.z);
}

// The motion, which is exact as a rational one, has its poses: at joints the same doubles, between them as
// rounding has it.
static void judge_exact(gen_random* random, const toi_motion* m, uint32_t pieces)
{
    toi_rational_motion made = convert(m, 5.0);
    assert_true(made.bound == 0.0);
    assert_int_equal(made.motion.rational_count, pieces);
    double from = 0.0;
    for (uint32_t i = 0; i < pieces; ++i) {
        const toi_rational* r = &made.motion.rationals[i];
        toi_pose start = toi_motion_pose(m, from), end = toi_motion_pose(m, r->until);
        assert_null(r->weights);
        assert_true(v3_equal(r->translation[0], start.position));
        assert_true(v3_equal(r->translation[r->translation_count - 1], end.position));
        assert_true(same_turn(r->rotation[0], start.quaternion));
        assert_true(same_turn(r->rotation[r->rotation_count - 1], end.quaternion));
        from = r->until;
    }
    for (int k = 0; k < 10; ++k) {
        double t = gen_unit(random);
        toi_vec3 v = v3_scale(5.0, gen_direction(random));
        toi_vec3 x = toi_pose_point(toi_motion_pose(m, t), v);
        toi_vec3 y = toi_pose_point(toi_motion_pose(&made.motion, t), v);
        assert_near(v3_length(v3_sub(x, y)), 0.0, 1e-14);
    }
    toi_rational_motion_release(&made);
}

static void rest_nlerp_and_translations_between_doubles_are_exact(void** state)
{
    (void)state;
    gen_random random = {random_start(1).state};
    for (int i = 0; i < 200; ++i) {
        toi_key keys[3];
        for (int k = 0; k < 3; ++k) {
            toi_quat q = gen_quaternion(&random);
            double size = gen_size(&random, 1e-3, 1e3);
            double x = 0.125 * gen_below(&random, 64), z = -0.5 * gen_below(&random, 9);
            keys[k] =
                (toi_key){0.25 + 0.25 * k, {v3(x, 1.0, z), {size * q.w, size * q.x, size * q.y, size * q.z}}};
        }
        toi_motion m = {.kind = TOI_MOTION_STATIC, .path = TOI_PATH_NLERP, .pose = keys[0].pose};
        judge_exact(&random, &m, 1);
        m.kind = TOI_MOTION_TRANSLATION;
        m.by = v3(0.25, -3.0, 17.0);
        judge_exact(&random, &m, 1);
        m.kind = TOI_MOTION_BETWEEN;
        m.end = keys[1].pose;
        judge_exact(&random, &m, 1);
        m.kind = TOI_MOTION_KEYFRAMES;
        m.keys = keys;
        m.key_count = 3;
        judge_exact(&random, &m, 4);
    }
}

static void a_rounded_end_is_in_the_bound(void** state)
{
    (void)state;
    toi_motion m = {.kind = TOI_MOTION_TRANSLATION, .pose = TOI_POSE_IDENTITY, .by = {0x1p-60, 0.0, 0.0}};
    m.pose.position.x = 1.0;
    toi_rational_motion made = convert(&m, 1.0);
    assert_true(made.bound >= 0x1p-60 && made.bound <= 0x1.001p-60);
    toi_rational_motion_release(&made);
    toi_motion straight = {.kind = TOI_MOTION_SCREW, .pose = TOI_POSE_IDENTITY, .axis = {1, 2, 3}};
    straight.advance = 1.0;
    made = convert(&straight, 1.0);
    assert_true(made.bound > 0.0 && made.bound < 1e-14);
    toi_rational_motion_release(&made);
    // Quaternions that differ by no turn that can be seen, and two of the same pose.
    toi_quat q = {0.5, -0.5, 0.5, 0.5}, longer = {0.5 + 0x1p-53, -0.5, 0.5, 0.5},
             other = {-0.5, 0.5, -0.5, -0.5};
    toi_motion still = {.kind = TOI_MOTION_BETWEEN, .pose = {.quaternion = q}, .end = {.quaternion = other}};
    made = convert(&still, 1.0);
    assert_true(made.bound == 0.0);
    toi_rational_motion_release(&made);
    still.end.quaternion = (toi_quat){0.5 + 0x1p-53, -0.5 - 0x1p-53, 0.5 + 0x1p-53, 0.5 + 0x1p-53};
    made = convert(&still, 1.0);
    assert_true(made.bound > 0.0 && made.bound <= 0x1p-97);
    toi_rational_motion_release(&made);
    still.end.quaternion = longer;
    made = convert(&still, 1.0);
    assert_true(made.bound > 0x1p-60);
    toi_rational_motion_release(&made);
}

static void a_rational_motion_is_copied(void** state)
{
    (void)state;
    test_random random = random_start(2);
    for (uint32_t i = 0; i < 200; ++i) {
        random_rational r;
        random_rational_make(&random, 3.0, 1 + i % RATIONAL_PIECES, &r);
        toi_rational_motion made = convert(&r.motion, 1.0);
        assert_true(made.bound == 0.0 && ti_rationals_same(&made.motion, &r.motion));
        double t = random_unit(&random);
        toi_pose given = toi_motion_pose(&r.motion, t);
        memset(&r, 0x7f, sizeof r); // nothing of it is kept
        toi_pose kept = toi_motion_pose(&made.motion, t);
        assert_memory_equal(&given, &kept, sizeof given);
        toi_rational_motion_release(&made);
        assert_null(made.memory);
        toi_rational_motion_release(&made);
    }
    toi_rational_motion_release(NULL);
}

// ---- boxes

static double radius_of(const toi_solid* solid)
{
    double radius = 0.0;
    for (uint32_t i = 0; i < solid->part_count; ++i) {
        const toi_part* part = &solid->parts[i];
        radius = fmax(v3_length(part->pose.position) + v3_length(part->half), radius);
    }
    return (1.0 + 1e-12) * radius;
}

// The pair with half lengths that are longer by `grow` for each body.
static toi_boxes_result ask(const solid_pair* from, const toi_motion motion[2], const double grow[2])
{
    solid_pair pair = *from;
    toi_boxes_result result;
    toi_error error;
    solid_pair_point_to(&pair);
    for (int k = 0; k < 2; ++k) {
        for (uint32_t i = 0; i < pair.solids[k].part_count; ++i) {
            toi_vec3 half = pair.parts[k][i].half;
            pair.parts[k][i].half = v3(half.x + grow[k], half.y + grow[k], half.z + grow[k]);
        }
        pair.solids[k].motion = motion[k];
    }
    toi_boxes_def def = {.solids = pair.solids, .solid_count = 2};
    if (toi_boxes_check(&def, &result, &error) != TOI_OK) {
        fail_msg("%s", error.text);
    }
    return result;
}

static bool is_within(const toi_boxes_pair* inner, const toi_boxes_pair* outer)
{
    for (uint32_t i = 0; i < inner->interval_count; ++i) {
        bool found = false;
        for (uint32_t k = 0; k < outer->interval_count; ++k) {
            const toi_boxes_interval *a = &inner->intervals[i], *b = &outer->intervals[k];
            found = found || (b->enter <= a->enter && a->exit <= b->exit);
        }
        if (!found) {
            return false;
        }
    }
    return true;
}

// With R the given motion and C the rational one, at most `bound` from it: boxes that are smaller by the
// bound on C are within those on R, and those on R in boxes that are larger by it on C. Where an interval is
// outer the bodies may be (1 + sqrt(3)) times its bound apart.
static void boxes_on_both_motions_meet_at_the_same_times(void** state)
{
    (void)state;
    const double rounding = 1e-10;
    uint64_t seed = random_start(3).state;
    uint32_t meet = 0, outer = 0;
    for (uint64_t i = 0; i < 300; ++i) {
        solid_pair pair;
        toi_rational_motion made[2];
        toi_motion motion[2];
        double smaller[2], larger[2];
        solid_pair_random(seed, i, SOLID_FITTED, &pair);
        for (int k = 0; k < 2; ++k) {
            for (uint32_t part = 0; part < pair.solids[k].part_count; ++part) {
                toi_vec3* half = &pair.parts[k][part].half;
                *half = v3(fmax(half->x, 0.05), fmax(half->y, 0.05), fmax(half->z, 0.05));
            }
            made[k] = convert(&pair.solids[k].motion, radius_of(&pair.solids[k]));
            motion[k] = made[k].motion;
        }
        toi_boxes_result given =
            ask(&pair, (toi_motion[]){pair.solids[0].motion, pair.solids[1].motion}, (double[]){0.0, 0.0});
        for (int k = 0; k < 2; ++k) {
            smaller[k] = -(made[k].bound + rounding);
            larger[k] = made[k].bound + 2.8 * given.pairs[0].bound + rounding;
        }
        toi_boxes_result inside = ask(&pair, motion, smaller), around = ask(&pair, motion, larger);
        assert_false(inside.pairs[0].outer || around.pairs[0].outer);
        assert_true(is_within(&inside.pairs[0], &given.pairs[0]));
        assert_true(is_within(&given.pairs[0], &around.pairs[0]));
        meet += inside.pairs[0].interval_count > 0;
        outer += given.pairs[0].outer;
        for (int k = 0; k < 2; ++k) {
            toi_rational_motion_release(&made[k]);
        }
        toi_boxes_result_release(&given);
        toi_boxes_result_release(&inside);
        toi_boxes_result_release(&around);
    }
    print_message("%u of 300 meet, %u are outer\n", meet, outer);
    assert_true(meet > 50 && outer > 200);
}

// ---- memory

static void without_memory_nothing_is_left(void** state)
{
    (void)state;
    static const toi_key keys[] = {{0.1, TOI_POSE_IDENTITY},
                                   {0.4, {{1, 2, 3}, {0.6, 0.8, 0.0, 0.0}}},
                                   {0.7, {{0, 2, 3}, {0.0, 0.6, 0.8, 0.0}}},
                                   {0.9, {{0, 5, 3}, {0.0, 0.6, 0.0, 0.8}}}};
    toi_motion m = {.kind = TOI_MOTION_KEYFRAMES, .keys = keys, .key_count = 4};
    uint64_t at = 0;
    toi_status status = TOI_ERROR_MEMORY;
    while (status != TOI_OK) {
        failing_allocator f = failing_allocator_make(++at, false);
        toi_allocator allocator = failing_allocator_use(&f);
        const toi_rational_def def = {.allocator = &allocator};
        toi_rational_motion made = {.bound = 77.0};
        toi_error error = {0};
        status = toi_motion_to_rational(&m, 1.0, &def, &made, &error);
        if (status != TOI_OK) {
            assert_int_equal(status, TOI_ERROR_MEMORY);
            assert_int_equal(error.status, TOI_ERROR_MEMORY);
            assert_true(made.bound == 77.0);
        } else {
            assert_int_equal(f.live, 1);
            toi_rational_motion_release(&made);
        }
        assert_int_equal(f.live, 0);
    }
    assert_true(at >= 3);
}

// ---- what is refused

static void assert_refused(const toi_motion* m, double radius, double tolerance, toi_status status,
                           const char* text)
{
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    const toi_rational_def def = {.tolerance = tolerance, .allocator = &allocator};
    toi_rational_motion made = {.bound = 77.0};
    toi_error error = {0};
    assert_int_equal(toi_motion_to_rational(m, radius, &def, &made, &error), status);
    assert_int_equal(error.status, status);
    assert_int_equal(f.live, 0);
    if (strstr(error.text, text) == NULL) {
        fail_msg("'%s' does not say '%s'", error.text, text);
    }
    assert_true(made.bound == 77.0 && made.memory == NULL);
    assert_int_equal(toi_motion_to_rational(m, radius, &def, &made, NULL), status);
}

static void what_is_wrong_is_named(void** state)
{
    (void)state;
    const toi_motion good = {
        .kind = TOI_MOTION_ROTATION, .pose = TOI_POSE_IDENTITY, .axis = {0, 0, 1}, .angle = 3.0};
    const double wrong_radii[] = {(double)NAN, -1.0, -1e-300, 0x1.1p400, HUGE_VAL};
    for (size_t i = 0; i < sizeof wrong_radii / sizeof *wrong_radii; ++i) {
        assert_refused(&good, wrong_radii[i], 0.0, TOI_ERROR_INVALID, "radius is not between 0 and 2^400");
    }
    assert_refused(&good, 1.0, -1.0, TOI_ERROR_INVALID, "tolerance is not");
    assert_refused(&good, 1.0, (double)NAN, TOI_ERROR_INVALID, "tolerance is not");
    assert_refused(&good, 1.0, HUGE_VAL, TOI_ERROR_INVALID, "tolerance is not");
    assert_refused(NULL, 1.0, 0.0, TOI_ERROR_INVALID, "there is no motion");
    toi_error error = {0};
    assert_int_equal(toi_motion_to_rational(&good, 1.0, NULL, NULL, &error), TOI_ERROR_INVALID);
    assert_non_null(strstr(error.text, "no room for the result"));
    toi_motion bad = good;
    bad.axis.z = 0.0;
    assert_refused(&bad, 1.0, 0.0, TOI_ERROR_INVALID, "axis is shorter than 1e-12");
    bad = good;
    bad.pose.position.x = 0x1p401;
    assert_refused(&bad, 1.0, 0.0, TOI_ERROR_INVALID, "the motion goes further than 2^400");
    bad.kind = TOI_MOTION_STATIC;
    assert_refused(&bad, 1.0, 0.0, TOI_ERROR_INVALID, "the motion goes further than 2^400");
    bad.pose.position = v3(0x1p400, 0x1p400, 0x1p400);
    assert_refused(&bad, 1.0, 0.0, TOI_ERROR_LIMIT,
                   "would not be valid: pieces: a number is not finite or of");
    bad = good;
    bad.angle = 1e9;
    assert_refused(&bad, 1.0, 0.0, TOI_ERROR_LIMIT, "turns too often");
    bad = good;
    bad.pose.position.x = 0x1.ffp399; // and as far from there to its axis
    assert_refused(&bad, 0.0, 0.0, TOI_ERROR_INVALID, "the motion goes further than 2^400");
    bad.pose.position.x = 0x1.ffp398;
    assert_refused(&bad, 0x1.8p399, 0.0, TOI_ERROR_INVALID, "the motion goes further than 2^400");
    toi_rational_motion made = convert(&bad, 0.0);
    toi_rational_motion_release(&made);
    bad.pose.position.x = 0x1p-1060; // where numbers underflow there is a bound all the same
    made = convert(&bad, 0x1p-1070);
    assert_true(made.bound > 0.0);
    toi_rational_motion_release(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rest_nlerp_and_translations_between_doubles_are_exact),
        cmocka_unit_test(a_rounded_end_is_in_the_bound),
        cmocka_unit_test(a_rational_motion_is_copied),
        cmocka_unit_test(boxes_on_both_motions_meet_at_the_same_times),
        cmocka_unit_test(without_memory_nothing_is_left),
        cmocka_unit_test(what_is_wrong_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
