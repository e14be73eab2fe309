// Facing parts and extents of features [Buss04, section 4.2]. A contact at which the bodies come together
// with properness >= 0 has a normal n among those of both features, from A to B, and n . v <= 0, v the
// velocity of B. The normals of a feature are sums with positive weights of those of its facets (of a tip
// that is not convex too: were n_i . v > 0 for all its facets, -v would point into the intersection of their
// half spaces, which is part of the solid, so n . v > 0). So one of the facets of A has n_i . v <= 0 there,
// and one of B n_i . v >= 0.

#include "narrow/screw/group.h"

#include <float.h>
#include <string.h>

bool ti_view_init(const ti_screw_pair* pair, const ti_cull* cull, int body, ti_arena* arena, ti_view* view)
{
    const toi_mesh* mesh = pair->mesh[body];
    *view = (ti_view){.pair = pair, .cull = cull, .body = body, .arena = arena};
    view->cull_facing = pair->min_properness >= 0.0 && !pair->leaving;
    view->facing_slack = 2.0 * pair->rounding * fmax(1.0, pair->twist.angle);
    view->spots = ti_arena_allocate(arena, mesh->vertex_count, sizeof *view->spots);
    view->known = ti_arena_allocate(arena, mesh->vertex_count, 1);
    if (view->spots == NULL || view->known == NULL) {
        return false;
    }
    memset(view->known, 0, mesh->vertex_count);
    return true;
}

const ti_spot* ti_view_spot(ti_view* view, uint32_t vertex)
{
    if (!view->known[vertex]) {
        view->known[vertex] = 1;
        view->spots[vertex] =
            ti_cull_spot(view->pair, view->cull, ti_pair_vertex(view->pair, view->body, vertex));
    }
    return &view->spots[vertex];
}

toi_vec3 ti_view_normal(const ti_view* view, uint32_t facet)
{
    toi_vec3 n = view->pair->mesh[view->body]->features.facets[facet].normal;
    return view->body == 0 ? n : m3_apply(&view->pair->rotation[1], n);
}

ti_plane ti_view_plane(const ti_view* view, uint32_t facet)
{
    const ti_facet* f = &view->pair->mesh[view->body]->features.facets[facet];
    toi_vec3 n = ti_view_normal(view, facet);
    double shift = v3_dot(n, view->pair->position[view->body]);
    return (ti_plane){n, f->offset * view->pair->scale[view->body] + shift};
}

// ---- facing

// Whether a facet faces the other body's way at a spot.
static bool faces(const ti_view* view, uint32_t facet, toi_vec3 normal, const ti_spot* spot)
{
    if (!view->cull_facing || !view->pair->mesh[view->body]->features.facets[facet].solid) {
        return true;
    }
    double speed = v3_dot(normal, spot->velocity);
    return !((view->body == 0 ? speed : -speed) > view->facing_slack);
}

static bool tip_is_kept(ti_view* view, uint32_t vertex)
{
    const ti_features* f = &view->pair->mesh[view->body]->features;
    if (!view->cull_facing || f->tip_class[vertex] == TI_TIP_SHEET) {
        return true;
    }
    if (f->tip_class[vertex] == TI_TIP_HOLLOW) {
        return false;
    }
    const ti_spot* spot = ti_view_spot(view, vertex);
    for (uint32_t i = f->sector_first[vertex]; i < f->sector_first[vertex + 1]; ++i) {
        uint32_t facet = f->sector[i].facet;
        if (faces(view, facet, ti_view_normal(view, facet), spot)) {
            return true;
        }
    }
    return false;
}

// The speed of an edge against a normal is linear along it, so its ends tell.
static bool crease_is_kept(ti_view* view, const ti_crease* crease)
{
    if (!view->cull_facing || !crease->solid) {
        return true;
    }
    if (crease->edge_class == TI_EDGE_REFLEX) {
        return false;
    }
    const ti_features* f = &view->pair->mesh[view->body]->features;
    for (uint32_t w = crease->wing_begin; w < crease->wing_end; ++w) {
        toi_vec3 normal = ti_view_normal(view, f->wing[w]);
        for (int end = 0; end < 2; ++end) {
            if (faces(view, f->wing[w], normal, ti_view_spot(view, crease->vertex[end]))) {
                return true;
            }
        }
    }
    return false;
}

static bool facet_is_kept(ti_view* view, uint32_t facet)
{
    const ti_features* f = &view->pair->mesh[view->body]->features;
    toi_vec3 normal = ti_view_normal(view, facet);
    for (uint32_t i = f->facets[facet].corner_begin; i < f->facets[facet].corner_end; ++i) {
        if (faces(view, facet, normal, ti_view_spot(view, f->corner[i]))) {
            return true;
        }
    }
    return false;
}

// ---- extents

enum { MANY_CORNERS = 64 };

static bool make_extents(ti_view* view, uint32_t capacity, ti_extents* list)
{
    uint32_t blocks = (capacity + TI_LANES - 1) / TI_LANES, room = blocks * TI_LANES;
    float* memory = ti_arena_allocate(view->arena, 6 * (size_t)room + 2 * (size_t)blocks, sizeof *memory);
    list->id = ti_arena_allocate(view->arena, room, sizeof *list->id);
    list->count = 0;
    if (memory == NULL || list->id == NULL) {
        return false;
    }
    for (int i = 0; i < 6; ++i) {
        list->bound[i] = memory + (size_t)i * room;
    }
    list->block[0] = memory + 6 * (size_t)room;
    list->block[1] = list->block[0] + blocks;
    return true;
}

// The padding of an extent covers the rounding to float.
static void add_extent(ti_extents* list, const ti_extent* e, uint32_t id)
{
    uint32_t i = list->count++;
    for (int k = 0; k < 2; ++k) {
        list->bound[k][i] = (float)e->radius[k];
        list->bound[2 + k][i] = (float)e->height[k];
        list->bound[4 + k][i] = (float)e->turn[k];
    }
    list->id[i] = id;
}

static void finish_extents(ti_extents* list)
{
    for (uint32_t i = list->count; i % TI_LANES != 0; ++i) {
        list->bound[0][i] = FLT_MAX;
        list->bound[1][i] = -FLT_MAX;
        for (int k = 2; k < 6; ++k) {
            list->bound[k][i] = 0.0f;
        }
        list->id[i] = TI_NONE;
    }
    for (uint32_t first = 0; first < list->count; first += TI_LANES) {
        float lower = FLT_MAX, upper = -FLT_MAX;
        for (uint32_t i = first; i < first + TI_LANES; ++i) {
            lower = list->bound[0][i] < lower ? list->bound[0][i] : lower;
            upper = list->bound[1][i] > upper ? list->bound[1][i] : upper;
        }
        list->block[0][first / TI_LANES] = lower;
        list->block[1][first / TI_LANES] = upper;
    }
}

static bool extend_facet(ti_view* view, uint32_t facet, ti_extent* extent)
{
    const ti_features* f = &view->pair->mesh[view->body]->features;
    uint32_t begin = f->facets[facet].corner_begin, count = f->facets[facet].corner_end - begin;
    const ti_spot* few[MANY_CORNERS];
    const ti_spot** spots = few;
    ti_arena_mark mark = ti_arena_get_mark(view->arena);
    if (count > MANY_CORNERS) {
        spots = ti_arena_allocate(view->arena, count, sizeof(const ti_spot*));
        if (spots == NULL) {
            return false;
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        spots[i] = ti_view_spot(view, f->corner[begin + i]);
    }
    *extent = ti_cull_extent(view->cull, spots, (int)count);
    ti_arena_reset(view->arena, mark);
    return true;
}

static bool add_facets(ti_view* view, const uint32_t range[2], ti_extents* list)
{
    ti_extent extent;
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        if (!facet_is_kept(view, i)) {
            continue;
        }
        if (!extend_facet(view, i, &extent)) {
            return false;
        }
        add_extent(list, &extent, i);
    }
    finish_extents(list);
    return true;
}

static void add_creases(ti_view* view, const uint32_t range[2], ti_extents* list)
{
    const ti_features* f = &view->pair->mesh[view->body]->features;
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        const ti_crease* crease = &f->creases[i];
        if (crease_is_kept(view, crease)) {
            const ti_spot* spots[2] = {ti_view_spot(view, crease->vertex[0]),
                                       ti_view_spot(view, crease->vertex[1])};
            ti_extent extent = ti_cull_extent(view->cull, spots, 2);
            add_extent(list, &extent, i);
        }
    }
    finish_extents(list);
}

static void add_tips(ti_view* view, const uint32_t range[2], ti_extents* list)
{
    const ti_features* f = &view->pair->mesh[view->body]->features;
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        if (tip_is_kept(view, f->tip[i])) {
            const ti_spot* spot = ti_view_spot(view, f->tip[i]);
            ti_extent extent = ti_cull_extent(view->cull, &spot, 1);
            add_extent(list, &extent, f->tip[i]);
        }
    }
    finish_extents(list);
}

bool ti_group_build(ti_view* view, const ti_feature_range* range, ti_group* group)
{
    if (!make_extents(view, range->facet[1] - range->facet[0], &group->facets) ||
        !make_extents(view, range->crease[1] - range->crease[0], &group->creases) ||
        !make_extents(view, range->tip[1] - range->tip[0], &group->tips)) {
        return false;
    }
    add_creases(view, range->crease, &group->creases);
    add_tips(view, range->tip, &group->tips);
    return add_facets(view, range->facet, &group->facets);
}
