// Pairs of triangles within a distance, against distances in long double by enumeration of all features.

#include "distance_support.h"
#include "math/distance_exact.h"
#include "math/rounding.h"
#include "math/triangles.h"
#include "narrow/overlap/keep.h"
#include "narrow/overlap/within.h"

static const ti_triangle one_triangle = {{0, 1, 2}, 0};

static ti_faces faces_of(const toi_vec3 corner[3])
{
    return (ti_faces){.triangles = &one_triangle, .vertices = corner, .triangle_count = 1, .vertex_count = 3};
}

static bool kept(const pair* p, double within, double scale)
{
    const ti_faces a = faces_of(p->a), b = faces_of(p->b);
    const ti_within_terms terms = {within, scale};
    ti_face_pair candidate = {0, 0};
    return ti_pairs_keep_within(&a, &b, &terms, &candidate, 1) == 1;
}

enum { SCATTERED, GRID, PARALLEL, SLIVERS, FLAT, AFAR, KINDS };

static void make_pair(test_random* random, int kind, pair* p)
{
    toi_vec3* x[2] = {p->a, p->b};
    for (int i = 0; i < 6; ++i) {
        toi_vec3 v = random_point(random, 1.0);
        v.z = kind == PARALLEL ? (i < 3 ? 0.0 : 0.125) + 0x1p-50 * v.z : v.z;
        v = kind == GRID ? v3(floor(4.0 * v.x), floor(4.0 * v.y), floor(4.0 * v.z)) : v;
        x[i / 3][i % 3] = v;
    }
    if (kind == SLIVERS || kind == FLAT) {
        double s = random_between(random, -1.0, 2.0);
        p->a[2] = v3_madd(p->a[0], s, v3_sub(p->a[1], p->a[0]));
        p->b[1] = kind == FLAT ? p->b[0] : p->b[1];
    }
    toi_vec3 shift = random_point(random, 1e6);
    for (int i = 0; i < 6 && kind == AFAR; ++i) {
        x[i / 3][i % 3] = v3_add(x[i / 3][i % 3], shift);
    }
}

// Of differences from a corner, which long double holds, so that nothing is lost far from the origin.
static real true_distance(const pair* p)
{
    rvec from = r3_wide(p->a[0]), a[3], b[3];
    for (int k = 0; k < 3; ++k) {
        a[k] = r3_sub(r3_wide(p->a[k]), from);
        b[k] = r3_sub(r3_wide(p->b[k]), from);
    }
    return brute_hulls(a, 3, b, 3).distance;
}

static double size_of(const pair* p)
{
    double size = 0.0;
    for (int k = 0; k < 3; ++k) {
        size = fmax(size, fmax(v3_norm1(v3_sub(p->a[k], p->a[0])), v3_norm1(v3_sub(p->b[k], p->a[0]))));
    }
    return size;
}

// Distances asked for are at the true one but for less and less, down to steps of the doubles around it.
static void what_is_within_is_kept_and_what_is_farther_is_not(void** state)
{
    (void)state;
    test_random random = random_start(31);
    uint32_t counts[2] = {0, 0}, near[2] = {0, 0};
    for (int i = 0; i < 12000; ++i) {
        pair p;
        make_pair(&random, i % KINDS, &p);
        real truth = true_distance(&p), size = (real)size_of(&p);
        double off = ldexp(random_between(&random, -1.0, 1.0), -(int)random_below(&random, 60));
        double within = (double)truth * (1.0 + off) + 0x1p-60 * fabs(off);
        if (!(within > 0.0)) {
            continue;
        }
        bool found = kept(&p, within, 1.0);
        // Truth itself is right to so much.
        if (truth + 0x1p-56L * size <= (real)within) {
            assert_true(found);
        }
        if (truth > (real)within + 0x1p-46L * (size + (real)within)) {
            assert_false(found);
        }
        near[found] += fabsl(truth - (real)within) < 0x1p-40L * size;
        ++counts[found];
        pair q = {{p.b[1], p.b[2], p.b[0]}, {p.a[2], p.a[0], p.a[1]}};
        if (fabsl(truth - (real)within) > 0x1p-45L * (size + (real)within)) {
            assert_int_equal(kept(&q, within, 1.0), found);
        }
    }
    print_message("within %u, of these nearly not %u; not %u, nearly within %u\n", counts[1], near[1],
                  counts[0], near[0]);
    assert_true(counts[0] > 2000 && counts[1] > 2000 && near[0] > 500 && near[1] > 500);
}

// Three corners of a that doubles take from one line: whatever they are called first, the face has no normal
// in doubles.
static const pair nearly_in_line = {{{-.3514776401986872, .2636082301490154, -.439347050248359},
                                     {-.439347050248359, -.2636082301490154, .439347050248359},
                                     {.3514776401986872, 0, .2636082301490154}},
                                    {{0, .3514776401986872, 0},
                                     {2.636082301490154, -1.4059105607947489, .878694100496718},
                                     {1.0544329205960616, -.3514776401986872, .3514776401986872}}};

// In each order of the corners of both.
static void slivers_are_as_far_apart_as_they_are(void** state)
{
    (void)state;
    static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    const double truth = 0.13318719717805974;
    for (int i = 0; i < 36; ++i) {
        pair p;
        for (int k = 0; k < 3; ++k) {
            p.a[k] = nearly_in_line.a[order[i / 6][k]];
            p.b[k] = nearly_in_line.b[order[i % 6][k]];
        }
        assert_near(ti_triangle_gap(p.a, p.b).distance, truth, 1e-14);
        assert_near(ti_triangle_gap(p.b, p.a).distance, truth, 1e-14);
        assert_near(ti_triangle_gap_exact(p.a, p.b).distance, truth, 1e-14);
        assert_false(kept(&p, 0.0878694100496718, 1.0));
        assert_false(kept(&p, truth - 1e-13, 1.0));
        assert_true(kept(&p, truth + 1e-14, 1.0));
    }
}

static void no_distance_is_the_exact_test(void** state)
{
    (void)state;
    test_random random = random_start(32);
    uint32_t meets = 0;
    for (int i = 0; i < 6000; ++i) {
        pair p;
        make_pair(&random, i % KINDS, &p);
        bool expected = ti_triangles_meet(p.a, p.b);
        assert_int_equal(kept(&p, 0.0, 0.5), expected);
        assert_true(!expected || kept(&p, 0x1p-1074, 0.5));
        meets += expected;
    }
    assert_true(meets > 300 && meets < 5500);
}

static void scaling_by_a_power_of_two_changes_nothing(void** state)
{
    (void)state;
    test_random random = random_start(33);
    for (int i = 0; i < 3000; ++i) {
        pair p;
        make_pair(&random, i % KINDS, &p);
        double within = (double)truth_of(&p).distance * (1.0 + 0x1p-52 * (double)random_below(&random, 3));
        int exponent = (int)random_below(&random, 1900) - 950;
        bool found = kept(&p, within, 0x1p-21);
        for (int k = 0; k < 3; ++k) {
            p.a[k] = ti_scale3(p.a[k], exponent);
            p.b[k] = ti_scale3(p.b[k], exponent);
        }
        assert_int_equal(kept(&p, ti_scale(within, exponent), ti_scale(0x1p-21, -exponent)), found);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(what_is_within_is_kept_and_what_is_farther_is_not),
        cmocka_unit_test(slivers_are_as_far_apart_as_they_are),
        cmocka_unit_test(no_distance_is_the_exact_test),
        cmocka_unit_test(scaling_by_a_power_of_two_changes_nothing),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
