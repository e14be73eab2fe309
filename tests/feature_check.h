// Counts of features, what must hold for the features of every mesh, and shapes whose features are known.

#ifndef TOI_TESTS_FEATURE_CHECK_H
#define TOI_TESTS_FEATURE_CHECK_H

#include "cmocka_toi.h"
#include "mesh/features.h"
#include "mesh_shapes.h"

#include <inttypes.h>

static inline toi_mesh* create(const shape* from)
{
    toi_mesh_def def = shape_def(from);
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

typedef struct counts {
    uint32_t facets, solid, creases, convex, reflex, boundary, non_manifold, hill, hollow, sheet;
} counts;

static inline counts count(const toi_mesh* mesh)
{
    const ti_features* f = &mesh->features;
    counts c = {.facets = f->facet_count, .creases = f->crease_count};
    for (uint32_t i = 0; i < f->facet_count; ++i) {
        c.solid += f->facets[i].solid;
    }
    for (uint32_t i = 0; i < f->crease_count; ++i) {
        c.convex += f->creases[i].edge_class == TI_EDGE_CONVEX;
        c.reflex += f->creases[i].edge_class == TI_EDGE_REFLEX;
        c.boundary += f->creases[i].edge_class == TI_EDGE_BOUNDARY;
        c.non_manifold += f->creases[i].edge_class == TI_EDGE_NON_MANIFOLD;
    }
    for (uint32_t i = 0; i < f->tip_count; ++i) {
        c.hill += f->tip_class[f->tip[i]] == TI_TIP_HILL;
        c.hollow += f->tip_class[f->tip[i]] == TI_TIP_HOLLOW;
        c.sheet += f->tip_class[f->tip[i]] == TI_TIP_SHEET;
    }
    assert_int_equal(f->tip_count, c.hill + c.hollow + c.sheet);
    return c;
}

static inline void assert_counts(const toi_mesh* mesh, counts expected)
{
    counts c = count(mesh);
    if (memcmp(&c, &expected, sizeof c) != 0) {
        print_error("facets %" PRIu32 " solid %" PRIu32 " creases %" PRIu32 " (%" PRIu32 " convex, %" PRIu32
                    " reflex, %" PRIu32 " boundary, %" PRIu32 " non-manifold) hills %" PRIu32
                    " hollows %" PRIu32 " sheets %" PRIu32 "\n",
                    c.facets, c.solid, c.creases, c.convex, c.reflex, c.boundary, c.non_manifold, c.hill,
                    c.hollow, c.sheet);
        fail();
    }
}

// ---- what must hold for every mesh, found another way

static inline long double distance(toi_vec3 x, const ti_facet* facet)
{
    toi_vec3 n = facet->normal;
    long double a = (long double)n.x * (long double)x.x + (long double)n.y * (long double)x.y +
                    (long double)n.z * (long double)x.z;
    long double length = sqrtl((long double)n.x * (long double)n.x + (long double)n.y * (long double)n.y +
                               (long double)n.z * (long double)n.z);
    return (a - (long double)facet->offset) / length;
}

static inline void check_facets(const toi_mesh* mesh)
{
    const ti_features* f = &mesh->features;
    uint32_t corners = 0;
    long double farthest = 0.0L;
    for (uint32_t i = 0; i < f->facet_count; ++i) {
        const ti_facet* facet = &f->facets[i];
        assert_int_equal(facet->corner_begin, corners);
        assert_true(facet_corner_count(facet) >= 3);
        corners = facet->corner_end;
        assert_near(v3_length(facet->normal), 1.0, 0x1p-51);
        toi_vec3 area = {0.0, 0.0, 0.0}, origin = facet_point(mesh, facet->corner_begin);
        for (uint32_t c = facet->corner_begin; c < facet->corner_end; ++c) {
            farthest = fmaxl(farthest, fabsl(distance(facet_point(mesh, c), facet)));
            assert_int_equal(facet_previous(facet, facet_next(facet, c)), c);
            assert_int_not_equal(f->corner[c], f->corner[facet_next(facet, c)]);
            area = v3_add(area, v3_cross(v3_sub(facet_point(mesh, c), origin),
                                         v3_sub(facet_point(mesh, facet_next(facet, c)), origin)));
        }
        assert_true(v3_dot(area, facet->normal) > 0.0); // counter-clockwise
    }
    assert_true(farthest <= (long double)f->flatness);
    assert_true(f->flatness <= 200.0 * 0x1p-53 * (1.0 + v3_length(mesh->center) / mesh->radius));
}

// Whether facet f has a side between the vertices of a crease, in either direction, and in which.
static inline bool has_side(const toi_mesh* mesh, const ti_facet* facet, const uint32_t vertex[2],
                            bool* forwards)
{
    const ti_features* f = &mesh->features;
    for (uint32_t c = facet->corner_begin; c < facet->corner_end; ++c) {
        uint32_t a = f->corner[c], b = f->corner[facet_next(facet, c)];
        if ((a == vertex[0] && b == vertex[1]) || (a == vertex[1] && b == vertex[0])) {
            *forwards = a == vertex[0];
            return true;
        }
    }
    return false;
}

static inline uint32_t first_facet(const ti_features* f, const ti_crease* crease)
{
    uint32_t first = TI_NONE;
    for (uint32_t w = crease->wing_begin; w < crease->wing_end; ++w) {
        first = f->wing[w] < first ? f->wing[w] : first;
    }
    return first;
}

static inline void check_creases(const toi_mesh* mesh)
{
    const ti_features* f = &mesh->features;
    uint32_t wings = 0, last = 0;
    for (uint32_t i = 0; i < f->crease_count; ++i) {
        const ti_crease* crease = &f->creases[i];
        assert_true(crease->vertex[0] < crease->vertex[1]);
        assert_int_equal(crease->wing_begin, wings);
        wings = crease->wing_end;
        for (uint32_t w = crease->wing_begin; w < crease->wing_end; ++w) {
            bool forwards = false;
            assert_true(has_side(mesh, &f->facets[f->wing[w]], crease->vertex, &forwards));
            assert_int_equal(f->facets[f->wing[w]].solid, crease->solid);
            const ti_facet* wing = &f->facets[f->wing[w]];
            uint32_t corner = f->wing_corner[w];
            assert_true(corner >= wing->corner_begin && corner < wing->corner_end);
            assert_int_equal(f->corner[corner], crease->vertex[forwards ? 0 : 1]);
            assert_int_equal(f->corner[facet_next(wing, corner)], crease->vertex[forwards ? 1 : 0]);
            assert_true(!crease->solid || forwards == (w == crease->wing_begin));
        }
        if (crease_wing_count(crease) > 0) {
            assert_true(first_facet(f, crease) >= last);
            last = first_facet(f, crease);
        }
        if (crease->solid) {
            assert_int_equal(crease_wing_count(crease), 2);
            assert_true(crease->edge_class == TI_EDGE_CONVEX || crease->edge_class == TI_EDGE_REFLEX);
            // [Buss05, B11]: the sign of (right normal x left normal) . direction
            toi_vec3 d = v3_sub(mesh->local[crease->vertex[1]], mesh->local[crease->vertex[0]]);
            toi_vec3 left = f->facets[f->wing[crease->wing_begin]].normal;
            toi_vec3 right = f->facets[f->wing[crease->wing_begin + 1]].normal;
            double bend = v3_dot(v3_cross(left, right), d);
            assert_true(crease->edge_class == TI_EDGE_REFLEX ? bend < 0.0 : bend > -1e-14);
        }
    }
}

static inline void check_tips(const toi_mesh* mesh)
{
    const ti_features* f = &mesh->features;
    uint32_t sectors = 0, ends = 0, tips = 0, last = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        assert_int_equal(f->sector_first[v], sectors);
        assert_int_equal(f->tip_crease_first[v], ends);
        for (uint32_t i = f->sector_first[v]; i < f->sector_first[v + 1]; ++i, ++sectors) {
            assert_int_equal(f->corner[f->sector[i].corner], v);
            const ti_facet* facet = &f->facets[f->sector[i].facet];
            assert_true(f->sector[i].corner >= facet->corner_begin &&
                        f->sector[i].corner < facet->corner_end);
        }
        for (uint32_t i = f->tip_crease_first[v]; i < f->tip_crease_first[v + 1]; ++i, ++ends) {
            const ti_crease* crease = &f->creases[f->tip_crease[i]];
            assert_true(crease->vertex[0] == v || crease->vertex[1] == v);
        }
        tips += f->tip_class[v] != TI_TIP_NONE;
        assert_true(f->tip_class[v] != TI_TIP_NONE || tip_crease_count(f, v) == 0);
    }
    assert_int_equal(ends, 2 * f->crease_count);
    assert_int_equal(sectors, f->facet_count > 0 ? f->facets[f->facet_count - 1].corner_end : 0);
    assert_int_equal(tips, f->tip_count);
    for (uint32_t i = 0; i < f->tip_count; ++i) {
        assert_true(f->tip_class[f->tip[i]] != TI_TIP_NONE);
        if (tip_sector_count(f, f->tip[i]) > 0) {
            uint32_t facet = f->sector[f->sector_first[f->tip[i]]].facet;
            assert_true(facet >= last);
            last = facet;
        }
    }
}

static inline void check(const toi_mesh* mesh)
{
    check_facets(mesh);
    check_creases(mesh);
    check_tips(mesh);
}

static inline void assert_shape(const shape* from, counts expected)
{
    toi_mesh* mesh = create(from);
    check(mesh);
    assert_counts(mesh, expected);
    toi_mesh_destroy(mesh);
}

// ---- shapes

static inline void shape_box(shape* to, double x, double y, double z)
{
    for (int i = 0; i < 8; ++i) {
        shape_vertex(to, i & 1 ? x : 0.0, i & 2 ? y : 0.0, i & 4 ? z : 0.0);
    }
}

static const uint32_t box_faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

static inline void add_box_faces(shape* to, uint32_t first, bool triangles)
{
    for (int i = 0; i < 6; ++i) {
        uint32_t v[4];
        for (int k = 0; k < 4; ++k) {
            v[k] = first + box_faces[i][k];
        }
        if (triangles) {
            shape_triangle(to, v[0], v[1], v[2]);
            shape_triangle(to, v[0], v[2], v[3]);
        } else {
            shape_face(to, 4, v);
        }
    }
}

// R = 1, r = .35, 25 by 12 quads.
static inline void make_torus(shape* to, uint32_t m, uint32_t n, bool triangles)
{
    shape_clear(to);
    for (uint32_t i = 0; i < m * n; ++i) {
        double u = 6.283185307179586 * (double)(i / n) / m, v = 6.283185307179586 * (double)(i % n) / n;
        double r = 1.0 + 0.35 * cos(v);
        shape_vertex(to, r * cos(u), r * sin(u), 0.35 * sin(v));
    }
    for (uint32_t i = 0; i < m; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            uint32_t k = (i + 1) % m, l = (j + 1) % n;
            const uint32_t q[4] = {i * n + j, k * n + j, k * n + l, i * n + l};
            if (triangles) {
                shape_triangle(to, q[0], q[1], q[2]);
                shape_triangle(to, q[0], q[2], q[3]);
            } else {
                shape_face(to, 4, q);
            }
        }
    }
}

#endif
