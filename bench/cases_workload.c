// Reads the verified queries: one a line, with meshes as OBJ files beside them.

#include "bench/cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS 36 // of a line: four poses, then twice hit, time, its upper end, smallest distance

typedef struct line {
    char name[64], class_name[64], mesh_a[64], mesh_b[64];
    double numbers[NUMBERS];
} line;

static const toi_mesh* load_mesh(ti_case_list* list, const char* folder, const char* name)
{
    const toi_mesh* known = ti_cases_find_mesh(list, name);
    if (known != NULL) {
        return known;
    }
    char path[4096];
    snprintf(path, sizeof path, "%s/workloads/meshes/%s", folder, name);
    FILE* file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(3);
    }
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    char* bytes = malloc(size + 1);
    toi_mesh* mesh = NULL;
    toi_error error = {0};
    if (bytes == NULL || fread(bytes, 1, size, file) != size ||
        toi_mesh_read(bytes, size, TOI_FORMAT_OBJ, NULL, &mesh, &error) != TOI_OK) {
        fprintf(stderr, "%s: %s\n", path, error.text);
        exit(3);
    }
    free(bytes);
    fclose(file);
    return ti_cases_keep_mesh(list, name, mesh);
}

static bool read_line(const char* text, line* l)
{
    int used = 0;
    if (sscanf(text, "%63s %63s %63s %63s%n", l->name, l->class_name, l->mesh_a, l->mesh_b, &used) != 4) {
        return false;
    }
    char* at = (char*)(uintptr_t)(text + used);
    for (int i = 0; i < NUMBERS; ++i) {
        char* end = NULL;
        l->numbers[i] = strtod(at, &end);
        if (end == at) {
            return false;
        }
        at = end;
    }
    return true;
}

static toi_motion between(const double* n, toi_path path)
{
    toi_motion m = {.kind = TOI_MOTION_BETWEEN, .path = path};
    m.pose = (toi_pose){{n[0], n[1], n[2]}, {n[3], n[4], n[5], n[6]}};
    m.end = (toi_pose){{n[7], n[8], n[9]}, {n[10], n[11], n[12], n[13]}};
    return m;
}

static void add_line(ti_case_list* list, const char* folder, const line* l, toi_path path)
{
    char scene[80];
    snprintf(scene, sizeof scene, "%s-%s", l->class_name, path == TOI_PATH_SCREW ? "screw" : "slerp");
    if (!ti_cases_wanted(list, scene)) {
        return;
    }
    const double* truth = l->numbers + (path == TOI_PATH_SCREW ? 28 : 32);
    ti_case* added = ti_cases_add(list, scene, l->name);
    added->a = (toi_body){.mesh = load_mesh(list, folder, l->mesh_a), .motion = between(l->numbers, path)};
    added->b =
        (toi_body){.mesh = load_mesh(list, folder, l->mesh_b), .motion = between(l->numbers + 14, path)};
    added->truth = truth[0] > 0.0 ? TI_TRUTH_CONTACT : TI_TRUTH_CLEAR;
    added->time = truth[1];
    added->time_high = truth[2];
}

static void add_lines(ti_case_list* list, const char* folder, FILE* file, toi_path path)
{
    char text[4096];
    line l;
    while (fgets(text, sizeof text, file) != NULL) {
        if (text[0] != '#' && read_line(text, &l)) {
            add_line(list, folder, &l, path);
        }
    }
    rewind(file);
}

bool ti_cases_add_workload(ti_case_list* list, const char* folder)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/workloads/motion_flat.txt", folder);
    FILE* file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    add_lines(list, folder, file, TOI_PATH_SCREW);
    add_lines(list, folder, file, TOI_PATH_SLERP);
    fclose(file);
    return true;
}
