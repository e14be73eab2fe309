// Ways to find what meets, cycle by cycle: ours, and the three that [Kitamura98] compares with, built as it
// describes them (section 5).

#ifndef TI_BENCH_OVERLAP_METHODS_H
#define TI_BENCH_OVERLAP_METHODS_H

#include "bench/overlap_world.h"
#include "toi/overlap.h"

typedef struct overlap_found {
    uint64_t face_pairs, body_pairs;
} overlap_found;

typedef struct overlap_method {
    const char* name;
    bool convex; // takes rigid convex bodies only, and finds pairs of bodies, not of faces
    bool rigid;  // takes rigid bodies only
    // Before the first cycle; what it takes does not count as time of a cycle.
    void* (*open)(const overlap_world* world);
    overlap_found (*ask)(void* state, const overlap_bodies* bodies, uint32_t count);
    void (*close)(void* state);
} overlap_method;

extern const overlap_method overlap_engine;      // toi_overlap_find as it comes
extern const overlap_method overlap_engine_join; // without trees
extern const overlap_method overlap_octree_6;    // the paper's
extern const overlap_method overlap_octree_auto; // to an automatic level
extern const overlap_method overlap_octree_all;  // without the box stages, level 6
extern const overlap_method overlap_planes;      // separating planes kept from cycle to cycle
extern const overlap_method overlap_update;      // face octrees of the bodies, made beforehand
extern const overlap_method overlap_distance;    // closest features kept from cycle to cycle

// The program ends where it is not TOI_OK.
void overlap_must(toi_status status);

// What overlap_engine does, with settings. The caller destroys the object.
toi_overlap* overlap_engine_open(const overlap_world* world, const toi_overlap_def* def);
overlap_found overlap_engine_ask(toi_overlap* overlap, const overlap_bodies* bodies, uint32_t count,
                                 const toi_overlap_query* query);

#endif
