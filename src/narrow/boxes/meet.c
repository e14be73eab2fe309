// Both motions are cut where a piece of either ends. Between two cuts both are polynomials, and every two
// parts are solved; the union of what they give is the answer. Spans hold the ends of the time between the
// cuts if the parts meet there, so what goes on beyond a cut comes out as one.

#include "narrow/boxes/meet.h"

#include "core/cpu.h"
#include "core/sort.h"
#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/box_spans.h"
#include "narrow/boxes/far.h"
#include "narrow/boxes/polytope_event.h"
#include "narrow/boxes/sharpen.h"
#include "narrow/boxes/solid_shape.h"

enum { SPANS = 32 };

// Shares of the size, and of the bound of a fit, below which it is no use to know an event better.
static const double SHARP_SIZE = 0x1p-43;
static const double SHARP_BOUND = 0x1p-4;

// A part in a cell; its frame is made for the first part that it may meet.
typedef struct mover {
    ti_moving_box box;
    ti_box_frame frame;
    bool has_frame;
    toi_rational motion;  // of the body, without the turn of the part,
    double cell_error[3]; // and what its rotation, translation and weights err by
} mover;

typedef struct cell {
    double from, to;
    const ti_rational_piece *piece_a, *piece_b;
    mover *a, *b; // of each part
    double sharp;
} cell;

typedef struct search {
    ti_meet* meet;
    ti_polys polys;
} search;

// ---- two parts in a cell

// t0 + (t1 - t0) s has three roundings.
static double time_in(const cell* c, double s, bool up)
{
    if (s <= 0.0) {
        return c->from;
    }
    if (s >= 1.0) {
        return c->to;
    }
    if (c->from == 0.0 && c->to == 1.0) {
        return s;
    }
    double t = c->from + (c->to - c->from) * s;
    t += up ? 5.0 * TI_U * t : -5.0 * TI_U * t;
    return d_min(d_max(t, c->from), c->to);
}

static void count_work(ti_meet* meet, uint32_t degree, uint32_t nodes, bool undecided)
{
    meet->degree = degree > meet->degree ? degree : meet->degree;
    meet->nodes += nodes;
    meet->undecided = meet->undecided || undecided;
}

static bool keep(search* s, const cell* c, double enter, double leave, const ti_meeting_end ends[2])
{
    ti_meeting* m = ti_array_push(s->meet->found);
    if (m != NULL) {
        *m = (ti_meeting){time_in(c, enter, false), time_in(c, leave, true), {ends[0], ends[1]}};
    }
    return m != NULL;
}

static bool keep_span(search* s, const cell* c, const ti_box_span* span, uint32_t i, uint32_t j)
{
    const ti_meeting_end ends[2] = {
        {.part_a = i, .part_b = j, .axis = span->enter_axis, .blur = span->enter_blur, .boxes = true},
        {.part_a = i, .part_b = j, .axis = span->exit_axis, .blur = span->exit_blur, .boxes = true}};
    return keep(s, c, span->enter, span->exit, ends);
}

static void need_frame(search* s, mover* m)
{
    if (!m->has_frame) {
        m->frame = ti_box_frame_rational(&s->polys, &m->box, 0.0, 1.0);
        m->has_frame = true;
    }
}

static bool solve_boxes(search* s, const cell* c, uint32_t i, uint32_t j)
{
    mover *a = &c->a[i], *b = &c->b[j];
    need_frame(s, a);
    need_frame(s, b);
    ti_arena_mark mark = ti_arena_get_mark(s->polys.arena);
    ti_box_ask ask = {.first_only = s->meet->first_only, .plain = s->meet->plain, .paper = s->meet->paper};
    bool ok = ti_box_spans_find(&s->polys, &a->frame, &b->frame, &ask);
    if (ok) {
        count_work(s->meet, ask.degree, ask.nodes, ask.undecided);
    }
    for (uint32_t k = 0; ok && k < ask.count; ++k) {
        ok = ti_box_sharpen(&s->polys, &a->box, &b->box, c->sharp, &ask.spans[k]) &&
             keep_span(s, c, &ask.spans[k], i, j);
    }
    ti_arena_reset(s->polys.arena, mark);
    return ok;
}

// ---- two parts that are not both boxes

// The polytope of a part in a cell, in room of the caller's: its points are given from its centre on, so an
// offset moves that. What a fit may be off its vertices may err by.
static ti_moving_polytope polytope_of(const ti_solid_part* part, const mover* m,
                                      const ti_rational_piece* piece, ti_polytope* shape)
{
    *shape = part->shape;
    shape->center = v3_add(shape->center, piece->offset);
    double size = v3_norm1(shape->center) + v3_norm1(piece->offset);
    return (ti_moving_polytope){.shape = shape,
                                .motion = m->motion,
                                .rotation_error = m->cell_error[0],
                                .translation_error = m->cell_error[1],
                                .weight_error = m->cell_error[2],
                                .vertex_error = piece->bound + 4.0 * TI_U * size};
}

static uint32_t axis_of(const ti_polytope_touch* touch)
{
    return touch->kind == TOI_CONTACT_NONE ? BOX_NO_AXIS : 0;
}

static bool keep_polytopes(search* s, const cell* c, const ti_polytope_span* span, uint32_t i, uint32_t j)
{
    const ti_polytope_touch *first = &span->enter_touch, *last = &span->exit_touch;
    const ti_meeting_end ends[2] = {
        {.part_a = i, .part_b = j, .axis = axis_of(first), .blur = span->enter_blur, .touch = *first},
        {.part_a = i, .part_b = j, .axis = axis_of(last), .blur = span->exit_blur, .touch = *last}};
    return keep(s, c, span->enter, span->exit, ends);
}

static bool find_polytopes(search* s, const ti_moving_polytope bodies[2], ti_polytope_search* found)
{
    ti_polys* p = &s->polys;
    found->capacity = SPANS;
    for (;;) {
        found->spans = ti_arena_allocate(p->arena, found->capacity, sizeof *found->spans);
        if (found->spans == NULL || !ti_polytope_solve(p, &bodies[0], &bodies[1], found)) {
            return false;
        }
        count_work(s->meet, found->degree, found->nodes, !found->complete);
        if (found->count <= found->capacity) {
            return true;
        }
        found->capacity = found->count;
    }
}

static bool solve_polytopes(search* s, const cell* c, uint32_t i, uint32_t j)
{
    ti_arena_mark mark = ti_arena_get_mark(s->polys.arena);
    ti_polytope shapes[2];
    const ti_moving_polytope bodies[2] = {
        polytope_of(&s->meet->a->parts[i], &c->a[i], c->piece_a, &shapes[0]),
        polytope_of(&s->meet->b->parts[j], &c->b[j], c->piece_b, &shapes[1])};
    ti_polytope_search found = {.first_only = s->meet->first_only, .blur = c->sharp};
    bool ok = find_polytopes(s, bodies, &found);
    for (uint32_t k = 0; ok && k < found.count; ++k) {
        ok = keep_polytopes(s, c, &found.spans[k], i, j);
    }
    ti_arena_reset(s->polys.arena, mark);
    return ok;
}

// ---- a cell

static bool solve_parts(search* s, const cell* c, uint32_t i, uint32_t j)
{
    bool boxes = s->meet->a->parts[i].mesh == NULL && s->meet->b->parts[j].mesh == NULL;
    if (ti_boxes_are_far(&c->a[i].box, &c->b[j].box)) {
        return true;
    }
    return boxes ? solve_boxes(s, c, i, j) : solve_polytopes(s, c, i, j);
}

static bool make_movers(search* s, const ti_solid* solid, const ti_rational_piece* piece, const cell* c,
                        mover** movers)
{
    ti_solid_cell part;
    ti_arena* arena = s->polys.arena;
    *movers = ti_arena_allocate(arena, solid->part_count, sizeof **movers);
    if (*movers == NULL || !ti_solid_cut(arena, piece, c->from, c->to, &part)) {
        return false;
    }
    for (uint32_t i = 0; i < solid->part_count; ++i) {
        mover* m = &(*movers)[i];
        m->has_frame = false;
        m->motion = part.motion;
        m->cell_error[0] = part.rotation_error;
        m->cell_error[1] = part.translation_error;
        m->cell_error[2] = part.weight_error;
        if (!ti_solid_box(arena, solid, i, &part, &m->box)) {
            return false;
        }
    }
    return true;
}

static bool solve_cell(search* s, const ti_rational_piece* a, const ti_rational_piece* b, cell* c)
{
    ti_meet* meet = s->meet;
    ti_arena_mark mark = ti_arena_get_mark(s->polys.arena);
    double bound = a->bound + b->bound;
    c->piece_a = a;
    c->piece_b = b;
    meet->bound = d_max(bound, meet->bound);
    c->sharp = d_max(SHARP_SIZE * (meet->a->size + meet->b->size), SHARP_BOUND * bound);
    bool ok = make_movers(s, meet->a, a, c, &c->a) && make_movers(s, meet->b, b, c, &c->b);
    for (uint32_t i = 0; ok && i < meet->a->part_count; ++i) {
        for (uint32_t j = 0; ok && j < meet->b->part_count; ++j) {
            ok = solve_parts(s, c, i, j);
        }
    }
    ti_arena_reset(s->polys.arena, mark);
    return ok;
}

// ---- the union

// What ends last ends the union.
static void join(ti_meeting* m, const ti_meeting* next)
{
    if (next->exit > m->exit) {
        m->exit = next->exit;
        m->at[1] = next->at[1];
    }
}

// Sorts by the time of entering and joins what has a time in common.
static bool unite(ti_arena* arena, ti_array* found)
{
    ti_meeting* all = found->data;
    size_t count = found->count, kept = 0;
    ti_key_value* order = ti_arena_allocate(arena, 2 * count, sizeof *order);
    ti_meeting* sorted = ti_arena_allocate(arena, count, sizeof *sorted);
    if (order == NULL || sorted == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        order[i] = (ti_key_value){ti_sort_key_double(all[i].enter), (uint32_t)i};
    }
    ti_sort_keys(order, order + count, count);
    for (size_t i = 0; i < count; ++i) {
        sorted[i] = all[order[i].value];
    }
    for (size_t i = 0; i < count; ++i) {
        if (kept > 0 && sorted[i].enter <= all[kept - 1].exit) {
            join(&all[kept - 1], &sorted[i]);
        } else {
            all[kept++] = sorted[i];
        }
    }
    found->count = kept;
    return true;
}

// Of a first meeting the exit is not known.
static void keep_first(ti_array* found)
{
    ti_meeting* m = found->data;
    found->count = 1;
    m->exit = m->enter;
    m->at[1] = m->at[0];
    m->at[1].axis = BOX_NO_AXIS;
}

// ---- ends at a cut

// Roundings of a posed box, in places and sizes.
static double posed_error(const ti_meet* meet, const ti_posed_box* a, const ti_posed_box* b)
{
    double sizes = (meet->a->size + meet->b->size) + (v3_length(a->center) + v3_length(b->center));
    return 256.0 * TI_U * sizes;
}

// An event at a cut has no axis from the solver where one side of it alone has the contact.
static void name_axes(const ti_meet* meet, ti_meeting* m)
{
    for (int k = 0; k < 2; ++k) {
        ti_meeting_end* end = &m->at[k];
        double t = k == 0 ? m->enter : m->exit;
        bool edge = k == 0 ? t <= 0.0 : t >= 1.0 || meet->first_only;
        if (edge) {
            end->axis = BOX_NO_AXIS;
        } else if (end->axis == BOX_NO_AXIS && end->boxes) {
            ti_posed_box a = ti_solid_posed(meet->a, end->part_a, t);
            ti_posed_box b = ti_solid_posed(meet->b, end->part_b, t);
            double apart;
            end->axis = ti_box_axis(&a, &b, &apart);
            end->blur = d_max(apart, 0.0) + posed_error(meet, &a, &b);
        }
    }
}

double ti_meet_bound(const ti_solid* a, const ti_solid* b)
{
    const ti_rational_piece *p = a->pieces.piece, *q = b->pieces.piece;
    double bound = p->bound + q->bound;
    for (double t = d_min(p->t1, q->t1); t < 1.0; t = d_min(p->t1, q->t1)) {
        p += p->t1 == t;
        q += q->t1 == t;
        bound = d_max(p->bound + q->bound, bound);
    }
    return bound;
}

toi_status ti_meet_find(ti_arena* arena, ti_meet* meet)
{
    search s = {.meet = meet, .polys = {.arena = arena, .plain = meet->plain || !ti_cpu_has_avx2()}};
    const ti_rational_pieces *a = &meet->a->pieces, *b = &meet->b->pieces;
    meet->found->count = 0;
    meet->bound = 0.0;
    meet->degree = meet->nodes = 0;
    meet->undecided = false;
    uint32_t i = 0, j = 0;
    bool ok = true;
    for (cell c = {.from = 0.0}; ok && c.from < 1.0; c.from = c.to) {
        c.to = d_min(a->piece[i].t1, b->piece[j].t1);
        ok = solve_cell(&s, &a->piece[i], &b->piece[j], &c);
        i += a->piece[i].t1 == c.to;
        j += b->piece[j].t1 == c.to;
        if (meet->first_only && meet->found->count > 0) {
            break;
        }
    }
    if (ok && meet->found->count > 1) {
        ok = unite(arena, meet->found);
    }
    if (!ok) {
        return s.polys.too_large ? TOI_ERROR_LIMIT : TOI_ERROR_MEMORY;
    }
    if (meet->first_only && meet->found->count > 0) {
        keep_first(meet->found);
    }
    for (size_t k = 0; k < meet->found->count; ++k) {
        name_axes(meet, (ti_meeting*)meet->found->data + k);
    }
    return TOI_OK;
}

// ---- contacts

static void polytope_contact(const ti_meet* meet, const ti_meeting_end* end, double t, toi_contact* contact)
{
    const ti_solid_part *a = &meet->a->parts[end->part_a], *b = &meet->b->parts[end->part_b];
    const ti_placed_polytope places[2] = {{&a->shape, ti_solid_place(meet->a, t)},
                                          {&b->shape, ti_solid_place(meet->b, t)}};
    ti_polytope_event(&places[0], &places[1], &end->touch, contact);
    contact->time = t;
    contact->a = ti_solid_shape_name(a, contact->a);
    contact->b = ti_solid_shape_name(b, contact->b);
}

void ti_meet_contact(const ti_meet* meet, const ti_meeting* meeting, bool at_exit, toi_contact* contact)
{
    const ti_meeting_end* end = &meeting->at[at_exit];
    double t = at_exit ? meeting->exit : meeting->enter;
    *contact = (toi_contact){.kind = TOI_CONTACT_NONE, .time = t};
    if (end->axis == BOX_NO_AXIS) {
        return;
    }
    if (!end->boxes) {
        polytope_contact(meet, end, t, contact);
        return;
    }
    ti_posed_box a = ti_solid_posed(meet->a, end->part_a, t), b = ti_solid_posed(meet->b, end->part_b, t);
    double tolerance = 4.0 * (end->blur + meet->bound) + posed_error(meet, &a, &b);
    ti_box_event(&a, &b, end->axis, tolerance, contact);
}
