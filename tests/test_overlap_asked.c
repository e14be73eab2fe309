// What toi_overlap refuses, and which pairs of bodies it looks at.

#include "cmocka_toi.h"
#include "failing_allocator.h"
#include "toi/toi.h"

static toi_mesh* box;

static int make_box(void** state)
{
    (void)state;
    return toi_mesh_create_box((toi_vec3){0.5, 0.25, 0.5}, NULL, &box, NULL);
}

static int free_box(void** state)
{
    (void)state;
    toi_mesh_destroy(box);
    return 0;
}

static void wrong_input_is_named_and_changes_nothing(void** state)
{
    (void)state;
    toi_overlap* o = NULL;
    toi_error error = {0};
    uint32_t number = 0, moved = 0;
    toi_overlap_result r;
    assert_int_equal(toi_overlap_create(NULL, NULL), TOI_ERROR_INVALID);
    assert_int_equal(toi_overlap_create(NULL, &o), TOI_OK);
    assert_int_equal(toi_overlap_find(o, NULL, &r, NULL), TOI_OK);
    assert_int_equal(r.pair_count, 0);
    toi_overlap_body def = {.mesh = box, .pose = TOI_POSE_IDENTITY};
    assert_int_equal(toi_overlap_add(o, &def, &number, NULL), TOI_OK);
    assert_int_equal(toi_overlap_add(o, &def, &moved, NULL), TOI_OK);
    assert_int_equal(toi_overlap_find(o, NULL, &r, NULL), TOI_OK);
    uint64_t before = r.face_count;

    toi_pose bad = TOI_POSE_IDENTITY;
    bad.quaternion.w = 0.0;
    assert_int_equal(toi_overlap_move(o, moved, &bad, &error), TOI_ERROR_INVALID);
    assert_non_null(strstr(error.text, "quaternion"));
    bad = (toi_pose){{1e308, 1e308, (double)NAN}, {1, 0, 0, 0}};
    assert_int_equal(toi_overlap_move(o, moved, &bad, &error), TOI_ERROR_INVALID);
    assert_int_equal(toi_overlap_move(o, 7, &def.pose, &error), TOI_ERROR_INVALID);
    assert_non_null(strstr(error.text, "body 7 is not there"));
    toi_vec3 vertices[8] = {{0}};
    vertices[5].y = HUGE_VAL;
    assert_int_equal(toi_overlap_deform(o, moved, vertices, &error), TOI_ERROR_INVALID);
    assert_int_equal(error.index, 5);
    const uint32_t indices[3] = {0, 1, 8};
    const toi_soup soup = {vertices, 8, indices, 1, NULL};
    assert_int_equal(toi_overlap_change(o, moved, &soup, &error), TOI_ERROR_INVALID);
    assert_non_null(strstr(error.text, "has a mesh"));
    toi_overlap_body poured = {.soup = soup};
    assert_int_equal(toi_overlap_add(o, &poured, &number, &error), TOI_ERROR_INVALID);
    assert_non_null(strstr(error.text, "vertex 8 of 8"));
    assert_int_equal(toi_overlap_remove(o, 2), TOI_ERROR_INVALID);
    const toi_pair pairs[1] = {{0, 9}};
    toi_overlap_query query = {.ignore = pairs, .ignore_count = 1};
    assert_int_equal(toi_overlap_find(o, &query, &r, &error), TOI_ERROR_INVALID);
    assert_int_equal(error.index, 9);
    query = (toi_overlap_query){.within = -1.0};
    assert_int_equal(toi_overlap_find(o, &query, &r, &error), TOI_ERROR_INVALID);
    query.within = nextafter(TOI_OVERLAP_MOST_WITHIN, HUGE_VAL);
    assert_int_equal(toi_overlap_find(o, &query, &r, &error), TOI_ERROR_INVALID);
    assert_non_null(strstr(error.text, "from 0 to 2^1010"));
    query.within = TOI_OVERLAP_MOST_WITHIN;
    assert_int_equal(toi_overlap_find(o, &query, &r, &error), TOI_OK);
    assert_true(r.face_count > before);
    query = (toi_overlap_query){.max_faces = 3};
    assert_int_equal(toi_overlap_find(o, &query, &r, &error), TOI_ERROR_LIMIT);

    assert_int_equal(toi_overlap_find(o, NULL, &r, NULL), TOI_OK);
    assert_int_equal(r.face_count, before);
    assert_true(before > 0);
    assert_int_equal(r.pair_count, 1);
    toi_overlap_destroy(o);
    toi_overlap_destroy(NULL);
}

static bool refuses_odd(uint32_t a, uint32_t b, void* context)
{
    ++*(uint32_t*)context;
    return (a + b) % 2 == 0;
}

static void only_asked_pairs_are_looked_at(void** state)
{
    (void)state;
    toi_overlap* o = NULL;
    assert_int_equal(toi_overlap_create(NULL, &o), TOI_OK);
    for (uint32_t i = 0; i < 4; ++i) {
        toi_overlap_body def = {.mesh = box, .pose = TOI_POSE_IDENTITY};
        def.pose.position.x = 0.125 * i;
        uint32_t number;
        assert_int_equal(toi_overlap_add(o, &def, &number, NULL), TOI_OK);
    }
    const toi_pair some[] = {{3, 0}, {0, 1}, {0, 3}}, one[] = {{1, 0}};
    toi_overlap_result r;
    uint32_t calls = 0;
    for (int method = 0; method <= TOI_OVERLAP_ALL; ++method) {
        toi_overlap_query query = {.method = (toi_overlap_method)method, .only = some, .only_count = 3};
        assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
        assert_int_equal(r.pair_count, 2);
        query.ignore = one;
        query.ignore_count = 1;
        assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
        assert_int_equal(r.pair_count, 1);
        assert_int_equal(r.pairs[0].b, 3);
        query = (toi_overlap_query){.filter = refuses_odd, .filter_context = &calls};
        assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
        assert_int_equal(r.pair_count, 2);
        assert_int_equal(r.pairs_near, 2);
    }
    assert_int_equal(calls, 6 * (TOI_OVERLAP_ALL + 1));
    toi_overlap_destroy(o);
}

static bool notes_selves(uint32_t a, uint32_t b, void* context)
{
    assert_true(a <= b);
    *(uint32_t*)context += a == b;
    return a != b;
}

static void a_filter_is_asked_about_a_body_and_itself(void** state)
{
    (void)state;
    toi_overlap* o = NULL;
    assert_int_equal(toi_overlap_create(NULL, &o), TOI_OK);
    uint32_t number, selves = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        const toi_overlap_body def = {.mesh = box, .pose = TOI_POSE_IDENTITY, .self = i != 1};
        assert_int_equal(toi_overlap_add(o, &def, &number, NULL), TOI_OK);
    }
    toi_overlap_result r;
    assert_int_equal(toi_overlap_find(o, NULL, &r, NULL), TOI_OK);
    assert_int_equal(r.pairs_near, 5);
    const toi_overlap_query query = {.filter = notes_selves, .filter_context = &selves};
    assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
    assert_int_equal(selves, 2);
    assert_int_equal(r.pairs_near, 3);
    toi_overlap_destroy(o);
}

// Lists grow in the first frames.
static void a_find_allocates_nothing_once_lists_have_grown(void** state)
{
    (void)state;
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    const toi_overlap_def def = {.allocator = &allocator};
    toi_overlap* o = NULL;
    assert_int_equal(toi_overlap_create(&def, &o), TOI_OK);
    toi_vec3 corners[8] = {{0}};
    const toi_body body = {.mesh = box, .motion = {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}};
    assert_int_equal(toi_body_vertices(&body, 0.0, corners, NULL), TOI_OK);
    static const uint32_t indices[6] = {0, 1, 2, 5, 6, 7};
    for (uint32_t i = 0; i < 6; ++i) {
        toi_overlap_body put = {.mesh = i < 4 ? box : NULL, .pose = TOI_POSE_IDENTITY, .self = i % 2};
        put.soup = (toi_soup){.vertices = corners, .vertex_count = 8, .indices = indices, .face_count = 2};
        uint32_t number;
        assert_int_equal(toi_overlap_add(o, &put, &number, NULL), TOI_OK);
    }
    const toi_pair ignore[] = {{3, 0}, {0, 1}, {0, 3}}, only[] = {{1, 0}, {2, 3}, {5, 4}, {4, 0}};
    uint32_t calls = 0;
    uint64_t grown = 0;
    for (int frame = 0; frame < 4; ++frame) {
        grown = f.calls;
        assert_int_equal(toi_overlap_deform(o, 3, corners, NULL), TOI_OK);
        for (int ask = 0; ask < 4 * (TOI_OVERLAP_ALL + 1); ++ask) {
            toi_overlap_query query = {.method = (toi_overlap_method)(ask / 4), .segments = ask % 2 == 0};
            query.ignore = ignore;
            query.ignore_count = ask % 4 < 2 ? 0 : 3;
            query.only = ask % 4 == 3 ? only : NULL;
            query.only_count = ask % 4 == 3 ? 4 : 0;
            query.filter = refuses_odd;
            query.filter_context = &calls;
            toi_overlap_result r;
            assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
            assert_true(r.face_count > 0);
        }
    }
    assert_int_equal(f.calls, grown);
    toi_overlap_destroy(o);
    assert_int_equal(f.live, 0);
}

// It has no box to find anything in.
static bool count_calls(uint32_t a, uint32_t b, void* context)
{
    uint32_t* calls = context;
    ++*calls;
    return a + b != 3;
}

// Of four boxes, a number that is free and a soup without faces; only 0 and 1 are near each other.
static void without_boxes_every_pair_of_bodies_goes_into_the_octree(void** state)
{
    (void)state;
    toi_overlap* o;
    assert_int_equal(toi_overlap_create(NULL, &o), TOI_OK);
    uint32_t number, calls = 0;
    for (uint32_t i = 0; i < 6; ++i) {
        const toi_overlap_body def = {.mesh = i == 5 ? NULL : box,
                                      .pose = {{i * i * 0.75, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                                      .self = i == 2};
        assert_int_equal(toi_overlap_add(o, &def, &number, NULL), TOI_OK);
    }
    assert_int_equal(toi_overlap_remove(o, 4), TOI_OK);
    const toi_pair pairs[2] = {{3, 0}, {2, 3}};
    toi_overlap_query query = {.method = TOI_OVERLAP_OCTREE, .ignore = pairs, .ignore_count = 2};
    toi_overlap_result r;
    assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
    assert_int_equal(r.pairs_near, 2); // 0 and 1, and 2 itself
    assert_int_equal(r.pair_count, 1);
    uint64_t faces = r.face_count;
    query.octree.no_boxes = true;
    assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
    assert_int_equal(r.pairs_near, 5);
    assert_int_equal(r.face_count, faces);
    query.filter = count_calls;
    query.filter_context = &calls;
    assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
    assert_int_equal(calls, 5);
    assert_int_equal(r.pairs_near, 4); // without 1 and 2
    assert_int_equal(r.face_count, faces);
    query.only = pairs;
    query.only_count = 2;
    assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
    assert_int_equal(r.pairs_near, 0);
    toi_overlap_destroy(o);
}

static void a_soup_without_faces_meets_nothing_itself_included(void** state)
{
    (void)state;
    toi_overlap* o = NULL;
    assert_int_equal(toi_overlap_create(NULL, &o), TOI_OK);
    const toi_vec3 nowhere = {0.0, 0.0, 0.0};
    const toi_overlap_body def = {.soup = {&nowhere, 1, NULL, 0, NULL}, .self = true};
    for (int i = 0; i < 2; ++i) {
        uint32_t number;
        assert_int_equal(toi_overlap_add(o, &def, &number, NULL), TOI_OK);
    }
    for (int method = 0; method <= TOI_OVERLAP_ALL; ++method) {
        toi_overlap_query query = {.method = (toi_overlap_method)method};
        query.within = query.method == TOI_OVERLAP_OCTREE ? 0.0 : 0.25;
        toi_overlap_result r;
        assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
        assert_int_equal(r.pair_count, 0);
        assert_int_equal(r.pairs_near, 0);
    }
    toi_overlap_destroy(o);
}

// Two hexagons with a corner in common fold into each other where their triangles have none in common.
static void neighbours_of_many_corners_are_left_out(void** state)
{
    (void)state;
    static const double vertices[3 * 12] = {0, 0,  0,  2, 0,  0,  3, 1, 0,  3, 3, 0, 1, 4, 0, -1, 2, 0,
                                            1, -1, -1, 3, -1, -2, 4, 3, -1, 2, 4, 2, 0, 2, 3, 0,  0, 0};
    uint32_t indices[12] = {0, 1, 2, 3, 4, 5, 0, 6, 7, 8, 9, 10}, weld[12];
    const uint32_t offsets[3] = {0, 6, 12};
    for (uint32_t seam = 0; seam < 2; ++seam) {
        indices[6] = seam ? 11 : 0; // the same place
        for (uint32_t i = 0; i < 12; ++i) {
            weld[i] = i % 11;
        }
        const toi_mesh_def mesh_def = {vertices, 12, indices, offsets, 2, 0.0, false, NULL};
        toi_mesh* mesh;
        assert_int_equal(toi_mesh_create(&mesh_def, &mesh, NULL), TOI_OK);
        for (int method = 0; method <= TOI_OVERLAP_ALL; ++method) {
            for (int welded = 0; welded < 2; ++welded) {
                const toi_overlap_body def = {
                    .mesh = mesh, .pose = TOI_POSE_IDENTITY, .self = true, .weld = welded ? weld : NULL};
                const toi_overlap_query query = {.method = (toi_overlap_method)method};
                toi_overlap* o;
                uint32_t number;
                toi_overlap_result r;
                assert_int_equal(toi_overlap_create(NULL, &o), TOI_OK);
                assert_int_equal(toi_overlap_add(o, &def, &number, NULL), TOI_OK);
                assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
                assert_int_equal(r.face_count, seam && !welded ? 1 : 0);
                toi_overlap_destroy(o);
            }
        }
        toi_mesh_destroy(mesh);
    }
}

// Two triangles that cross and share a corner, each of three vertices: with more vertices there are other
// numbers, in a list that ends where it ends.
static void a_soup_brings_its_own_weld(void** state)
{
    (void)state;
    const toi_vec3 apart[6] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 0}, {1, 1, -1}, {1, 1, 1}};
    const uint32_t indices[9] = {0, 1, 2, 3, 4, 5, 3, 4, 5}, few[1] = {7},
                   *six = (uint32_t[]){0, 1, 2, 0, 4, 5};
    const toi_soup point = {apart, 1, (uint32_t[]){0, 0, 0}, 1, few};
    const toi_overlap_body def = {.self = true, .soup = point}, wrong = {.soup = point, .weld = few};
    for (int method = 0; method <= TOI_OVERLAP_ALL; ++method) {
        const toi_overlap_query query = {.method = (toi_overlap_method)method};
        uint32_t* weld = malloc(6 * sizeof *weld);
        memcpy(weld, six, 6 * sizeof *weld);
        const toi_soup with = {apart, 6, indices, 2, weld}, without = {apart, 6, indices, 2, NULL};
        toi_overlap* o;
        uint32_t number;
        toi_overlap_result r;
        assert_int_equal(toi_overlap_create(NULL, &o), TOI_OK);
        assert_int_equal(toi_overlap_add(o, &wrong, &number, NULL), TOI_ERROR_INVALID);
        assert_int_equal(toi_overlap_add(o, &def, &number, NULL), TOI_OK);
        assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
        assert_int_equal(r.face_count, 0);
        assert_int_equal(toi_overlap_change(o, number, &with, NULL), TOI_OK);
        assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
        assert_int_equal(r.face_count, 0);
        assert_int_equal(toi_overlap_change(o, number, &without, NULL), TOI_OK);
        assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
        assert_int_equal(r.face_count, 1);
        toi_overlap_destroy(o);
        free(weld);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(wrong_input_is_named_and_changes_nothing),
        cmocka_unit_test(only_asked_pairs_are_looked_at),
        cmocka_unit_test(a_filter_is_asked_about_a_body_and_itself),
        cmocka_unit_test(a_find_allocates_nothing_once_lists_have_grown),
        cmocka_unit_test(without_boxes_every_pair_of_bodies_goes_into_the_octree),
        cmocka_unit_test(a_soup_without_faces_meets_nothing_itself_included),
        cmocka_unit_test(neighbours_of_many_corners_are_left_out),
        cmocka_unit_test(a_soup_brings_its_own_weld),
    };
    return cmocka_run_group_tests(cases, make_box, free_box);
}
