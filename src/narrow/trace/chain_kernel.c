// Chains of links of two pieces: from place to place along the way, each link along the direction that the
// closest points propose, until the way ends or the pieces are within tolerance.

#include "narrow/trace/put.h"
#include "narrow/trace/side_links.h"
#include "narrow/trace/turning.h"

// A turning direction is tried from the first link on that left more than this part of the distance that was
// there to go.
static const double SLOW_PART = 0.08;

// How far a direction leads that stays in the world and will be the one of the nearest points when they are
// down to the target, as far as their present speed tells: on edges and vertices the direction turns, and the
// present one lasts only until its plane meets something else.
static inline double ahead(ti_run* r, toi_vec3 om, double rest)
{
    const ti_course* c = r->course;
    double weight[3];
    toi_vec3 n = r->seen.normal, x = {0.0, 0.0, 0.0};
    sx_weights(&r->simplex, v3_scale(r->seen.distance, n), weight);
    for (uint32_t i = 0; i < r->simplex.count; ++i) {
        x = v3_madd(x, weight[i], stand_point(&r->stand, r->pieces->m, r->simplex.a[i]));
    }
    double speed = v3_dot(n, v3_cross(c->axis, v3_sub(x, r->stand.pivot)));
    double angle = (r->seen.distance - r->zone->target) / speed;
    if (!(angle > 0.0 && angle < 1.0)) {
        return 0.0;
    }
    toi_vec3 later = v3_madd(n, angle, v3_cross(om, n));
    ti_along a = along(&r->stand, r->pieces, v3_scale(1.0 / v3_length(later), later));
    if (!(a.now > r->zone->target)) {
        return 0.0;
    }
    ti_quadratics q = quadratics_of_m(r->pieces, &a, c->axis, r->zone->target);
    return longest(r, &q, rest).tau;
}

// Directions that follow the nearest points.
static inline double follow(ti_run* r, double rest, double tau)
{
    toi_vec3 om = turn_of_witness(&r->stand, r->pieces, r->course->axis, &r->seen, &r->simplex);
    double om2 = v3_dot(om, om);
    if (!(om2 > 0.0 && om2 < TI_MOST_TURN * TI_MOST_TURN)) {
        return tau;
    }
    tau = d_max(tau, ahead(r, om, rest));
    bool slow = r->seen.distance - r->zone->keep > SLOW_PART * r->before;
    if (tau < rest && slow) {
        ti_turning t = turning_of(&r->stand, r->pieces, r->course->axis, om, &r->seen.along);
        double turned = turning_link(&t, rest, tau, r->zone, r->course->rounding);
        r->low |= turned > tau;
        tau = d_max(tau, turned);
    }
    return tau;
}

// The direction at hand may be fixed in the world or in M. A link that leads beyond `best` is long enough.
static inline bool turn(ti_run* r, double best, ti_place* next)
{
    const ti_course* c = r->course;
    bool last;
    double rest = rest_of_turn(c, &r->place, &last);
    ti_quadratics q = quadratics_of_m(r->pieces, &r->seen.along, c->axis, r->zone->target);
    double tau = longest(r, &q, rest).tau;
    if (tau < rest) {
        *next = place_after_turn(&r->place, tau);
        if (next->order > best) {
            return false;
        }
        q = quadratics_of_s(r->pieces, &r->seen.along, c->axis, c->pivot, r->zone->target);
        tau = d_max(tau, longest(r, &q, rest).tau);
    }
    if (tau < rest) {
        tau = follow(r, rest, tau);
    }
    if (tau >= rest && last) {
        return true;
    }
    *next = place_after_turn(&r->place, d_min(tau, rest));
    return false;
}

// Links of the search, from what it has seen at the place on.
static void run_by_search(ti_run* r, const ti_aim* aim, double best, uint32_t max_steps, ti_chain* chain)
{
    while (chain->steps < max_steps) {
        ti_place next;
        if (r->seen.state == TI_SEEN_NEAR) {
            finish_stop(r, chain);
            return;
        }
        if (r->seen.state == TI_SEEN_MEET || !(r->seen.along.now > r->zone->target)) {
            break;
        }
        if (r->course->turns ? turn(r, best, &next) : slide(r, &r->seen.along, &next)) {
            finish(r, TI_REACH_CLEAR, chain);
            return;
        }
        if (!(next.order > r->place.order)) {
            break;
        }
        if (next.order > best) {
            finish(r, TI_REACH_LATER, chain);
            return;
        }
        r->before = r->seen.distance - r->zone->keep;
        r->place = next;
        if (++chain->steps < max_steps) {
            r->stand = stand_at(r->course, &r->place);
            look_again(&r->stand, r->pieces, aim, &r->simplex, &r->seen);
        }
    }
    finish(r, TI_REACH_STUCK, chain);
}

// From the first place on, along sides where there are some.
static void run_chain(ti_run* r, double best, uint32_t max_steps, ti_chain* chain)
{
    const ti_aim aim = aim_of(r->zone);
    if (r->pieces->sides_m == NULL) {
        look_first(&r->stand, r->pieces, &aim, &r->simplex, &r->seen);
    } else if (run_along_sides(r, &aim, best, chain)) {
        return;
    }
    run_by_search(r, &aim, best, max_steps, chain);
}

// The search for the distance, from the side along which the pieces are farthest apart where there are sides.
static void search_start(ti_run* r, const ti_aim* aim)
{
    if (r->pieces->sides_m != NULL) {
        search_from_side(r, aim);
    } else {
        look_first(&r->stand, r->pieces, aim, &r->simplex, &r->seen);
    }
}

double ti_start_gap(const ti_course* course, const ti_couple* p, double enough)
{
    const ti_aim aim = {-1.0, 0.0, enough, -HUGE_VAL};
    const ti_place start = place_start();
    ti_run r;
    start_run(&r, course, NULL, p, &start);
    search_start(&r, &aim);
    return r.seen.state == TI_SEEN_MEET ? 0.0 : r.seen.along.now;
}

void ti_chain_nearest(const ti_course* course, const ti_couple* p, const ti_near* near, ti_chain* chain)
{
    const ti_aim aim = {near->within, TI_CLOSE_PART * near->tolerance, near->within, -HUGE_VAL};
    ti_run r;
    start_run(&r, course, NULL, p, &near->at);
    look_first(&r.stand, r.pieces, &aim, &r.simplex, &r.seen);
    chain->outcome = TI_REACH_CLEAR;
    chain->steps = 0;
    if (r.seen.state == TI_SEEN_NEAR) {
        finish_stop(&r, chain);
    }
}

void ti_chain_run(const ti_course* course, const ti_zone* zone, const ti_couple* p,
                  const ti_chain_range* range, ti_chain* chain)
{
    ti_run r;
    start_run(&r, course, zone, p, &range->from);
    chain->steps = 0;
    run_chain(&r, range->best, range->max_steps, chain);
}

// Looking along all sides pays for few points.
enum { MOST_SIDE_POINTS = 32 };

// Whether some side tells that the bodies start at least so far apart.
static bool starts_far(ti_run* r, double enough)
{
    return r->pieces->sides_m != NULL &&
           (farthest_side(r, 1).value >= enough || farthest_side(r, 0).value >= enough);
}

// The search at the start serves both: it ends where the distance does not matter and the direction is good
// enough for a link. Where a side tells that the start is free, by an estimate that rounding may make too
// large, it still is farther away than where a chain may stop.
static void chain_hulls(const ti_course* course, const ti_pair_terms* terms, const ti_couple* p, double best,
                        ti_zone* zone, ti_chain* chain)
{
    const ti_frame_terms t = frame_terms(course, terms);
    const ti_place start = place_start();
    ti_run r;
    start_run(&r, course, zone, p, &start);
    chain->steps = 0;
    *zone = zone_above(t.separation, t.tolerance, course->rounding);
    if (starts_far(&r, t.enough)) {
        run_chain(&r, best, terms->max_steps, chain);
        return;
    }
    const ti_aim aim = {-1.0, 0.0, t.enough, t.enough};
    search_start(&r, &aim);
    *zone = zone_of(course, &t, r.seen.state == TI_SEEN_MEET ? 0.0 : r.seen.along.now);
    if (zone->meets) {
        end_nowhere(TI_REACH_MEETS, chain);
        return;
    }
    const ti_aim links = aim_of(zone);
    run_by_search(&r, &links, best, terms->max_steps, chain);
}

// Whether M begins wholly behind a single face: its second side looks backwards.
static bool begins_behind(const ti_course* course, const ti_bodies* bodies, const ti_points* m)
{
    const ti_sides* s = &bodies->s->sides;
    if (!bodies->one_sided || s->count != 2) {
        return false;
    }
    toi_vec3 back = v3(s->normal.x[1], s->normal.y[1], s->normal.z[1]);
    double low = v3_dot(back, course->pivot) - ti_farthest_of(m, 0, m->count, v3_negate(back)).value;
    return low - s->offset[1] > 2.0 * course->rounding;
}

// A free move that nothing is asked of.
static void pass(const ti_course* course, const ti_pair_terms* terms, ti_zone* zone, ti_chain* chain)
{
    const ti_frame_terms t = frame_terms(course, terms);
    *zone = zone_above(t.separation, t.tolerance, course->rounding);
    end_nowhere(TI_REACH_CLEAR, chain);
}

void ti_chain_hulls(const ti_course* course, const ti_pair_terms* terms, const ti_bodies* bodies, double best,
                    ti_zone* zone, ti_chain* chain)
{
    double x[TI_HULL_POINTS], y[TI_HULL_POINTS], z[TI_HULL_POINTS];
    const ti_points* local = &bodies->m->support.points;
    put_points(course, local, local->count, (double* const[3]){x, y, z});
    const ti_points m = {x, y, z, local->count};
    ti_late_sides sides;
    if (begins_behind(course, bodies, &m)) {
        pass(course, terms, zone, chain);
        return;
    }
    ti_couple p = {.m = &m, .s = &bodies->s->support.points};
    p.guess = v3_negate(v3_add(course->pivot, course->base));
    if (bodies->m->sides.count > 0 && bodies->s->sides.count > 0 && m.count <= MOST_SIDE_POINTS &&
        p.s->count <= MOST_SIDE_POINTS) {
        sides.mesh = bodies->m;
        p.late = &sides;
        p.sides_m = &sides.sides;
        p.sides_s = &bodies->s->sides;
    }
    chain_hulls(course, terms, &p, best, zone, chain);
}
