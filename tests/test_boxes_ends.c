// Intervals that begin at time 0 or end at time 1: nothing touches there, and the blur holds nonetheless.

#include "cmocka_toi.h"
#include "math/vec3.h"
#include "toi/boxes.h"

static const toi_motion rest = {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY};

// A cube beside one at rest, `gap` away, that turns its edge towards it: its side is at rest at time 0, or at
// time 1 where the turn goes back.
static toi_motion turn_in(double gap, bool back)
{
    toi_motion m = {.kind = TOI_MOTION_ROTATION, .pose = TOI_POSE_IDENTITY, .axis = {0.0, 0.0, 1.0}};
    m.pose.position.x = m.point.x = 1.0 + gap;
    m.angle = back ? -0.5 : 0.5;
    if (back) {
        m.pose.quaternion = (toi_quat){cos(0.25), 0.0, 0.0, sin(0.25)};
    }
    return m;
}

typedef struct answer {
    toi_boxes_interval span;
    double bound;
} answer;

// Of two cubes, as boxes or as meshes, that meet during one interval.
static answer ask(const toi_motion* motion, bool meshes, bool first_only)
{
    toi_vec3 half = {0.5, 0.5, 0.5};
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create_box(half, NULL, &mesh, NULL), TOI_OK);
    const toi_part part = {.pose = TOI_POSE_IDENTITY, .half = half, .mesh = meshes ? mesh : NULL};
    const toi_solid solids[2] = {{&part, 1, rest}, {&part, 1, *motion}};
    toi_boxes_def def = {.solids = solids, .solid_count = 2, .tolerance = 1e-3, .first_only = first_only};
    toi_boxes_result r;
    assert_int_equal(toi_boxes_check(&def, &r, NULL), TOI_OK);
    assert_int_equal(r.pairs[0].interval_count, 1);
    answer found = {r.pairs[0].intervals[0], r.pairs[0].bound};
    toi_boxes_result_release(&r);
    toi_mesh_destroy(mesh);
    return found;
}

// The cubes made larger overlap at the end of time, and those asked for are a gap apart.
static void the_blur_holds_where_only_the_larger_bodies_overlap(void** state)
{
    (void)state;
    for (int k = 0; k < 4; ++k) {
        bool back = k % 2 == 1, meshes = k / 2 == 1;
        toi_motion motion = turn_in(0.0, back);
        double bound = ask(&motion, meshes, false).bound, gap = 0.5 * bound;
        assert_true(bound > 1e-6 && bound <= 1e-3);
        motion = turn_in(gap, back);
        answer a = ask(&motion, meshes, false);
        const toi_boxes_end* end = back ? &a.span.at_exit : &a.span.at_enter;
        assert_true(back ? a.span.exit == 1.0 : a.span.enter == 0.0);
        assert_int_equal(end->contact.kind, TOI_CONTACT_NONE);
        assert_true(end->blur >= gap && end->blur <= 3.0 * a.bound);
    }
}

static void bodies_that_overlap_have_no_blur(void** state)
{
    (void)state;
    toi_motion motion = {.kind = TOI_MOTION_TRANSLATION, .pose = TOI_POSE_IDENTITY, .by = {0.5, 0.25, 0.0}};
    for (int meshes = 0; meshes < 2; ++meshes) {
        answer a = ask(&motion, meshes != 0, false);
        assert_true(a.bound == 0.0 && a.span.enter == 0.0 && a.span.exit == 1.0);
        assert_true(a.span.at_enter.blur == 0.0 && a.span.at_exit.blur == 0.0);
        assert_int_equal(a.span.at_enter.contact.kind, TOI_CONTACT_NONE);
        assert_int_equal(a.span.at_exit.contact.kind, TOI_CONTACT_NONE);
    }
}

// The exit that was not looked for is the time of entering, and what holds then holds.
static void an_exit_that_was_not_looked_for_is_the_entry(void** state)
{
    (void)state;
    toi_motion motion = {.kind = TOI_MOTION_TRANSLATION, .pose = TOI_POSE_IDENTITY, .by = {3.0, 0.0, 0.0}};
    motion.pose.position = v3(-1.75, 0.1, 0.2);
    for (int meshes = 0; meshes < 2; ++meshes) {
        answer a = ask(&motion, meshes != 0, true);
        assert_near(a.span.enter, 0.25, 1e-12);
        assert_true(a.span.exit == a.span.enter && a.span.at_exit.blur == a.span.at_enter.blur);
        assert_true(a.span.at_enter.blur > 0.0);
        assert_int_not_equal(a.span.at_enter.contact.kind, TOI_CONTACT_NONE);
        assert_int_equal(a.span.at_exit.contact.kind, TOI_CONTACT_NONE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_blur_holds_where_only_the_larger_bodies_overlap),
        cmocka_unit_test(bodies_that_overlap_have_no_blur),
        cmocka_unit_test(an_exit_that_was_not_looked_for_is_the_entry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
