// Walks of wide trees against every pair of triangles: whatever meets exactly, or is within the distance, is
// a candidate, once; both builds give the same list; parts of a walk give the same pairs.

#include "bvh/wide_parts.h"
#include "core/cpu.h"
#include "failing_allocator.h"
#include "math/triangles.h"
#include "random_point.h"

enum { VERTICES = 120, MOST = 150, PAIRS = MOST * MOST };

typedef struct soup {
    toi_vec3 vertex[VERTICES], posed[VERTICES];
    ti_triangle triangle[MOST];
    uint32_t count;
    ti_faces faces;
    ti_wide_shape shape;
    ti_float_box* boxes;
    ti_wide_lanes* lanes;
    ti_wide_body body;
} soup;

enum { SCATTERED, SMALL, GRID, FLAT, TINY, SOUP_KINDS };

static toi_vec3 make_vertex(test_random* random, int kind, uint32_t index)
{
    toi_vec3 v = random_point(random, 1.0);
    double along = (double)index / VERTICES;
    switch (kind) {
    case SMALL: // triangles of neighbours along a curve
        return v3_madd(v3(cos(9.0 * along), sin(9.0 * along), along), 0.1, v);
    case GRID:
        return v3(floor(4.0 * v.x), floor(4.0 * v.y), floor(4.0 * v.z));
    case FLAT:
        return v3(floor(6.0 * v.x), floor(6.0 * v.y), 0.0);
    case TINY:
        return v3(v.x, 0x1p-70 * v.y, 0x1p-70 * v.z);
    default:
        return v;
    }
}

static void make_triangles(test_random* random, int kind, soup* s)
{
    for (uint32_t i = 0; i < s->count; ++i) {
        for (uint32_t k = 0; k < 3; ++k) {
            uint32_t any = random_below(random, VERTICES), near = (i + random_below(random, 4)) % VERTICES;
            s->triangle[i].vertex[k] = kind == SCATTERED || kind == TINY ? any : near;
        }
        s->triangle[i].face = i;
    }
}

static toi_pose make_pose(test_random* random, bool exact, double far)
{
    static const toi_quat quarter[4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0.5, 0.5, 0.5, 0.5}};
    toi_vec3 p = random_point(random, 1.0);
    toi_quat q = random_coefficients(random, 1.0);
    toi_pose pose = exact ? (toi_pose){v3(floor(2.0 * p.x), floor(2.0 * p.y), floor(2.0 * p.z)),
                                       quarter[random_below(random, 4)]}
                          : (toi_pose){p, q_normalize(q)};
    pose.position = v3_add(pose.position, v3(far, -far, far));
    return pose;
}

static toi_bounds bounds_of(const toi_vec3* points)
{
    toi_bounds box = {points[0], points[0]};
    for (uint32_t i = 1; i < VERTICES; ++i) {
        box = (toi_bounds){v3_min(box.lower, points[i]), v3_max(box.upper, points[i])};
    }
    return box;
}

static void make_body(soup* s, bool rigid)
{
    assert_int_equal(ti_wide_make(s->triangle, s->count, NULL, &s->shape), TOI_OK);
    s->boxes = malloc(s->shape.node_count * sizeof *s->boxes);
    s->lanes = malloc(s->shape.node_count * sizeof *s->lanes);
    for (uint32_t i = 0; i < VERTICES; ++i) {
        s->posed[i] = ti_faces_vertex(&s->faces, i);
    }
    const toi_vec3* points = rigid ? s->vertex : s->posed;
    toi_bounds bounds = bounds_of(points);
    ti_float_frame frame = ti_float_frame_around(&bounds);
    ti_wide_fit(&s->shape, points, &frame, s->boxes);
    ti_wide_fit_lanes(&s->shape, points, &frame, s->boxes, s->lanes);
    s->body = (ti_wide_body){&s->shape, s->boxes,          rigid ? s->lanes : NULL, points,
                             frame,     s->faces.rotation, s->faces.position};
}

static void make_soup(test_random* random, int kind, double scale, double far, bool rigid, soup* s)
{
    for (uint32_t i = 0; i < VERTICES; ++i) {
        s->vertex[i] = v3_scale(scale, make_vertex(random, kind, i));
    }
    s->count = random_below(random, 6) ? MOST - random_below(random, 40) : 1 + random_below(random, 12);
    make_triangles(random, kind, s);
    toi_pose pose = make_pose(random, kind == GRID || kind == FLAT, far);
    s->faces = (ti_faces){.triangles = s->triangle,
                          .vertices = s->vertex,
                          .triangle_count = s->count,
                          .vertex_count = VERTICES,
                          .rigid = true,
                          .rotation = m3_from_quat(pose.quaternion),
                          .position = v3_scale(scale, pose.position)};
    make_body(s, rigid);
}

static void free_soup(soup* s)
{
    ti_wide_release(&s->shape);
    free(s->boxes);
    free(s->lanes);
}

// ---- what must be found

static bool share(const soup* s, const uint32_t* weld, uint32_t x, uint32_t y)
{
    const uint32_t *v = s->triangle[x].vertex, *w = s->triangle[y].vertex;
    for (int i = 0; i < 9; ++i) {
        uint32_t p = v[i / 3], q = w[i % 3];
        if (weld ? weld[p] == weld[q] : p == q) {
            return true;
        }
    }
    return s->triangle[x].face == s->triangle[y].face;
}

// A corner, the middle of a side, or the centroid.
static toi_vec3 point_of(const toi_vec3 t[3], double unit, int which)
{
    static const double share[7][3] = {
        {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {.5, .5, 0}, {0, .5, .5}, {.5, 0, .5}, {1. / 3, 1. / 3, 1. / 3}};
    toi_vec3 p = v3_scale(share[which][0] / unit, t[0]);
    p = v3_madd(p, share[which][1] / unit, t[1]);
    return v3_madd(p, share[which][2] / unit, t[2]);
}

// Whether some of these points are within the distance: then the triangles are.
static bool points_near(const toi_vec3 p[3], const toi_vec3 q[3], double within)
{
    for (int i = 0; i < 49; ++i) {
        if (v3_length(v3_sub(point_of(p, within, i / 7), point_of(q, within, i % 7))) <= 1.0) {
            return true;
        }
    }
    return false;
}

static bool near(const soup* a, const soup* b, uint32_t x, uint32_t y, double within)
{
    toi_vec3 p[3], q[3];
    ti_faces_corners(&a->faces, x, p);
    ti_faces_corners(&b->faces, y, q);
    return within > 0.0 ? points_near(p, q, within) : ti_triangles_meet(p, q);
}

// Every candidate once, and every pair that must be there.
static uint32_t check(const soup* a, const soup* b, const uint32_t* weld, double within,
                      const ti_array* found)
{
    static uint8_t seen[PAIRS];
    memset(seen, 0, sizeof seen);
    const ti_face_pair* pairs = found->data;
    for (size_t i = 0; i < found->count; ++i) {
        assert_true(pairs[i].a < a->count && pairs[i].b < b->count);
        assert_true(a != b || (pairs[i].a < pairs[i].b && !share(a, weld, pairs[i].a, pairs[i].b)));
        assert_int_equal(seen[pairs[i].a * MOST + pairs[i].b]++, 0);
    }
    uint32_t must = 0;
    for (uint32_t x = 0; x < a->count; ++x) {
        for (uint32_t y = a == b ? x + 1 : 0; y < b->count; ++y) {
            if (!(a == b && share(a, weld, x, y)) && near(a, b, x, y, within)) {
                ++must;
                assert_int_equal(seen[x * MOST + y], 1);
            }
        }
    }
    return must;
}

static int by_pair(const void* x, const void* y)
{
    const ti_face_pair *p = x, *q = y;
    return p->a != q->a ? (p->a < q->a ? -1 : 1) : p->b != q->b ? (p->b < q->b ? -1 : 1) : 0;
}

static void find_in_parts(const ti_wide_walk* walk, ti_array* pairs)
{
    ti_node_pair part[TI_WIDE_PARTS];
    uint32_t count;
    assert_true(ti_wide_walk_cut(walk, part, &count, pairs));
    for (uint32_t i = 0; i < count; ++i) {
        assert_true(ti_wide_walk_part(walk, part[i], pairs));
    }
}

static void same_by_both_builds_and_in_parts(const ti_wide_walk* walk, ti_array* found)
{
    ti_array other = ti_array_make(sizeof(ti_face_pair), NULL);
    assert_true(ti_wide_walk_find_with(walk, &other, false));
    assert_int_equal(other.count, found->count);
    assert_true(found->count == 0 ||
                memcmp(other.data, found->data, found->count * sizeof(ti_face_pair)) == 0);
    other.count = 0;
    find_in_parts(walk, &other);
    assert_int_equal(other.count, found->count);
    if (found->count > 0) {
        qsort(other.data, other.count, sizeof(ti_face_pair), by_pair);
        qsort(found->data, found->count, sizeof(ti_face_pair), by_pair);
        assert_memory_equal(other.data, found->data, found->count * sizeof(ti_face_pair));
    }
    ti_array_release(&other);
}

static const double scales[] = {1.0, 1.0, 1.0, 0x1p-1000, 0x1p900, 3.7e-5};

static void every_pair_that_meets_is_a_candidate(void** state)
{
    (void)state;
    test_random random = random_start(20261129);
    uint64_t must = 0, candidates = 0, all = 0;
    for (int round = 0; round < 500; ++round) {
        static soup a, b;
        double scale = scales[random_below(&random, 6)], far = random_below(&random, 4) ? 0.0 : 1e9;
        int kind = (int)random_below(&random, SOUP_KINDS);
        double within = random_below(&random, 3) ? 0.0 : scale * random_between(&random, 0.0, 0.3);
        bool rigid_a = random_below(&random, 2), rigid_b = random_below(&random, 2);
        double larger = random_below(&random, 5) ? 1.0 : 0x1p-9;
        make_soup(&random, kind, scale, far, rigid_a, &a);
        make_soup(&random, kind, scale * larger, far / larger, rigid_b, &b);
        ti_wide_walk walk;
        assert_true(ti_wide_walk_make(&a.body, &b.body, within, &walk));
        ti_array found = ti_array_make(sizeof(ti_face_pair), NULL);
        assert_true(ti_wide_walk_find(&walk, &found));
        must += check(&a, &b, NULL, within, &found);
        candidates += found.count;
        all += (uint64_t)a.count * b.count;
        same_by_both_builds_and_in_parts(&walk, &found);
        ti_array_release(&found);
        free_soup(&a);
        free_soup(&b);
    }
    print_message("%llu of %llu pairs are candidates, %llu must be\n", (unsigned long long)candidates,
                  (unsigned long long)all, (unsigned long long)must);
    assert_true(must > 100000 && candidates < all);
}

static void a_body_meets_itself_where_no_vertex_is_common(void** state)
{
    (void)state;
    test_random random = random_start(20261129);
    uint64_t must = 0;
    uint32_t weld[VERTICES];
    for (uint32_t i = 0; i < VERTICES; ++i) {
        weld[i] = i - i % 3;
    }
    for (int round = 0; round < 200; ++round) {
        static soup a;
        double scale = scales[random_below(&random, 6)];
        double within = random_below(&random, 3) ? 0.0 : scale * random_between(&random, 0.0, 0.3);
        int kind = (int)random_below(&random, SOUP_KINDS);
        const uint32_t* classes = random_below(&random, 2) ? weld : NULL;
        make_soup(&random, kind, scale, 0.0, random_below(&random, 2), &a);
        ti_wide_walk walk;
        ti_wide_walk_self(&a.body, classes, within, &walk);
        ti_array found = ti_array_make(sizeof(ti_face_pair), NULL);
        assert_true(ti_wide_walk_find(&walk, &found));
        must += check(&a, &a, classes, within, &found);
        same_by_both_builds_and_in_parts(&walk, &found);
        ti_array_release(&found);
        free_soup(&a);
    }
    assert_true(must > 10000);
}

static void sizes_beyond_floats_are_refused(void** state)
{
    (void)state;
    test_random random = random_start(3);
    static soup a, b;
    make_soup(&random, SCATTERED, 1.0, 0.0, true, &a);
    make_soup(&random, SCATTERED, 0x1p-90, 0.0, true, &b);
    ti_wide_walk walk;
    assert_false(ti_wide_walk_make(&a.body, &b.body, 0.0, &walk));
    assert_false(ti_wide_walk_make(&b.body, &a.body, 0.0, &walk));
    assert_false(ti_wide_walk_make(&a.body, &a.body, 0x1p100, &walk));
    free_soup(&b);
    make_soup(&random, SCATTERED, 1.0, 1e300, true, &b);
    assert_false(ti_wide_walk_make(&a.body, &b.body, 0.0, &walk));
    free_soup(&b);
    free_soup(&a);
}

static void memory_that_fails_is_reported(void** state)
{
    (void)state;
    test_random random = random_start(4);
    static soup a;
    make_soup(&random, SCATTERED, 1.0, 0.0, true, &a);
    for (uint64_t at = 1; at <= 4; ++at) {
        failing_allocator f = failing_allocator_make(at, false);
        toi_allocator allocator = failing_allocator_use(&f);
        ti_wide_shape shape;
        assert_int_equal(ti_wide_make(a.triangle, a.count, &allocator, &shape), TOI_ERROR_MEMORY);
        assert_int_equal(f.live, 0);
    }
    failing_allocator f = failing_allocator_make(1, true);
    toi_allocator allocator = failing_allocator_use(&f);
    ti_array found = ti_array_make(sizeof(ti_face_pair), &allocator);
    ti_wide_walk walk;
    assert_true(ti_wide_walk_make(&a.body, &a.body, 0.0, &walk));
    assert_false(ti_wide_walk_find(&walk, &found));
    ti_array_release(&found);
    assert_int_equal(f.live, 0);
    free_soup(&a);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(every_pair_that_meets_is_a_candidate),
        cmocka_unit_test(a_body_meets_itself_where_no_vertex_is_common),
        cmocka_unit_test(sizes_beyond_floats_are_refused),
        cmocka_unit_test(memory_that_fails_is_reported),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
