// FCL: trees of rigid bodies with its own broad phase, trees refitted and made anew, and its broad phases
// alone.

#include "bench/meet_peers.hpp"

#include <fcl/fcl.h>

#include <limits>
#include <memory>

namespace {

template <typename Box> using Model = std::shared_ptr<fcl::BVHModel<Box>>;

std::vector<fcl::Vector3d> points_of(const meet_mesh* mesh, const toi_vec3* vertices)
{
    std::vector<fcl::Vector3d> points(mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        points[i] = fcl::Vector3d(vertices[i].x, vertices[i].y, vertices[i].z);
    }
    return points;
}

std::vector<fcl::Triangle> triangles_of(const meet_mesh* mesh)
{
    std::vector<fcl::Triangle> triangles(mesh->face_count);
    for (uint32_t i = 0; i < mesh->face_count; ++i) {
        const uint32_t* c = &mesh->corners[3 * size_t(i)];
        triangles[i] = fcl::Triangle(c[0], c[1], c[2]);
    }
    return triangles;
}

template <typename Box> Model<Box> build(const meet_mesh* mesh, const toi_vec3* vertices)
{
    Model<Box> model = std::make_shared<fcl::BVHModel<Box>>();
    model->beginModel(int(mesh->face_count), int(mesh->vertex_count));
    model->addSubModel(points_of(mesh, vertices), triangles_of(mesh));
    model->endModel();
    return model;
}

// All pairs, without points and normals.
struct question {
    fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    uint64_t found = 0;

    question() { request.num_max_contacts = std::numeric_limits<size_t>::max(); }

    uint64_t ask(const fcl::CollisionObjectd* a, const fcl::CollisionObjectd* b)
    {
        result.clear();
        fcl::collide(a, b, request, result);
        return result.numContacts();
    }

    static bool ask_pair(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data)
    {
        question* q = static_cast<question*>(data);
        q->found += q->ask(a, b);
        return false;
    }
};

fcl::Transform3d transform_of(const toi_pose& p)
{
    fcl::Transform3d t = fcl::Transform3d::Identity();
    const toi_quat& q = p.quaternion;
    t.linear() = fcl::Quaterniond(q.w, q.x, q.y, q.z).normalized().matrix();
    t.translation() = fcl::Vector3d(p.position.x, p.position.y, p.position.z);
    return t;
}

// ---- rigid bodies

template <typename Box> class rigid {
  public:
    rigid(const meet_world* given, uint32_t) : world(given)
    {
        Model<Box> model = build<Box>(world->meshes[0], world->meshes[0]->vertices);
        std::vector<fcl::CollisionObjectd*> all_objects;
        for (uint32_t i = 0; i < world->body_count; ++i) {
            objects.emplace_back(new fcl::CollisionObjectd(model));
            objects.back()->setTransform(transform_of(world->poses[i])); // not all in one place
            objects.back()->computeAABB();
            all_objects.push_back(objects.back().get());
        }
        manager.registerObjects(all_objects);
        manager.setup();
    }

    uint64_t ask(const meet_frame* frame)
    {
        for (uint32_t i = 0; i < world->body_count; ++i) {
            objects[i]->setTransform(transform_of(frame->poses[i]));
            objects[i]->computeAABB();
        }
        if (world->body_count == 2) {
            return all.ask(objects[0].get(), objects[1].get());
        }
        manager.update();
        all.found = 0;
        manager.collide(&all, question::ask_pair);
        return all.found;
    }

  private:
    const meet_world* world;
    std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects;
    fcl::DynamicAABBTreeCollisionManagerd manager;
    question all;
};

// ---- bodies that deform

template <typename Box, bool Keep> class deforming {
  public:
    deforming(const meet_world* given, uint32_t) : world(given)
    {
        for (uint32_t i = 0; i < world->body_count; ++i) {
            models.push_back(build<Box>(world->meshes[i], world->shapes[i]));
            objects.emplace_back(new fcl::CollisionObjectd(models.back()));
        }
    }

    uint64_t ask(const meet_frame* frame)
    {
        return near.ask_pairs(
            world, frame, [&](uint32_t body) { prepare(body, frame->vertices[body]); },
            [&](uint32_t a, uint32_t b) { return all.ask(objects[a].get(), objects[b].get()); });
    }

  private:
    const meet_world* world;
    std::vector<Model<Box>> models;
    std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects;
    meet_near near;
    question all;

    void prepare(uint32_t body, const toi_vec3* vertices)
    {
        const meet_mesh* mesh = world->meshes[body];
        if (Keep) {
            models[body]->beginReplaceModel();
            models[body]->replaceSubModel(points_of(mesh, vertices));
            models[body]->endReplaceModel(true, true);
        } else {
            models[body] = build<Box>(mesh, vertices);
            objects[body].reset(new fcl::CollisionObjectd(models[body]));
        }
    }
};

// ---- boxes alone

bool count_pair(fcl::CollisionObjectd*, fcl::CollisionObjectd*, void* data)
{
    ++*static_cast<uint64_t*>(data);
    return false;
}

// An object whose box is as given.
class boxed : public fcl::CollisionObjectd {
  public:
    explicit boxed(const std::shared_ptr<fcl::CollisionGeometryd>& geometry) : fcl::CollisionObjectd(geometry) {}

    void set(const toi_bounds& box)
    {
        aabb = fcl::AABBd(fcl::Vector3d(box.lower.x, box.lower.y, box.lower.z),
                          fcl::Vector3d(box.upper.x, box.upper.y, box.upper.z));
    }
};

template <typename Manager> class broad {
  public:
    broad(const meet_world* given, uint32_t) : world(given)
    {
        auto ball = std::make_shared<fcl::Sphered>(1.0);
        std::vector<fcl::CollisionObjectd*> all;
        for (uint32_t i = 0; i < world->body_count; ++i) {
            objects.emplace_back(new boxed(ball));
            objects.back()->set(world->boxes[i]);
            all.push_back(objects.back().get());
        }
        manager.registerObjects(all);
        manager.setup();
    }

    uint64_t ask(const meet_frame* frame)
    {
        for (uint32_t i = 0; i < world->body_count; ++i) {
            objects[i]->set(frame->boxes[i]);
        }
        manager.update();
        uint64_t found = 0;
        manager.collide(&found, count_pair);
        return found;
    }

  private:
    const meet_world* world;
    std::vector<std::unique_ptr<boxed>> objects;
    Manager manager;
};

const uint32_t on_rigid = 1u << MEET_RIGID | 1u << MEET_REST, on_deform = 1u << MEET_DEFORM, on_soup = 1u << MEET_SOUP;
const uint32_t on_boxes = 1u << MEET_BOXES;
const uint32_t most_swept = 10000; // bodies: beyond, sweeps take minutes

const meet_contender contenders[] = {
    meet_make<rigid<fcl::OBBd>>("fcl_obb", on_rigid),
    meet_make<rigid<fcl::OBBRSSd>>("fcl_obbrss", on_rigid),
    meet_make<deforming<fcl::AABBd, true>>("fcl_aabb_refit", on_deform),
    meet_make<deforming<fcl::OBBd, true>>("fcl_obb_refit", on_deform),
    meet_make<deforming<fcl::AABBd, false>>("fcl_aabb_build", on_soup),
    meet_make<broad<fcl::DynamicAABBTreeCollisionManagerd>>("fcl_tree", on_boxes),
    meet_make<broad<fcl::DynamicAABBTreeCollisionManager_Array<double>>>("fcl_tree_array", on_boxes),
    meet_make<broad<fcl::SaPCollisionManagerd>>("fcl_sap", on_boxes, false, most_swept),
    meet_make<broad<fcl::SSaPCollisionManagerd>>("fcl_ssap", on_boxes, false, most_swept),
};

} // namespace

meet_library meet_fcl(void)
{
    return meet_library{"fcl", contenders, uint32_t(sizeof contenders / sizeof contenders[0])};
}
