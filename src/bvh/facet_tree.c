// The tree over facets: ranges are cut by their size alone, as those of triangles are, for the facets stand
// in the order of the tree. Balls and cones are made from the facets for small ranges, and from those of the
// lanes below for large ones.

#include "bvh/facet_tree.h"

#include "bvh/facet_lanes.h"
#include "bvh/plan.h"
#include "core/assert.h"
#include "core/memory.h"
#include "mesh/features.h"

typedef struct task {
    uint32_t begin, end;
    uint32_t node, lane;
} task;

typedef struct builder {
    ti_facet_lanes lanes;
    uint32_t* crease_first; // [facet_count + 1]: first crease of a facet
    uint32_t* tip_first;    // [facet_count + 1]
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
    const ti_features* f = b->lanes.features;
    uint32_t owner = 0, *counts = b->crease_first + (f->facet_count > 0);
    for (uint32_t i = 0; i < f->crease_count; ++i) {
        const ti_crease* crease = &f->creases[i];
        for (uint32_t w = crease->wing_begin; w < crease->wing_end; ++w) {
            bool lower = w == crease->wing_begin || f->wing[w] < owner;
            owner = lower ? f->wing[w] : owner;
        }
        b->lanes.loose = b->lanes.loose || crease_wing_count(crease) == 0;
        ++counts[owner];
    }
    owner = 0;
    counts = b->tip_first + (f->facet_count > 0);
    for (uint32_t i = 0; i < f->tip_count; ++i) {
        uint32_t first = f->sector_first[f->tip[i]];
        bool loose = first == f->sector_first[f->tip[i] + 1];
        owner = loose ? owner : f->sector[first].facet;
        b->lanes.loose = b->lanes.loose || loose;
        ++counts[owner];
    }
    start_runs(b->crease_first, f->facet_count);
    start_runs(b->tip_first, f->facet_count);
}

// ---- ranges

static void set_end(const builder* b, ti_facet_node* node, uint32_t place, uint32_t facet)
{
    const ti_features* f = b->lanes.features;
    bool last = facet == f->facet_count;
    node->facet[place] = facet;
    node->crease[place] = last ? f->crease_count : b->crease_first[facet];
    node->tip[place] = last ? f->tip_count : b->tip_first[facet];
}

// Unused lanes are empty. The first lane is pushed last, so that its node comes next.
static void finish_node(builder* b, uint32_t index)
{
    ti_facet_node* node = &b->lanes.nodes[index];
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
    ti_facet_node* root = &b->lanes.nodes[b->lanes.node_count++];
    root->count = 1;
    set_end(b, root, 0, 0);
    set_end(b, root, 1, b->lanes.features->facet_count);
    root->crease[0] = 0;
    root->tip[0] = 0;
    finish_node(b, 0);
    while (b->stack_count > 0) {
        task t = b->stack[--b->stack_count];
        uint32_t index = b->lanes.node_count++, at = t.begin;
        b->lanes.nodes[t.node].child[t.lane] = index;
        ti_facet_node* node = &b->lanes.nodes[index];
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

static bool allocate_builder(builder* b, const ti_plan* plan)
{
    const toi_allocator* allocator = &b->lanes.mesh->allocator;
    size_t facets = (size_t)b->lanes.features->facet_count + 1;
    b->lanes.nodes = ti_allocate(allocator, plan->nodes, sizeof *b->lanes.nodes);
    b->crease_first = ti_allocate_zero(allocator, facets, sizeof *b->crease_first);
    b->tip_first = ti_allocate_zero(allocator, facets, sizeof *b->tip_first);
    b->lanes.boxes = ti_allocate(allocator, plan->nodes, sizeof *b->lanes.boxes);
    b->lanes.normals = ti_allocate(allocator, plan->nodes, sizeof *b->lanes.normals);
    b->lanes.normal = ti_array_make(sizeof(toi_vec3), allocator);
    return b->lanes.nodes != NULL && b->crease_first != NULL && b->tip_first != NULL &&
           b->lanes.boxes != NULL && b->lanes.normals != NULL;
}

static bool build_all(builder* b, const ti_plan* plan)
{
    assign_owners(b);
    make_nodes(b);
    TI_ASSERT(b->lanes.node_count == plan->nodes);
    return ti_facet_lanes_fill(&b->lanes);
}

toi_status ti_facet_tree_build(toi_mesh* mesh)
{
    const toi_allocator* allocator = &mesh->allocator;
    ti_plan plan = ti_plan_tree(mesh->features.facet_count);
    builder b = {.lanes = {.mesh = mesh, .features = &mesh->features}};
    bool ok = allocate_builder(&b, &plan) && build_all(&b, &plan);
    if (ok) {
        mesh->features.nodes = b.lanes.nodes;
        mesh->features.node_count = b.lanes.node_count;
    } else {
        ti_release(allocator, b.lanes.nodes);
    }
    ti_array_release(&b.lanes.normal);
    ti_release(allocator, b.crease_first);
    ti_release(allocator, b.tip_first);
    ti_release(allocator, b.lanes.boxes);
    ti_release(allocator, b.lanes.normals);
    return ok ? TOI_OK : TOI_ERROR_MEMORY;
}
