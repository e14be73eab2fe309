// Many candidates of one pair of bodies: they are decided in blocks, so that memory is in proportion to the
// faces and to what meets, and a search with too much to find ends early.

#include "cmocka_toi.h"
#include "failing_allocator.h"
#include "toi/toi.h"
#include "world/overlap_pair.h"

enum { STACK = 1000, FAR = 16000, MOST_FACES = STACK + FAR, BLOCK_BYTES = TI_PAIR_BLOCK * 8 };

static toi_vec3 corners[2][3 * MOST_FACES];
static uint32_t indices[3 * MOST_FACES];

// Triangles with corners on the axes, one above the other: all their boxes meet, but only equal ones meet.
static void make_stack(toi_vec3* to, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        double at = 1.0 + i / 1024.0;
        to[3 * i] = (toi_vec3){at, 0.0, 0.0};
        to[3 * i + 1] = (toi_vec3){0.0, at, 0.0};
        to[3 * i + 2] = (toi_vec3){0.0, 0.0, at};
    }
}

// Small triangles beside it, at a height of their own.
static void make_far(toi_vec3* to, uint32_t count, double height)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t row = i / 128;
        double x = 4.0 + i % 128, y = 4.0 + row;
        to[3 * i] = (toi_vec3){x, y, height};
        to[3 * i + 1] = (toi_vec3){x + 0.5, y, height};
        to[3 * i + 2] = (toi_vec3){x, y + 0.5, height};
    }
}

static int make_corners(void** state)
{
    (void)state;
    for (uint32_t k = 0; k < 2; ++k) {
        make_stack(corners[k], STACK);
        make_far(corners[k] + 3 * STACK, FAR, k);
    }
    for (uint32_t i = 0; i < 3 * MOST_FACES; ++i) {
        indices[i] = i;
    }
    return 0;
}

typedef struct scene {
    failing_allocator f;
    toi_allocator allocator;
    toi_overlap* o;
    toi_mesh* mesh[2];
} scene;

static void enter(scene* s, const toi_overlap_body* body)
{
    uint32_t number;
    assert_int_equal(toi_overlap_add(s->o, body, &number, NULL), TOI_OK);
}

static void begin(scene* s, uint32_t threads)
{
    memset(s, 0, sizeof *s);
    s->allocator = failing_allocator_use(&s->f);
    const toi_overlap_def def = {.allocator = &s->allocator, .threads = threads};
    assert_int_equal(toi_overlap_create(&def, &s->o), TOI_OK);
}

static void end(scene* s)
{
    toi_overlap_destroy(s->o);
    assert_int_equal(s->f.live, 0);
    toi_mesh_destroy(s->mesh[0]);
    toi_mesh_destroy(s->mesh[1]);
}

// Both bodies of the first `faces` triangles, as meshes.
static void begin_stacks(scene* s, uint32_t faces, uint32_t threads)
{
    begin(s, threads);
    for (uint32_t k = 0; k < 2; ++k) {
        const toi_mesh_def def = {&corners[k][0].x, 3 * faces, indices, NULL, faces, 0.0, false, NULL};
        assert_int_equal(toi_mesh_create(&def, &s->mesh[k], NULL), TOI_OK);
        enter(s, &(toi_overlap_body){.mesh = s->mesh[k], .pose = TOI_POSE_IDENTITY});
    }
}

// What a find holds beyond what was held before it, at most.
static int64_t grown_by(scene* s, const toi_overlap_query* query, toi_overlap_result* r, toi_status expected)
{
    int64_t before = s->f.live_bytes;
    s->f.most_bytes = before;
    assert_int_equal(toi_overlap_find(s->o, query, r, NULL), expected);
    return s->f.most_bytes - before;
}

static void check_stacks(const toi_overlap_result* r, bool segments)
{
    assert_int_equal(r->face_count, STACK);
    assert_true(r->candidates >= (uint64_t)STACK * STACK);
    assert_int_equal(r->pair_count, 1);
    for (uint32_t i = 0; i < STACK; ++i) {
        assert_int_equal(r->pairs[0].faces[i].a, i);
        assert_int_equal(r->pairs[0].faces[i].b, i);
        assert_true(!segments || r->pairs[0].meetings[i].p.x <= 1.0 + i / 1024.0);
    }
}

// ---- tests

// A million candidates take 8 MB.
static void memory_is_in_proportion_to_what_meets(void** state)
{
    (void)state;
    static const toi_overlap_method methods[] = {TOI_OVERLAP_TREE, TOI_OVERLAP_JOIN, TOI_OVERLAP_ALL};
    for (size_t m = 0; m < 3; ++m) {
        for (int segments = 0; segments < 2; ++segments) {
            scene s;
            toi_overlap_result r;
            begin_stacks(&s, STACK, 1);
            const toi_overlap_query query = {.method = methods[m], .segments = segments};
            assert_true(grown_by(&s, &query, &r, TOI_OK) < 6 * BLOCK_BYTES);
            check_stacks(&r, segments);
            end(&s);
        }
    }
}

// Of a pair that threads share one part has the whole stack.
static void parts_of_a_large_pair_decide_in_blocks(void** state)
{
    (void)state;
    for (int join = 0; join < 2; ++join) {
        const toi_overlap_query query = {.method = join ? TOI_OVERLAP_JOIN : TOI_OVERLAP_TREE,
                                         .segments = true};
        for (uint32_t threads = 1; threads <= 3; threads += 2) {
            scene s;
            toi_overlap_result r;
            begin_stacks(&s, MOST_FACES, threads);
            assert_int_equal(toi_overlap_find(s.o, &query, &r, NULL), TOI_OK);
            assert_int_equal(s.o->splits.count, threads > 1);
            check_stacks(&r, true);
            end(&s);
        }
    }
}

// Equal triangles: 289 million pairs meet.
static void too_many_faces_are_told_early(void** state)
{
    (void)state;
    static uint32_t same[3 * MOST_FACES];
    for (uint32_t i = 0; i < 3 * MOST_FACES; ++i) {
        same[i] = i % 3;
    }
    for (uint32_t threads = 1; threads <= 3; threads += 2) {
        scene s;
        begin(&s, threads);
        for (uint32_t k = 0; k < 2; ++k) {
            enter(&s, &(toi_overlap_body){.soup = {.vertices = corners[0],
                                                   .vertex_count = 3,
                                                   .indices = same,
                                                   .face_count = MOST_FACES}});
        }
        toi_overlap_result r = {.face_count = 99};
        const toi_overlap_query query = {.max_faces = 10};
        // The boxes of both take 1.1 MB, and as much in groups.
        int64_t most = grown_by(&s, &query, &r, TOI_ERROR_LIMIT);
        print_message("%u threads: %lld bytes\n", (unsigned)threads, (long long)most);
        assert_true(most < (int64_t)(8 + 8 * threads) * BLOCK_BYTES);
        assert_int_equal(r.face_count, 99);
        end(&s);
    }
}

// Equal squares of two triangles each: 40,000 pairs of faces, of 160,000 pairs of triangles.
static void the_limit_is_of_faces(void** state)
{
    (void)state;
    enum { SQUARES = 200, ALL = SQUARES * SQUARES };
    static const double square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    uint32_t around[4 * SQUARES], offsets[SQUARES + 1];
    for (uint32_t i = 0; i < 4 * SQUARES; ++i) {
        around[i] = i % 4;
        offsets[i / 4 + 1] = i + 1;
    }
    offsets[0] = 0;
    for (int method = 0; method <= TOI_OVERLAP_ALL; ++method) {
        scene s;
        begin(&s, 1);
        const toi_mesh_def def = {square, 4, around, offsets, SQUARES, 0.0, false, NULL};
        assert_int_equal(toi_mesh_create(&def, &s.mesh[0], NULL), TOI_OK);
        for (uint32_t k = 0; k < 2; ++k) {
            enter(&s, &(toi_overlap_body){.mesh = s.mesh[0], .pose = TOI_POSE_IDENTITY});
        }
        toi_overlap_result r;
        toi_overlap_query query = {.method = (toi_overlap_method)method, .max_faces = ALL, .octree.level = 1};
        assert_int_equal(toi_overlap_find(s.o, &query, &r, NULL), TOI_OK);
        assert_int_equal(r.face_count, ALL);
        query.max_faces = ALL - 1;
        assert_int_equal(toi_overlap_find(s.o, &query, &r, NULL), TOI_ERROR_LIMIT);
        query.max_faces = 1;
        assert_int_equal(toi_overlap_find(s.o, &query, &r, NULL), TOI_ERROR_LIMIT);
        end(&s);
    }
}

static void more_triangles_than_numbers_are_a_limit(void** state)
{
    (void)state;
    scene s;
    begin_stacks(&s, 1, 1);
    _Atomic uint64_t found = 0;
    const toi_overlap_query query = {0};
    const ti_overlap_find find = {s.o, &query, &found, UINT64_MAX};
    ti_overlap_slot slot = {.a = 0, .b = 1};
    size_t most = UINT32_MAX;
    assert_int_equal(ti_overlap_pair_finish(&find, &slot, &s.o->workers[0], most + 1), TOI_ERROR_LIMIT);
    end(&s);
}

static bool keep_even(void* context, ti_face_pair* pairs, size_t* count)
{
    size_t kept = 0;
    for (size_t i = 0; i < *count; ++i) {
        pairs[kept] = pairs[i];
        kept += pairs[i].a % 2 == 0;
    }
    *count = kept;
    uint32_t* blocks = context;
    return --*blocks > 0;
}

static bool fill(ti_pair_list* list, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (!ti_pair_list_reserve(list, 1)) {
            return false;
        }
        *(ti_face_pair*)ti_array_push(list->array) = (ti_face_pair){i, i + 1};
    }
    return ti_pair_list_settle(list);
}

static void a_list_of_pairs_keeps_what_its_owner_keeps(void** state)
{
    (void)state;
    enum { COUNT = 10 * TI_PAIR_BLOCK + 5 };
    ti_array array = ti_array_make(sizeof(ti_face_pair), NULL);
    assert_true(fill(&(ti_pair_list){.array = &array}, COUNT));
    assert_int_equal(array.count, COUNT);
    uint32_t blocks = 100;
    for (int round = 0; round < 2; ++round) { // the second one has room for all from the start
        array.count = 0;
        blocks = 100;
        assert_true(fill(&(ti_pair_list){.array = &array, .keep = keep_even, .context = &blocks}, COUNT));
        assert_in_range(blocks, 100 - 11, 100 - 10);
        assert_int_equal(array.count, COUNT / 2 + 1);
        for (uint32_t i = 0; i < array.count; ++i) {
            assert_int_equal(((ti_face_pair*)array.data)[i].a, 2 * i);
        }
    }
    array.count = 0;
    blocks = 3;
    assert_false(fill(&(ti_pair_list){.array = &array, .keep = keep_even, .context = &blocks}, COUNT));
    assert_in_range(array.count, 3 * TI_PAIR_BLOCK / 2, 3 * TI_PAIR_BLOCK / 2 + 3); // half of three blocks
    ti_array_release(&array);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(memory_is_in_proportion_to_what_meets),
        cmocka_unit_test(parts_of_a_large_pair_decide_in_blocks),
        cmocka_unit_test(too_many_faces_are_told_early),
        cmocka_unit_test(the_limit_is_of_faces),
        cmocka_unit_test(more_triangles_than_numbers_are_a_limit),
        cmocka_unit_test(a_list_of_pairs_keeps_what_its_owner_keeps),
    };
    return cmocka_run_group_tests(cases, make_corners, NULL);
}
