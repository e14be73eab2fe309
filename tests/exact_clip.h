// The common part of two triangles in whole numbers (FLINT): the one is cut by half-spaces whose common part
// is the other, its plane from both sides and its edges. Points are homogeneous, so nothing is rounded or
// divided; segments and points are triangles with repeated corners, and are cut alike.

#ifndef TOI_TESTS_EXACT_CLIP_H
#define TOI_TESTS_EXACT_CLIP_H

#include "cmocka_toi.h"
#include "math/vec3.h"

#include <flint/fmpq.h>
#include <flint/fmpz.h>
#include <flint/fmpz_vec.h>

enum { CLIP_POINTS = 24 };

// The corners of a convex set in order: point i is at (at[i][0], at[i][1], at[i][2])/at[i][3] times
// 2^exponent.
typedef struct clip_set {
    fmpz at[CLIP_POINTS][4];
    int count;
    int exponent;
} clip_set;

static inline void clip_set_init(clip_set* s)
{
    memset(s, 0, sizeof *s); // FLINT's zero
}

static inline void clip_set_clear(clip_set* s)
{
    for (int i = 0; i < CLIP_POINTS; ++i) {
        for (int k = 0; k < 4; ++k) {
            fmpz_clear(&s->at[i][k]);
        }
    }
}

static inline void clip_lower(double x, int* lowest)
{
    int exponent;
    frexp(x, &exponent);
    if (x != 0.0 && exponent - 53 < *lowest) {
        *lowest = exponent - 53;
    }
}

static inline int clip_exponent(const toi_vec3 t[3], int lowest)
{
    for (int i = 0; i < 3; ++i) {
        clip_lower(t[i].x, &lowest);
        clip_lower(t[i].y, &lowest);
        clip_lower(t[i].z, &lowest);
    }
    return lowest;
}

static inline void clip_whole(fmpz* to, double x, int lowest)
{
    int exponent;
    double m = frexp(x, &exponent);
    fmpz_set_d(to, ldexp(m, 53));
    if (x != 0.0) {
        fmpz_mul_2exp(to, to, (unsigned long)(exponent - 53 - lowest));
    }
}

static inline void clip_point(fmpz* to, toi_vec3 x, int lowest)
{
    clip_whole(to, x.x, lowest);
    clip_whole(to + 1, x.y, lowest);
    clip_whole(to + 2, x.z, lowest);
    fmpz_one(to + 3);
}

// ---- half-spaces n . x >= offset: plane[0..2] is n, plane[3] the offset negated

static inline void clip_height(fmpz* h, const fmpz* plane, const fmpz* at)
{
    fmpz_mul(h, plane, at);
    for (int k = 1; k < 4; ++k) {
        fmpz_addmul(h, plane + k, at + k);
    }
}

// Through a point with denominator 1.
static inline void clip_pass_through(fmpz* plane, const fmpz* at)
{
    fmpz_zero(plane + 3);
    fmpz height;
    fmpz_init(&height);
    clip_height(&height, plane, at);
    fmpz_neg(plane + 3, &height);
    fmpz_clear(&height);
}

static inline void clip_cross(fmpz* to, const fmpz* a, const fmpz* b)
{
    for (int k = 0; k < 3; ++k) {
        int next = (k + 1) % 3, last = (k + 2) % 3;
        fmpz_mul(to + k, a + next, b + last);
        fmpz_submul(to + k, a + last, b + next);
    }
}

// The point between p and q on the plane, heights of different signs.
static inline void clip_between(fmpz* to, const fmpz* p, const fmpz* q, const fmpz* at_p, const fmpz* at_q)
{
    fmpz content;
    fmpz_init(&content);
    for (int k = 0; k < 4; ++k) {
        fmpz_mul(to + k, at_p, q + k);
        fmpz_submul(to + k, at_q, p + k);
    }
    _fmpz_vec_content(&content, to, 4);
    if (fmpz_sgn(to + 3) < 0) {
        fmpz_neg(&content, &content);
    }
    _fmpz_vec_scalar_divexact_fmpz(to, to, 4, &content);
    fmpz_clear(&content);
}

static inline void clip_by(clip_set* s, const fmpz* plane)
{
    clip_set from = *s;
    fmpz height[CLIP_POINTS];
    memset(height, 0, sizeof height);
    for (int i = 0; i < from.count; ++i) {
        clip_height(&height[i], plane, from.at[i]);
    }
    clip_set_init(s);
    s->exponent = from.exponent;
    for (int i = 0; i < from.count; ++i) {
        int next = i + 1 < from.count ? i + 1 : 0, own = fmpz_sgn(&height[i]),
            other = fmpz_sgn(&height[next]);
        assert_true(s->count + 2 <= CLIP_POINTS);
        if (own >= 0) {
            _fmpz_vec_set(s->at[s->count++], from.at[i], 4);
        }
        if (own * other < 0) {
            clip_between(s->at[s->count++], from.at[i], from.at[next], &height[i], &height[next]);
        }
    }
    for (int i = 0; i < CLIP_POINTS; ++i) {
        fmpz_clear(&height[i]);
    }
    clip_set_clear(&from);
}

static inline void clip_to_plane(clip_set* s, fmpz* plane)
{
    clip_by(s, plane);
    _fmpz_vec_neg(plane, plane, 4);
    clip_by(s, plane);
    _fmpz_vec_neg(plane, plane, 4);
}

// ---- by a triangle

// In the plane of the normal n, by the edges of a triangle that turns counter-clockwise about it.
static inline void clip_by_area(clip_set* s, fmpz t[3][4], fmpz* n)
{
    fmpz edge[4], plane[4];
    memset(edge, 0, sizeof edge);
    memset(plane, 0, sizeof plane);
    clip_pass_through(n, t[0]);
    clip_to_plane(s, n);
    for (int i = 0; i < 3; ++i) {
        _fmpz_vec_sub(edge, t[(i + 1) % 3], t[i], 3);
        clip_cross(plane, n, edge);
        clip_pass_through(plane, t[i]);
        clip_by(s, plane);
    }
    for (int k = 0; k < 4; ++k) {
        fmpz_clear(&edge[k]);
        fmpz_clear(&plane[k]);
    }
}

// By three planes through the line of a segment, or by its coordinates, and by its ends: along the edge, a
// corner beyond all others from either side.
static inline void clip_by_segment(clip_set* s, fmpz t[3][4])
{
    fmpz edge[4], plane[4], height;
    memset(edge, 0, sizeof edge);
    memset(plane, 0, sizeof plane);
    fmpz_init(&height);
    for (int i = 0; i < 3 && _fmpz_vec_is_zero(edge, 3); ++i) {
        _fmpz_vec_sub(edge, t[(i + 1) % 3], t[i], 3);
    }
    bool point = _fmpz_vec_is_zero(edge, 3);
    for (int k = 0; k < 3; ++k) {
        fmpz axis[3] = {k == 0, k == 1, k == 2};
        if (point) {
            _fmpz_vec_set(plane, axis, 3);
        } else {
            clip_cross(plane, axis, edge);
        }
        clip_pass_through(plane, t[0]);
        clip_to_plane(s, plane);
    }
    for (int turn = 0; turn < 2 && !point; ++turn) {
        int end = 0;
        for (int i = 1; i < 3; ++i) {
            _fmpz_vec_set(plane, edge, 3);
            clip_pass_through(plane, t[end]);
            clip_height(&height, plane, t[i]);
            end = fmpz_sgn(&height) < 0 ? i : end;
        }
        _fmpz_vec_set(plane, edge, 3);
        clip_pass_through(plane, t[end]);
        clip_by(s, plane);
        _fmpz_vec_neg(edge, edge, 3);
    }
    fmpz_clear(&height);
    for (int k = 0; k < 4; ++k) {
        fmpz_clear(&edge[k]);
        fmpz_clear(&plane[k]);
    }
}

// Starts with a, cut by b. Nothing is left where the closed triangles do not meet.
static inline void clip_common(clip_set* s, const toi_vec3 a[3], const toi_vec3 b[3])
{
    fmpz t[3][4], n[4], u[3], v[3];
    memset(t, 0, sizeof t);
    memset(n, 0, sizeof n);
    memset(u, 0, sizeof u);
    memset(v, 0, sizeof v);
    s->exponent = clip_exponent(b, clip_exponent(a, 2000));
    s->count = 3;
    for (int i = 0; i < 3; ++i) {
        clip_point(s->at[i], a[i], s->exponent);
        clip_point(t[i], b[i], s->exponent);
    }
    _fmpz_vec_sub(u, t[1], t[0], 3);
    _fmpz_vec_sub(v, t[2], t[0], 3);
    clip_cross(n, u, v);
    if (_fmpz_vec_is_zero(n, 3)) {
        clip_by_segment(s, t);
    } else {
        clip_by_area(s, t, n);
    }
    for (int k = 0; k < 4; ++k) {
        fmpz_clear(&n[k]);
        for (int i = 0; i < 3; ++i) {
            fmpz_clear(&t[i][k]);
        }
    }
    _fmpz_vec_zero(u, 3);
    _fmpz_vec_zero(v, 3);
}

static inline bool clip_meet(const toi_vec3 a[3], const toi_vec3 b[3])
{
    clip_set s;
    clip_set_init(&s);
    clip_common(&s, a, b);
    bool meet = s.count > 0;
    clip_set_clear(&s);
    return meet;
}

#endif
