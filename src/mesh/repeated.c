// Vertices at one place and faces with the same vertices, found by hashing. Only the counts come out, and
// these do not depend on the order of a table.

#include "core/memory.h"
#include "core/sort.h"
#include "mesh/build.h"

#include <string.h>

// [Steele, Lea, Flood, Fast splittable pseudorandom number generators, 2014]
static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static uint64_t hash_double(uint64_t hash, double x)
{
    uint64_t bits;
    double plus = x + 0.0; // -0 is at the place of 0
    memcpy(&bits, &plus, sizeof bits);
    return mix((hash + UINT64_C(0x9e3779b97f4a7c15)) ^ bits);
}

// Smallest power of two that is at least twice `count`.
static size_t table_size(uint32_t count)
{
    size_t size = 2;
    while (size < 2 * (size_t)count) {
        size *= 2;
    }
    return size;
}

static uint32_t* make_table(const toi_mesh* mesh, size_t size)
{
    uint32_t* table = ti_allocate(&mesh->allocator, size, sizeof *table);
    if (table != NULL) {
        memset(table, 0xff, size * sizeof *table); // TI_NONE everywhere
    }
    return table;
}

static bool is_vertex_known(const toi_mesh* mesh, uint32_t* table, size_t size, uint32_t vertex)
{
    toi_vec3 v = mesh->vertices[vertex];
    uint64_t hash = hash_double(hash_double(hash_double(0, v.x), v.y), v.z);
    size_t slot = (size_t)hash & (size - 1);
    while (table[slot] != TI_NONE) {
        if (v3_equal(mesh->vertices[table[slot]], v)) {
            return true;
        }
        slot = (slot + 1) & (size - 1);
    }
    table[slot] = vertex;
    return false;
}

static toi_status count_vertices(toi_mesh* mesh)
{
    size_t size = table_size(mesh->vertex_count);
    uint32_t* table = make_table(mesh, size);
    if (table == NULL) {
        return TOI_ERROR_MEMORY;
    }
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        mesh->info.vertices_repeated += is_vertex_known(mesh, table, size, v);
        mesh->info.vertices_unused += mesh->topology.vertex_first[v] == mesh->topology.vertex_first[v + 1];
    }
    ti_release(&mesh->allocator, table);
    return TOI_OK;
}

static int by_number(uint32_t a, uint32_t b, const void* context)
{
    (void)context;
    return a < b ? -1 : a > b;
}

// The vertices of each face, rising, in the place of its corners. NULL without memory.
static uint32_t* sort_corners(const toi_mesh* mesh)
{
    uint32_t* sorted = ti_allocate(&mesh->allocator, mesh->corner_count, sizeof *sorted);
    if (sorted == NULL) {
        return NULL;
    }
    memcpy(sorted, mesh->corners, mesh->corner_count * sizeof *sorted);
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        ti_sort_indices(sorted + mesh->face_offsets[f], mesh_corner_count(mesh, f), by_number, NULL);
    }
    return sorted;
}

static bool is_face_known(const toi_mesh* mesh, const uint32_t* sorted, uint32_t* table, size_t size,
                          uint32_t face)
{
    uint32_t count = mesh_corner_count(mesh, face);
    const uint32_t* corners = sorted + mesh->face_offsets[face];
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; ++i) {
        hash = mix((hash + UINT64_C(0x9e3779b97f4a7c15)) ^ corners[i]);
    }
    size_t slot = (size_t)hash & (size - 1);
    while (table[slot] != TI_NONE) {
        const uint32_t* other = sorted + mesh->face_offsets[table[slot]];
        if (mesh_corner_count(mesh, table[slot]) == count &&
            memcmp(other, corners, count * sizeof *other) == 0) {
            return true;
        }
        slot = (slot + 1) & (size - 1);
    }
    table[slot] = face;
    return false;
}

static toi_status count_faces(toi_mesh* mesh)
{
    size_t size = table_size(mesh->face_count);
    uint32_t* table = make_table(mesh, size);
    uint32_t* sorted = sort_corners(mesh);
    bool enough = table != NULL && sorted != NULL;
    for (uint32_t f = 0; enough && f < mesh->face_count; ++f) {
        mesh->info.faces_repeated += is_face_known(mesh, sorted, table, size, f);
    }
    ti_release(&mesh->allocator, table);
    ti_release(&mesh->allocator, sorted);
    return enough ? TOI_OK : TOI_ERROR_MEMORY;
}

toi_status ti_mesh_count_repeated(toi_mesh* mesh)
{
    toi_status status = count_vertices(mesh);
    return status == TOI_OK ? count_faces(mesh) : status;
}
