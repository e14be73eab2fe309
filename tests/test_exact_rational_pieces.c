// Motions as pieces of rational ones, against ball arithmetic: the exact place by the formulas of
// docs/motions.md, and that of the piece in its own doubles.

#include "cmocka_toi.h"
#include "core/arena.h"
#include "motion/rational_pieces.h"
#include "motion/rational_turn.h"
#include "support/exact_rational.h"

enum { TIMES = 6 };

// ---- the bound

typedef struct tally {
    uint32_t motions, pieces, exact;
    double worst; // share of the bound
} tally;

// A piece without a bound is the motion itself, but for the length of a quaternion that is nearly 1.
static double allowed(const ti_rational_piece* piece, double radius)
{
    return piece->bound > 0.0 ? piece->bound : piece->rounding + 0x1p-53 * (16.0 * radius);
}

static void judge(gen_random* random, const toi_motion* m, const ti_rational_fit* fit, exact_pose* exact,
                  tally* all)
{
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_rational_pieces pieces;
    assert_int_equal(ti_rational_pieces_make(&arena, m, fit, &pieces), TOI_OK);
    assert_true(pieces.count > 0 && pieces.piece[0].t0 == 0.0 && pieces.piece[pieces.count - 1].t1 == 1.0);
    for (uint32_t i = 0; i < pieces.count; ++i) {
        const ti_rational_piece* p = &pieces.piece[i];
        assert_true(p->t0 < p->t1 && (i == 0 || p->t0 == pieces.piece[i - 1].t1));
        all->exact += p->bound == 0.0;
    }
    for (int k = 0; k < TIMES; ++k) {
        const ti_rational_piece* p = &pieces.piece[gen_below(random, pieces.count)];
        const exact_piece piece = {p->t0, p->t1, &p->motion, p->offset};
        double t = exact_piece_time(random, &piece, k);
        exact_pose_set(exact, m, t);
        double share = exact_piece_most(random, exact, &piece, t, fit->radius) / allowed(p, fit->radius);
        assert_true(share <= 1.0);
        all->worst = fmax(all->worst, share);
    }
    ++all->motions;
    all->pieces += pieces.count;
    ti_arena_destroy(&arena);
}

static void pieces_are_within_their_bounds_of_the_exact_motion(void** state)
{
    (void)state;
    static const double tolerances[] = {1e-3, 1e-6, 1e-9, 1e-12, 0.0};
    gen_random random = {random_start(5).state};
    exact_pose exact;
    exact_pose_init(&exact);
    for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; ++i) {
        tally all = {0};
        for (int k = 0; k < 150; ++k) {
            gen_lists lists;
            toi_motion m;
            gen_motion_random(&random, 1.0, 3.0, &m, &lists);
            ti_rational_fit fit = {.radius = gen_size(&random, 1e-3, 10.0)};
            fit.tolerance = tolerances[i] * fit.radius;
            judge(&random, &m, &fit, &exact, &all);
        }
        print_message("tolerance %g: %u motions, %u pieces, %u of them exact; at most %.3f of the bound\n",
                      tolerances[i], all.motions, all.pieces, all.exact, all.worst);
        assert_true(all.exact > 0 && all.exact < all.pieces);
    }
    exact_pose_clear(&exact);
}

// Turns and axes of any size, near and far.
static void small_and_large_turns_keep_the_bound(void** state)
{
    (void)state;
    gen_random random = {random_start(6).state};
    exact_pose exact;
    exact_pose_init(&exact);
    tally all = {0};
    for (int k = 0; k < 600; ++k) {
        toi_motion m = gen_motion_turning(&random, k % 2 == 0 ? TOI_MOTION_SCREW : TOI_MOTION_SPIN);
        ti_rational_fit fit = {.radius = gen_size(&random, 1e-3, 1e3)};
        fit.tolerance = gen_size(&random, 1e-12, 1e-3) * fit.radius;
        judge(&random, &m, &fit, &exact, &all);
    }
    print_message("%u pieces; at most %.3f of the bound\n", all.pieces, all.worst);
    exact_pose_clear(&exact);
}

// ---- the numerator of the approximant

// |P(i x)|^2 as a polynomial of x^2, times (2n)!^2: coefficients are whole numbers.
static void the_numerator_is_never_below_one(void** state)
{
    (void)state;
    for (int n = 1; n <= TI_MOST_TURN_DEGREE; ++n) {
        double p[TI_MOST_TURN_DEGREE + 1] = {1.0};
        for (int j = 0; j < n; ++j) {
            p[j + 1] = p[j] * (n - j) / ((2.0 * n - j) * (j + 1.0));
        }
        for (int k = 0; k <= n; ++k) {
            double sum = 0.0; // of x^2k: over i + j = 2k, with i^i (-i)^j
            for (int i = 0; i <= 2 * k; ++i) {
                int j = 2 * k - i;
                sum += i <= n && j <= n ? ((i - j) % 4 == 0 ? 1.0 : -1.0) * p[i] * p[j] : 0.0;
            }
            assert_true(k == 0 ? sum == 1.0 : sum > 0.0);
        }
    }
}

// What the angle of a fit is off by is nearly the bound.
static void the_error_of_a_fitted_turn_is_nearly_its_bound(void** state)
{
    (void)state;
    for (uint32_t parts = 1; parts <= 8; ++parts) {
        for (double most = 1e-4; most > 1e-11; most *= 0.1) {
            ti_turn_plan plan = ti_turn_plan_make(6.0, most, 1000);
            toi_quat q[TI_MOST_TURN_DEGREE + 1];
            ti_turn_fit((toi_vec3){0.0, 0.0, 1.0}, 6.0 / plan.parts, plan.degree, q);
            toi_quat end = q[plan.degree];
            long double turned = 2.0L * atan2l((long double)end.z, (long double)end.w);
            double error = (double)fabsl(turned - 3.0L / plan.parts);
            assert_true(plan.error <= most && error <= plan.error + 1e-15);
            assert_true(error >= 0.2 * plan.error - 1e-15);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_within_their_bounds_of_the_exact_motion),
        cmocka_unit_test(small_and_large_turns_keep_the_bound),
        cmocka_unit_test(the_numerator_is_never_below_one),
        cmocka_unit_test(the_error_of_a_fitted_turn_is_nearly_its_bound),
    };
    return cmocka_run_group_tests(tests, NULL, exact_end);
}
