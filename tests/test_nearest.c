// A triangle near a point: no other of its leaf is nearer, and none of all is much nearer.

#include "math/distance.h"
#include "mesh_samples.h"
#include "narrow/first/nearest.h"
#include "support/motion_reference.h"

static double distance_of(const toi_mesh* mesh, uint32_t triangle, toi_vec3 p)
{
    const uint32_t* v = mesh->triangles[triangle].vertex;
    const toi_vec3 face[3] = {mesh->local[v[0]], mesh->local[v[1]], mesh->local[v[2]]}, point[3] = {p, p, p};
    return ti_triangle_gap(face, point).distance;
}

static double least_distance(const toi_mesh* mesh, uint32_t begin, uint32_t end, toi_vec3 p)
{
    double least = HUGE_VAL;
    for (uint32_t i = begin; i < end; ++i) {
        least = fmin(least, distance_of(mesh, i, p));
    }
    return least;
}

// The triangles of the leaf that holds one.
static void leaf_of(const toi_mesh* mesh, uint32_t triangle, uint32_t range[2])
{
    for (uint32_t n = 0; n < mesh->tree.node_count; ++n) {
        const ti_node* node = &mesh->tree.nodes[n];
        for (uint32_t i = 0; i < node->count; ++i) {
            if (node->child[i] == TI_NONE && node->begin[i] <= triangle && triangle < node->begin[i + 1]) {
                range[0] = node->begin[i];
                range[1] = node->begin[i + 1];
                return;
            }
        }
    }
    fail_msg("triangle %u is in no leaf", triangle);
}

// Points on the surface, or some way off it.
static void check_points(mesh_sample sample, test_random* random, double off)
{
    toi_mesh_def def = sample_def(&sample);
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    uint32_t nearest = 0;
    for (int i = 0; i < 400; ++i) {
        const uint32_t* v = mesh->triangles[random_below(random, mesh->triangle_count)].vertex;
        toi_vec3 sum = v3_add(v3_add(mesh->local[v[0]], mesh->local[v[1]]), mesh->local[v[2]]);
        toi_vec3 p = v3_madd(v3_scale(1.0 / 3.0, sum), off, random_direction(random));
        uint32_t found = ti_near_triangle(mesh, p), leaf[2] = {0, 0};
        assert_true(found < mesh->triangle_count);
        leaf_of(mesh, found, leaf);
        double distance = distance_of(mesh, found, p);
        assert_true(distance <= least_distance(mesh, leaf[0], leaf[1], p) + 1e-12);
        nearest += distance <= least_distance(mesh, 0, mesh->triangle_count, p) + 1e-12;
    }
    print_message("%u triangles, %g off: %u of 400 are the nearest\n", mesh->triangle_count, off, nearest);
    assert_true(nearest > 100); // of a triangle taken at random, a few would be
    toi_mesh_destroy(mesh);
    sample_release(&sample);
}

static void no_triangle_of_the_leaf_is_nearer(void** state)
{
    (void)state;
    test_random random = random_start(73);
    for (int i = 0; i < 2; ++i) {
        double off = i * 0.1;
        check_points(sample_sphere(20, 12, 1.0), &random, off);
        check_points(sample_torus(24, 12, 1.0, 0.4), &random, off);
        check_points(sample_turned_box(1.0, 0.5, 0.2), &random, off);
    }
}

static void one_triangle_is_near_every_point(void** state)
{
    (void)state;
    mesh_sample sample = {.vertices = NULL};
    uint32_t a = sample_vertex(&sample, 0, 0, 0), b = sample_vertex(&sample, 1, 0, 0);
    sample_face(&sample, (uint32_t[]){a, b, sample_vertex(&sample, 0, 1, 0)}, 3);
    toi_mesh_def def = sample_def(&sample);
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    assert_int_equal(ti_near_triangle(mesh, v3(5.0, 5.0, 5.0)), 0);
    assert_int_equal(ti_near_triangle(mesh, v3(0.0, 0.0, 0.0)), 0);
    toi_mesh_destroy(mesh);
    sample_release(&sample);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(no_triangle_of_the_leaf_is_nearer),
        cmocka_unit_test(one_triangle_is_near_every_point),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
