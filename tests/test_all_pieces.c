// All contacts of motions that are no screws: the screw of a pair that is asked for, with its error, and
// pieces that are near enough.

#include "all_support.h"

static all_answer all, fine;

// ---- the screw between the end poses

// Two unit cubes that turn by a quarter alike, each about its own centre: as A sees it B flies around A,
// while the screw between the end poses is a straight line.
static void ask_quarters(toi_mesh* cube, double distance, bool relative_screw)
{
    toi_quat quarter = turn_about(0, 0, 1, 0.5 * PI);
    toi_body body[2];
    for (int k = 0; k < 2; ++k) {
        toi_pose start = at(k * distance, 0.0, 0.1 * k), end = {start.position, quarter};
        body[k] = (toi_body){
            .mesh = cube,
            .motion = {.kind = TOI_MOTION_BETWEEN, .path = TOI_PATH_SLERP, .pose = start, .end = end}};
    }
    toi_query_def def = {.relative_screw = relative_screw};
    ask_all(&body[0], &body[1], &def, &all);
}

static void the_screw_of_two_turning_cubes_is_told_with_its_error(void** state)
{
    (void)state;
    toi_mesh* cube = make_box(0.5, 0.5, 0.5);
    ask_quarters(cube, 1.2, false);
    assert_int_equal(all.result.answer, TOI_ANSWER_CONTACT);
    assert_near(all.result.t_hit, acos(1.0 / 1.2) / (0.5 * PI), 1e-5);
    ask_quarters(cube, 1.2, true);
    assert_int_equal(all.result.answer, TOI_ANSWER_CONTACT);
    assert_near(all.result.t_hit, 1.0 / 6.0, 1e-12);
    double apart = 1.2 * (1.0 - cos(0.25 * PI)); // at half time
    assert_true(all.result.model_error >= apart && all.result.model_error < 1.5 * apart);
    for (uint32_t i = 0; i < all.count; ++i) {
        assert_true(all.contacts[i].model_error == all.result.model_error);
    }
    ask_quarters(cube, 1.45, false);
    assert_all(&all, 0, TOI_ANSWER_CLEAR, TOI_START_FREE);
    ask_quarters(cube, 1.45, true);
    assert_int_equal(all.result.answer, TOI_ANSWER_CONTACT);
    assert_near(all.result.t_hit, 0.45 / 1.45, 1e-12);
    assert_true(all.result.model_error >= 1.45 * (1.0 - cos(0.25 * PI)));
    toi_mesh_destroy(cube);
}

// Where B is as A sees it.
static toi_pose seen_from(toi_pose a, toi_pose b)
{
    toi_quat back = q_conjugate(q_normalize(a.quaternion));
    ti_mat3 r = m3_from_quat(back);
    return (toi_pose){m3_apply(&r, v3_sub(b.position, a.position)),
                      q_normalize(q_mul(back, q_normalize(b.quaternion)))};
}

static double largest_difference(const toi_body* a, const toi_body* b, const toi_vec3* corners, int count)
{
    toi_motion screw = {.kind = TOI_MOTION_BETWEEN, .path = TOI_PATH_SCREW};
    screw.pose = seen_from(toi_motion_pose(&a->motion, 0.0), toi_motion_pose(&b->motion, 0.0));
    screw.end = seen_from(toi_motion_pose(&a->motion, 1.0), toi_motion_pose(&b->motion, 1.0));
    double most = 0.0;
    for (int i = 0; i <= 200; ++i) {
        double t = i / 200.0;
        toi_pose real = seen_from(toi_motion_pose(&a->motion, t), toi_motion_pose(&b->motion, t));
        toi_pose model = toi_motion_pose(&screw, t);
        for (int k = 0; k < count; ++k) {
            toi_vec3 d = v3_sub(toi_pose_point(real, corners[k]), toi_pose_point(model, corners[k]));
            most = fmax(most, v3_length(d));
        }
    }
    return most;
}

static toi_pose random_pose(test_random* random, double far)
{
    double x = random_between(random, -far, far), y = random_between(random, -far, far);
    return (toi_pose){{x, y, random_between(random, -far, far)}, random_turn(random)};
}

// A motion between poses not more than about `turn` apart.
static toi_motion random_between_poses(test_random* random, double far, double turn, int path)
{
    toi_motion m = {.kind = TOI_MOTION_BETWEEN, .path = (toi_path)path, .pose = random_pose(random, far)};
    m.end = random_pose(random, far);
    double x = random_between(random, -1, 1), y = random_between(random, -1, 1);
    toi_quat q = turn_about(x, y, 0.3, random_between(random, 0.0, turn));
    m.end.quaternion = q_mul(q, m.pose.quaternion);
    return m;
}

static void the_error_of_the_screw_bounds_how_far_it_is_off(void** state)
{
    (void)state;
    test_random random = random_start(51);
    toi_mesh* box = make_box(0.5, 0.3, 0.2);
    double tightest = 1e9, sum = 0.0;
    toi_vec3 corners[8];
    for (int i = 0; i < 8; ++i) {
        corners[i] = v3(i & 1 ? 0.5 : -0.5, i & 2 ? 0.3 : -0.3, i & 4 ? 0.2 : -0.2);
    }
    for (int i = 0; i < 300; ++i) {
        double turn = i % 3 == 0 ? 0.1 : (i % 3 == 1 ? 1.0 : 3.0);
        toi_body a = {.mesh = box, .motion = random_between_poses(&random, 1.0, turn, i % 3)};
        toi_body b = {.mesh = box, .motion = random_between_poses(&random, 1.0, turn, i / 3 % 3)};
        toi_query_def def = {.relative_screw = true};
        ask_all(&a, &b, &def, &all);
        double most = largest_difference(&a, &b, corners, 8);
        assert_true(most <= all.result.model_error * (1.0 + 1e-9) + 1e-12);
        tightest = fmin(tightest, all.result.model_error / most);
        sum += all.result.model_error / most;
    }
    printf("the bound is %.3g to on average %.3g times the largest difference\n", tightest, sum / 300.0);
    toi_mesh_destroy(box);
}

// ---- pieces

static bool is_twice(const toi_contact* x, const toi_contact* y)
{
    return x->kind == y->kind && same_feature(x->a, y->a) && same_feature(x->b, y->b) &&
           x->entering == y->entering && fabs(x->time - y->time) < 1e-6;
}

// A clear contact of one accuracy is one of any other.
static bool is_in(const toi_contact* c, const all_answer* other, double error)
{
    double room = 2.0 * error / fabs(c->approach) + 1e-9;
    for (uint32_t i = 0; i < other->count; ++i) {
        const toi_contact* o = &other->contacts[i];
        if (c->kind == o->kind && same_feature(c->a, o->a) && same_feature(c->b, o->b) &&
            fabs(c->time - o->time) <= room) {
            return true;
        }
    }
    return false;
}

// Every contact of a coarse answer within its error, once, and in the fine one where that can be told.
// Returns how many that were.
static uint32_t check_coarse(double error)
{
    uint32_t compared = 0;
    assert_true(all.result.model_error <= error);
    for (uint32_t n = 0; n < all.count; ++n) {
        const toi_contact* c = &all.contacts[n];
        assert_true(c->model_error <= error && c->model_error > 0.0);
        for (uint32_t m = 0; m < n; ++m) {
            assert_false(is_twice(c, &all.contacts[m]));
        }
        bool clear = fabs(c->approach) > 0.3 && c->properness > 0.2 && c->time > 0.01 && c->time < 0.99;
        if (clear && error < 1e-3) {
            ++compared;
            assert_true(is_in(c, &fine, error));
        }
    }
    return compared;
}

static void contacts_of_pieces_are_listed_once_and_within_their_error(void** state)
{
    (void)state;
    test_random random = random_start(52);
    toi_mesh *box = make_box(0.5, 0.3, 0.2), *spike = make_spike(v3(0, 0, 0), v3(0.3, 0.2, 0.7), 0.4);
    static const double errors[] = {3e-3, 1e-4, 1e-6};
    uint32_t contacts = 0, compared = 0;
    for (int i = 0; i < 60; ++i) {
        toi_body a = {.mesh = box, .motion = random_between_poses(&random, 0.5, 1.5, i % 3)};
        toi_body b = {.mesh = i % 2 == 0 ? box : spike,
                      .motion = random_between_poses(&random, 0.4, 1.5, 1 + i % 2)};
        b.motion.pose.position.x += 1.5;
        toi_query_def def = {.max_model_error = 1e-7, .leaving = i % 4 == 0};
        ask_all(&a, &b, &def, &fine);
        for (int k = 0; k < 3; ++k) {
            def.max_model_error = errors[k];
            ask_all(&a, &b, &def, &all);
            compared += check_coarse(errors[k]);
            contacts += all.count;
        }
    }
    printf("%u contacts, %u compared\n", contacts, compared);
    assert_true(contacts > 100 && compared > 40);
    toi_mesh_destroy(box);
    toi_mesh_destroy(spike);
}

// A box that slides and turns on a floor, which is no screw: each lower corner stays in touch throughout.
static void a_touch_that_lasts_goes_on_over_joints(void** state)
{
    (void)state;
    toi_mesh *box = make_box(0.5, 0.3, 0.2), *floor = make_box(5, 5, 1);
    toi_body a = at_rest(floor, v3(0, 0, -1), upright);
    toi_body b = {.mesh = box,
                  .motion = {.kind = TOI_MOTION_BETWEEN, .path = TOI_PATH_SLERP, .pose = at(-1, 0.3, 0.2)}};
    b.motion.end = (toi_pose){{1.5, -0.4, 0.2}, turn_about(0, 0, 1, 1.3)};
    ask_all(&a, &b, NULL, &all);
    assert_all(&all, 4, TOI_ANSWER_CONTACT, TOI_START_TOUCHING);
    for (uint32_t i = 0; i < 4; ++i) {
        const toi_contact* c = &all.contacts[i];
        assert_true(c->kind == TOI_CONTACT_FV && c->sustained && c->time == 0.0 && c->until == 1.0);
    }
    assert_true(all.result.model_error > 0.0);
    toi_mesh_destroy(box);
    toi_mesh_destroy(floor);
}

static void a_limit_of_work_leaves_undecided_and_never_clear(void** state)
{
    (void)state;
    test_random random = random_start(53);
    toi_mesh* box = make_box(0.5, 0.3, 0.2);
    uint32_t undecided = 0;
    for (int i = 0; i < 40; ++i) {
        toi_body a = {.mesh = box, .motion = random_between_poses(&random, 0.5, 1.5, i % 3)};
        toi_body b = {.mesh = box, .motion = random_between_poses(&random, 1.0, 1.5, 1)};
        b.motion.pose.position.x += 1.5;
        ask_all(&a, &b, NULL, &fine);
        for (uint32_t steps = 1; steps < 3000; steps *= 3) {
            toi_query_def def = {.max_steps = steps};
            ask_all(&a, &b, &def, &all);
            const toi_result* r = &all.result;
            undecided += r->answer == TOI_ANSWER_UNDECIDED;
            assert_true(r->answer != TOI_ANSWER_CLEAR || fine.result.answer == TOI_ANSWER_CLEAR);
            assert_true(r->answer != TOI_ANSWER_UNDECIDED || r->t_free < 1.0);
            if (fine.result.answer == TOI_ANSWER_CONTACT) {
                assert_true(r->t_free <= fine.result.t_hit + 1e-9);
            }
        }
    }
    printf("%u undecided\n", undecided);
    assert_true(undecided > 40);
    toi_mesh_destroy(box);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(the_screw_of_two_turning_cubes_is_told_with_its_error),
        cmocka_unit_test(the_error_of_the_screw_bounds_how_far_it_is_off),
        cmocka_unit_test(contacts_of_pieces_are_listed_once_and_within_their_error),
        cmocka_unit_test(a_touch_that_lasts_goes_on_over_joints),
        cmocka_unit_test(a_limit_of_work_leaves_undecided_and_never_clear),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
