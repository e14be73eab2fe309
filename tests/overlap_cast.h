// Random casts of bodies, which meet frame after frame: rigid, deforming, soups, and themselves.

#ifndef TOI_TESTS_OVERLAP_CAST_H
#define TOI_TESTS_OVERLAP_CAST_H

#include "core/hash.h"
#include "random_point.h"
#include "toi/toi.h"

enum { MESHES = 5, GRID = 9, MOST_BODIES = 12 };

static toi_mesh* meshes[MESHES];
static uint32_t vertex_counts[MESHES];

// A sheet of quads, bent, with a row of triangles that have no area.
static inline toi_mesh* make_sheet(void)
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
static inline toi_mesh* make_ball(uint32_t slices, uint32_t stacks)
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

// An L with walls: faces of six corners, and of four.
static inline toi_mesh* make_angle(void)
{
    static const double plan[6][2] = {{-1, -1}, {1, -1}, {1, 0}, {0, 0}, {0, 1}, {-1, 1}};
    double vertices[3 * 12];
    uint32_t indices[12 + 24], offsets[9] = {0, 6, 12}, corners = 12;
    for (uint32_t i = 0; i < 12; ++i) {
        vertices[3 * i] = plan[i % 6][0];
        vertices[3 * i + 1] = plan[i % 6][1];
        vertices[3 * i + 2] = i < 6 ? -0.5 : 0.5;
        indices[i] = i < 6 ? 5 - i : i;
    }
    for (uint32_t i = 0; i < 6; ++i) {
        const uint32_t wall[4] = {i, (i + 1) % 6, 6 + (i + 1) % 6, 6 + i};
        memcpy(indices + corners, wall, sizeof wall);
        corners += 4;
        offsets[3 + i] = corners;
    }
    const toi_mesh_def def = {vertices, 12, indices, offsets, 8, 0.0, false, NULL};
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

static inline int make_meshes(void** state)
{
    (void)state;
    meshes[0] = make_sheet();
    meshes[1] = make_ball(8, 5);
    meshes[2] = make_ball(16, 12);
    assert_int_equal(toi_mesh_create_box((toi_vec3){0.5, 0.25, 0.5}, NULL, &meshes[3], NULL), TOI_OK);
    meshes[4] = make_angle();
    for (int i = 0; i < MESHES; ++i) {
        toi_mesh_info info;
        toi_mesh_get_info(meshes[i], &info);
        vertex_counts[i] = info.vertices;
    }
    return 0;
}

static inline int free_meshes(void** state)
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

// Where the cast is: whole numbers.
static toi_vec3 cast_place;

// All of it on a grid, not only some.
static bool cast_on_grid;

static inline toi_vec3 in_place(toi_vec3 v)
{
    return (toi_vec3){v.x + cast_place.x, v.y + cast_place.y, v.z + cast_place.z};
}

static inline toi_pose random_pose(test_random* random, bool exact)
{
    static const toi_quat quarter[3] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0.5, 0.5, 0.5, 0.5}};
    toi_vec3 p = random_point(random, 1.2);
    toi_quat q = random_coefficients(random, 1.0);
    if (exact) {
        p = (toi_vec3){0.5 * floor(2.0 * p.x), 0.5 * floor(2.0 * p.y), 0.5 * floor(2.0 * p.z)};
        q = quarter[random_below(random, 3)];
    }
    return (toi_pose){in_place(p), q};
}

static inline void random_shape(test_random* random, actor* a)
{
    bool exact = random_below(random, 3) == 0 || cast_on_grid;
    a->pose = random_pose(random, exact);
    if (a->mesh >= 0) {
        a->deforms = random_below(random, 2);
        const toi_body body = {.mesh = meshes[a->mesh],
                               .motion = {.kind = TOI_MOTION_STATIC, .pose = a->pose}};
        if (a->deforms) {
            assert_int_equal(toi_body_vertices(&body, 0.0, a->vertices, NULL), TOI_OK);
            double by = exact ? 0.0 : random_below(random, 4) > 0 ? 0.1 : 1.0; // or out of all shape
            for (uint32_t i = 0; i < vertex_counts[a->mesh]; ++i) {
                toi_vec3 d = random_point(random, by);
                a->vertices[i] =
                    (toi_vec3){a->vertices[i].x + d.x, a->vertices[i].y + d.y, a->vertices[i].z + d.z};
            }
        }
        return;
    }
    uint32_t vertices = 20, faces = random_below(random, 31);
    for (uint32_t i = 0; i < vertices; ++i) {
        toi_vec3 p = random_point(random, 1.0);
        a->vertices[i] =
            in_place(exact ? (toi_vec3){floor(2.0 * p.x), floor(2.0 * p.y), floor(2.0 * p.z)} : p);
    }
    for (uint32_t i = 0; i < 3 * faces; ++i) {
        a->indices[i] = random_below(random, vertices);
    }
    a->soup = (toi_soup){a->vertices, vertices, a->indices, faces, NULL};
}

static inline void show(toi_overlap* o, uint32_t body)
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

static inline void enter(toi_overlap* o, uint32_t body)
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
static inline uint32_t free_number(void)
{
    uint32_t i = 0;
    while (i < MOST_BODIES && cast[i].used) {
        ++i;
    }
    return i;
}

static inline uint64_t hash_of_vec(uint64_t hash, toi_vec3 v)
{
    return ti_hash_double(ti_hash_double(ti_hash_double(hash, v.x), v.y), v.z);
}

static inline uint64_t hash_of(const toi_overlap_result* r)
{
    uint64_t hash = ti_hash_word(TI_HASH_START, r->pair_count);
    for (uint32_t i = 0; i < r->pair_count; ++i) {
        const toi_overlap_pair* p = &r->pairs[i];
        hash = ti_hash_word(ti_hash_word(hash, p->a), p->b);
        for (uint64_t k = 0; k < p->face_count; ++k) {
            hash = ti_hash_word(ti_hash_word(hash, p->faces[k].a), p->faces[k].b);
            if (p->meetings != NULL) {
                hash = hash_of_vec(hash, p->meetings[k].p);
                hash = hash_of_vec(hash, p->meetings[k].q);
                hash = hash_of_vec(hash, p->meetings[k].normal);
            }
        }
    }
    return hash;
}

static inline void check_order(const toi_overlap_result* r)
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

// ---- frames

static inline void add_to_cast(test_random* random, toi_overlap** o, int objects)
{
    // The larger ball, which takes as long as all others, is rare.
    static const int likely[16] = {-1, -1, -1, 0, 0, 1, 1, 1, 2, 3, 3, 3, 4, 4, 4, 4};
    uint32_t body = free_number();
    cast[body] = (actor){.used = true, .mesh = likely[random_below(random, 16)]};
    cast[body].self = random_below(random, 4) == 0;
    random_shape(random, &cast[body]);
    for (int i = 0; i < objects; ++i) {
        enter(o[i], body);
    }
}

static inline void remove_from_cast(uint32_t body, toi_overlap** o, int objects)
{
    cast[body].used = false;
    for (int i = 0; i < objects; ++i) {
        assert_int_equal(toi_overlap_remove(o[i], body), TOI_OK);
    }
}

static inline void change_cast(test_random* random, toi_overlap** o, int objects)
{
    uint32_t body = random_below(random, MOST_BODIES), kind = random_below(random, 4);
    if (kind == 0 && cast[body].used) {
        remove_from_cast(body, o, objects);
    } else if (kind == 1 && free_number() < MOST_BODIES) {
        add_to_cast(random, o, objects);
    } else if (cast[body].used) {
        random_shape(random, &cast[body]);
        for (int i = 0; i < objects; ++i) {
            show(o[i], body);
        }
    }
}

#endif
