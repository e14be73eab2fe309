// Shapes and boxes of wide trees: what they hold, how tight they are, and what they take.

#include "core/cpu.h"
#include "failing_allocator.h"
#include "wide_support.h"

// ---- shape

// Triangles that share their corners with the next ones, as in a strip.
static ti_triangle* strip(uint32_t count)
{
    ti_triangle* triangles = malloc(count * sizeof *triangles);
    for (uint32_t i = 0; i < count; ++i) {
        triangles[i] = (ti_triangle){.vertex = {i, i + 1, i + 2}, .face = i};
    }
    return triangles;
}

static void check_leaf(const ti_wide_shape* shape, const ti_wide_node* leaf)
{
    assert_in_range(leaf->count, 1, TI_WIDE);
    const uint32_t* list = shape->vertex + leaf->vertex_first;
    for (uint32_t i = 0; i < leaf->vertex_count; ++i) {
        uint32_t uses = 0;
        for (uint32_t k = 0; k < 3u * leaf->count; ++k) {
            uses += shape->triangles[leaf->first + k / 3].vertex[k % 3] == list[i];
        }
        assert_int_not_equal(uses, 0);
        for (uint32_t j = 0; j < i; ++j) {
            assert_int_not_equal(list[i], list[j]);
        }
    }
    for (uint32_t k = 0; k < 3u * leaf->count; ++k) {
        uint32_t at = 0;
        while (at < leaf->vertex_count && list[at] != shape->triangles[leaf->first + k / 3].vertex[k % 3]) {
            ++at;
        }
        assert_true(at < leaf->vertex_count);
    }
}

// Every triangle is in one leaf, and leaves of a subtree follow each other. @return the triangle after the
// subtree
static uint32_t check_node(const ti_wide_shape* shape, uint32_t node, uint32_t begin, uint32_t depth)
{
    const ti_wide_node* n = &shape->nodes[node];
    assert_true(depth <= shape->depth);
    if (n->leaf) {
        assert_int_equal(n->first, begin);
        check_leaf(shape, n);
        return begin + n->count;
    }
    assert_in_range(n->count, 2, TI_WIDE);
    for (uint32_t i = 0; i < n->count; ++i) {
        assert_true(n->first + i > node && n->first + i < shape->node_count);
        begin = check_node(shape, n->first + i, begin, depth + 1);
    }
    return begin;
}

static void every_triangle_is_in_one_leaf(void** state)
{
    (void)state;
    enum { MOST = 70000 };
    ti_triangle* triangles = strip(MOST);
    for (uint32_t count = 1; count <= MOST; count += count < 300 ? 1 : count / 3) {
        ti_wide_shape shape;
        assert_int_equal(ti_wide_make(triangles, count, NULL, &shape), TOI_OK);
        assert_int_equal(check_node(&shape, 0, 0, 1), count);
        ti_wide_release(&shape);
    }
    free(triangles);
}

static void a_face_takes_little_memory(void** state)
{
    (void)state;
    enum { MOST = 40000 };
    ti_triangle* triangles =
        malloc(MOST * sizeof *triangles); // of a grid, square by square in blocks of four
    for (uint32_t i = 0; i < MOST; ++i) {
        uint32_t block = i / 8, in = i % 8 / 2, x = block % 100 * 2 + in % 2, y = block / 100 * 2 + in / 2;
        uint32_t v = 201 * y + x;
        triangles[i] = (ti_triangle){.vertex = {v, v + 1 + 200 * (i % 2), v + 202 - i % 2}, .face = i};
    }
    for (uint32_t count = 500; count <= MOST; count += count / 7) {
        ti_wide_shape shape;
        assert_int_equal(ti_wide_make(triangles, count, NULL, &shape), TOI_OK);
        size_t both = shape.node_count * (sizeof(ti_wide_node) + sizeof(ti_float_box)) +
                      shape.vertex_count * sizeof *shape.vertex;
        assert_true(both <= 31 * (size_t)count);
        assert_true(both + shape.node_count * sizeof(ti_wide_lanes) <= 64 * (size_t)count);
        ti_wide_release(&shape);
    }
    free(triangles);
}

static void says_when_memory_is_missing(void** state)
{
    (void)state;
    ti_triangle* triangles = strip(100);
    bool made = false;
    for (uint64_t at = 1; !made; ++at) {
        failing_allocator f = failing_allocator_make(at, false);
        toi_allocator allocator = failing_allocator_use(&f);
        ti_wide_shape shape;
        made = ti_wide_make(triangles, 100, &allocator, &shape) == TOI_OK;
        assert_int_equal(made, f.failures == 0);
        ti_wide_release(&shape);
        assert_int_equal(f.live, 0);
    }
    free(triangles);
}

// ---- boxes

static const double* coordinates(const toi_vec3* v)
{
    return &v->x;
}

// Side c of the box of a leaf against its points: beyond all of them, and not by much. Long doubles have 11
// bits more.
static void check_side(const soup* s, uint32_t node, int c)
{
    const ti_wide_node* n = &s->shape.nodes[node];
    long double lower = 1e9L, upper = -1e9L, origin = (long double)coordinates(&s->body.frame.origin)[c];
    for (uint32_t k = 0; k < 3u * n->count; ++k) {
        const toi_vec3* p = &s->vertex[s->triangle[n->first + k / 3].vertex[k % 3]];
        long double y = ((long double)coordinates(p)[c] - origin) * (long double)s->body.frame.scale;
        lower = y < lower ? y : lower;
        upper = y > upper ? y : upper;
    }
    long double low = (long double)s->boxes[node].lower[c],
                high = -(long double)s->boxes[node].minus_upper[c];
    assert_true(low <= lower && low >= lower - 0x1p-20L);
    assert_true(high >= upper && high <= upper + 0x1p-20L);
}

static void check_boxes(const soup* s)
{
    for (uint32_t i = 0; i < s->shape.node_count; ++i) {
        const ti_wide_node* n = &s->shape.nodes[i];
        for (int c = 0; c < 3; ++c) {
            if (n->leaf) {
                check_side(s, i, c);
                continue;
            }
            float low = s->boxes[n->first].lower[c], high = s->boxes[n->first].minus_upper[c];
            for (uint32_t k = 1; k < n->count; ++k) {
                low = fminf(low, s->boxes[n->first + k].lower[c]);
                high = fminf(high, s->boxes[n->first + k].minus_upper[c]);
            }
            assert_true(s->boxes[i].lower[c] == low && s->boxes[i].minus_upper[c] == high);
        }
    }
}

// What child k of a node has between the sides along axis c.
static void find_sides(const soup* s, const ti_wide_node* n, uint32_t k, int c, double side[2])
{
    if (!n->leaf) {
        side[0] = (double)s->boxes[n->first + k].lower[c];
        side[1] = -(double)s->boxes[n->first + k].minus_upper[c];
        return;
    }
    const uint32_t* v = s->triangle[n->first + k].vertex;
    double o = coordinates(&s->body.frame.origin)[c], x = coordinates(&s->vertex[v[0]])[c];
    double y = coordinates(&s->vertex[v[1]])[c], z = coordinates(&s->vertex[v[2]])[c];
    side[0] = (fmin(x, fmin(y, z)) - o) * s->body.frame.scale;
    side[1] = (fmax(x, fmax(y, z)) - o) * s->body.frame.scale;
}

// Centre and half length hold what the child has, and not much more.
static void check_lane(const soup* s, uint32_t node, uint32_t lane, int c)
{
    const ti_wide_node* n = &s->shape.nodes[node];
    double center = (double)s->lanes[node].center[c][lane], half = (double)s->lanes[node].half[c][lane];
    if (lane >= n->count) {
        assert_true(half == -HUGE_VAL);
        return;
    }
    double side[2];
    find_sides(s, n, lane, c, side);
    assert_true(center - half <= side[0] && center + half >= side[1]);
    assert_true(half <= 0.5 * (side[1] - side[0]) + 0x1p-18);
}

static void check_lanes(const soup* s)
{
    for (uint32_t i = 0; i < s->shape.node_count * TI_WIDE; ++i) {
        for (int c = 0; c < 3; ++c) {
            check_lane(s, i / TI_WIDE, i % TI_WIDE, c);
        }
    }
}

static void check_builds(const soup* s)
{
    size_t nodes = s->shape.node_count;
    ti_float_box* boxes = malloc(nodes * sizeof *boxes);
    ti_wide_lanes* lanes = malloc(nodes * sizeof *lanes);
    ti_wide_fit_plain(&s->shape, s->vertex, &s->body.frame, boxes);
    ti_wide_lanes_plain(&s->shape, s->vertex, &s->body.frame, boxes, lanes);
    assert_memory_equal(boxes, s->boxes, nodes * sizeof *boxes);
    assert_memory_equal(lanes, s->lanes, nodes * sizeof *lanes);
    free(boxes);
    free(lanes);
}

static void boxes_hold_what_is_below_them(void** state)
{
    (void)state;
    test_random random = random_start(71);
    static soup s;
    for (int round = 0; round < 300; ++round) {
        static const double scales[] = {1.0, 0x1p60, 0x1p-60, 0x1p900, 0x1p-1000, 0x1p-1060};
        soup_def def = {.kind = round % SOUP_KINDS, .count = 1 + random_below(&random, SOUP_TRIANGLES)};
        def.rigid = round % 2;
        def.scale = scales[random_below(&random, 6)];
        def.size = random_below(&random, 2) ? 1.0 : 1e-9;
        def.place = random_below(&random, 2) ? v3(0.0, 0.0, 0.0) : v3(1e6, 1e7, -1e6);
        soup_make(&random, &def, &s);
        check_boxes(&s);
        check_lanes(&s);
        check_builds(&s);
        soup_release(&s);
    }
}

// Memory of large shapes is asked for beforehand, which must change nothing.
static void large_shapes_have_the_same_boxes(void** state)
{
    (void)state;
    enum { COUNT = 240000 };
    test_random random = random_start(73);
    ti_triangle* triangles = strip(COUNT);
    toi_vec3* points = malloc((COUNT + 2) * sizeof *points);
    for (uint32_t i = 0; i < COUNT + 2; ++i) {
        points[i] = random_point(&random, 1.0);
    }
    ti_wide_shape shape;
    assert_int_equal(ti_wide_make(triangles, COUNT, NULL, &shape), TOI_OK);
    assert_true(shape.vertex_count >= 1 << 18);
    ti_wide_shape small = shape; // passes for a small one
    small.vertex_count = 0;
    size_t size = shape.node_count * sizeof(ti_float_box);
    ti_float_box *boxes = malloc(size), *expected = malloc(size);
    const ti_float_frame frame = {{0.0, 0.0, 0.0}, 1.0};
    ti_wide_fit(&shape, points, &frame, boxes);
    ti_wide_fit(&small, points, &frame, expected);
    assert_memory_equal(boxes, expected, size);
    ti_wide_fit_plain(&shape, points, &frame, boxes);
    assert_memory_equal(boxes, expected, size);
    free(boxes);
    free(expected);
    free(points);
    free(triangles);
    ti_wide_release(&shape);
}

static void the_frame_brings_what_it_is_around_to_one(void** state)
{
    (void)state;
    test_random random = random_start(72);
    for (int round = 0; round < 10000; ++round) {
        int exponent = (int)random_below(&random, 2090) - 1070, away = (int)random_below(&random, 60);
        toi_vec3 p = random_point(&random, 1.0), q = random_point(&random, 1.0);
        double offset =
            random_below(&random, 2) && exponent + away < 1020 ? ldexp(1.0, exponent + away) : 0.0;
        toi_vec3 lower = ti_scale3(v3_min(p, q), exponent), upper = ti_scale3(v3_max(p, q), exponent);
        toi_bounds bounds = {v3_add(lower, v3(offset, 0.0, -offset)),
                             v3_add(upper, v3(offset, 0.0, -offset))};
        ti_float_frame f = ti_float_frame_around(&bounds);
        double largest = 0.0;
        for (int c = 0; c < 3; ++c) {
            double o = coordinates(&f.origin)[c];
            largest = fmax(largest, (o - coordinates(&bounds.lower)[c]) * f.scale);
            largest = fmax(largest, (coordinates(&bounds.upper)[c] - o) * f.scale);
        }
        assert_true(largest <= 1.0);
        assert_true(largest > 0.5 || f.scale == 0x1p1023 || v3_equal(bounds.lower, bounds.upper));
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(every_triangle_is_in_one_leaf),
        cmocka_unit_test(a_face_takes_little_memory),
        cmocka_unit_test(says_when_memory_is_missing),
        cmocka_unit_test(boxes_hold_what_is_below_them),
        cmocka_unit_test(large_shapes_have_the_same_boxes),
        cmocka_unit_test(the_frame_brings_what_it_is_around_to_one),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
