// Whether a triangle can meet an axis-aligned box: by clipping as in [Kitamura98] section 3.7, or by its own
// box alone. Both err towards yes (docs/methods/overlap-paper.md).

#ifndef TI_NARROW_OVERLAP_CLIP_H
#define TI_NARROW_OVERLAP_CLIP_H

#include "math/vec3.h"

// The box with every side moved outwards by what the clipping of triangles can lose to rounding, where no
// coordinate of a triangle is above `magnitude` in magnitude (derived in clip.c). `magnitude` is at most
// 2^1000.
toi_bounds ti_clip_grow(const toi_bounds* box, double magnitude);

// Whether a closed triangle, which may be a segment or a point, can meet the closed box that was grown.
// `own` is the box of its corners. "No" is proved: also for a triangle that is within 2^-1074 of this one
// coordinate by coordinate. "Yes" means that the triangle is within 2^-46 magnitude + 2^-1069 of the box that
// was not grown, coordinate by coordinate.
bool ti_clip_meets(const toi_vec3 corner[3], const toi_bounds* own, const toi_bounds* grown);

// The smallest box of the corners.
toi_bounds ti_clip_own_box(const toi_vec3 corner[3]);

// Whether two closed boxes meet.
static inline bool ti_clip_boxes_meet(const toi_bounds* a, const toi_bounds* b)
{
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y &&
           b->lower.y <= a->upper.y && a->lower.z <= b->upper.z && b->lower.z <= a->upper.z;
}

#endif
