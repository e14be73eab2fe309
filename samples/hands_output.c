// The page and the scene.

#include "hands_output.h"

#include "page.h"
#include "writer.h"

#include <string.h>

// ---- the page

typedef struct run_file {
    const hands_world* world;
    const hands_record* record;
} run_file;

static const double MOST_LOCAL = 2.0; // no vertex is further from the middle of its body, along each axis

static void put_body(FILE* file, const hands_world* world, uint32_t body)
{
    toi_mesh_info info;
    const toi_mesh* mesh = hands_mesh(world, body);
    toi_mesh_get_info(mesh, &info);
    uint32_t shapes = hands_shape_count(world, body);
    fprintf(file, "%s{name: \"%s\", vertexCount: %u, first: %u, shapeCount: %u", body > 0 ? ",\n" : "",
            hands_names[body], info.vertices, hands_shape_in(world, body, 0), shapes);
    if (body == HANDS_RIGHT) {
        fputs(", like: \"left hand\"}", file);
        return;
    }
    page_put_faces(file, mesh);
    page_words w = page_begin_words(file, "shapes");
    for (uint32_t s = 0; s < shapes; ++s) {
        const toi_vec3* shape = hands_shape(world, body, s);
        for (uint32_t i = 0; i < info.vertices; ++i) {
            page_put_point(&w, shape[i], MOST_LOCAL);
        }
    }
    page_end_words(&w);
    fputs("}", file);
}

static void put_poses(FILE* file, const hands_record* record)
{
    page_words w = page_begin_words(file, "poses");
    for (size_t i = 0; i < (size_t)record->cycles * HANDS_BODIES; ++i) {
        toi_quat q = record->poses[i].quaternion;
        page_put_point(&w, record->poses[i].position, HANDS_HALF_ROOM);
        page_put_scaled(&w, q.w, 1.0);
        page_put_scaled(&w, q.x, 1.0);
        page_put_scaled(&w, q.y, 1.0);
        page_put_scaled(&w, q.z, 1.0);
    }
    page_end_words(&w);
}

// Of each body of each cycle: how many faces are lit, and these.
static void put_lit(FILE* file, const hands_record* record)
{
    page_words w = page_begin_words(file, "lit");
    for (uint32_t cycle = 0; cycle < record->cycles; ++cycle) {
        for (uint32_t body = 0; body < HANDS_BODIES; ++body) {
            uint32_t count;
            const uint32_t* lit = hands_lit(record, cycle, body, &count);
            page_put_word(&w, count);
            for (uint32_t i = 0; i < count; ++i) {
                page_put_word(&w, lit[i]);
            }
        }
    }
    page_end_words(&w);
}

static void put_run(FILE* file, const void* data)
{
    const run_file* run = data;
    fprintf(file,
            "{title: \"Hands, a head, a shuttle and a sphere\", unit: \"cycle\", label: \"pairs of faces "
            "meet\",\n"
            "cycles: %u, halfRoom: %g, mostLocal: %g,\nbodies: [",
            run->record->cycles, HANDS_HALF_ROOM, MOST_LOCAL);
    for (uint32_t body = 0; body < HANDS_BODIES; ++body) {
        put_body(file, run->world, body);
    }
    fputs("]", file);
    put_poses(file, run->record);
    put_lit(file, run->record);
    page_words w = page_begin_words(file, "pairs");
    for (uint32_t cycle = 0; cycle < run->record->cycles; ++cycle) {
        uint64_t pairs = run->record->face_pairs[cycle];
        page_put_word(&w, pairs < UINT16_MAX ? (uint32_t)pairs : UINT16_MAX);
    }
    page_end_words(&w);
    fputs("}", file);
}

// ---- the scene

static void put_scene(FILE* file, const void* data)
{
    const run_file* run = data;
    uint32_t last = run->record->cycles - 1;
    fputs("{ \"toi\": 1,\n  \"bodies\": [", file);
    for (uint32_t i = 0; i < HANDS_BODIES; ++i) {
        fprintf(file,
                "%s\n    { \"name\": \"%s\", \"motion\": { \"kind\": \"static\",\n        \"pose\": { "
                "\"position\": [0, 0, 0], \"quaternion\": [1, 0, 0, 0] } },\n      \"mesh\": ",
                i > 0 ? "," : "", hands_names[i]);
        writer_put_mesh(file, hands_mesh(run->world, i), hands_posed(run->world, i));
        fputs(" }", file);
    }
    fprintf(file, "],\n  \"extras\": { \"about\": \"Hands, a head, a shuttle and a sphere in a room\",\n");
    fprintf(file, "    \"cycle\": %u, \"face_pairs\": %llu,\n    \"lit\": {", last,
            (unsigned long long)run->record->face_pairs[last]);
    for (uint32_t i = 0; i < HANDS_BODIES; ++i) {
        uint32_t count;
        const uint32_t* lit = hands_lit(run->record, last, i, &count);
        fprintf(file, "%s\n      \"%s\": [", i > 0 ? "," : "", hands_names[i]);
        for (uint32_t k = 0; k < count; ++k) {
            fprintf(file, "%s%u", k > 0 ? ", " : "", lit[k]);
        }
        fputs("]", file);
    }
    fputs("} } }\n", file);
}

bool hands_write(const char* path, const hands_world* world, const hands_record* record)
{
    static const char ending[] = ".json";
    size_t length = strlen(path), tail = strlen(ending);
    bool scene = length > tail && strcmp(path + length - tail, ending) == 0;
    run_file run = {world, record};
    return scene ? write_whole(path, put_scene, &run) : page_write(path, put_run, &run);
}
