// The same queries asked of FCL and Bullet, and of toi, in one run and one table. bench/README.md says what
// each method is. Motions are those of the scenes: of `-screw` FCL's ScrewMotion, of `-slerp` its
// InterpMotion about the origin of the mesh, and Bullet's constant linear and angular velocity.

#include "bench/report.h"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <fcl/fcl.h>
#include <fcl/math/motion/interp_motion.h>
#include <fcl/math/motion/screw_motion.h>
#include <fcl/math/motion/translation_motion.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

const uint32_t largest = 21000; // triangles of a mesh; FCL's public call copies both at every call

template <typename Box> using Model = std::shared_ptr<fcl::BVHModel<Box>>;

std::map<const toi_mesh*, Model<fcl::OBBRSSd>> obbrss_models;
std::map<const toi_mesh*, Model<fcl::RSSd>> rss_models;
std::map<const toi_mesh*, std::shared_ptr<btConvexHullShape>> hulls;

template <typename Box> Model<Box> build_model(const toi_mesh* mesh)
{
    toi_mesh_info info;
    toi_mesh_get_info(mesh, &info);
    auto model = std::make_shared<fcl::BVHModel<Box>>();
    model->beginModel();
    for (uint32_t i = 0; i < info.triangles; ++i) {
        uint32_t v[3];
        toi_mesh_triangle(mesh, i, v);
        fcl::Vector3d p[3];
        for (int k = 0; k < 3; ++k) {
            toi_vec3 at = toi_mesh_vertex(mesh, v[k]);
            p[k] = fcl::Vector3d(at.x, at.y, at.z);
        }
        model->addTriangle(p[0], p[1], p[2]);
    }
    model->endModel();
    model->computeLocalAABB();
    return model;
}

template <typename Box>
const fcl::BVHModel<Box>* find_model(std::map<const toi_mesh*, Model<Box>>& models, const toi_mesh* mesh)
{
    Model<Box>& model = models[mesh];
    if (!model) {
        model = build_model<Box>(mesh);
    }
    return model.get();
}

btConvexHullShape* find_hull(const toi_mesh* mesh)
{
    std::shared_ptr<btConvexHullShape>& hull = hulls[mesh];
    if (!hull) {
        toi_mesh_info info;
        toi_mesh_get_info(mesh, &info);
        hull = std::make_shared<btConvexHullShape>();
        for (uint32_t i = 0; i < info.vertices; ++i) {
            toi_vec3 at = toi_mesh_vertex(mesh, i);
            hull->addPoint(btVector3(btScalar(at.x), btScalar(at.y), btScalar(at.z)), false);
        }
        hull->recalcLocalAabb();
        hull->setMargin(0); // the default of 0.04 is added outside
    }
    return hull.get();
}

fcl::Transform3d fcl_pose(const toi_pose& p)
{
    fcl::Transform3d t = fcl::Transform3d::Identity();
    t.linear() = fcl::Quaterniond(p.quaternion.w, p.quaternion.x, p.quaternion.y, p.quaternion.z)
                     .normalized()
                     .matrix();
    t.translation() = fcl::Vector3d(p.position.x, p.position.y, p.position.z);
    return t;
}

btTransform bullet_pose(const toi_pose& p)
{
    const toi_quat& q = p.quaternion;
    btQuaternion turn(btScalar(q.x), btScalar(q.y), btScalar(q.z), btScalar(q.w));
    return btTransform(turn.normalized(),
                       btVector3(btScalar(p.position.x), btScalar(p.position.y), btScalar(p.position.z)));
}

bool moves_straight(const toi_motion& m)
{
    return std::memcmp(&m.pose.quaternion, &m.end.quaternion, sizeof m.end.quaternion) == 0;
}

// A body that does not turn gets FCL's TranslationMotion: its ScrewMotion moves too far then.
std::unique_ptr<fcl::MotionBased> make_motion(const toi_motion& m)
{
    fcl::Transform3d start = fcl_pose(m.pose), end = fcl_pose(m.end);
    if (moves_straight(m)) {
        return std::unique_ptr<fcl::MotionBased>(new fcl::TranslationMotion<double>(start, end));
    }
    if (m.path == TOI_PATH_SCREW) {
        return std::unique_ptr<fcl::MotionBased>(new fcl::ScrewMotion<double>(start, end));
    }
    // The constructor without a point leaves its point of reference unset.
    return std::unique_ptr<fcl::MotionBased>(new fcl::InterpMotion<double>(
        start.linear(), start.translation(), end.linear(), end.translation(), fcl::Vector3d::Zero()));
}

ti_answered answer(bool hit, double time)
{
    return ti_answered{hit ? TOI_ANSWER_CONTACT : TOI_ANSWER_CLEAR, time, 0.0, 0.0, 0.0};
}

ti_answered ask_toi(const ti_case* query, void*)
{
    toi_result r;
    toi_first_contact(&query->a, &query->b, nullptr, &r);
    return ti_answered{r.answer, r.t_free, double(r.work.steps), double(r.work.nodes), double(r.work.leaves)};
}

ti_answered call_fcl(const ti_case* query, fcl::CCDSolverType solver, size_t iterations)
{
    auto motion_a = make_motion(query->a.motion), motion_b = make_motion(query->b.motion);
    fcl::ContinuousCollisionRequestd request;
    request.ccd_solver_type = solver;
    request.gjk_solver_type = fcl::GST_INDEP;
    request.num_max_iterations = iterations;
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide(find_model(obbrss_models, query->a.mesh), motion_a.get(),
                           find_model(obbrss_models, query->b.mesh), motion_b.get(), request, result);
    return answer(result.is_collide, result.time_of_contact);
}

ti_answered ask_fcl_advance(const ti_case* query, void*)
{
    return call_fcl(query, fcl::CCDC_CONSERVATIVE_ADVANCEMENT, 10);
}

ti_answered ask_fcl_naive(const ti_case* query, void*)
{
    return call_fcl(query, fcl::CCDC_NAIVE, 10);
}

// Past the public call, whose dispatch does not reach it: the path made for meshes with oriented boxes.
template <typename Box, typename Node>
ti_answered ask_oriented(std::map<const toi_mesh*, Model<Box>>& models, const ti_case* query)
{
    auto motion_a = make_motion(query->a.motion), motion_b = make_motion(query->b.motion);
    fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    double time = 1.0;
    bool hit = fcl::detail::conservativeAdvancementMeshOriented<Box, Node>(
        *find_model(models, query->a.mesh), motion_a.get(), *find_model(models, query->b.mesh),
        motion_b.get(), request, result, time);
    return answer(hit, time);
}

ti_answered ask_fcl_obbrss(const ti_case* query, void*)
{
    return ask_oriented<fcl::OBBRSSd, fcl::detail::MeshConservativeAdvancementTraversalNodeOBBRSS<double>>(
        obbrss_models, query);
}

ti_answered ask_fcl_rss(const ti_case* query, void*)
{
    return ask_oriented<fcl::RSSd, fcl::detail::MeshConservativeAdvancementTraversalNodeRSS<double>>(
        rss_models, query);
}

ti_answered cast_bullet(btConvexCast& cast, const ti_case* query)
{
    btConvexCast::CastResult result;
    bool hit =
        cast.calcTimeOfImpact(bullet_pose(query->a.motion.pose), bullet_pose(query->a.motion.end),
                              bullet_pose(query->b.motion.pose), bullet_pose(query->b.motion.end), result);
    return answer(hit, double(result.m_fraction));
}

ti_answered ask_bullet_continuous(const ti_case* query, void*)
{
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    btContinuousConvexCollision cast(find_hull(query->a.mesh), find_hull(query->b.mesh), &simplex, &depth);
    return cast_bullet(cast, query);
}

ti_answered ask_bullet_gjk(const ti_case* query, void*)
{
    btVoronoiSimplexSolver simplex;
    btGjkConvexCast cast(find_hull(query->a.mesh), find_hull(query->b.mesh), &simplex);
    return cast_bullet(cast, query);
}

bool small_between(const ti_case* query)
{
    toi_mesh_info a, b;
    toi_mesh_get_info(query->a.mesh, &a);
    toi_mesh_get_info(query->b.mesh, &b);
    return query->a.motion.kind == TOI_MOTION_BETWEEN && query->b.motion.kind == TOI_MOTION_BETWEEN &&
           a.triangles <= largest && b.triangles <= largest;
}

bool straight(const ti_case* query)
{
    return moves_straight(query->a.motion) && moves_straight(query->b.motion);
}

bool convex_slerp(const ti_case* query)
{
    toi_mesh_info a, b;
    toi_mesh_get_info(query->a.mesh, &a);
    toi_mesh_get_info(query->b.mesh, &b);
    return small_between(query) && a.convex && b.convex &&
           (straight(query) ||
            (query->a.motion.path == TOI_PATH_SLERP && query->b.motion.path == TOI_PATH_SLERP));
}

bool convex_straight(const ti_case* query)
{
    return convex_slerp(query) && straight(query);
}

struct method {
    const char* name;
    ti_asker ask;
    bool (*suits)(const ti_case* query);
};

const method methods[] = {
    {"toi", ask_toi, small_between},
    {"fcl_naive", ask_fcl_naive, small_between},
    {"fcl_advance", ask_fcl_advance, small_between},
    {"fcl_oriented_obbrss", ask_fcl_obbrss, small_between},
    {"fcl_oriented_rss", ask_fcl_rss, small_between},
    {"bullet_continuous", ask_bullet_continuous, convex_slerp},
    {"bullet_gjk_cast", ask_bullet_gjk, convex_straight},
};

// A row of one method over the queries [begin, end) of one scene.
void measure_scene(const ti_case_list& list, uint32_t begin, uint32_t end, const method& m, uint32_t repeat,
                   FILE* file)
{
    ti_summary summary = {};
    for (uint32_t i = begin; i < end; ++i) {
        const ti_case* query = &list.cases[i];
        if (!m.suits(query)) {
            ti_summary_release(&summary);
            return;
        }
        ti_answered answered = m.ask(query, nullptr); // builds what is kept between calls
        ti_summary_add(&summary, query, answered, ti_measure(m.ask, query, nullptr, repeat));
    }
    ti_report_row(file, list.cases[begin].scene, m.name, &summary);
    ti_summary_release(&summary);
}

const char* option(int argc, char** argv, const char* name, const char* otherwise)
{
    for (int i = 1; i + 1 < argc; ++i) {
        if (std::strcmp(argv[i], name) == 0) {
            return argv[i + 1];
        }
    }
    return otherwise;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc % 2 == 0) {
        std::fputs("usage: toi_bench_peers [--filter TEXT] [--repeat N] [-o FILE.csv]\n", stderr);
        return 2;
    }
    const char* data = std::getenv("TOI_DATA");
    ti_case_list list = {};
    list.filter = option(argc, argv, "--filter", nullptr);
    if (!ti_cases_add_workload(&list, data != nullptr ? data : "../shared")) {
        std::fputs("toi_bench_peers: set TOI_DATA to the folder of the verified queries\n", stderr);
        return 3;
    }
    const char* output = option(argc, argv, "-o", nullptr);
    FILE* file = output != nullptr ? std::fopen(output, "w") : stdout;
    if (file == nullptr) {
        std::perror(output);
        return 5;
    }
    uint32_t repeat = uint32_t(std::strtoul(option(argc, argv, "--repeat", "5"), nullptr, 10));
    repeat = repeat > 0 ? repeat : 1;
    ti_cases_sort(&list);
    ti_report_head(file, "toi_bench_peers", repeat, 0.0);
    for (uint32_t begin = 0, end = 0; begin < list.count; begin = end) {
        while (end < list.count && std::strcmp(list.cases[begin].scene, list.cases[end].scene) == 0) {
            ++end;
        }
        for (const method& m : methods) {
            measure_scene(list, begin, end, m, repeat, file);
        }
    }
    ti_cases_release(&list);
    return file != stdout && std::fclose(file) != 0 ? 5 : 0;
}
