// The binary part of a GLB file, and the accessors that say what is where in it.

#ifndef TI_SCENE_GLTF_BUFFER_H
#define TI_SCENE_GLTF_BUFFER_H

#include "json_writer.h"
#include "memory_stream.h"

// Codes of glTF 2.0.
enum { TI_GLTF_FLOAT = 5126, TI_GLTF_UINT = 5125, TI_GLTF_VERTICES = 34962, TI_GLTF_INDICES = 34963 };

typedef struct ti_gltf_accessor {
    uint64_t offset, length; // in the buffer, in bytes
    uint32_t count;          // of elements
    uint32_t lanes;          // numbers of an element
    int component, target;   // codes; target 0: none
    bool bounded;            // min and max are told
    float low[3], high[3];
} ti_gltf_accessor;

typedef struct ti_gltf_buffer {
    ti_memory_stream memory; // the bytes, when it is finished
    uint64_t used;
    ti_gltf_accessor* accessors;
    uint32_t accessor_count, capacity;
} ti_gltf_buffer;

// Room for so many accessors. @return TOI_ERROR_MEMORY; to be released in both cases
toi_status ti_gltf_open(ti_gltf_buffer* buffer, uint32_t capacity);

// Begins an accessor of `count` elements, whose numbers are then put; returns its index.
uint32_t ti_gltf_begin(ti_gltf_buffer* buffer, uint32_t count, uint32_t lanes, int component, int target);
void ti_gltf_put_float(ti_gltf_buffer* buffer, double number);
void ti_gltf_put_uint(ti_gltf_buffer* buffer, uint32_t number);
void ti_gltf_put_vec3(ti_gltf_buffer* buffer, toi_vec3 vector);

// The members bufferViews, accessors and buffers.
void ti_gltf_write(ti_json* json, const ti_gltf_buffer* buffer);

// @return TOI_ERROR_MEMORY where something found no room
toi_status ti_gltf_finish(ti_gltf_buffer* buffer);
void ti_gltf_release(ti_gltf_buffer* buffer);

#endif
