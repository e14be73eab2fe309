// In exact mode a step can be cut at t_free and at max_step: with its positions rounded to doubles it is
// clear over the reals, for every pair of features.

#include "deform_scenes.h"
#include "motion/vertices.h"
#include "support/primitive_truth.h"

#include <float.h>

static toi_vec3 between(toi_vec3 x, toi_vec3 y, double t)
{
    return (toi_vec3){ti_between(x.x, y.x, t), ti_between(x.y, y.y, t), ti_between(x.z, y.z, t)};
}

// The step up to t, as whoever goes on from there has it.
static void cut_scene(const deform_scene* s, double t, deform_scene* cut)
{
    *cut = *s;
    for (uint32_t i = 0; i < SCENE_BODIES * SCENE_VERTICES && t < 1.0; ++i) {
        (&cut->end[0][0])[i] = between((&s->start[0][0])[i], (&s->end[0][0])[i], t);
    }
}

// ---- what touches, pair by pair

typedef struct looking {
    bool rational; // by polynomials over the rationals; else by the exact decision of one query
    uint64_t contacts;
} looking;

static void look(void* context, const brute_pair* pair)
{
    looking* l = context;
    if (l->rational) {
        l->contacts += truth_first_contact(&pair->query).contact;
        return;
    }
    toi_primitive_result r;
    assert_int_equal(toi_primitive_contact(&pair->query, &(toi_primitive_def){.exact = true}, &r), TOI_OK);
    l->contacts += r.answer == TOI_ANSWER_CONTACT;
}

static bool cut_touches(const deform_scene* s, double t, bool rational)
{
    deform_scene cut;
    cut_scene(s, t, &cut);
    brute_body a = deform_scene_body(&cut, 0), b = deform_scene_body(&cut, 1);
    looking l = {.rational = rational};
    brute_pairs(&a, &b, look, &l);
    if (s->self[0]) {
        brute_pairs(&a, &a, look, &l);
    }
    if (s->self[1]) {
        brute_pairs(&b, &b, look, &l);
    }
    return l.contacts > 0;
}

// ---- scenes

// Sheets that lie nearly on each other and are led far away together, sliding and turning a little: much is
// within rounding of each other, all the time.
static void lay_close(test_random* r, deform_scene* s)
{
    double gap = ldexp(random_unit(r), -(int)random_below(r, 60)), close = random_between(r, -3.0, 1.0) * gap;
    toi_vec3 way = {random_between(r, -4.0, 4.0), random_between(r, -4.0, 4.0), random_between(r, -4.0, 4.0)};
    bool tilted = random_below(r, 2) != 0, noisy = random_below(r, 2) != 0;
    double turn = tilted ? random_between(r, -0.5, 0.5) : 0.0,
           lean = tilted ? random_between(r, -1.0, 1.0) : 0.0;
    for (uint32_t b = 0; b < SCENE_BODIES; ++b) {
        for (uint32_t v = 0; v < s->mesh[b]->vertex_count; ++v) {
            toi_vec3 p = s->mesh[b]->vertices[v], noise = {0.0, 0.0, 0.0};
            double x = p.x + 0.3 * b, y = p.y + 0.2 * b, z = lean * p.x + b * gap;
            noise.z = noisy ? random_between(r, -0.25, 0.25) * gap : 0.0;
            s->start[b][v] = (toi_vec3){x, y, z + noise.z};
            double closer = b * close * random_between(r, 0.5, 1.0);
            toi_vec3 moved = {x - turn * y, y + turn * x, z + closer + 0.1 * b * turn * gap};
            s->end[b][v] = v3_add(moved, way);
        }
    }
}

static void make_scene(uint32_t i, test_random* r, deform_scene* s)
{
    deform_scene_make(i % 2 == 0 ? i / 2 % SCENE_KINDS : 0, random_bits(r), s);
    if (i % 2 == 1) {
        lay_close(r, s);
    }
    if (random_below(r, 3) == 0) {
        int k = (int)random_below(r, 40);
        deform_scene_shift(s, (toi_vec3){ldexp(1.0, k), -ldexp(1.3, k), ldexp(random_unit(r), k)});
    }
    if (random_below(r, 8) == 0) {
        deform_scene_scale(s, random_below(r, 2) != 0 ? 970 : -1060); // subnormal numbers, and the largest
    }
}

static toi_deform* deform_of(const deform_scene* s)
{
    toi_deform* deform = NULL;
    assert_int_equal(toi_deform_create(NULL, &deform), TOI_OK);
    deform_scene_add(s, deform);
    return deform;
}

// ---- cuts

typedef struct cut_counts {
    uint32_t cuts, moved, whole; // cuts that were looked at; times that proofs alone would have had wrong
} cut_counts;

static double least_of(const toi_deform_result* r)
{
    double t = 1.0;
    for (uint32_t i = 0; i < r->pair_count; ++i) {
        t = fmin(t, r->pairs[i].t_free);
    }
    return t;
}

static void check_cut(const deform_scene* s, double safety, uint64_t most, bool rational, cut_counts* counts)
{
    toi_deform* deform = deform_of(s);
    toi_deform_query q = {.exact = true, .safety = safety, .max_queries = most};
    toi_deform_result r;
    assert_int_equal(toi_deform_find(deform, &q, &r, NULL), TOI_OK);
    double proved = least_of(&r);
    assert_true(r.t_free <= proved && (r.t_free > 0.0) == (proved > 0.0));
    assert_true(r.max_step ==
                (r.answer == TOI_ANSWER_CLEAR ? 1.0 : (safety > 0.0 ? safety : 0.9) * r.t_free));
    if (r.answer == TOI_ANSWER_CLEAR) {
        assert_true(r.t_free == 1.0);
        ++counts->whole;
    } else if (r.t_free > DBL_TRUE_MIN) {
        assert_false(cut_touches(s, r.t_free, rational));
        assert_false(cut_touches(s, r.max_step, rational));
        counts->moved +=
            cut_touches(s, proved, false) || cut_touches(s, (safety > 0.0 ? safety : 0.9) * proved, false);
        ++counts->cuts;
    }
    toi_deform_destroy(deform);
}

static void check_cuts(uint32_t rounds, uint64_t seed, bool rational)
{
    static const double safeties[] = {0.0, 1.0, 0.5, 0.999};
    test_random random = random_start(seed);
    cut_counts counts = {0};
    for (uint32_t i = 0; i < rounds / TEST_SHARE; ++i) {
        deform_scene s;
        make_scene(i, &random, &s);
        uint64_t most = random_below(&random, 4) == 0 ? 1 + random_below(&random, 500) : 0;
        check_cut(&s, safeties[random_below(&random, 4)], most, rational, &counts);
        deform_scene_release(&s);
    }
    printf("%u clear, %u cut, %u of them elsewhere than where proofs end\n", counts.whole, counts.cuts,
           counts.moved);
    assert_true(counts.cuts > rounds / TEST_SHARE / 4 && counts.moved > rounds / TEST_SHARE / 20);
}

static void what_is_cut_is_clear_over_the_rationals(void** state)
{
    (void)state;
    check_cuts(200, 7601, true);
}

static void what_is_cut_is_clear(void** state)
{
    (void)state;
    const char* many = getenv("TOI_DEFORM_ROUNDS");
    check_cuts(many ? (uint32_t)strtoul(many, NULL, 10) * TEST_SHARE : 1500, 7602, false);
}

// Steps that go as far as they can never start with a contact.
static void steps_may_follow_each_other(void** state)
{
    (void)state;
    test_random random = random_start(7603);
    uint32_t steps = 0;
    for (uint32_t i = 0; i < 200 / TEST_SHARE; ++i) {
        deform_scene s;
        make_scene(i, &random, &s);
        toi_deform* deform = deform_of(&s);
        toi_deform_query q = {.exact = true, .safety = 1.0};
        bool apart = false;
        for (uint32_t k = 0; k < 20; ++k) {
            toi_deform_result r;
            assert_int_equal(toi_deform_find(deform, &q, &r, NULL), TOI_OK);
            assert_true(!apart || r.t_free > 0.0);
            if (r.answer == TOI_ANSWER_CLEAR || r.t_free <= DBL_TRUE_MIN) {
                break;
            }
            deform_scene cut;
            cut_scene(&s, r.max_step, &cut);
            memcpy(s.start, cut.end, sizeof s.start);
            for (uint32_t b = 0; b < SCENE_BODIES; ++b) {
                assert_int_equal(toi_deform_set(deform, b, s.start[b], s.end[b], NULL), TOI_OK);
            }
            apart = true;
            ++steps;
        }
        toi_deform_destroy(deform);
        deform_scene_release(&s);
    }
    printf("%u steps\n", steps);
    assert_true(steps > 500 / TEST_SHARE);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(what_is_cut_is_clear_over_the_rationals),
        cmocka_unit_test(what_is_cut_is_clear),
        cmocka_unit_test(steps_may_follow_each_other),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
