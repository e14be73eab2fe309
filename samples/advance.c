// Positions by traces: a translation and then a rotation about the reached centre for each body.

#include "advance.h"

#include "crowd.h"
#include "joints.h"
#include "memory.h"

// Moves shorter than this part of the separation are not worth a trace.
static const double WORTH_A_TRACE = 1e-6;

// Part of the separation by which a trace may stop early.
static const double TRACE_TOLERANCE = 0.05;

// Joints that are off by less than this many metres are not mended in this step, and the others in so many
// rounds.
static const double JOINT_SLACK = 1e-6;

enum { JOINT_ROUNDS = 3 };

// What a body has still to do in this step.
typedef struct sim_task {
    toi_vec3 by;   // translation
    toi_vec3 turn; // rotation vector
    double time;   // of the translation: what a change of velocity changes in it
    double turn_time;
    toi_vec3 velocity, spin; // that the task is made of
} sim_task;

typedef struct advance {
    sim_crowd* crowd;
    sim_task* tasks;
    bool mending; // positions of joints: nothing strikes anything
} advance;

static bool is_worth(const sim_crowd* crowd, const sim_body* b, const sim_task* t, toi_move_kind kind)
{
    double length = kind == TOI_MOVE_TRANSLATION ? v3_length(t->by) : v3_length(t->turn) * b->reach;
    return length > WORTH_A_TRACE * crowd->settings.separation;
}

// Makes as much of the move as is free.
static toi_trace_result go(sim_crowd* crowd, uint32_t index, const toi_move* move)
{
    sim_body* b = &crowd->bodies[index];
    toi_placed mover = {b->mesh, b->pose, 2};
    toi_trace_def def = {.separation = crowd->settings.separation,
                         .tolerance = TRACE_TOLERANCE * crowd->settings.separation,
                         .skip = &index,
                         .skip_count = 1};
    toi_trace_result r;
    must(toi_trace(crowd->stage, &mover, move, &def, &r), "toi_trace");
    b->pose = r.pose;
    must(toi_stage_place(crowd->stage, index, &r.pose), "toi_stage_place");
    if (r.answer == TOI_ANSWER_CONTACT) {
        contacts_note_stop(crowd, index, &r);
    }
    ++crowd->counts.traces;
    crowd->counts.stops += r.answer != TOI_ANSWER_CLEAR;
    crowd->counts.undecided += r.answer == TOI_ANSWER_UNDECIDED;
    crowd->counts.uncertified += !r.certified;
    return r;
}

// Velocities have changed: so do moves that are still to be made.
static void take_over(advance* run, uint32_t index)
{
    const sim_body* b = &run->crowd->bodies[index];
    sim_task* t = &run->tasks[index];
    t->by = v3_madd(t->by, t->time, v3_sub(b->velocity, t->velocity));
    t->turn = v3_madd(t->turn, t->turn_time, v3_sub(b->spin, t->spin));
    t->velocity = b->velocity;
    t->spin = b->spin;
}

// An impact at one point [Mirtich96]: restitution along the normal, then friction up to Coulomb's limit. Each
// of the two impulses takes energy away or leaves it. Returns whether the bodies came together at all.
static bool exchange_impulses(sim_crowd* crowd, sim_body* a, sim_body* b, const toi_trace_result* r)
{
    toi_vec3 arm_a = v3_sub(r->point, a->pose.position), arm_b = v3_sub(r->point, b->pose.position);
    toi_vec3 n = r->normal;
    double speed = v3_dot(v3_sub(body_velocity_at(a, arm_a), body_velocity_at(b, arm_b)), n);
    double give = body_give(a, arm_a, n) + body_give(b, arm_b, n);
    if (!(speed > 0.0) || !(give > 0.0)) {
        return false;
    }
    double bounce = speed > crowd->settings.bounce_speed ? crowd->settings.restitution : 0.0;
    double impulse = (1.0 + bounce) * speed / give;
    body_push(a, arm_a, v3_scale(n, -impulse));
    body_push(b, arm_b, v3_scale(n, impulse));
    toi_vec3 slide = v3_sub(body_velocity_at(a, arm_a), body_velocity_at(b, arm_b));
    slide = v3_madd(slide, -v3_dot(slide, n), n);
    double slide_speed = v3_length(slide);
    if (slide_speed > 0.0) {
        toi_vec3 along = v3_scale(slide, 1.0 / slide_speed);
        double drag = slide_speed / (body_give(a, arm_a, along) + body_give(b, arm_b, along));
        drag = fmin(drag, crowd->settings.friction * impulse);
        body_push(a, arm_a, v3_scale(along, -drag));
        body_push(b, arm_b, v3_scale(along, drag));
    }
    return true;
}

static void strike(advance* run, uint32_t index, const toi_trace_result* r)
{
    sim_crowd* crowd = run->crowd;
    if (run->mending) {
        return;
    }
    if (crowd->bodies[r->body].asleep) {
        crowd_wake(crowd, r->body);
    }
    if (!exchange_impulses(crowd, &crowd->bodies[index], &crowd->bodies[r->body], r)) {
        return;
    }
    ++crowd->counts.strikes;
    if (crowd->joints == NULL) {
        take_over(run, index);
        take_over(run, r->body);
        return;
    }
    joints_solve(crowd); // the rest of the figure takes its part of the impulse
    for (uint32_t i = 0; i < crowd->count; ++i) {
        take_over(run, i);
    }
}

// Makes a part of the translation that is left.
static void translate(advance* run, uint32_t index, double part)
{
    sim_crowd* crowd = run->crowd;
    sim_task* t = &run->tasks[index];
    toi_move move = {.kind = TOI_MOVE_TRANSLATION, .by = v3_scale(t->by, part)};
    toi_trace_result r = go(crowd, index, &move);
    t->by = v3_madd(t->by, -r.fraction, move.by);
    t->time *= 1.0 - part * r.fraction;
    if (r.answer != TOI_ANSWER_CONTACT) {
        return;
    }
    strike(run, index, &r);
    // What goes into the plane waits for the next pass; what goes along it is done now.
    move.by = v3_scale(v3_not_into(t->by, r.normal), part);
    if (v3_length(move.by) > WORTH_A_TRACE * crowd->settings.separation) {
        r = go(crowd, index, &move);
        t->by = v3_madd(t->by, -r.fraction, move.by);
    }
}

static void rotate(advance* run, uint32_t index, double part)
{
    sim_task* t = &run->tasks[index];
    toi_move move = {.kind = TOI_MOVE_ROTATION,
                     .point = run->crowd->bodies[index].pose.position,
                     .axis = v3_unit(t->turn),
                     .angle = part * v3_length(t->turn)};
    toi_trace_result r = go(run->crowd, index, &move);
    t->turn = v3_scale(t->turn, 1.0 - part * r.fraction);
    t->turn_time *= 1.0 - part * r.fraction;
    if (r.answer == TOI_ANSWER_CONTACT) {
        strike(run, index, &r);
    }
}

// Each body makes a part of what it has left to do; one that has nothing near makes it all. Returns whether
// there was anything to do.
static bool pass(advance* run, double part)
{
    sim_crowd* crowd = run->crowd;
    bool busy = false;
    for (uint32_t i = 0; i < crowd->count; ++i) {
        uint32_t index = crowd->order[i];
        const sim_body* b = &crowd->bodies[index];
        double its_part = b->alone ? 1.0 : part;
        if (b->inverse_mass <= 0.0) {
            continue;
        }
        if (is_worth(crowd, b, &run->tasks[index], TOI_MOVE_TRANSLATION)) {
            translate(run, index, its_part);
            busy = true;
        }
        if (is_worth(crowd, b, &run->tasks[index], TOI_MOVE_ROTATION)) {
            rotate(run, index, its_part);
            busy = true;
        }
    }
    return busy;
}

static double length_of(const sim_body* b, const sim_task* t)
{
    return v3_length(t->by) + v3_length(t->turn) * b->reach;
}

// A body hangs while it makes less than half of its move, although no contact carries it: then the move is at
// least half as long as the fall of one step from rest.
static void count_what_is_left(sim_crowd* crowd, const sim_task* tasks, double dt)
{
    sim_crowd_counts* n = &crowd->counts;
    double fall = 0.5 * v3_length(crowd->settings.gravity) * dt * dt;
    for (uint32_t i = 0; i < crowd->count; ++i) {
        sim_body* b = &crowd->bodies[i];
        sim_task whole = {.by = v3_scale(b->velocity, dt), .turn = v3_scale(b->spin, dt)};
        double left = length_of(b, &tasks[i]), wanted = length_of(b, &whole);
        n->left += left > crowd->settings.separation;
        n->largest_left = fmax(n->largest_left, left);
        b->hanging_steps = wanted > fall && left > 0.5 * wanted ? b->hanging_steps + 1 : 0;
        n->longest_hanging = b->hanging_steps > n->longest_hanging ? b->hanging_steps : n->longest_hanging;
    }
}

// A body that is held up by more than the two-body impacts of this step goes on as fast as it came through,
// so that it does not gather speed while it is held.
static void stop_what_is_left(sim_body* b, const sim_task* t, double dt)
{
    toi_vec3 velocity = v3_madd(b->velocity, -1.0 / dt, t->by), spin = v3_madd(b->spin, -1.0 / dt, t->turn);
    if (v3_length(velocity) < v3_length(b->velocity)) {
        b->velocity = velocity;
    }
    if (v3_length(spin) < v3_length(b->spin)) {
        b->spin = spin;
    }
}

// Bodies in touch that move together are in each other's way while they move one after the other. In so many
// turns that none of them goes further at once than there is room between the rest gap and the separation,
// they are not.
static uint32_t slices_of(const advance* run)
{
    const sim_crowd* crowd = run->crowd;
    double longest = 0.0, room = crowd->settings.rest_gap - crowd->settings.separation;
    for (uint32_t i = 0; i < crowd->count; ++i) {
        if (!crowd->bodies[i].alone) {
            longest = fmax(longest, length_of(&crowd->bodies[i], &run->tasks[i]));
        }
    }
    return (uint32_t)fmin(ceil(longest / room) + 1.0, crowd->settings.max_slices);
}

static void make_moves(advance* run)
{
    uint32_t slices = slices_of(run);
    for (uint32_t i = 0; i < slices; ++i) {
        pass(run, 1.0 / (slices - i));
    }
    for (uint32_t i = 0; i < run->crowd->settings.retries && pass(run, 1.0); ++i) {
    }
}

// The moves of a step go along straight lines and turn about centres, which joints do not, and some are
// stopped: what is wrong with the joints then is moved back, as far as there is room.
static void mend_joints(advance* run)
{
    sim_crowd* crowd = run->crowd;
    run->mending = true;
    for (int round = 0; round < JOINT_ROUNDS && joints_error(crowd) > JOINT_SLACK; ++round) {
        joints_mend(crowd);
        for (uint32_t i = 0; i < crowd->count; ++i) {
            run->tasks[i] = (sim_task){.by = crowd->bodies[i].shift, .turn = crowd->bodies[i].twist};
        }
        make_moves(run);
    }
    if (crowd->joints != NULL) {
        crowd->joints->largest_error = fmax(crowd->joints->largest_error, joints_error(crowd));
    }
}

void advance_bodies(sim_crowd* crowd, double dt)
{
    advance run = {crowd, allocate(crowd->count, sizeof(sim_task)), false};
    for (uint32_t i = 0; i < crowd->count; ++i) {
        const sim_body* b = &crowd->bodies[i];
        if (b->inverse_mass > 0.0) {
            run.tasks[i] = (sim_task){v3_scale(v3_add(b->velocity, b->shift), dt),
                                      v3_scale(v3_add(b->spin, b->twist), dt),
                                      dt,
                                      dt,
                                      b->velocity,
                                      b->spin};
        }
    }
    make_moves(&run);
    count_what_is_left(crowd, run.tasks, dt);
    for (uint32_t i = 0; i < crowd->count; ++i) {
        stop_what_is_left(&crowd->bodies[i], &run.tasks[i], dt);
    }
    mend_joints(&run);
    release(run.tasks);
}
