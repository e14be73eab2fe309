// Bodies that deform and go straight, at random, and every pair of features by itself in exact arithmetic.

#ifndef TOI_TESTS_SOFT_ALL_TRUTH_H
#define TOI_TESTS_SOFT_ALL_TRUTH_H

#include "deform_scenes.h"
#include "support/oracle.h"

enum { MOST_NAMES = 1 << 14, MOST_TRIANGLES = 64 };

// ---- bodies

typedef struct cloth {
    toi_mesh* mesh;
    toi_vec3 end[SCENE_VERTICES];
    toi_body body;
    brute_body brute;
} cloth;

// To whole multiples of a short number, so that sums are exact.
static inline double rounded(double x)
{
    return nearbyint(x * 0x1p20) * 0x1p-20;
}

static inline void round_all(toi_vec3* v, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        v[i] = (toi_vec3){rounded(v[i].x), rounded(v[i].y), rounded(v[i].z)};
    }
}

static inline void deform_cloth(cloth* c)
{
    c->body = (toi_body){.mesh = c->mesh,
                         .motion = {.kind = TOI_MOTION_VERTICES,
                                    .pose = TOI_POSE_IDENTITY,
                                    .to = c->end,
                                    .to_count = c->mesh->vertex_count},
                         .self = true};
}

// Rigid bodies go straight too: one that rests, or is shifted.
static inline void make_rigid(test_random* r, bool whole, cloth* c)
{
    toi_vec3 by = {coordinate(r, whole), coordinate(r, whole), coordinate(r, whole) - 1.0};
    bool rests = random_below(r, 2) == 0;
    by = rests ? (toi_vec3){0.0, 0.0, 0.0} : by;
    round_all(&by, 1);
    for (uint32_t v = 0; v < c->mesh->vertex_count; ++v) {
        c->end[v] = v3_add(c->mesh->vertices[v], by);
    }
    c->body = (toi_body){.mesh = c->mesh,
                         .motion = {.kind = rests ? TOI_MOTION_STATIC : TOI_MOTION_TRANSLATION,
                                    .pose = TOI_POSE_IDENTITY,
                                    .by = by}};
}

// Kinds: 0 triangles, 1 polygons, 2 soups with points and segments, 3 whole numbers, 4 sheets that lie on
// each other.
enum { KINDS = 5 };

static inline void make_cloth(test_random* r, uint32_t kind, uint32_t number, cloth* c)
{
    polygons p;
    toi_vec3 start[SCENE_VERTICES];
    deform_scene scene;
    if (kind == 2 || kind == 3) {
        make_soup(r, 4 + random_below(r, 8), 3 + random_below(r, 9), &p);
    } else {
        make_sheet(r, kind == 1, 1 + random_below(r, 3), 1 + random_below(r, 3), &p);
    }
    scene.mesh[number] = make_mesh(&p);
    set_paths(r, kind == 3 ? 2 : kind == 4 ? 3 : kind == 2 ? 1 : 0, number, &scene);
    toi_mesh_destroy(scene.mesh[number]);
    for (uint32_t v = 0; v < p.vertex_count; ++v) {
        start[v] = scene.start[number][v];
        c->end[v] = scene.end[number][v];
    }
    round_all(start, p.vertex_count);
    round_all(c->end, p.vertex_count);
    for (uint32_t v = 0; v < p.vertex_count; ++v) {
        p.x[3 * v] = start[v].x;
        p.x[3 * v + 1] = start[v].y;
        p.x[3 * v + 2] = start[v].z;
    }
    c->mesh = make_mesh(&p);
    deform_cloth(c);
    c->brute = (brute_body){c->mesh, c->mesh->vertices, c->end, NULL};
}

// ---- truth: names of features that touch, and when

typedef struct named {
    toi_contact_kind kind;
    toi_feature a, b;
    double time;
} named;

typedef struct truth {
    const cloth *a, *b;
    named names[MOST_NAMES];
    uint32_t count;
} truth;

static inline bool is_named(const toi_contact* c, const named* n)
{
    return c->kind == n->kind && c->a.kind == n->a.kind && c->b.kind == n->b.kind &&
           c->a.index[0] == n->a.index[0] && c->a.index[1] == n->a.index[1] &&
           c->b.index[0] == n->b.index[0] && c->b.index[1] == n->b.index[1];
}

static inline void add_name(truth* t, const named* n)
{
    toi_contact as = {.kind = n->kind, .a = n->a, .b = n->b};
    for (uint32_t i = 0; i < t->count; ++i) {
        if (is_named(&as, &t->names[i])) {
            t->names[i].time = fmin(t->names[i].time, n->time);
            return;
        }
    }
    assert_true(t->count < MOST_NAMES);
    t->names[t->count++] = *n;
}

static inline bool has_corner(const ti_triangle* t, uint32_t v)
{
    return t->vertex[0] == v || t->vertex[1] == v || t->vertex[2] == v;
}

static inline bool is_side(const toi_mesh* mesh, uint32_t v, uint32_t w)
{
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        const uint32_t* corner;
        uint32_t count = toi_mesh_face(mesh, f, &corner);
        for (uint32_t i = 0; i < count; ++i) {
            uint32_t x = corner[i], y = corner[(i + 1) % count];
            if ((x == v && y == w) || (x == w && y == v)) {
                return true;
            }
        }
    }
    return false;
}

static inline toi_feature edge_name(const toi_mesh* mesh, uint32_t v, uint32_t w)
{
    if (is_side(mesh, v, w)) {
        return (toi_feature){TOI_FEATURE_EDGE, {v, w}};
    }
    uint32_t i = 0;
    while (!has_corner(&mesh->triangles[i], v) || !has_corner(&mesh->triangles[i], w)) {
        ++i;
    }
    return (toi_feature){TOI_FEATURE_FACE, {mesh->triangles[i].face, 0}};
}

static inline void add_edges(truth* t, const brute_pair* pair, double time)
{
    static const toi_contact_kind kinds[2][2] = {{TOI_CONTACT_FF, TOI_CONTACT_FE},
                                                 {TOI_CONTACT_EF, TOI_CONTACT_EE}};
    named n = {.time = time};
    n.a = edge_name(t->a->mesh, pair->vertex[0], pair->vertex[1]);
    n.b = edge_name(t->b->mesh, pair->vertex[2], pair->vertex[3]);
    n.kind = kinds[n.a.kind == TOI_FEATURE_EDGE][n.b.kind == TOI_FEATURE_EDGE];
    bool swap = n.kind == TOI_CONTACT_FE || (n.kind == TOI_CONTACT_FF && n.b.index[0] < n.a.index[0]);
    if (t->a == t->b && swap) {
        toi_feature a = n.a;
        n.a = n.b;
        n.b = a;
        n.kind = n.kind == TOI_CONTACT_FE ? TOI_CONTACT_EF : TOI_CONTACT_FF;
    }
    add_name(t, &n);
}

// Each face that has these corners.
static inline void add_faces(truth* t, const brute_pair* pair, double time)
{
    const toi_mesh* mesh = (pair->vertex_of_b ? t->a : t->b)->mesh;
    const uint32_t* v = pair->vertex;
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        const ti_triangle* x = &mesh->triangles[i];
        bool same = has_corner(x, v[1]) && has_corner(x, v[2]) && has_corner(x, v[3]);
        for (int k = 0; k < 3; ++k) {
            same = same && (x->vertex[k] == v[1] || x->vertex[k] == v[2] || x->vertex[k] == v[3]);
        }
        if (same) {
            toi_feature vertex = {TOI_FEATURE_VERTEX, {v[0], 0}}, face = {TOI_FEATURE_FACE, {x->face, 0}};
            named n = {.kind = pair->vertex_of_b ? TOI_CONTACT_FV : TOI_CONTACT_VF, .time = time};
            n.a = pair->vertex_of_b ? face : vertex;
            n.b = pair->vertex_of_b ? vertex : face;
            add_name(t, &n);
        }
    }
}

static inline void look(void* context, const brute_pair* pair)
{
    truth* t = context;
    toi_primitive_result r;
    toi_primitive_def def = {.exact = true};
    assert_int_equal(toi_primitive_contact(&pair->query, &def, &r), TOI_OK);
    if (r.answer == TOI_ANSWER_CONTACT) {
        (pair->kind == TOI_PRIMITIVE_EE ? add_edges : add_faces)(t, pair, r.t_exact);
    }
}

// ---- where features are

static inline uint32_t triangles_of(const cloth* c, toi_feature f, double t, rvec x[MOST_TRIANGLES][3])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->mesh->triangle_count; ++i) {
        const ti_triangle* triangle = &c->mesh->triangles[i];
        bool face = f.kind == TOI_FEATURE_FACE;
        if (face ? triangle->face != f.index[0] : i > 0) {
            continue;
        }
        for (int k = 0; k < 3; ++k) {
            uint32_t v = face ? triangle->vertex[k] : f.index[f.kind == TOI_FEATURE_EDGE && k == 2];
            x[count][k] = r3_add(r3_scale(1.0L - (real)t, r3_wide(c->mesh->vertices[v])),
                                 r3_scale((real)t, r3_wide(c->end[v])));
        }
        ++count;
    }
    return count;
}

static inline double distance_of(const cloth* a, const cloth* b, const toi_contact* c)
{
    static rvec x[MOST_TRIANGLES][3], y[MOST_TRIANGLES][3];
    uint32_t m = triangles_of(a, c->a, c->time, x), n = triangles_of(b, c->b, c->time, y);
    real least = HUGE_VALL;
    for (uint32_t i = 0; i < m * n; ++i) {
        least = fminl(least, oracle_triangle_distance(x[i / n], y[i % n]).distance);
    }
    return (double)least;
}

#endif
