// Spans in the order of time, from parts that are apart or not.

#ifndef TI_NARROW_BOXES_POLYTOPE_SPANS_H
#define TI_NARROW_BOXES_POLYTOPE_SPANS_H

#include "math/scalar.h"
#include "narrow/boxes/polytope_solve.h"

typedef struct ti_spans {
    ti_polytope_span* spans;
    uint32_t capacity, count;
    ti_polytope_span last;
    ti_polytope_touch last_touch; // along what they were apart up to `apart_until`
    double apart_until;
} ti_spans;

static inline ti_spans ti_spans_begin(ti_polytope_span* spans, uint32_t capacity)
{
    return (ti_spans){.spans = spans, .capacity = capacity, .apart_until = -1.0};
}

static inline void ti_spans_finish(ti_spans* s)
{
    if (s->count > 0 && s->count <= s->capacity) {
        s->spans[s->count - 1] = s->last;
    }
}

// Spans that touch are one.
static inline void ti_spans_push(ti_spans* s, const ti_polytope_span* span)
{
    ti_polytope_span next = *span;
    if (next.enter_touch.kind == TOI_CONTACT_NONE && next.enter == s->apart_until) {
        next.enter_touch = s->last_touch;
    }
    if (s->count > 0 && next.enter <= s->last.exit) {
        s->last.exit = d_max(next.exit, s->last.exit);
        s->last.exit_touch = next.exit_touch;
        s->last.exit_blur = next.exit_blur;
        return;
    }
    ti_spans_finish(s);
    ++s->count;
    s->last = next;
}

// Apart until a time, from the end of what was pushed before.
static inline void ti_spans_push_apart(ti_spans* s, double until, const ti_polytope_touch* touch)
{
    if (s->count > 0 && s->last.exit > s->apart_until && s->last.exit_touch.kind == TOI_CONTACT_NONE) {
        s->last.exit_touch = *touch;
    }
    s->last_touch = *touch;
    s->apart_until = until;
}

#endif
