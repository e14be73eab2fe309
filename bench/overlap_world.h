// Bodies that move from cycle to cycle, as in the experiments of [Kitamura98]: recorded once, with the faces
// that meet, and then given to every method.

#ifndef TI_BENCH_OVERLAP_WORLD_H
#define TI_BENCH_OVERLAP_WORLD_H

#include "data.h"

enum { OVERLAP_BODIES = 64 };

typedef struct overlap_world overlap_world;

// Vertices of a body that deforms, in the frame of its mesh.
typedef void overlap_deform(const toi_mesh* mesh, uint32_t body, uint32_t cycle, toi_vec3* vertices);

struct overlap_world {
    char name[64];
    toi_mesh* meshes[OVERLAP_BODIES];       // of each body; the same mesh may be there more than once
    overlap_deform* deform[OVERLAP_BODIES]; // NULL: rigid
    uint32_t count, cycles;
    toi_pose* poses;      // [cycles][count]
    uint64_t* face_pairs; // [cycles] that meet
    uint64_t* body_pairs;
    uint64_t* box_pairs;
    bool convex; // and rigid, all of them
};

// Bodies of a cycle; deformed vertices and triangles are in `room`.
typedef struct overlap_bodies {
    ti_faces faces[OVERLAP_BODIES];
    const toi_pose* poses;
    toi_vec3* room[OVERLAP_BODIES];
} overlap_bodies;

void overlap_bodies_make(const overlap_world* world, overlap_bodies* bodies);
void overlap_bodies_set(const overlap_world* world, uint32_t cycle, overlap_bodies* bodies);
void overlap_bodies_release(overlap_bodies* bodies);

// Two spheres of radius 1 and so many faces that approach and turn until faces meet in the last of 72 cycles.
void overlap_make_approach(uint32_t faces, overlap_world* world);

// Two tori, of which one goes through the other, in one cycle.
void overlap_make_tori(uint32_t around, uint32_t tube, overlap_world* world);

// Equal bodies in a box of which they fill the share, by their bounding spheres; until the first two meet,
// which takes `least` cycles at least. With `only_two`, of the same motion just those two.
typedef struct overlap_crowd {
    toi_mesh* mesh; // given away
    uint32_t count, least;
    double share, speed, degrees; // in radii, and of the turn, a cycle
    bool convex, only_two;
} overlap_crowd;
void overlap_make_crowd(const overlap_crowd* crowd, overlap_world* world);

// The same for so many cycles: bodies that meet exchange their velocities, walls reflect them.
void overlap_make_bouncing(const overlap_crowd* crowd, uint32_t cycles, overlap_world* world);

// A sphere, a shuttle, a chair and a head: shuttle and head approach until they meet in the last of 40
// cycles.
void overlap_make_room(toi_mesh* shuttle, overlap_world* world);

// A head, a shuttle, two hands and a sphere for 800 cycles; hands and sphere deform, bodies that meet part
// along the normals of their faces.
void overlap_make_hands(toi_mesh* shuttle, overlap_world* world);

void overlap_world_release(overlap_world* world);

#endif
