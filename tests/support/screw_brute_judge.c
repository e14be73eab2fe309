// Whether two features meet at an event of the screw oracle, how, and how surely.

#include "support/screw_brute_parts.h"

// In units of the tolerance: what is deeper inside than the first is surely accepted, what is further outside
// than the second surely not, however a polygon is enlarged by the tolerance.
#define SURELY_IN 0.1L
#define SURELY_ONE 1e-3L
#define SURELY_OUT 8.0L
// Sines of angles between edges: below the first they are parallel, below the second they may be.
#define PARALLEL 1e-12L
#define NEARLY_PARALLEL 1e-6L
// Sines of angles: differences below this decide nothing.
#define PROPERNESS_MARGIN 1e-7L
// What rounding may do to a properness that is exactly at the threshold.
#define PROPERNESS_ROUNDING 1e-14L
// Further below the threshold the exact properness is of no use.
#define ENOUGH 1e-3L
// Of the whole motion: two features that stay within the tolerance for longer meet at too small an angle.
#define LONG_TOUCH 1e-5L

// Where and how two features are at an instant, and the normals that they may have.
typedef struct meeting {
    rvec point, normal[2];
    int normal_count;
    sb_proper proper[2];
    real depth, sine, end_distance[4];
} meeting;

static void meet_vertex(const sb_state* state, const sb_motion* m, const sb_case* c, sb_instant at,
                        meeting* out)
{
    bool vf = c->kind == TOI_CONTACT_VF;
    const sb_body* holder = vf ? &state->b : &state->a;
    uint32_t face = c->feature[vf ? 1 : 0], vertex = c->feature[vf ? 0 : 1];
    out->sine = 1.0L;
    if (vf) {
        out->point = state->a.vertex[vertex];
        out->depth = sb_body_outside(holder, face, sb_motion_point_back(m, at, out->point));
        out->normal[0] = r3_scale(-1.0L, sb_motion_turn(m, at, holder->normal[face]));
    } else {
        out->point = sb_motion_point(m, at, state->b.vertex[vertex]);
        out->depth = sb_body_outside(holder, face, out->point);
        out->normal[0] = holder->normal[face];
    }
    out->normal[1] = r3_scale(-1.0L, out->normal[0]);
    out->normal_count = holder->mesh->face_solid[face] ? 1 : 2;
}

static void proper_vertex(const sb_state* state, const sb_motion* m, const sb_case* c, sb_instant at,
                          meeting* out)
{
    for (int k = 0; k < out->normal_count; ++k) {
        // From the plane to the body of the vertex.
        rvec n = out->normal[k];
        out->proper[k] = c->kind == TOI_CONTACT_VF
                             ? sb_proper_vertex(&state->a, c->feature[0], r3_scale(-1.0L, n))
                             : sb_proper_vertex(&state->b, c->feature[1], sb_motion_turn_back(m, at, n));
    }
}

static void meet_edges(const sb_state* state, const sb_motion* m, const sb_case* c, sb_instant at,
                       meeting* out)
{
    const sb_edge* ea = &state->a.mesh->edge[c->feature[0]];
    const sb_edge* eb = &state->b.mesh->edge[c->feature[1]];
    rvec a0 = state->a.vertex[ea->v[0]], a1 = state->a.vertex[ea->v[1]];
    rvec b0 = sb_motion_point(m, at, state->b.vertex[eb->v[0]]);
    rvec b1 = sb_motion_point(m, at, state->b.vertex[eb->v[1]]);
    rvec da = r3_unit(r3_sub(a1, a0)), db = r3_unit(r3_sub(b1, b0)), w = r3_sub(b0, a0);
    rvec k = r3_cross(da, db);
    out->sine = r3_length(k);
    out->normal_count = 2;
    if (out->sine <= PARALLEL) {
        out->depth = HUGE_VALL;
        return;
    }
    real ta = r3_dot(r3_cross(w, db), k) / r3_dot(k, k), tb = r3_dot(r3_cross(w, da), k) / r3_dot(k, k);
    real la = r3_length(r3_sub(a1, a0)), lb = r3_length(r3_sub(b1, b0));
    out->depth = r_max(r_max(-ta, ta - la), r_max(-tb, tb - lb));
    const real ends[4] = {fabsl(ta), fabsl(la - ta), fabsl(tb), fabsl(lb - tb)};
    for (int i = 0; i < 4; ++i) {
        out->end_distance[i] = ends[i];
    }
    rvec pa = r3_add(a0, r3_scale(ta, da)), pb = r3_add(b0, r3_scale(tb, db));
    out->point = r3_scale(0.5L, r3_add(pa, pb));
    out->normal[0] = r3_scale(1.0L / out->sine, k);
    out->normal[1] = r3_scale(-1.0L, out->normal[0]);
}

static void proper_edges(const sb_state* state, const sb_motion* m, const sb_case* c, sb_instant at,
                         meeting* out)
{
    sb_rays a = sb_rays_of(&state->a, c->feature[0]), b = sb_rays_of(&state->b, c->feature[1]);
    b.along = sb_motion_turn(m, at, b.along);
    for (int k = 0; k < b.count; ++k) {
        b.wing[k] = sb_motion_turn(m, at, b.wing[k]);
    }
    for (int k = 0; k < 2; ++k) {
        out->proper[k] = sb_proper_edges(&a, &b, out->normal[k], state->threshold - ENOUGH);
    }
}

// How long the features stay within `near`, at most; and whether they have changed sides then.
static real stay(const sb_motion* m, const sb_case* c, real s, real near, bool* crosses)
{
    real step = 1e-14L, before = 0.0L, after = 0.0L;
    do {
        step *= 8.0L;
        before = sb_wave_value(m, &c->wave, s - step);
        after = sb_wave_value(m, &c->wave, s + step);
    } while (step < 1.0L && (fabsl(before) <= near || fabsl(after) <= near));
    *crosses = before * after < 0.0L;
    return step;
}

// Whether the features are further apart than `near` a step before and after.
static bool passes(const sb_motion* m, const sb_case* c, real s, real step, real near)
{
    return fabsl(sb_wave_value(m, &c->wave, s - step)) > near &&
           fabsl(sb_wave_value(m, &c->wave, s + step)) > near;
}

// The normal with the larger properness; of equal ones that against the motion. Where none is proper enough
// it does not matter.
static int choose_normal(const sb_state* state, const meeting* at, rvec velocity, bool* unsure)
{
    if (at->normal_count == 1) {
        return 0;
    }
    real more = at->proper[1].value - at->proper[0].value;
    int entering = r3_dot(at->normal[0], velocity) <= 0.0L ? 0 : 1;
    real best = r_max(at->proper[0].value, at->proper[1].value);
    *unsure |= fabsl(more) <= PROPERNESS_MARGIN && best >= state->threshold - PROPERNESS_MARGIN;
    return fabsl(more) <= PROPERNESS_ROUNDING ? entering : (more > 0.0L ? 1 : 0);
}

// `unsure`: of the time, and all that goes with it; `jump`: of the properness, whatever its value.
static void decide(const sb_state* state, const sb_motion* m, sb_contact* c, bool unsure, bool jump)
{
    real fast = c->speed + 1e-4L * (fabsl(m->th) * state->size + fabsl(m->h));
    real rate = -c->approach, tol = state->tolerance;
    c->entering = rate <= 1e-16L * fast;
    bool clear_side = fabsl(rate) > 1e-8L * fast;
    // It changes no faster than the normals turn, but for the factor by which edges are not perpendicular.
    real margin = PROPERNESS_MARGIN + 100.0L * fabsl(m->th) * c->slack;
    bool clear_proper = fabsl(c->properness - state->threshold) > margin && !jump;
    bool proper = c->properness >= state->threshold - PROPERNESS_ROUNDING;
    c->reported = c->entering && proper && c->depth <= tol;
    bool sure = !unsure && clear_side && clear_proper && c->depth <= SURELY_IN * tol;
    bool could = (c->entering || !clear_side || unsure) && (proper || !clear_proper);
    c->verdict = c->reported && sure ? SB_YES : (could ? SB_MAYBE : SB_NO);
}

static void meet(const sb_state* state, const sb_motion* m, const sb_case* c, sb_instant at, meeting* out)
{
    if (c->kind == TOI_CONTACT_EE) {
        meet_edges(state, m, c, at, out);
    } else {
        meet_vertex(state, m, c, at, out);
    }
}

static sb_contact describe(const sb_state* state, const sb_motion* m, const sb_case* c, sb_instant at,
                           meeting* met, bool* jump)
{
    if (c->kind == TOI_CONTACT_EE) {
        proper_edges(state, m, c, at, met);
    } else {
        proper_vertex(state, m, c, at, met);
    }
    rvec velocity = sb_motion_velocity(m, met->point);
    int k = choose_normal(state, met, velocity, jump);
    *jump |= met->proper[k].unsure || met->sine < NEARLY_PARALLEL;
    sb_contact contact = {.kind = c->kind,
                          .feature = {c->feature[0], c->feature[1]},
                          .time = at.s,
                          .until = at.s,
                          .point = met->point,
                          .normal = met->normal[k],
                          .properness = met->proper[k].value,
                          .approach = -r3_dot(met->normal[k], velocity),
                          .speed = r3_length(velocity),
                          .depth = met->depth};
    for (int i = 0; i < 4; ++i) {
        contact.end_distance[i] = met->end_distance[i];
    }
    return contact;
}

// From s of the piece to time of the motion.
static void add_contact(sb_state* state, const sb_motion* m, sb_contact* contact)
{
    real span = m->to - m->from;
    contact->time = m->from + span * contact->time;
    contact->until = m->from + span * contact->until;
    contact->slack *= span;
    contact->approach /= span;
    contact->speed /= span;
    *sb_list_add(state->list) = *contact;
}

void sb_judge_event(sb_state* state, const sb_motion* m, const sb_case* c, const sb_event* event)
{
    sb_instant at = sb_motion_at(m, event->s);
    meeting met = {0};
    meet(state, m, c, at, &met);
    real tol = state->tolerance, sine = r_max(met.sine, NEARLY_PARALLEL), near = 4.0L * tol * sine;
    // Most roots are far outside of the features: they are left at once where nothing is near in the time
    // that it takes to get there.
    real early = 0.01L * met.depth * sine / (fabsl(m->th) * state->size + fabsl(m->h));
    if (met.depth > 1e3L * tol && !event->touch && passes(m, c, event->s, early, near)) {
        return;
    }
    bool crosses, jump = false;
    real slack = stay(m, c, event->s, near, &crosses);
    bool unsure = event->touch || !crosses || slack > LONG_TOUCH || met.sine < NEARLY_PARALLEL;
    real reach = SURELY_OUT * tol / sine;
    if (unsure) {
        rvec velocity = sb_motion_velocity(m, met.point);
        reach += 2.0L * slack * r3_length(velocity) / sine;
    }
    if (!(met.depth <= reach)) {
        return;
    }
    unsure |= event->s < slack || event->s > 1.0L - slack;
    sb_contact contact = describe(state, m, c, at, &met, &jump);
    contact.slack = slack;
    contact.tangent = event->touch || !crosses;
    decide(state, m, &contact, unsure, jump);
    real gap = fabsl(sb_wave_value(m, &c->wave, event->s)) / sine;
    contact.reported = contact.reported && gap <= tol;
    add_contact(state, m, &contact);
}

// ---- features that stay in touch

// Features are enlarged by `tolerance`.
typedef struct watch {
    const sb_state* state;
    const sb_motion* motion;
    const sb_case* features;
    real tolerance;
} watch;

static bool meets(const watch* w, real s)
{
    meeting met = {0};
    meet(w->state, w->motion, w->features, sb_motion_at(w->motion, s), &met);
    return met.depth <= w->tolerance;
}

// The last time at which they meet, or the first one, of two times between which that changes.
static real change_between(const watch* w, real from, real to)
{
    bool first = meets(w, from);
    for (int i = 0; i < 64; ++i) {
        real middle = 0.5L * (from + to);
        if (meets(w, middle) == first) {
            from = middle;
        } else {
            to = middle;
        }
    }
    return first ? from : to;
}

static void add_sustained(sb_state* state, const sb_motion* m, const sb_case* c, real from, real to)
{
    sb_instant at = sb_motion_at(m, from);
    meeting met = {0};
    bool jump = false;
    meet(state, m, c, at, &met);
    sb_contact contact = describe(state, m, c, at, &met, &jump);
    contact.sustained = true;
    contact.until = to;
    contact.slack = to - from;
    decide(state, m, &contact, true, jump);
    real gap = fabsl(sb_wave_value(m, &c->wave, from)) / r_max(met.sine, NEARLY_PARALLEL);
    contact.reported = contact.reported && gap <= state->tolerance;
    add_contact(state, m, &contact);
}

enum { WATCHES = 32 };

static real watch_time(const sb_slice* slice, int i)
{
    return slice->middle + slice->half * (2.0L * (real)i / WATCHES - 1.0L);
}

void sb_judge_sustained(sb_state* state, const sb_motion* m, const sb_case* c, const sb_slice* slice)
{
    // Where they meet without being enlarged, that is when the contact begins.
    watch w = {state, m, c, SURELY_ONE * state->tolerance};
    bool any = false;
    for (int i = 0; i <= WATCHES; ++i) {
        any |= meets(&w, watch_time(slice, i));
    }
    w.tolerance = any ? w.tolerance : state->tolerance;
    real start = watch_time(slice, 0);
    bool in = meets(&w, start);
    for (int i = 0; i < WATCHES; ++i) {
        real from = watch_time(slice, i), to = watch_time(slice, i + 1);
        if (meets(&w, to) == in) {
            continue;
        }
        real change = change_between(&w, from, to);
        if (in) {
            add_sustained(state, m, c, start, change);
        }
        start = change;
        in = !in;
    }
    if (in) {
        add_sustained(state, m, c, start, watch_time(slice, WATCHES));
    }
}
