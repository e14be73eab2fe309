// Polygons to triangles.

#include "mesh/build.h"

toi_status ti_mesh_triangulate(toi_mesh* mesh, uint32_t* apex)
{
    uint32_t count = 0;
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        const uint32_t* corner = mesh->corners + mesh->face_offsets[f];
        uint32_t n = mesh_corner_count(mesh, f);
        for (uint32_t i = 2; i < (n < 3 ? 3 : n); ++i) {
            ti_triangle t = {{corner[0], corner[n < 2 ? 0 : i - 1], corner[n < 3 ? n - 1 : i]}, f};
            mesh->triangles[count++] = t;
        }
        for (uint32_t i = 0; i < n; ++i) {
            apex[mesh->face_offsets[f] + i] = i == 0 ? corner[n < 3 ? 0 : 2] : corner[i + 1 < n ? 0 : n - 2];
        }
    }
    return TOI_OK;
}
