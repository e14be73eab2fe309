// Poses over the rationals, as whole numbers over a common unit; nothing is ever reduced, as no pose lives
// long.

#include "support/trace_exact.h"
#include "support/whole.h"

static void pose_each(te_pose* pose, void (*each)(fmpz_t))
{
    for (int i = 0; i < 3; ++i) {
        whole_each(pose->turn[i], each);
    }
    whole_each(pose->position, each);
    each(pose->turn_unit);
    each(pose->position_unit);
}

void te_pose_init(te_pose* pose)
{
    pose_each(pose, whole_init);
}

void te_pose_clear(te_pose* pose)
{
    pose_each(pose, whole_clear);
}

void te_pose_copy(te_pose* pose, const te_pose* from)
{
    for (int i = 0; i < 9; ++i) {
        fmpz_set(pose->turn[i / 3][i % 3], from->turn[i / 3][i % 3]);
    }
    for (int i = 0; i < 3; ++i) {
        fmpz_set(pose->position[i], from->position[i]);
    }
    fmpz_set(pose->turn_unit, from->turn_unit);
    fmpz_set(pose->position_unit, from->position_unit);
}

// ---- doubles as whole numbers

enum { MOST_NUMBERS = 4 };

// x[i] = m[i] 2^e for all of them; returns e, which is at most 0.
static int set_doubles(fmpz m[], const double* x, int count)
{
    int exponent[MOST_NUMBERS], least = 0;
    for (int i = 0; i < count; ++i) {
        double part = frexp(x[i], &exponent[i]);
        exponent[i] -= 53;
        fmpz_set_si(&m[i], (slong)ldexp(part, 53));
        least = x[i] != 0.0 && exponent[i] < least ? exponent[i] : least;
    }
    for (int i = 0; i < count; ++i) {
        if (x[i] != 0.0) {
            fmpz_mul_2exp(&m[i], &m[i], (flint_bitcnt_t)(exponent[i] - least));
        }
    }
    return least;
}

static int set_vector(fmpz_t m[3], toi_vec3 v)
{
    const double x[3] = {v.x, v.y, v.z};
    return set_doubles(m[0], x, 3);
}

// The matrix of x -> q x q*/|q|^2 for q = (w, u), the same for all multiples of q:
// (w^2 - u.u) + 2 u u^T + 2 w [u], over w^2 + u.u.
static void set_turn(fmpz_t turn[3][3], fmpz_t unit, fmpz q[4])
{
    fmpz_t s, t;
    fmpz_init(s);
    fmpz_init(t);
    fmpz_zero(unit);
    for (int i = 0; i < 4; ++i) {
        fmpz_addmul(unit, &q[i], &q[i]);
    }
    fmpz_mul(s, &q[0], &q[0]);
    fmpz_mul_2exp(s, s, 1);
    fmpz_sub(s, s, unit);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        fmpz_mul(t, &q[i + 1], &q[i + 1]);
        fmpz_mul_2exp(t, t, 1);
        fmpz_add(turn[i][i], s, t);
        fmpz_mul(t, &q[j + 1], &q[k + 1]);
        fmpz_set(turn[j][k], t);
        fmpz_submul(turn[j][k], &q[0], &q[i + 1]);
        fmpz_set(turn[k][j], t);
        fmpz_addmul(turn[k][j], &q[0], &q[i + 1]);
        fmpz_mul_2exp(turn[j][k], turn[j][k], 1);
        fmpz_mul_2exp(turn[k][j], turn[k][j], 1);
    }
    fmpz_clear(s);
    fmpz_clear(t);
}

void te_pose_set(te_pose* pose, const toi_pose* doubles)
{
    const toi_quat q = doubles->quaternion;
    const double wide[4] = {q.w, q.x, q.y, q.z};
    fmpz whole[4] = {0, 0, 0, 0};
    set_doubles(whole, wide, 4);
    set_turn(pose->turn, pose->turn_unit, whole);
    int exponent = set_vector(pose->position, doubles->position);
    fmpz_one(pose->position_unit);
    fmpz_mul_2exp(pose->position_unit, pose->position_unit, (flint_bitcnt_t)-exponent);
    for (int i = 0; i < 4; ++i) {
        fmpz_clear(&whole[i]);
    }
}

// out = m x; out is not x.
static void apply(fmpz_t out[3], const fmpz_t m[3][3], fmpz_t x[3])
{
    for (int i = 0; i < 3; ++i) {
        fmpz_mul(out[i], m[i][0], x[0]);
        fmpz_addmul(out[i], m[i][1], x[1]);
        fmpz_addmul(out[i], m[i][2], x[2]);
    }
}

void te_pose_point(fmpz_t out[3], fmpz_t unit, const te_pose* pose, toi_vec3 v)
{
    fmpz_t x[3];
    whole_each(x, whole_init);
    int exponent = set_vector(x, v);
    apply(out, pose->turn, x);
    fmpz_mul_2exp(unit, pose->turn_unit, (flint_bitcnt_t)-exponent);
    for (int i = 0; i < 3; ++i) {
        fmpz_mul(out[i], out[i], pose->position_unit);
        fmpz_addmul(out[i], pose->position[i], unit);
    }
    fmpz_mul(unit, unit, pose->position_unit);
    whole_each(x, whole_clear);
}

// ---- moves

// position += sign v 2^exponent
static void add(te_pose* pose, fmpz_t v[3], int exponent, int sign)
{
    for (int i = 0; i < 3; ++i) {
        fmpz_mul_2exp(pose->position[i], pose->position[i], (flint_bitcnt_t)-exponent);
        (sign > 0 ? fmpz_addmul : fmpz_submul)(pose->position[i], v[i], pose->position_unit);
    }
    fmpz_mul_2exp(pose->position_unit, pose->position_unit, (flint_bitcnt_t)-exponent);
}

static void translate(te_pose* pose, toi_vec3 by, double share)
{
    fmpz_t d[3], s;
    whole_each(d, whole_init);
    fmpz_init(s);
    int exponent = set_vector(d, by) + set_doubles(s, &share, 1);
    for (int i = 0; i < 3; ++i) {
        fmpz_mul(d[i], d[i], s);
    }
    add(pose, d, exponent, 1);
    whole_each(d, whole_clear);
    fmpz_clear(s);
}

// The whole numbers of the quaternion (w, s axis).
static void set_about(fmpz q[4], const toi_move* about, double w, double s)
{
    const double axis[3] = {about->axis.x, about->axis.y, about->axis.z};
    fmpz_t factor;
    fmpz_init(factor);
    int along = set_doubles(q + 1, axis, 3) + set_doubles(factor, &s, 1), first = set_doubles(q, &w, 1);
    int least = along < first ? along : first;
    fmpz_mul_2exp(q, q, (flint_bitcnt_t)(first - least));
    for (int i = 1; i < 4; ++i) {
        fmpz_mul(&q[i], &q[i], factor);
        fmpz_mul_2exp(&q[i], &q[i], (flint_bitcnt_t)(along - least));
    }
    fmpz_clear(factor);
}

// The columns of the matrix and the position are turned, and their units grow by that of the turn.
static void turn_by(te_pose* pose, const fmpz_t turn[3][3], const fmpz_t unit)
{
    fmpz_t column[3], moved[3];
    whole_each(column, whole_init);
    whole_each(moved, whole_init);
    for (int k = 0; k < 4; ++k) {
        for (int i = 0; i < 3; ++i) {
            fmpz_swap(column[i], k < 3 ? pose->turn[i][k] : pose->position[i]);
        }
        apply(moved, turn, column);
        for (int i = 0; i < 3; ++i) {
            fmpz_swap(moved[i], k < 3 ? pose->turn[i][k] : pose->position[i]);
        }
    }
    fmpz_mul(pose->turn_unit, pose->turn_unit, unit);
    fmpz_mul(pose->position_unit, pose->position_unit, unit);
    whole_each(column, whole_clear);
    whole_each(moved, whole_clear);
}

void te_pose_turn(te_pose* pose, const toi_move* about, double w, double s)
{
    fmpz q[4] = {0, 0, 0, 0};
    fmpz_t turn[3][3], unit, center[3];
    for (int i = 0; i < 3; ++i) {
        whole_each(turn[i], whole_init);
    }
    whole_each(center, whole_init);
    fmpz_init(unit);
    set_about(q, about, w, s);
    set_turn(turn, unit, q);
    int exponent = set_vector(center, about->point);
    add(pose, center, exponent, -1);
    turn_by(pose, (const fmpz_t(*)[3])turn, unit);
    add(pose, center, exponent, 1);
    for (int i = 0; i < 3; ++i) {
        whole_each(turn[i], whole_clear);
    }
    whole_each(center, whole_clear);
    fmpz_clear(unit);
    for (int i = 0; i < 4; ++i) {
        fmpz_clear(&q[i]);
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

// ---- long double

real te_real(const fmpz_t x, const fmpz_t unit)
{
    fmpz_t q;
    fmpz_init(q);
    slong shift = 100 + (slong)fmpz_bits(unit) - (slong)fmpz_bits(x);
    shift = shift > 0 ? shift : 0;
    fmpz_mul_2exp(q, x, (flint_bitcnt_t)shift);
    fmpz_tdiv_q(q, q, unit);
    slong high_part, low_part;
    double high = fmpz_get_d_2exp(&high_part, q), low;
    fmpz_t rest;
    fmpz_init(rest);
    fmpz_set_d(rest, ldexp(high, 53));
    if (high_part >= 53) {
        fmpz_mul_2exp(rest, rest, (flint_bitcnt_t)(high_part - 53));
    } else {
        fmpz_tdiv_q_2exp(rest, rest, (flint_bitcnt_t)(53 - high_part));
    }
    fmpz_sub(rest, q, rest);
    low = fmpz_get_d_2exp(&low_part, rest);
    fmpz_clear(rest);
    fmpz_clear(q);
    return ldexpl((real)high, (int)(high_part - shift)) + ldexpl((real)low, (int)(low_part - shift));
}

rvec te_pose_position(const te_pose* pose, toi_vec3 origin)
{
    fmpz_t o[3], x;
    real p[3];
    whole_each(o, whole_init);
    fmpz_init(x);
    int exponent = set_vector(o, origin);
    fmpz_t unit;
    fmpz_init(unit);
    fmpz_mul_2exp(unit, pose->position_unit, (flint_bitcnt_t)-exponent);
    for (int i = 0; i < 3; ++i) {
        fmpz_mul_2exp(x, pose->position[i], (flint_bitcnt_t)-exponent);
        fmpz_submul(x, o[i], pose->position_unit);
        p[i] = te_real(x, unit);
    }
    whole_each(o, whole_clear);
    fmpz_clear(x);
    fmpz_clear(unit);
    return r3(p[0], p[1], p[2]);
}
