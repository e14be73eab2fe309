// Compares listed contacts with known ones, with those of the analytic engine and with the first contact.

#include "bench/judge.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Times of scenes are listed to fifteen digits, or rounded to five or six.
static const double EXACT = 1e-9, ROUNDED = 1e-5;

// Both call contact what is within a tolerance of 1e-9 of the size, which at a grazing angle lasts for a
// while.
static const double FIRST_APART = 1e-6;

// ---- memory

typedef struct counter {
    uint64_t held, most;
} counter;

typedef union block {
    size_t size;
    max_align_t align;
} block;

static void* count_allocate(size_t size, void* context)
{
    counter* c = context;
    block* b = malloc(sizeof *b + size);
    if (b == NULL) {
        return NULL;
    }
    b->size = size;
    c->held += size;
    c->most = c->held > c->most ? c->held : c->most;
    return b + 1;
}

static void count_release(void* memory, void* context)
{
    if (memory != NULL) {
        block* b = (block*)memory - 1;
        ((counter*)context)->held -= b->size;
        free(b);
    }
}

// ---- lists

typedef struct listed {
    toi_contact* contacts;
    toi_result result;
} listed;

static listed ask(const ti_case* query, const toi_query_def* def, uint64_t* bytes)
{
    counter c = {0};
    toi_allocator allocator = {count_allocate, count_release, &c};
    toi_query_def counted = *def;
    counted.allocator = &allocator;
    listed l = {0};
    toi_status status = toi_all_contacts(&query->a, &query->b, &counted, &l.result);
    *bytes = c.most;
    counted.contact_capacity = l.result.contact_count;
    counted.contacts = l.contacts = calloc((size_t)l.result.contact_count + 1, sizeof *l.contacts);
    if (status == TOI_OK && l.contacts != NULL) {
        status = toi_all_contacts(&query->a, &query->b, &counted, &l.result);
    }
    if (status != TOI_OK || l.contacts == NULL || c.held != 0) {
        fprintf(stderr, "%s %s: no memory, or not given back\n", query->scene, query->name);
        exit(5);
    }
    return l;
}

static bool same_feature(toi_feature x, toi_feature y)
{
    return x.kind == y.kind && memcmp(x.index, y.index, sizeof x.index) == 0;
}

// A vertex on the edge between two faces may be named with either.
static bool same_features(const toi_contact* x, const toi_contact* y)
{
    return x->kind == y->kind && (x->kind == TOI_CONTACT_FV || same_feature(x->a, y->a)) &&
           (x->kind == TOI_CONTACT_VF || same_feature(x->b, y->b));
}

// Which of the known times a contact is, or TI_CASE_TIMES.
static uint32_t find_time(const ti_case* query, double time, double within, uint32_t taken)
{
    for (uint32_t k = 0; k < query->time_count; ++k) {
        if ((taken >> k & 1u) == 0 && fabs(query->times[k] - time) <= within) {
            return k;
        }
    }
    return TI_CASE_TIMES;
}

// ---- comparisons; each returns what it finds missing and too many

typedef struct difference {
    uint32_t missed, unexpected;
    double time_error;
} difference;

// With times that are known. Contacts below a properness of 0 are not among the known ones.
static difference against_times(const ti_case* query, const listed* l, bool first_only)
{
    difference d = {0};
    uint32_t taken = 0, matched = 0;
    double within = strstr(query->scene, "three") != NULL ? ROUNDED : EXACT;
    for (uint32_t i = 0; i < l->result.contact_count; ++i) {
        const toi_contact* c = &l->contacts[i];
        uint32_t k = find_time(query, c->time, within, taken);
        if (k < TI_CASE_TIMES) {
            taken |= 1u << k;
            ++matched;
            d.time_error = fmax(d.time_error, fabs(query->times[k] - c->time));
        } else {
            d.unexpected += c->properness >= 0.0;
        }
    }
    uint32_t due = query->contact_count;
    if (first_only) {
        due = due > 0;
        matched =
            due > 0 && l->result.contact_count > 0 && fabs(l->contacts[0].time - query->times[0]) <= within;
    }
    d.missed = due > matched ? due - matched : 0;
    return d;
}

// With what the analytic engine lists: of the same features, the nearest in time.
static difference against_exact(const listed* exact, const listed* l)
{
    difference d = {0};
    for (uint32_t i = 0; i < exact->result.contact_count; ++i) {
        double nearest = HUGE_VAL;
        for (uint32_t k = 0; k < l->result.contact_count; ++k) {
            if (same_features(&exact->contacts[i], &l->contacts[k])) {
                nearest = fmin(nearest, fabs(exact->contacts[i].time - l->contacts[k].time));
            }
        }
        d.missed += nearest == HUGE_VAL;
        d.time_error = nearest == HUGE_VAL ? d.time_error : fmax(d.time_error, nearest);
    }
    uint32_t found = exact->result.contact_count - d.missed;
    d.unexpected = l->result.contact_count > found ? l->result.contact_count - found : 0;
    return d;
}

// Whether the first of all contacts is the first contact, which other code finds.
static bool differs_from_first(const ti_case* query, const listed* l)
{
    toi_result first;
    if (toi_first_contact(&query->a, &query->b, NULL, &first) != TOI_OK || first.start != TOI_START_FREE) {
        return false;
    }
    const toi_result* all = &l->result;
    if (first.answer != TOI_ANSWER_CONTACT || all->answer != TOI_ANSWER_CONTACT) {
        return first.answer != TOI_ANSWER_UNDECIDED && first.answer != all->answer;
    }
    return !(fabs(all->t_hit - first.t_hit) <= FIRST_APART);
}

static void check_screen(const ti_case* query, const toi_query_def* def, const listed* l, ti_verdict* tally)
{
    toi_query_def exact_def = {0};
    uint64_t bytes;
    listed exact = ask(query, &exact_def, &bytes);
    difference d = against_exact(&exact, l);
    tally->missed += d.missed;
    tally->unexpected += d.unexpected;
    tally->time_error = fmax(tally->time_error, d.time_error);
    bool hit = exact.result.answer == TOI_ANSWER_CONTACT;
    // A robust screen lists what there is, and more.
    tally->wrong += def->robust && (d.missed > 0 || (hit && l->result.answer != TOI_ANSWER_CONTACT));
    free(exact.contacts);
}

static void check_screw(const ti_case* query, const toi_query_def* def, const listed* l, ti_verdict* tally)
{
    difference d = {0};
    if (query->known && (def->min_properness >= 0.0 || query->contact_count > 0)) {
        d = against_times(query, l, def->first_only);
    }
    if (query->time_high > 0.0) {
        double time = l->result.contact_count > 0 ? l->contacts[0].time : 2.0;
        d.missed += !(time <= query->time_high);
        d.unexpected += time < query->time;
    }
    tally->missed += d.missed;
    tally->unexpected += d.unexpected;
    tally->time_error = fmax(tally->time_error, d.time_error);
    bool undecided = l->result.answer == TOI_ANSWER_UNDECIDED;
    tally->wrong += d.missed > 0 || d.unexpected > 0 || undecided || differs_from_first(query, l);
}

void ti_judge_contacts(const ti_case* query, const toi_query_def* def, ti_verdict* tally)
{
    uint64_t bytes;
    listed l = ask(query, def, &bytes);
    tally->bytes = bytes > tally->bytes ? bytes : tally->bytes;
    tally->contacts += l.result.contact_count;
    tally->undecided += l.result.answer == TOI_ANSWER_UNDECIDED;
    tally->missed += query->ends_inside && l.result.contact_count == 0;
    if (def->method == TOI_METHOD_SCREEN) {
        check_screen(query, def, &l, tally);
    } else {
        check_screw(query, def, &l, tally);
    }
    free(l.contacts);
}
