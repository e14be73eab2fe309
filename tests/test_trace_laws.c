// Laws of traces of hulls: lengths scaled by powers of two, roles swapped, a best place that is known, and
// first contact with a separation, which is proved in another way.

#include "bvh/sides.h"
#include "bvh/witness.h"
#include "math/rounding.h"
#include "random_point.h"
#include "support/generate.h"
#include "trace_support.h"

enum { PAIRS = 1500 / TEST_SHARE, SHAPES = 12 };

typedef struct query {
    toi_mesh *a, *b;
    toi_placed mover, body;
    toi_move move;
    ti_pair_terms terms;
} query;

static toi_quat random_turn(test_random* random)
{
    toi_vec3 v = random_point(random, 1.0);
    return q_normalize((toi_quat){random_between(random, -1.0, 1.0) + 1e-9, v.x, v.y, v.z});
}

// A shape of the generator that is a hull, a box, or a body without volume. `shape` keeps its vertices.
static void random_hull(gen_random* shapes, test_random* random, gen_shape* shape)
{
    for (;;) {
        gen_shape_random(shapes, shape);
        if (random_below(random, 2) == 0) {
            *shape = (gen_shape){.name = "corners"};
            uint32_t count = 1 + random_below(random, 3), corners[3] = {0, 1, 2};
            for (uint32_t i = 0; i < count; ++i) {
                toi_vec3 v = random_point(random, 1.0);
                gen_shape_vertex(shape, v.x, v.y, v.z);
            }
            gen_shape_face(shape, corners, count);
        }
        toi_mesh* mesh = gen_toi_mesh(shape);
        bool hull = ti_mesh_is_hull(mesh);
        toi_mesh_destroy(mesh);
        if (hull) {
            return;
        }
    }
}

static toi_mesh* scaled_mesh(const gen_shape* shape, double scale)
{
    gen_shape s = *shape;
    for (uint32_t i = 0; i < 3 * s.vertex_count; ++i) {
        s.vertices[i] *= scale;
    }
    return gen_toi_mesh(&s);
}

static query random_query(test_random* random, const gen_shape* a, const gen_shape* b)
{
    query q = {.a = scaled_mesh(a, 1.0), .b = scaled_mesh(b, 1.0)};
    q.body = (toi_placed){q.b, {random_point(random, 2.0), random_turn(random)}, 2};
    q.mover =
        (toi_placed){q.a, {v3_add(q.body.pose.position, random_point(random, 2.5)), random_turn(random)}, 2};
    q.terms = (ti_pair_terms){exp2(random_between(random, -16.0, -2.0)), 0.0, 1000000};
    q.terms.tolerance = 0.01 * q.terms.separation;
    toi_vec3 towards = v3_sub(q.body.pose.position, q.mover.pose.position);
    q.move =
        (toi_move){.kind = TOI_MOVE_TRANSLATION, .by = v3_scale(random_between(random, 0.2, 3.0), towards)};
    q.move.by = v3_add(q.move.by, random_point(random, 1.0));
    if (random_below(random, 2) == 0) {
        q.move.kind = TOI_MOVE_ROTATION;
        q.move.point = v3_add(q.mover.pose.position, random_point(random, 3.0));
        q.move.axis = random_point(random, 1.0);
        q.move.angle = random_between(random, -1.0, 1.0) * (random_below(random, 2) ? 7.0 : 1.0);
    }
    return q;
}

static void release(query* q)
{
    toi_mesh_destroy(q->a);
    toi_mesh_destroy(q->b);
}

typedef void check(const query* q, const gen_shape* a, const gen_shape* b, const ti_reach* reach);

static void for_all(uint64_t seed, check* law)
{
    test_random random = random_start(seed);
    gen_random shapes = {seed};
    uint32_t stops = 0, clear = 0, other = 0, most = 0;
    for (int i = 0; i < PAIRS; ++i) {
        gen_shape a, b;
        random_hull(&shapes, &random, &a);
        random_hull(&shapes, &random, &b);
        query q = random_query(&random, &a, &b);
        ti_reach reach;
        ask_reach(&q.mover, &q.move, &q.body, &q.terms, &reach);
        assert_int_not_equal(reach.outcome, TI_REACH_OTHER);
        stops += reach.outcome == TI_REACH_STOP;
        clear += reach.outcome == TI_REACH_CLEAR;
        other += reach.outcome == TI_REACH_STUCK;
        most = reach.steps > most ? reach.steps : most;
        law(&q, &a, &b, &reach);
        release(&q);
    }
    printf("%u stops, %u clear, %u undecided, at most %u links\n", stops, clear, other, most);
    assert_true(stops > PAIRS / 20 && clear > PAIRS / 20 && other == 0);
}

// ---- scale

static query scaled_query(const query* q, const gen_shape* a, const gen_shape* b, double scale)
{
    query s = *q;
    s.a = scaled_mesh(a, scale);
    s.b = scaled_mesh(b, scale);
    s.mover.mesh = s.a;
    s.body.mesh = s.b;
    s.mover.pose.position = v3_scale(scale, q->mover.pose.position);
    s.body.pose.position = v3_scale(scale, q->body.pose.position);
    s.move.by = v3_scale(scale, q->move.by);
    s.move.point = v3_scale(scale, q->move.point);
    s.terms.separation *= scale;
    s.terms.tolerance *= scale;
    return s;
}

static void check_scaled(const query* q, const gen_shape* a, const gen_shape* b, const ti_reach* reach)
{
    const double scales[2] = {0x1p80, 0x1p-60};
    for (int i = 0; i < 2; ++i) {
        query s = scaled_query(q, a, b, scales[i]);
        ti_reach r;
        ti_stop stop = ask_reach(&s.mover, &s.move, &s.body, &s.terms, &r);
        assert_int_equal(r.outcome, reach->outcome);
        assert_true(r.order == reach->order && r.steps == reach->steps);
        assert_true(r.kept == scales[i] * reach->kept && r.gap == scales[i] * reach->gap);
        assert_true(r.outcome != TI_REACH_STOP || v3_finite(stop.point));
        release(&s);
    }
}

static void lengths_scaled_by_a_power_of_two_give_the_same_bits(void** state)
{
    (void)state;
    for_all(31, check_scaled);
}

// ---- first contact

// Cut at its end the move is clear by first contact with what was kept, but for rounding; and where it was
// stopped the distance is within the tolerance, and the contact has a name.
static void check_first_contact(const query* q, const gen_shape* a, const gen_shape* b, const ti_reach* reach)
{
    (void)a;
    (void)b;
    if (reach->outcome == TI_REACH_MEETS || !(reach->kept > 64.0 * reach->rounding)) {
        return;
    }
    ti_reach again;
    ti_stop stop = ask_reach(&q->mover, &q->move, &q->body, &q->terms, &again);
    toi_motion motion = {
        .kind = TOI_MOTION_TRANSLATION, .pose = q->mover.pose, .by = v3_scale(stop.fraction, q->move.by)};
    if (q->move.kind == TOI_MOVE_ROTATION) {
        motion = (toi_motion){.kind = TOI_MOTION_ROTATION,
                              .pose = q->mover.pose,
                              .point = q->move.point,
                              .axis = q->move.axis,
                              .angle = stop.fraction * q->move.angle};
    }
    toi_body mover = {.mesh = q->a, .motion = motion},
             body = {.mesh = q->b, .motion = {.kind = TOI_MOTION_STATIC, .pose = q->body.pose}};
    double slack = 32.0 * reach->rounding;
    toi_query_def def = {.separation = reach->kept - slack, .tolerance = slack};
    toi_result r;
    assert_int_equal(toi_first_contact(&mover, &body, &def, &r), TOI_OK);
    bool kept = r.gap >= reach->kept - slack - 2.0 * r.work.rounding; // it may take what is kept for met
    assert_true(r.answer == TOI_ANSWER_CLEAR || r.t_free > 1.0 - 1e-6 || kept);
    if (stop.answer == TOI_ANSWER_CONTACT) {
        mover.motion = (toi_motion){.kind = TOI_MOTION_STATIC, .pose = stop.pose};
        def = (toi_query_def){.separation = stop.kept + stop.work.tolerance + slack};
        assert_int_equal(toi_first_contact(&mover, &body, &def, &r), TOI_OK);
        assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
        assert_near(r.gap, stop.gap, 1e-6 * stop.work.tolerance + slack);
        assert_true(stop.kind >= TOI_CONTACT_VF && stop.kind <= TOI_CONTACT_FF);
        assert_near(v3_length(stop.normal), 1.0, 1e-14);
    }
}

static void first_contact_agrees(void** state)
{
    (void)state;
    for_all(32, check_first_contact);
}

// ---- roles

// The body moves against the mover: the same place within what the tolerance makes of it.
static void check_swapped(const query* q, const gen_shape* a, const gen_shape* b, const ti_reach* reach)
{
    (void)a;
    (void)b;
    toi_move back = q->move;
    back.by = v3_negate(q->move.by);
    back.angle = -q->move.angle;
    ti_reach r, tight;
    ti_pair_terms terms = q->terms;
    ask_reach(&q->body, &back, &q->mover, &q->terms, &r);
    terms.separation = reach->kept + 2.0 * reach->tolerance; // what one may take for met the other need not
    if (reach->outcome == TI_REACH_MEETS || r.outcome == TI_REACH_MEETS) {
        assert_int_equal(r.outcome, reach->outcome);
        return;
    }
    assert_near(r.kept, reach->kept, 64.0 * (r.rounding + reach->rounding));
    if (reach->tolerance != q->terms.tolerance) { // it starts near the zone
        return;
    }
    ask_reach(&q->mover, &q->move, &q->body, &terms, &tight);
    assert_true(r.outcome == reach->outcome || tight.outcome != TI_REACH_CLEAR);
    assert_true(r.outcome != TI_REACH_STOP || r.order >= tight.order * (1.0 - 1e-9));
}

static void roles_may_be_swapped(void** state)
{
    (void)state;
    for_all(33, check_swapped);
}

// ---- best

static void check_best(const query* q, const gen_shape* a, const gen_shape* b, const ti_reach* reach)
{
    (void)a;
    (void)b;
    ti_still still;
    ti_mover mover;
    ti_reach r = {0};
    ti_still_prepare(&q->body, &still);
    ti_mover_prepare(&q->mover, &q->move, &mover);
    if (reach->outcome != TI_REACH_STOP) {
        return;
    }
    const double before[2] = {0.5 * reach->order, nextafter(reach->order, 0.0)};
    for (int i = 0; i < 2; ++i) {
        ti_trace_pair_with(&mover, &still, &q->terms, before[i], ti_cpu_has_avx2(), &r);
        assert_true(r.outcome == TI_REACH_LATER || reach->order == 0.0);
    }
    ti_trace_pair_with(&mover, &still, &q->terms, reach->order, ti_cpu_has_avx2(), &r);
    assert_same_reach(&r, reach);
}

static void a_best_place_only_ends_what_comes_later(void** state)
{
    (void)state;
    for_all(34, check_best);
}

// ---- names

static toi_vec3 local_at(const toi_mesh* mesh, const toi_pose* pose, toi_vec3 x)
{
    const ti_mat3 r = m3_rotation_of(pose->quaternion);
    toi_vec3 y = m3_apply_transposed(&r, v3_sub(x, pose->position));
    return v3_scale(ti_scale(1.0, -mesh->exponent), v3_sub(y, mesh->center));
}

static uint32_t named_at_once;

// Where the engine takes a vertex on the inside of a face for the contact without a search, the vertex stands
// over the point of the face where the pose that is returned puts it, a search for features at that point
// finds this face alone, and no edge of it is as near as what shares a name.
static void check_named(const query* q, const gen_shape* a, const gen_shape* b, const ti_reach* reach)
{
    (void)a;
    (void)b;
    ti_reach again;
    if (reach->outcome != TI_REACH_STOP || (reach->face[0] == TI_NONE && reach->face[1] == TI_NONE)) {
        return;
    }
    ++named_at_once;
    ti_stop stop = ask_reach(&q->mover, &q->move, &q->body, &q->terms, &again);
    const bool on_body = reach->face[1] != TI_NONE;
    const toi_feature *face = on_body ? &stop.b : &stop.a, *vertex = on_body ? &stop.a : &stop.b;
    assert_int_equal(stop.kind, on_body ? TOI_CONTACT_VF : TOI_CONTACT_FV);
    const toi_mesh *with = on_body ? q->b : q->a, *other = on_body ? q->a : q->b;
    const toi_pose *pose = on_body ? &q->body.pose : &stop.pose, *at = on_body ? &stop.pose : &q->body.pose;
    toi_vec3 x = toi_pose_point(*at, toi_mesh_vertex(other, vertex->index[0]));
    double slack = 8.0 * reach->rounding + 0x1p-45;
    toi_vec3 foot = v3_madd(x, (on_body ? 1.0 : -1.0) * stop.gap, stop.normal);
    toi_vec3 middle = v3_scale(0.5, v3_add(x, foot));
    assert_true(v3_length(v3_sub(middle, stop.point)) <= slack);
    toi_vec3 local = local_at(with, pose, foot);
    double unit = ti_scale(1.0, -with->exponent), within = reach->tolerance + 2.0 * reach->rounding;
    ti_nearby near =
        ti_nearby_features(with, local, slack * unit, TI_NEARBY_VERTEX | TI_NEARBY_EDGE | TI_NEARBY_FACE);
    assert_int_equal(near.face, face->index[0]);
    assert_int_equal(near.edge[0], TI_NONE);
    assert_int_equal(near.vertex, TI_NONE);
    const uint32_t begin = with->face_offsets[near.face], end = with->face_offsets[near.face + 1];
    for (uint32_t i = begin; i < end; ++i) {
        uint32_t v = with->corners[i], w = with->corners[i + 1 < end ? i + 1 : begin];
        assert_false(ti_near_edge(local, with->local[v], with->local[w], within * unit));
    }
}

static void a_vertex_on_the_inside_of_a_face_has_no_other_name(void** state)
{
    (void)state;
    named_at_once = 0;
    for_all(35, check_named);
    printf("%u of them named at once\n", named_at_once);
    assert_true(named_at_once > 5 / TEST_SHARE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_scaled_by_a_power_of_two_give_the_same_bits),
        cmocka_unit_test(first_contact_agrees),
        cmocka_unit_test(roles_may_be_swapped),
        cmocka_unit_test(a_best_place_only_ends_what_comes_later),
        cmocka_unit_test(a_vertex_on_the_inside_of_a_face_has_no_other_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
