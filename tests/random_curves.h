// Random coefficients of rational and affine motions, about normally distributed. Numbers are drawn one after
// another, so that every compiler has the same ones.

#ifndef TOI_TESTS_RANDOM_CURVES_H
#define TOI_TESTS_RANDOM_CURVES_H

#include "cmocka_toi.h"
#include "math/vec3.h"
#include "motion/rational.h"
#include "random_point.h"

enum { CURVE_TURNS = 7, CURVE_WAYS = 13 };

static const double CURVE_SCALE = 4.0; // half of the way of a translation

typedef struct random_curves {
    toi_quat rotation[CURVE_TURNS];
    double matrix[9 * CURVE_TURNS];
    toi_vec3 translation[CURVE_WAYS];
    double weights[CURVE_WAYS];
} random_curves;

// What is drawn; degrees are below these numbers.
typedef struct random_curves_def {
    uint32_t turns, ways; // 1 for no motion
    double aside;         // how far points of the way are off its line
    bool affine;
} random_curves_def;

static inline double random_bell(test_random* random)
{
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) {
        sum += random_unit(random);
    }
    return sum;
}

static inline toi_vec3 random_bell_vec(test_random* random, double size)
{
    double x = random_bell(random), y = random_bell(random), z = random_bell(random);
    return v3(size * x, size * y, size * z);
}

static inline toi_quat random_bell_quat(test_random* random, toi_quat around, double size)
{
    double w = random_bell(random);
    toi_vec3 v = random_bell_vec(random, size);
    return (toi_quat){around.w + size * w, around.x + v.x, around.y + v.y, around.z + v.z};
}

// A constant rotation, and a matrix of determinant about 1, with smaller changes.
static inline void random_turns(test_random* random, uint32_t count, random_curves* c)
{
    for (uint32_t k = 0; k < count; ++k) {
        toi_quat none = {0.0, 0.0, 0.0, 0.0};
        c->rotation[k] = random_bell_quat(random, k > 0 ? c->rotation[0] : none, k > 0 ? 0.5 : 2.0);
        for (uint32_t i = 0; i < 9; ++i) {
            double first = k > 0 ? c->matrix[i] : 0.0;
            c->matrix[9 * k + i] = first + (k > 0 ? 0.25 : 0.6) * random_bell(random);
        }
    }
}

// A valid piece, from one side of the origin to the other.
static inline toi_rational random_curve(test_random* random, const random_curves_def* def, random_curves* c)
{
    uint32_t d = random_below(random, def->turns), m = random_below(random, def->ways);
    bool rational = m > 0 && random_below(random, 3) == 0;
    toi_vec3 way = random_bell_vec(random, 1.0);
    way = v3_scale(CURVE_SCALE / v3_length(way), way);
    for (uint32_t k = 0; k <= m; ++k) {
        double s = m > 0 ? 1.0 - 2.0 * k / m : 0.0;
        c->translation[k] = v3_madd(random_bell_vec(random, def->aside), s, way);
        c->weights[k] = random_between(random, 0.5, 1.5);
    }
    const toi_rational motion = {.translation = c->translation,
                                 .weights = rational ? c->weights : NULL,
                                 .translation_count = m + 1,
                                 .rotation = def->affine ? NULL : c->rotation,
                                 .rotation_count = d + 1,
                                 .matrix = def->affine ? c->matrix : NULL,
                                 .matrix_count = d + 1};
    do {
        random_turns(random, d + 1, c);
    } while (ti_rational_check(&motion) != TI_RATIONAL_FINE);
    return motion;
}

#endif
