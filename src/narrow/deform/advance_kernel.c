// How long polygons whose corners go straight keep away from the origin, proved link by link, four at once
// (step.h).

#include "narrow/deform/coplanar.h"
#include "narrow/deform/step.h"

#define ti_advance_run TI_KERNEL(ti_advance)
#define ti_nearest_run TI_KERNEL(ti_nearest)

ti_advance_kernel ti_advance_run;
ti_nearest_kernel ti_nearest_run;

#define ADVANCE_DEFAULT_TOLERANCE 1e-12 // of the largest coordinate of a corner
#define ADVANCE_LEAST_TOLERANCE 6.0     // in rounding bounds

enum {
    ADVANCE_PLAIN_STEPS = 3, // before the cubic is tried
    ADVANCE_SPANS = 6,       // lengths that are tried with it
};

// The number of corners is a constant in each, which halves the time.
static stepped step_of_kind(lanes* l)
{
    switch (l->corners) {
    case 4:
        return step(l, 4);
    case 3:
        return step(l, 3);
    case 2:
        return step(l, 2);
    default:
        return step(l, 1);
    }
}

// What one query is to its lane.
typedef struct walker {
    const toi_primitive_query* query; // NULL: the lane is idle
    ti_advance* out;
    lane_scale scale;
    double tolerance;
    coplanar_cubic cubic;
    bool has_cubic;
    double span; // that the cubic last proved
} walker;

// All that one call works on.
typedef struct walk {
    const toi_primitive_def* def;
    uint32_t most_steps;
    double until;
    bool cubic; // what it proves is of use
    lanes lanes;
    walker walker[LANES];
} walk;

static void add_link(const walk* w, ti_advance* out, const toi_primitive_link* link)
{
    if (out->links < w->def->link_capacity) {
        w->def->links[out->links] = *link;
    }
    ++out->links;
}

// The longest span that the cubic proves, of some that shrink by four but are longer than `least`.
static bool advance_by_cubic(walk* w, int lane, double least)
{
    walker* k = &w->walker[lane];
    if (!k->has_cubic) {
        k->cubic = coplanar_of(k->query, &k->scale, w->lanes.separation[lane]);
        k->has_cubic = true;
        k->span = 1.0;
    }
    double t = w->lanes.t[lane], rest = 1.0 - t, span = d_min(rest, 4.0 * k->span);
    for (int i = 0; i < ADVANCE_SPANS && span > least; ++i, span *= 0.25) {
        double until = span < rest ? t + span : 1.0;
        if (until > t && coplanar_never(&k->cubic, t, until)) {
            k->span = span;
            add_link(w, k->out, &(toi_primitive_link){.t_from = t, .t_to = until});
            w->lanes.t[lane] = until;
            w->lanes.probe[lane] = until;
            return true;
        }
    }
    k->span = d_max(least, 0.25 * k->span);
    return false;
}

static void finish(walk* w, int lane, ti_advance_end end)
{
    walker* k = &w->walker[lane];
    const lanes* l = &w->lanes;
    ti_advance* out = k->out;
    out->end = end;
    out->t = l->t[lane];
    if (end != TI_ADVANCE_CLEAR) {
        int exponent = k->scale.exponent;
        out->distance = ti_scale(l->distance[lane], exponent);
        out->close =
            end == TI_ADVANCE_CONTACT && l->distance[lane] - l->separation[lane] > l->tolerance[lane];
        out->error = ti_scale(l->error[lane], exponent);
        out->tolerance = ti_scale(k->tolerance, exponent);
        out->toward = v3(l->toward[0][lane], l->toward[1][lane], l->toward[2][lane]);
        for (int i = 0; i < l->corners; ++i) {
            out->corner[i] = l->corner[i][lane];
        }
    }
    k->query = NULL;
    w->lanes.reach[0][lane] = HUGE_VAL; // while it is idle nothing is tried
}

static void add_links(const walk* w, int lane, const stepped* s, ti_advance* out)
{
    toi_vec3 first = w3_lane(s->first, lane), second = w3_lane(s->second, lane);
    double from = s->from[lane], middle = s->middle[lane];
    if (s->turned[lane]) {
        add_link(w, out, &(toi_primitive_link){from, middle, first, second});
    }
    if (s->moved[lane]) {
        add_link(w, out, &(toi_primitive_link){middle, w->lanes.t[lane], second, second});
    }
}

// What follows from a step that a lane has made.
static void settle_step(walk* w, int lane, const stepped* s)
{
    walker* k = &w->walker[lane];
    lanes* l = &w->lanes;
    if (k->out->steps == w->most_steps) { // the step was made to look at what is nearest, alone
        l->t[lane] = s->from[lane];
        finish(w, lane, s->contact[lane] ? TI_ADVANCE_CONTACT : TI_ADVANCE_EXHAUSTED);
        return;
    }
    ++k->out->steps;
    add_links(w, lane, s, k->out);
    if (s->contact[lane]) {
        finish(w, lane, TI_ADVANCE_CONTACT);
        return;
    }
    bool stuck = s->stuck[lane];
    if (w->cubic && l->t[lane] < 1.0 && (stuck || (s->moved[lane] && k->out->steps > ADVANCE_PLAIN_STEPS))) {
        stuck = !advance_by_cubic(w, lane, 2.0 * (l->t[lane] - s->from[lane])) && stuck;
    }
    if (l->t[lane] >= 1.0) {
        finish(w, lane, TI_ADVANCE_CLEAR);
    } else if (l->t[lane] > w->until) {
        finish(w, lane, TI_ADVANCE_LATER);
    } else if (stuck) {
        finish(w, lane, TI_ADVANCE_STUCK);
    } else if (k->out->steps == w->most_steps) {
        l->probe[lane] = l->t[lane];
    }
}

// The rounding bound of a separation by a unit direction is at most this, as sum |n_k| M_k <= sqrt(3) M.
static double most_error(double size, double separation)
{
    return STEP_BOUND * (1.75 * size + separation);
}

// A polygon that is always the origin is answered, and leaves the lane idle.
static void enter(walk* w, int lane, const toi_primitive_query* query, ti_advance* out)
{
    lanes* l = &w->lanes;
    walker* k = &w->walker[lane];
    *out = (ti_advance){.end = TI_ADVANCE_STUCK, .corner = {1.0}};
    k->scale = lane_enter(l, lane, query);
    if (!(k->scale.size > 0.0)) {
        return;
    }
    int exponent = k->scale.exponent;
    double separation = ti_scale(w->def->separation, -exponent);
    double asked = w->def->tolerance > 0.0 ? ti_scale(w->def->tolerance, -exponent)
                                           : ADVANCE_DEFAULT_TOLERANCE * k->scale.size;
    k->tolerance = d_max(asked, ADVANCE_LEAST_TOLERANCE * most_error(k->scale.size, separation));
    k->query = query;
    k->out = out;
    k->has_cubic = false;
    l->separation[lane] = separation;
    l->tolerance[lane] = k->tolerance;
    l->t[lane] = l->probe[lane] = 0.0;
    l->left[lane] = STEP_FIRST_LEFT;
    l->stride[lane] = 0.0;
}

// Fills idle lanes with what is left of the queries. Returns whether any lane is at work.
static bool fill(walk* w, const toi_primitive_query* queries, uint32_t count, uint32_t* next, ti_advance* out)
{
    bool busy = false;
    for (int lane = 0; lane < LANES; ++lane) {
        while (!w->walker[lane].query && *next < count) {
            enter(w, lane, &queries[*next], &out[*next]);
            ++*next;
        }
        busy = busy || w->walker[lane].query;
    }
    return busy;
}

void ti_advance_run(const toi_primitive_query* queries, uint32_t count, const toi_primitive_def* def,
                    double until, ti_advance* out)
{
    toi_primitive_kind kind = queries[0].kind;
    walk w;
    w.def = def;
    w.until = until;
    w.most_steps = def->max_steps > 0 ? def->max_steps : TOI_PRIMITIVE_DEFAULT_STEPS;
    w.cubic = kind == TOI_PRIMITIVE_VF || kind == TOI_PRIMITIVE_EE;
    w.lanes = (lanes){.corners = ti_corners[kind].count};
    for (int lane = 0; lane < LANES; ++lane) {
        w.walker[lane].query = NULL;
    }
    uint32_t next = 0;
    while (fill(&w, queries, count, &next, out)) {
        stepped s = step_of_kind(&w.lanes);
        for (int lane = 0; lane < LANES; ++lane) {
            if (w.walker[lane].query) {
                settle_step(&w, lane, &s);
            }
        }
    }
}

void ti_nearest_run(const toi_primitive_query* query, double t, ti_advance* out)
{
    lanes l = {.corners = ti_corners[query->kind].count};
    lane_scale scale = lane_enter(&l, 0, query);
    *out = (ti_advance){.end = TI_ADVANCE_STUCK, .t = t, .corner = {1.0}};
    if (!(scale.size > 0.0)) {
        return;
    }
    ti_w3 corner[MOST_CORNERS];
    corners_at(&l, l.corners, f4_set(t), corner);
    nearest near = nearest_of(corner, l.corners);
    for (int i = 0; i < l.corners; ++i) {
        out->corner[i] = near.corner[i][0];
    }
    out->toward = w3_lane(near.point, 0);
    out->distance = ti_scale(v3_length(out->toward), scale.exponent);
}
