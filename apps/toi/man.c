// The man page.

#include "help.h"

#include "toi/toi.h"

#include <string.h>

// Text for troff: hyphens and backslashes that mean themselves, and no line that starts like a request.
static void write_troff(FILE* stream, const char* text)
{
    if (text[0] == '.' || text[0] == '\'') {
        fputs("\\&", stream);
    }
    for (; *text; ++text) {
        if (*text == '-') {
            fputs("\\-", stream);
        } else if (*text == '\\') {
            fputs("\\e", stream);
        } else {
            fputc(*text, stream);
        }
    }
}

static void write_line(FILE* stream, const char* request, const char* text)
{
    fprintf(stream, "%s%s", request, request[0] ? " " : "");
    write_troff(stream, text);
    fputc('\n', stream);
}

static void write_options(FILE* stream, unsigned commands)
{
    const char* heading = NULL;
    for (size_t i = 0; i < tool_option_count; ++i) {
        const tool_option* option = &tool_options[i];
        if (!(option->commands & commands)) {
            continue;
        }
        if (tool_option_heading(option, commands) != heading) {
            heading = tool_option_heading(option, commands);
            fputs(".PP\n", stream);
            write_line(stream, "", heading ? heading : "Others");
        }
        fputs(".TP\n", stream);
        if (option->letter) {
            fprintf(stream, "\\fB\\-%c\\fR, ", option->letter);
        }
        fputs("\\fB\\-\\-", stream);
        write_troff(stream, option->name);
        fputs("\\fR", stream);
        if (option->value) {
            fprintf(stream, " \\fI%s\\fR", option->value);
        }
        fputc('\n', stream);
        write_line(stream, "", option->help);
    }
}

static void write_example(FILE* stream, const char* command, const char* output)
{
    fputs(".PP\n.nf\n.RS\n$ ", stream);
    write_troff(stream, command);
    fputc('\n', stream);
    write_line(stream, "", output);
    fputs(".RE\n.fi\n", stream);
}

static void write_command(FILE* stream, const tool_command* command)
{
    fprintf(stream, ".SS toi %s %s\n", command->name, command->operands);
    write_line(stream, "", command->text);
    write_example(stream, command->example, command->example_output);
    if (command->next_example) {
        write_example(stream, command->next_example, command->next_output);
    }
    write_options(stream, command->bit);
}

void tool_write_man(FILE* stream)
{
    fprintf(stream, ".TH TOI 1 \"\" \"toi %s\" \"User Commands\"\n", TOI_VERSION_STRING);
    fputs(".SH NAME\ntoi \\- prove when moving polyhedra first touch\n.SH SYNOPSIS\n", stream);
    for (size_t i = 0; i < tool_command_count; ++i) {
        fprintf(stream, "%s.B toi %s\n.I %s\n[options]\n", i > 0 ? ".br\n" : "", tool_commands[i].name,
                tool_commands[i].operands);
    }
    fputs(".SH DESCRIPTION\n", stream);
    write_line(stream, "",
               "Given meshes and their motions, toi answers when, where and how they first touch. An answer "
               "\"clear\" is a proof: no contact of the surfaces at any time of the motion, for exactly the "
               "numbers that were given.");
    fputs(".SH COMMANDS\n", stream);
    for (size_t i = 0; i < tool_command_count; ++i) {
        write_command(stream, &tool_commands[i]);
    }
    fputs(".SH OTHER OPTIONS\n", stream);
    write_options(stream, FOR_NONE);
    fputs(".SH EXIT STATUS\n", stream);
    for (size_t i = 0; i < tool_exit_count; ++i) {
        fprintf(stream, ".TP\n.B %c\n", tool_exit_lines[i][0]);
        write_line(stream, "", tool_exit_lines[i] + 3);
    }
    fputs(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nWhen set and not empty, answers are not coloured. They only "
          "ever are on a "
          "terminal.\n",
          stream);
}
