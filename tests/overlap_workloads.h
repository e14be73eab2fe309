// The scenes of workloads/instant and the runs of workloads/cycles of the collection of test data.

#ifndef TOI_TESTS_OVERLAP_WORKLOADS_H
#define TOI_TESTS_OVERLAP_WORKLOADS_H

#include "cmocka_toi.h"
#include "data.h"

#include <jansson.h>

// A mesh as a body at an instant.
static inline ti_faces workload_faces(const toi_mesh* mesh, toi_pose pose)
{
    return (ti_faces){.triangles = mesh->triangles,
                      .vertices = mesh->vertices,
                      .triangle_count = mesh->triangle_count,
                      .vertex_count = mesh->vertex_count,
                      .rigid = true,
                      .rotation = m3_from_quat(q_normalize(pose.quaternion)),
                      .position = pose.position};
}

// Reads a file of the collection whole; NULL where it is not there.
static inline char* workload_read_text(const char* name, size_t* size)
{
    const char* path = test_data_path(name);
    if (path == NULL) {
        return NULL;
    }
    char command[8192];
    bool packed = strstr(name, ".gz") != NULL;
    snprintf(command, sizeof command, packed ? "gzip -dc '%s'" : "cat '%s'", path);
    FILE* stream = popen(command, "r");
    assert_non_null(stream);
    size_t room = 1 << 20;
    char* text = malloc(room);
    *size = 0;
    for (size_t read = 1; read > 0;) {
        if (*size + 1 == room) {
            text = realloc(text, room *= 2);
        }
        assert_non_null(text);
        read = fread(text + *size, 1, room - 1 - *size, stream);
        *size += read;
    }
    text[*size] = '\0';
    assert_int_equal(pclose(stream), 0);
    return text;
}

// A mesh by the name that scenes give it, or by its own.
static inline toi_mesh* workload_read_mesh(const char* name)
{
    const char* slash = strrchr(name, '/');
    char file[128];
    snprintf(file, sizeof file, "workloads/meshes/%s", slash != NULL ? slash + 1 : name);
    size_t size;
    char* text = workload_read_text(file, &size);
    assert_non_null(text);
    toi_mesh* mesh;
    const toi_read_def def = {.inspect_only = true};
    assert_int_equal(toi_mesh_read(text, size, TOI_FORMAT_OBJ, &def, &mesh, NULL), TOI_OK);
    free(text);
    return mesh;
}

// ---- instants

typedef struct workload_instant {
    toi_mesh* mesh[2];
    ti_faces faces[2];
    ti_face_pair* pairs; // of faces, as they are listed
    size_t pair_count;
} workload_instant;

static const char* const workload_instants[] = {
    "car_d0",       "car_d2",       "cube_d0",      "cube_d2",       "shuttle528_d0", "shuttle528_d2",
    "sphere10k_d0", "sphere168_d0", "sphere168_d1", "sphere3968_d1", "sphere528_d0",  "sphere960_d0",
    "sphere960_d1", "torus10k_d1",  "torus300_d0",  "torus300_d2"};
enum { WORKLOAD_INSTANTS = sizeof workload_instants / sizeof workload_instants[0] };

static inline toi_pose workload_pose(const json_t* pose)
{
    double n[7];
    for (size_t i = 0; i < 7; ++i) {
        const json_t* list = json_object_get(pose, i < 3 ? "position" : "quaternion");
        n[i] = json_number_value(json_array_get(list, i < 3 ? i : i - 3));
    }
    return (toi_pose){{n[0], n[1], n[2]}, {n[3], n[4], n[5], n[6]}};
}

// False where the collection is not there.
static inline bool workload_open_instant(const char* name, workload_instant* instant)
{
    char file[128];
    snprintf(file, sizeof file, "workloads/instant/%s.json", name);
    size_t size;
    char* text = workload_read_text(file, &size);
    if (text == NULL) {
        return false;
    }
    json_t* scene = json_loadb(text, size, 0, NULL);
    assert_non_null(scene);
    for (size_t i = 0; i < 2; ++i) {
        const json_t* body = json_array_get(json_object_get(scene, "bodies"), i);
        const json_t* pose = json_object_get(json_object_get(body, "motion"), "pose");
        instant->mesh[i] = workload_read_mesh(json_string_value(json_object_get(body, "mesh")));
        instant->faces[i] = workload_faces(instant->mesh[i], workload_pose(pose));
    }
    const json_t* list = json_object_get(json_object_get(scene, "extras"), "expected_face_pairs");
    instant->pair_count = json_array_size(list);
    instant->pairs = malloc((instant->pair_count + 1) * sizeof *instant->pairs);
    assert_non_null(instant->pairs);
    for (size_t i = 0; i < instant->pair_count; ++i) {
        const json_t* pair = json_array_get(list, i);
        instant->pairs[i] = (ti_face_pair){(uint32_t)json_integer_value(json_array_get(pair, 0)),
                                           (uint32_t)json_integer_value(json_array_get(pair, 1))};
    }
    json_decref(scene);
    free(text);
    return true;
}

static inline void workload_close_instant(workload_instant* instant)
{
    toi_mesh_destroy(instant->mesh[0]);
    toi_mesh_destroy(instant->mesh[1]);
    free(instant->pairs);
}

// ---- cycles

enum { WORKLOAD_BODIES = 64 };

// A run that is read cycle by cycle.
typedef struct workload_run {
    char* text;
    char* at;
    toi_mesh* mesh;
    uint32_t bodies, cycles;
} workload_run;

static inline bool workload_open_run(const char* name, workload_run* run)
{
    char file[128], mesh[64];
    snprintf(file, sizeof file, "workloads/cycles/%s.txt.gz", name);
    size_t size;
    run->text = workload_read_text(file, &size);
    if (run->text == NULL) {
        return false;
    }
    int used;
    run->at = strchr(run->text, '\n') + 1;
    assert_int_equal(sscanf(run->at, "%u %63s %u%n", &run->bodies, mesh, &run->cycles, &used), 3);
    run->at += used;
    run->mesh = workload_read_mesh(mesh);
    assert_true(run->bodies <= WORKLOAD_BODIES);
    return true;
}

// The bodies of the next cycle, and how many pairs of faces, of bodies and of boxes meet.
static inline void workload_next_cycle(workload_run* run, ti_faces* faces, uint64_t truth[3])
{
    while (*run->at != 'c') {
        ++run->at;
    }
    ++run->at;
    strtoull(run->at, &run->at, 10);
    for (int i = 0; i < 3; ++i) {
        truth[i] = strtoull(run->at, &run->at, 10);
    }
    for (uint32_t i = 0; i < run->bodies; ++i) {
        double n[7];
        for (int k = 0; k < 7; ++k) {
            n[k] = strtod(run->at, &run->at);
        }
        faces[i] = workload_faces(run->mesh, (toi_pose){{n[0], n[1], n[2]}, {n[3], n[4], n[5], n[6]}});
    }
}

static inline void workload_close_run(workload_run* run)
{
    toi_mesh_destroy(run->mesh);
    free(run->text);
}

#endif
