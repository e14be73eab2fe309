// ODE: contacts of pairs of meshes by dCollide. A contact names its two faces; pairs of faces are counted once.

#include "bench/meet_peers.hpp"

#include <ode/ode.h>

#include <algorithm>
#include <cstdarg>
#include <memory>

namespace {

const int most_contacts = 0xffff; // that dCollide can be asked for

// Tells of full hash tables, thousands of times.
void ignore_message(int, const char*, va_list) {}

struct library {
    library()
    {
        dInitODE2(0);
        dSetMessageHandler(ignore_message);
    }
    ~library() { dCloseODE(); }
};

void start_library()
{
    static library started;
}

// Faces that a geometry is made of; the arrays are not copied by ODE.
struct shape {
    shape(const meet_mesh* mesh, const toi_vec3* vertices) : data(dGeomTriMeshDataCreate())
    {
        dGeomTriMeshDataBuildDouble(data, vertices, int(sizeof(toi_vec3)), int(mesh->vertex_count), mesh->corners,
                                    int(3 * mesh->face_count), int(3 * sizeof(uint32_t)));
    }
    ~shape() { dGeomTriMeshDataDestroy(data); }
    shape(const shape&) = delete;

    dTriMeshDataID data;
};

struct question {
    std::unique_ptr<dContactGeom[]> contacts{new dContactGeom[most_contacts]};
    std::vector<uint64_t> pairs;
    uint64_t found = 0;

    uint64_t ask(dGeomID a, dGeomID b)
    {
        int count = dCollide(a, b, most_contacts, contacts.get(), int(sizeof(dContactGeom)));
        pairs.clear();
        for (int i = 0; i < count; ++i) {
            const dContactGeom& c = contacts[size_t(i)];
            pairs.push_back(uint64_t(uint32_t(c.side1)) << 32 | uint32_t(c.side2));
        }
        std::sort(pairs.begin(), pairs.end());
        return uint64_t(std::unique(pairs.begin(), pairs.end()) - pairs.begin());
    }

    static void ask_pair(void* data, dGeomID a, dGeomID b)
    {
        question* q = static_cast<question*>(data);
        q->found += q->ask(a, b);
    }
};

class rigid {
  public:
    rigid(const meet_world* given, uint32_t) : world(given)
    {
        start_library();
        faces.reset(new shape(world->meshes[0], world->meshes[0]->vertices));
        space = dHashSpaceCreate(nullptr);
        for (uint32_t i = 0; i < world->body_count; ++i) {
            geometries.push_back(dCreateTriMesh(space, faces->data, nullptr, nullptr, nullptr));
        }
    }
    ~rigid() { dSpaceDestroy(space); }
    rigid(const rigid&) = delete;

    uint64_t ask(const meet_frame* frame)
    {
        for (uint32_t i = 0; i < world->body_count; ++i) {
            const toi_pose& p = frame->poses[i];
            const dQuaternion q = {p.quaternion.w, p.quaternion.x, p.quaternion.y, p.quaternion.z};
            dGeomSetPosition(geometries[i], p.position.x, p.position.y, p.position.z);
            dGeomSetQuaternion(geometries[i], q);
        }
        if (world->body_count == 2) {
            return all.ask(geometries[0], geometries[1]);
        }
        all.found = 0;
        dSpaceCollide(space, &all, question::ask_pair);
        return all.found;
    }

  private:
    const meet_world* world;
    std::unique_ptr<shape> faces;
    dSpaceID space;
    std::vector<dGeomID> geometries;
    question all;
};

// Trees refitted, or made anew.
template <bool Keep> class deforming {
  public:
    deforming(const meet_world* given, uint32_t) : world(given), faces(given->body_count)
    {
        start_library();
        space = dSimpleSpaceCreate(nullptr);
        for (uint32_t i = 0; i < world->body_count; ++i) {
            faces[i].reset(new shape(world->meshes[i], world->shapes[i]));
            geometries.push_back(dCreateTriMesh(space, faces[i]->data, nullptr, nullptr, nullptr));
        }
        known.resize(world->body_count);
    }
    ~deforming() { dSpaceDestroy(space); }
    deforming(const deforming&) = delete;

    uint64_t ask(const meet_frame* frame)
    {
        return near.ask_pairs(
            world, frame,
            [&](uint32_t i) { prepare(i, frame->vertices[i]); },
            [&](uint32_t a, uint32_t b) { return all.ask(geometries[a], geometries[b]); });
    }

  private:
    const meet_world* world;
    std::vector<std::unique_ptr<shape>> faces;
    std::vector<const toi_vec3*> known; // where the vertices of a body are
    dSpaceID space;
    std::vector<dGeomID> geometries;
    meet_near near;
    question all;

    void prepare(uint32_t i, const toi_vec3* vertices)
    {
        if (Keep && known[i] == vertices) {
            dGeomTriMeshDataUpdate(faces[i]->data);
            dGeomSetPosition(geometries[i], 0, 0, 0); // its box is not known any more
            return;
        }
        std::unique_ptr<shape> made(new shape(world->meshes[i], vertices));
        dGeomTriMeshSetData(geometries[i], made->data);
        faces[i].swap(made);
        known[i] = vertices;
    }
};

const meet_contender contenders[] = {
    meet_make<rigid>("ode_trimesh", 1u << MEET_RIGID | 1u << MEET_REST),
    meet_make<deforming<true>>("ode_trimesh_refit", 1u << MEET_DEFORM),
    meet_make<deforming<false>>("ode_trimesh_build", 1u << MEET_SOUP),
};

} // namespace

meet_library meet_ode(void)
{
    return meet_library{"ode", contenders, uint32_t(sizeof contenders / sizeof contenders[0])};
}
