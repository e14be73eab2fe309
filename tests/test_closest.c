// Closest points of two convex pieces against brute force in long double: the distance, the separation along
// the normal, the corners that carry it, and pieces without volume.

#include "closest_brute.h"
#include "narrow/first/kernel.h"
#include "random_point.h"

static const double U = 0x1p-53;

// As exact as rounding lets the end be told.
static const double EXACT = 1e-12;

enum { MOST_POINTS = 8 };

// Some points, the last repeated up to a multiple of four.
typedef struct cloud {
    double x[MOST_POINTS], y[MOST_POINTS], z[MOST_POINTS];
    uint32_t count;
    ti_shape shape;
} cloud;

typedef struct scene {
    cloud a, b;
    ti_search search;
    ti_match match;
} scene;

static void cloud_set(cloud* c, const toi_vec3* points, uint32_t count)
{
    c->count = count;
    uint32_t padded = count > 4 ? 8 : 4;
    for (uint32_t i = 0; i < padded; ++i) {
        toi_vec3 p = points[i < count ? i : count - 1];
        c->x[i] = p.x;
        c->y[i] = p.y;
        c->z[i] = p.z;
    }
    c->shape = (ti_shape){c->x, c->y, c->z, padded, NULL, NULL, 1.0, 4.0};
}

// `s` must not move afterwards.
static void scene_join(scene* s, const ti_mat3* turn, toi_vec3 offset)
{
    s->search = (ti_search){.frame = {.turn_b = *turn, .offset = offset}};
    s->match = (ti_match){.a = &s->a.shape, .b = &s->b.shape, .rest = 1.0};
}

static ti_mat3 random_turn(test_random* random)
{
    toi_vec3 v = random_point(random, 1.0);
    toi_quat q = {0.3 + random_unit(random), v.x, v.y, v.z};
    return m3_from_quat(q_normalize(q));
}

// Points in a ball, on a plane, on a line, all one, or on a grid, where many coincide.
static void random_cloud(test_random* random, cloud* c)
{
    toi_vec3 p[MOST_POINTS], d = random_point(random, 1.0), e = random_point(random, 1.0);
    uint32_t count = 1 + random_below(random, 7), which = random_below(random, 7);
    for (uint32_t i = 0; i < count; ++i) {
        double s = random_between(random, -1.0, 1.0), t = random_between(random, -1.0, 1.0);
        toi_vec3 inside = random_point(random, 1.0);
        toi_vec3 on_grid = v3(rint(inside.x), rint(inside.y), rint(inside.z));
        toi_vec3 kinds[5] = {v3_madd(v3_scale(s, d), t, e), v3_scale(s, d), d, on_grid, inside};
        p[i] = kinds[which < 4 ? which : 4];
    }
    cloud_set(c, p, count);
}

static void random_scene(test_random* random, double apart, scene* s)
{
    random_cloud(random, &s->a);
    random_cloud(random, &s->b);
    ti_mat3 turn = random_turn(random);
    toi_vec3 d = random_point(random, 1.0);
    scene_join(s, &turn, v3_scale(apart / (0.1 + v3_length(d)), d));
}

// ---- truth

typedef struct wide_scene {
    rvec a[MOST_POINTS], b[MOST_POINTS];
} wide_scene;

static wide_scene widen(const scene* s)
{
    wide_scene w;
    const ti_frame* f = &s->search.frame;
    for (uint32_t i = 0; i < MOST_POINTS; ++i) {
        uint32_t ia = i < s->a.count ? i : 0, ib = i < s->b.count ? i : 0;
        w.a[i] = r3_wide(v3(s->a.x[ia], s->a.y[ia], s->a.z[ia]));
        rvec y = r3_wide(v3(s->b.x[ib], s->b.y[ib], s->b.z[ib]));
        rvec x = {r3_dot(r3_wide(f->turn_b.row[0]), y), r3_dot(r3_wide(f->turn_b.row[1]), y),
                  r3_dot(r3_wide(f->turn_b.row[2]), y)};
        w.b[i] = r3_add(x, r3_wide(f->offset));
    }
    return w;
}

static brute_closest truth_of(const scene* s, wide_scene* w)
{
    *w = widen(s);
    return brute_hulls(w->a, (int)s->a.count, w->b, (int)s->b.count);
}

// The corners that are left carry the closest point: none of them is needless, and their hull has the
// distance.
static void check_simplex(const scene* s, const wide_scene* w, const ti_simplex* simplex, double distance)
{
    assert_true(simplex->count >= 1 && simplex->count <= 4);
    rvec difference[4], origin = {0.0L, 0.0L, 0.0L};
    for (uint32_t i = 0; i < simplex->count; ++i) {
        assert_true(simplex->a[i] < s->match.a->count && simplex->b[i] < s->match.b->count);
        // Points of the padding are the last one again.
        uint32_t a = simplex->a[i] < s->a.count ? simplex->a[i] : s->a.count - 1;
        uint32_t b = simplex->b[i] < s->b.count ? simplex->b[i] : s->b.count - 1;
        difference[i] = r3_sub(w->b[b], w->a[a]);
        assert_near((double)r3_length(r3_sub(difference[i], r3_wide(simplex->w[i]))), 0.0, 64 * U);
    }
    real reach = brute_hulls(&origin, 1, difference, (int)simplex->count).distance;
    assert_near((double)reach, distance, 1e-9 * distance + 64 * U);
}

// ---- tests

static void distances_are_those_of_brute_force(void** state)
{
    (void)state;
    test_random random = random_start(71);
    int apart = 0, meet = 0;
    double worst = 0.0;
    static scene s;
    for (int i = 0; i < 1500; ++i) {
        double far = random_below(&random, 3) ? 4.0 : 1.0;
        random_scene(&random, far, &s);
        wide_scene w;
        double truth = (double)truth_of(&s, &w).distance;
        ti_simplex simplex = {.count = 0};
        ti_closest c = ti_closest_points(&s.search, &s.match, EXACT, &simplex);
        // What is claimed is below the truth, for any pieces.
        assert_true(c.along.now <= truth + 64 * U);
        assert_true(c.apart == (c.along.now > 0.0));
        if (truth < 1e-6) {
            assert_true(!c.apart || c.along.now <= 1e-6);
            meet += truth < 1e-15;
            continue;
        }
        ++apart;
        assert_true(c.apart);
        assert_near(v3_length(c.along.normal), 1.0, 16 * U);
        assert_near(c.distance, truth, 1e-9 * truth);
        assert_near(c.along.now, truth, 1e-9 * truth);
        worst = fmax(worst, (truth - c.along.now) / truth);
        rvec n = r3_unit(r3_wide(c.along.normal));
        assert_near(c.along.now, (double)brute_apart(w.a, (int)s.a.count, w.b, (int)s.b.count, n), 64 * U);
        check_simplex(&s, &w, &simplex, c.distance);
    }
    printf("%d apart, separation below the distance by %.3g of it at most; %d meet\n", apart, worst, meet);
    assert_true(apart > 800 && meet > 50);
}

static void a_slack_stops_early_and_keeps_to_it(void** state)
{
    (void)state;
    test_random random = random_start(72);
    static scene s;
    for (int i = 0; i < 1000; ++i) {
        random_scene(&random, 4.0, &s);
        ti_simplex exact = {.count = 0}, rough = exact, rougher = exact;
        ti_closest c = ti_closest_points(&s.search, &s.match, EXACT, &exact);
        ti_closest d = ti_closest_points(&s.search, &s.match, 1e-3, &rough);
        ti_closest e = ti_closest_points(&s.search, &s.match, 0.5, &rougher);
        if (c.distance < 1e-3) {
            continue;
        }
        assert_true(d.apart && d.along.now >= (1.0 - 1e-3) * d.distance - 64 * U);
        assert_true(d.distance >= c.distance * (1.0 - 1e-9) && e.distance >= c.distance * (1.0 - 1e-9));
        assert_true(d.along.now <= c.distance * (1.0 + 1e-9) && e.along.now <= c.distance * (1.0 + 1e-9));
    }
}

// The search of one instant starts the next.
static void a_simplex_of_another_instant_leads_to_the_same_distance(void** state)
{
    (void)state;
    test_random random = random_start(73);
    static scene s;
    for (int i = 0; i < 1000; ++i) {
        random_scene(&random, 4.0, &s);
        ti_simplex warm = {.count = 0}, cold = {.count = 0};
        ti_closest_points(&s.search, &s.match, 1e-3, &warm);
        ti_mat3 turn = random_turn(&random);
        scene_join(&s, &turn, v3_add(s.search.frame.offset, random_point(&random, 0.5)));
        ti_closest c = ti_closest_points(&s.search, &s.match, EXACT, &warm);
        ti_closest d = ti_closest_points(&s.search, &s.match, EXACT, &cold);
        if (d.distance > 1e-6 || c.distance > 1e-6) {
            assert_true(c.apart == d.apart);
            assert_near(c.distance, d.distance, 2e-9 * d.distance);
        }
    }
}

// Two boxes near each other: corner over face, edge over edge, corner to edge, corner to corner.
static void box_cloud(cloud* c, toi_vec3 half)
{
    toi_vec3 p[8];
    for (int i = 0; i < 8; ++i) {
        p[i] = v3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
    }
    cloud_set(c, p, 8);
}

// Moves B along the normal until they are `gap` apart; false where they meet.
static bool move_near(scene* s, double gap)
{
    for (int k = 0; k < 4; ++k) {
        ti_simplex simplex = {.count = 0};
        ti_closest c = ti_closest_points(&s->search, &s->match, EXACT, &simplex);
        if (!c.apart) {
            return false;
        }
        s->search.frame.offset = v3_madd(s->search.frame.offset, gap - c.along.now, c.along.normal);
    }
    return true;
}

static void directions_are_right_at_tiny_gaps(void** state)
{
    (void)state;
    test_random random = random_start(74);
    static const double gaps[] = {1e-3, 1e-6, 1e-9, 1e-11};
    static scene s;
    double least = 1.0;
    int count = 0;
    for (int i = 0; i < 600; ++i) {
        box_cloud(&s.a, v3(0.5, 0.6, 0.7));
        box_cloud(&s.b, v3(0.4, 0.3, 0.5));
        ti_mat3 turn = random_turn(&random);
        scene_join(&s, &turn, random_point(&random, 4.0));
        if (!move_near(&s, gaps[i % 4])) {
            continue;
        }
        ++count;
        double gap = gaps[i % 4];
        wide_scene w = widen(&s);
        ti_simplex simplex = {.count = 0};
        ti_closest c = ti_closest_points(&s.search, &s.match, 1e-3, &simplex);
        double truth = (double)brute_apart(w.a, 8, w.b, 8, r3_unit(r3_wide(c.along.normal)));
        assert_near(c.along.now, truth, 64 * U);
        assert_near(c.along.now, gap, 2e-3 * gap + 64 * U);
        least = fmin(least, c.along.now / c.distance);
    }
    printf("separation at least %.6f of the distance\n", least);
    assert_true(least > 0.99 && count > 400);
}

static void pieces_that_touch_or_meet_are_not_apart(void** state)
{
    (void)state;
    const ti_mat3 identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    static scene s;
    box_cloud(&s.a, v3(1.0, 1.0, 1.0));
    box_cloud(&s.b, v3(1.0, 1.0, 1.0));
    const toi_vec3 offsets[] = {{0, 0, 0},         {2, 0, 0},    {2, 2, 0}, {2, 2, 2},
                                {1.5, 0.25, 0},    {0, -2, 0.5}, {2, 1, 1}, {1.999, 1.999, 1.999},
                                {0.0, 0.0, 1e-300}};
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; ++i) {
        scene_join(&s, &identity, offsets[i]);
        ti_simplex simplex = {.count = 0};
        ti_closest c = ti_closest_points(&s.search, &s.match, 1e-3, &simplex);
        assert_true(!c.apart && c.along.now <= 0.0);
    }
    // A point within, and one on the surface.
    const toi_vec3 origin = {0.0, 0.0, 0.0};
    cloud_set(&s.b, &origin, 1);
    const toi_vec3 places[] = {{0, 0, 0}, {0.5, -0.25, 0.125}, {1, 0, 0}, {1, 1, 0.3}, {-1, 1, -1}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i) {
        scene_join(&s, &identity, places[i]);
        ti_simplex simplex = {.count = 0};
        assert_true(!ti_closest_points(&s.search, &s.match, 1e-3, &simplex).apart);
    }
}

static void two_points_are_as_far_apart_as_they_are(void** state)
{
    (void)state;
    const ti_mat3 identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const toi_vec3 p = {1.0, 2.0, 3.0}, q = {0.0, 0.0, 0.0};
    static scene s;
    cloud_set(&s.a, &p, 1);
    cloud_set(&s.b, &q, 1);
    scene_join(&s, &identity, v3(1.0, 5.0, 7.0));
    ti_simplex simplex = {.count = 0};
    ti_closest c = ti_closest_points(&s.search, &s.match, EXACT, &simplex);
    assert_true(c.apart && c.distance == 5.0 && simplex.count == 1);
    assert_near(c.along.now, 5.0, 8 * U);
    assert_near(c.along.normal.y, 0.6, U);
    assert_near(c.along.normal.z, 0.8, U);
}

static void numbers_that_are_not_finite_are_never_apart(void** state)
{
    (void)state;
    test_random random = random_start(75);
    static scene s;
    for (int i = 0; i < 300; ++i) {
        random_scene(&random, 4.0, &s);
        double* field[4] = {&s.search.frame.offset.x, &s.search.frame.turn_b.row[1].y, &s.a.x[0], &s.b.z[0]};
        // A point is the only one of its piece, or another may be the support.
        s.a.shape.count = s.b.shape.count = 4;
        for (int k = 1; k < 4; ++k) {
            s.a.x[k] = s.a.x[0];
            s.b.z[k] = s.b.z[0];
        }
        *field[i % 4] = (double)NAN;
        for (int k = 0; k < 4; ++k) {
            s.a.x[k] = s.a.x[0];
            s.b.z[k] = s.b.z[0];
        }
        ti_simplex simplex = {.count = 0};
        ti_closest c = ti_closest_points(&s.search, &s.match, 1e-3, &simplex);
        assert_true(!c.apart && !(c.along.now > 0.0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_those_of_brute_force),
        cmocka_unit_test(a_slack_stops_early_and_keeps_to_it),
        cmocka_unit_test(a_simplex_of_another_instant_leads_to_the_same_distance),
        cmocka_unit_test(directions_are_right_at_tiny_gaps),
        cmocka_unit_test(pieces_that_touch_or_meet_are_not_apart),
        cmocka_unit_test(two_points_are_as_far_apart_as_they_are),
        cmocka_unit_test(numbers_that_are_not_finite_are_never_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
