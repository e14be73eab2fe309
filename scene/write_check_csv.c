// `toi check --csv`: one row a pair, with the first of its contacts; of all contacts one row each.

#include "fields.h"
#include "write.h"

#include <math.h>

#define PAIR_COLUMNS "a,b,answer,start,method,certified"

// What every row begins with: which pair, and what is answered.
static void write_pair(FILE* stream, const ti_check_report* report, const toi_pair_result* pair)
{
    ti_csv_text(stream, true, report->scene->bodies[pair->a].name);
    ti_csv_text(stream, false, report->scene->bodies[pair->b].name);
    ti_csv_text(stream, false, ti_answer_name(pair->result.answer));
    ti_csv_text(stream, false, ti_start_name(pair->result.start));
    ti_csv_text(stream, false, ti_method_name(report, pair));
    ti_csv_flag(stream, pair->result.certified);
}

static void write_row(FILE* stream, const ti_check_report* report, const toi_pair_result* pair)
{
    const toi_result* result = &pair->result;
    bool hit = result->answer == TOI_ANSWER_CONTACT;
    bool named = hit && result->kind != TOI_CONTACT_NONE;
    toi_feature none = {TOI_FEATURE_NONE, {0, 0}};
    write_pair(stream, report, pair);
    ti_csv_number(stream, false, result->answer == TOI_ANSWER_CLEAR ? 1.0 : result->t_free);
    ti_csv_number(stream, false, hit ? result->t_hit : (double)NAN);
    ti_csv_number(stream, false, result->gap);
    ti_csv_text(stream, false, named ? ti_contact_kind_name(result->kind) : NULL);
    ti_csv_feature(stream, named ? result->a : none);
    ti_csv_feature(stream, named ? result->b : none);
    ti_csv_vec3(stream, named, result->point);
    ti_csv_vec3(stream, named, result->normal);
    ti_csv_count(stream, false, result->work.steps);
    ti_csv_number(stream, false, pair->broad ? (double)NAN : result->work.tolerance);
    fputc('\n', stream);
}

// ---- all contacts

static const char contact_columns[] =
    ",time,time_error,until,kind,a_feature,a_index,b_feature,b_index,properness,entering,tangent,sustained,"
    "approach,point_x,point_y,point_z,normal_x,normal_y,normal_z,point_a_x,point_a_y,point_a_z,normal_a_x,"
    "normal_a_y,normal_a_z,group,model_error";

static void write_contact(FILE* stream, const toi_contact* c)
{
    ti_csv_number(stream, false, c->time);
    ti_csv_number(stream, false, c->time_error);
    ti_csv_number(stream, false, c->sustained ? c->until : (double)NAN);
    ti_csv_text(stream, false, ti_contact_kind_name(c->kind));
    ti_csv_feature(stream, c->a);
    ti_csv_feature(stream, c->b);
    ti_csv_number(stream, false, c->properness);
    ti_csv_flag(stream, c->entering);
    ti_csv_flag(stream, c->tangent);
    ti_csv_flag(stream, c->sustained);
    ti_csv_number(stream, false, c->approach);
    ti_csv_vec3(stream, true, c->point);
    ti_csv_vec3(stream, true, c->normal);
    ti_csv_vec3(stream, true, c->point_in_a);
    ti_csv_vec3(stream, true, c->normal_in_a);
    ti_csv_count(stream, false, c->group);
    ti_csv_number(stream, false, c->model_error);
}

// An empty field for each column.
static void write_no_contact(FILE* stream)
{
    for (const char* at = contact_columns; *at; ++at) {
        if (*at == ',') {
            ti_csv_text(stream, false, NULL);
        }
    }
}

static void write_all_row(FILE* stream, const ti_check_report* report, const toi_pair_result* pair,
                          const toi_contact* contact)
{
    write_pair(stream, report, pair);
    ti_csv_count(stream, false, pair->contacts_found);
    if (contact) {
        write_contact(stream, contact);
    } else {
        write_no_contact(stream);
    }
    fputc('\n', stream);
}

// A pair without contacts has one row, so that its answer is not lost.
static void write_all_contacts(FILE* stream, const ti_check_report* report)
{
    fprintf(stream, PAIR_COLUMNS ",contacts_found%s\n", contact_columns);
    for (uint32_t i = 0; i < report->world->pair_count; ++i) {
        const toi_pair_result* pair = &report->world->pairs[i];
        uint32_t count = pair->contacts ? pair->result.contact_count : 0;
        for (uint32_t k = 0; k < count; ++k) {
            write_all_row(stream, report, pair, &pair->contacts[k]);
        }
        if (count == 0) {
            write_all_row(stream, report, pair, NULL);
        }
    }
}

void ti_write_check_csv(FILE* stream, const ti_check_report* report)
{
    if (report->query->all) {
        write_all_contacts(stream, report);
        return;
    }
    fputs(PAIR_COLUMNS ",t_free,t_hit,gap,kind,a_feature,a_index,b_feature,b_index,"
                       "point_x,point_y,point_z,normal_x,normal_y,normal_z,steps,tolerance\n",
          stream);
    for (uint32_t i = 0; i < report->world->pair_count; ++i) {
        write_row(stream, report, &report->world->pairs[i]);
    }
}
