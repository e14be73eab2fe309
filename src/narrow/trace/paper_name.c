// Names of contacts, and their order.

#include "bvh/name.h"
#include "core/array.h"
#include "narrow/trace/paper_pairs.h"

static bool face_has(const toi_mesh* mesh, uint32_t face, uint32_t vertex)
{
    for (uint32_t h = mesh->face_offsets[face]; h < mesh->face_offsets[face + 1]; ++h) {
        if (mesh->corners[h] == vertex) {
            return true;
        }
    }
    return false;
}

// The lowest face with both vertices, which may be one.
static toi_feature face_at(const toi_mesh* mesh, uint32_t v, uint32_t w)
{
    const ti_topology* t = &mesh->topology;
    uint32_t lowest = UINT32_MAX;
    for (uint32_t i = t->vertex_first[v]; i < t->vertex_first[v + 1]; ++i) {
        uint32_t face = t->face_of[t->vertex_corner[i]];
        lowest = face < lowest && face_has(mesh, face, w) ? face : lowest;
    }
    return ti_face_feature(lowest);
}

static toi_feature vertex_of(const ti_paper_body* body, uint32_t i)
{
    return ti_vertex_feature(body->vertices[i].vertex);
}

static toi_feature edge_of(const ti_paper_body* body, uint32_t i)
{
    const uint32_t* end = body->edges[i].end;
    return ti_edge_feature(body->vertices[end[0]].vertex, body->vertices[end[1]].vertex);
}

static toi_feature face_of_edge(const ti_paper_body* body, uint32_t i)
{
    toi_feature edge = edge_of(body, i);
    return face_at(body->mesh, edge.index[0], edge.index[1]);
}

static toi_feature face_of(const ti_paper_body* body, uint32_t i)
{
    return ti_face_feature(body->facets[i].face);
}

void ti_paper_event_name(const ti_paper_search* s, const ti_paper_event* e, ti_paper_contact* c)
{
    c->kind = e->kind == TI_PAPER_EE                             ? TOI_CONTACT_EE
              : e->kind == TI_PAPER_FV || e->kind == TI_PAPER_EV ? TOI_CONTACT_FV
                                                                 : TOI_CONTACT_VF;
    switch (e->kind) {
    case TI_PAPER_VF:
        c->a = vertex_of(&s->mover, e->a);
        c->b = face_of(&s->still, e->b);
        break;
    case TI_PAPER_FV:
        c->a = face_of(&s->mover, e->a);
        c->b = vertex_of(&s->still, e->b);
        break;
    case TI_PAPER_EE:
        c->a = edge_of(&s->mover, e->a);
        c->b = edge_of(&s->still, e->b);
        break;
    case TI_PAPER_VE:
        c->a = vertex_of(&s->mover, e->a);
        c->b = face_of_edge(&s->still, e->b);
        break;
    case TI_PAPER_EV:
        c->a = face_of_edge(&s->mover, e->a);
        c->b = vertex_of(&s->still, e->b);
        break;
    case TI_PAPER_VV:
        c->a = vertex_of(&s->mover, e->a);
        c->b = face_at(s->still.mesh, s->still.vertices[e->b].vertex, s->still.vertices[e->b].vertex);
        break;
    }
}

static int compare(uint32_t a, uint32_t b)
{
    return a < b ? -1 : a > b ? 1 : 0;
}

static int compare_features(const toi_feature* a, const toi_feature* b)
{
    int first = compare(a->index[0], b->index[0]);
    return first != 0 ? first : compare(a->index[1], b->index[1]);
}

int ti_paper_contact_order(const ti_paper_contact* a, const ti_paper_contact* b)
{
    if (a->fraction != b->fraction) {
        return a->fraction < b->fraction ? -1 : 1;
    }
    if (a->kind != b->kind) {
        return a->kind < b->kind ? -1 : 1;
    }
    int of_a = compare_features(&a->a, &b->a);
    return of_a != 0 ? of_a : compare_features(&a->b, &b->b);
}

void ti_paper_search_take(ti_paper_search* s, const ti_paper_event* event)
{
    if (s->all != NULL) {
        ti_paper_event* to = ti_array_push(s->all);
        s->failed = s->failed || to == NULL;
        if (to != NULL) {
            *to = *event;
        }
        return;
    }
    bool better = !s->found || event->at < s->first.at;
    if (!better && event->at == s->first.at) {
        ti_paper_contact old = {0}, new = {0};
        ti_paper_event_name(s, &s->first, &old);
        ti_paper_event_name(s, event, &new);
        better = ti_paper_contact_order(&new, &old) < 0;
    }
    if (better) {
        s->first = *event;
        s->found = true;
    }
}
