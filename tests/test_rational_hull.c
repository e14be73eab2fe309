// The box around a whole rational motion by its control points: every corner of the body at many times, in
// long double, is within it.

#include "cmocka_toi.h"
#include "random_point.h"
#include "support/rational_at.h"
#include "support/solid_pairs.h"

#include "motion/rational_hull.h"

static const toi_bounds local = {{-0.5, -0.25, -1.0}, {0.75, 0.0, 2.0}};

static real weight_of(uint32_t n, uint32_t k, real s)
{
    real b = 1.0L;
    for (uint32_t i = 0; i < k; ++i) {
        b = b * (real)(n - i) / (real)(i + 1) * s;
    }
    for (uint32_t i = k; i < n; ++i) {
        b *= 1.0L - s;
    }
    return b;
}

// Where v is at t: P/w + M v, by powers and sums alone. For pieces with a matrix.
static void place(const toi_rational* piece, real s, const real v[3], real at[3])
{
    real w = 0.0L, p[3] = {0.0L, 0.0L, 0.0L};
    for (uint32_t k = 0; k < piece->translation_count; ++k) {
        real b = weight_of(piece->translation_count - 1, k, s);
        w += b * (piece->weights != NULL ? (real)piece->weights[k] : 1.0L);
        p[0] += b * (real)piece->translation[k].x;
        p[1] += b * (real)piece->translation[k].y;
        p[2] += b * (real)piece->translation[k].z;
    }
    for (int i = 0; i < 3; ++i) {
        at[i] = p[i] / w;
        for (uint32_t k = 0; k < piece->matrix_count; ++k) {
            real b = weight_of(piece->matrix_count - 1, k, s);
            for (int j = 0; j < 3; ++j) {
                at[i] += b * (real)piece->matrix[9 * k + (uint32_t)(3 * i + j)] * v[j];
            }
        }
    }
}

static bool within(const toi_bounds* box, const real at[3])
{
    const double low[3] = {box->lower.x, box->lower.y, box->lower.z};
    const double high[3] = {box->upper.x, box->upper.y, box->upper.z};
    for (int i = 0; i < 3; ++i) {
        if (!(at[i] >= (real)low[i] && at[i] <= (real)high[i])) {
            return false;
        }
    }
    return true;
}

// Returns how many corners of the body were judged at a time: none of a piece that a rotation turns.
static uint32_t judge(const toi_motion* m, const toi_bounds* box, double t)
{
    real s;
    const toi_rational* piece = rational_at(m, t, &s);
    if (piece->matrix == NULL) {
        return 0;
    }
    for (int c = 0; c < 8; ++c) {
        const real v[3] = {(real)(c & 1 ? local.upper.x : local.lower.x),
                           (real)(c & 2 ? local.upper.y : local.lower.y),
                           (real)(c & 4 ? local.upper.z : local.lower.z)};
        real at[3];
        place(piece, s, v, at);
        assert_true(within(box, at));
    }
    return 8;
}

static void every_corner_stays_within(void** state)
{
    (void)state;
    static solid_pair pair;
    test_random random = random_start(1);
    uint32_t judged = 0;
    for (uint64_t i = 0; i < 400; ++i) {
        solid_pair_random(random.state, i, SOLID_AFFINE, &pair);
        for (int which = 0; which < 2; ++which) {
            const toi_motion* m = &pair.solids[which].motion;
            if (m->kind != TOI_MOTION_RATIONAL) {
                continue;
            }
            toi_bounds box = ti_rational_hull(m, &local);
            for (uint32_t k = 0; k <= 64; ++k) {
                judged += judge(m, &box, (double)k / 64.0);
            }
        }
    }
    assert_true(judged > 50000);
}

// A body that a rotation turns between two pieces with a matrix, which move it along x.
static void a_turning_piece_has_the_radius_around_it(void** state)
{
    (void)state;
    static const double unit[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const toi_quat turn[] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {-1, 0, 0, 0}};
    static const toi_vec3 way[] = {{0, 0, 0}, {4, 0, 0}}, rest[] = {{4, 0, 0}};
    const toi_rational pieces[] = {
        {.until = 0.5, .matrix = unit, .matrix_count = 1, .translation = way, .translation_count = 2},
        {.until = 1, .rotation = turn, .rotation_count = 3, .translation = rest, .translation_count = 1}};
    toi_motion m = {.kind = TOI_MOTION_RATIONAL, .rationals = pieces, .rational_count = 2};
    toi_bounds box = ti_rational_hull(&m, &local);
    double radius = sqrt(0.75 * 0.75 + 0.25 * 0.25 + 4.0);
    assert_near(box.lower.x, fmin(-0.5, 4.0 - radius), 1e-12);
    assert_near(box.upper.x, 4.0 + radius, 1e-12);
    assert_near(box.upper.y, radius, 1e-12);
    assert_near(box.lower.z, -radius, 1e-12);
}

static void weights_that_are_not_all_positive_prove_nothing(void** state)
{
    (void)state;
    static const double unit[] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, weights[] = {4, -1, 4};
    static const toi_vec3 way[] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    const toi_rational piece = {
        .matrix = unit, .matrix_count = 1, .translation = way, .translation_count = 3, .weights = weights};
    toi_motion m = {.kind = TOI_MOTION_RATIONAL, .rationals = &piece, .rational_count = 1};
    toi_bounds box = ti_rational_hull(&m, &local);
    assert_true(box.lower.x == -HUGE_VAL && box.upper.z == HUGE_VAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_corner_stays_within),
        cmocka_unit_test(a_turning_piece_has_the_radius_around_it),
        cmocka_unit_test(weights_that_are_not_all_positive_prove_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
