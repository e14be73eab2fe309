// Meshes made by rule, for tests: tori, spheres, boxes, grids, soup and what is degenerate.

#ifndef TOI_TESTS_MESH_SAMPLES_H
#define TOI_TESTS_MESH_SAMPLES_H

#include "cmocka_toi.h"
#include "toi/mesh.h"

typedef struct mesh_sample {
    double* vertices;
    uint32_t vertex_count;
    uint32_t* indices;
    uint32_t* face_offsets;
    uint32_t face_count, face_capacity, corner_count, corner_capacity;
} mesh_sample;

static inline void sample_release(mesh_sample* s)
{
    free(s->vertices);
    free(s->indices);
    free(s->face_offsets);
    *s = (mesh_sample){.vertices = NULL};
}

static inline void* sample_grow(void* memory, size_t size)
{
    void* grown = realloc(memory, size);
    assert_non_null(grown);
    return grown;
}

static inline uint32_t sample_vertex(mesh_sample* s, double x, double y, double z)
{
    uint32_t n = s->vertex_count++;
    if ((n & (n - 1)) == 0) { // room for the next power of two
        s->vertices = sample_grow(s->vertices, 6 * ((size_t)n + 1) * sizeof(double));
    }
    s->vertices[3 * (size_t)n] = x;
    s->vertices[3 * (size_t)n + 1] = y;
    s->vertices[3 * (size_t)n + 2] = z;
    return n;
}

static inline void sample_face(mesh_sample* s, const uint32_t* corners, uint32_t count)
{
    if (s->corner_count + count > s->corner_capacity) {
        s->corner_capacity = 2 * (s->corner_count + count);
        s->indices = sample_grow(s->indices, s->corner_capacity * sizeof(uint32_t));
    }
    if (s->face_count + 2 > s->face_capacity) {
        s->face_capacity = 2 * (s->face_count + 2);
        s->face_offsets = sample_grow(s->face_offsets, s->face_capacity * sizeof(uint32_t));
    }
    for (uint32_t i = 0; i < count; ++i) {
        s->indices[s->corner_count++] = corners[i];
    }
    s->face_offsets[s->face_count++] = s->corner_count - count;
    s->face_offsets[s->face_count] = s->corner_count;
}

// Two triangles.
static inline void sample_quad(mesh_sample* s, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    sample_face(s, (uint32_t[]){a, b, c}, 3);
    sample_face(s, (uint32_t[]){a, c, d}, 3);
}

static inline toi_mesh_def sample_def(const mesh_sample* s)
{
    return (toi_mesh_def){.vertices = s->vertices,
                          .vertex_count = s->vertex_count,
                          .indices = s->indices,
                          .face_offsets = s->face_offsets,
                          .face_count = s->face_count};
}

// The sample is released.
static inline toi_mesh* sample_mesh(mesh_sample* s)
{
    toi_mesh_def def = sample_def(s);
    toi_mesh* mesh = NULL;
    toi_error error = {0};
    if (toi_mesh_create(&def, &mesh, &error) != TOI_OK) {
        fail_msg("%s", error.text);
    }
    sample_release(s);
    return mesh;
}

// 2 m n triangles around the axis z.
static inline mesh_sample sample_torus(uint32_t m, uint32_t n, double ring, double tube)
{
    mesh_sample s = {.vertices = NULL};
    const double turn = 6.283185307179586;
    for (uint32_t i = 0; i < m; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            double a = turn * i / m, b = turn * j / n, r = ring + tube * cos(b);
            sample_vertex(&s, r * cos(a), r * sin(a), tube * sin(b));
        }
    }
    for (uint32_t i = 0; i < m; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            uint32_t i1 = (i + 1) % m, j1 = (j + 1) % n;
            sample_quad(&s, i * n + j, i1 * n + j, i1 * n + j1, i * n + j1);
        }
    }
    return s;
}

// An (n + 1) by (n + 1) grid, spanned by u and v from `origin`.
static inline mesh_sample sample_grid(uint32_t n, toi_vec3 origin, toi_vec3 u, toi_vec3 v)
{
    mesh_sample s = {.vertices = NULL};
    for (uint32_t i = 0; i <= n; ++i) {
        for (uint32_t j = 0; j <= n; ++j) {
            double a = (double)i / n, b = (double)j / n;
            sample_vertex(&s, origin.x + a * u.x + b * v.x, origin.y + a * u.y + b * v.y,
                          origin.z + a * u.z + b * v.z);
        }
    }
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            uint32_t k = i * (n + 1) + j;
            sample_quad(&s, k, k + n + 1, k + n + 2, k + 1);
        }
    }
    return s;
}

// A closed sphere of about 2 m n triangles with poles on the axis z.
static inline mesh_sample sample_sphere(uint32_t m, uint32_t n, double radius)
{
    mesh_sample s = {.vertices = NULL};
    const double turn = 6.283185307179586;
    uint32_t north = sample_vertex(&s, 0.0, 0.0, radius), south = sample_vertex(&s, 0.0, 0.0, -radius);
    for (uint32_t i = 1; i < n; ++i) {
        for (uint32_t j = 0; j < m; ++j) {
            double a = 0.5 * turn * i / n, b = turn * j / m;
            sample_vertex(&s, radius * sin(a) * cos(b), radius * sin(a) * sin(b), radius * cos(a));
        }
    }
    for (uint32_t j = 0; j < m; ++j) {
        uint32_t j1 = (j + 1) % m, last = 2 + (n - 2) * m;
        sample_face(&s, (uint32_t[]){north, 2 + j, 2 + j1}, 3);
        sample_face(&s, (uint32_t[]){south, last + j1, last + j}, 3);
        for (uint32_t i = 1; i + 1 < n; ++i) {
            uint32_t row = 2 + (i - 1) * m;
            sample_quad(&s, row + j, row + m + j, row + m + j1, row + j1);
        }
    }
    return s;
}

// Triangles that share no vertex, of sizes from `least` to 1, in the cube [-1, 1]^3 moved by `shift`.
static inline mesh_sample sample_soup(uint32_t count, double least, double shift, test_random* random)
{
    mesh_sample s = {.vertices = NULL};
    for (uint32_t i = 0; i < count; ++i) {
        double size = pow(least, random_unit(random)), at[3], p[3];
        uint32_t v[3];
        for (int c = 0; c < 3; ++c) {
            at[c] = random_between(random, -1.0, 1.0) + shift;
        }
        for (int k = 0; k < 3; ++k) {
            for (int c = 0; c < 3; ++c) {
                p[c] = at[c] + size * random_between(random, -1.0, 1.0);
            }
            v[k] = sample_vertex(&s, p[0], p[1], p[2]);
        }
        sample_face(&s, v, 3);
    }
    return s;
}

// A chain of segments along a line; the points are not quite collinear after rounding.
static inline mesh_sample sample_chain(uint32_t count, toi_vec3 direction)
{
    mesh_sample s = {.vertices = NULL};
    for (uint32_t i = 0; i <= count; ++i) {
        double a = (double)i / count;
        sample_vertex(&s, a * direction.x, a * direction.y, a * direction.z);
    }
    for (uint32_t i = 0; i < count; ++i) {
        sample_face(&s, (uint32_t[]){i, i + 1}, 2);
    }
    return s;
}

// One face of `corners` corners (1 to 3), `copies` times.
static inline mesh_sample sample_repeated(uint32_t corners, uint32_t copies)
{
    mesh_sample s = {.vertices = NULL};
    sample_vertex(&s, 0.1, 0.2, 0.3);
    sample_vertex(&s, 1.1, -0.7, 0.4);
    sample_vertex(&s, 0.3, 0.9, -0.5);
    for (uint32_t i = 0; i < copies; ++i) {
        sample_face(&s, (uint32_t[]){0, 1, 2}, corners);
    }
    return s;
}

// A box turned by the rotation of the columns of an orthogonal matrix made of rounded numbers.
static inline mesh_sample sample_turned_box(double hx, double hy, double hz)
{
    static const double r[3][3] = {{2.0 / 3.0, -1.0 / 3.0, 2.0 / 3.0},
                                   {2.0 / 3.0, 2.0 / 3.0, -1.0 / 3.0},
                                   {-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0}};
    static const uint32_t quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    mesh_sample s = {.vertices = NULL};
    for (int i = 0; i < 8; ++i) {
        double x = i & 1 ? hx : -hx, y = i & 2 ? hy : -hy, z = i & 4 ? hz : -hz;
        sample_vertex(&s, r[0][0] * x + r[0][1] * y + r[0][2] * z, r[1][0] * x + r[1][1] * y + r[1][2] * z,
                      r[2][0] * x + r[2][1] * y + r[2][2] * z);
    }
    for (int f = 0; f < 6; ++f) {
        sample_face(&s, quads[f], 4);
    }
    return s;
}

// Changes the order of vertices and faces and the first corner of each face.
static inline void sample_shuffle(mesh_sample* s, test_random* random)
{
    uint32_t* place = sample_grow(NULL, (s->vertex_count + 1) * sizeof *place);
    mesh_sample out = {.vertices = NULL};
    for (uint32_t i = 0; i < s->vertex_count; ++i) { // place[i]: old number of new vertex i
        uint32_t j = random_below(random, i + 1);
        place[i] = place[j];
        place[j] = i;
    }
    uint32_t* now = sample_grow(NULL, (s->vertex_count + 1) * sizeof *now);
    for (uint32_t i = 0; i < s->vertex_count; ++i) {
        const double* v = s->vertices + 3 * (size_t)place[i];
        now[place[i]] = sample_vertex(&out, v[0], v[1], v[2]);
    }
    uint32_t* order = sample_grow(NULL, (s->face_count + 1) * sizeof *order);
    for (uint32_t i = 0; i < s->face_count; ++i) {
        uint32_t j = random_below(random, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (uint32_t i = 0; i < s->face_count; ++i) {
        uint32_t begin = s->face_offsets[order[i]], count = s->face_offsets[order[i] + 1] - begin;
        uint32_t corners[16], first = random_below(random, count);
        assert_true(count <= 16);
        for (uint32_t k = 0; k < count; ++k) {
            corners[k] = now[s->indices[begin + (first + k) % count]];
        }
        sample_face(&out, corners, count);
    }
    free(place);
    free(now);
    free(order);
    sample_release(s);
    *s = out;
}

#endif
