// What a place on the way means: pose, fraction and contact.

#include "core/cpu.h"
#include "math/rounding.h"
#include "math/trig.h"
#include "motion/path.h"
#include "narrow/trace/name.h"
#include "narrow/trace/path.h"

// The position is that of the rounded rotation about the axis; course.c counts the rounding.
toi_pose ti_mover_pose(const ti_mover* m, double order, double cosine, double sine)
{
    toi_pose pose = m->pose;
    if (!m->turns) {
        pose.position = v3_madd(pose.position, order, m->move.by);
        return pose;
    }
    toi_quat half = {cosine, sine * m->axis.x, sine * m->axis.y, sine * m->axis.z};
    ti_mat3 turn = m3_rotation_of(half);
    toi_vec3 arm = v3_sub(pose.position, m->move.point);
    pose.position = v3_add(m->move.point, m3_apply(&turn, arm));
    pose.quaternion = q_normalize(q_mul(half, pose.quaternion));
    return pose;
}

// Of more than a whole turn the rest of the angle is what shows.
toi_pose ti_mover_end(const ti_mover* m)
{
    double cosine = m->cosine, sine = m->sine;
    if (m->turns && !(0.5 * fabs(m->move.angle) <= TOI_PI)) {
        ti_sincos(0.5 * fabs(m->move.angle), &sine, &cosine);
    }
    return ti_mover_pose(m, m->end, cosine, sine);
}

// Where the local coordinates of both meshes stand in the frame at the place.
static void place_bodies(const ti_still* still, const ti_course* c, const ti_reach* reach,
                         ti_placing placing[2])
{
    const ti_place place = {reach->order, reach->cosine, reach->sine};
    ti_stand at = stand_at(c, &place);
    placing[0] = (ti_placing){c->turn, v3_add(at.pivot, c->base)};
    if (at.turns) {
        placing[0].turn = m3_product(&at.turn, &c->turn);
        placing[0].offset = v3_add(at.pivot, m3_apply(&at.turn, c->base));
    }
    double scale = ti_scale(1.0, still->mesh->exponent - c->exponent);
    placing[1] = (ti_placing){{{{scale, 0.0, 0.0}, {0.0, scale, 0.0}, {0.0, 0.0, scale}}}, {0.0, 0.0, 0.0}};
}

static toi_vec3 to_world(const ti_still* still, int exponent, toi_vec3 x)
{
    toi_vec3 scaled = ti_scale3(m3_apply(&still->rotation, x), exponent);
    return v3_add(still->pose.position, v3_add(still->arm, scaled));
}

// Between two parallel faces, in world space.
static toi_vec3 name_parallel(const ti_mover* mover, const ti_still* still, const ti_reach* reach,
                              const toi_mesh* const mesh[2], ti_named* named)
{
    ti_placing placing[2];
    ti_course course;
    ti_course_prepare(mover, still, &course);
    place_bodies(still, &course, reach, placing);
    ti_name_parallel(reach, mesh, placing, course.exponent, named);
    return to_world(still, course.exponent, v3_scale(0.5, v3_add(named->point[0], named->point[1])));
}

// The nearest points are apart by the gap along the normal.
static void take_contact(const ti_mover* mover, const ti_still* still, const ti_reach* reach, ti_stop* stop)
{
    const toi_mesh* const mesh[2] = {mover->mesh, still->mesh};
    toi_vec3 n = m3_apply(&still->rotation, reach->normal);
    ti_named named;
    stop->normal = v3_scale(1.0 / v3_length(n), n);
    if (ti_name_stop(reach, mesh, &named)) {
        toi_vec3 on_body = to_world(still, still->mesh->exponent, reach->local[1]);
        stop->point = v3_madd(on_body, -0.5 * reach->gap, stop->normal);
    } else {
        stop->point = name_parallel(mover, still, reach, mesh, &named);
    }
    stop->kind = named.kind;
    stop->a = named.a;
    stop->b = named.b;
}

static double fraction_of(const ti_mover* mover, const ti_reach* reach)
{
    if (!mover->turns) {
        return reach->order;
    }
    double turned = 2.0 * ti_atan2_nonneg(reach->sine, reach->cosine), whole = fabs(mover->move.angle);
    return turned < whole ? turned / whole : 1.0;
}

// Of a place where the search ended.
static void take_place(const ti_mover* mover, const ti_still* still, const ti_reach* reach, ti_stop* stop)
{
    stop->gap = reach->gap;
    stop->fraction = fraction_of(mover, reach);
    stop->pose = ti_mover_pose(mover, reach->order, reach->cosine, reach->sine);
    stop->answer = reach->outcome == TI_REACH_STOP ? TOI_ANSWER_CONTACT : TOI_ANSWER_UNDECIDED;
    stop->work.nodes = reach->nodes;
    stop->work.leaves = reach->leaves;
    if (reach->outcome == TI_REACH_STOP) {
        take_contact(mover, still, reach, stop);
    }
}

void ti_trace_stop(const ti_mover* mover, const ti_still* still, const ti_reach* reach, ti_stop* stop)
{
    *stop = (ti_stop){.start = TOI_START_FREE, .kept = reach->kept, .gap = reach->gap, .fraction = 1.0};
    stop->work.steps = reach->steps;
    stop->work.rounding = reach->rounding;
    stop->work.tolerance = reach->tolerance;
    if (reach->outcome == TI_REACH_CLEAR) {
        stop->answer = TOI_ANSWER_CLEAR;
        stop->pose = ti_mover_end(mover);
        return;
    }
    if (reach->nearest) {
        take_place(mover, still, reach, stop);
        return;
    }
    const ti_pair_options options = {.plain = !ti_cpu_has_avx2()};
    ti_reach nearest = *reach;
    ti_reach_nearest(mover, still, &options, &nearest);
    take_place(mover, still, &nearest, stop);
}
