// The binary part of a GLB file. Numbers are of four bytes, with the lowest first, so that everything is
// aligned.

#include "gltf_buffer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

toi_status ti_gltf_open(ti_gltf_buffer* buffer, uint32_t capacity)
{
    *buffer = (ti_gltf_buffer){.capacity = capacity};
    buffer->accessors = calloc(capacity, sizeof *buffer->accessors);
    return ti_memory_stream_open(&buffer->memory) && buffer->accessors ? TOI_OK : TOI_ERROR_MEMORY;
}

uint32_t ti_gltf_begin(ti_gltf_buffer* buffer, uint32_t count, uint32_t lanes, int component, int target)
{
    uint32_t index = buffer->accessor_count++;
    ti_gltf_accessor* a = &buffer->accessors[index];
    *a = (ti_gltf_accessor){.offset = buffer->used,
                            .count = count,
                            .lanes = lanes,
                            .component = component,
                            .target = target,
                            .bounded = component == TI_GLTF_FLOAT && lanes != 4};
    for (int k = 0; k < 3; ++k) {
        a->low[k] = HUGE_VALF;
        a->high[k] = -HUGE_VALF;
    }
    return index;
}

static void put_bytes(ti_gltf_buffer* buffer, uint32_t bits)
{
    for (int shift = 0; shift < 32; shift += 8) {
        fputc((int)(bits >> shift & 0xff), buffer->memory.stream);
    }
    ti_gltf_accessor* a = &buffer->accessors[buffer->accessor_count - 1];
    a->length += 4;
    buffer->used += 4;
}

void ti_gltf_put_uint(ti_gltf_buffer* buffer, uint32_t number)
{
    put_bytes(buffer, number);
}

void ti_gltf_put_float(ti_gltf_buffer* buffer, double number)
{
    ti_gltf_accessor* a = &buffer->accessors[buffer->accessor_count - 1];
    float rounded = (float)number;
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    if (a->bounded) {
        uint32_t lane = (uint32_t)(a->length / 4 % a->lanes);
        a->low[lane] = fminf(a->low[lane], rounded);
        a->high[lane] = fmaxf(a->high[lane], rounded);
    }
    put_bytes(buffer, bits);
}

void ti_gltf_put_vec3(ti_gltf_buffer* buffer, toi_vec3 vector)
{
    ti_gltf_put_float(buffer, vector.x);
    ti_gltf_put_float(buffer, vector.y);
    ti_gltf_put_float(buffer, vector.z);
}

static void write_bound(ti_json* json, const char* key, const float* numbers, uint32_t lanes)
{
    ti_json_begin(json, key, '[');
    for (uint32_t k = 0; k < lanes; ++k) {
        ti_json_number(json, NULL, (double)numbers[k]);
    }
    ti_json_end(json, ']');
}

static void write_accessor(ti_json* json, const ti_gltf_accessor* a, uint32_t index)
{
    static const char* const types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    ti_json_begin(json, NULL, '{');
    ti_json_count(json, "bufferView", index);
    ti_json_count(json, "componentType", (uint64_t)a->component);
    ti_json_count(json, "count", a->count);
    ti_json_text(json, "type", types[a->lanes]);
    if (a->bounded) {
        write_bound(json, "min", a->low, a->lanes);
        write_bound(json, "max", a->high, a->lanes);
    }
    ti_json_end(json, '}');
}

static void write_view(ti_json* json, const ti_gltf_accessor* a)
{
    ti_json_begin(json, NULL, '{');
    ti_json_count(json, "buffer", 0);
    ti_json_count(json, "byteOffset", a->offset);
    ti_json_count(json, "byteLength", a->length);
    if (a->target) {
        ti_json_count(json, "target", (uint64_t)a->target);
    }
    ti_json_end(json, '}');
}

void ti_gltf_write(ti_json* json, const ti_gltf_buffer* buffer)
{
    ti_json_begin(json, "bufferViews", '[');
    for (uint32_t i = 0; i < buffer->accessor_count; ++i) {
        write_view(json, &buffer->accessors[i]);
    }
    ti_json_end(json, ']');
    ti_json_begin(json, "accessors", '[');
    for (uint32_t i = 0; i < buffer->accessor_count; ++i) {
        write_accessor(json, &buffer->accessors[i], i);
    }
    ti_json_end(json, ']');
    ti_json_begin(json, "buffers", '[');
    ti_json_begin(json, NULL, '{');
    ti_json_count(json, "byteLength", buffer->used);
    ti_json_end(json, '}');
    ti_json_end(json, ']');
}

toi_status ti_gltf_finish(ti_gltf_buffer* buffer)
{
    return ti_memory_stream_close(&buffer->memory) ? TOI_OK : TOI_ERROR_MEMORY;
}

void ti_gltf_release(ti_gltf_buffer* buffer)
{
    ti_memory_stream_close(&buffer->memory);
    free(buffer->memory.text);
    free(buffer->accessors);
    *buffer = (ti_gltf_buffer){0};
}
