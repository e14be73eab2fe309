// Meshes that deform, held to the brute force of every pair of features: the same contacts, bit for bit.

#include "deform_scenes.h"

enum { MOST_CONTACTS = 20000 };

static toi_deform_contact listed[MOST_CONTACTS];

static void same_contact(const toi_deform_contact* c, const brute_contact* b)
{
    assert_int_equal(c->kind, b->pair.kind);
    assert_int_equal(c->vertex_of_b, b->pair.vertex_of_b);
    double sign = c->vertex_of_b ? -1.0 : 1.0;
    assert_true(c->t_free == b->result.t_free && c->gap == b->result.gap && c->t_exact == b->result.t_exact);
    assert_true(c->normal.x == sign * b->result.normal.x && c->normal.y == sign * b->result.normal.y &&
                c->normal.z == sign * b->result.normal.z);
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(c->vertex[i], b->pair.vertex[i]);
        assert_true(c->weight[i] == b->result.weight[i]);
    }
}

static const toi_deform_pair* pair_in(const toi_deform_result* result, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < result->pair_count; ++i) {
        if (result->pairs[i].a == a && result->pairs[i].b == b) {
            return &result->pairs[i];
        }
    }
    return NULL;
}

// The first contact of a pair in a list; NULL without one.
static const toi_deform_contact* next_of(const toi_deform_result* r, uint64_t* at, uint32_t a, uint32_t b)
{
    for (; *at < r->listed; ++*at) {
        if (listed[*at].a == a && listed[*at].b == b) {
            return &listed[(*at)++];
        }
    }
    return NULL;
}

// How the pair starts, by the brute force.
static toi_start start_of(const brute_list* list, bool crosses)
{
    toi_start start = crosses ? TOI_START_OVERLAPPING : TOI_START_FREE;
    for (size_t i = 0; i < list->count && !crosses; ++i) {
        start = list->items[i].result.start == TOI_START_TOUCHING ? TOI_START_TOUCHING : start;
    }
    return start;
}

// Holds what was found of a pair to the brute force. @return how many contacts there are
static size_t check_pair(const deform_scene* s, uint32_t a, uint32_t b, const toi_deform_query* q,
                         const toi_deform_result* r)
{
    brute_body body[2] = {deform_scene_body(s, a), deform_scene_body(s, b)};
    const brute_body* other = a == b ? &body[0] : &body[1];
    toi_primitive_def def = {
        .separation = q->separation, .tolerance = q->tolerance, .exact = q->exact, .max_steps = q->max_steps};
    brute_list list = brute_contacts(&body[0], other, &def);
    bool crosses = brute_crosses(&body[0], other);
    const toi_deform_pair* pair = pair_in(r, a, b);
    size_t contacts = 0;
    uint64_t at = 0;
    double t_free = crosses ? 0.0 : 1.0;
    if (crosses) {
        const toi_deform_contact* c = next_of(r, &at, a, b);
        assert_true(c != NULL && c->kind == TOI_PRIMITIVE_NONE && c->t_free == 0.0);
        ++contacts;
    }
    for (size_t i = 0; i < list.count; ++i) {
        t_free = fmin(t_free, list.items[i].result.t_free);
        if (list.items[i].result.answer == TOI_ANSWER_CONTACT && (q->all || contacts == 0)) {
            const toi_deform_contact* c = next_of(r, &at, a, b);
            assert_non_null(c);
            same_contact(c, &list.items[i]);
            ++contacts;
        }
    }
    assert_null(next_of(r, &at, a, b));
    assert_int_equal(pair != NULL, crosses || list.count > 0);
    if (pair != NULL) {
        assert_int_equal(pair->answer, contacts > 0 ? TOI_ANSWER_CONTACT : TOI_ANSWER_UNDECIDED);
        assert_true(pair->t_free == t_free);
        assert_int_equal(pair->contact_count, contacts);
        if (q->separation == 0.0) {
            assert_int_equal(pair->start, start_of(&list, crosses));
        }
    }
    assert_true(r->t_free <= t_free);
    free(list.items);
    return contacts;
}

static void check_scene(uint32_t kind, uint64_t seed, toi_deform_query q, uint64_t counts[4])
{
    deform_scene s;
    deform_scene_make(kind, seed, &s);
    static const int exponents[] = {0, 0, 1021, -1060}; // up to the largest doubles, and subnormal ones
    deform_scene_scale(&s, exponents[seed % 4]);
    if (seed % 4 == 0) { // far from the origin, where coordinates are rounded
        deform_scene_shift(&s, (toi_vec3){1e6, -1e6, 3e6});
    }
    toi_deform* deform = NULL;
    assert_int_equal(toi_deform_create(NULL, &deform), TOI_OK);
    deform_scene_add(&s, deform);
    q.contacts = listed;
    q.contact_capacity = MOST_CONTACTS;
    toi_deform_result r;
    assert_int_equal(toi_deform_find(deform, &q, &r, NULL), TOI_OK);
    size_t contacts = check_pair(&s, 0, 1, &q, &r);
    for (uint32_t b = 0; b < SCENE_BODIES; ++b) {
        contacts += s.self[b] ? check_pair(&s, b, b, &q, &r) : 0;
    }
    assert_int_equal(r.contact_count, contacts);
    assert_int_equal(r.listed, contacts);
    assert_int_equal(r.answer, contacts > 0       ? TOI_ANSWER_CONTACT
                               : r.pair_count > 0 ? TOI_ANSWER_UNDECIDED
                                                  : TOI_ANSWER_CLEAR);
    assert_true(r.max_step == (r.answer == TOI_ANSWER_CLEAR ? 1.0 : 0.9 * r.t_free));
    ++counts[r.answer];
    counts[3] += contacts;
    toi_deform_destroy(deform);
    deform_scene_release(&s);
}

static void check_scenes(toi_deform_query q, uint32_t rounds)
{
    test_random random = random_start(7107);
    for (uint32_t kind = 0; kind < SCENE_KINDS; ++kind) {
        uint64_t counts[4] = {0};
        for (uint32_t i = 0; i < rounds / TEST_SHARE; ++i) {
            check_scene(kind, random_bits(&random), q, counts);
        }
        printf("kind %u: %llu clear, %llu contact, %llu undecided, %llu contacts\n", kind,
               (unsigned long long)counts[TOI_ANSWER_CLEAR], (unsigned long long)counts[TOI_ANSWER_CONTACT],
               (unsigned long long)counts[TOI_ANSWER_UNDECIDED], (unsigned long long)counts[3]);
    }
}

static void finds_what_touches_first(void** state)
{
    (void)state;
    check_scenes((toi_deform_query){.all = false}, 60);
}

static void finds_all_that_touches(void** state)
{
    (void)state;
    check_scenes((toi_deform_query){.all = true}, 60);
}

static void finds_the_exact_times(void** state)
{
    (void)state;
    check_scenes((toi_deform_query){.exact = true}, 30);
    check_scenes((toi_deform_query){.exact = true, .all = true}, 30);
}

static void keeps_a_separation(void** state)
{
    (void)state;
    check_scenes((toi_deform_query){.separation = 0.05}, 30);
    check_scenes((toi_deform_query){.separation = 0.05, .all = true, .tolerance = 1e-3}, 30);
}

static void says_where_steps_ran_out(void** state)
{
    (void)state;
    check_scenes((toi_deform_query){.max_steps = 2}, 30);
    check_scenes((toi_deform_query){.max_steps = 1, .all = true}, 30);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(finds_what_touches_first), cmocka_unit_test(finds_all_that_touches),
        cmocka_unit_test(finds_the_exact_times),    cmocka_unit_test(keeps_a_separation),
        cmocka_unit_test(says_where_steps_ran_out),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
