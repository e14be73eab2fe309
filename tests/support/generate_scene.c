// A pair of bodies as a scene file, with 17 digits, so that a failure can be replayed.

#include "support/generate.h"

static void write_vec(FILE* file, toi_vec3 a)
{
    fprintf(file, "[%.17g, %.17g, %.17g]", a.x, a.y, a.z);
}

static void write_pose(FILE* file, const char* name, toi_pose pose)
{
    fprintf(file, ", \"%s\": {\"position\": ", name);
    write_vec(file, pose.position);
    toi_quat q = pose.quaternion;
    fprintf(file, ", \"quaternion\": [%.17g, %.17g, %.17g, %.17g]}", q.w, q.x, q.y, q.z);
}

static void write_named(FILE* file, const char* name, toi_vec3 a)
{
    fprintf(file, ", \"%s\": ", name);
    write_vec(file, a);
}

static void write_keys(FILE* file, const toi_motion* m)
{
    fprintf(file, ", \"keys\": [");
    for (uint32_t i = 0; i < m->key_count; ++i) {
        toi_quat q = m->keys[i].pose.quaternion;
        fprintf(file, "%s{\"t\": %.17g, \"position\": ", i > 0 ? ", " : "", m->keys[i].t);
        write_vec(file, m->keys[i].pose.position);
        fprintf(file, ", \"quaternion\": [%.17g, %.17g, %.17g, %.17g]}", q.w, q.x, q.y, q.z);
    }
    fprintf(file, "]");
}

static void write_moves(FILE* file, const toi_motion* m)
{
    fprintf(file, ", \"moves\": [");
    for (uint32_t i = 0; i < m->move_count; ++i) {
        const toi_move* move = &m->moves[i];
        bool turns = move->kind == TOI_MOVE_ROTATION;
        fputs(i > 0 ? ", " : "", file);
        if (turns) {
            fprintf(file, "{\"rotate\": {\"angle\": %.17g", move->angle);
            write_named(file, "point", move->point);
            write_named(file, "axis", move->axis);
            fprintf(file, "}");
        } else {
            fprintf(file, "{\"translate\": ");
            write_vec(file, move->by);
        }
        if (move->until != 0.0) {
            fprintf(file, ", \"until\": %.17g", move->until);
        }
        fprintf(file, "}");
    }
    fprintf(file, "]");
}

static void write_turn(FILE* file, const toi_motion* m)
{
    write_named(file, m->kind == TOI_MOTION_SPIN ? "center" : "point", m->point);
    write_named(file, "axis", m->axis);
    fprintf(file, ", \"angle\": %.17g", m->angle);
    if (m->kind == TOI_MOTION_SCREW) {
        fprintf(file, ", \"advance\": %.17g", m->advance);
    }
}

static void write_motion(FILE* file, const toi_motion* m)
{
    static const char* const kinds[] = {"static",  "translation", "rotation",  "screw",
                                        "between", "spin",        "keyframes", "moves"};
    static const char* const paths[] = {"screw", "slerp", "nlerp"};
    fprintf(file, "{\"kind\": \"%s\"", kinds[m->kind]);
    bool turns = m->kind == TOI_MOTION_ROTATION || m->kind == TOI_MOTION_SCREW || m->kind == TOI_MOTION_SPIN;
    if (m->kind == TOI_MOTION_BETWEEN || m->kind == TOI_MOTION_KEYFRAMES) {
        fprintf(file, ", \"path\": \"%s\"", paths[m->path]);
    }
    if (m->kind == TOI_MOTION_KEYFRAMES) {
        write_keys(file, m);
    } else {
        write_pose(file, m->kind == TOI_MOTION_BETWEEN ? "start" : "pose", m->pose);
    }
    if (m->kind == TOI_MOTION_BETWEEN) {
        write_pose(file, "end", m->end);
    }
    if (m->kind == TOI_MOTION_MOVES) {
        write_moves(file, m);
    }
    if (turns) {
        write_turn(file, m);
    }
    if (m->kind == TOI_MOTION_TRANSLATION || m->kind == TOI_MOTION_SPIN) {
        write_named(file, "by", m->by);
    }
    fprintf(file, "}");
}

static void write_mesh(FILE* file, const gen_shape* s)
{
    fprintf(file, "{\"vertices\": [");
    for (uint32_t i = 0; i < s->vertex_count; ++i) {
        const double* v = &s->vertices[3 * i];
        fprintf(file, "%s[%.17g, %.17g, %.17g]", i > 0 ? ", " : "", v[0], v[1], v[2]);
    }
    fprintf(file, "], \"faces\": [");
    for (uint32_t f = 0; f < s->face_count; ++f) {
        fprintf(file, "%s[", f > 0 ? ", " : "");
        for (uint32_t i = s->offsets[f]; i < s->offsets[f + 1]; ++i) {
            fprintf(file, "%s%u", i > s->offsets[f] ? ", " : "", s->corners[i]);
        }
        fprintf(file, "]");
    }
    fprintf(file, "]}");
}

void gen_write_scene(FILE* file, const gen_pair* pair)
{
    const gen_shape* shapes[2] = {&pair->a, &pair->b};
    const toi_motion* motions[2] = {&pair->motion_a, &pair->motion_b};
    fprintf(file, "{\"toi\": 1, \"bodies\": [");
    for (int i = 0; i < 2; ++i) {
        fprintf(file, "%s\n{\"name\": \"%s\", \"mesh\": ", i > 0 ? "," : "", i > 0 ? "B" : "A");
        write_mesh(file, shapes[i]);
        fprintf(file, ",\n \"motion\": ");
        write_motion(file, motions[i]);
        fprintf(file, "}");
    }
    fprintf(file, "],\n\"extras\": {\"shapes\": [\"%s\", \"%s\"], \"separation\": %.17g}}\n", pair->a.name,
            pair->b.name, pair->separation);
}
