// Bodies on rational motions: links hold for the motions themselves, and a world says what each pair says.

#include "data.h"
#include "first_support.h"
#include "rational_support.h"

static toi_body moved(const toi_mesh* mesh, const random_rational* r)
{
    return (toi_body){.mesh = mesh, .motion = r->motion};
}

// ---- the certificate

static toi_vec3 turned_direction(const toi_link* link, double t)
{
    double rate = v3_length(link->turn), angle = rate * (t - link->from);
    if (!(rate > 0.0)) {
        return link->direction;
    }
    toi_vec3 n = v3_scale(1.0 / rate, link->turn), d = link->direction;
    toi_vec3 across = v3_madd(v3_scale(cos(angle), d), sin(angle), v3_cross(n, d));
    return v3_madd(across, (1.0 - cos(angle)) * v3_dot(n, d), n);
}

// Largest n.x over triangles of a box at the exact motion.
static real extreme(const toi_body* body, toi_vec3 n, double t, uint32_t begin, uint32_t end)
{
    real along[8], most = -HUGE_VALL;
    for (int i = 0; i < 8; ++i) {
        real x[3];
        rational_point(&body->motion, t, body->mesh->vertices[i], x);
        along[i] = (real)n.x * x[0] + (real)n.y * x[1] + (real)n.z * x[2];
    }
    for (uint32_t i = begin; i < end; ++i) {
        uint32_t v[3];
        toi_mesh_triangle(body->mesh, i, v);
        for (int k = 0; k < 3; ++k) {
            most = fmaxl(most, along[v[k]]);
        }
    }
    return most;
}

enum { LINKS = 4096 };

static void links_hold_for_the_motion_itself(void** state)
{
    (void)state;
    test_random random = random_start(6);
    toi_mesh* mesh[2] = {make_box(0.5, 0.3, 0.4), make_box(0.2, 0.6, 0.3)};
    static toi_link links[LINKS];
    uint32_t seen = 0;
    for (int i = 0; i < 40; ++i) {
        random_rational r[2];
        random_rational_make(&random, 1.0, 1 + random_below(&random, 2), &r[0]);
        random_rational_make(&random, 3.0, 1 + random_below(&random, 2), &r[1]);
        toi_body a = moved(mesh[0], &r[0]), b = moved(mesh[1], &r[1]);
        toi_query_def def = {.links = links, .link_capacity = LINKS, .separation = i % 3 ? 0.0 : 0.05};
        toi_result x = ask(&a, &b, &def);
        assert_true(x.link_count <= LINKS);
        for (uint32_t k = 0; k < x.link_count; ++k) {
            const toi_link* l = &links[k];
            for (int j = 0; j <= 3; ++j) {
                double t = l->from + (l->to - l->from) * j / 3.0;
                toi_vec3 n = turned_direction(l, t);
                real apart = -extreme(&b, v3_negate(n), t, l->b_begin, l->b_end) -
                             extreme(&a, n, t, l->a_begin, l->a_end);
                assert_true(apart > (real)def.separation);
            }
            ++seen;
        }
        // One triangle of each, at times before t_free.
        for (int j = 0; j < 50 && x.t_free > 0.0; ++j) {
            double t = x.t_free * random_unit(&random);
            uint32_t p = random_below(&random, 12), q = random_below(&random, 12);
            bool covered = false;
            for (uint32_t k = 0; k < x.link_count; ++k) {
                const toi_link* l = &links[k];
                covered = covered || (l->from <= t && t <= l->to && l->a_begin <= p && p < l->a_end &&
                                      l->b_begin <= q && q < l->b_end);
            }
            assert_true(covered);
        }
    }
    assert_true(seen > 200);
    toi_mesh_destroy(mesh[0]);
    toi_mesh_destroy(mesh[1]);
}

// ---- worlds

enum { BODIES = 24 };

static void a_world_says_what_each_pair_says(void** state)
{
    (void)state;
    test_random random = random_start(7);
    static random_rational r[BODIES];
    toi_mesh* mesh = make_box(0.5, 0.3, 0.4);
    toi_body bodies[BODIES];
    for (uint32_t i = 0; i < BODIES; ++i) {
        random_rational_make(&random, 1.0, 1 + random_below(&random, 2), &r[i]);
        toi_vec3 shift = random_point(&random, 2.0);
        for (uint32_t p = 0; p < r[i].motion.rational_count; ++p) {
            for (uint32_t k = 0; k < r[i].pieces[p].translation_count; ++k) {
                double w = r[i].pieces[p].weights != NULL ? r[i].weights[p][k] : 1.0;
                r[i].translation[p][k] = v3_madd(r[i].translation[p][k], w, shift);
            }
        }
        bodies[i] = i % 3 == 0 ? at_rest(mesh, shift, upright) : moved(mesh, &r[i]);
    }
    toi_world_def def = {.bodies = bodies, .body_count = BODIES, .list_all = true};
    toi_world_result world;
    toi_error error = {0};
    if (toi_world_check(&def, &world, &error) != TOI_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(world.pair_count, BODIES * (BODIES - 1) / 2);
    uint32_t hits = 0, broad = 0;
    for (uint32_t i = 0; i < world.pair_count; ++i) {
        const toi_pair_result* p = &world.pairs[i];
        toi_result x = ask(&bodies[p->a], &bodies[p->b], NULL);
        assert_int_equal(p->result.answer, x.answer);
        assert_int_equal(p->result.start, x.start);
        assert_true(p->result.t_free == x.t_free);
        hits += x.answer == TOI_ANSWER_CONTACT;
        broad += p->broad;
    }
    print_message("%u meet, %u by their boxes\n", (unsigned)hits, (unsigned)broad);
    assert_true(hits > 10 && broad > 20 && broad + hits < world.pair_count);
    toi_world_result_release(&world);
    toi_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_hold_for_the_motion_itself),
        cmocka_unit_test(a_world_says_what_each_pair_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
