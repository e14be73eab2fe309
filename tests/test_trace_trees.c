// Walks of a trace over the trees of both bodies: equal bits without the trees and by both builds of the
// kernels, and stops where first contact, which is other code, finds the bodies near.

#include "bvh/sides.h"
#include "mesh_shapes.h"
#include "random_point.h"
#include "trace_support.h"

enum { MOVERS = 6, STILLS = 6, QUERIES = 20 / TEST_SHARE };

typedef struct bodies {
    toi_mesh *mover[MOVERS], *still[STILLS];
} bodies;

// ---- shapes

static toi_mesh* mesh_of(const shape* s)
{
    toi_mesh_def def = shape_def(s);
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

// A floor of n x n cells of side 4 with heights up to 3.
static toi_mesh* make_level(uint32_t n, uint64_t seed)
{
    static shape s;
    test_random random = {seed};
    shape_clear(&s);
    for (uint32_t i = 0; i <= n; ++i) {
        for (uint32_t k = 0; k <= n; ++k) {
            shape_vertex(&s, 4.0 * i - 2.0 * n, 4.0 * k - 2.0 * n, 3.0 * random_unit(&random));
        }
    }
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t k = 0; k < n; ++k) {
            uint32_t a = i * (n + 1) + k, b = a + n + 1;
            shape_triangle(&s, a, b, b + 1);
            shape_triangle(&s, a, b + 1, a + 1);
        }
    }
    return mesh_of(&s);
}

static toi_mesh* make_round(void (*make)(shape*, uint32_t, uint32_t), uint32_t m, uint32_t n)
{
    static shape s;
    make(&s, m, n);
    return mesh_of(&s);
}

// Closed, in the shape of an L.
static toi_mesh* make_bracket(double size)
{
    static const double outline[6][2] = {{-1, -1}, {1, -1}, {1, -0.4}, {-0.4, -0.4}, {-0.4, 1}, {-1, 1}};
    static const uint32_t below[6] = {5, 4, 3, 2, 1, 0}, above[6] = {6, 7, 8, 9, 10, 11};
    static shape s;
    shape_clear(&s);
    for (uint32_t i = 0; i < 12; ++i) {
        shape_vertex(&s, size * outline[i % 6][0], size * outline[i % 6][1],
                     i < 6 ? -0.5 * size : 0.5 * size);
    }
    shape_face(&s, 6, below);
    shape_face(&s, 6, above);
    for (uint32_t i = 0; i < 6; ++i) {
        shape_quad(&s, i, (i + 1) % 6, 6 + (i + 1) % 6, 6 + i);
    }
    return mesh_of(&s);
}

// Two triangles at an angle: an open sheet.
static toi_mesh* make_roof(double size)
{
    static shape s;
    shape_clear(&s);
    shape_vertex(&s, 0.0, -size, 0.3 * size);
    shape_vertex(&s, size, 0.0, 0.0);
    shape_vertex(&s, 0.0, size, 0.3 * size);
    shape_vertex(&s, -size, 0.0, 0.0);
    shape_triangle(&s, 0, 1, 2);
    shape_triangle(&s, 2, 3, 0);
    return mesh_of(&s);
}

static int make(void** state)
{
    static bodies b;
    b = (bodies){{make_box(1.0, 0.7, 0.4), make_point(), make_bracket(1.0), make_roof(1.0),
                  make_round(shape_torus, 7, 5), make_round(shape_sphere, 5, 8)},
                 {make_level(3, 7), make_level(11, 8), make_bracket(3.0), make_round(shape_torus, 12, 8),
                  make_roof(4.0), make_box(3.0, 3.0, 3.0)}};
    *state = &b;
    return 0;
}

static int release(void** state)
{
    bodies* b = *state;
    for (int i = 0; i < MOVERS; ++i) {
        toi_mesh_destroy(b->mover[i]);
    }
    for (int i = 0; i < STILLS; ++i) {
        toi_mesh_destroy(b->still[i]);
    }
    return 0;
}

// ---- queries

typedef struct query {
    toi_placed mover, body;
    toi_move move;
    ti_pair_terms terms;
} query;

static toi_quat random_quaternion(test_random* random)
{
    toi_vec3 v = random_point(random, 1.0);
    return random_below(random, 4) == 0 ? (toi_quat){1.0, 0.0, 0.0, 0.0} : (toi_quat){0.6, v.x, v.y, v.z};
}

// The mover begins around the body, now and then very near it.
static query random_query(const toi_mesh* mover, const toi_mesh* body, double shift, test_random* random)
{
    static const double degrees[] = {2.0, 10.0, 60.0, 90.0, 170.0, 250.0, 360.0, 500.0};
    double reach = body->info.size, angle = degrees[random_below(random, 8)];
    query q = {.mover = {.mesh = mover, .sides = 2}, .body = {.mesh = body, .sides = 2}};
    q.mover.pose = (toi_pose){random_point(random, 0.6 * reach), random_quaternion(random)};
    q.body.pose = (toi_pose){{0.25, -0.5, 0.125}, random_quaternion(random)};
    toi_vec3 by = random_point(random, 1.5 * reach), aim = random_point(random, 0.3 * reach);
    aim = v3_sub(aim, q.mover.pose.position);
    q.move = random_below(random, 2) == 0
                 ? translate(aim.x, aim.y, aim.z)
                 : rotate(v3_add(q.mover.pose.position, v3_scale(0.3 * random_unit(random), by)),
                          random_point(random, 1.0), random_below(random, 2) == 0 ? angle : -angle);
    q.terms.separation = random_below(random, 2) == 0 ? 1e-3 : 0.05;
    q.terms.tolerance = 1e-2 * q.terms.separation;
    q.terms.max_steps = 1000000;
    const toi_vec3 by_shift = {shift, -shift, 0.5 * shift};
    q.mover.pose.position = v3_add(q.mover.pose.position, by_shift);
    q.body.pose.position = v3_add(q.body.pose.position, by_shift);
    q.move.point = v3_add(q.move.point, by_shift);
    return q;
}

static ti_reach reach_until(const query* q, double best, ti_pair_options options)
{
    ti_still still;
    ti_mover mover;
    ti_reach reach;
    memset(&reach, 0, sizeof reach);
    ti_still_prepare(&q->body, &still);
    ti_mover_prepare(&q->mover, &q->move, &mover);
    options.plain = options.plain || !ti_cpu_has_avx2();
    ti_trace_pair_by(&mover, &still, &q->terms, fmin(best, mover.end), &options, &reach);
    if (reach.outcome == TI_REACH_STOP || reach.outcome == TI_REACH_STUCK) {
        ti_reach_nearest(&mover, &still, &options, &reach);
    }
    return reach;
}

static ti_reach reach_of(const query* q, ti_pair_options options)
{
    return reach_until(q, HUGE_VAL, options);
}

static void assert_same_place(ti_reach a, ti_reach b)
{
    b.steps = a.steps; // how much of the work is done differs
    assert_same_reach(&a, &b);
    assert_int_equal(a.vertex_count, b.vertex_count);
    assert_memory_equal(a.vertex, b.vertex, sizeof a.vertex);
}

static void assert_same_without_trees(const query* q, const ti_reach* reach)
{
    ti_reach plain = reach_of(q, (ti_pair_options){.plain = true});
    assert_same_reach(reach, &plain);
    assert_int_equal(reach->nodes, plain.nodes);
    assert_int_equal(reach->leaves, plain.leaves);
    assert_same_place(*reach, reach_of(q, (ti_pair_options){.brute = true}));
    assert_same_place(*reach, reach_of(q, (ti_pair_options){.brute = true, .plain = true}));
}

// ---- against first contact

static toi_result first_of(const query* q, double separation, double tolerance)
{
    toi_motion m = {TOI_MOTION_TRANSLATION, .pose = q->mover.pose, .by = q->move.by, .point = q->move.point};
    m.kind = q->move.kind == TOI_MOVE_ROTATION ? TOI_MOTION_ROTATION : TOI_MOTION_TRANSLATION;
    m.axis = q->move.axis;
    m.angle = q->move.angle;
    toi_body a = {.mesh = q->mover.mesh, .motion = m},
             b = {.mesh = q->body.mesh, .motion = {.kind = TOI_MOTION_STATIC, .pose = q->body.pose}};
    const toi_query_def def = {.separation = separation, .tolerance = tolerance};
    toi_result r;
    assert_int_equal(toi_first_contact(&a, &b, &def, &r), TOI_OK);
    return r;
}

static double fraction_of(const query* q, const ti_reach* reach)
{
    bool turns = q->move.kind == TOI_MOVE_ROTATION;
    return turns ? atan2(reach->sine, reach->cosine) / fabs(0.5 * q->move.angle) : reach->order;
}

// Certainly nearer than what is kept at one time; certainly farther than where it stops before another.
static void assert_between(const query* q, const ti_reach* reach)
{
    double slack = 1e-9 + 40.0 * reach->rounding;
    toi_result near = first_of(q, reach->kept - slack, 0.5 * slack);
    if (reach->outcome == TI_REACH_CLEAR) {
        assert_int_equal(near.answer, TOI_ANSWER_CLEAR);
        return;
    }
    assert_int_equal(reach->outcome, TI_REACH_STOP);
    double fraction = fraction_of(q, reach);
    assert_true(near.answer == TOI_ANSWER_CLEAR || fraction <= near.t_free + 1e-12);
    toi_result far = first_of(q, reach->kept + reach->tolerance + slack, 0.5 * slack);
    assert_int_equal(far.answer, TOI_ANSWER_CONTACT);
    assert_true(fraction >= far.t_free - 1e-12);
}

// What is said to meet must be within three rounding bounds at the start.
static void assert_meets(const query* q, const ti_reach* reach)
{
    toi_result r = first_of(q, 40.0 * reach->rounding, 40.0 * reach->rounding);
    assert_true(r.answer == TOI_ANSWER_CONTACT && r.t_free == 0.0);
}

typedef struct tally {
    int clear, stop, meets, stuck, zone;
} tally;

static void take_in(const query* q, const ti_reach* reach, tally* t)
{
    t->clear += reach->outcome == TI_REACH_CLEAR;
    t->stop += reach->outcome == TI_REACH_STOP;
    t->stuck += reach->outcome == TI_REACH_STUCK;
    t->meets += reach->outcome == TI_REACH_MEETS;
    if (reach->outcome == TI_REACH_MEETS) {
        assert_meets(q, reach);
    } else if (reach->outcome != TI_REACH_STUCK) {
        t->zone += reach->kept < reach->separation;
        assert_between(q, reach);
    }
}

static bool are_hulls(const query* q)
{
    return ti_mesh_is_hull(q->mover.mesh) && ti_mesh_is_hull(q->body.mesh);
}

static tally ask_many(const bodies* b, double shift, uint64_t seed)
{
    test_random random = random_start(seed);
    tally t = {0};
    for (int pair = 0; pair < MOVERS * STILLS; ++pair) {
        for (int i = 0; i < QUERIES; ++i) {
            query q = random_query(b->mover[pair / STILLS], b->still[pair % STILLS], shift, &random);
            if (are_hulls(&q)) {
                continue;
            }
            ti_reach reach = reach_of(&q, (ti_pair_options){0});
            assert_same_without_trees(&q, &reach);
            take_in(&q, &reach, &t);
            q.body.sides = 1;
            reach = reach_of(&q, (ti_pair_options){0});
            assert_same_without_trees(&q, &reach);
        }
    }
    return t;
}

static void assert_all_kinds(tally t)
{
    assert_true(t.clear > 100 / (int)TEST_SHARE && t.stop > 100 / (int)TEST_SHARE &&
                t.meets > 10 / (int)TEST_SHARE);
    assert_true(t.stuck <= (t.clear + t.stop) / 50);
}

static void answers_do_not_depend_on_trees(void** state)
{
    assert_all_kinds(ask_many(*state, 0.0, 1));
}

static void far_from_the_origin_they_do_not_either(void** state)
{
    assert_all_kinds(ask_many(*state, 65536.0, 2));
    assert_all_kinds(ask_many(*state, 1e6, 3));
}

// ---- in the zone

// Moves the mover of a query to where first contact stops it within the separation.
static bool put_in_zone(query* q)
{
    toi_result r = first_of(q, 0.3 * q->terms.separation, 1e-3 * q->terms.separation);
    if (r.answer != TOI_ANSWER_CONTACT || r.t_free == 0.0) {
        return false;
    }
    ti_mover mover;
    ti_mover_prepare(&q->mover, &q->move, &mover);
    double sine = 0.0, cosine = 1.0;
    if (mover.turns) {
        ti_sincos(0.5 * fabs(q->move.angle) * r.t_free, &sine, &cosine);
    }
    q->mover.pose = ti_mover_pose(&mover, r.t_free, cosine, sine);
    return true;
}

static void movers_that_begin_in_the_zone_keep_what_they_have(void** state)
{
    bodies* b = *state;
    test_random random = random_start(4);
    tally t = {0};
    for (int pair = 0; pair < MOVERS * STILLS; ++pair) {
        for (int i = 0; i < QUERIES; ++i) {
            query q = random_query(b->mover[pair / STILLS], b->still[pair % STILLS], 0.0, &random);
            if (are_hulls(&q) || !put_in_zone(&q)) {
                continue;
            }
            q.move = random_query(q.mover.mesh, q.body.mesh, 0.0, &random).move;
            ti_reach reach = reach_of(&q, (ti_pair_options){0});
            assert_same_without_trees(&q, &reach);
            take_in(&q, &reach, &t);
        }
    }
    assert_true(t.zone > 100 / (int)TEST_SHARE && t.meets == 0);
}

// ---- bodies in bodies

static void a_body_in_a_hollow_one_meets_its_walls(void** state)
{
    bodies* b = *state;
    toi_mesh* room = make_box(8.0, 8.0, 8.0);
    test_random random = random_start(5);
    for (int i = 0; i < 200 / (int)TEST_SHARE; ++i) {
        query q = random_query(b->mover[i % MOVERS], room, 0.0, &random);
        q.mover.pose.position = v3_add(q.body.pose.position, random_point(&random, 3.0));
        ti_reach reach = reach_of(&q, (ti_pair_options){.pieces = true});
        ti_reach brute = reach_of(&q, (ti_pair_options){.pieces = true, .brute = true});
        assert_same_place(reach, brute);
        assert_true(reach.outcome == TI_REACH_STOP || reach.outcome == TI_REACH_CLEAR);
        assert_between(&q, &reach);
    }
    toi_mesh_destroy(room);
}

static void convex_bodies_by_pieces_stop_within_tolerance_of_the_whole(void** state)
{
    bodies* b = *state;
    test_random random = random_start(6);
    tally t = {0};
    for (int i = 0; i < 400 / (int)TEST_SHARE; ++i) {
        query q = random_query(b->mover[i % 2 == 0 ? 0 : 5], b->still[5], 0.0, &random);
        ti_reach reach = reach_of(&q, (ti_pair_options){.pieces = true});
        assert_same_place(reach, reach_of(&q, (ti_pair_options){.pieces = true, .brute = true}));
        take_in(&q, &reach, &t);
    }
    assert_true(t.stop > 50 / (int)TEST_SHARE && t.clear > 50 / (int)TEST_SHARE);
}

// What stops a mover no later than the best place of others is found, up to that very place.
static void the_best_place_of_others_ends_the_search(void** state)
{
    bodies* b = *state;
    test_random random = random_start(7);
    int stops = 0;
    for (int i = 0; i < 400 / (int)TEST_SHARE; ++i) {
        query q = random_query(b->mover[i % MOVERS], b->still[i % 4], 0.0, &random);
        ti_reach whole = reach_of(&q, (ti_pair_options){0});
        if (whole.outcome != TI_REACH_STOP) {
            continue;
        }
        ++stops;
        assert_same_place(whole, reach_until(&q, whole.order, (ti_pair_options){0}));
        if (whole.order > 0.0) {
            ti_reach before = reach_until(&q, whole.order * (1.0 - 0x1p-40), (ti_pair_options){0});
            assert_int_equal(before.outcome, TI_REACH_LATER);
        }
    }
    assert_true(stops > 50 / (int)TEST_SHARE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_do_not_depend_on_trees),
        cmocka_unit_test(far_from_the_origin_they_do_not_either),
        cmocka_unit_test(movers_that_begin_in_the_zone_keep_what_they_have),
        cmocka_unit_test(a_body_in_a_hollow_one_meets_its_walls),
        cmocka_unit_test(convex_bodies_by_pieces_stop_within_tolerance_of_the_whole),
        cmocka_unit_test(the_best_place_of_others_ends_the_search),
    };
    return cmocka_run_group_tests(tests, make, release);
}
