// Sums of products of polynomials, with running bounds of their rounding errors.
//
// In scaled form a coefficient of a product is a sum of products of coefficients. Divided by its binomial
// that is a mean of products of Bernstein coefficients, with positive weights, so bounds of these carry over:
// if |a| <= A and |b| <= B then |a b| <= A B, and what a and b err by adds up to at most dA B + A dB. Each
// term is rounded once itself and once in each sum that it goes through.

#include "math/poly.h"

#include "core/assert.h"
#include "math/poly_parts.h"
#include "math/rounding.h"
#include "math/scalar.h"

#include <string.h>

// Covers the rounding of the bounds: sums of products of positive numbers.
static const double SLACK = 1.0 + 0x1p-40;

// Up to this degree binomials are doubles.
enum { EXACT_BINOMIALS = 56 };

static bool allocate(ti_polys* p, uint32_t degree, ti_poly* poly)
{
    *poly = (ti_poly){.degree = degree};
    p->too_large = p->too_large || degree > TI_MOST_DEGREE;
    if (p->too_large || p->no_memory) {
        return false;
    }
    poly->c = ti_arena_allocate(p->arena, degree + 1, 4 * sizeof *poly->c);
    p->no_memory = poly->c == NULL;
    return !p->no_memory;
}

static int binomial_roundings(uint32_t degree)
{
    return degree <= EXACT_BINOMIALS ? 0 : 2 * (int)degree;
}

ti_poly ti_poly_make(ti_polys* p, const ti_poly_list* list)
{
    const uint32_t degree = list->degree, lanes = list->lanes;
    double row[TI_MOST_DEGREE + 1];
    ti_poly poly;
    if (!allocate(p, degree, &poly)) {
        return poly;
    }
    ti_binomials(degree, row);
    double rounding = degree > 1 ? ti_gamma(1 + binomial_roundings(degree)) : 0.0;
    for (uint32_t lane = 0; lane < 4; ++lane) {
        double most = 0.0;
        for (uint32_t k = 0; k <= degree; ++k) {
            double x = lane < lanes ? list->coefficients[k * list->stride + lane] : 0.0;
            most = d_max(fabs(x), most);
            poly.c[4 * k + lane] = row[k] * x;
        }
        poly.error[lane] = SLACK * (rounding * most + list->error);
        poly.most[lane] = SLACK * (most + list->error);
    }
    return poly;
}

// ---- sums

static void multiply(const ti_polys* p, const ti_poly_term* t, double* to)
{
    (p->plain ? ti_poly_multiply_plain : ti_poly_multiply_avx2)(t->factor, t->a->c + t->lane, t->a->degree,
                                                                t->b->c, t->b->degree, to);
}

// to += a 1^rest
static void add_raised(const ti_polys* p, const double* a, uint32_t degree, uint32_t rest, double* to)
{
    double row[TI_MOST_DEGREE + 1];
    ti_binomials(rest, row);
    (p->plain ? ti_poly_multiply_row_plain : ti_poly_multiply_row_avx2)(row, rest, a, degree, to);
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void add_term(const ti_polys* p, const ti_poly_term* t, ti_poly* to)
{
    const ti_poly *a = t->a, *b = t->b;
    uint32_t degree = a->degree + b->degree, rest = to->degree - degree;
    uint32_t roundings = 2 + least(a->degree, b->degree);
    if (rest == 0) {
        multiply(p, t, to->c);
    } else {
        double product[4 * (TI_MOST_DEGREE + 1)];
        memset(product, 0, (size_t)4 * (degree + 1) * sizeof *product);
        multiply(p, t, product);
        add_raised(p, product, degree, rest, to->c);
        roundings += 2 + least(degree, rest) + (uint32_t)binomial_roundings(rest);
    }
    double factor = fabs(t->factor), a_most = factor * a->most[t->lane], a_error = factor * a->error[t->lane];
    double gamma = ti_gamma((int)roundings);
    for (int lane = 0; lane < 4; ++lane) {
        double most = a_most * b->most[lane];
        to->most[lane] += most;
        to->error[lane] += (a_error * b->most[lane] + a_most * b->error[lane]) + gamma * most;
    }
}

static void finish_sum(uint32_t count, ti_poly* sum)
{
    for (int lane = 0; lane < 4; ++lane) {
        sum->error[lane] = SLACK * (sum->error[lane] + ti_gamma((int)count) * sum->most[lane]);
        sum->most[lane] = SLACK * sum->most[lane];
    }
}

static bool begin_sum(ti_polys* p, uint32_t degree, ti_poly* sum)
{
    if (!allocate(p, degree, sum)) {
        return false;
    }
    memset(sum->c, 0, (size_t)4 * (degree + 1) * sizeof *sum->c);
    return true;
}

ti_poly ti_poly_sum(ti_polys* p, const ti_poly_term* terms, uint32_t count)
{
    uint32_t degree = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t d = terms[i].a->degree + terms[i].b->degree;
        degree = d > degree ? d : degree;
    }
    ti_poly sum;
    if (begin_sum(p, degree, &sum)) {
        for (uint32_t i = 0; i < count; ++i) {
            add_term(p, &terms[i], &sum);
        }
        finish_sum(count, &sum);
    }
    return sum;
}

static void add_pick(const ti_poly* poly, const ti_poly_pick* pick, ti_poly* to)
{
    TI_ASSERT(poly->degree == to->degree);
    for (uint32_t lane = 0; lane < 4; ++lane) {
        uint32_t from = pick->from[lane];
        double factor = pick->factor[lane];
        for (size_t k = 0; k <= to->degree; ++k) {
            to->c[4 * k + lane] += factor * poly->c[4 * k + from];
        }
        to->most[lane] += fabs(factor) * poly->most[from];
        to->error[lane] += fabs(factor) * poly->error[from];
    }
}

ti_poly ti_poly_mix(ti_polys* p, const ti_poly* polys, const ti_poly_pick* picks, uint32_t count)
{
    ti_poly sum;
    if (begin_sum(p, polys[0].degree, &sum)) {
        for (uint32_t i = 0; i < count; ++i) {
            add_pick(&polys[i], &picks[i], &sum);
        }
        finish_sum(count, &sum);
    }
    return sum;
}

// ---- back to Bernstein coefficients

void ti_poly_write(const ti_polys* p, const ti_poly* a, uint32_t degree, double* coefficients)
{
    double raised[4 * (TI_MOST_DEGREE + 1)], row[TI_MOST_DEGREE + 1];
    TI_ASSERT(a->degree <= degree && degree <= TI_MOST_DEGREE);
    const double* c = a->c;
    if (a->degree < degree) {
        memset(raised, 0, (size_t)4 * (degree + 1) * sizeof *raised);
        add_raised(p, a->c, a->degree, degree - a->degree, raised);
        c = raised;
    }
    ti_binomials(degree, row);
    (p->plain ? ti_poly_divide_plain : ti_poly_divide_avx2)(row, degree, c, coefficients);
}
