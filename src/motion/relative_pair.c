// The relative motion of two bodies on smooth pieces.
//
// Rounding, u = 2^-53. Of each body the way of the centre is within 32 u M of the exact motion and its matrix
// within (18.7 + 34.5 th) u (pose_at.c), M = ti_path_magnitude of its path here, for points at the distance
// of the centre from the origin of the mesh, and for B the radius r more: what the orbit gets by the turn of
// that arm is off by 12 u + 28 u th of it, which is in the share of a point at that distance. Differences of
// positions and of drifts are rounded once or twice, and R c is within 14 u |c|. Seen from A the way from
// centre to centre and the points of B are turned back by the matrix of A, which costs (24 + 35 th_A) u of
// them. The log of a step is within 17 u of its turn, which is at most pi, and within 35 u of its way
// (relative_log.c). So with
//     L = 2 (M_A + M_B + (1 + th_A) (r + |ways| + |apart| + |drift| (t1 - t0)))
// a point of a screw is, of the share that each of these lengths has in L, within: 31 u for r (17.5 of both
// matrices, 13.3 of the log), 52 u for the ways (17.5 and 17.5 of both bodies, 17 of the log), 46 u for
// `apart` and drift (19 + 27).

#include "motion/relative_pair.h"

#include "core/assert.h"
#include "math/rounding.h"
#include "math/trig.h"
#include "motion/bounds.h"
#include "motion/length.h"
#include "motion/path.h"
#include "motion/relative_center.h"

static const toi_vec3 zero = {0.0, 0.0, 0.0};

// ---- spans

// Where A is off its path by a point y of its frame, A sees what is there off by as much; so the chords of A
// are for all y where B can be. Both bodies stay in their boxes, and the origin of A within reach of its own.
static double farthest_from_a(const toi_body* a, const toi_body* b)
{
    toi_bounds of_a = ti_motion_bounds(&a->motion, a->mesh, 0.0);
    toi_bounds of_b = ti_motion_bounds(&b->motion, b->mesh, 0.0);
    toi_vec3 lower = {fmin(of_a.lower.x, of_b.lower.x), fmin(of_a.lower.y, of_b.lower.y),
                      fmin(of_a.lower.z, of_b.lower.z)};
    toi_vec3 upper = {fmax(of_a.upper.x, of_b.upper.x), fmax(of_a.upper.y, of_b.upper.y),
                      fmax(of_a.upper.z, of_b.upper.z)};
    return (ti_length(v3_sub(upper, lower)) + ti_mesh_reach(a->mesh)) * (1.0 + 0x1p-48);
}

void ti_pair_walk_begin(const toi_body* a, const toi_body* b, double limit, ti_pair_walk* walk)
{
    walk->body_a = a;
    walk->body_b = b;
    ti_chord_terms of_a = {.limit = 0.5 * limit, .longest = 1.0}, of_b = of_a;
    of_a.radius = a->motion.kind == TOI_MOTION_RATIONAL ? farthest_from_a(a, b) : 0.0;
    of_b.radius = ti_mesh_reach(b->mesh);
    ti_pieces_begin_chords(&a->motion, &of_a, &walk->on_a);
    ti_pieces_begin_chords(&b->motion, &of_b, &walk->on_b);
}

// How far the centre can get with the turn: an arc, and at most the circle.
static double longest_way(const ti_path* path)
{
    double rate = ti_length(path->turn), orbit = ti_length(path->orbit);
    double arc = orbit * (path->t1 - path->t0);
    return rate > 0.0 ? fmin(arc, 2.0 * (orbit / rate)) : arc;
}

// Infinite where the numbers leave the range of doubles.
static void set_magnitude(ti_pair_span* span)
{
    double th_a = ti_length(span->a.turn) * (span->a.t1 - span->a.t0);
    double of_a = ti_path_magnitude(&span->a, span->arm_a);
    double of_b = ti_path_magnitude(&span->b, span->arm_b + span->radius);
    double ways = longest_way(&span->a) + longest_way(&span->b);
    double line = ti_length(span->apart) + ti_length(span->drift) * (span->t1 - span->t0);
    double seen = (1.0 + th_a) * ((span->radius + ways) + (line + span->lost));
    double magnitude = 2.0 * ((of_a + of_b) + seen);
    span->magnitude = magnitude <= DBL_MAX ? magnitude : HUGE_VAL;
}

static void set_axis(const toi_body* alone, const ti_path* piece, ti_pair_axis* axis)
{
    const toi_motion* m = &alone->motion;
    *axis = (ti_pair_axis){.known = m->kind == TOI_MOTION_ROTATION || m->kind == TOI_MOTION_SCREW};
    if (axis->known) {
        axis->point = m->point;
        axis->axis = m->axis;
        axis->rate = m->angle / (piece->t1 - piece->t0);
        axis->arm = ti_center_from(alone, m->point);
    }
}

// One body on its piece at a time.
static void set_center(const toi_body* body, ti_pieces* pieces, double time, ti_center_path* center,
                       ti_pair_axis* axis)
{
    ti_pieces_seek(pieces, time);
    toi_body alone = {.mesh = body->mesh, .motion = ti_pieces_motion(pieces)};
    ti_center_path_of(&alone, &pieces->path, center);
    center->lost += ti_pieces_jump(pieces);
    set_axis(&alone, &pieces->path, axis);
}

void ti_pair_span_at(ti_pair_walk* walk, double time, ti_pair_span* span)
{
    TI_ASSERT(time < 1.0);
    ti_center_path of_a, of_b;
    set_center(walk->body_a, &walk->on_a, time, &of_a, &span->axis_a);
    set_center(walk->body_b, &walk->on_b, time, &of_b, &span->axis_b);
    const ti_path *piece_a = &walk->on_a.path, *piece_b = &walk->on_b.path;
    span->a = of_a.path;
    span->b = of_b.path;
    span->t0 = piece_a->t0 > piece_b->t0 ? piece_a->t0 : piece_b->t0;
    span->t1 = piece_a->t1 < piece_b->t1 ? piece_a->t1 : piece_b->t1;
    span->radius = walk->body_b->mesh->radius;
    span->bend = piece_a->bend + piece_b->bend;
    span->drift = v3_sub(of_b.drift, of_a.drift);
    toi_vec3 drifted_a = v3_scale(span->t0 - piece_a->t0, of_a.drift);
    toi_vec3 drifted_b = v3_scale(span->t0 - piece_b->t0, of_b.drift);
    span->apart = v3_add(ti_far_difference(&of_b.start, &of_a.start), v3_sub(drifted_b, drifted_a));
    span->arm_a = of_a.arm;
    span->arm_b = of_b.arm;
    span->lost = ti_length(drifted_a) + ti_length(drifted_b) + (of_a.lost + of_b.lost);
    set_magnitude(span);
}

void ti_pair_span_rest(ti_pair_span* span)
{
    ti_path *pa = &span->a, *pb = &span->b;
    span->bend = 0.0;
    pa->turn = pb->turn = pa->orbit = pb->orbit = span->drift = zero;
    pa->lever = pb->lever = 0.0;
    pa->law = pb->law = TI_LAW_UNIFORM;
    set_magnitude(span);
}

// ---- poses

// Sine and cosine of half the angle that a path turns by from one time to another.
static void half_turn(const ti_path* path, double from, double to, double* sine, double* cosine)
{
    double rate = ti_length(path->turn);
    if (path->law == TI_LAW_UNIFORM) {
        ti_sincos(0.5 * (rate * (to - from)), sine, cosine);
        return;
    }
    // Of quaternions z = (1 - u + u cos h, u sin h), not normalised, from z0 to z1: their outer product is
    // sin h (u1 - u0), without a difference of large numbers.
    double duration = path->t1 - path->t0, sin_h, cos_h;
    ti_sincos(0.5 * (rate * duration), &sin_h, &cos_h);
    double u0 = (from - path->t0) / duration, u1 = (to - path->t0) / duration;
    double x0 = (1.0 - u0) + u0 * cos_h, y0 = u0 * sin_h;
    double x1 = (1.0 - u1) + u1 * cos_h, y1 = u1 * sin_h;
    double lengths = sqrt(x0 * x0 + y0 * y0) * sqrt(x1 * x1 + y1 * y1);
    *sine = sin_h * ((to - from) / duration) / lengths;
    *cosine = (x0 * x1 + y0 * y1) / lengths;
}

// How a body turns about its centre from one time to another, and the way of the centre with the turn, when
// `orbit` is that at the first.
static ti_pair_step body_step(const ti_path* path, toi_vec3 orbit, double from, double to)
{
    double rate = ti_length(path->turn);
    if (!(rate > 0.0) || to == from) {
        return (ti_pair_step){{1.0, 0.0, 0.0, 0.0}, zero};
    }
    double sine, cosine;
    half_turn(path, from, to, &sine, &cosine);
    double k = sine / rate;
    toi_vec3 turn = v3_scale(k, path->turn), way = v3_scale(k, orbit);
    way = v3_scale(2.0, v3_add(v3_scale(cosine, way), v3_cross(turn, way)));
    return (ti_pair_step){{cosine, turn.x, turn.y, turn.z}, way};
}

// R v - v for the unit quaternion of R.
static toi_vec3 turned_change(toi_quat q, toi_vec3 v)
{
    toi_vec3 a = {q.x, q.y, q.z}, once = v3_cross(a, v);
    return v3_scale(2.0, v3_add(v3_scale(q.w, once), v3_cross(a, once)));
}

static ti_mat3 transposed(const ti_mat3* m)
{
    const toi_vec3* r = m->row;
    return (ti_mat3){{{r[0].x, r[1].x, r[2].x}, {r[0].y, r[1].y, r[2].y}, {r[0].z, r[1].z, r[2].z}}};
}

ti_pair_state ti_pair_state_at(const ti_pair_span* span, double t)
{
    ti_pair_state state = {.t = t};
    toi_vec3 way_a, way_b;
    ti_path_pose(&span->a, t, &state.rotation_a, &way_a);
    ti_path_pose(&span->b, t, &state.rotation_b, &way_b);
    ti_pair_step step_a = body_step(&span->a, span->a.orbit, span->a.t0, t);
    ti_pair_step step_b = body_step(&span->b, span->b.orbit, span->b.t0, t);
    state.orbit_a = v3_add(span->a.orbit, turned_change(step_a.turned, span->a.orbit));
    state.orbit_b = v3_add(span->b.orbit, turned_change(step_b.turned, span->b.orbit));
    state.apart = v3_add(v3_madd(span->apart, t - span->t0, span->drift), v3_sub(way_b, way_a));
    return state;
}

toi_vec3 ti_pair_position(const ti_pair_state* state)
{
    return m3_apply_transposed(&state->rotation_a, state->apart);
}

ti_mat3 ti_pair_rotation(const ti_pair_state* state)
{
    ti_mat3 columns = transposed(&state->rotation_b);
    for (int i = 0; i < 3; ++i) {
        columns.row[i] = m3_apply_transposed(&state->rotation_a, columns.row[i]);
    }
    return transposed(&columns);
}

// With the turns EA, EB of the bodies and the way d from centre to centre, seen from A: B turns by RA^T EA^T
// EB RA, and its centre moves by RA^T (d1 - d0 + (EA^T - 1) d1).
ti_pair_step ti_pair_step_to(const ti_pair_span* span, const ti_pair_state* from, double to)
{
    ti_pair_step a = body_step(&span->a, from->orbit_a, from->t, to);
    ti_pair_step b = body_step(&span->b, from->orbit_b, from->t, to);
    toi_vec3 change = v3_madd(v3_sub(b.moved, a.moved), to - from->t, span->drift);
    toi_vec3 end = v3_add(from->apart, change);
    toi_quat back = q_conjugate(a.turned), both = q_mul(back, b.turned);
    toi_vec3 sine = m3_apply_transposed(&from->rotation_a, (toi_vec3){both.x, both.y, both.z});
    toi_vec3 moved = v3_add(change, turned_change(back, end));
    return (ti_pair_step){
        {both.w, sine.x, sine.y, sine.z},
        m3_apply_transposed(&from->rotation_a, moved),
    };
}

ti_pair_step ti_pair_step_then(const ti_pair_step* first, const ti_pair_step* second)
{
    return (ti_pair_step){
        q_mul(second->turned, first->turned),
        v3_add(first->moved, second->moved),
    };
}

// ---- motions that are screws

// Parallel up to the rounding of vectors that were made parallel: the part across moves nothing by more than
// 16 u of the drift.
static bool is_parallel(toi_vec3 a, toi_vec3 b)
{
    double limit = (16.0 * TI_U) * (ti_length(a) * ti_length(b));
    return ti_length(v3_cross(a, b)) <= limit;
}

// Rotations and screws about one axis: their turns add up, and their advances.
static bool share_axis(const ti_pair_axis* a, const ti_pair_axis* b, double* rate)
{
    bool opposite = v3_equal(a->axis, v3_negate(b->axis));
    if (!a->known || !b->known || !v3_equal(a->point, b->point) ||
        !(opposite || v3_equal(a->axis, b->axis))) {
        return false;
    }
    *rate = opposite ? -b->rate - a->rate : b->rate - a->rate;
    return true;
}

// The arm is that of the centre of A from the axis, where A has turned to since the start of its piece.
static ti_twist about_axis(const ti_pair_span* span, const ti_pair_state* start, double rate)
{
    ti_twist twist = {zero, zero, span->drift, 0.0};
    if (rate != 0.0) {
        ti_pair_step turned = body_step(&span->a, span->a.orbit, span->a.t0, start->t);
        toi_vec3 arm = v3_add(span->axis_a.arm, turned_change(turned.turned, span->axis_a.arm));
        twist.turn = v3_scale(rate, ti_unit_axis(span->axis_a.axis));
        twist.across = v3_cross(twist.turn, arm);
        twist.angle = fabs(rate);
    }
    return twist;
}

// One of the two turns at most: the other one and the drift are then seen from a frame that moves without
// turning. Field of B at x from the centre of A: wB x (x - apart) + orbit; that of A, with the opposite sign:
// wA x x + orbit.
static bool one_turns(const ti_pair_span* span, const ti_pair_state* start, ti_twist* twist)
{
    bool a_turns = ti_length(span->a.turn) > 0.0, b_turns = ti_length(span->b.turn) > 0.0;
    const ti_path* path = a_turns ? &span->a : &span->b;
    if ((a_turns && b_turns) || path->law != TI_LAW_UNIFORM || !is_parallel(path->turn, span->drift)) {
        return false;
    }
    twist->turn = a_turns ? v3_negate(path->turn) : path->turn;
    twist->across =
        a_turns ? v3_negate(start->orbit_a) : v3_sub(start->orbit_b, v3_cross(path->turn, start->apart));
    twist->along = span->drift;
    twist->angle = ti_length(path->turn);
    return true;
}

bool ti_pair_is_screw(const ti_pair_span* span, const ti_pair_state* start, ti_twist* velocity)
{
    double rate;
    if (!one_turns(span, start, velocity)) {
        if (!share_axis(&span->axis_a, &span->axis_b, &rate)) {
            return false;
        }
        *velocity = about_axis(span, start, rate);
    }
    velocity->turn = m3_apply_transposed(&start->rotation_a, velocity->turn);
    velocity->across = m3_apply_transposed(&start->rotation_a, velocity->across);
    velocity->along = m3_apply_transposed(&start->rotation_a, velocity->along);
    return true;
}
