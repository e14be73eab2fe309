// What the tests of the paper's route share: small meshes, questions, and its formulas as they are printed.

#ifndef TOI_TESTS_PAPER_SUPPORT_H
#define TOI_TESTS_PAPER_SUPPORT_H

#include "hand.h"
#include "motion/path.h"
#include "narrow/trace/paper.h"
#include "support/real.h"
#include "support/trace_shapes.h"

#include "toi/toi.h"

#define DEGREES (3.14159265358979323846 / 180.0)

static inline toi_mesh* paper_mesh(const double* vertices, uint32_t vertex_count, const uint32_t* corners,
                                   const uint32_t* offsets, uint32_t face_count)
{
    toi_mesh* mesh = NULL;
    toi_mesh_def def = {.vertices = vertices,
                        .vertex_count = vertex_count,
                        .indices = corners,
                        .face_offsets = offsets,
                        .face_count = face_count};
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

// A square in the plane z = 0, seen from above.
static inline toi_mesh* paper_square(double half)
{
    const double v[12] = {-half, -half, 0.0, half, -half, 0.0, half, half, 0.0, -half, half, 0.0};
    return make_polygon(v, 4);
}

static inline toi_mesh* paper_still(ts_still which, toi_vec3 by)
{
    static gen_shape shape;
    ts_make_still(which, &shape);
    ts_shift(&shape, by);
    return gen_toi_mesh(&shape);
}

static inline toi_mesh* paper_moving(ts_moving which)
{
    static gen_shape shape;
    ts_make_moving(which, &shape);
    return gen_toi_mesh(&shape);
}

// All shapes of the notes.
static inline void paper_make_all(toi_mesh** still, toi_mesh** moving)
{
    for (int i = 0; i < TS_STILL_COUNT; ++i) {
        still[i] = paper_still((ts_still)i, (toi_vec3){0.0, 0.0, 0.0});
    }
    for (int i = 0; i < TS_MOVING_COUNT; ++i) {
        moving[i] = paper_moving((ts_moving)i);
    }
}

static inline void paper_release_all(toi_mesh** still, toi_mesh** moving)
{
    for (int i = 0; i < TS_STILL_COUNT; ++i) {
        toi_mesh_destroy(still[i]);
    }
    for (int i = 0; i < TS_MOVING_COUNT; ++i) {
        toi_mesh_destroy(moving[i]);
    }
}

// A mover at a place among a still body at the origin, with both sides of faces.
static inline ti_paper_terms paper_terms(const toi_mesh* mover, toi_pose pose, const toi_mesh* still,
                                         toi_move move, double thickness)
{
    ti_paper_terms terms = {.mover = {mover, ti_pose_unit(pose), 2},
                            .still = {still, TOI_POSE_IDENTITY, 2},
                            .move = move,
                            .thickness = thickness};
    return terms;
}

static inline ti_paper_result paper_ask(const ti_paper_terms* terms)
{
    ti_arena arena;
    ti_paper_result result;
    ti_arena_init(&arena, NULL, 0);
    assert_true(ti_paper_trace(terms, &arena, &result));
    ti_arena_destroy(&arena);
    return result;
}

// Part of the move that is made.
static inline double paper_fraction(const ti_paper_terms* terms)
{
    ti_paper_result result = paper_ask(terms);
    return result.hit ? result.first.fraction : 1.0;
}

// The same for both bodies given back.
static inline double paper_fraction_of(toi_mesh* mover, toi_pose pose, toi_mesh* still, toi_move move,
                                       double thickness)
{
    ti_paper_terms terms = paper_terms(mover, pose, still, move, thickness);
    double fraction = paper_fraction(&terms);
    toi_mesh_destroy(mover);
    toi_mesh_destroy(still);
    return fraction;
}

// ---- the formulas of the paper as they are printed

typedef struct printed_line {
    real p[6];
} printed_line;

// Section 2.1: of two points.
static inline printed_line printed_points(rvec a, rvec b)
{
    return (printed_line){{a.x * b.y - b.x * a.y, a.x * b.z - b.x * a.z, a.x - b.x, a.y * b.z - b.y * a.z,
                           a.z - b.z, b.y - a.y}};
}

// Section 2.1: of a point and its direction of motion.
static inline printed_line printed_ray(rvec a, rvec v)
{
    return (printed_line){
        {a.x * v.y - v.x * a.y, a.x * v.z - v.x * a.z, -v.x, a.y * v.z - v.y * a.z, -v.z, v.y}};
}

static inline real printed_product(printed_line p, printed_line q)
{
    const real *a = p.p, *b = q.p;
    return a[0] * b[4] + a[1] * b[5] + a[2] * b[3] + a[4] * b[0] + a[5] * b[1] + a[3] * b[2];
}

// v2 cos x + v1 sin x + v0, for rotations about the z axis, clockwise.
typedef struct printed_wave {
    real v0, v1, v2;
} printed_wave;

// Section 2.4: a vertex and the plane n . x + d = 0.
static inline printed_wave printed_vertex(rvec a, rvec n, real d)
{
    return (printed_wave){n.z * a.z + d, n.x * a.y - n.y * a.x, n.x * a.x + n.y * a.y};
}

// Section 2.5: a rotating line p and a line q.
static inline printed_wave printed_lines(printed_line line_p, printed_line line_q)
{
    const real *p = line_p.p, *q = line_q.p;
    return (printed_wave){q[0] * p[4] + q[4] * p[0], q[1] * p[2] - q[2] * p[1] + q[5] * p[3] - q[3] * p[5],
                          q[1] * p[5] + q[2] * p[3] + q[5] * p[1] + q[3] * p[2]};
}

static inline real printed_value(printed_wave w, real x)
{
    return w.v2 * cosl(x) + w.v1 * sinl(x) + w.v0;
}

#endif
