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

int tool_info(const tool_request* request)
{
    size_t count = (size_t)request->operand_count;
    ti_scene_error error = {.status = TOI_ERROR_MEMORY};
    ti_info_row* rows = calloc(count, sizeof *rows);
    int status = rows ? 0 : tool_fail(&error);
    for (size_t i = 0; i < count && status == 0; ++i) {
        toi_mesh* mesh = NULL;
        if (ti_mesh_load(request->operands[i], true, NULL, &mesh, &error) != TOI_OK) {
            status = tool_fail(&error);
        } else {
            rows[i].file = request->operands[i];
            toi_mesh_get_info(mesh, &rows[i].info);
            toi_mesh_destroy(mesh);
        }
    }
    status = status == 0 ? write_rows(request, rows, count) : status;
    free(rows);
    return status;
}
