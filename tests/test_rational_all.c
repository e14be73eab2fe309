// All contacts of bodies on rational motions: the screws that stand for them against the motions in long
// double, and the contacts of nlerp in its rational form against those of nlerp itself.

#include "first_support.h"
#include "rational_support.h"
#include "relative_support.h"

static void screws_are_within_their_error_of_the_motion(void** state)
{
    (void)state;
    test_random random = random_start(1);
    const ti_screw_terms rough = {.max_model_error = 1e-2, .max_pieces = 1000000};
    const ti_screw_terms one = {.relative_screw = true, .max_pieces = 1};
    double observed = 0.0;
    for (int i = 0; i < 16; ++i) {
        random_rational r[2];
        pair p;
        random_rational_make(&random, 1.0, 1 + random_below(&random, 2), &r[0]);
        random_rational_make(&random, 2.0, 1 + random_below(&random, 2), &r[1]);
        bool rests = i % 4 == 0;
        set_pair(&p, rests ? resting(v3(1, 2, 3)) : r[0].motion, r[1].motion);
        p.mesh_a.center = p.mesh_b.center = v3(0.5, 0.0, 0.25);
        p.mesh_a.info.bounds = p.mesh_b.info.bounds = (toi_bounds){{-0.5, -1, -0.75}, {1.5, 1, 1.25}};
        worst w = check_walk(&p, &rough, &random, 4);
        assert_true(w.largest_error <= 1e-2 + 1e-12);
        observed = fmax(observed, w.observed);
        if (i % 8 < 2) {
            w = check_walk(&p, &one, &random, 200);
            assert_int_equal(w.pieces, 1);
        }
    }
    assert_true(observed > 0.1);
}

enum { ROOM = 64 };

static uint32_t contacts_of(const toi_body* a, const toi_body* b, toi_contact* list)
{
    toi_query_def def = {.contacts = list, .contact_capacity = ROOM};
    toi_result r;
    assert_int_equal(toi_all_contacts(a, b, &def, &r), TOI_OK);
    assert_true(r.contact_count <= ROOM && r.model_error <= 2e-6);
    return r.contact_count;
}

// Contacts at a large angle are in both lists.
static uint32_t count_common(const toi_contact* x, uint32_t count, const toi_contact* y, uint32_t other)
{
    uint32_t clear_cut = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (fabs(x[i].approach) < 0.3 || x[i].properness < 0.05) {
            continue;
        }
        bool found = false;
        for (uint32_t k = 0; k < other; ++k) {
            found = found || (x[i].kind == y[k].kind && fabs(x[i].time - y[k].time) < 2e-5 &&
                              memcmp(&x[i].a, &y[k].a, sizeof x[i].a) == 0 &&
                              memcmp(&x[i].b, &y[k].b, sizeof x[i].b) == 0);
        }
        assert_true(found);
        ++clear_cut;
    }
    return clear_cut;
}

static void nlerp_and_its_rational_form_have_the_same_contacts(void** state)
{
    (void)state;
    test_random random = random_start(2);
    toi_mesh* mesh[2] = {make_box(0.5, 0.3, 0.4), make_box(0.2, 0.6, 0.3)};
    uint32_t compared = 0;
    for (int i = 0; i < 16; ++i) {
        toi_pose ends[2];
        ends[0].position = v3(-1.5, random_between(&random, -0.3, 0.3), 0.1);
        ends[1].position = v3(1.5, 0.2, random_unit(&random));
        for (int k = 0; k < 2; ++k) {
            ends[k].quaternion = random_coefficient(&random, (toi_quat){1.0, 0.0, 0.0, 0.0}, 0.9);
        }
        nlerp n;
        nlerp_make(ends, &n);
        toi_body a = at_rest(mesh[0], v3(0, 0, 0), upright);
        toi_body b = {.mesh = mesh[1], .motion = n.between}, c = {.mesh = mesh[1], .motion = n.rational};
        toi_contact x[ROOM], y[ROOM];
        uint32_t of_x = contacts_of(&a, &b, x), of_y = contacts_of(&a, &c, y);
        compared += count_common(x, of_x, y, of_y);
        count_common(y, of_y, x, of_x);
    }
    assert_true(compared > 10);
    toi_mesh_destroy(mesh[0]);
    toi_mesh_destroy(mesh[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(screws_are_within_their_error_of_the_motion),
        cmocka_unit_test(nlerp_and_its_rational_form_have_the_same_contacts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
