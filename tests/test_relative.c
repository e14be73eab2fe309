// The motion of one body as another one sees it, as screws, against long double and closed forms.

#include "cmocka_toi.h"

#include "motion/length.h"
#include "motion/relative.h"
#include "support/motion_reference.h"
#include "support/oracle_motion.h"

#define UNIT 0x1p-53

// ---- bodies that are nothing but a ball

typedef struct pair {
    toi_mesh mesh_a, mesh_b;
    toi_body a, b;
} pair;

static void set_pair(pair* p, toi_motion a, toi_motion b)
{
    *p = (pair){.mesh_a = {.radius = 1.0}, .mesh_b = {.radius = 1.0}};
    p->a = (toi_body){&p->mesh_a, a};
    p->b = (toi_body){&p->mesh_b, b};
}

static toi_motion resting(toi_vec3 position)
{
    return (toi_motion){.kind = TOI_MOTION_STATIC, .pose = {position, {1.0, 0.0, 0.0, 0.0}}};
}

static ti_screw only_screw(const pair* p, const ti_screw_terms* terms)
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
static rvec true_point(const pair* p, double t, rvec y)
{
    toi_vec3 origin = oracle_origin(&p->a.motion);
    oracle_track ta = {&p->a.motion, origin}, tb = {&p->b.motion, origin};
    oracle_pose a = oracle_track_pose(&ta, t), b = oracle_track_pose(&tb, t);
    rvec x = oracle_pose_point(&b, r3_add(r3_wide(p->mesh_b.center), y));
    x = r3_sub(x, oracle_pose_point(&a, r3_wide(p->mesh_a.center)));
    return rq_turn(rq_conjugate(a.turn), x);
}

// exp of a screw on x by the series of the exponential.
static rvec screw_point(const ti_screw* s, rvec y, real at)
{
    rvec x = r3_wide(s->position), w = r3_wide(s->twist.turn);
    rvec v = r3_add(r3_wide(s->twist.across), r3_wide(s->twist.along));
    for (int i = 0; i < 3; ++i) {
        real* to = i == 0 ? &x.x : (i == 1 ? &x.y : &x.z);
        *to += r3_dot(r3_wide(s->rotation.row[i]), y);
    }
    int parts = 1 + (int)(4.0L * r3_length(w));
    for (int i = 0; i < parts; ++i) {
        rvec term = r3_scale(at / parts, r3_add(r3_cross(w, x), v));
        for (int k = 2; k <= 18; ++k) {
            x = r3_add(x, term);
            term = r3_scale(at / (parts * k), r3_cross(w, term));
        }
    }
    return x;
}

static rvec random_unit_vector(test_random* random)
{
    return r3_unit(r3_wide(random_direction(random)));
}

typedef struct worst {
    double rounding; // largest distance of exact screws, in u L
    double observed; // least share of model_error that a piece was seen to be off by
    uint32_t pieces;
} worst;

// The largest distance of the screw from the motion at samples of times and points; 64 u L are rounding.
static double largest_distance(const pair* p, const ti_screw* s, test_random* random, int samples)
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

static worst check_walk(const pair* p, const ti_screw_terms* terms, test_random* random, int samples)
{
    worst w = {0.0, 1.0, 0};
    ti_screw_walk walk;
    ti_screw s;
    double time = 0.0;
    ti_screw_walk_begin(&p->a, &p->b, terms, &walk);
    while (ti_screw_walk_next(&walk, &s)) {
        assert_true(s.t0 == time && s.t1 > s.t0 && s.t1 <= 1.0);
        time = s.t1;
        ++w.pieces;
        double most = largest_distance(p, &s, random, samples), unit = UNIT * s.magnitude;
        if (s.model_error == 0.0) {
            w.rounding = fmax(w.rounding, most / unit);
        } else if (s.model_error > 1e6 * unit) {
            w.observed = fmin(w.observed, most / s.model_error);
        }
    }
    assert_true(walk.stopped || time == 1.0);
    return w;
}

static toi_motion modest_motion(test_random* random)
{
    toi_motion m = random_motion(random);
    m.pose.position = random_vector(random, 0.1, 3.0);
    m.point = random_vector(random, 0.1, 3.0);
    m.by = random_vector(random, 0.1, 3.0);
    m.advance = random_between(random, -2.0, 2.0);
    m.end.position = v3_add(m.pose.position, random_vector(random, 0.1, 3.0));
    return m;
}

static void every_piece_is_within_its_bounds_of_the_motion(void** state)
{
    (void)state;
    test_random random = random_start(41);
    ti_screw_terms terms = {.max_model_error = 1e-3, .max_pieces = 100000};
    worst all = {0.0, 0.0, 0};
    double least = 1.0;
    for (int i = 0; i < 100; ++i) {
        pair p;
        toi_motion a = modest_motion(&random);
        toi_motion b = modest_motion(&random);
        set_pair(&p, a, b);
        p.mesh_a.center = random_vector(&random, 0.1, 1.0);
        p.mesh_b.center = random_vector(&random, 0.1, 1.0);
        worst w = check_walk(&p, &terms, &random, 12);
        all.rounding = fmax(all.rounding, w.rounding);
        all.pieces += w.pieces;
        least = fmin(least, w.observed);
    }
    printf("%u pieces, rounding %.2f u L, least share seen %.3f\n", all.pieces, all.rounding, least);
}

static void relative_screws_are_within_their_bounds_of_the_motion(void** state)
{
    (void)state;
    test_random random = random_start(42);
    double least = 1.0, rounding = 0.0;
    for (int i = 0; i < 300; ++i) {
        pair p;
        toi_motion a = modest_motion(&random);
        toi_motion b = modest_motion(&random);
        set_pair(&p, a, b);
        worst w = check_walk(&p, &one_terms, &random, 60);
        rounding = fmax(rounding, w.rounding);
        assert_int_equal(w.pieces, 1);
        least = fmin(least, w.observed);
    }
    printf("rounding %.2f u L, least share seen %.3f\n", rounding, least);
}

static void exact_screws_are_within_rounding(void** state)
{
    (void)state;
    test_random random = random_start(43);
    double rounding = 0.0;
    for (int i = 0; i < 2000; ++i) {
        pair p;
        toi_motion still = resting(random_vector(&random, 1e-3, 1e3));
        still.pose.quaternion = random_quaternion(&random);
        toi_motion m = random_motion(&random);
        if (m.kind == TOI_MOTION_SPIN) {
            m.by = (toi_vec3){0.0, 0.0, 0.0};
        }
        m.path = TOI_PATH_SCREW;
        bool swap = random_below(&random, 2) == 0;
        set_pair(&p, swap ? m : still, swap ? still : m);
        p.mesh_a.center = random_vector(&random, 1e-3, 1e3);
        p.mesh_b.center = random_vector(&random, 1e-3, 1e3);
        p.mesh_b.radius = random_size(&random, 1e-3, 1e3);
        worst w = check_walk(&p, &exact_terms, &random, 4);
        assert_int_equal(w.pieces, 1);
        rounding = fmax(rounding, w.rounding);
    }
    printf("rounding %.2f u L\n", rounding);
}

static toi_motion turning(toi_motion_kind kind, toi_vec3 position, toi_vec3 axis, double angle)
{
    toi_motion m = resting(position);
    m.kind = kind;
    m.axis = axis;
    m.angle = angle;
    return m;
}

// About y the point (1, 0, 0) goes to (cos, 0, -sin).
static void a_body_that_turns_about_a_resting_one_is_a_screw(void** state)
{
    (void)state;
    pair p;
    toi_motion b = turning(TOI_MOTION_SCREW, v3(1.0, 0.0, 0.0), v3(0.0, 2.0, 0.0), 1.2);
    b.advance = 0.5;
    set_pair(&p, resting(v3(0.0, 0.0, 0.0)), b);
    ti_screw s = only_screw(&p, &exact_terms);
    assert_true(s.model_error == 0.0 && s.twist.angle == 1.2);
    toi_vec3 x = tw_point(&s.twist, ti_swing_at(s.twist.angle, 0.75), s.position);
    assert_near(x.x, cos(0.9), 4e-16);
    assert_near(x.y, 0.375, 4e-16);
    assert_near(x.z, -sin(0.9), 4e-16);
}

// Both turn alike about their own centres: the screw is a translation, the way an arc.
static void bodies_that_spin_alike_make_the_screw_wrong_by_the_height_of_an_arc(void** state)
{
    (void)state;
    pair p;
    const double th = 1.5707963267948966, d = 1.2;
    set_pair(&p, turning(TOI_MOTION_SPIN, v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 1.0), th),
             turning(TOI_MOTION_SPIN, v3(d, 0.0, 0.0), v3(0.0, 0.0, 1.0), th));
    ti_screw s = only_screw(&p, &one_terms);
    assert_true(s.twist.angle <= 1e-15);
    assert_near(s.twist.along.x, -d, 1e-15);
    assert_near(s.twist.along.y, -d, 1e-15);
    double height = d * (1.0 - cos(0.5 * th));
    printf("height %.6f, model error %.6f\n", height, s.model_error);
    assert_true(s.model_error >= height && s.model_error <= 1.05 * height);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_that_turns_about_a_resting_one_is_a_screw),
        cmocka_unit_test(bodies_that_spin_alike_make_the_screw_wrong_by_the_height_of_an_arc),
        cmocka_unit_test(exact_screws_are_within_rounding),
        cmocka_unit_test(relative_screws_are_within_their_bounds_of_the_motion),
        cmocka_unit_test(every_piece_is_within_its_bounds_of_the_motion),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
