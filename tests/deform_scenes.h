// Small scenes of meshes that deform, at random: sheets that are bent, soups, polygons, seams, faces without
// an area. Coordinates are random, and in some scenes small whole numbers, so that much touches and is in one
// plane.

#ifndef TOI_TESTS_DEFORM_SCENES_H
#define TOI_TESTS_DEFORM_SCENES_H

#include "cmocka_toi.h"
#include "support/deform_brute.h"

enum { SCENE_BODIES = 2, SCENE_VERTICES = 64 };

typedef struct deform_scene {
    toi_mesh* mesh[SCENE_BODIES];
    toi_vec3 start[SCENE_BODIES][SCENE_VERTICES], end[SCENE_BODIES][SCENE_VERTICES];
    uint32_t weld[SCENE_BODIES][SCENE_VERTICES];
    bool welded[SCENE_BODIES], self[SCENE_BODIES];
} deform_scene;

enum { SCENE_KINDS = 6 };

typedef struct polygons {
    double x[3 * SCENE_VERTICES];
    uint32_t vertex_count, face_count;
    uint32_t index[256], offset[64];
} polygons;

static inline void add_face(polygons* p, const uint32_t* corner, uint32_t count)
{
    uint32_t at = p->offset[p->face_count];
    for (uint32_t i = 0; i < count; ++i) {
        p->index[at + i] = corner[i];
    }
    p->offset[++p->face_count] = at + count;
}

static inline void add_vertex(polygons* p, double x, double y, double z)
{
    double* to = p->x + 3 * p->vertex_count++;
    to[0] = x;
    to[1] = y;
    to[2] = z;
}

// A sheet of n times m squares, each a polygon or two triangles; with a seam its columns from `seam` on have
// vertices of their own.
static inline void make_sheet(test_random* r, bool polygon, uint32_t n, uint32_t m, polygons* p)
{
    *p = (polygons){.vertex_count = 0};
    for (uint32_t i = 0; i <= n; ++i) {
        for (uint32_t k = 0; k <= m; ++k) {
            add_vertex(p, i, k, 0.25 * random_unit(r));
        }
    }
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t k = 0; k < m; ++k) {
            uint32_t v = i * (m + 1) + k, w = v + m + 1;
            const uint32_t square[4] = {v, v + 1, w + 1, w}, other[3] = {v, w + 1, w};
            add_face(p, square, polygon ? 4 : 3);
            if (!polygon) {
                add_face(p, other, 3);
            }
        }
    }
}

static inline void make_soup(test_random* r, uint32_t vertices, uint32_t faces, polygons* p)
{
    *p = (polygons){.vertex_count = 0};
    for (uint32_t i = 0; i < vertices; ++i) {
        add_vertex(p, random_unit(r), random_unit(r), random_unit(r));
    }
    for (uint32_t i = 0; i < faces; ++i) {
        uint32_t corner[3] = {random_below(r, vertices), random_below(r, vertices),
                              random_below(r, vertices)};
        add_face(p, corner, 1 + random_below(r, 6) % 5 % 3);
    }
}

static inline toi_mesh* make_mesh(const polygons* p)
{
    toi_mesh_def def = {.vertices = p->x,
                        .vertex_count = p->vertex_count,
                        .indices = p->index,
                        .face_offsets = p->offset,
                        .face_count = p->face_count};
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

static inline double coordinate(test_random* r, bool whole)
{
    return whole ? (double)random_below(r, 4) : random_between(r, -1.0, 1.0);
}

// Random places of a sheet, bent by a random bilinear map, with noise.
static inline void bend(test_random* r, const toi_mesh* mesh, double noise, toi_vec3 shift, toi_vec3* to)
{
    double c[3][4];
    for (int i = 0; i < 12; ++i) {
        c[i / 4][i % 4] = random_between(r, -0.7, 0.7);
    }
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        double x = mesh->vertices[v].x, y = mesh->vertices[v].y, out[3];
        for (int k = 0; k < 3; ++k) {
            out[k] = c[k][0] * x + c[k][1] * y + 0.3 * c[k][2] * x * y + 0.5 * c[k][3] * x * x +
                     noise * random_between(r, -1.0, 1.0);
        }
        to[v] = (toi_vec3){out[0] + shift.x, out[1] + shift.y, out[2] + shift.z};
    }
}

static inline void scatter(test_random* r, uint32_t count, bool whole, double shift, toi_vec3* to)
{
    for (uint32_t v = 0; v < count; ++v) {
        to[v] = (toi_vec3){coordinate(r, whole) + shift, coordinate(r, whole), coordinate(r, whole)};
    }
}

// How vertices move: 0 bent sheets, 1 random places, 2 whole numbers, 3 sheets that rest or are only shifted.
static inline void set_paths(test_random* r, uint32_t kind, uint32_t body, deform_scene* s)
{
    const toi_mesh* mesh = s->mesh[body];
    toi_vec3 *start = s->start[body], *end = s->end[body];
    double apart = 3.0 * body;
    if (kind == 1 || kind == 2) {
        scatter(r, mesh->vertex_count, kind == 2, kind == 2 ? 2.0 * body : apart, start);
        scatter(r, mesh->vertex_count, kind == 2, 0.0, end);
        return;
    }
    bend(r, mesh, 0.05, (toi_vec3){0.0, 0.0, apart}, start);
    bend(r, mesh, 0.05, (toi_vec3){0.0, 0.0, 0.3 * apart}, end);
    for (uint32_t v = 0; kind == 3 && v < mesh->vertex_count; ++v) {
        start[v] = mesh->vertices[v];
        start[v].z += body;
        end[v] = start[v];
        end[v].z -= body == 1 ? 2.0 : 0.0;
    }
}

// Kinds: 0 triangles, 1 polygons, 2 soups with points and segments, 3 whole numbers, 4 sheets that lie on
// each other, 5 seams.
static inline void deform_scene_make(uint32_t kind, uint64_t seed, deform_scene* s)
{
    test_random r = {seed};
    *s = (deform_scene){.welded = {false, false}};
    for (uint32_t b = 0; b < SCENE_BODIES; ++b) {
        polygons p;
        if (kind == 2 || kind == 3) {
            make_soup(&r, 4 + random_below(&r, 8), 3 + random_below(&r, 9), &p);
        } else {
            make_sheet(&r, kind == 1, 1 + random_below(&r, 3), 1 + random_below(&r, 3), &p);
        }
        s->mesh[b] = make_mesh(&p);
        s->self[b] = random_below(&r, 2) != 0;
        set_paths(&r, kind == 3 ? 2 : kind == 4 ? 3 : kind == 2 ? 1 : 0, b, s);
        s->welded[b] = kind == 5;
        for (uint32_t v = 0; v < p.vertex_count; ++v) {
            s->weld[b][v] = random_below(&r, 4) == 0 ? random_below(&r, p.vertex_count) : v;
        }
    }
}

static inline void deform_scene_release(deform_scene* scene)
{
    for (uint32_t b = 0; b < SCENE_BODIES; ++b) {
        toi_mesh_destroy(scene->mesh[b]);
    }
}

static inline brute_body deform_scene_body(const deform_scene* s, uint32_t b)
{
    return (brute_body){s->mesh[b], s->start[b], s->end[b], s->welded[b] ? s->weld[b] : NULL};
}

static inline void deform_scene_add(const deform_scene* s, toi_deform* deform)
{
    for (uint32_t b = 0; b < SCENE_BODIES; ++b) {
        toi_deform_body def = {.mesh = s->mesh[b],
                               .start = s->start[b],
                               .end = s->end[b],
                               .self = s->self[b],
                               .weld = s->welded[b] ? s->weld[b] : NULL};
        uint32_t number = 77;
        assert_int_equal(toi_deform_add(deform, &def, &number, NULL), TOI_OK);
        assert_int_equal(number, b);
    }
}

// Multiplies all coordinates by a power of two.
static inline void deform_scene_scale(deform_scene* s, int exponent)
{
    for (uint32_t i = 0; i < SCENE_BODIES * SCENE_VERTICES; ++i) {
        toi_vec3 *v = &s->start[0][0] + i, *w = &s->end[0][0] + i;
        *v = (toi_vec3){ldexp(v->x, exponent), ldexp(v->y, exponent), ldexp(v->z, exponent)};
        *w = (toi_vec3){ldexp(w->x, exponent), ldexp(w->y, exponent), ldexp(w->z, exponent)};
    }
}

static inline void deform_scene_shift(deform_scene* s, toi_vec3 by)
{
    for (uint32_t i = 0; i < SCENE_BODIES * SCENE_VERTICES; ++i) {
        toi_vec3 *v = &s->start[0][0] + i, *w = &s->end[0][0] + i;
        *v = v3_add(*v, by);
        *w = v3_add(*w, by);
    }
}

#endif
