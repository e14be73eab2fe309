// Other programs that answer the queries of toi_bench_primitives, where the build was told where they are.

#ifndef TOI_BENCH_PRIMITIVES_PEERS_H
#define TOI_BENCH_PRIMITIVES_PEERS_H

#include "toi/primitives.h"

#ifdef __cplusplus
extern "C" {
#endif

// Whether a vertex and a face, or two edges, come within the separation, and the time it gives for that. The
// tolerance is that of the definition.
typedef bool ti_primitive_peer(const toi_primitive_query* query, const toi_primitive_def* def, double* time);

ti_primitive_peer ti_peer_tight_inclusion; // tolerance in length, 10^6 boxes
ti_primitive_peer ti_peer_additive;        // conservative rescaling 0.9, 10^4 steps; no tolerance

#ifdef __cplusplus
}
#endif

#endif
