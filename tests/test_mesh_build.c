// What a mesh is made from and refused for, its counts, and its local frame.

#include "mesh_shapes.h"

#include <float.h>

static shape s, t;

static void check_refused(const toi_mesh_def* def, uint64_t index, const char* part)
{
    toi_mesh* mesh = NULL;
    toi_error error = {0};
    assert_int_equal(ti_mesh_build(def, &mesh, &error), TOI_ERROR_INVALID);
    assert_int_equal(error.status, TOI_ERROR_INVALID);
    assert_int_equal(error.index, index);
    assert_null(mesh);
    if (strstr(error.text, part) == NULL) {
        print_error("\"%s\" is not in: %s\n", part, error.text);
        fail();
    }
    assert_int_equal(ti_mesh_build(def, &mesh, NULL), TOI_ERROR_INVALID);
}

static void a_box_has_the_vertices_and_faces_of_the_conventions(void** state)
{
    (void)state;
    toi_mesh* mesh;
    assert_int_equal(ti_mesh_build_box(v3(1, 2, 4), NULL, &mesh, NULL), TOI_OK);
    for (uint32_t i = 0; i < 8; ++i) {
        toi_vec3 v = toi_mesh_vertex(mesh, i);
        assert_true(v3_equal(v, v3(i & 1 ? 1 : -1, i & 2 ? 2 : -2, i & 4 ? 4 : -4)));
    }
    for (uint32_t f = 0; f < 6; ++f) {
        const uint32_t* c;
        assert_int_equal(toi_mesh_face(mesh, f, &c), 4);
        toi_vec3 a = toi_mesh_vertex(mesh, c[0]), b = toi_mesh_vertex(mesh, c[1]),
                 d = toi_mesh_vertex(mesh, c[2]);
        toi_vec3 n = v3_cross(v3_sub(b, a), v3_sub(d, a));
        const double along[3] = {n.x, n.y, n.z};
        for (uint32_t k = 0; k < 3; ++k) {
            int sign = (along[k] > 0) - (along[k] < 0);
            assert_int_equal(sign, k != f / 2 ? 0 : f % 2 ? 1 : -1);
        }
        assert_true(v3_dot(n, a) > 0.0);
    }
    assert_true(mesh->info.convex);
    assert_near(mesh->info.size, 2.0 * sqrt(21.0), 2e-15);
    ti_mesh_free(mesh);
    assert_int_equal(ti_mesh_build_box(v3(1, 0, 1), NULL, &mesh, NULL), TOI_OK);
    assert_true(mesh->info.closed && !mesh->info.convex && mesh->info.faces_degenerate == 4);
    ti_mesh_free(mesh);
    assert_int_equal(ti_mesh_build_box(v3(1, -1, 1), NULL, &mesh, NULL), TOI_ERROR_INVALID);
    assert_int_equal(ti_mesh_build_box(v3(1, 1, (double)NAN), NULL, &mesh, NULL), TOI_ERROR_INVALID);
}

static void make_two_triangles(void)
{
    shape_clear(&s);
    for (int i = 0; i < 4; ++i) {
        shape_vertex(&s, i & 1, i >> 1, 0.0);
    }
    shape_triangle(&s, 0, 1, 2);
    shape_triangle(&s, 2, 1, 3);
}

static void wrong_arrays_are_refused_with_their_place(void** state)
{
    (void)state;
    make_two_triangles();
    toi_mesh_def def = shape_def(&s);
    s.vertices[3 * 2 + 1] = (double)NAN;
    check_refused(&def, 2, "vertex 2 is (0, nan, 0)");
    s.vertices[3 * 2 + 1] = 1e300;
    def.scale = 1e10;
    check_refused(&def, 2, "too large once scaled");
    s.vertices[3 * 2 + 1] = 1.0;
    def.scale = -1.0;
    check_refused(&def, 0, "scale is -1");
    def.scale = (double)INFINITY;
    check_refused(&def, 0, "scale is inf");
    def.scale = 0.0;
    s.indices[4] = 4;
    check_refused(&def, 1, "face 1 names vertex 4; the mesh has vertices 0 to 3");
    def.face_offsets = NULL;
    check_refused(&def, 1, "face 1 names vertex 4");
    def.face_offsets = s.offsets;
    s.indices[4] = 1;
    s.offsets[1] = 6;
    check_refused(&def, 1, "face 1 has no corners");
    s.offsets[1] = 7;
    check_refused(&def, 1, "face 1 ends at corner 6, before its start at 7");
    s.offsets[1] = 3;
    s.offsets[0] = 1;
    check_refused(&def, 0, "face_offsets[0] is 1; it must be 0");
    s.offsets[0] = 0;
    def.vertex_count = 0;
    check_refused(&def, 0, "no vertices");
    def.vertex_count = 4;
    def.face_count = 0;
    check_refused(&def, 0, "no faces");
}

static void more_than_two_to_the_thirty_corners_are_refused(void** state)
{
    (void)state;
    make_two_triangles();
    toi_mesh_def def = shape_def(&s);
    toi_mesh* mesh = NULL;
    s.offsets[2] = (UINT32_C(1) << 30) + 1;
    assert_int_equal(ti_mesh_build(&def, &mesh, NULL), TOI_ERROR_LIMIT);
    def.face_offsets = NULL;
    def.face_count = UINT32_MAX;
    assert_int_equal(ti_mesh_build(&def, &mesh, NULL), TOI_ERROR_LIMIT);
}

static void faces_keep_their_corners_and_triangles_their_face(void** state)
{
    (void)state;
    shape_torus(&s, 9, 6);
    toi_mesh* mesh = shape_mesh(&s);
    assert_int_equal(mesh->triangle_count, 2 * s.face_count);
    for (uint32_t f = 0; f < s.face_count; ++f) {
        const uint32_t* c;
        assert_int_equal(toi_mesh_face(mesh, f, &c), 4);
        assert_memory_equal(c, s.indices + 4 * (size_t)f, 4 * sizeof *c);
    }
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        const ti_triangle* triangle = &mesh->triangles[i];
        for (int k = 0; k < 3; ++k) {
            bool found = false;
            for (uint32_t j = 0; j < 4; ++j) {
                found = found || s.indices[4 * (size_t)triangle->face + j] == triangle->vertex[k];
            }
            assert_true(found);
        }
    }
    ti_mesh_free(mesh);
}

static bool is_at_earlier_vertex(uint32_t i)
{
    const double* a = s.vertices + 3 * (size_t)i;
    for (const double* b = s.vertices; b < a; b += 3) {
        if (a[0] == b[0] && a[1] == b[1] && a[2] == b[2]) {
            return true;
        }
    }
    return false;
}

static bool is_named(uint32_t vertex)
{
    for (uint32_t k = 0; k < s.offsets[s.face_count]; ++k) {
        if (s.indices[k] == vertex) {
            return true;
        }
    }
    return false;
}

// For triangles.
static bool is_earlier_face(uint32_t f)
{
    static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}, {1, 0, 2}, {0, 2, 1}};
    const uint32_t* p = s.indices + 3 * (size_t)f;
    for (uint32_t i = 0; i < 6 * f; ++i) {
        const uint32_t* q = s.indices + 3 * (size_t)(i / 6);
        const int* o = order[i % 6];
        if (p[0] == q[o[0]] && p[1] == q[o[1]] && p[2] == q[o[2]]) {
            return true;
        }
    }
    return false;
}

static void repeated_and_unused_are_counted_as_a_search_counts_them(void** state)
{
    (void)state;
    test_random random = random_start(61);
    for (int round = 0; round < 30; ++round) {
        shape_clear(&s);
        uint32_t vertex_count = 3 + random_below(&random, 30);
        for (uint32_t i = 0; i < vertex_count; ++i) {
            double zero = random_below(&random, 2) != 0 ? 0.0 : -0.0;
            double x = random_below(&random, 3);
            shape_vertex(&s, x, zero, random_below(&random, 4));
        }
        for (int f = 0; f < 40; ++f) {
            uint32_t a = random_below(&random, 3), b = random_below(&random, vertex_count);
            shape_triangle(&s, a, b, random_below(&random, 3));
        }
        uint32_t repeated_vertices = 0, repeated_faces = 0, unused = 0;
        for (uint32_t i = 0; i < vertex_count; ++i) {
            repeated_vertices += is_at_earlier_vertex(i);
            unused += !is_named(i);
        }
        for (uint32_t f = 0; f < 40; ++f) {
            repeated_faces += is_earlier_face(f);
        }
        toi_mesh_info info = shape_info(&s);
        assert_int_equal(info.vertices_repeated, repeated_vertices);
        assert_int_equal(info.vertices_unused, unused);
        assert_int_equal(info.faces_repeated, repeated_faces);
    }
}

static void check_frame(const toi_mesh* mesh)
{
    double largest = 0.0;
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        toi_vec3 v = mesh->vertices[i], c = mesh->center, local = mesh->local[i];
        assert_true(local.x == ldexp(v.x - c.x, -mesh->exponent));
        assert_true(local.y == ldexp(v.y - c.y, -mesh->exponent));
        assert_true(local.z == ldexp(v.z - c.z, -mesh->exponent));
        largest = fmax(largest, v3_length(local));
        // In long double the distance is good to 2^-63, so it can only be above the radius by that.
        long double x = (long double)v.x - (long double)c.x, y = (long double)v.y - (long double)c.y,
                    z = (long double)v.z - (long double)c.z;
        assert_true(sqrtl(x * x + y * y + z * z) <= (long double)mesh->radius * (1.0L + 0x1p-62L));
    }
    assert_true(largest > 0.5 - 0x1p-52 && largest <= 1.0 + 0x1p-51);
    assert_near(ldexp(mesh->radius, -mesh->exponent), largest, 0x1p-51);
    assert_true(mesh->info.size == 2.0 * mesh->radius);
}

static void the_local_frame_has_its_farthest_vertex_between_a_half_and_one(void** state)
{
    (void)state;
    test_random random = random_start(62);
    for (int round = 0; round < 200; ++round) {
        shape_clear(&s);
        double size = ldexp(1.0, (int)random_below(&random, 40) - 20),
               shift = random_between(&random, -9.0, 9.0);
        for (int i = 0; i < 12; ++i) {
            double x = shift + size * random_unit(&random), y = size * random_unit(&random);
            shape_vertex(&s, x, y, size * random_unit(&random));
        }
        for (uint32_t f = 0; f < 4; ++f) {
            shape_triangle(&s, 3 * f, 3 * f + 1, 3 * f + 2);
        }
        toi_mesh* mesh = shape_mesh(&s);
        check_frame(mesh);
        ti_mesh_free(mesh);
    }
}

static void a_radius_that_is_a_double_is_not_rounded_up(void** state)
{
    (void)state;
    shape_clear(&s);
    shape_vertex(&s, -3.0, 4.0, 0.0);
    shape_vertex(&s, 3.0, -4.0, 0.0);
    const uint32_t ends[2] = {0, 1};
    shape_face(&s, 2, ends);
    assert_true(shape_info(&s).size == 10.0);
    s.vertices[0] = -2.0;
    s.vertices[1] = s.vertices[4] = s.vertices[2] = 0.0;
    s.vertices[3] = 2.0;
    toi_mesh* mesh = shape_mesh(&s);
    assert_true(mesh->radius == 2.0 && mesh->exponent == 1 && mesh->local[1].x == 1.0);
    ti_mesh_free(mesh);
}

static void scaling_by_a_power_of_two_scales_the_bits(void** state)
{
    (void)state;
    shape_torus(&s, 8, 5);
    toi_mesh* mesh = shape_mesh(&s);
    for (int k = -900; k <= 900; k += 300) {
        t = s;
        for (uint32_t i = 0; i < 3 * s.vertex_count; ++i) {
            t.vertices[i] = ldexp(s.vertices[i], k);
        }
        toi_mesh* other = shape_mesh(&t);
        assert_int_equal(other->exponent, mesh->exponent + k);
        assert_true(other->radius == ldexp(mesh->radius, k));
        assert_memory_equal(other->local, mesh->local, s.vertex_count * sizeof *mesh->local);
        assert_memory_equal(other->triangles, mesh->triangles,
                            mesh->triangle_count * sizeof *mesh->triangles);
        assert_memory_equal(other->topology.edge_class, mesh->topology.edge_class, mesh->corner_count);
        toi_mesh_def def = shape_def(&s);
        def.scale = ldexp(1.0, k);
        toi_mesh* scaled;
        assert_int_equal(ti_mesh_build(&def, &scaled, NULL), TOI_OK);
        assert_memory_equal(scaled->vertices, other->vertices, s.vertex_count * sizeof *scaled->vertices);
        ti_mesh_free(scaled);
        ti_mesh_free(other);
    }
    ti_mesh_free(mesh);
}

static void the_ends_of_the_range_of_double_do_not_overflow(void** state)
{
    (void)state;
    toi_mesh* mesh;
    assert_int_equal(ti_mesh_build_box(v3(5e307, 5e307, 5e307), NULL, &mesh, NULL), TOI_OK);
    assert_true(mesh->info.convex && isfinite(mesh->info.size));
    assert_near(v3_length(mesh->local[0]), ldexp(mesh->radius, -mesh->exponent), 1e-15);
    ti_mesh_free(mesh);
    toi_error error;
    assert_int_equal(ti_mesh_build_box(v3(1e308, 1e308, 1e308), NULL, &mesh, &error), TOI_ERROR_INVALID);
    assert_non_null(strstr(error.text, "larger than the largest double"));
    assert_int_equal(ti_mesh_build_box(v3(DBL_MAX / 4, 0, 0), NULL, &mesh, NULL), TOI_OK);
    assert_true(mesh->info.size == DBL_MAX / 2);
    ti_mesh_free(mesh);
    assert_int_equal(ti_mesh_build_box(v3(0x1p-1073, 0x1p-1074, 0x1p-1074), NULL, &mesh, NULL), TOI_OK);
    assert_true(mesh->radius >= 0x1p-1073 && mesh->local[7].x > 0.4 && mesh->info.edges_convex == 12);
    ti_mesh_free(mesh);
}

static void a_single_point_is_at_its_own_origin(void** state)
{
    (void)state;
    shape_clear(&s);
    const uint32_t corner = shape_vertex(&s, 7.0, -0.0, 1e-300);
    shape_face(&s, 1, &corner);
    toi_mesh* mesh = shape_mesh(&s);
    assert_true(mesh->radius == 0.0 && mesh->exponent == 0 && v3_equal(mesh->local[0], v3(0, 0, 0)));
    assert_true(mesh->triangles[0].vertex[0] == 0 && mesh->triangles[0].vertex[2] == 0);
    ti_mesh_free(mesh);
}

static void the_format_is_what_the_name_ends_in(void** state)
{
    (void)state;
    assert_int_equal(toi_format_from_name("a/b.obj"), TOI_FORMAT_OBJ);
    assert_int_equal(toi_format_from_name("PART.StL"), TOI_FORMAT_STL);
    assert_int_equal(toi_format_from_name("x.tar.ply"), TOI_FORMAT_PLY);
    assert_int_equal(toi_format_from_name(".off"), TOI_FORMAT_OFF);
    assert_int_equal(toi_format_from_name("obj"), TOI_FORMAT_UNKNOWN);
    assert_int_equal(toi_format_from_name("a.obj.gz"), TOI_FORMAT_UNKNOWN);
    assert_int_equal(toi_format_from_name(""), TOI_FORMAT_UNKNOWN);
    assert_int_equal(toi_format_from_name(NULL), TOI_FORMAT_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_has_the_vertices_and_faces_of_the_conventions),
        cmocka_unit_test(wrong_arrays_are_refused_with_their_place),
        cmocka_unit_test(more_than_two_to_the_thirty_corners_are_refused),
        cmocka_unit_test(faces_keep_their_corners_and_triangles_their_face),
        cmocka_unit_test(repeated_and_unused_are_counted_as_a_search_counts_them),
        cmocka_unit_test(the_local_frame_has_its_farthest_vertex_between_a_half_and_one),
        cmocka_unit_test(a_radius_that_is_a_double_is_not_rounded_up),
        cmocka_unit_test(scaling_by_a_power_of_two_scales_the_bits),
        cmocka_unit_test(the_ends_of_the_range_of_double_do_not_overflow),
        cmocka_unit_test(a_single_point_is_at_its_own_origin),
        cmocka_unit_test(the_format_is_what_the_name_ends_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
