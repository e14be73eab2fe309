// Asks the library: from two boxes to the sharpened ends of their intervals.

#include "bench/boxes.h"
#include "core/arena.h"
#include "core/cpu.h"
#include "narrow/boxes/far.h"
#include "narrow/boxes/paper.h"
#include "narrow/boxes/sharpen.h"

#include <stdio.h>
#include <stdlib.h>

static const double BLUR = 1e-12; // an event is looked at again where its rounding is above this length

static ti_moving_box resting(const double half[3])
{
    static const toi_quat no_turn = {1.0, 0.0, 0.0, 0.0};
    static const toi_vec3 origin = {0.0, 0.0, 0.0};
    return (ti_moving_box){
        .motion = {.rotation = &no_turn, .rotation_count = 1, .translation = &origin, .translation_count = 1},
        .half = {half[0], half[1], half[2]}};
}

static bool solve(ti_polys* p, const ti_moving_box boxes[2], ti_box_search* search)
{
    if (ti_boxes_are_far(&boxes[0], &boxes[1])) {
        return true;
    }
    ti_box_frame a = ti_box_frame_rational(p, &boxes[0], 0.0, 1.0);
    ti_box_frame b = ti_box_frame_rational(p, &boxes[1], 0.0, 1.0);
    ti_box_system system;
    bool ok = ti_box_system_make(p, &a, &b, &system) && ti_box_solve(p->arena, &system, search);
    for (uint32_t i = 0; ok && i < search->count && i < search->capacity; ++i) {
        ok = ti_box_sharpen(p, &boxes[0], &boxes[1], BLUR, &search->spans[i]);
    }
    return ok;
}

static void boxes_of(const ti_box_query* query, ti_moving_box boxes[2])
{
    boxes[0] = resting(query->half_a);
    boxes[1] = (ti_moving_box){.motion = ti_box_motion(query),
                               .half = {query->half_b[0], query->half_b[1], query->half_b[2]}};
}

static void end_without_memory(void)
{
    fputs("toi_bench_boxes: out of memory\n", stderr);
    exit(5);
}

ti_box_answer ti_box_ask_paper(const ti_box_query* query)
{
    ti_moving_box boxes[2];
    ti_paper_span spans[TI_BOX_INTERVALS];
    ti_arena arena;
    boxes_of(query, boxes);
    ti_arena_init(&arena, NULL, 0);
    ti_polys p = {.arena = &arena, .plain = !ti_cpu_has_avx2()};
    ti_paper_search search = {.spans = spans, .capacity = TI_BOX_INTERVALS};
    bool ok = ti_box_paper(&p, &boxes[0], &boxes[1], &search);
    ti_arena_destroy(&arena);
    if (!ok) {
        end_without_memory();
    }
    ti_box_answer answer = {.count = search.count, .nodes = search.counts.planes};
    for (uint32_t i = 0; i < search.count && i < TI_BOX_INTERVALS; ++i) {
        answer.intervals[i][0] = spans[i].enter;
        answer.intervals[i][1] = spans[i].exit;
    }
    return answer;
}

ti_box_answer ti_box_ask(const ti_box_query* query, bool first_only)
{
    ti_moving_box boxes[2];
    ti_box_span spans[TI_BOX_INTERVALS];
    ti_arena arena;
    boxes_of(query, boxes);
    ti_arena_init(&arena, NULL, 0);
    ti_polys p = {.arena = &arena, .plain = !ti_cpu_has_avx2()};
    ti_box_search search = {.first_only = first_only, .spans = spans, .capacity = TI_BOX_INTERVALS};
    bool ok = solve(&p, boxes, &search);
    ti_arena_destroy(&arena);
    if (!ok) {
        end_without_memory();
    }
    ti_box_answer answer = {.count = search.count, .nodes = search.nodes};
    for (uint32_t i = 0; i < search.count && i < TI_BOX_INTERVALS; ++i) {
        answer.intervals[i][0] = spans[i].enter;
        answer.intervals[i][1] = spans[i].exit;
    }
    return answer;
}
