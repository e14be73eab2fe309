// toi_motion_check: what it accepts, what it refuses, and that it names the field.

#include "cmocka_toi.h"

#include "toi/motion.h"

static const double largest = 1.7976931348623157e308;

static toi_motion valid(toi_motion_kind kind)
{
    return (toi_motion){.kind = kind,
                        .pose = TOI_POSE_IDENTITY,
                        .end = TOI_POSE_IDENTITY,
                        .axis = {0, 0, 1},
                        .angle = 1.0,
                        .advance = 1.0,
                        .by = {1, 2, 3}};
}

static void assert_valid(const toi_motion* motion)
{
    toi_error error = {.status = TOI_ERROR_LIMIT, .text = "untouched"};
    assert_int_equal(toi_motion_check(motion, &error), TOI_OK);
    assert_int_equal(toi_motion_check(motion, NULL), TOI_OK);
    assert_int_equal(error.status, TOI_ERROR_LIMIT);
    assert_string_equal(error.text, "untouched");
}

static void assert_refused(const toi_motion* motion, const char* field, uint64_t index)
{
    toi_error error = {0};
    assert_int_equal(toi_motion_check(motion, NULL), TOI_ERROR_INVALID);
    assert_int_equal(toi_motion_check(motion, &error), TOI_ERROR_INVALID);
    assert_int_equal(error.status, TOI_ERROR_INVALID);
    if (strstr(error.text, field) == NULL || error.index != index) {
        print_error("'%s' (index %llu) does not name '%s'\n", error.text, (unsigned long long)error.index,
                    field);
    }
    assert_non_null(strstr(error.text, field));
    assert_int_equal(error.index, index);
}

static void every_kind_accepts_ordinary_numbers(void** state)
{
    (void)state;
    for (int kind = TOI_MOTION_STATIC; kind < TOI_MOTION_KEYFRAMES; ++kind) {
        toi_motion m = valid((toi_motion_kind)kind);
        assert_valid(&m);
    }
}

// Whether the kind reads the field of that name.
static bool reads(int kind, const char* field)
{
    static const char* const fields[] = {
        [TOI_MOTION_STATIC] = "position quaternion",
        [TOI_MOTION_TRANSLATION] = "position quaternion by",
        [TOI_MOTION_ROTATION] = "position quaternion point axis angle",
        [TOI_MOTION_SCREW] = "position quaternion point axis angle advance",
        [TOI_MOTION_BETWEEN] = "position quaternion end",
        [TOI_MOTION_SPIN] = "position quaternion point axis angle by",
    };
    return strstr(fields[kind], field) != NULL;
}

static void numbers_that_are_not_finite_are_refused_where_they_are_read(void** state)
{
    (void)state;
    toi_motion m;
    const struct {
        const char* field;
        double* number;
    } cases[] = {
        {"position", &m.pose.position.z},
        {"quaternion", &m.pose.quaternion.w},
        {"quaternion", &m.pose.quaternion.z},
        {"end", &m.end.position.y},
        {"end", &m.end.quaternion.x},
        {"by", &m.by.x},
        {"point", &m.point.y},
        {"axis", &m.axis.x},
        {"angle", &m.angle},
        {"advance", &m.advance},
    };
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (int kind = TOI_MOTION_STATIC; kind < TOI_MOTION_KEYFRAMES; ++kind) {
        for (size_t i = 0; i < 3 * sizeof cases / sizeof cases[0]; ++i) {
            m = valid((toi_motion_kind)kind);
            *cases[i / 3].number = bad[i % 3];
            if (reads(kind, cases[i / 3].field)) {
                assert_refused(&m, cases[i / 3].field, 0);
            } else {
                assert_valid(&m);
            }
        }
    }
}

static void a_quaternion_must_have_a_norm_of_1e_6(void** state)
{
    (void)state;
    toi_motion m = valid(TOI_MOTION_BETWEEN);
    m.pose.quaternion = (toi_quat){0, 0.99e-6, 0, 0};
    assert_refused(&m, "quaternion", 0);
    m.pose.quaternion = (toi_quat){0, 0, 0, 0};
    assert_refused(&m, "quaternion", 0);
    m.pose.quaternion = (toi_quat){0.9e-6, 0, 0.9e-6, 0};
    assert_valid(&m);
    m.pose.quaternion = (toi_quat){1e-6, 0, 0, 0};
    assert_valid(&m);
    m.pose.quaternion = (toi_quat){largest, largest, -largest, largest};
    assert_valid(&m);
    m.end.quaternion = (toi_quat){0, 0, 0, 1e-200};
    assert_refused(&m, "end quaternion", 0);
}

static void an_axis_must_have_a_length_of_1e_12(void** state)
{
    (void)state;
    toi_motion m = valid(TOI_MOTION_SPIN);
    m.axis = (toi_vec3){0, 0, 0.99e-12};
    assert_refused(&m, "axis", 0);
    m.axis = (toi_vec3){0x1p-1074, 0, 0};
    assert_refused(&m, "axis", 0);
    m.axis = (toi_vec3){0, 0, 0};
    assert_refused(&m, "axis", 0);
    m.axis = (toi_vec3){1e-12, 0, 0};
    assert_valid(&m);
    m.axis = (toi_vec3){largest, -largest, largest};
    assert_valid(&m);
    m.angle = largest;
    m.point = m.axis;
    assert_valid(&m);
}

static void keys_rise_strictly_within_the_unit_interval(void** state)
{
    (void)state;
    toi_key keys[3] = {{0.0, TOI_POSE_IDENTITY}, {0.5, TOI_POSE_IDENTITY}, {1.0, TOI_POSE_IDENTITY}};
    toi_motion m = {.kind = TOI_MOTION_KEYFRAMES, .keys = keys, .key_count = 3};
    assert_valid(&m);
    keys[1].t = 0x1p-1074;
    assert_valid(&m);
    keys[1].t = 0.0;
    assert_refused(&m, "keys", 1);
    keys[1].t = 1.0;
    assert_refused(&m, "keys", 2);
    keys[1].t = (double)NAN;
    assert_refused(&m, "keys", 1);
    keys[1].t = 0.5;
    keys[2].t = 1.0000000000000002;
    assert_refused(&m, "keys", 2);
    keys[2].t = 1.0;
    keys[0].t = -0x1p-1074;
    assert_refused(&m, "keys", 0);
    keys[0].t = 0.0;
    keys[2].pose.quaternion.w = 0.0;
    assert_refused(&m, "quaternion", 2);
    keys[2].pose = keys[0].pose;
    keys[1].pose.position.x = (double)INFINITY;
    assert_refused(&m, "position", 1);
}

static void two_keys_are_needed(void** state)
{
    (void)state;
    toi_key key = {0.0, TOI_POSE_IDENTITY};
    toi_motion m = {.kind = TOI_MOTION_KEYFRAMES, .keys = &key, .key_count = 1};
    assert_refused(&m, "keys", 0);
    m.key_count = 0;
    assert_refused(&m, "keys", 0);
    m = (toi_motion){.kind = TOI_MOTION_KEYFRAMES, .key_count = 5};
    assert_refused(&m, "keys", 0);
}

static void every_move_is_checked_and_the_wrong_one_is_named(void** state)
{
    (void)state;
    toi_move moves[3] = {{.by = {1, 2, 3}},
                         {.kind = TOI_MOVE_ROTATION, .axis = {0, 0, 1}, .angle = 1e300},
                         {.by = {1, 2, 3}, .point = {(double)NAN, 0, 0}}}; // a translation reads no point
    toi_motion m = {.kind = TOI_MOTION_MOVES, .pose = TOI_POSE_IDENTITY, .moves = moves, .move_count = 3};
    assert_valid(&m);
    const struct {
        const char* field;
        uint64_t index;
        double* number;
        double bad;
    } cases[] = {
        {"by", 0, &moves[0].by.x, (double)NAN},
        {"by", 2, &moves[2].by.z, (double)INFINITY},
        {"point", 1, &moves[1].point.y, (double)NAN},
        {"axis", 1, &moves[1].axis.x, (double)NAN},
        {"axis", 1, &moves[1].axis.z, 1e-13},
        {"angle", 1, &moves[1].angle, -(double)INFINITY},
        {"until", 0, &moves[0].until, (double)NAN},
        {"until", 1, &moves[1].until, -0x1p-1074},
        {"until", 2, &moves[2].until, 1.0000000000000002},
        {"position", 0, &m.pose.position.x, (double)NAN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        double good = *cases[i].number;
        *cases[i].number = cases[i].bad;
        assert_refused(&m, cases[i].field, cases[i].index);
        *cases[i].number = good;
        assert_valid(&m);
    }
    moves[2].kind = (toi_move_kind)2;
    assert_refused(&m, "kind", 2);
    m.move_count = 2;
    assert_valid(&m);
    m.move_count = 0;
    assert_refused(&m, "at least one", 0);
    m = (toi_motion){.kind = TOI_MOTION_MOVES, .pose = TOI_POSE_IDENTITY, .move_count = 3};
    assert_refused(&m, "at least one", 0);
}

static void times_of_moves_rise_strictly_and_leave_time_for_all(void** state)
{
    (void)state;
    toi_move moves[4] = {{.until = 0.25}, {.until = 0.5}, {.until = 0.0}, {.until = 1.0}};
    toi_motion m = {.kind = TOI_MOTION_MOVES, .pose = TOI_POSE_IDENTITY, .moves = moves, .move_count = 4};
    assert_valid(&m);
    moves[1].until = 0.25;
    assert_refused(&m, "until is not above", 1);
    moves[1].until = 0.125;
    assert_refused(&m, "until is not above", 1);
    moves[1].until = 0.5;
    moves[3].until = 0.5;
    assert_refused(&m, "no time is left", 2);
    moves[3].until = 0.25;
    assert_refused(&m, "no time is left", 2);
    moves[3].until = 0.5000000000000001; // one step above: no room for two
    assert_refused(&m, "no time is left", 2);
    moves[3].until = 0.5000000000000002;
    assert_valid(&m);
    moves[1].until = 1.0;
    moves[3].until = 0.0;
    assert_refused(&m, "no time is left", 2);
    m.move_count = 2;
    assert_valid(&m);
    moves[0].until = 0x1p-1074;
    assert_valid(&m);
}

static void end_positions_are_there_and_finite(void** state)
{
    (void)state;
    toi_vec3 to[3] = {{1, 2, 3}, {largest, -largest, 5e-324}, {-0.0, 0.0, 1e-300}};
    toi_motion m = {.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to = to, .to_count = 3};
    assert_valid(&m);
    for (uint32_t i = 0; i < 9; ++i) {
        double* number = &to[i / 3].x + i % 3;
        double kept = *number;
        *number = i % 2 == 0 ? (double)NAN : -HUGE_VAL;
        assert_refused(&m, "to has a number that is not finite", i / 3);
        *number = kept;
    }
    m.to_count = 0;
    assert_refused(&m, "to: there are no", 0);
    m = (toi_motion){.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to_count = 3};
    assert_refused(&m, "to: there are no", 0);
    m.to = to;
    m.pose.position.y = HUGE_VAL;
    assert_refused(&m, "position", 0);
}

static void kinds_and_paths_that_do_not_exist_are_refused(void** state)
{
    (void)state;
    toi_motion m = valid((toi_motion_kind)(TOI_MOTION_VERTICES + 1));
    assert_refused(&m, "kind", 0);
    m.kind = (toi_motion_kind)-1;
    assert_refused(&m, "kind", 0);
    m = valid(TOI_MOTION_BETWEEN);
    m.path = (toi_path)3;
    assert_refused(&m, "path", 0);
    m.kind = TOI_MOTION_ROTATION;
    assert_valid(&m);
    toi_key keys[2] = {{0.0, TOI_POSE_IDENTITY}, {0.5, TOI_POSE_IDENTITY}};
    m = (toi_motion){.kind = TOI_MOTION_KEYFRAMES, .path = (toi_path)-1, .keys = keys, .key_count = 2};
    assert_refused(&m, "path", 0);
    assert_int_equal(toi_motion_check(NULL, NULL), TOI_ERROR_INVALID);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(every_kind_accepts_ordinary_numbers),
        cmocka_unit_test(numbers_that_are_not_finite_are_refused_where_they_are_read),
        cmocka_unit_test(a_quaternion_must_have_a_norm_of_1e_6),
        cmocka_unit_test(an_axis_must_have_a_length_of_1e_12),
        cmocka_unit_test(keys_rise_strictly_within_the_unit_interval),
        cmocka_unit_test(two_keys_are_needed),
        cmocka_unit_test(every_move_is_checked_and_the_wrong_one_is_named),
        cmocka_unit_test(times_of_moves_rise_strictly_and_leave_time_for_all),
        cmocka_unit_test(end_positions_are_there_and_finite),
        cmocka_unit_test(kinds_and_paths_that_do_not_exist_are_refused),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
