// Faces to triangles. Each keeps the number of its face.

#include "core/memory.h"
#include "mesh/build.h"
#include "mesh/polygon.h"

static uint32_t largest_corner_count(const toi_mesh* mesh)
{
    uint32_t largest = 3;
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        uint32_t n = mesh_corner_count(mesh, f);
        largest = n > largest ? n : largest;
    }
    return largest;
}

// If the side from corner a to corner b of a triangle is a side of the polygon, c is its apex.
static void set_apex(const uint32_t* corners, uint32_t count, const uint32_t t[3], uint32_t* apex)
{
    for (int i = 0; i < 3; ++i) {
        uint32_t a = t[i], b = t[(i + 1) % 3];
        if (b == (a + 1 < count ? a + 1 : 0)) {
            apex[a] = corners[t[(i + 2) % 3]];
        }
    }
}

// A point or a segment: a triangle that repeats its last vertex, and no area beside any edge.
static ti_triangle thin_triangle(const uint32_t* corners, uint32_t count, uint32_t face, uint32_t* apex)
{
    for (uint32_t i = 0; i < count; ++i) {
        apex[i] = corners[i];
    }
    uint32_t last = corners[count - 1];
    return (ti_triangle){{corners[0], last, last}, face};
}

static void count_shape(toi_mesh_info* info, uint32_t shape)
{
    info->faces_degenerate += (shape & TI_POLYGON_DEGENERATE) != 0;
    info->faces_non_planar += (shape & TI_POLYGON_NON_PLANAR) != 0;
    info->faces_non_convex += (shape & TI_POLYGON_NON_CONVEX) != 0;
}

toi_status ti_mesh_triangulate(toi_mesh* mesh, uint32_t* apex)
{
    ti_polygon_room room;
    if (ti_polygon_room_make(&mesh->allocator, largest_corner_count(mesh), &room) != TOI_OK) {
        return TOI_ERROR_MEMORY;
    }
    ti_triangle* out = mesh->triangles;
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        uint32_t n = mesh_corner_count(mesh, f);
        const uint32_t* corners = mesh->corners + mesh->face_offsets[f];
        uint32_t* face_apex = apex + mesh->face_offsets[f];
        if (n < 3) {
            *out++ = thin_triangle(corners, n, f, face_apex);
            count_shape(&mesh->info, TI_POLYGON_DEGENERATE);
            continue;
        }
        count_shape(&mesh->info, ti_polygon_triangulate(mesh->vertices, corners, n, &room));
        for (uint32_t k = 0; k + 2 < n; ++k) {
            const uint32_t* t = room.triangles[k];
            *out++ = (ti_triangle){{corners[t[0]], corners[t[1]], corners[t[2]]}, f};
            set_apex(corners, n, t, face_apex);
        }
    }
    ti_polygon_room_release(&mesh->allocator, &room);
    return TOI_OK;
}
