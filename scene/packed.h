// Text of a page that a browser unpacks: deflate in the format of zlib (RFC 1950), as base64.

#ifndef TI_SCENE_PACKED_H
#define TI_SCENE_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// Writes the text packed. The stream remembers failures to write; false without memory.
bool ti_packed_write(FILE* stream, const char* text, size_t size);

// A stream whose text is packed when it ends.
typedef struct ti_packed {
    FILE* stream; // write here
    char* text;
    size_t size;
} ti_packed;

// False without memory; then there is nothing to end.
bool ti_packed_begin(ti_packed* packed);

// Packs into `stream` what was written, and frees all; false without memory.
bool ti_packed_end(ti_packed* packed, FILE* stream);

#endif
