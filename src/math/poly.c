// Sums of products of polynomials, with running bounds of their rounding errors.
//
// In scaled form a coefficient of a product is a sum of products of coefficients. Divided by its binomial
// that is a mean of products of Bernstein coefficients, with positive weights, so bounds of these carry over:
// if |a| <= A and |b| <= B then |a b| <= A B, and what a and b err by adds up to at most dA B + A dB. Each
// term is rounded once itself and once in each sum that it goes through.
//
// Bounds are relative ones: what underflows, 2^-1075 each time, is left to the caller. An error of e in every
// scaled coefficient is one of e at most in the Bernstein coefficients, of a product with 1 too, so a sum
// here loses less than 2^-1060 in that way.

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

enum { MOST_TERMS = 8 };

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
    double most[4] = {0.0, 0.0, 0.0, 0.0}, scale = ti_power_of_two(list->exponent);
    double error = list->error * scale;
    for (uint32_t k = 0; k <= degree; ++k) {
        double other = list->same ? scale * list->coefficients[k * list->stride] : 0.0;
        double x[4] = {other, other, other, other};
        for (uint32_t lane = 0; lane < lanes; ++lane) {
            x[lane] = scale * list->coefficients[k * list->stride + lane];
        }
        for (uint32_t lane = 0; lane < 4; ++lane) {
            most[lane] = d_max(fabs(x[lane]), most[lane]);
            poly.c[4 * k + lane] = row[k] * x[lane];
        }
    }
    double rounding = degree > 1 ? ti_gamma(1 + binomial_roundings(degree)) : 0.0;
    for (uint32_t lane = 0; lane < 4; ++lane) {
        poly.error[lane] = SLACK * (rounding * most[lane] + error);
        poly.most[lane] = SLACK * (most[lane] + error);
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
    double factor = fabs(t->factor);
    (p->plain ? ti_poly_add_bounds_plain : ti_poly_add_bounds_avx2)(
        factor * a->most[t->lane], factor * a->error[t->lane], ti_gamma((int)roundings), b, to);
}

static void finish_sum(uint32_t count, ti_poly* sum)
{
    double gamma = ti_gamma((int)count);
    for (int lane = 0; lane < 4; ++lane) {
        sum->error[lane] = SLACK * (sum->error[lane] + gamma * sum->most[lane]);
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

static bool is_zero(const ti_poly* poly)
{
    return poly->most[0] == 0.0 && poly->most[1] == 0.0 && poly->most[2] == 0.0 && poly->most[3] == 0.0;
}

// A lane that is zero is known to be: nothing is added.
static bool is_nothing(const ti_poly_term* t)
{
    return t->a->most[t->lane] == 0.0 || is_zero(t->b);
}

// Exactly b, if the degree is that of b.
static bool is_once(const ti_poly_term* t)
{
    return t->factor * t->a->c[t->lane] == 1.0 && t->a->error[t->lane] == 0.0;
}

ti_poly ti_poly_sum(ti_polys* p, const ti_poly_term* terms, uint32_t count)
{
    const ti_poly_term* used[MOST_TERMS];
    uint32_t degree = 0, used_count = 0;
    ti_poly sum = {.c = NULL};
    TI_ASSERT(count <= MOST_TERMS);
    if (p->no_memory || p->too_large) {
        return sum;
    }
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t d = terms[i].a->degree + terms[i].b->degree;
        degree = d > degree ? d : degree;
        used[used_count] = &terms[i];
        used_count += !is_nothing(&terms[i]);
    }
    if (used_count == 1 && is_once(used[0]) && used[0]->b->degree == degree) {
        return *used[0]->b;
    }
    if (begin_sum(p, degree, &sum)) {
        for (uint32_t i = 0; i < used_count; ++i) {
            add_term(p, used[i], &sum);
        }
        finish_sum(used_count, &sum);
    }
    return sum;
}

// What is picked is exact, and so is the sum of it and zero.
ti_poly ti_poly_mix(ti_polys* p, const ti_poly* polys, const ti_poly_pick* picks, uint32_t count)
{
    uint32_t used = 0;
    ti_poly sum;
    if (begin_sum(p, polys[0].degree, &sum)) {
        for (uint32_t i = 0; i < count; ++i) {
            TI_ASSERT(polys[i].degree == sum.degree);
            if (!is_zero(&polys[i])) {
                (p->plain ? ti_poly_add_pick_plain : ti_poly_add_pick_avx2)(&polys[i], &picks[i], &sum);
                ++used;
            }
        }
        finish_sum(used > 0 ? used - 1 : 0, &sum);
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
