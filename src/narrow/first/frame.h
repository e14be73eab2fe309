// The pair at one time, in the axes of A: where B stands, how it moves, how both turn.

#ifndef TI_NARROW_FIRST_FRAME_H
#define TI_NARROW_FIRST_FRAME_H

#include "math/simd.h"
#include "math/trig.h"
#include "narrow/first/types.h"

// A point y of B in its own axes stands at turn_b y + offset in the axes of A.
typedef struct ti_frame {
    double time;
    ti_mat3 world_a;   // rotation of A: takes its axes to those of the world
    ti_mat3 turn_b;    // rotation of B relative to A
    toi_vec3 offset;   // centre of B from that of A
    toi_vec3 velocity; // its velocity
    toi_vec3 spin_a;   // angular velocities: of A in the axes of A, of B in those of B
    toi_vec3 spin_b;
    toi_vec3 center_a; // world
} ti_frame;

// S, C2 and their rates, and the angular rate relative to the average.
typedef struct ti_phase {
    double s, c2, s_rate, c2_rate, rate;
} ti_phase;

static inline ti_phase phase_at(const ti_track* k, double s)
{
    if (k->law == TI_LAW_NLERP) {
        double u = s * k->inverse_span;
        double c = (1.0 - u) + u * k->half_cos, d = u * k->half_sin;
        double norm2 = c * c + d * d, th = k->turn_rad;
        double sine = 2.0 * c * d / norm2, versine = 2.0 * d * d / norm2;
        double rate = 2.0 * k->half_sin * k->inverse_span / (norm2 * th);
        return (ti_phase){sine / th, versine / (th * th), (c * c - d * d) / norm2 * rate, sine / th * rate,
                          rate};
    }
    double sinc, cosine, half = 0.5 * k->turn_rad * s;
    ti_sinc_cos(half, &sinc, &cosine);
    double chord = s * sinc, sine = half * sinc;
    return (ti_phase){chord * cosine, 0.5 * chord * chord, 1.0 - 2.0 * sine * sine, chord * cosine, 1.0};
}

// Rows of the pose and their rates of change.
static inline double track_at(const ti_track* k, double time, ti_v4 pose[3], ti_v4 rate[3])
{
    double s = time - k->t0;
    if (k->turn_rad == 0.0) {
        for (int i = 0; i < 3; ++i) {
            rate[i] = f4_load(k->x3[i]);
            pose[i] = f4_load(k->x0[i]) + f4_set(s) * rate[i];
        }
        return 0.0;
    }
    ti_phase p = phase_at(k, s);
    for (int i = 0; i < 3; ++i) {
        ti_v4 x1 = f4_load(k->x1[i]), x2 = f4_load(k->x2[i]), x3 = f4_load(k->x3[i]);
        pose[i] = f4_load(k->x0[i]) + f4_set(p.s) * x1 + f4_set(p.c2) * x2 + f4_set(s) * x3;
        rate[i] = f4_set(p.s_rate) * x1 + f4_set(p.c2_rate) * x2 + x3;
    }
    return p.rate;
}

static inline ti_v4 combine_rows(const ti_v4 rows[3], const double v[3])
{
    return f4_set(v[0]) * rows[0] + f4_set(v[1]) * rows[1] + f4_set(v[2]) * rows[2];
}

static inline void frame_at(const ti_duel* duel, double time, ti_frame* f)
{
    ti_v4 a[3], b[3], a_rate[3], b_rate[3];
    double turn_a = track_at(&duel->body[0], time, a, a_rate);
    double turn_b = track_at(&duel->body[1], time, b, b_rate);
    double offset[3], velocity[3];
    for (int i = 0; i < 3; ++i) {
        offset[i] = b[i][3] - a[i][3];
        velocity[i] = b_rate[i][3] - a_rate[i][3];
        f->world_a.row[i] = v3(a[i][0], a[i][1], a[i][2]);
    }
    f->time = time;
    f->center_a = v3(a[0][3], a[1][3], a[2][3]);
    ti_v4 t = combine_rows(a, offset), v = combine_rows(a, velocity);
    f->offset = v3(t[0], t[1], t[2]);
    f->velocity = v3(v[0], v[1], v[2]);
    for (int i = 0; i < 3; ++i) {
        double column[3] = {a[0][i], a[1][i], a[2][i]};
        ti_v4 row = combine_rows(b, column);
        f->turn_b.row[i] = v3(row[0], row[1], row[2]);
    }
    f->spin_a = v3_scale(turn_a, duel->body[0].turn_local);
    f->spin_b = v3_scale(turn_b, duel->body[1].turn_local);
}

// A direction of A's axes in those of B, and back.
static inline toi_vec3 frame_to_b(const ti_frame* f, toi_vec3 n)
{
    return m3_apply_transposed(&f->turn_b, n);
}

static inline toi_vec3 frame_from_b(const ti_frame* f, toi_vec3 n)
{
    return m3_apply(&f->turn_b, n);
}

static inline toi_vec3 frame_to_world(const ti_frame* f, toi_vec3 n)
{
    return m3_apply(&f->world_a, n);
}

static inline toi_vec3 frame_from_world(const ti_frame* f, toi_vec3 n)
{
    return m3_apply_transposed(&f->world_a, n);
}

#endif
