// The tree over facets: ranges are cut by their size alone, as those of triangles are, for the facets stand
// in the order of the tree. Balls and cones are made from the facets for small ranges, and from those of the
// lanes below for large ones.

#include "bvh/facet_tree.h"

#include "bvh/cone.h"
#include "bvh/plan.h"
#include "core/assert.h"
#include "core/memory.h"
#include "math/rounding.h"
#include "mesh/features.h"

// Ranges of up to so many facets look at each of them.
enum { EXACT_FACETS = 16 };

typedef struct task {
    uint32_t begin, end;
    uint32_t node, lane;
} task;

typedef struct span {
    uint32_t begin, end;
} span;

typedef struct builder {
    const toi_mesh* mesh;
    const ti_features* features;
    ti_facet_node* nodes;
    uint32_t node_count;
    uint32_t* crease_first; // [facet_count + 1]: first crease of a facet
    uint32_t* tip_first;    // [facet_count + 1]
    toi_bounds* boxes;      // of points, one a node
    toi_bounds* normals;    // box of normals, one a node
    task stack[TI_PLAN_STACK];
    uint32_t stack_count;
} builder;

// ---- which crease and tip is whose

// first[f + 1] counts what belongs to facet f; then first[f] is where its run starts.
static void start_runs(uint32_t* first, uint32_t facet_count)
{
    for (uint32_t f = 0; f < facet_count; ++f) {
        first[f + 1] += first[f];
    }
}

static void assign_owners(builder* b)
{
    const ti_features* f = b->features;
    uint32_t owner = 0, *counts = b->crease_first + (f->facet_count > 0);
    for (uint32_t i = 0; i < f->crease_count; ++i) {
        const ti_crease* crease = &f->creases[i];
        for (uint32_t w = crease->wing_begin; w < crease->wing_end; ++w) {
            bool lower = w == crease->wing_begin || f->wing[w] < owner;
            owner = lower ? f->wing[w] : owner;
        }
        ++counts[owner];
    }
    owner = 0;
    counts = b->tip_first + (f->facet_count > 0);
    for (uint32_t i = 0; i < f->tip_count; ++i) {
        uint32_t first = f->sector_first[f->tip[i]];
        owner = first < f->sector_first[f->tip[i] + 1] ? f->sector[first].facet : owner;
        ++counts[owner];
    }
    start_runs(b->crease_first, f->facet_count);
    start_runs(b->tip_first, f->facet_count);
}

// ---- lanes of few facets

static toi_bounds no_bounds(void)
{
    return (toi_bounds){v3(HUGE_VAL, HUGE_VAL, HUGE_VAL), v3(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL)};
}

static void add_point(toi_bounds* box, toi_vec3 x)
{
    box->lower = v3_min(box->lower, x);
    box->upper = v3_max(box->upper, x);
}

// Distances are off by less than 4 u of their size, and underflow of the squares costs far less than 2^-500.
static double distance_up(toi_vec3 a, toi_vec3 b)
{
    return v3_length(v3_sub(a, b)) * (1.0 + 8.0 * TI_U) + 0x1p-500;
}

typedef void point_visit(void* to, toi_vec3 x);

// All corners of the facets of a lane, and all ends of what has no facets.
static void visit_points(const builder* b, const ti_facet_node* node, uint32_t lane, point_visit* visit,
                         void* to)
{
    const ti_features* f = b->features;
    const toi_vec3* local = b->mesh->local;
    if (node->facet[lane] < node->facet[lane + 1]) {
        uint32_t end = f->facets[node->facet[lane + 1] - 1].corner_end;
        for (uint32_t c = f->facets[node->facet[lane]].corner_begin; c < end; ++c) {
            visit(to, local[f->corner[c]]);
        }
    }
    for (uint32_t i = node->crease[lane]; i < node->crease[lane + 1]; ++i) {
        if (crease_wing_count(&f->creases[i]) == 0) {
            visit(to, local[f->creases[i].vertex[0]]);
            visit(to, local[f->creases[i].vertex[1]]);
        }
    }
    for (uint32_t i = node->tip[lane]; i < node->tip[lane + 1]; ++i) {
        if (tip_sector_count(f, f->tip[i]) == 0) {
            visit(to, local[f->tip[i]]);
        }
    }
}

static void visit_box(void* to, toi_vec3 x)
{
    add_point(to, x);
}

typedef struct ball {
    toi_vec3 center;
    double radius;
} ball;

static void visit_ball(void* to, toi_vec3 x)
{
    ball* grown = to;
    grown->radius = fmax(grown->radius, distance_up(grown->center, x));
}

typedef void normal_visit(void* to, toi_vec3 normal);

// The normals of the facets at everything in a lane that can be touched properly. False if it has sheets.
static bool visit_normals(const builder* b, const ti_facet_node* node, uint32_t lane, normal_visit* visit,
                          void* to)
{
    const ti_features* f = b->features;
    for (uint32_t i = node->facet[lane]; i < node->facet[lane + 1]; ++i) {
        if (!f->facets[i].solid) {
            return false;
        }
        visit(to, f->facets[i].normal);
    }
    for (uint32_t i = node->crease[lane]; i < node->crease[lane + 1]; ++i) {
        const ti_crease* crease = &f->creases[i];
        if (!crease->solid) {
            return false;
        }
        if (crease->edge_class != TI_EDGE_REFLEX) {
            visit(to, f->facets[f->wing[crease->wing_begin]].normal);
            visit(to, f->facets[f->wing[crease->wing_begin + 1]].normal);
        }
    }
    for (uint32_t i = node->tip[lane]; i < node->tip[lane + 1]; ++i) {
        uint32_t v = f->tip[i];
        if (f->tip_class[v] == TI_TIP_SHEET) {
            return false;
        }
        uint32_t end = f->tip_class[v] == TI_TIP_HILL ? f->sector_first[v + 1] : 0;
        for (uint32_t s = f->sector_first[v]; s < end; ++s) {
            visit(to, f->facets[f->sector[s].facet].normal);
        }
    }
    return true;
}

static void visit_cone(void* to, toi_vec3 normal)
{
    ti_cone_add_normal(to, normal);
}

static void store_ball(ti_facet_node* node, uint32_t lane, const ball* from)
{
    node->center[0][lane] = from->center.x;
    node->center[1][lane] = from->center.y;
    node->center[2][lane] = from->center.z;
    node->radius[lane] = from->radius;
}

static ball load_ball(const ti_facet_node* node, uint32_t lane)
{
    toi_vec3 center = {node->center[0][lane], node->center[1][lane], node->center[2][lane]};
    return (ball){center, node->radius[lane]};
}

static void store_cone(ti_facet_node* node, uint32_t lane, const ti_cone* cone)
{
    node->axis[0][lane] = cone->axis.x;
    node->axis[1][lane] = cone->axis.y;
    node->axis[2][lane] = cone->axis.z;
    node->cosine[lane] = cone->cosine;
    node->sine[lane] = cone->sine;
}

static ti_cone load_cone(const ti_facet_node* node, uint32_t lane)
{
    toi_vec3 axis = {node->axis[0][lane], node->axis[1][lane], node->axis[2][lane]};
    return (ti_cone){axis, node->cosine[lane], node->sine[lane]};
}

static toi_vec3 middle(const toi_bounds* box)
{
    return v3_add(v3_scale(0.5, box->lower), v3_scale(0.5, box->upper));
}

static void fill_from_facets(const builder* b, ti_facet_node* node, uint32_t lane, toi_bounds* box,
                             toi_bounds* normals)
{
    *box = no_bounds();
    visit_points(b, node, lane, visit_box, box);
    ball around = {middle(box), 0.0};
    visit_points(b, node, lane, visit_ball, &around);
    store_ball(node, lane, &around);

    *normals = no_bounds();
    ti_cone cone = ti_cone_everything();
    if (visit_normals(b, node, lane, visit_box, normals) && normals->lower.x <= normals->upper.x) {
        cone = ti_cone_start(middle(normals));
        visit_normals(b, node, lane, visit_cone, &cone);
        ti_cone_finish(&cone);
    }
    store_cone(node, lane, &cone);
}

// ---- lanes of many facets

static void fill_from_lanes(const builder* b, ti_facet_node* node, uint32_t lane, toi_bounds* box,
                            toi_bounds* normals)
{
    const ti_facet_node* child = &b->nodes[node->child[lane]];
    *box = b->boxes[node->child[lane]];
    *normals = b->normals[node->child[lane]];
    ball around = {middle(box), 0.0};
    for (uint32_t i = 0; i < child->count; ++i) {
        ball part = load_ball(child, i);
        around.radius = fmax(around.radius, ti_up(distance_up(around.center, part.center) + part.radius));
    }
    around.radius = fmin(
        around.radius, fmax(distance_up(around.center, box->lower), distance_up(around.center, box->upper)));
    store_ball(node, lane, &around);

    ti_cone cone = ti_cone_start(middle(normals));
    for (uint32_t i = 0; i < child->count; ++i) {
        ti_cone part = load_cone(child, i);
        ti_cone_add_cone(&cone, &part);
    }
    ti_cone_finish(&cone);
    store_cone(node, lane, &cone);
}

static toi_bounds united(toi_bounds a, toi_bounds b)
{
    return (toi_bounds){v3_min(a.lower, b.lower), v3_max(a.upper, b.upper)};
}

// Nodes stand behind their parents, so from the last on everything below is there.
static void fill_nodes(builder* b)
{
    for (uint32_t n = b->node_count; n-- > 0;) {
        ti_facet_node* node = &b->nodes[n];
        b->boxes[n] = no_bounds();
        b->normals[n] = no_bounds();
        for (uint32_t lane = 0; lane < node->count; ++lane) {
            toi_bounds box, normals;
            bool few = node->facet[lane + 1] - node->facet[lane] <= EXACT_FACETS;
            (few ? fill_from_facets : fill_from_lanes)(b, node, lane, &box, &normals);
            b->boxes[n] = united(b->boxes[n], box);
            b->normals[n] = united(b->normals[n], normals);
        }
        for (uint32_t lane = node->count; lane < TI_TREE_WIDTH; ++lane) {
            ball first_ball = load_ball(node, 0);
            ti_cone first_cone = load_cone(node, 0);
            store_ball(node, lane, &first_ball);
            store_cone(node, lane, &first_cone);
        }
    }
}

// ---- ranges

static void set_end(const builder* b, ti_facet_node* node, uint32_t place, uint32_t facet)
{
    const ti_features* f = b->features;
    bool last = facet == f->facet_count;
    node->facet[place] = facet;
    node->crease[place] = last ? f->crease_count : b->crease_first[facet];
    node->tip[place] = last ? f->tip_count : b->tip_first[facet];
}

// Unused lanes are empty. The first lane is pushed last, so that its node comes next.
static void finish_node(builder* b, uint32_t index)
{
    ti_facet_node* node = &b->nodes[index];
    for (uint32_t lane = 0; lane < TI_TREE_WIDTH; ++lane) {
        node->child[lane] = TI_NONE;
    }
    for (uint32_t place = node->count + 1; place <= TI_TREE_WIDTH; ++place) {
        set_end(b, node, place, node->facet[node->count]);
    }
    for (uint32_t lane = node->count; lane-- > 0;) {
        if (node->facet[lane + 1] - node->facet[lane] > TI_TREE_LEAF_TRIANGLES) {
            TI_ASSERT(b->stack_count < TI_PLAN_STACK);
            b->stack[b->stack_count++] = (task){node->facet[lane], node->facet[lane + 1], index, lane};
        }
    }
}

static void make_nodes(builder* b)
{
    ti_facet_node* root = &b->nodes[b->node_count++];
    root->count = 1;
    set_end(b, root, 0, 0);
    set_end(b, root, 1, b->features->facet_count);
    root->crease[0] = 0;
    root->tip[0] = 0;
    finish_node(b, 0);
    while (b->stack_count > 0) {
        task t = b->stack[--b->stack_count];
        uint32_t index = b->node_count++, at = t.begin;
        b->nodes[t.node].child[t.lane] = index;
        ti_facet_node* node = &b->nodes[index];
        ti_cut cut = ti_cut_range(t.end - t.begin);
        node->count = cut.lane_count;
        set_end(b, node, 0, at);
        for (uint32_t lane = 0; lane < cut.lane_count; ++lane) {
            at += cut.size[lane];
            set_end(b, node, lane + 1, at);
        }
        finish_node(b, index);
    }
}

toi_status ti_facet_tree_build(toi_mesh* mesh)
{
    const toi_allocator* allocator = &mesh->allocator;
    ti_features* features = &mesh->features;
    size_t facets = (size_t)features->facet_count + 1;
    ti_plan plan = ti_plan_tree(features->facet_count);
    builder b = {.mesh = mesh, .features = features};
    b.nodes = ti_allocate(allocator, plan.nodes, sizeof *b.nodes);
    b.crease_first = ti_allocate_zero(allocator, facets, sizeof *b.crease_first);
    b.tip_first = ti_allocate_zero(allocator, facets, sizeof *b.tip_first);
    b.boxes = ti_allocate(allocator, plan.nodes, sizeof *b.boxes);
    b.normals = ti_allocate(allocator, plan.nodes, sizeof *b.normals);
    bool ok = b.nodes != NULL && b.crease_first != NULL && b.tip_first != NULL && b.boxes != NULL &&
              b.normals != NULL;
    if (ok) {
        assign_owners(&b);
        make_nodes(&b);
        TI_ASSERT(b.node_count == plan.nodes);
        fill_nodes(&b);
        features->nodes = b.nodes;
        features->node_count = b.node_count;
    } else {
        ti_release(allocator, b.nodes);
    }
    ti_release(allocator, b.crease_first);
    ti_release(allocator, b.tip_first);
    ti_release(allocator, b.boxes);
    ti_release(allocator, b.normals);
    return ok ? TOI_OK : TOI_ERROR_MEMORY;
}
