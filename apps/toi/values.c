// Reads the values of options.

#include "options.h"

#include "toi/overlap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 1024, MOST_PIXELS = 1000, MOST_SAMPLES = 10000, MOST_LEVELS = TOI_OVERLAP_MOST_LEVELS };

// False for what is no number, or not a finite one.
static bool parse_number(const char* text, double* number)
{
    char* end = NULL;
    *number = strtod(text, &end);
    return end != text && *end == 0 && isfinite(*number);
}

static int read_number(const tool_request* request, const tool_option* option, const char* text,
                       double* number)
{
    if (!parse_number(text, number)) {
        return tool_usage_error(request, "--%s needs a finite number, not \"%.40s\"", option->name, text);
    }
    return 0;
}

static int read_count(const tool_request* request, const tool_option* option, const char* text, uint32_t most,
                      uint32_t* count)
{
    double number = 0.0;
    if (!(parse_number(text, &number) && number >= 1.0 && number <= most && floor(number) == number)) {
        return tool_usage_error(request, "--%s must be a whole number from 1 to %u, is \"%.40s\"",
                                option->name, most, text);
    }
    *count = (uint32_t)number;
    return 0;
}

static int read_length(tool_request* request, const tool_option* option, const char* text, double* length)
{
    bool zero_allowed =
        option->id == OPTION_WITHIN || (option->id == OPTION_SEPARATION &&
                                        (request->command->bit & (FOR_CHECK | FOR_REPORT | FOR_PRIMITIVES)));
    if (read_number(request, option, text, length) != 0) {
        return EXIT_USAGE;
    }
    if (!(*length > 0.0 || (zero_allowed && *length == 0.0))) {
        return tool_usage_error(request, "--%s must be %s, is %.40s", option->name,
                                zero_allowed ? "positive or zero" : "positive", text);
    }
    return 0;
}

// A number from `least` to 1, such as a time.
static int read_within(const tool_request* request, const tool_option* option, const char* text, double least,
                       double* number)
{
    if (read_number(request, option, text, number) != 0) {
        return EXIT_USAGE;
    }
    if (!(*number >= least && *number <= 1.0)) {
        return tool_usage_error(request, "--%s must be from %g to 1, is %.40s", option->name, least, text);
    }
    return 0;
}

static int read_mover(tool_request* request, const char* text)
{
    if (request->mover) {
        return tool_usage_error(request, "--mover is \"%.40s\" already, and \"%.40s\" too; one body moves",
                                request->mover, text);
    }
    request->mover = text;
    return 0;
}

static int read_time(tool_request* request, const tool_option* option, const char* text)
{
    if (read_number(request, option, text, &request->time) != 0) {
        return EXIT_USAGE;
    }
    if (!(request->time >= 0.0 && request->time <= 1.0)) {
        return tool_usage_error(
            request, "--time must be from 0, the start of the motion, to 1, its end; is %.40s", text);
    }
    request->has_time = true;
    return 0;
}

// A number above 0, to 1.
static int read_share(const tool_request* request, const tool_option* option, const char* text, double* share)
{
    if (read_within(request, option, text, 0.0, share) != 0) {
        return EXIT_USAGE;
    }
    return *share > 0.0 ? 0 : tool_usage_error(request, "--%s must be above 0, is %.40s", option->name, text);
}

static int read_method(tool_request* request, const char* text)
{
    static const struct {
        const char* name;
        tool_method method;
        unsigned commands;
    } methods[] = {
        {"first", METHOD_FIRST, FOR_CHECK | FOR_REPORT},
        {"screw", METHOD_SCREW, FOR_CHECK | FOR_REPORT},
        {"screen", METHOD_SCREEN, FOR_CHECK | FOR_REPORT},
        {"certified", METHOD_CERTIFIED, FOR_TRACE},
        {"paper", METHOD_PAPER, FOR_TRACE | FOR_BOXES},
        {"axes", METHOD_AXES, FOR_BOXES},
        {"tree", METHOD_TREE, FOR_OVERLAP},
        {"join", METHOD_JOIN, FOR_OVERLAP},
        {"octree", METHOD_OCTREE, FOR_OVERLAP},
        {"all", METHOD_ALL, FOR_OVERLAP},
    };
    unsigned command = request->command->bit;
    const char* known = command == FOR_TRACE     ? "toi trace has certified and paper"
                        : command == FOR_BOXES   ? "toi boxes has axes and paper"
                        : command == FOR_OVERLAP ? "toi overlap has tree, join, octree and all"
                                                 : "this version has first, and screw and screen with --all";
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; ++i) {
        if ((methods[i].commands & command) && strcmp(text, methods[i].name) == 0) {
            request->method = methods[i].method;
            return 0;
        }
    }
    return tool_usage_error(request, "--method \"%.40s\" is not known; %s", text, known);
}

static int read_kind(tool_request* request, const char* text)
{
    bool face = strcmp(text, "vf") == 0;
    if (!face && strcmp(text, "ee") != 0) {
        return tool_usage_error(request, "--kind must be vf or ee, is \"%.40s\"", text);
    }
    request->kind = face ? TOI_PRIMITIVE_VF : TOI_PRIMITIVE_EE;
    return 0;
}

// The values of the options that go with --all.
static int read_of_all(tool_request* request, const tool_option* option, const char* value)
{
    switch (option->id) {
    case OPTION_MIN_PROPERNESS:
        return read_within(request, option, value, -1.0, &request->min_properness);
    case OPTION_CONCURRENT:
        return read_within(request, option, value, 0.0, &request->concurrent);
    case OPTION_MAX_CONTACTS:
        return read_count(request, option, value, UINT32_MAX, &request->max_contacts);
    case OPTION_MAX_MODEL_ERROR:
        return read_length(request, option, value, &request->max_model_error);
    case OPTION_PIXELS:
        return read_count(request, option, value, MOST_PIXELS, &request->pixels);
    default:
        return read_share(request, option, value, &request->time_resolution);
    }
}

int tool_take_value(tool_request* request, const tool_option* option, const char* value)
{
    switch (option->id) {
    case OPTION_TOLERANCE:
        return read_length(request, option, value, &request->tolerance);
    case OPTION_SEPARATION:
        return read_length(request, option, value, &request->separation);
    case OPTION_METHOD:
        return read_method(request, value);
    case OPTION_MAX_STEPS:
        return read_count(request, option, value, UINT32_MAX, &request->max_steps);
    case OPTION_THREADS:
        return read_count(request, option, value, MOST_THREADS, &request->threads);
    case OPTION_WITHIN:
        return read_length(request, option, value, &request->within);
    case OPTION_LEVEL:
        return read_count(request, option, value, MOST_LEVELS, &request->level);
    case OPTION_SAMPLES:
        return read_count(request, option, value, MOST_SAMPLES, &request->samples);
    case OPTION_TIME:
        return read_time(request, option, value);
    case OPTION_SAFETY:
        return read_share(request, option, value, &request->safety);
    case OPTION_KIND:
        return read_kind(request, value);
    case OPTION_OVERLAPS:
        return read_count(request, option, value, MOST_SAMPLES, &request->overlaps);
    case OPTION_PAIR:
        request->pair = value;
        return 0;
    case OPTION_SVG:
        request->svg = value;
        return 0;
    case OPTION_PLY:
        request->ply = value;
        return 0;
    case OPTION_GLTF:
        request->gltf = value;
        return 0;
    case OPTION_MOVER:
        return read_mover(request, value);
    case OPTION_OUTPUT:
        request->output = value;
        return value[0] ? 0 : tool_usage_error(request, "--output needs the name of a file");
    case OPTION_MIN_PROPERNESS:
    case OPTION_CONCURRENT:
    case OPTION_MAX_CONTACTS:
    case OPTION_MAX_MODEL_ERROR:
    case OPTION_PIXELS:
    case OPTION_TIME_RESOLUTION:
        return read_of_all(request, option, value);
    default:
        request->completion = value;
        return 0;
    }
}
