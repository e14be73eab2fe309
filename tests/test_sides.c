// Sides of convex bodies: planes that all points are behind, with the corners around them.

#include "bvh/sides.h"
#include "cmocka_toi.h"
#include "support/generate.h"
#include "trace_support.h"

static toi_vec3 point_at(const ti_points* p, uint32_t i)
{
    return v3(p->x[i], p->y[i], p->z[i]);
}

// Unit normals outwards, corners counter-clockwise around them, and offsets that no point is beyond.
static void check_sides(const toi_mesh* mesh)
{
    const ti_sides* s = &mesh->sides;
    assert_true(s->normal.count % 4 == 0 && s->normal.count >= s->count && s->normal.count < s->count + 4);
    for (uint32_t i = 0; i < s->normal.count; ++i) {
        toi_vec3 n = point_at(&s->normal, i);
        double most = -HUGE_VAL;
        assert_near(v3_length(n), 1.0, 1e-15);
        for (uint32_t k = 0; k < mesh->support.points.count; ++k) {
            most = fmax(most, v3_dot(n, point_at(&mesh->support.points, k)));
        }
        assert_true(most == s->offset[i]);
        assert_true(i < s->count || v3_equal(n, point_at(&s->normal, s->count - 1)));
    }
    for (uint32_t i = 0; i < s->count; ++i) {
        uint32_t begin = s->corner_first[i], end = s->corner_first[i + 1];
        toi_vec3 n = point_at(&s->normal, i), a = point_at(&mesh->support.points, s->corner[begin]);
        assert_true(end - begin >= 3);
        for (uint32_t k = begin + 1; k + 1 < end; ++k) {
            toi_vec3 b = point_at(&mesh->support.points, s->corner[k]),
                     c = point_at(&mesh->support.points, s->corner[k + 1]);
            assert_true(v3_dot(n, v3_cross(v3_sub(b, a), v3_sub(c, a))) > 0.0);
            assert_near(v3_dot(n, b), s->offset[i], 1e-15);
        }
    }
}

static toi_mesh* make_box_inside_out(void)
{
    const double v[24] = {-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1};
    const uint32_t corners[24] = {0, 2, 6, 4, 1, 5, 7, 3, 0, 4, 5, 1, 2, 3, 7, 6, 0, 1, 3, 2, 4, 6, 7, 5};
    const uint32_t offsets[7] = {0, 4, 8, 12, 16, 20, 24};
    toi_mesh* mesh = NULL;
    toi_mesh_def def = {
        .vertices = v, .vertex_count = 8, .indices = corners, .face_offsets = offsets, .face_count = 6};
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

static void a_box_has_six_sides_however_it_is_wound(void** state)
{
    toi_mesh* meshes[2] = {make_box(1.0, 2.0, 3.0), make_box_inside_out()};
    (void)state;
    for (int i = 0; i < 2; ++i) {
        assert_true(ti_mesh_is_hull(meshes[i]));
        assert_int_equal(meshes[i]->sides.count, 6);
        check_sides(meshes[i]);
        toi_mesh_destroy(meshes[i]);
    }
}

static void a_plane_face_has_both_sides(void** state)
{
    const double v[12] = {0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0};
    toi_mesh *quad = make_polygon(v, 4), *segment = make_polygon(v, 2), *point = make_point();
    (void)state;
    assert_int_equal(quad->sides.count, 2);
    check_sides(quad);
    assert_true(ti_mesh_is_hull(segment) && ti_mesh_is_hull(point));
    assert_int_equal(segment->sides.count, 0);
    assert_int_equal(point->sides.count, 0);
    toi_mesh_destroy(quad);
    toi_mesh_destroy(segment);
    toi_mesh_destroy(point);
}

// Random shapes of every family: sides are right where there are some, and only hulls have some.
static void sides_of_random_shapes_are_planes_behind_which_they_lie(void** state)
{
    gen_random random = {5};
    gen_shape shape;
    uint32_t with = 0;
    (void)state;
    for (int i = 0; i < 600; ++i) {
        gen_shape_random(&random, &shape);
        toi_mesh* mesh = gen_toi_mesh(&shape);
        with += mesh->sides.count > 0;
        assert_true(mesh->sides.count == 0 || ti_mesh_is_hull(mesh));
        if (mesh->sides.count > 0) {
            check_sides(mesh);
        }
        toi_mesh_destroy(mesh);
    }
    assert_true(with > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_has_six_sides_however_it_is_wound),
        cmocka_unit_test(a_plane_face_has_both_sides),
        cmocka_unit_test(sides_of_random_shapes_are_planes_behind_which_they_lie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
