// Sweeps over the shadows of two bodies on the collision screen by rising radius, in strips of levels. Which
// shadows overlap is looked for one whole turn of A after the other [Buss05, section 8], since those lie on
// different parts of the screen.

#include "narrow/screw/sweep.h"

#include "core/arena.h"
#include "math/scalar.h"
#include "narrow/screw/solve.h"
#include "narrow/screw/sweep_parts.h"

// Lanes of the tree with at most so many facets are not split to leave out what meets nothing of the other
// body.
enum { PART_FACETS = 16 };

typedef bool solve_pair(ti_solver* solver, uint32_t a, uint32_t b, double from, double to);

// Bands of equal width across all levels of B.
typedef struct grid {
    double low, per_width;
    uint32_t count;
} grid;

// Of every strip the shadows in it, by rising radius: item[first[i]] up to item[first[i + 1] - 1].
typedef struct strips {
    uint32_t* first;
    ti_shadow* item;
} strips;

typedef struct sweep {
    ti_solver solver;
    ti_view view[2];
    ti_cull cull;
    ti_arena arena;
    ti_extent whole[2];
    solve_pair* solve; // of the kind of features at hand
    grid grid;
} sweep;

static bool solve_facet_tip(ti_solver* solver, uint32_t facet, uint32_t vertex, double from, double to)
{
    return ti_solve_tip(solver, 0, facet, vertex, from, to);
}

static bool solve_tip_facet(ti_solver* solver, uint32_t vertex, uint32_t facet, double from, double to)
{
    return ti_solve_tip(solver, 1, facet, vertex, from, to);
}

// ---- pairs

static bool meet_by_radius(const ti_shadow* a, const ti_shadow* b)
{
    return a->radius[0] <= b->radius[1] && b->radius[0] <= a->radius[1];
}

static bool meet_by_level(const ti_shadow* a, const ti_shadow* b)
{
    return a->level[0] <= b->level[1] && b->level[0] <= a->level[1];
}

// When the heights and turns of A and B are equal; false for never.
static bool find_window(const sweep* s, const ti_shadow* a, const ti_shadow* b, double window[2])
{
    double early = (double)a->height[0] - (double)b->height[1],
           from = (double)a->turn[0] - (double)b->turn[1];
    double late = (double)a->height[1] - (double)b->height[0] + s->cull.height_slack;
    double to = (double)a->turn[1] - (double)b->turn[0] + s->cull.turn_slack;
    window[0] = d_max(s->solver.pair->from, d_max(early, from));
    window[1] = d_min(s->solver.latest, d_min(late, to));
    return window[0] <= window[1];
}

static uint32_t strip_of(const grid* g, float level)
{
    double at = ((double)level - g->low) * g->per_width, last = (double)(g->count - 1);
    return at > 0.0 ? (uint32_t)d_min(at, last) : 0;
}

// Two shadows may share several strips: only the first of them counts.
static bool try_pair(sweep* s, uint32_t strip, const ti_shadow* a, const ti_shadow* b)
{
    double window[2];
    if (!meet_by_level(a, b) || !find_window(s, a, b, window) ||
        strip_of(&s->grid, a->level[0] > b->level[0] ? a->level[0] : b->level[0]) != strip) {
        return true;
    }
    ti_screw_effort* effort = s->solver.effort;
    bool ok = s->solve(&s->solver, a->id, b->id, window[0], window[1]);
    effort->complete = effort->steps < effort->max_steps;
    return ok;
}

// Of two ranges of radius that meet, the one that begins later begins inside the other one.
static bool sweep_strip(sweep* s, uint32_t strip, const strips lists[2])
{
    const ti_shadow *a = lists[0].item + lists[0].first[strip], *b = lists[1].item + lists[1].first[strip];
    const ti_shadow* end_a = lists[0].item + lists[0].first[strip + 1];
    const ti_shadow* end_b = lists[1].item + lists[1].first[strip + 1];
    bool ok = true;
    while (a < end_a && b < end_b && ok && s->solver.effort->complete) {
        if (a->radius[0] <= b->radius[0]) {
            for (const ti_shadow* i = b; i < end_b && i->radius[0] <= a->radius[1] && ok; ++i) {
                ok = try_pair(s, strip, a, i);
            }
            ++a;
        } else {
            for (const ti_shadow* i = a; i < end_a && i->radius[0] <= b->radius[1] && ok; ++i) {
                ok = try_pair(s, strip, i, b);
            }
            ++b;
        }
    }
    return ok;
}

// ---- strips

// With strips no narrower than the mean shadow of either body, all of them hold about three times as many
// shadows as there are.
static void set_grid(const ti_shadow_list* a, const ti_shadow_list* b, grid* g)
{
    double width = 0.0, low = (double)b->all.level[0], range = (double)b->all.level[1] - low;
    const ti_shadow_list* lists[2] = {a, b};
    for (int k = 0; k < 2; ++k) {
        double sum = 0.0;
        for (uint32_t i = 0; i < lists[k]->count; ++i) {
            const float* level = lists[k]->item[i].level;
            sum += (double)level[1] - (double)level[0];
        }
        width = d_max(width, sum / (double)lists[k]->count);
    }
    double most = (double)a->count + (double)b->count;
    *g = (grid){.low = low, .count = 1};
    if (range > width) {
        g->count = (uint32_t)d_max(1.0, d_min(range / width, most));
        g->per_width = (double)g->count / range;
    }
}

static bool fill_strips(sweep* s, const ti_shadow* items, uint32_t count, strips* out)
{
    const grid* g = &s->grid;
    size_t total = 0;
    out->first = ti_arena_allocate(&s->arena, (size_t)g->count + 2, sizeof *out->first);
    if (out->first == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < g->count + 2; ++i) {
        out->first[i] = 0;
    }
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t last = strip_of(g, items[i].level[1]);
        for (uint32_t k = strip_of(g, items[i].level[0]); k <= last; ++k) {
            ++out->first[k + 2];
            ++total;
        }
    }
    out->item = total <= UINT32_MAX ? ti_arena_allocate(&s->arena, total, sizeof *out->item) : NULL;
    if (out->item == NULL) {
        return false;
    }
    for (uint32_t k = 0; k < g->count; ++k) {
        out->first[k + 2] += out->first[k + 1];
    }
    for (uint32_t i = 0; i < count; ++i) { // first[k + 1] runs to the end of strip k
        uint32_t last = strip_of(g, items[i].level[1]);
        for (uint32_t k = strip_of(g, items[i].level[0]); k <= last; ++k) {
            out->item[out->first[k + 1]++] = items[i];
        }
    }
    return true;
}

// ---- whole turns

// A later by some whole turns, as far as anything of B can be met there.
static uint32_t gather_a(const sweep* s, const ti_shadow_list* a, double turns, const ti_shadow* b_all,
                         ti_shadow* out)
{
    double window[2];
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->count; ++i) {
        ti_shadow* moved = &out[count];
        *moved = ti_shadow_later(&s->cull, a->item[i], turns);
        count += meet_by_radius(moved, b_all) && meet_by_level(moved, b_all) &&
                 find_window(s, moved, b_all, window);
    }
    return count;
}

static bool sweep_turn(sweep* s, const ti_shadow_list* a, double turns, const ti_shadow* b_all,
                       const strips* b)
{
    strips lists[2] = {{NULL, NULL}, *b};
    ti_arena_mark mark = ti_arena_get_mark(&s->arena);
    ti_shadow* near = ti_arena_allocate(&s->arena, a->count, sizeof *near);
    if (near == NULL) {
        return false;
    }
    uint32_t count = gather_a(s, a, turns, b_all, near);
    bool ok = count == 0 || fill_strips(s, near, count, &lists[0]);
    for (uint32_t i = 0; i < s->grid.count && ok && count > 0; ++i) {
        ok = sweep_strip(s, i, lists);
    }
    ti_arena_reset(&s->arena, mark);
    return ok;
}

static bool sweep_lists(sweep* s, const ti_shadow_list* a, const ti_shadow_list* b, solve_pair* solve)
{
    strips lists;
    ti_screw_effort* effort = s->solver.effort;
    if (a->count == 0 || b->count == 0 || !meet_by_radius(&a->all, &b->all)) {
        return true;
    }
    s->solve = solve;
    set_grid(a, b, &s->grid);
    bool ok = fill_strips(s, b->item, b->count, &lists);
    double early =
        s->solver.pair->from - s->cull.turn_slack - (double)a->all.turn[1] + (double)b->all.turn[0];
    double late = s->solver.pair->to - (double)a->all.turn[0] + (double)b->all.turn[1],
           last = floor(late / s->cull.period);
    for (double turns = ceil(early / s->cull.period); turns <= last && ok && effort->complete; turns += 1.0) {
        ok = sweep_turn(s, a, turns, &b->all, &lists);
        effort->complete = effort->complete && ++effort->steps < effort->max_steps;
    }
    return ok;
}

// ---- bodies

// The features of a lane of the tree of body k that may meet anything of the other body.
static bool list_ranges(const sweep* s, int k, uint32_t index, uint32_t lane, ti_array* ranges)
{
    const ti_screw_pair* pair = s->solver.pair;
    const ti_facet_node* node = &pair->mesh[k]->features.nodes[index];
    toi_vec3 center = {node->center[0][lane], node->center[1][lane], node->center[2][lane]};
    center = v3_scale(pair->scale[k], center);
    center = k == 0 ? center : xf_point(&pair->rotation[1], pair->position[1], center);
    ti_extent ball = ti_cull_extent_ball(&s->cull, center, node->radius[lane] * pair->scale[k]);
    double window[2] = {pair->from, pair->to};
    if (!ti_cull_window(&s->cull, k == 0 ? &ball : &s->whole[0], k == 0 ? &s->whole[1] : &ball, window)) {
        return true;
    }
    uint32_t child = node->child[lane];
    if (child == TI_NONE || node->facet[lane + 1] - node->facet[lane] <= PART_FACETS) {
        ti_feature_range* range = ti_array_push(ranges);
        if (range != NULL) {
            *range = (ti_feature_range){{node->facet[lane], node->facet[lane + 1]},
                                        {node->crease[lane], node->crease[lane + 1]},
                                        {node->tip[lane], node->tip[lane + 1]}};
        }
        return range != NULL;
    }
    bool ok = true;
    for (uint32_t i = 0; i < pair->mesh[k]->features.nodes[child].count && ok; ++i) {
        ok = list_ranges(s, k, child, i, ranges);
    }
    return ok;
}

static bool project(sweep* s, int k, double reference, ti_shadow_set* set)
{
    ti_array ranges = ti_array_make(sizeof(ti_feature_range), &s->arena.allocator);
    bool ok = list_ranges(s, k, 0, 0, &ranges) &&
              ti_shadows_build(&s->view[k], ranges.data, (int)ranges.count, reference, set);
    ti_array_release(&ranges);
    return ok;
}

static bool sweep_bodies(sweep* s)
{
    const ti_screw_pair* pair = s->solver.pair;
    ti_shadow_set set[2];
    // Seen from the axis around the middle of B, that is not cut apart unless it is around the axis.
    double reference = ti_cull_spot(pair, &s->cull, pair->position[1]).turn;
    for (int k = 0; k < 2; ++k) {
        const ti_facet_node* root = &pair->mesh[k]->features.nodes[0];
        toi_vec3 center = {root->center[0][0], root->center[1][0], root->center[2][0]};
        center = v3_scale(pair->scale[k], center);
        center = k == 0 ? center : xf_point(&pair->rotation[1], pair->position[1], center);
        s->whole[k] = ti_cull_extent_ball(&s->cull, center, root->radius[0] * pair->scale[k]);
    }
    return project(s, 0, reference, &set[0]) && project(s, 1, reference, &set[1]) &&
           sweep_lists(s, &set[0].facets, &set[1].tips, solve_facet_tip) &&
           sweep_lists(s, &set[0].tips, &set[1].facets, solve_tip_facet) &&
           sweep_lists(s, &set[0].creases, &set[1].creases, ti_solve_creases);
}

toi_status ti_screw_find_swept(const ti_screw_pair* pair, ti_screw_effort* effort, ti_array* contacts)
{
    sweep s = {.solve = NULL};
    ti_arena_init(&s.arena, &contacts->allocator, 0);
    s.solver =
        (ti_solver){.pair = pair, .view = {&s.view[0], &s.view[1]}, .contacts = contacts, .effort = effort};
    s.solver.latest = pair->to;
    effort->complete = true;
    ti_cull_set(pair, &s.cull);
    bool ok = ti_view_init(pair, &s.cull, 0, &s.arena, &s.view[0]) &&
              ti_view_init(pair, &s.cull, 1, &s.arena, &s.view[1]) && sweep_bodies(&s);
    ti_arena_destroy(&s.arena);
    return ok ? TOI_OK : TOI_ERROR_MEMORY;
}
