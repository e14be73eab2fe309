// Every pair of features that may meet, for small meshes all at once, for others down the trees of facets.

#include "core/arena.h"
#include "narrow/screw/screw.h"
#include "narrow/screw/solve.h"

#include <string.h>

enum {
    WHOLE_FACETS = 512, // meshes with at most so many facets are tested as wholes, feature by feature,
    PART_FACETS = 16,   // but for lanes of the tree with at most so many that meet no other;
    MAX_PARTS = 128,
    GROUP_FACETS = 16, // of larger ones, lanes with at most so many,
    WIDE_FACETS = 256, // or so many with normals of all directions
};

static const double WIDE_COSINE = 0.0;

typedef struct search {
    ti_solver solver;
    ti_view view[2];
    ti_cull cull;
    ti_arena arena;
    bool avx2;
    ti_suspect* row; // room for one row of suspects
    size_t row_capacity;
    const ti_group** groups[2]; // by lane of the trees; NULL until made
    ti_extent* extents[2];      // of lanes
    uint8_t* extended[2];       // which of them are made
} search;

// One lane of a tree.
typedef struct lane {
    uint32_t node, index;
} lane;

// ---- features against features

static bool reserve_row(search* s, const ti_extents* b)
{
    size_t needed = (size_t)b->count * (size_t)s->cull.lifts;
    if (needed > s->row_capacity) {
        s->row = ti_arena_allocate(&s->arena, needed, sizeof *s->row);
        s->row_capacity = s->row != NULL ? needed : 0;
    }
    return s->row != NULL || needed == 0;
}

typedef bool solve_pair(ti_solver* solver, uint32_t a, uint32_t b, double from, double to);

static bool solve_facet_tip(ti_solver* solver, uint32_t facet, uint32_t vertex, double from, double to)
{
    return ti_solve_tip(solver, 0, facet, vertex, from, to);
}

static bool solve_tip_facet(ti_solver* solver, uint32_t vertex, uint32_t facet, double from, double to)
{
    return ti_solve_tip(solver, 1, facet, vertex, from, to);
}

static bool solve_rows(search* s, const ti_extents* a, const ti_extents* b, solve_pair* solve)
{
    if (!reserve_row(s, b)) {
        return false;
    }
    for (uint32_t i = 0; i < a->count && s->solver.effort->complete; ++i) {
        uint32_t count = s->avx2 ? ti_cull_row_avx2(&s->cull, a, i, b, s->row)
                                 : ti_cull_row_plain(&s->cull, a, i, b, s->row);
        for (uint32_t k = 0; k < count; ++k) {
            const ti_suspect* pair = &s->row[k];
            double from = fmax((double)pair->from, s->solver.pair->from);
            double to = fmin((double)pair->to, s->solver.latest);
            if (from <= to && !solve(&s->solver, a->id[i], b->id[pair->b], from, to)) {
                return false;
            }
        }
        s->solver.effort->complete = s->solver.effort->steps < s->solver.effort->max_steps;
    }
    return true;
}

static bool solve_groups(search* s, const ti_group* a, const ti_group* b)
{
    return solve_rows(s, &a->facets, &b->tips, solve_facet_tip) &&
           solve_rows(s, &a->tips, &b->facets, solve_tip_facet) &&
           solve_rows(s, &a->creases, &b->creases, ti_solve_creases);
}

// ---- trees

static const ti_facet_node* node_of(const search* s, int k, lane l)
{
    return &s->view[k].pair->mesh[k]->features.nodes[l.node];
}

static uint32_t facet_count(const search* s, int k, lane l)
{
    const ti_facet_node* node = node_of(s, k, l);
    return node->facet[l.index + 1] - node->facet[l.index];
}

static bool is_leaf(const search* s, int k, lane l)
{
    return node_of(s, k, l)->child[l.index] == TI_NONE;
}

// Lanes that are tested feature by feature: small ones, and those where normals of all directions come
// together, as in a thread, so that cones tell nothing for long.
static bool is_group(const search* s, int k, lane l)
{
    uint32_t count = facet_count(s, k, l);
    bool wide = node_of(s, k, l)->cosine[l.index] < WIDE_COSINE;
    return count <= GROUP_FACETS || (wide && count <= WIDE_FACETS) || is_leaf(s, k, l);
}

static ti_feature_range range_of(const search* s, int k, lane l)
{
    const ti_facet_node* node = node_of(s, k, l);
    return (ti_feature_range){
        {node->facet[l.index], node->facet[l.index + 1]},
        {node->crease[l.index], node->crease[l.index + 1]},
        {node->tip[l.index], node->tip[l.index + 1]},
    };
}

static const ti_extent* extent_of(search* s, int k, lane l)
{
    size_t slot = (size_t)l.node * TI_TREE_WIDTH + l.index;
    if (!s->extended[k][slot]) {
        const ti_screw_pair* pair = s->solver.pair;
        const ti_facet_node* node = node_of(s, k, l);
        toi_vec3 local = {node->center[0][l.index], node->center[1][l.index], node->center[2][l.index]};
        toi_vec3 center = v3_scale(pair->scale[k], local);
        center = k == 0 ? center : xf_point(&pair->rotation[1], pair->position[1], center);
        s->extents[k][slot] = ti_cull_extent_ball(&s->cull, center, node->radius[l.index] * pair->scale[k]);
        s->extended[k][slot] = 1;
    }
    return &s->extents[k][slot];
}

static const ti_group* group_of(search* s, int k, lane l)
{
    size_t slot = (size_t)l.node * TI_TREE_WIDTH + l.index;
    if (s->groups[k][slot] == NULL) {
        ti_feature_range range = range_of(s, k, l);
        ti_group* group = ti_arena_allocate(&s->arena, 1, sizeof *group);
        if (group == NULL || !ti_group_build(&s->view[k], &range, 1, group)) {
            return NULL;
        }
        s->groups[k][slot] = group;
    }
    return s->groups[k][slot];
}

// A contact with properness >= 0 needs a normal of something in A's lane that is the opposite of one in B's.
// With cones of half angles p and q around axes a and b, and B turned by any angle of the window, that cannot
// be where the angle from a to -b in the middle of the window is above p + q + the half of the turn. A
// negative properness has no such bound: two edges that are nearly parallel may be far from each other's
// normals and still only slightly improper, see docs/methods/screw.md.
static bool normals_are_apart(const search* s, lane a, lane b, const double window[2])
{
    const ti_screw_pair* pair = s->solver.pair;
    const ti_facet_node *p = node_of(s, 0, a), *q = node_of(s, 1, b);
    double cos_p = p->cosine[a.index], cos_q = q->cosine[b.index];
    double half_turn = 0.5 * (window[1] - window[0]) * pair->twist.angle;
    if (!(pair->min_properness >= 0.0) || !(cos_p > -1.0) || !(cos_q > -1.0) || half_turn > 1.5) {
        return false;
    }
    toi_vec3 axis_a = {p->axis[0][a.index], p->axis[1][a.index], p->axis[2][a.index]};
    toi_vec3 axis_b = {q->axis[0][b.index], q->axis[1][b.index], q->axis[2][b.index]};
    ti_swing at = ti_swing_at(pair->twist.angle, 0.5 * (window[0] + window[1]));
    axis_b = tw_rotate(&pair->twist, at, m3_apply(&pair->rotation[1], axis_b));
    // Cosine and sine of p + q, and of that plus the half turn; each sum must stay below pi.
    double sin_p = p->sine[a.index], sin_q = q->sine[b.index];
    double cosine = cos_p * cos_q - sin_p * sin_q, sine = sin_p * cos_q + cos_p * sin_q;
    double sinc, cos_t;
    ti_sinc_cos(half_turn, &sinc, &cos_t);
    double sin_t = half_turn * sinc;
    if (!(sine >= 0.0) || !(sine * cos_t + cosine * sin_t >= 0.0)) {
        return false;
    }
    return -v3_dot(axis_a, axis_b) < cosine * cos_t - sine * sin_t - pair->angle_slack;
}

// Whether something of the two lanes may meet; narrows the window.
static bool may_meet(search* s, lane a, lane b, double window[2])
{
    return ti_cull_window(&s->cull, extent_of(s, 0, a), extent_of(s, 1, b), window) &&
           !normals_are_apart(s, a, b, window);
}

typedef struct lane_pair {
    lane a, b;
    double from; // nothing in it meets earlier
} lane_pair;

// The time from which the two lanes may meet; above 1 for never.
static double start_of(search* s, lane_pair pair)
{
    double window[2] = {s->solver.pair->from, s->solver.latest};
    return ti_cull_window(&s->cull, extent_of(s, 0, pair.a), extent_of(s, 1, pair.b), window) ? window[0]
                                                                                              : 2.0;
}

// Pushes the pairs with the children of one lane. Where only the first contact is asked for the earliest goes
// on top, so that it is looked at first.
static bool push_children(search* s, ti_array* stack, lane_pair pair, bool split_a)
{
    int k = split_a ? 0 : 1;
    lane split = split_a ? pair.a : pair.b;
    uint32_t child = node_of(s, k, split)->child[split.index];
    uint32_t count = s->view[k].pair->mesh[k]->features.nodes[child].count;
    size_t bottom = stack->count;
    if (ti_array_extend(stack, count) == NULL) {
        return false;
    }
    lane_pair* out = (lane_pair*)stack->data + bottom;
    for (uint32_t i = 0; i < count; ++i) {
        lane_pair next = pair;
        *(split_a ? &next.a : &next.b) = (lane){child, i};
        uint32_t place = i;
        if (s->solver.pair->first_only) {
            next.from = start_of(s, next);
            for (; place > 0 && out[place - 1].from < next.from; --place) {
                out[place] = out[place - 1];
            }
        }
        out[place] = next;
    }
    return true;
}

static bool visit(search* s, ti_array* stack, lane_pair pair)
{
    double window[2] = {s->solver.pair->from, s->solver.latest};
    if (pair.from > s->solver.latest) {
        return true;
    }
    if (!may_meet(s, pair.a, pair.b, window)) {
        return true;
    }
    bool small_a = is_group(s, 0, pair.a), small_b = is_group(s, 1, pair.b);
    if (small_a && small_b) {
        const ti_group *ga = group_of(s, 0, pair.a), *gb = group_of(s, 1, pair.b);
        return ga != NULL && gb != NULL && solve_groups(s, ga, gb);
    }
    double size_a = node_of(s, 0, pair.a)->radius[pair.a.index] * s->solver.pair->scale[0];
    double size_b = node_of(s, 1, pair.b)->radius[pair.b.index] * s->solver.pair->scale[1];
    return push_children(s, stack, pair, small_b || (!small_a && size_a > size_b));
}

static bool prepare_lanes(search* s)
{
    for (int k = 0; k < 2; ++k) {
        size_t lanes = (size_t)s->view[k].pair->mesh[k]->features.node_count * TI_TREE_WIDTH;
        s->groups[k] = ti_arena_allocate(&s->arena, lanes, sizeof *s->groups[k]);
        s->extents[k] = ti_arena_allocate(&s->arena, lanes, sizeof *s->extents[k]);
        s->extended[k] = ti_arena_allocate(&s->arena, lanes, 1);
        if (s->groups[k] == NULL || s->extents[k] == NULL || s->extended[k] == NULL) {
            return false;
        }
        memset(s->extended[k], 0, lanes);
        for (size_t i = 0; i < lanes; ++i) {
            s->groups[k][i] = NULL;
        }
    }
    return true;
}

static bool walk_trees(search* s)
{
    ti_array stack = ti_array_make(sizeof(lane_pair), &s->arena.allocator);
    lane_pair* root = ti_array_push(&stack);
    bool ok = root != NULL;
    if (ok) {
        *root = (lane_pair){{0, 0}, {0, 0}, s->solver.pair->from};
    }
    while (ok && stack.count > 0 && s->solver.effort->complete) {
        lane_pair pair = ((const lane_pair*)stack.data)[--stack.count];
        ok = visit(s, &stack, pair);
        ti_screw_effort* effort = s->solver.effort;
        effort->complete = effort->complete && ++effort->steps < effort->max_steps;
    }
    ti_array_release(&stack);
    return ok;
}

// ---- small meshes

typedef struct part_list {
    lane lanes[MAX_PARTS];
    bool met[MAX_PARTS];
    int count;
} part_list;

// The lanes of at most PART_FACETS facets that may meet the whole other body, in order.
static void list_parts(search* s, int k, lane l, part_list* out)
{
    static const lane whole = {0, 0};
    double window[2] = {s->solver.pair->from, s->solver.pair->to};
    if (!may_meet(s, k == 0 ? l : whole, k == 0 ? whole : l, window)) {
        return;
    }
    bool split = facet_count(s, k, l) > PART_FACETS && !is_leaf(s, k, l);
    if (!split || out->count + 4 * TI_TREE_WIDTH > MAX_PARTS) {
        out->met[out->count] = false;
        out->lanes[out->count++] = l;
        return;
    }
    uint32_t child = node_of(s, k, l)->child[l.index];
    for (uint32_t i = 0; i < s->view[k].features->nodes[child].count; ++i) {
        list_parts(s, k, (lane){child, i}, out);
    }
}

// The features of the parts that meet one of the other body.
static bool group_parts(search* s, int k, const part_list* parts, ti_group* group)
{
    ti_feature_range ranges[MAX_PARTS];
    int count = 0;
    for (int i = 0; i < parts->count; ++i) {
        if (parts->met[i]) {
            ranges[count++] = range_of(s, k, parts->lanes[i]);
        }
    }
    return ti_group_build(&s->view[k], ranges, count, group);
}

static bool solve_wholes(search* s)
{
    static const lane whole = {0, 0};
    part_list parts[2];
    ti_group group[2];
    for (int k = 0; k < 2; ++k) {
        parts[k].count = 0;
        list_parts(s, k, whole, &parts[k]);
    }
    for (int a = 0; a < parts[0].count; ++a) {
        for (int b = 0; b < parts[1].count; ++b) {
            double window[2] = {s->solver.pair->from, s->solver.pair->to};
            if (!(parts[0].met[a] && parts[1].met[b]) &&
                may_meet(s, parts[0].lanes[a], parts[1].lanes[b], window)) {
                parts[0].met[a] = parts[1].met[b] = true;
            }
        }
    }
    return group_parts(s, 0, &parts[0], &group[0]) && group_parts(s, 1, &parts[1], &group[1]) &&
           solve_groups(s, &group[0], &group[1]);
}

static bool is_small(const search* s, int k)
{
    return s->view[k].features->facet_count <= WHOLE_FACETS;
}

toi_status ti_screw_find_boxes(const ti_screw_pair* pair, bool avx2, ti_screw_effort* effort,
                               ti_array* contacts)
{
    search s = {.avx2 = avx2};
    ti_arena_init(&s.arena, &contacts->allocator, 0);
    s.solver =
        (ti_solver){.pair = pair, .view = {&s.view[0], &s.view[1]}, .contacts = contacts, .effort = effort};
    s.solver.latest = pair->to;
    effort->complete = true;
    ti_cull_set(pair, &s.cull);
    bool ok = ti_view_init(pair, &s.cull, 0, &s.arena, &s.view[0]) &&
              ti_view_init(pair, &s.cull, 1, &s.arena, &s.view[1]) && prepare_lanes(&s);
    bool small = ok && is_small(&s, 0) && is_small(&s, 1);
    ok = ok && (small ? solve_wholes(&s) : walk_trees(&s));
    ti_arena_destroy(&s.arena);
    return ok ? TOI_OK : TOI_ERROR_MEMORY;
}
