// Meshes straight from the bytes of a file.

#include "cmocka_toi.h"
#include "failing_allocator.h"
#include "toi/toi.h"

static const char tetrahedron[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                                  "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

static const char split_triangle[] =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 -1 0\nf 5 4 6\n";

static toi_mesh* read_obj(const char* text, const toi_read_def* def)
{
    toi_mesh* mesh = NULL;
    toi_error error;
    assert_int_equal(toi_mesh_read(text, strlen(text), TOI_FORMAT_OBJ, def, &mesh, &error), TOI_OK);
    return mesh;
}

static void a_file_becomes_a_mesh_for_queries(void** state)
{
    (void)state;
    toi_mesh* mesh = read_obj(tetrahedron, NULL);
    toi_mesh_info info;
    toi_mesh_get_info(mesh, &info);
    assert_int_equal(info.vertices, 4);
    assert_int_equal(info.triangles, 4);
    assert_true(info.closed && info.components == 1);
    uint32_t faces = 0;
    for (uint32_t i = 0; i < info.triangles; ++i) {
        const uint32_t* corners;
        uint32_t vertices[3], face = toi_mesh_triangle(mesh, i, vertices);
        assert_int_equal(toi_mesh_face(mesh, face, &corners), 3);
        for (int k = 0; k < 3; ++k) {
            uint32_t v = vertices[k];
            assert_true(v == corners[0] || v == corners[1] || v == corners[2]);
            assert_true(v != vertices[(k + 1) % 3]);
        }
        faces |= 1u << face;
    }
    assert_int_equal(faces, 15);
    toi_mesh_destroy(mesh);
}

static void the_definition_scales_welds_and_inspects(void** state)
{
    (void)state;
    toi_read_def def = {.scale = 4.0, .weld = true, .inspect_only = true};
    toi_mesh* mesh = read_obj(split_triangle, &def);
    toi_mesh_info info;
    toi_mesh_get_info(mesh, &info);
    assert_int_equal(info.vertices, 4);
    assert_int_equal(info.components, 1);
    assert_true(info.bounds.upper.x == 4.0 && info.bounds.lower.y == -4.0);
    toi_mesh_destroy(mesh);
}

static void wrong_files_leave_the_output_alone(void** state)
{
    (void)state;
    toi_mesh* mesh = NULL;
    toi_error error = {.status = TOI_OK};
    const char text[] = "v 0 0 0\nf 1 2 3\n";
    assert_int_not_equal(toi_mesh_read(text, strlen(text), TOI_FORMAT_OBJ, NULL, &mesh, &error), TOI_OK);
    assert_true(error.status != TOI_OK && error.text[0] != '\0');
    assert_int_equal(toi_mesh_read(text, 4, TOI_FORMAT_UNKNOWN, NULL, &mesh, NULL), TOI_ERROR_INVALID);
    assert_int_equal(toi_mesh_read(text, 4, TOI_FORMAT_OBJ, NULL, NULL, &error), TOI_ERROR_INVALID);
    toi_read_def def = {.scale = -1.0};
    assert_int_equal(toi_mesh_read(tetrahedron, strlen(tetrahedron), TOI_FORMAT_OBJ, &def, &mesh, &error),
                     TOI_ERROR_INVALID);
    assert_null(mesh);
}

static void failed_allocations_leak_nothing(void** state)
{
    (void)state;
    toi_status status = TOI_ERROR_MEMORY;
    uint64_t calls = 0;
    for (uint64_t i = 1; status != TOI_OK; ++i) {
        failing_allocator f = failing_allocator_make(i, false);
        toi_allocator allocator = failing_allocator_use(&f);
        toi_read_def def = {.weld = true, .allocator = &allocator};
        toi_mesh* mesh = NULL;
        toi_error error = {.status = TOI_OK};
        status = toi_mesh_read(split_triangle, strlen(split_triangle), TOI_FORMAT_OBJ, &def, &mesh, &error);
        calls = f.calls;
        assert_int_equal(error.status, status);
        assert_true(status == TOI_OK || (status == TOI_ERROR_MEMORY && mesh == NULL));
        toi_mesh_destroy(mesh);
        assert_int_equal(f.live, 0);
    }
    assert_true(calls > 18);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_file_becomes_a_mesh_for_queries),
        cmocka_unit_test(the_definition_scales_welds_and_inspects),
        cmocka_unit_test(wrong_files_leave_the_output_alone),
        cmocka_unit_test(failed_allocations_leak_nothing),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
