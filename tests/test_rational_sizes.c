// First contact of bodies on rational motions, in any unit of length: both ways to it give the same bits
// where all lengths are scaled by a power of two, and weights are not.

#include "first_support.h"
#include "rational_support.h"
#include "toi/boxes.h"

enum { CASES = 12, TRIANGLES = 2 };

typedef toi_status find_fn(const toi_body* a, const toi_body* b, const toi_query_def* def, toi_result* r);

typedef struct scaled {
    toi_mesh* mesh[2];
    random_rational motion[2];
    toi_body body[2];
} scaled;

static void scale_motion(const random_rational* from, double unit, random_rational* to)
{
    *to = *from;
    to->pieces[0].rotation = to->rotation[0];
    to->pieces[0].translation = to->translation[0];
    to->pieces[0].weights = from->pieces[0].weights != NULL ? to->weights[0] : NULL;
    for (uint32_t k = 0; k < to->pieces[0].translation_count; ++k) {
        to->translation[0][k] = v3_scale(unit, from->translation[0][k]);
    }
    to->motion.rationals = to->pieces;
}

static void ask_in_unit(find_fn* find, const random_rational motion[2], int exponent, toi_result* r)
{
    scaled s;
    double unit = ldexp(1.0, exponent);
    s.mesh[0] = make_box(0.5 * unit, 0.25 * unit, 0.375 * unit);
    s.mesh[1] = make_box(0.25 * unit, 0.625 * unit, 0.5 * unit);
    for (int k = 0; k < 2; ++k) {
        scale_motion(&motion[k], unit, &s.motion[k]);
        s.body[k] = (toi_body){.mesh = s.mesh[k], .motion = s.motion[k].motion};
    }
    assert_int_equal(find(&s.body[0], &s.body[1], NULL, r), TOI_OK);
    toi_mesh_destroy(s.mesh[0]);
    toi_mesh_destroy(s.mesh[1]);
}

static void assert_same(const toi_result* x, const toi_result* plain, int exponent)
{
    if (x->answer != plain->answer) {
        fail_msg("2^%d: answer %d, gap %g, tol %g not %d, gap %g, tol %g at %g, start %d", exponent,
                 (int)x->answer, x->gap, x->work.tolerance, (int)plain->answer, plain->gap,
                 plain->work.tolerance, plain->t_hit, plain->start);
    }
    assert_int_equal(x->start, plain->start);
    if (x->t_free != plain->t_free || x->t_hit != plain->t_hit || x->gap != ldexp(plain->gap, exponent)) {
        fail_msg("2^%d: free until %.17g, hit at %.17g, gap %.17g; not %.17g, %.17g, %.17g", exponent,
                 x->t_free, x->t_hit, ldexp(x->gap, -exponent), plain->t_free, plain->t_hit, plain->gap);
    }
    assert_true(x->kind == plain->kind && x->work.tolerance == ldexp(plain->work.tolerance, exponent));
}

static void compare_units(find_fn* find)
{
    static const int exponents[] = {-900, -300, -60, 60, 270, 390};
    test_random random = random_start(1);
    uint32_t hits = 0;
    for (int i = 0; i < CASES; ++i) {
        random_rational motion[2];
        random_rational_make(&random, 1.0, 1, &motion[0]);
        random_rational_make(&random, 4.0, 1, &motion[1]);
        toi_result plain, x;
        ask_in_unit(find, motion, 0, &plain);
        for (size_t k = 0; k < sizeof exponents / sizeof *exponents; ++k) {
            ask_in_unit(find, motion, exponents[k], &x);
            assert_same(&x, &plain, exponents[k]);
        }
        hits += plain.answer == TOI_ANSWER_CONTACT && plain.start == TOI_START_FREE;
    }
    assert_in_range(hits, 2, CASES - 1);
}

static void first_contact_is_the_same_in_every_unit(void** state)
{
    (void)state;
    compare_units(toi_first_contact);
}

static void that_by_trees_of_boxes_is_too(void** state)
{
    (void)state;
    compare_units(toi_boxes_first_contact);
}

// Triangles that slide in one plane are told apart by products of four lengths.
static void triangles_slide_in_one_plane_in_every_unit(void** state)
{
    (void)state;
    for (int exponent = -900; exponent <= 360; exponent += 20) {
        double unit = ldexp(1.0, exponent);
        const double corners[9] = {0.0, 0.0, 0.0, unit, 0.0, 0.0, 0.0, unit, 0.0};
        const uint32_t corner[3] = {0, 1, 2};
        const toi_mesh_def def = {.vertices = corners, .vertex_count = 3, .indices = corner, .face_count = 1};
        toi_mesh* mesh = NULL;
        assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
        const toi_quat across = {0.0, 0.0, 0.0, 1.0}; // half a turn
        for (int k = 0; k < TRIANGLES; ++k) {
            // Its corner passes the middle of the longest side, 2^-20 outside or 2^-20 inside.
            double off = unit * (0.5 + (k == 0 ? 0x1p-20 : -0x1p-20));
            toi_body a = at_rest(mesh, v3(0.0, 0.0, 0.0), (toi_quat){1.0, 0.0, 0.0, 0.0});
            toi_body b = {
                .mesh = mesh,
                .motion = {
                    .kind = TOI_MOTION_TRANSLATION,
                    .pose = {{off + 0.5 * unit + 3.0 * unit, off + 0.5 * unit - 3.0 * unit, 0.0}, across},
                    .by = {-6.0 * unit, 6.0 * unit, 0.0}}};
            toi_result r;
            assert_int_equal(toi_boxes_first_contact(&a, &b, NULL, &r), TOI_OK);
            if (r.answer != (k == 0 ? TOI_ANSWER_CLEAR : TOI_ANSWER_CONTACT)) {
                fail_msg("2^%d, %d: answer %d, free until %.17g", exponent, k, (int)r.answer, r.t_free);
            }
        }
        toi_mesh_destroy(mesh);
    }
}

// A body that is small next to its way: what its weights err by has nothing to do with its lengths.
static void a_speck_that_goes_far_meets_on_time(void** state)
{
    (void)state;
    for (double size = 1.0; size < 1e40; size *= 1e6) {
        toi_mesh* mesh[2] = {make_box(1.0, 1.0, 1.0), make_box(size, size, size)};
        const toi_quat rotation[] = {{1.0, 0.0, 0.0, 0.0}, {0.9, 0.3, 0.1, 0.0}};
        const toi_vec3 translation[] = {{-3.0 * size - 3.0, 0.0, 0.0}, {3.0 * size + 3.0, 0.0, 0.0}};
        const toi_rational piece = {
            .rotation = rotation, .rotation_count = 2, .translation = translation, .translation_count = 2};
        toi_body a = at_rest(mesh[1], v3(0.0, 0.0, 0.0), rotation[0]);
        toi_body b = {.mesh = mesh[0],
                      .motion = {.kind = TOI_MOTION_RATIONAL, .rationals = &piece, .rational_count = 1}};
        toi_result r = ask(&a, &b, &(toi_query_def){.max_steps = 1000});
        assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
        assert_true(r.gap <= r.work.tolerance && r.work.tolerance <= 1e-8 * (1.0 + 1e-4 * size));
        assert_near(r.t_free, size > 1.0 ? 1.0 / 3.0 : 0.25, size > 1.0 ? 1e-5 : 0.1);
        toi_mesh_destroy(mesh[0]);
        toi_mesh_destroy(mesh[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_contact_is_the_same_in_every_unit),
        cmocka_unit_test(that_by_trees_of_boxes_is_too),
        cmocka_unit_test(triangles_slide_in_one_plane_in_every_unit),
        cmocka_unit_test(a_speck_that_goes_far_meets_on_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
