// Parses the command line by the table of commands and options: which there are, and which are named.

#define _GNU_SOURCE

#include "options.h"

#include "scene/place.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPTIONS = 64, LIST = 1024 }; // LIST: room for the names of all options

int tool_usage_error(const tool_request* request, const char* format, ...)
{
    va_list values;
    fputs("toi: ", stderr);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    const char* space = request->command ? " " : "";
    fprintf(stderr, "\nSee: toi%s%s --help\n", space, request->command ? request->command->name : "");
    return EXIT_USAGE;
}

// The command that is first among the arguments, before options are read, so that messages can name it.
static const tool_command* guess_command(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i) {
        const tool_command* command = tool_command_find(argv[i]);
        if (command) {
            return command;
        }
    }
    return NULL;
}

static ti_words option_words(unsigned commands, const char* names[MOST_OPTIONS])
{
    ti_words words = {names, 0};
    for (size_t i = 0; i < tool_option_count; ++i) {
        if (tool_options[i].commands & commands) {
            names[words.count++] = tool_options[i].name;
        }
    }
    return words;
}

static unsigned bits_of(const tool_request* request)
{
    return request->command ? request->command->bit : (unsigned)FOR_NONE;
}

// "--tolerance, --separation, ..."
static void list_options(unsigned commands, char text[LIST])
{
    const char* names[MOST_OPTIONS];
    ti_words words = option_words(commands, names);
    size_t used = 0;
    text[0] = 0;
    for (size_t i = 0; i < words.count && used < LIST; ++i) {
        int length = snprintf(text + used, LIST - used, "%s--%s", i > 0 ? ", " : "", names[i]);
        used += length > 0 ? (size_t)length : 0;
    }
}

static int fail_unknown(const tool_request* request, const char* argument)
{
    const char* names[MOST_OPTIONS];
    char tame[64];
    char list[LIST];
    char bare[64];
    ti_words words = option_words(bits_of(request), names);
    ti_text_tame(argument, sizeof tame, tame);
    snprintf(bare, sizeof bare, "%s", tame + strspn(tame, "-"));
    bare[strcspn(bare, "=")] = 0;
    list_options(bits_of(request), list);
    const char* nearest = ti_words_nearest(words, bare);
    if (nearest) {
        return tool_usage_error(request, "unknown option %s; did you mean --%s?", tame, nearest);
    }
    return tool_usage_error(request, "unknown option %s; the options here are %s", tame, list);
}

static int fail_elsewhere(const tool_request* request, const tool_option* option)
{
    char list[LIST];
    list_options(bits_of(request), list);
    const char* name = request->command ? request->command->name : "(without a command)";
    if (option->id == OPTION_LATER) {
        return tool_usage_error(request, "--%s is not in this version; the options of toi %s are %s",
                                option->name, name, list);
    }
    return tool_usage_error(request, "toi %s does not take --%s; its options are %s", name, option->name,
                            list);
}

static bool* switch_of(tool_request* request, tool_option_id id)
{
    switch (id) {
    case OPTION_SOLID:
        return &request->solid;
    case OPTION_LINKS:
        return &request->links;
    case OPTION_ALL:
        return &request->all;
    case OPTION_LEAVING:
        return &request->leaving;
    case OPTION_RELATIVE_SCREW:
        return &request->relative_screw;
    case OPTION_ROBUST:
        return &request->robust;
    case OPTION_MAX_STEP:
        return &request->max_step;
    case OPTION_SEGMENTS:
        return &request->segments;
    case OPTION_FIRST:
        return &request->first;
    case OPTION_EXACT:
        return &request->exact;
    case OPTION_INSET:
        return &request->inset;
    case OPTION_VERTICES:
        return &request->vertices;
    case OPTION_JSON:
        return &request->json;
    case OPTION_CSV:
        return &request->csv;
    case OPTION_QUIET:
        return &request->quiet;
    case OPTION_HELP:
        return &request->help;
    case OPTION_VERSION:
        return &request->version;
    default:
        return &request->man;
    }
}

// Options of the form that getopt_long wants. `val` of those that come later is their place in the table.
static void build_getopt(struct option longs[MOST_OPTIONS], char letters[MOST_OPTIONS])
{
    size_t used = 0, count = 0;
    letters[used++] = ':';
    for (size_t i = 0; i < tool_option_count; ++i) {
        const tool_option* option = &tool_options[i];
        if (option->id != OPTION_LATER && tool_option_find((int)option->id, 0) != option) {
            continue; // another row of the same name
        }
        int argument = option->value ? required_argument : no_argument;
        int value = option->id == OPTION_LATER ? (int)(OPTION_LATER + i) : (int)option->id;
        longs[count++] = (struct option){option->name, argument, NULL, value};
        if (option->letter) {
            letters[used++] = option->letter;
        }
        if (option->letter && option->value) {
            letters[used++] = ':';
        }
    }
    longs[count] = (struct option){0};
    letters[used] = 0;
}

static int take_option(tool_request* request, int found, char** argv)
{
    bool wrong = found == '?' || found == ':';
    int id = wrong ? optopt : found;
    const tool_option* option =
        id >= OPTION_LATER ? &tool_options[id - OPTION_LATER] : tool_option_find(id, bits_of(request));
    if (!option) {
        return fail_unknown(request, argv[optind - 1]);
    }
    if (!(option->commands & bits_of(request))) {
        return fail_elsewhere(request, option);
    }
    if (found == ':') {
        return tool_usage_error(request, "--%s needs a value: --%s %s", option->name, option->name,
                                option->value);
    }
    if (found == '?') {
        return tool_usage_error(request, "--%s takes no value", option->name);
    }
    request->given |= tool_option_bit(option->id);
    if (option->value) {
        return tool_take_value(request, option, optarg);
    }
    *switch_of(request, option->id) = true;
    return 0;
}

static int fail_command(const tool_request* request, const char* name)
{
    const char* names[16];
    char tame[64];
    char list[192];
    ti_words words = {names, 0};
    for (size_t i = 0; i < tool_command_count; ++i) {
        names[words.count++] = tool_commands[i].name;
    }
    ti_text_tame(name, sizeof tame, tame);
    ti_words_list(words, sizeof list, list);
    const char* nearest = ti_words_nearest(words, name);
    if (nearest) {
        return tool_usage_error(request, "unknown command \"%s\"; did you mean \"%s\"?", tame, nearest);
    }
    return tool_usage_error(request, "unknown command \"%s\"; this version has %s", tame, list);
}

// As they were given: getopt_long puts options before the others.
static void keep_arguments(tool_request* request, int argc, char** argv)
{
    request->arguments = calloc((size_t)argc + 1, sizeof *argv);
    if (request->arguments) {
        memcpy(request->arguments, argv, (size_t)argc * sizeof *argv);
        request->argument_count = argc;
    }
}

void tool_options_release(tool_request* request)
{
    free(request->arguments);
    request->arguments = NULL;
    request->argument_count = 0;
}

int tool_options_parse(int argc, char** argv, tool_request* request)
{
    struct option longs[MOST_OPTIONS];
    char letters[MOST_OPTIONS];
    *request = (tool_request){.command = guess_command(argc, argv)};
    keep_arguments(request, argc, argv);
    build_getopt(longs, letters);
    opterr = 0;
    for (int found; (found = getopt_long(argc, argv, letters, longs, NULL)) != -1;) {
        int status = take_option(request, found, argv);
        if (status != 0) {
            return status;
        }
    }
    bool alone = request->man || request->completion || request->version;
    if (optind >= argc) {
        return alone || request->help ? 0
                                      : tool_usage_error(request, "no command; start with: toi check SCENE");
    }
    if (strcmp(argv[optind], "help") == 0) {
        request->help = true;
        request->command = optind + 1 < argc ? tool_command_find(argv[optind + 1]) : NULL;
        return 0;
    }
    request->command = tool_command_find(argv[optind]);
    if (!request->command) {
        return fail_command(request, argv[optind]);
    }
    request->operands = argv + optind + 1;
    request->operand_count = argc - optind - 1;
    return alone || request->help ? 0 : tool_check_fit(request);
}
