// Makes the boxes of bodies over their motions, in tasks of many bodies.

#include "world/boxes.h"

#include "broad/swept.h"
#include "core/memory.h"
#include "math/rounding.h"
#include "world/run.h"

enum { BLOCK = 256 }; // bodies of a task

typedef struct boxes_data {
    const toi_world_def* def;
    uint8_t* needed; // [body_count], NULL where all are
    uint8_t* done;   // [number of tasks]
    ti_swept* swept;
} boxes_data;

// Half of what two bodies must be apart by to be settled by boxes. Separation alone makes that a proof; with
// the tolerance, a pair that a query would call a contact is asked. The default tolerance of a pair is at
// most the mean of those of its bodies.
static double body_margin(const toi_query_def* query, const toi_mesh* mesh)
{
    double tolerance = query->tolerance > 0.0 ? query->tolerance : 1e-9 * mesh->info.size;
    return ti_up(0.5 * ti_up(tolerance + query->separation));
}

static void make_block(uint32_t index, uint32_t worker, void* data)
{
    (void)worker;
    boxes_data* d = data;
    uint64_t begin = (uint64_t)index * BLOCK, end = begin + BLOCK;
    end = end < d->def->body_count ? end : d->def->body_count;
    for (uint64_t i = begin; i < end; ++i) {
        const toi_body* body = &d->def->bodies[i];
        if (d->needed == NULL || d->needed[i]) {
            d->swept[i] = ti_swept_make(body, body_margin(&d->def->query, body->mesh));
        }
    }
    d->done[index] = 1;
}

static bool mark_needed(boxes_data* d, const ti_asked* asked, const toi_allocator* allocator)
{
    if (asked->only == NULL) {
        return true;
    }
    d->needed = ti_allocate_zero(allocator, d->def->body_count, 1);
    for (size_t i = 0; d->needed != NULL && i < asked->only_count; ++i) {
        d->needed[asked->only[i].a] = 1;
        d->needed[asked->only[i].b] = 1;
    }
    return d->needed != NULL;
}

toi_status ti_boxes_make(const toi_world_def* def, const ti_asked* asked, const toi_allocator* allocator,
                         ti_swept* swept)
{
    uint32_t tasks = def->body_count / BLOCK + (def->body_count % BLOCK != 0);
    boxes_data d = {def, NULL, ti_allocate_zero(allocator, tasks, 1), swept};
    toi_status status = TOI_ERROR_MEMORY;
    if (d.done != NULL && mark_needed(&d, asked, allocator)) {
        status = ti_run_tasks(def, make_block, tasks, &d, allocator);
    }
    for (uint32_t i = 0; status == TOI_OK && i < tasks; ++i) {
        status = d.done[i] ? TOI_OK : TOI_ERROR_THREAD;
    }
    ti_release(allocator, d.needed);
    ti_release(allocator, d.done);
    return status;
}
