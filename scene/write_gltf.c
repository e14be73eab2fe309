// A scene as a GLB file (glTF 2.0): bodies as nodes with meshes, their motions as one animation, and contacts
// as points with lines along their normals. Positions are relative to a root node, which has the place of the
// first body: numbers in the file are single, the place of the root is not.

#include "gltf_parts.h"
#include "write_export.h"

#include <stdlib.h>
#include <string.h>

enum { COLOURS = 8, CONTACT_MATERIAL = 2 * COLOURS };

static void write_numbers(ti_json* json, const char* key, const double* numbers, int count)
{
    ti_json_begin(json, key, '[');
    for (int k = 0; k < count; ++k) {
        ti_json_number(json, NULL, numbers[k]);
    }
    ti_json_end(json, ']');
}

// Of moving bodies, then of resting ones, then of contacts.
static void write_materials(ti_json* json)
{
    static const double colours[COLOURS][3] = {{0.69, 0.22, 0.02}, {0.05, 0.27, 0.64}, {0.04, 0.37, 0.19},
                                               {0.52, 0.10, 0.27}, {0.58, 0.36, 0.02}, {0.19, 0.16, 0.63},
                                               {0.62, 0.10, 0.07}, {0.07, 0.38, 0.43}};
    ti_json_begin(json, "materials", '[');
    for (int i = 0; i <= CONTACT_MATERIAL; ++i) {
        double grey = 0.25 + 0.03 * (i % COLOURS);
        double colour[4] = {grey, grey, grey, 1.0};
        for (int k = 0; k < 3 && i < COLOURS; ++k) {
            colour[k] = colours[i][k];
        }
        if (i == CONTACT_MATERIAL) {
            colour[0] = 0.6;
            colour[1] = colour[2] = 0.01;
        }
        ti_json_begin(json, NULL, '{');
        ti_json_begin(json, "pbrMetallicRoughness", '{');
        write_numbers(json, "baseColorFactor", colour, 4);
        ti_json_number(json, "metallicFactor", 0.0);
        ti_json_number(json, "roughnessFactor", 0.8);
        ti_json_end(json, '}');
        ti_json_bool(json, "doubleSided", true);
        ti_json_end(json, '}');
    }
    ti_json_end(json, ']');
}

static void write_primitive(ti_json* json, uint32_t positions, int mode, int material)
{
    ti_json_begin(json, NULL, '{');
    ti_json_begin(json, "attributes", '{');
    ti_json_count(json, "POSITION", positions);
    ti_json_end(json, '}');
    ti_json_count(json, "mode", (uint64_t)mode);
    ti_json_count(json, "material", (uint64_t)material);
}

static void write_body_mesh(ti_json* json, const ti_gltf* g, uint32_t index)
{
    enum { POINTS = 0, TRIANGLES = 4 };
    const ti_scene_body* body = &g->scene->bodies[index];
    const ti_gltf_body* entry = &g->bodies[index];
    int material = (int)(index % COLOURS) + (body->motion.kind == TOI_MOTION_STATIC ? COLOURS : 0);
    ti_json_begin(json, NULL, '{');
    ti_json_begin(json, "primitives", '[');
    write_primitive(json, entry->positions, entry->triangles ? TRIANGLES : POINTS, material);
    if (entry->triangles) {
        ti_json_count(json, "indices", entry->indices);
    }
    if (ti_gltf_deforms(body)) {
        ti_json_begin(json, "targets", '[');
        ti_json_begin(json, NULL, '{');
        ti_json_count(json, "POSITION", entry->ends);
        ti_json_end(json, '}');
        ti_json_end(json, ']');
    }
    ti_json_end(json, '}');
    ti_json_end(json, ']');
    ti_json_end(json, '}');
}

static void write_contact_mesh(ti_json* json, const ti_gltf* g)
{
    enum { POINTS = 0, LINES = 1 };
    ti_json_begin(json, NULL, '{');
    ti_json_begin(json, "primitives", '[');
    ti_json_begin(json, NULL, '{');
    ti_json_begin(json, "attributes", '{');
    ti_json_count(json, "POSITION", g->points);
    ti_json_count(json, "_TIME", g->moments);
    ti_json_end(json, '}');
    ti_json_count(json, "mode", POINTS);
    ti_json_count(json, "material", CONTACT_MATERIAL);
    ti_json_end(json, '}');
    write_primitive(json, g->lines, LINES, CONTACT_MATERIAL);
    ti_json_end(json, '}');
    ti_json_end(json, ']');
    ti_json_end(json, '}');
}

static void write_meshes(ti_json* json, const ti_gltf* g)
{
    ti_json_begin(json, "meshes", '[');
    for (uint32_t i = 0; i < g->scene->body_count; ++i) {
        write_body_mesh(json, g, i);
    }
    if (g->contact_count > 0) {
        write_contact_mesh(json, g);
    }
    ti_json_end(json, ']');
}

static void write_body_node(ti_json* json, const ti_gltf* g, uint32_t index)
{
    toi_pose pose = ti_gltf_pose(g, index, 0);
    toi_quat q = pose.quaternion;
    ti_json_begin(json, NULL, '{');
    ti_json_text(json, "name", g->scene->bodies[index].name);
    ti_json_count(json, "mesh", index);
    ti_json_vec3(json, "translation", pose.position);
    write_numbers(json, "rotation", (double[]){q.x, q.y, q.z, q.w}, 4);
    ti_json_end(json, '}');
}

// The root is the first; then bodies, then contacts.
static void write_nodes(ti_json* json, const ti_gltf* g)
{
    uint32_t children = g->scene->body_count + (g->contact_count > 0);
    ti_json_begin(json, "nodes", '[');
    ti_json_begin(json, NULL, '{');
    ti_json_text(json, "name", "toi");
    ti_json_vec3(json, "translation", g->origin);
    ti_json_begin(json, "children", '[');
    for (uint32_t i = 0; i < children; ++i) {
        ti_json_count(json, NULL, i + 1);
    }
    ti_json_end(json, ']');
    ti_json_end(json, '}');
    for (uint32_t i = 0; i < g->scene->body_count; ++i) {
        write_body_node(json, g, i);
    }
    if (g->contact_count > 0) {
        ti_json_begin(json, NULL, '{');
        ti_json_text(json, "name", "contacts");
        ti_json_count(json, "mesh", g->scene->body_count);
        ti_json_end(json, '}');
    }
    ti_json_end(json, ']');
}

// ---- the animation

static void write_sampler(ti_json* json, uint32_t input, uint32_t output)
{
    ti_json_begin(json, NULL, '{');
    ti_json_count(json, "input", input);
    ti_json_count(json, "output", output);
    ti_json_text(json, "interpolation", "LINEAR");
    ti_json_end(json, '}');
}

static void write_samplers(ti_json* json, const ti_gltf* g)
{
    ti_json_begin(json, "samplers", '[');
    for (uint32_t i = 0; i < g->scene->body_count; ++i) {
        if (ti_gltf_deforms(&g->scene->bodies[i])) {
            write_sampler(json, g->ends, g->weights);
        } else if (ti_gltf_moves(&g->scene->bodies[i])) {
            write_sampler(json, g->times, g->bodies[i].translations);
            write_sampler(json, g->times, g->bodies[i].rotations);
        }
    }
    ti_json_end(json, ']');
}

static void write_channel(ti_json* json, uint32_t* sampler, uint32_t node, const char* path)
{
    ti_json_begin(json, NULL, '{');
    ti_json_count(json, "sampler", (*sampler)++);
    ti_json_begin(json, "target", '{');
    ti_json_count(json, "node", node);
    ti_json_text(json, "path", path);
    ti_json_end(json, '}');
    ti_json_end(json, '}');
}

static void write_animation(ti_json* json, const ti_gltf* g)
{
    uint32_t sampler = 0, any = 0;
    for (uint32_t i = 0; i < g->scene->body_count; ++i) {
        any += g->scene->bodies[i].motion.kind != TOI_MOTION_STATIC;
    }
    if (any == 0) {
        return;
    }
    ti_json_begin(json, "animations", '[');
    ti_json_begin(json, NULL, '{');
    ti_json_text(json, "name", "motion");
    write_samplers(json, g);
    ti_json_begin(json, "channels", '[');
    for (uint32_t i = 0; i < g->scene->body_count; ++i) {
        if (ti_gltf_deforms(&g->scene->bodies[i])) {
            write_channel(json, &sampler, i + 1, "weights");
        } else if (ti_gltf_moves(&g->scene->bodies[i])) {
            write_channel(json, &sampler, i + 1, "translation");
            write_channel(json, &sampler, i + 1, "rotation");
        }
    }
    ti_json_end(json, ']');
    ti_json_end(json, '}');
    ti_json_end(json, ']');
}

// ---- the file

static void write_text(FILE* stream, const ti_gltf* g)
{
    ti_json json = {.stream = stream, .lines_depth = 1};
    ti_json_begin(&json, NULL, '{');
    ti_json_begin(&json, "asset", '{');
    ti_json_text(&json, "version", "2.0");
    ti_json_text(&json, "generator", "toi report");
    ti_json_end(&json, '}');
    ti_json_count(&json, "scene", 0);
    ti_json_begin(&json, "scenes", '[');
    ti_json_begin(&json, NULL, '{');
    ti_json_text(&json, "name", g->scene->name);
    ti_json_begin(&json, "nodes", '[');
    ti_json_count(&json, NULL, 0);
    ti_json_end(&json, ']');
    ti_json_end(&json, '}');
    ti_json_end(&json, ']');
    write_nodes(&json, g);
    write_meshes(&json, g);
    write_materials(&json);
    write_animation(&json, g);
    ti_gltf_write(&json, &g->buffer);
    ti_json_end(&json, '}');
}

static void write_word(FILE* stream, uint64_t word)
{
    for (int shift = 0; shift < 32; shift += 8) {
        fputc((int)(word >> shift & 0xff), stream);
    }
}

static toi_status write_file(FILE* stream, const char* text, size_t length, const ti_gltf_buffer* buffer)
{
    size_t padding = (4 - length % 4) % 4;
    uint64_t total = 12 + 8 + length + padding + 8 + buffer->used;
    if (total > UINT32_MAX) {
        return TOI_ERROR_LIMIT;
    }
    fwrite("glTF", 1, 4, stream);
    write_word(stream, 2);
    write_word(stream, total);
    write_word(stream, length + padding);
    fwrite("JSON", 1, 4, stream);
    fwrite(text, 1, length, stream);
    fwrite("   ", 1, padding, stream);
    write_word(stream, buffer->used);
    fwrite("BIN", 1, 4, stream); // with its 0
    fwrite(buffer->memory.text, 1, buffer->memory.size, stream);
    return TOI_OK;
}

static toi_status write_all(FILE* stream, const ti_gltf* g)
{
    ti_memory_stream memory;
    if (!ti_memory_stream_open(&memory)) {
        return TOI_ERROR_MEMORY;
    }
    write_text(memory.stream, g);
    if (!ti_memory_stream_close(&memory)) {
        return TOI_ERROR_MEMORY;
    }
    toi_status status = write_file(stream, memory.text, memory.size, &g->buffer);
    free(memory.text);
    return status;
}

toi_status ti_write_gltf(FILE* stream, const ti_check_report* report, uint32_t steps)
{
    const ti_scene* scene = report->scene;
    ti_gltf g = {.report = report, .scene = scene, .steps = steps};
    g.bodies = calloc(scene->body_count, sizeof *g.bodies);
    g.origin = toi_motion_pose(&scene->bodies[0].motion, 0.0).position;
    toi_status status = ti_gltf_open(&g.buffer, 4 * scene->body_count + 8);
    status = g.bodies ? status : TOI_ERROR_MEMORY;
    status = status == TOI_OK ? ti_gltf_put(&g) : status;
    status = status == TOI_OK ? write_all(stream, &g) : status;
    for (uint32_t i = 0; g.bodies && i < scene->body_count; ++i) {
        toi_mesh_destroy(g.bodies[i].own);
    }
    free(g.bodies);
    ti_gltf_release(&g.buffer);
    return status;
}
