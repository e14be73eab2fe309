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

static toi_bounds empty_box(void)
{
    return (toi_bounds){{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
}

// ---- building

typedef struct centre {
    double at[3];
} centre;

typedef struct builder {
    const toi_bounds* boxes; // as given
    centre* centres;
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
        b->centres[i] = (centre){{middle_of(l.x, u.x), middle_of(l.y, u.y), middle_of(l.z, u.z)}};
        b->keys[i] = i;
    }
}

// Splits a range of keys in two by the centres along the axis where they spread most.
static void split_range(builder* b, uint32_t begin, uint32_t end, uint32_t middle)
{
    centre lower = b->centres[item_of(b, begin)], upper = lower;
    for (uint32_t i = begin + 1; i < end; ++i) {
        centre c = b->centres[item_of(b, i)];
        for (int k = 0; k < 3; ++k) {
            lower.at[k] = least(c.at[k], lower.at[k]);
            upper.at[k] = most(c.at[k], upper.at[k]);
        }
    }
    double x = upper.at[0] - lower.at[0], y = upper.at[1] - lower.at[1], z = upper.at[2] - lower.at[2];
    int axis = x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
    double from = 0.5 * lower.at[axis], inverse = 1.0 / (0.5 * upper.at[axis] - from);
    for (uint32_t i = begin; i < end; ++i) {
        uint32_t item = item_of(b, i);
        double along = (0.5 * b->centres[item].at[axis] - from) * inverse; // NaN where all are at one place
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

toi_status ti_box_tree_make(const toi_bounds* boxes, uint32_t count, const toi_allocator* allocator,
                            ti_box_tree* tree)
{
    size_t leaves = (size_t)count / TI_BOX_LEAF + 1;
    builder b = {.boxes = boxes, .tree = tree};
    b.centres = ti_allocate(allocator, count, sizeof *b.centres);
    b.keys = ti_allocate(allocator, count, sizeof *b.keys);
    tree->nodes = ti_allocate(allocator, 2 * leaves, sizeof *tree->nodes);
    tree->boxes = ti_allocate(allocator, count, sizeof *tree->boxes);
    tree->item = ti_allocate(allocator, count, sizeof *tree->item);
    bool ok = b.centres != NULL && b.keys != NULL && tree->nodes != NULL && tree->boxes != NULL &&
              tree->item != NULL;
    if (ok) {
        find_centres(&b, count);
        build_node(&b, 0, count);
    } else {
        ti_box_tree_release(tree, allocator);
    }
    ti_release(allocator, b.centres);
    ti_release(allocator, b.keys);
    return ok ? TOI_OK : TOI_ERROR_MEMORY;
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
