// Facing parts and extents of features [Buss05, section 4.2]. A contact at which the bodies come together
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
    // No point is faster than `fast`.
    const ti_twist* twist = &pair->twist;
    double fast = v3_length(twist->across) + v3_length(twist->along) +
                  twist->angle * (v3_length(pair->position[1]) + 2.0);
    view->facing_slack = 2.0 * pair->rounding * fmax(1.0, twist->angle) + pair->tilt * fast;
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

bool ti_view_keeps_facet(ti_view* view, uint32_t facet)
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

bool ti_view_keeps_tip(ti_view* view, uint32_t vertex)
{
    const ti_features* f = view->features;
    if (!view->cull_facing || f->tip_class[vertex] == TI_TIP_SHEET) {
        return true;
    }
    if (f->tip_class[vertex] == TI_TIP_HOLLOW) {
        return false;
    }
    for (uint32_t i = f->sector_first[vertex]; i < f->sector_first[vertex + 1]; ++i) {
        if (ti_view_keeps_facet(view, f->sector[i].facet) && view->corner_faces[f->sector[i].corner]) {
            return true;
        }
    }
    return false;
}

// The speed of an edge against a normal is linear along it, so its ends tell.
bool ti_view_keeps_crease(ti_view* view, const ti_crease* crease)
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
        if (ti_view_keeps_facet(view, f->wing[w]) &&
            (view->corner_faces[corner] || view->corner_faces[facet_next(&f->facets[f->wing[w]], corner)])) {
            return true;
        }
    }
    return false;
}

// ---- extents

static uint32_t blocks_of(uint32_t count)
{
    return (count + TI_LANES - 1) / TI_LANES;
}

static bool make_extents(ti_view* view, uint32_t capacity, ti_extents* list)
{
    size_t blocks = blocks_of(capacity), room = blocks * TI_LANES;
    size_t block_room = blocks > TI_FEW_BLOCKS ? blocks_of((uint32_t)blocks) * (size_t)TI_LANES : 0;
    float* memory = ti_arena_allocate(view->arena, 6 * (room + block_room), sizeof *memory);
    list->id = ti_arena_allocate(view->arena, room, sizeof *list->id);
    list->count = 0;
    if (memory == NULL || list->id == NULL) {
        return false;
    }
    for (size_t i = 0; i < 6; ++i) {
        list->bound[i] = memory + i * room;
        list->block[i] = memory + 6 * room + i * block_room;
    }
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

// Extents that meet nothing, up to a whole block.
static void fill_up(float* const bound[6], uint32_t count)
{
    for (uint32_t i = count; i % TI_LANES != 0; ++i) {
        bound[0][i] = FLT_MAX;
        bound[1][i] = -FLT_MAX;
        for (int k = 2; k < 6; ++k) {
            bound[k][i] = 0.0f;
        }
    }
}

static void finish_extents(ti_extents* list)
{
    uint32_t blocks = blocks_of(list->count);
    fill_up(list->bound, list->count);
    if (blocks <= TI_FEW_BLOCKS) {
        return;
    }
    for (uint32_t b = 0; b < blocks; ++b) {
        uint32_t end = (b + 1) * TI_LANES < list->count ? (b + 1) * TI_LANES : list->count;
        for (int k = 0; k < 6; ++k) {
            const float* bound = list->bound[k];
            float extreme = bound[b * TI_LANES];
            for (uint32_t i = b * TI_LANES + 1; i < end; ++i) {
                bool beyond = k % 2 == 0 ? bound[i] < extreme : bound[i] > extreme;
                extreme = beyond ? bound[i] : extreme;
            }
            list->block[k][b] = extreme;
        }
    }
    fill_up(list->block, blocks);
}

static void add_facets(ti_view* view, const uint32_t range[2], ti_extents* list)
{
    const ti_features* f = view->features;
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        if (ti_view_keeps_facet(view, i)) { // its spots are made
            const ti_facet* facet = &f->facets[i];
            ti_extent extent = ti_cull_extent_polygon(
                view->cull, view->spots, f->corner + facet->corner_begin, facet_corner_count(facet));
            add_extent(list, &extent, i);
        }
    }
}

static void add_creases(ti_view* view, const uint32_t range[2], ti_extents* list)
{
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        const ti_crease* crease = &view->features->creases[i];
        if (ti_view_keeps_crease(view, crease)) {
            ti_extent extent = ti_cull_extent_segment(view->cull, ti_view_spot(view, crease->vertex[0]),
                                                      ti_view_spot(view, crease->vertex[1]));
            add_extent(list, &extent, i);
        }
    }
}

static void add_tips(ti_view* view, const uint32_t range[2], ti_extents* list)
{
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        uint32_t vertex = view->features->tip[i];
        if (ti_view_keeps_tip(view, vertex)) {
            ti_extent extent = ti_cull_extent_point(view->cull, ti_view_spot(view, vertex));
            add_extent(list, &extent, vertex);
        }
    }
}

bool ti_group_build(ti_view* view, const ti_feature_range* ranges, int count, ti_group* group)
{
    uint32_t facets = 0, creases = 0, tips = 0;
    for (int i = 0; i < count; ++i) {
        facets += ranges[i].facet[1] - ranges[i].facet[0];
        creases += ranges[i].crease[1] - ranges[i].crease[0];
        tips += ranges[i].tip[1] - ranges[i].tip[0];
    }
    if (!make_extents(view, facets, &group->facets) || !make_extents(view, creases, &group->creases) ||
        !make_extents(view, tips, &group->tips)) {
        return false;
    }
    for (int i = 0; i < count; ++i) {
        add_facets(view, ranges[i].facet, &group->facets);
        add_creases(view, ranges[i].crease, &group->creases);
        add_tips(view, ranges[i].tip, &group->tips);
    }
    finish_extents(&group->facets);
    finish_extents(&group->creases);
    finish_extents(&group->tips);
    return true;
}
