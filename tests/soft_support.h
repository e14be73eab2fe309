// Bodies that deform and others for tests of first contact, and where they are in long double.

#ifndef TOI_TESTS_SOFT_SUPPORT_H
#define TOI_TESTS_SOFT_SUPPORT_H

#include "first_support.h"
#include "rational_support.h"
#include "support/generate.h"

enum { GRID = 4, SHEET = GRID * GRID, MOST = 32 };

typedef struct actor {
    toi_mesh* mesh;
    toi_body body;
    toi_vec3 to[MOST];
    uint32_t triangles[64][3];
    uint32_t triangle_count, vertex_count;
    gen_lists lists;
    random_rational rational;
} actor;

static inline void finish_mesh(actor* a, const toi_vec3* v, uint32_t count)
{
    toi_mesh_def def = {.vertices = &v->x,
                        .vertex_count = count,
                        .indices = a->triangles[0],
                        .face_count = a->triangle_count};
    assert_int_equal(toi_mesh_create(&def, &a->mesh, NULL), TOI_OK);
    a->vertex_count = count;
    a->body = (toi_body){.mesh = a->mesh};
}

static inline void add_triangle(actor* a, uint32_t i, uint32_t j, uint32_t k)
{
    uint32_t* t = a->triangles[a->triangle_count++];
    t[0] = i;
    t[1] = j;
    t[2] = k;
}

// A sheet that is not quite plane, of unit size.
static inline void make_sheet(gen_random* random, double bump, actor* a)
{
    toi_vec3 v[SHEET];
    a->triangle_count = 0;
    for (uint32_t i = 0; i < SHEET; ++i) {
        v[i] = v3(i % GRID / (GRID - 1.0) - 0.5, i / GRID / (GRID - 1.0) - 0.5, bump * gen_unit(random));
        if (i % GRID < GRID - 1 && i / GRID < GRID - 1) {
            add_triangle(a, i, i + 1, i + GRID);
            add_triangle(a, i + GRID + 1, i + GRID, i + 1);
        }
    }
    finish_mesh(a, v, SHEET);
}

// An octahedron with sides of its own.
static inline void make_solid(gen_random* random, actor* a)
{
    toi_vec3 v[6];
    a->triangle_count = 0;
    for (uint32_t i = 0; i < 6; ++i) {
        double s = (i & 1 ? 1.0 : -1.0) * gen_between(random, 0.2, 0.6);
        v[i] = v3(i < 2 ? s : 0.0, i / 2 == 1 ? s : 0.0, i > 3 ? s : 0.0);
    }
    for (uint32_t i = 0; i < 8; ++i) {
        bool flip = (i & 1) ^ (i >> 1 & 1) ^ (i >> 2 & 1);
        uint32_t x = i & 1, y = 2 + (i >> 1 & 1), z = 4 + (i >> 2 & 1);
        add_triangle(a, x, flip ? y : z, flip ? z : y);
    }
    finish_mesh(a, v, 6);
}

static inline void deform(gen_random* random, double travel, double noise, toi_pose pose, actor* a)
{
    toi_vec3 by = gen_vector(random, 0.1 * travel, travel);
    for (uint32_t i = 0; i < a->vertex_count; ++i) {
        toi_vec3 off = gen_vector(random, 0.01 * noise, noise);
        a->to[i] = v3_add(v3_add(toi_mesh_vertex(a->mesh, i), by), off);
    }
    a->body.motion =
        (toi_motion){.kind = TOI_MOTION_VERTICES, .pose = pose, .to = a->to, .to_count = a->vertex_count};
}

// ---- truth

static inline rvec from_array(const real x[3])
{
    return r3(x[0], x[1], x[2]);
}

static inline void place(const actor* a, double t, rvec* at)
{
    const toi_motion* m = &a->body.motion;
    toi_motion rest = {.kind = TOI_MOTION_STATIC, .pose = m->pose};
    bool deforms = m->kind == TOI_MOTION_VERTICES;
    oracle_track track = {.motion = deforms ? &rest : m, .origin = {0.0, 0.0, 0.0}};
    bool rational = m->kind == TOI_MOTION_RATIONAL;
    oracle_pose pose = {0};
    if (!rational) {
        pose = oracle_track_pose(&track, t);
    }
    for (uint32_t i = 0; i < a->vertex_count; ++i) {
        toi_vec3 v = toi_mesh_vertex(a->mesh, i);
        real x[3];
        if (rational) {
            rational_point(m, t, v, x);
            at[i] = from_array(x);
            continue;
        }
        rvec p = r3_wide(v);
        if (deforms) {
            p = r3_add(r3_scale(1.0L - (real)t, p), r3_scale((real)t, r3_wide(a->to[i])));
        }
        at[i] = oracle_pose_point(&pose, p);
    }
}

static inline void corners(const actor* a, const rvec* at, uint32_t triangle, rvec x[3])
{
    for (int k = 0; k < 3; ++k) {
        x[k] = at[a->triangles[triangle][k]];
    }
}

static inline double distance_at(const actor* a, const actor* b, double t)
{
    rvec at_a[MOST], at_b[MOST], x[3], y[3];
    place(a, t, at_a);
    place(b, t, at_b);
    real least = HUGE_VALL;
    for (uint32_t i = 0; i < a->triangle_count; ++i) {
        corners(a, at_a, i, x);
        for (uint32_t j = 0; j < b->triangle_count; ++j) {
            corners(b, at_b, j, y);
            least = fminl(least, oracle_triangle_distance(x, y).distance);
        }
    }
    return (double)least;
}

// ---- random pairs

// Moves the body so that the middles are at one place at a time, but for `aside`.
static inline void aim(gen_random* random, const actor* soft, actor* other, double aside)
{
    rvec p[MOST], q[MOST], sum = {0.0L, 0.0L, 0.0L};
    double t = gen_between(random, 0.2, 0.9);
    place(soft, t, p);
    place(other, t, q);
    for (uint32_t i = 0; i < soft->vertex_count; ++i) {
        sum = r3_add(sum, r3_scale(1.0L / soft->vertex_count, p[i]));
    }
    for (uint32_t i = 0; i < other->vertex_count; ++i) {
        sum = r3_add(sum, r3_scale(-1.0L / other->vertex_count, q[i]));
    }
    toi_vec3 by = v3_add(r3_round(sum), v3_scale(aside, gen_direction(random)));
    if (other->body.motion.kind == TOI_MOTION_RATIONAL) {
        random_rational* r = &other->rational;
        for (uint32_t k = 0; k < r->motion.rational_count; ++k) {
            for (uint32_t i = 0; i < r->pieces[k].translation_count; ++i) {
                double w = r->pieces[k].weights != NULL ? r->pieces[k].weights[i] : 1.0;
                r->translation[k][i] = v3_madd(r->translation[k][i], w, by);
            }
        }
    } else {
        gen_motion_shift(&other->body.motion, &other->lists, by);
    }
}

static inline void make_pair(gen_random* random, int i, actor* soft, actor* other)
{
    make_sheet(random, 0.2, soft);
    make_solid(random, other);
    toi_pose pose = TOI_POSE_IDENTITY;
    if (i % 3 == 1) {
        pose = (toi_pose){gen_direction(random), gen_quaternion(random)};
    }
    deform(random, 2.0, 0.3, pose, soft);
    if (i % 8 == 0) {
        test_random rational = {gen_bits(random)};
        random_rational_make(&rational, 1.0, 1 + gen_below(random, 3), &other->rational);
        other->body.motion = other->rational.motion;
    } else if (i % 8 == 1) {
        deform(random, 2.0, 0.3, pose, other);
    } else {
        gen_motion_random(random, 0.6, 2.0, &other->body.motion, &other->lists);
    }
    aim(random, soft, other, i % 4 == 0 ? 1.2 : 0.0);
}

static inline void free_pair(actor* a, actor* b)
{
    toi_mesh_destroy(a->mesh);
    toi_mesh_destroy(b->mesh);
}

#endif
