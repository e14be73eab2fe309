// The contacts of the first instant, by features of the input.

#ifndef TI_NARROW_FIRST_CONTACTS_H
#define TI_NARROW_FIRST_CONTACTS_H

#include "narrow/first/types.h"

// Contacts kept in order, without repeats. When it is full the last in order is dropped.
typedef struct ti_contact_set {
    toi_contact* items;
    uint32_t capacity;
    uint32_t count;
    uint32_t dropped;
} ti_contact_set;

// Finds all pairs of features within separation + tolerance at time `found->time` of the window, which is
// that of a contact. Lengths, points and normals are those of the world.
void ti_contacts_collect_plain(const ti_duel* duel, const ti_found* found, ti_contact_set* set);
void ti_contacts_collect_avx2(const ti_duel* duel, const ti_found* found, ti_contact_set* set);

// Adds one contact. Of contacts of the same vertex the lowest face stays.
void ti_contact_set_add(ti_contact_set* set, const toi_contact* contact);

#endif
