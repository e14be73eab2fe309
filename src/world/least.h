// The shortest displacement that several planes ask for.

#ifndef TI_WORLD_LEAST_H
#define TI_WORLD_LEAST_H

#include "math/vec3.h"

// Asks for n.x <= -by; n is of unit length.
typedef struct ti_push {
    toi_vec3 normal;
    double by;
} ti_push;

// The shortest x that does what all ask for, each within 2^-20 of the most that one asks for. False where
// there is none, or none that is not far out of proportion: planes nearly against each other.
bool ti_least_move(const ti_push* pushes, uint32_t count, toi_vec3* x);

// Whether two unit normals are of one plane, as far as sliding along it is concerned.
bool ti_same_plane(toi_vec3 m, toi_vec3 n);

// The part of a displacement that is left where no plane may be crossed along its normal: as it is, along one
// plane, along the line of two, or none. With `away`, which is a length, it leads away from the planes that
// it runs along by as much.
toi_vec3 ti_clip_move(toi_vec3 by, const toi_vec3* normals, uint32_t count, double away);

#endif
