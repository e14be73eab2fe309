// The queries asked of the additive CCD of ipc-toolkit.

#include "bench/primitives_peers.h"

#include <ipc/ccd/additive_ccd.hpp>

static Eigen::Vector3d at(const toi_vec3& v)
{
    return Eigen::Vector3d(v.x, v.y, v.z);
}

bool ti_peer_additive(const toi_primitive_query* q, const toi_primitive_def* def, double* time)
{
    const toi_vec3 *a = q->start, *b = q->end;
    static const ipc::AdditiveCCD ccd(10000, 0.9);
    if (q->kind == TOI_PRIMITIVE_EE) {
        return ccd.edge_edge_ccd(at(a[0]), at(a[1]), at(a[2]), at(a[3]), at(b[0]), at(b[1]), at(b[2]),
                                 at(b[3]), *time, def->separation, 1.0);
    }
    return ccd.point_triangle_ccd(at(a[0]), at(a[1]), at(a[2]), at(a[3]), at(b[0]), at(b[1]), at(b[2]),
                                  at(b[3]), *time, def->separation, 1.0);
}
