// The collision screen against contacts that are known: those of scenes, and those of brute force.

#include "screen_scenes.h"

#include <jansson.h>

static ti_screen_size find(const ti_screw_pair* pair, const ti_screen_def* def, ti_array* contacts)
{
    ti_screen_size size;
    contacts->count = 0;
    assert_int_equal(ti_screen_find(pair, def, contacts, &size), TOI_OK);
    assert_true(size.complete);
    return size;
}

// ---- scenes

enum { MOST_SCENES = 64 };

static uint32_t load_group(const char* name, scene* scenes)
{
    uint32_t count = 0;
    for (; count < MOST_SCENES; ++count) {
        char path[64];
        snprintf(path, sizeof path, "workloads/screw/%s%02u.json", name, count);
        const char* full = count == 0 ? test_data_path(path) : NULL;
        if (count > 0) {
            // Only a missing first scene is worth a word.
            char sibling[4200];
            snprintf(sibling, sizeof sibling, "%s/%s%02u.json", test_data_path("workloads/screw"), name,
                     count);
            FILE* file = fopen(sibling, "rb");
            if (file == NULL) {
                break;
            }
            fclose(file);
            scene_load(&scenes[count], sibling);
        } else if (full == NULL) {
            break;
        } else {
            scene_load(&scenes[count], full);
        }
    }
    return count;
}

static void scenes_are_found_the_better_the_smaller_the_pixel(void** state)
{
    (void)state;
    static scene scenes[MOST_SCENES];
    static const char* const groups[] = {"box", "car", "rod", "torus"};
    for (size_t g = 0; g < 4; ++g) {
        uint32_t count = load_group(groups[g], scenes);
        if (count == 0) {
            skip();
        }
        tally t[3] = {{0}};
        for (uint32_t i = 0; i < count; ++i) {
            sb_list list = {0};
            scene_truth(&scenes[i], 0.0, &list);
            ti_screw_pair pair = scene_pair(&scenes[i], 0.0);
            for (int k = 0; k < 3; ++k) {
                ti_array contacts = ti_array_make(sizeof(ti_screw_contact), NULL);
                ti_screen_def def = {.pixels = 6u << k};
                find(&pair, &def, &contacts);
                tally_add(&scenes[i], &contacts, &list, &t[k]);
                ti_array_release(&contacts);
            }
            sb_list_release(&list);
            scene_release(&scenes[i]);
        }
        for (int k = 0; k < 3; ++k) {
            printf("%-6s %2u pixels: %2u of %2u found, %2.0f %% of %2u spurious, |dt| mean %.5f max %.5f\n",
                   groups[g], 6u << k, t[k].found, t[k].truth,
                   100.0 * t[k].spurious / fmax(1.0, t[k].reported), t[k].reported, t[k].sum / t[k].found,
                   t[k].most);
            assert_true(t[k].truth > 0 && 100 * t[k].found >= 95 * t[k].truth);
            assert_true(5 * t[k].spurious <= 2 * t[k].reported);
        }
        assert_int_equal(t[2].found, t[2].truth);
        assert_true(t[2].sum < t[0].sum && t[2].spurious <= t[0].spurious);
    }
}

// ---- brute force

static toi_quat random_turn(test_random* random)
{
    toi_quat q = {random_between(random, -1, 1), random_between(random, -1, 1), random_between(random, -1, 1),
                  random_between(random, -1, 1)};
    double n = sqrt(q_norm2(q));
    return (toi_quat){q.w / n, q.x / n, q.y / n, q.z / n};
}

static toi_vec3 random_point(test_random* random, double size)
{
    return v3(random_between(random, -size, size), random_between(random, -size, size),
              random_between(random, -size, size));
}

// Screws of all angles, also ones that hardly turn and ones of several turns; where they turn little they are
// aimed.
static void random_screw(test_random* random, scene* s)
{
    static const double angles[] = {0.0, 1e-12, 1e-8, 1e-4, 0.1, 0.5, 1.0, 2.0, 3.0, TOI_PI, 6.0, 13.0};
    double size = s->mesh[0]->radius, angle = angles[random_below(random, 12)];
    angle *= random_below(random, 2) ? -1.0 : 1.0;
    angle *= random_below(random, 2) ? random_unit(random) : 1.0;
    s->pose_a = (toi_pose){random_point(random, 0.5), random_turn(random)};
    s->screw.start = (toi_pose){random_point(random, 2.5 * size), random_turn(random)};
    s->screw.point = random_point(random, random_below(random, 3) == 0 ? 1.0 : 3.0);
    s->screw.axis = random_point(random, 1.0);
    s->screw.angle = angle;
    s->screw.advance = random_below(random, 4) ? random_between(random, -3.0, 3.0) * size
                                               : (random_below(random, 2) ? 0.0 : 1e-7);
    if (fabs(angle) < 0.3) {
        toi_vec3 d = s->screw.start.position;
        s->screw.axis = v3_madd(random_point(random, 0.3), -1.0 / v3_length(d), d);
        s->screw.advance = v3_length(d) * random_between(random, 0.3, 2.0);
    }
}

static void random_shape(uint32_t which, shape* to)
{
    static const double profile[8][2] = {{-2.0, 0.0}, {2.0, 0.0},  {2.0, 0.6},  {1.2, 0.7},
                                         {0.7, 1.2},  {-0.8, 1.2}, {-1.2, 0.7}, {-2.0, 0.6}};
    static const double angle[6][2] = {{0.0, 0.0}, {2.0, 0.0}, {2.0, 0.5},
                                       {0.5, 0.5}, {0.5, 2.0}, {0.0, 2.0}};
    switch (which) {
    case 0:
        shape_box(to, 0.5, 0.5, 0.5);
        break;
    case 1:
        shape_prism(to, profile, 8, 0.8);
        break;
    case 2:
        shape_box(to, 0.05, 0.05, 1.0);
        break;
    case 3:
        shape_prism(to, angle, 6, 0.4);
        break;
    case 4:
        shape_box(to, 0.5, 0.5, 0.5);
        to->face_count = 5; // open
        break;
    default:
        shape_torus(to, 1.0, 0.4, 9, 6);
        break;
    }
}

enum { RANDOM_SHAPES = 6 };

static void compare_random(const ti_screen_def* def, double min_properness, uint32_t queries, tally* t)
{
    static shape a, b;
    test_random random = random_start(2);
    for (uint32_t which = 0; which < RANDOM_SHAPES; ++which) {
        scene s;
        random_shape(which, &a);
        random_shape(which == 4 ? 3 : which, &b);
        scene_init(&s, &a, &b);
        ti_array contacts = ti_array_make(sizeof(ti_screw_contact), NULL);
        uint32_t count = which == 5 ? (queries + 9) / 10 : queries;
        for (uint32_t i = 0; i < count; ++i) {
            sb_list list = {0};
            random_screw(&random, &s);
            scene_truth(&s, min_properness, &list);
            ti_screw_pair pair = scene_pair(&s, min_properness);
            find(&pair, def, &contacts);
            tally_add(&s, &contacts, &list, t);
            sb_list_release(&list);
        }
        ti_array_release(&contacts);
        scene_release(&s);
    }
    printf("found %u of %u, %u of %u spurious, |dt| mean %.3g max %.3g, past the error %.3g\n", t->found,
           t->truth, t->spurious, t->reported, t->sum / t->found, t->most, t->past);
}

static void the_robust_screen_misses_nothing(void** state)
{
    (void)state;
    for (int k = 0; k < 3; ++k) {
        static const double threshold[3] = {0.0, -0.1, -1.0};
        ti_screen_def def = {.pixels = 6, .robust = true};
        tally t = {0};
        compare_random(&def, threshold[k], 40, &t);
        assert_true(t.truth > 50);
        assert_int_equal(t.found, t.truth);
        assert_true(t.past <= 0.0);
    }
}

static void the_plain_screen_rarely_misses(void** state)
{
    (void)state;
    double mean[2];
    for (int k = 0; k < 2; ++k) {
        ti_screen_def def = {.pixels = k == 0 ? 6 : 48};
        tally t = {0};
        compare_random(&def, 0.0, 60, &t);
        assert_true(t.truth > 100 && t.found * 100 >= t.truth * 98);
        mean[k] = t.sum / t.found;
    }
    assert_true(mean[1] < 0.5 * mean[0]);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(scenes_are_found_the_better_the_smaller_the_pixel),
        cmocka_unit_test(the_robust_screen_misses_nothing),
        cmocka_unit_test(the_plain_screen_rarely_misses),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
