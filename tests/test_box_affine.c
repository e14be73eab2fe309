// Parallelepipeds: growing and sheared boxes in closed form, random affine motions against corners in long
// double, matrices that are refused, and equal bits of both builds.

#include "box_support.h"

#include <stdlib.h>

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
    box_body wall = box_resting(half);
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        const row* r = &table[i];
        box_body body = {{.matrix = r->matrix,
                          .matrix_count = r->matrix_count,
                          .translation = beside,
                          .translation_count = 1},
                         half,
                         box_origin[0]};
        assert_int_equal(ti_rational_check(&body.motion), TI_RATIONAL_FINE);
        for (int turn = 0; turn < 2; ++turn) {
            ti_box_span spans[BOX_ROOM];
            ti_box_search search = {0};
            box_solve(turn ? &wall : &body, turn ? &body : &wall, false, spans, &search);
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
    toi_rational good = {
        .matrix = grows, .matrix_count = 2, .translation = box_origin, .translation_count = 1};
    assert_int_equal(ti_rational_check(&good), TI_RATIONAL_FINE);

    toi_rational m = good;
    m.rotation = box_no_turn;
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
    toi_rational m = {.matrix = turns, .matrix_count = 3, .translation = box_origin, .translation_count = 1};
    assert_int_equal(ti_rational_check(&m), TI_RATIONAL_FINE);
}

// ---- random motions

static void make_random(test_random* random, bool affine, bool moves, random_box* r)
{
    const random_curves_def def = {moves ? 5 : 1, moves ? 9 : 1, 1.5, affine};
    random_box_make(random, &def, r);
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
        ti_box_span spans[BOX_ROOM], other[BOX_ROOM];
        ti_box_search search = {0}, plain = {0};
        box_solve(&a.body, &b.body, false, spans, &search);
        worst = fmax(worst, box_judge(&a.body, &b.body, spans, search.count, 100));
        box_solve(&a.body, &b.body, true, other, &plain);
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
            a.curves.matrix[k] = k / 3 == 0 ? axis->x : k / 3 == 1 ? axis->y : axis->z;
        }
        box_body same = a.body;
        same.motion.rotation = NULL;
        same.motion.matrix = a.curves.matrix;
        same.motion.matrix_count = 1;
        ti_box_span spans[BOX_ROOM], other[BOX_ROOM];
        ti_box_search search = {0}, again = {0};
        box_solve(&a.body, &b.body, false, spans, &search);
        box_solve(&same, &b.body, false, other, &again);
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
