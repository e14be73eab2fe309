// Asks the library by its public call: all pairs of a class at once, on one thread, with what touches at
// every event.

#include "bench/boxes.h"

#include "toi/boxes.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct batch {
    toi_solid solids[2 * TI_BOX_QUERIES];
    toi_part parts[2 * TI_BOX_QUERIES];
    toi_rational pieces[TI_BOX_QUERIES];
    toi_pair pairs[TI_BOX_QUERIES];
} batch;

static toi_part part_of(const double half[3])
{
    return (toi_part){.pose = TOI_POSE_IDENTITY, .half = {half[0], half[1], half[2]}};
}

static void make(const ti_box_class* class, batch* b)
{
    *b = (batch){0};
    for (uint32_t i = 0; i < TI_BOX_QUERIES; ++i) {
        const ti_box_query* q = &class->queries[i];
        uint32_t fixed = 2 * i, moving = 2 * i + 1;
        b->parts[fixed] = part_of(q->half_a);
        b->parts[moving] = part_of(q->half_b);
        b->pieces[i] = ti_box_motion(q);
        b->solids[fixed] =
            (toi_solid){&b->parts[fixed], 1, {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}};
        b->solids[moving] =
            (toi_solid){&b->parts[moving],
                        1,
                        {.kind = TOI_MOTION_RATIONAL, .rationals = &b->pieces[i], .rational_count = 1}};
        b->pairs[i] = (toi_pair){fixed, moving};
    }
}

static toi_boxes_result call(const batch* b)
{
    const toi_boxes_def def = {.solids = b->solids,
                               .solid_count = 2 * TI_BOX_QUERIES,
                               .pairs = b->pairs,
                               .pair_count = TI_BOX_QUERIES};
    toi_boxes_result result;
    toi_error error = {0};
    if (toi_boxes_check(&def, &result, &error) != TOI_OK) {
        fprintf(stderr, "toi_bench_boxes: %s\n", error.text);
        exit(5);
    }
    return result;
}

static ti_answered ask(const ti_case* none, void* context)
{
    (void)none;
    toi_boxes_result result = call(context);
    toi_boxes_result_release(&result);
    return (ti_answered){.answer = TOI_ANSWER_CLEAR};
}

double ti_box_ask_batch(const ti_box_class* class, ti_box_answer answers[TI_BOX_QUERIES], uint32_t repeat)
{
    batch* b = malloc(sizeof *b);
    if (b == NULL) {
        fputs("toi_bench_boxes: out of memory\n", stderr);
        exit(5);
    }
    make(class, b);
    toi_boxes_result result = call(b);
    for (uint32_t i = 0; i < TI_BOX_QUERIES; ++i) {
        const toi_boxes_pair* pair = &result.pairs[i];
        answers[i] = (ti_box_answer){.count = pair->interval_count, .nodes = pair->nodes};
        for (uint32_t k = 0; k < pair->interval_count && k < TI_BOX_INTERVALS; ++k) {
            answers[i].intervals[k][0] = pair->intervals[k].enter;
            answers[i].intervals[k][1] = pair->intervals[k].exit;
        }
    }
    toi_boxes_result_release(&result);
    double time = ti_measure(ask, NULL, b, repeat) / TI_BOX_QUERIES;
    free(b);
    return time;
}
