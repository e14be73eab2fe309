// Meshes of a scene file: files and inline polygons; shapes are in read_shape.c.

#include "json_writer.h"
#include "mesh_file.h"
#include "read.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

toi_status ti_reader_keep_mesh(ti_reader* reader, toi_mesh* mesh)
{
    ti_scene* scene = reader->scene;
    if (scene->mesh_count == reader->mesh_capacity) {
        uint32_t capacity = reader->mesh_capacity ? 2 * reader->mesh_capacity : 16;
        toi_mesh** meshes = ti_reader_allocate(reader, capacity, sizeof(toi_mesh*));
        if (!meshes) {
            toi_mesh_destroy(mesh);
            return ti_place_fail_memory(reader);
        }
        if (scene->mesh_count > 0) {
            memcpy(meshes, scene->meshes, scene->mesh_count * sizeof(toi_mesh*));
        }
        reader->allocator.release(scene->meshes, reader->allocator.context);
        scene->meshes = meshes;
        reader->mesh_capacity = capacity;
    }
    scene->meshes[scene->mesh_count++] = mesh;
    return TOI_OK;
}

// Reads a mesh file; `reason` says what is wrong with it.
static toi_status load_file(const char* path, ti_file_reader read_file, const toi_read_def* def,
                            toi_mesh** mesh, char reason[TI_MESH_REASON])
{
    toi_allocator allocator = *def->allocator;
    toi_format format = TOI_FORMAT_UNKNOWN;
    ti_bytes bytes = {0};
    toi_status status = ti_mesh_file_open(path, read_file, &allocator, &format, &bytes, reason);
    if (status != TOI_OK) {
        return status;
    }
    toi_error error = {0};
    toi_read_def settings = *def;
    settings.weld = format == TOI_FORMAT_STL;
    status = toi_mesh_read(bytes.data, bytes.size, format, &settings, mesh, &error);
    if (status != TOI_OK) {
        error.status = status;
        ti_mesh_file_reason(&error, format, reason);
    }
    allocator.release(bytes.data, allocator.context);
    return status;
}

toi_status ti_mesh_load(const char* path, bool inspect_only, const toi_allocator* allocator, toi_mesh** mesh,
                        ti_scene_error* error)
{
    toi_allocator used = ti_scene_allocator(allocator);
    toi_read_def def = {.inspect_only = inspect_only, .allocator = &used};
    char reason[TI_MESH_REASON];
    char tame[256];
    toi_status status = load_file(path, ti_file_read, &def, mesh, reason);
    if (status != TOI_OK) {
        ti_text_tame(path, sizeof tame, tame);
        snprintf(error->text, sizeof error->text, "%s: %s", tame, reason);
        error->status = status;
    }
    return status;
}

// Under which a mesh file is remembered.
static char* index_key(ti_reader* reader, const char* path, double scale)
{
    size_t capacity = strlen(path) + 40;
    char* key = ti_reader_allocate(reader, capacity, 1);
    if (key) {
        snprintf(key, capacity, "%a %s", scale, path);
    }
    return key;
}

static toi_status load_mesh(ti_reader* reader, const ti_place* place, const char* path, double scale)
{
    toi_read_def def = {.scale = scale, .allocator = &reader->allocator};
    toi_mesh* mesh = NULL;
    char reason[TI_MESH_REASON];
    toi_status status = load_file(path, reader->read_file, &def, &mesh, reason);
    return status == TOI_OK ? ti_reader_keep_mesh(reader, mesh)
                            : ti_mesh_file_fail(reader, place, path, status, reason);
}

// A file that several bodies use at one scale is read once.
static toi_status share_mesh(ti_reader* reader, const ti_place* place, const char* path, const char* key,
                             ti_scene_body* body, double scale)
{
    const json_t* known = json_object_get(reader->mesh_index, key);
    if (known) {
        body->mesh = reader->scene->meshes[json_integer_value(known)];
        return TOI_OK;
    }
    toi_status status = load_mesh(reader, place, path, scale);
    if (status != TOI_OK) {
        return status;
    }
    uint32_t index = reader->scene->mesh_count - 1;
    body->mesh = reader->scene->meshes[index];
    if (json_object_set_new_nocheck(reader->mesh_index, key, json_integer(index)) != 0) {
        return ti_place_fail_memory(reader);
    }
    return TOI_OK;
}

static toi_status read_named(ti_reader* reader, const ti_place* place, double scale, ti_scene_body* body)
{
    toi_status status = ti_mesh_file_need_name(reader, place);
    if (status != TOI_OK) {
        return status;
    }
    char* path = ti_mesh_file_path(reader, json_string_value(place->value));
    char* key = path ? index_key(reader, path, scale) : NULL;
    status = key ? share_mesh(reader, place, path, key, body, scale) : ti_place_fail_memory(reader);
    reader->allocator.release(key, reader->allocator.context);
    reader->allocator.release(path, reader->allocator.context);
    return status;
}

static toi_status read_vertices(ti_reader* reader, const ti_place* place, toi_mesh_def* def)
{
    toi_status status = ti_place_check_list(reader, place, "vertices [x, y, z]");
    size_t count = json_array_size(place->value);
    if (status == TOI_OK && (count == 0 || count > UINT32_MAX)) {
        return ti_place_fail(reader, place, "must hold at least one vertex [x, y, z], holds %zu", count);
    }
    if (status != TOI_OK) {
        return status;
    }
    double* vertices = ti_reader_allocate(reader, count, 3 * sizeof(double));
    if (!vertices) {
        return ti_place_fail_memory(reader);
    }
    def->vertices = vertices;
    def->vertex_count = (uint32_t)count;
    for (size_t i = 0; i < count && status == TOI_OK; ++i) {
        ti_place element = ti_place_element(place, i);
        status = ti_place_numbers(reader, &element, 3, &vertices[3 * i]);
    }
    return status;
}

static toi_status read_corner(ti_reader* reader, const ti_place* place, uint32_t vertex_count,
                              uint32_t* corner)
{
    double number = 0.0;
    toi_status status = ti_place_number(reader, place, &number);
    if (status == TOI_OK && !(number >= 0.0 && number < vertex_count && floor(number) == number)) {
        return ti_place_fail(reader, place,
                             "must be the number of a vertex, a whole number from 0 to %u, is %s",
                             vertex_count - 1, ti_number_show(number).text);
    }
    *corner = (uint32_t)number;
    return status;
}

static toi_status read_face(ti_reader* reader, const ti_place* place, uint32_t vertex_count,
                            uint32_t* corners)
{
    toi_status status = TOI_OK;
    size_t count = json_array_size(place->value);
    for (size_t i = 0; i < count && status == TOI_OK; ++i) {
        ti_place element = ti_place_element(place, i);
        status = read_corner(reader, &element, vertex_count, &corners[i]);
    }
    return status;
}

// Fills offsets, one more than faces, from the lengths of the lists.
static toi_status measure_faces(ti_reader* reader, const ti_place* place, uint32_t count, uint32_t* offsets)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < count; ++i) {
        ti_place face = ti_place_element(place, i);
        toi_status status = ti_place_check_list(reader, &face, "vertex numbers");
        if (status != TOI_OK) {
            return status;
        }
        size_t corners = json_array_size(face.value);
        total += corners;
        if (corners == 0 || total > UINT32_MAX) {
            return ti_place_fail(reader, &face, "must hold at least one vertex number, holds %zu", corners);
        }
        offsets[i + 1] = (uint32_t)total;
    }
    return TOI_OK;
}

static toi_status read_faces(ti_reader* reader, const ti_place* place, toi_mesh_def* def)
{
    toi_status status = ti_place_check_list(reader, place, "faces, each a list of vertex numbers");
    size_t count = json_array_size(place->value);
    if (status == TOI_OK && (count == 0 || count > UINT32_MAX - 1)) {
        return ti_place_fail(reader, place, "must hold at least one face, such as [0, 1, 2], holds %zu",
                             count);
    }
    if (status != TOI_OK) {
        return status;
    }
    uint32_t* offsets = ti_reader_allocate(reader, count + 1, sizeof *offsets);
    def->face_offsets = offsets;
    def->face_count = (uint32_t)count;
    status = offsets ? measure_faces(reader, place, def->face_count, offsets) : ti_place_fail_memory(reader);
    if (status != TOI_OK) {
        return status;
    }
    uint32_t* indices = ti_reader_allocate(reader, offsets[count], sizeof *indices);
    if (!indices) {
        return ti_place_fail_memory(reader);
    }
    def->indices = indices;
    for (size_t i = 0; i < count && status == TOI_OK; ++i) {
        ti_place face = ti_place_element(place, i);
        status = read_face(reader, &face, def->vertex_count, &indices[offsets[i]]);
    }
    return status;
}

static toi_status make_mesh(ti_reader* reader, const ti_place* place, const toi_mesh_def* def,
                            ti_scene_body* body)
{
    toi_mesh* mesh = NULL;
    toi_error error = {0};
    toi_status status = toi_mesh_create(def, &mesh, &error);
    if (status == TOI_ERROR_MEMORY) {
        return ti_place_fail_memory(reader);
    }
    if (status != TOI_OK) {
        ti_place_fail(reader, place, "%s", error.text);
        reader->error->status = status;
        return status;
    }
    status = ti_reader_keep_mesh(reader, mesh);
    body->mesh = status == TOI_OK ? mesh : NULL;
    return status;
}

static toi_status read_inline(ti_reader* reader, const ti_place* place, double scale, ti_scene_body* body)
{
    static const char* const names[] = {"vertices", "faces"};
    toi_mesh_def def = {.scale = scale, .allocator = &reader->allocator};
    ti_place vertices = ti_place_member(place, "vertices");
    ti_place faces = ti_place_member(place, "faces");
    toi_status status = ti_place_check_keys(reader, place, (ti_words){names, 2});
    if (status == TOI_OK) {
        status = ti_place_need(reader, &vertices, "a list of vertices [x, y, z]");
    }
    if (status == TOI_OK) {
        status = ti_place_need(reader, &faces, "a list of faces, each a list of vertex numbers");
    }
    if (status == TOI_OK) {
        status = read_vertices(reader, &vertices, &def);
    }
    if (status == TOI_OK) {
        status = read_faces(reader, &faces, &def);
    }
    if (status == TOI_OK) {
        status = make_mesh(reader, place, &def, body);
    }
    reader->allocator.release((void*)(uintptr_t)def.vertices, reader->allocator.context);
    reader->allocator.release((void*)(uintptr_t)def.face_offsets, reader->allocator.context);
    reader->allocator.release((void*)(uintptr_t)def.indices, reader->allocator.context);
    return status;
}

toi_status ti_read_mesh(ti_reader* reader, const ti_place* place, double scale, ti_scene_body* body)
{
    static const char* const names[] = {"box", "sphere", "cylinder", "vertices", "faces"};
    if (json_is_string(place->value)) {
        return read_named(reader, place, scale, body);
    }
    if (!json_is_object(place->value)) {
        return ti_place_fail(
            reader, place,
            "must be a file name, or one of {\"vertices\", \"faces\"}, {\"box\"}, {\"sphere\"}, "
            "{\"cylinder\"}");
    }
    for (size_t i = 0; i < 3; ++i) {
        ti_place member = ti_place_member(place, names[i]);
        if (member.value) {
            toi_status status = ti_place_check_keys(reader, place, (ti_words){&names[i], 1});
            return status == TOI_OK ? ti_read_shape(reader, &member, scale, body) : status;
        }
    }
    toi_status status = ti_place_check_keys(reader, place, (ti_words){names, 5});
    return status == TOI_OK ? read_inline(reader, place, scale, body) : status;
}
