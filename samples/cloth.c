// Cloth, sheets and a soft ball whose every step is proved: springs propose where all points go, and
// toi_deform_find says what would touch on the way and how far they may go.

#define _POSIX_C_SOURCE 200809L

#include "check.h"
#include "cloth_output.h"
#include "cloth_watch.h"
#include "memory.h"
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static const double PIECES_A_SECOND = 1200.0; // in which the springs are stepped

typedef struct cloth_options {
    const cloth_scene* scene;
    sim_options run;
    bool check, hash;
    uint32_t threads;
    const char *obj, *made, *free; // files of the last state and of the last step; NULL: none
} cloth_options;

static const char ABOUT[] =
    "Cloth that is never in itself: cloth fall|twist|squeeze, before all other options. --size: vertices a "
    "side; "
    "-o: a page that plays the run.\n"
    "  --check           looks for faces that meet after each step, and checks the run\n"
    "  --hash            prints a hash over all positions of all steps\n"
    "  --threads N       that look for contacts\n"
    "  --obj FILE        the last state\n"
    "  --scene FILE      the last step as it was made, as a scene\n"
    "  --free FILE       the last step as it were if nothing held anything up, as a scene";

// Takes an option that only this program has. Returns how many arguments it is; 0: it is none.
static int take_option(cloth_options* o, char** argument, int left)
{
    const char *name = argument[0], *value = left > 1 ? argument[1] : NULL;
    if (strcmp(name, "--check") == 0 || strcmp(name, "--hash") == 0) {
        *(name[2] == 'c' ? &o->check : &o->hash) = true;
        return 1;
    }
    if (value == NULL) {
        return 0;
    }
    const struct {
        const char *name, **value;
    } files[] = {{"--obj", &o->obj}, {"--scene", &o->made}, {"--free", &o->free}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        if (strcmp(name, files[i].name) == 0) {
            *files[i].value = value;
            return 2;
        }
    }
    char* end;
    long threads = strtol(value, &end, 10);
    if (strcmp(name, "--threads") == 0 && *end == '\0' && threads >= 1 && threads <= 256) {
        o->threads = (uint32_t)threads;
        return 2;
    }
    return 0;
}

static cloth_options read_cloth_options(int count, char** arguments)
{
    cloth_options o = {.threads = 1};
    char** rest = allocate((size_t)count + 1, sizeof *rest);
    int rest_count = 1;
    rest[0] = arguments[0];
    o.scene = count > 1 ? cloth_scene_named(arguments[1]) : NULL;
    for (int i = o.scene != NULL ? 2 : 1; i < count;) {
        int taken = o.scene != NULL ? take_option(&o, &arguments[i], count - i) : 0;
        for (int k = 0; taken == 0 && k < 2 && i + k < count; ++k) {
            rest[rest_count++] = arguments[i + k];
        }
        i += taken > 0 ? taken : 2;
    }
    if (o.scene == NULL && rest_count == 1) {
        rest[rest_count++] = arguments[0]; // no option: the usage is printed
    }
    sim_options defaults = {.seed = 1};
    if (o.scene != NULL) {
        defaults = (sim_options){o.scene->steps, o.scene->rate, 1, o.scene->size, NULL, NULL};
    }
    o.run = read_options(rest_count, rest, defaults, ABOUT);
    release(rest);
    return o;
}

static double time_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// How long the steps took, without the looks after them.
typedef struct cloth_clock {
    double sum, worst; // seconds
    double processor;  // of all threads
} cloth_clock;

static void print_table(const cloth_options* o, const cloth_world* w, const cloth_clock* clock)
{
    const cloth_counts* c = &w->counts;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    uint32_t triangles = 0;
    for (uint32_t i = 0; i < w->body_count; ++i) {
        triangles += w->bodies[i].triangle_count;
    }
    printf("scene,triangles,steps,threads,finds,near,impacts,rounds,most_rounds,zones,cuts,stops,undecided,"
           "seconds_a_step,worst,processor_seconds_a_step,deform_mb,peak_mb\n");
    printf("%s,%u,%u,%u,%llu,%llu,%llu,%llu,%u,%u,%u,%u,%llu,%.4g,%.4g,%.4g,%.4g,%.4g\n", o->scene->name,
           triangles, c->steps, o->threads, (unsigned long long)c->finds, (unsigned long long)c->near,
           (unsigned long long)c->impacts, (unsigned long long)c->rounds, c->most_rounds, c->zones, c->cuts,
           c->stops, (unsigned long long)c->undecided, clock->sum / c->steps, clock->worst,
           clock->processor / c->steps, 1e-6 * (double)c->memory, 1e-3 * (double)usage.ru_maxrss);
}

// All steps. `start` receives where the points were before the last.
static void run(const cloth_options* o, cloth_world* w, cloth_watch* watch, cloth_film* film, toi_vec3* start)
{
    cloth_clock clock = {0};
    cloth_watch_begin(watch, w);
    film_record(film, w, 0, 0);
    for (uint32_t step = 1; step <= o->run.steps; ++step) {
        memcpy(start, w->soft.at, w->soft.point_count * sizeof *start);
        uint64_t near = w->counts.near;
        double begin = time_of(CLOCK_MONOTONIC), used = time_of(CLOCK_PROCESS_CPUTIME_ID);
        cloth_step(w, 1.0 / o->run.rate);
        double took = time_of(CLOCK_MONOTONIC) - begin;
        clock.processor += time_of(CLOCK_PROCESS_CPUTIME_ID) - used;
        clock.sum += took;
        clock.worst = fmax(clock.worst, took);
        if (o->check) {
            cloth_look(w);
        }
        cloth_watch_step(watch, w);
        film_record(film, w, step, w->counts.near - near);
    }
    print_table(o, w, &clock);
}

int main(int count, char** arguments)
{
    cloth_options o = read_cloth_options(count, arguments);
    cloth_world w = cloth_empty();
    w.soft.pieces = (uint32_t)fmax(ceil(PIECES_A_SECOND / o.run.rate), 1.0);
    o.scene->build(&w, o.run.size, o.run.seed);
    cloth_start(&w, o.threads);
    toi_vec3* start = allocate(w.soft.point_count, sizeof *start);
    cloth_watch watch;
    cloth_film film = film_start(o.run.output, o.scene, o.run.steps, o.run.rate);
    run(&o, &w, &watch, &film, start);
    if (o.check) {
        cloth_watch_report(&watch, &w, o.scene, o.run.steps / o.run.rate);
    }
    if (o.hash) {
        printf("hash %016llx\n", (unsigned long long)watch.hash);
    }
    bool written = film_finish(&film, &w);
    written = (o.obj == NULL || cloth_write_obj(o.obj, &w)) && written;
    written = (o.made == NULL || cloth_write_scene(o.made, &w, o.scene, start, w.soft.at)) && written;
    written = (o.free == NULL || cloth_write_scene(o.free, &w, o.scene, start, w.ahead)) && written;
    release(start);
    cloth_release(&w);
    return written && failed_checks() == 0 ? 0 : 1;
}
