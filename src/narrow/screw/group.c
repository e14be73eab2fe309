// Facing parts and extents of features [Buss04, section 4.2]. A contact at which the bodies come together
// with properness >= 0 has a normal n among those of both features, from A to B, and n . v <= 0, v the
// velocity of B. The normals of a feature are sums with positive weights of those of its facets (of a tip
// that is not convex too: were n_i . v > 0 for all its facets, -v would point into the intersection of their
// half spaces, which is part of the solid, so n . v > 0). So one of the facets of A has n_i . v <= 0 there,
// and one of B n_i . v >= 0.

#include "narrow/screw/group.h"

#include "mesh/features.h"

#include <float.h>
#include <string.h>

bool ti_view_init(const ti_screw_pair* pair, const ti_cull* cull, int body, ti_arena* arena, ti_view* view)
{
    const toi_mesh* mesh = pair->mesh[body];
    const ti_features* f = &mesh->features;
    *view = (ti_view){.pair = pair, .cull = cull, .features = f, .body = body, .arena = arena};
    view->cull_facing = pair->min_properness >= 0.0 && !pair->leaving;
    view->facing_slack = 2.0 * pair->rounding * fmax(1.0, pair->twist.angle);
    size_t corners = f->facet_count > 0 ? f->facets[f->facet_count - 1].corner_end : 0;
    view->spots = ti_arena_allocate(arena, mesh->vertex_count, sizeof *view->spots);
    view->normals = body == 0 ? NULL : ti_arena_allocate(arena, f->facet_count, sizeof *view->normals);
    view->known = ti_arena_allocate(arena, mesh->vertex_count, 1);
    view->facing = ti_arena_allocate(arena, f->facet_count, 1);
    view->corner_faces = ti_arena_allocate(arena, corners, 1);
    if (view->spots == NULL || (body != 0 && view->normals == NULL) || view->known == NULL ||
        view->facing == NULL || view->corner_faces == NULL) {
        return false;
    }
    memset(view->known, 0, mesh->vertex_count);
    memset(view->facing, 0, f->facet_count);
    return true;
}

static const ti_spot* make_spot(ti_view* view, uint32_t vertex)
{
    view->known[vertex] = 1;
    view->spots[vertex] =
        ti_cull_spot(view->pair, view->cull, ti_pair_vertex(view->pair, view->body, vertex));
    return &view->spots[vertex];
}

const ti_spot* ti_view_spot(ti_view* view, uint32_t vertex)
{
    return view->known[vertex] ? &view->spots[vertex] : make_spot(view, vertex);
}

// ---- facing

enum { UNKNOWN = 0, FACING_AWAY, FACING };

// Looks at a facet for the first time: its normal, its spots, and which corners face the other body's way.
static uint8_t look_at_facet(ti_view* view, uint32_t facet)
{
    const ti_facet* f = &view->features->facets[facet];
    toi_vec3 normal = f->normal;
    if (view->body != 0) {
        normal = m3_apply(&view->pair->rotation[1], normal);
        view->normals[facet] = normal;
    }
    bool any = false, all = !view->cull_facing || !f->solid;
    double side = view->body == 0 ? 1.0 : -1.0;
    for (uint32_t i = f->corner_begin; i < f->corner_end; ++i) {
        const ti_spot* spot = ti_view_spot(view, view->features->corner[i]);
        bool faces = all || !(side * v3_dot(normal, spot->velocity) > view->facing_slack);
        view->corner_faces[i] = faces;
        any = any || faces;
    }
    view->facing[facet] = any ? FACING : FACING_AWAY;
    return view->facing[facet];
}

static bool facet_is_kept(ti_view* view, uint32_t facet)
{
    uint8_t facing = view->facing[facet];
    return (facing != UNKNOWN ? facing : look_at_facet(view, facet)) == FACING;
}

toi_vec3 ti_view_normal(ti_view* view, uint32_t facet)
{
    if (view->body == 0) {
        return view->features->facets[facet].normal;
    }
    if (view->facing[facet] == UNKNOWN) {
        look_at_facet(view, facet);
    }
    return view->normals[facet];
}

ti_plane ti_view_plane(ti_view* view, uint32_t facet)
{
    toi_vec3 n = ti_view_normal(view, facet);
    double offset = view->features->facets[facet].offset * view->pair->scale[view->body];
    return (ti_plane){n, offset + v3_dot(n, view->pair->position[view->body])};
}

static bool tip_is_kept(ti_view* view, uint32_t vertex)
{
    const ti_features* f = view->features;
    if (!view->cull_facing || f->tip_class[vertex] == TI_TIP_SHEET) {
        return true;
    }
    if (f->tip_class[vertex] == TI_TIP_HOLLOW) {
        return false;
    }
    for (uint32_t i = f->sector_first[vertex]; i < f->sector_first[vertex + 1]; ++i) {
        if (facet_is_kept(view, f->sector[i].facet) && view->corner_faces[f->sector[i].corner]) {
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
    const ti_features* f = view->features;
    for (uint32_t w = crease->wing_begin; w < crease->wing_end; ++w) {
        uint32_t corner = f->wing_corner[w];
        if (facet_is_kept(view, f->wing[w]) &&
            (view->corner_faces[corner] || view->corner_faces[facet_next(&f->facets[f->wing[w]], corner)])) {
            return true;
        }
    }
    return false;
}

// ---- extents

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

static void add_facets(ti_view* view, const uint32_t range[2], ti_extents* list)
{
    const ti_features* f = view->features;
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        if (facet_is_kept(view, i)) { // its spots are made
            const ti_facet* facet = &f->facets[i];
            ti_extent extent = ti_cull_extent_polygon(
                view->cull, view->spots, f->corner + facet->corner_begin, facet_corner_count(facet));
            add_extent(list, &extent, i);
        }
    }
    finish_extents(list);
}

static void add_creases(ti_view* view, const uint32_t range[2], ti_extents* list)
{
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        const ti_crease* crease = &view->features->creases[i];
        if (crease_is_kept(view, crease)) {
            ti_extent extent = ti_cull_extent_segment(view->cull, ti_view_spot(view, crease->vertex[0]),
                                                      ti_view_spot(view, crease->vertex[1]));
            add_extent(list, &extent, i);
        }
    }
    finish_extents(list);
}

static void add_tips(ti_view* view, const uint32_t range[2], ti_extents* list)
{
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        uint32_t vertex = view->features->tip[i];
        if (tip_is_kept(view, vertex)) {
            ti_extent extent = ti_cull_extent_point(view->cull, ti_view_spot(view, vertex));
            add_extent(list, &extent, vertex);
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
    add_facets(view, range->facet, &group->facets);
    add_creases(view, range->crease, &group->creases);
    add_tips(view, range->tip, &group->tips);
    return true;
}
