// Chains of links of two pieces: from place to place along the way, each link along the direction that the
// closest points propose, until the way ends or the pieces are within tolerance.

#include "narrow/trace/link.h"
#include "narrow/trace/path.h"
#include "narrow/trace/put.h"
#include "narrow/trace/sides.h"
#include "narrow/trace/turning.h"

// A turning direction is tried from the first link on that left more than this part of the distance that was
// there to go.
static const double SLOW_PART = 0.08;

// At a stop the distance, and with it the normal, is made known to this part of the tolerance.
static const double CLOSE_PART = 0x1p-20;

static inline ti_aim aim_of(const ti_zone* z)
{
    return (ti_aim){z->keep + z->tolerance, CLOSE_PART * z->tolerance, z->target, z->target};
}

// A chain on its way.
typedef struct run {
    const ti_course* course;
    const ti_zone* zone;
    const ti_couple* pieces;
    ti_place place;
    ti_stand stand;
    ti_seen seen;
    ti_simplex simplex;
    double before;     // what was left to go before the last link
    bool by_sides;     // links go along sides so far
    ti_side_view view; // then of these: of a translation at its start, of a rotation at `viewed`
    double viewed;
    ti_along of_m;     // of a rotation a side of M, which turns with it; `seen` has one of S
    bool has_s, has_m; // which of them there is
    bool low;          // as in ti_chain
} run;

// Returns whether the way ends before the separation is down to the floor; else where it is down to the
// target.
static inline bool slide(run* r, ti_place* next)
{
    const ti_along* a = &r->seen.along;
    double rest = 1.0 - r->place.order, speed = v3_dot(a->normal, r->course->by);
    double end = a->now - speed * rest;
    if (end >= r->zone->floor) {
        r->low |= !(end >= r->zone->target);
        return true;
    }
    double t = (a->now - r->zone->target) / speed;
    *next = (ti_place){r->place.order + t * TI_ROOT_CUT, 1.0, 0.0};
    return false;
}

// How far a direction fixed in the world or in M leads, up to `rest`; at least `rest` where it leads there at
// the floor.
static inline double longest(run* r, const ti_quadratics* q, double rest)
{
    double end, tau = first_root(q, rest, &end);
    double spare = r->zone->target - r->zone->floor;
    if (tau >= rest || !(end + spare * (1.0 + rest * rest) >= 0.0)) {
        return tau;
    }
    ti_quadratics lower = *q;
    lower.level_0 += spare;
    lower.level_2 += spare;
    double down = first_root(&lower, rest, &end);
    if (!(down >= rest)) {
        return tau;
    }
    r->low = true;
    return down;
}

// How far a direction leads that stays in the world and will be the one of the nearest points when they are
// down to the target, as far as their present speed tells: on edges and vertices the direction turns, and the
// present one lasts only until its plane meets something else.
static inline double ahead(run* r, toi_vec3 om, double rest)
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
    return longest(r, &q, rest);
}

// Directions that follow the nearest points.
static inline double follow(run* r, double rest, double tau)
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

// The direction at hand may be fixed in the world or in M. Of two sides each is fixed in its body.
// A link that leads beyond `best` is long enough.
static inline bool turn(run* r, double best, ti_place* next)
{
    const ti_course* c = r->course;
    bool last;
    double rest = rest_of_turn(c, &r->place, &last);
    double tau = 0.0;
    if (!r->by_sides || r->has_s) {
        ti_quadratics q = quadratics_of_m(r->pieces, &r->seen.along, c->axis, r->zone->target);
        tau = longest(r, &q, rest);
    }
    if (tau < rest) {
        *next = place_after_turn(&r->place, tau);
        if (next->order > best) {
            return false;
        }
    }
    if (tau < rest && (!r->by_sides || r->has_m)) {
        const ti_along* of_m = r->by_sides ? &r->of_m : &r->seen.along;
        ti_quadratics q = quadratics_of_s(r->pieces, of_m, c->axis, c->pivot, r->zone->target);
        tau = d_max(tau, longest(r, &q, rest));
    }
    if (tau < rest && !r->by_sides) {
        tau = follow(r, rest, tau);
    }
    if (tau >= rest && last) {
        return true;
    }
    *next = place_after_turn(&r->place, d_min(tau, rest));
    return false;
}

// Takes the sides that lead on from here. False where none does: the one at whose target a link ended is
// above it by rounding at most, so more than that is asked for.
static inline bool look_at_sides(run* r)
{
    const double target = 2.0 * r->zone->target - r->zone->floor;
    r->seen.state = TI_SEEN_APART;
    if (!r->course->turns) {
        ti_side_pick pick = pick_longest(&r->view, r->place.order, target);
        if (!(pick.value > r->place.order)) {
            return false;
        }
        r->seen.along = along_side(&r->stand, r->pieces, &pick);
        return r->seen.along.now > r->zone->target;
    }
    if (r->viewed != r->place.order) {
        view_sides(r->course, &r->stand, r->pieces, &r->view);
        r->viewed = r->place.order;
    }
    ti_side_pick m = pick_of(&r->view, 0, 0.0), s = pick_of(&r->view, 1, 0.0);
    r->has_s = r->has_m = false;
    if (s.value > target) {
        r->seen.along = along_side(&r->stand, r->pieces, &s);
        r->has_s = r->seen.along.now > r->zone->target;
    }
    if (m.value > target) {
        r->of_m = along_side(&r->stand, r->pieces, &m);
        r->has_m = r->of_m.now > r->zone->target;
    }
    return r->has_s || r->has_m;
}

// From the side along which the pieces are farthest apart at this place to the search.
static inline void search_from_side(run* r, const ti_aim* aim)
{
    ti_side_pick pick = pick_farthest(&r->view, r->course->turns ? 0.0 : r->place.order);
    r->seen.along = along_side(&r->stand, r->pieces, &pick);
    seed_simplex(&r->stand, r->pieces, &pick, &r->seen.along, &r->simplex);
    r->by_sides = false;
    look_on(&r->stand, r->pieces, aim, &r->simplex, &r->seen);
}

static inline void finish(const run* r, ti_reach_outcome outcome, ti_chain* chain)
{
    chain->outcome = outcome;
    chain->place = r->place;
    chain->distance = r->seen.distance;
    chain->low = r->low;
}

static inline void finish_stop(const run* r, ti_chain* chain)
{
    finish(r, TI_REACH_STOP, chain);
    chain->normal = r->seen.normal;
    chain->simplex = r->simplex;
    sx_weights(&r->simplex, v3_scale(r->seen.distance, r->seen.normal), chain->weight);
}

// Looks at the place that a link led to.
static inline void look(run* r, const ti_aim* aim)
{
    r->stand = stand_at(r->course, &r->place);
    if (!r->by_sides) {
        look_again(&r->stand, r->pieces, aim, &r->simplex, &r->seen);
    } else if (!look_at_sides(r)) {
        search_from_side(r, aim);
    }
}

// From the first look on.
static void run_chain(run* r, double best, uint32_t max_steps, ti_chain* chain)
{
    const ti_aim aim = aim_of(r->zone);
    for (chain->steps = 0; chain->steps < max_steps; ++chain->steps) {
        ti_place next;
        if (chain->steps > 0) {
            look(r, &aim);
        }
        if (r->seen.state == TI_SEEN_NEAR) {
            finish_stop(r, chain);
            return;
        }
        if (r->seen.state == TI_SEEN_MEET || !(r->by_sides || r->seen.along.now > r->zone->target)) {
            break;
        }
        if (r->course->turns ? turn(r, best, &next) : slide(r, &next)) {
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
        r->before = r->by_sides ? HUGE_VAL : r->seen.distance - r->zone->keep;
        r->place = next;
    }
    finish(r, TI_REACH_STUCK, chain);
}

static void start_run(run* r, const ti_course* course, const ti_zone* zone, const ti_couple* p,
                      const ti_place* from)
{
    r->course = course;
    r->zone = zone;
    r->pieces = p;
    r->place = *from;
    r->before = HUGE_VAL;
    r->low = false;
    r->by_sides = p->sides_m != NULL;
    r->seen.distance = 0.0;
    r->stand = stand_at(course, &r->place);
}

// Estimates of the separation along sides; their largest one.
static double view_start(run* r)
{
    const ti_place start = place_start();
    const ti_stand stand = r->course->turns ? r->stand : stand_at(r->course, &start);
    view_sides(r->course, &stand, r->pieces, &r->view);
    r->viewed = r->place.order;
    return pick_farthest(&r->view, r->course->turns ? 0.0 : r->place.order).value;
}

// The search, from the side along which the pieces are farthest apart where there are sides in view.
static void search_start(run* r, const ti_aim* aim)
{
    if (r->by_sides) {
        search_from_side(r, aim);
    } else {
        look_first(&r->stand, r->pieces, aim, &r->simplex, &r->seen);
    }
}

double ti_start_gap(const ti_course* course, const ti_couple* p, double enough)
{
    const ti_aim aim = {-1.0, 0.0, enough, -HUGE_VAL};
    run r;
    const ti_place start = place_start();
    start_run(&r, course, NULL, p, &start);
    if (r.by_sides) {
        view_start(&r);
    }
    search_start(&r, &aim);
    return r.seen.state == TI_SEEN_MEET ? 0.0 : r.seen.along.now;
}

void ti_chain_nearest(const ti_course* course, const ti_couple* p, const ti_near* near, ti_chain* chain)
{
    const ti_aim aim = {near->within, CLOSE_PART * near->tolerance, near->within, -HUGE_VAL};
    run r;
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
    const ti_aim aim = aim_of(zone);
    run r;
    start_run(&r, course, zone, p, &range->from);
    if (r.by_sides) {
        view_start(&r);
    }
    if (!r.by_sides || !look_at_sides(&r)) {
        search_start(&r, &aim);
    }
    run_chain(&r, range->best, range->max_steps, chain);
}

// Looking along all sides pays for few points.
enum { MOST_SIDE_POINTS = 32 };

// The search at the start serves both: it ends where the distance does not matter and the direction is good
// enough for a link.
static void chain_hulls(const ti_course* course, const ti_pair_terms* terms, const ti_couple* p, double best,
                        ti_zone* zone, ti_chain* chain)
{
    const ti_frame_terms t = frame_terms(course, terms);
    const ti_aim aim = {-1.0, 0.0, t.enough, t.enough};
    run r;
    const ti_place start = place_start();
    start_run(&r, course, zone, p, &start);
    *zone = zone_above(t.separation, t.tolerance, course->rounding);
    // The zone is that of a free start; where the estimate is too large by rounding, the start still is
    // farther away than where a chain may stop.
    if (!(r.by_sides && view_start(&r) >= t.enough && look_at_sides(&r))) {
        search_start(&r, &aim);
        *zone = zone_of(course, &t, r.seen.state == TI_SEEN_MEET ? 0.0 : r.seen.along.now);
    }
    if (zone->meets) {
        end_nowhere(TI_REACH_MEETS, chain);
        return;
    }
    run_chain(&r, best, terms->max_steps, chain);
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
    double x[TI_HULL_POINTS], y[TI_HULL_POINTS], z[TI_HULL_POINTS], side[4][TI_MOST_SIDES];
    const ti_points* local = &bodies->m->support.points;
    put_points(course, local, local->count, (double* const[3]){x, y, z});
    const ti_points m = {x, y, z, local->count};
    ti_sides sides;
    if (begins_behind(course, bodies, &m)) {
        pass(course, terms, zone, chain);
        return;
    }
    ti_couple p = {.m = &m, .s = &bodies->s->support.points};
    p.guess = v3_negate(v3_add(course->pivot, course->base));
    if (bodies->m->sides.count > 0 && bodies->s->sides.count > 0 && m.count <= MOST_SIDE_POINTS &&
        p.s->count <= MOST_SIDE_POINTS) {
        sides = put_sides(course, bodies->m, (double* const[4]){side[0], side[1], side[2], side[3]});
        p.sides_m = &sides;
        p.sides_s = &bodies->s->sides;
    }
    chain_hulls(course, terms, &p, best, zone, chain);
}
