// A stream into memory that remembers when it found no room, which open_memstream of glibc does not.

#ifndef TI_SCENE_MEMORY_STREAM_H
#define TI_SCENE_MEMORY_STREAM_H

#include <stdbool.h>
#include <stdio.h>

// Stays where it is while it is open.
typedef struct ti_memory_stream {
    FILE* stream; // write here; NULL when it is not open
    char* text;   // what was written and a 0, when it was closed; for free
    size_t size;  // of it, without the 0
    size_t room;
} ti_memory_stream;

// False without memory; then it is not open.
bool ti_memory_stream_open(ti_memory_stream* memory);

// Closes it where it is open. False, and no text, where anything found no room.
bool ti_memory_stream_close(ti_memory_stream* memory);

#endif
