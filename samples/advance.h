// Moves the bodies of a crowd by their velocities, one after the other, by traces among all others.

#ifndef SAMPLES_ADVANCE_H
#define SAMPLES_ADVANCE_H

struct sim_crowd;

// No two bodies are nearer than the separation afterwards that were not before. Where a trace is stopped
// the two bodies strike each other, what is left of the move slides along the plane between them, and it is
// tried again after the others have moved.
void advance_bodies(struct sim_crowd* crowd, double dt);

#endif
