// The steps of walks (walk.h).

#include "narrow/deform/walk.h"

enum {
    WALK_PLAIN_STEPS = 3, // before the cubic is tried
    WALK_SPANS = 6,       // lengths that are tried with it
    WALK_CLOSE_LOOKS = 3, // within the tolerance, where nothing is about to touch
};

static void add_link(const walk* w, ti_advance* out, const toi_primitive_link* link)
{
    if (out->links < w->def->link_capacity) {
        w->def->links[out->links] = *link;
    }
    ++out->links;
}

// The longest span that the cubic proves, of some that shrink by four but are longer than `least`.
static bool advance_by_cubic(walk* w, int lane, double least)
{
    walker* k = &w->walker[lane];
    if (!k->has_cubic) {
        k->cubic = coplanar_of(k->query, &k->scale, w->lanes.separation[lane]);
        k->has_cubic = true;
        k->span = 1.0;
    }
    double t = w->lanes.t[lane], rest = 1.0 - t, span = d_min(rest, 4.0 * k->span);
    for (int i = 0; i < WALK_SPANS && span > least; ++i, span *= 0.25) {
        double until = span < rest ? t + span : 1.0;
        if (until > t && coplanar_never(&k->cubic, t, until)) {
            k->span = span;
            add_link(w, k->out, &(toi_primitive_link){.t_from = t, .t_to = until});
            w->lanes.t[lane] = until;
            w->lanes.probe[lane] = until;
            return true;
        }
    }
    k->span = d_max(least, 0.25 * k->span);
    return false;
}

static void finish(walk* w, int lane, ti_advance_end end)
{
    walker* k = &w->walker[lane];
    walk_report(&w->lanes, lane, end, k->scale, k->tolerance, k->out);
    k->query = NULL;
    w->lanes.reach[0][lane] = HUGE_VAL; // while it is idle nothing is tried
}

// Ends the walk of a lane that has got to the end, or far enough. Returns whether it did.
static bool finish_late(walk* w, int lane)
{
    double t = w->lanes.t[lane];
    if (t >= 1.0 || t > w->until) {
        finish(w, lane, t >= 1.0 ? TI_ADVANCE_CLEAR : TI_ADVANCE_LATER);
        return true;
    }
    return false;
}

// What follows where a lane has moved along its direction, or could not.
static void settle_leaving(walk* w, int lane, const leaving* s)
{
    walker* k = &w->walker[lane];
    lanes* l = &w->lanes;
    bool stuck = s->stuck[lane];
    if (s->moved[lane]) {
        toi_vec3 n = lane_vector(l->normal, lane);
        add_link(w, k->out, &(toi_primitive_link){s->from[lane], l->t[lane], n, n});
    }
    bool apart = l->distance[lane] > l->separation[lane]; // else no planes are farther apart
    if (w->cubic && apart && l->t[lane] < 1.0 && (stuck || k->out->steps > WALK_PLAIN_STEPS)) {
        stuck = !advance_by_cubic(w, lane, 2.0 * (l->t[lane] - s->from[lane])) && stuck;
    }
    if (!finish_late(w, lane) && stuck) {
        finish(w, lane, TI_ADVANCE_STUCK);
    }
}

// What follows from the look of a lane.
static void settle_look(walk* w, int lane, const arrival* s)
{
    walker* k = &w->walker[lane];
    lanes* l = &w->lanes;
    if (k->out->steps == w->most_steps) { // this was to see what is nearest, alone
        finish(w, lane, s->contact[lane] ? TI_ADVANCE_CONTACT : TI_ADVANCE_EXHAUSTED);
        return;
    }
    ++k->out->steps;
    if (s->turned[lane]) {
        const toi_primitive_link link = {s->from[lane], l->t[lane], w3_lane(s->first, lane),
                                         w3_lane(s->turned_to, lane)};
        add_link(w, k->out, &link);
    }
    // Proved to be clear comes before within the tolerance: so what is cut at the end of a proof is clear.
    if (s->clear[lane] && l->t[lane] < 1.0) {
        toi_vec3 n = lane_vector(l->normal, lane);
        add_link(w, k->out, &(toi_primitive_link){l->t[lane], 1.0, n, n});
        l->t[lane] = 1.0;
    }
    if (finish_late(w, lane) || !s->contact[lane]) {
        return;
    }
    if (s->soon[lane] || k->close_looks == WALK_CLOSE_LOOKS) {
        finish(w, lane, TI_ADVANCE_CONTACT);
    }
    ++k->close_looks;
}

LANES_INLINE void walk_on_with(walk* w, int count)
{
    leaving away = leave(&w->lanes, count);
    int ended = m4_bits(away.moved | away.stuck), busy = 0;
    for (int lane = 0; lane < LANES; ++lane) {
        walker* k = &w->walker[lane];
        if (k->query && ended >> lane & 1) {
            settle_leaving(w, lane, &away);
        }
        if (k->query && k->out->steps == w->most_steps) {
            w->lanes.probe[lane] = w->lanes.t[lane];
        }
        busy |= k->query != NULL;
    }
    if (!busy) {
        return;
    }
    arrival there = look(&w->lanes, count);
    for (int lane = 0; lane < LANES; ++lane) {
        if (w->walker[lane].query) {
            settle_look(w, lane, &there);
        }
    }
}

// The number of corners is a constant in each, which halves the time.
int ti_walk_look_first(lanes* l)
{
    switch (l->corners) {
    case 4:
        return m4_bits(look_first(l, 4));
    case 3:
        return m4_bits(look_first(l, 3));
    case 2:
        return m4_bits(look_first(l, 2));
    default:
        return m4_bits(look_first(l, 1));
    }
}

// A step of all lanes.
void ti_walk_on(walk* w)
{
    switch (w->lanes.corners) {
    case 4:
        walk_on_with(w, 4);
        break;
    case 3:
        walk_on_with(w, 3);
        break;
    case 2:
        walk_on_with(w, 2);
        break;
    default:
        walk_on_with(w, 1);
    }
}
