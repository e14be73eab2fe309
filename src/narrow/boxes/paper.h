// When two boxes meet, by the route of [RationalBoxes]: docs/methods/boxes-paper.md. It stands beside
// ti_box_solve, to be compared with.
//
// In each homogeneous interval, in which no normal of a box changes its octant of the other, the compatible
// pairs are the same thirty, and with them the planes of the faces of the sum of A and the mirrored B. The
// boxes meet where the origin is within all planes; that changes at roots of the planes alone, at which the
// origin is within all others. Intervals of the motion in which the spheres around the boxes are apart are
// left out.

#ifndef TI_NARROW_BOXES_PAPER_H
#define TI_NARROW_BOXES_PAPER_H

#include "narrow/boxes/frame.h"
#include "narrow/boxes/gauss.h"
#include "narrow/boxes/solve.h"

// They meet from `enter` to `exit`: never later, never earlier. The pair that is apart just before and after;
// its side is 0 where the span begins at 0 or ends at 1, or only the spheres are apart there.
typedef struct ti_paper_span {
    double enter, exit;
    ti_gauss_pair enter_pair, exit_pair;
    double enter_blur, exit_blur; // about how far the boxes may be apart there, for rounding
} ti_paper_span;

typedef struct ti_paper_counts {
    uint32_t intervals; // homogeneous ones, of the whole line: the sum of the next three
    uint32_t outside;   // of [0, 1], but for its ends
    uint32_t dropped;   // the spheres are apart in all of it
    uint32_t left;
    uint32_t touches; // of their ends, those at which no sign certainly changes
    uint32_t planes;  // looked for roots
    uint32_t degree;  // of these, at most
} ti_paper_counts;

typedef struct ti_paper_search {
    ti_paper_span* spans;
    uint32_t capacity;
    uint32_t limit; // intervals looked at for the roots of one polynomial; 0: 16384
    // Out:
    uint32_t count; // of all spans, also those without room
    ti_paper_counts counts;
    bool undecided; // the limit was reached: the spans hold every contact, but may be too long, and the
                    // counts too small
} ti_paper_search;

// One piece of both motions, of rigid boxes: motions that are fine (ti_rational_check). False where memory or
// the degrees do not allow it: see polys.
bool ti_box_paper(ti_polys* polys, const ti_moving_box* a, const ti_moving_box* b, ti_paper_search* search);

// The same of frames, both with axes that are perpendicular.
bool ti_box_paper_frames(ti_polys* polys, const ti_box_frame* a, const ti_box_frame* b,
                         ti_paper_search* search);

// A span as the solver gives it, so that ti_box_sharpen takes it, and ti_box_event its axes.
ti_box_span ti_paper_as_span(const ti_paper_span* span);

#endif
