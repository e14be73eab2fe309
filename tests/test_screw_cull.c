// Extents and windows: whatever meets is in its window, for any screw; both kernels give equal bits.

#include "cmocka_toi.h"
#include "math/rounding.h"
#include "narrow/screw/cull.h"
#include "support/generate.h"

#include <math.h>
#include <string.h>

static const double angles[] = {0.0, 1e-12, 1e-6, 1e-4, 3e-4, 1e-3, 0.02, 0.3,
                                1.5, 3.14,  3.15, 6.2,  6.3,  9.0,  13.0, 40.0};
enum { ANGLES = sizeof angles / sizeof angles[0], CORNERS = 5 };

typedef struct scene {
    toi_mesh mesh[2]; // only their radius is read
    ti_screw_pair pair;
    ti_cull cull;
} scene;

static toi_vec3 random_vector(gen_random* random, double size)
{
    return v3_scale(size * gen_unit(random), gen_direction(random));
}

static void random_scene(gen_random* random, int kind, scene* s)
{
    memset(s, 0, sizeof *s);
    double angle = angles[kind % ANGLES];
    toi_vec3 axis = gen_direction(random);
    ti_twist* twist = &s->pair.twist;
    s->mesh[0].radius = s->mesh[1].radius = 1.0;
    s->pair.mesh[0] = &s->mesh[0];
    s->pair.mesh[1] = &s->mesh[1];
    s->pair.position[1] = random_vector(random, 2.0);
    s->pair.rotation[1] = (ti_mat3){{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    s->pair.tolerance = 1e-9;
    s->pair.to = 1.0;
    twist->turn = v3_scale(angle, axis);
    twist->angle = v3_length(twist->turn);
    toi_vec3 speed = random_vector(random, gen_chance(random, 0.2) ? 0.01 : 2.0);
    // About an axis through the bodies, near them, or as far as the speed asks for.
    bool near = gen_chance(random, 0.5) && angle > 0.01;
    toi_vec3 point = random_vector(random, gen_chance(random, 0.3) ? 0.0 : 1.5);
    double advance = gen_chance(random, 0.3) ? 0.0 : gen_between(random, -2.0, 2.0);
    twist->across = near ? v3_cross(point, twist->turn) : v3_madd(speed, -v3_dot(speed, axis), axis);
    twist->along = v3_scale(near ? advance : v3_dot(speed, axis), axis);
    ti_cull_set(&s->pair, &s->cull);
}

// A point, a segment or a convex polygon in a plane, around a point of it.
typedef struct feature {
    ti_spot spot[CORNERS];
    int count;
} feature;

static void random_feature(gen_random* random, const scene* s, int count, toi_vec3 through, feature* f)
{
    toi_vec3 u = gen_direction(random), v = gen_direction(random);
    double size = gen_size(random, 1e-3, 0.7);
    toi_vec3 corner[CORNERS];
    for (int i = 0; i < count; ++i) {
        double turn = 2.0 * TOI_PI * i / count, sine, cosine;
        ti_sincos(turn, &sine, &cosine);
        toi_vec3 arm = v3_madd(v3_scale(cosine, u), sine, v);
        corner[i] = count == 1 ? through : v3_madd(through, size * gen_between(random, 0.1, 1.0), arm);
    }
    if (count == 2) { // the point must be on the segment
        corner[1] = v3_madd(through, -gen_unit(random), v3_sub(corner[0], through));
    }
    f->count = count;
    for (int i = 0; i < count; ++i) {
        f->spot[i] = ti_cull_spot(&s->pair, &s->cull, corner[i]);
    }
}

// A star-shaped polygon around the point may leave it outside when its corners are few; five around it do
// not.
static int random_count(gen_random* random)
{
    const int counts[] = {1, 2, CORNERS};
    return counts[gen_below(random, 3)];
}

static ti_extent extent_of(const scene* s, const feature* f)
{
    static const uint32_t corner[CORNERS] = {0, 1, 2, 3, 4};
    if (f->count > 2) {
        return ti_cull_extent_polygon(&s->cull, f->spot, corner, (uint32_t)f->count);
    }
    return f->count == 1 ? ti_cull_extent_point(&s->cull, f->spot)
                         : ti_cull_extent_segment(&s->cull, &f->spot[0], &f->spot[1]);
}

typedef struct meeting {
    ti_extent a, b;
    double s;
} meeting;

static meeting random_meeting(gen_random* random, const scene* s)
{
    feature a, b;
    meeting m = {.s = gen_chance(random, 0.1) ? (double)gen_below(random, 2) : gen_unit(random)};
    toi_vec3 at = random_vector(random, 1.0);
    ti_swing back = ti_swing_at(s->pair.twist.angle, -m.s);
    random_feature(random, s, random_count(random), at, &a);
    random_feature(random, s, random_count(random), tw_point(&s->pair.twist, back, at), &b);
    m.a = extent_of(s, &a);
    m.b = extent_of(s, &b);
    return m;
}

static void whatever_meets_is_in_its_window(void** state)
{
    (void)state;
    gen_random random = {random_start(5).state};
    double width = 0.0;
    enum { TRIALS = 60000 };
    for (int i = 0; i < TRIALS; ++i) {
        scene s;
        random_scene(&random, i, &s);
        meeting m = random_meeting(&random, &s);
        double span[2] = {0.0, 1.0};
        if (!ti_cull_window(&s.cull, &m.a, &m.b, span) ||
            !(span[0] <= m.s + 1e-12 && m.s - 1e-12 <= span[1])) {
            fail_msg("angle %g, time %.17g is not in %.17g to %.17g", s.pair.twist.angle, m.s, span[0],
                     span[1]);
        }
        width += span[1] - span[0];
    }
    print_message("mean width of a window: %.3f\n", width / TRIALS);
    assert_true(width / TRIALS < 0.7);
}

static void balls_hold_what_is_in_them(void** state)
{
    (void)state;
    gen_random random = {random_start(6).state};
    for (int i = 0; i < 40000; ++i) {
        scene s;
        random_scene(&random, i, &s);
        double time = gen_unit(&random), radius_a = gen_size(&random, 1e-3, 1.0),
               radius_b = gen_size(&random, 1e-3, 1.0);
        toi_vec3 at = random_vector(&random, 1.0);
        ti_swing back = ti_swing_at(s.pair.twist.angle, -time);
        toi_vec3 start = tw_point(&s.pair.twist, back, at);
        ti_extent a = ti_cull_extent_ball(&s.cull, v3_add(at, random_vector(&random, radius_a)), radius_a);
        ti_extent b = ti_cull_extent_ball(&s.cull, v3_add(start, random_vector(&random, radius_b)), radius_b);
        double span[2] = {0.0, 1.0};
        assert_true(ti_cull_window(&s.cull, &a, &b, span));
        assert_true(span[0] <= time + 1e-12 && time - 1e-12 <= span[1]);
    }
}

// ---- lists

enum { LISTED = 83, ROOM = 88, BLOCK_ROOM = 16 };

typedef struct list {
    float memory[6][ROOM], blocks[6][BLOCK_ROOM];
    uint32_t id[ROOM];
    ti_extents extents;
} list;

static void put(float* const bound[6], uint32_t i, const ti_extent* e)
{
    for (int k = 0; k < 2; ++k) {
        bound[k][i] = (float)e->radius[k];
        bound[2 + k][i] = (float)e->height[k];
        bound[4 + k][i] = (float)e->turn[k];
    }
}

static void start(list* l)
{
    static const ti_extent nothing = {{1e30, -1e30}, {0.0, 0.0}, {0.0, 0.0}};
    for (int k = 0; k < 6; ++k) {
        l->extents.bound[k] = l->memory[k];
        l->extents.block[k] = l->blocks[k];
    }
    for (uint32_t i = 0; i < ROOM; ++i) {
        put(l->extents.bound, i, &nothing);
        l->id[i] = i;
    }
    for (uint32_t i = 0; i < BLOCK_ROOM; ++i) {
        put(l->extents.block, i, &nothing);
    }
    l->extents.id = l->id;
}

static void finish(list* l, uint32_t count)
{
    l->extents.count = count;
    for (uint32_t i = 0; i < count; ++i) {
        for (int k = 0; k < 6; ++k) {
            float* block = &l->blocks[k][i / TI_LANES];
            float x = l->memory[k][i];
            *block = i % TI_LANES == 0 || (k % 2 == 0 ? x < *block : x > *block) ? x : *block;
        }
    }
}

static void rows_hold_what_meets_and_both_kernels_agree(void** state)
{
    (void)state;
    gen_random random = {random_start(8).state};
    bool avx2 = __builtin_cpu_supports("avx2") != 0;
    uint64_t suspects = 0, pairs = 0;
    for (int i = 0; i < 400; ++i) {
        scene s;
        list a, b;
        double time[LISTED];
        uint32_t listed = i % 2 == 0 ? LISTED : 19; // with blocks and without
        random_scene(&random, i, &s);
        start(&a);
        start(&b);
        for (uint32_t k = 0; k < listed; ++k) {
            meeting m = random_meeting(&random, &s);
            put(a.extents.bound, k, &m.a);
            put(b.extents.bound, k, &m.b);
            time[k] = m.s;
        }
        finish(&a, listed);
        finish(&b, listed);
        for (uint32_t k = 0; k < listed; ++k) {
            static ti_suspect plain[ROOM * 64], fast[ROOM * 64];
            assert_true(s.cull.lifts <= 64);
            uint32_t count = ti_cull_row_plain(&s.cull, &a.extents, k, &b.extents, plain), hits = 0;
            for (uint32_t j = 0; j < count; ++j) {
                hits += plain[j].b == k && (double)plain[j].from <= time[k] + 1e-12 &&
                        time[k] - 1e-12 <= (double)plain[j].to;
            }
            assert_true(hits > 0);
            suspects += count;
            pairs += listed;
            if (avx2) {
                assert_int_equal(ti_cull_row_avx2(&s.cull, &a.extents, k, &b.extents, fast), count);
                assert_memory_equal(plain, fast, count * sizeof *fast);
            }
        }
    }
    print_message("%.1f %% of the pairs are suspects\n", 100.0 * (double)suspects / (double)pairs);
    assert_true(suspects < pairs / 2);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(whatever_meets_is_in_its_window),
        cmocka_unit_test(balls_hold_what_is_in_them),
        cmocka_unit_test(rows_hold_what_meets_and_both_kernels_agree),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
