// A mesh asks for memory through its allocator alone, survives the failure of any one call, and gives all
// back.

#include "failing_allocator.h"
#include "mesh_shapes.h"

static shape s;

static void make_mixed(void)
{
    shape_torus(&s, 7, 5);
    const uint32_t corners[7] = {0, 11, 3, 3, 17, 29, 5};
    shape_face(&s, 1, corners);
    shape_face(&s, 2, corners);
    shape_face(&s, 7, corners);
}

static void every_allocation_may_fail_without_a_leak(void** state)
{
    (void)state;
    make_mixed();
    uint64_t calls = 1;
    for (uint64_t n = 1; n <= calls; ++n) {
        for (int after = 0; after < 2; ++after) {
            failing_allocator f = failing_allocator_make(n, after != 0);
            toi_allocator allocator = failing_allocator_use(&f);
            toi_mesh_def def = shape_def(&s);
            def.allocator = &allocator;
            toi_mesh* mesh = NULL;
            toi_error error = {0};
            toi_status status = toi_mesh_create(&def, &mesh, &error);
            if (f.failures == 0) {
                assert_int_equal(status, TOI_OK);
                toi_mesh_destroy(mesh);
            } else {
                calls = n + 1;
                assert_int_equal(status, TOI_ERROR_MEMORY);
                assert_int_equal(error.status, TOI_ERROR_MEMORY);
                assert_null(mesh);
            }
            assert_int_equal(f.live, 0);
        }
    }
    printf("%d calls\n", (int)(calls - 1));
    assert_true(calls > 50);
}

// The bound on a mesh without features is 200 bytes a triangle, tree included; this is what the tree leaves
// for the rest.
static void a_mesh_takes_less_than_100_bytes_a_triangle(void** state)
{
    (void)state;
    for (int inspect_only = 0; inspect_only < 2; ++inspect_only) {
        shape_sphere(&s, 40, 50);
        failing_allocator f = failing_allocator_make(0, false);
        toi_allocator allocator = failing_allocator_use(&f);
        toi_mesh_def def = shape_def(&s);
        def.allocator = &allocator;
        def.inspect_only = inspect_only != 0;
        toi_mesh* mesh = NULL;
        assert_int_equal(ti_mesh_build(&def, &mesh, NULL), TOI_OK);
        double bytes = (double)f.live_bytes / mesh->triangle_count;
        printf("%.1f bytes a triangle, %.1f while building\n", bytes,
               (double)f.most_bytes / mesh->triangle_count);
        assert_true(bytes < (inspect_only != 0 ? 88.0 : 100.0));
        ti_mesh_free(mesh);
        assert_int_equal(f.live, 0);
    }
}

static void freeing_no_mesh_does_nothing(void** state)
{
    (void)state;
    ti_mesh_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail_without_a_leak),
        cmocka_unit_test(a_mesh_takes_less_than_100_bytes_a_triangle),
        cmocka_unit_test(freeing_no_mesh_does_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
