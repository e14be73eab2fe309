// Memory and calls of the library for programs that give up when they fail.

#ifndef SAMPLES_MEMORY_H
#define SAMPLES_MEMORY_H

#include <toi/base.h>

// Zeroed memory for `count` things; ends the program where there is none.
void* allocate(size_t count, size_t size);

// Room for one more than `count`; the memory that was there is given back.
void* grow(void* memory, uint32_t count, uint32_t* capacity, size_t size);

void release(void* memory);

// Ends the program where a call of the library failed.
void must(toi_status status, const char* what);

#endif
