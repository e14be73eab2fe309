// A step: proposed by springs and impacts, answered until it is proved to be clear.

#include "cloth_impacts.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>

enum { CUTS = 8 };

static const double GAP = 1.25; // of the thickness: what pushes aim at

cloth_world cloth_empty(void)
{
    soft_system soft = {.gravity = {0.0, 0.0, -9.81}, .drag = 0.3, .friction = 0.15, .pieces = 10};
    return (cloth_world){.soft = soft, .near = 2.2, .rounds = 12, .zone_rounds = 24};
}

void cloth_add(cloth_world* w, const char* name, uint32_t first, uint32_t* triangles, uint32_t count)
{
    cloth_body* body = &w->bodies[w->body_count++];
    uint32_t vertices = w->soft.point_count - first;
    uint32_t* own = allocate(3 * (size_t)count, sizeof *own);
    for (uint32_t i = 0; i < 3 * count; ++i) {
        own[i] = triangles[i] - first;
    }
    toi_mesh_def def = {
        .vertices = &w->soft.at[first].x, .vertex_count = vertices, .indices = own, .face_count = count};
    *body = (cloth_body){.name = name, .first = first, .count = vertices, .triangles = triangles};
    body->triangle_count = count;
    must(toi_mesh_create(&def, &body->mesh, NULL), "toi_mesh_create");
    release(own);
    for (uint32_t i = first; i < w->soft.point_count; ++i) {
        body->soft |= w->soft.inverse[i] > 0.0;
    }
}

static void enter(cloth_world* w, cloth_body* body)
{
    const toi_vec3* at = &w->soft.at[body->first];
    toi_deform_body moving = {.mesh = body->mesh, .start = at, .self = body->soft};
    must(toi_deform_add(w->deform, &moving, &body->moving, NULL), "toi_deform_add");
    toi_overlap_body instant = {
        .mesh = body->mesh, .pose = {.quaternion = {1.0, 0.0, 0.0, 0.0}}, .self = body->soft};
    must(toi_overlap_add(w->overlap, &instant, &body->instant, NULL), "toi_overlap_add");
}

static void ignore_hard(cloth_world* w)
{
    w->ignored = allocate(CLOTH_MOST_BODIES * CLOTH_MOST_BODIES, sizeof *w->ignored);
    for (uint32_t a = 0; a < w->body_count; ++a) {
        for (uint32_t b = a + 1; b < w->body_count; ++b) {
            if (!w->bodies[a].soft && !w->bodies[b].soft) {
                w->ignored[w->ignored_count++] = (toi_pair){a, b};
            }
        }
    }
}

// What comes within `separation` while all points go straight from `at` to `to`, each by itself.
static toi_deform_result find(cloth_world* w, double separation)
{
    for (uint32_t i = 0; i < w->body_count; ++i) {
        const cloth_body* b = &w->bodies[i];
        must(toi_deform_set(w->deform, b->moving, &w->soft.at[b->first], &w->soft.to[b->first], NULL),
             "toi_deform_set");
    }
    toi_deform_query query = {.separation = separation,
                              .all = true,
                              .start_known = w->counts.finds > 0,
                              .ignore = w->ignored,
                              .ignore_count = w->ignored_count,
                              .contacts = w->contacts,
                              .contact_capacity = w->contact_capacity};
    toi_deform_result result;
    must(toi_deform_find(w->deform, &query, &result, NULL), "toi_deform_find");
    ++w->counts.finds;
    w->counts.undecided += result.answer == TOI_ANSWER_UNDECIDED;
    w->counts.memory = result.memory > w->counts.memory ? result.memory : w->counts.memory;
    return result;
}

// For all contacts of the next time; those of now are lost.
static void make_room(cloth_world* w, uint64_t count)
{
    if (count > w->contact_capacity) {
        release(w->contacts);
        w->contact_capacity = 2 * count;
        w->contacts = allocate(w->contact_capacity, sizeof *w->contacts);
    }
}

void cloth_start(cloth_world* w, uint32_t threads)
{
    uint32_t points = w->soft.point_count;
    toi_deform_def moving = {.threads = threads};
    toi_overlap_def instant = {.threads = threads};
    must(toi_deform_create(&moving, &w->deform), "toi_deform_create");
    must(toi_overlap_create(&instant, &w->overlap), "toi_overlap_create");
    for (uint32_t i = 0; i < w->body_count; ++i) {
        enter(w, &w->bodies[i]);
    }
    ignore_hard(w);
    w->soft.gap = GAP * w->thickness;
    make_room(w, points);
    w->zone = allocate(points, sizeof *w->zone);
    w->way = allocate(points, sizeof *w->way);
    w->weight = allocate(points, sizeof *w->weight);
    w->built = allocate(points, sizeof *w->built);
    w->ahead = allocate(points, sizeof *w->ahead);
    w->proposed = allocate(points, sizeof *w->proposed);
    for (uint32_t i = 0; i < points; ++i) {
        w->built[i] = w->ahead[i] = w->proposed[i] = w->soft.to[i] = w->soft.at[i];
    }
    toi_deform_result result = find(w, w->thickness);
    if (result.answer != TOI_ANSWER_CLEAR) {
        fprintf(stderr, "the bodies start nearer than %g\n", w->thickness);
        exit(1);
    }
}

// ---- the step

static void lead(cloth_world* w, double dt)
{
    for (uint32_t i = 0; i < w->soft.point_count; ++i) {
        w->soft.to[i] = w->soft.at[i];
    }
    if (w->lead != NULL) {
        w->lead(w, w->time + dt);
    }
}

// What is near, or would be if all points went on as they do.
static void look_ahead(cloth_world* w, double dt)
{
    soft_system* s = &w->soft;
    for (uint32_t i = 0; i < s->point_count; ++i) {
        if (s->inverse[i] > 0.0) {
            toi_vec3 v = v3_madd(s->velocity[i], dt, s->gravity);
            s->to[i] = v3_madd(s->at[i], dt, v);
        }
        w->ahead[i] = s->to[i];
    }
    w->impacts.count = 0;
    if (w->near == 0.0) {
        return;
    }
    toi_deform_result near = find(w, w->near * w->thickness);
    uint64_t count = near.listed;
    impacts_take(w, count);
    w->counts.near += count;
    make_room(w, near.contact_count);
}

// Pushes what comes too near, then moves it as one. Returns whether the step is proved to be clear.
static bool answer(cloth_world* w, toi_deform_result* result)
{
    uint32_t round = 0;
    zones_clear(w);
    *result = find(w, w->thickness);
    for (; result->answer != TOI_ANSWER_CLEAR && round < w->rounds + w->zone_rounds; ++round) {
        uint64_t count = result->listed;
        w->counts.impacts += count;
        if (round < w->rounds) {
            impacts_take(w, count);
            impacts_push(w);
        } else {
            zones_move(w, count);
        }
        make_room(w, result->contact_count);
        *result = find(w, w->thickness);
    }
    w->counts.rounds += round;
    w->counts.most_rounds = round > w->counts.most_rounds ? round : w->counts.most_rounds;
    w->counts.zones += round > w->rounds;
    return result->answer == TOI_ANSWER_CLEAR;
}

// Goes only as far as is proved; what is then rounded is asked again. Returns the share of the step that was
// made.
static double cut(cloth_world* w, toi_deform_result* result)
{
    soft_system* s = &w->soft;
    double share = 1.0;
    ++w->counts.cuts;
    for (uint32_t i = 0; i < CUTS && result->answer != TOI_ANSWER_CLEAR; ++i) {
        share *= result->max_step;
        for (uint32_t k = 0; k < s->point_count; ++k) {
            s->to[k] = v3_madd(s->at[k], result->max_step, v3_sub(s->to[k], s->at[k]));
        }
        *result = find(w, w->thickness);
    }
    if (result->answer == TOI_ANSWER_CLEAR) {
        return share;
    }
    ++w->counts.stops; // what rests is clear
    for (uint32_t k = 0; k < s->point_count; ++k) {
        s->to[k] = s->at[k];
    }
    return 0.0;
}

// A point that was not pushed keeps its velocity at the end of the step, another one has that of its way.
static void arrive(cloth_world* w, double dt)
{
    soft_system* s = &w->soft;
    for (uint32_t i = 0; i < s->point_count; ++i) {
        toi_vec3 change = v3_sub(s->to[i], w->proposed[i]);
        if (v3_dot(change, change) > 0.0) {
            s->velocity[i] = v3_scale(v3_sub(s->to[i], s->at[i]), 1.0 / dt);
        }
        s->at[i] = s->to[i];
    }
}

void cloth_step(cloth_world* w, double dt)
{
    lead(w, dt);
    look_ahead(w, dt);
    lead(w, dt);
    soft_propose(&w->soft, dt, &w->impacts);
    for (uint32_t i = 0; i < w->soft.point_count; ++i) {
        w->proposed[i] = w->soft.to[i];
    }
    toi_deform_result result;
    double share = answer(w, &result) ? 1.0 : cut(w, &result);
    arrive(w, dt);
    w->time += share * dt;
    ++w->counts.steps;
}

uint64_t cloth_look(cloth_world* w)
{
    for (uint32_t i = 0; i < w->body_count; ++i) {
        const cloth_body* b = &w->bodies[i];
        must(toi_overlap_deform(w->overlap, b->instant, &w->soft.at[b->first], NULL), "toi_overlap_deform");
    }
    toi_overlap_query query = {.ignore = w->ignored, .ignore_count = w->ignored_count};
    toi_overlap_result result;
    must(toi_overlap_find(w->overlap, &query, &result, NULL), "toi_overlap_find");
    w->counts.meeting += result.face_count;
    ++w->counts.looked;
    return result.face_count;
}

void cloth_release(cloth_world* w)
{
    toi_deform_destroy(w->deform);
    toi_overlap_destroy(w->overlap);
    for (uint32_t i = 0; i < w->body_count; ++i) {
        toi_mesh_destroy(w->bodies[i].mesh);
        release(w->bodies[i].triangles);
    }
    soft_release(&w->soft);
    release(w->ignored);
    release(w->contacts);
    release(w->impacts.list);
    release(w->zone);
    release(w->way);
    release(w->weight);
    release(w->built);
    release(w->ahead);
    release(w->proposed);
}
