// Lists of moves: when each runs, where it starts and leads, and which moves other motions are made of.

#include "moves_support.h"

#include "math/trig.h"
#include "motion/path.h"
#include "motion/pieces.h"

static const toi_pose identity = TOI_POSE_IDENTITY;

static void assert_point(toi_vec3 p, double x, double y, double z, double tolerance)
{
    assert_near(p.x, x, tolerance);
    assert_near(p.y, y, tolerance);
    assert_near(p.z, z, tolerance);
}

static toi_vec3 point_at(const toi_motion* motion, double t, double x, double y, double z)
{
    return toi_pose_point(toi_motion_pose(motion, t), (toi_vec3){x, y, z});
}

static void assert_same_bits(toi_pose a, toi_pose b)
{
    assert_memory_equal(&a, &b, sizeof a);
}

// Four quarters: along x, a quarter turn to the left about where it is then, ahead, a turn and a half.
static void moves_are_done_in_turn(void** state)
{
    (void)state;
    toi_move moves[4] = {translate(4, 0, 0), turn_about(4, 0, TOI_PI / 2), translate(0, 2, 0),
                         turn_about(0, 2, -3 * TOI_PI)};
    toi_motion m = moves_of(identity, moves, 4);
    assert_int_equal(toi_motion_check(&m, NULL), TOI_OK);
    assert_point(point_at(&m, 0.125, 1, 0, 0), 3, 0, 0, 0.0);
    assert_point(point_at(&m, 0.25, 1, 0, 0), 5, 0, 0, 0.0);
    assert_point(point_at(&m, 0.375, 1, 0, 0), 4 + sqrt(0.5), sqrt(0.5), 0, 1e-15);
    assert_point(point_at(&m, 0.5, 1, 0, 0), 4, 1, 0, 1e-15);
    assert_point(point_at(&m, 0.625, 1, 0, 0), 4, 2, 0, 1e-15);
    // From (4, 3), which is 4 and 1 from the axis: a half of a turn and a half is 3/4 of a turn, clockwise.
    assert_point(point_at(&m, 0.875, 1, 0, 0), -1, 6, 0, 1e-14);
    assert_point(point_at(&m, 1.0, 1, 0, 0), -4, 1, 0, 1e-14);
}

static void assert_times(const toi_motion* m, const double* ends, uint32_t pieces)
{
    assert_int_equal(toi_motion_check(m, NULL), TOI_OK);
    assert_int_equal(ti_motion_piece_count(m), pieces);
    double from = 0.0;
    for (uint32_t i = 0; i < pieces; ++i) {
        ti_path path;
        ti_motion_piece(m, i, &path);
        assert_true(path.t0 == from && path.t1 == ends[i]);
        assert_same_bits(path.start, toi_motion_pose(m, path.t0));
        from = path.t1;
    }
    assert_true(from == 1.0);
}

static void moves_without_a_time_share_what_is_left_up_to_the_next_one(void** state)
{
    (void)state;
    toi_move one = translate(1, 2, 3);
    toi_move equal[4] = {one, one, one, one};
    toi_motion m = moves_of(identity, equal, 4);
    assert_times(&m, (double[]){0.25, 0.5, 0.75, 1.0}, 4);
    toi_move given[3] = {ending(one, 0.125), ending(one, 0.5), ending(one, 1.0)};
    m = moves_of(identity, given, 3);
    assert_times(&m, (double[]){0.125, 0.5, 1.0}, 3);
    toi_move mixed[5] = {one, ending(one, 0.5), one, one, one};
    m = moves_of(identity, mixed, 5);
    assert_times(&m, (double[]){0.25, 0.5, 0.5 + 0.5 * (1.0 / 3), 0.5 + 0.5 * (2.0 / 3), 1.0}, 5);
    toi_move resting[2] = {one, ending(one, 0.75)};
    m = moves_of(identity, resting, 2);
    assert_times(&m, (double[]){0.375, 0.75, 1.0}, 3);
    m = moves_of(identity, &one, 1);
    assert_times(&m, (double[]){1.0}, 1);
}

static void after_the_last_move_the_body_rests_where_it_is(void** state)
{
    (void)state;
    toi_move moves[2] = {translate(4, 0, 0), ending(turn_about(0, 0, TOI_PI / 2), 0.5)};
    toi_motion m = moves_of((toi_pose){{1, 0, 0}, {2, 0, 0, 0}}, moves, 2);
    toi_pose there = toi_motion_pose(&m, 0.5);
    assert_point(toi_pose_point(there, (toi_vec3){0, 0, 7}), 0, 5, 7, 1e-15);
    assert_same_bits(toi_motion_pose(&m, 0.75), there);
    assert_same_bits(toi_motion_pose(&m, 1.0), there);
    assert_same_bits(toi_motion_pose(&m, 9.0), there);
    ti_path path;
    ti_motion_piece(&m, 2, &path);
    assert_true(v3_equal(path.turn, v3(0, 0, 0)) && v3_equal(path.drift, v3(0, 0, 0)));
    assert_true(v3_equal(path.orbit, v3(0, 0, 0)));
}

static void random_lists_start_at_their_pose_and_join(void** state)
{
    (void)state;
    gen_random random = {random_start(31).state};
    gen_lists lists;
    for (int i = 0; i < 2000; ++i) {
        toi_motion m = random_moves_motion(&random, 1.0, 3.0, &lists);
        assert_same_bits(toi_motion_pose(&m, 0.0), ti_pose_unit(m.pose));
        assert_same_bits(toi_motion_pose(&m, (double)NAN), ti_pose_unit(m.pose));
        uint32_t pieces = ti_motion_piece_count(&m);
        double from = 0.0;
        for (uint32_t k = 0; k < pieces; ++k) {
            ti_path path;
            ti_motion_piece(&m, k, &path);
            assert_true(path.t0 == from && path.t1 > from);
            assert_same_bits(path.start, toi_motion_pose(&m, path.t0));
            toi_vec3 end = toi_pose_point(toi_motion_pose(&m, path.t1), (toi_vec3){1, 2, 3});
            ti_mat3 rotation;
            toi_vec3 position;
            ti_path_pose(&path, path.t1, &rotation, &position);
            toi_vec3 there = xf_point(&rotation, position, (toi_vec3){1, 2, 3});
            assert_point(there, end.x, end.y, end.z, 1e-12);
            from = path.t1;
        }
        assert_true(from == 1.0);
    }
}

// Also far from a linear search: backwards, and where nothing changes.
static void a_walk_finds_the_piece_of_any_time(void** state)
{
    (void)state;
    gen_random random = {random_start(32).state};
    gen_lists lists;
    for (int i = 0; i < 1000; ++i) {
        toi_motion m;
        gen_motion_random(&random, 1.0, 3.0, &m, &lists);
        ti_pieces pieces;
        ti_pieces_begin(&m, &pieces);
        for (int k = 0; k < 10; ++k) {
            double t = gen_unit(&random);
            ti_pieces_seek(&pieces, t);
            assert_true(pieces.path.t0 <= t && t < pieces.path.t1);
            ti_path path;
            ti_motion_piece(&m, pieces.index, &path);
            assert_memory_equal(&path.start, &pieces.path.start, sizeof path.start);
            assert_true(path.t0 == pieces.path.t0 && path.t1 == pieces.path.t1);
            assert_true(v3_equal(path.turn, pieces.path.turn) && v3_equal(path.drift, pieces.path.drift));
        }
    }
}

// How long a move takes changes no place that it goes through.
static void times_do_not_change_the_places(void** state)
{
    (void)state;
    gen_random random = {random_start(33).state};
    gen_lists lists;
    for (int i = 0; i < 1000; ++i) {
        toi_motion m = random_moves_motion(&random, 1.0, 3.0, &lists);
        for (uint32_t k = 0; k < m.move_count; ++k) {
            lists.moves[k].until = 0.0;
        }
        lists.moves[0].until = 0x1p-1072; // where a piece by its speeds would overflow
        toi_pose early = toi_motion_pose(&m, 0x1p-1073), end = toi_motion_pose(&m, 1.0);
        lists.moves[0].until = 0.5;
        assert_same_bits(toi_motion_pose(&m, 0.25), early);
        assert_same_bits(toi_motion_pose(&m, 1.0), end);
    }
}

// ---- the moves of a motion

static toi_pose done_in_turn(toi_pose pose, const toi_move* moves, uint32_t count)
{
    toi_motion m = moves_of(pose, moves, count);
    return toi_motion_pose(&m, 1.0);
}

static void a_motion_between_poses_is_a_translation_and_a_turn_on_the_spot(void** state)
{
    (void)state;
    gen_random random = {random_start(34).state};
    gen_lists lists;
    toi_move moves[MOVES];
    uint32_t count = 0;
    for (int i = 0; i < 2000; ++i) {
        toi_motion m;
        gen_motion_random(&random, 1.0, 3.0, &m, &lists);
        m.kind = TOI_MOTION_BETWEEN;
        assert_int_equal(toi_motion_moves(&m, moves, MOVES, &count, NULL), TOI_OK);
        assert_int_equal(count, 2);
        assert_true(moves[0].kind == TOI_MOVE_TRANSLATION && moves[1].kind == TOI_MOVE_ROTATION);
        assert_true(v3_equal(moves[1].point, m.end.position));
        assert_true(moves[1].angle >= 0.0 && moves[1].angle <= TOI_PI);
        toi_pose reached = done_in_turn(m.pose, moves, 2);
        toi_vec3 v = {1, -2, 0.5}, x = toi_pose_point(reached, v), y = toi_pose_point(m.end, v);
        assert_point(x, y.x, y.y, y.z, 1e-14);
    }
    toi_motion still = {.kind = TOI_MOTION_BETWEEN, .pose = identity, .end = identity};
    assert_int_equal(toi_motion_moves(&still, moves, MOVES, &count, NULL), TOI_OK);
    assert_true(count == 2 && moves[1].angle == 0.0 && v3_length(moves[1].axis) == 1.0);
}

static void motions_are_split_into_the_moves_that_they_are(void** state)
{
    (void)state;
    toi_move list[2] = {translate(1, 2, 3), ending(turn_about(1, 2, 7.0), 0.5)}, moves[MOVES];
    uint32_t count = 9;
    toi_motion m = moves_of(identity, list, 2);
    assert_int_equal(toi_motion_moves(&m, moves, MOVES, &count, NULL), TOI_OK);
    assert_int_equal(count, 2);
    assert_memory_equal(moves, list, sizeof list);
    assert_int_equal(toi_motion_moves(&m, NULL, 0, &count, NULL), TOI_OK);
    assert_int_equal(count, 2);
    memset(moves, 0, sizeof moves);
    assert_int_equal(toi_motion_moves(&m, moves, 1, &count, NULL), TOI_OK);
    assert_true(count == 2 && v3_equal(moves[0].by, list[0].by) && moves[1].until == 0.0);
    m = (toi_motion){.kind = TOI_MOTION_TRANSLATION, .pose = identity, .by = {4, 5, 6}};
    assert_int_equal(toi_motion_moves(&m, moves, MOVES, &count, NULL), TOI_OK);
    assert_true(count == 1 && moves[0].kind == TOI_MOVE_TRANSLATION && v3_equal(moves[0].by, m.by));
    m = (toi_motion){
        .kind = TOI_MOTION_ROTATION, .pose = identity, .point = {1, 0, 0}, .axis = {0, 3, 0}, .angle = -9};
    assert_int_equal(toi_motion_moves(&m, moves, MOVES, &count, NULL), TOI_OK);
    assert_true(count == 1 && moves[0].kind == TOI_MOVE_ROTATION && moves[0].angle == -9.0);
    assert_true(v3_equal(moves[0].point, m.point) && v3_equal(moves[0].axis, m.axis));
    m = (toi_motion){.kind = TOI_MOTION_STATIC, .pose = identity};
    assert_int_equal(toi_motion_moves(&m, moves, MOVES, &count, NULL), TOI_OK);
    assert_int_equal(count, 0);
}

static void motions_that_are_no_list_of_moves_are_refused(void** state)
{
    (void)state;
    toi_key keys[2] = {{0.0, TOI_POSE_IDENTITY}, {1.0, TOI_POSE_IDENTITY}};
    const char* const names[] = {[TOI_MOTION_SCREW] = "screw",
                                 [TOI_MOTION_SPIN] = "spin",
                                 [TOI_MOTION_KEYFRAMES] = "keyframes",
                                 [TOI_MOTION_RATIONAL] = "rational",
                                 [TOI_MOTION_VERTICES] = "vertices"};
    toi_vec3 p = {0, 0, 0};
    toi_rational piece = {
        .rotation = &identity.quaternion, .rotation_count = 1, .translation = &p, .translation_count = 1};
    for (int kind = 0; kind <= TOI_MOTION_VERTICES; ++kind) {
        if (kind == TOI_MOTION_MOVES) {
            continue;
        }
        toi_motion m = {.kind = (toi_motion_kind)kind, .pose = identity, .end = identity, .axis = {0, 0, 1}};
        m.keys = keys;
        m.key_count = 2;
        m.rationals = &piece;
        m.rational_count = 1;
        m.to = &p;
        m.to_count = 1;
        toi_error error = {0};
        uint32_t count = 77;
        toi_status status = toi_motion_moves(&m, NULL, 0, &count, &error);
        assert_int_equal(status, names[kind] != NULL ? TOI_ERROR_INVALID : TOI_OK);
        assert_true((count == 77) == (names[kind] != NULL));
        assert_true(names[kind] == NULL || strstr(error.text, names[kind]) != NULL);
    }
    toi_error error = {0};
    toi_motion bad = {.kind = TOI_MOTION_TRANSLATION, .pose = identity, .by = {(double)NAN, 0, 0}};
    uint32_t count = 77;
    assert_int_equal(toi_motion_moves(&bad, NULL, 0, &count, &error), TOI_ERROR_INVALID);
    assert_non_null(strstr(error.text, "by"));
    bad.by.x = 0.0;
    assert_int_equal(toi_motion_moves(&bad, NULL, 1, &count, NULL), TOI_ERROR_INVALID);
    assert_int_equal(toi_motion_moves(&bad, NULL, 0, NULL, NULL), TOI_ERROR_INVALID);
    assert_int_equal(toi_motion_moves(NULL, NULL, 0, &count, NULL), TOI_ERROR_INVALID);
    assert_int_equal(count, 77);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(moves_are_done_in_turn),
        cmocka_unit_test(moves_without_a_time_share_what_is_left_up_to_the_next_one),
        cmocka_unit_test(after_the_last_move_the_body_rests_where_it_is),
        cmocka_unit_test(random_lists_start_at_their_pose_and_join),
        cmocka_unit_test(a_walk_finds_the_piece_of_any_time),
        cmocka_unit_test(times_do_not_change_the_places),
        cmocka_unit_test(a_motion_between_poses_is_a_translation_and_a_turn_on_the_spot),
        cmocka_unit_test(motions_are_split_into_the_moves_that_they_are),
        cmocka_unit_test(motions_that_are_no_list_of_moves_are_refused),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
