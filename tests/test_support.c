// Points of a body and the spheres around them.

#include "bvh/support.h"
#include "failing_allocator.h"
#include "mesh_samples.h"

#include "data.h"

// Whether a sphere of a level holds the points below it, in long double: its radius is rounded up by 2^-50,
// far more than long double loses.
static void check_level(const ti_support* support, uint32_t k, uint32_t span)
{
    const ti_sphere_level* level = &support->level[k];
    const ti_points* points = &support->points;
    assert_int_equal(level->count, (points->count + span - 1) / span);
    uint32_t padded = (level->count + TI_SUPPORT_RUN - 1) / TI_SUPPORT_RUN * TI_SUPPORT_RUN;
    for (uint32_t i = 0; i < padded; ++i) {
        uint32_t j = i < level->count ? i : level->count - 1; // padding repeats the last
        assert_true(level->x[i] == level->x[j] && level->y[i] == level->y[j] && level->z[i] == level->z[j]);
        assert_true(level->radius[i] == level->radius[j]);
        long double largest = 0.0L, radius = (long double)level->radius[i];
        for (uint32_t p = j * span; p < points->count && p < (j + 1) * span; ++p) {
            long double dx = (long double)points->x[p] - (long double)level->x[i];
            long double dy = (long double)points->y[p] - (long double)level->y[i];
            long double dz = (long double)points->z[p] - (long double)level->z[i];
            largest = fmaxl(largest, sqrtl(dx * dx + dy * dy + dz * dz));
        }
        assert_true(largest * (1.0L + 0x1p-60L) <= radius);
        assert_true(largest * (1.0L + 0x1p-48L) + 0x1p-400L >= radius);
    }
}

// Every used vertex once, then the last one again.
static void check_points(const toi_mesh* mesh)
{
    const ti_support* support = &mesh->support;
    uint8_t* used = calloc(mesh->vertex_count, 1);
    assert_non_null(used);
    uint32_t used_count = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            uint32_t v = mesh->triangles[i].vertex[k];
            used_count += !used[v];
            used[v] = 1;
        }
    }
    assert_int_equal(support->points.count,
                     (used_count + TI_SUPPORT_RUN - 1) / TI_SUPPORT_RUN * TI_SUPPORT_RUN);
    for (uint32_t i = 0; i < support->points.count; ++i) {
        uint32_t v = support->vertex[i];
        toi_vec3 p = v3(support->points.x[i], support->points.y[i], support->points.z[i]);
        assert_true(v < mesh->vertex_count && v3_equal(p, mesh->local[v]));
        if (i < used_count) {
            assert_true(used[v] == 1);
            used[v] = 2;
        } else {
            assert_int_equal(v, support->vertex[used_count - 1]);
        }
    }
    free(used);
}

static double along(const ti_support* s, toi_vec3 n, uint32_t i)
{
    return n.x * s->points.x[i] + n.y * s->points.y[i] + n.z * s->points.z[i];
}

// Best value of the points under sphere i of a level, skipping spheres that cannot beat `best`.
// Level 0 is the lowest; `level` = TI_NONE stands for the points.
static double descend(const ti_support* s, toi_vec3 n, uint32_t level, uint32_t begin, double best,
                      uint32_t* looked)
{
    for (uint32_t i = begin; i < begin + TI_SUPPORT_RUN; ++i) {
        if (level == TI_NONE) {
            ++*looked;
            best = fmax(best, along(s, n, i));
            continue;
        }
        const ti_sphere_level* l = &s->level[level];
        if (i >= l->count) {
            break;
        }
        double bound = n.x * l->x[i] + n.y * l->y[i] + n.z * l->z[i] + l->radius[i];
        if (bound + 1e-14 > best) {
            best = descend(s, n, level == 0 ? TI_NONE : level - 1, i * TI_SUPPORT_RUN, best, looked);
        }
    }
    return best;
}

static void check_directions(const ti_support* s, test_random* random)
{
    uint32_t looked = 0, directions = 50;
    for (uint32_t i = 0; i < directions && s->level_count > 0; ++i) {
        toi_vec3 n =
            v3(random_between(random, -1, 1), random_between(random, -1, 1), random_between(random, -1, 1));
        n = v3_scale(1.0 / v3_length(n), n);
        double most = -HUGE_VAL;
        for (uint32_t p = 0; p < s->points.count; ++p) {
            most = fmax(most, along(s, n, p));
        }
        assert_true(descend(s, n, s->level_count - 1, 0, -HUGE_VAL, &looked) == most);
    }
    if (s->level_count > 0) {
        printf("%u points: %.0f of them looked at for a direction\n", s->points.count,
               (double)looked / directions);
        assert_true(s->points.count < 2000 || looked <= directions * (s->points.count / 5));
    }
}

static void check_support(mesh_sample sample, test_random* random)
{
    toi_mesh_def def = sample_def(&sample);
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    const ti_support* support = &mesh->support;
    check_points(mesh);
    assert_true((support->level_count == 0) == (support->points.count <= TI_PATCH_POINTS));
    for (uint32_t k = 0, span = TI_SUPPORT_RUN; k < support->level_count; ++k, span *= TI_SUPPORT_RUN) {
        check_level(support, k, span);
    }
    if (support->level_count > 0) {
        assert_true(support->level[support->level_count - 1].count <= TI_SUPPORT_RUN);
    }
    check_directions(support, random);
    toi_mesh_destroy(mesh);
    sample_release(&sample);
}

static void spheres_hold_points_and_lead_to_the_extreme_one(void** state)
{
    (void)state;
    test_random random = random_start(4);
    check_support(sample_torus(60, 40, 1.0, 0.4), &random);
    check_support(sample_sphere(100, 60, 3.0), &random);
    check_support(sample_grid(40, v3(10, 20, 30), v3(1, 2, 3), v3(-3, 1, 0)), &random);
    check_support(sample_chain(1000, v3(1, 0.3, -0.7)), &random);
    check_support(sample_soup(500, 1e-20, 0.0, &random), &random);
}

static void small_bodies_have_points_alone(void** state)
{
    (void)state;
    test_random random = random_start(5);
    for (uint32_t corners = 1; corners <= 3; ++corners) {
        check_support(sample_repeated(corners, 3), &random);
    }
    check_support(sample_turned_box(1, 2, 3), &random);
    check_support(sample_torus(8, 8, 1.0, 0.4), &random); // 64 points: the most without spheres
    check_support(sample_torus(13, 5, 1.0, 0.4), &random);
    check_support(sample_torus(9, 57, 1.0, 0.4), &random); // 513 points: 65 spheres in three levels
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
    for (uint64_t i = 1; i <= 4; ++i) {
        failing_allocator f = failing_allocator_make(i, false);
        mesh->allocator = failing_allocator_use(&f);
        assert_int_equal(ti_support_build(mesh), TOI_ERROR_MEMORY);
        assert_int_equal(f.live, 0);
        assert_null(mesh->support.vertex);
        assert_null(mesh->support.memory);
    }
    mesh->allocator = own;
    toi_mesh_destroy(mesh);
    sample_release(&sample);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(spheres_hold_points_and_lead_to_the_extreme_one),
        cmocka_unit_test(small_bodies_have_points_alone),
        cmocka_unit_test(unused_vertices_are_left_out),
        cmocka_unit_test(a_failed_build_leaves_an_empty_support),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
