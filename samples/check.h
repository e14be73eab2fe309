// Printed results of checks, for tests that read them.

#ifndef SAMPLES_CHECK_H
#define SAMPLES_CHECK_H

#include <stdbool.h>
#include <stdint.h>

// Prints "CHECK name: ok" or "CHECK name: FAILED" with the rest of the line, and counts failures.
__attribute__((format(printf, 3, 4))) void check(const char* name, bool fine, const char* format, ...);

uint32_t failed_checks(void);

#endif
