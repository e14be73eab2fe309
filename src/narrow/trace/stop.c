// What a place on the way means: pose, fraction and contact.

#include "core/assert.h"
#include "math/rounding.h"
#include "math/trig.h"
#include "motion/path.h"
#include "narrow/trace/trace.h"

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
