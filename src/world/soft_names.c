// Names of contacts of bodies that deform: as those of rigid bodies, a vertex on a vertex or on an edge is on
// the lowest face there.

#include "bvh/name.h"
#include "math/rounding.h"
#include "motion/length.h"
#include "world/soft.h"

static toi_vec3 closest_of(const ti_soft_side* s)
{
    toi_vec3 p = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < s->count; ++i) {
        p = v3_madd(p, s->weight[i], s->at[s->vertex[i]]);
    }
    return p;
}

// In a unit in which the square of the segment has no underflow.
static double distance_to_segment(toi_vec3 p, toi_vec3 a, toi_vec3 b)
{
    int exponent;
    toi_vec3 d = ti_scaled(v3_sub(b, a), &exponent), w = ti_scale3(v3_sub(p, a), -exponent);
    double length2 = v3_dot(d, d), along = v3_dot(w, d);
    double share = length2 > 0.0 ? fmin(fmax(along / length2, 0.0), 1.0) : 0.0;
    return ldexp(ti_length(v3_madd(w, -share, d)), exponent);
}

// Whether half-edge h, which leaves v, and the one before it at v are the side from v to w.
static bool side_joins(const toi_mesh* mesh, uint32_t h, uint32_t w)
{
    uint32_t face = mesh->topology.face_of[h];
    uint32_t begin = mesh->face_offsets[face], end = mesh->face_offsets[face + 1];
    uint32_t next = h + 1 < end ? h + 1 : begin, last = h > begin ? h - 1 : end - 1;
    return mesh->corners[next] == w || mesh->corners[last] == w;
}

// The lowest face around a vertex, or of those with the edge from there to `other`; TI_NONE where there is
// none.
static uint32_t lowest_face(const toi_mesh* mesh, uint32_t vertex, uint32_t other)
{
    const ti_topology* t = &mesh->topology;
    uint32_t lowest = TI_NONE;
    for (uint32_t i = t->vertex_first[vertex]; i < t->vertex_first[vertex + 1]; ++i) {
        uint32_t h = t->vertex_corner[i], face = t->face_of[h];
        if (face < lowest && (other == TI_NONE || side_joins(mesh, h, other))) {
            lowest = face;
        }
    }
    return lowest;
}

static bool snap_to_edge(const ti_soft_side* s, toi_vec3 p, double reach, toi_feature* edge)
{
    for (uint32_t i = 0; s->count == 3 && i < 3; ++i) {
        uint32_t v = s->vertex[i], w = s->vertex[(i + 1) % 3];
        if (distance_to_segment(p, s->at[v], s->at[w]) <= reach && lowest_face(s->mesh, v, w) != TI_NONE) {
            *edge = ti_edge_feature(v, w);
            return true;
        }
    }
    return false;
}

static toi_feature feature_at(const ti_soft_side* s, double reach)
{
    toi_vec3 p = closest_of(s);
    double least = HUGE_VAL;
    uint32_t nearest = 0;
    for (uint32_t i = 0; i < s->count; ++i) {
        double off = ti_length(v3_sub(p, s->at[s->vertex[i]]));
        if (off < least) {
            least = off;
            nearest = s->vertex[i];
        }
    }
    toi_feature edge;
    if (s->count == 1 || least <= reach) {
        return ti_vertex_feature(nearest);
    }
    return snap_to_edge(s, p, reach, &edge) ? edge : s->feature;
}

static toi_feature face_with(const ti_soft_side* s, toi_feature f)
{
    uint32_t face = TI_NONE;
    if (f.kind == TOI_FEATURE_VERTEX) {
        face = lowest_face(s->mesh, f.index[0], TI_NONE);
    } else if (f.kind == TOI_FEATURE_EDGE) {
        face = lowest_face(s->mesh, f.index[0], f.index[1]);
    }
    return face == TI_NONE ? f : ti_face_feature(face);
}

void ti_soft_name(const ti_soft_side* a, const ti_soft_side* b, double reach, toi_contact* contact)
{
    contact->a = feature_at(a, reach);
    contact->b = feature_at(b, reach);
    if (contact->a.kind == TOI_FEATURE_VERTEX) {
        contact->kind = TOI_CONTACT_VF;
        contact->b = face_with(b, contact->b);
    } else if (contact->b.kind == TOI_FEATURE_VERTEX) {
        contact->kind = TOI_CONTACT_FV;
        contact->a = face_with(a, contact->a);
    } else if (contact->a.kind == TOI_FEATURE_EDGE && contact->b.kind == TOI_FEATURE_EDGE) {
        contact->kind = TOI_CONTACT_EE;
    } else {
        contact->kind = TOI_CONTACT_FF;
        contact->a = face_with(a, contact->a);
        contact->b = face_with(b, contact->b);
    }
}
