// Status codes, allocator, error message and version: what every other public header needs.

#ifndef TOI_BASE_H
#define TOI_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TOI_VERSION_MAJOR 0
#define TOI_VERSION_MINOR 1
#define TOI_VERSION_PATCH 0
#define TOI_VERSION_STRING "0.1.0"

#if defined(__GNUC__)
#define TOI_API __attribute__((visibility("default")))
#else
#define TOI_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// What a call returned. Outputs are written only with TOI_OK.
typedef enum toi_status {
    TOI_OK = 0,
    TOI_ERROR_INVALID,   ///< an argument is wrong: not finite, out of range, missing
    TOI_ERROR_MEMORY,    ///< the allocator returned NULL
    TOI_ERROR_OPEN_MESH, ///< `solid` was asked for a mesh that is not closed
    TOI_ERROR_FORMAT,    ///< the bytes of a file are not what its format says
    TOI_ERROR_LIMIT,     ///< more vertices, faces or corners than a limit allows
    TOI_ERROR_THREAD,    ///< a thread could not be started
} toi_status;

/// A short name for a status, such as "invalid argument". Never NULL.
TOI_API const char* toi_status_name(toi_status status);

/// The version of the library that is linked, such as "0.1.0".
TOI_API const char* toi_version(void);

/// Says what was wrong and where. Calls that take one fill it only when they fail; NULL is allowed.
typedef struct toi_error {
    toi_status status;
    uint64_t line;  ///< line of a text file, counted from 1; 0 where there is no line
    uint64_t index; ///< element that is wrong (a vertex, a face, a key), counted from 0
    char text[240]; ///< one sentence, without a full stop, zero-terminated
} toi_error;

/// Memory for the library. Both functions must be safe to call from every thread that calls toi.
/// `allocate` returns memory aligned for any C object, or NULL; `release` accepts NULL.
typedef struct toi_allocator {
    void* (*allocate)(size_t size, void* context);
    void (*release)(void* memory, void* context);
    void* context;
} toi_allocator;

#ifdef __cplusplus
}
#endif

#endif
