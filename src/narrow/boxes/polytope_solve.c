// Bisection of [0, 1]. Of an interval the polytopes are looked at in doubles at both ends; what is found
// there proposes axes, along which they may be apart up to a root, and paths, which may be in both from a
// root on. An interval is done once these leave no time between them.

#include "narrow/boxes/polytope_solve.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/node.h"
#include "narrow/boxes/polytope_paths.h"
#include "narrow/boxes/polytope_sharpen.h"
#include "narrow/boxes/polytope_spans.h"

// Intervals of 2^-44 that are still open count as contact.
enum { MOST_HALVINGS = 44, DEFAULT_NODES = 20000 };

typedef struct level {
    ti_box_level at;
    ti_polytope_state left, right;
} level;

typedef struct solver {
    ti_arena* arena;
    ti_box_system system;
    ti_polytope_pair pair;
    ti_polytope_search* search;
    uint32_t most_nodes;
    ti_spans spans;
    ti_box_halve_fn halve;
    ti_box_test_fn test;
    uint32_t top;          // levels in use
    uint32_t first;        // the family of axes of the boxes to try first
    ti_polytope_state end; // of the last interval that was looked at
    ti_polytope_axis axis; // the last one that was looked for
    double end_time;
    level levels[MOST_HALVINGS + 1];
} solver;

// ---- one interval

static ti_form_node node_of(const solver* s, const level* l)
{
    return (ti_form_node){&s->system, l->at.node, l->at.depth};
}

static bool boxes_are_apart(solver* s, const level* l)
{
    ti_box_state state = {.over = 0};
    s->test(&s->system, l->at.node, l->at.depth, s->first, &state);
    if (state.apart != 0) {
        s->first = (uint32_t)__builtin_ctz(state.apart) / 4;
    }
    return state.apart != 0;
}

static void look_at_ends(solver* s, level* l)
{
    ti_form_node node = node_of(s, l);
    if (!l->left.known && s->end.known && s->end_time == l->at.begin) {
        l->left = s->end;
    }
    if (!l->left.known) {
        ti_polytope_state_find(&s->pair, &node, false, &l->left);
    }
    if (!l->right.known) {
        ti_polytope_state_find(&s->pair, &node, true, &l->right);
    }
    s->end = l->right;
    s->end_time = l->at.begin + l->at.width;
}

// The direction between the closest points, kept in A.
static bool is_apart_along_gap(const solver* s, const ti_form_node* node, const ti_polytope_state* state)
{
    ti_polytope_axis axis = {.kind = TI_AXIS_A, .face = TI_NO_NAME};
    axis.normal = v3_scale(1.0 / v3_length(state->direction), state->direction);
    axis.height = -HUGE_VAL;
    for (uint32_t i = 0; i < s->pair.a->vertex_count; ++i) {
        axis.height = d_max(v3_dot(axis.normal, s->pair.a->vertices[i]), axis.height);
    }
    return ti_polytope_apart(&s->pair, node, &axis, false).whole;
}

// What is known of an interval: apart before and after some part of it.
typedef struct known {
    bool apart; // in all of it
    double before, after;
    ti_polytope_touch touch_before, touch_after;
    double blur_before, blur_after;
} known;

static void add_axis(solver* s, const ti_form_node* node, ti_polytope_state* state, known* k)
{
    if (!state->apart) {
        state->axis = s->axis;
    }
    if (k->apart || !state->apart) {
        return;
    }
    ti_polytope_state_axis(&s->pair, state);
    s->axis = state->axis;
    ti_apart apart = ti_polytope_apart(&s->pair, node, &state->axis, true);
    k->apart = apart.whole;
    if (apart.before > k->before) {
        k->before = apart.before;
        k->touch_before = apart.touch_before;
        k->blur_before = apart.blur;
    }
    if (apart.after < k->after) {
        k->after = apart.after;
        k->touch_after = apart.touch_after;
        k->blur_after = apart.blur;
    }
}

static void look_for_axes(solver* s, level* l, known* k)
{
    ti_form_node node = node_of(s, l);
    bool both = l->left.apart && l->right.apart;
    add_axis(s, &node, &l->left, k);
    add_axis(s, &node, &l->right, k);
    k->apart = k->apart ||
               (both && (is_apart_along_gap(s, &node, &l->left) || is_apart_along_gap(s, &node, &l->right)));
    k->apart = k->apart || k->before > k->after;
}

// Whether paths cover the part in between.
static bool is_covered(solver* s, const level* l, const known* k)
{
    ti_form_node node = node_of(s, l);
    ti_inside parts[2 * POLYTOPE_PATHS];
    uint32_t count = 0;
    double at = k->before;
    for (int end = 0; end < 2; ++end) {
        const ti_polytope_state* state = end == 0 ? &l->left : &l->right;
        ti_polytope_path paths[POLYTOPE_PATHS];
        uint32_t more = ti_polytope_state_paths(&s->pair, state, paths);
        for (uint32_t i = 0; i < more; ++i) {
            parts[count++] = ti_polytope_inside(&s->pair, &node, &paths[i]);
            for (uint32_t j = 0; j < count; ++j) {
                bool longer = parts[j].from <= at && parts[j].to > at;
                at = longer ? parts[j].to : at;
                j = longer ? UINT32_MAX : j; // once more from the first
            }
            if (at >= k->after) {
                return true;
            }
        }
    }
    return false;
}

static void push_known(solver* s, const level* l, const known* k)
{
    double end = l->at.begin + l->at.width;
    ti_polytope_span span = {.enter = l->at.begin, .exit = end};
    if (k->before > 0.0) {
        span.enter = ti_down(l->at.begin + l->at.width * k->before);
        span.enter_touch = k->touch_before;
        span.enter_blur = k->blur_before;
        ti_spans_push_apart(&s->spans, span.enter, &k->touch_before);
    }
    if (k->after < 1.0) {
        span.exit = ti_up(l->at.begin + l->at.width * k->after);
        span.exit_touch = k->touch_after;
        span.exit_blur = k->blur_after;
    }
    ti_spans_push(&s->spans, &span);
    if (k->after < 1.0) {
        ti_spans_push_apart(&s->spans, end, &k->touch_after);
    }
}

// False where the interval has to be halved.
static bool settle(solver* s, level* l)
{
    bool meet = (l->left.known && !l->left.apart) || (l->right.known && !l->right.apart);
    double end = l->at.begin + l->at.width;
    known k = {.after = 1.0};
    ++s->search->nodes;
    k.apart = !meet && boxes_are_apart(s, l);
    if (!k.apart) {
        look_at_ends(s, l);
        look_for_axes(s, l, &k);
    }
    if (k.apart) {
        ti_spans_push_apart(&s->spans, end, &k.touch_before);
        return true;
    }
    bool open = (l->left.apart && k.before == 0.0) || (l->right.apart && k.after == 1.0);
    if (!open && is_covered(s, l, &k)) {
        push_known(s, l, &k);
        return true;
    }
    if (l->at.depth < MOST_HALVINGS && s->search->nodes < s->most_nodes) {
        return false;
    }
    s->search->complete = s->search->complete && l->at.depth >= MOST_HALVINGS;
    push_known(s, l, &k);
    return true;
}

// ---- bisection

static bool bisect(solver* s)
{
    level *l = &s->levels[s->top - 1], *left = &s->levels[s->top];
    if (!ti_box_level_halve(s->arena, &s->system, s->halve, &l->at, &left->at)) {
        return false;
    }
    left->left = l->left;
    left->right.known = false;
    l->left.known = false;
    ++s->top;
    return true;
}

static bool search_all(solver* s)
{
    ti_polytope_search* out = s->search;
    while (s->top > 0 && !(out->first_only && s->spans.count > 0)) {
        if (settle(s, &s->levels[s->top - 1])) {
            --s->top;
        } else if (!bisect(s)) {
            return false;
        }
    }
    ti_spans_finish(&s->spans);
    out->count = s->spans.count;
    return true;
}

// ---- the pair

bool ti_polytope_solve(ti_polys* polys, const ti_moving_polytope* a, const ti_moving_polytope* b,
                       ti_polytope_search* search)
{
    const double whole[2] = {0.0, 1.0};
    bool plain = polys->plain;
    solver* s = ti_arena_allocate(polys->arena, 1, sizeof *s);
    if (s == NULL) {
        return false;
    }
    s->arena = polys->arena;
    s->search = search;
    s->spans = ti_spans_begin(search->spans, search->capacity);
    s->halve = plain ? ti_box_halve_plain : ti_box_halve_avx2;
    s->test = plain ? ti_box_test_plain : ti_box_test_avx2;
    s->first = 0;
    s->end.known = false;
    s->axis.kind = TI_AXIS_NONE;
    search->count = search->nodes = 0;
    search->complete = true;
    s->most_nodes = search->max_nodes > 0 ? search->max_nodes : DEFAULT_NODES;
    if (!ti_polytope_system(polys, a, b, whole, &s->system) ||
        !ti_polytope_pair_make(polys, a->shape, b->shape, s->system.degree, &s->pair)) {
        return false;
    }
    search->degree = s->system.degree;
    for (uint32_t i = 0; i <= MOST_HALVINGS; ++i) {
        s->levels[i].at.node = NULL;
    }
    s->top = 1;
    s->levels[0].at = (ti_box_level){.node = s->system.coefficients, .width = 1.0};
    s->levels[0].left.known = s->levels[0].right.known = false;
    return search_all(s) && (!(search->blur > 0.0) || ti_polytope_sharpen(polys, a, b, search));
}
