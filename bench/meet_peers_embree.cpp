// Embree: its trees of boxes find pairs of faces whose boxes meet; which of these faces do is decided by the exact
// test of toi (meet_keep), so that the comparison is one of trees. It has no broad phase for bodies: they are
// paired by the boxes that the caller has.

#include "bench/meet_peers.hpp"

#include <embree3/rtcore.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

namespace {

const size_t most_candidates = size_t(1) << 22;

bool have_common_vertex(const meet_mesh* mesh, const toi_face_pair& pair)
{
    const uint32_t *a = &mesh->corners[3 * size_t(pair.a)], *b = &mesh->corners[3 * size_t(pair.b)];
    return std::any_of(a, a + 3, [&](uint32_t v) { return v == b[0] || v == b[1] || v == b[2]; });
}

// Pairs of faces, written to by several threads.
struct candidates {
    std::unique_ptr<toi_face_pair[]> pairs{new toi_face_pair[most_candidates]}; // pages that are used count
    std::atomic<size_t> count{0};
    const meet_mesh* self = nullptr; // of a body against itself

    bool takes(const toi_face_pair& pair) const
    {
        return self == nullptr || (pair.a < pair.b && !have_common_vertex(self, pair));
    }

    static void add(void* user, RTCCollision* found, unsigned int found_count)
    {
        candidates* c = static_cast<candidates*>(user);
        for (unsigned int i = 0; i < found_count; ++i) {
            const toi_face_pair pair = {found[i].primID0, found[i].primID1};
            if (!c->takes(pair)) {
                continue;
            }
            size_t at = c->count.fetch_add(1, std::memory_order_relaxed);
            if (at >= most_candidates) {
                std::fputs("embree: too many candidates\n", stderr);
                std::exit(5);
            }
            c->pairs[at] = pair;
        }
    }
};

class device {
  public:
    explicit device(uint32_t threads)
        : made(rtcNewDevice(("threads=" + std::to_string(threads)).c_str()))
    {
    }
    ~device() { rtcReleaseDevice(made); }
    device(const device&) = delete;

    RTCDevice made;
};

// How the tree of a body that changes is made anew.
enum class renew { never, refit, rebuild };

// A body as a scene of its own.
class body {
  public:
    body(RTCDevice on, const meet_mesh* faces, const toi_vec3* points, renew way)
        : mesh(faces), vertices(points), scene(rtcNewScene(on)),
          geometry(rtcNewGeometry(on, RTC_GEOMETRY_TYPE_USER))
    {
        rtcSetGeometryUserPrimitiveCount(geometry, mesh->face_count);
        rtcSetGeometryUserData(geometry, this);
        rtcSetGeometryBoundsFunction(geometry, bound, nullptr);
        if (way != renew::never) {
            rtcSetSceneFlags(scene, RTC_SCENE_FLAG_DYNAMIC);
            rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_LOW);
            rtcSetGeometryBuildQuality(geometry,
                                       way == renew::refit ? RTC_BUILD_QUALITY_REFIT : RTC_BUILD_QUALITY_LOW);
        }
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene, geometry);
        rtcCommitScene(scene);
    }
    ~body()
    {
        rtcReleaseGeometry(geometry);
        rtcReleaseScene(scene);
    }
    body(const body&) = delete;

    void set(const toi_vec3* moved)
    {
        vertices = moved;
        rtcCommitGeometry(geometry);
        rtcCommitScene(scene);
    }

    meet_side side() const
    {
        RTCBounds b;
        rtcGetSceneBounds(scene, &b);
        return meet_side{mesh, vertices, TOI_POSE_IDENTITY,
                         toi_bounds{{b.lower_x, b.lower_y, b.lower_z}, {b.upper_x, b.upper_y, b.upper_z}}};
    }

    const meet_mesh* mesh;
    const toi_vec3* vertices;
    RTCScene scene;

  private:
    RTCGeometry geometry;

    // Rounded outwards.
    static float below(double x) { return std::nextafter(float(x), -HUGE_VALF); }
    static float above(double x) { return std::nextafter(float(x), HUGE_VALF); }

    static void bound(const RTCBoundsFunctionArguments* args)
    {
        const body* self = static_cast<const body*>(args->geometryUserPtr);
        const uint32_t* c = &self->mesh->corners[3 * size_t(args->primID)];
        const toi_vec3 &p = self->vertices[c[0]], &q = self->vertices[c[1]], &r = self->vertices[c[2]];
        RTCBounds* b = args->bounds_o;
        b->lower_x = below(std::min({p.x, q.x, r.x}));
        b->lower_y = below(std::min({p.y, q.y, r.y}));
        b->lower_z = below(std::min({p.z, q.z, r.z}));
        b->upper_x = above(std::max({p.x, q.x, r.x}));
        b->upper_y = above(std::max({p.y, q.y, r.y}));
        b->upper_z = above(std::max({p.z, q.z, r.z}));
    }
};

uint64_t ask_pair(candidates& c, const body& a, const body& b)
{
    c.count = 0;
    c.self = &a == &b ? a.mesh : nullptr;
    rtcCollide(a.scene, b.scene, candidates::add, &c);
    meet_side of_a = a.side(), of_b = b.side();
    return meet_keep(&of_a, &of_b, c.pairs.get(), c.count);
}

// ---- bodies whose vertices are given

template <renew way> class deforming {
  public:
    deforming(const meet_world* given, uint32_t threads) : world(given), on(threads)
    {
        for (uint32_t i = 0; i < world->body_count; ++i) {
            bodies.emplace_back(new body(on.made, world->meshes[i], world->shapes[i], way));
        }
    }

    uint64_t ask(const meet_frame* frame)
    {
        return near.ask_pairs(
            world, frame, [&](uint32_t i) { bodies[i]->set(frame->vertices[i]); },
            [&](uint32_t a, uint32_t b) { return ask_pair(found, *bodies[a], *bodies[b]); });
    }

  private:
    const meet_world* world;
    device on;
    std::vector<std::unique_ptr<body>> bodies;
    meet_near near;
    candidates found;
};

// ---- rigid bodies: their vertices are posed and their trees refitted, of a single pair those of one body only,
// in the frame of the other

class moved {
  public:
    moved(const meet_world* given, uint32_t threads) : world(given), on(threads), posed(given->body_count)
    {
        for (uint32_t i = 0; i < world->body_count; ++i) {
            const meet_mesh* mesh = world->meshes[i];
            bool still = world->body_count == 2 && i == 0;
            bodies.emplace_back(new body(on.made, mesh, mesh->vertices, still ? renew::never : renew::refit));
            posed[i].resize(mesh->vertex_count);
        }
    }

    uint64_t ask(const meet_frame* frame)
    {
        if (world->body_count == 2) {
            place(1, meet_relative(frame->poses[0], frame->poses[1]));
            return ask_pair(found, *bodies[0], *bodies[1]);
        }
        return near.ask_pairs(
            world, frame, [&](uint32_t i) { place(i, frame->poses[i]); },
            [&](uint32_t a, uint32_t b) { return ask_pair(found, *bodies[a], *bodies[b]); });
    }

  private:
    const meet_world* world;
    device on;
    std::vector<std::vector<toi_vec3>> posed;
    std::vector<std::unique_ptr<body>> bodies;
    meet_near near;
    candidates found;

    void place(uint32_t i, const toi_pose& pose)
    {
        meet_pose_vertices(world->meshes[i], pose, posed[i].data());
        bodies[i]->set(posed[i].data());
    }
};

// ---- two bodies that rest where they are in every frame, in world space: nothing moves

class resting {
  public:
    resting(const meet_world* given, uint32_t threads) : world(given), on(threads)
    {
        for (uint32_t i = 0; i < 2 * world->frame_count; ++i) {
            const meet_mesh* mesh = world->meshes[i % 2];
            vertices.emplace_back(mesh->vertex_count);
            meet_pose_vertices(mesh, world->poses[i], vertices.back().data());
            bodies.emplace_back(new body(on.made, mesh, vertices.back().data(), renew::never));
        }
    }

    uint64_t ask(const meet_frame* frame)
    {
        return ask_pair(found, *bodies[2 * frame->index], *bodies[2 * frame->index + 1]);
    }

  private:
    const meet_world* world;
    device on;
    std::vector<std::vector<toi_vec3>> vertices;
    std::vector<std::unique_ptr<body>> bodies;
    candidates found;
};

const uint32_t changing = 1u << MEET_DEFORM | 1u << MEET_SELF;

const meet_contender contenders[] = {
    meet_make<resting>("embree_resting", 1u << MEET_REST, true),
    meet_make<moved>("embree_refit", 1u << MEET_RIGID, true),
    meet_make<deforming<renew::refit>>("embree_refit", changing, true),
    meet_make<deforming<renew::rebuild>>("embree_build", changing | 1u << MEET_SOUP, true),
};

} // namespace

meet_library meet_embree(void)
{
    return meet_library{"embree", contenders, uint32_t(sizeof contenders / sizeof contenders[0])};
}
