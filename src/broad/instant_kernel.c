// Boxes of bodies in float.

#include "broad/instant_parts.h"
#include "bvh/float_box.h"
#include "math/rounding.h"
#include "math/scalar.h"

static inline ti_v4 lanes_of(toi_vec3 v)
{
    return (ti_v4){v.x, v.y, v.z, 0.0};
}

static inline bool is_empty(const toi_bounds* box)
{
    return box->lower.x > box->upper.x;
}

// The middle of all boxes, and the power of two that makes half the longest side about 1.
static ti_float_frame frame_of(ti_v4 lower, ti_v4 upper)
{
    lower = f4_max(lower, f4_set(-DBL_MAX));
    upper = f4_min(upper, f4_set(DBL_MAX));
    ti_v4 half = f4_set(0.5) * upper - f4_set(0.5) * lower,
          middle = f4_set(0.5) * upper + f4_set(0.5) * lower;
    double most = d_max(d_max(half[0], half[1]), half[2]);
    int exponent = most > 0.0 ? ti_exponent_above(most) : 0;
    exponent = exponent > 1022 ? 1022 : exponent < -1023 ? -1023 : exponent;
    return (ti_float_frame){{middle[0], middle[1], middle[2]}, ti_power_of_two(-exponent)};
}

uint32_t TI_KERNEL(ti_instant_box)(const toi_bounds* boxes, uint32_t count, double within, ti_float_box* out)
{
    ti_v4 lower = f4_set(HUGE_VAL), upper = f4_set(-HUGE_VAL);
    for (uint32_t i = 0; i < count; ++i) {
        if (!is_empty(&boxes[i])) {
            lower = f4_min(lanes_of(boxes[i].lower), lower);
            upper = f4_max(lanes_of(boxes[i].upper), upper);
        }
    }
    ti_float_frame frame = frame_of(lower, upper);
    fb_frame lanes = fb_make_frame(&frame, within > 0.0 ? ti_up(0.5 * within) : 0.0);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        fb_store(&out[kept], fb_outwards(lanes_of(boxes[i].lower), lanes_of(boxes[i].upper), &lanes));
        out[kept].item = i;
        out[kept].unused = 0;
        kept += !is_empty(&boxes[i]);
    }
    return kept;
}
