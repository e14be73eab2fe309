// Scene files: bodies, their meshes and motions, and which pairs to ask. docs/scene.md describes the format.

#ifndef TI_SCENE_SCENE_H
#define TI_SCENE_SCENE_H

#include "toi/toi.h"

// Why a scene or a mesh file was refused: one sentence that names file, place, key, what is wrong and what
// would be right.
typedef struct ti_scene_error {
    toi_status status;
    char text[1024];
} ti_scene_error;

typedef enum ti_shape {
    TI_SHAPE_MESH = 0,
    TI_SHAPE_BOX,      // `size` holds its half lengths
    TI_SHAPE_SPHERE,   // exact; size.x is the radius
    TI_SHAPE_CYLINDER, // exact; size.x is the radius, size.y half the height
} ti_shape;

typedef struct ti_scene_body {
    char* name;
    ti_shape shape;
    toi_vec3 size;        // scaled
    const toi_mesh* mesh; // owned by the scene, shared by bodies of the same file and scale
    toi_part* boxes;      // that the body is made of, scaled; NULL where it has a mesh instead
    uint32_t box_count;
    toi_motion motion; // its lists are owned by the scene
    uint32_t sides;    // 1 or 2
    bool self;
} ti_scene_body;

typedef struct ti_scene {
    char* name; // of the file, for messages
    ti_scene_body* bodies;
    uint32_t body_count;
    toi_pair* ignore;
    uint32_t ignore_count;
    toi_pair* only; // NULL where the file has no such list
    uint32_t only_count;
    toi_mesh** meshes; // each once
    uint32_t mesh_count;
    toi_allocator allocator;
} ti_scene;

// Bytes of a file, owned by the reader's allocator.
typedef struct ti_bytes {
    unsigned char* data;
    size_t size;
} ti_bytes;

// Reads a whole file. Returns TOI_OK, TOI_ERROR_MEMORY, TOI_ERROR_LIMIT or TOI_ERROR_FORMAT, with `reason`
// saying why.
typedef toi_status (*ti_file_reader)(const char* path, const toi_allocator* allocator, ti_bytes* bytes,
                                     char reason[160]);

// Largest scene or mesh file that is read.
#define TI_FILE_MAX_BYTES ((size_t)1 << 32)

typedef struct ti_scene_def {
    ti_file_reader read_file;       // how mesh files are read; NULL: from the file system
    const toi_allocator* allocator; // NULL: malloc and free
} ti_scene_def;

// The default reader of files: regular files only.
toi_status ti_file_read(const char* path, const toi_allocator* allocator, ti_bytes* bytes, char reason[160]);

// Reads a stream, such as standard input, to its end.
toi_status ti_stream_read(int descriptor, const toi_allocator* allocator, ti_bytes* bytes, char reason[160]);

// The allocator to use where the caller gave none.
toi_allocator ti_scene_allocator(const toi_allocator* given);

// Reads a scene from a file, or from standard input where the path is "-"; mesh files are found relative to
// it.
toi_status ti_scene_load(const char* path, const ti_scene_def* def, ti_scene* scene, ti_scene_error* error);

// The same, and hands over the text of the scene, to be released with the allocator of `def`.
toi_status ti_scene_load_text(const char* path, const ti_scene_def* def, ti_scene* scene, ti_bytes* text,
                              ti_scene_error* error);

// Reads a scene from text. `name` is the path that messages name and that mesh files are relative to.
toi_status ti_scene_parse(const char* name, const ti_bytes* text, const ti_scene_def* def, ti_scene* scene,
                          ti_scene_error* error);

// Refuses affine motions, which the reader leaves to the command that takes them.
toi_status ti_scene_need_poses(const ti_scene* scene, const char* command, ti_scene_error* error);

// The same, and refuses bodies that deform.
toi_status ti_scene_need_rigid(const ti_scene* scene, const char* command, ti_scene_error* error);

// The same, and refuses round shapes.
toi_status ti_scene_need_meshes(const ti_scene* scene, const char* command, ti_scene_error* error);

// Refuses affine motions and round shapes, and takes bodies that deform.
toi_status ti_scene_need_faces(const ti_scene* scene, const char* command, ti_scene_error* error);

// Refuses affine motions, and round shapes that are asked with a body that deforms.
toi_status ti_scene_need_meshes_beside(const ti_scene* scene, const char* command, ti_scene_error* error);

// Refuses bodies that deform, and those that are neither made of boxes nor closed meshes; the library finds
// out whether these are convex.
toi_status ti_scene_need_boxes(const ti_scene* scene, const char* command, ti_scene_error* error);

// Whether the scene asks about a pair: it is in `only` where there is such a list, and not in `ignore`.
bool ti_scene_asks(const ti_scene* scene, uint32_t a, uint32_t b);

// Whether a list has a pair, in either order.
bool ti_pairs_have(const toi_pair* pairs, uint32_t count, uint32_t a, uint32_t b);

// The number of vertices of a body; an exact round shape has none.
uint32_t ti_scene_vertex_count(const ti_scene_body* body);

void ti_scene_release(ti_scene* scene);

// Reads a mesh file by itself. `inspect_only` as in toi_mesh_def. STL files, which have no other topology,
// are welded.
toi_status ti_mesh_load(const char* path, bool inspect_only, const toi_allocator* allocator, toi_mesh** mesh,
                        ti_scene_error* error);

#endif
