// The shortest displacement under planes, against all sets of up to three of them; and what is left of one.

#include "cmocka_toi.h"

#include "world/least.h"

enum { MOST = 40 };

static toi_vec3 direction(test_random* random)
{
    for (;;) {
        double x = random_between(random, -1.0, 1.0), y = random_between(random, -1.0, 1.0);
        toi_vec3 v = v3(x, y, random_between(random, -1.0, 1.0));
        double length = v3_length(v);
        if (length > 0.1 && length < 1.0) {
            return v3_scale(1.0 / length, v);
        }
    }
}

// ---- the truth: every corner, edge and plane of the allowed region, by Gauss elimination

static bool solve(const ti_push* p, const int* pick, int count, toi_vec3* x)
{
    double m[3][4];
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < count; ++j) {
            m[i][j] = v3_dot(p[pick[i]].normal, p[pick[j]].normal);
        }
        m[i][count] = -p[pick[i]].by;
    }
    for (int k = 0; k < count; ++k) {
        int best = k;
        for (int i = k; i < count; ++i) {
            best = fabs(m[i][k]) > fabs(m[best][k]) ? i : best;
        }
        for (int j = 0; j <= count; ++j) {
            double t = m[k][j];
            m[k][j] = m[best][j];
            m[best][j] = t;
        }
        if (fabs(m[k][k]) < 1e-9) {
            return false;
        }
        for (int i = 0; i < count; ++i) {
            double f = i == k ? 0.0 : m[i][k] / m[k][k];
            for (int j = k; j <= count; ++j) {
                m[i][j] -= f * m[k][j];
            }
        }
    }
    *x = v3(0.0, 0.0, 0.0);
    for (int k = 0; k < count; ++k) {
        *x = v3_madd(*x, m[k][count] / m[k][k], p[pick[k]].normal);
    }
    return true;
}

static void try_set(const ti_push* p, uint32_t count, const int* pick, int size, double* least)
{
    toi_vec3 x;
    if (!solve(p, pick, size, &x)) {
        return;
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (v3_dot(p[i].normal, x) > -p[i].by + 1e-9) {
            return;
        }
    }
    *least = fmin(*least, v3_length(x));
}

static double least_length(const ti_push* p, uint32_t count)
{
    double least = HUGE_VAL;
    int none[1] = {0}, n = (int)count;
    try_set(p, count, none, 0, &least);
    for (int i = 0; i < n; ++i) {
        try_set(p, count, &i, 1, &least);
        for (int j = i + 1; j < n; ++j) {
            const int two[2] = {i, j};
            try_set(p, count, two, 2, &least);
            for (int k = j + 1; k < n; ++k) {
                const int three[3] = {i, j, k};
                try_set(p, count, three, 3, &least);
            }
        }
    }
    return least;
}

static void the_move_is_the_shortest_of_all_that_every_plane_allows(void** state)
{
    (void)state;
    test_random random = random_start(20260630);
    int corners = 0;
    for (int i = 0; i < 400; ++i) {
        ti_push p[MOST];
        uint32_t count = 1 + random_below(&random, i % 8 == 0 ? MOST : 8);
        toi_vec3 free = v3_scale(random_between(&random, 0.5, 2.0), direction(&random)), x;
        for (uint32_t k = 0; k < count; ++k) {
            p[k].normal = direction(&random);
            p[k].by = -v3_dot(p[k].normal, free) - random_between(&random, 0.0, 0.5);
        }
        assert_true(ti_least_move(p, count, &x));
        double expected = least_length(p, count);
        assert_near(v3_length(x), expected, 1e-5 * (1.0 + expected));
        for (uint32_t k = 0; k < count; ++k) {
            assert_true(v3_dot(p[k].normal, x) <= -p[k].by + 4e-6);
        }
        corners += expected > 0.0;
    }
    assert_true(corners > 100);
}

static void walls_against_each_other_leave_no_move(void** state)
{
    (void)state;
    ti_push p[2] = {{{1.0, 0.0, 0.0}, 0.5}, {{-1.0, 0.0, 0.0}, 0.25}};
    toi_vec3 x;
    assert_false(ti_least_move(p, 2, &x));
    p[1].by = -0.75;
    assert_true(ti_least_move(p, 2, &x));
    assert_near(x.x, -0.5, 1e-12);
    assert_true(ti_least_move(p, 0, &x));
    assert_true(v3_equal(x, v3(0.0, 0.0, 0.0)));
}

// What is left is the nearest allowed displacement: nothing allowed has a larger share along `by`.
static void what_is_left_is_the_nearest_that_is_allowed(void** state)
{
    (void)state;
    test_random random = random_start(20260631);
    int planes = 0, lines = 0, stops = 0;
    for (int i = 0; i < 500; ++i) {
        toi_vec3 n[4], by = direction(&random);
        uint32_t count = 1 + random_below(&random, 4);
        for (uint32_t k = 0; k < count; ++k) {
            n[k] = direction(&random);
        }
        toi_vec3 left = ti_clip_move(by, n, count, 0.0), away = ti_clip_move(by, n, count, 1e-3);
        double length = v3_length(left);
        for (uint32_t k = 0; k < count; ++k) {
            assert_true(v3_dot(n[k], left) <= 2e-8);
            bool along = length > 0.0 && fabs(v3_dot(n[k], left)) < 1e-9 && v3_length(v3_sub(left, by)) > 0.0;
            assert_true(!along || fabs(v3_dot(n[k], away) + 1e-3) < 1e-9);
            planes += along;
        }
        assert_near(v3_dot(left, by), length * length, 1e-8); // a projection
        for (int k = 0; k < 400; ++k) {
            toi_vec3 d = direction(&random);
            bool allowed = true;
            for (uint32_t m = 0; m < count; ++m) {
                allowed = allowed && v3_dot(n[m], d) <= 0.0;
            }
            assert_true(!allowed || v3_dot(d, by) <= length + 1e-7);
        }
        stops += length == 0.0;
        lines += length > 0.0 && length < 1.0;
    }
    assert_true(planes > 100 && lines > 100 && stops > 10);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(the_move_is_the_shortest_of_all_that_every_plane_allows),
        cmocka_unit_test(walls_against_each_other_leave_no_move),
        cmocka_unit_test(what_is_left_is_the_nearest_that_is_allowed),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
