// Bodies that touch at the start: normals of the plane between them, whichever faces name the contacts. And
// what touches with neither vertex nor polygon edge.

#include "first_support.h"

enum { ROOM = 32 };

static void expect_normals(const toi_body* a, const toi_body* b, toi_vec3 normal, uint32_t least)
{
    toi_contact contacts[ROOM];
    toi_query_def def = {.contacts = contacts, .contact_capacity = ROOM};
    toi_result r = ask(a, b, &def);
    assert_int_equal(r.start, TOI_START_TOUCHING);
    assert_true(r.contact_count >= least && r.contact_count <= ROOM);
    for (uint32_t i = 0; i < r.contact_count; ++i) {
        toi_vec3 off = v3_sub(contacts[i].normal, normal);
        if (!(v3_length(off) < 1e-15)) {
            fail_msg("contact %u has the normal %g %g %g, not %g %g %g", i, contacts[i].normal.x,
                     contacts[i].normal.y, contacts[i].normal.z, normal.x, normal.y, normal.z);
        }
    }
    assert_true(v3_length(v3_sub(r.normal, normal)) < 1e-15);
}

static toi_vec3 along(int axis, double x)
{
    return v3(axis == 0 ? x : 0.0, axis == 1 ? x : 0.0, axis == 2 ? x : 0.0);
}

// The lowest face at a corner is mostly one of the sides, and names the contact.
static void equal_boxes_face_to_face_have_the_normal_of_that_face(void** state)
{
    (void)state;
    toi_mesh* box = make_box(1.0, 1.0, 1.0);
    for (int axis = 0; axis < 3; ++axis) {
        for (double side = -1.0; side <= 1.0; side += 2.0) {
            toi_body a = at_rest(box, v3(0.0, 0.0, 0.0), upright);
            toi_body b = at_rest(box, along(axis, 2.0 * side), upright);
            toi_body leaving = moving_by(box, along(axis, 2.0 * side), upright, v3(0.3, 0.2, 0.1));
            expect_normals(&a, &b, along(axis, side), 4);
            expect_normals(&a, &leaving, along(axis, side), 4);
        }
    }
    toi_mesh_destroy(box);
}

static void an_open_square_on_a_box_has_the_normal_of_the_square(void** state)
{
    (void)state;
    const toi_vec3 corner[4] = {{-1.0, -1.0, 0.0}, {1.0, -1.0, 0.0}, {1.0, 1.0, 0.0}, {-1.0, 1.0, 0.0}};
    const uint32_t indices[4] = {0, 1, 2, 3}, offsets[2] = {0, 4};
    toi_mesh* square = make_mesh(corner, 4, indices, offsets, 1);
    toi_mesh* box = make_box(1.0, 1.0, 1.0);
    toi_body a = at_rest(square, v3(0.0, 0.0, 1.0), upright), b = at_rest(box, v3(0.0, 0.0, 2.0), upright);
    expect_normals(&a, &b, v3(0.0, 0.0, 1.0), 4);
    expect_normals(&b, &a, v3(0.0, 0.0, -1.0), 4);
    toi_mesh_destroy(square);
    toi_mesh_destroy(box);
}

// A bent square. Triangulation starts at its lowest corner in the order of coordinates, so that its ridge is
// the diagonal from there; the other two corners have the height `z`.
static toi_mesh* make_roof(toi_vec3 lowest, toi_vec3 side, double z)
{
    const toi_vec3 corner[4] = {
        lowest, {side.x, side.y, z}, {-lowest.x, -lowest.y, 0.0}, {-side.x, -side.y, z}};
    const uint32_t indices[4] = {0, 1, 2, 3}, offsets[2] = {0, 4};
    return make_mesh(corner, 4, indices, offsets, 1);
}

static void expect_faces(const toi_body* a, const toi_body* b, double time)
{
    toi_contact contact[2];
    toi_query_def listed = {.contacts = contact, .contact_capacity = 2}, named = {0};
    const toi_query_def* def[2] = {&listed, &named};
    for (int i = 0; i < 2; ++i) {
        toi_result r = ask(a, b, def[i]);
        assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
        assert_true(fabs(r.t_hit - time) < 1e-8 && r.gap <= r.work.tolerance);
        assert_int_equal(r.contact_count, 1);
        assert_int_equal(r.kind, TOI_CONTACT_FF);
        assert_true(r.a.kind == TOI_FEATURE_FACE && r.a.index[0] == 0);
        assert_true(r.b.kind == TOI_FEATURE_FACE && r.b.index[0] == 0);
        assert_true(v3_length(v3_sub(r.normal, v3(0.0, 0.0, 1.0))) < 1e-12);
        assert_true(v3_length(r.point) < 1e-8);
    }
}

// The ridges are diagonals that triangulation drew: no edges of the input, so that only the faces can be
// named.
static void bent_faces_that_touch_with_their_ridges_are_named_as_faces(void** state)
{
    (void)state;
    toi_mesh* lower = make_roof(v3(-1.0, 0.0, 0.0), v3(0.0, -1.0, 0.0), -1.0);
    toi_mesh* upper = make_roof(v3(-1.0, -1.0, 0.0), v3(0.5, -0.5, 0.0), 1.0);
    toi_body a = at_rest(lower, v3(0.0, 0.0, 0.0), upright), b = at_rest(upper, v3(0.0, 0.0, 0.0), upright);
    toi_body falling = moving_by(upper, v3(0.0, 0.0, 1.0), upright, v3(0.0, 0.0, -2.0));
    expect_faces(&a, &b, 0.0);
    expect_faces(&a, &falling, 0.5);
    toi_mesh_destroy(lower);
    toi_mesh_destroy(upper);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(equal_boxes_face_to_face_have_the_normal_of_that_face),
        cmocka_unit_test(an_open_square_on_a_box_has_the_normal_of_the_square),
        cmocka_unit_test(bent_faces_that_touch_with_their_ridges_are_named_as_faces),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
