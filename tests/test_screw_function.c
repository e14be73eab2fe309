// The contact functions against the same motion in matrix form and long double: value, slope, bend, rounding.

#include "cmocka_toi.h"
#include "math/rounding.h"
#include "narrow/screw/function.h"
#include "support/generate.h"

#include <math.h>

typedef struct vec {
    long double x, y, z;
} vec;

static vec wide(toi_vec3 a)
{
    return (vec){(long double)a.x, (long double)a.y, (long double)a.z};
}

static vec add(vec a, long double s, vec b)
{
    return (vec){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static long double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vec cross(vec a, vec b)
{
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static vec unit(vec a)
{
    return add((vec){0, 0, 0}, 1.0L / sqrtl(dot(a, a)), a);
}

// A turn by Rodrigues' formula.
static vec turned(vec axis, long double angle, vec d)
{
    vec out = add((vec){0, 0, 0}, cosl(angle), d);
    out = add(out, sinl(angle), cross(axis, d));
    return add(out, dot(axis, d) * (1.0L - cosl(angle)), axis);
}

// Turns about an axis through a point of it, then goes along.
typedef struct motion {
    vec axis, point, along;
    long double angle;
} motion;

static motion motion_of(const ti_twist* twist)
{
    vec w = wide(twist->turn);
    long double angle = sqrtl(dot(w, w));
    vec foot = cross(w, wide(twist->across));
    return (motion){unit(w), add((vec){0, 0, 0}, 1.0L / (angle * angle), foot), wide(twist->along), angle};
}

static vec moved(const motion* m, long double s, vec x)
{
    vec arm = turned(m->axis, m->angle * s, add(x, -1.0L, m->point));
    return add(add(arm, 1.0L, m->point), s, m->along);
}

static long double height_at(const motion* m, toi_vec3 x, ti_plane plane, long double s)
{
    return dot(wide(plane.normal), moved(m, s, wide(x))) - (long double)plane.offset;
}

static long double lines_at(const motion* m, ti_segment a, ti_segment b, long double s)
{
    vec start = moved(m, s, wide(b.start)), span = turned(m->axis, m->angle * s, wide(b.span));
    vec between = add(start, -1.0L, wide(a.start));
    return dot(unit(wide(a.span)), cross(unit(span), between));
}

static toi_vec3 random_vector(gen_random* random, double size)
{
    return v3_scale(size * gen_unit(random), gen_direction(random));
}

// `across` is perpendicular to `turn` up to rounding, which moves a point by no more than that.
static ti_twist random_twist(gen_random* random, double angle)
{
    toi_vec3 axis = gen_direction(random), across = random_vector(random, 2.0);
    ti_twist twist = {.turn = v3_scale(angle, axis)};
    twist.across = v3_madd(across, -v3_dot(across, axis), axis);
    twist.along = v3_scale(gen_between(random, -1.0, 1.0), axis);
    twist.angle = v3_length(twist.turn);
    return twist;
}

typedef struct trial {
    ti_twist twist;
    motion motion;
    toi_vec3 x;
    ti_plane plane;
    ti_segment a, b;
    ti_function height, back, lines;
    double magnitude;
} trial;

static trial random_trial(gen_random* random, double angle)
{
    trial t = {.twist = random_twist(random, angle), .x = random_vector(random, 2.0)};
    t.motion = motion_of(&t.twist);
    toi_vec3 n = gen_direction(random);
    t.plane = (ti_plane){v3_scale(1.0 / v3_length(n), n), gen_between(random, -1.0, 1.0)};
    t.a = (ti_segment){random_vector(random, 1.0), random_vector(random, 0.5)};
    t.b = (ti_segment){random_vector(random, 1.0), random_vector(random, 0.5)};
    t.magnitude = 2.0 + v3_length(t.x) + v3_length(t.twist.across) + v3_length(t.twist.along) +
                  v3_length(t.a.start) + v3_length(t.b.start) + 2.0;
    double rounding = 96.0 * TI_U * t.magnitude;
    t.height = ti_function_height(&t.twist, t.x, t.plane, 1.0, rounding);
    t.back = ti_function_height(&t.twist, t.x, t.plane, -1.0, rounding);
    t.lines = ti_function_lines(&t.twist, t.a, t.b, rounding);
    return t;
}

static const double angles[] = {1e-3, 0.1, 1.0, 2.5, 3.1415, 6.5, 13.0};
enum { ANGLES = sizeof angles / sizeof angles[0], TRIALS = 2000 };

// The largest of what the functions are off by, over the rounding that they state.
static void functions_are_within_their_rounding_of_the_motion(void** state)
{
    (void)state;
    gen_random random = {random_start(7).state};
    long double worst = 0.0L;
    for (int i = 0; i < ANGLES * TRIALS; ++i) {
        trial t = random_trial(&random, angles[i % ANGLES]);
        double s = gen_unit(&random);
        long double off = fabsl((long double)ti_function_at(&t.height, s).f -
                                height_at(&t.motion, t.x, t.plane, (long double)s));
        worst = fmaxl(worst, off / (long double)t.height.rounding);
        off = fabsl((long double)ti_function_at(&t.back, s).f -
                    height_at(&t.motion, t.x, t.plane, -(long double)s));
        worst = fmaxl(worst, off / (long double)t.back.rounding);
        off =
            fabsl((long double)ti_function_at(&t.lines, s).f - lines_at(&t.motion, t.a, t.b, (long double)s));
        worst = fmaxl(worst, off / (long double)t.lines.rounding);
    }
    print_message("largest error over its bound: %.3Lf\n", worst);
    assert_true(worst > 0.0L && worst <= 1.0L);
}

static void slopes_are_within_their_rounding_and_bends_hold(void** state)
{
    (void)state;
    gen_random random = {random_start(71).state};
    long double worst = 0.0L, bent = 0.0L;
    const long double h = 1e-4L;
    for (int i = 0; i < ANGLES * TRIALS; ++i) {
        trial t = random_trial(&random, angles[i % ANGLES]);
        double s = gen_between(&random, 0.01, 0.99);
        long double at[5];
        for (int k = 0; k < 2; ++k) {
            for (int j = 0; j < 5; ++j) {
                long double time = (long double)s + (j - 2) * h;
                at[j] =
                    k == 0 ? height_at(&t.motion, t.x, t.plane, time) : lines_at(&t.motion, t.a, t.b, time);
            }
            const ti_function* f = k == 0 ? &t.height : &t.lines;
            // Fourth order differences: off by at most 2 th^5 M h^4 with th up to 13, and by the rounding of
            // places around a far axis.
            long double slope = (at[0] - 8.0L * at[1] + 8.0L * at[3] - at[4]) / (12.0L * h);
            long double bend =
                (-at[0] + 16.0L * at[1] - 30.0L * at[2] + 16.0L * at[3] - at[4]) / (12.0L * h * h);
            long double th = (long double)t.twist.angle,
                        order = 2.0L * powl(1.0L + th, 5.0L) * (long double)t.magnitude * powl(h, 4.0L);
            vec foot = t.motion.point;
            order += 4e-18L * ((long double)t.magnitude + sqrtl(dot(foot, foot))) / h;
            worst = fmaxl(worst, (fabsl((long double)ti_function_at(f, s).slope - slope) - order) /
                                     (long double)f->slope_rounding);
            bent = fmaxl(bent, (fabsl(bend) - 2.0L / h * order) / ((long double)f->bend + 1e-12L));
        }
    }
    print_message("largest slope error over its bound: %.3Lf, bend over its bound: %.4Lf\n", worst, bent);
    assert_true(worst <= 1.0L);
    assert_true(bent > 0.5L && bent <= 1.0L);
}

// Near zero angle the twist is a translation plus terms of its order: no term may blow up.
static void angles_near_zero_give_the_translation(void** state)
{
    (void)state;
    gen_random random = {random_start(72).state};
    const double small[] = {0.0, 1e-300, 1e-20, 1e-12};
    for (int i = 0; i < 4 * 200; ++i) {
        double angle = small[i % 4], s = gen_unit(&random);
        trial t = random_trial(&random, 1.0);
        t.twist.turn = v3_scale(angle, gen_direction(&random));
        t.twist.angle = v3_length(t.twist.turn);
        t.twist.across = random_vector(&random, 2.0);
        t.height = ti_function_height(&t.twist, t.x, t.plane, 1.0, 1e-14);
        toi_vec3 velocity = v3_add(t.twist.across, t.twist.along);
        double straight = v3_dot(t.plane.normal, v3_madd(t.x, s, velocity)) - t.plane.offset;
        assert_near(ti_function_at(&t.height, s).f, straight, 4.0 * angle * t.magnitude + 1e-14);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(functions_are_within_their_rounding_of_the_motion),
        cmocka_unit_test(slopes_are_within_their_rounding_and_bends_hold),
        cmocka_unit_test(angles_near_zero_give_the_translation),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
