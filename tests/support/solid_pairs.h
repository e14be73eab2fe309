// Random pairs of bodies made of boxes, and the judgement of their intervals by corners in long double.

#ifndef TI_TESTS_SOLID_PAIRS_H
#define TI_TESTS_SOLID_PAIRS_H

#include "support/generate.h"
#include "support/real.h"

#include "toi/boxes.h"

typedef enum solid_family {
    SOLID_EXACT = 0, // rest, translations, normalised linear quaternions
    SOLID_FITTED,    // any motion that is no list of polynomials
    SOLID_RATIONAL,  // up to three pieces, of degrees up to 6 and 12
    SOLID_AFFINE,    // one or both with a matrix
    SOLID_FAMILIES
} solid_family;

enum { SOLID_PARTS = 4, SOLID_PIECES = 3, SOLID_TURN = 7, SOLID_WAY = 13 };

// What a rational motion points to.
typedef struct solid_pieces {
    toi_quat rotation[SOLID_PIECES][SOLID_TURN];
    double matrix[SOLID_PIECES][9 * SOLID_TURN];
    toi_vec3 translation[SOLID_PIECES][SOLID_WAY];
    double weights[SOLID_PIECES][SOLID_WAY];
    toi_rational piece[SOLID_PIECES];
} solid_pieces;

typedef struct solid_pair {
    toi_part parts[2][SOLID_PARTS];
    gen_lists lists[2];
    solid_pieces pieces[2];
    toi_solid solids[2];
} solid_pair;

// Lets a pair that was copied point to itself.
void solid_pair_point_to(solid_pair* pair);

// Pair number `index` of a seed. It points to itself.
void solid_pair_random(uint64_t seed, uint64_t index, solid_family family, solid_pair* pair);

// How far two parts are apart along an axis of theirs at time t: at most their distance; negative where they
// overlap. And the least of all parts.
real solid_part_separation(const solid_pair* pair, uint32_t part_a, uint32_t part_b, double t);
real solid_separation(const solid_pair* pair, double t);

typedef struct solid_verdict {
    const char* fault; // NULL: right
    double time;       // of the fault
    double apart;      // then; of no fault: the most at an event,
    double beyond;     // and the most beyond the blur of one
} solid_verdict;

// Judges an answer of all intervals at so many times of the motion, and at its events.
solid_verdict solid_judge(const solid_pair* pair, const toi_boxes_pair* answer, uint32_t samples);

#endif
