// Bodies of scene files that deform: end positions as lists and as mesh files, what is refused, and which
// commands take them.

#include "scene/scene.h"
#include "scene_support.h"

// Files are tetrahedra of 4 vertices.
#define WITH_TO(mesh, to)                                                                                   \
    "{\"toi\": 1, \"bodies\": [{\"name\": \"a\", \"scale\": 2, \"mesh\": " mesh ", \"motion\": {\"kind\": " \
    "\"vertices\", \"pose\": {\"position\": [0, 0, 9]}" to "}}]}"
#define TRIANGLE "{\"vertices\": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], \"faces\": [[0, 1, 2]]}"
#define TO "bodies[0].motion.to "

static const toi_motion* parse_motion(const char* text, ti_scene* scene)
{
    ti_scene_error error = {0};
    if (parse(text, scene, &error) != TOI_OK) {
        fail_msg("%s", error.text);
    }
    const toi_motion* m = &scene->bodies[0].motion;
    assert_int_equal(m->kind, TOI_MOTION_VERTICES);
    assert_int_equal(toi_motion_check(m, NULL), TOI_OK);
    assert_true(m->pose.position.z == 9.0 && m->pose.quaternion.w == 1.0);
    return m;
}

static void reads_a_list_and_scales_it_like_the_mesh(void** state)
{
    (void)state;
    ti_scene scene;
    const toi_motion* m =
        parse_motion(WITH_TO(TRIANGLE, ", \"to\": [[0, 0, 1.5], [1, -0.0, 0], [0, 3e-320, 0]]"), &scene);
    assert_int_equal(m->to_count, 3);
    assert_true(m->to[0].z == 3.0 && m->to[1].x == 2.0 && m->to[2].y == 6e-320);
    assert_true(toi_mesh_vertex(scene.bodies[0].mesh, 1).x == 2.0);
    toi_body body = {.mesh = scene.bodies[0].mesh, .motion = *m};
    toi_vec3 at[3];
    assert_int_equal(toi_body_vertices(&body, 0.5, at, NULL), TOI_OK);
    assert_true(at[0].z == 10.5 && at[1].x == 2.0 && at[2].y == 1.0);
    ti_scene_release(&scene);
}

static void reads_a_mesh_file_and_scales_it_like_the_mesh(void** state)
{
    (void)state;
    static const char* const meshes[] = {WITH_TO("\"start.obj\"", ", \"to\": \"end.OBJ\""),
                                         WITH_TO("\"start.obj\"", ", \"to\": \"/meshes/start.obj\"")};
    for (int i = 0; i < 2; ++i) {
        ti_scene scene;
        files_read = 0;
        const toi_motion* m = parse_motion(meshes[i], &scene);
        assert_int_equal(files_read, 2);
        assert_int_equal(m->to_count, 4);
        assert_true(m->to[0].x == 0.0 && m->to[1].x == 2.0 && m->to[2].y == 2.0 && m->to[3].z == 2.0);
        ti_scene_release(&scene);
    }
}

static void boxes_and_bodies_of_boxes_deform_by_their_corners(void** state)
{
    (void)state;
    ti_scene scene;
    ti_scene_error error = {0};
    const char* corners = "[[0,0,0],[1,0,0],[0,1,0],[1,1,0],[0,0,1],[1,0,1],[0,1,1],[1,1,1]]";
    static const char* const shapes[] = {"\"mesh\": {\"box\": [1, 1, 1]}",
                                         "\"boxes\": [{\"half\": [1, 1, 1]}]"};
    for (int i = 0; i < 2; ++i) {
        char text[400];
        snprintf(text, sizeof text,
                 "{\"toi\": 1, \"bodies\": [{\"name\": \"a\", %s, \"motion\": {\"kind\": \"vertices\", "
                 "\"to\": %s}}]}",
                 shapes[i], corners);
        assert_int_equal(parse(text, &scene, &error), TOI_OK);
        assert_int_equal(scene.bodies[0].motion.to_count, 8);
        ti_scene_release(&scene);
    }
}

static void refuses_wrong_lists(void** state)
{
    (void)state;
    assert_refused(WITH_TO(TRIANGLE, ""), TO, "is missing");
    assert_refused(WITH_TO(TRIANGLE, ""), TO, "one for each vertex of the mesh, or a mesh file");
    assert_refused(WITH_TO(TRIANGLE, ", \"to\": 3"), TO, "must be a list of end positions");
    assert_refused(WITH_TO(TRIANGLE, ", \"to\": {}"), TO, "must be a list of end positions");
    assert_refused(WITH_TO(TRIANGLE, ", \"to\": []"), TO, "each of the 3 vertices of the mesh, holds 0");
    assert_refused(WITH_TO(TRIANGLE, ", \"to\": [[0, 0, 0], [0, 0, 0]]"), TO,
                   "each of the 3 vertices of the mesh, holds 2");
    assert_refused(WITH_TO("\"start.obj\"", ", \"to\": [[0, 0, 0]]"), TO, "each of the 4 vertices");
    assert_refused(WITH_TO(TRIANGLE, ", \"to\": [[0, 0, 0], [0, 0], [0, 0, 0]]"), "bodies[0].motion.to[1] ",
                   "must be 3 numbers, has 2");
    assert_refused(WITH_TO(TRIANGLE, ", \"to\": [[0, 0, 0], [0, 0, 0], [0, \"1\", 0]]"),
                   "bodies[0].motion.to[2][1] ", "is the text \"1\"");
    assert_refused(WITH_TO(TRIANGLE, ", \"to\": [[0, 0, 0], [0, 0, 1e308], [0, 0, 0]]"),
                   "bodies[0].motion.to[1] ", "(0, 0, 1e+308) for vertex 1, which is too large once scaled");
    assert_refused(WITH_TO(TRIANGLE, ", \"to\": [[0, 0, 0], [0, 0, 1e999], [0, 0, 0]]"), "line 1", "finite");
    assert_refused(WITH_TO(TRIANGLE, ", \"too\": []"), "bodies[0].motion ", "did you mean \"to\"?");
    assert_refused(WITH_TO(TRIANGLE, ", \"to\": [], \"by\": [0, 0, 0]"), "bodies[0].motion ",
                   "unknown key \"by\"");
    assert_refused(WITH_TO("{\"sphere\": 1}", ", \"to\": []"), "bodies[0].motion.kind ", "round shape");
}

static void refuses_wrong_files(void** state)
{
    (void)state;
    assert_refused(WITH_TO(TRIANGLE, ", \"to\": \"\""), TO, "must not be empty");
    assert_refused(WITH_TO(TRIANGLE, ", \"to\": \"end.stl\""), TO,
                   "folder/end.stl: is an STL file, which has no vertex numbers");
    assert_refused(WITH_TO(TRIANGLE, ", \"to\": \"end.step\""), TO, "folder/end.step: has an unknown ending");
    assert_refused(WITH_TO(TRIANGLE, ", \"to\": \"lost.obj\""), TO, "folder/lost.obj: cannot be opened");
    assert_refused(WITH_TO("\"start.obj\"", ", \"to\": \"torn.obj\""), TO, "folder/torn.obj: line 3: ");
    assert_refused(WITH_TO(TRIANGLE, ", \"to\": \"end.obj\""), TO,
                   "folder/end.obj: has 4 vertices, and the mesh has 3");
}

static void commands_say_whether_they_take_bodies_that_deform(void** state)
{
    (void)state;
    ti_scene scene;
    ti_scene_error error = {0};
    parse_motion(WITH_TO("\"start.obj\"", ", \"to\": \"end.obj\""), &scene);
    assert_int_equal(ti_scene_need_poses(&scene, "pose", &error), TOI_OK);
    assert_int_equal(ti_scene_need_faces(&scene, "overlap", &error), TOI_OK);
    static toi_status (*const rigid[])(const ti_scene*, const char*, ti_scene_error*) = {
        ti_scene_need_rigid, ti_scene_need_meshes, ti_scene_need_boxes};
    for (int i = 0; i < 3; ++i) {
        error = (ti_scene_error){0};
        assert_int_equal(rigid[i](&scene, "check", &error), TOI_ERROR_INVALID);
        assert_int_equal(error.status, TOI_ERROR_INVALID);
        assert_string_equal(error.text,
                            "folder/scene.json: bodies[0].motion (body \"a\"): deforms; `toi check` does not "
                            "take deforming bodies; `toi check`, `toi overlap` and `toi pose` do");
    }
    ti_scene_release(&scene);
    assert_int_equal(parse(WITH_MESH("{\"sphere\": 2}"), &scene, &error), TOI_OK);
    assert_int_equal(ti_scene_need_faces(&scene, "overlap", &error), TOI_ERROR_INVALID);
    assert_non_null(strstr(error.text, "bodies[0].mesh.sphere (body \"a\"): `toi overlap` takes meshes"));
    ti_scene_release(&scene);
    const char* affine = WITH_MOTION("{\"kind\": \"rational\", \"matrix\": [[1, 0, 0, 0, 1, 0, 0, 0, 1]]}");
    assert_int_equal(parse(affine, &scene, &error), TOI_OK);
    assert_int_equal(ti_scene_need_faces(&scene, "overlap", &error), TOI_ERROR_INVALID);
    assert_non_null(strstr(error.text, "`toi overlap` takes rigid motions"));
    ti_scene_release(&scene);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(reads_a_list_and_scales_it_like_the_mesh),
        cmocka_unit_test(reads_a_mesh_file_and_scales_it_like_the_mesh),
        cmocka_unit_test(boxes_and_bodies_of_boxes_deform_by_their_corners),
        cmocka_unit_test(refuses_wrong_lists),
        cmocka_unit_test(refuses_wrong_files),
        cmocka_unit_test(commands_say_whether_they_take_bodies_that_deform),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
