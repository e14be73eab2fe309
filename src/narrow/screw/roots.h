// All roots of a contact function on a span of time, one after the other.

#ifndef TI_NARROW_SCREW_ROOTS_H
#define TI_NARROW_SCREW_ROOTS_H

#include "narrow/screw/function.h"

typedef enum ti_root_kind {
    TI_ROOT_CROSSING = 0, // the function changes its sign
    TI_ROOT_TANGENT,      // it comes within rounding of zero without doing so for certain
    TI_ROOT_SUSTAINED,    // it stays within rounding of zero from s to until
} ti_root_kind;

typedef struct ti_root {
    ti_root_kind kind;
    double s, until;
    double error; // a root of the exact function is within this of s
    double slope;
} ti_root;

enum { TI_ROOT_DEPTH = 64 };

// A walk from left to right. Everything to the left of the spans on the stack is settled.
typedef struct ti_root_search {
    const ti_function* f;
    double from[TI_ROOT_DEPTH], to[TI_ROOT_DEPTH];
    int depth;
    uint32_t steps, max_steps;
    bool clustered; // cluster_from to cluster_to may be zero all along
    double cluster_from, cluster_to;
    double sustained; // a cluster wider than this is sustained
    bool queued;      // a root that comes after the cluster
    ti_root next;
    double last_s, last_error, last_slope; // the last crossing handed out
} ti_root_search;

// Looks on [from, to], closed; 0 <= from <= to <= 1. After max_steps evaluations what is left counts as one
// sustained root: nothing is dropped.
void ti_root_search_begin(ti_root_search* search, const ti_function* f, double from, double to,
                          uint32_t max_steps);

// The next root in time. False when there are no more.
bool ti_root_search_next(ti_root_search* search, ti_root* root);

#endif
