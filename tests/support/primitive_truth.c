// Candidate times are the roots of what can change its sign; each is tested, the earliest that passes counts.

#include "support/primitive_truth.h"

#include "support/algebraic.h"
#include "support/poly3.h"

#include <fmpz.h>
#include <limits.h>
#include <math.h>

// ---- what decides

enum { MOST_ZEROS = 3, MOST_SIGNS = 4, MOST_PARTS = 4 };

// Primitives touch at a time if all of `zero` are zero and, where `size` is not, all of `sign` are at least
// zero; where `size` is zero, if any of the parts touch, or without parts, if `size_of_rest` is zero too.
typedef struct condition condition;
struct condition {
    fmpz_poly_t zero[MOST_ZEROS], sign[MOST_SIGNS], size, size_of_rest;
    int zeros, signs, parts;
    condition* part; // made when they are needed
    toi_primitive_kind kind;
    const poly3* x; // the vertices
};

static void need_parts(condition* c);

static void condition_init(condition* c)
{
    for (int i = 0; i < MOST_ZEROS; ++i) {
        fmpz_poly_init(c->zero[i]);
    }
    for (int i = 0; i < MOST_SIGNS; ++i) {
        fmpz_poly_init(c->sign[i]);
    }
    fmpz_poly_init(c->size);
    fmpz_poly_init(c->size_of_rest);
    c->zeros = c->signs = c->parts = 0;
    c->part = NULL;
    c->kind = TOI_PRIMITIVE_NONE;
    c->x = NULL;
}

static void condition_clear(condition* c)
{
    for (int i = 0; i < MOST_ZEROS; ++i) {
        fmpz_poly_clear(c->zero[i]);
    }
    for (int i = 0; i < MOST_SIGNS; ++i) {
        fmpz_poly_clear(c->sign[i]);
    }
    fmpz_poly_clear(c->size);
    fmpz_poly_clear(c->size_of_rest);
}

static bool touches(condition* c, alg_root* time)
{
    for (int i = 0; i < c->zeros; ++i) {
        if (alg_sign(time, c->zero[i]) != 0) {
            return false;
        }
    }
    if (alg_sign(time, c->size) == 0) {
        need_parts(c);
        for (int i = 0; i < c->parts; ++i) {
            if (touches(&c->part[i], time)) {
                return true;
            }
        }
        return c->parts == 0 && alg_sign(time, c->size_of_rest) == 0;
    }
    for (int i = 0; i < c->signs; ++i) {
        if (alg_sign(time, c->sign[i]) < 0) {
            return false;
        }
    }
    return true;
}

// ---- the kinds

static void set_points(condition* c, const poly3* p, const poly3* q)
{
    poly3 d;
    init3(&d);
    subtract3(&d, p, q);
    dot3(c->size, &d, &d);
    fmpz_poly_set(c->zero[0], c->size);
    c->zeros = 1;
    clear3(&d);
}

// The vertex at a share (w . d)/(d . d) of the edge d, on its line.
static void set_edge(condition* c, const poly3* v, const poly3* a, const poly3* b)
{
    poly3 w, d, area;
    init3(&w);
    init3(&d);
    init3(&area);
    subtract3(&w, v, a);
    subtract3(&d, b, a);
    cross3(&area, &d, &w);
    for (int i = 0; i < 3; ++i) {
        fmpz_poly_set(c->zero[i], area.at[i]);
    }
    c->zeros = 3;
    dot3(c->size, &d, &d);
    dot3(c->sign[0], &w, &d);
    fmpz_poly_sub(c->sign[1], c->size, c->sign[0]);
    c->signs = 2;
    dot3(c->size_of_rest, &w, &w);
    clear3(&area);
    clear3(&d);
    clear3(&w);
}

// With the normal n = (b - a) x (c - a), the vertex has the weight n . (edge x offset)/(n . n) of each
// corner.
static void set_face(condition* c, const poly3* v, const poly3 corner[3])
{
    poly3 d, e, n, t;
    init3(&d);
    init3(&e);
    init3(&n);
    init3(&t);
    subtract3(&d, &corner[1], &corner[0]);
    subtract3(&e, &corner[2], &corner[0]);
    cross3(&n, &d, &e);
    dot3(c->size, &n, &n);
    subtract3(&e, v, &corner[0]);
    dot3(c->zero[0], &n, &e);
    c->zeros = 1;
    for (int i = 0; i < 3; ++i) {
        subtract3(&d, &corner[(i + 1) % 3], &corner[i]);
        subtract3(&e, v, &corner[i]);
        cross3(&t, &d, &e);
        dot3(c->sign[i], &n, &t);
    }
    c->signs = 3;
    clear3(&t);
    clear3(&n);
    clear3(&e);
    clear3(&d);
}

// With the normal n = d x e of two edges and w from the first to the second, their lines are nearest at
// (w x e) . n/(n . n) along d and (w x d) . n/(n . n) along e.
static void set_edges(condition* c, const poly3 x[4])
{
    poly3 d, e, w, n, t;
    init3(&d);
    init3(&e);
    init3(&w);
    init3(&n);
    init3(&t);
    subtract3(&d, &x[1], &x[0]);
    subtract3(&e, &x[3], &x[2]);
    subtract3(&w, &x[2], &x[0]);
    cross3(&n, &d, &e);
    dot3(c->size, &n, &n);
    dot3(c->zero[0], &n, &w);
    c->zeros = 1;
    cross3(&t, &w, &e);
    dot3(c->sign[0], &t, &n);
    fmpz_poly_sub(c->sign[1], c->size, c->sign[0]);
    cross3(&t, &w, &d);
    dot3(c->sign[2], &t, &n);
    fmpz_poly_sub(c->sign[3], c->size, c->sign[2]);
    c->signs = 4;
    clear3(&t);
    clear3(&n);
    clear3(&w);
    clear3(&e);
    clear3(&d);
}

// A vertex and an edge each.
static void need_parts(condition* c)
{
    if (c->kind == TOI_PRIMITIVE_VF && c->parts == 0) {
        for (int i = 0; i < 3; ++i) {
            set_edge(&c->part[i], &c->x[0], &c->x[1 + i], &c->x[1 + (i + 1) % 3]);
        }
        c->parts = 3;
    } else if (c->kind == TOI_PRIMITIVE_EE && c->parts == 0) {
        for (int i = 0; i < 4; ++i) {
            set_edge(&c->part[i], &c->x[i], &c->x[i < 2 ? 2 : 0], &c->x[i < 2 ? 3 : 1]);
        }
        c->parts = 4;
    }
}

// ---- the first time

typedef struct search {
    condition* whole;
    truth_contact first;
} search;

static void try_root(search* s, alg_root* time)
{
    if (touches(s->whole, time)) {
        double near, below;
        alg_round(time, &near, &below);
        s->first.contact = true;
        s->first.near = near < s->first.near ? near : s->first.near;
        s->first.below = below < s->first.below ? below : s->first.below;
    }
}

static void try_roots(search* s, const fmpz_poly_t poly)
{
    if (fmpz_poly_is_zero(poly)) {
        return;
    }
    alg_list list;
    alg_roots(&list, poly);
    for (int i = 0; i < list.count; ++i) {
        try_root(s, &list.root[i]);
    }
    alg_list_clear(&list);
}

// Between candidates whether the condition holds does not change, and it holds on a closed set of times. The
// roots of one polynomial that must be zero are all candidates, if there is one.
static void try_condition(search* s, condition* c)
{
    for (int i = 0; i < c->zeros; ++i) {
        if (!fmpz_poly_is_zero(c->zero[i])) {
            try_roots(s, c->zero[i]);
            return;
        }
    }
    if (fmpz_poly_is_zero(c->size)) {
        need_parts(c);
        for (int i = 0; i < c->parts; ++i) {
            try_condition(s, &c->part[i]);
        }
        try_roots(s, c->size_of_rest);
        return;
    }
    try_roots(s, c->size);
    for (int i = 0; i < c->signs; ++i) {
        try_roots(s, c->sign[i]);
    }
}

static truth_contact first_time(condition* c)
{
    search s = {c, {false, HUGE_VAL, 1.0}};
    alg_root zero;
    alg_zero(&zero);
    if (touches(c, &zero)) {
        s.first = (truth_contact){true, 0.0, 0.0};
    } else {
        try_condition(&s, c);
    }
    alg_root_clear(&zero);
    return s.first;
}

// ---- doubles

// x is a multiple of 2^lowest(x).
static int lowest(double x)
{
    int exponent;
    frexp(x, &exponent);
    return x != 0.0 ? exponent - 53 : INT_MAX;
}

static int lowest_of(const toi_vec3* x)
{
    int unit = INT_MAX;
    for (int i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        const double c[3] = {x[i].x, x[i].y, x[i].z};
        for (int k = 0; k < 3; ++k) {
            unit = lowest(c[k]) < unit ? lowest(c[k]) : unit;
        }
    }
    return unit;
}

// x in units of 2^unit.
static void set_double(fmpz_t to, double x, int unit)
{
    int exponent;
    double m = frexp(x, &exponent);
    fmpz_set_d(to, ldexp(m, 53));
    if (x != 0.0) {
        fmpz_mul_2exp(to, to, (unsigned long)(exponent - 53 - unit));
    }
}

static void set_path(fmpz_poly_t path, double start, double end, int unit)
{
    fmpz_t a, b;
    fmpz_init(a);
    fmpz_init(b);
    set_double(a, start, unit);
    set_double(b, end, unit);
    fmpz_sub(b, b, a);
    fmpz_poly_set_coeff_fmpz(path, 0, a);
    fmpz_poly_set_coeff_fmpz(path, 1, b);
    fmpz_clear(b);
    fmpz_clear(a);
}

truth_contact truth_first_contact(const toi_primitive_query* query)
{
    poly3 x[TOI_PRIMITIVE_MOST_VERTICES];
    condition c, part[MOST_PARTS];
    int at_start = lowest_of(query->start), at_end = lowest_of(query->end);
    int unit = at_start < at_end ? at_start : at_end;
    condition_init(&c);
    c.part = part;
    c.kind = query->kind;
    c.x = x;
    for (int i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        condition_init(&part[i]);
        init3(&x[i]);
        const toi_vec3 *a = &query->start[i], *b = &query->end[i];
        set_path(x[i].at[0], a->x, b->x, unit);
        set_path(x[i].at[1], a->y, b->y, unit);
        set_path(x[i].at[2], a->z, b->z, unit);
    }
    switch (query->kind) {
    case TOI_PRIMITIVE_VF:
        set_face(&c, &x[0], x + 1);
        break;
    case TOI_PRIMITIVE_EE:
        set_edges(&c, x);
        break;
    case TOI_PRIMITIVE_VE:
        set_edge(&c, &x[0], &x[1], &x[2]);
        break;
    default:
        set_points(&c, &x[0], &x[1]);
        break;
    }
    truth_contact first = first_time(&c);
    condition_clear(&c);
    for (int i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        condition_clear(&part[i]);
        clear3(&x[i]);
    }
    return first;
}

bool truth_start(const toi_primitive_query* query)
{
    toi_primitive_query still = *query;
    for (int i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        still.end[i] = still.start[i];
    }
    return truth_first_contact(&still).contact;
}
