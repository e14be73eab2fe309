// Whether a mover at rest is in a body: the cheap answer, for a convex solid of few sides among any
// triangles. What is near the border is left to those who decide exactly.

#ifndef TI_NARROW_TRACE_OVERLAP_H
#define TI_NARROW_TRACE_OVERLAP_H

#include "narrow/trace/kernel.h"

typedef enum ti_overlap {
    TI_OVERLAP_UNSURE = 0, // or not for this method
    TI_OVERLAP_APART,      // the surfaces are more than 31 rounding bounds of the pair apart
    TI_OVERLAP_CROSSES,    // two triangles cross, as `crosses` says
} ti_overlap;

// Says whether a triangle of the mover and one of the body cross.
typedef bool ti_crosses(uint32_t triangle_m, uint32_t triangle_s, void* context);

typedef struct ti_overlap_query {
    const ti_course* course; // of a move of no length
    const toi_mesh *m, *s;
    ti_crosses* crosses;
    void* context;
} ti_overlap_query;

#define ti_overlap_look TI_KERNEL(ti_overlap_look)

// Most of a mover.
enum { TI_OVERLAP_POINTS = 32, TI_OVERLAP_TRIANGLES = 64 };

// The mover is a convex solid with sides, of no more than that.
ti_overlap ti_overlap_look(const ti_overlap_query* query);

// The move of the mover is not looked at but must be a translation.
ti_overlap ti_overlap_find(const ti_mover* mover, const ti_still* still, ti_crosses* crosses, void* context);

// The same with one of the two builds of the kernel; they give the same answer.
ti_overlap ti_overlap_find_with(const ti_mover* mover, const ti_still* still, ti_crosses* crosses,
                                void* context, bool avx2);

#endif
