// Meshes that deform, asked feature by feature: every vertex with every triangle and every edge with every
// edge, by one query each. Slow and plain: what toi_deform_find is held against.

#ifndef TOI_TESTS_DEFORM_BRUTE_H
#define TOI_TESTS_DEFORM_BRUTE_H

#include "data.h"
#include "toi/deform.h"

// A body: a mesh and its step. `weld` may be NULL.
typedef struct brute_body {
    const toi_mesh* mesh;
    const toi_vec3 *start, *end;
    const uint32_t* weld;
} brute_body;

// One pair of features.
typedef struct brute_pair {
    toi_primitive_kind kind;
    bool vertex_of_b;
    uint32_t vertex[4]; // as in toi_deform_contact
    toi_primitive_query query;
} brute_pair;

// Calls back for every pair of features of a and b, which may be one body: the same pointer.
typedef void brute_visit(void* context, const brute_pair* pair);
void brute_pairs(const brute_body* a, const brute_body* b, brute_visit* visit, void* context);

typedef struct brute_contact {
    brute_pair pair;
    toi_primitive_result result;
} brute_contact;

typedef struct brute_list {
    brute_contact* items; // those that are not clear
    size_t count, capacity;
    uint64_t asked, steps;
} brute_list;

// Asks every pair; the contacts are in the order of toi_deform_find. Release by free(items).
brute_list brute_contacts(const brute_body* a, const brute_body* b, const toi_primitive_def* def);

// Whether a face of a passes through one of b at time 0.
bool brute_crosses(const brute_body* a, const brute_body* b);

#endif
