// Sums of products of polynomials against rationals: every coefficient is within the bound that comes with
// it, the bound is no more than a few roundings, both builds of the kernels give equal bits, and nothing is
// lost without memory.

#include "cmocka_toi.h"
#include "core/cpu.h"
#include "exact_double.h"
#include "math/poly.h"
#include "math/rounding.h"

#include <flint/fmpz.h>

enum { MOST = 80 };

// Four exact polynomials, scaled.
typedef struct exact {
    fmpq c[4][MOST + 1];
    uint32_t degree;
} exact;

static void exact_init(exact* e)
{
    for (int lane = 0; lane < 4; ++lane) {
        for (int k = 0; k <= MOST; ++k) {
            fmpq_init(&e->c[lane][k]);
        }
    }
}

static void exact_clear(exact* e)
{
    for (int lane = 0; lane < 4; ++lane) {
        for (int k = 0; k <= MOST; ++k) {
            fmpq_clear(&e->c[lane][k]);
        }
    }
}

static void binomial(fmpq_t x, uint32_t n, uint32_t k)
{
    fmpz_bin_uiui(fmpq_numref(x), n, k);
    fmpz_one(fmpq_denref(x));
}

static void exact_make(exact* e, const double* coefficients, uint32_t lanes, uint32_t degree)
{
    fmpq_t b, x;
    fmpq_init(b);
    fmpq_init(x);
    e->degree = degree;
    for (uint32_t lane = 0; lane < 4; ++lane) {
        for (uint32_t k = 0; k <= degree; ++k) {
            binomial(b, degree, k);
            set_exact(x, lane < lanes ? coefficients[lanes * k + lane] : 0.0);
            fmpq_mul(&e->c[lane][k], b, x);
        }
    }
    fmpq_clear(b);
    fmpq_clear(x);
}

// to += x 1^rest, x of degree k
static void exact_add_raised(fmpq* to, const fmpq_t x, uint32_t k, uint32_t rest)
{
    fmpq_t r;
    fmpq_init(r);
    for (uint32_t i = 0; i <= rest; ++i) {
        binomial(r, rest, i);
        fmpq_addmul(&to[k + i], x, r);
    }
    fmpq_clear(r);
}

// to += factor (lane of a) b 1^rest
static void exact_add(exact* to, double factor, const exact* a, uint32_t lane, const exact* b)
{
    uint32_t rest = to->degree - a->degree - b->degree, count = b->degree + 1;
    fmpq_t f, x;
    fmpq_init(f);
    fmpq_init(x);
    set_exact(f, factor);
    for (uint32_t l = 0; l < 4; ++l) {
        for (uint32_t i = 0; i < (a->degree + 1) * count; ++i) {
            fmpq_mul(x, &a->c[lane][i / count], &b->c[l][i % count]);
            fmpq_mul(x, x, f);
            exact_add_raised(to->c[l], x, i / count + i % count, rest);
        }
    }
    fmpq_clear(f);
    fmpq_clear(x);
}

// The largest share of the bound that a Bernstein coefficient is off by.
static double share_of_bound(const double* bernstein, double more, const ti_poly* poly, const exact* e,
                             uint32_t degree)
{
    double worst = 0.0;
    fmpq_t x, b;
    fmpq_init(x);
    fmpq_init(b);
    for (uint32_t lane = 0; lane < 4; ++lane) {
        for (uint32_t k = 0; k <= degree; ++k) {
            binomial(b, degree, k);
            fmpq_div(b, &e->c[lane][k], b);
            assert_true(fabs(fmpq_get_d(b)) <= poly->most[lane] * (1.0 + 0x1p-50));
            set_exact(x, bernstein[4 * k + lane]);
            fmpq_sub(x, x, b);
            double off = fabs(fmpq_get_d(x)), bound = poly->error[lane] + more * poly->most[lane];
            assert_true(off <= bound);
            worst = fmax(worst, bound > 0.0 ? off / bound : 0.0);
        }
    }
    fmpq_clear(x);
    fmpq_clear(b);
    return worst;
}

static double size_of(test_random* random)
{
    if (random_unit(random) < 0.2) {
        double mantissa = random_unit(random);
        return ldexp(mantissa, (int)random_between(random, -30.0, 30.0));
    }
    return random_between(random, 0.1, 2.0);
}

static void fill(test_random* random, double* c, uint32_t count)
{
    double size = size_of(random);
    for (uint32_t i = 0; i < count; ++i) {
        c[i] = random_unit(random) < 0.1 ? 0.0 : random_between(random, -size, size);
    }
}

// Sums of up to three products of random polynomials.
typedef struct sum_case {
    uint32_t count, degree[6];
    double c[6][4 * (MOST + 1)];
    double factor[3];
    uint32_t lane[3];
    uint32_t sum_degree;
} sum_case;

// Some terms are zero, and some have a constant for a factor, of 1, -1 or 0.
static void simplify(test_random* random, uint32_t term, sum_case* s)
{
    double *a = s->c[2 * term], *b = s->c[2 * term + 1], r = random_unit(random);
    if (r < 0.3) {
        s->degree[2 * term] = 0;
        memcpy(a, (const double[4]){0.0, 1.0, -1.0, 0.5}, 4 * sizeof *a);
    } else if (r < 0.4) {
        memset(b, 0, (size_t)4 * (s->degree[2 * term + 1] + 1) * sizeof *b);
    }
}

static void make_case(test_random* random, uint32_t most_degree, sum_case* s)
{
    s->count = 1 + random_below(random, 3);
    s->sum_degree = 0;
    for (uint32_t i = 0; i < 2 * s->count; ++i) {
        s->degree[i] = random_below(random, most_degree + 1);
        fill(random, s->c[i], 4 * (s->degree[i] + 1));
    }
    for (uint32_t i = 0; i < s->count; ++i) {
        simplify(random, i, s);
        uint32_t d = s->degree[2 * i] + s->degree[2 * i + 1];
        s->sum_degree = d > s->sum_degree ? d : s->sum_degree;
        s->factor[i] = random_unit(random) < 0.5 ? -1.0 : 2.0;
        s->lane[i] = random_below(random, 4);
    }
}

static ti_poly compute(const sum_case* s, ti_polys* p)
{
    ti_poly polys[6];
    ti_poly_term terms[3];
    for (uint32_t i = 0; i < 2 * s->count; ++i) {
        polys[i] = ti_poly_make(
            p, &(ti_poly_list){.coefficients = s->c[i], .lanes = 4, .stride = 4, .degree = s->degree[i]});
    }
    for (uint32_t i = 0; i < s->count; ++i) {
        terms[i] = (ti_poly_term){s->factor[i], &polys[2 * i], s->lane[i], &polys[2 * i + 1]};
    }
    return ti_poly_sum(p, terms, s->count);
}

// In a degree that is three higher.
static void compute_exactly(const sum_case* s, exact* sum)
{
    static exact a, b, product, one;
    const double unit = 1.0;
    exact_init(&one);
    exact_make(&one, &unit, 1, 0);
    sum->degree = s->sum_degree + 3;
    for (uint32_t i = 0; i < s->count; ++i) {
        exact_init(&a);
        exact_init(&b);
        exact_init(&product);
        exact_make(&a, s->c[2 * i], 4, s->degree[2 * i]);
        exact_make(&b, s->c[2 * i + 1], 4, s->degree[2 * i + 1]);
        product.degree = a.degree + b.degree;
        exact_add(&product, s->factor[i], &a, s->lane[i], &b);
        exact_add(sum, 1.0, &one, 0, &product);
        exact_clear(&a);
        exact_clear(&b);
        exact_clear(&product);
    }
    exact_clear(&one);
}

static double try_sum(test_random* random, ti_arena* arena, uint32_t most_degree)
{
    static sum_case s;
    static exact sum;
    static double written[2][4 * (MOST + 1)];
    ti_polys fast = {.arena = arena, .plain = !ti_cpu_has_avx2()}, plain = {.arena = arena, .plain = true};
    make_case(random, most_degree, &s);
    ti_poly by_fast = compute(&s, &fast), by_plain = compute(&s, &plain);
    assert_int_equal(by_fast.degree, s.sum_degree);
    ti_poly_write(&fast, &by_fast, s.sum_degree + 3, written[0]);
    ti_poly_write(&plain, &by_plain, s.sum_degree + 3, written[1]);
    assert_memory_equal(written[0], written[1], 4 * (s.sum_degree + 4) * sizeof(double));
    exact_init(&sum);
    compute_exactly(&s, &sum);
    double more = ti_gamma(3 * (int)sum.degree + 4);
    double worst = share_of_bound(written[0], more, &by_fast, &sum, sum.degree);
    exact_clear(&sum);
    ti_arena_reset(arena, (ti_arena_mark){0});
    return worst;
}

static void sums_of_products_are_within_their_bounds(void** state)
{
    (void)state;
    test_random random = random_start(1);
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    double worst = 0.0;
    for (int i = 0; i < 2000; ++i) {
        worst = fmax(worst, try_sum(&random, &arena, 8));
    }
    for (int i = 0; i < 20; ++i) {
        worst = fmax(worst, try_sum(&random, &arena, 38));
    }
    print_message("largest share of a bound: %.3f\n", worst);
    assert_true(worst > 0.02); // the bounds are not idle
    ti_arena_destroy(&arena);
}

// 1 b is b itself, with nothing added to its bounds.
static void what_is_taken_once_is_not_rounded(void** state)
{
    (void)state;
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_polys p = {.arena = &arena, .plain = true};
    const double c[8] = {0.1, 0.2, 0.3, 0.4, 1.1, 1.2, 1.3, 1.4}, unit[4] = {0.0, 1.0, 0.0, 0.0};
    ti_poly b = ti_poly_make(
        &p, &(ti_poly_list){.coefficients = c, .lanes = 4, .degree = 1, .stride = 4, .error = 1e-3});
    ti_poly one = ti_poly_make(&p, &(ti_poly_list){.coefficients = unit, .lanes = 4, .stride = 4});
    const ti_poly_term terms[3] = {{1.0, &one, 0, &b}, {1.0, &one, 1, &b}, {-1.0, &one, 2, &b}};
    ti_poly sum = ti_poly_sum(&p, terms, 3);
    assert_memory_equal(sum.c, b.c, 8 * sizeof *b.c);
    assert_memory_equal(sum.error, b.error, sizeof b.error);
    assert_memory_equal(sum.most, b.most, sizeof b.most);
    sum = ti_poly_sum(&p, terms, 1);
    assert_int_equal(sum.degree, 1);
    assert_true(sum.most[0] == 0.0 && sum.error[0] == 0.0 && sum.c[4] == 0.0);
    ti_poly all = ti_poly_make(
        &p, &(ti_poly_list){.coefficients = c, .lanes = 1, .degree = 1, .stride = 4, .same = true});
    for (int i = 0; i < 4; ++i) {
        assert_true(all.c[i] == c[0] && all.c[4 + i] == c[4] && all.most[i] == all.most[0]);
    }
    ti_arena_destroy(&arena);
}

static void picks_are_within_their_bounds(void** state)
{
    (void)state;
    test_random random = random_start(2);
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_polys fast = {.arena = &arena, .plain = !ti_cpu_has_avx2()}, plain = {.arena = &arena, .plain = true};
    for (int i = 0; i < 2000; ++i) {
        static double c[4][4 * (MOST + 1)];
        uint32_t count = 1 + random_below(&random, 4), degree = random_below(&random, 6);
        ti_poly polys[4];
        ti_poly_pick picks[4];
        for (uint32_t k = 0; k < count; ++k) {
            fill(&random, c[k], 4 * (degree + 1));
            memset(c[k], 0, random_below(&random, 4) == 0 ? 4 * (degree + 1) * sizeof *c[k] : 0);
            polys[k] = ti_poly_make(
                &fast, &(ti_poly_list){.coefficients = c[k], .lanes = 4, .degree = degree, .stride = 4});
            for (uint32_t lane = 0; lane < 4; ++lane) {
                picks[k].from[lane] = random_below(&random, 4);
                double size = ldexp(1.0, (int)random_below(&random, 3) - 1);
                picks[k].factor[lane] = size * ((double)random_below(&random, 3) - 1.0);
            }
        }
        ti_poly sum = ti_poly_mix(&fast, polys, picks, count);
        ti_poly same = ti_poly_mix(&plain, polys, picks, count);
        assert_memory_equal(sum.c, same.c, 4 * (degree + 1) * sizeof *sum.c);
        assert_memory_equal(sum.error, same.error, sizeof sum.error);
        assert_memory_equal(sum.most, same.most, sizeof sum.most);
        for (uint32_t k = 0; k < 4 * (degree + 1); ++k) {
            uint32_t lane = k % 4;
            long double exactly = 0.0L, binomial = 1.0L;
            for (uint32_t j = 0; j < count; ++j) {
                exactly += (long double)picks[j].factor[lane] *
                           (long double)polys[j].c[4 * (k / 4) + picks[j].from[lane]];
            }
            for (uint32_t j = 0; j < k / 4; ++j) {
                binomial = binomial * (degree - j) / (j + 1);
            }
            double off = (double)(fabsl(exactly - (long double)sum.c[k]) / binomial);
            assert_true(off <= sum.error[lane]);
            assert_true((double)(fabsl(exactly) / binomial) <= sum.most[lane]);
        }
        ti_arena_reset(&arena, (ti_arena_mark){0});
    }
    ti_arena_destroy(&arena);
}

static void without_memory_nothing_is_made(void** state)
{
    (void)state;
    ti_arena arena;
    ti_arena_init(&arena, NULL, 1);
    ti_polys p = {.arena = &arena, .plain = true};
    const double c[4] = {1.0, 2.0, 3.0, 4.0};
    ti_poly a = ti_poly_make(&p, &(ti_poly_list){.coefficients = c, .lanes = 4, .stride = 4, .degree = 0});
    assert_true(p.no_memory && a.c == NULL);
    ti_arena_destroy(&arena);
    ti_arena_init(&arena, NULL, 0);
    ti_polys q = {.arena = &arena, .plain = true};
    static double many[TI_MOST_DEGREE + 2];
    a = ti_poly_make(
        &q, &(ti_poly_list){.coefficients = many, .lanes = 1, .stride = 1, .degree = TI_MOST_DEGREE});
    assert_true(!q.too_large && a.c != NULL);
    a = ti_poly_make(
        &q, &(ti_poly_list){.coefficients = many, .lanes = 1, .stride = 1, .degree = TI_MOST_DEGREE + 1});
    assert_true(q.too_large && a.c == NULL);
    ti_arena_destroy(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_of_products_are_within_their_bounds),
        cmocka_unit_test(what_is_taken_once_is_not_rounded),
        cmocka_unit_test(picks_are_within_their_bounds),
        cmocka_unit_test(without_memory_nothing_is_made),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
