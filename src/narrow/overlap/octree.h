// All pairs of faces that meet among many bodies at an instant, as [Kitamura98] finds them: boxes of bodies,
// overlap regions, faces in them, a face octree that is never stored, and an exact test of each pair of faces
// (docs/methods/overlap-paper.md).

#ifndef TI_NARROW_OVERLAP_OCTREE_H
#define TI_NARROW_OVERLAP_OCTREE_H

#include "core/arena.h"
#include "core/array.h"
#include "data.h"
#include "toi/world.h"

enum { TI_OCTREE_LEVEL_MOST = 24, TI_OCTREE_LEVEL_PAPER = 6 };
// Cells are split while that saves work, rather than to a fixed level.
#define TI_OCTREE_LEVEL_AUTO UINT32_MAX

typedef enum ti_octree_shape {
    TI_OCTREE_EIGHTHS = 0, // a cell has eight children
    TI_OCTREE_HALVES,      // two, by its longest side; three such splits are a level
} ti_octree_shape;

typedef enum ti_octree_test {
    TI_OCTREE_CLIP = 0, // a face is in a cell or region by clipping
    TI_OCTREE_FACE_BOX, // by its box
} ti_octree_test;

typedef enum ti_octree_root {
    TI_OCTREE_WORLD = 0, // a cube around all bodies
    TI_OCTREE_GIVEN,     // the cube of the settings, doubled, and the level raised by one, until it has all
    TI_OCTREE_REGIONS,   // for each pair of bodies a cube around its overlap region; not with no_boxes
} ti_octree_root;

// Zero means the default but for bodies, body_count and level: level 0 is one cell for everything.
typedef struct ti_octree_def {
    const ti_faces* bodies; // of finite posed coordinates, where faces use them
    uint32_t body_count;
    uint32_t level; // at most TI_OCTREE_LEVEL_MOST, or TI_OCTREE_LEVEL_AUTO
    ti_octree_shape shape;
    ti_octree_test test;
    ti_octree_root root;
    toi_vec3 cube_lower; // TI_OCTREE_GIVEN
    double cube_side;    // above 0
    bool no_boxes;       // all faces go straight to the octree
    // If not NULL: just these pairs of bodies are asked, rising by a, then b, as a broad phase finds them.
    const ti_candidate* pairs;
    uint32_t pair_count;
    bool (*asked)(uint32_t a, uint32_t b, const void* context); // with a < b; NULL: all. From any thread.
    const void* asked_context;
    uint64_t most_cells; // work limit: cells from there on are not split, which changes no answer; 2^22
    uint32_t threads;    // default 1
    toi_task_runner run; // the caller's threads; `worker` below `threads`
    void* run_context;
} ti_octree_def;

typedef struct ti_octree_pair {
    uint32_t body_a, body_b; // body_a < body_b
    uint32_t a, b;           // their triangles
} ti_octree_pair;

// Equal for every number of threads, but for `memory`.
typedef struct ti_octree_counts {
    uint64_t body_pairs; // whose boxes meet
    uint64_t faces;      // that meet an overlap region
    uint64_t cells;      // that have faces of two bodies
    uint64_t voxels;     // of these, not split
    uint64_t cut_short;  // of these, for the work limit
    uint64_t listed;     // pairs of faces in voxels, each as often as it is there
    uint64_t checked;    // of these, with boxes that meet, each once a task
    size_t memory;       // bytes held
} ti_octree_counts;

// In the memory of the octree, until it is asked again.
typedef struct ti_octree_result {
    const ti_octree_pair* pairs; // rising by body_a, body_b, a, b; each once
    size_t pair_count;
    ti_octree_counts counts;
} ti_octree_result;

typedef struct octree_worker octree_worker;

// Memory that one instant leaves to the next.
typedef struct ti_octree {
    toi_allocator allocator;
    ti_arena arena;
    ti_array body_pairs; // ti_candidate
    ti_array result;     // ti_octree_pair: in the order of faces, then in that of bodies
    ti_array done;       // uint8_t: of each task of the stage at hand, 1 where it was run
    octree_worker* workers;
    uint32_t worker_count;
} ti_octree;

void ti_octree_init(ti_octree* octree, const toi_allocator* allocator);
void ti_octree_destroy(ti_octree* octree);

// Bytes that it holds.
size_t ti_octree_bytes(const ti_octree* octree);

// All pairs of triangles of different bodies that meet, decided exactly.
// @return TOI_OK, TOI_ERROR_MEMORY, TOI_ERROR_LIMIT for 2^32 faces or more, or TOI_ERROR_THREAD where the
//         caller's threads left a task out or ran it as a worker that is not below `threads`; the result
//         only with TOI_OK
toi_status ti_octree_find(ti_octree* octree, const ti_octree_def* def, ti_octree_result* result);

#endif
