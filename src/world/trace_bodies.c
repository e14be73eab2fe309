// A body that makes moves one after another, among others that move at the same time: those that stand still
// are a stage, each of the others is met by relative motion where that is a move, else by first contact.

#include "core/error.h"
#include "core/memory.h"
#include "math/rounding.h"
#include "motion/bounds.h"
#include "motion/length.h"
#include "motion/path.h"
#include "motion/pieces.h"
#include "world/moving.h"
#include "world/trace.h"

typedef struct run {
    const toi_trace_bodies_def* all;
    const toi_body* bodies;
    const toi_trace_def* def;
    toi_allocator allocator;
    toi_stage* stage;
    uint32_t* body; // [count]: first those of the stage, then those that move
    uint32_t resting, asked;
    toi_bounds* box; // [count]: of all of the motion of those that move
    toi_move* moves;
    uint32_t move_count;
    ti_window window;
    ti_way way;
    uint32_t blocked; // how much of def->blocking the moves so far have filled
} run;

// ---- getting ready

static uint32_t sides_of(const toi_trace_bodies_def* def, uint32_t body)
{
    return def->sides != NULL ? def->sides[body] : 2;
}

static toi_status check_bodies(const toi_trace_bodies_def* def, toi_error* error)
{
    for (uint32_t i = 0; i < def->count; ++i) {
        const toi_body* b = &def->bodies[i];
        toi_placed at_origin = {b->mesh, TOI_POSE_IDENTITY, sides_of(def, i)};
        if (!ti_placed_usable(&at_origin)) {
            return ti_fail(error, TOI_ERROR_INVALID, i,
                           "body %u has no mesh for queries, or sides that are not valid", i);
        }
        if (b->motion.kind == TOI_MOTION_RATIONAL) {
            return ti_fail(error, TOI_ERROR_INVALID, i, "body %u: a trace takes no rational motions", i);
        }
        toi_status status = ti_motion_check_rigid(&b->motion, "body", i, error);
        if (status != TOI_OK) {
            return status;
        }
    }
    return TOI_OK;
}

static bool rests(const toi_motion* motion)
{
    toi_motion rest = ti_rest_at(&motion->pose);
    return ti_motion_same(motion, &rest);
}

// Those that rest first, each kind in the order of its bodies.
static void sort_bodies(run* r)
{
    for (int moving = 0; moving < 2; ++moving) {
        for (uint32_t i = 0; i < r->all->count; ++i) {
            bool asked = i != r->all->mover && ti_is_asked(r->def, i);
            if (asked && rests(&r->bodies[i].motion) == !moving) {
                r->body[r->asked++] = i;
            }
        }
        r->resting = moving ? r->resting : r->asked;
    }
}

static toi_bounds grown(toi_bounds b)
{
    double pad = 3.0 * TI_WAY_PAD * fmax(v3_largest(b.lower), v3_largest(b.upper));
    return (toi_bounds){v3_sub(b.lower, v3(pad, pad, pad)), v3_add(b.upper, v3(pad, pad, pad))};
}

static toi_status make_stage(run* r, toi_error* error)
{
    toi_placed* placed = ti_allocate(&r->allocator, r->resting, sizeof *placed);
    if (placed == NULL) {
        return ti_fail_memory(error);
    }
    for (uint32_t i = 0; i < r->resting; ++i) {
        const toi_body* b = &r->bodies[r->body[i]];
        toi_pose pose = toi_motion_pose(&b->motion, 0.0);
        placed[i] = (toi_placed){b->mesh, pose, sides_of(r->all, r->body[i])};
    }
    toi_status status = toi_stage_create(placed, r->resting, &r->allocator, &r->stage, error);
    ti_release(&r->allocator, placed);
    for (uint32_t i = r->resting; i < r->asked; ++i) {
        const toi_body* b = &r->bodies[r->body[i]];
        r->box[i] = grown(ti_motion_bounds(&b->motion, b->mesh, 0.0));
    }
    return status;
}

static toi_status make_run(run* r, toi_error* error)
{
    uint32_t count = r->all->count, mover = r->all->mover;
    const toi_motion* motion = &r->bodies[mover].motion;
    toi_error why = {0};
    toi_status status = toi_motion_moves(motion, NULL, 0, &r->move_count, &why);
    if (status != TOI_OK) {
        return ti_fail(error, status, mover, "body %u: %s", mover, why.text);
    }
    r->moves = ti_allocate(&r->allocator, r->move_count, sizeof *r->moves);
    r->body = ti_allocate(&r->allocator, count, sizeof *r->body);
    r->box = ti_allocate(&r->allocator, count, sizeof *r->box);
    if (r->moves == NULL || r->body == NULL || r->box == NULL) {
        return ti_fail_memory(error);
    }
    toi_motion_moves(motion, r->moves, r->move_count, &r->move_count, NULL);
    sort_bodies(r);
    return make_stage(r, error);
}

static void release_run(run* r)
{
    toi_stage_destroy(r->stage);
    ti_release(&r->allocator, r->moves);
    ti_release(&r->allocator, r->body);
    ti_release(&r->allocator, r->box);
}

// ---- one body that moves

// What the relative move is made of is rounded below 16 u of this.
static double lengths_of(const ti_window* w, const toi_bounds* box)
{
    double largest = 0.0;
    const toi_vec3 all[6] = {box->lower, box->upper,    w->mover.pose.position,
                             w->move.by, w->move.point, w->mover.mesh->center};
    for (int i = 0; i < 6; ++i) {
        largest = fmax(largest, v3_largest(all[i]));
    }
    return 16.0 * (largest + w->mover.mesh->radius);
}

// A point of the body as it stands at t0, or a direction, where the body has it later.
static void carry(const toi_motion* motion, double from, double to, toi_vec3* point, toi_vec3* normal)
{
    toi_pose before = toi_motion_pose(motion, from), after = toi_motion_pose(motion, to);
    ti_mat3 r = m3_from_quat(before.quaternion), s = m3_from_quat(after.quaternion);
    toi_vec3 local = m3_apply_transposed(&r, v3_sub(*point, before.position));
    *point = v3_add(after.position, m3_apply(&s, local));
    *normal = m3_apply(&s, m3_apply_transposed(&r, *normal));
}

static toi_status meet_relatively(const run* r, uint32_t i, const toi_move* relative, ti_leg* leg)
{
    const ti_window* w = &r->window;
    const toi_body* other = &r->bodies[r->body[i]];
    ti_trace t = {.def = r->def, .sides = w->mover.sides, .terms = ti_trace_terms(&w->mover, r->def)};
    double slack = 16.0 * TI_U * lengths_of(w, &r->box[i]);
    t.terms.separation += isfinite(slack) ? slack : 0.0;
    toi_placed at = {other->mesh, toi_motion_pose(&other->motion, w->t0), sides_of(r->all, r->body[i])};
    ti_still still;
    ti_still_prepare(&at, &still);
    ti_mover_prepare(&w->mover, relative, &t.mover);
    toi_status status = ti_leg_find(&t, &still, t.mover.end, true, leg);
    if (status != TOI_OK) {
        return status;
    }
    leg->kept = fmax(0.0, leg->kept - slack);
    leg->separation -= slack;
    if (!leg->stops) {
        return TOI_OK;
    }
    ti_leg_settle(&t.mover, &still, leg);
    double share = w->t0 + leg->stop.fraction * (w->t1 - w->t0);
    ti_mover own;
    ti_mover_prepare(&w->mover, &w->move, &own);
    toi_motion motion = ti_mover_motion(&own);
    leg->stop.pose = toi_motion_pose(&motion, leg->stop.fraction);
    carry(&other->motion, w->t0, fmin(share, w->t1), &leg->stop.point, &leg->stop.normal);
    return TOI_OK;
}

// The mover rests until t0, makes its move until t1, and rests. Where they start in touch it does not move:
// nothing tells whether both together lead out.
static toi_status meet_generally(const run* r, uint32_t i, ti_leg* leg)
{
    const ti_window* w = &r->window;
    toi_move moves[2] = {{.kind = TOI_MOVE_TRANSLATION, .until = w->t0}, w->move};
    moves[1].until = w->t1;
    bool waits = w->t0 > 0.0;
    ti_trace t = {.def = r->def, .sides = w->mover.sides, .terms = ti_trace_terms(&w->mover, r->def)};
    ti_encounter e = {.mover = {.mesh = w->mover.mesh,
                                .motion = {.kind = TOI_MOTION_MOVES,
                                           .pose = w->mover.pose,
                                           .moves = waits ? moves : moves + 1,
                                           .move_count = waits ? 2 : 1}},
                      .other = r->bodies[r->body[i]],
                      .from = w->t0,
                      .to = w->t1,
                      .rounding = TI_U * lengths_of(w, &r->box[i])};
    toi_status status = ti_leg_encounter(&t, &e, leg);
    if (status != TOI_OK || !leg->meets) {
        return status;
    }
    toi_placed at = {e.other.mesh, toi_motion_pose(&e.other.motion, w->t0), 2};
    toi_move none = {.kind = TOI_MOVE_TRANSLATION};
    ti_still still;
    ti_still_prepare(&at, &still);
    ti_mover_prepare(&w->mover, &none, &t.mover);
    leg->rounding = 0.0;
    status = ti_leg_meeting(&t, &still, leg);
    if (status == TOI_OK && !leg->stops) {
        toi_result at_rest = {.answer = TOI_ANSWER_CONTACT};
        ti_leg_block(&t, &still, &at_rest, leg);
    }
    return status;
}

static toi_status meet(const run* r, uint32_t i, ti_leg* leg)
{
    toi_move relative;
    const toi_motion* motion = &r->bodies[r->body[i]].motion;
    const ti_moving_method* method = ti_moving_method_for(&r->window, motion, &relative);
    return method->reduces != NULL ? meet_relatively(r, i, &relative, leg) : meet_generally(r, i, leg);
}

// ---- one move

static void take_leg(const ti_leg* leg, uint32_t body, toi_trace_result* all)
{
    ti_trace_count(leg, all);
    bool first = leg->stops && (all->body == UINT32_MAX || leg->stop.fraction < all->fraction ||
                                (leg->stop.fraction == all->fraction && body < all->body));
    if (first) {
        ti_trace_take(leg, body, all);
        all->blocking_count = 0;
    } else if (all->body == UINT32_MAX) {
        all->kept = fmin(all->kept, leg->kept);
    }
}

// As for the stage, whose bodies have other numbers, and with room for what blocks this move.
static toi_trace_def def_of_move(const run* r)
{
    toi_trace_def def = *r->def;
    def.skip = NULL;
    def.skip_count = def.first_body = 0;
    if (def.blocking != NULL) {
        def.blocking += r->blocked;
        def.blocking_capacity -= r->blocked;
    }
    return def;
}

// From bodies of the stage to those that were given.
static void name_bodies(const run* r, const toi_trace_def* def, toi_trace_result* all)
{
    all->body = all->body == UINT32_MAX ? UINT32_MAX : r->body[all->body];
    for (uint32_t i = 0; def->blocking != NULL && i < all->blocking_count && i < def->blocking_capacity;
         ++i) {
        def->blocking[i].body = r->body[def->blocking[i].body];
    }
}

// A body that moves is told by its nearest place alone: how gaps change is known of bodies at rest.
static void name_moving_stop(const toi_trace_def* def, toi_trace_result* all)
{
    if (all->body == UINT32_MAX || all->blocking_count > 0 || def->blocking == NULL) {
        return;
    }
    if (def->blocking_capacity > 0) {
        def->blocking[0] = ti_touch_of_result(all);
    }
    all->blocking_count = 1;
}

static toi_status make_move(run* r, toi_trace_result* all)
{
    const ti_window* w = &r->window;
    toi_trace_def def = def_of_move(r);
    toi_status status = ti_trace_check(r->stage, &w->mover, &w->move, r->def);
    if (status == TOI_OK) {
        status = ti_trace_among(r->stage, &w->mover, &w->move, &def, false, all);
    }
    if (status != TOI_OK) {
        return status;
    }
    name_bodies(r, &def, all);
    ti_pair_terms terms = ti_trace_terms(&w->mover, r->def);
    toi_pose unit = ti_pose_unit(w->mover.pose);
    ti_way_make(w->mover.mesh, &unit, &w->move, terms.separation + terms.tolerance, &r->way);
    ti_way_cut(&r->way);
    for (uint32_t i = r->resting; i < r->asked; ++i) {
        double entry;
        ti_leg leg;
        if (!ti_way_meets(&r->way, &r->box[i], &entry)) {
            continue;
        }
        status = meet(r, i, &leg);
        if (status != TOI_OK) {
            return status;
        }
        take_leg(&leg, r->body[i], all);
    }
    name_moving_stop(&def, all);
    return TOI_OK;
}

// The next move starts where the mover is. The turn of a motion between poses is about the place reached.
static void begin_move(run* r, const toi_motion* motion, uint32_t k, const ti_move_walk* times)
{
    ti_window* w = &r->window;
    w->move = r->moves[k];
    w->t0 = k / (double)r->move_count;
    w->t1 = (k + 1) / (double)r->move_count;
    if (motion->kind == TOI_MOTION_MOVES) {
        w->t0 = times->t0;
        w->t1 = times->t1;
    } else if (motion->kind == TOI_MOTION_BETWEEN && k > 0) {
        w->move.point = w->mover.pose.position;
    }
}

static toi_status make_moves(run* r, toi_trace_result* results, uint32_t capacity, toi_error* error)
{
    uint32_t mover = r->all->mover;
    const toi_motion* motion = &r->bodies[mover].motion;
    ti_move_walk times = {0};
    if (motion->kind == TOI_MOTION_MOVES) {
        ti_moves_begin(motion, &times);
    }
    for (uint32_t k = 0; k < r->move_count; ++k) {
        toi_trace_result all;
        begin_move(r, motion, k, &times);
        toi_status status = make_move(r, &all);
        if (status == TOI_ERROR_MEMORY) {
            return ti_fail_memory(error);
        }
        if (status != TOI_OK) {
            return ti_fail(error, status, mover, "body %u: move %u leads out of the range of doubles", mover,
                           k);
        }
        r->window.mover.pose = all.pose;
        uint32_t room = r->def->blocking_capacity - r->blocked;
        r->blocked += all.blocking_count < room ? all.blocking_count : room;
        if (k < capacity) {
            results[k] = all;
        }
        if (motion->kind == TOI_MOTION_MOVES) {
            ti_moves_next_time(&times);
        }
    }
    return TOI_OK;
}

static toi_status check_def(const toi_trace_bodies_def* def, toi_error* error)
{
    if (def == NULL || def->bodies == NULL || def->mover >= def->count) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "there are no bodies, or the mover is none of them");
    }
    toi_status status = check_bodies(def, error);
    if (status != TOI_OK) {
        return status;
    }
    status = ti_trace_def_check(def->bodies[def->mover].mesh, &def->trace);
    const char* why = status == TOI_ERROR_OPEN_MESH ? "is not closed, as a solid mover must be"
                                                    : "has a separation or tolerance that is negative or not "
                                                      "finite, no method, or a `skip` that does not rise";
    return status == TOI_OK ? status : ti_fail(error, status, def->mover, "body %u %s", def->mover, why);
}

toi_status toi_trace_bodies(const toi_trace_bodies_def* def, toi_trace_result* results, uint32_t capacity,
                            uint32_t* move_count, toi_error* error)
{
    if (move_count == NULL || (results == NULL && capacity > 0)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "there is no place for the results");
    }
    toi_status status = check_def(def, error);
    if (status != TOI_OK) {
        return status;
    }
    const toi_body* mover = &def->bodies[def->mover];
    run r = {.all = def, .bodies = def->bodies, .def = &def->trace};
    r.allocator = ti_allocator_or_default(def->trace.allocator);
    status = make_run(&r, error);
    if (status == TOI_OK) {
        r.window.mover =
            (toi_placed){mover->mesh, toi_motion_pose(&mover->motion, 0.0), sides_of(def, def->mover)};
        status = make_moves(&r, results, capacity, error);
    }
    if (status == TOI_OK) {
        *move_count = r.move_count;
    }
    release_run(&r);
    return status;
}
