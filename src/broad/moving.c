// Boxes that are replaced one by one. The ranges of the nodes depend on the number of boxes alone, so a box
// is found by walking down to its place, and the nodes on the way are mended from below.

#include "broad/moving.h"

#include "core/memory.h"

#include <math.h>

// Nodes that have grown to so many times the surface that they were built with are built again, once a
// quarter of the boxes have been replaced: the O(n log n) for that is O(log n) for each of them.
static const double GROWN = 1.5;

// Half of it: only ratios matter.
static double surface(const toi_bounds* b)
{
    double x = b->upper.x - b->lower.x, y = b->upper.y - b->lower.y, z = b->upper.z - b->lower.z;
    return (x * y + y * z) + z * x;
}

// ---- making

static double cost_below(const ti_box_tree* tree, uint32_t index)
{
    const ti_box_node* node = &tree->nodes[index];
    double cost = surface(&node->box);
    return node->right == TI_NONE ? cost
                                  : cost + (cost_below(tree, index + 1) + cost_below(tree, node->right));
}

static void build(ti_moving_tree* t)
{
    ti_box_tree_build(t->given, t->count, &t->room, &t->tree);
    for (uint32_t i = 0; i < t->count; ++i) {
        t->slot[t->tree.item[i]] = i;
    }
    t->replaced = 0;
    t->cost = t->built_cost = cost_below(&t->tree, 0);
}

toi_status ti_moving_tree_make(const toi_bounds* boxes, uint32_t count, const toi_allocator* allocator,
                               ti_moving_tree* tree)
{
    *tree = (ti_moving_tree){.count = count};
    tree->given = ti_allocate(allocator, count, sizeof *tree->given);
    tree->slot = ti_allocate(allocator, count, sizeof *tree->slot);
    if (tree->given == NULL || tree->slot == NULL ||
        ti_box_room_make(count, allocator, &tree->room) != TOI_OK ||
        ti_box_tree_reserve(count, allocator, &tree->tree) != TOI_OK) {
        ti_moving_tree_release(tree, allocator);
        return TOI_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < count; ++i) {
        tree->given[i] = boxes[i];
    }
    build(tree);
    return TOI_OK;
}

void ti_moving_tree_release(ti_moving_tree* tree, const toi_allocator* allocator)
{
    ti_box_tree_release(&tree->tree, allocator);
    ti_box_room_release(&tree->room, allocator);
    ti_release(allocator, tree->given);
    ti_release(allocator, tree->slot);
    *tree = (ti_moving_tree){0};
}

// ---- replacing

static toi_bounds box_of_leaf(const ti_box_tree* tree, const ti_box_node* leaf)
{
    toi_bounds all = tree->boxes[leaf->begin];
    for (uint32_t i = leaf->begin + 1; i < leaf->end; ++i) {
        all = ti_box_around(&all, &tree->boxes[i]);
    }
    return all;
}

static void mend(ti_moving_tree* t, uint32_t index)
{
    ti_box_node* node = &t->tree.nodes[index];
    double before = surface(&node->box);
    node->box = node->right == TI_NONE ? box_of_leaf(&t->tree, node)
                                       : ti_box_around(&node[1].box, &t->tree.nodes[node->right].box);
    t->cost += surface(&node->box) - before;
}

enum { DEEPEST = 32 }; // every split halves the leaves

void ti_moving_tree_replace(ti_moving_tree* tree, uint32_t item, const toi_bounds* box)
{
    uint32_t slot = tree->slot[item], path[DEEPEST], depth = 0;
    tree->given[item] = tree->tree.boxes[slot] = *box;
    path[0] = 0;
    while (tree->tree.nodes[path[depth]].right != TI_NONE) {
        uint32_t right = tree->tree.nodes[path[depth]].right;
        uint32_t next = slot < tree->tree.nodes[right].begin ? path[depth] + 1 : right;
        path[++depth] = next;
    }
    for (uint32_t i = depth + 1; i-- > 0;) {
        mend(tree, path[i]);
    }
    ++tree->replaced;
    if (tree->replaced >= tree->count / 4 && !(tree->cost <= GROWN * tree->built_cost)) {
        build(tree);
    }
}

// ---- sweeping

// Takes in one axis: times at which the moving extent can meet the other one.
static bool narrow(double ahead, double behind, double speed, double* from, double* to)
{
    if (speed == 0.0) {
        return !(ahead > 0.0 || behind < 0.0);
    }
    double one = ahead / speed, other = behind / speed;
    double first = speed > 0.0 ? one : other, last = speed > 0.0 ? other : one;
    *from = first > *from ? first : *from;
    *to = last < *to ? last : *to;
    return !(*from > *to);
}

bool ti_sweep_meets(const ti_box_sweep* sweep, const toi_bounds* box, double* entry)
{
    const toi_bounds* s = &sweep->box;
    double from = 0.0, to = 1.0;
    bool meets = narrow(box->lower.x - s->upper.x, box->upper.x - s->lower.x, sweep->by.x, &from, &to) &&
                 narrow(box->lower.y - s->upper.y, box->upper.y - s->lower.y, sweep->by.y, &from, &to) &&
                 narrow(box->lower.z - s->upper.z, box->upper.z - s->lower.z, sweep->by.z, &from, &to);
    *entry = from;
    return meets;
}

static bool sweep_leaf(const ti_box_tree* tree, const ti_box_node* leaf, const ti_box_sweep* sweep,
                       ti_swept_item* visit, void* context)
{
    for (uint32_t i = leaf->begin; i < leaf->end; ++i) {
        double entry;
        if (ti_sweep_meets(sweep, &tree->boxes[i], &entry) && !visit(tree->item[i], entry, context)) {
            return false;
        }
    }
    return true;
}

bool ti_moving_tree_sweep(const ti_moving_tree* tree, const ti_box_sweep* sweep, ti_swept_item* visit,
                          void* context)
{
    const ti_box_node* nodes = tree->tree.nodes;
    uint32_t stack[DEEPEST], top = 0;
    stack[0] = 0;
    do {
        uint32_t index = stack[top];
        double entry;
        bool leaf = tree->count > 0 && nodes[index].right == TI_NONE;
        bool alone = leaf && nodes[index].end - nodes[index].begin == 1; // its box is that of the item
        bool meets = tree->count > 0 && (alone || ti_sweep_meets(sweep, &nodes[index].box, &entry));
        if (meets && !leaf) {
            stack[top++] = nodes[index].right;
            stack[top++] = index + 1;
        } else if (meets && !sweep_leaf(&tree->tree, &nodes[index], sweep, visit, context)) {
            return false;
        }
    } while (top-- > 0);
    return true;
}
