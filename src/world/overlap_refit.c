// Boxes of bodies that deform are made anew in a find where trees of theirs are walked. Large bodies are made
// in pieces, by several threads.

#include "world/overlap_trees.h"

enum { PIECE = 2048 }; // nodes, of about 14000 triangles, which take 25 us

static ti_overlap_stale* stale_at(const toi_overlap* overlap, uint32_t index)
{
    return (ti_overlap_stale*)overlap->stale.data + index;
}

static bool is_whole(const ti_overlap_stale* piece, const ti_wide_shape* shape)
{
    return piece->begin == 0 && piece->end == shape->node_count;
}

static void fit_piece(uint32_t index, uint32_t worker, void* data)
{
    (void)worker;
    const toi_overlap* o = data;
    ti_overlap_stale* piece = stale_at(o, index);
    const ti_present* body = ti_present_at(o, piece->body);
    const ti_wide_shape* shape = ti_overlap_trees_shape(o, body);
    if (is_whole(piece, shape)) {
        ti_wide_fit(shape, body->faces.vertices, &body->frame, body->boxes);
    } else {
        ti_wide_fit_leaves(shape, body->faces.vertices, &body->frame, piece->begin, piece->end, body->boxes);
    }
    piece->done = true;
}

static bool push_piece(toi_overlap* o, uint32_t body, uint32_t begin, uint32_t end)
{
    ti_overlap_stale* piece = ti_array_push(&o->stale);
    if (piece != NULL) {
        *piece = (ti_overlap_stale){body, begin, end, false};
    }
    return piece != NULL;
}

// Notes a body whose tree will be walked but whose boxes are not those of its vertices, once.
static bool note_stale(toi_overlap* o, uint32_t body)
{
    ti_present* b = ti_present_at(o, body);
    if (b->faces.rigid || b->fitted || b->noted) {
        return true;
    }
    if (!ti_overlap_trees_reserve(o, b)) {
        return false;
    }
    b->frame = ti_float_frame_around(ti_bounds_at(o, body));
    uint32_t count = ti_overlap_trees_shape(o, b)->node_count, step = o->crew.threads > 1 ? PIECE : count;
    for (uint32_t begin = 0; begin < count; begin += step) {
        uint32_t end = count - begin > step ? begin + step : count;
        if (!push_piece(o, body, begin, end)) {
            return false;
        }
        b->noted = true;
    }
    return true;
}

// What is above pieces, which is an eighth of the work, and whether boxes are loose.
static void settle(toi_overlap* o)
{
    for (uint32_t i = 0; i < o->stale.count; ++i) {
        const ti_overlap_stale* piece = stale_at(o, i);
        ti_present* body = ti_present_at(o, piece->body);
        const ti_wide_shape* shape = ti_overlap_trees_shape(o, body);
        if (piece->begin == 0) {
            if (!is_whole(piece, shape)) {
                ti_wide_fit_inner(shape, body->boxes);
            }
            ti_overlap_trees_settle(o, body);
        }
    }
}

static bool all_done(const toi_overlap* o)
{
    for (uint32_t i = 0; i < o->stale.count; ++i) {
        if (!stale_at(o, i)->done) {
            return false;
        }
    }
    return true;
}

static bool is_loose(const toi_overlap* o, uint32_t body)
{
    const ti_present* b = ti_present_at(o, body);
    return !b->faces.rigid && b->loose;
}

toi_status ti_overlap_refit(toi_overlap* o, const toi_overlap_query* query)
{
    ti_overlap_slot* slots = o->slots.data;
    bool ok = true;
    o->stale.count = 0;
    for (size_t i = 0; ok && i < o->slots.count; ++i) {
        slots[i].trees = !slots[i].kept && ti_overlap_by_trees(o, query, slots[i].a, slots[i].b);
        ok = !slots[i].trees || (note_stale(o, slots[i].a) && note_stale(o, slots[i].b));
    }
    ok = ok && ti_crew_run(&o->crew, fit_piece, (uint32_t)o->stale.count, o);
    for (uint32_t i = 0; i < o->stale.count; ++i) {
        ti_present_at(o, stale_at(o, i)->body)->noted = false;
    }
    if (!ok || !all_done(o)) {
        return ok ? TOI_ERROR_THREAD : TOI_ERROR_MEMORY;
    }
    settle(o);
    for (size_t i = 0; query->method == TOI_OVERLAP_DEFAULT && i < o->slots.count; ++i) {
        slots[i].trees = slots[i].trees && !is_loose(o, slots[i].a) && !is_loose(o, slots[i].b);
    }
    return TOI_OK;
}
