// The three scenes.

#include "cloth_scenes.h"

#include "memory.h"
#include "options.h"

#include <string.h>

static const double DENSITY = 0.25;  // kg a square metre
static const double THICKNESS = 0.1; // of the length of an edge

// ---- parts

typedef struct sheet {
    uint32_t columns, rows; // of points, along x and y
    double length, width;
    toi_vec3 middle;
    double stretch, shear, bend; // stiffness in N/m, of `bend` for edges of a metre
    bool held;                   // the first and the last column are led
} sheet;

static uint32_t sheet_point(const sheet* s, uint32_t first, uint32_t i, uint32_t j)
{
    return first + i * s->rows + j;
}

static void add_sheet_points(cloth_world* w, const sheet* s, uint64_t* seed)
{
    double dx = s->length / (s->columns - 1), dy = s->width / (s->rows - 1);
    for (uint32_t i = 0; i < s->columns; ++i) {
        for (uint32_t j = 0; j < s->rows; ++j) {
            bool led = s->held && (i == 0 || i + 1 == s->columns);
            toi_vec3 at = {i * dx - 0.5 * s->length, j * dy - 0.5 * s->width,
                           1e-3 * dx * draw(seed, -1.0, 1.0)};
            soft_add_point(&w->soft, v3_add(at, s->middle), led ? 0.0 : DENSITY * dx * dy);
        }
    }
}

static void add_sheet_springs(cloth_world* w, const sheet* s, uint32_t first)
{
    double dx = s->length / (s->columns - 1), bend = s->bend / (dx * dx);
    for (uint32_t i = 0; i < s->columns; ++i) {
        for (uint32_t j = 0; j < s->rows; ++j) {
            uint32_t here = sheet_point(s, first, i, j);
            bool across = i + 1 < s->columns, along = j + 1 < s->rows;
            if (across) {
                soft_add_spring(&w->soft, SOFT_STRETCH, here, here + s->rows, s->stretch);
            }
            if (along) {
                soft_add_spring(&w->soft, SOFT_STRETCH, here, here + 1, s->stretch);
            }
            if (across && along) {
                soft_add_spring(&w->soft, SOFT_SHEAR, here, here + s->rows + 1, s->shear);
                soft_add_spring(&w->soft, SOFT_SHEAR, here + 1, here + s->rows, s->shear);
            }
            if (i + 2 < s->columns) {
                soft_add_spring(&w->soft, SOFT_BEND, here, here + 2 * s->rows, bend);
            }
            if (j + 2 < s->rows) {
                soft_add_spring(&w->soft, SOFT_BEND, here, here + 2, bend);
            }
        }
    }
}

static void add_sheet(cloth_world* w, const char* name, const sheet* s, uint64_t* seed)
{
    uint32_t first = w->soft.point_count, count = 0;
    add_sheet_points(w, s, seed);
    add_sheet_springs(w, s, first);
    uint32_t* triangles = allocate(6 * (size_t)s->columns * s->rows, sizeof *triangles);
    for (uint32_t i = 0; i + 1 < s->columns; ++i) {
        for (uint32_t j = 0; j + 1 < s->rows; ++j) {
            uint32_t a = sheet_point(s, first, i, j), b = a + s->rows;
            bool turned = (i + j) % 2 == 1;
            uint32_t cell[] = {a, b, turned ? a + 1 : b + 1, turned ? b : a, b + 1, a + 1};
            memcpy(&triangles[count], cell, sizeof cell);
            count += 6;
        }
    }
    cloth_add(w, name, first, triangles, count / 3);
}

// A ball of 8 f^2 triangles: those of an octahedron, cut and moved outwards.
typedef struct ball {
    uint32_t finest; // f
    double radius;
    toi_vec3 middle;
    double mass; // of all of it; 0: it rests
} ball;

// The point at whole coordinates x, y of the octahedron |x| + |y| + |z| = f, above or below.
static uint32_t* ball_slot(const ball* b, uint32_t* numbers, int32_t x, int32_t y, bool below)
{
    int32_t f = (int32_t)b->finest, wide = 2 * f + 1;
    below = below && (x < 0 ? -x : x) + (y < 0 ? -y : y) < f;
    return &numbers[((below ? wide : 0) + x + f) * wide + y + f];
}

static void add_ball_points(cloth_world* w, const ball* b, uint32_t* numbers)
{
    int32_t f = (int32_t)b->finest;
    double each = b->mass / (4.0 * f * f + 2.0);
    for (int32_t x = -f; x <= f; ++x) {
        int32_t most = f - (x < 0 ? -x : x);
        for (int32_t y = -most; y <= most; ++y) {
            int32_t z = most - (y < 0 ? -y : y);
            for (int32_t side = 1; side >= (z > 0 ? -1 : 1); side -= 2) {
                toi_vec3 at = v3_madd(b->middle, b->radius, v3_unit(v3(x, y, side * z)));
                *ball_slot(b, numbers, x, y, side < 0) = soft_add_point(&w->soft, at, each);
            }
        }
    }
}

static uint32_t add_octant(const ball* b, uint32_t* numbers, uint32_t octant, uint32_t* triangles)
{
    int32_t f = (int32_t)b->finest, sx = octant & 1u ? -1 : 1, sy = octant & 2u ? -1 : 1;
    bool below = octant & 4u, turned = (sx * sy < 0) != below;
    uint32_t count = 0;
    for (int32_t i = 0; i < f; ++i) {
        for (int32_t j = 0; i + j < f; ++j) {
            uint32_t p = *ball_slot(b, numbers, sx * i, sy * j, below);
            uint32_t q = *ball_slot(b, numbers, sx * (i + 1), sy * j, below);
            uint32_t r = *ball_slot(b, numbers, sx * i, sy * (j + 1), below);
            uint32_t cell[] = {p, turned ? r : q, turned ? q : r, 0, 0, 0};
            bool two = i + j + 1 < f;
            if (two) {
                uint32_t s = *ball_slot(b, numbers, sx * (i + 1), sy * (j + 1), below);
                cell[3] = q;
                cell[4] = turned ? r : s;
                cell[5] = turned ? s : r;
            }
            memcpy(&triangles[count], cell, (two ? 6 : 3) * sizeof *cell);
            count += two ? 6 : 3;
        }
    }
    return count;
}

// Returns the first point.
static uint32_t add_ball(cloth_world* w, const char* name, const ball* b)
{
    uint32_t first = w->soft.point_count, wide = 2 * b->finest + 1, count = 0;
    uint32_t* numbers = allocate(2 * (size_t)wide * wide, sizeof *numbers);
    add_ball_points(w, b, numbers);
    uint32_t* triangles = allocate(24 * (size_t)b->finest * b->finest, sizeof *triangles);
    for (uint32_t octant = 0; octant < 8; ++octant) {
        count += add_octant(b, numbers, octant, &triangles[count]);
    }
    release(numbers);
    cloth_add(w, name, first, triangles, count / 3);
    return first;
}

static void add_box(cloth_world* w, const char* name, toi_vec3 middle, toi_vec3 half)
{
    static const uint32_t quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    uint32_t first = w->soft.point_count;
    for (uint32_t i = 0; i < 8; ++i) {
        toi_vec3 to = {i & 1u ? half.x : -half.x, i & 2u ? half.y : -half.y, i & 4u ? half.z : -half.z};
        soft_add_point(&w->soft, v3_add(middle, to), 0.0);
    }
    uint32_t* triangles = allocate(36, sizeof *triangles);
    for (uint32_t i = 0; i < 36; ++i) {
        static const uint32_t corner[6] = {0, 1, 2, 0, 2, 3};
        triangles[i] = first + quads[i / 6][corner[i % 6]];
    }
    cloth_add(w, name, first, triangles, 12);
}

// ---- scenes

static void build_fall(cloth_world* w, uint32_t size, uint64_t seed)
{
    sheet s = {size, size, 1.6, 1.6, {0.30, 0.12, 0.88}, 400.0, 40.0, 2e-3, false};
    w->edge = s.length / (size - 1);
    w->thickness = THICKNESS * w->edge;
    add_sheet(w, "cloth", &s, &seed);
    ball b = {.finest = 14, .radius = 0.32, .middle = {0.0, 0.0, 0.5}};
    add_ball(w, "sphere", &b);
    add_box(w, "floor", v3(0.0, 0.0, -0.05), v3(1.6, 1.6, 0.05));
}

static const double TWIST_TURNS = 0.42, TWIST_NEARER = 0.08, TWIST_SECONDS = 3.0;

// The ends turn against each other about x, and come nearer.
static void lead_twist(cloth_world* w, double time)
{
    double cosine, sine, until = fmin(time, TWIST_SECONDS);
    soft_turn(TWIST_TURNS * 6.283185307179586 * until, &cosine, &sine);
    for (uint32_t i = 0; i < w->soft.point_count; ++i) {
        toi_vec3 at = w->built[i];
        if (w->soft.inverse[i] <= 0.0) {
            double side = at.x < 0.0 ? 1.0 : -1.0, s = side * sine;
            w->soft.to[i] =
                v3(at.x + side * TWIST_NEARER * until, cosine * at.y - s * at.z, s * at.y + cosine * at.z);
        }
    }
}

static void build_twist(cloth_world* w, uint32_t size, uint64_t seed)
{
    sheet s = {size, size / 2 + 1, 1.6, 0.8, {0.0, 0.0, 0.05}, 400.0, 60.0, 2e-3, true};
    w->edge = s.length / (size - 1);
    w->thickness = THICKNESS * w->edge;
    add_sheet(w, "upper", &s, &seed);
    s.middle.z = -s.middle.z;
    add_sheet(w, "lower", &s, &seed);
    w->soft.gravity = v3(0.0, 0.0, 0.0);
    w->soft.drag = 1.0;
    w->lead = lead_twist;
}

static const double SQUEEZE_SPEED = 0.2, SQUEEZE_TO = 1.2, SQUEEZE_HOLD = 0.3, BALL_RADIUS = 0.3;

// The plates close, wait and open again.
static void lead_squeeze(cloth_world* w, double time)
{
    double back = time - SQUEEZE_TO - SQUEEZE_HOLD;
    double way = SQUEEZE_SPEED * (back > 0.0 ? fmax(SQUEEZE_TO - back, 0.0) : fmin(time, SQUEEZE_TO));
    for (uint32_t i = 0; i < w->soft.point_count; ++i) {
        if (w->soft.inverse[i] <= 0.0) {
            w->soft.to[i] = w->built[i];
            w->soft.to[i].z -= w->built[i].z > 0.0 ? way : -way;
        }
    }
}

static void build_squeeze(cloth_world* w, uint32_t size, uint64_t seed)
{
    (void)seed;
    double area = 4.0 * 3.141592653589793 * BALL_RADIUS * BALL_RADIUS;
    ball b = {.finest = size / 2 + 1, .radius = BALL_RADIUS, .mass = DENSITY * area};
    w->edge = sqrt(area / (4.0 * b.finest * b.finest));
    w->thickness = THICKNESS * w->edge;
    add_ball(w, "ball", &b);
    const cloth_body* body = &w->bodies[0];
    soft_add_skin(&w->soft, body->triangles, body->triangle_count, 60.0, 1e-3 / (w->edge * w->edge));
    w->soft.skin = body->triangles;
    w->soft.skin_count = body->triangle_count;
    w->soft.volume = soft_volume(&w->soft, w->soft.at);
    double gap = 2.0 * w->thickness, thick = 0.03;
    add_box(w, "upper-bar", v3(0.0, 0.0, BALL_RADIUS + gap + thick), v3(0.45, 0.07, thick));
    add_box(w, "lower-bar", v3(0.0, 0.0, -BALL_RADIUS - gap - thick), v3(0.07, 0.45, thick));
    w->soft.gravity = v3(0.0, 0.0, 0.0);
    w->soft.drag = 6.0;
    w->lead = lead_squeeze;
}

static const cloth_scene scenes[] = {
    {.name = "fall",
     .about = "A square cloth falls on a sphere, slides off and folds on the floor",
     .size = 33,
     .steps = 600,
     .rate = 120.0,
     .most_stretch = 0.2,
     .rest_after = 5.0,
     .height = 1.9,
     .middle = {0.1, 0.0, 0.4},
     .build = build_fall},
    {.name = "twist",
     .about = "Two sheets are twisted against each other by their ends",
     .size = 33,
     .steps = 360,
     .rate = 120.0,
     .most_stretch = 0.9,
     .rest_after = HUGE_VAL,
     .height = 1.4,
     .build = build_twist},
    {.name = "squeeze",
     .about = "A soft ball is squeezed between two bars",
     .size = 33,
     .steps = 400,
     .rate = 120.0,
     .most_stretch = 0.8,
     .rest_after = 3.3,
     .height = 1.1,
     .build = build_squeeze},
};

const cloth_scene* cloth_scene_named(const char* name)
{
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; ++i) {
        if (strcmp(name, scenes[i].name) == 0) {
            return &scenes[i];
        }
    }
    return NULL;
}
