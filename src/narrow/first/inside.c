// Counts the crossings of an axis-parallel ray with a posed mesh by a walk of its tree.

#include "narrow/first/inside.h"

enum { STACK_SIZE = 128 };

typedef struct ray {
    const ti_posed* body;
    const ti_mean* point;
    double start[3]; // rounded
    ti_direction direction;
    double padding;
} ray;

// Whether the ray may cross a box, or start in it. Everything here is off by less than the padding, which
// allows for more operations on the same numbers (posed.c); the rounding of the mean is 3 u of its
// coordinates.
static bool may_cross(const ray* r, const ti_posed_box* box)
{
    int axis = r->direction % 3;
    for (int i = 0; i < 3; ++i) {
        double reach = r->padding;
        for (int k = 0; k < 3; ++k) {
            reach += fabs(v3_coordinate(box->axis[k], i));
        }
        double ahead = v3_coordinate(box->center, i) - r->start[i];
        if (i == axis) {
            ahead = r->direction >= TI_RAY_X_BACK ? -ahead : ahead;
            if (ahead < -reach) {
                return false;
            }
        } else if (fabs(ahead) > reach) {
            return false;
        }
    }
    return true;
}

static void count_range(const ray* r, uint32_t begin, uint32_t end, ti_side* side)
{
    for (uint32_t i = begin; i < end; ++i) {
        toi_vec3 corner[3];
        ti_posed_triangle(r->body, i, corner);
        ti_ray_hit hit = ti_ray_crosses(r->point, r->direction, corner);
        side->inside = side->inside != hit.crosses;
        side->on = side->on || hit.on;
    }
}

static double mean_coordinate(const ti_mean* point, int axis)
{
    double sum = 0.0;
    for (int i = 0; i < point->count; ++i) {
        sum += v3_coordinate(point->point[i], axis) / point->count;
    }
    return sum;
}

ti_side ti_inside(const ti_posed* body, const ti_mean* point, ti_direction direction, double padding)
{
    ray r = {.body = body, .point = point, .direction = direction, .padding = padding};
    for (int i = 0; i < 3; ++i) {
        r.start[i] = mean_coordinate(point, i);
    }
    ti_side side = {false, false};
    const ti_tree* tree = &body->mesh->tree;
    if (tree->node_count == 0) {
        count_range(&r, 0, body->mesh->triangle_count, &side);
        return side;
    }

    ti_posed_box stack[STACK_SIZE];
    uint32_t count = 1;
    stack[0] = ti_posed_node_box(body, 0, 0);
    while (count > 0) {
        ti_posed_box box = stack[--count];
        if (!may_cross(&r, &box)) {
            continue;
        }
        const ti_node* node = &tree->nodes[box.node];
        uint32_t child = node->child[box.lane];
        if (child == TI_NONE || count + TI_TREE_WIDTH > STACK_SIZE) {
            count_range(&r, node->begin[box.lane], node->begin[box.lane + 1], &side);
            continue;
        }
        for (uint32_t lane = tree->nodes[child].count; lane-- > 0;) {
            stack[count++] = ti_posed_node_box(body, child, lane);
        }
    }
    return side;
}
