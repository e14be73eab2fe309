// Reads the poses of a run of a sample (--poses FILE, samples/pose_log.h) and decides for every step and
// every pair that moved whether the two are free, exactly: a pose of doubles is rational, and so are all
// corners.

#include "support/trace_exact.h"

#include "toi/query.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CORNERS = 64 };

// Gaps are measured up to this, for pairs whose boxes are this near.
static const real LIMIT = 1e-2L;
static const double PADDING = 0.5e-2;

typedef struct body {
    toi_mesh* mesh;
    oracle_mesh shape;
    toi_pose pose;
    double low[3], high[3]; // of a box around it, a little too large
    bool moves, moved, closed;
} body;

typedef struct run {
    body* bodies;
    uint32_t count;
    uint64_t steps, pairs, exact, met;
    real least;
} run;

static void need(bool fine, const char* what)
{
    if (!fine) {
        fprintf(stderr, "sample_exact: %s\n", what);
        exit(3);
    }
}

static void* room(size_t count, size_t size)
{
    void* memory = calloc(count > 0 ? count : 1, size);
    need(memory != NULL, "no memory");
    return memory;
}

static void make_shape(body* b, const double* vertices)
{
    toi_mesh_info info;
    toi_mesh_get_info(b->mesh, &info);
    uint32_t(*triangles)[3] = room(info.triangles, sizeof *triangles);
    for (uint32_t i = 0; i < info.triangles; ++i) {
        toi_mesh_triangle(b->mesh, i, triangles[i]);
    }
    oracle_mesh_init(&b->shape, vertices, info.vertices, (const uint32_t(*)[3])triangles, info.triangles);
    b->closed = info.closed;
    free(triangles);
}

static void read_body(FILE* file, body* b)
{
    int moves;
    uint32_t vertex_count, face_count;
    need(fscanf(file, " body %d %" SCNu32 " %" SCNu32, &moves, &vertex_count, &face_count) == 3, "no body");
    b->moves = moves == 1;
    double* vertices = room((size_t)vertex_count * 3, sizeof *vertices);
    uint32_t* indices = room((size_t)face_count * MOST_CORNERS, sizeof *indices);
    uint32_t* offsets = room(face_count + 1u, sizeof *offsets);
    for (uint32_t i = 0; i < 3 * vertex_count; ++i) {
        need(fscanf(file, "%lf", &vertices[i]) == 1, "no vertex");
    }
    for (uint32_t i = 0; i < face_count; ++i) {
        uint32_t corners;
        need(fscanf(file, "%" SCNu32, &corners) == 1 && corners <= MOST_CORNERS, "no face");
        offsets[i + 1] = offsets[i] + corners;
        for (uint32_t k = offsets[i]; k < offsets[i + 1]; ++k) {
            need(fscanf(file, "%" SCNu32, &indices[k]) == 1, "no corner");
        }
    }
    toi_mesh_def def = {.vertices = vertices,
                        .vertex_count = vertex_count,
                        .indices = indices,
                        .face_offsets = offsets,
                        .face_count = face_count};
    need(toi_mesh_create(&def, &b->mesh, NULL) == TOI_OK, "a mesh that is none");
    make_shape(b, vertices);
    free(vertices);
    free(indices);
    free(offsets);
}

static void place(body* b)
{
    toi_mesh_info info;
    toi_mesh_get_info(b->mesh, &info);
    for (int k = 0; k < 3; ++k) {
        b->low[k] = HUGE_VAL;
        b->high[k] = -HUGE_VAL;
    }
    for (uint32_t i = 0; i < info.vertices; ++i) {
        toi_vec3 v = toi_pose_point(b->pose, toi_mesh_vertex(b->mesh, i));
        const double x[3] = {v.x, v.y, v.z};
        for (int k = 0; k < 3; ++k) {
            b->low[k] = fmin(b->low[k], x[k] - PADDING);
            b->high[k] = fmax(b->high[k], x[k] + PADDING);
        }
    }
}

static bool boxes_meet(const body* a, const body* b)
{
    bool meet = true;
    for (int k = 0; k < 3; ++k) {
        meet = meet && a->low[k] <= b->high[k] && b->low[k] <= a->high[k];
    }
    return meet;
}

static bool box_within(const body* a, const body* b)
{
    bool within = true;
    for (int k = 0; k < 3; ++k) {
        within = within && b->low[k] <= a->low[k] && a->high[k] <= b->high[k];
    }
    return within;
}

static void check_pair(run* r, body* a, body* b)
{
    te_pair pair;
    te_pair_init(&pair, &a->shape, &b->shape, a->pose.position);
    te_pair_place(&pair, 0, &a->pose);
    te_pair_place(&pair, 1, &b->pose);
    te_gap gap = te_pair_gap(&pair, LIMIT);
    bool inside = gap.relation == TE_FREE && ((b->closed && box_within(a, b) && te_pair_inside(&pair, 0)) ||
                                              (a->closed && box_within(b, a) && te_pair_inside(&pair, 1)));
    r->met += gap.relation != TE_FREE || inside;
    r->least = gap.low < r->least ? gap.low : r->least;
    r->exact += pair.exact_count;
    ++r->pairs;
    te_pair_clear(&pair);
}

static void check_step(run* r)
{
    for (uint32_t i = 0; i < r->count; ++i) {
        for (uint32_t k = 0; k < i; ++k) {
            body *a = &r->bodies[i], *b = &r->bodies[k];
            if ((a->moved || b->moved) && (a->moves || b->moves) && boxes_meet(a, b)) {
                check_pair(r, a, b);
            }
        }
    }
}

static bool read_step(FILE* file, run* r)
{
    uint32_t step, moved, index;
    if (fscanf(file, " step %" SCNu32 " %" SCNu32, &step, &moved) != 2) {
        return false;
    }
    for (uint32_t i = 0; i < r->count; ++i) {
        r->bodies[i].moved = false;
    }
    for (uint32_t i = 0; i < moved; ++i) {
        need(fscanf(file, "%" SCNu32, &index) == 1 && index < r->count, "no index");
        body* b = &r->bodies[index];
        toi_vec3* p = &b->pose.position;
        toi_quat* q = &b->pose.quaternion;
        need(fscanf(file, "%lf %lf %lf %lf %lf %lf %lf", &p->x, &p->y, &p->z, &q->w, &q->x, &q->y, &q->z) ==
                 7,
             "no pose");
        b->moved = true;
        place(b);
    }
    ++r->steps;
    return true;
}

int main(int count, char** arguments)
{
    FILE* file = count == 2 ? fopen(arguments[1], "r") : NULL;
    need(file != NULL, "usage: sample_exact FILE");
    run r = {.least = LIMIT};
    need(fscanf(file, "bodies %" SCNu32, &r.count) == 1, "no poses of a sample");
    r.bodies = room(r.count, sizeof *r.bodies);
    for (uint32_t i = 0; i < r.count; ++i) {
        read_body(file, &r.bodies[i]);
    }
    while (read_step(file, &r)) {
        check_step(&r);
    }
    need(feof(file), "no step");
    fclose(file);
    printf("%" PRIu64 " steps, %" PRIu64 " pairs, %" PRIu64 " pairs of triangles in whole numbers: %" PRIu64
           " meet; the least gap is %.3Lg\n",
           r.steps, r.pairs, r.exact, r.met, r.least);
    for (uint32_t i = 0; i < r.count; ++i) {
        oracle_mesh_release(&r.bodies[i].shape);
        toi_mesh_destroy(r.bodies[i].mesh);
    }
    free(r.bodies);
    flint_cleanup();
    return r.met == 0 && r.steps > 0 ? 0 : 1;
}
