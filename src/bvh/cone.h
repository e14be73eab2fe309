// Cones of unit normals: an axis and an angle, grown by normals and by other cones.

#ifndef TI_BVH_CONE_H
#define TI_BVH_CONE_H

#include "math/rounding.h"
#include "math/vec3.h"

// All vectors within the angle acos(cosine) of the axis; sine is the sine of that angle. While a cone grows
// they are the smallest cosine and the largest sine so far, of normals that may be on both sides.
typedef struct ti_cone {
    toi_vec3 axis;
    double cosine, sine;
} ti_cone;

// Dot and cross products of vectors that are off by at most 3 u from unit length and direction are off by
// less than 10 u from cosine and sine of the angle between; products of two such with a third that is off by
// 16 u, and their sum, by less than 32 u.
#define TI_CONE_ROUNDING (32.0 * TI_U)

static inline ti_cone ti_cone_everything(void)
{
    return (ti_cone){{1.0, 0.0, 0.0}, -1.0, 0.0};
}

// An empty cone about a direction; one that holds everything if that has no length.
static inline ti_cone ti_cone_start(toi_vec3 direction)
{
    double length = v3_length(direction);
    if (!(length > 0x1p-20 && length < HUGE_VAL)) {
        return ti_cone_everything();
    }
    return (ti_cone){v3_scale(1.0 / length, direction), 1.0, 0.0};
}

static inline double ti_cone_largest(double a, double b)
{
    return a > b ? a : b;
}

static inline void ti_cone_add_normals(ti_cone* cone, const toi_vec3* normal, size_t count)
{
    double cosine = cone->cosine, sine2 = cone->sine * cone->sine;
    for (size_t i = 0; i < count; ++i) {
        toi_vec3 across = v3_cross(cone->axis, normal[i]);
        cosine = -ti_cone_largest(-cosine, -v3_dot(cone->axis, normal[i]));
        sine2 = ti_cone_largest(sine2, v3_dot(across, across));
    }
    cone->cosine = cosine;
    cone->sine = sqrt(sine2);
}

// The farthest vector of a cone is its half angle beyond its axis. The sine of the angle between the axes
// comes from their cross product: from the cosine it would be noise where they are nearly equal. Past half a
// turn nothing is known.
static inline void ti_cone_add_cone(ti_cone* cone, const ti_cone* part)
{
    double c = v3_dot(cone->axis, part->axis), s = v3_length(v3_cross(cone->axis, part->axis));
    double sine = s * part->cosine + c * part->sine;
    bool known = part->cosine > -1.0 && sine > -TI_CONE_ROUNDING;
    double cosine = known ? c * part->cosine - s * part->sine : -1.0;
    cone->cosine = -ti_cone_largest(-cone->cosine, -cosine);
    cone->sine = ti_cone_largest(cone->sine, sine);
}

// Makes room for rounding. A small angle is known best by its sine, a large one by its cosine.
static inline void ti_cone_finish(ti_cone* cone)
{
    double sine = cone->sine + TI_CONE_ROUNDING;
    if (cone->cosine > 0.5 && sine < 0.75) {
        cone->sine = sine;
        cone->cosine = sqrt((1.0 - sine) * (1.0 + sine)) * (1.0 - 8.0 * TI_U);
        return;
    }
    cone->cosine -= TI_CONE_ROUNDING;
    if (!(cone->cosine > -1.0)) {
        *cone = ti_cone_everything();
        return;
    }
    cone->sine = sqrt((1.0 - cone->cosine) * (1.0 + cone->cosine));
}

#endif
