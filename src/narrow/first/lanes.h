// Four convex pieces in the lanes of vectors: boxes of a tree, or triangles. Or one of them in all lanes.

#ifndef TI_NARROW_FIRST_LANES_H
#define TI_NARROW_FIRST_LANES_H

#include "math/simd3.h"
#include "narrow/first/types.h"

// Boxes: half-axes p[0], p[1], p[2] and centre p[3]. Triangles: corners p[0], p[1], p[2].
typedef struct ti_lanes {
    ti_w3 p[4];
    ti_v4 radius; // largest distance from the centre of the body, units of the pair
    ti_w3 center; // of the piece, units of the pair
    bool triangles;
} ti_lanes;

// The four children of a node, scaled to units of the pair.
static inline ti_lanes lanes_of_node(const ti_node* node, double scale)
{
    ti_lanes l;
    ti_v4 s = f4_set(scale);
    for (int k = 0; k < 3; ++k) {
        l.p[k] = (ti_w3){s * f4_load_float(node->axis[3 * k]), s * f4_load_float(node->axis[3 * k + 1]),
                         s * f4_load_float(node->axis[3 * k + 2])};
    }
    l.center = (ti_w3){s * f4_load_float(node->center[0]), s * f4_load_float(node->center[1]),
                       s * f4_load_float(node->center[2])};
    l.p[3] = l.center;
    l.radius = s * f4_load_float(node->radius);
    l.triangles = false;
    return l;
}

// One box in all lanes.
static inline ti_lanes lanes_of_box(const ti_node* node, uint32_t i, double scale)
{
    ti_lanes l;
    for (int k = 0; k < 3; ++k) {
        l.p[k] = w3_set(v3(scale * (double)node->axis[3 * k][i], scale * (double)node->axis[3 * k + 1][i],
                           scale * (double)node->axis[3 * k + 2][i]));
    }
    l.center = w3_set(v3(scale * (double)node->center[0][i], scale * (double)node->center[1][i],
                         scale * (double)node->center[2][i]));
    l.p[3] = l.center;
    l.radius = f4_set(scale * (double)node->radius[i]);
    l.triangles = false;
    return l;
}

// Triangles begin, begin + 1, ... of a mesh, the last repeated from `count` on.
static inline ti_lanes lanes_of_triangles(const ti_track* k, uint32_t begin, uint32_t count)
{
    ti_lanes l;
    ti_v4 radius2 = f4_set(0.0);
    ti_v4 third = f4_set(1.0 / 3.0);
    for (int c = 0; c < 3; ++c) {
        for (int i = 0; i < 4; ++i) {
            uint32_t t = begin + ((uint32_t)i < count ? (uint32_t)i : count - 1);
            toi_vec3 v = k->mesh->local[k->mesh->triangles[t].vertex[c]];
            l.p[c].x[i] = k->scale * v.x;
            l.p[c].y[i] = k->scale * v.y;
            l.p[c].z[i] = k->scale * v.z;
        }
        radius2 = f4_max(radius2, w3_dot(l.p[c], l.p[c]));
    }
    l.center = w3_scale(third, w3_add(w3_add(l.p[0], l.p[1]), l.p[2]));
    l.p[3] = l.center;
    l.radius = f4_sqrt(radius2) * f4_set(1.0 + 0x1p-50);
    l.triangles = true;
    return l;
}

// Support of the pieces along n + tau n', as what decides it: values p and rates q.
typedef struct ti_profile {
    ti_v4 p[4], q[4];
    bool triangles;
} ti_profile;

static inline ti_profile profile_of(const ti_lanes* l, ti_w3 n, ti_w3 n_rate)
{
    ti_profile r;
    int count = l->triangles ? 3 : 4;
    for (int k = 0; k < count; ++k) {
        r.p[k] = w3_dot(n, l->p[k]);
        r.q[k] = w3_dot(n_rate, l->p[k]);
    }
    r.triangles = l->triangles;
    return r;
}

// Support along n.
static inline ti_v4 lanes_support(const ti_lanes* l, ti_w3 n)
{
    ti_v4 a = w3_dot(n, l->p[0]), b = w3_dot(n, l->p[1]), c = w3_dot(n, l->p[2]);
    if (l->triangles) {
        return f4_max(f4_max(a, b), c);
    }
    return f4_abs(a) + f4_abs(b) + f4_abs(c) + w3_dot(n, l->p[3]);
}

// The tangent alpha + beta tau of the points that decide the support at tau.
static inline void profile_tangent(const ti_profile* r, ti_v4 tau, ti_v4* alpha, ti_v4* beta)
{
    if (r->triangles) {
        ti_v4 best = r->p[0] + tau * r->q[0], a = r->p[0], b = r->q[0];
        for (int k = 1; k < 3; ++k) {
            ti_v4 value = r->p[k] + tau * r->q[k];
            ti_m4 better = (ti_m4)(value > best);
            best = f4_select(better, value, best);
            a = f4_select(better, r->p[k], a);
            b = f4_select(better, r->q[k], b);
        }
        *alpha = a;
        *beta = b;
        return;
    }
    ti_v4 a = r->p[3], b = r->q[3];
    for (int k = 0; k < 3; ++k) {
        ti_m4 sign = f4_sign(r->p[k] + tau * r->q[k]);
        a += f4_flip(r->p[k], sign);
        b += f4_flip(r->q[k], sign);
    }
    *alpha = a;
    *beta = b;
}

#endif
