// Paths that turn at a constant rate, as rational motions up to a bound.

#ifndef TI_MOTION_RATIONAL_FIT_H
#define TI_MOTION_RATIONAL_FIT_H

#include "motion/path.h"
#include "motion/rational_turn.h"

typedef struct ti_rational_fit {
    double radius;    // the bounds are for points at most this far from the origin of the body,
    double tolerance; // and this large, besides rounding
    bool joined;      // whether pieces must meet as toi_motion_check asks of a rational motion
} ti_rational_fit;

enum { TI_MOST_RATIONAL_PIECES = 1 << 20 };

// Longer ways and places farther away are refused.
#define TI_MOST_RATIONAL_LENGTH 0x1p400

// A path over [0, 1] that turns, to be fitted in `plan.parts` equal parts.
typedef struct ti_turning {
    toi_pose start; // of the body; the path of its centre begins at center
    toi_vec3 axis, center, orbit, drift;
    toi_vec3 offset; // to be added to points of the body
    double angle;
    double rounding; // bound of all that is rounded
    bool small;
    uint32_t way_degree; // of the translation
    double way_error;
    ti_turn_plan plan;
    double bound; // of what a point is off by
} ti_turning;

// @return TOI_OK; TOI_ERROR_LIMIT for too many parts; TOI_ERROR_INVALID where a length is too large
toi_status ti_turning_plan(const ti_path* path, const ti_rational_fit* fit, ti_turning* turning);

// Coefficients of the part from s[0] to s[1] of the path: plan.degree + 1 and way_degree + 1.
void ti_turning_part(const ti_turning* turning, const double s[2], toi_quat* rotation, toi_vec3* translation);

#endif
