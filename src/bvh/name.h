// Names of contacts by the features that lie at their closest points.

#ifndef TI_BVH_NAME_H
#define TI_BVH_NAME_H

#include "data.h"

// One side of a contact.
typedef struct ti_side {
    const toi_mesh* mesh;
    toi_vec3 point;        // local coordinates
    double reach;          // features within it are at the point
    uint32_t vertex[3];    // distinct, that carry the point
    uint32_t vertex_count; // 0: not known
    uint32_t triangle;     // of the tree, that has the point; TI_NONE: not known
} ti_side;

// Adds a vertex that carries the point; at most three that differ.
void ti_side_take(ti_side* side, uint32_t vertex);

// Kind and features of a contact. False where neither a vertex nor two edges lie at its points.
bool ti_name_features(const ti_side* a, const ti_side* b, toi_contact* contact);

static inline toi_feature ti_vertex_feature(uint32_t v)
{
    return (toi_feature){TOI_FEATURE_VERTEX, {v, 0}};
}

static inline toi_feature ti_face_feature(uint32_t f)
{
    return (toi_feature){TOI_FEATURE_FACE, {f, 0}};
}

static inline toi_feature ti_edge_feature(uint32_t v, uint32_t w)
{
    return (toi_feature){TOI_FEATURE_EDGE, {v < w ? v : w, v < w ? w : v}};
}

#endif
