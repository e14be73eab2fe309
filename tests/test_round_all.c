// All contacts of exact balls and cylinders with meshes against all contacts of fine polygons inside of them:
// where the bodies meet at speed, each contact of one has one of the other at about its time and place.

#include "round_support.h"
#include "support/screw_pairs.h"

enum { PAIRS = 50 };

static const double accuracy = 0.001, least_approach = 0.4;

typedef struct tally {
    uint32_t exact, polygons, alone_exact, alone_polygons;
} tally;

static double distance(toi_vec3 p, toi_vec3 q)
{
    return sqrt((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y) + (p.z - q.z) * (p.z - q.z));
}

// A surface within `accuracy` of another one of radius about 1 touches within sqrt(2 accuracy) of where that
// does.
static bool has_match(const toi_contact* c, const found* among)
{
    double room = 4.0 * accuracy / c->approach + c->time_error, reach = 4.0 * sqrt(2.0 * accuracy);
    for (uint32_t i = 0; i < among->result.contact_count; ++i) {
        const toi_contact* d = &among->contact[i];
        if (fabs(d->time - c->time) <= room + d->time_error && distance(c->point, d->point) <= reach) {
            return true;
        }
    }
    return false;
}

static bool is_fast(const toi_contact* c)
{
    return c->approach >= least_approach && !c->sustained && !c->tangent && c->properness >= 0.0;
}

static uint32_t count_alone(const found* from, const found* among, uint32_t* asked, const char* what)
{
    uint32_t alone = 0;
    for (uint32_t i = 0; i < from->result.contact_count; ++i) {
        const toi_contact* c = &from->contact[i];
        if (!is_fast(c)) {
            continue;
        }
        ++*asked;
        if (!has_match(c, among)) {
            ++alone;
            if (getenv("TOI_ROUND_PRINT") != NULL) {
                printf("alone in %s: kind %d a %u b %u t %.9g proper %g approach %g\n", what, (int)c->kind,
                       c->a.index[0], c->b.index[0], c->time, c->properness, c->approach);
            }
        }
    }
    return alone;
}

static void run(sp_family family, toi_mesh* exact, const char* what, uint64_t seed)
{
    static found e, p;
    test_random random = random_start(seed);
    sp_shapes shapes;
    sp_shapes_init(&shapes, family);
    toi_mesh* polygons;
    assert_int_equal(toi_mesh_create_tessellation(exact, false, accuracy, NULL, &polygons, NULL), TOI_OK);
    tally t = {0};
    uint32_t pairs = getenv("TOI_ROUND_PAIRS") != NULL ? (uint32_t)atoi(getenv("TOI_ROUND_PAIRS")) : PAIRS;
    for (uint32_t i = 0; i < pairs; ++i) {
        toi_body a = at_rest(shapes.mesh[0]), b = {.mesh = exact, .motion = random_screw(&random)},
                 q = {.mesh = polygons, .motion = b.motion};
        toi_query_def def = {.min_properness = -0.15};
        find_all(&a, &b, def, &e);
        find_all(&a, &q, def, &p);
        if (e.result.start != TOI_START_FREE) {
            continue;
        }
        t.alone_exact += count_alone(&e, &p, &t.exact, "exact");
        t.alone_polygons += count_alone(&p, &e, &t.polygons, "polygons");
    }
    printf("%s: %u contacts, %u alone; of polygons %u, %u alone\n", what, t.exact, t.alone_exact, t.polygons,
           t.alone_polygons);
    assert_true(t.exact > pairs / 2);
    // In a valley between two edges, polygons that are deeper in one of them may touch the other one by a
    // corner that a round body does not have.
    // The other way round, polygons may touch an edge that is nearly parallel to a cylinder far along it.
    assert_true(t.alone_exact * 1000 <= t.exact);
    assert_true(t.alone_polygons * 50 <= (family == SP_CUBES ? 0 : t.polygons));
    sp_shapes_release(&shapes);
    toi_mesh_destroy(polygons);
    toi_mesh_destroy(exact);
}

static void all_contacts_of_balls_are_those_of_fine_polygons(void** state)
{
    (void)state;
    run(SP_CUBES, make_ball(0.6), "ball and cube", 31);
    run(SP_CARS, make_ball(0.3), "ball and car", 32);
    run(SP_TORI, make_ball(0.4), "ball and torus", 33);
}

static void all_contacts_of_cylinders_are_those_of_fine_polygons(void** state)
{
    (void)state;
    run(SP_CUBES, make_cylinder(0.4, 0.5), "cylinder and cube", 34);
    run(SP_CARS, make_cylinder(0.1, 0.5), "rod and car", 35);
    run(SP_TORI, make_cylinder(0.3, 0.2), "cylinder and torus", 36);
}

static bool counts(const toi_contact* c)
{
    return c->entering && c->properness >= 0.0;
}

// Fails where contact k is not c.
static bool is_same(const toi_contact* c, const found* f, uint32_t k)
{
    assert_true(k < f->result.contact_count);
    assert_int_equal(c->kind, f->contact[k].kind);
    assert_near(c->time, f->contact[k].time, 1e-12);
    return true;
}

// With leaving and improper contacts asked for nothing is left out of the search.
static void what_is_left_out_of_the_search_is_not_in_the_list(void** state)
{
    (void)state;
    static found some, all;
    test_random random = random_start(41);
    sp_shapes shapes[2];
    sp_shapes_init(&shapes[0], SP_CARS);
    sp_shapes_init(&shapes[1], SP_TORI);
    toi_mesh* round[3] = {make_ball(0.35), make_cylinder(0.3, 0.2), make_cylinder(0.1, 0.6)};
    uint32_t total = 0,
             pairs = getenv("TOI_ROUND_PAIRS") != NULL ? (uint32_t)atoi(getenv("TOI_ROUND_PAIRS")) : 150;
    for (uint32_t i = 0; i < pairs; ++i) {
        const toi_mesh* mesh = shapes[i % 2].mesh[0];
        toi_body a = at_rest(i % 5 == 0 ? round[1] : mesh),
                 b = {.mesh = round[i % 3], .motion = random_screw(&random)};
        find_all(&a, &b, (toi_query_def){0}, &some);
        find_all(&a, &b, (toi_query_def){.min_properness = -0.3, .leaving = true}, &all);
        uint32_t k = 0;
        for (uint32_t j = 0; j < all.result.contact_count; ++j) {
            k += counts(&all.contact[j]) && is_same(&all.contact[j], &some, k);
        }
        if (k != some.result.contact_count) {
            print_found(&some);
            print_found(&all);
        }
        assert_int_equal(k, some.result.contact_count);
        total += k;
    }
    printf("%u contacts\n", total);
    assert_true(total > pairs / 2);
    for (int i = 0; i < 3; ++i) {
        toi_mesh_destroy(round[i]);
    }
    sp_shapes_release(&shapes[0]);
    sp_shapes_release(&shapes[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_contacts_of_balls_are_those_of_fine_polygons),
        cmocka_unit_test(all_contacts_of_cylinders_are_those_of_fine_polygons),
        cmocka_unit_test(what_is_left_out_of_the_search_is_not_in_the_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
