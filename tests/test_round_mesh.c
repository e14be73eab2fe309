// Exact balls and cylinders against polygons inside and outside of them: under random screws the first
// contact of the exact shape is never before that of the outer polygons and never after that of the inner
// ones, which another method finds.

#include "round_support.h"
#include "support/screw_pairs.h"

enum { PAIRS = 120 };

typedef struct tally {
    uint32_t asked, hits, missed, early, late;
    double widest;
} tally;

// A shape with polygons inside and outside of it; a mesh is its own.
typedef struct solid {
    toi_mesh* exact;
    toi_mesh *inner, *outer;
} solid;

static solid make_solid(toi_mesh* exact, double accuracy)
{
    solid s = {exact, NULL, NULL};
    assert_int_equal(toi_mesh_create_tessellation(exact, false, accuracy, NULL, &s.inner, NULL), TOI_OK);
    assert_int_equal(toi_mesh_create_tessellation(exact, true, accuracy, NULL, &s.outer, NULL), TOI_OK);
    return s;
}

static void free_solid(solid* s)
{
    toi_mesh_destroy(s->inner);
    toi_mesh_destroy(s->outer);
    toi_mesh_destroy(s->exact);
}

static double first_time(const toi_body* a, const toi_body* b)
{
    toi_result r;
    toi_query_def def = {.solid = true}; // what starts inside touches from inside
    assert_int_equal(toi_first_contact(a, b, &def, &r), TOI_OK);
    if (r.start != TOI_START_FREE) {
        return -1.0;
    }
    return r.answer == TOI_ANSWER_CONTACT ? r.t_hit : 2.0;
}

static void compare(const solid* a, const solid* b, const toi_motion* pose_a, const toi_motion* motion,
                    tally* t)
{
    static found f;
    toi_body exact_a = {.mesh = a->exact, .motion = *pose_a}, exact_b = {.mesh = b->exact, .motion = *motion};
    toi_body outer_a = {.mesh = a->outer, .motion = *pose_a}, outer_b = {.mesh = b->outer, .motion = *motion};
    toi_body inner_a = {.mesh = a->inner, .motion = *pose_a}, inner_b = {.mesh = b->inner, .motion = *motion};
    double outer = first_time(&outer_a, &outer_b), inner = first_time(&inner_a, &inner_b);
    if (outer < 0.0 || inner < 0.0) {
        return;
    }
    find_all(&exact_a, &exact_b, (toi_query_def){0}, &f);
    double time = f.result.answer == TOI_ANSWER_CONTACT ? f.result.t_hit : 2.0;
    ++t->asked;
    t->hits += time < 2.0;
    t->missed += inner < 2.0 && time == 2.0;
    bool early = time<outer - 1e-7, late = time> inner + 1e-7;
    t->early += early;
    t->late += late;
    t->widest = time < 2.0 && inner < 2.0 ? fmax(t->widest, inner - outer) : t->widest;
    if (early || late) {
        printf("pair %u: %.12g not from %.12g to %.12g\n", t->asked, time, outer, inner);
        if (getenv("TOI_ROUND_PRINT") != NULL) {
            print_found(&f);
        }
    }
}

static void run(solid* a, solid* b, const char* what, uint64_t seed)
{
    test_random random = random_start(seed);
    tally t = {0};
    uint32_t pairs = getenv("TOI_ROUND_PAIRS") != NULL ? (uint32_t)atoi(getenv("TOI_ROUND_PAIRS")) : PAIRS;
    for (uint32_t i = 0; i < pairs; ++i) {
        toi_motion rest = {.kind = TOI_MOTION_STATIC, .pose = random_pose(&random, 0.2)};
        toi_motion motion = random_screw(&random);
        if (i % 2 == 0) {
            compare(a, b, &rest, &motion, &t);
        } else {
            compare(b, a, &rest, &motion, &t);
        }
    }
    printf("%s: %u pairs, %u hits, %u missed, %u early, %u late, widest bracket %.2g\n", what, t.asked,
           t.hits, t.missed, t.early, t.late, t.widest);
    assert_true(t.hits * 5 >= t.asked);
    assert_int_equal(t.missed + t.early + t.late, 0);
}

static void run_with_mesh(solid s, sp_family family, const char* what, uint64_t seed)
{
    sp_shapes shapes;
    sp_shapes_init(&shapes, family);
    solid mesh = {shapes.mesh[0], shapes.mesh[0], shapes.mesh[0]};
    run(&mesh, &s, what, seed);
    sp_shapes_release(&shapes);
    free_solid(&s);
}

static void balls_meet_meshes_between_their_polygons(void** state)
{
    (void)state;
    run_with_mesh(make_solid(make_ball(0.7), 0.003), SP_CUBES, "ball and cube", 1);
    run_with_mesh(make_solid(make_ball(0.3), 0.002), SP_CARS, "ball and car", 2);
    run_with_mesh(make_solid(make_ball(0.4), 0.004), SP_TORI, "ball and torus", 3);
}

static void cylinders_meet_meshes_between_their_polygons(void** state)
{
    (void)state;
    run_with_mesh(make_solid(make_cylinder(0.5, 0.7), 0.003), SP_CUBES, "cylinder and cube", 5);
    run_with_mesh(make_solid(make_cylinder(0.4, 0.05), 0.003), SP_CUBES, "coin and cube", 6);
    run_with_mesh(make_solid(make_cylinder(0.1, 0.5), 0.001), SP_CARS, "rod and car", 7);
    run_with_mesh(make_solid(make_cylinder(0.3, 0.2), 0.002), SP_TORI, "cylinder and torus", 8);
}

static void run_round(toi_mesh* a, toi_mesh* b, const char* what, uint64_t seed)
{
    solid s[2] = {make_solid(a, 0.004), make_solid(b, 0.003)};
    run(&s[0], &s[1], what, seed);
    free_solid(&s[0]);
    free_solid(&s[1]);
}

static void round_shapes_meet_each_other_between_their_polygons(void** state)
{
    (void)state;
    run_round(make_ball(0.9), make_ball(0.3), "ball and ball", 4);
    run_round(make_ball(0.4), make_cylinder(0.5, 0.6), "ball and cylinder", 9);
    run_round(make_ball(0.7), make_cylinder(0.6, 0.05), "ball and coin", 10);
    run_round(make_cylinder(0.5, 0.6), make_cylinder(0.4, 0.5), "cylinder and cylinder", 11);
    run_round(make_cylinder(0.1, 1.0), make_cylinder(0.15, 0.8), "rod and rod", 12);
    run_round(make_cylinder(0.7, 0.05), make_cylinder(0.6, 0.08), "coin and coin", 13);
    run_round(make_cylinder(0.7, 0.05), make_cylinder(0.1, 0.8), "coin and rod", 14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_meet_meshes_between_their_polygons),
        cmocka_unit_test(cylinders_meet_meshes_between_their_polygons),
        cmocka_unit_test(round_shapes_meet_each_other_between_their_polygons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
