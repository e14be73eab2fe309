// Which features of a mesh a ball or cylinder may meet, and when: down the tree of facets, against the ball
// around the round body.

#include "narrow/screw/round.h"

#include "core/arena.h"
#include "mesh/features.h"

typedef struct search {
    ti_solver solver;
    ti_view view[2];
    ti_cull cull;
    ti_arena arena;
    ti_stage stage;
    ti_roller roller[2];
    ti_extent extent; // of the round body that meets a mesh
} search;

static ti_roller roller_of(const ti_screw_pair* pair, int body)
{
    const ti_round* round = &pair->mesh[body]->round;
    const toi_vec3* row = pair->rotation[body].row;
    return (ti_roller){
        .kind = round->kind,
        .body = body,
        .radius = ti_scale(round->radius, -pair->exponent),
        .half_height = ti_scale(round->half_height, -pair->exponent),
        .center = pair->position[body],
        .axis = {row[0].z, row[1].z, row[2].z},
    };
}

static bool may_meet(const search* s, const ti_extent* of_mesh, double window[2])
{
    window[0] = s->solver.pair->from;
    window[1] = s->solver.latest;
    const ti_extent* a = s->stage.rest == 0 ? of_mesh : &s->extent;
    const ti_extent* b = s->stage.rest == 0 ? &s->extent : of_mesh;
    return window[0] <= window[1] && ti_cull_window(&s->cull, a, b, window);
}

// ---- features

// At a contact at which the bodies come together, with properness >= 0, a facet of a solid does not face away
// from the motion all over; see group.c. The speed against the normal is linear on the facet.
static bool faces_away(search* s, uint32_t index)
{
    ti_view* view = &s->view[s->stage.rest];
    const ti_facet* facet = &view->features->facets[index];
    if (!view->cull_facing || !facet->solid) {
        return false;
    }
    toi_vec3 normal = ti_view_normal(view, index);
    double side = s->stage.rest == 0 ? 1.0 : -1.0;
    for (uint32_t i = facet->corner_begin; i < facet->corner_end; ++i) {
        const ti_spot* spot = ti_view_spot(view, view->features->corner[i]);
        if (!(side * v3_dot(normal, spot->velocity) > view->facing_slack)) {
            return false;
        }
    }
    return true;
}

static bool solve_facets(search* s, const uint32_t range[2])
{
    ti_view* view = &s->view[s->stage.rest];
    double window[2];
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        const ti_facet* facet = &view->features->facets[i];
        if (faces_away(s, i)) {
            continue;
        }
        for (uint32_t k = facet->corner_begin; k < facet->corner_end; ++k) {
            ti_view_spot(view, view->features->corner[k]);
        }
        ti_extent extent = ti_cull_extent_polygon(
            &s->cull, view->spots, view->features->corner + facet->corner_begin, facet_corner_count(facet));
        if (may_meet(s, &extent, window) && !ti_round_facet(&s->stage, &s->roller[0], i, window)) {
            return false;
        }
    }
    return true;
}

static bool solve_creases(search* s, const uint32_t range[2])
{
    ti_view* view = &s->view[s->stage.rest];
    double window[2];
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        const ti_crease* crease = &view->features->creases[i];
        if (view->cull_facing && crease->solid && crease->edge_class == TI_EDGE_REFLEX) {
            continue;
        }
        ti_extent extent = ti_cull_extent_segment(&s->cull, ti_view_spot(view, crease->vertex[0]),
                                                  ti_view_spot(view, crease->vertex[1]));
        if (may_meet(s, &extent, window) && !ti_round_crease(&s->stage, &s->roller[0], i, window)) {
            return false;
        }
    }
    return true;
}

static bool solve_tips(search* s, const uint32_t range[2])
{
    ti_view* view = &s->view[s->stage.rest];
    double window[2];
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        uint32_t vertex = view->features->tip[i];
        if (view->cull_facing && view->features->tip_class[vertex] == TI_TIP_HOLLOW) {
            continue;
        }
        ti_extent extent = ti_cull_extent_point(&s->cull, ti_view_spot(view, vertex));
        if (may_meet(s, &extent, window) && !ti_round_tip(&s->stage, &s->roller[0], vertex, window)) {
            return false;
        }
    }
    return true;
}

// ---- the tree

static bool visit_lane(search* s, ti_array* stack, const ti_facet_node* node, uint32_t i)
{
    const ti_screw_pair* pair = s->solver.pair;
    int k = s->stage.rest;
    toi_vec3 center =
        v3_scale(pair->scale[k], v3(node->center[0][i], node->center[1][i], node->center[2][i]));
    center = k == 0 ? center : xf_point(&pair->rotation[1], pair->position[1], center);
    ti_extent extent = ti_cull_extent_ball(&s->cull, center, node->radius[i] * pair->scale[k]);
    double window[2];
    if (!may_meet(s, &extent, window)) {
        return true;
    }
    if (node->child[i] != TI_NONE) {
        uint32_t* next = ti_array_push(stack);
        if (next != NULL) {
            *next = node->child[i];
        }
        return next != NULL;
    }
    const uint32_t facets[2] = {node->facet[i], node->facet[i + 1]};
    const uint32_t creases[2] = {node->crease[i], node->crease[i + 1]};
    const uint32_t tips[2] = {node->tip[i], node->tip[i + 1]};
    return solve_facets(s, facets) && solve_creases(s, creases) && solve_tips(s, tips);
}

static bool walk_tree(search* s)
{
    const ti_features* features = s->view[s->stage.rest].features;
    ti_screw_effort* effort = s->solver.effort;
    ti_array stack = ti_array_make(sizeof(uint32_t), &s->arena.allocator);
    uint32_t* root = features->node_count > 0 ? ti_array_push(&stack) : NULL;
    bool ok = root != NULL || features->node_count == 0;
    if (root != NULL) {
        *root = 0;
    }
    while (ok && stack.count > 0 && effort->complete) {
        const ti_facet_node* node = &features->nodes[((const uint32_t*)stack.data)[--stack.count]];
        for (uint32_t i = 0; ok && i < node->count; ++i) {
            ok = visit_lane(s, &stack, node, i);
        }
        effort->complete = ++effort->steps < effort->max_steps;
    }
    ti_array_release(&stack);
    return ok;
}

static bool find_with_mesh(search* s)
{
    const ti_screw_pair* pair = s->solver.pair;
    int round = 1 - s->stage.rest;
    s->roller[0] = roller_of(pair, round);
    s->extent = ti_cull_extent_ball(&s->cull, s->roller[0].center,
                                    ti_scale(pair->mesh[round]->radius, -pair->exponent));
    return ti_view_init(pair, &s->cull, 0, &s->arena, &s->view[0]) &&
           ti_view_init(pair, &s->cull, 1, &s->arena, &s->view[1]) && walk_tree(s);
}

static bool find_of_two(search* s)
{
    const ti_screw_pair* pair = s->solver.pair;
    double window[2] = {pair->from, pair->to};
    ti_extent extent[2];
    for (int k = 0; k < 2; ++k) {
        s->roller[k] = roller_of(pair, k);
        extent[k] = ti_cull_extent_ball(&s->cull, s->roller[k].center,
                                        ti_scale(pair->mesh[k]->radius, -pair->exponent));
    }
    bool ok = !ti_cull_window(&s->cull, &extent[0], &extent[1], window) ||
              ti_round_pair(&s->stage, s->roller, window);
    s->solver.effort->complete = s->solver.effort->steps < s->solver.effort->max_steps;
    return ok;
}

toi_status ti_round_find(const ti_screw_pair* pair, ti_screw_effort* effort, ti_array* contacts)
{
    search s = {.extent = {{0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}}};
    ti_arena_init(&s.arena, &contacts->allocator, 0);
    s.solver =
        (ti_solver){.pair = pair, .view = {&s.view[0], &s.view[1]}, .contacts = contacts, .effort = effort};
    s.solver.latest = pair->to;
    s.stage = (ti_stage){.solver = &s.solver, .rest = pair->mesh[0]->round.kind == TI_ROUND_NONE ? 0 : 1};
    bool both = s.stage.rest == 1 && pair->mesh[1]->round.kind != TI_ROUND_NONE;
    s.stage.rest = both ? 0 : s.stage.rest;
    s.stage.direction = s.stage.rest == 0 ? 1.0 : -1.0;
    effort->complete = true;
    ti_cull_set(pair, &s.cull);
    bool ok = both ? find_of_two(&s) : find_with_mesh(&s);
    ti_arena_destroy(&s.arena);
    return ok ? TOI_OK : TOI_ERROR_MEMORY;
}
