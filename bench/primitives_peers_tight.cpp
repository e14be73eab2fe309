// The queries asked of Tight-Inclusion, as for a single query: its filter is computed from the query.

#include "bench/primitives_peers.h"

#include <tight_inclusion/ccd.hpp>

static ticcd::Vector3 at(const toi_vec3& v)
{
    return ticcd::Vector3(v.x, v.y, v.z);
}

bool ti_peer_tight_inclusion(const toi_primitive_query* q, const toi_primitive_def* def, double* time)
{
    const toi_vec3 *a = q->start, *b = q->end;
    const ticcd::Array3 filter = ticcd::Array3::Constant(-1.0);
    const long most_boxes = 1000000;
    double reached = def->tolerance;
    auto* ask = q->kind == TOI_PRIMITIVE_EE ? ticcd::edgeEdgeCCD : ticcd::vertexFaceCCD;
    return ask(at(a[0]), at(a[1]), at(a[2]), at(a[3]), at(b[0]), at(b[1]), at(b[2]), at(b[3]), filter,
               def->separation, *time, def->tolerance, 1.0, most_boxes, reached, false,
               ticcd::CCDRootFindingMethod::BREADTH_FIRST_SEARCH);
}
