// Lists of moves in scene files: what is taken, and what a refusal names.

#include "scene/scene.h"
#include "scene_support.h"

#define MOVES(moves) WITH_MOTION("{\"kind\": \"moves\", \"moves\": " moves "}")
#define UP "{\"translate\": [0, 0, 1]}"

static void refuses_wrong_moves(void** state)
{
    (void)state;
    assert_refused(WITH_MOTION("{\"kind\": \"moves\"}"), "bodies[0].motion.moves ", "is missing");
    assert_refused(WITH_MOTION("{\"kind\": \"moves\", \"move\": []}"), "bodies[0].motion ",
                   "did you mean \"moves\"?");
    assert_refused(MOVES("{}"), "bodies[0].motion.moves ", "must be a list");
    assert_refused(MOVES("[]"), "bodies[0].motion.moves ", "at least one move");
    assert_refused(MOVES("[" UP ", 3]"), "bodies[0].motion.moves[1] ", "must be an object");
    assert_refused(MOVES("[" UP ", {}]"), "bodies[0].motion.moves[1] ", "has neither");
    assert_refused(MOVES("[{\"translat\": [0, 0, 1]}]"), "bodies[0].motion.moves[0] ",
                   "did you mean \"translate\"?");
    assert_refused(MOVES("[{\"translate\": [0, 0, 1], \"rotate\": {}}]"), "bodies[0].motion.moves[0] ",
                   "has both");
    assert_refused(MOVES("[{\"translate\": [0, 1]}]"), "bodies[0].motion.moves[0].translate ", "has 2");
    assert_refused(MOVES("[{\"rotate\": {}}]"), "bodies[0].motion.moves[0].rotate.point ", "is missing");
    assert_refused(MOVES("[{\"rotate\": {\"point\": [0, 0, 0]}}]"), "bodies[0].motion.moves[0].rotate.axis ",
                   "is missing");
    assert_refused(MOVES("[{\"rotate\": {\"point\": [0, 0, 0], \"axis\": [0, 0, 0]}}]"),
                   "bodies[0].motion.moves[0].rotate.axis ", "must not be zero");
    assert_refused(MOVES("[{\"rotate\": {\"point\": [0, 0, 0], \"axis\": [0, 0, 1]}}]"),
                   "bodies[0].motion.moves[0].rotate.angle ", "in radians");
    assert_refused(MOVES("[{\"rotate\": {\"point\": [0, 0, 0], \"axis\": [0, 0, 1], \"angle\": \"1\"}}]"),
                   "bodies[0].motion.moves[0].rotate.angle ", "is the text \"1\"");
    assert_refused(MOVES("[{\"rotate\": {\"center\": [0, 0, 0]}}]"), "bodies[0].motion.moves[0].rotate ",
                   "the keys here are \"point\"");
}

static void refuses_wrong_times_of_moves(void** state)
{
    (void)state;
    assert_refused(MOVES("[{\"translate\": [0, 0, 1], \"until\": 0}]"), "bodies[0].motion.moves[0].until ",
                   "above 0 and at most 1, is 0");
    assert_refused(MOVES("[{\"translate\": [0, 0, 1], \"until\": 1.5}]"), "bodies[0].motion.moves[0].until ",
                   "is 1.5");
    assert_refused(MOVES("[{\"translate\": [0, 0, 1], \"until\": 0.5}, " UP ", {\"translate\": [0, 0, 1], "
                         "\"until\": 0.5}]"),
                   "bodies[0].motion.moves[2].until ", "later than the time given before it, 0.5");
    assert_refused(MOVES("[{\"translate\": [0, 0, 1], \"until\": 1}, " UP "]"), "bodies[0].motion.moves[1] ",
                   "no time is left");
    assert_refused(MOVES("[{\"translate\": [0, 0, 1], \"until\": 0.5}, " UP ", {\"translate\": [0, 0, 1], "
                         "\"until\": 0.5000000000000001}]"),
                   "bodies[0].motion.moves[1] ", "no time is left");
}

static void reads_moves(void** state)
{
    (void)state;
    ti_scene scene;
    ti_scene_error error = {0};
    assert_int_equal(parse(WITH_MOTION("{\"kind\": \"moves\", \"pose\": {\"position\": [7, 8, 9]}, "
                                       "\"moves\": [" UP ", {\"until\": 0.25, \"rotate\": {\"point\": [1, "
                                       "2, 3], \"axis\": [0, 2, 0], \"angle\": -9}}]}"),
                           &scene, &error),
                     TOI_OK);
    const toi_motion* m = &scene.bodies[0].motion;
    assert_int_equal(m->kind, TOI_MOTION_MOVES);
    assert_int_equal(m->move_count, 2);
    assert_near(m->pose.position.y, 8.0, 0.0);
    assert_int_equal(m->moves[0].kind, TOI_MOVE_TRANSLATION);
    assert_near(m->moves[0].by.z, 1.0, 0.0);
    assert_near(m->moves[0].until, 0.0, 0.0);
    assert_int_equal(m->moves[1].kind, TOI_MOVE_ROTATION);
    assert_near(m->moves[1].point.z, 3.0, 0.0);
    assert_near(m->moves[1].axis.y, 2.0, 0.0);
    assert_near(m->moves[1].angle, -9.0, 0.0);
    assert_near(m->moves[1].until, 0.25, 0.0);
    ti_scene_release(&scene);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(refuses_wrong_moves),
        cmocka_unit_test(refuses_wrong_times_of_moves),
        cmocka_unit_test(reads_moves),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
