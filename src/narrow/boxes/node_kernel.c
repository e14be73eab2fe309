// Halving a system, and what its coefficients say of each axis, four axes at once.

#include "math/simd.h"
#include "narrow/boxes/node.h"

#define ti_box_halve TI_KERNEL(ti_box_halve)
#define ti_box_test TI_KERNEL(ti_box_test)

// De Casteljau's steps at one half: what is first in each row belongs to the left half, what is last to the
// right.
void ti_box_halve(const ti_box_system* s, double* node, double* left)
{
    size_t count = s->degree + 1;
    const ti_v4 half = f4_set(0.5);
    for (uint32_t g = 0; g < s->groups; ++g) {
        double *c = node + 4 * count * g, *l = left + 4 * count * g;
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

// What is taken from |P|: `size`, and up to four polynomials with a factor for each lane, `low` zero where
// the sign of the polynomial is not known. `turn` says which lane is taken: j, j + 1 or j + 2.
typedef struct extent {
    const double* c;
    ti_v4 high, low;
    int turn;
} extent;

typedef struct family {
    const double* p;
    const double* size; // NULL: none
    ti_v4 size_half, margin;
    extent extents[4];
    int count;
    ti_m4 plain; // all extents have one sign
} family;

static inline ti_v4 turned(ti_v4 v, int turn)
{
    return turn == 0 ? v : turn == 1 ? (ti_v4){v[1], v[2], v[0], v[3]} : (ti_v4){v[2], v[0], v[1], v[3]};
}

static inline void add_extent(family* f, const double* c, ti_v4 half, ti_m4 sign, int turn)
{
    ti_m4 fixed = (ti_m4)turned((ti_v4)sign, turn);
    f->extents[f->count++] = (extent){c, half, f4_select(fixed, half, f4_set(0.0)), turn};
    f->plain &= fixed;
}

typedef struct bits {
    uint32_t apart, over, plain;
} bits;

// A lane is apart where all coefficients of P - extents, or of -P - extents, are above the margin.
static inline bits judge(const family* f, size_t count)
{
    const ti_v4 zero = f4_set(0.0);
    const ti_m4 yes = zero == zero;
    ti_m4 above = yes, below = yes, over = yes, up = yes, down = yes;
    for (size_t k = 0; k < count; ++k) {
        ti_v4 p = f4_load(f->p + 4 * k);
        ti_v4 high = f->margin, low = f->margin;
        if (f->size != NULL) {
            ti_v4 size = f->size_half * f4_load(f->size + 4 * k);
            high = high + size;
            low = low + size;
        }
        for (int i = 0; i < f->count; ++i) {
            ti_v4 x = f4_abs(turned(f4_load(f->extents[i].c + 4 * k), f->extents[i].turn));
            high = high + f->extents[i].high * x;
            low = low + f->extents[i].low * x;
        }
        above &= p > high;
        below &= -p > high;
        over &= f4_abs(p) <= low;
        up &= p >= zero;
        down &= p <= zero;
    }
    return (bits){(uint32_t)m4_bits(above | below) & 7u, (uint32_t)m4_bits(over) & 7u,
                  (uint32_t)m4_bits(f->plain & (up | down)) & 7u};
}

// ---- all of them

typedef struct signs {
    ti_m4 g_row[3], g_column[3], h_row[3];
} signs;

static inline family make_family(const ti_box_system* s, const double* node, const signs* sign,
                                 uint32_t number, uint32_t depth)
{
    size_t group = 4 * ((size_t)s->degree + 1);
    const ti_v4 zero = f4_set(0.0);
    ti_v4 half_a = f4_load(s->half_a), half_b = f4_load(s->half_b);
    family f = {.p = node + group * (BOX_P + number), .plain = zero == zero};
    f.margin = f4_load(s->margin + 4 * number) + f4_set((double)depth) * f4_load(s->deeper + 4 * number);
    if (number == BOX_A) {
        f.size = node + group * BOX_SIZE_A;
        f.size_half = half_a;
        for (uint32_t j = 0; j < 3; ++j) {
            add_extent(&f, node + group * (BOX_G_COLUMN + j), f4_set(s->half_b[j]), sign->g_column[j], 0);
        }
    } else if (number == BOX_B) {
        f.size = node + group * s->size_b;
        f.size_half = half_b;
        for (uint32_t i = 0; i < 3; ++i) {
            add_extent(&f, node + group * (s->h_row + i), f4_set(s->half_a[i]), sign->h_row[i], 0);
        }
    } else {
        uint32_t i = number - BOX_E, i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        const double* h = node + group * (s->h_row + i);
        add_extent(&f, node + group * (BOX_G_ROW + i2), f4_set(s->half_a[i1]), sign->g_row[i2], 0);
        add_extent(&f, node + group * (BOX_G_ROW + i1), f4_set(s->half_a[i2]), sign->g_row[i1], 0);
        add_extent(&f, h, turned(half_b, 1), sign->h_row[i], 2);
        add_extent(&f, h, turned(half_b, 2), sign->h_row[i], 1);
    }
    return f;
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
        family f = make_family(s, node, &sign, number, depth);
        bits found = judge(&f, s->degree + 1);
        state->apart |= found.apart << shift;
        state->over |= found.over << shift;
        state->plain |= found.plain << shift;
        if (found.apart != 0) {
            return;
        }
    }
}
