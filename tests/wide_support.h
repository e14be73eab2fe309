// Soups of triangles with their wide trees.

#ifndef TOI_TESTS_WIDE_SUPPORT_H
#define TOI_TESTS_WIDE_SUPPORT_H

#include "bvh/wide_parts.h"
#include "math/rounding.h"
#include "random_point.h"

enum { SOUP_VERTICES = 200, SOUP_TRIANGLES = 150 };

enum { SOUP_SCATTERED, SOUP_STRIP, SOUP_GRID, SOUP_FLAT, SOUP_SLIVERS, SOUP_TINY, SOUP_KINDS };

typedef struct soup {
    toi_vec3 vertex[SOUP_VERTICES];
    ti_triangle triangle[SOUP_TRIANGLES];
    uint32_t weld[SOUP_VERTICES];
    ti_faces faces;
    ti_wide_shape shape;
    ti_float_box* boxes;
    ti_wide_lanes* lanes;
    ti_wide_body body;
} soup;

static inline toi_vec3 soup_vertex(test_random* random, int kind, uint32_t i)
{
    toi_vec3 v = random_point(random, 1.0);
    switch (kind) {
    case SOUP_STRIP:
        return v3(0.02 * i + 0.1 * v.x, 0.1 * v.y, 0.3 * v.z);
    case SOUP_GRID:
        return v3(floor(4.0 * v.x), floor(4.0 * v.y), floor(4.0 * v.z));
    case SOUP_FLAT:
        return v3(floor(9.0 * v.x), floor(9.0 * v.y), 0.0);
    case SOUP_SLIVERS:
        return v3_madd(v3(0.1, 0.2, 0.3), v.x, v3(1.0 + 0x1p-45 * v.y, 2.0, -1.0 + 0x1p-45 * v.z));
    case SOUP_TINY:
        return random_below(random, 3) ? v : v3(v.x, 0x1p-1040 * v.y, 0x1p-1074 * floor(9.0 * v.z));
    default:
        return v;
    }
}

// Corners are near each other in the list, may repeat, and a triangle may be there twice.
static inline void soup_triangles(test_random* random, soup* s, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t start = random_below(random, SOUP_VERTICES - 5);
        for (int k = 0; k < 3; ++k) {
            s->triangle[i].vertex[k] = start + random_below(random, 5);
        }
        s->triangle[i].face = i - (i > 0 && random_below(random, 8) == 0);
        if (i > 0 && random_below(random, 16) == 0) {
            s->triangle[i] = s->triangle[i - 1];
        }
    }
}

static inline toi_pose soup_pose(test_random* random, bool exact)
{
    static const toi_quat quarter[4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0.5, 0.5, 0.5, 0.5}};
    toi_vec3 p = random_point(random, 1.0);
    toi_quat q = random_coefficients(random, 1.0);
    uint32_t turn = random_below(random, 4);
    return exact ? (toi_pose){v3(floor(3.0 * p.x), floor(3.0 * p.y), floor(3.0 * p.z)), quarter[turn]}
                 : (toi_pose){p, q_normalize(q)};
}

static inline toi_bounds soup_bounds(const soup* s)
{
    toi_bounds b = {s->vertex[s->triangle[0].vertex[0]], s->vertex[s->triangle[0].vertex[0]]};
    for (uint32_t i = 0; i < 3 * s->faces.triangle_count; ++i) {
        toi_vec3 v = s->vertex[s->triangle[i / 3].vertex[i % 3]];
        b.lower = v3_min(b.lower, v);
        b.upper = v3_max(b.upper, v);
    }
    return b;
}

static inline void soup_fit(soup* s)
{
    toi_bounds bounds = soup_bounds(s);
    s->body = (ti_wide_body){.shape = &s->shape,
                             .boxes = s->boxes,
                             .lanes = s->faces.rigid ? s->lanes : NULL,
                             .points = s->vertex,
                             .frame = ti_float_frame_around(&bounds),
                             .rotation = s->faces.rotation,
                             .position = s->faces.position};
    ti_wide_fit(&s->shape, s->vertex, &s->body.frame, s->boxes);
    ti_wide_fit_lanes(&s->shape, s->vertex, &s->body.frame, s->boxes, s->lanes);
}

// What a soup is made with. Lengths are in `scale`; `place` moves it.
typedef struct soup_def {
    int kind;
    uint32_t count;
    bool rigid;
    double scale, size; // all, and of the vertices alone
    toi_vec3 place;
} soup_def;

static inline void soup_make(test_random* random, const soup_def* def, soup* s)
{
    for (uint32_t i = 0; i < SOUP_VERTICES; ++i) {
        toi_vec3 v = soup_vertex(random, def->kind, i);
        s->vertex[i] = v3_scale(def->size, v);
        s->weld[i] = random_below(random, 4) && i > 0 ? i : i / 2;
    }
    soup_triangles(random, s, def->count);
    toi_pose pose = soup_pose(random, def->kind == SOUP_GRID || def->kind == SOUP_FLAT);
    pose.position = v3_add(pose.position, def->place);
    for (uint32_t i = 0; i < SOUP_VERTICES; ++i) {
        toi_vec3 v = s->vertex[i];
        s->vertex[i] = v3_scale(def->scale, def->rigid ? v : v3_add(v, pose.position));
    }
    s->faces = (ti_faces){.triangles = s->triangle,
                          .vertices = s->vertex,
                          .triangle_count = def->count,
                          .vertex_count = SOUP_VERTICES,
                          .rigid = def->rigid,
                          .rotation = m3_from_quat(pose.quaternion),
                          .position = v3_scale(def->scale, pose.position)};
    assert_int_equal(ti_wide_make(s->triangle, def->count, NULL, &s->shape), TOI_OK);
    s->boxes = malloc(s->shape.node_count * sizeof *s->boxes);
    s->lanes = malloc(s->shape.node_count * sizeof *s->lanes);
    soup_fit(s);
}

static inline void soup_release(soup* s)
{
    free(s->boxes);
    free(s->lanes);
    ti_wide_release(&s->shape);
}

#endif
