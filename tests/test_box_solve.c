// Intervals of overlap of two boxes: the closed forms of a table, the corrected example of the paper, random
// motions against corners in long double, and equal bits of both builds.

#include "box_support.h"

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
        box_body a = box_resting(r->half_a);
        box_body b = {.motion = {.rotation = r->rotation,
                                 .rotation_count = r->rotation_count,
                                 .translation = r->translation,
                                 .translation_count = r->translation_count},
                      .half = r->half_b};
        ti_box_span spans[BOX_ROOM];
        ti_box_search search = {0};
        box_solve(&a, &b, false, spans, &search);
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

static const random_curves_def rests = {1, 1, 1.5, false}, moves = {7, 13, 1.5, false};

static void random_motions_agree_with_corners(void** state)
{
    (void)state;
    test_random random = random_start(1);
    double worst = 0.0;
    uint32_t touched = 0, several = 0, nodes = 0;
    for (int i = 0; i < 400; ++i) {
        random_box a, b;
        random_box_make(&random, i % 2 == 1 ? &moves : &rests, &a);
        random_box_make(&random, &moves, &b);
        ti_box_span spans[BOX_ROOM], other[BOX_ROOM];
        ti_box_search search = {0}, plain = {0};
        box_solve(&a.body, &b.body, false, spans, &search);
        worst = fmax(worst, box_judge(&a.body, &b.body, spans, search.count, 200));
        box_solve(&a.body, &b.body, true, other, &plain);
        assert_int_equal(plain.count, search.count);
        assert_memory_equal(spans, other, search.count * sizeof *spans);
        touched += search.count > 0;
        several += search.count > 1;
        nodes += search.nodes;
    }
    print_message("%u of 400 touch, %u more than once; %u nodes; widest %.2g\n", touched, several, nodes,
                  worst);
    assert_in_range(touched, 80, 399);
    assert_true(several > 0);
}

// With every limit of memory that is too small there is none, and nothing is leaked.
static void without_memory_there_is_no_answer(void** state)
{
    (void)state;
    test_random random = random_start(3);
    random_box a, b;
    random_box_make(&random, &moves, &a);
    random_box_make(&random, &moves, &b);
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
        ti_box_span spans[BOX_ROOM];
        ti_box_search search = {.plain = true, .spans = spans, .capacity = BOX_ROOM};
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
