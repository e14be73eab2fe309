// toi info: what mesh files are and what is wrong with them.

#include "commands.h"

#include "scene/write.h"

#include <stdlib.h>

static int write_rows(const tool_request* request, const ti_info_row* rows, size_t count)
{
    ti_output output;
    if (request->quiet && !request->json && !request->csv) {
        return 0;
    }
    int failed = tool_output_open(request, &output);
    if (failed) {
        return failed;
    }
    if (request->json) {
        ti_write_info_json(output.stream, rows, count);
    } else if (request->csv) {
        ti_write_info_csv(output.stream, rows, count);
    } else {
        ti_write_info_text(output.stream, rows, count);
    }
    return tool_output_close(&output, 0);
}

// Reads what it can: a bad file is told, and does not hide the others. The exit code is that of the first.
static int load_rows(const tool_request* request, ti_info_row* rows, size_t* loaded)
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
        ti_info_row* row = &rows[(*loaded)++];
        row->file = request->operands[i];
        toi_mesh_get_info(mesh, &row->info);
        toi_mesh_destroy(mesh);
    }
    return status;
}

int tool_info(const tool_request* request)
{
    size_t loaded = 0;
    ti_info_row* rows = calloc((size_t)request->operand_count, sizeof *rows);
    if (!rows) {
        return tool_fail(&(ti_scene_error){.status = TOI_ERROR_MEMORY});
    }
    int status = load_rows(request, rows, &loaded);
    int written = loaded > 0 ? write_rows(request, rows, loaded) : 0;
    free(rows);
    return status ? status : written;
}
