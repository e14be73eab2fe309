// The pieces of every kind of motion, and where a piece takes a body.
//
// Rounding. The exact motion is what the formulas of docs/motions.md give in real numbers for the doubles of
// the motion and the quaternions that ti_pose_unit leaves as doubles; its start rotation is the polynomial of
// m3_from_quat in them. A rotation between two of them depends on their ratio alone. With u = 2^-53, to first
// order, the fields differ from the exact ones by at most
// - start rotation, 9 u: y^2 + z^2 <= 1 is within 2 u, its double too, the difference adds u, so 5 u on the
//   diagonal; 2 u beside it; the norm of such a matrix is at most 5 + 2 * 2;
// - unit axis, 3.5 u: length 2.5 u (half of a dot's 3 u, and the root), quotient u;
// - turn by axis, 4.5 u th: the product with the angle;
// - sine part, 12.3 u: q1 - q0 u, product 4 u of each term, all three sqrt(3) 5 u |q1 - q0|, and |q1 - q0| is
//   at most sqrt(2) times the sine of the half angle;
// - half angle, 22 u: (sine 12.3 u + 2.5 u) cos sin + (cosine 4 u) sin + TI_ATAN2_ULP 7 u;
// - axis by poses, 13.3 u across and 3.5 u in length; with the half angle, turn by poses, 28 u th;
// - half_cot, 16 u: its slope times the error of the half angle, at most 6.4 u, atan 7 u, two operations;
// - along, 25 u |d|: axis 13.3 u + 7 u, dot and product 4 u; across errs as much, with opposite sign;
// - orbit by axis, 8.5 u lever: turn 4.5 u, arm u, cross 3 u, of th |p - c|;
// - orbit of a spin, 22 u lever: R m 9 u + 5.2 u, turn 4.5 u, cross 3 u, of th |m|;
// - drift: `by` exact, advance times axis 4.5 u, p1 - p0 u;
// - between keys and of moves, 3 u of each field: t1 - t0 u, quotient u, and t - t0 u where it is used.
// A long arm along the axis does not show in `orbit`, nor do equal drifts in the relative motion of two
// bodies, so the lengths that went in are kept as `lever`: of bounds of 48 u L or more it takes the arms and
// the d of a screw by poses as they are, and an eighth of the advance and of the other d, which is 6 u. The
// errors of `along` and `across` cancel as th -> 0 in the point that they move, where S -> s and half_cot
// -> 1. With the evaluation (pose_at.c) a posed point is within 32 u L of the exact motion, L as in
// ti_path_magnitude.

#include "motion/path.h"

#include "core/assert.h"
#include "math/trig.h"
#include "motion/length.h"

static const toi_vec3 zero = {0.0, 0.0, 0.0};

toi_pose ti_pose_unit(toi_pose pose)
{
    return (toi_pose){pose.position, ti_unit_quaternion(pose.quaternion)};
}

// ---- the rotation between two quaternions

typedef struct arc {
    toi_vec3 axis;   // unit, or zero where nothing turns
    double angle;    // in [0, pi]
    double half_cot; // (angle/2) cot(angle/2), which is 1 where nothing turns
} arc;

static toi_vec3 divided(toi_vec3 a, double b)
{
    return (toi_vec3){a.x / b, a.y / b, a.z / b};
}

static toi_quat q_negate(toi_quat q)
{
    return (toi_quat){-q.w, -q.x, -q.y, -q.z};
}

// At a turn of exactly pi both senses are as short. The axis then is the one whose first coordinate that is
// not small (at least half of the largest) is positive: a coordinate that is zero but for rounding does not
// choose.
static bool axis_points_back(toi_vec3 a)
{
    double least = 0.5 * v3_largest(a);
    double chosen = fabs(a.x) >= least ? a.x : (fabs(a.y) >= least ? a.y : a.z);
    return chosen < 0.0;
}

// Below this length of its vector part a unit quaternion turns no point by more than 2^-399 of its distance,
// far below every rounding, and the quotients here could overflow.
#define LEAST_HALF_TURN 0x1p-400

// The shortest rotation from q0 to q1, both unit. The vector part of q1 q0* is that of (q1 - q0) q0*, as q0
// q0* is real; so equal quaternions give zero exactly, and small turns keep their relative precision.
static arc arc_between(toi_quat q0, toi_quat q1)
{
    double w = ((q1.w * q0.w + q1.x * q0.x) + q1.y * q0.y) + q1.z * q0.z;
    if (w < 0.0) {
        q1 = q_negate(q1);
        w = -w;
    }
    toi_quat difference = {q1.w - q0.w, q1.x - q0.x, q1.y - q0.y, q1.z - q0.z};
    toi_quat product = q_mul(difference, q_conjugate(q0));
    toi_vec3 sine = {product.x, product.y, product.z};
    double length = ti_length(sine);
    if (!(length >= LEAST_HALF_TURN)) {
        return (arc){zero, 0.0, 1.0};
    }
    if (w == 0.0 && axis_points_back(sine)) {
        sine = v3_negate(sine);
    }
    double half = ti_atan2_nonneg(length, w);
    return (arc){divided(sine, length), 2.0 * half, half * (w / length)};
}

// ---- pieces

// Share of a drift that was computed, rather than given, in the lever.
static const double ROUNDED_DRIFT = 0.125;

ti_path ti_path_rest(toi_pose pose, double t0, double t1)
{
    return (ti_path){.t0 = t0, .t1 = t1, .start = ti_pose_unit(pose), .law = TI_LAW_UNIFORM};
}

void ti_path_stretch(double t0, double t1, ti_path* path)
{
    TI_ASSERT(t0 < t1);
    double duration = t1 - t0;
    path->t0 = t0;
    path->t1 = t1;
    if (duration == 1.0) {
        return;
    }
    path->turn = divided(path->turn, duration);
    path->orbit = divided(path->orbit, duration);
    path->drift = divided(path->drift, duration);
    path->lever /= duration;
}

// The twist of the screw that takes p to p + d while it turns: `along` is the part of d along the axis,
// `across` the rest.
//     drift = along,  orbit = (th/2) cot(th/2) across - turn x across / 2
static void set_screw(const arc* r, toi_vec3 d, ti_path* path)
{
    toi_vec3 along = v3_scale(v3_dot(d, r->axis), r->axis);
    toi_vec3 across = v3_sub(d, along);
    toi_vec3 side = v3_scale(0.5, v3_cross(path->turn, across));
    path->drift = along;
    path->lever = ti_length(d);
    path->orbit = v3_sub(v3_scale(r->half_cot, across), side);
}

void ti_path_between(toi_pose start, toi_pose end, toi_path kind, double t0, double t1, ti_path* path)
{
    *path = ti_path_rest(start, 0.0, 1.0);
    arc r = arc_between(path->start.quaternion, ti_unit_quaternion(end.quaternion));
    toi_vec3 d = v3_sub(end.position, start.position);
    path->drift = d;
    path->lever = ROUNDED_DRIFT * ti_length(d);
    if (r.angle > 0.0) {
        path->turn = v3_scale(r.angle, r.axis);
        path->law = kind == TOI_PATH_NLERP ? TI_LAW_NLERP : TI_LAW_UNIFORM;
        if (kind == TOI_PATH_SCREW) {
            set_screw(&r, d, path);
        }
    }
    ti_path_stretch(t0, t1, path);
}

// The turn of rotation, screw and spin; zero, not minus zero, without an angle.
static toi_vec3 turn_of(const toi_motion* motion)
{
    return motion->angle == 0.0 ? zero : v3_scale(motion->angle, ti_unit_axis(motion->axis));
}

static void set_rotation(const toi_motion* motion, ti_path* path)
{
    path->turn = turn_of(motion);
    if (motion->angle != 0.0) {
        toi_vec3 arm = v3_sub(motion->pose.position, motion->point);
        path->orbit = v3_cross(path->turn, arm);
        path->lever = fabs(motion->angle) * ti_length(arm);
    }
    if (motion->kind == TOI_MOTION_SCREW) {
        path->drift = v3_scale(motion->advance, ti_unit_axis(motion->axis));
        path->lever += ROUNDED_DRIFT * fabs(motion->advance);
    }
}

// The centre R m + p drifts; the origin of the body is at -R m from it.
static void set_spin(const toi_motion* motion, ti_path* path)
{
    path->drift = motion->by;
    path->turn = turn_of(motion);
    if (motion->angle != 0.0) {
        ti_mat3 rotation = m3_from_quat(path->start.quaternion);
        path->orbit = v3_cross(m3_apply(&rotation, motion->point), path->turn);
        path->lever = fabs(motion->angle) * ti_length(motion->point);
    }
}

void ti_path_single(const toi_motion* motion, ti_path* path)
{
    TI_ASSERT(motion->kind != TOI_MOTION_VERTICES); // a deforming body would pass for one at rest
    if (motion->kind == TOI_MOTION_BETWEEN) {
        ti_path_between(motion->pose, motion->end, motion->path, 0.0, 1.0, path);
        return;
    }
    *path = ti_path_rest(motion->pose, 0.0, 1.0);
    switch (motion->kind) {
    case TOI_MOTION_TRANSLATION:
        path->drift = motion->by;
        break;
    case TOI_MOTION_ROTATION:
    case TOI_MOTION_SCREW:
        set_rotation(motion, path);
        break;
    case TOI_MOTION_SPIN:
        set_spin(motion, path);
        break;
    case TOI_MOTION_STATIC:
    case TOI_MOTION_BETWEEN:
    case TOI_MOTION_KEYFRAMES:
    case TOI_MOTION_MOVES:
    case TOI_MOTION_RATIONAL:
    case TOI_MOTION_VERTICES:
        break;
    }
}
