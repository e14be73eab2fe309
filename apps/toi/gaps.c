// How far pairs of a scene are apart, at many times. At each of them both bodies are asked as bodies at rest
// for a contact up to a separation that no two points of them are beyond: its gap is their distance, measured
// within the bound on rounding that the query states.

#include "gaps.h"

#include "telling.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { MOST_HELPERS = 63 };

// ---- bodies at one time

typedef struct still {
    toi_body body;
    toi_mesh* own;   // of a body that deforms; NULL: the mesh of the scene
    toi_vec3 centre; // of its box, posed
    double radius;   // no point is further from the centre
} still;

typedef struct polygons {
    double* vertices;
    uint32_t* indices;
    uint32_t* offsets;
} polygons;

static void release_polygons(polygons* p)
{
    free(p->vertices);
    free(p->indices);
    free(p->offsets);
}

static bool copy_faces(const toi_mesh* mesh, const toi_mesh_info* info, polygons* p)
{
    size_t count = 0;
    const uint32_t* corners = NULL;
    for (uint32_t i = 0; i < info->faces; ++i) {
        count += toi_mesh_face(mesh, i, &corners);
    }
    p->vertices = calloc(3 * (size_t)info->vertices + 1, sizeof *p->vertices);
    p->indices = calloc(count + 1, sizeof *p->indices);
    p->offsets = calloc((size_t)info->faces + 1, sizeof *p->offsets);
    if (!p->vertices || !p->indices || !p->offsets) {
        return false;
    }
    count = 0;
    for (uint32_t i = 0; i < info->faces; ++i) {
        uint32_t corner_count = toi_mesh_face(mesh, i, &corners);
        for (uint32_t k = 0; k < corner_count; ++k) {
            p->indices[count++] = corners[k];
        }
        p->offsets[i + 1] = (uint32_t)count;
    }
    return true;
}

// The mesh that a body which deforms is at a time, its pose included.
static toi_status deformed_mesh(const ti_scene_body* from, double t, toi_mesh** mesh)
{
    toi_mesh_info info;
    polygons p = {0};
    toi_body body = {.mesh = from->mesh, .motion = from->motion};
    toi_mesh_get_info(from->mesh, &info);
    toi_vec3* at = calloc((size_t)info.vertices + 1, sizeof *at);
    toi_status status = at && copy_faces(from->mesh, &info, &p) ? TOI_OK : TOI_ERROR_MEMORY;
    status = status == TOI_OK ? toi_body_vertices(&body, t, at, NULL) : status;
    if (status == TOI_OK) {
        for (uint32_t i = 0; i < info.vertices; ++i) {
            p.vertices[3 * i] = at[i].x;
            p.vertices[3 * i + 1] = at[i].y;
            p.vertices[3 * i + 2] = at[i].z;
        }
        toi_mesh_def def = {.vertices = p.vertices,
                            .vertex_count = info.vertices,
                            .indices = p.indices,
                            .face_offsets = p.offsets,
                            .face_count = info.faces};
        status = toi_mesh_create(&def, mesh, NULL);
    }
    free(at);
    release_polygons(&p);
    return status;
}

static toi_status stand_still(const ti_scene_body* from, double t, still* s)
{
    toi_mesh_info info;
    *s = (still){.body = {.mesh = from->mesh, .motion = {.pose = TOI_POSE_IDENTITY}}};
    if (from->motion.kind == TOI_MOTION_VERTICES) {
        toi_status status = deformed_mesh(from, t, &s->own);
        if (status != TOI_OK) {
            s->own = NULL;
            return status;
        }
        s->body.mesh = s->own;
    } else {
        s->body.motion.pose = toi_motion_pose(&from->motion, t);
    }
    toi_mesh_get_info(s->body.mesh, &info);
    toi_vec3 low = info.bounds.lower, high = info.bounds.upper;
    toi_vec3 centre = {0.5 * low.x + 0.5 * high.x, 0.5 * low.y + 0.5 * high.y, 0.5 * low.z + 0.5 * high.z};
    s->centre = toi_pose_point(s->body.motion.pose, centre);
    s->radius = 0.5 * info.size;
    return TOI_OK;
}

// ---- samples

static double distance(toi_vec3 a, toi_vec3 b)
{
    return hypot(hypot(a.x - b.x, a.y - b.y), a.z - b.z);
}

// Twice what is needed, so that rounding of it does not matter.
static toi_status measure_pair(const still* a, const still* b, ti_gap_sample* sample)
{
    double far = 2.0 * (distance(a->centre, b->centre) + a->radius + b->radius);
    toi_query_def def = {.separation = far};
    toi_result result;
    if (!isfinite(far) || far <= 0.0) {
        return TOI_OK;
    }
    toi_status status = toi_first_contact(&a->body, &b->body, &def, &result);
    if (status == TOI_OK && result.answer == TOI_ANSWER_CONTACT) {
        sample->gap = result.gap;
        sample->error = result.start == TOI_START_OVERLAPPING ? 0.0 : result.work.rounding;
    }
    return status;
}

// What cannot be measured as its numbers leave the range stays NaN.
// @return TOI_OK or TOI_ERROR_MEMORY
static toi_status measure(const ti_scene* scene, const ti_gap_curve* curve, ti_gap_sample* sample)
{
    still a = {0}, b = {0};
    sample->gap = sample->error = (double)NAN;
    toi_status status = stand_still(&scene->bodies[curve->a], sample->t, &a);
    status = status == TOI_OK ? stand_still(&scene->bodies[curve->b], sample->t, &b) : status;
    status = status == TOI_OK ? measure_pair(&a, &b, sample) : status;
    toi_mesh_destroy(a.own);
    toi_mesh_destroy(b.own);
    return status == TOI_ERROR_MEMORY ? status : TOI_OK;
}

// Even times, and that of the contact in its place.
static uint32_t set_times(const toi_pair_result* pair, uint32_t steps, ti_gap_sample* samples)
{
    uint32_t count = 0;
    bool hit = pair->result.answer == TOI_ANSWER_CONTACT;
    for (uint32_t i = 0; i <= steps; ++i) {
        double t = (double)i / steps;
        if (hit && pair->result.t_hit <= t) {
            hit = false;
            if (pair->result.t_hit < t) {
                samples[count++].t = pair->result.t_hit;
            }
        }
        samples[count++].t = t;
    }
    return count;
}

// ---- all curves

// Every sample of every curve, taken by threads one after the other; none depends on another.
typedef struct work {
    const ti_scene* scene;
    tool_gaps* gaps;
    size_t room; // for the samples of a curve
    atomic_size_t next;
    atomic_bool failed; // for want of memory
} work;

static void* measure_some(void* argument)
{
    work* w = argument;
    for (;;) {
        size_t index = atomic_fetch_add(&w->next, 1);
        if (w->failed || index >= w->gaps->count * w->room) {
            return NULL;
        }
        const ti_gap_curve* curve = &w->gaps->curves[index / w->room];
        if (index % w->room < curve->count) {
            if (measure(w->scene, curve, &w->gaps->samples[index]) != TOI_OK) {
                w->failed = true;
            }
        }
    }
}

// Threads that cannot be had are done without.
static toi_status measure_all(const ti_scene* scene, size_t room, uint32_t threads, tool_gaps* gaps)
{
    work w = {.scene = scene, .gaps = gaps, .room = room};
    pthread_t helpers[MOST_HELPERS];
    uint32_t count = 0;
    while (count + 1 < threads && count < MOST_HELPERS &&
           pthread_create(&helpers[count], NULL, measure_some, &w) == 0) {
        ++count;
    }
    measure_some(&w);
    while (count > 0) {
        pthread_join(helpers[--count], NULL);
    }
    return w.failed ? TOI_ERROR_MEMORY : TOI_OK;
}

toi_status tool_gaps_measure(const ti_scene* scene, const toi_world_result* world, uint32_t steps,
                             uint32_t threads, tool_gaps* gaps)
{
    *gaps = (tool_gaps){0};
    uint32_t count = 0;
    const toi_pair_result** chosen = tool_telling_pairs(scene, world, MOST_CURVES, &count);
    size_t room = (size_t)steps + 2;
    gaps->curves = calloc((size_t)count + 1, sizeof *gaps->curves);
    gaps->samples = calloc(room * count + 1, sizeof *gaps->samples);
    if (!chosen || !gaps->curves || !gaps->samples) {
        free(chosen);
        return TOI_ERROR_MEMORY;
    }
    gaps->count = count;
    for (uint32_t i = 0; i < count; ++i) {
        ti_gap_sample* samples = gaps->samples + room * i;
        gaps->curves[i] = (ti_gap_curve){.a = chosen[i]->a, .b = chosen[i]->b, .samples = samples};
        gaps->curves[i].count = set_times(chosen[i], steps, samples);
    }
    free(chosen);
    return measure_all(scene, room, threads, gaps);
}

void tool_gaps_release(tool_gaps* gaps)
{
    free(gaps->curves);
    free(gaps->samples);
    *gaps = (tool_gaps){0};
}
