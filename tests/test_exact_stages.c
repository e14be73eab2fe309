// The stages between the filters of the orientation predicates and expansions: each is reached, and right.

#include "exact_orientation.h"
#include "math/predicates_exact.h"

enum { LEVEL, REPEATED, ALONG, SHORT, NEARLY, LONG, TINY_STEP, STAGE_KINDS };

static double rounded(double x, int bits)
{
    return ldexp(rint(ldexp(x, bits)), -bits);
}

// Exactly in one plane, x and y with so many bits behind the point; the plane is z = x/2 + y/4.
static void make_plane(int bits, toi_vec3 p[4])
{
    for (int i = 0; i < 4; ++i) {
        double x = rounded(unit(), bits), y = rounded(unit(), bits);
        p[i] = v3(x, y, 0.5 * x + 0.25 * y);
    }
}

static void make_for_stage(int kind, toi_vec3 p[4])
{
    double step = 0.0;
    make_points(kind == NEARLY ? 2 : 0, p);
    switch (kind) {
    case LEVEL:
        p[1].y = p[2].y = p[3].y = p[0].y;
        break;
    case REPEATED: {
        uint32_t from = 2 + draw(2);
        p[draw(2)] = p[from];
        break;
    }
    case ALONG: // two differences along an axis
        p[1] = v3(p[0].x + 1.0, p[0].y, p[0].z);
        p[2] = v3(p[0].x - unit(), p[0].y, p[0].z);
        break;
    case SHORT:
        make_plane(20 + (int)draw(17), p);
        p[3].z += draw(2) ? 0x1p-37 : 0.0;
        break;
    case LONG:
        make_plane(46, p);
        for (int i = 0, line = (int)draw(2); i < 4; ++i) { // in one line when seen along z, or not
            p[i] = line ? v3(p[i].x, 0.5 * p[i].x, p[i].z) : p[i];
        }
        break;
    case TINY_STEP: // out of the plane by what only a coordinate near 0 can hold
        make_plane(46, p);
        step = draw(2) ? 1.0 : -1.0;
        step = ldexp(step, -(int)(40 + draw(120)));
        p[draw(4)] = v3(0.0, 0.0, step);
        break;
    default:
        break;
    }
    if (kind != TINY_STEP && kind != ALONG) {
        int exponent = draw(2) ? (int)draw(500) - 220 : 0;
        for (int i = 0; i < 4; ++i) {
            p[i] = v3(ldexp(p[i].x, exponent), ldexp(p[i].y, exponent), ldexp(p[i].z, exponent));
        }
    }
}

static void every_stage_is_reached_and_right(void** unused)
{
    (void)unused;
    state = 81;
    uint32_t reached[2][TI_EXACT_DOUBLED + 1] = {{0}}, signs[TI_EXACT_DOUBLED + 1] = {0};
    for (int i = 0; i < 21000; ++i) {
        toi_vec3 p[4];
        make_for_stage(i % STAGE_KINDS, p);
        int sign = 0, expected = exact_orientation(p, 3);
        ti_exact_stage stage = ti_exact_zero3d(p[0], p[1], p[2], p[3]);
        stage = stage != TI_EXACT_LEFT ? stage : ti_exact_orient3d(p[0], p[1], p[2], p[3], &sign);
        assert_true(stage == TI_EXACT_LEFT || sign == expected);
        assert_int_equal(ti_orient3d_slow(p[0], p[1], p[2], &p[3], 1), expected);
        ++reached[0][stage];
        signs[stage] += expected != 0;

        sign = 0;
        expected = exact_orientation(p, 2);
        stage = ti_exact_zero2d(p[0], p[1], p[2]);
        stage = stage != TI_EXACT_LEFT ? stage : ti_exact_orient2d(p[0], p[1], p[2], &sign);
        assert_true(stage == TI_EXACT_LEFT || sign == expected);
        assert_int_equal(ti_orient2d_slow(p[0], p[1], &p[2], 1), expected);
        ++reached[1][stage];
    }
    for (int d = 0; d < 2; ++d) {
        print_message("seed 81, %d coordinates: left %u, level %u, equal %u, zero %u, short %u, doubled %u\n",
                      3 - d, reached[d][0], reached[d][1], reached[d][2], reached[d][3], reached[d][4],
                      reached[d][5]);
    }
    for (int stage = TI_EXACT_LEFT; stage <= TI_EXACT_DOUBLED; ++stage) {
        assert_true(reached[0][stage] > 100);
        assert_true(reached[1][stage] > 100 || stage == TI_EXACT_ZERO);
        assert_true(stage < TI_EXACT_SHORT || signs[stage] > 100);
    }
    assert_true(signs[TI_EXACT_LEFT] > 100);
}

static void twice_the_precision_keeps_its_bound(void** unused)
{
    (void)unused;
    state = 82;
    double worst = 0.0;
    for (int i = 0; i < 20000; ++i) {
        toi_vec3 p[4];
        make_for_stage(i % 2 ? NEARLY : TINY_STEP, p);
        double size = 0.0, det = ti_exact_doubled3d(p[0], p[1], p[2], p[3], &size);
        // Where the determinant is small, so that its own rounding is.
        double off = fabs(det) < 0x1p-56 * size ? error_of(det, p, size * 0x1p-106) : 0.0;
        worst = off > worst ? off : worst;
    }
    print_message("seed 82: largest error %.2f u^2 of the sum of monomials, bound 64 u^2\n", worst);
    assert_true(worst > 1.0 && worst < 57.0);
}

static void values_are_right_within_their_bound(void** unused)
{
    (void)unused;
    state = 83;
    double worst = 0.0;
    uint32_t zero = 0;
    for (int i = 0; i < 14000; ++i) {
        toi_vec3 p[4];
        make_for_stage(i % STAGE_KINDS, p);
        double value = ti_orient3d_value(p[0], p[1], p[2], p[3]);
        int expected = exact_orientation(p, 3);
        assert_int_equal((value > 0.0) - (value < 0.0), expected);
        zero += expected == 0;
        worst = expected != 0 ? fmax(worst, error_of(value, p, fabs(value) * 0x1p-45)) : worst;
    }
    print_message("seed 83: %u zero, worst %.4f of the bound\n", zero, worst);
    assert_true(zero > 3000 && worst > 0.0 && worst < 1.0);
}

// By random steps uphill, of points in general position.
static void errors_of_the_filter_come_near_their_bound(void** unused)
{
    (void)unused;
    state = 84;
    double worst = 0.0;
    for (int climb = 0; climb < 12; ++climb) {
        toi_vec3 p[4];
        make_points(0, p);
        double best = filter_ratio(p);
        for (int step = 0; step < 2500; ++step) {
            toi_vec3 q[4];
            memcpy(q, p, sizeof q);
            uint32_t which = draw(12);
            double way = unit();
            (&q[which / 3].x)[which % 3] += ldexp(way, -(int)draw(55));
            double ratio = filter_ratio(q);
            if (ratio > best) {
                best = ratio;
                memcpy(p, q, sizeof p);
            }
        }
        worst = best > worst ? best : worst;
    }
    print_message("seed 84: largest error %.2f u of the sum of monomials, bound 8 u\n", worst);
    assert_true(worst > 4.5 && worst < 8.0);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(every_stage_is_reached_and_right),
        cmocka_unit_test(twice_the_precision_keeps_its_bound),
        cmocka_unit_test(values_are_right_within_their_bound),
        cmocka_unit_test(errors_of_the_filter_come_near_their_bound),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
