// toi report: a scene, its contacts and how they were proved, as one page that opens without a network.

#include "commands.h"

#include "built_page.h"
#include "gaps.h"
#include "screens.h"

#include "scene/write_export.h"

#include "toi/toi.h"

#include <stdlib.h>
#include <string.h>

static int fail_memory(const ti_scene* scene)
{
    ti_scene_error error = {.status = TOI_ERROR_MEMORY};
    snprintf(error.text, sizeof error.text, "%.128s: out of memory", scene->name);
    return tool_fail(&error);
}

// ---- faces that meet, at even times

typedef struct overlaps {
    const tool_request* request;
    const ti_scene* scene;
    FILE* stream;
    int status; // why they could not be found
} overlaps;

static int write_overlap(const tool_request* request, const ti_overlap_report* report, void* context)
{
    const overlaps* o = context;
    (void)request;
    fputs(report->time > 0.0 ? "," : "", o->stream);
    ti_write_overlap_json(o->stream, report);
    return 0;
}

static bool write_overlaps(FILE* stream, void* context)
{
    overlaps* o = context;
    uint32_t steps = o->request->overlaps;
    double* times = calloc((size_t)steps + 1, sizeof *times);
    o->stream = stream;
    for (uint32_t i = 0; times && i <= steps; ++i) {
        times[i] = (double)i / steps;
    }
    o->status = times ? tool_overlap_at(o->request, o->scene, times, steps + 1, write_overlap, o)
                      : fail_memory(o->scene);
    free(times);
    return o->status == 0;
}

// ---- files for other programs

typedef toi_status export_writer(FILE* stream, const ti_check_report* report, uint32_t steps);

static toi_status write_svg(FILE* stream, const ti_check_report* report, uint32_t steps)
{
    (void)steps;
    ti_write_timeline_svg(stream, report);
    return TOI_OK;
}

static toi_status write_ply(FILE* stream, const ti_check_report* report, uint32_t steps)
{
    (void)steps;
    ti_write_contacts_ply(stream, report);
    return TOI_OK;
}

static uint32_t steps_of(const tool_request* request)
{
    return request->samples ? request->samples : (uint32_t)DEFAULT_SAMPLES;
}

static int write_export(const tool_request* request, const char* path, export_writer* write,
                        const ti_check_report* report)
{
    if (!path) {
        return 0;
    }
    ti_output output;
    tool_request there = *request;
    there.output = path;
    int failed = tool_output_open(&there, &output);
    if (failed) {
        return failed;
    }
    toi_status status = write(output.stream, report, steps_of(request));
    if (status != TOI_OK) {
        ti_output_discard(&output);
        ti_scene_error error = {.status = status};
        snprintf(error.text, sizeof error.text, "%.128s: %s", path,
                 status == TOI_ERROR_LIMIT ? "would be larger than 4 GiB" : toi_status_name(status));
        return tool_fail(&error);
    }
    return tool_output_close(&output, 0);
}

static int write_exports(const tool_request* request, const ti_check_report* report)
{
    int status = write_export(request, request->svg, write_svg, report);
    status = status ? status : write_export(request, request->ply, write_ply, report);
    return status ? status : write_export(request, request->gltf, ti_write_gltf, report);
}

// ---- all of it

static int write_page(const tool_request* request, const ti_page_report* report)
{
    ti_output output;
    int failed = tool_output_open(request, &output);
    if (failed) {
        return failed;
    }
    if (!ti_write_report(output.stream, tool_built_page, report)) {
        ti_output_discard(&output);
        int status = ((const overlaps*)report->context)->status;
        return status ? status : fail_memory(report->check->scene);
    }
    return tool_output_close(&output, 0);
}

static int measure_and_write_page(const tool_request* request, const tool_checked* checked,
                                  const ti_bytes* source)
{
    tool_gaps gaps;
    tool_screens screens;
    const ti_scene* scene = checked->report.scene;
    int status = EXIT_LIMIT;
    toi_status drawn = tool_screens_draw(request, checked, &screens);
    toi_status measured =
        tool_gaps_measure(scene, &checked->world, steps_of(request), tool_threads(request), &gaps);
    if (drawn != TOI_OK || measured != TOI_OK) {
        status = fail_memory(scene);
    } else {
        ti_check_report check = checked->report;
        check.curves = gaps.curves;
        check.curve_count = gaps.count;
        ti_page_report report = {.check = &check,
                                 .source = (const char*)source->data,
                                 .source_size = source->size,
                                 .screens = screens.list,
                                 .screen_count = screens.count,
                                 .write_overlaps = request->overlaps ? write_overlaps : NULL,
                                 .context = &(overlaps){.request = request, .scene = scene},
                                 .arguments = request->arguments,
                                 .argument_count = request->argument_count,
                                 .version = toi_version()};
        status = write_page(request, &report);
    }
    tool_gaps_release(&gaps);
    tool_screens_release(&screens);
    return status;
}

// Without a place for the page, and with other files to write, these are all that is wanted.
static int check_and_write(const tool_request* request, const ti_scene* scene, const ti_bytes* source)
{
    tool_checked checked;
    bool wants_page = request->output || !(request->svg || request->ply || request->gltf);
    int status = tool_check_find(request, scene, &checked);
    if (status) {
        return status;
    }
    ti_scene_error error = {0};
    if (request->overlaps && ti_scene_need_faces(scene, "report --overlaps", &error) != TOI_OK) {
        status = tool_fail(&error);
    }
    status = status ? status : write_exports(request, &checked.report);
    if (status == 0 && wants_page) {
        status = measure_and_write_page(request, &checked, source);
    }
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
    int status = check_and_write(request, &scene, &text);
    free(text.data);
    ti_scene_release(&scene);
    return status;
}
