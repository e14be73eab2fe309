// Touches against polygons clipped otherwise, how their gaps change along a move, and the unit of length.

#include "motion/length.h"
#include "touch_hand.h"
#include "touch_support.h"
#include "world/touches.h"

// ---- the common part of two rectangles

typedef struct flat_polygon {
    real x[16][2];
    int count;
} flat_polygon;

static flat_polygon rectangle(real cx, real cy, real hx, real hy, real angle)
{
    flat_polygon p = {.count = 4};
    const real corner[4][2] = {{-hx, -hy}, {hx, -hy}, {hx, hy}, {-hx, hy}};
    for (int i = 0; i < 4; ++i) {
        p.x[i][0] = cx + corner[i][0] * cosl(angle) - corner[i][1] * sinl(angle);
        p.x[i][1] = cy + corner[i][0] * sinl(angle) + corner[i][1] * cosl(angle);
    }
    return p;
}

// What of p is left of the line from a to b. [Sutherland, Hodgman, 1974]
static flat_polygon cut(const flat_polygon* p, const real a[2], const real b[2])
{
    flat_polygon out = {.count = 0};
    for (int i = 0; i < p->count; ++i) {
        const real *v = p->x[i], *w = p->x[(i + 1) % p->count];
        real sv = (b[0] - a[0]) * (v[1] - a[1]) - (b[1] - a[1]) * (v[0] - a[0]);
        real sw = (b[0] - a[0]) * (w[1] - a[1]) - (b[1] - a[1]) * (w[0] - a[0]);
        if (sv >= 0.0L) {
            memcpy(out.x[out.count++], v, sizeof *p->x);
        }
        if ((sv > 0.0L && sw < 0.0L) || (sv < 0.0L && sw > 0.0L)) {
            out.x[out.count][0] = v[0] + sv / (sv - sw) * (w[0] - v[0]);
            out.x[out.count++][1] = v[1] + sv / (sv - sw) * (w[1] - v[1]);
        }
    }
    return out;
}

static bool is_there(const found* f, const real x[2], double room)
{
    for (uint32_t i = 0; i < f->count; ++i) {
        if (hypot(f->touch[i].point_b.x - (double)x[0], f->touch[i].point_b.y - (double)x[1]) <= room) {
            return true;
        }
    }
    return false;
}

static void the_manifold_of_two_boxes_is_the_common_part_of_their_faces(void** state)
{
    (void)state;
    test_random random = random_start(3);
    toi_mesh *a = make_box(1.0, 0.7, 0.5), *b = make_box(1.3, 0.9, 0.5);
    uint32_t kinds[4] = {0, 0, 0, 0};
    for (int n = 0; n < 3000; ++n) {
        double x = random_between(&random, -1.8, 1.8), y = random_between(&random, -1.2, 1.2);
        double angle = random_between(&random, -4.0, 4.0), tilt = random_between(&random, -1e-9, 1e-9);
        toi_quat yaw = {cos(0.5 * angle), 0.0, 0.0, sin(0.5 * angle)}, lean = {1.0, tilt, -0.5 * tilt, 0.0};
        toi_pose pose = {{x, y, 1.0 + 1e-4}, q_mul(lean, yaw)};
        found f;
        find_pair(b, a, pose, 1e-3, &f);
        flat_polygon common = rectangle((real)x, (real)y, 1.0L, 0.7L, (real)angle),
                     base = rectangle(0.0L, 0.0L, 1.3L, 0.9L, 0.0L);
        for (int i = 0; i < 4; ++i) {
            common = cut(&common, base.x[i], base.x[(i + 1) % 4]);
        }
        assert_int_equal(f.count, common.count);
        for (int i = 0; i < common.count; ++i) {
            assert_true(is_there(&f, common.x[i], 1e-5));
        }
        for (uint32_t i = 0; i < f.count; ++i) {
            assert_near(f.touch[i].gap, 1e-4, 5e-7);
            ++kinds[f.touch[i].kind];
        }
    }
    assert_true(kinds[TOI_CONTACT_VF] > 1000 && kinds[TOI_CONTACT_FV] > 1000 && kinds[TOI_CONTACT_EE] > 1000);
    toi_mesh_destroy(a);
    toi_mesh_destroy(b);
}

// ---- rates

static toi_pose moved(toi_pose pose, const toi_move* move, double share)
{
    toi_motion m = {.kind = move->kind == TOI_MOVE_ROTATION ? TOI_MOTION_ROTATION : TOI_MOTION_TRANSLATION,
                    .pose = pose,
                    .by = v3_scale(share, move->by),
                    .point = move->point,
                    .axis = move->axis,
                    .angle = share * move->angle};
    return toi_motion_pose(&m, 1.0);
}

// The gap of the same nearest place after a share of the move. NaN where it is no longer one.
static double gap_after(const ti_still* a, const ti_still* b, const ti_touch* t, const toi_move* move,
                        double share)
{
    ti_still there = touch_still(a->mesh, moved(a->pose, move, share), 2);
    ti_touch_list list;
    ti_touch_list_init(&list, NULL);
    assert_int_equal(ti_touches_of_pair(&there, b, 1.0, &list), TOI_OK);
    double gap = (double)NAN;
    for (uint32_t i = 0; i < list.count; ++i) {
        const ti_touch* o = &list.items[i];
        if (o->shape == t->shape && memcmp(&o->a, &t->a, sizeof t->a) == 0 &&
            memcmp(&o->b, &t->b, sizeof t->b) == 0 && o->nearest == t->nearest && o->tilt == 0.0 &&
            v3_length(v3_sub(o->point_b, t->point_b)) < 0.05) {
            gap = o->gap;
        }
    }
    ti_touch_list_release(&list);
    return gap;
}

static bool check_rate(const ti_still* a, const ti_still* b, const ti_touch* t, const toi_move* move)
{
    const double h = 1e-3;
    double before = gap_after(a, b, t, move, -h), after = gap_after(a, b, t, move, h);
    bool corner = t->shape == TI_TOUCH_EDGE_EDGE && !t->nearest; // whose normal is not that of the edges
    if (isnan(before) || isnan(after) || corner || t->tilt > 0.0) {
        return false;
    }
    ti_touch_rate rate = ti_touch_rate_of(t, move);
    assert_near((after - before) / (2.0 * h), rate.speed, 1e-4);
    assert_near((after - 2.0 * t->gap + before) / (h * h), rate.acceleration,
                0.05 * (1.0 + fabs(rate.acceleration)));
    return true;
}

static toi_vec3 random_vector(test_random* random, double size)
{
    double x = random_between(random, -size, size), y = random_between(random, -size, size);
    return v3(x, y, random_between(random, -size, size));
}

static void gaps_change_along_a_move_as_their_rates_say(void** state)
{
    (void)state;
    test_random random = random_start(4);
    toi_mesh *a = make_box(1.0, 0.7, 0.5), *b = make_box(1.3, 0.9, 0.6);
    int checked[7] = {0};
    for (int n = 0; n < 20000; ++n) {
        toi_vec3 axis = random_vector(&random, 1.0), place = random_vector(&random, 2.4);
        ti_still mover =
            touch_still(a, turned(place.x, place.y, place.z, axis, random_between(&random, -3.0, 3.0)), 2);
        ti_still still = touch_still(b, at(0.0, 0.0, 0.0), 2);
        toi_move move = {.kind = n % 2 ? TOI_MOVE_ROTATION : TOI_MOVE_TRANSLATION};
        move.by = random_vector(&random, 0.5);
        move.axis = random_vector(&random, 1.0);
        move.point = random_vector(&random, 2.0);
        move.angle = random_between(&random, -0.5, 0.5);
        ti_touch_list list;
        ti_touch_list_init(&list, NULL);
        assert_int_equal(ti_touches_of_pair(&mover, &still, 1.0, &list), TOI_OK);
        for (uint32_t i = 0; i < list.count; ++i) {
            if (list.items[i].gap > 0.2 && check_rate(&mover, &still, &list.items[i], &move)) {
                ++checked[list.items[i].shape];
            }
        }
        ti_touch_list_release(&list);
    }
    for (int shape = TI_TOUCH_VERTEX_FACE; shape < TI_TOUCH_FACE_FACE; ++shape) {
        assert_true(checked[shape] > 20);
    }
    toi_mesh_destroy(a);
    toi_mesh_destroy(b);
}

// ---- the unit of length

static toi_mesh* scaled_box(toi_vec3 half, double scale)
{
    return make_box(scale * half.x, scale * half.y, scale * half.z);
}

static void lengths_times_a_power_of_two_give_the_same_bits(void** state)
{
    (void)state;
    test_random random = random_start(5);
    const double scales[] = {0x1p-900, 0x1p-40, 0x1p3, 0x1p200, 0x1p900};
    for (int n = 0; n < 200; ++n) {
        toi_vec3 ha = v3(1.0, 0.7, 0.5), hb = v3(13.0, 9.0, 6.0), place = random_vector(&random, 10.0);
        toi_pose pose =
            turned(place.x, place.y, 6.7, random_vector(&random, 1.0), random_between(&random, -3.0, 3.0));
        found one, other;
        toi_mesh *a = scaled_box(ha, 1.0), *b = scaled_box(hb, 1.0);
        find_pair(b, a, pose, 0.5, &one);
        toi_mesh_destroy(a);
        toi_mesh_destroy(b);
        double s = scales[n % 5];
        a = scaled_box(ha, s);
        b = scaled_box(hb, s);
        toi_pose far = {v3_scale(s, pose.position), pose.quaternion};
        find_pair(b, a, far, 0.5 * s, &other);
        assert_int_equal(one.count, other.count);
        for (uint32_t i = 0; i < one.count; ++i) {
            assert_true(one.touch[i].kind == other.touch[i].kind &&
                        one.touch[i].gap * s == other.touch[i].gap);
            assert_true(v3_equal(v3_scale(s, one.touch[i].point_a), other.touch[i].point_a));
            assert_true(v3_equal(one.touch[i].normal, other.touch[i].normal));
        }
        toi_mesh_destroy(a);
        toi_mesh_destroy(b);
    }
}

static void bodies_of_very_unlike_sizes_and_places_are_no_trouble(void** state)
{
    (void)state;
    const double sizes[] = {0x1p-1000, 1.0, 0x1p1000}, places[] = {0.0, 1.0, 1e300};
    for (int i = 0; i < 27; ++i) {
        double sa = sizes[i % 3], sb = sizes[i / 3 % 3], x = places[i / 9];
        toi_mesh *a = make_box(sa, sa, sa), *b = make_box(sb, sb, sb);
        found f;
        find_pair(b, a, at(x, 0.0, 0.0), 1.0, &f);
        for (uint32_t k = 0; k < f.count; ++k) {
            assert_true(isfinite(f.touch[k].gap) && v3_finite(f.touch[k].normal));
        }
        toi_mesh_destroy(a);
        toi_mesh_destroy(b);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(the_manifold_of_two_boxes_is_the_common_part_of_their_faces),
        cmocka_unit_test(gaps_change_along_a_move_as_their_rates_say),
        cmocka_unit_test(lengths_times_a_power_of_two_give_the_same_bits),
        cmocka_unit_test(bodies_of_very_unlike_sizes_and_places_are_no_trouble),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
