// Isolation of roots by exclusion, so that none is missed. On a span with the middle m and half width h
//     |f(s) - f(m)| <= change = min(spread, |f'(m)| h + bend h^2/2).
// - If that keeps |f| above its error there is no root.
// - If change is within a few errors, the span may be zero all along and joins a cluster.
// - Else, where f' does not change by much, the root would be within (bend h^2 + 2 errors)/|f'| of the one of
// the
//   tangent: the span is cut into that and what is before and after, which mostly exclude themselves at once.
// - Else it is halved.
// This needs only that a parabola on each side touches f at m, not that f has a second derivative, so it also
// serves the distance of two bodies, which has corners where the nearest features change. A cluster between
// excluded spans on which f has different signs holds a crossing for certain.

#include "narrow/screw/jet_roots.h"

#include "core/assert.h"

// A span whose values are within so many errors of each other is not cut any more.
static const double CLUSTER_ERRORS = 4.0;

// A cluster wider than this times sqrt(2 error/bend) is sustained, as in roots.c; so is one over half of the
// window.
static const double SUSTAINED_WIDTH = 16.0;

// Newton steps from the middle of a cluster: it is so narrow that the first one hits.
enum { POLISH_STEPS = 3 };

void ti_jet_search_begin(ti_jet_search* search, ti_jet_function* function, void* context, double from,
                         double to, uint32_t max_steps)
{
    TI_ASSERT(from <= to);
    search->function = function;
    search->context = context;
    search->from = search->start[0] = from;
    search->to = search->end[0] = to;
    search->depth = 1;
    search->steps = 0;
    search->max_steps = max_steps;
    search->clustered = false;
}

static double change_of(const ti_jet* f, double h)
{
    double tangent = (fabs(f->slope) + f->slope_error) * h + 0.5 * f->bend * h * h;
    return fmin(f->spread, tangent) * JET_UP;
}

static void push(ti_jet_search* search, double start, double end)
{
    if (start < end) {
        search->start[search->depth] = start;
        search->end[search->depth++] = end;
    }
}

// Cuts a span around the root of the tangent. False where that is not worth it.
static bool cut_around_root(ti_jet_search* search, const ti_jet* f, double start, double end)
{
    double h = 0.5 * (end - start), slope = fabs(f->slope) - f->slope_error;
    double reach = (f->bend * h * h + 2.0 * (f->error + f->slope_error * h)) / slope;
    if (!(slope > 0.0 && reach < 0.25 * h)) {
        return false;
    }
    double root = start + h - f->value / f->slope;
    double left = fmin(fmax(root - reach, start), end), right = fmin(fmax(root + reach, start), end);
    if (left >= end || right <= start) {
        return false;
    }
    push(search, right, end);
    push(search, left, right);
    push(search, start, left);
    return true;
}

typedef enum outcome { NO_ROOT = 0, MAYBE_ZERO, CUT } outcome;

static outcome look(ti_jet_search* search, double start, double end)
{
    double h = 0.5 * (end - start);
    ti_jet f;
    ++search->steps;
    if (!search->function(search->context, start + h, h, &f)) {
        return NO_ROOT;
    }
    double change = change_of(&f, h);
    if (fabs(f.value) > change + f.error * JET_UP) {
        return NO_ROOT;
    }
    if (change <= CLUSTER_ERRORS * f.error || !(end - start > 4.0 * TI_U) ||
        search->steps >= search->max_steps || search->depth + 3 > TI_ROOT_DEPTH) {
        return MAYBE_ZERO;
    }
    if (!cut_around_root(search, &f, start, end)) {
        push(search, start + h, end);
        push(search, start, start + h);
    }
    return CUT;
}

// 1 or -1 where the sign of f at s is certain.
static int sign_at(ti_jet_search* search, double s)
{
    ti_jet f;
    ++search->steps;
    if (!search->function(search->context, s, 0.0, &f) || !(fabs(f.value) > f.error * JET_UP)) {
        return 0;
    }
    return f.value > 0.0 ? 1 : -1;
}

static double polish(ti_jet_search* search, double start, double end)
{
    double s = 0.5 * (start + end);
    for (int i = 0; i < POLISH_STEPS; ++i) {
        ti_jet f;
        ++search->steps;
        if (!search->function(search->context, s, 0.0, &f) || !(fabs(f.slope) > 0.0)) {
            break;
        }
        double next = fmin(fmax(s - f.value / f.slope, start), end);
        if (!(next < s || next > s)) {
            break;
        }
        s = next;
    }
    return s;
}

// A root of the exact function is within this of s, as in roots.c.
static double root_error(const ti_jet* f, double width)
{
    double reach = 2.0 * f->error / fabs(f->slope);
    bool steady = f->bend * reach + f->slope_error <= 0.5 * fabs(f->slope);
    return steady ? reach + 2.0 * TI_U : fmax(width, 2.0 * TI_U);
}

// What a cluster is.
static bool take_cluster(ti_jet_search* search, ti_root* root)
{
    double start = search->cluster_from, end = search->cluster_to, half = 0.5 * (end - start);
    ti_jet f;
    search->clustered = false;
    ++search->steps;
    if (!search->function(search->context, start + half, half, &f)) {
        return false;
    }
    double window = 0.5 * (search->to - search->from);
    double touch = f.bend < HUGE_VAL ? fmin(SUSTAINED_WIDTH * sqrt(2.0 * f.error / f.bend), window) : window;
    int sign = sign_at(search, start);
    bool crosses = sign * sign_at(search, end) < 0 || fabs(f.slope) > f.bend * half + f.slope_error;
    if (!crosses && half > 0.0 && !(2.0 * half <= touch)) {
        *root = (ti_root){TI_ROOT_SUSTAINED, start, end, 0.0, 0.0};
        return true;
    }
    if (!crosses) {
        // Where two features part the slope may jump; the tip is where the tangent from either side is zero.
        double s = f.bend < HUGE_VAL ? start + half : polish(search, start, end);
        *root = (ti_root){TI_ROOT_TANGENT, s, s, 2.0 * half, f.slope};
        return true;
    }
    double s = polish(search, start, end);
    search->function(search->context, s, half, &f);
    *root = (ti_root){TI_ROOT_CROSSING, s, s, root_error(&f, 2.0 * half), f.slope};
    return true;
}

bool ti_jet_search_next(ti_jet_search* search, ti_root* root)
{
    while (search->depth > 0) {
        --search->depth;
        double start = search->start[search->depth], end = search->end[search->depth];
        outcome found = look(search, start, end);
        bool adjacent = search->clustered && start <= search->cluster_to;
        if (found == MAYBE_ZERO && !search->clustered) {
            search->clustered = true;
            search->cluster_from = start;
            search->cluster_to = end;
        } else if (found == MAYBE_ZERO && adjacent) {
            search->cluster_to = end;
        } else if (found == MAYBE_ZERO) { // first the one before it
            ++search->depth;
            if (take_cluster(search, root)) {
                return true;
            }
        } else if (found == NO_ROOT && search->clustered && take_cluster(search, root)) {
            return true;
        }
    }
    return search->clustered && take_cluster(search, root);
}
