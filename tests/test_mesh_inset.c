// Meshes whose faces moved inwards: boxes and corners in closed form, distances to the old surface in long
// double, what is too thin, what stays, and failing allocations.

#include "cmocka_toi.h"
#include "data.h"
#include "failing_allocator.h"
#include "math/vec3.h"
#include "mesh_samples.h"
#include "support/generate.h"
#include "support/oracle_mesh.h"

static toi_mesh* inset_of(const toi_mesh* mesh, double depth)
{
    toi_mesh* inset = NULL;
    toi_error error = {0};
    toi_status status = toi_mesh_create_inset(mesh, depth, NULL, &inset, &error);
    if (status != TOI_OK) {
        print_error("%s\n", error.text);
    }
    assert_int_equal(status, TOI_OK);
    return inset;
}

static void triangle_of(const toi_mesh* mesh, uint32_t i, rvec x[3])
{
    uint32_t v[3];
    toi_mesh_triangle(mesh, i, v);
    for (int k = 0; k < 3; ++k) {
        x[k] = r3_wide(toi_mesh_vertex(mesh, v[k]));
    }
}

// The smallest distance of the two surfaces.
static real distance_of(const toi_mesh* a, const toi_mesh* b)
{
    toi_mesh_info ia, ib;
    real least = HUGE_VALL;
    toi_mesh_get_info(a, &ia);
    toi_mesh_get_info(b, &ib);
    for (uint32_t i = 0; i < ia.triangles; ++i) {
        rvec x[3], y[3];
        triangle_of(a, i, x);
        for (uint32_t j = 0; j < ib.triangles; ++j) {
            triangle_of(b, j, y);
            least = r_min(least, oracle_triangle_distance(x, y).distance);
        }
    }
    return least;
}

// Signed volume, times six.
static real volume_of(const toi_mesh* mesh)
{
    toi_mesh_info info;
    real sum = 0.0L;
    toi_mesh_get_info(mesh, &info);
    for (uint32_t i = 0; i < info.triangles; ++i) {
        rvec x[3];
        triangle_of(mesh, i, x);
        sum += r3_dot(x[0], r3_cross(x[1], x[2]));
    }
    return sum;
}

static void check_inset(const toi_mesh* mesh, double depth, double farthest)
{
    toi_mesh* inset = inset_of(mesh, depth);
    toi_mesh_info was, is;
    toi_mesh_get_info(mesh, &was);
    toi_mesh_get_info(inset, &is);
    assert_true(was.vertices == is.vertices && was.faces == is.faces && is.closed);
    real distance = distance_of(mesh, inset), room = 0x1p-40L * (real)was.size;
    assert_true(distance >= (real)depth - room);
    assert_true(distance <= (real)(depth * farthest) + room);
    assert_true(volume_of(inset) < volume_of(mesh) && volume_of(inset) > 0.0L);
    toi_mesh_destroy(inset);
}

// ---- shapes

// A prism over a polygon, its bottom at 0.
static toi_mesh* prism(const double (*p)[2], uint32_t n, double height)
{
    mesh_sample s = {.vertices = NULL};
    uint32_t bottom[64], top[64];
    for (uint32_t i = 0; i < n; ++i) {
        sample_vertex(&s, p[i][0], p[i][1], 0.0);
        sample_vertex(&s, p[i][0], p[i][1], height);
        top[i] = 2 * i + 1;
        bottom[n - 1 - i] = 2 * i;
    }
    sample_face(&s, bottom, n);
    sample_face(&s, top, n);
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t k = (i + 1) % n;
        sample_face(&s, (uint32_t[]){2 * i, 2 * k, 2 * k + 1, 2 * i + 1}, 4);
    }
    return sample_mesh(&s);
}

static const double ANGLE[6][2] = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};

static void a_box_gets_smaller_on_all_sides(void** state)
{
    (void)state;
    toi_mesh* box = NULL;
    assert_int_equal(toi_mesh_create_box(v3(3.0, 2.0, 1.0), NULL, &box, NULL), TOI_OK);
    toi_mesh* inset = inset_of(box, 0.25);
    for (uint32_t i = 0; i < 8; ++i) {
        toi_vec3 v = toi_mesh_vertex(inset, i);
        assert_near(fabs(v.x), 2.75, 1e-15);
        assert_near(fabs(v.y), 1.75, 1e-15);
        assert_near(fabs(v.z), 0.75, 1e-15);
    }
    toi_mesh_info info;
    toi_mesh_get_info(inset, &info);
    assert_true(info.convex);
    toi_mesh_destroy(inset);
    inset = inset_of(box, 0.0);
    assert_true(v3_equal(toi_mesh_vertex(inset, 5), toi_mesh_vertex(box, 5)));
    toi_mesh_destroy(inset);
    toi_mesh_destroy(box);
}

static void a_notch_gets_wider_and_its_edge_goes_into_the_solid(void** state)
{
    (void)state;
    toi_mesh *angle = prism(ANGLE, 6, 2.0), *inset = inset_of(angle, 0.125);
    toi_vec3 corner = toi_mesh_vertex(inset, 7); // (1, 1, 2), where the notch is
    assert_true(v3_length(v3_sub(corner, v3(0.875, 0.875, 1.875))) < 1e-14);
    check_inset(angle, 0.125, 1.0);
    toi_mesh_destroy(inset);
    toi_mesh_destroy(angle);
}

// A box with a corner cut off by a plane that leans along the edge below it: there the smallest move inside
// of all three faces would not be to where their planes meet.
static void faces_stay_parallel_where_three_meet(void** state)
{
    (void)state;
    static const uint32_t faces[] = {0, 4, 6, 2, 1, 3, 7, 9, 5, 0, 1, 5, 4, 2, 6,
                                     8, 7, 3, 0, 2, 3, 1, 4, 5, 9, 8, 6, 7, 8, 9};
    static const uint32_t offsets[] = {0, 4, 9, 13, 18, 22, 27, 30};
    static const double x[] = {0, 0, 0, 4, 0, 0, 0, 4, 0, 4, 4, 0, 0, 0, 4,
                               4, 0, 4, 0, 4, 4, 4, 4, 3, 3, 4, 4, 4, 3, 4};
    toi_mesh_def def = {
        .vertices = x, .vertex_count = 10, .indices = faces, .face_offsets = offsets, .face_count = 7};
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    toi_mesh_info info;
    toi_mesh_get_info(mesh, &info);
    assert_true(info.convex);
    toi_mesh* inset = inset_of(mesh, 0.125);
    for (uint32_t f = 0; f < 7; ++f) {
        const uint32_t* corner;
        uint32_t count = toi_mesh_face(mesh, f, &corner);
        rvec p = r3_wide(toi_mesh_vertex(mesh, corner[0])), q = r3_wide(toi_mesh_vertex(mesh, corner[1]));
        rvec r = r3_wide(toi_mesh_vertex(mesh, corner[2])), n = r3_unit(r3_cross(r3_sub(q, p), r3_sub(r, p)));
        for (uint32_t k = 0; k < count; ++k) {
            real depth = r3_dot(n, r3_sub(p, r3_wide(toi_mesh_vertex(inset, corner[k]))));
            assert_near((double)depth, 0.125, 1e-14);
        }
    }
    toi_mesh_destroy(inset);
    toi_mesh_destroy(mesh);
}

static void every_point_of_an_inset_is_at_least_so_deep(void** state)
{
    (void)state;
    static const double needle[3][2] = {{0, 0}, {8, -0.5}, {8, 0.5}},
                        notch[5][2] = {{0, 0}, {4, 0}, {4, 3}, {2, 0.9}, {0, 3}};
    toi_mesh* shapes[5] = {prism(needle, 3, 1.0), prism(notch, 5, 1.0)};
    mesh_sample s = sample_sphere(12, 8, 1.0);
    shapes[2] = sample_mesh(&s);
    s = sample_torus(16, 10, 2.0, 0.7);
    shapes[3] = sample_mesh(&s);
    s = sample_turned_box(1.0, 0.5, 2.0);
    shapes[4] = sample_mesh(&s);
    for (int i = 0; i < 5; ++i) {
        check_inset(shapes[i], 0.03125, 1.0 + 1e-9);
        check_inset(shapes[i], 1e-7, 1.0 + 1e-6);
        toi_mesh_destroy(shapes[i]);
    }
}

static void random_solids_are_made_smaller_or_refused(void** state)
{
    (void)state;
    gen_random random = {random_start(8).state};
    int made = 0, refused = 0;
    for (int n = 0; n < 250 / (int)TEST_SHARE; ++n) {
        gen_shape shape;
        gen_shape_random(&random, &shape);
        toi_mesh *mesh = gen_toi_mesh(&shape), *inset = NULL;
        toi_mesh_info info;
        toi_mesh_get_info(mesh, &info);
        toi_error error = {0};
        double depth = gen_size(&random, 1e-6, 1.0);
        bool moves = mesh->features.facet_count > 0 && mesh->features.facets[0].solid && info.components == 1;
        if (moves && toi_mesh_create_inset(mesh, depth, NULL, &inset, &error) == TOI_OK) {
            real distance = distance_of(mesh, inset);
            assert_true(distance >= (real)depth - 0x1p-40L * (real)info.size);
            assert_true(volume_of(inset) > 0.0L && volume_of(inset) < volume_of(mesh));
            ++made;
        } else if (moves) {
            assert_true(error.text[0] != 0 && inset == NULL);
            ++refused;
        }
        toi_mesh_destroy(inset);
        toi_mesh_destroy(mesh);
    }
    printf("%d made, %d refused\n", made, refused);
    assert_true(made > 50 / (int)TEST_SHARE && refused > 15 / (int)TEST_SHARE);
}

// ---- too thin

static void expect_refused(const toi_mesh* mesh, double depth, const char* part)
{
    toi_mesh* inset = NULL;
    toi_error error = {0};
    assert_int_equal(toi_mesh_create_inset(mesh, depth, NULL, &inset, &error), TOI_ERROR_INVALID);
    if (strstr(error.text, part) == NULL) {
        print_error("\"%s\" does not say \"%s\"\n", error.text, part);
        fail();
    }
    assert_null(inset);
}

static void a_body_that_is_too_thin_is_refused_up_to_the_last_bit_or_so(void** state)
{
    (void)state;
    toi_mesh *box = NULL, *angle = prism(ANGLE, 6, 2.0);
    assert_int_equal(toi_mesh_create_box(v3(3.0, 2.0, 1.0), NULL, &box, NULL), TOI_OK);
    expect_refused(box, 1.0, "too thin"); // flat
    expect_refused(box, 1.5, "turn over");
    expect_refused(box, 5.0, "too thin");
    toi_mesh_destroy(inset_of(box, 1.0 - 1e-9));
    expect_refused(angle, 0.5, "too thin"); // the arms are 1 wide
    expect_refused(angle, 0.75, "too thin");
    toi_mesh_destroy(inset_of(angle, 0.499));
    toi_mesh_destroy(box);
    toi_mesh_destroy(angle);
}

// A box with a thin slot: the walls beside it are thick, the wall at its end is thin.
static void what_comes_too_near_another_part_of_the_surface_is_refused(void** state)
{
    (void)state;
    static const double slot[8][2] = {{0, 0},     {4, 0},     {4, 4},   {2.1, 4},
                                      {2.1, 0.2}, {1.9, 0.2}, {1.9, 4}, {0, 4}};
    toi_mesh* mesh = prism(slot, 8, 3.0);
    toi_mesh_destroy(inset_of(mesh, 0.09));
    expect_refused(mesh, 0.11, "too thin"); // 0.2 between the end of the slot and the side
    toi_mesh_destroy(mesh);
}

static void depths_that_are_no_lengths_and_meshes_that_no_query_takes_are_refused(void** state)
{
    (void)state;
    toi_mesh *box = NULL, *ball = NULL;
    assert_int_equal(toi_mesh_create_box(v3(3.0, 2.0, 1.0), NULL, &box, NULL), TOI_OK);
    assert_int_equal(toi_mesh_create_sphere(1.0, NULL, &ball, NULL), TOI_OK);
    expect_refused(box, -0.1, "depth");
    expect_refused(box, (double)NAN, "depth");
    expect_refused(box, HUGE_VAL, "depth");
    expect_refused(ball, 0.1, "mesh");
    expect_refused(NULL, 0.1, "mesh");
    assert_int_equal(toi_mesh_create_inset(box, 0.1, NULL, NULL, NULL), TOI_ERROR_INVALID);
    toi_mesh_destroy(box);
    toi_mesh_destroy(ball);
}

// ---- what stays

static void sheets_segments_and_points_stay_as_they_are(void** state)
{
    (void)state;
    for (uint32_t corners = 1; corners <= 4; ++corners) {
        mesh_sample s = {.vertices = NULL};
        const double x[4][2] = {{-2, -2}, {2, -2}, {2, 2}, {-2, 2}};
        for (uint32_t i = 0; i < corners; ++i) {
            sample_vertex(&s, x[i][0], x[i][1], 0.25);
        }
        sample_face(&s, (uint32_t[]){0, 1, 2, 3}, corners);
        toi_mesh *mesh = sample_mesh(&s), *inset = inset_of(mesh, 0.5);
        for (uint32_t i = 0; i < corners; ++i) {
            assert_true(v3_equal(toi_mesh_vertex(mesh, i), toi_mesh_vertex(inset, i)));
        }
        toi_mesh_destroy(inset);
        toi_mesh_destroy(mesh);
    }
}

static void add_box(mesh_sample* s, double half, double x, bool inwards)
{
    static const uint32_t quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    uint32_t first = s->vertex_count;
    for (int i = 0; i < 8; ++i) {
        sample_vertex(s, x + (i & 1 ? half : -half), i & 2 ? half : -half, i & 4 ? half : -half);
    }
    for (int f = 0; f < 6; ++f) {
        uint32_t c[4];
        for (int k = 0; k < 4; ++k) {
            c[k] = first + quads[f][inwards ? 3 - k : k];
        }
        sample_face(s, c, 4);
    }
}

static void a_cavity_gets_wider_and_parts_move_each_by_itself(void** state)
{
    (void)state;
    mesh_sample s = {.vertices = NULL};
    add_box(&s, 2.0, 0.0, false);
    add_box(&s, 1.0, 0.0, true);
    add_box(&s, 1.0, 5.0, false);
    toi_mesh *mesh = sample_mesh(&s), *inset = inset_of(mesh, 0.25);
    assert_near(toi_mesh_vertex(inset, 7).x, 1.75, 1e-14);
    assert_near(toi_mesh_vertex(inset, 15).x, 1.25, 1e-14);
    assert_near(toi_mesh_vertex(inset, 23).x, 5.75, 1e-14);
    expect_refused(mesh, 0.6, "too thin"); // the wall is 1
    toi_mesh_destroy(inset);
    toi_mesh_destroy(mesh);
}

static void every_allocation_may_fail(void** state)
{
    (void)state;
    toi_mesh* angle = prism(ANGLE, 6, 2.0);
    uint64_t n = 1;
    for (;; ++n) {
        failing_allocator fail = failing_allocator_make(n, false);
        toi_allocator allocator = failing_allocator_use(&fail);
        toi_mesh* inset = NULL;
        toi_status status = toi_mesh_create_inset(angle, 0.1, &allocator, &inset, NULL);
        toi_mesh_destroy(inset);
        assert_int_equal(fail.live, 0);
        if (fail.failures == 0) {
            assert_int_equal(status, TOI_OK);
            break;
        }
        assert_int_equal(status, TOI_ERROR_MEMORY);
    }
    assert_true(n > 20);
    toi_mesh_destroy(angle);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_box_gets_smaller_on_all_sides),
        cmocka_unit_test(a_notch_gets_wider_and_its_edge_goes_into_the_solid),
        cmocka_unit_test(faces_stay_parallel_where_three_meet),
        cmocka_unit_test(every_point_of_an_inset_is_at_least_so_deep),
        cmocka_unit_test(random_solids_are_made_smaller_or_refused),
        cmocka_unit_test(a_body_that_is_too_thin_is_refused_up_to_the_last_bit_or_so),
        cmocka_unit_test(what_comes_too_near_another_part_of_the_surface_is_refused),
        cmocka_unit_test(depths_that_are_no_lengths_and_meshes_that_no_query_takes_are_refused),
        cmocka_unit_test(sheets_segments_and_points_stay_as_they_are),
        cmocka_unit_test(a_cavity_gets_wider_and_parts_move_each_by_itself),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
