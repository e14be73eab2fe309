// Polygons to triangles: what is covered, how often, and by which triangles. Polygons are made on whole
// numbers, and areas and point counts are taken in whole numbers too, so that each law holds exactly.

#include "polygon_shapes.h"

#include "math/vec3.h"
#include "mesh/polygon.h"

#include <time.h>

static polygon shape, other;
static toi_vec3 vertices[MAX_CORNERS];
static uint32_t corners[MAX_CORNERS];
static uint32_t kept[MAX_CORNERS][3];
static ti_polygon_room room;

// Lays the polygon into one of three slanted planes, all exact, and cuts it.
static uint32_t cut(const polygon* p, int plane)
{
    for (uint32_t i = 0; i < p->count; ++i) {
        double x = (double)p->x[i], y = (double)p->y[i];
        double z = 0.25 * x - 0.5 * y + 3.0;
        vertices[i] = plane == 0 ? v3(x, y, z) : plane == 1 ? v3(z, x, y) : v3(y, z, x);
        corners[i] = i;
    }
    return ti_polygon_triangulate(vertices, corners, p->count, &room);
}

// Every side of the polygon is a side of one triangle, in its direction; all others come once each way.
static void check_border(const polygon* p)
{
    uint32_t n = p->count;
    int8_t* times = calloc((size_t)n * n, 1);
    for (uint32_t k = 0; k + 2 < n; ++k) {
        for (int i = 0; i < 3; ++i) {
            uint32_t a = room.triangles[k][i], b = room.triangles[k][(i + 1) % 3];
            assert_true(a < n && b < n && a != b);
            ++times[(size_t)a * n + b];
        }
    }
    for (uint32_t a = 0; a < n; ++a) {
        for (uint32_t b = 0; b < n; ++b) {
            int here = times[(size_t)a * n + b], back = times[(size_t)b * n + a];
            int side = (a + 1) % n == b, side_back = (b + 1) % n == a;
            assert_int_equal(here - back, side - side_back);
            assert_in_range(here, 0, 1);
        }
    }
    free(times);
}

// Triangles with the winding of the polygon and its area in all: then none overlap.
static void check_exact_cover(const polygon* p)
{
    int64_t total = 0, whole = polygon_area2(p);
    for (uint32_t k = 0; k + 2 < p->count; ++k) {
        const uint32_t* t = room.triangles[k];
        int64_t area = polygon_cross(p, t[0], t[1], t[2]);
        assert_true(whole > 0 ? area > 0 : area < 0);
        total += area;
    }
    assert_true(total == whole);
}

// Whether a point at half-integers is inside, by the number of sides to its right. x2 and y2 are odd: no
// corner is level with it.
static bool is_inside(const polygon* p, int64_t x2, int64_t y2)
{
    bool inside = false;
    for (uint32_t i = 0; i < p->count; ++i) {
        uint32_t j = (i + 1) % p->count;
        int64_t ax = 2 * p->x[i] - x2, ay = 2 * p->y[i] - y2, bx = 2 * p->x[j] - x2, by = 2 * p->y[j] - y2;
        if ((ay > 0) != (by > 0) && ((ax * by - ay * bx > 0) == (by > ay))) {
            inside = !inside;
        }
    }
    return inside;
}

// A random odd number from a little below twice `from` to a little above twice `to`.
static int64_t odd_between(test_random* random, int64_t from, int64_t to)
{
    return 2 * (from - 2) + 1 + 2 * (int64_t)random_below(random, (uint32_t)(to - from + 4));
}

// Points are in one triangle if they are inside and in none if not; those on a side are passed over.
static void check_points(const polygon* p, test_random* random)
{
    int64_t x0 = INT64_MAX, x1 = INT64_MIN, y0 = INT64_MAX, y1 = INT64_MIN;
    for (uint32_t i = 0; i < p->count; ++i) {
        x0 = p->x[i] < x0 ? p->x[i] : x0;
        x1 = p->x[i] > x1 ? p->x[i] : x1;
        y0 = p->y[i] < y0 ? p->y[i] : y0;
        y1 = p->y[i] > y1 ? p->y[i] : y1;
    }
    int inside_count = 0, outside_count = 0;
    for (int tried = 0; tried < 100; ++tried) {
        int64_t x2 = odd_between(random, x0, x1);
        int64_t y2 = odd_between(random, y0, y1);
        int holding = 0;
        bool on_side = false;
        for (uint32_t k = 0; k + 2 < p->count; ++k) {
            int sign[3];
            for (int i = 0; i < 3; ++i) {
                uint32_t a = room.triangles[k][i], b = room.triangles[k][(i + 1) % 3];
                int64_t side =
                    (2 * p->x[a] - x2) * (2 * p->y[b] - y2) - (2 * p->y[a] - y2) * (2 * p->x[b] - x2);
                sign[i] = (side > 0) - (side < 0);
                on_side = on_side || side == 0;
            }
            holding += sign[0] == sign[1] && sign[1] == sign[2];
        }
        if (!on_side) {
            bool inside = is_inside(p, x2, y2);
            assert_int_equal(holding, inside ? 1 : 0);
            inside_count += inside;
            outside_count += !inside;
        }
    }
    assert_true(inside_count > 0 && outside_count > 0);
}

static void check_simple(const polygon* p, test_random* random, uint32_t expected)
{
    for (int plane = 0; plane < 3; ++plane) {
        assert_int_equal(cut(p, plane), expected);
        check_border(p);
        check_exact_cover(p);
    }
    check_points(p, random);
}

static void stars_combs_and_spirals_are_covered_once(void** state)
{
    (void)state;
    test_random random = random_start(71);
    for (uint32_t n = 5; n < 160; n += 1 + n / 5) {
        polygon_make_star(&shape, n, &random);
        check_simple(&shape, &random, polygon_has_reflex_corner(&shape) ? TI_POLYGON_NON_CONVEX : 0);
        polygon_make_comb(&shape, n, &random);
        check_simple(&shape, &random, TI_POLYGON_NON_CONVEX);
        polygon_make_spiral(&shape, n < 32 ? 32 : n / 2);
        check_simple(&shape, &random, TI_POLYGON_NON_CONVEX);
        polygon_reverse(&shape, &other);
        check_simple(&other, &random, TI_POLYGON_NON_CONVEX);
    }
}

static void convex_polygons_are_a_fan_without_flat_triangles(void** state)
{
    (void)state;
    test_random random = random_start(72);
    // A square with corners in the middle of all sides, and of one side only.
    static const int64_t square[8][2] = {{-4, -4}, {0, -4}, {4, -4}, {4, 0},
                                         {4, 4},   {0, 4},  {-4, 4}, {-4, 0}};
    for (uint32_t without = 0; without < 16; ++without) {
        shape.count = 0;
        for (uint32_t i = 0; i < 8; ++i) {
            if (i % 2 == 0 || !(without & (1u << (i / 2)))) {
                polygon_add(&shape, square[i][0], square[i][1]);
            }
        }
        check_simple(&shape, &random, 0);
    }
    // A triangle with a corner in the middle of each side.
    shape = (polygon){.x = {0, 4, 8, 4, 0, 0}, .y = {0, 0, 0, 4, 8, 4}, .count = 6};
    check_simple(&shape, &random, 0);
}

static void triangles_depend_on_neither_start_nor_direction(void** state)
{
    (void)state;
    test_random random = random_start(73);
    polygon_make_star(&shape, 60, &random);
    cut(&shape, 0);
    memcpy(kept, room.triangles, sizeof kept[0] * (shape.count - 2));
    for (uint32_t by = 1; by < shape.count; by += 7) {
        polygon_rotate(&shape, &other, by);
        cut(&other, 0);
        for (uint32_t k = 0; k + 2 < shape.count; ++k) {
            for (int i = 0; i < 3; ++i) {
                assert_int_equal((room.triangles[k][i] + by) % shape.count, kept[k][i]);
            }
        }
    }
    polygon_reverse(&shape, &other);
    cut(&other, 0);
    for (uint32_t k = 0; k + 2 < shape.count; ++k) {
        for (int i = 0; i < 3; ++i) {
            assert_int_equal(shape.count - 1 - room.triangles[k][i], kept[k][2 - i]);
        }
    }
}

static void polygons_with_a_hole_joined_by_a_bridge_are_covered_once(void** state)
{
    (void)state;
    test_random random = random_start(74);
    // A square, in to a square hole at (8, 8), around it clockwise, and back.
    static const int64_t key[10][2] = {{0, 0}, {20, 0}, {20, 20}, {0, 20}, {0, 0},
                                       {8, 8}, {8, 12}, {12, 12}, {12, 8}, {8, 8}};
    shape.count = 0;
    for (uint32_t i = 0; i < 10; ++i) {
        polygon_add(&shape, key[i][0], key[i][1]);
    }
    check_simple(&shape, &random, TI_POLYGON_NON_CONVEX);
}

// Whatever the corners, the triangles have the polygon as their border.
static void polygons_that_cross_themselves_keep_their_border(void** state)
{
    (void)state;
    test_random random = random_start(75);
    for (uint32_t n = 4; n < 120; ++n) {
        for (int span = 2; span < 2000; span *= 9) { // small spans repeat corners and line them up
            shape.count = 0;
            for (uint32_t i = 0; i < n; ++i) {
                int64_t x = (int64_t)(random_bits(&random) % (uint64_t)span);
                polygon_add(&shape, x, (int64_t)(random_bits(&random) % (uint64_t)span));
            }
            cut(&shape, (int)(n % 3));
            check_border(&shape);
            int64_t total = 0;
            for (uint32_t k = 0; k + 2 < n; ++k) {
                total +=
                    polygon_cross(&shape, room.triangles[k][0], room.triangles[k][1], room.triangles[k][2]);
            }
            assert_true(total == polygon_area2(&shape));
        }
    }
}

static void corners_on_one_line_are_degenerate_and_nothing_else_is(void** state)
{
    (void)state;
    shape = (polygon){.x = {0, 5, 2, 9, 9}, .y = {0, 10, 4, 18, 18}, .count = 5};
    assert_int_equal(cut(&shape, 1), TI_POLYGON_DEGENERATE);
    check_border(&shape);
    shape = (polygon){.x = {3, 3, 3, 3}, .y = {1, 1, 1, 1}, .count = 4};
    assert_int_equal(cut(&shape, 2), TI_POLYGON_DEGENERATE);
    shape = (polygon){.x = {0, 4, 0, 4}, .y = {0, 4, 4, 0}, .count = 4}; // a bow tie: area 0, not on one line
    assert_int_equal(cut(&shape, 0), TI_POLYGON_NON_CONVEX);
    check_border(&shape);
}

static void a_pentagram_turns_left_everywhere_and_is_not_convex(void** state)
{
    (void)state;
    shape = (polygon){.x = {0, 59, -95, 95, -59}, .y = {100, -81, 31, 31, -81}, .count = 5};
    assert_int_equal(cut(&shape, 0), TI_POLYGON_NON_CONVEX);
    check_border(&shape);
}

static void a_corner_off_the_plane_by_one_rounding_is_non_planar(void** state)
{
    (void)state;
    toi_vec3 quad[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const uint32_t order[4] = {0, 1, 2, 3};
    assert_int_equal(ti_polygon_triangulate(quad, order, 4, &room), 0);
    quad[2].z = 0x1p-1074;
    assert_int_equal(ti_polygon_triangulate(quad, order, 4, &room), TI_POLYGON_NON_PLANAR);
}

static void the_ends_of_the_range_of_double_are_cut_alike(void** state)
{
    (void)state;
    static const double x[6] = {0, 4, 4, 2, 1, 0}, y[6] = {0, 0, 3, 1, 3, 3};
    uint32_t first[4][3];
    for (int exponent = -1070; exponent <= 1021; exponent += 2091) {
        for (uint32_t i = 0; i < 6; ++i) {
            vertices[i] = v3(ldexp(y[i], exponent), 0.0, ldexp(x[i], exponent));
            corners[i] = i;
        }
        assert_int_equal(ti_polygon_triangulate(vertices, corners, 6, &room), TI_POLYGON_NON_CONVEX);
        if (exponent < 0) {
            memcpy(first, room.triangles, sizeof first);
        }
        assert_memory_equal(room.triangles, first, sizeof first);
    }
}

// Many corners: a simple polygon and one whose corners are anywhere. Both would take minutes without the grid
// and the work limit; the time limit of the test is what fails.
static void polygons_of_many_corners_take_no_time(void** state)
{
    (void)state;
    uint32_t n = 20000;
    test_random random = random_start(76);
    ti_polygon_room large;
    assert_int_equal(ti_polygon_room_make(NULL, n, &large), TOI_OK);
    toi_vec3* points = malloc(n * sizeof *points);
    uint32_t* order = malloc(n * sizeof *order);
    for (int kind = 0; kind < 2; ++kind) {
        for (uint32_t i = 0; i < n; ++i) {
            double angle = 6.283185307179586 * (double)i / (double)n, radius = 1.0 + random_unit(&random);
            double x = random_unit(&random), y = random_unit(&random);
            points[i] = kind == 0 ? v3(radius * cos(angle), radius * sin(angle), 0.0) : v3(x, y, 0.0);
            order[i] = i;
        }
        clock_t start = clock();
        assert_int_equal(ti_polygon_triangulate(points, order, n, &large), TI_POLYGON_NON_CONVEX);
        printf("%s: %.3f s\n", kind == 0 ? "star" : "anywhere", (double)(clock() - start) / CLOCKS_PER_SEC);
        double total = 0.0, whole = 0.0;
        for (uint32_t i = 0; i < n; ++i) {
            whole += v3_cross(points[i], points[(i + 1) % n]).z;
        }
        uint32_t flipped = 0;
        for (uint32_t k = 0; k + 2 < n; ++k) {
            const uint32_t* t = large.triangles[k];
            double area = v3_cross(v3_sub(points[t[1]], points[t[0]]), v3_sub(points[t[2]], points[t[0]])).z;
            total += area;
            flipped += area <= 0.0;
        }
        assert_near(total, whole, 1e-9);
        assert_true(kind == 1 || flipped == 0);
    }
    free(points);
    free(order);
    ti_polygon_room_release(NULL, &large);
}

static int make_room(void** state)
{
    (void)state;
    return ti_polygon_room_make(NULL, MAX_CORNERS, &room) == TOI_OK ? 0 : -1;
}

static int release_room(void** state)
{
    (void)state;
    ti_polygon_room_release(NULL, &room);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stars_combs_and_spirals_are_covered_once),
        cmocka_unit_test(convex_polygons_are_a_fan_without_flat_triangles),
        cmocka_unit_test(triangles_depend_on_neither_start_nor_direction),
        cmocka_unit_test(polygons_with_a_hole_joined_by_a_bridge_are_covered_once),
        cmocka_unit_test(polygons_that_cross_themselves_keep_their_border),
        cmocka_unit_test(corners_on_one_line_are_degenerate_and_nothing_else_is),
        cmocka_unit_test(a_pentagram_turns_left_everywhere_and_is_not_convex),
        cmocka_unit_test(a_corner_off_the_plane_by_one_rounding_is_non_planar),
        cmocka_unit_test(the_ends_of_the_range_of_double_are_cut_alike),
        cmocka_unit_test(polygons_of_many_corners_take_no_time),
    };
    return cmocka_run_group_tests(tests, make_room, release_room);
}
