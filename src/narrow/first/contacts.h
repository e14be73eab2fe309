// The contacts of the first instant, by features of the input.

#ifndef TI_NARROW_FIRST_CONTACTS_H
#define TI_NARROW_FIRST_CONTACTS_H

#include "bvh/name.h"
#include "math/rounding.h"
#include "narrow/first/types.h"

// Contacts kept in order, without repeats. When it is full the last in order is dropped.
typedef struct ti_contact_set {
    toi_contact* items;
    uint32_t capacity;
    uint32_t count;
    bool full;                // some were dropped
    const toi_contact* after; // only contacts later in the order are taken; NULL: all
    double gap;               // the smallest of all that were added, dropped or not
} ti_contact_set;

// Finds all pairs of features within separation + tolerance at time `found->time` of the window, which is
// that of a contact. Lengths, points and normals are those of the world.
void ti_contacts_collect_plain(const ti_duel* duel, const ti_found* found, ti_contact_set* set);
void ti_contacts_collect_avx2(const ti_duel* duel, const ti_found* found, ti_contact_set* set);

// Distance of the bodies at a time of the window, in units of the pair; an estimate, within the rounding
// bound where it is small.
double ti_distance_at_plain(const ti_duel* duel, double time);
double ti_distance_at_avx2(const ti_duel* duel, double time);

// Names the contact of `found` by what lies at its closest points. False where neither a vertex nor two edges
// do, so that it takes a walk to tell.
bool ti_contact_name(const ti_duel* duel, const ti_found* found, toi_contact* contact);

// Features within this distance touch. Those farther than the tolerance by a fiftieth of it still count:
// witnesses of the search may be off by that.
static inline double ti_contact_reach(const ti_duel* duel)
{
    return duel->separation + duel->tolerance * 1.02 + 2.0 * duel->rounding;
}

// A point of the frame at a time of the window, in world space: its axes are those of the world already.
static inline toi_vec3 ti_contact_world(const ti_duel* duel, double time, toi_vec3 q)
{
    toi_vec3 moved = v3_madd(duel->origin, time - duel->body[0].t0, duel->drift);
    return v3_add(moved, ti_scale3(q, duel->exponent));
}

// Adds one contact. Of contacts of the same vertex the lowest face stays.
void ti_contact_set_add(ti_contact_set* set, const toi_contact* contact);

#endif
