// Touches of random bodies against the exact distance of their surfaces, and against themselves found without
// trees, with the bodies swapped, and scaled.

#include "support/generate.h"
#include "support/trace_exact.h"
#include "touch_support.h"
#include "world/touches.h"

typedef struct sample {
    gen_shape shape[2];
    oracle_mesh oracle[2];
    toi_mesh* mesh[2];
    toi_pose pose[2];
    te_pair pair;
    te_gap gap;
} sample;

enum { LIMIT = 4 };

// Random shapes near each other: moved along the way between their nearest points until this is about `gap`.
static bool make_sample(gen_random* random, double gap, double shift, sample* s)
{
    for (int i = 0; i < 2; ++i) {
        gen_shape_random(random, &s->shape[i]);
        s->mesh[i] = gen_toi_mesh(&s->shape[i]);
        gen_oracle_mesh(&s->shape[i], &s->oracle[i]);
        toi_vec3 d = gen_direction(random);
        s->pose[i] = (toi_pose){v3_scale(i ? 2.5 : 0.0, d), gen_quaternion(random)};
        s->pose[i].position.x += shift;
    }
    te_pair_init(&s->pair, &s->oracle[0], &s->oracle[1], s->pose[0].position);
    for (int round = 0; round < 3; ++round) {
        te_pair_place(&s->pair, 0, &s->pose[0]);
        te_pair_place(&s->pair, 1, &s->pose[1]);
        s->gap = te_pair_gap(&s->pair, HUGE_VALL);
        if (round == 2 || s->gap.relation != TE_FREE) {
            break;
        }
        rvec d = r3_sub(s->gap.q, s->gap.p);
        real much = (r3_length(d) - (real)gap) / r3_length(d);
        s->pose[1].position = v3_sub(s->pose[1].position, r3_round(r3_scale(much, d)));
    }
    return s->mesh[0] != NULL && s->mesh[1] != NULL;
}

static void release_sample(sample* s)
{
    te_pair_clear(&s->pair);
    for (int i = 0; i < 2; ++i) {
        toi_mesh_destroy(s->mesh[i]);
        oracle_mesh_release(&s->oracle[i]);
    }
}

// The smallest gap is the distance; without one the bodies are farther apart. Returns whether there is one.
static bool check_distance(const sample* s, const ti_touch_list* list, double within, double room)
{
    double least = HUGE_VAL;
    bool crossing = false;
    for (uint32_t i = 0; i < list->count; ++i) {
        least = fmin(least, list->items[i].gap);
        crossing = crossing || list->items[i].shape == TI_TOUCH_FACE_FACE;
    }
    if (s->gap.relation != TE_FREE) {
        assert_true(list->count > 0);
        return false;
    }
    if ((double)s->gap.high <= within) {
        assert_true(list->count > 0);
    }
    if (list->count > 0) {
        assert_false(crossing);
        // Below the slack gaps are heights over faces that may end before.
        double below = least <= TI_TOUCH_SLACK * room ? 2.0 * TI_TOUCH_SLACK * room : 3.0 * room;
        assert_true(least <= (double)s->gap.high + 3.0 * room && least >= (double)s->gap.low - below);
    }
    return list->count > 0;
}

static void check_swapped(const ti_touch_list* list, const ti_still* a, const ti_still* b, double within,
                          double room)
{
    ti_touch_list other;
    ti_touch_list_init(&other, NULL);
    assert_int_equal(ti_touches_of_pair(b, a, within, &other), TOI_OK);
    double least = HUGE_VAL, again = HUGE_VAL;
    for (uint32_t i = 0; i < list->count; ++i) {
        least = fmin(least, list->items[i].gap);
    }
    for (uint32_t i = 0; i < other.count; ++i) {
        again = fmin(again, other.items[i].gap);
    }
    assert_true(least == again || fabs(least - again) <= 2.0 * room ||
                fabs(fmin(least, again) - within) <= 2.0 * room);
    ti_touch_list_release(&other);
}

// Without trees and shortcuts, from outside and from inside: the same bits.
static void check_plain(const ti_still* a, const ti_still* b, double within, int hollow)
{
    ti_touch_terms terms = {.within = within, .hollow = {hollow & 1, hollow & 2}};
    ti_touch_list plain, with_trees;
    ti_touch_list* list = &with_trees;
    ti_touch_list_init(&plain, NULL);
    ti_touch_list_init(list, NULL);
    assert_int_equal(ti_touches_find(a, b, &terms, list), TOI_OK);
    terms.plain = true;
    assert_int_equal(ti_touches_find(a, b, &terms, &plain), TOI_OK);
    assert_int_equal(plain.count, list->count);
    for (uint32_t i = 0; i < plain.count; ++i) {
        assert_true(touch_equal(&plain.items[i], &list->items[i]));
    }
    ti_touch_list_release(&plain);
    ti_touch_list_release(list);
}

static bool check_sample(const sample* s, double within)
{
    ti_still a = touch_still(s->mesh[0], s->pose[0], 2), b = touch_still(s->mesh[1], s->pose[1], 2);
    ti_touch_list list;
    ti_touch_list_init(&list, NULL);
    double room = ti_touch_rounding(&a, &b);
    assert_int_equal(ti_touches_of_pair(&a, &b, within, &list), TOI_OK);
    for (uint32_t i = 0; i < list.count; ++i) {
        touch_check(&a, &b, &list.items[i], within, room);
    }
    bool found = check_distance(s, &list, within, room);
    for (int hollow = 0; hollow < 4; ++hollow) {
        check_plain(&a, &b, within, hollow);
    }
    check_swapped(&list, &a, &b, within, room);
    ti_touch_list_release(&list);
    return found;
}

static void run(uint64_t seed, int count, double shift)
{
    gen_random random = {random_start(seed).state};
    int found = 0;
    for (int i = 0; i < count; ++i) {
        sample s;
        double gap = gen_size(&random, 1e-9, 0.1), within = gap * gen_between(&random, 0.5, 3.0);
        if (make_sample(&random, gap, shift, &s)) {
            found += check_sample(&s, within);
        }
        release_sample(&s);
    }
    printf("%d of %d pairs had touches\n", found, count);
    assert_true(found > count / 4);
}

static void the_smallest_gap_of_random_bodies_is_their_distance(void** state)
{
    (void)state;
    run(1, 400, 0.0);
}

static void so_it_is_far_from_the_origin(void** state)
{
    (void)state;
    run(2, 100, 65536.0);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(the_smallest_gap_of_random_bodies_is_their_distance),
        cmocka_unit_test(so_it_is_far_from_the_origin),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
