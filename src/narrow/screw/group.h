// Features of a body that may be in a contact, with what they occupy.

#ifndef TI_NARROW_SCREW_GROUP_H
#define TI_NARROW_SCREW_GROUP_H

#include "core/arena.h"
#include "narrow/screw/cull.h"
#include "narrow/screw/function.h"

// One body of a query. Spots are made when they are first asked for.
typedef struct ti_view {
    const ti_screw_pair* pair;
    const ti_cull* cull;
    int body;
    bool cull_facing;    // leave out what faces away from the motion, and what nothing can touch properly
    double facing_slack; // rounding of n . velocity
    ti_spot* spots;      // [vertex_count]
    uint8_t* known;      // which of them are made
    ti_arena* arena;
} ti_view;

// Ranges of features: facets, creases, entries of tip.
typedef struct ti_feature_range {
    uint32_t facet[2], crease[2], tip[2];
} ti_feature_range;

typedef struct ti_group {
    ti_extents facets, creases, tips;
} ti_group;

bool ti_view_init(const ti_screw_pair* pair, const ti_cull* cull, int body, ti_arena* arena, ti_view* view);

const ti_spot* ti_view_spot(ti_view* view, uint32_t vertex);

// Unit normal and plane of a facet at s = 0 in the frame of the pair.
toi_vec3 ti_view_normal(const ti_view* view, uint32_t facet);
ti_plane ti_view_plane(const ti_view* view, uint32_t facet);

// False without memory.
bool ti_group_build(ti_view* view, const ti_feature_range* range, ti_group* group);

#endif
