// When two meshes first come nearer than a level while one of them makes a move: found from every two of
// their features (vertices, edges, faces) as roots of polynomials, in long double, the way [VanWaveren05]
// goes and not by separating directions.

#ifndef TOI_TESTS_TRACE_FIRST_H
#define TOI_TESTS_TRACE_FIRST_H

#include "support/trace_exact.h"

// A mesh with its edges, those of its triangles too.
typedef struct tf_mesh {
    const oracle_mesh* mesh;
    uint32_t (*edges)[2];
    uint32_t edge_count;
} tf_mesh;

void tf_mesh_init(tf_mesh* mesh, const oracle_mesh* from);
void tf_mesh_release(tf_mesh* mesh);

// The first share of the move of A from its place in `pair` at which the distance of the surfaces falls below
// `level`, which is below the distance at the start; 2 where it never does.
real tf_first(const te_pair* pair, const tf_mesh* a, const tf_mesh* b, const toi_move* move, real level);

// Roots of c[0] + c[1] x + ... + c[degree] x^degree within [low, high] at which it changes its sign, in
// order.
int tf_roots(const real* c, int degree, real low, real high, real* roots);

#endif
