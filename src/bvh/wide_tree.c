// The shape of a wide tree: three halvings of a range, as the tree over the mesh makes them, give the
// children of a node.

#include "bvh/wide_tree.h"

#include "bvh/plan.h"
#include "bvh/wide_parts.h"
#include "core/assert.h"
#include "core/cpu.h"
#include "core/memory.h"
#include "math/rounding.h"

// ---- nodes

// Halves each range that is too large for a leaf. @return how many there are then
static uint32_t halve_all(ti_range* ranges, uint32_t count)
{
    ti_range made[TI_WIDE];
    uint32_t made_count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        ti_range half[2];
        if (ranges[i].count > TI_WIDE && ti_range_halves(ranges[i], half)) {
            made[made_count++] = half[0];
            made[made_count++] = half[1];
        } else {
            made[made_count++] = ranges[i];
        }
    }
    for (uint32_t i = 0; i < made_count; ++i) {
        ranges[i] = made[i];
    }
    return made_count;
}

static uint32_t cut(ti_range range, ti_range child[TI_WIDE])
{
    child[0] = range;
    uint32_t count = 1;
    for (int level = 0; level < 3; ++level) {
        count = halve_all(child, count);
    }
    return count;
}

static void make_leaf(ti_wide_shape* shape, ti_wide_node* node, ti_range range)
{
    uint32_t begin = shape->vertex_count;
    for (uint32_t i = range.begin; i < range.begin + range.count; ++i) {
        for (int k = 0; k < 3; ++k) {
            uint32_t vertex = shape->triangles[i].vertex[k], at = begin;
            while (at < shape->vertex_count && shape->vertex[at] != vertex) {
                ++at;
            }
            shape->vertex[at] = vertex;
            shape->vertex_count += at == shape->vertex_count;
        }
    }
    *node = (ti_wide_node){.first = range.begin,
                           .count = (uint16_t)range.count,
                           .leaf = 1,
                           .vertex_count = (uint8_t)(shape->vertex_count - begin),
                           .vertex_first = begin};
}

// Ranges in the order of their nodes: `ranges` has room for every node.
static void make_nodes(ti_wide_shape* shape, ti_range* ranges)
{
    uint32_t level_end = 1;
    ranges[0] = (ti_range){0, shape->triangle_count, 0};
    shape->node_count = 1;
    shape->depth = 1;
    for (uint32_t i = 0; i < shape->node_count; ++i) {
        if (i == level_end) {
            level_end = shape->node_count;
            ++shape->depth;
        }
        if (ranges[i].count <= TI_WIDE) {
            make_leaf(shape, &shape->nodes[i], ranges[i]);
            continue;
        }
        uint32_t count = cut(ranges[i], ranges + shape->node_count);
        shape->nodes[i] = (ti_wide_node){.first = shape->node_count, .count = (uint16_t)count};
        shape->node_count += count;
    }
    TI_ASSERT(shape->depth <= TI_WIDE_DEPTH);
    shape->inner_end = shape->node_count;
    while (shape->inner_end > 0 && shape->nodes[shape->inner_end - 1].leaf) {
        --shape->inner_end;
    }
}

static uint32_t count_nodes(ti_range range)
{
    ti_range child[TI_WIDE];
    uint32_t nodes = 1;
    if (range.count > TI_WIDE) {
        uint32_t count = cut(range, child);
        for (uint32_t i = 0; i < count; ++i) {
            nodes += count_nodes(child[i]);
        }
    }
    return nodes;
}

toi_status ti_wide_make(const ti_triangle* triangles, uint32_t count, const toi_allocator* allocator,
                        ti_wide_shape* shape)
{
    TI_ASSERT(count > 0);
    uint32_t nodes = count_nodes((ti_range){0, count, 0});
    *shape = (ti_wide_shape){.triangles = triangles, .triangle_count = count};
    shape->allocator = ti_allocator_or_default(allocator);
    shape->nodes = ti_allocate(&shape->allocator, nodes, sizeof *shape->nodes);
    ti_range* ranges = ti_allocate(&shape->allocator, (size_t)nodes + TI_WIDE, sizeof *ranges);
    shape->vertex = ti_allocate(&shape->allocator, 3 * (size_t)count, sizeof *shape->vertex);
    bool ok = shape->nodes != NULL && ranges != NULL && shape->vertex != NULL;
    if (ok) {
        make_nodes(shape, ranges);
        TI_ASSERT(shape->node_count == nodes);
        // Most vertices are in several triangles of a leaf.
        uint32_t* less = ti_allocate(&shape->allocator, shape->vertex_count, sizeof *less);
        ok = less != NULL;
        for (uint32_t i = 0; ok && i < shape->vertex_count; ++i) {
            less[i] = shape->vertex[i];
        }
        ti_release(&shape->allocator, shape->vertex);
        shape->vertex = less;
    }
    ti_release(&shape->allocator, ranges);
    if (!ok) {
        ti_wide_release(shape);
    }
    return ok ? TOI_OK : TOI_ERROR_MEMORY;
}

void ti_wide_release(ti_wide_shape* shape)
{
    ti_release(&shape->allocator, shape->nodes);
    ti_release(&shape->allocator, shape->vertex);
    *shape = (ti_wide_shape){.allocator = shape->allocator};
}

// ---- boxes

// Halves are taken before their sum, so that nothing overflows. Differences to the origin round in order:
// those of points between the sides are not larger.
ti_float_frame ti_float_frame_around(const toi_bounds* bounds)
{
    toi_vec3 origin = v3_add(v3_scale(0.5, bounds->lower), v3_scale(0.5, bounds->upper));
    toi_vec3 half = v3_max(v3_sub(origin, bounds->lower), v3_sub(bounds->upper, origin));
    double size = fmax(half.x, fmax(half.y, half.z));
    int exponent = size > 0.0 ? -ti_exponent_up(size) : 0;
    return (ti_float_frame){origin, ti_scale(1.0, exponent < 1023 ? exponent : 1023)};
}

void ti_wide_fit(const ti_wide_shape* shape, const toi_vec3* points, const ti_float_frame* frame,
                 ti_float_box* boxes)
{
    (ti_cpu_has_avx2() ? ti_wide_fit_avx2 : ti_wide_fit_plain)(shape, points, frame, boxes);
}

void ti_wide_fit_swept(const ti_wide_shape* shape, const toi_vec3* points, const toi_vec3* ends,
                       const ti_float_frame* frame, ti_float_box* boxes)
{
    (ti_cpu_has_avx2() ? ti_wide_swept_avx2 : ti_wide_swept_plain)(shape, points, ends, frame, boxes);
}

void ti_wide_fit_leaves(const ti_wide_shape* shape, const toi_vec3* points, const ti_float_frame* frame,
                        uint32_t begin, uint32_t end, ti_float_box* boxes)
{
    TI_ASSERT(begin <= end && end <= shape->node_count);
    (ti_cpu_has_avx2() ? ti_wide_leaves_avx2 : ti_wide_leaves_plain)(shape, points, frame, begin, end, boxes);
}

void ti_wide_fit_inner(const ti_wide_shape* shape, ti_float_box* boxes)
{
    (ti_cpu_has_avx2() ? ti_wide_inner_avx2 : ti_wide_inner_plain)(shape, boxes);
}

static double sides_of(const ti_float_box* box)
{
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        sum -= (double)box->lower[i] + (double)box->minus_upper[i];
    }
    return sum;
}

ti_wide_spread ti_wide_spread_of(const ti_wide_shape* shape, const ti_float_box* boxes,
                                 const ti_float_frame* frame)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < shape->inner_end; ++i) {
        sum += sides_of(&boxes[i]);
    }
    return (ti_wide_spread){sum / frame->scale, sum / sides_of(&boxes[0])};
}

void ti_wide_fit_lanes(const ti_wide_shape* shape, const toi_vec3* points, const ti_float_frame* frame,
                       const ti_float_box* boxes, ti_wide_lanes* lanes)
{
    (ti_cpu_has_avx2() ? ti_wide_lanes_avx2 : ti_wide_lanes_plain)(shape, points, frame, boxes, lanes);
}
