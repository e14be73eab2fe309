// Pairs of bodies that are balls, the true relative motion in long double, and screws against it.

#ifndef TOI_TESTS_RELATIVE_SUPPORT_H
#define TOI_TESTS_RELATIVE_SUPPORT_H

#include "cmocka_toi.h"

#include "motion/relative.h"
#include "support/motion_reference.h"
#include "support/oracle_motion.h"

#define UNIT 0x1p-53

// The bound of a motion that is nearly a screw is a small share of the lengths, here about 1, but not tight.
#define NEARLY_A_SCREW 1e-5

// ---- bodies

typedef struct pair {
    toi_mesh mesh_a, mesh_b;
    toi_body a, b;
} pair;

static inline void set_pair(pair* p, toi_motion a, toi_motion b)
{
    *p = (pair){.mesh_a = {.radius = 1.0}, .mesh_b = {.radius = 1.0}};
    p->a = (toi_body){.mesh = &p->mesh_a, .motion = a};
    p->b = (toi_body){.mesh = &p->mesh_b, .motion = b};
}

static inline toi_motion resting(toi_vec3 position)
{
    return (toi_motion){.kind = TOI_MOTION_STATIC, .pose = {position, {1.0, 0.0, 0.0, 0.0}}};
}

static inline toi_motion turning(toi_motion_kind kind, toi_vec3 position, toi_vec3 axis, double angle)
{
    toi_motion m = resting(position);
    m.kind = kind;
    m.axis = axis;
    m.angle = angle;
    return m;
}

static inline ti_screw only_screw(const pair* p, const ti_screw_terms* terms)
{
    ti_screw_walk walk;
    ti_screw screw, more;
    ti_screw_walk_begin(&p->a, &p->b, terms, &walk);
    assert_true(ti_screw_walk_next(&walk, &screw));
    assert_false(ti_screw_walk_next(&walk, &more));
    assert_false(walk.stopped);
    assert_true(screw.t0 == 0.0 && screw.t1 == 1.0);
    return screw;
}

static const ti_screw_terms exact_terms = {.max_model_error = 1e-6, .max_pieces = 1000000};
static const ti_screw_terms one_terms = {.relative_screw = true, .max_pieces = 1};

// ---- truth

// Where the motion has the point of B that is at y from its centre, from the centre of A, in the frame of A.
static inline rvec true_point(const pair* p, double t, rvec y)
{
    toi_vec3 origin = oracle_origin(&p->a.motion);
    oracle_track ta = {&p->a.motion, origin}, tb = {&p->b.motion, origin};
    oracle_pose a = oracle_track_pose(&ta, t), b = oracle_track_pose(&tb, t);
    rvec x = oracle_pose_point(&b, r3_add(r3_wide(p->mesh_b.center), y));
    x = r3_sub(x, oracle_pose_point(&a, r3_wide(p->mesh_a.center)));
    return rq_turn(rq_conjugate(a.turn), x);
}

static inline rvec start_point(const ti_screw* s, rvec y)
{
    rvec x = {r3_dot(r3_wide(s->rotation.row[0]), y), r3_dot(r3_wide(s->rotation.row[1]), y),
              r3_dot(r3_wide(s->rotation.row[2]), y)};
    return r3_add(r3_wide(s->position), x);
}

// exp of a twist on x by the series of the exponential.
static inline rvec twisted(const ti_twist* twist, rvec x, real at)
{
    rvec w = r3_wide(twist->turn), v = r3_add(r3_wide(twist->across), r3_wide(twist->along));
    int parts = 1 + (int)(4.0L * r3_length(w));
    for (int i = 0; i < parts; ++i) {
        rvec term = r3_scale(at / parts, r3_add(r3_cross(w, x), v));
        for (int k = 2; k <= 18; ++k) {
            x = r3_add(x, term);
            term = r3_scale(at / ((real)parts * k), r3_cross(w, term));
        }
    }
    return x;
}

static inline rvec screw_point(const ti_screw* s, rvec y, real at)
{
    return twisted(&s->twist, start_point(s, y), at);
}

static inline rvec random_unit_vector(test_random* random)
{
    return r3_unit(r3_wide(random_direction(random)));
}

typedef struct worst {
    double rounding; // largest distance of exact screws, in u L
    double observed; // least share of model_error that a piece was seen to be off by
    double largest_error;
    uint32_t pieces, exact;
} worst;

// The largest distance of the screw from the motion at samples of times and points; 64 u L are rounding.
static inline double largest_distance(const pair* p, const ti_screw* s, test_random* random, int samples)
{
    double most = 0.0, allowed = 64.0 * UNIT * s->magnitude + s->model_error;
    for (int i = 0; i < samples; ++i) {
        double t = i < 2 ? (i == 0 ? s->t0 : s->t1) : s->t0 + (s->t1 - s->t0) * (i + 0.5) / samples;
        real at = ((real)t - (real)s->t0) / ((real)s->t1 - (real)s->t0);
        rvec y = r3_scale((real)p->mesh_b.radius, random_unit_vector(random));
        real off = r3_length(r3_sub(true_point(p, t, y), screw_point(s, y, at)));
        y = r3_scale(-1.0L, y);
        off = fmaxl(off, r3_length(r3_sub(true_point(p, t, y), screw_point(s, y, at))));
        if (!(off <= (real)allowed)) {
            print_error("kinds %d %d at %.17g in [%g, %g]: off by %Lg, error %g, allowed %g\n",
                        p->a.motion.kind, p->b.motion.kind, t, s->t0, s->t1, off, s->model_error, allowed);
        }
        assert_true(off <= (real)allowed);
        most = fmax(most, (double)off);
    }
    return most;
}

static inline worst check_walk(const pair* p, const ti_screw_terms* terms, test_random* random, int samples)
{
    worst w = {0.0, 1.0, 0.0, 0, 0};
    ti_screw_walk walk;
    ti_screw s;
    double time = 0.0;
    ti_screw_walk_begin(&p->a, &p->b, terms, &walk);
    while (ti_screw_walk_next(&walk, &s)) {
        assert_true(s.t0 == time && s.t1 > s.t0 && s.t1 <= 1.0);
        time = s.t1;
        ++w.pieces;
        double most = largest_distance(p, &s, random, samples), unit = UNIT * s.magnitude;
        w.largest_error = fmax(w.largest_error, s.model_error);
        if (s.model_error == 0.0) {
            ++w.exact;
            w.rounding = fmax(w.rounding, most / unit);
        } else if (s.model_error > NEARLY_A_SCREW) {
            w.observed = fmin(w.observed, most / s.model_error);
        }
    }
    assert_true(walk.stopped || time == 1.0);
    return w;
}

// Lengths from 0.1 to a few.
static inline toi_motion modest_motion(test_random* random)
{
    toi_motion m = random_motion(random);
    m.pose.position = random_vector(random, 0.1, 3.0);
    m.point = random_vector(random, 0.1, 3.0);
    m.by = random_vector(random, 0.1, 3.0);
    m.advance = random_between(random, -2.0, 2.0);
    m.end.position = v3_add(m.pose.position, random_vector(random, 0.1, 3.0));
    return m;
}

#endif
