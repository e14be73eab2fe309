// A ball and another round body.
//     ball on ball    |c1 - c0| - (r0 + r1)
//     ball on side    |y x u| - (R + r), the height y . u of its centre within the cylinder
//     ball on cap     +-y . u - h - r, within the cap
//     ball on rim     hypot(|y x u| - R, +-y . u - h) - r
// with y from the centre of the cylinder to that of the ball and u along the axis.

#include "narrow/screw/round.h"

// ---- two balls

static bool balls_distance(const ti_event* event, const ti_moment* moment, ti_jet* jet)
{
    const ti_roller *a = event->roller[0], *b = event->roller[1];
    ti_jet3 y = jv_sub(ti_stage_point(event->stage, moment, b->body, b->center),
                       ti_stage_point(event->stage, moment, a->body, a->center));
    *jet = jt_add(jv_length(y, moment->h), jt_constant(-(a->radius + b->radius)));
    return true;
}

static bool balls_touch(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch)
{
    (void)slack;
    const ti_roller *a = event->roller[0], *b = event->roller[1];
    toi_vec3 y = v3_sub(ti_stage_point(event->stage, moment, b->body, b->center).value, a->center);
    touch->normal = v3_scale(1.0 / v3_length(y), y);
    touch->point = v3_madd(a->center, a->radius, touch->normal);
    touch->properness = 0.0;
    touch->kind[0] = touch->kind[1] = TOI_FEATURE_FACE;
    touch->index[0] = touch->index[1] = TI_ROLLER_SIDE;
    return true;
}

// ---- a ball and a cylinder; event->feature tells which of the two rollers is the cylinder

static const ti_roller* can_of(const ti_event* event)
{
    return event->roller[event->feature];
}

static const ti_roller* ball_of(const ti_event* event)
{
    return event->roller[1 - event->feature];
}

// From the centre of the cylinder to that of the ball, and the axis.
static ti_jet3 arm_of(const ti_event* event, const ti_moment* moment, ti_jet3* axis)
{
    ti_rolling can = ti_stage_roller(event->stage, moment, can_of(event));
    const ti_roller* ball = ball_of(event);
    *axis = can.axis;
    return jv_sub(ti_stage_point(event->stage, moment, ball->body, ball->center), can.center);
}

static ti_jet across_of(const ti_event* event, const ti_moment* moment)
{
    ti_jet3 axis, arm = arm_of(event, moment, &axis);
    return jv_length(jv_cross(arm, axis, moment->h), moment->h);
}

// The height of the centre of the ball, towards the side s.
static ti_jet height_of(const ti_event* event, const ti_moment* moment, double s)
{
    ti_jet3 axis, arm = arm_of(event, moment, &axis);
    return jt_scale(s, jv_dot(arm, axis, moment->h));
}

// Where the two are, as numbers: the parts of the arm along the axis and out from it.
typedef struct place {
    toi_vec3 center, axis, out; // of the cylinder; unit, or zero on the axis
    double height, across;
} place;

static place place_at(const ti_event* event, const ti_moment* moment)
{
    ti_rolling can = ti_stage_roller(event->stage, moment, can_of(event));
    ti_jet3 axis, arm = arm_of(event, moment, &axis);
    place p = {.center = can.center.value, .axis = axis.value, .height = v3_dot(arm.value, axis.value)};
    toi_vec3 out = v3_madd(arm.value, -p.height, p.axis);
    p.across = v3_length(out);
    p.out = p.across > 0.0 ? v3_scale(1.0 / p.across, out) : out;
    return p;
}

// `out` points from the cylinder to the ball.
static void name_touch(const ti_event* event, toi_feature_kind kind, uint32_t index, toi_vec3 out,
                       ti_touch* touch)
{
    int can = (int)event->feature;
    touch->normal = can == 0 ? out : v3_negate(out);
    touch->kind[can] = kind;
    touch->index[can] = index;
    touch->kind[1 - can] = TOI_FEATURE_FACE;
    touch->index[1 - can] = TI_ROLLER_SIDE;
}

static bool side_distance(const ti_event* event, const ti_moment* moment, ti_jet* jet)
{
    double radius = can_of(event)->radius + ball_of(event)->radius;
    *jet = jt_add(across_of(event, moment), jt_constant(-radius));
    return true;
}

static ti_jet side_limit(const ti_event* event, const ti_moment* moment, uint32_t k)
{
    return jt_add(height_of(event, moment, k == 0 ? 1.0 : -1.0), jt_constant(can_of(event)->half_height));
}

static bool side_touch(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch)
{
    place p = place_at(event, moment);
    toi_vec3 foot = v3_madd(p.center, p.height, p.axis);
    touch->point = v3_madd(foot, can_of(event)->radius, p.out);
    touch->properness = 0.0;
    name_touch(event, TOI_FEATURE_FACE, TI_ROLLER_SIDE, p.out, touch);
    return p.across > 0.0 && fabs(p.height) <= can_of(event)->half_height + slack;
}

static bool cap_distance(const ti_event* event, const ti_moment* moment, ti_jet* jet)
{
    double height = can_of(event)->half_height + ball_of(event)->radius;
    *jet = jt_add(height_of(event, moment, event->side[0]), jt_constant(-height));
    return true;
}

static ti_jet cap_limit(const ti_event* event, const ti_moment* moment, uint32_t k)
{
    (void)k;
    return jt_sub(jt_constant(can_of(event)->radius), across_of(event, moment));
}

static bool cap_touch(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch)
{
    place p = place_at(event, moment);
    toi_vec3 on_axis = v3_madd(p.center, event->side[0] * can_of(event)->half_height, p.axis);
    touch->point = v3_madd(on_axis, p.across, p.out);
    touch->properness = 0.0;
    name_touch(event, TOI_FEATURE_FACE, TI_ROLLER_CAP + (event->side[0] > 0),
               v3_scale(event->side[0], p.axis), touch);
    return p.across <= can_of(event)->radius + slack;
}

static bool rim_distance(const ti_event* event, const ti_moment* moment, ti_jet* jet)
{
    double h = moment->h;
    ti_jet out = jt_add(across_of(event, moment), jt_constant(-can_of(event)->radius));
    ti_jet up = jt_add(height_of(event, moment, event->side[0]), jt_constant(-can_of(event)->half_height));
    ti_jet distance = jt_root(jt_add(jt_multiply(out, out, h), jt_multiply(up, up, h)), h);
    *jet = jt_add(distance, jt_constant(-ball_of(event)->radius));
    return true;
}

static bool rim_touch(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch)
{
    (void)slack;
    place p = place_at(event, moment);
    const ti_roller* can = can_of(event);
    toi_vec3 upwards = v3_scale(event->side[0], p.axis);
    double out = p.across - can->radius, up = event->side[0] * p.height - can->half_height;
    double distance = sqrt(out * out + up * up);
    if (!(p.across > 0.0 && distance > 0.0)) {
        return false;
    }
    toi_vec3 n = v3_add(v3_scale(out / distance, p.out), v3_scale(up / distance, upwards));
    touch->point = v3_madd(v3_madd(p.center, can->half_height, upwards), can->radius, p.out);
    ti_wedge wedge = ti_rim_wedge(p.out, upwards);
    touch->properness = ti_properness_wedge_plane(&wedge, v3_negate(n));
    name_touch(event, TOI_FEATURE_EDGE, event->side[0] > 0, n, touch);
    return true;
}

static bool ball_and_cylinder(ti_event event, const double window[2])
{
    event.law = (ti_event_law){.distance = side_distance,
                               .limit = side_limit,
                               .limit_count = 2,
                               .plain = true,
                               .limits_hold = true,
                               .touch = side_touch};
    bool ok = ti_event_solve(&event, window[0], window[1]);
    for (event.side[0] = -1; ok && event.side[0] <= 1; event.side[0] += 2) {
        event.law = (ti_event_law){.distance = cap_distance,
                                   .limit = cap_limit,
                                   .limit_count = 1,
                                   .plain = true,
                                   .limits_hold = true,
                                   .touch = cap_touch};
        ok = ti_event_solve(&event, window[0], window[1]);
        event.law = (ti_event_law){.distance = rim_distance, .plain = true, .touch = rim_touch};
        ok = ok && ti_event_solve(&event, window[0], window[1]);
    }
    return ok;
}

bool ti_round_pair(const ti_stage* stage, const ti_roller roller[2], const double window[2])
{
    ti_event event = {.stage = stage, .roller = {&roller[0], &roller[1]}};
    bool can[2] = {roller[0].kind == TI_ROUND_CYLINDER, roller[1].kind == TI_ROUND_CYLINDER};
    if (can[0] && can[1]) {
        return ti_cylinder_pair(&event, window);
    }
    if (can[0] || can[1]) {
        event.feature = can[0] ? 0 : 1;
        return ball_and_cylinder(event, window);
    }
    event.law = (ti_event_law){.distance = balls_distance, .plain = true, .touch = balls_touch};
    return ti_event_solve(&event, window[0], window[1]);
}
