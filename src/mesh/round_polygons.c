// Polygons inside of a round shape or around it.
//
// A circle is cut into n parts of the angle a = 2 pi/n; a chord is within r (1 - cos(a/2)) of its arc. A ball
// has n meridians and n/2 circles of latitude: its faces are trapezoids and triangles whose planes are at
// least r cos(a/2)^2 from the centre. Everything is shrunk by a few units in the last place, or around the
// shape made larger by the inverse of this and as much, so that rounding does not bring a point to the wrong
// side.

#include "mesh/build.h"

#include "core/error.h"
#include "core/memory.h"
#include "math/rounding.h"
#include "math/trig.h"

#include <string.h>

enum { LEAST_PARTS = 6, MOST_CORNERS = 1 << 24 };

// Sines are within 2 u, products and sums below that; 2^-48 is 32 u.
static const double SLACK = 0x1p-48;

static double half_cosine(uint32_t parts)
{
    double sine, cosine;
    ti_sincos(TOI_PI / parts, &sine, &cosine);
    return cosine;
}

// How far from the surface points are, as a share of the radius.
static double deviation(const ti_round* round, bool outside, uint32_t parts)
{
    double least = half_cosine(parts);
    least = round->kind == TI_ROUND_SPHERE ? least * least : least;
    return (outside ? 1.0 / least - 1.0 : 1.0 - least) + 2.0 * SLACK;
}

static uint64_t corner_count(const ti_round* round, uint32_t parts)
{
    uint64_t n = parts;
    return round->kind == TI_ROUND_SPHERE ? 2 * n * n : 6 * n;
}

typedef struct sheet {
    toi_polygons* out;
    uint32_t parts;
    uint32_t corners;
} sheet;

static void add_vertex(sheet* s, double x, double y, double z)
{
    double* v = s->out->vertices + 3 * (size_t)s->out->vertex_count++;
    v[0] = x;
    v[1] = y;
    v[2] = z;
}

static void add_corner(sheet* s, uint32_t vertex)
{
    s->out->indices[s->corners++] = vertex;
}

static void end_face(sheet* s)
{
    s->out->face_offsets[++s->out->face_count] = s->corners;
}

static void add_circle(sheet* s, double radius, double z)
{
    for (uint32_t i = 0; i < s->parts; ++i) {
        double sine, cosine;
        ti_sincos(2.0 * TOI_PI * i / s->parts, &sine, &cosine);
        add_vertex(s, radius * cosine, radius * sine, z);
    }
}

// The faces between two circles whose first vertices are given, the lower one first; a pole stands for a
// circle where there is none.
static void add_belt(sheet* s, uint32_t lower, bool lower_pole, uint32_t upper, bool upper_pole)
{
    for (uint32_t i = 0; i < s->parts; ++i) {
        uint32_t next = (i + 1) % s->parts;
        add_corner(s, lower_pole ? lower : lower + i);
        if (!lower_pole) {
            add_corner(s, lower + next);
        }
        add_corner(s, upper_pole ? upper : upper + next);
        if (!upper_pole) {
            add_corner(s, upper + i);
        }
        end_face(s);
    }
}

static void make_cylinder(sheet* s, double radius, double height)
{
    add_circle(s, radius, -height);
    add_circle(s, radius, height);
    add_belt(s, 0, false, s->parts, false);
    for (uint32_t i = s->parts; i > 0; --i) {
        add_corner(s, i - 1);
    }
    end_face(s);
    for (uint32_t i = 0; i < s->parts; ++i) {
        add_corner(s, s->parts + i);
    }
    end_face(s);
}

// Vertex 0 is the lower pole, vertex 1 the upper one.
static void make_sphere(sheet* s, double radius)
{
    uint32_t belts = s->parts / 2;
    add_vertex(s, 0.0, 0.0, -radius);
    add_vertex(s, 0.0, 0.0, radius);
    for (uint32_t k = 1; k < belts; ++k) {
        double sine, cosine;
        ti_sincos(TOI_PI * k / belts, &sine, &cosine);
        add_circle(s, radius * sine, -radius * cosine);
    }
    for (uint32_t k = 0; k < belts; ++k) {
        uint32_t lower = k == 0 ? 0 : 2 + (k - 1) * s->parts, upper = k + 1 == belts ? 1 : 2 + k * s->parts;
        add_belt(s, lower, k == 0, upper, k + 1 == belts);
    }
}

static bool allocate(toi_polygons* polygons, uint64_t corners)
{
    const toi_allocator* allocator = &polygons->allocator;
    polygons->vertices = ti_allocate(allocator, 3 * (size_t)corners, sizeof *polygons->vertices);
    polygons->indices = ti_allocate(allocator, (size_t)corners, sizeof *polygons->indices);
    polygons->face_offsets = ti_allocate(allocator, (size_t)corners, sizeof *polygons->face_offsets);
    return polygons->vertices != NULL && polygons->indices != NULL && polygons->face_offsets != NULL;
}

toi_status ti_mesh_tessellate(const ti_round* round, bool outside, double accuracy,
                              const toi_allocator* allocator, toi_polygons* polygons, toi_error* error)
{
    if (round->kind == TI_ROUND_NONE || !isfinite(accuracy) || !(accuracy > 0.0)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "needs a round shape and an accuracy above 0");
    }
    double share = accuracy / fmax(round->radius, round->half_height);
    uint32_t parts = LEAST_PARTS;
    while (deviation(round, outside, parts) > accuracy / round->radius || !(share > 4.0 * SLACK)) {
        parts += 2 + 2 * (parts / 8);
        if (corner_count(round, parts) > MOST_CORNERS || !(share > 4.0 * SLACK)) {
            return ti_fail(error, TOI_ERROR_LIMIT, 0, "an accuracy of %g needs more than 2^24 corners",
                           accuracy);
        }
    }
    *polygons = (toi_polygons){.allocator = ti_allocator_or_default(allocator)};
    if (!allocate(polygons, corner_count(round, parts) + 2)) {
        toi_polygons_release(polygons);
        return ti_fail_memory(error);
    }
    bool sphere = round->kind == TI_ROUND_SPHERE;
    double least = half_cosine(parts), grow = outside ? 1.0 + SLACK : 1.0 - SLACK;
    double radius = round->radius * grow / (outside ? (sphere ? least * least : least) : 1.0);
    sheet s = {.out = polygons, .parts = parts};
    polygons->face_offsets[0] = 0;
    if (sphere) {
        make_sphere(&s, radius);
    } else {
        make_cylinder(&s, radius, round->half_height * grow);
    }
    return TOI_OK;
}
