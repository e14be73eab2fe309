// All contacts where a body deforms and every path is straight, held to exact arithmetic: every pair of
// features by itself.

#include "soft_all_truth.h"

enum { MOST_LISTED = 1 << 14 };

// ---- the answer

static toi_contact listed[MOST_LISTED];
static truth known;
// Lists that are not complete: edges of whole numbers can stay parallel while they turn.
static uint32_t open_lists;
static uint32_t at_diagonals,
    first_there; // pairs that have touched elsewhere before, and those that have not

static toi_result ask_all(const cloth* a, const cloth* b, toi_query_def def)
{
    toi_result r;
    def.contacts = listed;
    def.contact_capacity = MOST_LISTED;
    assert_int_equal(toi_all_contacts(&a->body, &b->body, &def, &r), TOI_OK);
    assert_true(r.contact_count <= MOST_LISTED);
    return r;
}

static bool same_vector(toi_vec3 x, toi_vec3 y)
{
    return x.x == y.x && x.y == y.y && x.z == y.z;
}

// What the first contact says of the same two bodies.
static void check_first(const cloth* a, const cloth* b, const toi_result* r)
{
    toi_contact one;
    toi_query_def def = {.contacts = &one, .contact_capacity = 1};
    toi_result first;
    assert_int_equal(toi_first_contact(&a->body, &b->body, &def, &first), TOI_OK);
    assert_true(first.answer == r->answer && first.start == r->start && r->certified);
    assert_true(first.t_free == r->t_free && first.t_hit == r->t_hit && first.gap == r->gap);
    assert_true(first.kind == r->kind && same_vector(first.point, r->point));
    assert_true(first.a.index[0] == r->a.index[0] && first.b.index[0] == r->b.index[0]);
    assert_true((r->answer == TOI_ANSWER_CONTACT) == (r->contact_count > 0));
    assert_true(r->contact_count == 0 || listed[0].time == r->t_hit);
}

static void check_contact(const cloth* a, const cloth* b, const toi_result* r, const toi_contact* c)
{
    double distance = distance_of(a, b, c);
    if (isnan(c->gap)) { // of the first contact, which the list has later
        assert_true(c->time == r->t_hit && distance <= 4.0 * r->work.tolerance && r->t_complete < 1.0);
        return;
    }
    if (!(distance <= c->gap + 1e-14 && c->gap <= r->work.tolerance)) {
        fail_msg("distance %g, gap %g, tolerance %g", distance, c->gap, r->work.tolerance);
    }
    assert_true(isnan(c->properness) && isnan(c->time_error) && c->until == c->time && c->entering);
    assert_true(!c->tangent && !c->sustained && c->model_error == 0.0 && c->group < r->group_count);
    assert_true(same_vector(c->point, c->point_in_a) || a->body.motion.kind == TOI_MOTION_TRANSLATION);
}

static const toi_contact* find_listed(const toi_result* r, const named* n)
{
    for (uint32_t i = 0; i < r->contact_count; ++i) {
        if (is_named(&listed[i], n)) {
            return &listed[i];
        }
    }
    return NULL;
}

// ---- what meets at an inner diagonal

static double known_at(const cloth* a, toi_feature x, toi_feature y)
{
    double time = HUGE_VAL;
    for (uint32_t i = 0; i < known.count; ++i) {
        const named* n = &known.names[i];
        bool same = memcmp(&n->a, &x, sizeof x) == 0 && memcmp(&n->b, &y, sizeof y) == 0;
        bool swapped = a == known.b && memcmp(&n->a, &y, sizeof y) == 0 && memcmp(&n->b, &x, sizeof x) == 0;
        time = same || swapped ? fmin(time, n->time) : time;
    }
    return time;
}

// Corners and sides of a feature, and itself.
static uint32_t cells_of(const toi_mesh* mesh, toi_feature f, toi_feature cell[32])
{
    uint32_t count = 0, corners = 2;
    const uint32_t* corner = f.index;
    if (f.kind == TOI_FEATURE_FACE) {
        corners = toi_mesh_face(mesh, f.index[0], &corner);
    }
    for (uint32_t i = 0; i < corners; ++i) {
        uint32_t v = corner[i], w = corner[(i + 1) % corners];
        cell[count++] = (toi_feature){TOI_FEATURE_VERTEX, {v, 0}};
        if (f.kind == TOI_FEATURE_FACE) {
            cell[count++] = (toi_feature){TOI_FEATURE_EDGE, {v < w ? v : w, v < w ? w : v}};
        }
    }
    cell[count++] = f;
    return count;
}

// When features that meet at a diagonal have touched elsewhere: infinite for all others.
static double touch_elsewhere(const named* n)
{
    toi_feature x[32], y[32];
    double time = HUGE_VAL;
    if (n->kind != TOI_CONTACT_EF && n->kind != TOI_CONTACT_FE && n->kind != TOI_CONTACT_FF) {
        return time;
    }
    uint32_t p = cells_of(known.a->mesh, n->a, x), q = cells_of(known.b->mesh, n->b, y);
    for (uint32_t i = 0; i + 1 < p * q; ++i) {
        time = fmin(time, known_at(known.a, x[i / q], y[i % q]));
    }
    return time;
}

// Everything that touches is in the list, at no later time; and each of the list is near, once, in order.
// @return how many touch
static uint32_t check_list(const cloth* a, const cloth* b, const toi_result* r)
{
    known.a = a;
    known.b = b;
    known.count = 0;
    brute_pairs(&a->brute, &b->brute, look, &known);
    open_lists += r->t_complete < 1.0;
    for (uint32_t i = 0; i < known.count; ++i) {
        if (!(known.names[i].time < r->t_complete) && r->t_complete < 1.0) {
            continue;
        }
        const toi_contact* c = find_listed(r, &known.names[i]);
        double elsewhere = touch_elsewhere(&known.names[i]);
        at_diagonals += elsewhere <= known.names[i].time;
        if (c == NULL && elsewhere <= known.names[i].time + 1e-6) {
            assert_true(elsewhere < HUGE_VAL);
            continue;
        }
        if (c == NULL || !(c->time <= known.names[i].time)) {
            fail_msg("%d: of %.17g, at %.17g", known.names[i].kind, known.names[i].time, c ? c->time : -1.0);
        }
    }
    for (uint32_t i = 0; i < r->contact_count; ++i) {
        named n = {listed[i].kind, listed[i].a, listed[i].b, 0.0};
        check_contact(a, b, r, &listed[i]);
        assert_true(i == 0 || listed[i - 1].time <= listed[i].time);
        assert_ptr_equal(find_listed(r, &n), &listed[i]);
        bool crosses = r->start == TOI_START_OVERLAPPING && listed[i].time == 0.0;
        assert_true(crosses || !(touch_elsewhere(&n) < listed[i].time - 1e-6));
        first_there +=
            !crosses && n.kind != TOI_CONTACT_VF && n.kind != TOI_CONTACT_FV && n.kind != TOI_CONTACT_EE;
    }
    return known.count;
}

// ---- random scenes

static void every_pair_of_features_that_touches_is_listed(void** state)
{
    (void)state;
    test_random random = random_start(9101);
    uint32_t touch = 0, more = 0, clear = 0;
    for (uint32_t i = 0; i < 600 / TEST_SHARE; ++i) {
        cloth a, b;
        make_cloth(&random, i % KINDS, 0, &a);
        make_cloth(&random, i % KINDS, 1, &b);
        if (i % 3 == 1) {
            make_rigid(&random, i % KINDS == 3, &b);
        }
        const cloth *x = &a, *y = &b;
        if (i % 2 == 1) {
            x = &b;
            y = &a;
        }
        toi_result r = ask_all(x, y, (toi_query_def){0});
        check_first(x, y, &r);
        uint32_t found = check_list(x, y, &r);
        touch += found;
        more += r.contact_count;
        clear += r.answer == TOI_ANSWER_CLEAR;
        toi_mesh_destroy(a.mesh);
        toi_mesh_destroy(b.mesh);
    }
    printf("%u pairs of features touch, %u of them elsewhere before, %u at a diagonal; %u are listed; %u "
           "scenes are clear, %u open\n",
           touch, at_diagonals, first_there, more, clear, open_lists);
    assert_true(at_diagonals > 20 / TEST_SHARE && open_lists < 12);
    assert_true(touch > 2000 / TEST_SHARE && clear > 20 / TEST_SHARE);
}

static void so_is_every_one_of_a_body_with_itself(void** state)
{
    (void)state;
    test_random random = random_start(9102);
    uint32_t touch = 0, more = 0, clear = 0;
    for (uint32_t i = 0; i < 600 / TEST_SHARE; ++i) {
        cloth a;
        make_cloth(&random, i % KINDS, 0, &a);
        toi_result r = ask_all(&a, &a, (toi_query_def){0});
        check_first(&a, &a, &r);
        uint32_t found = check_list(&a, &a, &r);
        touch += found;
        more += r.contact_count;
        clear += r.answer == TOI_ANSWER_CLEAR;
        toi_mesh_destroy(a.mesh);
    }
    printf("%u pairs of features touch, %u are listed; %u bodies are clear\n", touch, more, clear);
    assert_true(touch > 1000 / TEST_SHARE && clear > 20 / TEST_SHARE);
}

static toi_contact swapped_contact(toi_contact c)
{
    static const toi_contact_kind kinds[] = {
        [TOI_CONTACT_NONE] = TOI_CONTACT_NONE, [TOI_CONTACT_VF] = TOI_CONTACT_FV,
        [TOI_CONTACT_FV] = TOI_CONTACT_VF,     [TOI_CONTACT_EE] = TOI_CONTACT_EE,
        [TOI_CONTACT_FF] = TOI_CONTACT_FF,     [TOI_CONTACT_EF] = TOI_CONTACT_FE,
        [TOI_CONTACT_FE] = TOI_CONTACT_EF};
    toi_feature a = c.a;
    c.kind = kinds[c.kind];
    c.a = c.b;
    c.b = a;
    return c;
}

// A vertex and a face are asked as the same query in either order, edges in another one.
static void swapped_bodies_have_swapped_lists(void** state)
{
    (void)state;
    static toi_contact before[MOST_LISTED];
    test_random random = random_start(9103);
    uint32_t compared = 0;
    for (uint32_t i = 0; i < 150 / TEST_SHARE; ++i) {
        cloth a, b;
        make_cloth(&random, i % KINDS, 0, &a);
        make_cloth(&random, i % KINDS, 1, &b);
        toi_result r = ask_all(&a, &b, (toi_query_def){0});
        memcpy(before, listed, r.contact_count * sizeof *listed);
        toi_result s = ask_all(&b, &a, (toi_query_def){0});
        assert_true(r.answer == s.answer && r.start == s.start);
        for (uint32_t k = 0; k < r.contact_count; ++k) {
            toi_contact c = swapped_contact(before[k]);
            named n = {c.kind, c.a, c.b, 0.0};
            const toi_contact* other = find_listed(&s, &n);
            if (other != NULL && (c.kind == TOI_CONTACT_VF || c.kind == TOI_CONTACT_FV)) {
                assert_true(other->time == c.time && other->gap == c.gap);
                assert_true(same_vector(other->normal, v3_scale(-1.0, c.normal)));
                ++compared;
            }
        }
        toi_mesh_destroy(a.mesh);
        toi_mesh_destroy(b.mesh);
    }
    assert_true(compared > 300 / TEST_SHARE);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(every_pair_of_features_that_touches_is_listed),
        cmocka_unit_test(so_is_every_one_of_a_body_with_itself),
        cmocka_unit_test(swapped_bodies_have_swapped_lists),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
