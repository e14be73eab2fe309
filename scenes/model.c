// Growing lists of polygons, and making meshes of them.

#include "scenes/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void* ti_make_room(void* list, uint32_t count, uint32_t* room, size_t size)
{
    if (count < *room) {
        return list;
    }
    *room = *room == 0 ? 64 : 2 * *room;
    void* grown = realloc(list, *room * size);
    if (grown == NULL) {
        fputs("out of memory\n", stderr);
        exit(5);
    }
    return grown;
}

uint32_t ti_model_vertex(ti_model* model, double x, double y, double z)
{
    model->vertices =
        ti_make_room(model->vertices, model->vertex_count, &model->vertex_room, 3 * sizeof(double));
    double* at = model->vertices + 3 * (size_t)model->vertex_count;
    at[0] = x;
    at[1] = y;
    at[2] = z;
    return model->vertex_count++;
}

void ti_model_face(ti_model* model, const uint32_t* corners, uint32_t count)
{
    // One offset more than faces, so the room is asked for one ahead.
    model->offsets = ti_make_room(model->offsets, model->face_count + 1, &model->face_room, sizeof(uint32_t));
    for (uint32_t i = 0; i < count; ++i) {
        model->corners =
            ti_make_room(model->corners, model->corner_count, &model->corner_room, sizeof(uint32_t));
        model->corners[model->corner_count++] = corners[i];
    }
    model->offsets[0] = 0;
    model->offsets[++model->face_count] = model->corner_count;
}

void ti_model_triangle(ti_model* model, uint32_t a, uint32_t b, uint32_t c)
{
    ti_model_face(model, (const uint32_t[]){a, b, c}, 3);
}

void ti_model_quad(ti_model* model, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    ti_model_face(model, (const uint32_t[]){a, b, c, d}, 4);
}

void ti_model_round(ti_model* model, double steps)
{
    for (size_t i = 0; i < 3 * (size_t)model->vertex_count; ++i) {
        // Adding zero turns -0 into 0.
        model->vertices[i] = nearbyint(model->vertices[i] * steps) / steps + 0.0;
    }
}

void ti_model_move(ti_model* model, toi_vec3 by)
{
    for (uint32_t i = 0; i < model->vertex_count; ++i) {
        double* at = model->vertices + 3 * (size_t)i;
        at[0] += by.x;
        at[1] += by.y;
        at[2] += by.z;
    }
}

void ti_model_release(ti_model* model)
{
    free(model->vertices);
    free(model->corners);
    free(model->offsets);
    *model = (ti_model){0};
}

toi_mesh* ti_model_mesh(const ti_model* model)
{
    toi_mesh_def def = {.vertices = model->vertices,
                        .vertex_count = model->vertex_count,
                        .indices = model->corners,
                        .face_offsets = model->offsets,
                        .face_count = model->face_count};
    toi_mesh* mesh = NULL;
    toi_error error = {0};
    if (toi_mesh_create(&def, &mesh, &error) != TOI_OK) {
        fprintf(stderr, "mesh: %s\n", error.text);
        exit(5);
    }
    return mesh;
}
