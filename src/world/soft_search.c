// The search: time in spans, each short enough for straight paths.
//
// Over a span every point of a body is within `off` of its straight path (motion/straight.h), both bodies
// together within the sum. So where the straight paths keep more than separation + off, the bodies keep more
// than the separation: what toi_deform_find proves of the one it proves of the other, up to the time at which
// it finds the straight paths nearer. From there the search goes on with a span that bends less. Once the gap
// there, off included, is within the tolerance, the time is that of the contact.
//
// A span that bends by c h^2 over a time of h, and bodies at a distance g that close in at a speed of v, meet
// after g/v; a span of twice that bends by 4 c (g/v)^2. So the bend is squared from span to span, once it is
// small enough, and few are needed. How long a span is does not matter for the proof.

#include "math/rounding.h"
#include "world/soft_span.h"

enum { MOST_OPEN = 64 }; // spans that end undecided

typedef struct look {
    ti_soft_span span;
    toi_deform_contact contact;
    toi_deform_pair pair;
    bool clear;
    bool lost; // the work did not suffice for time 0: nothing is known of it
} look;

static toi_status ask(ti_soft* q, look* l)
{
    toi_deform_query query = {.separation = ti_soft_near(q, &l->span),
                              .tolerance = TI_SOFT_ASKED * q->tolerance,
                              .start_known = q->count == 2 || l->span.from > 0.0,
                              .max_queries = q->def->max_steps,
                              .contacts = &l->contact,
                              .contact_capacity = 1};
    toi_deform_result r;
    toi_status status = toi_deform_find(q->deform, &query, &r, NULL);
    if (status != TOI_OK) {
        return status;
    }
    ti_soft_note_work(&q->result.work, &r);
    l->clear = r.answer == TOI_ANSWER_CLEAR;
    l->lost = !query.start_known && r.answer == TOI_ANSWER_UNDECIDED && r.queries == 0;
    if (!l->clear) {
        l->pair = r.pairs[0];
    }
    return TOI_OK;
}

// The bend of the next span, after one that found the straight paths within reach of each other.
static double less_bend(const ti_soft* q, const look* l, double share)
{
    bool known = l->pair.answer == TOI_ANSWER_CONTACT && l->contact.kind != TOI_PRIMITIVE_NONE;
    if (share > 0.0 && known) {
        return ti_soft_less_bend(q, &l->span, l->contact.gap, ti_soft_closing_speed(q, &l->contact));
    }
    return ti_soft_little_bend(q, &l->span);
}

// ---- answers

static void answer_clear(ti_soft* q)
{
    q->result.answer = TOI_ANSWER_CLEAR;
    q->result.t_free = 1.0;
    q->result.gap = q->separation;
    if (q->result.start == TOI_START_UNKNOWN) {
        q->result.start = TOI_START_FREE;
    }
}

static void answer_undecided(ti_soft* q, double time, double gap)
{
    q->result.answer = TOI_ANSWER_UNDECIDED;
    q->result.t_free = time;
    q->result.gap = isfinite(gap) ? gap : 0.0;
}

// The start of a body with itself is what the find says; that of two is known to be free.
static void set_start(ti_soft* q, const look* l, double time)
{
    toi_start found = l->pair.start;
    if (q->result.start != TOI_START_UNKNOWN) {
        return;
    }
    bool within = q->separation > 0.0 && time == 0.0;
    q->result.start = found != TOI_START_UNKNOWN ? found : (within ? TOI_START_TOUCHING : TOI_START_FREE);
}

static toi_status answer_contact(ti_soft* q, const look* l, double share, double time)
{
    q->result.answer = TOI_ANSWER_CONTACT;
    q->result.t_free = q->result.t_hit = time;
    set_start(q, l, time);
    const ti_soft_contact contact = {.found = l->contact, .time = time, .share = share, .off = l->span.off};
    return ti_soft_take_contact(q, &contact);
}

// Takes in what a span found. @return whether the query is answered
static bool take(ti_soft* q, look* l, double* time, toi_status* status)
{
    if (l->clear) {
        *time = l->span.to;
        l->span.bend = ti_soft_more_bend(&l->span);
        if (l->span.to == 1.0) {
            answer_clear(q);
        }
        return l->span.to == 1.0;
    }
    double share = l->pair.t_free;
    *time = ti_soft_time_at(&l->span, share);
    bool contact = l->pair.answer == TOI_ANSWER_CONTACT;
    bool meets = l->pair.start == TOI_START_TOUCHING || l->pair.start == TOI_START_OVERLAPPING;
    if (contact && (meets || l->contact.gap + l->span.off <= q->separation + q->tolerance)) {
        *status = answer_contact(q, l, share, *time);
        return true;
    }
    if (l->lost) {
        answer_undecided(q, 0.0, 0.0);
        return true;
    }
    bool even = ti_soft_is_even(q, &l->span);
    q->open += !contact;
    if ((even && *time == l->span.from) || q->open > MOST_OPEN || !isfinite(l->span.off)) {
        set_start(q, l, *time);
        answer_undecided(q, *time, l->pair.gap + l->span.off);
        return true;
    }
    l->span.bend = less_bend(q, l, share);
    return false;
}

toi_status ti_soft_search(ti_soft* q)
{
    double most = ti_soft_most_bend(q), time = 0.0;
    look l = {.span = {.bend = most}};
    toi_status status = TOI_OK;
    for (uint32_t spans = 0; !ti_soft_is_over(q, spans); ++spans) {
        l = (look){.span = {.from = time, .bend = fmin(l.span.bend, most)}};
        status = ti_soft_place(q, &l.span);
        if (status == TOI_OK && isfinite(l.span.off)) {
            status = ask(q, &l);
        }
        if (status != TOI_OK || take(q, &l, &time, &status)) {
            return status;
        }
    }
    set_start(q, &l, time);
    answer_undecided(q, time, l.pair.gap + l.span.off);
    return TOI_OK;
}
