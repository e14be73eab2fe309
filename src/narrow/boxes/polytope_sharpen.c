// Events are moved by what the axis of each tells at single times (approach.h).

#include "narrow/boxes/polytope_sharpen.h"

#include "math/scalar.h"
#include "narrow/boxes/approach.h"
#include "narrow/boxes/polytope_instant.h"

typedef struct sharpener {
    ti_polys* polys;
    const ti_moving_polytope* a;
    const ti_moving_polytope* b;
    ti_polytope_pair pair; // without room for polynomials
    ti_polytope_axis axis;
    ti_polytope_nearest nearest;
    bool enters;
    double from; // the event as it was found
} sharpener;

static ti_polytope_axis axis_of(const sharpener* s, const ti_polytope_touch* t)
{
    if (t->kind == TOI_CONTACT_EE) {
        return (ti_polytope_axis){
            .kind = TI_AXIS_EDGES, .face = TI_NO_NAME, .edge_a = t->a, .edge_b = t->b, .sign = 1.0};
    }
    bool of_b = t->kind == TOI_CONTACT_VF;
    const ti_polytope* own = of_b ? s->b->shape : s->a->shape;
    uint32_t face = of_b ? t->b : t->a;
    return (ti_polytope_axis){.kind = of_b ? TI_AXIS_B : TI_AXIS_A,
                              .normal = own->normals[face],
                              .height = own->heights[face],
                              .face = face};
}

// The least of what may be the least.
static ti_gap gap_at(const void* context, double time)
{
    const sharpener* s = context;
    ti_polytope_instant a = ti_polytope_instant_at(s->a, time), b = ti_polytope_instant_at(s->b, time);
    if (s->axis.kind == TI_AXIS_EDGES) {
        return ti_polytope_edge_gap(&a, &b, &s->axis, s->nearest.off);
    }
    ti_gap least = ti_polytope_plane_gap(&a, &b, &s->axis, s->nearest.vertices[0]);
    for (uint32_t i = 1; i < s->nearest.count; ++i) {
        ti_gap gap = ti_polytope_plane_gap(&a, &b, &s->axis, s->nearest.vertices[i]);
        least = gap.value - gap.error < least.value - least.error ? gap : least;
    }
    return least;
}

// False without memory.
static bool look_at_part(void* context, double other, bool* steady)
{
    sharpener* s = context;
    ti_arena_mark mark = ti_arena_get_mark(s->polys->arena);
    const double part[2] = {d_min(s->from, other), d_max(s->from, other)};
    ti_box_system system;
    ti_polytope_pair pair;
    if (!ti_polytope_system(s->polys, s->a, s->b, part, &system) ||
        !ti_polytope_pair_make(s->polys, s->a->shape, s->b->shape, system.degree, &pair)) {
        return false;
    }
    ti_form_node node = {&system, system.coefficients, 0};
    *steady = ti_polytope_is_steady(&pair, &node, &s->axis, s->enters, &s->nearest);
    ti_arena_reset(s->polys->arena, mark);
    return true;
}

static bool sharpen_end(sharpener* s, double* time)
{
    const ti_approach approach = {s, look_at_part, gap_at, s->enters};
    s->nearest = (ti_polytope_nearest){.count = 0};
    s->axis.sign = 1.0;
    if (s->axis.kind == TI_AXIS_EDGES && gap_at(s, s->from).value < 0.0) {
        s->axis.sign = -1.0;
    }
    *time = s->from;
    return ti_approach_event(&approach, time);
}

// Where the search stopped at the first span, its exit is no event unless something was found to touch there.
static bool sharpen_span(sharpener* s, const ti_polytope_search* search, ti_polytope_span* span)
{
    for (int end = 0; end < 2; ++end) {
        const ti_polytope_touch* touch = end == 0 ? &span->enter_touch : &span->exit_touch;
        double *time = end == 0 ? &span->enter : &span->exit,
               *off = end == 0 ? &span->enter_blur : &span->exit_blur;
        s->enters = end == 0;
        s->from = *time;
        bool stopped = end == 1 && search->first_only && touch->kind == TOI_CONTACT_NONE;
        if (stopped || s->from == (end == 0 ? 0.0 : 1.0)) {
            continue;
        }
        if (touch->kind != TOI_CONTACT_NONE && *off > search->blur) {
            double found;
            s->axis = axis_of(s, touch);
            if (!sharpen_end(s, &found)) {
                return false;
            }
            *time = end == 0 ? d_min(found, span->exit) : d_max(found, span->enter);
        }
        ti_polytope_instant a = ti_polytope_instant_at(s->a, *time), b = ti_polytope_instant_at(s->b, *time);
        *off = ti_polytope_distance(&s->pair, &a, &b);
    }
    return true;
}

bool ti_polytope_sharpen(ti_polys* polys, const ti_moving_polytope* a, const ti_moving_polytope* b,
                         ti_polytope_search* search)
{
    uint32_t count = search->count < search->capacity ? search->count : search->capacity;
    sharpener s = {.polys = polys, .a = a, .b = b, .pair = {.a = a->shape, .b = b->shape}};
    for (uint32_t i = 0; i < count; ++i) {
        if (!sharpen_span(&s, search, &search->spans[i])) {
            return false;
        }
    }
    return true;
}
