// The page and the scene. Numbers of the page are 16-bit words, in base64.

#include "hands_output.h"

#include "hands_player.h"
#include "writer.h"

#include <math.h>
#include <string.h>

// ---- base64

typedef struct words {
    FILE* file;
    uint32_t bits, held; // how many bits wait, below 6
} words;

static void put_bits(words* w)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    while (w->held >= 6) {
        w->held -= 6;
        fputc(letters[w->bits >> w->held & 63u], w->file);
    }
}

static words begin_words(FILE* file, const char* key)
{
    fprintf(file, ",\n%s: \"", key);
    return (words){.file = file};
}

// The low 16 bits, the lower byte first.
static void put_word(words* w, uint32_t word)
{
    w->bits = w->bits << 8 | (word & 255u);
    w->held += 8;
    put_bits(w);
    w->bits = w->bits << 8 | (word >> 8 & 255u);
    w->held += 8;
    put_bits(w);
}

static void end_words(words* w)
{
    static const char* const ends[] = {"", "==", "="};
    uint32_t held = w->held;
    if (held > 0) {
        w->bits <<= 6 - held;
        w->held = 6;
        put_bits(w);
    }
    // Two bits are left of one byte, four of two.
    fprintf(w->file, "%s\"", ends[held == 2 ? 1 : held == 4 ? 2 : 0]);
}

// A number between -most and most as a signed word.
static void put_scaled(words* w, double value, double most)
{
    put_word(w, (uint32_t)(int32_t)lround(value / most * INT16_MAX));
}

static void put_point(words* w, toi_vec3 v, double most)
{
    put_scaled(w, v.x, most);
    put_scaled(w, v.y, most);
    put_scaled(w, v.z, most);
}

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
    words w = begin_words(file, "faces");
    for (uint32_t f = 0; f < info.faces; ++f) {
        const uint32_t* corners;
        uint32_t count = toi_mesh_face(mesh, f, &corners);
        for (uint32_t i = 0; i < count; ++i) {
            put_word(&w, corners[i]);
        }
    }
    end_words(&w);
    w = begin_words(file, "shapes");
    for (uint32_t s = 0; s < shapes; ++s) {
        const toi_vec3* shape = hands_shape(world, body, s);
        for (uint32_t i = 0; i < info.vertices; ++i) {
            put_point(&w, shape[i], MOST_LOCAL);
        }
    }
    end_words(&w);
    fputs("}", file);
}

static void put_poses(FILE* file, const hands_record* record)
{
    words w = begin_words(file, "poses");
    for (size_t i = 0; i < (size_t)record->cycles * HANDS_BODIES; ++i) {
        toi_quat q = record->poses[i].quaternion;
        put_point(&w, record->poses[i].position, HANDS_HALF_ROOM);
        put_scaled(&w, q.w, 1.0);
        put_scaled(&w, q.x, 1.0);
        put_scaled(&w, q.y, 1.0);
        put_scaled(&w, q.z, 1.0);
    }
    end_words(&w);
}

// Of each body of each cycle: how many faces are lit, and these.
static void put_lit(FILE* file, const hands_record* record)
{
    words w = begin_words(file, "lit");
    for (uint32_t cycle = 0; cycle < record->cycles; ++cycle) {
        for (uint32_t body = 0; body < HANDS_BODIES; ++body) {
            uint32_t count;
            const uint32_t* lit = hands_lit(record, cycle, body, &count);
            put_word(&w, count);
            for (uint32_t i = 0; i < count; ++i) {
                put_word(&w, lit[i]);
            }
        }
    }
    end_words(&w);
}

static void put_page(FILE* file, const void* data)
{
    static const char mark[] = "@DATA@";
    const run_file* run = data;
    const char* middle = strstr(hands_player, mark);
    fwrite(hands_player, 1, (size_t)(middle - hands_player), file);
    fprintf(file, "{cycles: %u, halfRoom: %g, mostLocal: %g,\nbodies: [", run->record->cycles,
            HANDS_HALF_ROOM, MOST_LOCAL);
    for (uint32_t body = 0; body < HANDS_BODIES; ++body) {
        put_body(file, run->world, body);
    }
    fputs("]", file);
    put_poses(file, run->record);
    put_lit(file, run->record);
    words w = begin_words(file, "pairs");
    for (uint32_t cycle = 0; cycle < run->record->cycles; ++cycle) {
        uint64_t pairs = run->record->face_pairs[cycle];
        put_word(&w, pairs < UINT16_MAX ? (uint32_t)pairs : UINT16_MAX);
    }
    end_words(&w);
    fprintf(file, "}%s", middle + strlen(mark));
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
    return write_whole(path, scene ? put_scene : put_page, &run);
}
