// Random rational motions of one or more pieces, and nlerp as one; and where they have a point, in long
// double.

#ifndef TOI_TESTS_RATIONAL_SUPPORT_H
#define TOI_TESTS_RATIONAL_SUPPORT_H

#include "cmocka_toi.h"
#include "math/vec3.h"
#include "motion/path.h"
#include "random_point.h"
#include "support/rational_at.h"
#include "support/real_bernstein.h"
#include "toi/motion.h"

enum { RATIONAL_DEGREE = 6, RATIONAL_PIECES = 4 };

typedef struct random_rational {
    toi_quat rotation[RATIONAL_PIECES][RATIONAL_DEGREE + 1];
    toi_vec3 translation[RATIONAL_PIECES][RATIONAL_DEGREE + 1];
    double weights[RATIONAL_PIECES][RATIONAL_DEGREE + 1];
    toi_rational pieces[RATIONAL_PIECES];
    toi_motion motion;
} random_rational;

static inline toi_quat random_coefficient(test_random* random, toi_quat around, double by)
{
    double w = by * random_between(random, -1.0, 1.0);
    toi_vec3 v = random_point(random, by);
    return (toi_quat){around.w + w, around.x + v.x, around.y + v.y, around.z + v.z};
}

// A piece that goes on where `before` ends, unless that is NULL.
static inline void random_piece(test_random* random, double size, const toi_rational* before, int index,
                                random_rational* r)
{
    uint32_t d = random_below(random, RATIONAL_DEGREE), m = random_below(random, RATIONAL_DEGREE + 1);
    toi_quat around = random_coefficient(random, (toi_quat){0.0, 0.0, 0.0, 0.0}, 1.5);
    bool weighted = random_below(random, 2) == 1;
    for (uint32_t k = 0; k <= d; ++k) {
        r->rotation[index][k] = random_coefficient(random, around, 1.0);
    }
    for (uint32_t k = 0; k <= m; ++k) {
        r->weights[index][k] = random_between(random, 0.4, 1.5);
        r->translation[index][k] =
            v3_scale(weighted ? r->weights[index][k] : 1.0, random_point(random, size));
    }
    if (before != NULL) {
        uint32_t last = before->translation_count - 1;
        double share = 1.0 / (before->weights != NULL ? before->weights[last] : 1.0);
        toi_quat q = before->rotation[before->rotation_count - 1];
        r->rotation[index][0] = (toi_quat){-2.0 * q.w, -2.0 * q.x, -2.0 * q.y, -2.0 * q.z};
        r->translation[index][0] =
            v3_scale(weighted ? share * r->weights[index][0] : share, before->translation[last]);
    }
    r->pieces[index] = (toi_rational){.rotation = r->rotation[index],
                                      .rotation_count = d + 1,
                                      .translation = r->translation[index],
                                      .weights = weighted ? r->weights[index] : NULL,
                                      .translation_count = m + 1};
}

// A valid motion with positions within about `size` of the origin.
static inline void random_rational_make(test_random* random, double size, uint32_t pieces, random_rational* r)
{
    do {
        for (uint32_t i = 0; i < pieces; ++i) {
            random_piece(random, size, i > 0 ? &r->pieces[i - 1] : NULL, (int)i, r);
            r->pieces[i].until = i + 1 == pieces ? 1.0 : (i + random_between(random, 0.2, 0.9)) / pieces;
        }
        r->motion =
            (toi_motion){.kind = TOI_MOTION_RATIONAL, .rationals = r->pieces, .rational_count = pieces};
    } while (toi_motion_check(&r->motion, NULL) != TOI_OK);
}

// nlerp between two poses, and the rational motion that it is.
typedef struct nlerp {
    toi_quat rotation[2];
    toi_vec3 translation[2];
    toi_rational piece;
    toi_motion between, rational;
} nlerp;

static inline void nlerp_make(const toi_pose ends[2], nlerp* n)
{
    toi_pose first = ti_pose_unit(ends[0]), last = ti_pose_unit(ends[1]);
    n->between = (toi_motion){.kind = TOI_MOTION_BETWEEN, .path = TOI_PATH_NLERP, .pose = first, .end = last};
    toi_quat p = first.quaternion, q = last.quaternion;
    bool negative = p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z < 0.0; // the shorter way is to -q
    n->rotation[0] = p;
    n->rotation[1] = negative ? (toi_quat){-q.w, -q.x, -q.y, -q.z} : q;
    n->translation[0] = first.position;
    n->translation[1] = last.position;
    n->piece = (toi_rational){
        .rotation = n->rotation, .rotation_count = 2, .translation = n->translation, .translation_count = 2};
    n->rational = (toi_motion){.kind = TOI_MOTION_RATIONAL, .rationals = &n->piece, .rational_count = 1};
}

// q v q* / |q|^2 + P/w.
static inline void rational_point(const toi_motion* motion, double t, toi_vec3 v, real out[3])
{
    real s, q[4], n = 0.0L;
    const toi_rational* m = rational_at(motion, t, &s);
    for (size_t i = 0; i < 4; ++i) {
        q[i] = real_bernstein(&m->rotation[0].w + i, 4, m->rotation_count, s);
        n += q[i] * q[i];
    }
    const real x[3] = {(real)v.x, (real)v.y, (real)v.z};
    real w = m->weights != NULL ? real_bernstein(m->weights, 1, m->translation_count, s) : 1.0L;
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        real row_i = q[0] * q[0] + q[1 + i] * q[1 + i] - q[1 + j] * q[1 + j] - q[1 + k] * q[1 + k];
        real row_j = 2.0L * (q[1 + i] * q[1 + j] - q[0] * q[1 + k]);
        real row_k = 2.0L * (q[1 + i] * q[1 + k] + q[0] * q[1 + j]);
        real p = real_bernstein(&m->translation[0].x + i, 3, m->translation_count, s);
        out[i] = (row_i * x[i] + row_j * x[j] + row_k * x[k]) / n + p / w;
    }
}

#endif
