// Rational motions as chords: paths that turn evenly and go straight, each with a bound of how far off it is.

#ifndef TI_MOTION_CHORD_H
#define TI_MOTION_CHORD_H

#include "motion/length.h"

#include "data.h"

// The largest distance of a point of the body from the origin of its mesh.
static inline double ti_mesh_reach(const toi_mesh* mesh)
{
    return (ti_length(mesh->center) + mesh->radius) * (1.0 + 0x1p-48);
}

// How long chords are.
typedef struct ti_chord_terms {
    double radius;  // bends are for points at most this far from the origin of the mesh
    double limit;   // of a bend, besides rounding; positive
    double longest; // of a chord, as a share of its piece
} ti_chord_terms;

typedef struct ti_chords {
    const toi_motion* motion;
    ti_chord_terms terms;
    double step; // of the last chord, as a share of its piece; 0 before the first
} ti_chords;

// The chord that starts at t < 1, as a path that lasts from 0 to 1. The motion must be valid, of the kind
// `rational`. @return when it ends
double ti_chord_from(ti_chords* chords, double t, ti_path* path);

#endif
