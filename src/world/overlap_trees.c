// Trees are built when the first body of their mesh comes, and go with the last.

#include "world/overlap_trees.h"

#include "core/assert.h"
#include "core/memory.h"

// Boxes are loose that are together more than twice as large as at rest, and also beside the root, so that
// neither a body that grows nor one that is crumpled is taken for one that is scattered. From there on the
// join is quicker, as measured (docs/methods/overlap.md).
#define LOOSE 2.0

static ti_overlap_tree* tree_at(const toi_overlap* overlap, uint32_t index)
{
    return (ti_overlap_tree*)overlap->trees.data + index;
}

static uint64_t boxes_bytes(const ti_overlap_tree* tree)
{
    return tree->shape.node_count * sizeof(ti_float_box);
}

static uint64_t tree_bytes(const ti_overlap_tree* tree)
{
    const ti_wide_shape* s = &tree->shape;
    return s->node_count * (sizeof(ti_wide_node) + sizeof(ti_wide_lanes)) + boxes_bytes(tree) +
           s->vertex_count * sizeof *s->vertex;
}

static void release_tree(const toi_overlap* overlap, ti_overlap_tree* tree)
{
    ti_wide_release(&tree->shape);
    ti_release(&overlap->allocator, tree->boxes);
    ti_release(&overlap->allocator, tree->lanes);
    *tree = (ti_overlap_tree){.mesh = NULL};
}

static bool build(toi_overlap* overlap, const toi_mesh* mesh, ti_overlap_tree* tree)
{
    *tree = (ti_overlap_tree){.mesh = mesh, .frame = ti_float_frame_around(&mesh->info.bounds)};
    toi_status status =
        ti_wide_make(mesh->triangles, mesh->triangle_count, &overlap->allocator, &tree->shape);
    if (status == TOI_OK) {
        tree->boxes = ti_allocate(&overlap->allocator, tree->shape.node_count, sizeof *tree->boxes);
        tree->lanes = ti_allocate(&overlap->allocator, tree->shape.node_count, sizeof *tree->lanes);
    }
    if (tree->boxes == NULL || tree->lanes == NULL) {
        release_tree(overlap, tree);
        return false;
    }
    ti_wide_fit(&tree->shape, mesh->vertices, &tree->frame, tree->boxes);
    ti_wide_fit_lanes(&tree->shape, mesh->vertices, &tree->frame, tree->boxes, tree->lanes);
    tree->spread = ti_wide_spread_of(&tree->shape, tree->boxes, &tree->frame);
    overlap->held += tree_bytes(tree);
    return true;
}

// ---- the tree of a mesh

static bool is_of_mesh(uint32_t index, const void* mesh, const void* overlap)
{
    return tree_at(overlap, index)->mesh == mesh;
}

static uint32_t* find_mesh(const toi_overlap* overlap, const toi_mesh* mesh)
{
    return ti_table_find(&overlap->tree_of, ti_hash_u64((uint64_t)(uintptr_t)mesh), is_of_mesh, mesh,
                         overlap);
}

// Makes the table anew where it could fill up: it keeps what stood for trees that are gone, which costs
// nothing but its place. @return false, and everything as it was, without memory
static bool reserve_place(toi_overlap* overlap)
{
    enum { FEWEST = 16 };
    uint32_t live = (uint32_t)(overlap->trees.count - overlap->free_trees.count);
    if (overlap->tree_of.slots != NULL && overlap->tree_fills < overlap->tree_room) {
        return true;
    }
    uint32_t room = live < FEWEST ? FEWEST : 2 * live;
    ti_table fresh;
    if (ti_table_init(&fresh, room, &overlap->allocator) != TOI_OK) {
        return false;
    }
    ti_table_release(&overlap->tree_of);
    overlap->tree_of = fresh;
    overlap->tree_room = room;
    overlap->tree_fills = 0;
    for (uint32_t i = 0; i < overlap->trees.count; ++i) {
        if (tree_at(overlap, i)->mesh != NULL) {
            *find_mesh(overlap, tree_at(overlap, i)->mesh) = i;
            ++overlap->tree_fills;
        }
    }
    return true;
}

// A place for a tree; there is room to free it again. @return TI_NONE without memory
static uint32_t take_place(toi_overlap* overlap)
{
    if (overlap->free_trees.count > 0) {
        return ((const uint32_t*)overlap->free_trees.data)[--overlap->free_trees.count];
    }
    size_t count = overlap->trees.count;
    if (!ti_array_reserve(&overlap->free_trees, count + 1) || !ti_array_reserve(&overlap->trees, 1)) {
        return TI_NONE;
    }
    ti_overlap_tree* tree = ti_array_push(&overlap->trees);
    *tree = (ti_overlap_tree){.mesh = NULL};
    return (uint32_t)count;
}

static void free_place(toi_overlap* overlap, uint32_t place)
{
    uint32_t* freed = ti_array_push(&overlap->free_trees); // there is room: see take_place
    TI_ASSERT(freed != NULL);
    *freed = place;
}

// @return its index, or TI_NONE without memory
static uint32_t tree_for(toi_overlap* overlap, const toi_mesh* mesh)
{
    if (!reserve_place(overlap)) {
        return TI_NONE;
    }
    uint32_t* at = find_mesh(overlap, mesh);
    if (*at != UINT32_MAX) {
        return *at;
    }
    uint32_t place = take_place(overlap);
    if (place != TI_NONE && !build(overlap, mesh, tree_at(overlap, place))) {
        free_place(overlap, place);
        place = TI_NONE;
    }
    if (place != TI_NONE) {
        *at = place;
        ++overlap->tree_fills;
    }
    return place;
}

bool ti_overlap_trees_join(toi_overlap* overlap, ti_present* body)
{
    uint32_t place = tree_for(overlap, body->mesh);
    if (place == TI_NONE) {
        return false;
    }
    ++tree_at(overlap, place)->users;
    body->tree = place;
    return true;
}

void ti_overlap_trees_leave(toi_overlap* overlap, ti_present* body)
{
    ti_overlap_tree* tree = tree_at(overlap, body->tree);
    if (body->boxes != NULL) {
        overlap->held -= boxes_bytes(tree);
        ti_release(&overlap->allocator, body->boxes);
        body->boxes = NULL;
    }
    if (--tree->users == 0) {
        overlap->held -= tree_bytes(tree);
        release_tree(overlap, tree);
        free_place(overlap, body->tree);
    }
}

void ti_overlap_trees_init(toi_overlap* overlap)
{
    overlap->trees = ti_array_make(sizeof(ti_overlap_tree), &overlap->allocator);
    overlap->free_trees = ti_array_make(sizeof(uint32_t), &overlap->allocator);
    overlap->tree_of = (ti_table){.allocator = overlap->allocator};
}

void ti_overlap_trees_release(toi_overlap* overlap)
{
    for (uint32_t i = 0; i < overlap->trees.count; ++i) {
        release_tree(overlap, tree_at(overlap, i));
    }
    ti_array_release(&overlap->trees);
    ti_array_release(&overlap->free_trees);
    ti_table_release(&overlap->tree_of);
}

bool ti_overlap_trees_reserve(toi_overlap* overlap, ti_present* body)
{
    if (body->boxes == NULL) {
        const ti_overlap_tree* tree = tree_at(overlap, body->tree);
        body->boxes = ti_allocate(&overlap->allocator, tree->shape.node_count, sizeof *body->boxes);
        overlap->held += body->boxes != NULL ? boxes_bytes(tree) : 0;
    }
    return body->boxes != NULL;
}

const ti_wide_shape* ti_overlap_trees_shape(const toi_overlap* overlap, const ti_present* body)
{
    return &tree_at(overlap, body->tree)->shape;
}

void ti_overlap_trees_settle(const toi_overlap* overlap, ti_present* body)
{
    const ti_overlap_tree* tree = tree_at(overlap, body->tree);
    body->fitted = true;
    ti_wide_spread now = ti_wide_spread_of(&tree->shape, body->boxes, &body->frame);
    body->loose = now.length > LOOSE * tree->spread.length && now.in_root > LOOSE * tree->spread.in_root;
}

ti_wide_body ti_overlap_trees_body(const toi_overlap* overlap, const ti_present* body)
{
    const ti_overlap_tree* tree = tree_at(overlap, body->tree);
    if (body->faces.rigid) {
        return (ti_wide_body){.shape = &tree->shape,
                              .boxes = tree->boxes,
                              .lanes = tree->lanes,
                              .points = body->mesh->vertices,
                              .frame = tree->frame,
                              .rotation = body->faces.rotation,
                              .position = body->faces.position};
    }
    return (ti_wide_body){
        .shape = &tree->shape, .boxes = body->boxes, .points = body->faces.vertices, .frame = body->frame};
}
