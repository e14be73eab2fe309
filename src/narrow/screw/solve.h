// Two features that may meet: when, where and how they do.

#ifndef TI_NARROW_SCREW_SOLVE_H
#define TI_NARROW_SCREW_SOLVE_H

#include "core/array.h"
#include "narrow/screw/group.h"
#include "narrow/screw/roots.h"

typedef struct ti_solver {
    const ti_screw_pair* pair;
    ti_view* view[2];
    ti_array* contacts; // of ti_screw_contact
    ti_screw_effort* effort;
    double latest; // contacts after this time are not asked for
} ti_solver;

// Search on [from, to] within [0, 1]; contacts that count are appended. False without memory.
// A facet of body `owner` and a vertex of the other.
bool ti_solve_tip(ti_solver* solver, int owner, uint32_t facet, uint32_t vertex, double from, double to);

// A crease of A and one of B.
bool ti_solve_creases(ti_solver* solver, uint32_t crease_a, uint32_t crease_b, double from, double to);

// ---- between the files of the solver

// Whether a point in the plane of a facet is in it, or at most `slack` outside. Both at s = 0.
bool ti_facet_holds(ti_view* view, uint32_t facet, toi_vec3 normal, toi_vec3 point, double slack);

// Appends a contact if it counts by its properness and direction; sets entering, and properness within
// rounding of the least one to that. Brings solver->latest forward where only the first contact is asked for.
// @param sine  of the angle between the edges; 1 for a vertex
// @return false without memory
bool ti_contact_add(ti_solver* solver, double sine, ti_screw_contact* contact);

// Evaluations for the roots of one function at most. Only a function that stays within rounding of zero for
// long without being zero needs more than some dozens; what is left of it then counts as sustained.
enum { TI_SOLVER_BUDGET = 4096 };

// Walks over the spans of a sustained touch in which `holds` is true, which may change only at roots of the
// functions; calls `report` for each. False if that did.
typedef struct ti_span_walk {
    const ti_function* functions;
    int count;
    bool (*holds)(void* context, double s);
    bool (*report)(void* context, double from, double to);
    void* context;
} ti_span_walk;

bool ti_walk_spans(ti_solver* solver, const ti_span_walk* walk, double from, double to);

#endif
