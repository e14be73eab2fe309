// Asks again with larger separations. Unlike that of rigid bodies the search begins with small ones: where
// every feature is within the separation of every other one a query takes long.

#include "world/soft_gap.h"

#include "data.h"

#include <math.h>

enum { MAX_QUERIES = 16 };
static const double CLOSE_ENOUGH = 1.1;
static const double FIRST = 0x1p-6; // of the smaller body's size
static const double STEP = 4.0;

toi_status ti_soft_raise_gap(const toi_body* a, const toi_body* b, const toi_query_def* def,
                             toi_result* result)
{
    toi_query_def again = *def;
    again.contacts = NULL;
    again.links = NULL;
    double low = fmax(result->gap, def->separation), high = HUGE_VAL;
    double next = fmax(STEP * low, FIRST * fmin(a->mesh->info.size, b->mesh->info.size));
    for (int i = 0; i < MAX_QUERIES && !(high <= CLOSE_ENOUGH * low); ++i) {
        toi_result r;
        again.separation = next;
        if (!(next > 0.0) || !isfinite(next)) {
            break;
        }
        toi_status status = ti_soft_first_contact_once(a, b, &again, &r);
        if (status != TOI_OK) {
            return status;
        }
        if (r.answer == TOI_ANSWER_CLEAR) {
            low = fmax(next, r.gap);
        } else {
            high = r.answer == TOI_ANSWER_CONTACT ? fmin(next, r.gap) : next;
        }
        next = isinf(high) ? STEP * low : (high > STEP * low ? high / STEP : 0.5 * (low + high));
    }
    result->gap = fmax(result->gap, low);
    return TOI_OK;
}
