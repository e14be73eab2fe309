// A search of the trees on its way: parts of time, and the pairs that are left in each.

#ifndef TI_NARROW_BOXES_TREE_WALK_H
#define TI_NARROW_BOXES_TREE_WALK_H

#include "core/array.h"
#include "narrow/boxes/solid.h"
#include "narrow/boxes/tree.h"
#include "narrow/boxes/tree_pair.h"
#include "narrow/boxes/tree_sides.h"

// A pair of parts of both trees.
typedef struct ti_tree_pair {
    ti_tree_side a, b;
} ti_tree_pair;

typedef struct ti_tree_level {
    double *node, *ways;
    double begin, width;
    uint32_t depth;
    size_t first, count; // its pairs in `waiting`
} ti_tree_level;

// Between two cuts of the motions: from `from` to `to`.
typedef struct ti_tree_cell {
    double from, to;
    ti_solid_cell a, b;
} ti_tree_cell;

// After so many halvings polynomials are made anew for the part, with the rounding of what is there; after so
// many more there is no further one.
enum { TREE_COARSE_HALVINGS = 16, TREE_FINE_HALVINGS = 28 };

typedef struct ti_tree_walk {
    ti_arena* arena;
    const ti_tree_query* query;
    const ti_tree_cell* cell;
    double from, width; // of the cell, from 0 to 1: what is searched
    bool fine, plain;
    ti_box_system cubes, boxes; // of whole bodies, and of a pair
    double cube_a, cube_b, size;
    ti_box_halve_fn halve;
    ti_box_test_fn test;
    ti_tree_place_fn place;
    ti_array waiting, open; // pairs: of all levels, and those still to be looked at in one of them
    ti_tree_level levels[TREE_FINE_HALVINGS + 1];
    uint32_t ready, top; // levels that have room, and those in use
    uint32_t first;      // the family of axes to try first
    bool no_memory;
    ti_tree_found* found;
} ti_tree_walk;

static inline bool ti_tree_is_last(const ti_tree_walk* w, const ti_tree_level* l)
{
    return w->fine && l->depth >= TREE_FINE_HALVINGS;
}

// In the cell: sums of few powers of two, which are exact.
static inline double ti_tree_begin(const ti_tree_walk* w, const ti_tree_level* l)
{
    return w->from + w->width * l->begin;
}

static inline void ti_tree_push(ti_tree_walk* w, ti_array* to, const ti_tree_pair* pair)
{
    ti_tree_pair* place = ti_array_push(to);
    if (place != NULL) {
        *place = *pair;
    }
    w->no_memory = w->no_memory || place == NULL;
}

// The pairs of the level become those that are left of them, at the end of `waiting`.
void ti_tree_settle(ti_tree_walk* walk, ti_tree_level* level);

// Whether two triangles that are left touch at the beginning of the part, up to the tolerance.
bool ti_tree_is_contact(const ti_tree_walk* walk, const ti_tree_level* level);

#endif
