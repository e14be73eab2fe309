// What does not change what is found: the order of bodies and faces, the unit of length, the number of
// threads; and a step that is cut.

#include "deform_scenes.h"

enum { MOST_CONTACTS = 20000 };

static toi_deform_contact listed[MOST_CONTACTS], others[MOST_CONTACTS];

static toi_deform_result find(toi_deform* deform, toi_deform_query q, toi_deform_contact* contacts)
{
    q.contacts = contacts;
    q.contact_capacity = MOST_CONTACTS;
    toi_deform_result r;
    assert_int_equal(toi_deform_find(deform, &q, &r, NULL), TOI_OK);
    return r;
}

static toi_deform* make(const deform_scene* s, uint32_t threads)
{
    toi_deform* deform = NULL;
    assert_int_equal(toi_deform_create(&(toi_deform_def){.threads = threads}, &deform), TOI_OK);
    deform_scene_add(s, deform);
    return deform;
}

static void same_work(const toi_deform_result* x, const toi_deform_result* y)
{
    assert_int_equal(x->answer, y->answer);
    assert_true(x->t_free == y->t_free && x->max_step == y->max_step);
    assert_int_equal(x->pair_count, y->pair_count);
    assert_int_equal(x->contact_count, y->contact_count);
    assert_int_equal(x->listed, y->listed);
}

static void same_contacts(uint64_t count, double scale)
{
    for (uint64_t i = 0; i < count; ++i) {
        const toi_deform_contact *c = &listed[i], *d = &others[i];
        assert_true(c->t_free == d->t_free && c->t_exact == d->t_exact && scale * c->gap == d->gap);
        assert_true(c->a == d->a && c->b == d->b && c->kind == d->kind && c->vertex_of_b == d->vertex_of_b);
        assert_memory_equal(c->vertex, d->vertex, sizeof c->vertex);
        assert_memory_equal(c->weight, d->weight, sizeof c->weight);
    }
}

// ---- the unit of length

static void lengths_may_be_of_any_unit(void** state)
{
    (void)state;
    static const int exponents[] = {-300, -1, 1, 300};
    test_random random = random_start(7301);
    for (uint32_t i = 0; i < 20 * SCENE_KINDS / TEST_SHARE; ++i) {
        deform_scene s;
        deform_scene_make(i % SCENE_KINDS, random_bits(&random), &s);
        toi_deform* deform = make(&s, 1);
        toi_deform_query q = {.all = true, .exact = i / SCENE_KINDS % 2 != 0};
        toi_deform_result before = find(deform, q, listed);
        toi_deform_result first = before;
        int exponent = exponents[random_below(&random, 4)];
        deform_scene_scale(&s, exponent);
        for (uint32_t b = 0; b < SCENE_BODIES; ++b) {
            assert_int_equal(toi_deform_set(deform, b, s.start[b], s.end[b], NULL), TOI_OK);
        }
        toi_deform_result after = find(deform, q, others);
        same_work(&first, &after);
        same_contacts(after.listed, ldexp(1.0, exponent));
        toi_deform_destroy(deform);
        deform_scene_release(&s);
    }
}

// ---- order

// The same faces from the last to the first, each from another corner on.
static toi_mesh* turned_mesh(const toi_mesh* mesh)
{
    uint32_t* index = calloc(mesh->corner_count, sizeof *index);
    uint32_t* offset = calloc(mesh->face_count + 1, sizeof *offset);
    assert_true(index != NULL && offset != NULL);
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        uint32_t from = mesh->face_count - 1 - f, first = mesh->face_offsets[from];
        uint32_t count = mesh->face_offsets[from + 1] - first;
        for (uint32_t k = 0; k < count; ++k) {
            index[offset[f] + k] = mesh->corners[first + (k + f) % count];
        }
        offset[f + 1] = offset[f] + count;
    }
    toi_mesh_def def = {.vertices = &mesh->vertices[0].x,
                        .vertex_count = mesh->vertex_count,
                        .indices = index,
                        .face_offsets = offset,
                        .face_count = mesh->face_count};
    toi_mesh* made = NULL;
    assert_int_equal(toi_mesh_create(&def, &made, NULL), TOI_OK);
    free(index);
    free(offset);
    return made;
}

static void faces_may_come_in_any_order(void** state)
{
    (void)state;
    test_random random = random_start(7302);
    for (uint32_t i = 0; i < 20 * SCENE_KINDS / TEST_SHARE; ++i) {
        deform_scene s;
        deform_scene_make(i % SCENE_KINDS, random_bits(&random), &s);
        toi_deform* deform = make(&s, 1);
        toi_deform_query q = {.all = true, .exact = i / SCENE_KINDS % 2 != 0};
        toi_deform_result before = find(deform, q, listed);
        toi_deform* other = NULL;
        assert_int_equal(toi_deform_create(NULL, &other), TOI_OK);
        toi_mesh* mesh[SCENE_BODIES];
        for (uint32_t b = 0; b < SCENE_BODIES; ++b) {
            mesh[b] = s.mesh[b];
            s.mesh[b] = turned_mesh(mesh[b]);
        }
        deform_scene_add(&s, other);
        toi_deform_result after = find(other, q, others);
        same_work(&before, &after);
        same_contacts(after.listed, 1.0);
        toi_deform_destroy(other);
        toi_deform_destroy(deform);
        for (uint32_t b = 0; b < SCENE_BODIES; ++b) {
            toi_mesh_destroy(mesh[b]);
        }
        deform_scene_release(&s);
    }
}

static void bodies_may_change_places(void** state)
{
    (void)state;
    test_random random = random_start(7303);
    for (uint32_t i = 0; i < 20 * SCENE_KINDS / TEST_SHARE; ++i) {
        deform_scene s;
        deform_scene_make(i % SCENE_KINDS, random_bits(&random), &s);
        toi_deform *deform = make(&s, 1), *other = NULL;
        toi_deform_query q = {.exact = true, .all = true};
        toi_deform_result before = find(deform, q, listed);
        assert_int_equal(toi_deform_create(NULL, &other), TOI_OK);
        for (uint32_t b = SCENE_BODIES; b-- > 0;) {
            brute_body body = deform_scene_body(&s, b);
            toi_deform_body def = {body.mesh, body.start, body.end, s.self[b], body.weld};
            uint32_t number;
            assert_int_equal(toi_deform_add(other, &def, &number, NULL), TOI_OK);
        }
        toi_deform_result after = find(other, q, others);
        same_work(&before, &after);
        for (uint64_t k = 0; k < after.listed; ++k) {
            assert_true(listed[k].t_free == others[k].t_free);
        }
        toi_deform_destroy(other);
        toi_deform_destroy(deform);
        deform_scene_release(&s);
    }
}

// ---- cutting

static void a_step_is_clear_that_is_cut_before_the_contact(void** state)
{
    (void)state;
    test_random random = random_start(7304);
    uint32_t cut = 0;
    for (uint32_t i = 0; i < 40 * SCENE_KINDS / TEST_SHARE; ++i) {
        deform_scene s;
        deform_scene_make(i % SCENE_KINDS, random_bits(&random), &s);
        toi_deform* deform = make(&s, 1);
        toi_deform_result r = find(deform, (toi_deform_query){.all = false}, listed);
        double t = r.max_step;
        if (r.answer == TOI_ANSWER_CONTACT && t > 0.0) {
            for (uint32_t k = 0; k < SCENE_BODIES * SCENE_VERTICES; ++k) {
                toi_vec3 *v = &s.start[0][0] + k, *w = &s.end[0][0] + k;
                *w = v3_add(v3_scale(1.0 - t, *v), v3_scale(t, *w));
            }
            assert_int_equal(toi_deform_set(deform, 0, s.start[0], s.end[0], NULL), TOI_OK);
            assert_int_equal(toi_deform_set(deform, 1, s.start[1], s.end[1], NULL), TOI_OK);
            r = find(deform, (toi_deform_query){.all = false}, listed);
            assert_int_equal(r.answer, TOI_ANSWER_CLEAR);
            ++cut;
        }
        toi_deform_destroy(deform);
        deform_scene_release(&s);
    }
    assert_true(cut > 10);
}

// ---- threads

enum { ROWS = 75, COLUMNS = 36, POINTS = (ROWS + 1) * (COLUMNS + 1) };

static toi_vec3 large_start[POINTS], large_end[POINTS];

// A sheet that is rolled up, whose layers come together while it moves.
static toi_mesh* large_sheet(void)
{
    static uint32_t index[6 * ROWS * COLUMNS];
    for (uint32_t i = 0; i < POINTS; ++i) {
        double u = (double)(i / (COLUMNS + 1)) / ROWS, v = (double)(i % (COLUMNS + 1)) / COLUMNS;
        double x = 25.0 * u, r = 0.2 + 0.2 * u, closer = 0.2 + 0.02 * u * (1.0 - u);
        large_start[i] = (toi_vec3){r * cos(x), r * sin(x), v};
        large_end[i] = (toi_vec3){closer * cos(x), closer * sin(x), v + 0.01 * sin(9.0 * v)};
    }
    for (uint32_t i = 0; i < ROWS * COLUMNS; ++i) {
        uint32_t v = i / COLUMNS * (COLUMNS + 1) + i % COLUMNS, w = v + COLUMNS + 1;
        const uint32_t corner[6] = {v, v + 1, w + 1, v, w + 1, w};
        memcpy(index + 6 * i, corner, sizeof corner);
    }
    toi_mesh_def def = {.vertices = &large_start[0].x,
                        .vertex_count = POINTS,
                        .indices = index,
                        .face_count = 2 * ROWS * COLUMNS};
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

static void run_backwards(toi_task task, uint32_t count, void* data, void* context)
{
    (void)context;
    for (uint32_t i = count; i-- > 0;) {
        task(i, i % 3, data);
    }
}

static toi_deform_result find_large(const toi_mesh* mesh, const toi_deform_def* def, toi_deform_query q,
                                    toi_deform_contact* contacts, toi_deform** deform)
{
    assert_int_equal(toi_deform_create(def, deform), TOI_OK);
    toi_deform_body body = {.mesh = mesh, .start = large_start, .end = large_end, .self = true};
    uint32_t number;
    assert_int_equal(toi_deform_add(*deform, &body, &number, NULL), TOI_OK);
    return find(*deform, q, contacts);
}

// 9 stands for tasks that are run backwards by the caller. Under a sanitizer, which makes each several times
// slower, two numbers are enough, as for exact times: all are asked without it.
static void all_numbers_of_threads_find_the_same(void** state)
{
    (void)state;
    static const uint32_t numbers[] = {3, 9, 2, 4, 5, 6, 7, 8};
    toi_mesh* mesh = large_sheet();
    for (int i = 0; i < 3; ++i) {
        const toi_deform_query q = {.all = i == 1, .exact = i == 2};
        toi_deform *one, *other;
        toi_deform_result single = find_large(mesh, NULL, q, listed, &one);
        assert_int_equal(single.answer, TOI_ANSWER_CONTACT);
        assert_true(single.t_free > 0.0);
        for (uint32_t k = 0; k < (q.exact || TEST_SHARE > 1 ? 2u : 8u); ++k) {
            toi_deform_def def = {.threads = numbers[k], .run = numbers[k] == 9 ? run_backwards : NULL};
            toi_deform_result r = find_large(mesh, &def, q, others, &other);
            same_work(&single, &r);
            same_contacts(r.listed, 1.0);
            assert_int_equal(single.steps, r.steps);
            assert_int_equal(single.face_pairs, r.face_pairs);
            assert_int_equal(single.queries, r.queries);
            toi_deform_destroy(other);
        }
        toi_deform_destroy(one);
    }
    toi_mesh_destroy(mesh);
}

// The earliest of all contacts are kept, however many there is room for.
static void a_short_list_has_the_earliest(void** state)
{
    (void)state;
    toi_mesh* mesh = large_sheet();
    toi_deform* deform;
    toi_deform_result r =
        find_large(mesh, &(toi_deform_def){.threads = 3}, (toi_deform_query){.all = true}, listed, &deform);
    assert_true(r.contact_count > 100);
    static const uint64_t capacities[] = {1, 2, 7, 100};
    for (int i = 0; i < 4; ++i) {
        toi_deform_query q = {.all = true, .contacts = others, .contact_capacity = capacities[i]};
        toi_deform_result few;
        assert_int_equal(toi_deform_find(deform, &q, &few, NULL), TOI_OK);
        assert_int_equal(few.listed, capacities[i]);
        assert_int_equal(few.contact_count, r.contact_count);
        same_contacts(few.listed, 1.0);
    }
    toi_deform_destroy(deform);
    toi_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(lengths_may_be_of_any_unit),
        cmocka_unit_test(faces_may_come_in_any_order),
        cmocka_unit_test(bodies_may_change_places),
        cmocka_unit_test(a_step_is_clear_that_is_cut_before_the_contact),
        cmocka_unit_test(all_numbers_of_threads_find_the_same),
        cmocka_unit_test(a_short_list_has_the_earliest),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
