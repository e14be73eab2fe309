// Whether a mesh whose faces moved inwards is still a proper one: exact signs where triangles meet or a
// vertex is inside, distances in doubles with a bound.

#include "bvh/inset_check.h"

#include "bvh/walk.h"
#include "core/error.h"
#include "math/distance.h"
#include "math/ray.h"
#include "math/rounding.h"
#include "math/triangles.h"

#include <inttypes.h>

enum { STACK = 160 };

typedef struct checking {
    const toi_mesh* mesh;    // as it was
    const toi_mesh* smaller; // its triangles may be others, its faces are the same
    const ti_inset* inset;
    double depth, room; // in local coordinates of the tree that is walked
    toi_error* error;
    uint32_t face; // of the triangle at hand
} checking;

static toi_status refuse(const checking* c, const char* what, uint32_t other)
{
    return ti_fail(c->error, TOI_ERROR_INVALID, c->face,
                   "the body is too thin to be made smaller by that much: face %" PRIu32
                   " would %s face %" PRIu32,
                   c->face, what, other);
}

// A point in local coordinates of a mesh.
static toi_vec3 localised(const toi_mesh* mesh, toi_vec3 x)
{
    return ti_scale3(v3_sub(x, mesh->center), -mesh->exponent);
}

static void corners_of(const toi_mesh* mesh, uint32_t triangle, toi_vec3 x[3])
{
    for (int k = 0; k < 3; ++k) {
        x[k] = mesh->vertices[mesh->triangles[triangle].vertex[k]];
    }
}

// ---- walks

// What to do with a triangle of a tree near the one at hand; false ends the walk.
typedef bool visit_near(void* context, uint32_t triangle);

static bool visit_range(const ti_node* node, uint32_t lane, visit_near* visit, void* context)
{
    for (uint32_t i = node->begin[lane]; i < node->begin[lane + 1]; ++i) {
        if (!visit(context, i)) {
            return false;
        }
    }
    return true;
}

// The triangles of the tree of a mesh whose boxes are within reach of a triangle, in local coordinates.
static void walk_near(const toi_mesh* mesh, const toi_vec3 x[3], double reach, visit_near* visit,
                      void* context)
{
    toi_vec3 middle = v3_scale(1.0 / 3.0, v3_add(x[0], v3_add(x[1], x[2])));
    double radius = 0.0;
    for (int k = 0; k < 3; ++k) {
        radius = fmax(radius, v3_length(v3_sub(x[k], middle)));
    }
    struct {
        uint32_t node, lane;
    } stack[STACK] = {{0, 0}};
    bool more = true;
    for (uint32_t count = 1; more && count > 0;) {
        const ti_node* node = &mesh->tree.nodes[stack[--count].node];
        uint32_t lane = stack[count].lane, child = node->child[lane];
        ti_box box = ti_node_box(node, lane);
        double far = (box.size + radius) + reach;
        bool near = !(v3_length(v3_sub(box.center, middle)) > far * (1.0 + 0x1p-40));
        bool whole = child == TI_NONE || count + TI_TREE_WIDTH > STACK;
        if (near && whole) {
            more = visit_range(node, lane, visit, context);
        }
        for (uint32_t i = 0; near && !whole && i < mesh->tree.nodes[child].count; ++i) {
            stack[count].node = child;
            stack[count++].lane = i;
        }
    }
}

// ---- distance

typedef struct near_search {
    const checking* c;
    toi_vec3 x[3];
    uint32_t face; // of the mesh as it was that is too near; TI_NONE
} near_search;

static bool is_too_near(void* context, uint32_t triangle)
{
    near_search* s = context;
    const ti_triangle* t = &s->c->mesh->triangles[triangle];
    if (!s->c->inset->face_solid[t->face]) {
        return true;
    }
    toi_vec3 y[3] = {s->c->mesh->local[t->vertex[0]], s->c->mesh->local[t->vertex[1]],
                     s->c->mesh->local[t->vertex[2]]};
    if (ti_triangle_gap(s->x, y).distance < s->c->depth - s->c->room) {
        s->face = t->face;
        return false;
    }
    return true;
}

static toi_status check_distance(const checking* c, uint32_t triangle)
{
    near_search s = {.c = c, .face = TI_NONE};
    toi_vec3 x[3];
    corners_of(c->smaller, triangle, x);
    for (int k = 0; k < 3; ++k) {
        s.x[k] = localised(c->mesh, x[k]);
    }
    walk_near(c->mesh, s.x, c->depth, is_too_near, &s);
    return s.face == TI_NONE ? TOI_OK : refuse(c, "come too near to", s.face);
}

// ---- meeting

typedef struct meeting_search {
    const checking* c;
    uint32_t triangle;
    toi_vec3 x[3];
    uint32_t face; // that is met; TI_NONE
} meeting_search;

static bool share_a_vertex(const ti_triangle* a, const ti_triangle* b)
{
    for (int i = 0; i < 9; ++i) {
        if (a->vertex[i / 3] == b->vertex[i % 3]) {
            return true;
        }
    }
    return false;
}

// Triangles that hang together may not cross, others not even touch.
static bool is_not_met(void* context, uint32_t triangle)
{
    meeting_search* s = context;
    const toi_mesh* mesh = s->c->smaller;
    const ti_triangle *t = &mesh->triangles[s->triangle], *o = &mesh->triangles[triangle];
    if (triangle <= s->triangle || !s->c->inset->face_solid[o->face]) {
        return true;
    }
    toi_vec3 y[3];
    corners_of(mesh, triangle, y);
    bool meet =
        share_a_vertex(t, o) ? ti_triangles_relation(s->x, y) == TI_MEET_CROSS : ti_triangles_meet(s->x, y);
    s->face = meet ? o->face : s->face;
    return !meet;
}

static toi_status check_meeting(const checking* c, uint32_t triangle)
{
    meeting_search s = {.c = c, .triangle = triangle, .face = TI_NONE};
    toi_vec3 local[3];
    corners_of(c->smaller, triangle, s.x);
    for (int k = 0; k < 3; ++k) {
        local[k] = c->smaller->local[c->smaller->triangles[triangle].vertex[k]];
    }
    // Boxes hold local coordinates, which are rounded by u each.
    walk_near(c->smaller, local, 0x1p-48, is_not_met, &s);
    return s.face == TI_NONE ? TOI_OK : refuse(c, "meet", s.face);
}

// ---- turning over, and inside

static toi_status check_turn(const checking* c, uint32_t triangle)
{
    toi_vec3 x[3];
    for (int k = 0; k < 3; ++k) {
        x[k] = c->smaller->local[c->smaller->triangles[triangle].vertex[k]];
    }
    if (v3_dot(ti_triangle_normal(x), c->inset->face_out[c->face]) > 0.0) {
        return TOI_OK;
    }
    return ti_fail(c->error, TOI_ERROR_INVALID, c->face,
                   "the body is too thin to be made smaller by that much: face %" PRIu32 " would turn over",
                   c->face);
}

// Whether a point is inside of the solids of the mesh as it was.
static bool is_inside(const checking* c, toi_vec3 x)
{
    ti_mean start = {.point = {x}, .count = 1};
    bool inside = false;
    for (uint32_t i = 0; i < c->mesh->triangle_count; ++i) {
        toi_vec3 corner[3];
        corners_of(c->mesh, i, corner);
        if (c->inset->face_solid[c->mesh->triangles[i].face]) {
            inside = inside != ti_ray_crosses(&start, TI_RAY_Z, corner).crosses;
        }
    }
    return inside;
}

// One vertex of each component: what is nowhere at the surface stays on one side of it.
static toi_status check_inside(checking* c)
{
    const ti_topology* t = &c->mesh->topology;
    for (uint32_t i = 0; i < t->component_count; ++i) {
        uint32_t v = t->component_vertex[i];
        c->face = t->face_of[t->vertex_corner[t->vertex_first[v]]];
        if (c->inset->face_solid[c->face] && !is_inside(c, c->smaller->vertices[v])) {
            return ti_fail(c->error, TOI_ERROR_INVALID, c->face,
                           "the body is too thin to be made smaller by that much: face %" PRIu32
                           " would come out of it",
                           c->face);
        }
    }
    return TOI_OK;
}

toi_status ti_inset_check(const toi_mesh* mesh, const toi_mesh* smaller, const ti_inset* inset, double depth,
                          toi_error* error)
{
    toi_vec3 center = localised(mesh, v3(0.0, 0.0, 0.0));
    checking c = {.mesh = mesh, .smaller = smaller, .inset = inset, .error = error};
    c.depth = ti_scale(depth, -mesh->exponent);
    c.room = TI_INSET_ROUNDING * (1.0 + v3_length(center));
    toi_status status = TOI_OK;
    for (uint32_t i = 0; status == TOI_OK && i < smaller->triangle_count; ++i) {
        c.face = smaller->triangles[i].face;
        if (!inset->face_solid[c.face]) {
            continue;
        }
        status = check_turn(&c, i);
        status = status == TOI_OK ? check_distance(&c, i) : status;
        status = status == TOI_OK ? check_meeting(&c, i) : status;
    }
    return status == TOI_OK ? check_inside(&c) : status;
}
