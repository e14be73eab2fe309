// Rational motions in Arb.

#include "support/exact_rational.h"

enum { POINTS = 3 };

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

static void place(arb_struct out[3], const exact_piece* piece, double t, toi_vec3 point)
{
    const toi_rational* m = piece->motion;
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
    arb_t norm, weight;
    arb_init(norm);
    arb_init(weight);
    turn(out, norm, q, v);
    arb_one(weight);
    if (m->weights != NULL) {
        bernstein(weight, m->weights, 1, m->translation_count, s);
    }
    for (size_t i = 0; i < 3; ++i) {
        arb_div(out + i, out + i, norm, EXACT_BITS);
        bernstein(x, &m->translation[0].x + i, 3, m->translation_count, s);
        arb_div(x, x, weight, EXACT_BITS);
        arb_add(out + i, out + i, x, EXACT_BITS);
    }
    arb_clear(weight);
    arb_clear(norm);
    arb_clear(x);
    arb_clear(s);
    _arb_vec_clear(v, 3);
    _arb_vec_clear(q, 4);
}

double exact_piece_off(const exact_pose* exact, const exact_piece* piece, double t, toi_vec3 point)
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

double exact_piece_time(gen_random* random, const exact_piece* piece, int turn)
{
    if (turn % 3 == 2) {
        return gen_between(random, piece->t0, piece->t1);
    }
    return turn % 3 == 0 ? piece->t0 : piece->t1;
}

double exact_piece_most(gen_random* random, const exact_pose* exact, const exact_piece* piece, double t,
                        double radius)
{
    double most = 0.0;
    for (int i = 0; i < POINTS; ++i) {
        toi_vec3 n = gen_direction(random);
        double r = 0.999999 * radius;
        double off = exact_piece_off(exact, piece, t, (toi_vec3){r * n.x, r * n.y, r * n.z});
        most = off <= most ? most : off; // also where it is NaN
    }
    return most;
}
