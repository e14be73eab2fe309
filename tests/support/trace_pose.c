// Poses over the rationals.

#include "support/trace_exact.h"

#include <string.h>

void te_pose_init(te_pose* pose)
{
    for (int i = 0; i < 12; ++i) {
        fmpq_init(i < 9 ? pose->turn[i / 3][i % 3] : pose->position[i - 9]);
    }
}

void te_pose_clear(te_pose* pose)
{
    for (int i = 0; i < 12; ++i) {
        fmpq_clear(i < 9 ? pose->turn[i / 3][i % 3] : pose->position[i - 9]);
    }
}

void te_pose_copy(te_pose* pose, const te_pose* from)
{
    for (int i = 0; i < 9; ++i) {
        fmpq_set(pose->turn[i / 3][i % 3], from->turn[i / 3][i % 3]);
    }
    for (int i = 0; i < 3; ++i) {
        fmpq_set(pose->position[i], from->position[i]);
    }
}

void te_set_double(fmpq_t out, double x)
{
    int exponent;
    double mantissa = frexp(x, &exponent);
    fmpq_set_si(out, (slong)ldexp(mantissa, 53), 1);
    if (exponent >= 53) {
        fmpq_mul_2exp(out, out, (flint_bitcnt_t)(exponent - 53));
    } else {
        fmpq_div_2exp(out, out, (flint_bitcnt_t)(53 - exponent));
    }
}

// The matrix of x -> q x q*/|q|^2 for the quaternion c = (w, x, y, z):
// (w^2 - u.u) + 2 u u^T + 2 w [u], over w^2 + u.u, with u = (x, y, z).
static void set_turn(fmpq_t turn[3][3], fmpq_t c[4])
{
    fmpq_t norm, s, t;
    fmpq_init(norm);
    fmpq_init(s);
    fmpq_init(t);
    for (int i = 0; i < 4; ++i) {
        fmpq_addmul(norm, c[i], c[i]);
    }
    fmpq_mul(s, c[0], c[0]);
    fmpq_mul_2exp(s, s, 1);
    fmpq_sub(s, s, norm);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        fmpq_mul(t, c[i + 1], c[i + 1]);
        fmpq_mul_2exp(t, t, 1);
        fmpq_add(turn[i][i], s, t);
        fmpq_mul(t, c[j + 1], c[k + 1]);
        fmpq_set(turn[j][k], t);
        fmpq_submul(turn[j][k], c[0], c[i + 1]);
        fmpq_set(turn[k][j], t);
        fmpq_addmul(turn[k][j], c[0], c[i + 1]);
        fmpq_mul_2exp(turn[j][k], turn[j][k], 1);
        fmpq_mul_2exp(turn[k][j], turn[k][j], 1);
    }
    for (int i = 0; i < 9; ++i) {
        fmpq_div(turn[i / 3][i % 3], turn[i / 3][i % 3], norm);
    }
    fmpq_clear(norm);
    fmpq_clear(s);
    fmpq_clear(t);
}

void te_pose_set(te_pose* pose, const toi_pose* doubles)
{
    const toi_quat q = doubles->quaternion;
    const double wide[4] = {q.w, q.x, q.y, q.z};
    const double p[3] = {doubles->position.x, doubles->position.y, doubles->position.z};
    fmpq_t c[4];
    for (int i = 0; i < 4; ++i) {
        fmpq_init(c[i]);
        te_set_double(c[i], wide[i]);
    }
    set_turn(pose->turn, c);
    for (int i = 0; i < 3; ++i) {
        te_set_double(pose->position[i], p[i]);
    }
    for (int i = 0; i < 4; ++i) {
        fmpq_clear(c[i]);
    }
}

// out = m x; out is not x.
static void apply(fmpq_t out[3], fmpq_t m[3][3], fmpq_t x[3])
{
    for (int i = 0; i < 3; ++i) {
        fmpq_mul(out[i], m[i][0], x[0]);
        fmpq_addmul(out[i], m[i][1], x[1]);
        fmpq_addmul(out[i], m[i][2], x[2]);
    }
}

void te_pose_point(fmpq_t out[3], const te_pose* pose, const double v[3])
{
    te_pose p = *pose; // a view: FLINT has no const for arrays of fractions
    fmpq_t x[3];
    for (int i = 0; i < 3; ++i) {
        fmpq_init(x[i]);
        te_set_double(x[i], v[i]);
    }
    apply(out, p.turn, x);
    for (int i = 0; i < 3; ++i) {
        fmpq_add(out[i], out[i], p.position[i]);
        fmpq_clear(x[i]);
    }
}

// ---- moves

static void translate(te_pose* pose, toi_vec3 by, double share)
{
    const double d[3] = {by.x, by.y, by.z};
    fmpq_t s, t;
    fmpq_init(s);
    fmpq_init(t);
    te_set_double(s, share);
    for (int i = 0; i < 3; ++i) {
        te_set_double(t, d[i]);
        fmpq_addmul(pose->position[i], s, t);
    }
    fmpq_clear(s);
    fmpq_clear(t);
}

void te_pose_turn(te_pose* pose, const toi_move* about, double w, double s)
{
    const double a[3] = {about->axis.x, about->axis.y, about->axis.z};
    const double o[3] = {about->point.x, about->point.y, about->point.z};
    fmpq_t c[4], turn[3][3], column[3], moved[3], share;
    for (int i = 0; i < 9; ++i) {
        fmpq_init(turn[i / 3][i % 3]);
    }
    fmpq_init(share);
    te_set_double(share, s);
    for (int i = 0; i < 4; ++i) {
        fmpq_init(c[i]);
        te_set_double(c[i], i == 0 ? w : a[i - 1]);
        if (i > 0) {
            fmpq_mul(c[i], c[i], share);
            fmpq_init(column[i - 1]);
            fmpq_init(moved[i - 1]);
        }
    }
    set_turn(turn, c);
    for (int k = 0; k < 4; ++k) {
        for (int i = 0; i < 3; ++i) {
            te_set_double(c[i], o[i]);
            if (k < 3) {
                fmpq_set(column[i], pose->turn[i][k]);
            } else {
                fmpq_sub(column[i], pose->position[i], c[i]);
            }
        }
        apply(moved, turn, column);
        for (int i = 0; i < 3; ++i) {
            if (k < 3) {
                fmpq_set(pose->turn[i][k], moved[i]);
            } else {
                fmpq_add(pose->position[i], moved[i], c[i]);
            }
        }
    }
    for (int i = 0; i < 9; ++i) {
        fmpq_clear(turn[i / 3][i % 3]);
    }
    for (int i = 0; i < 4; ++i) {
        fmpq_clear(c[i]);
        fmpq_clear(i < 3 ? column[i] : share);
    }
    for (int i = 0; i < 3; ++i) {
        fmpq_clear(moved[i]);
    }
}

void te_pose_move(te_pose* pose, const toi_move* move, double share)
{
    if (move->kind == TOI_MOVE_TRANSLATION) {
        translate(pose, move->by, share);
        return;
    }
    real half = 0.5L * (real)move->angle * (real)share, length = r3_length(r3_wide(move->axis));
    te_pose_turn(pose, move, (double)cosl(half), (double)(sinl(half) / length));
}
