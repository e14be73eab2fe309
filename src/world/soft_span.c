// Spans of time over which bodies are taken for straight paths, and how long the next one is.

#include "world/soft_span.h"

#include "core/memory.h"
#include "math/rounding.h"
#include "motion/length.h"

#include <float.h>

enum { MOST_SPANS = 1 << 16 };

static const double FIRST_BEND = 0x1p-5; // of the smaller body's size
static const double LEAST_BEND = 0x1p-5; // of the tolerance
static const double SHRINK = 0x1p-3;     // of a bend that was too much, at least
static const double COLLAPSE = 0x1p-4;   // the same where nothing tells how much is too much
static const double GROWTH = 16.0;       // of the bend after a span that is clear
static const double LOOK_AHEAD = 2.0;    // times the time until contact that is foreseen

toi_status ti_soft_begin(ti_soft* q)
{
    const toi_deform_def def = {.allocator = &q->allocator};
    toi_status status = toi_deform_create(&def, &q->deform);
    for (uint32_t k = 0; k < q->count && status == TOI_OK; ++k) {
        const toi_mesh* mesh = q->body[k]->mesh;
        ti_straight_begin(q->body[k], q->local, &q->way[k]);
        for (int i = 0; i < 2; ++i) {
            q->at[k][i] = ti_allocate(&q->allocator, mesh->vertex_count, sizeof(toi_vec3));
        }
        if (q->at[k][0] == NULL || q->at[k][1] == NULL) {
            return TOI_ERROR_MEMORY;
        }
        ti_straight_span(&q->way[k], 0.0, ti_straight_end(&q->way[k], 0.0, 1.0), q->at[k][0], q->at[k][1]);
        const toi_deform_body body = {
            .mesh = mesh, .start = q->at[k][0], .end = q->at[k][1], .self = q->count == 1};
        uint32_t number;
        status = toi_deform_add(q->deform, &body, &number, NULL);
    }
    return status;
}

void ti_soft_end(ti_soft* q)
{
    for (int k = 0; k < 2; ++k) {
        for (int i = 0; i < 2; ++i) {
            ti_release(&q->allocator, q->at[k][i]);
        }
    }
    toi_deform_destroy(q->deform);
}

toi_status ti_soft_place(ti_soft* q, ti_soft_span* s)
{
    double rounding = 0.0;
    s->to = 1.0;
    for (uint32_t k = 0; k < q->count; ++k) {
        s->to = fmin(s->to, ti_straight_end(&q->way[k], s->from, 0.5 * s->bend));
    }
    s->off = 0.0;
    for (uint32_t k = 0; k < q->count; ++k) {
        ti_straight_off off = ti_straight_span(&q->way[k], s->from, s->to, q->at[k][0], q->at[k][1]);
        s->off += off.all;
        rounding += off.rounding;
        toi_status status = toi_deform_set(q->deform, k, q->at[k][0], q->at[k][1], NULL);
        if (status != TOI_OK) {
            return status == TOI_ERROR_INVALID ? TOI_OK
                                               : status; // beyond the range of doubles: off is infinite
        }
    }
    s->off *= 1.0 + 0x1p-50;
    s->bow = s->off - rounding;
    q->tolerance = fmax(q->tolerance, 6.0 * rounding);
    q->result.work.tolerance = q->tolerance;
    q->result.work.rounding = fmax(q->result.work.rounding, rounding);
    return TOI_OK;
}

double ti_soft_time_at(const ti_soft_span* s, double share)
{
    double t = s->from + share * (s->to - s->from) * (1.0 - 4.0 * TI_U);
    return share > 0.0 ? fmin(fmax(s->from, ti_down(t)), s->to) : s->from;
}

double ti_soft_near(const ti_soft* q, const ti_soft_span* s)
{
    return s->off > 0.0 ? ti_up(q->separation + s->off) : q->separation;
}

// ---- work

static uint32_t capped(uint64_t count)
{
    return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

void ti_soft_note_work(toi_work* work, const toi_deform_result* r)
{
    work->steps = capped((uint64_t)work->steps + r->steps);
    work->nodes = capped((uint64_t)work->nodes + r->face_pairs);
    work->leaves = capped((uint64_t)work->leaves + r->queries);
}

bool ti_soft_is_over(const ti_soft* q, uint32_t spans)
{
    return spans >= MOST_SPANS || (q->def->max_steps > 0 && q->result.work.steps >= q->def->max_steps);
}

// ---- how far the next one may bend

double ti_soft_most_bend(const ti_soft* q)
{
    return fmax(fmax(FIRST_BEND * q->size, LEAST_BEND * q->tolerance), DBL_MIN);
}

bool ti_soft_is_even(const ti_soft* q, const ti_soft_span* s)
{
    return s->bow <= 2.0 * LEAST_BEND * q->tolerance;
}

double ti_soft_more_bend(const ti_soft_span* s)
{
    return fmax(s->bend, GROWTH * s->bow);
}

// Of the bend that was allowed the part that was there.
static double bow_of(const ti_soft_span* s)
{
    return fmin(fmax(s->bow, 0.0), s->bend);
}

double ti_soft_little_bend(const ti_soft* q, const ti_soft_span* s)
{
    return fmax(fmax(COLLAPSE * bow_of(s), LEAST_BEND * q->tolerance), DBL_MIN);
}

double ti_soft_less_bend(const ti_soft* q, const ti_soft_span* s, double gap, double speed)
{
    double bow = bow_of(s);
    double way = fmax(gap + s->off - q->separation, q->tolerance);
    double ahead = LOOK_AHEAD * way / speed;
    double most = speed > 0.0 && ahead < 1.0 ? fmin(bow * (ahead * ahead), SHRINK * bow) : SHRINK * bow;
    return fmax(fmax(most, LEAST_BEND * q->tolerance), DBL_MIN);
}

double ti_soft_speed(const toi_deform_contact* c, const toi_vec3 way[TOI_PRIMITIVE_MOST_VERTICES])
{
    uint32_t split = c->kind == TOI_PRIMITIVE_EE ? 2 : 1;
    double speed = 0.0;
    for (uint32_t i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        double along = c->weight[i] * v3_dot(way[i], c->normal);
        speed += (i < split) == !c->vertex_of_b ? along : -along;
    }
    return speed;
}

double ti_soft_apart(const toi_deform_contact* c, const toi_vec3 start[TOI_PRIMITIVE_MOST_VERTICES],
                     const toi_vec3 end[TOI_PRIMITIVE_MOST_VERTICES])
{
    uint32_t split = c->kind == TOI_PRIMITIVE_EE ? 2 : 1;
    toi_vec3 between = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        toi_vec3 now = v3_add(v3_scale(1.0 - c->t_free, start[i]), v3_scale(c->t_free, end[i]));
        between = v3_madd(between, i < split ? c->weight[i] : -c->weight[i], now);
    }
    return fmax(c->gap, ti_length(between));
}

void ti_soft_corners(const ti_soft* q, const toi_deform_contact* c, int at,
                     toi_vec3 x[TOI_PRIMITIVE_MOST_VERTICES])
{
    uint32_t split = c->kind == TOI_PRIMITIVE_EE ? 2 : 1;
    for (uint32_t i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        x[i] = q->at[ti_soft_body_of(q, c, i < split)][at][c->vertex[i]];
    }
}

double ti_soft_closing_speed(const ti_soft* q, const toi_deform_contact* c)
{
    uint32_t split = c->kind == TOI_PRIMITIVE_EE ? 2 : 1;
    toi_vec3 way[TOI_PRIMITIVE_MOST_VERTICES];
    for (uint32_t i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        uint32_t body = ti_soft_body_of(q, c, i < split);
        way[i] = v3_sub(q->at[body][1][c->vertex[i]], q->at[body][0][c->vertex[i]]);
    }
    return ti_soft_speed(c, way);
}
