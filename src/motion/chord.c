// Chords of rational motions.
//
// A chord takes the poses at its ends, in doubles, turns evenly by the shortest arc from one to the other and
// goes straight; so it is a path as those between two keys. Let D be the difference of a point of the motion
// and the same point of the chord, over the piece's own time s, h the length of the chord and r the distance
// of the point from the origin of the mesh. The point of the motion has an acceleration of at most
//     r (turn^2 + turn_change) + acceleration
// (rational.h), that of the chord, which turns by `angle` in all, r (angle/h)^2. At the ends D is rounding
// alone, and so everywhere
//     |D| <= h^2/8 (r (turn^2 + turn_change) + acceleration) + r angle^2/8 + rounding.
// The angle is at most h turn, but for rounding, which makes that h^2/8 (r (2 turn^2 + turn_change) + ...).
//
// Rounding: of the poses at the ends (ti_rational_rounding); 48 u r and less, as the matrix of a quaternion
// in doubles is within 24 u of a rotation and the path turns the one at its start into that at its end; and
// of the own time at both ends, which is off by 3 u and moves a point by that times r turn + speed. The
// evaluation of the path errs as that of every path.
//
// Where a piece begins the motion jumps by what the pieces miss each other. The first chord has that in its
// bend, so bodies that are proved apart there did not pass each other in the jump.

#include "motion/chord.h"

#include "core/assert.h"
#include "math/rounding.h"
#include "math/scalar.h"
#include "motion/length.h"
#include "motion/path.h"
#include "motion/rational.h"
#include "motion/rationals.h"

// The shortest step: the own time of a piece has few more digits.
static const double LEAST_STEP = 0x1p-44;

static const double SAFETY = 0.9;    // of a predicted step
static const double GROWTH = 2.0;    // of a step at most
static const double SHRINK = 0.7;    // of a step that was too long, at most
static const double COLLAPSE = 0.02; // and at least

// Covers the roundings of the sums here.
static const double SLACK = 1.0 + 0x1p-40;

// How far a chord is from the motion: by its shape, and by rounding and jumps, which shorter chords have too.
typedef struct deviation {
    double bow, rest;
} deviation;

typedef struct stretch {
    uint32_t index; // of the piece
    double s0, s1;  // its own time
    double radius;
} stretch;

static deviation deviation_of(const toi_motion* motion, const stretch* at, const ti_path* path)
{
    const toi_rational* piece = &motion->rationals[at->index];
    double r = at->radius, h = at->s1 - at->s0;
    double angle = ti_length(path->turn);
    ti_rational_rates rates = ti_rational_rates_over(piece, at->s0, at->s1);
    double pull = r * (rates.turn * rates.turn + rates.turn_change) + rates.acceleration;
    double moved = 3.0 * TI_U * (r * rates.turn + rates.speed) + 48.0 * TI_U * r;
    deviation d = {.bow = SLACK * 0.125 * (h * h * pull + r * (angle * angle))};
    d.rest = SLACK * (moved + ti_rational_rounding(piece, at->s0, at->s1, r));
    if (at->s0 == 0.0) {
        d.rest += ti_rational_jump(motion, at->index, r);
    }
    return d;
}

// When a chord by a step ends. What is left of the piece, where that is little, goes with it.
static double end_of(const toi_motion* motion, const stretch* at, double t, double step)
{
    double from = ti_rational_from(motion, at->index), until = ti_rational_until(motion, at->index);
    double s = at->s0 + step;
    if (!(s + 0.25 * step < 1.0)) {
        return until;
    }
    double end = from + (until - from) * s;
    return d_min(end > t ? end : nextafter(t, 2.0), until);
}

double ti_chord_from(ti_chords* chords, double t, ti_path* path)
{
    TI_ASSERT(t >= 0.0 && t < 1.0 && chords->terms.limit > 0.0);
    const toi_motion* motion = chords->motion;
    const ti_chord_terms* terms = &chords->terms;
    stretch at = {.index = ti_rational_at(motion, t), .radius = terms->radius};
    const toi_rational* piece = &motion->rationals[at.index];
    at.s0 = ti_rational_share(motion, at.index, t);
    toi_pose start = ti_rational_pose(piece, at.s0);
    double step = chords->step > 0.0 ? d_min(GROWTH * chords->step, terms->longest) : terms->longest;
    for (;;) {
        double end = end_of(motion, &at, t, step);
        at.s1 = ti_rational_share(motion, at.index, end);
        ti_path_between(start, ti_rational_pose(piece, at.s1), TOI_PATH_SLERP, 0.0, 1.0, path);
        if (!(at.s1 > at.s0)) {
            path->bend = HUGE_VAL; // too short for its own time
            return end;
        }
        deviation d = deviation_of(motion, &at, path);
        chords->step = d_min(step, at.s1 - at.s0);
        if (d.bow <= d_max(terms->limit, d.rest) || !(step > LEAST_STEP)) {
            double bend = d.bow + d.rest;
            path->bend = bend <= DBL_MAX ? bend : HUGE_VAL;
            return end;
        }
        double factor = SAFETY * sqrt(terms->limit / d.bow);
        step = chords->step * d_max(d_min(factor, SHRINK), COLLAPSE);
    }
}
