// What was asked on the command line.

#ifndef TOOL_OPTIONS_H
#define TOOL_OPTIONS_H

#include "table.h"

#include "toi/primitives.h"

#include <stdint.h>

typedef enum tool_method {
    METHOD_DEFAULT = 0, // none was named
    METHOD_FIRST,
    METHOD_SCREW,
    METHOD_SCREEN,
    METHOD_CERTIFIED,
    METHOD_PAPER,
    METHOD_AXES,
    METHOD_TREE,
    METHOD_JOIN,
    METHOD_OCTREE,
    METHOD_ALL,
} tool_method;

typedef struct tool_request {
    const tool_command* command; // NULL: none was named
    char** operands;
    int operand_count;
    double tolerance;  // 0: default
    double separation; // 0: default
    double time;
    double within;
    bool has_time;
    uint32_t max_steps; // 0: default
    uint32_t threads;   // 0: default
    bool solid, links, vertices, json, csv, quiet, help, version, man;
    bool segments, exact;
    toi_primitive_kind kind; // 0: none was named
    uint32_t level;          // 0: default
    bool all, first, leaving, relative_screw, robust, inset, max_step;
    double safety; // 0: default
    tool_method method;
    double min_properness;
    double concurrent;      // 0: default
    double max_model_error; // 0: default
    double time_resolution; // 0: default
    uint32_t max_contacts;  // 0: default
    uint32_t pixels;        // 0: default
    uint64_t given;         // tool_option_bit of every option that was named
    const char* pair;       // NULL: none was named
    const char* mover;      // NULL: none was named
    uint32_t samples;       // 0: default
    uint32_t overlaps;      // times at which faces that meet are found; 0: they are not
    const char* svg;        // files to write; NULL: none was named
    const char* ply;
    const char* gltf;
    char** arguments; // the whole command line; none without memory
    int argument_count;
    const char* completion;
    const char* output; // NULL: standard output
} tool_request;

// Reads the command line. Returns 0, or the exit status after a message on standard error. To be released in
// both cases.
int tool_options_parse(int argc, char** argv, tool_request* request);
void tool_options_release(tool_request* request);

static inline uint64_t tool_option_bit(tool_option_id id)
{
    return (uint64_t)1 << (id - OPTION_TOLERANCE);
}

// Reads the value of an option. Returns 0, or EXIT_USAGE after a message.
int tool_take_value(tool_request* request, const tool_option* option, const char* value);

// Whether the options and operands of a command go together. Returns 0, or EXIT_USAGE after a message.
int tool_check_fit(const tool_request* request);

// Says on standard error what is wrong with the command line; returns EXIT_USAGE.
int tool_usage_error(const tool_request* request, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
