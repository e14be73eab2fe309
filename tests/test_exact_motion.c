// Pieces of motions against ball arithmetic at 200 bits: the world point by the formulas of docs/motions.md,
// from rotation matrices and quaternions, for the exact doubles of the motion.

#include "cmocka_toi.h"

#include "motion/bounds.h"
#include "motion/path.h"
#include "support/motion_reference.h"

#include <arb.h>
#include <arb_mat.h>

enum { BITS = 200 };

// ---- vectors of balls: arb_t[3], w of a quaternion last

static void set3(arb_struct* a, toi_vec3 v)
{
    arb_set_d(a, v.x);
    arb_set_d(a + 1, v.y);
    arb_set_d(a + 2, v.z);
}

// a += s b
static void addmul3(arb_struct* a, const arb_t s, const arb_struct* b)
{
    for (int i = 0; i < 3; ++i) {
        arb_addmul(a + i, s, b + i, BITS);
    }
}

static void add3(arb_struct* a, const arb_struct* b)
{
    for (int i = 0; i < 3; ++i) {
        arb_add(a + i, a + i, b + i, BITS);
    }
}

static void sub3(arb_struct* a, const arb_struct* b)
{
    for (int i = 0; i < 3; ++i) {
        arb_sub(a + i, a + i, b + i, BITS);
    }
}

static void length3(arb_t out, const arb_struct* a)
{
    arb_dot(out, NULL, 0, a, 1, a, 1, 3, BITS);
    arb_sqrt(out, out, BITS);
}

static void apply(arb_struct* out, const arb_mat_t m, const arb_struct* v)
{
    arb_struct* copy = _arb_vec_init(3);
    _arb_vec_set(copy, v, 3);
    for (int i = 0; i < 3; ++i) {
        arb_dot(out + i, NULL, 0, m->rows[i], 1, copy, 1, 3, BITS);
    }
    _arb_vec_clear(copy, 3);
}

// exp of the cross product matrix of w, by the exponential of matrices.
static void matrix_exponential(arb_mat_t m, const arb_struct* w)
{
    arb_mat_zero(m);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        arb_neg(arb_mat_entry(m, j, k), w + i);
        arb_set(arb_mat_entry(m, k, j), w + i);
    }
    arb_mat_exp(m, m, BITS);
}

// The polynomial of the rotation matrix in the doubles of q: I + 2 (q.w [a] + [a]^2), by its entries.
static void start_rotation(arb_mat_t m, toi_quat q)
{
    const double a[3] = {q.x, q.y, q.z};
    arb_t x;
    arb_init(x);
    arb_mat_one(m);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        // Diagonal: 1 - 2 (a_j^2 + a_k^2). Beside it: 2 (a_j a_k -+ w a_i).
        const int row[4] = {i, i, j, k}, column[4] = {i, i, k, j};
        const double left[4] = {-a[j], -a[k], a[j], a[j]}, right[4] = {a[j], a[k], a[k], a[k]};
        for (int n = 0; n < 4; ++n) {
            arb_set_d(x, 2.0 * left[n]);
            arb_struct* entry = arb_mat_entry(m, row[n], column[n]);
            arb_t y;
            arb_init(y);
            arb_set_d(y, right[n]);
            arb_addmul(entry, x, y, BITS);
            if (n >= 2) {
                arb_set_d(x, n == 2 ? -2.0 * q.w : 2.0 * q.w);
                arb_set_d(y, a[i]);
                arb_addmul(entry, x, y, BITS);
            }
            arb_clear(y);
        }
    }
    arb_clear(x);
}

// ---- the motions

typedef struct scene {
    arb_mat_t start, turned;
    arb_struct* point; // the answer
    arb_struct* arm;
    arb_struct* w;
    arb_t t, x, y;
} scene;

// The rotation by w times `share` of the arm, minus the arm, added to the point.
static void add_turn(scene* s, const arb_t share)
{
    arb_struct* w = _arb_vec_init(3);
    addmul3(w, share, s->w);
    matrix_exponential(s->turned, w);
    sub3(s->point, s->arm);
    apply(s->arm, s->turned, s->arm);
    add3(s->point, s->arm);
    _arb_vec_clear(w, 3);
}

static void set_axis(scene* s, const toi_motion* m, arb_struct* axis)
{
    set3(axis, m->axis);
    length3(s->x, axis);
    _arb_vec_scalar_div(axis, axis, 3, s->x, BITS);
}

static void turn_about_axis(scene* s, const toi_motion* m)
{
    arb_struct* v = _arb_vec_init(3);
    set_axis(s, m, s->w);
    if (m->kind == TOI_MOTION_SPIN) {
        set3(v, m->point);
        apply(v, s->start, v);
        sub3(s->arm, v); // R (v - m)
        set3(v, m->by);
    } else {
        set3(v, m->pose.position);
        add3(s->arm, v);
        set3(v, m->point);
        sub3(s->arm, v);
        _arb_vec_zero(v, 3);
        if (m->kind == TOI_MOTION_SCREW) {
            arb_set_d(s->y, m->advance);
            addmul3(v, s->y, s->w);
        }
    }
    addmul3(s->point, s->t, v);
    arb_set_d(s->x, m->angle);
    _arb_vec_scalar_mul(s->w, s->w, 3, s->x, BITS);
    add_turn(s, s->t);
    _arb_vec_clear(v, 3);
}

// Rotation vector of the shortest turn from q0 to q1; x gets half its length.
static void shortest_turn(scene* s, toi_quat q0, toi_quat q1)
{
    const double a[4] = {q1.w, q1.x, q1.y, q1.z}, b[4] = {q0.w, -q0.x, -q0.y, -q0.z};
    static const int sign[4][4] = {{1, -1, -1, -1}, {1, 1, 1, -1}, {1, -1, 1, 1}, {1, 1, -1, 1}};
    static const int other[4][4] = {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};
    arb_struct* q = _arb_vec_init(4);
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
            arb_set_d(s->x, a[j] * sign[i][j]);
            arb_set_d(s->y, b[other[i][j]]);
            arb_addmul(q + i, s->x, s->y, BITS);
        }
    }
    if (arb_is_negative(q)) {
        _arb_vec_neg(q, q, 4);
    }
    length3(s->y, q + 1);
    arb_atan2(s->x, s->y, q, BITS);
    for (int i = 0; i < 3; ++i) {
        arb_div(s->w + i, q + 1 + i, s->y, BITS);
        arb_mul(s->w + i, s->w + i, s->x, BITS);
        arb_mul_2exp_si(s->w + i, s->w + i, 1);
    }
    _arb_vec_clear(q, 4);
}

// The screw: its axis passes through c from the start position, c = across/2 + (n x across) cot(h)/2.
static void set_screw_arm(scene* s, arb_struct* d)
{
    arb_struct* n = _arb_vec_init(3);
    arb_struct* across = _arb_vec_init(3);
    arb_t half;
    arb_init(half);
    length3(s->y, s->w);
    _arb_vec_scalar_div(n, s->w, 3, s->y, BITS);
    arb_dot(half, NULL, 0, d, 1, n, 1, 3, BITS);
    _arb_vec_set(across, d, 3);
    _arb_vec_zero(d, 3);
    addmul3(d, half, n); // what is left of d is its part along the axis
    sub3(across, d);
    arb_set_d(half, -0.5);
    addmul3(s->arm, half, across);
    arb_mul_2exp_si(s->y, s->y, -1);
    arb_cot(s->y, s->y, BITS);
    arb_mul_2exp_si(s->y, s->y, -1);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        arb_mul(half, n + j, across + k, BITS);
        arb_submul(half, n + k, across + j, BITS);
        arb_submul(s->arm + i, s->y, half, BITS);
    }
    arb_clear(half);
    _arb_vec_clear(across, 3);
    _arb_vec_clear(n, 3);
}

static void turn_between(scene* s, const toi_motion* m, const ti_path* path)
{
    arb_struct* d = _arb_vec_init(3);
    arb_struct* p = _arb_vec_init(3);
    shortest_turn(s, path->start.quaternion, ti_pose_unit(m->end).quaternion);
    set3(d, m->end.position);
    set3(p, m->pose.position);
    sub3(d, p);
    if (m->path == TOI_PATH_SCREW) {
        set_screw_arm(s, d);
    }
    arb_set(s->y, s->t);
    if (m->path == TOI_PATH_NLERP) {
        // Share of the turn: atan2(t sin h, 1 - t + t cos h)/h.
        arb_t sine, cosine;
        arb_init(sine);
        arb_init(cosine);
        arb_sin_cos(sine, cosine, s->x, BITS);
        arb_mul(sine, sine, s->t, BITS);
        arb_sub_ui(cosine, cosine, 1, BITS);
        arb_mul(cosine, cosine, s->t, BITS);
        arb_add_ui(cosine, cosine, 1, BITS);
        arb_atan2(s->y, sine, cosine, BITS);
        arb_div(s->y, s->y, s->x, BITS);
        arb_clear(sine);
        arb_clear(cosine);
    }
    addmul3(s->point, s->t, d);
    add_turn(s, s->y);
    _arb_vec_clear(p, 3);
    _arb_vec_clear(d, 3);
}

static void exact_point(scene* s, const toi_motion* m, const ti_path* path, toi_vec3 v, double t)
{
    set3(s->arm, v);
    start_rotation(s->start, path->start.quaternion);
    apply(s->arm, s->start, s->arm);
    set3(s->point, m->pose.position);
    add3(s->point, s->arm);
    arb_set_d(s->t, t);
    if (m->kind == TOI_MOTION_TRANSLATION) {
        set3(s->w, m->by);
        addmul3(s->point, s->t, s->w);
    } else if (m->kind == TOI_MOTION_BETWEEN) {
        turn_between(s, m, path);
    } else {
        turn_about_axis(s, m);
    }
}

// Upper bound of the distance of the computed point from the exact one, in units of u L.
static double error_in_units(scene* s, const ti_path* path, toi_vec3 v, double t)
{
    ti_mat3 rotation;
    toi_vec3 position;
    ti_path_pose(path, t, &rotation, &position);
    set3(s->arm, xf_point(&rotation, position, v));
    sub3(s->arm, s->point);
    length3(s->x, s->arm);
    arf_t bound;
    arf_init(bound);
    arb_get_ubound_arf(bound, s->x, BITS);
    double error = arf_get_d(bound, ARF_RND_UP);
    arf_clear(bound);
    return error / (0x1p-53 * ti_path_magnitude(path, v3_length(v)));
}

static void pieces_are_within_the_derived_bound_of_the_exact_motion(void** state)
{
    (void)state;
    test_random random = random_start(51);
    scene s;
    arb_mat_init(s.start, 3, 3);
    arb_mat_init(s.turned, 3, 3);
    s.point = _arb_vec_init(3);
    s.arm = _arb_vec_init(3);
    s.w = _arb_vec_init(3);
    arb_init(s.t);
    arb_init(s.x);
    arb_init(s.y);
    double worst[TOI_MOTION_KEYFRAMES] = {0.0};
    for (int i = 0; i < 3000; ++i) {
        toi_motion m = random_motion(&random);
        ti_path path;
        ti_motion_piece(&m, 0, &path);
        toi_vec3 v = random_vector(&random, 1e-3, 1e3);
        double t = i % 4 == 0 ? 1.0 : random_unit(&random);
        exact_point(&s, &m, &path, v, t);
        double error = error_in_units(&s, &path, v, t);
        worst[m.kind] = error > worst[m.kind] ? error : worst[m.kind];
        assert_true(error <= 32.0);
    }
    printf("largest error in units of u L: translation %.2f, rotation %.2f, screw %.2f, between %.2f, spin "
           "%.2f\n",
           worst[TOI_MOTION_TRANSLATION], worst[TOI_MOTION_ROTATION], worst[TOI_MOTION_SCREW],
           worst[TOI_MOTION_BETWEEN], worst[TOI_MOTION_SPIN]);
    arb_clear(s.t);
    arb_clear(s.x);
    arb_clear(s.y);
    _arb_vec_clear(s.point, 3);
    _arb_vec_clear(s.arm, 3);
    _arb_vec_clear(s.w, 3);
    arb_mat_clear(s.start);
    arb_mat_clear(s.turned);
    flint_cleanup();
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(pieces_are_within_the_derived_bound_of_the_exact_motion),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
