// The tree: ranges of triangles are split at the median of their centroids along the longest axis of their
// box, twice per node. Memory follows the depth-first order.

#include "bvh/build.h"

#include "bvh/box.h"
#include "bvh/plan.h"
#include "bvh/select.h"
#include "bvh/slabs.h"
#include "core/assert.h"
#include "core/memory.h"
#include "math/rounding.h"
#include <string.h>

// A lane whose range is to be split.
typedef struct task {
    uint32_t begin, end;
    uint32_t node, lane; // lane 0 to 3 of a node that exists already
    uint32_t level;      // of the node to make
} task;

typedef struct builder {
    const toi_allocator* allocator;
    const toi_vec3* local;
    ti_triangle* triangles;
    uint64_t* keys;   // low half: place before the build, which breaks ties; upper half: place along an axis
    uint32_t* mark;   // [vertex_count]: number of the last range that took in the vertex
    uint32_t range;   // number of the range at hand
    toi_vec3* points; // distinct points of the range at hand
    uint32_t point_count;
    ti_tree tree;
    size_t patch_used, patch_capacity; // doubles
    task stack[TI_PLAN_STACK];
    uint32_t stack_count;
} builder;

// ---- splitting

static toi_vec3 centroid3(const builder* b, uint32_t i)
{
    const uint32_t* v = b->triangles[i].vertex;
    return v3_add(v3_add(b->local[v[0]], b->local[v[1]]), b->local[v[2]]);
}

// Of the axes of a box, the one along which the centroids of a range reach farthest.
static toi_vec3 longest_axis(const builder* b, uint32_t begin, uint32_t end, const ti_mat3* frame)
{
    toi_vec3 origin = centroid3(b, begin), lower = {0.0, 0.0, 0.0}, upper = {0.0, 0.0, 0.0};
    for (uint32_t i = begin + 1; i < end; ++i) {
        toi_vec3 s = m3_apply(frame, v3_sub(centroid3(b, i), origin));
        lower = v3_min(lower, s);
        upper = v3_max(upper, s);
    }
    toi_vec3 length = v3_sub(upper, lower);
    int longest = length.y > length.x ? 1 : 0;
    return frame->row[length.z > (longest ? length.y : length.x) ? 2 : longest];
}

// Puts the `first` triangles that come first along an axis of the frame in front.
static void split_range(const builder* b, uint32_t begin, uint32_t end, uint32_t first, const ti_mat3* frame)
{
    if (first == end - begin) {
        return;
    }
    toi_vec3 axis = longest_axis(b, begin, end, frame), origin = centroid3(b, begin);
    for (uint32_t i = begin; i < end; ++i) {
        double along = v3_dot(axis, v3_sub(centroid3(b, i), origin));
        b->keys[i] = ti_select_key(along, (uint32_t)b->keys[i]);
    }
    ti_select(b->keys, b->triangles, begin, end, begin + first);
}

// Unit axes of a stored box. Half-axes are never zero.
static ti_mat3 lane_frame(const ti_node* node, uint32_t lane)
{
    ti_mat3 frame;
    for (int k = 0; k < 3; ++k) {
        toi_vec3 g = {(double)node->axis[3 * k][lane], (double)node->axis[3 * k + 1][lane],
                      (double)node->axis[3 * k + 2][lane]};
        frame.row[k] = v3_scale(1.0 / v3_length(g), g);
    }
    return frame;
}

// ---- lanes

// Gathers the distinct points of a range in the order of first use.
static void gather_points(builder* b, uint32_t begin, uint32_t end)
{
    ++b->range;
    b->point_count = 0;
    for (uint32_t i = begin; i < end; ++i) {
        for (int k = 0; k < 3; ++k) {
            uint32_t v = b->triangles[i].vertex[k];
            if (b->mark[v] != b->range) {
                b->mark[v] = b->range;
                b->points[b->point_count++] = b->local[v];
            }
        }
    }
}

static void add_largest_triangle(const builder* b, uint32_t begin, uint32_t end, ti_frames* frames)
{
    toi_vec3 largest[3];
    double most = -1.0;
    for (uint32_t i = begin; i < end; ++i) {
        const uint32_t* v = b->triangles[i].vertex;
        toi_vec3 p[3] = {b->local[v[0]], b->local[v[1]], b->local[v[2]]};
        toi_vec3 normal = v3_cross(v3_sub(p[1], p[0]), v3_sub(p[2], p[0]));
        if (v3_dot(normal, normal) > most) {
            most = v3_dot(normal, normal);
            memcpy(largest, p, sizeof largest);
        }
    }
    ti_frames_add_triangle(frames, largest);
}

static void store_box(ti_node* node, uint32_t lane, const ti_fit* box)
{
    for (int c = 0; c < 9; ++c) {
        node->axis[c][lane] = box->axis[c];
    }
    for (int c = 0; c < 3; ++c) {
        node->center[c][lane] = box->center[c];
    }
    node->radius[lane] = box->radius;
    node->size[lane] = box->size;
}

// Gives the patches room for so many doubles, at least those in use.
static bool resize_patches(builder* b, size_t capacity)
{
    double* memory = ti_allocate(b->allocator, capacity, sizeof *memory);
    if (memory == NULL) {
        return false;
    }
    if (b->patch_used > 0) {
        memcpy(memory, b->tree.patch_memory, b->patch_used * sizeof *memory);
    }
    ti_release(b->allocator, b->tree.patch_memory);
    b->tree.patch_memory = memory;
    b->patch_capacity = capacity;
    return true;
}

static bool reserve_patch(builder* b, size_t count)
{
    return b->patch_used + count <= b->patch_capacity || resize_patches(b, 2 * b->patch_capacity + 4096);
}

// Squares, sums and root are off by less than 8 u of the length; underflow of the squares costs far less than
// 2^-500.
static float points_radius(const toi_vec3* points, uint32_t count)
{
    double radius2 = 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        radius2 = fmax(radius2, v3_dot(points[i], points[i]));
    }
    return ti_float_up(sqrt(radius2) * (1.0 + 8.0 * TI_U) + 0x1p-500);
}

// Stores the points at hand as a patch. Pointers into patch_memory are set when all are there.
static bool store_patch(builder* b, uint32_t* index)
{
    uint32_t count = (b->point_count + 3) / 4 * 4;
    if (!reserve_patch(b, 3 * (size_t)count)) {
        return false;
    }
    double* to = b->tree.patch_memory + b->patch_used;
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 p = b->points[i < b->point_count ? i : b->point_count - 1];
        to[i] = p.x;
        to[count + i] = p.y;
        to[2 * count + i] = p.z;
    }
    *index = b->tree.patch_count++;
    b->tree.patches[*index].count = count;
    b->tree.patch_radius[*index] = points_radius(b->points, b->point_count);
    b->patch_used += 3 * (size_t)count;
    return true;
}

// Fills a lane of a node with the box and perhaps the patch of its range. Large ranges are boxed by their
// principal axes; for small ones and for the whole mesh the frames of the largest triangle are tried too.
static bool fill_lane(builder* b, ti_node* node, uint32_t lane, bool root)
{
    uint32_t begin = node->begin[lane], end = node->begin[lane + 1], size = end - begin;
    gather_points(b, begin, end);
    ti_frames frames = {.count = 0};
    ti_frames_add_principal(&frames, b->points, b->point_count);
    if (size <= TI_PATCH_POINTS || root) {
        add_largest_triangle(b, begin, end, &frames);
    }
    ti_fit box;
    ti_box_fit(b->points, b->point_count, &frames, &box);
    store_box(node, lane, &box);
    node->child[lane] = TI_NONE;
    node->patch[lane] = TI_NONE;
    if (ti_may_have_patch(size) && b->point_count <= TI_PATCH_POINTS) {
        return store_patch(b, &node->patch[lane]);
    }
    return true;
}

static void repeat_first_lane(ti_node* node)
{
    for (uint32_t lane = node->count; lane < TI_TREE_WIDTH; ++lane) {
        for (int c = 0; c < 9; ++c) {
            node->axis[c][lane] = node->axis[c][0];
        }
        for (int c = 0; c < 3; ++c) {
            node->center[c][lane] = node->center[c][0];
        }
        node->radius[lane] = node->radius[0];
        node->size[lane] = node->size[0];
        node->patch[lane] = node->patch[0];
        node->child[lane] = TI_NONE;
        node->begin[lane + 1] = node->begin[node->count];
    }
}

// ---- nodes

// The first lane is pushed last, so that its node comes next and memory follows the depth-first order.
static void push_lanes(builder* b, uint32_t node_index, uint32_t level)
{
    const ti_node* node = &b->tree.nodes[node_index];
    for (uint32_t lane = node->count; lane-- > 0;) {
        if (node->begin[lane + 1] - node->begin[lane] > TI_TREE_LEAF_TRIANGLES) {
            TI_ASSERT(b->stack_count < TI_PLAN_STACK);
            b->stack[b->stack_count++] =
                (task){node->begin[lane], node->begin[lane + 1], node_index, lane, level + 1};
        }
    }
}

static bool make_root(builder* b, uint32_t triangle_count)
{
    ti_node* node = &b->tree.nodes[b->tree.node_count++];
    node->count = 1;
    node->begin[0] = 0;
    node->begin[1] = triangle_count;
    if (!fill_lane(b, node, 0, true)) {
        return false;
    }
    repeat_first_lane(node);
    push_lanes(b, 0, 1);
    return true;
}

static bool make_node(builder* b, const task* t)
{
    ti_node* parent = &b->tree.nodes[t->node];
    uint32_t index = b->tree.node_count++;
    ti_node* node = &b->tree.nodes[index];
    parent->child[t->lane] = index;
    ti_mat3 frame = lane_frame(parent, t->lane);

    ti_cut cut = ti_cut_range(t->end - t->begin);
    split_range(b, t->begin, t->end, cut.half[0], &frame);
    split_range(b, t->begin, t->begin + cut.half[0], cut.first[0], &frame);
    split_range(b, t->begin + cut.half[0], t->end, cut.first[1], &frame);

    node->count = cut.lane_count;
    node->begin[0] = t->begin;
    for (uint32_t lane = 0; lane < node->count; ++lane) {
        node->begin[lane + 1] = node->begin[lane] + cut.size[lane];
        if (!fill_lane(b, node, lane, false)) {
            return false;
        }
    }
    repeat_first_lane(node);
    push_lanes(b, index, t->level);
    return true;
}

static bool allocate_builder(builder* b, const toi_mesh* mesh, const ti_plan* plan)
{
    const toi_allocator* a = b->allocator;
    b->tree.nodes = ti_allocate(a, plan->nodes, sizeof *b->tree.nodes);
    b->tree.patches = ti_allocate(a, plan->patches, sizeof *b->tree.patches);
    b->tree.patch_radius = ti_allocate(a, plan->patches, sizeof *b->tree.patch_radius);
    b->keys = ti_allocate(a, mesh->triangle_count, sizeof *b->keys);
    b->mark = ti_allocate_zero(a, mesh->vertex_count, sizeof *b->mark);
    b->points = ti_allocate(a, mesh->vertex_count, sizeof *b->points);
    return b->tree.nodes != NULL && b->tree.patches != NULL && b->tree.patch_radius != NULL &&
           b->keys != NULL && b->mark != NULL && b->points != NULL;
}

static bool build_all(builder* b, uint32_t triangle_count)
{
    for (uint32_t i = 0; i < triangle_count; ++i) {
        b->keys[i] = i;
    }
    bool ok = make_root(b, triangle_count);
    while (ok && b->stack_count > 0) {
        task t = b->stack[--b->stack_count];
        ok = make_node(b, &t);
    }
    return ok;
}

// Cuts patch_memory to its size and points the patches into it.
static bool finish_patches(builder* b)
{
    if (!resize_patches(b, b->patch_used)) {
        return false;
    }
    double* memory = b->tree.patch_memory;
    for (uint32_t i = 0; i < b->tree.patch_count; ++i) {
        ti_points* patch = &b->tree.patches[i];
        patch->x = memory;
        patch->y = memory + patch->count;
        patch->z = memory + 2 * (size_t)patch->count;
        memory += 3 * (size_t)patch->count;
    }
    return true;
}

toi_status ti_tree_build(toi_mesh* mesh)
{
    TI_ASSERT(mesh->triangle_count > 0);
    ti_plan plan = ti_plan_tree(mesh->triangle_count);
    builder b = {.allocator = &mesh->allocator, .local = mesh->local, .triangles = mesh->triangles};
    b.tree.depth = plan.levels;
    bool ok = allocate_builder(&b, mesh, &plan) && build_all(&b, mesh->triangle_count) && finish_patches(&b);
    TI_ASSERT(!ok || b.tree.node_count == plan.nodes);
    ti_release(&mesh->allocator, b.keys);
    ti_release(&mesh->allocator, b.mark);
    ti_release(&mesh->allocator, b.points);
    mesh->tree = b.tree;
    if (!ok || !ti_slabs_build(mesh)) {
        ti_tree_release(mesh);
        return TOI_ERROR_MEMORY;
    }
    return TOI_OK;
}

void ti_tree_release(toi_mesh* mesh)
{
    ti_release(&mesh->allocator, mesh->tree.nodes);
    ti_release(&mesh->allocator, mesh->tree.slabs);
    ti_release(&mesh->allocator, mesh->tree.patches);
    ti_release(&mesh->allocator, mesh->tree.patch_radius);
    ti_release(&mesh->allocator, mesh->tree.patch_memory);
    mesh->tree = (ti_tree){.nodes = NULL};
}
