// How two bodies stand at time 0, decided exactly on the posed vertices, for every two triangles.

#include "narrow/first/start.h"

#include "math/triangles.h"

static void pose_triangle(const toi_mesh* mesh, const ti_mat3* rotation, toi_vec3 position, uint32_t index,
                          toi_vec3 out[3])
{
    for (int i = 0; i < 3; ++i) {
        out[i] = xf_point(rotation, position, mesh->vertices[mesh->triangles[index].vertex[i]]);
    }
}

void ti_start_decide(const toi_mesh* a, const toi_pose* pose_a, const toi_mesh* b, const toi_pose* pose_b,
                     bool solid, ti_start* out)
{
    ti_mat3 ra = m3_from_quat(pose_a->quaternion), rb = m3_from_quat(pose_b->quaternion);
    *out = (ti_start){TOI_START_FREE, 0, 0};
    (void)solid;
    for (uint32_t i = 0; i < a->triangle_count; ++i) {
        toi_vec3 ta[3], tb[3];
        pose_triangle(a, &ra, pose_a->position, i, ta);
        for (uint32_t j = 0; j < b->triangle_count; ++j) {
            pose_triangle(b, &rb, pose_b->position, j, tb);
            ti_meeting meeting = ti_triangles_relation(ta, tb);
            if (meeting == TI_MEET_APART) {
                continue;
            }
            *out = (ti_start){TOI_START_TOUCHING, i, j};
            if (meeting == TI_MEET_CROSS) {
                out->state = TOI_START_OVERLAPPING;
                return;
            }
        }
    }
}
