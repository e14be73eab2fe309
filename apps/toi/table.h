// The table of commands and options: parsing, help, man page and completions all come from it.

#ifndef TOOL_TABLE_H
#define TOOL_TABLE_H

#include <stdbool.h>
#include <stddef.h>

// What a run of the tool returns to the shell.
enum {
    EXIT_CLEAR = 0,
    EXIT_CONTACT = 1,
    EXIT_USAGE = 2,
    EXIT_INPUT = 3,
    EXIT_UNDECIDED = 4,
    EXIT_LIMIT = 5,
};

// Bits of the commands that take an option.
enum {
    FOR_CHECK = 1,
    FOR_INFO = 2,
    FOR_POSE = 4,
    FOR_NONE = 8,     // without a command
    WITH_ALL = 16,    // of check: only together with --all
    WITH_SCREEN = 32, // of check: only together with --method screen
    FOR_SCREEN = 64,
    FOR_TRACE = 128,
    FOR_CONTACTS = 256,
    FOR_BOXES = 512,
    FOR_OVERLAP = 1024,
    FOR_PRIMITIVES = 2048,
    FOR_REPORT = 4096,
    // the commands that write text, JSON or CSV
    FOR_DATA =
        FOR_CHECK | FOR_INFO | FOR_POSE | FOR_TRACE | FOR_CONTACTS | FOR_BOXES | FOR_OVERLAP | FOR_PRIMITIVES,
    FOR_ALL = FOR_DATA | FOR_SCREEN | FOR_REPORT | FOR_NONE,
};

typedef enum tool_option_id {
    OPTION_TOLERANCE = 256, // above the letters
    OPTION_SEPARATION,
    OPTION_SOLID,
    OPTION_METHOD,
    OPTION_MAX_STEPS,
    OPTION_THREADS,
    OPTION_LINKS,
    OPTION_ALL,
    OPTION_MIN_PROPERNESS,
    OPTION_LEAVING,
    OPTION_CONCURRENT,
    OPTION_MAX_CONTACTS,
    OPTION_RELATIVE_SCREW,
    OPTION_MAX_MODEL_ERROR,
    OPTION_PIXELS,
    OPTION_TIME_RESOLUTION,
    OPTION_ROBUST,
    OPTION_MAX_STEP,
    OPTION_SAFETY,
    OPTION_PAIR,
    OPTION_MOVER,
    OPTION_INSET,
    OPTION_TIME,
    OPTION_WITHIN,
    OPTION_SEGMENTS,
    OPTION_LEVEL,
    OPTION_SAMPLES,
    OPTION_OVERLAPS,
    OPTION_SVG,
    OPTION_PLY,
    OPTION_GLTF,
    OPTION_FIRST,
    OPTION_VERTICES,
    OPTION_EXACT,
    OPTION_KIND,
    OPTION_JSON,
    OPTION_CSV,
    OPTION_OUTPUT,
    OPTION_QUIET,
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_MAN,
    OPTION_COMPLETION,
    OPTION_LATER, // options of the contract that this version has not got
} tool_option_id;

// An option may have several rows with one name and id, for commands to which it says different things.
typedef struct tool_option {
    tool_option_id id;
    const char* name;
    char letter;       // 0 without one
    const char* value; // name of its value; NULL for a switch
    unsigned commands;
    const char* help;
} tool_option;

typedef struct tool_command {
    unsigned bit;
    const char* name;
    const char* operands;
    const char* summary;
    const char* example;
    const char* example_output; // lines; none where it writes a file
    const char* next_example;   // NULL without one
    const char* next_output;
    const char* text;
    int most_operands; // 0: any number
} tool_command;

extern const tool_option tool_options[];
extern const size_t tool_option_count;
extern const tool_command tool_commands[];
extern const size_t tool_command_count;

// Lines of the section on exit codes.
extern const char* const tool_exit_lines[];
extern const size_t tool_exit_count;

const tool_command* tool_command_find(const char* name);

// The row of an option for these commands, else its first one; NULL without any.
const tool_option* tool_option_find(int id, unsigned commands);

#endif
