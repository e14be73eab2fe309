// Output that is written whole or not at all: to a file by way of a temporary one, or to standard output.

#ifndef TI_SCENE_OUTPUT_H
#define TI_SCENE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

enum { TI_OUTPUT_PATH = 4096 };

typedef struct ti_output {
    FILE* stream;
    bool is_stdout;
    char target[TI_OUTPUT_PATH];    // empty for standard output
    char temporary[TI_OUTPUT_PATH]; // empty where the target is written in place: a device or a pipe
    char error[256];                // why it failed; empty as long as it did not
} ti_output;

// Opens a file, or standard output where the path is NULL or "-".
bool ti_output_open(ti_output* output, const char* path);

// Finishes: what was written is on disk under its name when this returns true. Otherwise nothing is, and
// `error` says why.
bool ti_output_close(ti_output* output);

// Gives up: leaves nothing behind.
void ti_output_discard(ti_output* output);

#endif
