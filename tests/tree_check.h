// Checks a whole tree: ranges, boxes, patches, sizes and unused lanes.

#ifndef TOI_TESTS_TREE_CHECK_H
#define TOI_TESTS_TREE_CHECK_H

#include "bvh/plan.h"
#include "bvh/walk.h"
#include "cmocka_toi.h"
#include "exact_box.h"

typedef struct visit {
    const toi_mesh* mesh;
    bool exact;
    uint32_t nodes, leaves, patches, depth;
    uint32_t next_triangle; // leaves come in the order of their triangles
    uint8_t* seen;          // per vertex
} visit;

static inline uint32_t collect_vertices(visit* v, uint32_t begin, uint32_t end, uint32_t* vertices)
{
    uint32_t count = 0;
    for (uint32_t i = begin; i < end; ++i) {
        for (int k = 0; k < 3; ++k) {
            uint32_t vertex = v->mesh->triangles[i].vertex[k];
            if (!v->seen[vertex]) {
                v->seen[vertex] = 1;
                vertices[count++] = vertex;
            }
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        v->seen[vertices[i]] = 0;
    }
    return count;
}

static inline void check_box(const visit* v, const ti_box* box, const uint32_t* vertices, uint32_t count)
{
    exact_box e;
    exact_box_start(&e, box);
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 p = v->mesh->local[vertices[i]];
        assert_true(v->exact ? exact_box_holds(&e, p) : long_box_holds(box, p));
    }
    assert_true(exact_box_within(&e, 1.0, box->radius));
    assert_true(exact_box_within(&e, 0.0, box->size));
    // No looser than a box along the axes would be.
    toi_vec3 lower = v->mesh->local[vertices[0]], upper = lower;
    for (uint32_t i = 1; i < count; ++i) {
        toi_vec3 p = v->mesh->local[vertices[i]];
        lower = v3(fmin(lower.x, p.x), fmin(lower.y, p.y), fmin(lower.z, p.z));
        upper = v3(fmax(upper.x, p.x), fmax(upper.y, p.y), fmax(upper.z, p.z));
    }
    toi_vec3 s = v3_sub(upper, lower);
    double a = v3_length(box->axis[0]), b = v3_length(box->axis[1]), c = v3_length(box->axis[2]);
    double slack = 0x1p-20 * v3_length(s) + 0x1p-22 * v3_length(box->center) + 0x1p-90;
    assert_true(4.0 * (a * b + b * c + c * a) <=
                s.x * s.y + s.y * s.z + s.z * s.x + slack * (s.x + s.y + s.z + slack) * 8.0);
    assert_true(a + slack >= b && b + slack >= c);
    exact_box_stop(&e);
}

static inline int compare_points(const void* a, const void* b)
{
    const toi_vec3 *p = a, *q = b;
    if (p->x != q->x) {
        return p->x < q->x ? -1 : 1;
    }
    if (p->y != q->y) {
        return p->y < q->y ? -1 : 1;
    }
    return p->z < q->z ? -1 : p->z > q->z;
}

static inline void check_patch(visit* v, const ti_node* node, uint32_t lane, const uint32_t* vertices,
                               uint32_t count)
{
    uint32_t size = ti_node_triangle_count(node, lane);
    if (size < 8 || size > 64 || count > TI_PATCH_POINTS) {
        assert_int_equal(node->patch[lane], TI_NONE);
        return;
    }
    const ti_tree* tree = &v->mesh->tree;
    assert_true(node->patch[lane] < tree->patch_count);
    ++v->patches;
    const ti_points* patch = &tree->patches[node->patch[lane]];
    assert_int_equal(patch->count, (count + 3) / 4 * 4);
    toi_vec3 stored[TI_PATCH_POINTS], expected[TI_PATCH_POINTS];
    for (uint32_t i = 0; i < patch->count; ++i) {
        stored[i] = v3(patch->x[i], patch->y[i], patch->z[i]);
        assert_true(i < count || v3_equal(stored[i], stored[count - 1]));
    }
    for (uint32_t i = 0; i < count; ++i) {
        expected[i] = v->mesh->local[vertices[i]];
    }
    qsort(stored, count, sizeof *stored, compare_points);
    qsort(expected, count, sizeof *expected, compare_points);
    long double radius2 = 0.0L;
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 p = expected[i];
        assert_true(v3_equal(stored[i], p));
        const long double x = (long double)p.x, y = (long double)p.y, z = (long double)p.z;
        radius2 = fmaxl(radius2, x * x + y * y + z * z);
    }
    long double radius = (long double)tree->patch_radius[node->patch[lane]];
    assert_true(radius * radius >= radius2);
    assert_true(radius * radius <= radius2 * (1.0L + 0x1p-21L) + 0x1p-200L);
}

static inline void check_unused_lane(const ti_node* node, uint32_t lane)
{
    assert_int_equal(node->child[lane], TI_NONE);
    assert_int_equal(node->patch[lane], node->patch[0]);
    assert_int_equal(node->begin[lane + 1], node->begin[node->count]);
    ti_box box = ti_node_box(node, lane), first = ti_node_box(node, 0);
    assert_memory_equal(&box, &first, sizeof box);
}

// Boxes along the axes hold what they are around, tightly where it is a leaf; those of unused lanes are
// empty.
static inline void check_slabs(const visit* v, uint32_t index, uint32_t lane, const uint32_t* vertices,
                               uint32_t count)
{
    const ti_node* node = &v->mesh->tree.nodes[index];
    const ti_slabs* s = &v->mesh->tree.slabs[index];
    bool leaf = lane < node->count && node->child[lane] == TI_NONE;
    assert_int_equal(s->leaf[lane], leaf ? ti_node_triangle_count(node, lane) : 0);
    assert_int_equal(s->at[lane], leaf ? node->begin[lane] : node->child[lane]);
    for (int c = 0; c < 3; ++c) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (uint32_t i = 0; i < count; ++i) {
            const toi_vec3 p = v->mesh->local[vertices[i]];
            double x = c == 0 ? p.x : c == 1 ? p.y : p.z;
            low = fmin(low, x);
            high = fmax(high, x);
        }
        assert_true((double)s->side[c][lane] <= low && (double)s->side[3 + c][lane] >= high);
        assert_true(count > 0 || s->side[c][lane] > s->side[3 + c][lane]);
        assert_true(count == 0 || (double)s->side[3 + c][lane] - (double)s->side[c][lane] <=
                                      high - low + 0x1p-22 * (fabs(low) + fabs(high)) + 0x1p-140);
    }
}

static inline void check_node(visit* v, uint32_t index, uint32_t level, uint32_t* scratch);

static inline void check_lane(visit* v, const ti_node* node, uint32_t lane, uint32_t level, uint32_t* scratch)
{
    uint32_t begin = node->begin[lane], end = node->begin[lane + 1];
    assert_true(begin < end);
    ti_box box = ti_node_box(node, lane);
    uint32_t count = collect_vertices(v, begin, end, scratch);
    check_box(v, &box, scratch, count);
    check_patch(v, node, lane, scratch, count);
    check_slabs(v, (uint32_t)(node - v->mesh->tree.nodes), lane, scratch, count);
    if (node->child[lane] == TI_NONE) {
        assert_true(end - begin <= TI_TREE_LEAF_TRIANGLES);
        assert_int_equal(begin, v->next_triangle);
        v->next_triangle = end;
        ++v->leaves;
        return;
    }
    assert_true(node->child[lane] < v->mesh->tree.node_count);
    const ti_node* child = &v->mesh->tree.nodes[node->child[lane]];
    assert_int_equal(child->begin[0], begin);
    assert_int_equal(child->begin[child->count], end);
    assert_true(child->count >= 2);
    check_node(v, node->child[lane], level + 1, scratch);
}

static inline void check_node(visit* v, uint32_t index, uint32_t level, uint32_t* scratch)
{
    const ti_node* node = &v->mesh->tree.nodes[index];
    assert_int_equal(index, v->nodes); // depth first, so every node is visited once
    ++v->nodes;
    v->depth = level > v->depth ? level : v->depth;
    assert_true(level <= TI_PLAN_LEVELS);
    assert_true(node->count >= 1 && node->count <= TI_TREE_WIDTH);
    for (uint32_t lane = 0; lane < node->count; ++lane) {
        check_lane(v, node, lane, level, scratch);
    }
    for (uint32_t lane = node->count; lane < TI_TREE_WIDTH; ++lane) {
        check_unused_lane(node, lane);
        check_slabs(v, index, lane, NULL, 0);
    }
}

static inline void check_tree(const toi_mesh* mesh, bool exact)
{
    const ti_tree* tree = &mesh->tree;
    visit v = {.mesh = mesh, .exact = exact, .seen = calloc(mesh->vertex_count, 1)};
    uint32_t* scratch = malloc(3 * (size_t)mesh->triangle_count * sizeof *scratch);
    assert_non_null(v.seen);
    assert_non_null(scratch);
    assert_int_equal(tree->nodes[0].count, 1);
    assert_int_equal(tree->nodes[0].begin[0], 0);
    assert_int_equal(tree->nodes[0].begin[1], mesh->triangle_count);
    assert_true(tree->nodes[0].child[0] == 1 || tree->node_count == 1);
    check_node(&v, 0, 1, scratch);
    assert_int_equal(v.nodes, tree->node_count);
    assert_int_equal(v.patches, tree->patch_count);
    assert_int_equal(v.depth, tree->depth);
    assert_int_equal(v.next_triangle, mesh->triangle_count);
    free(v.seen);
    free(scratch);
}

#endif
