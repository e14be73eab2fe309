// Text of a page that a browser unpacks: deflate in the format of zlib (RFC 1950), as base64.

#ifndef TI_SCENE_PACKED_H
#define TI_SCENE_PACKED_H

#include <stdbool.h>
#include <stdio.h>

typedef struct ti_packer ti_packer;

// A stream whose text goes packed into another.
typedef struct ti_packed {
    FILE* stream; // write here
    ti_packer* packer;
} ti_packed;

// False without memory; then there is nothing to end.
bool ti_packed_begin(ti_packed* packed, FILE* target);

// Packs the rest and closes the stream. The target remembers failures to write; false where the stream failed
// otherwise.
bool ti_packed_end(ti_packed* packed);

#endif
