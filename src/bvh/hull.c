// Convex hull by adding points in a random order that is kind to the cache [Amenta03], with
// exact signs throughout.
//
// A point sees a facet if it is strictly above the plane of the facet. Adding a point v takes away exactly
// the facets that it sees and joins v to the edges between these and the rest. That gives the hull,
// triangulated, however many points are in one plane, on one line or in one place:
// - Facets in one plane are seen together, so what v sees is a union of whole faces of the polytope. Seen
//   from v no two points of it are behind one another: the one behind would be in a plane that v and the one
//   in front are strictly above, and nothing of the hull is above it. So it maps one to one onto what v sees
//   of the polytope, a convex polygon: it is a disc, walking over its edges reaches all of it, and its rim
//   is one cycle that meets every vertex once.
// - An edge of the rim is in the plane of a facet that v is strictly above, so v is not on its line: no new
//   facet is degenerate. It may be in one plane with its neighbours.
//
// A facet that p sees is found by a walk [Devillers02]: from a point o strictly inside, each facet spans a
// cone, and the walk goes from cone to cone towards p until p sees the facet. The way from o to p leaves the
// hull, if it does, through the facet whose cone holds p, so if p does not see that one it is within the hull
// and dropped. Across an edge between different planes the walk only goes to a plane that the ray to p meets
// earlier, so it returns to none; among facets of one plane it tries the edges in random order, which ends
// any circle.

#include "bvh/hull.h"

#include "bvh/hull_start.h"
#include "core/assert.h"
#include "core/memory.h"
#include "math/predicates.h"
#include <string.h>

enum { NO_AXIS = 3 };

// Signs of determinants that a point may cost on average, a slow one in units of a fast one. Spheres and tori
// take 30 to 60, cubes with faces that are flat but for rounding 80.
enum { WORK_PER_POINT = 512, SLOW_WORK = 32 };

typedef struct facet {
    toi_vec3 at, normal; // vertex 0; rounded
    double error;        // bound of the error of normal.(p - at), over the sum |p - at|_1
    uint32_t vertex[3];
    uint32_t across[3]; // facet beyond the edge from vertex k to vertex k + 1
    uint32_t link;      // next in a chain of facets
    uint32_t mark;      // when it was looked at last: 2 step + seen; 0 is free
    int8_t axis, up;    // a facet in a plane across a coordinate axis, and the sign of its normal there
} facet;

typedef struct hull_builder {
    const toi_allocator* allocator;
    const toi_vec3* points;
    uint32_t count;
    toi_vec3 inside; // strictly inside the hull
    facet* facets;
    uint32_t facet_count, facet_capacity; // with free ones
    uint32_t free;                        // chain
    ti_key_value* order;
    uint32_t* facet_from; // [count]: new facet whose edge on the rim starts at the point
    uint64_t random;
    uint64_t work; // signs taken
} hull_builder;

// ---- facets

// Planes across a coordinate axis are frequent, and there the sign of a difference is the answer, where the
// filter of the determinant fails for every point of the plane.
static void set_axis(facet* f, const ti_plane* plane)
{
    toi_vec3 a = plane->a, b = plane->b, c = plane->c;
    f->axis = NO_AXIS;
    f->up = 0;
    for (int k = 0; k < 3; ++k) {
        double level = v3_coordinate(a, k);
        if (level == v3_coordinate(b, k) && level == v3_coordinate(c, k)) {
            f->axis = (int8_t)k;
            f->up = (int8_t)ti_orient2d(a, b, c, k);
            return;
        }
    }
}

static bool reserve_facets(hull_builder* b)
{
    if (b->free != TI_NONE || b->facet_count < b->facet_capacity) {
        return true;
    }
    uint32_t capacity = 2 * b->facet_capacity + 64;
    facet* facets = ti_allocate(b->allocator, capacity, sizeof *facets);
    if (facets == NULL) {
        return false;
    }
    if (b->facet_count > 0) {
        memcpy(facets, b->facets, b->facet_count * sizeof *facets);
    }
    ti_release(b->allocator, b->facets);
    b->facets = facets;
    b->facet_capacity = capacity;
    return true;
}

// A facet through three points. TI_NONE without memory.
static uint32_t add_facet(hull_builder* b, uint32_t i, uint32_t j, uint32_t k)
{
    if (!reserve_facets(b)) {
        return TI_NONE;
    }
    uint32_t index = b->free;
    if (index != TI_NONE) {
        b->free = b->facets[index].link;
    } else {
        index = b->facet_count++;
    }
    facet* f = &b->facets[index];
    ti_plane plane = ti_plane_through(b->points[i], b->points[j], b->points[k]);
    f->at = plane.a;
    f->normal = plane.normal;
    // Two roundings more than the bound has room for.
    f->error = TI_ORIENT3D_BOUND * (1.0 + 0x1p-50) *
               fmax(fmax(plane.magnitude.x, plane.magnitude.y), plane.magnitude.z);
    f->vertex[0] = i;
    f->vertex[1] = j;
    f->vertex[2] = k;
    f->link = TI_NONE;
    f->mark = 1;
    set_axis(f, &plane);
    return index;
}

// The filter of ti_plane_side with one figure for all coordinates. NaN and overflow leave it to the exact
// sign.
static bool is_above(hull_builder* b, const facet* f, toi_vec3 p)
{
    ++b->work;
    if (f->axis != NO_AXIS) {
        double level = v3_coordinate(f->at, f->axis), at = v3_coordinate(p, f->axis);
        return f->up > 0 ? at > level : at < level;
    }
    toi_vec3 w = v3_sub(p, f->at);
    double det = v3_dot(w, f->normal), size = (fabs(w.x) + fabs(w.y)) + fabs(w.z);
    double bound = f->error * size + TI_UNDERFLOW_BOUND * (size + 1.0);
    if (det > bound || det < -bound) {
        return det > 0.0;
    }
    b->work += SLOW_WORK;
    return ti_orient3d_slow(f->at, b->points[f->vertex[1]], b->points[f->vertex[2]], &p, 1) > 0;
}

// False without memory.
static bool make_tetrahedron(hull_builder* b, const uint32_t corner[4])
{
    // The fourth corner is below facet 0; the others turn the same way seen from outside.
    static const uint8_t face[4][3] = {{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}};
    static const uint8_t across[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    for (int i = 0; i < 4; ++i) {
        if (add_facet(b, corner[face[i][0]], corner[face[i][1]], corner[face[i][2]]) == TI_NONE) {
            return false;
        }
    }
    for (uint32_t i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) {
            b->facets[i].across[k] = across[i][k];
        }
    }
    return true;
}

// The middle of the tetrahedron, if it is strictly inside after rounding.
static bool find_inside(hull_builder* b, const uint32_t corner[4])
{
    toi_vec3 p[4];
    for (int i = 0; i < 4; ++i) {
        p[i] = b->points[corner[i]];
    }
    b->inside = v3_scale(0.25, v3_add(v3_add(p[0], p[1]), v3_add(p[2], p[3])));
    for (int i = 0; i < 4; ++i) {
        const uint32_t* v = b->facets[i].vertex;
        if (ti_orient3d(b->points[v[0]], b->points[v[1]], b->points[v[2]], b->inside) >= 0) {
            return false;
        }
    }
    return true;
}

// ---- adding a point

// Walks from facet i to one that sees the point, which is outside then, or to the facet whose cone holds it.
// TI_NONE if the work runs out.
static uint32_t walk_to(hull_builder* b, toi_vec3 p, uint32_t i, bool* outside)
{
    uint32_t from = TI_NONE;
    while (b->work < (uint64_t)WORK_PER_POINT * b->count) {
        const facet* f = &b->facets[i];
        uint32_t next = TI_NONE;
        *outside = is_above(b, f, p);
        if (*outside) {
            return i;
        }
        b->random = b->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint32_t first = (uint32_t)(b->random >> 33) % 3;
        for (uint32_t j = first; j < first + 3 && next == TI_NONE; ++j) {
            uint32_t k = j < 3 ? j : j - 3;
            if (f->across[k] == from) { // known to be on this side
                continue;
            }
            toi_vec3 p0 = b->points[f->vertex[k]], p1 = b->points[f->vertex[k < 2 ? k + 1 : 0]];
            ++b->work;
            next = ti_orient3d(b->inside, p0, p1, p) < 0 ? f->across[k] : TI_NONE;
        }
        if (next == TI_NONE) {
            return i;
        }
        from = i;
        i = next;
    }
    return TI_NONE;
}

// Joins the point to the edge k of facet `seen`, beyond which facet `beyond` is not seen.
static uint32_t add_rim_facet(hull_builder* b, uint32_t point, uint32_t seen, uint32_t k, uint32_t beyond)
{
    uint32_t from = b->facets[seen].vertex[k], to = b->facets[seen].vertex[(k + 1) % 3];
    uint32_t index = add_facet(b, from, to, point);
    if (index == TI_NONE) {
        return TI_NONE;
    }
    b->facet_from[from] = index;
    b->facets[index].across[0] = beyond;
    facet* other = &b->facets[beyond];
    for (int i = 0; i < 3; ++i) {
        if (other->vertex[i] == to) { // two facets share one edge at most
            other->across[i] = index;
        }
    }
    return index;
}

// Whether the point sees a facet, found out once a step.
static bool sees(hull_builder* b, uint32_t point, uint32_t index, uint32_t step)
{
    facet* f = &b->facets[index];
    if (f->mark < 2 * step) {
        f->mark = 2 * step + is_above(b, f, b->points[point]);
    }
    return f->mark > 2 * step;
}

// Chains the facets that the point sees from the first on, and makes the new ones, a chain too. Returns the
// first new one, TI_NONE without memory.
static uint32_t cut_and_join(hull_builder* b, uint32_t point, uint32_t first, uint32_t step)
{
    uint32_t last = first, made = TI_NONE;
    b->facets[first].mark = 2 * step + 1;
    b->facets[first].link = TI_NONE;
    for (uint32_t side = 0, i = first; i != TI_NONE; side = (side + 1) % 3) {
        uint32_t j = b->facets[i].across[side];
        bool chained = b->facets[j].mark > 2 * step;
        if (!sees(b, point, j, step)) {
            uint32_t index = add_rim_facet(b, point, i, side, j);
            if (index == TI_NONE) {
                return TI_NONE;
            }
            b->facets[index].link = made;
            made = index;
        } else if (!chained) {
            b->facets[last].link = j;
            b->facets[j].link = TI_NONE;
            last = j;
        }
        i = side == 2 ? b->facets[i].link : i;
    }
    return made;
}

// Adds a point that sees the facet. Returns a new facet, TI_NONE without memory.
static uint32_t add_point(hull_builder* b, uint32_t point, uint32_t seen, uint32_t step)
{
    uint32_t made = cut_and_join(b, point, seen, step);
    if (made == TI_NONE) {
        return TI_NONE;
    }
    for (uint32_t i = made; i != TI_NONE; i = b->facets[i].link) {
        uint32_t after = b->facet_from[b->facets[i].vertex[1]];
        b->facets[i].across[1] = after;
        b->facets[after].across[2] = i;
    }
    while (seen != TI_NONE) {
        facet* f = &b->facets[seen];
        uint32_t link = f->link;
        f->link = b->free;
        f->mark = 0;
        b->free = seen;
        seen = link;
    }
    return made;
}

// ---- all together

static toi_status copy_facets(const hull_builder* b, ti_hull* hull)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->facet_count; ++i) {
        count += b->facets[i].mark != 0;
    }
    hull->facets = ti_allocate(b->allocator, count, sizeof *hull->facets);
    if (hull->facets == NULL) {
        return TOI_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < b->facet_count; ++i) {
        if (b->facets[i].mark != 0) {
            memcpy(hull->facets[hull->facet_count++], b->facets[i].vertex, sizeof b->facets[i].vertex);
        }
    }
    return TOI_OK;
}

static toi_status build(hull_builder* b, const uint32_t corner[4], ti_hull* hull)
{
    b->facet_from = ti_allocate(b->allocator, b->count, sizeof *b->facet_from);
    if (b->facet_from == NULL || !make_tetrahedron(b, corner)) {
        return TOI_ERROR_MEMORY;
    }
    if (!find_inside(b, corner)) {
        return TOI_OK;
    }
    b->order = ti_hull_order(b->points, b->count, b->allocator);
    if (b->order == NULL) {
        return TOI_ERROR_MEMORY;
    }
    uint32_t at = 0;
    for (uint32_t i = 0; i < b->count; ++i) {
        uint32_t point = b->order[i].value;
        toi_vec3 p = b->points[point];
        bool outside;
        at = walk_to(b, p, at, &outside);
        if (at == TI_NONE) {
            return TOI_OK;
        }
        if (outside) {
            at = add_point(b, point, at, i + 1);
        }
        if (at == TI_NONE) {
            return TOI_ERROR_MEMORY;
        }
    }
    return copy_facets(b, hull);
}

toi_status ti_hull_build(const toi_vec3* points, uint32_t count, const toi_allocator* allocator,
                         ti_hull* hull)
{
    TI_ASSERT(count > 0);
    hull_builder b = {.allocator = allocator, .points = points, .count = count, .free = TI_NONE};
    uint32_t corner[4];
    *hull = (ti_hull){.facets = NULL};
    if (count < 4 || count > TI_HULL_POINTS || !ti_hull_corners(points, count, corner)) {
        return TOI_OK;
    }
    toi_status status = build(&b, corner, hull);
    ti_release(allocator, b.facets);
    ti_release(allocator, b.order);
    ti_release(allocator, b.facet_from);
    return status;
}

void ti_hull_release(ti_hull* hull, const toi_allocator* allocator)
{
    ti_release(allocator, hull->facets);
    *hull = (ti_hull){.facets = NULL};
}
