// Pairs that stay apart by their bounding spheres: against corners in long double, and where the spheres just
// meet.

#include "cmocka_toi.h"
#include "math/vec3.h"
#include "narrow/boxes/far.h"
#include "random_point.h"
#include "support/box_oracle.h"

enum { MOST = 6, SAMPLES = 40 };

static void assert_in_interval(double x, double low, double high)
{
    assert_true(x >= low && x <= high);
}

typedef struct random_box {
    toi_quat rotation[MOST];
    toi_vec3 translation[MOST];
    double weights[MOST];
    ti_moving_box box;
} random_box;

static void make_random(test_random* random, toi_vec3 around, random_box* r)
{
    uint32_t d = random_below(random, MOST), m = random_below(random, MOST);
    for (uint32_t k = 0; k < MOST; ++k) {
        toi_vec3 v = random_point(random, 1.0);
        r->rotation[k] = (toi_quat){1.5 + random_unit(random), v.x, v.y, v.z};
        r->weights[k] = random_between(random, 0.2, 2.0);
        r->translation[k] = v3_scale(r->weights[k], v3_add(around, random_point(random, 0.5)));
    }
    toi_vec3 half = random_between_vec(random, 0.0, 0.5), offset = random_point(random, 0.3);
    r->box = (ti_moving_box){.motion = {.rotation = r->rotation,
                                        .rotation_count = d + 1,
                                        .translation = r->translation,
                                        .weights = r->weights,
                                        .translation_count = m + 1},
                             .half = half,
                             .offset = offset};
}

static double either(test_random* random, double error)
{
    return random_unit(random) < 0.5 ? error : -error;
}

// With coefficients that err as much as they may.
static ti_moving_box disturbed(test_random* random, const random_box* from, random_box* to)
{
    *to = *from;
    to->box.motion.rotation = to->rotation;
    to->box.motion.translation = to->translation;
    to->box.motion.weights = to->weights;
    for (uint32_t k = 0; k < MOST; ++k) {
        double e = from->box.translation_error;
        double x = either(random, e), y = either(random, e), z = either(random, e);
        to->translation[k] = v3_add(to->translation[k], v3(x, y, z));
        to->weights[k] += either(random, from->box.weight_error);
    }
    to->box.offset = v3_add(from->box.offset, v3(from->box.offset_error, -from->box.offset_error, 0.0));
    return to->box;
}

static void what_is_far_never_meets(void** state)
{
    (void)state;
    test_random random = random_start(1);
    uint32_t far = 0, near = 0;
    for (int i = 0; i < 4000; ++i) {
        random_box a, b, a_off, b_off;
        make_random(&random, v3(0.0, 0.0, 0.0), &a);
        make_random(&random, random_point(&random, 2.5), &b);
        if (i % 2 == 1) {
            a.box.translation_error = b.box.weight_error = 0.05;
            b.box.offset_error = 0.1;
        }
        if (!ti_boxes_are_far(&a.box, &b.box)) {
            ++near;
            continue;
        }
        ++far;
        const ti_moving_box p = disturbed(&random, &a, &a_off), q = disturbed(&random, &b, &b_off);
        const box_body body_a = {p.motion, p.half, p.offset}, body_b = {q.motion, q.half, q.offset};
        for (int k = 0; k <= SAMPLES; ++k) {
            assert_true(box_separation(&body_a, &body_b, (box_real)k / SAMPLES) > 0.0L);
        }
    }
    print_message("%u far, %u near\n", (unsigned)far, (unsigned)near);
    assert_true(far > 500 && near > 500);
}

// Corner against corner along a diagonal: the boxes meet where the spheres do.
static void spheres_decide_to_the_last_digits(void** state)
{
    (void)state;
    test_random random = random_start(2);
    static const toi_quat no_turn = {1.0, 0.0, 0.0, 0.0};
    static const toi_vec3 origin = {0.0, 0.0, 0.0};
    for (int i = 0; i < 2000; ++i) {
        double size = ldexp(1.0, (int)random_below(&random, 80) - 40), s = random_between(&random, 0.1, 1.0);
        double y = random_unit(&random), z = random_unit(&random);
        toi_vec3 half = v3_scale(size, v3(s, y, z));
        toi_vec3 offset = v3_scale(random_unit(&random), half), sum = v3_add(v3_add(half, half), offset);
        for (int k = 0; k < 2; ++k) {
            toi_vec3 to = v3_scale(k == 0 ? 1.0 : 1.0 + 1e-12, sum);
            ti_moving_box a = {.motion = {.rotation = &no_turn,
                                          .rotation_count = 1,
                                          .translation = &origin,
                                          .translation_count = 1},
                               .half = half,
                               .offset = offset};
            ti_moving_box b = {.motion = a.motion, .half = half};
            b.motion.translation = &to;
            assert_int_equal(ti_boxes_are_far(&a, &b), k == 1);
        }
    }
}

// By how much of the sum of the radii the second box has to be farther off along the diagonal, to be far.
static double first_far(ti_moving_box* a, ti_moving_box* b, toi_vec3* at)
{
    double low = 0.5, high = 4.0, sum = 2.0 * sqrt(3.0);
    for (int i = 0; i < 40; ++i) {
        double middle = 0.5 * (low + high), x = middle * sum / sqrt(3.0);
        *at = v3(x, x, x);
        *(ti_boxes_are_far(a, b) ? &high : &low) = middle;
    }
    return high;
}

static void errors_count_in_full(void** state)
{
    (void)state;
    static const toi_quat no_turn = {1.0, 0.0, 0.0, 0.0};
    static const toi_vec3 origin = {0.0, 0.0, 0.0};
    static const double weight = 1.0;
    toi_vec3 at;
    ti_moving_box a = {
        .motion = {.rotation = &no_turn, .rotation_count = 1, .translation = &origin, .translation_count = 1},
        .half = {1.0, 1.0, 1.0}};
    ti_moving_box b = a;
    b.motion.translation = &at;
    b.motion.weights = &weight;
    const double sum = 2.0 * sqrt(3.0), e = 0.1, most = 2.0 * e / sum;
    assert_near(first_far(&a, &b, &at), 1.0, 1e-10);
    ti_moving_box* both[2] = {&a, &b};
    for (int i = 0; i < 2; ++i) {
        both[i]->translation_error = e; // all three coordinates
        assert_in_interval(first_far(&a, &b, &at) - 1.0, sqrt(3.0) * e / sum, most + 1e-10);
        both[i]->translation_error = 0.0;
        both[i]->offset_error = e;
        assert_in_interval(first_far(&a, &b, &at) - 1.0, sqrt(3.0) * e / sum, most + 1e-10);
        both[i]->offset_error = 0.0;
    }
    b.weight_error = e; // b may be at 1/(1 + e) of where it is
    assert_in_interval(first_far(&a, &b, &at), 1.0 + e, 1.0 + 1.5 * e);
}

static void without_certainty_nothing_is_far(void** state)
{
    (void)state;
    static const toi_quat no_turn = {1.0, 0.0, 0.0, 0.0};
    const toi_vec3 origin[] = {{0.0, 0.0, 0.0}}, away[] = {{1e3, 0.0, 0.0}, {1e3, 0.0, 0.0}};
    const double weights[] = {1.0, 1.0}, negative[] = {1.0, -0.1};
    ti_moving_box a = {
        .motion = {.rotation = &no_turn, .rotation_count = 1, .translation = origin, .translation_count = 1},
        .half = {1.0, 1.0, 1.0}};
    ti_moving_box b = {.motion = {.rotation = &no_turn,
                                  .rotation_count = 1,
                                  .translation = away,
                                  .weights = weights,
                                  .translation_count = 2},
                       .half = {1.0, 1.0, 1.0}};
    assert_true(ti_boxes_are_far(&a, &b));
    assert_true(ti_boxes_are_far(&b, &a));
    assert_false(ti_boxes_are_far(&a, &a));
    b.motion.weights = negative;
    assert_false(ti_boxes_are_far(&a, &b));
    b.motion.weights = weights;
    b.weight_error = 1.1;
    assert_false(ti_boxes_are_far(&a, &b));
    b.weight_error = 0.0;
    const double matrix[9] = {1e4, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    b.motion.rotation = NULL;
    b.motion.matrix = matrix;
    b.motion.matrix_count = 1;
    assert_false(ti_boxes_are_far(&a, &b));
    assert_false(ti_boxes_are_far(&b, &a));
    b.motion.rotation = &no_turn;
    b.motion.matrix = NULL;
    b.half = v3(HUGE_VAL, 1.0, 1.0);
    assert_false(ti_boxes_are_far(&a, &b));
    b.half = v3((double)NAN, 1.0, 1.0);
    assert_false(ti_boxes_are_far(&a, &b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_far_never_meets),
        cmocka_unit_test(spheres_decide_to_the_last_digits),
        cmocka_unit_test(errors_count_in_full),
        cmocka_unit_test(without_certainty_nothing_is_far),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
