// What the bench of faces that meet at an instant gives to every contender: bodies frame by frame, and how
// many pairs of faces meet in each. Plain enough for C++.

#ifndef TI_BENCH_MEET_H
#define TI_BENCH_MEET_H

#include "toi/toi.h"

#ifdef __cplusplus
extern "C" {
#endif

// What is asked, and of what bodies.
typedef enum meet_kind {
    MEET_RIGID = 0, // meshes at poses
    MEET_DEFORM,    // meshes whose vertices are all new in every frame
    MEET_SOUP,      // the same without a mesh: nothing may be kept from frame to frame
    MEET_REST,  // two meshes at poses that are known beforehand: nothing moves, and trees are made for just
                // these
    MEET_SELF,  // one body that deforms, and itself: faces without a common vertex
    MEET_BOXES, // which boxes of bodies meet
    MEET_KINDS
} meet_kind;

enum { MEET_MOST_BODIES = 10000 };

typedef struct meet_mesh {
    toi_mesh* mesh;
    toi_vec3* vertices;
    uint32_t* corners; // three for each face
    uint32_t vertex_count, face_count;
    toi_vec3 center; // and radius: a sphere around all vertices
    double radius;
} meet_mesh;

typedef struct meet_world meet_world;

// Where the vertices of a body are in a frame.
typedef void meet_shape(const meet_world* world, uint32_t body, uint32_t frame, toi_vec3* vertices);

struct meet_world {
    char name[64];
    meet_kind kind;
    meet_mesh** meshes; // of each body
    uint32_t body_count, frame_count;
    toi_pose* poses;            // [frames][bodies]
    toi_vec3** shapes;          // [frames][bodies] where bodies deform
    toi_bounds* boxes;          // [frames][bodies] of MEET_BOXES
    uint64_t* truth;            // [frames] pairs that meet
    double must_us, stretch_us; // of the median frame; 0: nothing is asked for
    bool threads;               // also measured on two
};

// A frame as contenders are given it.
typedef struct meet_frame {
    uint32_t index;
    const toi_pose* poses;
    toi_vec3* const* vertices; // of each body where bodies deform; the same arrays in every frame
    const toi_bounds* boxes;
} meet_frame;

typedef struct meet_contender {
    const char* name;
    uint32_t kinds;       // bits of those that it takes
    bool threads;         // can use more than one
    uint32_t most_bodies; // 0: any number
    // Before the first frame; what it takes does not count as time of a frame.
    void* (*open)(const meet_world* world, uint32_t threads);
    uint64_t (*ask)(void* state, const meet_frame* frame); // pairs that meet
    void (*close)(void* state);
} meet_contender;

// A library to compare with. `contenders` is NULL where it was not there when this was built.
typedef struct meet_library {
    const char* name;
    const meet_contender* contenders;
    uint32_t count;
} meet_library;

extern const meet_contender meet_ours[];
extern const uint32_t meet_ours_count;
meet_library meet_fcl(void);
meet_library meet_embree(void);
meet_library meet_ode(void);
meet_library meet_bullet(void);

// ---- what contenders share

// Zeroed memory, or the program ends.
void* meet_room(size_t count, size_t size);

// Vertices of a mesh at a pose.
void meet_pose_vertices(const meet_mesh* mesh, toi_pose pose, toi_vec3* vertices);

// The pose of b as seen from a.
toi_pose meet_relative(toi_pose a, toi_pose b);

// Boxes of vertices; and of a rigid body, around the sphere around it.
toi_bounds meet_vertex_box(const toi_vec3* vertices, uint32_t count);
toi_bounds meet_sphere_box(const meet_mesh* mesh, toi_pose pose);

// Pairs of boxes that meet, a < b, by sorting along x. The caller frees them.
toi_pair* meet_box_pairs(const toi_bounds* boxes, uint32_t count, size_t* pair_count);

// A body at an instant, for the exact test: vertices in world space, or of a mesh and a pose.
typedef struct meet_side {
    const meet_mesh* mesh;
    const toi_vec3* vertices; // NULL: the mesh at `pose`
    toi_pose pose;
    toi_bounds box; // around it
} meet_side;

// Keeps, of candidate pairs of faces, those that meet, by the exact test of the library. Returns their
// number.
size_t meet_keep(const meet_side* a, const meet_side* b, toi_face_pair* pairs, size_t count);

#ifdef __cplusplus
}
#endif

#endif
