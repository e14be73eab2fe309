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

// n and the normals of facets are off by some u = 2^-53 each, and their products by less than 16 u.
#define SIDE_ROUNDING 0x1p-49

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

// How far -n is behind and before the facets of solids that have the lowest ray at a vertex; 0 for neither.
typedef struct sides {
    double behind, before;
} sides;

// The lowest ray of the boundary is the one nearest to -n on the sphere. Nothing of the boundary is between,
// so -n is in the solid if it is behind the facet of that ray. For an edge e that is the one of its two
// facets which -n is further away from: with -n = r e + s N1 + t N2, N1 and N2 the normals, s and t have
// equal signs (the ray is nearest), and the larger of them decides the sign of the larger of -n . N1 and -n .
// N2. Both facets find the same bits for n . e. Opposite facets in one place enclose nothing.
static sides sides_of(const toi_mesh* mesh, uint32_t vertex, toi_vec3 n)
{
    const ti_features* features = &mesh->features;
    double lowest = 2.0;
    sides s = {0.0, 0.0};
    for (uint32_t i = features->sector_first[vertex]; i < features->sector_first[vertex + 1]; ++i) {
        corner c = corner_at(mesh, features->sector[i]);
        if (!c.facet->solid) {
            continue;
        }
        descent d = descent_of(c, n);
        if (d.lowest < lowest) {
            lowest = d.lowest;
            s = (sides){0.0, 0.0};
        }
        if (d.lowest == lowest) {
            s.behind = fmax(s.behind, d.side);
            s.before = fmax(s.before, -d.side);
        }
    }
    return s;
}

// Whether -n points into the solid. With no boundary below, the half space below is all solid or all free. On
// a vertex on which some plane can rest it is free, as such a solid is inside of a half space, however thin
// it is; but those in doubt count as such too. Where no plane can rest, this one cannot either.
static bool is_entered(const toi_mesh* mesh, uint32_t vertex, toi_vec3 n, double lowest)
{
    uint8_t class = mesh->features.tip_class[vertex];
    if (lowest >= 0.0 && class == TI_TIP_HOLLOW) {
        return true;
    }
    sides s = sides_of(mesh, vertex, n);
    if (lowest >= 0.0 && class == TI_TIP_HILL) {
        return s.behind > SIDE_ROUNDING && !(s.before > 0.0);
    }
    return s.behind > s.before;
}

// Along the edges that belong to no facet.
static double lowest_wire(const toi_mesh* mesh, uint32_t vertex, toi_vec3 n)
{
    const ti_features* features = &mesh->features;
    double lowest = 1.0;
    for (uint32_t i = features->tip_crease_first[vertex]; i < features->tip_crease_first[vertex + 1]; ++i) {
        const ti_crease* crease = &features->creases[features->tip_crease[i]];
        if (crease->wing_begin == crease->wing_end) {
            uint32_t other = crease->vertex[0] == vertex ? crease->vertex[1] : crease->vertex[0];
            lowest = fmin(lowest, rise_along(v3_sub(mesh->local[other], mesh->local[vertex]), n));
        }
    }
    return lowest;
}

double ti_properness_tip(const toi_mesh* mesh, uint32_t vertex, toi_vec3 n)
{
    TI_ASSERT(vertex < mesh->vertex_count);

    const ti_features* features = &mesh->features;
    double lowest = features->tip_class[vertex] == TI_TIP_SHEET ? lowest_wire(mesh, vertex, n) : 1.0;
    bool solid = false;
    for (uint32_t i = features->sector_first[vertex]; i < features->sector_first[vertex + 1]; ++i) {
        corner c = corner_at(mesh, features->sector[i]);
        lowest = fmin(lowest, descent_of(c, n).lowest);
        solid = solid || c.facet->solid;
    }
    return solid && is_entered(mesh, vertex, n, lowest) ? -1.0 : lowest;
}
