// The first of all contacts against toi_first_contact, which shares nothing with it but the meshes: on the
// verified queries, on the cases and on the scenes of this repository.

#include "all_support.h"

#include "scene/scene.h"
#include "support/workload.h"

#include <dirent.h>

static all_answer all;

// How far the first time may be from that of toi_first_contact: what the bodies need to come nearer by the
// error of the model and the tolerances of both. A touch without approach is as late as its error says.
static double allowed_difference(const toi_result* first)
{
    const toi_result* r = &all.result;
    double room = 1e-11;
    for (uint32_t i = 0; i < all.count; ++i) {
        const toi_contact* c = &all.contacts[i];
        double length = c->model_error + r->work.tolerance + first->work.tolerance;
        if (c->time <= r->t_hit + c->time_error) {
            room = fmax(room, 2.0 * c->time_error + (c->approach > 1e-9 ? length / c->approach : 1e-7));
        }
    }
    return room;
}

typedef struct tally {
    uint32_t pairs, contacts, wrong;
} tally;

static void complain(const char* name, const toi_result* first, const char* what)
{
    print_error("%s: %s\nfirst contact: answer %d start %d t_free %.17g t_hit %.17g gap %g\n", name, what,
                first->answer, first->start, first->t_free, first->t_hit, first->gap);
    print_answer(&all);
}

static void compare(const char* name, const toi_body* a, const toi_body* b, bool first_only, tally* sum)
{
    toi_result first = ask(a, b, NULL);
    toi_query_def def = {.first_only = first_only};
    ask_all(a, b, &def, &all);
    const toi_result* r = &all.result;
    ++sum->pairs;
    sum->contacts += all.count;
    // Bodies that stay apart by less than rounding are clear to exact predicates alone.
    bool hardly_clear =
        first.answer == TOI_ANSWER_CLEAR && r->answer == TOI_ANSWER_CONTACT && first.gap <= r->work.rounding;
    if (r->start != first.start || (r->answer != first.answer && !hardly_clear)) {
        complain(name, &first, "another answer");
        ++sum->wrong;
    } else if (r->answer == TOI_ANSWER_CONTACT && !hardly_clear &&
               !(fabs(r->t_hit - first.t_hit) <= allowed_difference(&first))) {
        complain(name, &first, "another time");
        ++sum->wrong;
    } else if (!r->certified || (r->answer == TOI_ANSWER_CLEAR && r->t_free != 1.0)) {
        complain(name, &first, "not certified");
        ++sum->wrong;
    }
}

static void report(const tally* sum)
{
    printf("%u pairs, %u contacts, %u wrong\n", sum->pairs, sum->contacts, sum->wrong);
    assert_int_equal(sum->wrong, 0);
}

static void the_first_contact_of_the_verified_queries_is_the_same(void** state)
{
    (void)state;
    const char* folder = test_data_path("workloads");
    static workload w;
    if (folder == NULL) {
        skip();
    }
    assert_true(workload_open(&w, folder));
    tally sum = {0};
    for (uint32_t i = 0; i < 2 * w.query_count; ++i) {
        if (i / 2 % TEST_SHARE != 0) {
            continue;
        }
        const workload_query* q = &w.queries[i / 2];
        toi_path path = i % 2 == 0 ? TOI_PATH_SCREW : TOI_PATH_SLERP;
        toi_body body[2];
        for (int k = 0; k < 2; ++k) {
            toi_motion m = {.kind = TOI_MOTION_BETWEEN, .path = path, .pose = q->start[k], .end = q->end[k]};
            body[k] = (toi_body){.mesh = workload_get_mesh(&w, q->mesh[k])->mesh, .motion = m};
        }
        bool small = strncmp(q->name, "cu", 2) == 0 || strncmp(q->name, "car", 3) == 0;
        compare(q->name, &body[0], &body[1], !small, &sum);
        if (small) {
            compare(q->name, &body[1], &body[0], true, &sum);
        }
    }
    workload_close(&w);
    report(&sum);
    assert_true(sum.pairs >= 200 / TEST_SHARE);
}

// ---- scenes

// Whether first contact takes a body of a scene.
static bool is_taken(const ti_scene_body* body)
{
    return body->shape <= TI_SHAPE_BOX && body->motion.kind != TOI_MOTION_VERTICES;
}

static void compare_scene(const char* path, tally* sum)
{
    ti_scene scene;
    ti_scene_error error;
    ti_scene_def def = {.allocator = NULL};
    if (ti_scene_load(path, &def, &scene, &error) != TOI_OK) {
        return; // some cases are of motions that no version reads yet, or of wrong input
    }
    uint32_t most = scene.body_count < 8 ? scene.body_count : 8;
    for (uint32_t i = 0; i < most; ++i) {
        for (uint32_t k = 0; k < i; ++k) {
            const ti_scene_body *a = &scene.bodies[k], *b = &scene.bodies[i];
            if (is_taken(a) && is_taken(b)) {
                toi_body pair[2] = {{.mesh = a->mesh, .motion = a->motion},
                                    {.mesh = b->mesh, .motion = b->motion}};
                compare(path, &pair[0], &pair[1], false, sum);
                compare(path, &pair[1], &pair[0], true, sum);
            }
        }
    }
    ti_scene_release(&scene);
}

static uint32_t compare_folder(const char* path)
{
    char folder[2048]; // the path is good for a few calls only
    snprintf(folder, sizeof folder, "%s", path);
    DIR* entries = opendir(folder);
    assert_non_null(entries);
    tally sum = {0};
    uint32_t scenes = 0, pairs = 0;
    for (struct dirent* e = readdir(entries); e != NULL; e = readdir(entries)) {
        size_t length = strlen(e->d_name);
        if (length > 5 && strcmp(e->d_name + length - 5, ".json") == 0) {
            compare_scene(test_join_path(folder, e->d_name), &sum);
            scenes += sum.pairs > pairs;
            pairs = sum.pairs;
        }
    }
    closedir(entries);
    report(&sum);
    return scenes;
}

static void the_first_contact_of_the_cases_is_the_same(void** state)
{
    (void)state;
    const char* folder = test_data_path("cases");
    if (folder == NULL) {
        skip();
    }
    assert_true(compare_folder(folder) >= 40);
}

static void the_first_contact_of_the_scenes_is_the_same(void** state)
{
    (void)state;
    assert_true(compare_folder(test_source_path("scenes")) >= 13);
}

// ---- points and segments

static toi_mesh* make_wire(uint32_t corners, toi_vec3 along)
{
    toi_vec3 v[2] = {v3_negate(along), along};
    static const uint32_t indices[2] = {0, 1};
    uint32_t offsets[2] = {0, corners};
    return make_mesh(v, 2, indices, offsets, 1);
}

// What has no area meets edge on end or end on end without any VF, FV or EE. It must not count as clear.
static void what_has_no_area_is_never_clear_by_mistake(void** state)
{
    (void)state;
    toi_mesh* mesh[4] = {make_wire(1, v3(0.5, 0, 0)), make_wire(2, v3(0.5, 0, 0)),
                         make_wire(2, v3(0, 0.5, 0)), make_box(0.5, 0.5, 0.5)};
    uint32_t undecided = 0;
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 8; ++k) {
            toi_body a = at_rest(mesh[i], v3(0, 0, 0), upright);
            toi_body b = moving_by(mesh[k / 2], v3(k % 2, 0, 2), upright, v3(0, 0, -4));
            toi_result first = ask(&a, &b, NULL);
            ask_all(&a, &b, NULL, &all);
            undecided += all.result.answer == TOI_ANSWER_UNDECIDED;
            assert_true(all.result.answer == first.answer ||
                        (all.result.answer == TOI_ANSWER_UNDECIDED && first.answer == TOI_ANSWER_CONTACT));
            assert_true(first.answer != TOI_ANSWER_CONTACT || all.result.t_free <= first.t_hit + 1e-9);
        }
    }
    assert_true(undecided > 0);
    for (int i = 0; i < 4; ++i) {
        toi_mesh_destroy(mesh[i]);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(the_first_contact_of_the_verified_queries_is_the_same),
        cmocka_unit_test(the_first_contact_of_the_cases_is_the_same),
        cmocka_unit_test(the_first_contact_of_the_scenes_is_the_same),
        cmocka_unit_test(what_has_no_area_is_never_clear_by_mistake),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
