// The set of contacts of the screw oracle: one for each vertex and time, and for each pair of edges and time.

#include "support/screw_brute_parts.h"

#include <stdlib.h>

// Distances that B moves between two events, in units of the tolerance: below the first they are at one time,
// between the first and the last an engine may see one event or two.
#define SURELY_ONE 1e-3L
#define ONE 2.0L
#define SURELY_TWO 40.0L
// Of properness.
#define TIE 1e-12L
#define CLEARLY_MORE 1e-7L

static int compare_features(const void* a, const void* b)
{
    const sb_contact *x = a, *y = b;
    if (x->kind != y->kind) {
        return x->kind < y->kind ? -1 : 1;
    }
    for (int k = 0; k < 2; ++k) {
        if (x->feature[k] != y->feature[k]) {
            return x->feature[k] < y->feature[k] ? -1 : 1;
        }
    }
    return (x->time > y->time) - (x->time < y->time);
}

static int compare_times(const void* a, const void* b)
{
    const sb_contact *x = a, *y = b;
    if (x->time != y->time) {
        return x->time < y->time ? -1 : 1;
    }
    return compare_features(a, b);
}

static bool same_features(const sb_contact* x, const sb_contact* y)
{
    return x->kind == y->kind && x->feature[0] == y->feature[0] && x->feature[1] == y->feature[1];
}

// Joins what was found twice at the ends of slices, and drops what only comes near where there is a root.
static void join_equal(sb_list* list)
{
    uint32_t kept = 0;
    if (list->count > 0) { // qsort takes no null
        qsort(list->contacts, list->count, sizeof *list->contacts, compare_features);
    }
    for (uint32_t i = 0; i < list->count; ++i) {
        sb_contact* c = &list->contacts[i];
        sb_contact* last = kept > 0 ? &list->contacts[kept - 1] : NULL;
        if (last == NULL || !same_features(last, c)) {
            list->contacts[kept++] = *c;
            continue;
        }
        bool both_stay = last->sustained && c->sustained && c->time <= last->until + 1e-12L;
        bool equal = fabsl(c->time - last->time) <= 1e-13L && last->tangent == c->tangent &&
                     last->sustained == c->sustained;
        if (both_stay || equal) {
            last->until = r_max(last->until, c->until);
            last->slack = r_max(last->slack, c->slack);
            last->reported |= c->reported;
            continue;
        }
        // One of two events in one stay: the first that counts is reported.
        if (c->time - last->until <= r_max(c->slack, last->slack) && (c->tangent || last->tangent)) {
            c->reported = c->reported && !last->reported;
        }
        list->contacts[kept++] = *c;
    }
    list->count = kept;
}

// ---- vertices

static real time_between(const sb_contact* x, const sb_contact* y)
{
    return fabsl(x->time - y->time);
}

typedef enum link { APART = 0, NEAR_LINK, LINK, FIRM_LINK } link;

static link link_by(real distance, real tolerance)
{
    if (distance > SURELY_TWO * tolerance) {
        return APART;
    }
    return distance > ONE * tolerance ? NEAR_LINK : (distance > SURELY_ONE * tolerance ? LINK : FIRM_LINK);
}

static link link_of(const sb_contact* x, const sb_contact* y, real tolerance)
{
    real way = time_between(x, y) * r_max(x->speed, y->speed);
    bool loose = x->verdict == SB_MAYBE || y->verdict == SB_MAYBE;
    if (x->kind == y->kind) {
        int k = x->kind == TOI_CONTACT_VF ? 0 : 1;
        if (x->feature[k] != y->feature[k]) {
            return APART;
        }
    } else {
        way += r3_length(r3_sub(x->point, y->point));
    }
    link found = link_by(way, tolerance);
    if (found == APART && loose && x->kind == y->kind && time_between(x, y) <= x->slack + y->slack) {
        return NEAR_LINK;
    }
    return found;
}

static uint32_t root_of(uint32_t* parent, uint32_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

// Vertex contacts are the first of the list.
static uint32_t count_vertices(const sb_list* list)
{
    uint32_t n = 0;
    while (n < list->count && list->contacts[n].kind != TOI_CONTACT_EE) {
        ++n;
    }
    return n;
}

static bool is_better(const sb_contact* x, const sb_contact* y)
{
    if (fabsl(x->properness - y->properness) > TIE) {
        return x->properness > y->properness;
    }
    if (x->kind != y->kind) {
        return x->kind == TOI_CONTACT_VF;
    }
    int k = x->kind == TOI_CONTACT_VF ? 1 : 0;
    return x->feature[k] < y->feature[k];
}

// Of contacts that are one, only the best stays reported.
static void report_best(sb_contact* c, uint32_t count, real tolerance)
{
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t j = 0; c[i].reported && j < count; ++j) {
            bool one = j != i && c[j].reported && link_of(&c[i], &c[j], tolerance) >= LINK;
            if (one && is_better(&c[j], &c[i])) {
                c[i].reported = false;
            }
        }
    }
}

typedef struct choice {
    uint32_t yes, members;
    real best; // properness of the best sure one
    bool ambiguous;
} choice;

static void decide_choices(sb_contact* c, uint32_t count, uint32_t* parent, const bool* ambiguous)
{
    choice* choices = sb_alloc(count, sizeof *choices);
    for (uint32_t i = 0; i < count; ++i) {
        choice* h = &choices[root_of(parent, i)];
        h->ambiguous |= ambiguous[i];
        if (c[i].verdict == SB_YES) {
            h->best = h->yes == 0 ? c[i].properness : r_max(h->best, c[i].properness);
            ++h->yes;
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        choice* h = &choices[root_of(parent, i)];
        if (!h->ambiguous && h->yes > 0 && c[i].properness < h->best - CLEARLY_MORE) {
            c[i].verdict = SB_NO;
        }
        h->members += c[i].verdict != SB_NO;
    }
    for (uint32_t i = 0; i < count; ++i) {
        const choice* h = &choices[root_of(parent, i)];
        c[i].choice = root_of(parent, i);
        c[i].forced = h->yes > 0 && c[i].verdict != SB_NO;
        if (c[i].verdict == SB_YES && (h->ambiguous || h->members > 1)) {
            c[i].verdict = SB_MAYBE;
        }
    }
    free(choices);
}

static void merge_vertices(sb_list* list, real tolerance)
{
    uint32_t count = count_vertices(list);
    sb_contact* c = list->contacts;
    uint32_t* parent = sb_alloc(count, sizeof *parent);
    bool* ambiguous = sb_alloc(count, sizeof *ambiguous);
    for (uint32_t i = 0; i < count; ++i) {
        parent[i] = i;
    }
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t j = 0; j < i; ++j) {
            bool possible = c[i].verdict != SB_NO && c[j].verdict != SB_NO;
            link found = possible ? link_of(&c[i], &c[j], tolerance) : APART;
            if (found != APART) {
                parent[root_of(parent, i)] = root_of(parent, j);
                ambiguous[i] |= found != FIRM_LINK;
            }
        }
    }
    report_best(c, count, tolerance);
    decide_choices(c, count, parent, ambiguous);
    free(parent);
    free(ambiguous);
}

// ---- edges

// How surely an edge contact is at the vertex `end` of its edges (0, 1 of A, 2, 3 of B) while the contact v
// of that vertex lasts.
static link end_link(const sb_state* state, const sb_contact* e, int end, const sb_contact* v)
{
    bool of_a = end < 2;
    const sb_mesh* mesh = of_a ? state->a.mesh : state->b.mesh;
    uint32_t vertex = mesh->edge[e->feature[of_a ? 0 : 1]].v[end % 2];
    uint32_t other = v->feature[v->kind == TOI_CONTACT_VF ? 0 : 1];
    if ((v->kind == TOI_CONTACT_VF) != of_a || vertex != other) {
        return APART;
    }
    real late = e->time >= v->time && e->time <= v->until ? 0.0L : time_between(e, v);
    real way = late * r_max(e->speed, v->speed);
    if ((e->verdict == SB_MAYBE || v->verdict == SB_MAYBE) && late <= e->slack + v->slack) {
        way = r_min(way, ONE * state->tolerance);
    }
    return link_by(r_max(way, e->end_distance[end]), state->tolerance);
}

static void drop_at_ends(const sb_state* state, sb_contact* e, const sb_contact* vertices, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        const sb_contact* v = &vertices[i];
        for (int end = 0; end < 4; ++end) {
            link found = end_link(state, e, end, v);
            e->reported = e->reported && !(v->reported && found >= LINK);
            bool clear = found == FIRM_LINK && v->forced;
            if (found != APART && v->verdict != SB_NO && e->verdict != SB_NO) {
                e->verdict = clear ? SB_NO : SB_MAYBE;
            }
        }
    }
}

void sb_merge(sb_state* state, bool everything)
{
    sb_list* list = state->list;
    join_equal(list);
    uint32_t count = count_vertices(list), kept = 0;
    merge_vertices(list, state->tolerance);
    for (uint32_t i = count; i < list->count; ++i) {
        sb_contact* e = &list->contacts[i];
        drop_at_ends(state, e, list->contacts, count);
        e->choice = i;
        e->forced = e->verdict == SB_YES;
    }
    for (uint32_t i = 0; i < list->count; ++i) {
        sb_contact* c = &list->contacts[i];
        c->borderline = c->verdict == SB_MAYBE;
        if (c->reported || c->verdict != SB_NO || everything) {
            list->contacts[kept++] = *c;
        }
    }
    list->count = kept;
    if (kept > 0) {
        qsort(list->contacts, kept, sizeof *list->contacts, compare_times);
    }
}
