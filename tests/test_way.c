// Where a mover gets to: the boxes hold it at every time, and are little larger.

#include "random_point.h"

#include "broad/way.h"
#include "math/vec3.h"
#include "motion/path.h"
#include "toi/toi.h"

enum { SAMPLES = 240 };

static const double REACH = 0.125;

static toi_motion motion_of(const toi_pose* pose, const toi_move* m)
{
    return (toi_motion){.kind = m->kind == TOI_MOVE_ROTATION ? TOI_MOTION_ROTATION : TOI_MOTION_TRANSLATION,
                        .pose = *pose,
                        .by = m->by,
                        .point = m->point,
                        .axis = m->axis,
                        .angle = m->angle};
}

static toi_bounds box_at(const toi_mesh* mesh, const toi_motion* motion, double t)
{
    toi_bounds all = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    toi_pose pose = toi_motion_pose(motion, t);
    for (uint32_t i = 0; i < 8; ++i) {
        toi_vec3 p = toi_pose_point(pose, toi_mesh_vertex(mesh, i));
        all.lower = v3_min(all.lower, p);
        all.upper = v3_max(all.upper, p);
    }
    return all;
}

static bool holds(const toi_bounds* outer, const toi_bounds* inner, double least)
{
    toi_vec3 a = v3_sub(inner->lower, outer->lower), b = v3_sub(outer->upper, inner->upper);
    return fmin(fmin(a.x, a.y), a.z) >= least && fmin(fmin(b.x, b.y), b.z) >= least;
}

static toi_bounds shifted(toi_bounds b, toi_vec3 by)
{
    return (toi_bounds){v3_add(b.lower, by), v3_add(b.upper, by)};
}

static void check_samples(const toi_mesh* mesh, const toi_motion* motion, const ti_way* way)
{
    for (uint32_t i = 0; i <= SAMPLES; ++i) {
        double t = (double)i / SAMPLES;
        toi_bounds at = box_at(mesh, motion, t), whole = shifted(way->whole.box, v3_scale(t, way->whole.by));
        assert_true(holds(&whole, &at, REACH));
        uint32_t n = way->part_count, k = i * n / SAMPLES;
        if (!way->turns) {
            toi_bounds back = {v3(whole.lower.x + REACH, whole.lower.y + REACH, whole.lower.z + REACH),
                               v3(whole.upper.x - REACH, whole.upper.y - REACH, whole.upper.z - REACH)};
            assert_true(holds(&at, &back, -1e-7));
            continue;
        }
        assert_true(k == n || holds(&way->part[k], &at, REACH));
        assert_true(n == 0 || i * n % SAMPLES != 0 || k == 0 || holds(&way->part[k - 1], &at, REACH));
    }
}

// The radius of a turn about any axis through `point`: what the bulge of arcs is in proportion to.
static double arm_of(const toi_motion* motion)
{
    return v3_length(v3_sub(motion->pose.position, motion->point)) + 3.0;
}

static void check_size(const toi_mesh* mesh, const toi_motion* motion, const ti_way* way)
{
    for (uint32_t k = 0; k < way->part_count; ++k) {
        toi_bounds all = box_at(mesh, motion, (double)k / way->part_count);
        for (int i = 1; i <= 64; ++i) {
            toi_bounds at = box_at(mesh, motion, (k + i / 64.0) / way->part_count);
            all = ti_box_around(&all, &at);
        }
        assert_true(holds(&all, &way->part[k], -REACH - 0.036 * arm_of(motion)));
    }
}

static void boxes_hold_the_mover_at_every_time(void** state)
{
    (void)state;
    test_random random = random_start(20260605);
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create_box(v3(2.0, 1.0, 0.25), NULL, &mesh, NULL), TOI_OK);
    for (int i = 0; i < 600; ++i) {
        toi_pose pose = {random_point(&random, 8.0), {1.0, 0.0, 0.0, 0.0}};
        if (i % 3 > 0) {
            toi_vec3 q = random_point(&random, 1.0);
            pose.quaternion = (toi_quat){random_between(&random, -1.0, 1.0), q.x, q.y, q.z};
        }
        pose = ti_pose_unit(pose);
        toi_move move = {.kind = i % 2 ? TOI_MOVE_ROTATION : TOI_MOVE_TRANSLATION};
        move.by = random_point(&random, 9.0);
        move.point = random_point(&random, 8.0);
        move.axis = i % 4 == 1 ? v3(0.0, 0.0, -2.0) : random_point(&random, 1.0);
        move.angle = random_between(&random, -1.0, 1.0) * (i % 5 == 0 ? 6.283185307179586 : 1.5);
        toi_motion motion = motion_of(&pose, &move);
        ti_way way;
        ti_way_make(mesh, &pose, &move, REACH, &way);
        check_samples(mesh, &motion, &way);
        ti_way_cut(&way);
        assert_true(way.part_count <= TI_WAY_PARTS && way.turns == (i % 2 == 1));
        check_samples(mesh, &motion, &way);
        check_size(mesh, &motion, &way);
    }
    toi_mesh_destroy(mesh);
}

static void many_turns_are_one(void** state)
{
    (void)state;
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create_box(v3(2.0, 1.0, 0.25), NULL, &mesh, NULL), TOI_OK);
    toi_pose pose = {{5.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    toi_move move = {.kind = TOI_MOVE_ROTATION, .axis = {0.0, 0.0, 1.0}, .angle = -1000.0};
    toi_motion motion = motion_of(&pose, &move);
    ti_way way;
    ti_way_make(mesh, &pose, &move, REACH, &way);
    ti_way_cut(&way);
    for (uint32_t i = 0; i <= 5000; ++i) {
        toi_bounds at = box_at(mesh, &motion, i / 5000.0);
        assert_true(holds(&way.whole.box, &at, REACH));
        double entry;
        assert_true(ti_way_meets(&way, &at, &entry));
    }
    toi_mesh_destroy(mesh);
}

static void a_box_is_met_no_later_than_the_mover_gets_there(void** state)
{
    (void)state;
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create_box(v3(1.0, 1.0, 1.0), NULL, &mesh, NULL), TOI_OK);
    toi_pose pose = {{10.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    toi_bounds wall = {{-11.0, -0.5, -0.5}, {-9.0, 0.5, 0.5}}, far = {{-2.0, 30.0, 0.0}, {2.0, 31.0, 0.0}};
    toi_move turn = {.kind = TOI_MOVE_ROTATION, .axis = {0.0, 0.0, 1.0}, .angle = 6.283185307179586};
    toi_move slide = {.kind = TOI_MOVE_TRANSLATION, .by = {-40.0, 0.0, 0.0}};
    ti_way way;
    double entry;
    ti_way_make(mesh, &pose, &slide, REACH, &way);
    assert_true(ti_way_meets(&way, &wall, &entry));
    assert_near(entry, (18.0 - REACH) / 40.0, 1e-8);
    assert_false(ti_way_meets(&way, &far, &entry));
    ti_way_make(mesh, &pose, &turn, REACH, &way);
    assert_true(ti_way_meets(&way, &wall, &entry));
    assert_true(entry == 0.0); // not cut: the box around the circle
    ti_way_cut(&way);
    assert_true(ti_way_meets(&way, &wall, &entry));
    assert_true(entry == 5.0 / 12.0); // from 150 degrees on
    assert_false(ti_way_meets(&way, &far, &entry));
    toi_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(boxes_hold_the_mover_at_every_time),
        cmocka_unit_test(many_turns_are_one),
        cmocka_unit_test(a_box_is_met_no_later_than_the_mover_gets_there),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
