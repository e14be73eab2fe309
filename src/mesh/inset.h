// Closed meshes made smaller: every face moved inwards.

#ifndef TI_MESH_INSET_H
#define TI_MESH_INSET_H

#include "data.h"

// What belongs to a solid, and so moves.
typedef struct ti_inset {
    uint8_t* face_solid; // [face_count]
    toi_vec3* face_out;  // [face_count]: unit normal outwards; of a face that is not plane that of a triangle
    double* vertices;    // [3 vertex_count]: where they move
    bool moves;          // there is a solid
} ti_inset;

// Moves every vertex of a solid so that it is `depth` inside of all its faces. Where its faces lie in three
// planes that is where these meet once they have moved, so that the faces stay parallel to what they were;
// where they lie in more, the smallest move that takes it inside of all by the depth. What is no solid stays.
// @return TOI_ERROR_INVALID where a vertex has faces all around, or belongs to a solid and to a sheet;
//         TOI_ERROR_MEMORY. Release in any case.
toi_status ti_inset_move(const toi_mesh* mesh, double depth, const toi_allocator* allocator, ti_inset* inset,
                         toi_error* error);

void ti_inset_release(ti_inset* inset, const toi_allocator* allocator);

#endif
