// Time is halved, and with it all that the motion alone makes; the pairs of boxes that are not apart in a
// part go on to both of its halves. A pair is split as soon as it is large next to the way that it goes in
// the part. The left half first: the first part that is left at the end has the first contact.

#include "narrow/boxes/tree.h"

#include "core/cpu.h"
#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/tree_walk.h"

enum { WAYS = 5 }; // groups

// ---- halving

static void copy_ways(const ti_tree_walk* w, double* to, const double* from)
{
    memcpy(to, from, (size_t)WAYS * 4 * (w->cubes.degree + 1) * sizeof *to);
}

static double* ways_in(const ti_tree_walk* w, double* node)
{
    return node + (size_t)4 * (w->cubes.degree + 1) * BOX_P;
}

static bool make_room(ti_tree_walk* w, uint32_t at)
{
    ti_tree_level* l = &w->levels[at];
    if (at >= w->ready) {
        l->node = ti_arena_allocate(w->arena, ti_box_system_size(&w->cubes), sizeof *l->node);
        l->ways = ti_arena_allocate(w->arena, (size_t)WAYS * 4 * (w->cubes.degree + 1), sizeof *l->ways);
        w->no_memory = l->node == NULL || l->ways == NULL;
        w->ready = at + 1;
    }
    return !w->no_memory;
}

static bool bisect(ti_tree_walk* w)
{
    ti_tree_level* l = &w->levels[w->top - 1];
    if (!make_room(w, w->top)) {
        return false;
    }
    ti_tree_level* left = &w->levels[w->top++];
    copy_ways(w, ways_in(w, l->node), l->ways);
    w->halve(&w->cubes, l->node, left->node);
    copy_ways(w, l->ways, ways_in(w, l->node));
    copy_ways(w, left->ways, ways_in(w, left->node));
    l->width *= 0.5;
    ++l->depth;
    left->begin = l->begin;
    left->width = l->width;
    left->depth = l->depth;
    left->first = l->first;
    left->count = l->count;
    l->begin += l->width;
    return true;
}

static void drop(ti_tree_walk* w)
{
    --w->top;
    const ti_tree_level* l = w->top > 0 ? &w->levels[w->top - 1] : NULL;
    w->waiting.count = l != NULL ? l->first + l->count : 0;
}

// (to - from) s + from has three roundings.
static double time_in(const ti_tree_cell* c, double s, bool up)
{
    double t = c->from + (c->to - c->from) * s;
    t += up ? 5.0 * TI_U * t : -5.0 * TI_U * t;
    return s <= 0.0 ? c->from : s >= 1.0 ? c->to : d_min(d_max(t, c->from), c->to);
}

static void stop(ti_tree_walk* w, const ti_tree_level* l, toi_answer answer)
{
    w->found->answer = answer;
    w->found->t_free = time_in(w->cell, ti_tree_begin(w, l), false);
    w->found->t_hit = time_in(w->cell, ti_tree_begin(w, l), true);
}

static toi_status search_part(ti_tree_walk* w, const ti_tree_pair* pairs, size_t count);

// Searches a part in polynomials of its own.
static bool refine(ti_tree_walk* w, const ti_tree_level* l)
{
    ti_tree_walk part = {.arena = w->arena,
                         .query = w->query,
                         .cell = w->cell,
                         .from = ti_tree_begin(w, l),
                         .width = w->width * l->width,
                         .fine = true,
                         .plain = w->plain,
                         .cube_a = w->cube_a,
                         .cube_b = w->cube_b,
                         .halve = w->halve,
                         .test = w->test,
                         .place = w->place,
                         .first = w->first,
                         .found = w->found};
    w->no_memory = search_part(&part, (const ti_tree_pair*)w->waiting.data + l->first, l->count) != TOI_OK;
    bool clear = !w->no_memory && w->found->answer == TOI_ANSWER_CLEAR;
    if (clear) {
        drop(w);
    }
    return clear;
}

// False where that ends the search.
static bool step(ti_tree_walk* w)
{
    ti_tree_level* l = &w->levels[w->top - 1];
    ti_tree_settle(w, l);
    if (w->no_memory) {
        return false;
    }
    if (l->count == 0) {
        drop(w);
        return true;
    }
    if (ti_tree_is_contact(w, l)) {
        stop(w, l, TOI_ANSWER_CONTACT);
        return false;
    }
    if (ti_tree_is_last(w, l) || w->found->nodes + w->found->leaves >= w->query->max_steps) {
        stop(w, l, TOI_ANSWER_UNDECIDED);
        return false;
    }
    return !w->fine && l->depth >= TREE_COARSE_HALVINGS ? refine(w, l) : bisect(w);
}

// ---- a part of a cell

static ti_moving_box cube_of(const ti_solid_cell* c, double half)
{
    return (ti_moving_box){.motion = c->motion,
                           .half = {half, half, half},
                           .rotation_error = c->rotation_error,
                           .translation_error = c->translation_error,
                           .weight_error = c->weight_error};
}

// The margins of all pairs.
static void widen(ti_box_system* s)
{
    for (int i = 0; i < BOX_AXES; ++i) {
        s->margin[i] *= 2.0;
        s->deeper[i] *= 2.0;
    }
}

static bool make_system(ti_tree_walk* w, ti_polys* polys)
{
    ti_moving_box a = cube_of(&w->cell->a, w->cube_a), b = cube_of(&w->cell->b, w->cube_b);
    ti_box_frame f = ti_box_frame_rational(polys, &a, w->from, w->from + w->width);
    ti_box_frame g = ti_box_frame_rational(polys, &b, w->from, w->from + w->width);
    if (!ti_box_system_make(polys, &f, &g, &w->cubes)) {
        return false;
    }
    size_t group = 4 * ((size_t)w->cubes.degree + 1);
    w->boxes = w->cubes;
    widen(&w->boxes);
    for (size_t k = 0; k < group; k += 4) {
        w->size = d_max(w->cubes.coefficients[group * BOX_SIZE_A + k], w->size);
    }
    w->found->degree = w->cubes.degree > w->found->degree ? w->cubes.degree : w->found->degree;
    return true;
}

static void walk_part(ti_tree_walk* w, const ti_tree_pair* pairs, size_t count)
{
    ti_tree_level* l = &w->levels[0];
    *l = (ti_tree_level){.node = w->cubes.coefficients, .width = 1.0, .count = count};
    l->ways = ti_arena_allocate(w->arena, (size_t)WAYS * 4 * (w->cubes.degree + 1), sizeof *l->ways);
    w->no_memory = l->ways == NULL;
    w->ready = w->top = 1;
    for (size_t i = 0; i < count && !w->no_memory; ++i) {
        ti_tree_push(w, &w->waiting, &pairs[i]);
    }
    if (!w->no_memory) {
        copy_ways(w, l->ways, ways_in(w, l->node));
    }
    while (!w->no_memory && w->top > 0 && step(w)) {
    }
}

// What is the same for all parts of all cells comes with `w`.
static toi_status search_part(ti_tree_walk* w, const ti_tree_pair* pairs, size_t count)
{
    ti_arena_mark mark = ti_arena_get_mark(w->arena);
    ti_polys polys = {.arena = w->arena, .plain = w->plain};
    if (!make_system(w, &polys)) {
        return polys.too_large ? TOI_ERROR_LIMIT : TOI_ERROR_MEMORY;
    }
    w->waiting = ti_array_make(sizeof(ti_tree_pair), &w->arena->allocator);
    w->open = ti_array_make(sizeof(ti_tree_pair), &w->arena->allocator);
    walk_part(w, pairs, count);
    ti_array_release(&w->waiting);
    ti_array_release(&w->open);
    ti_arena_reset(w->arena, mark);
    return w->no_memory ? TOI_ERROR_MEMORY : TOI_OK;
}

toi_status ti_tree_first(ti_arena* arena, const ti_tree_query* query, ti_tree_found* found)
{
    const ti_rational_pieces *a = query->a->pieces, *b = query->b->pieces;
    const ti_tree_pair root = {ti_tree_side_root(query->a->mesh), ti_tree_side_root(query->b->mesh)};
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
        ti_tree_walk w = {.arena = arena,
                          .query = query,
                          .cell = &c,
                          .width = 1.0,
                          .plain = plain,
                          .cube_a = ti_tree_cube(query->a->mesh),
                          .cube_b = ti_tree_cube(query->b->mesh),
                          .halve = plain ? ti_box_halve_plain : ti_box_halve_avx2,
                          .test = plain ? ti_box_test_plain : ti_box_test_avx2,
                          .place = plain ? ti_tree_place_plain : ti_tree_place_avx2,
                          .found = found};
        toi_status status = search_part(&w, &root, 1);
        if (status != TOI_OK) {
            return status;
        }
        ti_arena_reset(arena, mark);
        i += a->piece[i].t1 == c.to;
        j += b->piece[j].t1 == c.to;
    }
    return TOI_OK;
}
