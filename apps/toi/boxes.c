// toi boxes: all times during which the bodies of a scene, made of boxes or convex, overlap.

#include "commands.h"

#include "scene/place.h"
#include "scene/write.h"

#include <stdlib.h>
#include <string.h>

// What the library is asked, in arrays of the tool.
typedef struct question {
    toi_solid* solids;
    toi_part* singles; // of bodies with a mesh
    toi_pair* pairs;   // NULL: all of them, without those to ignore
    uint32_t pair_count;
} question;

// ---- errors

// The number that follows `word`, and where the text goes on after it; NULL where that is not what it says.
static const char* number_after(const char* text, const char* word, unsigned long* number)
{
    size_t length = strlen(word);
    if (strncmp(text, word, length) != 0 || text[length] < '0' || text[length] > '9') {
        return NULL;
    }
    char* end = NULL;
    *number = strtoul(text + length, &end, 10);
    return end;
}

// Where in the scene the part or the motion is that the library calls "part 0" and "piece 0" of a solid, and
// the text after that. Of a motion in one piece the list may have been left out.
static const char* name_place(const ti_scene_body* body, const char* text, char place[64])
{
    static const char field[] = ": pieces: ";
    unsigned long number = 0;
    const char* rest = number_after(text, ", part ", &number);
    place[0] = 0;
    if (rest != NULL) {
        snprintf(place, 64, body->boxes != NULL ? ".boxes[%lu]" : ".mesh", number);
        return rest;
    }
    rest = number_after(text, ", piece ", &number);
    if (rest == NULL) {
        return text;
    }
    snprintf(place, 64, body->motion.rational_count > 1 ? ".motion.pieces[%lu]" : ".motion", number);
    return strncmp(rest, field, strlen(field)) == 0 ? rest + strlen(field) : rest;
}

// Names the body, and what is wrong with it, by its place in the scene.
static int fail(const ti_scene* scene, toi_status status, const toi_error* failure)
{
    ti_scene_error error = {.status = status};
    char text[sizeof failure->text], place[64], name[128];
    unsigned long index = 0;
    ti_text_tame(failure->text[0] ? failure->text : toi_status_name(status), sizeof text, text);
    const char* rest = number_after(text, "solid ", &index);
    if (rest != NULL && index < scene->body_count) {
        const ti_scene_body* body = &scene->bodies[index];
        ti_text_tame(body->name, sizeof name, name);
        rest = name_place(body, rest, place);
        rest += strspn(rest, ": ");
        snprintf(error.text, sizeof error.text, "%.128s: bodies[%lu]%s (body \"%s\"): %s", scene->name, index,
                 place, name, rest);
    } else {
        snprintf(error.text, sizeof error.text, "%.128s: %s", scene->name, text);
    }
    return tool_fail(&error);
}

// ---- what is asked

static void set_solids(const ti_scene* scene, question* q)
{
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        const ti_scene_body* body = &scene->bodies[i];
        q->singles[i] = (toi_part){.kind = body->shape == TI_SHAPE_BOX ? TOI_PART_BOX : TOI_PART_CONVEX,
                                   .pose = TOI_POSE_IDENTITY,
                                   .half = body->size,
                                   .mesh = body->mesh};
        bool many = body->boxes != NULL;
        q->solids[i] = (toi_solid){.parts = many ? body->boxes : &q->singles[i],
                                   .part_count = many ? body->box_count : 1,
                                   .motion = body->motion};
    }
}

static int compare_pairs(const void* a, const void* b)
{
    const toi_pair *p = a, *q = b;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

// The pairs of `only` that are asked, ordered by a, then b, each once.
static void take_only(const ti_scene* scene, question* q)
{
    for (uint32_t i = 0; i < scene->only_count; ++i) {
        toi_pair p = scene->only[i];
        q->pairs[i] = p.a < p.b ? p : (toi_pair){p.b, p.a};
    }
    qsort(q->pairs, scene->only_count, sizeof *q->pairs, compare_pairs);
    for (uint32_t i = 0; i < scene->only_count; ++i) {
        toi_pair p = q->pairs[i];
        bool repeat = q->pair_count > 0 && compare_pairs(&p, &q->pairs[q->pair_count - 1]) == 0;
        if (!repeat && !ti_pairs_have(scene->ignore, scene->ignore_count, p.a, p.b)) {
            q->pairs[q->pair_count++] = p;
        }
    }
}

static void take_all(const ti_scene* scene, question* q)
{
    for (uint32_t a = 0; a < scene->body_count; ++a) {
        for (uint32_t b = a + 1; b < scene->body_count; ++b) {
            if (ti_scene_asks(scene, a, b)) {
                q->pairs[q->pair_count++] = (toi_pair){a, b};
            }
        }
    }
}

// Where all pairs are listed each is named, so that each is solved and has a degree.
static bool make_question(const ti_scene* scene, question* q)
{
    uint64_t most = tool_count_pairs(scene);
    q->solids = calloc(scene->body_count, sizeof *q->solids);
    q->singles = calloc(scene->body_count, sizeof *q->singles);
    if (!q->solids || !q->singles) {
        return false;
    }
    set_solids(scene, q);
    if (scene->only == NULL && most > LISTED_PAIRS) {
        return true;
    }
    q->pairs = calloc((size_t)most + 1, sizeof *q->pairs);
    if (q->pairs == NULL) {
        return false;
    }
    if (scene->only != NULL) {
        take_only(scene, q);
    } else {
        take_all(scene, q);
    }
    return true;
}

static void write_boxes(const tool_request* request, const ti_output* output, const void* found)
{
    ti_boxes_report report = *(const ti_boxes_report*)found;
    report.colour = tool_wants_colour(output);
    if (request->json) {
        ti_write_boxes_json(output->stream, &report);
    } else if (request->csv) {
        ti_write_boxes_csv(output->stream, &report);
    } else {
        ti_write_boxes_text(output->stream, &report);
    }
}

static int ask(const tool_request* request, const ti_scene* scene)
{
    question q = {0};
    bool list_all = tool_count_pairs(scene) <= LISTED_PAIRS;
    toi_boxes_result result = {0};
    toi_error error = {0};
    toi_status status = make_question(scene, &q) ? TOI_OK : TOI_ERROR_MEMORY;
    if (status == TOI_OK) {
        const toi_boxes_def def = {.solids = q.solids,
                                   .solid_count = scene->body_count,
                                   .pairs = q.pairs,
                                   .pair_count = q.pair_count,
                                   .ignore = scene->ignore,
                                   .ignore_count = q.pairs == NULL ? scene->ignore_count : 0,
                                   .meeting_only = !list_all,
                                   .first_only = request->first,
                                   .tolerance = request->tolerance,
                                   .method =
                                       request->method == METHOD_PAPER ? TOI_BOXES_PAPER : TOI_BOXES_DEFAULT,
                                   .threads = tool_threads(request)};
        status = toi_boxes_check(&def, &result, &error);
    }
    int exit = 0;
    if (status != TOI_OK) {
        exit = fail(scene, status, &error);
    } else {
        ti_boxes_report report = {
            .scene = scene, .result = &result, .first_only = request->first, .list_all = list_all};
        exit = tool_write(request, write_boxes, &report, tool_exit_of(ti_boxes_answer(&report)));
    }
    toi_boxes_result_release(&result);
    free(q.solids);
    free(q.singles);
    free(q.pairs);
    return exit;
}

int tool_boxes(const tool_request* request)
{
    ti_scene scene;
    ti_scene_error error = {0};
    if (ti_scene_load(request->operands[0], NULL, &scene, &error) != TOI_OK) {
        return tool_fail(&error);
    }
    int status =
        ti_scene_need_boxes(&scene, "boxes", &error) == TOI_OK ? ask(request, &scene) : tool_fail(&error);
    ti_scene_release(&scene);
    return status;
}
