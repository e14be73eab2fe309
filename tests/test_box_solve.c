// Intervals of overlap of two boxes: the closed forms of a table, the corrected example of the paper, random
// motions against corners in long double, and equal bits of both builds.

#include "cmocka_toi.h"
#include "core/arena.h"
#include "core/cpu.h"
#include "math/vec3.h"
#include "narrow/boxes/frame.h"
#include "narrow/boxes/sharpen.h"
#include "support/box_oracle.h"

enum { ROOM = 32 };

static const toi_quat no_turn[] = {{1.0, 0.0, 0.0, 0.0}};
static const toi_vec3 origin[] = {{0.0, 0.0, 0.0}};

static box_body resting(toi_vec3 half)
{
    return (box_body){
        .motion = {.rotation = no_turn, .rotation_count = 1, .translation = origin, .translation_count = 1},
        .half = half};
}

static void solve(const box_body* a, const box_body* b, bool plain, ti_box_span spans[ROOM],
                  ti_box_search* search)
{
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_polys p = {.arena = &arena, .plain = plain || !ti_cpu_has_avx2()};
    const ti_moving_box boxes[2] = {{.motion = a->motion, .half = a->half, .offset = a->offset},
                                    {.motion = b->motion, .half = b->half, .offset = b->offset}};
    ti_box_frame frames[2] = {ti_box_frame_rational(&p, &boxes[0], 0.0, 1.0),
                              ti_box_frame_rational(&p, &boxes[1], 0.0, 1.0)};
    ti_box_system system;
    assert_true(ti_box_system_make(&p, &frames[0], &frames[1], &system));
    search->plain = plain;
    search->spans = spans;
    search->capacity = ROOM;
    assert_true(ti_box_solve(&arena, &system, search));
    assert_true(search->count <= ROOM);
    for (uint32_t i = 0; i < search->count; ++i) {
        assert_true(ti_box_sharpen(&p, &boxes[0], &boxes[1], 1e-13, &spans[i]));
    }
    ti_arena_destroy(&arena);
}

// ---- closed forms

typedef struct row {
    const char* name;
    toi_vec3 half_a, half_b;
    toi_quat rotation[3];
    uint32_t rotation_count;
    toi_vec3 translation[3];
    uint32_t translation_count;
    double intervals[2][2];
    uint32_t count;
    double within; // of the times; a touch is known to the root of the rounding
} row;

#define UNIT          \
    {                 \
        0.5, 0.5, 0.5 \
    }
#define UPRIGHT {{1.0, 0.0, 0.0, 0.0}}, 1

static const row table[] = {
    {"head on", UNIT, UNIT, UPRIGHT, {{-3, 0, 0}, {3, 0, 0}}, 2, {{1.0 / 3, 2.0 / 3}}, 1, 1e-12},
    {"beside, touching", UNIT, UNIT, UPRIGHT, {{-3, 1, 0}, {3, 1, 0}}, 2, {{1.0 / 3, 2.0 / 3}}, 1, 1e-12},
    {"beside, apart", UNIT, UNIT, UPRIGHT, {{-3, 1 + 1e-9, 0}, {3, 1 + 1e-9, 0}}, 2, {{0}}, 0, 0},
    {"along an edge", UNIT, UNIT, UPRIGHT, {{-3, 1, 1}, {3, 1, 1}}, 2, {{1.0 / 3, 2.0 / 3}}, 1, 1e-12},
    {"resting, sliding", UNIT, UNIT, UPRIGHT, {{-0.5, 0, 1}, {0.5, 0, 1}}, 2, {{0, 1}}, 1, 0},
    {"turning within reach",
     UNIT,
     UNIT,
     {{1, 0, 0, 0}, {1, 0, 0, 1}},
     2,
     {{1.1, 0, 0}},
     1,
     {{0.11439478302055, 0.79469612607036}},
     1,
     1e-12},
    {"a corner that touches",
     UNIT,
     UNIT,
     {{1, 0, 0, 0}, {1, 0, 0, 1}},
     2,
     {{1.2071067811865475, 0, 0}},
     1,
     {{0.414213562373095, 0.414213562373095}},
     1,
     2e-6},
    {"a bounce", UNIT, UNIT, UPRIGHT, {{-2, 0, 0}, {0, 0, 0}, {-2, 0, 0}}, 3, {{0.5, 0.5}}, 1, 2e-7},
    {"a deep bounce",
     UNIT,
     UNIT,
     UPRIGHT,
     {{-2, 0, 0}, {2.5, 0, 0}, {-2, 0, 0}},
     3,
     {{0.127322004, 0.872677996}},
     1,
     1e-9},
    {"flat boxes", {0.5, 0.5, 0}, {0.5, 0.5, 0}, UPRIGHT, {{0, 0, -1}, {0, 0, 1}}, 2, {{0.5, 0.5}}, 1, 1e-12},
    {"points", {0, 0, 0}, {0, 0, 0}, UPRIGHT, {{-1, 0, 0}, {1, 0, 0}}, 2, {{0.5, 0.5}}, 1, 1e-12},
    {"the same box", UNIT, UNIT, UPRIGHT, {{0, 0, 0}}, 1, {{0, 1}}, 1, 0},
};

static void closed_forms_of_the_table_hold(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        const row* r = &table[i];
        box_body a = resting(r->half_a);
        box_body b = {.motion = {.rotation = r->rotation,
                                 .rotation_count = r->rotation_count,
                                 .translation = r->translation,
                                 .translation_count = r->translation_count},
                      .half = r->half_b};
        ti_box_span spans[ROOM];
        ti_box_search search = {0};
        solve(&a, &b, false, spans, &search);
        if (search.count != r->count) {
            fail_msg("%s: %u intervals", r->name, (unsigned)search.count);
        }
        for (uint32_t k = 0; k < r->count; ++k) {
            assert_true(spans[k].enter <= r->intervals[k][0] + 1e-15);
            assert_true(spans[k].exit >= r->intervals[k][1] - 1e-15);
            assert_near(spans[k].enter, r->intervals[k][0], r->within);
            assert_near(spans[k].exit, r->intervals[k][1], r->within);
        }
    }
}

// ---- random motions

static const double SCALE = 4.0; // half of the way of a translation

typedef struct random_box {
    toi_quat rotation[7];
    toi_vec3 translation[13];
    double weights[13];
    box_body body;
} random_box;

static double bell(test_random* random)
{
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) {
        sum += random_unit(random);
    }
    return sum;
}

// Of degrees up to 6 and 12, through the neighbourhood of the origin.
static void make_random(test_random* random, bool moves, random_box* r)
{
    uint32_t d = moves ? random_below(random, 7) : 0, m = moves ? random_below(random, 13) : 0;
    bool rational = moves && m > 0 && random_below(random, 3) == 0;
    toi_quat q = {bell(random), bell(random), bell(random), bell(random)};
    for (uint32_t k = 0; k <= d; ++k) {
        double s = k > 0 ? 0.5 : 0.0;
        r->rotation[k] = (toi_quat){q.w + s * bell(random), q.x + s * bell(random), q.y + s * bell(random),
                                    q.z + s * bell(random)};
    }
    toi_vec3 way = {bell(random), bell(random), bell(random)};
    way = v3_scale(SCALE / v3_length(way), way);
    for (uint32_t k = 0; k <= m; ++k) {
        double s = m > 0 ? 1.0 - 2.0 * k / m : 0.0;
        toi_vec3 aside = {1.5 * bell(random), 1.5 * bell(random), 1.5 * bell(random)};
        r->translation[k] = v3_madd(aside, s, way);
        r->weights[k] = random_between(random, 0.5, 1.5);
    }
    r->body.motion = (toi_rational){.rotation = r->rotation,
                                    .rotation_count = d + 1,
                                    .translation = r->translation,
                                    .weights = rational ? r->weights : NULL,
                                    .translation_count = m + 1};
    r->body.half = (toi_vec3){random_between(random, 0.1, 0.8), random_between(random, 0.1, 0.8),
                              random_between(random, 0.1, 0.8)};
    r->body.offset = (toi_vec3){0.0, 0.0, 0.0};
    if (random_below(random, 2) == 0) {
        r->body.offset = (toi_vec3){bell(random), bell(random), bell(random)};
    }
}

static bool within(const ti_box_span* spans, uint32_t count, double t)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (t >= spans[i].enter && t <= spans[i].exit) {
            return true;
        }
    }
    return false;
}

enum { SAMPLES = 200 };

// What an event may be apart: a hundred-billionth of the way.
#define NEAR (1e-11 * SCALE)

static void judge(const random_box* a, const random_box* b, const ti_box_span* spans, uint32_t count,
                  double worst[2])
{
    for (int i = 0; i <= SAMPLES; ++i) {
        double t = (double)i / SAMPLES;
        box_real apart = box_separation(&a->body, &b->body, (box_real)t);
        bool in = within(spans, count, t);
        assert_true(in || apart > 0.0L);            // never missed
        assert_true(!in || apart < (box_real)NEAR); // never made up
    }
    for (uint32_t i = 0; i < count; ++i) {
        const double times[2] = {spans[i].enter, spans[i].exit};
        for (int k = 0; k < 2; ++k) {
            if (times[k] > 0.0 && times[k] < 1.0) {
                double apart = (double)box_separation(&a->body, &b->body, (box_real)times[k]);
                assert_true(apart > -1e-17 && apart < NEAR);
                worst[0] = fmax(worst[0], apart);
            }
        }
    }
}

static void random_motions_agree_with_corners(void** state)
{
    (void)state;
    test_random random = random_start(1);
    double worst[2] = {0.0, 0.0};
    uint32_t touched = 0, several = 0, nodes = 0;
    for (int i = 0; i < 400; ++i) {
        random_box a, b;
        make_random(&random, i % 2 == 1, &a);
        make_random(&random, true, &b);
        ti_box_span spans[ROOM], other[ROOM];
        ti_box_search search = {0}, plain = {0};
        solve(&a.body, &b.body, false, spans, &search);
        judge(&a, &b, spans, search.count, worst);
        solve(&a.body, &b.body, true, other, &plain);
        assert_int_equal(plain.count, search.count);
        assert_memory_equal(spans, other, search.count * sizeof *spans);
        touched += search.count > 0;
        several += search.count > 1;
        nodes += search.nodes;
    }
    print_message("%u of 400 touch, %u more than once; %u nodes; widest %.2g\n", touched, several, nodes,
                  worst[0]);
    assert_in_range(touched, 80, 399);
    assert_true(several > 0);
}

// With every limit of memory that is too small there is none, and nothing is leaked.
static void without_memory_there_is_no_answer(void** state)
{
    (void)state;
    test_random random = random_start(3);
    random_box a, b;
    make_random(&random, true, &a);
    make_random(&random, true, &b);
    const ti_moving_box boxes[2] = {{.motion = a.body.motion, .half = a.body.half},
                                    {.motion = b.body.motion, .half = b.body.half}};
    uint32_t failed = 0;
    bool solved = false;
    for (size_t limit = 1; !solved; limit += 1 + limit / 4) {
        ti_arena arena;
        ti_arena_init(&arena, NULL, limit);
        ti_polys p = {.arena = &arena, .plain = true};
        ti_box_frame f = ti_box_frame_rational(&p, &boxes[0], 0.0, 1.0);
        ti_box_frame g = ti_box_frame_rational(&p, &boxes[1], 0.0, 1.0);
        ti_box_span spans[ROOM];
        ti_box_search search = {.plain = true, .spans = spans, .capacity = ROOM};
        ti_box_system system;
        bool made = ti_box_system_make(&p, &f, &g, &system);
        assert_true(made || (p.no_memory && !p.too_large));
        solved = made && ti_box_solve(&arena, &system, &search);
        failed += !solved;
        ti_arena_destroy(&arena);
    }
    assert_true(failed > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_forms_of_the_table_hold),
        cmocka_unit_test(random_motions_agree_with_corners),
        cmocka_unit_test(without_memory_there_is_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
