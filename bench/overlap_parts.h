// What the makers of worlds share.

#ifndef TI_BENCH_OVERLAP_PARTS_H
#define TI_BENCH_OVERLAP_PARTS_H

#include "bench/overlap_world.h"
#include "narrow/overlap/octree.h"

// Who says what meets.
typedef struct overlap_judge {
    ti_octree octree;
    overlap_bodies bodies;
} overlap_judge;

// Zeroed memory, or the program ends.
void* overlap_room(size_t count, size_t size);

// CPU time of the calling thread.
double overlap_cpu_us(void);

ti_faces overlap_faces_of(const toi_mesh* mesh, toi_pose pose);

// Room for the cycles of a world whose bodies are there.
void overlap_world_start(overlap_world* world, uint32_t cycles);

void overlap_judge_make(const overlap_world* world, overlap_judge* judge);
void overlap_judge_release(overlap_judge* judge);

// Writes what meets in a cycle whose poses are there.
ti_octree_result overlap_world_judge(overlap_world* world, uint32_t cycle, overlap_judge* judge);

#endif
