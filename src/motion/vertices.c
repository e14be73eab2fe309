// Where a body has its vertices at a time, and the box that a deforming body stays in.

#include "motion/vertices.h"

#include "core/assert.h"
#include "math/rounding.h"
#include "motion/length.h"
#include "motion/path.h"

static toi_vec3 between(toi_vec3 v, toi_vec3 w, double t)
{
    return (toi_vec3){ti_between(v.x, w.x, t), ti_between(v.y, w.y, t), ti_between(v.z, w.z, t)};
}

void ti_body_vertices(const toi_body* body, double t, toi_vec3* vertices)
{
    const toi_mesh* mesh = body->mesh;
    const toi_vec3* from = mesh->vertices;
    const toi_vec3* to = body->motion.to;
    toi_pose pose = toi_motion_pose(&body->motion, t);
    ti_mat3 rotation = m3_from_quat(pose.quaternion);
    bool deforms = body->motion.kind == TOI_MOTION_VERTICES;
    TI_ASSERT(!deforms || body->motion.to_count == mesh->vertex_count);
    if (deforms && t > 0.0 && t < 1.0) {
        for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
            vertices[i] = xf_point(&rotation, pose.position, between(from[i], to[i], t));
        }
        return;
    }
    const toi_vec3* at = deforms && t >= 1.0 ? to : from;
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        vertices[i] = xf_point(&rotation, pose.position, at[i]);
    }
}

// ---- the box of the whole motion

// The exact path of a vertex is a segment, so the box of the exact ends holds it. With D the largest
// coordinate of a start or end in the mesh, p the position and c the velocity, each by its largest
// coordinate, and rows of a rotation, whose magnitudes add up to at most 1.74:
// - Entries of the matrix are within 5 u of the polynomials in the quaternion that are the exact rotation,
//   and a posed double within 4 u (1.74 D + p) of what this matrix makes of the given doubles: 22 u D + 4 u p
//   from an end that is posed in doubles to the exact one. Taking away the velocity adds u (1.74 D + p + c).
// - At a time between, the deformed doubles are within 3 u D of the line (ti_between), which the matrix makes
//   5.2 u D, and posing them errs by 7 u D + 4 u p again. As both ends and the middle go through the same
//   matrix, its own error is not in the way from the posed doubles to those of the ends: 19.2 u D + 8 u p
//   in all. Moving the box by t c adds u c.
// Both are below 32 u (D + p + c), the second order included. Each of the about 20 products on the way loses
// at most 2^-1075 to underflow. Sums that a quarter of the range of doubles holds do not overflow on the way.
static double padding(double magnitude)
{
    return 32.0 * TI_U * magnitude + 16.0 * DBL_TRUE_MIN;
}

static const toi_bounds everything = {{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL, HUGE_VAL}};

toi_bounds ti_vertices_bounds(const toi_motion* motion, const toi_mesh* mesh, toi_vec3 velocity)
{
    TI_ASSERT(motion->kind == TOI_MOTION_VERTICES && motion->to_count == mesh->vertex_count);
    toi_pose pose = ti_pose_unit(motion->pose);
    ti_mat3 rotation = m3_from_quat(pose.quaternion);
    toi_vec3 lower = everything.upper, upper = everything.lower;
    double largest = 0.0;
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        if (ti_vertex_used(mesh, i)) {
            toi_vec3 v = mesh->vertices[i], w = motion->to[i];
            toi_vec3 start = xf_point(&rotation, pose.position, v);
            toi_vec3 end = v3_sub(xf_point(&rotation, pose.position, w), velocity);
            lower = v3_min(lower, v3_min(start, end));
            upper = v3_max(upper, v3_max(start, end));
            largest = fmax(largest, fmax(v3_largest(v), v3_largest(w)));
        }
    }
    double magnitude = (largest + v3_largest(pose.position)) + v3_largest(velocity);
    if (!(magnitude <= 0.25 * DBL_MAX)) {
        return everything;
    }
    double pad = padding(magnitude);
    return (toi_bounds){
        {ti_down(lower.x - pad), ti_down(lower.y - pad), ti_down(lower.z - pad)},
        {ti_up(upper.x + pad), ti_up(upper.y + pad), ti_up(upper.z + pad)},
    };
}
