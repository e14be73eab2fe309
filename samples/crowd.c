// Bodies, their stage, and one step.

#include "crowd.h"

#include "advance.h"
#include "memory.h"
#include "order.h"
#include "solver.h"

#include <stdio.h>

sim_crowd_settings crowd_default_settings(void)
{
    return (sim_crowd_settings){
        .gravity = {0.0, 0.0, -9.81},
        .separation = 0.1e-3,
        .rest_gap = 2e-3,
        .reach = 20e-3,
        .friction = 0.6,
        .restitution = 0.2,
        .bounce_speed = 1.0,
        .quiet_speed = 0.05,
        .quiet_time = 0.5,
        .max_sweeps = 200,
        .sweep_speed = 1e-5,
        .max_slices = 20,
        .retries = 3,
    };
}

uint32_t crowd_add(sim_crowd* crowd, const char* name, const toi_mesh* mesh, toi_pose pose)
{
    crowd->bodies = grow(crowd->bodies, crowd->count, &crowd->capacity, sizeof *crowd->bodies);
    sim_body* b = &crowd->bodies[crowd->count];
    *b = (sim_body){.mesh = mesh, .pose = pose};
    snprintf(b->name, sizeof b->name, "%s", name);
    toi_mesh_info info;
    toi_mesh_get_info(mesh, &info);
    for (uint32_t i = 0; i < info.vertices; ++i) {
        b->reach = fmax(b->reach, v3_length(toi_mesh_vertex(mesh, i)));
    }
    return crowd->count++;
}

void crowd_weigh(sim_crowd* crowd, double mass, toi_vec3 inertia)
{
    crowd->bodies[crowd->count - 1].mass = mass;
    crowd->bodies[crowd->count - 1].inertia = inertia;
}

void crowd_start(sim_crowd* crowd)
{
    toi_placed* placed = allocate(crowd->count, sizeof *placed);
    for (uint32_t i = 0; i < crowd->count; ++i) {
        placed[i] = (toi_placed){crowd->bodies[i].mesh, crowd->bodies[i].pose, 2};
    }
    toi_error error;
    must(toi_stage_create(placed, crowd->count, NULL, &crowd->stage, &error), "toi_stage_create");
    for (uint32_t i = 0; i < crowd->count; ++i) {
        crowd->bodies[i].pose = toi_stage_body(crowd->stage, i).pose; // of unit quaternions
    }
    release(placed);
    crowd->level = allocate(crowd->count, sizeof *crowd->level);
    crowd->order = allocate(crowd->count, sizeof *crowd->order);
    crowd->island = allocate(crowd->count, sizeof *crowd->island);
}

void crowd_step(sim_crowd* crowd, double dt)
{
    contacts_find(crowd);
    sleep_and_wake(crowd, dt);
    for (uint32_t i = 0; i < crowd->count; ++i) {
        body_begin_step(&crowd->bodies[i], crowd->settings.gravity, dt);
    }
    order_by_support(crowd);
    solve_contacts(crowd, dt);
    advance_bodies(crowd, dt);
}

void crowd_wake(sim_crowd* crowd, uint32_t index)
{
    for (uint32_t i = 0; i < crowd->count; ++i) {
        sim_body* b = &crowd->bodies[i];
        bool together = i == index || (b->asleep && crowd->island[i] == crowd->island[index]);
        if (b->asleep && together) {
            b->asleep = false;
            b->quiet_steps = 0;
            body_begin_step(b, v3(0.0, 0.0, 0.0), 0.0);
        }
    }
}

void crowd_place(sim_crowd* crowd, uint32_t index, toi_pose pose)
{
    must(toi_stage_place(crowd->stage, index, &pose), "toi_stage_place");
    crowd->bodies[index].pose = toi_stage_body(crowd->stage, index).pose;
}

void crowd_release(sim_crowd* crowd)
{
    toi_stage_destroy(crowd->stage);
    contact_list_release(&crowd->contacts);
    contact_list_release(&crowd->contacts_before);
    release(crowd->stops.items);
    release(crowd->bodies);
    release(crowd->level);
    release(crowd->order);
    release(crowd->island);
    release(crowd->contact_order);
}
