// Meshes for tests of src/mesh: spheres, tori, strips, as arrays of quads or triangles.

#ifndef TOI_TESTS_MESH_SHAPES_H
#define TOI_TESTS_MESH_SHAPES_H

#include "cmocka_toi.h"

#include "mesh/build.h"

enum { SHAPE_MAX = 4096 };

typedef struct shape {
    double vertices[3 * SHAPE_MAX];
    uint32_t vertex_count;
    uint32_t indices[4 * SHAPE_MAX];
    uint32_t offsets[SHAPE_MAX + 1];
    uint32_t face_count;
} shape;

static inline void shape_clear(shape* s)
{
    s->vertex_count = 0;
    s->face_count = 0;
    s->offsets[0] = 0;
}

static inline uint32_t shape_vertex(shape* s, double x, double y, double z)
{
    double* v = s->vertices + 3 * (size_t)s->vertex_count;
    v[0] = x;
    v[1] = y;
    v[2] = z;
    return s->vertex_count++;
}

static inline void shape_face(shape* s, uint32_t count, const uint32_t* corners)
{
    memcpy(s->indices + s->offsets[s->face_count], corners, count * sizeof *corners);
    s->offsets[s->face_count + 1] = s->offsets[s->face_count] + count;
    ++s->face_count;
}

static inline void shape_triangle(shape* s, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t corners[3] = {a, b, c};
    shape_face(s, 3, corners);
}

static inline void shape_quad(shape* s, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const uint32_t corners[4] = {a, b, c, d};
    shape_face(s, 4, corners);
}

// A torus of m by n quads around z, looking outwards.
static inline void shape_torus(shape* s, uint32_t m, uint32_t n)
{
    shape_clear(s);
    for (uint32_t i = 0; i < m * n; ++i) {
        double u = 6.283185307179586 * (double)(i / n) / m, v = 6.283185307179586 * (double)(i % n) / n;
        shape_vertex(s, (3.0 + cos(v)) * cos(u), (3.0 + cos(v)) * sin(u), sin(v));
    }
    for (uint32_t i = 0; i < m; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            uint32_t k = (i + 1) % m, l = (j + 1) % n;
            shape_quad(s, i * n + j, k * n + j, k * n + l, i * n + l);
        }
    }
}

// A sphere of `rings` rings of n triangles or pairs of triangles and two poles, looking outwards.
static inline void shape_sphere(shape* s, uint32_t rings, uint32_t n)
{
    shape_clear(s);
    uint32_t south = shape_vertex(s, 0.0, 0.0, -1.0), north = shape_vertex(s, 0.0, 0.0, 1.0);
    for (uint32_t i = 0; i + 1 < rings; ++i) {
        double polar = 3.141592653589793 * ((double)(i + 1) / rings - 0.5);
        for (uint32_t j = 0; j < n; ++j) {
            double u = 6.283185307179586 * (double)j / n;
            shape_vertex(s, cos(polar) * cos(u), cos(polar) * sin(u), sin(polar));
        }
    }
    for (uint32_t j = 0; j < n; ++j) {
        uint32_t l = (j + 1) % n, top = 2 + (rings - 2) * n;
        shape_triangle(s, south, 2 + l, 2 + j);
        shape_triangle(s, north, top + j, top + l);
        for (uint32_t i = 0; i + 2 < rings; ++i) {
            uint32_t low = 2 + i * n, high = low + n;
            shape_triangle(s, low + j, low + l, high + l);
            shape_triangle(s, low + j, high + l, high + j);
        }
    }
}

static inline toi_mesh_def shape_def(const shape* s)
{
    return (toi_mesh_def){.vertices = s->vertices,
                          .vertex_count = s->vertex_count,
                          .indices = s->indices,
                          .face_offsets = s->offsets,
                          .face_count = s->face_count};
}

static inline toi_mesh* shape_mesh(const shape* s)
{
    toi_mesh_def def = shape_def(s);
    toi_mesh* mesh = NULL;
    toi_error error = {0};
    if (ti_mesh_build(&def, &mesh, &error) != TOI_OK) {
        print_error("%s\n", error.text);
        fail();
    }
    return mesh;
}

static inline toi_mesh_info shape_info(const shape* s)
{
    toi_mesh* mesh = shape_mesh(s);
    toi_mesh_info info;
    toi_mesh_get_info(mesh, &info);
    ti_mesh_free(mesh);
    return info;
}

// The same shape with vertices and faces in a random order; new_vertex, if not NULL, says where each vertex
// went.
static inline void shape_shuffle(const shape* from, shape* to, test_random* random, uint32_t* new_vertex)
{
    static uint32_t vertex[SHAPE_MAX], face[SHAPE_MAX], place[SHAPE_MAX];
    for (uint32_t i = 0; i < SHAPE_MAX; ++i) {
        vertex[i] = i;
        face[i] = i;
    }
    for (uint32_t i = from->vertex_count; i > 1; --i) {
        uint32_t j = random_below(random, i), v = vertex[j];
        vertex[j] = vertex[i - 1];
        vertex[i - 1] = v;
    }
    for (uint32_t i = from->face_count; i > 1; --i) {
        uint32_t j = random_below(random, i), f = face[j];
        face[j] = face[i - 1];
        face[i - 1] = f;
    }
    shape_clear(to);
    for (uint32_t i = 0; i < from->vertex_count; ++i) {
        const double* v = from->vertices + 3 * (size_t)vertex[i];
        place[vertex[i]] = shape_vertex(to, v[0], v[1], v[2]);
    }
    for (uint32_t i = 0; i < from->face_count; ++i) {
        uint32_t corners[64], begin = from->offsets[face[i]], count = from->offsets[face[i] + 1] - begin;
        for (uint32_t k = 0; k < count; ++k) {
            corners[k] = place[from->indices[begin + k]];
        }
        shape_face(to, count, corners);
    }
    if (new_vertex != NULL) {
        memcpy(new_vertex, place, from->vertex_count * sizeof *place);
    }
}

// The same shape with every face wound the other way.
static inline void shape_flip(const shape* from, shape* to)
{
    *to = *from;
    for (uint32_t f = 0; f < from->face_count; ++f) {
        uint32_t begin = from->offsets[f], count = from->offsets[f + 1] - begin;
        for (uint32_t k = 0; k < count; ++k) {
            to->indices[begin + k] = from->indices[begin + count - 1 - k];
        }
    }
}

#endif
