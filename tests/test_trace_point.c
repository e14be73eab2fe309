// The bounds of times for a mover that is a point, against its distance from the triangles in long double.

#include "cmocka_toi.h"
#include "narrow/trace/walk_bound.h"
#include "support/real.h"
#include "trace_support.h"

enum { GROUPS = 5000, LOOKS = 24 };

static toi_vec3 random_vector(test_random* random, double size)
{
    double x = random_between(random, -size, size), y = random_between(random, -size, size);
    return (toi_vec3){x, y, random_between(random, -size, size)};
}

static real nearest_on_side(rvec a, rvec b)
{
    rvec d = r3_sub(b, a);
    real length2 = r3_dot(d, d), t = length2 > 0.0L ? -r3_dot(a, d) / length2 : 0.0L;
    rvec x = r3_add(a, r3_scale(r_min(1.0L, r_max(0.0L, t)), d));
    return sqrtl(r3_dot(x, x));
}

// From the origin to a triangle.
static real distance_to(const rvec v[3])
{
    rvec n = r3_cross(r3_sub(v[1], v[0]), r3_sub(v[2], v[0]));
    real least = HUGE_VALL, n2 = r3_dot(n, n);
    bool over = n2 > 0.0L;
    for (int k = 0; k < 3; ++k) {
        rvec a = v[k], b = v[k == 2 ? 0 : k + 1];
        least = r_min(least, nearest_on_side(a, b));
        over = over && r3_dot(n, r3_cross(a, b)) >= 0.0L;
    }
    return over ? r_min(least, fabsl(r3_dot(n, v[0])) / sqrtl(n2)) : least;
}

// A query: corners of four triangles, from an origin, a point, and its way.
typedef struct query {
    toi_vec3 corner[4][3], point, by;
    double need;
} query;

static real distance_at(const query* q, int lane, double t)
{
    rvec v[3];
    for (int k = 0; k < 3; ++k) {
        rvec x = r3_add(r3_wide(q->point), r3_scale((real)t, r3_wide(q->by)));
        v[k] = r3_sub(r3_wide(q->corner[lane][k]), x);
    }
    return distance_to(v);
}

// Flat, thin and degenerate ones among them; the point often on its way to the first.
static query random_query(test_random* random)
{
    query q = {.point = random_vector(random, 1.0), .by = random_vector(random, 2.0)};
    q.need = exp2(random_between(random, -24.0, -1.0));
    for (int i = 0; i < 4; ++i) {
        double size = exp2(random_between(random, -12.0, 0.0));
        toi_vec3 at = random_vector(random, 0.5);
        for (int k = 0; k < 3; ++k) {
            q.corner[i][k] = v3_add(at, random_vector(random, size));
        }
        double kind = random_between(random, 0.0, 10.0), thin = exp2(random_between(random, -60.0, 0.0));
        if (kind < 2.0) {
            toi_vec3 d = v3_sub(q.corner[i][1], q.corner[i][0]);
            q.corner[i][2] =
                v3_madd(v3_madd(q.corner[i][0], 0.5 * kind, d), thin, random_vector(random, size));
        } else if (kind < 3.0) {
            q.corner[i][2] = q.corner[i][1];
        }
    }
    double kind = random_between(random, 0.0, 4.0);
    if (kind < 3.0) {
        toi_vec3 aim =
            v3_madd(q.corner[0][0], random_between(random, 0.0, 1.0), v3_sub(q.corner[0][1], q.corner[0][0]));
        aim = v3_madd(aim, kind < 1.0 ? 0.0 : random_between(random, 0.0, 1.0), v3_sub(q.corner[0][2], aim));
        q.by = v3_scale(random_between(random, 0.5, 3.0), v3_sub(aim, q.point));
        q.by = kind > 2.0 ? v3_madd(q.by, 3.0 * q.need, random_vector(random, 1.0)) : q.by;
    }
    return q;
}

static void bound_query(const query* q, double first[4])
{
    ti_profile profile = {.count = 1};
    ti_four s;
    profile.x[0] = q->point.x;
    profile.y[0] = q->point.y;
    profile.z[0] = q->point.z;
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 4; ++i) {
            s.x[k][i] = q->corner[i][k].x;
            s.y[k][i] = q->corner[i][k].y;
            s.z[k][i] = q->corner[i][k].z;
        }
    }
    f4_store(first, bound_of_point(&profile, &s, q->by, q->need));
}

// Lengths are at most 8, and 2^-48 is less than the rounding that a pair of that size is allowed.
static void no_point_is_near_a_triangle_before_its_bound(void** state)
{
    (void)state;
    test_random random = random_start(31);
    uint32_t proved = 0, later = 0, tight = 0;
    for (int group = 0; group < GROUPS; ++group) {
        query q = random_query(&random);
        double first[4];
        bound_query(&q, first);
        for (int lane = 0; lane < 4; ++lane) {
            assert_true(first[lane] >= 0.0);
            double until = fmin(first[lane], 1.0);
            for (int look = 1; look <= LOOKS; ++look) {
                double t = until * look / LOOKS;
                assert_true(first[lane] == 0.0 || distance_at(&q, lane, t) >= (real)(q.need - 0x1p-48));
            }
            proved += first[lane] > 1.0;
            later += first[lane] > 0.0 && first[lane] <= 1.0;
            tight += first[lane] > 0.0 && first[lane] <= 1.0 &&
                     distance_at(&q, lane, first[lane]) <= (real)(q.need + 0x1p-48);
        }
    }
    print_message("%u never, %u later, of these %u at the distance\n", proved, later, tight);
    assert_true(proved > 2 * GROUPS && later > GROUPS / 4 && tight > later / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_point_is_near_a_triangle_before_its_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
