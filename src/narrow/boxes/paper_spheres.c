// |c_B w_A - c_A w_B|^2 - (r w_A w_B)^2, r the sum of both radii. The sphere of a box that is not around the
// origin of its body is: the larger by its offset.

#include "narrow/boxes/paper_spheres.h"

#include "math/rounding.h"

static double length_of(const double v[3])
{
    return sqrt((v[0] * v[0] + v[1] * v[1]) + v[2] * v[2]);
}

static double radius_of(const ti_box_frame* f)
{
    return length_of(f->half) + (length_of(f->offset) + 2.0 * f->offset_error);
}

// In every lane.
static ti_poly distance_squared(ti_polys* p, const ti_box_frame* a, const ti_box_frame* b)
{
    const ti_poly_term difference[2] = {{1.0, &a->weight, 0, &b->center}, {-1.0, &b->weight, 0, &a->center}};
    ti_poly apart = ti_poly_sum(p, difference, 2), squares[3];
    ti_poly_pick picks[3];
    for (uint32_t k = 0; k < 3; ++k) {
        squares[k] = ti_poly_sum(p, &(ti_poly_term){1.0, &apart, k, &apart}, 1);
        picks[k] = (ti_poly_pick){{k, k, k, k}, {1.0, 1.0, 1.0, 1.0}};
    }
    return ti_poly_mix(p, squares, picks, 3);
}

static ti_poly weights_squared(ti_polys* p, const ti_box_frame* a, const ti_box_frame* b)
{
    ti_poly omega = ti_poly_sum(p, &(ti_poly_term){1.0, &a->weight, 0, &b->weight}, 1);
    return ti_poly_sum(p, &(ti_poly_term){1.0, &omega, 0, &omega}, 1);
}

bool ti_paper_spheres_find(ti_polys* p, const ti_box_frame* a, const ti_box_frame* b, uint32_t limit,
                           ti_paper_signs* signs)
{
    double far[4 * (TI_MOST_DEGREE + 1)], near[4 * (TI_MOST_DEGREE + 1)], f[TI_MOST_DEGREE + 1];
    ti_poly distance = distance_squared(p, a, b), weight = weights_squared(p, a, b);
    if (p->no_memory || p->too_large) {
        return false;
    }
    uint32_t degree = distance.degree > weight.degree ? distance.degree : weight.degree;
    ti_poly_write(p, &distance, degree, far);
    ti_poly_write(p, &weight, degree, near);
    // A radius is within gamma(6), so the square of their sum r within gamma(15); with a product and a
    // difference more, and what both are off by when they are written (poly.h).
    double r = radius_of(a) + radius_of(b), square = r * r;
    double most = distance.most[0] + square * weight.most[0];
    double error = distance.error[0] + square * weight.error[0] + ti_gamma(3 * (int)degree + 22) * most;
    error += 0x1p-1030; // what underflows, as in system.c
    for (size_t k = 0; k <= degree; ++k) {
        f[k] = far[4 * k] - square * near[4 * k];
    }
    const ti_paper_poly poly = {f, degree, error * (1.0 + 0x1p-40)};
    p->no_memory = !ti_paper_signs_find(p->arena, &poly, limit, signs);
    return !p->no_memory;
}
