// How properly two surfaces meet at a contact: the smallest sine of the angle between them, over all
// directions out from the contact [Buss05, section 5].

#ifndef TI_NARROW_SCREW_PROPERNESS_H
#define TI_NARROW_SCREW_PROPERNESS_H

#include "data.h"

// Of a vertex on a plane: the smallest n . u over all unit vectors u into the body at the vertex, in the
// local frame of its mesh. n is the unit normal of the plane, on the side of the body. For a solid these are
// the vectors into its inside, -1 where -n is one of them; for a sheet those into its facets, and along
// edges that belong to no facet; 1 for a vertex alone.
double ti_properness_tip(const toi_mesh* mesh, uint32_t vertex, toi_vec3 n);

enum { TI_WEDGE_WINGS = 16 };

// A body next to an inner point of an edge: unit vectors perpendicular to the edge that point into its
// facets.
typedef struct ti_wedge {
    toi_vec3 along; // unit vector along the edge
    toi_vec3 wing[TI_WEDGE_WINGS];
    int count;   // wings; more than there is room for count as unknown, which makes properness -1
    bool solid;  // two wings with a solid between them
    bool reflex; // of a solid: it fills more than half of the space around the edge
} ti_wedge;

// In the local frame of the mesh.
ti_wedge ti_wedge_of(const toi_mesh* mesh, const ti_crease* crease);

// The same wedge turned.
ti_wedge ti_wedge_turned(const ti_wedge* wedge, const ti_mat3* rotation);

// Of two edges that cross: the smallest sine of the angle from A's highest to B's lowest ray, over all
// directions d perpendicular to n in which both have rays; heights are along n, the unit normal from A to B
// that is perpendicular to both edges. An angle below -pi/2 counts as -pi/2. The edges must not be parallel.
double ti_properness_edges(const ti_wedge* a, const ti_wedge* b, toi_vec3 n);

// For rejecting early: the largest w . n over the wings, -1 for a wire, 1 for a reflex edge of a solid. Let
// rise be the larger one of that of A along n and that of B along -n, and X the sine between the edges.
// Properness is at most -rise, and at most -X rise where rise > 0; it is >= 0 exactly where rise <= 0. (For a
// sheet with a wing exactly along n, at most 0 where the other body has a wing that is not along n; else the
// definition asks nothing.)
double ti_wedge_rise(const ti_wedge* wedge, toi_vec3 n);

#endif
