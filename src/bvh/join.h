// Which boxes of two lists meet, or of one list, without a structure that would have to be kept: the part of
// space that both lists have in common is cut in two over and over, and each part has its own, shorter lists.

#ifndef TI_BVH_JOIN_H
#define TI_BVH_JOIN_H

#include "bvh/pair_list.h"
#include "core/arena.h"

// Two lists of boxes, or one against itself. Coordinates may be infinite: a lower one downwards, an upper one
// upwards. No box is inside out.
typedef struct ti_join {
    const ti_float_box* a;
    const ti_float_box* b; // NULL: the boxes of `a` against each other
    uint32_t count_a, count_b;
    // Of one list, or NULL: pairs of items whose triangles, by item, share a vertex or are of one face are
    // left out.
    const ti_triangle* triangles;
} ti_join;

typedef struct ti_join_groups ti_join_groups;

// A part of space with the boxes that reach into it. It has those pairs whose boxes meet, and have the
// largest of their lower corners, coordinate by coordinate, in the cell. So each pair is in one part.
typedef struct ti_join_part {
    const ti_float_box* a;
    const ti_float_box* b; // NULL: of one list
    uint32_t count_a, count_b;
    const ti_join_groups* groups;    // what the boxes are of: NULL for those of the join itself
    ti_float_box cell;               // closed below, open above
    ti_float_box bounds_a, bounds_b; // least boxes around the lists
} ti_join_part;

// Appends a ti_face_pair of two items for each pair of boxes that meet, once, in an order that depends on the
// input alone. Of one list a < b, else a is of the first list. Boxes that touch meet.
// Takes time in proportion to the boxes and the pairs where boxes are small beside the whole, and never much
// more than all pairs would, 0.3 ns each. The arena is left as it was.
// @return false without memory, or where the list ends the search; it then holds some of the pairs
bool ti_join_find(const ti_join* join, ti_arena* scratch, ti_pair_list* pairs);

// Cuts a join into at most `most` parts, as many as are worth it, which may be looked at in any order and by
// any thread, each with an arena and an array of its own. Their lists stay in the arena. The parts and their
// order do not depend on who looks at them.
// @param parts  room for `most`, at least 1
// @return how many, 0 without memory
uint32_t ti_join_cut(const ti_join* join, uint32_t most, ti_arena* lists, ti_join_part* parts);

// The pairs of one part, as ti_join_find.
bool ti_join_find_part(const ti_join* join, const ti_join_part* part, ti_arena* scratch, ti_pair_list* pairs);

// The same by one of the two builds, for the tests that hold both to equal results.
bool ti_join_find_with(const ti_join* join, ti_arena* scratch, ti_pair_list* pairs, bool avx2);

#endif
