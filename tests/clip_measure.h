// How far points are from the corners of a common part in whole numbers, and what rounding may put between
// them.

#ifndef TOI_TESTS_CLIP_MEASURE_H
#define TOI_TESTS_CLIP_MEASURE_H

#include "exact_clip.h"
#include "exact_double.h"
#include "math/rounding.h"

// Coordinate k of corner i less a double.
static inline double offset_of(const clip_set* s, int i, int k, double x)
{
    fmpq exact, part;
    fmpq_init(&exact);
    fmpq_init(&part);
    fmpq_set_fmpz_frac(&exact, &s->at[i][k], &s->at[i][3]);
    if (s->exponent >= 0) {
        fmpq_mul_2exp(&exact, &exact, (unsigned long)s->exponent);
    } else {
        fmpq_div_2exp(&exact, &exact, (unsigned long)-s->exponent);
    }
    set_exact(&part, x);
    fmpq_sub(&exact, &exact, &part);
    double off = fmpq_get_d(&exact);
    fmpq_clear(&exact);
    fmpq_clear(&part);
    return off;
}

static inline toi_vec3 from_corner(const clip_set* s, int i, toi_vec3 x)
{
    double dx = offset_of(s, i, 0, x.x), dy = offset_of(s, i, 1, x.y);
    return v3(dx, dy, offset_of(s, i, 2, x.z));
}

static inline double length_of(toi_vec3 v)
{
    return hypot(hypot(v.x, v.y), v.z); // without underflow
}

static inline double to_nearest_corner(const clip_set* s, toi_vec3 x)
{
    double nearest = HUGE_VAL;
    for (int i = 0; i < s->count; ++i) {
        nearest = fmin(nearest, length_of(from_corner(s, i, x)));
    }
    return nearest;
}

static inline double diameter_of(const clip_set* s)
{
    double most = 0.0;
    for (int i = 0; i < s->count; ++i) {
        for (int k = i + 1; k < s->count; ++k) {
            toi_vec3 p = from_corner(s, i, v3(0.0, 0.0, 0.0)), q = from_corner(s, k, v3(0.0, 0.0, 0.0));
            most = fmax(most, length_of(v3_sub(p, q)));
        }
    }
    return most;
}

static inline bool one_point(const clip_set* s)
{
    for (int i = 1; i < s->count; ++i) {
        for (int k = 0; k < 3; ++k) {
            fmpz left, right;
            fmpz_init(&left);
            fmpz_init(&right);
            fmpz_mul(&left, &s->at[i][k], &s->at[0][3]);
            fmpz_mul(&right, &s->at[0][k], &s->at[i][3]);
            bool same = fmpz_equal(&left, &right);
            fmpz_clear(&left);
            fmpz_clear(&right);
            if (!same) {
                return false;
            }
        }
    }
    return true;
}

static inline double size_of(const toi_vec3 t[6])
{
    double size = 0.0;
    for (int i = 1; i < 6; ++i) {
        size = fmax(size, length_of(v3_sub(t[i], t[0])));
    }
    return size;
}

// What points may be off by: of an edge its length times what a share is off by, and rounding where they are.
static inline double room_of(const toi_vec3 t[6])
{
    double far = 0.0;
    for (int i = 0; i < 6; ++i) {
        far = fmax(far, fmax(fmax(fabs(t[i].x), fabs(t[i].y)), fabs(t[i].z)));
    }
    return 0x1p-43 * size_of(t) + 4.0 * TI_U * far + 0x1p-1072;
}

#endif
