// Two boxes of two trees, or two triangles, in the polynomials of the motion of their bodies.
//
// All pairs of two bodies share what their motion alone makes (system.h): G, H, the sizes, and the ways
// between the origins. Of boxes with their centres at c_A and c_B the ways are
//     A: P_Ai + sum over j of c_Bj G_ij - c_Ai size_A
//     B: P_Bj + c_Bj size_B - sum over i of c_Ai H_ij
//     E: P_ij + c_Bj1 H_i,j2 - c_Bj2 H_i,j1 + c_Ai1 G_i2,j - c_Ai2 G_i1,j
// The system is made with half edges of a cube around each whole body. A value of a pair is a sum of the same
// terms with factors that are no larger, so what these err by is within the margin of the cubes; and that
// has gamma(16) of all sizes, so twice the margin covers up to 16 roundings of the sums here.

#ifndef TI_NARROW_BOXES_TREE_PAIR_H
#define TI_NARROW_BOXES_TREE_PAIR_H

#include "math/vec3.h"
#include "narrow/boxes/node.h"

// Sets the ways of a node from those between the origins, five groups; lane 3 of a centre is 0.
typedef void (*ti_tree_place_fn)(const ti_box_system* system, const double* ways, const double center_a[4],
                                 const double center_b[4], double* node);
void ti_tree_place_avx2(const ti_box_system* system, const double* ways, const double center_a[4],
                        const double center_b[4], double* node);
void ti_tree_place_plain(const ti_box_system* system, const double* ways, const double center_a[4],
                         const double center_b[4], double* node);

// A part of the motion: a system of bodies that do not change their shape, its coefficients there, and the
// ways between the origins, which may have been taken out of them.
typedef struct ti_tree_node {
    const ti_box_system* system; // of the cubes
    const double *coefficients, *ways;
    uint32_t depth;
    double cube_a, cube_b; // half edges
    double size;           // largest coefficient of the size
} ti_tree_node;

// Whether two triangles, in the coordinates of their bodies, are certainly apart during all of the part. One
// axis has to do for all of it. Two segments need a direction between them, from A to B as A sees it, which
// is tried with the others; zero for none.
bool ti_tree_triangles_apart(const ti_tree_node* node, const toi_vec3 a[3], const toi_vec3 b[3],
                             toi_vec3 between);

#endif
