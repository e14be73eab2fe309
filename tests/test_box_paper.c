// The route of the paper gives the intervals of the shipped solver, and those of corners in long double.

#include "box_paper_support.h"

enum { SAMPLES = 60 };

typedef struct tally {
    uint32_t touched, several, off;
    ti_paper_counts counts;
    double apart, time;
} tally;

static void add_counts(const ti_paper_counts* c, ti_paper_counts* sum)
{
    sum->intervals += c->intervals;
    sum->outside += c->outside;
    sum->dropped += c->dropped;
    sum->left += c->left;
    sum->touches += c->touches;
    sum->planes += c->planes;
}

static void compare(const box_body* a, const box_body* b, bool sampled, tally* t)
{
    box_paper paper = {.search.limit = 0};
    box_shipped shipped;
    box_paper_solve(a, b, &paper);
    box_shipped_solve(a, b, &shipped);
    assert_false(paper.search.undecided);
    assert_int_equal(paper.search.count, shipped.count);
    for (uint32_t i = 0; i < shipped.count; ++i) {
        t->time = fmax(t->time, fabs(paper.spans[i].enter - shipped.spans[i].enter));
        t->time = fmax(t->time, fabs(paper.spans[i].exit - shipped.spans[i].exit));
        assert_true((paper.spans[i].enter_pair.side == 0) == (shipped.spans[i].enter == 0.0));
        assert_true((paper.spans[i].exit_pair.side == 0) == (shipped.spans[i].exit == 1.0));
    }
    if (sampled) {
        t->apart = fmax(t->apart, box_judge(a, b, paper.shipped, paper.search.count, SAMPLES));
    }
    t->touched += shipped.count > 0;
    t->several += shipped.count > 1;
    add_counts(&paper.search.counts, &t->counts);
}

static void random_motions_have_the_intervals_of_the_shipped_solver(void** state)
{
    (void)state;
    const char* text = getenv("TOI_COUNT"); // for the long runs
    uint32_t count = text != NULL ? (uint32_t)strtoul(text, NULL, 0) : 4000;
    test_random random = random_start(1);
    tally t = {.touched = 0};
    for (uint32_t i = 0; i < count; ++i) {
        bool both = i % 4 == 3;
        uint32_t degrees[4];
        for (uint32_t k = 0; k < 4; ++k) {
            degrees[k] = random_below(&random, k < 2 ? 3 : 4);
        }
        random_body a, b;
        random_box_body(&random, both ? degrees[0] : 0, both ? degrees[1] : 0, both && i % 8 == 3, &a);
        random_box_body(&random, degrees[2], 1 + degrees[3], i % 3 == 0, &b);
        if (i % 5 == 4) {
            a.body.offset = v3_scale(0.3, box_any_vec(&random));
            b.body.offset = v3_scale(0.3, box_any_vec(&random));
        }
        compare(&a.body, &b.body, i % 16 == 0, &t);
    }
    print_message("%u of %u meet, %u more than once; homogeneous intervals: %u, %u outside, %u dropped, %u "
                  "left; %u touches, %u planes; times differ by %.2g, ends are %.2g apart\n",
                  t.touched, count, t.several, t.counts.intervals, t.counts.outside, t.counts.dropped,
                  t.counts.left, t.counts.touches, t.counts.planes, t.time, t.apart);
    assert_true(t.touched > count / 4 && t.touched < count && t.several > 0);
    assert_true(t.counts.dropped > 0 && t.counts.outside > 0);
}

// ---- degenerate inputs

typedef struct row {
    const char* name;
    toi_vec3 half_a, half_b;
    toi_quat rotation[3];
    uint32_t rotation_count;
    toi_vec3 translation[3];
    uint32_t translation_count;
    double intervals[2];
    uint32_t count;
    double within;      // of the times; a touch is known to the root of the rounding
    uint32_t counts[2]; // homogeneous intervals, outside of [0, 1]
} row;

#define UNIT          \
    {                 \
        0.5, 0.5, 0.5 \
    }
#define UPRIGHT {{1.0, 0.0, 0.0, 0.0}}, 1
#define TURNED {{1, 0, 0, 0}, {1, 0, 0, 1}}, 2

static const row table[] = {
    {"head on", UNIT, UNIT, UPRIGHT, {{-3, 0, 0}, {3, 0, 0}}, 2, {1.0 / 3, 2.0 / 3}, 1, 1e-12, {1, 0}},
    {"touching", UNIT, UNIT, UPRIGHT, {{-3, 1, 0}, {3, 1, 0}}, 2, {1.0 / 3, 2.0 / 3}, 1, 1e-12, {1, 0}},
    {"apart", UNIT, UNIT, UPRIGHT, {{-3, 1 + 1e-9, 0}, {3, 1 + 1e-9, 0}}, 2, {0}, 0, 0, {1, 0}},
    {"along an edge", UNIT, UNIT, UPRIGHT, {{-3, 1, 1}, {3, 1, 1}}, 2, {1.0 / 3, 2.0 / 3}, 1, 1e-12, {1, 0}},
    {"sliding", UNIT, UNIT, UPRIGHT, {{-0.5, 0, 1}, {0.5, 0, 1}}, 2, {0, 1}, 1, 0, {1, 0}},
    {"turning within reach",
     UNIT,
     UNIT,
     TURNED, // R_xx = 1 - t^2, R_xy = -2 t: T is -1, 0, 1
     {{1.1, 0, 0}},
     1,
     {0.11439478302055, 0.79469612607036},
     1,
     1e-12,
     {4, 3}},
    {"a corner that touches",
     UNIT,
     UNIT,
     TURNED,
     {{1.2071067811865475, 0, 0}},
     1,
     {0.414213562373095, 0.414213562373095},
     1,
     2e-6,
     {4, 3}},
    {"a bounce", UNIT, UNIT, UPRIGHT, {{-2, 0, 0}, {0, 0, 0}, {-2, 0, 0}}, 3, {0.5, 0.5}, 1, 2e-7, {1, 0}},
    {"flat boxes",
     {0.5, 0.5, 0},
     {0.5, 0.5, 0},
     UPRIGHT,
     {{0, 0, -1}, {0, 0, 1}},
     2,
     {0.5, 0.5},
     1,
     1e-12,
     {1, 0}},
    {"points", {0, 0, 0}, {0, 0, 0}, UPRIGHT, {{-1, 0, 0}, {1, 0, 0}}, 2, {0.5, 0.5}, 1, 1e-12, {1, 0}},
    {"the same box", UNIT, UNIT, UPRIGHT, {{0, 0, 0}}, 1, {0, 1}, 1, 0, {1, 0}},
    {"the same box, turning", UNIT, UNIT, TURNED, {{0, 0, 0}}, 1, {0, 1}, 1, 0, {4, 3}},
    {"nearly parallel", // by 2e-9, the edges cross far away
     UNIT,
     UNIT,
     {{1.0, 1e-9, 1e-9, 0.0}},
     1,
     {{-3, 0.25, 0}, {3, 0.25, 0}},
     2,
     {1.0 / 3, 2.0 / 3},
     1,
     1e-9,
     {1, 0}},
};

static void degenerate_inputs_have_the_right_intervals(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        const row* r = &table[i];
        box_body a = box_resting(r->half_a);
        box_body b = {.motion = {.rotation = r->rotation,
                                 .rotation_count = r->rotation_count,
                                 .translation = r->translation,
                                 .translation_count = r->translation_count},
                      .half = r->half_b};
        box_paper p = {.search.limit = 0};
        box_paper_solve(&a, &b, &p);
        if (p.search.count != r->count || p.search.undecided) {
            fail_msg("%s: %u intervals", r->name, (unsigned)p.search.count);
        }
        if (p.search.counts.intervals != r->counts[0] || p.search.counts.outside != r->counts[1]) {
            fail_msg("%s: %u homogeneous, %u outside", r->name, (unsigned)p.search.counts.intervals,
                     (unsigned)p.search.counts.outside);
        }
        for (uint32_t k = 0; k < r->count; ++k) {
            assert_true(p.spans[k].enter <= r->intervals[0] + 1e-15);
            assert_true(p.spans[k].exit >= r->intervals[1] - 1e-15);
            assert_near(p.spans[k].enter, r->intervals[0], r->within);
            assert_near(p.spans[k].exit, r->intervals[1], r->within);
        }
    }
}

// Boxes of one rotation, one of which slides on the other: what is zero is so up to rounding.
static void boxes_that_rest_on_each_other_are_never_missed(void** state)
{
    (void)state;
    test_random random = random_start(5);
    uint32_t in_contact = 0;
    for (int i = 0; i < 500; ++i) {
        random_body a, b;
        random_box_body(&random, 0, 1, false, &a);
        random_box_body(&random, 0, 1, false, &b);
        b.rotation[0] = a.rotation[0];
        ti_mat3 turn = m3_from_quat(q_normalize(a.rotation[0]));
        for (int k = 0; k < 2; ++k) {
            toi_vec3 beside = v3_scale(0.2, box_any_vec(&random));
            beside.y = a.body.half.y + b.body.half.y;
            b.translation[k] = v3_add(a.translation[k], m3_apply(&turn, beside));
        }
        box_paper paper = {.search.limit = 0};
        box_shipped shipped;
        box_paper_solve(&a.body, &b.body, &paper);
        box_shipped_solve(&a.body, &b.body, &shipped);
        assert_int_equal(paper.search.count, shipped.count);
        for (int k = 0; k <= SAMPLES; ++k) {
            double t = (double)k / SAMPLES;
            bool touch = box_separation(&a.body, &b.body, (box_real)t) <= 0.0L;
            assert_true(!touch || box_within(paper.shipped, paper.search.count, t));
            in_contact += touch;
        }
    }
    assert_true(in_contact > 5000);
}

// ---- counts

// N_ij = c0 + c1 t + c2 t^2 of a quaternion p + u t, in long double: the matrix of p, of u, and what is
// between.
static box_real entry_of(const box_real x[4], const box_real y[4], int i, int j)
{
    box_real dot = x[0] * y[0] - x[1] * y[1] - x[2] * y[2] - x[3] * y[3];
    if (i == j) {
        return dot + 2.0L * x[1 + i] * y[1 + i];
    }
    int k = 3 - i - j;
    box_real sign = (i + 1) % 3 == j ? -1.0L : 1.0L;
    return x[1 + i] * y[1 + j] + x[1 + j] * y[1 + i] + sign * (x[0] * y[1 + k] + x[1 + k] * y[0]);
}

static void count_roots(const box_real c[3], uint32_t counts[3])
{
    box_real d = c[1] * c[1] - 4.0L * c[0] * c[2];
    for (int k = -1; k <= 1 && d > 0.0L; k += 2) {
        box_real t = (-c[1] + (box_real)k * sqrtl(d)) / (2.0L * c[2]);
        ++counts[t < 0.0L ? 0 : t > 1.0L ? 2 : 1];
    }
}

static void counts_are_those_of_the_roots_of_quadratics(void** state)
{
    (void)state;
    test_random random = random_start(2);
    uint32_t most = 0;
    for (int i = 0; i < 1000; ++i) {
        random_body b;
        random_box_body(&random, 1, 1, false, &b);
        b.rotation[1] = box_any_quat(&random);
        box_real p[4], u[4];
        for (int k = 0; k < 4; ++k) {
            p[k] = (box_real)(&b.rotation[0].w)[k];
            u[k] = (box_real)(&b.rotation[1].w)[k] - p[k];
        }
        uint32_t counts[3] = {0, 0, 0};
        for (int e = 0; e < 9; ++e) {
            const box_real c[3] = {entry_of(p, p, e / 3, e % 3), 2.0L * entry_of(p, u, e / 3, e % 3),
                                   entry_of(u, u, e / 3, e % 3)};
            count_roots(c, counts);
        }
        box_body a = box_resting((toi_vec3){0.5, 0.4, 0.3});
        box_paper paper = {.search.limit = 0};
        box_paper_solve(&a, &b.body, &paper);
        assert_int_equal(paper.search.counts.outside, counts[0] + counts[2]);
        assert_int_equal(paper.search.counts.intervals, counts[0] + counts[1] + counts[2] + 1);
        most = counts[1] > most ? counts[1] : most;
    }
    assert_true(most >= 8);
}

// ---- the limit

// With too little work the spans hold those of the whole search, and it says so.
static void at_the_limit_it_is_undecided_and_misses_nothing(void** state)
{
    (void)state;
    test_random random = random_start(4);
    uint32_t undecided = 0;
    for (int i = 0; i < 100; ++i) {
        random_body a, b;
        random_box_body(&random, 1, 2, false, &a);
        random_box_body(&random, 2, 3, true, &b);
        box_shipped shipped;
        box_shipped_solve(&a.body, &b.body, &shipped);
        for (uint32_t limit = 1; limit < 64; limit *= 2) {
            box_paper p = {.search.limit = limit};
            box_paper_solve(&a.body, &b.body, &p);
            undecided += p.search.undecided;
            for (uint32_t k = 0; k < shipped.count; ++k) {
                double middle = 0.5 * (shipped.spans[k].enter + shipped.spans[k].exit);
                assert_true(box_within(p.shipped, p.search.count, middle));
                assert_true(box_within(p.shipped, p.search.count, shipped.spans[k].enter + 1e-9));
                assert_true(box_within(p.shipped, p.search.count, shipped.spans[k].exit - 1e-9));
            }
            assert_true(p.search.undecided || p.search.count == shipped.count);
        }
    }
    assert_true(undecided > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_motions_have_the_intervals_of_the_shipped_solver),
        cmocka_unit_test(degenerate_inputs_have_the_right_intervals),
        cmocka_unit_test(boxes_that_rest_on_each_other_are_never_missed),
        cmocka_unit_test(counts_are_those_of_the_roots_of_quadratics),
        cmocka_unit_test(at_the_limit_it_is_undecided_and_misses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
