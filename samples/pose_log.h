// All poses of a run as text, for checks that are made elsewhere: tests/sample_exact.c decides them exactly.
//
// "bodies N", then for each body "body MOVES VERTICES FACES" (MOVES 1 or 0), its vertices, and its faces as
// a number of corners and these. Then for each step, from 0 on, "step S COUNT" and the bodies that moved in
// it: index, position, quaternion. Numbers are hexadecimal, so that they are the same doubles.

#ifndef SAMPLES_POSE_LOG_H
#define SAMPLES_POSE_LOG_H

#include "crowd.h"

#include <stdio.h>

typedef struct sim_pose_log {
    FILE* file; // NULL: nothing is written
    toi_pose* before;
} sim_pose_log;

// Nothing is written for a path that is NULL. Ends the program where the file cannot be written.
sim_pose_log pose_log_start(const char* path, const sim_crowd* crowd);

void pose_log_step(sim_pose_log* log, const sim_crowd* crowd, uint32_t step);

// Whether all was written.
bool pose_log_finish(sim_pose_log* log);

#endif
