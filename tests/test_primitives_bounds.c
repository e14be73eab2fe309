// The rounding bounds of queries on straight vertex paths, against the same expressions over the rationals.

#include "cmocka_toi.h"
#include "exact_double.h"
#include "narrow/deform/coplanar.h"
#include "narrow/deform/step.h"
#include "support/primitive_families.h"

enum { ROUNDS = 12000 };

static const primitive_family families[] = {FAMILY_RANDOM, FAMILY_FAR,      FAMILY_POWERS, FAMILY_DECIMAL,
                                            FAMILY_HUGE,   FAMILY_PARALLEL, FAMILY_TINY,   FAMILY_COPLANAR};

static double coordinate(toi_vec3 v, int k)
{
    return k == 0 ? v.x : (k == 1 ? v.y : v.z);
}

// (1 - t) x + t y
static void set_between(fmpq_t to, const fmpq_t t, double x, double y)
{
    fmpq_t first;
    fmpq_init(first);
    set_exact(first, x);
    set_exact(to, y);
    fmpq_sub(to, to, first);
    fmpq_mul(to, to, t);
    fmpq_add(to, to, first);
    fmpq_clear(first);
}

// Coordinate k of vertex i minus vertex j at time t, times 2^-exponent.
static void set_difference(fmpq_t to, const toi_primitive_query* q, const uint32_t pair[2], int k,
                           const fmpq_t t, int exponent)
{
    fmpq_t other;
    fmpq_init(other);
    set_between(to, t, coordinate(q->start[pair[0]], k), coordinate(q->end[pair[0]], k));
    set_between(other, t, coordinate(q->start[pair[1]], k), coordinate(q->end[pair[1]], k));
    fmpq_sub(to, to, other);
    if (exponent >= 0) {
        fmpq_div_2exp(to, to, (flint_bitcnt_t)exponent);
    } else {
        fmpq_mul_2exp(to, to, (flint_bitcnt_t)-exponent);
    }
    fmpq_clear(other);
}

// |value - exact| as a double, rounded by little.
static double error_of(double value, const fmpq_t exact)
{
    fmpq_t v;
    fmpq_init(v);
    set_exact(v, value);
    fmpq_sub(v, v, exact);
    fmpq_abs(v, v);
    double error = fmpq_is_zero(v) ? 0.0 : fmpq_get_d(v);
    fmpq_clear(v);
    return error;
}

static double draw_time(gen_random* random)
{
    double t = gen_unit(random);
    switch (gen_below(random, 6)) {
    case 0:
        return t * 0x1p-40;
    case 1:
        return 1.0 - t * 0x1p-40;
    case 2:
        return (double)gen_below(random, 2);
    default:
        return t;
    }
}

// The exact separation of a corner along n at time t.
static void set_along(fmpq_t to, const toi_primitive_query* q, int corner, toi_vec3 n, const fmpq_t t,
                      int exponent)
{
    fmpq_t term, factor;
    fmpq_init(term);
    fmpq_init(factor);
    fmpq_zero(to);
    const uint32_t pair[2] = {ti_corners[q->kind].a[corner], ti_corners[q->kind].b[corner]};
    for (int k = 0; k < 3; ++k) {
        set_difference(term, q, pair, k, t, exponent);
        set_exact(factor, coordinate(n, k));
        fmpq_addmul(to, term, factor);
    }
    fmpq_clear(term);
    fmpq_clear(factor);
}

// separation |n| + error is below the bar, by squares.
static void check_bar(const separator* s, double separation)
{
    fmpq_t bar, sum, x;
    fmpq_init(bar);
    fmpq_init(sum);
    fmpq_init(x);
    set_exact(bar, s->bar[0]);
    set_exact(x, s->error[0]);
    fmpq_sub(bar, bar, x);
    fmpq_mul(bar, bar, bar);
    for (int k = 0; k < 3; ++k) {
        set_exact(x, coordinate(w3_lane(s->n, 0), k));
        fmpq_addmul(sum, x, x);
    }
    set_exact(x, separation);
    fmpq_mul(x, x, x);
    fmpq_mul(sum, sum, x);
    // What the sum of the two was rounded by, the error pays for: two units of nine.
    set_exact(x, s->bar[0] * 0x1p-51 * s->bar[0]);
    fmpq_add(bar, bar, x);
    assert_true(fmpq_cmp(bar, sum) >= 0);
    fmpq_clear(bar);
    fmpq_clear(sum);
    fmpq_clear(x);
}

static void a_separation_is_within_its_bound(void** state)
{
    (void)state;
    test_random seed = random_start(61129);
    gen_random random = {random_bits(&seed)};
    double largest = 0.0;
    fmpq_t exact, time;
    fmpq_init(exact);
    fmpq_init(time);
    for (uint32_t i = 0; i < ROUNDS / TEST_SHARE; ++i) {
        toi_primitive_query q = primitive_draw(&random, families[i % (sizeof families / sizeof families[0])]);
        lanes l = {.corners = ti_corners[q.kind].count};
        lane_scale scale = lane_enter(&l, 0, &q);
        if (!(scale.size > 0.0)) {
            continue;
        }
        l.separation[0] = gen_unit(&random);
        double t = draw_time(&random), x = gen_between(&random, -1.0, 1.0),
               y = gen_between(&random, -1.0, 1.0);
        separator s = separator_towards(&l, w3_set(v3(x, y, gen_between(&random, -1.0, 1.0))));
        check_bar(&s, l.separation[0]);
        set_exact(time, t);
        for (int c = 0; c < l.corners; ++c) {
            double along = w3_dot(s.n, lanes_corner(&l, c, f4_set(t)))[0];
            set_along(exact, &q, c, w3_lane(s.n, 0), time, scale.exponent);
            double share = error_of(along, exact) / s.error[0];
            assert_true(share <= 1.0);
            largest = fmax(largest, share);
        }
    }
    printf("largest error of a separation: %.2f of its bound\n", largest);
    assert_true(largest > 0.1);
    fmpq_clear(exact);
    fmpq_clear(time);
}

typedef struct exact_vector {
    fmpq_t at[3];
} exact_vector;

// The determinant of three vectors.
static void set_determinant(fmpq_t to, const exact_vector* a, const exact_vector* b, const exact_vector* d)
{
    fmpq_t minor;
    fmpq_init(minor);
    fmpq_zero(to);
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        fmpq_mul(minor, a->at[i], b->at[j]);
        fmpq_submul(minor, a->at[j], b->at[i]);
        fmpq_addmul(to, minor, d->at[k]);
    }
    fmpq_clear(minor);
}

// What a cubic is made of: three differences at the start of a span, then at its end.
static void set_vectors(exact_vector v[2][3], const toi_primitive_query* q, const double times[2],
                        int exponent)
{
    static const uint32_t vf[3][2] = {{2, 1}, {3, 1}, {0, 1}}, ee[3][2] = {{1, 0}, {3, 2}, {0, 2}};
    fmpq_t t;
    fmpq_init(t);
    for (int side = 0; side < 2; ++side) {
        set_exact(t, times[side]);
        for (int i = 0; i < 3; ++i) {
            const uint32_t* pair = q->kind == TOI_PRIMITIVE_VF ? vf[i] : ee[i];
            for (int k = 0; k < 3; ++k) {
                set_difference(v[side][i].at[k], q, pair, k, t, exponent);
            }
        }
    }
    fmpq_clear(t);
}

// Coefficient `degree` times the binomial: the sum over the ways to take so many of the vectors at the end.
static void set_coefficient(fmpq_t to, exact_vector v[2][3], int degree)
{
    fmpq_t term;
    fmpq_init(term);
    fmpq_zero(to);
    for (int ways = 0; ways < 8; ++ways) {
        int a = ways & 1, b = ways >> 1 & 1, d = ways >> 2 & 1;
        if (a + b + d == degree) {
            set_determinant(term, &v[a][0], &v[b][1], &v[d][2]);
            fmpq_add(to, to, term);
        }
    }
    fmpq_clear(term);
}

// Largest error of a coefficient of one query over its bound.
static double cubic_share(const toi_primitive_query* q, const double times[2], exact_vector v[2][3])
{
    lanes l = {.corners = 4};
    l.corners = ti_corners[q->kind].count;
    lane_scale scale = lane_enter(&l, 0, q);
    if (!(scale.size > 0.0)) {
        return 0.0;
    }
    coplanar_cubic cubic = coplanar_of(q, &scale, 0.0);
    toi_vec3 start[3], end[3];
    coplanar_at(&cubic, times[0], start);
    coplanar_at(&cubic, times[1], end);
    double c[4], largest = 0.0;
    coplanar_coefficients(start, end, c);
    set_vectors(v, q, times, scale.exponent);
    fmpq_t exact;
    fmpq_init(exact);
    for (int i = 0; i < 4; ++i) {
        set_coefficient(exact, v, i);
        double bound = i == 0 || i == 3 ? cubic.bound : 3.0 * cubic.bound;
        largest = fmax(largest, error_of(c[i], exact) / bound);
    }
    fmpq_clear(exact);
    return largest;
}

static void a_coefficient_of_the_cubic_is_within_its_bound(void** state)
{
    (void)state;
    test_random seed = random_start(61130);
    gen_random random = {random_bits(&seed)};
    exact_vector v[2][3];
    for (int i = 0; i < 18; ++i) {
        fmpq_init(v[i / 9][i / 3 % 3].at[i % 3]);
    }
    double largest = 0.0;
    for (uint32_t i = 0; i < ROUNDS / TEST_SHARE; ++i) {
        toi_primitive_query q = primitive_draw(&random, families[i % (sizeof families / sizeof families[0])]);
        double times[2] = {draw_time(&random), 1.0};
        times[1] = draw_time(&random);
        if (q.kind == TOI_PRIMITIVE_VF || q.kind == TOI_PRIMITIVE_EE) {
            largest = fmax(largest, cubic_share(&q, times, v));
        }
    }
    printf("largest error of a coefficient: %.2f of its bound\n", largest);
    assert_true(largest <= 1.0 && largest > 0.05);
    for (int i = 0; i < 18; ++i) {
        fmpq_clear(v[i / 9][i / 3 % 3].at[i % 3]);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_separation_is_within_its_bound),
        cmocka_unit_test(a_coefficient_of_the_cubic_is_within_its_bound),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
