// toi_deform: bodies that come and go, how they start, and what is refused.

#include "deform_square.h"

// ---- bodies

static void a_falling_square_meets_one_that_rests(void** state)
{
    (void)state;
    toi_mesh* mesh = make_square();
    toi_vec3 start[4], end[4];
    place(start, 0.25, 0.25, 1.0);
    place(end, 0.25, 0.25, -1.0);
    toi_deform* deform = make();
    add(deform, mesh, NULL, NULL, false);
    add(deform, mesh, start, end, false);
    toi_deform_contact c[2];
    toi_deform_query q = {.exact = true, .contacts = c, .contact_capacity = 2};
    toi_deform_result r = find(deform, &q);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    // Free up to 0.5, and so little before that the step can be cut there.
    assert_true(r.pairs[0].t_free == 0.5 && r.t_free < 0.5 && r.t_free > 0.5 - 1e-11);
    assert_true(r.max_step == 0.9 * r.t_free && r.pairs_near == 1 && r.listed == 1);
    assert_int_equal(r.pairs[0].start, TOI_START_FREE);
    // The lowest: a vertex of the first body, which is numbered before those of the second.
    assert_int_equal(c[0].kind, TOI_PRIMITIVE_VF);
    assert_false(c[0].vertex_of_b);
    assert_int_equal(c[0].vertex[0], 2);
    assert_int_equal(c[0].feature_a.kind, TOI_FEATURE_VERTEX);
    assert_int_equal(c[0].feature_a.index[0], 2);
    assert_int_equal(c[0].feature_b.kind, TOI_FEATURE_FACE);
    assert_true(c[0].t_exact == 0.5 && c[0].point.x == 1.0 && c[0].point.y == 1.0);
    q.safety = 0.5;
    assert_true(find(deform, &q).max_step == 0.5 * r.t_free);
    place(end, 0.25, 0.25, 0.5);
    assert_int_equal(toi_deform_set(deform, 1, start, end, NULL), TOI_OK);
    r = find(deform, NULL);
    assert_int_equal(r.answer, TOI_ANSWER_CLEAR);
    assert_true(r.t_free == 1.0 && r.max_step == 1.0 && r.pair_count == 0);
    toi_deform_destroy(deform);
    toi_mesh_destroy(mesh);
}

static void numbers_are_used_again(void** state)
{
    (void)state;
    toi_mesh* mesh = make_square();
    toi_deform* deform = make();
    for (uint32_t i = 0; i < 4; ++i) {
        assert_int_equal(add(deform, mesh, NULL, NULL, false), i);
    }
    assert_int_equal(find(deform, NULL).pair_count, 6); // all in one place
    assert_int_equal(toi_deform_remove(deform, 2), TOI_OK);
    assert_int_equal(toi_deform_remove(deform, 2), TOI_ERROR_INVALID);
    assert_int_equal(toi_deform_remove(deform, 0), TOI_OK);
    toi_deform_result r = find(deform, NULL);
    assert_int_equal(r.pair_count, 1);
    assert_true(r.pairs[0].a == 1 && r.pairs[0].b == 3 && r.pairs[0].start == TOI_START_TOUCHING);
    assert_int_equal(add(deform, mesh, NULL, NULL, false), 0);
    assert_int_equal(add(deform, mesh, NULL, NULL, false), 2);
    const toi_pair pairs[] = {{3, 1}, {0, 1}, {2, 3}};
    assert_int_equal(find(deform, &(toi_deform_query){.ignore = pairs, .ignore_count = 3}).pair_count, 3);
    assert_int_equal(find(deform, &(toi_deform_query){.only = pairs, .only_count = 3}).pair_count, 3);
    toi_deform_query none = {.only = pairs, .only_count = 3, .ignore = pairs, .ignore_count = 3};
    assert_int_equal(find(deform, &none).pairs_near, 0);
    toi_deform_destroy(deform);
    toi_deform_destroy(NULL);
    toi_mesh_destroy(mesh);
}

// ---- time 0

static toi_start start_at(const toi_vec3 shift, bool turned, double separation)
{
    toi_mesh* mesh = make_square();
    toi_vec3 start[4], end[4];
    place(start, shift.x, shift.y, shift.z);
    for (int i = 0; turned && i < 4; ++i) {
        start[i] = (toi_vec3){start[i].x, start[i].z, start[i].y};
    }
    for (int i = 0; i < 4; ++i) {
        end[i] = v3_add(start[i], (toi_vec3){0.0, 0.0, 10.0});
    }
    toi_deform* deform = make();
    add(deform, mesh, NULL, NULL, false);
    add(deform, mesh, start, end, false);
    toi_deform_contact c;
    toi_deform_query q = {.separation = separation, .contacts = &c, .contact_capacity = 1};
    toi_deform_result r = find(deform, &q);
    toi_start found = r.pair_count > 0 ? r.pairs[0].start : TOI_START_FREE;
    if (found == TOI_START_OVERLAPPING) {
        assert_true(r.t_free == 0.0 && r.max_step == 0.0 && r.listed == 1);
        assert_int_equal(c.kind, TOI_PRIMITIVE_NONE);
        assert_int_equal(c.feature_a.kind, TOI_FEATURE_FACE);
        q.start_known = true;
        assert_int_equal(toi_deform_set(deform, 1, start, NULL, NULL), TOI_OK);
        assert_int_equal(find(deform, &q).pair_count, 0); // by paths alone nothing touches
    }
    toi_deform_destroy(deform);
    toi_mesh_destroy(mesh);
    return found;
}

static void starts_are_decided_exactly(void** state)
{
    (void)state;
    const toi_vec3 above = {0.0, 0.0, 0.5}, beside = {1.0, 0.25, 0.0}, upright = {0.25, 0.0, 0.5},
                   through = {0.25, -0.5, 0.5};
    assert_int_equal(start_at(above, false, 0.0), TOI_START_FREE);
    assert_int_equal(start_at(beside, false, 0.0), TOI_START_TOUCHING);
    assert_int_equal(start_at(upright, true, 0.0), TOI_START_TOUCHING); // its edge lies in the square
    assert_int_equal(start_at(through, true, 0.0), TOI_START_OVERLAPPING);
    assert_int_equal(start_at(through, true, 0.001), TOI_START_OVERLAPPING);
    assert_int_equal(start_at(above, false, 0.75), TOI_START_UNKNOWN);
}

// Three triangles in a strip; the last is folded so that its far corner comes through the first.
static void a_body_meets_itself(void** state)
{
    (void)state;
    static const double x[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0.5, 2, 0};
    static const uint32_t index[] = {0, 1, 2, 1, 3, 2, 2, 3, 4};
    toi_mesh* mesh = mesh_of(x, 5, index, 3);
    toi_vec3 start[5], end[5];
    for (int i = 0; i < 5; ++i) {
        start[i] = end[i] = (toi_vec3){x[3 * i], x[3 * i + 1], x[3 * i + 2]};
    }
    start[4] = (toi_vec3){0.25, 0.25, 1.0};
    end[4] = (toi_vec3){0.25, 0.25, -1.0};
    toi_deform* deform = make();
    add(deform, mesh, start, end, false);
    assert_int_equal(find(deform, NULL).pairs_near, 0);
    add(deform, mesh, start, end, true);
    const toi_pair only = {1, 1};
    toi_deform_contact c;
    toi_deform_query q = {
        .only = &only, .only_count = 1, .exact = true, .contacts = &c, .contact_capacity = 1};
    toi_deform_result r = find(deform, &q);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_true(c.t_free == 0.5 && c.t_exact == 0.5 && c.a == 1 && c.b == 1 && r.t_free < 0.5);
    assert_int_equal(c.vertex[0], 4); // on the face that has a corner in common with its own
    // Flat from the start: folded onto its neighbours, which touch.
    start[4].z = end[4].z = 0.0;
    assert_int_equal(toi_deform_set(deform, 1, start, end, NULL), TOI_OK);
    assert_int_equal(find(deform, &q).pairs[0].start, TOI_START_TOUCHING);
    // The far edge through the first face, of a triangle that has a corner in common with it.
    start[4] = end[4] = (toi_vec3){0.2, -0.1, -0.5};
    start[3] = end[3] = (toi_vec3){0.4, 0.6, 0.5};
    assert_int_equal(toi_deform_set(deform, 1, start, end, NULL), TOI_OK);
    assert_int_equal(find(deform, &q).pairs[0].start, TOI_START_OVERLAPPING);
    toi_deform_destroy(deform);
    toi_mesh_destroy(mesh);
}

// ---- what is refused

static void refuses_query(toi_deform* deform, toi_deform_query q, const char* why)
{
    toi_deform_result r = {.queries = 77};
    toi_error error = {0};
    assert_int_equal(toi_deform_find(deform, &q, &r, &error), TOI_ERROR_INVALID);
    assert_string_equal(error.text, why);
    assert_int_equal(r.queries, 77);
}

static void wrong_settings_are_refused(void** state)
{
    (void)state;
    toi_mesh* mesh = make_square();
    toi_deform* deform = make();
    add(deform, mesh, NULL, NULL, false);
    const char* separation = "separation must be finite and at least 0";
    refuses_query(deform, (toi_deform_query){.separation = -1.0}, separation);
    refuses_query(deform, (toi_deform_query){.separation = (double)NAN}, separation);
    refuses_query(deform, (toi_deform_query){.separation = HUGE_VAL}, separation);
    refuses_query(deform, (toi_deform_query){.tolerance = -1.0}, "tolerance must be finite and at least 0");
    refuses_query(deform, (toi_deform_query){.exact = true, .separation = 1.0}, "exact takes no separation");
    refuses_query(deform, (toi_deform_query){.safety = 1.5}, "safety must be from 0 to 1");
    refuses_query(deform, (toi_deform_query){.safety = (double)NAN}, "safety must be from 0 to 1");
    refuses_query(deform, (toi_deform_query){.contact_capacity = 1}, "contacts: the array is missing");
    refuses_query(deform, (toi_deform_query){.only_count = 1}, "only: the list is missing");
    const toi_pair pair = {0, 3};
    refuses_query(deform, (toi_deform_query){.ignore = &pair, .ignore_count = 1},
                  "ignore: pair 0 names body 3, which is not there");
    toi_deform_result r;
    assert_int_equal(toi_deform_find(NULL, NULL, &r, NULL), TOI_ERROR_INVALID);
    assert_int_equal(toi_deform_find(deform, NULL, NULL, NULL), TOI_ERROR_INVALID);
    assert_int_equal(toi_deform_create(NULL, NULL), TOI_ERROR_INVALID);
    toi_deform_destroy(deform);
    toi_mesh_destroy(mesh);
}

static void refuses_body(toi_deform* deform, const toi_deform_body* def, uint64_t index, const char* why)
{
    toi_error error = {0};
    uint32_t number = 9;
    assert_int_equal(toi_deform_add(deform, def, &number, &error), TOI_ERROR_INVALID);
    assert_string_equal(error.text, why);
    assert_int_equal(error.index, index);
    assert_int_equal(number, 9);
}

static void wrong_bodies_are_refused(void** state)
{
    (void)state;
    toi_mesh *mesh = make_square(), *ball = NULL, *seen = NULL;
    toi_deform* deform = make();
    assert_int_equal(toi_mesh_create_sphere(1.0, NULL, &ball, NULL), TOI_OK);
    toi_mesh_def def = {
        .vertices = square, .vertex_count = 4, .indices = halves, .face_count = 2, .inspect_only = true};
    assert_int_equal(toi_mesh_create(&def, &seen, NULL), TOI_OK);
    refuses_body(deform, NULL, 0, "an argument is missing");
    refuses_body(deform, &(toi_deform_body){.mesh = NULL}, 0, "an argument is missing");
    refuses_body(deform, &(toi_deform_body){.mesh = ball}, 0, "the mesh is an exact round shape");
    refuses_body(deform, &(toi_deform_body){.mesh = seen}, 0, "the mesh is made with inspect_only");
    toi_vec3 good[4], bad[4];
    place(good, 0.0, 0.0, 0.0);
    place(bad, 0.0, 0.0, 0.0);
    bad[3].y = (double)NAN;
    refuses_body(deform, &(toi_deform_body){.mesh = mesh, .start = bad}, 3,
                 "vertex 3 is not finite at the start");
    bad[3].y = HUGE_VAL;
    refuses_body(deform, &(toi_deform_body){.mesh = mesh, .end = bad}, 3,
                 "vertex 3 is not finite at the end");
    toi_error error = {0};
    assert_int_equal(toi_deform_set(deform, 0, good, bad, &error), TOI_ERROR_INVALID);
    assert_string_equal(error.text, "body 0 is not there");
    add(deform, mesh, good, NULL, false);
    assert_int_equal(toi_deform_set(deform, 0, good, bad, &error), TOI_ERROR_INVALID);
    assert_string_equal(error.text, "vertex 3 is not finite at the end");
    assert_int_equal(find(deform, NULL).answer, TOI_ANSWER_CLEAR); // as it was
    toi_deform_destroy(deform);
    toi_mesh_destroy(seen);
    toi_mesh_destroy(ball);
    toi_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_falling_square_meets_one_that_rests),
        cmocka_unit_test(numbers_are_used_again),
        cmocka_unit_test(starts_are_decided_exactly),
        cmocka_unit_test(a_body_meets_itself),
        cmocka_unit_test(wrong_settings_are_refused),
        cmocka_unit_test(wrong_bodies_are_refused),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
