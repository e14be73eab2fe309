// The last good poses of a pair: what a step that begins there sees, and one from where the last ended does
// not.

#include "cmocka_toi.h"
#include "toi/toi.h"

#include <math.h>

static toi_mesh* make_box(double x, double y, double z)
{
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create_box((toi_vec3){x, y, z}, NULL, &mesh, NULL), TOI_OK);
    return mesh;
}

static toi_pose at(double x, double y, double z)
{
    return (toi_pose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static toi_status update(toi_good_pose* good, const toi_mesh* mesh, toi_pose a, toi_pose b, bool* apart)
{
    const toi_mesh* const meshes[2] = {mesh, mesh};
    const toi_pose poses[2] = {a, b};
    return toi_good_pose_update(good, meshes, poses, apart);
}

static void bodies(const toi_good_pose* good, const toi_mesh* mesh, toi_pose to, toi_body body[2])
{
    const toi_mesh* const meshes[2] = {mesh, mesh};
    const toi_pose poses[2] = {at(0, 0, 0), to};
    toi_good_pose_bodies(good, meshes, poses, body);
}

static uint32_t contacts_of(const toi_body* a, const toi_body* b, toi_method method)
{
    toi_query_def def = {.method = method, .relative_screw = true, .robust = method == TOI_METHOD_SCREEN};
    toi_result result;
    assert_int_equal(toi_all_contacts(a, b, &def, &result), TOI_OK);
    return result.contact_count;
}

static void poses_are_kept_only_where_the_bodies_are_apart(void** state)
{
    (void)state;
    toi_mesh* mesh = make_box(0.5, 0.5, 0.5);
    toi_good_pose good = {.known = false};
    bool apart = true;
    assert_int_equal(update(&good, mesh, at(0, 0, 0), at(0.9, 0, 0), &apart), TOI_OK);
    assert_true(!apart && !good.known);
    assert_int_equal(update(&good, mesh, at(0, 0, 0), at(1.5, 0, 0), &apart), TOI_OK);
    assert_true(apart && good.known && good.pose[1].position.x == 1.5);
    assert_int_equal(update(&good, mesh, at(0, 0, 0), at(1.0, 0, 0), &apart), TOI_OK);
    assert_true(!apart && good.pose[1].position.x == 1.5); // they touch
    toi_mesh_destroy(mesh);
}

// Two cubes drive through each other's corner within one step that nobody looked at. The next step begins
// inside and moves apart: from there nothing enters. From the good poses the way in is seen, by both methods.
static void a_step_from_the_good_poses_sees_what_was_missed(void** state)
{
    (void)state;
    toi_mesh* mesh = make_box(0.5, 0.5, 0.5);
    toi_good_pose good = {.known = false};
    assert_int_equal(update(&good, mesh, at(0, 0, 0), at(3, 0.3, 0.2), NULL), TOI_OK);
    bool apart = true;
    assert_int_equal(update(&good, mesh, at(0, 0, 0), at(0.6, 0.3, 0.2), &apart), TOI_OK);
    assert_true(!apart);
    for (int method = TOI_METHOD_SCREW; method <= TOI_METHOD_SCREEN; ++method) {
        toi_body body[2];
        toi_good_pose unknown = {{at(0, 0, 0), at(0.6, 0.3, 0.2)}, true};
        bodies(&unknown, mesh, at(0.9, 0.3, 0.2), body);
        assert_int_equal(contacts_of(&body[0], &body[1], (toi_method)method), 0);
        bodies(&good, mesh, at(0.9, 0.3, 0.2), body);
        assert_true(contacts_of(&body[0], &body[1], (toi_method)method) > 0);
    }
    toi_mesh_destroy(mesh);
}

static void bodies_without_a_good_pose_rest(void** state)
{
    (void)state;
    toi_mesh* mesh = make_box(0.5, 0.5, 0.5);
    toi_good_pose good = {.known = false};
    toi_body body[2];
    bodies(&good, mesh, at(2, 0, 0), body);
    assert_true(body[1].motion.pose.position.x == 2.0 && body[1].motion.end.position.x == 2.0);
    assert_int_equal(contacts_of(&body[0], &body[1], TOI_METHOD_SCREW), 0);
    toi_mesh_destroy(mesh);
}

static void wrong_poses_are_refused_and_change_nothing(void** state)
{
    (void)state;
    toi_mesh* mesh = make_box(0.5, 0.5, 0.5);
    toi_good_pose good = {{at(0, 0, 0), at(3, 0, 0)}, true};
    assert_int_equal(update(&good, mesh, at((double)NAN, 0, 0), at(9, 0, 0), NULL), TOI_ERROR_INVALID);
    assert_int_equal(update(&good, NULL, at(0, 0, 0), at(9, 0, 0), NULL), TOI_ERROR_INVALID);
    assert_int_equal(update(NULL, mesh, at(0, 0, 0), at(9, 0, 0), NULL), TOI_ERROR_INVALID);
    assert_true(good.known && good.pose[1].position.x == 3.0);
    toi_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(poses_are_kept_only_where_the_bodies_are_apart),
        cmocka_unit_test(a_step_from_the_good_poses_sees_what_was_missed),
        cmocka_unit_test(bodies_without_a_good_pose_rest),
        cmocka_unit_test(wrong_poses_are_refused_and_change_nothing),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
