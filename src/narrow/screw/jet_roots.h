// All roots of a function that is known by its jets: a contact function of round shapes.

#ifndef TI_NARROW_SCREW_JET_ROOTS_H
#define TI_NARROW_SCREW_JET_ROOTS_H

#include "narrow/screw/jet.h"
#include "narrow/screw/roots.h"

// The jet at s for a span of half width h around it; 0 is allowed. False: no root in this span is asked for.
typedef bool ti_jet_function(void* context, double s, double h, ti_jet* jet);

// A walk from left to right. Everything to the left of the spans on the stack is settled.
typedef struct ti_jet_search {
    ti_jet_function* function;
    void* context;
    double from, to;
    double start[TI_ROOT_DEPTH], end[TI_ROOT_DEPTH];
    int depth;
    uint32_t steps, max_steps;
    bool clustered; // cluster_from to cluster_to may be zero all along
    double cluster_from, cluster_to;
} ti_jet_search;

// Looks on [from, to], closed; 0 <= from <= to <= 1. After max_steps evaluations what is left counts as one
// sustained root: nothing is dropped.
void ti_jet_search_begin(ti_jet_search* search, ti_jet_function* function, void* context, double from,
                         double to, uint32_t max_steps);

// The next root in time. False when there are no more.
bool ti_jet_search_next(ti_jet_search* search, ti_root* root);

#endif
