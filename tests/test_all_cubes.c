// All contacts where the bodies are degenerate: cubes head on, grazes, rest, touches that last, flat and
// reflex edges.

#include "all_support.h"

static all_answer all;
static toi_mesh *cube, *split_cube;

// A cube of triangles, numbered as toi_mesh_create_box numbers vertices.
static toi_mesh* make_split_cube(void)
{
    static const uint32_t quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    mesh_sample s = {.vertices = NULL};
    for (int i = 0; i < 8; ++i) {
        sample_vertex(&s, i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
    }
    for (int f = 0; f < 6; ++f) {
        sample_quad(&s, quads[f][0], quads[f][1], quads[f][2], quads[f][3]);
    }
    return sample_mesh(&s);
}

static int open_meshes(void** state)
{
    (void)state;
    cube = make_box(0.5, 0.5, 0.5);
    split_cube = make_split_cube();
    return 0;
}

static int close_meshes(void** state)
{
    (void)state;
    toi_mesh_destroy(cube);
    toi_mesh_destroy(split_cube);
    return 0;
}

// Turns the whole of a scene of bodies that rest or are moved by a translation.
static void turn_scene(toi_body* a, toi_body* b, toi_quat q)
{
    ti_mat3 r = m3_from_quat(q);
    toi_body* body[2] = {a, b};
    for (int k = 0; k < 2; ++k) {
        toi_motion* m = &body[k]->motion;
        m->pose.position = m3_apply(&r, m->pose.position);
        m->pose.quaternion = q_mul(q, m->pose.quaternion);
        m->by = m3_apply(&r, m->by);
    }
}

// ---- cubes

typedef struct cubes_case {
    toi_vec3 from, by;
    double time, error;
    uint32_t at_time, in_all, vf_fv; // contacts that begin at the time, all, and those that are VF or FV
} cubes_case;

// Touches that last begin where the features, as large as the tolerance makes them, meet: 1e-9 of the size
// early.
static const cubes_case cubes_cases[] = {
    {{2, 0, 0}, {-2, 0, 0}, 0.5, 1e-12, 4, 4, 4}, // four times vertex on vertex
    {{2, 0.3, 0.2}, {-2, 0, 0}, 0.5, 1e-12, 4, 4, 2},
    {{2, 0.3, 0}, {-2, 0, 0}, 0.5, 1e-12, 4, 4, 4},
    {{2, 1, 0}, {-2, 0, 0}, 0.5, 1e-8, 4, 8, 8}, // then they slide until they are aligned
    {{2, 1, 1}, {-2, 0, 0}, 0.5, 1e-8, 2, 4, 4},
    {{2, 1 + 1e-10, 0}, {-2, 0, 0}, 0.5, 1e-8, 2, 2, 2}, // within the tolerance
    {{2, 1 + 1e-10, 1}, {-2, 0, 0}, 0.5, 1e-8, 2, 4, 4}, // in one plane, sliding with the other one aligned
    {{2, 1 + 1e-10, 1 + 1e-10}, {-2, 0, 0}, 0.5, 1e-8, 1, 1, 1},
    {{2, 1 + 1e-6, 0}, {-2, 0, 0}, 0.5, 1e-8, 0, 0, 0},
    {{2, 1 + 1e-6, 1}, {-2, 0, 0}, 0.5, 1e-8, 0, 0, 0},
    {{1, 0.3, 0.2}, {0, 1, 0}, 0.0, 1e-12, 4, 4, 2},  // in touch, sliding
    {{1, 0.3, 0.2}, {1, 0, 0}, 0.0, 1e-12, 4, 4, 2},  // parting, listed at the start
    {{1, 0.3, 0.2}, {-1, 0, 0}, 0.0, 1e-12, 4, 4, 2}, // going in from touch
    {{1, -2, 0.2}, {0, 4, 0}, 0.25, 1e-8, 4, 8, 4},   // sliding in from a side: two corners, then two others
};

static void ask_cubes(const cubes_case* c, toi_mesh* a_mesh, toi_mesh* b_mesh, toi_quat turn)
{
    toi_body a = at_rest(a_mesh, v3(0, 0, 0), upright), b = moving_by(b_mesh, c->from, upright, c->by);
    turn_scene(&a, &b, turn);
    ask_all(&a, &b, NULL, &all);
}

static void assert_cubes(const cubes_case* c)
{
    uint32_t at_time = 0;
    for (uint32_t i = 0; i < all.count; ++i) {
        assert_near(all.contacts[i].properness, 0.0, 1e-12);
        at_time += fabs(all.contacts[i].time - c->time) <= c->error;
    }
    uint32_t vf_fv = count_kind(&all, TOI_CONTACT_VF) + count_kind(&all, TOI_CONTACT_FV);
    if (all.count != c->in_all || at_time != c->at_time || vf_fv != c->vf_fv) {
        print_answer(&all);
        fail_msg("case %d: %u contacts, %u at %g expected", (int)(c - cubes_cases), c->in_all, c->at_time,
                 c->time);
    }
    assert_int_equal(all.result.answer, c->in_all > 0 ? TOI_ANSWER_CONTACT : TOI_ANSWER_CLEAR);
}

static void cubes_meet_in_as_many_contacts_as_counted_by_hand(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cubes_cases / sizeof cubes_cases[0]; ++i) {
        ask_cubes(&cubes_cases[i], cube, cube, upright);
        assert_cubes(&cubes_cases[i]);
    }
}

static void diagonals_of_flat_faces_are_no_features(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cubes_cases / sizeof cubes_cases[0]; ++i) {
        for (int k = 1; k < 4; ++k) {
            ask_cubes(&cubes_cases[i], k & 1 ? split_cube : cube, k & 2 ? split_cube : cube, upright);
            assert_cubes(&cubes_cases[i]);
            for (uint32_t n = 0; n < all.count; ++n) { // an edge along an axis changes one bit of the number
                const toi_contact* c = &all.contacts[n];
                uint32_t change_a = c->a.index[0] ^ c->a.index[1], change_b = c->b.index[0] ^ c->b.index[1];
                assert_true(c->kind != TOI_CONTACT_EE ||
                            ((change_a & (change_a - 1)) == 0 && (change_b & (change_b - 1)) == 0));
            }
        }
    }
}

static void turned_cubes_meet_in_as_many_contacts(void** state)
{
    (void)state;
    test_random random = random_start(31);
    for (int k = 0; k < 100; ++k) {
        toi_quat turn = random_turn(&random);
        for (size_t i = 0; i < sizeof cubes_cases / sizeof cubes_cases[0]; ++i) {
            ask_cubes(&cubes_cases[i], k & 1 ? split_cube : cube, k & 2 ? split_cube : cube, turn);
            assert_cubes(&cubes_cases[i]);
        }
    }
}

// ---- overlap at the start, and what comes later

static void bodies_that_overlap_at_the_start_are_still_followed(void** state)
{
    (void)state;
    // Two prongs along y, from x = 0 to 1 and from x = 3 to 4, joined below.
    static const double fork[8][2] = {{0, 0}, {4, 0}, {4, 3}, {3, 3}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
    toi_mesh *fork_mesh = make_prism(&fork[0][0], 8, 1.0), *box = make_box(0.4, 0.4, 0.4);
    toi_body a = at_rest(fork_mesh, v3(0, 0, 0), upright);
    toi_body b = moving_by(box, v3(0.9, 2, 0), upright, v3(2, 0, 0));
    toi_query_def leaving = {.leaving = true};
    for (int k = 0; k < 2; ++k) {
        ask_all(&a, &b, k == 0 ? NULL : &leaving, &all);
        assert_all(&all, k == 0 ? 4 : 8, TOI_ANSWER_CONTACT, TOI_START_OVERLAPPING);
        assert_true(all.result.t_hit == 0.0 && all.result.t_free == 0.0);
        assert_int_equal(count_kind(&all, TOI_CONTACT_FV), all.count);
        assert_int_equal(count_level_at(&all, 0.5 * (3.0 - 1.3), 1e-12), 4);
        assert_true(k == 0 || (!all.contacts[3].entering && fabs(all.contacts[3].time - 0.25) < 1e-12));
    }
    toi_query_def first = {.first_only = true};
    ask_all(&a, &b, &first, &all);
    assert_all(&all, 4, TOI_ANSWER_CONTACT, TOI_START_OVERLAPPING);
    toi_mesh_destroy(fork_mesh);
    toi_mesh_destroy(box);
}

// ---- edges

// Two upright edges of cubes on edge meet along their lengths: a vertex of each on the edge of the other, and
// nothing of the edges themselves.
static void parallel_edges_meet_at_their_ends_alone(void** state)
{
    (void)state;
    toi_quat on_edge = turn_about(0, 0, 1, 0.25 * PI);
    for (int shifted = 0; shifted < 2; ++shifted) {
        toi_body a = at_rest(cube, v3(0, 0, 0), on_edge);
        toi_body b = moving_by(cube, v3(sqrt(2.0) + 1.0, 0, shifted ? 0.3 : 0.0), on_edge, v3(-2, 0, 0));
        ask_all(&a, &b, NULL, &all);
        assert_all(&all, 2, TOI_ANSWER_CONTACT, TOI_START_FREE);
        assert_int_equal(count_kind(&all, TOI_CONTACT_EE), 0);
        assert_int_equal(count_level_at(&all, 0.5, 1e-12), 2);
    }
}

// The inner corners of the star are odd; above it has the same again.
enum { STAR = 10 };

static bool is_reflex_in_star(const toi_contact* c)
{
    bool inner_edge =
        c->kind == TOI_CONTACT_EE && c->a.index[1] == c->a.index[0] + STAR && c->a.index[0] % 2 == 1;
    return inner_edge || (c->kind == TOI_CONTACT_VF && c->a.index[0] % 2 == 1);
}

static void nothing_meets_reflex_edges_and_saddles_properly(void** state)
{
    (void)state;
    double corners[STAR][2];
    for (int i = 0; i < STAR; ++i) {
        double r = i % 2 == 0 ? 1.0 : 0.45;
        corners[i][0] = r * cos(0.2 * PI * i);
        corners[i][1] = r * sin(0.2 * PI * i);
    }
    toi_mesh *star = make_prism(&corners[0][0], STAR, 0.6), *rod = make_box(1.0, 0.05, 0.1);
    test_random random = random_start(32);
    uint32_t contacts = 0, improper = 0;
    for (int i = 0; i < 400; ++i) {
        double x = random_between(&random, -0.8, 0.8), y = random_between(&random, -0.8, 0.8);
        toi_pose start = {{x, y, 1.8}, random_turn(&random)};
        toi_body a = at_rest(star, v3(0, 0, 0), turn_about(1, 0, 0, 0.5 * PI * random_below(&random, 2)));
        toi_body b = screwing(rod, start, v3(0.1, 0.2, 0), v3(0, 0, 1), random_between(&random, -3, 3), -1.8);
        ask_all(&a, &b, NULL, &all);
        for (uint32_t k = 0; k < all.count; ++k) {
            assert_false(is_reflex_in_star(&all.contacts[k]));
            ++contacts;
        }
        toi_query_def def = {.min_properness = -1.0};
        ask_all(&a, &b, &def, &all);
        for (uint32_t k = 0; k < all.count; ++k) {
            bool reflex = is_reflex_in_star(&all.contacts[k]);
            assert_true(!reflex || all.contacts[k].properness < 0.0);
            improper += reflex;
        }
    }
    printf("%u proper contacts, %u at reflex edges and saddles\n", contacts, improper);
    assert_true(contacts > 300 && improper > 300);
    toi_mesh_destroy(star);
    toi_mesh_destroy(rod);
}

// A cube with a pyramid cut out of its upper face, down to the vertex 8 in its middle.
static toi_mesh* make_pit(void)
{
    static const uint32_t faces[][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}};
    static const uint32_t sides[][3] = {{4, 5, 8}, {5, 7, 8}, {7, 6, 8}, {6, 4, 8}};
    mesh_sample s = {.vertices = NULL};
    for (int i = 0; i < 8; ++i) {
        sample_vertex(&s, i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
    }
    sample_vertex(&s, 0, 0, 0);
    for (int f = 0; f < 5; ++f) {
        sample_face(&s, faces[f], 4);
    }
    for (int f = 0; f < 4; ++f) {
        sample_face(&s, sides[f], 3);
    }
    return sample_mesh(&s);
}

// A spike that comes down into the bottom of a pit: its tip meets a side, the pit's own vertex nothing.
static void the_bottom_of_a_pit_is_met_by_tips_alone(void** state)
{
    (void)state;
    toi_mesh *pit = make_pit(), *spike = make_spike(v3(0, 0, 0), v3(0, 0, 1), 0.2),
             *flat = make_box(0.2, 0.2, 0.2);
    toi_body a = at_rest(pit, v3(0, 0, 0), upright);
    toi_body b = moving_by(spike, v3(0, 0, 1), upright, v3(0, 0, -2));
    ask_all(&a, &b, NULL, &all);
    assert_all(&all, 1, TOI_ANSWER_CONTACT, TOI_START_FREE);
    assert_true(all.contacts[0].kind == TOI_CONTACT_FV && all.contacts[0].b.index[0] == 0);
    assert_near(all.contacts[0].time, 0.5, 1e-12);
    // The lower edges of a box meet the edges between the sides of the pit, the pit itself nothing.
    b = moving_by(flat, v3(0, 0, 1.2), upright, v3(0, 0, -1.5));
    ask_all(&a, &b, NULL, &all);
    assert_all(&all, 4, TOI_ANSWER_CONTACT, TOI_START_FREE);
    assert_int_equal(count_kind(&all, TOI_CONTACT_FV), 4);
    assert_near(all.contacts[0].time, 0.8 / 1.5, 1e-12);
    toi_mesh_destroy(pit);
    toi_mesh_destroy(spike);
    toi_mesh_destroy(flat);
}

// ---- touches without crossing

// The tip (1, 0, 0) turns about y, down to z = -1 and up again.
static void a_touch_that_turns_back_is_tangent(void** state)
{
    (void)state;
    toi_mesh* spike = make_spike(v3(1, 0, 0), v3(-0.3, 0, 0), 0.1);
    for (double depth = -1e-6; depth < 2e-6; depth += 1e-6) {
        toi_body a = at_rest(cube, v3(0, 0, -1.5 + depth), upright);
        toi_body b = screwing(spike, at(0, 0, 0), v3(0, 0, 0), v3(0, 1, 0), 2.0, 0.0);
        toi_query_def def = {.leaving = true};
        for (int leaving = 0; leaving < 2; ++leaving) {
            ask_all(&a, &b, leaving ? &def : NULL, &all);
            if (depth < -1e-7) {
                assert_all(&all, 0, TOI_ANSWER_CLEAR, TOI_START_FREE);
                continue;
            }
            bool through = depth > 1e-7;
            assert_all(&all, through && leaving ? 2 : 1, TOI_ANSWER_CONTACT, TOI_START_FREE);
            const toi_contact* c = &all.contacts[0];
            assert_true(c->kind == TOI_CONTACT_FV && c->tangent == !through && !c->sustained && c->entering);
            double time = 0.5 * asin(through ? 1.0 - depth : 1.0);
            assert_near(c->time, time, c->time_error);
            assert_true(c->time_error < (through ? 1e-9 : 1e-6));
        }
    }
    toi_mesh_destroy(spike);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(cubes_meet_in_as_many_contacts_as_counted_by_hand),
        cmocka_unit_test(diagonals_of_flat_faces_are_no_features),
        cmocka_unit_test(turned_cubes_meet_in_as_many_contacts),
        cmocka_unit_test(bodies_that_overlap_at_the_start_are_still_followed),
        cmocka_unit_test(parallel_edges_meet_at_their_ends_alone),
        cmocka_unit_test(nothing_meets_reflex_edges_and_saddles_properly),
        cmocka_unit_test(the_bottom_of_a_pit_is_met_by_tips_alone),
        cmocka_unit_test(a_touch_that_turns_back_is_tangent),
    };
    return cmocka_run_group_tests(cases, open_meshes, close_meshes);
}
