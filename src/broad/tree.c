// A tree over boxes: median splits along the longest side of the centres, walked against itself.

#include "broad/tree.h"

#include "bvh/select.h"
#include "core/memory.h"

#include <math.h>

// ---- boxes

static bool boxes_meet(const toi_bounds* a, const toi_bounds* b)
{
    bool x = (a->lower.x <= b->upper.x) & (b->lower.x <= a->upper.x);
    bool y = (a->lower.y <= b->upper.y) & (b->lower.y <= a->upper.y);
    bool z = (a->lower.z <= b->upper.z) & (b->lower.z <= a->upper.z);
    return x & y & z;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

static void add_box(toi_bounds* all, const toi_bounds* box)
{
    all->lower.x = least(box->lower.x, all->lower.x);
    all->lower.y = least(box->lower.y, all->lower.y);
    all->lower.z = least(box->lower.z, all->lower.z);
    all->upper.x = most(box->upper.x, all->upper.x);
    all->upper.y = most(box->upper.y, all->upper.y);
    all->upper.z = most(box->upper.z, all->upper.z);
}

toi_bounds ti_box_around(const toi_bounds* a, const toi_bounds* b)
{
    toi_bounds all = *a;
    add_box(&all, b);
    return all;
}

static toi_bounds empty_box(void)
{
    return (toi_bounds){{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
}

// ---- building

typedef struct builder {
    const toi_bounds* boxes; // as given
    double (*centres)[3];
    uint64_t* keys; // [count]: the lower half is the index of a box
    ti_box_tree* tree;
    uint32_t node_count;
} builder;

static uint32_t item_of(const builder* b, uint32_t i)
{
    return (uint32_t)b->keys[i];
}

// 0 where it is not finite, which is as good as anywhere.
static double middle_of(double lower, double upper)
{
    double middle = 0.5 * lower + 0.5 * upper;
    return isfinite(middle) ? middle : 0.0;
}

static void find_centres(builder* b, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 l = b->boxes[i].lower, u = b->boxes[i].upper;
        b->centres[i][0] = middle_of(l.x, u.x);
        b->centres[i][1] = middle_of(l.y, u.y);
        b->centres[i][2] = middle_of(l.z, u.z);
        b->keys[i] = i;
    }
}

// Splits a range of keys in two by the centres along the axis where they spread most.
static void split_range(builder* b, uint32_t begin, uint32_t end, uint32_t middle)
{
    double lower[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, upper[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (uint32_t i = begin; i < end; ++i) {
        const double* c = b->centres[item_of(b, i)];
        for (int k = 0; k < 3; ++k) {
            lower[k] = least(c[k], lower[k]);
            upper[k] = most(c[k], upper[k]);
        }
    }
    double x = upper[0] - lower[0], y = upper[1] - lower[1], z = upper[2] - lower[2];
    int axis = x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
    double from = 0.5 * lower[axis], inverse = 1.0 / (0.5 * upper[axis] - from);
    for (uint32_t i = begin; i < end; ++i) {
        uint32_t item = item_of(b, i);
        double along = (0.5 * b->centres[item][axis] - from) * inverse; // NaN where all are at one place
        b->keys[i] = ti_select_key(along > 0.0 && along <= 1.0 ? along : 0.0, item);
    }
    ti_select(b->keys, NULL, begin, end, middle);
}

// Number of boxes of the first child: full leaves, and as many on both sides as that allows.
static uint32_t left_count(uint32_t count)
{
    uint32_t leaves = (count + TI_BOX_LEAF - 1) / TI_BOX_LEAF;
    return (leaves + 1) / 2 * TI_BOX_LEAF;
}

// Recursion is at most 30 deep: every split halves the leaves.
static uint32_t build_node(builder* b, uint32_t begin, uint32_t end)
{
    uint32_t index = b->node_count++;
    ti_box_node* node = &b->tree->nodes[index];
    *node = (ti_box_node){empty_box(), begin, end, TI_NONE};
    if (end - begin <= TI_BOX_LEAF) {
        for (uint32_t i = begin; i < end; ++i) {
            b->tree->item[i] = item_of(b, i);
            b->tree->boxes[i] = b->boxes[item_of(b, i)];
            add_box(&node->box, &b->tree->boxes[i]);
        }
        return index;
    }
    uint32_t middle = begin + left_count(end - begin);
    split_range(b, begin, end, middle);
    build_node(b, begin, middle);
    node->right = build_node(b, middle, end);
    node->box = b->tree->nodes[index + 1].box;
    add_box(&node->box, &b->tree->nodes[node->right].box);
    return index;
}

toi_status ti_box_room_make(uint32_t count, const toi_allocator* allocator, ti_box_room* room)
{
    room->centres = ti_allocate(allocator, count, sizeof *room->centres);
    room->keys = ti_allocate(allocator, count, sizeof *room->keys);
    if (room->centres == NULL || room->keys == NULL) {
        ti_box_room_release(room, allocator);
        return TOI_ERROR_MEMORY;
    }
    return TOI_OK;
}

void ti_box_room_release(ti_box_room* room, const toi_allocator* allocator)
{
    ti_release(allocator, room->centres);
    ti_release(allocator, room->keys);
    *room = (ti_box_room){0};
}

toi_status ti_box_tree_reserve(uint32_t count, const toi_allocator* allocator, ti_box_tree* tree)
{
    size_t leaves = (size_t)count / TI_BOX_LEAF + 1;
    tree->nodes = ti_allocate(allocator, 2 * leaves, sizeof *tree->nodes);
    tree->boxes = ti_allocate(allocator, count, sizeof *tree->boxes);
    tree->item = ti_allocate(allocator, count, sizeof *tree->item);
    if (tree->nodes == NULL || tree->boxes == NULL || tree->item == NULL) {
        ti_box_tree_release(tree, allocator);
        return TOI_ERROR_MEMORY;
    }
    return TOI_OK;
}

void ti_box_tree_build(const toi_bounds* boxes, uint32_t count, const ti_box_room* room, ti_box_tree* tree)
{
    builder b = {boxes, room->centres, room->keys, tree, 0};
    find_centres(&b, count);
    build_node(&b, 0, count);
}

toi_status ti_box_tree_make(const toi_bounds* boxes, uint32_t count, const toi_allocator* allocator,
                            ti_box_tree* tree)
{
    ti_box_room room;
    if (ti_box_room_make(count, allocator, &room) != TOI_OK) {
        return TOI_ERROR_MEMORY;
    }
    toi_status status = ti_box_tree_reserve(count, allocator, tree);
    if (status == TOI_OK) {
        ti_box_tree_build(boxes, count, &room, tree);
    }
    ti_box_room_release(&room, allocator);
    return status;
}

void ti_box_tree_release(ti_box_tree* tree, const toi_allocator* allocator)
{
    ti_release(allocator, tree->nodes);
    ti_release(allocator, tree->boxes);
    ti_release(allocator, tree->item);
    *tree = (ti_box_tree){0};
}

// ---- walking

typedef struct walk {
    const ti_box_tree* tree;
    ti_box_pair* visit;
    void* context;
} walk;

static bool visit_leaves(const walk* w, const ti_box_node* p, const ti_box_node* q)
{
    const toi_bounds* boxes = w->tree->boxes;
    const uint32_t* item = w->tree->item;
    for (uint32_t i = p->begin; i < p->end; ++i) {
        if (!boxes_meet(&boxes[i], &q->box)) {
            continue;
        }
        for (uint32_t j = p == q ? i + 1 : q->begin; j < q->end; ++j) {
            if (boxes_meet(&boxes[i], &boxes[j]) && !w->visit(item[i], item[j], w->context)) {
                return false;
            }
        }
    }
    return true;
}

// Half the number of boxes decides which node is split: the one with more. At most 60 deep.
static bool visit_two(const walk* w, const ti_box_node* p, const ti_box_node* q)
{
    if (!boxes_meet(&p->box, &q->box)) {
        return true;
    }
    if (p->right == TI_NONE && q->right == TI_NONE) {
        return visit_leaves(w, p, q);
    }
    if (q->right == TI_NONE || (p->right != TI_NONE && p->end - p->begin >= q->end - q->begin)) {
        return visit_two(w, p + 1, q) && visit_two(w, &w->tree->nodes[p->right], q);
    }
    return visit_two(w, p, q + 1) && visit_two(w, p, &w->tree->nodes[q->right]);
}

static bool visit_one(const walk* w, const ti_box_node* p)
{
    if (p->right == TI_NONE) {
        return visit_leaves(w, p, p);
    }
    const ti_box_node* right = &w->tree->nodes[p->right];
    return visit_one(w, p + 1) && visit_one(w, right) && visit_two(w, p + 1, right);
}

bool ti_box_tree_pairs(const ti_box_tree* tree, ti_box_pair* visit, void* context)
{
    walk w = {tree, visit, context};
    return visit_one(&w, &tree->nodes[0]);
}
