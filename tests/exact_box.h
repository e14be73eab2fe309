// Whether a stored box holds a point: exactly, and in long double for large meshes.

#ifndef TOI_TESTS_EXACT_BOX_H
#define TOI_TESTS_EXACT_BOX_H

#include "bvh/walk.h"

#include <arf.h>

// ---- exact containment

typedef struct exact_vec {
    arf_struct c[3];
} exact_vec;

static inline void exact_init(exact_vec* v)
{
    for (int i = 0; i < 3; ++i) {
        arf_init(&v->c[i]);
    }
}

static inline void exact_clear(exact_vec* v)
{
    for (int i = 0; i < 3; ++i) {
        arf_clear(&v->c[i]);
    }
}

static inline void exact_set(exact_vec* v, toi_vec3 p)
{
    arf_set_d(&v->c[0], p.x);
    arf_set_d(&v->c[1], p.y);
    arf_set_d(&v->c[2], p.z);
}

static inline void exact_dot(arf_t dot, const exact_vec* a, const exact_vec* b)
{
    arf_zero(dot);
    for (int i = 0; i < 3; ++i) {
        arf_addmul(dot, &a->c[i], &b->c[i], ARF_PREC_EXACT, ARF_RND_DOWN);
    }
}

static inline void exact_cross(exact_vec* out, const exact_vec* a, const exact_vec* b)
{
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        arf_mul(&out->c[i], &a->c[j], &b->c[k], ARF_PREC_EXACT, ARF_RND_DOWN);
        arf_submul(&out->c[i], &a->c[k], &b->c[j], ARF_PREC_EXACT, ARF_RND_DOWN);
    }
}

// The stored box with its adjugate matrix, without rounding.
typedef struct exact_box {
    exact_vec center, axis[3], cross[3], d;
    arf_t det, n;
} exact_box;

static inline void exact_box_start(exact_box* e, const ti_box* box)
{
    exact_init(&e->center);
    exact_init(&e->d);
    exact_set(&e->center, box->center);
    for (int k = 0; k < 3; ++k) {
        exact_init(&e->axis[k]);
        exact_init(&e->cross[k]);
        exact_set(&e->axis[k], box->axis[k]);
    }
    for (int k = 0; k < 3; ++k) {
        exact_cross(&e->cross[k], &e->axis[(k + 1) % 3], &e->axis[(k + 2) % 3]);
    }
    arf_init(e->det);
    arf_init(e->n);
    exact_dot(e->det, &e->axis[0], &e->cross[0]);
}

static inline void exact_box_stop(exact_box* e)
{
    exact_clear(&e->center);
    exact_clear(&e->d);
    for (int k = 0; k < 3; ++k) {
        exact_clear(&e->axis[k]);
        exact_clear(&e->cross[k]);
    }
    arf_clear(e->det);
    arf_clear(e->n);
}

// |cross_k . (p - center)| <= |det| for k = 0, 1, 2 and det != 0.
static inline bool exact_box_holds(exact_box* e, toi_vec3 p)
{
    exact_set(&e->d, p);
    for (int i = 0; i < 3; ++i) {
        arf_sub(&e->d.c[i], &e->d.c[i], &e->center.c[i], ARF_PREC_EXACT, ARF_RND_DOWN);
    }
    bool inside = !arf_is_zero(e->det);
    for (int k = 0; k < 3; ++k) {
        exact_dot(e->n, &e->cross[k], &e->d);
        inside = inside && arf_cmpabs(e->n, e->det) <= 0;
    }
    return inside;
}

// Whether bound^2 >= |center_weight center + s_0 axis_0 + s_1 axis_1 + s_2 axis_2|^2 for all signs.
static inline bool exact_box_within(exact_box* e, double center_weight, double bound)
{
    bool within = true;
    arf_t square, weight;
    arf_init(square);
    arf_init(weight);
    for (int corner = 0; corner < 8; ++corner) {
        for (int i = 0; i < 3; ++i) {
            arf_set_d(weight, center_weight);
            arf_mul(&e->d.c[i], &e->center.c[i], weight, ARF_PREC_EXACT, ARF_RND_DOWN);
            for (int k = 0; k < 3; ++k) {
                arf_set_si(weight, corner >> k & 1 ? 1 : -1);
                arf_addmul(&e->d.c[i], &e->axis[k].c[i], weight, ARF_PREC_EXACT, ARF_RND_DOWN);
            }
        }
        exact_dot(e->n, &e->d, &e->d);
        arf_set_d(weight, bound);
        arf_mul(square, weight, weight, ARF_PREC_EXACT, ARF_RND_DOWN);
        within = within && arf_cmp(e->n, square) <= 0;
    }
    arf_clear(square);
    arf_clear(weight);
    return within;
}

// ---- the same in long double, for large meshes: 2^-58 relative to what cancels is far above its rounding

static inline long double det3(const long double a[3], const long double b[3], const long double c[3],
                               long double* size)
{
    long double sum = 0.0L;
    *size = 0.0L;
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        sum += a[i] * (b[j] * c[k] - b[k] * c[j]);
        *size += fabsl(a[i]) * (fabsl(b[j] * c[k]) + fabsl(b[k] * c[j]));
    }
    return sum;
}

static inline bool long_box_holds(const ti_box* box, toi_vec3 p)
{
    long double g[3][3], d[3] = {(long double)p.x, (long double)p.y, (long double)p.z};
    const double center[3] = {box->center.x, box->center.y, box->center.z};
    for (int k = 0; k < 3; ++k) {
        d[k] -= (long double)center[k];
        g[k][0] = (long double)box->axis[k].x;
        g[k][1] = (long double)box->axis[k].y;
        g[k][2] = (long double)box->axis[k].z;
    }
    long double size, det_size, det = fabsl(det3(g[0], g[1], g[2], &det_size));
    bool inside = det > 0.0L;
    for (int k = 0; k < 3; ++k) {
        long double n = fabsl(det3(d, g[(k + 1) % 3], g[(k + 2) % 3], &size));
        inside = inside && n <= det + 0x1p-58L * (size + det_size);
    }
    return inside;
}

#endif
