// What a find tells of its own work, by every method: the bytes that are held, and the pairs that were
// tested; and that a find that is asked again takes nothing from the allocator.

#include "failing_allocator.h"
#include "overlap_pieces.h"

enum { ROUNDS = 20 };

static piece scene[PIECES];

static toi_overlap* enter(const toi_overlap_def* def, toi_mesh* meshes[PIECES])
{
    toi_overlap* o;
    assert_int_equal(toi_overlap_create(def, &o), TOI_OK);
    for (int i = 0; i < PIECES; ++i) {
        piece_put(o, &scene[i], &meshes[i]);
    }
    return o;
}

static void leave(toi_overlap* o, toi_mesh* meshes[PIECES])
{
    toi_overlap_destroy(o);
    for (int i = 0; i < PIECES; ++i) {
        toi_mesh_destroy(meshes[i]);
    }
}

static void ask(toi_overlap* o, const toi_overlap_query* query, toi_overlap_result* r)
{
    assert_int_equal(toi_overlap_find(o, query, r, NULL), TOI_OK);
}

static void what_is_held_is_told_and_kept(void** state)
{
    (void)state;
    static const toi_overlap_query queries[] = {
        {.method = TOI_OVERLAP_DEFAULT, .segments = true},
        {.method = TOI_OVERLAP_TREE, .within = 0.1},
        {.method = TOI_OVERLAP_JOIN},
        {.method = TOI_OVERLAP_OCTREE},
        {.method = TOI_OVERLAP_OCTREE, .octree = {.level = TOI_OVERLAP_AUTO, .no_boxes = true}},
        {.method = TOI_OVERLAP_ALL}};
    test_random random = random_start(71);
    for (int round = 0; round < ROUNDS; ++round) {
        for (int i = 0; i < PIECES; ++i) {
            piece_make(&random, round % 2, round / 2 % 2, &scene[i]);
        }
        failing_allocator f = failing_allocator_make(0, false);
        toi_allocator allocator = failing_allocator_use(&f);
        const toi_overlap_def def = {.allocator = &allocator};
        toi_mesh* meshes[PIECES];
        toi_overlap* o = enter(&def, meshes);
        for (size_t q = 0; q < sizeof queries / sizeof *queries; ++q) {
            toi_overlap_result r;
            ask(o, &queries[q], &r);
            uint64_t calls = f.calls;
            ask(o, &queries[q], &r);
            assert_int_equal(f.calls, calls);
            assert_int_equal(r.memory, f.live_bytes);
        }
        leave(o, meshes);
        assert_int_equal(f.live, 0);
    }
}

// ---- pairs that were tested

static bool spans_meet(const double* a[3], const double* b[3])
{
    for (int axis = 0; axis < 3; ++axis) {
        double low_a = fmin(fmin(a[0][axis], a[1][axis]), a[2][axis]);
        double high_a = fmax(fmax(a[0][axis], a[1][axis]), a[2][axis]);
        double low_b = fmin(fmin(b[0][axis], b[1][axis]), b[2][axis]);
        double high_b = fmax(fmax(b[0][axis], b[1][axis]), b[2][axis]);
        if (low_a > high_b || low_b > high_a) {
            return false;
        }
    }
    return true;
}

static void corners_of(const piece* p, uint32_t face, const double* corner[3])
{
    for (uint32_t k = 0; k < 3; ++k) {
        corner[k] = &p->deformed[p->corners[3 * face + k]].x;
    }
}

// Pairs of triangles of two soups, and those of them whose boxes meet.
static uint64_t count_pairs(const piece* p, const piece* q, uint64_t* boxes)
{
    for (uint32_t i = 0; i < p->face_count; ++i) {
        for (uint32_t j = 0; j < q->face_count; ++j) {
            const double *a[3], *b[3];
            corners_of(p, i, a);
            corners_of(q, j, b);
            *boxes += spans_meet(a, b);
        }
    }
    return (uint64_t)p->face_count * q->face_count;
}

// By boxes of faces all pairs come up whose boxes meet, for a point of both boxes is in the boxes of both
// bodies and in some cell; with clipping some of them do not, but all that meet do.
static void pairs_that_were_tested_are_counted(void** state)
{
    (void)state;
    static const toi_overlap_query exact[] = {
        {.method = TOI_OVERLAP_OCTREE, .octree = {.face_boxes = true}},
        {.method = TOI_OVERLAP_OCTREE, .octree = {.face_boxes = true, .level = 1, .halves = true}},
        {.method = TOI_OVERLAP_OCTREE, .octree = {.face_boxes = true, .level = TOI_OVERLAP_AUTO}},
        {.method = TOI_OVERLAP_OCTREE, .octree = {.face_boxes = true, .no_boxes = true}}};
    test_random random = random_start(72);
    uint64_t tested = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        uint64_t all = 0, boxes = 0;
        for (int i = 0; i < PIECES; ++i) {
            piece_make(&random, round % 2, true, &scene[i]);
            scene[i].kind = PIECE_SOUP;
            scene[i].self = false;
            for (int k = 0; k < i; ++k) {
                all += count_pairs(&scene[k], &scene[i], &boxes);
            }
        }
        toi_mesh* meshes[PIECES];
        toi_overlap* o = enter(&(toi_overlap_def){.threads = 1 + (uint32_t)round % 3}, meshes);
        toi_overlap_result r;
        for (size_t q = 0; q < sizeof exact / sizeof *exact; ++q) {
            ask(o, &exact[q], &r);
            assert_int_equal(r.candidates, boxes);
        }
        for (int method = TOI_OVERLAP_DEFAULT; method <= TOI_OVERLAP_ALL; ++method) {
            ask(o, &(toi_overlap_query){.method = (toi_overlap_method)method}, &r);
            assert_true(r.candidates >= r.face_count);
            assert_true(r.candidates <= (method == TOI_OVERLAP_OCTREE ? boxes : all));
        }
        tested += boxes;
        leave(o, meshes);
    }
    assert_true(tested > 100 * ROUNDS);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(what_is_held_is_told_and_kept),
        cmocka_unit_test(pairs_that_were_tested_are_counted),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
