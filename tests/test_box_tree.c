// First contact by trees of boxes: against toi_first_contact, which goes another way; against every two
// triangles at many times; and what lies in one plane.

#include "cmocka_toi.h"
#include "core/arena.h"
#include "core/cpu.h"
#include "math/pose.h"
#include "math/triangles.h"
#include "motion/length.h"
#include "motion/rational.h"
#include "narrow/boxes/tree.h"
#include "support/generate.h"
#include "support/number_hash.h"

#include <inttypes.h>

enum { PAIRS = 1500, RATIONALS = 600, SAMPLES = 40, MOST = 5 };

static const double TOLERANCE = 1e-9;

static ti_tree_found find(const toi_mesh* const mesh[2], const ti_rational_pieces pieces[2], double tolerance,
                          bool plain)
{
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    const ti_tree_body tree[2] = {{mesh[0], &pieces[0]}, {mesh[1], &pieces[1]}};
    const ti_tree_query query = {&tree[0], &tree[1], tolerance, 10000000, plain};
    ti_tree_found found;
    assert_int_equal(ti_tree_first(&arena, &query, &found), TOI_OK);
    ti_arena_destroy(&arena);
    return found;
}

// All but the room between the fields.
static void assert_same_found(const ti_tree_found* f, const ti_tree_found* g)
{
    assert_true(f->answer == g->answer && f->t_free == g->t_free && f->t_hit == g->t_hit);
    assert_true(f->steps == g->steps && f->nodes == g->nodes && f->leaves == g->leaves);
    assert_true(f->degree == g->degree && f->tolerance == g->tolerance);
    if (f->answer == TOI_ANSWER_CONTACT) {
        assert_memory_equal(f->triangle, g->triangle, sizeof f->triangle);
        assert_memory_equal(f->pose, g->pose, sizeof f->pose);
        assert_true(f->gap.distance == g->gap.distance && f->gap.kind == g->gap.kind);
        assert_true(f->gap.a == g->gap.a && f->gap.b == g->gap.b && f->gap.proper == g->gap.proper);
        assert_memory_equal(&f->gap.point_a, &g->gap.point_a, sizeof f->gap.point_a);
        assert_memory_equal(&f->gap.point_b, &g->gap.point_b, sizeof f->gap.point_b);
        assert_memory_equal(&f->gap.normal, &g->gap.normal, sizeof f->gap.normal);
    }
}

// With equal bits by both builds of the kernels.
static ti_tree_found find_both(const toi_mesh* const mesh[2], const ti_rational_pieces pieces[2],
                               double tolerance)
{
    ti_tree_found f = find(mesh, pieces, tolerance, false), g = find(mesh, pieces, tolerance, true);
    assert_same_found(&f, &g);
    assert_true(f.t_free <= f.t_hit || f.answer == TOI_ANSWER_CLEAR);
    return f;
}

static void hash_found(uint64_t* hash, const ti_tree_found* f)
{
    number_hash(hash, (double)f->answer);
    number_hash(hash, f->t_free);
    number_hash(hash, f->t_hit);
}

static void draw_meshes(gen_random* random, toi_mesh* mesh[2])
{
    static gen_shape drawn;
    for (int k = 0; k < 2; ++k) {
        gen_shape_random(random, &drawn);
        mesh[k] = gen_toi_mesh(&drawn);
    }
}

// ---- nlerp

static toi_vec3 vector_between(gen_random* random, double least, double most)
{
    double length = gen_between(random, least, most);
    return v3_scale(length, gen_direction(random));
}

static toi_pose pose_near(gen_random* random, toi_vec3 center)
{
    toi_vec3 aside = vector_between(random, 0.0, 0.5);
    return (toi_pose){v3_add(center, aside), gen_quaternion(random)};
}

static void random_motions(gen_random* random, toi_motion motion[2])
{
    toi_vec3 way = vector_between(random, 1.0, 4.0);
    for (int k = 0; k < 2; ++k) {
        toi_pose start = pose_near(random, v3_scale(k, way)), end = pose_near(random, v3_scale(-k, way));
        motion[k] =
            (toi_motion){.kind = TOI_MOTION_BETWEEN, .path = TOI_PATH_NLERP, .pose = start, .end = end};
        if (gen_chance(random, 0.3)) {
            motion[k] = (toi_motion){.kind = TOI_MOTION_STATIC, .pose = start};
        }
    }
}

static ti_tree_found find_motions(const toi_mesh* const mesh[2], const toi_motion motion[2], double tolerance)
{
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_rational_pieces pieces[2];
    const ti_rational_fit fit = {.radius = 1e3, .tolerance = 1e-6};
    for (int k = 0; k < 2; ++k) {
        assert_int_equal(ti_rational_pieces_make(&arena, &motion[k], &fit, &pieces[k]), TOI_OK);
    }
    ti_tree_found f = find_both(mesh, pieces, tolerance);
    ti_arena_destroy(&arena);
    return f;
}

static void times_are_those_of_first_contact(void** state)
{
    (void)state;
    gen_random random = {7};
    uint32_t hits = 0, clears = 0;
    uint64_t hash = number_hash_start;
    double worst = 0.0;
    for (int i = 0; i < PAIRS; ++i) {
        toi_mesh* mesh[2];
        toi_motion motion[2];
        draw_meshes(&random, mesh);
        random_motions(&random, motion);
        const toi_body a = {.mesh = mesh[0], .motion = motion[0]}, b = {.mesh = mesh[1], .motion = motion[1]};
        toi_result r;
        assert_int_equal(toi_first_contact(&a, &b, NULL, &r), TOI_OK);
        ti_tree_found f = find_motions((const toi_mesh* const*)mesh, motion, r.work.tolerance);
        hash_found(&hash, &f);
        // Only what is near without a touch may be told differently.
        assert_true(f.answer == r.answer || (f.answer == TOI_ANSWER_CONTACT && f.gap.distance > 0.0) ||
                    (r.answer == TOI_ANSWER_CONTACT && r.gap > 0.0));
        assert_int_not_equal(f.answer, TOI_ANSWER_UNDECIDED);
        hits += f.answer == TOI_ANSWER_CONTACT;
        clears += f.answer == TOI_ANSWER_CLEAR;
        if (f.answer == TOI_ANSWER_CONTACT && r.answer == TOI_ANSWER_CONTACT) {
            assert_true(f.gap.distance <= f.tolerance);
            assert_near(f.t_hit, r.t_hit, 1e-6); // within tolerance at a speed of 1/1000
            worst = fmax(worst, fabs(f.t_hit - r.t_hit));
        }
        toi_mesh_destroy(mesh[0]);
        toi_mesh_destroy(mesh[1]);
    }
    print_message("%u contacts, %u clear; times differ by %.2g; hash %016" PRIx64 "\n", hits, clears, worst,
                  hash);
    assert_true(hits > PAIRS / 4 && clears > PAIRS / 4);
}

// ---- polynomials of higher degree

typedef struct random_piece {
    toi_quat rotation[MOST];
    toi_vec3 translation[MOST];
    double weights[MOST];
    ti_rational_piece piece[2];
    ti_rational_pieces pieces;
} random_piece;

// The same for both halves of the time, so that the body goes back to where it was in a jump.
static void draw_piece(gen_random* random, toi_vec3 from, toi_vec3 to, random_piece* p)
{
    uint32_t d = gen_below(random, MOST), m = gen_below(random, MOST);
    toi_quat q = gen_quaternion(random);
    for (uint32_t k = 0; k < MOST; ++k) {
        toi_quat r = gen_quaternion(random);
        double s = m > 0 ? (double)k / m : 0.0;
        p->rotation[k] = (toi_quat){q.w + 0.6 * r.w, q.x + 0.6 * r.x, q.y + 0.6 * r.y, q.z + 0.6 * r.z};
        p->weights[k] = gen_between(random, 0.5, 2.0);
        toi_vec3 at = v3_madd(v3_scale(1.0 - s, from), s, to);
        p->translation[k] = v3_scale(p->weights[k], v3_madd(at, 0.4, gen_direction(random)));
    }
    const toi_rational motion = {.rotation = p->rotation,
                                 .rotation_count = d + 1,
                                 .translation = p->translation,
                                 .weights = p->weights,
                                 .translation_count = m + 1,
                                 .until = 1.0};
    bool two = gen_chance(random, 0.3);
    p->piece[0] = (ti_rational_piece){.t0 = 0.0, .t1 = two ? 0.4375 : 1.0, .motion = motion};
    p->piece[1] = (ti_rational_piece){.t0 = 0.4375, .t1 = 1.0, .motion = motion};
    p->pieces = (ti_rational_pieces){p->piece, two ? 2 : 1};
}

static toi_pose pose_at(const random_piece* p, double t)
{
    const ti_rational_piece* piece = &p->piece[p->pieces.count == 2 && t > p->piece[0].t1];
    return ti_rational_pose(&piece->motion, (t - piece->t0) / (piece->t1 - piece->t0));
}

static void posed_corners(const toi_mesh* mesh, const toi_pose* pose, uint32_t triangle, toi_vec3 corner[3])
{
    ti_mat3 m = m3_from_quat(pose->quaternion);
    for (int k = 0; k < 3; ++k) {
        corner[k] = xf_point(&m, pose->position, mesh->vertices[mesh->triangles[triangle].vertex[k]]);
    }
}

// Whether any two triangles meet at a time.
static bool meet_at(toi_mesh* const mesh[2], const random_piece pieces[2], double t)
{
    toi_pose pose[2] = {pose_at(&pieces[0], t), pose_at(&pieces[1], t)};
    for (uint32_t i = 0; i < mesh[0]->triangle_count; ++i) {
        toi_vec3 a[3], b[3];
        posed_corners(mesh[0], &pose[0], i, a);
        for (uint32_t j = 0; j < mesh[1]->triangle_count; ++j) {
            posed_corners(mesh[1], &pose[1], j, b);
            if (ti_triangles_meet(a, b)) {
                return true;
            }
        }
    }
    return false;
}

static void nothing_meets_before(void** state)
{
    (void)state;
    gen_random random = {11};
    uint32_t hits = 0, clears = 0;
    uint64_t hash = number_hash_start;
    for (int i = 0; i < RATIONALS; ++i) {
        toi_mesh* mesh[2];
        random_piece p[2];
        draw_meshes(&random, mesh);
        toi_vec3 way = vector_between(&random, 1.0, 3.0);
        draw_piece(&random, v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 0.0), &p[0]);
        draw_piece(&random, way, v3_negate(way), &p[1]);
        const ti_rational_pieces pieces[2] = {p[0].pieces, p[1].pieces};
        ti_tree_found f = find_both((const toi_mesh* const*)mesh, pieces, TOLERANCE);
        hash_found(&hash, &f);
        assert_int_not_equal(f.answer, TOI_ANSWER_UNDECIDED);
        bool contact = f.answer == TOI_ANSWER_CONTACT;
        for (int k = 0; k < SAMPLES; ++k) {
            double t = (f.t_free - 1e-12) * (double)k / (SAMPLES - 1);
            assert_true(t <= 0.0 || !meet_at(mesh, p, t));
        }
        assert_true(!contact || f.gap.distance <= f.tolerance);
        hits += contact;
        clears += !contact;
        toi_mesh_destroy(mesh[0]);
        toi_mesh_destroy(mesh[1]);
    }
    print_message("%u contacts, %u clear; hash %016" PRIx64 "\n", hits, clears, hash);
    assert_true(hits > 5 && clears > 5);
}

// ---- in one plane

static toi_mesh* mesh_of(const double* vertices, uint32_t count, const uint32_t* corners,
                         uint32_t corner_count)
{
    const toi_mesh_def def = {
        .vertices = vertices, .vertex_count = count, .indices = corners, .face_count = corner_count / 3};
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

// Squares of side 2 slide in one plane, turned by 45 degrees: corner on side at x = 2.5.
static void squares_slide_in_one_plane(void** state)
{
    (void)state;
    const double r = sqrt(2.0);
    const double square[12] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    const double turned[12] = {-1.5, 0, 0, 0, -1.5, 0, 1.5, 0, 0, 0, 1.5, 0};
    const uint32_t corners[6] = {0, 1, 2, 0, 2, 3};
    toi_mesh* mesh[2] = {mesh_of(square, 4, corners, 6), mesh_of(turned, 4, corners, 6)};
    const toi_quat no_turn = {1.0, 0.0, 0.0, 0.0}, tilt = {r, 0.3, -0.2, 0.5};
    for (int i = 0; i < 2; ++i) {
        toi_quat q = i == 0 ? no_turn : ti_unit_quaternion(tilt);
        ti_mat3 m = m3_from_quat(q);
        // Towards each other along x, and past each other 2.6 aside.
        toi_vec3 ends[2][2] = {{{4.5, 0.25, 0}, {0.5, 0.25, 0}}, {{4.5, 2.6, 0}, {-3.5, 2.6, 0}}};
        for (int k = 0; k < 2; ++k) {
            toi_motion motion[2] = {{.kind = TOI_MOTION_STATIC, .pose = {{0, 0, 0}, q}},
                                    {.kind = TOI_MOTION_TRANSLATION,
                                     .pose = {m3_apply(&m, ends[k][0]), q},
                                     .by = m3_apply(&m, v3_sub(ends[k][1], ends[k][0]))}};
            ti_tree_found f = find_motions((const toi_mesh* const*)mesh, motion, TOLERANCE);
            assert_int_equal(f.answer, k == 0 ? TOI_ANSWER_CONTACT : TOI_ANSWER_CLEAR);
            assert_true(k == 1 || (f.t_free <= 0.5 + 1e-15 && f.t_free >= 0.5 - 1e-9));
        }
    }
    toi_mesh_destroy(mesh[0]);
    toi_mesh_destroy(mesh[1]);
}

// The lines of two segments cross while the segments are apart.
static void segments_pass_each_other(void** state)
{
    (void)state;
    const double along_x[9] = {-1, 0, 0, 1, 0, 0, 1, 0, 0}, along_y[9] = {0, -1, 0, 0, 1, 0, 0, 1, 0};
    const uint32_t corners[3] = {0, 1, 2};
    toi_mesh* mesh[2] = {mesh_of(along_x, 3, corners, 3), mesh_of(along_y, 3, corners, 3)};
    for (int k = 0; k < 2; ++k) {
        double x = k == 0 ? 1.25 : 0.75;
        toi_motion motion[2] = {
            {.kind = TOI_MOTION_STATIC, .pose = {{0, 0, 0}, {1, 0, 0, 0}}},
            {.kind = TOI_MOTION_TRANSLATION, .pose = {{x, 0.1, 1.0}, {1, 0, 0, 0}}, .by = {0, 0, -3}}};
        ti_tree_found f = find_motions((const toi_mesh* const*)mesh, motion, TOLERANCE);
        assert_int_equal(f.answer, k == 0 ? TOI_ANSWER_CLEAR : TOI_ANSWER_CONTACT);
        assert_true(k == 0 || (f.t_free <= 1.0 / 3.0 && f.t_free >= 1.0 / 3.0 - 1e-9));
    }
    toi_mesh_destroy(mesh[0]);
    toi_mesh_destroy(mesh[1]);
}

static void without_memory_there_is_no_answer(void** state)
{
    (void)state;
    gen_random random = {13};
    toi_mesh* mesh[2];
    random_piece p[2];
    draw_meshes(&random, mesh);
    draw_piece(&random, v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 0.0), &p[0]);
    draw_piece(&random, v3(2.0, 0.0, 0.0), v3(-2.0, 0.0, 0.0), &p[1]);
    const ti_tree_body tree[2] = {{mesh[0], &p[0].pieces}, {mesh[1], &p[1].pieces}};
    const ti_tree_query query = {&tree[0], &tree[1], TOLERANCE, 10000000, true};
    uint32_t failed = 0;
    toi_status status = TOI_ERROR_MEMORY;
    for (size_t limit = 1; status == TOI_ERROR_MEMORY; limit += 1 + limit / 4) {
        ti_arena arena;
        ti_arena_init(&arena, NULL, limit);
        ti_tree_found found;
        status = ti_tree_first(&arena, &query, &found);
        failed += status != TOI_OK;
        ti_arena_destroy(&arena);
    }
    assert_int_equal(status, TOI_OK);
    assert_true(failed > 5);
    const ti_tree_query short_query = {&tree[0], &tree[1], TOLERANCE, 2, true};
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_tree_found found, whole;
    assert_int_equal(ti_tree_first(&arena, &query, &whole), TOI_OK);
    assert_int_equal(ti_tree_first(&arena, &short_query, &found), TOI_OK);
    assert_int_equal(found.answer, TOI_ANSWER_UNDECIDED);
    assert_true(found.t_free <= whole.t_free);
    ti_arena_destroy(&arena);
    toi_mesh_destroy(mesh[0]);
    toi_mesh_destroy(mesh[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_are_those_of_first_contact),  cmocka_unit_test(nothing_meets_before),
        cmocka_unit_test(squares_slide_in_one_plane),        cmocka_unit_test(segments_pass_each_other),
        cmocka_unit_test(without_memory_there_is_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
