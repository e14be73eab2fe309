// Motions as pieces of rational ones, against ball arithmetic: the exact place by the formulas of
// docs/motions.md, and that of the piece in its own doubles.

#include "cmocka_toi.h"
#include "core/arena.h"
#include "math/vec3.h"
#include "motion/rational_pieces.h"
#include "motion/rational_turn.h"
#include "support/exact_motion.h"
#include "support/generate.h"

#include <arb.h>

enum { POINTS = 3, TIMES = 6 };

// ---- a piece in balls

// sum over k of C(n, k) s^k (1 - s)^(n - k) c_k
static void bernstein(arb_t out, const double* c, size_t stride, uint32_t count, const arb_t s)
{
    arb_t rest, term, factor;
    arb_init(rest);
    arb_init(term);
    arb_init(factor);
    arb_sub_ui(rest, s, 1, EXACT_BITS);
    arb_neg(rest, rest);
    arb_zero(out);
    for (uint32_t k = 0; k < count; ++k) {
        arb_set_d(term, c[k * stride]);
        arb_bin_uiui(factor, count - 1, k, EXACT_BITS);
        arb_mul(term, term, factor, EXACT_BITS);
        arb_pow_ui(factor, s, k, EXACT_BITS);
        arb_mul(term, term, factor, EXACT_BITS);
        arb_pow_ui(factor, rest, count - 1 - k, EXACT_BITS);
        arb_addmul(out, term, factor, EXACT_BITS);
    }
    arb_clear(factor);
    arb_clear(term);
    arb_clear(rest);
}

// q v q* of balls, and |q|^2.
static void turn(arb_struct out[3], arb_t norm, const arb_struct q[4], const arb_struct v[3])
{
    arb_struct* once = _arb_vec_init(4); // q v, its real part last
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        arb_mul(once + i, q, v + i, EXACT_BITS);
        arb_addmul(once + i, q + 1 + j, v + k, EXACT_BITS);
        arb_submul(once + i, q + 1 + k, v + j, EXACT_BITS);
    }
    arb_dot(once + 3, NULL, 1, q + 1, 1, v, 1, 3, EXACT_BITS);
    for (int i = 0; i < 3; ++i) { // times q* = (q_0, -q_i)
        int j = (i + 1) % 3, k = (i + 2) % 3;
        arb_mul(out + i, q, once + i, EXACT_BITS);
        arb_submul(out + i, once + 3, q + 1 + i, EXACT_BITS);
        arb_submul(out + i, once + j, q + 1 + k, EXACT_BITS);
        arb_addmul(out + i, once + k, q + 1 + j, EXACT_BITS);
    }
    arb_dot(norm, NULL, 0, q, 1, q, 1, 4, EXACT_BITS);
    _arb_vec_clear(once, 4);
}

static void place(arb_struct out[3], const ti_rational_piece* piece, double t, toi_vec3 point)
{
    const toi_rational* m = &piece->motion;
    const double c[3] = {point.x, point.y, point.z},
                 offset[3] = {piece->offset.x, piece->offset.y, piece->offset.z};
    arb_struct *q = _arb_vec_init(4), *v = _arb_vec_init(3);
    arb_t s, x;
    arb_init(s);
    arb_init(x);
    arb_set_d(s, t);
    arb_set_d(x, piece->t0);
    arb_sub(s, s, x, EXACT_BITS);
    arb_set_d(v, piece->t1);
    arb_sub(x, v, x, EXACT_BITS);
    arb_div(s, s, x, EXACT_BITS);
    for (size_t i = 0; i < 4; ++i) {
        bernstein(q + i, &m->rotation[0].w + i, 4, m->rotation_count, s);
    }
    for (int i = 0; i < 3; ++i) {
        arb_set_d(v + i, c[i]);
        arb_set_d(x, offset[i]);
        arb_add(v + i, v + i, x, EXACT_BITS);
    }
    arb_t norm;
    arb_init(norm);
    turn(out, norm, q, v);
    for (size_t i = 0; i < 3; ++i) {
        arb_div(out + i, out + i, norm, EXACT_BITS);
        bernstein(x, &m->translation[0].x + i, 3, m->translation_count, s);
        arb_add(out + i, out + i, x, EXACT_BITS);
    }
    arb_clear(norm);
    arb_clear(x);
    arb_clear(s);
    _arb_vec_clear(v, 3);
    _arb_vec_clear(q, 4);
}

// How far the place of the piece is from the exact one, at most.
static double off(const exact_pose* exact, const ti_rational_piece* piece, double t, toi_vec3 point)
{
    arb_struct *x = _arb_vec_init(3), *y = _arb_vec_init(3);
    arb_t p[3], sum;
    arf_t bound;
    arb_init(sum);
    arf_init(bound);
    for (int i = 0; i < 3; ++i) {
        arb_init(p[i]);
    }
    exact_pose_point(p, exact, point);
    place(x, piece, t, point);
    for (int i = 0; i < 3; ++i) {
        arb_sub(y + i, x + i, p[i], EXACT_BITS);
        arb_clear(p[i]);
    }
    arb_dot(sum, NULL, 0, y, 1, y, 1, 3, EXACT_BITS);
    arb_sqrtpos(sum, sum, EXACT_BITS);
    arb_get_ubound_arf(bound, sum, EXACT_BITS);
    double distance = arf_get_d(bound, ARF_RND_UP);
    arf_clear(bound);
    arb_clear(sum);
    _arb_vec_clear(x, 3);
    _arb_vec_clear(y, 3);
    return distance;
}

// ---- the bound

typedef struct tally {
    uint32_t motions, pieces, exact;
    double worst; // share of the bound
} tally;

// A piece without a bound is the motion itself, but for the length of a quaternion that is nearly 1, and what
// the coefficients err by.
static double allowed(const ti_rational_piece* piece, double radius)
{
    double place = 0.0;
    for (uint32_t k = 0; k < piece->motion.translation_count; ++k) {
        place = fmax(place, v3_length(piece->motion.translation[k]));
    }
    return piece->bound > 0.0 ? piece->bound
                              : 2.0 * piece->translation_error + 0x1p-53 * (16.0 * radius + place);
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
        double t = k % 3 == 0 ? p->t0 : k % 3 == 1 ? p->t1 : gen_between(random, p->t0, p->t1);
        exact_pose_set(exact, m, t);
        for (int i = 0; i < POINTS; ++i) {
            toi_vec3 v = v3_scale(0.999999 * fit->radius, gen_direction(random));
            double share = off(exact, p, t, v) / allowed(p, fit->radius);
            assert_true(share <= 1.0);
            all->worst = fmax(all->worst, share);
        }
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
            ti_rational_fit fit = {gen_size(&random, 1e-3, 10.0), 0.0};
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
        toi_motion m = {.kind = k % 2 == 0 ? TOI_MOTION_SCREW : TOI_MOTION_SPIN};
        m.pose = (toi_pose){v3_scale(gen_size(&random, 1e-6, 1e6), gen_direction(&random)),
                            gen_quaternion(&random)};
        m.point = v3_scale(gen_size(&random, 1e-6, 1e6), gen_direction(&random));
        m.axis = v3_scale(gen_size(&random, 1e-3, 1e3), gen_direction(&random));
        m.angle = gen_size(&random, 1e-12, 1e3);
        m.advance = gen_size(&random, 1e-6, 1e3);
        m.by = v3_scale(gen_size(&random, 1e-6, 1e3), gen_direction(&random));
        ti_rational_fit fit = {gen_size(&random, 1e-3, 1e3), 0.0};
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
