// Rational motions: poses within their bound of sums of powers in long double, bounds of rates above
// difference quotients, and what is refused.

#include "cmocka_toi.h"
#include "math/vec3.h"
#include "motion/rational.h"
#include "random_point.h"
#include "support/real_bernstein.h"

enum { MOST = 9, SAMPLES = 64 };

typedef struct piece {
    toi_quat rotation[MOST];
    toi_vec3 translation[MOST];
    double weights[MOST];
    toi_rational motion;
} piece;

static void make(test_random* random, double shift, piece* p)
{
    uint32_t d = random_below(random, MOST), m = random_below(random, MOST);
    toi_vec3 first = random_point(random, 1.0);
    for (uint32_t k = 0; k <= d; ++k) {
        toi_quat by = random_coefficients(random, 1.0);
        p->rotation[k] = (toi_quat){first.x + by.w, first.y + by.x, first.z + by.y, 1.5 + 0.5 * by.z};
    }
    for (uint32_t k = 0; k <= m; ++k) {
        p->weights[k] = random_between(random, 0.3, 1.5);
        double w = random_below(random, 2) ? p->weights[k] : 1.0;
        toi_vec3 by = random_point(random, 3.0);
        p->translation[k] = v3(w * (shift + by.x), w * (shift + by.y), by.z);
    }
    p->motion = (toi_rational){.rotation = p->rotation,
                               .rotation_count = d + 1,
                               .translation = p->translation,
                               .weights = random_below(random, 2) ? p->weights : NULL,
                               .translation_count = m + 1};
}

// ---- the motion in long double

typedef struct exact {
    real q[4], p[3];
} exact;

static exact exact_at(const toi_rational* m, real s)
{
    exact e;
    real length = 0.0L,
         w = m->weights != NULL ? real_bernstein(m->weights, 1, m->translation_count, s) : 1.0L;
    for (size_t i = 0; i < 4; ++i) {
        e.q[i] = real_bernstein(&m->rotation[0].w + i, 4, m->rotation_count, s);
        length += e.q[i] * e.q[i];
    }
    for (int i = 0; i < 4; ++i) {
        e.q[i] /= sqrtl(length);
    }
    for (size_t i = 0; i < 3; ++i) {
        e.p[i] = real_bernstein(&m->translation[0].x + i, 3, m->translation_count, s) / w;
    }
    return e;
}

static void exact_point(const exact* e, toi_vec3 v, real out[3])
{
    const real x[3] = {(real)v.x, (real)v.y, (real)v.z};
    const real* u = e->q + 1;
    real once[3];
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        once[i] = u[j] * x[k] - u[k] * x[j] + e->q[0] * x[i];
    }
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = x[i] + 2.0L * (u[j] * once[k] - u[k] * once[j]) + e->p[i];
    }
}

static void posed_points_are_within_their_bound(void** state)
{
    (void)state;
    test_random random = random_start(1);
    double worst = 0.0;
    for (int i = 0; i < 300; ++i) {
        piece p;
        make(&random, i % 3 == 0 ? 1e6 : 0.0, &p);
        if (ti_rational_check(&p.motion) != TI_RATIONAL_FINE) {
            continue;
        }
        toi_vec3 v = random_point(&random, 1.0);
        double from = random_unit(&random), to = from + (1.0 - from) * random_unit(&random);
        double bound = ti_rational_rounding(&p.motion, from, to, v3_length(v) * (1.0 + 1e-12));
        for (int k = 0; k <= SAMPLES; ++k) {
            double s = k == SAMPLES ? to : from + (to - from) * k / SAMPLES;
            toi_vec3 x = toi_pose_point(ti_rational_pose(&p.motion, s), v);
            exact e = exact_at(&p.motion, (real)s);
            real y[3];
            exact_point(&e, v, y);
            double off = (double)sqrtl((y[0] - (real)x.x) * (y[0] - (real)x.x) +
                                       (y[1] - (real)x.y) * (y[1] - (real)x.y) +
                                       (y[2] - (real)x.z) * (y[2] - (real)x.z));
            assert_true(off <= bound);
            worst = fmax(worst, off / bound);
        }
    }
    print_message("largest share of a bound: %.3f\n", worst);
    assert_true(worst > 0.005);
}

// ---- rates

typedef struct observed {
    double turn, turn_change, speed, acceleration;
} observed;

// Angular velocity 2 Im(q' q*) by central differences over 2 h.
static void angular(const toi_rational* m, real s, real h, real omega[3])
{
    exact a = exact_at(m, s - h), b = exact_at(m, s + h), q = exact_at(m, s);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        real d[4];
        for (int n = 0; n < 4; ++n) {
            d[n] = (b.q[n] - a.q[n]) / (2.0L * h);
        }
        omega[i] =
            2.0L * (q.q[0] * d[1 + i] - d[0] * q.q[1 + i] - (d[1 + j] * q.q[1 + k] - d[1 + k] * q.q[1 + j]));
    }
}

static double length(const real v[3])
{
    return (double)sqrtl(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static observed observe(const toi_rational* m, real s)
{
    const real h = 1e-5L;
    real w[3], w0[3], w1[3], change[3], v[3], a[3];
    exact p = exact_at(m, s - h), q = exact_at(m, s), r = exact_at(m, s + h);
    angular(m, s, h, w);
    angular(m, s - h, h, w0);
    angular(m, s + h, h, w1);
    for (int i = 0; i < 3; ++i) {
        change[i] = (w1[i] - w0[i]) / (2.0L * h);
        v[i] = (r.p[i] - p.p[i]) / (2.0L * h);
        a[i] = (r.p[i] - 2.0L * q.p[i] + p.p[i]) / (h * h);
    }
    return (observed){length(w), length(change), length(v), length(a)};
}

static void rates_are_below_their_bounds(void** state)
{
    (void)state;
    test_random random = random_start(2);
    double share[4] = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < 300; ++i) {
        piece p;
        make(&random, 0.0, &p);
        if (ti_rational_check(&p.motion) != TI_RATIONAL_FINE) {
            continue;
        }
        double from = 0.01 + 0.9 * random_unit(&random),
               to = from + (0.99 - from) * (i % 2 ? 0.02 : random_unit(&random));
        ti_rational_rates r = ti_rational_rates_over(&p.motion, from, to);
        for (int k = 0; k <= SAMPLES; ++k) {
            observed o = observe(&p.motion, (real)(from + (to - from) * k / SAMPLES));
            const double seen[4] = {o.turn, o.turn_change, o.speed, o.acceleration};
            const double bound[4] = {r.turn, r.turn_change, r.speed, r.acceleration};
            for (int n = 0; n < 4; ++n) {
                assert_true(seen[n] <= bound[n] * (1.0 + 1e-4) + 1e-4); // of the difference quotients
                share[n] = bound[n] > 1.0 ? fmax(share[n], seen[n] / bound[n]) : share[n];
            }
        }
    }
    print_message("shares of the bounds: turn %.2f, its change %.2f, speed %.2f, acceleration %.2f\n",
                  share[0], share[1], share[2], share[3]);
    assert_true(share[0] > 0.9 && share[1] > 0.3 && share[2] > 0.9 && share[3] > 0.9);
}

// ---- what is refused

static void motions_that_are_none_are_refused(void** state)
{
    (void)state;
    toi_quat q[3] = {{1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}, {-1.0, 0.0, 0.0, 0.0}};
    toi_vec3 p[2] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    double w[2] = {1.0, 0.5};
    toi_rational m = {
        .rotation = q, .rotation_count = 2, .translation = p, .weights = w, .translation_count = 2};
    assert_int_equal(ti_rational_check(&m), TI_RATIONAL_FINE);
    m.rotation_count = 3; // through (0, 1/2, 0, 0)
    assert_int_equal(ti_rational_check(&m), TI_RATIONAL_FINE);
    q[1].x = 0.0; // through zero
    assert_int_equal(ti_rational_check(&m), TI_RATIONAL_ROTATION);
    q[1].x = 1e-7;
    assert_int_equal(ti_rational_check(&m), TI_RATIONAL_ROTATION);
    q[1].x = 1e-5;
    assert_int_equal(ti_rational_check(&m), TI_RATIONAL_FINE);
    w[1] = 0.0;
    assert_int_equal(ti_rational_check(&m), TI_RATIONAL_WEIGHT);
    w[1] = -1.0;
    assert_int_equal(ti_rational_check(&m), TI_RATIONAL_WEIGHT);
    w[1] = (double)NAN;
    assert_int_equal(ti_rational_check(&m), TI_RATIONAL_INFINITE);
    w[1] = 1e300;
    assert_int_equal(ti_rational_check(&m), TI_RATIONAL_INFINITE);
    w[1] = 1.0;
    p[1].y = HUGE_VAL;
    assert_int_equal(ti_rational_check(&m), TI_RATIONAL_INFINITE);
    p[1].y = 0.0;
    m.rotation_count = TOI_MOST_COEFFICIENTS + 1;
    assert_int_equal(ti_rational_check(&m), TI_RATIONAL_COUNT);
    m.rotation_count = 0;
    assert_int_equal(ti_rational_check(&m), TI_RATIONAL_COUNT);
    m = (toi_rational){.rotation = q, .rotation_count = 1, .translation_count = 1};
    assert_int_equal(ti_rational_check(&m), TI_RATIONAL_COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(posed_points_are_within_their_bound),
        cmocka_unit_test(rates_are_below_their_bounds),
        cmocka_unit_test(motions_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
