// The double nearest to a root of a form: a guess in floating point, and comparisons with the numbers halfway
// between doubles that prove it.

#include "math/form_time.h"

#include "math/rounding.h"

enum {
    NEWTON_STEPS = 96, // of the guess; a worse one costs comparisons, not truth
    NEWTON_ALONE = 8,
    CORRECTIONS = 4, // while they are more than FAR_OFF of the time
    MANTISSA_BITS = 52,
    SMALLEST_EXPONENT = -1074,
};

#define FAR_OFF 0x1p-40

// ---- doubles of [0, 1] in order, by their bits

static int64_t place_of(double x)
{
    int64_t place;
    memcpy(&place, &x, sizeof place);
    return place;
}

static double double_at(int64_t place)
{
    double x;
    memcpy(&x, &place, sizeof x);
    return x;
}

// The double is m 2^exponent.
static uint64_t mantissa_at(int64_t place, int* exponent)
{
    int biased = (int)(place >> MANTISSA_BITS);
    uint64_t fraction = (uint64_t)place & ((1ull << MANTISSA_BITS) - 1);
    *exponent = biased > 0 ? SMALLEST_EXPONENT - 1 + biased : SMALLEST_EXPONENT;
    return biased > 0 ? fraction | 1ull << MANTISSA_BITS : fraction;
}

// The time m/2^k, at most 1.
static ti_ratio ratio_of(ti_limbs* pool, uint64_t m, uint32_t k)
{
    ti_integer t = m > 0 ? ti_integer_shifted(pool, m, 0) : Z_ZERO;
    return (ti_ratio){ti_integer_sub(pool, ti_integer_shifted(pool, 1, k), t), t};
}

// The sign of the time minus the double.
static int compare_double(ti_limbs* pool, const ti_form_time* time, int64_t place)
{
    size_t mark = pool->used;
    int exponent;
    uint64_t m = mantissa_at(place, &exponent);
    int sign = ti_form_time_compare(pool, time, ratio_of(pool, m, (uint32_t)-exponent));
    pool->used = mark;
    return sign;
}

// The sign of the time minus the number halfway to the next double.
static int compare_half(ti_limbs* pool, const ti_form_time* time, int64_t place)
{
    size_t mark = pool->used;
    int exponent;
    uint64_t m = mantissa_at(place, &exponent);
    int sign = ti_form_time_compare(pool, time, ratio_of(pool, 2 * m + 1, (uint32_t)(1 - exponent)));
    pool->used = mark;
    return sign;
}

// ---- the guess

// Halfway among the doubles, so that the exponents halve where they differ.
static double halfway(double low, double high)
{
    int64_t a = place_of(low), b = place_of(high);
    return double_at(a + (b - a) / 2);
}

// A polynomial in t, the lowest coefficient first.
typedef struct polynomial {
    double c[TI_FORM_DEGREE + 1];
} polynomial;

static polynomial polynomial_of(const double b[TI_FORM_DEGREE + 1], int degree)
{
    if (degree == 1) {
        return (polynomial){{b[0], b[1] - b[0]}};
    }
    if (degree == 2) {
        return (polynomial){{b[0], b[1] - 2.0 * b[0], (b[2] - b[1]) + b[0]}};
    }
    return (polynomial){
        {b[0], b[1] - 3.0 * b[0], (b[2] - 2.0 * b[1]) + 3.0 * b[0], ((b[3] - b[2]) + b[1]) - b[0]}};
}

static double value_at(const polynomial* p, double t)
{
    return ((p->c[3] * t + p->c[2]) * t + p->c[1]) * t + p->c[0];
}

static double slope_at(const polynomial* p, double t)
{
    return (3.0 * p->c[3] * t + 2.0 * p->c[2]) * t + p->c[1];
}

static double double_of(ti_ratio ratio)
{
    uint32_t s = ti_integer_bits(ratio.s), t = ti_integer_bits(ratio.t), most = s > t ? s : t;
    double up = ti_integer_to_double(ratio.t, (int)most);
    return up / (ti_integer_to_double(ratio.s, (int)most) + up);
}

// Newton's method, halving among the doubles where it leaves the bracket, and after some steps every other
// time: towards a root that is close to another one, or far closer to 0 than the start, it takes no more than
// a share of the way in each step.
static double newton(const polynomial* p, const ti_form_time* time)
{
    double low = time->after_low ? double_of(time->low) : 0.0;
    double high = time->before_high ? double_of(time->high) : 1.0;
    double t = 0.5 * (low + high);
    for (int i = 0; i < NEWTON_STEPS && low < high; ++i) {
        double value = value_at(p, t), next = t - value / slope_at(p, t);
        if (value * time->later > 0.0) {
            high = t;
        } else {
            low = t;
        }
        if (fabs(next - t) <= TI_U * t) {
            return t;
        }
        bool halve = i >= NEWTON_ALONE && i % 2 == 0;
        t = !halve && next > low && next < high ? next : halfway(low, high);
    }
    return t;
}

// The form's value and slope at a double, times a power of two that brings its coefficients below 1.
typedef struct estimate {
    double at, value, slope;
} estimate;

// The value as whole numbers have it: right to the last places also where the root is nearly a double one.
static estimate estimate_at(ti_limbs* pool, const ti_form_time* time, const polynomial* p, int scale,
                            double t)
{
    size_t mark = pool->used;
    int exponent, degree = time->form.degree;
    uint64_t m = mantissa_at(place_of(t), &exponent);
    ti_integer value = ti_form_value(pool, &time->form, ratio_of(pool, m, (uint32_t)-exponent));
    pool->used = mark;
    return (estimate){t, ti_integer_to_double(value, scale - degree * exponent), slope_at(p, t)};
}

// A guess, and the last estimate that led to it, if there was one.
static double guess(ti_limbs* pool, const ti_form_time* time, estimate* e)
{
    double c[TI_FORM_DEGREE + 1];
    int scale = ti_form_to_doubles(&time->form, c);
    *e = (estimate){.value = (double)NAN};
    if (time->form.degree == 1) {
        return fabs(c[0]) / (fabs(c[0]) + fabs(c[1]));
    }
    polynomial p = polynomial_of(c, time->form.degree);
    double t = newton(&p, time);
    t = t >= 0.0 && t <= 1.0 ? t : 0.5;
    for (int i = 0; i < CORRECTIONS && (i == 0 || fabs(t - e->at) > FAR_OFF * t); ++i) {
        *e = estimate_at(pool, time, &p, scale, t);
        double next = t - e->value / e->slope;
        t = next >= 0.0 && next <= 1.0 ? next : t;
    }
    return t;
}

// ---- what the estimate tells
//
// Coefficients are below 1 and off by 2 u of themselves, u = 2^-53. Those of the polynomial are at most 4, 6
// and 4 from t on, and off by 15 u, 24 u and 17 u; the slope is then off by 51 u + 48 u + 15 u, and 103 u
// more for its own roundings, less than 2^-45 in all, and at most 40. Over a distance d the form changes by
// slope d, and the second derivative, at most 36, adds 18 d^2. With D the sum of the magnitudes that d is
// the sum of, d is off by 2 u D, and the product and the sum are rounded: 2^-45 D + 4 u 40 D and 2 u of the
// value. The value is off by 2 u of itself, or 2^-1074.

// The sign of the form at x + h; 0 where the estimate does not tell.
static int sign_beside(const estimate* e, double x, double h)
{
    double way = (x - e->at) + h, size = fabs(x - e->at) + fabs(h), value = e->value + e->slope * way;
    double error = size * (0x1p-44 + 20.0 * size) + 0x1p-50 * fabs(e->value) + 0x1p-1000;
    return value > error ? 1 : value < -error ? -1 : 0;
}

// The form changes its sign once between the ends of the bracket. Doubles have these within 8 u.
#define BRACKET_MARGIN 0x1p-40

static bool in_bracket(const ti_form_time* time, double x)
{
    return x > 0x1p-900 && x < 1.0 && (!time->after_low || x > double_of(time->low) + BRACKET_MARGIN) &&
           (!time->before_high || x < double_of(time->high) - BRACKET_MARGIN);
}

// Whether the root is nearest to x; and if the estimate tells that, what is below the root.
static bool estimate_proves(const estimate* e, double x, ti_form_time* time)
{
    int64_t place = place_of(x);
    if (!in_bracket(time, x)) {
        return false;
    }
    double before = double_at(place - 1), after = double_at(place + 1);
    if (sign_beside(e, x, 0.5 * (after - x)) != time->later ||
        sign_beside(e, x, 0.5 * (before - x)) != -time->later) {
        return false;
    }
    int side = sign_beside(e, x, 0.0) * time->later;
    time->near = x;
    time->below = side > 0 ? before : x;
    time->has_below = side != 0;
    return true;
}

// ---- the search

// The nearest double is after `low` and at most `high`.
typedef struct places {
    int64_t low, high;
} places;

// Takes note of how the time compares with the number halfway after a place. True where it is that number.
static bool look(ti_limbs* pool, const ti_form_time* time, int64_t place, places* p)
{
    int sign = compare_half(pool, time, place);
    if (sign > 0) {
        p->low = place;
    } else {
        p->high = place;
    }
    if (sign == 0) { // to even
        p->high = place + (place & 1);
        p->low = p->high - 1;
    }
    return sign == 0;
}

// Steps away from the guess in growing steps, then halves.
void ti_form_time_round(ti_limbs* pool, ti_form_time* time)
{
    estimate e;
    double first = guess(pool, time, &e);
    if (estimate_proves(&e, first, time)) {
        return;
    }
    places p = {-1, place_of(1.0)};
    int64_t place = place_of(first), step = 1;
    bool found = place < p.high && look(pool, time, place, &p);
    while (!found && p.high - p.low > 1) {
        if (p.low < 0 && p.high - step >= 0) {
            place = p.high - step;
        } else if (p.high == place_of(1.0) && p.low + step < p.high) {
            place = p.low + step;
        } else {
            place = p.low + (p.high - p.low) / 2;
        }
        found = look(pool, time, place, &p);
        step += step < p.high - p.low ? step : 0; // stays below 2^63
    }
    time->near = double_at(p.high);
}

double ti_form_time_below(ti_limbs* pool, const ti_form_time* time)
{
    if (time->has_below) {
        return time->below;
    }
    int64_t place = place_of(time->near);
    return compare_double(pool, time, place) >= 0 ? time->near : double_at(place - 1);
}
