// Times at which signs change, of all nine polynomials together, in order.

#include "narrow/boxes/paper_splits.h"

#include "math/rounding.h"
#include "math/scalar.h"

#include <string.h>

// Brackets of all nine, of one side.
typedef struct list {
    ti_paper_split* at;
    uint32_t count;
} list;

typedef struct finder {
    ti_polys* polys;
    uint32_t degree, limit;
    list in, out;
} finder;

static void take(const ti_paper_signs* signs, list* to)
{
    for (uint32_t k = 0; k < signs->count; ++k) {
        const ti_paper_piece* p = &signs->pieces[k];
        if (p->sign != 0) {
            continue;
        }
        bool inner = k > 0 && k + 1 < signs->count;
        bool crossed = inner && p[-1].sign * p[1].sign < 0;
        to->at[to->count++] = (ti_paper_split){p->begin, p->end, crossed};
    }
}

static void sort(list* l)
{
    for (uint32_t i = 1; i < l->count; ++i) {
        ti_paper_split s = l->at[i];
        uint32_t k = i;
        for (; k > 0 && s.begin < l->at[k - 1].begin; --k) {
            l->at[k] = l->at[k - 1];
        }
        l->at[k] = s;
    }
}

// Those that meet are one.
static void join(list* l)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < l->count; ++i) {
        ti_paper_split* last = count > 0 ? &l->at[count - 1] : NULL;
        if (last != NULL && l->at[i].begin <= last->end) {
            last->end = d_max(l->at[i].end, last->end);
            last->crossed = last->crossed || l->at[i].crossed;
        } else {
            l->at[count++] = l->at[i];
        }
    }
    l->count = count;
}

// ---- the polynomials

// Lane j of the result is N_ij.
static ti_poly row_of(ti_polys* p, const ti_box_frame* a, const ti_box_frame* b, uint32_t i)
{
    ti_poly_term terms[3];
    for (uint32_t k = 0; k < 3; ++k) {
        terms[k] = (ti_poly_term){1.0, &a->axis[k], i, &b->axis[k]};
    }
    return ti_poly_sum(p, terms, 3);
}

static bool all_small(const ti_paper_poly* p)
{
    bool small = true;
    for (uint32_t k = 0; k <= p->degree; ++k) {
        small = small && fabs(p->c[k]) <= p->error;
    }
    return small;
}

// One polynomial, within [0, 1] and outside.
static bool find_one(const finder* f, double* c, double error, ti_paper_signs* in, ti_paper_signs* out)
{
    const ti_paper_poly poly = {c, f->degree, error};
    if (!ti_paper_signs_find(f->polys->arena, &poly, f->limit, in)) {
        return false;
    }
    *out = (ti_paper_signs){.count = 0};
    if (all_small(&poly)) {
        return true;
    }
    for (uint32_t k = 1; k <= f->degree; k += 2) {
        c[k] = -c[k];
    }
    return ti_paper_signs_find(f->polys->arena, &poly, f->limit, out);
}

static bool find_row(finder* f, const ti_poly* row, uint32_t i, ti_paper_splits* s)
{
    uint32_t degree = row->degree;
    double coefficients[4 * (TI_MOST_DEGREE + 1)], c[TI_MOST_DEGREE + 1];
    ti_poly_write(f->polys, row, degree, coefficients);
    for (size_t j = 0; j < 3; ++j) {
        double error = row->error[j] + ti_gamma(3 * (int)degree + 4) * row->most[j];
        for (size_t k = 0; k <= degree; ++k) {
            c[k] = coefficients[4 * k + j];
        }
        ti_paper_signs *in = &s->signs[3 * i + j], out;
        f->polys->no_memory = !find_one(f, c, error, in, &out);
        if (f->polys->no_memory) {
            return false;
        }
        s->cut_short = s->cut_short || in->cut_short || out.cut_short;
        if (out.count > 0) {
            take(in, &f->in);
            take(&out, &f->out);
        }
    }
    return true;
}

// ---- counts

static void count_outside(const list* out, bool at_0, bool at_1, ti_paper_splits* s)
{
    s->before = at_0;
    s->after = at_1;
    for (uint32_t k = 0; k < out->count; ++k) {
        const ti_paper_split* x = &out->at[k];
        bool finite = x->begin > 0.0 && x->end < 1.0 && (x->end < 0.5 || x->begin > 0.5);
        s->before += finite && x->end < 0.5;
        s->after += finite && x->begin > 0.5;
        s->touches += finite && !x->crossed;
    }
}

static void count_all(const list* in, const list* out, ti_paper_splits* s)
{
    bool at_0 = out->count > 0 && out->at[0].begin == 0.0;
    bool at_1 = out->count > 0 && out->at[out->count - 1].end == 1.0;
    for (uint32_t k = 0; k < in->count; ++k) {
        bool first = in->at[k].begin == 0.0, last = in->at[k].end == 1.0;
        at_0 = at_0 || first;
        at_1 = at_1 || last;
        s->inside += !first && !last;
        s->touches += !first && !last && !in->at[k].crossed;
    }
    count_outside(out, at_0, at_1, s);
}

static bool make_list(ti_polys* p, uint32_t degree, list* l)
{
    *l = (list){ti_arena_allocate(p->arena, 9 * (size_t)ti_paper_most_pieces(degree), sizeof *l->at), 0};
    p->no_memory = l->at == NULL;
    return !p->no_memory;
}

bool ti_paper_splits_find(ti_polys* p, const ti_box_frame* a, const ti_box_frame* b, uint32_t limit,
                          ti_paper_splits* s)
{
    *s = (ti_paper_splits){.count = 0};
    ti_poly rows[3];
    for (uint32_t i = 0; i < 3; ++i) {
        rows[i] = row_of(p, a, b, i);
    }
    finder f = {.polys = p, .degree = rows[0].degree, .limit = limit};
    if (p->no_memory || p->too_large || !make_list(p, f.degree, &f.in) || !make_list(p, f.degree, &f.out)) {
        return false;
    }
    for (uint32_t i = 0; i < 3; ++i) {
        if (!find_row(&f, &rows[i], i, s)) {
            return false;
        }
    }
    sort(&f.in);
    join(&f.in);
    sort(&f.out);
    join(&f.out);
    count_all(&f.in, &f.out, s);
    s->brackets = f.in.at;
    s->count = f.in.count;
    return true;
}
