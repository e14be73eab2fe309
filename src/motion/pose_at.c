// Where a piece of a motion takes a body, in plain doubles; not for the inner loops.
//
// Rounding, with u = 2^-53 and to first order, on top of the errors of the fields (path.c). Half the angle:
// length 2.5 u, product u, time 3 u, so the angle is within 6.5 u of its size, besides the error of `turn`.
// Sine and cosine 2.4 u each (TI_SINCOS_ULP), k = sine/th 5.9 u, k w and k orbit 6.9 u, so S w and S orbit
// are within 10.3 u and C2 w (two factors k w) within 13.8 u; a cross product 3 u of the two lengths.
// - The matrix: S w x r 10.3 u + sqrt(3) 3 u of min(th, 1); C2 w x (w x r) 13.8 u + sqrt(3) 6 u of
//   min(th^2/2, 2); two sums sqrt(3) 2 u. (A column errs for itself: sqrt(3) for three of them.)
// - A point v: dots 5.2 u, sum u, start rotation 9 u, turn 28 u th + 6.5 u th, all of |v|. Together
//   18.7 + 34.5 th + 15.5 min(th, 1) + 24.2 min(th^2/2, 2), which is at most 21 times its share of L.
// - The orbit: S orbit 10.3 u + 6.5 u, C2 w x orbit 17 u + 28 u, three sums, lever 22 u.
// - By poses, of |d|: at th = 0 30 u. At th = pi `along` moves the point by 2.5 of its error, 61 u, half_cot
// and
//   the cross product 21 u, C2 w x orbit 45 u, S orbit 20 u: 150 u where L has 10.6 |d|, or 67 u where d is
//   along the axis and L has 4.1 |d|. In all at most 31 times its share.
// So 32 u L in all; tests/test_motion_path.c measures about 3 u L. For TI_LAW_NLERP the quotients of y, x and
// their length take the place of sine and cosine: x and y are within 5.4 u, the length is at least cos(h/2)
// >= 0.7, so 8 u instead of 2.4 u, which makes the 21 of |v| at most 24.

#include "math/trig.h"
#include "motion/length.h"
#include "motion/path.h"

// Cosine and sine of half the angle turned since t0.
static void half_turn(const ti_path* path, double s, double* sine, double* cosine)
{
    double rate = ti_length(path->turn);
    if (path->law == TI_LAW_UNIFORM) {
        ti_sincos(0.5 * (rate * s), sine, cosine);
        return;
    }
    // A normalised linear quaternion: (1 - u) (1, 0) + u (cos h, sin h n), divided by its length.
    double u = s / (path->t1 - path->t0);
    double sin_h, cos_h;
    ti_sincos(0.5 * (rate * (path->t1 - path->t0)), &sin_h, &cos_h);
    double y = u * sin_h, x = (1.0 - u) + u * cos_h;
    double length = sqrt(x * x + y * y);
    *sine = y / length;
    *cosine = x / length;
}

double ti_path_angle(const ti_path* path, double t)
{
    double s = t - path->t0;
    if (path->law == TI_LAW_UNIFORM) {
        return ti_length(path->turn) * s;
    }
    double sine, cosine;
    half_turn(path, s, &sine, &cosine);
    return 2.0 * ti_atan2_nonneg(sine, cosine);
}

// a + 2 cosine (kw x a) + 2 kw x (kw x a), kw = sin(phi/2) n, for each column a of the matrix.
static ti_mat3 turned_columns(const ti_mat3* m, toi_vec3 kw, double cosine)
{
    const toi_vec3* r = m->row;
    toi_vec3 column[3] = {{r[0].x, r[1].x, r[2].x}, {r[0].y, r[1].y, r[2].y}, {r[0].z, r[1].z, r[2].z}};
    for (int i = 0; i < 3; ++i) {
        toi_vec3 once = v3_cross(kw, column[i]);
        toi_vec3 change = v3_add(v3_scale(cosine, once), v3_cross(kw, once));
        column[i] = v3_madd(column[i], 2.0, change);
    }
    return (ti_mat3){{{column[0].x, column[1].x, column[2].x},
                      {column[0].y, column[1].y, column[2].y},
                      {column[0].z, column[1].z, column[2].z}}};
}

// With k = sin(phi/2)/th: S = 2 k cos(phi/2), C2 = 2 k^2, and no case for small angles. Multiplied into turn
// and orbit first, k leaves nothing that could overflow for large angles.
void ti_path_pose(const ti_path* path, double t, ti_mat3* rotation, toi_vec3* position)
{
    *rotation = m3_from_quat(path->start.quaternion);
    *position = path->start.position;
    double s = t - path->t0;
    if (s == 0.0) {
        return;
    }
    double rate = ti_length(path->turn);
    if (rate > 0.0) {
        double sine, cosine;
        half_turn(path, s, &sine, &cosine);
        double k = sine / rate;
        toi_vec3 kw = v3_scale(k, path->turn), orbit = v3_scale(k, path->orbit);
        *rotation = turned_columns(rotation, kw, cosine);
        toi_vec3 change = v3_add(v3_scale(cosine, orbit), v3_cross(kw, orbit));
        *position = v3_madd(*position, 2.0, change);
    }
    *position = v3_add(*position, v3_scale(s, path->drift));
}

toi_quat ti_path_quaternion(const ti_path* path, double t)
{
    double s = t - path->t0;
    double rate = ti_length(path->turn);
    if (s == 0.0 || rate == 0.0) {
        return path->start.quaternion;
    }
    double sine, cosine;
    half_turn(path, s, &sine, &cosine);
    toi_vec3 n = ti_unit_axis(path->turn);
    toi_quat turned = {cosine, sine * n.x, sine * n.y, sine * n.z};
    return q_normalize(q_mul(turned, path->start.quaternion));
}

toi_pose ti_path_posed(const ti_path* path, double t)
{
    ti_mat3 rotation;
    toi_pose pose = {.quaternion = ti_path_quaternion(path, t)};
    ti_path_pose(path, t, &rotation, &pose.position);
    return pose;
}
