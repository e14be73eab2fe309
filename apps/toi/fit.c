// Which options and operands of a command go together.

#include "options.h"
#include "toi/overlap.h"

// Options that say something about the first contact alone.
static const struct {
    tool_option_id id;
    const char* reason;
} not_with_all[] = {
    {OPTION_SEPARATION, "all contacts are those of the surfaces themselves"},
    {OPTION_SOLID, "all contacts are those of surfaces, and a body that stays inside another has none"},
    {OPTION_LINKS, "only a first contact has a certificate"},
    {OPTION_MAX_STEP, "a safe step ends before the first contact"},
};

static bool was_given(const tool_request* request, tool_option_id id)
{
    return (request->given & tool_option_bit(id)) != 0;
}

// Options of the table that need --all or --method screen, and come without.
static int check_needs(const tool_request* request)
{
    for (size_t i = 0; i < tool_option_count; ++i) {
        const tool_option* option = &tool_options[i];
        if (option->id == OPTION_LATER || !was_given(request, option->id)) {
            continue;
        }
        if ((option->commands & WITH_SCREEN) && request->method != METHOD_SCREEN) {
            return tool_usage_error(request, "--%s needs --all --method screen", option->name);
        }
        if ((option->commands & WITH_ALL) && !request->all) {
            return tool_usage_error(request, "--%s needs --all", option->name);
        }
    }
    return 0;
}

static int check_all(const tool_request* request)
{
    bool named = request->method == METHOD_SCREW || request->method == METHOD_SCREEN;
    if (named && !request->all) {
        return tool_usage_error(request, "--method %s finds all contacts: it needs --all",
                                request->method == METHOD_SCREW ? "screw" : "screen");
    }
    if (request->all && request->method == METHOD_FIRST) {
        return tool_usage_error(request, "--method first finds no other contact than the first; --all needs "
                                         "screw or screen");
    }
    int status = check_needs(request);
    for (size_t i = 0; status == 0 && request->all && i < sizeof not_with_all / sizeof not_with_all[0]; ++i) {
        if (was_given(request, not_with_all[i].id)) {
            status = tool_usage_error(request, "--%s does not go with --all: %s",
                                      tool_option_find(not_with_all[i].id, FOR_CHECK)->name,
                                      not_with_all[i].reason);
        }
    }
    if (status == 0 && request->relative_screw && was_given(request, OPTION_MAX_MODEL_ERROR)) {
        status =
            tool_usage_error(request, "--relative-screw and --max-model-error exclude each other: the one "
                                      "screw is taken however far it is off");
    }
    return status;
}

int tool_check_fit(const tool_request* request)
{
    const tool_command* command = request->command;
    if (request->operand_count == 0) {
        return tool_usage_error(request, "toi %s needs %s", command->name, command->operands);
    }
    if (command->most_operands && request->operand_count > command->most_operands) {
        return tool_usage_error(request, "toi %s takes one %s; \"%.60s\" is too much", command->name,
                                command->operands, request->operands[command->most_operands]);
    }
    int status = command->bit & (FOR_CHECK | FOR_REPORT) ? check_all(request) : 0;
    if (status != 0) {
        return status;
    }
    if (request->json && request->csv) {
        return tool_usage_error(request, "--json and --csv exclude each other");
    }
    if (request->safety > 0.0 && !request->max_step) {
        return tool_usage_error(request, "--safety needs --max-step");
    }
    if (request->max_step && request->csv) {
        return tool_usage_error(request, "--max-step does not go with --csv, which has a row a pair");
    }
    if ((request->links || request->samples > 0) && !request->json && command->bit == FOR_CHECK) {
        return tool_usage_error(request, "--%s needs --json", request->links ? "links" : "samples");
    }
    if ((command->bit & (FOR_POSE | FOR_CONTACTS | FOR_OVERLAP)) && !request->has_time) {
        return tool_usage_error(request, "toi %s needs --time T, from 0 to 1", command->name);
    }
    if (command->bit == FOR_CONTACTS && !was_given(request, OPTION_WITHIN)) {
        return tool_usage_error(request, "toi contacts needs --within D, the largest distance that counts");
    }
    if (was_given(request, OPTION_LEVEL) && request->method != METHOD_OCTREE) {
        return tool_usage_error(request, "--level needs --method octree");
    }
    if (command->bit == FOR_OVERLAP && request->method == METHOD_OCTREE && request->within > 0.0) {
        return tool_usage_error(request,
                                "--within does not go with --method octree, which finds faces that meet");
    }
    if (request->exact && request->separation > 0.0) {
        return tool_usage_error(request,
                                "--exact does not go with --separation: it decides whether they touch");
    }
    if (command->bit == FOR_OVERLAP && request->within > TOI_OVERLAP_MOST_WITHIN) {
        return tool_usage_error(request, "--within must be at most 2^1010, which is about 1.09e304");
    }
    if (command->bit == FOR_TRACE && !request->mover) {
        return tool_usage_error(request, "toi trace needs --mover NAME, the name of the body that moves");
    }
    return 0;
}
