// A crate falls on a floor and slides on along it: each move as far as it goes, never into anything.

#include <stdio.h>
#include <toi/toi.h>

int main(void)
{
    toi_mesh *crate = NULL, *floor = NULL;
    toi_stage* stage = NULL;
    toi_mesh_create_box((toi_vec3){0.5, 0.5, 0.5}, NULL, &crate, NULL);
    toi_mesh_create_box((toi_vec3){9.0, 9.0, 0.5}, NULL, &floor, NULL);
    toi_placed still = {.mesh = floor, .pose = {{0.0, 0.0, -0.5}, {1.0, 0.0, 0.0, 0.0}}};
    toi_stage_create(&still, 1, NULL, &stage, NULL);

    toi_placed mover = {.mesh = crate, .pose = {{0.0, 0.0, 3.0}, {1.0, 0.0, 0.0, 0.0}}};
    toi_move moves[2] = {{.by = {0.0, 0.0, -4.0}}, {.by = {2.0, 0.0, 0.0}}};
    toi_trace_def def = {.separation = 0.001};
    toi_trace_result r;
    for (int i = 0; i < 2 && toi_trace(stage, &mover, &moves[i], &def, &r) == TOI_OK; ++i) {
        mover.pose = r.pose;
        printf("%.3f of move %d, to (%.3f, %.3f, %.3f)\n", r.fraction, i + 1, r.pose.position.x,
               r.pose.position.y, r.pose.position.z);
    }
    toi_stage_destroy(stage);
    toi_mesh_destroy(crate);
    toi_mesh_destroy(floor);
}
