// Poses of all steps as text.

#include "pose_log.h"

#include "memory.h"

#include <string.h>

static void write_mesh(FILE* file, const sim_body* b)
{
    toi_mesh_info info;
    toi_mesh_get_info(b->mesh, &info);
    fprintf(file, "body %d %u %u\n", b->mass > 0.0, info.vertices, info.faces);
    for (uint32_t i = 0; i < info.vertices; ++i) {
        toi_vec3 v = toi_mesh_vertex(b->mesh, i);
        fprintf(file, "%a %a %a\n", v.x, v.y, v.z);
    }
    for (uint32_t i = 0; i < info.faces; ++i) {
        const uint32_t* corners;
        uint32_t count = toi_mesh_face(b->mesh, i, &corners);
        fprintf(file, "%u", count);
        for (uint32_t k = 0; k < count; ++k) {
            fprintf(file, " %u", corners[k]);
        }
        fprintf(file, "\n");
    }
}

sim_pose_log pose_log_start(const char* path, const sim_crowd* crowd)
{
    sim_pose_log log = {0};
    if (path == NULL) {
        return log;
    }
    log.file = fopen(path, "w");
    must(log.file != NULL ? TOI_OK : TOI_ERROR_INVALID, path);
    log.before = allocate(crowd->count, sizeof *log.before);
    fprintf(log.file, "bodies %u\n", crowd->count);
    for (uint32_t i = 0; i < crowd->count; ++i) {
        write_mesh(log.file, &crowd->bodies[i]);
    }
    return log;
}

void pose_log_step(sim_pose_log* log, const sim_crowd* crowd, uint32_t step)
{
    if (log->file == NULL) {
        return;
    }
    uint32_t moved = 0;
    for (uint32_t i = 0; i < crowd->count; ++i) {
        moved += step == 0 || memcmp(&log->before[i], &crowd->bodies[i].pose, sizeof(toi_pose)) != 0;
    }
    fprintf(log->file, "step %u %u\n", step, moved);
    for (uint32_t i = 0; i < crowd->count; ++i) {
        toi_pose pose = crowd->bodies[i].pose;
        if (step == 0 || memcmp(&log->before[i], &pose, sizeof pose) != 0) {
            toi_vec3 p = pose.position;
            toi_quat q = pose.quaternion;
            fprintf(log->file, "%u %a %a %a %a %a %a %a\n", i, p.x, p.y, p.z, q.w, q.x, q.y, q.z);
            log->before[i] = pose;
        }
    }
}

bool pose_log_finish(sim_pose_log* log)
{
    release(log->before);
    if (log->file == NULL) {
        return true;
    }
    bool fine = !ferror(log->file);
    return fclose(log->file) == 0 && fine;
}
