// The convex hull of points, exact.

#ifndef TI_BVH_HULL_H
#define TI_BVH_HULL_H

#include "data.h"

// More points than this have no hull made: their tree serves as well, and the time of building grows.
enum { TI_HULL_POINTS = 1 << 17 };

// A closed surface of triangles that turn counter-clockwise seen from outside and span at least a
// tetrahedron; neighbours may be in one plane. Every extreme point is a corner, one of those in the same
// place. A corner need not be extreme: it may also be inside an edge or a face of the hull.
typedef struct ti_hull {
    uint32_t (*facets)[3]; // indices of points
    uint32_t facet_count;  // 0 for points in one plane, too many points, or too much work
} ti_hull;

// The same triangles on every machine for the same points in the same order. No hull is made of points that
// are in one plane or nearly so, nor where the work gets out of proportion. Coordinates are within [-1, 1].
toi_status ti_hull_build(const toi_vec3* points, uint32_t count, const toi_allocator* allocator,
                         ti_hull* hull);

// An empty hull is allowed.
void ti_hull_release(ti_hull* hull, const toi_allocator* allocator);

#endif
