// The oracle itself: closed forms, brute force over all triangles, and planted faults that it must find.

#include "cmocka_toi.h"

#include "support/generate.h"

static gen_pair pair;

static void make_box(double hx, double hy, double hz, oracle_mesh* mesh)
{
    static const uint32_t triangles[12][3] = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5},
                                              {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                              {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
    double v[24];
    for (int i = 0; i < 8; ++i) {
        v[3 * i] = i & 1 ? hx : -hx;
        v[3 * i + 1] = i & 2 ? hy : -hy;
        v[3 * i + 2] = i & 4 ? hz : -hz;
    }
    oracle_mesh_init(mesh, v, 8, triangles, 12);
}

static toi_motion slide(double x, double by)
{
    return (toi_motion){
        .kind = TOI_MOTION_TRANSLATION, .pose = {{x, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, .by = {by, 0.0, 0.0}};
}

static void distances_of_boxes_are_those_of_closed_forms(void** state)
{
    (void)state;
    oracle_mesh mesh;
    oracle_pair p;
    make_box(1.0, 1.0, 1.0, &mesh);
    toi_motion a = slide(0.0, 0.0), b = slide(10.0, -5.0);
    oracle_pair_init(&p, &mesh, &a, &mesh, &b);
    assert_near((double)oracle_pair_distance(&p, 0.0, HUGE_VALL).distance, 8.0, 1e-18);
    assert_near((double)oracle_pair_distance(&p, 1.0, HUGE_VALL).distance, 3.0, 1e-18);
    // Turned by 45 degrees about z an edge faces the box; about z and x a corner does.
    b.pose.quaternion = (toi_quat){cos(M_PI / 8), 0.0, 0.0, sin(M_PI / 8)};
    assert_near((double)oracle_pair_distance(&p, 0.0, HUGE_VALL).distance, 9.0 - sqrt(2.0), 1e-15);
    b.pose.position = (toi_vec3){4.0, 5.0, 6.0};
    b.pose.quaternion = (toi_quat){1.0, 0.0, 0.0, 0.0};
    assert_near((double)oracle_pair_distance(&p, 0.0, HUGE_VALL).distance, sqrt(4.0 + 9.0 + 16.0), 1e-15);
    oracle_mesh_release(&mesh);
}

static void crossed_edges_have_the_distance_of_their_lines(void** state)
{
    (void)state;
    rvec a[3] = {{-1, 0, 0}, {1, 0, 0}, {0, 0, -5}},
         b[3] = {{0.25L, -1, 0.5L}, {0.25L, 1, 0.5L}, {0.25L, 0, 5}};
    oracle_closest c = oracle_triangle_distance(a, b);
    assert_near((double)c.distance, 0.5, 1e-18);
    assert_near((double)c.p.x, 0.25, 1e-18);
    assert_false(oracle_triangles_cross(a, b, 0.0L));
    for (int i = 0; i < 3; ++i) {
        b[i].z -= 0.75L;
    }
    assert_near((double)oracle_triangle_distance(a, b).distance, 0.0, 0.0);
    assert_true(oracle_triangles_cross(a, b, 0.01L));
    assert_false(oracle_triangles_cross(a, b, 0.3L));
}

static real brute_distance(const oracle_pair* p, double t)
{
    oracle_frame f = oracle_pair_frame(p, t);
    real best = HUGE_VALL;
    for (uint32_t i = 0; i < p->mesh_a->triangle_count; ++i) {
        for (uint32_t k = 0; k < p->mesh_b->triangle_count; ++k) {
            rvec a[3], b[3];
            for (int c = 0; c < 3; ++c) {
                a[c] = p->mesh_a->vertices[p->mesh_a->triangles[i][c]];
                b[c] = p->mesh_b->vertices[p->mesh_b->triangles[k][c]];
                b[c] = r3_add(rm_apply(&f.turn, b[c]), f.position);
            }
            best = r_min(best, oracle_triangle_distance(a, b).distance);
        }
    }
    return best;
}

static void the_tree_finds_what_brute_force_finds(void** state)
{
    (void)state;
    for (uint64_t i = 0; i < 60; ++i) {
        oracle_mesh a, b;
        oracle_pair p;
        gen_pair_random(7, i, false, &pair);
        gen_oracle_mesh(&pair.a, &a);
        gen_oracle_mesh(&pair.b, &b);
        oracle_pair_init(&p, &a, &pair.motion_a, &b, &pair.motion_b);
        for (double t = 0.0; t <= 1.0 && a.triangle_count * b.triangle_count < 4000; t += 0.25) {
            real d = oracle_pair_distance(&p, t, HUGE_VALL).distance, truth = brute_distance(&p, t);
            assert_true(fabsl(d - truth) <= 0x1p-58L * p.magnitude);
        }
        oracle_mesh_release(&a);
        oracle_mesh_release(&b);
    }
}

// Two programs that share nothing agree on where a body is.
static void poses_are_those_of_the_library(void** state)
{
    (void)state;
    gen_random random = {random_start(11).state};
    gen_lists lists;
    for (int i = 0; i < 2000; ++i) {
        toi_motion m;
        gen_motion_random(&random, 1.0, 3.0, &m, &lists);
        oracle_track track = {&m, {0.0, 0.0, 0.0}};
        double t = gen_unit(&random);
        oracle_pose pose = oracle_track_pose(&track, t);
        toi_pose other = toi_motion_pose(&m, t);
        toi_vec3 v = gen_direction(&random), y = toi_pose_point(other, v);
        rvec x = oracle_pose_point(&pose, r3_wide(v));
        assert_true(r3_length(r3_sub(x, r3_wide(y))) < 1e-13L);
    }
}

static void bounds_on_speed_hold(void** state)
{
    (void)state;
    gen_random random = {random_start(12).state};
    gen_lists lists;
    for (int i = 0; i < 2000; ++i) {
        toi_motion m;
        gen_motion_random(&random, 1.0, 3.0, &m, &lists);
        oracle_track track = {&m, {0.0, 0.0, 0.0}};
        double t = 0.99 * gen_unit(&random), h = oracle_track_next_break(&track, t, t + 1e-4) - t;
        oracle_speed most = oracle_track_speed(&track, 1.0L, t, t + h);
        rvec v = r3_wide(gen_direction(&random)), x[3];
        for (int k = 0; k < 3; ++k) {
            oracle_pose pose = oracle_track_pose(&track, t + k * 0.5 * h);
            x[k] = oracle_pose_point(&pose, v);
        }
        real s = 2.0L / (real)h;
        rvec first = r3_scale(s, r3_sub(x[1], x[0])), second = r3_scale(s, r3_sub(x[2], x[1]));
        assert_true(r3_length(first) <= most.speed * (1.0L + 1e-9L) + 1e-9L);
        if (h > 1e-5) {
            assert_true(s * r3_length(r3_sub(second, first)) <= most.acceleration * (1.0L + 1e-6L) + 1e-5L);
        }
    }
}

// Two unit boxes that meet at t = 0.6, and an answer about them.
static oracle_fault judged(const toi_result* result, double separation)
{
    oracle_mesh mesh;
    oracle_pair p;
    oracle_effort effort = {48, 24, 400, 1e-7L};
    make_box(1.0, 1.0, 1.0, &mesh);
    // Turned about x, so that faces that meet are crossed by edges.
    toi_motion a = slide(0.0, 0.0), b = slide(8.0, -10.0);
    a.pose.quaternion = (toi_quat){0.9, 0.1, 0.2, 0.3};
    oracle_pair_init(&p, &mesh, &a, &mesh, &b);
    oracle_fault fault = oracle_judge(&p, result, separation, &effort).fault;
    oracle_mesh_release(&mesh);
    return fault;
}

// The time at which they meet, by bisection of the distance.
static double meeting_time(double distance)
{
    oracle_mesh mesh;
    oracle_pair p;
    make_box(1.0, 1.0, 1.0, &mesh);
    toi_motion a = slide(0.0, 0.0), b = slide(8.0, -10.0);
    a.pose.quaternion = (toi_quat){0.9, 0.1, 0.2, 0.3};
    oracle_pair_init(&p, &mesh, &a, &mesh, &b);
    double low = 0.0, high = 0.8;
    for (int i = 0; i < 60; ++i) {
        double middle = 0.5 * (low + high);
        bool apart = oracle_pair_distance(&p, middle, HUGE_VALL).distance > (real)distance;
        *(apart ? &low : &high) = middle;
    }
    oracle_mesh_release(&mesh);
    return low;
}

static void planted_faults_are_found(void** state)
{
    (void)state;
    double t = meeting_time(1e-9);
    toi_result right = {.answer = TOI_ANSWER_CONTACT,
                        .start = TOI_START_FREE,
                        .t_free = t,
                        .t_hit = t,
                        .gap = 1e-9,
                        .kind = TOI_CONTACT_VF,
                        .a.kind = TOI_FEATURE_VERTEX,
                        .b.kind = TOI_FEATURE_FACE,
                        .normal = {1.0, 0.0, 0.0},
                        .work = {.tolerance = 2e-9, .rounding = 1e-15}};
    assert_int_equal(judged(&right, 0.0), ORACLE_RIGHT);
    toi_result r = right;
    r.t_free = r.t_hit = t + 3e-9;
    r.gap = 0.0;
    assert_int_equal(judged(&r, 0.0), ORACLE_LATE);
    r = right;
    r.t_free = r.t_hit = t - 1e-8;
    assert_int_equal(judged(&r, 0.0), ORACLE_FALSE);
    r = right;
    r.gap = 0.5e-9;
    assert_int_equal(judged(&r, 0.0), ORACLE_WRONG_GAP);
    r = right;
    r.answer = TOI_ANSWER_CLEAR;
    r.t_free = 1.0;
    r.gap = 0.0;
    assert_int_equal(judged(&r, 0.0), ORACLE_MISSED);
    r = right;
    r.start = TOI_START_OVERLAPPING;
    assert_int_equal(judged(&r, 0.0), ORACLE_WRONG_START);
    r = right;
    r.t_hit = 0.0;
    assert_int_equal(judged(&r, 0.0), ORACLE_MALFORMED);
    // With a separation the same answer is late.
    assert_int_equal(judged(&right, 0.25), ORACLE_LATE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_of_boxes_are_those_of_closed_forms),
        cmocka_unit_test(crossed_edges_have_the_distance_of_their_lines),
        cmocka_unit_test(the_tree_finds_what_brute_force_finds),
        cmocka_unit_test(poses_are_those_of_the_library),
        cmocka_unit_test(bounds_on_speed_hold),
        cmocka_unit_test(planted_faults_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
