// The tree over facets: that over triangles, whose lanes hold the facets that start in their ranges, for
// facets stand in the order of their first triangles. Balls and cones are made from the facets for small
// ranges, and from those of the lanes below for large ones.

#include "bvh/facet_tree.h"

#include "bvh/facet_lanes.h"
#include "core/assert.h"
#include "core/memory.h"
#include "mesh/features.h"

typedef struct builder {
    ti_facet_lanes lanes;
    uint32_t* crease_first;   // [facet_count + 1]: first crease of a facet
    uint32_t* tip_first;      // [facet_count + 1]
    uint32_t* triangle_first; // [triangle_count + 1]: first facet that starts at a triangle or after it
    uint32_t* place;          // [node_count] of the tree over triangles
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

// Facets of one face that is not plane start at its triangles one by one, others at the first of their face.
// A triangle without an area may stand for the next one of its face: its lane is wider than it need be.
static void find_starts(builder* b)
{
    const toi_mesh* mesh = b->lanes.mesh;
    const ti_features* f = b->lanes.features;
    uint32_t next = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        b->triangle_first[t] = next;
        next += next < f->facet_count && f->facets[next].face == mesh->triangles[t].face;
    }
    b->triangle_first[mesh->triangle_count] = f->facet_count;
    TI_ASSERT(next == f->facet_count);
}

static void set_end(const builder* b, ti_facet_node* node, uint32_t place, uint32_t facet)
{
    const ti_features* f = b->lanes.features;
    bool last = facet == f->facet_count;
    node->facet[place] = facet;
    node->crease[place] = last ? f->crease_count : b->crease_first[facet];
    node->tip[place] = last ? f->tip_count : b->tip_first[facet];
}

// A lane of so few facets needs no nodes below it, and without facets everything is in the first lane.
static bool is_split(const ti_facet_node* node, uint32_t lane, uint32_t child)
{
    return child != TI_NONE && node->facet[lane + 1] - node->facet[lane] > TI_FACET_TREE_LEAF;
}

// Lanes in which no facet starts are left out.
static void copy_node(builder* b, uint32_t index, const ti_node* from, uint32_t child[TI_TREE_WIDTH])
{
    ti_facet_node* node = &b->lanes.nodes[index];
    node->count = 0;
    set_end(b, node, 0, b->triangle_first[from->begin[0]]);
    for (uint32_t lane = 0; lane < from->count; ++lane) {
        uint32_t end = b->triangle_first[from->begin[lane + 1]], used = node->count;
        if (end > node->facet[used] || from->count == 1) {
            set_end(b, node, used + 1, end);
            child[used] = is_split(node, used, from->child[lane]) ? from->child[lane] : TI_NONE;
            ++node->count;
        }
    }
    for (uint32_t lane = 0; lane < TI_TREE_WIDTH; ++lane) {
        node->child[lane] = TI_NONE;
        if (lane >= node->count) {
            child[lane] = TI_NONE;
            set_end(b, node, lane + 1, node->facet[node->count]);
        }
    }
}

// Nodes that are kept, in the order of the tree over triangles, in which parents stand before their children.
static void make_nodes(builder* b)
{
    const ti_tree* tree = &b->lanes.mesh->tree;
    uint32_t* place = b->place; // of a node of triangles: the lane that it splits, 4 node + lane, or none
    for (uint32_t n = 0; n < tree->node_count; ++n) {
        place[n] = TI_NONE;
    }
    for (uint32_t n = 0; n < tree->node_count; ++n) {
        if (n > 0 && place[n] == TI_NONE) {
            continue;
        }
        uint32_t child[TI_TREE_WIDTH], index = b->lanes.node_count++;
        copy_node(b, index, &tree->nodes[n], child);
        if (n > 0 && b->lanes.nodes[index].count == 1) { // splits nothing: what is below takes its place
            --b->lanes.node_count;
            if (child[0] != TI_NONE) {
                place[child[0]] = place[n];
            }
            continue;
        }
        if (n > 0) {
            b->lanes.nodes[place[n] / TI_TREE_WIDTH].child[place[n] % TI_TREE_WIDTH] = index;
        }
        for (uint32_t lane = 0; lane < TI_TREE_WIDTH; ++lane) {
            if (child[lane] != TI_NONE) {
                place[child[lane]] = index * TI_TREE_WIDTH + lane;
            }
        }
    }
    // What belongs to no facet before is in the first lane.
    b->lanes.nodes[0].crease[0] = 0;
    b->lanes.nodes[0].tip[0] = 0;
}

static bool allocate_builder(builder* b)
{
    const toi_mesh* mesh = b->lanes.mesh;
    const toi_allocator* allocator = &mesh->allocator;
    size_t facets = (size_t)b->lanes.features->facet_count + 1, nodes = mesh->tree.node_count;
    b->crease_first = ti_allocate_zero(allocator, facets, sizeof *b->crease_first);
    b->tip_first = ti_allocate_zero(allocator, facets, sizeof *b->tip_first);
    b->triangle_first = ti_allocate(allocator, (size_t)mesh->triangle_count + 1, sizeof *b->triangle_first);
    b->place = ti_allocate(allocator, nodes, sizeof *b->place);
    b->lanes.nodes = ti_allocate(allocator, nodes, sizeof *b->lanes.nodes);
    b->lanes.boxes = ti_allocate(allocator, nodes, sizeof *b->lanes.boxes);
    b->lanes.normals = ti_allocate(allocator, nodes, sizeof *b->lanes.normals);
    b->lanes.normal = ti_array_make(sizeof(toi_vec3), allocator);
    return b->crease_first != NULL && b->tip_first != NULL && b->triangle_first != NULL && b->place != NULL &&
           b->lanes.nodes != NULL && b->lanes.boxes != NULL && b->lanes.normals != NULL;
}

// Parts of this size show it: their cones hold more than half of all directions for most facets.
enum { PART_LEAST = 64, PART_MOST = 256, TANGLED_LEAST = 512 };

static bool is_tangled(const ti_facet_lanes* lanes)
{
    uint64_t wide = 0, all = 0;
    for (uint32_t n = 0; n < lanes->node_count; ++n) {
        const ti_facet_node* node = &lanes->nodes[n];
        for (uint32_t lane = 0; lane < node->count; ++lane) {
            uint32_t count = node->facet[lane + 1] - node->facet[lane];
            bool part = count >= PART_LEAST && count <= PART_MOST;
            all += part ? count : 0;
            wide += part && !(node->cosine[lane] > 0.0) ? count : 0;
        }
    }
    return lanes->features->facet_count > TANGLED_LEAST && 2 * wide > all;
}

static bool build_all(builder* b)
{
    assign_owners(b);
    find_starts(b);
    make_nodes(b);
    return ti_facet_lanes_fill(&b->lanes);
}

toi_status ti_facet_tree_build(toi_mesh* mesh)
{
    const toi_allocator* allocator = &mesh->allocator;
    builder b = {.lanes = {.mesh = mesh, .features = &mesh->features}};
    bool ok = allocate_builder(&b) && build_all(&b);
    if (ok) {
        mesh->features.nodes = b.lanes.nodes;
        mesh->features.node_count = b.lanes.node_count;
        mesh->features.tangled = is_tangled(&b.lanes);
    } else {
        ti_release(allocator, b.lanes.nodes);
    }
    void* const scratch[] = {b.crease_first, b.tip_first,   b.triangle_first,
                             b.place,        b.lanes.boxes, b.lanes.normals};
    ti_array_release(&b.lanes.normal);
    for (size_t i = 0; i < sizeof scratch / sizeof scratch[0]; ++i) {
        ti_release(allocator, scratch[i]);
    }
    return ok ? TOI_OK : TOI_ERROR_MEMORY;
}
