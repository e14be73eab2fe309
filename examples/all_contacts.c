// An arm turns twice around a post and rises: every place where it meets a crate, not only the first.

#include <stdio.h>
#include <toi/toi.h>

int main(void)
{
    toi_mesh *crate = NULL, *arm = NULL;
    toi_mesh_create_box((toi_vec3){1.0, 1.0, 1.0}, NULL, &crate, NULL);
    toi_mesh_create_box((toi_vec3){1.5, 0.1, 0.1}, NULL, &arm, NULL);

    toi_body a = {.mesh = crate, .motion = {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}};
    toi_body b = {
        .mesh = arm,
        .motion = {.kind = TOI_MOTION_SCREW, .axis = {0.0, 0.0, 1.0}, .angle = 12.5, .advance = 1.2}};
    b.motion.point = (toi_vec3){0.0, -3.0, 0.0};
    b.motion.pose = (toi_pose){{2.0, -3.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};

    toi_contact contacts[16];
    toi_query_def def = {.contacts = contacts, .contact_capacity = 16};
    toi_result r;
    if (toi_all_contacts(&a, &b, &def, &r) != TOI_OK) {
        return 1;
    }
    for (uint32_t i = 0; i < r.contact_count && i < 16; ++i) {
        const toi_contact* c = &contacts[i];
        printf("t = %.6f, properness %.3f, at (%.3f, %.3f, %.3f)\n", c->time, c->properness, c->point.x,
               c->point.y, c->point.z);
    }
    toi_mesh_destroy(crate);
    toi_mesh_destroy(arm);
}
