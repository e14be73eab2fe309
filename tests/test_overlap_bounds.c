// Boxes of bodies at an instant: the least one of posed vertices, and one at once that holds those of a mesh.

#include "random_point.h"

#include "core/cpu.h"
#include "narrow/overlap/region.h"

#include <float.h>

enum { MOST = 60 };

static toi_quat random_turn(test_random* random, uint32_t round)
{
    toi_quat q = random_coefficients(random, 1.0);
    if (round % 4 == 0) { // a quarter or half turn, or none
        q = (toi_quat){round / 4 % 2, round / 8 % 2, round / 16 % 2, round / 32 % 2};
    }
    return q_norm2(q) > 1e-6 ? q_normalize(q) : (toi_quat){1.0, 0.0, 0.0, 0.0};
}

static toi_bounds least_box(const ti_faces* faces)
{
    toi_bounds box = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (uint32_t i = 0; i < faces->vertex_count; ++i) {
        toi_vec3 p = ti_faces_vertex(faces, i);
        box.lower = (toi_vec3){fmin(box.lower.x, p.x), fmin(box.lower.y, p.y), fmin(box.lower.z, p.z)};
        box.upper = (toi_vec3){fmax(box.upper.x, p.x), fmax(box.upper.y, p.y), fmax(box.upper.z, p.z)};
    }
    return box;
}

static bool same_box(const toi_bounds* a, const toi_bounds* b)
{
    const double *p = &a->lower.x, *q = &b->lower.x;
    bool same = true;
    for (int i = 0; i < 6; ++i) {
        same &= p[i] == q[i];
    }
    return same;
}

static void the_box_of_posed_vertices_is_the_least(void** state)
{
    (void)state;
    test_random random = random_start(71);
    toi_vec3 vertices[MOST];
    for (uint32_t round = 0; round < 2000; ++round) {
        ti_faces faces = {
            .vertices = vertices, .vertex_count = round % (MOST + 1), .rigid = round / MOST % 2};
        double scale = ldexp(1.0, (int)random_below(&random, 1800) - 900);
        for (uint32_t i = 0; i < MOST; ++i) {
            vertices[i] = random_point(&random, scale);
        }
        faces.rotation = m3_from_quat(random_turn(&random, round));
        faces.position = random_point(&random, scale);
        toi_bounds expected = least_box(&faces), found = ti_faces_bounds_with(&faces, false);
        assert_true(same_box(&found, &expected));
        if (ti_cpu_has_avx2()) {
            found = ti_faces_bounds_with(&faces, true);
            assert_true(same_box(&found, &expected));
        }
    }
}

// Triangles of three vertices each, in order.
static toi_mesh* mesh_of(const toi_vec3* vertices, uint32_t count)
{
    uint32_t indices[MOST], offsets[MOST / 3 + 1] = {0};
    for (uint32_t i = 0; i < count; ++i) {
        indices[i] = i;
        offsets[i / 3 + 1] = i + 1;
    }
    toi_mesh_def def = {.vertices = &vertices[0].x,
                        .vertex_count = count,
                        .indices = indices,
                        .face_offsets = offsets,
                        .face_count = count / 3};
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

static toi_mesh* random_mesh(test_random* random, double scale, toi_vec3 offset, bool ball)
{
    toi_vec3 vertices[MOST];
    for (uint32_t i = 0; i < MOST; ++i) {
        toi_vec3 p = random_point(random, 1.0);
        p = ball ? v3_scale(1.0 / v3_length(p), p) : p;
        vertices[i] = v3_scale(scale, v3_add(p, offset));
    }
    return mesh_of(vertices, MOST);
}

static double largest_side(const toi_bounds* box)
{
    toi_vec3 d = v3_sub(box->upper, box->lower);
    return fmax(fmax(d.x, d.y), d.z);
}

// Returns by how much the longest side is too long.
static double check_mesh(const toi_mesh* mesh, toi_quat turn, toi_vec3 position)
{
    ti_mat3 rotation = m3_from_quat(turn);
    toi_bounds box = ti_mesh_bounds_at(mesh, &rotation, position);
    ti_faces faces = {.vertices = mesh->vertices,
                      .vertex_count = mesh->vertex_count,
                      .rigid = true,
                      .rotation = rotation,
                      .position = position};
    toi_bounds least = least_box(&faces);
    assert_true(box.lower.x <= least.lower.x && box.lower.y <= least.lower.y && box.lower.z <= least.lower.z);
    assert_true(box.upper.x >= least.upper.x && box.upper.y >= least.upper.y && box.upper.z >= least.upper.z);
    return largest_side(&box) / largest_side(&least);
}

static void the_box_of_a_mesh_holds_its_posed_vertices(void** state)
{
    (void)state;
    test_random random = random_start(72);
    const double scales[] = {1.0, 0x1p-1000, 0x1p-1040, 0x1p900};
    for (uint32_t round = 0; round < 400; ++round) {
        double scale = scales[round % 4], far = round % 3 == 0 ? 0.0 : round % 3 == 1 ? 1e3 : 1e12;
        toi_mesh* mesh = random_mesh(&random, scale, random_point(&random, far), round / 5 % 2);
        for (uint32_t turn = 0; turn < 40; ++turn) {
            toi_quat q = random_turn(&random, turn);
            check_mesh(mesh, q, random_point(&random, round / 2 % 2 ? scale : 1e12 * scale));
        }
        toi_mesh_destroy(mesh);
    }
}

static void the_box_of_a_ball_is_as_long_as_the_ball(void** state)
{
    (void)state;
    test_random random = random_start(73);
    double longest = 0.0;
    for (uint32_t round = 0; round < 30; ++round) {
        toi_mesh* mesh = random_mesh(&random, 1.0, (toi_vec3){1.0, 2.0, 3.0}, true);
        longest = fmax(longest, check_mesh(mesh, random_turn(&random, 1), random_point(&random, 10.0)));
        toi_mesh_destroy(mesh);
    }
    assert_true(longest < 1.2);
}

// Vertices that a turn brings to the ends of the ball along an axis.
static void the_box_of_a_ball_holds_its_ends(void** state)
{
    (void)state;
    test_random random = random_start(74);
    for (uint32_t round = 0; round < 3000; ++round) {
        toi_quat turn = random_turn(&random, 1);
        ti_mat3 rotation = m3_from_quat(turn);
        toi_vec3 middle = random_point(&random, round % 3 ? 2.0 : 1e5), vertices[6];
        for (int i = 0; i < 6; ++i) {
            vertices[i] = v3_madd(middle, i % 2 ? 1.0 : -1.0, rotation.row[i / 2]);
        }
        toi_mesh* mesh = mesh_of(vertices, 6);
        check_mesh(mesh, turn, random_point(&random, round % 2 ? 1.0 : 1e4));
        toi_mesh_destroy(mesh);
    }
}

// Posed coordinates that are finite though those of a corner of the turned box would not be.
static void the_box_of_the_largest_numbers_is_finite(void** state)
{
    (void)state;
    const double most = DBL_MAX;
    toi_vec3 vertices[3] = {{0.45 * most, 0.0, 0.0}, {0.0, 0.45 * most, 0.0}, {0.0, 0.0, -0.45 * most}};
    toi_mesh* mesh = mesh_of(vertices, 3);
    ti_mat3 rotation = m3_from_quat(q_normalize((toi_quat){0.9, 0.3, 0.1, -0.2}));
    toi_vec3 position = {0.54 * most, -0.54 * most, 0.54 * most};
    toi_bounds box = ti_mesh_bounds_at(mesh, &rotation, position);
    const double* side = &box.lower.x;
    for (int i = 0; i < 6; ++i) {
        assert_true(isfinite(side[i]));
    }
    check_mesh(mesh, q_normalize((toi_quat){0.9, 0.3, 0.1, -0.2}), position);
    toi_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(the_box_of_posed_vertices_is_the_least),
        cmocka_unit_test(the_box_of_a_mesh_holds_its_posed_vertices),
        cmocka_unit_test(the_box_of_a_ball_is_as_long_as_the_ball),
        cmocka_unit_test(the_box_of_a_ball_holds_its_ends),
        cmocka_unit_test(the_box_of_the_largest_numbers_is_finite),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
