// How two bodies stand at an instant, decided exactly on their posed doubles.

#ifndef TI_NARROW_FIRST_START_H
#define TI_NARROW_FIRST_START_H

#include "data.h"

// Indices into the triangles of the meshes: of a pair that crosses (the first in the order of the trees), of
// the touching pair with the lowest face of A, then of B, or TI_NONE when the surfaces do not meet. Where the
// plane of a touching triangle parts the bodies, `normal` is its unit normal from A to B; zero elsewhere.
typedef struct ti_start {
    toi_start state;
    uint32_t triangle_a, triangle_b;
    toi_vec3 normal;
    bool near; // some triangles were so near each other that rounding could make them meet
} ti_start;

// FREE, TOUCHING, OVERLAPPING, and with `solid` CONTAINED, as docs/conventions.md defines them. Quaternions
// are unit. `solid` looks only into closed meshes.
void ti_start_decide(const toi_mesh* a, const toi_pose* pose_a, const toi_mesh* b, const toi_pose* pose_b,
                     bool solid, ti_start* start);

// Whether a vertex of either body is strictly inside the other, where that is closed.
bool ti_start_within(const toi_mesh* a, const toi_pose* pose_a, const toi_mesh* b, const toi_pose* pose_b);

#endif
