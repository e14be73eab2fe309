// All contacts where a body deforms: each pair of features that touches during the motion, once, with the
// time at which it first does.

#ifndef TI_WORLD_SOFT_ALL_H
#define TI_WORLD_SOFT_ALL_H

#include "core/array.h"
#include "core/hash.h"
#include "world/soft_span.h"

// toi_all_contacts of two bodies of which at least one deforms, or of one with itself.
toi_status ti_soft_all_contacts(const toi_body* a, const toi_body* b, const toi_query_def* def,
                                toi_result* result);

// Two features that touch.
typedef struct ti_soft_touch {
    toi_deform_contact found; // as of straight paths, but for its t_free
    double time;
    double off;      // by how much the bodies may be off there, together
    double approach; // speed of B against the normal
} ti_soft_touch;

// A search on its way.
typedef struct ti_soft_all {
    ti_soft q;
    ti_array near;    // of toi_deform_contact: what a span brings near
    ti_array touched; // of ti_soft_features
    ti_table table;   // of these
    ti_array found;   // of toi_contact, in no order; of polygons the same features more than once
    double t_complete;
    uint32_t open; // spans that were made shorter for what is undecided
} ti_soft_all;

// ---- soft_all_spans.c

// Finds what touches from a time on, `found`, and up to which time that is all of it.
toi_status ti_soft_all_search(ti_soft_all* all, double from);

// ---- soft_all_pair.c

typedef enum ti_soft_meeting {
    TI_SOFT_APART = 0, // up to the end of the span
    TI_SOFT_MEETS,
    TI_SOFT_OPEN, // from touch->time on it is not known
} ti_soft_meeting;

// When two features of two bodies first touch within a span, which brings their straight paths near.
ti_soft_meeting ti_soft_pair_first(ti_soft* q, const ti_soft_span* span, const toi_deform_contact* near,
                                   ti_soft_touch* touch);

// ---- soft_all_list.c

// Features as the search knows them: those of triangles. Two faces may have the same vertices.
typedef struct ti_soft_features {
    uint32_t kind; // of the query, doubled, and 1 more where the vertex is b's
    uint32_t vertex[4], name[2];
} ti_soft_features;

bool ti_soft_has_touched(const ti_soft_all* all, const toi_deform_contact* c);

// Takes two features as touching. @return false without memory
bool ti_soft_all_add(ti_soft_all* all, const ti_soft_touch* touch);

// What was found by the names of its features, each pair once, in their order.
typedef struct ti_soft_names {
    const toi_contact* found;
    const uint32_t* order;
    size_t count;
    bool alone; // of one body
} ti_soft_names;

// When two features have touched; infinite where they have not.
double ti_soft_time_of(const ti_soft_names* names, toi_feature a, toi_feature b);

// Puts what was found in order, the same features once and by their earliest time, into `def->contacts`, and
// counts them. `first` is the answer of the first contact.
toi_status ti_soft_all_finish(ti_soft_all* all, const toi_result* first, toi_result* result);

// ---- soft_all_first.c

// Whether features that meet at an inner diagonal of a face have touched elsewhere, as early.
bool ti_soft_touched_before(const ti_soft_names* names, const ti_soft* q, const toi_contact* c);

#endif
