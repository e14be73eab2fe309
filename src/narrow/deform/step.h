// One step of four walks along time: it leaves a moment by the direction there, and looks for the next one.
//
// A direction n with n.D > separation |n| for all corners D of a polygon at two times separates it from the
// origin in between, as n.D is linear in time, and on the polygon between its values at corners. A direction
// that turns with the polygon goes further. How directions are found needs no proof.

#ifndef TI_NARROW_DEFORM_STEP_H
#define TI_NARROW_DEFORM_STEP_H

#include "narrow/deform/nearest.h"

// Bound of the error of n.D(t) relative to the sum of |n_k| M_k, M the largest exact magnitude of a corner's
// coordinate. A coordinate of D(t) = (1 - t) D(0) + t D(1) is off by at most four factors 1 + r, |r| <= u: of
// the difference of doubles, of 1 - t, of the product and of the sum. A dot product has a product and two
// sums more, so it is off by less than gamma(7) sum |n_k| M_k. The computed M is at least (1 - u) M, and the
// computed sum at least (1 - u)^4 of what it stands for: 7 u + 84 u^2 would do. What is left of 9 u pays for
// what is added to it below, each sum of which takes a factor 1 - u.
#define STEP_BOUND (9.0 * TI_U)

// What underflow adds. Coordinates are below 1 and so are those of n; scaling, the products of D(t) and those
// of n.D are each off by 2^-1075.
#define STEP_UNDERFLOW 0x1p-1000

// The separation is multiplied by |n| as computed: three products and two sums below the root, the root and
// the product are less than 5 factors, and scaling the separation is exact or underflows.
#define STEP_LENGTH_BOUND (1.0 + 16.0 * TI_U)

// Shares and factors of a probe, found by trial: they cost steps, never truth.
#define STEP_FIRST_LEFT 0.25
#define STEP_STRIDE 4.0
#define STEP_MOST_SCALE 0x1p10 // of a direction that is turned to, and one over it the least

#define STEP_ROOT_ERROR 1e-6 // of a root that is taken for one, relative to the way to it
#define STEP_ROOT_FROM 0.5   // where it is looked for, in ways to the contact that the rate foretells
#define STEP_ROOT_TO 2.0

enum {
    STEP_HALVINGS = 8, // of a step that rounding refused
    STEP_NEWTON = 5,   // iterations towards a root
};

typedef struct separator {
    ti_w3 n; // the largest coordinate is 1
    ti_v4 length;
    ti_v4 error; // of n.D
    ti_v4 bar;   // n.D above it is a proof
} separator;

// What leaving did in each lane.
typedef struct leaving {
    ti_v4 from;
    ti_m4 moved; // a link from there to t along the lane's direction
    ti_m4 stuck; // by rounding, and there is nothing to look at
} leaving;

// What the next look did in each lane.
typedef struct arrival {
    ti_v4 from;
    ti_w3 first; // the direction there
    ti_w3 turned_to;
    ti_m4 turned;  // a link from there to t, its direction turning from `first` to `turned_to`
    ti_m4 contact; // within the tolerance
    ti_m4 soon;    // the distance falls to nothing up to time 1, by its rate
    ti_m4 clear;   // the lane's direction separates up to time 1
} arrival;

LANES_INLINE void set_bar(const lanes* l, separator* s)
{
    s->error = f4_set(STEP_BOUND) * w3_dot(w3_abs(s->n), lanes_load3(l->reach[0])) + f4_set(STEP_UNDERFLOW);
    s->bar = s->error + f4_set(STEP_LENGTH_BOUND) * (f4_load(l->separation) * s->length);
}

// A point that is too near to the origin to have a direction gives one that separates nothing.
LANES_INLINE separator separator_towards(const lanes* l, ti_w3 point)
{
    ti_v4 most = f4_max(f4_max(f4_abs(point.x), f4_abs(point.y)), f4_abs(point.z));
    ti_m4 some = (ti_m4)(most > f4_set(STEP_UNDERFLOW));
    ti_v4 one = f4_set(1.0);
    separator s;
    s.n = w3_scale(f4_select(some, one, f4_set(0.0)) / f4_select(some, most, one), point);
    s.length = f4_select(some, f4_sqrt(w3_dot(s.n, s.n)), one);
    set_bar(l, &s);
    return s;
}

LANES_INLINE ti_v4 least_along(const lanes* l, int count, ti_w3 n, ti_v4 t)
{
    ti_v4 least = w3_dot(n, lanes_corner(l, 0, t));
    for (int i = 1; i < count; ++i) {
        least = f4_min(least, w3_dot(n, lanes_corner(l, i, t)));
    }
    return least;
}

// A direction that turns evenly from n at t to m at the probe, with the corners `then`, separates a polygon
// in between if the three Bernstein coefficients of the quadratic n(t).D(t) - separation |n(t)| are positive
// for each corner, |n(t)| bounded by what is even between |n| and |m|. The first one is known to be. The
// middle one, here twice that, is a sum of two dot products and is rounded once more, as is the sum of the
// bars.
LANES_INLINE ti_m4 turns_along(const lanes* l, int count, const separator* m, const ti_w3* then)
{
    ti_w3 n = lanes_load3(l->normal[0]);
    ti_v4 t = f4_load(l->t), bars = (f4_load(l->bar) + m->bar) * f4_set(1.0 + 8.0 * TI_U);
    ti_m4 proved = (ti_m4)(f4_load(l->probe) > t);
    for (int i = 0; i < count; ++i) {
        ti_v4 middle = w3_dot(n, then[i]) + w3_dot(m->n, lanes_corner(l, i, t));
        proved &= (ti_m4)(w3_dot(m->n, then[i]) > m->bar) & (ti_m4)(middle > bars);
    }
    return proved;
}

// A direction may have any length, and the proportion f of |m| to |n| matters: of an edge that turns, n.D at
// the probe and m.D at t have opposite signs, and their sum cancels for one f alone. The middle coefficient
// asks for n.D - bar + f (m.D - bar of m) > 0, so that each corner sets a bound to f, from below or from
// above. Takes the middle of what they leave, and asks again: nothing is proved by f itself. It is below
// 2^10, so that what underflow adds to a product, multiplied by a coordinate, is below STEP_UNDERFLOW still.
LANES_INLINE separator scaled_to_turn(const lanes* l, int count, const separator* m, const ti_w3* then)
{
    ti_w3 n = lanes_load3(l->normal[0]);
    ti_v4 zero = f4_set(0.0), t = f4_load(l->t), bar = f4_load(l->bar);
    ti_v4 least = f4_set(1.0 / STEP_MOST_SCALE), most = f4_set(STEP_MOST_SCALE);
    for (int i = 0; i < count; ++i) {
        ti_v4 rest = w3_dot(n, then[i]) - bar, slope = w3_dot(m->n, lanes_corner(l, i, t)) - m->bar;
        slope = f4_select((ti_m4)(slope == zero), f4_set(-STEP_UNDERFLOW), slope);
        ti_v4 bound = -rest / slope;
        ti_m4 rises = (ti_m4)(slope > zero);
        least = f4_select(rises, f4_max(least, bound), least);
        most = f4_select(rises, most, f4_min(most, bound));
    }
    separator s = *m;
    s.n = w3_scale(f4_sqrt(least * f4_max(most, zero)), m->n);
    s.length = f4_sqrt(w3_dot(s.n, s.n));
    set_bar(l, &s);
    return s;
}

// Where a direction that turns from that of t to m, or to m scaled, separates up to the probe, and to which.
LANES_INLINE ti_m4 turn(const lanes* l, int count, const separator* m, const ti_w3* then, ti_w3* turned_to)
{
    ti_m4 turned = turns_along(l, count, m, then);
    *turned_to = m->n;
    if (m4_bits((ti_m4)(f4_load(l->probe) > f4_load(l->t)) & ~turned) != 0) {
        separator scaled = scaled_to_turn(l, count, m, then);
        ti_m4 also = turns_along(l, count, &scaled, then) & ~turned;
        *turned_to = w3_select(also, scaled.n, m->n);
        turned |= also;
    }
    return turned;
}

// Where the direction is that of t: it becomes the lane's, and what is nearest then is kept. Returns where
// the walk ends. The first gap bounds the tolerance, so that a pair that is apart at time 0 gets away from
// it.
LANES_INLINE ti_m4 arrive(lanes* l, int count, const separator* s, const nearest* near, ti_m4 here)
{
    ti_v4 distance = f4_sqrt(w3_dot(near->point, near->point)), gap = distance - f4_load(l->separation);
    ti_v4 tolerance = f4_load(l->tolerance), error = s->error / s->length;
    ti_m4 first = here & (ti_m4)(f4_load(l->t) == f4_set(0.0));
    f4_store(l->tolerance, f4_select(first, f4_min(tolerance, f4_set(0.5) * gap), tolerance));
    f4_store(l->distance, f4_select(here, distance, f4_load(l->distance)));
    f4_store(l->error, f4_select(here, error, f4_load(l->error)));
    f4_store(l->bar, f4_select(here, s->bar, f4_load(l->bar)));
    f4_store(l->length, f4_select(here, s->length, f4_load(l->length)));
    lanes_store3(l->toward[0], w3_select(here, near->point, lanes_load3(l->toward[0])));
    lanes_store3(l->normal[0], w3_select(here, s->n, lanes_load3(l->normal[0])));
    for (int i = 0; i < count; ++i) {
        f4_store(l->corner[i], f4_select(here, near->corner[i], f4_load(l->corner[i])));
    }
    return here & ~first & ~((ti_m4)(gap > tolerance) & (ti_m4)(gap > f4_set(2.0) * error));
}

// How far corners, given at t, are along the lane's direction at t and at time 1, and when the first of them
// would be down to half the tolerance above the bar, or three rounding bounds, or half of what it has if that
// is less.
typedef struct reach {
    ti_v4 least, last; // of all corners, at t and at time 1
    ti_v4 until;
    ti_v4 speed; // of the nearest point, for the whole rest
} reach;

LANES_INLINE reach reach_along(const lanes* l, int count, const ti_w3* corner)
{
    ti_v4 t = f4_load(l->t), bar = f4_load(l->bar), length = f4_load(l->length), now[MOST_CORNERS],
          end[MOST_CORNERS];
    ti_v4 half = f4_set(0.5), one = f4_set(1.0), step = one;
    ti_w3 n = lanes_load3(l->normal[0]);
    reach r = {.speed = f4_set(0.0)};
    for (int i = 0; i < count; ++i) {
        now[i] = w3_dot(n, corner[i]);
        end[i] = w3_dot(n, lanes_load3(l->end[i][0]));
        r.least = i > 0 ? f4_min(r.least, now[i]) : now[i];
        r.last = i > 0 ? f4_min(r.last, end[i]) : end[i];
        r.speed += f4_load(l->corner[i]) * (end[i] - now[i]);
    }
    ti_v4 above = f4_max(half * f4_load(l->tolerance) * length, f4_set(3.0) * f4_load(l->error) * length);
    ti_v4 target = bar + f4_min(above, half * (r.least - bar));
    for (int i = 0; i < count; ++i) {
        ti_m4 falls = (ti_m4)(end[i] < target);
        ti_v4 share = f4_select(falls, now[i] - target, one) / f4_select(falls, now[i] - end[i], one);
        step = f4_min(share, step);
    }
    r.until = f4_min(t + step * (one - t), one);
    return r;
}

// Moves t to the end of a link along the lane's direction where that is asked for and proved; returns where.
LANES_INLINE ti_m4 move_along(lanes* l, int count, const reach* r, ti_m4 asked)
{
    ti_v4 t = f4_load(l->t), bar = f4_load(l->bar), until = r->until;
    ti_w3 n = lanes_load3(l->normal[0]);
    ti_m4 open = asked & (ti_m4)(r->least > bar), moved = open & (ti_m4)(r->last > bar);
    ti_v4 reached = f4_select(moved, f4_set(1.0), t);
    open &= ~moved;
    for (int i = 0; i < STEP_HALVINGS && m4_bits(open) != 0; ++i) {
        ti_m4 proved = open & (ti_m4)(until > t) & (ti_m4)(least_along(l, count, n, until) > bar);
        reached = f4_select(proved, until, reached);
        moved |= proved;
        open &= ~proved;
        until = t + f4_set(0.5) * (until - t);
    }
    f4_store(l->t, reached);
    return moved;
}

// The determinant of the planes at a time, less the separation times the length of the normal, which is of
// the same sign where the walk is; and its slope.
typedef struct plane_value {
    ti_v4 value, slope;
} plane_value;

LANES_INLINE plane_value plane_at(const lanes* l, ti_v4 x, ti_v4 separation)
{
    ti_v4 a = f4_load(l->cubic[0]), b = f4_load(l->cubic[1]), c = f4_load(l->cubic[2]),
          d = f4_load(l->cubic[3]);
    ti_v4 two = f4_set(2.0), three = f4_set(3.0);
    plane_value p = {((d * x + c) * x + b) * x + a, (three * d * x + two * c) * x + b};
    if (m4_bits((ti_m4)(separation != f4_set(0.0))) != 0) {
        ti_w3 n1 = lanes_load3(l->normals[1][0]), n2 = lanes_load3(l->normals[2][0]);
        ti_w3 slope = w3_add(n1, w3_scale(two * x, n2));
        ti_w3 n = w3_add(lanes_load3(l->normals[0][0]), w3_scale(x, w3_add(n1, w3_scale(x, n2))));
        ti_v4 length = f4_max(f4_sqrt(w3_dot(n, n)), f4_set(STEP_UNDERFLOW));
        p.value -= separation * length;
        p.slope -= separation * (w3_dot(n, slope) / length);
    }
    return p;
}

// Near a time `x` when the planes of A and B are as far apart as the separation, as they are at every contact
// of the insides of two primitives, such a time to rounding, by Newton's method. Returns where it seems to be
// one.
LANES_INLINE ti_m4 root_near(const lanes* l, ti_v4 way, ti_v4* x)
{
    ti_v4 zero = f4_set(0.0), one = f4_set(1.0), at = *x, last = way, separation = f4_load(l->separation);
    ti_v4 now = plane_at(l, f4_load(l->t), zero).value;
    ti_m4 told = (ti_m4)(f4_abs(now) > f4_load(l->noise));
    if (m4_bits(told) == 0) {
        return told;
    }
    separation = f4_select((ti_m4)(now < zero), -separation, separation);
    for (int i = 0; i < STEP_NEWTON; ++i) {
        plane_value p = plane_at(l, at, separation);
        ti_m4 some = (ti_m4)(p.slope != zero);
        last = f4_select(some, p.value, way) / f4_select(some, p.slope, one);
        at -= last;
    }
    *x = at;
    return told & (ti_m4)(f4_abs(last) < f4_set(STEP_ROOT_ERROR) * way);
}

// When a contact is foretold: by the distance and its rate at t, and by the planes near to that, which is
// right to rounding where the nearest points are inside of the face or of both edges. The next look
// is half of the tolerance before the root. A time that the rate alone foretells is wrong by the square of
// the way: the look is a share of the way before it, which is squared as long as that goes well, so that the
// walk converges as Newton's method does. Where the lane's direction reaches further, nothing is foretold.
LANES_INLINE ti_m4 foretell(lanes* l, int count, const reach* r, ti_m4 may)
{
    ti_v4 zero = f4_set(0.0), one = f4_set(1.0), half = f4_set(0.5);
    ti_v4 t = f4_load(l->t), left = f4_load(l->left), tolerance = f4_load(l->tolerance);
    ti_v4 gap = f4_load(l->distance) - f4_load(l->separation);
    may &= (ti_m4)(r->least > f4_load(l->bar));
    ti_m4 falls = may & (ti_m4)(r->speed < zero), root = {0, 0, 0, 0};
    ti_v4 slow = f4_load(l->length) * (one - t) / f4_select(falls, -r->speed, one); // time to a length
    ti_v4 way = (gap - f4_max(left * gap, half * tolerance)) * slow;
    if (count > 2 && m4_bits(falls) != 0) {
        ti_v4 whole = gap * slow, x = t + whole;
        root = falls & root_near(l, whole, &x);
        x -= t;
        root &= (ti_m4)(x > f4_set(STEP_ROOT_FROM) * whole) & (ti_m4)(x < f4_set(STEP_ROOT_TO) * whole);
        way = f4_select(root, x - half * tolerance * slow, way);
    }
    way = f4_min(f4_select(falls, way, f4_load(l->stride)), f4_load(l->limit));
    ti_v4 probe = f4_min(t + way, one);
    ti_m4 foretold = may & (ti_m4)(probe > r->until);
    f4_store(l->left, f4_select(falls & ~root & ~foretold, f4_set(STEP_FIRST_LEFT) * left, left));
    f4_store(l->probe, f4_select(foretold, probe, t));
    return foretold;
}

// What a direction tells of the rest, from a time t with the corners then.
typedef struct outlook {
    ti_m4 clear; // it separates up to time 1
    ti_m4 soon;  // the distance falls to nothing, by its rate
} outlook;

LANES_INLINE outlook look_ahead(const lanes* l, int count, const separator* s, const ti_w3* corner,
                                const nearest* near)
{
    ti_v4 least = f4_set(HUGE_VAL), end = f4_set(0.0);
    for (int i = 0; i < count; ++i) {
        ti_v4 a = w3_dot(s->n, corner[i]), b = w3_dot(s->n, lanes_load3(l->end[i][0]));
        least = f4_min(least, f4_min(a, b));
        end += near->corner[i] * b;
    }
    return (outlook){(ti_m4)(least > s->bar), (ti_m4)(end <= f4_load(l->separation) * s->length)};
}

// The first look, at time 0. Returns where its direction separates up to time 1.
LANES_INLINE ti_m4 look_first(lanes* l, int count)
{
    ti_v4 zero = f4_set(0.0);
    ti_w3 corner[MOST_CORNERS];
    for (int i = 0; i < count; ++i) {
        corner[i] = lanes_load3(l->start[i][0]);
    }
    nearest near = nearest_of(corner, count);
    separator s = separator_towards(l, near.point);
    f4_store(l->t, zero);
    f4_store(l->probe, zero);
    f4_store(l->failed, zero);
    f4_store(l->left, f4_set(STEP_FIRST_LEFT));
    f4_store(l->stride, zero);
    f4_store(l->limit, f4_set(1.0));
    arrive(l, count, &s, &near, (ti_m4)(zero == zero));
    return look_ahead(l, count, &s, corner, &near).clear;
}

LANES_INLINE leaving leave(lanes* l, int count)
{
    leaving out = {.from = f4_load(l->t)};
    ti_w3 corner[MOST_CORNERS];
    corners_at(l, count, out.from, corner);
    reach r = reach_along(l, count, corner);
    ti_m4 clear = (ti_m4)(r.last > f4_load(l->bar)), failed = (ti_m4)(f4_load(l->failed) != f4_set(0.0));
    ti_m4 foretold = foretell(l, count, &r, ~failed & ~clear);
    out.moved = move_along(l, count, &r, ~foretold);
    out.stuck = ~foretold & ~out.moved;
    ti_v4 t = f4_load(l->t), stride = f4_load(l->stride), four = f4_set(STEP_STRIDE);
    ti_v4 limit = f4_load(l->limit), ahead = four * (t - out.from);
    f4_store(l->stride, f4_select(out.moved, f4_max(stride, ahead), stride));
    f4_store(l->limit, f4_select(out.moved, f4_max(limit, ahead), limit));
    f4_store(l->probe, f4_select(foretold, f4_load(l->probe), t));
    return out;
}

// Looks at the probe.
LANES_INLINE arrival look(lanes* l, int count)
{
    arrival out = {.from = f4_load(l->t), .first = lanes_load3(l->normal[0])};
    ti_v4 probe = f4_load(l->probe), left = f4_load(l->left), stride = f4_load(l->stride), one = f4_set(1.0);
    ti_v4 again = f4_set(STEP_FIRST_LEFT) + f4_set(1.0 - STEP_FIRST_LEFT) * left, four = f4_set(STEP_STRIDE);
    ti_w3 corner[MOST_CORNERS];
    corners_at(l, count, probe, corner);
    nearest near = nearest_of(corner, count);
    separator s = separator_towards(l, near.point);
    ti_m4 now = (ti_m4)(probe == out.from);
    out.turned = ~now;
    out.turned_to = s.n;
    if (m4_bits(out.turned) != 0) {
        out.turned &= turn(l, count, &s, corner, &out.turned_to);
    }
    ti_m4 failed = ~now & ~out.turned;
    ti_v4 t = f4_select(out.turned, probe, out.from);
    f4_store(l->t, t);
    f4_store(l->failed, f4_select(failed, one, f4_set(0.0)));
    f4_store(l->left, f4_select(failed, again, f4_select(out.turned, left * left, left)));
    stride = f4_select(out.turned, four * (probe - out.from), f4_select(failed, stride / four, stride));
    f4_store(l->stride, stride);
    ti_v4 tried = probe - out.from, limit = f4_load(l->limit);
    f4_store(l->limit, f4_select(out.turned, four * tried, f4_select(failed, tried / four, limit)));
    out.contact = (ti_m4)(t < one) & arrive(l, count, &s, &near, now | out.turned);
    outlook rest = look_ahead(l, count, &s, corner, &near);
    out.clear = (now | out.turned) & rest.clear;
    out.soon = rest.soon;
    return out;
}

#endif
