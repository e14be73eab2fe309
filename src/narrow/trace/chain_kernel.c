// Chains of links of two pieces: from place to place along the way, each link along the direction that the
// closest points propose, until the way ends or the pieces are within tolerance.

#include "narrow/trace/link.h"
#include "narrow/trace/path.h"
#include "narrow/trace/turning.h"

// A turning direction is tried from the first link on that left more than this part of the distance that was
// there to go.
static const double SLOW_PART = 0.08;

// A chain on its way.
typedef struct run {
    const ti_course* course;
    const ti_zone* zone;
    const ti_pieces* pieces;
    ti_place place;
    ti_stand stand;
    ti_seen seen;
    double before; // what was left to go before the last link
} run;

// Returns whether the way ends before the separation is down to the floor; else where it is down to the
// target.
static inline bool slide(const run* r, ti_place* next)
{
    const ti_along* a = &r->seen.along;
    double rest = 1.0 - r->place.order, speed = v3_dot(a->normal, r->course->by);
    if (a->now - speed * rest >= r->zone->floor) {
        return true;
    }
    double t = (a->now - r->zone->target) / speed;
    *next = (ti_place){r->place.order + t * TI_ROOT_CUT, 1.0, 0.0};
    return false;
}

// How far a direction fixed in the world or in M leads, up to `rest`; at least `rest` where it leads there at
// the floor.
static inline double longest(const ti_quadratics* q, const ti_zone* zone, double rest)
{
    double end, tau = first_root(q, rest, &end);
    double spare = zone->target - zone->floor;
    if (tau >= rest || !(end + spare * (1.0 + rest * rest) >= 0.0)) {
        return tau;
    }
    ti_quadratics lower = *q;
    lower.level_0 += spare;
    lower.level_2 += spare;
    double down = first_root(&lower, rest, &end);
    return down >= rest ? down : tau;
}

static inline bool turn(const run* r, const ti_simplex* simplex, ti_place* next)
{
    const ti_course* c = r->course;
    const ti_along* a = &r->seen.along;
    bool last;
    double rest = rest_of_turn(c, &r->place, &last);
    ti_quadratics q = quadratics_of_m(r->pieces, a, c->axis, r->zone->target);
    double tau = longest(&q, r->zone, rest);
    if (tau < rest) {
        q = quadratics_of_s(r->pieces, a, c->axis, c->pivot, r->zone->target);
        tau = d_max(tau, longest(&q, r->zone, rest));
    }
    bool slow = r->seen.distance - r->zone->keep > SLOW_PART * r->before;
    if (tau < rest && slow) {
        ti_turning t = turning_of(&r->stand, r->pieces, c->axis, &r->seen, simplex);
        tau = d_max(tau, turning_link(&t, rest, tau, r->zone, c->rounding));
    }
    if (tau >= rest && last) {
        return true;
    }
    *next = place_after_turn(&r->place, d_min(tau, rest));
    return false;
}

static inline void finish(const run* r, ti_reach_outcome outcome, ti_chain* chain)
{
    chain->outcome = outcome;
    chain->place = r->place;
    chain->distance = r->seen.distance;
}

static inline void finish_stop(const run* r, const ti_simplex* simplex, ti_chain* chain)
{
    finish(r, TI_REACH_STOP, chain);
    chain->normal = r->seen.normal;
    chain->simplex = *simplex;
    sx_weights(simplex, v3_scale(r->seen.distance, r->seen.normal), chain->weight);
}

// From the first look, at the start, on.
static void run_chain(run* r, double best, uint32_t max_steps, ti_simplex* simplex, ti_chain* chain)
{
    const ti_aim aim = {r->zone->keep + r->zone->tolerance, r->zone->target, r->zone->target};
    for (chain->steps = 0; chain->steps < max_steps; ++chain->steps) {
        ti_place next;
        if (chain->steps > 0) {
            r->stand = stand_at(r->course, &r->place);
            look_again(&r->stand, r->pieces, &aim, simplex, &r->seen);
        }
        if (r->seen.state == TI_SEEN_NEAR) {
            finish_stop(r, simplex, chain);
            return;
        }
        if (r->seen.state == TI_SEEN_MEET || !(r->seen.along.now > r->zone->target)) {
            break;
        }
        if (r->course->turns ? turn(r, simplex, &next) : slide(r, &next)) {
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
    }
    finish(r, TI_REACH_STUCK, chain);
}

static run run_from_start(const ti_course* course, const ti_zone* zone, const ti_pieces* p)
{
    run r = {.course = course, .zone = zone, .pieces = p, .place = place_start(), .before = HUGE_VAL};
    r.stand = stand_at(course, &r.place);
    return r;
}

double ti_start_gap(const ti_course* course, const ti_pieces* p, double enough)
{
    const ti_place start = place_start();
    const ti_stand stand = stand_at(course, &start);
    const ti_aim aim = {-1.0, enough, -HUGE_VAL};
    ti_simplex simplex;
    ti_seen seen;
    look_first(&stand, p, &aim, &simplex, &seen);
    return seen.state == TI_SEEN_MEET ? 0.0 : seen.along.now;
}

void ti_chain_run(const ti_course* course, const ti_zone* zone, const ti_pieces* p, double best,
                  uint32_t max_steps, ti_chain* chain)
{
    run r = run_from_start(course, zone, p);
    const ti_aim aim = {zone->keep + zone->tolerance, zone->target, zone->target};
    ti_simplex simplex;
    look_first(&r.stand, p, &aim, &simplex, &r.seen);
    run_chain(&r, best, max_steps, &simplex, chain);
}

// The search at the start serves both: it ends where the distance does not matter and the direction is good
// enough for a link.
void ti_chain_hulls(const ti_course* course, const ti_pair_terms* terms, const ti_pieces* p, double best,
                    ti_zone* zone, ti_chain* chain)
{
    run r = run_from_start(course, zone, p);
    const ti_frame_terms t = frame_terms(course, terms);
    const ti_aim aim = {-1.0, t.enough, t.enough};
    ti_simplex simplex;
    look_first(&r.stand, p, &aim, &simplex, &r.seen);
    *zone = zone_of(course, &t, r.seen.state == TI_SEEN_MEET ? 0.0 : r.seen.along.now);
    if (zone->meets) {
        *chain = (ti_chain){.outcome = TI_REACH_MEETS};
        return;
    }
    run_chain(&r, best, terms->max_steps, &simplex, chain);
}
