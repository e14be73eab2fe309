// The bodies that a mover can come near, first things first.

#include "core/memory.h"
#include "world/stage.h"

bool ti_skip_valid(const toi_trace_def* def)
{
    if (def->skip_count > 0 && def->skip == NULL) {
        return false;
    }
    for (uint32_t i = 1; i < def->skip_count; ++i) {
        if (def->skip[i] <= def->skip[i - 1]) {
            return false;
        }
    }
    return true;
}

bool ti_is_asked(const toi_trace_def* def, uint32_t body)
{
    uint32_t from = 0, to = def->skip_count;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (def->skip[middle] < body) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return body >= def->first_body && !(from < def->skip_count && def->skip[from] == body);
}

// ---- the heap: no item comes before the one at half its index

static bool is_before(const ti_near_body* a, const ti_near_body* b)
{
    return a->entry != b->entry ? a->entry < b->entry : a->body < b->body;
}

static void sink(ti_near_body* items, uint32_t count, uint32_t at)
{
    ti_near_body moved = items[at];
    for (;;) {
        uint32_t next = 2 * at + 1;
        if (next >= count) {
            break;
        }
        next += next + 1 < count && is_before(&items[next + 1], &items[next]);
        if (is_before(&moved, &items[next])) {
            break;
        }
        items[at] = items[next];
        at = next;
    }
    items[at] = moved;
}

bool ti_near_bodies_take(ti_near_bodies* near, ti_near_body* next)
{
    if (near->count == 0) {
        return false;
    }
    *next = near->items[0];
    near->items[0] = near->items[--near->count];
    sink(near->items, near->count, 0);
    return true;
}

// ---- finding

static bool grow(ti_near_bodies* near)
{
    uint32_t capacity = 4 * near->capacity;
    ti_near_body* items = ti_allocate(&near->allocator, capacity, sizeof *items);
    if (items == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < near->count; ++i) {
        items[i] = near->items[i];
    }
    ti_near_bodies_release(near);
    near->items = items;
    near->capacity = capacity;
    return true;
}

typedef struct finder {
    const toi_trace_def* def;
    ti_near_bodies* near;
} finder;

static bool note(uint32_t body, double entry, void* context)
{
    finder* f = context;
    ti_near_bodies* near = f->near;
    if (!ti_is_asked(f->def, body)) {
        return true;
    }
    if (near->count == near->capacity && !grow(near)) {
        return false;
    }
    near->items[near->count++] = (ti_near_body){entry, body};
    return true;
}

static bool note_all(const toi_stage* stage, finder* f)
{
    for (uint32_t i = 0; i < stage->count; ++i) {
        if (!note(i, 0.0, f)) {
            return false;
        }
    }
    return true;
}

// Cuts a turn, and leaves out what none of its parts comes near.
static void refine(const toi_stage* stage, ti_way* way, ti_near_bodies* near)
{
    uint32_t count = 0;
    ti_way_cut(way);
    for (uint32_t i = 0; i < near->count; ++i) {
        ti_near_body n = near->items[i];
        if (ti_way_meets(way, &stage->tree.given[n.body], &n.entry)) {
            near->items[count++] = n;
        }
    }
    near->count = count;
}

toi_status ti_near_bodies_find(const toi_stage* stage, ti_way* way, const toi_trace_def* def, bool all,
                               ti_near_bodies* near)
{
    near->items = near->own;
    near->count = 0;
    near->capacity = TI_NEAR_OWN;
    near->allocator = ti_allocator_or_default(def->allocator);
    finder f = {def, near};
    bool ok = all ? note_all(stage, &f) : ti_moving_tree_sweep(&stage->tree, &way->whole, note, &f);
    if (!ok) {
        ti_near_bodies_release(near);
        return TOI_ERROR_MEMORY;
    }
    if (!all && way->turns && near->count > 1) {
        refine(stage, way, near);
    }
    for (uint32_t i = near->count / 2; i-- > 0;) {
        sink(near->items, near->count, i);
    }
    return TOI_OK;
}

void ti_near_bodies_release(ti_near_bodies* near)
{
    if (near->items != near->own) {
        ti_release(&near->allocator, near->items);
    }
    near->items = near->own;
}
