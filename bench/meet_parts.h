// What the makers of worlds of the bench of faces that meet share.

#ifndef TI_BENCH_MEET_PARTS_H
#define TI_BENCH_MEET_PARTS_H

#include "bench/meet.h"

#include <stdio.h>

// Takes over a mesh of triangles.
meet_mesh* meet_mesh_make(toi_mesh* mesh);
void meet_mesh_release(meet_mesh* mesh);

// A torus of 2 around tube triangles, a sphere of 2 around (rows - 1), a square sheet of 2 cells^2.
meet_mesh* meet_torus(uint32_t around, uint32_t tube);
meet_mesh* meet_sphere(uint32_t around, uint32_t rows);
meet_mesh* meet_sheet(uint32_t cells);

// Room for the frames of a world, all of whose bodies have this mesh.
void meet_world_start(meet_world* world, meet_mesh* mesh, uint32_t body_count, uint32_t frame_count);

// Poses of unit bodies that bounce about in a box of which they fill a twentieth, and exchange velocities
// where spheres of so many faces in their place meet.
void meet_world_bounce(meet_world* world, uint32_t faces);

// Where the vertices are in every frame: by the poses, or by `shape` in place of them.
void meet_world_shape(meet_world* world, meet_shape* shape);

// Boxes of the bodies in every frame, around the spheres around them.
void meet_world_boxes(meet_world* world);

void meet_world_release(meet_world* world);

// Finds what meets in every frame: in long doubles, by a grid, no code of the library. Ends the program where
// it cannot tell.
void meet_world_judge(meet_world* world);

// ---- worlds by number: fills the world and returns true, or returns false past the last one. One that is
// not wanted, by its name, is returned without bodies.
typedef struct meet_choice {
    const char* filter; // part of the name; NULL: all
    const char* data;   // folder of the verified workloads
    bool quick;         // small ones only, few frames
} meet_choice;

bool meet_choice_takes(const meet_choice* choice, const char* name);

typedef bool meet_maker(const meet_choice* choice, uint32_t index, meet_world* world);
meet_maker meet_make_instant; // two meshes, verified face by face
meet_maker meet_make_cycle;   // recorded runs of many bodies
meet_maker meet_make_scene;   // bodies that deform
meet_maker meet_make_boxes;   // the broad phase alone
meet_maker meet_make_growth;  // up to a million triangles, and ten thousand bodies

// ---- measuring

// Bytes of pages that the process has: at the end, and at most on the way.
typedef struct meet_memory {
    double held, peak;
} meet_memory;

// What came between begin and end.
meet_memory meet_memory_begin(void);
meet_memory meet_memory_end(meet_memory begin);

// What a mesh of toi takes by itself.
meet_memory meet_mesh_memory(const meet_mesh* mesh);

typedef struct meet_measured {
    bool taken; // false: the contender does not take the world
    double open_ms;
    meet_memory memory;         // of getting ready and of the first run of all frames
    double median_us, worst_us; // of the medians of the frames
    uint32_t runs;              // of the frame that was run least
    uint64_t found;             // pairs, of all frames
    uint32_t wrong;             // frames with another number of pairs than meet
} meet_measured;

typedef struct meet_effort {
    double seconds; // that a contender gets for a world, besides what it takes to get ready
    uint32_t passes;
} meet_effort;

typedef struct meet_entry {
    const char* library;
    const meet_contender* contender; // NULL: the library was not there when this was built
    uint32_t threads;
} meet_entry;

// Times contenders frame by frame, pass by pass in turn, so that a change of the machine meets all of them.
void meet_measure(const meet_world* world, const meet_entry* entries, uint32_t count,
                  const meet_effort* effort, meet_measured* measured);

// ---- rows

typedef struct meet_report {
    FILE* csv;
    FILE* table;    // NULL: none
    uint32_t wrong; // rows of toi that are
} meet_report;

void meet_report_head(meet_report* report);

// A row an entry; the first entry is the one that all are compared with.
void meet_report_world(meet_report* report, const meet_world* world, const meet_entry* entries,
                       uint32_t count, const meet_measured* measured);

// A recorded run of so many bodies, as boxes; false where there is none.
bool meet_read_boxes(const meet_choice* choice, uint32_t bodies, meet_world* world);

#endif
