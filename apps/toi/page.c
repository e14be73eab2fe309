// toi report: a scene, its contacts and how they were proved, as one page that opens without a network.

#include "commands.h"

#include "built_page.h"
#include "gaps.h"

#include "toi/toi.h"

#include <stdlib.h>
#include <string.h>

static int fail_memory(const ti_scene* scene)
{
    ti_scene_error error = {.status = TOI_ERROR_MEMORY};
    snprintf(error.text, sizeof error.text, "%.128s: out of memory", scene->name);
    return tool_fail(&error);
}

static int write_page(const tool_request* request, const ti_page_report* report)
{
    ti_output output;
    int failed = tool_output_open(request, &output);
    if (failed) {
        return failed;
    }
    ti_write_report(output.stream, tool_built_page, report);
    return tool_output_close(&output, 0);
}

static int measure_and_write(const tool_request* request, const ti_scene* scene, const char* source)
{
    tool_checked checked;
    tool_gaps gaps;
    int status = tool_check_find(request, scene, &checked);
    if (status) {
        return status;
    }
    uint32_t steps = request->samples ? request->samples : (uint32_t)DEFAULT_SAMPLES;
    if (tool_gaps_measure(scene, &checked.world, steps, &gaps) != TOI_OK) {
        status = fail_memory(scene);
    } else {
        ti_page_report report = {.check = &checked.report,
                                 .curves = gaps.curves,
                                 .curve_count = gaps.count,
                                 .source = source,
                                 .arguments = request->arguments,
                                 .argument_count = request->argument_count,
                                 .version = toi_version()};
        status = write_page(request, &report);
    }
    tool_gaps_release(&gaps);
    tool_check_release(&checked);
    return status;
}

int tool_report(const tool_request* request)
{
    ti_scene scene;
    ti_bytes text = {0};
    ti_scene_error error = {0};
    if (ti_scene_load_text(request->operands[0], NULL, &scene, &text, &error) != TOI_OK) {
        return tool_fail(&error);
    }
    char* source = malloc(text.size + 1);
    int status = 0;
    if (source) {
        memcpy(source, text.data, text.size);
        source[text.size] = 0;
        status = measure_and_write(request, &scene, source);
    } else {
        status = fail_memory(&scene);
    }
    free(source);
    free(text.data);
    ti_scene_release(&scene);
    return status;
}
