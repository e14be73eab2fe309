// Spans are few; where they are not, they are looked for again with enough room.

#include "narrow/boxes/box_spans.h"

#include "narrow/boxes/paper.h"

enum { FIRST_ROOM = 32 };

static bool by_axes(ti_polys* p, const ti_box_frame* a, const ti_box_frame* b, ti_box_ask* ask)
{
    ti_box_search search = {.first_only = ask->first_only, .plain = ask->plain, .capacity = FIRST_ROOM};
    ti_box_system system;
    do {
        search.capacity = search.count > search.capacity ? search.count : search.capacity;
        search.spans = ti_arena_allocate(p->arena, search.capacity, sizeof *search.spans);
        if (search.spans == NULL || !ti_box_system_make(p, a, b, &system) ||
            !ti_box_solve(p->arena, &system, &search)) {
            return false;
        }
        ask->nodes += search.nodes;
    } while (search.count > search.capacity);
    ask->spans = search.spans;
    ask->count = search.count;
    ask->degree = system.degree;
    return true;
}

static bool by_paper(ti_polys* p, const ti_box_frame* a, const ti_box_frame* b, ti_box_ask* ask)
{
    ti_paper_search search = {.capacity = FIRST_ROOM};
    do {
        search.capacity = search.count > search.capacity ? search.count : search.capacity;
        search.spans = ti_arena_allocate(p->arena, search.capacity, sizeof *search.spans);
        if (search.spans == NULL || !ti_box_paper_frames(p, a, b, &search)) {
            return false;
        }
        ask->nodes += search.counts.planes;
    } while (search.count > search.capacity);
    ask->spans = ti_arena_allocate(p->arena, search.capacity, sizeof *ask->spans);
    for (uint32_t i = 0; ask->spans != NULL && i < search.count; ++i) {
        ask->spans[i] = ti_paper_as_span(&search.spans[i]);
    }
    ask->count = ask->first_only && search.count > 0 ? 1 : search.count;
    ask->degree = search.counts.degree;
    ask->undecided = search.undecided;
    return ask->spans != NULL;
}

bool ti_box_spans_find(ti_polys* polys, const ti_box_frame* a, const ti_box_frame* b, ti_box_ask* ask)
{
    ask->nodes = 0;
    ask->undecided = false;
    return ask->paper ? by_paper(polys, a, b, ask) : by_axes(polys, a, b, ask);
}
