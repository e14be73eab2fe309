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

// ---- balls around features

// How far a point of the mesh is from the round body at time s.
static double clearance(const search* s, toi_vec3 x, double time)
{
    const ti_twist* twist = &s->solver.pair->twist;
    const ti_roller* r = &s->roller[0];
    toi_vec3 seen = tw_point(twist, ti_swing_at(twist->angle, -s->stage.direction * time), x);
    toi_vec3 arm = v3_sub(seen, r->center);
    if (r->kind == TI_ROUND_SPHERE) {
        return v3_length(arm) - r->radius;
    }
    double height = v3_dot(arm, r->axis), along = fabs(height) - r->half_height;
    double across = v3_length(v3_madd(arm, -height, r->axis)) - r->radius;
    return across > 0.0 && along > 0.0 ? sqrt(across * across + along * along) : fmax(across, along);
}

enum { ADVANCES = 3 };

// Narrows the window to the times at which a ball of the mesh may meet the round body: each end moves on by
// what the ball needs at least to come near, as a point of it is never faster than its centre and the angle
// times its radius. The tolerance is at least twice the rounding of all that.
static bool narrow(const search* s, toi_vec3 x, double radius, double window[2])
{
    const ti_screw_pair* pair = s->solver.pair;
    double speed = v3_length(tw_velocity(&pair->twist, x)) + pair->twist.angle * radius;
    double room = radius + 4.0 * pair->tolerance;
    speed += 2.0 * pair->rounding * fmax(1.0, pair->twist.angle);
    for (int side = 0; side < 2; ++side) {
        for (int i = 0; i < ADVANCES; ++i) {
            double gap = clearance(s, x, window[side]) - room;
            if (!(gap > 0.0)) {
                break;
            }
            double step = gap / speed * (1.0 - 0x1p-30);
            window[side] += side == 0 ? step : -step;
            if (!(window[0] <= window[1])) {
                return false;
            }
        }
    }
    return true;
}

// ---- features

static double ball_around(ti_view* view, const ti_facet* facet, toi_vec3* center)
{
    const uint32_t* corner = view->features->corner;
    toi_vec3 sum = {0.0, 0.0, 0.0};
    double radius2 = 0.0;
    for (uint32_t k = facet->corner_begin; k < facet->corner_end; ++k) {
        sum = v3_add(sum, ti_view_spot(view, corner[k])->point);
    }
    *center = v3_scale(1.0 / facet_corner_count(facet), sum);
    for (uint32_t k = facet->corner_begin; k < facet->corner_end; ++k) {
        toi_vec3 arm = v3_sub(ti_view_spot(view, corner[k])->point, *center);
        radius2 = fmax(radius2, v3_dot(arm, arm));
    }
    return sqrt(radius2);
}

static bool solve_facets(search* s, const uint32_t range[2])
{
    ti_view* view = &s->view[s->stage.rest];
    double window[2];
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        const ti_facet* facet = &view->features->facets[i];
        if (!ti_view_keeps_facet(view, i)) { // else its spots are made
            continue;
        }
        ti_extent extent = ti_cull_extent_polygon(
            &s->cull, view->spots, view->features->corner + facet->corner_begin, facet_corner_count(facet));
        toi_vec3 center;
        double radius = ball_around(view, facet, &center);
        if (may_meet(s, &extent, window) && narrow(s, center, radius, window) &&
            !ti_round_facet(&s->stage, &s->roller[0], i, window)) {
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
        if (!ti_view_keeps_crease(view, crease)) {
            continue;
        }
        ti_extent extent = ti_cull_extent_segment(&s->cull, ti_view_spot(view, crease->vertex[0]),
                                                  ti_view_spot(view, crease->vertex[1]));
        toi_vec3 p = ti_view_spot(view, crease->vertex[0])->point;
        toi_vec3 half = v3_scale(0.5, v3_sub(ti_view_spot(view, crease->vertex[1])->point, p));
        if (may_meet(s, &extent, window) && narrow(s, v3_add(p, half), v3_length(half), window) &&
            !ti_round_crease(&s->stage, &s->roller[0], i, window)) {
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
        if (!ti_view_keeps_tip(view, vertex)) {
            continue;
        }
        ti_extent extent = ti_cull_extent_point(&s->cull, ti_view_spot(view, vertex));
        if (may_meet(s, &extent, window) && narrow(s, ti_view_spot(view, vertex)->point, 0.0, window) &&
            !ti_round_tip(&s->stage, &s->roller[0], vertex, window)) {
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
    if (!may_meet(s, &extent, window) || !narrow(s, center, node->radius[i] * pair->scale[k], window)) {
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
