// The bodies of the experiments of [Kitamura98], with as many triangles as there.

#ifndef TI_BENCH_OVERLAP_SHAPES_H
#define TI_BENCH_OVERLAP_SHAPES_H

#include "toi/mesh.h"

// Spheres of radius 1. Twice as many slices as stacks but for 10 and 54.
enum { OVERLAP_SPHERES = 14 };
extern const uint32_t overlap_sphere_faces[OVERLAP_SPHERES];

// All end the program where they cannot be made; the caller destroys the mesh.
toi_mesh* overlap_sphere(uint32_t faces);
toi_mesh* overlap_chair(void); // 146
toi_mesh* overlap_head(void);  // 1816
toi_mesh* overlap_hand(void);  // 960
toi_mesh* overlap_torus(uint32_t around, uint32_t tube);

// A file of workloads/meshes in $TOI_DATA (default ../shared); NULL where it is not there.
toi_mesh* overlap_read_mesh(const char* name);

#endif
