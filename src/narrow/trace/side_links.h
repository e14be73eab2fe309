// Links along sides, while they lead on. Most contacts are of a corner with a side, so where a link along a
// side ends the corner that ends it is tried at once: if its nearest point is on that side the chain stops
// there, and nothing else is looked at.

#ifndef TI_NARROW_TRACE_SIDE_LINKS_H
#define TI_NARROW_TRACE_SIDE_LINKS_H

#include "narrow/trace/chain.h"
#include "narrow/trace/put.h"

typedef struct ti_side_link {
    ti_side_pick pick;
    uint32_t corner; // of the other piece, that is down to the target where the link ends
    bool clear;      // the way ends before that
    ti_place end;
} ti_side_link;

static inline void put_late(const ti_run* r, uint32_t body)
{
    ti_late_sides* late = r->pieces->late;
    if (body == 0 && late != NULL && late->mesh != NULL) {
        double(*to)[TI_MOST_SIDES] = late->memory;
        late->sides = put_sides(r->course, late->mesh, (double* const[4]){to[0], to[1], to[2], to[3]});
        late->mesh = NULL;
    }
}

// Estimates of the separation along the sides of a body at the place.
static inline void view_from(ti_run* r, uint32_t body)
{
    const double at = r->course->turns ? r->place.order : 0.0;
    if (r->viewed[body] != at) {
        put_late(r, body);
        const ti_stand start = {.turns = false, .pivot = r->course->pivot};
        view_body(r->course, at > 0.0 ? &r->stand : &start, r->pieces, body, &r->view);
        r->viewed[body] = at;
    }
}

// The largest of them.
static inline ti_side_pick farthest_side(ti_run* r, uint32_t body)
{
    view_from(r, body);
    return pick_of(&r->view, body, r->course->turns ? 0.0 : r->place.order);
}

static inline void turn_along(ti_run* r, const ti_along* a, ti_side_link* link)
{
    const ti_course* c = r->course;
    bool last;
    double rest = rest_of_turn(c, &r->place, &last);
    ti_quadratics q = link->pick.body == 1
                          ? quadratics_of_m(r->pieces, a, c->axis, r->zone->target)
                          : quadratics_of_s(r->pieces, a, c->axis, c->pivot, r->zone->target);
    ti_root root = longest(r, &q, rest);
    link->corner = root.point;
    link->clear = root.tau >= rest && last;
    link->end = place_after_turn(&r->place, d_min(root.tau, rest));
}

// The link along the best side of a body; false where none leads on. The side at whose target a link ended is
// above it by rounding at most, so more than that is asked for.
static inline bool link_along_side(ti_run* r, uint32_t body, ti_side_link* link)
{
    const double more = 2.0 * r->zone->target - r->zone->floor;
    if (r->course->turns) {
        link->pick = farthest_side(r, body);
    } else {
        view_from(r, body);
        link->pick = pick_longest(&r->view, body, r->place.order, more);
    }
    if (!(link->pick.value > (r->course->turns ? more : r->place.order))) {
        return false;
    }
    ti_along a = along_side(&r->stand, r->pieces, &link->pick);
    if (!(a.now > r->zone->target)) {
        return false;
    }
    if (r->course->turns) {
        turn_along(r, &a, link);
    } else {
        link->corner = body == 1 ? a.m : a.s;
        link->clear = slide(r, &a, &link->end);
    }
    return link->clear || link->end.order > r->place.order;
}

// Whether a distance known to be above the target is that of a stop.
static inline bool stops_at(const ti_run* r, double distance, const ti_aim* aim)
{
    return distance > 0.0 && distance <= aim->near && distance - r->zone->target <= aim->close;
}

// Whether the corner that ends a link is within tolerance there: over the inside of the side, which then has
// no other name, or near what is nearest of it. That nothing is nearer than the target the link proves.
static inline bool touches(ti_run* r, const ti_side_link* link, const ti_aim* aim, ti_chain* chain)
{
    const ti_stand at = stand_at(r->course, &link->end);
    const double naming = 2.0 * (r->zone->tolerance + 2.0 * r->course->rounding);
    const ti_over over = over_side(&at, r->pieces, &link->pick, link->corner, naming);
    r->place = link->end;
    if (over.inside && stops_at(r, over.height, aim)) {
        r->seen.distance = over.height;
        finish(r, TI_REACH_STOP, chain);
        chain->normal = side_direction(&at, r->pieces, &link->pick);
        chain->over = (ti_over_side){true, link->pick.body, link->pick.index, link->corner, over.foot};
        return true;
    }
    seed_simplex(&at, r->pieces, &link->pick, link->corner, &r->simplex);
    const ti_toward to = toward_simplex(&r->simplex);
    r->seen.distance = to.distance;
    r->seen.normal = to.normal;
    if (stops_at(r, to.distance, aim)) {
        finish_stop(r, chain);
        return true;
    }
    return false;
}

// One link, by the side of either body that leads farther, those of S first. Returns whether the chain ends.
static inline bool step_along_sides(ti_run* r, const ti_aim* aim, double best, ti_place* next,
                                    ti_chain* chain)
{
    const ti_place from = *next = r->place;
    for (uint32_t body = 2; body-- > 0;) {
        ti_side_link link;
        if (!link_along_side(r, body, &link)) {
            continue;
        }
        if (link.clear || link.end.order > best) {
            finish(r, link.clear ? TI_REACH_CLEAR : TI_REACH_LATER, chain);
            return true;
        }
        if (link.end.order > next->order) {
            *next = link.end;
            if (touches(r, &link, aim, chain)) {
                ++chain->steps;
                return true;
            }
            r->place = from;
        }
    }
    return false;
}

// From the side along which the pieces are farthest apart at the place to the search.
static inline void search_from_side(ti_run* r, const ti_aim* aim)
{
    ti_side_pick m = farthest_side(r, 0), s = farthest_side(r, 1), pick = m.value > s.value ? m : s;
    r->seen.along = along_side(&r->stand, r->pieces, &pick);
    seed_simplex(&r->stand, r->pieces, &pick, pick.body == 0 ? r->seen.along.s : r->seen.along.m,
                 &r->simplex);
    look_on(&r->stand, r->pieces, aim, &r->simplex, &r->seen);
}

// A link along a side, and where that is not enough the first look of the search. Returns whether the chain
// ends. Where edges meet no side leads far from there, and what ended the link is where to look.
static inline bool run_along_sides(ti_run* r, const ti_aim* aim, double best, ti_chain* chain)
{
    ti_place next;
    if (step_along_sides(r, aim, best, &next, chain)) {
        return true;
    }
    if (!(next.order > r->place.order)) {
        search_from_side(r, aim);
        return false;
    }
    r->place = next;
    r->stand = stand_at(r->course, &r->place);
    ++chain->steps;
    r->seen.along.now = -HUGE_VAL;
    look_on(&r->stand, r->pieces, aim, &r->simplex, &r->seen);
    return false;
}

#endif
