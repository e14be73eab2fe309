// A cylinder and the vertices and edges of a mesh, at its side and caps; the rims are in round_rim.c. With c
// the centre of the cylinder, u its axis, r and h its radius and half height:
//     tip on side     |(v - c) x u| - r, |(v - c) . u| <= h
//     tip on cap      +-(v - c) . u - h, within r of the axis
//     crease on side  |(c - p) . n| - r |n|, n = e x u: the distance of the lines times the sine of their
//     angle;
//                     the feet of the common perpendicular on the edge and within h

#include "narrow/screw/round.h"

static void name_face(toi_feature_kind kind, uint32_t index, uint32_t face, ti_touch* touch)
{
    touch->kind[0] = kind;
    touch->index[0] = index;
    touch->kind[1] = TOI_FEATURE_FACE;
    touch->index[1] = face;
}

// ---- tips

// From the centre to the vertex.
static ti_jet3 arm_of(const ti_event* event, const ti_rolling* r)
{
    return jv_sub(jv_constant(event->point, 0.0), r->center);
}

static bool side_distance(const ti_event* event, const ti_moment* moment, ti_jet* jet)
{
    ti_rolling r = ti_event_roller(event, moment, 0);
    ti_jet across = jv_length(jv_cross(arm_of(event, &r), r.axis, moment->h), moment->h);
    *jet = jt_add(across, jt_constant(-event->roller[0]->radius));
    return true;
}

static ti_jet side_limit(const ti_event* event, const ti_moment* moment, uint32_t k)
{
    ti_rolling r = ti_event_roller(event, moment, 0);
    ti_jet height = jv_dot(arm_of(event, &r), r.axis, moment->h);
    return jt_add(jt_scale(k == 0 ? 1.0 : -1.0, height), jt_constant(event->roller[0]->half_height));
}

static bool side_touch(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch)
{
    ti_rolling r = ti_event_roller(event, moment, 0);
    toi_vec3 arm = v3_sub(event->point, r.center.value), u = r.axis.value;
    double height = v3_dot(arm, u);
    toi_vec3 out = v3_madd(arm, -height, u);
    double across = v3_length(out);
    if (!(fabs(height) <= event->roller[0]->half_height + slack && across > 0.0)) {
        return false;
    }
    touch->point = event->point;
    touch->normal = v3_scale(-1.0 / across, out);
    touch->properness = ti_stage_tip(event->stage, event->feature, v3_negate(touch->normal));
    name_face(TOI_FEATURE_VERTEX, event->feature, TI_ROLLER_SIDE, touch);
    return true;
}

static bool cap_distance(const ti_event* event, const ti_moment* moment, ti_jet* jet)
{
    ti_rolling r = ti_event_roller(event, moment, 0);
    ti_jet height = jv_dot(arm_of(event, &r), r.axis, moment->h);
    *jet = jt_add(jt_scale(event->side[0], height), jt_constant(-event->roller[0]->half_height));
    return true;
}

static ti_jet cap_limit(const ti_event* event, const ti_moment* moment, uint32_t k)
{
    (void)k;
    ti_rolling r = ti_event_roller(event, moment, 0);
    ti_jet across = jv_length(jv_cross(arm_of(event, &r), r.axis, moment->h), moment->h);
    return jt_sub(jt_constant(event->roller[0]->radius), across);
}

static bool cap_touch(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch)
{
    ti_rolling r = ti_event_roller(event, moment, 0);
    toi_vec3 u = r.axis.value;
    double across = v3_length(v3_cross(v3_sub(event->point, r.center.value), u));
    if (!(across <= event->roller[0]->radius + slack)) {
        return false;
    }
    touch->point = event->point;
    touch->normal = v3_scale(-event->side[0], u);
    touch->properness = ti_stage_tip(event->stage, event->feature, v3_negate(touch->normal));
    name_face(TOI_FEATURE_VERTEX, event->feature, TI_ROLLER_CAP + (event->side[0] > 0), touch);
    return true;
}

bool ti_cylinder_tip(const ti_event* event, const double window[2])
{
    ti_event e = *event;
    e.limits_hold = true;
    e.plain = true;
    e.distance = side_distance;
    e.limit = side_limit;
    e.limit_count = 2;
    e.touch = side_touch;
    bool ok = ti_event_solve(&e, window[0], window[1]);
    e.distance = cap_distance;
    e.limit = cap_limit;
    e.limit_count = 1;
    e.touch = cap_touch;
    for (e.side[0] = -1; ok && e.side[0] <= 1; e.side[0] += 2) {
        ok = ti_event_solve(&e, window[0], window[1]);
    }
    return ok;
}

// ---- creases

// Lines nearer to parallel than this are not told apart from parallel ones, as with two creases: there an end
// of the edge is on the side, or a rim on the edge.
static double least_sine(const ti_event* event)
{
    double length = fmin(event->length, 2.0 * event->roller[0]->half_height);
    return 0.5 * event->stage->solver->pair->tolerance / length;
}

static bool lines_distance(const ti_event* event, const ti_moment* moment, ti_jet* jet)
{
    ti_rolling r = ti_event_roller(event, moment, 0);
    ti_jet3 across = jv_cross(jv_constant(event->along, 0.0), r.axis, moment->h);
    ti_jet sine = jv_length(across, moment->h);
    if (sine.value + (sine.spread + sine.error) * JET_UP <= least_sine(event)) {
        return false;
    }
    ti_jet3 arm = jv_sub(r.center, jv_constant(event->point, 0.0));
    ti_jet lines = jt_absolute(jv_dot(arm, across, moment->h));
    *jet = jt_sub(lines, jt_scale(event->roller[0]->radius, sine));
    return true;
}

// Where the common perpendicular meets the edge (from its start), and the axis (from the centre), times
// sine^2.
static ti_jet foot_of(const ti_rolling* r, const ti_event* event, ti_jet3 across, bool on_edge, double h)
{
    ti_jet3 along = jv_constant(event->along, 0.0);
    ti_jet3 arm = jv_sub(r->center, jv_constant(event->point, 0.0));
    return jv_dot(across, jv_cross(arm, on_edge ? r->axis : along, h), h);
}

static ti_jet lines_limit(const ti_event* event, const ti_moment* moment, uint32_t k)
{
    double h = moment->h;
    ti_rolling r = ti_event_roller(event, moment, 0);
    ti_jet3 across = jv_cross(jv_constant(event->along, 0.0), r.axis, h);
    ti_jet inverse = jt_inverse(jv_dot(across, across, h), h);
    ti_jet foot = jt_multiply(foot_of(&r, event, across, k < 2, h), inverse, h);
    double low = k < 2 ? 0.0 : -event->roller[0]->half_height;
    double high = k < 2 ? event->length : event->roller[0]->half_height;
    return k % 2 == 0 ? jt_add(foot, jt_constant(-low)) : jt_sub(jt_constant(high), foot);
}

static bool lines_touch(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch)
{
    const ti_screw_pair* pair = event->stage->solver->pair;
    ti_rolling r = ti_event_roller(event, moment, 0);
    toi_vec3 u = r.axis.value, arm = v3_sub(r.center.value, event->point);
    toi_vec3 across = v3_cross(event->along, u);
    double sine2 = v3_dot(across, across), sine = sqrt(sine2);
    if (!(sine > least_sine(event))) {
        return false;
    }
    double on_edge = v3_dot(across, v3_cross(arm, u)) / sine2;
    double on_axis = v3_dot(across, v3_cross(arm, event->along)) / sine2;
    double room = pair->tolerance + (slack - pair->tolerance + pair->rounding) / sine;
    if (!(on_edge >= -room && on_edge <= event->length + room &&
          fabs(on_axis) <= event->roller[0]->half_height + room)) {
        return false;
    }
    touch->point = v3_madd(event->point, fmin(fmax(on_edge, 0.0), event->length), event->along);
    touch->normal = v3_scale((v3_dot(arm, across) > 0.0 ? 1.0 : -1.0) / sine, across);
    ti_wedge wedge = ti_stage_wedge(event->stage, event->feature);
    touch->properness = ti_properness_wedge_plane(&wedge, v3_negate(touch->normal));
    name_face(TOI_FEATURE_EDGE, event->feature, TI_ROLLER_SIDE, touch);
    return true;
}

bool ti_cylinder_crease(const ti_event* event, const double window[2])
{
    ti_event e = *event;
    e.distance = lines_distance;
    e.limit = lines_limit;
    e.limit_count = 4;
    e.limits_hold = true;
    e.touch = lines_touch;
    return ti_event_solve(&e, window[0], window[1]) && ti_rim_crease(event, window);
}
