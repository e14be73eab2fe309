// How polytopes are put together.

#ifndef TI_NARROW_BOXES_POLYTOPE_PARTS_H
#define TI_NARROW_BOXES_POLYTOPE_PARTS_H

#include "narrow/boxes/polytope.h"

// Room for a polytope; its counts may be lowered later. False without memory: then nothing is allocated.
bool ti_polytope_reserve(const toi_allocator* allocator, uint32_t vertices, uint32_t faces, uint32_t edges,
                         ti_polytope* polytope);

// From vertices in the coordinates of the body, normals and edges: centre, heights, stars and blocks.
void ti_polytope_finish(ti_polytope* polytope);

// As ti_polytope_hull; points within `same_plane` of the size of the plane of a face are in it.
toi_status ti_polytope_make(const toi_vec3* points, uint32_t count, double same_plane,
                            const toi_allocator* allocator, ti_polytope* polytope);

// A polygon between two heights: the ring turns counter-clockwise seen from the tip of the normal.
typedef struct ti_prism {
    const toi_vec3* ring;
    const toi_vec3* directions; // unit, of the edges from each point of the ring to the next
    const uint32_t* names;
    uint32_t count;
    toi_vec3 normal;
    double low, high; // of the points along the normal, from the ring on
} ti_prism;

toi_status ti_polytope_prism(const ti_prism* prism, const toi_allocator* allocator, ti_polytope* polytope);

// Of points in a plane or line, up to `tolerance`; TOI_ERROR_LIMIT where they are not.
toi_status ti_polytope_flat(const toi_vec3* points, uint32_t count, double tolerance,
                            const toi_allocator* allocator, ti_polytope* polytope);

#endif
