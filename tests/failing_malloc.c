// Loaded before a program (LD_PRELOAD), it lets calls for memory fail: the one that TOI_FAIL_AT counts to,
// from 1, and with TOI_FAIL_AFTER all that come after it. At the end the number of calls is written to the
// file TOI_FAIL_COUNT. For glibc.

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* memory, size_t size);
void* __libc_memalign(size_t alignment, size_t size);

static atomic_ulong calls;
static unsigned long fail_at;
static bool and_after;
static bool started; // what runs before main is not counted

__attribute__((constructor)) static void start(void)
{
    const char* at = getenv("TOI_FAIL_AT");
    fail_at = at ? strtoul(at, NULL, 10) : 0;
    and_after = getenv("TOI_FAIL_AFTER") != NULL;
    started = true;
}

__attribute__((destructor)) static void finish(void)
{
    const char* path = getenv("TOI_FAIL_COUNT");
    started = false;
    FILE* file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%lu\n", atomic_load(&calls));
        fclose(file);
    }
}

static bool fails(void)
{
    if (!started) {
        return false;
    }
    unsigned long call = atomic_fetch_add(&calls, 1) + 1;
    bool failing = fail_at != 0 && (call == fail_at || (and_after && call > fail_at));
    errno = failing ? ENOMEM : errno;
    return failing;
}

void* malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void* calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void* realloc(void* memory, size_t size)
{
    return fails() ? NULL : __libc_realloc(memory, size);
}

void* aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void** memory, size_t alignment, size_t size)
{
    *memory = aligned_alloc(alignment, size);
    return *memory ? 0 : ENOMEM;
}
