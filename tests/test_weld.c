// Welding: equal positions become one vertex, and nothing else changes.

#include "read_support.h"

static toi_polygons make(const double* vertices, uint32_t vertex_count, const uint32_t* indices,
                         uint32_t corner_count, const toi_allocator* allocator)
{
    toi_polygons p = {.vertex_count = vertex_count, .face_count = corner_count, .allocator = *allocator};
    void* context = allocator->context;
    p.vertices = allocator->allocate(3 * vertex_count * sizeof(double) + 1, context);
    p.indices = allocator->allocate(corner_count * sizeof(uint32_t) + 1, context);
    p.face_offsets = allocator->allocate((corner_count + 1) * sizeof(uint32_t), context);
    memcpy(p.vertices, vertices, 3 * vertex_count * sizeof(double));
    memcpy(p.indices, indices, corner_count * sizeof(uint32_t));
    for (uint32_t i = 0; i <= corner_count; ++i) {
        p.face_offsets[i] = i; // faces of one corner
    }
    return p;
}

static void equal_positions_become_the_first_of_them(void** state)
{
    (void)state;
    static const double vertices[] = {5, 0, 0, 1, 2, 3, 5, 0, 0, 1, 2, 3, 1, 2, 4, 5, 0, 0};
    static const uint32_t indices[] = {5, 4, 3, 2, 1, 0};
    failing_allocator memory = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&memory);
    toi_polygons p = make(vertices, 6, indices, 6, &allocator);
    assert_int_equal(toi_polygons_weld(&p), TOI_OK);
    char text[200];
    polygons_to_text(&p, text, sizeof text);
    assert_string_equal(text, "5 0 0, 1 2 3, 1 2 4 | 0, 2, 1, 0, 1, 0");
    toi_polygons_release(&p);
    assert_null(p.vertices);
    assert_int_equal(p.face_count, 0);
    assert_int_equal(memory.live, 0);
}

static void minus_zero_equals_zero_and_the_first_keeps_its_sign(void** state)
{
    (void)state;
    static const double vertices[] = {-0.0, 0, 1, 0, 0, 1, 0, -0.0, 1, -0.0, -0.0, 1};
    static const uint32_t indices[] = {0, 1, 2, 3};
    failing_allocator memory = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&memory);
    toi_polygons p = make(vertices, 4, indices, 4, &allocator);
    assert_int_equal(toi_polygons_weld(&p), TOI_OK);
    assert_int_equal(p.vertex_count, 1);
    assert_true(signbit(p.vertices[0]) && !signbit(p.vertices[1]));
    toi_polygons_release(&p);
}

static void neighbouring_doubles_stay_apart(void** state)
{
    (void)state;
    double vertices[9] = {1, 1, 1, nextafter(1, 2), 1, 1, 1, 1, nextafter(1, 0)};
    static const uint32_t indices[] = {0, 1, 2};
    failing_allocator memory = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&memory);
    toi_polygons p = make(vertices, 3, indices, 3, &allocator);
    assert_int_equal(toi_polygons_weld(&p), TOI_OK);
    assert_int_equal(p.vertex_count, 3);
    assert_memory_equal(p.vertices, vertices, sizeof vertices);
    toi_polygons_release(&p);
}

static void agrees_with_a_search_of_all_pairs(void** state)
{
    (void)state;
    test_random random = random_start(11);
    enum { COUNT = 600 };
    static double vertices[3 * COUNT];
    static uint32_t indices[COUNT];
    for (int round = 0; round < 10; ++round) {
        for (int i = 0; i < 3 * COUNT; ++i) {
            vertices[i] = ldexp((double)random_below(&random, 3 + 2 * round) - 1.0, round - 5);
        }
        uint32_t expected[COUNT]; // first vertex at the place of each, as a number among the first ones
        uint32_t kept = 0;
        for (uint32_t i = 0; i < COUNT; ++i) {
            indices[i] = i;
            uint32_t j = 0;
            while (vertices[3 * j] != vertices[3 * i] || vertices[3 * j + 1] != vertices[3 * i + 1] ||
                   vertices[3 * j + 2] != vertices[3 * i + 2]) {
                ++j;
            }
            expected[i] = j < i ? expected[j] : kept++;
        }
        failing_allocator memory = failing_allocator_make(0, false);
        toi_allocator allocator = failing_allocator_use(&memory);
        toi_polygons p = make(vertices, COUNT, indices, COUNT, &allocator);
        assert_int_equal(toi_polygons_weld(&p), TOI_OK);
        assert_int_equal(p.vertex_count, kept);
        assert_true(kept < COUNT);
        assert_memory_equal(p.indices, expected, sizeof expected);
        for (uint32_t i = 0; i < COUNT; ++i) {
            assert_memory_equal(p.vertices + 3 * p.indices[i], vertices + 3 * i, 3 * sizeof(double));
        }
        assert_int_equal(toi_polygons_weld(&p), TOI_OK);
        assert_int_equal(p.vertex_count, kept);
        toi_polygons_release(&p);
    }
}

static void failed_memory_leaves_the_polygons_as_they_were(void** state)
{
    (void)state;
    static const double vertices[] = {1, 0, 0, 1, 0, 0};
    static const uint32_t indices[] = {0, 1};
    for (uint64_t fail = 4; fail <= 5; ++fail) {
        failing_allocator memory = failing_allocator_make(fail, false);
        toi_allocator allocator = failing_allocator_use(&memory);
        toi_polygons p = make(vertices, 2, indices, 2, &allocator);
        assert_int_equal(toi_polygons_weld(&p), TOI_ERROR_MEMORY);
        assert_int_equal(p.vertex_count, 2);
        assert_memory_equal(p.indices, indices, sizeof indices);
        toi_polygons_release(&p);
        assert_int_equal(memory.live, 0);
    }
}

static void nothing_to_weld_is_no_error(void** state)
{
    (void)state;
    toi_polygons none = {0};
    assert_int_equal(toi_polygons_weld(&none), TOI_OK);
    assert_int_equal(toi_polygons_weld(NULL), TOI_ERROR_INVALID);
    toi_polygons_release(&none);
}

// Vertices of a file where every position comes five times, in time that is linear: a search of all pairs
// would take hours. The time itself is not asserted.
static void a_million_vertices_are_merged(void** state)
{
    (void)state;
    enum { COUNT = 1000000, DISTINCT = COUNT / 5 };
    double* vertices = malloc(3 * COUNT * sizeof(double));
    uint32_t* indices = malloc(COUNT * sizeof(uint32_t));
    for (uint32_t i = 0; i < COUNT; ++i) {
        indices[i] = i;
        vertices[3 * i] = (double)(i % DISTINCT % 500);
        vertices[3 * i + 1] = (double)(i % DISTINCT / 500);
        vertices[3 * i + 2] = 0.0;
    }
    failing_allocator memory = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&memory);
    toi_polygons p = make(vertices, COUNT, indices, COUNT, &allocator);
    assert_int_equal(toi_polygons_weld(&p), TOI_OK);
    assert_int_equal(p.vertex_count, DISTINCT);
    for (uint32_t i = 0; i < COUNT; ++i) {
        assert_int_equal(p.indices[i], i % DISTINCT);
    }
    toi_polygons_release(&p);
    free(indices);
    free(vertices);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(equal_positions_become_the_first_of_them),
        cmocka_unit_test(minus_zero_equals_zero_and_the_first_keeps_its_sign),
        cmocka_unit_test(neighbouring_doubles_stay_apart),
        cmocka_unit_test(agrees_with_a_search_of_all_pairs),
        cmocka_unit_test(failed_memory_leaves_the_polygons_as_they_were),
        cmocka_unit_test(nothing_to_weld_is_no_error),
        cmocka_unit_test(a_million_vertices_are_merged),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
