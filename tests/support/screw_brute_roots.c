// Roots of the waves of the screw oracle. On a slice of at most one radian a wave is its Taylor polynomial up
// to less than the rounding of long double. By Rolle's theorem the roots of a polynomial are found one by one
// between those of its derivative, and these in the same way: a recursion as deep as the degree.

#include "support/screw_brute_parts.h"

void sb_slice_make(const sb_motion* m, int index, int count, sb_slice* slice)
{
    real half = 0.5L / (real)count, middle = ((real)index + 0.5L) / (real)count;
    *slice = (sb_slice){.middle = middle,
                        .half = half,
                        .cosine = cosl(m->th * middle),
                        .sine = sinl(m->th * middle),
                        .first = index == 0,
                        .last = index == count - 1};
    real w = 1.0L, angle = m->th * half;
    // The first weight left out bounds what is: the angle is at most 1/2, so they fall by more than a half
    // each.
    while (slice->degree < SB_DEGREE - 3 && fabsl(w) > 1e-23L) {
        slice->weight[slice->degree++] = w;
        w *= angle / (real)slice->degree;
    }
}

// Coefficients of the wave in sigma, s = middle + half sigma; returns the degree.
static int expand(const sb_wave* wave, const sb_slice* slice, real* a)
{
    const real* c = wave->c;
    real h = slice->half;
    real p0 = c[2] + c[3] * slice->middle, p1 = c[3] * h, q0 = c[4] + c[5] * slice->middle, q1 = c[5] * h;
    real even[2] = {p0 * slice->cosine + q0 * slice->sine, p1 * slice->cosine + q1 * slice->sine};
    real odd[2] = {q0 * slice->cosine - p0 * slice->sine, q1 * slice->cosine - p1 * slice->sine};
    int degree = slice->degree > 1 ? slice->degree : 1;
    for (int k = 0; k <= degree; ++k) {
        a[k] = 0.0L;
    }
    for (int k = 0; k < slice->degree; ++k) {
        const real* part = k % 2 == 0 ? even : odd;
        real w = k % 4 < 2 ? slice->weight[k] : -slice->weight[k];
        a[k] += w * part[0];
        a[k + 1] += w * part[1];
    }
    a[0] += c[0] + c[1] * slice->middle;
    a[1] += c[1] * h;
    return degree;
}

static real value_of(const real* a, int degree, real x)
{
    real y = a[degree];
    for (int k = degree - 1; k >= 0; --k) {
        y = y * x + a[k];
    }
    return y;
}

// The root of a polynomial that is monotone on [low, high] and has values of opposite sign there.
static real root_between(const real* a, int degree, real low, real high)
{
    bool rising = value_of(a, degree, high) > 0.0L;
    real x = 0.5L * (low + high);
    for (int i = 0; i < 200; ++i) {
        real y = a[degree], d = 0.0L;
        for (int k = degree - 1; k >= 0; --k) {
            d = d * x + y;
            y = y * x + a[k];
        }
        if (y == 0.0L) {
            return x;
        }
        if ((y > 0.0L) == rising) {
            high = x;
        } else {
            low = x;
        }
        real next = x - y / d;
        // Newton only where it stays inside, and every fourth step halves, so that the width falls.
        if (!(next > low && next < high) || i % 4 == 3) {
            next = 0.5L * (low + high);
        }
        if (next == x || high - low <= 1e-19L) {
            return next;
        }
        if (fabsl(next - x) <= 1e-20L) {
            return next;
        }
        x = next;
    }
    return x;
}

static int derive(const real* a, int degree, real* d)
{
    for (int k = 1; k <= degree; ++k) {
        d[k - 1] = (real)k * a[k];
    }
    return degree - 1;
}

static real sum_from(const real* a, int first, int degree)
{
    real sum = 0.0L;
    for (int k = first; k <= degree; ++k) {
        sum += fabsl(a[k]);
    }
    return sum;
}

// Roots of a polynomial in [-1, 1], rising. Points where it only touches zero may be left out.
static int roots_of(const real* a, int degree, real* roots)
{
    if (degree <= 0 || fabsl(a[0]) > sum_from(a, 1, degree)) {
        return 0;
    }
    real derivative[SB_DEGREE] = {0.0L}, turns[SB_ROOTS + 2];
    int last = derive(a, degree, derivative);
    turns[0] = -1.0L;
    int turn_count = 1 + roots_of(derivative, last, turns + 1);
    turns[turn_count++] = 1.0L;
    int count = 0;
    for (int i = 0; i < turn_count; ++i) {
        real here = value_of(a, degree, turns[i]);
        if (here == 0.0L && count < SB_ROOTS && (count == 0 || roots[count - 1] < turns[i])) {
            roots[count++] = turns[i];
        }
        if (i + 1 < turn_count && count < SB_ROOTS && here * value_of(a, degree, turns[i + 1]) < 0.0L) {
            roots[count++] = root_between(a, degree, turns[i], turns[i + 1]);
        }
    }
    return count;
}

static void add_event(sb_events* events, const sb_slice* slice, real sigma, bool touch)
{
    if (events->count < SB_ROOTS) {
        real s = slice->middle + slice->half * sigma;
        events->event[events->count++] = (sb_event){r_max(0.0L, r_min(1.0L, s)), touch};
    }
}

void sb_wave_events(const sb_wave* wave, const sb_slice* slice, real near, sb_events* events)
{
    real a[SB_DEGREE], derivative[SB_DEGREE], found[SB_ROOTS];
    int degree = expand(wave, slice, a);
    real rest = sum_from(a, 1, degree);
    events->count = 0;
    events->sustained = fabsl(a[0]) + rest <= near;
    if (fabsl(a[0]) > rest + near || events->sustained) {
        return;
    }
    int count = roots_of(a, degree, found);
    for (int i = 0; i < count; ++i) {
        add_event(events, slice, found[i], false);
    }
    int last = derive(a, degree, derivative);
    count = roots_of(derivative, last, found);
    for (int i = 0; i < count; ++i) {
        if (fabsl(value_of(a, degree, found[i])) <= near) {
            add_event(events, slice, found[i], true);
        }
    }
    for (int side = -1; side <= 1; side += 2) {
        real y = fabsl(value_of(a, degree, (real)side));
        bool outer = side < 0 ? slice->first : slice->last;
        // An extremum at the joint of two slices may be a hair outside of both.
        outer |= fabsl(value_of(derivative, last, (real)side)) <= near;
        if (y <= 1e-18L * (fabsl(a[0]) + rest)) {
            add_event(events, slice, (real)side, false);
        } else if (outer && y <= near) {
            add_event(events, slice, (real)side, true);
        }
    }
}
