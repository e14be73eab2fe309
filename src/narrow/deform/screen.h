// Many queries of one kind: which of them are told at a glance, and how far the proofs of the others get.

#ifndef TI_NARROW_DEFORM_SCREEN_H
#define TI_NARROW_DEFORM_SCREEN_H

#include "narrow/deform/deform.h"

enum { SCREEN_BLOCK = 256 }; // queries that are looked at together: what is left of them stays in the cache

// Bits of a flag. A query that is clear by a direction, not by an axis, took a step.
enum { SCREEN_CLEAR = 1, SCREEN_FINITE = 2, SCREEN_STEP = 4 };

// `count` queries of a batch from `first` on; at most SCREEN_BLOCK. Their settings are valid and have no
// links; `exact` is not looked at. Walks end beyond `until`.
typedef struct ti_screen_block {
    const toi_primitive_batch* batch;
    uint64_t first;
    uint32_t count;
    const toi_primitive_def* def;
    double until;
} ti_screen_block;

// What comes of them: a flag of each, and those that have walked, in order.
typedef struct ti_screened {
    uint8_t flags[SCREEN_BLOCK];
    uint32_t left;
    uint32_t at[SCREEN_BLOCK]; // which of the block these are
    toi_primitive_query queries[SCREEN_BLOCK];
    ti_advance advances[SCREEN_BLOCK];
} ti_screened;

typedef void ti_screen_kernel(const ti_screen_block* block, ti_screened* out);
ti_screen_kernel ti_screen_avx2, ti_screen_plain;

#endif
