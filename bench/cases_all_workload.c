// Reads the scenes of a screw with known contacts, for the queries for all contacts.

#include "bench/cases.h"

#include "scene/scene.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void quit(const char* path, const char* why)
{
    fprintf(stderr, "%s: %s\n", path, why);
    exit(3);
}

// The scene keeps its meshes until the end of the program, as its queries need them.
static const ti_scene* load_scene(const char* path)
{
    ti_scene* scene = calloc(1, sizeof *scene);
    ti_scene_error error = {0};
    if (scene == NULL || ti_scene_load(path, &(ti_scene_def){0}, scene, &error) != TOI_OK) {
        quit(path, error.text);
    }
    if (scene->body_count != 2) {
        quit(path, "does not hold two bodies");
    }
    return scene;
}

static void read_truth(const char* path, ti_case* query)
{
    json_error_t error;
    json_t* file = json_load_file(path, 0, &error);
    const json_t* contacts = json_object_get(json_object_get(file, "extras"), "expected_contacts");
    if (!json_is_array(contacts)) {
        quit(path, "says nothing of its contacts");
    }
    query->known = true;
    query->contact_count = (uint32_t)json_array_size(contacts);
    for (; query->time_count < query->contact_count && query->time_count < TI_CASE_TIMES;
         ++query->time_count) {
        const json_t* contact = json_array_get(contacts, query->time_count);
        query->times[query->time_count] = json_number_value(json_object_get(contact, "time"));
    }
    json_decref(file);
}

static void fill(ti_case* query, const ti_scene* scene, uint32_t methods)
{
    query->a = (toi_body){.mesh = scene->bodies[0].mesh, .motion = scene->bodies[0].motion};
    query->b = (toi_body){.mesh = scene->bodies[1].mesh, .motion = scene->bodies[1].motion};
    query->methods = methods;
}

// Every scene of a kind, and those with contacts once more as a class of their own.
static uint32_t add_kind(ti_case_list* list, const char* folder, const char* kind, const char* scene,
                         uint32_t methods)
{
    uint32_t count = 0;
    char path[4096], hits[64];
    snprintf(hits, sizeof hits, "%s_hit", scene);
    for (;; ++count) {
        snprintf(path, sizeof path, "%s/workloads/screw/%s%02u.json", folder, kind, count);
        FILE* file = fopen(path, "rb");
        if (file == NULL) {
            return count;
        }
        fclose(file);
        const ti_scene* loaded = load_scene(path);
        char name[64];
        snprintf(name, sizeof name, "%s%02u", kind, count);
        ti_case truth = {0};
        read_truth(path, &truth);
        for (int k = 0; k < (truth.contact_count > 0 ? 2 : 1); ++k) {
            const char* class_name = k == 0 ? scene : hits;
            if (!ti_cases_wanted(list, class_name)) {
                continue;
            }
            ti_case* added = ti_cases_add(list, class_name, name);
            fill(added, loaded, k == 0 ? methods : methods & (TI_ALL_SCREW | TI_ALL_SLACK | TI_ALL_FIRST));
            added->known = true;
            added->contact_count = truth.contact_count;
            added->time_count = truth.time_count;
            memcpy(added->times, truth.times, sizeof truth.times);
        }
    }
}

bool ti_cases_add_all_workload(ti_case_list* list, const char* folder)
{
    const uint32_t all = TI_ALL_SCREW | TI_ALL_SLACK | TI_ALL_FIRST | TI_ALL_SCREEN | TI_ALL_ROBUST;
    return add_kind(list, folder, "box", "cube", all) > 0 && add_kind(list, folder, "car", "car", all) > 0 &&
           add_kind(list, folder, "torus", "torus", all) > 0 &&
           add_kind(list, folder, "rod", "rod", TI_ALL_SCREW | TI_ALL_SLACK) > 0;
}
