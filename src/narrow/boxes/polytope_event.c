// Contacts of polytopes from the names of what touches.

#include "narrow/boxes/polytope_event.h"

#include "math/scalar.h"

static toi_vec3 vertex_at(const ti_placed_polytope* p, uint32_t i)
{
    return ti_affine_point(&p->place, v3_add(p->shape->center, p->shape->vertices[i]));
}

static toi_vec3 unit_or_zero(toi_vec3 v)
{
    double length = v3_length(v);
    return length > 0.0 ? v3_scale(1.0 / length, v) : v;
}

// Normals go with the cross products of the axes.
static toi_vec3 normal_at(const ti_placed_polytope* p, uint32_t face)
{
    const toi_vec3* axis = p->place.axis;
    toi_vec3 n = p->shape->normals[face], sum = v3_scale(n.x, v3_cross(axis[1], axis[2]));
    sum = v3_madd(sum, n.y, v3_cross(axis[2], axis[0]));
    return unit_or_zero(v3_madd(sum, n.z, v3_cross(axis[0], axis[1])));
}

static toi_feature vertex_of(const ti_placed_polytope* p, uint32_t i)
{
    return (toi_feature){TOI_FEATURE_VERTEX, {p->shape->vertex_names[i], 0}};
}

static void touch_face(const ti_placed_polytope* own, uint32_t face, const ti_placed_polytope* other,
                       uint32_t vertex, bool of_b, toi_contact* contact)
{
    toi_vec3 n = normal_at(own, face), p = vertex_at(other, vertex);
    double height = -HUGE_VAL;
    for (uint32_t i = 0; i < own->shape->vertex_count; ++i) {
        height = d_max(v3_dot(n, v3_sub(vertex_at(own, i), p)), height);
    }
    toi_feature f = {TOI_FEATURE_FACE, {face, 0}}, v = vertex_of(other, vertex);
    contact->a = of_b ? v : f;
    contact->b = of_b ? f : v;
    contact->gap = d_max(-height, 0.0);
    contact->normal = of_b ? v3_negate(n) : n;
    contact->point = v3_madd(p, 0.5 * height, n);
}

static toi_feature edge_of(const ti_placed_polytope* p, uint32_t edge)
{
    const ti_polytope_edge* e = &p->shape->edges[edge];
    uint32_t i = p->shape->vertex_names[e->vertex[0]], j = p->shape->vertex_names[e->vertex[1]];
    return (toi_feature){TOI_FEATURE_EDGE, {i < j ? i : j, i < j ? j : i}};
}

static toi_vec3 direction_at(const ti_placed_polytope* p, const ti_polytope_edge* e)
{
    toi_vec3 d = e->direction;
    const toi_vec3* axis = p->place.axis;
    return unit_or_zero(v3_madd(v3_madd(v3_scale(d.x, axis[0]), d.y, axis[1]), d.z, axis[2]));
}

static void touch_edges(const ti_placed_polytope* a, const ti_placed_polytope* b,
                        const ti_polytope_touch* touch, toi_contact* contact)
{
    const ti_polytope_edge *e = &a->shape->edges[touch->a], *f = &b->shape->edges[touch->b];
    toi_vec3 u = direction_at(a, e), v = direction_at(b, f), n = v3_cross(u, v);
    toi_vec3 x = vertex_at(a, e->vertex[0]), y = vertex_at(b, f->vertex[0]), way = v3_sub(y, x);
    double n2 = v3_dot(n, n), share = n2 > 0.0 ? v3_dot(v3_cross(way, v), n) / n2 : 0.0;
    toi_vec3 span = v3_sub(vertex_at(a, e->vertex[1]), x);
    x = v3_nearest_on_segment(x, span, v3_madd(x, share, u));
    y = v3_nearest_on_segment(y, v3_sub(vertex_at(b, f->vertex[1]), y), x);
    toi_vec3 centers =
        v3_sub(ti_affine_point(&b->place, b->shape->center), ti_affine_point(&a->place, a->shape->center));
    n = unit_or_zero(n);
    contact->normal = v3_dot(n, centers) < 0.0 ? v3_negate(n) : n;
    contact->a = edge_of(a, touch->a);
    contact->b = edge_of(b, touch->b);
    contact->gap = d_max(v3_dot(contact->normal, v3_sub(y, x)), 0.0);
    contact->point = v3_scale(0.5, v3_add(x, y));
}

void ti_polytope_event(const ti_placed_polytope* a, const ti_placed_polytope* b,
                       const ti_polytope_touch* touch, toi_contact* contact)
{
    *contact = (toi_contact){.kind = touch->kind};
    if (touch->kind == TOI_CONTACT_EE) {
        touch_edges(a, b, touch, contact);
    } else if (touch->kind == TOI_CONTACT_FV) {
        touch_face(a, touch->a, b, touch->b, false, contact);
    } else if (touch->kind == TOI_CONTACT_VF) {
        touch_face(b, touch->b, a, touch->a, true, contact);
    } else {
        toi_vec3 x = ti_affine_point(&a->place, a->shape->center);
        toi_vec3 y = ti_affine_point(&b->place, b->shape->center);
        contact->point = v3_scale(0.5, v3_add(x, y));
        contact->normal = unit_or_zero(v3_sub(y, x));
    }
}
