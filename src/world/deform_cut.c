// Up to what time a step may be cut, its positions rounded to doubles: what was proved to be free is about
// positions that are not rounded, and those of every pair of features are, of the ones that come to touch and
// of all others.
//
// Let E be the most by which rounding changes the distance of two features at any time up to 1. The cut
// motion up to a time s <= t is, at every time of it, within E of the exact one by distance: at its end it is
// off by rounding, and before by a share of that. So features that keep more than E apart up to t are clear
// in every cut before t. They are asked again with E as a separation, up to the time T at which something
// touches:
// - most of them keep it up to T;
// - those that touch at T keep it nearly as long, and the step is cut where they stop;
// - of those that stop much sooner, as they come within rounding of each other, exact arithmetic is asked
//   about both cuts that are given out: at t_free and at max_step. Where a pair says no, both get earlier,
//   and all begins again.

#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/deform/cut.h"
#include "narrow/deform/settle.h"
#include "world/deform.h"

#include <float.h>

// Of the time that is asked about: what is cut there, or a little later, by a proof in doubles.
static const double KEPT_SHARE = 0.99;

// From the second round on time is halved as often as 2^round: the smallest double is reached in eleven.
enum { MOST_ROUNDS = 12 };

double ti_deform_cut_margin(const toi_deform* deform, const ti_deform_slot* slot)
{
    double most = ti_deform_magnitude(deform, slot);
    const toi_primitive_query q = {.kind = TOI_PRIMITIVE_VV, .start = {{most, 0.0, 0.0}}};
    return ti_primitive_cut_error(&q);
}

double ti_deform_safe_step(const toi_deform_query* query, double t)
{
    return (query->safety > 0.0 ? query->safety : TI_DEFORM_SAFETY) * t;
}

// The latest time up to `until` for which a pair that stops sooner does not say no.
static double latest_of(const ti_deform_find* find, const toi_primitive_query* q, bool avx2)
{
    double t = find->until;
    if (!ti_primitive_cut_is_clear(q, t)) {
        const toi_primitive_def exact = {.exact = true};
        toi_primitive_result r = {.answer = TOI_ANSWER_CONTACT, .start = TOI_START_FREE, .t_free = t};
        ti_primitive_settle_cut(q, &exact, t, avx2, &r);
        return r.t_free;
    }
    double step = ti_deform_safe_step(find->query, t);
    return step <= 0.0 || ti_primitive_cut_is_clear(q, step) ? t : ti_primitive_cut_before(q, t);
}

void ti_deform_take_cut(void* context, uint32_t index, const toi_primitive_result* result)
{
    const ti_deform_answers* to = context;
    ti_deform_search* s = to->search;
    ti_deform_found* found = &s->part->found;
    double t = result->t_free;
    if (t < KEPT_SHARE * s->find->until) {
        toi_primitive_query q;
        ti_primitive_block_query(&s->worker->room->block[to->kind], index, &q);
        t = latest_of(s->find, &q, s->ask.avx2);
        found->thin = true;
    }
    found->cut_t = d_min(found->cut_t, t);
}

// One round: the time that all pairs agree to. Where the work does not suffice it is half of the span.
static toi_status ask_all(const ti_deform_find* find, double* t, bool* again)
{
    const toi_deform* d = find->deform;
    atomic_store(find->asked, 0);
    toi_status status = ti_deform_walk(find);
    const ti_deform_part* parts = d->parts.data;
    bool over = ti_deform_is_over(find), thin = over;
    double least = over ? 0.5 * find->until : find->until;
    for (size_t i = 0; i < d->parts.count && status == TOI_OK && !over; ++i) {
        least = d_min(least, parts[i].found.cut_t);
        thin = thin || parts[i].found.thin;
    }
    *again = thin && least < find->until;
    *t = least;
    return status;
}

toi_status ti_deform_cut(const ti_deform_find* find, double* t)
{
    ti_deform_find cut = *find;
    cut.cuts = true;
    cut.until = *t;
    for (int round = 0; round < MOST_ROUNDS; ++round) {
        bool again;
        toi_status status = ask_all(&cut, t, &again);
        if (status != TOI_OK || !again) {
            return status;
        }
        double halved = round > 0 ? ti_scale(cut.until, -(1 << round)) : cut.until;
        cut.until = d_max(d_min(*t, halved), DBL_TRUE_MIN);
    }
    *t = DBL_TRUE_MIN; // for which nothing is promised, as of a query of two features
    return TOI_OK;
}
