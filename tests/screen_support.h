// Bodies, queries and truth for tests of the collision screen.

#ifndef TOI_TESTS_SCREEN_SUPPORT_H
#define TOI_TESTS_SCREEN_SUPPORT_H

#include "cmocka_toi.h"

#include "math/rounding.h"
#include "motion/relative.h"
#include "narrow/screw/screen.h"
#include "support/screw_brute.h"
#include "toi/toi.h"

// ---- shapes

enum { SHAPE_VERTICES = 8192, SHAPE_CORNERS = 32768 };

typedef struct shape {
    double vertex[3 * SHAPE_VERTICES];
    uint32_t vertex_count, corner[SHAPE_CORNERS], offset[SHAPE_CORNERS], face_count;
} shape;

static inline void shape_vertex(shape* s, double x, double y, double z)
{
    const double v[3] = {x, y, z};
    assert_true(s->vertex_count < SHAPE_VERTICES);
    memcpy(&s->vertex[3 * s->vertex_count++], v, sizeof v);
}

static inline void shape_face(shape* s, uint32_t count, const uint32_t* corners)
{
    uint32_t begin = s->offset[s->face_count];
    assert_true(begin + count <= SHAPE_CORNERS);
    memcpy(&s->corner[begin], corners, count * sizeof *corners);
    s->offset[++s->face_count] = begin + count;
}

static inline void shape_box(shape* s, double x, double y, double z)
{
    static const uint32_t faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    memset(s, 0, sizeof *s);
    for (uint32_t i = 0; i < 8; ++i) {
        shape_vertex(s, i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z);
    }
    for (uint32_t i = 0; i < 6; ++i) {
        shape_face(s, 4, faces[i]);
    }
}

// A prism over a polygon in the plane of x and y, counter-clockwise.
static inline void shape_prism(shape* s, const double (*outline)[2], uint32_t n, double half)
{
    memset(s, 0, sizeof *s);
    uint32_t bottom[64], top[64];
    for (uint32_t i = 0; i < 2 * n; ++i) {
        shape_vertex(s, outline[i % n][0], outline[i % n][1], i < n ? -half : half);
    }
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t j = (i + 1) % n;
        bottom[n - 1 - i] = i;
        top[i] = n + i;
        const uint32_t side[4] = {i, j, n + j, n + i};
        shape_face(s, 4, side);
    }
    shape_face(s, n, bottom);
    shape_face(s, n, top);
}

// A torus about z of m by n quads. `shift` moves vertex i of m; the torus of [Buss05, figure 13] has radii 1
// and 0.35 and 25 by 12 quads.
static inline void shape_torus(shape* s, double radius, double tube, uint32_t m, uint32_t n)
{
    memset(s, 0, sizeof *s);
    for (uint32_t i = 0; i < m; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            double u = 2.0 * M_PI * i / m, v = 2.0 * M_PI * j / n, r = radius + tube * cos(v);
            shape_vertex(s, r * cos(u), r * sin(u), tube * sin(v));
        }
    }
    for (uint32_t i = 0; i < m; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            uint32_t i1 = (i + 1) % m, j1 = (j + 1) % n;
            const uint32_t face[4] = {i * n + j, i1 * n + j, i1 * n + j1, i * n + j1};
            shape_face(s, 4, face);
        }
    }
}

// A thread about y from y = -length/2, of triangles with an edge along each of its helices, or with `outer`
// the nut around it. Points of one helix have one distance from the axis: radius + deep tri(y/pitch - phi/(2
// pi)), tri from -1 to 1, phi from z to x; in the nut all are `gap` further out.
typedef struct thread_def {
    double radius, deep, pitch, length, gap, outer;
} thread_def;

enum { THREAD_SIDES = 24 };

static inline void shape_band(shape* s, uint32_t low, uint32_t high, bool inwards)
{
    for (uint32_t i = 0; i < THREAD_SIDES; ++i) {
        uint32_t j = (i + 1) % THREAD_SIDES;
        const uint32_t first[3] = {low + i, inwards ? high + j : low + j, inwards ? low + j : high + j};
        const uint32_t second[3] = {low + i, inwards ? high + i : high + j, inwards ? high + j : high + i};
        shape_face(s, 3, first);
        shape_face(s, 3, second);
    }
}

static inline void shape_ring(shape* s, double y, double deep, const thread_def* t, double phase)
{
    for (uint32_t i = 0; i < THREAD_SIDES; ++i) {
        double p = phase - (double)i / THREAD_SIDES, u = 2.0 * M_PI * i / THREAD_SIDES;
        double r = t->radius + deep * (1.0 - 4.0 * fabs(p - floor(p) - 0.5)) + t->gap;
        r = deep > 0.0 ? r : t->outer;
        shape_vertex(s, r * sin(u), y, r * cos(u));
    }
}

static inline void shape_thread(shape* s, const thread_def* t)
{
    memset(s, 0, sizeof *s);
    uint32_t rings = (uint32_t)round(t->length / t->pitch * THREAD_SIDES), nut = t->outer > 0.0;
    for (uint32_t j = 0; j <= rings; ++j) {
        double turns = (double)j / THREAD_SIDES;
        shape_ring(s, turns * t->pitch - 0.5 * t->length, t->deep, t, turns);
        if (j > 0) {
            shape_band(s, (j - 1) * THREAD_SIDES, j * THREAD_SIDES, nut);
        }
    }
    uint32_t top = rings * THREAD_SIDES, more = s->vertex_count;
    if (nut) {
        shape_ring(s, -0.5 * t->length, 0.0, t, 0.0);
        shape_ring(s, 0.5 * t->length, 0.0, t, 0.0);
        shape_band(s, more, more + THREAD_SIDES, false);
        shape_band(s, top, more + THREAD_SIDES, true);
        shape_band(s, 0, more, false);
        return;
    }
    shape_vertex(s, 0.0, -0.5 * t->length, 0.0);
    shape_vertex(s, 0.0, 0.5 * t->length, 0.0);
    for (uint32_t i = 0; i < THREAD_SIDES; ++i) {
        uint32_t j = (i + 1) % THREAD_SIDES;
        const uint32_t low[3] = {more, j, i}, high[3] = {more + 1, top + i, top + j};
        shape_face(s, 3, low);
        shape_face(s, 3, high);
    }
}

static inline toi_mesh* shape_mesh(const shape* s)
{
    toi_mesh_def def = {s->vertex, s->vertex_count, s->corner, s->offset, s->face_count, 0.0, false, NULL};
    toi_mesh* mesh = NULL;
    toi_error error = {0};
    if (toi_mesh_create(&def, &mesh, &error) != TOI_OK) {
        fail_msg("%s", error.text);
    }
    return mesh;
}

static inline void shape_brute(const shape* s, sb_mesh* mesh)
{
    sb_mesh_init(mesh, &(sb_polygons){s->vertex, s->vertex_count, s->corner, s->offset, s->face_count});
}

// ---- queries

// A rests at the origin, B moves along a screw.
typedef struct scene {
    toi_mesh* mesh[2];
    sb_mesh brute[2];
    toi_pose pose_a;
    sb_screw screw;
} scene;

static inline void scene_init(scene* s, const shape* a, const shape* b)
{
    memset(s, 0, sizeof *s);
    s->mesh[0] = shape_mesh(a);
    s->mesh[1] = shape_mesh(b);
    shape_brute(a, &s->brute[0]);
    shape_brute(b, &s->brute[1]);
    s->pose_a = (toi_pose)TOI_POSE_IDENTITY;
    s->screw.to = 1.0;
    s->screw.start = (toi_pose)TOI_POSE_IDENTITY;
    s->screw.axis = (toi_vec3){0.0, 1.0, 0.0};
}

static inline void scene_release(scene* s)
{
    for (int k = 0; k < 2; ++k) {
        toi_mesh_destroy(s->mesh[k]);
        sb_mesh_release(&s->brute[k]);
    }
}

// The only piece of the motion of two bodies, as the engines take it.
static inline ti_screw_pair pair_of_bodies(const toi_body* a, const toi_body* b, bool relative_screw,
                                           double min_properness)
{
    const ti_screw_terms terms = {.relative_screw = relative_screw, .max_model_error = 1e-6, .max_pieces = 1};
    ti_screw_walk walk;
    ti_screw screw;
    ti_screw_walk_begin(a, b, &terms, &walk);
    assert_true(ti_screw_walk_next(&walk, &screw));
    ti_screw_pair pair;
    ti_screw_pair_set(a->mesh, b->mesh, &screw, 0.0, &pair);
    pair.min_properness = min_properness;
    return pair;
}

static inline ti_screw_pair scene_pair(const scene* s, double min_properness)
{
    toi_body a = {.mesh = s->mesh[0], .motion = {.kind = TOI_MOTION_STATIC, .pose = s->pose_a}};
    toi_body b = {.mesh = s->mesh[1],
                  .motion = {.kind = TOI_MOTION_SCREW,
                             .pose = s->screw.start,
                             .point = s->screw.point,
                             .axis = s->screw.axis,
                             .angle = s->screw.angle,
                             .advance = s->screw.advance}};
    return pair_of_bodies(&a, &b, false, min_properness);
}

static inline void scene_truth(const scene* s, double min_properness, sb_list* list)
{
    sb_query query = {&s->brute[0], &s->brute[1], s->pose_a, &s->screw, 1, 0.0, min_properness};
    sb_find(&query, false, list);
}

// ---- comparing

static inline uint32_t facet_face(const toi_mesh* mesh, uint32_t facet)
{
    return mesh->features.facets[facet].face;
}

static inline bool edge_is(const toi_mesh* mesh, uint32_t crease, const sb_mesh* brute, uint32_t edge)
{
    const ti_crease* c = &mesh->features.creases[crease];
    return c->vertex[0] == brute->edge[edge].v[0] && c->vertex[1] == brute->edge[edge].v[1];
}

static inline bool same_features(const scene* s, const ti_screw_contact* c, const sb_contact* truth)
{
    if (c->kind != truth->kind) {
        return false;
    }
    for (int k = 0; k < 2; ++k) {
        bool vertex = k == (c->kind == TOI_CONTACT_VF ? 0 : 1);
        uint32_t own = c->feature[k];
        if (c->kind == TOI_CONTACT_EE ? !edge_is(s->mesh[k], own, &s->brute[k], truth->feature[k])
                                      : (vertex ? own : facet_face(s->mesh[k], own)) != truth->feature[k]) {
            return false;
        }
    }
    return true;
}

typedef struct tally {
    uint32_t truth, found, reported, spurious;
    double sum, most; // of |dt|
    double past;      // how far a time was off beyond its error
} tally;

// Contacts of the true set that are found, the nearest in time of the same features, and reports that belong
// to none. What a little rounding may put into the set or out of it counts neither way.
static inline void tally_add(const scene* s, const ti_array* contacts, const sb_list* list, tally* t)
{
    const ti_screw_contact* all = contacts->data;
    for (uint32_t i = 0; i < list->count; ++i) {
        const sb_contact* truth = &list->contacts[i];
        if (truth->verdict != SB_YES || !truth->reported) {
            continue;
        }
        ++t->truth;
        double best = HUGE_VAL, past = 0.0;
        for (size_t j = 0; j < contacts->count; ++j) {
            double dt = fabs(all[j].s - (double)truth->time);
            if (same_features(s, &all[j], truth) && dt < best) {
                best = dt;
                past = dt - all[j].s_error;
            }
        }
        if (best < HUGE_VAL) {
            ++t->found;
            t->sum += best;
            t->most = fmax(t->most, best);
            t->past = fmax(t->past, past);
        }
    }
    for (size_t j = 0; j < contacts->count; ++j) {
        bool known = false;
        for (uint32_t i = 0; i < list->count && !known; ++i) {
            known = list->contacts[i].verdict != SB_NO && same_features(s, &all[j], &list->contacts[i]);
        }
        ++t->reported;
        t->spurious += !known;
    }
}

#endif
