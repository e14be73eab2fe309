// Faces that meet among many bodies: every method finds the same as every face against every face, for any
// number of threads, while bodies move, deform, come and go.

#include "cmocka_toi.h"
#include "core/hash.h"
#include "failing_allocator.h"
#include "random_point.h"
#include "toi/toi.h"

enum { MESHES = 4, GRID = 9, MOST_BODIES = 12 };

static toi_mesh* meshes[MESHES];
static uint32_t vertex_counts[MESHES];

// A sheet of quads, bent, with a row of triangles that have no area.
static toi_mesh* make_sheet(void)
{
    double vertices[3 * GRID * GRID];
    uint32_t indices[4 * GRID * GRID], offsets[GRID * GRID + 1] = {0}, faces = 0, corners = 0;
    for (uint32_t i = 0; i < GRID * GRID; ++i) {
        double x = (double)(i % GRID) / (GRID - 1) - 0.5, y = (double)(i / GRID) / (GRID - 1) - 0.5;
        vertices[3 * i] = 2.0 * x;
        vertices[3 * i + 1] = 2.0 * y;
        vertices[3 * i + 2] = x * x - y * y;
    }
    for (uint32_t j = 0; j + 1 < GRID; ++j) {
        for (uint32_t i = 0; i + 1 < GRID; ++i) {
            uint32_t at = j * GRID + i;
            const uint32_t quad[4] = {at, at + 1, at + GRID + 1, j == 0 ? at : at + GRID};
            memcpy(indices + corners, quad, sizeof quad);
            corners += 4;
            offsets[++faces] = corners;
        }
    }
    const toi_mesh_def def = {vertices, GRID * GRID, indices, offsets, faces, 0.0, false, NULL};
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

// A ball of triangles.
static toi_mesh* make_ball(uint32_t slices, uint32_t stacks)
{
    double vertices[3 * 400];
    uint32_t indices[3 * 800], count = 0, faces = 0;
    for (uint32_t j = 0; j <= stacks; ++j) {
        for (uint32_t i = 0; i < slices; ++i) {
            double polar = 3.14159265358979 * (double)j / stacks,
                   turn = 6.28318530717959 * (double)i / slices;
            vertices[3 * count] = sin(polar) * cos(turn);
            vertices[3 * count + 1] = sin(polar) * sin(turn);
            vertices[3 * count++ + 2] = cos(polar);
        }
    }
    for (uint32_t j = 0; j < stacks; ++j) {
        for (uint32_t i = 0; i < slices; ++i) {
            uint32_t a = j * slices + i, b = j * slices + (i + 1) % slices;
            const uint32_t two[6] = {a, a + slices, b, b, a + slices, b + slices};
            memcpy(indices + 3 * faces, two, sizeof two);
            faces += 2;
        }
    }
    const toi_mesh_def def = {vertices, count, indices, NULL, faces, 0.7, false, NULL};
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

static int make_meshes(void** state)
{
    (void)state;
    meshes[0] = make_sheet();
    meshes[1] = make_ball(8, 5);
    meshes[2] = make_ball(16, 12);
    assert_int_equal(toi_mesh_create_box((toi_vec3){0.5, 0.25, 0.5}, NULL, &meshes[3], NULL), TOI_OK);
    for (int i = 0; i < MESHES; ++i) {
        toi_mesh_info info;
        toi_mesh_get_info(meshes[i], &info);
        vertex_counts[i] = info.vertices;
    }
    return 0;
}

static int free_meshes(void** state)
{
    (void)state;
    for (int i = 0; i < MESHES; ++i) {
        toi_mesh_destroy(meshes[i]);
    }
    return 0;
}

// ---- a scene: what each body is now, put into any number of objects

typedef struct actor {
    bool used, self;
    int mesh; // -1: a soup
    bool deforms;
    toi_pose pose;
    toi_vec3 vertices[400];
    uint32_t indices[90];
    toi_soup soup;
} actor;

static actor cast[MOST_BODIES];

static toi_pose random_pose(test_random* random, bool exact)
{
    static const toi_quat quarter[3] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0.5, 0.5, 0.5, 0.5}};
    toi_vec3 p = random_point(random, 1.2);
    toi_quat q = random_coefficients(random, 1.0);
    if (exact) {
        return (toi_pose){{0.5 * floor(2.0 * p.x), 0.5 * floor(2.0 * p.y), 0.5 * floor(2.0 * p.z)},
                          quarter[random_below(random, 3)]};
    }
    return (toi_pose){p, q};
}

static void random_shape(test_random* random, actor* a)
{
    bool exact = random_below(random, 3) == 0;
    a->pose = random_pose(random, exact);
    if (a->mesh >= 0) {
        a->deforms = random_below(random, 2);
        const toi_body body = {meshes[a->mesh], {.kind = TOI_MOTION_STATIC, .pose = a->pose}};
        if (a->deforms) {
            assert_int_equal(toi_body_vertices(&body, 0.0, a->vertices, NULL), TOI_OK);
            for (uint32_t i = 0; i < vertex_counts[a->mesh]; ++i) {
                toi_vec3 d = random_point(random, exact ? 0.0 : 0.1);
                a->vertices[i] =
                    (toi_vec3){a->vertices[i].x + d.x, a->vertices[i].y + d.y, a->vertices[i].z + d.z};
            }
        }
        return;
    }
    uint32_t vertices = 20, faces = random_below(random, 31);
    for (uint32_t i = 0; i < vertices; ++i) {
        toi_vec3 p = random_point(random, 1.0);
        a->vertices[i] = exact ? (toi_vec3){floor(2.0 * p.x), floor(2.0 * p.y), floor(2.0 * p.z)} : p;
    }
    for (uint32_t i = 0; i < 3 * faces; ++i) {
        a->indices[i] = random_below(random, vertices);
    }
    a->soup = (toi_soup){a->vertices, vertices, a->indices, faces};
}

static void show(toi_overlap* o, uint32_t body)
{
    const actor* a = &cast[body];
    if (a->mesh < 0) {
        assert_int_equal(toi_overlap_change(o, body, &a->soup, NULL), TOI_OK);
    } else if (a->deforms) {
        assert_int_equal(toi_overlap_deform(o, body, a->vertices, NULL), TOI_OK);
    } else {
        assert_int_equal(toi_overlap_move(o, body, &a->pose, NULL), TOI_OK);
    }
}

static void enter(toi_overlap* o, uint32_t body)
{
    const actor* a = &cast[body];
    toi_overlap_body def = {.self = a->self, .pose = TOI_POSE_IDENTITY, .soup = a->soup};
    def.mesh = a->mesh >= 0 ? meshes[a->mesh] : NULL;
    uint32_t number;
    assert_int_equal(toi_overlap_add(o, &def, &number, NULL), TOI_OK);
    assert_int_equal(number, body);
    show(o, body);
}

// The lowest number without a body, or MOST_BODIES.
static uint32_t free_number(void)
{
    uint32_t i = 0;
    while (i < MOST_BODIES && cast[i].used) {
        ++i;
    }
    return i;
}

static uint64_t hash_of(const toi_overlap_result* r)
{
    uint64_t hash = ti_hash_word(TI_HASH_START, r->pair_count);
    for (uint32_t i = 0; i < r->pair_count; ++i) {
        const toi_overlap_pair* p = &r->pairs[i];
        hash = ti_hash_word(ti_hash_word(hash, p->a), p->b);
        for (uint64_t k = 0; k < p->face_count; ++k) {
            hash = ti_hash_word(ti_hash_word(hash, p->faces[k].a), p->faces[k].b);
        }
    }
    return hash;
}

static void check_order(const toi_overlap_result* r)
{
    uint64_t faces = 0;
    for (uint32_t i = 0; i < r->pair_count; ++i) {
        const toi_overlap_pair *p = &r->pairs[i], *last = i > 0 ? p - 1 : NULL;
        assert_true(p->a <= p->b && p->face_count > 0);
        assert_true(last == NULL || last->a < p->a || (last->a == p->a && last->b < p->b));
        for (uint64_t k = 1; k < p->face_count; ++k) {
            const toi_face_pair *f = &p->faces[k], *g = f - 1;
            assert_true(g->a < f->a || (g->a == f->a && g->b < f->b));
        }
        faces += p->face_count;
    }
    assert_int_equal(faces, r->face_count);
}

static uint64_t find(toi_overlap* o, toi_overlap_method method, double within, uint64_t* faces)
{
    toi_overlap_query query = {.method = method, .within = within, .octree.level = 4};
    toi_overlap_result r;
    assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
    check_order(&r);
    *faces += r.face_count;
    return hash_of(&r);
}

// ---- tests

static void change_cast(test_random* random, toi_overlap** o, int objects)
{
    uint32_t body = random_below(random, MOST_BODIES), kind = random_below(random, 4);
    if (kind == 0 && cast[body].used) {
        cast[body].used = false;
        for (int i = 0; i < objects; ++i) {
            assert_int_equal(toi_overlap_remove(o[i], body), TOI_OK);
        }
    } else if (kind == 1 && free_number() < MOST_BODIES) {
        body = free_number();
        cast[body] = (actor){.used = true, .mesh = (int)random_below(random, MESHES + 1) - 1};
        cast[body].self = random_below(random, 4) == 0;
        random_shape(random, &cast[body]);
        for (int i = 0; i < objects; ++i) {
            enter(o[i], body);
        }
    } else if (cast[body].used) {
        random_shape(random, &cast[body]);
        for (int i = 0; i < objects; ++i) {
            show(o[i], body);
        }
    }
}

static void every_method_and_number_of_threads_agrees_frame_after_frame(void** state)
{
    (void)state;
    enum { OBJECTS = 3 };
    static const uint32_t threads[OBJECTS] = {1, 3, 8};
    test_random random = random_start(6);
    toi_overlap* o[OBJECTS];
    for (int i = 0; i < OBJECTS; ++i) {
        const toi_overlap_def def = {.threads = threads[i]};
        assert_int_equal(toi_overlap_create(&def, &o[i]), TOI_OK);
    }
    memset(cast, 0, sizeof cast);
    uint64_t faces = 0;
    for (int frame = 0; frame < 40; ++frame) {
        for (int i = 0; i < 3; ++i) {
            change_cast(&random, o, OBJECTS);
        }
        uint64_t expected = find(o[0], TOI_OVERLAP_ALL, 0.0, &faces);
        double within = random_between(&random, 0.0, 0.3);
        uint64_t expected_near = find(o[0], TOI_OVERLAP_ALL, within, &faces);
        for (int i = 0; i < OBJECTS; ++i) {
            assert_int_equal(find(o[i], TOI_OVERLAP_DEFAULT, 0.0, &faces), expected);
            assert_int_equal(find(o[i], TOI_OVERLAP_JOIN, 0.0, &faces), expected);
            assert_int_equal(find(o[i], TOI_OVERLAP_OCTREE, 0.0, &faces), expected);
            assert_int_equal(find(o[i], TOI_OVERLAP_DEFAULT, within, &faces), expected_near);
            assert_int_equal(find(o[i], TOI_OVERLAP_JOIN, within, &faces), expected_near);
        }
    }
    assert_true(faces > 30000);
    for (int i = 0; i < OBJECTS; ++i) {
        toi_overlap_destroy(o[i]);
    }
}

static void memory_that_fails_changes_nothing(void** state)
{
    (void)state;
    test_random random = random_start(8);
    memset(cast, 0, sizeof cast);
    for (uint32_t i = 0; i < 5; ++i) {
        cast[i] = (actor){.used = true, .self = i == 2, .mesh = (int)i - 1};
        random_shape(&random, &cast[i]);
        cast[i].deforms = i == 2;
    }
    const toi_body body = {meshes[1], {.kind = TOI_MOTION_STATIC, .pose = cast[2].pose}};
    assert_int_equal(toi_body_vertices(&body, 0.0, cast[2].vertices, NULL), TOI_OK);
    uint64_t hash = 0, faces = 0;
    bool failed = true;
    for (uint64_t at = 1; failed; ++at) {
        failing_allocator f = failing_allocator_make(at, false);
        toi_allocator allocator = failing_allocator_use(&f);
        const toi_overlap_def def = {.allocator = &allocator, .threads = 2};
        toi_overlap* o = NULL;
        toi_overlap_result r;
        toi_status status = toi_overlap_create(&def, &o);
        // Each call that fails succeeds when it is made again.
        status = status == TOI_OK ? status : toi_overlap_create(&def, &o);
        assert_int_equal(status, TOI_OK);
        for (uint32_t i = 0; i < 5; ++i) {
            toi_overlap_body put = {.self = cast[i].self, .pose = cast[i].pose, .soup = cast[i].soup};
            put.mesh = cast[i].mesh >= 0 ? meshes[cast[i].mesh] : NULL;
            uint32_t number = 99;
            status = toi_overlap_add(o, &put, &number, NULL);
            if (status != TOI_OK) {
                assert_int_equal(status, TOI_ERROR_MEMORY);
                assert_int_equal(number, 99);
                assert_int_equal(toi_overlap_add(o, &put, &number, NULL), TOI_OK);
            }
            assert_int_equal(number, i);
            show(o, i);
        }
        for (int method = 0; method <= TOI_OVERLAP_ALL; ++method) {
            const toi_overlap_query query = {.method = (toi_overlap_method)method, .octree.level = 3};
            status = toi_overlap_find(o, &query, &r, NULL);
            if (status != TOI_OK) {
                assert_int_equal(status, TOI_ERROR_MEMORY);
                assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
            }
            hash = hash ? hash : hash_of(&r);
            assert_int_equal(hash_of(&r), hash);
            faces += r.face_count;
        }
        failed = f.failures > 0;
        toi_overlap_destroy(o);
        assert_int_equal(f.live, 0);
    }
    assert_true(faces > 0);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(every_method_and_number_of_threads_agrees_frame_after_frame),
        cmocka_unit_test(memory_that_fails_changes_nothing),
    };
    return cmocka_run_group_tests(cases, make_meshes, free_meshes);
}
