// Two cylinders, but for a rim on a side, which is in round_disc.c. With c, u, r, h the centres, axes, radii
// and half heights, y = c1 - c0 and n = u0 x u1:
//     side on side   |y . n| - (r0 + r1) |n|: the distance of the axes times the sine of their angle
//     rim on cap     the lowest point of a rim in the plane of a cap, as with a facet
//     rim on rim     |w . n| - sqrt(r0^2 n^2 - (w . u1)^2) - sqrt(r1^2 n^2 - (w . u0)^2), w between the
//     centres
//                    of the rims: on the line in which their planes cross, the chords of both end at one
//                    point, one to the left and one to the right of it

#include "narrow/screw/round.h"

// Axes, or planes of rims, nearer to parallel than this are not told apart from parallel ones.
static double least_sine(const ti_event* event, double length)
{
    return 0.5 * event->stage->solver->pair->tolerance / length;
}

static bool stays_parallel(const ti_jet* sine, double least)
{
    return sine->value + (sine->spread + sine->error) * JET_UP <= least;
}

// ---- side on side

static double shorter(const ti_event* event)
{
    return 2.0 * fmin(event->roller[0]->half_height, event->roller[1]->half_height);
}

static bool sides_distance(const ti_event* event, const ti_moment* moment, ti_jet* jet)
{
    double h = moment->h, radius = event->roller[0]->radius + event->roller[1]->radius;
    ti_rolling r[2] = {ti_event_roller(event, moment, 0), ti_event_roller(event, moment, 1)};
    ti_jet3 across = jv_cross(r[0].axis, r[1].axis, h);
    ti_jet sine = jv_length(across, h);
    ti_jet lines = jt_absolute(jv_dot(jv_sub(r[1].center, r[0].center), across, h));
    *jet = jt_sub(lines, jt_scale(radius, sine));
    return !stays_parallel(&sine, least_sine(event, shorter(event)));
}

// The foot of the common perpendicular on the axis k / 2, from its ends.
static ti_jet sides_limit(const ti_event* event, const ti_moment* moment, uint32_t k)
{
    double h = moment->h;
    int i = (int)(k / 2);
    ti_rolling r[2] = {ti_event_roller(event, moment, 0), ti_event_roller(event, moment, 1)};
    ti_jet3 across = jv_cross(r[0].axis, r[1].axis, h);
    ti_jet3 turned = jv_cross(jv_sub(r[1].center, r[0].center), r[1 - i].axis, h);
    ti_jet inverse = jt_inverse(jv_dot(across, across, h), h);
    ti_jet foot = jt_multiply(jv_dot(across, turned, h), inverse, h);
    return jt_add(jt_scale(k % 2 == 0 ? 1.0 : -1.0, foot), jt_constant(event->roller[i]->half_height));
}

static bool sides_touch(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch)
{
    const ti_screw_pair* pair = event->stage->solver->pair;
    ti_rolling r[2] = {ti_event_roller(event, moment, 0), ti_event_roller(event, moment, 1)};
    toi_vec3 across = v3_cross(r[0].axis.value, r[1].axis.value);
    toi_vec3 y = v3_sub(r[1].center.value, r[0].center.value);
    double sine2 = v3_dot(across, across), sine = sqrt(sine2), foot[2];
    if (!(sine > least_sine(event, shorter(event)))) {
        return false;
    }
    double room = pair->tolerance + (slack - pair->tolerance + pair->rounding) / sine;
    for (int i = 0; i < 2; ++i) {
        foot[i] = v3_dot(across, v3_cross(y, r[1 - i].axis.value)) / sine2;
        if (!(fabs(foot[i]) <= event->roller[i]->half_height + room)) {
            return false;
        }
    }
    touch->normal = v3_scale((v3_dot(y, across) > 0.0 ? 1.0 : -1.0) / sine, across);
    touch->point = v3_madd(r[0].center.value, foot[0], r[0].axis.value);
    touch->point = v3_madd(touch->point, event->roller[0]->radius, touch->normal);
    touch->properness = 0.0;
    touch->kind[0] = touch->kind[1] = TOI_FEATURE_FACE;
    touch->index[0] = touch->index[1] = TI_ROLLER_SIDE;
    return true;
}

// ---- rim on cap; event->feature is the roller with the rim, i below, and j the one with the cap

static bool cap_distance(const ti_event* event, const ti_moment* moment, ti_jet* jet)
{
    double h = moment->h;
    int i = (int)event->feature, j = 1 - i;
    ti_rolling rim = ti_event_roller(event, moment, i), cap = ti_event_roller(event, moment, j);
    ti_jet3 normal = jv_scale(event->side[j], cap.axis);
    ti_jet3 arm = jv_sub(ti_event_rim(event, &rim, i), cap.center);
    ti_jet height = ti_rim_height(normal, arm, rim.axis, event->roller[i]->radius, h);
    *jet = jt_add(height, jt_constant(-event->roller[j]->half_height));
    return true;
}

// How far the lowest point is inside of the cap; of level caps, how far they overlap.
static ti_jet cap_limit(const ti_event* event, const ti_moment* moment, uint32_t k)
{
    (void)k;
    double h = moment->h;
    int i = (int)event->feature, j = 1 - i;
    ti_rolling rim = ti_event_roller(event, moment, i), cap = ti_event_roller(event, moment, j);
    ti_jet3 arm = jv_sub(ti_event_rim(event, &rim, i), cap.center);
    ti_jet3 normal = jv_scale(event->side[j], cap.axis), across = jv_cross(normal, rim.axis, h);
    ti_jet sine = jv_length(across, h);
    double radius = event->roller[i]->radius, room = event->roller[j]->radius;
    if (ti_rim_is_level(event, i, sine.value)) {
        room += radius;
    } else { // (u x (n x u)) / |n x u| is the unit vector from the lowest point to the centre
        ti_jet3 rise = jv_cross(rim.axis, across, h);
        arm = jv_sub(arm, jv_multiply(jt_scale(radius, jt_inverse(sine, h)), rise, h));
    }
    return jt_sub(jt_constant(room), jv_length(jv_cross(arm, cap.axis, h), h));
}

// Two level caps: in the middle of what they share of the line through their centres. `arm` leads along
// them from `base`, the centre of the cap of j.
static bool level_touch(const ti_event* event, toi_vec3 arm, toi_vec3 base, double slack, ti_touch* touch)
{
    int i = (int)event->feature, j = 1 - i;
    double away = v3_length(arm), ri = event->roller[i]->radius, rj = event->roller[j]->radius;
    double middle = 0.5 * (fmax(-rj, away - ri) + fmin(rj, away + ri));
    touch->point = away > 0.0 ? v3_madd(base, middle / away, arm) : base;
    return away <= ri + rj + slack;
}

static bool cap_touch(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch)
{
    int i = (int)event->feature, j = 1 - i;
    ti_rolling rim = ti_event_roller(event, moment, i), cap = ti_event_roller(event, moment, j);
    toi_vec3 n = v3_scale(event->side[j], cap.axis.value);
    touch->normal = j == 0 ? n : v3_negate(n);
    touch->kind[j] = TOI_FEATURE_FACE;
    touch->index[j] = TI_ROLLER_CAP + (event->side[j] > 0);
    ti_rim_rest rest = ti_rim_lay(event, i, &rim, n, &slack, touch);
    if (rest == TI_RIM_POINT) {
        double away = v3_length(v3_cross(v3_sub(touch->point, cap.center.value), n));
        return away <= event->roller[j]->radius + slack;
    }
    toi_vec3 base = v3_madd(cap.center.value, event->roller[j]->half_height, n);
    toi_vec3 arm = v3_sub(ti_event_rim(event, &rim, i).value, base);
    return rest == TI_RIM_FLAT && level_touch(event, v3_madd(arm, -v3_dot(arm, n), n), base, slack, touch);
}

// ---- rim on rim

static double smaller(const ti_event* event)
{
    return fmin(event->roller[0]->radius, event->roller[1]->radius);
}

// The square of half the chord of rim i, times sine^2.
static ti_jet chord_of(const ti_event* event, const ti_rolling r[2], int i, ti_jet3 apart, double h)
{
    double radius = event->roller[i]->radius;
    ti_jet3 across = jv_cross(r[0].axis, r[1].axis, h);
    ti_jet away = jv_dot(apart, r[1 - i].axis, h);
    return jt_sub(jt_scale(radius * radius, jv_dot(across, across, h)), jt_multiply(away, away, h));
}

static bool rims_distance(const ti_event* event, const ti_moment* moment, ti_jet* jet)
{
    double h = moment->h;
    ti_rolling r[2] = {ti_event_roller(event, moment, 0), ti_event_roller(event, moment, 1)};
    ti_jet3 apart = jv_sub(ti_event_rim(event, &r[1], 1), ti_event_rim(event, &r[0], 0));
    ti_jet3 across = jv_cross(r[0].axis, r[1].axis, h);
    ti_jet sine = jv_length(across, h);
    *jet = jt_absolute(jv_dot(apart, across, h));
    for (int i = 0; i < 2; ++i) {
        ti_jet chord = chord_of(event, r, i, apart, h);
        if (chord.value + (chord.spread + chord.error) * JET_UP < 0.0) {
            return false;
        }
        *jet = jt_sub(*jet, jt_root(chord, h));
    }
    return !stays_parallel(&sine, least_sine(event, smaller(event)));
}

static bool rims_touch(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch)
{
    (void)slack;
    ti_rolling r[2] = {ti_event_roller(event, moment, 0), ti_event_roller(event, moment, 1)};
    toi_vec3 center[2] = {ti_event_rim(event, &r[0], 0).value, ti_event_rim(event, &r[1], 1).value};
    toi_vec3 u0 = r[0].axis.value, u1 = r[1].axis.value, across = v3_cross(u0, u1);
    toi_vec3 apart = v3_sub(center[1], center[0]);
    double sine = v3_length(across), away = v3_dot(apart, u1) / sine, radius = event->roller[0]->radius;
    if (!(sine > least_sine(event, smaller(event)))) {
        return false;
    }
    // On the line along t, at the height of centre 0, and half the chord further.
    toi_vec3 t = v3_scale((v3_dot(apart, across) > 0.0 ? 1.0 : -1.0) / sine, across);
    double half = sqrt(fmax(radius * radius - away * away, 0.0));
    toi_vec3 aside = v3_cross(u0, v3_scale(1.0 / sine, across));
    touch->point = v3_madd(v3_madd(center[0], -away, aside), half, t);
    ti_wedge wedge[2];
    for (int i = 0; i < 2; ++i) {
        toi_vec3 axis = r[i].axis.value, out = v3_sub(touch->point, center[i]);
        out = v3_madd(out, -v3_dot(out, axis), axis);
        double length = v3_length(out);
        if (!(length > 0.0)) {
            return false;
        }
        wedge[i] = ti_rim_wedge(v3_scale(1.0 / length, out), v3_scale(event->side[i], axis));
        touch->kind[i] = TOI_FEATURE_EDGE;
        touch->index[i] = event->side[i] > 0;
    }
    return ti_touch_edges(event, &wedge[0], &wedge[1], smaller(event), touch);
}

// ---- all of them

static bool solve_sides(ti_event event, const double window[2])
{
    event.distance = sides_distance;
    event.limit = sides_limit;
    event.limit_count = 4;
    event.limits_hold = true;
    event.touch = sides_touch;
    return ti_event_solve(&event, window[0], window[1]);
}

// With the rims and caps of the sides event.side.
static bool solve_ends(ti_event event, const double window[2])
{
    event.distance = rims_distance;
    event.touch = rims_touch;
    bool ok = ti_event_solve(&event, window[0], window[1]);
    event.plain = true;
    event.distance = cap_distance;
    event.limit = cap_limit;
    event.limit_count = 1;
    event.touch = cap_touch;
    for (event.feature = 0; ok && event.feature < 2; ++event.feature) {
        ok = ti_event_solve(&event, window[0], window[1]);
    }
    return ok;
}

bool ti_cylinder_pair(const ti_event* event, const double window[2])
{
    ti_event e = *event;
    bool ok = solve_sides(e, window) && ti_rims_on_sides(&e, window);
    for (e.side[0] = -1; ok && e.side[0] <= 1; e.side[0] += 2) {
        for (e.side[1] = -1; ok && e.side[1] <= 1; e.side[1] += 2) {
            ok = solve_ends(e, window);
        }
    }
    return ok;
}
