// Walks of the trees of two posed meshes.
//
// Rounding. u = 2^-53, r the radius of a mesh, c its centre, p its position, all per world coordinate. Rows
// of the rotation have length at most 1 + 2^-48. A vertex in the local frame is rounded by u r; posing it
// by 4.1 u (|c| + r + |p|); the centre of a box, in the mesh and then posed, by 5.1 u (|c| + 2 r + |p|), as a
// box reaches at most 2 r from the centre of the mesh; its half-axes, of at most 3.5 r in all, by 3 u each.
// Together below 26 u (|c| + r + |p|). The test of two boxes along a direction n adds, times the sum of the
// magnitudes of n's coordinates, 4.1 u (|c| + 2 r + |p|) for the distance of the centres and 3 u + 6 u of the
// half-axes for their projections and sums, below 40 u (|c| + r + |p|) for each body. All is below 66 u of
// what `magnitude` holds; the padding has 128 u.

#include "narrow/first/posed.h"

#include "bvh/walk.h"

// What products can lose to underflow, far more than they do.
static const double underflow = 0x1p-1000;

// A walk keeps at most 3 (depth of a + depth of b) + 1 pairs. Trees of 2^30 triangles have less than half of
// this; a pair that finds no room is visited whole.
enum { STACK_SIZE = 160 };

typedef struct box_pair {
    ti_posed_box a, b;
} box_pair;

double ti_posed_magnitude(const toi_mesh* mesh, toi_vec3 position)
{
    return (v3_norm1(mesh->center) + mesh->radius) + v3_norm1(position);
}

ti_posed ti_posed_make(const toi_mesh* mesh, const toi_pose* pose)
{
    ti_posed body = {.mesh = mesh,
                     .rotation = m3_from_quat(pose->quaternion),
                     .position = pose->position,
                     .scale = ldexp(1.0, mesh->exponent)};
    body.magnitude = ti_posed_magnitude(mesh, pose->position);
    return body;
}

double ti_posed_padding(const ti_posed* a, const ti_posed* b)
{
    double magnitude = a->magnitude + b->magnitude;
    return magnitude < 0x1p500 ? 0x1p-46 * magnitude : HUGE_VAL;
}

ti_posed_box ti_posed_node_box(const ti_posed* body, uint32_t node, uint32_t lane)
{
    ti_box local = ti_node_box(&body->mesh->tree.nodes[node], lane);
    ti_posed_box box = {.size = body->scale * local.size, .node = node, .lane = lane};
    toi_vec3 center = v3_madd(body->mesh->center, body->scale, local.center);
    box.center = xf_point(&body->rotation, body->position, center);
    for (int k = 0; k < 3; ++k) {
        box.axis[k] = v3_scale(body->scale, m3_apply(&body->rotation, local.axis[k]));
    }
    return box;
}

// Whether the direction n proves the boxes apart. A number that is not finite proves nothing.
static bool separates(toi_vec3 n, const box_pair* pair, toi_vec3 between, double padding)
{
    double reach = padding * v3_norm1(n) + underflow;
    for (int k = 0; k < 3; ++k) {
        reach += fabs(v3_dot(n, pair->a.axis[k])) + fabs(v3_dot(n, pair->b.axis[k]));
    }
    return fabs(v3_dot(n, between)) > reach;
}

static bool boxes_apart(const box_pair* pair, double padding)
{
    toi_vec3 between = v3_sub(pair->b.center, pair->a.center);
    for (int k = 2; k >= 0; --k) {
        if (separates(pair->a.axis[k], pair, between, padding) ||
            separates(pair->b.axis[k], pair, between, padding)) {
            return true;
        }
    }
    return false;
}

static bool is_leaf(const ti_posed* body, const ti_posed_box* box)
{
    return body->mesh->tree.nodes[box->node].child[box->lane] == TI_NONE;
}

static bool visit_pair(const ti_posed* a, const ti_posed* b, const box_pair* pair, ti_visit_ranges* visit,
                       void* context)
{
    const uint32_t* a_begin = &a->mesh->tree.nodes[pair->a.node].begin[pair->a.lane];
    const uint32_t* b_begin = &b->mesh->tree.nodes[pair->b.node].begin[pair->b.lane];
    ti_range_pair ranges = {a_begin[0], a_begin[1], b_begin[0], b_begin[1]};
    return visit(&ranges, context);
}

// Replaces a pair by the pairs with the parts of its larger box, as long as these may meet.
static uint32_t split(const ti_posed* a, const ti_posed* b, box_pair pair, double padding, box_pair* stack)
{
    bool split_a = !is_leaf(a, &pair.a) && (is_leaf(b, &pair.b) || pair.a.size >= pair.b.size);
    const ti_posed* body = split_a ? a : b;
    ti_posed_box* part = split_a ? &pair.a : &pair.b;
    uint32_t child = body->mesh->tree.nodes[part->node].child[part->lane];
    uint32_t count = 0;
    for (uint32_t lane = body->mesh->tree.nodes[child].count; lane-- > 0;) {
        *part = ti_posed_node_box(body, child, lane);
        if (!boxes_apart(&pair, padding)) {
            stack[count++] = pair;
        }
    }
    return count;
}

void ti_posed_walk_pairs(const ti_posed* a, const ti_posed* b, ti_visit_ranges* visit, void* context)
{
    ti_posed_walk_near(a, b, 0.0, visit, context);
}

// Along a direction n a distance is at most its length, which is below the sum of the magnitudes of its
// coordinates: so it can be added to the padding.
void ti_posed_walk_near(const ti_posed* a, const ti_posed* b, double within, ti_visit_ranges* visit,
                        void* context)
{
    if (a->mesh->tree.node_count == 0 || b->mesh->tree.node_count == 0) {
        ti_range_pair all = {0, a->mesh->triangle_count, 0, b->mesh->triangle_count};
        visit(&all, context);
        return;
    }

    double padding = ti_posed_padding(a, b) + within;
    box_pair stack[STACK_SIZE];
    stack[0] = (box_pair){ti_posed_node_box(a, 0, 0), ti_posed_node_box(b, 0, 0)};
    uint32_t count = boxes_apart(&stack[0], padding) ? 0 : 1;
    while (count > 0) {
        box_pair pair = stack[--count];
        bool leaves = is_leaf(a, &pair.a) && is_leaf(b, &pair.b);
        if (!leaves && count + TI_TREE_WIDTH <= STACK_SIZE) {
            count += split(a, b, pair, padding, &stack[count]);
        } else if (visit_pair(a, b, &pair, visit, context)) {
            return;
        }
    }
}
