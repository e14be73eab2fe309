// When a vertex passes the plane of a face: the time that pixel records do not tell [Buss05, section 9]. Not
// by roots.h, the solver of the other engine, so that each of the two can be checked against the other. The
// function is simple enough to be cut where it turns, and needs no bounds.

#include "narrow/screw/screen_parts.h"

enum { MOST_STEPS = 100 };

// The distance or its first or second derivative: with S' = cos(theta s) and C' = S.
double ti_screen_fall_at(const ti_screen_fall* f, int order, ti_swing p)
{
    double cosine = 1.0 - f->theta * f->theta * p.versine;
    switch (order) {
    case 0:
        return f->c[0] + ((p.sine * f->c[1] + p.versine * f->c[2]) + p.s * f->c[3]);
    case 1:
        return (cosine * f->c[1] + p.sine * f->c[2]) + f->c[3];
    default:
        return cosine * f->c[2] - f->theta * f->theta * (p.sine * f->c[1]);
    }
}

static double value(const ti_screen_fall* f, int order, double s)
{
    return ti_screen_fall_at(f, order, ti_swing_at(f->theta, s));
}

// The zero of a derivative that runs one way from lo to hi and changes sign: Newton's method, and halving
// where it would leave the bracket, or shrinks it too slowly.
static double zero_between(const ti_screen_fall* f, int order, double lo, double hi, bool rises)
{
    double s = 0.5 * (lo + hi);
    for (int i = 0; i < MOST_STEPS && lo < hi; ++i) {
        ti_swing p = ti_swing_at(f->theta, s);
        double v = ti_screen_fall_at(f, order, p), slope = ti_screen_fall_at(f, order + 1, p);
        if ((v < 0.0) == rises) {
            lo = s;
        } else {
            hi = s;
        }
        double next = s - v / slope;
        if (!(next >= lo && next <= hi) || i % 8 == 7) {
            next = 0.5 * (lo + hi);
        }
        if (next == s) {
            break;
        }
        s = next;
    }
    return s;
}

typedef struct finder {
    const ti_screen_fall* fall;
    ti_screen_root* roots;
    int count;
    bool always; // within the tolerance at every point looked at
} finder;

static void add_root(finder* it, double s, bool tangent)
{
    if (it->count < TI_SCREEN_ROOTS) {
        it->roots[it->count++] = (ti_screen_root){s, s, tangent, false};
    }
}

// Between two points of time the distance runs one way.
static void search_slope(finder* it, double lo, double hi)
{
    double tolerance = it->fall->tolerance;
    double a = value(it->fall, 0, lo), b = value(it->fall, 0, hi);
    bool near_a = fabs(a) <= tolerance, near_b = fabs(b) <= tolerance;
    it->always = it->always && near_a && near_b;
    if ((a < 0.0) != (b < 0.0)) {
        add_root(it, zero_between(it->fall, 0, lo, hi, a < 0.0), false);
    } else if (near_a) {
        add_root(it, lo, true);
    } else if (near_b) {
        add_root(it, hi, true);
    }
}

// Between two points of time the speed runs one way.
static void search_speed(finder* it, double lo, double hi)
{
    double a = value(it->fall, 1, lo), b = value(it->fall, 1, hi);
    if ((a < 0.0) != (b < 0.0)) {
        double mid = zero_between(it->fall, 1, lo, hi, a < 0.0);
        search_slope(it, lo, mid);
        search_slope(it, mid, hi);
    } else {
        search_slope(it, lo, hi);
    }
}

// The second derivative is zero where tan(theta s) = c[2]/(c[1] theta).
int ti_screen_roots(const ti_screen_fall* f, ti_screen_root roots[TI_SCREEN_ROOTS])
{
    finder it = {f, roots, 0, true};
    double first = HUGE_VAL, period = HUGE_VAL;
    if (f->theta > 0.0 && (f->c[1] != 0.0 || f->c[2] != 0.0)) {
        double s = f->c[2], c = f->c[1] * f->theta;
        first = ti_atan2_nonneg(fabs(s), s < 0.0 ? -c : c) / f->theta;
        period = TOI_PI / f->theta;
    }
    double lo = f->from, next = first;
    if (isfinite(period)) {
        next = first + period * ceil((lo - first) / period);
    }
    while (next < f->to) {
        if (next > lo) {
            search_speed(&it, lo, next);
            lo = next;
        }
        first = next;
        next += period;
        if (!(next > first)) {
            break;
        }
    }
    search_speed(&it, lo, f->to);
    if (it.always) {
        roots[0] = (ti_screen_root){f->from, f->to, true, true};
        return 1;
    }
    return it.count;
}
