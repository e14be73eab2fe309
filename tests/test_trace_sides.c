// Faces of one side: what docs/methods/trace.md promises of them, against closed forms. The sheets are so
// large, or the ways so short, that only their planes matter, but where a rim is meant.

#include "hand.h"
#include "math/vec3.h"
#include "support/trace_shapes.h"

#include "toi/trace.h"

static const double SEPARATION = 1e-3, TOLERANCE = 1e-5;

static toi_mesh* make_shape(void (*fill)(gen_shape*))
{
    static gen_shape shape;
    fill(&shape);
    toi_mesh* mesh = gen_toi_mesh(&shape);
    assert_non_null(mesh);
    return mesh;
}

static void fill_sheet(gen_shape* shape)
{
    ts_make_quad(shape, 100.0, 100.0);
}

// Two triangles, so that it is no hull.
static void fill_pieces(gen_shape* shape)
{
    static const double flat[4] = {0.0, 0.0, 0.0, 0.0};
    ts_make_level(shape, 1, 200.0, flat);
}

static void shrink(gen_shape* shape)
{
    for (uint32_t i = 0; i < 3 * shape->vertex_count; ++i) {
        shape->vertices[i] *= 0.0625;
    }
}

static void fill_bracket(gen_shape* shape)
{
    ts_make_still(TS_LSHAPE, shape);
    shrink(shape);
}

static void fill_hull(gen_shape* shape)
{
    ts_make_moving(TS_OCTHULL, shape);
    shrink(shape);
}

static void fill_point(gen_shape* shape)
{
    ts_make_point(shape);
}

static void fill_small(gen_shape* shape)
{
    ts_make_box(shape, 1.0, 1.0, 1.0);
}

static void fill_box(gen_shape* shape)
{
    ts_make_box(shape, 100.0, 100.0, 3.0);
}

// A floor that looks up and a wall at x = 50 that looks back.
static void fill_corner(gen_shape* shape)
{
    static const uint32_t faces[2][4] = {{0, 1, 2, 3}, {1, 4, 5, 2}};
    memset(shape, 0, sizeof *shape);
    gen_shape_vertex(shape, -100.0, -100.0, 0.0);
    gen_shape_vertex(shape, 50.0, -100.0, 0.0);
    gen_shape_vertex(shape, 50.0, 100.0, 0.0);
    gen_shape_vertex(shape, -100.0, 100.0, 0.0);
    gen_shape_vertex(shape, 50.0, -100.0, 100.0);
    gen_shape_vertex(shape, 50.0, 100.0, 100.0);
    gen_shape_face(shape, faces[0], 4);
    gen_shape_face(shape, faces[1], 4);
}

static toi_trace_result ask(const toi_placed* mover, const toi_placed* body, toi_move move)
{
    const toi_trace_def def = {.separation = SEPARATION, .tolerance = TOLERANCE};
    toi_stage* stage;
    toi_trace_result r;
    assert_int_equal(toi_stage_create(body, 1, NULL, &stage, NULL), TOI_OK);
    assert_int_equal(toi_trace(stage, mover, &move, &def, &r), TOI_OK);
    toi_stage_destroy(stage);
    return r;
}

// ---- random sheets

static toi_vec3 turned(toi_quat q, toi_vec3 v)
{
    toi_vec3 u = {q.x, q.y, q.z};
    double n2 = q.w * q.w + v3_dot(u, u);
    toi_vec3 c = v3_cross(u, v);
    return v3_madd(v, 2.0 / n2, v3_add(v3_scale(q.w, c), v3_cross(u, c)));
}

typedef struct heights {
    double low, high;
} heights;

static heights heights_above(toi_vec3 n, toi_vec3 on, const gen_shape* shape, const toi_pose* pose)
{
    heights h = {HUGE_VAL, -HUGE_VAL};
    for (uint32_t i = 0; i < shape->vertex_count; ++i) {
        const double* v = shape->vertices + 3 * (size_t)i;
        toi_vec3 x = v3_add(pose->position, turned(pose->quaternion, (toi_vec3){v[0], v[1], v[2]}));
        double height = v3_dot(n, v3_sub(x, on));
        h.low = fmin(h.low, height);
        h.high = fmax(h.high, height);
    }
    return h;
}

typedef struct tally {
    int front, behind, across;
} tally;

// Straight ways up to 20 from a place near the middle of a sheet.
static void try_sheet(const toi_mesh* sheet, const gen_shape* shape, const toi_mesh* mesh, double shift,
                      gen_random* random, tally* t)
{
    toi_vec3 at = {shift + gen_between(random, -1.0, 1.0), -shift, 0.5 * shift};
    toi_placed body = {sheet, {at, gen_quaternion(random)}, 1},
               mover = {mesh, {at, gen_quaternion(random)}, 2};
    toi_vec3 n = turned(body.pose.quaternion, (toi_vec3){0.0, 0.0, 1.0});
    mover.pose.position = v3_madd(at, gen_between(random, -15.0, 15.0), gen_direction(random));
    heights h = heights_above(n, at, shape, &mover.pose);
    toi_vec3 by = v3_scale(gen_between(random, 1.0, 20.0), gen_direction(random));
    double speed = v3_dot(n, by), slack = 1e-9 + 1e-12 * shift;
    toi_trace_result r = ask(&mover, &body, translate(by.x, by.y, by.z));
    if (h.high < -1e-6) {
        assert_int_equal(r.answer, TOI_ANSWER_CLEAR);
        assert_true(r.fraction == 1.0 && r.start == TOI_START_FREE);
        ++t->behind;
    } else if (h.low > 0.01) {
        bool meets = h.low + speed<SEPARATION - slack, free = h.low + speed> SEPARATION + TOLERANCE + slack;
        assert_true(meets ? r.answer == TOI_ANSWER_CONTACT : (!free || r.answer == TOI_ANSWER_CLEAR));
        if (meets) {
            double left = h.low + r.fraction * speed;
            assert_true(left >= SEPARATION - slack && left <= SEPARATION + TOLERANCE + slack);
            assert_near(r.gap, left, slack);
            ++t->front;
        }
    } else if (h.low < -1e-6 && h.high > 1e-6) {
        assert_int_equal(r.start, TOI_START_OVERLAPPING);
        assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
        assert_true(r.fraction == 0.0);
        ++t->across;
    }
}

static void sheets_stop_what_begins_in_front_and_nothing_behind(void** state)
{
    (void)state;
    void (*const fill[3])(gen_shape*) = {fill_hull, fill_bracket, fill_point};
    toi_mesh* sheet[2] = {make_shape(fill_sheet), make_shape(fill_pieces)};
    gen_random random = {3};
    for (int m = 0; m < 3; ++m) {
        static gen_shape shape;
        toi_mesh* mesh = make_shape(fill[m]);
        fill[m](&shape);
        for (int s = 0; s < 4; ++s) {
            tally t = {0, 0, 0};
            for (int i = 0; i < 800; ++i) {
                try_sheet(sheet[s & 1], &shape, mesh, s < 2 ? 0.0 : 65536.0, &random, &t);
            }
            assert_true(t.front > 30 && t.behind > 80 && (t.across > 10 || m == 2));
        }
        toi_mesh_destroy(mesh);
    }
    toi_mesh_destroy(sheet[0]);
    toi_mesh_destroy(sheet[1]);
}

// ---- one by one

// Across the plane, beside the rim at x = 100: stopped from there, as a face of two sides does.
static void what_begins_across_the_plane_is_stopped_by_the_rim(void** state)
{
    (void)state;
    toi_mesh *box = make_shape(fill_small), *sheet[2] = {make_shape(fill_sheet), make_shape(fill_pieces)};
    for (int s = 0; s < 2; ++s) {
        for (int below = -1; below <= 1; ++below) {
            toi_placed body = {sheet[s], pose_at(0.0, 0.0, 0.0), 1},
                       mover = {box, pose_at(103.0, 0.5, 2.0 * below), 2};
            toi_trace_result r = ask(&mover, &body, translate(-8.0, 0.0, 0.0));
            assert_int_equal(r.answer, below == 0 ? TOI_ANSWER_CONTACT : TOI_ANSWER_CLEAR);
            if (below == 0) {
                assert_near(r.fraction, (2.0 - SEPARATION) / 8.0, TOLERANCE);
                assert_near(r.gap, SEPARATION, TOLERANCE);
            }
        }
        toi_mesh_destroy(sheet[s]);
    }
    toi_mesh_destroy(box);
}

// A point that swings about an axis in the plane: down from above it stops at the height of the separation.
static void a_turn_stops_from_the_front_alone(void** state)
{
    (void)state;
    toi_mesh *point = make_shape(fill_point), *sheet[2] = {make_shape(fill_sheet), make_shape(fill_pieces)};
    for (int i = 0; i < 40; ++i) {
        double radius = 2.0 + 0.25 * (i / 4), sign = i & 2 ? 1.0 : -1.0;
        toi_placed body = {sheet[i & 1], pose_at(0.0, 0.0, 0.0), 1},
                   mover = {point, pose_at(0.5, 0.25, sign * radius), 2};
        toi_move move = rotate((toi_vec3){0.5, 0.25, 0.0}, (toi_vec3){0.0, 1.0, 0.0}, 120.0);
        toi_trace_result r = ask(&mover, &body, move);
        assert_int_equal(r.answer, sign > 0.0 ? TOI_ANSWER_CONTACT : TOI_ANSWER_CLEAR);
        if (sign > 0.0) {
            double height = radius * cos(r.fraction * move.angle);
            assert_true(height >= SEPARATION - 1e-12 && height <= SEPARATION + TOLERANCE);
        }
    }
    toi_mesh_destroy(point);
    toi_mesh_destroy(sheet[0]);
    toi_mesh_destroy(sheet[1]);
}

static void closed_meshes_stop_from_inside_too(void** state)
{
    (void)state;
    toi_mesh *box = make_shape(fill_box), *small = make_shape(fill_small);
    toi_placed body = {box, pose_at(0.0, 0.0, 0.0), 1}, mover = {small, pose_at(0.0, 0.0, 0.0), 2};
    toi_trace_result r = ask(&mover, &body, translate(0.0, 0.0, 8.0));
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_near(r.fraction, (2.0 - SEPARATION) / 8.0, TOLERANCE);
    mover.pose.position.z = 6.0;
    r = ask(&mover, &body, translate(0.0, 0.0, -8.0));
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_near(r.fraction, (2.0 - SEPARATION) / 8.0, TOLERANCE);
    toi_mesh_destroy(box);
    toi_mesh_destroy(small);
}

// From below through the floor to the wall, which the mover begins in front of; from behind the wall down to
// the floor.
static void each_face_of_an_open_mesh_has_its_own_side(void** state)
{
    (void)state;
    toi_mesh *corner = make_shape(fill_corner),
             *movers[2] = {make_shape(fill_small), make_shape(fill_bracket)};
    static gen_shape shape[2];
    ts_make_box(&shape[0], 1.0, 1.0, 1.0);
    fill_bracket(&shape[1]);
    for (int m = 0; m < 2; ++m) {
        toi_placed body = {corner, pose_at(0.0, 0.0, 0.0), 1},
                   mover = {movers[m], pose_at(20.0, 0.5, -30.0), 2};
        toi_trace_result r = ask(&mover, &body, translate(40.0, 0.0, 80.0));
        heights before_wall =
            heights_above((toi_vec3){-1.0, 0.0, 0.0}, (toi_vec3){50.0, 0.0, 0.0}, &shape[m], &mover.pose);
        assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
        assert_near(r.fraction, (before_wall.low - SEPARATION) / 40.0, TOLERANCE);
        mover.pose.position = (toi_vec3){70.0, 0.5, 80.0};
        r = ask(&mover, &body, translate(-80.0, 0.0, -80.0));
        heights above =
            heights_above((toi_vec3){0.0, 0.0, 1.0}, (toi_vec3){0.0, 0.0, 0.0}, &shape[m], &mover.pose);
        assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
        assert_near(r.fraction, (above.low - SEPARATION) / 80.0, TOLERANCE);
        toi_mesh_destroy(movers[m]);
    }
    toi_mesh_destroy(corner);
}

// A sheet that moves meanwhile: what is behind it when a move begins passes.
static void a_sheet_that_moves_has_one_side_too(void** state)
{
    (void)state;
    toi_mesh *sheet = make_shape(fill_sheet), *small = make_shape(fill_small);
    for (int i = 0; i < 4; ++i) {
        double sign = i & 1 ? 1.0 : -1.0;
        const uint32_t sides[2] = {2, 1 + (uint32_t)i / 2};
        const toi_body bodies[2] = {{.mesh = small,
                                     .motion = {TOI_MOTION_TRANSLATION, .pose = pose_at(0.0, 0.0, 4.0 * sign),
                                                .by = {0.0, 0.0, -6.0 * sign}}},
                                    {.mesh = sheet,
                                     .motion = {TOI_MOTION_TRANSLATION, .pose = pose_at(0.0, 0.0, 0.0),
                                                .by = {0.0, 0.0, 2.0 * sign}}}};
        const toi_trace_bodies_def def = {.bodies = bodies,
                                          .count = 2,
                                          .sides = sides,
                                          .trace = {.separation = SEPARATION, .tolerance = TOLERANCE}};
        toi_trace_result r;
        uint32_t count;
        assert_int_equal(toi_trace_bodies(&def, &r, 1, &count, NULL), TOI_OK);
        bool passes = i == 0;
        assert_int_equal(r.answer, passes ? TOI_ANSWER_CLEAR : TOI_ANSWER_CONTACT);
        assert_near(r.fraction, passes ? 1.0 : (3.0 - SEPARATION) / 8.0, TOLERANCE);
    }
    toi_mesh_destroy(sheet);
    toi_mesh_destroy(small);
}

static void slides_and_ways_out_take_the_front_alone(void** state)
{
    (void)state;
    toi_mesh *sheet = make_shape(fill_sheet), *small = make_shape(fill_small);
    toi_placed body = {sheet, pose_at(0.0, 0.0, 0.0), 1}, mover = {small, pose_at(0.0, 0.0, 0.0), 2};
    const toi_slide_def slides = {.trace = {.separation = SEPARATION, .tolerance = TOLERANCE}};
    toi_stage* stage;
    assert_int_equal(toi_stage_create(&body, 1, NULL, &stage, NULL), TOI_OK);
    for (int sign = -1; sign <= 1; sign += 2) {
        toi_pose pose;
        toi_slide_result r;
        bool free;
        mover.pose.position.z = sign * (1.0 + 0.25 * SEPARATION);
        assert_int_equal(toi_expel(stage, &mover, &slides.trace, &pose, &free), TOI_OK);
        assert_true(free);
        assert_near(pose.position.z, sign > 0 ? 1.0 + SEPARATION : mover.pose.position.z, TOLERANCE);
        mover.pose.position.z = 3.0 * sign;
        assert_int_equal(toi_slide(stage, &mover, (toi_vec3){1.0, 0.0, -8.0 * sign}, &slides, &r), TOI_OK);
        assert_near(r.pose.position.z, sign > 0 ? 1.0 + SEPARATION : 5.0, TOLERANCE);
        assert_near(r.pose.position.x, 1.0, TOLERANCE);
    }
    bool free = true;
    toi_pose pose;
    mover.pose.position.z = 0.5;
    assert_int_equal(toi_expel(stage, &mover, &slides.trace, &pose, &free), TOI_OK);
    assert_true(!free && pose.position.z == 0.5);
    toi_stage_destroy(stage);
    toi_mesh_destroy(sheet);
    toi_mesh_destroy(small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sheets_stop_what_begins_in_front_and_nothing_behind),
        cmocka_unit_test(what_begins_across_the_plane_is_stopped_by_the_rim),
        cmocka_unit_test(a_turn_stops_from_the_front_alone),
        cmocka_unit_test(closed_meshes_stop_from_inside_too),
        cmocka_unit_test(a_sheet_that_moves_has_one_side_too),
        cmocka_unit_test(slides_and_ways_out_take_the_front_alone),
        cmocka_unit_test(each_face_of_an_open_mesh_has_its_own_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
