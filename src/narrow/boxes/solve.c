// Bisection of [0, 1]: an interval on which the boxes are apart along one axis, or not apart along any, is
// done. So is one on which no sign changes but that of the values themselves, each once: then these have one
// root each.

#include "narrow/boxes/solve.h"

#include "core/assert.h"
#include "core/cpu.h"
#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/node.h"
#include "narrow/boxes/root.h"

// Intervals of 2^-44 that are still open count as contact: in a touch, where the value of an axis has its
// maximum within the margin of zero.
enum { MOST_HALVINGS = 44 };

typedef struct level {
    ti_box_level at;
    uint32_t over;
} level;

typedef struct solver {
    ti_arena* arena;
    const ti_box_system* system;
    ti_box_search* search;
    ti_box_halve_fn halve;
    ti_box_test_fn test;
    level levels[MOST_HALVINGS + 1];
    uint32_t top;        // levels in use
    uint32_t first;      // the family to try first
    ti_box_span last;    // the last span
    uint32_t last_apart; // an axis along which the boxes were apart up to `apart_until`
    double apart_until;
    double* value;
} solver;

// ---- spans

static void keep_last(solver* s)
{
    ti_box_search* out = s->search;
    if (out->count > 0 && out->count <= out->capacity) {
        out->spans[out->count - 1] = s->last;
    }
}

// Spans that touch are one. Where intervals that are apart and open ones meet, an axis is known, but not how
// near to its root: the blur is any.
static void push(solver* s, ti_box_span span)
{
    if (span.enter_axis == BOX_NO_AXIS && span.enter == s->apart_until) {
        span.enter_axis = s->last_apart;
        span.enter_blur = HUGE_VAL;
    }
    if (s->search->count > 0 && span.enter <= s->last.exit) {
        s->last.exit = d_max(s->last.exit, span.exit);
        s->last.exit_axis = span.exit_axis;
        s->last.exit_blur = span.exit_blur;
    } else {
        keep_last(s);
        ++s->search->count;
        s->last = span;
    }
}

static void push_apart(solver* s, double from, double to, uint32_t axis)
{
    if (s->search->count > 0 && s->last.exit == from && s->last.exit_axis == BOX_NO_AXIS) {
        s->last.exit_axis = axis;
        s->last.exit_blur = HUGE_VAL;
    }
    s->last_apart = axis;
    s->apart_until = to;
}

// ---- roots

static uint32_t first_axis(uint32_t bits)
{
    return (uint32_t)__builtin_ctz(bits);
}

// Whether an axis may enter later, or exit earlier, than those before it did. Where it may not its root is
// not needed, and without it the span could only be longer.
static bool matters(const double* value, uint32_t degree, ti_box_sign sign, const ti_box_span* span)
{
    double t = sign == BOX_SIGN_FALLS ? span->enter : span->exit;
    return sign != BOX_SIGN_NEGATIVE && (t == 0.0 || t == 1.0 || ti_box_evaluate(value, degree, t) > 0.0);
}

// Where none of the axes that are open is apart. False where one of them has more than one root.
static bool find_roots(solver* s, const ti_box_level* l, uint32_t open, ti_box_span* span)
{
    uint32_t degree = s->system->degree;
    *span = (ti_box_span){.exit = 1.0, .enter_axis = BOX_NO_AXIS, .exit_axis = BOX_NO_AXIS};
    for (; open != 0; open &= open - 1) {
        uint32_t axis = first_axis(open);
        ti_box_value(s->system, l->node, l->depth, axis, s->value);
        ti_box_sign sign = ti_box_sign_of(s->value, degree);
        ti_box_root root;
        if (sign == BOX_SIGN_OTHER) {
            return false;
        }
        if (!matters(s->value, degree, sign, span) || !ti_box_root_find(s->value, degree, &root)) {
            continue;
        }
        if (root.falls && root.time > span->enter) {
            span->enter = root.time;
            span->enter_axis = axis;
            span->enter_blur = ti_box_blur(s->system, l->node, l->depth, axis, root.time);
        } else if (!root.falls && root.time < span->exit) {
            span->exit = root.time;
            span->exit_axis = axis;
            span->exit_blur = ti_box_blur(s->system, l->node, l->depth, axis, root.time);
        }
    }
    return true;
}

static void push_roots(solver* s, const ti_box_level* l, const ti_box_span* found)
{
    double end = l->begin + l->width;
    if (found->enter > found->exit) {
        push_apart(s, l->begin, end, found->enter_axis);
        return;
    }
    ti_box_span span = *found;
    span.enter = found->enter > 0.0 ? ti_down(l->begin + l->width * found->enter) : l->begin;
    span.exit = found->exit < 1.0 ? ti_up(l->begin + l->width * found->exit) : end;
    if (found->enter > 0.0) {
        push_apart(s, l->begin, span.enter, found->enter_axis);
    }
    push(s, span);
    if (found->exit < 1.0) {
        push_apart(s, span.exit, end, found->exit_axis);
    }
}

// ---- bisection

static bool bisect(solver* s)
{
    level *l = &s->levels[s->top - 1], *left = &s->levels[s->top];
    if (!ti_box_level_halve(s->arena, s->system, s->halve, &l->at, &left->at)) {
        return false;
    }
    left->over = l->over;
    ++s->top;
    return true;
}

// False where the interval has to be halved.
static bool settle(solver* s, level* top)
{
    const ti_box_level* l = &top->at;
    ti_box_state state = {.over = top->over};
    ti_box_span span;
    s->test(s->system, l->node, l->depth, s->first, &state);
    ++s->search->nodes;
    top->over = state.over;
    uint32_t open = BOX_ALL & ~state.over;
    if (state.apart != 0) {
        uint32_t axis = first_axis(state.apart);
        s->first = axis / 4;
        push_apart(s, l->begin, l->begin + l->width, axis);
        return true;
    }
    if (open == 0 || l->depth >= MOST_HALVINGS) {
        push(s, (ti_box_span){l->begin, l->begin + l->width, BOX_NO_AXIS, BOX_NO_AXIS, 0.0, 0.0});
        return true;
    }
    if ((state.plain & open) == open && find_roots(s, l, open, &span)) {
        push_roots(s, l, &span);
        return true;
    }
    return false;
}

bool ti_box_solve(ti_arena* arena, const ti_box_system* system, ti_box_search* search)
{
    solver s = {.arena = arena, .system = system, .search = search, .top = 1, .apart_until = -1.0};
    s.halve = search->plain || !ti_cpu_has_avx2() ? ti_box_halve_plain : ti_box_halve_avx2;
    s.test = search->plain || !ti_cpu_has_avx2() ? ti_box_test_plain : ti_box_test_avx2;
    search->count = 0;
    search->nodes = 0;
    s.levels[0].at = (ti_box_level){.node = system->coefficients, .width = 1.0};
    s.value = ti_arena_allocate(arena, system->degree + 1, sizeof *s.value);
    if (s.value == NULL) {
        return false;
    }
    while (s.top > 0 && !(search->first_only && search->count > 0)) {
        if (settle(&s, &s.levels[s.top - 1])) {
            --s.top;
        } else if (!bisect(&s)) {
            return false;
        }
    }
    keep_last(&s);
    return true;
}
