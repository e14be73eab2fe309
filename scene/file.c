// Whole files into memory, with a limit.

#define _POSIX_C_SOURCE 200809L

#include "scene.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void* allocate_plain(size_t size, void* context)
{
    (void)context;
    return malloc(size);
}

static void release_plain(void* memory, void* context)
{
    (void)context;
    free(memory);
}

toi_allocator ti_scene_allocator(const toi_allocator* given)
{
    return given && given->allocate ? *given : (toi_allocator){allocate_plain, release_plain, NULL};
}

static toi_status grow(const toi_allocator* allocator, size_t capacity, ti_bytes* bytes)
{
    unsigned char* data = allocator->allocate(capacity, allocator->context);
    if (!data) {
        return TOI_ERROR_MEMORY;
    }
    if (bytes->size > 0) {
        memcpy(data, bytes->data, bytes->size);
    }
    allocator->release(bytes->data, allocator->context);
    bytes->data = data;
    return TOI_OK;
}

// Reads to the end. `expected` is the size of a file where it is known, and only a hint.
static toi_status read_all(int descriptor, size_t expected, const toi_allocator* allocator, ti_bytes* bytes)
{
    size_t capacity = expected < TI_FILE_MAX_BYTES ? expected + 1 : TI_FILE_MAX_BYTES;
    toi_status status = grow(allocator, capacity, bytes);
    while (status == TOI_OK) {
        ssize_t got = read(descriptor, bytes->data + bytes->size, capacity - bytes->size);
        if (got == 0) {
            return TOI_OK;
        }
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return TOI_ERROR_FORMAT;
        }
        bytes->size += (size_t)got;
        if (bytes->size > TI_FILE_MAX_BYTES) {
            return TOI_ERROR_LIMIT;
        }
        if (bytes->size == capacity) {
            capacity *= 2;
            status = grow(allocator, capacity, bytes);
        }
    }
    return status;
}

static toi_status read_or_release(int descriptor, size_t expected, const toi_allocator* allocator,
                                  ti_bytes* bytes, char reason[160])
{
    *bytes = (ti_bytes){0};
    toi_status status = read_all(descriptor, expected, allocator, bytes);
    if (status == TOI_OK) {
        return TOI_OK;
    }
    if (status == TOI_ERROR_FORMAT) {
        snprintf(reason, 160, "cannot be read: %s", strerror(errno));
    } else if (status == TOI_ERROR_LIMIT) {
        snprintf(reason, 160, "is larger than 4 GiB, the most that is read");
    } else {
        snprintf(reason, 160, "out of memory");
    }
    allocator->release(bytes->data, allocator->context);
    *bytes = (ti_bytes){0};
    return status;
}

toi_status ti_stream_read(int descriptor, const toi_allocator* allocator, ti_bytes* bytes, char reason[160])
{
    return read_or_release(descriptor, (size_t)1 << 16, allocator, bytes, reason);
}

// Not blocking, so that a pipe of that name cannot hold us up: it is refused like every other file that is
// not plain.
toi_status ti_file_read(const char* path, const toi_allocator* allocator, ti_bytes* bytes, char reason[160])
{
    struct stat facts;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0 || fstat(descriptor, &facts) != 0) {
        snprintf(reason, 160, "cannot be opened: %s", strerror(errno));
        if (descriptor >= 0) {
            close(descriptor);
        }
        return TOI_ERROR_FORMAT;
    }
    toi_status status = TOI_ERROR_FORMAT;
    if (!S_ISREG(facts.st_mode)) {
        snprintf(reason, 160, "is not a plain file");
    } else {
        status = read_or_release(descriptor, (size_t)facts.st_size, allocator, bytes, reason);
    }
    close(descriptor);
    return status;
}
