// Walks of wide trees against every pair of triangles: soups of every kind, rigid and not, at every scale.

#include "core/cpu.h"
#include "failing_allocator.h"
#include "math/distance.h"
#include "math/triangles.h"
#include "wide_support.h"

enum { ROUNDS = 150 / TEST_SHARE };

static uint8_t seen[SOUP_TRIANGLES][SOUP_TRIANGLES];

// Marks the candidates. Each is there once.
static void mark(const soup* a, const soup* b, const ti_array* candidates)
{
    memset(seen, 0, sizeof seen);
    const ti_face_pair* pair = candidates->data;
    for (size_t i = 0; i < candidates->count; ++i) {
        assert_true(pair[i].a < a->faces.triangle_count && pair[i].b < b->faces.triangle_count);
        assert_int_equal(seen[pair[i].a][pair[i].b], 0);
        seen[pair[i].a][pair[i].b] = 1;
    }
}

static bool boxes_apart(const toi_vec3 x[3], const toi_vec3 y[3])
{
    toi_vec3 lower_x = v3_min(v3_min(x[0], x[1]), x[2]), upper_x = v3_max(v3_max(x[0], x[1]), x[2]);
    toi_vec3 lower_y = v3_min(v3_min(y[0], y[1]), y[2]), upper_y = v3_max(v3_max(y[0], y[1]), y[2]);
    return lower_x.x > upper_y.x || lower_x.y > upper_y.y || lower_x.z > upper_y.z || lower_y.x > upper_x.x ||
           lower_y.y > upper_x.y || lower_y.z > upper_x.z;
}

static bool near_each_other(const soup* a, uint32_t i, const soup* b, uint32_t j, double within)
{
    toi_vec3 x[3], y[3];
    ti_faces_corners(&a->faces, i, x);
    ti_faces_corners(&b->faces, j, y);
    if (within == 0.0 && boxes_apart(x, y)) {
        return false;
    }
    return ti_triangles_meet(x, y) ||
           (within > 0.0 && ti_triangle_gap(x, y).distance <= within * (1.0 - 0x1p-30));
}

static bool in_common(const soup* s, uint32_t i, uint32_t j, const uint32_t* weld)
{
    for (int k = 0; k < 9; ++k) {
        uint32_t x = s->triangle[i].vertex[k / 3], y = s->triangle[j].vertex[k % 3];
        if (weld ? weld[x] == weld[y] : x == y) {
            return true;
        }
    }
    return s->triangle[i].face == s->triangle[j].face;
}

static void equal_arrays(const ti_array* a, const ti_array* b)
{
    assert_int_equal(a->count, b->count);
    if (a->count > 0) {
        assert_memory_equal(a->data, b->data, a->count * a->item_size);
    }
}

// Both builds, and the parts one after another, give the same candidates.
static void check_ways(const ti_wide_walk* walk, const ti_array* candidates)
{
    ti_array others = ti_array_make(sizeof(ti_face_pair), NULL);
    assert_true(ti_wide_walk_find_with(walk, &(ti_pair_list){.array = &others}, false));
    equal_arrays(candidates, &others);
    ti_node_pair parts[TI_WIDE_PARTS];
    uint32_t count = ti_wide_walk_cut(walk, parts);
    others.count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        assert_true(ti_wide_walk_part(walk, parts[i], &(ti_pair_list){.array = &others}));
    }
    equal_arrays(candidates, &others);
    ti_array_release(&others);
}

// @return how many candidates there are
static size_t check_two(const soup* a, const soup* b, double within)
{
    ti_array candidates = ti_array_make(sizeof(ti_face_pair), NULL);
    ti_wide_walk walk;
    ti_wide_walk_make(&a->body, &b->body, within, &walk);
    assert_true(ti_wide_walk_find(&walk, &(ti_pair_list){.array = &candidates}));
    mark(a, b, &candidates);
    for (uint32_t i = 0; i < a->faces.triangle_count; ++i) {
        for (uint32_t j = 0; j < b->faces.triangle_count; ++j) {
            assert_true(seen[i][j] || !near_each_other(a, i, b, j, within));
        }
    }
    check_ways(&walk, &candidates);
    size_t count = candidates.count;
    ti_array_release(&candidates);
    return count;
}

static size_t check_one(const soup* s, const uint32_t* weld, double within)
{
    ti_array candidates = ti_array_make(sizeof(ti_face_pair), NULL);
    ti_wide_walk walk;
    ti_wide_walk_self(&s->body, weld, within, &walk);
    assert_true(ti_wide_walk_find(&walk, &(ti_pair_list){.array = &candidates}));
    mark(s, s, &candidates);
    for (uint32_t i = 0; i < s->faces.triangle_count; ++i) {
        for (uint32_t j = 0; j < s->faces.triangle_count; ++j) {
            if (j <= i || in_common(s, i, j, weld)) {
                assert_false(seen[i][j]);
            } else {
                assert_true(seen[i][j] || !near_each_other(s, i, s, j, within));
            }
        }
    }
    check_ways(&walk, &candidates);
    size_t count = candidates.count;
    ti_array_release(&candidates);
    return count;
}

static soup_def random_def(test_random* random, int kind, double scale)
{
    static const double sizes[] = {1.0, 1.0, 0x1p-4, 0x1p-30, 0x1p-90};
    uint32_t count = 1 + random_below(random, random_below(random, 3) ? SOUP_TRIANGLES : 4);
    bool rigid = random_below(random, 2);
    double size = sizes[random_below(random, 5)];
    return (soup_def){
        kind, count, rigid, scale, kind == SOUP_GRID || kind == SOUP_FLAT ? 1.0 : size, {0.0, 0.0, 0.0}};
}

static double random_scale(test_random* random)
{
    static const double scales[] = {1.0, 0x1p60, 0x1p-60, 0x1p900, 0x1p-1000};
    return scales[random_below(random, 5)];
}

static void finds_every_pair_that_meets(void** state)
{
    (void)state;
    test_random random = random_start(61);
    static soup a, b;
    for (int round = 0; round < 500 / (int)TEST_SHARE; ++round) {
        double scale = random_scale(&random);
        soup_def def_a = random_def(&random, round % SOUP_KINDS, scale);
        soup_def def_b = random_def(&random, round % SOUP_KINDS, scale);
        if (random_below(&random, 3) == 0) { // far from the origin
            double away = def_a.kind == SOUP_GRID || def_a.kind == SOUP_FLAT ? 0x1p40 : 1e12;
            def_a.place = def_b.place = v3(away, -away, away);
        }
        soup_make(&random, &def_a, &a);
        soup_make(&random, &def_b, &b);
        check_two(&a, &b, 0.0);
        check_one(&a, random_below(&random, 2) ? a.weld : NULL, 0.0);
        soup_release(&a);
        soup_release(&b);
    }
}

static void finds_every_pair_within_a_distance(void** state)
{
    (void)state;
    test_random random = random_start(62);
    static soup a, b;
    for (int round = 0; round < ROUNDS; ++round) {
        static const double scales[] = {1.0, 0x1p60, 0x1p-60};
        int kind = round % SOUP_SLIVERS;
        double scale = scales[random_below(&random, 3)];
        soup_def def_a = random_def(&random, kind, scale), def_b = random_def(&random, kind, scale);
        soup_make(&random, &def_a, &a);
        soup_make(&random, &def_b, &b);
        static const double withins[] = {0x1p-30, 0.03, 0.5, 2.0, 1e30};
        double within = scale * withins[random_below(&random, 5)];
        check_two(&a, &b, within);
        check_one(&a, random_below(&random, 2) ? a.weld : NULL, within);
        soup_release(&a);
        soup_release(&b);
    }
}

// Grids turned by quarters touch in whole numbers, where nothing is lost by rounding.
static void finds_grids_that_touch(void** state)
{
    (void)state;
    test_random random = random_start(63);
    static soup a, b;
    size_t candidates = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        soup_def def = {SOUP_GRID, SOUP_TRIANGLES, round % 3 > 0, 1.0, 1.0, {0.0, 0.0, 0.0}};
        soup_make(&random, &def, &a);
        def.rigid = round % 2;
        soup_make(&random, &def, &b);
        soup* moved = a.faces.rigid ? &a : &b; // until its first vertex is on one of the other
        soup* other = a.faces.rigid ? &b : &a;
        toi_vec3 to = ti_faces_vertex(&other->faces, other->triangle[0].vertex[0]);
        toi_vec3 by = v3_sub(to, ti_faces_vertex(&moved->faces, moved->triangle[0].vertex[0]));
        moved->faces.position = v3_add(moved->faces.position, by);
        moved->body.position = moved->faces.position;
        candidates += check_two(&a, &b, 0.0);
        soup_release(&a);
        soup_release(&b);
    }
    assert_true(candidates > ROUNDS * SOUP_TRIANGLES);
}

// Triangles that are points, each where one of the other body is: only rounding keeps them apart.
static double make_points(test_random* random, double away, soup* a, soup* b)
{
    soup_def def = {SOUP_SCATTERED, SOUP_TRIANGLES, true, 1.0, 1.0, v3(away, away, -away)};
    soup_make(random, &def, a);
    def.rigid = random_below(random, 2);
    soup_make(random, &def, b);
    double farthest = 0.0;
    for (uint32_t i = 0; i < SOUP_TRIANGLES; ++i) {
        toi_vec3 x = ti_faces_vertex(&a->faces, i), y = v3_sub(x, b->faces.position);
        b->vertex[i] = b->faces.rigid ? m3_apply_transposed(&b->faces.rotation, y) : x;
        a->triangle[i] = b->triangle[i] = (ti_triangle){.vertex = {i, i, i}, .face = i};
        farthest = fmax(farthest, v3_length(v3_sub(ti_faces_vertex(&b->faces, i), x)));
    }
    for (int k = 0; k < 2; ++k) { // the leaves have other vertices now
        soup* s = k ? b : a;
        ti_wide_release(&s->shape);
        assert_int_equal(ti_wide_make(s->triangle, SOUP_TRIANGLES, NULL, &s->shape), TOI_OK);
        soup_fit(s);
    }
    return farthest;
}

static void finds_points_that_coincide_but_for_rounding(void** state)
{
    (void)state;
    test_random random = random_start(68);
    static soup a, b;
    for (int round = 0; round < 200 / (int)TEST_SHARE; ++round) {
        static const double places[] = {0.0, 1.0, 1e6, 1e9, 1e12};
        double place = places[random_below(&random, 5)];
        double farthest = make_points(&random, place, &a, &b) * (1.0 + 0x1p-30);
        for (int k = 0; k < 2; ++k) { // posed doubles that are equal meet, the others are near
            ti_array found = ti_array_make(sizeof(ti_face_pair), NULL);
            ti_wide_walk walk;
            assert_true(ti_wide_walk_make(k ? &b.body : &a.body, k ? &a.body : &b.body, farthest, &walk));
            assert_true(ti_wide_walk_find(&walk, &(ti_pair_list){.array = &found}));
            mark(&a, &b, &found);
            for (uint32_t i = 0; i < SOUP_TRIANGLES; ++i) {
                assert_int_equal(seen[i][i], 1);
            }
            ti_array_release(&found);
        }
        check_two(&a, &b, 0.0);
        soup_release(&a);
        soup_release(&b);
    }
}

// Extremes of all kinds leave no pair out, whatever it costs.
static void survives_bodies_that_floats_cannot_compare(void** state)
{
    (void)state;
    test_random random = random_start(64);
    static soup a, b;
    for (int round = 0; round < 100 / (int)TEST_SHARE; ++round) {
        static const double scales[] = {0x1p1020, 0x1p900, 1.0, 0x1p-900, 0x1p-1022, 0x1p-1060};
        soup_def def_a = random_def(&random, SOUP_SCATTERED, scales[random_below(&random, 6)]);
        soup_def def_b = random_def(&random, SOUP_SCATTERED, scales[random_below(&random, 6)]);
        soup_make(&random, &def_a, &a);
        soup_make(&random, &def_b, &b);
        check_two(&a, &b, random_below(&random, 2) ? 0x1p1000 : 0.0);
        check_one(&a, NULL, 0.0);
        soup_release(&a);
        soup_release(&b);
    }
}

static void looks_at_few_pairs_where_bodies_hardly_meet(void** state)
{
    (void)state;
    test_random random = random_start(65);
    static soup a, b;
    size_t more = 0, alone = 0;
    for (int round = 0; round < 100 / (int)TEST_SHARE; ++round) {
        soup_def def = {SOUP_STRIP, SOUP_TRIANGLES, round % 2, 1.0, 1.0, {0.0, 0.0, 0.0}};
        soup_make(&random, &def, &a);
        def.rigid = round % 3;
        soup_make(&random, &def, &b);
        more += check_two(&a, &b, 0.0);
        alone += check_one(&a, NULL, 0.0);
        soup_release(&a);
        soup_release(&b);
    }
    printf("%zu, %zu candidates a round\n", more / (100 / TEST_SHARE), alone / (100 / TEST_SHARE));
    assert_true(more < 100 / TEST_SHARE * SOUP_TRIANGLES * 8);
    assert_true(alone < 100 / TEST_SHARE * SOUP_TRIANGLES * 8);
}

static void says_where_floats_tell_nothing(void** state)
{
    (void)state;
    test_random random = random_start(67);
    static soup a, b, c;
    soup_def def = {SOUP_SCATTERED, 20, true, 1.0, 1.0, {0.0, 0.0, 0.0}};
    soup_make(&random, &def, &a);
    def.rigid = false;
    def.size = 0x1p70;
    soup_make(&random, &def, &b);
    def.size = 1.0;
    def.place = v3(1e300, 0.0, 0.0);
    soup_make(&random, &def, &c);
    ti_wide_walk walk;
    assert_true(ti_wide_walk_make(&a.body, &a.body, 0.0, &walk));
    assert_true(ti_wide_walk_make(&b.body, &b.body, 0.0, &walk));
    assert_false(ti_wide_walk_make(&a.body, &b.body, 0.0, &walk));
    assert_false(ti_wide_walk_make(&a.body, &c.body, 0.0, &walk));
    assert_false(ti_wide_walk_make(&b.body, &c.body, 0.0, &walk));
    assert_false(ti_wide_walk_make(&a.body, &a.body, 0x1p100, &walk));
    soup_release(&a);
    soup_release(&b);
    soup_release(&c);
}

static void says_when_memory_is_missing(void** state)
{
    (void)state;
    test_random random = random_start(66);
    static soup a, b;
    for (int kind = 0; kind < 4; ++kind) {
        soup_def def = {SOUP_SCATTERED, SOUP_TRIANGLES, kind % 2, 1.0, 1.0, {0.0, 0.0, 0.0}};
        soup_make(&random, &def, &a);
        def.rigid = kind / 2;
        soup_make(&random, &def, &b);
        ti_wide_walk walk;
        ti_wide_walk_make(&a.body, &b.body, 1.0, &walk);
        bool found = false;
        for (uint64_t fail_at = 1; !found; ++fail_at) {
            failing_allocator f = failing_allocator_make(fail_at, false);
            toi_allocator allocator = failing_allocator_use(&f);
            ti_array candidates = ti_array_make(sizeof(ti_face_pair), &allocator);
            found = ti_wide_walk_find(&walk, &(ti_pair_list){.array = &candidates});
            assert_int_equal(found, f.failures == 0);
            ti_array_release(&candidates);
            assert_int_equal(f.live, 0);
        }
        soup_release(&a);
        soup_release(&b);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(finds_every_pair_that_meets),
        cmocka_unit_test(finds_every_pair_within_a_distance),
        cmocka_unit_test(finds_grids_that_touch),
        cmocka_unit_test(finds_points_that_coincide_but_for_rounding),
        cmocka_unit_test(survives_bodies_that_floats_cannot_compare),
        cmocka_unit_test(looks_at_few_pairs_where_bodies_hardly_meet),
        cmocka_unit_test(says_where_floats_tell_nothing),
        cmocka_unit_test(says_when_memory_is_missing),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
