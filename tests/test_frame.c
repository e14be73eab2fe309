// The relative pose, velocity and turning of two bodies against motions in long double, within the rounding
// bound of the pair.

#include "pair_reference.h"

#include "narrow/first/frame.h"

static const double U = 0x1p-53;

// Largest error over the bound, of every kind of motion.
typedef struct worst {
    double point[8], velocity[8], turn;
} worst;

static double ratio_of(vec difference, int exponent, double bound)
{
    return (double)(ldexpl(length(difference), exponent) / (real)bound);
}

static vec apply(const ti_mat3* m, vec v)
{
    return (vec){dot(wide(m->row[0]), v), dot(wide(m->row[1]), v), dot(wide(m->row[2]), v)};
}

// A vertex of B in the axes of A, from its centre, in units of the pair.
static vec exact_place(const match_up* p, const vec axes[3], uint32_t vertex, double t)
{
    const mover *a = &p->body[0], *b = &p->body[1];
    vec at =
        sub(mover_point(b, wide(b->mesh->vertices[vertex]), t), mover_point(a, wide(a->mesh->center), t));
    return times(ldexpl(1.0L, -p->duel.exponent), in_axes(axes, at));
}

static double point_error(const match_up* p, const ti_frame* f, const vec axes[3], uint32_t vertex)
{
    vec local = times((real)p->duel.body[1].scale, wide(p->body[1].mesh->local[vertex]));
    vec at = add(apply(&f->turn_b, local), wide(f->offset));
    return ratio_of(sub(at, exact_place(p, axes, vertex, f->time)), 0, p->duel.rounding);
}

// Of the velocity of the centre, over the whole window.
static double velocity_error(const match_up* p, const ti_frame* f, const vec axes[3])
{
    const mover *a = &p->body[0], *b = &p->body[1];
    vec v = sub(mover_velocity(b, wide(b->mesh->center), f->time),
                mover_velocity(a, wide(a->mesh->center), f->time));
    v = times(ldexpl(1.0L, -p->duel.exponent), in_axes(axes, v));
    return ratio_of(times((real)(p->duel.to - p->duel.from), sub(wide(f->velocity), v)), 0, p->duel.rounding);
}

// Of the turning, over the whole window, in units of u (1 + angle).
static double turn_error(const match_up* p, int side, const ti_frame* f)
{
    vec axes[3];
    mover_axes(&p->body[side], f->time, axes);
    vec w = in_axes(axes, mover_turn(&p->body[side], f->time));
    vec difference = sub(wide(side ? f->spin_b : f->spin_a), w);
    real span = (real)(p->duel.to - p->duel.from);
    return (double)(length(difference) * span / (1.0L + length(w) * span)) / U;
}

static double rotation_error(const ti_frame* f, const vec axes[3], double angle)
{
    double largest = 0.0;
    for (int i = 0; i < 3; ++i) {
        vec row = {i == 0   ? axes[0].x
                   : i == 1 ? axes[0].y
                            : axes[0].z,
                   i == 0   ? axes[1].x
                   : i == 1 ? axes[1].y
                            : axes[1].z,
                   i == 0   ? axes[2].x
                   : i == 1 ? axes[2].y
                            : axes[2].z};
        largest = fmax(largest, (double)length(sub(wide(f->world_a.row[i]), row)));
    }
    return largest / (U * (1.0 + angle));
}

static void check_frames(match_up* p, test_random* random, worst* w)
{
    int kind_a = (int)p->body[0].motion.kind, kind_b = (int)p->body[1].motion.kind;
    for (int i = 0; i < 6; ++i) {
        double t = i == 0   ? p->duel.from
                   : i == 1 ? p->duel.to
                            : random_between(random, p->duel.from, p->duel.to);
        ti_frame f;
        frame_at(&p->duel, t, &f);
        assert_true(f.time == t);
        vec axes[3];
        mover_axes(&p->body[0], t, axes);
        for (uint32_t v = 0; v < p->body[1].mesh->vertex_count && v < 20; ++v) {
            double error = point_error(p, &f, axes, v);
            w->point[kind_a] = fmax(w->point[kind_a], error);
            w->point[kind_b] = fmax(w->point[kind_b], error);
            assert_true(error <= 1.0);
        }
        double error = velocity_error(p, &f, axes);
        w->velocity[kind_a] = fmax(w->velocity[kind_a], error);
        w->velocity[kind_b] = fmax(w->velocity[kind_b], error);
        assert_true(error <= 1.0);
        error = fmax(turn_error(p, 0, &f), turn_error(p, 1, &f));
        w->turn = fmax(w->turn, error);
        assert_true(error <= 64.0);
        double angle = p->duel.body[0].turn_rad * (p->body[0].path.t1 - p->body[0].path.t0);
        assert_true(rotation_error(&f, axes, angle) <= 64.0);
    }
}

static void print_worst(const worst* w)
{
    static const char* const names[] = {"static",  "translation", "rotation", "screw",
                                        "between", "spin",        "keyframes"};
    for (int k = 0; k < 7; ++k) {
        printf("%-12s point %.3f, velocity %.3f of the bound\n", names[k], w->point[k], w->velocity[k]);
        // A test that measured nothing would pass too.
        assert_true(w->point[k] > 1e-6);
    }
    printf("turning within %.1f u\n", w->turn);
}

static void frames_are_those_of_the_exact_motion_within_the_rounding_bound(void** state)
{
    (void)state;
    test_random random = random_start(51);
    worst w = {0};
    for (int i = 0; i < 600; ++i) {
        match_up p;
        match_up_random(&random, 1.0, random_size(&random, 0.1, 100.0), &p);
        check_frames(&p, &random, &w);
        match_up_release(&p);
    }
    print_worst(&w);
}

// Moves both bodies by `far`, which costs the digits of their places; what is left of these is exact.
static void move_far(match_up* p, toi_vec3 far)
{
    for (int k = 0; k < 2; ++k) {
        mover* m = &p->body[k];
        m->motion.pose.position = v3_add(m->motion.pose.position, far);
        m->motion.end.position = v3_add(m->motion.end.position, far);
        m->motion.point = m->motion.kind == TOI_MOTION_SPIN ? m->motion.point : v3_add(m->motion.point, far);
        for (int j = 0; j < MOVER_KEYS; ++j) {
            m->keys[j].pose.position = v3_add(m->keys[j].pose.position, far);
        }
    }
    for (int k = 0; k < 2; ++k) {
        p->body[k].origin = k == 0 ? v3(0.0, 0.0, 0.0) : p->body[0].path.start.position;
        mover_set_piece(&p->body[k], p->body[k].piece);
    }
    p->body[0].origin = p->body[0].path.start.position;
    mover_set_piece(&p->body[0], p->body[0].piece);
    match_up_prepare(p, 0.0, 0.0);
}

// Lengths of every size within one pair, as tests of motions have them.
static void frames_of_bodies_far_out_are_within_the_rounding_bound(void** state)
{
    (void)state;
    test_random random = random_start(52);
    worst w = {0};
    for (int i = 0; i < 300; ++i) {
        match_up p;
        double size = random_size(&random, 1e-3, 1e3), reach = random_size(&random, 1e-3, 1e3);
        match_up_random(&random, size, reach, &p);
        move_far(&p, random_vector(&random, 1.0, 1e9));
        // Only what is relative to the pair counts: far lengths do not enter the bound.
        assert_true(ldexp(p.duel.rounding, p.duel.exponent) < 1e-7);
        check_frames(&p, &random, &w);
        match_up_release(&p);
    }
    print_worst(&w);
}

// A body that turns at a rate that changes: the phase is that of the normalised linear quaternion.
static void a_normalised_linear_quaternion_turns_as_its_formula_says(void** state)
{
    (void)state;
    test_random random = random_start(53);
    for (int i = 0; i < 200; ++i) {
        match_up p;
        match_up_random(&random, 1.0, 1.0, &p);
        mover* m = &p.body[1];
        m->motion.kind = TOI_MOTION_BETWEEN;
        m->motion.path = TOI_PATH_NLERP;
        p.body[0].motion.kind = TOI_MOTION_STATIC;
        mover_set_piece(&p.body[0], 0);
        mover_set_piece(m, 0);
        match_up_prepare(&p, 0.0, 0.0);
        const ti_track* k = &p.duel.body[1];
        double th = (double)length(
            rotation_vector_exact(m->path.start.quaternion, ti_pose_unit(m->motion.end).quaternion));
        double t = random_unit(&random), h = 0.5 * th;
        ti_phase phase = phase_at(k, t);
        double angle = 2.0 * atan2(t * sin(h), 1.0 - t + t * cos(h));
        assert_near(phase.s * k->turn_rad, sin(angle), 64 * U);
        assert_near(phase.c2 * k->turn_rad * k->turn_rad, 1.0 - cos(angle), 64 * U);
        // The bounds of the rate and of its change hold.
        double d = (1.0 - t + t * cos(h)) * (1.0 - t + t * cos(h)) + t * t * sin(h) * sin(h);
        double rate = 2.0 * sin(h) / d,
               bend = fabs(2.0 * sin(h) * 2.0 * (2.0 * t - 1.0) * (1.0 - cos(h))) / (d * d);
        assert_true(rate <= k->rate_max * k->turn_rad * (1.0 + 1e-12));
        assert_true(rate * rate + bend <= k->angular2 * (1.0 + 1e-12));
        match_up_release(&p);
    }
}

static void bodies_that_move_alike_stand_still_in_the_frame(void** state)
{
    (void)state;
    test_random random = random_start(54);
    for (int i = 0; i < 200; ++i) {
        match_up p;
        match_up_random(&random, 1.0, 2.0, &p);
        for (int k = 0; k < 2; ++k) {
            mover* m = &p.body[k];
            m->motion.kind = (toi_motion_kind)(TOI_MOTION_ROTATION + i % 2);
            m->motion.point = p.body[0].motion.point;
            m->motion.axis = p.body[0].motion.axis;
            m->motion.angle = p.body[0].motion.angle;
            m->motion.advance = p.body[0].motion.advance;
            mover_set_piece(m, 0);
        }
        match_up_prepare(&p, 0.0, 0.0);
        ti_frame f;
        frame_at(&p.duel, random_unit(&random), &f);
        assert_true(v3_length(f.velocity) == 0.0 && v3_length(f.spin_a) == 0.0 && v3_length(f.spin_b) == 0.0);
        vec axes[3];
        mover_axes(&p.body[0], f.time, axes);
        for (uint32_t v = 0; v < 3; ++v) {
            assert_true(point_error(&p, &f, axes, v) <= 1.0);
        }
        match_up_release(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_are_those_of_the_exact_motion_within_the_rounding_bound),
        cmocka_unit_test(frames_of_bodies_far_out_are_within_the_rounding_bound),
        cmocka_unit_test(a_normalised_linear_quaternion_turns_as_its_formula_says),
        cmocka_unit_test(bodies_that_move_alike_stand_still_in_the_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
