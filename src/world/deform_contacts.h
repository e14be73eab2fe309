// Contacts of toi_deform in their order, and the earliest of many.

#ifndef TI_WORLD_DEFORM_CONTACTS_H
#define TI_WORLD_DEFORM_CONTACTS_H

#include "core/array.h"
#include "toi/deform.h"

// By t_free, a, b, kind, features. A total order of the contacts of a find.
bool ti_deform_before(const toi_deform_contact* x, const toi_deform_contact* y);

// Puts a contact into a heap that keeps the earliest `capacity`. @return false without memory
bool ti_deform_heap_put(ti_array* heap, uint64_t capacity, const toi_deform_contact* contact);

// Puts a heap in order, the earliest first.
void ti_deform_heap_order(ti_array* heap);

#endif
