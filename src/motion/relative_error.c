// The distance between a screw and the motion that it stands for.
//
// Both are affine maps of B at every time, and so is their difference D: a point y from the centre is off by
// D.center + D.turn y. At nodes with the distance H the difference is computed. Between three nodes it is the
// parabola through them, up to H^3/(9 sqrt(3)) times the largest third derivative of a point. The rotation
// part of D is a difference of two rotations, whose singular values are s, s and 0: s is its Frobenius norm
// by sqrt(2). Of a second difference the Frobenius norm itself is a bound.

#include "motion/relative_error.h"

#include "motion/length.h"

enum { MOST_NODES = 256 };

// What the parabola may miss, as a share of the distance at the nodes, before there are more nodes: fewer
// pieces are worth more than a few nodes.
static const double WORTHWHILE = 1.0 / 32.0;

// Covers the roundings of the sums here.
#define BOUND_ROUNDING (1.0 + 0x1p-40)

typedef struct difference {
    toi_vec3 center;
    toi_vec3 column[3]; // of the rotation part
} difference;

static const toi_vec3 units[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

// Motion minus screw, without the parts that are equal.
static difference difference_at(const ti_pair_step* step, const ti_pair_chord* chord, double t)
{
    const ti_twist* twist = &chord->twist;
    ti_swing p = ti_swing_at(twist->angle, (t - chord->t0) / (chord->t1 - chord->t0));
    toi_quat q = step->turned;
    toi_vec3 k = {q.x, q.y, q.z};
    difference d;
    d.center = v3_sub(step->moved, tw_point(twist, p, (toi_vec3){0.0, 0.0, 0.0}));
    for (int i = 0; i < 3; ++i) {
        toi_vec3 once = v3_cross(k, units[i]), wanted = v3_cross(twist->turn, units[i]);
        toi_vec3 turned = v3_scale(2.0, v3_madd(v3_cross(k, once), q.w, once));
        wanted = v3_madd(v3_scale(p.sine, wanted), p.versine, v3_cross(twist->turn, wanted));
        d.column[i] = v3_sub(turned, wanted);
    }
    return d;
}

static double frobenius(const difference* d)
{
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        sum += v3_dot(d->column[i], d->column[i]);
    }
    return sqrt(sum);
}

static double largest(const difference* d, double radius)
{
    const double sqrt_half = 0x1.6a09e667f3bcdp-1; // rounded up
    return ti_length(d->center) + sqrt_half * frobenius(d) * radius;
}

static double second_difference(const difference d[3], double radius)
{
    difference e;
    e.center = v3_sub(v3_add(d[0].center, d[2].center), v3_scale(2.0, d[1].center));
    for (int i = 0; i < 3; ++i) {
        e.column[i] = v3_sub(v3_add(d[0].column[i], d[2].column[i]), v3_scale(2.0, d[1].column[i]));
    }
    return ti_length(e.center) + frobenius(&e) * radius;
}

// Of a parabola between two nodes with the lengths a and b: at the share x of the way at most
// a + x (b - a) + x (1 - x) e/2, e the length of its second difference. NaN stays.
static double top_between(double a, double b, double e)
{
    double more = fabs(b - a);
    if (more >= 0.5 * e) {
        return a > b ? a : b;
    }
    return 0.5 * (a + b) + (0.125 * e + more * (0.5 * more / e));
}

// A NaN in either stays.
static double larger(double a, double b)
{
    return a >= b ? a : (b > a ? b : (double)NAN);
}

typedef struct stretch {
    const ti_pair_span* span;
    const ti_pair_state* from;
    double to;
    const ti_pair_step* before;
    const ti_pair_chord* chord;
} stretch;

static difference node(const stretch* s, int index, int count)
{
    double t = index == count ? s->to : s->from->t + (s->to - s->from->t) * ((double)index / count);
    ti_pair_step step = ti_pair_step_to(s->span, s->from, t);
    step = ti_pair_step_then(s->before, &step);
    return difference_at(&step, s->chord, t);
}

// A chord of the whole stretch meets the motion at both ends; a parabola through them is largest in the
// middle.
static double middle_only(const stretch* s)
{
    difference d = node(s, 1, 2);
    return largest(&d, s->span->radius);
}

static double parabolas(const stretch* s, int count)
{
    double radius = s->span->radius, most = 0.0;
    difference d[3];
    d[2] = node(s, 0, count);
    double last = largest(&d[2], radius);
    for (int i = 0; i < count; i += 2) {
        d[0] = d[2];
        double first = last;
        d[1] = node(s, i + 1, count);
        d[2] = node(s, i + 2, count);
        double middle = largest(&d[1], radius), e = second_difference(d, radius);
        last = largest(&d[2], radius);
        most = larger(most, larger(top_between(first, middle, e), top_between(middle, last, e)));
    }
    return most;
}

// Of a point by the screw: th^2 times its distance from the axis by th.
static double screw_third_rate(const ti_pair_chord* chord, double radius)
{
    const ti_twist* twist = &chord->twist;
    double th = twist->angle, duration = chord->t1 - chord->t0;
    double speed = th * radius + ti_length(twist->across);
    return th * th * speed / (duration * duration * duration);
}

double ti_pair_chord_error(const ti_pair_span* span, const ti_pair_state* from, double to,
                           const ti_pair_step* before, const ti_pair_chord* chord, double enough)
{
    const double ninth_by_sqrt3 = 0.0641500299099585; // 1/(9 sqrt(3)), rounded up
    stretch s = {span, from, to, before, chord};
    double third = ti_pair_third_rate(span, from, to) + screw_third_rate(chord, span->radius);
    bool whole = from->t == chord->t0 && to == chord->t1;
    double field = whole ? ti_pair_field_error(span, from, to, &chord->twist) : HUGE_VAL;
    for (int count = 2;; count *= 2) {
        double spacing = (to - from->t) / count;
        double missed = ninth_by_sqrt3 * third * (spacing * spacing * spacing);
        double top = whole && count == 2 ? middle_only(&s) : parabolas(&s, count);
        double bound = (top + missed) * BOUND_ROUNDING;
        double least = field < bound ? field : bound;
        if (missed <= WORTHWHILE * top || least <= enough || count == MOST_NODES) {
            return least >= 0.0 ? least : HUGE_VAL;
        }
    }
}
