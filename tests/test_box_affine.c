// Parallelepipeds: growing and sheared boxes in closed form, random affine motions against corners in long
// double, matrices that are refused, and equal bits of both builds.

#include "cmocka_toi.h"
#include "core/arena.h"
#include "core/cpu.h"
#include "math/vec3.h"
#include "narrow/boxes/frame.h"
#include "narrow/boxes/sharpen.h"
#include "support/box_oracle.h"

#include <stdlib.h>

enum { ROOM = 32 };

static const toi_quat no_turn[] = {{1.0, 0.0, 0.0, 0.0}};
static const toi_vec3 origin[] = {{0.0, 0.0, 0.0}};

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
    double matrix[27];
    uint32_t matrix_count;
    double enter, exit; // against a resting unit cube, from (3, 0, 0)
    double within;
} row;

// Half edges are 0.5, so 2.5 are to be covered, or 3 along a diagonal.
static const row table[] = {
    {"grows to eleven", {1, 0, 0, 0, 1, 0, 0, 0, 1, 11, 0, 0, 0, 11, 0, 0, 0, 11}, 2, 0.4, 1.0, 1e-13},
    {"grows in one way", {1, 0, 0, 0, 1, 0, 0, 0, 1, 11, 0, 0, 0, 1, 0, 0, 0, 1}, 2, 0.4, 1.0, 1e-13},
    {"is sheared", {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 8, 0, 0, 1, 0, 0, 0, 1}, 2, 0.5, 1.0, 1e-13},
    {"grows and shrinks",
     {1, 0, 0, 0, 1, 0, 0, 0, 1, 9, 0, 0, 0, 9, 0, 0, 0, 9, 1, 0, 0, 0, 1, 0, 0, 0, 1},
     3,
     0.5,
     0.5,
     1e-6},
    {"stays small", {1, 0, 0, 0, 1, 0, 0, 0, 1, 4, 0, 0, 0, 4, 0, 0, 0, 4}, 2, 1.0, 0.0, 0.0},
};

static void growing_and_sheared_boxes_meet_on_time(void** state)
{
    (void)state;
    static const toi_vec3 beside[] = {{3.0, 0.0, 0.0}};
    const toi_vec3 half = {0.5, 0.5, 0.5};
    box_body wall = {
        {.rotation = no_turn, .rotation_count = 1, .translation = origin, .translation_count = 1},
        half,
        origin[0]};
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        const row* r = &table[i];
        box_body body = {{.matrix = r->matrix,
                          .matrix_count = r->matrix_count,
                          .translation = beside,
                          .translation_count = 1},
                         half,
                         origin[0]};
        assert_int_equal(ti_rational_check(&body.motion), TI_RATIONAL_FINE);
        for (int turn = 0; turn < 2; ++turn) {
            ti_box_span spans[ROOM];
            ti_box_search search = {0};
            solve(turn ? &wall : &body, turn ? &body : &wall, false, spans, &search);
            assert_int_equal(search.count, r->enter <= r->exit);
            if (search.count == 1) {
                assert_true(spans[0].enter <= r->enter && spans[0].exit >= r->exit);
                assert_near(spans[0].enter, r->enter, r->within);
                assert_near(spans[0].exit, r->exit, r->within);
            }
        }
    }
}

// ---- what is refused

static void matrices_are_checked(void** state)
{
    (void)state;
    const double grows[18] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 9, 0, 0, 0, 9, 0, 0, 0, 9};
    toi_rational good = {.matrix = grows, .matrix_count = 2, .translation = origin, .translation_count = 1};
    assert_int_equal(ti_rational_check(&good), TI_RATIONAL_FINE);

    toi_rational m = good;
    m.rotation = no_turn;
    m.rotation_count = 1;
    assert_int_equal(ti_rational_check(&m), TI_RATIONAL_COUNT);
    m = good;
    m.matrix_count = 0;
    assert_int_equal(ti_rational_check(&m), TI_RATIONAL_COUNT);
    m.matrix_count = TOI_MOST_COEFFICIENTS + 1;
    assert_int_equal(ti_rational_check(&m), TI_RATIONAL_COUNT);

    static const double faults[][18] = {
        {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0},   // flat at the end
        {1, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0, 0, 1, 0, 0, 0, 1},  // mirrored at the end
        {1, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0, 0, -1, 0, 0, 0, 1}, // a point of a turn by pi: det 0 halfway
        {1, 0, 0, 0, 1, 0, 0, 0, -1, 1, 0, 0, 0, 1, 0, 0, 0, -1}, // mirrored
        {0},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; ++i) {
        m = good;
        m.matrix = faults[i];
        assert_int_equal(ti_rational_check(&m), TI_RATIONAL_MATRIX);
    }
    const double numbers[] = {(double)NAN, (double)INFINITY, 1e200};
    for (int i = 0; i < 3; ++i) {
        double bad[18];
        memcpy(bad, grows, sizeof bad);
        bad[4 + 2 * i] = numbers[i];
        m = good;
        m.matrix = bad;
        assert_int_equal(ti_rational_check(&m), TI_RATIONAL_INFINITE);
    }
}

// A turn by more than a right angle, flattened to a thousandth, is not refused.
static void thin_boxes_that_turn_are_fine(void** state)
{
    (void)state;
    const double turns[27] = {1, 0, 0, 0,    1,  0, 0, 0, 1e-3, 0, -3, 0, 3,   0,
                              0, 0, 0, 1e-3, -1, 0, 0, 0, -1,   0, 0,  0, 1e-3};
    toi_rational m = {.matrix = turns, .matrix_count = 3, .translation = origin, .translation_count = 1};
    assert_int_equal(ti_rational_check(&m), TI_RATIONAL_FINE);
}

// ---- random motions

static const double SCALE = 4.0; // half of the way of a translation

typedef struct random_box {
    toi_quat rotation[5];
    double matrix[5 * 9];
    toi_vec3 translation[9];
    double weights[9];
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

// A constant matrix of determinant about 1, with smaller changes.
static void draw_matrix(test_random* random, uint32_t count, double* matrix)
{
    double first[9];
    for (int i = 0; i < 9; ++i) {
        first[i] = 0.6 * bell(random);
    }
    for (uint32_t k = 0; k < count; ++k) {
        for (int i = 0; i < 9; ++i) {
            matrix[9 * k + (uint32_t)i] = first[i] + (k > 0 ? 0.25 * bell(random) : 0.0);
        }
    }
}

static void make_random(test_random* random, bool affine, bool moves, random_box* r)
{
    uint32_t d = moves ? random_below(random, 5) : 0, m = moves ? random_below(random, 9) : 0;
    bool rational = m > 0 && random_below(random, 3) == 0;
    toi_vec3 way = {bell(random), bell(random), bell(random)};
    way = v3_scale(SCALE / v3_length(way), way);
    for (uint32_t k = 0; k <= m; ++k) {
        double s = m > 0 ? 1.0 - 2.0 * k / m : 0.0;
        toi_vec3 aside = {1.5 * bell(random), 1.5 * bell(random), 1.5 * bell(random)};
        r->translation[k] = v3_madd(aside, s, way);
        r->weights[k] = random_between(random, 0.5, 1.5);
    }
    r->body.motion = (toi_rational){
        .translation = r->translation, .weights = rational ? r->weights : NULL, .translation_count = m + 1};
    r->body.half = (toi_vec3){random_between(random, 0.1, 0.8), random_between(random, 0.1, 0.8),
                              random_below(random, 8) == 0 ? 0.0 : random_between(random, 0.1, 0.8)};
    r->body.offset =
        random_below(random, 2) == 0 ? v3(0.0, 0.0, 0.0) : v3(bell(random), 0.3 * bell(random), bell(random));
    do {
        for (uint32_t k = 0; k <= d; ++k) {
            double s = k > 0 ? 0.5 : 2.0;
            toi_quat q = k > 0 ? r->rotation[0] : (toi_quat){0.0, 0.0, 0.0, 0.0};
            r->rotation[k] = (toi_quat){q.w + s * bell(random), q.x + s * bell(random),
                                        q.y + s * bell(random), q.z + s * bell(random)};
        }
        draw_matrix(random, d + 1, r->matrix);
        r->body.motion.rotation = affine ? NULL : r->rotation;
        r->body.motion.rotation_count = d + 1;
        r->body.motion.matrix = affine ? r->matrix : NULL;
        r->body.motion.matrix_count = d + 1;
    } while (ti_rational_check(&r->body.motion) != TI_RATIONAL_FINE);
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

enum { SAMPLES = 100 };

// What an event may be apart: a hundred-billionth of the way.
#define NEAR (1e-11 * SCALE)

static double judge(const random_box* a, const random_box* b, const ti_box_span* spans, uint32_t count)
{
    double worst = 0.0;
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
                worst = fmax(worst, apart);
            }
        }
    }
    return worst;
}

// TOI_BOX_MOTIONS sets another count: 100000 by hand.
static void random_affine_motions_agree_with_corners(void** state)
{
    (void)state;
    const char* wanted = getenv("TOI_BOX_MOTIONS");
    uint32_t motions = wanted != NULL ? (uint32_t)strtoul(wanted, NULL, 10) : 600;
    test_random random = random_start(5);
    uint32_t touched = 0, several = 0;
    double worst = 0.0;
    for (uint32_t i = 0; i < motions; ++i) {
        random_box a, b;
        make_random(&random, i % 3 != 0, i % 2 == 1, &a);
        make_random(&random, i % 3 != 1, true, &b);
        ti_box_span spans[ROOM], other[ROOM];
        ti_box_search search = {0}, plain = {0};
        solve(&a.body, &b.body, false, spans, &search);
        worst = fmax(worst, judge(&a, &b, spans, search.count));
        solve(&a.body, &b.body, true, other, &plain);
        assert_int_equal(plain.count, search.count);
        assert_memory_equal(spans, other, search.count * sizeof *spans);
        touched += search.count > 0;
        several += search.count > 1;
    }
    print_message("%u of %u touch, %u more than once; widest %.2g\n", touched, motions, several, worst);
    assert_in_range(touched, motions / 5, motions - 1);
    assert_true(several > 0);
}

// ---- rigid motions as matrices

// A box that turns by no more than a constant rotation is the same box with a matrix.
static void a_turned_box_is_the_same_as_a_matrix(void** state)
{
    (void)state;
    test_random random = random_start(6);
    for (int i = 0; i < 100; ++i) {
        random_box a, b;
        make_random(&random, false, false, &a);
        make_random(&random, false, true, &b);
        ti_affine place = ti_rational_place(&a.body.motion, 0.0);
        for (int k = 0; k < 9; ++k) {
            const toi_vec3* axis = &place.axis[k % 3];
            a.matrix[k] = k / 3 == 0 ? axis->x : k / 3 == 1 ? axis->y : axis->z;
        }
        box_body same = a.body;
        same.motion.rotation = NULL;
        same.motion.matrix = a.matrix;
        same.motion.matrix_count = 1;
        ti_box_span spans[ROOM], other[ROOM];
        ti_box_search search = {0}, again = {0};
        solve(&a.body, &b.body, false, spans, &search);
        solve(&same, &b.body, false, other, &again);
        assert_int_equal(search.count, again.count);
        for (uint32_t k = 0; k < search.count; ++k) {
            assert_near(spans[k].enter, other[k].enter, 1e-9);
            assert_near(spans[k].exit, other[k].exit, 1e-9);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(growing_and_sheared_boxes_meet_on_time),
        cmocka_unit_test(matrices_are_checked),
        cmocka_unit_test(thin_boxes_that_turn_are_fine),
        cmocka_unit_test(random_affine_motions_agree_with_corners),
        cmocka_unit_test(a_turned_box_is_the_same_as_a_matrix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
