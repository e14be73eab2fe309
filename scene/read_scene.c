// Reads scene files: syntax, version, bodies, and the lists of pairs.

#include "json_memory.h"
#include "json_writer.h"
#include "read.h"

#include <stdio.h>
#include <string.h>

enum { VERSION = 1 };

// Takes the text of a value over into the scene.
static char* copy_text(ti_reader* reader, const char* text)
{
    size_t length = strlen(text);
    char* copy = ti_reader_allocate(reader, length + 1, 1);
    if (copy) {
        memcpy(copy, text, length);
    }
    return copy;
}

// What would be right where the syntax is wrong.
static const char* syntax_hint(const json_error_t* error, size_t size)
{
    if (size == 0) {
        return "; the file is empty, and a scene is {\"toi\": 1, \"bodies\": [...]}";
    }
    if (strncmp(error->text, "'['", 3) == 0) { // something else than the opening brace
        return "; a scene is JSON text: {\"toi\": 1, \"bodies\": [...]} (toi info reads mesh files)";
    }
    if (strstr(error->text, "near 'NaN") || strstr(error->text, "near 'Inf") ||
        strstr(error->text, "near '-Inf")) {
        return "; numbers must be finite";
    }
    if (strstr(error->text, "near end of file")) {
        return "; a bracket or quote is still open";
    }
    switch (json_error_code(error)) {
    case json_error_duplicate_key:
        return "; every key may stand once";
    case json_error_stack_overflow:
        return "; a scene is not nested that deep";
    case json_error_numeric_overflow:
        return "; numbers must be finite in double precision";
    case json_error_invalid_utf8:
        return "; the text must be UTF-8";
    case json_error_end_of_input_expected:
        return "; nothing may follow the closing brace";
    case json_error_premature_end_of_input:
        return "; a quote is still open";
    case json_error_null_character:
        return "; \\u0000 is not allowed";
    default:
        return "; a scene is JSON text: {\"toi\": 1, \"bodies\": [...]}";
    }
}

static toi_status fail_syntax(ti_reader* reader, const json_error_t* error, size_t size)
{
    char text[JSON_ERROR_TEXT_LENGTH];
    char file[128];
    ti_text_tame(error->text, sizeof text, text);
    ti_text_tame(reader->file, sizeof file, file);
    int line = error->line > 0 ? error->line : 1;
    int column = error->column > 0 ? error->column : 1;
    snprintf(reader->error->text, sizeof reader->error->text, "%s: line %d, column %d: %s%s", file, line,
             column, text, syntax_hint(error, size));
    reader->error->status = TOI_ERROR_INVALID;
    return TOI_ERROR_INVALID;
}

static toi_status check_version(ti_reader* reader, const ti_place* root)
{
    double version = 0.0;
    ti_place place = ti_place_member(root, "toi");
    toi_status status = ti_place_need(reader, &place, "the version of the format, 1");
    if (status == TOI_OK) {
        status = ti_place_number(reader, &place, &version);
    }
    if (status == TOI_OK && !(version == VERSION)) {
        return ti_place_fail(reader, &place,
                             "must be 1, the version of the format that this tool reads; is %s",
                             ti_number_show(version).text);
    }
    return status;
}

// The name, which must be new; `names` maps those before it to their bodies.
static toi_status read_name(ti_reader* reader, const ti_place* place, json_t* names, ti_scene_body* body)
{
    ti_place name = ti_place_member(place, "name");
    toi_status status = ti_place_need(reader, &name, "a text that names the body in answers");
    if (status != TOI_OK) {
        return status;
    }
    if (!json_is_string(name.value) || json_string_length(name.value) == 0) {
        return ti_place_fail(reader, &name, "must be a text that is not empty");
    }
    const char* text = json_string_value(name.value);
    const json_t* earlier = json_object_get(names, text);
    if (earlier) {
        char tame[64];
        ti_text_tame(text, sizeof tame, tame);
        return ti_place_fail(reader, &name,
                             "\"%s\" is the name of bodies[%lld] too; every body needs its own name", tame,
                             (long long)json_integer_value(earlier));
    }
    body->name = copy_text(reader, text);
    if (!body->name ||
        json_object_set_new_nocheck(names, text, json_integer((json_int_t)place->index)) != 0) {
        return ti_place_fail_memory(reader);
    }
    reader->body_name = body->name;
    return TOI_OK;
}

static toi_status read_scale(ti_reader* reader, const ti_place* place, double* scale)
{
    *scale = 1.0;
    toi_status status = place->value ? ti_place_number(reader, place, scale) : TOI_OK;
    if (status == TOI_OK && !(*scale > 0.0)) {
        return ti_place_fail(reader, place, "must be positive, is %s", ti_number_show(*scale).text);
    }
    return status;
}

static toi_status read_flags(ti_reader* reader, const ti_place* place, ti_scene_body* body)
{
    ti_place sides = ti_place_member(place, "sides");
    ti_place self = ti_place_member(place, "self");
    double count = 2.0;
    toi_status status = sides.value ? ti_place_number(reader, &sides, &count) : TOI_OK;
    if (status == TOI_OK && !(count == 1.0 || count == 2.0)) {
        return ti_place_fail(reader, &sides, "must be 1 or 2, is %s", ti_number_show(count).text);
    }
    body->sides = status == TOI_OK ? (uint32_t)count : 2;
    if (status == TOI_OK && self.value) {
        status = ti_place_bool(reader, &self, &body->self);
    }
    return status;
}

static toi_status check_shape(ti_reader* reader, const ti_place* mesh, const ti_place* boxes)
{
    if (mesh->value && boxes->value) {
        return ti_place_fail(reader, boxes, "stands next to \"mesh\"; a body has one of them");
    }
    return boxes->value ? TOI_OK
                        : ti_place_need(reader, mesh,
                                        "a file name, {\"vertices\", \"faces\"} or {\"box\": [hx, hy, hz]}");
}

static toi_status read_body(ti_reader* reader, const ti_place* place, json_t* names, ti_scene_body* body)
{
    static const char* const known[] = {"name",  "mesh",  "boxes", "motion",
                                        "scale", "sides", "self",  "extras"};
    double scale = 1.0;
    ti_place mesh = ti_place_member(place, "mesh");
    ti_place boxes = ti_place_member(place, "boxes");
    ti_place motion = ti_place_member(place, "motion");
    ti_place scaling = ti_place_member(place, "scale");
    toi_status status = ti_place_check_keys(reader, place, (ti_words){known, sizeof known / sizeof known[0]});
    if (status == TOI_OK) {
        status = read_name(reader, place, names, body);
    }
    if (status == TOI_OK) {
        status = check_shape(reader, &mesh, &boxes);
    }
    if (status == TOI_OK) {
        status = ti_place_need(reader, &motion, "a motion; {\"kind\": \"static\"} for a body that rests");
    }
    if (status == TOI_OK) {
        status = read_scale(reader, &scaling, &scale);
    }
    if (status == TOI_OK) {
        status = read_flags(reader, place, body);
    }
    if (status == TOI_OK) {
        status = ti_read_motion(reader, &motion, &body->motion);
    }
    if (status == TOI_OK) {
        status = boxes.value ? ti_read_boxes(reader, &boxes, scale, body)
                             : ti_read_mesh(reader, &mesh, scale, body);
    }
    if (status == TOI_OK && body->motion.kind == TOI_MOTION_VERTICES) {
        status = ti_read_ends(reader, &motion, scale, body);
    }
    reader->body_name = NULL;
    return status;
}

static toi_status read_bodies(ti_reader* reader, const ti_place* root, json_t* names)
{
    ti_place bodies = ti_place_member(root, "bodies");
    toi_status status = ti_place_need(reader, &bodies, "a list of bodies {\"name\", \"mesh\", \"motion\"}");
    if (status == TOI_OK) {
        status = ti_place_check_list(reader, &bodies, "bodies {\"name\", \"mesh\", \"motion\"}");
    }
    if (status != TOI_OK) {
        return status;
    }
    size_t count = json_array_size(bodies.value);
    if (count == 0 || count > UINT32_MAX - 1) {
        return ti_place_fail(reader, &bodies, "must hold at least one body, holds %zu", count);
    }
    reader->scene->bodies = ti_reader_allocate(reader, count, sizeof *reader->scene->bodies);
    if (!reader->scene->bodies) {
        return ti_place_fail_memory(reader);
    }
    reader->scene->body_count = (uint32_t)count;
    for (size_t i = 0; i < count && status == TOI_OK; ++i) {
        ti_place body = ti_place_element(&bodies, i);
        status = read_body(reader, &body, names, &reader->scene->bodies[i]);
    }
    return status;
}

static toi_status fail_unknown_name(ti_reader* reader, const ti_place* place, const char* text)
{
    const ti_scene* scene = reader->scene;
    const char* nearest = NULL;
    char tame[64];
    char right[64];
    const char** names = ti_reader_allocate(reader, scene->body_count, sizeof *names);
    if (!names) {
        return ti_place_fail_memory(reader);
    }
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        names[i] = scene->bodies[i].name;
    }
    nearest = ti_words_nearest((ti_words){names, scene->body_count}, text);
    reader->allocator.release(names, reader->allocator.context);
    ti_text_tame(text, sizeof tame, tame);
    ti_text_tame(nearest ? nearest : scene->bodies[0].name, sizeof right, right);
    if (nearest) {
        return ti_place_fail(reader, place, "no body is named \"%s\"; did you mean \"%s\"?", tame, right);
    }
    return ti_place_fail(reader, place, "no body is named \"%s\"; the first of them is \"%s\"", tame, right);
}

static toi_status read_end(ti_reader* reader, const ti_place* place, const json_t* names, uint32_t* body)
{
    if (!json_is_string(place->value)) {
        return ti_place_fail(reader, place, "must be the name of a body");
    }
    const char* text = json_string_value(place->value);
    const json_t* index = json_object_get(names, text);
    if (!index) {
        return fail_unknown_name(reader, place, text);
    }
    *body = (uint32_t)json_integer_value(index);
    return TOI_OK;
}

static toi_status read_pair(ti_reader* reader, const ti_place* place, const json_t* names, toi_pair* pair)
{
    toi_status status = ti_place_check_list(reader, place, "two names");
    if (status == TOI_OK && json_array_size(place->value) != 2) {
        return ti_place_fail(reader, place, "must be two names, has %zu", json_array_size(place->value));
    }
    if (status != TOI_OK) {
        return status;
    }
    ti_place first = ti_place_element(place, 0);
    ti_place second = ti_place_element(place, 1);
    status = read_end(reader, &first, names, &pair->a);
    if (status == TOI_OK) {
        status = read_end(reader, &second, names, &pair->b);
    }
    if (status == TOI_OK && pair->a == pair->b) {
        return ti_place_fail(reader, place, "names one body twice; a pair is two different bodies");
    }
    return status;
}

// A list of pairs; without one, `pairs` stays NULL.
static toi_status read_pairs(ti_reader* reader, const ti_place* place, const json_t* names, toi_pair** pairs,
                             uint32_t* count)
{
    if (!place->value) {
        return TOI_OK;
    }
    toi_status status = ti_place_check_list(reader, place, "pairs of names, such as [[\"a\", \"b\"]]");
    size_t length = json_array_size(place->value);
    if (status == TOI_OK && length > UINT32_MAX) {
        return ti_place_fail(reader, place, "is too long");
    }
    if (status != TOI_OK) {
        return status;
    }
    *pairs = ti_reader_allocate(reader, length, sizeof **pairs);
    if (!*pairs) {
        return ti_place_fail_memory(reader);
    }
    *count = (uint32_t)length;
    for (size_t i = 0; i < length && status == TOI_OK; ++i) {
        ti_place pair = ti_place_element(place, i);
        status = read_pair(reader, &pair, names, &(*pairs)[i]);
    }
    return status;
}

static toi_status read_root(ti_reader* reader, const json_t* value, json_t* names)
{
    static const char* const known[] = {"toi", "bodies", "ignore", "only", "extras"};
    ti_scene* scene = reader->scene;
    ti_place root = {NULL, NULL, 0, value};
    toi_status status = ti_place_check_keys(reader, &root, (ti_words){known, 5});
    if (status == TOI_OK) {
        status = check_version(reader, &root);
    }
    if (status == TOI_OK) {
        status = read_bodies(reader, &root, names);
    }
    if (status != TOI_OK) {
        return status;
    }
    ti_place ignore = ti_place_member(&root, "ignore");
    ti_place only = ti_place_member(&root, "only");
    status = read_pairs(reader, &ignore, names, &scene->ignore, &scene->ignore_count);
    if (status == TOI_OK) {
        status = read_pairs(reader, &only, names, &scene->only, &scene->only_count);
    }
    return status;
}

static toi_status read_indexed(ti_reader* reader, const json_t* root)
{
    json_t* names = json_object();
    reader->mesh_index = json_object();
    toi_status status =
        names && reader->mesh_index ? read_root(reader, root, names) : ti_place_fail_memory(reader);
    json_decref(names);
    json_decref(reader->mesh_index);
    return status;
}

static toi_status read_text(ti_reader* reader, const ti_bytes* text)
{
    json_error_t syntax = {0};
    size_t mark = text->size >= 3 && memcmp(text->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; // byte order mark
    json_t* root = json_loadb((const char*)text->data + mark, text->size - mark,
                              JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &syntax);
    toi_status status = root ? read_indexed(reader, root) : fail_syntax(reader, &syntax, text->size);
    json_decref(root);
    return status;
}

toi_status ti_scene_parse(const char* name, const ti_bytes* text, const ti_scene_def* def, ti_scene* scene,
                          ti_scene_error* error)
{
    ti_reader reader = {.file = name,
                        .allocator = ti_scene_allocator(def ? def->allocator : NULL),
                        .read_file = def && def->read_file ? def->read_file : ti_file_read,
                        .scene = scene,
                        .error = error};
    *scene = (ti_scene){.allocator = reader.allocator};
    ti_json_memory_begin(&reader.allocator);
    toi_status status = read_text(&reader, text);
    if (ti_json_memory_failed()) { // jansson goes on without a letter of a text that has no room
        status = ti_place_fail_memory(&reader);
    }
    ti_json_memory_end();
    if (status == TOI_OK) {
        scene->name = copy_text(&reader, name);
        status = scene->name ? TOI_OK : ti_place_fail_memory(&reader);
    }
    if (status != TOI_OK) {
        ti_scene_release(scene);
    }
    return status;
}
