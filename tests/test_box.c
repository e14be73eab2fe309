// Boxes around points, fitted in frames that are right, a little wrong and no frames at all.

#include "bvh/box.h"
#include "cmocka_toi.h"
#include "exact_box.h"

#include <arf.h> // here too, because this line decides what the test is linked to

enum { COUNT = 50 };

// The same box as a lane of a node would have it.
static ti_box widen(const ti_fit* fit)
{
    ti_node node;
    for (int c = 0; c < 9; ++c) {
        node.axis[c][0] = fit->axis[c];
    }
    for (int c = 0; c < 3; ++c) {
        node.center[c][0] = fit->center[c];
    }
    node.radius[0] = fit->radius;
    node.size[0] = fit->size;
    return ti_node_box(&node, 0);
}

static void check_fit(const toi_vec3* points, const ti_frames* frames, double most_size)
{
    ti_fit fit;
    ti_box_fit(points, COUNT, frames, &fit);
    ti_box box = widen(&fit);
    exact_box e;
    exact_box_start(&e, &box);
    for (uint32_t i = 0; i < COUNT; ++i) {
        assert_true(exact_box_holds(&e, points[i]));
    }
    assert_true(exact_box_within(&e, 1.0, box.radius));
    assert_true(exact_box_within(&e, 0.0, box.size));
    assert_true(box.size <= most_size);
    exact_box_stop(&e);
}

static void set_points(toi_vec3* points, double flatness, test_random* random)
{
    const toi_vec3 u = {0.6, 0.48, 0.64}, v = {-0.8, 0.36, 0.48}, w = {0.0, -0.8, 0.6};
    for (uint32_t i = 0; i < COUNT; ++i) {
        double a = random_between(random, -0.5, 0.5), b = random_between(random, -0.5, 0.5);
        double c = flatness * random_between(random, -0.5, 0.5);
        points[i] = v3_madd(v3_madd(v3_scale(a, u), b, v), c, w);
    }
}

static void principal_frames_follow_the_points(void** state)
{
    (void)state;
    test_random random = random_start(11);
    for (int i = 0; i < 60; ++i) {
        toi_vec3 points[COUNT];
        set_points(points, ldexp(1.0, -i), &random);
        ti_frames frames = {.count = 0};
        ti_frames_add_principal(&frames, points, COUNT);
        // Half the diagonal of the unit square, turned by up to 45 degrees, and the thickness.
        check_fit(points, &frames, i < 4 ? 1.3 : 1.01);
        toi_vec3 corner[3] = {points[0], points[1], points[2]};
        ti_frames_add_triangle(&frames, corner);
        assert_int_equal(frames.count, 4);
        check_fit(points, &frames, 1.3);
    }
}

static void triangles_without_area_give_no_frame(void** state)
{
    (void)state;
    const toi_vec3 point = {0.1, 0.2, 0.3}, corner[3] = {point, point, {0.4, 0.5, 0.6}};
    ti_frames frames = {.count = 0};
    ti_frames_add_triangle(&frames, corner);
    assert_int_equal(frames.count, 0);
}

// Frames are off by more than rounding: the check of the points notices, and padding settles it.
static void frames_that_are_a_little_off_still_give_boxes(void** state)
{
    (void)state;
    test_random random = random_start(12);
    for (int i = 10; i < 30; ++i) {
        toi_vec3 points[COUNT];
        set_points(points, 1e-3, &random);
        ti_frames frames = {.count = 0};
        ti_frames_add_principal(&frames, points, COUNT);
        toi_vec3* row = frames.frame[0].row;
        row[2] = v3_madd(row[2], ldexp(1.0, -i), row[0]);
        row[0] = v3_scale(1.0 - ldexp(1.0, -i), row[0]);
        check_fit(points, &frames, 1.3);
    }
}

// Rows too short or all alike make boxes that cannot hold the points; the box along the axes does.
static void no_frame_at_all_gives_a_box_along_the_axes(void** state)
{
    (void)state;
    test_random random = random_start(13);
    toi_vec3 points[COUNT];
    set_points(points, 0.5, &random);
    ti_frames frames = {.frame = {{{{0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}}}}, .count = 1};
    check_fit(points, &frames, 1.3);
    frames.frame[0] = (ti_mat3){{{0.1, 0, 0}, {0.1, 0, 0}, {0.1, 0, 0}}};
    check_fit(points, &frames, 1.3);
    frames.frame[0] = (ti_mat3){{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    check_fit(points, &frames, 1.3);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(principal_frames_follow_the_points),
        cmocka_unit_test(triangles_without_area_give_no_frame),
        cmocka_unit_test(frames_that_are_a_little_off_still_give_boxes),
        cmocka_unit_test(no_frame_at_all_gives_a_box_along_the_axes),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
