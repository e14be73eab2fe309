// The plane sweep against the pairs of boxes: the same contacts for scenes and for random bodies and screws.

#include "core/cpu.h"
#include "mesh_samples.h"
#include "screen_support.h"

#include "failing_allocator.h"
#include "math/rounding.h"
#include "narrow/screw/resolve.h"
#include "narrow/screw/sweep.h"
#include "support/generate.h"

#include <jansson.h>

#include "screen_scenes.h"

// ---- pairs

static ti_screw_pair pair_of(const toi_mesh* a, toi_pose pose_a, const toi_mesh* b, const toi_motion* motion)
{
    toi_body body_a = {.mesh = a, .motion = {.kind = TOI_MOTION_STATIC, .pose = pose_a}},
             body_b = {.mesh = b, .motion = *motion};
    const ti_screw_terms terms = {.max_model_error = 1e-6, .max_pieces = 1};
    ti_screw_walk walk;
    ti_screw screw;
    ti_screw_pair pair;
    ti_screw_walk_begin(&body_a, &body_b, &terms, &walk);
    assert_true(ti_screw_walk_next(&walk, &screw));
    ti_screw_pair_set(a, b, &screw, 0.0, &pair);
    return pair;
}

typedef struct found {
    ti_array raw, resolved;
} found;

typedef toi_status find(const ti_screw_pair* pair, ti_screw_effort* effort, ti_array* contacts);

static found find_by(find* method, const ti_screw_pair* pair)
{
    found f = {ti_array_make(sizeof(ti_screw_contact), NULL), ti_array_make(sizeof(ti_screw_contact), NULL)};
    ti_screw_effort effort = {.max_steps = UINT64_MAX};
    assert_int_equal(method(pair, &effort, &f.raw), TOI_OK);
    assert_true(effort.complete);
    ti_screw_contact* copy = ti_array_extend(&f.resolved, f.raw.count);
    assert_true(copy != NULL || f.raw.count == 0);
    if (f.raw.count > 0) {
        memcpy(copy, f.raw.data, f.raw.count * sizeof *copy);
    }
    assert_int_equal(ti_screw_resolve(pair, &f.resolved), TOI_OK);
    return f;
}

static void release(found* f)
{
    ti_array_release(&f->raw);
    ti_array_release(&f->resolved);
}

// Times of one root found from two windows differ by their errors; a touch that lasts has both its ends.
static bool is_among(const ti_screw_pair* pair, const ti_screw_contact* c, const ti_array* list)
{
    const ti_screw_contact* all = list->data;
    for (size_t i = 0; i < list->count; ++i) {
        double speed = v3_length(tw_velocity(&pair->twist, c->point));
        double room = c->s_error + all[i].s_error + 1e-12 + 2.0 * pair->tolerance / fmax(speed, 1e-12);
        if (all[i].kind == c->kind && all[i].feature[0] == c->feature[0] &&
            all[i].feature[1] == c->feature[1] && all[i].entering == c->entering &&
            all[i].sustained == c->sustained && fabs(all[i].s - c->s) <= room &&
            fabs(all[i].s_until - c->s_until) <= room) {
            return true;
        }
    }
    return false;
}

typedef struct tally_of_pairs {
    uint32_t pairs, touching, contacts;
} tally_of_pairs;

static void expect_among(const ti_screw_pair* pair, const found* these, const found* those, const char* what)
{
    const ti_screw_contact* c = these->resolved.data;
    for (size_t i = 0; i < these->resolved.count; ++i) {
        if (!is_among(pair, &c[i], &those->raw)) {
            fail_msg("%s: kind %d of %u and %u at %.17g to %.17g, angle %g", what, (int)c[i].kind,
                     c[i].feature[0], c[i].feature[1], c[i].s, c[i].s_until, pair->twist.angle);
        }
    }
}

static toi_status by_boxes(const ti_screw_pair* pair, ti_screw_effort* effort, ti_array* contacts)
{
    return ti_screw_find_boxes(pair, ti_cpu_has_avx2(), effort, contacts);
}

static void expect_equal(const ti_screw_pair* pair, tally_of_pairs* counts)
{
    found boxes = find_by(by_boxes, pair), swept = find_by(ti_screw_find_swept, pair);
    expect_among(pair, &boxes, &swept, "the sweep misses");
    expect_among(pair, &swept, &boxes, "only the sweep finds");
    if (boxes.resolved.count != swept.resolved.count) {
        fail_msg("%zu contacts by the sweep, not %zu", swept.resolved.count, boxes.resolved.count);
    }
    ++counts->pairs;
    counts->touching += boxes.resolved.count > 0;
    counts->contacts += (uint32_t)boxes.resolved.count;
    release(&boxes);
    release(&swept);
}

static void expect_equal_at_thresholds(ti_screw_pair* pair, tally_of_pairs* counts)
{
    pair->min_properness = 0.0;
    expect_equal(pair, counts);
    pair->min_properness = -0.1;
    expect_equal(pair, counts);
}

static void print_counts(const char* what, const tally_of_pairs* c)
{
    print_message("%s: %u queries, %u of them with %u contacts\n", what, c->pairs, c->touching, c->contacts);
}

// ---- scenes

static void scenes_have_the_same_contacts(void** state)
{
    (void)state;
    static const char* const groups[] = {"box", "car", "rod", "torus"};
    tally_of_pairs counts = {0};
    if (test_data_path("workloads/screw/box00.json") == NULL) {
        skip();
    }
    for (size_t g = 0; g < 4; ++g) {
        for (uint32_t i = 0;; ++i) {
            char name[64], path[4200];
            snprintf(name, sizeof name, "workloads/screw/%s%02u.json", groups[g], i);
            const char* folder = getenv("TOI_DATA");
            snprintf(path, sizeof path, "%s/%s", folder != NULL ? folder : TOI_TEST_SOURCE_DIR "/../shared",
                     name);
            FILE* file = fopen(path, "rb");
            if (file == NULL) {
                break;
            }
            fclose(file);
            scene s;
            scene_load(&s, path);
            toi_motion motion = {.kind = TOI_MOTION_SCREW,
                                 .pose = s.screw.start,
                                 .point = s.screw.point,
                                 .axis = s.screw.axis,
                                 .angle = s.screw.angle,
                                 .advance = s.screw.advance};
            ti_screw_pair pair = pair_of(s.mesh[0], s.pose_a, s.mesh[1], &motion);
            expect_equal_at_thresholds(&pair, &counts);
            scene_release(&s);
        }
    }
    print_counts("scenes", &counts);
    assert_true(counts.pairs >= 200 && counts.contacts >= 150);
}

// ---- random pairs

static const double angles[] = {0.0, 1e-12, 1e-4, 1.0, 3.1, 6.3, 13.0};

// About axes through the bodies, beside them and far away; with and without an advance.
static toi_motion random_screw(gen_random* random, double size, uint64_t index)
{
    double angle = angles[index % 7] * (gen_chance(random, 0.5) ? 1.0 : -1.0);
    toi_vec3 start = v3_scale(size * gen_between(random, 0.3, 2.0), gen_direction(random));
    toi_motion m = {.kind = TOI_MOTION_SCREW, .pose = {start, gen_quaternion(random)}, .angle = angle};
    m.axis = gen_direction(random);
    double away = gen_chance(random, 0.3) ? 0.0 : (gen_chance(random, 0.1) ? 30.0 : 1.5);
    m.point = v3_scale(away * size * gen_unit(random), gen_direction(random));
    m.advance = gen_chance(random, 0.2) ? 0.0 : size * gen_between(random, -2.0, 2.0);
    if (fabs(angle) < 0.01) { // towards A
        m.axis = v3_add(v3_scale(-1.0 / v3_length(start), start), v3_scale(0.2, gen_direction(random)));
        m.advance = size * gen_between(random, 0.5, 3.0);
    }
    return m;
}

static void random_bodies_have_the_same_contacts(void** state)
{
    (void)state;
    gen_random random = {random_start(21).state};
    tally_of_pairs counts = {0};
    for (uint64_t i = 0; i < 700; ++i) {
        gen_shape body;
        toi_mesh* mesh[2];
        for (int k = 0; k < 2; ++k) {
            do {
                gen_shape_random(&random, &body);
                mesh[k] = gen_toi_mesh(&body);
            } while (mesh[k] == NULL);
        }
        toi_motion motion = random_screw(&random, mesh[0]->radius + mesh[1]->radius, i);
        toi_pose rest = {{0.0, 0.0, 0.0}, gen_quaternion(&random)};
        ti_screw_pair pair = pair_of(mesh[0], rest, mesh[1], &motion);
        pair.leaving = gen_chance(&random, 0.2);
        expect_equal_at_thresholds(&pair, &counts);
        toi_mesh_destroy(mesh[0]);
        toi_mesh_destroy(mesh[1]);
    }
    print_counts("random bodies", &counts);
    assert_true(counts.touching * 3 > counts.pairs);
}

enum { SAMPLES = 6 };

static void make_samples(toi_mesh* mesh[SAMPLES], test_random* random)
{
    mesh_sample samples[SAMPLES] = {
        sample_torus(25, 12, 1.0, 0.35),
        sample_torus(40, 24, 1.0, 0.3), // more facets than are tested as wholes
        sample_sphere(16, 12, 0.8),
        sample_grid(8, v3(-1.0, -1.0, 0.0), v3(2.0, 0.1, 0.0), v3(0.0, 2.0, 0.2)),
        sample_soup(60, 0.05, 0.2, random),
        sample_turned_box(1.0, 0.2, 0.1),
    };
    for (int i = 0; i < SAMPLES; ++i) {
        toi_mesh_def def = sample_def(&samples[i]);
        assert_int_equal(toi_mesh_create(&def, &mesh[i], NULL), TOI_OK);
        sample_release(&samples[i]);
    }
}

static void samples_have_the_same_contacts(void** state)
{
    (void)state;
    test_random seeds = random_start(22);
    gen_random random = {seeds.state};
    tally_of_pairs counts = {0};
    toi_mesh* mesh[SAMPLES];
    make_samples(mesh, &seeds);
    for (uint64_t i = 0; i < 7 * SAMPLES * SAMPLES / 2; ++i) {
        const toi_mesh *a = mesh[gen_below(&random, SAMPLES)], *b = mesh[gen_below(&random, SAMPLES)];
        toi_motion motion = random_screw(&random, a->radius + b->radius, i);
        ti_screw_pair pair = pair_of(a, (toi_pose){{0.0, 0.0, 0.0}, gen_quaternion(&random)}, b, &motion);
        expect_equal_at_thresholds(&pair, &counts);
    }
    print_counts("samples", &counts);
    for (int i = 0; i < SAMPLES; ++i) {
        toi_mesh_destroy(mesh[i]);
    }
    assert_true(counts.touching * 3 > counts.pairs);
}

// ---- parts of the contract

// The first contacts at which the bodies come together are among all, and nothing is before them.
static void the_first_contact_is_the_first_of_all(void** state)
{
    (void)state;
    test_random seeds = random_start(23);
    gen_random random = {seeds.state};
    toi_mesh* mesh[SAMPLES];
    make_samples(mesh, &seeds);
    uint32_t hits = 0;
    for (uint64_t i = 0; i < 50; ++i) {
        toi_motion motion = random_screw(&random, 2.0 * mesh[0]->radius, i);
        toi_pose rest = {{0.0, 0.0, 0.0}, gen_quaternion(&random)};
        ti_screw_pair pair = pair_of(mesh[0], rest, mesh[2], &motion);
        found all = find_by(ti_screw_find_swept, &pair);
        pair.first_only = true;
        found first = find_by(ti_screw_find_swept, &pair);
        assert_int_equal(all.resolved.count > 0, first.resolved.count > 0);
        if (all.resolved.count > 0) {
            const ti_screw_contact *x = all.resolved.data, *y = first.resolved.data;
            assert_near(y->s, x->s, x->s_error + y->s_error + 1e-12);
            ++hits;
        }
        release(&all);
        release(&first);
    }
    for (int i = 0; i < SAMPLES; ++i) {
        toi_mesh_destroy(mesh[i]);
    }
    assert_true(hits > 15);
}

static ti_screw_pair pair_of_tori(const toi_mesh* torus, double angle)
{
    toi_motion motion = {.kind = TOI_MOTION_SCREW, .angle = angle, .axis = {1.0, 0.2, 0.1}, .advance = 1.5};
    motion.pose = (toi_pose){{-1.5, 0.3, 0.2}, {0.8, 0.0, 0.6, 0.0}};
    motion.point = v3(0.0, 0.4, 0.1);
    return pair_of(torus, (toi_pose)TOI_POSE_IDENTITY, torus, &motion);
}

static void the_limit_of_steps_ends_the_sweep(void** state)
{
    (void)state;
    mesh_sample sample = sample_torus(25, 12, 1.0, 0.35);
    toi_mesh_def def = sample_def(&sample);
    toi_mesh* torus = NULL;
    assert_int_equal(toi_mesh_create(&def, &torus, NULL), TOI_OK);
    ti_screw_pair pair = pair_of_tori(torus, 1.0);
    ti_array contacts = ti_array_make(sizeof(ti_screw_contact), NULL);
    ti_screw_effort effort = {.max_steps = UINT64_MAX};
    assert_int_equal(ti_screw_find_swept(&pair, &effort, &contacts), TOI_OK);
    assert_true(effort.complete && effort.steps > 20);
    size_t all = contacts.count;
    uint64_t steps = effort.steps;
    contacts.count = 0;
    effort = (ti_screw_effort){.max_steps = steps / 4};
    assert_int_equal(ti_screw_find_swept(&pair, &effort, &contacts), TOI_OK);
    assert_false(effort.complete);
    assert_true(effort.steps < steps && contacts.count < all);
    ti_array_release(&contacts);
    toi_mesh_destroy(torus);
    sample_release(&sample);
}

static void every_allocation_may_fail(void** state)
{
    (void)state;
    mesh_sample sample = sample_torus(16, 8, 1.0, 0.35);
    toi_mesh_def def = sample_def(&sample);
    toi_mesh* torus = NULL;
    assert_int_equal(toi_mesh_create(&def, &torus, NULL), TOI_OK);
    ti_screw_pair pair = pair_of_tori(torus, 3.0);
    bool failed = true;
    uint64_t failures = 0;
    for (uint64_t n = 1; failed; ++n) {
        failing_allocator memory = failing_allocator_make(n, false);
        toi_allocator allocator = failing_allocator_use(&memory);
        ti_array contacts = ti_array_make(sizeof(ti_screw_contact), &allocator);
        ti_screw_effort effort = {.max_steps = UINT64_MAX};
        toi_status status = ti_screw_find_swept(&pair, &effort, &contacts);
        failed = memory.failures > 0;
        assert_int_equal(status, failed ? TOI_ERROR_MEMORY : TOI_OK);
        assert_true(failed || contacts.count > 0);
        ti_array_release(&contacts);
        assert_int_equal(memory.live, 0);
        failures += failed;
    }
    assert_true(failures >= 3);
    toi_mesh_destroy(torus);
    sample_release(&sample);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(scenes_have_the_same_contacts),
        cmocka_unit_test(random_bodies_have_the_same_contacts),
        cmocka_unit_test(samples_have_the_same_contacts),
        cmocka_unit_test(the_first_contact_is_the_first_of_all),
        cmocka_unit_test(the_limit_of_steps_ends_the_sweep),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
