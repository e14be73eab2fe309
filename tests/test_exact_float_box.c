// Boxes in float against rationals: no point that they should hold is outside, and they are larger by little.

#include "exact_double.h"
#include "random_point.h"

#include "bvh/float_box.h"

#include <float.h>

enum { BOXES = 100000 };

typedef struct numbers {
    fmpq_t at, origin, scale, grow, found, slack;
} numbers;

static void numbers_init(numbers* n)
{
    fmpq_init(n->at);
    fmpq_init(n->origin);
    fmpq_init(n->scale);
    fmpq_init(n->grow);
    fmpq_init(n->found);
    fmpq_init(n->slack);
}

static void numbers_clear(numbers* n)
{
    fmpq_clear(n->at);
    fmpq_clear(n->origin);
    fmpq_clear(n->scale);
    fmpq_clear(n->grow);
    fmpq_clear(n->found);
    fmpq_clear(n->slack);
}

// A coordinate `found` for (at - origin) scale - grow scale, all negated but grow for an upper one. Returns
// whether it is below that, and by no more than 2^-20 of the sizes and 2^-118.
static bool is_outwards(numbers* n, double at, double origin, double scale, double grow, float found)
{
    set_exact(n->at, at);
    set_exact(n->origin, origin);
    set_exact(n->scale, scale);
    set_exact(n->grow, grow);
    fmpq_sub(n->at, n->at, n->origin);
    fmpq_mul(n->at, n->at, n->scale);
    fmpq_mul(n->grow, n->grow, n->scale);
    fmpq_abs(n->slack, n->at);
    fmpq_add(n->slack, n->slack, n->grow);
    fmpq_div_2exp(n->slack, n->slack, 20);
    set_exact(n->scale, 0x1p-118);
    fmpq_add(n->slack, n->slack, n->scale);
    set_exact(n->scale, FB_MOST);
    bool cut = fmpq_cmp(n->at, n->scale) > 0; // lowered before it is grown
    fmpq_sub(n->at, n->at, n->grow);
    if (found < -FLT_MAX) { // no number is that low, but some are where a float has none
        fmpq_neg(n->scale, n->scale);
        return cut || fmpq_cmp(n->at, n->scale) < 0;
    }
    set_exact(n->found, (double)found);
    if (fmpq_cmp(n->found, n->at) > 0) {
        return false;
    }
    fmpq_add(n->found, n->found, n->slack);
    return cut || fmpq_cmp(n->found, n->at) >= 0;
}

static double random_size(test_random* random, int least, int most)
{
    int exponent = least + (int)random_below(random, (uint32_t)(most - least + 1));
    return ldexp(random_between(random, -1.0, 1.0), exponent);
}

// Sizes that are far apart, or numbers near one another.
static double near_or_far(test_random* random, double number, uint32_t round)
{
    switch (round % 4) {
    case 0:
        return number * (1.0 + random_size(random, -53, -1));
    case 1:
        return random_size(random, -1074, 1023);
    default:
        return number + random_size(random, -30, 3);
    }
}

static void float_boxes_hold_what_they_should(void** state)
{
    (void)state;
    test_random random = random_start(91);
    numbers n;
    numbers_init(&n);
    for (uint32_t round = 0; round < BOXES; ++round) {
        double origin = random_size(&random, round % 3 ? -3 : -1074, round % 3 ? 40 : 1022);
        double low = near_or_far(&random, origin, round / 3), high = near_or_far(&random, origin, round / 3);
        int exponent =
            round % 7 < 3 ? (int)random_below(&random, 2046) - 1022 : (int)random_below(&random, 30) - 15;
        double scale = ldexp(1.0, exponent),
               grow = round % 2 ? fabs(near_or_far(&random, 0.0, round / 5)) : 0.0;
        grow = round % 5 == 0 ? fabs(low - origin) : grow; // so that nearly nothing is left
        ti_float_frame frame = {{origin, origin, origin}, scale};
        fb_frame lanes = fb_make_frame(&frame, grow);
        double lower = low < high ? low : high, upper = low < high ? high : low;
        ti_f8 box = fb_outwards(f4_set(lower), f4_set(upper), &lanes);
        for (int k = 0; k < 3; ++k) {
            assert_true(is_outwards(&n, lower, origin, scale, grow, box[k]));
            assert_true(is_outwards(&n, -upper, -origin, scale, grow, box[4 + k]));
        }
    }
    numbers_clear(&n);
}

static void eight_boxes_are_transposed(void** state)
{
    (void)state;
    test_random random = random_start(92);
    for (int round = 0; round < 100; ++round) {
        ti_float_box box[8], other;
        float side[48];
        for (uint32_t i = 0; i < 9; ++i) {
            ti_float_box* b = i < 8 ? &box[i] : &other;
            for (int k = 0; k < 3; ++k) {
                b->lower[k] = (float)floor(random_between(&random, -3.0, 3.0));
                b->minus_upper[k] = -b->lower[k] - (float)floor(random_between(&random, 0.0, 4.0));
            }
            b->item = i;
            b->unused = UINT32_MAX;
        }
        fb_transpose(box, side, 8);
        for (int i = 0; i < 8; ++i) {
            bool meets = true;
            for (int k = 0; k < 3; ++k) {
                assert_true(side[8 * k + i] == -box[i].minus_upper[k] &&
                            side[8 * (3 + k) + i] == -box[i].lower[k]);
                meets &= other.lower[k] <= -box[i].minus_upper[k] && box[i].lower[k] <= -other.minus_upper[k];
            }
            assert_int_equal(fb_meet(&other, side, 8) >> i & 1, meets);
            assert_int_equal(fb_below(fb_load(&box[i]), fb_limit(fb_load(&other))), meets);
        }
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(float_boxes_hold_what_they_should),
        cmocka_unit_test(eight_boxes_are_transposed),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
