// The frame of a pair: the mover as the still body sees it.

#include "math/trig.h"
#include "narrow/trace/paper_parts.h"

// Every length that rounding is relative to.
static double whole_length(const ti_paper_terms* t)
{
    const toi_mesh *m = t->mover.mesh, *s = t->still.mesh;
    double length = m->radius + s->radius + v3_length(m->center) + v3_length(s->center);
    length += v3_length(v3_sub(t->mover.pose.position, t->still.pose.position));
    if (t->move.kind == TOI_MOVE_TRANSLATION) {
        return length + v3_length(t->move.by);
    }
    return length + 2.0 * v3_length(v3_sub(t->move.point, t->mover.pose.position));
}

// Rounding of a point of the mover relative to the still body, in u times whole_length: the product of two
// quaternions that are unit to 2^-50 is off by 2 * 8 + 4 from a unit one, its matrix by 40 in each row, which
// turns a vertex by 40 sqrt(3); the position is turned by the matrix of the still body, 8 + 10 sqrt(3). An
// axis is off by as much as a position is, and swings it twice: 3 * 26. A pose that is given back in doubles
// is off by 16 more, and the largest coordinate of its position, which need not be near the other.
#define FRAME_ROUNDING (192.0 * TI_U)
#define POSE_ROUNDING (4.0 * TI_U)

static void set_turn(const ti_paper_terms* t, const ti_mat3* still, ti_paper_frame* f)
{
    toi_vec3 axis = m3_apply_transposed(still, t->move.axis);
    axis = v3_scale(1.0 / v3_length(axis), axis);
    f->move.turns = true;
    f->move.axis = t->move.angle < 0.0 ? v3_negate(axis) : axis;
    f->angle = fabs(t->move.angle);
    // The foot of the mover on the axis: levers are then as short as they can be.
    toi_vec3 from = m3_apply_transposed(still, v3_sub(t->move.point, t->still.pose.position));
    toi_vec3 origin = ti_scale3(v3_sub(from, t->still.mesh->center), -f->exponent);
    double along = v3_dot(axis, v3_sub(f->position, origin));
    f->move.origin = v3_madd(origin, along, axis);
}

void ti_paper_frame_init(const ti_paper_terms* t, ti_paper_frame* f)
{
    const toi_mesh *mover = t->mover.mesh, *fixed = t->still.mesh;
    double length = whole_length(t);
    *f = (ti_paper_frame){.exponent = length > 0.0 ? ti_exponent_above(length) : 0};
    ti_mat3 still = m3_from_quat(t->still.pose.quaternion);
    ti_mat3 turned = m3_from_quat(t->mover.pose.quaternion);
    f->rotation = m3_from_quat(q_mul(q_conjugate(t->still.pose.quaternion), t->mover.pose.quaternion));
    toi_vec3 apart = v3_sub(t->mover.pose.position, t->still.pose.position);
    toi_vec3 center = m3_apply_transposed(&still, v3_add(apart, m3_apply(&turned, mover->center)));
    f->position = ti_scale3(v3_sub(center, fixed->center), -f->exponent);
    f->error = FRAME_ROUNDING * ti_scale(length, -f->exponent) +
               POSE_ROUNDING * ti_scale(v3_length(t->mover.pose.position), -f->exponent);
    f->move.limit = 1.0;
    if (t->move.kind == TOI_MOVE_TRANSLATION) {
        f->move.by = ti_scale3(m3_apply_transposed(&still, t->move.by), -f->exponent);
    } else {
        set_turn(t, &still, f);
    }
}

ti_paper_frame ti_paper_frame_piece(const ti_paper_frame* start, double from, double to)
{
    ti_paper_frame f = *start;
    double sine, cosine, half_sine, half_cosine;
    ti_sincos(from, &sine, &cosine);
    if (from > 0.0) {
        ti_mat3 columns = m3_transposed(&start->rotation);
        for (int i = 0; i < 3; ++i) {
            columns.row[i] = v3_turned(columns.row[i], f.move.axis, sine, 1.0 - cosine);
        }
        f.rotation = m3_transposed(&columns);
        toi_vec3 arm = v3_sub(f.position, f.move.origin);
        f.position = v3_add(f.move.origin, v3_turned(arm, f.move.axis, sine, 1.0 - cosine));
    }
    ti_sincos(to - from, &f.move.sine, &f.move.cosine);
    ti_sincos(0.5 * (to - from), &half_sine, &half_cosine);
    f.move.limit = half_sine / half_cosine;
    f.move.bulge = 1.0 - half_cosine;
    return f;
}

toi_vec3 ti_paper_move_direction(const ti_paper_move* move, toi_vec3 d, double at)
{
    double s = 1.0 + at * at;
    return move->turns ? v3_turned(d, move->axis, 2.0 * at / s, 2.0 * at * at / s) : d;
}

toi_vec3 ti_paper_move_point(const ti_paper_move* move, toi_vec3 x, double at)
{
    if (!move->turns) {
        return v3_madd(x, at, move->by);
    }
    return v3_add(move->origin, ti_paper_move_direction(move, v3_sub(x, move->origin), at));
}

// An arc of less than half a turn is within a radius less its cosine half way of its chord.
toi_bounds ti_paper_swept(const ti_paper_move* move, toi_vec3 x)
{
    toi_vec3 end = v3_add(x, move->by);
    double bulge = 0.0;
    if (move->turns) {
        toi_vec3 arm = v3_sub(x, move->origin);
        end = v3_add(move->origin, v3_turned(arm, move->axis, move->sine, 1.0 - move->cosine));
        bulge = move->bulge * v3_length(v3_cross(move->axis, arm));
    }
    return bounds_grow((toi_bounds){v3_min(x, end), v3_max(x, end)}, bulge);
}
