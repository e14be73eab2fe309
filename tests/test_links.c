// Links between convex pieces of random bodies on random motions: the separation along every link, evaluated
// anew in long double on the exact motions, is what the link claims; and links are about as long as their
// bound allows.

#include "link_support.h"
#include "pair_reference.h"

#include "core/cpu.h"

enum { TIMES = 41, PART_POINTS = 12 };

// A piece of a body: all of it, some of its points, or a triangle.
typedef struct part {
    ti_shape shape;
    double x[PART_POINTS], y[PART_POINTS], z[PART_POINTS];
    uint32_t vertex[PART_POINTS]; // where it is not the whole body
    bool whole;
} part;

static void random_part(test_random* random, const ti_track* k, part* p)
{
    const toi_mesh* mesh = k->mesh;
    uint32_t which = random_below(random, 3);
    p->whole = which == 0;
    if (p->whole) {
        p->shape = shape_of_body(k);
        return;
    }
    uint32_t count = which == 1 ? 3 : PART_POINTS;
    const ti_triangle* t = &mesh->triangles[random_below(random, mesh->triangle_count)];
    double longest = 0.0;
    for (uint32_t i = 0; i < PART_POINTS; ++i) {
        p->vertex[i] = i < 3       ? t->vertex[i]
                       : i < count ? random_below(random, mesh->vertex_count)
                                   : t->vertex[2];
        toi_vec3 v = mesh->local[p->vertex[i]];
        p->x[i] = v.x;
        p->y[i] = v.y;
        p->z[i] = v.z;
        longest = fmax(longest, v3_length(v));
    }
    p->shape = (ti_shape){p->x, p->y, p->z,     count == 3 ? 4 : PART_POINTS,
                          NULL, NULL, k->scale, k->scale * longest * (1.0 + 0x1p-50)};
}

// A pair, two of its pieces and a time at which they are apart.
typedef struct scene {
    match_up pair;
    ti_search search;
    ti_effort effort;
    part part[2];
    ti_match match;
    ti_closest closest;
    ti_simplex simplex;
} scene;

static bool scene_random(test_random* random, scene* s)
{
    double reach = random_between(random, 2.0, 12.0);
    match_up_random(random, 1.0, reach, &s->pair);
    double separation = random_below(random, 4) == 0 ? random_between(random, 0.0, 0.3) : 0.0;
    match_up_prepare(&s->pair, pow(10.0, random_between(random, -12.0, -3.0)), separation);
    const ti_duel* duel = &s->pair.duel;
    s->effort = (ti_effort){.max_steps = 1000};
    s->search = (ti_search){.duel = duel, .effort = &s->effort};
    double time = random_below(random, 3) == 0 ? duel->from : random_between(random, duel->from, duel->to);
    frame_at(duel, time, &s->search.frame);
    random_part(random, &duel->body[0], &s->part[0]);
    random_part(random, &duel->body[1], &s->part[1]);
    s->match =
        (ti_match){.a = &s->part[0].shape, .b = &s->part[1].shape, .rest = ti_span_between(time, duel->to)};
    s->simplex.count = 0;
    s->closest = ti_closest_points(&s->search, &s->match, 1e-3, &s->simplex);
    return s->closest.apart && s->closest.along.now > duel->target;
}

// ---- the separation in long double

// Range of n.x over a piece at t, n in world axes.
static void exact_range(const scene* s, int side, vec n, double t, real range[2])
{
    const mover* m = &s->pair.body[side];
    const part* p = &s->part[side];
    vec axes[3], at = mover_point(m, wide(m->mesh->center), t);
    mover_axes(m, t, axes);
    range[0] = HUGE_VALL;
    range[1] = -HUGE_VALL;
    uint32_t count = p->whole ? m->mesh->vertex_count : PART_POINTS;
    vec local_n = in_axes(axes, n);
    for (uint32_t i = 0; i < count; ++i) {
        vec v = sub(wide(m->mesh->vertices[p->whole ? i : p->vertex[i]]), wide(m->mesh->center));
        real value = dot(n, at) + dot(local_n, v);
        range[0] = fminl(range[0], value);
        range[1] = fmaxl(range[1], value);
    }
}

// f at t in units of the pair, along the direction of the link as it is written down.
static real exact_separation(const scene* s, const ti_step* step, double t)
{
    const ti_frame* f = &s->search.frame;
    vec n = wide(frame_to_world(f, step->normal)), turn = wide(frame_to_world(f, step->turn));
    n = add(n, turn_by_series(times((real)t - (real)f->time, turn), n));
    real a[2], b[2];
    exact_range(s, 0, n, t, a);
    exact_range(s, 1, n, t, b);
    return ldexpl(b[0] - a[1], -s->pair.duel.exponent);
}

typedef struct tally {
    int links, whole_rest;
    double least; // smallest separation over the target
} tally;

static void check_link(const scene* s, const ti_step* step, tally* out)
{
    const ti_duel* duel = &s->pair.duel;
    double from = s->search.frame.time, end = fmin(ti_time_after(from, step->span), duel->to);
    assert_true(step->span > 0.0 && step->span <= s->match.rest);
    assert_true(step->least >= duel->floor);
    ++out->links;
    out->whole_rest += step->span >= s->match.rest;
    for (int k = 0; k < TIMES; ++k) {
        double t = k == TIMES - 1 ? end : from + (end - from) * ((double)k / (TIMES - 1));
        real f = exact_separation(s, step, fmin(t, end));
        assert_true(f > (real)duel->separation);
        assert_true(f >= (real)step->least - (real)duel->rounding);
        out->least = fmin(out->least, (double)(f / (real)duel->target));
    }
}

static void print_tally(const char* name, const tally* t)
{
    printf("%-8s %4d links, %4d to the end, smallest separation %.4f of the target\n", name, t->links,
           t->whole_rest, t->least);
}

// ---- tests

static toi_vec3 random_turn(test_random* random, const scene* s)
{
    const ti_frame* f = &s->search.frame;
    toi_vec3 wb = frame_from_b(f, f->spin_b);
    double most = 0.5 + v3_length(f->spin_a) + v3_length(wb);
    switch (random_below(random, 4)) {
    case 0:
        return f->spin_a;
    case 1:
        return wb;
    case 2:
        return ti_witness_turn(&s->search, &s->match, &s->simplex);
    default:
        return random_point(random, most);
    }
}

static void links_of_every_kind_keep_what_they_claim(void** state)
{
    (void)state;
    test_random random = random_start(61);
    tally fixed = {0, 0, HUGE_VAL}, turning = fixed, orbit = fixed;
    static scene s;
    for (int i = 0; i < 700; ++i) {
        if (scene_random(&random, &s)) {
            ti_step step = link_fixed(&s.search, &s.match, s.closest.along.normal);
            check_link(&s, &step, &fixed);
            toi_vec3 turn = random_turn(&random, &s);
            s.match.rest *= random_below(&random, 2) ? 1.0 : fmin(1.0, 0.01 + 4.0 * step.span);
            step = link_turning(&s.search, &s.match, s.closest.along.normal, turn);
            check_link(&s, &step, &turning);
            step = ti_link_orbit(&s.search, &s.match, s.closest.along.normal);
            if (step.span > 0.0) {
                check_link(&s, &step, &orbit);
            }
        }
        match_up_release(&s.pair);
    }
    print_tally("fixed", &fixed);
    print_tally("turning", &turning);
    print_tally("orbit", &orbit);
    assert_true(fixed.links > 200 && turning.links > 200 && orbit.links > 15);
    assert_true(fixed.whole_rest < fixed.links && turning.whole_rest < turning.links);
}

static void both_builds_of_the_kernels_give_equal_bits(void** state)
{
    (void)state;
    test_random random = random_start(62);
    static scene s;
    for (int i = 0; i < 1000 && ti_cpu_has_avx2(); ++i) {
        bool apart = scene_random(&random, &s);
        ti_simplex simplex = {.count = 0}, again = {.count = 0};
        double slack = random_below(&random, 2) ? 0.5 : 1e-3;
        ti_closest c = ti_closest_points(&s.search, &s.match, slack, &simplex);
        ti_closest d = ti_closest_points_avx2(&s.search, &s.match, slack, &again);
        assert_true(c.apart == d.apart && c.distance == d.distance && c.along.now == d.along.now);
        assert_true(v3_equal(c.along.normal, d.along.normal) && simplex.count == again.count);
        if (apart) {
            toi_vec3 n = s.closest.along.normal, turn = random_turn(&random, &s);
            ti_step x = link_fixed(&s.search, &s.match, n), y = link_fixed_avx2(&s.search, &s.match, n);
            assert_memory_equal(&x, &y, sizeof x);
            x = link_turning(&s.search, &s.match, n, turn);
            y = link_turning_avx2(&s.search, &s.match, n, turn);
            assert_memory_equal(&x, &y, sizeof x);
            x = ti_link_orbit(&s.search, &s.match, n);
            y = ti_link_orbit_avx2(&s.search, &s.match, n);
            assert_memory_equal(&x, &y, sizeof x);
        }
        match_up_release(&s.pair);
    }
}

// The bound F of a fixed direction by all points of both pieces, with the largest second derivative of any.
typedef struct bound {
    vec n, n_rate, m, m_rate;
    real k0, k1, bend;
} bound;

static real bend_of(const ti_track* k, const ti_shape* shape, toi_vec3 n)
{
    if (k->turn_rad == 0.0) {
        return 0.0L;
    }
    real sine = length(cross(wide(n), wide(k->turn_local))) / (real)k->turn_rad;
    return sine * ((real)k->center_acceleration + (real)k->angular2 * (real)shape->radius);
}

static bound bound_of(const scene* s)
{
    const ti_frame* f = &s->search.frame;
    toi_vec3 n = s->closest.along.normal, m = frame_to_b(f, n);
    return (bound){wide(n),
                   cross(wide(n), wide(f->spin_a)),
                   wide(m),
                   cross(wide(m), wide(f->spin_b)),
                   dot(wide(n), wide(f->offset)),
                   dot(wide(n), wide(f->velocity)),
                   bend_of(&s->pair.duel.body[0], &s->part[0].shape, n) +
                       bend_of(&s->pair.duel.body[1], &s->part[1].shape, m)};
}

static real farthest(const ti_shape* shape, vec n)
{
    real most = -HUGE_VALL;
    for (uint32_t i = 0; i < shape->count; ++i) {
        most = fmaxl(most, dot(n, wide(shape_point(shape, i))));
    }
    return most;
}

static real bound_at(const scene* s, const bound* b, real tau)
{
    vec n = add(b->n, times(tau, b->n_rate)), m = add(b->m, times(tau, b->m_rate));
    return b->k0 + tau * b->k1 - farthest(&s->part[1].shape, times(-1.0L, m)) -
           farthest(&s->part[0].shape, n) - 0.5L * b->bend * tau * tau;
}

// The longest stretch over which the bound stays above the floor; it falls once it has begun to.
static real longest_stretch(const scene* s, const bound* b)
{
    real low = 0.0L, high = (real)s->match.rest, floor = (real)s->pair.duel.floor;
    if (bound_at(s, b, high) >= floor) {
        return high;
    }
    for (int i = 0; i < 60; ++i) {
        real middle = 0.5L * (low + high);
        *(bound_at(s, b, middle) >= floor ? &low : &high) = middle;
    }
    return low;
}

static void fixed_links_are_about_as_long_as_their_bound_allows(void** state)
{
    (void)state;
    test_random random = random_start(63);
    static scene s;
    double sum = 0.0, least = 1.0;
    int count = 0;
    for (int i = 0; i < 1000; ++i) {
        if (scene_random(&random, &s) && s.pair.duel.target < 1e-3) {
            ti_step step = link_fixed(&s.search, &s.match, s.closest.along.normal);
            bound b = bound_of(&s);
            real best = longest_stretch(&s, &b);
            double part_of_best = (double)((real)step.span / best);
            assert_true(part_of_best <= 1.0 + 1e-9);
            if (best < (real)s.match.rest) {
                sum += part_of_best;
                least = fmin(least, part_of_best);
                ++count;
            }
        }
        match_up_release(&s.pair);
    }
    printf("%d links end before the window: %.4f of the longest on average, at least %.4f\n", count,
           sum / count, least);
    assert_true(count > 100 && sum / count >= 0.95 && least >= 0.5);
}

static void a_link_that_turns_with_the_only_body_that_turns_is_longer_than_a_fixed_one(void** state)
{
    (void)state;
    // A wide plate that turns about its own centre above a point that comes up to its face.
    const toi_vec3 point = {0.0, 0.0, 0.0};
    const uint32_t index = 0, offsets[2] = {0, 1};
    toi_mesh_def def = {&point.x, 1, &index, offsets, 1, 0.0, false, NULL};
    static scene s;
    assert_int_equal(toi_mesh_create(&def, &s.pair.body[0].mesh, NULL), TOI_OK);
    assert_int_equal(toi_mesh_create_box(v3(3.0, 3.0, 0.1), NULL, &s.pair.body[1].mesh, NULL), TOI_OK);
    s.pair.body[0].motion = (toi_motion){.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY};
    s.pair.body[1].motion = (toi_motion){
        .kind = TOI_MOTION_SPIN, .pose = TOI_POSE_IDENTITY, .axis = {1.0, 0.0, 0.0}, .angle = 0.5};
    s.pair.body[1].motion.pose.position.z = 0.2;
    mover_set_piece(&s.pair.body[0], 0);
    mover_set_piece(&s.pair.body[1], 0);
    match_up_prepare(&s.pair, 0.0, 0.0);
    s.effort = (ti_effort){.max_steps = 1000};
    s.search = (ti_search){.duel = &s.pair.duel, .effort = &s.effort};
    frame_at(&s.pair.duel, 0.0, &s.search.frame);
    ti_shape a = shape_of_body(&s.pair.duel.body[0]), b = shape_of_body(&s.pair.duel.body[1]);
    s.match = (ti_match){.a = &a, .b = &b, .rest = 1.0};
    const toi_vec3 up = {0.0, 0.0, 1.0};
    ti_step fixed = link_fixed(&s.search, &s.match, up);
    ti_step turning = link_turning(&s.search, &s.match, up, v3(0.5, 0.0, 0.0));
    assert_true(fixed.span > 0.0 && fixed.span < 0.1);
    assert_true(turning.span > 5.0 * fixed.span);
    assert_int_equal(s.effort.steps, 2);
    match_up_release(&s.pair);
}

static void nothing_is_proved_by_a_number_that_is_not_one(void** state)
{
    (void)state;
    test_random random = random_start(64);
    static scene s;
    const toi_vec3 not_a_vector = {0.0, (double)NAN, 0.0};
    for (int i = 0; i < 200; ++i) {
        if (scene_random(&random, &s)) {
            const toi_vec3 n = s.closest.along.normal, still = {0.0, 0.0, 0.0};
            assert_true(link_fixed(&s.search, &s.match, not_a_vector).span == 0.0);
            assert_true(link_turning(&s.search, &s.match, not_a_vector, still).span == 0.0);
            assert_true(link_turning(&s.search, &s.match, n, not_a_vector).span == 0.0);
            assert_true(ti_link_orbit(&s.search, &s.match, not_a_vector).span == 0.0);
            const ti_search kept = s.search;
            double* field[5] = {&s.search.frame.velocity.x, &s.search.frame.offset.y,
                                &s.search.frame.turn_b.row[1].x, &s.search.frame.spin_a.z,
                                &s.search.frame.spin_b.x};
            for (int k = 0; k < 5; ++k) {
                *field[k] = (double)NAN;
                assert_true(link_fixed(&s.search, &s.match, n).span == 0.0);
                assert_true(link_turning(&s.search, &s.match, n, still).span == 0.0);
                s.search = kept;
            }
            s.pair.duel.body[1].center_acceleration = i % 2 ? (double)NAN : HUGE_VAL;
            s.pair.duel.body[1].turn_rad = 1.0;
            assert_true(link_fixed(&s.search, &s.match, n).span == 0.0);
            assert_true(link_turning(&s.search, &s.match, n, still).span == 0.0);
        }
        match_up_release(&s.pair);
    }
}

// ---- times

__extension__ typedef __int128 fixed_point; // times 2^-100

static fixed_point exact_time(double t)
{
    return (fixed_point)ldexp(t, 100);
}

static void times_are_rounded_to_the_safe_side_by_one_unit_at_most(void** state)
{
    (void)state;
    test_random random = random_start(65);
    for (int i = 0; i < 20000; ++i) {
        double from = random_unit(&random), span = random_unit(&random);
        from = random_below(&random, 2) ? from : ldexp(from, -(int)random_below(&random, 40));
        span = ldexp(span, -(int)random_below(&random, 40));
        fixed_point sum = exact_time(from) + exact_time(span);
        double end = ti_time_after(from, span);
        assert_true(exact_time(end) <= sum && exact_time(nextafter(nextafter(end, 2.0), 2.0)) > sum);
        double to = fmax(from, span), start = fmin(from, span), between = ti_span_between(start, to);
        fixed_point difference = exact_time(to) - exact_time(start);
        assert_true(exact_time(between) >= difference);
        assert_true(between == 0.0 || exact_time(nextafter(nextafter(between, 0.0), 0.0)) < difference);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_of_every_kind_keep_what_they_claim),
        cmocka_unit_test(both_builds_of_the_kernels_give_equal_bits),
        cmocka_unit_test(fixed_links_are_about_as_long_as_their_bound_allows),
        cmocka_unit_test(a_link_that_turns_with_the_only_body_that_turns_is_longer_than_a_fixed_one),
        cmocka_unit_test(nothing_is_proved_by_a_number_that_is_not_one),
        cmocka_unit_test(times_are_rounded_to_the_safe_side_by_one_unit_at_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
