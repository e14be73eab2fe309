// The public functions that look at a mesh.

#include "mesh/build.h"

#include <string.h>

void toi_mesh_get_info(const toi_mesh* mesh, toi_mesh_info* info)
{
    *info = mesh->info;
}

toi_vec3 toi_mesh_vertex(const toi_mesh* mesh, uint32_t vertex)
{
    return mesh->vertices[vertex];
}

uint32_t toi_mesh_face(const toi_mesh* mesh, uint32_t face, const uint32_t** corners)
{
    *corners = mesh->corners + mesh->face_offsets[face];
    return mesh_corner_count(mesh, face);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool ends_in(const char* name, const char* suffix)
{
    size_t name_length = strlen(name), suffix_length = strlen(suffix);
    if (name_length < suffix_length) {
        return false;
    }
    const char* end = name + (name_length - suffix_length);
    for (size_t i = 0; i < suffix_length; ++i) {
        if (lower(end[i]) != suffix[i]) {
            return false;
        }
    }
    return true;
}

toi_format toi_format_from_name(const char* file_name)
{
    if (file_name == NULL) {
        return TOI_FORMAT_UNKNOWN;
    }
    if (ends_in(file_name, ".obj")) {
        return TOI_FORMAT_OBJ;
    }
    if (ends_in(file_name, ".stl")) {
        return TOI_FORMAT_STL;
    }
    if (ends_in(file_name, ".ply")) {
        return TOI_FORMAT_PLY;
    }
    return ends_in(file_name, ".off") ? TOI_FORMAT_OFF : TOI_FORMAT_UNKNOWN;
}
