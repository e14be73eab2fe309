// Fills an error and gives its status back.

#ifndef TI_CORE_ERROR_H
#define TI_CORE_ERROR_H

#include "toi/base.h"

#include <stdarg.h>

// `error` may be NULL. The text is cut where it is too long. @return `status`
__attribute__((format(printf, 4, 5))) toi_status ti_fail(toi_error* error, toi_status status, uint64_t index,
                                                         const char* format, ...);

// The same at a line of a file, with the values as a list.
__attribute__((format(printf, 5, 0))) toi_status ti_fail_at(toi_error* error, toi_status status,
                                                            uint64_t line, uint64_t index, const char* format,
                                                            va_list values);

toi_status ti_fail_memory(toi_error* error);

#endif
