// Help, version, man page and completions, all from the table.

#ifndef TOOL_HELP_H
#define TOOL_HELP_H

#include "options.h"

#include <stdio.h>

void tool_write_help(FILE* stream, const tool_command* command); // NULL: of the whole tool
void tool_write_version(FILE* stream);
void tool_write_man(FILE* stream);

// What stands above the options that go with others only; NULL above the rest. They are last in the table.
const char* tool_option_heading(const tool_option* option, unsigned commands);

// Completions for a shell; false for one that is not known.
bool tool_write_completion(FILE* stream, const char* shell);

// Writes words so that no line is longer than a terminal, with every line but the first indented.
void tool_write_wrapped(FILE* stream, const char* text, int indent, int column);

#endif
