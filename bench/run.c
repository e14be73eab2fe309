// Reads the command line of a program of the benchmark, opens and closes its output.

#include "bench/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double MOST_REPEATS = 1e6;

static _Noreturn void fail(const ti_run* run, const char* option, const char* what)
{
    fprintf(stderr, "%s: %s %s\n%s", run->program, option, what, run->usage);
    exit(2);
}

static double read_number(const ti_run* run, const char* option, const char* text)
{
    char* end;
    double number = strtod(text, &end);
    if (end == text || *end != 0 || !(number > 0.0 && isfinite(number))) {
        fail(run, option, "needs a number above 0");
    }
    return number;
}

static void take_value(const ti_run* run, const ti_run_option* option, const char* value)
{
    if (option->text != NULL) {
        *option->text = value;
    } else {
        *option->number = read_number(run, option->name, value);
    }
}

static const ti_run_option* find(const char* name, const ti_run_option* options, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(options[i].name, name) == 0) {
            return &options[i];
        }
    }
    return NULL;
}

ti_run ti_run_begin(const char* program, const char* usage, int argc, char** argv, const ti_run_option* own,
                    size_t own_count)
{
    const char* data = getenv("TOI_DATA");
    ti_run run = {.program = program, .usage = usage, .data = data != NULL ? data : "../shared"};
    double repeat = 9.0;
    const ti_run_option common[] = {
        {"--filter", .text = &run.filter}, {"-o", .text = &run.output}, {"--repeat", .number = &repeat}};
    for (int i = 1; i < argc; ++i) {
        const ti_run_option* option = find(argv[i], common, sizeof common / sizeof common[0]);
        option = option != NULL ? option : find(argv[i], own, own_count);
        if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            exit(0);
        } else if (option == NULL) {
            fail(&run, argv[i], "is not known");
        } else if (option->on != NULL) {
            *option->on = true;
        } else if (i + 1 == argc) {
            fail(&run, argv[i], "needs a value");
        } else {
            take_value(&run, option, argv[++i]);
        }
    }
    if (floor(repeat) != repeat || repeat > MOST_REPEATS) {
        fail(&run, "--repeat", "needs a whole number up to a million");
    }
    run.repeat = (uint32_t)repeat;
    return run;
}

FILE* ti_run_open(const ti_run* run)
{
    FILE* file = run->output == NULL ? stdout : fopen(run->output, "w");
    if (file == NULL) {
        perror(run->output);
        exit(5);
    }
    return file;
}

int ti_run_close(const ti_run* run, FILE* file, uint32_t wrong)
{
    if (file != stdout && fclose(file) != 0) {
        perror(run->output);
        return 5;
    }
    if (wrong > 0) {
        fprintf(stderr, "%s: %u wrong answers\n", run->program, wrong);
        return 1;
    }
    return 0;
}
