// The exact distance of two triangles in whole numbers: the least over vertices and faces, vertices and
// edges, and edges and edges, each where its nearest points are inside both.

#include "support/trace_exact.h"
#include "support/whole.h"

typedef struct search {
    fmpz_t u[3], v[3], r[3], n[3], m[3];
    fmpz_t a, b, c, d;
    bool found;
    fmpq_t x, best;
} search;

static void search_each(search* s, void (*each)(fmpz_t), void (*each_q)(fmpq_t))
{
    fmpz_t* all[] = {s->u, s->v, s->r, s->n, s->m};
    for (int i = 0; i < 15; ++i) {
        each(all[i / 3][i % 3]);
    }
    each(s->a);
    each(s->b);
    each(s->c);
    each(s->d);
    each_q(s->x);
    each_q(s->best);
}

static void start_fraction(fmpq_t x)
{
    fmpq_init(x);
}

static void stop_fraction(fmpq_t x)
{
    fmpq_clear(x);
}

// Keeps s->x if it is the least so far.
static void keep_less(search* s)
{
    if (!s->found || fmpq_cmp(s->x, s->best) < 0) {
        fmpq_set(s->best, s->x);
        s->found = true;
    }
}

// From p to the edge from e to f.
static void vertex_and_edge(search* s, fmpz_t p[3], fmpz_t e[3], fmpz_t f[3])
{
    whole_subtract(s->u, f, e);
    whole_subtract(s->r, p, e);
    whole_dot(s->a, s->u, s->r);
    whole_dot(s->b, s->u, s->u);
    whole_dot(s->c, s->r, s->r);
    if (fmpz_sgn(s->a) <= 0) {
        fmpz_one(s->b);
    } else if (fmpz_cmp(s->a, s->b) >= 0) {
        whole_subtract(s->r, p, f);
        whole_dot(s->c, s->r, s->r);
        fmpz_one(s->b);
    } else {
        fmpz_mul(s->c, s->c, s->b);
        fmpz_submul(s->c, s->a, s->a);
    }
    fmpq_set_fmpz_frac(s->x, s->c, s->b);
    keep_less(s);
}

static void vertex_and_face(search* s, fmpz_t p[3], fmpz_t t[3][3])
{
    whole_subtract(s->u, t[1], t[0]);
    whole_subtract(s->v, t[2], t[0]);
    whole_cross(s->n, s->u, s->v);
    whole_dot(s->b, s->n, s->n);
    if (fmpz_is_zero(s->b)) {
        return;
    }
    for (int k = 0; k < 3; ++k) {
        whole_subtract(s->u, t[(k + 1) % 3], t[k]);
        whole_subtract(s->r, p, t[k]);
        whole_cross(s->m, s->u, s->r);
        whole_dot(s->a, s->m, s->n);
        if (fmpz_sgn(s->a) < 0) {
            return;
        }
    }
    whole_dot(s->a, s->n, s->r);
    fmpz_mul(s->a, s->a, s->a);
    fmpq_set_fmpz_frac(s->x, s->a, s->b);
    keep_less(s);
}

// Of r = p - e, u = f - e and v = q - p the nearest points are at (r x v).n/n^2 and (r x u).n/n^2.
static void edge_and_edge(search* s, fmpz_t e[3], fmpz_t f[3], fmpz_t p[3], fmpz_t q[3])
{
    whole_subtract(s->u, f, e);
    whole_subtract(s->v, q, p);
    whole_subtract(s->r, p, e);
    whole_cross(s->n, s->u, s->v);
    whole_dot(s->b, s->n, s->n);
    whole_cross(s->m, s->r, s->v);
    whole_dot(s->c, s->m, s->n);
    whole_cross(s->m, s->r, s->u);
    whole_dot(s->d, s->m, s->n);
    if (fmpz_sgn(s->c) > 0 && fmpz_cmp(s->c, s->b) < 0 && fmpz_sgn(s->d) > 0 && fmpz_cmp(s->d, s->b) < 0) {
        whole_dot(s->a, s->r, s->n);
        fmpz_mul(s->a, s->a, s->a);
        fmpq_set_fmpz_frac(s->x, s->a, s->b);
        keep_less(s);
    }
}

static void try_all(search* s, fmpz_t a[3][3], fmpz_t b[3][3])
{
    for (int i = 0; i < 3; ++i) {
        vertex_and_face(s, a[i], b);
        vertex_and_face(s, b[i], a);
        for (int k = 0; k < 3; ++k) {
            vertex_and_edge(s, a[i], b[k], b[(k + 1) % 3]);
            vertex_and_edge(s, b[i], a[k], a[(k + 1) % 3]);
            edge_and_edge(s, a[i], a[(i + 1) % 3], b[k], b[(k + 1) % 3]);
        }
    }
}

void te_corners_distance2(fmpq_t distance2, te_corners* corners)
{
    if (te_corners_relation(corners) != TE_FREE) {
        fmpq_zero(distance2);
        return;
    }
    search s = {0};
    search_each(&s, whole_init, start_fraction);
    try_all(&s, corners->x, corners->x + 3);
    fmpq_div_fmpz(s.best, s.best, corners->unit);
    fmpq_div_fmpz(distance2, s.best, corners->unit);
    search_each(&s, whole_clear, stop_fraction);
}
