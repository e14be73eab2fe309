// Places on the way of a mover: t of a translation, or the pair (cosine, sine) of half the angle of a
// rotation. The pair is what says where the mover is; angles are never added up.

#ifndef TI_NARROW_TRACE_PATH_H
#define TI_NARROW_TRACE_PATH_H

#include "narrow/trace/gap.h"

static inline ti_place place_start(void)
{
    return (ti_place){0.0, 1.0, 0.0};
}

// An end without a place.
static inline void end_nowhere(ti_reach_outcome outcome, ti_chain* chain)
{
    chain->outcome = outcome;
    chain->steps = 0;
    chain->place = place_start();
    chain->distance = 0.0;
}

// At the start of a rotation M is not turned yet.
static inline ti_stand stand_at(const ti_course* c, const ti_place* p)
{
    ti_stand at = {.turns = p->sine != 0.0, .pivot = c->pivot};
    if (at.turns) {
        at.turn = m3_rotation_of(
            (toi_quat){p->cosine, p->sine * c->axis.x, p->sine * c->axis.y, p->sine * c->axis.z});
    } else if (!c->turns) {
        at.pivot = v3_madd(c->pivot, p->order, c->by);
    }
    return at;
}

// Links of a rotation look at no more than a third of a turn: tau up to sqrt(3).
static const double TI_MOST_TAU = 0x1.bb67ae8584caap+0;

// Tangent of half the angle that is left, at most TI_MOST_TAU; *last: no more is left than that. The
// differences err by 2 u in half the angle.
static inline double rest_of_turn(const ti_course* c, const ti_place* p, bool* last)
{
    double sine = c->sine * p->cosine - c->cosine * p->sine,
           cosine = c->cosine * p->cosine + c->sine * p->sine;
    *last = sine < TI_MOST_TAU * cosine;
    if (!*last) {
        return TI_MOST_TAU;
    }
    return sine > 0.0 ? sine / cosine : 0.0;
}

// The place a turn by 2 atan(tau) further. The product errs by 3 u in half the angle, and its length is
// brought back to 1 within 2 u by a step of Newton's method.
static inline ti_place place_after_turn(const ti_place* p, double tau)
{
    double q = 1.0 / sqrt(1.0 + tau * tau);
    double c = (p->cosine - p->sine * tau) * q, s = (p->sine + p->cosine * tau) * q;
    double stretch = 1.5 - 0.5 * (c * c + s * s);
    c *= stretch;
    s *= stretch;
    return (ti_place){ti_order_of_pair(c, s), c, s};
}

#endif
