// Spans of the route of the paper: without room for them, without memory, and sharpened.

#include "box_paper_support.h"

// A box that passes another one far from where it begins: the spans of the solver hold after they are
// sharpened, and the axes are those of the pairs.
static void spans_can_be_sharpened(void** state)
{
    (void)state;
    test_random random = random_start(6);
    double before = 0.0, after = 0.0;
    for (int i = 0; i < 100; ++i) {
        random_body b;
        random_box_body(&random, 1, 1, false, &b);
        for (int k = 0; k < 2; ++k) {
            double y = 0.1 * box_any(&random), z = 0.1 * box_any(&random);
            b.translation[k] = v3(k == 0 ? -1e7 : 1e7, y, z);
        }
        box_body a = box_resting(v3(0.5, 0.5, 0.5));
        box_paper paper = {.search.limit = 0};
        box_shipped shipped;
        box_paper_solve(&a, &b.body, &paper);
        box_shipped_solve(&a, &b.body, &shipped);
        assert_int_equal(paper.search.count, 1);
        ti_arena arena;
        ti_arena_init(&arena, NULL, 0);
        ti_polys p = {.arena = &arena, .plain = true};
        const ti_moving_box boxes[2] = {box_moving(&a), box_moving(&b.body)};
        ti_box_span span = ti_paper_as_span(&paper.spans[0]);
        assert_int_equal(span.enter_axis, shipped.spans[0].enter_axis);
        assert_int_equal(span.exit_axis, shipped.spans[0].exit_axis);
        double apart = (double)box_separation(&a, &b.body, (box_real)span.enter);
        assert_true(apart >= 0.0 && apart <= 8.0 * span.enter_blur);
        before = fmax(before, apart);
        assert_true(ti_box_sharpen(&p, &boxes[0], &boxes[1], 1e-13, &span));
        apart = (double)box_separation(&a, &b.body, (box_real)span.enter);
        assert_true(apart >= 0.0);
        after = fmax(after, apart);
        ti_arena_destroy(&arena);
    }
    print_message("%.2g apart at most, and %.2g\n", before, after);
    assert_true(after < 0.5 * before);
}

static void without_memory_there_is_no_answer(void** state)
{
    (void)state;
    test_random random = random_start(3);
    random_body a, b;
    random_box_body(&random, 1, 2, true, &a);
    random_box_body(&random, 2, 2, true, &b);
    uint32_t failed = 0;
    bool solved = false;
    for (size_t limit = 1; !solved; limit += 1 + limit / 8) {
        ti_arena arena;
        ti_arena_init(&arena, NULL, limit);
        ti_polys p = {.arena = &arena, .plain = true};
        ti_paper_span spans[BOX_ROOM];
        ti_paper_search search = {.spans = spans, .capacity = BOX_ROOM};
        const ti_moving_box boxes[2] = {box_moving(&a.body), box_moving(&b.body)};
        solved = ti_box_paper(&p, &boxes[0], &boxes[1], &search);
        assert_true(solved || (p.no_memory && !p.too_large));
        failed += !solved;
        ti_arena_destroy(&arena);
    }
    assert_true(failed > 20);
}

// Spans without room are counted all the same.
static void spans_without_room_are_counted(void** state)
{
    (void)state;
    box_body a = box_resting((toi_vec3){0.5, 0.5, 0.5});
    const toi_vec3 way[] = {{-2, 0, 0}, {6, 0, 0}, {-2, 0, 0}}; // to and fro: 2 at the middle
    box_body b = box_resting((toi_vec3){0.5, 0.5, 0.5});
    b.motion.translation = way;
    b.motion.translation_count = 3;
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_polys p = {.arena = &arena, .plain = true};
    ti_paper_span span;
    ti_paper_search search = {.spans = &span, .capacity = 1};
    const ti_moving_box boxes[2] = {box_moving(&a), box_moving(&b)};
    assert_true(ti_box_paper(&p, &boxes[0], &boxes[1], &search));
    assert_int_equal(search.count, 2);
    assert_near(span.enter, 0.0669872981077807, 1e-14); // -2 + 16 t (1 - t) = -1
    ti_arena_destroy(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_can_be_sharpened),
        cmocka_unit_test(without_memory_there_is_no_answer),
        cmocka_unit_test(spans_without_room_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
