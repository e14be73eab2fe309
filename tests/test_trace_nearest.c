// At a stop the nearest pieces of two bodies are told of, also where others stop the mover: against the
// distance of all triangles in long double, with a tolerance that leaves room between the two; and the same
// bits without trees and by both builds of the kernels.

#include "support/trace_exact.h"
#include "support/trace_shapes.h"
#include "trace_support.h"

enum { BODIES = 8, QUERIES = 100 };

typedef struct body {
    gen_shape shape;
    oracle_mesh truth;
    toi_mesh* mesh;
} body;

typedef struct bodies {
    body item[BODIES];
} bodies;

static void make_hills(gen_shape* shape)
{
    enum { CELLS = 12 };
    double height[(CELLS + 1) * (CELLS + 1)];
    gen_random random = {17};
    for (int i = 0; i < (CELLS + 1) * (CELLS + 1); ++i) {
        height[i] = gen_between(&random, 0.0, 2.0);
    }
    ts_make_level(shape, CELLS, 1.5, height);
}

// A ridge along y, and a wall at y = 9.
static void make_ridge(gen_shape* shape)
{
    static const double x[3] = {-20.0, 0.0, 20.0};
    static const uint32_t faces[3][4] = {{0, 1, 4, 3}, {1, 2, 5, 4}, {6, 7, 9, 8}};
    memset(shape, 0, sizeof *shape);
    for (int i = 0; i < 6; ++i) {
        gen_shape_vertex(shape, x[i % 3], i < 3 ? -20.0 : 20.0, -fabs(x[i % 3]));
    }
    for (int i = 0; i < 4; ++i) {
        gen_shape_vertex(shape, i & 1 ? 20.0 : -20.0, 9.0, i & 2 ? 20.0 : -20.0);
    }
    for (int f = 0; f < 3; ++f) {
        gen_shape_face(shape, faces[f], 4);
    }
}

static int make(void** state)
{
    static bodies b;
    ts_make_still(TS_LSHAPE, &b.item[0].shape);
    ts_make_still(TS_STAIRS, &b.item[1].shape);
    ts_make_still(TS_ROOM, &b.item[2].shape);
    make_hills(&b.item[3].shape);
    ts_make_moving(TS_PLANK, &b.item[4].shape);
    ts_make_moving(TS_OCTHULL, &b.item[5].shape);
    ts_make_box(&b.item[6].shape, 3.0, 3.0, 3.0);
    make_ridge(&b.item[7].shape);
    for (int i = 0; i < BODIES; ++i) {
        b.item[i].mesh = gen_toi_mesh(&b.item[i].shape);
        assert_non_null(b.item[i].mesh);
        gen_oracle_mesh(&b.item[i].shape, &b.item[i].truth);
    }
    *state = &b;
    return 0;
}

static int release(void** state)
{
    bodies* b = *state;
    for (int i = 0; i < BODIES; ++i) {
        toi_mesh_destroy(b->item[i].mesh);
        oracle_mesh_release(&b->item[i].truth);
    }
    return 0;
}

// ---- queries

typedef struct query {
    const body *mover, *still;
    toi_placed placed[2];
    toi_move move;
    ti_pair_terms terms;
} query;

static toi_vec3 random_place(gen_random* random, double size)
{
    double x = gen_between(random, -size, size), y = gen_between(random, -size, size);
    return (toi_vec3){x, y, gen_between(random, -size, size)};
}

static query random_query(const body* mover, const body* still, gen_random* random)
{
    query q = {.mover = mover, .still = still};
    double reach = (double)(mover->truth.reach + still->truth.reach);
    toi_vec3 from = v3_scale(gen_between(random, 0.2, 1.2) * reach, gen_direction(random));
    toi_vec3 to = random_place(random, 0.3 * reach);
    q.placed[0] = (toi_placed){mover->mesh, {from, gen_quaternion(random)}, 2};
    q.placed[1] = (toi_placed){still->mesh, {{0.25, -0.5, 0.125}, gen_quaternion(random)}, 2};
    q.move = gen_chance(random, 0.5) ? translate(to.x - from.x, to.y - from.y, to.z - from.z)
                                     : rotate(to, gen_direction(random), gen_between(random, -300.0, 300.0));
    q.terms = (ti_pair_terms){.separation = 0.1, .tolerance = 0.8, .max_steps = 1000000};
    return q;
}

// The place, and the nearest pieces there.
static ti_reach reach_of(const query* q, ti_pair_options options, ti_stop* stop, bool* changes)
{
    ti_still still;
    ti_mover mover;
    ti_reach reach;
    memset(&reach, 0, sizeof reach);
    memset(stop, 0, sizeof *stop);
    *changes = false;
    options.plain = options.plain || !ti_cpu_has_avx2();
    ti_still_prepare(&q->placed[1], &still);
    ti_mover_prepare(&q->placed[0], &q->move, &mover);
    ti_trace_pair_by(&mover, &still, &q->terms, mover.end, &options, &reach);
    if (reach.outcome == TI_REACH_STOP) {
        ti_trace_stop(&mover, &still, &reach, stop);
        double gap = reach.gap;
        ti_reach_nearest(&mover, &still, &options, &reach);
        assert_int_equal(reach.outcome, TI_REACH_STOP);
        *changes = reach.gap != gap;
        assert_true(reach.gap <= gap);
    }
    return reach;
}

static void assert_same_by_all_ways(const query* q, const ti_reach* reach)
{
    for (int i = 1; i < 4; ++i) {
        ti_stop stop;
        bool changes;
        ti_reach other = reach_of(q, (ti_pair_options){.plain = i & 1, .brute = i >> 1}, &stop, &changes);
        other.steps = reach->steps;
        assert_same_reach(reach, &other);
        assert_int_equal(reach->vertex_count, other.vertex_count);
        assert_memory_equal(reach->vertex, other.vertex, sizeof other.vertex);
    }
}

// ---- the truth

typedef struct tally {
    int stops, changes;
    double worst; // of the gap, in rounding bounds
} tally;

static real distance_of(const te_side* side, rvec point)
{
    real least = HUGE_VALL;
    const rvec here[3] = {point, point, point};
    for (uint32_t i = 0; i < side->mesh->triangle_count; ++i) {
        const uint32_t* v = side->mesh->triangles[i];
        const rvec corners[3] = {side->vertices[v[0]], side->vertices[v[1]], side->vertices[v[2]]};
        least = r_min(least, oracle_triangle_distance(here, corners).distance);
    }
    return least;
}

// The middle of two nearest points is half their distance away from both bodies, and no other place is.
static void assert_nearest(const query* q, const ti_reach* reach, const ti_stop* stop, tally* t)
{
    te_pair pair;
    te_pair_init(&pair, &q->mover->truth, &q->still->truth, (toi_vec3){0.0, 0.0, 0.0});
    te_pair_place(&pair, 0, &stop->pose);
    te_pair_place(&pair, 1, &q->placed[1].pose);
    te_gap gap = te_pair_gap(&pair, 10.0L);
    double e = reach->rounding, truth = (double)gap.low, slack = 5.0 * e + 1e-6 * reach->tolerance;
    t->worst = fmax(t->worst, fabs(stop->gap - truth) / e);
    assert_near(stop->gap, truth, slack);
    for (int k = 0; k < 2; ++k) {
        rvec point = r3_wide(stop->point), n = r3_wide(stop->normal);
        rvec end = r3_add(point, r3_scale((k == 0 ? -0.5L : 0.5L) * gap.low, n));
        assert_near((double)distance_of(&pair.side[k], point), 0.5 * truth, slack);
        assert_near((double)distance_of(&pair.side[k], end), 0.0, slack);
    }
    te_pair_clear(&pair);
}

static void take_in(const query* q, tally* t)
{
    ti_stop stop;
    bool changes;
    ti_reach reach = reach_of(q, (ti_pair_options){0}, &stop, &changes);
    if (reach.outcome == TI_REACH_STOP) {
        ++t->stops;
        t->changes += changes;
        assert_same_by_all_ways(q, &reach);
        assert_nearest(q, &reach, &stop, t);
    }
}

static void ask(const bodies* b, int mover, int still, gen_random* random, tally* t)
{
    for (int i = 0; i < QUERIES; ++i) {
        query q = random_query(&b->item[mover], &b->item[still], random);
        take_in(&q, t);
    }
}

static void the_nearest_pieces_at_a_stop_are_told_of(void** state)
{
    gen_random random = {1};
    tally t = {0};
    for (int mover = 0; mover < BODIES; ++mover) {
        for (int still = 0; still < BODIES; ++still) {
            if (mover != 2 && mover != 3) {
                ask(*state, mover, still, &random, &t);
            }
        }
    }
    print_message("%d stops, other pieces nearer at %d; gap off by %.2g e\n", t.stops, t.changes, t.worst);
    assert_true(t.stops > 500 && t.changes > 20);
}

// A box with an edge downwards that falls on a ridge, along it, to a wall. At the end of its way it would be
// as far from either as is kept, but nearer than links aim at, so the ridge stops nothing; the wall does,
// just before. No side of a triangle or of the box parts edges, so the chain of the ridge begins far above
// it.
static query ridge_query(const bodies* b, bool turns, gen_random* random)
{
    query q = random_query(&b->item[6], &b->item[7], random);
    double half = 3.0 * sqrt(2.0), low = gen_between(random, 0.11, 0.19),
           wall = gen_between(random, 0.19, 0.21);
    toi_vec3 end = {gen_between(random, -1.0, 1.0), 9.0 - half - wall, half + low};
    toi_move back = translate(0.0, -6.0, 2.0);
    if (turns) {
        back = rotate((toi_vec3){60.0, end.y, end.z}, (toi_vec3){0.0, -2.0, -6.0}, -6.0);
    }
    q.placed[0].pose = (toi_pose){end, {cos(TOI_PI / 8.0), sin(TOI_PI / 8.0), 0.0, 0.0}};
    q.placed[1].pose = (toi_pose)TOI_POSE_IDENTITY;
    ti_mover mover;
    ti_mover_prepare(&q.placed[0], &back, &mover);
    q.placed[0].pose = ti_mover_end(&mover);
    q.move = back;
    q.move.by = v3_negate(back.by);
    q.move.angle = -back.angle;
    return q;
}

static void pieces_that_come_nearer_and_do_not_stop_count(void** state)
{
    gen_random random = {2};
    for (int turns = 0; turns < 2; ++turns) {
        tally t = {0};
        for (int i = 0; i < 200; ++i) {
            query q = ridge_query(*state, turns == 1, &random);
            take_in(&q, &t);
        }
        print_message("%d stops, other pieces nearer at %d\n", t.stops, t.changes);
        assert_true(t.changes > 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_nearest_pieces_at_a_stop_are_told_of),
                                       cmocka_unit_test(pieces_that_come_nearer_and_do_not_stop_count)};
    return cmocka_run_group_tests(tests, make, release);
}
