// Halves of an interval, and the value of an axis as one polynomial.

#include "narrow/boxes/node.h"

#include "math/scalar.h"
#include "narrow/boxes/root.h"

#include <math.h>

bool ti_box_level_halve(ti_arena* arena, const ti_box_system* system, ti_box_halve_fn halve,
                        ti_box_level* level, ti_box_level* left)
{
    if (left->node == NULL) {
        left->node = ti_arena_allocate(arena, ti_box_system_size(system), sizeof *left->node);
        if (left->node == NULL) {
            return false;
        }
    }
    halve(system, level->node, left->node);
    level->width *= 0.5;
    ++level->depth;
    left->begin = level->begin;
    left->width = level->width;
    left->depth = level->depth;
    level->begin += level->width;
    return true;
}

// ---- values

static const double* at(const ti_box_system* s, const double* node, uint32_t group, uint32_t lane)
{
    return node + (size_t)4 * (s->degree + 1) * group + lane;
}

typedef struct part {
    const double* c;
    double half;
} part;

static uint32_t parts_of(const ti_box_system* s, const double* node, uint32_t family, uint32_t lane,
                         part parts[4])
{
    const double *e = s->half_a, *h = s->half_b;
    if (family <= BOX_B) {
        bool of_a = family == BOX_A;
        parts[0] = (part){at(s, node, of_a ? BOX_SIZE_A : s->size_b, lane), of_a ? e[lane] : h[lane]};
        for (uint32_t k = 0; k < 3; ++k) {
            uint32_t group = of_a ? BOX_G_COLUMN + k : s->h_row + k;
            parts[1 + k] = (part){at(s, node, group, lane), of_a ? h[k] : e[k]};
        }
        return 4;
    }
    uint32_t i = family - BOX_E, i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (lane + 1) % 3, j2 = (lane + 2) % 3;
    parts[0] = (part){at(s, node, BOX_G_ROW + i2, lane), e[i1]};
    parts[1] = (part){at(s, node, BOX_G_ROW + i1, lane), e[i2]};
    parts[2] = (part){at(s, node, s->h_row + i, j2), h[j1]};
    parts[3] = (part){at(s, node, s->h_row + i, j1), h[j2]};
    return 4;
}

static double less_extents(const part* parts, uint32_t count, uint32_t k, double x)
{
    for (uint32_t i = 0; i < count; ++i) {
        x -= parts[i].half * fabs(parts[i].c[4 * k]);
    }
    return x;
}

void ti_box_value(const ti_box_system* s, const double* node, uint32_t depth, uint32_t axis, double* value)
{
    uint32_t family = axis / 4, lane = axis % 4;
    double margin = ti_box_margin(s, axis, depth);
    const double* p = at(s, node, BOX_P + family, lane);
    part parts[4];
    uint32_t count = parts_of(s, node, family, lane, parts);
    for (uint32_t k = 0; k <= s->degree; ++k) {
        value[k] = less_extents(parts, count, k, fabs(p[4 * k])) - margin;
    }
}

static bool has_one_sign(const double* c, uint32_t degree)
{
    bool up = true, down = true;
    for (uint32_t k = 0; k <= degree; ++k) {
        up = up && c[4 * k] >= 0.0;
        down = down && c[4 * k] <= 0.0;
    }
    return up || down;
}

bool ti_box_is_plain(const ti_box_system* s, const double* node, uint32_t axis)
{
    part parts[4];
    uint32_t family = axis / 4, lane = axis % 4, count = parts_of(s, node, family, lane, parts);
    bool plain = has_one_sign(at(s, node, BOX_P + family, lane), s->degree);
    for (uint32_t i = 0; i < count && plain; ++i) {
        plain = has_one_sign(parts[i].c, s->degree);
    }
    return plain;
}

// Whether no coefficient, times `factor`, is within the margin of another sign. What has no length has no
// say.
static bool has_certain_sign(const double* c, uint32_t degree, double factor, double margin)
{
    bool up = true, down = true;
    for (uint32_t k = 0; k <= degree; ++k) {
        up = up && c[4 * k] * factor > margin;
        down = down && c[4 * k] * factor < -margin;
    }
    return up || down || factor == 0.0;
}

// Where no sign of an extent changes in exact numbers either the value in one direction is a polynomial, with
// coefficients that the margin is a bound for too: each step is off by two of them at most, and what the
// three below are rounded is less than half a margin.
static const double STEADY = 2.5;

bool ti_box_is_steady(const ti_box_system* s, const double* node, uint32_t axis, bool falls, double* sign)
{
    part parts[4];
    uint32_t family = axis / 4, lane = axis % 4, count = parts_of(s, node, family, lane, parts);
    const double* p = at(s, node, BOX_P + family, lane);
    double margin = ti_box_margin(s, axis, 0), value[TI_MOST_DEGREE + 1];
    bool steady = s->degree > 0;
    for (uint32_t i = 0; i < count && steady; ++i) {
        steady = has_certain_sign(parts[i].c, s->degree, parts[i].half, margin);
    }
    *sign = p[falls ? 0 : 4 * s->degree] > 0.0 ? 1.0 : -1.0;
    for (uint32_t k = 0; k <= s->degree && steady; ++k) {
        value[k] = less_extents(parts, count, k, *sign * p[4 * k]);
        double step = k == 0 ? HUGE_VAL : falls ? value[k - 1] - value[k] : value[k] - value[k - 1];
        steady = step > STEADY * margin;
    }
    return steady;
}

// |G_kj| at a time, of B's axis j.
static double row_at(const ti_box_system* s, const double* node, uint32_t k, uint32_t j, double time)
{
    const double* row = at(s, node, BOX_G_ROW + k, j);
    double c[TI_MOST_DEGREE + 1];
    for (uint32_t i = 0; i <= s->degree; ++i) {
        c[i] = row[4 * i];
    }
    return fabs(ti_box_evaluate(c, s->degree, time));
}

// Values are lengths times the length of the axis, as far as that shows, and the common denominator. Along
// a_i x b_j, b_j = (G_1j a_1 + G_2j a_2 + G_3j a_3)/V, and with k and m the two others than i, up to signs,
//
//     a_i x b_j = (G_kj n_m - G_mj n_k)/V,   so |a_i x b_j| >= |G_kj| |n_k x n_m|/(|n_k| V) >= |G_kj|/|a_m|
//
// since n_k x n_m = V a_i and |n_k| <= |a_i| |a_m|; and likewise with k and m exchanged.
double ti_box_blur(const ti_box_system* s, const double* node, uint32_t depth, uint32_t axis, double time)
{
    uint32_t family = axis / 4, lane = axis % 4;
    double least = HUGE_VAL;
    if (family >= BOX_E) {
        uint32_t i = family - BOX_E;
        least = d_max(row_at(s, node, (i + 1) % 3, lane, time), row_at(s, node, (i + 2) % 3, lane, time));
    } else {
        const double* size = at(s, node, family == BOX_B ? s->size_b : BOX_SIZE_A, 0);
        for (uint32_t k = 0; k <= s->degree; ++k) {
            least = d_min(size[4 * k], least);
        }
    }
    return least > 0.0 ? 2.0 * s->reach[family] * ti_box_margin(s, axis, depth) / least : HUGE_VAL;
}
