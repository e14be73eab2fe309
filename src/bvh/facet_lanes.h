// Balls and cones of the tree over facets, once its ranges are cut: what facet_tree.c and facet_lanes.c
// share.

#ifndef TI_BVH_FACET_LANES_H
#define TI_BVH_FACET_LANES_H

#include "core/array.h"
#include "data.h"

typedef struct ti_facet_lanes {
    const toi_mesh* mesh;
    const ti_features* features;
    ti_facet_node* nodes; // with ranges and children
    uint32_t node_count;
    toi_bounds* boxes;   // [node_count]: of points
    toi_bounds* normals; // [node_count]: of normals
    ti_array normal;     // of toi_vec3: normals of the lane at hand
    bool sheet;          // the lane at hand has sheets
    bool loose;          // there are creases or tips without facets
} ti_facet_lanes;

// Fills balls, cones and unused lanes. False without memory.
bool ti_facet_lanes_fill(ti_facet_lanes* lanes);

#endif
