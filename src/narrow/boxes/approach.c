// By slopes, the first one that of all of the part, towards a little more than the error, between the last
// time at which the gap is certain and the first one at which it is not.

#include "narrow/boxes/approach.h"

#include "math/scalar.h"

// A part begins with this length, and is divided by 32 until the gap is steady in it.
static const double FIRST_PART = 0x1p-6;
enum { MOST_PARTS = 6, MOST_STEPS = 8 };

static double approach_root(const ti_approach* a, double from, double other)
{
    ti_gap gap = a->gap(a->context, from);
    double sure = from, open = other, time = from;
    double slope = (gap.value - a->gap(a->context, open).value) / (open - sure);
    for (int i = 0; i < MOST_STEPS && !(gap.value > gap.error && gap.value <= 2.5 * gap.error); ++i) {
        double before = time, value = gap.value, low = d_min(sure, open), high = d_max(sure, open);
        time += (value - 1.5 * gap.error) / slope;
        time = time > low && time < high ? time : 0.5 * (low + high);
        gap = a->gap(a->context, time);
        double last = (value - gap.value) / (time - before);
        slope = a->falls ? (last > 0.0 ? last : slope) : (last < 0.0 ? last : slope);
        if (gap.value > gap.error) {
            sure = time;
        } else {
            open = time;
        }
    }
    return sure;
}

bool ti_approach_event(const ti_approach* a, double* time)
{
    double size = FIRST_PART, from = *time;
    bool steady = false;
    for (int i = 0; i < MOST_PARTS && !steady; ++i) {
        double other = a->falls ? d_min(from + size, 1.0) : d_max(from - size, 0.0);
        if (!a->look(a->context, other, &steady)) {
            return false;
        }
        *time = steady ? approach_root(a, from, other) : from;
        size *= 0x1p-5;
    }
    return true;
}
