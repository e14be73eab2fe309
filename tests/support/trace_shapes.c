// Bodies for traces from their defining numbers.

#include "support/trace_shapes.h"

#include <string.h>

static void begin(gen_shape* s, const char* name)
{
    memset(s, 0, sizeof *s);
    s->name = name;
}

static void quad(gen_shape* s, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    gen_shape_face(s, (uint32_t[]){a, b, c, d}, 4);
}

static void triangle(gen_shape* s, uint32_t a, uint32_t b, uint32_t c)
{
    gen_shape_face(s, (uint32_t[]){a, b, c}, 3);
}

// ---- boxes

static void add_block(gen_shape* s, toi_vec3 low, toi_vec3 high)
{
    static const uint32_t faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int i = 0; i < 8; ++i) {
        gen_shape_vertex(s, i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
    }
    for (int f = 0; f < 6; ++f) {
        gen_shape_face(s, faces[f], 4);
    }
}

void ts_make_box(gen_shape* shape, double x, double y, double z)
{
    begin(shape, "box");
    add_block(shape, (toi_vec3){-x, -y, -z}, (toi_vec3){x, y, z});
}

// The same surface seen from inside.
static void make_room(gen_shape* s, double half)
{
    ts_make_box(s, half, half, half);
    for (uint32_t f = 0; f < s->face_count; ++f) {
        uint32_t *c = s->corners + s->offsets[f], second = c[1];
        c[1] = c[3];
        c[3] = second;
    }
    for (uint32_t t = 0; t < s->triangle_count; ++t) {
        uint32_t *c = s->triangles[t], second = c[1];
        c[1] = c[2];
        c[2] = second;
    }
}

// ---- prisms

// A prism over corners of a star-shaped outline, counter-clockwise, from z = low to z = high. The caps are
// triangles from corner `hub`, which sees all others.
static void make_prism(gen_shape* s, const double (*outline)[2], uint32_t n, uint32_t hub, double z[2])
{
    for (uint32_t i = 0; i < 2 * n; ++i) {
        gen_shape_vertex(s, outline[i % n][0], outline[i % n][1], z[i / n]);
    }
    for (uint32_t k = 1; k + 1 < n; ++k) {
        uint32_t b = (hub + k) % n, c = (hub + k + 1) % n;
        triangle(s, hub, c, b);
        triangle(s, n + hub, n + b, n + c);
    }
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t j = (i + 1) % n;
        quad(s, i, j, n + j, n + i);
    }
}

// An edge along y with faces that go down from it, `length` long, at an angle on both sides of the z axis
// whose sine and cosine are given.
static void make_wedge(gen_shape* s, double length, double half_width, const double sine_cosine[2])
{
    double x = length * sine_cosine[0], z = -length * sine_cosine[1];
    for (int i = 0; i < 6; ++i) {
        gen_shape_vertex(s, i < 2 ? 0.0 : i < 4 ? x : -x, i % 2 ? half_width : -half_width, i < 2 ? 0.0 : z);
    }
    quad(s, 0, 2, 3, 1);
    quad(s, 0, 1, 5, 4);
    triangle(s, 0, 4, 2);
    triangle(s, 1, 3, 5);
    quad(s, 2, 4, 5, 3);
}

// ---- round

static void make_octahedron(gen_shape* s, double r)
{
    for (int i = 0; i < 6; ++i) {
        double c = i % 2 ? -r : r;
        gen_shape_vertex(s, i / 2 == 0 ? c : 0.0, i / 2 == 1 ? c : 0.0, i / 2 == 2 ? c : 0.0);
    }
    for (uint32_t i = 0; i < 8; ++i) {
        uint32_t x = i & 1, y = 2 + (i >> 1 & 1), z = 4 + (i >> 2 & 1);
        bool even = ((i & 1) + (i >> 1 & 1) + (i >> 2 & 1)) % 2 == 0;
        triangle(s, x, even ? y : z, even ? z : y);
    }
}

// 12 meridians and 7 parallels, all faces triangles.
static void make_sphere(gen_shape* s, double r)
{
    static const double sine[9] = {0.0, 0.3826834323650898, 0.7071067811865476, 0.9238795325112867,
                                   1.0, 0.9238795325112867, 0.7071067811865476, 0.3826834323650898,
                                   0.0};
    static const double around[12] = {1.0,  0.8660254037844386,  0.5,  0.0, -0.5, -0.8660254037844386,
                                      -1.0, -0.8660254037844386, -0.5, 0.0, 0.5,  0.8660254037844386};
    enum { ROWS = 7, MERIDIANS = 12 };
    for (int row = 1; row <= ROWS; ++row) {
        double z = row < 4 ? r * sine[4 - row] : -r * sine[row - 4];
        for (int k = 0; k < MERIDIANS; ++k) {
            gen_shape_vertex(s, r * sine[row] * around[k], r * sine[row] * around[(k + 9) % 12], z);
        }
    }
    uint32_t top = gen_shape_vertex(s, 0.0, 0.0, r), bottom = gen_shape_vertex(s, 0.0, 0.0, -r);
    for (uint32_t k = 0; k < MERIDIANS; ++k) {
        uint32_t next = (k + 1) % MERIDIANS, last = (ROWS - 1) * MERIDIANS;
        triangle(s, top, k, next);
        triangle(s, bottom, last + next, last + k);
        for (uint32_t row = 0; row + 1 < ROWS; ++row) {
            uint32_t a = row * MERIDIANS, b = a + MERIDIANS;
            triangle(s, a + k, b + k, b + next);
            triangle(s, a + k, b + next, a + next);
        }
    }
}

static void make_tetrahedron(gen_shape* s, const double corner[4][3])
{
    for (int i = 0; i < 4; ++i) {
        gen_shape_vertex(s, corner[i][0], corner[i][1], corner[i][2]);
    }
    triangle(s, 0, 2, 1);
    triangle(s, 0, 1, 3);
    triangle(s, 1, 2, 3);
    triangle(s, 0, 3, 2);
}

// ---- by name

static const double wedge30[2] = {0.5, 0.8660254037844386},
                    wedge10[2] = {0.17364817766693033, 0.984807753012208},
                    wedge_half[2] = {0.008726535498373935, 0.9999619230641713},
                    wedge3[2] = {0.05233595624294383, 0.9986295347545738};

void ts_make_still(ts_still which, gen_shape* shape)
{
    static const char* const names[TS_STILL_COUNT] = {"cube",    "flat",   "lshape", "stairs",
                                                      "tet",     "octa",   "room",   "wedge60",
                                                      "wedge20", "wedge1", "sphere", "thin"};
    static const double ell[6][2] = {{0, 0}, {64, 0}, {64, 32}, {32, 32}, {32, 64}, {0, 64}};
    static const double steps[8][2] = {{0, 0},   {96, 0},  {96, 16}, {64, 16},
                                       {64, 32}, {32, 32}, {32, 48}, {0, 48}};
    static const double tetrahedron[4][3] = {{0, 0, 0}, {40, 0, 0}, {0, 40, 0}, {0, 0, 40}};
    begin(shape, "");
    switch (which) {
    case TS_CUBE:
    case TS_STILL_COUNT:
        ts_make_box(shape, 32.0, 32.0, 32.0);
        break;
    case TS_FLAT:
        add_block(shape, (toi_vec3){-128, -128, -16}, (toi_vec3){128, 128, 0});
        break;
    case TS_LSHAPE:
        make_prism(shape, ell, 6, 3, (double[]){0.0, 32.0});
        break;
    case TS_STAIRS:
        make_prism(shape, steps, 8, 0, (double[]){0.0, 64.0});
        break;
    case TS_TET:
        make_tetrahedron(shape, tetrahedron);
        break;
    case TS_OCTA:
        make_octahedron(shape, 24.0);
        break;
    case TS_ROOM:
        make_room(shape, 128.0);
        break;
    case TS_WEDGE60:
        make_wedge(shape, 64.0, 48.0, wedge30);
        break;
    case TS_WEDGE20:
        make_wedge(shape, 64.0, 48.0, wedge10);
        break;
    case TS_WEDGE1:
        make_wedge(shape, 64.0, 48.0, wedge_half);
        break;
    case TS_SPHERE:
        make_sphere(shape, 48.0);
        break;
    case TS_THIN:
        ts_make_box(shape, 64.0, 64.0, 0.5);
        break;
    }
    shape->name = names[which];
}

void ts_make_moving(ts_moving which, gen_shape* shape)
{
    static const char* const names[TS_MOVING_COUNT] = {"b8",      "plank",   "rod",   "tall",
                                                       "tethull", "octhull", "lhull", "sharphull"};
    static const double half[4][3] = {{8, 8, 8}, {24, 4, 2}, {32, 1, 1}, {8, 8, 24}};
    static const double ell[6][2] = {{-16, -16}, {16, -16}, {16, 0}, {0, 0}, {0, 16}, {-16, 16}};
    static const double tetrahedron[4][3] = {{-10, -10, -8}, {14, -8, -8}, {0, 14, -8}, {0, 0, 16}};
    begin(shape, "");
    switch (which) {
    case TS_B8:
    case TS_PLANK:
    case TS_ROD:
    case TS_TALL:
    case TS_MOVING_COUNT:
        ts_make_box(shape, half[which % 4][0], half[which % 4][1], half[which % 4][2]);
        break;
    case TS_TETHULL:
        make_tetrahedron(shape, tetrahedron);
        break;
    case TS_OCTHULL:
        make_octahedron(shape, 12.0);
        break;
    case TS_LHULL:
        make_prism(shape, ell, 6, 3, (double[]){-8.0, 8.0});
        break;
    case TS_SHARPHULL:
        make_wedge(shape, 32.0, 16.0, wedge3);
        break;
    }
    shape->name = names[which];
}

// ---- open ones

void ts_make_point(gen_shape* shape)
{
    begin(shape, "point");
    gen_shape_vertex(shape, 0.0, 0.0, 0.0);
    gen_shape_face(shape, (uint32_t[]){0}, 1);
}

void ts_make_segment(gen_shape* shape, toi_vec3 from, toi_vec3 to)
{
    begin(shape, "segment");
    gen_shape_vertex(shape, from.x, from.y, from.z);
    gen_shape_vertex(shape, to.x, to.y, to.z);
    gen_shape_face(shape, (uint32_t[]){0, 1}, 2);
}

void ts_make_quad(gen_shape* shape, double x, double y)
{
    begin(shape, "quad");
    for (int i = 0; i < 4; ++i) {
        gen_shape_vertex(shape, i == 1 || i == 2 ? x : -x, i >= 2 ? y : -y, 0.0);
    }
    quad(shape, 0, 1, 2, 3);
}

void ts_make_level(gen_shape* shape, uint32_t n, double cell, const double* height)
{
    begin(shape, "level");
    for (uint32_t i = 0; i < (n + 1) * (n + 1); ++i) {
        double x = cell * ((double)(i % (n + 1)) - 0.5 * n), y = cell * ((double)(i / (n + 1)) - 0.5 * n);
        gen_shape_vertex(shape, x, y, height[i]);
    }
    for (uint32_t i = 0; i < n * n; ++i) {
        uint32_t a = i % n + (i / n) * (n + 1), c = a + n + 2;
        triangle(shape, a, a + 1, c);
        triangle(shape, a, c, a + n + 1);
    }
}

void ts_shift(gen_shape* shape, toi_vec3 by)
{
    for (uint32_t i = 0; i < shape->vertex_count; ++i) {
        shape->vertices[3 * i] += by.x;
        shape->vertices[3 * i + 1] += by.y;
        shape->vertices[3 * i + 2] += by.z;
    }
}
