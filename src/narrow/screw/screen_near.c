// Which of several passes through the plane of a facet is one through the facet, and which facets are beside
// each other.

#include "narrow/screw/screen_parts.h"

// Distance of a point from a segment, squared.
static double distance2(toi_vec3 x, toi_vec3 a, toi_vec3 b)
{
    toi_vec3 d = v3_sub(b, a), e = v3_sub(x, a);
    double l = v3_dot(d, d), w = l > 0.0 ? d_min(1.0, d_max(0.0, v3_dot(e, d) / l)) : 0.0;
    toi_vec3 rest = v3_madd(e, -w, d);
    return v3_dot(rest, rest);
}

// Whether a point of the plane of a facet is in it, or within `reach` of it. It is only to tell apart the
// several times at which a vertex can pass the plane, and the sheets of the screen: what is a hit is decided
// by pixels.
bool ti_screen_on_facet(const ti_screw_pair* pair, int k, uint32_t index, toi_vec3 x, double reach)
{
    const ti_facet* facet = &pair->mesh[k]->features.facets[index];
    const uint32_t* corner = pair->mesh[k]->features.corner;
    toi_vec3 n = k == 0 ? facet->normal : m3_apply(&pair->rotation[1], facet->normal);
    double nx = fabs(n.x), ny = fabs(n.y), nz = fabs(n.z);
    int drop = nx >= ny && nx >= nz ? 0 : (ny >= nz ? 1 : 2);
    bool inside = false;
    for (uint32_t i = facet->corner_begin; i < facet->corner_end; ++i) {
        uint32_t next = i + 1 < facet->corner_end ? i + 1 : facet->corner_begin;
        toi_vec3 a = ti_pair_vertex(pair, k, corner[i]), b = ti_pair_vertex(pair, k, corner[next]);
        if (distance2(x, a, b) <= reach * reach) {
            return true;
        }
        double au = drop == 0 ? a.y : a.x, av = drop == 2 ? a.y : a.z;
        double bu = drop == 0 ? b.y : b.x, bv = drop == 2 ? b.y : b.z;
        double xu = drop == 0 ? x.y : x.x, xv = drop == 2 ? x.y : x.z;
        if ((av <= xv) != (bv <= xv) && au + (xv - av) / (bv - av) * (bu - au) < xu) {
            inside = !inside;
        }
    }
    return inside;
}

bool ti_screen_share_corner(const ti_features* features, uint32_t a, uint32_t b)
{
    const ti_facet *f = &features->facets[a], *g = &features->facets[b];
    for (uint32_t i = f->corner_begin; i < f->corner_end; ++i) {
        for (uint32_t j = g->corner_begin; j < g->corner_end; ++j) {
            if (features->corner[i] == features->corner[j]) {
                return true;
            }
        }
    }
    return false;
}
