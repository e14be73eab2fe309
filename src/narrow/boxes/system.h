// Two boxes as polynomials: fifteen axes, along each of which they are apart or not, as functions of time.
//
// Box A has the centre c_A and the half edges e_i a_i, i = 0 to 2, box B likewise h_j b_j; T = c_B - c_A.
// Boxes, or parallelepipeds, that meet are apart along none of
//     A_i   the normal of side i of A     |P| - size - sum over j of h_j |G_ij|
//     B_j   the normal of side j of B     |P| - size - sum over i of e_i |H_ij|
//     E_ij  a_i x b_j                     |P| - e_i1 |G_i2,j| - e_i2 |G_i1,j| - h_j1 |H_i,j2| - h_j2 |H_i,j1|
// where P is T along the axis, G_ij = n_Ai . b_j, H_ij = a_i . n_Bj with the normals n_Ai = a_i1 x a_i2, and
// i1 = i + 1, i2 = i + 2 modulo 3. Multiplied by the common denominator all of them are polynomials of t. Of
// boxes that do not change their shape the normals are the axes, so G = H. The closed boxes meet at t just if
// no value above is positive.

#ifndef TI_NARROW_BOXES_SYSTEM_H
#define TI_NARROW_BOXES_SYSTEM_H

#include "math/poly.h"

// A box at any time, in polynomials: point s of [-1, 1]^3 is at center/weight + sum over k of (offset_k + s_k
// half_k) axis_k/norm; norm, weight and volume are positive. Each offset may err by offset_error.
typedef struct ti_box_frame {
    ti_poly axis[3];   // coordinate i of all three, lane k that of axis k
    ti_poly normal[3]; // of a_k1 x a_k2, times norm: the axes themselves where these are perpendicular
    ti_poly norm;      // in every lane
    ti_poly volume;    // in every lane: of the cell of the axes
    ti_poly center;    // a coordinate in each lane
    ti_poly weight;    // in every lane
    double half[3];
    double offset[3];
    double offset_error;
    bool rigid; // the axes are perpendicular, of length norm; volume is 1
} ti_box_frame;

// Families of three axes, in lanes 0 to 2; lane 3 is not used. Axis number 4 family + lane.
enum { BOX_A = 0, BOX_B = 1, BOX_E = 2, BOX_FAMILIES = 5, BOX_AXES = 20, BOX_ALL = 0x77777 };

// Groups of four polynomials.
enum {
    BOX_G_ROW = 0,    // G_ij, lane j, of i = 0 to 2
    BOX_G_COLUMN = 3, // lane i, of j = 0 to 2
    BOX_P = 6,        // of each family
    BOX_SIZE_A = 11,
    BOX_RIGID_GROUPS = 12,
    BOX_SIZE_B = 12,
    BOX_H_ROW = 13,
    BOX_GROUPS = 16,
};

// Coefficient k of group g are the four doubles at 4 ((degree + 1) g + k).
typedef struct ti_box_system {
    uint32_t degree, groups;
    uint32_t h_row, size_b; // groups: those of A where both boxes are rigid
    double half_a[4], half_b[4];
    double margin[BOX_AXES];    // bounds the rounding of the value of an axis in the whole of [0, 1],
    double deeper[BOX_AXES];    // and what each halving adds to it
    double reach[BOX_FAMILIES]; // a value over the size of A, of B in that family, or over G of the edges,
                                // times this is a length
    double* coefficients;       // in the whole of [0, 1]
} ti_box_system;

static inline size_t ti_box_system_size(const ti_box_system* s)
{
    return (size_t)4 * (s->degree + 1) * s->groups;
}

// False where memory or the degrees allow no such system: see polys.
bool ti_box_system_make(ti_polys* polys, const ti_box_frame* a, const ti_box_frame* b, ti_box_system* system);

#endif
