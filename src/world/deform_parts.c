// A walk of all pairs of bodies of a find: their parts, each by one thread.

#include "core/cpu.h"
#include "core/memory.h"
#include "world/deform.h"

#include <math.h>

const ti_deform_found ti_deform_nothing = {.open_t = HUGE_VAL, .open_gap = HUGE_VAL, .cut_t = HUGE_VAL};

bool ti_deform_is_over(const ti_deform_find* find)
{
    return atomic_load_explicit(find->asked, memory_order_relaxed) > find->limit;
}

bool ti_deform_count(const ti_deform_find* find, uint64_t more)
{
    return atomic_fetch_add_explicit(find->asked, more, memory_order_relaxed) + more <= find->limit;
}

static void begin_search(const ti_deform_find* find, ti_deform_part* part, ti_deform_worker* worker,
                         ti_deform_search* s)
{
    const toi_deform_query* q = find->query;
    const ti_deform_slot* slot = ti_deform_slot_at(find->deform, part->slot);
    part->found = ti_deform_nothing;
    *s = (ti_deform_search){.find = find,
                            .a = ti_deforming_at(find->deform, slot->a),
                            .b = ti_deforming_at(find->deform, slot->b),
                            .worker = worker,
                            .part = part};
    s->ask = (ti_block_ask){.def = {.separation = q->separation,
                                    .tolerance = q->tolerance,
                                    .exact = q->exact,
                                    .max_steps = q->max_steps},
                            .until = find->until,
                            .avx2 = ti_cpu_has_avx2()};
    if (find->cuts) {
        s->ask.def = (toi_primitive_def){.separation = ti_deform_cut_margin(find->deform, slot)};
    }
}

static bool make_room(const toi_deform* d, ti_deform_worker* worker)
{
    if (worker->room == NULL) {
        worker->room = ti_allocate(&d->allocator, 1, sizeof *worker->room);
    }
    if (worker->room != NULL) {
        worker->room->block[0].kind = TOI_PRIMITIVE_VF;
        worker->room->block[1].kind = TOI_PRIMITIVE_EE;
        worker->room->block[0].count = worker->room->block[1].count = 0;
    }
    return worker->room != NULL;
}

static void find_part(uint32_t index, uint32_t worker, void* data)
{
    const ti_deform_find* find = data;
    toi_deform* d = find->deform;
    ti_deform_part* part = (ti_deform_part*)d->parts.data + index;
    if (worker >= d->crew.threads) {
        return;
    }
    ti_deform_worker* w = &d->workers[worker];
    ti_deform_search s;
    begin_search(find, part, w, &s);
    w->candidates.count = 0;
    part->status = TOI_OK;
    ti_pair_list list = {.array = &w->candidates,
                         .keep = find->starts ? ti_deform_keep_start : ti_deform_keep_paths,
                         .context = &s};
    if (ti_deform_is_over(find)) {
        return;
    }
    bool ok = make_room(d, w) &&
              ti_wide_walk_part(&ti_deform_slot_at(d, part->slot)->walk, part->nodes, &list) &&
              ti_pair_list_settle(&list) && (find->starts || ti_deform_flush(&s));
    part->status = ok || ti_deform_is_over(find) ? TOI_OK : TOI_ERROR_MEMORY;
}

toi_status ti_deform_walk(const ti_deform_find* find)
{
    toi_deform* d = find->deform;
    toi_status status = ti_deform_prepare(find);
    if (status == TOI_OK && !ti_crew_run(&d->crew, find_part, (uint32_t)d->parts.count, (void*)find)) {
        status = TOI_ERROR_MEMORY;
    }
    const ti_deform_part* parts = d->parts.data;
    for (size_t i = 0; i < d->parts.count && status == TOI_OK; ++i) {
        status = parts[i].status;
    }
    return status;
}
