// The axial BSP tree of [VanWaveren05, section 5]: planes are faces of the boxes of polygons, the most
// central one along the longest side; a polygon is listed at the highest node all of whose leaves it reaches.

#include "bench/trace_bsp.h"

#include "scenes/model.h"

#include <math.h>
#include <stdlib.h>

// Sides of nodes, in units, and the number of polygons above which even a small node is cut.
#define SMALL_NODE 64.0
#define SMALL_CHILD 32.0
#define MANY 128

enum { LEAF = 3, DEPTH = 64 };

typedef struct bsp_node {
    uint32_t axis; // LEAF: none
    double at;
    uint32_t child[2];   // below and above
    uint32_t first, end; // in the list
} bsp_node;

typedef struct bsp_entry {
    uint32_t node, polygon;
} bsp_entry;

struct ti_bsp {
    toi_bounds* boxes; // of the polygons
    uint32_t polygon_count;
    bsp_node* nodes;
    uint32_t node_count, node_room;
    bsp_entry* list; // by node
    uint32_t list_count, list_room;
    uint32_t *seen, stamp; // [polygon_count]: the walk that saw it last
};

static double side(toi_vec3 v, uint32_t axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static void set_side(toi_vec3* v, uint32_t axis, double x)
{
    *(axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z) = x;
}

static double length(const toi_bounds* box, uint32_t axis)
{
    return side(box->upper, axis) - side(box->lower, axis);
}

// ---- building

// A node that is being built: its polygons and the space that it fills.
typedef struct part {
    const uint32_t* polygons;
    uint32_t count;
    toi_bounds space;
} part;

// The axes, the longest side first.
static void order_axes(const toi_bounds* space, uint32_t axes[3])
{
    for (uint32_t i = 0; i < 3; ++i) {
        axes[i] = i;
    }
    for (uint32_t i = 0; i < 2; ++i) {
        for (uint32_t k = 0; k < 2 - i; ++k) {
            if (length(space, axes[k]) < length(space, axes[k + 1])) {
                uint32_t t = axes[k];
                axes[k] = axes[k + 1];
                axes[k + 1] = t;
            }
        }
    }
}

// The most central face of a box that leaves enough on both sides; NaN where there is none.
static double best_cut(const ti_bsp* bsp, const part* p, uint32_t axis, double least)
{
    double low = side(p->space.lower, axis), high = side(p->space.upper, axis);
    double middle = 0.5 * (low + high), best = (double)NAN;
    for (uint32_t i = 0; i < 2 * p->count; ++i) {
        const toi_bounds* box = &bsp->boxes[p->polygons[i / 2]];
        double at = side(i % 2 == 0 ? box->lower : box->upper, axis);
        bool fits = at - low >= least && high - at >= least && at > low && at < high;
        if (fits && !(fabs(at - middle) >= fabs(best - middle))) {
            best = at;
        }
    }
    return best;
}

static bool choose_cut(const ti_bsp* bsp, const part* p, bsp_node* node)
{
    uint32_t axes[3];
    order_axes(&p->space, axes);
    bool many = p->count > MANY;
    for (uint32_t i = 0; i < 3; ++i) {
        double across = length(&p->space, axes[i]);
        if (across < SMALL_NODE && !many) {
            return false;
        }
        double at = best_cut(bsp, p, axes[i], across < SMALL_NODE ? 0.0 : SMALL_CHILD);
        if (isfinite(at)) {
            node->axis = axes[i];
            node->at = at;
            return true;
        }
    }
    return false;
}

static uint32_t add_node(ti_bsp* bsp)
{
    bsp->nodes = ti_make_room(bsp->nodes, bsp->node_count, &bsp->node_room, sizeof(bsp_node));
    bsp->nodes[bsp->node_count] = (bsp_node){.axis = LEAF};
    return bsp->node_count++;
}

static uint32_t build_node(ti_bsp* bsp, const part* p, uint32_t depth)
{
    uint32_t at = add_node(bsp);
    bsp_node cut = {.axis = LEAF};
    if (p->count == 0 || depth == DEPTH || !choose_cut(bsp, p, &cut)) {
        return at;
    }
    uint32_t* inside = malloc(p->count * sizeof *inside);
    if (inside == NULL) {
        exit(5);
    }
    for (uint32_t k = 0; k < 2; ++k) {
        part child = {inside, 0, p->space};
        set_side(k == 0 ? &child.space.upper : &child.space.lower, cut.axis, cut.at);
        for (uint32_t i = 0; i < p->count; ++i) {
            const toi_bounds* box = &bsp->boxes[p->polygons[i]];
            bool meets = k == 0 ? side(box->lower, cut.axis) < cut.at : side(box->upper, cut.axis) > cut.at;
            // A polygon in the plane goes with what is below.
            meets = meets || (k == 0 && side(box->upper, cut.axis) == cut.at);
            inside[child.count] = p->polygons[i];
            child.count += meets;
        }
        cut.child[k] = build_node(bsp, &child, depth + 1);
    }
    free(inside);
    bsp->nodes[at] = cut;
    return at;
}

static void list_polygon(ti_bsp* bsp, uint32_t node, uint32_t polygon)
{
    bsp->list = ti_make_room(bsp->list, bsp->list_count, &bsp->list_room, sizeof(bsp_entry));
    bsp->list[bsp->list_count++] = (bsp_entry){node, polygon};
}

// Lists a polygon below a node. True where it reaches all leaves there: then it is not listed yet.
static bool insert(ti_bsp* bsp, uint32_t at, uint32_t polygon)
{
    const bsp_node* node = &bsp->nodes[at];
    if (node->axis == LEAF) {
        return true;
    }
    const toi_bounds* box = &bsp->boxes[polygon];
    bool above = side(box->upper, node->axis) > node->at;
    bool below = side(box->lower, node->axis) < node->at || !above;
    bool all[2] = {below && insert(bsp, node->child[0], polygon),
                   above && insert(bsp, node->child[1], polygon)};
    for (uint32_t k = 0; k < 2 && !(all[0] && all[1]); ++k) {
        if (all[k]) {
            list_polygon(bsp, bsp->nodes[at].child[k], polygon);
        }
    }
    return all[0] && all[1];
}

static int by_node(const void* a, const void* b)
{
    const bsp_entry *x = a, *y = b;
    return x->node != y->node ? (x->node > y->node) - (x->node < y->node)
                              : (x->polygon > y->polygon) - (x->polygon < y->polygon);
}

static toi_bounds box_of(const toi_mesh* mesh, uint32_t face)
{
    const uint32_t* corners;
    uint32_t count = toi_mesh_face(mesh, face, &corners);
    toi_bounds box = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 v = toi_mesh_vertex(mesh, corners[i]);
        box.lower = (toi_vec3){fmin(box.lower.x, v.x), fmin(box.lower.y, v.y), fmin(box.lower.z, v.z)};
        box.upper = (toi_vec3){fmax(box.upper.x, v.x), fmax(box.upper.y, v.y), fmax(box.upper.z, v.z)};
    }
    return box;
}

ti_bsp* ti_bsp_build(const toi_mesh* mesh)
{
    toi_mesh_info info;
    toi_mesh_get_info(mesh, &info);
    ti_bsp* bsp = calloc(1, sizeof *bsp);
    uint32_t* all = malloc(info.faces * sizeof *all);
    if (bsp == NULL || all == NULL || (bsp->boxes = malloc(info.faces * sizeof *bsp->boxes)) == NULL ||
        (bsp->seen = calloc(info.faces, sizeof *bsp->seen)) == NULL) {
        exit(5);
    }
    bsp->polygon_count = info.faces;
    for (uint32_t i = 0; i < info.faces; ++i) {
        bsp->boxes[i] = box_of(mesh, i);
        all[i] = i;
    }
    build_node(bsp, &(part){all, info.faces, info.bounds}, 0);
    free(all);
    for (uint32_t i = 0; i < info.faces; ++i) {
        if (insert(bsp, 0, i)) {
            list_polygon(bsp, 0, i);
        }
    }
    qsort(bsp->list, bsp->list_count, sizeof bsp->list[0], by_node);
    for (uint32_t n = 0, i = 0; n < bsp->node_count; ++n) {
        bsp->nodes[n].first = i;
        while (i < bsp->list_count && bsp->list[i].node == n) {
            ++i;
        }
        bsp->nodes[n].end = i;
    }
    return bsp;
}

void ti_bsp_destroy(ti_bsp* bsp)
{
    free(bsp->boxes);
    free(bsp->nodes);
    free(bsp->list);
    free(bsp->seen);
    free(bsp);
}

void ti_bsp_size(const ti_bsp* bsp, uint32_t* nodes, uint32_t* references)
{
    *nodes = bsp->node_count;
    *references = bsp->list_count;
}

// ---- walking

// What a walk carries along.
typedef struct walk {
    ti_bsp* bsp;
    const ti_bsp_sweep* sweep;
    toi_bounds box; // of the whole way
    uint32_t* polygons;
    ti_bsp_count count;
} walk;

static bool boxes_meet(const toi_bounds* a, const toi_bounds* b)
{
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y &&
           b->lower.y <= a->upper.y && a->lower.z <= b->upper.z && b->lower.z <= a->upper.z;
}

static void gather(walk* w, const bsp_node* node)
{
    for (uint32_t i = node->first; i < node->end; ++i) {
        uint32_t polygon = w->bsp->list[i].polygon;
        if (w->bsp->seen[polygon] == w->bsp->stamp) {
            continue;
        }
        w->bsp->seen[polygon] = w->bsp->stamp;
        ++w->count.tested;
        if (boxes_meet(&w->bsp->boxes[polygon], &w->box)) {
            w->polygons[w->count.polygons++] = polygon;
        }
    }
}

// The part of the way, from `from` to `to` as fractions of it, that is in the space of a node.
static void walk_node(walk* w, uint32_t at, double from, double to)
{
    const bsp_node* node = &w->bsp->nodes[at];
    if (from > w->sweep->best) {
        return;
    }
    ++w->count.nodes;
    gather(w, node);
    if (node->axis == LEAF) {
        return;
    }
    double start = side(w->sweep->from, node->axis) - node->at,
           by = side(w->sweep->to, node->axis) - node->at;
    by -= start;
    double reach = side(w->sweep->half, node->axis), first = start + from * by, last = start + to * by;
    if (first > reach && last > reach) {
        walk_node(w, node->child[1], from, to);
    } else if (first < -reach && last < -reach) {
        walk_node(w, node->child[0], from, to);
    } else {
        // The way is near the plane in between: each side has the part that ends or begins there.
        uint32_t near = by > 0.0 ? 0 : 1;
        double speed = fabs(by), away = near == 0 ? start : -start;
        double leaves = speed > 0.0 ? fmin(to, (reach - away) / speed) : to;
        double enters = speed > 0.0 ? fmax(from, (-reach - away) / speed) : from;
        walk_node(w, node->child[near], from, leaves);
        walk_node(w, node->child[1 - near], enters, to);
    }
}

ti_bsp_count ti_bsp_walk(ti_bsp* bsp, const ti_bsp_sweep* sweep, uint32_t* polygons)
{
    toi_vec3 a = sweep->from, b = sweep->to, h = sweep->half;
    walk w = {.bsp = bsp, .sweep = sweep, .polygons = polygons};
    w.box.lower = (toi_vec3){fmin(a.x, b.x) - h.x, fmin(a.y, b.y) - h.y, fmin(a.z, b.z) - h.z};
    w.box.upper = (toi_vec3){fmax(a.x, b.x) + h.x, fmax(a.y, b.y) + h.y, fmax(a.z, b.z) + h.z};
    ++bsp->stamp;
    walk_node(&w, 0, 0.0, 1.0);
    return w.count;
}
