// Exact cylinders against meshes: closed forms.

#include "failing_allocator.h"
#include "round_support.h"

static toi_quat turned(double angle, double x, double y, double z)
{
    return (toi_quat){cos(0.5 * angle), sin(0.5 * angle) * x, sin(0.5 * angle) * y, sin(0.5 * angle) * z};
}

static toi_quat after(toi_quat a, toi_quat b)
{
    return (toi_quat){
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

static const double quarter = 1.5707963267948966;

static void an_upright_cylinder_lands_on_its_cap(void** state)
{
    (void)state;
    toi_mesh *box = make_box(2.0, 2.0, 0.5), *can = make_cylinder(0.5, 1.0);
    toi_body a = at_rest(box), b = sent(can, (toi_vec3){0.25, 0.5, 3.0}, (toi_vec3){0.0, 0.0, -4.0});
    static found f;
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_int_equal(f.result.start, TOI_START_FREE);
    assert_int_equal(f.result.contact_count, 1);
    assert_int_equal(f.contact[0].kind, TOI_CONTACT_FF);
    assert_int_equal(f.contact[0].a.index[0], 5);
    assert_int_equal(f.contact[0].b.index[0], 1);
    assert_near(f.contact[0].time, 1.5 / 4.0, 1e-15);
    assert_near(f.contact[0].point.x, 0.25, 1e-14);
    // A part of it is over the box.
    b.motion.pose.position.x = 2.25;
    find_all(&b, &a, (toi_query_def){0}, &f);
    assert_true(f.result.contact_count >= 1);
    for (uint32_t i = 0; i < f.result.contact_count; ++i) {
        assert_near(f.contact[i].time, 1.5 / 4.0, 1e-13);
    }
    b.motion.pose.position.x = 2.75;
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_int_equal(f.result.answer, TOI_ANSWER_CLEAR);
    toi_mesh_destroy(box);
    toi_mesh_destroy(can);
}

static void a_tilted_cylinder_lands_on_its_rim(void** state)
{
    (void)state;
    toi_mesh *box = make_box(3.0, 3.0, 0.5), *can = make_cylinder(0.5, 1.0);
    toi_body a = at_rest(box), b = sent(can, (toi_vec3){0.25, 0.5, 3.0}, (toi_vec3){0.0, 0.0, -4.0});
    static found f;
    static const double tilts[] = {0.3, 1.0, 1e-6, -0.3, 2.0, 3.0};
    for (int i = 0; i < 6; ++i) {
        double tilt = tilts[i];
        b.motion.pose.quaternion = turned(tilt, 0.0, 1.0, 0.0);
        find_all(&a, &b, (toi_query_def){0}, &f);
        assert_int_equal(f.result.contact_count, 1);
        assert_int_equal(f.contact[0].kind, TOI_CONTACT_FE);
        assert_int_equal(f.contact[0].b.index[0], cos(tilt) > 0.0 ? 0 : 1);
        assert_int_equal(f.contact[0].b.index[0], f.contact[0].b.index[1]);
        double drop = fabs(cos(tilt)) + 0.5 * fabs(sin(tilt));
        assert_near(f.contact[0].time, (2.5 - drop) / 4.0, 1e-14);
        double x = 0.25 - (cos(tilt) > 0.0 ? sin(tilt) : -sin(tilt)) +
                   0.5 * cos(tilt) * ((sin(tilt) > 0.0) == (cos(tilt) > 0.0) ? 1.0 : -1.0) *
                       (cos(tilt) > 0.0 ? 1.0 : -1.0);
        assert_near(f.contact[0].point.x, x, 1e-8);
    }
    toi_mesh_destroy(box);
    toi_mesh_destroy(can);
}

static void a_lying_cylinder_touches_with_both_rims_and_slides_on(void** state)
{
    (void)state;
    toi_mesh *box = make_box(3.0, 3.0, 0.5), *can = make_cylinder(0.5, 1.0);
    toi_body a = at_rest(box), b = sent(can, (toi_vec3){0.25, 0.5, 3.0}, (toi_vec3){0.0, 0.0, -4.0});
    b.motion.pose.quaternion = turned(quarter, 0.0, 1.0, 0.0);
    static found f;
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_int_equal(f.result.contact_count, 2);
    for (uint32_t i = 0; i < 2; ++i) {
        assert_int_equal(f.contact[i].kind, TOI_CONTACT_FE);
        assert_near(f.contact[i].time, 2.0 / 4.0, 1e-14);
        assert_near(fabs(f.contact[i].point.x - 0.25), 1.0, 1e-14);
    }
    assert_true(f.contact[0].b.index[0] != f.contact[1].b.index[0]);
    b.motion = (toi_motion){.kind = TOI_MOTION_SCREW, .axis = {1.0, 0.0, 0.0}, .angle = -2.0, .advance = 3.0};
    b.motion.point = (toi_vec3){0.25, 0.5, 1.0};
    b.motion.pose = (toi_pose){{0.25, 0.5, 1.0}, turned(quarter, 0.0, 1.0, 0.0)};
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_int_equal(f.result.start, TOI_START_TOUCHING);
    assert_true(f.result.contact_count >= 2);
    assert_true(f.contact[0].sustained && f.contact[1].sustained);
    // The front rim leaves the box, and the edge of that stays at the side.
    assert_int_equal(f.result.contact_count, 3);
    assert_near(fmin(f.contact[0].until, f.contact[1].until), 1.75 / 3.0, 1e-8);
    assert_near(fmax(f.contact[0].until, f.contact[1].until), 1.0, 0.0);
    assert_int_equal(f.contact[2].kind, TOI_CONTACT_EF);
    assert_true(f.contact[2].sustained);
    assert_near(f.contact[2].time, 1.75 / 3.0, 1e-8);
    assert_near(f.contact[2].until, 1.0, 0.0);
    toi_mesh_destroy(box);
    toi_mesh_destroy(can);
}

static void an_edge_meets_the_side_and_a_rim(void** state)
{
    (void)state;
    toi_mesh *box = make_box(1.0, 3.0, 1.0), *can = make_cylinder(0.5, 1.0);
    toi_body a = at_rest(box), b = sent(can, (toi_vec3){4.0, 0.5, 0.25}, (toi_vec3){-4.0, 0.0, 0.0});
    a.motion.pose.quaternion = turned(0.5 * quarter, 0.0, 1.0, 0.0);
    static found f;
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_int_equal(f.result.contact_count, 1);
    assert_int_equal(f.contact[0].kind, TOI_CONTACT_EF);
    assert_int_equal(f.contact[0].b.index[0], 0);
    assert_near(f.contact[0].time, (3.5 - sqrt(2.0)) / 4.0, 1e-14);
    assert_near(f.contact[0].point.y, 0.5, 1e-14);
    // The upper edge rises along y; the lower rim meets it at y = 1/2.
    double tilt = 0.2;
    a.motion.pose.quaternion = after(turned(tilt, 1.0, 0.0, 0.0), turned(0.5 * quarter, 0.0, 1.0, 0.0));
    b = sent(can, (toi_vec3){0.0, 0.0, 4.0}, (toi_vec3){0.0, 0.0, -4.0});
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_int_equal(f.result.contact_count, 1);
    assert_int_equal(f.contact[0].kind, TOI_CONTACT_EE);
    assert_int_equal(f.contact[0].b.index[0], 0);
    double z = sqrt(2.0) * cos(tilt) + (0.5 + sqrt(2.0) * sin(tilt)) * tan(tilt);
    assert_near(f.contact[0].time, (3.0 - z) / 4.0, 1e-14);
    // A level edge under the cap meets the rim at both ends of its chord.
    a.motion.pose.quaternion = turned(0.5 * quarter, 0.0, 1.0, 0.0);
    b.motion.pose.position.x = 0.25;
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_int_equal(f.result.contact_count, 2);
    for (uint32_t i = 0; i < 2; ++i) {
        assert_int_equal(f.contact[i].kind, TOI_CONTACT_EE);
        assert_near(f.contact[i].time, (3.0 - sqrt(2.0)) / 4.0, 1e-13);
        assert_near(fabs(f.contact[i].point.y), sqrt(0.1875), 1e-9);
    }
    toi_mesh_destroy(box);
    toi_mesh_destroy(can);
}

static void a_corner_meets_the_side_and_a_cap(void** state)
{
    (void)state;
    toi_mesh *box = make_box(1.0, 1.0, 1.0), *can = make_cylinder(0.5, 1.0);
    // The corner (-1, -1, -1) comes to the lower end.
    toi_quat standing = after(turned(atan2(sqrt(2.0), 1.0), -1.0 / sqrt(2.0), 1.0 / sqrt(2.0), 0.0),
                              turned(0.0, 0.0, 0.0, 1.0));
    toi_body a = at_rest(can), b = sent(box, (toi_vec3){0.25, 0.25, 6.0}, (toi_vec3){0.0, 0.0, -4.0});
    b.motion.pose.quaternion = standing;
    static found f;
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_true(f.result.contact_count >= 1);
    assert_int_equal(f.contact[0].kind, TOI_CONTACT_FV);
    assert_int_equal(f.contact[0].a.index[0], 2);
    assert_near(f.contact[0].time, (5.0 - sqrt(3.0)) / 4.0, 1e-14);
    assert_true(f.contact[0].properness > 0.3);
    a.motion.pose = (toi_pose){{0.25, 0.25, 0.0}, turned(quarter, 0.0, 1.0, 0.0)};
    find_all(&b, &a, (toi_query_def){0}, &f);
    assert_int_equal(f.contact[0].kind, TOI_CONTACT_VF);
    assert_int_equal(f.contact[0].b.index[0], 0);
    assert_near(f.contact[0].time, (5.5 - sqrt(3.0)) / 4.0, 1e-14);
    toi_mesh_destroy(box);
    toi_mesh_destroy(can);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_upright_cylinder_lands_on_its_cap),
        cmocka_unit_test(a_tilted_cylinder_lands_on_its_rim),
        cmocka_unit_test(a_lying_cylinder_touches_with_both_rims_and_slides_on),
        cmocka_unit_test(an_edge_meets_the_side_and_a_rim),
        cmocka_unit_test(a_corner_meets_the_side_and_a_cap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
