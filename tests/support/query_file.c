// Lines of text, packed by gzip or not.

#include "support/query_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { LINE_LENGTH = 4096, POINTS = 8 };

struct query_file {
    gzFile text;
    char line[LINE_LENGTH];
    bool done;
};

query_file* query_file_open(const char* path)
{
    query_file* file = calloc(1, sizeof *file);
    if (file != NULL) {
        file->text = gzopen(path, "rb");
    }
    if (file == NULL || file->text == NULL) {
        free(file);
        return NULL;
    }
    return file;
}

void query_file_close(query_file* file)
{
    gzclose(file->text);
    free(file);
}

bool query_file_is_done(const query_file* file)
{
    return file->done;
}

static bool next_line(query_file* file)
{
    file->done = gzgets(file->text, file->line, sizeof file->line) == NULL;
    return !file->done;
}

static void set_coordinate(toi_primitive_query* query, int point, int k, double x)
{
    toi_vec3* to = point < POINTS / 2 ? &query->start[point] : &query->end[point - POINTS / 2];
    double* at[3] = {&to->x, &to->y, &to->z};
    *at[k] = x;
}

// The field up to the next comma or the end of the line.
static const char* next_field(char** at)
{
    char* field = *at;
    char* end = field + strcspn(field, ",\r\n");
    *at = *end != '\0' ? end + 1 : end;
    *end = '\0';
    return field;
}

static bool read_number(const char* field, double* x)
{
    char* end;
    *x = strtod(field, &end);
    return end != field && *end == '\0';
}

bool query_file_next(query_file* file, file_query* query)
{
    if (!next_line(file) || (strncmp(file->line, "id,", 3) == 0 && !next_line(file))) {
        return false;
    }
    *query = (file_query){0};
    char* at = file->line;
    snprintf(query->id, sizeof query->id, "%.63s", next_field(&at));
    snprintf(query->scene, sizeof query->scene, "%.63s", next_field(&at));
    const char* kind = next_field(&at);
    query->query.kind = strcmp(kind, "vf") == 0 ? TOI_PRIMITIVE_VF : TOI_PRIMITIVE_EE;
    bool fine = strcmp(kind, "vf") == 0 || strcmp(kind, "ee") == 0;
    for (int i = 0; i < 3 * POINTS; ++i) {
        double x = 0.0;
        fine = read_number(next_field(&at), &x) && fine;
        set_coordinate(&query->query, i / 3, i % 3, x);
    }
    double contact = 0.0;
    fine = read_number(next_field(&at), &contact) && fine;
    query->contact = contact == 1.0;
    return read_number(next_field(&at), &query->time) && fine;
}

// `name   vf exact=1 toi=0.5`
static bool read_heading(const char* line, file_query* query)
{
    const char* answer = strstr(line, " exact=");
    if (line[0] != '`' || answer == NULL || answer - line < 3 || strchr(line, '|') != NULL) {
        return false;
    }
    *query = (file_query){0};
    size_t length = strcspn(line + 1, " ");
    snprintf(query->id, sizeof query->id, "%.*s", length < 64 ? (int)length : 63, line + 1);
    query->query.kind = strncmp(answer - 2, "vf", 2) == 0 ? TOI_PRIMITIVE_VF : TOI_PRIMITIVE_EE;
    int contact = 0;
    bool fine = sscanf(answer, " exact=%d toi=%lf", &contact, &query->time) == 2;
    query->contact = contact == 1;
    return fine;
}

// Three numbers in decimal, and the same in hexadecimal.
static bool read_points(query_file* file, file_query* query)
{
    if (!next_line(file) || !next_line(file)) { // an empty line and one that opens the block
        return false;
    }
    for (int i = 0; i < POINTS; ++i) {
        double x[6];
        if (!next_line(file) ||
            sscanf(file->line, "%lf %lf %lf %lf %lf %lf", &x[0], &x[1], &x[2], &x[3], &x[4], &x[5]) != 6) {
            return false;
        }
        for (int k = 0; k < 3; ++k) {
            if (x[k] != x[k + 3]) {
                return false;
            }
            set_coordinate(&query->query, i, k, x[k]);
        }
    }
    return true;
}

bool query_case_next(query_file* file, file_query* query)
{
    while (next_line(file)) {
        if (read_heading(file->line, query)) {
            return read_points(file, query);
        }
    }
    return false;
}
