// A block on its way.

#include "narrow/deform/block.h"

#include "core/assert.h"
#include "math/vec3.h"
#include "narrow/deform/settle.h"

void ti_primitive_block_query(const ti_primitive_block* b, uint32_t i, toi_primitive_query* q)
{
    q->kind = b->kind;
    for (uint32_t k = 0; k < toi_primitive_vertex_count(b->kind); ++k) {
        q->start[k] = v3(b->start[k][0][i], b->start[k][1][i], b->start[k][2][i]);
        q->end[k] = v3(b->end[k][0][i], b->end[k][1][i], b->end[k][2][i]);
    }
}

static void screen(ti_primitive_block* b, const ti_block_ask* ask)
{
    toi_primitive_batch batch = {.kind = b->kind, .count = b->count};
    for (uint32_t k = 0; k < toi_primitive_vertex_count(b->kind); ++k) {
        for (int c = 0; c < 3; ++c) {
            batch.start[k][c] = b->start[k][c];
            batch.end[k][c] = b->end[k][c];
        }
    }
    const ti_screen_block all = {&batch, 0, b->count, &ask->def, ask->until};
    (ask->avx2 ? ti_screen_avx2 : ti_screen_plain)(&all, &b->screened);
}

uint64_t ti_primitive_block_ask(ti_primitive_block* block, const ti_block_ask* ask, ti_block_take* take,
                                void* context)
{
    TI_ASSERT(block->count <= SCREEN_BLOCK);
    if (block->count == 0) {
        return 0;
    }
    screen(block, ask);
    const ti_screened* screened = &block->screened;
    uint64_t steps = 0;
    for (uint32_t i = 0; i < block->count; ++i) {
        TI_ASSERT(screened->flags[i] & SCREEN_FINITE);
        steps += (screened->flags[i] & SCREEN_STEP) != 0;
    }
    for (uint32_t k = 0; k < screened->left; ++k) {
        const ti_advance* a = &screened->advances[k];
        steps += a->steps;
        if (a->end == TI_ADVANCE_CLEAR || a->end == TI_ADVANCE_LATER) {
            continue;
        }
        toi_primitive_result result;
        ti_primitive_settle(&screened->queries[k], &ask->def, a, ask->avx2, &result);
        if (result.answer != TOI_ANSWER_CLEAR && result.t_free <= ask->until) {
            take(context, screened->at[k], &result);
        }
    }
    block->count = 0;
    return steps;
}
