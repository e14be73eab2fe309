// Paths of points, segments, polygons and boxes that meet a corner or an edge of a mesh exactly, in numbers
// that no rounding touches: by a translation at half of it, by a turn at an angle whose cosine and sine are
// rational. None may pass.

#ifndef TOI_TESTS_TRACE_AIM_H
#define TOI_TESTS_TRACE_AIM_H

#include "support/trace_exact.h"
#include "support/trace_shapes.h"

#include "toi/trace.h"

typedef enum ta_target {
    TA_CUBE = 0,
    TA_OCTAHEDRON,
    TA_LSHAPE,
    TA_STAIRS,
    TA_FLAT_LEVEL, // open from here on
    TA_ROUGH_LEVEL,
    TA_QUAD,
    TA_DOUBLE_QUAD, // both windings
    TA_CORNER,      // three quads
    TA_FOLD,        // two triangles
    TA_SPIKE,       // triangles around a tip
    TA_TARGETS
} ta_target;

typedef enum ta_mover { TA_POINT = 0, TA_SEGMENT, TA_POLYGON, TA_BOX, TA_TETRAHEDRON, TA_MOVERS } ta_mover;

typedef struct ta_body {
    gen_shape shape;
    toi_mesh* mesh;
    oracle_mesh truth;
} ta_body;

typedef struct ta_bodies {
    ta_body targets[TA_TARGETS], movers[TA_MOVERS];
} ta_bodies;

void ta_bodies_init(ta_bodies* bodies); // aborts where a mesh cannot be made
void ta_bodies_release(ta_bodies* bodies);

typedef struct ta_counts {
    uint64_t paths[2], aimless; // translations, turns; numbers for which no start was free
    uint64_t slips[2];          // moves that were made whole, or beyond the place where they meet
    uint64_t meets;             // ends that are not free
    uint64_t undecided, failed;
    uint64_t by_target[TA_TARGETS], by_mover[TA_MOVERS];
    uint64_t hash; // a sum over paths
} ta_counts;

// What is asked: toi_trace, or in tests something worse.
typedef toi_status ta_trace(const toi_stage*, const toi_placed*, const toi_move*, const toi_trace_def*,
                            toi_trace_result*);

// Path number `index` of a seed. Adds to the counts, and prints what slips.
void ta_path(const ta_bodies* bodies, ta_trace* trace, uint64_t seed, uint64_t index, ta_counts* counts);

void ta_counts_add(ta_counts* sum, const ta_counts* part);

#endif
