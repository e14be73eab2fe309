// Points, directions and gaps at one time: no farther from those of curves that are off by as much as is
// allowed, in long double, than is said.

#include "instant_support.h"
#include "narrow/boxes/box_instant.h"
#include "support/box_oracle.h"

enum { CASES = 20000 };

static const random_curves_def any_curve = {5, 9, 0.7, false}, any_affine = {5, 9, 0.7, true};

// How far a bound is used up; fails where it is passed.
static double share_of(real off, double error)
{
    assert_true(off <= (real)error);
    return error > 0.0 && error < HUGE_VAL ? (double)off / error : 0.0;
}

static real distance_of(const real a[3], toi_vec3 b)
{
    real x = a[0] - (real)b.x, y = a[1] - (real)b.y, z = a[2] - (real)b.z;
    return sqrtl(x * x + y * y + z * z);
}

static void points_are_where_they_are_said(void** state)
{
    (void)state;
    test_random random = random_start(41);
    double most = 0.0;
    for (int i = 0; i < CASES; ++i) {
        random_curves c, d;
        toi_rational m = random_curve(&random, i % 2 == 0 ? &any_curve : &any_affine, &c);
        ti_curve_error error = random_curve_error(&random);
        toi_rational near = random_near(&random, &m, &error, &d);
        double t = random_unit(&random), off = random_below(&random, 2) * error.translation;
        toi_vec3 center = random_bell_vec(&random, 1.0), x = random_bell_vec(&random, 1.0);
        toi_vec3 aside = random_between_vec(&random, -0.5, 0.5); // shorter than 1
        ti_instant at = ti_instant_at(&m, &error, t);
        ti_vector point = ti_instant_point(&at, center, x, off), way = ti_instant_direction(&at, x);
        real_place place = real_place_at(&near, (real)t);
        const real u[3] = {(real)x.x, (real)x.y, (real)x.z};
        const real v[3] = {(real)center.x + u[0] + (real)(off * aside.x),
                           (real)center.y + u[1] + (real)(off * aside.y),
                           (real)center.z + u[2] + (real)(off * aside.z)};
        real there[3], along[3];
        real_carry(&place, v, true, there);
        real_carry(&place, u, false, along);
        most = fmax(most, share_of(distance_of(there, point.v), point.error));
        most = fmax(most, share_of(distance_of(along, way.v), way.error));
        assert_true(error.translation > 0.0 || point.error < 1e-12);
    }
    print_message("at most %.2g of a bound\n", most);
    assert_true(most > 0.2);
}

// ---- boxes

typedef struct box_case {
    random_curves curves, other;
    ti_moving_box box;
    box_body near; // what is off
} box_case;

static void draw_box(test_random* random, bool affine, box_case* c)
{
    toi_rational m = random_curve(random, affine ? &any_affine : &any_curve, &c->curves);
    ti_curve_error error = random_curve_error(random);
    toi_vec3 half = random_between_vec(random, 0.1, 0.8), offset = random_bell_vec(random, 0.5);
    double offset_error = error.translation * random_below(random, 2);
    if (random_below(random, 4) == 0) {
        half.z = 0.0;
    }
    c->box = (ti_moving_box){.motion = m,
                             .half = half,
                             .offset = offset,
                             .rotation_error = error.rotation,
                             .translation_error = error.translation,
                             .weight_error = error.weight,
                             .offset_error = offset_error};
    c->near.motion = random_near(random, &m, &error, &c->other);
    c->near.half = half;
    off_by(random, offset_error, 3, &offset.x, &c->near.offset.x);
}

// The ends of a box along n, from its corners.
static void ends_of(const box_body* b, const real_place* p, const real n[3], real end[2])
{
    end[0] = HUGE_VALL;
    end[1] = -HUGE_VALL;
    for (int c = 0; c < 8; ++c) {
        const real x[3] = {(real)b->offset.x + (c & 1 ? 1.0L : -1.0L) * (real)b->half.x,
                           (real)b->offset.y + (c & 2 ? 1.0L : -1.0L) * (real)b->half.y,
                           (real)b->offset.z + (c & 4 ? 1.0L : -1.0L) * (real)b->half.z};
        real at[3];
        real_carry(p, x, true, at);
        real height = real_dot(n, at);
        end[0] = fminl(height, end[0]);
        end[1] = fmaxl(height, end[1]);
    }
}

// The direction of an axis.
static void axis_of(const real_place* p, const real_place* q, uint32_t axis, real n[3])
{
    uint32_t family = axis / 4, lane = axis % 4;
    if (family <= BOX_B) {
        const real_place* own = family == BOX_A ? p : q;
        real_cross(own->axis[(lane + 1) % 3], own->axis[(lane + 2) % 3], n);
    } else {
        real_cross(p->axis[family - BOX_E], q->axis[lane], n);
    }
}

static real gap_of(const box_body* a, const box_body* b, const ti_box_direction* d, real t)
{
    real_place p = real_place_at(&a->motion, t), q = real_place_at(&b->motion, t);
    real n[3], of_a[2], of_b[2];
    axis_of(&p, &q, d->axis, n);
    ends_of(a, &p, n, of_a);
    ends_of(b, &q, n, of_b);
    return (d->sign > 0.0 ? of_b[0] - of_a[1] : of_a[0] - of_b[1]) / sqrtl(real_dot(n, n));
}

// B turns as A does, but for little, in half of the cases, so that edges are nearly parallel.
static void boxes_are_as_far_apart_as_they_are_said(void** state)
{
    (void)state;
    test_random random = random_start(42);
    double most[2] = {0.0, 0.0};
    uint32_t parallel = 0;
    for (int i = 0; i < CASES; ++i) {
        static box_case a, b;
        static random_curves turns;
        bool affine = random_below(&random, 4) == 0;
        draw_box(&random, affine, &a);
        draw_box(&random, affine, &b);
        bool close = !affine && i % 2 == 0;
        if (close) {
            ti_curve_error error = {1e-5, 0.0, 0.0};
            toi_rational turned = a.box.motion;
            turned = random_near(&random, &turned, &error, &turns);
            b.box.motion.rotation = b.near.motion.rotation = turned.rotation;
            b.box.motion.rotation_count = b.near.motion.rotation_count = turned.rotation_count;
            b.box.rotation_error = 0.0;
        }
        uint32_t family = random_below(&random, BOX_FAMILIES), lane = random_below(&random, 3);
        ti_box_direction d = {4 * family + lane, random_below(&random, 2) == 0 ? 1.0 : -1.0};
        double t = random_unit(&random);
        ti_box_gap gap = ti_box_gap_at(&a.box, &b.box, &d, t);
        double share =
            share_of(fabsl(gap_of(&a.near, &b.near, &d, (real)t) - (real)gap.along.value), gap.along.error);
        bool edges = family >= BOX_E;
        most[edges] = fmax(most[edges], share);
        assert_true(box_separation(&a.near, &b.near, (real)t) <= (real)gap.distance);
        parallel += close && family == BOX_E + lane && gap.along.error < 1.0;
    }
    print_message("at most %.2g of a bound of sides, %.2g of edges; %u nearly parallel\n", most[0], most[1],
                  parallel);
    assert_true(most[0] > 0.1 && most[1] > 0.1 && parallel > CASES / 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_where_they_are_said),
        cmocka_unit_test(boxes_are_as_far_apart_as_they_are_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
