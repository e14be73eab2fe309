// Raises the gap of a clear answer: asks again with larger separations. A query that is clear with a
// separation proves a gap of that size; one that is not gives a distance that is not exceeded at some time.

#include "narrow/first/clearance.h"

#include "narrow/first/first.h"

#include <math.h>

// The search ends when the gap is within a tenth of what the bodies allow, or after so many queries.
enum { MAX_QUERIES = 24 };
static const double CLOSE_ENOUGH = 1.1;

// Between two lengths of any ratio: their geometric mean while they are far apart.
static double between(double low, double high)
{
    return low > 0.0 && high > 4.0 * low ? sqrt(low) * sqrt(high) : 0.5 * (low + high);
}

void ti_raise_gap(const toi_body* a, const toi_body* b, const toi_query_def* def, bool avx2,
                  toi_result* result)
{
    toi_query_def again = *def;
    again.contacts = NULL;
    again.links = NULL;
    // The first query asks for a separation that the bodies break at the start, and gives the distance there.
    toi_mesh_info info_a, info_b;
    toi_mesh_get_info(a->mesh, &info_a);
    toi_mesh_get_info(b->mesh, &info_b);
    double low = fmax(result->gap, def->separation), high = HUGE_VAL;
    again.separation = fmax(low, info_a.size + info_b.size);
    for (int i = 0; i < MAX_QUERIES && !(high <= CLOSE_ENOUGH * low); ++i) {
        toi_result r;
        if (!isfinite(again.separation) || ti_first_contact_with(a, b, &again, avx2, &r) != TOI_OK) {
            break;
        }
        if (r.answer == TOI_ANSWER_CLEAR) {
            low = again.separation;
        } else {
            high = r.answer == TOI_ANSWER_CONTACT ? fmin(again.separation, r.gap) : again.separation;
        }
        again.separation = high < HUGE_VAL ? between(low, high) : 4.0 * low;
    }
    result->gap = fmax(result->gap, low);
}
