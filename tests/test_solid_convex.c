// Convex meshes whose polygons are off their planes by rounding: prisms and dodecahedra that were turned are
// taken, with the times of closed forms, and what is dented by more is refused.

#include "cmocka_toi.h"
#include "narrow/boxes/solid_convex.h"
#include "random_point.h"
#include "toi/boxes.h"

enum { SIDES = 16, DENTED = 9 };

typedef struct shape {
    toi_vec3 vertices[2 * SIDES];
    uint32_t corners[6 * SIDES], offsets[SIDES + 3];
    uint32_t vertex_count, face_count;
} shape;

static toi_mesh* mesh_of(const shape* s, double scale)
{
    double numbers[6 * SIDES];
    for (uint32_t i = 0; i < s->vertex_count; ++i) {
        numbers[3 * i] = s->vertices[i].x;
        numbers[3 * i + 1] = s->vertices[i].y;
        numbers[3 * i + 2] = s->vertices[i].z;
    }
    const toi_mesh_def def = {.vertices = numbers,
                              .vertex_count = s->vertex_count,
                              .indices = s->corners,
                              .face_offsets = s->offsets,
                              .face_count = s->face_count,
                              .scale = scale};
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

// Faces 0 and 1 are the caps at -1 and 1, face 2 + k is between the corners k and k + 1.
static void make_prism(shape* s)
{
    uint32_t* c = s->corners;
    s->vertex_count = 2 * SIDES;
    s->face_count = SIDES + 2;
    s->offsets[0] = 0;
    for (uint32_t k = 0; k < SIDES; ++k) {
        double a = 2.0 * 3.14159265358979312 * k / SIDES;
        s->vertices[k] = (toi_vec3){cos(a), sin(a), -1.0};
        s->vertices[k + SIDES] = (toi_vec3){cos(a), sin(a), 1.0};
        c[k] = SIDES - 1 - k;
        c[k + SIDES] = SIDES + k;
        uint32_t next = (k + 1) % SIDES;
        const uint32_t side[4] = {k, next, SIDES + next, SIDES + k};
        memcpy(c + 2 * SIDES + 4 * k, side, sizeof side);
        s->offsets[3 + k] = 2 * SIDES + 4 * (k + 1);
    }
    s->offsets[1] = SIDES;
    s->offsets[2] = 2 * SIDES;
}

// By a quaternion, and moved.
static void turn(shape* s, toi_quat q, toi_vec3 by)
{
    double n = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    toi_pose pose = {by, {q.w / n, q.x / n, q.y / n, q.z / n}};
    for (uint32_t i = 0; i < s->vertex_count; ++i) {
        s->vertices[i] = toi_pose_point(pose, s->vertices[i]);
    }
}

// A cube with one more vertex in the middle of its face at z = 1, which is at z = 1 - depth.
static void make_dented(double depth, shape* s)
{
    static const uint32_t faces[] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3,
                                     0, 2, 3, 1, 4, 5, 8, 5, 7, 8, 7, 6, 8, 6, 4, 8};
    s->vertex_count = DENTED;
    s->face_count = 9;
    for (uint32_t i = 0; i < 8; ++i) {
        s->vertices[i] = (toi_vec3){i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0};
    }
    s->vertices[8] = (toi_vec3){0.0, 0.0, 1.0 - depth};
    memcpy(s->corners, faces, sizeof faces);
    for (uint32_t i = 0; i <= 9; ++i) {
        s->offsets[i] = i <= 5 ? 4 * i : 20 + 3 * (i - 5);
    }
}

static toi_boxes_pair ask(const toi_mesh* mesh, const toi_part* other, const toi_motion* motion,
                          toi_boxes_result* result)
{
    const toi_part part = {.kind = TOI_PART_CONVEX, .mesh = mesh};
    const toi_solid solids[2] = {{&part, 1, {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}},
                                 {other, 1, *motion}};
    const toi_boxes_def def = {.solids = solids, .solid_count = 2};
    toi_error error = {0};
    if (toi_boxes_check(&def, result, &error) != TOI_OK) {
        fail_msg("%s", error.text);
    }
    return result->pairs[0];
}

static void turned_prisms_are_taken_with_their_times(void** state)
{
    (void)state;
    test_random random = random_start(1);
    uint32_t rounded = 0;
    double worst = 0.0, widest = 0.0;
    for (int i = 0; i < 200; ++i) {
        shape s;
        make_prism(&s);
        turn(&s, random_coefficients(&random, 1.0), random_point(&random, 3.0));
        toi_mesh* mesh = mesh_of(&s, 1.0);
        double off, low = HUGE_VAL, high = -HUGE_VAL;
        assert_true(ti_mesh_is_nearly_convex(mesh, &off));
        rounded += off > 0.0;
        worst = fmax(worst, off);
        for (uint32_t k = 0; k < s.vertex_count; ++k) {
            low = fmin(low, s.vertices[k].z);
            high = fmax(high, s.vertices[k].z);
        }
        // A wide plate of height 2 that goes down from 8 to -8.
        const toi_part plate = {.half = {20.0, 20.0, 1.0}};
        toi_motion m = {.kind = TOI_MOTION_TRANSLATION, .pose = TOI_POSE_IDENTITY, .by = {0.0, 0.0, -16.0}};
        m.pose.position.z = 8.0;
        toi_boxes_result result;
        toi_boxes_pair pair = ask(mesh, &plate, &m, &result);
        assert_int_equal(pair.interval_count, 1);
        const toi_boxes_interval* span = &pair.intervals[0];
        double early = (7.0 - high) - 16.0 * span->enter, late = 16.0 * span->exit - (9.0 - low);
        assert_true(early >= -1e-15 && early <= span->at_enter.blur + 1e-14);
        assert_true(late >= -1e-15 && late <= span->at_exit.blur + 1e-14);
        widest = fmax(widest, fmax(span->at_enter.blur, span->at_exit.blur));
        toi_boxes_result_release(&result);
        toi_mesh_destroy(mesh);
    }
    print_message("%u of 200 prisms are not exactly convex, hulls up to %.2g off; blur up to %.2g\n", rounded,
                  worst, widest);
    assert_true(rounded > 150 && worst < 1e-11 && widest < 1e-10);
}

// A point that comes along the normal of a side, or of a cap, is on the polygon of that number.
static void a_point_touches_the_polygon_that_it_comes_to(void** state)
{
    (void)state;
    test_random random = random_start(2);
    for (uint32_t i = 0; i < 90; ++i) {
        shape s;
        make_prism(&s);
        uint32_t face = i % (SIDES + 2);
        double a = 2.0 * 3.14159265358979312 * (face - 1.5) / SIDES;
        toi_vec3 from = face < 2 ? (toi_vec3){0.1, 0.2, face == 0 ? -3.0 : 3.0}
                                 : (toi_vec3){3.0 * cos(a), 3.0 * sin(a), 0.3};
        double distance = face < 2 ? 2.0 : 3.0 - cos(3.14159265358979312 / SIDES);
        toi_quat q = random_coefficients(&random, 1.0);
        toi_vec3 by = random_point(&random, 1.0),
                 to = face < 2 ? (toi_vec3){0.1, 0.2, 0.0} : (toi_vec3){0.0, 0.0, 0.3};
        turn(&s, q, by);
        shape ends = {.vertices = {from, to}, .vertex_count = 2};
        turn(&ends, q, by);
        toi_motion m = {.kind = TOI_MOTION_TRANSLATION, .pose = TOI_POSE_IDENTITY};
        m.pose.position = ends.vertices[0];
        m.by = (toi_vec3){ends.vertices[1].x - ends.vertices[0].x, ends.vertices[1].y - ends.vertices[0].y,
                          ends.vertices[1].z - ends.vertices[0].z};
        toi_mesh* mesh = mesh_of(&s, 1.0);
        toi_boxes_result result;
        const toi_part point = {.half = {0.0, 0.0, 0.0}};
        toi_boxes_pair pair = ask(mesh, &point, &m, &result);
        assert_int_equal(pair.interval_count, 1);
        assert_near(pair.intervals[0].enter, distance / 3.0, 1e-12);
        assert_int_equal(pair.intervals[0].at_enter.contact.kind, TOI_CONTACT_FV);
        assert_int_equal(pair.intervals[0].at_enter.contact.a.index[0], face);
        toi_boxes_result_release(&result);
        toi_mesh_destroy(mesh);
    }
}

// The hull of a dented cube is as far from it as the dent is deep.
static void dents_beyond_rounding_are_refused(void** state)
{
    (void)state;
    uint32_t taken = 0;
    for (int k = -50; k <= -4; ++k) {
        shape s;
        double depth = ldexp(1.0, k), off;
        make_dented(depth, &s);
        toi_mesh* mesh = mesh_of(&s, 1.0);
        assert_false(mesh->info.convex);
        bool convex = ti_mesh_is_nearly_convex(mesh, &off);
        assert_true(convex ? off >= depth : depth > 0x1p-40);
        taken += convex;
        toi_mesh_destroy(mesh);
    }
    assert_true(taken >= 10 && taken <= 15);
}

static void neither_winding_nor_unit_matters(void** state)
{
    (void)state;
    test_random random = random_start(3);
    shape s, back;
    double off, other;
    make_prism(&s);
    turn(&s, random_coefficients(&random, 1.0), random_point(&random, 3.0));
    toi_mesh* mesh = mesh_of(&s, 1.0);
    assert_true(ti_mesh_is_nearly_convex(mesh, &off) && off > 0.0);
    for (int k = -300; k <= 300; k += 100) {
        toi_mesh* scaled = mesh_of(&s, ldexp(1.0, k));
        assert_true(ti_mesh_is_nearly_convex(scaled, &other));
        assert_true(other == ldexp(off, k));
        toi_mesh_destroy(scaled);
    }
    back = s;
    for (uint32_t f = 0; f < s.face_count; ++f) {
        for (uint32_t i = s.offsets[f]; i < s.offsets[f + 1]; ++i) {
            back.corners[i] = s.corners[s.offsets[f] + s.offsets[f + 1] - 1 - i];
        }
    }
    toi_mesh* inside_out = mesh_of(&back, 1.0);
    assert_true(ti_mesh_is_nearly_convex(inside_out, &other) && other > 0.0);
    toi_mesh_destroy(inside_out);
    toi_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turned_prisms_are_taken_with_their_times),
        cmocka_unit_test(a_point_touches_the_polygon_that_it_comes_to),
        cmocka_unit_test(dents_beyond_rounding_are_refused),
        cmocka_unit_test(neither_winding_nor_unit_matters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
