// Edge classes and the proof of convexity: on shapes whose classes are known, and against planes in whole
// numbers.

#include "mesh_shapes.h"

static shape s, t;

static const double cube[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                  {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
static const uint32_t cube_faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                          {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

static void make_cube(shape* of)
{
    shape_clear(of);
    for (int i = 0; i < 8; ++i) {
        shape_vertex(of, cube[i][0], cube[i][1], cube[i][2]);
    }
    for (int f = 0; f < 6; ++f) {
        shape_face(of, 4, cube_faces[f]);
    }
}

static uint32_t class_of(const toi_mesh* mesh, uint32_t a, uint32_t b)
{
    for (uint32_t h = 0; h < mesh->corner_count; ++h) {
        if (mesh_tail(mesh, h) == a && mesh_head(mesh, h) == b) {
            return mesh->topology.edge_class[h];
        }
    }
    return TI_EDGE_NONE;
}

static void an_l_shaped_prism_has_one_reflex_edge(void** state)
{
    (void)state;
    shape_clear(&s);
    static const double x[6] = {0, 2, 2, 1, 1, 0}, y[6] = {0, 0, 1, 1, 2, 2};
    uint32_t top[6], bottom[6];
    for (uint32_t i = 0; i < 6; ++i) {
        bottom[5 - i] = shape_vertex(&s, x[i], y[i], 0);
        top[i] = shape_vertex(&s, x[i], y[i], 1);
    }
    shape_face(&s, 6, top);
    shape_face(&s, 6, bottom);
    for (uint32_t i = 0; i < 6; ++i) {
        uint32_t j = (i + 1) % 6;
        shape_quad(&s, 2 * i, 2 * j, 2 * j + 1, 2 * i + 1);
    }
    toi_mesh* mesh = shape_mesh(&s);
    assert_int_equal(mesh->info.edges_reflex, 1);
    assert_int_equal(mesh->info.edges_convex, 17);
    assert_int_equal(mesh->info.faces_non_convex, 2);
    assert_int_equal(mesh->info.faces_non_planar, 0);
    assert_int_equal(class_of(mesh, 6, 7), TI_EDGE_REFLEX);
    assert_false(mesh->info.convex);
    ti_mesh_free(mesh);
}

static void a_cube_is_convex_whichever_way_it_is_wound_and_cut(void** state)
{
    (void)state;
    make_cube(&s);
    toi_mesh_info info = shape_info(&s);
    assert_true(info.convex && info.closed && info.manifold && info.oriented);
    assert_int_equal(info.edges_convex, 12);
    shape_flip(&s, &t);
    info = shape_info(&t);
    assert_true(info.convex);
    assert_int_equal(info.edges_reflex, 12);

    make_cube(&s);
    shape_clear(&t);
    memcpy(t.vertices, s.vertices, sizeof s.vertices);
    t.vertex_count = 8;
    for (int f = 0; f < 6; ++f) {
        const uint32_t* c = cube_faces[f];
        shape_triangle(&t, c[0], c[1], c[2]);
        shape_triangle(&t, c[0], c[2], c[3]);
    }
    info = shape_info(&t);
    assert_int_equal(info.edges_flat, 6);
    assert_int_equal(info.edges_convex, 12);
    assert_true(info.convex);
}

static void a_cube_with_one_face_turned_missing_or_dented_is_not_convex(void** state)
{
    (void)state;
    make_cube(&s);
    s.face_count = 5;
    toi_mesh_info info = shape_info(&s);
    assert_true(!info.closed && !info.convex && info.manifold);
    assert_int_equal(info.edges_boundary, 4);

    make_cube(&s);
    for (uint32_t k = 0; k < 4; ++k) {
        s.indices[k] = cube_faces[0][3 - k];
    }
    info = shape_info(&s);
    assert_true(info.closed && info.manifold && !info.oriented && !info.convex);
    assert_int_equal(info.edges_misoriented, 4);

    make_cube(&s);
    s.face_count = 5;
    for (int dent = -1; dent <= 1; ++dent) {
        uint32_t middle = shape_vertex(&s, 0.5, 0.5, 1.0 + dent * 0x1p-52);
        for (uint32_t k = 0; k < 4; ++k) {
            shape_triangle(&s, cube_faces[5][k], cube_faces[5][(k + 1) % 4], middle);
        }
        info = shape_info(&s);
        assert_int_equal(info.convex, dent >= 0);
        assert_int_equal(info.edges_flat, dent == 0 ? 4 : 0);
        assert_int_equal(info.edges_reflex, dent < 0 ? 4 : 0);
        s.face_count = 5;
    }
}

// Around the axis twice, then closed: locally convex at every edge, Euler characteristic 2, and no convex
// surface.
static void a_surface_that_winds_twice_is_not_convex(void** state)
{
    (void)state;
    enum { N = 10 };
    shape_clear(&s);
    for (int i = 0; i < N; ++i) {
        double u = 2.0 * 6.283185307179586 * i / N;
        shape_vertex(&s, cos(u), sin(u), 0.0);
    }
    uint32_t top = shape_vertex(&s, 0, 0, 1), bottom = shape_vertex(&s, 0, 0, -1);
    for (uint32_t i = 0; i < N; ++i) {
        shape_triangle(&s, i, (i + 1) % N, top);
        shape_triangle(&s, (i + 1) % N, i, bottom);
    }
    toi_mesh_info info = shape_info(&s);
    assert_true(info.closed && info.manifold && info.oriented && info.components == 1);
    assert_int_equal((int)info.vertices - (int)info.edges + (int)info.faces, 2);
    assert_int_equal(info.edges_convex, info.edges);
    assert_false(info.convex);
}

static void flat_and_folded_shapes_are_not_convex_and_their_rims_are(void** state)
{
    (void)state;
    shape_clear(&s);
    for (int i = 0; i < 4; ++i) {
        shape_vertex(&s, cube[i][0], cube[i][1], cube[i][2]);
    }
    shape_quad(&s, 0, 1, 3, 2);
    shape_quad(&s, 2, 3, 1, 0);
    toi_mesh_info info = shape_info(&s);
    assert_true(info.closed && info.manifold && info.oriented && !info.convex);
    assert_int_equal(info.edges_convex, 4);
}

static int64_t dot_side(const double* v, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    int64_t m[3][3];
    const uint32_t of[3] = {b, c, d};
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            m[i][k] = (int64_t)v[3 * of[i] + k] - (int64_t)v[3 * a + k];
        }
    }
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

// A sphere with its vertices moved to whole numbers nearby: some edges become flat or reflex.
static void classes_and_convexity_agree_with_planes_in_whole_numbers(void** state)
{
    (void)state;
    test_random random = random_start(91);
    int convex_count = 0, bent_count = 0;
    for (int size = 2; size < 50000; size += 1 + size / 32) {
        shape_sphere(&s, 3, 3);
        for (uint32_t i = 0; i < 3 * s.vertex_count; ++i) {
            s.vertices[i] = floor(s.vertices[i] * size + 2.0 * random_unit(&random));
        }
        toi_mesh* mesh = shape_mesh(&s);
        bool convex = true;
        for (uint32_t h = 0; h < mesh->corner_count; ++h) {
            uint32_t g = mesh->topology.next_on_edge[h];
            uint32_t a = mesh_tail(mesh, h), b = mesh_head(mesh, h), c = mesh_head(mesh, mesh_next(mesh, h));
            int64_t side = dot_side(s.vertices, a, b, c, mesh_head(mesh, mesh_next(mesh, g)));
            uint32_t class = mesh->topology.edge_class[h];
            assert_int_equal(class == TI_EDGE_REFLEX, side > 0);
            assert_true(side >= 0 || class == TI_EDGE_CONVEX);
            assert_true(class != TI_EDGE_FLAT || side == 0);
            for (uint32_t d = 0; d < s.vertex_count; ++d) {
                convex = convex && dot_side(s.vertices, a, b, c, d) <= 0;
            }
        }
        if (mesh->info.faces_degenerate == 0) {
            assert_int_equal(mesh->info.convex, convex);
            convex_count += convex;
            bent_count += !convex;
        }
        ti_mesh_free(mesh);
    }
    printf("%d convex, %d not\n", convex_count, bent_count);
    assert_true(convex_count > 3 && bent_count > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_l_shaped_prism_has_one_reflex_edge),
        cmocka_unit_test(a_cube_is_convex_whichever_way_it_is_wound_and_cut),
        cmocka_unit_test(a_cube_with_one_face_turned_missing_or_dented_is_not_convex),
        cmocka_unit_test(a_surface_that_winds_twice_is_not_convex),
        cmocka_unit_test(flat_and_folded_shapes_are_not_convex_and_their_rims_are),
        cmocka_unit_test(classes_and_convexity_agree_with_planes_in_whole_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
