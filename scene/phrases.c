// Pieces of the sentences and tables that `toi check` writes for people.

#include "phrases.h"

#include "place.h"

#include <math.h>
#include <stdlib.h>

// A properness that is printed as zero.
#define PROPERNESS_SEEN 5e-5

// Coordinates below this part of the largest one of a vector are printed as zero.
#define VECTOR_SEEN 1e-12

const char* ti_colour_begin(bool colour, toi_answer answer)
{
    if (!colour) {
        return "";
    }
    return answer == TOI_ANSWER_CONTACT ? "\033[1;31m"
           : answer == TOI_ANSWER_CLEAR ? "\033[1;32m"
                                        : "\033[1;33m";
}

const char* ti_colour_end(bool colour)
{
    return colour ? "\033[0m" : "";
}

// Bytes that do not continue a character.
int ti_text_width(const char* text)
{
    int width = 0;
    for (; *text; ++text) {
        width += ((unsigned char)*text & 0xc0) != 0x80;
    }
    return width;
}

void ti_name_pair(const ti_check_report* report, const toi_pair_result* pair, char text[TI_PAIR_NAME])
{
    char a[TI_NAME];
    char b[TI_NAME];
    ti_text_tame(report->scene->bodies[pair->a].name, sizeof a, a);
    ti_text_tame(report->scene->bodies[pair->b].name, sizeof b, b);
    snprintf(text, TI_PAIR_NAME, "%s - %s", a, pair->a == pair->b ? "itself" : b);
}

void ti_describe_feature(toi_feature feature, char text[TI_NAME])
{
    const char* kind = ti_feature_kind_name(feature.kind);
    if (!kind) {
        text[0] = 0;
    } else if (feature.kind == TOI_FEATURE_EDGE) {
        snprintf(text, TI_NAME, "edge %u-%u", feature.index[0], feature.index[1]);
    } else {
        snprintf(text, TI_NAME, "%s %u", kind, feature.index[0]);
    }
}

static double seen(double number, double largest)
{
    return fabs(number) <= VECTOR_SEEN * largest ? 0.0 : number;
}

void ti_describe_vector(toi_vec3 v, char text[TI_VECTOR])
{
    double most = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
    snprintf(text, TI_VECTOR, "(%.6g, %.6g, %.6g)", seen(v.x, most), seen(v.y, most), seen(v.z, most));
}

static void name_feature(const char* body, toi_feature feature, char text[TI_PHRASE])
{
    char name[TI_NAME];
    ti_describe_feature(feature, name);
    snprintf(text, TI_PHRASE, "%s%s%s", body, name[0] ? " " : "", name);
}

void ti_describe_meeting(toi_contact_kind kind, const toi_feature feature[2], const char* const name[2],
                         char text[3 * TI_PHRASE])
{
    char first[TI_PHRASE], second[TI_PHRASE];
    text[0] = 0;
    if (kind == TOI_CONTACT_NONE) {
        return;
    }
    int begin = kind == TOI_CONTACT_FV; // the vertex first
    name_feature(name[begin], feature[begin], first);
    name_feature(name[1 - begin], feature[1 - begin], second);
    const char* verb = kind == TOI_CONTACT_FF ? "crosses" : kind == TOI_CONTACT_EE ? "meets" : "on";
    snprintf(text, 3 * TI_PHRASE, "%s %s %s", first, verb, second);
}

void ti_describe_remarks(const toi_contact* contact, int digits, char text[TI_REMARKS])
{
    char until[TI_REMARKS / 2] = "", all[TI_REMARKS];
    if (contact->sustained) {
        snprintf(until, sizeof until, ", sustained until %.*f", digits, contact->until);
    }
    snprintf(all, sizeof all, "%s%s%s", contact->entering ? "" : ", leaving",
             contact->tangent ? ", tangent" : "", until);
    snprintf(text, TI_REMARKS, "%s", all[0] ? all + 2 : "");
}

void ti_print_properness(const toi_contact* contact, char text[TI_PROPERNESS])
{
    double shown = fabs(contact->properness) < PROPERNESS_SEEN ? 0.0 : contact->properness;
    snprintf(text, TI_PROPERNESS, "%.4f", shown);
}

void ti_print_below(double number, char text[32])
{
    snprintf(text, 32, "%.3g", number);
    if (strtod(text, NULL) > number) {
        snprintf(text, 32, "%.3g", 0.99 * number);
    }
}

void ti_print_above(double number, char text[32])
{
    snprintf(text, 32, "%.3g", number);
    // A unit of the third digit is a thousandth to a hundredth of the number: ten steps reach it.
    for (int i = 1; i <= 10 && strtod(text, NULL) < number; ++i) {
        snprintf(text, 32, "%.3g", (1.0 + 0.001 * i) * number);
    }
}

void ti_describe_undecided(const ti_check_report* report, const toi_result* result, char text[TI_SENTENCE])
{
    uint32_t most = report->query->max_steps;
    if (result->work.steps >= most) {
        snprintf(text, TI_SENTENCE,
                 ": nothing touches before t = %.6g, where the limit of %u step%s was reached; "
                 "a larger --max-steps may decide it",
                 result->t_free, most, most == 1 ? "" : "s");
    } else {
        snprintf(text, TI_SENTENCE,
                 ": nothing touches before t = %.6g, where the gap is %.3g and rounding hides more",
                 result->t_free, result->gap);
    }
}
