// Random shapes: convex, thin, concave, soup, open, flat, single.

#include "support/generate.h"

#include <stdlib.h>
#include <string.h>

// ---- random numbers

uint64_t gen_bits(gen_random* random)
{
    uint64_t z = (random->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double gen_unit(gen_random* random)
{
    return (double)(gen_bits(random) >> 11) * 0x1p-53;
}

double gen_between(gen_random* random, double lower, double upper)
{
    return lower + (upper - lower) * gen_unit(random);
}

// By powers of two and a linear mantissa, so that no libm decides its bits.
double gen_size(gen_random* random, double least, double most)
{
    double octave = gen_between(random, log2(least), log2(most));
    double whole = floor(octave);
    return ldexp(1.0 + (octave - whole), (int)whole);
}

uint32_t gen_below(gen_random* random, uint32_t count)
{
    return (uint32_t)(((gen_bits(random) >> 32) * count) >> 32);
}

bool gen_chance(gen_random* random, double share)
{
    return gen_unit(random) < share;
}

toi_vec3 gen_direction(gen_random* random)
{
    for (;;) {
        double x = gen_between(random, -1, 1), y, z, n2;
        y = gen_between(random, -1, 1);
        z = gen_between(random, -1, 1);
        n2 = x * x + y * y + z * z;
        if (n2 > 0.01 && n2 <= 1.0) {
            double n = sqrt(n2);
            return (toi_vec3){x / n, y / n, z / n};
        }
    }
}

toi_vec3 gen_vector(gen_random* random, double least, double most)
{
    double length = gen_size(random, least, most);
    toi_vec3 n = gen_direction(random);
    return (toi_vec3){length * n.x, length * n.y, length * n.z};
}

toi_quat gen_quaternion(gen_random* random)
{
    if (gen_chance(random, 0.15)) {
        return (toi_quat){1.0, 0.0, 0.0, 0.0};
    }
    toi_vec3 a = gen_direction(random);
    double w = gen_between(random, -1, 1), s = sqrt(1.0 - w * w);
    return (toi_quat){w, s * a.x, s * a.y, s * a.z};
}

// ---- building

uint32_t gen_shape_vertex(gen_shape* shape, double x, double y, double z)
{
    double* v = &shape->vertices[3 * shape->vertex_count];
    v[0] = x;
    v[1] = y;
    v[2] = z;
    return shape->vertex_count++;
}

void gen_shape_polygon(gen_shape* shape, const uint32_t* corners, uint32_t count)
{
    uint32_t first = shape->offsets[shape->face_count];
    memcpy(&shape->corners[first], corners, count * sizeof *corners);
    shape->offsets[++shape->face_count] = first + count;
}

void gen_shape_triangle(gen_shape* shape, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t* t = shape->triangles[shape->triangle_count++];
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

void gen_shape_face(gen_shape* shape, const uint32_t* corners, uint32_t count)
{
    gen_shape_polygon(shape, corners, count);
    if (count < 3) {
        gen_shape_triangle(shape, corners[0], corners[count - 1], corners[count - 1]);
    }
    for (uint32_t i = 2; i < count; ++i) {
        gen_shape_triangle(shape, corners[0], corners[i - 1], corners[i]);
    }
}

static void face3(gen_shape* s, uint32_t a, uint32_t b, uint32_t c)
{
    gen_shape_face(s, (uint32_t[]){a, b, c}, 3);
}

// A quad as one face, or as two.
static void face4(gen_shape* s, bool polygons, const uint32_t q[4])
{
    if (polygons) {
        gen_shape_face(s, q, 4);
    } else {
        face3(s, q[0], q[1], q[2]);
        face3(s, q[0], q[2], q[3]);
    }
}

// ---- families

// Each is about unit size; the caller turns, stretches and scales.
typedef void make_shape(gen_random* random, gen_shape* s);

static void make_tetrahedron(gen_random* random, gen_shape* s)
{
    s->name = "tetrahedron";
    for (int i = 0; i < 4; ++i) {
        toi_vec3 v = gen_direction(random);
        gen_shape_vertex(s, v.x, v.y, v.z);
    }
    face3(s, 0, 2, 1);
    face3(s, 0, 1, 3);
    face3(s, 1, 2, 3);
    face3(s, 2, 0, 3);
}

static void box_of(gen_shape* s, double x, double y, double z, bool polygons)
{
    static const uint32_t quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int i = 0; i < 8; ++i) {
        gen_shape_vertex(s, i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z);
    }
    for (int i = 0; i < 6; ++i) {
        face4(s, polygons, quads[i]);
    }
}

static void make_box(gen_random* random, gen_shape* s)
{
    s->name = "box";
    double x = gen_between(random, 0.3, 1.0), y = gen_between(random, 0.3, 1.0);
    bool polygons = gen_chance(random, 0.5);
    box_of(s, x, y, gen_between(random, 0.3, 1.0), polygons);
}

static void make_plate(gen_random* random, gen_shape* s)
{
    s->name = "plate";
    double x = gen_between(random, 0.5, 1.0), y = gen_between(random, 0.5, 1.0);
    bool polygons = gen_chance(random, 0.5);
    box_of(s, x, y, gen_size(random, 1e-6, 1e-2), polygons);
}

static void make_rod(gen_random* random, gen_shape* s)
{
    s->name = "rod";
    double x = gen_size(random, 1e-4, 3e-2), y = gen_size(random, 1e-4, 3e-2);
    box_of(s, x, y, 1.0, gen_chance(random, 0.5));
}

// Rings of latitude between two poles.
static void make_sphere(gen_random* random, gen_shape* s)
{
    s->name = "sphere";
    uint32_t n = 4 + gen_below(random, 12), m = 3 + gen_below(random, 8);
    bool polygons = gen_chance(random, 0.5);
    for (uint32_t i = 1; i < m; ++i) {
        double v = 3.14159265358979 * i / m;
        for (uint32_t k = 0; k < n; ++k) {
            double u = 6.28318530717959 * k / n;
            gen_shape_vertex(s, sin(v) * cos(u), sin(v) * sin(u), cos(v));
        }
    }
    uint32_t top = gen_shape_vertex(s, 0, 0, 1), bottom = gen_shape_vertex(s, 0, 0, -1), last = (m - 2) * n;
    for (uint32_t k = 0; k < n; ++k) {
        uint32_t next = (k + 1) % n;
        face3(s, top, k, next);
        for (uint32_t i = 0; i + 2 < m; ++i) {
            face4(s, polygons, (uint32_t[]){i * n + k, (i + 1) * n + k, (i + 1) * n + next, i * n + next});
        }
        face3(s, bottom, last + next, last + k);
    }
}

static void make_torus(gen_random* random, gen_shape* s)
{
    s->name = "torus";
    uint32_t n = 5 + gen_below(random, 14), m = 4 + gen_below(random, 9);
    double r = gen_between(random, 0.1, 0.45);
    bool polygons = gen_chance(random, 0.5);
    for (uint32_t i = 0; i < n; ++i) {
        double u = 6.28318530717959 * i / n;
        for (uint32_t k = 0; k < m; ++k) {
            double v = 6.28318530717959 * k / m, w = 1.0 - r + r * cos(v);
            gen_shape_vertex(s, w * cos(u), w * sin(u), r * sin(v));
        }
    }
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t j = (i + 1) % n;
        for (uint32_t k = 0; k < m; ++k) {
            uint32_t l = (k + 1) % m;
            face4(s, polygons, (uint32_t[]){i * m + k, j * m + k, j * m + l, i * m + l});
        }
    }
}

// A profile, its triangles, and walls between two copies of it.
static void prism_of(gen_shape* s, const double (*profile)[2], uint32_t n, const uint32_t (*parts)[3],
                     uint32_t part_count)
{
    uint32_t corners[32];
    for (uint32_t i = 0; i < 2 * n; ++i) {
        gen_shape_vertex(s, profile[i % n][0], profile[i % n][1], i < n ? -0.5 : 0.5);
    }
    for (uint32_t i = 0; i < n; ++i) {
        corners[i] = i + n;
        gen_shape_face(s, (uint32_t[]){i, (i + 1) % n, n + (i + 1) % n, n + i}, 4);
    }
    gen_shape_polygon(s, corners, n);
    for (uint32_t i = 0; i < n; ++i) {
        corners[i] = n - 1 - i;
    }
    gen_shape_polygon(s, corners, n);
    for (uint32_t i = 0; i < part_count; ++i) {
        gen_shape_triangle(s, parts[i][0], parts[i][2], parts[i][1]);
        gen_shape_triangle(s, n + parts[i][0], n + parts[i][1], n + parts[i][2]);
    }
}

static void make_angle(gen_random* random, gen_shape* s)
{
    double x = gen_between(random, -0.5, 0.6), y = gen_between(random, -0.5, 0.6);
    const double profile[6][2] = {{-1, -1}, {1, -1}, {1, y}, {x, y}, {x, 1}, {-1, 1}};
    const uint32_t parts[4][3] = {{3, 4, 5}, {3, 5, 0}, {3, 0, 1}, {3, 1, 2}};
    s->name = "angle";
    prism_of(s, profile, 6, parts, 4);
}

static void make_car(gen_random* random, gen_shape* s)
{
    double roof = gen_between(random, 0.3, 0.9);
    const double profile[8][2] = {{-1, -0.4},   {1, -0.4},    {1, 0},     {0.5, 0},
                                  {0.25, roof}, {-0.5, roof}, {-0.65, 0}, {-1, 0}};
    const uint32_t parts[6][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 6}, {0, 6, 7}, {3, 4, 5}, {3, 5, 6}};
    s->name = "car";
    prism_of(s, profile, 8, parts, 6);
}

static void make_star(gen_random* random, gen_shape* s)
{
    double profile[14][2];
    uint32_t parts[12][3], count = 0, tips = 3 + gen_below(random, 5);
    double inner = gen_between(random, 0.15, 0.45);
    for (uint32_t i = 0; i < 2 * tips; ++i) {
        double u = 3.14159265358979 * i / tips, r = i % 2 == 0 ? 1.0 : inner;
        profile[i][0] = r * cos(u);
        profile[i][1] = r * sin(u);
    }
    for (uint32_t i = 0; i < tips; ++i) {
        uint32_t before = (2 * i + 2 * tips - 1) % (2 * tips);
        uint32_t tip[3] = {before, 2 * i, 2 * i + 1}, core[3] = {1, 2 * i + 1, 2 * i + 3};
        memcpy(parts[count++], tip, sizeof tip);
        if (i > 0 && i + 1 < tips) {
            memcpy(parts[count++], core, sizeof core);
        }
    }
    s->name = "star";
    prism_of(s, (const double(*)[2])profile, 2 * tips, (const uint32_t(*)[3])parts, count);
}

static void make_soup(gen_random* random, gen_shape* s)
{
    s->name = "soup";
    uint32_t count = 2 + gen_below(random, 28);
    double size = gen_between(random, 0.05, 0.8);
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 c = gen_direction(random);
        double r = gen_unit(random);
        for (int k = 0; k < 3; ++k) {
            toi_vec3 d = gen_direction(random);
            gen_shape_vertex(s, r * c.x + size * d.x, r * c.y + size * d.y, r * c.z + size * d.z);
        }
        face3(s, 3 * i, 3 * i + 1, 3 * i + 2);
    }
}

// A grid; flat, or a wavy sheet.
static void grid_of(gen_random* random, gen_shape* s, double height)
{
    uint32_t n = 2 + gen_below(random, 8), m = 2 + gen_below(random, 8);
    bool quads = height == 0.0 && gen_chance(random, 0.5);
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t k = 0; k < m; ++k) {
            double z = height == 0.0 ? 0.0 : height * gen_between(random, -1, 1);
            gen_shape_vertex(s, 2.0 * i / (n - 1) - 1.0, 2.0 * k / (m - 1) - 1.0, z);
        }
    }
    for (uint32_t i = 0; i + 1 < n; ++i) {
        for (uint32_t k = 0; k + 1 < m; ++k) {
            uint32_t at = i * m + k;
            face4(s, quads, (uint32_t[]){at, at + m, at + m + 1, at + 1});
        }
    }
}

static void make_sheet(gen_random* random, gen_shape* s)
{
    s->name = "sheet";
    grid_of(random, s, gen_between(random, 0.02, 0.3));
}

static void make_flat(gen_random* random, gen_shape* s)
{
    s->name = "flat";
    grid_of(random, s, 0.0);
}

// A triangle, a segment, a point, or a bunch of segments.
static void make_single(gen_random* random, gen_shape* s)
{
    static const char* const names[] = {"triangle", "segment", "point", "segments"};
    uint32_t kind = gen_below(random, 4), corners = kind == 0 ? 3 : kind == 2 ? 1 : 2;
    uint32_t count = kind == 3 ? 2 + gen_below(random, 5) : 1;
    s->name = names[kind];
    for (uint32_t i = 0; i < count * corners; ++i) {
        toi_vec3 v = gen_direction(random);
        gen_shape_vertex(s, v.x, v.y, v.z);
    }
    for (uint32_t i = 0; i < count; ++i) {
        gen_shape_face(s, (uint32_t[]){corners * i, corners * i + 1, corners * i + 2}, corners);
    }
}

void gen_shape_random(gen_random* random, gen_shape* shape)
{
    static make_shape* const makers[] = {make_tetrahedron, make_box,   make_sphere, make_plate, make_rod,
                                         make_torus,       make_torus, make_angle,  make_car,   make_star,
                                         make_star,        make_soup,  make_sheet,  make_flat,  make_single};
    shape->vertex_count = shape->face_count = shape->triangle_count = 0;
    shape->offsets[0] = 0;
    makers[gen_below(random, sizeof makers / sizeof *makers)](random, shape);
    // Turned, so that faces of many corners are not quite flat, and off centre; or left on round numbers.
    if (gen_chance(random, 0.3)) {
        return;
    }
    rmat turn = rm_from_quat(rq_wide(gen_quaternion(random)));
    double off = gen_chance(random, 0.1) ? gen_size(random, 1.0, 1e3) : gen_between(random, 0.0, 1.0);
    toi_vec3 d = gen_direction(random);
    for (uint32_t i = 0; i < shape->vertex_count; ++i) {
        double* v = &shape->vertices[3 * i];
        toi_vec3 r = r3_round(rm_apply(&turn, r3((real)v[0], (real)v[1], (real)v[2])));
        v[0] = r.x + off * d.x;
        v[1] = r.y + off * d.y;
        v[2] = r.z + off * d.z;
    }
}
