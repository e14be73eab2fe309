// All contacts where a body deforms, by hand: what an entry is, ends of time, starts, groups.

#include "soft_all_support.h"

// One polygon.
static toi_mesh* make_face(const toi_vec3* v, uint32_t count)
{
    static const uint32_t corner[4] = {0, 1, 2, 3};
    const uint32_t offsets[2] = {0, count};
    return make_mesh(v, count, corner, offsets, 1);
}

static toi_mesh* make_plate(void)
{
    const toi_vec3 v[4] = {{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}};
    return make_face(v, 4);
}

static toi_mesh* make_pin(double x, double y, double z)
{
    const toi_vec3 v[3] = {{x, y, z}, {x + 0.25, y, z + 1.0}, {x, y + 0.25, z + 1.0}};
    return make_face(v, 3);
}

static void shift_down(const toi_mesh* mesh, double by, toi_vec3* to)
{
    toi_mesh_info info;
    toi_mesh_get_info(mesh, &info);
    for (uint32_t i = 0; i < info.vertices; ++i) {
        to[i] = toi_mesh_vertex(mesh, i);
        to[i].z -= by;
    }
}

// ---- what an entry is

static void a_touch_at_the_end_is_listed(void** state)
{
    (void)state;
    toi_mesh *plate = make_plate(), *pin = make_pin(0.5, 1.0, 1.0);
    toi_vec3 to[3];
    shift_down(pin, 1.0, to);
    toi_body a = moving(pin, to, 3), b = at_rest(plate, v3(0, 0, 0), upright);
    toi_result r = ask_all(&a, &b, (toi_query_def){0});
    assert_true(r.answer == TOI_ANSWER_CONTACT && r.contact_count == 1 && r.group_count == 1);
    assert_true(listed[0].kind == TOI_CONTACT_VF && listed[0].time <= 1.0 && listed[0].time > 1.0 - 1e-8);
    assert_true(same_feature(listed[0].a, vertex(0)) && same_feature(listed[0].b, face(0)));
    assert_near(listed[0].approach, 1.0, 1e-12);
    assert_near(v3_length(v3_sub(listed[0].point, v3(0.5, 1.0, 0.0))), 0.0, 1e-8);
    assert_near(listed[0].normal.z, -1.0, 1e-12);
    toi_mesh_destroy(plate);
    toi_mesh_destroy(pin);
}

static void a_touch_at_the_start_is_listed_and_what_parts_is_not(void** state)
{
    (void)state;
    toi_mesh *plate = make_plate(), *pin = make_pin(0.5, 1.0, 0.0);
    toi_vec3 to[3];
    shift_down(pin, -1.0, to);
    toi_body a = moving(pin, to, 3), b = at_rest(plate, v3(0, 0, 0), upright);
    toi_result r = ask_all(&b, &a, (toi_query_def){.leaving = true});
    assert_true(r.answer == TOI_ANSWER_CONTACT && r.start == TOI_START_TOUCHING && r.t_hit == 0.0);
    assert_true(r.contact_count == 1 && listed[0].kind == TOI_CONTACT_FV && listed[0].time == 0.0);
    assert_true(listed[0].approach <= 0.0 && listed[0].entering);
    toi_mesh_destroy(plate);
    toi_mesh_destroy(pin);
}

// The pin passes down and does not come back: each pair of features once.
static void a_face_that_is_cut_is_one(void** state)
{
    (void)state;
    toi_mesh *plate = make_plate(), *pin = make_pin(0.5, 0.5, 1.0); // onto an inner diagonal, both ways
    toi_vec3 to[3];
    shift_down(pin, 4.0, to);
    toi_body a = moving(pin, to, 3), b = at_rest(plate, v3(0, 0, 0), upright);
    toi_result r = ask_all(&a, &b, (toi_query_def){0});
    uint32_t of_vertex[3] = {0, 0, 0};
    for (uint32_t i = 0; i < r.contact_count; ++i) {
        if (listed[i].kind == TOI_CONTACT_VF) {
            ++of_vertex[listed[i].a.index[0]];
            assert_near(listed[i].time, listed[i].a.index[0] == 0 ? 0.25 : 0.5, 1e-8);
        }
    }
    assert_true(of_vertex[0] == 1 && of_vertex[1] == 1 && of_vertex[2] == 1);
    toi_query_def first = {.first_only = true};
    r = ask_all(&a, &b, first);
    assert_true(r.contact_count > 0);
    for (uint32_t i = 0; i < r.contact_count; ++i) {
        assert_true(listed[i].time == r.t_hit);
    }
    toi_mesh_destroy(plate);
    toi_mesh_destroy(pin);
}

// A face bends along its inner diagonal, onto an edge that lies across it.
static void an_edge_on_a_bent_face_names_the_face(void** state)
{
    (void)state;
    for (int flip = 0; flip < 2; ++flip) {
        toi_vec3 v[4] = {{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}}, to[4];
        toi_mesh* plate = make_face(v, 4);
        uint32_t corner[3];
        toi_mesh_triangle(plate, 0, corner);
        // Two corners are on both triangles: up with these, and down with the others.
        for (uint32_t i = 0; i < 4; ++i) {
            uint32_t other[3], both = 0;
            toi_mesh_triangle(plate, 1, other);
            for (int k = 0; k < 3; ++k) {
                both += (corner[k] == i) + (other[k] == i);
            }
            to[i] = v3(v[i].x, v[i].y, both == 2 ? 2.0 : -2.0);
        }
        bool rises = to[0].z > 0.0;
        double s = rises ? -1.0 : 1.0; // the edge lies across the diagonal
        const toi_vec3 edge[3] = {{-0.5, -0.5 * s, 1.0}, {0.5, 0.5 * s, 1.0}, {0.0, 0.0, 5.0}};
        toi_mesh* knife = make_face(edge, 3);
        toi_body a = at_rest(knife, v3(0, 0, 0), upright), b = moving(plate, to, 4);
        toi_result r = ask_all(flip ? &b : &a, flip ? &a : &b, (toi_query_def){0});
        assert_true(r.answer == TOI_ANSWER_CONTACT && r.contact_count >= 1);
        assert_near(r.t_hit, 0.5, 1e-8);
        assert_int_equal(listed[0].kind, flip ? TOI_CONTACT_FE : TOI_CONTACT_EF);
        const toi_feature crease = {TOI_FEATURE_EDGE, {0, 1}};
        assert_true(same_feature(flip ? listed[0].b : listed[0].a, crease));
        assert_true(same_feature(flip ? listed[0].a : listed[0].b, face(0)));
        toi_mesh_destroy(knife);
        toi_mesh_destroy(plate);
    }
}

static void points_and_segments_are_bodies(void** state)
{
    (void)state;
    const toi_vec3 at[2] = {{0, 0, 1}, {0, 0, -1}}, to[2] = {{0, 0, -1}, {0, 0, 1}};
    toi_mesh* point[2] = {make_face(&at[0], 1), make_face(&at[1], 1)};
    toi_body a = moving(point[0], &to[0], 1), b = moving(point[1], &to[1], 1);
    toi_result r = ask_all(&a, &b, (toi_query_def){0});
    assert_true(r.answer == TOI_ANSWER_CONTACT && r.contact_count == 2);
    assert_true(listed[0].kind == TOI_CONTACT_VF && listed[1].kind == TOI_CONTACT_FV);
    assert_near(listed[1].time, 0.5, 1e-8);
    assert_near(listed[0].approach, 4.0, 1e-9);
    toi_mesh_destroy(point[0]);
    toi_mesh_destroy(point[1]);
}

static void bodies_that_overlap_at_the_start_begin_with_two_faces(void** state)
{
    (void)state;
    toi_mesh* box = make_box(1, 1, 1);
    toi_vec3 to[8];
    shift_down(box, 1.0, to);
    toi_body a = moving(box, to, 8), b = at_rest(box, v3(0.5, 0.25, 1.5), upright);
    toi_result r = ask_all(&a, &b, (toi_query_def){0});
    assert_true(r.start == TOI_START_OVERLAPPING && r.t_hit == 0.0 && r.kind == TOI_CONTACT_FF);
    assert_true(listed[0].kind == TOI_CONTACT_FF && listed[0].time == 0.0);
    assert_true(same_feature(listed[0].a, r.a) && same_feature(listed[0].b, r.b));
    assert_true(isnan(listed[0].approach));
    for (uint32_t i = 1; i < r.contact_count; ++i) {
        assert_true(listed[i].time > 0.0);
    }
    toi_mesh_destroy(box);
}

static void what_lands_at_once_is_one_group(void** state)
{
    (void)state;
    toi_mesh *plate = make_plate(), *box = make_box(0.5, 0.5, 0.5);
    toi_vec3 to[8];
    shift_down(box, 1.0, to);
    toi_body a = moving(box, to, 8), b = at_rest(plate, v3(0.25, 0.125, -1), upright);
    toi_result r = ask_all(&a, &b, (toi_query_def){.concurrent = 1e-6});
    uint32_t corners = 0;
    for (uint32_t i = 0; i < r.contact_count; ++i) {
        corners += listed[i].kind == TOI_CONTACT_VF && listed[i].group == 0;
    }
    assert_true(corners == 4 && r.contact_count == 4 && r.group_count == 1);
    toi_mesh_destroy(plate);
    toi_mesh_destroy(box);
}

static void points_in_the_frame_of_a_are_those_of_its_mesh(void** state)
{
    (void)state;
    toi_mesh *plate = make_plate(), *pin = make_pin(0.5, 1.0, 1.0);
    toi_vec3 to[3];
    shift_down(pin, 2.0, to);
    toi_pose pose = {{3, 4, 5}, {0.5, 0.5, 0.5, 0.5}}; // x to y, y to z, z to x
    toi_body a = moving(pin, to, 3), b = at_rest(plate, pose.position, pose.quaternion);
    a.motion.pose = pose;
    toi_result r = ask_all(&a, &b, (toi_query_def){0});
    assert_true(r.answer == TOI_ANSWER_CONTACT && r.contact_count > 0);
    assert_near(v3_length(v3_sub(listed[0].point, v3(3, 4.5, 6))), 0.0, 1e-8);
    assert_near(v3_length(v3_sub(listed[0].point_in_a, v3(0.5, 1, 0))), 0.0, 1e-8);
    assert_near(listed[0].normal.x, -1.0, 1e-9);
    assert_near(listed[0].normal_in_a.z, -1.0, 1e-9);
    toi_mesh_destroy(plate);
    toi_mesh_destroy(pin);
}

static void features_with_a_common_vertex_are_not_listed(void** state)
{
    (void)state;
    scene s;
    make_scene(&s);
    toi_result r = ask_all(&s.bodies[0], &s.bodies[0], (toi_query_def){0});
    assert_true(r.answer == TOI_ANSWER_CONTACT && r.contact_count > 1);
    assert_near(r.t_hit, 0.75, 1e-8);
    for (uint32_t i = 0; i < r.contact_count; ++i) {
        const toi_contact* c = &listed[i];
        assert_true(c->kind == TOI_CONTACT_VF || c->kind == TOI_CONTACT_EE);
        if (c->kind == TOI_CONTACT_EE) {
            for (int k = 0; k < 4; ++k) {
                assert_int_not_equal(c->a.index[k / 2], c->b.index[k % 2]);
            }
            assert_true(c->a.index[0] < c->b.index[0]);
        }
    }
    free_scene(&s);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_touch_at_the_end_is_listed),
        cmocka_unit_test(a_touch_at_the_start_is_listed_and_what_parts_is_not),
        cmocka_unit_test(a_face_that_is_cut_is_one),
        cmocka_unit_test(an_edge_on_a_bent_face_names_the_face),
        cmocka_unit_test(points_and_segments_are_bodies),
        cmocka_unit_test(bodies_that_overlap_at_the_start_begin_with_two_faces),
        cmocka_unit_test(what_lands_at_once_is_one_group),
        cmocka_unit_test(points_in_the_frame_of_a_are_those_of_its_mesh),
        cmocka_unit_test(features_with_a_common_vertex_are_not_listed),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
