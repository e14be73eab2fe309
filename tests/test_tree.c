// The tree of a mesh: its ranges, boxes, patches and sizes, against exact arithmetic and plain counting.

#include "failing_allocator.h"
#include "mesh/build.h"
#include "mesh/features.h"
#include "mesh_samples.h"
#include "tree_check.h"

#include <arf.h> // here too, because this line decides what the test is linked to

static int compare_triangles(const void* a, const void* b)
{
    const ti_triangle *s = a, *t = b;
    if (s->face != t->face) {
        return s->face < t->face ? -1 : 1;
    }
    for (int k = 0; k < 3; ++k) {
        if (s->vertex[k] != t->vertex[k]) {
            return s->vertex[k] < t->vertex[k] ? -1 : 1;
        }
    }
    return 0;
}

// The triangles of the tree are those of the mesh before, each once.
static void check_triangles(const toi_mesh* mesh, const toi_mesh_def* def)
{
    toi_mesh* before;
    assert_int_equal(ti_mesh_build(def, &before, NULL), TOI_OK);
    assert_int_equal(before->triangle_count, mesh->triangle_count);
    size_t size = mesh->triangle_count * sizeof(ti_triangle);
    ti_triangle* sorted = malloc(size);
    assert_non_null(sorted);
    memcpy(sorted, mesh->triangles, size);
    qsort(sorted, mesh->triangle_count, sizeof *sorted, compare_triangles);
    qsort(before->triangles, before->triangle_count, sizeof *sorted, compare_triangles);
    assert_memory_equal(sorted, before->triangles, size);
    free(sorted);
    toi_mesh_destroy(before);
}

static toi_mesh* create(const mesh_sample* sample)
{
    toi_mesh_def def = sample_def(sample);
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

static void check_sample(mesh_sample sample, bool exact)
{
    toi_mesh_def def = sample_def(&sample);
    toi_mesh* mesh = create(&sample);
    check_triangles(mesh, &def);
    check_tree(mesh, exact);
    toi_mesh_destroy(mesh);
    sample_release(&sample);
}

// ---- tests

static void boxes_hold_their_points_exactly(void** state)
{
    (void)state;
    check_sample(sample_torus(24, 16, 1.0, 0.3), true);
    check_sample(sample_torus(5, 5, 1e-3, 1e-9), true);
    check_sample(sample_sphere(20, 12, 100.0), true);
    check_sample(sample_turned_box(1.0, 2.0, 3.0), true);
    check_sample(sample_turned_box(1.0, 1e-9, 1e-15), true);
}

static void boxes_hold_random_soup_exactly(void** state)
{
    (void)state;
    test_random random = random_start(1);
    const double least[] = {0.5, 1e-3, 1e-8, 1e-16, 1e-30};
    for (uint32_t i = 0; i < 20; ++i) {
        check_sample(sample_soup(1 + random_below(&random, 120), least[i % 5], i < 10 ? 0.0 : 1e3, &random),
                     true);
    }
}

static void flat_and_collinear_sets_are_held_exactly(void** state)
{
    (void)state;
    check_sample(sample_grid(12, v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0)), true);
    check_sample(sample_grid(12, v3(1e4, 2e4, 3e4), v3(1, 2, 3), v3(-0.3, 0.7, 0.11)), true);
    check_sample(sample_grid(9, v3(0.1, 0.2, 0.3), v3(1, 2, 3), v3(1e-12, 1e-13, 3e-13)), true);
    check_sample(sample_grid(9, v3(0, 0, 0), v3(1, 2, 3), v3(2, 4, 6)), true);
    check_sample(sample_chain(100, v3(1, 0.3, -0.7)), true);
    check_sample(sample_chain(30, v3(0, 0, 1)), true);
}

static void points_segments_and_single_triangles_have_a_tree(void** state)
{
    (void)state;
    for (uint32_t corners = 1; corners <= 3; ++corners) {
        for (uint32_t copies = 1; copies <= 70; copies = 3 * copies + 1) {
            check_sample(sample_repeated(corners, copies), true);
        }
    }
}

static void equal_triangles_split_evenly(void** state)
{
    (void)state;
    mesh_sample sample = sample_repeated(3, 100000);
    toi_mesh* mesh = create(&sample);
    check_tree(mesh, false);
    assert_true(mesh->tree.depth <= 10);
    // Ties go by face, so the leaves are those of the faces in their order.
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        uint32_t vertices[3];
        assert_true(toi_mesh_triangle(mesh, i, vertices) / 4 == i / 4);
    }
    toi_mesh_destroy(mesh);
    sample_release(&sample);
}

static void shuffled_input_gives_a_valid_tree(void** state)
{
    (void)state;
    test_random random = random_start(2);
    for (int i = 0; i < 4; ++i) {
        mesh_sample sample = i % 2 ? sample_torus(20, 14, 1.0, 0.4) : sample_turned_box(1.0, 0.4, 2.0);
        sample_shuffle(&sample, &random);
        check_sample(sample, true);
    }
}

// A frame that follows the box is tight; one of skewed principal axes would be up to sqrt(2) longer.
static void boxes_of_boxes_are_tight(void** state)
{
    (void)state;
    const double half[4][3] = {{1, 1, 1}, {1, 2, 3}, {1, 1e-3, 1}, {5, 0.1, 0.1}};
    for (int i = 0; i < 4; ++i) {
        mesh_sample sample = sample_turned_box(half[i][0], half[i][1], half[i][2]);
        toi_mesh* mesh = create(&sample);
        double size = v3_length(v3(half[i][0], half[i][1], half[i][2]));
        double stored = ldexp((double)mesh->tree.nodes[0].size[0], mesh->exponent);
        assert_near(stored, size, 0x1p-19 * size);
        toi_mesh_destroy(mesh);
        sample_release(&sample);

        assert_int_equal(toi_mesh_create_box(v3(half[i][0], half[i][1], half[i][2]), NULL, &mesh, NULL),
                         TOI_OK);
        stored = ldexp((double)mesh->tree.nodes[0].size[0], mesh->exponent);
        assert_near(stored, size, 0x1p-19 * size);
        check_tree(mesh, true);
        toi_mesh_destroy(mesh);
    }
}

static void check_same_tree(const toi_mesh* a, const toi_mesh* b)
{
    assert_int_equal(a->tree.node_count, b->tree.node_count);
    assert_int_equal(a->tree.patch_count, b->tree.patch_count);
    assert_memory_equal(a->tree.nodes, b->tree.nodes, a->tree.node_count * sizeof(ti_node));
    assert_memory_equal(a->triangles, b->triangles, a->triangle_count * sizeof(ti_triangle));
    assert_memory_equal(a->tree.patch_radius, b->tree.patch_radius, a->tree.patch_count * sizeof(float));
    size_t doubles = 0;
    for (uint32_t i = 0; i < a->tree.patch_count; ++i) {
        assert_int_equal(a->tree.patches[i].count, b->tree.patches[i].count);
        doubles += 3 * (size_t)a->tree.patches[i].count;
    }
    assert_memory_equal(a->tree.patch_memory, b->tree.patch_memory, doubles * sizeof(double));
}

static void scaling_by_powers_of_two_changes_no_bit(void** state)
{
    (void)state;
    mesh_sample sample = sample_torus(20, 14, 1.0, 0.4);
    toi_mesh* mesh = create(&sample);
    for (int k = -300; k <= 300; k += 100) {
        toi_mesh_def def = sample_def(&sample);
        def.scale = ldexp(1.0, k);
        toi_mesh* scaled;
        assert_int_equal(toi_mesh_create(&def, &scaled, NULL), TOI_OK);
        check_same_tree(mesh, scaled);
        toi_mesh_destroy(scaled);
    }
    toi_mesh_destroy(mesh);
    sample_release(&sample);
}

static void large_meshes_take_at_most_200_bytes_a_triangle_and_380_with_features(void** state)
{
    (void)state;
    mesh_sample sample = sample_torus(250, 200, 1.0, 0.4);
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    toi_mesh_def def = sample_def(&sample);
    def.allocator = &allocator;
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    double bytes = (double)f.live_bytes / mesh->triangle_count;
    printf("%u triangles, %u nodes, %u patches, depth %u: %.1f bytes a triangle, %.1f while building\n",
           mesh->triangle_count, mesh->tree.node_count, mesh->tree.patch_count, mesh->tree.depth, bytes,
           (double)f.most_bytes / mesh->triangle_count);
    assert_true(bytes <= 380.0);
    ti_features_release(mesh);
    bytes = (double)f.live_bytes / mesh->triangle_count;
    printf("%.1f bytes a triangle without features\n", bytes);
    assert_true(bytes <= 200.0);
    check_tree(mesh, false);
    toi_mesh_destroy(mesh);
    assert_int_equal(f.live, 0);
    sample_release(&sample);
}

static void failed_allocations_leak_nothing(void** state)
{
    (void)state;
    mesh_sample sample = sample_torus(12, 12, 1.0, 0.4);
    toi_mesh_def def = sample_def(&sample);
    toi_mesh* mesh = NULL;
    toi_status status = TOI_ERROR_MEMORY;
    uint64_t calls = 0;
    for (uint64_t i = 1; status != TOI_OK; ++i) {
        failing_allocator f = failing_allocator_make(i, i % 2 == 0);
        toi_allocator allocator = failing_allocator_use(&f);
        toi_error error = {.status = TOI_OK};
        def.allocator = &allocator;
        status = toi_mesh_create(&def, &mesh, &error);
        calls = f.calls;
        if (status == TOI_OK) {
            toi_mesh_destroy(mesh);
        } else {
            assert_int_equal(status, TOI_ERROR_MEMORY);
            assert_int_equal(error.status, TOI_ERROR_MEMORY);
            assert_null(mesh);
            mesh = NULL;
        }
        assert_int_equal(f.live, 0);
    }
    assert_true(calls > 15);
    sample_release(&sample);
}

static void inspected_meshes_have_no_tree(void** state)
{
    (void)state;
    mesh_sample sample = sample_torus(12, 12, 1.0, 0.4);
    toi_mesh_def def = sample_def(&sample);
    def.inspect_only = true;
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    assert_null(mesh->tree.nodes);
    assert_null(mesh->support.memory);
    toi_mesh_destroy(mesh);
    sample_release(&sample);
}

static void wrong_arguments_are_refused(void** state)
{
    (void)state;
    toi_error error = {.status = TOI_OK};
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(NULL, &mesh, &error), TOI_ERROR_INVALID);
    assert_int_equal(error.status, TOI_ERROR_INVALID);
    assert_int_equal(toi_mesh_create_box(v3(1, 1, (double)NAN), NULL, &mesh, &error), TOI_ERROR_INVALID);
    assert_int_equal(toi_mesh_create_box(v3(1, 1, 1), NULL, NULL, &error), TOI_ERROR_INVALID);
    assert_null(mesh);
    toi_mesh_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(boxes_hold_their_points_exactly),
        cmocka_unit_test(boxes_hold_random_soup_exactly),
        cmocka_unit_test(flat_and_collinear_sets_are_held_exactly),
        cmocka_unit_test(points_segments_and_single_triangles_have_a_tree),
        cmocka_unit_test(equal_triangles_split_evenly),
        cmocka_unit_test(shuffled_input_gives_a_valid_tree),
        cmocka_unit_test(boxes_of_boxes_are_tight),
        cmocka_unit_test(scaling_by_powers_of_two_changes_no_bit),
        cmocka_unit_test(large_meshes_take_at_most_200_bytes_a_triangle_and_380_with_features),
        cmocka_unit_test(failed_allocations_leak_nothing),
        cmocka_unit_test(inspected_meshes_have_no_tree),
        cmocka_unit_test(wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
