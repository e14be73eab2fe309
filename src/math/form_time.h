// Times at which a form is zero, exactly: found in order, compared with ratios, rounded to doubles, and the
// signs of other forms there. Every question is answered by signs of whole numbers of bounded size; nothing
// is refined until it is small enough.

#ifndef TI_MATH_FORM_TIME_H
#define TI_MATH_FORM_TIME_H

#include "math/form.h"

// A time in [0, 1], as a root of a form that changes its sign there.
typedef struct ti_form_time {
    ti_form form; // of degree 1: the time is the ratio c[1] : -c[0]. Else the first and the last coefficient
                  // are not 0, and the time is neither 0 nor 1
    bool after_low, before_high; // whether the ratios that follow bound it. It is the only root between them
    ti_ratio low, high;
    int later;    // the sign of the form just after it
    double near;  // rounded to nearest, ties to even: the time is from the double before it to the one after
    double below; // the largest double that is not after it, where rounding has told
    bool has_below;
} ti_form_time;

enum { TI_FORM_TIMES = 3 };

ti_form_time ti_form_time_zero(void);

// The times at which a form that is not zero is, in order, each once. Returns their number.
int ti_form_times(ti_limbs* pool, const ti_form* f, ti_form_time time[TI_FORM_TIMES]);

// The sign of a form of degree 1 or 2 at the time, which has been rounded.
int ti_form_sign_at(ti_limbs* pool, const ti_form* q, const ti_form_time* time);

// Sets `near`.
void ti_form_time_round(ti_limbs* pool, ti_form_time* time);

// The largest double that is not after the time, which has been rounded.
double ti_form_time_below(ti_limbs* pool, const ti_form_time* time);

// The sign of the time minus a ratio.
int ti_form_time_compare(ti_limbs* pool, const ti_form_time* time, ti_ratio ratio);

#endif
