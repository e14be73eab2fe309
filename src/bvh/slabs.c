// Boxes of the tree along the axes of the mesh: of leaves from their triangles, of others from the node
// below.

#include "bvh/slabs.h"

#include "core/assert.h"
#include "core/memory.h"
#include "math/rounding.h"

static float* coordinate(ti_slabs* s, uint32_t side, uint32_t lane)
{
    return &s->side[side][lane];
}

static float smaller(float a, float b)
{
    return a < b ? a : b;
}

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static void clear_lane(ti_slabs* s, uint32_t lane)
{
    s->at[lane] = TI_NONE;
    s->leaf[lane] = 0;
    for (uint32_t c = 0; c < 3; ++c) {
        *coordinate(s, c, lane) = FLT_MAX;
        *coordinate(s, 3 + c, lane) = -FLT_MAX;
    }
}

static void take_point(ti_slabs* s, uint32_t lane, toi_vec3 p)
{
    const double x[3] = {p.x, p.y, p.z};
    for (uint32_t c = 0; c < 3; ++c) {
        float *low = coordinate(s, c, lane), *high = coordinate(s, 3 + c, lane);
        *low = smaller(*low, ti_float_down(x[c]));
        *high = larger(*high, ti_float_up(x[c]));
    }
}

static void take_leaf(const toi_mesh* mesh, ti_slabs* s, uint32_t lane, uint32_t begin, uint32_t end)
{
    s->at[lane] = begin;
    s->leaf[lane] = (uint8_t)(end - begin);
    for (uint32_t i = begin; i < end; ++i) {
        for (int k = 0; k < 3; ++k) {
            take_point(s, lane, mesh->local[mesh->triangles[i].vertex[k]]);
        }
    }
}

static void take_node(ti_slabs* s, uint32_t lane, uint32_t child, const ti_slabs* below)
{
    s->at[lane] = child;
    for (uint32_t c = 0; c < 3; ++c) {
        for (uint32_t i = 0; i < TI_TREE_WIDTH; ++i) {
            float *low = coordinate(s, c, lane), *high = coordinate(s, 3 + c, lane);
            *low = smaller(*low, below->side[c][i]);
            *high = larger(*high, below->side[3 + c][i]);
        }
    }
}

bool ti_slabs_build(toi_mesh* mesh)
{
    ti_tree* tree = &mesh->tree;
    tree->slabs = ti_allocate(&mesh->allocator, tree->node_count, sizeof *tree->slabs);
    if (tree->slabs == NULL) {
        return false;
    }
    for (uint32_t n = tree->node_count; n-- > 0;) { // nodes come before those that split their boxes
        const ti_node* node = &tree->nodes[n];
        for (uint32_t lane = 0; lane < TI_TREE_WIDTH; ++lane) {
            clear_lane(&tree->slabs[n], lane);
            if (node->child[lane] != TI_NONE) {
                TI_ASSERT(node->child[lane] > n);
                take_node(&tree->slabs[n], lane, node->child[lane], &tree->slabs[node->child[lane]]);
            } else if (lane < node->count) {
                take_leaf(mesh, &tree->slabs[n], lane, node->begin[lane], node->begin[lane + 1]);
            }
        }
    }
    return true;
}
