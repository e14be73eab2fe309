// Isolation of roots by bounds, so that none is missed: on a span with middle m and half width h
//     |f(s) - f(m)| <= |f'(m)| |s - m| + bend (s - m)^2/2.
// - If that keeps |f| above its rounding there is no root.
// - If it keeps |f| within its rounding the span may be zero all along and joins a cluster.
// - If |f'(m)| > bend h, beyond rounding, f is monotone: its ends tell whether there is a root, and a
// safeguarded
//   Newton iteration finds it.
// - Else the span is halved. It is narrow enough to join a cluster as soon as h^2 <= rounding/bend: then
//   |f'(m)| h + bend h^2/2 <= 1.5 bend h^2 + slope rounding, so |f| is within about 2.5 times its rounding.
// A cluster is a touch that rounding cannot tell from a crossing or a miss. Near a simple extremum |f| stays
// within E for less than 2 sqrt(2 E/bend) where f'' is about `bend`; a cluster far wider is a sustained
// contact.

#include "narrow/screw/roots.h"

#include "core/assert.h"
#include "math/rounding.h"

// A cluster wider than this times sqrt(2 E/bend) is sustained; so is one over all of the span.
static const double SUSTAINED_WIDTH = 16.0;

// Newton steps at most: each halves the bracket at least every other time.
enum { NEWTON_STEPS = 120 };

void ti_root_search_begin(ti_root_search* search, const ti_function* f, double from, double to,
                          uint32_t max_steps)
{
    TI_ASSERT(from <= to);
    search->f = f;
    search->from[0] = from;
    search->to[0] = to;
    search->depth = 1;
    search->steps = 0;
    search->max_steps = max_steps;
    search->clustered = search->queued = false;
    search->sustained = 0.5 * (to - from);
    search->last_s = -2.0;
    search->last_error = search->last_slope = 0.0;
}

static bool continues_cluster(const ti_root_search* search, double from)
{
    return search->clustered && from <= search->cluster_to;
}

static void join_cluster(ti_root_search* search, double from, double to)
{
    if (!continues_cluster(search, from)) {
        search->clustered = true;
        search->cluster_from = from;
    }
    search->cluster_to = to;
}

// A root of the exact function is within this of x, the slope at x being known. Over twice E/|slope| the
// slope changes by at most half where the bend allows; the function then passes E on either side within that.
// Else the span itself is all that is known.
static double root_error(const ti_function* f, double slope, double span)
{
    double reach = 2.0 * f->rounding / fabs(slope);
    bool steady = f->bend * reach + f->slope_rounding <= 0.5 * fabs(slope);
    return steady ? reach + 2.0 * TI_U : fmax(span, 2.0 * TI_U);
}

// Two spans that meet at a root both find it.
static bool is_repeated(const ti_root_search* search, const ti_root* root)
{
    return root->s - search->last_s <= root->error + search->last_error &&
           (root->slope > 0.0) == (search->last_slope > 0.0);
}

static void remember(ti_root_search* search, const ti_root* root)
{
    search->last_s = root->s;
    search->last_error = root->error;
    search->last_slope = root->slope;
}

// What a cluster is. False for a crossing that was handed out already.
static bool take_cluster(ti_root_search* search, ti_root* root)
{
    const ti_function* f = search->f;
    double from = search->cluster_from, to = search->cluster_to;
    double middle = 0.5 * (from + to), half = 0.5 * (to - from);
    double touch = fmin(SUSTAINED_WIDTH * sqrt(2.0 * f->rounding / f->bend), search->sustained);
    search->clustered = false;
    if (half > 0.0 && !(2.0 * half <= touch)) {
        *root = (ti_root){TI_ROOT_SUSTAINED, from, to, 0.0, 0.0};
        return true;
    }
    double slope = ti_function_at(f, middle).slope;
    if (fabs(slope) > f->bend * half + f->slope_rounding) {
        *root = (ti_root){TI_ROOT_CROSSING, middle, middle, root_error(f, slope, half), slope};
        bool repeated = is_repeated(search, root);
        remember(search, root);
        return !repeated;
    }
    *root = (ti_root){TI_ROOT_TANGENT, middle, middle, half, slope};
    return true;
}

// Newton's method on a bracket that holds a change of sign, from x in it, where the value is v. A step that
// leaves the bracket becomes a bisection.
static ti_root solve(ti_root_search* search, double from, double to, bool rises, double x, ti_value v)
{
    const ti_function* f = search->f;
    double span = to - from;
    for (int i = 0; i < NEWTON_STEPS && v.f != 0.0; ++i) {
        if ((v.f > 0.0) == rises) {
            to = x;
        } else {
            from = x;
        }
        double next = x - v.f / v.slope;
        bool inside = next >= from && next <= to;
        next = inside ? next : 0.5 * (from + to);
        double step = fabs(next - x);
        x = next;
        // After a Newton step of this size the error is at most bend step^2/(2 |slope|).
        if (step <= TI_U || (inside && f->bend * step * step <= TI_U * fabs(v.slope))) {
            break;
        }
        v = ti_function_at(f, x);
        ++search->steps;
    }
    return (ti_root){TI_ROOT_CROSSING, x, x, root_error(f, v.slope, span), v.slope};
}

typedef enum outcome {
    NO_ROOT = 0,
    ONE_ROOT,
    MAYBE_ZERO_AT_START,
    MAYBE_ZERO_AT_END,
    MAYBE_ZERO,
    UNCLEAR,
} outcome;

// What a span on which f is monotone holds. Where it is within rounding of zero at an end, the change of sign
// may be just outside.
static outcome look_at_monotone(ti_root_search* search, double from, double to, ti_value middle,
                                ti_root* root)
{
    const ti_function* f = search->f;
    double e = f->rounding;
    ti_value first = ti_function_at(f, from), last = ti_function_at(f, to);
    search->steps += 2;
    if ((first.f > 0.0) != (last.f > 0.0)) {
        *root = solve(search, from, to, last.f > first.f, 0.5 * (from + to), middle);
        return ONE_ROOT;
    }
    bool at_first = fabs(first.f) <= fabs(last.f);
    if (!(fabs(at_first ? first.f : last.f) <= e)) {
        return NO_ROOT;
    }
    return at_first ? MAYBE_ZERO_AT_START : MAYBE_ZERO_AT_END;
}

static outcome look(ti_root_search* search, double from, double to, ti_root* root)
{
    const ti_function* f = search->f;
    double h = 0.5 * (to - from);
    ti_value v = ti_function_at(f, from + h);
    ++search->steps;
    double change = (fabs(v.slope) + f->slope_rounding) * h + 0.5 * f->bend * h * h;
    if (fabs(v.f) > change + f->rounding) {
        return NO_ROOT;
    }
    if (fabs(v.f) + change <= f->rounding) {
        return MAYBE_ZERO;
    }
    if (fabs(v.slope) > f->bend * h + f->slope_rounding) {
        return look_at_monotone(search, from, to, v, root);
    }
    return f->bend * h * h <= f->rounding ? MAYBE_ZERO : UNCLEAR;
}

static void push(ti_root_search* search, double from, double to)
{
    search->from[search->depth] = from;
    search->to[search->depth++] = to;
}

// Takes in what a span holds. True where there is something to hand out: the root, or first the cluster to
// its left.
static bool settle(ti_root_search* search, outcome found, double from, double to, ti_root* root)
{
    bool maybe = found >= MAYBE_ZERO_AT_START;
    double start = found == MAYBE_ZERO_AT_END ? to : from, end = found == MAYBE_ZERO_AT_START ? from : to;
    if (found == ONE_ROOT && is_repeated(search, root)) {
        found = NO_ROOT;
    }
    ti_root left;
    bool before =
        search->clustered && !(maybe && continues_cluster(search, start)) && take_cluster(search, &left);
    if (found == ONE_ROOT) {
        remember(search, root);
        search->queued = before;
        search->next = *root;
    } else if (maybe) {
        join_cluster(search, start, end);
    }
    if (before) {
        *root = left;
    }
    return before || found == ONE_ROOT;
}

bool ti_root_search_next(ti_root_search* search, ti_root* root)
{
    if (search->queued) {
        search->queued = false;
        *root = search->next;
        return true;
    }
    while (search->depth > 0) {
        --search->depth;
        double from = search->from[search->depth], to = search->to[search->depth];
        outcome found = look(search, from, to, root);
        bool more = search->steps < search->max_steps;
        if (found == UNCLEAR && more && to - from > 4.0 * TI_U && search->depth + 2 <= TI_ROOT_DEPTH) {
            double middle = 0.5 * (from + to);
            push(search, middle, to);
            push(search, from, middle);
            continue;
        }
        if (found == UNCLEAR && !more) { // the rest counts as one
            to = search->to[0];
            search->depth = 0;
        }
        if (settle(search, found, from, to, root)) {
            return true;
        }
    }
    return search->clustered && take_cluster(search, root);
}
