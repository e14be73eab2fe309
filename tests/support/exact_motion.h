// Motions in Arb: enclosures of the pose at a time, from the formulas of docs/conventions.md.

#ifndef TOI_TESTS_EXACT_MOTION_H
#define TOI_TESTS_EXACT_MOTION_H

#include "toi/motion.h"

#include <arb.h>

enum { EXACT_BITS = 256 };

// Takes v to R v + position; R is the matrix of a unit quaternion.
typedef struct exact_pose {
    arb_t r[3][3];
    arb_t p[3];
} exact_pose;

// The end of a group of tests: frees what FLINT keeps.
static inline int exact_end(void** state)
{
    (void)state;
    flint_cleanup();
    return 0;
}

void exact_pose_init(exact_pose* pose);
void exact_pose_clear(exact_pose* pose);
void exact_pose_set(exact_pose* pose, const toi_motion* motion, double t);

// x = R v + p.
void exact_pose_point(arb_t x[3], const exact_pose* pose, toi_vec3 v);

#endif
