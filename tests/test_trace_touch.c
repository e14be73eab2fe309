// Touches by hand: boxes on and beside each other, in rooms and corners, and on meshes of many faces.

#include "touch_hand.h"

// ---- boxes

static void a_box_on_a_box_has_four_corners_however_it_is_turned(void** state)
{
    (void)state;
    toi_mesh *floor = make_box(32.0, 32.0, 32.0), *box = make_box(8.0, 8.0, 8.0);
    found f;
    for (int i = 0; i < 200; ++i) {
        double gap = i % 4 == 0 ? 0.0 : 0.05 * (i % 4);
        find_pair(floor, box, turned(0.0, 0.0, 40.0 + gap, Z, 0.1 * i), 0.25, &f);
        assert_int_equal(f.count, 4);
        assert_int_equal(count_kind(&f, TOI_CONTACT_VF), 4);
        check_normals(&f, DOWN);
        for (uint32_t k = 0; k < 4; ++k) {
            assert_near(f.touch[k].gap, gap, 1e-13);
            assert_int_equal(f.touch[k].manifold, 0);
            assert_int_equal(f.touch[k].b.index[0], 5);
            assert_near(f.touch[k].point_b.z, 32.0, 1e-13);
        }
    }
    find_pair(floor, box, at(0.0, 0.0, 40.251), 0.25, &f);
    assert_int_equal(f.count, 0);
    toi_mesh_destroy(floor);
    toi_mesh_destroy(box);
}

static void equal_boxes_on_each_other_have_four_and_crossed_ones_eight_corners(void** state)
{
    (void)state;
    toi_mesh *a = make_box(1.0, 1.0, 1.0), *plank = make_box(3.0, 0.5, 0.5);
    found f;
    find_pair(a, a, at(0.0, 0.0, 2.0), 1e-3, &f);
    assert_int_equal(f.count, 4);
    find_pair(a, a, turned(0.0, 0.0, 2.0, Z, 0.7853981633974483), 1e-3, &f);
    assert_int_equal(f.count, 8);
    assert_int_equal(count_kind(&f, TOI_CONTACT_EE), 8);
    find_pair(plank, plank, turned(0.0, 0.0, 1.0005, Z, 1.5707963267948966), 1e-3, &f);
    assert_int_equal(f.count, 4);
    assert_int_equal(count_kind(&f, TOI_CONTACT_EE), 4);
    check_normals(&f, DOWN);
    // Overhanging by a half: two corners of each.
    find_pair(a, a, at(1.0, 0.0, 2.0005), 1e-3, &f);
    assert_int_equal(f.count, 4);
    toi_mesh_destroy(a);
    toi_mesh_destroy(plank);
}

static void edges_and_corners_beside_each_other_touch_at_their_nearest_points(void** state)
{
    (void)state;
    toi_mesh* a = make_box(1.0, 1.0, 1.0);
    found f;
    find_pair(a, a, at(2.03, 2.04, 0.5), 0.0501, &f);
    assert_int_equal(f.count, 2); // two parallel edges: both ends of their common part
    check_normals(&f, v3(-0.6, -0.8, 0.0));
    assert_near(f.touch[0].gap, 0.05, 1e-14);
    find_pair(a, a, at(2.02, 2.03, 2.06), 0.0701, &f);
    assert_int_equal(f.count, 1); // corner to corner
    assert_int_equal(f.touch[0].kind, TOI_CONTACT_VF);
    assert_near(f.touch[0].gap, 0.07, 1e-14);
    assert_int_equal(f.touch[0].a.index[0], 0);
    assert_int_equal(f.touch[0].b.index[0], 1); // the lowest face at its corner: +x
    find_pair(a, a, at(2.03, 2.04, 0.5), 0.0499, &f);
    assert_int_equal(f.count, 0);
    toi_mesh_destroy(a);
}

static void nearly_parallel_edges_give_no_nonsense(void** state)
{
    (void)state;
    toi_mesh* a = make_box(1.0, 1.0, 1.0);
    found f;
    for (int k = 0; k <= 50; ++k) {
        find_pair(a, a, turned(2.03, 2.04, 0.0, v3(1.0, 0.7, 0.2), ldexp(1.0, -k - 4)), 0.06, &f);
        assert_true(f.count >= 1 && f.count <= 4);
        for (uint32_t i = 0; i < f.count; ++i) {
            const toi_touch* t = &f.touch[i];
            assert_near(v3_length(t->normal), 1.0, 1e-14);
            toi_vec3 d = v3_sub(v3_sub(t->point_b, t->point_a), v3_scale(t->gap, t->normal));
            assert_true(v3_length(d) < 1e-13);
        }
    }
    toi_mesh_destroy(a);
}

static void a_thin_plate_touches_with_its_lower_side_alone(void** state)
{
    (void)state;
    toi_mesh *floor = make_box(4.0, 4.0, 1.0), *plate = make_box(1.0, 1.0, 0.01);
    found f;
    for (int i = 0; i < 50; ++i) { // whatever the rounding of its sides
        find_pair(floor, plate, turned(0.0, 0.0, 1.06, Z, 0.13 * i), 0.25, &f);
        assert_int_equal(f.count, 4);
    }
    toi_mesh_destroy(floor);
    toi_mesh_destroy(plate);
}

// ---- rooms

// The notch of a room corner: three walls that meet at the origin, the inside where x, y, z > 0.
static toi_mesh* corner_room(void)
{
    mesh_sample s = {.vertices = NULL};
    for (int i = 0; i < 8; ++i) {
        sample_vertex(&s, i & 1 ? 8.0 : 0.0, i & 2 ? 8.0 : 0.0, i & 4 ? 8.0 : 0.0);
    }
    sample_face(&s, (uint32_t[]){0, 1, 3, 2}, 4);
    sample_face(&s, (uint32_t[]){0, 4, 5, 1}, 4);
    sample_face(&s, (uint32_t[]){0, 2, 6, 4}, 4);
    return sample_mesh(&s);
}

static void a_box_in_the_corner_of_a_room_touches_each_wall_with_four_corners(void** state)
{
    (void)state;
    toi_mesh *room = corner_room(), *box = make_box(1.0, 1.0, 1.0);
    found f;
    for (int i = 0; i < 3; ++i) {
        double gap = i == 0 ? 0.0 : i == 1 ? 1e-9 : 0.01;
        find_pair(room, box, at(1.0 + gap, 1.0 + gap, 1.0 + gap), 0.05, &f);
        assert_int_equal(f.count, 12);
        uint32_t manifold[3] = {0, 0, 0};
        for (uint32_t k = 0; k < f.count; ++k) {
            assert_int_equal(f.touch[k].kind, TOI_CONTACT_VF);
            assert_near(f.touch[k].gap, gap, 1e-14);
            ++manifold[f.touch[k].manifold];
        }
        assert_true(manifold[0] == 4 && manifold[1] == 4 && manifold[2] == 4);
    }
    toi_mesh_destroy(room);
    toi_mesh_destroy(box);
}

static void a_box_between_a_floor_and_a_wall_parallel_to_it_touches_both(void** state)
{
    (void)state;
    toi_mesh *slab = make_box(4.0, 4.0, 1.0), *box = make_box(1.0, 1.0, 1.0);
    toi_placed still[2] = {{slab, at(0.0, 0.0, -1.0), 0}, {slab, at(0.0, 0.0, 3.02), 0}};
    toi_placed mover = {box, at(0.3, 0.2, 1.01), 0};
    found f;
    find(still, 2, &mover, 0.05, &f);
    assert_int_equal(f.count, 8);
    for (uint32_t i = 0; i < 8; ++i) {
        assert_int_equal(f.touch[i].body, i / 4);
        assert_int_equal(f.touch[i].manifold, i / 4);
        assert_near(f.touch[i].gap, 0.01, 1e-14);
        assert_near(f.touch[i].normal.z, i < 4 ? -1.0 : 1.0, 1e-15);
    }
    toi_mesh_destroy(slab);
    toi_mesh_destroy(box);
}

// A room wound as a box is: from outside.
static void a_box_inside_a_box_touches_its_walls_from_inside(void** state)
{
    (void)state;
    toi_mesh *room = make_box(4.0, 4.0, 4.0), *box = make_box(1.0, 1.0, 1.0);
    found f;
    find_pair(room, box, at(2.98, 0.0, -2.99), 0.05, &f);
    assert_int_equal(f.count, 8);
    toi_placed around = {room, at(0.0, 0.0, 0.0), 1}, mover = {box, at(2.98, 0.0, -2.99), 0};
    find(&around, 1, &mover, 0.05, &f); // from inside there is only the back of its faces
    assert_int_equal(f.count, 0);
    find_pair(box, room, at(2.98, 0.0, -2.99), 0.05, &f); // and the room as the mover
    assert_int_equal(f.count, 8);
    toi_mesh_destroy(room);
    toi_mesh_destroy(box);
}

// ---- meshes of many faces

static void inner_edges_of_a_level_floor_are_no_features(void** state)
{
    (void)state;
    toi_mesh* box = make_box(1.0, 1.0, 1.0);
    mesh_sample s = sample_grid(40, v3(-8.0, -8.0, 0.0), v3(16.0, 0.0, 0.0), v3(0.0, 16.0, 0.0));
    toi_mesh* floor = sample_mesh(&s);
    found f;
    for (int i = 0; i < 100; ++i) { // over inner edges, inner vertices, inner diagonals
        find_pair(floor, box, turned(0.1 * i, 0.05 * i, 1.01, Z, 0.02 * i), 0.05, &f);
        if (fabs(0.1 * i) < 6.5) {
            assert_int_equal(f.count, 4);
            assert_int_equal(count_kind(&f, TOI_CONTACT_VF), 4);
        }
    }
    toi_mesh_destroy(floor);
    toi_mesh_destroy(box);
}

static void a_body_of_many_faces_rests_on_those_within_reach(void** state)
{
    (void)state;
    mesh_sample s = sample_sphere(32, 16, 1.0), grid;
    grid = sample_grid(30, v3(-3.0, -3.0, 0.0), v3(6.0, 0.0, 0.0), v3(0.0, 6.0, 0.0));
    toi_mesh *ball = sample_mesh(&s), *floor = sample_mesh(&grid);
    found f;
    find_pair(floor, ball, at(0.0, 0.0, 1.001), 0.01, &f);
    assert_int_equal(f.count, 1); // the south pole; the next ring is 0.02 higher
    assert_near(f.touch[0].gap, 0.001, 1e-15);
    find_pair(floor, ball, at(0.0, 0.0, 1.001), 0.03, &f);
    assert_int_equal(f.count, 33); // and that ring
    toi_mesh_destroy(ball);
    toi_mesh_destroy(floor);
}

static void a_polygon_with_a_notch_holds_only_what_is_on_it(void** state)
{
    (void)state;
    mesh_sample s = {.vertices = NULL};
    const double l[6][2] = {{0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 4}, {0, 4}};
    for (int i = 0; i < 6; ++i) {
        sample_vertex(&s, l[i][0], l[i][1], 0.0);
    }
    sample_face(&s, (uint32_t[]){0, 1, 2, 3, 4, 5}, 6);
    toi_mesh *sheet = sample_mesh(&s), *box = make_box(1.0, 1.0, 1.0);
    found f;
    find_pair(sheet, box, at(2.5, 2.5, 1.01), 0.05, &f);
    // Over the notch's corner: three corners of the box, that of the notch, and where two sides cross.
    assert_int_equal(count_kind(&f, TOI_CONTACT_VF), 3);
    assert_int_equal(count_kind(&f, TOI_CONTACT_FV), 1);
    assert_int_equal(count_kind(&f, TOI_CONTACT_EE), 2);
    assert_int_equal(f.count, 6);
    toi_mesh_destroy(sheet);
    toi_mesh_destroy(box);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_box_on_a_box_has_four_corners_however_it_is_turned),
        cmocka_unit_test(equal_boxes_on_each_other_have_four_and_crossed_ones_eight_corners),
        cmocka_unit_test(edges_and_corners_beside_each_other_touch_at_their_nearest_points),
        cmocka_unit_test(nearly_parallel_edges_give_no_nonsense),
        cmocka_unit_test(a_thin_plate_touches_with_its_lower_side_alone),
        cmocka_unit_test(a_box_in_the_corner_of_a_room_touches_each_wall_with_four_corners),
        cmocka_unit_test(a_box_between_a_floor_and_a_wall_parallel_to_it_touches_both),
        cmocka_unit_test(a_box_inside_a_box_touches_its_walls_from_inside),
        cmocka_unit_test(inner_edges_of_a_level_floor_are_no_features),
        cmocka_unit_test(a_body_of_many_faces_rests_on_those_within_reach),
        cmocka_unit_test(a_polygon_with_a_notch_holds_only_what_is_on_it),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
