// Stages of boxes and a level of triangles, and random moves among them, for the tests of traces.

#ifndef TOI_TESTS_STAGE_SUPPORT_H
#define TOI_TESTS_STAGE_SUPPORT_H

#include "math/vec3.h"
#include "random_point.h"
#include "toi/toi.h"
#include "toi/trace.h"

enum { STAGE_MOST = 128, STAGE_MESHES = 4, LEVEL_CELLS = 8 };

typedef struct stage_scene {
    toi_mesh* mesh[STAGE_MESHES]; // a cube, a plank, a tetrahedron, a level
    toi_placed body[STAGE_MOST];
    uint32_t count;
    toi_stage* stage;
} stage_scene;

static inline toi_quat stage_turn(test_random* random)
{
    toi_vec3 q = random_point(random, 1.0);
    return (toi_quat){random_between(random, -1.0, 1.0), q.x, q.y, q.z};
}

static inline toi_mesh* stage_triangles(const double* vertices, uint32_t vertex_count,
                                        const uint32_t* indices, uint32_t count)
{
    toi_mesh_def def = {
        .vertices = vertices, .vertex_count = vertex_count, .indices = indices, .face_count = count};
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

// A height field of two triangles a cell, `cell` wide, in the middle of the world.
static inline toi_mesh* stage_level(test_random* random, double cell, double height)
{
    enum { SIDE = LEVEL_CELLS + 1 };
    double vertices[3 * SIDE * SIDE];
    uint32_t indices[6 * LEVEL_CELLS * LEVEL_CELLS], count = 0;
    for (uint32_t i = 0; i < SIDE * SIDE; ++i) {
        vertices[3 * i] = cell * ((double)(i % SIDE) - LEVEL_CELLS / 2.0);
        vertices[3 * i + 1] = cell * ((double)(i / SIDE) - LEVEL_CELLS / 2.0);
        vertices[3 * i + 2] = height * random_unit(random);
    }
    for (uint32_t i = 0; i < LEVEL_CELLS * LEVEL_CELLS; ++i) {
        uint32_t a = i / LEVEL_CELLS * SIDE + i % LEVEL_CELLS, b = a + 1, c = a + SIDE, d = c + 1;
        const uint32_t cell_of[6] = {a, b, d, a, d, c};
        for (int k = 0; k < 6; ++k) {
            indices[count++] = cell_of[k];
        }
    }
    return stage_triangles(vertices, SIDE * SIDE, indices, count / 3);
}

static inline void stage_meshes(stage_scene* s, test_random* random)
{
    static const double tetra[] = {0, 0, 0, 2, 0.25, 0, 0.25, 2, 0, 0, 0, 2};
    static const uint32_t faces[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    assert_int_equal(toi_mesh_create_box(v3(0.5, 0.5, 0.5), NULL, &s->mesh[0], NULL), TOI_OK);
    assert_int_equal(toi_mesh_create_box(v3(2.0, 0.25, 0.125), NULL, &s->mesh[1], NULL), TOI_OK);
    s->mesh[2] = stage_triangles(tetra, 4, faces, 4);
    s->mesh[3] = stage_level(random, 2.0, 1.0);
}

static inline void stage_make(stage_scene* s)
{
    assert_int_equal(toi_stage_create(s->body, s->count, NULL, &s->stage, NULL), TOI_OK);
}

static inline toi_pose stage_pose(test_random* random, double size)
{
    toi_vec3 position = random_point(random, size);
    return (toi_pose){position, stage_turn(random)};
}

// Bodies in a cube of this half width, above a level.
static inline void stage_random(stage_scene* s, test_random* random, uint32_t count, double size)
{
    stage_meshes(s, random);
    s->count = count;
    for (uint32_t i = 0; i < count; ++i) {
        s->body[i] = (toi_placed){s->mesh[i % 3], stage_pose(random, size), 2};
        if (i % 4 == 1) {
            s->body[i].pose.quaternion = (toi_quat){1.0, 0.0, 0.0, 0.0};
        }
    }
    s->body[count / 2] = (toi_placed){s->mesh[3], {v3(0.0, 0.0, -size), {1.0, 0.0, 0.0, 0.0}}, 2};
    stage_make(s);
}

static inline void stage_release(stage_scene* s)
{
    toi_stage_destroy(s->stage);
    for (int i = 0; i < STAGE_MESHES; ++i) {
        toi_mesh_destroy(s->mesh[i]);
    }
}

static inline toi_placed stage_mover(const stage_scene* s, test_random* random, double size)
{
    const toi_mesh* mesh = s->mesh[random_below(random, 3)];
    return (toi_placed){mesh, stage_pose(random, size), 2};
}

// Of either kind, half of the turns by more than half a turn, some by many.
static inline toi_move stage_move(test_random* random, double size)
{
    toi_move m = {.kind = random_below(random, 2) ? TOI_MOVE_ROTATION : TOI_MOVE_TRANSLATION};
    m.by = random_point(random, 1.5 * size);
    m.point = random_point(random, size);
    m.axis = random_point(random, 1.0);
    double most = random_below(random, 4) ? 6.5 : 40.0;
    m.angle = random_between(random, -most, most);
    return m;
}

// Same bits in everything but `work`. @param body  what `body` of a is called in b
static inline void stage_assert_same(const toi_trace_result* a, const toi_trace_result* b, uint32_t body)
{
    assert_int_equal(a->answer, b->answer);
    assert_int_equal(a->start, b->start);
    assert_int_equal(a->certified, b->certified);
    assert_memory_equal(&a->fraction, &b->fraction, sizeof a->fraction);
    assert_memory_equal(&a->pose, &b->pose, sizeof a->pose);
    assert_memory_equal(&a->kept, &b->kept, sizeof a->kept);
    assert_memory_equal(&a->gap, &b->gap, sizeof a->gap);
    assert_int_equal(body, b->body);
    assert_int_equal(a->kind, b->kind);
    assert_memory_equal(&a->a, &b->a, sizeof a->a);
    assert_memory_equal(&a->b, &b->b, sizeof a->b);
    assert_memory_equal(&a->point, &b->point, sizeof a->point);
    assert_memory_equal(&a->normal, &b->normal, sizeof a->normal);
    assert_memory_equal(&a->depth, &b->depth, sizeof a->depth);
    assert_memory_equal(&a->separation, &b->separation, sizeof a->separation);
    assert_int_equal(a->blocking_count, b->blocking_count);
}

#endif
