// Worlds without recorded truth: bodies all of whose vertices move in every frame, crowds of up to ten
// thousand bodies, meshes of up to a million triangles, and boxes alone.

#include "bench/draw.h"
#include "bench/meet_parts.h"

#include "math/pose.h"

#include <stdio.h>

// ---- bodies that deform

static void wave(const meet_world* world, uint32_t body, uint32_t frame, toi_vec3* vertices)
{
    toi_pose pose = world->poses[(size_t)frame * world->body_count + body];
    const meet_mesh* mesh = world->meshes[body];
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        toi_vec3 v = mesh->vertices[i];
        double along = sin(4.0 * v.z + 0.3 * frame + body) * cos(3.0 * v.x - 0.2 * frame);
        double r = 1.0 + 0.06 * along + 0.03 * sin(9.0 * v.y + 0.5 * frame);
        vertices[i] = toi_pose_point(pose, v3_scale(r, v));
    }
}

// Two sheets that wave through each other.
static void hang(const meet_world* world, uint32_t body, uint32_t frame, toi_vec3* vertices)
{
    const meet_mesh* mesh = world->meshes[body];
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        double x = mesh->vertices[i].x, y = mesh->vertices[i].y;
        double ripple =
            0.04 * sin(12.0 * x + 0.1 * frame) * cos(9.0 * y - 0.05 * frame) + 0.002 * sin(90.0 * x * y);
        double swell = 0.035 + 0.04 * cos(10.0 * y + 7.0 * x + 0.07 * frame);
        vertices[i] =
            body == 0 ? v3(x, y, ripple) : v3(y + 0.0041 + 0.1 * sin(0.03 * frame), x + 0.0137, swell);
    }
}

// A sheet rolled up until it meets itself.
static void roll(const meet_world* world, uint32_t body, uint32_t frame, toi_vec3* vertices)
{
    const meet_mesh* mesh = world->meshes[body];
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        double x = mesh->vertices[i].x, y = mesh->vertices[i].y, angle = 6.6 * x + 0.04 * (frame + 1.0);
        double r = 0.25 + 0.05 * sin(5.0 * y + 0.1 * frame) * cos(7.0 * x);
        vertices[i] =
            v3(r * cos(angle) + 0.15 * x * sin(0.03 * (frame + 1.0)), y + 0.0137 * x, r * sin(angle));
    }
}

typedef struct scene_of {
    const char* name;
    meet_kind kind;
    meet_shape* shape;
    uint32_t bodies, cells, around, rows, frames; // sheets of cells, or spheres
    double must_us, stretch_us;
} scene_of;

static const scene_of scenes[] = {
    {"deform-40xsphere528", MEET_DEFORM, wave, 40, 0, 24, 12, 60, 0, 0},
    {"deform-2xcloth20k", MEET_DEFORM, hang, 2, 100, 0, 0, 40, 500, 300},
    {"deform-15xsphere5000", MEET_DEFORM, wave, 15, 0, 50, 51, 60, 90, 40},
    {"deform-2xcloth500k", MEET_DEFORM, hang, 2, 500, 0, 0, 3, 8000, 5000},
    {"self-cloth20k", MEET_SELF, roll, 1, 100, 0, 0, 40, 1500, 600},
    {"self-cloth500k", MEET_SELF, roll, 1, 500, 0, 0, 3, 0, 0},
};
enum { SCENES = sizeof scenes / sizeof scenes[0], QUICK_FRAMES = 3, BOUNCING_FACES = 528 };

// ---- bodies that fly about

// Bodies of radius 1 take this share of the volume, by the spheres around them.
static const double FILLED = 0.05;
static const double SPEED = 0.05, TURN_DEGREES = 10.0; // of a radius, and of a turn, a frame

static double cube_root(double x)
{
    return exp(log(x) / 3.0);
}

static void fly(meet_world* world, uint64_t seed)
{
    static const double sphere = 4.18879020478639; // its volume
    double half = 0.5 * cube_root(world->body_count * sphere / FILLED);
    uint64_t state = seed;
    for (uint32_t i = 0; i < world->body_count; ++i) {
        double x = half * draw(&state), y = half * draw(&state), z = half * draw(&state);
        toi_quat turned = draw_turn(&state, 360.0), turn = draw_turn(&state, TURN_DEGREES);
        toi_vec3 at = v3(x, y, z), velocity = v3_scale(SPEED, draw_direction(&state));
        for (uint32_t frame = 0; frame < world->frame_count; ++frame) {
            world->poses[(size_t)frame * world->body_count + i] = (toi_pose){at, turned};
            at = v3_add(at, velocity);
            turned = q_normalize(q_mul(turn, turned));
        }
    }
}

static uint32_t frames_of(const meet_choice* choice, uint32_t frames)
{
    return choice->quick && frames > QUICK_FRAMES ? QUICK_FRAMES : frames;
}

bool meet_make_scene(const meet_choice* choice, uint32_t index, meet_world* world)
{
    if (index >= SCENES) {
        return false;
    }
    const scene_of* scene = &scenes[index];
    *world = (meet_world){
        .kind = scene->kind, .must_us = scene->must_us, .stretch_us = scene->stretch_us, .threads = true};
    snprintf(world->name, sizeof world->name, "%s", scene->name);
    if (!meet_choice_takes(choice, world->name) || (choice->quick && scene->cells > 100)) {
        return true;
    }
    meet_mesh* mesh = scene->cells > 0 ? meet_sheet(scene->cells) : meet_sphere(scene->around, scene->rows);
    meet_world_start(world, mesh, scene->bodies, frames_of(choice, scene->frames));
    if (scene->cells == 0) {
        meet_world_bounce(world, BOUNCING_FACES);
    }
    meet_world_shape(world, scene->shape);
    meet_world_judge(world);
    return true;
}

// ---- growth

typedef struct size_of {
    const char* name;
    meet_kind kind;
    bool torus;
    uint32_t around, rows;
    double must_us, stretch_us;
} size_of;

static const size_of sizes[] = {
    {"grow-torus600-rigid", MEET_RIGID, true, 20, 15, 30, 15},
    {"grow-torus10k-rigid", MEET_RIGID, true, 100, 50, 125, 70},
    {"grow-torus100k-rigid", MEET_RIGID, true, 316, 158, 500, 280},
    {"grow-torus1M-rigid", MEET_RIGID, true, 1000, 500, 2600, 1500},
    {"grow-sphere10k-rigid", MEET_RIGID, false, 100, 51, 65, 35},
    {"grow-sphere100k-rigid", MEET_RIGID, false, 316, 159, 280, 150},
    {"grow-sphere1M-rigid", MEET_RIGID, false, 1000, 501, 1300, 700},
    {"grow-torus600-rest", MEET_REST, true, 20, 15, 0, 0},
    {"grow-torus10k-rest", MEET_REST, true, 100, 50, 0, 0},
    {"grow-torus100k-rest", MEET_REST, true, 316, 158, 0, 0},
    {"grow-torus1M-rest", MEET_REST, true, 1000, 500, 0, 0},
    {"grow-sphere10k-rest", MEET_REST, false, 100, 51, 0, 0},
    {"grow-sphere100k-rest", MEET_REST, false, 316, 159, 0, 0},
    {"grow-sphere1M-rest", MEET_REST, false, 1000, 501, 0, 0},
    {"grow-torus600-deform", MEET_DEFORM, true, 20, 15, 24, 14},
    {"grow-torus10k-deform", MEET_DEFORM, true, 100, 50, 115, 70},
    {"grow-torus100k-deform", MEET_DEFORM, true, 316, 158, 1200, 800},
    {"grow-torus1M-deform", MEET_DEFORM, true, 1000, 500, 10500, 7000},
    {"grow-torus10k-soup", MEET_SOUP, true, 100, 50, 430, 200},
    {"grow-torus1M-soup", MEET_SOUP, true, 1000, 500, 48000, 20000},
};
enum { SIZES = sizeof sizes / sizeof sizes[0], CROWDS = 8, GROWTH_FRAMES = 2, CROWD_FRAMES = 4 };

// As torus10k_d1 and sphere10k_d0 of the instants.
static const toi_pose torus_poses[2] = {
    {{0.1, 0.2, 0.3}, {0.9015160440024522, -0.2331745845681478, 0.3608744054345811, 0.05165364478793226}},
    {{0.4513315168776063, 0.47396697987262826, -0.08924061862548616},
     {0.8549926111205169, 0.4840867649520005, 0.1525442126327671, 0.10666724951866023}}};
static const toi_pose sphere_poses[2] = {
    {{0.1, 0.2, 0.3}, {0.16671528668555996, -0.5751300516423465, -0.3962304601165144, -0.6960121115031539}},
    {{1.1539303948866404, 1.4647164738639682, 1.2485373553979764},
     {0.9836056766830225, -0.17516396423052563, 0.01249409762458966, 0.04100434071566494}}};

// Frame 1 has the bodies exchanged, so that no frame is like the one before.
static void grow_size(const meet_choice* choice, const size_of* size, meet_world* world)
{
    *world = (meet_world){.kind = size->kind,
                          .must_us = size->must_us,
                          .stretch_us = size->stretch_us,
                          .threads = size->around == 1000};
    snprintf(world->name, sizeof world->name, "%s", size->name);
    if (!meet_choice_takes(choice, world->name) || (choice->quick && size->around > 400)) {
        return;
    }
    const toi_pose* poses = size->torus ? torus_poses : sphere_poses;
    meet_mesh* mesh =
        size->torus ? meet_torus(size->around, size->rows) : meet_sphere(size->around, size->rows);
    meet_world_start(world, mesh, 2, GROWTH_FRAMES);
    for (uint32_t i = 0; i < 2 * GROWTH_FRAMES; ++i) {
        world->poses[i] = poses[(i + i / 2) % 2];
    }
    if (size->kind == MEET_DEFORM || size->kind == MEET_SOUP) {
        meet_world_shape(world, NULL);
    }
    meet_world_judge(world);
}

// 10 to 10,000 spheres of 168 faces.
static void grow_crowd(const meet_choice* choice, uint32_t index, meet_world* world)
{
    uint32_t bodies = 1;
    for (uint32_t i = 0; i <= index % 4; ++i) {
        bodies *= 10;
    }
    bool rigid = index < 4;
    *world = (meet_world){.kind = rigid ? MEET_RIGID : MEET_DEFORM, .threads = bodies >= 1000};
    snprintf(world->name, sizeof world->name, "grow-%ubodies-%s", bodies, rigid ? "rigid" : "deform");
    if (!meet_choice_takes(choice, world->name) || (choice->quick && bodies > 1000)) {
        return;
    }
    meet_world_start(world, meet_sphere(14, 7), bodies, CROWD_FRAMES);
    fly(world, 2 * (uint64_t)bodies);
    if (!rigid) {
        meet_world_shape(world, wave);
    }
    meet_world_judge(world);
}

bool meet_make_growth(const meet_choice* choice, uint32_t index, meet_world* world)
{
    if (index >= SIZES + CROWDS) {
        return false;
    }
    if (index < SIZES) {
        grow_size(choice, &sizes[index], world);
    } else {
        grow_crowd(choice, index - SIZES, world);
    }
    return true;
}

// ---- boxes alone

typedef struct boxes_of {
    uint32_t bodies, frames;
    double must_us, stretch_us;
} boxes_of;

static const boxes_of boxes[] = {{15, 100, 0.5, 0.3},
                                 {100, 100, 3.5, 2.5},
                                 {1000, 20, 50, 30},
                                 {10000, 8, 650, 350},
                                 {100000, 4, 9000, 6000}};
enum { BOXES = sizeof boxes / sizeof boxes[0] };

bool meet_make_boxes(const meet_choice* choice, uint32_t index, meet_world* world)
{
    if (index >= BOXES) {
        return false;
    }
    const boxes_of* of = &boxes[index];
    *world = (meet_world){.kind = MEET_BOXES, .must_us = of->must_us, .stretch_us = of->stretch_us};
    snprintf(world->name, sizeof world->name, "boxes-%u", of->bodies);
    if (!meet_choice_takes(choice, world->name) || (choice->quick && of->bodies > 10000) ||
        meet_read_boxes(choice, of->bodies, world)) {
        return true;
    }
    meet_world_start(world, meet_sphere(14, 7), of->bodies, frames_of(choice, of->frames));
    fly(world, of->bodies);
    meet_world_boxes(world);
    meet_world_judge(world);
    return true;
}
