// All contacts of a ball and of a cylinder as they are, and as meshes that are at most a thousandth inside.

#include "bench/cases.h"

#include "scenes/model.h"

#include <stdio.h>
#include <stdlib.h>

// Through the hole of the ring, and over its rim.
static void add_paths(ti_case_list* list, const char* scene, const toi_mesh* ring, const toi_mesh* shape,
                      toi_quat tilt)
{
    for (int i = 0; i < 2 && ti_cases_wanted(list, scene); ++i) {
        ti_case* added = ti_cases_add(list, scene, i == 0 ? "hole" : "rim");
        added->a = (toi_body){.mesh = ring, .motion = {.pose = TOI_POSE_IDENTITY}};
        added->b.mesh = shape;
        added->b.motion = (toi_motion){.kind = TOI_MOTION_SCREW,
                                       .pose = {{i == 0 ? 0.3 : 1.1, 0.1, 2.0}, tilt},
                                       .axis = {0.1, 0.0, -1.0},
                                       .angle = 0.8,
                                       .advance = 4.0};
        added->methods = TI_ALL_SCREW;
    }
}

// Takes the exact shape.
static void add_shape(ti_case_list* list, const char* shape, const toi_mesh* ring, toi_mesh* exact,
                      toi_quat tilt)
{
    toi_mesh* fine = NULL;
    char name[64];
    if (toi_mesh_create_tessellation(exact, false, 1e-3, NULL, &fine, NULL) != TOI_OK) {
        fprintf(stderr, "toi_bench_all: no %s of polygons\n", shape);
        exit(5);
    }
    for (int i = 0; i < 2; ++i) {
        snprintf(name, sizeof name, "%s_%s", shape, i == 0 ? "exact" : "fine");
        add_paths(list, name, ring, ti_cases_keep_mesh(list, name, i == 0 ? exact : fine), tilt);
    }
}

void ti_cases_add_all_round(ti_case_list* list)
{
    static const char* const scenes[] = {"ball_exact", "ball_fine", "cylinder_exact", "cylinder_fine"};
    ti_model torus = {0};
    toi_mesh *ball = NULL, *cylinder = NULL;
    bool wanted = false;
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; ++i) {
        wanted = wanted || ti_cases_wanted(list, scenes[i]);
    }
    if (!wanted) {
        return;
    }
    if (toi_mesh_create_sphere(0.5, NULL, &ball, NULL) != TOI_OK ||
        toi_mesh_create_cylinder(0.4, 0.5, NULL, &cylinder, NULL) != TOI_OK) {
        fputs("toi_bench_all: no round shapes\n", stderr);
        exit(5);
    }
    ti_model_torus(&torus, 1.0, 0.35, 25, 12);
    const toi_mesh* ring = ti_cases_keep_mesh(list, "torus", ti_model_mesh(&torus));
    ti_model_release(&torus);
    add_shape(list, "ball", ring, ball, (toi_quat){1.0, 0.0, 0.0, 0.0});
    add_shape(list, "cylinder", ring, cylinder, (toi_quat){1.0, 0.3, 0.2, 0.1});
}
