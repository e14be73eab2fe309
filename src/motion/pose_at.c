// Where a piece of a motion takes a body, in plain doubles; not for the inner loops.

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

// a + first (w x a) + second (w x (w x a)) for each column a of the matrix.
static ti_mat3 turned_columns(const ti_mat3* m, toi_vec3 w, double first, double second)
{
    const toi_vec3* r = m->row;
    toi_vec3 column[3] = {{r[0].x, r[1].x, r[2].x}, {r[0].y, r[1].y, r[2].y}, {r[0].z, r[1].z, r[2].z}};
    for (int i = 0; i < 3; ++i) {
        toi_vec3 once = v3_cross(w, column[i]);
        toi_vec3 change = v3_madd(v3_scale(first, once), second, v3_cross(w, once));
        column[i] = v3_add(column[i], change);
    }
    return (ti_mat3){{{column[0].x, column[1].x, column[2].x},
                      {column[0].y, column[1].y, column[2].y},
                      {column[0].z, column[1].z, column[2].z}}};
}

// With k = sin(phi/2)/th: S = 2 k cos(phi/2), C2 = 2 k^2, and no case for small angles.
void ti_path_pose(const ti_path* path, double t, ti_mat3* rotation, toi_vec3* position)
{
    *rotation = m3_from_quat(path->start.quaternion);
    *position = path->start.position;
    double s = t - path->t0;
    if (s == 0.0) {
        return;
    }
    double rate = ti_length(path->turn);
    double first = s, second = 0.0;
    if (rate > 0.0) {
        double sine, cosine;
        half_turn(path, s, &sine, &cosine);
        double k = sine / rate;
        first = 2.0 * (k * cosine);
        second = 2.0 * (k * k);
    }
    toi_vec3 w = path->turn;
    *rotation = turned_columns(rotation, w, first, second);
    toi_vec3 orbit = v3_madd(v3_scale(first, path->orbit), second, v3_cross(w, path->orbit));
    *position = v3_add(*position, v3_madd(orbit, s, path->drift));
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
