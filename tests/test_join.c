// The join of lists of boxes: the pairs of brute force, each once, by both builds and by parts.

#include "failing_allocator.h"
#include "join_support.h"

#include "core/cpu.h"

enum { MOST = 700 };

static bool share_vertex_or_face(const ti_triangle* a, const ti_triangle* b)
{
    for (int i = 0; i < 9; ++i) {
        if (a->vertex[i / 3] == b->vertex[i % 3]) {
            return true;
        }
    }
    return a->face == b->face;
}

static void brute_force(const ti_join* join, ti_array* pairs)
{
    for (uint32_t i = 0; i < join->count_a; ++i) {
        for (uint32_t j = join->b != NULL ? 0 : i + 1; j < (join->b != NULL ? join->count_b : join->count_a);
             ++j) {
            const ti_float_box *p = &join->a[i], *q = join->b != NULL ? &join->b[j] : &join->a[j];
            uint32_t a = p->item, b = q->item;
            if (!float_boxes_meet(p, q) ||
                (join->triangles != NULL && share_vertex_or_face(&join->triangles[a], &join->triangles[b]))) {
                continue;
            }
            push_pair(pairs, join->b == NULL && b < a ? b : a, join->b == NULL && b < a ? a : b);
        }
    }
    sort_pairs(pairs);
}

static ti_array pair_array(void)
{
    return ti_array_make(sizeof(ti_face_pair), NULL);
}

static ti_arena arena_of(const toi_allocator* allocator)
{
    ti_arena arena;
    ti_arena_init(&arena, allocator, 0);
    return arena;
}

// Both builds give the same pairs in the same order, and they are those of brute force.
static size_t check_join(const ti_join* join)
{
    ti_arena arena = arena_of(NULL);
    ti_array expected = pair_array(), plain = pair_array(), avx2 = pair_array();
    brute_force(join, &expected);
    assert_true(ti_join_find_with(join, &arena, &(ti_pair_list){.array = &plain}, false));
    if (ti_cpu_has_avx2()) {
        assert_true(ti_join_find_with(join, &arena, &(ti_pair_list){.array = &avx2}, true));
        assert_same_pairs(&avx2, &plain);
    }
    sort_pairs(&plain);
    assert_same_pairs(&plain, &expected);
    size_t count = expected.count;
    ti_array_release(&expected);
    ti_array_release(&plain);
    ti_array_release(&avx2);
    ti_arena_destroy(&arena);
    return count;
}

static const uint32_t counts[] = {0, 1, 2, 7, 8, 45, 65, MOST};
enum { COUNTS = sizeof counts / sizeof counts[0] };

static void two_lists_have_the_pairs_of_brute_force(void** state)
{
    (void)state;
    test_random random = random_start(51);
    static ti_float_box a[MOST], b[MOST];
    for (int kind = 0; kind < BOX_KINDS; ++kind) {
        size_t found = 0;
        for (int i = 0; i < COUNTS; ++i) {
            for (int j = 0; j < COUNTS; ++j) {
                make_boxes((box_kind)kind, counts[i], &random, a);
                make_boxes((box_kind)((kind + (i + j) % 5 / 4) % BOX_KINDS), counts[j], &random, b);
                found += check_join(&(ti_join){a, b, counts[i], counts[j], NULL});
            }
        }
        assert_true(found > 0);
    }
}

static void one_list_has_the_pairs_of_brute_force(void** state)
{
    (void)state;
    test_random random = random_start(52);
    static ti_float_box a[MOST];
    for (int kind = 0; kind < BOX_KINDS; ++kind) {
        for (int i = 0; i < COUNTS; ++i) {
            make_boxes((box_kind)kind, counts[i], &random, a);
            size_t found = check_join(&(ti_join){a, NULL, counts[i], 0, NULL});
            assert_true(found > 0 || counts[i] < MOST);
        }
    }
}

static void triangles_that_share_a_vertex_or_a_face_are_left_out(void** state)
{
    (void)state;
    test_random random = random_start(53);
    static ti_float_box a[MOST];
    static ti_triangle triangles[MOST];
    size_t all = 0, left = 0;
    for (int round = 0; round < 6; ++round) {
        make_boxes(round % 2 ? BOXES_GRID : BOXES_IDENTICAL, MOST, &random, a);
        for (uint32_t i = 0; i < MOST; ++i) {
            for (int k = 0; k < 3; ++k) {
                triangles[i].vertex[k] = (uint32_t)random_between(&random, 0.0, 10.0);
            }
            triangles[i].face = (uint32_t)random_between(&random, 0.0, 10.0);
        }
        all += check_join(&(ti_join){a, NULL, MOST, 0, NULL});
        left += check_join(&(ti_join){a, NULL, MOST, 0, triangles});
    }
    assert_true(left > 0 && left < all / 2);
}

static void parts_have_all_pairs_once(void** state)
{
    (void)state;
    test_random random = random_start(54);
    static ti_float_box a[MOST], b[MOST];
    ti_join_part parts[16];
    uint32_t most_parts = 0;
    for (int round = 0; round < 4 * BOX_KINDS; ++round) {
        box_kind kind = (box_kind)(round % BOX_KINDS);
        make_boxes(kind, MOST, &random, a);
        make_boxes(kind, MOST, &random, b);
        ti_join join = {a, round % 2 ? b : NULL, MOST, MOST, NULL};
        ti_arena lists = arena_of(NULL), scratch = arena_of(NULL);
        ti_array expected = pair_array(), found = pair_array();
        uint32_t count = ti_join_cut(&join, 1 + (uint32_t)round % 16, &lists, parts);
        assert_in_range(count, 1, 1 + round % 16);
        most_parts = count > most_parts ? count : most_parts;
        for (uint32_t i = count; i-- > 0;) {
            assert_true(ti_join_find_part(&join, &parts[i], &scratch, &(ti_pair_list){.array = &found}));
        }
        brute_force(&join, &expected);
        sort_pairs(&found);
        assert_same_pairs(&found, &expected);
        ti_array_release(&found);
        ti_array_release(&expected);
        ti_arena_destroy(&lists);
        ti_arena_destroy(&scratch);
    }
    assert_int_equal(most_parts, 16);
}

static void neighbors_in_a_list_are_joined_in_groups(void** state)
{
    (void)state;
    test_random random = random_start(56);
    static ti_float_box a[MOST], b[MOST];
    static ti_triangle triangles[MOST];
    for (uint32_t i = 0; i < MOST; ++i) { // the item of box i is triangle i of a strip
        triangles[(uint32_t)(((uint64_t)i * 7919 + 13) % MOST)] = (ti_triangle){{i, i + 1, i + 2}, i / 2};
    }
    for (int kind = 0; kind < BOX_KINDS; ++kind) {
        make_boxes((box_kind)kind, MOST, &random, a);
        make_boxes((box_kind)kind, MOST, &random, b);
        for (int lists = 0; lists < 3; ++lists) {
            ti_join join = {a, lists == 0 ? b : NULL, MOST, MOST, lists == 2 ? triangles : NULL};
            ti_arena arena = arena_of(NULL);
            ti_join_part part;
            assert_int_equal(ti_join_cut(&join, 1, &arena, &part), 1);
            bool ordered = kind == BOXES_SHEET || kind == BOXES_STRIPS || kind == BOXES_IDENTICAL ||
                           kind == BOXES_NESTED;
            assert_true((part.groups != NULL) == ordered ||
                        kind == BOXES_SLIVERS); // long ones are near anyway
            ti_arena_destroy(&arena);
            check_join(&join);
        }
    }
}

static bool join_with(const ti_join* join, failing_allocator* f, ti_array* kept)
{
    toi_allocator allocator = failing_allocator_use(f);
    ti_arena arena = arena_of(&allocator), lists = arena_of(&allocator);
    ti_array pairs = ti_array_make(sizeof(ti_face_pair), &allocator);
    ti_join_part parts[4];
    uint32_t count = ti_join_cut(join, 4, &lists, parts);
    bool ok = count > 0;
    for (uint32_t i = 0; ok && i < count; ++i) {
        ok = ti_join_find_part(join, &parts[i], &arena, &(ti_pair_list){.array = &pairs});
    }
    for (size_t i = 0; ok && i < pairs.count; ++i) {
        push_pair(kept, ((ti_face_pair*)pairs.data)[i].a, ((ti_face_pair*)pairs.data)[i].b);
    }
    ti_array_release(&pairs);
    ti_arena_destroy(&arena);
    ti_arena_destroy(&lists);
    assert_int_equal(f->live, 0);
    return ok;
}

static void every_allocation_may_fail(void** state)
{
    (void)state;
    test_random random = random_start(55);
    static ti_float_box a[MOST], b[MOST];
    for (int kind = 0; kind < 2; ++kind) { // without groups, and with them
        make_boxes(kind ? BOXES_SHEET : BOXES_EQUAL, MOST, &random, a);
        make_boxes(kind ? BOXES_SHEET : BOXES_EQUAL, MOST, &random, b);
        const ti_join join = {a, b, MOST, MOST, NULL};
        ti_array expected = pair_array();
        brute_force(&join, &expected);
        bool ok = false;
        uint64_t at = 1;
        for (; !ok; ++at) {
            failing_allocator f = failing_allocator_make(at, false);
            ti_array kept = pair_array();
            ok = join_with(&join, &f, &kept);
            assert_true(ok == (f.failures == 0));
            sort_pairs(&kept);
            if (ok) {
                assert_same_pairs(&kept, &expected);
            }
            ti_array_release(&kept);
        }
        ti_array_release(&expected);
        assert_true(at > 4);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(two_lists_have_the_pairs_of_brute_force),
        cmocka_unit_test(one_list_has_the_pairs_of_brute_force),
        cmocka_unit_test(triangles_that_share_a_vertex_or_a_face_are_left_out),
        cmocka_unit_test(parts_have_all_pairs_once),
        cmocka_unit_test(neighbors_in_a_list_are_joined_in_groups),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
