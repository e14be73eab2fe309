// Properness of a vertex on a plane [Buss05, section 5]: the lowest ray of the body at the vertex.
//
// With the body of the plane below it, the highest ray of that body is level in every direction, and the
// angle from it to the lowest ray u of the other has the sine n . u. So properness is the smallest n . u over
// the closed local cone. On one sector of a facet n . u is a sinusoid of the angle, whose minimum is at an
// end of the sector or, where the steepest descent of the facet lies inside, that descent. The cone of a
// solid has these facets as its boundary, and n . u has no minimum inside of a solid but at -n.

#include "narrow/screw/properness.h"

#include "core/assert.h"

// A corner of a facet: from `first` counter-clockwise around the normal to `last`.
typedef struct corner {
    toi_vec3 first, last; // not unit
    const ti_facet* facet;
} corner;

// How a sector goes down. `side` is n . normal of its facet.
typedef struct descent {
    double lowest, side;
} descent;

// The nearest corner of the facet in another place than corner `at`, going on by `step` corners.
static toi_vec3 direction_to(const toi_mesh* mesh, const ti_facet* facet, uint32_t at, uint32_t step)
{
    const uint32_t* vertex = mesh->features.corner + facet->corner_begin;
    uint32_t count = facet->corner_end - facet->corner_begin;
    toi_vec3 from = mesh->local[vertex[at]];
    uint32_t to = at;
    for (uint32_t i = 1; i < count; ++i) {
        to = to + step < count ? to + step : to + step - count;
        if (!v3_equal(mesh->local[vertex[to]], from)) {
            break;
        }
    }
    return v3_sub(mesh->local[vertex[to]], from);
}

static corner corner_at(const toi_mesh* mesh, ti_sector sector)
{
    const ti_facet* facet = &mesh->features.facets[sector.facet];
    uint32_t count = facet->corner_end - facet->corner_begin;
    uint32_t at = sector.corner - facet->corner_begin;
    return (corner){direction_to(mesh, facet, at, 1), direction_to(mesh, facet, at, count - 1), facet};
}

// n . u for the unit vector u along the direction; a direction without length goes nowhere.
static double rise_along(toi_vec3 direction, toi_vec3 n)
{
    double length = v3_length(direction);
    return length > 0.0 ? v3_dot(direction, n) / length : 1.0;
}

// Turning counter-clockwise around the normal N, n . u changes by n . (N x u) = h . u with h = n x N. Inwards
// from both ends that is h . first and -h . last. In a sector of at most half a turn the descent lies inside
// where n . u falls inwards from both ends, in a larger one where it falls from either. |h| is the sine of
// the steepest slope. A sector of no angle counts as such, not as a whole turn.
static descent descent_of(corner c, toi_vec3 n)
{
    toi_vec3 normal = c.facet->normal;
    toi_vec3 h = v3_cross(n, normal);
    bool falls_first = v3_dot(h, c.first)<0.0, falls_last = v3_dot(h, c.last)> 0.0;
    bool large = !c.facet->convex && v3_dot(normal, v3_cross(c.first, c.last)) < 0.0;
    double lowest = fmin(rise_along(c.first, n), rise_along(c.last, n));
    if (large ? falls_first || falls_last : falls_first && falls_last) {
        lowest = fmin(lowest, -v3_length(h));
    }
    return (descent){lowest, v3_dot(n, normal)};
}

// Whether -n points into the solid behind the solid facets at a vertex. The lowest ray of the boundary is the
// one nearest to -n on the sphere. Nothing of the boundary is between, so -n is on the side of the facet on
// which it is there. On an edge it is the side of that of its facets which -n is further away from: with
// -n = r e + s N1 + t N2 in the terms of the edge e and the normals, s and t have equal signs (the ray is
// nearest), and the larger of them decides the sign of the larger of -n . N1 and -n . N2. Both facets find
// the same bits for n . e. Opposite facets in one place enclose nothing.
static bool is_behind(const toi_mesh* mesh, uint32_t vertex, toi_vec3 n)
{
    const ti_features* features = &mesh->features;
    double lowest = 2.0, behind = 0.0, before = 0.0;
    for (uint32_t i = features->sector_first[vertex]; i < features->sector_first[vertex + 1]; ++i) {
        corner c = corner_at(mesh, features->sector[i]);
        if (!c.facet->solid) {
            continue;
        }
        descent d = descent_of(c, n);
        if (d.lowest < lowest) {
            lowest = d.lowest;
            behind = before = 0.0;
        }
        if (d.lowest == lowest) {
            behind = fmax(behind, d.side);
            before = fmax(before, -d.side);
        }
    }
    return behind > before;
}

double ti_properness_tip(const toi_mesh* mesh, uint32_t vertex, toi_vec3 n)
{
    TI_ASSERT(vertex < mesh->vertex_count);

    const ti_features* features = &mesh->features;
    double lowest = 1.0;
    bool solid = false;
    for (uint32_t i = features->sector_first[vertex]; i < features->sector_first[vertex + 1]; ++i) {
        corner c = corner_at(mesh, features->sector[i]);
        lowest = fmin(lowest, descent_of(c, n).lowest);
        solid = solid || c.facet->solid;
    }
    if (!solid) {
        return lowest;
    }
    // With no boundary below, the half space below is all solid or all free. On a vertex on which some plane
    // can rest it is free, as such a solid is inside of a half space; where no plane can rest, this one
    // cannot either.
    if (lowest >= 0.0 && features->tip_class[vertex] == TI_TIP_HILL) {
        return lowest;
    }
    if (lowest >= 0.0 && features->tip_class[vertex] == TI_TIP_HOLLOW) {
        return -1.0;
    }
    return is_behind(mesh, vertex, n) ? -1.0 : lowest;
}
