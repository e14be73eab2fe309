// Many bodies at once: every pair gets the answer of a query of its own, whatever the threads, the lists and
// the bodies around it.

#include "cmocka_toi.h"
#include "failing_allocator.h"

#include "math/vec3.h"
#include "toi/toi.h"

enum { MAX_BODIES = 64 };

typedef struct world {
    toi_mesh* meshes[3];
    toi_body bodies[MAX_BODIES];
    uint32_t count;
} world;

static void make_meshes(world* w)
{
    const toi_vec3 half[3] = {{0.5, 0.5, 0.5}, {1.0, 0.25, 0.125}, {0.1, 0.1, 1.5}};
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(toi_mesh_create_box(half[i], NULL, &w->meshes[i], NULL), TOI_OK);
    }
}

static void release_world(world* w)
{
    for (int i = 0; i < 3; ++i) {
        toi_mesh_destroy(w->meshes[i]);
    }
}

static toi_vec3 random_point(test_random* random, double size)
{
    double x = random_between(random, -size, size), y = random_between(random, -size, size);
    return (toi_vec3){x, y, random_between(random, -size, size)};
}

static toi_motion random_motion(test_random* random, double size)
{
    toi_motion m = {.kind = (toi_motion_kind)random_below(random, TOI_MOTION_KEYFRAMES)};
    m.path = (toi_path)random_below(random, 3);
    m.pose.position = random_point(random, size);
    m.pose.quaternion = (toi_quat){1.0, random_unit(random), random_unit(random), random_unit(random)};
    m.end = m.pose;
    m.end.position = v3_add(m.pose.position, random_point(random, 0.3 * size));
    m.end.quaternion.x = -random_unit(random);
    m.axis = (toi_vec3){random_unit(random), 0.5, random_unit(random)};
    m.point = m.kind == TOI_MOTION_SPIN ? (toi_vec3){0, 0, 0} : random_point(random, size);
    m.angle = random_between(random, -1.0, 1.0);
    m.advance = random_unit(random);
    m.by = random_point(random, 0.3 * size);
    return m;
}

static world random_world(test_random* random, uint32_t count, double size)
{
    world w = {.count = count};
    make_meshes(&w);
    for (uint32_t i = 0; i < count; ++i) {
        w.bodies[i] = (toi_body){w.meshes[random_below(random, 3)], random_motion(random, size)};
    }
    return w;
}

static toi_world_def def_of(const world* w)
{
    return (toi_world_def){.bodies = w->bodies, .body_count = w->count};
}

static toi_world_result check(const toi_world_def* def)
{
    toi_world_result result;
    toi_error error = {0};
    toi_status status = toi_world_check(def, &result, &error);
    if (status != TOI_OK) {
        fail_msg("%s: %s", toi_status_name(status), error.text);
    }
    return result;
}

// Same bits in everything that is not an address.
static void assert_same_pair(const toi_pair_result* a, const toi_pair_result* b)
{
    assert_int_equal(a->a, b->a);
    assert_int_equal(a->b, b->b);
    assert_int_equal(a->status, b->status);
    assert_int_equal(a->broad, b->broad);
    assert_memory_equal(&a->result.t_free, &b->result.t_free, 3 * sizeof(double));
    assert_memory_equal(&a->result.point, &b->result.point, 2 * sizeof(toi_vec3));
    assert_int_equal(a->result.answer, b->result.answer);
    assert_int_equal(a->result.start, b->result.start);
    assert_int_equal(a->result.kind, b->result.kind);
    assert_int_equal(a->result.certified, b->result.certified);
    assert_int_equal(a->result.work.steps, b->result.work.steps);
    assert_int_equal(a->result.contact_count, b->result.contact_count);
    assert_int_equal(a->result.link_count, b->result.link_count);
    for (uint32_t i = 0; i < a->result.contact_count; ++i) {
        assert_int_equal(a->contacts[i].kind, b->contacts[i].kind);
        assert_memory_equal(&a->contacts[i].time, &b->contacts[i].time, 8 * sizeof(double));
    }
    for (uint32_t i = 0; i < a->result.link_count; ++i) {
        assert_memory_equal(&a->links[i], &b->links[i], sizeof(toi_link));
    }
}

static void assert_same_world(const toi_world_result* a, const toi_world_result* b)
{
    assert_int_equal(a->answer, b->answer);
    assert_int_equal(a->first, b->first);
    assert_int_equal(a->pair_count, b->pair_count);
    assert_true(a->pairs_asked == b->pairs_asked && a->pairs_broad == b->pairs_broad && a->steps == b->steps);
    for (uint32_t i = 0; i < a->pair_count; ++i) {
        assert_same_pair(&a->pairs[i], &b->pairs[i]);
    }
}

static const toi_pair_result* find_pair(const toi_world_result* r, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < r->pair_count; ++i) {
        if (r->pairs[i].a == a && r->pairs[i].b == b) {
            return &r->pairs[i];
        }
    }
    return NULL;
}

// ---- answers

static void every_pair_has_the_answer_of_its_own_query(void** state)
{
    (void)state;
    test_random random = random_start(11);
    uint32_t listed = 0, contacts = 0, broad = 0;
    for (int round = 0; round < 6; ++round) {
        world w = random_world(&random, 24, 2.0 + round);
        toi_world_def def = def_of(&w);
        def.query.separation = round % 2 ? 0.05 : 0.0;
        toi_world_result r = check(&def);
        for (uint32_t a = 0; a < w.count; ++a) {
            for (uint32_t b = a + 1; b < w.count; ++b) {
                toi_result own;
                assert_int_equal(toi_first_contact(&w.bodies[a], &w.bodies[b], &def.query, &own), TOI_OK);
                const toi_pair_result* p = find_pair(&r, a, b);
                if (p == NULL) {
                    assert_int_equal(own.answer, TOI_ANSWER_CLEAR);
                    ++broad;
                    continue;
                }
                assert_int_equal(p->result.answer, own.answer);
                assert_memory_equal(&p->result.t_free, &own.t_free, 3 * sizeof(double));
                assert_int_equal(p->result.work.steps, own.work.steps);
                contacts += own.answer == TOI_ANSWER_CONTACT;
                ++listed;
            }
        }
        assert_true(r.pairs_asked == 24 * 23 / 2 && r.pairs_broad == r.pairs_asked - r.pair_count);
        toi_world_result_release(&r);
        release_world(&w);
    }
    printf("%u pairs asked, %u contacts, %u settled by boxes\n", listed, contacts, broad);
    assert_true(contacts > 50 && broad > 400 && listed > contacts + 100);
}

// ---- threads

// A task system of the caller: runs the tasks from the last to the first, on changing workers.
typedef struct backwards {
    uint32_t threads;
    uint32_t ran;
} backwards;

static void run_backwards(toi_task task, uint32_t count, void* data, void* context)
{
    backwards* b = context;
    for (uint32_t i = count; i-- > 0;) {
        task(i, i % b->threads, data);
        ++b->ran;
    }
}

static void every_number_of_threads_gives_the_same_bits(void** state)
{
    (void)state;
    test_random random = random_start(12);
    world w = random_world(&random, 40, 3.0);
    toi_world_def def = def_of(&w);
    def.max_links = 4096;
    toi_world_result one = check(&def);
    assert_true(one.pair_count > 100 && one.first != UINT32_MAX && one.steps > one.pair_count / 2);
    for (uint32_t threads = 2; threads <= 8; ++threads) {
        def.threads = threads;
        toi_world_result more = check(&def);
        assert_same_world(&one, &more);
        toi_world_result_release(&more);
    }
    backwards b = {3, 0};
    def.threads = 3;
    def.run = run_backwards;
    def.run_context = &b;
    toi_world_result own = check(&def);
    assert_same_world(&one, &own);
    assert_int_equal(b.ran, own.pair_count);
    toi_world_result_release(&own);
    toi_world_result_release(&one);
    release_world(&w);
}

static void run_all_but_one(toi_task task, uint32_t count, void* data, void* context)
{
    (void)context;
    for (uint32_t i = 1; i < count; ++i) {
        task(i, 0, data);
    }
}

static void run_on_a_worker_too_many(toi_task task, uint32_t count, void* data, void* context)
{
    (void)context;
    for (uint32_t i = 0; i < count; ++i) {
        task(i, i == 5 ? 1 : 0, data);
    }
}

static void a_runner_that_breaks_its_promise_is_an_error(void** state)
{
    (void)state;
    test_random random = random_start(13);
    world w = random_world(&random, 16, 1.0);
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    const toi_task_runner runners[2] = {run_all_but_one, run_on_a_worker_too_many};
    for (int i = 0; i < 2; ++i) {
        toi_world_def def = def_of(&w);
        def.run = runners[i];
        def.allocator = &allocator;
        toi_world_result r = {.first = 77};
        toi_error error = {0};
        assert_int_equal(toi_world_check(&def, &r, &error), TOI_ERROR_THREAD);
        assert_int_equal(error.status, TOI_ERROR_THREAD);
        assert_int_equal(r.first, 77);
        assert_int_equal(f.live, 0);
    }
    release_world(&w);
}

// ---- which pairs

// Whether a pair is in a list, in either order.
static bool listed(const toi_pair* list, uint32_t count, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < count; ++i) {
        if ((list[i].a == a && list[i].b == b) || (list[i].a == b && list[i].b == a)) {
            return true;
        }
    }
    return false;
}

// Checks a world with lists against one without.
static void check_lists(const toi_world_def* def, const toi_world_result* all)
{
    toi_world_result r = check(def);
    uint32_t next = 0;
    for (uint32_t i = 0; i < all->pair_count; ++i) {
        const toi_pair_result* p = &all->pairs[i];
        bool asked = !listed(def->ignore, def->ignore_count, p->a, p->b) &&
                     (def->only == NULL || listed(def->only, def->only_count, p->a, p->b));
        if (asked) {
            assert_true(next < r.pair_count);
            assert_same_pair(p, &r.pairs[next++]);
        }
    }
    assert_int_equal(next, r.pair_count);
    toi_world_result_release(&r);
}

static void lists_leave_out_pairs_and_change_no_other(void** state)
{
    (void)state;
    test_random random = random_start(14);
    world w = random_world(&random, 30, 2.5);
    toi_world_def def = def_of(&w);
    toi_world_result all = check(&def);
    for (int round = 0; round < 20; ++round) {
        toi_pair ignore[100], only[100]; // with repeats, in both orders
        for (int i = 0; i < 200; ++i) {
            uint32_t a = random_below(&random, w.count), b = random_below(&random, w.count - 1);
            b += b >= a;
            *(i < 100 ? &ignore[i] : &only[i - 100]) = (toi_pair){a, b};
        }
        def = def_of(&w);
        def.list_all = round % 2;
        toi_world_def whole = def;
        toi_world_result reference = check(&whole);
        def.ignore = ignore;
        def.ignore_count = 100;
        check_lists(&def, &reference);
        def.only = only;
        def.only_count = random_below(&random, 101);
        check_lists(&def, &reference);
        def.ignore_count = 0;
        check_lists(&def, &reference);
        toi_world_result_release(&reference);
    }
    toi_world_result_release(&all);
    release_world(&w);
}

static void repeats_in_lists_are_counted_once(void** state)
{
    (void)state;
    test_random random = random_start(15);
    world w = random_world(&random, 5, 1.0);
    const toi_pair list[] = {{3, 1}, {1, 3}, {0, 4}, {3, 1}};
    toi_world_def def = def_of(&w);
    def.ignore = list;
    def.ignore_count = 4;
    toi_world_result r = check(&def);
    assert_true(r.pairs_asked == 8);
    toi_world_result_release(&r);
    def.only = list;
    def.only_count = 4;
    def.ignore_count = 0;
    r = check(&def);
    assert_true(r.pairs_asked == 2);
    toi_world_result_release(&r);
    def.only_count = 0; // a list without pairs asks for none
    r = check(&def);
    assert_true(r.pairs_asked == 0 && r.pair_count == 0 && r.answer == TOI_ANSWER_CLEAR);
    assert_int_equal(r.first, UINT32_MAX);
    toi_world_result_release(&r);
    release_world(&w);
}

static void a_shuffled_world_has_the_same_pairs(void** state)
{
    (void)state;
    test_random random = random_start(16);
    world w = random_world(&random, 40, 3.0), s = w;
    uint32_t was[MAX_BODIES];
    for (uint32_t i = 0; i < w.count; ++i) {
        was[i] = i;
    }
    for (uint32_t i = w.count - 1; i > 0; --i) {
        uint32_t j = random_below(&random, i + 1), kept = was[i];
        was[i] = was[j];
        was[j] = kept;
    }
    for (uint32_t i = 0; i < w.count; ++i) {
        s.bodies[i] = w.bodies[was[i]];
    }
    toi_world_def def = def_of(&w), shuffled = def_of(&s);
    toi_world_result r = check(&def), q = check(&shuffled);
    assert_int_equal(r.pair_count, q.pair_count);
    for (uint32_t i = 0; i < q.pair_count; ++i) {
        uint32_t a = was[q.pairs[i].a], b = was[q.pairs[i].b];
        const toi_pair_result* p = find_pair(&r, a < b ? a : b, a < b ? b : a);
        assert_non_null(p);
        assert_int_equal(p->result.answer, q.pairs[i].result.answer);
        assert_near(p->result.t_free, q.pairs[i].result.t_free, 1e-6);
    }
    toi_world_result_release(&r);
    toi_world_result_release(&q);
    release_world(&w);
}

static void bodies_far_away_change_nothing(void** state)
{
    (void)state;
    test_random random = random_start(17);
    world w = random_world(&random, 30, 2.5), more = w;
    for (uint32_t i = 30; i < 40; ++i) {
        more.bodies[i] = (toi_body){w.meshes[0], {.kind = TOI_MOTION_TRANSLATION, .pose = TOI_POSE_IDENTITY}};
        more.bodies[i].motion.pose.position.x = 1e6 * (double)i;
        more.bodies[i].motion.by.y = 1e4 * (double)i;
    }
    more.count = 40;
    toi_world_def def = def_of(&w), def_more = def_of(&more);
    toi_world_result r = check(&def), q = check(&def_more);
    assert_int_equal(r.pair_count, q.pair_count);
    assert_int_equal(r.first, q.first);
    for (uint32_t i = 0; i < r.pair_count; ++i) {
        assert_same_pair(&r.pairs[i], &q.pairs[i]);
    }
    toi_world_result_release(&r);
    toi_world_result_release(&q);
    release_world(&w);
}

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

static toi_body sliding_box(const world* w, double x, double y, double by)
{
    toi_body body = {w->meshes[0],
                     {.kind = TOI_MOTION_TRANSLATION, .pose = TOI_POSE_IDENTITY, .by = {by, 0, 0}}};
    body.motion.pose.position = (toi_vec3){x, y, 0};
    return body;
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
    w.bodies[0] = (toi_body){plates, {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}};
    w.bodies[1] = (toi_body){w.meshes[2], {.kind = TOI_MOTION_SPIN, .pose = TOI_POSE_IDENTITY}};
    w.bodies[1].motion.axis = (toi_vec3){0, 1, 0};
    w.bodies[1].motion.angle = 20.0;
    w.bodies[2] = sliding_box(&w, 50, 0, 0);
    w.bodies[3] = sliding_box(&w, 51.5, 0, -4);
    toi_world_def def = def_of(&w);
    def.query.max_steps = 1;
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
        cmocka_unit_test(every_pair_has_the_answer_of_its_own_query),
        cmocka_unit_test(every_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(a_runner_that_breaks_its_promise_is_an_error),
        cmocka_unit_test(lists_leave_out_pairs_and_change_no_other),
        cmocka_unit_test(repeats_in_lists_are_counted_once),
        cmocka_unit_test(a_shuffled_world_has_the_same_pairs),
        cmocka_unit_test(bodies_far_away_change_nothing),
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
