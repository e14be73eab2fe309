// Exact triangle tests against linear programming in whole numbers, on pairs of every degenerate kind.

#include "cmocka_toi.h"
#include "draw.h"
#include "exact_lp.h"
#include "math/triangles.h"

static toi_vec3 mix(toi_vec3 a, toi_vec3 b, double s)
{
    return (toi_vec3){a.x + s * (b.x - a.x), a.y + s * (b.y - a.y), a.z + s * (b.z - a.z)};
}

static double nudge(double x)
{
    uint32_t way = draw(4);
    return way == 0 ? nextafter(x, HUGE_VAL) : way == 1 ? nextafter(x, -HUGE_VAL) : x;
}

static toi_vec3 nudge_point(toi_vec3 a)
{
    return (toi_vec3){nudge(a.x), nudge(a.y), nudge(a.z)};
}

enum {
    SMALL_GRID,
    GRID,
    COPLANAR,
    SHARED,
    FLAT,
    LINE,
    POINTS,
    RANDOM,
    SLIVER,
    ULP,
    SCALED,
    WILD,
    FAR,
    KINDS
};

static const char* const kind_names[KINDS] = {"small grid", "grid",   "coplanar", "shared corners", "flat",
                                              "one line",   "points", "random",   "sliver",         "one ulp",
                                              "scaled",     "wild",   "far"};

static void fill(toi_vec3 t[6], int size)
{
    for (int i = 0; i < 6; ++i) {
        t[i] = draw_whole(size);
    }
}

// In the plane z = x + 2 y, or z = 0.
static void fill_plane(toi_vec3 t[6])
{
    double s = draw(2);
    for (int i = 0; i < 6; ++i) {
        t[i] = draw_whole(7);
        t[i].z = s * (t[i].x + 2.0 * t[i].y);
    }
}

static void fill_line(toi_vec3 t[6])
{
    toi_vec3 along = draw_whole(3), from = draw_whole(4);
    for (int i = 0; i < 6; ++i) {
        t[i] = v3_add(from, v3_scale(draw(9), along));
    }
}

static void fill_random(toi_vec3 t[6])
{
    for (int i = 0; i < 6; ++i) {
        t[i] = draw_point();
    }
}

// A corner or edge of b put on a as nearly as doubles can, then moved by single steps.
static void fill_ulp(toi_vec3 t[6])
{
    fill_random(t);
    t[3] = mix(mix(t[0], t[1], 0.5 * (unit() + 1.0)), t[2], draw(2) ? 0.0 : 0.5 * (unit() + 1.0));
    if (draw(2)) {
        t[4] = mix(t[0], mix(t[1], t[2], 0.5), 0.5 * (unit() + 1.0));
    }
    for (int i = 3; i < 6; ++i) {
        t[i] = nudge_point(t[i]);
    }
}

static void scale_all(toi_vec3 t[6], int exponent)
{
    for (int i = 0; i < 6; ++i) {
        t[i] = (toi_vec3){ldexp(t[i].x, exponent), ldexp(t[i].y, exponent), ldexp(t[i].z, exponent)};
    }
}

// Each coordinate with its own power of two, down to the subnormal numbers and up to the largest.
static double wild(double x)
{
    return draw(3) == 0 ? ldexp(x, (int)draw(2000) - 1050) : x;
}

static void make_pair(int kind, toi_vec3 t[6])
{
    fill(t, kind == SMALL_GRID ? 3 : 6);
    switch (kind) {
    case COPLANAR:
        fill_plane(t);
        break;
    case SHARED:
        for (uint32_t i = 0, n = 1 + draw(3); i < n; ++i) {
            t[3 + draw(3)] = t[draw(3)];
        }
        break;
    case FLAT:
        t[2] = draw(2) ? t[draw(2)] : v3_sub(v3_scale(2.0, t[0]), t[1]);
        t[5] = draw(3) ? t[5] : t[3];
        break;
    case LINE:
        fill_line(t);
        break;
    case POINTS:
        t[1] = t[2] = t[0];
        if (draw(2)) {
            t[0] = t[1] = t[2] = mix(t[3], mix(t[4], t[5], 0.5), 0.5);
        }
        t[4] = draw(3) ? t[4] : t[3];
        break;
    case RANDOM:
        fill_random(t);
        break;
    case SLIVER:
        fill_random(t);
        t[2] = nudge_point(mix(t[0], t[1], unit()));
        t[5] = draw(2) ? nudge_point(mix(t[3], t[4], unit())) : t[5];
        t[4] = draw(2) ? nudge_point(mix(t[0], t[3], -1.0)) : t[4];
        break;
    case ULP:
        fill_ulp(t);
        break;
    case SCALED:
        scale_all(t, (int)draw(2000) - 1000);
        break;
    case WILD:
        for (int i = 0; i < 6; ++i) {
            t[i] = (toi_vec3){wild(t[i].x - 2.0), wild(t[i].y - 2.0), wild(t[i].z - 2.0)};
        }
        break;
    case FAR:
        fill_ulp(t);
        for (int i = 0; i < 6; ++i) {
            t[i] = v3_add(t[i], v3(1e6, -3e7, 1e9));
        }
        break;
    default:
        break;
    }
}

static void permute(toi_vec3 t[3])
{
    for (int i = 2; i > 0; --i) {
        uint32_t j = draw((uint32_t)i + 1);
        toi_vec3 other = t[i];
        t[i] = t[j];
        t[j] = other;
    }
}

static void triangle_relations_agree_with_linear_programming(void** unused)
{
    (void)unused;
    const uint64_t seed = 20240917;
    state = seed;
    uint32_t counts[KINDS][4] = {{0}};
    // Long numbers are slow to check: fewer of those.
    const int each[KINDS] = {24000, 24000, 26000, 24000, 26000, 26000, 30000,
                             4000,  4000,  4000,  12000, 1500,  3000};
    // The environment variable TOI_TEST_FULL asks for all of them, else a third is run.
    const int share = getenv("TOI_TEST_FULL") != NULL ? 1 : 3;
    // Rounded points touch by chance only.
    const bool rounded[KINDS] = {[RANDOM] = true, [SLIVER] = true, [ULP] = true, [FAR] = true};
    int total = 0;
    for (int kind = 0, i = 0; kind < KINDS; i = i + share < each[kind] ? i + share : (++kind, 0)) {
        ++total;
        toi_vec3 t[6];
        make_pair(kind, t);
        ti_meeting expected = exact_lp_relation(t, t + 3);
        for (int k = 0; k < 3; ++k) {
            ti_meeting found = k == 1 ? ti_triangles_relation(t + 3, t) : ti_triangles_relation(t, t + 3);
            if (found != expected) {
                fail_msg("seed %llu, pair %d (%s): %d, expected %d", (unsigned long long)seed, i,
                         kind_names[kind], (int)found, (int)expected);
            }
            assert_int_equal(ti_triangles_meet(t, t + 3), expected != TI_MEET_APART);
            permute(t);
            permute(t + 3);
        }
        ++counts[kind][expected];
    }
    print_message("seed %llu, %d pairs; apart, touching, crossing:\n", (unsigned long long)seed, total);
    for (int kind = 0; kind < KINDS; ++kind) {
        print_message("  %-14s %6u %6u %6u\n", kind_names[kind], counts[kind][TI_MEET_APART],
                      counts[kind][TI_MEET_TOUCH], counts[kind][TI_MEET_CROSS]);
        assert_true(kind == SHARED || counts[kind][TI_MEET_APART] > 100);
        assert_true(rounded[kind] || counts[kind][TI_MEET_TOUCH] > 0);
        assert_true(kind == COPLANAR || kind == LINE || kind == POINTS || counts[kind][TI_MEET_CROSS] > 50);
    }
}

static void a_crossing_needs_points_inside_both(void** unused)
{
    (void)unused;
    const toi_vec3 floor[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const toi_vec3 through[3] = {{1, 1, -1}, {1, 1, 1}, {9, 9, 0}};
    const toi_vec3 resting[3] = {{1, 1, 0}, {1, 1, 1}, {2, 1, 1}};
    const toi_vec3 same_cut[3] = {{1, 0, -1}, {1, 0, 1}, {1, 6, 0}};
    const toi_vec3 segment[3] = {{1, 1, -1}, {1, 1, 0}, {1, 1, 1}};
    const toi_vec3 above[3] = {{1, 1, 0x1p-1074}, {2, 1, 1}, {1, 2, 1}};
    assert_int_equal(ti_triangles_relation(floor, through), TI_MEET_CROSS);
    assert_int_equal(ti_triangles_relation(floor, resting), TI_MEET_TOUCH);
    assert_int_equal(ti_triangles_relation(floor, same_cut), TI_MEET_CROSS);
    assert_int_equal(ti_triangles_relation(floor, segment), TI_MEET_CROSS);
    assert_int_equal(ti_triangles_relation(floor, floor), TI_MEET_TOUCH);
    assert_int_equal(ti_triangles_relation(floor, above), TI_MEET_APART);
    assert_true(ti_point_on_triangle(v3(2, 2, 0), floor));
    assert_false(ti_point_on_triangle(v3(2, nextafter(2, 3), 0), floor));
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(triangle_relations_agree_with_linear_programming),
        cmocka_unit_test(a_crossing_needs_points_inside_both),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
