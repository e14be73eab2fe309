// The overlap region: no pair of triangles whose boxes are near enough is lost, and few others are found; by
// both builds, of rigid bodies as of their posed vertices, of one body, and without memory.

#include "failing_allocator.h"
#include "join_support.h"

#include "core/cpu.h"
#include "narrow/overlap/region.h"

#include <float.h>

enum { MOST_VERTICES = 120, MOST_TRIANGLES = 180 };

typedef struct soup {
    ti_faces faces;
    ti_triangle triangles[MOST_TRIANGLES];
    toi_vec3 vertices[MOST_VERTICES];
    toi_vec3 posed[MOST_VERTICES];
} soup;

// How the vertices of a soup lie.
typedef struct soup_def {
    double size, scale;
    toi_vec3 offset;
    bool grid;  // on whole numbers before they are scaled
    bool small; // triangles of near vertices
    bool rigid;
} soup_def;

static toi_quat random_turn(test_random* random)
{
    toi_quat q = random_coefficients(random, 1.0);
    return q_norm2(q) > 0.01 ? q_normalize(q) : (toi_quat){1.0, 0.0, 0.0, 0.0};
}

static toi_vec3 soup_vertex(const soup_def* def, test_random* random)
{
    toi_vec3 p = random_point(random, def->size);
    if (def->grid) {
        p = (toi_vec3){floor(p.x), floor(p.y), floor(p.z)};
    }
    return v3_scale(def->scale, v3_add(p, def->offset));
}

static void make_soup(const soup_def* def, test_random* random, soup* s)
{
    s->faces = (ti_faces){.triangles = s->triangles, .vertices = s->vertices, .rigid = def->rigid};
    s->faces.vertex_count = 1 + random_below(random, MOST_VERTICES);
    s->faces.triangle_count = random_below(random, MOST_TRIANGLES + 1);
    for (uint32_t i = 0; i < s->faces.vertex_count; ++i) {
        s->vertices[i] = soup_vertex(def, random);
        if (def->small && i % 3 != 0) {
            s->vertices[i] = v3_madd(s->vertices[i - 1], 0.1 * def->scale, random_point(random, def->size));
        }
    }
    s->faces.rotation = m3_from_quat(random_turn(random));
    s->faces.position = v3_scale(def->scale, random_point(random, 0.5 * def->size));
    for (uint32_t i = 0; i < s->faces.vertex_count; ++i) {
        s->posed[i] = ti_faces_vertex(&s->faces, i);
    }
    for (uint32_t i = 0; i < s->faces.triangle_count; ++i) {
        uint32_t first = random_below(random, s->faces.vertex_count);
        for (uint32_t k = 0; k < 3; ++k) {
            s->triangles[i].vertex[k] = def->small ? (first - first % 3 + k) % s->faces.vertex_count
                                                   : random_below(random, s->faces.vertex_count);
        }
        s->triangles[i].face = i / 2;
    }
}

// ---- truth

static toi_bounds box_of_triangle(const soup* s, uint32_t triangle)
{
    toi_vec3 c[3];
    ti_faces_corners(&s->faces, triangle, c);
    toi_bounds box = {c[0], c[0]};
    for (int k = 1; k < 3; ++k) {
        box.lower =
            (toi_vec3){fmin(box.lower.x, c[k].x), fmin(box.lower.y, c[k].y), fmin(box.lower.z, c[k].z)};
        box.upper =
            (toi_vec3){fmax(box.upper.x, c[k].x), fmax(box.upper.y, c[k].y), fmax(box.upper.z, c[k].z)};
    }
    return box;
}

// Whether upper + gap < lower, as exact numbers.
static bool beyond(double lower, double upper, double gap)
{
    double difference = lower - upper, back = difference - lower;
    double error = (lower - (difference - back)) + (-upper - back);
    return difference > gap || (difference == gap && isfinite(error) && error > 0.0);
}

static bool boxes_beyond(const toi_bounds* a, const toi_bounds* b, double gap)
{
    return beyond(a->lower.x, b->upper.x, gap) || beyond(a->lower.y, b->upper.y, gap) ||
           beyond(a->lower.z, b->upper.z, gap);
}

static bool boxes_apart(const toi_bounds* a, const toi_bounds* b, double gap)
{
    return boxes_beyond(a, b, gap) || boxes_beyond(b, a, gap);
}

static bool share_vertex_or_face(const ti_triangle* a, const ti_triangle* b, const uint32_t* weld)
{
    for (int i = 0; i < 9; ++i) {
        uint32_t v = a->vertex[i / 3], w = b->vertex[i % 3];
        if (v == w || (weld != NULL && weld[v] == weld[w])) {
            return true;
        }
    }
    return a->face == b->face;
}

typedef struct limits {
    double within;
    double slack; // boxes that are further apart than this must not be found
} limits;

// Every pair that must be found is, once, and nothing that must not be.
static size_t check_pairs(const soup* a, const soup* b, const limits* l, const uint32_t* weld,
                          ti_array* found)
{
    sort_pairs(found);
    const ti_face_pair* pairs = found->data;
    size_t next = 0;
    for (uint32_t i = 0; i < a->faces.triangle_count; ++i) {
        for (uint32_t j = a == b ? i + 1 : 0; j < b->faces.triangle_count; ++j) {
            toi_bounds p = box_of_triangle(a, i), q = box_of_triangle(b, j);
            bool out = a == b && share_vertex_or_face(&a->triangles[i], &b->triangles[j], weld);
            bool is_found = next < found->count && pairs[next].a == i && pairs[next].b == j;
            assert_true(is_found || out || boxes_apart(&p, &q, l->within));
            assert_true(!is_found || (!out && !boxes_apart(&p, &q, l->slack)));
            next += is_found;
        }
    }
    assert_int_equal(next, found->count);
    return found->count;
}

// ---- asking

static void assert_same_join(const ti_join* a, const ti_join* b)
{
    assert_int_equal(a->count_a, b->count_a);
    assert_int_equal(a->count_b, b->count_b);
    if (a->count_a > 0) {
        assert_memory_equal(a->a, b->a, a->count_a * sizeof *a->a);
    }
    if (a->count_b > 0) {
        assert_memory_equal(a->b, b->b, a->count_b * sizeof *a->b);
    }
}

static void assert_builds_agree(const ti_region_query* query)
{
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_join plain, avx2;
    assert_true(ti_region_collect_with(query, &arena, &plain, false));
    if (ti_cpu_has_avx2()) {
        assert_true(ti_region_collect_with(query, &arena, &avx2, true));
        assert_same_join(&avx2, &plain);
    }
    ti_arena_destroy(&arena);
}

// A body of the same posed vertices that is not rigid gives the same boxes.
static void assert_posed_agrees(const ti_region_query* query, const soup* a, const soup* b)
{
    ti_faces p = a->faces, q = b->faces;
    p.rigid = q.rigid = false;
    p.vertices = a->posed;
    q.vertices = b->posed;
    ti_region_query posed = *query;
    posed.a = &p;
    posed.b = query->b != NULL ? &q : NULL;
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_join one, other;
    assert_true(ti_region_collect(query, &arena, &one));
    assert_true(ti_region_collect(&posed, &arena, &other));
    assert_same_join(&one, &other);
    ti_arena_destroy(&arena);
}

static size_t check_query(const soup* a, const soup* b, const limits* l, const uint32_t* weld)
{
    ti_region_query query = {
        .a = &a->faces, .within = l->within, .weld = weld, .box_a = ti_faces_bounds(&a->faces)};
    if (a != b) {
        query.b = &b->faces;
        query.box_b = ti_faces_bounds(&b->faces);
    }
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_array found = ti_array_make(sizeof(ti_face_pair), NULL);
    assert_true(ti_region_pairs(&query, &arena, &(ti_pair_list){.array = &found}));
    size_t count = check_pairs(a, b, l, weld, &found);
    ti_array_release(&found);
    ti_arena_destroy(&arena);
    assert_builds_agree(&query);
    assert_posed_agrees(&query, a, b);
    return count;
}

static soup_def random_def(test_random* random, uint32_t round)
{
    const double scales[] = {1.0, 0x1p-1000, 0x1p900, 1e-3};
    const double offsets[] = {0.0, 1e6, 1e12};
    soup_def def = {.size = 1.0 + 5.0 * random_unit(random), .scale = scales[round % 4]};
    def.grid = round % 3 == 0;
    def.small = round / 2 % 2;
    def.rigid = round / 3 % 2;
    double offset = offsets[round % 5 % 3];
    def.offset = (toi_vec3){offset, -offset, 0.5 * offset};
    return def;
}

// Sizes of everything that is rounded: of the soup, and of where it is.
static limits limits_of(const soup_def* def, double within)
{
    double size = 8.0 * def->size * def->scale, far = fabs(def->offset.x) * def->scale;
    return (limits){within, within + 0x1p-20 * (size + within) + 0x1p-50 * far};
}

static void no_pair_of_two_bodies_is_lost(void** state)
{
    (void)state;
    test_random random = random_start(61);
    static soup a, b;
    size_t found = 0, near = 0;
    for (uint32_t round = 0; round < 600; ++round) {
        soup_def def = random_def(&random, round);
        make_soup(&def, &random, &a);
        def.rigid = round / 5 % 2;
        make_soup(&def, &random, &b);
        if (round / 7 % 2) { // near one another though their frames are not
            b.faces.rotation = a.faces.rotation;
            b.faces.position = a.faces.position;
            for (uint32_t i = 0; i < b.faces.vertex_count; ++i) {
                b.posed[i] = ti_faces_vertex(&b.faces, i);
            }
        }
        double within = round % 2 ? 0.0 : def.scale * (def.grid ? 1.0 : random_unit(&random));
        limits l = limits_of(&def, within);
        l.slack += def.offset.x * def.scale * 0x1p-50 * 8.0;
        size_t count = check_query(&a, &b, &l, NULL);
        found += count;
        near += within > 0.0 ? count : 0;
    }
    assert_true(near > 100000 && found - near > 100000);
}

static void no_pair_of_one_body_is_lost(void** state)
{
    (void)state;
    test_random random = random_start(62);
    static soup a;
    uint32_t weld[MOST_VERTICES];
    size_t found = 0;
    for (uint32_t round = 0; round < 200; ++round) {
        soup_def def = random_def(&random, round);
        make_soup(&def, &random, &a);
        for (uint32_t i = 0; i < MOST_VERTICES; ++i) {
            weld[i] = i / 2;
        }
        limits l = limits_of(&def, round % 3 ? 0.0 : 0.25 * def.scale);
        l.slack += def.offset.x * def.scale * 0x1p-50 * 8.0;
        found += check_query(&a, &a, &l, round % 2 ? weld : NULL);
    }
    assert_true(found > 10000);
}

static void the_largest_numbers_are_boxed(void** state)
{
    (void)state;
    test_random random = random_start(63);
    static soup a, b;
    for (uint32_t round = 0; round < 60; ++round) {
        soup_def def = {.size = 1.0, .scale = round % 2 ? DBL_MAX : 0x1p-1074, .small = false};
        make_soup(&def, &random, &a);
        make_soup(&def, &random, &b);
        double within = round % 3 == 0 ? DBL_MAX : round % 3 == 1 ? 0x1p-1074 : 0.0;
        check_query(&a, &b, &(limits){within, HUGE_VAL}, NULL);
        check_query(&a, &a, &(limits){within, HUGE_VAL}, NULL);
    }
}

static void bodies_that_touch_in_a_plane_an_edge_or_a_point_are_found(void** state)
{
    (void)state;
    const toi_vec3 at[] = {{1.0, 0.25, 0.25}, {1.0, 1.0, 0.25}, {1.0, 1.0, 1.0}};
    static soup a, b;
    test_random random = random_start(64);
    soup_def def = {.size = 1.0, .scale = 1.0};
    for (int i = 0; i < 3; ++i) {
        make_soup(&def, &random, &a);
        make_soup(&def, &random, &b);
        a.faces.triangle_count = b.faces.triangle_count = 1;
        a.faces.vertex_count = b.faces.vertex_count = 3;
        a.triangles[0] = b.triangles[0] = (ti_triangle){{0, 1, 2}, 0};
        for (int k = 0; k < 3; ++k) {
            a.vertices[k] = (toi_vec3){k == 0, k == 1 || i > 0, k == 2 || i > 1};
            b.vertices[k] = v3_add(at[i], (toi_vec3){k == 1, k == 2, k == 0});
            a.posed[k] = a.vertices[k];
            b.posed[k] = b.vertices[k];
        }
        assert_int_equal(check_query(&a, &b, &(limits){0.0, 1e-5}, NULL), 1);
    }
}

// The least double that is not less than the distance of two points along any axis.
static double gap_between(toi_vec3 p, toi_vec3 q)
{
    toi_vec3 d = v3_sub(p, q);
    double gap = fmax(fmax(fabs(d.x), fabs(d.y)), fabs(d.z));
    toi_bounds a = {p, p}, b = {q, q};
    return boxes_apart(&a, &b, gap) ? nextafter(gap, HUGE_VAL) : gap;
}

// Half of what lies between has no double that it could be added to: far away, or because one of them is.
static void points_that_are_just_near_enough_are_found(void** state)
{
    (void)state;
    test_random random = random_start(66);
    static soup a, b;
    soup_def def = {.size = 1.0, .scale = 1.0};
    for (uint32_t round = 0; round < 2000; ++round) {
        make_soup(&def, &random, &a);
        make_soup(&def, &random, &b);
        a.faces.triangle_count = b.faces.triangle_count = 1;
        a.faces.vertex_count = b.faces.vertex_count = 1;
        a.triangles[0] = b.triangles[0] = (ti_triangle){{0, 0, 0}, 0};
        double unit = 0x1p-12; // the last place of numbers from 2^40 to 2^41
        toi_vec3 p = v3_add(random_point(&random, 0x1p38), (toi_vec3){0x1.8p40, -0x1.8p40, 0x1.8p40});
        toi_vec3 by = random_point(&random, 9.0);
        toi_vec3 q = v3_madd(p, unit, (toi_vec3){floor(by.x), floor(by.y), floor(by.z)});
        if (round % 2) {
            p = random_point(&random, 1.0);
        }
        a.vertices[0] = a.posed[0] = round % 4 < 2 ? p : q;
        b.vertices[0] = b.posed[0] = round % 4 < 2 ? q : p;
        double gap = gap_between(p, q);
        assert_int_equal(check_query(&a, &b, &(limits){gap, HUGE_VAL}, NULL), 1);
    }
}

// ---- memory

static void every_allocation_may_fail(void** state)
{
    (void)state;
    test_random random = random_start(65);
    static soup a, b;
    soup_def def = {.size = 1.0, .scale = 1.0};
    make_soup(&def, &random, &a);
    make_soup(&def, &random, &b);
    uint32_t weld[MOST_VERTICES] = {0};
    for (int kind = 0; kind < 2; ++kind) {
        ti_region_query query = {
            &a.faces, kind ? &b.faces : NULL, ti_faces_bounds(&a.faces), ti_faces_bounds(&b.faces),
            0.0,      kind ? NULL : weld};
        bool ok = false;
        uint64_t at = 1;
        for (; !ok; ++at) {
            failing_allocator f = failing_allocator_make(at, true);
            toi_allocator allocator = failing_allocator_use(&f);
            ti_arena arena;
            ti_arena_init(&arena, &allocator, 0);
            ti_array found = ti_array_make(sizeof(ti_face_pair), &allocator);
            ok = ti_region_pairs(&query, &arena, &(ti_pair_list){.array = &found});
            assert_true(ok == (f.failures == 0));
            ti_array_release(&found);
            ti_arena_destroy(&arena);
            assert_int_equal(f.live, 0);
        }
        assert_true(at > 3);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(no_pair_of_two_bodies_is_lost),
        cmocka_unit_test(no_pair_of_one_body_is_lost),
        cmocka_unit_test(the_largest_numbers_are_boxed),
        cmocka_unit_test(bodies_that_touch_in_a_plane_an_edge_or_a_point_are_found),
        cmocka_unit_test(points_that_are_just_near_enough_are_found),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
