// Queries of one kind that are collected and asked a block at a time, for those who make them as they go.

#ifndef TI_NARROW_DEFORM_BLOCK_H
#define TI_NARROW_DEFORM_BLOCK_H

#include "narrow/deform/deform.h"
#include "narrow/deform/screen.h"

// Rows of coordinates are a little longer than a block, so that they do not share places in the cache.
enum { TI_BLOCK_ROW = SCREEN_BLOCK + 8 };

// Zero but for the kind.
typedef struct ti_primitive_block {
    toi_primitive_kind kind;
    uint32_t count; // of queries, below SCREEN_BLOCK
    double start[TOI_PRIMITIVE_MOST_VERTICES][3][TI_BLOCK_ROW],
        end[TOI_PRIMITIVE_MOST_VERTICES][3][TI_BLOCK_ROW];
    ti_screened screened;
} ti_primitive_block;

static inline void ti_block_set(double (*row)[TI_BLOCK_ROW], uint32_t at, toi_vec3 v)
{
    row[0][at] = v.x;
    row[1][at] = v.y;
    row[2][at] = v.z;
}

// Query `i` of a block; also while answers are received.
void ti_primitive_block_query(const ti_primitive_block* block, uint32_t i, toi_primitive_query* query);

// How queries are asked: valid settings without links, and a time up to which answers matter.
typedef struct ti_block_ask {
    toi_primitive_def def;
    double until;
    bool avx2;
} ti_block_ask;

// Receives the answer to query `index`.
typedef void ti_block_take(void* context, uint32_t index, const toi_primitive_result* result);

// Asks the queries of a block, whose numbers are finite, and empties it. Of those that are not clear before a
// time up to `until` the answers are given, in order: what toi_primitive_contact would give. Returns how many
// links were tried.
uint64_t ti_primitive_block_ask(ti_primitive_block* block, const ti_block_ask* ask, ti_block_take* take,
                                void* context);

#endif
