// Help and version.

#include "help.h"

#include "toi/toi.h"

#include <string.h>

enum { WIDTH = 96, OPTION_COLUMN = 27 };

void tool_write_wrapped(FILE* stream, const char* text, int indent, int column)
{
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column + 1 + length > WIDTH) {
            fprintf(stream, "\n%*s", indent, "");
            column = indent;
        }
        fprintf(stream, "%.*s", length, text);
        column += length + 1;
        text += length;
        if (*text == ' ') {
            ++text;
            fputs(*text && column + 1 + (int)strcspn(text, " ") <= WIDTH ? " " : "", stream);
        }
    }
    fputc('\n', stream);
}

const char* tool_option_heading(const tool_option* option, unsigned commands)
{
    return !(commands & (FOR_CHECK | FOR_REPORT)) ? NULL
           : option->commands & WITH_SCREEN       ? "With --all --method screen"
           : option->commands & WITH_ALL          ? "With --all"
                                                  : NULL;
}

static void write_options(FILE* stream, unsigned commands)
{
    const char* heading = NULL;
    for (size_t i = 0; i < tool_option_count; ++i) {
        const tool_option* option = &tool_options[i];
        char name[64];
        char letter[8] = "";
        if (!(option->commands & commands)) {
            continue;
        }
        if (tool_option_heading(option, commands) != heading) {
            heading = tool_option_heading(option, commands);
            fprintf(stream, "\n%s:\n", heading ? heading : "Others");
        }
        if (option->letter) {
            snprintf(letter, sizeof letter, "-%c, ", option->letter);
        }
        snprintf(name, sizeof name, "%s--%s%s%s", letter, option->name, option->value ? " " : "",
                 option->value ? option->value : "");
        fprintf(stream, "  %-*s", OPTION_COLUMN - 2, name);
        tool_write_wrapped(stream, option->help, OPTION_COLUMN, OPTION_COLUMN);
    }
}

static void write_exits(FILE* stream)
{
    fputs("\nExit status:\n", stream);
    for (size_t i = 0; i < tool_exit_count; ++i) {
        fprintf(stream, "  %s\n", tool_exit_lines[i]);
    }
}

// A command and the lines that it prints, indented, and an empty line.
static void write_example(FILE* stream, const char* command, const char* output)
{
    fprintf(stream, "  $ %s\n", command);
    while (*output) {
        int length = (int)strcspn(output, "\n");
        fprintf(stream, length > 0 ? "  %.*s\n" : "%.*s\n", length, output);
        output += length + (output[length] == '\n');
    }
    fputc('\n', stream);
}

static void write_global(FILE* stream)
{
    const tool_command* main_job = &tool_commands[0];
    fputs("Example:\n", stream);
    write_example(stream, main_job->example, main_job->example_output);
    fputs("toi (time of impact) proves when moving polyhedra first touch.\n\nUsage: toi COMMAND ... "
          "[options]\n\n",
          stream);
    fputs("Commands:\n", stream);
    for (size_t i = 0; i < tool_command_count; ++i) {
        char call[64];
        snprintf(call, sizeof call, "toi %s %s", tool_commands[i].name, tool_commands[i].operands);
        fprintf(stream, "  %-22s%s\n", call, tool_commands[i].summary);
    }
    fputs("\nOptions without a command:\n", stream);
    write_options(stream, FOR_NONE);
    write_exits(stream);
    fputs("\nMore: toi COMMAND --help, man toi\n", stream);
}

void tool_write_help(FILE* stream, const tool_command* command)
{
    if (!command) {
        write_global(stream);
        return;
    }
    fputs(command->next_example ? "Examples:\n" : "Example:\n", stream);
    write_example(stream, command->example, command->example_output);
    if (command->next_example) {
        write_example(stream, command->next_example, command->next_output);
    }
    fprintf(stream, "Usage: toi %s %s [options]\n\n", command->name, command->operands);
    tool_write_wrapped(stream, command->text, 0, 0);
    fputs("\nOptions:\n", stream);
    write_options(stream, command->bit);
    write_exits(stream);
}

void tool_write_version(FILE* stream)
{
    const char* lanes = __builtin_cpu_supports("avx2") ? "AVX2" : "scalar";
    fprintf(stream, "toi %s\n", TOI_VERSION_STRING);
    fprintf(stream, "library %s, kernels %s (equal bits)\n", toi_version(), lanes);
    fprintf(stream, "built by %s, %s, for %s\n", TOI_COMPILER, TOI_BUILD, TOI_SYSTEM);
}
