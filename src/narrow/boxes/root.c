// Newton's method within a bracket that never loses the side on which the polynomial is certainly positive.

#include "narrow/boxes/root.h"

#include "math/bernstein.h"
#include "math/rounding.h"
#include "math/scalar.h"

#include <string.h>

enum { MOST_STEPS = 100 };

// Doubles below 1 are no farther apart than half of it: a bracket of two steps has next to none left inside.
static const double TIME_STEP = 2.0 * TI_U;

typedef struct value {
    double at, slope;
} value;

// De Casteljau's steps: the slope is in the last but one.
static value evaluate(const double* c, uint32_t n, double t)
{
    double b[TI_MOST_DEGREE + 1], s = 1.0 - t;
    if (n == 0) {
        return (value){c[0], 0.0};
    }
    memcpy(b, c, (n + 1) * sizeof *b);
    for (uint32_t rows = n; rows > 1; --rows) {
        for (uint32_t i = 0; i < rows; ++i) {
            b[i] = s * b[i] + t * b[i + 1];
        }
    }
    return (value){s * b[0] + t * b[1], (double)n * (b[1] - b[0])};
}

double ti_box_evaluate(const double* c, uint32_t degree, double time)
{
    return evaluate(c, degree, time).at;
}

ti_box_sign ti_box_sign_of(const double* c, uint32_t degree)
{
    uint32_t changes = 0;
    double last = 0.0;
    for (uint32_t k = 0; k <= degree; ++k) {
        if (c[k] != 0.0) {
            changes += (last > 0.0 && c[k] < 0.0) || (last < 0.0 && c[k] > 0.0);
            last = c[k];
        }
    }
    if (changes == 0 && c[0] <= 0.0 && c[degree] <= 0.0) {
        return BOX_SIGN_NEGATIVE;
    }
    if (changes != 1 || c[0] == 0.0 || c[degree] == 0.0) {
        return BOX_SIGN_OTHER;
    }
    return c[0] > 0.0 ? BOX_SIGN_FALLS : BOX_SIGN_RISES;
}

static double largest(const double* c, uint32_t degree)
{
    double most = 0.0;
    for (uint32_t k = 0; k <= degree; ++k) {
        most = d_max(fabs(c[k]), most);
    }
    return most;
}

// A bracket in terms of the distance from the end where the value is positive: `sure` is certainly on that
// side.
typedef struct bracket {
    double sure, open, at;
} bracket;

static bool narrow(bracket* b, const value* v, double sense, double error)
{
    double before = b->at;
    if (v->at > error) {
        b->sure = b->at;
    } else {
        b->open = b->at;
    }
    double step = v->at / v->slope; // towards the root
    b->at = before - step;
    double low = d_min(b->sure, b->open), high = d_max(b->sure, b->open);
    if (!(b->at > low && b->at < high)) {
        b->at = 0.5 * (low + high);
    }
    // What rounding hides is stepped over, towards the sure side.
    if (fabs(v->at) <= error) {
        double back = 4.0 * error / fabs(v->slope); // without a slope beyond the bracket
        double aside = before - sense * d_max(back, TIME_STEP);
        b->at = aside > low && aside < high ? aside : b->at;
    }
    return high - low > 2.0 * TIME_STEP;
}

bool ti_box_root_find(const double* c, uint32_t degree, ti_box_root* root)
{
    ti_box_sign sign = ti_box_sign_of(c, degree);
    if (sign == BOX_SIGN_NEGATIVE) {
        *root = (ti_box_root){0.0, true};
        return true;
    }
    if (sign == BOX_SIGN_OTHER) {
        return false;
    }
    double error = ti_gamma(3 * (int)degree + 2) * largest(c, degree);
    bool falls = sign == BOX_SIGN_FALLS;
    double sense = falls ? 1.0 : -1.0;
    bracket b = {falls ? 0.0 : 1.0, falls ? 1.0 : 0.0, c[0] / (c[0] - c[degree])};
    for (int i = 0; i < MOST_STEPS; ++i) {
        value v = evaluate(c, degree, b.at);
        if (!narrow(&b, &v, sense, error)) {
            break;
        }
        // Close enough: the value at the sure side is next to nothing.
        if (v.at > error && v.at <= 16.0 * error) {
            break;
        }
    }
    *root = (ti_box_root){b.sure, falls};
    return true;
}
