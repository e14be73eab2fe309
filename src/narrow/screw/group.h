// Features of a body that may be in a contact, with what they occupy.

#ifndef TI_NARROW_SCREW_GROUP_H
#define TI_NARROW_SCREW_GROUP_H

#include "core/arena.h"
#include "narrow/screw/cull.h"
#include "narrow/screw/function.h"

// One body of a query. Spots and facets are looked at when they are first asked for.
typedef struct ti_view {
    const ti_screw_pair* pair;
    const ti_cull* cull;
    const ti_features* features;
    int body;
    bool cull_facing;      // leave out what faces away from the motion, and what nothing can touch properly
    double facing_slack;   // rounding of n . velocity
    ti_spot* spots;        // [vertex_count]
    uint8_t* known;        // [vertex_count]: which spots are made
    toi_vec3* normals;     // [facet_count], in the frame of the pair; NULL for A, whose normals stay
    uint8_t* facing;       // [facet_count]: unknown, away, or not
    uint8_t* corner_faces; // [corner_count]: the facet faces the other body's way at this corner
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
toi_vec3 ti_view_normal(ti_view* view, uint32_t facet);
ti_plane ti_view_plane(ti_view* view, uint32_t facet);

// Whether a feature may be in a contact: what faces away from the motion is culled, if it is asked for. Makes
// the spots of a facet that is kept.
bool ti_view_keeps_facet(ti_view* view, uint32_t facet);
bool ti_view_keeps_crease(ti_view* view, const ti_crease* crease);
bool ti_view_keeps_tip(ti_view* view, uint32_t vertex);

// The features of `count` ranges. False without memory.
bool ti_group_build(ti_view* view, const ti_feature_range* ranges, int count, ti_group* group);

#endif
