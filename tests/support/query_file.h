// Reads queries of straight vertex paths with their answers: the files of ccd-queries/ (CSV, hexadecimal
// floating point, gzip) and the cases of notes/deform-cases.md of the collection of test data.

#ifndef TOI_TESTS_QUERY_FILE_H
#define TOI_TESTS_QUERY_FILE_H

#include "toi/primitives.h"

typedef struct file_query {
    char id[64], scene[64];
    toi_primitive_query query;
    bool contact;
    double time; // of the first contact; infinite without one
} file_query;

typedef struct query_file query_file;

// NULL where the file cannot be read.
query_file* query_file_open(const char* path);
void query_file_close(query_file* file);

// The next query of a CSV file. False at its end, or at a line that is none: `query_file_is_done` tells.
bool query_file_next(query_file* file, file_query* query);
bool query_file_is_done(const query_file* file);

// The next case of a text with cases, each a line of kind, answer and time and then eight lines of points.
// The time is given to `query_case_digits` digits.
bool query_case_next(query_file* file, file_query* query);

#define QUERY_CASE_DIGITS 9

#endif
