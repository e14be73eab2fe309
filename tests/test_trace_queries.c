// The collection of translations and rotations with the answers of a published system.

#include "cmocka_toi.h"
#include "support/trace_queries.h"

#include <jansson.h>

static tq_set set;

static void the_collection_is_read_whole(void** state)
{
    (void)state;
    uint32_t counts[3] = {0, 0, 0};
    if (!tq_load(&set)) {
        skip();
    }
    assert_int_equal(set.shape_count, 29);
    for (uint32_t i = 0; i < set.query_count; ++i) {
        ++counts[set.queries[i].kind == 'T' ? 0 : set.queries[i].kind == 'R' ? 1 : 2];
    }
    assert_int_equal(counts[0], 188);
    assert_int_equal(counts[1], 97);
    assert_int_equal(counts[2], 14);
}

static void axes_become_the_quaternion_that_turns_to_them(void** state)
{
    (void)state;
    // Rows are the images of the axes: quarter and half turns, which try each of the four cases, and another.
    static const char* const text[5] = {"[[1,0,0],[0,1,0],[0,0,1]]", "[[1,0,0],[0,-1,0],[0,0,-1]]",
                                        "[[-1,0,0],[0,1,0],[0,0,-1]]", "[[0,-1,0],[-1,0,0],[0,0,-1]]",
                                        "[[0.6,0,-0.8],[0.8,0,0.6],[0,-1,0]]"};
    for (int n = 0; n < 5; ++n) {
        json_error_t error;
        json_t* rows = json_loads(text[n], 0, &error);
        toi_pose pose = {.quaternion = tq_quaternion(rows)};
        for (size_t axis = 0; axis < 3; ++axis) {
            toi_vec3 unit = {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
            toi_vec3 image = toi_pose_point(pose, unit);
            const json_t* row = json_array_get(rows, axis);
            assert_near(image.x, tq_number(row, 0), 1e-15);
            assert_near(image.y, tq_number(row, 1), 1e-15);
            assert_near(image.z, tq_number(row, 2), 1e-15);
        }
        json_decref(rows);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_collection_is_read_whole),
        cmocka_unit_test(axes_become_the_quaternion_that_turns_to_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
