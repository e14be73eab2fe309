// What the stages of the octree share. Coordinates of boxes, cells and listed faces are the posed ones times
// a power of two that makes the largest at most 1.

#ifndef TI_NARROW_OVERLAP_OCTREE_PARTS_H
#define TI_NARROW_OVERLAP_OCTREE_PARTS_H

#include "narrow/overlap/octree.h"

#include <string.h>

// A face of a checklist. They stand in the order of bodies and triangles, so that its number tells both.
typedef struct octree_face {
    toi_vec3 corner[3];
    toi_bounds box;
    uint32_t body, triangle;
} octree_face;

typedef struct octree_body {
    ti_faces posed;                      // as given, with posed vertices
    toi_vec3* room;                      // where they go, if they have to
    uint8_t* used;                       // of each vertex: 1 where a face has it
    toi_bounds box;                      // of these vertices
    uint8_t* in;                         // of each triangle: 1 in the checklist
    uint32_t first, count;               // its faces in octree_run.faces
    uint32_t pair_begin, pair_end;       // pairs with it as a in octree_run.pairs
    uint32_t partner_begin, partner_end; // in octree_run.partners
} octree_body;

typedef struct octree_cell {
    toi_bounds box;
    uint32_t splits; // that led to it
    uint64_t budget; // cells that there may be below it
} octree_cell;

// Faces of a cell, by number, rising; in an array that may move.
typedef struct octree_list {
    size_t first, count;
} octree_list;

// A cell that a task begins with. Its list is in `lists[round % 2]` of a worker.
typedef struct octree_seed {
    octree_cell cell;
    uint32_t worker;
    octree_list list;
} octree_seed;

struct octree_worker {
    ti_array stack;    // uint32_t: lists of the cells on the way down
    ti_array lists[2]; // uint32_t: of seeds
    ti_array slots;    // uint64_t: hash table of the keys
    ti_array keys;     // ti_key_value: unique pairs of faces, number of a, then of b
    ti_array scratch;  // ti_key_value
    ti_array pairs;    // ti_face_pair
    ti_array found;    // ti_key_value: of pairs that meet
    ti_octree_counts counts;
    bool failed; // out of memory
};

typedef struct octree_run {
    const ti_octree_def* def;
    ti_octree* octree;
    double scale, magnitude; // power of two; largest coordinate of a body after it
    toi_bounds box;          // of all bodies
    octree_body* bodies;
    const ti_candidate* pairs; // of bodies, to be asked; NULL: all that def->asked allows
    uint32_t pair_count;
    uint32_t* partners;     // both ways
    octree_face* faces;     // of all checklists
    ti_triangle* triangles; // of these
    uint32_t face_count;
    uint32_t most_splits;
    uint64_t most_cells;
    octree_seed* seeds;
    octree_seed* next_seeds; // of a round that is going on: children of seeds
    uint32_t seed_count;
    uint32_t round; // seeds were written by this round
} octree_run;

// Runs a task for each index. Memory that a task could not get is an error, and so is a task that the
// caller's threads left out.
toi_status ti_octree_run_tasks(octree_run* run, toi_task task, uint32_t count);

// Boxes of bodies and pairs of them; then faces that meet overlap regions. *bodies is the number of bodies
// that have such faces.
toi_status ti_octree_pair_bodies(octree_run* run);
toi_status ti_octree_list_faces(octree_run* run, uint32_t* bodies);

// The first place of `faces` from `at` to `end`, which are of bodies above `a`, with a body that is to be
// asked about together with `a`; or `end`.
size_t ti_octree_next_asked(const octree_run* run, uint32_t a, const uint32_t* faces, size_t at, size_t end);

// Cells from the root down; leaves the keys of pairs that meet in octree_worker.found.
toi_status ti_octree_walk(octree_run* run);

// The seeds where every pair of bodies has a root of its own.
toi_status ti_octree_seed_regions(octree_run* run);

// Faces of the list of `from` that are in a cell or region, appended to `to`. @return false without memory
bool ti_octree_filter(const octree_run* run, const toi_bounds* box, const ti_array* from, octree_list list,
                      ti_array* to);

// Whether a list has faces of two bodies that are to be asked about.
bool ti_octree_alive(const octree_run* run, const ti_array* from, octree_list list);

// Lists all pairs of faces of a voxel. Both @return false without memory.
bool ti_octree_list_pairs(const octree_run* run, octree_worker* worker, octree_list list);

// Checks what is listed, and forgets it.
bool ti_octree_check_pairs(const octree_run* run, octree_worker* worker);

// A box that holds the given one and is a cube but for rounding.
static inline toi_bounds octree_cube_around(const toi_bounds* box)
{
    toi_vec3 side = v3_sub(box->upper, box->lower);
    double most = fmax(fmax(side.x, side.y), side.z);
    return (toi_bounds){box->lower, v3_max(v3_add(box->lower, v3(most, most, most)), box->upper)};
}

// The last number of a run of faces of one body in a list, plus 1.
static inline size_t octree_body_end(const octree_run* run, const uint32_t* faces, octree_list list,
                                     size_t at)
{
    uint32_t body = run->faces[faces[at]].body;
    size_t end = list.first + list.count;
    for (++at; at < end && run->faces[faces[at]].body == body;) {
        ++at;
    }
    return at;
}

#endif
