// The command line tool: reads the command line and runs the command. Data goes to standard output, all else
// to standard error.

#include "commands.h"
#include "help.h"

#include <signal.h>

int tool_fail(const ti_scene_error* error)
{
    fprintf(stderr, "toi: %s\n", error->text[0] ? error->text : toi_status_name(error->status));
    switch (error->status) {
    case TOI_ERROR_MEMORY:
    case TOI_ERROR_LIMIT:
    case TOI_ERROR_THREAD:
        return EXIT_LIMIT;
    default:
        return EXIT_INPUT;
    }
}

int tool_output_open(const tool_request* request, ti_output* output)
{
    if (ti_output_open(output, request->output)) {
        return 0;
    }
    fprintf(stderr, "toi: %s\n", output->error);
    return EXIT_LIMIT;
}

int tool_output_close(ti_output* output, int status)
{
    if (ti_output_close(output)) {
        return status;
    }
    fprintf(stderr, "toi: %s\n", output->error);
    return EXIT_LIMIT;
}

// Output that comes from the table alone: help, version, man page, completions.
static int write_page(const tool_request* request)
{
    ti_output output;
    int failed = tool_output_open(request, &output);
    if (failed) {
        return failed;
    }
    if (request->completion && !tool_write_completion(output.stream, request->completion)) {
        ti_output_discard(&output);
        return tool_usage_error(request, "--completion knows bash, zsh and fish, not \"%.40s\"",
                                request->completion);
    }
    if (request->man) {
        tool_write_man(output.stream);
    }
    if (request->help) {
        tool_write_help(output.stream, request->command);
    } else if (request->version) {
        tool_write_version(output.stream);
    }
    return tool_output_close(&output, 0);
}

static int run(const tool_request* request)
{
    if (request->help || request->version || request->man || request->completion) {
        return write_page(request);
    }
    switch (request->command->bit) {
    case FOR_BOXES:
        return tool_boxes(request);
    case FOR_CHECK:
        return tool_check(request);
    case FOR_CONTACTS:
        return tool_contacts(request);
    case FOR_OVERLAP:
        return tool_overlap(request);
    case FOR_PRIMITIVES:
        return tool_primitives(request);
    case FOR_INFO:
        return tool_info(request);
    case FOR_REPORT:
        return tool_report(request);
    case FOR_SCREEN:
        return tool_screen(request);
    case FOR_TRACE:
        return tool_trace(request);
    default:
        return tool_pose(request);
    }
}

int main(int argc, char** argv)
{
    tool_request request;
    signal(SIGPIPE, SIG_IGN); // a closed pipe is an error of writing, with its exit status
    int status = tool_options_parse(argc, argv, &request);
    status = status ? status : run(&request);
    tool_options_release(&request);
    return status;
}
