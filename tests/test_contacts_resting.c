// Bodies that touch at the start: normals of the plane between them, whichever faces name the contacts.

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

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(equal_boxes_face_to_face_have_the_normal_of_that_face),
        cmocka_unit_test(an_open_square_on_a_box_has_the_normal_of_the_square),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
