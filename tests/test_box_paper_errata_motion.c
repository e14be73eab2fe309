// The claims of [RationalBoxes] about motions that docs/methods/boxes-paper.md corrects, O9 to O12: as
// printed they fail, ours are right.

#include "box_paper_support.h"

// The matrix (6): its rows are the axes of B, and B moves along a line.
typedef struct rows {
    toi_vec3 row[3];
} rows;

static const rows printed = {{{-0.88, -0.16, -0.46}, {0.07, -0.90, -0.43}, {0.48, 0.41, -0.78}}};
static const rows corrected = {{{-0.88, 0.16, -0.46}, {0.07, -0.90, -0.43}, {0.48, 0.41, -0.78}}};
static const double start[3] = {-28.35, -36.86, 0.0}, by[3] = {45.11, 60.69, 0.0};

static double determinant(const rows* m)
{
    return v3_dot(m->row[0], v3_cross(m->row[1], m->row[2]));
}

// The largest of the three products of different rows.
static double skew(const rows* m)
{
    double most = 0.0;
    for (int k = 0; k < 3; ++k) {
        most = fmax(most, fabs(v3_dot(m->row[k], m->row[(k + 1) % 3])));
    }
    return most;
}

static void o9_one_sign_of_the_matrix_is_wrong(void** state)
{
    (void)state;
    assert_near(determinant(&printed), -0.96, 0.01);
    assert_true(skew(&printed) > 0.28);
    assert_near(determinant(&corrected), -1.0, 0.01); // a mirror, as good as a rotation for a box
    assert_true(skew(&corrected) < 0.009);
}

// ---- O10

// How far the boxes are apart along n, over its length.
static double apart_along(const rows* m, const double e[3], const double h[3], double t, toi_vec3 n)
{
    double length = v3_length(n), way = 0.0, reach = 0.0;
    const double c[3] = {n.x, n.y, n.z};
    for (int k = 0; k < 3; ++k) {
        way += c[k] * (start[k] + t * by[k]);
        reach += e[k] * fabs(c[k]) + h[k] * fabs(v3_dot(n, m->row[k]));
    }
    return length > 0.0 ? (fabs(way) - reach) / length : -HUGE_VAL;
}

static double apart(const rows* m, const double e[3], const double h[3], double t)
{
    const toi_vec3 unit[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    double most = -HUGE_VAL;
    for (int i = 0; i < 3; ++i) {
        most = fmax(most, apart_along(m, e, h, t, unit[i]));
        most = fmax(most, apart_along(m, e, h, t, m->row[i]));
        for (int j = 0; j < 3; ++j) {
            most = fmax(most, apart_along(m, e, h, t, v3_cross(unit[i], m->row[j])));
        }
    }
    return most;
}

// Where the sign of `apart` changes, one end outside.
static double event(const rows* m, const double e[3], const double h[3], double out, double in)
{
    assert_true(apart(m, e, h, out) > 0.0 && apart(m, e, h, in) < 0.0);
    for (int i = 0; i < 100; ++i) {
        double middle = 0.5 * (out + in);
        *(apart(m, e, h, middle) > 0.0 ? &out : &in) = middle;
    }
    return out;
}

static void o10_the_slope_and_the_boxes_of_the_linear_example(void** state)
{
    (void)state;
    const rows* m = &corrected;
    assert_true(by[1] != 60.68); // p(t) = 28.68 - 60.68 t is printed
    assert_near(28.68 / by[1], 0.47257, 5e-6);
    assert_true(fabs(28.68 / 60.68 - 0.47257) > 5e-5);
    // Cubes have that p(t) too, but are kept apart by two edges when it is zero.
    const double cube[3] = {3.312, 3.312, 3.312};
    assert_near(cube[1] * (1.0 + 0.16 + 0.90 + 0.41), 8.18, 1e-3);
    assert_near(event(m, cube, cube, 0.0, 0.55), 0.4865, 5e-5);
    // These boxes have it, and touch then.
    const double e[3] = {10.0, 5.709, 10.0}, h[3] = {1.0, 2.0, 1.246};
    assert_near(e[1] + 0.16 * h[0] + 0.90 * h[1] + 0.41 * h[2], 8.18, 2e-4);
    assert_near(event(m, e, h, 0.0, 0.6), 0.47257, 5e-6);
    assert_near(event(m, e, h, 1.0, 0.6), 0.74213, 5e-6);
}

// ---- O11

static uint32_t degree_of(const box_body* a, const box_body* b)
{
    box_paper paper = {.search.limit = 0};
    box_paper_solve(a, b, &paper);
    return paper.search.counts.degree;
}

static void o11_the_degree_is_that_of_the_rotation_and_the_larger_of_two(void** state)
{
    (void)state;
    test_random random = random_start(11);
    for (uint32_t i = 0; i < 128; ++i) {
        uint32_t d = i % 4, m = i / 4 % 4, d1 = i / 16 % 2;
        random_body a, b;
        random_box_body(&random, d1, 1, false, &a);
        random_box_body(&random, d, m, i / 32 % 2 == 1, &b);
        box_body rest = box_resting(v3(0.5, 0.5, 0.5));
        assert_int_equal(degree_of(&rest, &b.body), 2 * d + m);
        uint32_t most = m > 1 ? m : 1, weights = i / 32 % 2 == 1 ? m : 0; // c_B w_A - c_A w_B
        uint32_t ways = 1 + weights > most ? 1 + weights : most;
        assert_int_equal(degree_of(&a.body, &b.body), 2 * (d1 + d) + ways);
    }
}

// The last difference of order n of values at n + 1 equal steps: zero up to rounding for degrees below n.
static box_real difference(const box_real* values, uint32_t n)
{
    box_real row[8];
    memcpy(row, values, (n + 1) * sizeof *row);
    for (uint32_t k = n; k > 0; --k) {
        for (uint32_t i = 0; i < k; ++i) {
            row[i] = row[i + 1] - row[i];
        }
    }
    return row[0];
}

static void o11_a_power_of_the_denominator_divides_out_of_the_printed_constraint(void** state)
{
    (void)state;
    test_random random = random_start(12);
    double most = 0.0;
    for (int i = 0; i < 100; ++i) {
        random_body b;
        random_box_body(&random, 1, 1, false, &b);
        box_real long_one[6], short_one[6];
        for (int k = 0; k < 6; ++k) {
            double t = k / 5.0, s = 1.0 - t;
            const toi_quat *p = &b.rotation[0], *r = &b.rotation[1];
            toi_quat q = {s * p->w + t * r->w, s * p->x + t * r->x, s * p->y + t * r->y, s * p->z + t * r->z};
            ti_mat3 turn = m3_rotation_of(q);
            double w = q_norm2(q);
            toi_vec3 normal = v3_scale(w, m3_apply(&turn, v3(1.0, 0.0, 0.0))); // in polynomials of degree 2
            toi_vec3 way = v3_madd(v3_scale(s, b.translation[0]), t, b.translation[1]);
            toi_vec3 point = v3_madd(v3_scale(b.body.half.x, normal), w, way); // on the side, times w
            long_one[k] = (box_real)v3_dot(normal, point);
            short_one[k] = (box_real)(b.body.half.x * w + v3_dot(normal, way));
            assert_near((double)long_one[k], w * (double)short_one[k], 1e-12);
        }
        most = fmax(most, (double)fabsl(difference(long_one, 5)));
        assert_near((double)difference(short_one, 4), 0.0, 1e-12); // degree 3
    }
    assert_true(most > 1e-3); // degree 5
}

// ---- O12

static void o12_most_homogeneous_intervals_hold_no_event(void** state)
{
    (void)state;
    test_random random = random_start(13);
    uint32_t intervals = 0, events = 0, dropped = 0;
    for (int i = 0; i < 500; ++i) {
        random_body b;
        random_box_body(&random, 2, 2, false, &b);
        b.rotation[1] = box_any_quat(&random);
        box_body a = box_resting(v3(0.5, 0.4, 0.3));
        box_paper paper = {.search.limit = 0};
        box_shipped shipped; // looks for no zero of R_ij
        box_paper_solve(&a, &b.body, &paper);
        box_shipped_solve(&a, &b.body, &shipped);
        assert_int_equal(paper.search.count, shipped.count);
        intervals += paper.search.counts.left + paper.search.counts.dropped;
        dropped += paper.search.counts.dropped;
        for (uint32_t k = 0; k < shipped.count; ++k) {
            assert_near(paper.spans[k].enter, shipped.spans[k].enter, 1e-11);
            assert_near(paper.spans[k].exit, shipped.spans[k].exit, 1e-11);
            events += (shipped.spans[k].enter > 0.0) + (shipped.spans[k].exit < 1.0);
        }
    }
    print_message("%u events in %u intervals, of which %u are dropped\n", events, intervals, dropped);
    assert_true(5 * events < intervals);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(o9_one_sign_of_the_matrix_is_wrong),
        cmocka_unit_test(o10_the_slope_and_the_boxes_of_the_linear_example),
        cmocka_unit_test(o11_the_degree_is_that_of_the_rotation_and_the_larger_of_two),
        cmocka_unit_test(o11_a_power_of_the_denominator_divides_out_of_the_printed_constraint),
        cmocka_unit_test(o12_most_homogeneous_intervals_hold_no_event),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
