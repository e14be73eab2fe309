// `toi check --json`: answers, contacts and certificates, in the shape that docs/output.md lists.

#include "fields.h"
#include "write.h"

#include <math.h>

// What only all contacts know. Flags that are seldom true are written where they are; of bodies that deform
// it is not known when features meet, but how far they are apart.
static void write_screw_facts(ti_json* json, const toi_contact* contact)
{
    ti_json_number(json, "properness", contact->properness);
    ti_json_bool(json, "entering", contact->entering);
    if (contact->tangent) {
        ti_json_bool(json, "tangent", true);
    }
    if (contact->sustained) {
        ti_json_bool(json, "sustained", true);
        ti_json_number(json, "until", contact->until);
    }
    ti_json_number(json, "time_error", contact->time_error);
    if (isnan(contact->time_error)) {
        ti_json_number(json, "gap", contact->gap);
    }
    ti_json_vec3(json, "point_a", contact->point_in_a);
    ti_json_vec3(json, "normal_a", contact->normal_in_a);
    ti_json_number(json, "approach", contact->approach);
    ti_json_count(json, "group", contact->group);
    ti_json_number(json, "model_error", contact->model_error);
}

static void write_contact(ti_json* json, const toi_contact* contact, bool all)
{
    ti_json_begin(json, NULL, '{');
    ti_json_text(json, "kind", ti_contact_kind_name(contact->kind));
    ti_json_number(json, "time", contact->time);
    ti_json_feature(json, "a", contact->a);
    ti_json_feature(json, "b", contact->b);
    ti_json_vec3(json, "point", contact->point);
    ti_json_vec3(json, "normal", contact->normal);
    if (all) {
        write_screw_facts(json, contact);
    } else {
        ti_json_null(json, "properness");
    }
    ti_json_end(json, '}');
}

static void write_links(ti_json* json, const ti_check_report* report, const toi_pair_result* pair)
{
    uint32_t count = pair->links ? pair->result.link_count : 0;
    ti_json_bool(json, "links_complete", pair->result.link_count < report->max_links);
    ti_json_begin(json, "links", '[');
    for (uint32_t i = 0; i < count; ++i) {
        const toi_link* link = &pair->links[i];
        ti_json_begin(json, NULL, '{');
        ti_json_number(json, "from", link->from);
        ti_json_number(json, "to", link->to);
        ti_json_vec3(json, "direction", link->direction);
        ti_json_vec3(json, "turn", link->turn);
        ti_json_indices(json, "a", link->a_begin, link->a_end);
        ti_json_indices(json, "b", link->b_begin, link->b_end);
        ti_json_end(json, '}');
    }
    ti_json_end(json, ']');
}

static void write_pair_work(ti_json* json, const toi_pair_result* pair)
{
    ti_json_begin(json, "work", '{');
    ti_json_count(json, "steps", pair->result.work.steps);
    ti_json_count(json, "nodes", pair->result.work.nodes);
    ti_json_count(json, "leaves", pair->result.work.leaves);
    ti_json_number(json, "tolerance", pair->broad ? (double)NAN : pair->result.work.tolerance);
    ti_json_number(json, "rounding", pair->broad ? (double)NAN : pair->result.work.rounding);
    ti_json_end(json, '}');
}

// The collision screen that a pair was drawn on; null where none was.
static void write_screen(ti_json* json, const ti_check_report* report, const toi_pair_result* pair)
{
    if (pair->broad) {
        ti_json_null(json, "screen");
        return;
    }
    ti_json_begin(json, "screen", '{');
    ti_json_count(json, "rows", pair->result.screen_rows);
    ti_json_count(json, "columns", pair->result.screen_columns);
    ti_json_number(json, "pixel", pair->result.screen_pixel);
    ti_json_bool(json, "robust", report->query->robust);
    ti_json_end(json, '}');
}

// The pitch of a motion that turns nothing is infinite, and null here.
static void write_screw(ti_json* json, const toi_screw* screw)
{
    ti_json_begin(json, "screw", '{');
    ti_json_vec3(json, "point", screw->point);
    ti_json_vec3(json, "axis", screw->axis);
    ti_json_number(json, "angle", screw->angle);
    ti_json_number(json, "advance", screw->advance);
    ti_json_number(json, "pitch", screw->pitch);
    ti_json_end(json, '}');
}

static void write_contacts(ti_json* json, const ti_check_report* report, const toi_pair_result* pair)
{
    const toi_result* result = &pair->result;
    bool all = report->query->all;
    bool listed = pair->contacts && (all || result->answer == TOI_ANSWER_CONTACT);
    ti_json_begin(json, "contacts", '[');
    for (uint32_t i = 0; listed && i < result->contact_count; ++i) {
        write_contact(json, &pair->contacts[i], all);
    }
    ti_json_end(json, ']');
    if (!all) {
        return;
    }
    ti_json_count(json, "contacts_found", pair->contacts_found);
    ti_json_number(json, "t_complete", result->t_complete);
    ti_json_count(json, "groups", result->group_count);
    ti_json_number(json, "model_error", result->model_error);
    if (report->query->relative_screw) {
        ti_json_bool(json, "relative_screw", true);
        write_screw(json, &result->screw);
    }
    if (report->query->method == TOI_METHOD_SCREEN) {
        write_screen(json, report, pair);
    }
}

static void write_pair(ti_json* json, const ti_check_report* report, const toi_pair_result* pair)
{
    const toi_result* result = &pair->result;
    bool hit = result->answer == TOI_ANSWER_CONTACT;
    ti_json_begin(json, NULL, '{');
    ti_json_text(json, "a", report->scene->bodies[pair->a].name);
    ti_json_text(json, "b", report->scene->bodies[pair->b].name);
    ti_json_text(json, "answer", ti_answer_name(result->answer));
    ti_json_text(json, "start", ti_start_name(result->start));
    ti_json_text(json, "method", ti_method_name(report, pair));
    ti_json_bool(json, "certified", result->certified);
    ti_json_number(json, "t_free", result->answer == TOI_ANSWER_CLEAR ? 1.0 : result->t_free);
    ti_json_number(json, "t_hit", hit ? result->t_hit : (double)NAN);
    ti_json_number(json, "gap", result->gap);
    write_contacts(json, report, pair);
    write_pair_work(json, pair);
    if (report->links) {
        write_links(json, report, pair);
    }
    ti_json_end(json, '}');
}

static void write_first(ti_json* json, const ti_check_report* report)
{
    const toi_world_result* world = report->world;
    if (world->first >= world->pair_count) {
        ti_json_null(json, "first");
        return;
    }
    const toi_pair_result* pair = &world->pairs[world->first];
    ti_json_begin(json, "first", '{');
    ti_json_text(json, "a", report->scene->bodies[pair->a].name);
    ti_json_text(json, "b", report->scene->bodies[pair->b].name);
    ti_json_number(json, "t_free", pair->result.t_free);
    ti_json_number(json, "t_hit", pair->result.t_hit);
    ti_json_end(json, '}');
}

static void write_triangles(ti_json* json, const char* key, const toi_mesh* mesh)
{
    toi_mesh_info info;
    toi_mesh_get_info(mesh, &info);
    ti_json_begin(json, key, '[');
    for (uint32_t i = 0; i < info.triangles; ++i) {
        uint32_t corner[3];
        uint32_t face = toi_mesh_triangle(mesh, i, corner);
        ti_json_begin(json, NULL, '[');
        ti_json_count(json, NULL, face);
        for (int k = 0; k < 3; ++k) {
            ti_json_count(json, NULL, corner[k]);
        }
        ti_json_end(json, ']');
    }
    ti_json_end(json, ']');
}

// The triangles that links count, once for each mesh, with the bodies that have it.
static void write_meshes(ti_json* json, const ti_scene* scene)
{
    ti_json_begin(json, "triangles", '[');
    for (uint32_t m = 0; m < scene->mesh_count; ++m) {
        ti_json_begin(json, NULL, '{');
        ti_json_begin(json, "bodies", '[');
        for (uint32_t i = 0; i < scene->body_count; ++i) {
            if (scene->bodies[i].mesh == scene->meshes[m]) {
                ti_json_text(json, NULL, scene->bodies[i].name);
            }
        }
        ti_json_end(json, ']');
        write_triangles(json, "triangles", scene->meshes[m]);
        ti_json_end(json, '}');
    }
    ti_json_end(json, ']');
}

static void write_curve(ti_json* json, const ti_scene* scene, const ti_gap_curve* curve)
{
    ti_json_begin(json, NULL, '{');
    ti_json_text(json, "a", scene->bodies[curve->a].name);
    ti_json_text(json, "b", scene->bodies[curve->b].name);
    ti_json_begin(json, "samples", '[');
    for (uint32_t i = 0; i < curve->count; ++i) {
        const ti_gap_sample* sample = &curve->samples[i];
        ti_json_begin(json, NULL, '[');
        ti_json_number(json, NULL, sample->t);
        ti_json_number(json, NULL, sample->gap);
        ti_json_number(json, NULL, sample->error);
        ti_json_end(json, ']');
    }
    ti_json_end(json, ']');
    ti_json_end(json, '}');
}

void ti_json_gaps(ti_json* json, const char* key, const ti_check_report* report)
{
    ti_json_begin(json, key, '[');
    for (uint32_t i = 0; i < report->curve_count; ++i) {
        write_curve(json, report->scene, &report->curves[i]);
    }
    ti_json_end(json, ']');
}

// The largest tolerance that a pair was held to; null where none was measured.
static double largest_tolerance(const toi_world_result* world)
{
    double largest = -1.0;
    for (uint32_t i = 0; i < world->pair_count; ++i) {
        if (!world->pairs[i].broad) {
            largest = fmax(largest, world->pairs[i].result.work.tolerance);
        }
    }
    return largest >= 0.0 ? largest : (double)NAN;
}

void ti_write_check_json(FILE* stream, const ti_check_report* report)
{
    const toi_world_result* world = report->world;
    ti_json json = ti_json_answer(stream, 2);
    ti_json_text(&json, "answer", ti_answer_name(world->answer));
    json.lines_depth = 1;
    write_first(&json, report);
    if (report->safety > 0.0) {
        ti_json_number(&json, "max_step", ti_safe_step(report));
    }
    json.lines_depth = 2;
    ti_json_begin(&json, "pairs", '[');
    for (uint32_t i = 0; i < world->pair_count; ++i) {
        write_pair(&json, report, &world->pairs[i]);
    }
    ti_json_end(&json, ']');
    if (report->links) {
        write_meshes(&json, report->scene);
    }
    if (report->gaps) {
        ti_json_gaps(&json, "gaps", report);
    }
    json.lines_depth = 1;
    ti_json_begin(&json, "work", '{');
    ti_json_count(&json, "pairs", world->pairs_asked);
    ti_json_count(&json, "pairs_broad", world->pairs_broad);
    ti_json_count(&json, "steps", world->steps);
    ti_json_number(&json, "tolerance", largest_tolerance(world));
    ti_json_end(&json, '}');
    ti_json_end(&json, '}');
}
