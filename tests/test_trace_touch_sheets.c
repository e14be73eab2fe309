// Sheets that lie over a solid or another sheet, tilted a little: each corner touches, whichever side is up.

#include "cmocka_toi.h"
#include "toi/trace.h"

static toi_mesh* make_sheet(bool turned)
{
    static const double vertices[] = {0.02, -0.155, 0.0, 0.228, 0.203, 0.0, -0.25, -0.048, 0.0};
    static const uint32_t corners[2][3] = {{0, 1, 2}, {0, 2, 1}};
    toi_mesh_def def = {.vertices = vertices, .vertex_count = 3, .indices = corners[turned], .face_count = 1};
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

// Three touches whose gaps are the heights of the corners over z = 0, to second order of the tilt.
static void expect_corners(const toi_mesh* floor, toi_vec3 floor_at, const toi_mesh* sheet, double tilt,
                           bool swap)
{
    toi_placed over = {sheet, {{0.3, 0.1, 0.002}, {1.0, tilt, 0.5 * tilt, 0.0}}, 2};
    toi_placed below = {floor, {floor_at, {1.0, 0.0, 0.0, 0.0}}, 2};
    toi_stage* stage = NULL;
    assert_int_equal(toi_stage_create(swap ? &over : &below, 1, NULL, &stage, NULL), TOI_OK);
    over.pose = swap ? toi_stage_body(stage, 0).pose : over.pose;
    toi_touch items[8];
    toi_touches touches = {items, 8, 0};
    assert_int_equal(toi_stage_touches(stage, swap ? &below : &over, 0.02, NULL, &touches), TOI_OK);
    assert_int_equal(touches.count, 3);
    double sum = 0.0, expected = 0.0;
    for (uint32_t i = 0; i < 3; ++i) {
        sum += items[i].gap;
        expected += toi_pose_point(over.pose, toi_mesh_vertex(sheet, i)).z;
        assert_near(fabs(items[i].normal.z), 1.0, 1e-5);
    }
    assert_near(sum, expected, 1e-5 * 0.006 + 4.0 * tilt * tilt);
    toi_stage_destroy(stage);
}

static void each_corner_of_a_tilted_sheet_touches(void** state)
{
    (void)state;
    static const double tilts[] = {0.0, 1e-9, 1e-6, 1e-4, 1e-3};
    static const double plate[] = {-2.0, -2.0, 0.0, 2.0, -2.0, 0.0, 2.0, 2.0, 0.0, -2.0, 2.0, 0.0};
    static const uint32_t quad[] = {0, 1, 2, 3}, offsets[] = {0, 4};
    toi_mesh_def def = {
        .vertices = plate, .vertex_count = 4, .indices = quad, .face_offsets = offsets, .face_count = 1};
    toi_mesh *box = NULL, *flat = NULL;
    assert_int_equal(toi_mesh_create_box((toi_vec3){3.0, 3.0, 0.5}, NULL, &box, NULL), TOI_OK);
    assert_int_equal(toi_mesh_create(&def, &flat, NULL), TOI_OK);
    for (int turned = 0; turned < 2; ++turned) {
        toi_mesh* sheet = make_sheet(turned == 1);
        for (int i = 0; i < 10; ++i) {
            expect_corners(box, (toi_vec3){0.0, 0.0, -0.5}, sheet, tilts[i / 2], i % 2 == 1);
            expect_corners(flat, (toi_vec3){0.0, 0.0, 0.0}, sheet, tilts[i / 2], i % 2 == 1);
        }
        toi_mesh_destroy(sheet);
    }
    toi_mesh_destroy(box);
    toi_mesh_destroy(flat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_corner_of_a_tilted_sheet_touches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
