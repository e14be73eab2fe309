// Walks the trees of both bodies: depth first, earliest first, each pair advanced in time before it is split.

#include "narrow/first/pieces.h"

// A pair is advanced again while a link covers at least this part of the rest; then it is cheaper to split
// it.
static const double ADVANCE_PART = 0.03;
static const double ORBIT_PART = 0.3;

enum { LINK_ROUNDS = 2, LOOK_BACK = 12, DEPTH_FIRST_ROOM = 3 * 2 * 32 + 4 };

typedef struct walk {
    ti_search* search;
    uint32_t done[2]; // triangles that have been looked at before the walk, or TI_NONE
    item stack[MAX_STACK];
    uint32_t count;
} walk;

static ti_v4 lane_bend(const ti_track* k, ti_w3 n_rate, ti_v4 radius, double spin)
{
    if (k->turn_rad == 0.0) {
        return f4_set(0.0);
    }
    ti_v4 sine = f4_min(f4_sqrt(w3_dot(n_rate, n_rate)) / f4_set(spin), f4_set(1.0)) + f4_set(0x1p-50);
    return sine * (f4_set(k->center_acceleration) + f4_set(k->angular2) * radius) * f4_set(1.0 + 0x1p-44);
}

// A step of each lane: how long, and the smallest separation over it.
typedef struct lane_step {
    ti_v4 span, least;
} lane_step;

// In each lane the largest safe step along its direction, as in link_kernel.c.
static lane_step lane_steps(const ti_search* search, const lane_choice* choice, const ti_lanes* a,
                            const ti_lanes* b, double rest)
{
    const ti_frame* f = &search->frame;
    const ti_duel* duel = search->duel;
    ti_w3 n = choice->n, m = w3_rotate_back(&f->turn_b, n);
    ti_v4 now = choice->apart;
    ti_w3 n_rate = w3_cross(n, w3_set(f->spin_a)), m_rate = w3_cross(m, w3_set(f->spin_b));
    ti_w3 back = {-m.x, -m.y, -m.z}, back_rate = {-m_rate.x, -m_rate.y, -m_rate.z};
    ti_v4 half = f4_set(0.5) * (lane_bend(&duel->body[0], n_rate, a->radius, v3_length(f->spin_a)) +
                                lane_bend(&duel->body[1], m_rate, b->radius, v3_length(f->spin_b)));
    ti_profile pa = profile_of(a, n, n_rate), pb = profile_of(b, back, back_rate);
    ti_v4 k0 = w3_dot(n, w3_set(f->offset)), k1 = w3_dot(n, w3_set(f->velocity));
    ti_v4 floor = f4_set(duel->floor), target = f4_set(duel->target), tau = f4_set(rest), value;
    ti_m4 usable = (ti_m4)(now > target), below;
    for (int round = 0;; ++round) {
        ti_v4 alpha_a, beta_a, alpha_b, beta_b;
        profile_tangent(&pa, tau, &alpha_a, &beta_a);
        profile_tangent(&pb, tau, &alpha_b, &beta_b);
        ti_v4 alpha = (k0 - alpha_b) - alpha_a, beta = (k1 - beta_b) - beta_a;
        value = alpha + tau * (beta - half * tau);
        below = ~(ti_m4)(value >= floor);
        if (round == LINK_ROUNDS || !m4_bits(below & usable)) {
            break;
        }
        ti_v4 room = alpha - target;
        ti_v4 root = f4_sqrt(beta * beta + f4_set(4.0) * half * room);
        ti_m4 falling = (ti_m4)(beta < f4_set(0.0));
        ti_v4 top = f4_select(falling, f4_set(2.0) * room, beta + root);
        ti_v4 bottom = f4_select(falling, root - beta, f4_set(2.0) * half);
        ti_v4 next = top / bottom; // not a number, or infinite, where the tangent never falls to the target
        next = f4_select((ti_m4)(next > f4_set(0.0)) & (ti_m4)(next < tau), next, f4_set(0.5) * tau);
        tau = f4_select(below, next, tau);
    }
    ti_v4 chord = tau * ((now - target) / (now - value));
    return (lane_step){f4_select(usable, f4_select(below, chord, tau), f4_set(0.0)),
                       f4_select(below, target, f4_min(now, value))};
}

// The eight corners of a box, or the corners of a triangle, as points for the orbits; in local coordinates of
// the pair.
static ti_shape corners_of(const ti_lanes* l, double memory[3][8])
{
    for (int i = 0; i < 8; ++i) {
        toi_vec3 p = w3_lane(l->p[l->triangles ? i % 3 : 3], 0);
        for (int k = 0; k < 3 && !l->triangles; ++k) {
            p = v3_madd(p, i >> k & 1 ? 1.0 : -1.0, w3_lane(l->p[k], 0));
        }
        memory[0][i] = p.x;
        memory[1][i] = p.y;
        memory[2][i] = p.z;
    }
    return (ti_shape){memory[0], memory[1], memory[2], 8, NULL, NULL, 1.0, l->radius[0]};
}

static ti_step orbit_step(const ti_search* search, const ti_lanes* a, const ti_lanes* b, ti_w3 n,
                          ti_step step, double rest)
{
    double memory_a[3][8], memory_b[3][8];
    ti_shape shape_a = corners_of(a, memory_a), shape_b = corners_of(b, memory_b);
    ti_match match = {.a = &shape_a, .b = &shape_b, .rest = rest};
    for (int i = 0; i < 4 && step.span < rest; ++i) {
        toi_vec3 ni = w3_lane(n, i);
        if (v3_dot(ni, ni) > 0.5) {
            step = ti_longer_step(step, ti_link_orbit(search, &match, ni));
        }
    }
    return step;
}

// One link of the pair as it is, the best of four directions: between the centres, the thin direction of
// either, and both of these together.
static ti_step advance_once(const walk* w, const item* it, double rest)
{
    ti_search* search = w->search;
    const ti_frame* f = &search->frame;
    ti_lanes a = lanes_of_piece(w->search->duel, it, 0), b = lanes_of_piece(w->search->duel, it, 1);
    ti_w3 d = between_centers(f, &a, &b);
    ti_w3 ta = w3_unit_towards(thin_direction(&a), d);
    ti_w3 tb = w3_unit_towards(w3_rotate(&f->turn_b, thin_direction(&b)), d);
    ti_w3 n = {{d.x[0], ta.x[0], tb.x[0], ta.x[0] + tb.x[0]},
               {d.y[0], ta.y[0], tb.y[0], ta.y[0] + tb.y[0]},
               {d.z[0], ta.z[0], tb.z[0], ta.z[0] + tb.z[0]}};
    n = w3_unit_towards(n, d);
    ++search->effort->steps;
    lane_choice choice = {n, pieces_apart(f, n, &a, &b)};
    lane_step steps = lane_steps(search, &choice, &a, &b, rest);
    int best = 0;
    for (int i = 1; i < 4; ++i) {
        best = steps.span[i] > steps.span[best] ? i : best;
    }
    ti_step step = {steps.span[best], steps.least[best], w3_lane(n, best), {0.0, 0.0, 0.0}};
    bool turns_far = search->duel->body[0].orbit || search->duel->body[1].orbit;
    return turns_far && step.span < ORBIT_PART * rest ? orbit_step(search, &a, &b, n, step, rest) : step;
}

// Advances a pair in time while that pays. True where it is proved apart for the rest of the window.
static bool advance(walk* w, item* it)
{
    ti_search* search = w->search;
    uint32_t range[4];
    range_of(w->search->duel, it, 0, range);
    range_of(w->search->duel, it, 1, range + 2);
    while (it->advance) {
        if (search->frame.time != it->time) {
            frame_at(search->duel, it->time, &search->frame);
        }
        double rest = ti_span_between(it->time, search->best);
        ti_step step = advance_once(w, it, rest);
        double next = ti_step_end(search, &step, rest);
        if (!(next > it->time)) {
            return false;
        }
        record_link(search, &step, next, range);
        give_normal(it, frame_to_world(&search->frame, step.normal));
        if (next >= search->best) {
            return true;
        }
        it->time = next;
        it->advance = step.span >= ADVANCE_PART * rest;
    }
    return false;
}

// A piece by its points, where these are few or at hand; `memory` is for the few.
static bool points_of(const ti_duel* duel, const item* it, int side, ti_few_points* memory, ti_shape* shape)
{
    uint32_t range[2];
    if (patch_of(duel, it, side, shape)) {
        return true;
    }
    range_of(duel, it, side, range);
    if (range[1] - range[0] > TI_TREE_LEAF_TRIANGLES) {
        return false;
    }
    load_triangles(&duel->body[side], range[0], range[1], memory);
    *shape = memory->shape;
    return true;
}

// True where the pair is proved apart for the rest of the window.
static bool advance_as_points(walk* w, item* it)
{
    const ti_duel* duel = w->search->duel;
    ti_few_points memory[2];
    ti_shape a, b;
    if (!points_of(duel, it, 0, &memory[0], &a) || !points_of(duel, it, 1, &memory[1], &b)) {
        return false;
    }
    uint32_t range[4];
    range_of(duel, it, 0, range);
    range_of(duel, it, 1, range + 2);
    ti_match match = {.a = &a, .b = &b};
    toi_vec3 normal = normal_of(it);
    bool clear = ti_chain_patches(w->search, &match, range, &it->time, &normal);
    give_normal(it, normal);
    it->advance = false;
    return clear;
}

// ---- splitting a pair

static void write_child_link(const walk* w, const item* child, const ti_step* step)
{
    uint32_t range[4];
    range_of(w->search->duel, child, 0, range);
    range_of(w->search->duel, child, 1, range + 2);
    ti_write_link(w->search, step, child->time, range);
}

// Advances the parts of one side of a pair, each in its own lane along its own direction, and puts those on
// the stack that are not proved apart for the rest.
static void push_parts(walk* w, const item* it, int side, const parts* p, const lane_choice* choice,
                       const lane_step* steps)
{
    ti_search* search = w->search;
    double rest = ti_span_between(it->time, search->best), apart_of[4];
    ti_w3 world = w3_rotate(&search->frame.world_a, choice->n);
    uint32_t base = w->count;
    for (uint32_t i = 0; i < p->count; ++i) {
        ti_step step = {steps->span[i], steps->least[i], w3_lane(choice->n, (int)i), {0.0, 0.0, 0.0}};
        item child = {.time = ti_step_end(search, &step, rest), .part = {it->part[0], it->part[1]}};
        child.part[side] = p->part[i];
        child.advance = child.time > it->time;
        if (child.advance && keep_link(search, &step)) {
            write_child_link(w, &child, &step);
        }
        if (child.time < search->best) {
            give_normal(&child, w3_lane(world, (int)i));
            push_sorted(w->stack, &w->count, base, &child, choice->apart[i], apart_of);
        }
    }
}

// Splits the larger of two pieces.
static void split(walk* w, const item* it)
{
    ti_search* search = w->search;
    int side = size_of(search->duel, it, 1) > size_of(search->duel, it, 0);
    parts p;
    split_piece(search->duel, it, side, &p);
    ti_lanes other = lanes_of_piece(search->duel, it, 1 - side);
    const ti_lanes* a = side ? &other : &p.lanes;
    const ti_lanes* b = side ? &p.lanes : &other;
    toi_vec3 inherited = frame_from_world(&search->frame, normal_of(it));
    lane_choice choice = choose_directions(&search->frame, a, b, inherited);
    ++search->effort->steps;
    lane_step steps = lane_steps(search, &choice, a, b, ti_span_between(it->time, search->best));
    push_parts(w, it, side, &p, &choice, &steps);
}

// Whether a pair is that of the bodies as they are.
static bool is_whole(const item* it)
{
    return it->part[0].index == 0 && it->part[1].index == 0 && !is_triangle(it, 0) && !is_triangle(it, 1);
}

static void handle(walk* w, item* it)
{
    ti_search* search = w->search;
    ++search->effort->nodes;
    if (is_triangle(it, 0) && is_triangle(it, 1)) {
        if (it->part[0].index == w->done[0] && it->part[1].index == w->done[1]) {
            return;
        }
        ti_chain_triangles(search, it->part[0].index, it->part[1].index, it->time);
        return;
    }
    if ((!is_whole(it) && advance_as_points(w, it)) || advance(w, it)) {
        return;
    }
    if (search->frame.time != it->time) {
        frame_at(search->duel, it->time, &search->frame);
    }
    split(w, it);
}

static void stop_for_limit(walk* w)
{
    ti_search* search = w->search;
    double time = search->best;
    for (uint32_t i = 0; i < w->count; ++i) {
        time = fmin(time, w->stack[i].time);
    }
    if (time < search->best) {
        *search->found = (ti_found){.outcome = TI_OUTCOME_LIMIT, .time = time};
        search->best = time;
    }
}

// Takes the pair to go on with: the earliest of the last few on the stack, of equals the last. Depth first
// alone dives into pairs that meet late or never before it finds the contact that rules them out; taking
// always the earliest of all would keep too many. Where the stack is nearly full its top is taken: then it
// grows no more than depth first does, by three pairs for each level of both trees.
static item take_item(walk* w)
{
    uint32_t at = w->count - 1, low = w->count > LOOK_BACK ? w->count - LOOK_BACK : 0;
    if (w->count > MAX_STACK - DEPTH_FIRST_ROOM) {
        low = at;
    }
    for (uint32_t i = at; i-- > low;) {
        at = w->stack[i].time < w->stack[at].time ? i : at;
    }
    item it = w->stack[at];
    --w->count;
    for (uint32_t i = at; i < w->count; ++i) {
        w->stack[i] = w->stack[i + 1];
    }
    return it;
}

// Finds the earliest contact of the faces after `time`, up to which the bodies are known to be apart; `done`
// are a triangle of each that are known to be apart until search->best, or TI_NONE.
void ti_walk_trees(ti_search* search, double time, const uint32_t done[2])
{
    walk w; // its stack is large and needs no values
    w.search = search;
    w.done[0] = done[0];
    w.done[1] = done[1];
    w.count = 1;
    // The bodies as they are have been advanced before; only orbits of their boxes may do more.
    bool orbits = search->duel->body[0].orbit || search->duel->body[1].orbit;
    w.stack[0] = (item){.time = time, .part = {{0, 0}, {0, 0}}, .advance = orbits};
    while (w.count > 0) {
        item it = take_item(&w);
        if (it.time >= search->best) {
            continue;
        }
        if (search->effort->steps >= search->effort->max_steps) {
            w.stack[w.count++] = it;
            stop_for_limit(&w);
            return;
        }
        handle(&w, &it);
    }
}
