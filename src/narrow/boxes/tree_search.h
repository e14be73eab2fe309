// A search of two trees on its way, and the pairs of their parts that wait in it.

#ifndef TI_NARROW_BOXES_TREE_SEARCH_H
#define TI_NARROW_BOXES_TREE_SEARCH_H

#include "core/array.h"
#include "narrow/boxes/solid.h"
#include "narrow/boxes/tree.h"
#include "narrow/boxes/tree_link.h"

// Between two cuts of the motions: from `from` to `to`.
typedef struct ti_tree_cell {
    double from, to;
    ti_solid_cell a, b;
} ti_tree_cell;

// A pair of parts of both trees, apart before `time`.
typedef struct ti_tree_pair {
    double time;
    double size[2];
    toi_vec3 normal; // along which it was, as A sees it; zero for none
    ti_tree_part part[2];
    bool again; // its last link went far
} ti_tree_pair;

// Times are of a window, part `from` to `to` of the cell, from 0 to 1.
typedef struct ti_tree_search {
    ti_arena* arena;
    const ti_tree_query* query;
    const ti_tree_cell* cell;
    double from, to;
    bool plain;
    ti_tree_kernel kernel;
    ti_tree_motion motion;
    ti_tree_frame frame;
    ti_array queue; // ti_tree_pair, a heap: the earliest comes first
    bool no_memory;
    ti_tree_found* found;
} ti_tree_search;

static inline double ti_tree_time(const ti_tree_search* s, double time)
{
    return s->from + (s->to - s->from) * time;
}

ti_tree_kernel ti_tree_kernel_of(bool plain);

// ---- the motion

// The polynomials of the window. False without memory, or where degrees are too large: see polys.
bool ti_tree_motion_make(ti_tree_search* search, ti_polys* polys);

// ---- links

// Makes the frame that of a time.
void ti_tree_look(ti_tree_search* search, double time);

// The margin of a value along an axis of the system, and along a direction in the coordinates of a body.
double ti_tree_margin(const ti_tree_motion* motion, uint32_t axis);
double ti_tree_plane_margin(const ti_tree_motion* motion, int body, toi_vec3 normal);

// A direction that is fixed in one body, 0 or 1, and leads to the other one.
typedef struct ti_tree_plane {
    toi_vec3 normal;
    double reach; // most of normal . p of all points p of the part of that body
    int body;
} ti_tree_plane;

// Up to when the sides are apart along it from the time of the frame on, with so many hulls at most.
double ti_tree_link(const ti_tree_search* search, const ti_tree_side side[2], const ti_tree_plane* plane,
                    uint32_t rounds);

// Two triangles along the cross product of an edge of each, which turns with both; against it where `sign` is
// -1.
double ti_tree_link_edges(const ti_tree_search* search, const ti_tree_part part[2], const int edge[2],
                          double sign, double from);

// ---- pairs

// Takes a pair of which one part is not a triangle: advances it, or splits it. What is not apart to the end
// waits.
void ti_tree_take_pair(ti_tree_search* search, const ti_tree_pair* pair);

typedef enum ti_tree_leaf {
    TREE_LEAF_GOES_ON = 0, // waits, or is apart to the end
    TREE_LEAF_TOUCHES,     // within the tolerance at its time
    TREE_LEAF_STAYS,       // neither: rounding does not let it be told
} ti_tree_leaf;

ti_tree_leaf ti_tree_take_triangles(ti_tree_search* search, const ti_tree_pair* pair);

void ti_tree_push(ti_tree_search* search, const ti_tree_pair* pair);

// The queue must not be empty.
ti_tree_pair ti_tree_pop(ti_tree_search* search);

#endif
