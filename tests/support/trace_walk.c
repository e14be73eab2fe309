// Walks: bodies, starts and moves.

#include "support/number_hash.h"
#include "support/trace_walk_parts.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// ---- bodies

static void body_init(tw_body* body)
{
    body->mesh = gen_toi_mesh(&body->shape);
    if (body->mesh == NULL) {
        abort();
    }
    gen_oracle_mesh(&body->shape, &body->truth);
    tf_mesh_init(&body->features, &body->truth);
}

static void body_release(tw_body* body)
{
    toi_mesh_destroy(body->mesh);
    tf_mesh_release(&body->features);
    oracle_mesh_release(&body->truth);
}

void tw_bodies_init(tw_bodies* bodies, double shift)
{
    for (int i = 0; i < TS_STILL_COUNT; ++i) {
        ts_make_still((ts_still)i, &bodies->still[i].shape);
        ts_make_still((ts_still)i, &bodies->far[i].shape);
        ts_shift(&bodies->far[i].shape, (toi_vec3){shift, -shift, shift});
        body_init(&bodies->still[i]);
        body_init(&bodies->far[i]);
    }
    for (int i = 0; i < TS_MOVING_COUNT; ++i) {
        ts_make_moving((ts_moving)i, &bodies->moving[i].shape);
        body_init(&bodies->moving[i]);
    }
}

void tw_bodies_release(tw_bodies* bodies)
{
    for (int i = 0; i < TS_STILL_COUNT; ++i) {
        body_release(&bodies->still[i]);
        body_release(&bodies->far[i]);
    }
    for (int i = 0; i < TS_MOVING_COUNT; ++i) {
        body_release(&bodies->moving[i]);
    }
}

// ---- starts

static toi_vec3 plus(toi_vec3 a, double s, toi_vec3 b)
{
    return (toi_vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static bool is_free_outside(tw_state* w)
{
    te_pair_place(&w->pair, 0, &w->pose);
    te_gap gap = tw_gap(w);
    if (gap.relation != TE_FREE || gap.low <= (real)w->row->separation) {
        return false;
    }
    // Inside a solid nothing moves far; a room is left or stayed in.
    w->inside = te_pair_inside(&w->pair, 0);
    return !w->inside || w->still_index == TS_ROOM;
}

static bool find_start(tw_state* w)
{
    double reach = (double)(w->moving->truth.reach + w->local_reach);
    for (int try = 0; try < 1000; ++try) {
        double r = reach * (0.3 + gen_unit(&w->random));
        w->pose.position = plus(w->pair.origin, r, gen_direction(&w->random));
        w->pose.quaternion = gen_quaternion(&w->random);
        if (is_free_outside(w)) {
            return true;
        }
    }
    return false;
}

// Half of the walks have the still body moved by its vertices and half by its pose; of these and those half
// are turned.
static void place_still(tw_state* w, const tw_bodies* bodies, uint64_t walk)
{
    double d = w->row->shift;
    bool far_vertices = walk % 2 == 1, turned = walk / 2 % 2 == 1;
    toi_vec3 origin = {d, -d, d};
    w->still = far_vertices ? &bodies->far[w->still_index] : &bodies->still[w->still_index];
    w->still_pose = (toi_pose)TOI_POSE_IDENTITY;
    w->local_reach = bodies->still[w->still_index].truth.reach;
    if (turned) {
        w->still_pose.quaternion = gen_quaternion(&w->random);
    }
    if (!far_vertices) {
        w->still_pose.position = origin;
    } else if (turned) {
        origin = toi_pose_point(w->still_pose, origin);
    }
    te_pair_init(&w->pair, &w->moving->truth, &w->still->truth, origin);
    te_pair_place(&w->pair, 1, &w->still_pose);
}

// ---- moves

static void choose_translation(tw_state* w, toi_move* move)
{
    toi_vec3 d = gen_direction(&w->random), to = plus(w->pair.origin, -1.0, w->pose.position);
    double distance = sqrt(to.x * to.x + to.y * to.y + to.z * to.z);
    toi_vec3 way = {0.7 * d.x, 0.7 * d.y, 0.7 * d.z};
    if (gen_chance(&w->random, 0.6) && distance > 0.0) {
        way = plus(way, 1.0 / distance, to);
    }
    move->kind = TOI_MOVE_TRANSLATION;
    move->by = plus((toi_vec3){0.0, 0.0, 0.0}, 6.0 / 1.7 * gen_unit(&w->random), way);
}

static void choose_turn(tw_state* w, toi_move* move)
{
    static const double degree = 0.017453292519943295;
    double arm = gen_chance(&w->random, 0.5) ? 0.0 : (double)w->moving->truth.reach * gen_unit(&w->random);
    move->kind = TOI_MOVE_ROTATION;
    move->axis = gen_direction(&w->random);
    move->point = plus(w->pose.position, arm, gen_direction(&w->random));
    move->angle = w->row->angle * degree * gen_between(&w->random, -1.0, 1.0);
}

// One walk in three begins nearer than the separation, one near the still body: by a trace with another one.
static void come_near(tw_state* w, double separation)
{
    toi_vec3 to = plus(w->pair.origin, -1.0, w->pose.position);
    toi_move move = {.kind = TOI_MOVE_TRANSLATION, .by = to};
    toi_placed mover = {.mesh = w->moving->mesh, .pose = w->pose};
    toi_trace_def def = {.separation = separation};
    toi_trace_result r;
    if (w->still_index == TS_ROOM) {
        move.by = plus((toi_vec3){0.0, 0.0, 0.0}, 300.0, gen_direction(&w->random));
    }
    if (toi_trace(w->stage, &mover, &move, &def, &r) == TOI_OK) {
        te_pair_place(&w->pair, 0, &r.pose);
        bool fine = tw_gap(w).relation == TE_FREE;
        w->counts->meets[0] += !fine;
        w->pose = fine ? r.pose : w->pose;
    }
}

void tw_walk(const tw_bodies* bodies, const tw_row* row, uint64_t index, tw_counts* counts)
{
    uint64_t pair = index % TW_PAIRS, walk = index / TW_PAIRS;
    tw_counts own = {.hash = number_hash_start, .least = HUGE_VAL};
    tw_state w = {.row = row, .index = index, .counts = &own};
    w.still_index = (int)(pair / TS_MOVING_COUNT);
    w.moving = &bodies->moving[pair % TS_MOVING_COUNT];
    w.random.state = row->seed * 0x9e3779b97f4a7c15u + index * 0xd1342543de82ef95u;
    place_still(&w, bodies, walk);
    toi_placed placed = {.mesh = w.still->mesh, .pose = w.still_pose};
    if (toi_stage_create(&placed, 1, NULL, &w.stage, NULL) != TOI_OK) {
        abort();
    }
    bool started = find_start(&w);
    uint64_t near = (pair + walk) % 3;
    if (started && near > 0) {
        come_near(&w,
                  near == 1 ? row->separation * gen_size(&w.random, 1e-3, 1.0) : 6.0 * gen_unit(&w.random));
    }
    own.walks = started;
    own.unstarted = !started;
    if (started) {
        te_pair_place(&w.pair, 0, &w.pose);
        w.gap = tw_gap(&w);
    }
    for (uint32_t step = 0; started && step < 2 * row->steps; ++step) {
        toi_move move = {0};
        (step % 2 == 0 ? choose_translation : choose_turn)(&w, &move);
        tw_step(&w, step, &move);
    }
    toi_stage_destroy(w.stage);
    own.exact = w.pair.exact_count;
    te_pair_clear(&w.pair);
    tw_counts_add(counts, &own);
}

// ---- sums

void tw_counts_add(tw_counts* sum, const tw_counts* part)
{
    enum { NUMBERS = offsetof(tw_counts, least) / sizeof(uint64_t) };
    uint64_t to[NUMBERS], from[NUMBERS];
    memcpy(to, sum, sizeof to);
    memcpy(from, part, sizeof from);
    for (size_t i = 0; i < NUMBERS; ++i) {
        to[i] += from[i];
    }
    memcpy(sum, to, sizeof to);
    sum->least = fmin(sum->least, part->least);
    sum->seconds += part->seconds;
}

uint64_t tw_counts_faults(const tw_counts* c)
{
    return c->meets[0] + c->meets[1] + c->margin[0] + c->margin[1] + c->kept + c->gap + c->pose +
           c->early[0] + c->early[1] + c->look_meets + c->late + c->failed;
}
