// Polynomials of the points of a part in lanes, and where the first of them may fall to zero (tree_link.h).

#include "math/bern_crossing.h"
#include "math/simd.h"
#include "narrow/boxes/tree_link.h"

#define ti_tree_advance_line TI_KERNEL(ti_tree_advance_line)
#define ti_tree_advance_lanes TI_KERNEL(ti_tree_advance_lanes)
#define ti_tree_cut TI_KERNEL(ti_tree_cut)
#define ti_tree_reach TI_KERNEL(ti_tree_reach)

// A span is worth another hull while it is longer than this part of all time.
static const double SHORT_SPAN = 0x1p-48;

typedef struct lanes {
    double* c; // coefficient k of vector v at 4 (k vectors + v)
    size_t vectors, degree;
} lanes;

// ---- cutting

// De Casteljau's steps; what is left belongs to the part after s.
static inline void cut_before(const lanes* p, size_t vectors, double s)
{
    const ti_v4 t = f4_set(1.0 - s), u = f4_set(s);
    for (size_t count = vectors * p->degree; count > 0; count -= vectors) {
        for (size_t i = 0; i < count; ++i) {
            double* c = p->c + 4 * i;
            f4_store(c, t * f4_load(c) + u * f4_load(c + 4 * vectors));
        }
    }
}

// Here to the part before s.
static inline void cut_behind(const lanes* p, size_t vectors, double s)
{
    const ti_v4 t = f4_set(1.0 - s), u = f4_set(s);
    for (size_t first = vectors; first <= vectors * p->degree; first += vectors) {
        for (size_t i = vectors * (p->degree + 1); i-- > first;) {
            double* c = p->c + 4 * i;
            f4_store(c, t * f4_load(c - 4 * vectors) + u * f4_load(c));
        }
    }
}

static inline double least_lane(ti_v4 v)
{
    v = f4_min(v, f4_swap_far(v));
    return f4_min(v, f4_swap_near(v))[0];
}

static inline double largest(const lanes* p, size_t vectors)
{
    ti_v4 most = f4_set(0.0);
    for (size_t i = 0; i < vectors * (p->degree + 1); ++i) {
        most = f4_max(f4_abs(f4_load(p->c + 4 * i)), most);
    }
    most = f4_max(most, f4_swap_far(most));
    return f4_max(most, f4_swap_near(most))[0];
}

// The least coefficients of all lanes, less the margin, to `c`. False where one is not positive.
static inline bool find_least(const lanes* p, size_t vectors, double margin, double* c)
{
    bool positive = true;
    for (size_t k = 0; k <= p->degree; ++k) {
        const double* from = p->c + 4 * vectors * k;
        ti_v4 least = f4_load(from);
        for (size_t v = 1; v < vectors; ++v) {
            least = f4_min(least, f4_load(from + 4 * v));
        }
        c[k] = least_lane(least) - margin;
        positive = positive && c[k] > 0.0;
    }
    return positive;
}

// ---- hulls

typedef struct span {
    double from, length;
    bool to_end;
} span;

// Looks at what is left until it is proved, or until `rounds` hulls were made.
static inline double advance(const lanes* p, size_t vectors, const ti_tree_lanes* l, double margin)
{
    double c[TI_MOST_DEGREE + 1];
    span s = {l->from, 1.0 - l->from, true};
    for (uint32_t round = 0; round < l->rounds; ++round) {
        if (find_least(p, vectors, margin, c)) {
            if (s.to_end) {
                return 1.0;
            }
            s.from += s.length;
            break;
        }
        if (!(c[0] > 0.0)) {
            break;
        }
        ti_crossing x = ti_bern_crossing(c, p->degree);
        double end = d_min(2.0 * x.guess - x.safe, 1.0);
        s.from += x.safe * s.length;
        if (round + 1 == l->rounds || !((end - x.safe) * s.length > SHORT_SPAN)) {
            break;
        }
        if (end < 1.0) {
            cut_behind(p, vectors, end);
            s.to_end = false;
        }
        cut_before(p, vectors, x.safe / end);
        s.length *= end - x.safe;
    }
    return d_min(d_max(s.from - 64.0 * TI_U, l->from), 1.0);
}

double ti_tree_advance_lanes(const ti_tree_lanes* l)
{
    const lanes p = {l->c, 1, l->degree};
    double margin = l->margin + l->blur * largest(&p, 1);
    if (l->from > 0.0) {
        cut_before(&p, 1, l->from);
    }
    return advance(&p, 1, l, margin);
}

// ---- points

static inline void fill(const ti_tree_line* l, size_t vectors)
{
    const ti_v4 n[3] = {f4_set(l->normal.x), f4_set(l->normal.y), f4_set(l->normal.z)};
    const ti_v4 reach = f4_set(l->reach);
    ti_v4 x[3], y[3], z[3];
    for (size_t v = 0; v < vectors; ++v) {
        x[v] = f4_load(l->other->x + 4 * v);
        y[v] = f4_load(l->other->y + 4 * v);
        z[v] = f4_load(l->other->z + 4 * v);
    }
    const double* rows = l->rows + 12 * (size_t)l->body;
    double* to = l->work;
    for (size_t k = 0; k <= l->degree; ++k) {
        const double* r = rows + 4 * TREE_ROWS * k;
        ti_v4 u = (n[0] * f4_load(r) + n[1] * f4_load(r + 4)) + n[2] * f4_load(r + 8);
        ti_v4 u0 = f4_set(u[0]), u1 = f4_set(u[1]), u2 = f4_set(u[2]), way = f4_set(u[3]);
        ti_v4 size = reach * f4_load(l->rows + 4 * (TREE_ROWS * k + TREE_SIZE_ROW));
        for (size_t v = 0; v < vectors; ++v, to += 4) {
            f4_store(to, (((way + u0 * x[v]) + u1 * y[v]) + u2 * z[v]) - size);
        }
    }
}

static inline double line_of(const ti_tree_line* l, size_t vectors)
{
    const lanes p = {l->work, vectors, l->degree};
    const ti_tree_lanes all = {l->work, l->degree, l->rounds, l->margin, l->blur, l->from};
    fill(l, vectors);
    return advance(&p, vectors, &all, l->margin + l->blur * largest(&p, vectors));
}

double ti_tree_advance_line(const ti_tree_line* l)
{
    switch (l->other->count / 4) {
    case 1:
        return line_of(l, 1);
    case 2:
        return line_of(l, 2);
    default:
        return line_of(l, 3);
    }
}

// ---- at one time

void ti_tree_cut(const ti_tree_motion* m, double time, ti_tree_frame* f)
{
    size_t count = (size_t)m->system.degree + 1;
    const lanes p = {m->left, TREE_ROWS, m->system.degree};
    memcpy(p.c, m->rows, 4 * TREE_ROWS * count * sizeof *p.c);
    cut_before(&p, TREE_ROWS, time);
    ti_v4 size = f4_load(p.c + 4 * TREE_SIZE_ROW);
    for (size_t i = 0; i < 3; ++i) {
        f4_store(f->row[i], f4_load(p.c + 4 * i) / size);
    }
    f->time = time;
}

void ti_tree_reach(const ti_tree_side* side, double direction[3][4], double reach[4])
{
    const ti_v4 n[3] = {f4_load(direction[0]), f4_load(direction[1]), f4_load(direction[2])};
    ti_v4 most = f4_set(-HUGE_VAL);
    for (uint32_t k = 0; k < side->count; ++k) {
        most =
            f4_max((n[0] * f4_set(side->x[k]) + n[1] * f4_set(side->y[k])) + n[2] * f4_set(side->z[k]), most);
    }
    f4_store(reach, most);
}
