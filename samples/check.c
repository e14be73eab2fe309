// Printed checks.

#include "check.h"

#include <stdarg.h>
#include <stdio.h>

static uint32_t failed;

void check(const char* name, bool fine, const char* format, ...)
{
    printf("CHECK %s: %s: ", name, fine ? "ok" : "FAILED");
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    failed += !fine;
}

uint32_t failed_checks(void)
{
    return failed;
}
