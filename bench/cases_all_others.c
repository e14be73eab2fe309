// All contacts of a screw in its hole, of a screw axis that is far away, of bodies that do not turn, and of a
// ball.

#include "bench/cases.h"

#include "scenes/model.h"

#include <math.h>
#include <stdio.h>

static const double full_turn = 6.283185307179586;

static ti_case* add(ti_case_list* list, const char* scene, const char* name, const toi_mesh* a,
                    const toi_mesh* b)
{
    ti_case* added = ti_cases_add(list, scene, name);
    added->a = (toi_body){.mesh = a, .motion = {.pose = TOI_POSE_IDENTITY}};
    added->b.mesh = b;
    return added;
}

static const toi_mesh* keep(ti_case_list* list, const char* name, ti_model* model)
{
    toi_mesh* mesh = ti_model_mesh(model);
    ti_model_release(model);
    return ti_cases_keep_mesh(list, name, mesh);
}

// ---- a thread of triangles: in a section along the axis its radius rises and falls straight

enum { AROUND = 24 };

static const double pitch = 0.3, depth = 0.06, gap = 0.08, core = 0.5, half_length = 0.75;

// Triangles between two rings, seen from outside where `high` is above `low`, or the other way.
static void add_band(ti_model* model, uint32_t low, uint32_t high, bool inwards)
{
    for (uint32_t i = 0; i < AROUND; ++i) {
        uint32_t k = (i + 1) % AROUND;
        if (inwards) {
            ti_model_triangle(model, low + i, high + k, low + k);
            ti_model_triangle(model, low + i, high + i, high + k);
        } else {
            ti_model_triangle(model, low + i, low + k, high + k);
            ti_model_triangle(model, low + i, high + k, high + i);
        }
    }
}

// The threaded rings of `radius` in the middle between crest and root; returns the first of rows + 1 rings.
static uint32_t add_thread(ti_model* model, double radius, uint32_t rows, bool inwards)
{
    uint32_t first = model->vertex_count;
    for (uint32_t row = 0; row <= rows; ++row) {
        double z = half_length * (2.0 * row / rows - 1.0);
        for (uint32_t i = 0; i < AROUND; ++i) {
            double turns = (double)i / AROUND, phase = turns - z / pitch;
            phase -= floor(phase);
            double r = radius + depth * (fabs(4.0 * phase - 2.0) - 1.0);
            ti_model_vertex(model, r * cos(full_turn * turns), r * sin(full_turn * turns), z);
        }
        if (row > 0) {
            add_band(model, first + (row - 1) * AROUND, first + row * AROUND, inwards);
        }
    }
    return first;
}

// 2928 triangles.
static const toi_mesh* make_rod(ti_case_list* list)
{
    ti_model model = {0};
    uint32_t first = add_thread(&model, core, 60, false), last = first + 60 * AROUND;
    uint32_t low = ti_model_vertex(&model, 0.0, 0.0, -half_length);
    uint32_t high = ti_model_vertex(&model, 0.0, 0.0, half_length);
    for (uint32_t i = 0; i < AROUND; ++i) {
        uint32_t k = (i + 1) % AROUND;
        ti_model_triangle(&model, low, first + k, first + i);
        ti_model_triangle(&model, high, last + i, last + k);
    }
    return keep(list, "thread", &model);
}

// 2976 triangles: a sleeve with the thread inside.
static const toi_mesh* make_hole(ti_case_list* list)
{
    ti_model model = {0};
    uint32_t first = add_thread(&model, core + gap, 30, true), last = first + 30 * AROUND, outside = 0,
             ring = 0;
    for (uint32_t row = 0; row <= 30; ++row) {
        uint32_t next = ti_model_ring(&model, core + 0.5, half_length * (2.0 * row / 30 - 1.0), AROUND);
        if (row > 0) {
            add_band(&model, ring, next, false);
        } else {
            outside = next;
        }
        ring = next;
    }
    add_band(&model, first, outside, false);
    add_band(&model, ring, last, false);
    return keep(list, "hole", &model);
}

// The threads are one helix, so a matched screw keeps clear for any angle. Along the axis the flanks are
// gap * pitch / (4 depth) = 0.1 apart: pushed by half a pitch they meet after two thirds of the way.
static void add_hole(ti_case_list* list)
{
    static const double turns[] = {0.5 / 6.283185307179586, 1.5 / 6.283185307179586, 3.0 / 6.283185307179586,
                                   0.99};
    if (!ti_cases_wanted(list, "hole_matched") && !ti_cases_wanted(list, "hole_pushed")) {
        return;
    }
    const toi_mesh *rod = make_rod(list), *hole = make_hole(list);
    for (int i = 0; i < 4 && ti_cases_wanted(list, "hole_matched"); ++i) {
        char name[64];
        snprintf(name, sizeof name, "%.3f", turns[i]);
        ti_case* added = add(list, "hole_matched", name, hole, rod);
        added->b.motion = (toi_motion){.kind = TOI_MOTION_SCREW,
                                       .pose = TOI_POSE_IDENTITY,
                                       .axis = {0.0, 0.0, 1.0},
                                       .angle = full_turn * turns[i],
                                       .advance = pitch * turns[i]};
        added->methods = TI_ALL_SCREW | TI_ALL_SCREEN_12 | TI_ALL_ORDERS | TI_ALL_COARSE;
        added->known = true;
    }
    if (ti_cases_wanted(list, "hole_pushed")) {
        ti_case* added = add(list, "hole_pushed", "half", hole, rod);
        added->b.motion = (toi_motion){
            .kind = TOI_MOTION_TRANSLATION, .pose = TOI_POSE_IDENTITY, .by = {0.0, 0.0, 0.5 * pitch}};
        added->methods = TI_ALL_SCREW | TI_ALL_FIRST | TI_ALL_SCREEN_12 | TI_ALL_ORDERS | TI_ALL_COARSE;
        added->truth = TI_TRUTH_CONTACT;
        // The tolerance of the query is used up this much earlier.
        added->time = 2.0 / 3.0 - 1.3e-8;
        added->time_high = 2.0 / 3.0 + 1e-12;
    }
}

// ---- a far axis, and none

// B goes 6 along x past the centre of A, on a circle whose centre is so many sizes away along y; 0: straight
// on.
static void add_paths(ti_case_list* list, const char* shape, const toi_mesh* mesh, double size)
{
    static const double far[] = {0.0, 1.0, 100.0, 10000.0};
    for (int i = 0; i < 4; ++i) {
        char scene[64];
        snprintf(scene, sizeof scene, i == 0 ? "straight_%s" : "axis_%s_%g", shape, far[i]);
        if (!ti_cases_wanted(list, scene)) {
            continue;
        }
        for (uint32_t k = 0; k < 2; ++k) {
            double radius = far[i] * size, angle = i == 0 ? 0.0 : 6.0 / radius, tilt = k == 0 ? 0.1 : 0.5;
            ti_case* added = add(list, scene, k == 0 ? "flat" : "tilted", mesh, mesh);
            // The middle of the path is near the centre of A.
            toi_vec3 start = {-3.0, 0.1 + 0.2 * k, 0.2};
            if (i > 0) {
                start.x = -radius * sin(0.5 * angle);
                start.y += 2.0 * radius * sin(0.25 * angle) * sin(0.25 * angle);
            }
            added->b.motion = (toi_motion){.kind = i == 0 ? TOI_MOTION_TRANSLATION : TOI_MOTION_SCREW,
                                           .pose = {start, {1.0, tilt, 0.3, 0.2 + tilt}},
                                           .point = {0.0, radius, 0.0},
                                           .axis = {0.0, 0.0, 1.0},
                                           .angle = angle,
                                           .by = {6.0, 0.3, 0.0}};
            added->methods = TI_ALL_SCREW | TI_ALL_SCREEN | TI_ALL_ROBUST;
            added->methods |= far[i] <= 1.0 ? TI_ALL_ORDERS | TI_ALL_COARSE : 0;
        }
    }
}

static void add_far(ti_case_list* list)
{
    ti_model torus = {0}, box = {0};
    ti_model_torus(&torus, 1.0, 0.35, 25, 12);
    ti_model_box(&box, (toi_vec3){0.0, 0.0, 0.0}, (toi_vec3){0.5, 0.5, 0.5});
    add_paths(list, "torus", keep(list, "ring", &torus), 2.7);
    add_paths(list, "cube", keep(list, "cube", &box), 1.7);
}

void ti_cases_add_all_others(ti_case_list* list)
{
    add_hole(list);
    add_far(list);
}
