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
    ti_f8 bound[6];
    for (int i = 0; i < 6; ++i) {
        bound[i] = f8_load(b->bound[i] + first);
    }
    ti_f8 from = f8_max(r->height[0] - bound[3], f8_set(0.0f));
    ti_f8 to = f8_min(r->height[1] - bound[2] + r->height_slack, f8_set(1.0f));
    ti_m8 meet = (ti_m8)(r->radius[0] <= bound[1]) & (ti_m8)(bound[0] <= r->radius[1]) & (ti_m8)(from <= to);
    if (m8_bits(meet) == 0) {
        return 0;
    }
    // The whole turns are taken off by truncation, which leaves `late` within a period of zero on one side.
    ti_f8 late = r->turn[1] - bound[4], early = r->turn[0] - bound[5];
    ti_f8 whole = f8_truncate(late * r->per_period);
    whole -= (ti_f8)((ti_m8)(late < f8_set(0.0f)) & (ti_m8)f8_set(1.0f));
    late -= whole * r->period;
    early -= whole * r->period;
    uint32_t count = 0;
    for (int i = 0; i < r->lifts; ++i) {
        ti_f8 lower = f8_max(from, early), upper = f8_min(to, late + r->turn_slack);
        ti_m8 hit = meet & (ti_m8)(lower <= upper);
        count += write_found(m8_bits(hit), lower, upper, first, out + count);
        early += r->period;
        late += r->period;
    }
    return count;
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
    uint32_t count = 0;
    float lower = a->bound[0][index], upper = a->bound[1][index];
    for (uint32_t first = 0; first < b->count; first += TI_LANES) {
        uint32_t block = first / TI_LANES;
        if (lower <= b->block[1][block] && b->block[0][block] <= upper) {
            count += test_block(&r, b, first, out + count);
        }
    }
    return count;
}
