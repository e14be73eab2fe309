// How a mover stands among bodies: always the start of a trace from there, which is other code and exact; and
// nearly always without it.

#include "cmocka_toi.h"
#include "core/cpu.h"
#include "failing_allocator.h"
#include "math/triangles.h"
#include "math/vec3.h"
#include "narrow/first/posed.h"
#include "narrow/trace/overlap.h"
#include "support/trace_shapes.h"
#include "toi/trace.h"

typedef struct shapes {
    toi_mesh *still[TS_STILL_COUNT + 1], *moving[TS_MOVING_COUNT]; // the last still one is a level
} shapes;

static shapes make_shapes(void)
{
    static const double heights[16] = {0.0, 4.0, 1.0, 3.0, 2.0, 8.0, 0.0, 5.0,
                                       1.0, 2.0, 8.0, 8.0, 0.0, 3.0, 3.0, 3.0};
    shapes s;
    for (int i = 0; i <= TS_STILL_COUNT; ++i) {
        static gen_shape shape;
        if (i < TS_STILL_COUNT) {
            ts_make_still((ts_still)i, &shape);
        } else {
            ts_make_level(&shape, 3, 32.0, heights);
        }
        s.still[i] = gen_toi_mesh(&shape);
    }
    for (int i = 0; i < TS_MOVING_COUNT; ++i) {
        static gen_shape shape;
        ts_make_moving((ts_moving)i, &shape);
        s.moving[i] = gen_toi_mesh(&shape);
    }
    return s;
}

static void release_shapes(shapes* s)
{
    for (int i = 0; i <= TS_STILL_COUNT; ++i) {
        toi_mesh_destroy(s->still[i]);
    }
    for (int i = 0; i < TS_MOVING_COUNT; ++i) {
        toi_mesh_destroy(s->moving[i]);
    }
}

// What a trace of no length says.
static toi_start start_by_trace(const toi_stage* stage, const toi_placed* mover, const toi_trace_def* def)
{
    static const toi_move rest = {.kind = TOI_MOVE_TRANSLATION};
    toi_trace_result r;
    assert_int_equal(toi_trace(stage, mover, &rest, def, &r), TOI_OK);
    return r.start;
}

static toi_start start_of(const toi_stage* stage, const toi_placed* mover, const toi_trace_def* def)
{
    toi_start start = TOI_START_UNKNOWN;
    assert_int_equal(toi_stage_start(stage, mover, def, &start), TOI_OK);
    return start;
}

// ---- what is decided without exact starts

typedef struct posed_pair {
    ti_posed a, b;
} posed_pair;

static bool cross(uint32_t i, uint32_t k, void* context)
{
    const posed_pair* pair = context;
    toi_vec3 a[3], b[3];
    ti_posed_triangle(&pair->a, i, a);
    ti_posed_triangle(&pair->b, k, b);
    return ti_triangles_relation(a, b) == TI_MEET_CROSS;
}

static ti_overlap look(const toi_placed* mover, const toi_placed* still)
{
    static const toi_move rest = {.kind = TOI_MOVE_TRANSLATION};
    ti_mover m;
    ti_still s;
    ti_mover_prepare(mover, &rest, &m);
    ti_still_prepare(still, &s);
    posed_pair pair = {ti_posed_make(m.mesh, &m.pose), ti_posed_make(s.mesh, &s.pose)};
    ti_overlap found = ti_overlap_find_with(&m, &s, cross, &pair, false);
    if (ti_cpu_has_avx2()) {
        assert_int_equal(ti_overlap_find_with(&m, &s, cross, &pair, true), found);
    }
    return found;
}

// ---- any poses

typedef struct tally {
    uint32_t starts[TOI_START_CONTAINED + 1], looks[TI_OVERLAP_CROSSES + 1];
} tally;

// Of these half stand along the axes, at whole numbers: corners on edges, faces in one plane.
static toi_pose draw_pose(gen_random* random, double reach)
{
    toi_pose pose = TOI_POSE_IDENTITY;
    bool whole = gen_chance(random, 0.5);
    double x = gen_between(random, -reach, reach), y = gen_between(random, -reach, reach);
    pose.position = v3(x, y, gen_between(random, -reach, reach));
    if (whole) {
        pose.position = v3(rint(pose.position.x), rint(pose.position.y), rint(pose.position.z));
    } else {
        pose.quaternion = gen_quaternion(random);
    }
    return pose;
}

static void compare(const shapes* s, int i, int k, gen_random* random, tally* t)
{
    toi_vec3 shift = gen_chance(random, 0.3) ? v3(65536.0, -1024.5, 32768.0) : v3(0.0, 0.0, 0.0);
    toi_placed still = {s->still[i], {.quaternion = {1.0, 0.0, 0.0, 0.0}}, gen_chance(random, 0.2) ? 1 : 2};
    toi_placed mover = {s->moving[k], draw_pose(random, i < TS_STILL_COUNT ? 48.0 : 40.0), 2};
    if (gen_chance(random, 0.3)) {
        still.pose.quaternion = gen_quaternion(random);
    }
    still.pose.position = shift;
    mover.pose.position = v3_add(mover.pose.position, shift);
    toi_stage* stage;
    assert_int_equal(toi_stage_create(&still, 1, NULL, &stage, NULL), TOI_OK);
    for (int solid = 0; solid < 2; ++solid) {
        const toi_trace_def def = {.solid = solid};
        toi_start start = start_of(stage, &mover, &def);
        assert_int_equal(start, start_by_trace(stage, &mover, &def));
        ++t->starts[start];
    }
    toi_mesh_info info;
    toi_mesh_get_info(mover.mesh, &info);
    ti_overlap found = look(&mover, &still);
    if (info.convex && mover.pose.quaternion.w != 1.0) {
        ++t->looks[found];
    }
    toi_stage_destroy(stage);
}

static void the_start_of_any_pose_is_that_of_a_trace(void** state)
{
    (void)state;
    shapes s = make_shapes();
    gen_random random = {random_start(11).state};
    tally t = {0};
    uint32_t count = 0;
    for (int i = 0; i <= TS_STILL_COUNT; ++i) {
        for (int k = 0; k < TS_MOVING_COUNT; ++k) {
            for (int n = 0; n < 60; ++n, ++count) {
                compare(&s, i, k, &random, &t);
            }
        }
    }
    assert_true(t.starts[TOI_START_FREE] > count / 4 && t.starts[TOI_START_OVERLAPPING] > count / 4);
    assert_true(t.starts[TOI_START_TOUCHING] > 20 && t.starts[TOI_START_CONTAINED] > 20);
    // Where a convex mover stands as no one puts it by hand, exact starts are next to never needed.
    assert_true(t.looks[TI_OVERLAP_APART] > count / 10 && t.looks[TI_OVERLAP_CROSSES] > count / 10);
    assert_true(t.looks[TI_OVERLAP_UNSURE] * 500 < count);
    release_shapes(&s);
}

// ---- the call

enum { MANY = 60 };

static void all_bodies_that_are_asked_count(void** state)
{
    (void)state;
    toi_mesh* box = NULL;
    assert_int_equal(toi_mesh_create_box(v3(1.0, 1.0, 1.0), NULL, &box, NULL), TOI_OK);
    toi_placed body[MANY], mover = {box, TOI_POSE_IDENTITY, 2};
    for (uint32_t i = 0; i < MANY; ++i) { // touching, but for one that overlaps and one that is around
        body[i] = (toi_placed){box, {{0.0, 0.0, 2.0}, {1.0, 0.0, 0.0, 0.0}}, 2};
    }
    body[7].pose.position = v3(0.5, 0.25, 1.5);
    toi_mesh* hall = NULL;
    assert_int_equal(toi_mesh_create_box(v3(9.0, 9.0, 9.0), NULL, &hall, NULL), TOI_OK);
    body[8] = (toi_placed){hall, TOI_POSE_IDENTITY, 2};
    toi_stage* stage = NULL;
    assert_int_equal(toi_stage_create(body, MANY, NULL, &stage, NULL), TOI_OK);
    const uint32_t skip[2] = {7, 8};
    toi_trace_def def = {0};
    assert_int_equal(start_of(stage, &mover, NULL), TOI_START_OVERLAPPING);
    def.solid = true;
    assert_int_equal(start_of(stage, &mover, &def), TOI_START_CONTAINED);
    def.first_body = 8;
    assert_int_equal(start_of(stage, &mover, &def), TOI_START_CONTAINED);
    def.solid = false;
    assert_int_equal(start_of(stage, &mover, &def), TOI_START_TOUCHING);
    def = (toi_trace_def){.skip = skip, .skip_count = 2};
    assert_int_equal(start_of(stage, &mover, &def), TOI_START_TOUCHING);
    mover.pose.position.z = -1e-6;
    assert_int_equal(start_of(stage, &mover, &def), TOI_START_FREE);
    for (uint64_t n = 1; n < 8; ++n) {
        failing_allocator fail = failing_allocator_make(n, n % 2 == 0);
        toi_allocator allocator = failing_allocator_use(&fail);
        toi_start start = TOI_START_UNKNOWN;
        def.allocator = &allocator;
        toi_status status = toi_stage_start(stage, &mover, &def, &start);
        assert_true(status == TOI_OK ? start == TOI_START_FREE
                                     : status == TOI_ERROR_MEMORY && start == TOI_START_UNKNOWN);
        assert_int_equal(status == TOI_ERROR_MEMORY, n == 1);
        assert_int_equal(fail.live, 0);
    }
    toi_stage_destroy(stage);
    toi_mesh_destroy(hall);
    toi_mesh_destroy(box);
}

static void what_is_not_valid_is_refused(void** state)
{
    (void)state;
    toi_mesh* box = NULL;
    assert_int_equal(toi_mesh_create_box(v3(1.0, 1.0, 1.0), NULL, &box, NULL), TOI_OK);
    toi_stage* stage = NULL;
    assert_int_equal(toi_stage_create(NULL, 0, NULL, &stage, NULL), TOI_OK);
    toi_placed mover = {box, TOI_POSE_IDENTITY, 2}, none = {NULL, TOI_POSE_IDENTITY, 2};
    toi_trace_def def = {.separation = (double)NAN};
    toi_start start = TOI_START_UNKNOWN;
    assert_int_equal(toi_stage_start(NULL, &mover, NULL, &start), TOI_ERROR_INVALID);
    assert_int_equal(toi_stage_start(stage, NULL, NULL, &start), TOI_ERROR_INVALID);
    assert_int_equal(toi_stage_start(stage, &none, NULL, &start), TOI_ERROR_INVALID);
    assert_int_equal(toi_stage_start(stage, &mover, &def, &start), TOI_ERROR_INVALID);
    assert_int_equal(toi_stage_start(stage, &mover, NULL, NULL), TOI_ERROR_INVALID);
    mover.pose.position.x = HUGE_VAL;
    assert_int_equal(toi_stage_start(stage, &mover, NULL, &start), TOI_ERROR_INVALID);
    assert_int_equal(start, TOI_START_UNKNOWN);
    mover.pose.position.x = 0.0;
    assert_int_equal(start_of(stage, &mover, NULL), TOI_START_FREE);
    toi_stage_destroy(stage);
    toi_mesh_destroy(box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_of_any_pose_is_that_of_a_trace),
        cmocka_unit_test(all_bodies_that_are_asked_count),
        cmocka_unit_test(what_is_not_valid_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
