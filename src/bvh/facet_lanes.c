// Balls, boxes and cones of the tree over facets: from the facets for small ranges, from those of the lanes
// below for large ones.

#include "bvh/facet_lanes.h"

#include "bvh/cone.h"
#include "math/rounding.h"
#include "mesh/features.h"

// Ranges of up to so many facets look at each of them.
enum { EXACT_BALL = 16, EXACT_CONE = 4 };

// ---- lanes of few facets

static toi_bounds no_bounds(void)
{
    return (toi_bounds){v3(HUGE_VAL, HUGE_VAL, HUGE_VAL), v3(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL)};
}

static void add_point(toi_bounds* box, toi_vec3 x)
{
    box->lower = v3_min(box->lower, x);
    box->upper = v3_max(box->upper, x);
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

// The root of a computed squared distance, which is off by less than 4 u of its size; underflow of the
// squares costs far less than 2^-500.
static double root_up(double distance2)
{
    return sqrt(distance2) * (1.0 + 8.0 * TI_U) + 0x1p-500;
}

// Hands all corners of the facets of a lane, and all ends of what has no facets, to a ball: to its box first,
// then to its radius.
typedef struct ball {
    toi_bounds box;
    toi_vec3 center;
    double radius2;
} ball;

static inline void grow_ball(ball* to, toi_vec3 x, bool box)
{
    if (box) {
        add_point(&to->box, x);
        return;
    }
    toi_vec3 d = v3_sub(x, to->center);
    to->radius2 = larger(to->radius2, v3_dot(d, d));
}

static inline void add_points(const ti_facet_lanes* b, const ti_facet_node* node, uint32_t lane, bool box,
                              ball* to)
{
    const ti_features* f = b->features;
    const toi_vec3* local = b->mesh->local;
    if (node->facet[lane] < node->facet[lane + 1]) {
        uint32_t end = f->facets[node->facet[lane + 1] - 1].corner_end;
        for (uint32_t c = f->facets[node->facet[lane]].corner_begin; c < end; ++c) {
            grow_ball(to, local[f->corner[c]], box);
        }
    }
    if (!b->loose) {
        return;
    }
    for (uint32_t i = node->crease[lane]; i < node->crease[lane + 1]; ++i) {
        if (crease_wing_count(&f->creases[i]) == 0) {
            grow_ball(to, local[f->creases[i].vertex[0]], box);
            grow_ball(to, local[f->creases[i].vertex[1]], box);
        }
    }
    for (uint32_t i = node->tip[lane]; i < node->tip[lane + 1]; ++i) {
        if (tip_sector_count(f, f->tip[i]) == 0) {
            grow_ball(to, local[f->tip[i]], box);
        }
    }
}

// The normal of a facet that is not in the lane itself.
static inline bool push_normal(ti_facet_lanes* b, const ti_facet_node* node, uint32_t lane, uint32_t facet)
{
    if (facet - node->facet[lane] < node->facet[lane + 1] - node->facet[lane]) {
        return true;
    }
    toi_vec3* normal = ti_array_push(&b->normal);
    if (normal != NULL) {
        *normal = b->features->facets[facet].normal;
    }
    return normal != NULL;
}

static bool push_crease_normals(ti_facet_lanes* b, const ti_facet_node* node, uint32_t lane)
{
    const ti_features* f = b->features;
    for (uint32_t i = node->crease[lane]; i < node->crease[lane + 1]; ++i) {
        const ti_crease* crease = &f->creases[i];
        b->sheet = b->sheet || !crease->solid;
        uint32_t end = crease->edge_class != TI_EDGE_REFLEX ? crease->wing_end : 0;
        for (uint32_t w = crease->wing_begin; w < end; ++w) {
            if (!push_normal(b, node, lane, f->wing[w])) {
                return false;
            }
        }
    }
    return true;
}

static bool push_tip_normals(ti_facet_lanes* b, const ti_facet_node* node, uint32_t lane)
{
    const ti_features* f = b->features;
    for (uint32_t i = node->tip[lane]; i < node->tip[lane + 1]; ++i) {
        uint32_t v = f->tip[i];
        b->sheet = b->sheet || f->tip_class[v] == TI_TIP_SHEET;
        uint32_t end = f->tip_class[v] == TI_TIP_HILL ? f->sector_first[v + 1] : 0;
        for (uint32_t s = f->sector_first[v]; s < end; ++s) {
            if (!push_normal(b, node, lane, f->sector[s].facet)) {
                return false;
            }
        }
    }
    return true;
}

// Lists the normals of the facets at everything in a lane that can be touched properly, and whether there are
// sheets.
static bool list_normals(ti_facet_lanes* b, const ti_facet_node* node, uint32_t lane)
{
    const ti_features* f = b->features;
    uint32_t count = node->facet[lane + 1] - node->facet[lane];
    b->normal.count = 0;
    b->sheet = false;
    toi_vec3* own = ti_array_extend(&b->normal, count);
    for (uint32_t i = 0; own != NULL && i < count; ++i) {
        own[i] = f->facets[node->facet[lane] + i].normal;
        b->sheet = b->sheet || !f->facets[node->facet[lane] + i].solid;
    }
    return own != NULL && push_crease_normals(b, node, lane) && push_tip_normals(b, node, lane);
}

static void store_ball(ti_facet_node* node, uint32_t lane, toi_vec3 center, double radius)
{
    node->center[0][lane] = center.x;
    node->center[1][lane] = center.y;
    node->center[2][lane] = center.z;
    node->radius[lane] = radius;
}

static toi_vec3 lane_center(const ti_facet_node* node, uint32_t lane)
{
    return v3(node->center[0][lane], node->center[1][lane], node->center[2][lane]);
}

static void store_box(ti_facet_node* node, uint32_t lane, const toi_bounds* box)
{
    const double low[3] = {box->lower.x, box->lower.y, box->lower.z};
    const double high[3] = {box->upper.x, box->upper.y, box->upper.z};
    for (int c = 0; c < 3; ++c) {
        node->side[c][lane] = ti_float_down(low[c]);
        node->side[3 + c][lane] = ti_float_up(high[c]);
    }
}

static void store_cone(ti_facet_node* node, uint32_t lane, const ti_cone* cone)
{
    node->axis[0][lane] = cone->axis.x;
    node->axis[1][lane] = cone->axis.y;
    node->axis[2][lane] = cone->axis.z;
    node->cosine[lane] = cone->cosine;
    node->sine[lane] = cone->sine;
}

static ti_cone load_cone(const ti_facet_node* node, uint32_t lane)
{
    toi_vec3 axis = {node->axis[0][lane], node->axis[1][lane], node->axis[2][lane]};
    return (ti_cone){axis, node->cosine[lane], node->sine[lane]};
}

static toi_vec3 middle(const toi_bounds* box)
{
    return v3_add(v3_scale(0.5, box->lower), v3_scale(0.5, box->upper));
}

static void ball_of_facets(const ti_facet_lanes* b, ti_facet_node* node, uint32_t lane, toi_bounds* box)
{
    ball around = {.box = no_bounds(), .radius2 = 0.0};
    add_points(b, node, lane, true, &around);
    around.center = middle(&around.box);
    add_points(b, node, lane, false, &around);
    store_ball(node, lane, around.center, root_up(around.radius2));
    *box = around.box;
}

static bool cone_of_facets(ti_facet_lanes* b, ti_facet_node* node, uint32_t lane, toi_bounds* normals)
{
    *normals = no_bounds();
    ti_cone cone = ti_cone_everything();
    if (!list_normals(b, node, lane)) {
        return false;
    }
    if (!b->sheet && b->normal.count > 0) {
        const toi_vec3* normal = b->normal.data;
        for (size_t i = 0; i < b->normal.count; ++i) {
            add_point(normals, normal[i]);
        }
        cone = ti_cone_start(middle(normals));
        ti_cone_add_normals(&cone, normal, b->normal.count);
        ti_cone_finish(&cone);
    }
    store_cone(node, lane, &cone);
    return true;
}

// ---- lanes of many facets

static void ball_of_lanes(const ti_facet_lanes* b, ti_facet_node* node, uint32_t lane, toi_bounds* box)
{
    const ti_facet_node* child = &b->nodes[node->child[lane]];
    *box = b->boxes[node->child[lane]];
    toi_vec3 center = middle(box), d = v3_sub(box->upper, center), e = v3_sub(box->lower, center);
    double radius = 0.0, corner = root_up(larger(v3_dot(d, d), v3_dot(e, e)));
    for (uint32_t i = 0; i < child->count; ++i) {
        toi_vec3 s = v3_sub(lane_center(child, i), center);
        radius = larger(radius, ti_up(root_up(v3_dot(s, s)) + child->radius[i]));
    }
    store_ball(node, lane, center, radius < corner ? radius : corner);
}

static void cone_of_lanes(const ti_facet_lanes* b, ti_facet_node* node, uint32_t lane, toi_bounds* normals)
{
    const ti_facet_node* child = &b->nodes[node->child[lane]];
    *normals = b->normals[node->child[lane]];
    ti_cone cone = ti_cone_start(middle(normals));
    for (uint32_t i = 0; i < child->count; ++i) {
        ti_cone part = load_cone(child, i);
        ti_cone_add_cone(&cone, &part);
    }
    ti_cone_finish(&cone);
    store_cone(node, lane, &cone);
}

static bool fill_lane(ti_facet_lanes* b, ti_facet_node* node, uint32_t lane, toi_bounds* box,
                      toi_bounds* normals)
{
    uint32_t count = node->facet[lane + 1] - node->facet[lane];
    if (count <= EXACT_BALL) {
        ball_of_facets(b, node, lane, box);
    } else {
        ball_of_lanes(b, node, lane, box);
    }
    store_box(node, lane, box);
    if (count <= EXACT_CONE) {
        return cone_of_facets(b, node, lane, normals);
    }
    cone_of_lanes(b, node, lane, normals);
    return true;
}

static toi_bounds united(toi_bounds a, toi_bounds b)
{
    return (toi_bounds){v3_min(a.lower, b.lower), v3_max(a.upper, b.upper)};
}

static void repeat_first_lane(ti_facet_node* node)
{
    ti_cone cone = load_cone(node, 0);
    for (uint32_t lane = node->count; lane < TI_TREE_WIDTH; ++lane) {
        store_ball(node, lane, lane_center(node, 0), node->radius[0]);
        store_cone(node, lane, &cone);
        for (int c = 0; c < 6; ++c) {
            node->side[c][lane] = node->side[c][0];
        }
    }
}

// Nodes stand behind their parents, so from the last on everything below is there.
bool ti_facet_lanes_fill(ti_facet_lanes* b)
{
    for (uint32_t n = b->node_count; n-- > 0;) {
        ti_facet_node* node = &b->nodes[n];
        b->boxes[n] = no_bounds();
        b->normals[n] = no_bounds();
        for (uint32_t lane = 0; lane < node->count; ++lane) {
            toi_bounds box, normals;
            if (!fill_lane(b, node, lane, &box, &normals)) {
                return false;
            }
            b->boxes[n] = united(b->boxes[n], box);
            b->normals[n] = united(b->normals[n], normals);
        }
        repeat_first_lane(node);
    }
    return true;
}
