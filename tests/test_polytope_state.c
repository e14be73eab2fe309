// The closest points of polytopes whose vertices are in planes, up to rounding.

#include "core/arena.h"
#include "math/pose.h"
#include "narrow/boxes/polytope_state.h"
#include "random_curves.h"

enum { CASES = 20000, POINTS = 12, PAIRS = 13 };

static void draw(test_random* random, ti_polytope* p)
{
    toi_vec3 points[POINTS];
    for (int i = 0; i < POINTS; ++i) {
        points[i] = random_bell_vec(random, 1.0);
        points[i] = v3_scale(1.0 / v3_length(points[i]), points[i]);
    }
    assert_int_equal(ti_polytope_dop(points, POINTS, PAIRS, NULL, p), TOI_OK);
}

static double height_along(const ti_polytope* p, toi_vec3 n)
{
    double most;
    ti_farthest_vertex(p, n, &most);
    return most;
}

// B is turned about the normal of a face of A and is above it by `gap`.
static ti_polytope_state place_above(test_random* random, const ti_polytope* a, const ti_polytope* b,
                                     uint32_t face, double gap)
{
    toi_vec3 n = a->normals[face];
    double angle = random_between(random, -3.0, 3.0), s = sin(0.5 * angle);
    toi_vec3 aside = v3_cross(n, random_between_vec(random, -0.1, 0.1));
    toi_quat turn = {cos(0.5 * angle), s * n.x, s * n.y, s * n.z};
    ti_mat3 m = m3_from_quat(turn);
    ti_polytope_state state = {.known = true};
    for (int i = 0; i < 3; ++i) {
        state.place.row[i] = m.row[i];
    }
    double lowest = height_along(b, v3_negate(ti_turn_normal(state.place.row, n)));
    state.place.offset = v3_madd(aside, a->heights[face] + lowest + gap, n);
    return state;
}

static void a_gap_over_a_face_is_found(void** state)
{
    (void)state;
    test_random random = random_start(8);
    double worst = 0.0;
    uint32_t flat = 0;
    ti_polytope a = {0}, b = {0};
    for (int i = 0; i < CASES; ++i) {
        if (i % 20 == 0) {
            ti_polytope_release(&a, NULL);
            ti_polytope_release(&b, NULL);
            draw(&random, &a);
            draw(&random, &b);
        }
        uint32_t face = random_below(&random, a.face_count);
        double gap = pow(10.0, random_between(&random, -11.0, -3.0));
        ti_polytope_state s = place_above(&random, &a, &b, face, gap);
        ti_polytope_pair pair = {.a = &a, .b = &b};
        ti_polytope_state_closest(&pair, false, &s);
        assert_true(s.apart);
        double found = v3_length(s.direction);
        flat += fabs(found - gap) < 1e-13;
        worst = fmax(worst, gap - found); // the projections of the faces need not overlap
    }
    ti_polytope_release(&a, NULL);
    ti_polytope_release(&b, NULL);
    print_message("%u at the very gap, none nearer by more than %.2g\n", flat, worst);
    assert_true(worst < 1e-13 && flat > CASES / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gap_over_a_face_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
