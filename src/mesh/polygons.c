// Polygons owned by the caller: read from a file in memory, welded, released.

#include "core/memory.h"
#include "mesh/reader.h"

#include <string.h>

enum { DEFAULT_LIMIT = 1 << 28 };

static uint64_t limit_or_default(uint64_t limit)
{
    // Counts are 32-bit, and UINT32_MAX stands for "none" elsewhere.
    uint64_t chosen = limit != 0 ? limit : DEFAULT_LIMIT;
    return chosen < UINT32_MAX - 1 ? chosen : UINT32_MAX - 1;
}

static void skip_byte_order_mark(ti_reader* reader)
{
    if (reader->end - reader->at >= 3 && memcmp(reader->at, "\xef\xbb\xbf", 3) == 0) {
        reader->at += 3;
    }
}

static toi_status read_format(ti_reader* reader, toi_format format)
{
    switch (format) {
    case TOI_FORMAT_OBJ:
        skip_byte_order_mark(reader);
        return ti_obj_read(reader);
    case TOI_FORMAT_STL:
        skip_byte_order_mark(reader);
        return ti_stl_read(reader);
    case TOI_FORMAT_PLY:
        return ti_ply_read(reader);
    case TOI_FORMAT_OFF:
        skip_byte_order_mark(reader);
        return ti_off_read(reader);
    case TOI_FORMAT_UNKNOWN:
    default:
        return ti_reader_fail(reader, TOI_ERROR_INVALID, 0, 0,
                              "unknown mesh format; expected OBJ, STL, PLY or OFF");
    }
}

toi_status toi_polygons_read(const void* bytes, size_t size, toi_format format, const toi_read_def* def,
                             toi_polygons* polygons, toi_error* error)
{
    static const toi_read_def defaults = {0};
    if (def == NULL) {
        def = &defaults;
    }
    const char* text = bytes != NULL ? bytes : "";
    ti_reader reader = {
        .start = text,
        .at = text,
        .end = text + size,
        .line = 1,
        .polygons = {.allocator = ti_allocator_or_default(def->allocator)},
        .max_vertices = limit_or_default(def->max_vertices),
        .max_faces = limit_or_default(def->max_faces),
        .error = error,
    };
    if (polygons == NULL || (bytes == NULL && size > 0)) {
        return ti_reader_fail(&reader, TOI_ERROR_INVALID, 0, 0,
                              "the bytes and the polygons must not be NULL");
    }
    toi_status status = read_format(&reader, format);
    if (status == TOI_OK && reader.polygons.face_count == 0) {
        status = ti_reader_fail(&reader, TOI_ERROR_FORMAT, 0, 0,
                                "the file has no faces (%u vertices); expected polygons, segments or points",
                                reader.polygons.vertex_count);
    }
    if (status == TOI_OK && def->weld) {
        status = toi_polygons_weld(&reader.polygons);
        if (status != TOI_OK) {
            ti_reader_fail(&reader, status, 0, 0, "out of memory");
        }
    }
    if (status != TOI_OK) {
        toi_polygons_release(&reader.polygons);
        return status;
    }
    *polygons = reader.polygons;
    return TOI_OK;
}

void toi_polygons_release(toi_polygons* polygons)
{
    if (polygons == NULL) {
        return;
    }
    toi_allocator allocator = ti_allocator_or_default(&polygons->allocator);
    ti_release(&allocator, polygons->vertices);
    ti_release(&allocator, polygons->indices);
    ti_release(&allocator, polygons->face_offsets);
    *polygons = (toi_polygons){.allocator = allocator};
}

// ---- welding

static uint64_t coordinate_bits(double coordinate)
{
    double positive_zero = coordinate + 0.0; // -0 + 0 is +0; nothing else changes
    uint64_t bits;
    memcpy(&bits, &positive_zero, sizeof bits);
    return bits;
}

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 32)) * UINT64_C(0xd6e8feb86659fd93);
    z = (z ^ (z >> 32)) * UINT64_C(0xd6e8feb86659fd93);
    return z ^ (z >> 32);
}

static uint64_t hash_position(const double* p)
{
    return mix(mix(mix(coordinate_bits(p[0])) + coordinate_bits(p[1])) + coordinate_bits(p[2]));
}

// The number of the welded vertex at position p: found in the table, or the next one, which then stands in
// the table.
static uint32_t find_or_insert(uint32_t* table, uint64_t mask, const double* welded, uint32_t count,
                               const double* p)
{
    for (uint64_t slot = hash_position(p) & mask;; slot = (slot + 1) & mask) { // half of the slots are free
        if (table[slot] == UINT32_MAX) {
            table[slot] = count;
            return count;
        }
        const double* q = welded + 3 * (size_t)table[slot];
        if (p[0] == q[0] && p[1] == q[1] && p[2] == q[2]) {
            return table[slot];
        }
    }
}

// Moves the first vertex of each position to the front, in order. Returns their number.
static uint32_t weld_vertices(toi_polygons* polygons, uint32_t* table, uint64_t mask, uint32_t* new_of_old)
{
    double* vertices = polygons->vertices;
    uint32_t count = 0;
    for (uint32_t v = 0; v < polygons->vertex_count; ++v) {
        const double* p = vertices + 3 * (size_t)v;
        new_of_old[v] = find_or_insert(table, mask, vertices, count, p);
        if (new_of_old[v] == count) {
            memmove(vertices + 3 * (size_t)count, p, 3 * sizeof(double));
            ++count;
        }
    }
    return count;
}

toi_status toi_polygons_weld(toi_polygons* polygons)
{
    if (polygons == NULL) {
        return TOI_ERROR_INVALID;
    }
    if (polygons->vertex_count == 0) {
        return TOI_OK;
    }
    uint64_t slots = 4;
    while (slots < 2 * (uint64_t)polygons->vertex_count) {
        slots *= 2;
    }
    toi_allocator allocator = ti_allocator_or_default(&polygons->allocator);
    uint32_t* table = ti_allocate(&allocator, (size_t)slots, sizeof(uint32_t));
    uint32_t* new_of_old = ti_allocate(&allocator, polygons->vertex_count, sizeof(uint32_t));
    toi_status status = TOI_ERROR_MEMORY;
    if (table != NULL && new_of_old != NULL) {
        memset(table, 0xff, (size_t)slots * sizeof(uint32_t));
        polygons->vertex_count = weld_vertices(polygons, table, slots - 1, new_of_old);
        uint32_t corner_count = polygons->face_count > 0 ? polygons->face_offsets[polygons->face_count] : 0;
        for (uint32_t c = 0; c < corner_count; ++c) {
            polygons->indices[c] = new_of_old[polygons->indices[c]];
        }
        status = TOI_OK;
    }
    ti_release(&allocator, new_of_old);
    ti_release(&allocator, table);
    return status;
}
