// Sizes of numbers: quaternions and weights stand for their directions and shares, whatever their size, and
// lengths may have any unit. Powers of two are exact, so answers are the same, bit for bit.

#include "cmocka_toi.h"
#include "toi/boxes.h"

#include <math.h>

enum { TURNS = 3, WAYS = 4 };

typedef struct sizes {
    int turn[2], weight[2], length; // exponents of two
} sizes;

typedef struct bodies {
    toi_quat rotation[2][TURNS];
    toi_vec3 translation[2][WAYS];
    double weights[2][WAYS];
    toi_rational pieces[2];
    toi_part parts[2];
    toi_solid solids[2];
} bodies;

static const double turns[2][TURNS][4] = {{{1.0, 0.1, 0.0, 0.0}, {0.9, 0.0, 0.3, 0.0}, {1.0, 0.0, 0.0, 0.4}},
                                          {{1.0, 0.0, 0.0, 0.0}, {0.5, 0.6, 0.1, 0.3}, {0.1, 1.0, 0.2, 0.5}}};
static const double ways[2][WAYS][3] = {
    {{0.0, 0.1, 0.0}, {0.3, 0.0, 0.2}, {0.0, -0.2, 0.1}, {0.2, 0.0, 0.0}},
    {{-3.0, 0.4, 0.1}, {1.0, 0.3, 0.2}, {4.0, -0.2, 0.0}, {-2.0, 0.1, 0.3}}};
static const double shares[2][WAYS] = {{1.0, 1.2, 0.9, 1.0}, {1.0, 0.8, 1.5, 1.1}};

static void make(const sizes* s, bodies* b)
{
    *b = (bodies){0};
    for (int i = 0; i < 2; ++i) {
        double turn = ldexp(1.0, s->turn[i]), weight = ldexp(1.0, s->weight[i]);
        double length = ldexp(1.0, s->length), way = ldexp(1.0, s->weight[i] + s->length);
        for (int k = 0; k < TURNS; ++k) {
            const double* q = turns[i][k];
            b->rotation[i][k] = (toi_quat){turn * q[0], turn * q[1], turn * q[2], turn * q[3]};
        }
        for (int k = 0; k < WAYS; ++k) {
            const double *p = ways[i][k], w = shares[i][k];
            b->weights[i][k] = weight * w;
            b->translation[i][k] = (toi_vec3){way * p[0], way * p[1], way * p[2]};
        }
        b->pieces[i] = (toi_rational){.rotation = b->rotation[i],
                                      .rotation_count = TURNS,
                                      .translation = b->translation[i],
                                      .weights = b->weights[i],
                                      .translation_count = WAYS};
        b->parts[i] = (toi_part){.pose = {.position = {0.1 * length, 0.0, 0.0}},
                                 .half = {0.5 * length, 0.4 * length, 0.3 * length}};
        b->solids[i] = (toi_solid){
            &b->parts[i], 1, {.kind = TOI_MOTION_RATIONAL, .rationals = &b->pieces[i], .rational_count = 1}};
    }
}

static toi_boxes_result ask(const bodies* b, toi_boxes_method method)
{
    const toi_boxes_def def = {.solids = b->solids, .solid_count = 2, .method = method};
    toi_boxes_result result = {0};
    toi_error error = {0};
    if (toi_boxes_check(&def, &result, &error) != TOI_OK) {
        fail_msg("%s", error.text);
    }
    return result;
}

static void assert_scaled(toi_vec3 p, toi_vec3 plain, int length, uint32_t index)
{
    if (p.x != ldexp(plain.x, length) || p.y != ldexp(plain.y, length) || p.z != ldexp(plain.z, length)) {
        fail_msg("sizes %u: (%g, %g, %g) 2^%d, not (%g, %g, %g)", (unsigned)index, ldexp(p.x, -length),
                 ldexp(p.y, -length), ldexp(p.z, -length), length, plain.x, plain.y, plain.z);
    }
}

static void assert_equal_intervals(const toi_boxes_pair* pair, const toi_boxes_pair* plain, uint32_t index,
                                   int length)
{
    assert_int_equal(pair->interval_count, plain->interval_count);
    for (uint32_t k = 0; k < plain->interval_count; ++k) {
        const toi_boxes_interval *x = &pair->intervals[k], *y = &plain->intervals[k];
        if (!(x->enter == y->enter && x->exit == y->exit)) {
            fail_msg("sizes %u: %.17g to %.17g, not %.17g to %.17g", (unsigned)index, x->enter, x->exit,
                     y->enter, y->exit);
        }
        assert_int_equal(x->at_enter.contact.kind, y->at_enter.contact.kind);
        assert_scaled(x->at_enter.contact.point, y->at_enter.contact.point, length, index);
        assert_scaled(x->at_exit.contact.point, y->at_exit.contact.point, length, index);
    }
}

static void sizes_change_nothing(void** state)
{
    (void)state;
    static const sizes all[] = {{{0, 0}, {0, 0}, 0},         {{-259, -259}, {0, 0}, 0},
                                {{-380, -399}, {0, 0}, 0},   {{256, 256}, {0, 0}, 0},
                                {{399, 390}, {398, 397}, 0}, {{-399, 399}, {-399, -390}, 0},
                                {{0, 0}, {-300, 300}, 90},   {{0, 0}, {0, 0}, -900},
                                {{0, 0}, {0, 0}, 390},       {{-399, -399}, {-350, -350}, -300}};
    for (int method = TOI_BOXES_DEFAULT; method <= TOI_BOXES_PAPER; ++method) {
        toi_boxes_result plain = {0};
        for (uint32_t i = 0; i < sizeof all / sizeof *all; ++i) {
            bodies b;
            make(&all[i], &b);
            toi_boxes_result result = ask(&b, (toi_boxes_method)method);
            if (i == 0) {
                plain = result;
                assert_true(plain.pairs[0].interval_count >= 1);
                continue;
            }
            assert_equal_intervals(&result.pairs[0], &plain.pairs[0], i, all[i].length);
            toi_boxes_result_release(&result);
        }
        toi_boxes_result_release(&plain);
    }
}

static void sizes_without_use_are_refused(void** state)
{
    (void)state;
    static const sizes all[] = {{{401, 0}, {0, 0}, 0},
                                {{-401, 0}, {0, 0}, 0},
                                {{0, 0}, {405, 0}, 0},
                                {{0, 0}, {0, -405}, 0},
                                {{0, 0}, {-100, 0}, 405}};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        bodies b;
        make(&all[i], &b);
        const toi_boxes_def def = {.solids = b.solids, .solid_count = 2};
        toi_boxes_result result;
        toi_error error = {0};
        assert_int_equal(toi_boxes_check(&def, &result, &error), TOI_ERROR_INVALID);
        assert_true(error.text[0] != 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_change_nothing),
        cmocka_unit_test(sizes_without_use_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
