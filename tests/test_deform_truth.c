// Meshes that deform, held to exact arithmetic: every pair of features by polynomials over the rationals, and
// what crosses at time 0 by rational signs.

#include "deform_scenes.h"
#include "exact_sign.h"
#include "math/edge_cross.h"
#include "support/primitive_truth.h"

enum { MOST_CONTACTS = 4096 };

static toi_deform_contact listed[MOST_CONTACTS];

// The first exact contact of any pair of features.
typedef struct truth {
    double near, below;
    uint64_t contacts, pairs;
} truth;

static void look(void* context, const brute_pair* pair)
{
    truth* t = context;
    truth_contact c = truth_first_contact(&pair->query);
    ++t->pairs;
    t->contacts += c.contact;
    if (c.contact) {
        t->near = fmin(t->near, c.near);
        t->below = fmin(t->below, c.below);
    }
}

// ---- time 0 by signs: an edge that passes through a triangle

static int side_of(toi_vec3 a, toi_vec3 b, toi_vec3 c, toi_vec3 d)
{
    const toi_vec3 p[4] = {a, b, c, d};
    return exact_orientation(p, 3);
}

static bool edge_through(toi_vec3 p, toi_vec3 q, const toi_vec3 t[3])
{
    int side = side_of(t[0], t[1], t[2], p) * side_of(t[0], t[1], t[2], q);
    int turn = side < 0 ? side_of(p, q, t[0], t[1]) : 0;
    return turn != 0 && turn == side_of(p, q, t[1], t[2]) && turn == side_of(p, q, t[2], t[0]);
}

static void edges_that_pass_through_are_told_exactly(void** state)
{
    (void)state;
    test_random random = random_start(7208);
    uint32_t through = 0;
    for (uint32_t i = 0; i < 20000 / TEST_SHARE; ++i) {
        toi_vec3 p[5];
        for (int k = 0; k < 5; ++k) {
            double step = i % 2 == 0 ? 1.0 : 0x1p-50; // nearly in one plane
            p[k] = (toi_vec3){random_below(&random, 4), random_below(&random, 4),
                              1.0 + step * random_below(&random, 4)};
        }
        bool expected = edge_through(p[0], p[1], p + 2);
        assert_int_equal(ti_edge_crosses(p[0], p[1], p + 2), expected);
        through += expected;
    }
    assert_true(through > 200 / TEST_SHARE);
}

static bool has(const brute_body* body, const ti_triangle* t, uint32_t v)
{
    for (int k = 0; k < 3; ++k) {
        if (t->vertex[k] == v || (body->weld && body->weld[t->vertex[k]] == body->weld[v])) {
            return true;
        }
    }
    return false;
}

static bool any_edge_through(const brute_body* a, const brute_body* b)
{
    for (uint32_t i = 0; i < a->mesh->triangle_count; ++i) {
        for (uint32_t n = 0; n < 3 * b->mesh->triangle_count; ++n) {
            const ti_triangle *x = &a->mesh->triangles[i], *y = &b->mesh->triangles[n / 3];
            uint32_t v = y->vertex[n % 3], w = y->vertex[(n + 1) % 3];
            toi_vec3 face[3] = {a->start[x->vertex[0]], a->start[x->vertex[1]], a->start[x->vertex[2]]};
            bool common = a->start == b->start && (has(a, x, v) || has(a, x, w));
            if (!common && edge_through(b->start[v], b->start[w], face)) {
                return true;
            }
        }
    }
    return false;
}

// ---- scenes

static truth truth_of(const deform_scene* s, uint32_t a, uint32_t b)
{
    brute_body x = deform_scene_body(s, a), y = deform_scene_body(s, b);
    truth t = {.near = HUGE_VAL, .below = HUGE_VAL};
    brute_pairs(&x, a == b ? &x : &y, look, &t);
    if (any_edge_through(&x, &y) || any_edge_through(&y, &x)) {
        t.near = t.below = 0.0;
        ++t.contacts;
    }
    return t;
}

static toi_vec3 weighted(const deform_scene* s, const toi_deform_contact* c, bool of_a)
{
    toi_vec3 sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < 4; ++i) {
        bool first = i < (c->kind == TOI_PRIMITIVE_EE ? 2 : 1), a = first != c->vertex_of_b;
        uint32_t body = a ? c->a : c->b;
        if (a == of_a || (c->a == c->b && first == of_a)) {
            toi_vec3 x = s->start[body][c->vertex[i]], y = s->end[body][c->vertex[i]];
            double t = c->t_free, w = c->weight[i];
            sum = v3_add(sum, v3_scale(w, v3_add(v3_scale(1.0 - t, x), v3_scale(t, y))));
        }
    }
    return sum;
}

// The contact is within the tolerance at its time, where it says.
static void check_contact(const deform_scene* s, const toi_deform_contact* c)
{
    if (c->kind == TOI_PRIMITIVE_NONE) {
        assert_true(c->t_free == 0.0 && c->gap == 0.0);
        return;
    }
    toi_vec3 a = weighted(s, c, true), b = weighted(s, c, false), between = v3_sub(b, a);
    assert_near(v3_length(between), c->gap, 1e-12);
    assert_true(c->gap <= 1e-11);
    toi_vec3 middle = v3_scale(0.5, v3_add(a, b));
    assert_near(v3_length(v3_sub(middle, c->point)), 0.0, 1e-12);
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

static void check_pair(const deform_scene* s, uint32_t a, uint32_t b, bool exact, const toi_deform_result* r)
{
    truth t = truth_of(s, a, b);
    const toi_deform_pair* pair = pair_in(r, a, b);
    if (t.contacts > 0) {
        assert_non_null(pair); // CLEAR would be wrong
        assert_true(pair->t_free <= t.below);
    }
    if (pair != NULL && (t.near == 0.0) != (pair->start != TOI_START_FREE)) {
        fail_msg("the start of bodies %u and %u is wrong", a, b);
    }
    if (exact) {
        assert_int_equal(pair != NULL, t.contacts > 0);
        assert_true(pair == NULL || pair->t_free == t.below);
    }
}

static void check_scene(uint32_t kind, uint64_t seed, bool exact, uint64_t* contacts)
{
    deform_scene s;
    deform_scene_make(kind, seed, &s);
    toi_deform* deform = NULL;
    assert_int_equal(toi_deform_create(NULL, &deform), TOI_OK);
    deform_scene_add(&s, deform);
    toi_deform_query q = {.exact = exact, .contacts = listed, .contact_capacity = MOST_CONTACTS};
    toi_deform_result r;
    assert_int_equal(toi_deform_find(deform, &q, &r, NULL), TOI_OK);
    check_pair(&s, 0, 1, exact, &r);
    for (uint32_t b = 0; b < SCENE_BODIES; ++b) {
        if (s.self[b]) {
            check_pair(&s, b, b, exact, &r);
        }
    }
    for (uint64_t i = 0; i < r.listed; ++i) {
        check_contact(&s, &listed[i]);
    }
    *contacts += r.contact_count;
    toi_deform_destroy(deform);
    deform_scene_release(&s);
}

static void check_scenes(bool exact)
{
    enum { ROUNDS = 20 };
    test_random random = random_start(7207);
    uint64_t contacts = 0;
    for (uint32_t i = 0; i < ROUNDS * SCENE_KINDS / TEST_SHARE; ++i) {
        check_scene(i % SCENE_KINDS, random_bits(&random), exact, &contacts);
    }
    printf("%llu contacts\n", (unsigned long long)contacts);
}

static void no_contact_is_missed_or_late(void** state)
{
    (void)state;
    check_scenes(false);
}

static void exact_times_are_those_over_the_rationals(void** state)
{
    (void)state;
    check_scenes(true);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(edges_that_pass_through_are_told_exactly),
        cmocka_unit_test(no_contact_is_missed_or_late),
        cmocka_unit_test(exact_times_are_those_over_the_rationals),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
