// What the programs of the benchmark share: their command line, and the file that they write.

#ifndef TI_BENCH_RUN_H
#define TI_BENCH_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// The options of every program, and where the data are.
typedef struct ti_run {
    const char *program, *usage;
    const char* filter; // NULL: all scenes
    const char* output; // NULL: standard output
    const char* data;   // $TOI_DATA
    uint32_t repeat;
} ti_run;

// An option of one program, and the one place where its value goes: a switch, a text or a positive number.
typedef struct ti_run_option {
    const char* name;
    bool* on;
    const char** text;
    double* number;
} ti_run_option;

// Reads the command line: `own` options besides those of ti_run. Ends the program after --help, and with
// exit status 2 where an option is unknown or its value is wrong.
ti_run ti_run_begin(const char* program, const char* usage, int argc, char** argv, const ti_run_option* own,
                    size_t own_count);

// Opens the output; ends the program with exit status 5 where it cannot be written.
FILE* ti_run_open(const ti_run* run);

// Closes the output. Returns the exit status: 5 where it could not be written, 1 where answers are wrong.
int ti_run_close(const ti_run* run, FILE* file, uint32_t wrong);

#endif
