// Tori and spheres of 10^4, 10^5 and 10^6 triangles, on poses from a fixed seed that do what the class says.

#include "bench/cases.h"
#include "bench/draw.h"

#include "scenes/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define QUERIES 3 // of each class

typedef struct size_row {
    const char* name;
    uint32_t around, across;
} size_row;

static const size_row sizes[] = {{"1e4", 100, 50}, {"1e5", 316, 158}, {"1e6", 1000, 500}};

static toi_quat multiply(toi_quat p, toi_quat q)
{
    return (toi_quat){
        p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
        p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}

// What a class does: B flies by along x at a distance, or is linked with A and moves along z.
typedef struct deed {
    const char* name;
    bool torus, linked;
    double offset; // of a flight: the distance of the path from A's centre; linked: the length of the move
    double degrees;
    ti_truth truth;
} deed;

// Unit spheres, so paths at a distance of 2 graze; facets take off at most 1e-3 of it. Rings of tube radius
// 0.4, so linked ones have a play of 0.2.
static const deed deeds[] = {
    {"torus_pass", true, false, 0.7, 60.0, TI_TRUTH_CONTACT},
    {"torus_linked_miss", true, true, 0.1, 8.0, TI_TRUTH_CLEAR},
    {"torus_linked_hit", true, true, 0.5, 8.0, TI_TRUTH_CONTACT},
    {"sphere_pass", false, false, 0.6, 90.0, TI_TRUTH_CONTACT},
    {"sphere_graze", false, false, 1.988, 90.0, TI_TRUTH_CONTACT},
    {"sphere_miss", false, false, 2.012, 90.0, TI_TRUTH_CLEAR},
};

static toi_motion draw_flight(const deed* d, uint64_t* state)
{
    toi_motion m = {.kind = TOI_MOTION_BETWEEN};
    double turn = 3.14 * draw(state);
    double y = d->offset * cos(turn), z = d->offset * sin(turn);
    toi_quat start = draw_turn(state, 150.0 * draw(state));
    m.pose = (toi_pose){{-3.0 + 0.2 * draw(state), y, z}, start};
    m.end = (toi_pose){{3.0 + 0.2 * draw(state), y, z}, multiply(draw_turn(state, d->degrees), start)};
    // Linear motion keeps the distance; a screw would not.
    m.path = TOI_PATH_SLERP;
    return m;
}

static toi_motion draw_link(const deed* d, uint64_t* state)
{
    toi_motion m = {.kind = TOI_MOTION_BETWEEN};
    toi_quat upright = {sqrt(0.5), sqrt(0.5), 0.0, 0.0};
    toi_quat start = multiply(upright, (toi_quat){cos(0.3 * draw(state)), 0.0, 0.0, 0.3 * draw(state)});
    double half = 0.5 * d->degrees * TI_DEGREE;
    // B turns about its own axis.
    toi_quat turn = {cos(half), 0.0, 0.0, sin(half)};
    m.pose = (toi_pose){{1.0 + 0.02 * draw(state), 0.02 * draw(state), 0.02 * draw(state)}, start};
    m.end = m.pose;
    m.end.position.z += d->offset;
    m.end.quaternion = multiply(start, turn);
    m.path = TOI_PATH_SLERP;
    return m;
}

static const toi_mesh* find_or_make(ti_case_list* list, const deed* d, const size_row* size)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s", d->torus ? "torus" : "sphere", size->name);
    const toi_mesh* known = ti_cases_find_mesh(list, name);
    if (known != NULL) {
        return known;
    }
    ti_model model = {0};
    if (d->torus) {
        ti_model_torus(&model, 1.0, 0.4, size->around, size->across);
    } else {
        ti_model_sphere(&model, 1.0, size->around, size->across + 1);
    }
    toi_mesh* mesh = ti_model_mesh(&model);
    ti_model_release(&model);
    return ti_cases_keep_mesh(list, name, mesh);
}

void ti_cases_add_large(ti_case_list* list)
{
    for (size_t k = 0; k < sizeof deeds / sizeof deeds[0] * 3; ++k) {
        const size_row* size = &sizes[k % 3];
        const deed* d = &deeds[k / 3];
        char scene[64];
        snprintf(scene, sizeof scene, "%.*s%s%s-slerp", d->torus ? 5 : 6, d->name, size->name,
                 d->name + (d->torus ? 5 : 6));
        if (!ti_cases_wanted(list, scene)) {
            continue;
        }
        uint64_t state = 1000 + k;
        for (uint32_t i = 0; i < QUERIES; ++i) {
            char name[64];
            snprintf(name, sizeof name, "%u", i);
            ti_case* added = ti_cases_add(list, scene, name);
            const toi_mesh* mesh = find_or_make(list, d, size);
            added->a = (toi_body){.mesh = mesh, .motion = {.pose = TOI_POSE_IDENTITY}};
            added->b =
                (toi_body){.mesh = mesh, .motion = d->linked ? draw_link(d, &state) : draw_flight(d, &state)};
            added->truth = d->truth;
        }
    }
}
