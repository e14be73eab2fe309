// Start states against axis-parallel boxes whose answer is plain, against every pair of triangles of random
// meshes, and against recorded scenes.

#include "cmocka_toi.h"
#include "math/triangles.h"
#include "narrow/first/start.h"

#include <jansson.h>

static const toi_pose identity = TOI_POSE_IDENTITY;

static toi_mesh* make_mesh(const toi_vec3* vertices, uint32_t vertex_count, const uint32_t* indices,
                           const uint32_t* offsets, uint32_t face_count)
{
    toi_mesh_def def = {.vertices = &vertices->x,
                        .vertex_count = vertex_count,
                        .indices = indices,
                        .face_offsets = offsets,
                        .face_count = face_count};
    toi_mesh* mesh = NULL;
    toi_error error;
    if (toi_mesh_create(&def, &mesh, &error) != TOI_OK) {
        fail_msg("%s", error.text);
    }
    return mesh;
}

// A box of triangles; `diagonals` chooses the diagonal of each side.
static toi_mesh* make_box(toi_vec3 low, toi_vec3 high, uint32_t diagonals)
{
    static const uint32_t sides[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    toi_vec3 v[8];
    uint32_t indices[36];
    for (uint32_t i = 0; i < 8; ++i) {
        v[i] = v3(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
    }
    for (uint32_t i = 0; i < 6; ++i) {
        uint32_t turn = diagonals >> i & 1;
        for (uint32_t k = 0; k < 3; ++k) {
            indices[6 * i + k] = sides[i][(k + turn) % 4];
            indices[6 * i + 3 + k] = sides[i][((k == 0 ? 0 : k + 1) + turn) % 4];
        }
    }
    return make_mesh(v, 8, indices, NULL, 12);
}

static toi_start decide(const toi_mesh* a, const toi_pose* pose_a, const toi_mesh* b, const toi_pose* pose_b,
                        bool solid)
{
    ti_start start, swapped;
    ti_start_decide(a, pose_a, b, pose_b, solid, &start);
    ti_start_decide(b, pose_b, a, pose_a, solid, &swapped);
    assert_int_equal(start.state, swapped.state);
    bool meets = start.state == TOI_START_TOUCHING || start.state == TOI_START_OVERLAPPING;
    assert_true(meets || (start.triangle_a == TI_NONE && start.triangle_b == TI_NONE));
    return start.state;
}

// Turns that only exchange coordinates are exact.
static const toi_quat turns[4] = {{1, 0, 0, 0}, {0.5, 0.5, 0.5, 0.5}, {0, 1, 0, 0}, {0.5, -0.5, 0.5, 0.5}};

typedef struct span {
    double low[3], high[3];
} span;

static span random_box(test_random* random, double step)
{
    span b;
    for (int k = 0; k < 3; ++k) {
        b.low[k] = random_below(random, 4);
        b.high[k] = b.low[k] + 1 + random_below(random, 6);
        // Single steps of the double make gaps and overlaps that are as thin as can be.
        b.low[k] = random_below(random, 4) == 0 ? nextafter(b.low[k], step) : b.low[k];
    }
    return b;
}

// Within another by single steps, touching it on a side or two now and then.
static span shrunk_box(test_random* random, const span* outer)
{
    span b = *outer;
    for (int k = 0; k < 3; ++k) {
        b.low[k] = random_below(random, 8) == 0 ? b.low[k] : nextafter(b.low[k], 99.0);
        b.high[k] = random_below(random, 8) == 0 ? b.high[k] : nextafter(b.high[k], -99.0);
    }
    return b;
}

// The posed box of a box and an exact turn.
static span turned_box(span b, toi_quat q)
{
    ti_mat3 m = m3_from_quat(q);
    toi_vec3 p = m3_apply(&m, v3(b.low[0], b.low[1], b.low[2]));
    toi_vec3 r = m3_apply(&m, v3(b.high[0], b.high[1], b.high[2]));
    return (span){{fmin(p.x, r.x), fmin(p.y, r.y), fmin(p.z, r.z)},
                  {fmax(p.x, r.x), fmax(p.y, r.y), fmax(p.z, r.z)}};
}

static toi_start boxes_start(const span* a, const span* b, bool solid)
{
    bool touch = true, overlap = true, a_in_b = true, b_in_a = true;
    for (int k = 0; k < 3; ++k) {
        touch = touch && a->low[k] <= b->high[k] && b->low[k] <= a->high[k];
        overlap = overlap && a->low[k] < b->high[k] && b->low[k] < a->high[k];
        a_in_b = a_in_b && b->low[k] < a->low[k] && a->high[k] < b->high[k];
        b_in_a = b_in_a && a->low[k] < b->low[k] && b->high[k] < a->high[k];
    }
    if (a_in_b || b_in_a) {
        return solid ? TOI_START_CONTAINED : TOI_START_FREE;
    }
    return overlap ? TOI_START_OVERLAPPING : touch ? TOI_START_TOUCHING : TOI_START_FREE;
}

static void boxes_start_as_their_intervals_say(void** unused)
{
    (void)unused;
    test_random random = random_start(31);
    uint32_t counts[5] = {0};
    for (int i = 0; i < 4000; ++i) {
        bool solid = i % 2 == 1;
        span a = random_box(&random, -1.0), b = i % 8 == 0 ? a : random_box(&random, 9.0);
        if (i % 8 == 1) {
            b = shrunk_box(&random, &a);
        }
        toi_pose pose_a = identity, pose_b = identity;
        pose_a.quaternion = turns[i % 4];
        pose_b.quaternion = turns[i % 8 < 5 ? i % 4 : (int)random_below(&random, 4)];
        toi_mesh* mesh_a = make_box(v3(a.low[0], a.low[1], a.low[2]), v3(a.high[0], a.high[1], a.high[2]),
                                    random_below(&random, 64));
        toi_mesh* mesh_b = make_box(v3(b.low[0], b.low[1], b.low[2]), v3(b.high[0], b.high[1], b.high[2]),
                                    random_below(&random, 64));
        a = turned_box(a, pose_a.quaternion);
        b = turned_box(b, pose_b.quaternion);
        toi_start expected = boxes_start(&a, &b, solid);
        toi_start found = decide(mesh_a, &pose_a, mesh_b, &pose_b, solid);
        if (found != expected) {
            fail_msg("box pair %d: start %d, expected %d", i, (int)found, (int)expected);
        }
        ++counts[found];
        toi_mesh_destroy(mesh_a);
        toi_mesh_destroy(mesh_b);
    }
    print_message("free %u, touching %u, overlapping %u, contained %u\n", counts[1], counts[2], counts[3],
                  counts[4]);
    assert_true(counts[1] > 100 && counts[2] > 100 && counts[3] > 100 && counts[4] > 20);
}

// Soups of small triangles: whole coordinates, or random ones.
static toi_mesh* make_soup(test_random* random, uint32_t triangles, bool whole, double spread)
{
    toi_vec3 v[600];
    uint32_t indices[600];
    for (uint32_t i = 0; i < triangles; ++i) {
        toi_vec3 at =
            v3(spread * random_unit(random), spread * random_unit(random), spread * random_unit(random));
        for (uint32_t k = 0; k < 3; ++k) {
            toi_vec3 p = v3(at.x + random_between(random, -1, 1), at.y + random_between(random, -1, 1),
                            at.z + random_between(random, -1, 1));
            v[3 * i + k] = whole ? v3(floor(p.x), floor(p.y), floor(p.z)) : p;
            indices[3 * i + k] = 3 * i + (k == 2 && i % 9 == 0 ? 1 : k);
        }
    }
    return make_mesh(v, 3 * triangles, indices, NULL, triangles);
}

static ti_meeting brute_force(const toi_mesh* a, const toi_pose* pose_a, const toi_mesh* b,
                              const toi_pose* pose_b)
{
    ti_meeting most = TI_MEET_APART;
    for (uint32_t i = 0; i < a->triangle_count; ++i) {
        for (uint32_t j = 0; j < b->triangle_count; ++j) {
            toi_vec3 s[3], t[3];
            for (int k = 0; k < 3; ++k) {
                s[k] = toi_pose_point(*pose_a, a->vertices[a->triangles[i].vertex[k]]);
                t[k] = toi_pose_point(*pose_b, b->vertices[b->triangles[j].vertex[k]]);
            }
            ti_meeting meeting = ti_triangles_relation(s, t);
            most = meeting > most ? meeting : most;
        }
    }
    return most;
}

// Two poses that bring a corner of b onto one of a, or past it by single steps, or that stand anywhere.
static void make_poses(test_random* random, const toi_mesh* a, const toi_mesh* b, toi_pose* pose_a,
                       toi_pose* pose_b)
{
    bool plain = random_below(random, 2) == 0;
    double far = random_below(random, 3) == 0 ? 1e6 : 1.0;
    *pose_a = *pose_b = identity;
    if (!plain) {
        for (int i = 0; i < 2; ++i) {
            toi_quat q = {random_between(random, -1, 1), random_between(random, -1, 1),
                          random_between(random, -1, 1), random_between(random, -1, 1)};
            (i == 0 ? pose_a : pose_b)->quaternion = q_normalize(q);
        }
        pose_a->position = v3(far * random_unit(random), -far * random_unit(random), far);
    }
    toi_vec3 p = toi_pose_point(*pose_a, a->vertices[random_below(random, a->vertex_count)]);
    toi_vec3 q = toi_pose_point(*pose_b, b->vertices[random_below(random, b->vertex_count)]);
    pose_b->position = v3_sub(p, q);
    if (random_below(random, 2) == 0) {
        double away = 5.0 * random_unit(random);
        pose_b->position = v3(floor(pose_b->position.x + away), pose_b->position.y, pose_b->position.z);
    }
}

static void random_meshes_start_as_every_pair_of_triangles_says(void** unused)
{
    (void)unused;
    test_random random = random_start(32);
    uint32_t counts[5] = {0};
    for (int i = 0; i < 300; ++i) {
        bool whole = i % 2 == 0;
        uint32_t most = i % 10 == 0 ? 200 : 30;
        toi_mesh* a = make_soup(&random, 1 + random_below(&random, most), whole, 5.0);
        toi_mesh* b = make_soup(&random, 1 + random_below(&random, most), whole, 5.0);
        for (int k = 0; k < 4; ++k) {
            toi_pose pose_a, pose_b;
            make_poses(&random, a, b, &pose_a, &pose_b);
            ti_meeting meeting = brute_force(a, &pose_a, b, &pose_b);
            toi_start found = decide(a, &pose_a, b, &pose_b, false);
            toi_start expected = meeting == TI_MEET_CROSS   ? TOI_START_OVERLAPPING
                                 : meeting == TI_MEET_TOUCH ? TOI_START_TOUCHING
                                                            : TOI_START_FREE;
            assert_int_equal(found, expected);
            ++counts[found];
        }
        toi_mesh_destroy(a);
        toi_mesh_destroy(b);
    }
    print_message("free %u, touching %u, overlapping %u\n", counts[1], counts[2], counts[3]);
    assert_true(counts[1] > 50 && counts[2] > 50 && counts[3] > 50);
}

// Stacked face to face far away, then apart and overlapping by the least step of a double there.
static void one_step_of_a_double_parts_or_overlaps_boxes(void** unused)
{
    (void)unused;
    toi_mesh* box = make_box(v3(-0.5, -0.5, -0.5), v3(0.5, 0.5, 0.5), 0);
    toi_pose a = identity, b = identity;
    a.position = v3(5000, 5000, 5000);
    b.position = v3(5000.25, 5000.25, 5001);
    assert_int_equal(decide(box, &a, box, &b, false), TOI_START_TOUCHING);
    b.position.z = nextafter(5001.0, 6000.0);
    assert_int_equal(decide(box, &a, box, &b, true), TOI_START_FREE);
    b.position.z = nextafter(5001.0, 0.0);
    assert_int_equal(decide(box, &a, box, &b, false), TOI_START_OVERLAPPING);
    toi_mesh_destroy(box);
}

// ---- recorded scenes

static toi_mesh* scene_mesh(const json_t* body)
{
    const json_t* mesh = json_object_get(body, "mesh");
    const json_t* half = json_object_get(mesh, "box");
    if (half != NULL) {
        toi_vec3 h =
            v3(json_number_value(json_array_get(half, 0)), json_number_value(json_array_get(half, 1)),
               json_number_value(json_array_get(half, 2)));
        return make_box(v3_negate(h), h, 0);
    }
    const json_t* vertices = json_object_get(mesh, "vertices");
    const json_t* faces = json_object_get(mesh, "faces");
    static toi_vec3 v[4096];
    static uint32_t indices[32768], offsets[8192];
    uint32_t count = 0;
    assert_true(json_array_size(vertices) <= 4096 && json_array_size(faces) < 8192);
    for (size_t i = 0; i < json_array_size(vertices); ++i) {
        const json_t* p = json_array_get(vertices, i);
        v[i] = v3(json_number_value(json_array_get(p, 0)), json_number_value(json_array_get(p, 1)),
                  json_number_value(json_array_get(p, 2)));
    }
    for (size_t i = 0; i < json_array_size(faces); ++i) {
        const json_t* face = json_array_get(faces, i);
        for (size_t k = 0; k < json_array_size(face) && count < 32768; ++k) {
            indices[count++] = (uint32_t)json_integer_value(json_array_get(face, k));
        }
        offsets[i + 1] = count;
    }
    return make_mesh(v, (uint32_t)json_array_size(vertices), indices, offsets,
                     (uint32_t)json_array_size(faces));
}

static toi_pose scene_pose(const json_t* body)
{
    toi_pose pose = identity;
    const json_t* given = json_object_get(json_object_get(body, "motion"), "pose");
    const json_t* p = json_object_get(given, "position");
    const json_t* q = json_object_get(given, "quaternion");
    if (p != NULL) {
        pose.position = v3(json_number_value(json_array_get(p, 0)), json_number_value(json_array_get(p, 1)),
                           json_number_value(json_array_get(p, 2)));
    }
    if (q != NULL) {
        pose.quaternion = q_normalize(
            (toi_quat){json_number_value(json_array_get(q, 0)), json_number_value(json_array_get(q, 1)),
                       json_number_value(json_array_get(q, 2)), json_number_value(json_array_get(q, 3))});
    }
    return pose;
}

static bool expects_contact(const json_t* scene, bool solid)
{
    const json_t* extras = json_object_get(scene, "extras");
    const json_t* expected = json_object_get(extras, solid ? "expected_solid" : "expected");
    expected = expected != NULL ? expected : json_object_get(extras, "expected");
    return json_is_true(json_object_get(expected, "collides"));
}

static void recorded_scenes_at_rest_have_their_answers(void** unused)
{
    (void)unused;
    static const char* const names[] = {"cases/05-ncollide141-zero-velocity",
                                        "cases/28-fcl415-thin-rod-in-box",
                                        "cases/30-libccd25-cubes-gjk-nan",
                                        "cases/31-trimesh1860-equal-boxes-touch",
                                        "cases/35-cutec2-160-rectangles",
                                        "cases/40-parry34-ball-on-corner",
                                        "cases/41-fcl398-thin-plate-inside-box",
                                        "cases/43-fcl428-box-box",
                                        "cases/46-drake21673-crossed-boxes",
                                        "cases/51-jolt1008-cylinder-by-triangle-edge",
                                        "cases/53-contours1-far-triangles",
                                        "cases/55-fasttri4-coplanar-overlap",
                                        "cases/56-igl2382-subdivided-pair",
                                        "cases/58-g3sharp85-point-on-segment",
                                        "cases/60-parry253-tip-meets-sliver-edge",
                                        "cases/61-dolfinx1662-gap-1e-14",
                                        "cases/63-fcl128-skewed-box-edge-touch",
                                        "cases/66-iflite2661-quads-2mm-at-10km",
                                        "cases/68-iflite2604-cubes-1ulp-at-5km",
                                        "cases-solid/ball-in-hole-of-torus",
                                        "cases-solid/beside",
                                        "cases-solid/box-in-box"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char name[128];
        snprintf(name, sizeof name, "%s.json", names[i]);
        const char* path = test_data_path(name);
        if (path == NULL) {
            skip();
        }
        json_t* scene = json_load_file(path, 0, NULL);
        assert_non_null(scene);
        const json_t* bodies = json_object_get(scene, "bodies");
        toi_mesh* a = scene_mesh(json_array_get(bodies, 0));
        toi_mesh* b = scene_mesh(json_array_get(bodies, 1));
        toi_pose pose_a = scene_pose(json_array_get(bodies, 0)),
                 pose_b = scene_pose(json_array_get(bodies, 1));
        for (int solid = 0; solid < 2; ++solid) {
            toi_start found = decide(a, &pose_a, b, &pose_b, solid == 1);
            bool closed = a->info.closed && b->info.closed;
            if ((found != TOI_START_FREE) != expects_contact(scene, solid == 1 && closed)) {
                fail_msg("%s%s: start %d", names[i], solid ? " as solids" : "", (int)found);
            }
        }
        toi_mesh_destroy(a);
        toi_mesh_destroy(b);
        json_decref(scene);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(boxes_start_as_their_intervals_say),
        cmocka_unit_test(random_meshes_start_as_every_pair_of_triangles_says),
        cmocka_unit_test(one_step_of_a_double_parts_or_overlaps_boxes),
        cmocka_unit_test(recorded_scenes_at_rest_have_their_answers),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
