// Bodies that deform: where toi_body_vertices has their vertices, against long double; and the box of the
// whole motion, against samples and against the box of both ends.

#include "cmocka_toi.h"

#include "math/rounding.h"
#include "mesh_samples.h"
#include "motion/bounds.h"
#include "motion/vertices.h"
#include "support/motion_reference.h"
#include "toi/query.h"

#include <float.h>

enum { CORNERS = 12 };

// A strip of triangles with random corners, the last of which no face has, and random ends.
typedef struct cloth {
    toi_mesh* mesh;
    toi_vec3 to[CORNERS];
    toi_body body;
} cloth;

static toi_vec3 random_corner(test_random* random, toi_vec3 middle, double size)
{
    double x = random_between(random, -size, size);
    double y = random_between(random, -size, size);
    double z = random_between(random, -size, size);
    return v3_add(middle, (toi_vec3){x, y, z});
}

static void make_cloth(test_random* random, cloth* c)
{
    mesh_sample s = {.vertices = NULL};
    toi_vec3 middle = random_vector(random, 1e-3, 1e3);
    double size = random_size(random, 1e-2, 1e2);
    for (uint32_t i = 0; i < CORNERS; ++i) {
        toi_vec3 v = random_corner(random, middle, size);
        sample_vertex(&s, v.x, v.y, v.z);
        c->to[i] = i % 4 == 3 ? v : random_corner(random, middle, size); // some stay where they are
    }
    for (uint32_t i = 0; i + 3 < CORNERS; ++i) {
        sample_face(&s, (uint32_t[]){i, i + 1, i + 2}, 3);
    }
    c->mesh = sample_mesh(&s);
    toi_pose pose = random_pose(random, 1e-3, 1e3);
    toi_motion deforms = {.kind = TOI_MOTION_VERTICES, .pose = pose, .to = c->to, .to_count = CORNERS};
    c->body = (toi_body){.mesh = c->mesh, .motion = deforms};
}

static void assert_bits(toi_vec3 a, toi_vec3 b)
{
    assert_memory_equal(&a, &b, sizeof a);
}

static double random_double(test_random* random)
{
    double x = 0.0;
    do {
        uint64_t bits = random_bits(random);
        memcpy(&x, &bits, sizeof x);
    } while (!isfinite(x));
    return x;
}

// ---- the formula

static void a_coordinate_is_within_its_bound_of_the_line_and_never_outside_of_its_ends(void** state)
{
    (void)state;
    test_random random = random_start(61);
    double worst = 0.0;
    for (int i = 0; i < 200000; ++i) {
        bool wild = i % 4 == 0;
        double x = wild ? random_double(&random) : random_between(&random, -1.0, 1.0);
        double y = wild ? random_double(&random) : random_between(&random, -1.0, 1.0);
        double t = i % 8 == 1 ? 0x1p-60 * random_unit(&random) : random_unit(&random);
        double at = ti_between(x, y, t);
        assert_true(at >= fmin(x, y) && at <= fmax(x, y));
        // 64 bits: the products of a 53-bit t are not exact, but a thousandth of the bound off.
        real line = (1.0L - (real)t) * (real)x + (real)t * (real)y;
        double largest = fmax(fabs(x), fabs(y));
        real bound = 3.0L * (real)TI_U * (real)largest + (real)DBL_TRUE_MIN;
        assert_true(fabsl((real)at - line) <= bound * 1.001L);
        worst = fmax(worst, largest > 1e-290 ? (double)(fabsl((real)at - line) / (real)largest) / TI_U : 0.0);
    }
    printf("largest error %.3f u of the larger end\n", worst);
    assert_true(worst > 1.0); // else the bound is not what is measured
}

static void what_stays_where_it_is_stays_there_bit_for_bit(void** state)
{
    (void)state;
    test_random random = random_start(62);
    for (int i = 0; i < 100000; ++i) {
        double x = i == 0 ? -0.0 : i == 1 ? DBL_MAX : random_double(&random), t = random_unit(&random);
        double at = ti_between(x, x, t);
        assert_memory_equal(&at, &x, sizeof x);
    }
}

static void both_ends_are_the_given_doubles(void** state)
{
    (void)state;
    const double v[9] = {0.1, -1e307, 5e-324, 1e-300, 0.3, -0.7, 1.0, 2.0, 3.0};
    const uint32_t face[3] = {0, 1, 2};
    const toi_vec3 to[3] = {{DBL_MAX, 1e-3, -5e-324}, {0.1, 7.0, -1.0}, {1.0 / 3.0, 1e300, 0.0}};
    toi_mesh_def def = {.vertices = v, .vertex_count = 3, .indices = face, .face_count = 1};
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    toi_motion deforms = {.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to = to, .to_count = 3};
    toi_body body = {.mesh = mesh, .motion = deforms};
    const double times[4] = {0.0, -3.0, 1.0, 2.0};
    for (int k = 0; k < 4; ++k) {
        toi_vec3 at[3];
        assert_int_equal(toi_body_vertices(&body, times[k], at, NULL), TOI_OK);
        for (int i = 0; i < 3; ++i) {
            toi_vec3 end = k < 2 ? (toi_vec3){v[3 * i], v[3 * i + 1], v[3 * i + 2]} : to[i];
            assert_true(v3_equal(at[i], end));
        }
    }
    toi_mesh_destroy(mesh);
}

static void a_vertex_is_deformed_and_then_posed(void** state)
{
    (void)state;
    test_random random = random_start(63);
    for (int i = 0; i < 2000; ++i) {
        cloth c;
        make_cloth(&random, &c);
        double t = i % 16 == 0 ? 0.0 : i % 16 == 1 ? 1.0 : random_unit(&random);
        toi_vec3 at[CORNERS];
        assert_int_equal(toi_body_vertices(&c.body, t, at, NULL), TOI_OK);
        toi_pose pose = toi_motion_pose(&c.body.motion, t);
        toi_pose given = ti_pose_unit(c.body.motion.pose);
        assert_memory_equal(&pose, &given, sizeof pose);
        for (uint32_t k = 0; k < CORNERS; ++k) {
            toi_vec3 v = toi_mesh_vertex(c.mesh, k), w = c.to[k];
            toi_vec3 deformed = {ti_between(v.x, w.x, t), ti_between(v.y, w.y, t), ti_between(v.z, w.z, t)};
            assert_bits(at[k], toi_pose_point(pose, deformed));
            vec line = add(times(1.0L - (real)t, wide(v)), times((real)t, wide(w)));
            vec exact = add(wide(pose.position), rotate_by_polynomial(pose.quaternion, line));
            real size = length(wide(v)) + length(wide(w)) + length(wide(pose.position));
            assert_true(length(sub(wide(at[k]), exact)) <= 32.0L * (real)TI_U * size);
        }
        toi_mesh_destroy(c.mesh);
    }
}

static void a_scaled_body_deforms_alike(void** state)
{
    (void)state;
    test_random random = random_start(64);
    for (int i = 0; i < 300; ++i) {
        cloth c;
        make_cloth(&random, &c);
        double scale = ti_power_of_two((int)random_below(&random, 400) - 200), t = random_unit(&random);
        double v[3 * CORNERS];
        toi_vec3 to[CORNERS], at[CORNERS], scaled[CORNERS];
        const uint32_t face[3] = {0, 1, 2};
        for (uint32_t k = 0; k < CORNERS; ++k) {
            toi_vec3 x = v3_scale(scale, toi_mesh_vertex(c.mesh, k));
            memcpy(&v[3 * k], &x, sizeof x);
            to[k] = v3_scale(scale, c.to[k]);
        }
        toi_mesh_def def = {.vertices = v, .vertex_count = CORNERS, .indices = face, .face_count = 1};
        toi_mesh* mesh = NULL;
        assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
        toi_body body = {.mesh = mesh, .motion = c.body.motion};
        body.motion.to = to;
        body.motion.pose.position = v3_scale(scale, c.body.motion.pose.position);
        assert_int_equal(toi_body_vertices(&c.body, t, at, NULL), TOI_OK);
        assert_int_equal(toi_body_vertices(&body, t, scaled, NULL), TOI_OK);
        for (uint32_t k = 0; k < CORNERS; ++k) {
            assert_bits(scaled[k], v3_scale(scale, at[k]));
        }
        toi_mesh_destroy(mesh);
        toi_mesh_destroy(c.mesh);
    }
}

// ---- every kind of motion

static void rigid_bodies_have_their_vertices_where_the_pose_takes_them(void** state)
{
    (void)state;
    test_random random = random_start(65);
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create_box((toi_vec3){1, 2, 3}, NULL, &mesh, NULL), TOI_OK);
    for (int i = 0; i < 2000; ++i) {
        toi_key keys[3] = {{.t = 0.25}, {.t = 0.5}, {.t = 0.75}};
        for (int k = 0; k < 3; ++k) {
            keys[k].pose = random_pose(&random, 1e-1, 1e1);
        }
        toi_move moves[2] = {{.by = random_vector(&random, 1e-1, 1e1)},
                             {.kind = TOI_MOVE_ROTATION, .axis = {1, 2, 3}, .angle = 2.0}};
        toi_rational piece = {.rotation = &keys[0].pose.quaternion,
                              .rotation_count = 1,
                              .translation = &moves[0].by,
                              .translation_count = 1};
        toi_body body = {.mesh = mesh, .motion = random_motion(&random)};
        body.motion.kind = (toi_motion_kind)(i % TOI_MOTION_VERTICES);
        body.motion.keys = keys;
        body.motion.key_count = 3;
        body.motion.moves = moves;
        body.motion.move_count = 2;
        body.motion.rationals = &piece;
        body.motion.rational_count = 1;
        double t = random_between(&random, -0.1, 1.1);
        toi_vec3 at[8];
        assert_int_equal(toi_body_vertices(&body, t, at, NULL), TOI_OK);
        toi_pose pose = toi_motion_pose(&body.motion, t);
        for (uint32_t k = 0; k < 8; ++k) {
            assert_bits(at[k], toi_pose_point(pose, toi_mesh_vertex(mesh, k)));
        }
    }
    toi_mesh_destroy(mesh);
}

static void a_round_shape_has_no_vertices_and_does_not_deform(void** state)
{
    (void)state;
    const toi_vec3 to[1] = {{0, 0, 0}};
    toi_mesh* ball = NULL;
    assert_int_equal(toi_mesh_create_sphere(1.0, NULL, &ball, NULL), TOI_OK);
    toi_body body = {.mesh = ball, .motion = {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}};
    assert_int_equal(toi_body_vertices(&body, 0.5, NULL, NULL), TOI_OK);
    body.motion =
        (toi_motion){.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to = to, .to_count = 1};
    assert_int_equal(toi_body_vertices(&body, 0.5, NULL, NULL), TOI_ERROR_INVALID);
    toi_mesh_destroy(ball);
}

// ---- what is refused

static void assert_refused(const toi_body* body, double t, toi_vec3* at, const char* text, uint64_t index)
{
    toi_error error = {0};
    assert_int_equal(toi_body_vertices(body, t, at, NULL), TOI_ERROR_INVALID);
    assert_int_equal(toi_body_vertices(body, t, at, &error), TOI_ERROR_INVALID);
    assert_int_equal(error.status, TOI_ERROR_INVALID);
    assert_int_equal(error.index, index);
    assert_string_equal(error.text, text);
}

static void what_is_wrong_is_refused_by_name_and_leaves_the_output_alone(void** state)
{
    (void)state;
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create_box((toi_vec3){1, 1, 1}, NULL, &mesh, NULL), TOI_OK);
    toi_vec3 to[9] = {{0, 0, 0}}, at[9];
    memset(at, 77, sizeof at);
    toi_vec3 untouched[9];
    memcpy(untouched, at, sizeof at);
    toi_motion deforms = {.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to = to, .to_count = 9};
    toi_body body = {.mesh = mesh, .motion = deforms};
    assert_refused(&body, 0.5, at, "to has 9 end positions, and the mesh has 8 vertices", 8);
    body.motion.to_count = 7;
    assert_refused(&body, 0.5, at, "to has 7 end positions, and the mesh has 8 vertices", 7);
    body.motion.to_count = 0;
    assert_refused(&body, 0.5, at, "to: there are no end positions", 0);
    body.motion.to_count = 8;
    assert_refused(&body, (double)NAN, at, "t is not a number", 0);
    assert_refused(&body, 0.5, NULL, "there is no room for the vertices", 0);
    to[5].z = HUGE_VAL;
    assert_refused(&body, 0.5, at, "to has a number that is not finite", 5);
    to[5].z = 0.0;
    body.motion.to = NULL;
    assert_refused(&body, 0.5, at, "to: there are no end positions", 0);
    body.motion.to = to;
    body.motion.pose.quaternion.w = 0.0;
    assert_refused(&body, 0.5, at, "quaternion is shorter than 1e-6", 0);
    body.motion.pose.quaternion.w = 1.0;
    assert_refused(&(toi_body){.mesh = NULL, .motion = body.motion}, 0.5, at, "there is no mesh", 0);
    assert_refused(NULL, 0.5, at, "there is no body", 0);
    assert_memory_equal(at, untouched, sizeof at);
    assert_int_equal(toi_body_vertices(&body, 0.5, at, NULL), TOI_OK);
    assert_memory_not_equal(at, untouched, sizeof at);
    toi_mesh_destroy(mesh);
}

// ---- the box of the whole motion

static bool holds(const toi_bounds* box, vec p)
{
    return p.x >= (real)box->lower.x && p.y >= (real)box->lower.y && p.z >= (real)box->lower.z &&
           p.x <= (real)box->upper.x && p.y <= (real)box->upper.y && p.z <= (real)box->upper.z;
}

// Exact and posed, seen from the moving frame.
static void assert_held(const cloth* c, const toi_bounds* box, toi_vec3 velocity, double t)
{
    toi_vec3 at[CORNERS];
    toi_pose pose = ti_pose_unit(c->body.motion.pose);
    ti_body_vertices(&c->body, t, at);
    for (uint32_t k = 0; k + 1 < CORNERS; ++k) {
        vec drift = times((real)t, wide(velocity));
        vec line =
            add(times(1.0L - (real)t, wide(toi_mesh_vertex(c->mesh, k))), times((real)t, wide(c->to[k])));
        vec exact = add(wide(pose.position), rotate_by_polynomial(pose.quaternion, line));
        assert_true(holds(box, sub(exact, drift)));
        assert_true(holds(box, sub(wide(at[k]), drift)));
    }
}

static void the_box_holds_the_body_at_every_time(void** state)
{
    (void)state;
    test_random random = random_start(66);
    for (int i = 0; i < 1000; ++i) {
        cloth c;
        make_cloth(&random, &c);
        toi_vec3 velocity = {0.0, 0.0, 0.0};
        if (i % 2 == 1) {
            velocity = random_vector(&random, 1e-2, 1e3);
        }
        toi_bounds box = ti_motion_bounds_drifting(&c.body.motion, c.mesh, velocity);
        for (int k = 0; k <= 32; ++k) {
            assert_held(&c, &box, velocity, (double)k / 32.0);
            assert_held(&c, &box, velocity, random_unit(&random));
        }
        toi_mesh_destroy(c.mesh);
    }
}

// The ends are what the box must hold, so nothing smaller would do but for the pad of 32 u.
static void the_box_is_that_of_both_ends_up_to_rounding(void** state)
{
    (void)state;
    test_random random = random_start(67);
    for (int i = 0; i < 500; ++i) {
        cloth c;
        make_cloth(&random, &c);
        toi_bounds box = ti_motion_bounds(&c.body.motion, c.mesh, 0.0);
        toi_vec3 at[2][CORNERS];
        ti_body_vertices(&c.body, 0.0, at[0]);
        ti_body_vertices(&c.body, 1.0, at[1]);
        toi_vec3 lower = at[0][0], upper = lower;
        double size = 0.0;
        for (uint32_t k = 0; k + 1 < CORNERS; ++k) { // not the last, which no face has
            lower = v3_min(lower, v3_min(at[0][k], at[1][k]));
            upper = v3_max(upper, v3_max(at[0][k], at[1][k]));
            size = fmax(size, v3_length(toi_mesh_vertex(c.mesh, k)) + v3_length(c.to[k]));
        }
        double slack = 40.0 * TI_U * (size + v3_length(c.body.motion.pose.position));
        for (int k = 0; k < 3; ++k) {
            double below = (&lower.x)[k] - (&box.lower.x)[k], above = (&box.upper.x)[k] - (&upper.x)[k];
            assert_true(below > 0.0 && below <= slack && above > 0.0 && above <= slack);
        }
        toi_mesh_destroy(c.mesh);
    }
}

static void numbers_near_the_end_of_the_range_give_an_infinite_box(void** state)
{
    (void)state;
    const double v[9] = {0.0};
    const uint32_t face[3] = {0, 1, 2};
    toi_vec3 to[3] = {{0, 0, 0}, {0.3 * DBL_MAX, 0, 0}, {0, 0, 0}};
    toi_mesh_def def = {.vertices = v, .vertex_count = 3, .indices = face, .face_count = 1};
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    toi_motion m = {.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to = to, .to_count = 3};
    toi_bounds box = ti_motion_bounds(&m, mesh, 0.0);
    assert_true(box.lower.y == -HUGE_VAL && box.upper.z == HUGE_VAL);
    to[1].x = 0.2 * DBL_MAX;
    box = ti_motion_bounds(&m, mesh, 0.0);
    assert_true(isfinite(box.lower.x) && isfinite(box.upper.x) && box.upper.x > to[1].x);
    toi_mesh_destroy(mesh);
}

static void motions_that_deform_never_count_as_the_same_or_at_rest(void** state)
{
    (void)state;
    const toi_vec3 to[1] = {{0, 0, 0}};
    toi_motion m = {.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to = to, .to_count = 1};
    toi_motion still = {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY};
    assert_false(ti_motion_rests(&m) || ti_motion_same(&m, &m));
    assert_false(ti_motion_same(&m, &still) || ti_motion_same(&still, &m));
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_coordinate_is_within_its_bound_of_the_line_and_never_outside_of_its_ends),
        cmocka_unit_test(what_stays_where_it_is_stays_there_bit_for_bit),
        cmocka_unit_test(both_ends_are_the_given_doubles),
        cmocka_unit_test(a_vertex_is_deformed_and_then_posed),
        cmocka_unit_test(a_scaled_body_deforms_alike),
        cmocka_unit_test(rigid_bodies_have_their_vertices_where_the_pose_takes_them),
        cmocka_unit_test(a_round_shape_has_no_vertices_and_does_not_deform),
        cmocka_unit_test(what_is_wrong_is_refused_by_name_and_leaves_the_output_alone),
        cmocka_unit_test(the_box_holds_the_body_at_every_time),
        cmocka_unit_test(the_box_is_that_of_both_ends_up_to_rounding),
        cmocka_unit_test(numbers_near_the_end_of_the_range_give_an_infinite_box),
        cmocka_unit_test(motions_that_deform_never_count_as_the_same_or_at_rest),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
