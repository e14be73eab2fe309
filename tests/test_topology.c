// Half-edges, components and fans on meshes whose counts are known, and against a search through all pairs.

#include "mesh_shapes.h"

static shape s, t;

static int64_t euler(const toi_mesh_info* info)
{
    return (int64_t)(info->vertices - info->vertices_unused) - info->edges + info->faces;
}

// What the rings and lists must be, found by comparing every two half-edges.
static void check_half_edges(const toi_mesh* mesh)
{
    const ti_topology* y = &mesh->topology;
    for (uint32_t h = 0; h < mesh->corner_count; ++h) {
        uint32_t face = y->face_of[h];
        assert_true(mesh->face_offsets[face] <= h && h < mesh->face_offsets[face + 1]);
        uint32_t a = mesh_tail(mesh, h), b = mesh_head(mesh, h);
        uint32_t expected = a == b, length = 0;
        for (uint32_t g = 0; g < mesh->corner_count && a != b; ++g) {
            uint32_t c = mesh_tail(mesh, g), d = mesh_head(mesh, g);
            expected += (a == c && b == d) || (a == d && b == c);
        }
        uint32_t g = h;
        do {
            uint32_t c = mesh_tail(mesh, g), d = mesh_head(mesh, g);
            assert_true((a == c && b == d) || (a == d && b == c));
            g = y->next_on_edge[g];
            ++length;
        } while (g != h && length <= mesh->corner_count);
        assert_int_equal(length, expected);
        assert_true((y->edge_class[h] == TI_EDGE_NONE) == (a == b));
        assert_int_equal(y->edge_class[h], y->edge_class[y->next_on_edge[h]]);
    }
    uint32_t i = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        assert_int_equal(y->vertex_first[v], i);
        for (uint32_t h = 0; h < mesh->corner_count; ++h) {
            if (mesh->corners[h] == v) {
                assert_int_equal(y->vertex_corner[i++], h);
            }
        }
    }
    assert_int_equal(y->vertex_first[mesh->vertex_count], mesh->corner_count);
}

static void check_shape(const shape* of)
{
    toi_mesh* mesh = shape_mesh(of);
    check_half_edges(mesh);
    ti_mesh_free(mesh);
}

static void spheres_have_characteristic_two_and_tori_zero(void** state)
{
    (void)state;
    for (uint32_t n = 3; n < 24; n += 4) {
        shape_sphere(&s, n, n + 1);
        toi_mesh_info info = shape_info(&s);
        assert_int_equal(euler(&info), 2);
        assert_true(info.closed && info.manifold && info.oriented);
        assert_int_equal(info.components, 1);
        assert_int_equal(info.edges, 3 * info.faces / 2);
        shape_torus(&s, n + 2, n);
        info = shape_info(&s);
        assert_int_equal(euler(&info), 0);
        assert_true(info.closed && info.manifold && info.oriented && !info.convex);
        assert_int_equal(info.edges, 2 * info.faces);
        if (n < 12) {
            check_shape(&s);
        }
    }
}

static void a_moebius_strip_is_an_open_manifold_that_cannot_be_oriented(void** state)
{
    (void)state;
    enum { N = 9 };
    shape_clear(&s);
    for (int i = 0; i < N; ++i) {
        double u = 6.283185307179586 * i / N;
        for (int side = -1; side <= 1; side += 2) {
            double r = 2.0 + 0.5 * side * cos(u / 2.0);
            shape_vertex(&s, r * cos(u), r * sin(u), 0.5 * side * sin(u / 2.0));
        }
    }
    for (uint32_t i = 0; i + 1 < N; ++i) {
        shape_quad(&s, 2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1);
    }
    shape_quad(&s, 2 * N - 2, 1, 0, 2 * N - 1);
    toi_mesh_info info = shape_info(&s);
    assert_int_equal(euler(&info), 0);
    assert_int_equal(info.edges_boundary, 2 * N);
    assert_int_equal(info.edges_misoriented, 1);
    assert_true(info.manifold && !info.closed && !info.oriented);
    assert_int_equal(info.vertices_non_manifold, 0);
    check_shape(&s);
}

static void two_sheets_through_one_edge_or_vertex_are_not_manifold(void** state)
{
    (void)state;
    shape_clear(&s);
    for (int i = 0; i < 9; ++i) {
        shape_vertex(&s, i % 3, i / 3, i * i);
    }
    shape_triangle(&s, 0, 1, 2);
    shape_triangle(&s, 1, 0, 3);
    shape_triangle(&s, 0, 1, 4);
    toi_mesh_info info = shape_info(&s);
    assert_int_equal(info.edges_non_manifold, 1);
    assert_int_equal(info.edges_boundary, 6);
    assert_int_equal(info.vertices_non_manifold, 2);
    assert_int_equal(info.vertices_unused, 4);
    assert_int_equal(info.components, 1);
    assert_false(info.manifold);
    check_shape(&s);

    shape_clear(&t);
    t.vertex_count = 5;
    memcpy(t.vertices, s.vertices, sizeof(double) * 15);
    shape_triangle(&t, 0, 1, 2);
    shape_triangle(&t, 0, 3, 4);
    info = shape_info(&t);
    assert_int_equal(info.vertices_non_manifold, 1);
    assert_int_equal(info.edges_non_manifold, 0);
    assert_int_equal(info.components, 2);
    assert_false(info.manifold);
    check_shape(&t);
}

static void four_sheets_through_one_edge_are_closed_and_not_manifold(void** state)
{
    (void)state;
    // Two tetrahedra that share an edge and nothing else.
    shape_clear(&s);
    static const double v[6][3] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
    for (int i = 0; i < 6; ++i) {
        shape_vertex(&s, v[i][0], v[i][1], v[i][2]);
    }
    for (uint32_t i = 2; i <= 4; i += 2) {
        shape_triangle(&s, 0, 1, i + 1);
        shape_triangle(&s, 1, 0, i);
        shape_triangle(&s, 0, i + 1, i);
        shape_triangle(&s, 1, i, i + 1);
    }
    toi_mesh_info info = shape_info(&s);
    assert_true(info.closed && !info.manifold && !info.convex);
    assert_int_equal(info.edges_non_manifold, 1);
    assert_int_equal(info.vertices_non_manifold, 2);
    assert_int_equal(info.components, 1);
    check_shape(&s);
}

static void points_segments_and_loops_are_taken_as_they_are(void** state)
{
    (void)state;
    shape_clear(&s);
    for (int i = 0; i < 5; ++i) {
        shape_vertex(&s, i, i * i, 0.0);
    }
    const uint32_t corners[8] = {0, 1, 2, 3, 3, 4, 4, 4};
    shape_face(&s, 1, corners);
    toi_mesh_info info = shape_info(&s);
    assert_true(!info.closed && info.edges == 0 && info.triangles == 1 && info.components == 1);
    assert_int_equal(info.faces_degenerate, 1);
    shape_face(&s, 2, corners + 1);
    shape_face(&s, 5, corners + 3);
    info = shape_info(&s);
    assert_int_equal(info.edges, 2);
    assert_int_equal(info.edges_boundary, 1);
    assert_int_equal(info.components, 3);
    assert_int_equal(info.triangles, 1 + 1 + 3);
    assert_int_equal(info.faces_degenerate, 3);
    assert_true(!info.closed);
    assert_int_equal(info.vertices_non_manifold, 0);
    check_shape(&s);
}

static void random_soup_has_the_rings_that_a_search_finds(void** state)
{
    (void)state;
    test_random random = random_start(81);
    for (int round = 0; round < 40; ++round) {
        uint32_t vertex_count = 2 + random_below(&random, 12);
        shape_clear(&s);
        for (uint32_t i = 0; i < vertex_count; ++i) {
            double x = random_below(&random, 3), y = random_below(&random, 3);
            shape_vertex(&s, x, y, random_below(&random, 3));
        }
        for (int f = 0; f < 20; ++f) {
            uint32_t corners[6], count = 1 + random_below(&random, 6);
            for (uint32_t k = 0; k < count; ++k) {
                corners[k] = random_below(&random, vertex_count);
            }
            shape_face(&s, count, corners);
        }
        check_shape(&s);
    }
}

static bool share_an_edge(const uint32_t a[3], const uint32_t b[3])
{
    int shared = 0;
    for (int i = 0; i < 9; ++i) {
        shared += a[i / 3] == b[i % 3];
    }
    return shared >= 2;
}

// Gives each triangle the lowest label of those it shares an edge with; false once nothing changes.
static bool flood_once(const shape* of, uint32_t* label)
{
    bool changed = false;
    for (uint32_t i = 0; i < of->face_count * of->face_count; ++i) {
        uint32_t f = i / of->face_count, g = i % of->face_count;
        bool joined = share_an_edge(of->indices + 3 * (size_t)f, of->indices + 3 * (size_t)g);
        if (joined && label[f] < label[g]) {
            label[g] = label[f];
            changed = true;
        }
    }
    return changed;
}

// Components of triangles by flooding, written without the rings.
static uint32_t flood(const shape* of)
{
    static uint32_t label[SHAPE_MAX];
    for (uint32_t f = 0; f < of->face_count; ++f) {
        label[f] = f;
    }
    while (flood_once(of, label)) {
    }
    uint32_t count = 0;
    for (uint32_t f = 0; f < of->face_count; ++f) {
        count += label[f] == f;
    }
    return count;
}

static void components_are_those_that_flooding_finds(void** state)
{
    (void)state;
    test_random random = random_start(82);
    for (int round = 0; round < 50; ++round) {
        shape_clear(&s);
        for (int i = 0; i < 20; ++i) {
            shape_vertex(&s, i, i * i, i * i * i);
        }
        for (int f = 0; f < 25; ++f) {
            uint32_t a = random_below(&random, 20), b = (a + 1 + random_below(&random, 5)) % 20;
            shape_triangle(&s, a, b, (b + 1 + random_below(&random, 5)) % 20);
        }
        toi_mesh* mesh = shape_mesh(&s);
        assert_int_equal(mesh->info.components, flood(&s));
        assert_int_equal(mesh->topology.component_count, mesh->info.components);
        for (uint32_t i = 0; i < mesh->topology.component_count; ++i) {
            uint32_t v = mesh->topology.component_vertex[i];
            assert_true(mesh->topology.vertex_first[v] < mesh->topology.vertex_first[v + 1]);
        }
        ti_mesh_free(mesh);
    }
}

static void shuffling_and_flipping_change_no_count(void** state)
{
    (void)state;
    test_random random = random_start(83);
    shape_torus(&s, 11, 7);
    s.face_count -= 3;
    toi_mesh_info before = shape_info(&s);
    for (int round = 0; round < 5; ++round) {
        shape_shuffle(&s, &t, &random, NULL);
        toi_mesh_info after = shape_info(&t);
        assert_memory_equal(&before, &after, sizeof before);
    }
    shape_flip(&s, &t);
    toi_mesh_info flipped = shape_info(&t);
    assert_int_equal(flipped.edges_convex, before.edges_reflex);
    assert_int_equal(flipped.edges_reflex, before.edges_convex);
    assert_int_equal(flipped.edges_flat, before.edges_flat);
    assert_int_equal(flipped.edges_boundary, before.edges_boundary);
    assert_int_equal(flipped.faces_non_planar, before.faces_non_planar);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spheres_have_characteristic_two_and_tori_zero),
        cmocka_unit_test(a_moebius_strip_is_an_open_manifold_that_cannot_be_oriented),
        cmocka_unit_test(two_sheets_through_one_edge_or_vertex_are_not_manifold),
        cmocka_unit_test(four_sheets_through_one_edge_are_closed_and_not_manifold),
        cmocka_unit_test(points_segments_and_loops_are_taken_as_they_are),
        cmocka_unit_test(random_soup_has_the_rings_that_a_search_finds),
        cmocka_unit_test(components_are_those_that_flooding_finds),
        cmocka_unit_test(shuffling_and_flipping_change_no_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
