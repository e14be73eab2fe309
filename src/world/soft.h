// First contact where a body deforms: against another one that deforms, against a rigid one on any motion,
// and with itself. Time is cut into spans, and over each both bodies are taken for straight vertex paths that
// are proved to be near enough.

#ifndef TI_WORLD_SOFT_H
#define TI_WORLD_SOFT_H

#include "motion/straight.h"
#include "toi/deform.h"

// toi_first_contact of two bodies of which at least one deforms, or of one with itself.
toi_status ti_soft_first_contact(const toi_body* a, const toi_body* b, const toi_query_def* def,
                                 toi_result* result);

// Whether a body that is given twice is asked where it touches itself.
static inline bool ti_soft_self(const toi_body* body)
{
    return body->self && body->motion.kind == TOI_MOTION_VERTICES;
}

// Whether a body of two deforms.
static inline bool ti_soft_either(const toi_body* a, const toi_body* b)
{
    return a->motion.kind == TOI_MOTION_VERTICES || b->motion.kind == TOI_MOTION_VERTICES;
}

// A query on its way.
typedef struct ti_soft {
    const toi_body* body[2]; // the same twice: a body with itself
    const toi_query_def* def;
    toi_allocator allocator;
    uint32_t count;    // of bodies: 1 for a body with itself
    bool local;        // in the frame of the pose that both bodies have
    double size;       // that lengths are compared with
    double separation; // that counts as contact
    double tolerance;  // raised where rounding asks for it
    ti_straight way[2];
    toi_vec3* at[2][2]; // vertices of a body at the start and at the end of the span
    toi_deform* deform; // body k is number k
    uint32_t open;      // spans that ended undecided
    toi_result result;
} ti_soft;

// Checks what is asked of two bodies, or of one that is given twice, and sets all but what a search makes.
toi_status ti_soft_prepare(const toi_body* a, const toi_body* b, const toi_query_def* def, ti_soft* q);

// Makes what a search needs. The vertices are not set.
toi_status ti_soft_begin(ti_soft* q);
void ti_soft_end(ti_soft* q);

// Finds the first contact after the start, or with a body alone also there, and answers.
toi_status ti_soft_search(ti_soft* q);

// The contact that a search found at `time` of the query, which is the share `share` of its span, with the
// bodies off by at most `off` there; fills the result but for times and start.
typedef struct ti_soft_contact {
    toi_deform_contact found;
    double time, share, off;
} ti_soft_contact;
toi_status ti_soft_take_contact(ti_soft* q, const ti_soft_contact* contact);

// To world space from the frame in which the query is asked.
void ti_soft_to_world(const ti_soft* q, toi_vec3* point, toi_vec3* normal);

// One side of two features that are near each other.
typedef struct ti_soft_side {
    const toi_mesh* mesh;
    const toi_vec3* at; // vertices of the mesh
    uint32_t vertex[3]; // that carry the closest point, by these weights
    double weight[3];
    uint32_t count;      // 1, 2, 3: of a vertex, an edge, a triangle
    toi_feature feature; // what these are; a face for the inner diagonal of one
} ti_soft_side;

// Kind and features of a contact of two sides, by what lies within `reach` of their closest points.
void ti_soft_name(const ti_soft_side* a, const ti_soft_side* b, double reach, toi_contact* contact);

#endif
