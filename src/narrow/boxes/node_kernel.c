// Halving a system, and what its coefficients say of each axis, four axes at once.

#include "math/simd.h"
#include "narrow/boxes/node.h"

#define ti_box_halve TI_KERNEL(ti_box_halve)
#define ti_box_test TI_KERNEL(ti_box_test)

// De Casteljau's steps at one half: what is first in each row belongs to the left half, what is last to the
// right.
static inline void halve(double* c, double* l, size_t count)
{
    const ti_v4 half = f4_set(0.5);
    for (size_t row = count; row > 0; --row) {
        ti_v4 last = f4_load(c);
        f4_store(l + 4 * (count - row), last);
        for (size_t i = 1; i < row; ++i) {
            ti_v4 next = f4_load(c + 4 * i);
            f4_store(c + 4 * (i - 1), half * (last + next));
            last = next;
        }
    }
}

enum { SHORT = 9 };

// The same for a number of coefficients that is known when this is compiled: rows stay in registers.
static inline void halve_short(double* c, double* l, size_t count)
{
    const ti_v4 half = f4_set(0.5);
    ti_v4 row[SHORT];
    for (size_t i = 0; i < count; ++i) {
        row[i] = f4_load(c + 4 * i);
    }
    for (size_t last = count - 1; last > 0; --last) {
        f4_store(l + 4 * (count - 1 - last), row[0]);
        f4_store(c + 4 * last, row[last]);
        for (size_t i = 0; i < last; ++i) {
            row[i] = half * (row[i] + row[i + 1]);
        }
    }
    f4_store(l + 4 * (count - 1), row[0]);
    f4_store(c, row[0]);
}

#define HALVE_SHORT(count)                                                  \
    case count:                                                             \
        for (size_t g = 0; g < groups; ++g) {                               \
            halve_short(node + 4 * (count)*g, left + 4 * (count)*g, count); \
        }                                                                   \
        break;

void ti_box_halve(const ti_box_system* s, double* node, double* left)
{
    size_t count = s->degree + 1, groups = s->groups;
    switch (count) {
        HALVE_SHORT(2)
        HALVE_SHORT(3)
        HALVE_SHORT(4)
        HALVE_SHORT(5)
        HALVE_SHORT(6)
        HALVE_SHORT(7)
        HALVE_SHORT(8)
        HALVE_SHORT(9)
    default:
        for (size_t g = 0; g < groups; ++g) {
            halve(node + 4 * count * g, left + 4 * count * g, count);
        }
    }
}

// ---- signs

// Lanes in which a polynomial has coefficients of one sign.
static inline ti_m4 one_sign(const double* c, size_t count)
{
    const ti_v4 zero = f4_set(0.0);
    ti_m4 up = zero == zero, down = up;
    for (size_t k = 0; k < count; ++k) {
        ti_v4 x = f4_load(c + 4 * k);
        up &= x >= zero;
        down &= x <= zero;
    }
    return up | down;
}

// ---- one family

typedef struct bits {
    uint32_t apart, over, plain;
} bits;

// What the coefficients of a family have been so far.
typedef struct verdict {
    ti_m4 above, below, over, up, down;
} verdict;

static inline verdict undecided(void)
{
    const ti_v4 zero = f4_set(0.0);
    const ti_m4 yes = zero == zero;
    return (verdict){yes, yes, yes, yes, yes};
}

// A lane is apart where all coefficients of P - extents, or of -P - extents, are above the margin. `high` is
// the most that is taken from |P|, `low` the least.
static inline void look(verdict* v, ti_v4 p, ti_v4 high, ti_v4 low)
{
    const ti_v4 zero = f4_set(0.0);
    v->above &= p > high;
    v->below &= -p > high;
    v->over &= f4_abs(p) <= low;
    v->up &= p >= zero;
    v->down &= p <= zero;
}

static inline bits judge(const verdict* v, ti_m4 plain)
{
    return (bits){(uint32_t)m4_bits(v->above | v->below) & 7u, (uint32_t)m4_bits(v->over) & 7u,
                  (uint32_t)m4_bits(plain & (v->up | v->down)) & 7u};
}

static inline ti_v4 turned(ti_v4 v, int turn)
{
    return turn == 1 ? (ti_v4){v[1], v[2], v[0], v[3]} : (ti_v4){v[2], v[0], v[1], v[3]};
}

static inline ti_v4 if_fixed(ti_m4 fixed, ti_v4 half)
{
    return f4_select(fixed, half, f4_set(0.0));
}

typedef struct signs {
    ti_m4 g_row[3], g_column[3], h_row[3];
} signs;

// Three extents with a factor each, and a size.
typedef struct sides {
    const double *p, *size, *c[3];
    ti_v4 margin, size_half, half[3], low[3]; // `low` is 0 where the sign of the extent is not known
} sides;

static inline ti_v4 side_extent(const sides* f, const ti_v4 half[3], ti_v4 size, const ti_v4 x[3])
{
    return (((f->margin + size) + half[0] * x[0]) + half[1] * x[1]) + half[2] * x[2];
}

static inline bits judge_sides(const sides* f, size_t count, ti_m4 plain)
{
    verdict v = undecided();
    bool same = (m4_bits(plain) & 7) == 7; // every sign is known
    for (size_t k = 0; k < 4 * count; k += 4) {
        ti_v4 size = f->size_half * f4_load(f->size + k);
        const ti_v4 x[3] = {f4_abs(f4_load(f->c[0] + k)), f4_abs(f4_load(f->c[1] + k)),
                            f4_abs(f4_load(f->c[2] + k))};
        ti_v4 high = side_extent(f, f->half, size, x);
        look(&v, f4_load(f->p + k), high, same ? high : side_extent(f, f->low, size, x));
    }
    return judge(&v, plain);
}

// Two extents lane by lane, and one in the two other orders.
typedef struct edges {
    const double *p, *g[2], *h;
    ti_v4 margin, half[4], low[4];
} edges;

static inline ti_v4 edge_extent(const edges* f, const ti_v4 half[4], const ti_v4 x[4])
{
    return (((f->margin + half[0] * x[0]) + half[1] * x[1]) + half[2] * x[2]) + half[3] * x[3];
}

static inline bits judge_edges(const edges* f, size_t count, ti_m4 plain)
{
    verdict v = undecided();
    bool same = (m4_bits(plain) & 7) == 7;
    for (size_t k = 0; k < 4 * count; k += 4) {
        ti_v4 h = f4_abs(f4_load(f->h + k));
        const ti_v4 x[4] = {f4_abs(f4_load(f->g[0] + k)), f4_abs(f4_load(f->g[1] + k)), turned(h, 2),
                            turned(h, 1)};
        ti_v4 high = edge_extent(f, f->half, x);
        look(&v, f4_load(f->p + k), high, same ? high : edge_extent(f, f->low, x));
    }
    return judge(&v, plain);
}

// ---- all of them

static inline ti_v4 margin_of(const ti_box_system* s, uint32_t family, uint32_t depth)
{
    return f4_load(s->margin + 4 * family) + f4_set((double)depth) * f4_load(s->deeper + 4 * family);
}

static inline bits test_sides(const ti_box_system* s, const double* node, const signs* sign, uint32_t family,
                              uint32_t depth)
{
    size_t group = 4 * ((size_t)s->degree + 1);
    bool of_a = family == BOX_A;
    const ti_m4* fixed = of_a ? sign->g_column : sign->h_row;
    const double *half = of_a ? s->half_b : s->half_a, *c = node + group * (of_a ? BOX_G_COLUMN : s->h_row);
    sides f = {.p = node + group * (BOX_P + family),
               .size = node + group * (of_a ? BOX_SIZE_A : s->size_b),
               .margin = margin_of(s, family, depth),
               .size_half = f4_load(of_a ? s->half_a : s->half_b)};
    for (int k = 0; k < 3; ++k) {
        f.c[k] = c + group * (size_t)k;
        f.half[k] = f4_set(half[k]);
        f.low[k] = if_fixed(fixed[k], f.half[k]);
    }
    return judge_sides(&f, s->degree + 1, fixed[0] & fixed[1] & fixed[2]);
}

static inline bits test_edges(const ti_box_system* s, const double* node, const signs* sign, uint32_t family,
                              uint32_t depth)
{
    size_t group = 4 * ((size_t)s->degree + 1);
    uint32_t i = family - BOX_E, i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    ti_v4 half_b = f4_load(s->half_b);
    const ti_m4 fixed[4] = {sign->g_row[i2], sign->g_row[i1], (ti_m4)turned((ti_v4)sign->h_row[i], 2),
                            (ti_m4)turned((ti_v4)sign->h_row[i], 1)};
    edges f = {.p = node + group * (BOX_P + family),
               .g = {node + group * (BOX_G_ROW + i2), node + group * (BOX_G_ROW + i1)},
               .h = node + group * (s->h_row + i),
               .margin = margin_of(s, family, depth),
               .half = {f4_set(s->half_a[i1]), f4_set(s->half_a[i2]), turned(half_b, 1), turned(half_b, 2)}};
    for (int k = 0; k < 4; ++k) {
        f.low[k] = if_fixed(fixed[k], f.half[k]);
    }
    return judge_edges(&f, s->degree + 1, fixed[0] & fixed[1] & fixed[2] & fixed[3]);
}

static inline signs find_signs(const ti_box_system* s, const double* node)
{
    size_t count = s->degree + 1, group = 4 * count;
    signs sign;
    for (uint32_t i = 0; i < 3; ++i) {
        sign.g_row[i] = one_sign(node + group * (BOX_G_ROW + i), count);
        sign.h_row[i] =
            s->h_row == BOX_G_ROW ? sign.g_row[i] : one_sign(node + group * (s->h_row + i), count);
    }
    for (int j = 0; j < 3; ++j) {
        sign.g_column[j] = (ti_m4){sign.g_row[0][j], sign.g_row[1][j], sign.g_row[2][j], 0};
    }
    return sign;
}

void ti_box_test(const ti_box_system* s, const double* node, uint32_t depth, uint32_t first,
                 ti_box_state* state)
{
    signs sign = find_signs(s, node);
    state->apart = 0;
    state->plain = 0;
    for (uint32_t i = 0; i < BOX_FAMILIES; ++i) {
        uint32_t number = i == 0 ? first : (i <= first ? i - 1 : i), shift = 4 * number;
        if ((state->over >> shift & 7u) == 7u) {
            continue;
        }
        bits found = number <= BOX_B ? test_sides(s, node, &sign, number, depth)
                                     : test_edges(s, node, &sign, number, depth);
        state->apart |= found.apart << shift;
        state->over |= found.over << shift;
        state->plain |= found.plain << shift;
        if (found.apart != 0) {
            return;
        }
    }
}
