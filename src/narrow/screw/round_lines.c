// The side of a cylinder and an edge of a mesh, or the sides of two cylinders: both have lines, an edge with
// the radius zero. With y from a point of line 0 to one of line 1 and n the cross product of their unit
// vectors:
//     |y . n| - (r0 + r1) |n|
// is the distance of the lines, less the radii, times the sine of their angle. The feet of the common
// perpendicular have to be on both.

#include "narrow/screw/round.h"

typedef struct line {
    ti_jet3 base, along; // a point of it, and its unit vector
    double low, high;    // where it ends, from the base
    double radius;
} line;

static bool has_edge(const ti_event* event)
{
    return event->roller[1] == NULL;
}

static void lines_at(const ti_event* event, const ti_moment* moment, line l[2])
{
    int first = has_edge(event) ? 1 : 0;
    l[0] = (line){jv_constant(event->point, 0.0), jv_constant(event->along, 0.0), 0.0, event->length, 0.0};
    for (int k = first; k < 2; ++k) {
        const ti_roller* roller = event->roller[k - first];
        ti_rolling r = ti_event_roller(event, moment, k - first);
        l[k] = (line){r.center, r.axis, -roller->half_height, roller->half_height, roller->radius};
    }
}

double ti_least_sine(const ti_event* event, double length)
{
    return 0.5 * event->stage->solver->pair->tolerance / length;
}

bool ti_stays_parallel(const ti_jet* sine, double least)
{
    return sine->value + (sine->spread + sine->error) * JET_UP <= least;
}

// Where the lines are nearer to parallel than this, as with two creases, an end of the edge is on the side,
// or a rim on the edge or the other side.
static double least_sine(const ti_event* event, const line l[2])
{
    return ti_least_sine(event, fmin(l[0].high - l[0].low, l[1].high - l[1].low));
}

static bool lines_distance(const ti_event* event, const ti_moment* moment, ti_jet* jet)
{
    double h = moment->h;
    line l[2];
    lines_at(event, moment, l);
    ti_jet3 across = jv_cross(l[0].along, l[1].along, h);
    ti_jet sine = jv_length(across, h);
    if (ti_stays_parallel(&sine, least_sine(event, l))) {
        return false;
    }
    ti_jet lines = jt_absolute(jv_dot(jv_sub(l[1].base, l[0].base), across, h));
    *jet = jt_sub(lines, jt_scale(l[0].radius + l[1].radius, sine));
    return true;
}

// The foot of the common perpendicular on line k / 2, from its ends.
static ti_jet lines_limit(const ti_event* event, const ti_moment* moment, uint32_t k)
{
    double h = moment->h;
    int i = (int)(k / 2);
    line l[2];
    lines_at(event, moment, l);
    ti_jet3 across = jv_cross(l[0].along, l[1].along, h);
    ti_jet3 turned = jv_cross(jv_sub(l[1].base, l[0].base), l[1 - i].along, h);
    ti_jet inverse = jt_inverse(jv_dot(across, across, h), h);
    ti_jet foot = jt_multiply(jv_dot(across, turned, h), inverse, h);
    return k % 2 == 0 ? jt_add(foot, jt_constant(-l[i].low)) : jt_sub(jt_constant(l[i].high), foot);
}

// Of the edge at `foot`, up to its end.
static void edge_touch(const ti_event* event, double foot, ti_touch* touch)
{
    ti_wedge wedge = ti_stage_wedge(event->stage, event->feature);
    touch->point = v3_madd(event->point, fmin(fmax(foot, 0.0), event->length), event->along);
    touch->properness = ti_properness_wedge_plane(&wedge, v3_negate(touch->normal));
    touch->kind[0] = TOI_FEATURE_EDGE;
    touch->index[0] = event->feature;
}

static bool lines_touch(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch)
{
    const ti_screw_pair* pair = event->stage->solver->pair;
    line l[2];
    lines_at(event, moment, l);
    toi_vec3 across = v3_cross(l[0].along.value, l[1].along.value);
    toi_vec3 y = v3_sub(l[1].base.value, l[0].base.value);
    double sine2 = v3_dot(across, across), sine = sqrt(sine2), foot[2];
    if (!(sine > least_sine(event, l))) {
        return false;
    }
    double room = pair->tolerance + (slack - pair->tolerance + pair->rounding) / sine;
    for (int i = 0; i < 2; ++i) {
        foot[i] = v3_dot(across, v3_cross(y, l[1 - i].along.value)) / sine2;
        if (!(foot[i] >= l[i].low - room && foot[i] <= l[i].high + room)) {
            return false;
        }
    }
    touch->normal = v3_scale((v3_dot(y, across) > 0.0 ? 1.0 : -1.0) / sine, across);
    touch->kind[0] = touch->kind[1] = TOI_FEATURE_FACE;
    touch->index[0] = touch->index[1] = TI_ROLLER_SIDE;
    if (has_edge(event)) {
        edge_touch(event, foot[0], touch);
        return true;
    }
    touch->point = v3_madd(l[0].base.value, foot[0], l[0].along.value);
    touch->point = v3_madd(touch->point, l[0].radius, touch->normal);
    touch->properness = 0.0;
    return true;
}

bool ti_round_lines(const ti_event* event, const double window[2])
{
    ti_event e = *event;
    e.law = (ti_event_law){.distance = lines_distance,
                           .limit = lines_limit,
                           .limit_count = 4,
                           .limits_hold = true,
                           .touch = lines_touch};
    return ti_event_solve(&e, window[0], window[1]);
}
