// The last good poses of a pair.

#include "toi/good_pose.h"

#include "motion/path.h"
#include "narrow/first/start.h"

static toi_body moving(const toi_mesh* mesh, toi_pose from, toi_pose to)
{
    toi_motion motion = {.kind = TOI_MOTION_BETWEEN, .path = TOI_PATH_SLERP, .pose = from, .end = to};
    return (toi_body){.mesh = mesh, .motion = motion};
}

void toi_good_pose_bodies(const toi_good_pose* good, const toi_mesh* const mesh[2], const toi_pose to[2],
                          toi_body body[2])
{
    for (int k = 0; k < 2; ++k) {
        body[k] = moving(mesh[k], good->known ? good->pose[k] : to[k], to[k]);
    }
}

static bool is_usable(const toi_mesh* mesh, toi_pose pose)
{
    toi_motion rest = {.kind = TOI_MOTION_STATIC, .pose = pose};
    return mesh != NULL && !mesh->inspect_only && mesh->triangle_count > 0 &&
           toi_motion_check(&rest, NULL) == TOI_OK;
}

toi_status toi_good_pose_update(toi_good_pose* good, const toi_mesh* const mesh[2], const toi_pose pose[2],
                                bool* apart)
{
    if (good == NULL || !is_usable(mesh[0], pose[0]) || !is_usable(mesh[1], pose[1])) {
        return TOI_ERROR_INVALID;
    }
    toi_pose a = ti_pose_unit(pose[0]), b = ti_pose_unit(pose[1]);
    ti_start start;
    ti_start_decide(mesh[0], &a, mesh[1], &b, false, &start);
    bool free = start.state == TOI_START_FREE;
    if (free) {
        *good = (toi_good_pose){{a, b}, true};
    }
    if (apart != NULL) {
        *apart = free;
    }
    return TOI_OK;
}
