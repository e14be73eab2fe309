// All contacts of a ball as it is, and as a mesh that is at most a thousandth inside of it.

#include "bench/cases.h"

#include "scenes/model.h"

#include <stdio.h>
#include <stdlib.h>

void ti_cases_add_all_round(ti_case_list* list)
{
    ti_model torus = {0};
    toi_mesh *ball = NULL, *fine = NULL;
    if (!ti_cases_wanted(list, "ball_exact") && !ti_cases_wanted(list, "ball_fine")) {
        return;
    }
    if (toi_mesh_create_sphere(0.5, NULL, &ball, NULL) != TOI_OK ||
        toi_mesh_create_tessellation(ball, false, 1e-3, NULL, &fine, NULL) != TOI_OK) {
        fputs("toi_bench_all: no ball\n", stderr);
        exit(5);
    }
    const toi_mesh* const balls[] = {ti_cases_keep_mesh(list, "ball", ball),
                                     ti_cases_keep_mesh(list, "fine", fine)};
    ti_model_torus(&torus, 1.0, 0.35, 25, 12);
    const toi_mesh* ring = ti_cases_keep_mesh(list, "torus", ti_model_mesh(&torus));
    ti_model_release(&torus);
    for (int i = 0; i < 4; ++i) {
        const char* scene = i < 2 ? "ball_exact" : "ball_fine";
        if (ti_cases_wanted(list, scene)) {
            ti_case* added = ti_cases_add(list, scene, i % 2 == 0 ? "hole" : "rim");
            added->a = (toi_body){ring, {.pose = TOI_POSE_IDENTITY}};
            added->b.mesh = balls[i / 2];
            added->b.motion = (toi_motion){.kind = TOI_MOTION_SCREW,
                                           .pose = {{i % 2 == 0 ? 0.3 : 1.1, 0.1, 2.0}, {1.0, 0.0, 0.0, 0.0}},
                                           .axis = {0.1, 0.0, -1.0},
                                           .angle = 0.8,
                                           .advance = 4.0};
            added->methods = TI_ALL_SCREW;
        }
    }
}
