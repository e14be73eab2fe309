// The contacts of the first instant by name: what touches, in which order, where, and which way the normal
// points.

#include "first_support.h"

enum { ROOM = 32 };

// A contact that is expected.
typedef struct expected {
    toi_contact_kind kind;
    toi_feature a, b;
    toi_vec3 point, normal;
} expected;

typedef struct answer {
    toi_result result;
    toi_contact contacts[ROOM];
} answer;

static answer ask_all(const toi_body* a, const toi_body* b)
{
    answer out;
    toi_query_def def = {.contacts = out.contacts, .contact_capacity = ROOM};
    out.result = ask(a, b, &def);
    return out;
}

static void print_contacts(const answer* out)
{
    for (uint32_t i = 0; i < out->result.contact_count && i < ROOM; ++i) {
        const toi_contact* c = &out->contacts[i];
        print_error("kind %d a %u %u b %u %u point %g %g %g normal %g %g %g gap %g\n", (int)c->kind,
                    c->a.index[0], c->a.index[1], c->b.index[0], c->b.index[1], c->point.x, c->point.y,
                    c->point.z, c->normal.x, c->normal.y, c->normal.z, c->gap);
    }
}

static bool is_expected(const toi_contact* c, const expected* e)
{
    return c->kind == e->kind && same_feature(c->a, e->a) && same_feature(c->b, e->b) &&
           v3_length(v3_sub(c->point, e->point)) <= 1e-8 && v3_length(v3_sub(c->normal, e->normal)) <= 1e-7;
}

// The whole list, in order; and the first of it is what the result names, with and without a list.
static void assert_contacts(const toi_body* a, const toi_body* b, const expected* e, uint32_t count)
{
    answer out = ask_all(a, b);
    assert_int_equal(out.result.answer, TOI_ANSWER_CONTACT);
    bool right = out.result.contact_count == count;
    for (uint32_t i = 0; i < count && right; ++i) {
        right = is_expected(&out.contacts[i], &e[i]) && out.contacts[i].time == out.result.t_hit &&
                out.contacts[i].gap >= out.result.gap - 2.0 * out.result.work.rounding &&
                out.contacts[i].gap <= 1.1 * out.result.work.tolerance;
    }
    if (!right) {
        print_contacts(&out);
        fail();
    }
    toi_result plain = ask(a, b, NULL);
    const toi_result* both[2] = {&out.result, &plain};
    for (int k = 0; k < 2; ++k) {
        toi_contact first = {.kind = both[k]->kind,
                             .a = both[k]->a,
                             .b = both[k]->b,
                             .point = both[k]->point,
                             .normal = both[k]->normal};
        assert_true(is_expected(&first, &e[0]));
    }
    assert_true(plain.contact_count == 1 && plain.t_hit == out.result.t_hit);
}

// The same pair in the other order: faces and vertices change places and normals turn round.
static void assert_contacts_swapped(const toi_body* a, const toi_body* b, const expected* e, uint32_t count)
{
    expected swapped[ROOM];
    for (uint32_t i = 0; i < count; ++i) {
        swapped[i] = (expected){e[i].kind, e[i].b, e[i].a, e[i].point, v3_negate(e[i].normal)};
        if (e[i].kind != TOI_CONTACT_EE) {
            swapped[i].kind = e[i].kind == TOI_CONTACT_VF ? TOI_CONTACT_FV : TOI_CONTACT_VF;
        }
    }
    assert_contacts(b, a, swapped, count);
}

static const toi_vec3 down = {0.0, 0.0, -1.0}, origin = {0.0, 0.0, 0.0};

// Turns of the unit cube: vertex 0 down, vertex 7 up, edge {0, 1} down along x, edge {4, 6} up along y.
static toi_quat corner_down(void)
{
    return turn_about(1.0, -1.0, 0.0, acos(1.0 / sqrt(3.0)));
}

static toi_quat edge_down(void)
{
    return turn_about(1.0, 0.0, 0.0, 0.25 * PI);
}

static toi_quat edge_up(void)
{
    return turn_about(0.0, 1.0, 0.0, 0.25 * PI);
}

// ---- a cube on a cube

static void a_corner_on_a_face_is_vf_and_its_mirror_fv(void** state)
{
    (void)state;
    toi_mesh* cube = make_box(0.5, 0.5, 0.5);
    double half_diagonal = 0.5 * sqrt(3.0);
    toi_body a = moving_by(cube, v3(0.1, -0.2, 1.0 + half_diagonal), corner_down(), v3(0.0, 0.0, -1.0));
    toi_body b = at_rest(cube, origin, upright);
    const expected e = {TOI_CONTACT_VF, vertex(0), face(5), {0.1, -0.2, 0.5}, down};
    assert_contacts(&a, &b, &e, 1);
    toi_result r = ask(&a, &b, NULL);
    assert_contact_near(&r, 0.5, 2e-9);
    const expected mirror = {TOI_CONTACT_FV, face(5), vertex(0), {0.1, -0.2, 0.5}, {0.0, 0.0, 1.0}};
    assert_contacts(&b, &a, &mirror, 1);
    toi_mesh_destroy(cube);
}

static void an_edge_on_an_edge_is_ee(void** state)
{
    (void)state;
    toi_mesh* cube = make_box(0.5, 0.5, 0.5);
    double height = sqrt(0.5);
    toi_body a = moving_by(cube, v3(0.2, 0.1, 2.0 * height + 0.5), edge_down(), v3(0.0, 0.0, -1.0));
    toi_body b = at_rest(cube, origin, edge_up());
    const expected e = {TOI_CONTACT_EE, edge(0, 1), edge(4, 6), {0.0, 0.1, height}, down};
    assert_contacts(&a, &b, &e, 1);
    assert_contacts_swapped(&a, &b, &e, 1);
    toi_mesh_destroy(cube);
}

static void a_corner_on_a_corner_names_the_lowest_face_there(void** state)
{
    (void)state;
    toi_mesh* cube = make_box(0.5, 0.5, 0.5);
    double half_diagonal = 0.5 * sqrt(3.0);
    // The same turn has vertex 0 down and vertex 7 up, where the faces +x, +y and +z meet.
    toi_body a = moving_by(cube, v3(0.0, 0.0, 2.0 * half_diagonal + 0.5), corner_down(), v3(0.0, 0.0, -1.0));
    toi_body b = at_rest(cube, origin, corner_down());
    answer out = ask_all(&a, &b);
    assert_int_equal(out.result.contact_count, 1);
    assert_int_equal(out.result.kind, TOI_CONTACT_VF);
    assert_true(same_feature(out.result.a, vertex(0)) && same_feature(out.result.b, face(1)));
    assert_near(v3_length(v3_sub(out.result.point, v3(0.0, 0.0, half_diagonal))), 0.0, 1e-8);
    assert_true(out.result.normal.z < -0.5);
    toi_result plain = ask(&a, &b, NULL);
    assert_true(plain.kind == TOI_CONTACT_VF && same_feature(plain.b, face(1)));
    toi_mesh_destroy(cube);
}

static void a_corner_on_an_edge_names_the_lower_face_of_the_edge(void** state)
{
    (void)state;
    toi_mesh* cube = make_box(0.5, 0.5, 0.5);
    double half_diagonal = 0.5 * sqrt(3.0), height = sqrt(0.5);
    toi_body a = moving_by(cube, v3(0.0, 0.1, half_diagonal + height + 0.5), corner_down(), down);
    toi_body b = at_rest(cube, origin, edge_up());
    // Edge {4, 6} is where the faces -x and +z meet.
    const expected e = {TOI_CONTACT_VF, vertex(0), face(0), {0.0, 0.1, height}, down};
    answer out = ask_all(&a, &b), mirror = ask_all(&b, &a);
    assert_int_equal(out.result.contact_count, 1);
    assert_true(out.result.kind == TOI_CONTACT_VF && same_feature(out.result.a, vertex(0)));
    assert_true(same_feature(out.result.b, e.b) && mirror.result.kind == TOI_CONTACT_FV);
    assert_true(same_feature(mirror.result.a, face(0)) && same_feature(mirror.result.b, vertex(0)));
    assert_near(v3_length(v3_sub(out.result.point, e.point)), 0.0, 1e-8);
    assert_true(out.result.normal.z < -0.5 && mirror.result.normal.z > 0.5);
    toi_mesh_destroy(cube);
}

static void a_box_flat_on_a_larger_one_touches_with_its_four_corners(void** state)
{
    (void)state;
    toi_mesh *cube = make_box(0.5, 0.5, 0.5), *small = make_box(0.2, 0.25, 0.3);
    toi_body a = moving_by(small, v3(0.1, 0.05, 1.3), upright, v3(0.0, 0.0, -1.0));
    toi_body b = at_rest(cube, origin, upright);
    const expected e[4] = {{TOI_CONTACT_VF, vertex(0), face(5), {-0.1, -0.2, 0.5}, down},
                           {TOI_CONTACT_VF, vertex(1), face(5), {0.3, -0.2, 0.5}, down},
                           {TOI_CONTACT_VF, vertex(2), face(5), {-0.1, 0.3, 0.5}, down},
                           {TOI_CONTACT_VF, vertex(3), face(5), {0.3, 0.3, 0.5}, down}};
    assert_contacts(&a, &b, e, 4);
    assert_contacts_swapped(&a, &b, e, 4);
    toi_mesh_destroy(cube);
    toi_mesh_destroy(small);
}

static void boxes_flat_on_each_other_and_shifted_touch_with_corners_and_edges(void** state)
{
    (void)state;
    toi_mesh* cube = make_box(0.5, 0.5, 0.5);
    toi_body a = moving_by(cube, v3(0.25, 0.25, 1.5), upright, v3(0.0, 0.0, -1.0));
    toi_body b = at_rest(cube, origin, upright);
    const expected e[4] = {{TOI_CONTACT_VF, vertex(0), face(5), {-0.25, -0.25, 0.5}, down},
                           {TOI_CONTACT_FV, face(4), vertex(7), {0.5, 0.5, 0.5}, down},
                           {TOI_CONTACT_EE, edge(0, 1), edge(5, 7), {0.5, -0.25, 0.5}, down},
                           {TOI_CONTACT_EE, edge(0, 2), edge(6, 7), {-0.25, 0.5, 0.5}, down}};
    assert_contacts(&a, &b, e, 4);
    toi_mesh_destroy(cube);
}

static void equal_boxes_on_each_other_touch_with_four_corners_at_corners(void** state)
{
    (void)state;
    toi_mesh* cube = make_box(0.5, 0.5, 0.5);
    toi_body a = moving_by(cube, v3(0.0, 0.0, 1.5), upright, v3(0.0, 0.0, -1.0));
    toi_body b = at_rest(cube, origin, upright);
    // The lowest face at each of the upper corners of B is that of -x or +x.
    const expected e[4] = {{TOI_CONTACT_VF, vertex(0), face(0), {-0.5, -0.5, 0.5}, down},
                           {TOI_CONTACT_VF, vertex(1), face(1), {0.5, -0.5, 0.5}, down},
                           {TOI_CONTACT_VF, vertex(2), face(0), {-0.5, 0.5, 0.5}, down},
                           {TOI_CONTACT_VF, vertex(3), face(1), {0.5, 0.5, 0.5}, down}};
    assert_contacts(&a, &b, e, 4);
    toi_mesh_destroy(cube);
}

// Parallel edges have no place where they cross: the corners of either that lie on the other touch. At an
// angle, however small, they cross too, as near as they come to each other.
static void an_edge_along_an_edge_touches_with_the_corners_on_it(void** state)
{
    (void)state;
    toi_mesh* rod = make_box(1.0, 0.05, 0.05);
    double height = 0.05 * sqrt(2.0);
    toi_body a = moving_by(rod, v3(0.5, 0.0, 1.0), edge_down(), v3(0.0, 0.0, -1.5)),
             b = at_rest(rod, origin, edge_down());
    answer out = ask_all(&a, &b);
    const expected e[2] = {{TOI_CONTACT_VF, vertex(0), face(3), {-0.5, 0.0, height}, down},
                           {TOI_CONTACT_FV, face(2), vertex(7), {1.0, 0.0, height}, down}};
    assert_int_equal(out.result.contact_count, 2);
    assert_true(is_expected(&out.contacts[0], &e[0]) && is_expected(&out.contacts[1], &e[1]));
    const double angles[3] = {1e-8, 1e-6, 1e-3};
    for (int i = 0; i < 3; ++i) {
        a.motion.pose.quaternion = q_mul(turn_about(0.0, 0.0, 1.0, angles[i]), edge_down());
        const expected crossing = {TOI_CONTACT_EE, edge(0, 1), edge(6, 7), {0.5, 0.0, height}, down};
        out = ask_all(&a, &b);
        assert_int_equal(out.result.contact_count, 1);
        assert_true(is_expected(&out.contacts[0], &crossing) && out.contacts[0].gap <= out.result.gap * 1.01);
    }
    toi_mesh_destroy(rod);
}

// ---- polygons and triangles

// The unit cube of twelve triangles: faces 2 i and 2 i + 1 are side i of the box.
static toi_mesh* triangulated_cube(void)
{
    static const uint32_t sides[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    toi_vec3 v[8];
    uint32_t indices[36];
    for (uint32_t i = 0; i < 8; ++i) {
        v[i] = v3(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
    }
    for (uint32_t i = 0; i < 6; ++i) {
        const uint32_t corners[6] = {sides[i][0], sides[i][1], sides[i][2],
                                     sides[i][0], sides[i][2], sides[i][3]};
        memcpy(indices + 6 * i, corners, sizeof corners);
    }
    return make_mesh(v, 8, indices, NULL, 12);
}

static void a_touch_on_an_inner_diagonal_is_that_of_the_polygon(void** state)
{
    (void)state;
    toi_mesh *cube = make_box(0.5, 0.5, 0.5), *triangles = triangulated_cube();
    double half_diagonal = 0.5 * sqrt(3.0);
    // Both diagonals of the upper side, so that the one that cuts it is met, and its middle.
    const double places[4][2] = {{0.2, 0.2}, {0.2, -0.2}, {0.0, 0.0}, {-0.2, 0.2}};
    for (int i = 0; i < 4; ++i) {
        double x = places[i][0], y = places[i][1];
        toi_body a = moving_by(cube, v3(x, y, 1.0 + half_diagonal), corner_down(), v3(0.0, 0.0, -1.0));
        toi_body b = at_rest(cube, origin, upright), c = at_rest(triangles, origin, upright);
        expected e = {TOI_CONTACT_VF, vertex(0), face(5), {x, y, 0.5}, down};
        assert_contacts(&a, &b, &e, 1);
        assert_contacts_swapped(&a, &b, &e, 1);
        // Where faces are triangles: on the diagonal from vertex 4 to 7 the lower of the two.
        e.b = face(x < y ? 11 : 10);
        assert_contacts(&a, &c, &e, 1);
        assert_contacts_swapped(&a, &c, &e, 1);
    }
    toi_mesh_destroy(cube);
    toi_mesh_destroy(triangles);
}

static void a_long_edge_on_a_face_meets_its_rim_and_no_inner_diagonal(void** state)
{
    (void)state;
    toi_mesh *cube = make_box(0.5, 0.5, 0.5), *triangles = triangulated_cube(),
             *roof = make_box(2.0, 0.5, 0.5);
    toi_body a = moving_by(roof, v3(0.0, 0.1, 1.0 + sqrt(0.5)), edge_down(), v3(0.0, 0.0, -1.0));
    toi_body b = at_rest(cube, origin, upright), c = at_rest(triangles, origin, upright);
    const expected e[3] = {{TOI_CONTACT_EE, edge(0, 1), edge(4, 6), {-0.5, 0.1, 0.5}, down},
                           {TOI_CONTACT_EE, edge(0, 1), edge(5, 7), {0.5, 0.1, 0.5}, down},
                           {TOI_CONTACT_EE, edge(0, 1), edge(4, 7), {0.1, 0.1, 0.5}, down}};
    assert_contacts(&a, &b, e, 2);
    // An edge between two triangles that are faces of the input counts.
    const expected with_diagonal[3] = {e[0], e[2], e[1]};
    assert_contacts(&a, &c, with_diagonal, 3);
    toi_mesh_destroy(cube);
    toi_mesh_destroy(triangles);
    toi_mesh_destroy(roof);
}

// ---- touching starts

static void normals_of_touching_starts_point_from_a_to_b(void** state)
{
    (void)state;
    toi_mesh* cube = make_box(0.5, 0.5, 0.5);
    toi_mesh* floor = make_triangle(v3(-4, -4, 0), v3(8, -4, 0), v3(-4, 8, 0));
    toi_mesh* floor_below = make_triangle(v3(-4, -4, 0), v3(-4, 8, 0), v3(8, -4, 0));
    toi_mesh* tip = make_triangle(v3(0, 0, 0), v3(1, 0, 1), v3(0, 1, 1));
    toi_mesh* keel = make_triangle(v3(-1, 0, 0), v3(1, 0, 0), v3(0, 0, 1));
    toi_mesh* ridge = make_triangle(v3(0, -1, 0), v3(0, 1, 0), v3(0, 0, -1));
    const expected on_floor = {TOI_CONTACT_VF, vertex(0), face(0), origin, down};
    const expected crossing = {TOI_CONTACT_EE, edge(0, 1), edge(0, 1), origin, down};
    const expected flat[4] = {{TOI_CONTACT_VF, vertex(0), face(0), {-0.5, -0.5, 0}, down},
                              {TOI_CONTACT_VF, vertex(1), face(0), {0.5, -0.5, 0}, down},
                              {TOI_CONTACT_VF, vertex(2), face(0), {-0.5, 0.5, 0}, down},
                              {TOI_CONTACT_VF, vertex(3), face(0), {0.5, 0.5, 0}, down}};
    // At rest, moving into each other, apart, and along.
    const toi_vec3 moves[4] = {{0, 0, 0}, {0, 0, -1}, {0, 0, 1}, {1, 0, 0}};
    for (int i = 0; i < 4; ++i) {
        toi_body a = moving_by(tip, origin, upright, moves[i]);
        toi_body f = at_rest(floor, origin, upright), g = at_rest(floor_below, origin, upright);
        assert_contacts(&a, &f, &on_floor, 1);
        assert_contacts(&a, &g, &on_floor, 1);
        assert_contacts_swapped(&a, &f, &on_floor, 1);
        toi_body k = moving_by(keel, origin, upright, moves[i]), r = at_rest(ridge, origin, upright);
        assert_contacts(&k, &r, &crossing, 1);
        assert_contacts_swapped(&k, &r, &crossing, 1);
        toi_body c = moving_by(cube, v3(0, 0, 0.5), upright, moves[i]);
        assert_contacts(&c, &g, flat, 4);
        assert_contacts_swapped(&c, &f, flat, 4);
        toi_result result = ask(&c, &g, NULL);
        assert_true(result.start == TOI_START_TOUCHING && result.gap == 0.0 && result.t_hit == 0.0);
    }
    toi_mesh* all[6] = {cube, floor, floor_below, tip, keel, ridge};
    for (int i = 0; i < 6; ++i) {
        toi_mesh_destroy(all[i]);
    }
}

static void a_list_that_is_too_short_keeps_the_first_and_counts_all(void** state)
{
    (void)state;
    toi_mesh *cube = make_box(0.5, 0.5, 0.5), *small = make_box(0.2, 0.25, 0.3);
    toi_body a = moving_by(small, v3(0.1, 0.05, 1.3), upright, v3(0.0, 0.0, -1.0));
    toi_body b = at_rest(cube, origin, upright);
    answer all = ask_all(&a, &b);
    for (uint32_t capacity = 1; capacity <= 5; ++capacity) {
        toi_contact kept[6];
        memset(kept, 0x55, sizeof kept);
        const toi_contact untouched = kept[5];
        toi_query_def def = {.contacts = kept, .contact_capacity = capacity};
        toi_result r = ask(&a, &b, &def);
        assert_int_equal(r.contact_count, 4);
        assert_memory_equal(kept, all.contacts, (capacity < 4 ? capacity : 4) * sizeof *kept);
        assert_memory_equal(&kept[5], &untouched, sizeof untouched);
        assert_true(r.kind == kept[0].kind && same_feature(r.a, kept[0].a) && same_feature(r.b, kept[0].b));
        assert_true(r.gap == all.result.gap);
    }
    toi_mesh_destroy(cube);
    toi_mesh_destroy(small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_corner_on_a_face_is_vf_and_its_mirror_fv),
        cmocka_unit_test(an_edge_on_an_edge_is_ee),
        cmocka_unit_test(a_corner_on_a_corner_names_the_lowest_face_there),
        cmocka_unit_test(a_corner_on_an_edge_names_the_lower_face_of_the_edge),
        cmocka_unit_test(a_box_flat_on_a_larger_one_touches_with_its_four_corners),
        cmocka_unit_test(boxes_flat_on_each_other_and_shifted_touch_with_corners_and_edges),
        cmocka_unit_test(equal_boxes_on_each_other_touch_with_four_corners_at_corners),
        cmocka_unit_test(an_edge_along_an_edge_touches_with_the_corners_on_it),
        cmocka_unit_test(a_touch_on_an_inner_diagonal_is_that_of_the_polygon),
        cmocka_unit_test(a_long_edge_on_a_face_meets_its_rim_and_no_inner_diagonal),
        cmocka_unit_test(normals_of_touching_starts_point_from_a_to_b),
        cmocka_unit_test(a_list_that_is_too_short_keeps_the_first_and_counts_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
