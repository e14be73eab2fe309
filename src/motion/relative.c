// The pieces of a relative motion.
//
// A relative motion is a screw where one of the bodies does not turn and the other one turns evenly about the
// direction of their relative drift, or about an axis that rests, and where both turn about one axis.
// Everything else is cut: each piece is the screw between its end poses, which is off by h^2/8 times how fast
// the velocity field changes, so the next step follows from the last one.

#include "motion/relative.h"

#include "core/assert.h"
#include "math/rounding.h"
#include "math/trig.h"
#include "motion/length.h"
#include "motion/path.h"
#include "motion/relative_error.h"
#include "motion/relative_pair.h"

// A screw is as good as doubles can tell when it is off by no more than this times u L.
#define NO_BETTER (16.0 * TI_U)

// The shortest step: time itself has no more digits.
#define LEAST_STEP 0x1p-48

// What chords of rational motions may be off: of max_model_error, or where there is one screw, of the radii.
static const double BEND_SHARE = 0.25;
static const double BEND_OF_SIZE = 0x1p-20;

static const double SAFETY = 0.95;   // of a predicted step
static const double GROWTH = 2.0;    // of a step at most
static const double SHRINK = 0.7;    // of a step that was too long, at most
static const double COLLAPSE = 0.02; // and at least: far away a prediction is a guess

void ti_screw_walk_begin(const toi_body* a, const toi_body* b, const ti_screw_terms* terms,
                         ti_screw_walk* walk)
{
    TI_ASSERT(terms->relative_screw || terms->max_model_error > 0.0);
    *walk = (ti_screw_walk){.terms = *terms};
    double limit = BEND_SHARE * terms->max_model_error;
    if (terms->relative_screw || !(limit > 0.0)) {
        limit = fmax(BEND_OF_SIZE * (a->mesh->radius + b->mesh->radius), DBL_MIN);
    }
    ti_pair_walk_begin(a, b, limit, &walk->pair);
}

// `twist` for the whole duration, seen from the centre of A.
static void set_screw(const ti_pair_span* span, const ti_pair_state* start, double t1, const ti_twist* twist,
                      ti_screw* screw)
{
    screw->t0 = start->t;
    screw->t1 = t1;
    screw->rotation = ti_pair_rotation(start);
    screw->position = ti_pair_position(start);
    screw->twist = *twist;
    screw->magnitude = span->magnitude;
    screw->model_error = span->bend;
}

static ti_twist during(ti_twist velocity, double duration)
{
    if (duration == 1.0) {
        return velocity;
    }
    velocity.turn = v3_scale(duration, velocity.turn);
    velocity.across = v3_scale(duration, velocity.across);
    velocity.along = v3_scale(duration, velocity.along);
    velocity.angle *= duration;
    return velocity;
}

// Of the screw from the start by a step, seen from where the centre of B is then; and seen from A.
static void set_chord(const ti_pair_span* span, const ti_pair_state* start, const ti_pair_step* step,
                      ti_pair_chord* chord, ti_screw* screw)
{
    chord->twist = ti_twist_between(step->turned, step->moved);
    ti_twist seen = chord->twist;
    seen.across = v3_sub(seen.across, v3_cross(seen.turn, ti_pair_position(start)));
    set_screw(span, start, chord->t1, &seen, screw);
}

// ---- one screw for the whole motion

static void set_relative_screw(ti_screw_walk* walk, ti_screw* screw)
{
    const ti_pair_step none = {{1.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    ti_pair_span first, span;
    ti_pair_step way = none;
    double magnitude = 0.0;
    ti_pair_span_at(&walk->pair, 0.0, &first);
    ti_pair_state start = ti_pair_state_at(&first, 0.0);
    for (double t = 0.0; t < 1.0; t = span.t1) {
        ti_pair_span_at(&walk->pair, t, &span);
        ti_pair_state state = ti_pair_state_at(&span, t);
        ti_pair_step step = ti_pair_step_to(&span, &state, span.t1);
        way = ti_pair_step_then(&way, &step);
        magnitude = span.magnitude > magnitude ? span.magnitude : magnitude;
    }
    ti_pair_chord chord = {.t0 = 0.0, .t1 = 1.0};
    set_chord(&first, &start, &way, &chord, screw);
    screw->magnitude = magnitude;
    way = none;
    for (double t = 0.0; t < 1.0; t = span.t1) {
        ti_pair_span_at(&walk->pair, t, &span);
        ti_pair_state state = ti_pair_state_at(&span, t);
        double error = ti_pair_chord_error(&span, &state, span.t1, &way, &chord, NO_BETTER * magnitude);
        error += span.bend;
        screw->model_error = error <= screw->model_error ? screw->model_error : error;
        ti_pair_step step = ti_pair_step_to(&span, &state, span.t1);
        way = ti_pair_step_then(&way, &step);
    }
}

// ---- pieces

// The step after one of length h whose screw was off by `error`, when it may be off by `limit`.
static double predicted(double h, double error, double limit, double least, double most)
{
    double factor = SAFETY * sqrt(limit / error);
    return h * (factor < most ? (factor > least ? factor : least) : most);
}

static void set_piece(ti_screw_walk* walk, const ti_pair_span* span, const ti_pair_state* start,
                      ti_screw* screw)
{
    const ti_pair_step none = {{1.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    double rest = span->t1 - start->t, floor = NO_BETTER * span->magnitude;
    double limit = walk->terms.max_model_error - span->bend;
    limit = limit > floor ? limit : floor;
    double h = walk->step > 0.0 && walk->step < rest ? walk->step : rest;
    for (;;) {
        // Two steps of half the rest rather than a long one and a sliver.
        double end = h < 0.5 * rest ? start->t + h : (h < rest ? start->t + 0.5 * rest : span->t1);
        ti_pair_chord chord = {.t0 = start->t, .t1 = end};
        ti_pair_step step = ti_pair_step_to(span, start, end);
        set_chord(span, start, &step, &chord, screw);
        double error = ti_pair_chord_error(span, start, end, &none, &chord, floor);
        screw->model_error = error + span->bend;
        h = end - start->t;
        if (error <= limit || !(h > LEAST_STEP)) {
            walk->step = predicted(h, error, limit, 1.0, GROWTH);
            return;
        }
        h = predicted(h, error, limit, COLLAPSE, SHRINK);
    }
}

// The whole relative motion, or all of a span, as the screw that it is.
static bool set_exact(const ti_screw_walk* walk, ti_pair_span* span, ti_screw* screw)
{
    double end = span->t1;
    bool same = ti_motion_same(&walk->pair.body_a->motion, &walk->pair.body_b->motion);
    if (same) {
        ti_pair_span_rest(span);
        end = 1.0;
    }
    ti_pair_state start = ti_pair_state_at(span, walk->time);
    ti_twist velocity = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0.0};
    if (!same && !ti_pair_is_screw(span, &start, &velocity)) {
        return false;
    }
    ti_twist twist = during(velocity, end - walk->time);
    bool whole = walk->time == 0.0 && end == 1.0;
    if (walk->terms.relative_screw && !(whole && twist.angle <= TOI_PI)) {
        return false; // the shorter way is another motion
    }
    set_screw(span, &start, end, &twist, screw);
    return true;
}

bool ti_screw_walk_next(ti_screw_walk* walk, ti_screw* screw)
{
    if (!(walk->time < 1.0)) {
        return false;
    }
    if (walk->count >= walk->terms.max_pieces) {
        walk->stopped = true;
        return false;
    }
    ti_pair_span span;
    ti_pair_span_at(&walk->pair, walk->time, &span);
    if (!set_exact(walk, &span, screw)) {
        if (walk->terms.relative_screw) {
            set_relative_screw(walk, screw);
        } else {
            ti_pair_state start = ti_pair_state_at(&span, walk->time);
            set_piece(walk, &span, &start, screw);
        }
    }
    walk->time = screw->t1;
    ++walk->count;
    return true;
}
