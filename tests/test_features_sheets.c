// Features of what is no solid, and laws of scale and place.

#include "feature_check.h"

static shape s;

// ---- sheets

static void an_open_sheet_keeps_its_border(void** state)
{
    (void)state;
    shape_clear(&s);
    for (uint32_t i = 0; i < 9; ++i) {
        shape_vertex(&s, i % 3, i / 3, 0.0);
    }
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t a = i % 2 + i / 2 * 3;
        shape_quad(&s, a, a + 1, a + 4, a + 3);
    }
    assert_shape(&s, (counts){.facets = 4, .creases = 8, .boundary = 8, .sheet = 8});
    s.vertices[3 * 4 + 2] = 0.5; // quads that are not planar
    toi_mesh* mesh = create(&s);
    check(mesh);
    counts c = count(mesh);
    assert_int_equal(c.facets, 8);
    assert_int_equal(c.creases, 16);
    assert_int_equal(c.boundary, 8);
    assert_int_equal(c.sheet, 9);
    toi_mesh_destroy(mesh);
}

// A ring of n quads with a half twist cannot be oriented.
static void a_moebius_strip_is_a_sheet_with_a_misoriented_crease(void** state)
{
    (void)state;
    enum { N = 12 };
    shape_clear(&s);
    for (uint32_t i = 0; i < N; ++i) {
        double u = 6.283185307179586 * i / N, h = 0.5 * u;
        for (int k = -1; k <= 1; k += 2) {
            double r = 1.0 + 0.3 * k * cos(h);
            shape_vertex(&s, r * cos(u), r * sin(u), 0.3 * k * sin(h));
        }
    }
    for (uint32_t i = 0; i + 1 < N; ++i) {
        shape_triangle(&s, 2 * i, 2 * i + 2, 2 * i + 3);
        shape_triangle(&s, 2 * i, 2 * i + 3, 2 * i + 1);
    }
    shape_triangle(&s, 2 * N - 2, 1, 0);
    shape_triangle(&s, 2 * N - 2, 0, 2 * N - 1);
    toi_mesh* mesh = create(&s);
    check(mesh);
    counts c = count(mesh);
    assert_int_equal(c.facets, 2 * N);
    assert_int_equal(c.solid, 0);
    assert_int_equal(c.boundary, 2 * N);
    assert_int_equal(c.creases, 4 * N);
    assert_int_equal(c.sheet, 2 * N);
    toi_mesh_destroy(mesh);
}

static void cubes_that_share_an_edge_or_a_vertex_are_told_apart(void** state)
{
    (void)state;
    shape_clear(&s);
    shape_box(&s, 1.0, 1.0, 1.0);
    add_box_faces(&s, 0, false);
    shape edge = s, vertex = s;
    // The second cube has vertex 3 (and 7) of the first for its vertex 0 (and 4).
    for (int shared = 1; shared <= 2; ++shared) {
        shape* to = shared == 1 ? &vertex : &edge;
        uint32_t place[8];
        for (uint32_t i = 0; i < 8; ++i) {
            double z = (i & 4 ? 1.0 : 0.0);
            bool same = i == 0 || (i == 4 && shared == 2);
            place[i] = same ? (i == 0 ? 3 : 7)
                            : shape_vertex(to, i & 1 ? 2.0 : 1.0, i & 2 ? 2.0 : 1.0, shared == 1 ? -z : z);
        }
        for (int i = 0; i < 6; ++i) {
            const uint32_t* v = box_faces[i];
            if (shared == 1) { // mirrored, so wound the other way
                shape_quad(to, place[v[3]], place[v[2]], place[v[1]], place[v[0]]);
            } else {
                shape_quad(to, place[v[0]], place[v[1]], place[v[2]], place[v[3]]);
            }
        }
    }
    assert_shape(&edge, (counts){.facets = 12, .creases = 23, .convex = 22, .non_manifold = 1, .sheet = 14});
    assert_shape(&vertex,
                 (counts){.facets = 12, .solid = 12, .creases = 24, .convex = 24, .hill = 14, .sheet = 1});
}

static void points_and_segments_are_tips_and_creases_without_facets(void** state)
{
    (void)state;
    shape_clear(&s);
    for (uint32_t i = 0; i < 6; ++i) {
        shape_vertex(&s, i, i * i, 0.5 * i);
    }
    const uint32_t v[6] = {0, 1, 2, 2, 3, 4};
    shape_face(&s, 2, v);     // a segment
    shape_face(&s, 1, v + 5); // a point
    shape_face(&s, 2, v + 2); // a point named twice
    assert_shape(&s, (counts){.creases = 1, .boundary = 1, .sheet = 4});
    shape_triangle(&s, 0, 2, 5); // vertex 3 is unused
    assert_shape(&s, (counts){.facets = 1, .creases = 4, .boundary = 4, .sheet = 5});
}

static void repeated_corners_are_dropped(void** state)
{
    (void)state;
    shape_clear(&s);
    shape_box(&s, 1.0, 1.0, 1.0);
    for (int i = 0; i < 6; ++i) {
        const uint32_t* v = box_faces[i];
        const uint32_t twice[7] = {v[0], v[1], v[1], v[2], v[3], v[3], v[0]};
        shape_face(&s, 7, twice);
    }
    assert_shape(&s, (counts){.facets = 6, .solid = 6, .creases = 12, .convex = 12, .hill = 8});
}

// ---- laws

static void scaling_by_a_power_of_two_changes_no_bit(void** state)
{
    (void)state;
    make_torus(&s, 25, 12, false);
    toi_mesh* mesh = create(&s);
    for (int k = -300; k <= 300; k += 150) {
        shape scaled = s;
        for (uint32_t i = 0; i < 3 * s.vertex_count; ++i) {
            scaled.vertices[i] = ldexp(s.vertices[i], k);
        }
        toi_mesh* other = create(&scaled);
        const ti_features *f = &mesh->features, *g = &other->features;
        assert_int_equal(f->facet_count, g->facet_count);
        for (uint32_t i = 0; i < f->facet_count; ++i) {
            assert_memory_equal(&f->facets[i].normal, &g->facets[i].normal, sizeof(toi_vec3));
            assert_memory_equal(&f->facets[i].offset, &g->facets[i].offset, sizeof(double));
        }
        assert_memory_equal(f->tip_class, g->tip_class, mesh->vertex_count);
        assert_true(f->flatness == g->flatness);
        toi_mesh_destroy(other);
    }
    toi_mesh_destroy(mesh);
}

// 1e6 away the coordinates of the torus are off by 1e-10: quads must still be facets, and saddles hollow.
static void far_from_the_origin_the_features_are_the_same(void** state)
{
    (void)state;
    for (int axis = 0; axis < 3; ++axis) {
        make_torus(&s, 25, 12, false);
        for (uint32_t i = 0; i < s.vertex_count; ++i) {
            s.vertices[3 * i + (uint32_t)axis] += 1e6;
            s.vertices[3 * i + (uint32_t)(axis + 1) % 3] -= 1e6 / 3.0;
        }
        toi_mesh* mesh = create(&s);
        check_facets(mesh);
        counts c = count(mesh);
        assert_int_equal(c.facets, 300);
        assert_int_equal(c.creases, 600);
        assert_int_equal(c.reflex, 150);
        assert_true(c.hollow <= 125 && c.hollow + c.hill == 300);
        toi_mesh_destroy(mesh);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(an_open_sheet_keeps_its_border),
        cmocka_unit_test(a_moebius_strip_is_a_sheet_with_a_misoriented_crease),
        cmocka_unit_test(cubes_that_share_an_edge_or_a_vertex_are_told_apart),
        cmocka_unit_test(points_and_segments_are_tips_and_creases_without_facets),
        cmocka_unit_test(repeated_corners_are_dropped),
        cmocka_unit_test(scaling_by_a_power_of_two_changes_no_bit),
        cmocka_unit_test(far_from_the_origin_the_features_are_the_same),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
