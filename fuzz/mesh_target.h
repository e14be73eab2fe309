// One fuzz target for each mesh format: reads the bytes, checks what the reader promises, and makes a mesh of
// what is small. Anything wrong aborts.

#ifndef TOI_FUZZ_MESH_TARGET_H
#define TOI_FUZZ_MESH_TARGET_H

#include "toi/toi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL_MESH = 300 }; // vertices and corners: what the mesh code gets, so that most time is the reader's

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void require(bool condition)
{
    if (!condition) {
        abort();
    }
}

static void check_polygons(const toi_polygons* p)
{
    require(p->vertex_count > 0 && p->face_count > 0 && p->face_offsets[0] == 0);
    for (uint32_t f = 0; f < p->face_count; ++f) {
        require(p->face_offsets[f] < p->face_offsets[f + 1]);
    }
    for (uint32_t c = 0; c < p->face_offsets[p->face_count]; ++c) {
        require(p->indices[c] < p->vertex_count);
    }
    for (size_t i = 0; i < 3 * (size_t)p->vertex_count; ++i) {
        require(isfinite(p->vertices[i]));
    }
}

static void check_error(toi_status status, const toi_error* error)
{
    require(status == TOI_ERROR_FORMAT || status == TOI_ERROR_LIMIT);
    require(error->status == status && error->text[0] != '\0');
    require(memchr(error->text, '\0', sizeof error->text) != NULL);
}

// Welding keeps every position and no two equal ones.
static void check_weld(toi_polygons* p)
{
    uint32_t corner_count = p->face_offsets[p->face_count];
    double* before = malloc(3 * sizeof(double) * corner_count);
    require(before != NULL);
    for (uint32_t c = 0; c < corner_count; ++c) {
        memcpy(before + 3 * (size_t)c, p->vertices + 3 * (size_t)p->indices[c], 3 * sizeof(double));
    }
    require(toi_polygons_weld(p) == TOI_OK);
    check_polygons(p);
    for (uint32_t c = 0; c < corner_count; ++c) {
        const double* x = p->vertices + 3 * (size_t)p->indices[c];
        const double* y = before + 3 * (size_t)c;
        require(x[0] == y[0] && x[1] == y[1] && x[2] == y[2]);
    }
    uint32_t vertex_count = p->vertex_count;
    require(toi_polygons_weld(p) == TOI_OK && p->vertex_count == vertex_count);
    free(before);
}

// A mesh may be refused (coordinates may be too large for its box), but not with a crash.
static void try_mesh(const toi_polygons* p)
{
    toi_mesh_def def = {
        .vertices = p->vertices,
        .vertex_count = p->vertex_count,
        .indices = p->indices,
        .face_offsets = p->face_offsets,
        .face_count = p->face_count,
    };
    toi_mesh* mesh;
    toi_error error = {0};
    if (toi_mesh_create(&def, &mesh, &error) == TOI_OK) {
        toi_mesh_info info;
        toi_mesh_get_info(mesh, &info);
        require(info.vertices == p->vertex_count && info.faces == p->face_count);
        toi_mesh_destroy(mesh);
    }
}

// Memory that fails after as many allocations as the context says.
static void* allocate_few(size_t size, void* context)
{
    int* left = context;
    return (*left)-- > 0 ? malloc(size) : NULL;
}

static void release_any(void* memory, void* context)
{
    (void)context;
    free(memory);
}

// The same file with failing memory and with tight limits: an error, or sound polygons, and no memory lost.
static void read_again(toi_format format, const uint8_t* data, size_t size)
{
    int left = (int)(size % 8);
    toi_allocator few = {allocate_few, release_any, &left};
    toi_read_def scarce = {.weld = true, .allocator = &few};
    toi_read_def tight = {.max_vertices = 1 + size % 5, .max_faces = 1 + size % 3};
    toi_polygons polygons;
    toi_status status = toi_polygons_read(data, size, format, &scarce, &polygons, NULL);
    require(status == TOI_OK || status == TOI_ERROR_MEMORY);
    if (status == TOI_OK) {
        check_polygons(&polygons);
        toi_polygons_release(&polygons);
    }
    status = toi_polygons_read(data, size, format, &tight, &polygons, NULL);
    require(status == TOI_OK || status == TOI_ERROR_LIMIT);
    if (status == TOI_OK) {
        check_polygons(&polygons);
        toi_polygons_release(&polygons);
    }
}

static int fuzz_mesh(toi_format format, const uint8_t* data, size_t size)
{
    toi_read_def limits = {.max_vertices = 1 << 20, .max_faces = 1 << 20};
    toi_polygons polygons;
    toi_error error = {0};
    toi_status status = toi_polygons_read(data, size, format, &limits, &polygons, &error);
    if (status != TOI_OK) {
        check_error(status, &error);
        return 0;
    }
    check_polygons(&polygons);
    if (polygons.vertex_count <= SMALL_MESH && polygons.face_offsets[polygons.face_count] <= SMALL_MESH) {
        try_mesh(&polygons);
    }
    check_weld(&polygons);
    toi_polygons_release(&polygons);
    read_again(format, data, size);
    return 0;
}

#endif
