// Planes from pairs.

#include "narrow/boxes/paper_planes.h"

// D = own + sum of factor R - side P: a side of a box gives `own` and three R, a pair of edges four.
typedef struct plane {
    double own; // times the size of the system
    double factor[4];
    int entry[4]; // 3 i + j of R
    int count;
} plane;

static void add(plane* p, int i, int j, double factor)
{
    p->entry[p->count] = 3 * i + j;
    p->factor[p->count++] = factor;
}

// w has the signs of B against N, v those of A along it; both are in the pair. A side's own half edge is in
// N . v for FV, in -N . w for VF.
static plane plane_of(const ti_box_system* s, const ti_gauss_pair* g)
{
    const double *e = s->half_a, *h = s->half_b;
    int i = g->i, j = g->j, side = g->side;
    plane p = {.own = 0.0};
    if (g->kind == GAUSS_FV) {
        p.own = side * g->sign_a[i] * e[i];
        for (int k = 0; k < 3; ++k) {
            add(&p, i, k, -side * g->sign_b[k] * h[k]);
        }
    } else if (g->kind == GAUSS_VF) {
        p.own = -side * g->sign_b[j] * h[j];
        for (int k = 0; k < 3; ++k) {
            add(&p, k, j, side * g->sign_a[k] * e[k]);
        }
    } else { // a_i1 . (a_i x b_j) = -R_i2,j and so on, see gauss.c
        int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        add(&p, i2, j, -side * g->sign_a[i1] * e[i1]);
        add(&p, i1, j, side * g->sign_a[i2] * e[i2]);
        add(&p, i, j2, -side * g->sign_b[j1] * h[j1]);
        add(&p, i, j1, side * g->sign_b[j2] * h[j2]);
    }
    return p;
}

uint32_t ti_paper_axis(const ti_gauss_pair* g)
{
    return g->kind == GAUSS_FV   ? 4 * BOX_A + (uint32_t)g->i
           : g->kind == GAUSS_VF ? 4 * BOX_B + (uint32_t)g->j
                                 : 4 * (BOX_E + (uint32_t)g->i) + (uint32_t)g->j;
}

static const double* at(const ti_box_system* s, uint32_t group, uint32_t lane)
{
    return s->coefficients + (size_t)4 * (s->degree + 1) * group + lane;
}

void ti_paper_plane(const ti_box_system* s, const ti_gauss_pair* g, double* d)
{
    plane p = plane_of(s, g);
    uint32_t axis = ti_paper_axis(g);
    const double *way = at(s, BOX_P + axis / 4, axis % 4), *size = at(s, BOX_SIZE_A, 0);
    for (size_t k = 0; k <= s->degree; ++k) {
        double sum = p.own * size[4 * k] - g->side * way[4 * k];
        for (int n = 0; n < p.count; ++n) {
            uint32_t entry = (uint32_t)p.entry[n];
            sum += p.factor[n] * at(s, BOX_G_ROW + entry / 3, entry % 3)[4 * k];
        }
        d[k] = sum;
    }
}

double ti_paper_plane_doubt(const ti_box_system* s, const ti_gauss_pair* g, const double size[9])
{
    plane p = plane_of(s, g);
    double sum = 0.0;
    for (int n = 0; n < p.count; ++n) {
        sum += 2.0 * (p.factor[n] < 0.0 ? -p.factor[n] : p.factor[n]) * size[p.entry[n]];
    }
    return sum;
}
