// Whole numbers of any size against FLINT; roots of forms against the ratios that they were made of, and
// signs of other forms there.

#include "cmocka_toi.h"
#include "math/form_time.h"

#include <flint/flint.h>
#include <flint/fmpz.h>
#include <float.h>

enum { ROOM = 4096, MOST_LIMBS = 9, ROUNDS = 20000 };

static uint64_t room[ROOM];

static ti_limbs new_pool(void)
{
    return (ti_limbs){room, ROOM, 0, false};
}

// ---- whole numbers

// Limbs of ones and of zeros are as likely as others, so that carries run far.
static ti_integer draw_integer(test_random* random, uint64_t limb[MOST_LIMBS])
{
    ti_integer a = {limb, random_below(random, MOST_LIMBS + 1), random_below(random, 2) == 0 ? 1 : -1};
    for (uint32_t i = 0; i < a.count; ++i) {
        uint32_t kind = random_below(random, 4);
        limb[i] = kind == 0 ? 0 : (kind == 1 ? UINT64_MAX : random_bits(random));
    }
    if (a.count > 0 && limb[a.count - 1] == 0) {
        limb[a.count - 1] = 1;
    }
    a.sign = a.count > 0 ? a.sign : 0;
    return a;
}

static void set_integer(fmpz_t to, ti_integer a)
{
    fmpz_zero(to);
    for (uint32_t i = a.count; i-- > 0;) {
        fmpz_mul_2exp(to, to, 64);
        fmpz_add_ui(to, to, a.limb[i]);
    }
    if (a.sign < 0) {
        fmpz_neg(to, to);
    }
}

static void assert_equal(ti_integer found, const fmpz_t expected)
{
    fmpz_t x;
    fmpz_init(x);
    set_integer(x, found);
    assert_true(fmpz_equal(x, expected));
    assert_int_equal(found.sign, fmpz_sgn(expected));
    assert_int_equal(ti_integer_bits(found), fmpz_bits(expected));
    fmpz_clear(x);
}

static void sums_and_products_are_right(void** state)
{
    (void)state;
    test_random random = random_start(1);
    fmpz_t x, y, z;
    fmpz_init(x);
    fmpz_init(y);
    fmpz_init(z);
    for (int i = 0; i < ROUNDS; ++i) {
        ti_limbs pool = new_pool();
        uint64_t limb[2][MOST_LIMBS];
        ti_integer a = draw_integer(&random, limb[0]), b = draw_integer(&random, limb[1]);
        if (random_below(&random, 4) == 0 && a.count > 0) { // nearly equal
            memcpy(limb[1], limb[0], sizeof limb[0]);
            b = (ti_integer){limb[1], a.count, a.sign};
            limb[1][0] ^= random_below(&random, 2);
        }
        b = b.count == 1 && limb[1][0] == 0 ? Z_ZERO : b;
        set_integer(x, a);
        set_integer(y, b);
        fmpz_add(z, x, y);
        assert_equal(ti_integer_add(&pool, a, b), z);
        fmpz_sub(z, x, y);
        assert_equal(ti_integer_sub(&pool, a, b), z);
        fmpz_mul(z, x, y);
        assert_equal(ti_integer_mul(&pool, a, b), z);
        fmpz_mul_ui(z, x, UINT64_MAX);
        assert_equal(ti_integer_times(&pool, a, UINT64_MAX), z);
        assert_false(pool.full);
    }
    fmpz_clear(z);
    fmpz_clear(y);
    fmpz_clear(x);
}

static void doubles_go_in_and_come_out(void** state)
{
    (void)state;
    test_random random = random_start(2);
    for (int i = 0; i < ROUNDS; ++i) {
        ti_limbs pool = new_pool();
        double x = HUGE_VAL;
        while (!isfinite(x)) {
            uint64_t bits = random_bits(&random);
            memcpy(&x, &bits, sizeof x);
        }
        x = i % 8 == 0 ? x * 0x1p-1000 : x;
        int unit = x != 0.0 && i % 2 == 0 ? ti_lowest_bit(x) : -1074;
        ti_integer a = ti_integer_from_double(&pool, x, unit);
        assert_true(x == 0.0 || unit == -1074 || a.limb[0] % 2 == 1);
        double back = ti_integer_to_double(a, -unit);
        assert_true(back == x);
    }
}

// The 64 highest bits are looked at.
static void long_numbers_become_the_nearest_double_but_one(void** state)
{
    (void)state;
    test_random random = random_start(3);
    fmpz_t x;
    fmpz_init(x);
    for (int i = 0; i < ROUNDS; ++i) {
        uint64_t limb[MOST_LIMBS];
        ti_integer a = draw_integer(&random, limb);
        set_integer(x, a);
        long exponent;
        double m = fmpz_get_d_2exp(&exponent, x);
        assert_near(ti_integer_to_double(a, (int)ti_integer_bits(a)),
                    a.count > 0 ? ldexp(m, (int)(exponent - ti_integer_bits(a))) : 0.0, DBL_EPSILON);
    }
    fmpz_clear(x);
}

static void what_is_kept_does_not_change(void** state)
{
    (void)state;
    test_random random = random_start(4);
    for (int i = 0; i < 1000; ++i) {
        ti_limbs pool = new_pool();
        ti_integer number[4], before[4], *list[4];
        ti_integer low = ti_integer_shifted(&pool, 7, 200);
        size_t mark = pool.used;
        for (int k = 0; k < 4; ++k) {
            ti_integer_shifted(&pool, 5, 64 * random_below(&random, 4)); // left behind
            before[k] = ti_integer_shifted(&pool, random_bits(&random) | 1, 64 * random_below(&random, 4));
        }
        for (int k = 0; k < 4; ++k) { // in any order, some the same, some from before the mark, some 0
            uint32_t which = random_below(&random, 6);
            number[k] = which < 4 ? z_negate(before[which]) : (which == 4 ? low : Z_ZERO);
            list[k] = &number[k];
        }
        fmpz_t expected[4];
        for (int k = 0; k < 4; ++k) {
            fmpz_init(expected[k]);
            set_integer(expected[k], number[k]);
        }
        size_t used = pool.used;
        ti_integer_keep(&pool, mark, list, 4);
        assert_true(pool.used < used && pool.used >= mark);
        for (int k = 0; k < 4; ++k) {
            assert_equal(number[k], expected[k]);
            fmpz_clear(expected[k]);
        }
    }
}

static void a_pool_that_is_full_says_so(void** state)
{
    (void)state;
    uint64_t few[4];
    ti_limbs pool = {few, 4, 0, false};
    ti_integer a = ti_integer_shifted(&pool, 3, 64);
    assert_false(pool.full);
    assert_int_equal(ti_integer_mul(&pool, a, a).sign, 0);
    assert_true(pool.full);
}

// ---- roots

typedef struct whole_ratio {
    int64_t s, t;
} whole_ratio;

static ti_integer integer_of(ti_limbs* pool, int64_t x)
{
    ti_integer a = x != 0 ? ti_integer_shifted(pool, (uint64_t)(x < 0 ? -x : x), 0) : Z_ZERO;
    return x < 0 ? z_negate(a) : a;
}

// Zero at the ratio.
static ti_form linear(ti_limbs* pool, whole_ratio r)
{
    return form_between(integer_of(pool, -r.t), integer_of(pool, r.s));
}

static bool is_inside(whole_ratio r)
{
    return r.s >= 0 && r.t >= 0;
}

static bool is_before(whole_ratio a, whole_ratio b)
{
    return a.t * (b.s + b.t) < b.t * (a.s + a.t);
}

// The different ones of [0, 1], in order.
static int sort_roots(const whole_ratio* root, int count, whole_ratio* sorted)
{
    int found = 0;
    for (int i = 0; i < count; ++i) {
        int k = 0;
        while (k < found && is_inside(root[i]) && is_before(sorted[k], root[i])) {
            ++k;
        }
        if (!is_inside(root[i]) || (k < found && !is_before(root[i], sorted[k]))) {
            continue;
        }
        memmove(sorted + k + 1, sorted + k, (size_t)(found - k) * sizeof *sorted);
        sorted[k] = root[i];
        ++found;
    }
    return found;
}

static ti_form product_of(ti_limbs* pool, const whole_ratio* root, int count)
{
    ti_form product = linear(pool, root[0]);
    for (int i = 1; i < count; ++i) {
        ti_form factor = linear(pool, root[i]);
        product = ti_form_mul(pool, &product, &factor);
    }
    return product;
}

// On a short grid, so that roots are often repeated, and outside of [0, 1] too.
static whole_ratio draw_root(test_random* random)
{
    whole_ratio r = {0, 0};
    while (r.s + r.t == 0) {
        r.s = (int64_t)random_below(random, 9) - 2;
        r.t = (int64_t)random_below(random, 9) - 2;
    }
    return r.s + r.t > 0 ? r : (whole_ratio){-r.s, -r.t};
}

// Every other form has a factor without real roots in the place of two.
static int draw_form(test_random* random, ti_limbs* pool, ti_form* f, whole_ratio* sorted)
{
    whole_ratio root[TI_FORM_DEGREE];
    int degree = 1 + (int)random_below(random, 3);
    for (int i = 0; i < degree; ++i) {
        root[i] = draw_root(random);
    }
    *f = product_of(pool, root, degree);
    if (degree == 1 && random_below(random, 2) == 0) { // times p s^2 + q s t + r t^2 with q^2 < 4 p r
        int64_t p = 1 + random_below(random, 5), r = 1 + random_below(random, 5);
        int64_t q = p < r ? p : r;
        ti_form apart = {{integer_of(pool, p), integer_of(pool, random_below(random, 2) == 0 ? q : -q),
                          integer_of(pool, r)},
                         2};
        *f = ti_form_mul(pool, f, &apart);
    }
    return sort_roots(root, degree, sorted);
}

static void roots_are_found_in_order_and_rounded(void** state)
{
    (void)state;
    test_random random = random_start(5);
    for (int i = 0; i < ROUNDS; ++i) {
        ti_limbs pool = new_pool();
        ti_form f;
        whole_ratio sorted[TI_FORM_DEGREE];
        int count = draw_form(&random, &pool, &f, sorted);
        ti_form_time time[TI_FORM_TIMES];
        assert_int_equal(ti_form_times(&pool, &f, time), count);
        for (int k = 0; k < count; ++k) {
            ti_form_time_round(&pool, &time[k]);
            double exact = (double)sorted[k].t / (double)(sorted[k].s + sorted[k].t); // rounded once
            assert_true(time[k].near == exact);
            ti_ratio ratio = {integer_of(&pool, sorted[k].s), integer_of(&pool, sorted[k].t)};
            assert_int_equal(ti_form_time_compare(&pool, &time[k], ratio), 0);
            for (int j = 0; j < count; ++j) {
                ti_ratio other = {integer_of(&pool, sorted[j].s), integer_of(&pool, sorted[j].t)};
                assert_int_equal(ti_form_time_compare(&pool, &time[k], other), (k > j) - (k < j));
            }
        }
        assert_false(pool.full);
    }
}

static void signs_of_other_forms_are_right_at_roots(void** state)
{
    (void)state;
    test_random random = random_start(6);
    uint32_t zeros = 0, others = 0;
    for (int i = 0; i < ROUNDS; ++i) {
        ti_limbs pool = new_pool();
        ti_form f, q;
        whole_ratio sorted[TI_FORM_DEGREE], unused[TI_FORM_DEGREE];
        int count = draw_form(&random, &pool, &f, sorted);
        do {
            draw_form(&random, &pool, &q, unused);
        } while (q.degree > 2);
        ti_form_time time[TI_FORM_TIMES];
        assert_int_equal(ti_form_times(&pool, &f, time), count);
        for (int k = 0; k < count; ++k) {
            ti_form_time_round(&pool, &time[k]);
            ti_ratio ratio = {integer_of(&pool, sorted[k].s), integer_of(&pool, sorted[k].t)};
            int sign = ti_form_sign(&pool, &q, ratio);
            assert_int_equal(ti_form_sign_at(&pool, &q, &time[k]), sign);
            zeros += sign == 0;
            others += sign != 0;
        }
        assert_false(pool.full);
    }
    print_message("%u zero, %u not\n", zeros, others);
    assert_true(zeros > ROUNDS / 20 && others > ROUNDS / 2);
}

static int leave(void** state)
{
    (void)state;
    flint_cleanup();
    return 0;
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(sums_and_products_are_right),
        cmocka_unit_test(doubles_go_in_and_come_out),
        cmocka_unit_test(long_numbers_become_the_nearest_double_but_one),
        cmocka_unit_test(what_is_kept_does_not_change),
        cmocka_unit_test(a_pool_that_is_full_says_so),
        cmocka_unit_test(roots_are_found_in_order_and_rounded),
        cmocka_unit_test(signs_of_other_forms_are_right_at_roots),
    };
    return cmocka_run_group_tests(cases, NULL, leave);
}
