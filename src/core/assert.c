// The handler of failed asserts.

#include "core/assert.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static void print_and_abort(const char* condition, const char* file, int line)
{
    fprintf(stderr, "%s:%d: assert failed: %s\n", file, line, condition);
    abort();
}

// Atomic, since tests of threads may set it while others read it.
static _Atomic(ti_assert_handler*) current_handler = print_and_abort;

ti_assert_handler* ti_assert_set_handler(ti_assert_handler* handler)
{
    return atomic_exchange(&current_handler, handler != NULL ? handler : print_and_abort);
}

void ti_assert_failed(const char* condition, const char* file, int line)
{
    atomic_load (&current_handler)(condition, file, line);
}
