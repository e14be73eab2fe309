// Which queries of a block are told by one axis, and which have a number that is not finite.

#ifndef TI_NARROW_DEFORM_SCREEN_H
#define TI_NARROW_DEFORM_SCREEN_H

#include "toi/primitives.h"

enum { SCREEN_BLOCK = 256 }; // queries that are looked at together: what is left of them stays in the cache

enum { SCREEN_CLEAR = 1, SCREEN_FINITE = 2 }; // bits of a flag

// `count` queries of a batch from `first` on; at most SCREEN_BLOCK.
typedef struct ti_screen_block {
    const toi_primitive_batch* batch;
    uint64_t first;
    uint32_t count;
    double separation;
} ti_screen_block;

typedef void ti_screen_kernel(const ti_screen_block* block, uint8_t flags[SCREEN_BLOCK]);
ti_screen_kernel ti_screen_avx2, ti_screen_plain;

#endif
