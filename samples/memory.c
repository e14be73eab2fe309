// Memory and failed calls.

#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void give_up(const char* what, const char* why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(5);
}

void* allocate(size_t count, size_t size)
{
    void* memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL) {
        give_up("memory", "there is none left");
    }
    return memory;
}

void* grow(void* memory, uint32_t count, uint32_t* capacity, size_t size)
{
    if (count < *capacity) {
        return memory;
    }
    *capacity = *capacity > 0 ? 2 * *capacity : 16;
    void* larger = realloc(memory, *capacity * size);
    if (larger == NULL) {
        give_up("memory", "there is none left");
    }
    return larger;
}

void release(void* memory)
{
    free(memory);
}

void must(toi_status status, const char* what)
{
    if (status != TOI_OK) {
        give_up(what, toi_status_name(status));
    }
}
