// Rational motions in scene files: what is taken, and what a refusal names.

#include "scene/scene.h"
#include "scene_support.h"

#define RATIONAL(lists) WITH_MOTION("{\"kind\": \"rational\"" lists "}")
#define PIECES(pieces) RATIONAL(", \"pieces\": " pieces)
#define HALF "{\"until\": 0.5, \"translation\": [[0, 0, 0], [1, 0, 0]]}"
#define MOTION "bodies[0].motion "

static void refuses_wrong_lists(void** state)
{
    (void)state;
    assert_refused(RATIONAL(", \"rotations\": []"), MOTION, "did you mean \"rotation\"?");
    assert_refused(RATIONAL(", \"rotation\": {}"), "bodies[0].motion.rotation ", "list of quaternions");
    assert_refused(RATIONAL(", \"rotation\": []"), "bodies[0].motion.rotation ", "from 1 to 65");
    assert_refused(RATIONAL(", \"rotation\": [[1, 0, 0, 0], [1, 0, 0]]"), "bodies[0].motion.rotation[1] ",
                   "has 3");
    assert_refused(RATIONAL(", \"rotation\": [[1, 0, \"0\", 0]]"), "bodies[0].motion.rotation[0][2] ",
                   "is the text \"0\"");
    assert_refused(RATIONAL(", \"translation\": [3]"), "bodies[0].motion.translation[0] ", "3 numbers");
    assert_refused(RATIONAL(", \"weights\": [1]"), "bodies[0].motion.translation ", "is missing");
    assert_refused(RATIONAL(", \"translation\": [[0, 0, 0]], \"weights\": [1, 2]"),
                   "bodies[0].motion.weights ", "as many as of \"translation\", 1, are 2");
    assert_refused(RATIONAL(", \"translation\": [[0, 0, 0]], \"weights\": [[1]]"),
                   "bodies[0].motion.weights[0] ", "must be a number");
    assert_refused(RATIONAL(", \"rotation\": [[1, 0, 0, 0]], \"matrix\": [[1, 0, 0, 0, 1, 0, 0, 0, 1]]"),
                   MOTION, "has both");
    assert_refused(RATIONAL(", \"matrix\": [[1, 0, 0, 0, 1]]"), "bodies[0].motion.matrix[0] ", "9 numbers");
    assert_refused(RATIONAL(", \"matrix\": [1, 0, 0, 0, 1, 0, 0, 0, 1]"), "bodies[0].motion.matrix[0] ",
                   "\"matrix\" is a list of these");
    assert_refused(RATIONAL(", \"matrix\": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]"), "bodies[0].motion.matrix[0] ",
                   "3 rows of 3; \"matrix\" is a list of these");
    assert_refused(RATIONAL(", \"matrix\": [[[1, 0, 0], [0, 1], [0, 0, 1]]]"),
                   "bodies[0].motion.matrix[0][1] ", "3 numbers");
}

static void refuses_wrong_pieces(void** state)
{
    (void)state;
    assert_refused(PIECES("{}"), "bodies[0].motion.pieces ", "must be a list");
    assert_refused(PIECES("[]"), "bodies[0].motion.pieces ", "at least one piece");
    assert_refused(PIECES("[{}]"), "bodies[0].motion.pieces[0].until ", "is missing");
    assert_refused(PIECES("[{\"until\": 0}]"), "bodies[0].motion.pieces[0].until ", "above 0 and at most 1");
    assert_refused(PIECES("[" HALF "]"), "bodies[0].motion.pieces[0].until ",
                   "must be 1, as this is the last");
    assert_refused(PIECES("[" HALF ", " HALF "]"), "bodies[0].motion.pieces[1].until ",
                   "later than the end of the piece before, 0.5");
    assert_refused(PIECES("[{\"untill\": 1}]"), "bodies[0].motion.pieces[0] ", "did you mean \"until\"?");
    assert_refused(RATIONAL(", \"pieces\": [" HALF "], \"translation\": [[0, 0, 0]]"), MOTION, "has both");
}

static void names_the_piece_that_is_no_motion(void** state)
{
    (void)state;
    assert_refused(RATIONAL(", \"rotation\": [[1, 0, 0, 0], [-1, 0, 0, 0]]"), MOTION,
                   "(body \"a\"): rotation is not certain to stay away from zero");
    assert_refused(RATIONAL(", \"translation\": [[0, 0, 0], [1, 0, 0]], \"weights\": [1, -1]"), MOTION,
                   "weights are not certain to stay positive");
    assert_refused(PIECES("[" HALF ", {\"until\": 1, \"translation\": [[2, 0, 0]]}]"),
                   "bodies[0].motion.pieces[1] ",
                   "(body \"a\"): it starts 1 from where the piece before ends");
    assert_refused(PIECES("[" HALF ", {\"until\": 1, \"translation\": [[1, 0, 0]], \"rotation\": [[0, 1, 0, "
                          "0]]}]"),
                   "bodies[0].motion.pieces[1] ", "matrix is 2 off");
}

static void reads_pieces(void** state)
{
    (void)state;
    ti_scene scene;
    ti_scene_error error = {0};
    assert_int_equal(parse(PIECES("[" HALF ", {\"until\": 1, \"rotation\": [[-2, 0, 0, 0], [3, 4, 5, 6]], "
                                  "\"translation\": [[2, 0, 0], [7, 8, 9]], \"weights\": [2, 3]}]"),
                           &scene, &error),
                     TOI_OK);
    const toi_motion* m = &scene.bodies[0].motion;
    assert_int_equal(m->kind, TOI_MOTION_RATIONAL);
    assert_int_equal(m->rational_count, 2);
    const toi_rational* r = m->rationals;
    assert_near(r[0].until, 0.5, 0.0);
    assert_true(r[0].rotation_count == 1 && r[0].rotation[0].w == 1.0 && r[0].rotation[0].z == 0.0);
    assert_true(r[0].weights == NULL && r[0].translation_count == 2 && r[0].translation[1].x == 1.0);
    assert_true(r[1].rotation_count == 2 && r[1].rotation[1].y == 5.0);
    assert_true(r[1].translation_count == 2 && r[1].translation[1].z == 9.0 && r[1].weights[1] == 3.0);
    ti_scene_release(&scene);
}

static void reads_matrices_for_the_command_that_takes_them(void** state)
{
    (void)state;
    static const char* const texts[] = {
        RATIONAL(", \"matrix\": [[1, 2, 3, 4, 5, 6, 7, 8, 9]]"),
        RATIONAL(", \"matrix\": [[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]"),
    };
    for (int i = 0; i < 2; ++i) {
        ti_scene scene;
        ti_scene_error error = {0};
        assert_int_equal(parse(texts[i], &scene, &error), TOI_OK);
        const toi_rational* r = scene.bodies[0].motion.rationals;
        assert_true(r->matrix_count == 1 && r->rotation == NULL && r->rotation_count == 0);
        assert_true(r->matrix[1] == 2.0 && r->matrix[3] == 4.0 && r->matrix[8] == 9.0);
        assert_true(r->translation_count == 1 && r->translation[0].x == 0.0);
        assert_int_equal(ti_scene_need_rigid(&scene, "pose", &error), TOI_ERROR_INVALID);
        assert_non_null(strstr(error.text, "bodies[0].motion (body \"a\"): `toi pose` takes rigid motions"));
        ti_scene_release(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(refuses_wrong_lists),
        cmocka_unit_test(refuses_wrong_pieces),
        cmocka_unit_test(names_the_piece_that_is_no_motion),
        cmocka_unit_test(reads_pieces),
        cmocka_unit_test(reads_matrices_for_the_command_that_takes_them),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
