// A body next to an inner point of an edge, as directions into its facets.

#include "core/assert.h"
#include "narrow/screw/properness.h"

static toi_vec3 unit(toi_vec3 v)
{
    return v3_scale(1.0 / v3_length(v), v);
}

static void add_wing(ti_wedge* wedge, toi_vec3 normal, toi_vec3 along)
{
    if (wedge->count < TI_WEDGE_WINGS) {
        wedge->wing[wedge->count] = unit(v3_cross(normal, along));
    }
    ++wedge->count;
}

// A facet is to the left of its sides, seen from where its normal points. Of a sheet, a facet can go along
// the edge in both directions.
static void add_wings_of_sheet(ti_wedge* wedge, const toi_mesh* mesh, const ti_facet* facet,
                               const ti_crease* crease)
{
    const uint32_t* corner = mesh->features.corner;
    uint32_t before = corner[facet->corner_end - 1];
    for (uint32_t i = facet->corner_begin; i < facet->corner_end; ++i) {
        if (before == crease->vertex[0] && corner[i] == crease->vertex[1]) {
            add_wing(wedge, facet->normal, wedge->along);
        }
        if (before == crease->vertex[1] && corner[i] == crease->vertex[0]) {
            add_wing(wedge, facet->normal, v3_negate(wedge->along));
        }
        before = corner[i];
    }
}

ti_wedge ti_wedge_of(const toi_mesh* mesh, const ti_crease* crease)
{
    const ti_features* features = &mesh->features;
    ti_wedge wedge;
    wedge.along = unit(v3_sub(mesh->local[crease->vertex[1]], mesh->local[crease->vertex[0]]));
    wedge.count = 0;
    wedge.solid = crease->solid;
    wedge.reflex = crease->solid && crease->edge_class == TI_EDGE_REFLEX;
    if (crease->solid) {
        TI_ASSERT(crease->wing_end - crease->wing_begin == 2);
        const uint32_t* wing = features->wing + crease->wing_begin;
        add_wing(&wedge, features->facets[wing[0]].normal, wedge.along);
        add_wing(&wedge, features->facets[wing[1]].normal, v3_negate(wedge.along));
        return wedge;
    }
    for (uint32_t i = crease->wing_begin; i < crease->wing_end; ++i) {
        add_wings_of_sheet(&wedge, mesh, &features->facets[features->wing[i]], crease);
    }
    return wedge;
}

ti_wedge ti_wedge_turned(const ti_wedge* wedge, const ti_mat3* rotation)
{
    ti_wedge turned;
    turned.along = m3_apply(rotation, wedge->along);
    for (int i = 0; i < wedge->count && i < TI_WEDGE_WINGS; ++i) {
        turned.wing[i] = m3_apply(rotation, wedge->wing[i]);
    }
    turned.count = wedge->count;
    turned.solid = wedge->solid;
    turned.reflex = wedge->reflex;
    return turned;
}

double ti_wedge_rise(const ti_wedge* wedge, toi_vec3 n)
{
    double rise = (wedge->solid && wedge->reflex) || wedge->count > TI_WEDGE_WINGS ? 1.0 : -1.0;
    for (int i = 0; i < wedge->count && i < TI_WEDGE_WINGS; ++i) {
        rise = fmax(rise, v3_dot(wedge->wing[i], n));
    }
    return rise;
}
