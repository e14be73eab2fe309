// Worlds in which many bodies fly about in a box, and one in which hands hold what flies.

#include "bench/draw.h"
#include "bench/overlap_parts.h"
#include "bench/overlap_shapes.h"
#include "scenes/model.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct flight {
    toi_vec3 at[OVERLAP_BODIES], velocity[OVERLAP_BODIES];
    toi_quat turned[OVERLAP_BODIES], turn[OVERLAP_BODIES]; // turn: of a cycle
    double radius[OVERLAP_BODIES];
    double half; // of the box
    uint32_t count;
    uint64_t state;
} flight;

static toi_vec3 draw_in_box(flight* f, double half)
{
    double x = draw(&f->state), y = draw(&f->state), z = draw(&f->state);
    return v3_scale(half, v3(x, y, z));
}

static bool has_room(const flight* f, uint32_t body)
{
    for (uint32_t i = 0; i < body; ++i) {
        if (v3_length(v3_sub(f->at[i], f->at[body])) < f->radius[i] + f->radius[body]) {
            return false;
        }
    }
    return true;
}

static void start_body(flight* f, uint32_t body, double speed, double degrees)
{
    for (int i = 0; i < 100000 && (i == 0 || !has_room(f, body)); ++i) {
        f->at[body] = draw_in_box(f, f->half - f->radius[body]);
    }
    f->velocity[body] = v3_scale(speed * f->radius[body], draw_direction(&f->state));
    f->turned[body] = draw_turn(&f->state, 360.0);
    f->turn[body] = draw_turn(&f->state, degrees);
}

static double cube_root(double x)
{
    return exp(log(x) / 3.0);
}

static void start_crowd(const overlap_crowd* crowd, uint64_t seed, flight* f)
{
    double radius = crowd->mesh->radius;
    *f = (flight){.count = crowd->count, .state = seed};
    f->half = 0.5 * radius * cube_root(crowd->count * 4.0 / 3.0 * 3.14159265358979324 / crowd->share);
    for (uint32_t i = 0; i < f->count; ++i) {
        f->radius[i] = radius;
        start_body(f, i, crowd->speed, crowd->degrees);
    }
}

static void bounce(double* at, double* velocity, double most)
{
    if (fabs(*at) > most && *at * *velocity > 0.0) {
        *velocity = -*velocity;
    }
}

static void fly(flight* f)
{
    for (uint32_t i = 0; i < f->count; ++i) {
        f->at[i] = v3_add(f->at[i], f->velocity[i]);
        f->turned[i] = q_normalize(q_mul(f->turn[i], f->turned[i]));
        double most = f->half - f->radius[i];
        bounce(&f->at[i].x, &f->velocity[i].x, most);
        bounce(&f->at[i].y, &f->velocity[i].y, most);
        bounce(&f->at[i].z, &f->velocity[i].z, most);
    }
}

static void write_poses(const flight* f, overlap_world* world, uint32_t cycle)
{
    for (uint32_t i = 0; i < f->count; ++i) {
        world->poses[(size_t)cycle * f->count + i] = (toi_pose){f->at[i], f->turned[i]};
    }
}

static void start_world(const overlap_crowd* crowd, const char* kind, overlap_world* world)
{
    *world = (overlap_world){.count = crowd->count, .convex = crowd->convex};
    snprintf(world->name, sizeof world->name, "%s-%ux%u", kind, crowd->count, crowd->mesh->triangle_count);
    for (uint32_t i = 0; i < crowd->count; ++i) {
        world->meshes[i] = crowd->mesh;
    }
}

// ---- until the first two meet

// Leaves just two bodies, and judges anew.
static void keep_two(overlap_world* world, uint32_t a, uint32_t b)
{
    for (uint32_t cycle = 0; cycle < world->cycles; ++cycle) {
        const toi_pose* from = &world->poses[(size_t)cycle * world->count];
        toi_pose two[2] = {from[a], from[b]};
        world->poses[2 * (size_t)cycle] = two[0];
        world->poses[2 * (size_t)cycle + 1] = two[1];
    }
    world->count = 2;
    overlap_judge judge;
    overlap_judge_make(world, &judge);
    for (uint32_t cycle = 0; cycle < world->cycles; ++cycle) {
        overlap_world_judge(world, cycle, &judge);
    }
    overlap_judge_release(&judge);
}

// The number of cycles up to the first in which faces meet, or 0 if there is none.
static uint32_t fly_until_they_meet(const overlap_crowd* crowd, uint64_t seed, overlap_world* world,
                                    ti_octree_pair* met)
{
    flight f;
    start_crowd(crowd, seed, &f);
    overlap_judge judge;
    overlap_judge_make(world, &judge);
    uint32_t cycles = 0;
    for (uint32_t cycle = 0; cycle < world->cycles && cycles == 0; ++cycle) {
        write_poses(&f, world, cycle);
        ti_octree_result found = overlap_world_judge(world, cycle, &judge);
        if (found.pair_count > 0) {
            cycles = cycle + 1;
            *met = found.pairs[0];
        }
        fly(&f);
    }
    overlap_judge_release(&judge);
    return cycles;
}

void overlap_make_crowd(const overlap_crowd* crowd, overlap_world* world)
{
    start_world(crowd, "crowd", world);
    overlap_world_start(world, 2 * crowd->least);
    const uint32_t room = world->cycles;
    for (uint64_t seed = 1; seed < 5000; ++seed) {
        ti_octree_pair met;
        world->cycles = room;
        uint32_t cycles = fly_until_they_meet(crowd, seed, world, &met);
        if (cycles < crowd->least || world->body_pairs[cycles - 1] != 1) {
            continue;
        }
        world->cycles = cycles;
        if (crowd->only_two) {
            snprintf(world->name, sizeof world->name, "crowd-2of%ux%u", crowd->count,
                     crowd->mesh->triangle_count);
            keep_two(world, met.body_a, met.body_b);
        }
        return;
    }
    fprintf(stderr, "%s: no two meet in time\n", world->name);
    exit(2);
}

// ---- bouncing

// Bodies that meet and approach exchange their velocities.
static void exchange(flight* f, const ti_octree_result* found)
{
    for (size_t i = 0; i < found->pair_count; ++i) {
        const ti_octree_pair* pair = &found->pairs[i];
        uint32_t a = pair->body_a, b = pair->body_b;
        bool again = i > 0 && pair[-1].body_a == a && pair[-1].body_b == b;
        toi_vec3 apart = v3_sub(f->at[b], f->at[a]);
        if (!again && v3_dot(v3_sub(f->velocity[b], f->velocity[a]), apart) < 0.0) {
            toi_vec3 kept = f->velocity[a];
            f->velocity[a] = f->velocity[b];
            f->velocity[b] = kept;
        }
    }
}

void overlap_make_bouncing(const overlap_crowd* crowd, uint32_t cycles, overlap_world* world)
{
    start_world(crowd, "bouncing", world);
    overlap_world_start(world, cycles);
    flight f;
    start_crowd(crowd, 7, &f);
    overlap_judge judge;
    overlap_judge_make(world, &judge);
    for (uint32_t cycle = 0; cycle < cycles; ++cycle) {
        write_poses(&f, world, cycle);
        ti_octree_result found = overlap_world_judge(world, cycle, &judge);
        exchange(&f, &found);
        fly(&f);
    }
    overlap_judge_release(&judge);
}

// ---- hands

enum { HEAD, SHUTTLE, LEFT, RIGHT, BALL, HANDS_BODIES };

// Fingers close and open.
static void bend_hand(const toi_mesh* mesh, uint32_t body, uint32_t cycle, toi_vec3* vertices)
{
    double most = 0.7 + 0.5 * sin(0.07 * cycle + body);
    ti_model_bend_fingers(&mesh->vertices->x, mesh->vertex_count, most, &vertices->x);
}

static void press_ball(const toi_mesh* mesh, uint32_t body, uint32_t cycle, toi_vec3* vertices)
{
    double wide = 1.0 + 0.2 * sin(0.11 * cycle), high = 1.0 / (wide * wide);
    (void)body;
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        toi_vec3 v = mesh->vertices[i];
        double wave = 1.0 + 0.04 * sin(5.0 * v.x + 0.2 * cycle);
        vertices[i] = v3(0.7 * wide * wave * v.x, 0.7 * wide * wave * v.y, 0.7 * high * v.z);
    }
}

// Hands go their own way: in and out, to where the others fly.
static void lead_hands(flight* f, uint32_t cycle)
{
    for (uint32_t hand = LEFT; hand <= RIGHT; ++hand) {
        double t = 0.021 * cycle + 1.7 * hand, side = hand == LEFT ? -1.0 : 1.0;
        f->at[hand] = v3(side * (1.6 + 1.2 * cos(t)), 1.2 * sin(0.7 * t), 1.2 * sin(0.43 * t + hand) - 0.3);
        double half = 0.5 * side * (1.2 + 0.4 * sin(0.5 * t));
        f->turned[hand] = (toi_quat){cos(half), 0.0, -sin(half), 0.0};
    }
}

static toi_vec3 normal_of(const ti_faces* faces, uint32_t triangle)
{
    toi_vec3 c[3];
    ti_faces_corners(faces, triangle, c);
    return v3_cross(v3_sub(c[1], c[0]), v3_sub(c[2], c[0]));
}

// What a body flies on with: its velocity mirrored along the normals of the faces that it meets, which are
// weighted by their areas, and point out of the other body.
static void part_along(flight* f, uint32_t body, toi_vec3 normals)
{
    double square = v3_dot(normals, normals), along = v3_dot(f->velocity[body], normals);
    bool led = body == LEFT || body == RIGHT;
    if (!led && square > 0.0 && along < 0.0) {
        f->velocity[body] = v3_madd(f->velocity[body], -2.0 * along / square, normals);
    }
}

static void answer(flight* f, const overlap_judge* judge, const ti_octree_result* found)
{
    toi_vec3 normals[HANDS_BODIES] = {{0, 0, 0}};
    for (size_t i = 0; i < found->pair_count; ++i) {
        const ti_octree_pair* pair = &found->pairs[i];
        toi_vec3 of_a = normal_of(&judge->bodies.faces[pair->body_a], pair->a);
        toi_vec3 of_b = normal_of(&judge->bodies.faces[pair->body_b], pair->b);
        normals[pair->body_a] = v3_add(normals[pair->body_a], of_b);
        normals[pair->body_b] = v3_add(normals[pair->body_b], of_a);
    }
    for (uint32_t i = 0; i < HANDS_BODIES; ++i) {
        part_along(f, i, normals[i]);
    }
}

void overlap_make_hands(toi_mesh* shuttle, overlap_world* world)
{
    *world = (overlap_world){.name = "hands", .count = HANDS_BODIES};
    world->meshes[HEAD] = overlap_head();
    world->meshes[SHUTTLE] = shuttle;
    world->meshes[LEFT] = world->meshes[RIGHT] = overlap_hand();
    world->meshes[BALL] = overlap_sphere(528);
    world->deform[LEFT] = world->deform[RIGHT] = bend_hand;
    world->deform[BALL] = press_ball;
    overlap_world_start(world, 800);
    flight f = {.count = HANDS_BODIES, .half = 3.0, .state = 3};
    for (uint32_t i = 0; i < HANDS_BODIES; ++i) {
        f.radius[i] = i == BALL ? 0.9 : world->meshes[i]->radius;
        start_body(&f, i, 0.03, 4.0);
    }
    overlap_judge judge;
    overlap_judge_make(world, &judge);
    for (uint32_t cycle = 0; cycle < world->cycles; ++cycle) {
        lead_hands(&f, cycle);
        write_poses(&f, world, cycle);
        ti_octree_result found = overlap_world_judge(world, cycle, &judge);
        answer(&f, &judge, &found);
        fly(&f);
    }
    overlap_judge_release(&judge);
}
