// By slopes, the first one that of all of the part, towards a little more than the error, between the last
// time at which the value is certain and the first one at which it is not.

#include "narrow/boxes/approach.h"

#include "math/scalar.h"

enum { MOST_STEPS = 8 };

double ti_approach(ti_gap_fn gap_at, const void* context, double from, double other)
{
    ti_gap gap = gap_at(context, from);
    double sure = from, open = other, time = from;
    double slope = (gap.value - gap_at(context, open).value) / (open - sure);
    for (int i = 0; i < MOST_STEPS && !(gap.value > gap.error && gap.value <= 2.5 * gap.error); ++i) {
        double before = time, value = gap.value, low = d_min(sure, open), high = d_max(sure, open);
        time += (value - 1.5 * gap.error) / slope;
        time = time > low && time < high ? time : 0.5 * (low + high);
        gap = gap_at(context, time);
        double last = (value - gap.value) / (time - before);
        slope = (last > 0.0) == (other > from) && last != 0.0 ? last : slope;
        if (gap.value > gap.error) {
            sure = time;
        } else {
            open = time;
        }
    }
    return sure;
}
