// Faces that meet among many bodies: every method finds the same as every face against every face, for any
// number of threads, while bodies move, deform, come and go.

#include "cmocka_toi.h"
#include "failing_allocator.h"
#include "overlap_cast.h"

static uint64_t find(toi_overlap* o, toi_overlap_method method, double within, uint64_t* faces)
{
    toi_overlap_query query = {.method = method, .within = within, .segments = true, .octree.level = 4};
    toi_overlap_result r;
    assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
    check_order(&r);
    *faces += r.face_count;
    return hash_of(&r);
}

// ---- tests

static void every_method_and_number_of_threads_agrees_frame_after_frame(void** state)
{
    (void)state;
    enum { OBJECTS = 3 };
    static const uint32_t threads[OBJECTS] = {1, 3, 8};
    test_random random = random_start(6);
    toi_overlap* o[OBJECTS];
    for (int i = 0; i < OBJECTS; ++i) {
        const toi_overlap_def def = {.threads = threads[i]};
        assert_int_equal(toi_overlap_create(&def, &o[i]), TOI_OK);
    }
    memset(cast, 0, sizeof cast);
    uint64_t faces = 0;
    for (int frame = 0; frame < (int)(40 / TEST_SHARE); ++frame) {
        for (int i = 0; i < 3; ++i) {
            change_cast(&random, o, OBJECTS);
        }
        uint64_t expected = find(o[0], TOI_OVERLAP_ALL, 0.0, &faces);
        double within = random_between(&random, 0.0, 0.3);
        uint64_t expected_near = find(o[0], TOI_OVERLAP_ALL, within, &faces);
        for (int i = 0; i < OBJECTS; ++i) {
            assert_int_equal(find(o[i], TOI_OVERLAP_DEFAULT, 0.0, &faces), expected);
            assert_int_equal(find(o[i], TOI_OVERLAP_TREE, 0.0, &faces), expected);
            assert_int_equal(find(o[i], TOI_OVERLAP_JOIN, 0.0, &faces), expected);
            assert_int_equal(find(o[i], TOI_OVERLAP_OCTREE, 0.0, &faces), expected);
            assert_int_equal(find(o[i], TOI_OVERLAP_DEFAULT, within, &faces), expected_near);
            assert_int_equal(find(o[i], TOI_OVERLAP_JOIN, within, &faces), expected_near);
        }
    }
    assert_true(faces > 30000 / TEST_SHARE);
    for (int i = 0; i < OBJECTS; ++i) {
        toi_overlap_destroy(o[i]);
    }
}

static void memory_that_fails_changes_nothing(void** state)
{
    (void)state;
    test_random random = random_start(8);
    memset(cast, 0, sizeof cast);
    for (uint32_t i = 0; i < 5; ++i) {
        cast[i] = (actor){.used = true, .self = i == 2, .mesh = (int)i - 1};
        random_shape(&random, &cast[i]);
        cast[i].deforms = i == 2;
    }
    const toi_body body = {.mesh = meshes[1], .motion = {.kind = TOI_MOTION_STATIC, .pose = cast[2].pose}};
    assert_int_equal(toi_body_vertices(&body, 0.0, cast[2].vertices, NULL), TOI_OK);
    uint64_t hash = 0, faces = 0;
    bool failed = true;
    for (uint64_t at = 1; failed; ++at) {
        failing_allocator f = failing_allocator_make(at, false);
        toi_allocator allocator = failing_allocator_use(&f);
        const toi_overlap_def def = {.allocator = &allocator, .threads = 2};
        toi_overlap* o = NULL;
        toi_overlap_result r = {.face_count = 99};
        toi_status status = toi_overlap_create(&def, &o);
        // Each call that fails succeeds when it is made again.
        status = status == TOI_OK ? status : toi_overlap_create(&def, &o);
        assert_int_equal(status, TOI_OK);
        for (uint32_t i = 0; i < 5; ++i) {
            toi_overlap_body put = {.self = cast[i].self, .pose = cast[i].pose, .soup = cast[i].soup};
            put.mesh = cast[i].mesh >= 0 ? meshes[cast[i].mesh] : NULL;
            uint32_t number = 99;
            status = toi_overlap_add(o, &put, &number, NULL);
            if (status != TOI_OK) {
                assert_int_equal(status, TOI_ERROR_MEMORY);
                assert_int_equal(number, 99);
                assert_int_equal(toi_overlap_add(o, &put, &number, NULL), TOI_OK);
            }
            assert_int_equal(number, i);
            show(o, i);
        }
        for (int method = 0; method <= TOI_OVERLAP_ALL; ++method) {
            const toi_overlap_query query = {
                .method = (toi_overlap_method)method, .segments = true, .octree.level = 3};
            toi_overlap_result before;
            memcpy(&before, &r, sizeof r);
            status = toi_overlap_find(o, &query, &r, NULL);
            if (status != TOI_OK) {
                assert_int_equal(status, TOI_ERROR_MEMORY);
                assert_memory_equal(&r, &before, sizeof r);
                assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
            }
            hash = hash ? hash : hash_of(&r);
            assert_int_equal(hash_of(&r), hash);
            faces += r.face_count;
        }
        failed = f.failures > 0;
        toi_overlap_destroy(o);
        assert_int_equal(f.live, 0);
    }
    assert_true(faces > 0);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(every_method_and_number_of_threads_agrees_frame_after_frame),
        cmocka_unit_test(memory_that_fails_changes_nothing),
    };
    return cmocka_run_group_tests(cases, make_meshes, free_meshes);
}
