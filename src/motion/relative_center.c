// Centres far from the origins of poses and meshes.
//
// Where a mesh is given far from its origin, the position p + R c of its centre c, the arm p + R c - q from
// the axis of a rotation, and the way between two centres can be short though p, c and q are long. They are
// taken in twice the digits [Knuth97, and products by fma]: R is the polynomial of m3_from_quat, its entries
// are within 2^-98 of it and the sums within 2^-96 of the lengths that go in; 64 u 2^-48 of them cover that.

#include "motion/relative_center.h"

#include "math/rounding.h"
#include "motion/length.h"
#include "motion/path.h"

// Up to this many radii the plain product R c loses no more than other roundings of the body.
static const double FAR_FROM_ORIGIN = 4.0;

// Share of the lengths that double digits may lose.
#define DOUBLE_DIGITS 0x1p-48

static const toi_vec3 zero = {0.0, 0.0, 0.0};

// ---- numbers of twice the digits

typedef struct twofold {
    double high, low;
} twofold;

static twofold normal(double high, double low)
{
    twofold x;
    x.high = ti_two_sum(high, low, &x.low);
    return x;
}

static twofold sum(twofold a, twofold b)
{
    double low, high = ti_two_sum(a.high, b.high, &low);
    return normal(high, low + (a.low + b.low));
}

static twofold product(double a, double b)
{
    double high = a * b;
    return (twofold){high, fma(a, b, -high)};
}

static twofold times(twofold a, double b)
{
    twofold p = product(a.high, b);
    return normal(p.high, p.low + a.low * b);
}

// 2 (a b + c d)
static twofold twice(double a, double b, double c, double d)
{
    twofold s = sum(product(a, b), product(c, d));
    return (twofold){2.0 * s.high, 2.0 * s.low};
}

static twofold row_times(twofold x, twofold y, twofold z, toi_vec3 v)
{
    return sum(sum(times(x, v.x), times(y, v.y)), times(z, v.z));
}

static twofold one_minus(twofold a)
{
    return sum((twofold){1.0, 0.0}, (twofold){-a.high, -a.low});
}

static ti_far_point far_point(twofold x, twofold y, twofold z)
{
    return (ti_far_point){{x.high, y.high, z.high}, {x.low, y.low, z.low}};
}

static ti_far_point rotated(toi_quat q, toi_vec3 v)
{
    twofold x = row_times(one_minus(twice(q.y, q.y, q.z, q.z)), twice(q.x, q.y, -q.w, q.z),
                          twice(q.x, q.z, q.w, q.y), v);
    twofold y = row_times(twice(q.x, q.y, q.w, q.z), one_minus(twice(q.x, q.x, q.z, q.z)),
                          twice(q.y, q.z, -q.w, q.x), v);
    twofold z = row_times(twice(q.x, q.z, -q.w, q.y), twice(q.y, q.z, q.w, q.x),
                          one_minus(twice(q.x, q.x, q.y, q.y)), v);
    return far_point(x, y, z);
}

static ti_far_point moved(const ti_far_point* a, toi_vec3 by)
{
    twofold x = sum((twofold){a->high.x, a->low.x}, (twofold){by.x, 0.0});
    twofold y = sum((twofold){a->high.y, a->low.y}, (twofold){by.y, 0.0});
    twofold z = sum((twofold){a->high.z, a->low.z}, (twofold){by.z, 0.0});
    return far_point(x, y, z);
}

toi_vec3 ti_far_difference(const ti_far_point* a, const ti_far_point* b)
{
    ti_far_point d = moved(a, v3_negate(b->high));
    return v3_add(d.high, v3_sub(d.low, b->low));
}

// ---- centres

static bool is_far(const toi_mesh* mesh)
{
    return ti_length(mesh->center) > FAR_FROM_ORIGIN * mesh->radius;
}

// From the origin of the mesh to its centre, in world directions.
static ti_far_point arm_to_center(const toi_mesh* mesh, toi_quat rotation)
{
    if (is_far(mesh)) {
        return rotated(rotation, mesh->center);
    }
    ti_mat3 r = m3_from_quat(rotation);
    return (ti_far_point){m3_apply(&r, mesh->center), zero};
}

ti_far_point ti_center_posed(const toi_mesh* mesh, const toi_pose* pose)
{
    ti_far_point arm = arm_to_center(mesh, pose->quaternion);
    return moved(&arm, pose->position);
}

toi_vec3 ti_center_from(const toi_body* body, toi_vec3 point)
{
    toi_pose pose = ti_pose_unit(body->motion.pose);
    ti_far_point center = ti_center_posed(body->mesh, &pose);
    center = moved(&center, v3_negate(point));
    return v3_add(center.high, center.low);
}

// The arm from the axis to the centre, where the motion says what the axis is.
static bool arm_from_axis(const toi_body* body, const ti_path* piece, toi_vec3* arm)
{
    const toi_motion* motion = &body->motion;
    if (motion->kind == TOI_MOTION_ROTATION || motion->kind == TOI_MOTION_SCREW) {
        *arm = ti_center_from(body, motion->point);
        return true;
    }
    if (motion->kind == TOI_MOTION_SPIN) {
        ti_mat3 r = m3_from_quat(piece->start.quaternion);
        *arm = m3_apply(&r, v3_sub(body->mesh->center, motion->point));
        return true;
    }
    return false;
}

void ti_center_path_of(const toi_body* body, const ti_path* piece, ti_center_path* center)
{
    // Share of a drift that was computed, rather than given, as in path.c.
    const double rounded_drift = 0.125;
    const toi_mesh* mesh = body->mesh;
    bool turns = ti_length(piece->turn) > 0.0;
    toi_vec3 arm;
    center->path = *piece;
    center->path.start.position = zero;
    center->path.drift = zero;
    center->drift = piece->drift;
    center->start = ti_center_posed(mesh, &piece->start);
    center->arm = ti_length(mesh->center);
    center->lost = 0.0;
    if (!is_far(mesh)) {
        ti_far_point to_center = arm_to_center(mesh, piece->start.quaternion);
        center->path.orbit = v3_add(piece->orbit, v3_cross(piece->turn, to_center.high));
        return;
    }
    center->lost = DOUBLE_DIGITS * (center->arm + ti_length(piece->start.position));
    if (!turns) {
        center->arm = 0.0;
    } else if (arm_from_axis(body, piece, &arm)) {
        center->path.orbit = v3_cross(piece->turn, arm);
        center->path.lever =
            ti_length(piece->turn) * ti_length(arm) + rounded_drift * ti_length(piece->drift);
        center->arm = 0.0;
    } else {
        ti_far_point to_center = arm_to_center(mesh, piece->start.quaternion);
        center->path.orbit = v3_add(piece->orbit, v3_cross(piece->turn, to_center.high));
    }
}
