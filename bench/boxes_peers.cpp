// The same pairs of boxes asked of FCL and Bullet. They take the poses at both ends and join them in their
// own way: the motion of the query only where it is straight, and else one that is as far.

#include "bench/boxes.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <fcl/fcl.h>
#include <fcl/math/motion/interp_motion.h>
#include <fcl/math/motion/translation_motion.h>

#include <memory>

namespace {

// What a user keeps between calls.
struct kept {
    std::unique_ptr<fcl::Boxd> fcl_a, fcl_b;
    std::unique_ptr<btBoxShape> bullet_a, bullet_b;
    fcl::Transform3d fcl_start, fcl_end;
    btTransform bullet_start, bullet_end;
    bool straight;
} now;

fcl::Transform3d fcl_pose(const ti_box_query* q, uint32_t rotation, uint32_t translation)
{
    fcl::Transform3d t = fcl::Transform3d::Identity();
    const toi_quat& r = q->rotation[rotation];
    const toi_vec3& p = q->translation[translation];
    t.linear() = fcl::Quaterniond(r.w, r.x, r.y, r.z).normalized().matrix();
    t.translation() = fcl::Vector3d(p.x, p.y, p.z) / q->weights[translation];
    return t;
}

btTransform bullet_pose(const fcl::Transform3d& t)
{
    fcl::Quaterniond r(t.linear());
    fcl::Vector3d p = t.translation();
    btQuaternion turn(btScalar(r.x()), btScalar(r.y()), btScalar(r.z()), btScalar(r.w()));
    return btTransform(turn.normalized(), btVector3(btScalar(p.x()), btScalar(p.y()), btScalar(p.z())));
}

std::unique_ptr<btBoxShape> bullet_box(const double half[3])
{
    std::unique_ptr<btBoxShape> box(
        new btBoxShape(btVector3(btScalar(half[0]), btScalar(half[1]), btScalar(half[2]))));
    box->setMargin(0); // the default of 0.04 is taken from the inside
    return box;
}

void prepare(const ti_box_query* q)
{
    now.fcl_a.reset(new fcl::Boxd(2.0 * q->half_a[0], 2.0 * q->half_a[1], 2.0 * q->half_a[2]));
    now.fcl_b.reset(new fcl::Boxd(2.0 * q->half_b[0], 2.0 * q->half_b[1], 2.0 * q->half_b[2]));
    now.bullet_a = bullet_box(q->half_a);
    now.bullet_b = bullet_box(q->half_b);
    now.straight = q->rotation_count == 1;
    now.fcl_start = fcl_pose(q, 0, 0);
    now.fcl_end = fcl_pose(q, q->rotation_count - 1, q->translation_count - 1);
    now.bullet_start = bullet_pose(now.fcl_start);
    now.bullet_end = bullet_pose(now.fcl_end);
}

ti_answered answer(bool hit, double time)
{
    return ti_answered{hit ? TOI_ANSWER_CONTACT : TOI_ANSWER_CLEAR, time, 0.0, 0.0, 0.0};
}

// The constructor without a point leaves its point of reference unset.
std::unique_ptr<fcl::MotionBased> make_motion(const fcl::Transform3d& start, const fcl::Transform3d& end)
{
    if (now.straight) {
        return std::unique_ptr<fcl::MotionBased>(new fcl::TranslationMotion<double>(start, end));
    }
    return std::unique_ptr<fcl::MotionBased>(new fcl::InterpMotion<double>(
        start.linear(), start.translation(), end.linear(), end.translation(), fcl::Vector3d::Zero()));
}

ti_answered ask_fcl(const ti_case*, void*)
{
    const fcl::Transform3d rest = fcl::Transform3d::Identity();
    fcl::TranslationMotion<double> still(rest, rest);
    std::unique_ptr<fcl::MotionBased> moves = make_motion(now.fcl_start, now.fcl_end);
    fcl::ContinuousCollisionRequestd request;
    request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
    request.gjk_solver_type = fcl::GST_INDEP;
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide(now.fcl_a.get(), &still, now.fcl_b.get(), moves.get(), request, result);
    return answer(result.is_collide, result.time_of_contact);
}

ti_answered cast_bullet(btConvexCast& cast)
{
    const btTransform rest = btTransform::getIdentity();
    btConvexCast::CastResult result;
    bool hit = cast.calcTimeOfImpact(rest, rest, now.bullet_start, now.bullet_end, result);
    return answer(hit, double(result.m_fraction));
}

ti_answered ask_bullet_continuous(const ti_case*, void*)
{
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    btContinuousConvexCollision cast(now.bullet_a.get(), now.bullet_b.get(), &simplex, &depth);
    return cast_bullet(cast);
}

ti_answered ask_bullet_gjk(const ti_case*, void*)
{
    btVoronoiSimplexSolver simplex;
    btGjkConvexCast cast(now.bullet_a.get(), now.bullet_b.get(), &simplex);
    return cast_bullet(cast);
}

const ti_box_peer peers[] = {
    {"fcl_advance", prepare, ask_fcl},
    {"bullet_continuous", prepare, ask_bullet_continuous},
    {"bullet_gjk_cast", prepare, ask_bullet_gjk},
};

} // namespace

const ti_box_peer* ti_box_peers(uint32_t* count)
{
    *count = sizeof peers / sizeof peers[0];
    return peers;
}
