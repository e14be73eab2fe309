// A sorted set of contacts without repeats.

#include "narrow/first/contacts.h"

static int compare_index(uint32_t a, uint32_t b)
{
    return a < b ? -1 : a > b;
}

// Order of the features alone: kind, then the vertex of VF and FV, the edges of EE, the faces of FF. The face
// of VF and FV does not count: a vertex touches the faces that meet where it is, and the lowest of them names
// the contact.
static int compare(const toi_contact* x, const toi_contact* y)
{
    int order = compare_index((uint32_t)x->kind, (uint32_t)y->kind);
    const toi_feature* fx = x->kind == TOI_CONTACT_FV ? &x->b : &x->a;
    const toi_feature* fy = y->kind == TOI_CONTACT_FV ? &y->b : &y->a;
    order = order ? order : compare_index(fx->index[0], fy->index[0]);
    if (order || x->kind == TOI_CONTACT_VF || x->kind == TOI_CONTACT_FV) {
        return order;
    }
    order = compare_index(fx->index[1], fy->index[1]);
    order = order ? order : compare_index(x->b.index[0], y->b.index[0]);
    return order ? order : compare_index(x->b.index[1], y->b.index[1]);
}

static uint32_t face_of_contact(const toi_contact* c)
{
    return c->kind == TOI_CONTACT_FV ? c->a.index[0] : c->b.index[0];
}

// Of equal features the lower face wins, then the smaller gap.
static bool replaces(const toi_contact* now, const toi_contact* old)
{
    if ((now->kind == TOI_CONTACT_VF || now->kind == TOI_CONTACT_FV) &&
        face_of_contact(now) != face_of_contact(old)) {
        return face_of_contact(now) < face_of_contact(old);
    }
    return now->gap < old->gap;
}

void ti_contact_set_add(ti_contact_set* set, const toi_contact* contact)
{
    if (set->after && compare(contact, set->after) <= 0) {
        return;
    }
    set->gap = fmin(set->gap, contact->gap);
    uint32_t at = set->count;
    while (at > 0 && compare(contact, &set->items[at - 1]) < 0) {
        --at;
    }
    if (at > 0 && compare(contact, &set->items[at - 1]) == 0) {
        if (replaces(contact, &set->items[at - 1])) {
            set->items[at - 1] = *contact;
        }
        return;
    }
    if (set->count == set->capacity) {
        set->full = true;
        if (at == set->count) {
            return;
        }
        --set->count;
    }
    for (uint32_t i = set->count; i > at; --i) {
        set->items[i] = set->items[i - 1];
    }
    set->items[at] = *contact;
    ++set->count;
}
