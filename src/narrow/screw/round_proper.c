// Properness and sides of features of a mesh that meets a round body [Buss05, section 5]. The round body is
// locally its tangent plane, so along an edge that touches it the angle is zero: no edge on a smooth face is
// more than 0 proper.

#include "mesh/features.h"
#include "narrow/screw/round.h"

// Whether -n is between the two wings of a solid, or for a reflex edge not outside of them: all three are
// perpendicular to the edge. Two wings that are opposite count as what is seen from a flat face.
static bool holds_opposite(const ti_wedge* wedge, toi_vec3 n)
{
    const toi_vec3 *p = &wedge->wing[0], *q = &wedge->wing[1];
    double turn = v3_dot(v3_cross(*p, *q), wedge->along);
    double from_p = v3_dot(v3_cross(*p, v3_negate(n)), wedge->along);
    double to_q = v3_dot(v3_cross(v3_negate(n), *q), wedge->along);
    bool between = turn > 0.0 ? from_p > 0.0 && to_q > 0.0 : from_p < 0.0 && to_q < 0.0;
    return between != wedge->reflex;
}

double ti_properness_wedge_plane(const ti_wedge* wedge, toi_vec3 n)
{
    double least = 0.0;
    if (wedge->count > TI_WEDGE_WINGS || (wedge->solid && wedge->count == 2 && holds_opposite(wedge, n))) {
        return -1.0;
    }
    for (int i = 0; i < wedge->count; ++i) {
        least = fmin(least, v3_dot(wedge->wing[i], n));
    }
    return least;
}

ti_wedge ti_stage_wedge(const ti_stage* stage, uint32_t crease)
{
    const ti_screw_pair* pair = stage->solver->pair;
    const toi_mesh* mesh = pair->mesh[stage->rest];
    ti_wedge local = ti_wedge_of(mesh, &mesh->features.creases[crease]);
    return ti_wedge_turned(&local, &pair->rotation[stage->rest]);
}

double ti_stage_tip(const ti_stage* stage, uint32_t vertex, toi_vec3 n)
{
    const ti_screw_pair* pair = stage->solver->pair;
    return ti_properness_tip(pair->mesh[stage->rest], vertex,
                             m3_apply_transposed(&pair->rotation[stage->rest], n));
}

ti_wedge ti_rim_wedge(toi_vec3 out, toi_vec3 axis)
{
    ti_wedge wedge = {.along = v3_cross(axis, out), .count = 2, .solid = true};
    wedge.wing[0] = v3_negate(out);
    wedge.wing[1] = v3_negate(axis);
    return wedge;
}

// As for two creases: the normal points the way that makes the contact more proper, and where both do alike
// against the motion.
bool ti_touch_edges(const ti_event* event, const ti_wedge* rest, const ti_wedge* moving, double length,
                    ti_touch* touch)
{
    const ti_screw_pair* pair = event->stage->solver->pair;
    toi_vec3 across = v3_cross(rest->along, moving->along);
    double sine = v3_length(across);
    if (!(sine * length > 0.5 * pair->tolerance)) {
        return false;
    }
    toi_vec3 n = v3_scale(1.0 / sine, across);
    double front = ti_properness_edges(rest, moving, n);
    double behind = ti_properness_edges(rest, moving, v3_negate(n));
    double speed = event->stage->direction * v3_dot(n, tw_velocity(&pair->twist, touch->point));
    bool turned = behind > front || (behind == front && speed > 0.0);
    touch->sine = sine;
    touch->normal = turned ? v3_negate(n) : n;
    touch->properness = turned ? behind : front;
    return true;
}

ti_plane ti_facet_side(const ti_event* event, uint32_t k)
{
    ti_view* view = event->stage->solver->view[event->stage->rest];
    const ti_facet* facet = &view->features->facets[event->feature];
    const uint32_t* corner = view->features->corner + facet->corner_begin;
    uint32_t count = facet_corner_count(facet);
    toi_vec3 p = ti_view_spot(view, corner[k])->point;
    toi_vec3 q = ti_view_spot(view, corner[k + 1 < count ? k + 1 : 0])->point;
    toi_vec3 out = v3_cross(v3_sub(q, p), event->along);
    double length = v3_length(out);
    out = length > 0.0 ? v3_scale(1.0 / length, out) : out;
    return (ti_plane){out, v3_dot(out, p)};
}
