// The last poses at which two bodies were known to be apart, for simulations that move bodies step by step.

#ifndef TOI_GOOD_POSE_H
#define TOI_GOOD_POSE_H

#include "toi/query.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Kept by the caller, one for each pair. A step that looks for contacts from these poses on, and not from
/// where the last step ended, sees also what that step came upon without a report: a stop halfway because of
/// a third body, or a motion that was no screw [Buss05, section 10].
typedef struct toi_good_pose {
    toi_pose pose[2]; ///< of A and of B
    bool known;       ///< false until the first update that finds the bodies apart
} toi_good_pose;

/// The bodies that move from the good poses, or where none are known rest, to the given ones, for
/// toi_all_contacts with relative_screw, and robust where the screen is used. No pair is ever inside of each
/// other without a report if this is asked for every pose that the bodies really take.
TOI_API void toi_good_pose_bodies(const toi_good_pose* good, const toi_mesh* const mesh[2],
                                  const toi_pose to[2], toi_body body[2]);

/// Keeps the poses if the bodies are apart there, which is decided exactly on the posed vertices.
/// @param apart  whether they were; may be NULL
/// @return TOI_ERROR_INVALID for a mesh or pose that no query takes; nothing has changed then
TOI_API toi_status toi_good_pose_update(toi_good_pose* good, const toi_mesh* const mesh[2],
                                        const toi_pose pose[2], bool* apart);

#ifdef __cplusplus
}
#endif

#endif
