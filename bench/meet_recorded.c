// Worlds with recorded truth: two meshes at an instant, face by face, and runs of many bodies, cycle by
// cycle.

#define _POSIX_C_SOURCE 200809L // popen

#include "bench/meet_parts.h"
#include "bench/overlap_shapes.h"
#include "bench/overlap_world.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Zero where the notes ask for nothing.
typedef struct targets {
    double must_us, stretch_us;
} targets;

static void fail(const char* path, const char* why)
{
    fprintf(stderr, "%s: %s\n", path, why);
    exit(3);
}

static meet_mesh* read_mesh(const char* name)
{
    char file[128];
    snprintf(file, sizeof file, "%s%s", name, strstr(name, ".obj") != NULL ? "" : ".obj");
    toi_mesh* mesh = overlap_read_mesh(file);
    if (mesh == NULL) {
        fail(file, "cannot be read");
    }
    return meet_mesh_make(mesh);
}

// ---- two meshes

typedef struct instant_class {
    const char* mesh;
    targets of[MEET_REST + 1]; // by kind
} instant_class;

static const instant_class classes[] = {
    {"cube", {{1.5, 0.7}}},
    {"car", {{2.5, 1.5}}},
    {"torus300", {{30, 15}, {24, 14}, {35, 18}}},
    {"shuttle528", {{45, 22}}},
    {"sphere168", {{4, 2.5}}},
    {"sphere528", {{7, 4}}},
    {"sphere960", {{11, 6}}},
    {"sphere3968", {{45, 25}}},
    {"sphere10k", {{65, 35}}},
    {"torus10k", {{125, 70}, {115, 70}, {430, 200}}},
};
enum { CLASSES = sizeof classes / sizeof classes[0], MOST_INSTANTS = 3 };

typedef struct instant {
    toi_pose pose[2];
    uint64_t pairs;
} instant;

static double number_at(const json_t* list, size_t index)
{
    return json_number_value(json_array_get(list, index));
}

static bool read_instant(const char* folder, const char* mesh, int number, instant* read)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/workloads/instant/%s_d%d.json", folder, mesh, number);
    json_error_t error;
    json_t* file = json_load_file(path, 0, &error);
    if (file == NULL) {
        return false;
    }
    for (size_t i = 0; i < 2; ++i) {
        const json_t* body = json_array_get(json_object_get(file, "bodies"), i);
        const json_t* pose = json_object_get(json_object_get(body, "motion"), "pose");
        const json_t *p = json_object_get(pose, "position"), *q = json_object_get(pose, "quaternion");
        read->pose[i] = (toi_pose){{number_at(p, 0), number_at(p, 1), number_at(p, 2)},
                                   {number_at(q, 0), number_at(q, 1), number_at(q, 2), number_at(q, 3)}};
    }
    const json_t* pairs = json_object_get(json_object_get(file, "extras"), "expected_face_pairs");
    read->pairs = json_array_size(pairs);
    json_decref(file);
    return true;
}

// Every instant, and once more with the bodies exchanged, so that no frame is like the one before.
bool meet_make_instant(const meet_choice* choice, uint32_t index, meet_world* world)
{
    static const char* const kinds[] = {"rigid", "deform", "soup", "rest"};
    if (index >= CLASSES * (MEET_REST + 1)) {
        return false;
    }
    const instant_class* class = &classes[index % CLASSES];
    meet_kind kind = (meet_kind)(index / CLASSES);
    *world = (meet_world){
        .kind = kind, .must_us = class->of[kind].must_us, .stretch_us = class->of[kind].stretch_us};
    snprintf(world->name, sizeof world->name, "pair-%s-%s", class->mesh, kinds[kind]);
    instant found[MOST_INSTANTS];
    uint32_t count = 0;
    for (int i = 0; i < MOST_INSTANTS && meet_choice_takes(choice, world->name); ++i) {
        count += read_instant(choice->data, class->mesh, i, &found[count]);
    }
    if (count == 0) {
        return true;
    }
    meet_world_start(world, read_mesh(class->mesh), 2, 2 * count);
    for (uint32_t i = 0; i < 2 * count; ++i) {
        const instant* at = &found[i / 2];
        world->poses[2 * i] = at->pose[i % 2];
        world->poses[2 * i + 1] = at->pose[1 - i % 2];
        world->truth[i] = at->pairs;
    }
    if (kind == MEET_DEFORM || kind == MEET_SOUP) {
        meet_world_shape(world, NULL);
    }
    return true;
}

// ---- recorded runs

typedef struct run_of {
    const char* name; // of the file; NULL: made here
    uint32_t bodies, faces;
    targets rigid, deforming;
} run_of;

static const run_of runs[] = {
    {"n15_sphere168", 15, 168, {6, 3.5}, {6, 4}}, {"n15_shuttle528", 15, 528, {4, 2.2}, {7, 4.5}},
    {"n10_sphere528", 10, 528, {0, 0}, {0, 0}},   {"n30_sphere528", 30, 528, {0, 0}, {0, 0}},
    {NULL, 15, 960, {9, 5.5}, {16, 10}},          {NULL, 20, 528, {0, 0}, {0, 0}},
    {NULL, 40, 528, {20, 11}, {26, 17}},
};
enum { RUNS = sizeof runs / sizeof runs[0], MADE_CYCLES = 300, DEFORMING_CYCLES = 150, QUICK_CYCLES = 40 };

static uint32_t cycles_of(const meet_choice* choice, const meet_world* world, uint32_t recorded)
{
    uint32_t most = choice->quick ? QUICK_CYCLES : world->kind == MEET_DEFORM ? DEFORMING_CYCLES : recorded;
    return recorded < most ? recorded : most;
}

static void read_text(FILE* stream, char line[512])
{
    if (fgets(line, 512, stream) == NULL) {
        fail("workloads/cycles", "ends too early");
    }
}

static FILE* open_run(const meet_choice* choice, const char* name)
{
    char command[4096];
    snprintf(command, sizeof command, "gzip -dc '%s/workloads/cycles/%s.txt.gz' 2>/dev/null", choice->data,
             name);
    return popen(command, "r");
}

// Bodies frame by frame, and how many faces (truth) or boxes meet. False where the run is not there.
static bool read_run(const meet_choice* choice, const char* name, meet_world* world)
{
    FILE* stream = open_run(choice, name);
    char line[512], mesh[64];
    uint32_t bodies, cycles;
    if (stream == NULL || fgets(line, sizeof line, stream) == NULL) {
        return stream != NULL && pclose(stream) == 0;
    }
    read_text(stream, line);
    if (sscanf(line, "%u %63s %u", &bodies, mesh, &cycles) != 3) {
        fail(name, "does not begin as a run");
    }
    meet_world_start(world, read_mesh(mesh), bodies, cycles_of(choice, world, cycles));
    for (uint32_t i = 0; i < world->frame_count; ++i) {
        unsigned long faces, boxes;
        read_text(stream, line);
        if (sscanf(line, "c %*u %lu %*u %lu", &faces, &boxes) != 2) {
            fail(name, "has a cycle without truth");
        }
        world->truth[i] = world->kind == MEET_BOXES ? boxes : faces;
        for (uint32_t k = 0; k < bodies; ++k) {
            toi_pose* p = &world->poses[(size_t)i * bodies + k];
            read_text(stream, line);
            if (sscanf(line, "%lf %lf %lf %lf %lf %lf %lf", &p->position.x, &p->position.y, &p->position.z,
                       &p->quaternion.w, &p->quaternion.x, &p->quaternion.y, &p->quaternion.z) != 7) {
                fail(name, "has a body without a pose");
            }
        }
    }
    pclose(stream);
    return true;
}

// The same rules of motion as those that were recorded.
void meet_world_bounce(meet_world* world, uint32_t faces)
{
    overlap_world bouncing;
    const overlap_crowd crowd = {overlap_sphere(faces), world->body_count, 0, 0.05, 0.05, 10.0, true, false};
    overlap_make_bouncing(&crowd, world->frame_count, &bouncing);
    memcpy(world->poses, bouncing.poses,
           (size_t)world->body_count * world->frame_count * sizeof *world->poses);
    overlap_world_release(&bouncing);
}

bool meet_make_cycle(const meet_choice* choice, uint32_t index, meet_world* world)
{
    if (index >= 2 * RUNS) {
        return false;
    }
    const run_of* run = &runs[index % RUNS];
    bool rigid = index < RUNS;
    const targets* asked = rigid ? &run->rigid : &run->deforming;
    *world = (meet_world){.kind = rigid ? MEET_RIGID : MEET_DEFORM,
                          .must_us = asked->must_us,
                          .stretch_us = asked->stretch_us,
                          .threads = run->bodies == 40};
    snprintf(world->name, sizeof world->name, "cycle-%ux%s%u-%s", run->bodies,
             run->name != NULL && strstr(run->name, "shuttle") != NULL ? "shuttle" : "sphere", run->faces,
             rigid ? "rigid" : "deform");
    if (!meet_choice_takes(choice, world->name)) {
        return true;
    }
    if (run->name == NULL) {
        meet_world_start(world, meet_mesh_make(overlap_sphere(run->faces)), run->bodies,
                         cycles_of(choice, world, MADE_CYCLES));
        meet_world_bounce(world, run->faces);
    } else if (!read_run(choice, run->name, world) || world->body_count == 0) {
        return true;
    }
    if (!rigid) {
        meet_world_shape(world, NULL);
    }
    if (run->name == NULL) {
        meet_world_judge(world);
    }
    return true;
}

// ---- boxes alone

bool meet_read_boxes(const meet_choice* choice, uint32_t bodies, meet_world* world)
{
    char name[32];
    snprintf(name, sizeof name, "bp%u", bodies);
    if (!read_run(choice, name, world) || world->body_count == 0) {
        return false;
    }
    meet_world_boxes(world);
    return true;
}
