// What was asked on the command line.

#ifndef TOOL_OPTIONS_H
#define TOOL_OPTIONS_H

#include "table.h"

#include <stdint.h>

typedef struct tool_request {
    const tool_command* command; // NULL: none was named
    char** operands;
    int operand_count;
    double tolerance;  // 0: default
    double separation; // 0: default
    double time;
    bool has_time;
    uint32_t max_steps; // 0: default
    uint32_t threads;   // 0: default
    bool solid, links, vertices, json, csv, quiet, help, version, man;
    const char* completion;
    const char* output; // NULL: standard output
} tool_request;

// Reads the command line. Returns 0, or the exit status after a message on standard error.
int tool_options_parse(int argc, char** argv, tool_request* request);

// Says on standard error what is wrong with the command line; returns EXIT_USAGE.
int tool_usage_error(const tool_request* request, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
