// The motion of one body as another one sees it: random motions against long double. Every bound must hold,
// and none may be much larger than what is seen.

#include "relative_support.h"

// ---- motions that are screws

// Lengths for which long double is much finer than the bound of a pair at rest with each other.
static toi_motion screw_motion(test_random* random)
{
    toi_motion m = random_motion(random);
    m.path = TOI_PATH_SCREW;
    m.pose.position = random_vector(random, 1e-2, 1e2);
    m.end.position = v3_add(m.pose.position, random_vector(random, 1e-2, 1e2));
    m.point = random_vector(random, 1e-2, 1e2);
    m.by = random_vector(random, 1e-2, 1e2);
    m.advance = random_between(random, -1e2, 1e2);
    if (m.kind == TOI_MOTION_SPIN) {
        m.by = (toi_vec3){0.0, 0.0, 0.0};
    }
    return m;
}

// Two motions whose relative motion is a screw: one rests; one translates with the other; both are about one
// axis; both are the same.
static void screw_pair(test_random* random, toi_motion* a, toi_motion* b)
{
    *a = screw_motion(random);
    *b = resting(random_vector(random, 1e-3, 1e3));
    b->pose.quaternion = random_quaternion(random);
    switch (random_below(random, 4)) {
    case 0:
        break;
    case 1:
        a->kind = TOI_MOTION_SPIN;
        a->by = random_vector(random, 1e-3, 1e3);
        b->kind = TOI_MOTION_TRANSLATION;
        b->by = a->by;
        break;
    case 2:
        a->kind = random_below(random, 2) == 0 ? TOI_MOTION_SCREW : TOI_MOTION_ROTATION;
        b->kind = TOI_MOTION_SCREW;
        b->point = a->point;
        b->axis = random_below(random, 2) == 0 ? a->axis : v3_negate(a->axis);
        b->angle = random_below(random, 2) == 0 ? a->angle : random_angle(random);
        b->advance = random_between(random, -10.0, 10.0);
        break;
    default:
        *b = *a;
        break;
    }
}

static void motions_that_are_screws_are_taken_as_they_are(void** state)
{
    (void)state;
    test_random random = random_start(43);
    double rounding = 0.0;
    for (int i = 0; i < 4000; ++i) {
        pair p;
        toi_motion a, b;
        screw_pair(&random, &a, &b);
        bool swap = random_below(&random, 2) == 0;
        set_pair(&p, swap ? b : a, swap ? a : b);
        p.mesh_a.center = random_vector(&random, 1e-2, 1e2);
        p.mesh_b.center = random_vector(&random, 1e-2, 1e2);
        p.mesh_b.radius = random_size(&random, 0.1, 1e2);
        worst w = check_walk(&p, &exact_terms, &random, 4);
        assert_int_equal(w.pieces, 1);
        assert_true(w.exact == 1);
        rounding = fmax(rounding, w.rounding);
    }
    printf("rounding %.2f u L\n", rounding);
}

// The point of B at y from its centre as A sees it, from the polynomial of the quaternion, as the exact
// motion has it: at centres of 1e4 the quaternion's own rounding would show.
static rvec rest_point(const pair* p, rvec y)
{
    const toi_body *a = &p->a, *b = &p->b;
    ti_path pa, pb;
    ti_motion_piece(&a->motion, 0, &pa);
    ti_motion_piece(&b->motion, 0, &pb);
    vec x = sub(wide(pb.start.position), wide(pa.start.position));
    x = add(x, rotate_by_polynomial(pb.start.quaternion, wide(p->mesh_b.center)));
    x = sub(x, rotate_by_polynomial(pa.start.quaternion, wide(p->mesh_a.center)));
    x = add(x, rotate_by_polynomial(pb.start.quaternion, (vec){y.x, y.y, y.z}));
    return rq_turn(rq_conjugate(rq_wide(pa.start.quaternion)), r3(x.x, x.y, x.z));
}

static void meshes_given_far_from_their_origin_keep_their_place(void** state)
{
    (void)state;
    test_random random = random_start(52);
    double rounding = 0.0;
    for (int i = 0; i < 2000; ++i) {
        pair p;
        toi_motion a = resting(v3(0.0, 0.0, 0.0)), b = a;
        a.pose.quaternion = random_quaternion(&random);
        b.pose.quaternion = random_quaternion(&random);
        set_pair(&p, a, b);
        p.mesh_a.center = random_vector(&random, 1e3, 1e4);
        p.mesh_b.center = random_vector(&random, 1e3, 1e4);
        ti_mat3 ra = m3_from_quat(ti_pose_unit(a.pose).quaternion);
        ti_mat3 rb = m3_from_quat(ti_pose_unit(b.pose).quaternion);
        toi_vec3 way = v3_sub(m3_apply(&ra, p.mesh_a.center), m3_apply(&rb, p.mesh_b.center));
        p.b.motion.pose.position = v3_add(way, random_vector(&random, 1.0, 4.0));
        ti_screw s = only_screw(&p, &exact_terms);
        assert_true(s.magnitude <= 200.0);
        rvec y = random_unit_vector(&random);
        real off = r3_length(r3_sub(rest_point(&p, y), start_point(&s, y)));
        rounding = fmax(rounding, (double)off / (UNIT * s.magnitude));
    }
    printf("rounding %.2f u L\n", rounding);
    assert_true(rounding <= 64.0);
}

// ---- others

static void set_random_pair(pair* p, test_random* random)
{
    toi_motion a = modest_motion(random);
    toi_motion b = modest_motion(random);
    set_pair(p, a, b);
    p->mesh_a.center = random_vector(random, 0.1, 1.0);
    p->mesh_b.center = random_vector(random, 0.1, 1.0);
    p->mesh_b.radius = random_size(random, 0.1, 1.0);
}

// The bound adds what the centre and the radius are off by; directions and samples see a little less.
static void every_piece_is_within_its_bounds_of_the_motion(void** state)
{
    (void)state;
    test_random random = random_start(41);
    double rounding = 0.0, least = 1.0;
    uint32_t pieces = 0;
    for (int i = 0; i < 200; ++i) {
        pair p;
        set_random_pair(&p, &random);
        ti_screw_terms terms = {.max_model_error = random_size(&random, 1e-4, 1e-1), .max_pieces = 100000};
        worst w = check_walk(&p, &terms, &random, 12);
        rounding = fmax(rounding, w.rounding);
        pieces += w.pieces;
        least = fmin(least, w.observed);
        assert_true(w.largest_error <= terms.max_model_error);
    }
    printf("%u pieces, rounding %.2f u L, seen at least %.3f of the bound\n", pieces, rounding, least);
    assert_true(least >= 0.55);
}

static void relative_screws_are_within_their_bounds_of_the_motion(void** state)
{
    (void)state;
    test_random random = random_start(42);
    double least = 1.0, rounding = 0.0;
    for (int i = 0; i < 1000; ++i) {
        pair p;
        set_random_pair(&p, &random);
        worst w = check_walk(&p, &one_terms, &random, 60);
        rounding = fmax(rounding, w.rounding);
        assert_int_equal(w.pieces, 1);
        least = fmin(least, w.observed);
    }
    printf("rounding %.2f u L, seen at least %.3f of the bound\n", rounding, least);
    assert_true(least >= 0.55);
}

static void consecutive_pieces_join(void** state)
{
    (void)state;
    test_random random = random_start(50);
    const ti_screw_terms terms = {.max_model_error = 1e-3, .max_pieces = 100000};
    double most = 0.0;
    for (int i = 0; i < 50; ++i) {
        pair p;
        set_random_pair(&p, &random);
        ti_screw_walk walk;
        ti_screw s, next;
        ti_screw_walk_begin(&p.a, &p.b, &terms, &walk);
        assert_true(ti_screw_walk_next(&walk, &s));
        for (; ti_screw_walk_next(&walk, &next); s = next) {
            rvec y = r3_scale((real)p.mesh_b.radius, random_unit_vector(&random));
            real gap = r3_length(r3_sub(screw_point(&s, y, 1.0L), start_point(&next, y)));
            most = fmax(most, (double)gap / (UNIT * s.magnitude));
        }
    }
    printf("gap %.2f u L\n", most);
    assert_true(most <= 64.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motions_that_are_screws_are_taken_as_they_are),
        cmocka_unit_test(meshes_given_far_from_their_origin_keep_their_place),
        cmocka_unit_test(every_piece_is_within_its_bounds_of_the_motion),
        cmocka_unit_test(relative_screws_are_within_their_bounds_of_the_motion),
        cmocka_unit_test(consecutive_pieces_join),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
