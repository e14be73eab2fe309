// Bodies made of boxes, ready to be solved: their parts, and their motions as rational pieces.

#ifndef TI_NARROW_BOXES_SOLID_H
#define TI_NARROW_BOXES_SOLID_H

#include "motion/affine.h"
#include "motion/rational_pieces.h"
#include "narrow/boxes/event.h"
#include "narrow/boxes/frame.h"
#include "narrow/boxes/polytope.h"
#include "toi/boxes.h"

// A box in the frame of its body; of a convex mesh the one around it.
typedef struct ti_solid_part {
    toi_vec3 half, center;
    toi_quat turn; // unit
    bool turned;
    bool has_shape;
    ti_polytope shape;     // in the frame of the body, where it was asked for
    const toi_mesh* mesh;  // NULL for a box
    toi_quat mesh_turn;    // unit, of the mesh in the body
    const uint32_t* names; // vertices of the mesh that the polytope was made of
} ti_solid_part;

typedef struct ti_solid {
    ti_solid_part* parts;
    uint32_t part_count;
    ti_rational_pieces pieces;
    double radius;  // no point is further from the origin of the body
    double size;    // diagonal of the box around all parts
    toi_bounds box; // holds all parts, in the frame of the body
} ti_solid;

// The solid must be valid; lists are in the arena or those of its motion, polytopes with the allocator.
// `tolerance` is how far a fitted motion may be off, 0 for the default. With `shapes` boxes are polytopes
// too.
// @return as ti_rational_pieces_make and ti_solid_shape_make; the solid is to be released in any case
toi_status ti_solid_make(ti_arena* arena, const toi_allocator* allocator, const toi_solid* from,
                         double tolerance, bool shapes, ti_solid* solid);

// Gives back the polytopes.
void ti_solid_release(ti_solid* solid, const toi_allocator* allocator);

// A piece of the motion from one time to another, which become 0 and 1; coefficients may err by what is
// given.
typedef struct ti_solid_cell {
    const ti_rational_piece* piece;
    toi_rational motion;
    double rotation_error, translation_error, weight_error;
} ti_solid_cell;

// False without memory.
bool ti_solid_cut(ti_arena* arena, const ti_rational_piece* piece, double from, double to,
                  ti_solid_cell* cell);

// A part as it moves in a cell, larger by the bound of the piece. False without memory.
bool ti_solid_box(ti_arena* arena, const ti_solid* solid, uint32_t part, const ti_solid_cell* cell,
                  ti_moving_box* box);

// Where the body is at a time.
ti_affine ti_solid_place(const ti_solid* solid, double t);

// A part at a time, as it is.
ti_posed_box ti_solid_posed(const ti_solid* solid, uint32_t part, double t);

#endif
