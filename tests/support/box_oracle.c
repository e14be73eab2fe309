// Boxes at a time, by powers of t and 1 - t, and the fifteen axes between their corners.

#include "support/box_oracle.h"
#include "support/real_bernstein.h"

#include <math.h>

typedef struct box_place {
    box_real corner[8][3], axis[3][3];
} box_place;

// v + 2 u x (u x v + s v) for the unit quaternion (s, u).
static void rotate(const box_real q[4], const box_real v[3], box_real out[3])
{
    box_real once[3], twice[3];
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        once[i] = q[1 + j] * v[k] - q[1 + k] * v[j] + q[0] * v[i];
    }
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        twice[i] = q[1 + j] * once[k] - q[1 + k] * once[j];
        out[i] = v[i] + 2.0L * twice[i];
    }
}

static void turn_axes(const toi_rational* m, box_real t, box_place* place)
{
    box_real q[4], length = 0.0L;
    for (size_t i = 0; i < 4; ++i) {
        q[i] = real_bernstein(&m->rotation[0].w + i, 4, m->rotation_count, t);
        length += q[i] * q[i];
    }
    for (int i = 0; i < 4; ++i) {
        q[i] /= sqrtl(length);
    }
    for (size_t i = 0; i < 3; ++i) {
        const box_real unit[3] = {i == 0, i == 1, i == 2};
        rotate(q, unit, place->axis[i]);
    }
}

static void place_box(const box_body* body, box_real t, box_place* place)
{
    const toi_rational* m = &body->motion;
    const double half[3] = {body->half.x, body->half.y, body->half.z};
    const double offset[3] = {body->offset.x, body->offset.y, body->offset.z};
    box_real p[3];
    if (m->matrix == NULL) {
        turn_axes(m, t, place);
    }
    for (size_t i = 0; m->matrix != NULL && i < 9; ++i) {
        place->axis[i % 3][i / 3] = real_bernstein(m->matrix + i, 9, m->matrix_count, t);
    }
    box_real w = m->weights != NULL ? real_bernstein(m->weights, 1, m->translation_count, t) : 1.0L;
    for (size_t i = 0; i < 3; ++i) {
        p[i] = real_bernstein(&m->translation[0].x + i, 3, m->translation_count, t) / w;
    }
    for (int c = 0; c < 8; ++c) {
        for (int i = 0; i < 3; ++i) {
            place->corner[c][i] = p[i];
            for (int k = 0; k < 3; ++k) {
                box_real side = (c >> k & 1 ? 1.0L : -1.0L) * (box_real)half[k];
                place->corner[c][i] += (side + (box_real)offset[k]) * place->axis[k][i];
            }
        }
    }
}

static void cross(const box_real u[3], const box_real v[3], box_real n[3])
{
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        n[i] = u[j] * v[k] - u[k] * v[j];
    }
}

static void project(const box_place* box, const box_real n[3], box_real* low, box_real* high)
{
    *low = HUGE_VALL;
    *high = -HUGE_VALL;
    for (int c = 0; c < 8; ++c) {
        box_real h = n[0] * box->corner[c][0] + n[1] * box->corner[c][1] + n[2] * box->corner[c][2];
        *low = fminl(h, *low);
        *high = fmaxl(h, *high);
    }
}

static box_real apart_along(const box_place* a, const box_place* b, const box_real n[3])
{
    box_real length = sqrtl(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), low[2], high[2];
    if (length < 1e-9L) {
        return -HUGE_VALL; // edges that are parallel: the sides tell
    }
    project(a, n, &low[0], &high[0]);
    project(b, n, &low[1], &high[1]);
    return fmaxl(low[1] - high[0], low[0] - high[1]) / length;
}

box_real box_separation(const box_body* a, const box_body* b, box_real t)
{
    box_place p, q;
    place_box(a, t, &p);
    place_box(b, t, &q);
    box_real most = -HUGE_VALL;
    for (int i = 0; i < 3; ++i) {
        box_real side[2][3];
        cross(p.axis[(i + 1) % 3], p.axis[(i + 2) % 3], side[0]);
        cross(q.axis[(i + 1) % 3], q.axis[(i + 2) % 3], side[1]);
        most = fmaxl(most, fmaxl(apart_along(&p, &q, side[0]), apart_along(&p, &q, side[1])));
        for (int j = 0; j < 3; ++j) {
            box_real n[3];
            cross(p.axis[i], q.axis[j], n);
            most = fmaxl(most, apart_along(&p, &q, n));
        }
    }
    return most;
}
