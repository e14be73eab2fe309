// toi info: what mesh files are and what is wrong with them.

#include "commands.h"

#include "scene/write.h"

#include <stdlib.h>

typedef struct info_rows {
    ti_info_row* rows;
    size_t count;
} info_rows;

static void write_rows(const tool_request* request, const ti_output* output, const void* found)
{
    const info_rows* all = found;
    if (request->json) {
        ti_write_info_json(output->stream, all->rows, all->count);
    } else if (request->csv) {
        ti_write_info_csv(output->stream, all->rows, all->count);
    } else {
        ti_write_info_text(output->stream, all->rows, all->count);
    }
}

// Reads what it can: a bad file is told, and does not hide the others. The exit code is that of the first.
static int load_rows(const tool_request* request, info_rows* all)
{
    int status = 0;
    for (int i = 0; i < request->operand_count; ++i) {
        toi_mesh* mesh = NULL;
        ti_scene_error error = {.status = TOI_ERROR_MEMORY};
        if (ti_mesh_load(request->operands[i], true, NULL, &mesh, &error) != TOI_OK) {
            int failed = tool_fail(&error);
            status = status ? status : failed;
            continue;
        }
        ti_info_row* row = &all->rows[all->count++];
        row->file = request->operands[i];
        toi_mesh_get_info(mesh, &row->info);
        toi_mesh_destroy(mesh);
    }
    return status;
}

int tool_info(const tool_request* request)
{
    info_rows all = {calloc((size_t)request->operand_count, sizeof *all.rows), 0};
    if (!all.rows) {
        return tool_fail(&(ti_scene_error){.status = TOI_ERROR_MEMORY});
    }
    int status = load_rows(request, &all);
    int written = all.count > 0 ? tool_write(request, write_rows, &all, 0) : 0;
    free(all.rows);
    return status ? status : written;
}
