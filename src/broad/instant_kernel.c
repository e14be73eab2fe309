// Boxes of bodies in float, which of them have moved far, and which pairs of them meet.

#include "broad/instant_parts.h"
#include "bvh/float_box.h"
#include "math/rounding.h"
#include "math/scalar.h"

static inline ti_v4 lanes_of(toi_vec3 v)
{
    return (ti_v4){v.x, v.y, v.z, 0.0};
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
        if (!ti_instant_empty(&boxes[i])) {
            lower = f4_min(lanes_of(boxes[i].lower), lower);
            upper = f4_max(lanes_of(boxes[i].upper), upper);
        }
    }
    ti_float_frame frame = frame_of(lower, upper);
    fb_frame lanes = fb_make_frame(&frame, within - 0.5 * within);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        fb_store(&out[kept], fb_outwards(lanes_of(boxes[i].lower), lanes_of(boxes[i].upper), &lanes));
        out[kept].item = i;
        out[kept].unused = 0;
        kept += !ti_instant_empty(&boxes[i]);
    }
    return kept;
}

// ---- frame after frame

// The two halves of a box: lower x, y, z and upper x; lower z and upper x, y, z.
static inline ti_v4 first_half(const toi_bounds* box)
{
    return f4_load(&box->lower.x);
}

static inline ti_v4 second_half(const toi_bounds* box)
{
    return f4_load(&box->lower.z);
}

void TI_KERNEL(ti_instant_watch)(const toi_bounds* boxes, const toi_bounds* kept, uint32_t count,
                                 ti_instant_watch* watch)
{
    uint32_t left = 0, gone = 0;
    for (uint32_t i = 0; i < count; ++i) {
        int above = m4_bits((ti_m4)(first_half(&boxes[i]) >= first_half(&kept[i]))) & 7;
        int below = m4_bits((ti_m4)(second_half(&boxes[i]) <= second_half(&kept[i]))) & 14;
        bool is_empty = ti_instant_empty(&boxes[i]), was_empty = ti_instant_empty(&kept[i]);
        bool has_left = (above != 7 || below != 14) && !is_empty, is_gone = is_empty && !was_empty;
        watch->marks[i] = has_left | is_gone;
        left += has_left;
        gone += is_gone;
    }
    watch->left += left;
    watch->gone += gone;
}

static inline bool are_apart(const toi_bounds* a, const toi_bounds* b, ti_v4 within)
{
    ti_v4 lower_a = first_half(a), upper_a = second_half(a), lower_b = first_half(b),
          upper_b = second_half(b);
    upper_a = __builtin_shufflevector(upper_a, upper_a, 1, 2, 3, 0);
    upper_b = __builtin_shufflevector(upper_b, upper_b, 1, 2, 3, 0);
    ti_m4 apart = (ti_m4)(lower_a - upper_b > within) | (ti_m4)(lower_b - upper_a > within);
    return (m4_bits(apart) & 7) != 0;
}

size_t TI_KERNEL(ti_instant_keep)(const ti_instant_scene* scene, const ti_candidate* pairs, size_t count,
                                  const uint8_t* marks, ti_candidate* out)
{
    const toi_bounds* boxes = scene->boxes;
    ti_v4 within = f4_set(scene->within);
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        ti_candidate pair = pairs[i];
        bool marked = marks != NULL && (marks[pair.a] | marks[pair.b]) != 0;
        out[kept] = pair;
        kept += !marked & !are_apart(&boxes[pair.a], &boxes[pair.b], within);
    }
    return kept;
}

size_t TI_KERNEL(ti_instant_all)(const ti_instant_scene* scene, ti_candidate* out)
{
    const toi_bounds* boxes = scene->boxes;
    ti_v4 within = f4_set(scene->within);
    size_t kept = 0;
    for (uint32_t a = 0; a + 1 < scene->count; ++a) {
        if (ti_instant_empty(&boxes[a])) {
            continue;
        }
        for (uint32_t b = a + 1; b < scene->count; ++b) {
            out[kept] = (ti_candidate){a, b};
            bool apart = are_apart(&boxes[a], &boxes[b], within), empty = ti_instant_empty(&boxes[b]);
            kept += !apart & !empty;
        }
    }
    return kept;
}
