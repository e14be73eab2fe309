// Signs of polynomials with known roots: what is said to be certain is right, and little else is left open.

#include "cmocka_toi.h"
#include "math/bernstein.h"
#include "narrow/boxes/paper_signs.h"

typedef long double real;

enum { MOST_ROOTS = 12 };

typedef struct product {
    double roots[MOST_ROOTS], aside[MOST_ROOTS]; // factors (t - root)^2 + aside^2, or t - root without aside
    uint32_t count, degree;
} product;

static real value_of(const product* p, real t)
{
    real v = 1.0L;
    for (uint32_t i = 0; i < p->count; ++i) {
        real d = t - (real)p->roots[i];
        v *= p->aside[i] < 0.0 ? d : d * d + (real)p->aside[i] * (real)p->aside[i];
    }
    return v;
}

// c *= a t + b, in scaled Bernstein form: b (1 - t) + (a + b) t.
static void multiply(real* c, uint32_t degree, real at_0, real at_1)
{
    for (uint32_t k = degree + 2; k-- > 0;) {
        c[k] = (k <= degree ? at_0 * c[k] : 0.0L) + (k > 0 ? at_1 * c[k - 1] : 0.0L);
    }
}

static void add_product(real* to, const real* c, uint32_t degree, uint32_t raise)
{
    real copy[2 * MOST_ROOTS + 1];
    memcpy(copy, c, (degree + 1) * sizeof *c);
    for (uint32_t k = 0; k < raise; ++k) {
        multiply(copy, degree + k, 1.0L, 1.0L);
    }
    for (uint32_t k = 0; k <= degree + raise; ++k) {
        to[k] += copy[k];
    }
}

// Returns a bound of the error of the coefficients.
static double coefficients_of(product* p, double* out)
{
    real c[2 * MOST_ROOTS + 1] = {1.0L};
    double row[2 * MOST_ROOTS + 1], most = 0.0;
    p->degree = 0;
    for (uint32_t i = 0; i < p->count; ++i) {
        real r = (real)p->roots[i], a = (real)p->aside[i];
        real square[2 * MOST_ROOTS + 1] = {0.0L}, own[2 * MOST_ROOTS + 1];
        memcpy(own, c, sizeof own);
        multiply(c, p->degree, -r, 1.0L - r);
        if (p->aside[i] < 0.0) {
            p->degree += 1;
            continue;
        }
        multiply(c, p->degree + 1, -r, 1.0L - r);
        for (uint32_t k = 0; k <= p->degree; ++k) {
            own[k] *= a * a;
        }
        add_product(square, own, p->degree, 2);
        p->degree += 2;
        for (uint32_t k = 0; k <= p->degree; ++k) {
            c[k] += square[k];
        }
    }
    ti_binomials(p->degree, row);
    for (uint32_t k = 0; k <= p->degree; ++k) {
        out[k] = (double)(c[k] / (real)row[k]);
        most = fmax(most, fabs(out[k]));
    }
    return 0x1p-52 * most;
}

static product random_product(test_random* random)
{
    product p = {.count = 1 + random_below(random, MOST_ROOTS / 2)};
    for (uint32_t i = 0; i < p.count; ++i) {
        bool again = i > 0 && random_below(random, 4) == 0;
        p.roots[i] = again                          ? p.roots[i - 1]
                     : random_below(random, 8) == 0 ? 0.25 * random_below(random, 5) // at ends and middles
                                                    : random_between(random, -0.5, 1.5);
        uint32_t kind = random_below(random, 4);
        p.aside[i] = kind < 2 ? -1.0 : kind == 2 ? 0.0 : random_between(random, 0.0, 0.1);
    }
    return p;
}

static void check_pieces(const product* p, const ti_paper_signs* s)
{
    double until = 0.0;
    assert_true(s->count >= 1 && s->count <= ti_paper_most_pieces(p->degree));
    for (uint32_t i = 0; i < s->count; ++i) {
        const ti_paper_piece* x = &s->pieces[i];
        assert_true(x->begin == until && x->end > x->begin);
        assert_true(i == 0 || x->sign != x[-1].sign);
        assert_int_equal(ti_paper_sign_on(s, x->begin, x->end), x->sign);
        until = x->end;
        for (int k = 0; k <= 16 && x->sign != 0; ++k) {
            real t = (real)x->begin + ((real)x->end - (real)x->begin) * (real)k / 16.0L;
            assert_true((real)x->sign * value_of(p, t) > 0.0L);
        }
        for (uint32_t k = 0; k < p->count && x->sign != 0; ++k) {
            assert_false(p->aside[k] <= 0.0 && p->roots[k] >= x->begin && p->roots[k] <= x->end);
        }
    }
    assert_true(until == 1.0);
}

// Where the sign is open |f| is at most the error; what 48 halvings add, (n + 1) u each, and a root that is
// found to 17 times the rounding of its value, (3 n + 2) u; and what f rises by in 2^-48, 2 n each; all times
// the largest coefficient, and 2 u of that are the error.
static double most_open(uint32_t n)
{
    return 1.0 + 0.5 * (48.0 * (n + 1.0) + 17.0 * (3.0 * n + 2.0)) + 0x1p52 * 0x1p-47 * n;
}

// The largest |f| where the sign is open.
static double open_value(const product* p, const ti_paper_signs* s)
{
    double most = 0.0;
    for (uint32_t i = 0; i < s->count; ++i) {
        const ti_paper_piece* x = &s->pieces[i];
        for (int k = 0; k <= 16 && x->sign == 0; ++k) {
            real t = (real)x->begin + ((real)x->end - (real)x->begin) * (real)k / 16.0L;
            most = fmax(most, (double)fabsl(value_of(p, t)));
        }
    }
    return most;
}

static void certain_signs_are_right_and_open_ones_are_within_rounding(void** state)
{
    (void)state;
    test_random random = random_start(1);
    double worst = 0.0;
    uint32_t roots = 0;
    for (int i = 0; i < 20000; ++i) {
        double c[2 * MOST_ROOTS + 1];
        product p = random_product(&random);
        double error = coefficients_of(&p, c);
        ti_arena arena;
        ti_arena_init(&arena, NULL, 0);
        ti_paper_signs s;
        assert_true(ti_paper_signs_find(&arena, &(ti_paper_poly){c, p.degree, error}, 16384, &s));
        assert_false(s.cut_short);
        check_pieces(&p, &s);
        worst = fmax(worst, open_value(&p, &s) / (error * most_open(p.degree)));
        roots += s.count / 2;
        ti_arena_destroy(&arena);
    }
    print_message("%u roots; where it is open the value is at most %.3g of its bound\n", roots, worst);
    assert_true(worst < 1.0 && roots > 20000);
}

static void at_the_limit_the_rest_is_open(void** state)
{
    (void)state;
    product p = {.roots = {0.1, 0.3, 0.7, 0.8}, .aside = {0.0, 0.0, -1.0, 0.0}, .count = 4};
    double c[2 * MOST_ROOTS + 1], error = coefficients_of(&p, c);
    for (uint32_t limit = 0; limit < 100; ++limit) {
        ti_arena arena;
        ti_arena_init(&arena, NULL, 0);
        ti_paper_signs s;
        assert_true(ti_paper_signs_find(&arena, &(ti_paper_poly){c, p.degree, error}, limit, &s));
        assert_true(s.cut_short);
        check_pieces(&p, &s);
        assert_true(s.pieces[s.count - 1].sign == 0);
        ti_arena_destroy(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(certain_signs_are_right_and_open_ones_are_within_rounding),
        cmocka_unit_test(at_the_limit_the_rest_is_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
