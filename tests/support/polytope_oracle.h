// How far the hulls of points on rational or affine motions are apart, in long double and written differently
// from the library: facets by trying all triples of points, and all points on all normals and on the cross
// products of all pairs of edges.

#ifndef TOI_TESTS_POLYTOPE_ORACLE_H
#define TOI_TESTS_POLYTOPE_ORACLE_H

#include "support/real.h"
#include "toi/motion.h"

enum { ORACLE_POINTS = 80, ORACLE_FACETS = 300, ORACLE_EDGES = 500 };

typedef struct polytope_body {
    toi_rational motion;
    const toi_vec3* points;
    uint32_t count;
    int dimension; // of the hull
    uint32_t facets[ORACLE_FACETS][3], edges[ORACLE_EDGES][2];
    uint32_t facet_count, edge_count;
} polytope_body;

// Finds facets and edges of the points.
void polytope_body_prepare(polytope_body* body);

// The largest separation along a unit axis at time t: positive where they are apart, at most their distance;
// else minus how deep they are in each other, at least.
real polytope_separation(const polytope_body* a, const polytope_body* b, real t);

#endif
