// Bodies, moves and pairs made ready for traces, with the rounding bound of a pair.
//
// The bound e. With u = 2^-53, to first order, lengths in the unit of the frame. The exact path is that of
// the doubles of both poses and of the move, each quaternion q standing for the rotation q v q*/|q|^2. R and
// r are the radii of still body and mover, C and c the lengths of their centres in their meshes, d the vector
// from centre to centre at the start, b and a those from the pivot to the centre of the mover and from the
// centre of S to the pivot; y = |b| + r reaches every point of M from the pivot.
// - A rotation matrix 23 u (math/pose.h); applied to a vector 5.2 u more (three dots, sqrt(3) 3 u).
// - Local coordinates: u of each coordinate, u r and u R.
// - The product of both matrices: 2 * 23 u + 9 u, applied 5.2 u: 61 u r.
// - d: arms 29 u (C + c), sums 3 u of them and of |p_M - p_S| <= |d| + C + c, applied 29 u: 32 u |d| + 33 u
// (C
// + c). The same for a and b.
// - A translation: by 29 u |v|, t v u |v| (t as it is: the chain runs along the doubles of t).
// - A rotation: the unit axis is within 3.5 u across and in length, in the frame 29 u more, made unit again;
//   a point y then moves by at most 2 * 33 u y. The pair of cosine and sine of half the angle is what says
//   where the path is; it is within 4 u of length 1, and one step is within 4 u of where the pair before and
//   the step say (path_kernel.c), so 8 u in angle, 8 u y. The matrix of the pair 23 u, applied 5.2 u: 29 u y.
//   In all 103 u y.
// - The end of a rotation: sine and cosine 1.2 ulp each, 2.4 u in half the angle: 5 u y.
// - A separation: dots 3 u R + 3 u |a| + 3 u y, its direction in the axes of the start 5.2 u y, sums 2 u (R +
// |a|
// + y), the direction is within 3 u of unit, so 3 u of the separation, which is at most R + |a| + y: 8 u (R +
//   |a|) + 14 u y. Of the roots of a link 60 u y + 30 u R + 30 u |a| (link.h), instead of this.
// - The pose that is returned, translation: t v and the sum u |v| + u (|p| + |v|); the turn is as given.
// - The same, rotation: p - x u, axis 7 u, pair 8 u, matrix and sum 29 u of |p - x| <= |b| + c, and u of the
//   sum, at most |x| + |p - x|; the quaternion product 8 u and making it unit 2 u, twice that as an angle, 20
//   u of r + c. Together 46 u (|b| + c) + 20 u (r + c) + u |x|.
// Translation: 62 u r + 42 u |d| + 8 u R + 31 u |v| + 33 u (C + c), and 2 u (|p| + |v|): below 80 u (r + R +
// |d| + |v| + C + c) + 4 u (|p| + |v|). Rotation: 81 u r + (103 + 5 + 60 + 46 + 32) u y + 62 u |a| + 30 u R +
// 99 u (C + c) + u |x|: below 256 u (r + y + |a| + R + C + c) + 4 u |x|. What a separation keep > 0 adds, 3 u
// keep for the direction, is added where the zone is made. tests/test_trace_bound.c measures.

#include "math/rounding.h"
#include "math/trig.h"
#include "motion/length.h"
#include "motion/path.h"
#include "narrow/trace/kernel.h"

static const double STRAIGHT_UNITS = 80.0, TURNING_UNITS = 256.0, WORLD_UNITS = 4.0;

// Lengths of a pair, in its unit, whose squares are far from the ends of the range of doubles.
static const double LARGEST = 0x1p200;

// At least the length.
static double length_above(toi_vec3 a)
{
    return fabs(a.x) + fabs(a.y) + fabs(a.z);
}

void ti_still_prepare(const toi_placed* placed, ti_still* still)
{
    still->mesh = placed->mesh;
    still->pose = ti_pose_unit(placed->pose);
    still->sides = placed->sides == 1 ? 1 : 2;
    still->rotation = m3_rotation_of(still->pose.quaternion);
    still->arm = m3_apply(&still->rotation, placed->mesh->center);
    still->size = placed->mesh->radius + length_above(placed->mesh->center);
}

static double order_of(double cosine, double sine)
{
    return cosine > 0.0 ? sine / (1.0 + cosine) : (1.0 - cosine) / sine;
}

void ti_mover_prepare(const toi_placed* placed, const toi_move* move, ti_mover* mover)
{
    const toi_vec3 none = {0.0, 0.0, 0.0};
    mover->mesh = placed->mesh;
    mover->pose = ti_pose_unit(placed->pose);
    mover->move = *move;
    mover->turns = false;
    mover->axis = none;
    mover->sine = 0.0;
    mover->rotation = m3_rotation_of(mover->pose.quaternion);
    mover->arm = m3_apply(&mover->rotation, placed->mesh->center);
    mover->size = placed->mesh->radius + length_above(placed->mesh->center);
    mover->world = length_above(mover->pose.position) + length_above(move->by);
    mover->cosine = mover->end = 1.0;
    if (move->kind != TOI_MOVE_ROTATION) {
        return;
    }
    mover->move.by = v3(0.0, 0.0, 0.0);
    mover->world = length_above(mover->pose.position);
    mover->turns = move->angle != 0.0;
    if (!mover->turns) {
        return;
    }
    double half = 0.5 * fabs(move->angle);
    mover->world = length_above(move->point);
    mover->axis = ti_unit_axis(move->axis);
    if (move->angle < 0.0) {
        mover->axis = v3_negate(mover->axis);
    }
    if (half <= TOI_PI) {
        ti_sincos(half, &mover->sine, &mover->cosine);
    } else {
        mover->cosine = -1.0;
    }
    mover->end = order_of(mover->cosine, mover->sine);
}

// The unit of the frame: that of the local coordinates of the still body, or for a point of the mover, or of
// the way between them.
static int unit_of(const ti_mover* m, const ti_still* s, toi_vec3 between)
{
    if (s->mesh->radius > 0.0) {
        return s->mesh->exponent;
    }
    double largest = v3_largest(between);
    return m->mesh->radius > 0.0 ? m->mesh->exponent : (largest > 0.0 ? ti_exponent_above(largest) : 0);
}

// A vector of the world in the frame.
static toi_vec3 to_frame(const ti_still* s, int exponent, toi_vec3 v)
{
    toi_vec3 scaled = {ti_scale(v.x, -exponent), ti_scale(v.y, -exponent), ti_scale(v.z, -exponent)};
    return m3_apply_transposed(&s->rotation, scaled);
}

// Axes of M in those of S, in units of the local coordinates of M.
static ti_mat3 turn_of(const ti_mover* m, const ti_still* s, double scale)
{
    const toi_vec3* r = s->rotation.row;
    toi_vec3 x = v3_scale(scale, r[0]), y = v3_scale(scale, r[1]), z = v3_scale(scale, r[2]);
    const ti_mat3 back = {{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
    return m3_product(&back, &m->rotation);
}

static double rounding_of(const ti_mover* m, const ti_still* s, const ti_course* c)
{
    double lengths = ti_scale(m->size + s->size, -c->exponent) + length_above(c->pivot) +
                     length_above(c->by) + length_above(c->base);
    double units = c->turns ? TURNING_UNITS : STRAIGHT_UNITS;
    return TI_U * (units * lengths + WORLD_UNITS * ti_scale(m->world, -c->exponent));
}

bool ti_course_prepare(const ti_mover* m, const ti_still* s, ti_course* c)
{
    toi_vec3 d = v3_add(v3_sub(m->pose.position, s->pose.position), v3_sub(m->arm, s->arm));
    const toi_vec3 none = {0.0, 0.0, 0.0};
    c->turns = m->turns;
    c->cosine = m->cosine;
    c->sine = m->sine;
    c->by = c->axis = c->base = none;
    c->exponent = unit_of(m, s, d);
    double scale = ti_scale(1.0, m->mesh->exponent - c->exponent);
    c->turn = turn_of(m, s, scale);
    if (c->turns) {
        toi_vec3 arm = v3_sub(v3_sub(m->move.point, s->pose.position), s->arm);
        toi_vec3 lever = v3_add(v3_sub(m->pose.position, m->move.point), m->arm);
        c->pivot = to_frame(s, c->exponent, arm);
        c->base = to_frame(s, c->exponent, lever);
        c->axis = m3_apply_transposed(&s->rotation, m->axis);
        c->axis = v3_scale(1.0 / v3_length(c->axis), c->axis);
    } else {
        c->pivot = to_frame(s, c->exponent, d);
        c->by = to_frame(s, c->exponent, m->move.by);
    }
    c->rounding = rounding_of(m, s, c);
    return c->rounding <= LARGEST * TI_U;
}

double ti_pair_rounding(const ti_mover* mover, const ti_still* still)
{
    ti_course c;
    return ti_course_prepare(mover, still, &c) ? ti_scale(c.rounding, c.exponent) : HUGE_VAL;
}
