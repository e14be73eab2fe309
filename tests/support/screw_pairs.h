// Random pairs under a screw, and the comparison of all their contacts with the oracle's.

#ifndef TOI_TESTS_SCREW_PAIRS_H
#define TOI_TESTS_SCREW_PAIRS_H

#include "support/screw_brute.h"

#include "toi/query.h"

#include <stdio.h>

typedef enum sp_family {
    SP_CUBES = 0,
    SP_CARS,
    SP_RODS,
    SP_TORI,
    SP_SPHERES,
    SP_SHEETS,
    SP_FAMILIES
} sp_family;

const char* sp_family_name(sp_family family);

// The two shapes of a family, the second one squeezed, for the library and for the oracle.
typedef struct sp_shapes {
    toi_mesh* mesh[2];
    sb_mesh truth[2];
} sp_shapes;

void sp_shapes_init(sp_shapes* shapes, sp_family family); // aborts where a mesh cannot be made
void sp_shapes_release(sp_shapes* shapes);

typedef struct sp_pair {
    int shape[2];
    toi_pose pose_a;
    sb_screw screw; // of B, A rests at pose_a
    real magnitude; // of the lengths that its numbers are made of
} sp_pair;

// Pair number `index` of a seed, aimed so that the surfaces meet halfway.
void sp_pair_random(const sp_shapes* shapes, uint64_t seed, uint64_t index, sp_pair* pair);
toi_motion sp_pair_motion(const sp_pair* pair); // of B
void sp_pair_print(FILE* file, const sp_pair* pair);

typedef enum sp_fault {
    SP_RIGHT = 0,
    SP_MISSING,
    SP_EXTRA,
    SP_WRONG_TIME,
    SP_WRONG_PLACE, // the point or the normal
    SP_WRONG_PROPERNESS,
    SP_WRONG_RATE, // approach, or the time is further off than time_error
    SP_MALFORMED,  // not ordered by time, or with flags that do not fit together
    SP_UNDECIDED,
    SP_FAULTS,
} sp_fault;

const char* sp_fault_name(sp_fault fault);

typedef struct sp_verdict {
    sp_fault fault;                    // the first one
    uint32_t index;                    // of a contact of the library, or of the oracle where it is missing
    uint32_t contacts[4], borderline;  // contacts by kind, and those of the oracle that may be there or not
    real worst_time, worst_properness; // largest differences of those that are right
} sp_verdict;

// Compares contacts of the library with what the oracle lists for the same query.
sp_verdict sp_compare(const sp_shapes* shapes, const sp_pair* pair, const toi_contact* contacts,
                      uint32_t count, const sb_list* truth);

// A contact of the oracle as the library would give it.
toi_contact sp_as_contact(const sp_shapes* shapes, const sp_pair* pair, const sb_contact* contact);

void sp_print_contact(FILE* file, const toi_contact* contact);
void sp_print_truth(FILE* file, const sp_shapes* shapes, const sp_pair* pair, const sb_contact* contact);

#endif
