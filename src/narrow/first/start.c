// The start state: a walk over all pairs of triangles that may meet, which ends at the first that cross.
// Surfaces that meet without crossing still overlap when the closed solids share inner points: two equal
// boxes in one place, or a box shifted along one of its faces. Without a crossing, a part of one surface that
// is inside the other solid ends at contacts or is a whole component, so points of the touching triangles and
// one vertex of each component are tried.

#include "narrow/first/start.h"

#include "math/triangles.h"
#include "narrow/first/inside.h"

enum { SEEN = 64, PLANES = 16 };

typedef struct walk {
    ti_posed a, b;
    double padding;
    ti_start* start;
    uint32_t seen_a[SEEN], seen_b[SEEN]; // triangles whose points have been tried
    uint32_t planes;                     // pairs whose planes have been tried
    bool parted;                         // a plane lies between the bodies
} walk;

// ---- surfaces

static bool is_lower(const walk* s, uint32_t i, uint32_t j)
{
    const ti_triangle* a = s->a.mesh->triangles;
    const ti_triangle* b = s->b.mesh->triangles;
    uint32_t old_i = s->start->triangle_a, old_j = s->start->triangle_b;
    if (a[i].face != a[old_i].face) {
        return a[i].face < a[old_i].face;
    }
    if (b[j].face != b[old_j].face) {
        return b[j].face < b[old_j].face;
    }
    return i != old_i ? i < old_i : j < old_j;
}

static void note_pair(walk* s, toi_start found, uint32_t i, uint32_t j)
{
    *s->start = (ti_start){found, i, j, {0.0, 0.0, 0.0}, true};
}

// True at a crossing.
static bool meet_triangle(walk* s, uint32_t i, const ti_range_pair* ranges)
{
    toi_vec3 a[3], b[3];
    s->start->near = true;
    ti_posed_triangle(&s->a, i, a);
    for (uint32_t j = ranges->b_begin; j < ranges->b_end; ++j) {
        ti_posed_triangle(&s->b, j, b);
        ti_meeting meeting = ti_triangles_relation(a, b);
        if (meeting == TI_MEET_CROSS) {
            note_pair(s, TOI_START_OVERLAPPING, i, j);
            return true;
        }
        if (meeting == TI_MEET_TOUCH && (s->start->state == TOI_START_FREE || is_lower(s, i, j))) {
            note_pair(s, TOI_START_TOUCHING, i, j);
        }
    }
    return false;
}

static bool meet_ranges(const ti_range_pair* ranges, void* context)
{
    for (uint32_t i = ranges->a_begin; i < ranges->a_end; ++i) {
        if (meet_triangle(context, i, ranges)) {
            return true;
        }
    }
    return false;
}

// ---- solids

static bool vertex_inside(const walk* s, const ti_posed* inner, uint32_t index, const ti_posed* outer)
{
    ti_mean vertex = {.point = {ti_posed_vertex(inner, index)}, .count = 1};
    ti_side side = ti_inside(outer, &vertex, TI_RAY_Z, s->padding);
    return side.inside && !side.on;
}

// Whether a vertex of some component of `inner` is strictly inside `outer`.
static bool component_inside(const walk* s, const ti_posed* inner, const ti_posed* outer)
{
    const ti_topology* topology = &inner->mesh->topology;
    bool inside = false;
    for (uint32_t i = 0; outer->mesh->info.closed && i < topology->component_count && !inside; ++i) {
        inside = vertex_inside(s, inner, topology->component_vertex[i], outer);
    }
    return inside;
}

// Whether any vertex is.
static bool is_within(const walk* s, const ti_posed* inner, const ti_posed* outer)
{
    bool inside = false;
    for (uint32_t i = 0; outer->mesh->info.closed && i < inner->mesh->vertex_count && !inside; ++i) {
        inside = ti_vertex_used(inner->mesh, i) && vertex_inside(s, inner, i, outer);
    }
    return inside;
}

// A point on both surfaces: whether, moved by infinitely little in one of six ways, it is inside both solids.
static bool inside_both(const walk* s, const ti_mean* point)
{
    for (int direction = 0; direction < TI_DIRECTION_COUNT; ++direction) {
        if (ti_inside(&s->a, point, (ti_direction)direction, s->padding).inside &&
            ti_inside(&s->b, point, (ti_direction)direction, s->padding).inside) {
            return true;
        }
    }
    return false;
}

// The corners, the middles of the edges and the centroid of a triangle against the open solid of the other
// body.
static bool triangle_inside(const walk* s, const toi_vec3 corner[3], const ti_posed* outer)
{
    for (int i = 0; i < 7; ++i) {
        ti_mean point = {.count = i < 3 ? 1 : i < 6 ? 2 : 3};
        for (int k = 0; k < point.count; ++k) {
            point.point[k] = corner[(i + k) % 3];
        }
        ti_side side = ti_inside(outer, &point, TI_RAY_Z, s->padding);
        if (side.on ? point.count == 3 && inside_both(s, &point) : side.inside) {
            return true;
        }
    }
    return false;
}

static bool first_visit(uint32_t seen[SEEN], uint32_t triangle)
{
    bool first = seen[triangle % SEEN] != triangle;
    seen[triangle % SEEN] = triangle;
    return first;
}

// Whether no vertex of a body is strictly on the given side of a plane.
static bool none_on_side(const ti_plane* plane, const ti_posed* body, int side)
{
    for (uint32_t i = 0; i < body->mesh->vertex_count; ++i) {
        if (ti_vertex_used(body->mesh, i) && ti_plane_side(plane, ti_posed_vertex(body, i)) == side) {
            return false;
        }
    }
    return true;
}

// Whether the plane of a triangle parts the open solids: bodies at rest on each other end here, before rays
// are cast. Where both lie in the plane, its normal says nothing.
static bool plane_parts(const walk* s, const toi_vec3 corner[3])
{
    if (ti_collinear(corner[0], corner[1], corner[2])) {
        return false;
    }
    ti_plane plane = ti_plane_through(corner[0], corner[1], corner[2]);
    bool above = none_on_side(&plane, &s->a, 1) && none_on_side(&plane, &s->b, -1);
    bool below = none_on_side(&plane, &s->a, -1) && none_on_side(&plane, &s->b, 1);
    toi_vec3 n = v3_cross(v3_sub(corner[1], corner[0]), v3_sub(corner[2], corner[0]));
    double length = v3_length(n);
    if (above != below && length > 0.0 && isfinite(length)) {
        s->start->normal = v3_scale((above ? 1.0 : -1.0) / length, n);
    }
    return above || below;
}

// Tries the planes of the first touching triangles. True when one of them parts the bodies.
static bool part_ranges(const ti_range_pair* ranges, void* context)
{
    walk* s = context;
    for (uint32_t i = ranges->a_begin; i < ranges->a_end; ++i) {
        for (uint32_t j = ranges->b_begin; j < ranges->b_end; ++j) {
            toi_vec3 a[3], b[3];
            ti_posed_triangle(&s->a, i, a);
            ti_posed_triangle(&s->b, j, b);
            if (!ti_triangles_meet(a, b)) {
                continue;
            }
            s->parted = plane_parts(s, a) || plane_parts(s, b);
            if (s->parted || ++s->planes >= PLANES) {
                return true;
            }
        }
    }
    return false;
}

static bool overlap_pair(walk* s, uint32_t i, uint32_t j)
{
    toi_vec3 a[3], b[3];
    ti_posed_triangle(&s->a, i, a);
    ti_posed_triangle(&s->b, j, b);
    if (!ti_triangles_meet(a, b)) {
        return false;
    }
    return (first_visit(s->seen_a, i) && triangle_inside(s, a, &s->b)) ||
           (first_visit(s->seen_b, j) && triangle_inside(s, b, &s->a));
}

static bool overlap_ranges(const ti_range_pair* ranges, void* context)
{
    walk* s = context;
    for (uint32_t i = ranges->a_begin; i < ranges->a_end; ++i) {
        for (uint32_t j = ranges->b_begin; j < ranges->b_end; ++j) {
            if (overlap_pair(s, i, j)) {
                s->start->state = TOI_START_OVERLAPPING;
                return true;
            }
        }
    }
    return false;
}

static void find_overlap(walk* s)
{
    ti_posed_walk_pairs(&s->a, &s->b, part_ranges, s);
    if (s->parted || !s->a.mesh->info.closed || !s->b.mesh->info.closed) {
        return;
    }
    if (component_inside(s, &s->a, &s->b) || component_inside(s, &s->b, &s->a)) {
        s->start->state = TOI_START_OVERLAPPING;
        return;
    }
    for (int i = 0; i < SEEN; ++i) {
        s->seen_a[i] = s->seen_b[i] = TI_NONE;
    }
    ti_posed_walk_pairs(&s->a, &s->b, overlap_ranges, s);
}

void ti_start_decide(const toi_mesh* a, const toi_pose* pose_a, const toi_mesh* b, const toi_pose* pose_b,
                     bool solid, ti_start* start)
{
    walk s = {.a = ti_posed_make(a, pose_a), .b = ti_posed_make(b, pose_b), .start = start};
    s.padding = ti_posed_padding(&s.a, &s.b);
    *start = (ti_start){TOI_START_FREE, TI_NONE, TI_NONE, {0.0, 0.0, 0.0}, false};
    ti_posed_walk_pairs(&s.a, &s.b, meet_ranges, &s);
    if (start->state == TOI_START_TOUCHING) {
        find_overlap(&s);
    } else if (start->state == TOI_START_FREE && solid &&
               (component_inside(&s, &s.a, &s.b) || component_inside(&s, &s.b, &s.a))) {
        start->state = TOI_START_CONTAINED;
    }
}

bool ti_start_within(const toi_mesh* a, const toi_pose* pose_a, const toi_mesh* b, const toi_pose* pose_b)
{
    walk s = {.a = ti_posed_make(a, pose_a), .b = ti_posed_make(b, pose_b)};
    s.padding = ti_posed_padding(&s.a, &s.b);
    return is_within(&s, &s.a, &s.b) || is_within(&s, &s.b, &s.a);
}
