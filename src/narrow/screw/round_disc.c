// A rim of one cylinder on the side of another. The distance of the disc within the rim from the axis is
// zero, or that of one point of the rim. It has no formula; but at any time it is touched by two functions
// that have: from above by the distance of the point that is nearest at that time, moving with its body, from
// below by the distance of the planes through both nearest points, moving with the body of the axis. Both
// have parabolas, and with them it does. Two convex bodies are apart until they touch properly, so no other
// place of the rim can.

#include "narrow/screw/round.h"

// Newton steps for the point of an ellipse nearest to one outside: from the left on a convex function.
enum { MOST_STEPS = 80 };

// The point (a cos, b sin) of an ellipse that is nearest to (x, y), all of them at least 0, a >= b. False
// where the point is inside.
static bool nearest_on_ellipse(double a, double b, double x, double y, double* cosine, double* sine)
{
    if (!(b > 0.0)) {
        *cosine = fmin(x / a, 1.0);
        *sine = sqrt(fmax(1.0 - *cosine * *cosine, 0.0));
        return y > 0.0 || x > a;
    }
    if (!((x / a) * (x / a) + (y / b) * (y / b) > 1.0)) {
        return false;
    }
    double t = fmax(0.0, fmax(a * x - a * a, b * y - b * b)); // where one of the squares alone is 1
    for (int i = 0; i < MOST_STEPS; ++i) {
        *cosine = a * x / (t + a * a);
        *sine = b * y / (t + b * b);
        double value = *cosine * *cosine + *sine * *sine - 1.0;
        double slope = -2.0 * (*cosine * *cosine / (t + a * a) + *sine * *sine / (t + b * b));
        double next = t - value / slope;
        if (!(next > t)) {
            break;
        }
        t = next;
    }
    double unit = 1.0 / sqrt(*cosine * *cosine + *sine * *sine);
    *cosine *= unit;
    *sine *= unit;
    return true;
}

// The rim i and the axis of j at one moment, seen along the axis: an ellipse.
typedef struct view {
    toi_vec3 center, axis;     // of the rim
    toi_vec3 base, line;       // of the axis of j
    toi_vec3 wide, narrow;     // in the plane of the rim, of unit length; the second one foreshortened
    double radius, shortening; // the cosine of the angle of the axes
    double cosine[2], sine[2]; // where the nearest points of the rim are; the second one may be farther
    bool pierced;              // the axis goes through the disc
} view;

static view view_of(const ti_event* event, const ti_rolling* rim, const ti_rolling* side, int i)
{
    view v = {.center = ti_event_rim(event, rim, i).value, .axis = rim->axis.value};
    v.base = side->center.value;
    v.line = side->axis.value;
    v.radius = event->roller[i]->radius;
    v.wide = v3_cross(v.line, v.axis);
    double sine = v3_length(v.wide);
    if (!(sine > 0.0)) {
        toi_vec3 other = fabs(v.axis.x) < 0.6 ? v3(1.0, 0.0, 0.0) : v3(0.0, 1.0, 0.0);
        v.wide = v3_cross(v.axis, other);
        sine = v3_length(v.wide);
    }
    v.wide = v3_scale(1.0 / sine, v.wide);
    v.narrow = v3_cross(v.axis, v.wide);
    v.shortening = v3_dot(v.axis, v.line);
    toi_vec3 arm = v3_sub(v.center, v.base);
    double x = v3_dot(arm, v.wide), y = v3_dot(arm, v3_cross(v.line, v.wide)), c = 1.0, s = 0.0;
    v.pierced =
        !nearest_on_ellipse(v.radius, v.radius * fmin(fabs(v.shortening), 1.0), fabs(x), fabs(y), &c, &s);
    v.cosine[0] = v.cosine[1] = x > 0.0 ? -c : c;
    v.sine[0] = (y > 0.0) == (v.shortening > 0.0) ? -s : s;
    v.sine[1] = -v.sine[0];
    return v;
}

static toi_vec3 rim_point(const view* v, int pick)
{
    toi_vec3 out = v3_add(v3_scale(v->cosine[pick], v->wide), v3_scale(v->sine[pick], v->narrow));
    return v3_madd(v->center, v->radius, out);
}

// From the axis of j to a point.
static toi_vec3 away_from_line(const view* v, toi_vec3 point)
{
    toi_vec3 arm = v3_sub(point, v->base);
    return v3_madd(arm, -v3_dot(arm, v->line), v->line);
}

static bool disc_distance(const ti_event* event, const ti_moment* moment, ti_jet* jet)
{
    double h = moment->h;
    int i = (int)event->feature, j = 1 - i;
    ti_rolling rim = ti_event_roller(event, moment, i);
    ti_rolling side = ti_event_roller(event, moment, j);
    view v = view_of(event, &rim, &side, i);
    toi_vec3 nearest = rim_point(&v, 0), away = away_from_line(&v, nearest);
    double distance = v3_length(away), radius = event->roller[j]->radius;
    ti_jet3 point = ti_stage_point_now(event->stage, moment, event->roller[i]->body, nearest);
    ti_jet above = jv_length(jv_cross(side.axis, jv_sub(point, side.center), h), h);
    if (v.pierced || !(distance > 0.0)) { // it is at most what it takes the line to leave the disc
        ti_jet3 center = ti_event_rim(event, &rim, i);
        double spread = center.spread + side.center.spread + v.radius * rim.axis.spread +
                        (v3_length(v3_sub(center.value, v.base)) + v.radius) * side.axis.spread;
        *jet = (ti_jet){-radius, 0.0, HUGE_VAL, spread, above.error, HUGE_VAL};
        return true;
    }
    ti_jet3 normal =
        ti_stage_direction_now(event->stage, moment, event->roller[j]->body, v3_scale(1.0 / distance, away));
    ti_jet3 arm = jv_sub(ti_event_rim(event, &rim, i), side.center);
    ti_jet below = ti_rim_height(normal, arm, rim.axis, v.radius, h);
    double between = fabs(above.value - below.value);
    *jet = above;
    jet->value -= radius;
    jet->bend = fmax(above.bend, below.bend);
    jet->spread = fmax(above.spread, below.spread) + between;
    jet->error = fmax(above.error, below.error) + between + TI_U * radius;
    jet->slope_error = fmax(above.slope_error, below.slope_error) + fabs(above.slope - below.slope);
    return true;
}

// Where the rim looks like a segment, both ends of a chord may be nearest.
static bool disc_touch(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch)
{
    int i = (int)event->feature, j = 1 - i;
    ti_rolling rim = ti_event_roller(event, moment, i);
    ti_rolling side = ti_event_roller(event, moment, j);
    view v = view_of(event, &rim, &side, i);
    touch->point = rim_point(&v, event->pick);
    toi_vec3 away = away_from_line(&v, touch->point);
    double distance = v3_length(away), height = v3_dot(v3_sub(touch->point, v.base), v.line);
    bool other = event->pick == 1;
    if (v.pierced || !(distance > 0.0) || !(fabs(height) <= event->roller[j]->half_height + slack) ||
        (other && !(distance <= event->roller[j]->radius + slack && fabs(v.sine[0]) > 0.0))) {
        return false;
    }
    toi_vec3 n = v3_scale(1.0 / distance, away);
    ti_wedge wedge = ti_rim_wedge(v3_scale(1.0 / v.radius, v3_sub(touch->point, v.center)),
                                  v3_scale(event->side[i], v.axis));
    touch->properness = ti_properness_wedge_plane(&wedge, n);
    touch->normal = j == 0 ? n : v3_negate(n);
    touch->kind[i] = TOI_FEATURE_EDGE;
    touch->index[i] = event->side[i] > 0;
    touch->kind[j] = TOI_FEATURE_FACE;
    touch->index[j] = TI_ROLLER_SIDE;
    return true;
}

bool ti_rims_on_sides(const ti_event* event, const double window[2])
{
    ti_event e = *event;
    e.law = (ti_event_law){.distance = disc_distance, .touch = disc_touch, .picks = 2};
    bool ok = true;
    for (e.feature = 0; e.feature < 2; ++e.feature) {
        ok = ok && ti_event_solve_ends(&e, (int)e.feature, window);
    }
    return ok;
}
