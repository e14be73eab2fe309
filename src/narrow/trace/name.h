// The features that stop a mover.

#ifndef TI_NARROW_TRACE_NAME_H
#define TI_NARROW_TRACE_NAME_H

#include "bvh/name.h"
#include "narrow/trace/trace.h"

// Takes local coordinates of a mesh into the frame of the still body.
typedef struct ti_placing {
    ti_mat3 turn;
    toi_vec3 offset;
} ti_placing;

static inline toi_vec3 ti_placing_point(const ti_placing* p, toi_vec3 local)
{
    return v3_add(m3_apply(&p->turn, local), p->offset);
}

typedef struct ti_named {
    toi_contact_kind kind;
    toi_feature a, b;
    toi_vec3 point[2]; // on the mover and on the body, in the frame
} ti_named;

// Names a STOP by what lies at its nearest points. False where these are inside of two faces; the points are
// not set.
bool ti_name_stop(const ti_reach* reach, const toi_mesh* const mesh[2], ti_named* named);

// The name then, and the points. The unit of the frame is 2^exponent.
void ti_name_parallel(const ti_reach* reach, const toi_mesh* const mesh[2], const ti_placing placing[2],
                      int exponent, ti_named* named);

#endif
