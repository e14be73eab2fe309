// Parts of the cloth of the samples: springs and pushes by laws of mechanics, and that each way to answer a
// contact, alone, keeps faces apart.

#include "cmocka_toi.h"

#include "samples/cloth_scenes.h"
#include "samples/memory.h"
#include "samples/soft.h"

#include <math.h>

static void turns_by_products(void** state)
{
    (void)state;
    for (int i = -200; i <= 200; ++i) {
        double angle = 0.1 * i, cosine, sine;
        soft_turn(angle, &cosine, &sine);
        assert_near(cosine, cos(angle), 2e-11);
        assert_near(sine, sin(angle), 2e-11);
    }
}

// Two masses m on a spring k: apart by 1 + a cos(t sqrt(2 k / m)).
static void a_spring_swings_in_its_time(void** state)
{
    (void)state;
    soft_system s = {.pieces = 1000};
    soft_impacts none = {0};
    uint32_t a = soft_add_point(&s, v3(0.0, 0.0, 0.0), 0.5), b = soft_add_point(&s, v3(1.0, 0.0, 0.0), 0.5);
    soft_add_spring(&s, SOFT_STRETCH, a, b, 4.0);
    s.at[b].x = 1.01;
    double energy = soft_energy(&s);
    for (int i = 1; i <= 10; ++i) {
        s.to[a] = s.at[a];
        s.to[b] = s.at[b];
        soft_propose(&s, 0.1, &none);
        s.at[a] = s.to[a];
        s.at[b] = s.to[b];
        assert_near(s.at[b].x - s.at[a].x, 1.0 + 0.01 * cos(0.1 * i * sqrt(2.0 * 4.0 / 0.5)), 1e-4);
        assert_true(soft_energy(&s) <= energy);
        energy = soft_energy(&s);
    }
    soft_release(&s);
}

static toi_vec3 momentum(const soft_system* s)
{
    toi_vec3 sum = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < s->point_count; ++i) {
        sum = v3_madd(sum, 1.0 / s->inverse[i], v3_sub(s->to[i], s->at[i]));
    }
    return sum;
}

static void a_push_keeps_momentum_and_the_gap(void** state)
{
    (void)state;
    soft_system s = {.gap = 0.1, .friction = 0.5};
    for (int i = 0; i < 4; ++i) {
        soft_add_point(&s, v3(i % 2, i / 2, 0.0), 0.5 + i);
        s.to[i] = v3(0.1 * i, 0.3, i == 0 ? 0.05 : -0.01 * i);
    }
    soft_impact impact = {.point = {0, 1, 2, 3}, .share = {1.0, -0.2, -0.3, -0.5}, .normal = {0.0, 0.0, 1.0}};
    toi_vec3 before = momentum(&s);
    assert_true(soft_lack(&s, &impact) > 0.0);
    assert_true(soft_push(&s, &impact, s.at) > 0.0);
    assert_near(soft_lack(&s, &impact), 0.0, 1e-14);
    assert_true(v3_distance(momentum(&s), before) < 1e-14);
    // Once apart, another push does nothing, and does not pull.
    s.to[0].z += 1.0;
    impact.push = 0.0;
    assert_true(soft_push(&s, &impact, s.at) == 0.0);
    soft_release(&s);
}

typedef struct way {
    double near;
    uint32_t rounds, zone_rounds;
} way;

static cloth_counts run(const char* name, way by, uint32_t steps, double rate)
{
    const cloth_scene* scene = cloth_scene_named(name);
    cloth_world w = cloth_empty();
    w.near = by.near;
    w.rounds = by.rounds;
    w.zone_rounds = by.zone_rounds;
    scene->build(&w, 9, 1);
    cloth_start(&w, 1);
    for (uint32_t i = 0; i < steps; ++i) {
        cloth_step(&w, 1.0 / rate);
        assert_int_equal(cloth_look(&w), 0);
    }
    cloth_counts counts = w.counts;
    cloth_release(&w);
    return counts;
}

static void pushes_alone_keep_faces_apart(void** state)
{
    (void)state;
    cloth_counts c = run("fall", (way){.rounds = 50}, 60, 60.0);
    assert_true(c.impacts > 0);
    assert_int_equal(c.stops, 0);
}

static void zones_alone_keep_faces_apart(void** state)
{
    (void)state;
    cloth_counts c = run("twist", (way){.zone_rounds = 30}, 60, 60.0);
    assert_true(c.zones > 0);
}

static void cuts_alone_keep_faces_apart(void** state)
{
    (void)state;
    cloth_counts c = run("fall", (way){0}, 60, 60.0);
    assert_true(c.cuts > 0);
}

// The judge sees what it must: a sheet whose corner is put through it.
static void a_look_finds_what_meets(void** state)
{
    (void)state;
    cloth_world w = cloth_empty();
    cloth_scene_named("fall")->build(&w, 9, 1);
    cloth_start(&w, 1);
    assert_int_equal(cloth_look(&w), 0);
    uint32_t middle = 4 * 9 + 4;
    w.soft.at[0] = w.soft.at[middle];
    w.soft.at[0].x += 0.01;
    w.soft.at[0].z -= 0.1;
    w.soft.at[1].z += 0.1;
    assert_true(cloth_look(&w) > 0);
    assert_true(w.counts.meeting > 0);
    cloth_release(&w);
}

static void a_ball_has_its_volume(void** state)
{
    (void)state;
    cloth_world w = cloth_empty();
    cloth_scene_named("squeeze")->build(&w, 33, 1);
    double ball = 4.0 / 3.0 * 3.141592653589793 * 0.3 * 0.3 * 0.3;
    assert_true(w.soft.volume < ball && w.soft.volume > 0.98 * ball);
    cloth_start(&w, 1);
    cloth_release(&w);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(turns_by_products),
        cmocka_unit_test(a_spring_swings_in_its_time),
        cmocka_unit_test(a_push_keeps_momentum_and_the_gap),
        cmocka_unit_test(pushes_alone_keep_faces_apart),
        cmocka_unit_test(zones_alone_keep_faces_apart),
        cmocka_unit_test(cuts_alone_keep_faces_apart),
        cmocka_unit_test(a_look_finds_what_meets),
        cmocka_unit_test(a_ball_has_its_volume),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
