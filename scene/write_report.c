// A page that shows a scene: the built page of apps/report, with the data as blocks of JSON. No text of the
// data can end such a block, as the JSON writer escapes every `<`. What can be large is packed.

#include "write_report.h"

#include "fields.h"
#include "packed.h"
#include "write_motion.h"

#include <string.h>

static void begin_block(FILE* stream, const char* id)
{
    fprintf(stream, "<script type=\"application/json\" id=\"toi-%s\">", id);
}

static void end_block(FILE* stream)
{
    fputs("</script>\n", stream);
}

// ---- meshes

static void write_vertices(ti_json* json, const toi_mesh* mesh, uint32_t count)
{
    ti_json_begin(json, "vertices", '[');
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 v = toi_mesh_vertex(mesh, i);
        ti_json_number(json, NULL, v.x);
        ti_json_number(json, NULL, v.y);
        ti_json_number(json, NULL, v.z);
    }
    ti_json_end(json, ']');
}

static void write_faces(ti_json* json, const toi_mesh* mesh, uint32_t count)
{
    ti_json_begin(json, "faces", '[');
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t* corners = NULL;
        uint32_t corner_count = toi_mesh_face(mesh, i, &corners);
        ti_json_begin(json, NULL, '[');
        for (uint32_t k = 0; k < corner_count; ++k) {
            ti_json_count(json, NULL, corners[k]);
        }
        ti_json_end(json, ']');
    }
    ti_json_end(json, ']');
}

// How faces of more than three corners were cut: face and corners of each triangle, in one list.
static void write_cuts(ti_json* json, const toi_mesh* mesh, uint32_t count)
{
    ti_json_begin(json, "cuts", '[');
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t corner[3];
        const uint32_t* corners = NULL;
        uint32_t face = toi_mesh_triangle(mesh, i, corner);
        if (toi_mesh_face(mesh, face, &corners) <= 3) {
            continue;
        }
        ti_json_count(json, NULL, face);
        for (int k = 0; k < 3; ++k) {
            ti_json_count(json, NULL, corner[k]);
        }
    }
    ti_json_end(json, ']');
}

static void write_mesh(ti_json* json, const toi_mesh* mesh)
{
    toi_mesh_info info;
    toi_mesh_get_info(mesh, &info);
    ti_json_begin(json, NULL, '{');
    write_vertices(json, mesh, info.vertices);
    write_faces(json, mesh, info.faces);
    write_cuts(json, mesh, info.triangles);
    ti_json_end(json, '}');
}

// ---- bodies

static uint32_t mesh_index(const ti_scene* scene, const toi_mesh* mesh)
{
    uint32_t index = 0;
    while (index + 1 < scene->mesh_count && scene->meshes[index] != mesh) {
        ++index;
    }
    return index;
}

static void write_body(ti_json* json, const ti_scene* scene, const ti_scene_body* body)
{
    static const char* const shapes[] = {"mesh", "mesh", "sphere", "cylinder"};
    ti_json_begin(json, NULL, '{');
    ti_json_text(json, "name", body->name);
    ti_json_text(json, "shape", shapes[body->shape]);
    ti_json_vec3(json, "size", body->size);
    ti_json_count(json, "mesh", mesh_index(scene, body->mesh));
    ti_json_motion(json, "motion", &body->motion);
    ti_json_end(json, '}');
}

static bool write_scene(FILE* stream, const ti_page_report* report)
{
    const ti_scene* scene = report->check->scene;
    ti_json json = {.stream = stream, .lines_depth = 2};
    ti_json_begin(&json, NULL, '{');
    ti_json_text(&json, "name", scene->name);
    ti_json_begin(&json, "meshes", '[');
    for (uint32_t i = 0; i < scene->mesh_count; ++i) {
        write_mesh(&json, scene->meshes[i]);
    }
    ti_json_end(&json, ']');
    ti_json_begin(&json, "bodies", '[');
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        write_body(&json, scene, &scene->bodies[i]);
    }
    ti_json_end(&json, ']');
    ti_json_end(&json, '}');
    return true;
}

// ---- gaps and facts

static void write_curves(FILE* stream, const ti_page_report* report)
{
    ti_json json = {.stream = stream, .lines_depth = 1};
    ti_json_gaps(&json, NULL, report->check);
}

static void write_facts(FILE* stream, const ti_page_report* report)
{
    const toi_query_def* query = report->check->query;
    ti_json json = {.stream = stream, .lines_depth = 1};
    ti_json_begin(&json, NULL, '{');
    ti_json_text(&json, "version", report->version);
    ti_json_begin(&json, "command", '[');
    for (int i = 0; i < report->argument_count; ++i) {
        ti_json_text(&json, NULL, report->arguments[i]);
    }
    ti_json_end(&json, ']');
    ti_json_bool(&json, "all", query->all);
    ti_json_bool(&json, "solid", query->solid);
    ti_json_number(&json, "separation", query->separation);
    ti_json_count(&json, "max_steps", query->max_steps);
    ti_json_end(&json, '}');
}

static bool write_screens(FILE* stream, const ti_page_report* report)
{
    const ti_scene_body* bodies = report->check->scene->bodies;
    ti_json json = {.stream = stream};
    ti_json_begin(&json, NULL, '[');
    for (uint32_t i = 0; i < report->screen_count; ++i) {
        const ti_page_screen* screen = &report->screens[i];
        ti_json_begin(&json, NULL, '{');
        ti_json_text(&json, "a", bodies[screen->pair[0]].name);
        ti_json_text(&json, "b", bodies[screen->pair[1]].name);
        ti_json_text(&json, "svg", screen->svg);
        ti_json_end(&json, '}');
    }
    ti_json_end(&json, ']');
    return true;
}

static bool write_overlaps(FILE* stream, const ti_page_report* report)
{
    fputc('[', stream);
    bool good = !report->write_overlaps || report->write_overlaps(stream, report->context);
    fputc(']', stream);
    return good;
}

// ---- the page

static bool write_source(FILE* stream, const ti_page_report* report)
{
    fwrite(report->source, 1, report->source_size, stream);
    return true;
}

static bool write_packed(FILE* stream, const ti_page_report* report, const char* id,
                         bool (*write)(FILE* stream, const ti_page_report* report))
{
    ti_packed packed;
    fprintf(stream, "<script type=\"text/plain\" id=\"toi-%s\">", id);
    if (!ti_packed_begin(&packed, stream)) {
        return false;
    }
    bool good = write(packed.stream, report);
    good = ti_packed_end(&packed) && good;
    end_block(stream);
    return good;
}

bool ti_write_report(FILE* stream, const char* page, const ti_page_report* report)
{
    const char* mark = strstr(page, TI_PAGE_MARK);
    size_t before = mark ? (size_t)(mark - page) : strlen(page);
    fwrite(page, 1, before, stream);
    begin_block(stream, "result");
    ti_write_check_json(stream, report->check);
    end_block(stream);
    begin_block(stream, "gaps");
    write_curves(stream, report);
    end_block(stream);
    begin_block(stream, "facts");
    write_facts(stream, report);
    end_block(stream);
    bool good = write_packed(stream, report, "scene", write_scene) &&
                write_packed(stream, report, "screens", write_screens) &&
                write_packed(stream, report, "overlaps", write_overlaps) &&
                write_packed(stream, report, "source", write_source);
    fputs(mark ? mark + strlen(TI_PAGE_MARK) : "", stream);
    return good;
}
