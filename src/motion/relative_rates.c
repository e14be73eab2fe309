// How fast a relative motion bends, and how fast its velocity field changes.

#include "math/rounding.h"
#include "math/trig.h"
#include "motion/length.h"
#include "motion/relative_pair.h"

// Covers the rounding of the sums here, and of the fields of paths.
#define RATE_ROUNDING (1.0 + 0x1p-40)

// Upper bounds of the first three derivatives of the rotation of a path, as operators: phi', phi'^2 +
// |phi''|, phi'^3 + 3 phi' |phi''| + |phi'''|. For nlerp, with u, x = 2 u - 1, k, c and D = c + k x^2 as in
// bounds.c, T = tan(h/2), per unit of u:
//     phi' = 2 sin h/D <= 4 T,   |phi''| = 8 sin h k |x|/D^2 <= 3 sqrt(3) T^2 (at k x^2 = c/3),
//     |phi'''| = 16 sin h k |c - 3 k x^2|/D^3 <= 32 T^3 (at x = 0),
// so 4 T, 21.2 T^2 and 158.4 T^3.
typedef struct path_rates {
    double turn[4]; // [1] to [3]: of the rotation
    double way[4];  // of the way of the centre
    double bend;    // |phi''|
} path_rates;

static path_rates rates_of(const ti_path* path)
{
    path_rates r = {{0.0}, {0.0}, 0.0};
    double rate = ti_length(path->turn);
    if (!(rate > 0.0)) {
        return r;
    }
    r.turn[1] = rate;
    r.turn[2] = rate * rate;
    r.turn[3] = rate * rate * rate;
    if (path->law == TI_LAW_NLERP) {
        double duration = path->t1 - path->t0, sine, cosine;
        ti_sincos(0.25 * (rate * duration), &sine, &cosine);
        double tangent = sine / cosine / duration;
        r.turn[1] = 4.0 * tangent;
        r.turn[2] = 21.2 * tangent * tangent;
        r.turn[3] = 158.4 * tangent * tangent * tangent;
        r.bend = 5.2 * tangent * tangent;
    }
    double orbit = ti_length(path->orbit);
    for (int i = 1; i < 4; ++i) {
        r.way[i] = r.turn[i] / rate * orbit;
    }
    return r;
}

// Of RA^T d, d the way from the centre of A to a point of B.
double ti_pair_third_rate(const ti_pair_span* span, const ti_pair_state* from, double to)
{
    path_rates a = rates_of(&span->a), b = rates_of(&span->b);
    double first = ti_length(span->drift) + a.way[1] + b.way[1];
    double d0 = ti_length(from->apart) + span->radius + (to - from->t) * first;
    double d1 = first + b.turn[1] * span->radius;
    double d2 = a.way[2] + b.way[2] + b.turn[2] * span->radius;
    double d3 = a.way[3] + b.way[3] + b.turn[3] * span->radius;
    return (d3 + 3.0 * a.turn[1] * d2 + 3.0 * a.turn[2] * d1 + a.turn[3] * d0) * RATE_ROUNDING;
}

// ---- the velocity field
//
// In a frame that drifts with A, from the centre of A at the start, tau later, a body turns with phi' = rho
// th and the fields are
//     vA(x) = rhoA (wA x x + oA),   vB(x) = rhoB (wB x (x - c - tau d) + oB) + d,
// c from centre to centre, o the orbits and d the drift. Seen from A points move with the field xi = vB - vA
// in the axes of A, whose derivative by time is
//     xi' = vB' - vA' - rhoA wA x vB + rhoB wB x vA
//         = rhoB' (...) - rhoA' (...) - (rhoB wB + rhoA wA) x d + rhoA rhoB (K(x) + tau wA x (wB x d)),
//     K(x) = wB x (wA x x + oA) - wA x (wB x (x - c) + oB) = K(c) + (wB x wA) x (x - c).
// For a screw with the field eta, exp(-t eta) X(t) y moves with the velocity (xi - eta)(X(t) y), turned. So
// where both meet at both ends they are never further apart than half the integral of |xi - eta|, which is at
// most h (|xi(0) - eta| + h max |xi'|/2)/2.

// phi'/th at a time.
static double pace_at(const ti_path* path, double t)
{
    if (path->law == TI_LAW_UNIFORM) {
        return 1.0;
    }
    double duration = path->t1 - path->t0, sine, cosine;
    double h = 0.5 * (ti_length(path->turn) * duration);
    ti_sincos(0.5 * h, &sine, &cosine);
    double x = 2.0 * ((t - path->t0) / duration) - 1.0;
    double d = cosine * cosine + (sine * sine) * (x * x);
    return 2.0 * (sine * cosine) / (h * d);
}

// The largest change of the field at a point of B, per unit of time, until `duration` after the state;
// `reach` bounds how far points of B are then from where its centre was.
static double field_rate(const ti_pair_span* span, const ti_pair_state* from, double duration, double reach)
{
    path_rates a = rates_of(&span->a), b = rates_of(&span->b);
    double th_a = ti_length(span->a.turn), th_b = ti_length(span->b.turn);
    double pace_a = th_a > 0.0 ? a.turn[1] / th_a : 0.0, pace_b = th_b > 0.0 ? b.turn[1] / th_b : 0.0;
    toi_vec3 wa = span->a.turn, wb = span->b.turn, d = span->drift, c = from->apart;
    toi_vec3 va = v3_add(v3_cross(wa, c), from->orbit_a);
    toi_vec3 k = v3_sub(v3_cross(wb, va), v3_cross(wa, from->orbit_b));
    toi_vec3 wb_d = v3_cross(wb, d);
    double rate = pace_a * ti_length(v3_cross(wa, d)) + pace_b * ti_length(wb_d);
    double both = ti_length(k) + ti_length(v3_cross(wb, wa)) * reach + duration * (th_a * ti_length(wb_d));
    rate += pace_a * pace_b * both;
    if (span->a.law == TI_LAW_NLERP) {
        rate += a.bend / th_a * (th_a * (ti_length(c) + reach) + ti_length(from->orbit_a));
    }
    if (span->b.law == TI_LAW_NLERP) {
        rate += b.bend / th_b * (th_b * span->radius + ti_length(from->orbit_b));
    }
    return rate;
}

double ti_pair_field_error(const ti_pair_span* span, const ti_pair_state* from, double to,
                           const ti_twist* chord)
{
    double h = to - from->t, pace_a = pace_at(&span->a, from->t), pace_b = pace_at(&span->b, from->t);
    toi_vec3 wa = v3_scale(pace_a, span->a.turn), wb = v3_scale(pace_b, span->b.turn);
    toi_vec3 va = v3_madd(v3_cross(wa, from->apart), pace_a, from->orbit_a);
    toi_vec3 v = v3_sub(v3_madd(span->drift, pace_b, from->orbit_b), va);
    toi_vec3 w = m3_apply_transposed(&from->rotation_a, v3_sub(wb, wa));
    v = m3_apply_transposed(&from->rotation_a, v);
    toi_vec3 off_w = v3_sub(v3_scale(h, w), chord->turn);
    toi_vec3 off_v = v3_sub(v3_scale(h, v), v3_add(chord->across, chord->along));
    // Where points of B go as A sees them, and in the frame that drifts with A.
    path_rates a = rates_of(&span->a), b = rates_of(&span->b);
    double drift = ti_length(span->drift), reach = span->radius + h * (drift + b.way[1]);
    double seen = reach + h * (a.way[1] + a.turn[1] * (ti_length(from->apart) + reach));
    double off = ti_length(off_v) + ti_length(off_w) * seen;
    return 0.5 * (off + 0.5 * (h * h) * field_rate(span, from, h, reach)) * RATE_ROUNDING;
}
