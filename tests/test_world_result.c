// What a check of many bodies lists and keeps, what is first, and what it refuses.

#include "failing_allocator.h"
#include "world_support.h"

// ---- what is listed

static void list_all_lists_every_asked_pair_with_a_distance_that_holds(void** state)
{
    (void)state;
    test_random random = random_start(18);
    world w = random_world(&random, 24, 4.0);
    const double separations[2] = {0.0, 0.25};
    for (int i = 0; i < 2; ++i) {
        toi_world_def def = def_of(&w);
        def.list_all = true;
        def.query.separation = separations[i];
        toi_world_result r = check(&def);
        assert_true(r.pair_count == 24 * 23 / 2);
        uint64_t broad = 0;
        for (uint32_t k = 0; k < r.pair_count; ++k) {
            const toi_pair_result* p = &r.pairs[k];
            assert_true(k == 0 || p->a > p[-1].a || (p->a == p[-1].a && p->b > p[-1].b));
            if (!p->broad) {
                continue;
            }
            ++broad;
            assert_int_equal(p->result.answer, TOI_ANSWER_CLEAR);
            assert_int_equal(p->result.start, TOI_START_FREE);
            assert_true(p->result.certified && p->result.t_free == 1.0);
            assert_true(p->result.gap > separations[i]);
            // Contact within the gap that was proved would refute it.
            toi_query_def query = {.separation = p->result.gap * (1.0 - 1e-6),
                                   .tolerance = 1e-7 * p->result.gap};
            toi_result own;
            assert_int_equal(toi_first_contact(&w.bodies[p->a], &w.bodies[p->b], &query, &own), TOI_OK);
            assert_int_equal(own.answer, TOI_ANSWER_CLEAR);
        }
        assert_true(broad == r.pairs_broad && broad > 50);
        toi_world_result_release(&r);
    }
    release_world(&w);
}

static void the_earliest_contact_is_first_and_ties_go_by_the_order_of_pairs(void** state)
{
    (void)state;
    world w = {.count = 6};
    make_meshes(&w);
    for (uint32_t i = 0; i < 3;
         ++i) { // boxes of side 1 in three rows; the last two rows meet at the same time
        w.bodies[i] = sliding_box(&w, 0, 10.0 * i, 0);
        w.bodies[5 - i] = sliding_box(&w, 3, 10.0 * i, i == 0 ? -3.0 : -8.0);
    }
    toi_world_def def = def_of(&w);
    toi_world_result r = check(&def);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_int_equal(r.pair_count, 3);
    assert_int_equal(r.first, 1);
    assert_true(r.pairs[1].a == 1 && r.pairs[1].b == 4);
    assert_near(r.pairs[0].result.t_hit, 2.0 / 3.0, 1e-8);
    assert_near(r.pairs[1].result.t_hit, 0.25, 1e-8);
    assert_true(r.pairs[1].result.t_hit == r.pairs[2].result.t_hit);
    assert_true(r.pairs[0].result.contact_count > 0 && r.pairs[0].contacts != NULL);
    assert_null(r.pairs[0].links);
    toi_world_result_release(&r);
    release_world(&w);
}

// A box between two plates, all of one body: a search of hulls alone cannot tell that it meets nothing.
static toi_mesh* make_plates(void)
{
    double vertices[16 * 3];
    uint32_t indices[24 * 2], offsets[13];
    static const uint32_t box[24] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
    for (uint32_t i = 0; i < 16; ++i) {
        vertices[3 * i] = i & 1 ? 2.0 : -2.0;
        vertices[3 * i + 1] = (i & 2 ? 0.1 : -0.1) + (i & 8 ? 2.0 : -2.0);
        vertices[3 * i + 2] = i & 4 ? 2.0 : -2.0;
    }
    for (uint32_t i = 0; i < 48; ++i) {
        indices[i] = box[i % 24] + (i < 24 ? 0 : 8);
    }
    for (uint32_t i = 0; i < 13; ++i) {
        offsets[i] = 4 * i;
    }
    toi_mesh_def def = {.vertices = vertices,
                        .vertex_count = 16,
                        .indices = indices,
                        .face_offsets = offsets,
                        .face_count = 12};
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

static void an_undecided_pair_makes_the_world_undecided_unless_there_is_a_contact(void** state)
{
    (void)state;
    world w = {.count = 4};
    make_meshes(&w);
    toi_mesh* plates = make_plates();
    w.bodies[0] =
        (toi_body){.mesh = plates, .motion = {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}};
    w.bodies[1] =
        (toi_body){.mesh = w.meshes[2], .motion = {.kind = TOI_MOTION_SPIN, .pose = TOI_POSE_IDENTITY}};
    w.bodies[1].motion.axis = (toi_vec3){0, 1, 0};
    w.bodies[1].motion.angle = 20.0;
    w.bodies[2] = sliding_box(&w, 50, 0, 0);
    w.bodies[3] = sliding_box(&w, 51.5, 0, -4);
    toi_world_def def = def_of(&w);
    def.query.max_steps = 8;
    def.body_count = 3;
    toi_world_result r = check(&def);
    assert_int_equal(r.pair_count, 1);
    assert_int_equal(r.pairs[0].result.answer, TOI_ANSWER_UNDECIDED);
    assert_int_equal(r.answer, TOI_ANSWER_UNDECIDED);
    toi_world_result_release(&r);
    def.body_count = 4;
    r = check(&def);
    assert_int_equal(r.pair_count, 2);
    assert_int_equal(r.pairs[0].result.answer, TOI_ANSWER_UNDECIDED);
    assert_int_equal(r.pairs[1].result.answer, TOI_ANSWER_CONTACT);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_int_equal(r.first, 1);
    toi_world_result_release(&r);
    toi_mesh_destroy(plates);
    release_world(&w);
}

static void contacts_and_links_are_kept_up_to_their_limits(void** state)
{
    (void)state;
    test_random random = random_start(19);
    world w = random_world(&random, 30, 2.0);
    w.bodies[28] = sliding_box(&w, 100.0, 0.0, 0.0); // these two meet face on face
    w.bodies[29] = sliding_box(&w, 102.0, 0.0, -4.0);
    toi_world_def def = def_of(&w);
    def.max_contacts = 1u << 20;
    def.max_links = 1u << 20;
    toi_world_result all = check(&def);
    def.max_contacts = 2;
    def.max_links = 3;
    toi_world_result few = check(&def);
    uint32_t most_contacts = 0, most_links = 0;
    for (uint32_t i = 0; i < all.pair_count; ++i) {
        const toi_pair_result *p = &all.pairs[i], *q = &few.pairs[i];
        uint32_t contacts = p->result.contact_count, links = p->result.link_count;
        most_contacts = contacts > most_contacts ? contacts : most_contacts;
        most_links = links > most_links ? links : most_links;
        assert_int_equal(q->result.contact_count, contacts < 2 ? contacts : 2);
        assert_int_equal(q->result.link_count, links < 3 ? links : 3);
        assert_true((p->contacts != NULL) == (contacts > 0) && (p->links != NULL) == (links > 0));
        assert_memory_equal(&p->result.t_free, &q->result.t_free, 3 * sizeof(double));
        for (uint32_t k = 0; k < q->result.link_count; ++k) {
            assert_memory_equal(&p->links[k], &q->links[k], sizeof(toi_link));
        }
    }
    printf("up to %u contacts and %u links a pair\n", most_contacts, most_links);
    assert_true(most_contacts >= 2 && most_links > 3);
    toi_world_result_release(&all);
    toi_world_result_release(&few);
    release_world(&w);
}

// ---- what fails

static void every_failed_allocation_is_reported_and_leaks_nothing(void** state)
{
    (void)state;
    test_random random = random_start(20);
    world w = random_world(&random, 12, 1.5);
    const toi_pair list[] = {{0, 1}, {3, 2}, {5, 1}, {7, 9}, {2, 11}, {4, 6}};
    for (int kind = 0; kind < 4; ++kind) {
        toi_world_def def = def_of(&w);
        def.threads = kind == 0 ? 3 : 1;
        def.max_links = 1000;
        def.list_all = kind == 1;
        def.query.solid = kind == 2;
        def.ignore = list;
        def.ignore_count = 2;
        def.only = kind == 3 ? list + 1 : NULL;
        def.only_count = kind == 3 ? 5 : 0;
        toi_status status = TOI_ERROR_MEMORY;
        uint64_t n = 0;
        for (; status != TOI_OK; ++n) {
            failing_allocator f = failing_allocator_make(n + 1, n % 2);
            toi_allocator allocator = failing_allocator_use(&f);
            def.allocator = &allocator;
            toi_world_result r = {.first = 77};
            toi_error error = {0};
            status = toi_world_check(&def, &r, &error);
            if (status == TOI_OK) {
                assert_true(f.failures == 0);
                toi_world_result_release(&r);
            } else {
                assert_int_equal(status, TOI_ERROR_MEMORY);
                assert_int_equal(error.status, TOI_ERROR_MEMORY);
                assert_int_equal(r.first, 77);
            }
            assert_true(f.live == 0);
        }
        printf("%llu allocations failed in turn\n", (unsigned long long)n - 1);
        assert_true(n > 10);
    }
    release_world(&w);
}

static void assert_refused(const toi_world_def* def, toi_status status, uint64_t index, const char* text)
{
    toi_world_result r = {.first = 77};
    toi_error error = {0};
    assert_int_equal(toi_world_check(def, &r, &error), status);
    assert_int_equal(error.status, status);
    assert_true(error.index == index);
    assert_string_equal(error.text, text);
    assert_int_equal(r.first, 77);
    assert_int_equal(toi_world_check(def, &r, NULL), status);
}

static void what_is_wrong_is_named(void** state)
{
    (void)state;
    test_random random = random_start(21);
    world w = random_world(&random, 6, 2.0);
    toi_world_def def = def_of(&w);
    toi_pair pair = {2, 6};
    def.ignore = &pair;
    def.ignore_count = 1;
    assert_refused(&def, TOI_ERROR_INVALID, 6, "ignore: pair 0 names body 6 of 6");
    pair = (toi_pair){4, 4};
    assert_refused(&def, TOI_ERROR_INVALID, 4, "ignore: pair 0 is body 4 twice");
    def = def_of(&w);
    def.only = &pair;
    def.only_count = 1;
    assert_refused(&def, TOI_ERROR_INVALID, 4, "only: pair 0 is body 4 twice");
    def = def_of(&w);
    def.query.tolerance = -1.0;
    assert_refused(&def, TOI_ERROR_INVALID, 0, "tolerance is not a finite number of at least 0");
    def.query = (toi_query_def){.separation = (double)NAN};
    assert_refused(&def, TOI_ERROR_INVALID, 0, "separation is not a finite number of at least 0");
    def = def_of(&w);
    w.bodies[3].motion = (toi_motion){.kind = TOI_MOTION_ROTATION, .pose = TOI_POSE_IDENTITY};
    assert_refused(&def, TOI_ERROR_INVALID, 3, "body 3: axis is shorter than 1e-12");
    w.bodies[2].mesh = NULL;
    assert_refused(&def, TOI_ERROR_INVALID, 2, "body 2 has no mesh");
    const toi_key keys[2] = {{0.5, TOI_POSE_IDENTITY}, {0.5, TOI_POSE_IDENTITY}};
    w.bodies[1].motion = (toi_motion){.kind = TOI_MOTION_KEYFRAMES, .keys = keys, .key_count = 2};
    assert_refused(&def, TOI_ERROR_INVALID, 1, "body 1, key 1: keys: a time is not above the one before");
    toi_world_result r;
    assert_int_equal(toi_world_check(NULL, &r, NULL), TOI_ERROR_INVALID);
    toi_world_result_release(NULL);
    release_world(&w);
}

static void solid_refuses_an_open_mesh_only_in_a_pair_that_is_asked(void** state)
{
    (void)state;
    test_random random = random_start(22);
    world w = random_world(&random, 3, 2.0);
    const double vertices[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const uint32_t indices[3] = {0, 1, 2};
    toi_mesh_def open = {.vertices = vertices, .vertex_count = 3, .indices = indices, .face_count = 1};
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create(&open, &mesh, NULL), TOI_OK);
    w.bodies[1].mesh = mesh;
    toi_world_def def = def_of(&w);
    def.query.solid = true;
    assert_refused(&def, TOI_ERROR_OPEN_MESH, 1, "body 1 has an open mesh, and solid needs closed ones");
    const toi_pair ignore[2] = {{1, 0}, {2, 1}}, only = {2, 0};
    def.ignore = ignore;
    def.ignore_count = 2;
    toi_world_result r = check(&def);
    toi_world_result_release(&r);
    def.ignore_count = 0;
    def.only = &only;
    def.only_count = 1;
    r = check(&def);
    toi_world_result_release(&r);
    toi_mesh_destroy(mesh);
    release_world(&w);
}

static void a_world_of_no_or_one_body_is_clear(void** state)
{
    (void)state;
    test_random random = random_start(23);
    world w = random_world(&random, 1, 1.0);
    for (w.count = 0; w.count < 2; ++w.count) {
        toi_world_def def = def_of(&w);
        def.list_all = w.count == 1;
        toi_world_result r = check(&def);
        assert_int_equal(r.answer, TOI_ANSWER_CLEAR);
        assert_true(r.pair_count == 0 && r.pairs_asked == 0 && r.pairs_broad == 0 && r.first == UINT32_MAX);
        toi_world_result_release(&r);
    }
    toi_world_def nothing = {0};
    toi_world_result r = check(&nothing);
    toi_world_result_release(&r);
    toi_world_result_release(&r); // twice is allowed
    release_world(&w);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(list_all_lists_every_asked_pair_with_a_distance_that_holds),
        cmocka_unit_test(the_earliest_contact_is_first_and_ties_go_by_the_order_of_pairs),
        cmocka_unit_test(an_undecided_pair_makes_the_world_undecided_unless_there_is_a_contact),
        cmocka_unit_test(contacts_and_links_are_kept_up_to_their_limits),
        cmocka_unit_test(every_failed_allocation_is_reported_and_leaks_nothing),
        cmocka_unit_test(what_is_wrong_is_named),
        cmocka_unit_test(solid_refuses_an_open_mesh_only_in_a_pair_that_is_asked),
        cmocka_unit_test(a_world_of_no_or_one_body_is_clear),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
