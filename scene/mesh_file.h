// Mesh files: their path and bytes, and what is wrong with them.

#ifndef TI_SCENE_MESH_FILE_H
#define TI_SCENE_MESH_FILE_H

#include "place.h"

// Room for why a mesh file was refused.
enum { TI_MESH_REASON = 320 };

// What mesh files end in, for messages.
extern const char ti_mesh_formats[];

// The bytes of a mesh file whose name ends in a format that is known; owned by the allocator. `reason` says
// what is wrong.
toi_status ti_mesh_file_open(const char* path, ti_file_reader read_file, const toi_allocator* allocator,
                             toi_format* format, ti_bytes* bytes, char reason[TI_MESH_REASON]);

// "line 3: reason", or the byte of a binary file.
void ti_mesh_file_reason(const toi_error* error, toi_format format, char reason[TI_MESH_REASON]);

// The path of a file that a scene names: relative to the scene, unless it starts at the root. Released by the
// caller; NULL without memory.
char* ti_mesh_file_path(ti_reader* reader, const char* name);

// Says at its place in the scene what is wrong with a mesh file; returns `status`.
toi_status ti_mesh_file_fail(ti_reader* reader, const ti_place* place, const char* path, toi_status status,
                             const char reason[TI_MESH_REASON]);

// Refuses an empty name.
toi_status ti_mesh_file_need_name(ti_reader* reader, const ti_place* place);

#endif
