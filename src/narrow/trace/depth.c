// The depth of convex bodies that overlap: the direction along which they overlap least is the normal of a
// face of one of them, or perpendicular to an edge of each.

#include "narrow/trace/depth.h"

#include "math/rounding.h"

// A body in the axes of the mesh of B, with the origin at its middle: so the many edges of B are met as they
// are.
typedef struct solid {
    const toi_mesh* mesh;
    bool turns; // A: by `rotation`
    ti_mat3 rotation;
    toi_vec3 center;
    toi_vec3 inside; // a point inside
    double scale;
    double sense; // 1 where its facets are wound outwards, -1 where they are inside out
} solid;

// The best direction so far: `apart` is how far the bodies are apart along it, below 0 where they overlap.
typedef struct search {
    solid a, b;
    int exponent; // the unit of length here is 2^exponent of the world's, near the size of the larger body
    double apart;
    toi_vec3 normal;
} search;

enum { MOST_EDGE_PAIRS = 1 << 22 };

static toi_vec3 direction(const solid* s, toi_vec3 local)
{
    return s->turns ? m3_apply(&s->rotation, local) : local;
}

static toi_vec3 turned(const solid* s, toi_vec3 local)
{
    return v3_scale(s->scale, direction(s, local));
}

static toi_vec3 point_of(const solid* s, uint32_t vertex)
{
    return v3_add(s->center, turned(s, s->mesh->local[vertex]));
}

// The mean of the corners is inside, whatever the box is. A convex mesh is wound one way throughout.
static void finish_solid(solid* s, int exponent)
{
    const ti_points* p = &s->mesh->support.points;
    const ti_facet* facet = &s->mesh->features.facets[0];
    toi_vec3 sum = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < p->count; ++i) {
        sum = v3_add(sum, v3(p->x[i], p->y[i], p->z[i]));
    }
    sum = v3_scale(1.0 / p->count, sum);
    s->scale = ldexp(1.0, s->mesh->exponent - exponent);
    s->inside = v3_add(s->center, turned(s, sum));
    s->sense = facet->offset < v3_dot(facet->normal, sum) ? -1.0 : 1.0;
}

static double length_of(toi_vec3 v, int exponent)
{
    return v3_length(ti_scale3(v, -exponent));
}

static void place_solids(const toi_pose* pose_a, const toi_pose* pose_b, search* s)
{
    ti_mat3 a = m3_from_quat(pose_a->quaternion), b = m3_from_quat(pose_b->quaternion);
    toi_vec3 way = v3_add(v3_sub(pose_a->position, pose_b->position),
                          v3_sub(m3_apply(&a, s->a.mesh->center), m3_apply(&b, s->b.mesh->center)));
    ti_mat3 columns = m3_transposed(&a);
    for (int i = 0; i < 3; ++i) {
        columns.row[i] = m3_apply_transposed(&b, columns.row[i]);
    }
    s->a.rotation = m3_transposed(&columns);
    s->a.turns = true;
    s->exponent = s->a.mesh->exponent > s->b.mesh->exponent ? s->a.mesh->exponent : s->b.mesh->exponent;
    s->a.center = m3_apply_transposed(&b, ti_scale3(way, -s->exponent));
    finish_solid(&s->a, s->exponent);
    finish_solid(&s->b, s->exponent);
}

// The largest n.x over a body.
static double farthest(const solid* s, toi_vec3 n)
{
    const ti_points* p = &s->mesh->support.points;
    toi_vec3 m = s->turns ? m3_apply_transposed(&s->rotation, n) : n;
    double best = -HUGE_VAL;
    for (uint32_t i = 0; i < p->count; ++i) {
        double along = v3_dot(m, v3(p->x[i], p->y[i], p->z[i]));
        best = along > best ? along : best;
    }
    return v3_dot(n, s->center) + s->scale * best;
}

// Tries a unit direction from A to B.
static void try_direction(search* s, toi_vec3 n)
{
    double apart = -farthest(&s->b, v3_negate(n)) - farthest(&s->a, n);
    if (apart > s->apart) {
        s->apart = apart;
        s->normal = n;
    }
}

// ---- faces

static toi_vec3 outward(const solid* s, uint32_t facet)
{
    return direction(s, v3_scale(s->sense, s->mesh->features.facets[facet].normal));
}

static void try_facets(search* s)
{
    for (uint32_t i = 0; i < s->a.mesh->features.facet_count; ++i) {
        try_direction(s, outward(&s->a, i));
    }
    for (uint32_t i = 0; i < s->b.mesh->features.facet_count; ++i) {
        try_direction(s, v3_negate(outward(&s->b, i)));
    }
}

// ---- edges

// The outward normals of the faces of an edge.
typedef struct ridge {
    toi_vec3 side[2];
} ridge;

static ridge ridge_of(const solid* s, uint32_t index)
{
    const ti_features* f = &s->mesh->features;
    const ti_crease* c = &f->creases[index];
    if (c->wing_end != c->wing_begin + 2) {
        return (ridge){{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}}; // a face too thin for a normal: faces nothing
    }
    return (ridge){{outward(s, f->wing[c->wing_begin]), outward(s, f->wing[c->wing_begin + 1])}};
}

// Whether some direction is between the normals of an edge of A and against those of one of B: whether the
// arcs between them on the sphere of directions cross. Two edges that cannot face each other are no
// candidates; where rounding cannot tell, the normals of faces are as good up to rounding.
static bool can_face(const ridge* a, const ridge* b)
{
    toi_vec3 p = a->side[0], q = a->side[1], r = v3_negate(b->side[0]), t = v3_negate(b->side[1]);
    toi_vec3 across_a = v3_cross(q, p), across_b = v3_cross(t, r);
    double r_side = v3_dot(r, across_a), t_side = v3_dot(t, across_a);
    double p_side = v3_dot(p, across_b), q_side = v3_dot(q, across_b);
    return r_side * t_side < 0.0 && p_side * q_side < 0.0 && r_side * q_side > 0.0;
}

static void try_edges(search* s, uint32_t edge_a, uint32_t edge_b)
{
    const uint32_t* a = s->a.mesh->features.creases[edge_a].vertex;
    const uint32_t* b = s->b.mesh->features.creases[edge_b].vertex;
    toi_vec3 on_a = point_of(&s->a, a[0]), on_b = point_of(&s->b, b[0]);
    toi_vec3 n = v3_cross(v3_sub(point_of(&s->a, a[1]), on_a), v3_sub(point_of(&s->b, b[1]), on_b));
    double length = v3_length(n);
    if (!(length > 0.0)) {
        return;
    }
    double sense = v3_dot(n, v3_sub(on_a, s->a.inside)) < 0.0 ? -1.0 : 1.0;
    n = v3_scale(sense / length, n);
    if (v3_dot(n, v3_sub(on_b, on_a)) > s->apart) {
        try_direction(s, n);
    }
}

static void try_creases(search* s)
{
    uint32_t count_a = s->a.mesh->features.crease_count, count_b = s->b.mesh->features.crease_count;
    if ((uint64_t)count_a * count_b > MOST_EDGE_PAIRS) {
        return;
    }
    for (uint32_t i = 0; i < count_a; ++i) {
        ridge a = ridge_of(&s->a, i);
        for (uint32_t j = 0; j < count_b; ++j) {
            ridge b = ridge_of(&s->b, j);
            if (can_face(&a, &b)) {
                try_edges(s, i, j);
            }
        }
    }
}

// Rounding: points are within 32 u of the lengths that they are made of, the direction within 4 u of unit.
bool ti_depth_find(const toi_mesh* a, const toi_pose* pose_a, const toi_mesh* b, const toi_pose* pose_b,
                   ti_depth* depth)
{
    bool known =
        a->info.convex && b->info.convex && a->features.facet_count > 0 && b->features.facet_count > 0;
    if (!known) {
        return false;
    }
    search s = {.a = {.mesh = a}, .b = {.mesh = b}, .apart = -HUGE_VAL};
    place_solids(pose_a, pose_b, &s);
    try_facets(&s);
    try_creases(&s);
    if (!isfinite(s.apart)) {
        return false;
    }
    double lengths = length_of(a->center, s.exponent) + length_of(b->center, s.exponent) +
                     length_of(v3_sub(pose_b->position, pose_a->position), s.exponent) +
                     (length_of(pose_a->position, s.exponent) + length_of(pose_b->position, s.exponent));
    lengths += ti_scale(a->radius + b->radius, -s.exponent);
    ti_mat3 world = m3_from_quat(pose_b->quaternion);
    double found = fmax(0.0, -s.apart) + 64.0 * TI_U * lengths;
    *depth = (ti_depth){ti_scale(found, s.exponent), m3_apply(&world, s.normal)};
    return true;
}
