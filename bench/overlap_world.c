// Worlds of bodies cycle by cycle: what every method is given, and what meets, by the octree to an automatic
// level.

#define _POSIX_C_SOURCE 200809L

#include "bench/overlap_world.h"

#include "bench/draw.h"
#include "bench/overlap_parts.h"
#include "bench/overlap_shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void* overlap_room(size_t count, size_t size)
{
    void* room = calloc(count > 0 ? count : 1, size);
    if (room == NULL) {
        fputs("out of memory\n", stderr);
        exit(5);
    }
    return room;
}

double overlap_cpu_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

// ---- bodies of a cycle

void overlap_bodies_make(const overlap_world* world, overlap_bodies* bodies)
{
    for (uint32_t i = 0; i < OVERLAP_BODIES; ++i) {
        bodies->room[i] = i < world->count && world->deform[i] != NULL
                              ? overlap_room(world->meshes[i]->vertex_count, sizeof(toi_vec3))
                              : NULL;
    }
}

ti_faces overlap_faces_of(const toi_mesh* mesh, toi_pose pose)
{
    return (ti_faces){.triangles = mesh->triangles,
                      .vertices = mesh->vertices,
                      .triangle_count = mesh->triangle_count,
                      .vertex_count = mesh->vertex_count,
                      .rigid = true,
                      .rotation = m3_from_quat(q_normalize(pose.quaternion)),
                      .position = pose.position};
}

void overlap_bodies_set(const overlap_world* world, uint32_t cycle, overlap_bodies* bodies)
{
    bodies->poses = &world->poses[(size_t)cycle * world->count];
    for (uint32_t i = 0; i < world->count; ++i) {
        const toi_mesh* mesh = world->meshes[i];
        ti_faces* faces = &bodies->faces[i];
        *faces = overlap_faces_of(mesh, bodies->poses[i]);
        if (world->deform[i] != NULL) {
            world->deform[i](mesh, i, cycle, bodies->room[i]);
            for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
                bodies->room[i][v] = xf_point(&faces->rotation, faces->position, bodies->room[i][v]);
            }
            faces->vertices = bodies->room[i];
            faces->rigid = false;
        }
    }
}

void overlap_bodies_release(overlap_bodies* bodies)
{
    for (uint32_t i = 0; i < OVERLAP_BODIES; ++i) {
        free(bodies->room[i]);
        bodies->room[i] = NULL;
    }
}

// ---- what meets

void overlap_world_start(overlap_world* world, uint32_t cycles)
{
    world->cycles = cycles;
    world->poses = overlap_room((size_t)cycles * world->count, sizeof *world->poses);
    world->face_pairs = overlap_room(cycles, sizeof(uint64_t));
    world->body_pairs = overlap_room(cycles, sizeof(uint64_t));
    world->box_pairs = overlap_room(cycles, sizeof(uint64_t));
}

ti_octree_result overlap_world_judge(overlap_world* world, uint32_t cycle, overlap_judge* judge)
{
    overlap_bodies_set(world, cycle, &judge->bodies);
    ti_octree_def def = {
        .bodies = judge->bodies.faces, .body_count = world->count, .level = TI_OCTREE_LEVEL_AUTO};
    ti_octree_result found;
    if (ti_octree_find(&judge->octree, &def, &found) != TOI_OK) {
        fputs("out of memory\n", stderr);
        exit(5);
    }
    world->face_pairs[cycle] = found.pair_count;
    world->box_pairs[cycle] = found.counts.body_pairs;
    world->body_pairs[cycle] = 0;
    for (size_t i = 0; i < found.pair_count; ++i) {
        const ti_octree_pair *pair = &found.pairs[i], *last = i > 0 ? pair - 1 : NULL;
        world->body_pairs[cycle] +=
            last == NULL || pair->body_a != last->body_a || pair->body_b != last->body_b;
    }
    return found;
}

void overlap_judge_make(const overlap_world* world, overlap_judge* judge)
{
    ti_octree_init(&judge->octree, NULL);
    overlap_bodies_make(world, &judge->bodies);
}

void overlap_judge_release(overlap_judge* judge)
{
    ti_octree_destroy(&judge->octree);
    overlap_bodies_release(&judge->bodies);
}

void overlap_world_release(overlap_world* world)
{
    for (uint32_t i = 0; i < world->count; ++i) {
        bool last = true;
        for (uint32_t k = i + 1; k < world->count; ++k) {
            last = last && world->meshes[k] != world->meshes[i];
        }
        if (last) {
            toi_mesh_destroy(world->meshes[i]);
        }
    }
    free(world->poses);
    free(world->face_pairs);
    free(world->body_pairs);
    free(world->box_pairs);
    *world = (overlap_world){0};
}

// ---- two bodies that approach

typedef struct approach {
    toi_vec3 from[2], axis[2]; // where they start, and what they turn about
    double degrees[2];         // a cycle
    uint32_t body[2];
} approach;

static toi_pose approached(const approach* a, int side, uint32_t cycle, double share)
{
    toi_vec3 middle = v3_scale(0.5, v3_add(a->from[0], a->from[1]));
    double half = 0.5 * a->degrees[side] * TI_DEGREE * cycle, length = v3_length(a->axis[side]);
    toi_vec3 n = v3_scale(sin(half) / length, a->axis[side]);
    return (toi_pose){v3_madd(a->from[side], share, v3_sub(middle, a->from[side])),
                      {cos(half), n.x, n.y, n.z}};
}

static bool meets_at(overlap_world* world, overlap_judge* judge, const approach* a, double share)
{
    uint32_t last = world->cycles - 1;
    for (int side = 0; side < 2; ++side) {
        world->poses[(size_t)last * world->count + a->body[side]] = approached(a, side, last, share);
    }
    return overlap_world_judge(world, last, judge).pair_count > 0;
}

// The share of the way to the middle is found at which the bodies, turned as in the last cycle, just meet.
static void make_them_approach(overlap_world* world, const approach* a)
{
    overlap_judge judge;
    overlap_judge_make(world, &judge);
    double apart = 0.0, meet = 0.0;
    while (!meets_at(world, &judge, a, meet) && meet < 1.0) {
        apart = meet;
        meet += 0.01;
    }
    for (int i = 0; i < 30; ++i) {
        double share = 0.5 * (apart + meet);
        *(meets_at(world, &judge, a, share) ? &meet : &apart) = share;
    }
    double step = meet / (world->cycles - 1.25); // a quarter of a step deep
    for (uint32_t cycle = 0; cycle < world->cycles; ++cycle) {
        for (int side = 0; side < 2; ++side) {
            world->poses[(size_t)cycle * world->count + a->body[side]] =
                approached(a, side, cycle, cycle * step);
        }
        overlap_world_judge(world, cycle, &judge);
    }
    overlap_judge_release(&judge);
}

void overlap_make_approach(uint32_t faces, overlap_world* world)
{
    static const approach two = {.from = {{-1.1, -0.9, -1.0}, {1.1, 0.9, 1.0}},
                                 .axis = {{0.3, 0.5, 0.8}, {-0.7, 0.6, 0.2}},
                                 .degrees = {5.0, -4.0},
                                 .body = {0, 1}};
    *world = (overlap_world){.count = 2, .convex = true};
    snprintf(world->name, sizeof world->name, "approach-%u", faces);
    world->meshes[0] = world->meshes[1] = overlap_sphere(faces);
    overlap_world_start(world, 72);
    make_them_approach(world, &two);
}

void overlap_make_room(toi_mesh* shuttle, overlap_world* world)
{
    static const approach two = {.from = {{-1.37, -1.14, -1.22}, {1.37, 1.14, 1.22}},
                                 .axis = {{0.1, 0.9, 0.3}, {0.2, -0.3, 0.9}},
                                 .degrees = {2.0, 1.5},
                                 .body = {1, 3}};
    *world = (overlap_world){.name = "room", .count = 4};
    world->meshes[0] = overlap_sphere(120);
    world->meshes[1] = shuttle;
    world->meshes[2] = overlap_chair();
    world->meshes[3] = overlap_head();
    overlap_world_start(world, 40);
    for (uint32_t cycle = 0; cycle < world->cycles; ++cycle) {
        toi_pose* pose = &world->poses[(size_t)cycle * world->count];
        double half = 0.01 * cycle;
        pose[0] = (toi_pose){{-1.0, 3.2, 0.02 * cycle}, {cos(half), 0, sin(half), 0}};
        pose[2] = (toi_pose){{1.0, -3.2, -0.02 * cycle}, {cos(half), sin(half), 0, 0}};
    }
    make_them_approach(world, &two);
}

void overlap_make_tori(uint32_t around, uint32_t tube, overlap_world* world)
{
    *world = (overlap_world){.count = 2};
    snprintf(world->name, sizeof world->name, "tori-%u", 2 * around * tube);
    world->meshes[0] = world->meshes[1] = overlap_torus(around, tube);
    overlap_world_start(world, 1);
    world->poses[0] = (toi_pose){{0.1, 0.2, 0.3}, {0.9, -0.23, 0.36, 0.05}};
    world->poses[1] = (toi_pose){{0.75, 0.4, 0.2}, {0.4, 0.7, -0.2, 0.5}};
    overlap_judge judge;
    overlap_judge_make(world, &judge);
    overlap_world_judge(world, 0, &judge);
    overlap_judge_release(&judge);
}
