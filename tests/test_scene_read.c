// The scene reader: what it takes, and that every refusal names the path of the key and what would be right.

#include "scene/scene.h"
#include "scene_support.h"

static void refuses_wrong_syntax_by_line(void** state)
{
    (void)state;
    assert_refused("", "line 1, column 1: ", "the file is empty");
    assert_refused("{\"toi\": 1,\n \"bodies\": [],\n}", "line 3, column 1: ", "near '}'");
    assert_refused("{\"toi\": 1, \"toi\": 1}", "line 1, column ", "every key may stand once");
    assert_refused("{\"toi\": 1e999}", "line 1, column ", "finite");
    assert_refused("{\"toi\": NaN}", "line 1, column ", "numbers must be finite");
    assert_refused("{\"toi\": 1} x", "line 1, column ", "nothing may follow");
    assert_refused("{\"toi\": \"\xff\"}", "line 1, column ", "UTF-8");
    assert_refused("{\"toi\": \"\\u0000\"}", "line 1, column ", "not allowed");
    assert_refused("{\"toi\": [1", "line 1, column ", "still open");
    assert_refused("[1]", "top level: ", "must be an object");
}

static void refuses_nesting_without_end(void** state)
{
    (void)state;
    enum { DEPTH = 100000 };
    static char text[DEPTH + 1];
    memset(text, '[', DEPTH);
    assert_refused(text, "line 1, column ", "nested");
}

static void refuses_wrong_top_level_keys(void** state)
{
    (void)state;
    assert_refused("{\"bodies\": [" BODY_A "]}", "toi: ", "is missing");
    assert_refused("{\"toi\": 2, \"bodies\": [" BODY_A "]}", "toi: ", "must be 1");
    assert_refused("{\"toi\": \"1\", \"bodies\": [" BODY_A "]}", "toi: ", "is the text \"1\"");
    assert_refused("{\"toi\": 1}", "bodies: ", "is missing");
    assert_refused("{\"toi\": 1, \"bodies\": []}", "bodies: ", "at least one body");
    assert_refused("{\"toi\": 1, \"bodies\": 3}", "bodies: ", "must be a list");
    assert_refused(SCENE(", \"ignor\": []"), "top level: ", "did you mean \"ignore\"?");
    assert_refused(SCENE(", \"wxyz\": []"), "top level: ", "the keys here are \"toi\"");
}

static void refuses_wrong_bodies(void** state)
{
    (void)state;
    assert_refused("{\"toi\": 1, \"bodies\": [3]}", "bodies[0]: ", "must be an object");
    assert_refused("{\"toi\": 1, \"bodies\": [{}]}", "bodies[0].name: ", "is missing");
    assert_refused("{\"toi\": 1, \"bodies\": [{\"name\": \"\"}]}", "bodies[0].name: ", "not empty");
    assert_refused("{\"toi\": 1, \"bodies\": [{\"name\": 7}]}", "bodies[0].name: ", "must be a text");
    assert_refused("{\"toi\": 1, \"bodies\": [" BODY_A "," BODY_A "]}", "bodies[1].name: ", "bodies[0] too");
    assert_refused("{\"toi\": 1, \"bodies\": [{\"name\": \"a\"}]}",
                   "bodies[0].mesh (body \"a\"): ", "is missing");
    assert_refused("{\"toi\": 1, \"bodies\": [{\"name\": \"a\", \"mesh\": \"a.obj\"}]}",
                   "bodies[0].motion (body \"a\"): ", "{\"kind\": \"static\"}");
    assert_refused(WITH_FIELD("\"scale\": 0"), "bodies[0].scale ", "positive");
    assert_refused(WITH_FIELD("\"scale\": -2"), "bodies[0].scale ", "is -2");
    assert_refused(WITH_FIELD("\"scale\": null"), "bodies[0].scale ", "is null");
    assert_refused(WITH_FIELD("\"sides\": 3"), "bodies[0].sides ", "must be 1 or 2");
    assert_refused(WITH_FIELD("\"self\": 1"), "bodies[0].self ", "true or false");
    assert_refused(WITH_FIELD("\"colour\": 1"), "bodies[0]: ", "unknown key \"colour\"");
}

static void refuses_wrong_meshes(void** state)
{
    (void)state;
    assert_refused(WITH_MESH("3"), "bodies[0].mesh ", "file name");
    assert_refused(WITH_MESH("\"\""), "bodies[0].mesh ", "not be empty");
    assert_refused(WITH_MESH("\"a.step\""), "bodies[0].mesh ", "folder/a.step: has an unknown ending");
    assert_refused(WITH_MESH("{}"), "bodies[0].mesh.vertices ", "is missing");
    assert_refused(WITH_MESH("{\"boxx\": [1, 1, 1]}"), "bodies[0].mesh ", "did you mean \"box\"?");
    assert_refused(WITH_MESH("{\"box\": [1, 1, 1], \"sphere\": 1}"), "bodies[0].mesh ",
                   "unknown key \"sphere\"");
    assert_refused(WITH_MESH("{\"box\": [1, 1]}"), "bodies[0].mesh.box ", "must be 3 numbers, has 2");
    assert_refused(WITH_MESH("{\"box\": [1, -1, 1]}"), "bodies[0].mesh.box[1] ", "positive, is -1");
    assert_refused(WITH_MESH("{\"sphere\": 0}"), "bodies[0].mesh.sphere ", "positive");
    assert_refused(WITH_MESH("{\"cylinder\": [1]}"), "bodies[0].mesh.cylinder ", "must be 2 numbers, has 1");
    assert_refused(WITH_MESH("{\"vertices\": [[0, 0, 0]]}"), "bodies[0].mesh.faces ", "is missing");
    assert_refused(WITH_MESH("{\"vertices\": [], \"faces\": [[0]]}"), "bodies[0].mesh.vertices ",
                   "at least one vertex");
    assert_refused(WITH_MESH("{\"vertices\": [[0, 0, 0]], \"faces\": []}"), "bodies[0].mesh.faces ",
                   "at least one face");
    assert_refused(WITH_MESH("{\"vertices\": [[0, 0, 0]], \"faces\": [[]]}"), "bodies[0].mesh.faces[0] ",
                   "at least one");
    assert_refused(WITH_MESH("{\"vertices\": [[0, 0, 0]], \"faces\": [0]}"), "bodies[0].mesh.faces[0] ",
                   "must be a list");
    assert_refused(WITH_MESH("{\"vertices\": [[0, 0]], \"faces\": [[0]]}"), "bodies[0].mesh.vertices[0] ",
                   "has 2");
    assert_refused(WITH_MESH("{\"vertices\": [[0, 0, \"1\"]], \"faces\": [[0]]}"),
                   "bodies[0].mesh.vertices[0][2] ", "text");
    assert_refused(WITH_MESH("{\"vertices\": [[0, 0, 0]], \"faces\": [[1]]}"), "bodies[0].mesh.faces[0][0] ",
                   "0 to 0");
    assert_refused(WITH_MESH("{\"vertices\": [[0, 0, 0]], \"faces\": [[-1]]}"), "bodies[0].mesh.faces[0][0] ",
                   "is -1");
    assert_refused(WITH_MESH("{\"vertices\": [[0, 0, 0]], \"faces\": [[0.5]]}"),
                   "bodies[0].mesh.faces[0][0] ", "whole");
}

static void names_a_broken_mesh_file(void** state)
{
    (void)state;
    ti_scene scene;
    ti_scene_error error = {0};
    assert_int_equal(parse(WITH_MESH("\"lost.obj\""), &scene, &error), TOI_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "bodies[0].mesh (body \"a\"): folder/lost.obj: cannot be opened"));
    assert_int_equal(parse(WITH_MESH("\"torn.obj\""), &scene, &error), TOI_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "folder/torn.obj: line 3: "));
    assert_int_equal(parse(WITH_MESH("\"/lost.obj\""), &scene, &error), TOI_ERROR_FORMAT);
    assert_non_null(strstr(error.text, ": /lost.obj: "));
}

static void refuses_wrong_motions(void** state)
{
    (void)state;
    assert_refused(WITH_MOTION("3"), "bodies[0].motion ", "must be an object");
    assert_refused(WITH_MOTION("{}"), "bodies[0].motion.kind ", "is missing");
    assert_refused(WITH_MOTION("{\"kind\": 1}"), "bodies[0].motion.kind ", "must be one of");
    assert_refused(WITH_MOTION("{\"kind\": \"rotate\"}"), "bodies[0].motion.kind ",
                   "did you mean \"rotation\"?");
    assert_refused(WITH_MOTION("{\"kind\": \"vertexes\"}"), "bodies[0].motion.kind ",
                   "did you mean \"vertices\"?");
    assert_refused(WITH_MOTION("{\"kind\": \"static\", \"by\": [0, 0, 0]}"), "bodies[0].motion ",
                   "unknown key \"by\"");
    assert_refused(WITH_MOTION("{\"kind\": \"static\", \"pose\": []}"), "bodies[0].motion.pose ",
                   "must be an object");
    assert_refused(WITH_MOTION("{\"kind\": \"static\", \"pose\": {\"pos\": 1}}"), "bodies[0].motion.pose ",
                   "did you mean \"position\"?");
    assert_refused(WITH_MOTION("{\"kind\": \"static\", \"pose\": {\"quaternion\": [0, 0, 0, 0]}}"),
                   "bodies[0].motion.pose.quaternion ", "near zero");
    assert_refused(WITH_MOTION("{\"kind\": \"translation\"}"), "bodies[0].motion.by ", "is missing");
    assert_refused(
        WITH_MOTION("{\"kind\": \"rotation\", \"point\": [0, 0, 0], \"axis\": [0, 0, 0], \"angle\": 1}"),
        "bodies[0].motion.axis ", "must not be zero");
    assert_refused(WITH_MOTION("{\"kind\": \"rotation\", \"point\": [0, 0, 0], \"axis\": [0, 0, 1]}"),
                   "bodies[0].motion.angle ", "in radians");
    assert_refused(
        WITH_MOTION("{\"kind\": \"screw\", \"point\": [0, 0, 0], \"axis\": [0, 0, 1], \"angle\": 1}"),
        "bodies[0].motion.advance ", "is missing");
    assert_refused(WITH_MOTION("{\"kind\": \"spin\", \"by\": [0, 0, 0], \"axis\": [0, 0, 1], \"angle\": 1}"),
                   "bodies[0].motion.center ", "is missing");
    assert_refused(WITH_MOTION("{\"kind\": \"between\", \"start\": {}, \"end\": {}}"),
                   "bodies[0].motion.path ", "slerp");
    assert_refused(WITH_MOTION("{\"kind\": \"between\", \"start\": {}, \"end\": {}, \"path\": \"slarp\"}"),
                   "bodies[0].motion.path ", "did you mean \"slerp\"?");
}

#define KEYS(keys) WITH_MOTION("{\"kind\": \"keyframes\", \"path\": \"slerp\", \"keys\": " keys "}")

static void refuses_wrong_keys(void** state)
{
    (void)state;
    assert_refused(KEYS("{}"), "bodies[0].motion.keys ", "must be a list");
    assert_refused(KEYS("[{\"t\": 0}]"), "bodies[0].motion.keys ", "at least two");
    assert_refused(KEYS("[{\"t\": 0}, 3]"), "bodies[0].motion.keys[1] ", "must be an object");
    assert_refused(KEYS("[{\"t\": 0}, {}]"), "bodies[0].motion.keys[1].t ", "is missing");
    assert_refused(KEYS("[{\"t\": 0}, {\"t\": 0}]"), "bodies[0].motion.keys[1].t ",
                   "later than the key before it");
    assert_refused(KEYS("[{\"t\": 0}, {\"t\": 1.5}]"), "bodies[0].motion.keys[1].t ", "from 0 to 1, is 1.5");
    assert_refused(KEYS("[{\"t\": 0}, {\"t\": 1, \"quat\": 1}]"), "bodies[0].motion.keys[1] ",
                   "\"quaternion\"?");
}

static void refuses_wrong_pairs(void** state)
{
    (void)state;
    assert_refused(SCENE(", \"ignore\": 1"), "ignore: ", "must be a list");
    assert_refused(SCENE(", \"ignore\": [\"a\"]"), "ignore[0]: ", "must be a list");
    assert_refused(SCENE(", \"only\": [[\"a\"]]"), "only[0]: ", "two names, has 1");
    assert_refused(SCENE(", \"only\": [[\"a\", 1]]"), "only[0][1]: ", "name of a body");
    assert_refused(SCENE(", \"only\": [[\"a\", \"bolf\"]]"), "only[0][1]: ", "did you mean \"bolt\"?");
    assert_refused(SCENE(", \"ignore\": [[\"a\", \"a\"]]"), "ignore[0]: ", "two different bodies");
}

static void control_characters_do_not_reach_messages(void** state)
{
    (void)state;
    assert_refused(WITH_MOTION("{\"kind\": \"\\u001b[31m\\n\"}"), "bodies[0].motion.kind ", "\"?[31m?\"");
}

static void reads_every_kind_of_motion(void** state)
{
    (void)state;
    ti_scene scene;
    ti_scene_error error = {0};
    assert_int_equal(
        parse(
            WITH_MOTION("{\"kind\": \"spin\", \"center\": [1, 2, 3], \"by\": [4, 5, 6], \"axis\": [0, 0, 2], "
                        "\"angle\": -9}"),
            &scene, &error),
        TOI_OK);
    assert_int_equal(scene.bodies[0].motion.kind, TOI_MOTION_SPIN);
    assert_near(scene.bodies[0].motion.point.z, 3.0, 0.0);
    assert_near(scene.bodies[0].motion.by.x, 4.0, 0.0);
    assert_near(scene.bodies[0].motion.angle, -9.0, 0.0);
    assert_near(scene.bodies[0].motion.pose.quaternion.w, 1.0, 0.0);
    ti_scene_release(&scene);
    assert_int_equal(
        parse(KEYS("[{\"t\": 0.25, \"position\": [1, 0, 0]}, {\"t\": 1, \"quaternion\": [0, 0, 0, 2e200]}]"),
              &scene, &error),
        TOI_OK);
    assert_int_equal(scene.bodies[0].motion.key_count, 2);
    assert_near(scene.bodies[0].motion.keys[0].t, 0.25, 0.0);
    assert_near(scene.bodies[0].motion.keys[0].pose.position.x, 1.0, 0.0);
    assert_near(scene.bodies[0].motion.keys[1].pose.quaternion.z, 1.0, 0.0);
    assert_int_equal(scene.bodies[0].motion.path, TOI_PATH_SLERP);
    ti_scene_release(&scene);
}

static void reads_a_mesh_file_once(void** state)
{
    (void)state;
    ti_scene scene;
    ti_scene_error error = {0};
    files_read = 0;
    toi_status status =
        parse("{\"toi\": 1, \"bodies\": ["
              "{\"name\": \"a\", \"mesh\": \"a.obj\", \"motion\": {\"kind\": \"static\"}},"
              "{\"name\": \"b\", \"mesh\": \"a.obj\", \"motion\": {\"kind\": \"static\"}, \"scale\": 1.0},"
              "{\"name\": \"c\", \"mesh\": \"a.obj\", \"motion\": {\"kind\": \"static\"}, \"scale\": 2}]}",
              &scene, &error);
    assert_int_equal(status, TOI_OK);
    assert_int_equal(files_read, 2);
    assert_ptr_equal(scene.bodies[0].mesh, scene.bodies[1].mesh);
    assert_near(toi_mesh_vertex(scene.bodies[2].mesh, 1).x, 2.0, 0.0);
    ti_scene_release(&scene);
}

static void reads_points_segments_and_polygons(void** state)
{
    (void)state;
    ti_scene scene;
    ti_scene_error error = {0};
    assert_int_equal(parse(WITH_MESH("{\"vertices\": [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], "
                                     "\"faces\": [[0], [0, 1], [0, 1, 2, 3]]}"),
                           &scene, &error),
                     TOI_OK);
    const uint32_t* corners = NULL;
    assert_int_equal(toi_mesh_face(scene.bodies[0].mesh, 0, &corners), 1);
    assert_int_equal(toi_mesh_face(scene.bodies[0].mesh, 1, &corners), 2);
    assert_int_equal(toi_mesh_face(scene.bodies[0].mesh, 2, &corners), 4);
    assert_int_equal(corners[3], 3);
    ti_scene_release(&scene);
}

static void round_shapes_are_kept_and_refused_where_meshes_are_needed(void** state)
{
    (void)state;
    ti_scene scene;
    ti_scene_error error = {0};
    assert_int_equal(parse(WITH_MESH("{\"cylinder\": [2, 0.5]}"), &scene, &error), TOI_OK);
    assert_int_equal(scene.bodies[0].shape, TI_SHAPE_CYLINDER);
    assert_near(scene.bodies[0].size.y, 0.5, 0.0);
    assert_int_equal(ti_scene_need_meshes(&scene, "check", &error), TOI_ERROR_INVALID);
    assert_non_null(
        strstr(error.text, "folder/scene.json: bodies[0].mesh.cylinder (body \"a\"): `toi check`"));
    ti_scene_release(&scene);
}

static void extras_may_hold_anything(void** state)
{
    (void)state;
    ti_scene scene;
    ti_scene_error error = {0};
    assert_int_equal(parse("\xef\xbb\xbf" SCENE(", \"extras\": {\"bodies\": [{\"x\": null}]}, \"only\": [], "
                                                "\"ignore\": [[\"bolt\", \"a\"]]"),
                           &scene, &error),
                     TOI_OK);
    assert_non_null(scene.only);
    assert_int_equal(scene.only_count, 0);
    assert_int_equal(scene.ignore_count, 1);
    assert_int_equal(scene.ignore[0].a, 1);
    assert_int_equal(scene.bodies[0].sides, 2);
    ti_scene_release(&scene);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(refuses_wrong_syntax_by_line),
        cmocka_unit_test(refuses_nesting_without_end),
        cmocka_unit_test(refuses_wrong_top_level_keys),
        cmocka_unit_test(refuses_wrong_bodies),
        cmocka_unit_test(refuses_wrong_meshes),
        cmocka_unit_test(names_a_broken_mesh_file),
        cmocka_unit_test(refuses_wrong_motions),
        cmocka_unit_test(refuses_wrong_keys),
        cmocka_unit_test(refuses_wrong_pairs),
        cmocka_unit_test(control_characters_do_not_reach_messages),
        cmocka_unit_test(reads_every_kind_of_motion),
        cmocka_unit_test(reads_a_mesh_file_once),
        cmocka_unit_test(reads_points_segments_and_polygons),
        cmocka_unit_test(round_shapes_are_kept_and_refused_where_meshes_are_needed),
        cmocka_unit_test(extras_may_hold_anything),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
