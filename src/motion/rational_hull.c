// Where all weights are positive, P/w is a mean of the points P_k/w_k; M v is a mean of the points M_k v. So
// a body stays in the sum of the boxes around both, and a body that a rotation turns within its radius.
//
// Rounding, with u = 2^-53: a coordinate is a sum of three products and a quotient, each rounded once, as are
// the sums: at most 6 u of the sum of the sizes of all four. The pad is 128 u of it.

#include "motion/rational_hull.h"

#include "math/scalar.h"
#include "math/vec3.h"
#include "motion/affine.h"
#include "motion/length.h"
#include "motion/rational.h"

static const double PAD = 0x1p-46;

static const toi_bounds everything = {{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL, HUGE_VAL}};

typedef struct range {
    double low, high;
} range;

static range range_empty(void)
{
    return (range){HUGE_VAL, -HUGE_VAL};
}

static void range_take(range* r, double x)
{
    r->low = d_min(x, r->low);
    r->high = d_max(x, r->high);
}

static double range_size(const range* r)
{
    return d_max(fabs(r->low), fabs(r->high));
}

// What x y can be.
static range range_product(const range* x, const range* y)
{
    range r = range_empty();
    range_take(&r, x->low * y->low);
    range_take(&r, x->low * y->high);
    range_take(&r, x->high * y->low);
    range_take(&r, x->high * y->high);
    return r;
}

// The box of a body along each axis, and the largest distance of a point from its origin.
typedef struct local_box {
    range along[3];
    double radius;
} local_box;

// False where a weight is not positive.
static bool take_places(const toi_rational* piece, range place[3])
{
    for (uint32_t k = 0; k < piece->translation_count; ++k) {
        double w = ti_rational_weight(piece, k);
        toi_vec3 p = piece->translation[k];
        if (!(w > 0.0)) {
            return false;
        }
        range_take(&place[0], p.x / w);
        range_take(&place[1], p.y / w);
        range_take(&place[2], p.z / w);
    }
    return true;
}

// What row i of the matrix makes of the box, taken into `sum`, and the sum of all sizes.
static double add_row(const toi_rational* piece, int i, const local_box* local, range* sum)
{
    double size = 0.0;
    for (int j = 0; j < 3; ++j) {
        range entry = range_empty();
        for (uint32_t k = 0; k < piece->matrix_count; ++k) {
            range_take(&entry, piece->matrix[9 * k + (uint32_t)(3 * i + j)]);
        }
        range product = range_product(&entry, &local->along[j]);
        sum->low += product.low;
        sum->high += product.high;
        size += range_size(&product);
    }
    return size;
}

static bool add_piece(const toi_rational* piece, const local_box* local, range all[3])
{
    range place[3] = {range_empty(), range_empty(), range_empty()};
    if (!take_places(piece, place)) {
        return false;
    }
    for (int i = 0; i < 3; ++i) {
        range sum = place[i];
        double size = range_size(&place[i]);
        if (ti_is_affine(piece)) {
            size += add_row(piece, i, local, &sum);
        } else {
            sum = (range){sum.low - local->radius, sum.high + local->radius};
            size += local->radius;
        }
        double pad = PAD * size;
        if (!(size < HUGE_VAL)) {
            return false;
        }
        range_take(&all[i], sum.low - pad);
        range_take(&all[i], sum.high + pad);
    }
    return true;
}

toi_bounds ti_rational_hull(const toi_motion* motion, const toi_bounds* local)
{
    const toi_vec3 *low = &local->lower, *high = &local->upper;
    local_box box = {.along = {{low->x, high->x}, {low->y, high->y}, {low->z, high->z}}};
    box.radius =
        ti_length(v3(range_size(&box.along[0]), range_size(&box.along[1]), range_size(&box.along[2])));
    range all[3] = {range_empty(), range_empty(), range_empty()};
    for (uint32_t i = 0; i < motion->rational_count; ++i) {
        if (!add_piece(&motion->rationals[i], &box, all)) {
            return everything;
        }
    }
    return (toi_bounds){{all[0].low, all[1].low, all[2].low}, {all[0].high, all[1].high, all[2].high}};
}
