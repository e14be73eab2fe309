// `toi check --csv`: one row a pair, with the first of its contacts.

#include "write.h"

#include <math.h>

static void write_feature(FILE* stream, toi_feature feature)
{
    char index[32] = "";
    if (feature.kind == TOI_FEATURE_EDGE) {
        snprintf(index, sizeof index, "%u-%u", feature.index[0], feature.index[1]);
    } else if (feature.kind != TOI_FEATURE_NONE) {
        snprintf(index, sizeof index, "%u", feature.index[0]);
    }
    ti_csv_text(stream, false, ti_feature_kind_name(feature.kind));
    ti_csv_text(stream, false, index);
}

static void write_vector(FILE* stream, bool given, toi_vec3 vector)
{
    ti_csv_number(stream, false, given ? vector.x : (double)NAN);
    ti_csv_number(stream, false, given ? vector.y : (double)NAN);
    ti_csv_number(stream, false, given ? vector.z : (double)NAN);
}

static void write_row(FILE* stream, const ti_scene* scene, const toi_pair_result* pair)
{
    const toi_result* result = &pair->result;
    bool hit = result->answer == TOI_ANSWER_CONTACT;
    bool named = hit && result->kind != TOI_CONTACT_NONE;
    toi_feature none = {TOI_FEATURE_NONE, {0, 0}};
    ti_csv_text(stream, true, scene->bodies[pair->a].name);
    ti_csv_text(stream, false, scene->bodies[pair->b].name);
    ti_csv_text(stream, false, ti_answer_name(result->answer));
    ti_csv_text(stream, false, ti_start_name(result->start));
    ti_csv_text(stream, false, ti_method_name(pair));
    ti_csv_text(stream, false, result->certified ? "true" : "false");
    ti_csv_number(stream, false, result->answer == TOI_ANSWER_CLEAR ? 1.0 : result->t_free);
    ti_csv_number(stream, false, hit ? result->t_hit : (double)NAN);
    ti_csv_number(stream, false, result->gap);
    ti_csv_text(stream, false, named ? ti_contact_kind_name(result->kind) : NULL);
    write_feature(stream, named ? result->a : none);
    write_feature(stream, named ? result->b : none);
    write_vector(stream, named, result->point);
    write_vector(stream, named, result->normal);
    ti_csv_count(stream, false, result->work.steps);
    ti_csv_number(stream, false, pair->broad ? (double)NAN : result->work.tolerance);
    fputc('\n', stream);
}

void ti_write_check_csv(FILE* stream, const ti_check_report* report)
{
    fputs("a,b,answer,start,method,certified,t_free,t_hit,gap,kind,a_feature,a_index,b_feature,b_index,"
          "point_x,point_y,point_z,normal_x,normal_y,normal_z,steps,tolerance\n",
          stream);
    for (uint32_t i = 0; i < report->world->pair_count; ++i) {
        write_row(stream, report->scene, &report->world->pairs[i]);
    }
}
