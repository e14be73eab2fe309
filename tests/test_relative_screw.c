// The screw between two bodies as it is named: axis, point, angle, advance, pitch, and how far it is from the
// motions.

#include "cmocka_toi.h"
#include "toi/toi.h"

#include <math.h>

static const double PI = 0x1.921fb54442d18p+1;

static toi_mesh* make_box(double half)
{
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create_box((toi_vec3){half, half, half}, NULL, &mesh, NULL), TOI_OK);
    return mesh;
}

static toi_motion still(double x, double y, double z)
{
    return (toi_motion){.pose = {{x, y, z}, {1.0, 0.0, 0.0, 0.0}}};
}

static void assert_vector(toi_vec3 v, double x, double y, double z)
{
    assert_near(v.x, x, 1e-15);
    assert_near(v.y, y, 1e-15);
    assert_near(v.z, z, 1e-15);
}

static void a_screw_of_any_angle_is_named_as_given(void** state)
{
    (void)state;
    toi_mesh* mesh = make_box(0.5);
    toi_body a = {.mesh = mesh, .motion = still(1.0, 0.0, 0.0)},
             b = {.mesh = mesh, .motion = still(0.0, 3.0, 0.0)};
    b.motion.kind = TOI_MOTION_SCREW;
    b.motion.point = (toi_vec3){1.0, 2.0, 7.0};
    b.motion.axis = (toi_vec3){0.0, 0.0, -2.0};
    b.motion.angle = 13.0;
    b.motion.advance = 0.5;
    toi_screw screw;
    assert_int_equal(toi_relative_screw(&a, &b, &screw), TOI_OK);
    assert_vector(screw.axis, 0.0, 0.0, -1.0);
    assert_vector(screw.point, 0.0, 2.0, 0.0); // in the frame of A, nearest to its centre
    assert_near(screw.angle, 13.0, 1e-14);
    assert_near(screw.advance, 0.5, 1e-15);
    assert_near(screw.pitch, 0.5 * 2.0 * PI / 13.0, 1e-15);
    assert_true(screw.model_error == 0.0);
    toi_mesh_destroy(mesh);
}

static void a_negative_angle_turns_the_axis(void** state)
{
    (void)state;
    toi_mesh* mesh = make_box(0.5);
    toi_body a = {.mesh = mesh, .motion = still(0.0, 0.0, 0.0)},
             b = {.mesh = mesh, .motion = still(0.0, 3.0, 0.0)};
    b.motion.kind = TOI_MOTION_SCREW;
    b.motion.axis = (toi_vec3){0.0, 0.0, 1.0};
    b.motion.angle = -0.5;
    b.motion.advance = 0.25;
    toi_screw screw;
    assert_int_equal(toi_relative_screw(&a, &b, &screw), TOI_OK);
    assert_vector(screw.axis, 0.0, 0.0, -1.0);
    assert_near(screw.angle, 0.5, 1e-15);
    assert_near(screw.advance, -0.25, 1e-15);
    assert_near(screw.pitch, -PI, 1e-14);
    toi_mesh_destroy(mesh);
}

static void a_translation_has_an_infinite_pitch_and_rest_no_axis(void** state)
{
    (void)state;
    toi_mesh* mesh = make_box(0.5);
    toi_body a = {.mesh = mesh, .motion = still(0.0, 0.0, 0.0)},
             b = {.mesh = mesh, .motion = still(3.0, 0.0, 0.0)};
    toi_screw screw;
    assert_int_equal(toi_relative_screw(&a, &b, &screw), TOI_OK);
    assert_vector(screw.axis, 0.0, 0.0, 0.0);
    assert_true(screw.angle == 0.0 && screw.advance == 0.0 && isinf(screw.pitch));
    b.motion.kind = TOI_MOTION_TRANSLATION;
    b.motion.by = (toi_vec3){0.0, -4.0, 3.0};
    assert_int_equal(toi_relative_screw(&a, &b, &screw), TOI_OK);
    assert_vector(screw.axis, 0.0, -0.8, 0.6);
    assert_true(screw.angle == 0.0 && isinf(screw.pitch));
    assert_near(screw.advance, 5.0, 1e-15);
    toi_mesh_destroy(mesh);
}

// Two squares that turn by 90 degrees alike, each about its own centre, at a distance d: the screw between
// their ends is a translation, and leaves the true arc by d (1 - cos(45 degrees)).
static void two_bodies_that_turn_alike_are_off_by_the_sagitta(void** state)
{
    (void)state;
    toi_mesh* mesh = make_box(0.5);
    toi_body a = {.mesh = mesh, .motion = still(0.0, 0.0, 0.0)},
             b = {.mesh = mesh, .motion = still(1.2, 0.0, 0.0)};
    a.motion.kind = b.motion.kind = TOI_MOTION_SPIN;
    a.motion.axis = b.motion.axis = (toi_vec3){0.0, 0.0, 1.0};
    a.motion.angle = b.motion.angle = 0.5 * PI;
    toi_screw screw;
    assert_int_equal(toi_relative_screw(&a, &b, &screw), TOI_OK);
    double sagitta = 1.2 * (1.0 - cos(0.25 * PI));
    assert_near(screw.angle, 0.0, 1e-15);
    assert_true(screw.model_error >= sagitta && screw.model_error <= 1.05 * sagitta);
    toi_mesh_destroy(mesh);
}

static void wrong_bodies_are_refused(void** state)
{
    (void)state;
    toi_mesh* mesh = make_box(0.5);
    toi_body a = {.mesh = mesh, .motion = still(0.0, 0.0, 0.0)},
             b = {.mesh = mesh, .motion = still(0.0, 0.0, (double)NAN)},
             none = {.mesh = NULL, .motion = still(0.0, 0.0, 0.0)};
    toi_screw screw = {.angle = 7.0};
    assert_int_equal(toi_relative_screw(&a, &b, &screw), TOI_ERROR_INVALID);
    assert_int_equal(toi_relative_screw(&a, &none, &screw), TOI_ERROR_INVALID);
    assert_int_equal(toi_relative_screw(NULL, &a, &screw), TOI_ERROR_INVALID);
    assert_int_equal(toi_relative_screw(&a, &a, NULL), TOI_ERROR_INVALID);
    assert_true(screw.angle == 7.0);
    toi_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_screw_of_any_angle_is_named_as_given),
        cmocka_unit_test(a_negative_angle_turns_the_axis),
        cmocka_unit_test(a_translation_has_an_infinite_pitch_and_rest_no_axis),
        cmocka_unit_test(two_bodies_that_turn_alike_are_off_by_the_sagitta),
        cmocka_unit_test(wrong_bodies_are_refused),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
