// Points of a body, their runs in the boxes of the tree, and extreme points found through these.

#include "bvh/support.h"

#include "bvh/walk.h"
#include "exact_box.h"
#include "failing_allocator.h"
#include "mesh_samples.h"

#include <arf.h> // here too, because this line decides what the test is linked to

// Each point is a used vertex, and no vertex stands twice; those within the hull may be left out.
// The last one is repeated up to a multiple of four, and four times more beyond the end. Returns the number
// of points without these.
static uint32_t check_points(const toi_mesh* mesh)
{
    const ti_support* support = &mesh->support;
    uint32_t count = mesh->tree.nodes[0].point[1], used_count = 0;
    uint8_t* used = calloc(mesh->vertex_count, 1);
    assert_non_null(used);
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; ++i) {
        uint32_t v = mesh->triangles[i / 3].vertex[i % 3];
        used_count += !used[v];
        used[v] = 1;
    }
    assert_true(count <= used_count && (support->neighbor_first == NULL || count > TI_PATCH_POINTS - 4));
    assert_true(count > 0 && support->points.count == (count + 3) / 4 * 4);
    for (uint32_t i = 0; i < support->points.count + 4; ++i) {
        uint32_t v = support->vertex[i];
        toi_vec3 p = v3(support->points.x[i], support->points.y[i], support->points.z[i]);
        assert_true(v < mesh->vertex_count && v3_equal(p, mesh->local[v]));
        assert_int_equal(used[v], i < count ? 1 : 2);
        used[v] = 2;
        assert_true(i < count || v == support->vertex[count - 1]);
    }
    free(used);
    return count;
}

// The points of a lane are those of its child, and lie in its box.
static void check_runs(const toi_mesh* mesh)
{
    for (uint32_t n = 0; n < mesh->tree.node_count; ++n) {
        const ti_node* node = &mesh->tree.nodes[n];
        for (uint32_t lane = 0; lane < TI_TREE_WIDTH; ++lane) {
            uint32_t begin = node->point[lane], end = node->point[lane + 1];
            assert_true(lane < node->count ? begin <= end : begin == end);
            if (node->child[lane] != TI_NONE) {
                const ti_node* child = &mesh->tree.nodes[node->child[lane]];
                assert_true(child->point[0] == begin && child->point[child->count] == end);
            }
            ti_box box = ti_node_box(node, lane);
            exact_box e;
            exact_box_start(&e, &box);
            for (uint32_t i = begin; i < end; ++i) {
                assert_true(exact_box_holds(&e, mesh->local[mesh->support.vertex[i]]));
            }
            exact_box_stop(&e);
        }
    }
}

static double along(const ti_support* s, toi_vec3 n, uint32_t i)
{
    return (n.x * s->points.x[i] + n.y * s->points.y[i]) + n.z * s->points.z[i];
}

// Best value of the points below a node, leaving out boxes that cannot beat `best`.
static double descend(const toi_mesh* mesh, uint32_t index, toi_vec3 n, double best, uint32_t* looked)
{
    const ti_node* node = &mesh->tree.nodes[index];
    for (uint32_t lane = 0; lane < node->count; ++lane) {
        ti_box box = ti_node_box(node, lane);
        double bound = v3_dot(n, box.center) + fabs(v3_dot(n, box.axis[0])) + fabs(v3_dot(n, box.axis[1])) +
                       fabs(v3_dot(n, box.axis[2]));
        if (bound + 0x1p-45 < best) {
            continue;
        }
        if (node->child[lane] != TI_NONE) {
            best = descend(mesh, node->child[lane], n, best, looked);
            continue;
        }
        for (uint32_t i = node->point[lane]; i < node->point[lane + 1]; ++i) {
            ++*looked;
            best = fmax(best, along(&mesh->support, n, i));
        }
    }
    return best;
}

static void check_directions(const toi_mesh* mesh, uint32_t count, test_random* random)
{
    uint32_t looked = 0, directions = 50;
    for (uint32_t i = 0; i < directions; ++i) {
        double c[3];
        for (int k = 0; k < 3; ++k) {
            c[k] = random_between(random, -1.0, 1.0);
        }
        toi_vec3 n = v3(c[0], c[1], c[2]);
        n = v3_scale(1.0 / v3_length(n), n);
        double most = -HUGE_VAL;
        for (uint32_t k = 0; k < 3 * mesh->triangle_count; ++k) {
            most = fmax(most, v3_dot(n, mesh->local[mesh->triangles[k / 3].vertex[k % 3]]));
        }
        double found = descend(mesh, 0, n, -HUGE_VAL, &looked);
        assert_near(found, most, 0x1p-50); // a corner of the hull may round a little lower than what it hides
    }
    printf("%u points: %.0f of them looked at for a direction\n", count, (double)looked / directions);
    assert_true(count < 2000 || looked <= directions * (count / 5));
}

static void check_support(mesh_sample sample, test_random* random)
{
    toi_mesh_def def = sample_def(&sample);
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    uint32_t count = check_points(mesh);
    check_runs(mesh);
    check_directions(mesh, count, random);
    toi_mesh_destroy(mesh);
    sample_release(&sample);
}

static void boxes_lead_to_the_extreme_point(void** state)
{
    (void)state;
    test_random random = random_start(4);
    check_support(sample_torus(60, 40, 1.0, 0.4), &random);
    check_support(sample_sphere(100, 60, 3.0), &random);
    check_support(sample_grid(40, v3(10, 20, 30), v3(1, 2, 3), v3(-3, 1, 0)), &random);
    check_support(sample_chain(1000, v3(1, 0.3, -0.7)), &random);
    check_support(sample_soup(500, 1e-20, 0.0, &random), &random);
}

static void small_bodies_have_all_their_extreme_points(void** state)
{
    (void)state;
    test_random random = random_start(5);
    for (uint32_t corners = 1; corners <= 3; ++corners) {
        check_support(sample_repeated(corners, 3), &random);
    }
    check_support(sample_turned_box(1, 2, 3), &random);
    check_support(sample_torus(8, 8, 1.0, 0.4), &random);
    check_support(sample_torus(13, 5, 1.0, 0.4), &random);
}

static void unused_vertices_are_left_out(void** state)
{
    (void)state;
    test_random random = random_start(6);
    mesh_sample sample = sample_torus(12, 8, 1.0, 0.4);
    sample_vertex(&sample, 100.0, 0.0, 0.0);
    check_support(sample, &random);
}

static void a_failed_build_leaves_an_empty_support(void** state)
{
    (void)state;
    mesh_sample sample = sample_torus(12, 8, 1.0, 0.4);
    toi_mesh_def def = sample_def(&sample);
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    toi_allocator own = mesh->allocator;
    ti_support_release(mesh);
    toi_status status = TOI_ERROR_MEMORY;
    uint64_t failed = 0;
    for (; status != TOI_OK; ++failed) {
        failing_allocator f = failing_allocator_make(failed + 1, false);
        mesh->allocator = failing_allocator_use(&f);
        status = ti_support_build(mesh);
        if (status == TOI_OK) {
            ti_support_release(mesh);
        }
        assert_true(status == TOI_OK || status == TOI_ERROR_MEMORY);
        assert_int_equal(f.live, 0);
        assert_null(mesh->support.vertex);
        assert_null(mesh->support.memory);
    }
    assert_true(failed >= 5);
    mesh->allocator = own;
    toi_mesh_destroy(mesh);
    sample_release(&sample);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(boxes_lead_to_the_extreme_point),
        cmocka_unit_test(small_bodies_have_all_their_extreme_points),
        cmocka_unit_test(unused_vertices_are_left_out),
        cmocka_unit_test(a_failed_build_leaves_an_empty_support),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
