// Reads motion_flat.txt and the OBJ files that it names, without the readers of the library for the truth.

#include "support/workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char* read_file(const char* path, size_t* size)
{
    FILE* file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    fseek(file, 0, SEEK_SET);
    char* text = calloc((size_t)length + 1, 1);
    *size = text != NULL ? fread(text, 1, (size_t)length, file) : 0;
    fclose(file);
    return text;
}

// The next word of a line, copied.
static bool read_word(char** at, char word[WORKLOAD_NAME])
{
    int used = 0;
    bool good = sscanf(*at, "%63s%n", word, &used) == 1;
    *at += used;
    return good;
}

static bool read_numbers(char** at, double* numbers, int count)
{
    for (int i = 0; i < count; ++i) {
        char* end;
        numbers[i] = strtod(*at, &end);
        if (end == *at) {
            return false;
        }
        *at = end;
    }
    return true;
}

static toi_pose pose_of(const double n[7])
{
    return (toi_pose){{n[0], n[1], n[2]}, {n[3], n[4], n[5], n[6]}};
}

static bool read_query(char* line, workload_query* q)
{
    double n[36];
    bool named = read_word(&line, q->name) && read_word(&line, q->group) && read_word(&line, q->mesh[0]) &&
                 read_word(&line, q->mesh[1]);
    if (!named || !read_numbers(&line, n, 36)) {
        return false;
    }
    for (int i = 0; i < 2; ++i) {
        const double* t = &n[28 + 4 * i];
        q->start[i] = pose_of(&n[14 * i]);
        q->end[i] = pose_of(&n[14 * i + 7]);
        q->truth[i] = (workload_truth){t[0] != 0.0, t[1], t[2], t[3]};
    }
    return true;
}

bool workload_open(workload* w, const char* folder)
{
    *w = (workload){0};
    char path[4200];
    size_t size, lines = 0;
    snprintf(w->folder, sizeof w->folder, "%s", folder);
    snprintf(path, sizeof path, "%s/motion_flat.txt", folder);
    char* text = read_file(path, &size);
    if (text == NULL) {
        return false;
    }
    for (size_t i = 0; i < size; ++i) {
        lines += text[i] == '\n';
    }
    w->queries = calloc(lines + 1, sizeof *w->queries);
    bool good = w->queries != NULL;
    char* rest = NULL;
    for (char* line = strtok_r(text, "\n", &rest); good && line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        if (line[0] != '#') {
            good = read_query(line, &w->queries[w->query_count++]);
        }
    }
    free(text);
    return good && w->query_count > 0;
}

void workload_close(workload* w)
{
    for (uint32_t i = 0; i < w->mesh_count; ++i) {
        toi_mesh_destroy(w->meshes[i].mesh);
        oracle_mesh_release(&w->meshes[i].truth);
    }
    free(w->queries);
}

// Triangles of an OBJ file with lines "v x y z" and "f a b c" alone, as those of the collection are.
static bool read_triangles(char* text, oracle_mesh* mesh)
{
    size_t lines = 0;
    for (const char* c = text; *c != 0; ++c) {
        lines += *c == '\n';
    }
    double* vertices = calloc(3 * lines + 3, sizeof *vertices);
    uint32_t(*triangles)[3] = calloc(lines + 1, sizeof *triangles);
    uint32_t vertex_count = 0, triangle_count = 0;
    bool good = vertices != NULL && triangles != NULL;
    char* rest = NULL;
    for (char* line = strtok_r(text, "\n", &rest); good && line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        char* at = line + 1;
        double corner[3];
        if (line[0] == 'v' && line[1] == ' ') {
            good = read_numbers(&at, &vertices[3 * vertex_count++], 3);
        } else if (line[0] == 'f') {
            good = read_numbers(&at, corner, 3);
            for (int k = 0; k < 3; ++k) {
                triangles[triangle_count][k] = (uint32_t)corner[k] - 1;
            }
            ++triangle_count;
        }
    }
    if (good) {
        oracle_mesh_init(mesh, vertices, vertex_count, (const uint32_t(*)[3])triangles, triangle_count);
    }
    free(vertices);
    free(triangles);
    return good;
}

const workload_mesh* workload_get_mesh(workload* w, const char* name)
{
    for (uint32_t i = 0; i < w->mesh_count; ++i) {
        if (strcmp(w->meshes[i].name, name) == 0) {
            return &w->meshes[i];
        }
    }
    char path[4300];
    size_t size;
    snprintf(path, sizeof path, "%s/meshes/%s", w->folder, name);
    char* text = w->mesh_count < WORKLOAD_MESHES ? read_file(path, &size) : NULL;
    if (text == NULL) {
        return NULL;
    }
    workload_mesh* m = &w->meshes[w->mesh_count];
    snprintf(m->name, sizeof m->name, "%s", name);
    toi_read_def def = {0};
    toi_error error;
    bool good = toi_mesh_read(text, size, TOI_FORMAT_OBJ, &def, &m->mesh, &error) == TOI_OK &&
                read_triangles(text, &m->truth);
    free(text);
    w->mesh_count += good;
    return good ? m : NULL;
}
