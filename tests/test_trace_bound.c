// The rounding bound of traces, in long double: separations at places of the way against the exact path and
// the pose that is returned, and roots of links against the least gap up to them, where these are worst
// conditioned.

#include "core/cpu.h"
#include "math/rounding.h"
#include "narrow/trace/link.h"
#include "narrow/trace/path.h"
#include "narrow/trace/turning.h"
#include "random_point.h"
#include "support/real.h"
#include "trace_support.h"

enum { PAIRS = 20000 / TEST_SHARE, LINKS = 200000 / TEST_SHARE };

// ---- the exact path

// The rotation q v q*/|q|^2.
static rvec turned(toi_quat q, rvec v)
{
    rvec k = r3((real)q.x, (real)q.y, (real)q.z);
    real w = (real)q.w, norm2 = w * w + r3_dot(k, k);
    rvec once = r3_cross(k, v), twice = r3_cross(k, once);
    return r3_add(v, r3_scale(2.0L / norm2, r3_add(r3_scale(w, once), twice)));
}

static rvec posed(const toi_pose* pose, rvec v)
{
    return r3_add(turned(pose->quaternion, v), r3_wide(pose->position));
}

// A point of the mover at a place, in world space: the pair stands for its own direction.
static rvec on_the_way(const toi_placed* mover, const toi_move* move, const ti_place* at, rvec v)
{
    rvec x = posed(&mover->pose, v);
    if (move->kind == TOI_MOVE_TRANSLATION) {
        return r3_add(x, r3_scale((real)at->order, r3_wide(move->by)));
    }
    rvec k = r3_unit(r3_wide(move->axis)), c = r3_wide(move->point), d = r3_sub(x, c);
    real s = (real)at->sine * (move->angle < 0.0 ? -1.0L : 1.0L), w = (real)at->cosine, norm2 = w * w + s * s;
    rvec once = r3_scale(s, r3_cross(k, d)), twice = r3_scale(s, r3_cross(k, once));
    return r3_add(r3_add(c, d), r3_scale(2.0L / norm2, r3_add(r3_scale(w, once), twice)));
}

// ---- random pairs

static double random_size(test_random* random, double least, double most)
{
    return exp2(random_between(random, log2(least), log2(most)));
}

static toi_pose random_pose(test_random* random, double far)
{
    toi_vec3 v = random_point(random, 1.0);
    toi_quat q = {random_between(random, -1.0, 1.0), v.x, v.y, v.z};
    return (toi_pose){random_point(random, far), q};
}

// Eight vertices of which the hull is taken, near or far from the origin of their mesh.
static toi_mesh* random_mesh(test_random* random, double size)
{
    double v[24], far = random_below(random, 3) == 0 ? random_size(random, 1.0, 1e6) : 0.0;
    uint32_t corners[24], offsets[9];
    toi_vec3 shift = random_point(random, far);
    for (uint32_t i = 0; i < 8; ++i) {
        toi_vec3 p = random_point(random, size);
        v[3 * i] = p.x + shift.x;
        v[3 * i + 1] = p.y + shift.y;
        v[3 * i + 2] = p.z + shift.z;
        offsets[i] = 3 * i;
        for (uint32_t k = 0; k < 3; ++k) {
            corners[3 * i + k] = (i + k) % 8;
        }
    }
    offsets[8] = 24;
    toi_mesh* mesh = NULL;
    toi_mesh_def def = {
        .vertices = v, .vertex_count = 8, .indices = corners, .face_offsets = offsets, .face_count = 8};
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

static toi_move random_move(test_random* random, double far, bool turns)
{
    toi_move m = {.kind = TOI_MOVE_TRANSLATION, .by = random_point(random, random_size(random, 1e-3, 1e4))};
    if (turns) {
        m.kind = TOI_MOVE_ROTATION;
        m.point = random_point(random, random_below(random, 4) == 0 ? 1e6 : far);
        m.axis = random_point(random, 1.0);
        m.angle = random_between(random, -7.0, 7.0);
    }
    return m;
}

static ti_place random_place(test_random* random, const ti_course* c)
{
    if (!c->turns) {
        return (ti_place){random_unit(random), 1.0, 0.0};
    }
    double half = random_unit(random) * TOI_PI, s = sin(half), w = cos(half);
    ti_place p = {ti_order_of_pair(w, s), w, s};
    return place_after_turn(&p, random_size(random, 1e-12, 1.0));
}

// ---- separations

// Largest n.x of the vertices of both, of M less that of -n of S: the separation along n with the other sign.
static real exact_overlap(const toi_placed* mover, const toi_placed* body, rvec n, const toi_pose* at_pose,
                          const toi_move* move, const ti_place* at)
{
    real high = -HUGE_VALL, low = HUGE_VALL;
    const toi_mesh *a = mover->mesh, *b = body->mesh;
    for (uint32_t i = 0; i < a->vertex_count; ++i) {
        rvec v = r3_wide(a->vertices[i]);
        high = r_max(high, r3_dot(n, at_pose ? posed(at_pose, v) : on_the_way(mover, move, at, v)));
    }
    for (uint32_t i = 0; i < b->vertex_count; ++i) {
        low = r_min(low, r3_dot(n, posed(&body->pose, r3_wide(b->vertices[i]))));
    }
    return low - high;
}

// By how much of the bound the computed separation exceeds that of the path, and of the pose returned.
static void check_separation(test_random* random, bool turns, real worst[2])
{
    double far = random_size(random, 1.0, 1e6);
    toi_mesh *a = random_mesh(random, random_size(random, 0.01, 100.0)), *b = random_mesh(random, 1.0);
    toi_placed mover = {a, random_pose(random, far), 2}, body = {b, random_pose(random, 1.0), 2};
    body.pose.position = (toi_vec3){mover.pose.position.x + random_between(random, -9.0, 9.0),
                                    mover.pose.position.y + random_between(random, -9.0, 9.0),
                                    mover.pose.position.z + random_between(random, -9.0, 9.0)};
    toi_move move = random_move(random, far, turns);
    ti_still still;
    ti_mover moves;
    ti_course course;
    ti_still_prepare(&body, &still);
    ti_mover_prepare(&mover, &move, &moves);
    assert_true(ti_course_prepare(&moves, &still, &course));
    mover.pose = moves.pose;
    body.pose = still.pose;
    double x[8], y[8], z[8];
    for (uint32_t i = 0; i < 8; ++i) {
        toi_vec3 p = ti_course_put(&course, a->local[i]);
        x[i] = p.x;
        y[i] = p.y;
        z[i] = p.z;
    }
    const ti_points m = {x, y, z, 8};
    const ti_couple couple = {.m = &m, .s = &b->support.points};
    ti_place at = random_place(random, &course);
    ti_stand stand = stand_at(&course, &at);
    toi_vec3 n = random_point(random, 1.0);
    ti_along f = along(&stand, &couple, v3_scale(1.0 / v3_length(n), n));
    // The direction in world space; its length is that of the double.
    rvec world = turned(body.pose.quaternion, r3_wide(f.normal));
    toi_pose pose = ti_mover_pose(&moves, at.order, at.cosine, at.sine);
    real e = ldexpl((real)course.rounding, course.exponent), now = ldexpl((real)f.now, course.exponent);
    real length = r3_length(world);
    real path = exact_overlap(&mover, &body, world, NULL, &move, &at) / length;
    real back = exact_overlap(&mover, &body, world, &pose, NULL, NULL) / length;
    worst[0] = r_max(worst[0], fabsl(now - path) / e);
    worst[1] = r_max(worst[1], fabsl(now - back) / e);
    toi_mesh_destroy(a);
    toi_mesh_destroy(b);
}

static void separations_are_within_the_bound_of_the_path_and_of_the_pose(void** state)
{
    test_random random = random_start(21);
    (void)state;
    for (int turns = 0; turns < 2; ++turns) {
        real worst[2] = {0.0L, 0.0L};
        for (int i = 0; i < PAIRS; ++i) {
            check_separation(&random, turns == 1, worst);
        }
        printf("%s: at most %.3Lf e from the path, %.3Lf e from the pose\n",
               turns ? "rotation" : "translation", worst[0], worst[1]);
        assert_true(worst[0] < 1.0L && worst[1] < 1.0L);
        assert_true(worst[1] > 0.005L);
    }
}

// ---- roots

// One point on an arc: n.x(alpha) = h + u cos alpha + w sin alpha, from the doubles that the link is given.
typedef struct arc {
    real h, u, w, level;
} arc;

// The least gap up to an angle: at its ends, or where n.x is largest in between.
static real least_gap(const arc* a, real angle)
{
    real top = atan2l(a->w, a->u), gap = a->level - a->h - a->u;
    gap = r_min(gap, a->level - a->h - a->u * cosl(angle) - a->w * sinl(angle));
    return top > 0.0L && top < angle ? r_min(gap, a->level - a->h - hypotl(a->u, a->w)) : gap;
}

// Levels that make the root hard: just above the top of the arc, just below it, a hair above the start, on
// it.
static double hard_level(test_random* random, const arc* a, double size)
{
    real top = a->h + hypotl(a->u, a->w), now = a->h + a->u,
         hair = (real)(size * random_size(random, 1e-17, 1e-3));
    const real levels[6] = {top + hair, top - hair, now + hair,
                            now,        top,        now + (top - now) * (real)random_unit(random)};
    double level = (double)levels[random_below(random, 6)];
    return (real)level < now ? (double)now : level;
}

static toi_vec3 unit_vector(test_random* random)
{
    toi_vec3 v = random_point(random, 1.0);
    return v3_scale(1.0 / v3_length(v), v);
}

static void roots_are_safe_within_the_bound_however_bad_their_condition(void** state)
{
    test_random random = random_start(22);
    real worst = 0.0L;
    uint32_t none = 0, some = 0;
    (void)state;
    for (int i = 0; i < LINKS; ++i) {
        double size = random_size(&random, 1e-3, 1e6);
        toi_vec3 n = unit_vector(&random), k = unit_vector(&random), y = random_point(&random, size);
        uint32_t kind = random_below(&random, 6);
        y = kind == 0 ? v3_scale(size, k) : y;                   // on the axis
        n = kind == 1 ? k : n;                                   // no part across it
        y = kind == 2 ? v3_madd(y, -v3_dot(n, y), n) : y;        // where the gap closes fastest
        y = kind == 3 ? v3_madd(v3_scale(size, n), 1e-9, y) : y; // near the top of its arc
        const double px[4] = {y.x, y.x, y.x, y.x}, py[4] = {y.y, y.y, y.y, y.y}, pz[4] = {y.z, y.z, y.z, y.z};
        const ti_points points = {px, py, pz, 4};
        rvec rn = r3_wide(n), rk = r3_unit(r3_wide(k)), ry = r3_wide(y);
        arc a = {.h = r3_dot(rn, rk) * r3_dot(rk, ry), .w = r3_dot(rn, r3_cross(rk, ry))};
        a.u = r3_dot(rn, ry) - a.h;
        double level = hard_level(&random, &a, size);
        a.level = (real)level;
        ti_along now = {.normal = n, .home = n, .low = level, .offset = 0.0};
        const ti_couple couple = {.m = &points, .s = &points};
        ti_quadratics q = quadratics_of_m(&couple, &now, k, 0.0);
        double tau = first_root(&q, 1.0).tau;
        real angle = tau < HUGE_VAL ? 2.0L * atanl((real)tau) : 3.14159265358979323846L;
        real units = -least_gap(&a, angle) / (0x1p-53L * (real)v3_length(y));
        worst = r_max(worst, units);
        none += tau == HUGE_VAL;
        some += tau < HUGE_VAL;
    }
    printf("%u roots, %u without: the gap is down by at most %.2Lf u y\n", some, none, worst);
    assert_true(worst < 60.0L && worst > 0.5L);
    assert_true(none > 1000 / TEST_SHARE && some > 1000 / TEST_SHARE);
}

// The root is the first: shortly after it the gap is gone, where the arc goes on to fall.
static void roots_are_not_early(void** state)
{
    test_random random = random_start(23);
    uint32_t checked = 0;
    (void)state;
    for (int i = 0; i < 20000 / (int)TEST_SHARE; ++i) {
        toi_vec3 n = unit_vector(&random), k = unit_vector(&random), y = random_point(&random, 1.0);
        const double px[4] = {y.x, y.x, y.x, y.x}, py[4] = {y.y, y.y, y.y, y.y}, pz[4] = {y.z, y.z, y.z, y.z};
        const ti_points points = {px, py, pz, 4};
        double level = v3_dot(n, y) + random_size(&random, 1e-6, 1.0);
        ti_along now = {.normal = n, .home = n, .low = level, .offset = 0.0};
        const ti_couple couple = {.m = &points, .s = &points};
        ti_quadratics q = quadratics_of_m(&couple, &now, k, 0.0);
        double tau = first_root(&q, 1.0).tau, after = tau * (1.0 + 1e-6);
        rvec rn = r3_wide(n), rk = r3_unit(r3_wide(k)), ry = r3_wide(y);
        arc a = {
            .h = r3_dot(rn, rk) * r3_dot(rk, ry), .w = r3_dot(rn, r3_cross(rk, ry)), .level = (real)level};
        a.u = r3_dot(rn, ry) - a.h;
        bool gone = least_gap(&a, 3.14159265358979323846L) < -1e-9L;
        assert_true(!gone || tau < HUGE_VAL);
        if (tau < 1e3 && a.h + hypotl(a.u, a.w) > a.level + 1e-3L) {
            assert_true(least_gap(&a, 2.0L * atanl((real)after)) < 0.0L);
            ++checked;
        }
    }
    assert_true(checked > 3000 / TEST_SHARE);
}

// ---- turning directions

// The distance of two pieces with M turned on by an angle, by the search: never below the true one but for e.
static double distance_at(const ti_course* c, const ti_couple* p, real angle)
{
    const ti_place at = {0.0, (double)cosl(0.5L * angle), (double)sinl(0.5L * angle)};
    const ti_stand stand = stand_at(c, &at);
    const ti_aim all = {-1.0, 0.0, HUGE_VAL, HUGE_VAL};
    ti_simplex sx;
    ti_seen seen;
    look_first(&stand, p, &all, &sx, &seen);
    return seen.distance;
}

// Points of a box, an edge or a corner, in lanes.
static void random_points(test_random* random, double x[8], double y[8], double z[8])
{
    uint32_t kept = 1u << random_below(random, 4);
    toi_vec3 p[8];
    for (uint32_t i = 0; i < 8; ++i) {
        p[i] = i < kept ? random_point(random, 1.0) : p[kept - 1];
        x[i] = p[i].x;
        y[i] = p[i].y;
        z[i] = p[i].z;
    }
}

static void turning_directions_keep_what_they_say(void** state)
{
    test_random random = random_start(25);
    uint32_t links = 0, whole = 0;
    (void)state;
    for (int i = 0; i < 20000 / (int)TEST_SHARE; ++i) {
        double mx[8], my[8], mz[8], sx8[8], sy8[8], sz8[8];
        random_points(&random, mx, my, mz);
        random_points(&random, sx8, sy8, sz8);
        const ti_points m = {mx, my, mz, 8}, s = {sx8, sy8, sz8, 8};
        const ti_couple couple = {.m = &m, .s = &s};
        ti_course c = {.turns = true,
                       .pivot = random_point(&random, 4.0),
                       .axis = unit_vector(&random),
                       .rounding = 1e-13};
        const ti_place start = place_start();
        const ti_stand stand = stand_at(&c, &start);
        const ti_aim all = {-1.0, 0.0, HUGE_VAL, HUGE_VAL};
        ti_simplex simplex;
        ti_seen seen;
        look_first(&stand, &couple, &all, &simplex, &seen);
        if (seen.state != TI_SEEN_ALL || seen.distance < 1e-3) {
            continue;
        }
        ti_zone zone = zone_above(seen.distance * (1.0 - random_size(&random, 1e-6, 1.0)), 1e-9, c.rounding);
        toi_vec3 om = turn_of_witness(&stand, &couple, c.axis, &seen, &simplex);
        if (!(v3_dot(om, om) > 0.0)) {
            continue;
        }
        ti_turning t = turning_of(&stand, &couple, c.axis, om, &seen.along);
        double tau = turning_link(&t, 1.7, random_size(&random, 1e-6, 0.1), &zone, c.rounding);
        for (int k = 1; k <= 8 && tau > 0.0; ++k) {
            assert_true(distance_at(&c, &couple, 2.0L * (real)tau * (real)k / 8.0L) >= zone.keep);
        }
        links += tau > 0.0;
        whole += tau > 1.0;
    }
    printf("%u links, %u of them by more than a right angle\n", links, whole);
    assert_true(links > 1000 / TEST_SHARE);
}

// ---- pairs of half angles

// However many steps, a place is where the step from the place before leads.
static void steps_do_not_drift(void** state)
{
    test_random random = random_start(24);
    real worst = 0.0L, length = 0.0L;
    (void)state;
    for (int i = 0; i < 200 / (int)TEST_SHARE; ++i) {
        ti_place p = place_start();
        for (int k = 0; k < 500; ++k) {
            double tau = random_size(&random, 1e-15, 3e-3);
            real before = atan2l((real)p.sine, (real)p.cosine), step = atanl((real)tau);
            p = place_after_turn(&p, tau);
            worst = r_max(worst, fabsl(atan2l((real)p.sine, (real)p.cosine) - before - step));
            length = r_max(length, fabsl(hypotl((real)p.sine, (real)p.cosine) - 1.0L));
        }
    }
    printf("a step errs by %.2Lf u, the length by %.2Lf u\n", worst * 0x1p53L, length * 0x1p53L);
    assert_true(worst < 0x1p-51L && length < 0x1p-51L);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separations_are_within_the_bound_of_the_path_and_of_the_pose),
        cmocka_unit_test(roots_are_safe_within_the_bound_however_bad_their_condition),
        cmocka_unit_test(roots_are_not_early),
        cmocka_unit_test(turning_directions_keep_what_they_say),
        cmocka_unit_test(steps_do_not_drift),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
