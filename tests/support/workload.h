// The queries of motion_flat.txt in the collection of test data: two meshes, their poses, the true answers.

#ifndef TOI_TESTS_WORKLOAD_H
#define TOI_TESTS_WORKLOAD_H

#include "support/oracle.h"

enum { WORKLOAD_MESHES = 32, WORKLOAD_NAME = 64 };

typedef struct workload_truth {
    bool hit;
    double toi, toi_hi, min_distance;
} workload_truth;

typedef struct workload_query {
    char name[WORKLOAD_NAME], group[WORKLOAD_NAME], mesh[2][WORKLOAD_NAME];
    toi_pose start[2], end[2];
    workload_truth truth[2]; // by path: screw, slerp
} workload_query;

// A mesh file as the library reads it, and as the oracle does.
typedef struct workload_mesh {
    char name[WORKLOAD_NAME];
    toi_mesh* mesh;
    oracle_mesh truth;
} workload_mesh;

typedef struct workload {
    char folder[4096];
    workload_query* queries;
    uint32_t query_count;
    workload_mesh meshes[WORKLOAD_MESHES];
    uint32_t mesh_count;
} workload;

// Reads the list in `folder`; false where it is not there or not as it should be.
bool workload_open(workload* w, const char* folder);
void workload_close(workload* w);

// Reads a mesh once; NULL where that fails.
const workload_mesh* workload_get_mesh(workload* w, const char* name);

#endif
