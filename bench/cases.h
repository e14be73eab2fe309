// The queries that are measured, and what their answers should be.

#ifndef TI_BENCH_CASES_H
#define TI_BENCH_CASES_H

#include "toi/query.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ti_truth {
    TI_TRUTH_UNKNOWN = 0,
    TI_TRUTH_CLEAR,
    TI_TRUTH_CONTACT,
} ti_truth;

enum { TI_CASE_TIMES = 8 };

// How all contacts are asked for, as bits.
typedef enum ti_all_method {
    TI_ALL_SCREW = 1,      // the analytic engine
    TI_ALL_SLACK = 2,      // with min_properness -0.1
    TI_ALL_FIRST = 4,      // with first_only
    TI_ALL_SCREEN = 8,     // the collision screen at 6, 12 and 24 pixels
    TI_ALL_ROBUST = 16,    // its robust mode, at the same
    TI_ALL_SCREEN_12 = 32, // the screen at 12 pixels, plain and robust
    TI_ALL_ROBUST_12 = 64, // robust alone
    TI_ALL_ORDERS = 128,   // both in the two other orders
    TI_ALL_COARSE = 256,   // both with boxes, and with the coarse meshes of the case where there are any
} ti_all_method;

// One query. Its meshes belong to the list.
typedef struct ti_case {
    char name[64];
    char scene[64]; // the class and the motion, such as cube_pass-screw
    toi_body a, b;
    ti_truth truth;
    double time, time_high; // the first contact lies between; time_high 0: not known
    // Of all contacts:
    uint32_t methods; // bits of ti_all_method
    bool known; // `contact_count` contacts that come together, at least 0 proper, at `times` where listed
    uint32_t contact_count, time_count;
    double times[TI_CASE_TIMES];
    const toi_mesh* coarse[2]; // they enclose the meshes
    bool ends_inside;          // the bodies are not apart at time 1
    bool slow;                 // left out where time is short
} ti_case;

typedef struct ti_case_mesh {
    char name[64];
    toi_mesh* mesh;
} ti_case_mesh;

typedef struct ti_case_list {
    ti_case* cases; // those of a scene follow each other
    uint32_t count, room;
    ti_case_mesh* meshes;
    uint32_t mesh_count, mesh_room;
    const char* filter; // only scenes whose name holds it are made; NULL: all
} ti_case_list;

// Whether a scene passes the filter.
bool ti_cases_wanted(const ti_case_list* list, const char* scene);

// Appends a query. The caller fills it before the next one.
ti_case* ti_cases_add(ti_case_list* list, const char* scene, const char* name);

// The mesh of a name, or NULL; and giving the list a mesh.
const toi_mesh* ti_cases_find_mesh(const ti_case_list* list, const char* name);
const toi_mesh* ti_cases_keep_mesh(ti_case_list* list, const char* name, toi_mesh* mesh);

// Adds the verified queries of FOLDER/workloads/motion_flat.txt; false where there are none.
bool ti_cases_add_workload(ti_case_list* list, const char* folder);

// Adds tori and spheres of 10^4, 10^5 and 10^6 triangles.
void ti_cases_add_large(ti_case_list* list);

// Adds what slides and turns at a small gap: a rod in a tube, a wheel, a box, a screw in a nut.
void ti_cases_add_close(ti_case_list* list);

// Queries for all contacts: those of FOLDER/workloads/screw, false where there are none; tori that pass
// through each other, touch, miss and are linked; tori of 300 to 10^5 faces; a screw in its hole, a screw
// axis far away, and bodies that do not turn.
bool ti_cases_add_all_workload(ti_case_list* list, const char* folder);
void ti_cases_add_all_tori(ti_case_list* list);
void ti_cases_add_all_others(ti_case_list* list);

// The same of shapes that are round, which only toi_all_contacts takes.
void ti_cases_add_all_round(ti_case_list* list);

// Steps of a simulation, from where the last one ended and from the last good poses.
void ti_cases_add_all_steps(ti_case_list* list);

// Brings the queries of each scene together, in order of names.
void ti_cases_sort(ti_case_list* list);

// The first query past the scene that query `first` begins.
uint32_t ti_cases_scene_end(const ti_case_list* list, uint32_t first);

void ti_cases_release(ti_case_list* list);

#ifdef __cplusplus
}
#endif

#endif
