// A cylinder and the vertices of a mesh, at its side and caps. With c the centre of the cylinder, u its axis,
// r and h its radius and half height:
//     on the side     |(v - c) x u| - r, |(v - c) . u| <= h
//     on a cap        +-(v - c) . u - h, within r of the axis

#include "narrow/screw/round.h"

static void name_face(toi_feature_kind kind, uint32_t index, uint32_t face, ti_touch* touch)
{
    touch->kind[0] = kind;
    touch->index[0] = index;
    touch->kind[1] = TOI_FEATURE_FACE;
    touch->index[1] = face;
}

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
    e.law = (ti_event_law){.distance = side_distance,
                           .limit = side_limit,
                           .limit_count = 2,
                           .plain = true,
                           .limits_hold = true,
                           .touch = side_touch};
    bool ok = ti_event_solve(&e, window[0], window[1]);
    e.law = (ti_event_law){.distance = cap_distance,
                           .limit = cap_limit,
                           .limit_count = 1,
                           .plain = true,
                           .limits_hold = true,
                           .touch = cap_touch};
    return ok && ti_event_solve_ends(&e, 0, window);
}
