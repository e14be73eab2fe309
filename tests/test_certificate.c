// The links of a query prove its answer to a stranger: they cover every two triangles up to t_free, and each
// keeps its distance. And a certificate that was tampered with is found out.

#include "cmocka_toi.h"

#include "support/certificate.h"
#include "support/generate.h"
#include "support/workload.h"

enum { LINKS = 1 << 16, SAMPLES = 33, LIMIT = 20000 };

static toi_link links[LINKS];
static gen_pair pair;

typedef struct tally {
    uint32_t queries, links, proved, evaluations;
} tally;

// Checks the certificate of one query. `every`: how many links one is taken of.
static void check_query(const toi_body* a, const toi_body* b, double separation, uint32_t every, tally* t)
{
    toi_query_def def = {.separation = separation, .links = links, .link_capacity = LINKS};
    toi_result r;
    assert_int_equal(toi_first_contact(a, b, &def, &r), TOI_OK);
    assert_true(r.link_count <= LINKS);
    certificate c;
    certificate_hole hole;
    certificate_init(&c, a, b, separation);
    bool covered = certificate_covers(&c, links, r.link_count, r.t_free, &hole);
    if (!covered) {
        print_error("answer %d start %d t_free %.17g: triangles %u and %u are not covered at %.17g\n",
                    (int)r.answer, (int)r.start, r.t_free, hole.a, hole.b, hole.time);
    }
    assert_true(covered);
    for (uint32_t i = 0; i < r.link_count; i += every) {
        certificate_link l = certificate_check_link(&c, &links[i], SAMPLES, LIMIT);
        if (!(l.least > 0.0L)) {
            print_error("link %u, %.17g to %.17g: distance %.3Lg at %.17g\n", i, links[i].from, links[i].to,
                        l.least, l.time);
        }
        assert_true(l.least > 0.0L);
        ++t->links;
        t->proved += l.proved;
        t->evaluations += l.evaluations;
    }
    ++t->queries;
    certificate_release(&c);
}

static void print_tally(const tally* t)
{
    printf("%u queries, %u links, %u of them proved between samples too, %u evaluations\n", t->queries,
           t->links, t->proved, t->evaluations);
}

static void links_of_random_pairs_prove_their_answers(void** state)
{
    (void)state;
    tally t = {0};
    for (uint64_t i = 0; i < 400; ++i) {
        gen_pair_random(41, i, i % 5 == 0, &pair);
        toi_mesh *a = gen_toi_mesh(&pair.a), *b = gen_toi_mesh(&pair.b);
        toi_body body_a = {.mesh = a, .motion = pair.motion_a}, body_b = {.mesh = b, .motion = pair.motion_b};
        check_query(&body_a, &body_b, pair.separation, 1, &t);
        toi_mesh_destroy(a);
        toi_mesh_destroy(b);
    }
    print_tally(&t);
    assert_true(t.links > 2000);
    assert_true(t.proved >= t.links - t.links / 50);
}

static void links_of_the_verified_queries_prove_their_answers(void** state)
{
    (void)state;
    static workload all;
    const char* folder = test_data_path("workloads");
    if (folder == NULL) {
        skip();
    }
    assert_true(workload_open(&all, folder));
    tally t = {0};
    for (uint32_t i = 0; i < all.query_count; ++i) {
        const workload_query* q = &all.queries[i];
        for (int path = 0; path < 2; ++path) {
            toi_body body[2];
            for (int k = 0; k < 2; ++k) {
                const workload_mesh* m = workload_get_mesh(&all, q->mesh[k]);
                assert_non_null(m);
                body[k].mesh = m->mesh;
                body[k].motion = (toi_motion){.kind = TOI_MOTION_BETWEEN,
                                              .path = path ? TOI_PATH_SLERP : TOI_PATH_SCREW,
                                              .pose = q->start[k],
                                              .end = q->end[k]};
            }
            check_query(&body[0], &body[1], 0.0, 3, &t);
        }
    }
    print_tally(&t);
    assert_true(t.proved >= t.links - t.links / 50);
    workload_close(&all);
}

// ---- teeth

static void ask_boxes(toi_mesh** mesh, toi_body body[2], toi_result* r)
{
    toi_error error;
    assert_int_equal(toi_mesh_create_box((toi_vec3){1, 1, 1}, NULL, mesh, &error), TOI_OK);
    toi_motion rest = {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY};
    toi_motion pass = {.kind = TOI_MOTION_SPIN,
                       .pose = {{-6.0, 3.5, 0.25}, {1, 0, 0, 0}},
                       .by = {12.0, 0.0, 0.0},
                       .axis = {1, 2, 3},
                       .angle = 4.0};
    body[0] = (toi_body){.mesh = *mesh, .motion = rest};
    body[1] = (toi_body){.mesh = *mesh, .motion = pass};
    toi_query_def def = {.links = links, .link_capacity = LINKS};
    assert_int_equal(toi_first_contact(&body[0], &body[1], &def, r), TOI_OK);
    assert_int_equal(r->answer, TOI_ANSWER_CLEAR);
    assert_true(r->link_count > 1 && r->link_count < LINKS);
}

static void a_certificate_that_was_tampered_with_is_found_out(void** state)
{
    (void)state;
    toi_mesh* mesh;
    toi_body body[2];
    toi_result r;
    ask_boxes(&mesh, body, &r);
    certificate c;
    certificate_hole hole;
    certificate_init(&c, &body[0], &body[1], 0.0);
    assert_true(certificate_covers(&c, links, r.link_count, 1.0, &hole));
    // A gap of one unit in the last place.
    toi_link kept = links[1];
    links[1].from = nextafter(kept.from, 1.0);
    assert_false(certificate_covers(&c, links, r.link_count, 1.0, &hole));
    // One triangle less.
    links[1] = kept;
    links[1].b_end -= 1;
    assert_false(certificate_covers(&c, links, r.link_count, 1.0, &hole));
    assert_int_equal(hole.b, kept.b_end - 1);
    // The same with the rest put into another link.
    links[1] = kept;
    links[1].b_end -= 5;
    links[r.link_count] = kept;
    links[r.link_count].b_begin = kept.b_end - 5;
    assert_true(certificate_covers(&c, links, r.link_count + 1, 1.0, &hole));
    // A direction that points the other way, and one that turns too fast.
    links[1] = kept;
    assert_true(certificate_check_link(&c, &links[1], SAMPLES, LIMIT).proved);
    links[1].direction = (toi_vec3){-kept.direction.x, -kept.direction.y, -kept.direction.z};
    assert_true(certificate_check_link(&c, &links[1], SAMPLES, LIMIT).least < 0.0L);
    links[1] = kept;
    links[1].turn = (toi_vec3){200.0, 0.0, 100.0};
    assert_true(certificate_check_link(&c, &links[1], SAMPLES, LIMIT).least < 0.0L);
    certificate_release(&c);
    toi_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_of_random_pairs_prove_their_answers),
        cmocka_unit_test(links_of_the_verified_queries_prove_their_answers),
        cmocka_unit_test(a_certificate_that_was_tampered_with_is_found_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
