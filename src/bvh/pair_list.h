// Where a search puts the pairs of triangles that may meet. Its owner may decide them a block at a time, so
// that the list is as long as what stays of it, and may end the search early.

#ifndef TI_BVH_PAIR_LIST_H
#define TI_BVH_PAIR_LIST_H

#include "core/array.h"
#include "data.h"

// So many new pairs are decided at once, or a few more: what a cache holds.
enum { TI_PAIR_BLOCK = 1 << 16 };

// Keeps some of the new pairs, at their front. @return false to end the search
typedef bool ti_pair_keep(void* context, ti_face_pair* pairs, size_t* count);

// Zero but for `array`: all are kept.
typedef struct ti_pair_list {
    ti_array* array;    // of ti_face_pair: what has stayed, then what is new
    ti_pair_keep* keep; // or NULL
    void* context;
    size_t stayed; // pairs
    size_t end;    // there is room for pairs below it
} ti_pair_list;

// Has what is new decided. @return false where that ends the search
bool ti_pair_list_settle(ti_pair_list* list);

// The slow part of ti_pair_list_reserve.
bool ti_pair_list_make_room(ti_pair_list* list, size_t extra);

// Makes room for `extra` more pairs at the end of the array; it may first become shorter.
// @return false without memory, or where the search is to end
static inline bool ti_pair_list_reserve(ti_pair_list* list, size_t extra)
{
    return list->array->count + extra <= list->end || ti_pair_list_make_room(list, extra);
}

#endif
