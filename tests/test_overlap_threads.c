// Pairs of large bodies, whose time threads share: what is found, and its order, is that of one thread, by
// trees and by the join; and which of these is taken.

#include "bvh/wide_tree.h"
#include "cmocka_toi.h"
#include "core/hash.h"
#include "failing_allocator.h"
#include "lazy_runner.h"
#include "random_point.h"
#include "toi/toi.h"
#include "world/overlap.h"

enum { SIDE = 101, VERTICES = SIDE * SIDE, QUADS = (SIDE - 1) * (SIDE - 1), BODIES = 3 };

static toi_mesh* mesh;
static toi_vec3 rest[VERTICES];
static uint32_t corners[6 * QUADS];

// A sheet of hills of so many triangles that two of them are a large pair.
static int make_mesh(void** state)
{
    (void)state;
    for (uint32_t i = 0; i < VERTICES; ++i) {
        double x = (i % SIDE) / 50.0 - 1.0, y = (i / SIDE) / 50.0 - 1.0;
        rest[i] = (toi_vec3){x, y, 0.1 * sin(9.0 * x) * cos(7.0 * y)};
    }
    for (uint32_t i = 0; i < QUADS; ++i) {
        uint32_t at = i / (SIDE - 1) * SIDE + i % (SIDE - 1);
        const uint32_t two[6] = {at, at + 1, at + SIDE + 1, at, at + SIDE + 1, at + SIDE};
        memcpy(corners + 6 * i, two, sizeof two);
    }
    const toi_mesh_def def = {&rest[0].x, VERTICES, corners, NULL, 2 * QUADS, 0.0, false, NULL};
    return toi_mesh_create(&def, &mesh, NULL) == TOI_OK ? 0 : -1;
}

static int free_mesh(void** state)
{
    (void)state;
    toi_mesh_destroy(mesh);
    return 0;
}

// What all bodies of a scene are.
typedef enum kind { RIGID = 0, DEFORMING, MIXED, SOUPS, KINDS } kind;

static toi_vec3 shapes[BODIES][VERTICES];

static toi_pose pose_of(uint32_t body)
{
    return (toi_pose){{0.1 * body, 0.3 * body, 0.02 * body}, {1.0, 0.05 * body, -0.1 * body, 0.3 * body}};
}

static void make_shapes(void)
{
    test_random random = random_start(61);
    for (uint32_t k = 0; k < BODIES; ++k) {
        const toi_body body = {.mesh = mesh, .motion = {.kind = TOI_MOTION_STATIC, .pose = pose_of(k)}};
        assert_int_equal(toi_body_vertices(&body, 0.0, shapes[k], NULL), TOI_OK);
        for (uint32_t i = 0; i < VERTICES; ++i) {
            shapes[k][i] = v3_add(shapes[k][i], random_point(&random, 0.01));
        }
    }
}

static void enter(toi_overlap* o, kind k, bool self)
{
    for (uint32_t i = 0; i < BODIES; ++i) {
        toi_overlap_body def = {.mesh = k == SOUPS ? NULL : mesh, .pose = pose_of(i), .self = self};
        def.soup = (toi_soup){shapes[i], VERTICES, corners, 2 * QUADS, NULL};
        uint32_t number;
        toi_status status = toi_overlap_add(o, &def, &number, NULL);
        if (status != TOI_OK) {
            assert_int_equal(status, TOI_ERROR_MEMORY);
            assert_int_equal(toi_overlap_add(o, &def, &number, NULL), TOI_OK);
        }
        assert_int_equal(number, i);
        if (k == DEFORMING || (k == MIXED && i == 1)) {
            assert_int_equal(toi_overlap_deform(o, i, shapes[i], NULL), TOI_OK);
        }
    }
}

static uint64_t hash_of(const toi_overlap_result* r)
{
    uint64_t hash = ti_hash_word(TI_HASH_START, r->pair_count);
    for (uint32_t i = 0; i < r->pair_count; ++i) {
        const toi_overlap_pair* p = &r->pairs[i];
        hash = ti_hash_word(ti_hash_word(hash, p->a), p->b);
        hash = ti_hash_bytes(hash, p->faces, p->face_count * sizeof *p->faces);
        hash = p->meetings ? ti_hash_bytes(hash, p->meetings, p->face_count * sizeof *p->meetings) : hash;
    }
    return hash;
}

static toi_overlap* make(uint32_t threads)
{
    const toi_overlap_def def = {.threads = threads};
    toi_overlap* o;
    assert_int_equal(toi_overlap_create(&def, &o), TOI_OK);
    return o;
}

typedef struct answer {
    uint64_t hash, faces, candidates, near;
} answer;

static answer ask(kind k, const toi_overlap_query* query, uint32_t threads, bool self)
{
    toi_overlap* o = make(threads);
    toi_overlap_result r;
    enter(o, k, self);
    assert_int_equal(toi_overlap_find(o, query, &r, NULL), TOI_OK);
    assert_int_equal(o->splits.count > 0, threads > 1);
    assert_true(threads == 1 || o->parts.count > 1);
    answer found = {hash_of(&r), r.face_count, r.candidates, r.pairs_near};
    // Again, with everything there, and as what it was.
    for (int round = 0; round < 2; ++round) {
        toi_overlap_query again = *query;
        again.anew = round == 0;
        assert_int_equal(toi_overlap_find(o, &again, &r, NULL), TOI_OK);
        assert_true(hash_of(&r) == found.hash);
        assert_true(r.pairs_kept == (round == 1 && query->method == TOI_OVERLAP_DEFAULT ? r.pairs_near : 0));
    }
    toi_overlap_destroy(o);
    return found;
}

// ---- tests

static void threads_share_a_large_pair_and_find_the_same(void** state)
{
    (void)state;
    make_shapes();
    static const toi_overlap_query queries[] = {{.method = TOI_OVERLAP_DEFAULT, .segments = true},
                                                {.method = TOI_OVERLAP_JOIN},
                                                {.method = TOI_OVERLAP_DEFAULT, .within = 0.002}};
    uint64_t all = 0;
    for (int k = 0; k < KINDS; ++k) {
        for (size_t q = 0; q < 3; ++q) {
            bool self = q == 0 && k == DEFORMING;
            answer one = ask((kind)k, &queries[q], 1, self), three = ask((kind)k, &queries[q], 3, self);
            answer eight = ask((kind)k, &queries[q], 8, self);
            assert_memory_equal(&one, &three, sizeof one);
            assert_memory_equal(&one, &eight, sizeof one);
            all += one.faces;
        }
    }
    print_message("%llu pairs of faces\n", (unsigned long long)all);
    assert_true(all > 10000);
}

static void pieces_of_a_tree_are_the_tree(void** state)
{
    (void)state;
    make_shapes();
    ti_wide_shape shape;
    assert_int_equal(ti_wide_make(mesh->triangles, mesh->triangle_count, NULL, &shape), TOI_OK);
    ti_float_frame frame = ti_float_frame_around(&mesh->info.bounds);
    size_t size = shape.node_count * sizeof(ti_float_box);
    ti_float_box *whole = malloc(size), *pieces = malloc(size);
    ti_wide_fit(&shape, shapes[0], &frame, whole);
    for (uint32_t step = 100; step < 2 * shape.node_count; step *= 3) {
        memset(pieces, 0, size);
        for (uint32_t begin = 0; begin < shape.node_count; begin += step) {
            uint32_t left = shape.node_count - begin;
            ti_wide_fit_leaves(&shape, shapes[0], &frame, begin, begin + (left < step ? left : step), pieces);
        }
        ti_wide_fit_inner(&shape, pieces);
        for (uint32_t i = 0; i < shape.node_count; ++i) {
            assert_memory_equal(whole[i].lower, pieces[i].lower, sizeof whole[i].lower);
            assert_memory_equal(whole[i].minus_upper, pieces[i].minus_upper, sizeof whole[i].minus_upper);
        }
    }
    free(whole);
    free(pieces);
    ti_wide_release(&shape);
}

static void memory_that_fails_in_a_large_pair_changes_nothing(void** state)
{
    (void)state;
    make_shapes();
    for (int k = DEFORMING; k < KINDS; k += SOUPS - DEFORMING) {
        uint64_t expected = 0;
        bool failed = true;
        for (uint64_t at = 1; failed; at += at < 16 ? 1 : 3 * TEST_SHARE) {
            failing_allocator f = failing_allocator_make(at, false);
            toi_allocator allocator = failing_allocator_use(&f);
            const toi_overlap_def def = {.allocator = &allocator, .threads = 2};
            toi_overlap* o;
            toi_status status = toi_overlap_create(&def, &o);
            status = status == TOI_OK ? status : toi_overlap_create(&def, &o);
            assert_int_equal(status, TOI_OK);
            enter(o, (kind)k, false);
            toi_overlap_result r;
            status = toi_overlap_find(o, NULL, &r, NULL);
            if (status != TOI_OK) {
                assert_int_equal(status, TOI_ERROR_MEMORY);
                assert_int_equal(toi_overlap_find(o, NULL, &r, NULL), TOI_OK);
            }
            expected = expected ? expected : hash_of(&r);
            assert_true(hash_of(&r) == expected);
            failed = f.failures > 0;
            toi_overlap_destroy(o);
            assert_int_equal(f.live, 0);
        }
    }
}

// @return how often one task that is not run as it should be is an error; else the answer is right
static uint32_t count_errors(toi_overlap* o, lazy_runner* lazy, kind k, const toi_overlap_query* query)
{
    toi_overlap_result r;
    *lazy = (lazy_runner){.wrong = UINT32_MAX};
    assert_int_equal(toi_overlap_find(o, query, &r, NULL), TOI_OK);
    assert_true(r.face_count > 0);
    uint64_t expected = hash_of(&r);
    uint32_t tasks = lazy->seen, slots = (uint32_t)o->slots.count, errors = 0;
    for (uint32_t step = 0; step < 2 * tasks; step += step < 24 ? 1 : 31 * TEST_SHARE) {
        for (uint32_t i = 0; k == DEFORMING && i < BODIES; ++i) {
            assert_int_equal(toi_overlap_deform(o, i, shapes[i], NULL), TOI_OK);
        }
        *lazy = (lazy_runner){.wrong = step / 2, .strays = step % 2};
        toi_status status = toi_overlap_find(o, query, &r, NULL);
        assert_true(status == TOI_ERROR_THREAD || (status == TOI_OK && hash_of(&r) == expected));
        // At the end of the octree a task for each pair of bodies has nothing to do.
        assert_true(status != TOI_OK || query->method != TOI_OVERLAP_OCTREE || step / 2 + slots >= tasks);
        errors += status != TOI_OK;
    }
    return errors;
}

static void a_task_that_is_not_run_as_it_should_be_is_an_error(void** state)
{
    (void)state;
    static const toi_overlap_query queries[] = {
        {.method = TOI_OVERLAP_DEFAULT},
        {.method = TOI_OVERLAP_TREE, .segments = true},
        {.method = TOI_OVERLAP_JOIN},
        {.method = TOI_OVERLAP_OCTREE, .octree = {.level = 3}},
        {.method = TOI_OVERLAP_OCTREE, .octree = {.level = TOI_OVERLAP_AUTO, .no_boxes = true}}};
    make_shapes();
    lazy_runner lazy = {.wrong = UINT32_MAX};
    const toi_overlap_def def = {.threads = LAZY_THREADS, .run = run_lazily, .run_context = &lazy};
    toi_overlap* o;
    assert_int_equal(toi_overlap_create(&def, &o), TOI_OK);
    enter(o, DEFORMING, false);
    for (size_t q = 0; q < sizeof queries / sizeof *queries; ++q) {
        assert_true(count_errors(o, &lazy, DEFORMING, &queries[q]) > 10);
    }
    toi_overlap_destroy(o);
}

// Every face against every face takes bodies of few faces.
static void also_where_few_faces_are_compared(void** state)
{
    (void)state;
    lazy_runner lazy = {.wrong = UINT32_MAX};
    const toi_overlap_def def = {.threads = LAZY_THREADS, .run = run_lazily, .run_context = &lazy};
    toi_overlap* o;
    toi_mesh* box;
    assert_int_equal(toi_overlap_create(&def, &o), TOI_OK);
    assert_int_equal(toi_mesh_create_box((toi_vec3){1.0, 1.0, 1.0}, NULL, &box, NULL), TOI_OK);
    for (uint32_t i = 0; i < BODIES; ++i) {
        const toi_overlap_body body = {.mesh = box, .pose = pose_of(i)};
        uint32_t number;
        assert_int_equal(toi_overlap_add(o, &body, &number, NULL), TOI_OK);
    }
    for (int method = TOI_OVERLAP_DEFAULT; method <= TOI_OVERLAP_ALL; ++method) {
        const toi_overlap_query query = {.method = (toi_overlap_method)method};
        assert_true(count_errors(o, &lazy, RIGID, &query) >= 2 * BODIES);
    }
    toi_overlap_destroy(o);
    toi_mesh_destroy(box);
}

// ---- trees or join

static const ti_overlap_slot* first_slot(const toi_overlap* o)
{
    return o->slots.data;
}

static bool walks_trees(toi_overlap* o, const toi_overlap_query* query, uint64_t* faces)
{
    toi_overlap_result r;
    assert_int_equal(toi_overlap_find(o, query, &r, NULL), TOI_OK);
    assert_int_equal(o->slots.count, 1);
    *faces = r.face_count;
    return first_slot(o)->trees;
}

static void few_faces_near_are_joined_where_a_body_deforms(void** state)
{
    (void)state;
    static const toi_overlap_query normal = {0}, trees = {.method = TOI_OVERLAP_TREE},
                                   lists = {.method = TOI_OVERLAP_JOIN}, far = {.within = 0.1};
    static const toi_vec3 corner = {1.98, 1.98, 0.078};
    toi_overlap* o = make(1);
    uint64_t faces, expected;
    for (uint32_t i = 0; i < 2; ++i) {
        const toi_overlap_body def = {.mesh = mesh, .pose = {v3_scale(i, corner), {1.0, 0.0, 0.0, 0.0}}};
        uint32_t number;
        assert_int_equal(toi_overlap_add(o, &def, &number, NULL), TOI_OK);
    }
    // Corners of two sheets meet: few faces of each are near.
    assert_true(walks_trees(o, &normal, &expected)); // both are rigid
    assert_true(expected > 0);
    static toi_vec3 moved[VERTICES];
    for (uint32_t i = 0; i < VERTICES; ++i) {
        moved[i] = v3_add(rest[i], corner);
    }
    assert_int_equal(toi_overlap_deform(o, 1, moved, NULL), TOI_OK);
    assert_false(walks_trees(o, &normal, &faces));
    assert_int_equal(faces, expected);
    assert_true(walks_trees(o, &trees, &faces));
    assert_int_equal(faces, expected);
    assert_false(walks_trees(o, &lists, &faces));
    assert_int_equal(faces, expected);
    assert_true(walks_trees(o, &far, &faces)); // many are near then
    assert_true(faces > expected);
    for (uint32_t i = 0; i < VERTICES; ++i) {
        moved[i] = v3_add(rest[i], (toi_vec3){0.0, 0.3, 0.01});
    }
    assert_int_equal(toi_overlap_deform(o, 1, moved, NULL), TOI_OK);
    assert_true(walks_trees(o, &normal, &expected));
    assert_false(walks_trees(o, &lists, &faces));
    assert_int_equal(faces, expected);
    toi_overlap_destroy(o);
}

// Triangles that are all apart: where they change places at random the tree tells nothing of where they are.
static void bodies_whose_faces_are_scattered_are_joined(void** state)
{
    (void)state;
    enum { FLAKES = 2000 };
    static toi_vec3 flakes[3 * FLAKES], scattered[3 * FLAKES];
    static uint32_t indices[3 * FLAKES];
    for (uint32_t i = 0; i < 3 * FLAKES; ++i) {
        double x = i / 3 % 50, y = i / 3 / 50;
        flakes[i] = (toi_vec3){x + 0.9 * (i % 3 == 1), y + 0.9 * (i % 3 == 2), 0.01 * (i % 7)};
        indices[i] = i;
    }
    const toi_mesh_def def = {&flakes[0].x, 3 * FLAKES, indices, NULL, FLAKES, 0.0, false, NULL};
    toi_mesh* torn;
    assert_int_equal(toi_mesh_create(&def, &torn, NULL), TOI_OK);
    toi_overlap* o = make(1);
    static const toi_overlap_query normal = {0}, trees = {.method = TOI_OVERLAP_TREE};
    for (uint32_t i = 0; i < 2; ++i) {
        const toi_overlap_body body = {.mesh = torn,
                                       .pose = {{0.3 * i, 0.2 * i, 0.0}, {1.0, 0.0, 0.0, 0.01 * i}}};
        uint32_t number;
        assert_int_equal(toi_overlap_add(o, &body, &number, NULL), TOI_OK);
    }
    uint64_t faces, expected;
    assert_int_equal(toi_overlap_deform(o, 0, flakes, NULL), TOI_OK);
    assert_true(walks_trees(o, &normal, &expected)); // as at rest
    for (uint32_t i = 0; i < 3 * FLAKES; ++i) {
        scattered[i] = v3_scale(10.0, flakes[i]);
    }
    assert_int_equal(toi_overlap_deform(o, 0, scattered, NULL), TOI_OK);
    assert_true(walks_trees(o, &normal, &faces)); // larger, but as near to each other
    assert_int_equal(toi_overlap_deform(o, 0, flakes, NULL), TOI_OK);
    assert_true(expected > 0);
    test_random random = random_start(62);
    memcpy(scattered, flakes, sizeof scattered);
    for (uint32_t i = FLAKES - 1; i > 0; --i) {
        uint32_t j = random_below(&random, i + 1);
        for (uint32_t k = 0; k < 3; ++k) {
            toi_vec3 v = scattered[3 * i + k];
            scattered[3 * i + k] = scattered[3 * j + k];
            scattered[3 * j + k] = v;
        }
    }
    assert_int_equal(toi_overlap_deform(o, 0, scattered, NULL), TOI_OK);
    assert_false(walks_trees(o, &normal, &faces));
    assert_int_equal(faces, expected); // the same flakes under other numbers
    assert_true(walks_trees(o, &trees, &faces));
    assert_int_equal(faces, expected);
    assert_int_equal(toi_overlap_move(o, 0, &(toi_pose){{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, NULL),
                     TOI_OK);
    assert_true(walks_trees(o, &normal, &faces));
    assert_int_equal(faces, expected);
    toi_overlap_destroy(o);
    toi_mesh_destroy(torn);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(threads_share_a_large_pair_and_find_the_same),
        cmocka_unit_test(pieces_of_a_tree_are_the_tree),
        cmocka_unit_test(memory_that_fails_in_a_large_pair_changes_nothing),
        cmocka_unit_test(a_task_that_is_not_run_as_it_should_be_is_an_error),
        cmocka_unit_test(also_where_few_faces_are_compared),
        cmocka_unit_test(few_faces_near_are_joined_where_a_body_deforms),
        cmocka_unit_test(bodies_whose_faces_are_scattered_are_joined),
    };
    return cmocka_run_group_tests(cases, make_mesh, free_mesh);
}
