// Two round bodies.
//     ball on ball    |c1 - c0| - (r0 + r1)
//     ball on side    |y x u| - (R + r), the height y . u of its centre within the cylinder
//     ball on cap     +-y . u - h - r, within the cap
//     ball on rim     hypot(|y x u| - R, +-y . u - h) - r
// with y from the centre of the cylinder to that of the ball and u along the axis.

#include "narrow/screw/round.h"

static void name_faces(uint32_t rest, uint32_t moving, ti_touch* touch)
{
    touch->kind[0] = touch->kind[1] = TOI_FEATURE_FACE;
    touch->index[0] = rest;
    touch->index[1] = moving;
}

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
    name_faces(TI_ROLLER_SIDE, TI_ROLLER_SIDE, touch);
    return true;
}

bool ti_round_pair(const ti_stage* stage, const ti_roller roller[2], const double window[2])
{
    ti_event event = {.stage = stage, .roller = {&roller[0], &roller[1]}};
    event.distance = balls_distance;
    event.touch = balls_touch;
    return ti_event_solve(&event, window[0], window[1]);
}
