// The names of what touches, and room for touches.

#include "core/memory.h"
#include "mesh/build.h"
#include "narrow/trace/touch_parts.h"

#include <string.h>

uint32_t ti_touch_face_at_vertex(const toi_mesh* mesh, uint32_t vertex)
{
    const ti_topology* t = &mesh->topology;
    uint32_t lowest = TI_NONE;
    for (uint32_t i = t->vertex_first[vertex]; i < t->vertex_first[vertex + 1]; ++i) {
        uint32_t face = t->face_of[t->vertex_corner[i]];
        lowest = face < lowest ? face : lowest;
    }
    return lowest;
}

// The lowest face with an edge of the input from `tail` to `head`.
static uint32_t face_of_half_edge(const toi_mesh* mesh, uint32_t tail, uint32_t head)
{
    const ti_topology* t = &mesh->topology;
    uint32_t lowest = TI_NONE;
    for (uint32_t i = t->vertex_first[tail]; i < t->vertex_first[tail + 1]; ++i) {
        uint32_t h = t->vertex_corner[i];
        if (mesh_head(mesh, h) == head && t->face_of[h] < lowest) {
            lowest = t->face_of[h];
        }
    }
    return lowest;
}

static uint32_t face_of_edge(const toi_mesh* mesh, const ti_crease* crease)
{
    uint32_t there = face_of_half_edge(mesh, crease->vertex[0], crease->vertex[1]);
    uint32_t back = face_of_half_edge(mesh, crease->vertex[1], crease->vertex[0]);
    return there < back ? there : back;
}

uint32_t ti_touch_face_at_crease(const touch_body* body, const ti_crease* crease)
{
    uint32_t lowest = face_of_edge(body->mesh, crease);
    for (uint32_t w = crease->wing_begin; w < crease->wing_end; ++w) {
        uint32_t face = body->features->facets[body->features->wing[w]].face;
        lowest = face < lowest ? face : lowest;
    }
    return lowest != TI_NONE ? lowest : ti_touch_face_at_vertex(body->mesh, crease->vertex[0]);
}

toi_feature ti_touch_crease_name(const touch_body* body, const ti_crease* crease)
{
    if (face_of_edge(body->mesh, crease) == TI_NONE) {
        return (toi_feature){TOI_FEATURE_FACE, {ti_touch_face_at_crease(body, crease), 0}};
    }
    return (toi_feature){TOI_FEATURE_EDGE, {crease->vertex[0], crease->vertex[1]}};
}

// ---- the list

void ti_touch_list_release(ti_touch_list* list)
{
    if (list->items != list->own) {
        toi_allocator with = ti_allocator_or_default(list->allocator);
        ti_release(&with, list->items);
    }
    ti_touch_list_init(list, list->allocator);
}

static bool grow(ti_touch_list* list)
{
    toi_allocator with = ti_allocator_or_default(list->allocator);
    ti_touch* more = list->capacity <= UINT32_MAX / 2
                         ? ti_allocate(&with, 2 * (size_t)list->capacity, sizeof *more)
                         : NULL;
    if (more == NULL) {
        list->failed = true;
        return false;
    }
    memcpy(more, list->items, list->count * sizeof *more);
    if (list->items != list->own) {
        ti_release(&with, list->items);
    }
    list->items = more;
    list->capacity *= 2;
    return true;
}

ti_touch* ti_touch_push(touch_pair* pair)
{
    ti_touch_list* list = pair->list;
    if (list->count == list->capacity && !grow(list)) {
        return NULL;
    }
    return &list->items[list->count++];
}

void ti_touch_add(touch_pair* pair, const ti_touch* touch)
{
    ti_touch* t = ti_touch_push(pair);
    if (t == NULL) {
        return;
    }
    *t = *touch;
    if (t->kind == TOI_CONTACT_EE && (t->a.kind == TOI_FEATURE_FACE || t->b.kind == TOI_FEATURE_FACE)) {
        t->kind = TOI_CONTACT_FF;
        t->a = (toi_feature){TOI_FEATURE_FACE, {t->face_a, 0}};
        t->b = (toi_feature){TOI_FEATURE_FACE, {t->face_b, 0}};
    }
}
