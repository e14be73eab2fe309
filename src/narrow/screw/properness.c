// Properness of two edges that cross, by its definition [Buss05, section 5]; docs/methods/properness.md
// derives what is used here.
//
// Heights are along n. Turning B over (n to -n) makes of its lowest rays highest ones, so both bodies are
// described alike: with alpha the elevation of the highest ray of A and beta that of B turned over, the angle
// from A to B is -(alpha + beta), and
//     properness = - max over d of sin(min(theta, pi/2)),   theta = alpha + beta.
// In the plane perpendicular to n the two edges make four sectors. A facet of A rises across its edge by some
// slope, so in a direction that makes the angle psi with the edge by that slope times sin(psi): in one sector
// of the angle g
//     tan(alpha) = a sin(psi),   tan(beta) = b sin(g - psi),   0 <= psi <= g < pi.

#include "narrow/screw/properness.h"

// Steeper slopes count as this one. With the steepest rays that move by less than 2^-49 and an angle of about
// 2^-50 between the best directions, which is below what the rounding of n does.
static const double steepest = 0x1p100;

// How a body rises on the left and the right of its edge, where `left` is n x along.
typedef struct sides {
    double slope[2]; // to the left, to the right
    bool has[2];
    bool upright; // a sheet with a facet along n: in the directions of the edge itself it reaches up to n
    bool fills;   // a solid with n in it or on it: it reaches up to n on a whole side
} sides;

// The angle g of a sector by its half, and the slopes at its ends.
typedef struct sector {
    double a, b;
    double half_cosine, half_sine;
} sector;

// The tangents of the two elevations in one direction, their derivatives by psi, and the sum of those times
// (1 + p^2)(1 + q^2).
typedef struct probe {
    double p, q;
    double rate_a, rate_b;
    double growth;
} probe;

// The solid is turned through from wing 0 clockwise around the edge to wing 1, where `left` is at 90 degrees
// before n. With x to the left and y up, a convex one has n = r w0 + s w1, r and s not negative, exactly
// where -x0 and x1 are not negative, but for -n, which is told by y. A reflex one leaves free only what is
// between w0 on the left and w1 on the right. Wings that are both along n enclose nothing and are as those of
// sheets.
static bool solid_fills(const ti_wedge* wedge, const double* x, const double* y)
{
    if (wedge->reflex) {
        return !(x[0] > 0.0 && x[1] < 0.0);
    }
    if (x[0] == 0.0 && x[1] == 0.0) {
        return y[0] > 0.0 && y[1] < 0.0;
    }
    bool from = x[0] < 0.0 || (x[0] == 0.0 && y[0] > 0.0), to = x[1] > 0.0 || (x[1] == 0.0 && y[1] > 0.0);
    return from && to && (y[0] > 0.0 || y[1] > 0.0);
}

static sides sides_of(const ti_wedge* wedge, toi_vec3 n)
{
    sides s = {{-steepest, -steepest}, {false, false}, false, false};
    toi_vec3 left = v3_cross(n, wedge->along);
    double x[TI_WEDGE_WINGS], y[TI_WEDGE_WINGS];
    for (int i = 0; i < wedge->count; ++i) {
        x[i] = v3_dot(wedge->wing[i], left);
        y[i] = v3_dot(wedge->wing[i], n);
        if (x[i] == 0.0) {
            s.upright = s.upright || y[i] > 0.0;
            continue;
        }
        int side = x[i] < 0.0;
        s.has[side] = true;
        s.slope[side] = fmax(s.slope[side], fmin(y[i] / fabs(x[i]), steepest));
    }
    s.fills = wedge->solid && solid_fills(wedge, x, y);
    return s;
}

// r = tan(omega/2), omega the angle of the direction from the middle of the sector: psi = g/2 + omega.
static probe probe_at(const sector* s, double r)
{
    double scale = 1.0 / (1.0 + r * r);
    double cosine = (1.0 - r * r) * scale, sine = 2.0 * r * scale;
    double cc = s->half_cosine * cosine, ss = s->half_sine * sine;
    double sc = s->half_sine * cosine, cs = s->half_cosine * sine;
    double p = s->a * (sc + cs), q = s->b * (sc - cs);
    double run_a = s->a * (cc - ss), run_b = -s->b * (cc + ss);
    double pp = 1.0 + p * p, qq = 1.0 + q * q;
    return (probe){p, q, run_a / pp, run_b / qq, run_a * qq + run_b * pp};
}

static double sine_of(double p, double q)
{
    return (p + q) / sqrt((1.0 + p * p) * (1.0 + q * q));
}

// How much larger theta can be between two probes than at the better of them: at most the span of psi times
// the largest derivative. That of alpha falls, as does that of beta for b >= 0; else it grows.
static double possible_gain(const sector* s, const probe* from, const probe* to, double span)
{
    double falls_at_most = -to->rate_a - (s->b < 0.0 ? from->rate_b : to->rate_b);
    double grows_at_most = from->rate_a + (s->b < 0.0 ? to->rate_b : from->rate_b);
    return span * fmin(grows_at_most, falls_at_most);
}

// Theta grows at r = lo, falls at hi, and changes once between. Returns the better of two probes on both
// sides of its maximum, from which that differs by at most `accuracy`, or which are neighbours. By false
// position, with the value of an end that stays again halved (Illinois), and each fourth step by bisection.
static probe top_between(const sector* s, double lo, double hi)
{
    enum { STEPS = 4 * 64 }; // bisection alone needs 54
    const double accuracy = 0x1p-44;
    probe from = probe_at(s, lo), to = probe_at(s, hi);
    double rise = from.growth, fall = -to.growth;
    int moved = 0; // 1: lo in the last step, -1: hi
    // psi = g/2 + 2 atan(r) changes by at most twice as much as r.
    for (int i = 0; i < STEPS && !(possible_gain(s, &from, &to, 2.0 * (hi - lo)) <= accuracy); ++i) {
        double middle = lo + (hi - lo) * (rise / (rise + fall));
        if (i % 4 == 3 || !(middle > lo && middle < hi)) {
            middle = 0.5 * (lo + hi);
        }
        if (!(middle > lo && middle < hi)) {
            break;
        }
        probe at = probe_at(s, middle);
        if (at.growth > 0.0) {
            lo = middle;
            from = at;
            rise = at.growth;
            fall *= moved == 1 ? 0.5 : 1.0;
            moved = 1;
        } else {
            hi = middle;
            to = at;
            fall = -at.growth;
            rise *= moved == -1 ? 0.5 : 1.0;
            moved = -1;
        }
    }
    bool from_beyond = from.p * from.q > 1.0, to_beyond = to.p * to.q > 1.0;
    double from_sine = sine_of(from.p, from.q), to_sine = sine_of(to.p, to.q);
    if (from_beyond != to_beyond) {
        return from_beyond ? from : to;
    }
    return (from_sine > to_sine) != from_beyond ? from : to;
}

static sector sector_of(double a, double b, double cosine, double sine)
{
    if (cosine >= 0.0) {
        double half_cosine = sqrt(0.5 * (1.0 + cosine));
        return (sector){a, b, half_cosine, 0.5 * sine / half_cosine};
    }
    double half_sine = sqrt(0.5 * (1.0 - cosine));
    return (sector){a, b, 0.5 * sine / half_sine, half_sine};
}

// Slopes that fall, given without their signs. |theta| is concave and below pi/2 at both ends: its sine is
// smallest there, unless |theta| grows beyond pi/2 so far that the sine at its maximum is smaller.
static double inside_below(double a, double b, double cosine, double sine, double worst)
{
    // p q = a b (cos(2 psi - g) - cos(g))/2
    if (a * b * (1.0 - cosine) <= 2.0) {
        return worst;
    }
    // With the largest p and q |theta| is larger still, and its sine smaller.
    double most = cosine > 0.0 ? sine : 1.0;
    double a_end = a * sine, b_end = b * sine;
    if (sine_of(a * most, b * most) >= worst || !(a * cosine < b * (1.0 + a_end * a_end)) ||
        !(b * cosine < a * (1.0 + b_end * b_end))) {
        return worst;
    }
    sector s = sector_of(a, b, cosine, sine);
    double end = s.half_sine / (1.0 + s.half_cosine); // tan(g/4)
    probe top = top_between(&s, -end, end);
    return top.p * top.q > 1.0 ? fmin(worst, sine_of(top.p, top.q)) : worst;
}

// Slopes of which a >= b rises. For b >= 0 theta is concave, and its maximum is inside where it grows at 0
// and falls at g. For b < 0 that can be only for g > pi/2, and only if it falls at g; then the maximum is
// where the derivative changes its sign on [pi/2, g], which it does once (docs/methods/properness.md).
static double inside_above(double a, double b, double cosine, double sine, double worst)
{
    double a_end = a * sine, b_end = b * sine;
    if (!(a * cosine < b * (1.0 + a_end * a_end)) ||
        (b >= 0.0 && !(b * cosine < a * (1.0 + b_end * b_end)))) {
        return worst;
    }
    sector s = sector_of(a, b, cosine, sine);
    if (b > 0.0 && a * b * s.half_sine * s.half_sine >= 1.0) {
        return -1.0; // pi/2 or more in the middle
    }
    double end = s.half_sine / (1.0 + s.half_cosine); // tan(g/4)
    probe top = top_between(&s, b < 0.0 ? (1.0 - end) / (1.0 + end) : -end, end);
    return top.p * top.q > 1.0 && top.q > 0.0 ? -1.0 : fmin(worst, -sine_of(top.p, top.q));
}

// The smaller of the smallest sine at the ends of the sectors and that inside of a sector.
static double inside(double a, double b, double cosine, double sine, double worst)
{
    if (a <= 0.0 && b <= 0.0) {
        return inside_below(-a, -b, cosine, sine, worst);
    }
    return a > b ? inside_above(a, b, cosine, sine, worst) : inside_above(b, a, cosine, sine, worst);
}

// In the direction of an edge its own body is level, or reaches up to n with an upright facet; the other one
// rises by its slope there.
static double along_edge(const sides* own, const sides* other, double sine)
{
    double worst = 1.0;
    for (int side = 0; side < 2; ++side) {
        if (!other->has[side]) {
            continue;
        }
        double rise = other->slope[side] * sine;
        double root = sqrt(1.0 + rise * rise);
        worst = fmin(worst, -rise / root);
        if (own->upright) {
            worst = fmin(worst, rise >= 0.0 ? -1.0 : -1.0 / root);
        }
    }
    return worst;
}

double ti_properness_edges(const ti_wedge* a, const ti_wedge* b, toi_vec3 n)
{
    double sine = v3_dot(n, v3_cross(a->along, b->along)), cosine = v3_dot(a->along, b->along);
    if (!(sine != 0.0) || a->count > TI_WEDGE_WINGS || b->count > TI_WEDGE_WINGS) {
        return -1.0;
    }
    sides of_a = sides_of(a, n), of_b = sides_of(b, v3_negate(n));
    if (of_a.fills || of_b.fills) {
        return -1.0; // the edge of the other is level, so the angle is -pi/2 or below in its direction
    }
    double worst = fmin(along_edge(&of_a, &of_b, fabs(sine)), along_edge(&of_b, &of_a, fabs(sine)));
    // With the edge of A at 0 and that of B at the angle g from it, 0 < g < pi counter-clockwise around n,
    // the sector from 0 to g is to the left of both, turned over. Next come left and right, right and right,
    // right and left. Were g negative, the edge of B would be the same backwards.
    int flip = sine < 0.0;
    cosine = flip ? -cosine : cosine;
    sine = fabs(sine);
    for (int i = 0; i < 4 && worst > -1.0; ++i) {
        int side_a = i >> 1, side_b = (i & 1) ^ side_a;
        int turned_b = side_b ^ flip;
        if (of_a.has[side_a] && of_b.has[turned_b]) {
            double sector_cosine = side_a == side_b ? cosine : -cosine;
            worst = inside(of_a.slope[side_a], of_b.slope[turned_b], sector_cosine, sine, worst);
        }
    }
    return worst;
}
