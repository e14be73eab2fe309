// A step of cloth as a scene that toi reads, with what is known of it: by looking at many instants which
// faces meet, and by halving the time before the first at which some do.

#include "check.h"
#include "cloth_output.h"
#include "memory.h"
#include "writer.h"

#include <string.h>

enum { INSTANTS = 500, HALVINGS = 48 };

typedef struct step_file {
    cloth_world* world;
    const cloth_scene* scene;
    const toi_vec3 *start, *end;
    bool collides;
    double toi;
    uint64_t faces; // pairs of them that meet at the instant that was looked at last
    uint32_t a, b;  // bodies that meet first
    bool pairs[CLOTH_MOST_BODIES][CLOTH_MOST_BODIES]; // that meet at any instant
} step_file;

// ---- what is known

// Whether any bodies meet at a time, and which.
static bool meets(step_file* s, toi_vec3* at, double t)
{
    cloth_world* w = s->world;
    toi_overlap_query query = {.ignore = w->ignored, .ignore_count = w->ignored_count};
    toi_overlap_result result;
    for (uint32_t i = 0; i < w->soft.point_count; ++i) {
        at[i] = v3_add(v3_scale(s->start[i], 1.0 - t), v3_scale(s->end[i], t));
    }
    for (uint32_t i = 0; i < w->body_count; ++i) {
        const cloth_body* body = &w->bodies[i];
        must(toi_overlap_deform(w->overlap, body->instant, &at[body->first], NULL), "toi_overlap_deform");
    }
    must(toi_overlap_find(w->overlap, &query, &result, NULL), "toi_overlap_find");
    for (uint32_t i = 0; i < result.pair_count; ++i) {
        s->pairs[result.pairs[i].a][result.pairs[i].b] = true;
    }
    if (result.pair_count > 0) {
        s->a = result.pairs[0].a;
        s->b = result.pairs[0].b;
    }
    s->faces = result.face_count;
    return result.pair_count > 0;
}

static void look(step_file* s)
{
    toi_vec3* at = allocate(s->world->soft.point_count, sizeof *at);
    uint32_t first = INSTANTS + 1;
    for (uint32_t i = INSTANTS + 1; i-- > 0;) {
        if (meets(s, at, (double)i / INSTANTS)) {
            first = i;
        }
    }
    s->collides = first <= INSTANTS;
    if (s->collides && first > 0) {
        double low = (first - 1.0) / INSTANTS, high = (double)first / INSTANTS;
        for (uint32_t i = 0; i < HALVINGS; ++i) {
            double middle = 0.5 * (low + high);
            if (meets(s, at, middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        meets(s, at, high);
        s->toi = high;
        uint32_t a = s->a, b = s->b;
        meets(s, at, 1.0);
        s->a = a;
        s->b = b;
    }
    release(at);
}

// toi_deform_find must not be later than what was seen.
static void compare(const step_file* s)
{
    cloth_world* w = s->world;
    for (uint32_t i = 0; i < w->body_count; ++i) {
        const cloth_body* body = &w->bodies[i];
        must(toi_deform_set(w->deform, body->moving, &s->start[body->first], &s->end[body->first], NULL),
             "toi_deform_set");
    }
    toi_deform_query query = {.ignore = w->ignored, .ignore_count = w->ignored_count};
    toi_deform_result result;
    must(toi_deform_find(w->deform, &query, &result, NULL), "toi_deform_find");
    double seen = s->collides ? s->toi : 1.0;
    check("first", result.t_free <= seen, "faces meet from %.12g on, and toi_deform_find says %.12g", seen,
          result.t_free);
}

// ---- the file

static void put_body(FILE* file, const step_file* s, const cloth_body* body)
{
    const toi_vec3 *start = &s->start[body->first], *end = &s->end[body->first];
    fprintf(file, "    {\"name\": \"%s\",%s \"mesh\": ", body->name, body->soft ? " \"self\": true," : "");
    writer_put_mesh(file, body->mesh, start);
    if (memcmp(start, end, body->count * sizeof *start) == 0) {
        fputs(",\n     \"motion\": {\"kind\": \"static\", \"pose\": {}}}", file);
        return;
    }
    fputs(",\n     \"motion\": {\"kind\": \"vertices\", \"pose\": {}, \"to\": [", file);
    for (uint32_t i = 0; i < body->count; ++i) {
        fprintf(file, "%s[%.17g, %.17g, %.17g]", i > 0 ? ", " : "", end[i].x, end[i].y, end[i].z);
    }
    fputs("]}}", file);
}

static void put_expected(FILE* file, const step_file* s)
{
    const cloth_body* bodies = s->world->bodies;
    uint32_t count = 0;
    for (uint32_t i = 0; i < CLOTH_MOST_BODIES * CLOTH_MOST_BODIES; ++i) {
        count += s->pairs[i / CLOTH_MOST_BODIES][i % CLOTH_MOST_BODIES];
    }
    fprintf(file, "    \"expected\": {\"collides\": %s, ", s->collides ? "true" : "false");
    if (s->collides) {
        const char *first = bodies[s->a].name, *second = bodies[s->b].name;
        fprintf(file,
                "\"toi\": %.12g, \"toi_tolerance\": 1e-9, \"first\": [\"%s\", \"%s\"], \"contacts\": %u,\n",
                s->toi, first, second, count);
        fprintf(
            file,
            "     \"meet\": {\"from\": %.12g, \"bodies\": [\"%s\", \"%s\"], \"time\": 1, \"faces\": %llu}, ",
            s->toi, first, second, (unsigned long long)s->faces);
    }
    fprintf(file, "\"source\": \"faces that meet at %u instants%s\"}}}\n", INSTANTS + 1,
            s->collides ? ", and halving before the first" : "");
}

static void put_step(FILE* file, const void* data)
{
    const step_file* s = data;
    const cloth_world* w = s->world;
    fputs("{ \"toi\": 1,\n  \"bodies\": [\n", file);
    for (uint32_t i = 0; i < w->body_count; ++i) {
        fputs(i > 0 ? ",\n" : "", file);
        put_body(file, s, &w->bodies[i]);
    }
    fputs("],\n  \"ignore\": [", file);
    for (uint32_t i = 0; i < w->ignored_count; ++i) {
        fprintf(file, "%s[\"%s\", \"%s\"]", i > 0 ? ", " : "", w->bodies[w->ignored[i].a].name,
                w->bodies[w->ignored[i].b].name);
    }
    fprintf(file, "],\n  \"extras\": {\"about\": \"%s: one step.\", \"thickness\": %.17g,\n", s->scene->about,
            w->thickness);
    put_expected(file, s);
}

bool cloth_write_scene(const char* path, cloth_world* world, const cloth_scene* scene, const toi_vec3* start,
                       const toi_vec3* end)
{
    step_file s = {.world = world, .scene = scene, .start = start, .end = end};
    look(&s);
    compare(&s);
    return write_whole(path, put_step, &s);
}
