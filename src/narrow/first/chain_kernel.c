// Chains of links on convex pieces: the whole bodies, then patches of their trees.

#include "narrow/first/kernel.h"

enum { MAX_BODY_LINKS = 200, MAX_PATCH_LINKS = 30 };

// Patches are mostly split or done after this many links; only later is a turning direction tried.
enum { PATCH_SLOW = 2 };

// A turning direction is tried from the first link on that shortened the distance by less than this factor:
// on turning faces a fixed direction converges slowly, one that turns with the face as fast as Newton's
// method.
static const double SLOW_GAIN = 0.15;
// It is first tried over this many times the stretch of the fixed one: its bound grows with the stretch.
static const double TURN_REACH = 4.0;
// Orbits are tried where a link covers less than this part of the rest.
static const double ORBIT_PART = 0.3;
// A patch pair is split when a link covers less than this part of the rest.
static const double PATCH_PART = 0.05;
// Slack of the closest points of whole bodies, of patches, where a rough direction pays better, and of those
// that make a contact.
static const double BODY_SLACK = 0.02, PATCH_SLACK = 0.5, WITNESS_SLACK = 1e-3;

// The largest time that is surely not beyond time + span: the sum rounded, less one unit if that rounded up.
double ti_time_after(double time, double span)
{
    double sum = time + span;
    double part = sum - time;
    double error = (time - (sum - part)) + (span - part);
    return error < 0.0 ? nextafter(sum, 0.0) : sum;
}

// The span from one time to a later one: the difference rounded, plus one unit if that rounded down.
double ti_span_between(double from, double to)
{
    double span = to - from;
    double part = to - span;
    double error = (to - (span + part)) + (part - from);
    return error > 0.0 ? nextafter(span, HUGE_VAL) : span;
}

ti_step ti_longer_step(ti_step a, ti_step b)
{
    return b.span > a.span ? b : a;
}

// Orbit links along a direction, where the bodies turn far and the step at hand is short.
ti_step ti_try_orbit(const ti_search* search, const ti_match* match, toi_vec3 normal, ti_step step)
{
    const ti_duel* duel = search->duel;
    if (!(duel->body[0].orbit || duel->body[1].orbit) || step.span >= ORBIT_PART * match->rest) {
        return step;
    }
    return ti_longer_step(step, ti_link_orbit(search, match, normal));
}

// Turning links, where the fixed one converges slowly. `gain` is the distance now over the distance one link
// before.
ti_step ti_try_turn(const ti_search* search, const ti_match* match, const ti_apart* apart, toi_vec3 turn,
                    ti_step step)
{
    if (!(step.span > 0.0) || step.span >= match->rest || !(v3_dot(turn, turn) > 0.0)) {
        return step;
    }
    ti_match near = *match;
    near.rest = fmin(match->rest, TURN_REACH * step.span);
    ti_step turned = ti_link_turning(search, &near, apart, turn);
    if (turned.span >= near.rest && near.rest < match->rest) {
        turned = ti_longer_step(turned, ti_link_turning(search, match, apart, turn));
    }
    return ti_longer_step(step, turned);
}

// A direction of the frame in which both bodies stand still, in world axes at the time of the frame.
static toi_vec3 turn_along(const ti_search* search, toi_vec3 direction)
{
    toi_vec3 w = search->duel->shared_turn;
    double span = search->frame.time - search->duel->body[0].t0, sinc, cosine;
    double half = 0.5 * v3_length(w) * span;
    ti_sinc_cos(half, &sinc, &cosine);
    toi_vec3 axis = v3_scale(0.5 * span * sinc, w), once = v3_scale(2.0, v3_cross(axis, direction));
    return v3_add(v3_madd(direction, cosine, once), v3_cross(axis, once));
}

// Writes down the link that was counted last. `triangles`: begin and end for A, then for B.
void ti_write_link(ti_search* search, const ti_step* step, double to, const uint32_t triangles[4])
{
    toi_link* link = &search->recorder->links[search->recorder->count - 1];
    *link = (toi_link){
        .from = search->frame.time,
        .to = to,
        .direction = frame_to_world(&search->frame, step->normal),
        .turn = frame_to_world(&search->frame, step->turn),
        .a_begin = triangles[0],
        .a_end = triangles[1],
        .b_begin = triangles[2],
        .b_end = triangles[3],
    };
    // Where the bodies stand still in a frame that turns, the direction turns with it.
    if (v3_dot(search->duel->shared_turn, search->duel->shared_turn) > 0.0) {
        link->direction = turn_along(search, link->direction);
        link->turn = search->duel->shared_turn;
    }
}

// The time a step leads to; the end of the window where it covers the rest.
double ti_step_end(const ti_search* search, const ti_step* step, double rest)
{
    if (step->span >= rest) {
        return search->best;
    }
    double end = ti_time_after(search->frame.time, step->span);
    return end < search->best ? end : search->best;
}

// Weights of the corners of a simplex at its closest point to the origin.
static void simplex_weights(const ti_simplex* s, double weight[3])
{
    weight[0] = 1.0;
    weight[1] = weight[2] = 0.0;
    if (s->count == 1) {
        return;
    }
    toi_vec3 ab = v3_sub(s->w[1], s->w[0]), to = v3_negate(s->w[0]);
    if (s->count == 2) {
        weight[1] = v3_dot(to, ab) / v3_dot(ab, ab);
    } else {
        toi_vec3 ac = v3_sub(s->w[2], s->w[0]);
        toi_vec3 n = v3_cross(ab, ac);
        weight[1] = v3_dot(v3_cross(to, ac), n) / v3_dot(n, n);
        weight[2] = v3_dot(v3_cross(ab, to), n) / v3_dot(n, n);
    }
    weight[0] = 1.0 - weight[1] - weight[2];
}

// From units of the pair to those of a mesh; all of a point is where it is.
static toi_vec3 to_local(const ti_track* k, toi_vec3 p)
{
    return k->scale > 0.0 ? v3_scale(1.0 / k->scale, p) : v3(0.0, 0.0, 0.0);
}

// Closest points in the axes of A, as the contact of the pair.
void ti_found_contact(ti_search* search, toi_vec3 on_a, toi_vec3 on_b)
{
    const ti_frame* f = &search->frame;
    const ti_duel* duel = search->duel;
    ti_found* found = search->found;
    found->local[0] = to_local(&duel->body[0], on_a);
    found->local[1] = to_local(&duel->body[1], frame_to_b(f, v3_sub(on_b, f->offset)));
    found->point = v3_add(frame_to_world(f, v3_scale(0.5, v3_add(on_a, on_b))), f->center_a);
}

static void witness_on_bodies(ti_search* search, double time, const ti_closest* c, const ti_simplex* s)
{
    double weight[3];
    toi_vec3 on_a = {0.0, 0.0, 0.0}, on_b = on_a, apart = on_a;
    simplex_weights(s, weight);
    *search->found = (ti_found){.outcome = TI_OUTCOME_CONTACT, .time = time, .distance = c->distance};
    search->found->vertex_count = s->count;
    for (uint32_t i = 0; i < s->count; ++i) {
        toi_vec3 pa = shape_point(&search->whole[0], s->a[i]);
        search->found->vertex[0][i] = search->whole[0].vertex[s->a[i]];
        search->found->vertex[1][i] = search->whole[1].vertex[s->b[i]];
        on_a = v3_madd(on_a, weight[i], pa);
        on_b = v3_madd(on_b, weight[i], v3_add(pa, s->w[i]));
        apart = v3_madd(apart, weight[i], s->w[i]);
    }
    // Where the simplex is a sliver the weights are inexact, and these points farther apart than the closest.
    search->found->distance = fmax(c->distance, v3_length(apart));
    search->found->normal = frame_to_world(&search->frame, c->along.normal);
    ti_found_contact(search, on_a, on_b);
}

// Closest points of the whole bodies, well enough for a link; exactly where they are within tolerance.
static ti_closest closest_bodies(const ti_search* search, const ti_match* match, ti_simplex* simplex,
                                 bool* near)
{
    ti_closest c = ti_closest_points(search, match, BODY_SLACK, simplex);
    *near = !(c.distance > search->duel->near);
    bool exact = c.along.now >= c.distance * (1.0 - WITNESS_SLACK);
    return *near && c.apart && !exact ? ti_closest_points(search, match, WITNESS_SLACK, simplex) : c;
}

// The best link of two pieces from where they are. `slow`: a link gained little.
static ti_step best_step(const ti_search* search, const ti_match* match, const ti_closest* c,
                         const ti_simplex* s, bool slow)
{
    ti_step step = ti_link_fixed(search, match, &c->along);
    step = ti_try_orbit(search, match, c->along.normal, step);
    return slow ? ti_try_turn(search, match, &c->along, ti_witness_turn(search, match, s), step) : step;
}

// Advances the hulls of the whole bodies. Returns the time up to which they are proved apart: the end of the
// window, or where they come within tolerance (then *touch is set and the witness stands in `found`), or
// where nothing more is proved. As for triangles, a contact is put off to the end of the window where few
// links lead there, and nearer.
double ti_chain_bodies(ti_search* search, bool* touch)
{
    const ti_duel* duel = search->duel;
    const uint32_t all[4] = {0, duel->body[0].mesh->triangle_count, 0, duel->body[1].mesh->triangle_count};
    ti_match match = {.a = &search->whole[0], .b = &search->whole[1]};
    ti_simplex simplex = {.count = 0};
    double time = duel->from, before = HUGE_VAL;
    toi_vec3 last = {0.0, 0.0, 0.0};
    bool slow = false;
    *touch = false;
    for (int k = 0; k < MAX_BODY_LINKS && search->effort->steps < search->effort->max_steps; ++k) {
        frame_at(duel, time, &search->frame);
        bool near;
        match.last = frame_from_world(&search->frame, last);
        ti_closest c = closest_bodies(search, &match, &simplex, &near);
        if (!c.apart || simplex.count > 3 || (*touch && !(c.distance <= before))) {
            return *touch ? search->found->time : time;
        }
        if (near) {
            witness_on_bodies(search, time, &c, &simplex);
            *touch = search->found->distance <= duel->separation + duel->tolerance;
        }
        match.rest = ti_span_between(time, duel->to);
        match.hint_a = c.along.a;
        match.hint_b = c.along.b;
        slow = slow || c.distance > SLOW_GAIN * before;
        ti_step step = best_step(search, &match, &c, &simplex, slow && !near);
        double next = ti_step_end(search, &step, match.rest);
        bool stay = near && (!*touch || step.span < TI_PUT_OFF_PART * match.rest);
        if (!(next > time) || stay) {
            return time;
        }
        record_link(search, &step, next, all);
        if (next >= duel->to && !near) {
            return duel->to;
        }
        before = c.distance;
        last = frame_to_world(&search->frame, c.along.normal);
        time = next;
    }
    return *touch ? search->found->time : time;
}

// Starts the closest points of two patches at their supports along the direction that their parents were
// apart along.
static void seed_simplex(const ti_search* search, const ti_match* match, toi_vec3 normal, ti_simplex* s)
{
    s->count = 0;
    if (v3_dot(normal, normal) > 0.0) {
        s->count = 1;
        s->a[0] = shape_farthest(match->a, normal, 0).index;
        s->b[0] = shape_farthest(match->b, v3_negate(frame_to_b(&search->frame, normal)), 0).index;
    }
}

// Advances two patches from *time; *normal (world) is the direction inherited, and the last one used. True
// where they are proved apart for the rest of the window; otherwise *time is where they are to be split.
bool ti_chain_patches(ti_search* search, ti_match* match, const uint32_t triangles[4], double* time,
                      toi_vec3* normal)
{
    const ti_duel* duel = search->duel;
    ti_simplex simplex;
    double before = HUGE_VAL;
    bool slow = false;
    for (int k = 0; k < MAX_PATCH_LINKS; ++k) {
        if (search->frame.time != *time) {
            frame_at(duel, *time, &search->frame);
        }
        toi_vec3 inherited = frame_from_world(&search->frame, *normal);
        if (k == 0) {
            seed_simplex(search, match, inherited, &simplex);
        }
        match->rest = ti_span_between(*time, search->best);
        ti_closest c = ti_closest_points(search, match, PATCH_SLACK, &simplex);
        bool apart = c.apart && c.along.now > duel->target;
        slow = slow || (k >= PATCH_SLOW && c.distance > SLOW_GAIN * before);
        ti_step step = {0.0, 0.0, c.along.normal, {0.0, 0.0, 0.0}};
        if (apart) {
            step = best_step(search, match, &c, &simplex, slow);
        } else if (k == 0 && v3_dot(inherited, inherited) > 0.0) {
            step = ti_try_orbit(search, match, inherited, step);
        }
        double next = ti_step_end(search, &step, match->rest);
        if (!(next > *time)) {
            return false;
        }
        bool far = step.span > PATCH_PART * match->rest;
        record_link(search, &step, next, triangles);
        *normal = frame_to_world(&search->frame, step.normal);
        if (next >= search->best) {
            return true;
        }
        *time = next;
        before = c.distance;
        if (!far) {
            return false;
        }
    }
    return false;
}
