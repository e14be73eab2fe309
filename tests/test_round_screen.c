// Balls and cylinders on the collision screen beside the analytic engine.

#include "cmocka_toi.h"
#include "toi/toi.h"

#include <math.h>

enum { MOST = 64 };

static toi_mesh* made(toi_status status, toi_mesh* mesh)
{
    assert_int_equal(status, TOI_OK);
    return mesh;
}

static toi_mesh* make_ball(double radius)
{
    toi_mesh* mesh = NULL;
    toi_status status = toi_mesh_create_sphere(radius, NULL, &mesh, NULL);
    return made(status, mesh);
}

static toi_mesh* make_can(double radius, double half)
{
    toi_mesh* mesh = NULL;
    toi_status status = toi_mesh_create_cylinder(radius, half, NULL, &mesh, NULL);
    return made(status, mesh);
}

static toi_mesh* make_box(double x, double y, double z)
{
    toi_mesh* mesh = NULL;
    toi_status status = toi_mesh_create_box((toi_vec3){x, y, z}, NULL, &mesh, NULL);
    return made(status, mesh);
}

typedef struct answer {
    toi_result result;
    toi_contact contact[MOST];
} answer;

static answer ask(const toi_body body[2], toi_method method, bool robust)
{
    answer out;
    toi_query_def def = {
        .method = method, .robust = robust, .contacts = out.contact, .contact_capacity = MOST};
    assert_int_equal(toi_all_contacts(&body[0], &body[1], &def, &out.result), TOI_OK);
    assert_true(out.result.contact_count <= MOST);
    return out;
}

static toi_body resting(const toi_mesh* mesh)
{
    return (toi_body){.mesh = mesh, .motion = {.pose = TOI_POSE_IDENTITY}};
}

static toi_body flying(const toi_mesh* mesh, toi_vec3 from, toi_vec3 by)
{
    toi_body body = {.mesh = mesh,
                     .motion = {.kind = TOI_MOTION_TRANSLATION, .pose = TOI_POSE_IDENTITY, .by = by}};
    body.motion.pose.position = from;
    return body;
}

static void a_ball_on_a_wall_is_a_face_on_a_face(void** state)
{
    (void)state;
    toi_mesh *wall = make_box(0.5, 2.0, 2.0), *ball = make_ball(0.5);
    const toi_body body[2] = {resting(wall),
                              flying(ball, (toi_vec3){3.0, 0.1, 0.2}, (toi_vec3){-4.0, 0.0, 0.0})};
    answer exact = ask(body, TOI_METHOD_SCREW, false), screen = ask(body, TOI_METHOD_SCREEN, false);
    assert_near(exact.contact[0].time, 0.5, 1e-14);
    assert_true(screen.result.contact_count > 0 && !screen.result.certified);
    assert_int_equal(screen.contact[0].kind, TOI_CONTACT_FF);
    assert_int_equal(screen.contact[0].b.kind, TOI_FEATURE_FACE);
    assert_int_equal(screen.contact[0].b.index[0], 0);
    assert_near(screen.result.t_hit, 0.5, 0.01); // polygons are inside by at most r/72, at a speed of 4
    toi_mesh_destroy(wall);
    toi_mesh_destroy(ball);
}

static void a_rim_on_a_wall_is_an_edge_on_a_face(void** state)
{
    (void)state;
    toi_mesh *wall = make_box(2.0, 2.0, 0.5), *can = make_can(0.5, 1.0);
    toi_body body[2] = {resting(wall), flying(can, (toi_vec3){0.1, 0.2, 4.0}, (toi_vec3){0.0, 0.0, -4.0})};
    double half = 0.15; // leans by 0.3 about x
    body[1].motion.pose.quaternion = (toi_quat){cos(half), sin(half), 0.0, 0.0};
    answer exact = ask(body, TOI_METHOD_SCREW, false), screen = ask(body, TOI_METHOD_SCREEN, false);
    assert_true(exact.result.contact_count > 0 && screen.result.contact_count > 0);
    assert_int_equal(exact.contact[0].kind, TOI_CONTACT_FE);
    assert_int_equal(screen.contact[0].kind, TOI_CONTACT_FE);
    assert_int_equal(screen.contact[0].b.index[0], exact.contact[0].b.index[0]);
    assert_near(screen.result.t_hit, exact.result.t_hit, 0.01);
    toi_mesh_destroy(wall);
    toi_mesh_destroy(can);
}

static toi_body random_screw(const toi_mesh* mesh, test_random* random)
{
    toi_body body = {.mesh = mesh, .motion = {.kind = TOI_MOTION_SCREW, .pose = TOI_POSE_IDENTITY}};
    toi_motion* m = &body.motion;
    m->pose.position = (toi_vec3){random_between(random, 1.5, 3.0), random_between(random, -0.7, 0.7),
                                  random_between(random, -0.7, 0.7)};
    m->pose.quaternion = (toi_quat){1.0, random_between(random, -1, 1), random_between(random, -1, 1),
                                    random_between(random, -1, 1)};
    m->point = (toi_vec3){random_between(random, -1, 1), random_between(random, -5, -3),
                          random_between(random, -1, 1)};
    m->axis = (toi_vec3){random_between(random, -0.2, 0.2), random_between(random, -0.2, 0.2), 1.0};
    m->angle = random_between(random, 0.3, 1.2);
    m->advance = random_between(random, -0.5, 0.5);
    return body;
}

// Polygons around the shape and a screen that misses nothing: no contact of the shape goes by, and none is
// late.
static void the_robust_screen_misses_no_round_shape(void** state)
{
    (void)state;
    test_random random = random_start(17);
    toi_mesh* shapes[3] = {make_ball(0.6), make_can(0.4, 0.7), make_box(0.5, 0.4, 0.6)};
    uint32_t hits = 0;
    for (int i = 0; i < 120; ++i) {
        int k = (int)random_below(&random, 3);
        const toi_body body[2] = {resting(shapes[k]),
                                  random_screw(shapes[random_below(&random, k == 2 ? 2 : 3)], &random)};
        answer exact = ask(body, TOI_METHOD_SCREW, false);
        if (exact.result.answer != TOI_ANSWER_CONTACT || exact.result.start != TOI_START_FREE) {
            continue;
        }
        toi_query_def def = {.method = TOI_METHOD_SCREEN, .robust = true};
        toi_result screen;
        assert_int_equal(toi_all_contacts(&body[0], &body[1], &def, &screen), TOI_OK);
        assert_int_equal(screen.answer, TOI_ANSWER_CONTACT);
        assert_true(screen.t_free <= exact.result.t_hit);
        ++hits;
    }
    print_message("%u hits\n", hits);
    assert_true(hits > 20);
    for (int k = 0; k < 3; ++k) {
        toi_mesh_destroy(shapes[k]);
    }
}

static void coarse_meshes_must_hold_their_bodies(void** state)
{
    (void)state;
    toi_mesh *box = make_box(0.5, 0.5, 0.5), *larger = make_box(0.6, 0.6, 0.6),
             *smaller = make_box(0.6, 0.4, 0.6);
    const toi_body body[2] = {resting(box),
                              flying(box, (toi_vec3){3.0, 0.3, 0.2}, (toi_vec3){-4.0, 0.0, 0.0})};
    toi_query_def def = {.method = TOI_METHOD_SCREEN, .coarse = {larger, NULL}};
    toi_result result;
    assert_int_equal(toi_all_contacts(&body[0], &body[1], &def, &result), TOI_OK);
    assert_int_equal(result.contact_count, 4);
    def.coarse[1] = smaller;
    assert_int_equal(toi_all_contacts(&body[0], &body[1], &def, &result), TOI_ERROR_INVALID);
    def.method = TOI_METHOD_SCREW; // does not read them
    assert_int_equal(toi_all_contacts(&body[0], &body[1], &def, &result), TOI_OK);
    toi_mesh_destroy(box);
    toi_mesh_destroy(larger);
    toi_mesh_destroy(smaller);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_ball_on_a_wall_is_a_face_on_a_face),
        cmocka_unit_test(a_rim_on_a_wall_is_an_edge_on_a_face),
        cmocka_unit_test(the_robust_screen_misses_no_round_shape),
        cmocka_unit_test(coarse_meshes_must_hold_their_bodies),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
