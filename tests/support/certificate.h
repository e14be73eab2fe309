// Checks the links of a query as a stranger would: from the two meshes, the two motions and the links alone.

#ifndef TOI_TESTS_CERTIFICATE_H
#define TOI_TESTS_CERTIFICATE_H

#include "support/oracle_motion.h"

#include "toi/query.h"

// A body as links number it.
typedef struct certificate_body {
    rvec* vertices;
    uint32_t (*triangles)[3]; // in the order of toi_mesh_triangle
    uint32_t triangle_count;
    uint32_t* seen; // [vertex count] stamp of the last range that used the vertex
    uint32_t stamp;
    rvec* used; // the vertices of the range at hand
    uint32_t used_count;
    real reach;
    oracle_track track;
} certificate_body;

typedef struct certificate {
    certificate_body body[2];
    real separation;
} certificate;

void certificate_init(certificate* c, const toi_body* a, const toi_body* b, double separation);
void certificate_release(certificate* c);

// A place that no link covers.
typedef struct certificate_hole {
    uint32_t a, b;
    double time;
} certificate_hole;

// Whether the links cover every two triangles at every time before t_free. Decided exactly.
bool certificate_covers(const certificate* c, const toi_link* links, uint32_t count, double t_free,
                        certificate_hole* hole);

typedef struct certificate_link {
    real least;  // smallest distance along the direction that was evaluated, less the separation
    double time; // where
    bool proved; // by values at ends and a bound on the second derivative in between: positive throughout
    uint32_t evaluations;
} certificate_link;

// Evaluates one link at `samples` times and more, until its distance is proved positive or `limit` is
// reached.
certificate_link certificate_check_link(certificate* c, const toi_link* link, uint32_t samples,
                                        uint32_t limit);

#endif
