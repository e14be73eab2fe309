// Names of enumerations in results, and fields of CSV.

#include "json_writer.h"
#include "write.h"

#include <math.h>
#include <string.h>

const char* ti_answer_name(toi_answer answer)
{
    switch (answer) {
    case TOI_ANSWER_CLEAR:
        return "clear";
    case TOI_ANSWER_CONTACT:
        return "contact";
    default:
        return "undecided";
    }
}

const char* ti_start_name(toi_start start)
{
    switch (start) {
    case TOI_START_FREE:
        return "free";
    case TOI_START_TOUCHING:
        return "touching";
    case TOI_START_OVERLAPPING:
        return "overlapping";
    case TOI_START_CONTAINED:
        return "contained";
    default:
        return NULL;
    }
}

const char* ti_contact_kind_name(toi_contact_kind kind)
{
    switch (kind) {
    case TOI_CONTACT_VF:
        return "VF";
    case TOI_CONTACT_FV:
        return "FV";
    case TOI_CONTACT_EE:
        return "EE";
    case TOI_CONTACT_FF:
        return "FF";
    case TOI_CONTACT_EF:
        return "EF";
    case TOI_CONTACT_FE:
        return "FE";
    default:
        return NULL;
    }
}

const char* ti_feature_kind_name(toi_feature_kind kind)
{
    switch (kind) {
    case TOI_FEATURE_VERTEX:
        return "vertex";
    case TOI_FEATURE_EDGE:
        return "edge";
    case TOI_FEATURE_FACE:
        return "face";
    default:
        return NULL;
    }
}

static bool deforms(const ti_check_report* report, uint32_t body)
{
    return report->scene->bodies[body].motion.kind == TOI_MOTION_VERTICES;
}

bool ti_pair_deforms(const ti_check_report* report, const toi_pair_result* pair)
{
    return deforms(report, pair->a) || deforms(report, pair->b);
}

const char* ti_method_name(const ti_check_report* report, const toi_pair_result* pair)
{
    if (pair->broad) {
        return "broad";
    }
    if (!report->query->all) {
        return "first";
    }
    if (ti_pair_deforms(report, pair)) {
        return "paths";
    }
    return report->query->method == TOI_METHOD_SCREEN ? "screen" : "screw";
}

int ti_pair_rank(const toi_pair_result* pair)
{
    return pair->result.answer == TOI_ANSWER_CONTACT     ? 0
           : pair->result.answer == TOI_ANSWER_UNDECIDED ? 1
           : pair->broad                                 ? 3
                                                         : 2;
}

double ti_safe_step(const ti_check_report* report)
{
    const toi_world_result* world = report->world;
    double free = 1.0;
    for (uint32_t i = 0; i < world->pair_count; ++i) {
        const toi_result* r = &world->pairs[i].result;
        free = r->answer == TOI_ANSWER_CLEAR ? free : fmin(free, r->t_free);
    }
    return world->answer == TOI_ANSWER_CLEAR ? 1.0 : report->safety * free;
}

void ti_csv_text(FILE* stream, bool first, const char* text)
{
    if (!first) {
        fputc(',', stream);
    }
    const char* shown = text ? text : "";
    if (!shown[strcspn(shown, ",\"\r\n")]) {
        fputs(shown, stream);
        return;
    }
    fputc('"', stream);
    for (const char* at = shown; *at; ++at) {
        if (*at == '"') {
            fputc('"', stream);
        }
        fputc(*at, stream);
    }
    fputc('"', stream);
}

void ti_csv_number(FILE* stream, bool first, double number)
{
    char text[TI_NUMBER_LENGTH] = "";
    if (isfinite(number)) {
        ti_number_print(number, text);
    }
    ti_csv_text(stream, first, text);
}

void ti_csv_count(FILE* stream, bool first, uint64_t count)
{
    fprintf(stream, "%s%llu", first ? "" : ",", (unsigned long long)count);
}
