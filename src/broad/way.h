// Where a mover gets to on a move: a box that slides along a translation, boxes along the arcs of a turn.

#ifndef TI_BROAD_WAY_H
#define TI_BROAD_WAY_H

#include "broad/moving.h"

// Boxes are grown by this share of the numbers that they are made of. It holds their own rounding, a few
// times 2^-53, and the least separation that a trace keeps, 1e4 rounding bounds of a pair, which are below
// 2^-45 of the lengths of both bodies and of the move each.
#define TI_WAY_PAD 0x1p-30

enum { TI_WAY_PARTS = 12 }; // of a whole turn

typedef struct ti_way {
    ti_box_sweep whole;  // of a turn a box around all of it, which does not move
    uint32_t part_count; // of a turn: equal angles in order; 0 for a translation, and for a turn not yet cut
    toi_bounds part[TI_WAY_PARTS];
    // Of a turn.
    bool turns;
    uint32_t cuts;      // how many parts there are to be
    toi_vec3 axis, arm; // unit axis; from its point to the middle of the body
    toi_vec3 point;
    toi_vec3 half[3]; // half axes of the box of the mesh
    double angle;     // of all of it, at most a whole turn either way
    double grow;
} ti_way;

// The pose has a unit quaternion, and the move is valid. @param reach  how far from the mover a body counts
void ti_way_make(const toi_mesh* mesh, const toi_pose* pose, const toi_move* move, double reach, ti_way* way);

// Makes the parts of a turn: what is worth it only where there are several bodies to put in order.
void ti_way_cut(ti_way* way);

// Whether the mover can come near a box, and a share of the move before which it does not.
bool ti_way_meets(const ti_way* way, const toi_bounds* box, double* entry);

// The box of a mesh at a pose with a unit quaternion, grown.
toi_bounds ti_way_box(const toi_mesh* mesh, const toi_pose* pose, double grow);

#endif
