// Queries that one axis tells, four at once: those whose primitives stay farther apart along it than the
// separation. Without an error: a difference of doubles that is rounded to more than a double is more than
// that.

#include "math/simd.h"
#include "narrow/deform/screen.h"

#define ti_screen_run TI_KERNEL(ti_screen)

ti_screen_kernel ti_screen_run;

enum { LANES = 4 };

typedef struct span {
    ti_v4 least, most;
} span;

// The coordinates of four queries; where fewer are left the last one stands for the others.
static ti_v4 load(const double* x, const ti_screen_block* block, uint32_t i)
{
    x += block->first + i;
    uint32_t left = block->count - i;
    return left >= LANES ? f4_load(x) : (ti_v4){x[0], x[left > 1 ? 1 : 0], x[left - 1], x[left - 1]};
}

// Of vertices from `first` to before `end` along an axis; `sum` takes up what is not finite.
static span span_of(const double* const v[][3], const uint32_t range[2], int axis,
                    const ti_screen_block* block, uint32_t i, ti_v4* sum)
{
    span s;
    for (uint32_t k = range[0]; k < range[1]; ++k) {
        ti_v4 x = load(v[k][axis], block, i);
        s.least = k > range[0] ? f4_min(x, s.least) : x;
        s.most = k > range[0] ? f4_max(x, s.most) : x;
        *sum += x * f4_set(0.0); // NaN for infinity and NaN
    }
    return s;
}

static void screen_four(const ti_screen_block* block, uint32_t i, uint8_t flags[LANES])
{
    const toi_primitive_batch* q = block->batch;
    uint32_t first_b = q->kind == TOI_PRIMITIVE_EE ? 2 : 1;
    const uint32_t of_a[2] = {0, first_b}, of_b[2] = {first_b, toi_primitive_vertex_count(q->kind)};
    ti_v4 separation = f4_set(block->separation), sum = f4_set(0.0);
    ti_m4 clear = {0, 0, 0, 0};
    for (int axis = 0; axis < 3; ++axis) {
        span a = span_of(q->start, of_a, axis, block, i, &sum),
             b = span_of(q->start, of_b, axis, block, i, &sum);
        span c = span_of(q->end, of_a, axis, block, i, &sum), d = span_of(q->end, of_b, axis, block, i, &sum);
        clear |= (ti_m4)(a.least - b.most > separation) & (ti_m4)(c.least - d.most > separation);
        clear |= (ti_m4)(b.least - a.most > separation) & (ti_m4)(d.least - c.most > separation);
    }
    int is_clear = m4_bits(clear), is_finite = m4_bits((ti_m4)(sum == f4_set(0.0)));
    for (uint32_t k = 0; k < LANES && i + k < block->count; ++k) {
        flags[k] = (uint8_t)((is_clear >> k & 1) * SCREEN_CLEAR + (is_finite >> k & 1) * SCREEN_FINITE);
    }
}

void ti_screen_run(const ti_screen_block* block, uint8_t flags[SCREEN_BLOCK])
{
    for (uint32_t i = 0; i < block->count; i += LANES) {
        screen_four(block, i, flags + i);
    }
}
