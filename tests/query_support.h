// Files of recorded queries, as tests open them.

#ifndef TOI_TESTS_QUERY_SUPPORT_H
#define TOI_TESTS_QUERY_SUPPORT_H

#include "cmocka_toi.h"
#include "support/query_file.h"

// A set of ccd-queries/ by its name, or a file by its path from where the test data is. NULL without data.
static inline query_file* open_queries(const char* name)
{
    char path[128];
    snprintf(path, sizeof path, strchr(name, '/') ? "%s" : "ccd-queries/%s.csv.gz", name);
    const char* full = test_data_path(path);
    if (full == NULL) {
        return NULL;
    }
    query_file* file = query_file_open(full);
    assert_non_null(file);
    return file;
}

// The cases that others reported as wrong.
#define QUERY_CASES "notes/deform-cases.md"
enum { QUERY_CASE_COUNT = 27 };

#endif
