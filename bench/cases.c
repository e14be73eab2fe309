// The list of queries and their meshes.

#include "bench/cases.h"

#include "scenes/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool ti_cases_wanted(const ti_case_list* list, const char* scene)
{
    return list->filter == NULL || strstr(scene, list->filter) != NULL;
}

ti_case* ti_cases_add(ti_case_list* list, const char* scene, const char* name)
{
    list->cases = ti_make_room(list->cases, list->count, &list->room, sizeof(ti_case));
    ti_case* added = &list->cases[list->count++];
    *added = (ti_case){0};
    snprintf(added->scene, sizeof added->scene, "%s", scene);
    snprintf(added->name, sizeof added->name, "%s", name);
    return added;
}

const toi_mesh* ti_cases_find_mesh(const ti_case_list* list, const char* name)
{
    for (uint32_t i = 0; i < list->mesh_count; ++i) {
        if (strcmp(list->meshes[i].name, name) == 0) {
            return list->meshes[i].mesh;
        }
    }
    return NULL;
}

const toi_mesh* ti_cases_keep_mesh(ti_case_list* list, const char* name, toi_mesh* mesh)
{
    list->meshes = ti_make_room(list->meshes, list->mesh_count, &list->mesh_room, sizeof(ti_case_mesh));
    ti_case_mesh* kept = &list->meshes[list->mesh_count++];
    snprintf(kept->name, sizeof kept->name, "%s", name);
    kept->mesh = mesh;
    return mesh;
}

static int by_scene(const void* a, const void* b)
{
    const ti_case *x = a, *y = b;
    int order = strcmp(x->scene, y->scene);
    return order != 0 ? order : strcmp(x->name, y->name);
}

void ti_cases_sort(ti_case_list* list)
{
    qsort(list->cases, list->count, sizeof list->cases[0], by_scene);
}

uint32_t ti_cases_scene_end(const ti_case_list* list, uint32_t first)
{
    uint32_t end = first + 1;
    while (end < list->count && strcmp(list->cases[end].scene, list->cases[first].scene) == 0) {
        ++end;
    }
    return end;
}

void ti_cases_release(ti_case_list* list)
{
    for (uint32_t i = 0; i < list->mesh_count; ++i) {
        toi_mesh_destroy(list->meshes[i].mesh);
    }
    free(list->meshes);
    free(list->cases);
    *list = (ti_case_list){0};
}
