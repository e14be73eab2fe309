// Boxes that drift: making them, and proving two of them apart.

#include "broad/swept.h"

#include "core/assert.h"
#include "math/rounding.h"
#include "math/vec3.h"
#include "motion/affine.h"
#include "motion/bounds.h"
#include "motion/rational_hull.h"

// The way of a point of the body from the start to the end.
static toi_vec3 drift_of(const toi_motion* motion, toi_vec3 center)
{
    toi_vec3 start = toi_pose_point(toi_motion_pose(motion, 0.0), center);
    toi_vec3 end = toi_pose_point(toi_motion_pose(motion, 1.0), center);
    toi_vec3 drift = v3_sub(end, start);
    return v3_finite(drift) ? drift : v3(0.0, 0.0, 0.0);
}

ti_swept ti_swept_make(const toi_body* body, double margin)
{
    TI_ASSERT(margin >= 0.0);
    toi_vec3 drift = drift_of(&body->motion, body->mesh->center);
    return (ti_swept){ti_motion_bounds_drifting(&body->motion, body->mesh, drift), drift, margin};
}

static bool has_matrix(const toi_motion* motion)
{
    for (uint32_t i = 0; motion->kind == TOI_MOTION_RATIONAL && i < motion->rational_count; ++i) {
        if (ti_is_affine(&motion->rationals[i])) {
            return true;
        }
    }
    return false;
}

ti_swept ti_swept_make_box(const toi_motion* motion, const toi_bounds* local)
{
    if (has_matrix(motion)) {
        return (ti_swept){ti_rational_hull(motion, local), v3(0.0, 0.0, 0.0), 0.0};
    }
    toi_vec3 drift = drift_of(motion, v3_scale(0.5, v3_add(local->lower, local->upper)));
    return (ti_swept){ti_motion_bounds_of_box(motion, local, drift), drift, 0.0};
}

// ---- two boxes along one axis

// Along an axis, seen from A, box B covers [lower + speed t, upper + speed t] with A's extent and both
// margins taken off: the boxes are apart along it where lower + speed t > 0 or upper + speed t < 0. `lower`
// is rounded down and `upper` up, by so much that this holds for the exact drifts although `speed` is
// rounded: t is at most 1, and |speed| is within u of its exact value, u = 2^-53.
typedef struct line {
    double lower, upper, speed;
} line;

static line line_between(double a_lower, double a_upper, double b_lower, double b_upper, double speed)
{
    double slack = 2.0 * TI_U * fabs(speed);
    return (line){ti_down(ti_down(b_lower - a_upper) - slack), ti_up(ti_up(b_upper - a_lower) + slack),
                  speed};
}

static void lines_between(const ti_swept* a, const ti_swept* b, double margin, line lines[3])
{
    const toi_bounds *p = &a->box, *q = &b->box;
    lines[0] = line_between(p->lower.x, p->upper.x, q->lower.x, q->upper.x, b->drift.x - a->drift.x);
    lines[1] = line_between(p->lower.y, p->upper.y, q->lower.y, q->upper.y, b->drift.y - a->drift.y);
    lines[2] = line_between(p->lower.z, p->upper.z, q->lower.z, q->upper.z, b->drift.z - a->drift.z);
    if (margin > 0.0) {
        for (int i = 0; i < 3; ++i) {
            lines[i].lower = ti_down(lines[i].lower - margin);
            lines[i].upper = ti_up(lines[i].upper + margin);
        }
    }
}

// Times at which the boxes may meet along every axis looked at so far.
typedef struct span {
    double from, to;
} span;

// Takes in one axis. A bound that is NaN is left out; one far outside [0, 1] is as good as 2 or -1, and those
// do not become NaN when they are rounded.
static bool narrow_span(const line* l, span* s)
{
    if (l->speed == 0.0) {
        return !(l->lower > 0.0 || l->upper < 0.0);
    }
    double at_lower = -l->lower / l->speed, at_upper = -l->upper / l->speed;
    double first = l->speed > 0.0 ? at_upper : at_lower;
    double last = l->speed > 0.0 ? at_lower : at_upper;
    first = ti_down(first > 2.0 ? 2.0 : first);
    last = ti_up(last < -1.0 ? -1.0 : last);
    s->from = first > s->from ? first : s->from;
    s->to = last < s->to ? last : s->to;
    return !(s->from > s->to);
}

static double margin_between(const ti_swept* a, const ti_swept* b)
{
    return a->margin == 0.0 ? b->margin : (b->margin == 0.0 ? a->margin : ti_up(a->margin + b->margin));
}

bool ti_swept_apart(const ti_swept* a, const ti_swept* b)
{
    line lines[3];
    lines_between(a, b, margin_between(a, b), lines);
    span s = {0.0, 1.0};
    for (int i = 0; i < 3; ++i) {
        if (!narrow_span(&lines[i], &s)) {
            return true;
        }
    }
    return false;
}

// ---- distance of two boxes

static double line_gap(const line* l, double t)
{
    double lower = l->lower + l->speed * t, upper = l->upper + l->speed * t;
    return lower > 0.0 ? lower : (upper < 0.0 ? upper : 0.0);
}

static double gap_squared(const line lines[3], double t)
{
    toi_vec3 gap = {line_gap(&lines[0], t), line_gap(&lines[1], t), line_gap(&lines[2], t)};
    return v3_dot(gap, gap);
}

enum { GAP_STEPS = 40 };

// The squared gap is a convex function of time. This only picks a direction for the proof, so it need not be
// exact.
static double nearest_time(const line lines[3])
{
    double from = 0.0, to = 1.0;
    for (int i = 0; i < GAP_STEPS; ++i) {
        double third = (to - from) * (1.0 / 3.0);
        double s = from + third, t = to - third;
        if (gap_squared(lines, s) <= gap_squared(lines, t)) {
            to = t;
        } else {
            from = s;
        }
    }
    return from;
}

// At least how far the boxes are apart along n at time t in {0, 1}, times |n|. Every product, sum and end of
// the lines is within 8 u of the sum of their sizes.
static double along_direction(const line lines[3], toi_vec3 n, double t)
{
    const double c[3] = {n.x, n.y, n.z};
    double sum = 0.0, size = 0.0;
    for (int i = 0; i < 3; ++i) {
        double end = c[i] > 0.0 ? lines[i].lower : lines[i].upper;
        double moved = lines[i].speed * t;
        if (c[i] != 0.0) {
            sum += c[i] * (end + moved);
            size += fabs(c[i]) * (fabs(end) + fabs(moved));
        }
    }
    return sum - 8.0 * TI_U * size;
}

double ti_swept_gap(const ti_swept* a, const ti_swept* b)
{
    line lines[3];
    lines_between(a, b, 0.0, lines);
    double least = margin_between(a, b);
    least = least > 0.0 ? ti_down(ti_down(least)) : 0.0;
    double size = 0.0;
    for (int i = 0; i < 3; ++i) {
        size = fmax(size, fmax(fmax(fabs(lines[i].lower), fabs(lines[i].upper)), fabs(lines[i].speed)));
    }
    if (!(size > 0.0 && isfinite(size))) {
        return least;
    }
    int exponent =
        ti_exponent_up(size); // in these units neither squares nor products leave the range of doubles
    for (int i = 0; i < 3; ++i) {
        lines[i] = (line){ti_scale(lines[i].lower, -exponent), ti_scale(lines[i].upper, -exponent),
                          ti_scale(lines[i].speed, -exponent)};
    }
    double t = nearest_time(lines);
    toi_vec3 n = {line_gap(&lines[0], t), line_gap(&lines[1], t), line_gap(&lines[2], t)};
    double length = v3_length(n) * (1.0 + 8.0 * TI_U);
    double along = fmin(along_direction(lines, n, 0.0), along_direction(lines, n, 1.0));
    double gap = ti_scale(ti_down(along / length), exponent);
    return gap > least ? gap : least;
}

// ---- a box that does not drift

// What the sweep along one axis covers, with room for every rounding of ti_swept_apart.
static void cover(double velocity, double drift, double margin, double* lower, double* upper)
{
    double speed = drift - velocity;
    double way = fmax(fabs(drift), fabs(velocity));
    double below = fmin(0.0, speed) - margin, above = fmax(0.0, speed) + margin;
    double slack = 0x1p-48 * (fmax(fabs(*lower), fabs(*upper)) + (way + margin));
    *lower = ti_down((*lower + below) - slack);
    *upper = ti_up((*upper + above) + slack);
}

toi_bounds ti_swept_bounds(const ti_swept* swept, toi_vec3 velocity)
{
    toi_bounds box = swept->box;
    cover(velocity.x, swept->drift.x, swept->margin, &box.lower.x, &box.upper.x);
    cover(velocity.y, swept->drift.y, swept->margin, &box.lower.y, &box.upper.y);
    cover(velocity.z, swept->drift.z, swept->margin, &box.lower.z, &box.upper.z);
    return box;
}
