// How deep convex bodies are in each other, against all planes of the differences of their corners.

#include "random_point.h"

#include "math/vec3.h"
#include "motion/path.h"
#include "narrow/first/start.h"
#include "narrow/trace/depth.h"
#include "toi/toi.h"

enum { MOST = 100, DIFFERENCES = MOST * MOST };

static toi_quat any_turn(test_random* random)
{
    toi_vec3 q = random_point(random, 1.0);
    toi_pose pose = {{0.0, 0.0, 0.0}, {random_between(random, -1.0, 1.0), q.x, q.y, q.z}};
    return ti_pose_unit(pose).quaternion;
}

// ---- bodies: a box, a tetrahedron far from the middle of its box and inside out, a prism with a slanted top

static toi_mesh* mesh_of(const double* vertices, uint32_t vertex_count, const uint32_t* indices,
                         const uint32_t* offsets, uint32_t face_count)
{
    toi_mesh_def def = {.vertices = vertices,
                        .vertex_count = vertex_count,
                        .indices = indices,
                        .face_offsets = offsets,
                        .face_count = face_count};
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    assert_true(mesh->info.convex);
    return mesh;
}

static void make_bodies(toi_mesh* mesh[3])
{
    static const double tetra[] = {0, 0, 0, 4, 0.5, 0, 0.5, 4, 0, 0, 0, 4};
    static const uint32_t tetra_faces[] = {0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0};
    static const double prism[] = {0, 0, 0, 3, 0, 0, 3, 2, 0,     1, 3, 0,
                                   0, 0, 1, 3, 0, 2, 3, 2, 2.125, 1, 3, 1.75};
    static const uint32_t prism_faces[] = {0, 3, 2, 1, 0, 1, 5, 4, 1, 2, 6, 5, 2,
                                           3, 7, 6, 3, 0, 4, 7, 4, 5, 7, 5, 6, 7};
    static const uint32_t prism_offsets[] = {0, 4, 8, 12, 16, 20, 23, 26};
    assert_int_equal(toi_mesh_create_box(v3(1.0, 0.5, 2.0), NULL, &mesh[0], NULL), TOI_OK);
    mesh[1] = mesh_of(tetra, 4, tetra_faces, NULL, 4);
    mesh[2] = mesh_of(prism, 8, prism_faces, prism_offsets, 7);
}

// ---- the truth

static uint32_t differences_of(const toi_mesh* a, const toi_pose* pa, const toi_mesh* b, const toi_pose* pb,
                               toi_vec3* d)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->vertex_count; ++i) {
        for (uint32_t j = 0; j < b->vertex_count; ++j) {
            toi_vec3 p = toi_pose_point(*pa, toi_mesh_vertex(a, i));
            d[count++] = v3_sub(toi_pose_point(*pb, toi_mesh_vertex(b, j)), p);
        }
    }
    return count;
}

// How far the plane through three differences is from the origin if all others are on one side of it.
static double plane_distance(const toi_vec3* d, uint32_t count, toi_vec3 p, toi_vec3 q, toi_vec3 r)
{
    toi_vec3 n = v3_cross(v3_sub(q, p), v3_sub(r, p));
    double length = v3_length(n), lowest = HUGE_VAL, highest = -HUGE_VAL;
    if (length < 1e-6) {
        return HUGE_VAL;
    }
    n = v3_scale(1.0 / length, n);
    for (uint32_t i = 0; i < count; ++i) {
        double along = v3_dot(n, v3_sub(d[i], p));
        lowest = fmin(lowest, along);
        highest = fmax(highest, along);
    }
    bool outer = lowest > -1e-9 || highest < 1e-9;
    return outer ? fabs(v3_dot(n, p)) : HUGE_VAL;
}

static double true_depth(const toi_vec3* d, uint32_t count)
{
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t j = i + 1; j < count; ++j) {
            for (uint32_t k = j + 1; k < count; ++k) {
                least = fmin(least, plane_distance(d, count, d[i], d[j], d[k]));
            }
        }
    }
    return least;
}

static toi_start start_of(const toi_mesh* a, const toi_pose* pa, const toi_mesh* b, const toi_pose* pb)
{
    ti_start start;
    ti_start_decide(a, pa, b, pb, true, &start);
    return start.state;
}

static void check_pair(const toi_mesh* a, const toi_pose* pa, const toi_mesh* b, const toi_pose* pb)
{
    static toi_vec3 d[DIFFERENCES];
    ti_depth found;
    assert_true(ti_depth_find(a, pa, b, pb, &found));
    assert_near(v3_length(found.normal), 1.0, 1e-15);
    double expected = true_depth(d, differences_of(a, pa, b, pb, d));
    assert_near(found.depth, expected, 1e-9);
    toi_pose out = *pa, in = *pa;
    out.position = v3_madd(pa->position, -found.depth * (1.0 + 1e-12), found.normal);
    in.position = v3_madd(pa->position, -found.depth * (1.0 - 1e-6), found.normal);
    assert_int_equal(start_of(a, &out, b, pb), TOI_START_FREE);
    assert_true(start_of(a, &in, b, pb) >= TOI_START_OVERLAPPING);
}

static void the_depth_is_that_of_the_nearest_plane_of_differences(void** state)
{
    (void)state;
    test_random random = random_start(20260606);
    toi_mesh* mesh[3];
    make_bodies(mesh);
    uint32_t checked = 0;
    for (int i = 0; checked < 36; ++i) {
        const toi_mesh *a = mesh[i % 3], *b = mesh[i / 3 % 3];
        double far = i % 5 == 0 ? 1000.0 : 0.0;
        toi_pose pa = {v3(far, 0.0, 0.0), any_turn(&random)}, pb = pa;
        pb.quaternion = any_turn(&random);
        pb.position = v3_add(pa.position, random_point(&random, 2.0));
        if (start_of(a, &pa, b, &pb) >= TOI_START_OVERLAPPING) {
            check_pair(a, &pa, b, &pb);
            ++checked;
        }
    }
    for (int i = 0; i < 3; ++i) {
        toi_mesh_destroy(mesh[i]);
    }
}

static void boxes_are_pushed_along_the_side_of_least_overlap(void** state)
{
    (void)state;
    toi_mesh* box;
    assert_int_equal(toi_mesh_create_box(v3(1.0, 1.0, 1.0), NULL, &box, NULL), TOI_OK);
    toi_pose a = TOI_POSE_IDENTITY, b = TOI_POSE_IDENTITY;
    a.position = v3(0.25, -0.5, 1.75);
    ti_depth depth;
    assert_true(ti_depth_find(box, &a, box, &b, &depth));
    assert_near(depth.depth, 0.25, 1e-13);
    assert_true(depth.depth >= 0.25);
    assert_near(depth.normal.z, -1.0, 0.0);
    toi_mesh_destroy(box);
}

static void nothing_is_said_of_bodies_that_are_not_convex(void** state)
{
    (void)state;
    static const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint32_t indices[] = {0, 1, 2};
    toi_mesh *sheet, *box;
    toi_mesh_def def = {.vertices = vertices, .vertex_count = 3, .indices = indices, .face_count = 1};
    assert_int_equal(toi_mesh_create(&def, &sheet, NULL), TOI_OK);
    assert_int_equal(toi_mesh_create_box(v3(1.0, 1.0, 1.0), NULL, &box, NULL), TOI_OK);
    toi_pose at = TOI_POSE_IDENTITY;
    ti_depth depth;
    assert_false(ti_depth_find(sheet, &at, box, &at, &depth));
    assert_false(ti_depth_find(box, &at, sheet, &at, &depth));
    toi_mesh_destroy(sheet);
    toi_mesh_destroy(box);
}

// Squares of such lengths are out of the range of doubles.
static void a_depth_does_not_depend_on_the_unit_of_length(void** state)
{
    (void)state;
    const double scale[] = {0x1p-900, 1.0, 0x1p900};
    ti_depth found[3];
    for (int i = 0; i < 3; ++i) {
        double s = scale[i];
        toi_mesh *a, *b;
        assert_int_equal(toi_mesh_create_box(v3(s, 0.5 * s, 2.0 * s), NULL, &a, NULL), TOI_OK);
        assert_int_equal(toi_mesh_create_box(v3(s, 3.0 * s, 0.25 * s), NULL, &b, NULL), TOI_OK);
        toi_pose pose_a = {{0.0, 0.0, 0.0}, ti_pose_unit((toi_pose){{0}, {1.0, 0.2, 0.3, -0.4}}).quaternion};
        toi_pose pose_b = {{1.2 * s, 0.4 * s, 0.3 * s}, {1.0, 0.0, 0.0, 0.0}};
        assert_true(ti_depth_find(a, &pose_a, b, &pose_b, &found[i]));
        toi_mesh_destroy(a);
        toi_mesh_destroy(b);
    }
    for (int i = 0; i < 3; i += 2) {
        assert_true(found[i].depth == scale[i] * found[1].depth && found[1].depth > 0.1);
        assert_true(v3_equal(found[i].normal, found[1].normal));
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(the_depth_is_that_of_the_nearest_plane_of_differences),
        cmocka_unit_test(boxes_are_pushed_along_the_side_of_least_overlap),
        cmocka_unit_test(nothing_is_said_of_bodies_that_are_not_convex),
        cmocka_unit_test(a_depth_does_not_depend_on_the_unit_of_length),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
