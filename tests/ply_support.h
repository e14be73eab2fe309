// What the tests of the PLY reader share: pieces of headers, and binary files in either byte order.

#ifndef TOI_TESTS_PLY_SUPPORT_H
#define TOI_TESTS_PLY_SUPPORT_H

#include "read_support.h"

#define HEADER(format) "ply\nformat " format " 1.0\n"
#define XYZ "property float x\nproperty float y\nproperty float z\n"
#define LIST "property list uchar int vertex_indices\n"
#define TEXT_HEADER HEADER("ascii") "element vertex 3\n" XYZ "element face 1\n" LIST "end_header\n"
#define VERTICES "0 0 0\n1 0 0\n0 1 0\n"
#define CORNERS "0 0 0, 1 0 0, 0 1 0"

// ---- files with bytes of any value

typedef struct buffer {
    char bytes[8192];
    size_t size;
} buffer;

static inline void put_text(buffer* b, const char* text)
{
    memcpy(b->bytes + b->size, text, strlen(text));
    b->size += strlen(text);
}

static inline void put_bits(buffer* b, uint64_t bits, int size, bool big_endian)
{
    for (int i = 0; i < size; ++i) {
        b->bytes[b->size++] = (char)(bits >> 8 * (big_endian ? size - 1 - i : i));
    }
}

// A value of the named PLY type.
static inline void put_value(buffer* b, const char* type, double value, bool big_endian)
{
    uint64_t bits = (uint64_t)(int64_t)value;
    int size = strstr(type, "8") || strstr(type, "char")     ? 1
               : strstr(type, "16") || strstr(type, "short") ? 2
                                                             : 4;
    if (strcmp(type, "float") == 0 || strcmp(type, "float32") == 0) {
        float single = (float)value;
        uint32_t low;
        memcpy(&low, &single, sizeof low);
        bits = low;
        size = 4;
    } else if (strcmp(type, "double") == 0 || strcmp(type, "float64") == 0) {
        memcpy(&bits, &value, sizeof bits);
        size = 8;
    }
    put_bits(b, bits, size, big_endian);
}

static inline void put_header(buffer* b, bool big_endian, const char* rest)
{
    put_text(b, big_endian ? HEADER("binary_big_endian") : HEADER("binary_little_endian"));
    put_text(b, rest);
}

static inline void put_triangle(buffer* b, const char* coordinate, const char* count, const char* index,
                                bool big_endian)
{
    static const double values[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    for (int i = 0; i < 9; ++i) {
        put_value(b, coordinate, values[i], big_endian);
    }
    put_value(b, count, 3, big_endian);
    for (int i = 0; i < 3; ++i) {
        put_value(b, index, i, big_endian);
    }
}

static inline void expect_buffer(const buffer* b, const char* expected)
{
    expect_bytes(TOI_FORMAT_PLY, b->bytes, b->size, expected);
}

#endif
