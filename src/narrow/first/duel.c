// Puts two bodies on their paths into the units and the frame of the pair, with its rounding bound.

#include "narrow/first/duel.h"

#include "math/rounding.h"
#include "math/trig.h"
#include "motion/bounds.h"
#include "narrow/first/posed.h"

static toi_vec3 scaled(toi_vec3 v, int exponent)
{
    if (exponent >= -1022 && exponent <= 1023) {
        return v3_scale(ti_power_of_two(exponent), v);
    }
    return ti_scale3(v, exponent);
}

// The larger of a length and the magnitude of a number, where that is finite.
static double larger(double length, double x)
{
    double magnitude = fabs(x);
    return magnitude > length && magnitude < HUGE_VAL ? magnitude : length;
}

static double larger3(double length, toi_vec3 v)
{
    return larger(larger(larger(length, v.x), v.y), v.z);
}

// The power of two that brings the largest length of the pair to about one.
static int common_exponent(const toi_mesh* const mesh[2], const ti_path path[2], toi_vec3 apart,
                           const ti_terms* terms)
{
    double length = larger3(larger(0.0, terms->separation), apart);
    for (int k = 0; k < 2; ++k) {
        length = larger3(larger(length, mesh[k]->radius), mesh[k]->center);
        length = larger3(larger3(length, path[k].orbit), v3_sub(path[k].drift, path[0].drift));
    }
    return length > 0.0 ? ti_exponent_above(length) : 0;
}

// Columns of the matrix that turns with w at t = 0, and its square: w x column, w x (w x column).
static void set_rows(ti_track* k, const ti_mat3* r, toi_vec3 w, toi_vec3 center, toi_vec3 swing)
{
    for (int c = 0; c < 4; ++c) {
        const double* row[3] = {&r->row[0].x, &r->row[1].x, &r->row[2].x};
        toi_vec3 v0 = c < 3 ? v3(row[0][c], row[1][c], row[2][c]) : center;
        toi_vec3 v1 = c < 3 ? v3_cross(w, v0) : swing;
        toi_vec3 v2 = v3_cross(w, v1);
        const double x0[3] = {v0.x, v0.y, v0.z}, x1[3] = {v1.x, v1.y, v1.z}, x2[3] = {v2.x, v2.y, v2.z};
        for (int i = 0; i < 3; ++i) {
            k->x0[i][c] = x0[i];
            k->x1[i][c] = x1[i];
            k->x2[i][c] = x2[i];
        }
    }
}

static void set_law(ti_track* k, const ti_path* path)
{
    k->law = path->law;
    k->turn_rad = v3_length(path->turn);
    k->t0 = path->t0;
    k->rate_max = 1.0;
    k->angular2 = ti_path_acceleration_rate2(path);
    if (path->law == TI_LAW_NLERP) {
        double span = path->t1 - path->t0, half = 0.5 * k->turn_rad * span;
        k->inverse_span = 1.0 / span;
        ti_sincos(half, &k->half_sin, &k->half_cos);
        // phi' is largest in the middle: 2 sin h / cos^2(h/2) over the span.
        k->rate_max = half > 0.0 ? 2.0 * k->half_sin / (half * (1.0 + k->half_cos)) * (1.0 + 0x1p-48) : 1.0;
    }
}

// A body turns far enough for orbits from this angle on.
static const double ORBIT_RAD = 1.0;

static void set_orbit(ti_track* k, const ti_mat3* r, toi_vec3 w, toi_vec3 center, toi_vec3 swing, double span)
{
    k->orbit = k->turn_rad * span > ORBIT_RAD;
    k->base = center;
    if (!k->orbit) {
        return;
    }
    toi_vec3 from_axis = v3_scale(1.0 / (k->turn_rad * k->turn_rad), v3_cross(swing, w));
    k->axis = v3_scale(1.0 / k->turn_rad, w);
    k->axis_local = m3_apply_transposed(r, k->axis);
    k->from_axis = m3_apply_transposed(r, from_axis);
    k->base = v3_sub(center, from_axis);
}

// Largest distance of a corner of an oriented box of a part of a body from its centre, over its radius: each
// coordinate of such a corner is at most the radius.
static const double BOX_REACH = 1.75;

// The lengths that enter one body's pose, each as often as its errors do; see ROUNDING_UNITS.
static double magnitude_of(const ti_track* k, toi_vec3 apart, toi_vec3 mesh_center, toi_vec3 swing,
                           toi_vec3 drift, double span)
{
    double angle = k->turn_rad * span;
    double points = BOX_REACH * k->radius * (1.0 + fmin(angle, 1.0) + fmin(0.5 * angle * angle, 2.0));
    double bow = fmin(0.5 * k->center_acceleration * span * span, 2.0 * v3_length(swing) * span);
    double lengths = points + v3_length(mesh_center) + v3_length(apart) + v3_length(swing) * span + bow +
                     v3_length(drift) * span;
    return lengths * (1.0 + angle);
}

// One body: rotation from its quaternion, pose rows, bounds. Returns its share of the magnitude.
static double prepare_track(const toi_mesh* mesh, const ti_path* path, toi_vec3 apart, toi_vec3 drift,
                            int exponent, ti_track* k)
{
    *k = (ti_track){.mesh = mesh};
    toi_vec3 w = path->turn, m = scaled(mesh->center, -exponent);
    double span = path->t1 - path->t0;
    ti_mat3 r = m3_from_quat(path->start.quaternion);
    toi_vec3 rm = m3_apply(&r, m), center = v3_add(apart, rm);
    toi_vec3 swing = v3_add(v3_cross(w, rm), scaled(path->orbit, -exponent));
    set_law(k, path);
    set_rows(k, &r, w, center, swing);
    k->x3[0][3] = drift.x;
    k->x3[1][3] = drift.y;
    k->x3[2][3] = drift.z;
    k->turn_local = m3_apply_transposed(&r, w);
    double th2 = k->turn_rad * k->turn_rad;
    k->center_acceleration = th2 > 0.0 ? k->angular2 / th2 * v3_length(v3_cross(w, swing)) : 0.0;
    // The boxes of a point are rounded out to the smallest floats, which must not grow with the scale.
    k->scale = mesh->radius > 0.0 ? ti_scale(1.0, mesh->exponent - exponent) : 0.0;
    k->radius = ti_scale(mesh->radius, -exponent);
    k->base_velocity = drift;
    set_orbit(k, &r, w, center, swing, span);
    // Rounding of the fields of the path that shows neither in `swing` nor in the relative drift.
    double lever = ti_scale(path->lever, -exponent) * span * (1.0 + k->turn_rad * span);
    return magnitude_of(k, apart, m, swing, drift, span) + lever;
}

static ti_mat3 start_rotation(const ti_track* k)
{
    ti_mat3 r;
    for (int i = 0; i < 3; ++i) {
        r.row[i] = v3(k->x0[i][0], k->x0[i][1], k->x0[i][2]);
    }
    return r;
}

// How differently the two bodies move: a bound on the speed of any point of one relative to the other, as
// long as they turn alike. Infinite where that can not be told.
static double motion_apart(const ti_duel* duel)
{
    const ti_track* a = &duel->body[0];
    const ti_track* b = &duel->body[1];
    if (a->turn_rad == 0.0 || b->turn_rad == 0.0 || a->law != TI_LAW_UNIFORM || b->law != TI_LAW_UNIFORM ||
        a->t0 != b->t0) {
        return HUGE_VAL;
    }
    ti_mat3 ra = start_rotation(a), rb = start_rotation(b);
    toi_vec3 wa = m3_apply(&ra, a->turn_local), wb = m3_apply(&rb, b->turn_local);
    toi_vec3 centers = v3(b->x0[0][3] - a->x0[0][3], b->x0[1][3] - a->x0[1][3], b->x0[2][3] - a->x0[2][3]);
    toi_vec3 swings = v3(b->x1[0][3] - a->x1[0][3], b->x1[1][3] - a->x1[1][3], b->x1[2][3] - a->x1[2][3]);
    toi_vec3 drift = v3(b->x3[0][3], b->x3[1][3], b->x3[2][3]);
    double turns = v3_length(v3_sub(wb, wa)) * (a->radius + b->radius + v3_length(centers));
    return turns + v3_length(v3_sub(swings, v3_cross(wa, centers))) + v3_length(drift);
}

static void stand_still(ti_track* k)
{
    toi_vec3 center = v3(k->x0[0][3], k->x0[1][3], k->x0[2][3]);
    for (int i = 0; i < 3; ++i) {
        for (int c = 0; c < 4; ++c) {
            k->x1[i][c] = k->x2[i][c] = k->x3[i][c] = 0.0;
        }
    }
    k->law = TI_LAW_UNIFORM;
    k->turn_rad = k->angular2 = k->center_acceleration = 0.0;
    k->turn_local = k->base_velocity = v3(0.0, 0.0, 0.0);
    k->orbit = false;
    k->base = center;
}

// Bodies that move alike, to rounding, stand still in each other's frame. What their motions differ by is
// added to the rounding bound: twice, once for each body.
static double drop_common_motion(ti_duel* duel, double unit, double span)
{
    double differ = motion_apart(duel) * span;
    if (!(differ <= 16.0 * unit)) {
        return 0.0;
    }
    if (duel->body[0].law == TI_LAW_UNIFORM) {
        ti_mat3 r = start_rotation(&duel->body[0]);
        duel->shared_turn = m3_apply(&r, duel->body[0].turn_local);
    }
    stand_still(&duel->body[0]);
    stand_still(&duel->body[1]);
    return 2.0 * differ;
}

// Separations along a direction are computed with an error of at most ROUNDING_UNITS u L, where L adds up the
// lengths of magnitude_of for both bodies. In units of u times that length:
//   32  a posed point: rotation of the start, twist of the path, angle, S and C2, sum of the rows
//   (motion/path.c)
//    1  local coordinates: one rounded difference to the centre of the mesh
//    1  the frame: one rounded difference of the start positions
//    5  product of the rotations, and the offset in the axes of A
//    9  products of the supports: direction in the axes of B 4, dot product 3, its scale and sum 2
//   12  left out by the walk down the boxes that finds a support (shape.h)
//    4  sums and products of the tangent alpha + beta tau - M tau^2/2
// 64 in all; the tests measure below 16.
static const double ROUNDING_UNITS = 64.0;

static void set_tolerances(ti_duel* duel, const ti_terms* terms)
{
    const double smaller = fmin(duel->body[0].radius, duel->body[1].radius);
    double tolerance =
        terms->tolerance > 0.0 ? ti_scale(terms->tolerance, -duel->exponent) : 1e-9 * 2.0 * smaller;
    double least = 6.0 * duel->rounding;
    duel->asked = tolerance;
    duel->moves = terms->moves;
    duel->separation = ti_scale(terms->separation, -duel->exponent);
    duel->tolerance = terms->moves ? fmax(tolerance, least) : least;
    duel->floor = duel->separation + duel->rounding;
    duel->target = duel->floor + fmax(3.0 * duel->rounding, 0.125 * duel->tolerance);
    duel->near = 0.5 * (duel->target + (duel->separation + duel->tolerance));
}

void ti_duel_prepare(const toi_mesh* const mesh[2], const ti_path path[2], double from, double to,
                     const ti_terms* terms, ti_duel* duel)
{
    toi_vec3 pa = path[0].start.position, pb = path[1].start.position;
    toi_vec3 apart = v3_sub(pb, pa), drift = v3_sub(path[1].drift, path[0].drift);
    // The frame drifts with A from A's own t0 on.
    toi_vec3 shifted = v3_madd(apart, -(path[1].t0 - path[0].t0), path[0].drift);
    int exponent = common_exponent(mesh, path, shifted, terms);
    *duel = (ti_duel){.from = from, .to = to, .exponent = exponent, .origin = pa, .drift = path[0].drift};
    const toi_vec3 zero = {0.0, 0.0, 0.0};
    double size = prepare_track(mesh[0], &path[0], zero, zero, exponent, &duel->body[0]);
    size += prepare_track(mesh[1], &path[1], scaled(shifted, -exponent), scaled(drift, -exponent), exponent,
                          &duel->body[1]);
    size += v3_length(scaled(v3_sub(shifted, apart), -exponent));
    size += ti_scale(terms->separation, -exponent); // directions are unit to 4 u
    double extra = drop_common_motion(duel, TI_U * size, to - from);
    duel->bend = ti_scale(terms->bend, -exponent);
    duel->rounding = (ROUNDING_UNITS * TI_U * size + extra) + duel->bend;
    set_tolerances(duel, terms);
    const ti_posed posed[2] = {{.magnitude = ti_posed_magnitude(mesh[0], pa)},
                               {.magnitude = ti_posed_magnitude(mesh[1], pb)}};
    duel->posed_padding = ti_scale(ti_posed_padding(&posed[0], &posed[1]), -exponent);
}
