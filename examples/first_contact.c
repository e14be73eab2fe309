// Two boxes: one rests, one comes down and turns by a quarter. When do they first touch?

#include <stdio.h>
#include <toi/toi.h>

int main(void)
{
    toi_mesh *crate = NULL, *plank = NULL;
    toi_mesh_create_box((toi_vec3){1.0, 1.0, 1.0}, NULL, &crate, NULL);
    toi_mesh_create_box((toi_vec3){2.0, 0.1, 0.1}, NULL, &plank, NULL);

    toi_body a = {.mesh = crate, .motion = {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}};
    toi_body b = {.mesh = plank, .motion = {.kind = TOI_MOTION_BETWEEN, .path = TOI_PATH_SLERP}};
    b.motion.pose = (toi_pose){{-1.0, 0.0, 3.0}, {1.0, 0.0, 0.0, 0.0}};
    b.motion.end = (toi_pose){{1.0, 0.5, 1.5}, {1.0, 0.0, 1.0, 0.0}};

    toi_result r;
    if (toi_first_contact(&a, &b, NULL, &r) == TOI_OK && r.answer == TOI_ANSWER_CONTACT) {
        printf("contact at t = %.6f, at (%.3f, %.3f, %.3f)\n", r.t_hit, r.point.x, r.point.y, r.point.z);
    }
    toi_mesh_destroy(crate);
    toi_mesh_destroy(plank);
}
