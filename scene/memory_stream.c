// A stream into a block of memory that grows.

#define _GNU_SOURCE // fopencookie

#include "memory_stream.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(ti_memory_stream* memory, size_t more)
{
    size_t least = memory->size + more + 1;
    if (least <= memory->room) {
        return true;
    }
    size_t room = least + least / 2 + 4096;
    char* grown = least > more && room > least ? realloc(memory->text, room) : NULL;
    if (!grown) {
        return false;
    }
    memory->text = grown;
    memory->room = room;
    return true;
}

static ssize_t put(void* context, const char* text, size_t size)
{
    ti_memory_stream* memory = context;
    if (!make_room(memory, size)) {
        return 0; // an error of the stream
    }
    memcpy(memory->text + memory->size, text, size);
    memory->size += size;
    return (ssize_t)size;
}

bool ti_memory_stream_open(ti_memory_stream* memory)
{
    *memory = (ti_memory_stream){0};
    memory->stream = fopencookie(memory, "w", (cookie_io_functions_t){.write = put});
    return memory->stream != NULL;
}

bool ti_memory_stream_close(ti_memory_stream* memory)
{
    if (!memory->stream) {
        return false;
    }
    bool good = !ferror(memory->stream);
    good = fclose(memory->stream) == 0 && good;
    memory->stream = NULL;
    if (good && make_room(memory, 0)) {
        memory->text[memory->size] = 0;
        return true;
    }
    free(memory->text);
    memory->text = NULL;
    return false;
}
