// What the kernel that looks at four pairs at once shares with keep.c.

#ifndef TI_NARROW_OVERLAP_KEEP_PARTS_H
#define TI_NARROW_OVERLAP_KEEP_PARTS_H

#include "data.h"

// A body as its triangles are compared: posed and scaled. The scale is part of the pose where that gives the
// same bits, else coordinates are multiplied by `factor`.
typedef struct keep_side {
    const ti_triangle* triangles;
    const toi_vec3* vertices;
    bool rigid, scaled;
    ti_mat3 rotation;
    toi_vec3 position;
    double factor;
} keep_side;

enum { KEEP_BLOCK = 64 }; // pairs that are looked at together: their corners stay in the nearest cache

typedef struct keep_block {
    const ti_face_pair* pairs;
    uint32_t count;
    uint32_t unsure_count;
    uint8_t meets[KEEP_BLOCK];      // 1: certified to meet
    uint8_t unsure[KEEP_BLOCK + 4]; // pairs that are left to the exact test; room for lanes that do not count
} keep_block;

// Poses the first `count` vertices of a rigid body as blocks do.
void ti_keep_pose_avx2(const keep_side* side, uint32_t count, toi_vec3* to);
void ti_keep_pose_plain(const keep_side* side, uint32_t count, toi_vec3* to);

void ti_keep_block_avx2(const keep_side* a, const keep_side* b, keep_block* block);
void ti_keep_block_plain(const keep_side* a, const keep_side* b, keep_block* block);

#endif
