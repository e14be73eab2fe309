// What convex hulls take of memory, and what happens where there is none.

#include "bvh/hull.h"
#include "failing_allocator.h"
#include "mesh/features.h"
#include "mesh_samples.h"

static void failed_allocations_leak_nothing(void** state)
{
    (void)state;
    mesh_sample sample = sample_torus(30, 20, 1.0, 0.4);
    toi_vec3 cloud[600];
    assert_int_equal(sample.vertex_count, 600);
    memcpy(cloud, sample.vertices, sizeof cloud);
    sample_release(&sample);
    toi_status status = TOI_ERROR_MEMORY;
    uint64_t calls = 0;
    for (uint64_t i = 1; status != TOI_OK; ++i) {
        failing_allocator f = failing_allocator_make(i, i % 2 == 0);
        toi_allocator allocator = failing_allocator_use(&f);
        ti_hull hull;
        status = ti_hull_build(cloud, 600, &allocator, &hull);
        calls = f.calls;
        assert_true((status == TOI_OK) == (hull.facet_count > 0));
        ti_hull_release(&hull, &allocator);
        assert_int_equal(f.live, 0);
    }
    assert_true(calls > 6);
}

static void a_sphere_takes_at_most_200_bytes_a_triangle_for_first_contact_and_380_in_all(void** state)
{
    (void)state;
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    mesh_sample sample = sample_sphere(120, 80, 1.0);
    toi_mesh_def def = sample_def(&sample);
    def.allocator = &allocator;
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    assert_non_null(mesh->support.neighbors);
    double bytes = (double)f.live_bytes / mesh->triangle_count;
    printf("%u triangles: %.1f bytes a triangle, %.1f while building\n", mesh->triangle_count, bytes,
           (double)f.most_bytes / mesh->triangle_count);
    assert_true(bytes <= 380.0);
    ti_features_release(mesh);
    double slabs = (double)mesh->tree.node_count * sizeof(ti_slabs); // for traces alone
    assert_true(((double)f.live_bytes - slabs) / mesh->triangle_count <= 200.0);
    toi_mesh_destroy(mesh);
    assert_int_equal(f.live, 0);
    sample_release(&sample);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(failed_allocations_leak_nothing),
        cmocka_unit_test(a_sphere_takes_at_most_200_bytes_a_triangle_for_first_contact_and_380_in_all),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
