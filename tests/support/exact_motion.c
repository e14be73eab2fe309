// Motions in Arb, by products of quaternions.

#include "support/exact_motion.h"
#include "support/move_at.h"

#include <math.h>

typedef struct quat {
    arb_t c[4]; // w, x, y, z
} quat;

// Temporaries of one evaluation.
typedef struct bench {
    quat start, end, turn, half, product, arm, moved, back;
    arb_t angle, s, u, axis[3], d[3], along;
} bench;

static void quat_init(quat* q)
{
    for (int i = 0; i < 4; ++i) {
        arb_init(q->c[i]);
    }
}

static void quat_clear(quat* q)
{
    for (int i = 0; i < 4; ++i) {
        arb_clear(q->c[i]);
    }
}

static void quats_each(bench* b, void (*each)(quat*))
{
    quat* all[] = {&b->start, &b->end, &b->turn, &b->half, &b->product, &b->arm, &b->moved, &b->back};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        each(all[i]);
    }
}

static void numbers_each(bench* b, void (*each)(arb_t))
{
    each(b->angle);
    each(b->s);
    each(b->u);
    each(b->along);
    for (int i = 0; i < 3; ++i) {
        each(b->axis[i]);
        each(b->d[i]);
    }
}

void exact_pose_init(exact_pose* pose)
{
    for (int i = 0; i < 9; ++i) {
        arb_init(pose->r[i / 3][i % 3]);
    }
    for (int i = 0; i < 3; ++i) {
        arb_init(pose->p[i]);
    }
}

void exact_pose_clear(exact_pose* pose)
{
    for (int i = 0; i < 9; ++i) {
        arb_clear(pose->r[i / 3][i % 3]);
    }
    for (int i = 0; i < 3; ++i) {
        arb_clear(pose->p[i]);
    }
}

static void quat_normalize(quat* q, arb_t s)
{
    arb_zero(s);
    for (int i = 0; i < 4; ++i) {
        arb_addmul(s, q->c[i], q->c[i], EXACT_BITS);
    }
    arb_sqrt(s, s, EXACT_BITS);
    for (int i = 0; i < 4; ++i) {
        arb_div(q->c[i], q->c[i], s, EXACT_BITS);
    }
}

static void quat_set(quat* q, toi_quat a, arb_t s)
{
    const double c[4] = {a.w, a.x, a.y, a.z};
    for (int i = 0; i < 4; ++i) {
        arb_set_d(q->c[i], c[i]);
    }
    quat_normalize(q, s);
}

// out must be neither a nor b.
static void quat_mul(quat* out, const quat* a, const quat* b)
{
    static const int index[4][4] = {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};
    static const int sign[4][4] = {{1, -1, -1, -1}, {1, 1, 1, -1}, {1, -1, 1, 1}, {1, 1, -1, 1}};
    for (int i = 0; i < 4; ++i) {
        arb_zero(out->c[i]);
        for (int k = 0; k < 4; ++k) {
            const arb_struct *x = a->c[k], *y = b->c[index[i][k]];
            (sign[i][k] > 0 ? arb_addmul : arb_submul)(out->c[i], x, y, EXACT_BITS);
        }
    }
}

// out = q (0, v) q*.
static void quat_turn(bench* b, quat* out, const quat* q, const quat* v)
{
    quat_mul(&b->product, q, v);
    for (int i = 0; i < 4; ++i) {
        arb_set(b->back.c[i], q->c[i]);
        if (i > 0) {
            arb_neg(b->back.c[i], b->back.c[i]);
        }
    }
    quat_mul(out, &b->product, &b->back);
}

static void quat_pure(quat* q, toi_vec3 v)
{
    arb_zero(q->c[0]);
    arb_set_d(q->c[1], v.x);
    arb_set_d(q->c[2], v.y);
    arb_set_d(q->c[3], v.z);
}

// The turn by `share` of b->angle about b->axis.
static void quat_about(bench* b, quat* q, const arb_t share)
{
    arb_mul(b->s, b->angle, share, EXACT_BITS);
    arb_mul_2exp_si(b->s, b->s, -1);
    arb_sin_cos(b->along, q->c[0], b->s, EXACT_BITS);
    for (int i = 0; i < 3; ++i) {
        arb_mul(q->c[i + 1], b->axis[i], b->along, EXACT_BITS);
    }
}

static void set_matrix(bench* b, exact_pose* pose, const quat* q)
{
    static const toi_vec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; ++k) {
        quat_pure(&b->arm, unit[k]);
        quat_turn(b, &b->moved, q, &b->arm);
        for (int i = 0; i < 3; ++i) {
            arb_set(pose->r[i][k], b->moved.c[i + 1]);
        }
    }
}

static void set_position(exact_pose* pose, toi_vec3 p)
{
    arb_set_d(pose->p[0], p.x);
    arb_set_d(pose->p[1], p.y);
    arb_set_d(pose->p[2], p.z);
}

static void add_times(exact_pose* pose, const arb_t t, toi_vec3 v)
{
    const double c[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; ++i) {
        arb_set_d(pose->r[0][0], c[i]);
        arb_addmul(pose->p[i], pose->r[0][0], t, EXACT_BITS);
    }
}

// pose->p += (turned - arm) sign.
static void add_change(exact_pose* pose, const quat* turned, const quat* arm, int sign)
{
    for (int i = 0; i < 3; ++i) {
        (sign > 0 ? arb_add : arb_sub)(pose->p[i], pose->p[i], turned->c[i + 1], EXACT_BITS);
        (sign > 0 ? arb_sub : arb_add)(pose->p[i], pose->p[i], arm->c[i + 1], EXACT_BITS);
    }
}

static void set_turning(bench* b, exact_pose* pose, const toi_motion* m)
{
    const double point[3] = {m->point.x, m->point.y, m->point.z};
    quat_pure(&b->end, m->axis);
    quat_normalize(&b->end, b->s);
    arb_set_d(b->angle, m->angle);
    for (int i = 0; i < 3; ++i) {
        arb_set(b->axis[i], b->end.c[i + 1]);
    }
    quat_about(b, &b->turn, b->u);
    set_position(pose, m->pose.position);
    if (m->kind == TOI_MOTION_SPIN) {
        quat_pure(&b->end, m->point);
        quat_turn(b, &b->arm, &b->start, &b->end);
        quat_turn(b, &b->moved, &b->turn, &b->arm);
        add_change(pose, &b->moved, &b->arm, -1);
        add_times(pose, b->u, m->by);
    } else {
        arb_zero(b->arm.c[0]);
        for (int i = 0; i < 3; ++i) {
            arb_set_d(b->s, point[i]);
            arb_sub(b->arm.c[i + 1], pose->p[i], b->s, EXACT_BITS);
        }
        quat_turn(b, &b->moved, &b->turn, &b->arm);
        add_change(pose, &b->moved, &b->arm, 1);
    }
    for (int i = 0; i < 3 && m->kind == TOI_MOTION_SCREW; ++i) {
        arb_set_d(b->s, m->advance);
        arb_mul(b->s, b->s, b->u, EXACT_BITS);
        arb_addmul(pose->p[i], b->s, b->axis[i], EXACT_BITS);
    }
    quat_mul(&b->half, &b->turn, &b->start);
    set_matrix(b, pose, &b->half);
}

// The axis and angle of the turn from start to end by the shortest arc. False where there is none to find.
static bool find_turn(bench* b)
{
    arb_zero(b->s);
    for (int i = 0; i < 4; ++i) {
        arb_addmul(b->s, b->start.c[i], b->end.c[i], EXACT_BITS);
    }
    for (int i = 0; i < 4 && arb_is_negative(b->s); ++i) {
        arb_neg(b->end.c[i], b->end.c[i]);
    }
    for (int i = 0; i < 4; ++i) {
        arb_set(b->back.c[i], b->start.c[i]);
        if (i > 0) {
            arb_neg(b->back.c[i], b->back.c[i]);
        }
    }
    quat_mul(&b->turn, &b->end, &b->back);
    arb_zero(b->s);
    for (int i = 1; i < 4; ++i) {
        arb_addmul(b->s, b->turn.c[i], b->turn.c[i], EXACT_BITS);
    }
    arb_sqrtpos(b->s, b->s, EXACT_BITS);
    arb_atan2(b->angle, b->s, b->turn.c[0], EXACT_BITS);
    arb_mul_2exp_si(b->angle, b->angle, 1);
    if (!arb_is_positive(b->s) || arf_cmpabs_2exp_si(arb_midref(b->s), -70) < 0) {
        return false;
    }
    for (int i = 0; i < 3; ++i) {
        arb_div(b->axis[i], b->turn.c[i + 1], b->s, EXACT_BITS);
    }
    return true;
}

// Across the axis a screw takes 0 to d by sin(u w/2)/sin(w/2) Rot((u - 1) w/2) d.
static void bend_to_screw(bench* b, exact_pose* pose, const toi_vec3 from)
{
    const double start[3] = {from.x, from.y, from.z};
    arb_zero(b->along);
    for (int i = 0; i < 3; ++i) {
        arb_addmul(b->along, b->d[i], b->axis[i], EXACT_BITS);
    }
    arb_zero(b->arm.c[0]);
    for (int i = 0; i < 3; ++i) {
        arb_mul(b->s, b->along, b->axis[i], EXACT_BITS);
        arb_sub(b->arm.c[i + 1], b->d[i], b->s, EXACT_BITS);
        arb_set_d(pose->p[i], start[i]);
        arb_addmul(pose->p[i], b->s, b->u, EXACT_BITS);
    }
    arb_t half, ratio;
    arb_init(half);
    arb_init(ratio);
    arb_mul_2exp_si(half, b->angle, -1);
    arb_mul(ratio, half, b->u, EXACT_BITS);
    arb_sin(ratio, ratio, EXACT_BITS);
    arb_sin(half, half, EXACT_BITS);
    arb_div(ratio, ratio, half, EXACT_BITS);
    arb_sub_ui(half, b->u, 1, EXACT_BITS);
    arb_mul_2exp_si(half, half, -1);
    quat_about(b, &b->turn, half);
    quat_turn(b, &b->moved, &b->turn, &b->arm);
    for (int i = 0; i < 3; ++i) {
        arb_addmul(pose->p[i], ratio, b->moved.c[i + 1], EXACT_BITS);
    }
    arb_clear(half);
    arb_clear(ratio);
}

static void set_joined(bench* b, exact_pose* pose, const toi_pose* from, const toi_pose* to, toi_path path)
{
    const double p0[3] = {from->position.x, from->position.y, from->position.z};
    const double p1[3] = {to->position.x, to->position.y, to->position.z};
    quat_set(&b->start, from->quaternion, b->s);
    quat_set(&b->end, to->quaternion, b->s);
    for (int i = 0; i < 3; ++i) {
        arb_set_d(b->d[i], p1[i]);
        arb_set_d(b->s, p0[i]);
        arb_sub(b->d[i], b->d[i], b->s, EXACT_BITS);
        arb_set(pose->p[i], b->s);
        arb_addmul(pose->p[i], b->d[i], b->u, EXACT_BITS);
    }
    bool turns = find_turn(b);
    if (path == TOI_PATH_NLERP) {
        arb_sub_ui(b->s, b->u, 1, EXACT_BITS);
        for (int i = 0; i < 4; ++i) {
            arb_mul(b->half.c[i], b->end.c[i], b->u, EXACT_BITS);
            arb_submul(b->half.c[i], b->start.c[i], b->s, EXACT_BITS);
        }
        quat_normalize(&b->half, b->s);
        set_matrix(b, pose, &b->half);
        return;
    }
    if (!turns) {
        set_matrix(b, pose, &b->start);
        return;
    }
    if (path == TOI_PATH_SCREW) {
        bend_to_screw(b, pose, from->position);
    }
    quat_about(b, &b->turn, b->u);
    quat_mul(&b->half, &b->turn, &b->start);
    set_matrix(b, pose, &b->half);
}

static void set_resting(bench* b, exact_pose* pose, const toi_pose* at)
{
    quat_set(&b->start, at->quaternion, b->s);
    set_matrix(b, pose, &b->start);
    set_position(pose, at->position);
}

// b->u: from a time of the motion to the share of a piece.
static void set_share(bench* b, double from, double to)
{
    arb_set_d(b->s, from);
    arb_sub(b->u, b->u, b->s, EXACT_BITS);
    arb_set_d(b->along, to);
    arb_sub(b->along, b->along, b->s, EXACT_BITS);
    arb_div(b->u, b->u, b->along, EXACT_BITS);
}

static void set_keyframes(bench* b, exact_pose* pose, const toi_motion* m, double t)
{
    uint32_t k = 0;
    while (k < m->key_count && m->keys[k].t <= t) {
        ++k;
    }
    if (k == 0 || k == m->key_count) {
        set_resting(b, pose, &m->keys[k == 0 ? 0 : k - 1].pose);
        return;
    }
    set_share(b, m->keys[k - 1].t, m->keys[k].t);
    set_joined(b, pose, &m->keys[k - 1].pose, &m->keys[k].pose, m->path);
}

// A motion of one piece at the share b->u of it.
static void set_single(bench* b, exact_pose* pose, const toi_motion* m)
{
    quat_set(&b->start, m->pose.quaternion, b->s);
    if (m->kind == TOI_MOTION_TRANSLATION) {
        set_position(pose, m->pose.position);
        add_times(pose, b->u, m->by);
        set_matrix(b, pose, &b->start);
    } else if (m->kind == TOI_MOTION_BETWEEN) {
        set_joined(b, pose, &m->pose, &m->end, m->path);
    } else if (m->kind == TOI_MOTION_STATIC) {
        set_resting(b, pose, &m->pose);
    } else {
        set_turning(b, pose, m);
    }
}

void exact_pose_set(exact_pose* pose, const toi_motion* m, double t)
{
    bench b;
    quats_each(&b, quat_init);
    numbers_each(&b, arb_init);
    arb_set_d(b.u, t);
    if (m->kind == TOI_MOTION_KEYFRAMES) {
        set_keyframes(&b, pose, m, t);
    } else if (m->kind == TOI_MOTION_MOVES) {
        double span[2];
        toi_motion move = move_at(m, t, span);
        set_share(&b, span[0], span[1]);
        set_single(&b, pose, &move);
    } else {
        set_single(&b, pose, m);
    }
    quats_each(&b, quat_clear);
    numbers_each(&b, arb_clear);
}

void exact_pose_point(arb_t x[3], const exact_pose* pose, toi_vec3 v)
{
    const double c[3] = {v.x, v.y, v.z};
    arb_t s;
    arb_init(s);
    for (int i = 0; i < 3; ++i) {
        arb_set(x[i], pose->p[i]);
        for (int k = 0; k < 3; ++k) {
            arb_set_d(s, c[k]);
            arb_addmul(x[i], pose->r[i][k], s, EXACT_BITS);
        }
    }
    arb_clear(s);
}
