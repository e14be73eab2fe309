// Names a contact by what lies at its closest points: a vertex of A, else one of B, else an edge of each.
// Where it was found on the hulls, the vertices that carry its closest points tell most; a walk down the
// trees tells the rest.

#include "bvh/name.h"

#include "bvh/witness.h"
#include "math/vec3.h"

void ti_side_take(ti_side* s, uint32_t vertex)
{
    bool known =
        (s->vertex_count > 0 && s->vertex[0] == vertex) || (s->vertex_count > 1 && s->vertex[1] == vertex);
    if (!known) {
        s->vertex[s->vertex_count++] = vertex;
    }
}

static uint32_t vertex_at(const ti_side* s)
{
    if (s->vertex_count == 0) {
        return ti_nearby_features(s->mesh, s->point, s->reach, TI_NEARBY_VERTEX).vertex;
    }
    uint32_t lowest = TI_NONE;
    for (uint32_t i = 0; i < s->vertex_count; ++i) {
        toi_vec3 w = v3_sub(s->point, s->mesh->local[s->vertex[i]]);
        if (s->vertex[i] < lowest && v3_dot(w, w) <= s->reach * s->reach) {
            lowest = s->vertex[i];
        }
    }
    return lowest;
}

static bool away_from_edges(const ti_side* s, const uint32_t* corner, uint32_t count)
{
    const toi_vec3* local = s->mesh->local;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t next = corner[i + 1 < count ? i + 1 : 0];
        if (ti_near_edge(s->point, local[corner[i]], local[next], s->reach)) {
            return false;
        }
    }
    return true;
}

// Whether the point is well inside of a face, which has two or three of the vertices that carry it: with
// three it is inside of any convex polygon, with two of a triangle it may be.
static bool well_inside(const ti_side* s, uint32_t face)
{
    const toi_mesh* mesh = s->mesh;
    const uint32_t* corner = &mesh->corners[mesh->face_offsets[face]];
    uint32_t count = mesh->face_offsets[face + 1] - mesh->face_offsets[face], held = 0;
    for (uint32_t i = 0; i < count; ++i) {
        held += corner[i] == s->vertex[0] || corner[i] == s->vertex[1] || corner[i] == s->vertex[2];
    }
    if (held < 2 || (held == 2 && count != 3)) {
        return false;
    }
    if (held == 2) {
        const toi_vec3 v[3] = {mesh->local[corner[0]], mesh->local[corner[1]], mesh->local[corner[2]]};
        if (!ti_near_inside(s->point, v, s->reach)) {
            return false;
        }
    }
    return away_from_edges(s, corner, count);
}

// A face around one of the three vertices that carry the point; TI_NONE where that does not
// tell.
static uint32_t face_around(const ti_side* s)
{
    const ti_topology* t = &s->mesh->topology;
    for (uint32_t k = 0; k < 2; ++k) {
        uint32_t v = s->vertex[k];
        for (uint32_t i = t->vertex_first[v]; i < t->vertex_first[v + 1]; ++i) {
            uint32_t face = t->face_of[t->vertex_corner[i]];
            if (well_inside(s, face)) {
                return face;
            }
        }
    }
    return TI_NONE;
}

// Whether the point, which is in the plane of a triangle, is inside of it and farther than `reach` from its
// sides.
static bool well_inside_triangle(const ti_side* s, const ti_triangle* t)
{
    const toi_vec3* local = s->mesh->local;
    const toi_vec3 v[3] = {local[t->vertex[0]], local[t->vertex[1]], local[t->vertex[2]]};
    toi_vec3 n = v3_cross(v3_sub(v[1], v[0]), v3_sub(v[2], v[0]));
    double least = s->reach * s->reach * v3_dot(n, n);
    for (int i = 0; i < 3; ++i) {
        toi_vec3 side = v3_sub(v[i == 2 ? 0 : i + 1], v[i]);
        double twice = v3_dot(n, v3_cross(side, v3_sub(s->point, v[i])));
        if (!(twice > 0.0 && twice * twice > least * v3_dot(side, side))) {
            return false;
        }
    }
    return true;
}

static uint32_t face_at(const ti_side* s)
{
    if (s->triangle != TI_NONE) {
        const ti_triangle* t = &s->mesh->triangles[s->triangle];
        if (well_inside_triangle(s, t)) {
            return t->face;
        }
    }
    bool plain = s->mesh->info.convex || ti_on_one_triangle(s->mesh, s->vertex, s->vertex_count);
    uint32_t face = s->vertex_count == 3 && plain ? face_around(s) : TI_NONE;
    return face != TI_NONE ? face : ti_nearby_features(s->mesh, s->point, s->reach, TI_NEARBY_FACE).face;
}

static bool is_edge(const toi_mesh* mesh, uint32_t v, uint32_t w)
{
    const ti_topology* t = &mesh->topology;
    for (uint32_t i = t->vertex_first[v]; i < t->vertex_first[v + 1]; ++i) {
        uint32_t h = t->vertex_corner[i], begin = mesh->face_offsets[t->face_of[h]];
        uint32_t end = mesh->face_offsets[t->face_of[h] + 1];
        if (mesh->corners[h + 1 < end ? h + 1 : begin] == w) {
            return true;
        }
    }
    return false;
}

static toi_feature edge_at(const ti_side* s)
{
    uint32_t v = s->vertex[0], w = s->vertex[1];
    if (s->vertex_count == 2 && (is_edge(s->mesh, v, w) || is_edge(s->mesh, w, v))) {
        return ti_edge_feature(v, w);
    }
    ti_nearby near = ti_nearby_features(s->mesh, s->point, s->reach, TI_NEARBY_EDGE);
    return ti_edge_feature(near.edge[0], near.edge[1]);
}

bool ti_name_features(const ti_side* a, const ti_side* b, toi_contact* contact)
{
    uint32_t v = vertex_at(a);
    if (v != TI_NONE) {
        contact->kind = TOI_CONTACT_VF;
        contact->a = ti_vertex_feature(v);
        contact->b = ti_face_feature(face_at(b));
        return contact->b.index[0] != TI_NONE;
    }
    v = vertex_at(b);
    if (v != TI_NONE) {
        contact->kind = TOI_CONTACT_FV;
        contact->a = ti_face_feature(face_at(a));
        contact->b = ti_vertex_feature(v);
        return contact->a.index[0] != TI_NONE;
    }
    contact->kind = TOI_CONTACT_EE;
    contact->a = edge_at(a);
    contact->b = edge_at(b);
    return contact->a.index[0] != TI_NONE && contact->b.index[0] != TI_NONE;
}
