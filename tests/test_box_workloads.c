// The scenes of workloads/boxes: a box at rest, and one on a rational motion; the intervals that they expect.

#include "cmocka_toi.h"
#include "core/arena.h"
#include "core/cpu.h"
#include "narrow/boxes/sharpen.h"

#include <jansson.h>

enum { ROOM = 16, SCENES = 28 };

typedef struct numbers {
    double x[4 * TOI_MOST_COEFFICIENTS];
    uint32_t count;
} numbers;

// Lists of lists, or of numbers, one after another.
static numbers read_numbers(const json_t* list)
{
    numbers n = {.count = (uint32_t)json_array_size(list)};
    size_t k = 0;
    assert_true(n.count >= 1 && n.count <= TOI_MOST_COEFFICIENTS);
    for (uint32_t i = 0; i < n.count; ++i) {
        const json_t* item = json_array_get(list, i);
        for (size_t j = 0; j < (json_is_array(item) ? json_array_size(item) : 1); ++j) {
            n.x[k++] = json_number_value(json_is_array(item) ? json_array_get(item, j) : item);
        }
    }
    return n;
}

static toi_vec3 half_of(const json_t* body)
{
    numbers n = read_numbers(json_object_get(json_object_get(body, "mesh"), "box"));
    return (toi_vec3){n.x[0], n.x[1], n.x[2]};
}

static uint32_t solve(const ti_moving_box boxes[2], ti_box_span spans[ROOM])
{
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_polys p = {.arena = &arena, .plain = !ti_cpu_has_avx2()};
    ti_box_frame a = ti_box_frame_rational(&p, &boxes[0], 0.0, 1.0);
    ti_box_frame b = ti_box_frame_rational(&p, &boxes[1], 0.0, 1.0);
    ti_box_system system;
    ti_box_search search = {.spans = spans, .capacity = ROOM};
    assert_true(ti_box_system_make(&p, &a, &b, &system));
    assert_true(ti_box_solve(&arena, &system, &search) && search.count <= ROOM);
    for (uint32_t i = 0; i < search.count; ++i) {
        assert_true(ti_box_sharpen(&p, &boxes[0], &boxes[1], 1e-13, &spans[i]));
    }
    ti_arena_destroy(&arena);
    return search.count;
}

static void check_scene(const json_t* scene)
{
    static const toi_quat no_turn = {1.0, 0.0, 0.0, 0.0};
    static const toi_vec3 origin = {0.0, 0.0, 0.0};
    const json_t *a = json_array_get(json_object_get(scene, "bodies"), 0),
                 *b = json_array_get(json_object_get(scene, "bodies"), 1);
    const json_t *motion = json_object_get(b, "motion"), *extras = json_object_get(scene, "extras");
    numbers q = read_numbers(json_object_get(motion, "rotation"));
    numbers p = read_numbers(json_object_get(motion, "translation"));
    numbers w = read_numbers(json_object_get(motion, "weights"));
    toi_quat rotation[TOI_MOST_COEFFICIENTS];
    toi_vec3 translation[TOI_MOST_COEFFICIENTS];
    for (uint32_t k = 0; k < q.count; ++k) {
        rotation[k] = (toi_quat){q.x[4 * k], q.x[4 * k + 1], q.x[4 * k + 2], q.x[4 * k + 3]};
    }
    for (uint32_t k = 0; k < p.count; ++k) {
        translation[k] = (toi_vec3){p.x[3 * k], p.x[3 * k + 1], p.x[3 * k + 2]};
    }
    const toi_rational rest = {
        .rotation = &no_turn, .rotation_count = 1, .translation = &origin, .translation_count = 1};
    const toi_rational moves = {.rotation = rotation,
                                .rotation_count = q.count,
                                .translation = translation,
                                .weights = w.x,
                                .translation_count = p.count};
    const ti_moving_box boxes[2] = {{.motion = rest, .half = half_of(a)},
                                    {.motion = moves, .half = half_of(b)}};
    const json_t* expected = json_object_get(extras, "expected_intervals");
    double within = json_number_value(json_object_get(extras, "tolerance"));
    ti_box_span spans[ROOM];
    uint32_t count = solve(boxes, spans);
    assert_int_equal(count, json_array_size(expected));
    for (uint32_t i = 0; i < count; ++i) {
        numbers interval = read_numbers(json_array_get(expected, i));
        assert_near(spans[i].enter, interval.x[0], within);
        assert_near(spans[i].exit, interval.x[1], within);
    }
}

static void the_intervals_of_all_scenes_are_as_expected(void** state)
{
    (void)state;
    for (int i = 0; i < SCENES; ++i) {
        char name[64];
        snprintf(name, sizeof name, "workloads/boxes/box%03d.json", i);
        const char* path = test_data_path(name);
        if (path == NULL) {
            skip();
        }
        json_t* scene = json_load_file(path, 0, NULL);
        assert_non_null(scene);
        check_scene(scene);
        json_decref(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_intervals_of_all_scenes_are_as_expected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
