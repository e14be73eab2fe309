// Bodies that slide or turn at a small gap: the answers are known by construction.

#include "bench/cases.h"

#include "scenes/model.h"

#include <math.h>
#include <stdio.h>

static const double full_turn = 6.283185307179586;

static const toi_mesh* keep(ti_case_list* list, const char* name, ti_model* model)
{
    toi_mesh* mesh = ti_model_mesh(model);
    ti_model_release(model);
    return ti_cases_keep_mesh(list, name, mesh);
}

static ti_case* add(ti_case_list* list, const char* scene, double number, const toi_mesh* a,
                    const toi_mesh* b)
{
    char name[64];
    snprintf(name, sizeof name, "%g", number);
    ti_case* added = ti_cases_add(list, scene, name);
    added->a = (toi_body){.mesh = a, .motion = {.pose = TOI_POSE_IDENTITY}};
    added->b.mesh = b;
    added->truth = TI_TRUTH_CLEAR;
    return added;
}

// A rod of 124 triangles turns one and a half times in an octagonal tube of 64.
static void add_rods(ti_case_list* list)
{
    static const double gaps[] = {0.01, 0.001, 0.0003};
    const char* scene = "rod_in_tube_540";
    if (!ti_cases_wanted(list, scene)) {
        return;
    }
    ti_model tube = {0};
    ti_model_tube(&tube, 0.5 / cos(full_turn / 16.0), 0.8, 1.0, 8);
    const toi_mesh* tube_mesh = keep(list, "tube", &tube);
    for (int i = 0; i < 3; ++i) {
        ti_model rod = {0};
        ti_model_rod(&rod, 0.5 - gaps[i], 1.5, 32);
        ti_case* added = add(list, scene, gaps[i], tube_mesh, keep(list, "rod", &rod));
        added->b.motion = (toi_motion){.kind = TOI_MOTION_ROTATION,
                                       .pose = TOI_POSE_IDENTITY,
                                       .axis = {0.0, 0.0, 1.0},
                                       .angle = 1.5 * full_turn};
    }
}

// A wheel of 32 sides rolls two turns along a floor.
static void add_wheels(ti_case_list* list)
{
    static const double gaps[] = {1e-2, 1e-4, 1e-6};
    const char* scene = "wheel_rolls";
    if (!ti_cases_wanted(list, scene)) {
        return;
    }
    ti_model floor = {0}, wheel = {0};
    ti_model_box(&floor, (toi_vec3){0.0, 0.0, -0.5}, (toi_vec3){10.0, 2.0, 0.5});
    ti_model_rod(&wheel, 0.5, 0.1, 32);
    const toi_mesh* floor_mesh = keep(list, "floor", &floor);
    const toi_mesh* wheel_mesh = keep(list, "wheel", &wheel);
    for (int i = 0; i < 3; ++i) {
        ti_case* added = add(list, scene, gaps[i], floor_mesh, wheel_mesh);
        added->b.motion = (toi_motion){.kind = TOI_MOTION_SPIN,
                                       .pose = {{-3.0, 0.0, 0.5 + gaps[i]}, {1.0, 1.0, 0.0, 0.0}},
                                       .by = {full_turn, 0.0, 0.0},
                                       .axis = {0.0, 1.0, 0.0},
                                       .angle = 2.0 * full_turn};
    }
}

// A cube turns flat above a floor.
static void add_boxes(ti_case_list* list)
{
    static const double gaps[] = {1e-2, 1e-5, 1e-8};
    const char* scene = "box_spins_flat";
    if (!ti_cases_wanted(list, scene)) {
        return;
    }
    ti_model floor = {0}, box = {0};
    ti_model_box(&floor, (toi_vec3){0.0, 0.0, -0.5}, (toi_vec3){5.0, 5.0, 0.5});
    ti_model_box(&box, (toi_vec3){0.0, 0.0, 0.0}, (toi_vec3){0.5, 0.5, 0.5});
    const toi_mesh* floor_mesh = keep(list, "ground", &floor);
    const toi_mesh* box_mesh = keep(list, "box", &box);
    for (int i = 0; i < 3; ++i) {
        ti_case* added = add(list, scene, gaps[i], floor_mesh, box_mesh);
        added->b.motion = (toi_motion){.kind = TOI_MOTION_SPIN,
                                       .pose = {{-1.0, 0.0, 0.5 + gaps[i]}, {1.0, 0.0, 0.0, 0.0}},
                                       .by = {2.0, 1.0, 0.0},
                                       .axis = {0.0, 0.0, 1.0},
                                       .angle = 1.5 * full_turn};
    }
}

// A screw of eight turns in a nut of seven: turned with its pitch, and against it.
static void add_screws(ti_case_list* list)
{
    static const double angles[] = {0.5, 1.5, 3.0, 6.22};
    if (!ti_cases_wanted(list, "screw_in_nut_turn") && !ti_cases_wanted(list, "screw_in_nut_wrong")) {
        return;
    }
    ti_thread thread = {.pitch = 1.5, .root = 4.08, .crest = 5.0, .play = 0.4, .turns = 7, .around = 48};
    ti_model nut = {0}, screw = {0};
    ti_model_threaded_block(&nut, &thread, 9.0);
    thread.turns = 8;
    ti_model_screw(&screw, &thread, 8.0, 4.0);
    const toi_mesh* nut_mesh = keep(list, "nut", &nut);
    const toi_mesh* screw_mesh = keep(list, "screw", &screw);
    for (int i = 0; i < 8; ++i) {
        double sense = i < 4 ? 1.0 : -1.0;
        const char* scene = i < 4 ? "screw_in_nut_turn" : "screw_in_nut_wrong";
        if (!ti_cases_wanted(list, scene)) {
            continue;
        }
        ti_case* added = add(list, scene, angles[i % 4], nut_mesh, screw_mesh);
        added->truth = i < 4 ? TI_TRUTH_CLEAR : TI_TRUTH_CONTACT;
        added->b.motion = (toi_motion){.kind = TOI_MOTION_SCREW,
                                       .pose = {{0.0, 0.0, -0.25 * thread.pitch}, {1.0, 0.0, 0.0, 0.0}},
                                       .axis = {0.0, 0.0, 1.0},
                                       .angle = angles[i % 4],
                                       .advance = sense * thread.pitch * angles[i % 4] / full_turn};
    }
}

void ti_cases_add_close(ti_case_list* list)
{
    add_rods(list);
    add_wheels(list);
    add_boxes(list);
    add_screws(list);
}
