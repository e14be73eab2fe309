// The random walk finds what is wrong: each kind of lie about a trace is one of its faults. And the bodies of
// the walk are what their names say.

#include "cmocka_toi.h"
#include "support/trace_aim.h"
#include "support/trace_queries.h"
#include "support/trace_walk.h"

#include <jansson.h>

static tw_bodies* bodies;

static int make_bodies(void** state)
{
    (void)state;
    bodies = calloc(1, sizeof *bodies);
    if (bodies == NULL) {
        return 1;
    }
    tw_bodies_init(bodies, 1024.0);
    return 0;
}

static int free_bodies(void** state)
{
    (void)state;
    tw_bodies_release(bodies);
    free(bodies);
    return 0;
}

// Walks of b8, which is moving body 0, near the cube, the sphere and the sheet-like box.
static tw_counts walk(tw_trace* trace)
{
    static const uint64_t stills[3] = {TS_CUBE, TS_SPHERE, TS_THIN};
    tw_row row = {.angle = 60.0, .shift = 1024.0, .separation = 0.25, .seed = 3, .steps = 20, .look = 2};
    row.prove = 8;
    row.trace = trace;
    row.quiet = trace != NULL;
    tw_counts sum = {.least = HUGE_VAL};
    for (uint64_t i = 0; i < 9; ++i) {
        tw_walk(bodies, &row, stills[i % 3] * TS_MOVING_COUNT + i / 3 * TW_PAIRS, &sum);
    }
    assert_int_equal(sum.walks, 9);
    return sum;
}

static void an_honest_trace_has_no_fault(void** state)
{
    (void)state;
    tw_counts c = walk(NULL);
    assert_int_equal(tw_counts_faults(&c), 0);
    assert_true(c.hits[0] > 30 && c.hits[1] > 30 && c.zone > 10 && c.looks > 1000 && c.proofs > 30);
    tw_counts again = walk(NULL);
    assert_true(c.hash == again.hash);
}

// The pose of the exact move at another share, to doubles.
static void go_to(const toi_placed* mover, const toi_move* move, double share, toi_trace_result* r)
{
    toi_motion m = {.kind = move->kind == TOI_MOVE_ROTATION ? TOI_MOTION_ROTATION : TOI_MOTION_TRANSLATION,
                    .pose = mover->pose,
                    .by = move->by,
                    .point = move->point,
                    .axis = move->axis,
                    .angle = move->angle};
    r->fraction = share;
    r->pose = toi_motion_pose(&m, share);
}

static toi_status sees_nothing(const toi_stage* stage, const toi_placed* mover, const toi_move* move,
                               const toi_trace_def* def, toi_trace_result* r)
{
    toi_status status = toi_trace(stage, mover, move, def, r);
    r->answer = TOI_ANSWER_CLEAR;
    go_to(mover, move, 1.0, r);
    return status;
}

static toi_status goes_too_far(const toi_stage* stage, const toi_placed* mover, const toi_move* move,
                               const toi_trace_def* def, toi_trace_result* r)
{
    toi_status status = toi_trace(stage, mover, move, def, r);
    if (r->answer == TOI_ANSWER_CONTACT) {
        go_to(mover, move, r->fraction + 0.01 * (1.0 - r->fraction), r);
    }
    return status;
}

static toi_status stops_early(const toi_stage* stage, const toi_placed* mover, const toi_move* move,
                              const toi_trace_def* def, toi_trace_result* r)
{
    toi_status status = toi_trace(stage, mover, move, def, r);
    if (r->answer == TOI_ANSWER_CONTACT) {
        go_to(mover, move, 0.9 * r->fraction, r);
    }
    return status;
}

static toi_status keeps_a_little_less(const toi_stage* stage, const toi_placed* mover, const toi_move* move,
                                      const toi_trace_def* def, toi_trace_result* r)
{
    toi_trace_def less = *def;
    less.separation -= 1e-8;
    less.tolerance = 1e-9;
    toi_status status = toi_trace(stage, mover, move, &less, r);
    r->kept = def->separation;
    return status;
}

static toi_status turns_out_of_its_way(const toi_stage* stage, const toi_placed* mover, const toi_move* move,
                                       const toi_trace_def* def, toi_trace_result* r)
{
    toi_status status = toi_trace(stage, mover, move, def, r);
    r->pose.quaternion.x += 1e-9;
    return status;
}

static toi_status says_a_wrong_gap(const toi_stage* stage, const toi_placed* mover, const toi_move* move,
                                   const toi_trace_def* def, toi_trace_result* r)
{
    toi_status status = toi_trace(stage, mover, move, def, r);
    r->gap -= 1e-8;
    return status;
}

// Only the end is checked by what a trace tells; on the way this one is through a body and back.
static toi_status comes_back(const toi_stage* stage, const toi_placed* mover, const toi_move* move,
                             const toi_trace_def* def, toi_trace_result* r)
{
    toi_move there_and_back = *move;
    toi_status status = toi_trace(stage, mover, &there_and_back, def, r);
    if (r->answer == TOI_ANSWER_CONTACT && move->kind == TOI_MOVE_ROTATION) {
        // To the end of the move, if it is free there.
        toi_trace_result end = *r;
        go_to(mover, move, 1.0, &end);
        toi_trace_result at_end;
        toi_placed there = {.mesh = mover->mesh, .pose = end.pose};
        toi_move stay = {.kind = TOI_MOVE_TRANSLATION};
        if (toi_trace(stage, &there, &stay, def, &at_end) == TOI_OK && at_end.answer == TOI_ANSWER_CLEAR) {
            *r = end;
            r->answer = TOI_ANSWER_CLEAR;
        }
    }
    return status;
}

static toi_status says_nothing(const toi_stage* stage, const toi_placed* mover, const toi_move* move,
                               const toi_trace_def* def, toi_trace_result* r)
{
    toi_status status = toi_trace(stage, mover, move, def, r);
    r->pose.position.y = (double)NAN;
    return status;
}

static void each_lie_is_found(void** state)
{
    (void)state;
    tw_counts c = walk(sees_nothing);
    assert_true(c.meets[0] > 0 && c.meets[1] > 0);
    c = walk(goes_too_far);
    assert_true(c.margin[0] > 0 && c.margin[1] > 0 && c.late > 0);
    c = walk(stops_early);
    assert_true(c.early[0] > 0 && c.early[1] > 0);
    c = walk(keeps_a_little_less);
    assert_true(c.margin[0] > 0 && c.margin[1] > 0 && c.kept > 0 && c.late > 0);
    c = walk(turns_out_of_its_way);
    assert_true(c.pose > 100);
    c = walk(says_a_wrong_gap);
    assert_true(c.gap > 10);
    c = walk(says_nothing);
    assert_true(c.failed > 100);
}

static void a_move_through_a_body_and_out_of_it_is_found_on_the_way(void** state)
{
    (void)state;
    tw_row row = {.angle = 170.0, .shift = 1024.0, .separation = 0.25, .seed = 3, .steps = 30, .look = 1};
    row.prove = 1;
    row.trace = comes_back;
    row.quiet = 1;
    tw_counts c = {.least = HUGE_VAL};
    for (uint64_t i = 0; i < 6; ++i) {
        tw_walk(bodies, &row, (uint64_t)TS_TET * TS_MOVING_COUNT + i % 2 * TS_ROD + i / 2 * TW_PAIRS, &c);
    }
    assert_int_equal(c.meets[1], 0);
    assert_true(c.look_meets > 0);
    assert_true(c.late > 0);
}

// ---- paths aimed at corners and edges

static void aimed_paths_that_are_not_stopped_slip(void** state)
{
    (void)state;
    ta_bodies* aimed = calloc(1, sizeof *aimed);
    assert_non_null(aimed);
    ta_bodies_init(aimed);
    ta_counts honest = {0}, blind = {0};
    for (uint64_t i = 0; i < 300; ++i) {
        ta_path(aimed, toi_trace, 2, i, &honest);
        ta_path(aimed, sees_nothing, 2, i, &blind);
    }
    assert_int_equal(honest.slips[0] + honest.slips[1] + honest.meets + honest.failed, 0);
    assert_int_equal(blind.slips[0], honest.paths[0]);
    assert_int_equal(blind.slips[1], honest.paths[1]);
    assert_true(honest.paths[0] > 100 && honest.paths[1] > 100);
    ta_bodies_release(aimed);
    free(aimed);
}

// ---- bodies

static double volume(const gen_shape* s)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < s->triangle_count; ++i) {
        const double *a = s->vertices + 3 * s->triangles[i][0], *b = s->vertices + 3 * s->triangles[i][1];
        const double* c = s->vertices + 3 * s->triangles[i][2];
        sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
               a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return sum / 6.0;
}

static void bodies_are_closed_and_have_their_volume(void** state)
{
    (void)state;
    static const double still[TS_STILL_COUNT] = {64.0 * 64 * 64,
                                                 256.0 * 256 * 16,
                                                 3.0 * 32 * 32 * 32,
                                                 6.0 * 32 * 16 * 64,
                                                 40.0 * 40 * 40 / 6,
                                                 4.0 / 3.0 * 24 * 24 * 24,
                                                 -256.0 * 256 * 256,
                                                 64.0 * 64 * 0.5 * 0.8660254037844386 * 96,
                                                 64.0 * 64 * 0.17364817766693033 * 0.984807753012208 * 96,
                                                 64.0 * 64 * 0.008726535498373935 * 0.9999619230641713 * 96,
                                                 0.0,
                                                 128.0 * 128};
    for (int i = 0; i < TS_STILL_COUNT + TS_MOVING_COUNT; ++i) {
        const tw_body* b = i < TS_STILL_COUNT ? &bodies->still[i] : &bodies->moving[i - TS_STILL_COUNT];
        toi_mesh_info info;
        toi_mesh_get_info(b->mesh, &info);
        assert_true(info.closed && info.manifold && info.oriented);
        assert_int_equal(info.faces_non_planar, 0);
        double v = volume(&b->shape);
        assert_true(i == TS_ROOM ? v < 0.0 : v > 0.0);
        if (i < TS_STILL_COUNT && still[i] != 0.0) {
            assert_near(v, still[i], 1e-9 * fabs(still[i]));
        }
    }
    assert_int_equal(bodies->still[TS_SPHERE].shape.vertex_count, 86);
    assert_int_equal(bodies->still[TS_SPHERE].shape.face_count, 168);
}

static bool has_vertex(const gen_shape* s, const double v[3])
{
    for (uint32_t i = 0; i < s->vertex_count; ++i) {
        const double* w = s->vertices + 3 * (size_t)i;
        if (fabs(w[0] - v[0]) + fabs(w[1] - v[1]) + fabs(w[2] - v[2]) < 1e-12) {
            return true;
        }
    }
    return false;
}

static tq_set set;

static void bodies_have_the_corners_of_those_of_the_collection(void** state)
{
    (void)state;
    if (!tq_load(&set)) {
        skip();
    }
    int compared = 0;
    for (uint32_t i = 0; i < set.shape_count; ++i) {
        for (int k = 0; k < TS_STILL_COUNT + TS_MOVING_COUNT; ++k) {
            const gen_shape* own =
                k < TS_STILL_COUNT ? &bodies->still[k].shape : &bodies->moving[k - TS_STILL_COUNT].shape;
            const gen_shape* other = &set.shapes[i].shape;
            if (strcmp(own->name, set.shapes[i].name) != 0) {
                continue;
            }
            assert_int_equal(own->vertex_count, other->vertex_count);
            for (uint32_t v = 0; v < other->vertex_count; ++v) {
                assert_true(has_vertex(own, other->vertices + 3 * (size_t)v));
            }
            ++compared;
        }
    }
    assert_int_equal(compared, TS_STILL_COUNT + TS_MOVING_COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_honest_trace_has_no_fault),
        cmocka_unit_test(each_lie_is_found),
        cmocka_unit_test(a_move_through_a_body_and_out_of_it_is_found_on_the_way),
        cmocka_unit_test(aimed_paths_that_are_not_stopped_slip),
        cmocka_unit_test(bodies_are_closed_and_have_their_volume),
        cmocka_unit_test(bodies_have_the_corners_of_those_of_the_collection),
    };
    return cmocka_run_group_tests(tests, make_bodies, free_bodies);
}
