// `toi pose`: where the bodies are at a time.

#include "fields.h"
#include "place.h"
#include "write.h"

static uint32_t vertex_count(const ti_scene_body* body)
{
    toi_mesh_info info = {0};
    if (body->mesh) {
        toi_mesh_get_info(body->mesh, &info);
    }
    return info.vertices;
}

static void write_body(ti_json* json, const ti_scene_body* body, double time, bool vertices)
{
    toi_pose pose = toi_motion_pose(&body->motion, time);
    ti_json_begin(json, NULL, '{');
    ti_json_text(json, "name", body->name);
    ti_json_pose(json, pose);
    if (vertices) {
        ti_json_begin(json, "vertices", '[');
        for (uint32_t i = 0; i < vertex_count(body); ++i) {
            ti_json_vec3(json, NULL, toi_pose_point(pose, toi_mesh_vertex(body->mesh, i)));
        }
        ti_json_end(json, ']');
    }
    ti_json_end(json, '}');
}

void ti_write_pose_json(FILE* stream, const ti_scene* scene, double time, bool vertices)
{
    ti_json json = ti_json_answer(stream, 2);
    ti_json_number(&json, "time", time);
    ti_json_begin(&json, "bodies", '[');
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        write_body(&json, &scene->bodies[i], time, vertices);
    }
    ti_json_end(&json, ']');
    ti_json_end(&json, '}');
}

static void write_csv_vertices(FILE* stream, const ti_scene_body* body, toi_pose pose)
{
    for (uint32_t i = 0; i < vertex_count(body); ++i) {
        toi_vec3 point = toi_pose_point(pose, toi_mesh_vertex(body->mesh, i));
        ti_csv_text(stream, true, body->name);
        ti_csv_count(stream, false, i);
        ti_csv_vec3(stream, true, point);
        fputc('\n', stream);
    }
}

static void write_csv_pose(FILE* stream, const ti_scene_body* body, toi_pose pose)
{
    ti_csv_text(stream, true, body->name);
    ti_csv_pose(stream, pose);
    fputc('\n', stream);
}

void ti_write_pose_csv(FILE* stream, const ti_scene* scene, double time, bool vertices)
{
    fputs(vertices ? "name,vertex,x,y,z\n" : "name,x,y,z,qw,qx,qy,qz\n", stream);
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        const ti_scene_body* body = &scene->bodies[i];
        toi_pose pose = toi_motion_pose(&body->motion, time);
        if (vertices) {
            write_csv_vertices(stream, body, pose);
        } else {
            write_csv_pose(stream, body, pose);
        }
    }
}

static void write_text_vector(FILE* stream, toi_vec3 vector)
{
    char x[TI_NUMBER_LENGTH];
    char y[TI_NUMBER_LENGTH];
    char z[TI_NUMBER_LENGTH];
    ti_number_print(vector.x, x);
    ti_number_print(vector.y, y);
    ti_number_print(vector.z, z);
    fprintf(stream, "%s %s %s", x, y, z);
}

void ti_write_pose_text(FILE* stream, const ti_scene* scene, double time, bool vertices)
{
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        const ti_scene_body* body = &scene->bodies[i];
        toi_pose pose = toi_motion_pose(&body->motion, time);
        char name[64];
        char w[TI_NUMBER_LENGTH];
        ti_text_tame(body->name, sizeof name, name);
        ti_number_print(pose.quaternion.w, w);
        fprintf(stream, "%s: position ", name);
        write_text_vector(stream, pose.position);
        fprintf(stream, ", quaternion %s ", w);
        write_text_vector(stream, (toi_vec3){pose.quaternion.x, pose.quaternion.y, pose.quaternion.z});
        fputc('\n', stream);
        for (uint32_t v = 0; vertices && v < vertex_count(body); ++v) {
            fprintf(stream, "  vertex %u: ", v);
            write_text_vector(stream, toi_pose_point(pose, toi_mesh_vertex(body->mesh, v)));
            fputc('\n', stream);
        }
    }
}
