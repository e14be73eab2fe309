// Trees are built when the first body of their mesh comes, and go with the last.

#include "world/overlap_trees.h"

#include "core/memory.h"

static ti_overlap_tree* tree_at(const toi_overlap* overlap, uint32_t index)
{
    return (ti_overlap_tree*)overlap->trees.data + index;
}

static void release_tree(const toi_overlap* overlap, ti_overlap_tree* tree)
{
    ti_wide_release(&tree->shape);
    ti_release(&overlap->allocator, tree->boxes);
    ti_release(&overlap->allocator, tree->lanes);
    *tree = (ti_overlap_tree){.mesh = NULL};
}

static bool build(const toi_overlap* overlap, const toi_mesh* mesh, ti_overlap_tree* tree)
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
    return true;
}

// The tree of a mesh, or a place for it. Bodies that come one after another mostly share one, so the search
// begins with the youngest. @return TI_NONE without memory
static uint32_t find_place(toi_overlap* overlap, const toi_mesh* mesh)
{
    uint32_t empty = TI_NONE;
    for (uint32_t i = (uint32_t)overlap->trees.count; i-- > 0;) {
        if (tree_at(overlap, i)->mesh == mesh) {
            return i;
        }
        empty = tree_at(overlap, i)->mesh == NULL ? i : empty;
    }
    if (empty != TI_NONE) {
        return empty;
    }
    ti_overlap_tree* tree = ti_array_push(&overlap->trees);
    if (tree == NULL) {
        return TI_NONE;
    }
    *tree = (ti_overlap_tree){.mesh = NULL};
    return (uint32_t)overlap->trees.count - 1;
}

bool ti_overlap_trees_join(toi_overlap* overlap, ti_present* body)
{
    uint32_t place = find_place(overlap, body->mesh);
    if (place == TI_NONE) {
        return false;
    }
    ti_overlap_tree* tree = tree_at(overlap, place);
    if (tree->mesh == NULL && !build(overlap, body->mesh, tree)) {
        return false;
    }
    ++tree->users;
    body->tree = place;
    return true;
}

void ti_overlap_trees_leave(toi_overlap* overlap, ti_present* body)
{
    ti_overlap_tree* tree = tree_at(overlap, body->tree);
    if (--tree->users == 0) {
        release_tree(overlap, tree);
    }
    ti_release(&overlap->allocator, body->boxes);
    body->boxes = NULL;
}

void ti_overlap_trees_release(toi_overlap* overlap)
{
    for (uint32_t i = 0; i < overlap->trees.count; ++i) {
        release_tree(overlap, tree_at(overlap, i));
    }
    ti_array_release(&overlap->trees);
}

bool ti_overlap_trees_reserve(toi_overlap* overlap, ti_present* body)
{
    if (body->boxes == NULL) {
        uint32_t count = tree_at(overlap, body->tree)->shape.node_count;
        body->boxes = ti_allocate(&overlap->allocator, count, sizeof *body->boxes);
    }
    return body->boxes != NULL;
}

void ti_overlap_trees_refit(const toi_overlap* overlap, ti_present* body, const toi_bounds* bounds)
{
    if (!body->fitted) {
        body->frame = ti_float_frame_around(bounds);
        ti_wide_fit(&tree_at(overlap, body->tree)->shape, body->faces.vertices, &body->frame, body->boxes);
        body->fitted = true;
    }
}

ti_wide_body ti_overlap_trees_body(const toi_overlap* overlap, const ti_present* body)
{
    const ti_overlap_tree* tree = tree_at(overlap, body->tree);
    if (body->faces.rigid) {
        return (ti_wide_body){&tree->shape, tree->boxes,          tree->lanes,         body->mesh->vertices,
                              tree->frame,  body->faces.rotation, body->faces.position};
    }
    return (ti_wide_body){
        .shape = &tree->shape, .boxes = body->boxes, .points = body->faces.vertices, .frame = body->frame};
}

uint64_t ti_overlap_trees_bytes(const toi_overlap* overlap)
{
    uint64_t bytes = overlap->trees.capacity * overlap->trees.item_size;
    for (uint32_t i = 0; i < overlap->trees.count; ++i) {
        const ti_wide_shape* s = &tree_at(overlap, i)->shape;
        bytes += s->node_count * (sizeof(ti_wide_node) + sizeof(ti_float_box) + sizeof(ti_wide_lanes)) +
                 s->vertex_count * sizeof *s->vertex;
    }
    for (uint32_t i = 0; i < overlap->bodies.count; ++i) {
        const ti_present* body = ti_present_at(overlap, i);
        if (body->boxes != NULL) {
            bytes += tree_at(overlap, body->tree)->shape.node_count * sizeof *body->boxes;
        }
    }
    return bytes;
}
