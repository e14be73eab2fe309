// Spans of time over which bodies are taken for straight paths, and how long the next one is.

#ifndef TI_WORLD_SOFT_SPAN_H
#define TI_WORLD_SOFT_SPAN_H

#include "world/soft.h"

typedef struct ti_soft_span {
    double from, to;
    double bend;     // that was allowed
    double off, bow; // of both bodies, and what of it is their shape
} ti_soft_span;

// Puts vertices where they are at both ends of a span that begins at `from` and bends by `bend` at most; sets
// the rest of it, and raises the tolerance to what rounding asks for. Infinite `off`: numbers leave the range
// of doubles.
toi_status ti_soft_place(ti_soft* q, ti_soft_span* s);

// A time of the span, rounded down.
double ti_soft_time_at(const ti_soft_span* s, double share);

// Straight paths that keep more than this apart prove that the bodies keep more than the separation.
double ti_soft_near(const ti_soft* q, const ti_soft_span* s);

#define TI_SOFT_ASKED 0x1p-5 // of the tolerance: that of straight paths

// Adds up what a find did. The bound of spans, or of steps, is reached.
void ti_soft_note_work(toi_work* work, const toi_deform_result* r);
bool ti_soft_is_over(const ti_soft* q, uint32_t spans);

// The bend to begin with.
double ti_soft_most_bend(const ti_soft* q);

// Whether no shorter span would tell more.
bool ti_soft_is_even(const ti_soft* q, const ti_soft_span* s);

// The bend after a span that was clear.
double ti_soft_more_bend(const ti_soft_span* s);

// The same after one that bends too much: where features are `gap` apart and close in by `speed` in the whole
// span, and where nothing is known of what is near.
double ti_soft_less_bend(const ti_soft* q, const ti_soft_span* s, double gap, double speed);
double ti_soft_little_bend(const ti_soft* q, const ti_soft_span* s);

// How far the points of a contact are apart at its time: no less than its features. The gap of a contact is a
// little less where edges shrink to points.
double ti_soft_apart(const toi_deform_contact* c, const toi_vec3 start[TOI_PRIMITIVE_MOST_VERTICES],
                     const toi_vec3 end[TOI_PRIMITIVE_MOST_VERTICES]);

// The vertices of a contact at the start of the span (0), or at its end (1).
void ti_soft_corners(const ti_soft* q, const toi_deform_contact* c, int at,
                     toi_vec3 x[TOI_PRIMITIVE_MOST_VERTICES]);

// How fast the features of a contact close in, by the ways of its vertices.
double ti_soft_speed(const toi_deform_contact* c, const toi_vec3 way[TOI_PRIMITIVE_MOST_VERTICES]);

// The same in the whole span.
double ti_soft_closing_speed(const ti_soft* q, const toi_deform_contact* c);

// Which body the first feature of a contact is of, or the second.
static inline uint32_t ti_soft_body_of(const ti_soft* q, const toi_deform_contact* c, bool first)
{
    return q->count == 1 || first == !c->vertex_of_b ? 0 : 1;
}

#endif
