// The batch filter of face pairs against the exact test one by one: soups of every kind, posed and not, at
// every scale; both builds of the kernel give the same verdicts.

#include "core/cpu.h"
#include "math/rounding.h"
#include "math/triangles.h"
#include "narrow/overlap/keep.h"
#include "narrow/overlap/keep_parts.h"
#include "random_point.h"

enum { VERTICES = 40, TRIANGLES = 60, PAIRS = TRIANGLES * TRIANGLES };

typedef struct soup {
    toi_vec3 vertex[VERTICES];
    ti_triangle triangle[TRIANGLES];
    ti_faces faces;
} soup;

enum { SCATTERED, GRID, FLAT, SLIVERS, TINY, SOUP_KINDS };

// Corners may repeat: such triangles are segments and points.
static void make_triangles(test_random* random, soup* s)
{
    for (uint32_t i = 0; i < TRIANGLES; ++i) {
        for (int k = 0; k < 3; ++k) {
            s->triangle[i].vertex[k] = random_below(random, VERTICES);
        }
        s->triangle[i].face = i;
    }
}

static toi_vec3 make_vertex(test_random* random, int kind)
{
    toi_vec3 v = random_point(random, 1.0);
    switch (kind) {
    case GRID:
        return (toi_vec3){floor(3.0 * v.x), floor(3.0 * v.y), floor(3.0 * v.z)};
    case FLAT:
        return (toi_vec3){floor(4.0 * v.x), floor(4.0 * v.y), 0.0};
    case SLIVERS:
        return v3_madd(v3(0.1, 0.2, 0.3), v.x, v3(1.0 + 0x1p-45 * v.y, 2.0, -1.0 + 0x1p-45 * v.z));
    case TINY:
        return random_below(random, 3) ? v : v3(v.x, 0x1p-1040 * v.y, 0x1p-1074 * floor(9.0 * v.z));
    default:
        return v;
    }
}

static toi_pose make_pose(test_random* random, bool exact)
{
    static const toi_quat quarter[4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0.5, 0.5, 0.5, 0.5}};
    toi_vec3 p = random_point(random, 1.0);
    toi_quat q = random_coefficients(random, 1.0);
    return exact ? (toi_pose){v3(floor(2.0 * p.x), floor(2.0 * p.y), floor(2.0 * p.z)),
                              quarter[random_below(random, 4)]}
                 : (toi_pose){p, q_normalize(q)};
}

static void make_soup(test_random* random, int kind, double scale, soup* s)
{
    for (int i = 0; i < VERTICES; ++i) {
        s->vertex[i] = v3_scale(scale, make_vertex(random, kind));
    }
    make_triangles(random, s);
    toi_pose pose = make_pose(random, kind == GRID || kind == FLAT);
    s->faces = (ti_faces){.triangles = s->triangle,
                          .vertices = s->vertex,
                          .triangle_count = TRIANGLES,
                          .vertex_count = VERTICES,
                          .rigid = random_below(random, 3) > 0,
                          .rotation = m3_from_quat(pose.quaternion),
                          .position = v3_scale(scale, pose.position)};
}

static uint32_t make_pairs(ti_face_pair* pairs)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < TRIANGLES; ++i) {
        for (uint32_t j = 0; j < TRIANGLES; ++j) {
            pairs[count++] = (ti_face_pair){i, j};
        }
    }
    return count;
}

static toi_bounds bounds_of(const soup* a, const soup* b)
{
    toi_bounds box = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (int i = 0; i < 2 * VERTICES; ++i) {
        toi_vec3 v = ti_faces_vertex(i < VERTICES ? &a->faces : &b->faces, (uint32_t)i % VERTICES);
        box = (toi_bounds){v3_min(box.lower, v), v3_max(box.upper, v)};
    }
    return box;
}

static uint32_t brute(const soup* a, const soup* b, ti_face_pair* pairs)
{
    uint32_t kept = 0, count = make_pairs(pairs);
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 p[3], q[3];
        ti_faces_corners(&a->faces, pairs[i].a, p);
        ti_faces_corners(&b->faces, pairs[i].b, q);
        pairs[kept] = pairs[i];
        kept += ti_triangles_meet(p, q);
    }
    return kept;
}

static void the_filter_keeps_what_the_exact_test_keeps(void** state)
{
    (void)state;
    static const int exponents[] = {0, 0, -1000, 900, 333, -70, 58, -1023};
    static soup a, b;
    static ti_face_pair found[PAIRS], expected[PAIRS];
    test_random random = random_start(12);
    uint32_t total = 0;
    for (int round = 0; round < 80; ++round) {
        int kind = round % SOUP_KINDS;
        double scale = ldexp(1.0, exponents[random_below(&random, 8)]);
        make_soup(&random, kind, scale, &a);
        make_soup(&random, kind, scale, &b);
        toi_bounds box = bounds_of(&a, &b);
        size_t count = make_pairs(found), few = random_below(&random, VERTICES / 2);
        // Where there are few pairs their corners are posed one by one.
        count = round % 4 == 3 ? few : count - random_below(&random, 600);
        uint32_t kept = brute(&a, &b, expected);
        size_t mine = ti_pairs_keep(&a.faces, &b.faces, ti_pairs_scale(&box), found, count);
        assert_true(mine <= kept);
        for (size_t i = 0; i < kept; ++i) {
            bool asked = (size_t)expected[i].a * TRIANGLES + expected[i].b < count;
            assert_int_equal(i < mine, asked);
            assert_true(!asked || (found[i].a == expected[i].a && found[i].b == expected[i].b));
        }
        total += kept;
    }
    print_message("%u pairs meet\n", total);
    assert_true(total > 10000);
}

static keep_side side_of(const soup* s)
{
    return (keep_side){s->triangle,       s->vertex, s->faces.rigid, true, s->faces.rotation,
                       s->faces.position, 0.5};
}

static void vertices_posed_beforehand_are_posed_doubles(void** state)
{
    (void)state;
    static soup s;
    toi_vec3 plain[VERTICES + 1], wide[VERTICES + 1];
    test_random random = random_start(14);
    for (int round = 0; round < 20 * SOUP_KINDS; ++round) {
        make_soup(&random, round % SOUP_KINDS, 1.0, &s);
        s.faces.rigid = true;
        keep_side side = side_of(&s);
        ti_keep_pose_plain(&side, VERTICES, plain);
        if (ti_cpu_has_avx2()) {
            ti_keep_pose_avx2(&side, VERTICES, wide);
            assert_memory_equal(wide, plain, VERTICES * sizeof *plain);
        }
        for (uint32_t i = 0; i < VERTICES; ++i) {
            toi_vec3 v = ti_faces_vertex(&s.faces, i);
            assert_memory_equal(&plain[i], &v, sizeof v);
        }
    }
}

static void both_builds_of_the_kernel_say_the_same(void** state)
{
    (void)state;
    if (!ti_cpu_has_avx2()) {
        skip();
    }
    static soup a, b;
    static ti_face_pair pairs[PAIRS];
    make_pairs(pairs);
    test_random random = random_start(13);
    uint32_t meets = 0, unsure = 0;
    for (int round = 0; round < 80 * SOUP_KINDS; ++round) {
        make_soup(&random, round % SOUP_KINDS, 1.0, &a);
        make_soup(&random, round % SOUP_KINDS, 1.0, &b);
        keep_side p = side_of(&a), q = side_of(&b);
        keep_block plain = {.pairs = pairs + random_below(&random, PAIRS - KEEP_BLOCK)};
        plain.count = 1 + random_below(&random, KEEP_BLOCK);
        keep_block wide = plain;
        ti_keep_block_plain(&p, &q, &plain);
        ti_keep_block_avx2(&p, &q, &wide);
        assert_memory_equal(plain.meets, wide.meets, sizeof plain.meets);
        assert_int_equal(plain.unsure_count, wide.unsure_count);
        for (uint32_t i = 0; i < plain.count; ++i) {
            meets += plain.meets[i];
        }
        for (uint32_t i = 0; i < plain.unsure_count; ++i) {
            assert_int_equal(plain.unsure[i], wide.unsure[i]);
            ++unsure;
        }
    }
    assert_true(meets > 200 && unsure > 1000);
}

static void the_scale_of_a_box_makes_it_one(void** state)
{
    (void)state;
    toi_bounds box = {{-3.0, 0.0, 0.0}, {1.0, 2.0, 2.5}};
    assert_true(ti_pairs_scale(&box) == 0.25);
    box.lower.x = -4.0;
    assert_true(ti_pairs_scale(&box) == 0.25);
    box = (toi_bounds){{0, 0, 0}, {0, 0, 0}};
    assert_true(ti_pairs_scale(&box) == 1.0);
    box.upper.y = 0x1p-1074;
    assert_true(ti_pairs_scale(&box) == 0x1p1023);
    box.upper.y = DBL_MAX;
    assert_true(ti_pairs_scale(&box) == 0x1p-1022);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(the_filter_keeps_what_the_exact_test_keeps),
        cmocka_unit_test(vertices_posed_beforehand_are_posed_doubles),
        cmocka_unit_test(both_builds_of_the_kernel_say_the_same),
        cmocka_unit_test(the_scale_of_a_box_makes_it_one),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
