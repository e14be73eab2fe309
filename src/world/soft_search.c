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

#include "core/memory.h"
#include "math/rounding.h"
#include "world/soft.h"

enum { MOST_SPANS = 1 << 16, MOST_OPEN = 64 }; // MOST_OPEN: those that end undecided

static const double FIRST_BEND = 0x1p-5;  // of the smaller body's size
static const double LEAST_BEND = 0x1p-5;  // of the tolerance
static const double SHRINK = 0x1p-3;      // of a bend that was too much, at least
static const double COLLAPSE = 0x1p-4;    // the same where nothing tells how much is too much
static const double GROWTH = 16.0;        // of the bend after a span that is clear
static const double LOOK_AHEAD = 2.0;     // times the time until contact that is foreseen
static const double ASKED_SHARE = 0x1p-5; // of the tolerance, for the straight paths

typedef struct span {
    double from, to;
    double bend;     // that was allowed
    double off, bow; // of both bodies, and what of it is their shape
    toi_deform_contact contact;
    toi_deform_pair pair;
    bool clear;
    bool lost; // the work did not suffice for time 0: nothing is known of it
} span;

toi_status ti_soft_begin(ti_soft* q)
{
    const toi_deform_def def = {.allocator = &q->allocator};
    toi_status status = toi_deform_create(&def, &q->deform);
    for (uint32_t k = 0; k < q->count && status == TOI_OK; ++k) {
        const toi_mesh* mesh = q->body[k]->mesh;
        ti_straight_begin(q->body[k], q->local, &q->way[k]);
        for (int i = 0; i < 2; ++i) {
            q->at[k][i] = ti_allocate(&q->allocator, mesh->vertex_count, sizeof(toi_vec3));
        }
        if (q->at[k][0] == NULL || q->at[k][1] == NULL) {
            return TOI_ERROR_MEMORY;
        }
        ti_straight_span(&q->way[k], 0.0, ti_straight_end(&q->way[k], 0.0, 1.0), q->at[k][0], q->at[k][1]);
        const toi_deform_body body = {
            .mesh = mesh, .start = q->at[k][0], .end = q->at[k][1], .self = q->count == 1};
        uint32_t number;
        status = toi_deform_add(q->deform, &body, &number, NULL);
    }
    return status;
}

void ti_soft_end(ti_soft* q)
{
    for (int k = 0; k < 2; ++k) {
        for (int i = 0; i < 2; ++i) {
            ti_release(&q->allocator, q->at[k][i]);
        }
    }
    toi_deform_destroy(q->deform);
}

// ---- one span

static toi_status place(ti_soft* q, span* s)
{
    double rounding = 0.0;
    s->to = 1.0;
    for (uint32_t k = 0; k < q->count; ++k) {
        s->to = fmin(s->to, ti_straight_end(&q->way[k], s->from, 0.5 * s->bend));
    }
    s->off = 0.0;
    for (uint32_t k = 0; k < q->count; ++k) {
        ti_straight_off off = ti_straight_span(&q->way[k], s->from, s->to, q->at[k][0], q->at[k][1]);
        s->off += off.all;
        rounding += off.rounding;
        toi_status status = toi_deform_set(q->deform, k, q->at[k][0], q->at[k][1], NULL);
        if (status != TOI_OK) {
            return status == TOI_ERROR_INVALID ? TOI_OK
                                               : status; // beyond the range of doubles: off is infinite
        }
    }
    s->off *= 1.0 + 0x1p-50;
    s->bow = s->off - rounding;
    q->tolerance = fmax(q->tolerance, 6.0 * rounding);
    q->result.work.tolerance = q->tolerance;
    q->result.work.rounding = fmax(q->result.work.rounding, rounding);
    return TOI_OK;
}

static uint32_t capped(uint64_t count)
{
    return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

static void note_work(toi_work* work, const toi_deform_result* r)
{
    work->steps = capped((uint64_t)work->steps + r->steps);
    work->nodes = capped((uint64_t)work->nodes + r->face_pairs);
    work->leaves = capped((uint64_t)work->leaves + r->queries);
}

static toi_status ask(ti_soft* q, span* s)
{
    toi_deform_query query = {.separation = s->off > 0.0 ? ti_up(q->separation + s->off) : q->separation,
                              .tolerance = ASKED_SHARE * q->tolerance,
                              .start_known = q->count == 2 || s->from > 0.0,
                              .max_queries = q->def->max_steps,
                              .contacts = &s->contact,
                              .contact_capacity = 1};
    toi_deform_result r;
    toi_status status = toi_deform_find(q->deform, &query, &r, NULL);
    if (status != TOI_OK) {
        return status;
    }
    note_work(&q->result.work, &r);
    s->clear = r.answer == TOI_ANSWER_CLEAR;
    s->lost = !query.start_known && r.answer == TOI_ANSWER_UNDECIDED && r.queries == 0;
    if (!s->clear) {
        s->pair = r.pairs[0];
    }
    return TOI_OK;
}

// ---- where to go on

// A time of the span, rounded down.
static double time_at(const span* s, double share)
{
    double t = s->from + share * (s->to - s->from) * (1.0 - 4.0 * TI_U);
    return share > 0.0 ? fmin(fmax(s->from, ti_down(t)), s->to) : s->from;
}

// How fast the features of the contact close in, per unit of the span.
static double closing_speed(const ti_soft* q, const toi_deform_contact* c)
{
    uint32_t split = c->kind == TOI_PRIMITIVE_EE ? 2 : 1;
    double speed = 0.0;
    for (uint32_t i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        bool first = i < split;
        uint32_t body = q->count == 1 || first == !c->vertex_of_b ? 0 : 1;
        toi_vec3 way = v3_sub(q->at[body][1][c->vertex[i]], q->at[body][0][c->vertex[i]]);
        double along = c->weight[i] * v3_dot(way, c->normal);
        speed += (first ? 1.0 : -1.0) * (c->vertex_of_b ? -along : along);
    }
    return speed;
}

// The bend of the next span, after one that found the straight paths within reach of each other.
static double less_bend(const ti_soft* q, const span* s, double share)
{
    double least = LEAST_BEND * q->tolerance;
    double bow = fmin(fmax(s->bow, 0.0), s->bend);
    double most = COLLAPSE * bow;
    if (share > 0.0 && s->pair.answer == TOI_ANSWER_CONTACT && s->contact.kind != TOI_PRIMITIVE_NONE) {
        double speed = closing_speed(q, &s->contact);
        double gap = fmax(s->contact.gap + s->off - q->separation, q->tolerance);
        double ahead = LOOK_AHEAD * gap / speed;
        most = speed > 0.0 && ahead < 1.0 ? fmin(bow * (ahead * ahead), SHRINK * bow) : SHRINK * bow;
    }
    return fmax(most, least);
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
static void set_start(ti_soft* q, const span* s, double time)
{
    toi_start found = s->pair.start;
    if (q->result.start != TOI_START_UNKNOWN) {
        return;
    }
    bool within = q->separation > 0.0 && time == 0.0;
    q->result.start = found != TOI_START_UNKNOWN ? found : (within ? TOI_START_TOUCHING : TOI_START_FREE);
}

static toi_status answer_contact(ti_soft* q, const span* s, double share, double time)
{
    q->result.answer = TOI_ANSWER_CONTACT;
    q->result.t_free = q->result.t_hit = time;
    set_start(q, s, time);
    const ti_soft_contact contact = {.found = s->contact, .time = time, .share = share, .off = s->off};
    return ti_soft_take_contact(q, &contact);
}

static bool is_over(const ti_soft* q, uint32_t spans)
{
    return spans >= MOST_SPANS || (q->def->max_steps > 0 && q->result.work.steps >= q->def->max_steps);
}

// Takes in what a span found. @return whether the query is answered
static bool take(ti_soft* q, span* s, double* time, toi_status* status)
{
    if (s->clear) {
        *time = s->to;
        s->bend = fmax(s->bend, GROWTH * s->bow);
        if (s->to == 1.0) {
            answer_clear(q);
        }
        return s->to == 1.0;
    }
    double share = s->pair.t_free;
    *time = time_at(s, share);
    bool contact = s->pair.answer == TOI_ANSWER_CONTACT;
    bool meets = s->pair.start == TOI_START_TOUCHING || s->pair.start == TOI_START_OVERLAPPING;
    if (contact && (meets || s->contact.gap + s->off <= q->separation + q->tolerance)) {
        *status = answer_contact(q, s, share, *time);
        return true;
    }
    if (s->lost) {
        answer_undecided(q, 0.0, 0.0);
        return true;
    }
    bool even = s->bow <= 2.0 * LEAST_BEND * q->tolerance; // no shorter span tells more
    q->open += !contact;
    if ((even && *time == s->from) || q->open > MOST_OPEN || !isfinite(s->off)) {
        set_start(q, s, *time);
        answer_undecided(q, *time, s->pair.gap + s->off);
        return true;
    }
    s->bend = less_bend(q, s, share);
    return false;
}

toi_status ti_soft_search(ti_soft* q)
{
    double size = fmin(q->body[0]->mesh->info.size, q->body[1]->mesh->info.size);
    double most = fmax(FIRST_BEND * size, LEAST_BEND * q->tolerance), time = 0.0;
    span s = {.bend = most};
    toi_status status = TOI_OK;
    for (uint32_t spans = 0; !is_over(q, spans); ++spans) {
        s = (span){.from = time, .bend = fmin(s.bend, most)};
        status = place(q, &s);
        if (status == TOI_OK && isfinite(s.off)) {
            status = ask(q, &s);
        }
        if (status != TOI_OK || take(q, &s, &time, &status)) {
            return status;
        }
    }
    set_start(q, &s, time);
    answer_undecided(q, time, s.pair.gap + s.off);
    return TOI_OK;
}
