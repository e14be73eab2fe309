// An event is where the value of an axis, less its margin, is zero; along that axis the boxes are apart
// before it. A smaller margin puts it later, an exit earlier.

#include "narrow/boxes/sharpen.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/node.h"
#include "narrow/boxes/root.h"

// A part begins with this length, and is divided by 32 until the value has one root in it.
static const double FIRST_PART = 0x1p-6;
enum { MOST_PARTS = 6 };

typedef struct sharpener {
    ti_polys* polys;
    const ti_moving_box* a;
    const ti_moving_box* b;
} sharpener;

typedef enum outcome { NO_MEMORY, NO_ROOT, FOUND } outcome;

// The root of the axis from `from` to `to`, on the side where it is apart.
static outcome find(const sharpener* s, uint32_t axis, bool falls, const double part[2], double* time)
{
    ti_arena_mark mark = ti_arena_get_mark(s->polys->arena);
    ti_box_frame a = ti_box_frame_rational(s->polys, s->a, part[0], part[1]);
    ti_box_frame b = ti_box_frame_rational(s->polys, s->b, part[0], part[1]);
    ti_box_system system;
    double value[TI_MOST_DEGREE + 1];
    ti_box_root root;
    if (!ti_box_system_make(s->polys, &a, &b, &system)) {
        return NO_MEMORY;
    }
    bool plain = ti_box_is_plain(&system, system.coefficients, axis);
    ti_box_value(&system, system.coefficients, 0, axis, value);
    bool found = plain && value[falls ? 0 : system.degree] > 0.0 &&
                 ti_box_root_find(value, system.degree, &root) && root.falls == falls;
    if (found) {
        double t = part[0] + (part[1] - part[0]) * root.time;
        *time = falls ? ti_down(t) : ti_up(t);
    }
    ti_arena_reset(s->polys->arena, mark);
    return found ? FOUND : NO_ROOT;
}

bool ti_box_sharpen(ti_polys* polys, const ti_moving_box* a, const ti_moving_box* b, double length,
                    ti_box_span* span)
{
    const sharpener s = {polys, a, b};
    for (int end = 0; end < 2; ++end) {
        bool falls = end == 0;
        uint32_t axis = falls ? span->enter_axis : span->exit_axis;
        if (axis == BOX_NO_AXIS || !((falls ? span->enter_blur : span->exit_blur) > length)) {
            continue;
        }
        double size = d_min(FIRST_PART, 0.5 * (span->exit - span->enter)), time;
        outcome out = NO_ROOT;
        for (int i = 0; i < MOST_PARTS && out == NO_ROOT && size > 0x1p-40; ++i) {
            double part[2] = {falls ? span->enter : span->exit - size,
                              falls ? span->enter + size : span->exit};
            out = find(&s, axis, falls, part, &time);
            size *= 0x1p-5;
        }
        if (out == NO_MEMORY) {
            return false;
        }
        if (out == FOUND) {
            span->enter = falls ? d_max(time, span->enter) : span->enter;
            span->exit = falls ? span->exit : d_min(time, span->exit);
        }
    }
    return true;
}
