// Bodies, moves and pairs made ready for traces, with the rounding bound of a pair.
//
// The bound e. With u = 2^-53, to first order, lengths in the unit of the frame. The exact path is that of
// the doubles of both poses and of the move, each quaternion q standing for the rotation q v q*/|q|^2. Of the
// mover r is the radius, c how far its centre is from the origin of its mesh, p its position, v its
// translation, x a point of its axis and b the lever from there to its centre, so y = b + r reaches all of
// it; of the still body R and C, and a the distance from its centre to the pivot. Each line says by how much
// a point of M, or a separation, is off.
// - A rotation matrix is within 23 u (math/pose.h), and applying one errs by 5.2 u (three dots, sqrt(3) 3 u).
// - Local coordinates: u r and u R. The product of both rotations: 2 * 23 u + 9 u, applied 5.2 u: 61 u r.
// - The pivot a: the arms of both bodies 29 u (C + c), sums 3 u of these and of the difference of positions,
//   at most a + C + c, and its rotation 29 u: 33 u (a + C + c). The lever b alike, of M alone: 33 u (b + c).
// - A translation: v in the frame 29 u, its share of t and the sum 2 u, its speed along a direction and what
//   it adds to the pivot in a separation 12 u: 43 u v.
// - A rotation: the unit axis is within 3.5 u across and in length, 29 u more in the frame, and made unit
//   again, so a point moves by at most 2 * 33 u y. The pair of cosine and sine of half the angle is what says
//   where the path is; it is within 4 u of where a step from the pair before leads, and of length 1 (path.h),
//   8 u y. Its matrix 23 u, applied 5.2 u. In all 103 u y.
// - The end of a rotation: sine and cosine 1.2 ulp, the differences to it 2 u, of half the angle: 9 u y.
// - A separation: dots 3 u (R + a + y), the direction in the axes of the start 5.2 u y, sums 2 u (R + a + y),
//   the direction is unit within 3 u, so 3 u of a separation of at most R + a + y: 8 u (R + a) + 14 u y. The
//   links of a rotation 30 u (R + a) + 60 u y (link.h) instead.
// - The pose that is returned, translation: u v for t v and u (p + v) for the sum; it turns nothing.
// - The same, rotation: p - x u, axis 7 u, pair 8 u, matrix and product 29 u, of at most b + c, and the sum
//   u (x + b + c); the product of quaternions 8 u and its length 2 u, twice that as an angle, 20 u (r + c).
//
//                 r                      b              a or d    R       v        C    c        world
// translation     1 + 61 + 14            -              33 + 8    1 + 8   43 + 2   33   33       p + v 1
// rotation        1 + 61 + 103 + 9       33 + 103 + 9   33 + 30   1 + 30  -        33   66       x 1
//                 + 60 + 20              + 60 + 46                                      + 46 + 20
//
// What a separation that is kept adds, 3 u of it for the direction, is added where the zone is made.
// tests/test_trace_bound.c tries to reach the bound, and measures.

#include "math/rounding.h"
#include "math/trig.h"
#include "motion/length.h"
#include "motion/path.h"
#include "narrow/trace/kernel.h"

// The rows of the table above, rounded up.
typedef struct units {
    double mover, lever, pivot, still, still_center, mover_center, world;
} units;

static const units straight = {80.0, 48.0, 48.0, 16.0, 36.0, 36.0, 2.0}; // `lever`: of the translation
static const units turning = {256.0, 256.0, 64.0, 32.0, 36.0, 136.0, 2.0};

// Lengths of a pair, in its unit, whose squares are far from the ends of the range of doubles.
static const double LARGEST = 0x1p200;

void ti_still_prepare(const toi_placed* placed, ti_still* still)
{
    still->mesh = placed->mesh;
    still->pose = ti_pose_unit(placed->pose);
    still->sides = placed->sides == 1 ? 1 : 2;
    still->rotation = m3_rotation_of(still->pose.quaternion);
    still->arm = m3_apply(&still->rotation, placed->mesh->center);
    still->center = v3_norm1(placed->mesh->center);
}

void ti_mover_prepare(const toi_placed* placed, const toi_move* move, ti_mover* mover)
{
    const toi_vec3 none = {0.0, 0.0, 0.0};
    mover->mesh = placed->mesh;
    mover->pose.position = placed->pose.position;
    mover->pose.quaternion = ti_unit_quaternion(placed->pose.quaternion);
    mover->move = *move;
    mover->turns = false;
    mover->axis = none;
    mover->sine = 0.0;
    mover->rotation = m3_rotation_of(mover->pose.quaternion);
    mover->arm = m3_apply(&mover->rotation, placed->mesh->center);
    mover->center = v3_norm1(placed->mesh->center);
    mover->world = v3_norm1(mover->pose.position) + v3_norm1(move->by);
    mover->cosine = mover->end = 1.0;
    if (move->kind != TOI_MOVE_ROTATION) {
        return;
    }
    mover->move.by = v3(0.0, 0.0, 0.0);
    mover->world = v3_norm1(mover->pose.position);
    mover->turns = move->angle != 0.0;
    if (!mover->turns) {
        return;
    }
    double half = 0.5 * fabs(move->angle);
    mover->world = v3_norm1(move->point);
    mover->axis = ti_unit_axis(move->axis);
    if (move->angle < 0.0) {
        mover->axis = v3_negate(mover->axis);
    }
    if (half <= TOI_PI) {
        ti_sincos(half, &mover->sine, &mover->cosine);
    } else {
        mover->cosine = -1.0;
    }
    mover->end = ti_order_of_pair(mover->cosine, mover->sine);
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
static toi_vec3 to_frame(const ti_still* s, double unit, toi_vec3 v)
{
    return m3_apply_transposed(&s->rotation, v3_scale(unit, v));
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
    const units* k = c->turns ? &turning : &straight;
    double bodies = k->mover * m->mesh->radius + k->still * s->mesh->radius + k->mover_center * m->center +
                    k->still_center * s->center + k->world * m->world;
    double way = k->pivot * v3_norm1(c->pivot) + k->lever * v3_norm1(c->turns ? c->base : c->by);
    return TI_U * (ti_scale(bodies, -c->exponent) + way);
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
    const double unit = ti_scale(1.0, -c->exponent), scale = ti_scale(1.0, m->mesh->exponent - c->exponent);
    c->turn = turn_of(m, s, scale);
    if (c->turns) {
        toi_vec3 arm = v3_sub(v3_sub(m->move.point, s->pose.position), s->arm);
        toi_vec3 lever = v3_add(v3_sub(m->pose.position, m->move.point), m->arm);
        c->pivot = to_frame(s, unit, arm);
        c->base = to_frame(s, unit, lever);
        c->axis = m3_apply_transposed(&s->rotation, m->axis);
        c->axis = v3_scale(1.0 / v3_length(c->axis), c->axis);
    } else {
        c->pivot = to_frame(s, unit, d);
        c->by = to_frame(s, unit, m->move.by);
    }
    c->rounding = rounding_of(m, s, c);
    return c->rounding <= LARGEST * TI_U;
}

double ti_pair_rounding(const ti_mover* mover, const ti_still* still)
{
    ti_course c;
    return ti_course_prepare(mover, still, &c) ? ti_scale(c.rounding, c.exponent) : HUGE_VAL;
}
