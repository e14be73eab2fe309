// Boxes of a wide tree: of leaves from their vertices, of others from their children, and the lanes of both.

#include "bvh/wide_boxes.h"

// Vertices of large shapes are not in the cache: memory is asked for them so many places beforehand, going
// from the last leaf to the first. In the cache that would take a fifth more time.
enum { LARGE = 1 << 18, AHEAD = 48 };

static inline ti_f8 box_of_leaf(const ti_wide_shape* shape, const toi_vec3* points, const ti_wide_node* leaf,
                                const box_frame* frame, bool large)
{
    const uint32_t *vertex = shape->vertex + leaf->vertex_first, count = leaf->vertex_count;
    const uint32_t* next = leaf->vertex_first < AHEAD ? vertex : vertex - AHEAD;
    ti_v4 low = f4_load3(&points[vertex[0]].x), high = low;
    for (uint32_t i = 1; i < count; ++i) {
        ti_v4 p = f4_load3(&points[vertex[i]].x);
        if (large) {
            __builtin_prefetch(&points[next[i]]);
        }
        low = f4_min(low, p);
        high = f4_max(high, p);
    }
    return box_round(low, high, frame);
}

static ti_f8 box_of_children(const ti_float_box* box, uint32_t count)
{
    ti_f8 all = fb_load(box);
    for (uint32_t i = 1; i < count; ++i) {
        all = f8_min(all, fb_load(&box[i]));
    }
    return all;
}

// From the last node to the first, as children come after their parents.
static inline void fit(const ti_wide_shape* shape, const toi_vec3* points, const ti_float_frame* frame,
                       ti_float_box* boxes, bool large)
{
    box_frame f = box_frame_of(frame);
    for (uint32_t i = shape->node_count; i-- > 0;) {
        const ti_wide_node* n = &shape->nodes[i];
        fb_store(&boxes[i], n->leaf ? box_of_leaf(shape, points, n, &f, large)
                                    : box_of_children(boxes + n->first, n->count));
    }
}

void TI_KERNEL(ti_wide_fit)(const ti_wide_shape* shape, const toi_vec3* points, const ti_float_frame* frame,
                            ti_float_box* boxes)
{
    if (shape->vertex_count >= LARGE) {
        fit(shape, points, frame, boxes, true);
    } else {
        fit(shape, points, frame, boxes, false);
    }
}

void TI_KERNEL(ti_wide_swept)(const ti_wide_shape* shape, const toi_vec3* points, const toi_vec3* ends,
                              const ti_float_frame* frame, ti_float_box* boxes)
{
    box_frame f = box_frame_of(frame);
    bool large = shape->vertex_count >= LARGE;
    for (uint32_t i = shape->node_count; i-- > 0;) {
        const ti_wide_node* n = &shape->nodes[i];
        fb_store(&boxes[i], n->leaf ? f8_min(box_of_leaf(shape, points, n, &f, large),
                                             box_of_leaf(shape, ends, n, &f, large))
                                    : box_of_children(boxes + n->first, n->count));
    }
}

void TI_KERNEL(ti_wide_leaves)(const ti_wide_shape* shape, const toi_vec3* points,
                               const ti_float_frame* frame, uint32_t begin, uint32_t end, ti_float_box* boxes)
{
    box_frame f = box_frame_of(frame);
    bool large = shape->vertex_count >= LARGE;
    for (uint32_t i = end; i-- > begin;) {
        if (shape->nodes[i].leaf) {
            fb_store(&boxes[i], box_of_leaf(shape, points, &shape->nodes[i], &f, large));
        }
    }
}

void TI_KERNEL(ti_wide_inner)(const ti_wide_shape* shape, ti_float_box* boxes)
{
    for (uint32_t i = shape->inner_end; i-- > 0;) {
        const ti_wide_node* n = &shape->nodes[i];
        if (!n->leaf) {
            fb_store(&boxes[i], box_of_children(boxes + n->first, n->count));
        }
    }
}

void TI_KERNEL(ti_wide_lanes)(const ti_wide_shape* shape, const toi_vec3* points, const ti_float_frame* frame,
                              const ti_float_box* boxes, ti_wide_lanes* lanes)
{
    box_frame f = box_frame_of(frame);
    const ti_wide_body body = {.shape = shape, .points = points};
    for (uint32_t i = 0; i < shape->node_count; ++i) {
        ti_float_box leaf[TI_WIDE];
        const ti_wide_node* n = &shape->nodes[i];
        if (n->leaf) {
            boxes_of_leaf(&body, n, &f, leaf);
        }
        lanes_make(n->leaf ? leaf : boxes + n->first, n->count, &lanes[i]);
    }
}
