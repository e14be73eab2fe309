// Judges an answer of first contact by samples, by distances at its times, and by advancement.

#include "support/oracle.h"

// What every check of one answer needs.
typedef struct bench {
    const oracle_pair* pair;
    const toi_result* result;
    const oracle_effort* effort;
    real separation;
    real band; // what rounding of the input poses may do: 2^-50 of the coordinates
    oracle_verdict verdict;
} bench;

// Posed doubles: a coordinate of a vertex is rounded by at most 4.1 u times the lengths that pose it, u =
// 2^-53, so a vertex of either body by sqrt(3) as much, 7.2 u, and a distance of two by 7.2 u of the lengths
// of both. Twice that, rounded up: 16 u.
static const real POSED_ROUNDING = 0x1p-49L;

const char* oracle_fault_name(oracle_fault fault)
{
    static const char* const names[] = {"right",     "missed",      "late",     "false",
                                        "wrong gap", "wrong start", "malformed"};
    return names[fault];
}

static bool blame(bench* b, oracle_fault fault, double time, real distance)
{
    if (b->verdict.fault == ORACLE_RIGHT) {
        b->verdict.fault = fault;
        b->verdict.time = time;
        b->verdict.distance = distance;
    }
    return false;
}

// At t there must be no contact.
static bool is_free_at(bench* b, double t)
{
    oracle_fault fault = b->result->answer == TOI_ANSWER_CLEAR ? ORACLE_MISSED : ORACLE_LATE;
    if (b->separation > 0.0L) {
        real limit = b->separation - b->band;
        real d = oracle_pair_distance(b->pair, t, limit).distance;
        return d >= limit || blame(b, fault, t, d);
    }
    return !oracle_pair_crosses(b->pair, t, b->band) || blame(b, fault, t, 0.0L);
}

static bool times_are_in_order(bench* b)
{
    const toi_result* r = b->result;
    bool good =
        isfinite(r->t_free) && r->t_free >= 0.0 && r->t_free <= 1.0 && isfinite(r->gap) && r->gap >= 0.0;
    if (r->answer == TOI_ANSWER_CONTACT) {
        double n2 = r->normal.x * r->normal.x + r->normal.y * r->normal.y + r->normal.z * r->normal.z;
        good = good && r->t_free <= r->t_hit && r->t_hit <= 1.0 && r->kind != TOI_CONTACT_NONE;
        good =
            good && r->a.kind != TOI_FEATURE_NONE && r->b.kind != TOI_FEATURE_NONE && fabs(n2 - 1.0) < 1e-9;
        good = good && isfinite(r->point.x) && isfinite(r->point.y) && isfinite(r->point.z);
    }
    good = good && (r->answer != TOI_ANSWER_CLEAR || r->t_free == 1.0);
    return good || blame(b, ORACLE_MALFORMED, r->t_free, (real)r->gap);
}

// The start is that of the posed doubles. Far from the origin these round more than the relative poses that
// are looked at here, so a depth or a distance that their rounding explains tells nothing.
static bool start_is_right(bench* b)
{
    const toi_result* r = b->result;
    real band = b->band + POSED_ROUNDING * b->pair->posed, far = b->separation + band;
    real d = oracle_pair_distance(b->pair, 0.0, HUGE_VALL).distance;
    bool crosses = oracle_pair_crosses(b->pair, 0.0, band);
    bool good = true;
    switch (r->start) {
    case TOI_START_FREE:
        good = !crosses && d >= b->separation - band;
        break;
    case TOI_START_TOUCHING:
        good = d <= far && (!crosses || b->separation > 0.0L);
        break;
    case TOI_START_OVERLAPPING:
        good = d <= far;
        break;
    case TOI_START_CONTAINED:
        good = !crosses;
        break;
    case TOI_START_UNKNOWN:
        good = false;
        break;
    }
    bool at_once = r->start == TOI_START_TOUCHING || r->start == TOI_START_OVERLAPPING ||
                   r->start == TOI_START_CONTAINED;
    if (at_once) {
        good = good && r->answer == TOI_ANSWER_CONTACT && r->t_free == 0.0 && r->t_hit == 0.0;
    }
    return good || blame(b, ORACLE_WRONG_START, 0.0, d);
}

// The gap that the answer gives, against the distance at that time.
static bool gap_is_right(bench* b)
{
    const toi_result* r = b->result;
    real slack = (real)r->work.rounding + b->band;
    if (r->start == TOI_START_CONTAINED) {
        return true;
    }
    if (r->start == TOI_START_TOUCHING || r->start == TOI_START_OVERLAPPING) {
        slack += POSED_ROUNDING * b->pair->posed; // as for the start
    }
    double t = r->answer == TOI_ANSWER_CONTACT ? r->t_hit : r->t_free;
    real d = oracle_pair_distance(b->pair, t, HUGE_VALL).distance;
    if (r->answer == TOI_ANSWER_CLEAR) {
        return (real)r->gap <= d + slack || blame(b, ORACLE_WRONG_GAP, t, d);
    }
    real most = b->separation + (real)r->work.tolerance + slack;
    if (r->answer == TOI_ANSWER_CONTACT && !(d <= most && (real)r->gap <= most)) {
        return blame(b, ORACLE_FALSE, t, d);
    }
    b->verdict.loose_gap = (real)r->gap > d + slack + 1e-6L * d;
    // The search measures along a direction that is close to that of the distance, not equal to it.
    return (real)r->gap >= d - slack - 1e-3L * d || blame(b, ORACLE_WRONG_GAP, t, d);
}

static bool samples_are_free(bench* b)
{
    double end = b->result->t_free;
    for (int i = 0; i < b->effort->uniform; ++i) {
        if (!is_free_at(b, end * ((double)i / b->effort->uniform))) {
            return false;
        }
    }
    double left = end;
    for (int i = 0; i < b->effort->crowding; ++i) {
        left *= pow(1e-15, 1.0 / b->effort->crowding);
        if (!is_free_at(b, end - left)) {
            return false;
        }
    }
    return is_free_at(b, end);
}

// The furthest time from t on for which the distance d at t leaves no room for contact, at most `stop`.
static double safe_until(const bench* b, double t, real d, double stop)
{
    double pause = oracle_track_next_break(&b->pair->track_a, t, stop);
    pause = oracle_track_next_break(&b->pair->track_b, t, pause);
    real speed = oracle_pair_speed(b->pair, t, pause), room = d - b->separation;
    real next = (real)t + room / speed;
    return next < (real)pause ? (double)next : pause;
}

// Conservative advancement up to t_free, with a smallest step; every stop is a sample.
static bool advance(bench* b)
{
    double t = 0.0, end = b->result->t_free;
    real size = fminl(b->pair->mesh_a->size, b->pair->mesh_b->size);
    real least =
        fmaxl(b->effort->least_gap * size / fmaxl(oracle_pair_speed(b->pair, 0.0, 1.0), 1e-4000L), 1e-15L);
    b->verdict.proved = true;
    for (int i = 0; i < b->effort->advance && t < end; ++i) {
        real d = oracle_pair_distance(b->pair, t, HUGE_VALL).distance;
        if (d <= b->separation && !is_free_at(b, t)) {
            return false;
        }
        double next = safe_until(b, t, d, end);
        if (!((real)next >= (real)t + least) && next < end) {
            next = fmin((double)((real)t + least), end);
            b->verdict.proved = b->verdict.proved && t > 0.999 * end;
        }
        t = next;
    }
    b->verdict.inexact = t < end;
    b->verdict.proved = b->verdict.proved && !b->verdict.inexact;
    return true;
}

static bool rest(const toi_motion* m)
{
    return m->kind == TOI_MOTION_STATIC;
}

oracle_verdict oracle_judge(const oracle_pair* pair, const toi_result* result, double separation,
                            const oracle_effort* effort)
{
    bench b = {pair, result, effort, (real)separation, 0x1p-50L * pair->magnitude, {0}};
    if (rest(pair->track_a.motion) && rest(pair->track_b.motion)) {
        b.band += POSED_ROUNDING * pair->posed; // decided on the posed doubles for the whole motion
    }
    if (!times_are_in_order(&b) || !start_is_right(&b) || !gap_is_right(&b)) {
        return b.verdict;
    }
    if (result->t_free > 0.0 && samples_are_free(&b) && effort->advance > 0) {
        advance(&b);
    }
    return b.verdict;
}
