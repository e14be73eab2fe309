// Worlds of the bench of faces that meet: meshes, bodies frame by frame, and the memory that they hold.

#include "bench/meet_parts.h"

#include "data.h"
#include "scenes/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void* meet_room(size_t count, size_t size)
{
    void* room = calloc(count > 0 ? count : 1, size);
    if (room == NULL) {
        fputs("toi_bench_meet: out of memory\n", stderr);
        exit(5);
    }
    return room;
}

// ---- meshes

meet_mesh* meet_mesh_make(toi_mesh* mesh)
{
    meet_mesh* made = meet_room(1, sizeof *made);
    *made = (meet_mesh){.mesh = mesh,
                        .vertices = mesh->vertices,
                        .corners = meet_room(3 * (size_t)mesh->triangle_count, sizeof(uint32_t)),
                        .vertex_count = mesh->vertex_count,
                        .face_count = mesh->triangle_count,
                        .center = mesh->center,
                        .radius = mesh->radius};
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        memcpy(&made->corners[3 * (size_t)i], mesh->triangles[i].vertex, 3 * sizeof(uint32_t));
    }
    return made;
}

void meet_mesh_release(meet_mesh* mesh)
{
    toi_mesh_destroy(mesh->mesh);
    free(mesh->corners);
    free(mesh);
}

static void add_cell(ti_model* model, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    ti_model_triangle(model, a, b, c);
    ti_model_triangle(model, a, c, d);
}

static meet_mesh* finish(ti_model* model)
{
    toi_mesh* mesh = ti_model_mesh(model);
    ti_model_release(model);
    return meet_mesh_make(mesh);
}

meet_mesh* meet_torus(uint32_t around, uint32_t tube)
{
    ti_model quads = {0}, triangles = {0};
    ti_model_torus(&quads, 1.0, 0.4, around, tube);
    for (uint32_t i = 0; i < quads.vertex_count; ++i) {
        const double* v = &quads.vertices[3 * (size_t)i];
        ti_model_vertex(&triangles, v[0], v[1], v[2]);
    }
    for (uint32_t i = 0; i < quads.face_count; ++i) {
        const uint32_t* c = &quads.corners[quads.offsets[i]];
        add_cell(&triangles, c[0], c[1], c[2], c[3]);
    }
    ti_model_release(&quads);
    return finish(&triangles);
}

meet_mesh* meet_sphere(uint32_t around, uint32_t rows)
{
    ti_model polygons = {0}, triangles = {0};
    ti_model_sphere(&polygons, 1.0, around, rows);
    for (uint32_t i = 0; i < polygons.vertex_count; ++i) {
        const double* v = &polygons.vertices[3 * (size_t)i];
        ti_model_vertex(&triangles, v[0], v[1], v[2]);
    }
    for (uint32_t i = 0; i < polygons.face_count; ++i) {
        const uint32_t* c = &polygons.corners[polygons.offsets[i]];
        for (uint32_t k = 2; k < polygons.offsets[i + 1] - polygons.offsets[i]; ++k) {
            ti_model_triangle(&triangles, c[0], c[k - 1], c[k]);
        }
    }
    ti_model_release(&polygons);
    return finish(&triangles);
}

meet_mesh* meet_sheet(uint32_t cells)
{
    ti_model model = {0};
    for (uint32_t k = 0; k <= cells; ++k) {
        for (uint32_t i = 0; i <= cells; ++i) {
            ti_model_vertex(&model, (double)i / cells, (double)k / cells, 0.0);
        }
    }
    for (uint32_t k = 0; k < cells; ++k) {
        for (uint32_t i = 0; i < cells; ++i) {
            uint32_t a = k * (cells + 1) + i;
            add_cell(&model, a, a + 1, a + cells + 2, a + cells + 1);
        }
    }
    return finish(&model);
}

// ---- worlds

void meet_world_start(meet_world* world, meet_mesh* mesh, uint32_t body_count, uint32_t frame_count)
{
    size_t all = (size_t)body_count * frame_count;
    world->body_count = body_count;
    world->frame_count = frame_count;
    world->meshes = meet_room(body_count, sizeof *world->meshes);
    for (uint32_t i = 0; i < body_count; ++i) {
        world->meshes[i] = mesh;
    }
    world->poses = meet_room(all, sizeof *world->poses);
    world->truth = meet_room(frame_count, sizeof *world->truth);
    for (size_t i = 0; i < all; ++i) {
        world->poses[i] = (toi_pose)TOI_POSE_IDENTITY;
    }
}

void meet_pose_vertices(const meet_mesh* mesh, toi_pose pose, toi_vec3* vertices)
{
    ti_mat3 rotation = m3_from_quat(q_normalize(pose.quaternion));
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        vertices[i] = xf_point(&rotation, pose.position, mesh->vertices[i]);
    }
}

void meet_world_shape(meet_world* world, meet_shape* shape)
{
    world->shapes = meet_room((size_t)world->body_count * world->frame_count, sizeof *world->shapes);
    for (uint32_t frame = 0; frame < world->frame_count; ++frame) {
        for (uint32_t body = 0; body < world->body_count; ++body) {
            size_t at = (size_t)frame * world->body_count + body;
            world->shapes[at] = meet_room(world->meshes[body]->vertex_count, sizeof(toi_vec3));
            if (shape != NULL) {
                shape(world, body, frame, world->shapes[at]);
            } else {
                meet_pose_vertices(world->meshes[body], world->poses[at], world->shapes[at]);
            }
        }
    }
}

void meet_world_boxes(meet_world* world)
{
    size_t all = (size_t)world->body_count * world->frame_count;
    world->boxes = meet_room(all, sizeof *world->boxes);
    for (size_t i = 0; i < all; ++i) {
        world->boxes[i] = meet_sphere_box(world->meshes[i % world->body_count], world->poses[i]);
    }
}

void meet_world_release(meet_world* world)
{
    if (world->body_count > 0) {
        meet_mesh_release(world->meshes[0]); // all bodies have it
    }
    for (size_t i = 0; world->shapes != NULL && i < (size_t)world->body_count * world->frame_count; ++i) {
        free(world->shapes[i]);
    }
    free(world->meshes);
    free(world->poses);
    free(world->shapes);
    free(world->boxes);
    free(world->truth);
    *world = (meet_world){0};
}

bool meet_choice_takes(const meet_choice* choice, const char* name)
{
    return choice->filter == NULL || strstr(name, choice->filter) != NULL;
}

// ---- poses and boxes of bodies

toi_pose meet_relative(toi_pose a, toi_pose b)
{
    toi_quat turn = q_conjugate(q_normalize(a.quaternion));
    toi_pose back = {{0.0, 0.0, 0.0}, turn};
    return (toi_pose){toi_pose_point(back, v3_sub(b.position, a.position)),
                      q_mul(turn, q_normalize(b.quaternion))};
}

toi_bounds meet_vertex_box(const toi_vec3* vertices, uint32_t count)
{
    toi_bounds box = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (uint32_t i = 0; i < count; ++i) {
        box = (toi_bounds){v3_min(box.lower, vertices[i]), v3_max(box.upper, vertices[i])};
    }
    return box;
}

toi_bounds meet_sphere_box(const meet_mesh* mesh, toi_pose pose)
{
    static const double safe = 1.0 + 0x1p-40; // beyond what posing rounds
    double r = safe * (mesh->radius + 0x1p-40 * v3_norm1(pose.position));
    toi_vec3 center = toi_pose_point(pose, mesh->center);
    return (toi_bounds){v3_sub(center, v3(r, r, r)), v3_add(center, v3(r, r, r))};
}

typedef struct box_start {
    double x;
    uint32_t box;
} box_start;

static int compare_starts(const void* a, const void* b)
{
    const box_start *s = a, *t = b;
    return s->x != t->x ? (s->x > t->x) - (s->x < t->x) : (s->box > t->box) - (s->box < t->box);
}

static bool meet_across(const toi_bounds* a, const toi_bounds* b)
{
    return a->lower.y <= b->upper.y && b->lower.y <= a->upper.y && a->lower.z <= b->upper.z &&
           b->lower.z <= a->upper.z;
}

toi_pair* meet_box_pairs(const toi_bounds* boxes, uint32_t count, size_t* pair_count)
{
    box_start* starts = meet_room(count, sizeof *starts);
    for (uint32_t i = 0; i < count; ++i) {
        starts[i] = (box_start){boxes[i].lower.x, i};
    }
    qsort(starts, count, sizeof *starts, compare_starts);
    size_t room = 4 * (size_t)count + 16;
    toi_pair* pairs = meet_room(room, sizeof *pairs);
    *pair_count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t a = starts[i].box;
        for (uint32_t k = i + 1; k < count && starts[k].x <= boxes[a].upper.x; ++k) {
            uint32_t b = starts[k].box;
            if (!meet_across(&boxes[a], &boxes[b])) {
                continue;
            }
            if (*pair_count == room) {
                toi_pair* grown = meet_room(room *= 2, sizeof *pairs);
                memcpy(grown, pairs, *pair_count * sizeof *pairs);
                free(pairs);
                pairs = grown;
            }
            pairs[(*pair_count)++] = a < b ? (toi_pair){a, b} : (toi_pair){b, a};
        }
    }
    free(starts);
    return pairs;
}
