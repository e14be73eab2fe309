// The squared distance of two triangles as a rational number (FLINT): of every pair of features the nearest
// points of their lines and planes by normal equations, where these are in the features. Segments and points
// are triangles with repeated corners.

#ifndef TOI_TESTS_EXACT_DISTANCE_H
#define TOI_TESTS_EXACT_DISTANCE_H

#include "exact_clip.h"
#include "exact_double.h"

// Two features: all points r + x u + y v, with x and y from 0 to 1, or their sum too.
typedef struct span {
    fmpz r[3], u[3], v[3];
    bool triangle;
} span;

// x = top[0]/below and y = top[1]/below are where it is nearest to the origin. Without a v only x is asked,
// without both none. False where it is nearest on a line.
static inline bool span_nearest(const span* s, fmpz* top, fmpz* below)
{
    fmpz uu = 0, uv = 0, vv = 0, ru = 0, rv = 0;
    _fmpz_vec_dot(&uu, s->u, s->u, 3);
    _fmpz_vec_dot(&uv, s->u, s->v, 3);
    _fmpz_vec_dot(&vv, s->v, s->v, 3);
    _fmpz_vec_dot(&ru, s->r, s->u, 3);
    _fmpz_vec_dot(&rv, s->r, s->v, 3);
    if (_fmpz_vec_is_zero(s->v, 3)) {
        fmpz_one(&vv);
    }
    if (_fmpz_vec_is_zero(s->u, 3)) {
        fmpz_one(&uu);
    }
    fmpz_mul(below, &uu, &vv);
    fmpz_submul(below, &uv, &uv);
    fmpz_mul(top, &rv, &uv);
    fmpz_submul(top, &ru, &vv);
    fmpz_mul(top + 1, &ru, &uv);
    fmpz_submul(top + 1, &rv, &uu);
    fmpz_clear(&uu);
    fmpz_clear(&uv);
    fmpz_clear(&vv);
    fmpz_clear(&ru);
    fmpz_clear(&rv);
    return fmpz_sgn(below) > 0;
}

static inline bool span_holds(const span* s, const fmpz* top, const fmpz* below)
{
    fmpz sum = 0;
    fmpz_add(&sum, top, top + 1);
    bool inside = fmpz_sgn(top) >= 0 && fmpz_sgn(top + 1) >= 0 &&
                  (s->triangle ? fmpz_cmp(&sum, below) <= 0
                               : fmpz_cmp(top, below) <= 0 && fmpz_cmp(top + 1, below) <= 0);
    fmpz_clear(&sum);
    return inside;
}

static inline void span_take(span* s, fmpq_t best)
{
    fmpz top[2] = {0, 0}, below = 0, w[3] = {0, 0, 0};
    fmpq_t square;
    fmpq_init(square);
    if (span_nearest(s, top, &below) && span_holds(s, top, &below)) {
        _fmpz_vec_scalar_mul_fmpz(w, s->r, 3, &below);
        _fmpz_vec_scalar_addmul_fmpz(w, s->u, 3, top);
        _fmpz_vec_scalar_addmul_fmpz(w, s->v, 3, top + 1);
        _fmpz_vec_dot(fmpq_numref(square), w, w, 3);
        fmpz_mul(fmpq_denref(square), &below, &below);
        fmpq_canonicalise(square);
        if (fmpq_sgn(best) < 0 || fmpq_cmp(square, best) < 0) {
            fmpq_set(best, square);
        }
    }
    fmpq_clear(square);
    for (int k = 0; k < 3; ++k) {
        fmpz_clear(&w[k]);
        fmpz_clear(&s->r[k]);
        fmpz_clear(&s->u[k]);
        fmpz_clear(&s->v[k]);
    }
    fmpz_clear(&below);
    fmpz_clear(&top[0]);
    fmpz_clear(&top[1]);
}

// From the edge of p that begins at a corner, or that corner, to one of q: the 36 of these by number.
static inline void take_edges(fmpz p[3][4], fmpz q[3][4], int number, fmpq_t best)
{
    int i = number % 3, j = number / 3 % 3;
    span s = {.triangle = false};
    _fmpz_vec_sub(s.r, q[j], p[i], 3);
    if (number / 9 % 2) {
        _fmpz_vec_sub(s.u, p[i], p[(i + 1) % 3], 3);
    }
    if (number / 18) {
        _fmpz_vec_sub(s.v, q[(j + 1) % 3], q[j], 3);
    }
    span_take(&s, best);
}

static inline void take_face(const fmpz* corner, fmpz t[3][4], fmpq_t best)
{
    span s = {.triangle = true};
    _fmpz_vec_sub(s.r, t[0], corner, 3);
    _fmpz_vec_sub(s.u, t[1], t[0], 3);
    _fmpz_vec_sub(s.v, t[2], t[0], 3);
    span_take(&s, best);
}

static inline void exact_distance2(fmpq_t best, const toi_vec3 a[3], const toi_vec3 b[3])
{
    if (clip_meet(a, b)) {
        fmpq_zero(best);
        return;
    }
    fmpz p[3][4], q[3][4];
    memset(p, 0, sizeof p);
    memset(q, 0, sizeof q);
    int lowest = clip_exponent(b, clip_exponent(a, 1024));
    for (int k = 0; k < 3; ++k) {
        clip_point(p[k], a[k], lowest);
        clip_point(q[k], b[k], lowest);
    }
    fmpq_set_si(best, -1, 1);
    for (int k = 0; k < 36; ++k) {
        take_edges(p, q, k, best);
    }
    for (int k = 0; k < 3; ++k) {
        take_face(p[k], q, best);
        take_face(q[k], p, best);
    }
    for (int k = 0; k < 12; ++k) {
        fmpz_clear(&p[k / 4][k % 4]);
        fmpz_clear(&q[k / 4][k % 4]);
    }
    if (lowest >= 0) {
        fmpq_mul_2exp(best, best, 2 * (flint_bitcnt_t)lowest);
    } else {
        fmpq_div_2exp(best, best, 2 * (flint_bitcnt_t)-lowest);
    }
}

#endif
