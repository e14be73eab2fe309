// An event is where the value of an axis, less what it has to exceed, is zero. On a short part of the motion
// that is less, so an entry is later there, an exit earlier; along the axis they are still apart before it.

#include "narrow/boxes/polytope_sharpen.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/polytope_axis.h"

// A part begins with this length, and is divided by 32 until the axis has one root in it.
static const double FIRST_PART = 0x1p-6, LEAST_PART = 0x1p-40;
enum { MOST_PARTS = 6 };

typedef struct sharpener {
    ti_polys* polys;
    const ti_moving_polytope* a;
    const ti_moving_polytope* b;
    double part[2];
    const ti_polytope_touch* touch;
    bool enters;
} sharpener;

static ti_polytope_axis axis_of(const sharpener* s, double sign)
{
    const ti_polytope_touch* t = s->touch;
    if (t->kind == TOI_CONTACT_EE) {
        return (ti_polytope_axis){
            .kind = TI_AXIS_EDGES, .face = TI_NO_NAME, .edge_a = t->a, .edge_b = t->b, .sign = sign};
    }
    bool of_b = t->kind == TOI_CONTACT_VF;
    const ti_polytope* own = of_b ? s->b->shape : s->a->shape;
    uint32_t face = of_b ? t->b : t->a;
    return (ti_polytope_axis){.kind = of_b ? TI_AXIS_B : TI_AXIS_A,
                              .normal = own->normals[face],
                              .height = own->heights[face],
                              .face = face};
}

// Share of the part at which the axis has its root; negative where none is found.
static double find_root(const sharpener* s, const ti_box_system* system, const ti_polytope_pair* pair,
                        double* blur)
{
    ti_form_node node = {system, system->coefficients, 0};
    for (int turn = 0; turn < (s->touch->kind == TOI_CONTACT_EE ? 2 : 1); ++turn) {
        ti_polytope_axis axis = axis_of(s, turn == 0 ? 1.0 : -1.0);
        ti_apart apart = ti_polytope_apart(pair, &node, &axis, true);
        if (!apart.whole && (s->enters ? apart.before > 0.0 : apart.after < 1.0)) {
            *blur = apart.blur;
            return s->enters ? apart.before : apart.after;
        }
    }
    return -1.0;
}

static bool try_part(const sharpener* s, double* time, double* blur, bool* found)
{
    ti_arena_mark mark = ti_arena_get_mark(s->polys->arena);
    ti_box_system system;
    ti_polytope_pair pair;
    if (!ti_polytope_system(s->polys, s->a, s->b, s->part, &system) ||
        !ti_polytope_pair_make(s->polys, s->a->shape, s->b->shape, system.degree, &pair)) {
        return false;
    }
    double share = find_root(s, &system, &pair, blur);
    *found = share >= 0.0;
    double t = s->part[0] + (s->part[1] - s->part[0]) * share;
    *time = s->enters ? ti_down(t) : ti_up(t);
    ti_arena_reset(s->polys->arena, mark);
    return true;
}

static bool sharpen_end(sharpener* s, ti_polytope_span* span)
{
    double size = d_min(FIRST_PART, 0.5 * (span->exit - span->enter)), time, blur;
    bool found = false;
    for (int i = 0; i < MOST_PARTS && !found && size > LEAST_PART; ++i) {
        s->part[0] = s->enters ? span->enter : span->exit - size;
        s->part[1] = s->enters ? span->enter + size : span->exit;
        if (!try_part(s, &time, &blur, &found)) {
            return false;
        }
        size *= 0x1p-5;
    }
    if (found && s->enters && time >= span->enter) {
        span->enter = time;
        span->enter_blur = blur;
    } else if (found && !s->enters && time <= span->exit) {
        span->exit = time;
        span->exit_blur = blur;
    }
    return true;
}

bool ti_polytope_sharpen(ti_polys* polys, const ti_moving_polytope* a, const ti_moving_polytope* b,
                         ti_polytope_search* search)
{
    uint32_t count = search->count < search->capacity ? search->count : search->capacity;
    for (uint32_t i = 0; i < count; ++i) {
        ti_polytope_span* span = &search->spans[i];
        for (int end = 0; end < 2; ++end) {
            bool enters = end == 0;
            const ti_polytope_touch touch = enters ? span->enter_touch : span->exit_touch;
            sharpener s = {polys, a, b, {0.0, 1.0}, &touch, enters};
            bool blurred = (enters ? span->enter_blur : span->exit_blur) > search->blur;
            if (touch.kind != TOI_CONTACT_NONE && blurred && !sharpen_end(&s, span)) {
                return false;
            }
        }
    }
    return true;
}
