// Scene files of keyframes.

#include "writer.h"

#include "memory.h"

#include <stdio.h>
#include <string.h>

sim_writer writer_start(const char* path, const sim_crowd* crowd, uint32_t steps)
{
    sim_writer w = {.path = path, .body_count = crowd->count, .every = 1};
    if (path != NULL) {
        w.every = (steps + WRITER_KEYS - 2) / (WRITER_KEYS - 1);
        w.poses = allocate((size_t)crowd->count * WRITER_KEYS, sizeof *w.poses);
    }
    return w;
}

void writer_record(sim_writer* writer, const sim_crowd* crowd, uint32_t step)
{
    if (writer->path == NULL || step % writer->every != 0 || writer->key_count == WRITER_KEYS) {
        return;
    }
    toi_pose* poses = &writer->poses[(size_t)writer->key_count++ * writer->body_count];
    for (uint32_t i = 0; i < writer->body_count; ++i) {
        poses[i] = crowd->bodies[i].pose;
    }
}

static void write_vec3(FILE* file, toi_vec3 v)
{
    fprintf(file, "[%.17g, %.17g, %.17g]", v.x, v.y, v.z);
}

static void write_pose(FILE* file, toi_pose pose)
{
    toi_quat q = pose.quaternion;
    fprintf(file, "\"position\": ");
    write_vec3(file, pose.position);
    fprintf(file, ", \"quaternion\": [%.17g, %.17g, %.17g, %.17g]", q.w, q.x, q.y, q.z);
}

void writer_put_mesh(FILE* file, const toi_mesh* mesh, const toi_vec3* vertices)
{
    toi_mesh_info info;
    toi_mesh_get_info(mesh, &info);
    fprintf(file, "{\"vertices\": [");
    for (uint32_t i = 0; i < info.vertices; ++i) {
        fprintf(file, i > 0 ? ", " : "");
        write_vec3(file, vertices != NULL ? vertices[i] : toi_mesh_vertex(mesh, i));
    }
    fprintf(file, "], \"faces\": [");
    for (uint32_t i = 0; i < info.faces; ++i) {
        const uint32_t* corners;
        uint32_t count = toi_mesh_face(mesh, i, &corners);
        for (uint32_t j = 0; j < count; ++j) {
            fprintf(file, "%s%u", j > 0 ? ", " : i > 0 ? ", [" : "[", corners[j]);
        }
        fprintf(file, "]");
    }
    fprintf(file, "]}");
}

static bool same_pose(const toi_pose* a, const toi_pose* b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

// A key between two that are equal to it says nothing.
static bool is_needed(const sim_writer* w, uint32_t body, uint32_t key)
{
    if (key == 0 || key + 1 >= w->key_count) {
        return true;
    }
    const toi_pose* pose = &w->poses[(size_t)key * w->body_count + body];
    return !same_pose(pose, pose - w->body_count) || !same_pose(pose, pose + w->body_count);
}

static void write_motion(FILE* file, const sim_writer* w, uint32_t body)
{
    bool moved = false;
    for (uint32_t k = 1; k < w->key_count; ++k) {
        moved |= !same_pose(&w->poses[body], &w->poses[(size_t)k * w->body_count + body]);
    }
    if (!moved) {
        fprintf(file, "{\"kind\": \"static\", \"pose\": {");
        write_pose(file, w->poses[body]);
        fprintf(file, "}}");
        return;
    }
    fprintf(file, "{\"kind\": \"keyframes\", \"path\": \"slerp\", \"keys\": [");
    for (uint32_t k = 0; k < w->key_count; ++k) {
        if (is_needed(w, body, k)) {
            fprintf(file, "%s\n      {\"t\": %.17g, ", k > 0 ? "," : "", (double)k / (w->key_count - 1));
            write_pose(file, w->poses[(size_t)k * w->body_count + body]);
            fprintf(file, "}");
        }
    }
    fprintf(file, "]}");
}

// Parts of a level may overlap: they are not asked about each other.
static void write_ignored(FILE* file, const sim_writer* w, const sim_crowd* crowd)
{
    const char* comma = "";
    fprintf(file, ",\n  \"ignore\": [");
    for (uint32_t i = 0; i < w->body_count; ++i) {
        for (uint32_t k = i + 1; k < w->body_count; ++k) {
            const sim_body *a = &crowd->bodies[i], *b = &crowd->bodies[k];
            if (a->mass <= 0.0 && b->mass <= 0.0) {
                fprintf(file, "%s[\"%s\", \"%s\"]", comma, a->name, b->name);
                comma = ", ";
            }
        }
    }
    fprintf(file, "]");
}

// All that the file is made of.
typedef struct scene_file {
    const sim_writer* writer;
    const sim_crowd* crowd;
    double seconds;
    const char* about;
} scene_file;

static void put_scene(FILE* file, const void* data)
{
    const scene_file* scene = data;
    const sim_writer* w = scene->writer;
    fprintf(file, "{ \"toi\": 1,\n  \"bodies\": [");
    for (uint32_t i = 0; i < w->body_count; ++i) {
        const sim_body* body = &scene->crowd->bodies[i];
        fprintf(file, "%s\n    { \"name\": \"%s\", \"mesh\": ", i > 0 ? "," : "", body->name);
        writer_put_mesh(file, body->mesh, NULL);
        fprintf(file, ",\n      \"motion\": ");
        write_motion(file, w, i);
        fprintf(file, " }");
    }
    fprintf(file, "]");
    write_ignored(file, w, scene->crowd);
    fprintf(file, ",\n  \"extras\": { \"about\": \"%s\", \"seconds\": %.17g, \"keys\": %u } }\n",
            scene->about, scene->seconds, w->key_count);
}

bool write_whole(const char* path, void put(FILE* file, const void* data), const void* data)
{
    char part[4096];
    int length = snprintf(part, sizeof part, "%s.part", path);
    FILE* file = length > 0 && (size_t)length < sizeof part ? fopen(part, "w") : NULL;
    bool fine = file != NULL;
    if (fine) {
        put(file, data);
        fine = !ferror(file);
        fine = fclose(file) == 0 && fine;
        fine = fine && rename(part, path) == 0;
        if (!fine) {
            remove(part);
        }
    }
    if (!fine) {
        fprintf(stderr, "%s: cannot be written\n", path);
    }
    return fine;
}

bool writer_finish(sim_writer* w, const sim_crowd* crowd, double rate, const char* about)
{
    if (w->path == NULL) {
        return true;
    }
    scene_file scene = {w, crowd, (w->key_count - 1.0) * w->every / rate, about};
    bool fine = w->key_count > 1 && write_whole(w->path, put_scene, &scene);
    release(w->poses);
    return fine;
}
