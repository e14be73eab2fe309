// Sizes of the ranges of the tree. They are rounded so that nearly all ranges of 64, 16 and 4 triangles come
// out full: these are the patches and the leaves.

#include "bvh/plan.h"

#include "core/assert.h"

// Sizes of the lanes of a node over `count` triangles are multiples of this, but for the last.
static uint32_t unit_of(uint32_t count)
{
    return count > 64 ? 64 : count > 16 ? 16 : 4;
}

// About half of `count`, a multiple of `unit` below `count`; all of a count that needs no cut.
static uint32_t first_part(uint32_t count, uint32_t unit)
{
    if (count <= unit) {
        return count;
    }
    uint64_t parts = ((uint64_t)count + unit) / (2 * (uint64_t)unit);
    return unit * (uint32_t)parts;
}

ti_cut ti_cut_range(uint32_t count)
{
    TI_ASSERT(count > TI_TREE_LEAF_TRIANGLES);
    uint32_t unit = unit_of(count);
    ti_cut cut = {.lane_count = 0};
    cut.half[0] = first_part(count, unit);
    cut.half[1] = count - cut.half[0];
    for (int i = 0; i < 2; ++i) {
        cut.first[i] = first_part(cut.half[i], unit);
        cut.size[cut.lane_count++] = cut.first[i];
        if (cut.first[i] < cut.half[i]) {
            cut.size[cut.lane_count++] = cut.half[i] - cut.first[i];
        }
    }
    return cut;
}

bool ti_range_halves(ti_range range, ti_range half[2])
{
    uint32_t unit = range.unit;
    if (unit == 0 || first_part(range.count, unit) == range.count) {
        if (range.count <= TI_TREE_LEAF_TRIANGLES) {
            return false;
        }
        range.unit = 0;
        unit = unit_of(range.count);
    }
    uint32_t first = first_part(range.count, unit), next = range.unit == 0 ? unit : 0;
    half[0] = (ti_range){range.begin, first, next};
    half[1] = (ti_range){range.begin + first, range.count - first, next};
    return true;
}

bool ti_may_have_patch(uint32_t triangle_count)
{
    return triangle_count >= TI_PATCH_LEAST && triangle_count <= TI_PATCH_POINTS;
}

ti_plan ti_plan_tree(uint32_t count)
{
    ti_plan plan = {.nodes = 1, .patches = ti_may_have_patch(count), .levels = 1};
    uint32_t size[TI_PLAN_STACK], level[TI_PLAN_STACK], top = 0;
    size[top] = count;
    level[top++] = 1;
    while (top > 0) {
        uint32_t here = level[--top];
        if (size[top] <= TI_TREE_LEAF_TRIANGLES) {
            continue;
        }
        ti_cut cut = ti_cut_range(size[top]);
        ++plan.nodes;
        plan.levels = here + 1 > plan.levels ? here + 1 : plan.levels;
        for (uint32_t i = 0; i < cut.lane_count; ++i) {
            TI_ASSERT(top < TI_PLAN_STACK);
            plan.patches += ti_may_have_patch(cut.size[i]);
            size[top] = cut.size[i];
            level[top++] = here + 1;
        }
    }
    return plan;
}
