// The walk along time: each span brings features near each other, and these are looked at one by one.
//
// Over a span every point is within `off` of its straight path, both bodies together, so features that touch
// in it come within separation + off on their straight paths: toi_deform_find with `all` finds these. Where
// nothing bends that is the answer, for the whole motion at once. Else what is near is followed by itself
// (soft_all_pair.c), in spans that are as short as it needs: a contact of one pair of features asks nothing
// of all others. What has touched before is passed over.
//
// A span is made shorter where it brings much near that it has to follow, and longer where little.

#include "core/memory.h"
#include "world/soft_all.h"

enum {
    FIRST_ROOM = 1024,
    MANY = 256,    // features that are followed in a span, at least
    WORTH = 16,    // queries of a find that cost as much as to follow two features
    FEW = 8,       // a part of what is many
    MOST_OPEN = 64 // spans made shorter for what is undecided
};

static bool make_room(ti_soft_all* all, uint64_t count)
{
    all->near.count = 0;
    return count <= all->near.capacity || ti_array_reserve(&all->near, (size_t)count);
}

static toi_status find(ti_soft_all* all, const ti_soft_span* s, toi_deform_result* r)
{
    ti_soft* q = &all->q;
    toi_deform_query query = {.separation = ti_soft_near(q, s),
                              .tolerance = TI_SOFT_ASKED * q->tolerance,
                              .all = true,
                              .start_known = q->count == 2 || s->from > 0.0,
                              .max_queries = q->def->max_steps,
                              .contacts = all->near.data,
                              .contact_capacity = all->near.capacity};
    toi_status status = toi_deform_find(q->deform, &query, r, NULL);
    if (status == TOI_OK) {
        ti_soft_note_work(&q->result.work, r);
        all->near.count = (size_t)r->listed;
    }
    return status;
}

// Of what a span brings near, the most that is followed.
static uint64_t most_followed(const toi_deform_result* r)
{
    return MANY + r->queries / WORTH;
}

// Whether a shorter span is the better one.
static bool is_too_long(ti_soft_all* all, const ti_soft_span* s, const toi_deform_result* r)
{
    uint64_t known = all->touched.count;
    if (ti_soft_is_even(&all->q, s)) {
        return false;
    }
    if (r->contact_count > known + most_followed(r)) {
        return true;
    }
    return r->t_complete < 1.0 && all->open++ < MOST_OPEN;
}

// What is near in a span. @param shorter  nothing is taken: the span is too long
static toi_status find_near(ti_soft_all* all, const ti_soft_span* s, bool* shorter, toi_deform_result* r)
{
    if (!make_room(all, FIRST_ROOM)) {
        return TOI_ERROR_MEMORY;
    }
    toi_status status = find(all, s, r);
    if (status != TOI_OK) {
        return status;
    }
    *shorter = is_too_long(all, s, r);
    if (*shorter || r->contact_count <= all->near.capacity) {
        return TOI_OK;
    }
    return make_room(all, r->contact_count) ? find(all, s, r) : TOI_ERROR_MEMORY;
}

static void leave_open(ti_soft_all* all, double time)
{
    all->t_complete = fmin(all->t_complete, time);
}

// Whether straight paths tell enough of a contact.
static bool is_close(const ti_soft* q, const ti_soft_span* s, const toi_deform_contact* c)
{
    return c->kind == TOI_PRIMITIVE_NONE || c->gap + s->off <= q->separation + q->tolerance;
}

// With the distance of its points for its gap.
static toi_deform_contact measured(const ti_soft* q, const toi_deform_contact* c)
{
    toi_vec3 start[TOI_PRIMITIVE_MOST_VERTICES], end[TOI_PRIMITIVE_MOST_VERTICES];
    toi_deform_contact out = *c;
    if (c->kind != TOI_PRIMITIVE_NONE) {
        ti_soft_corners(q, c, 0, start);
        ti_soft_corners(q, c, 1, end);
        out.gap = ti_soft_apart(c, start, end);
    }
    return out;
}

static ti_soft_meeting follow(ti_soft* q, const ti_soft_span* s, const toi_deform_contact* near,
                              ti_soft_touch* touch)
{
    const toi_deform_contact found = measured(q, near), *c = &found;
    double time = ti_soft_time_at(s, c->t_free);
    *touch = (ti_soft_touch){.found = *c, .time = time, .off = s->off};
    if (is_close(q, s, c)) {
        bool crosses = c->kind == TOI_PRIMITIVE_NONE;
        touch->approach = crosses ? (double)NAN : ti_soft_closing_speed(q, c) / (s->to - s->from);
        return TI_SOFT_MEETS;
    }
    // Where nothing bends there is nothing to follow.
    return ti_soft_is_even(q, s) ? TI_SOFT_OPEN : ti_soft_pair_first(q, s, c, touch);
}

// Looks at each that is near. @param followed  how many had not touched before
static toi_status take_near(ti_soft_all* all, const ti_soft_span* s, uint64_t* followed)
{
    const toi_deform_contact* near = all->near.data;
    *followed = 0;
    for (size_t i = 0; i < all->near.count; ++i) {
        ti_soft_touch touch;
        if (ti_soft_has_touched(all, &near[i])) {
            continue;
        }
        ++*followed;
        ti_soft_meeting meeting = follow(&all->q, s, &near[i], &touch);
        if (meeting == TI_SOFT_OPEN) {
            leave_open(all, touch.time);
        } else if (meeting == TI_SOFT_MEETS && !ti_soft_all_add(all, &touch)) {
            return TOI_ERROR_MEMORY;
        }
    }
    return TOI_OK;
}

// @param time  on return the end of the span, or unchanged where it is to be shorter
static toi_status search_span(ti_soft_all* all, ti_soft_span* s, double* time)
{
    bool shorter;
    toi_deform_result r;
    toi_status status = find_near(all, s, &shorter, &r);
    if (status != TOI_OK) {
        return status;
    }
    if (shorter) {
        s->bend = ti_soft_little_bend(&all->q, s);
        return TOI_OK;
    }
    uint64_t followed;
    status = take_near(all, s, &followed);
    if (r.t_complete < 1.0) {
        leave_open(all, ti_soft_time_at(s, r.t_complete));
    }
    s->bend = followed <= most_followed(&r) / FEW ? ti_soft_more_bend(s) : s->bend;
    *time = s->to;
    return status;
}

toi_status ti_soft_all_search(ti_soft_all* all, double from)
{
    ti_soft* q = &all->q;
    double most = ti_soft_most_bend(q), time = from;
    ti_soft_span s = {.bend = most};
    for (uint32_t spans = 0; time < 1.0; ++spans) {
        s = (ti_soft_span){.from = time, .bend = fmin(s.bend, most)};
        toi_status status = ti_soft_place(q, &s);
        if (status == TOI_OK && (!isfinite(s.off) || ti_soft_is_over(q, spans))) {
            leave_open(all, time);
            return TOI_OK;
        }
        if (status == TOI_OK) {
            status = search_span(all, &s, &time);
        }
        if (status != TOI_OK) {
            return status;
        }
    }
    return TOI_OK;
}
