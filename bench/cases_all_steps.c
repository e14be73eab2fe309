// Steps of a simulation in which a third body that nobody asks about shoves one of two tori after every third
// step: asked from where the torus is, and from the last good poses.

#include "bench/cases.h"
#include "bench/draw.h"

#include "scenes/model.h"

#include "toi/good_pose.h"

#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 60 };

// Moves and turns by up to `size`, and towards the origin by a `pull` of the way.
static toi_pose wander(toi_pose from, double size, double pull, uint64_t* state)
{
    double by[6];
    for (int i = 0; i < 6; ++i) {
        by[i] = size * draw(state);
    }
    toi_vec3* p = &from.position;
    toi_quat* q = &from.quaternion;
    *p = (toi_vec3){p->x + by[0] - pull * p->x, p->y + by[1] - pull * p->y, p->z + by[2] - pull * p->z};
    *q = (toi_quat){q->w, q->x + by[3], q->y + by[4], q->z + by[5]};
    return from;
}

static void fail(const char* scene)
{
    fprintf(stderr, "toi_bench_all: %s cannot be stepped\n", scene);
    exit(5);
}

// The step from `from` to `to`. A rests, so that the screw of B is the relative one.
static ti_case* add_step(ti_case_list* list, const char* scene, uint32_t number, const toi_mesh* mesh)
{
    char name[64];
    snprintf(name, sizeof name, "%02u", number);
    ti_case* added = ti_cases_add(list, scene, name);
    added->a.mesh = added->b.mesh = mesh;
    added->methods = TI_ALL_SCREW | TI_ALL_ROBUST_12;
    return added;
}

static bool reports_contact(const ti_case* step)
{
    const toi_query_def def = {.method = TOI_METHOD_SCREEN, .robust = true};
    toi_result result;
    if (toi_all_contacts(&step->a, &step->b, &def, &result) != TOI_OK) {
        fail(step->scene);
    }
    return result.contact_count > 0;
}

// A step that reports a contact is taken back to where it began.
static void add_steps(ti_case_list* list, const char* scene, const toi_mesh* mesh, bool good)
{
    const toi_mesh* const meshes[2] = {mesh, mesh};
    toi_pose now[2] = {TOI_POSE_IDENTITY, {{2.0, 0.5, 0.9}, {1.0, 0.4, 0.2, 0.1}}};
    toi_good_pose from = {{now[0], now[1]}, true};
    uint64_t state = 31;
    for (uint32_t i = 0; i < STEPS && ti_cases_wanted(list, scene); ++i) {
        const toi_pose to[2] = {now[0], wander(now[1], 0.1, 0.1, &state)};
        from.pose[1] = good ? from.pose[1] : now[1];
        toi_body body[2];
        toi_good_pose_bodies(&from, meshes, to, body);
        ti_case* step = add_step(list, scene, i, mesh);
        step->a.motion = (toi_motion){.pose = TOI_POSE_IDENTITY};
        step->b.motion = body[1].motion;
        step->b.motion.path = TOI_PATH_SCREW;
        toi_good_pose end = from;
        bool apart = false, taken = !reports_contact(step);
        if (toi_good_pose_update(&end, meshes, to, &apart) != TOI_OK) {
            fail(scene);
        }
        step->ends_inside = !apart;
        now[1] = taken ? to[1] : from.pose[1];
        from = taken && apart ? end : from;
        toi_pose shoved = wander(now[1], 0.25, 0.1, &state);
        now[1] = i % 3 == 2 ? shoved : now[1];
    }
}

void ti_cases_add_all_steps(ti_case_list* list)
{
    if (!ti_cases_wanted(list, "steps_last") && !ti_cases_wanted(list, "steps_good")) {
        return;
    }
    ti_model torus = {0};
    ti_model_torus(&torus, 1.0, 0.35, 25, 12);
    const toi_mesh* ring = ti_cases_keep_mesh(list, "steps", ti_model_mesh(&torus));
    ti_model_release(&torus);
    add_steps(list, "steps_last", ring, false);
    add_steps(list, "steps_good", ring, true);
}
