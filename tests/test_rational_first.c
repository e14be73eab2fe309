// First contact of bodies on rational motions: boxes against corners in long double, motions that are of
// another kind too, the same motion in pieces, closed forms, and limits.

#include "data.h"
#include "first_support.h"
#include "math/bernstein.h"
#include "rational_support.h"
#include "support/box_oracle.h"

static toi_body moved(const toi_mesh* mesh, const random_rational* r)
{
    return (toi_body){.mesh = mesh, .motion = r->motion};
}

// The piece that runs at t, as a box.
static box_body box_at(const toi_motion* motion, toi_vec3 half, double t, real* share)
{
    return (box_body){.motion = *rational_at(motion, t, share), .half = half};
}

static real separation_at(const toi_body body[2], const toi_vec3 half[2], double t)
{
    // Both on one piece, so that they have the same own time.
    real s, other;
    box_body a = box_at(&body[0].motion, half[0], t, &s), b = box_at(&body[1].motion, half[1], t, &other);
    assert_true(s == other);
    return box_separation(&a, &b, s);
}

// Whether the bodies, put where they are at a time, are within a distance.
static bool within_at(const toi_body body[2], double t, double distance)
{
    toi_body put[2];
    for (int k = 0; k < 2; ++k) {
        toi_pose pose = toi_motion_pose(&body[k].motion, t);
        put[k] = at_rest(body[k].mesh, pose.position, pose.quaternion);
    }
    toi_query_def def = {.separation = distance};
    return ask(&put[0], &put[1], &def).answer == TOI_ANSWER_CONTACT;
}

enum { TIMES = 60 };

static void judge(const toi_body body[2], const toi_vec3 half[2], const toi_result* r, double tolerance,
                  double separation)
{
    for (int k = 0; k <= TIMES; ++k) {
        double t = (double)k / TIMES;
        if (t < r->t_free) {
            real apart = separation_at(body, half, t);
            // The separation along the best axis may be below the distance, so only overlap is a miss.
            assert_true(apart > 0.0L);
        }
    }
    if (r->answer == TOI_ANSWER_CONTACT) {
        assert_true(r->t_free <= r->t_hit && r->gap <= separation + tolerance * (1.0 + 1e-12));
        assert_true(within_at(body, r->t_hit, r->gap + 1e-13));
        assert_true(separation_at(body, half, r->t_hit) <= (real)(r->gap + 1e-13));
    }
}

static void boxes_are_never_missed_and_never_late(void** state)
{
    (void)state;
    test_random random = random_start(1);
    uint32_t hits = 0, clear = 0, steps = 0;
    for (int i = 0; i < 300; ++i) {
        toi_vec3 half[2];
        toi_mesh* mesh[2];
        random_rational r[2];
        toi_body body[2];
        for (int k = 0; k < 2; ++k) {
            half[k] = random_between_vec(&random, 0.1, 0.6);
            mesh[k] = make_box(half[k].x, half[k].y, half[k].z);
            random_rational_make(&random, k ? 3.0 : (i % 3) * 1.0, 1, &r[k]);
            body[k] = moved(mesh[k], &r[k]);
        }
        toi_query_def def = {.tolerance = pow(10.0, random_between(&random, -11.0, -3.0)),
                             .separation = i % 4 == 0 ? 0.1 : 0.0};
        toi_result result = ask(&body[0], &body[1], &def), swapped = ask(&body[1], &body[0], &def);
        assert_int_not_equal(result.answer, TOI_ANSWER_UNDECIDED);
        double tolerance = result.work.tolerance;
        assert_true(tolerance <= fmax(def.tolerance, 1e-11));
        judge(body, half, &result, tolerance, def.separation);
        judge(body, half, &swapped, tolerance, def.separation);
        assert_int_equal(result.start, swapped.start);
        if (result.answer == swapped.answer) {
            assert_near(result.t_free, swapped.t_free, 1e2 * sqrt(tolerance));
        } else { // a graze within the tolerance
            const toi_result* contact = result.answer == TOI_ANSWER_CONTACT ? &result : &swapped;
            const toi_result* none = result.answer == TOI_ANSWER_CONTACT ? &swapped : &result;
            assert_true(none->gap <= contact->gap);
        }
        hits += result.answer == TOI_ANSWER_CONTACT && result.start == TOI_START_FREE;
        clear += result.answer == TOI_ANSWER_CLEAR;
        steps += result.work.steps;
        toi_mesh_destroy(mesh[0]);
        toi_mesh_destroy(mesh[1]);
    }
    print_message("%u meet later, %u never; %u links\n", (unsigned)hits, (unsigned)clear, (unsigned)steps);
    assert_true(hits > 50 && clear > 50);
    assert_true(steps < 300 * 60);
}

// ---- the same motion written otherwise

static void nlerp_and_its_rational_form_meet_at_one_time(void** state)
{
    (void)state;
    test_random random = random_start(2);
    toi_mesh* mesh[2] = {make_box(0.5, 0.3, 0.4), make_box(0.2, 0.6, 0.3)};
    uint32_t hits = 0;
    for (int i = 0; i < 200; ++i) {
        toi_pose ends[2];
        ends[0].position = random_point(&random, 2.0);
        ends[1].position = random_point(&random, 2.0);
        for (int k = 0; k < 2; ++k) {
            ends[k].quaternion = random_coefficient(&random, (toi_quat){0.0, 0.0, 0.0, 0.0}, 1.0);
        }
        nlerp n;
        nlerp_make(ends, &n);
        toi_body a = at_rest(mesh[0], v3(0, 0, 0), upright);
        toi_body b = {.mesh = mesh[1], .motion = n.between}, c = {.mesh = mesh[1], .motion = n.rational};
        toi_query_def def = {.tolerance = 1e-11};
        toi_result x = ask(&a, &b, &def), y = ask(&a, &c, &def);
        assert_int_equal(x.answer, y.answer);
        assert_int_equal(x.start, y.start);
        assert_near(x.t_free, y.t_free, 1e-9);
        hits += x.answer == TOI_ANSWER_CONTACT;
    }
    assert_true(hits > 40 && hits < 160);
    toi_mesh_destroy(mesh[0]);
    toi_mesh_destroy(mesh[1]);
}

// A piece cut in two at `cut`, which is also when it ends.
static void cut_in_two(const random_rational* whole, double cut, random_rational* parts)
{
    *parts = *whole;
    for (int i = 0; i < 2; ++i) {
        parts->pieces[i] = whole->pieces[0];
        uint32_t d = whole->pieces[0].rotation_count, m = whole->pieces[0].translation_count;
        memcpy(parts->rotation[i], whole->rotation[0], sizeof parts->rotation[0]);
        memcpy(parts->translation[i], whole->translation[0], sizeof parts->translation[0]);
        memcpy(parts->weights[i], whole->weights[0], sizeof parts->weights[0]);
        double from = i == 0 ? 0.0 : cut, to = i == 0 ? cut : 1.0;
        ti_bern_cut(&parts->rotation[i][0].w, d - 1, 4, from, to);
        ti_bern_cut(&parts->translation[i][0].x, m - 1, 3, from, to);
        ti_bern_cut(parts->weights[i], m - 1, 1, from, to);
        parts->pieces[i].rotation = parts->rotation[i];
        parts->pieces[i].translation = parts->translation[i];
        parts->pieces[i].weights = whole->pieces[0].weights != NULL ? parts->weights[i] : NULL;
        parts->pieces[i].until = to;
    }
    parts->motion.rationals = parts->pieces;
    parts->motion.rational_count = 2;
}

static void pieces_meet_when_the_whole_does(void** state)
{
    (void)state;
    test_random random = random_start(3);
    toi_mesh* mesh[2] = {make_box(0.5, 0.3, 0.4), make_box(0.2, 0.6, 0.3)};
    uint32_t hits = 0;
    for (int i = 0; i < 200; ++i) {
        random_rational r, parts;
        random_rational_make(&random, 3.0, 1, &r);
        cut_in_two(&r, random_between(&random, 0.1, 0.9), &parts);
        assert_int_equal(toi_motion_check(&parts.motion, NULL), TOI_OK);
        toi_body a = at_rest(mesh[0], random_point(&random, 0.5), upright), b = moved(mesh[1], &r);
        toi_body c = moved(mesh[1], &parts);
        toi_query_def def = {.tolerance = 1e-11};
        toi_result x = ask(&a, &b, &def), y = ask(&a, &c, &def);
        assert_int_equal(x.answer, y.answer);
        assert_int_equal(x.start, y.start);
        assert_near(x.t_free, y.t_free, 1e-8);
        hits += x.answer == TOI_ANSWER_CONTACT;
    }
    assert_true(hits > 40 && hits < 190);
    toi_mesh_destroy(mesh[0]);
    toi_mesh_destroy(mesh[1]);
}

// ---- closed forms

typedef struct row {
    const char* name;
    toi_quat q[2];
    uint32_t q_count;
    toi_vec3 p[3];
    uint32_t p_count;
    double hit; // above 1: clear
    double within;
    toi_start start;
} row;

#define UP {{1, 0, 0, 0}}, 1
#define FREE TOI_START_FREE

// Cubes of edge 1, the one at rest at the origin. What touches without crossing is met where it is within the
// tolerance of 1e-9, so up to the root of it earlier.
static const row table[] = {
    {"head on", UP, {{-3, 0, 0}, {3, 0, 0}}, 2, 1.0 / 3, 1e-9, FREE},
    {"beside, touching", UP, {{-3, 1, 0}, {3, 1, 0}}, 2, 1.0 / 3, 1e-9, FREE},
    {"beside, apart", UP, {{-3, 1 + 1e-6, 0}, {3, 1 + 1e-6, 0}}, 2, 2.0, 0, FREE},
    {"along an edge", UP, {{-3, 1, 1}, {3, 1, 1}}, 2, 1.0 / 3, 1e-9, FREE},
    {"resting, sliding", UP, {{-0.5, 0, 1}, {0.5, 0, 1}}, 2, 0.0, 0, TOI_START_TOUCHING},
    {"turning within reach", {{1, 0, 0, 0}, {1, 0, 0, 1}}, 2, {{1.1, 0, 0}}, 1, 0.11439478302055, 1e-8, FREE},
    {"a corner that touches",
     {{1, 0, 0, 0}, {1, 0, 0, 1}},
     2,
     {{1.2071067811865475, 0, 0}},
     1,
     0.414213562373095,
     1e-4,
     FREE},
    {"a bounce", UP, {{-2, 0, 0}, {0, 0, 0}, {-2, 0, 0}}, 3, 0.5, 1e-4, FREE},
    {"a deep bounce", UP, {{-2, 0, 0}, {2.5, 0, 0}, {-2, 0, 0}}, 3, 0.127322003750035, 1e-9, FREE},
    {"the same place", UP, {{0, 0, 0}}, 1, 0.0, 0, TOI_START_OVERLAPPING},
};

static void closed_forms_of_the_table_hold(void** state)
{
    (void)state;
    toi_mesh* cube = make_box(0.5, 0.5, 0.5);
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        const row* r = &table[i];
        toi_rational piece = {.rotation = r->q,
                              .rotation_count = r->q_count,
                              .translation = r->p,
                              .translation_count = r->p_count};
        toi_body a = at_rest(cube, v3(0, 0, 0), upright),
                 b = {.mesh = cube, .motion = {.kind = TOI_MOTION_RATIONAL}};
        b.motion.rationals = &piece;
        b.motion.rational_count = 1;
        toi_query_def def = {.tolerance = 1e-9};
        toi_result x = ask(&a, &b, &def);
        if (x.start != r->start || x.answer != (r->hit > 1.0 ? TOI_ANSWER_CLEAR : TOI_ANSWER_CONTACT)) {
            fail_msg("%s: answer %d, start %d", r->name, (int)x.answer, (int)x.start);
        }
        if (r->hit <= 1.0) {
            assert_true(x.t_free <= r->hit + 1e-15);
            assert_near(x.t_free, r->hit, r->within);
        }
    }
    toi_mesh_destroy(cube);
}

// ---- bodies that do not move relative to each other

static void bodies_on_one_motion_keep_their_gap(void** state)
{
    (void)state;
    test_random random = random_start(4);
    toi_mesh* cube = make_box(0.5, 0.5, 0.5);
    const toi_vec3 corners[4] = {{0.6, -1, -1}, {0.6, 2, -1}, {0.6, 0, 2}, {0.5, 0, 2}};
    toi_mesh* wall = make_triangle(corners[0], corners[1], corners[2]);
    toi_mesh* edge = make_triangle(corners[0], corners[1], corners[3]);
    for (int i = 0; i < 20; ++i) {
        random_rational r, copy;
        random_rational_make(&random, 3.0, 1 + random_below(&random, 3), &r);
        copy = r;
        toi_body a = moved(cube, &r), b = moved(wall, &copy), c = moved(edge, &r);
        toi_result x = ask(&a, &b, NULL);
        assert_true(x.answer == TOI_ANSWER_CLEAR && x.start == TOI_START_FREE && x.t_free == 1.0);
        assert_true(x.gap > 0.0 && x.gap <= 0.1);
        toi_query_def raised = {.raise_gap = true};
        assert_near(ask(&a, &b, &raised).gap, 0.1, 0.011);
        toi_query_def near = {.separation = 0.11};
        x = ask(&a, &b, &near);
        assert_true(x.answer == TOI_ANSWER_CONTACT && x.t_hit == 0.0);
        x = ask(&a, &c, NULL);
        assert_true(x.answer == TOI_ANSWER_CLEAR || x.t_hit == 0.0);
    }
    toi_mesh_destroy(cube);
    toi_mesh_destroy(wall);
    toi_mesh_destroy(edge);
}

// ---- limits

static void too_little_work_is_undecided_and_what_was_proved_holds(void** state)
{
    (void)state;
    test_random random = random_start(5);
    toi_vec3 half[2] = {{0.5, 0.3, 0.4}, {0.2, 0.6, 0.3}};
    toi_mesh* mesh[2] = {make_box(0.5, 0.3, 0.4), make_box(0.2, 0.6, 0.3)};
    uint32_t undecided = 0;
    for (int i = 0; i < 200; ++i) {
        random_rational r[2];
        random_rational_make(&random, 1.0, 1, &r[0]);
        random_rational_make(&random, 3.0, 1, &r[1]);
        toi_body body[2] = {moved(mesh[0], &r[0]), moved(mesh[1], &r[1])};
        toi_query_def def = {.max_steps = 1 + random_below(&random, 12)};
        toi_result x = ask(&body[0], &body[1], &def);
        undecided += x.answer == TOI_ANSWER_UNDECIDED;
        judge(body, half, &x, x.work.tolerance, 0.0);
    }
    assert_true(undecided > 20);
    toi_mesh_destroy(mesh[0]);
    toi_mesh_destroy(mesh[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_are_never_missed_and_never_late),
        cmocka_unit_test(nlerp_and_its_rational_form_meet_at_one_time),
        cmocka_unit_test(pieces_meet_when_the_whole_does),
        cmocka_unit_test(closed_forms_of_the_table_hold),
        cmocka_unit_test(bodies_on_one_motion_keep_their_gap),
        cmocka_unit_test(too_little_work_is_undecided_and_what_was_proved_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
