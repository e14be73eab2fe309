// Motions of kind "vertices": where each vertex of the mesh ends, as a list or as a mesh file.

#include "mesh_file.h"
#include "read.h"

#include <math.h>
#include <stdio.h>

// The body whose mesh deforms.
typedef struct ends {
    ti_reader* reader;
    const ti_place* place; // of "to"
    double scale;          // of the body; its mesh is scaled already
    uint32_t count;        // vertices of the mesh
    toi_vec3* to;
} ends;

toi_status ti_check_ends(ti_reader* reader, const ti_place* place)
{
    return json_is_string(place->value)
               ? ti_mesh_file_need_name(reader, place)
               : ti_place_check_list(reader, place, "end positions [x, y, z], or the name of a mesh file");
}

static toi_status put_end(const ends* e, const ti_place* place, uint32_t index, toi_vec3 given)
{
    toi_vec3 end = {e->scale * given.x, e->scale * given.y, e->scale * given.z};
    e->to[index] = end;
    if (isfinite(end.x) && isfinite(end.y) && isfinite(end.z)) {
        return TOI_OK;
    }
    return ti_place_fail(e->reader, place, "has (%g, %g, %g) for vertex %u, which is too large once scaled",
                         given.x, given.y, given.z, index);
}

static toi_status read_list(const ends* e)
{
    size_t held = json_array_size(e->place->value);
    if (held != e->count) {
        return ti_place_fail(e->reader, e->place,
                             "must hold one end position for each of the %u vertices of the mesh, holds %zu",
                             e->count, held);
    }
    toi_status status = TOI_OK;
    for (uint32_t i = 0; i < e->count && status == TOI_OK; ++i) {
        ti_place element = ti_place_element(e->place, i);
        toi_vec3 given;
        status = ti_place_vec3(e->reader, &element, &given);
        if (status == TOI_OK) {
            status = put_end(e, &element, i, given);
        }
    }
    return status;
}

static toi_status take_polygons(const ends* e, const char* path, const toi_polygons* polygons)
{
    if (polygons->vertex_count != e->count) {
        char reason[TI_MESH_REASON];
        snprintf(reason, sizeof reason,
                 "has %u vertices, and the mesh has %u; each is where the vertex of its number ends",
                 polygons->vertex_count, e->count);
        return ti_mesh_file_fail(e->reader, e->place, path, TOI_ERROR_INVALID, reason);
    }
    toi_status status = TOI_OK;
    for (uint32_t i = 0; i < e->count && status == TOI_OK; ++i) {
        const double* p = &polygons->vertices[3 * (size_t)i];
        status = put_end(e, e->place, i, (toi_vec3){p[0], p[1], p[2]});
    }
    return status;
}

// The corners of an STL file have no vertex numbers: which of them are one vertex would be told by where they
// end.
static toi_status read_bytes(const ends* e, const char* path, char reason[TI_MESH_REASON],
                             toi_polygons* polygons)
{
    ti_bytes bytes = {0};
    toi_format format = TOI_FORMAT_UNKNOWN;
    const toi_allocator* allocator = &e->reader->allocator;
    if (toi_format_from_name(path) == TOI_FORMAT_STL) {
        snprintf(reason, TI_MESH_REASON,
                 "is an STL file, which has no vertex numbers; end positions are in files that end in "
                 "\"obj\", \"ply\" or \"off\"");
        return TOI_ERROR_FORMAT;
    }
    toi_status status = ti_mesh_file_open(path, e->reader->read_file, allocator, &format, &bytes, reason);
    if (status != TOI_OK) {
        return status;
    }
    toi_error error = {0};
    toi_read_def def = {.allocator = allocator};
    status = toi_polygons_read(bytes.data, bytes.size, format, &def, polygons, &error);
    if (status != TOI_OK) {
        error.status = status;
        ti_mesh_file_reason(&error, format, reason);
    }
    allocator->release(bytes.data, allocator->context);
    return status;
}

static toi_status read_path(const ends* e, const char* path)
{
    char reason[TI_MESH_REASON];
    toi_polygons polygons;
    toi_status status = read_bytes(e, path, reason, &polygons);
    if (status != TOI_OK) {
        return ti_mesh_file_fail(e->reader, e->place, path, status, reason);
    }
    status = take_polygons(e, path, &polygons);
    toi_polygons_release(&polygons);
    return status;
}

static toi_status read_named(const ends* e)
{
    ti_reader* reader = e->reader;
    char* path = ti_mesh_file_path(reader, json_string_value(e->place->value));
    toi_status status = path ? read_path(e, path) : ti_place_fail_memory(reader);
    reader->allocator.release(path, reader->allocator.context);
    return status;
}

toi_status ti_read_ends(ti_reader* reader, const ti_place* place, double scale, ti_scene_body* body)
{
    toi_mesh_info info = {0};
    if (body->mesh) {
        toi_mesh_get_info(body->mesh, &info);
    }
    if (info.vertices == 0) {
        ti_place kind = ti_place_member(place, "kind");
        return ti_place_fail(reader, &kind,
                             "is for a mesh or a box: an exact round shape has no vertices that could move");
    }
    ti_place to = ti_place_member(place, "to");
    toi_vec3* room = ti_reader_allocate(reader, info.vertices, sizeof *room);
    if (!room) {
        return ti_place_fail_memory(reader);
    }
    body->motion.to = room; // released with the scene, also after a failure
    body->motion.to_count = info.vertices;
    const ends e = {reader, &to, scale, info.vertices, room};
    return json_is_string(to.value) ? read_named(&e) : read_list(&e);
}
