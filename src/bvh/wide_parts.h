// What the kernels of wide trees share with the files that choose between their two builds.

#ifndef TI_BVH_WIDE_PARTS_H
#define TI_BVH_WIDE_PARTS_H

#include "bvh/wide_walk.h"

void ti_wide_fit_avx2(const ti_wide_shape* shape, const toi_vec3* points, const ti_float_frame* frame,
                      ti_float_box* boxes);
void ti_wide_fit_plain(const ti_wide_shape* shape, const toi_vec3* points, const ti_float_frame* frame,
                       ti_float_box* boxes);
void ti_wide_swept_avx2(const ti_wide_shape* shape, const toi_vec3* points, const toi_vec3* ends,
                        const ti_float_frame* frame, ti_float_box* boxes);
void ti_wide_swept_plain(const ti_wide_shape* shape, const toi_vec3* points, const toi_vec3* ends,
                         const ti_float_frame* frame, ti_float_box* boxes);
void ti_wide_leaves_avx2(const ti_wide_shape* shape, const toi_vec3* points, const ti_float_frame* frame,
                         uint32_t begin, uint32_t end, ti_float_box* boxes);
void ti_wide_leaves_plain(const ti_wide_shape* shape, const toi_vec3* points, const ti_float_frame* frame,
                          uint32_t begin, uint32_t end, ti_float_box* boxes);
void ti_wide_inner_avx2(const ti_wide_shape* shape, ti_float_box* boxes);
void ti_wide_inner_plain(const ti_wide_shape* shape, ti_float_box* boxes);
void ti_wide_lanes_avx2(const ti_wide_shape* shape, const toi_vec3* points, const ti_float_frame* frame,
                        const ti_float_box* boxes, ti_wide_lanes* lanes);
void ti_wide_lanes_plain(const ti_wide_shape* shape, const toi_vec3* points, const ti_float_frame* frame,
                         const ti_float_box* boxes, ti_wide_lanes* lanes);

// Pairs of nodes whose boxes may meet, not yet looked into. A walk from one pair on puts at most 64 pairs for
// each level of both trees on it.
enum { TI_WIDE_STACK = 64 * 2 * TI_WIDE_DEPTH };

// Looks into all pairs on the stack, of which there are *count, at least one, the last first, and what is
// below them; with `once` into the last one alone, which is not of two leaves. @return false without memory
bool ti_wide_go_avx2(const ti_wide_walk* walk, ti_node_pair* stack, uint32_t* count, bool once,
                     ti_pair_list* candidates);
bool ti_wide_go_plain(const ti_wide_walk* walk, ti_node_pair* stack, uint32_t* count, bool once,
                      ti_pair_list* candidates);

// ti_wide_walk_find by one of the two builds.
bool ti_wide_walk_find_with(const ti_wide_walk* walk, ti_pair_list* candidates, bool avx2);

#endif
