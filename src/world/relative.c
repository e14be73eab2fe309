// The screw between two bodies, as it is named.

#include "world/relative.h"

#include "math/trig.h"
#include "motion/path.h"
#include "motion/relative.h"

#include <float.h>

toi_screw ti_screw_named(const toi_mesh* a, const ti_screw* piece)
{
    ti_screw_axis axis = ti_twist_axis(&piece->twist);
    return (toi_screw){
        .point = v3_add(a->center, axis.point),
        .axis = axis.axis,
        .angle = axis.angle,
        .advance = axis.advance,
        .pitch = axis.angle > 0.0 ? axis.advance * (2.0 * TOI_PI / axis.angle) : HUGE_VAL,
        .model_error = piece->model_error,
    };
}

static bool first_piece(const toi_body* a, const toi_body* b, bool relative_screw, ti_screw* piece)
{
    ti_screw_terms terms = {.relative_screw = relative_screw, .max_model_error = DBL_MAX, .max_pieces = 1};
    ti_screw_walk walk;
    ti_screw_walk_begin(a, b, &terms, &walk);
    return ti_screw_walk_next(&walk, piece);
}

// Whether the relative motion is one screw; then it may turn by any angle.
static bool find_exact(const toi_body* a, const toi_body* b, ti_screw* piece)
{
    return first_piece(a, b, false, piece) && piece->t1 == 1.0 && piece->model_error == 0.0;
}

toi_status toi_relative_screw(const toi_body* a, const toi_body* b, toi_screw* screw)
{
    if (a == NULL || b == NULL || screw == NULL || a->mesh == NULL || b->mesh == NULL) {
        return TOI_ERROR_INVALID;
    }
    if (a->mesh->inspect_only || b->mesh->inspect_only || !ti_motion_rigid(&a->motion) ||
        !ti_motion_rigid(&b->motion)) {
        return TOI_ERROR_INVALID;
    }
    ti_screw piece;
    if (!find_exact(a, b, &piece) && !first_piece(a, b, true, &piece)) {
        return TOI_ERROR_INVALID;
    }
    *screw = ti_screw_named(a->mesh, &piece);
    return TOI_OK;
}
