// Bodies of any finite numbers, over a few frames: every way to find faces that meet finds those that every
// face against every face has, in order, with and without a distance, and where bodies meet themselves.

#include "bytes.h"
#include "toi/toi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BODIES = 3, MOST_VERTICES = 12, MOST_FACES = 12, FRAMES = 2 };

// Eight bytes as they are, or few bits, times a power of two that the body has.
static double take_number(bytes* input, int exponent)
{
    uint32_t kind = take(input, 16);
    if (kind > 0) {
        return ldexp((double)kind - 8.0, exponent);
    }
    double x = 0.0;
    if (input->left >= sizeof x) {
        memcpy(&x, input->next, sizeof x);
        input->next += sizeof x;
        input->left -= sizeof x;
    }
    return isfinite(x) ? x : 0.0;
}

typedef struct shape {
    toi_vec3 vertices[FRAMES][MOST_VERTICES];
    uint32_t indices[3 * MOST_FACES];
    uint32_t vertex_count, face_count;
    toi_mesh* mesh; // NULL: a soup
    bool self;
} shape;

static void take_vertices(bytes* input, int exponent, uint32_t count, toi_vec3* vertices)
{
    for (uint32_t i = 0; i < count; ++i) {
        vertices[i].x = take_number(input, exponent);
        vertices[i].y = take_number(input, exponent);
        vertices[i].z = take_number(input, exponent);
    }
}

static void take_shape(bytes* input, shape* s)
{
    static const int exponents[] = {0, 0, 0, -1, 1, -30, 30, -1000, 1000};
    int exponent = exponents[take(input, sizeof exponents / sizeof *exponents)];
    bool with_mesh = take(input, 2);
    s->self = take(input, 2);
    s->mesh = NULL;
    s->vertex_count = 1 + take(input, MOST_VERTICES);
    s->face_count = 1 + take(input, MOST_FACES);
    for (uint32_t i = 0; i < 3 * s->face_count; ++i) {
        s->indices[i] = take(input, s->vertex_count);
    }
    for (int frame = 0; frame < FRAMES; ++frame) {
        take_vertices(input, exponent, s->vertex_count, s->vertices[frame]);
    }
    if (with_mesh) {
        toi_mesh_def def = {.vertices = &s->vertices[0]->x,
                            .vertex_count = s->vertex_count,
                            .indices = s->indices,
                            .face_count = s->face_count};
        toi_mesh_create(&def, &s->mesh, NULL); // refused near the end of the range: it is a soup then
    }
}

static void put(toi_overlap* overlap, const shape* s)
{
    toi_overlap_body def = {.mesh = s->mesh, .pose = TOI_POSE_IDENTITY, .self = s->self};
    def.soup = (toi_soup){s->vertices[0], s->vertex_count, s->indices, s->face_count, NULL};
    uint32_t body;
    if (toi_overlap_add(overlap, &def, &body, NULL) != TOI_OK) {
        abort();
    }
}

// The first frame is of rigid bodies, the next of bodies that deform.
static void change(toi_overlap* overlap, const shape* s, uint32_t body)
{
    toi_soup soup = {s->vertices[1], s->vertex_count, s->indices, s->face_count, NULL};
    toi_status status = s->mesh ? toi_overlap_deform(overlap, body, s->vertices[1], NULL)
                                : toi_overlap_change(overlap, body, &soup, NULL);
    if (status != TOI_OK) {
        abort();
    }
}

static void expect_finite(const toi_face_meeting* m)
{
    double sum = 0.0 * m->p.x + 0.0 * m->p.y + 0.0 * m->p.z + 0.0 * m->q.x + 0.0 * m->q.y + 0.0 * m->q.z;
    double length = m->normal.x * m->normal.x + m->normal.y * m->normal.y + m->normal.z * m->normal.z;
    if (sum != 0.0 || !(fabs(length - 1.0) < 0x1p-48)) {
        abort();
    }
}

static void expect_same(const toi_overlap_result* r, const toi_overlap_result* expected)
{
    if (r->face_count != expected->face_count || r->pair_count != expected->pair_count) {
        abort();
    }
    for (uint32_t i = 0; i < r->pair_count; ++i) {
        const toi_overlap_pair *p = &r->pairs[i], *q = &expected->pairs[i];
        if (p->a != q->a || p->b != q->b || p->face_count != q->face_count ||
            memcmp(p->faces, q->faces, p->face_count * sizeof *p->faces) != 0 ||
            memcmp(p->meetings, q->meetings, p->face_count * sizeof *p->meetings) != 0) {
            abort();
        }
        for (uint64_t k = 0; k < p->face_count; ++k) {
            expect_finite(&p->meetings[k]);
        }
    }
}

// `judge` holds the same bodies as `overlap`, as what is found is the object's own until its next call.
static void compare(toi_overlap* overlap, toi_overlap* judge, double within)
{
    toi_overlap_query query = {
        .method = TOI_OVERLAP_ALL, .within = within, .segments = true, .octree = {.level = 3}};
    toi_overlap_result expected, r;
    if (toi_overlap_find(judge, &query, &expected, NULL) != TOI_OK) {
        abort();
    }
    for (int method = TOI_OVERLAP_DEFAULT; method < TOI_OVERLAP_ALL; ++method) {
        query.method = (toi_overlap_method)method;
        if (method == TOI_OVERLAP_OCTREE && within > 0.0) {
            continue;
        }
        if (toi_overlap_find(overlap, &query, &r, NULL) != TOI_OK) {
            abort();
        }
        expect_same(&r, &expected);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    bytes input = {data, size};
    shape shapes[MOST_BODIES];
    toi_overlap *overlap = NULL, *judge = NULL;
    if (toi_overlap_create(NULL, &overlap) != TOI_OK || toi_overlap_create(NULL, &judge) != TOI_OK) {
        abort();
    }
    uint32_t count = 1 + take(&input, MOST_BODIES);
    double within = take(&input, 2) ? fmin(fabs(take_number(&input, -2)), TOI_OVERLAP_MOST_WITHIN) : 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        take_shape(&input, &shapes[i]);
        put(overlap, &shapes[i]);
        put(judge, &shapes[i]);
    }
    compare(overlap, judge, within);
    for (uint32_t i = 0; i < count; ++i) {
        change(overlap, &shapes[i], i);
        change(judge, &shapes[i], i);
    }
    compare(overlap, judge, within);
    toi_overlap_destroy(overlap);
    toi_overlap_destroy(judge);
    for (uint32_t i = 0; i < count; ++i) {
        toi_mesh_destroy(shapes[i].mesh);
    }
    return 0;
}
