// Files of queries on straight vertex paths, packed by gzip or not: rows of `id, scene, type, x0 ... x23`,
// then `gt, toi` where the answer is known; or the rational rows of Sample-Queries, eight a query.

#ifndef TOOL_QUERIES_H
#define TOOL_QUERIES_H

#include "scene/scene.h"

enum { QUERY_NUMBERS = 24 };

typedef enum query_truth {
    QUERY_UNKNOWN = 0,
    QUERY_CLEAR,
    QUERY_CONTACT,
} query_truth;

typedef struct tool_query {
    double x[QUERY_NUMBERS]; // four vertices at time 0, then at time 1
    double time; // of the first contact, where `truth` tells; infinite without one; NaN where it is not said
    size_t id;   // where its name begins in `names`
    uint8_t kind, truth; // toi_primitive_kind, query_truth
} tool_query;

typedef struct tool_queries {
    tool_query* list;
    size_t count, room;
    char* names; // each ends in 0
    size_t names_used, names_room;
} tool_queries;

// `kind` is that of rational files, whose rows do not say it; 0: by the name of the file or its folders,
// which holds vertex-face or edge-edge. To be released also after an error.
toi_status tool_queries_read(const char* path, toi_primitive_kind kind, tool_queries* queries,
                             ti_scene_error* error);

void tool_queries_release(tool_queries* queries);

#endif
