// Scenes of bodies that are lists of numbers, to be changed and asked again, and what is found as one list.

#ifndef TOI_TESTS_OVERLAP_PIECES_H
#define TOI_TESTS_OVERLAP_PIECES_H

#include "math/vec3.h"
#include "random_point.h"
#include "toi/toi.h"

enum {
    PIECES = 4,
    PIECE_VERTICES = 30,
    PIECE_FACES = 27,
    PIECE_CORNERS = 4 * PIECE_FACES,
    MOST_FOUND = 20000
};

typedef enum piece_kind { PIECE_RIGID, PIECE_DEFORMS, PIECE_SOUP } piece_kind;

typedef struct piece {
    piece_kind kind;
    toi_pose pose; // of a rigid one
    toi_vec3 vertices[PIECE_VERTICES];
    toi_vec3 deformed[PIECE_VERTICES]; // of one that deforms, in world space
    uint32_t vertex_count, face_count;
    uint32_t corners[PIECE_CORNERS], offsets[PIECE_FACES + 1];
    bool self, welded;
    uint32_t weld[PIECE_VERTICES];
} piece;

typedef struct piece_pair {
    uint32_t a, b, face_a, face_b;
    toi_face_meeting meeting;
} piece_pair;

typedef struct piece_pairs {
    piece_pair at[MOST_FOUND];
    uint32_t count;
    uint64_t pairs_near;
} piece_pairs;

// A strip of faces along a random walk, so that most are small: of three corners, or of four. On the grid
// everything touches, lies in planes, and is turned by quarters; numbers are halves of whole ones.
static inline void piece_make(test_random* random, bool grid, bool triangles, piece* p)
{
    static const toi_quat quarter[3] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0.5, 0.5, 0.5, 0.5}};
    *p = (piece){.kind = (piece_kind)random_below(random, triangles ? 3 : 2)};
    p->vertex_count = 6 + random_below(random, PIECE_VERTICES - 6); // and room for one more
    toi_vec3 at = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < p->vertex_count; ++i) {
        toi_vec3 step = random_point(random, 1.0), bend = random_point(random, 0.2);
        at = v3_add(v3_scale(0.75, at), step);
        p->vertices[i] = grid ? v3(round(2.0 * at.x), round(2.0 * at.y), round(2.0 * at.z)) : at;
        p->deformed[i] = grid ? v3_scale(0.5, p->vertices[i]) : v3_add(at, bend);
    }
    for (uint32_t i = 0, corner = 0; i + 3 < p->vertex_count; ++i) {
        uint32_t count = triangles ? 3 : 3 + random_below(random, 2);
        for (uint32_t k = 0; k < count; ++k) {
            p->corners[corner++] = i + k;
        }
        p->offsets[++p->face_count] = corner;
    }
    toi_quat q = random_coefficients(random, 1.0);
    toi_vec3 where = random_point(random, 1.0);
    p->pose.quaternion = grid ? quarter[random_below(random, 3)] : q;
    p->pose.position = grid ? v3(round(where.x), round(where.y), round(where.z)) : where;
    p->self = random_below(random, 2);
}

static inline toi_mesh* piece_mesh(const piece* p, const toi_vec3* vertices)
{
    const toi_mesh_def def = {.vertices = &vertices->x,
                              .vertex_count = p->vertex_count,
                              .indices = p->corners,
                              .face_offsets = p->offsets,
                              .face_count = p->face_count};
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

static inline void piece_put(toi_overlap* o, const piece* p, toi_mesh** mesh)
{
    *mesh = p->kind == PIECE_SOUP ? NULL : piece_mesh(p, p->vertices);
    toi_overlap_body def = {.mesh = *mesh, .pose = p->pose, .self = p->self};
    const uint32_t* weld = p->welded ? p->weld : NULL;
    def.soup = (toi_soup){p->deformed, p->vertex_count, p->corners, p->face_count, weld};
    def.weld = *mesh == NULL ? NULL : weld;
    uint32_t body;
    assert_int_equal(toi_overlap_add(o, &def, &body, NULL), TOI_OK);
    if (p->kind == PIECE_DEFORMS) {
        assert_int_equal(toi_overlap_deform(o, body, p->deformed, NULL), TOI_OK);
    }
}

static inline void piece_collect(const toi_overlap_result* r, piece_pairs* found)
{
    found->count = 0;
    found->pairs_near = r->pairs_near;
    for (uint32_t i = 0; i < r->pair_count; ++i) {
        const toi_overlap_pair* p = &r->pairs[i];
        for (uint64_t k = 0; k < p->face_count; ++k) {
            assert_true(found->count < MOST_FOUND);
            found->at[found->count++] =
                (piece_pair){p->a, p->b, p->faces[k].a, p->faces[k].b, p->meetings[k]};
        }
    }
}

// `query` asks for segments.
static inline void pieces_ask(const piece* pieces, const toi_overlap_query* query, piece_pairs* found)
{
    toi_mesh* meshes[PIECES];
    toi_overlap* o;
    assert_int_equal(toi_overlap_create(NULL, &o), TOI_OK);
    for (int i = 0; i < PIECES; ++i) {
        piece_put(o, &pieces[i], &meshes[i]);
    }
    toi_overlap_result r;
    assert_int_equal(toi_overlap_find(o, query, &r, NULL), TOI_OK);
    piece_collect(&r, found);
    toi_overlap_destroy(o);
    for (int i = 0; i < PIECES; ++i) {
        toi_mesh_destroy(meshes[i]);
    }
}

static inline void pieces_find(const piece* pieces, double within, piece_pairs* found)
{
    pieces_ask(pieces, &(toi_overlap_query){.segments = true, .within = within}, found);
}

static inline int piece_pair_order(const void* x, const void* y)
{
    const piece_pair *p = x, *q = y;
    const uint32_t one[4] = {p->a, p->b, p->face_a, p->face_b}, other[4] = {q->a, q->b, q->face_a, q->face_b};
    for (int i = 0; i < 4; ++i) {
        if (one[i] != other[i]) {
            return one[i] < other[i] ? -1 : 1;
        }
    }
    return 0;
}

static inline void pieces_sort(piece_pairs* found)
{
    qsort(found->at, found->count, sizeof *found->at, piece_pair_order);
}

static inline void pieces_expect_same_faces(const piece_pairs* found, const piece_pairs* expected)
{
    assert_int_equal(found->count, expected->count);
    for (uint32_t i = 0; i < found->count; ++i) {
        assert_int_equal(piece_pair_order(&found->at[i], &expected->at[i]), 0);
    }
}

// Meetings too, as numbers: -0 is 0.
static inline void pieces_expect_same(const piece_pairs* found, const piece_pairs* expected)
{
    pieces_expect_same_faces(found, expected);
    for (uint32_t i = 0; i < found->count; ++i) {
        const toi_face_meeting *x = &found->at[i].meeting, *y = &expected->at[i].meeting;
        assert_true(v3_equal(x->p, y->p) && v3_equal(x->q, y->q) && v3_equal(x->normal, y->normal));
    }
}

#endif
