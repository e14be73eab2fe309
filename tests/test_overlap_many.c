// Many bodies, each of a mesh of its own, that come and go: each has the tree of its mesh, and what is held
// goes with them.

#include "cmocka_toi.h"
#include "random_point.h"
#include "toi/toi.h"
#include "world/overlap_trees.h"

enum { BODIES = 2000, STEPS = 12000 };

// Boxes in a row: each meets the next one, and no other.
static toi_mesh* make_box(uint32_t number)
{
    toi_mesh* mesh = NULL;
    double side = 0.125 * (1 + number % 4);
    assert_int_equal(toi_mesh_create_box((toi_vec3){0.75, side, side}, NULL, &mesh, NULL), TOI_OK);
    return mesh;
}

static void enter(toi_overlap* o, const toi_mesh* mesh, uint32_t place, uint32_t* number)
{
    const toi_overlap_body def = {.mesh = mesh, .pose = {{place, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}};
    assert_int_equal(toi_overlap_add(o, &def, number, NULL), TOI_OK);
}

static void check(toi_overlap* o, const bool* there)
{
    toi_overlap_result r;
    uint32_t neighbors = 0;
    for (uint32_t i = 0; i + 1 < BODIES; ++i) {
        neighbors += there[i] && there[i + 1];
    }
    assert_int_equal(toi_overlap_find(o, NULL, &r, NULL), TOI_OK);
    assert_int_equal(r.pair_count, neighbors);
    assert_int_equal(r.pairs_near, neighbors);
}

static void bodies_of_many_meshes_come_and_go(void** state)
{
    (void)state;
    static toi_mesh* meshes[BODIES];
    static uint32_t numbers[BODIES];
    static bool there[BODIES];
    toi_overlap* o;
    assert_int_equal(toi_overlap_create(NULL, &o), TOI_OK);
    test_random random = random_start(44);
    uint32_t live = 0;
    for (uint32_t step = 0; step < STEPS; ++step) {
        uint32_t i = random_below(&random, BODIES);
        if (there[i]) {
            assert_int_equal(toi_overlap_remove(o, numbers[i]), TOI_OK);
            toi_mesh_destroy(meshes[i]); // another may come to its address
        } else {
            meshes[i] = make_box(i);
            enter(o, meshes[i], i, &numbers[i]);
        }
        there[i] = !there[i];
        live += there[i] ? 1 : UINT32_MAX;
        assert_int_equal(o->trees.count - o->free_trees.count, live);
        if (step % 1000 == 999) {
            check(o, there);
        }
    }
    assert_true(o->tree_room <= 4 * BODIES);
    for (uint32_t i = 0; i < BODIES; ++i) {
        if (there[i]) {
            assert_int_equal(toi_overlap_remove(o, numbers[i]), TOI_OK);
            toi_mesh_destroy(meshes[i]);
        }
    }
    assert_int_equal(o->held, 0);
    toi_overlap_destroy(o);
}

static uint32_t add_nothing(toi_overlap* o)
{
    static const toi_vec3 nowhere = {0.0, 0.0, 0.0};
    const toi_overlap_body def = {.soup = {.vertices = &nowhere, .vertex_count = 1}};
    uint32_t number = UINT32_MAX;
    assert_int_equal(toi_overlap_add(o, &def, &number, NULL), TOI_OK);
    return number;
}

static void a_body_has_the_lowest_free_number(void** state)
{
    (void)state;
    static bool used[BODIES];
    toi_overlap* o;
    assert_int_equal(toi_overlap_create(NULL, &o), TOI_OK);
    test_random random = random_start(45);
    memset(used, 0, sizeof used);
    for (uint32_t step = 0; step < STEPS; ++step) {
        uint32_t i = random_below(&random, BODIES), lowest = 0;
        bool more = random_below(&random, 5) < (step / 3000 % 2 ? 2 : 3); // often, then less so
        while (lowest < BODIES && used[lowest]) {
            ++lowest;
        }
        if (used[i] && (!more || lowest == BODIES)) {
            assert_int_equal(toi_overlap_remove(o, i), TOI_OK);
            used[i] = false;
        } else if (lowest < BODIES) {
            assert_int_equal(add_nothing(o), lowest);
            used[lowest] = true;
        }
        assert_int_equal(toi_overlap_remove(o, BODIES), TOI_ERROR_INVALID);
    }
    toi_overlap_destroy(o);
}

// Looking through all numbers for a free one would take minutes.
static void a_number_is_found_at_once_among_many_bodies(void** state)
{
    (void)state;
    enum { MANY = 100000, ROUNDS = 400000 };
    toi_overlap* o;
    assert_int_equal(toi_overlap_create(NULL, &o), TOI_OK);
    for (uint32_t i = 0; i < MANY; ++i) {
        assert_int_equal(add_nothing(o), i);
    }
    for (uint32_t round = 0; round < ROUNDS; ++round) {
        assert_int_equal(toi_overlap_remove(o, 0), TOI_OK);
        assert_int_equal(add_nothing(o), 0);
        assert_int_equal(add_nothing(o), MANY);
        assert_int_equal(toi_overlap_remove(o, MANY), TOI_OK);
    }
    toi_overlap_destroy(o);
}

static void bodies_of_one_mesh_share_a_tree(void** state)
{
    (void)state;
    toi_overlap* o;
    toi_mesh* mesh = make_box(0);
    uint32_t numbers[20];
    assert_int_equal(toi_overlap_create(NULL, &o), TOI_OK);
    for (uint32_t i = 0; i < 20; ++i) {
        enter(o, mesh, i, &numbers[i]);
        assert_int_equal(o->trees.count, 1);
    }
    uint64_t held = o->held;
    for (uint32_t i = 0; i + 1 < 20; ++i) {
        assert_int_equal(toi_overlap_remove(o, numbers[i]), TOI_OK);
        assert_int_equal(o->held, held);
    }
    assert_int_equal(toi_overlap_remove(o, numbers[19]), TOI_OK);
    assert_int_equal(o->held, 0);
    toi_overlap_destroy(o);
    toi_mesh_destroy(mesh);
}

// Boxes at whole numbers, which do not meet each other, and one that ends in the last layer of them along
// each axis: it is near all, and most of what is in a cell of the octree is not to be asked about.
static void one_body_that_is_near_all_others_meets_the_outer_ones(void** state)
{
    (void)state;
    enum { X = 20, Y = 20, Z = 10, CROWD = X * Y * Z, OUTER = CROWD - (X - 1) * (Y - 1) * (Z - 1) };
    static const toi_overlap_query queries[] = {
        {.method = TOI_OVERLAP_DEFAULT},
        {.method = TOI_OVERLAP_OCTREE},
        {.method = TOI_OVERLAP_OCTREE, .octree = {.level = 1}},
        {.method = TOI_OVERLAP_OCTREE, .octree = {.level = TOI_OVERLAP_AUTO, .halves = true}}};
    toi_mesh *small, *large;
    assert_int_equal(toi_mesh_create_box((toi_vec3){0.25, 0.25, 0.25}, NULL, &small, NULL), TOI_OK);
    assert_int_equal(toi_mesh_create_box((toi_vec3){0.5 * X, 0.5 * Y, 0.5 * Z}, NULL, &large, NULL), TOI_OK);
    for (uint32_t place = 0; place <= CROWD; place += CROWD / 2) {
        toi_overlap* o;
        assert_int_equal(toi_overlap_create(NULL, &o), TOI_OK);
        for (uint32_t i = 0, body; i < CROWD; ++i) {
            toi_pose at = {{i % X, i / X % Y, i / X / Y}, {1.0, 0.0, 0.0, 0.0}};
            toi_pose middle = {{0.5 * X - 1.0, 0.5 * Y - 1.0, 0.5 * Z - 1.0}, {1.0, 0.0, 0.0, 0.0}};
            const toi_overlap_body def = {.mesh = small, .pose = at}, hub = {.mesh = large, .pose = middle};
            if (i == place) {
                assert_int_equal(toi_overlap_add(o, &hub, &body, NULL), TOI_OK);
            }
            assert_int_equal(toi_overlap_add(o, &def, &body, NULL), TOI_OK);
            if (i + 1 == CROWD && place == CROWD) {
                assert_int_equal(toi_overlap_add(o, &hub, &body, NULL), TOI_OK);
            }
        }
        uint64_t faces = 0;
        for (size_t q = 0; q < sizeof queries / sizeof *queries; ++q) {
            toi_overlap_result r;
            assert_int_equal(toi_overlap_find(o, &queries[q], &r, NULL), TOI_OK);
            assert_int_equal(r.pairs_near, CROWD);
            assert_int_equal(r.pair_count, OUTER);
            faces = q == 0 ? r.face_count : faces;
            assert_int_equal(r.face_count, faces);
        }
        toi_overlap_destroy(o);
    }
    toi_mesh_destroy(small);
    toi_mesh_destroy(large);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(bodies_of_many_meshes_come_and_go),
        cmocka_unit_test(bodies_of_one_mesh_share_a_tree),
        cmocka_unit_test(one_body_that_is_near_all_others_meets_the_outer_ones),
        cmocka_unit_test(a_body_has_the_lowest_free_number),
        cmocka_unit_test(a_number_is_found_at_once_among_many_bodies),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
