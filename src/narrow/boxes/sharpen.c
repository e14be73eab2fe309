// An event is where the value of an axis, less its margin, is zero; along that axis the boxes are apart
// before it. A smaller margin puts it later, an exit earlier.

#include "narrow/boxes/sharpen.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/approach.h"
#include "narrow/boxes/box_instant.h"
#include "narrow/boxes/node.h"
#include "narrow/boxes/root.h"

// A part begins with this length, and is divided by 32 until the value has one root in it, or none.
static const double FIRST_PART = 0x1p-6;
static const double LEAST_PART = 0x1p-45;
enum { MOST_PARTS = 6 };

typedef struct sharpener {
    ti_polys* polys;
    const ti_moving_box* a;
    const ti_moving_box* b;
} sharpener;

typedef enum outcome { NO_MEMORY, OPEN, APART, ROOT } outcome;

// An event: where an axis stops to be apart, or begins to be.
typedef struct event {
    uint32_t axis;
    bool falls; // its value, in time
    double time, blur;
} event;

// How far the boxes are apart along an axis at a time of the part, at most: its value as a length, and what
// that rounds.
static double apart_at_most(const ti_box_system* system, uint32_t axis, const double* value, double time)
{
    double margin = ti_box_margin(system, axis, 0), at = ti_box_evaluate(value, system->degree, time);
    return ti_box_blur(system, system->coefficients, 0, axis, time) * (1.0 + 0.5 * d_max(at, 0.0) / margin);
}

static bool is_positive(const double* value, uint32_t degree)
{
    bool positive = true;
    for (uint32_t k = 0; k <= degree; ++k) {
        positive = positive && value[k] > 0.0;
    }
    return positive;
}

// The polynomials of a part of the time, and the value of an axis in it.
typedef struct close_up {
    ti_box_system system;
    double value[TI_MOST_DEGREE + 1];
    bool plain;
} close_up;

static bool look(const sharpener* s, const double part[2], uint32_t axis, close_up* c)
{
    ti_box_frame a = ti_box_frame_rational(s->polys, s->a, part[0], part[1]);
    ti_box_frame b = ti_box_frame_rational(s->polys, s->b, part[0], part[1]);
    if (!ti_box_system_make(s->polys, &a, &b, &c->system)) {
        return false;
    }
    c->plain = ti_box_is_plain(&c->system, c->system.coefficients, axis);
    ti_box_value(&c->system, c->system.coefficients, 0, axis, c->value);
    return true;
}

// The root of the axis in the part, on the side where it is apart; or the far end, if it is apart in all of
// it.
static outcome find(const sharpener* s, const double part[2], event* e)
{
    ti_arena_mark mark = ti_arena_get_mark(s->polys->arena);
    close_up c;
    if (!look(s, part, e->axis, &c)) {
        return NO_MEMORY;
    }
    ti_box_root root;
    outcome out = OPEN;
    double near = e->falls ? 0.0 : 1.0, at = near;
    if (c.plain && is_positive(c.value, c.system.degree)) {
        at = 1.0 - near;
        e->time = part[e->falls];
        out = APART;
    } else if (c.plain && c.value[e->falls ? 0 : c.system.degree] > 0.0 &&
               ti_box_root_find(c.value, c.system.degree, &root) && root.falls == e->falls) {
        at = root.time;
        double t = part[0] + (part[1] - part[0]) * at;
        e->time = e->falls ? d_max(ti_down(t), e->time) : d_min(ti_up(t), e->time);
        out = ROOT;
    }
    double blur = apart_at_most(&c.system, e->axis, c.value, at);
    e->blur = out == OPEN ? d_min(blur, e->blur) : blur;
    ti_arena_reset(s->polys->arena, mark);
    return out;
}

// What the blur is where nothing says yet.
static bool measure(const sharpener* s, event* e)
{
    ti_arena_mark mark = ti_arena_get_mark(s->polys->arena);
    bool ahead = e->time < 0.5;
    double part[2] = {ahead ? e->time : e->time - FIRST_PART, ahead ? e->time + FIRST_PART : e->time};
    close_up c;
    if (!look(s, part, e->axis, &c)) {
        return false;
    }
    e->blur = apart_at_most(&c.system, e->axis, c.value, ahead ? 0.0 : 1.0);
    ti_arena_reset(s->polys->arena, mark);
    return true;
}

// From the event towards the inside of the span, of which `room` is left. False without memory.
static bool search(const sharpener* s, double room, event* e)
{
    double size = d_min(FIRST_PART, 0.5 * room);
    outcome out = OPEN;
    for (int i = 0; i < MOST_PARTS && out != ROOT && size > LEAST_PART; ++i) {
        double part[2] = {e->falls ? e->time : e->time - size, e->falls ? e->time + size : e->time};
        out = find(s, part, e);
        if (out == NO_MEMORY) {
            return false;
        }
        room -= out == APART ? size : 0.0;
        size = out == APART ? d_min(size, 0.5 * room) : size * 0x1p-5;
    }
    return e->blur < HUGE_VAL || measure(s, e);
}

// ---- single times
//
// Of two edges that are nearly parallel the value is small, so its rounding is long; and all of a polynomial
// of a high degree is rounded as its largest coefficients are. At single times neither is so.

typedef struct fall {
    const sharpener* s;
    const event* e;
    ti_box_direction direction;
} fall;

static ti_gap gap_at(const void* context, double time)
{
    const fall* f = context;
    return ti_box_gap_at(f->s->a, f->s->b, &f->direction, time).along;
}

static bool look_for_steady(void* context, double other, bool* steady)
{
    fall* f = context;
    ti_arena_mark mark = ti_arena_get_mark(f->s->polys->arena);
    const double part[2] = {d_min(f->e->time, other), d_max(f->e->time, other)};
    close_up c;
    if (!look(f->s, part, f->direction.axis, &c)) {
        return false;
    }
    *steady = ti_box_is_steady(&c.system, c.system.coefficients, f->direction.axis, f->e->falls,
                               &f->direction.sign);
    ti_arena_reset(f->s->polys->arena, mark);
    return true;
}

// Up to `last`, the other end of the span; of a span that is short the part may be longer. False without
// memory.
static bool move_event(const sharpener* s, double last, event* e)
{
    fall f = {s, e, {e->axis, 1.0}};
    const ti_approach approach = {&f, look_for_steady, gap_at, e->falls};
    double found = e->time;
    if (!ti_approach_event(&approach, &found)) {
        return false;
    }
    e->time = e->falls ? d_min(found, last) : d_max(found, last);
    e->blur = d_min(ti_box_gap_at(s->a, s->b, &f.direction, e->time).distance, e->blur);
    return true;
}

// What is still without a blur, because edges are parallel at the very time, is left without an axis too: the
// boxes as they are posed then tell one.
static bool sharpen_end(const sharpener* s, double length, double last, event* e)
{
    if (e->axis == BOX_NO_AXIS || !(e->blur > length)) {
        return true;
    }
    bool ok = search(s, fabs(last - e->time), e);
    if (ok && e->blur > length) {
        ok = move_event(s, last, e);
    }
    if (!(e->blur < HUGE_VAL)) {
        e->axis = BOX_NO_AXIS;
        e->blur = 0.0;
    }
    return ok;
}

bool ti_box_sharpen(ti_polys* polys, const ti_moving_box* a, const ti_moving_box* b, double length,
                    ti_box_span* span)
{
    const sharpener s = {polys, a, b};
    event enter = {span->enter_axis, true, span->enter, span->enter_blur};
    if (!sharpen_end(&s, length, span->exit, &enter)) {
        return false;
    }
    event leave = {span->exit_axis, false, span->exit, span->exit_blur};
    if (!sharpen_end(&s, length, enter.time, &leave)) {
        return false;
    }
    *span = (ti_box_span){enter.time, leave.time, enter.axis, leave.axis, enter.blur, leave.blur};
    return true;
}
