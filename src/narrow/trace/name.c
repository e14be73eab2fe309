// Names what stops a mover. Where the nearest points are inside of two faces, these are parallel and any two
// points of their common part are as near: then a corner of that part, which is a corner of one of the faces
// or a crossing of their sides.

#include "narrow/trace/name.h"

#include "bvh/witness.h"
#include "math/rounding.h"

// A face in the frame of the still body.
typedef struct face {
    const toi_mesh* mesh;
    const ti_placing* placing;
    const uint32_t* vertex;
    uint32_t count, id;
} face;

static toi_vec3 corner_of(const face* f, uint32_t i)
{
    return ti_placing_point(f->placing, f->mesh->local[f->vertex[i < f->count ? i : 0]]);
}

static face face_near(const toi_mesh* mesh, const ti_placing* placing, toi_vec3 local, double reach)
{
    face f = {.mesh = mesh, .placing = placing};
    f.id = ti_nearby_features(mesh, local, reach, TI_NEARBY_FACE).face;
    if (f.id != TI_NONE) {
        f.vertex = &mesh->corners[mesh->face_offsets[f.id]];
        f.count = mesh->face_offsets[f.id + 1] - mesh->face_offsets[f.id];
    }
    return f;
}

// On which side of the line from a to b the point x is, seen along n.
static double side_along(toi_vec3 n, toi_vec3 a, toi_vec3 b, toi_vec3 x)
{
    return v3_dot(n, v3_cross(v3_sub(b, a), v3_sub(x, a)));
}

// Whether a point is in a face seen along n, by the number of its sides that a ray crosses.
static bool covers(const face* f, toi_vec3 n, toi_vec3 x)
{
    bool inside = false;
    toi_vec3 e = fabs(n.x) < 0.5 ? v3(1.0, 0.0, 0.0) : v3(0.0, 1.0, 0.0);
    toi_vec3 u = v3_cross(n, e);
    for (uint32_t i = 0; i < f->count; ++i) {
        toi_vec3 a = corner_of(f, i), b = corner_of(f, i + 1);
        bool below_a = v3_dot(u, v3_sub(a, x)) < 0.0, below_b = v3_dot(u, v3_sub(b, x)) < 0.0;
        if (below_a != below_b && (side_along(n, a, b, x) > 0.0) == below_a) {
            inside = !inside;
        }
    }
    return inside;
}

// The lowest corner of a face that is over the other one and within `most` of it along n.
static uint32_t corner_over(const face* f, const face* other, toi_vec3 n, double most)
{
    uint32_t best = TI_NONE;
    toi_vec3 on = corner_of(other, 0);
    for (uint32_t i = 0; i < f->count; ++i) {
        toi_vec3 x = corner_of(f, i);
        bool lower = best == TI_NONE || f->vertex[i] < f->vertex[best];
        if (lower && fabs(v3_dot(n, v3_sub(x, on))) <= most && covers(other, n, x)) {
            best = i;
        }
    }
    return best;
}

static bool sides_cross(const face* a, uint32_t i, const face* b, uint32_t k, toi_vec3 n, ti_named* named)
{
    toi_vec3 p = corner_of(a, i), q = corner_of(a, i + 1), r = corner_of(b, k), s = corner_of(b, k + 1);
    double pr = side_along(n, r, s, p), qr = side_along(n, r, s, q);
    double rp = side_along(n, p, q, r), sp = side_along(n, p, q, s);
    if (!(pr * qr < 0.0) || !(rp * sp < 0.0)) {
        return false;
    }
    named->kind = TOI_CONTACT_EE;
    named->a = ti_edge_feature(a->vertex[i], a->vertex[i + 1 < a->count ? i + 1 : 0]);
    named->b = ti_edge_feature(b->vertex[k], b->vertex[k + 1 < b->count ? k + 1 : 0]);
    named->point[0] = v3_madd(p, pr / (pr - qr), v3_sub(q, p));
    named->point[1] = v3_madd(r, rp / (rp - sp), v3_sub(s, r));
    return true;
}

static bool name_common(const face* a, const face* b, toi_vec3 n, double most, ti_named* named)
{
    uint32_t i = corner_over(a, b, n, most), k = corner_over(b, a, n, most);
    if (i != TI_NONE) {
        toi_vec3 x = corner_of(a, i), d = v3_sub(corner_of(b, 0), x);
        *named = (ti_named){TOI_CONTACT_VF,
                            ti_vertex_feature(a->vertex[i]),
                            ti_face_feature(b->id),
                            {x, v3_madd(x, v3_dot(n, d), n)}};
        return true;
    }
    if (k != TI_NONE) {
        toi_vec3 x = corner_of(b, k), d = v3_sub(corner_of(a, 0), x);
        *named = (ti_named){TOI_CONTACT_FV,
                            ti_face_feature(a->id),
                            ti_vertex_feature(b->vertex[k]),
                            {v3_madd(x, v3_dot(n, d), n), x}};
        return true;
    }
    for (i = 0; i < a->count; ++i) {
        for (k = 0; k < b->count; ++k) {
            if (sides_cross(a, i, b, k, n, named)) {
                return true;
            }
        }
    }
    return false;
}

static ti_side side_of(const ti_reach* reach, const toi_mesh* mesh, int which, double within)
{
    ti_side s = {.mesh = mesh,
                 .point = reach->local[which],
                 .reach = ti_scale(within, -mesh->exponent),
                 .triangle = reach->triangle[which]};
    for (uint32_t i = 0; i < reach->vertex_count; ++i) {
        ti_side_take(&s, reach->vertex[which][i]);
    }
    return s;
}

// Features within it are at the nearest points.
static double naming_reach(const ti_reach* reach)
{
    return reach->tolerance + 2.0 * reach->rounding;
}

bool ti_name_stop(const ti_reach* reach, const toi_mesh* const mesh[2], ti_named* named)
{
    const uint32_t* on = reach->face;
    if (on[0] != TI_NONE || on[1] != TI_NONE) {
        const bool of_a = on[0] != TI_NONE;
        named->kind = of_a ? TOI_CONTACT_FV : TOI_CONTACT_VF;
        named->a = of_a ? ti_face_feature(on[0]) : ti_vertex_feature(reach->vertex[0][0]);
        named->b = of_a ? ti_vertex_feature(reach->vertex[1][0]) : ti_face_feature(on[1]);
        return true;
    }
    double within = naming_reach(reach);
    ti_side a = side_of(reach, mesh[0], 0, within), b = side_of(reach, mesh[1], 1, within);
    toi_contact contact = {.kind = TOI_CONTACT_NONE};
    if (!ti_name_features(&a, &b, &contact)) {
        return false;
    }
    named->kind = contact.kind;
    named->a = contact.a;
    named->b = contact.b;
    return true;
}

void ti_name_parallel(const ti_reach* reach, const toi_mesh* const mesh[2], const ti_placing placing[2],
                      int exponent, ti_named* named)
{
    double within = naming_reach(reach);
    face f[2];
    for (int k = 0; k < 2; ++k) {
        named->point[k] = ti_placing_point(&placing[k], reach->local[k]);
        f[k] = face_near(mesh[k], &placing[k], reach->local[k], ti_scale(within, -mesh[k]->exponent));
    }
    double most = ti_scale(reach->gap + within, -exponent);
    if (f[0].id == TI_NONE || f[1].id == TI_NONE || !name_common(&f[0], &f[1], reach->normal, most, named)) {
        named->kind = TOI_CONTACT_FF;
        named->a = ti_face_feature(f[0].id);
        named->b = ti_face_feature(f[1].id);
    }
}
