// Mesh files that scenes and command lines name: path, bytes, and messages about them.

#include "mesh_file.h"

#include <stdio.h>
#include <string.h>

const char ti_mesh_formats[] = "\"obj\", \"stl\", \"ply\" or \"off\"";

void ti_mesh_file_reason(const toi_error* error, toi_format format, char reason[TI_MESH_REASON])
{
    if (error->line > 0) {
        snprintf(reason, TI_MESH_REASON, "line %llu: %s", (unsigned long long)error->line, error->text);
    } else if (error->status == TOI_ERROR_FORMAT && (format == TOI_FORMAT_STL || format == TOI_FORMAT_PLY)) {
        snprintf(reason, TI_MESH_REASON, "byte %llu: %s", (unsigned long long)error->index, error->text);
    } else {
        snprintf(reason, TI_MESH_REASON, "%s", error->text[0] ? error->text : toi_status_name(error->status));
    }
}

toi_status ti_mesh_file_open(const char* path, ti_file_reader read_file, const toi_allocator* allocator,
                             toi_format* format, ti_bytes* bytes, char reason[TI_MESH_REASON])
{
    char cause[160];
    *format = toi_format_from_name(path);
    if (*format == TOI_FORMAT_UNKNOWN) {
        snprintf(reason, TI_MESH_REASON, "has an unknown ending; mesh files end in %s", ti_mesh_formats);
        return TOI_ERROR_FORMAT;
    }
    toi_status status = read_file(path, allocator, bytes, cause);
    if (status != TOI_OK) {
        snprintf(reason, TI_MESH_REASON, "%s", cause);
    }
    return status;
}

char* ti_mesh_file_path(ti_reader* reader, const char* name)
{
    const char* slash = strrchr(reader->file, '/');
    size_t folder = slash && name[0] != '/' ? (size_t)(slash - reader->file) + 1 : 0;
    size_t length = strlen(name);
    char* path = ti_reader_allocate(reader, folder + length + 1, 1);
    if (path) {
        memcpy(path, reader->file, folder);
        memcpy(path + folder, name, length);
    }
    return path;
}

toi_status ti_mesh_file_fail(ti_reader* reader, const ti_place* place, const char* path, toi_status status,
                             const char reason[TI_MESH_REASON])
{
    char tame[256];
    if (status == TOI_ERROR_MEMORY) {
        return ti_place_fail_memory(reader);
    }
    ti_text_tame(path, sizeof tame, tame);
    ti_place_fail(reader, place, "%s: %s", tame, reason);
    reader->error->status = status;
    return status;
}

toi_status ti_mesh_file_need_name(ti_reader* reader, const ti_place* place)
{
    if (json_string_length(place->value) > 0) {
        return TOI_OK;
    }
    return ti_place_fail(reader, place, "must not be empty; it names a file ending in %s", ti_mesh_formats);
}
