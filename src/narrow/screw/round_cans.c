// The rims of two cylinders on caps and rims; on sides they are in round_disc.c, and both sides in
// round_lines.c. With u, r the axes and radii, n = u0 x u1 and w from the centre of one rim to that of the
// other:
//     rim on cap     the lowest point of a rim in the plane of a cap, as with a facet
//     rim on rim     |w . n| - sqrt(r0^2 n^2 - (w . u1)^2) - sqrt(r1^2 n^2 - (w . u0)^2)
// The latter is on the line in which the planes of the rims cross: the chords of both end at one point, one
// to the left and one to the right of it.

#include "narrow/screw/round.h"

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
    return !ti_stays_parallel(&sine, ti_least_sine(event, smaller(event)));
}

static bool rims_touch(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch)
{
    (void)slack;
    ti_rolling r[2] = {ti_event_roller(event, moment, 0), ti_event_roller(event, moment, 1)};
    toi_vec3 center[2] = {ti_event_rim(event, &r[0], 0).value, ti_event_rim(event, &r[1], 1).value};
    toi_vec3 u0 = r[0].axis.value, u1 = r[1].axis.value, across = v3_cross(u0, u1);
    toi_vec3 apart = v3_sub(center[1], center[0]);
    double sine = v3_length(across), away = v3_dot(apart, u1) / sine, radius = event->roller[0]->radius;
    if (!(sine > ti_least_sine(event, smaller(event)))) {
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

// With the rims and caps of the sides event.side.
static bool solve_ends(ti_event event, const double window[2])
{
    event.law = (ti_event_law){.distance = rims_distance, .touch = rims_touch};
    bool ok = ti_event_solve(&event, window[0], window[1]);
    event.law = (ti_event_law){
        .distance = cap_distance, .limit = cap_limit, .limit_count = 1, .plain = true, .touch = cap_touch};
    for (event.feature = 0; ok && event.feature < 2; ++event.feature) {
        ok = ti_event_solve(&event, window[0], window[1]);
    }
    return ok;
}

bool ti_cylinder_pair(const ti_event* event, const double window[2])
{
    ti_event e = *event;
    bool ok = ti_round_lines(&e, window) && ti_rims_on_sides(&e, window);
    for (e.side[0] = -1; ok && e.side[0] <= 1; e.side[0] += 2) {
        for (e.side[1] = -1; ok && e.side[1] <= 1; e.side[1] += 2) {
            ok = solve_ends(e, window);
        }
    }
    return ok;
}
