// One feature against a list of features of the other body, eight at a time.

#include "math/simd.h"
#include "narrow/screw/cull.h"

// Times are rounded to floats up to 128 apart, and a few operations follow: widening by this covers them.
static const float TIME_PADDING = 0x1p-13f;

// A row on its way: what of the feature of A every block is compared with.
typedef struct row {
    ti_f8 radius[2], height[2], turn[2];
    ti_f8 height_slack, turn_slack, period, per_period;
    int lifts;
} row;

// Which of the extents from `first` on may be met at some height and radius; windows by these.
static int test_heights(const row* r, float* const bound[6], uint32_t first, ti_f8* from, ti_f8* to)
{
    *from = f8_max(r->height[0] - f8_load(bound[3] + first), f8_set(0.0f));
    *to = f8_min(r->height[1] - f8_load(bound[2] + first) + r->height_slack, f8_set(1.0f));
    ti_m8 meet = (ti_m8)(r->radius[0] <= f8_load(bound[1] + first)) &
                 (ti_m8)(f8_load(bound[0] + first) <= r->radius[1]) & (ti_m8)(*from <= *to);
    return m8_bits(meet);
}

// The windows by angle, before any whole turn after the first: those are taken off by truncation, which
// leaves `late` within a period of zero on one side.
static void set_turns(const row* r, float* const bound[6], uint32_t first, ti_f8* early, ti_f8* late)
{
    *late = r->turn[1] - f8_load(bound[4] + first);
    *early = r->turn[0] - f8_load(bound[5] + first);
    ti_f8 whole = f8_truncate(*late * r->per_period);
    whole -= (ti_f8)((ti_m8)(*late < f8_set(0.0f)) & (ti_m8)f8_set(1.0f));
    *late -= whole * r->period;
    *early -= whole * r->period;
}

static uint32_t write_found(int found, ti_f8 from, ti_f8 to, uint32_t first, ti_suspect* out)
{
    float lower[8], upper[8];
    uint32_t count = 0;
    f8_store(lower, from);
    f8_store(upper, to);
    while (found != 0) {
        int lane = __builtin_ctz((unsigned)found);
        found &= found - 1;
        out[count++] = (ti_suspect){first + (uint32_t)lane, lower[lane], upper[lane]};
    }
    return count;
}

static uint32_t test_block(const row* r, const ti_extents* b, uint32_t first, ti_suspect* out)
{
    ti_f8 from, to, early, late;
    int meet = test_heights(r, b->bound, first, &from, &to);
    if (meet == 0) {
        return 0;
    }
    set_turns(r, b->bound, first, &early, &late);
    uint32_t count = 0;
    for (int i = 0; i < r->lifts; ++i) {
        ti_f8 lower = f8_max(from, early), upper = f8_min(to, late + r->turn_slack);
        int hit = meet & m8_bits((ti_m8)(lower <= upper));
        if (hit != 0) {
            count += write_found(hit, lower, upper, first, out + count);
        }
        early += r->period;
        late += r->period;
    }
    return count;
}

// Which of eight blocks hold something that may be met.
static int test_blocks(const row* r, const ti_extents* b, uint32_t first)
{
    ti_f8 from, to, early, late;
    int meet = test_heights(r, b->block, first, &from, &to), hit = 0;
    if (meet == 0) {
        return 0;
    }
    set_turns(r, b->block, first, &early, &late);
    for (int i = 0; i < r->lifts; ++i) {
        hit |= m8_bits((ti_m8)(f8_max(from, early) <= f8_min(to, late + r->turn_slack)));
        early += r->period;
        late += r->period;
    }
    return meet & hit;
}

uint32_t TI_KERNEL(ti_cull_row)(const ti_cull* cull, const ti_extents* a, uint32_t index, const ti_extents* b,
                                ti_suspect* out)
{
    row r;
    for (int k = 0; k < 2; ++k) {
        r.radius[k] = f8_set(a->bound[k][index]);
        r.height[k] = f8_set(a->bound[2 + k][index] + (k == 0 ? -TIME_PADDING : TIME_PADDING));
        r.turn[k] = f8_set(a->bound[4 + k][index] + (k == 0 ? -TIME_PADDING : TIME_PADDING));
    }
    r.height_slack = f8_set((float)cull->height_slack);
    r.turn_slack = f8_set((float)cull->turn_slack);
    r.period = f8_set((float)cull->period);
    r.per_period = f8_set((float)(1.0 / cull->period));
    r.lifts = cull->lifts;
    uint32_t count = 0, blocks = (b->count + TI_LANES - 1) / TI_LANES;
    if (blocks <= TI_FEW_BLOCKS) {
        for (uint32_t i = 0; i < blocks; ++i) {
            count += test_block(&r, b, i * TI_LANES, out + count);
        }
        return count;
    }
    for (uint32_t first = 0; first < blocks; first += TI_LANES) {
        for (int hit = test_blocks(&r, b, first); hit != 0; hit &= hit - 1) {
            uint32_t block = first + (uint32_t)__builtin_ctz((unsigned)hit);
            count += test_block(&r, b, block * TI_LANES, out + count);
        }
    }
    return count;
}
