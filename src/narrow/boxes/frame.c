// The axes of a box: the columns of the rotation matrix of a quaternion polynomial, times its squared length,
// or those of the matrix of an affine motion.

#include "narrow/boxes/frame.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "motion/rational.h"

#include <string.h>

enum { W, X, Y, Z };

// What the rows of the matrix, and the squared length, take from the products of w, x, y and z with all four.
static const ti_poly_pick rows[4][4] = {
    {{{W, Z, Y, W}, {1.0, -2.0, 2.0, 0.0}}, // w w + x x - y y - z z, 2 (x y - w z), 2 (x z + w y)
     {{X, Y, Z, W}, {1.0, 2.0, 2.0, 0.0}},
     {{Y, W, W, W}, {-1.0, 0.0, 0.0, 0.0}},
     {{Z, W, W, W}, {-1.0, 0.0, 0.0, 0.0}}},
    {{{Z, W, X, W}, {2.0, 1.0, -2.0, 0.0}}, // 2 (x y + w z), w w - x x + y y - z z, 2 (y z - w x)
     {{Y, X, W, W}, {2.0, -1.0, 0.0, 0.0}},
     {{W, Y, Z, W}, {0.0, 1.0, 2.0, 0.0}},
     {{W, Z, W, W}, {0.0, -1.0, 0.0, 0.0}}},
    {{{Y, X, W, W}, {-2.0, 2.0, 1.0, 0.0}}, // 2 (x z - w y), 2 (y z + w x), w w - x x - y y + z z
     {{Z, W, X, W}, {2.0, 0.0, -1.0, 0.0}},
     {{W, Z, Y, W}, {0.0, 2.0, -1.0, 0.0}},
     {{W, W, Z, W}, {0.0, 0.0, 1.0, 0.0}}},
    {{{W, W, W, W}, {1.0, 1.0, 1.0, 1.0}},
     {{X, X, X, X}, {1.0, 1.0, 1.0, 1.0}},
     {{Y, Y, Y, Y}, {1.0, 1.0, 1.0, 1.0}},
     {{Z, Z, Z, Z}, {1.0, 1.0, 1.0, 1.0}}},
};

static void set_axes(ti_polys* p, const ti_poly* q, ti_box_frame* f)
{
    ti_poly products[4];
    for (uint32_t i = 0; i < 4; ++i) {
        products[i] = ti_poly_sum(p, &(ti_poly_term){1.0, q, i, q}, 1);
    }
    for (int i = 0; i < 3; ++i) {
        f->axis[i] = ti_poly_mix(p, products, rows[i], 4);
    }
    f->norm = ti_poly_mix(p, products, rows[3], 4);
}

// The same polynomial in every lane.
static ti_poly spread(ti_polys* p, const ti_poly_list* list)
{
    ti_poly_list all = *list;
    all.same = true;
    return ti_poly_make(p, &all);
}

// Takes a list of coefficients to a part of [0, 1], in room of the caller's. A coefficient of the part is a
// mean of those of the whole, so it errs no more than they do.
static void cut(const double part[2], double* room, ti_poly_list* list)
{
    if ((part[0] == 0.0 && part[1] == 1.0) || list->degree == 0) {
        return;
    }
    double most = 0.0;
    for (uint32_t i = 0; i < list->lanes * (list->degree + 1); ++i) {
        room[i] = list->coefficients[i];
        most = d_max(fabs(room[i]), most);
    }
    ti_bern_cut(room, list->degree, list->lanes, part[0], part[1]);
    list->coefficients = room;
    list->error += ti_gamma(6 * (int)list->degree) * most;
}

static ti_poly_list list_of(const double* coefficients, uint32_t lanes, uint32_t count, double error)
{
    return (ti_poly_list){
        .coefficients = coefficients, .lanes = lanes, .stride = lanes, .degree = count - 1, .error = error};
}

// With this exponent the largest coefficient is from 1 to 2, so that no product of many of them overflows or
// is lost. The polynomials stand for the same motion.
static int exponent_of(const double* coefficients, uint32_t count)
{
    double most = 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        most = d_max(fabs(coefficients[i]), most);
    }
    return 1 - ti_exponent_above(most);
}

// ---- affine motions

// Of columns 0 to 2 the cross products of the two others. A product takes one lane of a row with all lanes of
// another, so rows i + 1 and i + 2 are multiplied lane by lane, and the one that is wanted is picked.
static void set_normals(ti_polys* p, ti_box_frame* f)
{
    static const ti_poly_pick picks[3] = {{{0, 0, 1, 0}, {0.0, 0.0, 1.0, 0.0}},
                                          {{2, 0, 0, 0}, {1.0, 0.0, 0.0, 0.0}},
                                          {{0, 0, 0, 0}, {0.0, 1.0, 0.0, 0.0}}};
    for (uint32_t i = 0; i < 3; ++i) {
        const ti_poly *r = &f->axis[(i + 1) % 3], *s = &f->axis[(i + 2) % 3];
        ti_poly products[3]; // of lane k of r: with lane j of s, less those of r and s in turn
        for (uint32_t k = 0; k < 3; ++k) {
            products[k] = ti_poly_sum(p, (ti_poly_term[]){{1.0, r, k, s}, {-1.0, s, k, r}}, 2);
        }
        f->normal[i] = ti_poly_mix(p, products, picks, 3);
    }
}

static void set_affine(ti_polys* p, const ti_moving_box* box, const double part[2], ti_box_frame* f)
{
    static const ti_poly_pick first = {{0, 0, 0, 0}, {1.0, 1.0, 1.0, 1.0}};
    static const double unit = 1.0;
    double room[9 * TOI_MOST_COEFFICIENTS];
    ti_poly_list list = list_of(box->motion.matrix, 9, box->motion.matrix_count, box->rotation_error);
    cut(part, room, &list);
    list.lanes = 3;
    for (int i = 0; i < 3; ++i) {
        f->axis[i] = ti_poly_make(p, &list);
        list.coefficients += 3;
    }
    set_normals(p, f);
    const ti_poly_term det[3] = {{1.0, &f->axis[0], 0, &f->normal[0]},
                                 {1.0, &f->axis[1], 0, &f->normal[1]},
                                 {1.0, &f->axis[2], 0, &f->normal[2]}};
    ti_poly volume = ti_poly_sum(p, det, 3);
    f->volume = ti_poly_mix(p, &volume, &first, 1);
    list = list_of(&unit, 1, 1, 0.0);
    f->norm = spread(p, &list);
    f->rigid = false;
}

// ---- any piece

static void set_rotation(ti_polys* p, const ti_moving_box* box, const double part[2], ti_box_frame* f)
{
    static const double unit = 1.0;
    double room[4 * TOI_MOST_COEFFICIENTS];
    const double* q0 = &box->motion.rotation[0].w;
    uint32_t count = box->motion.rotation_count;
    ti_poly_list list = list_of(q0, 4, count, box->rotation_error);
    list.exponent = exponent_of(q0, 4 * count);
    cut(part, room, &list);
    ti_poly q = ti_poly_make(p, &list);
    set_axes(p, &q, f);
    memcpy(f->normal, f->axis, sizeof f->normal);
    list = list_of(&unit, 1, 1, 0.0);
    f->volume = spread(p, &list);
    f->rigid = true;
}

ti_box_frame ti_box_frame_rational(ti_polys* p, const ti_moving_box* box, double from, double to)
{
    static const double unit = 1.0;
    const toi_rational* m = &box->motion;
    const double part[2] = {from, to};
    double room[3 * TOI_MOST_COEFFICIENTS];
    ti_box_frame f = {.half = {box->half.x, box->half.y, box->half.z},
                      .offset = {box->offset.x, box->offset.y, box->offset.z},
                      .offset_error = box->offset_error};
    int exponent = m->weights != NULL ? exponent_of(m->weights, m->translation_count) : 0;
    (ti_is_affine(m) ? set_affine : set_rotation)(p, box, part, &f);
    ti_poly_list list = list_of(&m->translation[0].x, 3, m->translation_count, box->translation_error);
    list.exponent = exponent;
    cut(part, room, &list);
    f.center = ti_poly_make(p, &list);
    list = m->weights != NULL ? list_of(m->weights, 1, m->translation_count, box->weight_error)
                              : list_of(&unit, 1, 1, 0.0);
    list.exponent = exponent;
    cut(part, room, &list);
    f.weight = spread(p, &list);
    return f;
}
