// `toi pose`: where the bodies are at a time.

#include "fields.h"
#include "place.h"
#include "write.h"

// Where the vertices of a body are. The reader has checked the motion, so that nothing fails.
static uint32_t find_vertices(const ti_scene_body* body, double time, toi_vec3* room)
{
    toi_body posed = {.mesh = body->mesh, .motion = body->motion};
    uint32_t count = room ? ti_scene_vertex_count(body) : 0;
    return count > 0 && toi_body_vertices(&posed, time, room, NULL) == TOI_OK ? count : 0;
}

static void write_body(ti_json* json, const ti_scene_body* body, double time, toi_vec3* room)
{
    ti_json_begin(json, NULL, '{');
    ti_json_text(json, "name", body->name);
    ti_json_pose(json, toi_motion_pose(&body->motion, time));
    if (room) {
        uint32_t count = find_vertices(body, time, room);
        ti_json_begin(json, "vertices", '[');
        for (uint32_t i = 0; i < count; ++i) {
            ti_json_vec3(json, NULL, room[i]);
        }
        ti_json_end(json, ']');
    }
    ti_json_end(json, '}');
}

void ti_write_pose_json(FILE* stream, const ti_scene* scene, double time, toi_vec3* room)
{
    ti_json json = ti_json_answer(stream, 2);
    ti_json_number(&json, "time", time);
    ti_json_begin(&json, "bodies", '[');
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        write_body(&json, &scene->bodies[i], time, room);
    }
    ti_json_end(&json, ']');
    ti_json_end(&json, '}');
}

static void write_csv_vertices(FILE* stream, const ti_scene_body* body, double time, toi_vec3* room)
{
    uint32_t count = find_vertices(body, time, room);
    for (uint32_t i = 0; i < count; ++i) {
        ti_csv_text(stream, true, body->name);
        ti_csv_count(stream, false, i);
        ti_csv_vec3(stream, true, room[i]);
        fputc('\n', stream);
    }
}

static void write_csv_pose(FILE* stream, const ti_scene_body* body, toi_pose pose)
{
    ti_csv_text(stream, true, body->name);
    ti_csv_pose(stream, pose);
    fputc('\n', stream);
}

void ti_write_pose_csv(FILE* stream, const ti_scene* scene, double time, toi_vec3* room)
{
    fputs(room ? "name,vertex,x,y,z\n" : "name,x,y,z,qw,qx,qy,qz\n", stream);
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        const ti_scene_body* body = &scene->bodies[i];
        if (room) {
            write_csv_vertices(stream, body, time, room);
        } else {
            write_csv_pose(stream, body, toi_motion_pose(&body->motion, time));
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

static void write_text_pose(FILE* stream, const ti_scene_body* body, double time)
{
    toi_pose pose = toi_motion_pose(&body->motion, time);
    char name[64];
    char w[TI_NUMBER_LENGTH];
    ti_text_tame(body->name, sizeof name, name);
    ti_number_print(pose.quaternion.w, w);
    fprintf(stream, "%s: position ", name);
    write_text_vector(stream, pose.position);
    fprintf(stream, ", quaternion %s ", w);
    write_text_vector(stream, (toi_vec3){pose.quaternion.x, pose.quaternion.y, pose.quaternion.z});
    // Its pose says little of where it is.
    fputs(body->motion.kind == TOI_MOTION_VERTICES ? ", deforms\n" : "\n", stream);
}

void ti_write_pose_text(FILE* stream, const ti_scene* scene, double time, toi_vec3* room)
{
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        const ti_scene_body* body = &scene->bodies[i];
        uint32_t count = find_vertices(body, time, room);
        write_text_pose(stream, body, time);
        for (uint32_t v = 0; v < count; ++v) {
            fprintf(stream, "  vertex %u: ", v);
            write_text_vector(stream, room[v]);
            fputc('\n', stream);
        }
    }
}
