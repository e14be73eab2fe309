// What the files that make features share: a mesh in the making, and its pieces in the order of their calls.
//
// A side is a corner of a facet, standing for the line from it to the next corner; its number is the place in
// ti_features.corner. Triangles without an area have loose sides, numbered after all of these.

#ifndef TI_MESH_FEATURES_PARTS_H
#define TI_MESH_FEATURES_PARTS_H

#include "core/array.h"
#include "math/rounding.h"
#include "mesh/features.h"

// What rounding adds to a computed n . x - offset: three products and two sums of numbers whose magnitudes
// sum to at most |n| |x|, where |x| <= 1 + u for a local point and |n| <= 1 + 3 u, and the difference.
#define TI_FACET_ROUNDING (4.0 * TI_U)

// A line of a triangle without an area; a point where both ends are one.
typedef struct ti_loose {
    uint32_t tail, head;
    uint32_t facet; // facets before it in the order of the tree
} ti_loose;

// In a byte of side_class beside ti_edge_class.
enum {
    TI_SIDE_FOLDED = 7,   // two facets lie on each other there
    TI_SIDE_SPOILT = 8,   // two sides that do not run along it in opposite directions; stored as convex
    TI_SIDE_CLASS = 0x0f, // mask of the class
    TI_SIDE_FIRST = 0x80, // lowest side of its edge
};

typedef struct ti_feature_builder {
    toi_mesh* mesh;
    ti_features* out;
    double tolerance;      // distance from a plane that the rounding of files explains, in local units
    uint32_t corner_count; // in out->corner
    ti_array loose;        // of ti_loose
    uint32_t* component;   // [face_count]; NULL if there is one component
    uint8_t* sheet;        // [component_count]: does not enclose a solid
    uint32_t component_count;
    uint32_t* facet_of;  // [corner_count]
    uint32_t* next_side; // [corner_count + loose]: ring over the sides of one edge, rising
    uint8_t* side_class; // [corner_count + loose]
    uint32_t crease_count, wing_count;
} ti_feature_builder;

// Unit normal of the polygon of local points x, counter-clockwise around it. False if it has no area that
// doubles can tell.
bool ti_facet_normal(const toi_vec3* local, const uint32_t* corner, uint32_t count, toi_vec3* normal);

// Whether a planar polygon is convex, up to `tolerance`.
bool ti_facet_is_convex(const toi_mesh* mesh, const ti_facet* facet, double tolerance);

// Which faces hang together.
toi_status ti_features_find_components(ti_feature_builder* b);

// Facets but for `solid`, their corners, and loose sides.
toi_status ti_features_make_facets(ti_feature_builder* b);

// Rings and classes of sides.
toi_status ti_features_link_sides(ti_feature_builder* b);

// Which components enclose a solid; sets `solid` of facets.
toi_status ti_features_find_solids(ti_feature_builder* b);

// Creases, wings, sectors and tip_crease.
toi_status ti_features_make_creases(ti_feature_builder* b);

// Tips and their classes.
toi_status ti_features_make_tips(ti_feature_builder* b);

static inline uint32_t side_component(const ti_feature_builder* b, uint32_t face)
{
    return b->component != NULL ? b->component[face] : 0;
}

static inline const ti_loose* side_loose(const ti_feature_builder* b, uint32_t side)
{
    return (const ti_loose*)b->loose.data + (side - b->corner_count);
}

static inline uint32_t side_tail(const ti_feature_builder* b, uint32_t side)
{
    return side < b->corner_count ? b->out->corner[side] : side_loose(b, side)->tail;
}

static inline uint32_t side_head(const ti_feature_builder* b, uint32_t side)
{
    if (side >= b->corner_count) {
        return side_loose(b, side)->head;
    }
    return b->out->corner[facet_next(&b->out->facets[b->facet_of[side]], side)];
}

static inline ti_edge_class side_class(const ti_feature_builder* b, uint32_t side)
{
    return (ti_edge_class)(b->side_class[side] & TI_SIDE_CLASS);
}

#endif
