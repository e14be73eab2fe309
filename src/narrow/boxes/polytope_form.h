// Linear functions of points and planes of two polytopes, as polynomials of time.
//
// The system of the boxes around two polytopes (system.h) has all that a point of one needs to be told in the
// coordinates of the other: for a point y of B and x of A, each from the centre of its box,
//     in A: (P_A + G y)/size_A        in B: (-P_B + x H)/size_B
// so a plane n . x = h of A has the value n . P_A + (n G) y - h size_A at y, a plane of B likewise at x.
// Edges along u of A and v of B, through x and y, are apart along u x v by
//     sum over i and j of u_i v_j E_ij + (v x y)_j u_i H_ij - (x x u)_i v_j G_ij
// Each is a sum of terms of the axes of the boxes, with factors that are at most the half extents where those
// have them, so its rounding is at most that of the axes times |n_i|, or |u_i v_j|. The margin of an axis is
// at least gamma(16) of the sizes in it, so twice that also covers sixteen roundings of the sums here.

#ifndef TI_NARROW_BOXES_POLYTOPE_FORM_H
#define TI_NARROW_BOXES_POLYTOPE_FORM_H

#include "math/vec3.h"
#include "narrow/boxes/node.h"

// A system on a part of [0, 1].
typedef struct ti_form_node {
    const ti_box_system* system;
    const double* coefficients;
    uint32_t depth;
} ti_form_node;

// Coefficient k of a form: four numbers from 4 k on, to be multiplied by those of a point or plane.

// Of points of the other one: their height over a plane of A, or of B.
void ti_form_plane(const ti_form_node* node, bool of_b, toi_vec3 normal, double height, double* form);

// Of planes (normal, -height) of A, or of B: where a point of the other one is.
void ti_form_point(const ti_form_node* node, bool of_b, toi_vec3 point, double* form);

// Makes a form of points relative to one.
void ti_form_subtract(const ti_form_node* node, toi_vec3 point, double* form);

// Two lines, and the sign of the direction u x v from A to B.
typedef struct ti_form_lines {
    toi_vec3 a, along_a, b, along_b;
    double sign;
} ti_form_lines;

// How far apart they are; and how much farther out points of B, and of A, are than the lines.
void ti_form_edges(const ti_form_node* node, const ti_form_lines* lines, double* value, double* form_a,
                   double* form_b);

// Twice the margins: bounds of what values may err by.
double ti_form_plane_margin(const ti_form_node* node, bool of_b, toi_vec3 normal);
double ti_form_any_margin(const ti_form_node* node, bool of_b); // of any unit normal
double ti_form_edges_margin(const ti_form_node* node, toi_vec3 along_a, toi_vec3 along_b);

// The least and largest coefficient of a form, for all points or planes.
typedef void (*ti_polytope_bounds_fn)(const double* form, uint32_t count, const double* blocks,
                                      uint32_t block_count, double* low, double* high);
void ti_polytope_bounds_avx2(const double* form, uint32_t count, const double* blocks, uint32_t block_count,
                             double* low, double* high);
void ti_polytope_bounds_plain(const double* form, uint32_t count, const double* blocks, uint32_t block_count,
                              double* low, double* high);

#endif
