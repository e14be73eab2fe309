// First contact where a body deforms, against rigid bodies on every kind of motion and others that deform.
// Truth is where the formulas have the vertices, in long double, and the distance of every two triangles
// there.

#include "soft_support.h"

enum { BEFORE = 90 };

// Rounding of the truth, of bodies of unit size within a few units.
static const double NOISE = 1e-15;

static void judge(const actor* a, const actor* b, const toi_result* r, double separation)
{
    bool clear = r->answer == TOI_ANSWER_CLEAR;
    double end = clear ? 1.0 : r->t_free;
    assert_true(r->certified && r->t_free >= 0.0 && r->t_free <= 1.0 && r->gap >= 0.0);
    for (int i = 0; i < BEFORE && end > 0.0; ++i) {
        double share = i < BEFORE / 2 ? i / (BEFORE / 2.0) : 1.0 - pow(0.5, i - BEFORE / 2 + 1);
        double t = fmin(end * share, nextafter(end, 0.0)), d = distance_at(a, b, t);
        if (!(d > separation - NOISE) || !(!clear || d >= r->gap - NOISE)) {
            fail_msg("distance %.17g at %.17g, before %.17g, separation %g, gap %g", d, t, end, separation,
                     r->gap);
        }
    }
    if (r->answer == TOI_ANSWER_CONTACT) {
        double d = distance_at(a, b, r->t_hit);
        assert_true(r->t_free <= r->t_hit && r->work.tolerance <= 1e-8);
        if (r->start == TOI_START_FREE &&
            !(d <= r->gap + NOISE && r->gap <= separation + r->work.tolerance)) {
            fail_msg("distance %.17g at t_hit %.17g, gap %.17g", d, r->t_hit, r->gap);
        }
        assert_true(r->kind != TOI_CONTACT_NONE && r->contact_count >= 1);
        assert_near(v3_length(r->normal), 1.0, 1e-9);
    }
}

// ---- random pairs

static actor one, two;

static void random_pairs_are_right_on_every_kind_of_motion(void** state)
{
    (void)state;
    gen_random random = {random_start(81).state};
    uint32_t kinds[TOI_MOTION_VERTICES + 1][3] = {0}, most = 0, met = 0;
    for (int i = 0; i < 240 / (int)TEST_SHARE; ++i) {
        make_pair(&random, i, &one, &two);
        double separation = i % 5 == 4 ? 0.05 : 0.0;
        toi_query_def def = {.separation = separation};
        toi_result r = ask(&one.body, &two.body, &def);
        judge(&one, &two, &r, separation);
        ++kinds[two.body.motion.kind][r.answer];
        most = r.work.steps > most ? r.work.steps : most;
        met += r.answer == TOI_ANSWER_CONTACT && r.start == TOI_START_FREE && r.t_hit > 0.0;
        assert_true(r.answer != TOI_ANSWER_UNDECIDED);
        free_pair(&one, &two);
    }
    uint32_t contacts = 0, clear = 0;
    for (int k = 0; k <= TOI_MOTION_VERTICES; ++k) {
        printf("kind %d: %u clear, %u contacts\n", k, (unsigned)kinds[k][1], (unsigned)kinds[k][2]);
        clear += kinds[k][1];
        contacts += kinds[k][2];
        assert_true(k == TOI_MOTION_STATIC || TEST_SHARE > 1 || kinds[k][1] + kinds[k][2] > 0);
    }
    printf("at most %u links tried; %u pairs met on their way\n", (unsigned)most, (unsigned)met);
    assert_true(clear > 30 / TEST_SHARE && met > contacts / 3 && met > 30 / TEST_SHARE);
}

static void swapped_bodies_have_swapped_answers(void** state)
{
    (void)state;
    gen_random random = {random_start(82).state};
    for (int i = 0; i < 60 / (int)TEST_SHARE; ++i) {
        make_pair(&random, i, &one, &two);
        toi_result r = ask(&one.body, &two.body, NULL), s = ask(&two.body, &one.body, NULL);
        assert_int_equal(r.answer, s.answer);
        assert_int_equal(r.start, s.start);
        judge(&two, &one, &s, 0.0);
        if (r.answer == TOI_ANSWER_CONTACT && r.start == TOI_START_FREE) {
            assert_near(r.t_hit, s.t_hit, 1e-6);
            assert_near(v3_dot(r.normal, s.normal), -1.0, 1e-3);
        }
        free_pair(&one, &two);
    }
}

// Lengths of everything times a power of two.
static void scale(actor* a, double by)
{
    toi_vec3 v[MOST];
    for (uint32_t i = 0; i < a->vertex_count; ++i) {
        v[i] = v3_scale(by, toi_mesh_vertex(a->mesh, i));
        a->to[i] = v3_scale(by, a->to[i]);
    }
    toi_motion m = a->body.motion;
    m.pose.position = v3_scale(by, m.pose.position);
    m.end.position = v3_scale(by, m.end.position);
    m.by = v3_scale(by, m.by);
    m.point = v3_scale(by, m.point);
    m.advance *= by;
    toi_mesh_destroy(a->mesh);
    finish_mesh(a, v, a->vertex_count);
    a->body.motion = m;
}

static bool is_scaled(toi_vec3 a, toi_vec3 b, double by)
{
    return a.x * by == b.x && a.y * by == b.y && a.z * by == b.z;
}

static void lengths_times_a_power_of_two_give_the_same_bits(void** state)
{
    (void)state;
    gen_random random = {random_start(83).state};
    int tried = 0;
    for (int i = 0; i < 90 / (int)TEST_SHARE; ++i) {
        make_pair(&random, i, &one, &two);
        toi_motion_kind kind = two.body.motion.kind;
        bool listed = kind == TOI_MOTION_RATIONAL || kind == TOI_MOTION_KEYFRAMES || kind == TOI_MOTION_MOVES;
        if (!listed) {
            double by = i % 2 ? 0x1p60 : 0x1p-70;
            toi_result r = ask(&one.body, &two.body, NULL);
            scale(&one, by);
            scale(&two, by);
            toi_result s = ask(&one.body, &two.body, NULL);
            assert_true(r.answer == s.answer && r.start == s.start && r.t_free == s.t_free);
            assert_true(r.t_hit == s.t_hit && r.gap * by == s.gap && is_scaled(r.point, s.point, by));
            assert_true(same_feature(r.a, s.a) && same_feature(r.b, s.b) && r.work.steps == s.work.steps);
            ++tried;
        }
        free_pair(&one, &two);
    }
    assert_true(tried > 20 / (int)TEST_SHARE);
}

// A rigid body that shifts, and the same as a body whose vertices all do: the times are those of each other.
static void a_shift_is_a_shift_by_either_method(void** state)
{
    (void)state;
    gen_random random = {random_start(84).state};
    int contacts = 0;
    for (int i = 0; i < 120 / (int)TEST_SHARE; ++i) {
        make_solid(&random, &one);
        make_solid(&random, &two);
        toi_vec3 by = gen_vector(&random, 1.0, 3.0);
        one.body.motion = (toi_motion){.kind = TOI_MOTION_TRANSLATION, .pose = TOI_POSE_IDENTITY, .by = by};
        two.body.motion = (toi_motion){
            .kind = i % 2 ? TOI_MOTION_SPIN : TOI_MOTION_STATIC,
            .pose = {v3_add(v3_scale(0.7, by), gen_vector(&random, 0.1, 0.8)), {1.0, 0.0, 0.0, 0.0}},
            .axis = gen_direction(&random),
            .angle = 2.0};
        toi_result rigid = ask(&one.body, &two.body, NULL);
        one.body.motion = (toi_motion){.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to = one.to};
        one.body.motion.to_count = one.vertex_count;
        for (uint32_t k = 0; k < one.vertex_count; ++k) {
            one.to[k] = v3_add(toi_mesh_vertex(one.mesh, k), by);
        }
        toi_result soft = ask(&one.body, &two.body, NULL);
        assert_int_equal(rigid.answer, soft.answer);
        assert_int_equal(rigid.start, soft.start);
        if (rigid.answer == TOI_ANSWER_CONTACT) {
            ++contacts;
            assert_near(rigid.t_hit, soft.t_hit, 1e-6);
            assert_true(rigid.start != TOI_START_FREE || v3_dot(rigid.normal, soft.normal) > 0.99);
        }
        free_pair(&one, &two);
    }
    assert_true(contacts > 20 / (int)TEST_SHARE);
}

// ---- both bodies led by one motion

static toi_pose after(toi_pose pose, toi_pose lead)
{
    ti_mat3 m = m3_from_quat(lead.quaternion);
    return (toi_pose){xf_point(&m, lead.position, pose.position), q_mul(lead.quaternion, pose.quaternion)};
}

// The body seen from a frame that is elsewhere, and drifts by `drift` in the world that it is led to.
static void lead(actor* a, toi_pose by, toi_vec3 drift)
{
    toi_motion* m = &a->body.motion;
    ti_mat3 turn = m3_from_quat(by.quaternion);
    m->pose = after(m->pose, by);
    m->end = after(m->end, by);
    if (m->kind != TOI_MOTION_SPIN) { // of which it is a point of the body
        m->point = xf_point(&turn, by.position, m->point);
    }
    m->axis = m3_apply(&turn, m->axis);
    m->by = m3_apply(&turn, m->by);
    if (m->kind == TOI_MOTION_STATIC) {
        m->kind = TOI_MOTION_TRANSLATION;
        m->by = v3(0.0, 0.0, 0.0);
    }
    if (m->kind != TOI_MOTION_VERTICES) {
        m->by = v3_add(m->by, drift);
        m->end.position = v3_add(m->end.position, drift);
        return;
    }
    toi_quat q = m->pose.quaternion;
    ti_mat3 back = m3_from_quat((toi_quat){q.w, -q.x, -q.y, -q.z});
    for (uint32_t i = 0; i < a->vertex_count; ++i) {
        a->to[i] = v3_add(a->to[i], m3_apply(&back, drift));
    }
}

// What has no lists, and with a drift no axis that stays in place.
static bool can_be_led(const toi_motion* m, bool drifts)
{
    bool plain = m->kind == TOI_MOTION_STATIC || m->kind == TOI_MOTION_TRANSLATION ||
                 m->kind == TOI_MOTION_SPIN || m->kind == TOI_MOTION_VERTICES ||
                 (m->kind == TOI_MOTION_BETWEEN && m->path != TOI_PATH_SCREW);
    bool turns =
        m->kind == TOI_MOTION_ROTATION || m->kind == TOI_MOTION_SCREW || m->kind == TOI_MOTION_BETWEEN;
    return plain || (turns && !drifts);
}

static void a_motion_of_both_together_changes_nothing(void** state)
{
    (void)state;
    gen_random random = {random_start(86).state};
    int contacts = 0, led = 0;
    for (int i = 0; i < 240 / (int)TEST_SHARE; ++i) {
        make_pair(&random, i, &one, &two);
        toi_pose by = {gen_vector(&random, 0.1, 3.0), gen_quaternion(&random)};
        bool drifts = i % 2 == 0;
        toi_vec3 drift = drifts ? gen_vector(&random, 0.1, 3.0) : v3(0.0, 0.0, 0.0);
        if (can_be_led(&two.body.motion, drifts)) {
            toi_result r = ask(&one.body, &two.body, NULL);
            lead(&one, by, drift);
            lead(&two, by, drift);
            toi_result s = ask(&one.body, &two.body, NULL);
            assert_int_equal(r.answer, s.answer);
            assert_int_equal(r.start, s.start);
            judge(&one, &two, &s, 0.0);
            if (r.answer == TOI_ANSWER_CONTACT && r.start == TOI_START_FREE) {
                ti_mat3 turn = m3_from_quat(by.quaternion);
                assert_near(r.t_hit, s.t_hit, 1e-6);
                assert_near(v3_dot(m3_apply(&turn, r.normal), s.normal), 1.0, 1e-3);
                toi_vec3 p = v3_madd(xf_point(&turn, by.position, r.point), r.t_hit, drift);
                assert_near(v3_length(v3_sub(p, s.point)), 0.0, 1e-4);
                ++contacts;
            }
            ++led;
        }
        free_pair(&one, &two);
    }
    printf("%d pairs led, %d contacts\n", led, contacts);
    assert_true(led > 100 / (int)TEST_SHARE && contacts > 40 / (int)TEST_SHARE);
}

// ---- cuts

// The part of the motion up to t, which is one of its kind: of those that go at a constant rate.
static void cut_at(actor* a, double t)
{
    toi_motion* m = &a->body.motion;
    m->by = v3_scale(t, m->by);
    m->angle *= t;
    m->advance *= t;
    for (uint32_t v = 0; m->kind == TOI_MOTION_VERTICES && v < a->vertex_count; ++v) {
        toi_vec3 from = toi_mesh_vertex(a->mesh, v), way = v3_sub(a->to[v], from);
        a->to[v] = v3_madd(from, t, way);
    }
}

// Cut at t_free the motion is clear, or in contact at its very end.
static void check_cut(double t)
{
    cut_at(&one, t);
    cut_at(&two, t);
    toi_result s = ask(&one.body, &two.body, NULL);
    bool late = s.answer == TOI_ANSWER_CONTACT && s.t_free >= 1.0 - 1e-6 && s.gap > 0.0;
    assert_true(s.answer == TOI_ANSWER_CLEAR || late);
    assert_int_equal(s.start, TOI_START_FREE);
}

static void check_cuts(uint64_t seed, bool curved)
{
    gen_random random = {random_start(seed).state};
    int cut = 0;
    for (int i = 0; i < 120 / (int)TEST_SHARE; ++i) {
        make_pair(&random, curved ? i : 8 * i + 1, &one, &two);
        if (curved) {
            toi_motion* m = &two.body.motion;
            gen_motion_random(&random, 0.6, 2.0, m, &two.lists);
            m->kind = i % 3 == 0 ? TOI_MOTION_SPIN : (i % 3 == 1 ? TOI_MOTION_ROTATION : TOI_MOTION_SCREW);
            m->key_count = m->move_count = 0;
            aim(&random, &one, &two, 0.0);
        }
        toi_result r = ask(&one.body, &two.body, NULL);
        if (r.answer == TOI_ANSWER_CONTACT && r.t_free > 0.0) {
            check_cut(r.t_free);
            ++cut;
        }
        free_pair(&one, &two);
    }
    printf("%d cut\n", cut);
    assert_true(cut > 20 / (int)TEST_SHARE);
}

static void a_motion_that_is_cut_at_t_free_is_clear_or_just_in_contact(void** state)
{
    (void)state;
    check_cuts(85, false);
}

static void so_is_one_that_is_cut_against_a_curve(void** state)
{
    (void)state;
    check_cuts(87, true);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(random_pairs_are_right_on_every_kind_of_motion),
        cmocka_unit_test(swapped_bodies_have_swapped_answers),
        cmocka_unit_test(lengths_times_a_power_of_two_give_the_same_bits),
        cmocka_unit_test(a_shift_is_a_shift_by_either_method),
        cmocka_unit_test(a_motion_of_both_together_changes_nothing),
        cmocka_unit_test(a_motion_that_is_cut_at_t_free_is_clear_or_just_in_contact),
        cmocka_unit_test(so_is_one_that_is_cut_against_a_curve),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
