// Facets, creases and tips of solids whose features are known by hand.

#include "feature_check.h"

static shape s;

static void a_cube_has_6_facets_12_creases_and_8_hills(void** state)
{
    (void)state;
    shape_clear(&s);
    shape_box(&s, 1.0, 1.0, 1.0);
    add_box_faces(&s, 0, false);
    assert_shape(&s, (counts){.facets = 6, .solid = 6, .creases = 12, .convex = 12, .hill = 8});
}

static void diagonals_of_a_cube_of_triangles_are_no_creases(void** state)
{
    (void)state;
    shape_clear(&s);
    shape_box(&s, 0.3, 0.7, 1.1);
    add_box_faces(&s, 0, true);
    assert_shape(&s, (counts){.facets = 12, .solid = 12, .creases = 12, .convex = 12, .hill = 8});
}

// [Buss05, section 5]: edges across the inner side are reflex, and no plane can rest on its saddles.
static void a_torus_has_reflex_creases_and_hollows_on_its_inner_side(void** state)
{
    (void)state;
    counts expected = {.facets = 300,
                       .solid = 300,
                       .creases = 600,
                       .convex = 450,
                       .reflex = 150,
                       .hill = 175,
                       .hollow = 125};
    make_torus(&s, 25, 12, false);
    assert_shape(&s, expected);
    make_torus(&s, 25, 12, true);
    expected.facets = expected.solid = 600;
    assert_shape(&s, expected);
}

// Car of 12 faces: a profile of eight points, each side cut once.
static void a_car_of_12_faces_has_two_reflex_creases(void** state)
{
    (void)state;
    static const double profile[8][2] = {{0.0, 0.0}, {4.0, 0.0}, {4.0, 0.7}, {3.0, 0.9},
                                         {2.5, 1.4}, {1.2, 1.4}, {0.7, 0.9}, {0.0, 0.8}};
    shape_clear(&s);
    for (uint32_t i = 0; i < 16; ++i) {
        shape_vertex(&s, profile[i % 8][0], i < 8 ? 0.0 : 1.6, profile[i % 8][1]);
    }
    for (uint32_t i = 0; i < 8; ++i) {
        uint32_t k = (i + 1) % 8;
        shape_quad(&s, k, i, 8 + i, 8 + k);
    }
    const uint32_t low[6] = {0, 1, 2, 3, 6, 7}, high[4] = {3, 4, 5, 6};
    shape_face(&s, 6, low);
    shape_face(&s, 4, high);
    const uint32_t low_back[6] = {15, 14, 11, 10, 9, 8}, high_back[4] = {14, 13, 12, 11};
    shape_face(&s, 6, low_back);
    shape_face(&s, 4, high_back);
    // The cuts of the sides are flat.
    assert_shape(&s,
                 (counts){.facets = 12, .solid = 12, .creases = 24, .convex = 22, .reflex = 2, .hill = 16});
}

static void an_l_shaped_polygon_is_one_facet_and_a_plane_rests_on_its_inner_corner(void** state)
{
    (void)state;
    static const double profile[6][2] = {{0.0, 0.0}, {2.0, 0.0}, {2.0, 1.0},
                                         {1.0, 1.0}, {1.0, 2.0}, {0.0, 2.0}};
    shape_clear(&s);
    uint32_t top[6], bottom[6];
    for (uint32_t i = 0; i < 12; ++i) {
        shape_vertex(&s, profile[i % 6][0], profile[i % 6][1], i < 6 ? 0.0 : 1.0);
    }
    for (uint32_t i = 0; i < 6; ++i) {
        top[i] = 6 + i;
        bottom[i] = 5 - i;
        shape_quad(&s, i, (i + 1) % 6, 6 + (i + 1) % 6, 6 + i);
    }
    shape_face(&s, 6, top);
    shape_face(&s, 6, bottom);
    assert_shape(&s, (counts){.facets = 8, .solid = 8, .creases = 18, .convex = 17, .reflex = 1, .hill = 12});
    toi_mesh* mesh = create(&s);
    for (uint32_t i = 0; i < mesh->features.facet_count; ++i) {
        const ti_facet* facet = &mesh->features.facets[i];
        assert_int_equal(facet->convex, facet_corner_count(facet) == 4);
    }
    assert_true(mesh->features.reflex);
    toi_mesh_destroy(mesh);
}

// A face of a cube cut into four by its middle: flat edges, and corners in the middle of straight creases.
static void a_subdivided_face_adds_hills_on_its_border_and_nothing_inside(void** state)
{
    (void)state;
    shape_clear(&s);
    shape_box(&s, 1.0, 1.0, 1.0);
    uint32_t a = shape_vertex(&s, 0.5, 0.0, 1.0), b = shape_vertex(&s, 1.0, 0.5, 1.0);
    uint32_t c = shape_vertex(&s, 0.5, 1.0, 1.0), d = shape_vertex(&s, 0.0, 0.5, 1.0);
    uint32_t m = shape_vertex(&s, 0.5, 0.5, 1.0);
    shape_quad(&s, 0, 2, 3, 1);
    const uint32_t sides[4][5] = {{0, 4, d, 6, 2}, {1, 3, 7, b, 5}, {0, 1, 5, a, 4}, {2, 6, c, 7, 3}};
    for (int i = 0; i < 4; ++i) {
        shape_face(&s, 5, sides[i]);
    }
    shape_quad(&s, 4, a, m, d);
    shape_quad(&s, a, 5, b, m);
    shape_quad(&s, m, b, 7, c);
    shape_quad(&s, d, m, c, 6);
    assert_shape(&s, (counts){.facets = 9, .solid = 9, .creases = 16, .convex = 16, .hill = 12});
    toi_mesh* mesh = create(&s);
    assert_int_equal(mesh->features.tip_class[m], TI_TIP_NONE);
    for (uint32_t i = 0; i < mesh->features.facet_count; ++i) {
        assert_true(mesh->features.facets[i].convex);
    }
    toi_mesh_destroy(mesh);
}

// A pyramid cut out of the top of a box: its point is a pit, its rim is not.
static void a_pit_is_a_hollow_and_its_rim_is_not(void** state)
{
    (void)state;
    for (int bump = 0; bump < 2; ++bump) {
        shape_clear(&s);
        shape_box(&s, 1.0, 1.0, 1.0);
        uint32_t p = shape_vertex(&s, 0.4, 0.6, bump ? 1.5 : 0.5);
        for (int i = 0; i < 5; ++i) {
            shape_face(&s, 4, box_faces[i]);
        }
        shape_triangle(&s, 4, 5, p);
        shape_triangle(&s, 5, 7, p);
        shape_triangle(&s, 7, 6, p);
        shape_triangle(&s, 6, 4, p);
        assert_shape(&s, (counts){.facets = 9,
                                  .solid = 9,
                                  .creases = 16,
                                  .convex = bump ? 16 : 12,
                                  .reflex = bump ? 0 : 4,
                                  .hill = bump ? 9 : 8,
                                  .hollow = bump ? 0 : 1});
    }
}

static void a_quad_that_is_not_planar_becomes_two_facets_and_a_crease(void** state)
{
    (void)state;
    shape_clear(&s);
    shape_box(&s, 1.0, 1.0, 1.0);
    s.vertices[3 * 7 + 2] = 1.1; // vertex 7 lifted: only the top is not planar
    add_box_faces(&s, 0, false);
    toi_mesh* mesh = create(&s);
    check(mesh);
    counts c = count(mesh);
    assert_int_equal(c.facets, 7);
    assert_int_equal(c.solid, 7);
    assert_int_equal(c.creases, 13);
    assert_int_equal(c.hill + c.hollow, 8);
    toi_mesh_destroy(mesh);
}

static void a_cavity_is_solid_and_a_box_inside_out_is_a_sheet(void** state)
{
    (void)state;
    shape_clear(&s);
    shape_box(&s, 1.0, 1.0, 1.0);
    add_box_faces(&s, 0, false);
    shape flipped;
    shape_flip(&s, &flipped);
    assert_shape(&flipped, (counts){.facets = 6, .creases = 12, .reflex = 12, .sheet = 8});
    uint32_t first = flipped.vertex_count;
    for (int i = 0; i < 8; ++i) {
        shape_vertex(&flipped, i & 1 ? 2.0 : -1.0, i & 2 ? 2.0 : -1.0, i & 4 ? 2.0 : -1.0);
    }
    add_box_faces(&flipped, first, false);
    assert_shape(
        &flipped,
        (counts){
            .facets = 12, .solid = 12, .creases = 24, .convex = 12, .reflex = 12, .hill = 8, .hollow = 8});
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_cube_has_6_facets_12_creases_and_8_hills),
        cmocka_unit_test(diagonals_of_a_cube_of_triangles_are_no_creases),
        cmocka_unit_test(a_torus_has_reflex_creases_and_hollows_on_its_inner_side),
        cmocka_unit_test(a_car_of_12_faces_has_two_reflex_creases),
        cmocka_unit_test(an_l_shaped_polygon_is_one_facet_and_a_plane_rests_on_its_inner_corner),
        cmocka_unit_test(a_subdivided_face_adds_hills_on_its_border_and_nothing_inside),
        cmocka_unit_test(a_pit_is_a_hollow_and_its_rim_is_not),
        cmocka_unit_test(a_quad_that_is_not_planar_becomes_two_facets_and_a_crease),
        cmocka_unit_test(a_cavity_is_solid_and_a_box_inside_out_is_a_sheet),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
