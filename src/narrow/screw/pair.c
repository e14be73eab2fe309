// Puts two bodies on a screw into one frame and one unit, with the rounding of all that follows.
//
// Rounding. L is the magnitude of the screw, in which every point of B is within 64 u L of exact at every
// time; the points of A are at most one unit from the origin and within 2 u of exact. What the engines
// compute from these are distances: a dot product of a unit vector (within 8 u: 2 u as the facet has it, 6 u
// for a turn by R and the motion) with differences of points, of at most M = L + 2, S and C within 8 u of
// exact and each term with S, C or s at most L. A height has 4 terms of 3 products each, a distance of lines
// 6 of at most 6 u each with magnitudes of at most 4 M in sum. So 64 u L + 96 u M bounds all of it. The plane
// of a facet passes within `flatness` of its corners.

#include "math/rounding.h"
#include "narrow/screw/screw.h"

static const double POINT_SHARE = 64.0 * TI_U, FUNCTION_SHARE = 96.0 * TI_U;

// What the rounding of normals and turns amounts to in sines of angles.
static const double ANGLE_SHARE = 0x1p-46;

// As in toi_query_def.
static const double DEFAULT_TOLERANCE = 1e-9;

void ti_screw_pair_set(const toi_mesh* a, const toi_mesh* b, const ti_screw* screw, double tolerance,
                       ti_screw_pair* pair)
{
    int exponent = a->exponent > b->exponent ? a->exponent : b->exponent;
    *pair = (ti_screw_pair){.mesh = {a, b}, .exponent = exponent, .twist = screw->twist, .to = 1.0};
    pair->rotation[0] = (ti_mat3){{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    pair->rotation[1] = screw->rotation;
    pair->scale[0] = ti_scale(1.0, a->exponent - exponent);
    pair->scale[1] = ti_scale(1.0, b->exponent - exponent);
    double unit = ti_scale(1.0, -exponent);
    pair->position[1] = v3_scale(unit, screw->position);
    pair->twist.across = v3_scale(unit, screw->twist.across);
    pair->twist.along = v3_scale(unit, screw->twist.along);
    double magnitude = unit * screw->magnitude, smaller = fmin(a->radius, b->radius);
    double flatness = a->features.flatness * pair->scale[0] + b->features.flatness * pair->scale[1];
    pair->rounding = POINT_SHARE * magnitude + FUNCTION_SHARE * (magnitude + 2.0) + flatness;
    double asked = tolerance > 0.0 ? tolerance : DEFAULT_TOLERANCE * (2.0 * smaller);
    // A side of a facet is off its plane by the tilt, and so is the direction to another corner of its; a
    // contact has two sides or directions to compare with a facet of each body.
    pair->tilt = 2.0 * (a->features.tilt + b->features.tilt);
    pair->angle_slack = ANGLE_SHARE * (1.0 + pair->twist.angle) + pair->tilt;
    pair->tolerance = fmax(unit * asked, 2.0 * pair->rounding);
}
