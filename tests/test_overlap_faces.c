// Which triangles meet, by the filter and the exact test behind it, against the common part of both in whole
// numbers; and the laws that hold for it.

#include "exact_clip.h"
#include "hard_triangles.h"
#include "math/rounding.h"
#include "math/triangles.h"
#include "narrow/overlap/keep.h"

#include <flint/fmpq.h>

enum { PAIRS = 780 }; // of each family: 10140 in all

static const ti_triangle one[1] = {{{0, 1, 2}, 0}};

static ti_faces faces_of(const toi_vec3 corner[3])
{
    return (ti_faces){.triangles = one, .vertices = corner, .triangle_count = 1, .vertex_count = 3};
}

static bool kept(const toi_vec3 a[3], const toi_vec3 b[3])
{
    const ti_faces p = faces_of(a), q = faces_of(b);
    toi_bounds box = {v3_min(v3_min(a[0], a[1]), v3_min(v3_min(a[2], b[0]), v3_min(b[1], b[2]))),
                      v3_max(v3_max(a[0], a[1]), v3_max(v3_max(a[2], b[0]), v3_max(b[1], b[2])))};
    ti_face_pair pair = {0, 0};
    return ti_pairs_keep(&p, &q, ti_pairs_scale(&box), &pair, 1) == 1;
}

static void permute(test_random* random, toi_vec3 t[3])
{
    for (uint32_t i = 2; i > 0; --i) {
        uint32_t j = random_below(random, i + 1);
        toi_vec3 other = t[i];
        t[i] = t[j];
        t[j] = other;
    }
}

static void faces_meet_where_they_have_a_point_in_common(void** state)
{
    (void)state;
    test_random random = random_start(61);
    uint32_t counts[HARD_KINDS][2] = {{0}};
    for (int i = 0; i < PAIRS * HARD_KINDS; ++i) {
        toi_vec3 t[6];
        hard_pair(&random, i % HARD_KINDS, t);
        bool expected = clip_meet(t, t + 3);
        for (int turn = 0; turn < 3; ++turn) {
            bool found = turn == 1 ? kept(t + 3, t) : kept(t, t + 3);
            if (found != expected || ti_triangles_meet(t, t + 3) != expected) {
                fail_msg("pair %d, %s: found %d, expected %d", i, hard_names[i % HARD_KINDS], found,
                         expected);
            }
            permute(&random, t);
            permute(&random, t + 3);
        }
        ++counts[i % HARD_KINDS][expected];
    }
    for (int kind = 0; kind < HARD_KINDS; ++kind) {
        print_message("  %-10s apart %4u, meeting %4u\n", hard_names[kind], counts[kind][0], counts[kind][1]);
        assert_true(counts[kind][1] > 20 && (counts[kind][0] > 20 || kind == HARD_SHARED));
    }
}

static void the_common_part_does_not_depend_on_which_is_cut(void** state)
{
    (void)state;
    test_random random = random_start(62);
    for (int i = 0; i < 100 * HARD_KINDS; ++i) {
        toi_vec3 t[6];
        hard_pair(&random, i % HARD_KINDS, t);
        assert_int_equal(clip_meet(t, t + 3), clip_meet(t + 3, t));
    }
}

static void scaling_by_a_power_of_two_changes_nothing(void** state)
{
    (void)state;
    test_random random = random_start(63);
    for (int i = 0; i < 300 * HARD_KINDS; ++i) {
        toi_vec3 t[6], s[6];
        int kind = i % HARD_KINDS, exponent = (int)random_below(&random, 1800) - 900;
        if (kind == HARD_MIXED || kind == HARD_SUBNORMAL) {
            continue; // scaled they lose digits or overflow
        }
        hard_pair(&random, kind, t);
        for (int k = 0; k < 6; ++k) {
            s[k] = ti_scale3(t[k], exponent);
        }
        bool expected = ti_triangles_meet(t, t + 3);
        assert_int_equal(ti_triangles_meet(s, s + 3), expected);
        assert_int_equal(kept(s, s + 3), expected);
    }
}

// ---- the bound of the filter

static fmpq* exact_row(fmpq row[3], toi_vec3 to, toi_vec3 from)
{
    const double x[3] = {to.x, to.y, to.z}, y[3] = {from.x, from.y, from.z};
    fmpq part;
    fmpq_init(&part);
    for (int k = 0; k < 3; ++k) {
        fmpq_init(&row[k]);
        fmpz_set_d(fmpq_numref(&row[k]), ldexp(x[k], 60));
        fmpz_set_d(fmpq_numref(&part), ldexp(y[k], 60));
        fmpq_sub(&row[k], &row[k], &part);
    }
    fmpq_clear(&part);
    return row;
}

// |det - (u x v) . w| of the rows, whole multiples of 2^-60.
static double error_of(double det, fmpq* u, fmpq* v, fmpq* w)
{
    fmpq sum, part;
    fmpq_init(&sum);
    fmpq_init(&part);
    for (int k = 0; k < 3; ++k) {
        int next = (k + 1) % 3, last = (k + 2) % 3;
        fmpq_mul(&part, &u[next], &v[last]);
        fmpq_submul(&part, &u[last], &v[next]);
        fmpq_addmul(&sum, &part, &w[k]);
    }
    fmpq_div_2exp(&sum, &sum, 180);
    fmpz_set_d(fmpq_numref(&part), ldexp(det, 300));
    fmpz_one(fmpq_denref(&part));
    fmpq_div_2exp(&part, &part, 300);
    fmpq_sub(&sum, &sum, &part);
    double off = fabs(fmpq_get_d(&sum));
    fmpq_clear(&sum);
    fmpq_clear(&part);
    for (int k = 0; k < 3; ++k) {
        fmpq_clear(&u[k]);
        fmpq_clear(&v[k]);
        fmpq_clear(&w[k]);
    }
    return off;
}

static double rounded(double x)
{
    return ldexp(rint(ldexp(x, 60)), -60);
}

// The error of a determinant of corners of a pair over u times the product of the sides of their box, which
// the kernel takes 48 times; both as it computes them.
static double ratio_of(const toi_vec3 p[4])
{
    toi_vec3 u = v3_sub(p[1], p[0]), v = v3_sub(p[2], p[0]), w = v3_sub(p[3], p[0]);
    toi_vec3 side = v3_sub(v3_max(v3_max(p[0], p[1]), v3_max(p[2], p[3])),
                           v3_min(v3_min(p[0], p[1]), v3_min(p[2], p[3])));
    fmpq x[3], y[3], z[3];
    double off = error_of(v3_dot(w, v3_cross(u, v)), exact_row(x, p[1], p[0]), exact_row(y, p[2], p[0]),
                          exact_row(z, p[3], p[0]));
    return off / (TI_U * side.x * (side.y * side.z));
}

// By random steps uphill.
static void errors_of_determinants_stay_below_the_bound_of_the_kernel(void** state)
{
    (void)state;
    test_random random = random_start(64);
    double worst = 0.0;
    for (int climb = 0; climb < 12; ++climb) {
        toi_vec3 p[4];
        for (int i = 0; i < 4; ++i) {
            toi_vec3 v = random_point(&random, 1.0);
            p[i] = v3(rounded(v.x), rounded(v.y), rounded(v.z));
        }
        double best = ratio_of(p);
        for (int step = 0; step < 2500; ++step) {
            toi_vec3 q[4];
            memcpy(q, p, sizeof q);
            uint32_t which = random_below(&random, 12), far = random_below(&random, 50);
            double* x = &q[which / 3].x + which % 3;
            *x = rounded(*x + ldexp(random_between(&random, -1.0, 1.0), -(int)far));
            double ratio = fabs(*x) <= 1.0 ? ratio_of(q) : 0.0;
            if (ratio > best) {
                best = ratio;
                memcpy(p, q, sizeof p);
            }
        }
        worst = best > worst ? best : worst;
    }
    print_message("largest error %.2f u of the box, bound 48 u\n", worst);
    assert_true(worst > 4.0 && worst < 48.0);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(faces_meet_where_they_have_a_point_in_common),
        cmocka_unit_test(the_common_part_does_not_depend_on_which_is_cut),
        cmocka_unit_test(scaling_by_a_power_of_two_changes_nothing),
        cmocka_unit_test(errors_of_determinants_stay_below_the_bound_of_the_kernel),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
