// toi_overlap_find frame by frame, and the broad phase inside it.

#include "bench/meet_parts.h"

#include "broad/instant.h"
#include "core/memory.h"
#include "narrow/overlap/keep.h"

#include <stdlib.h>

static void must(toi_status status)
{
    if (status != TOI_OK) {
        fprintf(stderr, "toi_overlap: %s\n", toi_status_name(status));
        exit(5);
    }
}

// ---- faces

typedef struct engine {
    const meet_world* world;
    toi_overlap* overlap;
    toi_overlap_method method;
} engine;

static toi_soup soup_of(const meet_mesh* mesh, const toi_vec3* vertices)
{
    return (toi_soup){vertices, mesh->vertex_count, mesh->corners, mesh->face_count, NULL};
}

static void* open_engine(const meet_world* world, uint32_t threads, toi_overlap_method method)
{
    engine* e = meet_room(1, sizeof *e);
    *e = (engine){world, NULL, method};
    const toi_overlap_def def = {.threads = threads};
    must(toi_overlap_create(&def, &e->overlap));
    for (uint32_t i = 0; i < world->body_count; ++i) {
        toi_overlap_body body = {.pose = TOI_POSE_IDENTITY, .self = world->kind == MEET_SELF};
        if (world->kind == MEET_SOUP) {
            body.soup = soup_of(world->meshes[i], world->shapes[i]);
        } else {
            body.mesh = world->meshes[i]->mesh;
        }
        uint32_t number;
        must(toi_overlap_add(e->overlap, &body, &number, NULL));
    }
    return e;
}

static void* open_default(const meet_world* world, uint32_t threads)
{
    return open_engine(world, threads, TOI_OVERLAP_DEFAULT);
}

static void* open_join(const meet_world* world, uint32_t threads)
{
    return open_engine(world, threads, TOI_OVERLAP_JOIN);
}

static void place(const engine* e, uint32_t body, const meet_frame* frame)
{
    if (e->world->kind == MEET_RIGID) {
        must(toi_overlap_move(e->overlap, body, &frame->poses[body], NULL));
    } else if (e->world->kind == MEET_SOUP) {
        const toi_soup soup = soup_of(e->world->meshes[body], frame->vertices[body]);
        must(toi_overlap_change(e->overlap, body, &soup, NULL));
    } else {
        must(toi_overlap_deform(e->overlap, body, frame->vertices[body], NULL));
    }
}

static uint64_t ask_engine(void* state, const meet_frame* frame)
{
    const engine* e = state;
    for (uint32_t i = 0; i < e->world->body_count; ++i) {
        place(e, i, frame);
    }
    const toi_overlap_query query = {.method = e->method, .anew = true};
    toi_overlap_result result;
    must(toi_overlap_find(e->overlap, &query, &result, NULL));
    return result.face_count;
}

static void close_engine(void* state)
{
    engine* e = state;
    toi_overlap_destroy(e->overlap);
    free(e);
}

// ---- two bodies that rest where they are in every frame, by their poses or as vertices in world space

typedef struct resting {
    const meet_world* world;
    toi_overlap** overlaps; // of each frame
    toi_vec3** vertices;    // [frames][2] where bodies are given by them
} resting;

static void rest_body(resting* r, uint32_t index, bool by_vertices)
{
    toi_overlap* overlap = r->overlaps[index / 2];
    const meet_mesh* mesh = r->world->meshes[index % 2];
    const toi_overlap_body body = {.mesh = mesh->mesh, .pose = r->world->poses[index]};
    uint32_t number;
    must(toi_overlap_add(overlap, &body, &number, NULL));
    if (by_vertices) {
        r->vertices[index] = meet_room(mesh->vertex_count, sizeof(toi_vec3));
        meet_pose_vertices(mesh, r->world->poses[index], r->vertices[index]);
        must(toi_overlap_deform(overlap, number, r->vertices[index], NULL));
    }
}

static void* rest(const meet_world* world, uint32_t threads, bool by_vertices)
{
    resting* r = meet_room(1, sizeof *r);
    *r = (resting){world, meet_room(world->frame_count, sizeof *r->overlaps),
                   meet_room(2 * (size_t)world->frame_count, sizeof *r->vertices)};
    const toi_overlap_def def = {.threads = threads};
    for (uint32_t i = 0; i < world->frame_count; ++i) {
        must(toi_overlap_create(&def, &r->overlaps[i]));
        rest_body(r, 2 * i, by_vertices);
        rest_body(r, 2 * i + 1, by_vertices);
    }
    return r;
}

static void* open_resting(const meet_world* world, uint32_t threads)
{
    return rest(world, threads, false);
}

static void* open_resting_vertices(const meet_world* world, uint32_t threads)
{
    return rest(world, threads, true);
}

static uint64_t find_resting(const resting* r, uint32_t index, bool anew)
{
    const toi_overlap_query query = {.anew = anew};
    toi_overlap_result result;
    must(toi_overlap_find(r->overlaps[index], &query, &result, NULL));
    return result.face_count;
}

static uint64_t ask_resting(void* state, const meet_frame* frame)
{
    return find_resting(state, frame->index, false);
}

static uint64_t ask_anew(void* state, const meet_frame* frame)
{
    return find_resting(state, frame->index, true);
}

static void close_resting(void* state)
{
    resting* r = state;
    for (uint32_t i = 0; i < 2 * r->world->frame_count; ++i) {
        free(r->vertices[i]);
        if (i % 2 == 0) {
            toi_overlap_destroy(r->overlaps[i / 2]);
        }
    }
    free(r->overlaps);
    free(r->vertices);
    free(r);
}

// ---- boxes

typedef struct broad {
    const meet_world* world;
    ti_instant_broad state;
} broad;

static void* open_broad(const meet_world* world, uint32_t threads)
{
    (void)threads;
    broad* b = meet_room(1, sizeof *b);
    b->world = world;
    ti_instant_broad_init(&b->state, NULL);
    return b;
}

static uint64_t ask_broad(void* state, const meet_frame* frame)
{
    broad* b = state;
    const ti_candidate* pairs;
    size_t count;
    must(ti_instant_broad_find(&b->state, frame->boxes, b->world->body_count, 0.0, &pairs, &count));
    return count;
}

static void close_broad(void* state)
{
    broad* b = state;
    ti_instant_broad_release(&b->state);
    free(b);
}

enum { FACES = 1 << MEET_RIGID | 1 << MEET_DEFORM | 1 << MEET_SOUP | 1 << MEET_SELF };

const meet_contender meet_ours[] = {
    {"toi", FACES, true, 0, open_default, ask_engine, close_engine},
    {"toi_join", 1 << MEET_DEFORM | 1 << MEET_SELF, false, 0, open_join, ask_engine, close_engine},
    {"toi", 1 << MEET_REST, true, 0, open_resting, ask_resting, close_resting},
    {"toi_anew", 1 << MEET_REST, true, 0, open_resting, ask_anew, close_resting},
    {"toi_anew_vertices", 1 << MEET_REST, true, 0, open_resting_vertices, ask_anew, close_resting},
    {"toi_broad", 1 << MEET_BOXES, false, 0, open_broad, ask_broad, close_broad},
};
const uint32_t meet_ours_count = sizeof meet_ours / sizeof meet_ours[0];

// ---- the exact test, for those that find candidates only

static ti_faces faces_of(const meet_side* side)
{
    const toi_mesh* mesh = side->mesh->mesh;
    ti_faces faces = {.triangles = mesh->triangles,
                      .vertices = side->vertices != NULL ? side->vertices : mesh->vertices,
                      .triangle_count = mesh->triangle_count,
                      .vertex_count = mesh->vertex_count,
                      .rigid = side->vertices == NULL,
                      .position = side->pose.position};
    if (faces.rigid) {
        faces.rotation = m3_from_quat(q_normalize(side->pose.quaternion));
    }
    return faces;
}

size_t meet_keep(const meet_side* a, const meet_side* b, toi_face_pair* pairs, size_t count)
{
    const toi_bounds both = {v3_min(a->box.lower, b->box.lower), v3_max(a->box.upper, b->box.upper)};
    ti_faces of_a = faces_of(a), of_b = faces_of(b);
    return ti_pairs_keep(&of_a, &of_b, ti_pairs_scale(&both), (ti_face_pair*)pairs, count);
}
