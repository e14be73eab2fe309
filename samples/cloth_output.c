// Pages and states of cloth.

#include "cloth_output.h"

#include "memory.h"
#include "page.h"
#include "writer.h"

#include <math.h>
#include <string.h>

enum { FRAME_RATE = 30, MOST_FRAMES = 300 };

static const double MOST_PLACE = 2.0; // no point is further from the origin, along each axis

// ---- the page

cloth_film film_start(const char* path, const cloth_scene* scene, uint32_t steps, double rate)
{
    cloth_film film = {.path = path, .scene = scene};
    double every = fmax(ceil(rate / FRAME_RATE), ceil((steps + 1.0) / MOST_FRAMES));
    film.every = (uint32_t)every;
    return film;
}

void film_record(cloth_film* film, const cloth_world* w, uint32_t step, uint64_t near)
{
    if (film->path == NULL || step % film->every != 0) {
        return;
    }
    size_t each = 3 * (size_t)w->soft.point_count;
    uint32_t room = film->frame_room;
    film->near = grow(film->near, film->frames, &room, sizeof *film->near);
    film->places = grow(film->places, film->frames, &film->frame_room, each * sizeof *film->places);
    int16_t* places = &film->places[film->frames * each];
    for (size_t i = 0; i < each; ++i) {
        const toi_vec3* at = &w->soft.at[i / 3];
        places[i] = page_scaled(i % 3 == 0 ? at->x : i % 3 == 1 ? at->y : at->z, MOST_PLACE);
    }
    film->near[film->frames++] = (uint32_t)(near < UINT16_MAX ? near : UINT16_MAX);
}

typedef struct run_file {
    const cloth_film* film;
    const cloth_world* world;
} run_file;

static bool is_still(const cloth_film* film, const cloth_world* w, const cloth_body* body)
{
    size_t each = 3 * (size_t)w->soft.point_count, size = 3 * body->count * sizeof *film->places;
    const int16_t* first = &film->places[3 * (size_t)body->first];
    for (uint32_t i = 1; i < film->frames; ++i) {
        if (memcmp(first, &first[i * each], size) != 0) {
            return false;
        }
    }
    return true;
}

static void put_body(FILE* file, const cloth_film* film, const cloth_world* w, uint32_t index)
{
    static const char* const soft_colours[] = {"[0.77, 0.25, 0.2]", "[0.19, 0.4, 0.65]"};
    const cloth_body* body = &w->bodies[index];
    uint32_t shapes = is_still(film, w, body) ? 1 : film->frames;
    const char* colour = body->soft ? soft_colours[index % 2] : "[0.7, 0.72, 0.75]";
    bool smooth = body->triangle_count > 12;
    fprintf(file, "%s{name: \"%s\", vertexCount: %u, shapeCount: %u, smooth: %s, colour: %s",
            index > 0 ? ",\n" : "", body->name, body->count, shapes, smooth ? "true" : "false", colour);
    page_put_faces(file, body->mesh);
    page_words words = page_begin_words(file, "shapes");
    for (uint32_t s = 0; s < shapes; ++s) {
        const int16_t* places = &film->places[3 * ((size_t)s * w->soft.point_count + body->first)];
        for (uint32_t i = 0; i < 3 * body->count; ++i) {
            page_put_word(&words, (uint32_t)(int32_t)places[i]);
        }
    }
    page_end_words(&words);
    fputs("}", file);
}

static void put_run(FILE* file, const void* data)
{
    const run_file* run = data;
    const cloth_film* film = run->film;
    toi_vec3 middle = film->scene->middle;
    fprintf(file,
            "{title: \"%s\", unit: \"frame\", label: \"pairs of features are near\",\n"
            "cycles: %u, mostLocal: %g, distance: %g, centre: [%g, %g, %g],\nbodies: [",
            film->scene->about, film->frames, MOST_PLACE, 2.2 * film->scene->height, middle.x, middle.y,
            middle.z);
    for (uint32_t i = 0; i < run->world->body_count; ++i) {
        put_body(file, film, run->world, i);
    }
    fputs("]", file);
    page_words words = page_begin_words(file, "pairs");
    for (uint32_t i = 0; i < film->frames; ++i) {
        page_put_word(&words, film->near[i]);
    }
    page_end_words(&words);
    fputs("}", file);
}

bool film_finish(cloth_film* film, const cloth_world* w)
{
    run_file run = {film, w};
    bool written = film->path == NULL || page_write(film->path, put_run, &run);
    release(film->places);
    release(film->near);
    return written;
}

// ---- states

static void put_obj(FILE* file, const void* data)
{
    const cloth_world* w = data;
    for (uint32_t i = 0; i < w->soft.point_count; ++i) {
        fprintf(file, "v %.17g %.17g %.17g\n", w->soft.at[i].x, w->soft.at[i].y, w->soft.at[i].z);
    }
    for (uint32_t b = 0; b < w->body_count; ++b) {
        const cloth_body* body = &w->bodies[b];
        fprintf(file, "o %s\n", body->name);
        for (uint32_t i = 0; i < body->triangle_count; ++i) {
            const uint32_t* t = &body->triangles[3 * (size_t)i];
            fprintf(file, "f %u %u %u\n", t[0] + 1, t[1] + 1, t[2] + 1);
        }
    }
}

bool cloth_write_obj(const char* path, const cloth_world* world)
{
    return write_whole(path, put_obj, world);
}
