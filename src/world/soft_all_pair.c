// Two features by themselves: the search of soft_search.c, of a vertex and a triangle or two edges alone.
// What is proved of their straight paths holds for them on their own curves, as it does for whole bodies.

#include "core/assert.h"
#include "world/soft_all.h"

#include <string.h>

enum { MOST_SPANS = 1 << 12, MOST_CORNERS = 3 };

// The vertices of a feature as a body by themselves. Bounds of the whole mesh are bounds of these.
typedef struct part {
    toi_mesh mesh;
    toi_body body;
    toi_vec3 vertices[MOST_CORNERS], to[MOST_CORNERS];
    ti_straight way;
    toi_vec3 at[2][MOST_CORNERS];
} part;

typedef struct pair {
    part part[2]; // of the first feature and of the second
    toi_primitive_query query;
    toi_primitive_kind kind;
    uint32_t split; // vertices of the first
    double end;
} pair;

static void make_part(const ti_soft* q, uint32_t body, const uint32_t* vertex, uint32_t count, part* p)
{
    const toi_body* whole = q->body[body];
    bool deforms = whole->motion.kind == TOI_MOTION_VERTICES;
    memset(&p->mesh, 0, sizeof p->mesh);
    p->mesh.vertices = p->vertices;
    p->mesh.vertex_count = count;
    p->mesh.center = whole->mesh->center;
    p->mesh.radius = whole->mesh->radius;
    for (uint32_t i = 0; i < count; ++i) {
        p->vertices[i] = whole->mesh->vertices[vertex[i]];
        p->to[i] = deforms ? whole->motion.to[vertex[i]] : p->vertices[i];
    }
    p->body = *whole;
    p->body.mesh = &p->mesh;
    if (deforms) {
        p->body.motion.to = p->to;
        p->body.motion.to_count = count;
    }
    p->way = q->way[body];
    p->way.body = &p->body;
}

static void make_pair(const ti_soft* q, const ti_soft_span* span, const toi_deform_contact* near, pair* p)
{
    TI_ASSERT(q->count == 2 && near->kind != TOI_PRIMITIVE_NONE);
    p->kind = near->kind;
    p->split = near->kind == TOI_PRIMITIVE_EE ? 2 : 1;
    p->end = span->to;
    make_part(q, ti_soft_body_of(q, near, true), near->vertex, p->split, &p->part[0]);
    make_part(q, ti_soft_body_of(q, near, false), near->vertex + p->split, 4 - p->split, &p->part[1]);
}

// As ti_soft_place.
static void place(ti_soft* q, pair* p, ti_soft_span* s)
{
    double rounding = 0.0;
    s->to = p->end;
    for (int k = 0; k < 2; ++k) {
        s->to = fmin(s->to, ti_straight_end(&p->part[k].way, s->from, 0.5 * s->bend));
    }
    s->off = 0.0;
    for (int k = 0; k < 2; ++k) {
        part* one = &p->part[k];
        ti_straight_off off = ti_straight_span(&one->way, s->from, s->to, one->at[0], one->at[1]);
        s->off += off.all;
        rounding += off.rounding;
    }
    s->off *= 1.0 + 0x1p-50;
    s->bow = s->off - rounding;
    q->tolerance = fmax(q->tolerance, 6.0 * rounding);
    q->result.work.tolerance = q->tolerance;
    q->result.work.rounding = fmax(q->result.work.rounding, rounding);
}

static bool ask(ti_soft* q, pair* p, const ti_soft_span* s, toi_primitive_result* r)
{
    p->query.kind = p->kind;
    for (uint32_t i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        const part* one = &p->part[i >= p->split];
        uint32_t corner = i < p->split ? i : i - p->split;
        p->query.start[i] = one->at[0][corner];
        p->query.end[i] = one->at[1][corner];
    }
    toi_primitive_def def = {.separation = ti_soft_near(q, s), .tolerance = TI_SOFT_ASKED * q->tolerance};
    bool taken = isfinite(s->off) && toi_primitive_contact(&p->query, &def, r) == TOI_OK;
    const toi_deform_result work = {.steps = taken ? r->steps : 0, .queries = 1};
    ti_soft_note_work(&q->result.work, &work);
    return taken;
}

// What a span of the two found, in the words of the span of the bodies.
static toi_deform_contact contact_of(const pair* p, const toi_deform_contact* near,
                                     const toi_primitive_result* r)
{
    toi_deform_contact c = *near;
    c.t_free = r->t_free;
    c.gap = r->gap;
    c.normal = near->vertex_of_b ? v3_scale(-1.0, r->normal) : r->normal;
    c.point = v3(0.0, 0.0, 0.0);
    for (uint32_t i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        toi_vec3 x = p->query.start[i], y = p->query.end[i];
        toi_vec3 now = v3_add(v3_scale(1.0 - r->t_free, x), v3_scale(r->t_free, y));
        c.weight[i] = r->weight[i];
        c.point = v3_madd(c.point, 0.5 * r->weight[i], now);
    }
    c.gap = ti_soft_apart(&c, p->query.start, p->query.end);
    return c;
}

static double speed_of(const pair* p, const toi_deform_contact* c)
{
    toi_vec3 way[TOI_PRIMITIVE_MOST_VERTICES];
    for (uint32_t i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        way[i] = v3_sub(p->query.end[i], p->query.start[i]);
    }
    return ti_soft_speed(c, way);
}

// A time before the end: there is a span to look at from there on.
static double before(double time, double end)
{
    return fmin(time, nextafter(end, 0.0));
}

// Takes in what a span says. @return whether that is the end, with what is known in *meeting
static bool take(ti_soft* q, pair* p, ti_soft_span* s, const toi_primitive_result* r, ti_soft_touch* touch,
                 ti_soft_meeting* meeting)
{
    if (r->answer == TOI_ANSWER_CLEAR) {
        *meeting = TI_SOFT_APART;
        s->bend = ti_soft_more_bend(s);
        bool last = s->to >= p->end;
        s->from = s->to;
        return last;
    }
    double time = ti_soft_time_at(s, r->t_free), from = s->from;
    toi_deform_contact c = contact_of(p, &touch->found, r);
    double speed = speed_of(p, &c);
    touch->time = time;
    touch->off = s->off;
    if (r->answer == TOI_ANSWER_CONTACT && c.gap + s->off <= q->separation + q->tolerance) {
        touch->found = c;
        touch->approach = speed / (s->to - s->from);
        *meeting = TI_SOFT_MEETS;
        return true;
    }
    *meeting = TI_SOFT_OPEN;
    bool even = ti_soft_is_even(q, s), foreseen = r->answer == TOI_ANSWER_CONTACT && r->t_free > 0.0;
    s->bend = foreseen ? ti_soft_less_bend(q, s, c.gap, speed) : ti_soft_little_bend(q, s);
    s->from = before(time, p->end);
    return even && s->from <= from;
}

ti_soft_meeting ti_soft_pair_first(ti_soft* q, const ti_soft_span* span, const toi_deform_contact* near,
                                   ti_soft_touch* touch)
{
    pair p;
    make_pair(q, span, near, &p);
    double time = ti_soft_time_at(span, near->t_free);
    bool foreseen = near->t_free > 0.0;
    ti_soft_span s = {.from = before(time, span->to)};
    s.bend = foreseen ? ti_soft_less_bend(q, span, near->gap, ti_soft_closing_speed(q, near))
                      : ti_soft_little_bend(q, span);
    *touch = (ti_soft_touch){.found = *near, .time = s.from};
    for (uint32_t i = 0; i < MOST_SPANS; ++i) {
        ti_soft_meeting meeting;
        toi_primitive_result r;
        place(q, &p, &s);
        if (!ask(q, &p, &s, &r)) {
            return TI_SOFT_OPEN;
        }
        if (take(q, &p, &s, &r, touch, &meeting)) {
            return meeting;
        }
        touch->time = s.from;
    }
    return TI_SOFT_OPEN;
}
