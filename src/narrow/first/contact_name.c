// Names the contact that ended a search.

#include "narrow/first/contacts.h"

static ti_side side_of(const ti_duel* duel, const ti_found* found, int which)
{
    const ti_track* k = &duel->body[which];
    double reach = (ti_contact_reach(duel) - duel->separation) / k->scale;
    ti_side s = {.mesh = k->mesh, .point = found->local[which], .reach = reach, .triangle = TI_NONE};
    for (uint32_t i = 0; i < found->vertex_count; ++i) {
        ti_side_take(&s, found->vertex[which][i]);
    }
    return s;
}

bool ti_contact_name(const ti_duel* duel, const ti_found* found, toi_contact* contact)
{
    ti_side a = side_of(duel, found, 0), b = side_of(duel, found, 1);
    *contact = (toi_contact){.time = found->time, .normal = found->normal};
    contact->gap = ti_scale(found->distance, duel->exponent);
    contact->point = ti_contact_world(duel, found->time, found->point);
    return ti_name_features(&a, &b, contact);
}
