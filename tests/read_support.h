// What the tests of mesh readers share: files from strings, contents and errors as text, failing memory.

#ifndef TOI_TESTS_READ_SUPPORT_H
#define TOI_TESTS_READ_SUPPORT_H

#include "cmocka_toi.h"
#include "failing_allocator.h"

#include "toi/toi.h"

// ---- reading

// Reads a copy of the bytes that ends where its memory ends, so that a sanitizer sees each read beyond them.
static inline toi_status read_exact(const void* bytes, size_t size, toi_format format,
                                    const toi_read_def* def, toi_polygons* polygons, toi_error* error)
{
    char* copy = malloc(size > 0 ? size : 1);
    memcpy(copy, bytes, size);
    toi_status status = toi_polygons_read(copy, size, format, def, polygons, error);
    free(copy);
    return status;
}

// What every result of a reader keeps.
static inline void assert_sound(const toi_polygons* p)
{
    assert_true(p->face_count > 0 && p->vertex_count > 0);
    assert_int_equal(p->face_offsets[0], 0);
    for (uint32_t f = 0; f < p->face_count; ++f) {
        assert_true(p->face_offsets[f] < p->face_offsets[f + 1]);
    }
    for (uint32_t c = 0; c < p->face_offsets[p->face_count]; ++c) {
        assert_true(p->indices[c] < p->vertex_count);
    }
    for (size_t i = 0; i < 3 * (size_t)p->vertex_count; ++i) {
        assert_true(isfinite(p->vertices[i]));
    }
}

// "0 0 0, 1 0 0, 0 1 0 | 0 1 2": vertices, then faces.
static inline void polygons_to_text(const toi_polygons* p, char* text, size_t size)
{
    size_t used = 0;
    for (uint32_t v = 0; v < p->vertex_count && used < size; ++v) {
        const double* x = p->vertices + 3 * (size_t)v;
        used += (size_t)snprintf(text + used, size - used, "%s%.17g %.17g %.17g", v > 0 ? ", " : "", x[0],
                                 x[1], x[2]);
    }
    for (uint32_t f = 0; f < p->face_count && used < size; ++f) {
        used += (size_t)snprintf(text + used, size - used, f > 0 ? "," : " |");
        for (uint32_t c = p->face_offsets[f]; c < p->face_offsets[f + 1] && used < size; ++c) {
            used += (size_t)snprintf(text + used, size - used, " %u", p->indices[c]);
        }
    }
    assert_true(used < size);
}

static inline void expect_bytes(toi_format format, const void* bytes, size_t size, const char* expected)
{
    toi_polygons polygons;
    toi_error error = {0};
    if (read_exact(bytes, size, format, NULL, &polygons, &error) != TOI_OK) {
        fail_msg("line %llu: %s; in\n%.*s", (unsigned long long)error.line, error.text, (int)size,
                 (const char*)bytes);
    }
    assert_sound(&polygons);
    char text[4096];
    polygons_to_text(&polygons, text, sizeof text);
    assert_string_equal(text, expected);
    toi_polygons_release(&polygons);
}

static inline void expect_content(toi_format format, const char* file, const char* expected)
{
    expect_bytes(format, file, strlen(file), expected);
}

// The file is refused with this status, line, index and exact text.
static inline void expect_error_bytes(toi_format format, const void* bytes, size_t size, toi_status status,
                                      const toi_error* expected)
{
    toi_polygons polygons = {.vertex_count = 77};
    toi_error error = {0};
    assert_int_equal(read_exact(bytes, size, format, NULL, &polygons, &error), status);
    assert_int_equal(polygons.vertex_count, 77);
    assert_int_equal(error.status, status);
    assert_string_equal(error.text, expected->text);
    assert_int_equal(error.line, expected->line);
    assert_int_equal(error.index, expected->index);
}

typedef struct bad_file {
    const char* file;
    uint64_t line, index;
    const char* text;
} bad_file;

static inline void expect_errors(toi_format format, const bad_file* files, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        toi_error expected = {.line = files[i].line, .index = files[i].index};
        snprintf(expected.text, sizeof expected.text, "%s", files[i].text);
        print_message("  %s\n", files[i].text);
        expect_error_bytes(format, files[i].file, strlen(files[i].file), TOI_ERROR_FORMAT, &expected);
        // A caller without interest in the text gets the same status.
        toi_polygons polygons;
        assert_int_equal(
            toi_polygons_read(files[i].file, strlen(files[i].file), format, NULL, &polygons, NULL),
            TOI_ERROR_FORMAT);
    }
}

// Cut after any byte, the file is refused, or read soundly; with `whole` then with the same content.
static inline void expect_safe_when_cut(toi_format format, const void* bytes, size_t size, bool whole)
{
    char expected[4096];
    char text[4096];
    toi_polygons polygons;
    assert_int_equal(read_exact(bytes, size, format, NULL, &polygons, NULL), TOI_OK);
    polygons_to_text(&polygons, expected, sizeof expected);
    toi_polygons_release(&polygons);
    for (size_t cut = 0; cut < size; ++cut) {
        toi_error error = {0};
        if (read_exact(bytes, cut, format, NULL, &polygons, &error) != TOI_OK) {
            assert_true(error.text[0] != '\0');
            continue;
        }
        assert_sound(&polygons);
        polygons_to_text(&polygons, text, sizeof text);
        assert_true(!whole || strcmp(text, expected) == 0);
        toi_polygons_release(&polygons);
    }
}

// Each allocation in turn fails: the call says so and keeps no memory.
static inline void expect_memory_errors(toi_format format, const void* bytes, size_t size)
{
    failing_allocator memory = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&memory);
    toi_read_def def = {.allocator = &allocator, .weld = true};
    toi_polygons polygons;
    assert_int_equal(read_exact(bytes, size, format, &def, &polygons, NULL), TOI_OK);
    toi_polygons_release(&polygons);
    assert_int_equal(memory.live, 0);
    uint64_t calls = memory.calls;
    assert_true(calls >= 5);
    for (uint64_t fail = 1; fail <= calls; ++fail) {
        memory = failing_allocator_make(fail, false);
        toi_error error = {0};
        assert_int_equal(read_exact(bytes, size, format, &def, &polygons, &error), TOI_ERROR_MEMORY);
        assert_string_equal(error.text, "out of memory");
        assert_int_equal(memory.live, 0);
    }
}

// Limits just below the counts are errors that name them; limits at the counts are not.
static inline void expect_limits(toi_format format, const void* bytes, size_t size)
{
    toi_polygons polygons;
    toi_error error = {0};
    assert_int_equal(read_exact(bytes, size, format, NULL, &polygons, NULL), TOI_OK);
    toi_read_def def = {.max_vertices = polygons.vertex_count, .max_faces = polygons.face_count};
    toi_polygons_release(&polygons);
    assert_int_equal(read_exact(bytes, size, format, &def, &polygons, NULL), TOI_OK);
    toi_polygons_release(&polygons);
    char text[80];
    --def.max_vertices;
    assert_int_equal(read_exact(bytes, size, format, &def, &polygons, &error), TOI_ERROR_LIMIT);
    snprintf(text, sizeof text, "more than %d vertices (the limit max_vertices)", (int)def.max_vertices);
    assert_string_equal(error.text, text);
    ++def.max_vertices;
    --def.max_faces;
    assert_int_equal(read_exact(bytes, size, format, &def, &polygons, &error), TOI_ERROR_LIMIT);
    snprintf(text, sizeof text, "more than %d faces (the limit max_faces)", (int)def.max_faces);
    assert_string_equal(error.text, text);
}

// ---- files written from random polygons

enum { WRITTEN_VERTICES = 200, WRITTEN_FACES = 300, WRITTEN_SIZE = 60000 };

typedef struct written_mesh {
    double vertices[3 * WRITTEN_VERTICES];
    uint32_t corners[5 * WRITTEN_FACES];
    uint32_t offsets[WRITTEN_FACES + 1];
} written_mesh;

static inline void random_mesh(test_random* random, uint32_t least_corners, uint32_t most_corners,
                               written_mesh* mesh)
{
    for (int i = 0; i < 3 * WRITTEN_VERTICES; ++i) {
        double mantissa = random_between(random, -1.0, 1.0);
        mesh->vertices[i] = ldexp(mantissa, (int)random_below(random, 40) - 20);
    }
    mesh->offsets[0] = 0;
    for (uint32_t f = 0; f < WRITTEN_FACES; ++f) {
        mesh->offsets[f + 1] =
            mesh->offsets[f] + least_corners + random_below(random, most_corners - least_corners + 1);
        for (uint32_t c = mesh->offsets[f]; c < mesh->offsets[f + 1]; ++c) {
            mesh->corners[c] = random_below(random, WRITTEN_VERTICES);
        }
    }
}

// Appends the vertices and faces as OFF and text PLY have them. @return bytes in use
static inline size_t append_mesh_lines(char* file, size_t size, size_t used, const written_mesh* mesh)
{
    for (int v = 0; v < WRITTEN_VERTICES; ++v) {
        const double* p = mesh->vertices + 3 * v;
        used += (size_t)snprintf(file + used, size - used, "%.17g %.17g %.17g\n", p[0], p[1], p[2]);
    }
    for (int f = 0; f < WRITTEN_FACES; ++f) {
        used += (size_t)snprintf(file + used, size - used, "%u", mesh->offsets[f + 1] - mesh->offsets[f]);
        for (uint32_t c = mesh->offsets[f]; c < mesh->offsets[f + 1]; ++c) {
            used += (size_t)snprintf(file + used, size - used, " %u", mesh->corners[c]);
        }
        used += (size_t)snprintf(file + used, size - used, "\n");
    }
    return used;
}

static inline void expect_same_bits(toi_format format, const char* bytes, size_t size,
                                    const written_mesh* mesh)
{
    toi_polygons polygons;
    toi_error error = {0};
    if (read_exact(bytes, size, format, NULL, &polygons, &error) != TOI_OK) {
        fail_msg("line %d: %s", (int)error.line, error.text);
    }
    assert_int_equal(polygons.vertex_count, WRITTEN_VERTICES);
    assert_int_equal(polygons.face_count, WRITTEN_FACES);
    assert_memory_equal(polygons.vertices, mesh->vertices, sizeof mesh->vertices);
    assert_memory_equal(polygons.face_offsets, mesh->offsets, sizeof mesh->offsets);
    assert_memory_equal(polygons.indices, mesh->corners, mesh->offsets[WRITTEN_FACES] * sizeof(uint32_t));
    toi_polygons_release(&polygons);
}

#endif
