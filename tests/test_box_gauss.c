// Compatible pairs of two boxes: six, six and eighteen [RationalBoxes, lemma 1], all different, each the
// farthest features along its normal; and the boxes meet just if no pair has them apart.

#include "cmocka_toi.h"
#include "math/vec3.h"
#include "narrow/boxes/gauss.h"
#include "random_point.h"

typedef struct box {
    toi_vec3 center, axis[3];
    double half[3];
} box;

static box random_box(test_random* random, double reach)
{
    ti_mat3 m = m3_from_quat(q_normalize(random_coefficients(random, 1.0)));
    box b = {.center = random_point(random, reach)};
    for (int k = 0; k < 3; ++k) {
        const toi_vec3* r = m.row;
        b.axis[k] = k == 0   ? v3(r[0].x, r[1].x, r[2].x)
                    : k == 1 ? v3(r[0].y, r[1].y, r[2].y)
                             : v3(r[0].z, r[1].z, r[2].z);
        b.half[k] = 0.2 + random_unit(random);
    }
    return b;
}

static toi_vec3 point_at(const box* b, const int sign[3])
{
    toi_vec3 p = b->center;
    for (int k = 0; k < 3; ++k) {
        p = v3_madd(p, sign[k] * b->half[k], b->axis[k]);
    }
    return p;
}

// The largest n . x of the corners.
static double farthest(const box* b, toi_vec3 n)
{
    double most = -HUGE_VAL;
    for (int i = 0; i < 8; ++i) {
        const int sign[3] = {i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1};
        most = fmax(most, v3_dot(n, point_at(b, sign)));
    }
    return most;
}

static toi_vec3 normal_of(const box* a, const box* b, const ti_gauss_pair* p)
{
    toi_vec3 n = p->kind == GAUSS_FV   ? a->axis[p->i]
                 : p->kind == GAUSS_VF ? b->axis[p->j]
                                       : v3_cross(a->axis[p->i], b->axis[p->j]);
    return v3_scale(p->side, n);
}

static bool same_pair(const ti_gauss_pair* p, const ti_gauss_pair* q)
{
    return p->kind == q->kind && memcmp(p->sign_a, q->sign_a, sizeof p->sign_a) == 0 &&
           memcmp(p->sign_b, q->sign_b, sizeof p->sign_b) == 0;
}

// Returns whether some pair has the boxes apart.
static bool check_pairs(const box* a, const box* b, const ti_gauss_pair* pairs)
{
    int kinds[3] = {0, 0, 0};
    bool apart = false;
    for (int i = 0; i < GAUSS_PAIRS; ++i) {
        const ti_gauss_pair* p = &pairs[i];
        toi_vec3 n = normal_of(a, b, p);
        double of_a = v3_dot(n, point_at(a, p->sign_a)), of_b = v3_dot(n, point_at(b, p->sign_b));
        assert_near(of_a, farthest(a, n), 1e-13);
        assert_near(of_b, -farthest(b, v3_negate(n)), 1e-13);
        apart = apart || of_b > of_a;
        ++kinds[p->kind];
        for (int k = 0; k < i; ++k) {
            assert_false(same_pair(p, &pairs[k]));
        }
    }
    assert_true(kinds[GAUSS_FV] == 6 && kinds[GAUSS_VF] == 6 && kinds[GAUSS_EE] == 18);
    return apart;
}

// A direction of any kind that parts them, of many tried: an independent, one-sided truth.
static bool parted_by_some_direction(const box* a, const box* b, test_random* random)
{
    toi_vec3 n = v3_sub(b->center, a->center);
    for (int i = 0; i < 2000; ++i) {
        double gap = -farthest(b, v3_negate(n)) - farthest(a, n);
        if (gap > 0.0) {
            return true;
        }
        toi_vec3 m = v3_madd(n, 0.3, random_point(random, 1.0));
        m = v3_scale(1.0 / v3_length(m), m);
        n = v3_scale(1.0 / v3_length(n), n);
        double other = -farthest(b, v3_negate(m)) - farthest(a, m);
        n = other > -farthest(b, v3_negate(n)) - farthest(a, n) ? m : n;
    }
    return false;
}

static void pairs_are_those_of_the_lemma(void** state)
{
    (void)state;
    test_random random = random_start(1);
    uint32_t apart = 0, parted = 0;
    for (int i = 0; i < 2000; ++i) {
        box a = random_box(&random, 0.0), b = random_box(&random, 1.6);
        int sign[9];
        for (int k = 0; k < 9; ++k) {
            sign[k] = v3_dot(a.axis[k / 3], b.axis[k % 3]) > 0.0 ? 1 : -1;
        }
        ti_gauss_pair pairs[GAUSS_PAIRS];
        ti_gauss_pairs(sign, pairs);
        bool tells = check_pairs(&a, &b, pairs), direction = parted_by_some_direction(&a, &b, &random);
        assert_true(tells || !direction);
        apart += tells;
        parted += direction;
    }
    print_message("%u of 2000 are apart, of %u a search finds the direction\n", apart, parted);
    assert_true(apart > 200 && apart < 1800 && parted > apart - apart / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_those_of_the_lemma),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
