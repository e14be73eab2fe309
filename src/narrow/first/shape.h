// A convex piece of a body by its points: the whole body, a patch of its tree, or one triangle.

#ifndef TI_NARROW_FIRST_SHAPE_H
#define TI_NARROW_FIRST_SHAPE_H

#include "math/simd.h"
#include "narrow/first/types.h"

typedef struct ti_shape {
    const double* x; // local coordinates, count a multiple of four
    const double* y;
    const double* z;
    uint32_t count;
    const ti_support* tree; // spheres around the points, or NULL
    double scale;           // local coordinates to units of the pair
    double radius;          // largest distance of a point from the centre of its body, in units of the pair
} ti_shape;

static inline toi_vec3 shape_point(const ti_shape* s, uint32_t i)
{
    return v3(s->scale * s->x[i], s->scale * s->y[i], s->scale * s->z[i]);
}

// Which point is farthest along a direction, and how far.
typedef struct ti_farthest {
    double value;
    uint32_t index;
} ti_farthest;

// Over points [begin, end), the first of equals within a lane; m is in local coordinates, so no scale.
static inline ti_farthest farthest_of_run(const ti_shape* s, uint32_t begin, uint32_t end, toi_vec3 m)
{
    ti_v4 mx = f4_set(m.x), my = f4_set(m.y), mz = f4_set(m.z);
    ti_v4 best = f4_load(s->x + begin) * mx + f4_load(s->y + begin) * my + f4_load(s->z + begin) * mz;
    ti_m4 at = {0, 1, 2, 3}, current = at;
    for (uint32_t i = begin + 4; i < end; i += 4) {
        ti_v4 value = f4_load(s->x + i) * mx + f4_load(s->y + i) * my + f4_load(s->z + i) * mz;
        current += (ti_m4){4, 4, 4, 4};
        ti_m4 better = (ti_m4)(value > best);
        best = f4_select(better, value, best);
        at = (ti_m4)f4_select(better, (ti_v4)current, (ti_v4)at);
    }
    double v0 = best[0], v2 = best[2];
    int64_t i0 = at[0], i2 = at[2];
    if (best[1] > v0) {
        v0 = best[1];
        i0 = at[1];
    }
    if (best[3] > v2) {
        v2 = best[3];
        i2 = at[3];
    }
    return v2 > v0 ? (ti_farthest){v2, begin + (uint32_t)i2} : (ti_farthest){v0, begin + (uint32_t)i0};
}

// Upper bounds of m.x over the eight spheres of a run.
static inline void bound_run(const ti_sphere_level* level, uint32_t begin, toi_vec3 m, double length,
                             double bound[TI_SUPPORT_RUN])
{
    for (uint32_t i = 0; i < TI_SUPPORT_RUN; i += 4) {
        uint32_t k = begin + i;
        f4_store(bound + i, f4_load(level->x + k) * f4_set(m.x) + f4_load(level->y + k) * f4_set(m.y) +
                                f4_load(level->z + k) * f4_set(m.z) +
                                f4_load(level->radius + k) * f4_set(length));
    }
}

static inline uint32_t index_of_largest(const double bound[TI_SUPPORT_RUN])
{
    uint32_t at = 0;
    for (uint32_t i = 1; i < TI_SUPPORT_RUN; ++i) {
        at = bound[i] > bound[at] ? i : at;
    }
    return at;
}

// Descends the spheres, most promising first; a sphere whose bound does not exceed the best point is left
// out. The bound and the dot product are each within 4 u |m| (|c| + r) of their exact values, so what is left
// out exceeds the answer by at most 8 u |m| R: part of the rounding bound of the pair.
static inline ti_farthest farthest_of_tree(const ti_shape* s, toi_vec3 m, uint32_t hint)
{
    const ti_support* tree = s->tree;
    double length = v3_length(m);
    double bound[TI_SUPPORT_LEVELS][TI_SUPPORT_RUN];
    uint32_t run[TI_SUPPORT_LEVELS];
    uint32_t top = tree->level_count - 1, k = top;
    ti_farthest best = farthest_of_run(s, hint & ~3u, (hint & ~3u) + 4, m);
    run[top] = 0;
    bound_run(&tree->level[top], 0, m, length, bound[top]);
    for (;;) {
        uint32_t i = index_of_largest(bound[k]);
        if (!(bound[k][i] > best.value)) {
            if (k == top) {
                return best;
            }
            ++k;
            continue;
        }
        bound[k][i] = -HUGE_VAL;
        uint32_t below = run[k] + i < tree->level[k].count ? run[k] + i : tree->level[k].count - 1; // padding
        if (k > 0) {
            --k;
            run[k] = below * TI_SUPPORT_RUN;
            bound_run(&tree->level[k], run[k], m, length, bound[k]);
            continue;
        }
        ti_farthest found = farthest_of_run(s, below * TI_SUPPORT_RUN, (below + 1) * TI_SUPPORT_RUN, m);
        best = found.value > best.value ? found : best;
    }
}

// Farthest point along n, a direction in the axes of the body; `value` is in units of the pair.
static inline ti_farthest shape_farthest(const ti_shape* s, toi_vec3 n, uint32_t hint)
{
    toi_vec3 m = v3_scale(s->scale, n);
    if (s->tree && s->tree->level_count > 0) {
        return farthest_of_tree(s, m, hint);
    }
    return farthest_of_run(s, 0, s->count, m);
}

#endif
