// Bullet in single precision: GImpact meshes with margin 0, all contacts of a pair of meshes and not the four that a
// manifold keeps; pairs of faces are counted once. And its broad phases alone.

#include "bench/meet_peers.hpp"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

#include <algorithm>
#include <memory>

namespace {

btVector3 vector_of(const toi_vec3& v)
{
    return btVector3(btScalar(v.x), btScalar(v.y), btScalar(v.z));
}

btTransform transform_of(const toi_pose& p)
{
    const toi_quat& q = p.quaternion;
    btQuaternion turn(btScalar(q.x), btScalar(q.y), btScalar(q.z), btScalar(q.w));
    return btTransform(turn.normalized(), vector_of(p.position));
}

// A mesh in floats.
class shape {
  public:
    shape(const meet_mesh* given, const toi_vec3* vertices)
        : mesh(given), points(3 * size_t(given->vertex_count)), corners(given->corners, given->corners + 3 * size_t(given->face_count))
    {
        write(vertices, toi_vec3{0, 0, 0});
        arrays.reset(new btTriangleIndexVertexArray(int(mesh->face_count), corners.data(), 3 * int(sizeof(int)),
                                                    int(mesh->vertex_count), points.data(),
                                                    3 * int(sizeof(btScalar))));
        made.reset(new btGImpactMeshShape(arrays.get()));
        made->setMargin(0); // the default of 0.01 is added outside
        made->updateBound();
    }

    // As seen from a point near them: what is refitted may not go far from where it was built.
    void set(const toi_vec3* vertices, const toi_vec3& origin)
    {
        write(vertices, origin);
        made->postUpdate();
        made->updateBound();
    }

    btGImpactMeshShape* get() { return made.get(); }

  private:
    const meet_mesh* mesh;
    std::vector<btScalar> points;
    std::vector<int> corners;
    std::unique_ptr<btTriangleIndexVertexArray> arrays;
    std::unique_ptr<btGImpactMeshShape> made;

    void write(const toi_vec3* vertices, const toi_vec3& origin)
    {
        for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
            points[3 * i] = btScalar(vertices[i].x - origin.x);
            points[3 * i + 1] = btScalar(vertices[i].y - origin.y);
            points[3 * i + 2] = btScalar(vertices[i].z - origin.z);
        }
    }
};

// Takes the faces of every contact in place of keeping four.
class listing : public btManifoldResult {
  public:
    listing(const btCollisionObjectWrapper* a, const btCollisionObjectWrapper* b, std::vector<uint64_t>& list)
        : btManifoldResult(a, b), pairs(list)
    {
    }

    void addContactPoint(const btVector3&, const btVector3&, btScalar) override
    {
        pairs.push_back(uint64_t(uint32_t(m_index0)) << 32 | uint32_t(m_index1));
    }

  private:
    std::vector<uint64_t>& pairs;
};

class question {
  public:
    question() : dispatcher(&configuration)
    {
        btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher);
    }

    uint64_t ask(btCollisionObject* a, btCollisionObject* b)
    {
        btCollisionObjectWrapper of_a(nullptr, a->getCollisionShape(), a, a->getWorldTransform(), -1, -1);
        btCollisionObjectWrapper of_b(nullptr, b->getCollisionShape(), b, b->getWorldTransform(), -1, -1);
        btPersistentManifold* manifold = dispatcher.getNewManifold(a, b);
        btCollisionAlgorithm* algorithm =
            dispatcher.findAlgorithm(&of_a, &of_b, manifold, BT_CONTACT_POINT_ALGORITHMS);
        pairs.clear();
        listing result(&of_a, &of_b, pairs);
        result.setPersistentManifold(manifold);
        algorithm->processCollision(&of_a, &of_b, settings, &result);
        algorithm->~btCollisionAlgorithm();
        dispatcher.freeCollisionAlgorithm(algorithm);
        dispatcher.releaseManifold(manifold);
        std::sort(pairs.begin(), pairs.end());
        return uint64_t(std::unique(pairs.begin(), pairs.end()) - pairs.begin());
    }

    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;

  private:
    btDispatcherInfo settings;
    std::vector<uint64_t> pairs;
};

class rigid {
  public:
    rigid(const meet_world* given, uint32_t)
        : world(given), faces(given->meshes[0], given->meshes[0]->vertices),
          space(&all.dispatcher, &broad, &all.configuration), objects(given->body_count)
    {
        for (uint32_t i = 0; i < world->body_count; ++i) {
            objects[i].setCollisionShape(faces.get());
            objects[i].setWorldTransform(transform_of(world->poses[i])); // not all in one place
            space.addCollisionObject(&objects[i]);
        }
    }
    ~rigid()
    {
        for (btCollisionObject& object : objects) {
            space.removeCollisionObject(&object);
        }
    }

    uint64_t ask(const meet_frame* frame)
    {
        for (uint32_t i = 0; i < world->body_count; ++i) {
            objects[i].setWorldTransform(transform_of(frame->poses[i]));
        }
        if (world->body_count == 2) {
            return all.ask(&objects[0], &objects[1]);
        }
        space.updateAabbs();
        space.computeOverlappingPairs();
        uint64_t found = 0;
        btBroadphasePairArray& near = broad.getOverlappingPairCache()->getOverlappingPairArray();
        for (int i = 0; i < near.size(); ++i) {
            found += all.ask(static_cast<btCollisionObject*>(near[i].m_pProxy0->m_clientObject),
                             static_cast<btCollisionObject*>(near[i].m_pProxy1->m_clientObject));
        }
        return found;
    }

  private:
    const meet_world* world;
    shape faces;
    question all;
    btDbvtBroadphase broad;
    btCollisionWorld space;
    std::vector<btCollisionObject> objects;
};

class deforming {
  public:
    deforming(const meet_world* given, uint32_t) : world(given), objects(given->body_count)
    {
        for (uint32_t i = 0; i < world->body_count; ++i) {
            faces.emplace_back(new shape(world->meshes[i], world->meshes[i]->vertices));
            objects[i].setCollisionShape(faces[i]->get());
        }
    }

    uint64_t ask(const meet_frame* frame)
    {
        return near.ask_pairs(
            world, frame, [&](uint32_t i) { prepare(i, frame->vertices[i]); },
            [&](uint32_t a, uint32_t b) { return all.ask(&objects[a], &objects[b]); });
    }

  private:
    const meet_world* world;
    std::vector<std::unique_ptr<shape>> faces;
    std::vector<btCollisionObject> objects;
    meet_near near;
    question all;

    void prepare(uint32_t i, const toi_vec3* vertices)
    {
        const toi_bounds& box = near.boxes[i];
        const toi_vec3 middle = {0.5 * (box.lower.x + box.upper.x), 0.5 * (box.lower.y + box.upper.y),
                                 0.5 * (box.lower.z + box.upper.z)};
        faces[i]->set(vertices, middle);
        objects[i].setWorldTransform(btTransform(btQuaternion::getIdentity(), vector_of(middle)));
    }
};

// ---- boxes alone. Their boxes are larger than those given: pairs are looked at once more

class axes : public bt32BitAxisSweep3 {
  public:
    axes() : bt32BitAxisSweep3(btVector3(-200, -200, -200), btVector3(200, 200, 200), 200000) {}
};

template <typename Broad> class boxed {
  public:
    boxed(const meet_world* given, uint32_t) : world(given), dispatcher(&configuration)
    {
        for (uint32_t i = 0; i < world->body_count; ++i) {
            const toi_bounds& box = world->boxes[i];
            proxies.push_back(broad.createProxy(vector_of(box.lower), vector_of(box.upper), BOX_SHAPE_PROXYTYPE,
                                                reinterpret_cast<void*>(uintptr_t(i)), 1, 1, &dispatcher));
        }
    }
    ~boxed()
    {
        for (btBroadphaseProxy* proxy : proxies) {
            broad.destroyProxy(proxy, &dispatcher);
        }
    }

    uint64_t ask(const meet_frame* frame)
    {
        for (uint32_t i = 0; i < world->body_count; ++i) {
            broad.setAabb(proxies[i], vector_of(frame->boxes[i].lower), vector_of(frame->boxes[i].upper),
                          &dispatcher);
        }
        broad.calculateOverlappingPairs(&dispatcher);
        const btBroadphasePairArray& near = broad.getOverlappingPairCache()->getOverlappingPairArray();
        uint64_t found = 0;
        for (int i = 0; i < near.size(); ++i) {
            const toi_bounds& a = frame->boxes[reinterpret_cast<uintptr_t>(near[i].m_pProxy0->m_clientObject)];
            const toi_bounds& b = frame->boxes[reinterpret_cast<uintptr_t>(near[i].m_pProxy1->m_clientObject)];
            found += a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
                     b.lower.y <= a.upper.y && a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
        }
        return found;
    }

  private:
    const meet_world* world;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    Broad broad;
    std::vector<btBroadphaseProxy*> proxies;
};

const uint32_t most_swept = 10000; // bodies: beyond, sweeps take minutes

const meet_contender contenders[] = {
    meet_make<rigid>("bullet_gimpact", 1u << MEET_RIGID | 1u << MEET_REST),
    meet_make<deforming>("bullet_gimpact_refit", 1u << MEET_DEFORM),
    meet_make<boxed<btDbvtBroadphase>>("bullet_dbvt", 1u << MEET_BOXES),
    meet_make<boxed<axes>>("bullet_axes", 1u << MEET_BOXES, false, most_swept),
};

} // namespace

meet_library meet_bullet(void)
{
    return meet_library{"bullet", contenders, uint32_t(sizeof contenders / sizeof contenders[0])};
}
