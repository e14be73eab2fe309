// An edge of the mover and one of the still body [VanWaveren05, sections 2.3, 2.5, 3.2 and 3.4].

#include "narrow/trace/paper_pairs.h"

// Edges at a smaller angle do not meet by themselves: they are left to their ends. At this angle their bound
// on rounding, 200 u of their distance over the sine, and what they can cut into each other, a quarter of
// their length times the sine, are about the same.
static const double LEAST_SINE = 0x1p-21;

// Edges that start at a smaller angle than this may be at a larger one where they meet.
static const double SMALL_SINE = 0x1p-4;

// Line a + u of the mover and line c + w of the still body.
typedef struct pair {
    ti_paper_search* search;
    uint32_t mover, still;
    const ti_paper_edge *a, *c;
    toi_vec3 out;              // of c
    ti_paper_wave side, shift; // sidedness of the lines
    double sine;               // of their angle at the start
    double distance, rounding; // bounds on rounding of their distance, and of the sidedness
} pair;

// Two lines when the mover has come to `at`.
typedef struct lines {
    toi_vec3 a, u, c, w, across; // across: u x w
    double sine2;                // of their angle, squared
    toi_vec3 point_a, point_c;   // nearest points
} lines;

static lines lines_at(const pair* p, double at)
{
    const ti_paper_move* move = &p->search->move;
    lines l = {.a = ti_paper_move_point(move, p->a->at, at),
               .u = ti_paper_move_direction(move, p->a->span, at),
               .c = p->c->at,
               .w = p->c->span};
    l.across = v3_cross(l.u, l.w);
    double across2 = v3_dot(l.across, l.across);
    double length = p->a->length * p->c->length;
    l.sine2 = across2 / (length * length);
    toi_vec3 d = v3_sub(l.c, l.a);
    l.point_a = v3_madd(l.a, v3_dot(v3_cross(d, l.w), l.across) / across2, l.u);
    l.point_c = v3_madd(l.c, v3_dot(v3_cross(d, l.u), l.across) / across2, l.w);
    return l;
}

// g(x) = (c - a) . (u x w) while a and u turn: its value at the start and the first two derivatives there
// make g(0) + g'(0) sin x + g''(0) (1 - cos x). `shift` is what moving c by 1 along `out` adds.
static void set_sidedness(pair* p)
{
    const ti_paper_search* s = p->search;
    const ti_paper_move* m = &s->move;
    toi_vec3 d = v3_sub(p->c->at, p->a->at), u = p->a->span, w = p->c->span, across = v3_cross(u, w);
    double length = p->a->length * p->c->length;
    p->sine = v3_length(across) / length;
    p->distance = s->error + 16.0 * TI_U * v3_norm1(d);
    p->rounding = p->distance * length;
    p->side = (ti_paper_wave){v3_dot(d, across), -v3_dot(m->by, across), 0.0};
    p->shift = (ti_paper_wave){v3_dot(p->out, across), 0.0, 0.0};
    if (m->turns) {
        toi_vec3 speed = v3_cross(m->axis, v3_sub(p->a->at, m->origin)), arm = v3_cross(speed, m->axis);
        toi_vec3 turned = v3_cross(m->axis, u), flat = v3_cross(turned, m->axis);
        toi_vec3 across1 = v3_cross(turned, w), across2 = v3_cross(flat, w);
        double second = (v3_dot(arm, across) - 2.0 * v3_dot(speed, across1)) - v3_dot(d, across2);
        p->side.sine = v3_dot(d, across1) - v3_dot(speed, across);
        p->side.cosine = -second;
        p->shift.sine = v3_dot(p->out, across1);
        p->shift.cosine = v3_dot(p->out, across2);
    }
}

static ti_paper_wave combine(double s, ti_paper_wave a, double t, ti_paper_wave b)
{
    return (ti_paper_wave){s * a.start + t * b.start, s * a.sine + t * b.sine, s * a.cosine + t * b.cosine};
}

// The gap where the mover is on the side of c to which `side` u x w points. All of it is lengths times |u x
// w|.
static ti_paper_gap gap_of(const pair* p, int side, double* thickness)
{
    ti_paper_gap gap = {.apart = combine(-side, p->side, 0.0, p->shift), .rounding = p->rounding};
    double sine = p->sine;
    if (p->search->move.turns && sine < SMALL_SINE) {
        double touch = wave_entry(&gap.apart);
        sine = touch >= 0.0 && touch < HUGE_VAL ? sqrt(lines_at(p, touch).sine2) : sine;
    }
    *thickness = ti_paper_zone(p->search, p->distance / d_max(sine, LEAST_SINE));
    gap.outside = combine(-side, p->side, -side * *thickness, p->shift);
    return gap;
}

// Whether a passes c between its ends, and c passes a, along `direction`: four sides that are those of faces
// too.
static bool passes_between(const pair* p, const lines* l, toi_vec3 direction)
{
    double error = p->search->error, speed = v3_length(direction);
    toi_vec3 back = v3_negate(direction);
    ti_paper_edge a = {.at = l->a, .span = l->u, .length = p->a->length};
    ti_paper_ray ray[4] = {{l->a, direction, speed},
                           {v3_add(l->a, l->u), direction, speed},
                           {l->c, back, speed},
                           {v3_add(l->c, l->w), back, speed}};
    double value[4];
    for (int i = 0; i < 4; ++i) {
        ti_paper_side side = ti_paper_side_of(&ray[i], i < 2 ? p->c : &a, error);
        value[i] = fabs(side.value) <= side.least ? 0.0 : side.value;
    }
    return value[0] * value[1] <= 0.0 && value[2] * value[3] <= 0.0;
}

static bool passes_straight(const pair* p)
{
    const ti_paper_search* s = p->search;
    bool a = ti_paper_cache_side(&s->of_mover, p->still, p->a->end[0]) >= 0;
    bool b = ti_paper_cache_side(&s->of_mover, p->still, p->a->end[1]) >= 0;
    if (a == b) {
        return false;
    }
    bool c = ti_paper_cache_side(&s->of_still, p->mover, p->c->end[0]) >= 0;
    return c != (ti_paper_cache_side(&s->of_still, p->mover, p->c->end[1]) >= 0);
}

// Whether the mover is on the outer side of the edge at `at`, by `side` of u x w, and passes between the
// ends. Where the edges touch, along the line across both, which is there whatever the velocity; at the hull
// of the zone along the velocity of the point of contact itself, not of an end (W1). Where that goes along
// both edges, as at the top of an arc, across them too.
static bool meets_at(const pair* p, double at, int side, bool touch)
{
    if (isnan(at)) {
        return false;
    }
    lines l = lines_at(p, at);
    toi_vec3 across = v3_scale(side, l.across), by = ti_paper_velocity(&p->search->move, l.point_a);
    if (!(l.sine2 > LEAST_SINE * LEAST_SINE) || v3_dot(across, p->out) < 0.0) {
        return false;
    }
    double fall = -v3_dot(across, by), least = 32.0 * TI_U * v3_norm1(by) * v3_length(across);
    if (touch) {
        return fall >= -least && passes_between(p, &l, across);
    }
    return passes_between(p, &l, fall > least ? by : across);
}

static bool meets(const pair* p, const ti_paper_stop* stop, int side)
{
    if (p->search->move.turns) {
        return meets_at(p, stop->touch, side, true) || meets_at(p, stop->at, side, false);
    }
    return passes_straight(p);
}

// Where the edge of the still body has no face, or more than two, its zone lies against the motion.
static toi_vec3 out_of(const pair* p)
{
    toi_vec3 out = p->c->out;
    if (v3_dot(out, out) > 0.0) {
        return out;
    }
    toi_vec3 middle = v3_madd(p->a->at, 0.5, p->a->span), w = p->c->span;
    toi_vec3 against = v3_negate(ti_paper_velocity(&p->search->move, middle));
    against = v3_madd(against, -v3_dot(against, w) / v3_dot(w, w), w);
    double length = v3_length(against);
    return length > 0.0 ? v3_scale(1.0 / length, against) : v3(0.0, 0.0, 0.0);
}

static void try_side(const pair* p, int side)
{
    ti_paper_search* s = p->search;
    double thickness;
    ti_paper_gap gap = gap_of(p, side, &thickness);
    ++s->pairs;
    ti_paper_stop stop = s->move.turns ? wave_stop(&gap, s->move.limit) : line_stop(&gap);
    if (!ti_paper_is_open(s, stop.at) || !meets(p, &stop, side)) {
        return;
    }
    lines l = lines_at(p, stop.at);
    ti_paper_event event = {.at = stop.at,
                            .thickness = thickness,
                            .rounding = p->rounding / v3_length(l.across),
                            .normal = v3_scale(-side, l.across),
                            .gap = v3_length(v3_sub(l.point_a, l.point_c)),
                            .kind = TI_PAPER_EE,
                            .a = p->mover,
                            .b = p->still};
    ti_paper_search_take(s, &event);
}

static void try_pair(ti_paper_search* s, uint32_t mover, uint32_t still)
{
    pair p = {.search = s,
              .mover = mover,
              .still = still,
              .a = &s->mover.edges[mover],
              .c = &s->still.edges[still]};
    p.out = out_of(&p);
    set_sidedness(&p);
    if (s->move.turns) {
        try_side(&p, 1);
        try_side(&p, -1);
    } else if (p.sine > LEAST_SINE) {
        // Where the zone lies in the plane of both edges either side can be come at.
        double outward = p.shift.start;
        try_side(&p, outward > 0.0 || (outward == 0.0 && p.side.sine > 0.0) ? 1 : -1);
    }
}

void ti_paper_search_edges(ti_paper_search* s)
{
    for (uint32_t j = 0; j < s->still.edge_count; ++j) {
        const ti_paper_edge* c = &s->still.edges[j];
        for (uint32_t i = 0; c->live && i < s->mover.edge_count; ++i) {
            if (s->mover.edges[i].live && bounds_meet(&s->mover.edges[i].swept, &c->swept)) {
                try_pair(s, i, j);
            }
        }
    }
}
