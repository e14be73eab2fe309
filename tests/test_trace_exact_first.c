// First times from all pairs of features: against closed forms, against first contact of the library, and
// against distances before and after.

#include "cmocka_toi.h"
#include "support/generate.h"
#include "support/trace_first.h"

#include "toi/query.h"

typedef struct scene {
    gen_shape shape[2];
    oracle_mesh mesh[2];
    tf_mesh features[2];
    te_pair pair;
} scene;

static scene s;

static void scene_init(void)
{
    for (int k = 0; k < 2; ++k) {
        gen_oracle_mesh(&s.shape[k], &s.mesh[k]);
        tf_mesh_init(&s.features[k], &s.mesh[k]);
    }
    te_pair_init(&s.pair, &s.mesh[0], &s.mesh[1], (toi_vec3){0.0, 0.0, 0.0});
}

static void scene_release(void)
{
    te_pair_clear(&s.pair);
    for (int k = 0; k < 2; ++k) {
        tf_mesh_release(&s.features[k]);
        oracle_mesh_release(&s.mesh[k]);
    }
}

static real first(const toi_pose* start, const toi_move* move, real level)
{
    te_pair_place(&s.pair, 0, start);
    return tf_first(&s.pair, &s.features[0], &s.features[1], move, level);
}

static void roots_of_a_quartic_are_found_in_order(void** state)
{
    (void)state;
    // (x + 2)(x - 1)(x - 3)(x - 7), of which one root is outside, and (x - 1)^2 (x^2 + 1), which keeps its
    // sign.
    const real c[5] = {-42.0L, 41.0L, 9.0L, -9.0L, 1.0L}, d[5] = {1.0L, -2.0L, 2.0L, -2.0L, 1.0L};
    real roots[4];
    assert_int_equal(tf_roots(c, 4, -1.5L, 10.0L, roots), 3);
    assert_near((double)roots[0], 1.0, 1e-15);
    assert_near((double)roots[1], 3.0, 1e-15);
    assert_near((double)roots[2], 7.0, 1e-15);
    assert_int_equal(tf_roots(d, 4, -2.0L, 2.0L, roots), 0);
}

static void set_point_over_floor(void)
{
    memset(&s.shape, 0, sizeof s.shape);
    gen_shape_vertex(&s.shape[0], 0.0, 0.0, 0.0);
    gen_shape_face(&s.shape[0], (uint32_t[]){0}, 1);
    for (int i = 0; i < 4; ++i) {
        gen_shape_vertex(&s.shape[1], i == 1 || i == 2 ? 128.0 : -128.0, i >= 2 ? 128.0 : -128.0, 0.0);
    }
    gen_shape_face(&s.shape[1], (uint32_t[]){0, 1, 2, 3}, 4);
}

// W7 of notes/trace.md: on the hull of 0.25, an axis 3 below the floor; the arc comes back at the same height
// after pi - 2 atan(3.25/20).
static void an_arc_comes_back_to_the_height_of_its_start(void** state)
{
    (void)state;
    set_point_over_floor();
    scene_init();
    toi_pose start = {{20.0, 0.0, 0.25}, {1.0, 0.0, 0.0, 0.0}};
    double degree = 3.14159265358979323846 / 180.0;
    toi_move move = {.kind = TOI_MOVE_ROTATION,
                     .point = {0.0, 0.0, -3.0},
                     .axis = {0.0, -2.0, 0.0},
                     .angle = 175.0 * degree};
    assert_near((double)first(&start, &move, 0.25L - 1e-15L) * 175.0, 161.540227513, 1e-9);
    move.axis.y = 1.0;
    assert_near((double)first(&start, &move, 0.25L - 1e-15L), 0.0, 1e-15);
    move.axis.y = -1.0;
    move.angle = 161.54 * degree;
    assert_near((double)first(&start, &move, 0.25L - 1e-15L), 2.0, 0.0);
    // Whole turns have been everywhere after one.
    move.angle = 40.0;
    assert_near((double)first(&start, &move, 0.25L - 1e-15L) * 40.0, 161.540227513 * degree, 1e-11);
    scene_release();
}

static toi_pose random_start_pose(gen_random* random)
{
    toi_vec3 d = gen_direction(random);
    double r = gen_between(random, 1.0, 4.0);
    return (toi_pose){{r * d.x, r * d.y, r * d.z}, gen_quaternion(random)};
}

static toi_move random_move(gen_random* random, const toi_pose* start)
{
    toi_move m = {.kind = gen_chance(random, 0.5) ? TOI_MOVE_ROTATION : TOI_MOVE_TRANSLATION};
    toi_vec3 d = gen_direction(random), p = start->position;
    m.by = (toi_vec3){d.x - 1.5 * p.x, d.y - 1.5 * p.y, d.z - 1.5 * p.z};
    m.axis = gen_direction(random);
    m.point = (toi_vec3){gen_between(random, -2, 2), gen_between(random, -2, 2), gen_between(random, -2, 2)};
    m.angle = gen_between(random, -7.0, 7.0);
    return m;
}

static real distance_at(const toi_pose* start, const toi_move* move, real share)
{
    te_pose pose;
    te_pose_init(&pose);
    te_pose_set(&pose, start);
    te_pose_move(&pose, move, (double)share);
    te_pair_place_exact(&s.pair, 0, &pose);
    te_pose_clear(&pose);
    return te_pair_gap(&s.pair, HUGE_VALL).low;
}

// The level is reached there, and nothing is nearer before.
static void check_first(const toi_pose* start, const toi_move* move, real level, real found)
{
    real size = 100.0L * (s.mesh[0].reach + s.mesh[1].reach);
    for (int i = 1; i <= 40; ++i) {
        real share = r_min(found, 1.0L) * (real)i / 40.0L;
        assert_true(distance_at(start, move, share) >= level - 1e-15L * size);
    }
    if (found <= 1.0L) {
        assert_near((double)distance_at(start, move, found), (double)level, 1e-15 * (double)size);
    }
}

static void compare_with_library(const toi_pose* start, const toi_move* move, real level, real found)
{
    toi_mesh* mesh[2] = {gen_toi_mesh(&s.shape[0]), gen_toi_mesh(&s.shape[1])};
    toi_motion moving = {.kind =
                             move->kind == TOI_MOVE_ROTATION ? TOI_MOTION_ROTATION : TOI_MOTION_TRANSLATION,
                         .pose = *start,
                         .by = move->by,
                         .point = move->point,
                         .axis = move->axis,
                         .angle = move->angle};
    toi_body a = {.mesh = mesh[0], .motion = moving};
    toi_body b = {.mesh = mesh[1], .motion = {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}};
    toi_query_def def = {.separation = (double)level, .tolerance = 1e-9};
    toi_result r;
    assert_int_equal(toi_first_contact(&a, &b, &def, &r), TOI_OK);
    if (r.answer == TOI_ANSWER_CLEAR) {
        assert_true(found > 1.0L);
    } else if (r.answer == TOI_ANSWER_CONTACT) {
        // The library stops within its tolerance; no later, and where the distance says so.
        assert_true(r.t_free <= (double)found + 1e-12);
        assert_near((double)distance_at(start, move, (real)r.t_free), (double)level, 1.1e-9);
    }
    toi_mesh_destroy(mesh[0]);
    toi_mesh_destroy(mesh[1]);
}

static void first_times_are_those_of_the_library_and_of_the_distance(void** state)
{
    (void)state;
    gen_random random = {23};
    int hits = 0, misses = 0;
    for (int n = 0; n < 120; ++n) {
        do {
            gen_shape_random(&random, &s.shape[0]);
        } while (s.shape[0].triangle_count > 40);
        do {
            gen_shape_random(&random, &s.shape[1]);
        } while (s.shape[1].triangle_count > 100);
        scene_init();
        toi_pose start = random_start_pose(&random);
        toi_move move = random_move(&random, &start);
        te_pair_place(&s.pair, 0, &start);
        te_gap gap = te_pair_gap(&s.pair, HUGE_VALL);
        real level = gap.low * (real)gen_size(&random, 1e-3, 0.5);
        if (gap.relation == TE_FREE && s.mesh[0].reach < 10.0L && s.mesh[1].reach < 10.0L) {
            real found = first(&start, &move, level);
            check_first(&start, &move, level, found);
            compare_with_library(&start, &move, level, found);
            hits += found <= 1.0L;
            misses += found > 1.0L;
        }
        scene_release();
    }
    printf("%d hits, %d misses\n", hits, misses);
    assert_true(hits > 20 && misses > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots_of_a_quartic_are_found_in_order),
        cmocka_unit_test(an_arc_comes_back_to_the_height_of_its_start),
        cmocka_unit_test(first_times_are_those_of_the_library_and_of_the_distance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
