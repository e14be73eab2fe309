// Pairs of triangles are decided in blocks.

#include "bvh/pair_list.h"

bool ti_pair_list_settle(ti_pair_list* list)
{
    ti_array* pairs = list->array;
    size_t count = pairs->count - list->stayed;
    bool on = true;
    if (count > 0 && list->keep != NULL) {
        on = list->keep(list->context, (ti_face_pair*)pairs->data + list->stayed, &count);
        pairs->count = list->stayed + count;
    }
    list->stayed = pairs->count;
    return on;
}

bool ti_pair_list_make_room(ti_pair_list* list, size_t extra)
{
    ti_array* pairs = list->array;
    if (pairs->count - list->stayed >= TI_PAIR_BLOCK && !ti_pair_list_settle(list)) {
        return false;
    }
    if (!ti_array_reserve(pairs, extra)) {
        return false;
    }
    // Fewer than a block are new, so there is room for `extra` below either.
    size_t block_end = list->stayed + TI_PAIR_BLOCK + extra;
    list->end = pairs->capacity < block_end ? pairs->capacity : block_end;
    return true;
}
