// One direction along time: from one time on, how long it certainly has two parts of two trees apart.
//
// All pairs of two bodies share the polynomials of the motion (system.h): G_ij, the ways P_A and P_B between
// the origins, and the common denominator, the size. Along a direction n that is fixed in body A a point x of
// B, seen from A, and along one that is fixed in B a point x of A, seen from B, is at
//     A: n . (P_A + G x)/size        B: n . (G^T x - P_B)/size
// so less the most of n . p of all points p of the other part, times the size, each point gives a polynomial
// of the degree of the system, and the parts are apart while all of these are positive. They are in Bernstein
// form, in lanes side by side: the least coefficients of all lanes are a lower bound, and no polynomial is
// below the lower hull of its coefficients. Where that crosses zero the rest of the time is cut off and
// looked at again.
//
// Rounding. The system is made with half edges of cubes that hold all points, doubled. A value is a sum of
// the terms of axes of the cubes with factors n_i that are no larger; their margins have gamma(16) of the
// sizes of all terms. So twice the margin covers up to 16 roundings of the sums here, and three times it
// points that are off by eight roundings on either side. A cut is a chain of three roundings a degree of the
// largest coefficient, as much as three halvings: one of the terms, at the time of the frame, and those of
// the lanes, which are no larger than the parts are apart. Of the hull, slopes and differences are off by
// less than eight roundings of a coefficient. Times of cuts are rounded six times a hull, and are no larger
// than 1.

#ifndef TI_NARROW_BOXES_TREE_LINK_H
#define TI_NARROW_BOXES_TREE_LINK_H

#include "narrow/boxes/system.h"
#include "narrow/boxes/tree_sides.h"

#include "math/vec3.h"

enum {
    TREE_ROUNDS = 6,       // hulls of one link, at most
    TREE_CUT_HALVINGS = 3, // that are as much as one cut
};

enum { TREE_ROWS = 7, TREE_SIZE_ROW = 6 };

typedef struct ti_tree_motion {
    ti_box_system system; // of the cubes
    // Three rows of A (G_i0, G_i1, G_i2, P_Ai), three of B (G_0j, G_1j, G_2j, -P_Bj), and the size in all
    // four lanes: coefficient k of row i is at 4 (TREE_ROWS k + i).
    double* rows;
    double* left; // the same from the time of the frame on
    double* work; // room for the lanes of a link
    double margin[2][3], cube[2];
    double size; // largest coefficient
    double blur; // what cuts and hulls of lanes cost, of their largest coefficient
    int calm;    // the body that turns less
} ti_tree_motion;

typedef struct ti_tree_line {
    const double* rows; // of both bodies, of what is left of the time
    uint32_t degree, rounds;
    uint32_t body;
    toi_vec3 normal; // in the coordinates of that body, towards the other
    double reach;    // most of normal . p of all points p of the body
    double margin, blur;
    const ti_tree_side* other; // the points of the other
    double from;               // 0 to 1
    double* work;
} ti_tree_line;

// The time up to which the points of the other are apart from those of the one: at least `from`, at most 1.
typedef double (*ti_tree_line_fn)(const ti_tree_line* line);
double ti_tree_advance_line_avx2(const ti_tree_line* line);
double ti_tree_advance_line_plain(const ti_tree_line* line);

// Lanes of polynomials, four at 4 k of coefficient k: up to when all are above the margin.
typedef struct ti_tree_lanes {
    double* c; // changed
    uint32_t degree, rounds;
    double margin, blur, from;
} ti_tree_lanes;

typedef double (*ti_tree_lanes_fn)(const ti_tree_lanes* lanes);
double ti_tree_advance_lanes_avx2(const ti_tree_lanes* lanes);
double ti_tree_advance_lanes_plain(const ti_tree_lanes* lanes);

// B as A sees it at a time, not certified: coordinate i of a point x of B is row[i] . (x, 1).
typedef struct ti_tree_frame {
    double time;
    double row[3][4];
} ti_tree_frame;

// Cuts off what is before `time`.
typedef void (*ti_tree_cut_fn)(const ti_tree_motion* motion, double time, ti_tree_frame* frame);
void ti_tree_cut_avx2(const ti_tree_motion* motion, double time, ti_tree_frame* frame);
void ti_tree_cut_plain(const ti_tree_motion* motion, double time, ti_tree_frame* frame);

// Four directions, a coordinate of each in a lane, and the most of direction . p of all points p of a side.
typedef void (*ti_tree_reach_fn)(const ti_tree_side* side, double direction[3][4], double reach[4]);
void ti_tree_reach_avx2(const ti_tree_side* side, double direction[3][4], double reach[4]);
void ti_tree_reach_plain(const ti_tree_side* side, double direction[3][4], double reach[4]);

typedef struct ti_tree_kernel {
    ti_tree_line_fn line;
    ti_tree_lanes_fn lanes;
    ti_tree_cut_fn cut;
    ti_tree_reach_fn reach;
} ti_tree_kernel;

#endif
