// Signs of determinants against whole numbers of FLINT, at and near zero, over the whole range of doubles;
// the filters' bounds against the error that occurs; rays through edges and corners against a start that is
// really moved.

#include "exact_orientation.h"
#include "math/ray.h"

__extension__ typedef __int128 int128;

static void orientations_have_the_exact_sign(void** unused)
{
    (void)unused;
    state = 77;
    uint32_t zero = 0, signs = 0;
    for (int i = 0; i < 30000; ++i) {
        toi_vec3 p[4];
        make_points(i % 5, p);
        int expected = exact_orientation(p, 3);
        assert_int_equal(ti_orient3d(p[0], p[1], p[2], p[3]), expected);
        assert_int_equal(ti_orient3d(p[1], p[0], p[2], p[3]), -expected);
        assert_int_equal(ti_orient3d(p[3], p[2], p[1], p[0]), expected);
        assert_int_equal(ti_orient3d_slow(p[0], p[1], p[2], &p[3], 1), expected);
        zero += expected == 0;
        signs += expected != 0;
        assert_int_equal(ti_orient2d(p[0], p[1], p[2], 2), exact_orientation(p, 2));
        for (int axis = 0; axis < 2; ++axis) {
            toi_vec3 q[3] = {v3_along(p[0], axis), v3_along(p[1], axis), v3_along(p[2], axis)};
            assert_int_equal(ti_orient2d(p[0], p[1], p[2], axis), exact_orientation(q, 2));
        }
    }
    print_message("seed 77: %u zero, %u not\n", zero, signs);
    assert_true(zero > 5000 && signs > 5000);
}

// With p = (a + b + c) / 3, not rounded: det(.., p) is a third of the determinant of the points times 3.
static void means_are_not_rounded(void** unused)
{
    (void)unused;
    state = 78;
    uint32_t zero = 0;
    for (int i = 0; i < 6000; ++i) {
        toi_vec3 p[6];
        make_points(i % 4, p);
        p[4] = i % 3 ? p[draw(4)] : nudged(p[2]);
        p[5] = i % 2 ? v3_sub(v3_add(p[0], p[1]), p[3]) : nudged(p[0]);
        ti_mean mean = {.count = 1 + i % 3, .point = {p[3], p[4], p[5]}};
        fmpq_t sum[3], part;
        fmpq_init(part);
        for (int k = 0; k < 3; ++k) {
            fmpq_init(sum[k]);
            for (int j = 0; j < mean.count; ++j) {
                set_exact(part, v3_coordinate(mean.point[j], k));
                fmpq_add(sum[k], sum[k], part);
            }
            set_exact(part, v3_coordinate(p[0], k));
            fmpq_mul_si(part, part, mean.count);
            fmpq_sub(part, part, sum[k]);
            assert_int_equal(ti_compare_mean(p[0], &mean, k), fmpq_sgn(part));
            zero += fmpq_sgn(part) == 0;
        }
        // Sum of determinants, each by FLINT.
        fmpq_mat_t m;
        fmpq_t det;
        fmpq_mat_init(m, 3, 3);
        fmpq_init(det);
        for (int k = 0; k < 3; ++k) {
            fmpq_t from;
            fmpq_init(from);
            set_exact(from, v3_coordinate(p[0], k));
            for (int j = 1; j < 3; ++j) {
                set_exact(part, v3_coordinate(p[j], k));
                fmpq_sub(fmpq_mat_entry(m, j - 1, k), part, from);
            }
            fmpq_mul_si(from, from, mean.count);
            fmpq_sub(fmpq_mat_entry(m, 2, k), sum[k], from);
            fmpq_clear(from);
        }
        fmpq_mat_det(det, m);
        assert_int_equal(ti_orient3d_mean(p[0], p[1], p[2], &mean), fmpq_sgn(det));
        fmpq_mul(det, fmpq_mat_entry(m, 0, 0), fmpq_mat_entry(m, 2, 1));
        fmpq_submul(det, fmpq_mat_entry(m, 0, 1), fmpq_mat_entry(m, 2, 0));
        assert_int_equal(ti_orient2d_mean(p[0], p[1], &mean, 2), fmpq_sgn(det));
        fmpq_clear(det);
        fmpq_clear(part);
        fmpq_mat_clear(m);
        for (int k = 0; k < 3; ++k) {
            fmpq_clear(sum[k]);
        }
    }
    assert_true(zero > 500);
}

// The error of the filter's determinant is within its bound, and not by so much that the bound says nothing.
static void the_filter_bound_holds(void** unused)
{
    (void)unused;
    state = 79;
    double worst = 0.0;
    for (int i = 0; i < 20000; ++i) {
        toi_vec3 p[4];
        make_points(2 * (i % 2), p);
        double off = filter_ratio(p);
        worst = off > worst ? off : worst;
    }
    print_message("seed 79: largest error %.2f u of the sum of monomials, bound 8 u\n", worst);
    assert_true(worst > 1.0 && worst < 8.0);
}

// ---- rays

static int128 det3(const int128 a[3], const int128 b[3], const int128 c[3])
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

// Inside a tetrahedron, in whole numbers: on the side of the opposite corner for all four faces.
static bool inside_tetrahedron(int128 corner[4][3], const int128 q[3])
{
    for (int i = 0; i < 4; ++i) {
        int128 row[4][3];
        for (int k = 0; k < 3; ++k) {
            for (int j = 1; j < 4; ++j) {
                row[j - 1][k] = corner[(i + j) % 4][k] - corner[(i + 1) % 4][k];
            }
            row[0][k] = q[k] - corner[(i + 1) % 4][k];
            row[3][k] = corner[i][k] - corner[(i + 1) % 4][k];
        }
        int128 start = det3(row[0], row[1], row[2]), own = det3(row[3], row[1], row[2]);
        if ((start > 0) != (own > 0) || start == 0 || own == 0) {
            return false;
        }
    }
    return true;
}

static bool parity(const ti_mean* start, int direction, const toi_vec3 corner[4], bool* on)
{
    bool inside = false;
    *on = false;
    for (int i = 0; i < 4; ++i) {
        toi_vec3 t[3] = {corner[(i + 1) % 4], corner[(i + 2) % 4], corner[(i + 3) % 4]};
        ti_ray_hit hit = ti_ray_crosses(start, (ti_direction)direction, t);
        inside = inside != hit.crosses;
        *on = *on || hit.on;
    }
    return inside;
}

// Whole corners on a small grid; the start is a corner, the middle of an edge or anything, times 6 a whole
// number. The real move is by 2^-10, 2^-20 and 2^-30 of a unit.
static void rays_see_the_moved_start(void** unused)
{
    (void)unused;
    state = 80;
    uint32_t counts[2][2] = {{0}};
    for (int i = 0; i < 60000; ++i) {
        toi_vec3 corner[4], other[3];
        int128 whole[4][3], q[3];
        for (int j = 0; j < 4; ++j) {
            corner[j] = draw_whole(4);
            for (int k = 0; k < 3; ++k) {
                whole[j][k] = (int128)v3_coordinate(corner[j], k) * 6 * (1 << 30);
            }
        }
        ti_mean start = {.count = 1 + (int)draw(3)};
        for (int j = 0; j < 3; ++j) {
            other[j] = draw(2) ? corner[draw(4)] : draw_whole(4);
            start.point[j] = other[j];
        }
        int direction = (int)draw(6), axis = direction % 3;
        for (int k = 0; k < 3; ++k) {
            double sum = 0.0;
            for (int j = 0; j < start.count; ++j) {
                sum += v3_coordinate(other[j], k);
            }
            q[k] = (int128)sum * (6 / start.count) * (1 << 30);
        }
        q[axis] += direction < 3 ? 1 << 20 : -(1 << 20);
        q[(axis + 1) % 3] += 1 << 10;
        q[(axis + 2) % 3] += 1;
        bool on;
        bool inside = parity(&start, direction, corner, &on);
        assert_int_equal(inside, inside_tetrahedron(whole, q));
        ++counts[inside][on];
    }
    print_message("seed 80: outside %u, on and moved outside %u, inside %u, on and moved inside %u\n",
                  counts[0][0], counts[0][1], counts[1][0], counts[1][1]);
    assert_true(counts[1][0] > 300 && counts[1][1] > 300 && counts[0][1] > 300);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(orientations_have_the_exact_sign),
        cmocka_unit_test(means_are_not_rounded),
        cmocka_unit_test(the_filter_bound_holds),
        cmocka_unit_test(rays_see_the_moved_start),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
