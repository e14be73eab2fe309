// Bodies at one time in long double, on curves whose coefficients are off by what a bound allows.

#ifndef TOI_TESTS_INSTANT_SUPPORT_H
#define TOI_TESTS_INSTANT_SUPPORT_H

#include "narrow/boxes/instant.h"
#include "random_curves.h"
#include "support/real_bernstein.h"

typedef struct real_place {
    real axis[3][3], at[3]; // axis[k] is where the unit vector k goes
} real_place;

static inline void real_turn(const toi_rational* m, real t, real axis[3][3])
{
    if (m->matrix != NULL) {
        for (size_t i = 0; i < 9; ++i) {
            axis[i % 3][i / 3] = real_bernstein(m->matrix + i, 9, m->matrix_count, t);
        }
        return;
    }
    real q[4], n = 0.0L;
    for (size_t i = 0; i < 4; ++i) {
        q[i] = real_bernstein(&m->rotation[0].w + i, 4, m->rotation_count, t);
        n += q[i] * q[i];
    }
    for (size_t k = 0; k < 3; ++k) { // v + 2 w (u x v) + 2 u x (u x v), of unit vectors v
        const real *u = q + 1, v[3] = {k == 0, k == 1, k == 2};
        real once[3], twice[3];
        for (size_t i = 0; i < 3; ++i) {
            once[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
        }
        for (size_t i = 0; i < 3; ++i) {
            twice[i] = u[(i + 1) % 3] * once[(i + 2) % 3] - u[(i + 2) % 3] * once[(i + 1) % 3];
            axis[k][i] = v[i] + 2.0L * (q[0] * once[i] + twice[i]) / n;
        }
    }
}

static inline real_place real_place_at(const toi_rational* m, real t)
{
    real_place p;
    real w = m->weights != NULL ? real_bernstein(m->weights, 1, m->translation_count, t) : 1.0L;
    real_turn(m, t, p.axis);
    for (size_t i = 0; i < 3; ++i) {
        p.at[i] = real_bernstein(&m->translation[0].x + i, 3, m->translation_count, t) / w;
    }
    return p;
}

static inline void real_carry(const real_place* p, const real x[3], bool is_point, real out[3])
{
    for (int i = 0; i < 3; ++i) {
        out[i] = is_point ? p->at[i] : 0.0L;
        for (int k = 0; k < 3; ++k) {
            out[i] += x[k] * p->axis[k][i];
        }
    }
}

static inline void real_cross(const real a[3], const real b[3], real out[3])
{
    for (int i = 0; i < 3; ++i) {
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    }
}

static inline real real_dot(const real a[3], const real b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void off_by(test_random* random, double error, size_t count, const double* from, double* to)
{
    for (size_t i = 0; i < count; ++i) {
        to[i] = from[i] + error * random_between(random, -0.999, 0.999);
    }
}

// A motion near another one, in coefficients of its own.
static inline toi_rational random_near(test_random* random, const toi_rational* m,
                                       const ti_curve_error* error, random_curves* c)
{
    toi_rational near = *m;
    if (m->matrix != NULL) {
        off_by(random, error->rotation, (size_t)9 * m->matrix_count, m->matrix, c->matrix);
        near.matrix = c->matrix;
    } else {
        off_by(random, error->rotation, (size_t)4 * m->rotation_count, &m->rotation[0].w, &c->rotation[0].w);
        near.rotation = c->rotation;
    }
    off_by(random, error->translation, (size_t)3 * m->translation_count, &m->translation[0].x,
           &c->translation[0].x);
    near.translation = c->translation;
    if (m->weights != NULL) {
        off_by(random, error->weight, m->translation_count, m->weights, c->weights);
        near.weights = c->weights;
    }
    return near;
}

// None at all in every fourth case.
static inline ti_curve_error random_curve_error(test_random* random)
{
    static const double sizes[4] = {0.0, 1e-14, 1e-11, 1e-8};
    double size = sizes[random_below(random, 4)];
    double rotation = random_unit(random), translation = random_unit(random), weight = random_unit(random);
    return (ti_curve_error){size * rotation, size * translation, size * weight};
}

#endif
