// A triangle near a point, where a walk down one way of the tree leads.

#include "narrow/first/nearest.h"

#include "bvh/walk.h"
#include "math/distance.h"

// Squared distance of a point from a box, as if its axes were orthogonal.
static double box_distance2(const ti_box* box, toi_vec3 p)
{
    toi_vec3 d = v3_sub(p, box->center);
    for (int k = 0; k < 3; ++k) {
        double length2 = v3_dot(box->axis[k], box->axis[k]);
        double s = length2 > 0.0 ? v3_dot(d, box->axis[k]) / length2 : 0.0;
        d = v3_madd(d, -fmax(-1.0, fmin(1.0, s)), box->axis[k]);
    }
    return v3_dot(d, d);
}

static uint32_t nearest_lane(const ti_node* node, toi_vec3 p)
{
    uint32_t best = 0;
    double least = HUGE_VAL;
    for (uint32_t lane = 0; lane < node->count; ++lane) {
        ti_box box = ti_node_box(node, lane);
        double distance2 = box_distance2(&box, p);
        if (distance2 < least) {
            least = distance2;
            best = lane;
        }
    }
    return best;
}

static double triangle_distance(const toi_mesh* mesh, uint32_t triangle, toi_vec3 p)
{
    const uint32_t* v = mesh->triangles[triangle].vertex;
    const toi_vec3 face[3] = {mesh->local[v[0]], mesh->local[v[1]], mesh->local[v[2]]}, point[3] = {p, p, p};
    return ti_feature_gap(TI_GAP_FV, 0, 0, face, point).distance;
}

uint32_t ti_near_triangle(const toi_mesh* mesh, toi_vec3 point)
{
    uint32_t lane = 0;
    const ti_node* node = &mesh->tree.nodes[0];
    while (node->child[lane] != TI_NONE) {
        node = &mesh->tree.nodes[node->child[lane]];
        lane = nearest_lane(node, point);
    }
    uint32_t best = node->begin[lane];
    double least = HUGE_VAL;
    for (uint32_t i = node->begin[lane]; i < node->begin[lane + 1]; ++i) {
        double distance = triangle_distance(mesh, i, point);
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return best;
}
