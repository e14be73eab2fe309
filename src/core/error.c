// Fills an error.

#include "core/error.h"

#include <stdio.h>

toi_status ti_fail_at(toi_error* error, toi_status status, uint64_t line, uint64_t index, const char* format,
                      va_list values)
{
    if (error != NULL) {
        *error = (toi_error){.status = status, .line = line, .index = index};
        vsnprintf(error->text, sizeof error->text, format, values);
    }
    return status;
}

toi_status ti_fail(toi_error* error, toi_status status, uint64_t index, const char* format, ...)
{
    va_list values;
    va_start(values, format);
    ti_fail_at(error, status, 0, index, format, values);
    va_end(values);
    return status;
}

toi_status ti_fail_memory(toi_error* error)
{
    return ti_fail(error, TOI_ERROR_MEMORY, 0, "out of memory");
}
