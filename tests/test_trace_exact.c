// The exact oracle of traces: its poses against Arb, its triangles against those of the library, and its
// verdicts on bodies whose gap is a single step of a double.

#include "cmocka_toi.h"
#include "math/triangles.h"
#include "support/exact_motion.h"
#include "support/generate.h"
#include "support/trace_exact.h"
#include "support/whole.h"

static toi_pose random_pose(gen_random* random, double size)
{
    toi_pose p = {.quaternion = gen_quaternion(random)};
    p.position = gen_direction(random);
    double s = size * gen_unit(random);
    p.position = (toi_vec3){s * p.position.x, s * p.position.y, s * p.position.z};
    return p;
}

static void a_pose_keeps_all_lengths_whatever_the_length_of_its_quaternion(void** state)
{
    (void)state;
    const toi_pose pose = {{0.1, -0.2, 1e6}, {0.3, -0.7, 1e-17, 2.5}};
    te_pose p;
    fmpz_t x[3], o[3], unit, origin_unit, length;
    te_pose_init(&p);
    te_pose_set(&p, &pose);
    whole_each(x, whole_init);
    whole_each(o, whole_init);
    fmpz_init(unit);
    fmpz_init(origin_unit);
    fmpz_init(length);
    te_pose_point(o, origin_unit, &p, (toi_vec3){0.0, 0.0, 0.0});
    te_pose_point(x, unit, &p, (toi_vec3){3.0, 4.0, 12.0});
    for (int i = 0; i < 3; ++i) {
        fmpz_mul(x[i], x[i], origin_unit);
        fmpz_submul(x[i], o[i], unit);
    }
    whole_dot(length, x, x);
    fmpz_mul(unit, unit, origin_unit);
    fmpz_mul(unit, unit, unit);
    fmpz_mul_ui(unit, unit, 169);
    assert_true(fmpz_equal(length, unit));
    whole_each(x, whole_clear);
    whole_each(o, whole_clear);
    fmpz_clear(unit);
    fmpz_clear(origin_unit);
    fmpz_clear(length);
    te_pose_clear(&p);
}

// The corner of a mesh at a share of a move lies within 1e-12 of where Arb has it.
static void check_move(gen_random* random, const toi_move* move)
{
    toi_motion m = {.kind = move->kind == TOI_MOVE_ROTATION ? TOI_MOTION_ROTATION : TOI_MOTION_TRANSLATION,
                    .pose = random_pose(random, 20.0),
                    .by = move->by,
                    .point = move->point,
                    .axis = move->axis,
                    .angle = move->angle};
    double share = gen_unit(random);
    exact_pose arb;
    arb_t y[3];
    te_pose p;
    fmpz_t x[3], unit;
    exact_pose_init(&arb);
    te_pose_init(&p);
    whole_each(x, whole_init);
    fmpz_init(unit);
    for (int i = 0; i < 3; ++i) {
        arb_init(y[i]);
    }
    exact_pose_set(&arb, &m, share);
    exact_pose_point(y, &arb, (toi_vec3){1.0, -2.0, 3.0});
    te_pose_set(&p, &m.pose);
    te_pose_move(&p, move, share);
    te_pose_point(x, unit, &p, (toi_vec3){1.0, -2.0, 3.0});
    for (int i = 0; i < 3; ++i) {
        assert_near((double)te_real(x[i], unit), arf_get_d(arb_midref(y[i]), ARF_RND_NEAR), 1e-12);
        arb_clear(y[i]);
    }
    whole_each(x, whole_clear);
    fmpz_clear(unit);
    te_pose_clear(&p);
    exact_pose_clear(&arb);
}

static void poses_on_the_way_are_those_of_the_move(void** state)
{
    (void)state;
    gen_random random = {11};
    for (int i = 0; i < 200; ++i) {
        toi_move move = {.kind = i % 2 ? TOI_MOVE_ROTATION : TOI_MOVE_TRANSLATION};
        move.by = random_pose(&random, 30.0).position;
        move.point = random_pose(&random, 30.0).position;
        move.axis = random_pose(&random, 3.0).position;
        move.angle = gen_between(&random, -9.0, 9.0);
        check_move(&random, &move);
    }
}

// ---- triangles

static void set_corners(te_corners* c, const toi_vec3 t[6])
{
    fmpz_one(c->unit);
    for (int i = 0; i < 6; ++i) {
        fmpz_set_si(c->x[i][0], (slong)t[i].x);
        fmpz_set_si(c->x[i][1], (slong)t[i].y);
        fmpz_set_si(c->x[i][2], (slong)t[i].z);
    }
}

static rvec wide(toi_vec3 v)
{
    return r3_wide(v);
}

// On a small grid nearly everything is degenerate: segments, points, common edges and planes.
static void triangles_on_a_grid_stand_as_the_library_finds_them(void** state)
{
    (void)state;
    test_random random = random_start(5);
    te_corners c;
    fmpq_t d2;
    int seen[3] = {0, 0, 0};
    fmpq_init(d2);
    te_corners_init(&c);
    for (int n = 0; n < 20000; ++n) {
        toi_vec3 t[6];
        rvec w[6];
        uint32_t size = 2 + random_below(&random, 5);
        for (int i = 0; i < 6; ++i) {
            t[i] = (toi_vec3){random_below(&random, size), random_below(&random, size),
                              random_below(&random, size)};
            w[i] = wide(t[i]);
        }
        set_corners(&c, t);
        te_relation found = te_corners_relation(&c);
        ti_meeting expected = ti_triangles_relation(t, t + 3);
        assert_int_equal(found, expected == TI_MEET_APART   ? TE_FREE
                                : expected == TI_MEET_TOUCH ? TE_TOUCHING
                                                            : TE_CROSSING);
        te_corners_distance2(d2, &c);
        real d = oracle_triangle_distance(w, w + 3).distance;
        assert_near(fmpq_get_d(d2), (double)(d * d), 1e-14);
        assert_int_equal(fmpq_is_zero(d2), found != TE_FREE);
        ++seen[found];
    }
    assert_true(seen[0] > 1000 && seen[1] > 1000 && seen[2] > 1000);
    te_corners_clear(&c);
    fmpq_clear(d2);
}

// ---- meshes

static void make_box(gen_shape* s, double x, double y, double z)
{
    static const uint32_t faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    memset(s, 0, sizeof *s);
    for (int i = 0; i < 8; ++i) {
        gen_shape_vertex(s, i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z);
    }
    for (int f = 0; f < 6; ++f) {
        gen_shape_face(s, faces[f], 4);
    }
}

typedef struct boxes {
    oracle_mesh mesh[2];
    te_pair pair;
} boxes;

static void boxes_init(boxes* b, double half_a, double half_b)
{
    gen_shape s;
    make_box(&s, half_a, half_a, half_a);
    gen_oracle_mesh(&s, &b->mesh[0]);
    make_box(&s, half_b, half_b, half_b);
    gen_oracle_mesh(&s, &b->mesh[1]);
    te_pair_init(&b->pair, &b->mesh[0], &b->mesh[1], (toi_vec3){0.0, 0.0, 0.0});
}

static void boxes_release(boxes* b)
{
    te_pair_clear(&b->pair);
    oracle_mesh_release(&b->mesh[0]);
    oracle_mesh_release(&b->mesh[1]);
}

static te_relation relation_at(boxes* b, double x, toi_quat q)
{
    toi_pose pose = {{x, 0.125, -0.25}, q};
    te_pair_place(&b->pair, 0, &pose);
    return te_pair_gap(&b->pair, HUGE_VALL).relation;
}

static void one_step_of_a_double_parts_free_touching_and_crossing(void** state)
{
    (void)state;
    boxes b;
    // A quarter turn whose quaternion is not unit: exact all the same.
    const toi_quat turned = {3.0, 0.0, 3.0, 0.0};
    boxes_init(&b, 1.0, 0.5);
    assert_int_equal(relation_at(&b, 1.5, turned), TE_TOUCHING);
    assert_int_equal(relation_at(&b, nextafter(1.5, 2.0), turned), TE_FREE);
    assert_int_equal(relation_at(&b, nextafter(1.5, 1.0), turned), TE_CROSSING);
    assert_true(b.pair.exact_count > 0);
    boxes_release(&b);
}

static void the_distance_is_enclosed_and_exact(void** state)
{
    (void)state;
    boxes b;
    fmpq_t d2;
    fmpq_init(d2);
    boxes_init(&b, 1.0, 0.5);
    toi_pose pose = {{4.5, 5.5, 1e-30}, {1.0, 0.0, 0.0, 0.0}};
    te_pair_place(&b.pair, 0, &pose);
    te_gap gap = te_pair_gap(&b.pair, HUGE_VALL);
    assert_true(gap.low <= 5.0L && 5.0L <= gap.high && gap.high - gap.low < 1e-15L);
    te_pair_distance2(&b.pair, d2);
    assert_true(fmpq_cmp_si(d2, 25) == 0);
    assert_true(te_pair_gap(&b.pair, 1.0L).low >= 1.0L);
    fmpq_clear(d2);
    boxes_release(&b);
}

static void far_from_zero_a_gap_of_1e_9_is_seen(void** state)
{
    (void)state;
    boxes b;
    boxes_init(&b, 1.0, 0.5);
    b.pair.origin = (toi_vec3){1e9, -1e9, 0.0};
    toi_pose pose[2] = {{{1e9, -1e9, 1.5 + 1e-9}, {1.0, 0.0, 0.0, 0.0}},
                        {{1e9, -1e9, 0.0}, {0.0, 0.0, 0.0, 2.0}}};
    te_pair_place(&b.pair, 0, &pose[0]);
    te_pair_place(&b.pair, 1, &pose[1]);
    te_gap gap = te_pair_gap(&b.pair, HUGE_VALL);
    assert_near((double)gap.low, 1e-9, 1e-15);
    assert_near((double)gap.high, 1e-9, 1e-15);
    boxes_release(&b);
}

static void a_box_is_inside_another_until_its_corner_is_outside(void** state)
{
    (void)state;
    boxes b;
    boxes_init(&b, 0.25, 0.5);
    toi_pose pose = TOI_POSE_IDENTITY;
    te_pair_place(&b.pair, 0, &pose);
    assert_int_equal(te_pair_gap(&b.pair, HUGE_VALL).relation, TE_FREE);
    assert_true(te_pair_inside(&b.pair, 0));
    assert_false(te_pair_inside(&b.pair, 1));
    gen_random random = {3};
    for (int i = 0; i < 2000; ++i) {
        // The first corner of the first triangle is -(1, 1, 1)/4 in the mesh.
        pose.position = random_pose(&random, 1.0).position;
        te_pair_place(&b.pair, 0, &pose);
        const double x[3] = {pose.position.x - 0.25, pose.position.y - 0.25, pose.position.z - 0.25};
        bool inside = fabs(x[0]) < 0.5 && fabs(x[1]) < 0.5 && fabs(x[2]) < 0.5;
        assert_int_equal(te_pair_inside(&b.pair, 0), inside);
    }
    boxes_release(&b);
}

// Random poses of random shapes: the enclosure holds the exact distance, the walk over the trees finds the
// nearest triangles, and what the library says of the start is what the oracle says.
static void random_bodies_have_the_distance_of_their_nearest_triangles(void** state)
{
    (void)state;
    gen_random random = {17};
    gen_shape shape[2];
    fmpq_t d2;
    fmpq_init(d2);
    int met = 0;
    for (int n = 0; n < 150; ++n) {
        oracle_mesh mesh[2];
        te_pair pair;
        for (int k = 0; k < 2; ++k) {
            gen_shape_random(&random, &shape[k]);
            gen_oracle_mesh(&shape[k], &mesh[k]);
        }
        te_pair_init(&pair, &mesh[0], &mesh[1], (toi_vec3){0.0, 0.0, 0.0});
        toi_pose pose = random_pose(&random, 1.5);
        te_pair_place(&pair, 0, &pose);
        te_gap gap = te_pair_gap(&pair, HUGE_VALL);
        real least = HUGE_VALL;
        for (uint32_t i = 0; i < mesh[0].triangle_count * mesh[1].triangle_count; ++i) {
            const uint32_t* t[2] = {mesh[0].triangles[i % mesh[0].triangle_count],
                                    mesh[1].triangles[i / mesh[0].triangle_count]};
            rvec x[6];
            for (int c = 0; c < 6; ++c) {
                x[c] = pair.side[c / 3].vertices[t[c / 3][c % 3]];
            }
            least = r_min(least, oracle_triangle_distance(x, x + 3).distance);
        }
        te_pair_distance2(&pair, d2);
        double d = sqrt(fmpq_get_d(d2));
        assert_near(d, (double)least, 1e-12);
        assert_true((double)gap.low <= d * (1.0 + 1e-15) && d * (1.0 - 1e-15) <= (double)gap.high);
        assert_true(gap.high - gap.low <= 128.0L * pair.error);
        assert_int_equal(gap.relation != TE_FREE, fmpq_is_zero(d2));
        met += gap.relation != TE_FREE;
        te_pair_clear(&pair);
        oracle_mesh_release(&mesh[0]);
        oracle_mesh_release(&mesh[1]);
    }
    assert_true(met > 20 && met < 130);
    fmpq_clear(d2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pose_keeps_all_lengths_whatever_the_length_of_its_quaternion),
        cmocka_unit_test(poses_on_the_way_are_those_of_the_move),
        cmocka_unit_test(triangles_on_a_grid_stand_as_the_library_finds_them),
        cmocka_unit_test(one_step_of_a_double_parts_free_touching_and_crossing),
        cmocka_unit_test(the_distance_is_enclosed_and_exact),
        cmocka_unit_test(far_from_zero_a_gap_of_1e_9_is_seen),
        cmocka_unit_test(a_box_is_inside_another_until_its_corner_is_outside),
        cmocka_unit_test(random_bodies_have_the_distance_of_their_nearest_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
