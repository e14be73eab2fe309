// A rim of a cylinder and the facets and edges of a mesh. With c the centre of the rim, u the axis, r the
// radius:
//     facet   n . c - d - r |n x u|: its lowest point is in the plane. Where the cap is level the whole cap
//     is crease  |u x ((p - c) x e)| - r |u . e|: the line meets the plane of the rim at r from its centre.
//     The
//             vector is what remains of (u . e) (p - c) - (u . (p - c)) e

#include "mesh/features.h"
#include "narrow/screw/round.h"

// ---- planes

ti_jet ti_rim_height(ti_jet3 normal, ti_jet3 arm, ti_jet3 axis, double radius, double h)
{
    ti_jet drop = jt_scale(radius, jv_length(jv_cross(normal, axis, h), h));
    return jt_sub(jv_dot(normal, arm, h), drop);
}

bool ti_rim_is_level(const ti_event* event, int i, double sine)
{
    return !(sine * event->roller[i]->radius > 0.5 * event->stage->solver->pair->tolerance);
}

ti_rim_rest ti_rim_lay(const ti_event* event, int i, const ti_rolling* rim, toi_vec3 n, double* slack,
                       ti_touch* touch)
{
    toi_vec3 outwards = v3_scale(event->side[i], rim->axis.value);
    double sine = v3_length(v3_cross(n, outwards)), radius = event->roller[i]->radius;
    int body = event->roller[1] == NULL ? 1 : i; // with a mesh, the one roller moves
    if (ti_rim_is_level(event, i, sine)) {
        touch->properness = 0.0;
        touch->kind[body] = TOI_FEATURE_FACE;
        touch->index[body] = TI_ROLLER_CAP + (event->side[i] > 0);
        return v3_dot(n, outwards) < 0.0 ? TI_RIM_FLAT : TI_RIM_AWAY;
    }
    toi_vec3 rise = v3_madd(n, -v3_dot(n, outwards), outwards);
    toi_vec3 out = v3_scale(-1.0 / v3_length(rise), rise);
    touch->point = v3_madd(ti_event_rim(event, rim, i).value, radius, out);
    ti_wedge wedge = ti_rim_wedge(out, outwards);
    touch->properness = ti_properness_wedge_plane(&wedge, n);
    touch->kind[body] = TOI_FEATURE_EDGE;
    touch->index[body] = event->side[i] > 0;
    *slack += radius * event->stage->solver->pair->angle_slack / sine;
    return TI_RIM_POINT;
}

// ---- facets

// The normal of the facet on the side of the cylinder.
static toi_vec3 facing_normal(const ti_event* event)
{
    return v3_scale(event->side[1], event->along);
}

static bool facet_distance(const ti_event* event, const ti_moment* moment, ti_jet* jet)
{
    ti_rolling r = ti_event_roller(event, moment, 0);
    ti_jet3 normal = jv_constant(facing_normal(event), 0.0);
    ti_jet height =
        ti_rim_height(normal, ti_event_rim(event, &r, 0), r.axis, event->roller[0]->radius, moment->h);
    *jet = jt_add(height, jt_constant(-event->side[1] * event->length));
    return true;
}

// How far the lowest point is inside of the side k of the facet; of a level cap any point.
static ti_jet facet_limit(const ti_event* event, const ti_moment* moment, uint32_t k)
{
    double h = moment->h, radius = event->roller[0]->radius;
    ti_rolling r = ti_event_roller(event, moment, 0);
    ti_plane side = ti_facet_side(event, k);
    ti_jet3 out = jv_constant(side.normal, 0.0), normal = jv_constant(facing_normal(event), 0.0);
    ti_jet inside = jt_sub(jt_constant(side.offset), jv_dot(out, ti_event_rim(event, &r, 0), h));
    ti_jet sine = jv_length(jv_cross(normal, r.axis, h), h);
    if (ti_rim_is_level(event, 0, sine.value)) {
        return jt_add(inside, jt_constant(radius));
    }
    ti_jet share = jt_multiply(jv_dot(normal, r.axis, h), jv_dot(out, r.axis, h), h);
    return jt_sub(inside, jt_scale(radius, jt_multiply(share, jt_inverse(sine, h), h)));
}

// The point of the outline of the facet that is nearest to x.
static toi_vec3 nearest_on_outline(const ti_event* event, ti_view* view, toi_vec3 x)
{
    const ti_facet* facet = &view->features->facets[event->feature];
    toi_vec3 best = x, p = ti_view_spot(view, view->features->corner[facet->corner_end - 1])->point;
    double least2 = HUGE_VAL;
    for (uint32_t i = facet->corner_begin; i < facet->corner_end; ++i) {
        toi_vec3 q = ti_view_spot(view, view->features->corner[i])->point;
        toi_vec3 near = v3_nearest_on_segment(p, v3_sub(q, p), x), apart = v3_sub(near, x);
        best = v3_dot(apart, apart) < least2 ? near : best;
        least2 = fmin(least2, v3_dot(apart, apart));
        p = q;
    }
    return best;
}

// A level cap on the facet: at the point of the facet that is nearest to its centre.
static bool level_touch(const ti_event* event, toi_vec3 center, double slack, ti_touch* touch)
{
    ti_view* view = event->stage->solver->view[event->stage->rest];
    touch->point = center;
    if (ti_facet_holds(view, event->feature, event->along, center, slack)) {
        return true;
    }
    touch->point = nearest_on_outline(event, view, center);
    return v3_length(v3_sub(touch->point, center)) <= event->roller[0]->radius + slack;
}

static bool facet_touch(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch)
{
    ti_rolling r = ti_event_roller(event, moment, 0);
    touch->normal = facing_normal(event);
    touch->kind[0] = TOI_FEATURE_FACE;
    touch->index[0] = event->feature;
    ti_rim_rest rest = ti_rim_lay(event, 0, &r, touch->normal, &slack, touch);
    if (rest == TI_RIM_POINT) {
        return ti_facet_holds(event->stage->solver->view[event->stage->rest], event->feature, event->along,
                              touch->point, slack);
    }
    return rest == TI_RIM_FLAT && level_touch(event, ti_event_rim(event, &r, 0).value, slack, touch);
}

bool ti_cylinder_facet(const ti_event* event, const double window[2])
{
    ti_event e = *event;
    const ti_features* features = e.stage->solver->view[e.stage->rest]->features;
    const ti_facet* facet = &features->facets[e.feature];
    e.law = (ti_event_law){.distance = facet_distance,
                           .limit = facet_limit,
                           .limit_count = facet_corner_count(facet),
                           .plain = true,
                           .touch = facet_touch};
    bool ok = true;
    for (e.side[1] = 1; ok && e.side[1] >= (facet->solid ? 1 : -1); e.side[1] -= 2) {
        ok = ti_event_solve_ends(&e, 0, window);
    }
    return ok;
}

// ---- creases

// The point of the line of the edge that is nearest to the rim stands for its start, so that errors and
// bounds are those of lengths near the rim.
static bool crease_distance(const ti_event* event, const ti_moment* moment, ti_jet* jet)
{
    double h = moment->h;
    ti_rolling r = ti_event_roller(event, moment, 0);
    ti_jet3 center = ti_event_rim(event, &r, 0), along = jv_constant(event->along, 0.0);
    double share = v3_dot(v3_sub(center.value, event->point), event->along);
    ti_jet3 arm = jv_sub(jv_constant(v3_madd(event->point, share, event->along), 0.0), center);
    ti_jet across = jv_length(jv_cross(r.axis, jv_cross(arm, along, h), h), h);
    ti_jet steep = jt_absolute(jv_dot(r.axis, along, h));
    *jet = jt_sub(across, jt_scale(event->roller[0]->radius, steep));
    return true;
}

// Where the line meets the plane of the rim, on the edge.
static ti_jet crease_limit(const ti_event* event, const ti_moment* moment, uint32_t k)
{
    double h = moment->h;
    ti_rolling r = ti_event_roller(event, moment, 0);
    ti_jet3 arm = jv_sub(ti_event_rim(event, &r, 0), jv_constant(event->point, 0.0));
    ti_jet steep = jv_dot(r.axis, jv_constant(event->along, 0.0), h);
    ti_jet share = jt_multiply(jv_dot(arm, r.axis, h), jt_inverse(steep, h), h);
    return k == 0 ? share : jt_sub(jt_constant(event->length), share);
}

// The line and the rim are at distance zero. A steep line is where it meets the plane of the rim; a level one
// may be at both ends of its chord, pick 0 being the end that is nearer to the plane.
static bool place_on_line(const ti_event* event, toi_vec3 arm, toi_vec3 u, double slack, double* share)
{
    toi_vec3 e = event->along;
    double steep = v3_dot(e, u), height = v3_dot(arm, u), radius = event->roller[0]->radius;
    if (steep * steep >= 0.5) {
        *share = -height / steep;
        return event->pick == 0;
    }
    toi_vec3 flat = v3_madd(e, -steep, u), from = v3_madd(arm, -height, u);
    double a = v3_dot(flat, flat), b = v3_dot(from, flat), c = v3_dot(from, from) - radius * radius;
    double root = sqrt(fmax(b * b - a * c, 0.0));
    double low = (-b - root) / a, high = (-b + root) / a;
    bool low_first = fabs(height + low * steep) <= fabs(height + high * steep);
    *share = low_first == (event->pick == 0) ? low : high;
    return event->pick == 0 || fabs(height + *share * steep) <= slack;
}

static bool crease_touch(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch)
{
    ti_rolling r = ti_event_roller(event, moment, 0);
    toi_vec3 center = ti_event_rim(event, &r, 0).value, u = r.axis.value;
    double share, length = event->length, radius = event->roller[0]->radius;
    bool there = place_on_line(event, v3_sub(event->point, center), u, slack, &share);
    if (!(there && share >= -slack && share <= length + slack)) {
        return false;
    }
    touch->at_end = share <= slack || share >= length - slack;
    touch->point = v3_madd(event->point, fmin(fmax(share, 0.0), length), event->along);
    toi_vec3 arm = v3_sub(touch->point, center), out = v3_madd(arm, -v3_dot(arm, u), u);
    double across = v3_length(out);
    if (!(across > 0.0)) {
        return false;
    }
    ti_wedge moving = ti_rim_wedge(v3_scale(1.0 / across, out), v3_scale(event->side[0], u));
    ti_wedge rest = ti_stage_wedge(event->stage, event->feature);
    touch->kind[0] = touch->kind[1] = TOI_FEATURE_EDGE;
    touch->index[0] = event->feature;
    touch->index[1] = event->side[0] > 0;
    return ti_touch_edges(event, &rest, &moving, fmin(length, radius), touch);
}

bool ti_rim_crease(const ti_event* event, const double window[2])
{
    ti_event e = *event;
    e.law = (ti_event_law){.distance = crease_distance,
                           .limit = crease_limit,
                           .limit_count = 2,
                           .limits_hold = true,
                           .touch = crease_touch,
                           .picks = 2};
    return ti_event_solve_ends(&e, 0, window);
}
