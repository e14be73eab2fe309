// Pairs of parts of both trees wait in the order of the times up to which they are known to be apart; the
// earliest is advanced, or split. So before its time nothing touches, and the first two triangles that are
// within the tolerance at theirs are the first contact.
//
// What rounding does not let be told is looked at again in polynomials of a shorter window.

#include "narrow/boxes/tree.h"

#include "core/cpu.h"
#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/tree_search.h"

// A window where rounding ends the search is followed by one of this part of its width, down to the finest;
// one in which nothing is left by one of twice its width.
static const double FINE = 0x1p-16, FINEST = 0x1p-40;

// How the search of a window ended, and when.
typedef enum outcome { CLEAR = 0, CONTACT, STUCK, LIMIT } outcome;

typedef struct ending {
    outcome outcome;
    double time; // of the window; nothing touches before
} ending;

static bool is_leaf(const ti_tree_pair* p)
{
    return ti_tree_is_triangle(p->part[0]) && ti_tree_is_triangle(p->part[1]);
}

static ti_tree_pair root_of(const ti_tree_search* s)
{
    return (ti_tree_pair){.part = {ti_tree_root(s->query->a->mesh), ti_tree_root(s->query->b->mesh)},
                          .size = {s->motion.cube[0], s->motion.cube[1]},
                          .again = true};
}

static ending walk(ti_tree_search* s)
{
    ti_tree_pair root = root_of(s);
    ti_tree_push(s, &root);
    while (s->queue.count > 0 && !s->no_memory) {
        ti_tree_pair next = ti_tree_pop(s);
        if (s->found->nodes + s->found->leaves >= s->query->max_steps) {
            return (ending){LIMIT, next.time};
        }
        if (!is_leaf(&next)) {
            ti_tree_take_pair(s, &next);
            continue;
        }
        ti_tree_leaf leaf = ti_tree_take_triangles(s, &next);
        if (leaf != TREE_LEAF_GOES_ON) {
            return (ending){leaf == TREE_LEAF_TOUCHES ? CONTACT : STUCK, next.time};
        }
    }
    return (ending){CLEAR, 1.0};
}

static toi_status search_window(ti_tree_search* s, ending* end)
{
    ti_arena_mark mark = ti_arena_get_mark(s->arena);
    ti_polys polys = {.arena = s->arena, .plain = s->plain};
    if (!ti_tree_motion_make(s, &polys)) {
        return polys.too_large ? TOI_ERROR_LIMIT : TOI_ERROR_MEMORY;
    }
    ti_tree_found* f = s->found;
    f->degree = s->motion.system.degree > f->degree ? s->motion.system.degree : f->degree;
    s->frame.time = -1.0;
    s->queue = ti_array_make(sizeof(ti_tree_pair), &s->arena->allocator);
    *end = walk(s);
    ti_array_release(&s->queue);
    ti_arena_reset(s->arena, mark);
    return s->no_memory ? TOI_ERROR_MEMORY : TOI_OK;
}

// ---- a cell

// A time of a window has four roundings in the cell, one of them that of its end, and (to - from) s + from
// has three more.
static double time_in(const ti_tree_cell* c, double s, bool up)
{
    double t = c->from + (c->to - c->from) * s;
    t += up ? 10.0 * TI_U * t : -10.0 * TI_U * t;
    return s <= 0.0 ? c->from : s >= 1.0 ? c->to : d_min(d_max(t, c->from), c->to);
}

static void stop(ti_tree_search* s, double time, toi_answer answer)
{
    s->found->answer = answer;
    s->found->t_free = time_in(s->cell, time, false);
    s->found->t_hit = time_in(s->cell, time, true);
}

static toi_status search_cell(ti_tree_search* s)
{
    double width = 1.0;
    for (s->from = 0.0; s->from < 1.0;) {
        ending end;
        s->to = d_min(s->from + width, 1.0);
        toi_status status = search_window(s, &end);
        if (status != TOI_OK) {
            return status;
        }
        double time = end.outcome == CLEAR ? s->to : ti_tree_time(s, end.time);
        if (end.outcome == CONTACT || end.outcome == LIMIT || (end.outcome == STUCK && width <= FINEST)) {
            stop(s, time, end.outcome == CONTACT ? TOI_ANSWER_CONTACT : TOI_ANSWER_UNDECIDED);
            return TOI_OK;
        }
        width = end.outcome == STUCK ? d_max(FINE * width, FINEST) : 2.0 * width;
        s->from = end.outcome == CLEAR ? time : d_max(time * (1.0 - 8.0 * TI_U), s->from);
    }
    return TOI_OK;
}

toi_status ti_tree_first(ti_arena* arena, const ti_tree_query* query, ti_tree_found* found)
{
    const ti_rational_pieces *a = query->a->pieces, *b = query->b->pieces;
    bool plain = query->plain || !ti_cpu_has_avx2();
    *found = (ti_tree_found){
        .answer = TOI_ANSWER_CLEAR, .t_free = 1.0, .t_hit = 1.0, .tolerance = query->tolerance};
    uint32_t i = 0, j = 0;
    for (ti_tree_cell c = {.from = 0.0}; c.from < 1.0 && found->answer == TOI_ANSWER_CLEAR; c.from = c.to) {
        ti_arena_mark mark = ti_arena_get_mark(arena);
        c.to = d_min(a->piece[i].t1, b->piece[j].t1);
        if (!ti_solid_cut(arena, &a->piece[i], c.from, c.to, &c.a) ||
            !ti_solid_cut(arena, &b->piece[j], c.from, c.to, &c.b)) {
            return TOI_ERROR_MEMORY;
        }
        ti_tree_search s = {.arena = arena,
                            .query = query,
                            .cell = &c,
                            .plain = plain,
                            .kernel = ti_tree_kernel_of(plain),
                            .found = found};
        toi_status status = search_cell(&s);
        if (status != TOI_OK) {
            return status;
        }
        ti_arena_reset(arena, mark);
        i += a->piece[i].t1 == c.to;
        j += b->piece[j].t1 == c.to;
    }
    return TOI_OK;
}
