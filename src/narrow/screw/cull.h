// Which features can meet at all, and when: cylinder coordinates around the screw axis. There B moves along
// straight lines: its angle grows by the angle of the screw, its height by the advance, its radius stays.

#ifndef TI_NARROW_SCREW_CULL_H
#define TI_NARROW_SCREW_CULL_H

#include "narrow/screw/screw.h"

// How a screw is seen. Where it turns so little that its axis is far away, straight coordinates along and
// across the direction of motion take the place of cylinder coordinates.
typedef struct ti_cull {
    ti_mat3 axes;    // rows: across, along the axis or the direction of motion, across
    toi_vec3 origin; // on the axis
    bool straight;
    double time_per_height, time_per_turn; // heights and angles are kept as times of the motion
    double padding;                        // of lengths
    double turn_padding;                   // of angles, as a time
    // What heights or angles that do not change fast enough to be divided by leave open of the time.
    double height_slack, turn_slack;
    double period; // a whole turn, as a time
    int lifts;     // whole turns to look at
} ti_cull;

// Where a vertex is at s = 0.
typedef struct ti_spot {
    toi_vec3 point, velocity;
    double x, z, radius, height, turn; // height and turn as times
} ti_spot;

// What a feature occupies at s = 0, rounded outwards.
typedef struct ti_extent {
    double radius[2], height[2], turn[2];
} ti_extent;

void ti_cull_set(const ti_screw_pair* pair, ti_cull* cull);

ti_spot ti_cull_spot(const ti_screw_pair* pair, const ti_cull* cull, toi_vec3 point);

// The turn from one spot to the next by the shorter way.
static inline double ti_cull_turn_between(const ti_cull* cull, const ti_spot* p, const ti_spot* q)
{
    double d = q->turn - p->turn, half = 0.5 * cull->period;
    return d > half ? d - cull->period : (d < -half ? d + cull->period : d);
}

ti_extent ti_cull_extent_point(const ti_cull* cull, const ti_spot* s);

ti_extent ti_cull_extent_segment(const ti_cull* cull, const ti_spot* p, const ti_spot* q);

// Of the polygon with the corners spots[corner[i]], at least three.
ti_extent ti_cull_extent_polygon(const ti_cull* cull, const ti_spot* spots, const uint32_t* corner,
                                 uint32_t count);

// Of a ball.
ti_extent ti_cull_extent_ball(const ti_cull* cull, toi_vec3 center, double radius);

// Times in [span[0], span[1]] at which something of A and something of B may meet, narrowed to that in
// `span`. False if there are none.
bool ti_cull_window(const ti_cull* cull, const ti_extent* a, const ti_extent* b, double span[2]);

// ---- many at once

enum { TI_LANES = 8 };

// Extents of features of one kind as structure of arrays in float, rounded outwards. Every TI_LANES of them
// are a block, whose extent holds theirs; the lists of both are filled up by extents that meet nothing.
typedef struct ti_extents {
    float* bound[6]; // radius, height and turn: lower, upper
    float* block[6]; // of the blocks; not used by lists of at most TI_FEW_BLOCKS
    uint32_t* id;
    uint32_t count;
} ti_extents;

enum { TI_FEW_BLOCKS = 3 };

// A pair of features that may meet from `from` to `to`.
typedef struct ti_suspect {
    uint32_t b; // index in the extents of B
    float from, to;
} ti_suspect;

// The features of b that feature `index` of a may meet, in order; returns their number. `out` has room for
// b->count * cull->lifts of them. A pair stands once for every whole turn after which it may meet.
uint32_t ti_cull_row_plain(const ti_cull* cull, const ti_extents* a, uint32_t index, const ti_extents* b,
                           ti_suspect* out);
uint32_t ti_cull_row_avx2(const ti_cull* cull, const ti_extents* a, uint32_t index, const ti_extents* b,
                          ti_suspect* out);

#endif
