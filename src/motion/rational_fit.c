// What turns at a constant rate is fitted (rational_turn.h) in the frame of its axis, where the centre moves
// straight: only the angle errs then, by `error`, and a point at distance r from the axis by r error. A turn
// too small for its axis to be near keeps the frame of the body, and the path of its origin is taken by its
// Taylor polynomial.
//
// Rounding, with u = 2^-53 and to first order, th the angle of the path and L the magnitude of bounds.h. The
// fields of the path, and the exact motion with them, are within 48 u L of what they stand for; what they are
// off across `orbit` costs as much again. The coefficients of the turn: those of P are within 3 j u of
// themselves, the sum over j adds n u, the products with means and axis 4 u, and |P| <= exp(1) as half of the
// angle of a part is at most 2, so 36 u exp(1) with n <= 6; the quaternion that they are multiplied with, of
// length 1, has an angle within 4 th u, an axis within 4 u and sine and cosine within 2 u, and the product
// adds 8 u exp(1). As |P| >= 1, that turns by at most 2 (44 exp(1) + 2 th + 6) u, below (300 + 4 th) u. The
// centre p - d, with d = orbit x turn/th^2 within 10 u, its way and the offset, d turned back, are within
// 32 u (|p| + |d| + |drift|).

#include "motion/rational_fit.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "math/trig.h"
#include "motion/bounds.h"
#include "motion/length.h"

// Of the sizes that a fit is made from: no use in going below.
static const double LEAST_TOLERANCE = 0x1p-40;

// A turn below this keeps the frame of the body.
static const double SMALL_TURN = 0x1p-10;

// What a joined piece may err by at its ends, as a share of its turn and of the way of a small one. Two such
// errors make entries of matrices jump by 2^-32. A piece that turns by th <= 1 about an axis at a distance d
// has a way of 2 d sin(th/2), so a coefficient of 0.47 th d, and its ends jump by 2^-32 th d.
static const double JOINED_SHARE = 0x1p-33;

static ti_turning turning_of(const ti_path* path)
{
    ti_turning w = {.start = path->start,
                    .axis = ti_unit_axis(path->turn),
                    .center = path->start.position,
                    .orbit = path->orbit,
                    .drift = path->drift,
                    .angle = ti_length(path->turn)};
    w.small = w.angle < SMALL_TURN && v3_largest(path->orbit) > 0.0;
    w.way_degree = v3_largest(path->drift) > 0.0 ? 1 : 0;
    if (!w.small) {
        toi_vec3 arm = v3_scale(1.0 / w.angle, v3_cross(path->orbit, w.axis));
        ti_mat3 rotation = m3_from_quat(path->start.quaternion);
        w.center = v3_sub(path->start.position, arm);
        w.offset = m3_apply_transposed(&rotation, arm);
    }
    return w;
}

// The path of the origin is S orbit + C2 turn x orbit, of which the Taylor polynomial of degree n leaves
// |orbit| th^n/(n + 1)! and less.
static void plan_way(double most, ti_turning* w)
{
    double orbit = ti_length(w->orbit);
    w->way_degree = 1;
    w->way_error = 0.5 * orbit * w->angle;
    while (w->way_error > most && w->way_degree < 4) {
        ++w->way_degree;
        w->way_error *= w->angle / (w->way_degree + 1.0);
    }
    w->way_error *= 1.0 + 0x1p-40;
}

toi_status ti_turning_plan(const ti_path* path, const ti_rational_fit* fit, ti_turning* w)
{
    *w = turning_of(path);
    double arm = ti_length(w->offset), r = fit->radius + arm, drift = ti_length(path->drift);
    double place = ti_length(path->start.position);
    double magnitude = ti_path_magnitude(path, fit->radius);
    double most = d_max(fit->tolerance, LEAST_TOLERANCE * (r + place));
    if (w->small) {
        most *= 0.5;
        plan_way(fit->joined ? d_min(JOINED_SHARE * ti_length(w->orbit), most) : most, w);
    }
    double turn = r > 0.0 ? d_max(most / r, LEAST_TOLERANCE) : 1.0; // no less where it underflows
    turn = fit->joined ? d_min(JOINED_SHARE * d_min(w->angle, 1.0), turn) : turn;
    w->plan = ti_turn_plan_make(w->angle, turn, TI_MOST_RATIONAL_PIECES);
    w->rounding = TI_U * (r * (300.0 + 4.0 * w->angle) + 96.0 * magnitude + 32.0 * (place + arm + drift));
    w->bound = (1.0 + 0x1p-40) * (r * w->plan.error + w->way_error + w->rounding) + 0x1p-1022;
    if (!(r + place + drift <= TI_MOST_RATIONAL_LENGTH)) {
        return TOI_ERROR_INVALID;
    }
    return w->plan.parts > 0 && w->bound <= TI_MOST_RATIONAL_LENGTH ? TOI_OK : TOI_ERROR_LIMIT;
}

// Bernstein coefficients of the way from its powers of time.
static void write_small_way(const ti_turning* w, toi_vec3* translation)
{
    double th = w->angle;
    uint32_t n = w->way_degree;
    toi_vec3 bend = v3_cross(v3_scale(th, w->axis), w->orbit);
    const toi_vec3 power[5] = {w->center, v3_add(w->orbit, w->drift), v3_scale(0.5, bend),
                               v3_scale(-th * th / 6.0, w->orbit), v3_scale(-th * th / 24.0, bend)};
    for (uint32_t k = 0; k <= n; ++k) {
        double share = 1.0; // C(k, j)/C(n, j)
        translation[k] = power[0];
        for (uint32_t j = 1; j <= k; ++j) {
            share *= (k - j + 1.0) / (n - j + 1.0);
            translation[k] = v3_madd(translation[k], share, power[j]);
        }
    }
}

void ti_turning_part(const ti_turning* w, const double s[2], toi_quat* rotation, toi_vec3* translation)
{
    double sine, cosine;
    ti_sincos(0.25 * (w->angle * (s[0] + s[1])), &sine, &cosine);
    toi_quat turned =
        q_mul((toi_quat){cosine, sine * w->axis.x, sine * w->axis.y, sine * w->axis.z}, w->start.quaternion);
    ti_turn_fit(w->axis, w->angle * (s[1] - s[0]), w->plan.degree, rotation);
    for (uint32_t k = 0; k <= w->plan.degree; ++k) {
        rotation[k] = q_mul(rotation[k], turned);
    }
    if (w->small) {
        write_small_way(w, translation);
    } else {
        for (uint32_t k = 0; k <= w->way_degree; ++k) {
            translation[k] = v3_madd(w->center, s[k], w->drift);
        }
    }
}
